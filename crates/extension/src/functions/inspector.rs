//! The frames of the program: for debuggers, which want selves and bindings, and for profilers, which want names and lines.

use std::ffi::{c_int, c_long};

use rutile_vm::prelude::*;

use crate::define::{functions, plain_functions};
use crate::frames::{each_profiled, profiled_code};
use crate::machine::{self, context};
use crate::{memory, ruby};

/// Words of a frame that `extension_frames` gives.
mod part {
    pub const RECEIVER: usize = 0;
    pub const OWNER: usize = 1;
    pub const BINDING: usize = 2;
    pub const CODE: usize = 3;
}

/// Frames that the reference counts below the program's first.
const BENEATH: c_long = 1;

/// A part of a frame. What C code has for an inspector is the Array of them.
fn part(vm: &mut Vm, inspector: Value, index: c_long, part: usize) -> Result<Value, Exit> {
    let frames = inspector.as_array();
    let frame = frames.filter(|frames| (0..frames.len() as c_long).contains(&index)).and_then(|frames| frames.get(index as usize).as_array());
    match frame {
        Some(frame) => Ok(frame.get(part)),
        None => Err(vm.argument_error("no such frame".to_string())),
    }
}

/// The frames below the function that runs and its own, raw. One that has not asked for Ruby has no frame yet.
fn raw_frames(vm: &mut Vm) -> Value {
    let method = context().method;
    let has_frame = vm.registers.frame.method() == method;
    vm.raw_backtrace((!has_frame).then_some((Value::NIL, method)), 0)
}

/// Tells C code of the frames from one on, as many as it has room for; how many they are.
fn profile(vm: &mut Vm, raw: Value, start: c_int, most: c_int, frames: *mut Value, lines: *mut c_int) -> c_int {
    let (mut index, mut count) = (0, 0);
    each_profiled(vm, raw, &mut |frame, line| {
        if index >= start && count < most {
            memory::store(frames.wrapping_add(count as usize), frame);
            if !lines.is_null() {
                memory::store(lines.wrapping_add(count as usize), line as c_int);
            }
            count += 1;
        }
        index += 1;
    });
    count
}

fn text_or_nil(vm: &mut Vm, text: Option<String>) -> Value {
    text.map_or(Value::NIL, |text| vm.string(&text))
}

/// The name of a class or module as it is shown, or of what a singleton class belongs to.
fn owner_path(vm: &mut Vm, owner: ClassRef) -> String {
    if !owner.is_singleton() {
        return vm.class_name(owner);
    }
    let attached = owner.attached();
    match ClassRef::from_module(attached) {
        Some(class) => vm.class_name(class),
        None => {
            let shown = ruby::helper(vm, "plain_inspect", &[attached]);
            shown.as_string().map_or(String::new(), |shown| shown.text().into_owned())
        }
    }
}

/// Owner and name of a profiled frame's method.
fn named(frame: Value) -> Option<(ClassRef, Symbol)> {
    let method = MethodRef::from_value(frame)?;
    Some((method.owner_class()?.represented(), method.symbol()))
}

fn qualified_name(vm: &mut Vm, frame: Value) -> Option<String> {
    let (owner, name) = named(frame)?;
    let between = if owner.is_singleton() { '.' } else { '#' };
    let path = owner_path(vm, owner);
    Some(format!("{path}{between}{}", vm.symbol_text(name)))
}

/// The name of a frame's code: of a method, or of the text that belongs to none.
fn code_label(vm: &mut Vm, frame: Value) -> Option<String> {
    let code = profiled_code(vm, frame)?;
    match named(frame) {
        Some((_, name)) => Some(vm.symbol_text(name)),
        None => Some(vm.code_label(code)),
    }
}

plain_functions! {
    /// None where no machine can be asked: frames change at any moment there. A postponed job is told of them.
    fn rb_profile_frames(start: c_int, most: c_int, frames: *mut Value, lines: *mut c_int) -> c_int {
        // SAFETY: C code calls it, which was lent a machine.
        let Some(vm) = (unsafe { machine::reachable() }) else { return 0 };
        let raw = raw_frames(vm);
        profile(vm, raw, start, most, frames, lines)
    }
}

