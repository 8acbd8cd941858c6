//! The questions that a `TracePoint`'s hook asks of its place.

use rutile_bytecode::FunctionFlags;
use rutile_vm::prelude::*;

use crate::module::binding::called_name;
use crate::module::parameters;

/// `trace_end(failed)`
fn trace_end(vm: &mut Vm, args: Arguments) -> NativeResult {
    vm.end_trace(args.get(0).truthy());
    Ok(Value::NIL)
}

/// `set_inside_trace(inside)`: answers how it was.
fn set_inside_trace(vm: &mut Vm, args: Arguments) -> NativeResult {
    let before = vm.set_inside_trace(args.get(0).truthy());
    Ok(Value::boolean(before))
}

/// The value to be given to `end_reentry`; nil outside of a hook.
fn allow_reentry(vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(vm.allow_reentry())
}

fn end_reentry(vm: &mut Vm, args: Arguments) -> NativeResult {
    vm.end_reentry(args.get(0));
    Ok(Value::NIL)
}

/// `raise_again(exception_or_exit)`: unwinding goes on.
fn raise_again(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Err(Exit::Raise(args.get(0)))
}

fn trace_binding(vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(match vm.traced_frame() {
        Some(frame) => vm.new_binding(frame).value(),
        None => Value::NIL,
    })
}

fn trace_parameters(vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(match vm.traced_frame() {
        Some(frame) => {
            let code = frame.code();
            parameters::list(vm, code, code.kind != rutile_bytecode::FunctionKind::Block)
        }
        None => Value::NIL,
    })
}

/// `trace_callee()`: what the method of the frame that a hook is told of was called by.
fn trace_callee(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let Some(frame) = vm.traced_frame() else { return Ok(Value::NIL) };
    Ok(MethodRef::from_value(frame.method()).map_or(Value::NIL, |method| called_name(vm, method, frame.receiver())))
}

/// The code of a Method, UnboundMethod or Proc of the program, or code itself.
pub fn target_code(vm: &mut Vm, target: Value) -> Option<Value> {
    let code = code_of_target(vm, target)?;
    (!code.has(FunctionFlags::CORE)).then(|| code.cell.get())
}

fn code_of_target(vm: &mut Vm, target: Value) -> Option<&'static Code> {
    if let Some(code) = Code::of_value(target) {
        return Some(code);
    }
    if let Some(closure) = ProcRef::from_value(target) {
        return Code::of_value(closure.code());
    }
    let method = MethodObjectRef::from_value(target).and_then(|object| MethodRef::from_value(object.method()))?;
    parameters::code_of_method(vm, method)
}

fn trace_has_code(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(target_code(vm, args.get(0)).is_some()))
}

/// `trace_is_within(target)`: whether the place told of stands in the target's text.
fn trace_is_within(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(target) = target_code(vm, args.get(0)) else { return Ok(Value::FALSE) };
    let mut code = vm.traced_frame().map(|frame| frame.code());
    while let Some(current) = code {
        if current.cell.get() == target {
            return Ok(Value::TRUE);
        }
        code = Code::of_value(current.parent.get());
    }
    Ok(Value::FALSE)
}

pub const NATIVES: &[(&str, Native)] = &[
    ("trace_end", trace_end),
    ("set_inside_trace", set_inside_trace),
    ("allow_reentry", allow_reentry),
    ("end_reentry", end_reentry),
    ("raise_again", raise_again),
    ("trace_binding", trace_binding),
    ("trace_parameters", trace_parameters),
    ("trace_callee", trace_callee),
    ("trace_has_code", trace_has_code),
    ("trace_is_within", trace_is_within),
];
