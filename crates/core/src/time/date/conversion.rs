//! Between Date, DateTime and Time.

use rutile_vm::prelude::*;

use super::value::{BILLION, DAY, Parts, date_class};
use super::{EPOCH, FIRST, LAST, date_of};
use crate::array::collection::finds_core_method;
use crate::number::rational::small_fraction;
use crate::time::moment::{Moment, local, time_class};
use crate::time::text::offset_of;
use crate::time::zoned::utc_offset;
use crate::time::{calendar, clock, zone};

/// `date.to_time`: the beginning of the day in the zone of the process. The reference calls whatever a program has in the place
/// of `Time.local`.
fn date_to_time(vm: &mut Vm, args: Arguments) -> NativeResult {
    let day = Parts::of_asked(vm, args).map(|parts| parts.local_day()).filter(|day| (FIRST..=LAST).contains(day)).ok_or(Exit::Fallback)?;
    let class = time_class(vm).ok_or(Exit::Fallback)?;
    let singleton = vm.class_of(class.value());
    if !finds_core_method(vm, singleton, Symbol::LOCAL) {
        return Err(Exit::Fallback);
    }
    let (year, month, day) = date_of(day);
    let wall = calendar::seconds_of(year.into(), month, day, 0, 0, 0);
    let seconds = zone::local_moment(vm, wall).and_then(|seconds| i64::try_from(seconds).ok()).ok_or(Exit::Fallback)?;
    Ok(local(seconds, 0).make(vm, class))
}

/// `date_time.to_time`: the same moment with the same offset.
fn date_time_to_time(vm: &mut Vm, args: Arguments) -> NativeResult {
    let parts = Parts::of_asked(vm, args).filter(|parts| (FIRST..=LAST).contains(&parts.day) && (-DAY + 1..DAY).contains(&parts.offset)).ok_or(Exit::Fallback)?;
    let class = time_class(vm).ok_or(Exit::Fallback)?;
    let singleton = vm.class_of(class.value());
    if !finds_core_method(vm, singleton, Symbol::NEW) || !finds_core_method(vm, class, Symbol::INITIALIZE) {
        return Err(Exit::Fallback);
    }
    let moment = local((parts.day - EPOCH) * DAY + parts.seconds, parts.nanoseconds);
    Ok(moment.read_in(Value::fixnum(parts.offset)).make(vm, class))
}

/// `time.to_date` of a Time and no other class, which may have years of its own.
fn time_to_date(vm: &mut Vm, args: Arguments) -> NativeResult {
    let time = args.receiver();
    if args.count() > 0 || time_class(vm) != Some(vm.class_of(time)) {
        return Err(Exit::Fallback);
    }
    let seconds = Moment::of(vm, time).ok_or(Exit::Fallback)?.seconds;
    let offset = utc_offset(vm, time).and_then(Value::as_fixnum).ok_or(Exit::Fallback)?;
    let day = EPOCH + seconds.saturating_add(offset).div_euclid(DAY);
    let class = date_class(vm).ok_or(Exit::Fallback)?;
    Parts::of_day(day).make(vm, class).ok_or(Exit::Fallback)
}

/// `DateTime.now`, with the offset of the process's zone.
fn date_time_now(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = ClassRef::from_module(args.receiver()).filter(|_| args.count() == 0).ok_or(Exit::Fallback)?;
    let now = clock();
    let (seconds, nanoseconds) = (now.div_euclid(BILLION.into()) as i64, now.rem_euclid(BILLION.into()) as i64);
    let offset = zone::local_rule(vm, seconds).ok_or(Exit::Fallback)?.offset;
    let parts = Parts { seconds: seconds.rem_euclid(DAY), nanoseconds, offset, ..Parts::of_day(EPOCH + seconds.div_euclid(DAY)) };
    parts.make(vm, class).ok_or(Exit::Fallback)
}

/// The seconds that an offset means: it is a text, or a number of days.
pub fn offset_seconds(vm: &Vm, offset: Value) -> Option<i64> {
    if offset.as_string().is_some() {
        // What is no number here is a name of UTC.
        return offset_of(offset).map(|seconds| seconds.as_fixnum().unwrap_or(0));
    }
    let (days, divisor) = small_fraction(vm, offset)?;
    let seconds = days.checked_mul(DAY.into())?;
    (seconds % divisor == 0).then(|| i64::try_from(seconds / divisor).ok())?
}

/// `date_time.new_offset(offset)`.
fn date_time_new_offset(vm: &mut Vm, args: Arguments) -> NativeResult {
    let offset = match args.as_slice() {
        [] => Some(0),
        [offset] => offset_seconds(vm, *offset),
        _ => None,
    };
    let offset = offset.filter(|offset| (-DAY..=DAY).contains(offset)).ok_or(Exit::Fallback)?;
    let parts = Parts::of(vm, args.receiver()).ok_or(Exit::Fallback)?;
    Parts { offset, ..parts }.make_like(vm, args.receiver()).ok_or(Exit::Fallback)
}

pub const NATIVES: &[(&str, Native)] = &[
    ("date_to_time", date_to_time),
    ("date_time_to_time", date_time_to_time),
    ("time_to_date", time_to_date),
    ("date_time_now", date_time_now),
    ("date_time_new_offset", date_time_new_offset),
];
