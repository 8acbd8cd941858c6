//! TracePoints and event hooks of C code. Events of the program are those of `TracePoint`, and what C code asks of one is asked of that object; events of
//! collections are told by the machine itself (`collection_hooks`).

use std::ffi::c_int;

use rutile_vm::prelude::*;

use crate::collection_hooks::{self, CollectionHook};
use crate::define::{functions, plain_functions};
use crate::id::Id;
use crate::state::state;
use crate::{machine, ruby};

/// `RUBY_EVENT_TRACEPOINT_ALL`
const OF_PROGRAM: u32 = 0x0000_ffff;
/// `RUBY_INTERNAL_EVENT_OBJSPACE_MASK`
const OF_OBJECTS: u32 = 0x07f0_0000;

plain_functions! {
    fn rb_tracearg_from_tracepoint(point: Value) -> usize {
        if collection_hooks::told() != 0 { collection_hooks::argument() } else { point.word() as usize }
    }

    fn rb_tracearg_event_flag(argument: usize) -> u32 {
        if argument == collection_hooks::argument() { collection_hooks::told() } else { event_flag(argument) }
    }
}

fn trace_point(argument: usize) -> Value {
    // SAFETY: hooks are given a TracePoint, which lives while they run.
    unsafe { Value::from_foreign_word(argument as u64) }
}

/// The event that a TracePoint is told of, as the API numbers it.
fn event_flag(argument: usize) -> u32 {
    // SAFETY: C code calls it, which was lent a machine.
    let vm = unsafe { machine::machine() };
    ruby::helper(vm, "event_flag", &[trace_point(argument)]).as_fixnum().unwrap_or(0) as u32
}

/// Asks the TracePoint that an argument stands for.
fn ask(vm: &mut Vm, argument: usize, name: &str) -> Result<Value, Exit> {
    if argument == collection_hooks::argument() {
        return Err(vm.runtime_error("not supported by this event".to_string()));
    }
    Ok(ruby::call(vm, trace_point(argument), name, &[]))
}

fn add_hook(vm: &mut Vm, thread: Value, function: usize, events: u32, data: Value, takes_argument: bool) -> Result<(), Exit> {
    let [function] = ruby::words(vm, [function]);
    ruby::helper(vm, "add_event_hook", &[thread, function, Value::fixnum(events.into()), data, Value::boolean(takes_argument)]);
    Ok(())
}

/// How many were removed. Whatever thread and data they have, where none are named.
fn remove_hook(vm: &mut Vm, thread: Option<Value>, function: usize, data: Option<Value>) -> Result<c_int, Exit> {
    let [function] = ruby::words(vm, [function]);
    let [thread, data] = [thread, data].map(|wanted| match wanted {
        Some(value) => vm.new_array(&[value]).value(),
        None => Value::NIL,
    });
    Ok(ruby::helper(vm, "remove_event_hooks", &[thread, function, data]).as_fixnum().unwrap_or(0) as c_int)
}

/// Whether a hook takes the argument in place of its parts: `RUBY_EVENT_HOOK_FLAG_RAW_ARG`.
const TAKES_ARGUMENT: c_int = 4;

functions! {
    fn rb_tracepoint_new(vm, thread: Value, events: u32, function: usize, data: usize) -> Value {
        let of_collections = events & OF_OBJECTS;
        // With events of the program it can't be enabled at all.
        if of_collections & !collection_hooks::EVENTS != 0 && events & OF_PROGRAM == 0 {
            let message = "rb_tracepoint_new: allocated and freed objects are not told of".to_string();
            return Err(vm.raise(vm.classes.not_implemented, message));
        }
        let words = ruby::words(vm, [function, data]);
        let holder = super::data::hold(vm, data);
        let point = ruby::helper(vm, "new_tracepoint", &[thread, Value::fixnum(events.into()), words[0], words[1], holder]);
        std::hint::black_box(data);
        Ok(point)
    }

    fn rb_tracepoint_enable(vm, point: Value) -> Value {
        let words = ruby::helper(vm, "enable_tracepoint", &[point]);
        if let Some(words) = words.as_array() {
            let [events, function, data] = [0, 1, 2].map(|index| vm.low_bits(words.get(index)).unwrap_or(0));
            let hook = CollectionHook { point, events: events as u32, function: function as usize, data: data as usize };
            state(vm).collection_hooks.push(hook);
        }
        Ok(Value::UNDEFINED)
    }

    fn rb_tracepoint_disable(vm, point: Value) -> Value {
        state(vm).collection_hooks.retain(|hook| hook.point != point);
        ruby::helper(vm, "disable_tracepoint", &[point]);
        Ok(Value::UNDEFINED)
    }

    fn rb_tracepoint_enabled_p(vm, point: Value) -> Value {
        Ok(ruby::call(vm, point, "enabled?", &[]))
    }

    fn rb_tracearg_object(vm, _argument: usize) -> Value {
        Err(vm.runtime_error("not supported by this event".to_string()))
    }

    fn rb_add_event_hook(vm, function: usize, events: u32, data: Value) {
        add_hook(vm, Value::NIL, function, events, data, false)
    }

    fn rb_add_event_hook2(vm, function: usize, events: u32, data: Value, flags: c_int) {
        add_hook(vm, Value::NIL, function, events, data, flags & TAKES_ARGUMENT != 0)
    }

    fn rb_thread_add_event_hook(vm, thread: Value, function: usize, events: u32, data: Value) {
        add_hook(vm, thread, function, events, data, false)
    }

    fn rb_thread_add_event_hook2(vm, thread: Value, function: usize, events: u32, data: Value, flags: c_int) {
        add_hook(vm, thread, function, events, data, flags & TAKES_ARGUMENT != 0)
    }

    fn rb_remove_event_hook(vm, function: usize) -> c_int {
        remove_hook(vm, None, function, None)
    }

    fn rb_remove_event_hook_with_data(vm, function: usize, data: Value) -> c_int {
        remove_hook(vm, None, function, Some(data))
    }

    fn rb_thread_remove_event_hook(vm, thread: Value, function: usize) -> c_int {
        remove_hook(vm, Some(thread), function, None)
    }

    fn rb_thread_remove_event_hook_with_data(vm, thread: Value, function: usize, data: Value) -> c_int {
        remove_hook(vm, Some(thread), function, Some(data))
    }
}

/// The questions that C code may ask of the TracePoint that an argument stands for.
pub mod questions {
    use super::*;

    macro_rules! questions {
        ($($name:ident => $method:literal;)*) => {
            functions! {
                $(fn $name(vm, argument: usize) -> Value { ask(vm, argument, $method) })*
            }
        };
    }

    questions! {
        rb_tracearg_event => "event";
        rb_tracearg_lineno => "lineno";
        rb_tracearg_path => "path";
        rb_tracearg_method_id => "method_id";
        rb_tracearg_callee_id => "callee_id";
        rb_tracearg_defined_class => "defined_class";
        rb_tracearg_binding => "binding";
        rb_tracearg_self => "self";
        rb_tracearg_return_value => "return_value";
        rb_tracearg_raised_exception => "raised_exception";
    }
}

/// `extension_id(symbol)`: the number that C code has for a name.
fn extension_id(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::fixnum(args.get(0).as_symbol().map_or(0, |symbol| Id::of(symbol).0 as i64)))
}

pub const NATIVES: &[(&str, Native)] = &[("extension_id", extension_id)];