functions! {
    fn rb_debug_inspector_open(vm, function: usize, data: usize) -> Value {
        let words = ruby::words(vm, [function, data]);
        let result = ruby::helper_with_block(vm, "inspect_frames", &words);
        std::hint::black_box(data);
        Ok(result)
    }

    fn rb_debug_inspector_backtrace_locations(vm, inspector: Value) -> Value {
        Ok(ruby::helper(vm, "locations_of_frames", &[inspector]))
    }

    fn rb_debug_inspector_frame_self_get(vm, inspector: Value, index: c_long) -> Value {
        part(vm, inspector, index, part::RECEIVER)
    }

    fn rb_debug_inspector_frame_class_get(vm, inspector: Value, index: c_long) -> Value {
        part(vm, inspector, index, part::OWNER)
    }

    fn rb_debug_inspector_frame_binding_get(vm, inspector: Value, index: c_long) -> Value {
        part(vm, inspector, index, part::BINDING)
    }

    fn rb_debug_inspector_frame_iseq_get(vm, inspector: Value, index: c_long) -> Value {
        let code = part(vm, inspector, index, part::CODE)?;
        Ok(if code.is_nil() { code } else { ruby::helper(vm, "code_of_frame", &[code]) })
    }

    fn rb_debug_inspector_frame_depth(vm, inspector: Value, index: c_long) -> Value {
        part(vm, inspector, index, part::RECEIVER)?;
        let count = inspector.as_array().map_or(0, ArrayRef::len) as c_long;
        Ok(Value::fixnum(BENEATH + count - index))
    }

    fn rb_debug_inspector_current_depth(vm) -> Value {
        let raw = raw_frames(vm);
        Ok(Value::fixnum(BENEATH + vm.locations(raw).len() as i64))
    }

    fn rb_profile_thread_frames(vm, thread: Value, start: c_int, most: c_int, frames: *mut Value, lines: *mut c_int) -> c_int {
        let raw = ruby::helper(vm, "raw_frames_of_thread", &[thread]);
        Ok(profile(vm, raw, start, most, frames, lines))
    }

    fn rb_profile_frame_path(vm, frame: Value) -> Value {
        let path = profiled_code(vm, frame).map(|code| code.file().to_string());
        Ok(text_or_nil(vm, path))
    }

    fn rb_profile_frame_absolute_path(vm, frame: Value) -> Value {
        match profiled_code(vm, frame) {
            Some(code) => {
                let path = vm.string(code.file());
                Ok(ruby::helper(vm, "absolute_source", &[path]))
            }
            None => Ok(vm.string("<cfunc>")),
        }
    }

    fn rb_profile_frame_label(vm, frame: Value) -> Value {
        let label = code_label(vm, frame);
        Ok(text_or_nil(vm, label))
    }

    fn rb_profile_frame_base_label(vm, frame: Value) -> Value {
        let label = code_label(vm, frame);
        Ok(text_or_nil(vm, label))
    }

    fn rb_profile_frame_full_label(vm, frame: Value) -> Value {
        let label = match qualified_name(vm, frame) {
            Some(name) => Some(name),
            None => code_label(vm, frame),
        };
        Ok(text_or_nil(vm, label))
    }

    fn rb_profile_frame_first_lineno(vm, frame: Value) -> Value {
        Ok(profiled_code(vm, frame).map_or(Value::NIL, |code| Value::fixnum(code.line.into())))
    }

    fn rb_profile_frame_classpath(vm, frame: Value) -> Value {
        let path = named(frame).map(|(owner, _)| owner_path(vm, owner));
        Ok(text_or_nil(vm, path))
    }

    fn rb_profile_frame_singleton_method_p(vm, frame: Value) -> Value {
        Ok(Value::boolean(named(frame).is_some_and(|(owner, _)| owner.is_singleton())))
    }

    fn rb_profile_frame_method_name(vm, frame: Value) -> Value {
        let name = named(frame).map(|(_, name)| vm.symbol_text(name));
        Ok(text_or_nil(vm, name))
    }

    fn rb_profile_frame_qualified_method_name(vm, frame: Value) -> Value {
        let name = qualified_name(vm, frame);
        Ok(text_or_nil(vm, name))
    }
}
