//! Natives of who a process is: its users, groups, session, priority and title. What fails answers the
//! system's error number, negative.

use rutile_vm::prelude::*;

use crate::arguments::{bytes, integer};
use rutile_platform::SystemResult;
use rutile_platform::process as calls;

fn answer(result: SystemResult<i64>) -> NativeResult {
    Ok(Value::fixnum(result.unwrap_or_else(|number| -(number as i64))))
}

/// `process_identity(kind)`: 0 user, 1 effective user, 2 group, 3 effective group.
fn process_identity(vm: &mut Vm, args: Arguments) -> NativeResult {
    let kind = integer(vm, args, 0)?;
    Ok(Value::fixnum(calls::identity(kind) as i64))
}

/// `process_saved_identity(group)`.
fn process_saved_identity(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::fixnum(calls::saved_identity(args.get(0).truthy()) as i64))
}

/// `process_set_identities(group, real, effective, saved)`; -1 leaves one as it is.
fn process_set_identities(vm: &mut Vm, args: Arguments) -> NativeResult {
    let mut numbers = [0; 3];
    for (index, number) in numbers.iter_mut().enumerate() {
        *number = integer(vm, args, index + 1)? as u32;
    }
    answer(calls::set_identities(args.get(0).truthy(), numbers).map(|()| 0))
}

/// `process_set_real_and_effective(group, real, effective)`.
fn process_set_real_and_effective(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (real, effective) = (integer(vm, args, 1)? as u32, integer(vm, args, 2)? as u32);
    answer(calls::set_real_and_effective(args.get(0).truthy(), real, effective).map(|()| 0))
}

/// `process_set_identity(group, number)`.
fn process_set_identity(vm: &mut Vm, args: Arguments) -> NativeResult {
    let number = integer(vm, args, 1)? as u32;
    answer(calls::set_identity(args.get(0).truthy(), number).map(|()| 0))
}

/// `process_find_identity(name, group)`: the number of a user or a group, or nil.
fn process_find_identity(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = bytes(vm, args, 0)?;
    Ok(calls::find_identity(name, args.get(1).truthy()).map_or(Value::NIL, |number| Value::fixnum(number as i64)))
}

fn process_groups(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let numbers: Vec<Value> = rutile_platform::files::groups().into_iter().map(|group| Value::fixnum(group as i64)).collect();
    Ok(vm.new_array(&numbers).value())
}

/// `process_set_groups(numbers)`.
fn process_set_groups(vm: &mut Vm, args: Arguments) -> NativeResult {
    let numbers = crate::arguments::array(vm, args, 0)?;
    let numbers: Vec<u32> = numbers.values().iter().map(|value| value.as_fixnum().unwrap_or(-1) as u32).collect();
    answer(calls::set_groups(&numbers).map(|()| 0))
}

/// `process_add_groups(user, group)`: the groups that a user is a member of, and one more.
fn process_add_groups(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (name, group) = (bytes(vm, args, 0)?, integer(vm, args, 1)? as u32);
    answer(calls::add_groups(name, group).map(|()| 0))
}

/// `process_session(process)`.
fn process_session(vm: &mut Vm, args: Arguments) -> NativeResult {
    let process = integer(vm, args, 0)? as i32;
    answer(calls::session_of(process).map(i64::from))
}

/// `process_priority(kind, number)`: how much it gives way, from -20 to 19, 100 added; an error is negative.
fn process_priority(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (kind, number) = (integer(vm, args, 0)?, integer(vm, args, 1)?);
    answer(calls::priority(kind as u32, number as u32).map(|priority| priority as i64 + 100))
}

/// `process_set_priority(kind, number, priority)`.
fn process_set_priority(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (kind, number, priority) = (integer(vm, args, 0)?, integer(vm, args, 1)?, integer(vm, args, 2)?);
    answer(calls::set_priority(kind as u32, number as u32, priority as i32).map(|()| 0))
}

/// `process_set_title(text)`: as much of it as there is room for.
fn process_set_title(vm: &mut Vm, args: Arguments) -> NativeResult {
    rutile_platform::title::set(bytes(vm, args, 0)?);
    Ok(Value::NIL)
}

pub const NATIVES: &[(&str, Native)] = &[
    ("process_identity", process_identity),
    ("process_saved_identity", process_saved_identity),
    ("process_set_identities", process_set_identities),
    ("process_set_real_and_effective", process_set_real_and_effective),
    ("process_set_identity", process_set_identity),
    ("process_find_identity", process_find_identity),
    ("process_groups", process_groups),
    ("process_set_groups", process_set_groups),
    ("process_add_groups", process_add_groups),
    ("process_session", process_session),
    ("process_priority", process_priority),
    ("process_set_priority", process_set_priority),
    ("process_set_title", process_set_title),
];
