//! Raising, backtraces as Ruby sees them, and `catch`.
//!
//! `@__backtrace` holds what the machine recorded, `@__trace` the lines once they
//! were asked for or set by a program. A program that sets lines of its own takes
//! the recorded ones away.

pub mod error_location;
pub mod locations;
pub mod raise;

use rutile_vm::exceptions::{Call, Location};
use rutile_vm::interpreter::NonLocalExitKind;
use rutile_vm::prelude::*;

use crate::arguments;
use locations::{location_objects, objects};

fn trace_name(vm: &mut Vm) -> Symbol {
    vm.intern(b"@ trace")
}

/// Raises an exception, recording where unless it has a backtrace. Declines where the program has a `backtrace` to be asked or a
/// `set_backtrace` to be told.
fn raise_exception(vm: &mut Vm, args: Arguments) -> NativeResult {
    raise(vm, args.get(0))
}

fn raise(vm: &mut Vm, exception: Value) -> NativeResult {
    vm.forget_raised();
    if !has_backtrace(vm, exception) {
        if has_backtrace_methods(vm, exception) {
            return Err(Exit::Fallback);
        }
        record(vm, exception);
    }
    Err(Exit::Raise(exception))
}

/// Raises an exception that was told its backtrace, or needs none.
fn raise_as_it_is(vm: &mut Vm, args: Arguments) -> NativeResult {
    vm.forget_raised();
    Err(Exit::Raise(args.get(0)))
}

fn record_backtrace(vm: &mut Vm, args: Arguments) -> NativeResult {
    record(vm, args.get(0));
    Ok(Value::NIL)
}

fn record(vm: &mut Vm, exception: Value) {
    vm.capture_backtrace(exception, None, 0);
    vm.registers.fresh_exception = Value::NIL;
}

fn has_backtrace(vm: &mut Vm, exception: Value) -> bool {
    let trace = trace_name(vm);
    !vm.get_variable(exception, trace).is_nil() || !vm.get_variable(exception, Symbol::BACKTRACE).is_nil()
}

fn has_backtrace_methods(vm: &mut Vm, exception: Value) -> bool {
    let class = vm.class_of(exception);
    let mut names = [Symbol::ASKED_BACKTRACE, Symbol::SET_BACKTRACE].into_iter();
    !vm.is_frozen(exception) && names.any(|name| vm.find_method(class, name).is_some_and(|method| !vm.is_core_method(method)))
}

fn lines(vm: &mut Vm, locations: &[Location]) -> Value {
    let list = vm.array_with_capacity(locations.len());
    for location in locations {
        let line = vm.string(&location.to_string());
        vm.array_push(list, line);
    }
    list.value()
}

fn exception_backtrace(vm: &mut Vm, args: Arguments) -> NativeResult {
    let exception = args.get(0);
    let trace = trace_name(vm);
    let known = vm.get_variable(exception, trace);
    if !known.is_nil() {
        return Ok(known);
    }
    let raw = vm.get_variable(exception, Symbol::BACKTRACE);
    if raw.is_nil() {
        return Ok(Value::NIL);
    }
    let locations = vm.locations(raw);
    let made = lines(vm, &locations);
    if !vm.is_frozen(exception) {
        vm.set_variable(exception, trace, made);
    }
    Ok(made)
}

/// The locations of an exception's backtrace, nil where a program set plain lines.
fn exception_locations(vm: &mut Vm, args: Arguments) -> NativeResult {
    let exception = args.get(0);
    let set = vm.get_variable(exception, Symbol::LOCATIONS);
    if !set.is_nil() {
        return Ok(set);
    }
    let raw = vm.get_variable(exception, Symbol::BACKTRACE);
    if raw.is_nil() {
        return Ok(Value::NIL);
    }
    location_objects(vm, raw)
}

/// `set_backtrace(exception, lines, locations)`
fn set_backtrace(vm: &mut Vm, args: Arguments) -> NativeResult {
    let exception = args.get(0);
    let trace = trace_name(vm);
    vm.set_variable(exception, trace, args.get(1));
    vm.set_variable(exception, Symbol::LOCATIONS, args.get(2));
    vm.set_variable(exception, Symbol::BACKTRACE, Value::NIL);
    Ok(Value::NIL)
}

