//! Time zones: what the clock on the wall says.
//!
//! A zone is opened by the value of `TZ` and kept by the core library (in a Resource
//! cell), so the machine holds no zone of its own. `TZ` is the name of a zone of the
//! system's database, perhaps behind a colon, or a POSIX rule such as `JST-9`; unset it
//! means `/etc/localtime`. Years that the database library can't name are moved by whole
//! cycles of the calendar into its range.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::{AmbiguousOffset, Offset, TimeZone, TimeZoneDatabase};
use rutile_platform::environment;
use rutile_vm::prelude::*;

use crate::arguments::integer_of_any_size;
use crate::time::calendar::{self, DAY_SECONDS};

/// Seconds of the 400 years after which the calendar repeats.
const CYCLE: i128 = 146_097 * DAY_SECONDS;
/// Years in which the database library is at home, with a day to spare at both ends.
const EARLIEST: i128 = -377_705_000_000;
const LATEST: i128 = 253_402_000_000;

/// The rule that holds at one moment.
pub struct Rule {
    pub offset: i64,
    pub is_dst: bool,
    pub name: String,
}

/// Finds the zone that a value of `TZ` names; an unknown name is a kind of UTC.
fn open(name: Option<&str>) -> TimeZone {
    let Some(name) = name else { return local_zone() };
    let name = name.strip_prefix(':').unwrap_or(name);
    if name.is_empty() {
        return TimeZone::UTC;
    }
    if name.starts_with('/') {
        return read_zone(name).unwrap_or(TimeZone::UTC);
    }
    TimeZoneDatabase::from_env().get(name)
        .or_else(|_| TimeZone::posix(name))
        .unwrap_or_else(|_| utc_called(name))
}

/// UTC under the letters that an unknown name begins with, as the system's library has it.
fn utc_called(name: &str) -> TimeZone {
    let letters: String = name.chars().take_while(char::is_ascii_alphabetic).collect();
    TimeZone::posix(&format!("{letters}0")).unwrap_or(TimeZone::UTC)
}

fn local_zone() -> TimeZone {
    read_zone("/etc/localtime").unwrap_or(TimeZone::UTC)
}

fn read_zone(path: &str) -> Option<TimeZone> {
    let bytes = std::fs::read(path).ok()?;
    TimeZone::tzif(path, &bytes).ok()
}

/// `seconds` moved into the range of the database, by whole cycles.
fn within_range(seconds: i128) -> i64 {
    if seconds > LATEST {
        let cycles = (seconds - LATEST + CYCLE - 1) / CYCLE;
        (seconds - cycles * CYCLE) as i64
    } else {
        // Before the first transition nothing changes any more.
        seconds.max(EARLIEST) as i64
    }
}

fn rule_at(zone: &TimeZone, seconds: i128) -> Rule {
    let timestamp = Timestamp::from_second(within_range(seconds)).unwrap_or(Timestamp::UNIX_EPOCH);
    let info = zone.to_offset_info(timestamp);
    Rule { offset: info.offset().seconds().into(), is_dst: info.dst().is_dst(), name: info.abbreviation().to_string() }
}

/// The moment at which this zone's clocks show `wall` (counted as if they showed UTC). Where they show it
/// twice, the first is taken for summer time, else the second; where they skip it, it is taken by the rule before the change.
fn moment_of(zone: &TimeZone, wall: i128, prefers_dst: bool) -> i128 {
    let before = |offset: Offset| wall - i128::from(offset.seconds());
    let Some(civil) = datetime_of(within_range(wall)) else { return wall };
    match zone.to_ambiguous_timestamp(civil).offset() {
        AmbiguousOffset::Unambiguous { offset } => before(offset),
        AmbiguousOffset::Gap { before: offset, .. } => before(offset),
        AmbiguousOffset::Fold { before: first, after: second } => before(if prefers_dst { first } else { second }),
    }
}

fn datetime_of(seconds: i64) -> Option<DateTime> {
    let civil = calendar::civil_of(seconds.into());
    let year = i16::try_from(civil.year).ok()?;
    DateTime::new(year, civil.month as i8, civil.day as i8, civil.hour as i8, civil.minute as i8, civil.second as i8, 0).ok()
}

/// The zone that the Resource at `index` holds.
fn zone_argument(vm: &mut Vm, args: Arguments, index: usize) -> Result<TimeZone, Exit> {
    let zone = vm.resource::<TimeZone>(args.get(index)).cloned();
    zone.ok_or_else(|| vm.type_error("a time zone was expected".to_string()))
}

/// `Primitive.time_zone_open(name or nil)`: a zone, to be kept.
fn time_zone_open(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = args.get(0).as_string().map(|name| name.text().into_owned());
    let zone = open(name.as_deref());
    Ok(vm.keep_resource(zone))
}

/// `Primitive.time_zone_at(zone, seconds)`: [offset, whether it's summer time, abbreviation].
fn time_zone_at(vm: &mut Vm, args: Arguments) -> NativeResult {
    let zone = zone_argument(vm, args, 0)?;
    let seconds = integer_of_any_size(vm, args, 1)?;
    let rule = rule_at(&zone, seconds);
    let name = vm.new_string(rule.name.as_bytes(), Encoding::US_ASCII).value();
    let parts = vm.new_array(&[Value::fixnum(rule.offset), Value::boolean(rule.is_dst), name]);
    Ok(parts.value())
}

/// `Primitive.time_zone_moment(zone, seconds on the wall, prefers summer time)`: seconds.
fn time_zone_moment(vm: &mut Vm, args: Arguments) -> NativeResult {
    let zone = zone_argument(vm, args, 0)?;
    let wall = integer_of_any_size(vm, args, 1)?;
    let moment = moment_of(&zone, wall, args.get(2).truthy());
    Ok(vm.integer(moment))
}

/// The zone of the process: `None` where that was not asked for yet, or has changed since.
fn local_time_zone(vm: &mut Vm) -> Option<&TimeZone> {
    let keeper = vm.program.helpers.value();
    let known = vm.get_variable(keeper, Symbol::LOCAL_TIME_ZONE_NAME);
    let name = environment::get(b"TZ");
    if known.as_string().map(|known| known.bytes()) != name.as_deref() {
        return None;
    }
    let zone = vm.get_variable(keeper, Symbol::LOCAL_TIME_ZONE);
    vm.resource::<TimeZone>(zone).map(|zone| &*zone)
}

/// As `time_zone_moment`, in that zone.
pub fn local_moment(vm: &mut Vm, wall: i128) -> Option<i128> {
    Some(moment_of(local_time_zone(vm)?, wall, false))
}

/// As `time_zone_at`, in that zone.
pub fn local_rule(vm: &mut Vm, seconds: i64) -> Option<Rule> {
    Some(rule_at(local_time_zone(vm)?, seconds.into()))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("time_zone_open", time_zone_open),
    ("time_zone_at", time_zone_at),
    ("time_zone_moment", time_zone_moment),
];
