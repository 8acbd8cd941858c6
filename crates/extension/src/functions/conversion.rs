//! Conversions that ask an object for another.

use std::ffi::{c_char, c_int};

use rutile_vm::prelude::*;

use crate::define::functions;
use crate::{memory, ruby};

functions! {
    fn rb_convert_type(vm, value: Value, wanted: c_int, name: *const c_char, method: *const c_char) -> Value {
        if super::object::type_of(vm, value) == wanted {
            return Ok(value);
        }
        let (name, method) = (vm.new_string(memory::text(name), Encoding::UTF_8).value(), Value::symbol(vm.intern(memory::text(method))));
        Ok(ruby::helper(vm, "convert", &[value, name, method, Value::fixnum(wanted.into())]))
    }

    fn rb_check_convert_type(vm, value: Value, wanted: c_int, name: *const c_char, method: *const c_char) -> Value {
        if super::object::type_of(vm, value) == wanted {
            return Ok(value);
        }
        let (name, method) = (vm.new_string(memory::text(name), Encoding::UTF_8).value(), Value::symbol(vm.intern(memory::text(method))));
        Ok(ruby::helper(vm, "convert_or_nil", &[value, name, method]))
    }

    fn rb_Integer(vm, value: Value) -> Value {
        Ok(ruby::helper(vm, "to_integer_strictly", &[value]))
    }

    fn rb_Float(vm, value: Value) -> Value {
        Ok(ruby::helper(vm, "to_float", &[value]))
    }

    fn rb_to_float(vm, value: Value) -> Value {
        if value.is_float() {
            return Ok(value);
        }
        Ok(ruby::helper(vm, "numeric_to_float", &[value]))
    }

    fn rb_check_to_float(vm, value: Value) -> Value {
        if value.is_float() {
            return Ok(value);
        }
        Ok(ruby::helper(vm, "float_or_nil", &[value]))
    }

    fn rb_String(vm, value: Value) -> Value {
        Ok(ruby::helper(vm, "to_string_strictly", &[value]))
    }

    fn rb_Array(vm, value: Value) -> Value {
        Ok(ruby::helper(vm, "to_array", &[value]))
    }

    fn rb_Hash(vm, value: Value) -> Value {
        Ok(ruby::helper(vm, "to_hash", &[value]))
    }

    fn rb_to_int(vm, value: Value) -> Value {
        Ok(super::number::to_integer(vm, value))
    }

    fn rb_check_to_int(vm, value: Value) -> Value {
        if super::number::is_integer(value) {
            return Ok(value);
        }
        let method = Value::symbol(vm.intern(b"to_int"));
        Ok(ruby::helper(vm, "integer_or_nil", &[value, method]))
    }

    fn rb_check_to_integer(vm, value: Value, method: *const c_char) -> Value {
        if super::number::is_integer(value) {
            return Ok(value);
        }
        let method = Value::symbol(vm.intern(memory::text(method)));
        Ok(ruby::helper(vm, "integer_or_nil", &[value, method]))
    }

    fn rb_any_to_s(vm, value: Value) -> Value {
        let text = vm.any_to_s(value);
        Ok(vm.string(&text))
    }
}