/// The calls under way from the program's call of the number `start` on, its running frame the first, `length` of them or all.
fn calls_from(vm: &mut Vm, start: usize, length: Option<usize>) -> Option<(Vec<Call>, Value)> {
    let most = length.map_or(usize::MAX, |length| start.saturating_add(length));
    let raw = vm.nearest_program_frames(most);
    let mut calls = vm.calls(raw, most);
    calls.truncate(most);
    (start <= calls.len()).then(|| {
        calls.drain(..start);
        (calls, raw)
    })
}

/// `call_locations(start, length)`; nil where there are not so many calls.
fn call_locations(vm: &mut Vm, args: Arguments) -> NativeResult {
    let start = arguments::position(vm, args, 0)?;
    let length = args.get(1).as_fixnum().and_then(|length| usize::try_from(length).ok());
    match calls_from(vm, start, length) {
        Some((asked, raw)) => objects(vm, &asked, raw),
        None => Ok(Value::NIL),
    }
}

/// The start and the length of `caller` and `caller_locations`, where they are plain.
fn asked_calls(vm: &mut Vm, args: Arguments) -> Result<Option<(Vec<Call>, Value)>, Exit> {
    if args.count() > 2 {
        return Err(Exit::Fallback);
    }
    let number = |index: usize| args.get(index).as_fixnum().and_then(|number| usize::try_from(number).ok()).ok_or(Exit::Fallback);
    let start = if args.count() > 0 { number(0)? } else { 1 };
    let length = if args.count() > 1 && !args.get(1).is_nil() { Some(number(1)?) } else { None };
    match length {
        // Of no calls at all it does not matter where they would begin.
        Some(0) => Ok(Some((Vec::new(), Value::NIL))),
        _ => Ok(calls_from(vm, start, length)),
    }
}

fn kernel_caller(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some((calls, raw)) = asked_calls(vm, args)? else { return Ok(Value::NIL) };
    let locations: Vec<Location> = calls.into_iter().filter_map(|call| vm.location(raw, call)).collect();
    Ok(lines(vm, &locations))
}

fn kernel_caller_locations(vm: &mut Vm, args: Arguments) -> NativeResult {
    match asked_calls(vm, args)? {
        Some((calls, raw)) => objects(vm, &calls, raw),
        None => Ok(Value::NIL),
    }
}

/// The locations of a raw backtrace.
fn backtrace_locations(vm: &mut Vm, args: Arguments) -> NativeResult {
    location_objects(vm, args.get(0))
}

/// `path:line` of the program's call `level` levels up, or nil.
fn caller_position(vm: &mut Vm, args: Arguments) -> NativeResult {
    let level = arguments::position(vm, args, 0)?;
    if level == 0 {
        return Ok(match vm.program_position() {
            Some((path, line)) => vm.string(&format!("{path}:{line}")),
            None => Value::NIL,
        });
    }
    let raw = vm.nearest_program_frames(level + 1);
    let call = vm.calls(raw, level + 1).get(level).copied();
    Ok(match call.and_then(|call| vm.location(raw, call)) {
        Some(location) => vm.string(&format!("{}:{}", location.path, location.line)),
        None => Value::NIL,
    })
}

fn set_error_info(vm: &mut Vm, args: Arguments) -> NativeResult {
    let fiber = vm.registers.fiber;
    fiber.set_error_info(vm, args.get(0));
    Ok(Value::NIL)
}

// --- catch and throw ---
//
// The fiber keeps a stack of (tag, frame offset) pairs. `throw` leaves the frame of
// the `catch` it finds as a `return` out of a block would: ensure clauses on the way
// run, and nothing else of the machine has to know of tags.

fn catch_stack(vm: &mut Vm) -> ArrayRef {
    let fiber = vm.registers.fiber;
    match ArrayRef::from_value(fiber.catch_tags()) {
        Some(stack) => stack,
        None => {
            let stack = vm.array_with_capacity(6);
            fiber.set_catch_tags(vm, stack.value());
            stack
        }
    }
}

fn begin_catch(vm: &mut Vm, args: Arguments) -> NativeResult {
    let own = Value::fixnum(frame_offset(vm));
    push(vm, args.get(0), own)
}

fn end_catch(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let own = Value::fixnum(frame_offset(vm));
    pop(vm, own)
}

fn frame_offset(vm: &Vm) -> i64 {
    vm.offset_of(vm.registers.frame) as i64
}

