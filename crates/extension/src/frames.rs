//! The frames of the program as C code asks for them: those that a backtrace shows.
//!
//! | primitive | does |
//! |---|---|
//! | `extension_frames(nearest)` | of each frame, the innermost first: self, owner of its method, binding, code and place; where `nearest` is true, down to the first of the program's own |

use rutile_bytecode::FunctionFlags;
use rutile_core::module::parameters;
use rutile_vm::code::stack::FrameRef;
use rutile_vm::prelude::*;

/// Words of one frame in a raw backtrace: code, method and instruction.
const RAW_WORDS: usize = 3;

/// The method that a frame's code belongs to; none in the text of a file or class.
pub fn method_of(method: Value, code: Value) -> Option<MethodRef> {
    let method = MethodRef::from_value(method).filter(|method| method.kind() != MethodKind::Frame)?;
    let mut home = Code::of_value(code);
    while let Some(current) = home.filter(|code| code.is_block()) {
        home = Code::of_value(current.parent.get());
    }
    home.is_none_or(|home| home.kind == rutile_bytecode::FunctionKind::Method).then_some(method)
}

/// Where the frames of a raw backtrace stand on the stack, by their places in it; None for a method that is shown and has no frame.
fn offsets(vm: &Vm, raw: ArrayRef) -> Vec<Option<usize>> {
    let mut below = Some(vm.registers.frame);
    let codes = (0..raw.len()).step_by(RAW_WORDS).map(|at| raw.get(at));
    codes.map(|code| if code.is_nil() { None } else { next_offset(vm, &mut below, code) }).collect()
}

/// The place of the next frame that runs a code: one that has not begun is not in the backtrace.
fn next_offset(vm: &Vm, below: &mut Option<FrameRef>, code: Value) -> Option<usize> {
    while let Some(frame) = *below {
        *below = frame.caller();
        if frame.code_value() == code {
            return Some(vm.offset_of(frame));
        }
    }
    None
}

fn extension_frames(vm: &mut Vm, args: Arguments) -> NativeResult {
    let raw = vm.raw_backtrace(None, 0);
    let Some(raw) = ArrayRef::from_value(raw) else { return Ok(Value::NIL) };
    let (locations, offsets) = (vm.locations(raw.value()), offsets(vm, raw));
    let list = vm.array_with_capacity(locations.len());
    for location in locations {
        let at = location.at * RAW_WORDS;
        let (code, method) = (raw.get(at), raw.get(at + 1));
        let offset = offsets.get(location.at).copied().flatten();
        let is_program = Code::of_value(code).is_some_and(|code| !code.has(FunctionFlags::CORE));
        let receiver = offset.map_or(Value::NIL, |offset| vm.frame_at(offset).receiver());
        let owner = method_of(method, code).and_then(MethodRef::owner_class).map_or(Value::NIL, |owner| owner.represented().value());
        let binding = match offset {
            Some(offset) if is_program => {
                let frame = vm.frame_at(offset);
                vm.new_binding(frame).value()
            }
            _ => Value::NIL,
        };
        let code = if is_program { code } else { Value::NIL };
        let [path, label, base] = [&location.path, &location.label, &location.base_label].map(|text| vm.string(text));
        let place = vm.new_array(&[path, Value::fixnum(location.line.into()), label, base]).value();
        let entry = vm.new_array(&[receiver, owner, binding, code, place]).value();
        vm.array_push(list, entry);
        if is_program && args.get(0).truthy() {
            break;
        }
    }
    Ok(list.value())
}

/// Visits the frames that C code is shown, and their lines, from the innermost on: a method, or code that belongs to none. 0 is the line of what has none.
pub fn each_profiled(vm: &mut Vm, raw: Value, visit: &mut dyn FnMut(Value, u32)) {
    let Some(frames) = ArrayRef::from_value(raw) else { return };
    for location in vm.locations(raw) {
        let (code, method) = (frames.get(location.at * RAW_WORDS), frames.get(location.at * RAW_WORDS + 1));
        let is_program = Code::of_value(code).is_some_and(|code| !code.has(FunctionFlags::CORE));
        let frame = method_of(method, code).map_or(code, MethodRef::value);
        visit(frame, if is_program { location.line } else { 0 });
    }
}

/// The program's code that a profiled frame runs; none for what the machine or an extension does.
pub fn profiled_code(vm: &mut Vm, frame: Value) -> Option<&'static Code> {
    let code = match MethodRef::from_value(frame) {
        Some(method) => parameters::code_of_method(vm, method),
        None => Code::of_value(frame),
    };
    code.filter(|code| !code.has(FunctionFlags::CORE))
}

pub const NATIVES: &[(&str, Native)] = &[("extension_frames", extension_frames)];
