//! Numbers that are read from texts.

use std::ffi::{c_char, c_int};

use rutile_vm::prelude::*;

use crate::define::functions;
use crate::{memory, ruby};

fn integer(vm: &mut Vm, text: Value, base: c_int, is_strict: bool) -> Value {
    ruby::helper(vm, "text_to_integer", &[text, Value::fixnum(base.into()), Value::boolean(is_strict)])
}

fn float(vm: &mut Vm, text: Value, is_strict: bool) -> f64 {
    let float = if is_strict { ruby::helper(vm, "to_float", &[text]) } else { ruby::call(vm, text, "to_f", &[]) };
    float.as_float().unwrap_or(0.0)
}

fn text_of(vm: &mut Vm, start: *const c_char) -> Value {
    vm.new_string(memory::text(start), Encoding::UTF_8).value()
}

functions! {
    fn rb_str_to_inum(vm, text: Value, base: c_int, strict: c_int) -> Value {
        Ok(integer(vm, text, base, strict != 0))
    }

    fn rb_str2inum(vm, text: Value, base: c_int) -> Value {
        Ok(integer(vm, text, base, base == 0))
    }

    fn rb_cstr_to_inum(vm, start: *const c_char, base: c_int, strict: c_int) -> Value {
        let text = text_of(vm, start);
        Ok(integer(vm, text, base, strict != 0))
    }

    fn rb_cstr2inum(vm, start: *const c_char, base: c_int) -> Value {
        let text = text_of(vm, start);
        Ok(integer(vm, text, base, base == 0))
    }

    fn rb_str_to_dbl(vm, text: Value, strict: c_int) -> f64 {
        Ok(float(vm, text, strict != 0))
    }

    fn rb_cstr_to_dbl(vm, start: *const c_char, strict: c_int) -> f64 {
        let text = text_of(vm, start);
        Ok(float(vm, text, strict != 0))
    }
}