fn push(vm: &mut Vm, tag: Value, own: Value) -> NativeResult {
    let stack = catch_stack(vm);
    vm.array_push(stack, tag);
    vm.array_push(stack, own);
    Ok(Value::NIL)
}

/// Takes this frame's own entry off, and whatever stands above it, which exits left behind.
fn pop(vm: &mut Vm, own: Value) -> NativeResult {
    let stack = catch_stack(vm);
    while stack.len() >= 2 {
        let is_own = stack.get(stack.len() - 1) == own;
        vm.array_resize(stack, stack.len() - 2);
        if is_own {
            break;
        }
    }
    Ok(Value::NIL)
}

/// Leaves the innermost `catch` with this tag; answers nil where there is none.
fn throw_to(vm: &mut Vm, args: Arguments) -> NativeResult {
    let own = entries(vm).rev().find(|[tag, own]| *tag == args.get(0) && !is_walk(*own));
    match own {
        Some([_, own]) => Err(vm.new_exit(NonLocalExitKind::Return, own, args.get(1))),
        None => Ok(Value::NIL),
    }
}

fn entries(vm: &mut Vm) -> impl DoubleEndedIterator<Item = [Value; 2]> + Clone + use<> {
    let stack = catch_stack(vm);
    (0..stack.len() / 2).map(move |place| [stack.get(2 * place), stack.get(2 * place + 1)])
}

// Frames that ask objects for their `hash` are there too, the object in the place of the tag and the complement of the frame's
// offset beside it: what comes back to an object leaves the outermost of these frames, with 0.

fn is_walk(own: Value) -> bool {
    own.as_fixnum().is_some_and(|offset| offset < 0)
}

fn begin_hash_walk(vm: &mut Vm, args: Arguments) -> NativeResult {
    let object = args.get(0);
    let mut walks = entries(vm).filter(|[_, own]| is_walk(*own));
    let comes_back = walks.clone().any(|[walked, _]| walked == object);
    if let Some([_, outermost]) = walks.next().filter(|_| comes_back) {
        let offset = Value::fixnum(!outermost.as_fixnum().unwrap_or_default());
        return Err(vm.new_exit(NonLocalExitKind::Return, offset, Value::fixnum(0)));
    }
    let own = Value::fixnum(!frame_offset(vm));
    push(vm, object, own)
}

fn end_hash_walk(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let own = Value::fixnum(!frame_offset(vm));
    pop(vm, own)
}

// --- ends ---

fn at_exit_push(vm: &mut Vm, args: Arguments) -> NativeResult {
    let list = match ArrayRef::from_value(vm.program.at_exit) {
        Some(list) => list,
        None => {
            let list = vm.array_with_capacity(3);
            vm.program.at_exit = list.value();
            list
        }
    };
    vm.array_push(list, args.get(0));
    Ok(args.get(0))
}

fn at_exit_pop(vm: &mut Vm, _args: Arguments) -> NativeResult {
    match ArrayRef::from_value(vm.program.at_exit) {
        Some(list) => Ok(vm.array_pop(list).unwrap_or(Value::NIL)),
        None => Ok(Value::NIL),
    }
}

/// Ends the process at once: no handlers, no buffers written.
fn exit_now(vm: &mut Vm, args: Arguments) -> NativeResult {
    let status = arguments::integer(vm, args, 0)?;
    std::process::exit(status as i32)
}

pub const NATIVES: &[(&str, Native)] = &[
    ("raise_exception", raise_exception),
    ("raise_as_it_is", raise_as_it_is),
    ("record_backtrace", record_backtrace),
    ("exception_backtrace", exception_backtrace),
    ("exception_locations", exception_locations),
    ("set_backtrace", set_backtrace),
    ("backtrace_locations", backtrace_locations),
    ("call_locations", call_locations),
    ("kernel_caller", kernel_caller),
    ("kernel_caller_locations", kernel_caller_locations),
    ("caller_position", caller_position),
    ("set_error_info", set_error_info),
    ("begin_catch", begin_catch),
    ("end_catch", end_catch),
    ("begin_hash_walk", begin_hash_walk),
    ("end_hash_walk", end_hash_walk),
    ("throw_to", throw_to),
    ("at_exit_push", at_exit_push),
    ("at_exit_pop", at_exit_pop),
    ("exit_now", exit_now),
];
