//! `Thread::Backtrace::Location`: a call that was under way.
//!
//! An object keeps what its words are made of, the code, how far it had come and the method, and makes them when
//! it is asked: most who ask for their callers read one word of one of them. What C code shows has words only,
//! which the core's Ruby sets as variables.

use rutile_vm::exceptions::{Call, CallParts};
use rutile_vm::prelude::*;

/// All locations of a raw backtrace.
pub(super) fn location_objects(vm: &mut Vm, raw: Value) -> NativeResult {
    let calls = vm.calls(raw, usize::MAX);
    objects(vm, &calls, raw)
}

/// Locations in an Array, of calls of a raw backtrace.
pub(super) fn objects(vm: &mut Vm, calls: &[Call], raw: Value) -> NativeResult {
    let class = vm.get_variable(vm.program.helpers.value(), Symbol::LOCATION_CLASS);
    let Some(class) = ClassRef::from_module(class) else { return Err(vm.internal_error("no class of locations")) };
    let list = vm.array_with_capacity(calls.len());
    let Some(raw) = ArrayRef::from_value(raw) else { return Ok(list.value()) };
    for call in calls {
        let object = vm.new_object_with(
            class,
            &[
                (Symbol::CODE, raw.get(call.standing * 3)),
                (Symbol::COUNTER, raw.get(call.standing * 3 + 2)),
                (Symbol::OWN_METHOD, raw.get(call.at * 3 + 1)),
                (Symbol::OF_CORE, Value::boolean(call.at != call.standing)),
            ],
        );
        vm.array_push(list, object);
    }
    Ok(list.value())
}

/// What a location's words are made of; `None` for one that has words.
fn parts<'a>(vm: &Vm, location: Value) -> Option<CallParts<'a>> {
    Some(CallParts {
        code: Code::of_value(vm.get_variable(location, Symbol::CODE))?,
        counter: vm.get_variable(location, Symbol::COUNTER),
        method: MethodRef::from_value(vm.get_variable(location, Symbol::OWN_METHOD)),
        is_core: vm.get_variable(location, Symbol::OF_CORE).truthy(),
    })
}

/// A String that is the same one for all who have this text.
fn shared(vm: &mut Vm, text: &str) -> Value {
    let encoding = Encoding::UTF_8;
    let code = vm.text_hash(text.as_bytes(), encoding);
    vm.shared_text(text.as_bytes(), encoding, code).value()
}

/// `location_path(location)`
fn location_path(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(match parts(vm, args.get(0)) {
        Some(call) => shared(vm, call.code.file()),
        None => vm.get_variable(args.get(0), Symbol::PATH),
    })
}

/// `location_line(location)`
fn location_line(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(match parts(vm, args.get(0)) {
        Some(call) => Value::fixnum(call.line() as i64),
        None => vm.get_variable(args.get(0), Symbol::LINE),
    })
}

/// `location_label(location)`
fn location_label(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(call) = parts(vm, args.get(0)) else { return Ok(vm.get_variable(args.get(0), Symbol::LABEL)) };
    let (label, base_label) = vm.call_labels(&call);
    Ok(if label == base_label { shared(vm, &label) } else { vm.string(&label) })
}

/// `location_base_label(location)`
fn location_base_label(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(call) = parts(vm, args.get(0)) else { return Ok(vm.get_variable(args.get(0), Symbol::BASE_LABEL)) };
    let base_label = vm.call_labels(&call).1;
    Ok(shared(vm, &base_label))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("location_path", location_path),
    ("location_line", location_line),
    ("location_label", location_label),
    ("location_base_label", location_base_label),
];
