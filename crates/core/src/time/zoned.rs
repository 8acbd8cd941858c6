//! Times read in another zone: an offset, UTC, or the zone of the process. Zones that are objects are asked by `core/time/time.rb`.

use rutile_vm::prelude::*;

use crate::time::moment::{Moment, VARIABLES, local, same_moment, variables_of};
use crate::time::text::offset_of;
use crate::time::zone;

/// Positions of what the zone of the process says of a Time, among its variables.
const OFFSET: usize = 3;
const ZONE: usize = 4;
const DST: usize = 5;

/// Gives a Time of the process's zone the offset, the zone's name and whether it's summer there, of a frozen one too.
fn find_offset(vm: &mut Vm, time: Value) -> Option<()> {
    let moment = Moment::of(vm, time).filter(|moment| moment.is_local())?;
    let rule = zone::local_rule(vm, moment.seconds)?;
    let name = vm.new_string(rule.name.as_bytes(), Encoding::US_ASCII).value();
    let variables = vm.first_variables(time, &VARIABLES)?;
    for (position, value) in [(OFFSET, Value::fixnum(rule.offset)), (DST, Value::boolean(rule.is_dst)), (ZONE, name)] {
        variables.set(vm, position, value);
    }
    Some(())
}

/// `Primitive.time_find_offset(time)`: whether it could be found here.
fn time_find_offset(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(find_offset(vm, args.get(0)).is_some()))
}

/// What a zone argument means: the zone of the process, or an offset as `Moment::read_in` takes it.
enum Target {
    Process,
    Offset(Value),
}

fn target(args: Arguments) -> Option<Target> {
    const DAY: i64 = 86_400;
    match args.as_slice() {
        [] => Some(Target::Process),
        [zone] if zone.is_nil() => Some(Target::Process),
        [zone] => match zone.as_fixnum() {
            Some(seconds) => (-DAY < seconds && seconds < DAY).then_some(Target::Offset(*zone)),
            None => offset_of(*zone).map(Target::Offset),
        },
        _ => None,
    }
}

/// `time.localtime(zone)`.
fn time_localtime(vm: &mut Vm, args: Arguments) -> NativeResult {
    let time = args.receiver();
    let target = target(args).ok_or(Exit::Fallback)?;
    let moment = Moment::of(vm, time).ok_or(Exit::Fallback)?;
    let stays = moment.is_local() && matches!(target, Target::Process);
    if !stays && vm.is_frozen(time) {
        return Err(Exit::Fallback);
    }
    match target {
        Target::Offset(offset) => moment.read_in(offset).set_in(vm, time),
        Target::Process if stays && !moment.offset.is_nil() => {}
        Target::Process => {
            if !stays {
                local(moment.seconds, moment.nanoseconds).set_in(vm, time);
            }
            // Without it the zone is found as soon as Ruby goes on.
            find_offset(vm, time).ok_or(Exit::Fallback)?;
        }
    }
    Ok(time)
}

/// `time.getlocal(zone)`.
fn time_getlocal(vm: &mut Vm, args: Arguments) -> NativeResult {
    let time = args.receiver();
    let target = target(args).ok_or(Exit::Fallback)?;
    let class = Some(vm.class_of(time).real_class()).filter(|class| class.instance_kind() == Kind::Object).ok_or(Exit::Fallback)?;
    let moment = Moment::of(vm, time).ok_or(Exit::Fallback)?;
    match target {
        Target::Offset(offset) => Ok(moment.read_in(offset).make(vm, class)),
        Target::Process if moment.is_local() && !moment.offset.is_nil() => same_moment(vm, class, time).ok_or(Exit::Fallback),
        Target::Process => {
            let read = local(moment.seconds, moment.nanoseconds).make(vm, class);
            find_offset(vm, read).ok_or(Exit::Fallback)?;
            Ok(read)
        }
    }
}

/// `time.getutc`.
fn time_getutc(vm: &mut Vm, args: Arguments) -> NativeResult {
    let time = args.receiver();
    let class = Some(vm.class_of(time).real_class()).filter(|class| class.instance_kind() == Kind::Object && args.count() == 0);
    let (Some(class), Some(moment)) = (class, Moment::of(vm, time)) else { return Err(Exit::Fallback) };
    Ok(moment.read_in(Value::NIL).make(vm, class))
}

/// Seconds from UTC to the clocks of a Time's zone, where they are known.
pub(super) fn utc_offset(vm: &mut Vm, time: Value) -> Option<Value> {
    let variables = variables_of(vm, time)?;
    let offset = variables.get(OFFSET);
    if !offset.is_nil() {
        return Some(offset);
    }
    find_offset(vm, time)?;
    Some(variables.get(OFFSET))
}

/// `time.utc_offset`.
fn time_utc_offset(vm: &mut Vm, args: Arguments) -> NativeResult {
    let time = args.receiver();
    if args.count() > 0 { None } else { utc_offset(vm, time) }.ok_or(Exit::Fallback)
}

pub const NATIVES: &[(&str, Native)] = &[
    ("time_find_offset", time_find_offset),
    ("time_localtime", time_localtime),
    ("time_getlocal", time_getlocal),
    ("time_getutc", time_getutc),
    ("time_utc_offset", time_utc_offset),
];
