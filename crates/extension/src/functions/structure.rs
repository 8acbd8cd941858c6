//! Structs and ranges.

use std::ffi::{c_char, c_int, c_long};

use rutile_vm::prelude::*;

use crate::define::functions;
use crate::id::Id;
use crate::{memory, ruby};

functions! {
    /// The forms of `rb_struct_define` without their list of any length, an Array of Symbols instead.
    fn rutile_struct_define(vm, outer: Value, name: *const c_char, superclass: Value, members: Value, allocator: usize) -> Value {
        let _ = allocator;
        let name = if name.is_null() { Value::NIL } else { Value::symbol(vm.intern(memory::text(name))) };
        Ok(super::class::kept(vm, "define_struct", &[outer, name, superclass, members]))
    }

    fn rutile_data_define(vm, superclass: Value, members: Value) -> Value {
        Ok(super::class::kept(vm, "define_data", &[superclass, members]))
    }

    fn rutile_struct_size_of(vm, class: Value) -> c_int {
        let members = ruby::call(vm, class, "members", &[]);
        Ok(members.as_array().map_or(0, |members| members.len() as c_int))
    }

    fn rb_struct_alloc(vm, class: Value, values: Value) -> Value {
        Ok(ruby::helper(vm, "new_struct", &[class, values]))
    }

    fn rb_struct_alloc_noinit(vm, class: Value) -> Value {
        Ok(ruby::call(vm, class, "allocate", &[]))
    }

    fn rb_struct_initialize(vm, object: Value, values: Value) -> Value {
        Ok(ruby::helper(vm, "initialize_struct", &[object, values]))
    }

    fn rb_struct_aref(vm, object: Value, index: Value) -> Value {
        Ok(ruby::helper(vm, "struct_member", &[object, index]))
    }

    fn rb_struct_aset(vm, object: Value, index: Value, value: Value) -> Value {
        Ok(ruby::call(vm, object, "[]=", &[index, value]))
    }

    fn rutile_struct_get(vm, object: Value, index: c_int) -> Value {
        Ok(ruby::helper(vm, "struct_member", &[object, Value::fixnum(index.into())]))
    }

    fn rutile_struct_set(vm, object: Value, index: c_int, value: Value) -> Value {
        Ok(ruby::call(vm, object, "[]=", &[Value::fixnum(index.into()), value]))
    }

    fn rutile_struct_length(vm, object: Value) -> c_long {
        Ok(ruby::helper(vm, "struct_size", &[object]).as_fixnum().unwrap_or(0) as c_long)
    }

    fn rb_struct_getmember(vm, object: Value, name: Id) -> Value {
        let name = Value::symbol(name.symbol());
        Ok(ruby::helper(vm, "struct_member_named", &[object, name]))
    }

    fn rb_struct_members(vm, object: Value) -> Value {
        Ok(ruby::call(vm, object, "members", &[]))
    }

    fn rb_struct_s_members(vm, class: Value) -> Value {
        Ok(ruby::call(vm, class, "members", &[]))
    }

    fn rb_struct_size(vm, object: Value) -> Value {
        Ok(ruby::helper(vm, "struct_size", &[object]))
    }

    fn rb_range_new(vm, first: Value, last: Value, excludes: c_int) -> Value {
        let range = vm.classes.range.value();
        Ok(ruby::call(vm, range, "new", &[first, last, Value::boolean(excludes != 0)]))
    }

    fn rb_range_values(vm, range: Value, first: *mut Value, last: *mut Value, excludes: *mut c_int) -> c_int {
        let Some(parts) = ruby::helper(vm, "range_parts", &[range]).as_array() else { return Ok(0) };
        memory::store(first, parts.get(0));
        memory::store(last, parts.get(1));
        memory::store(excludes, parts.get(2).truthy().into());
        Ok(1)
    }

    /// False where it is no range, nil where it lies outside of the length; `mode` 1 raises there, and 2 too.
    fn rb_range_beg_len(vm, range: Value, start: *mut c_long, count: *mut c_long, length: c_long, mode: c_int) -> Value {
        let answer = ruby::helper(vm, "range_within", &[range, Value::fixnum(length), Value::fixnum(mode.into())]);
        let Some(parts) = answer.as_array() else { return Ok(answer) };
        memory::store(start, parts.get(0).as_fixnum().unwrap_or(0));
        memory::store(count, parts.get(1).as_fixnum().unwrap_or(0));
        Ok(Value::TRUE)
    }

    /// As `rb_range_beg_len`, for what steps: false, nil, or true and the three numbers.
    fn rb_arithmetic_sequence_beg_len_step(
        vm, value: Value, start: *mut c_long, count: *mut c_long, step: *mut c_long, length: c_long, mode: c_int,
    ) -> Value {
        let answer = ruby::helper(vm, "sequence_within", &[value, Value::fixnum(length), Value::fixnum(mode.into())]);
        let Some(parts) = answer.as_array() else { return Ok(answer) };
        memory::store(step, parts.get(0).as_fixnum().unwrap_or(0));
        let Some(within) = parts.get(1).as_array() else { return Ok(parts.get(1)) };
        memory::store(start, within.get(0).as_fixnum().unwrap_or(0));
        memory::store(count, within.get(1).as_fixnum().unwrap_or(0));
        Ok(Value::TRUE)
    }

    fn rb_arithmetic_sequence_extract(vm, value: Value, place: *mut [Value; 4]) -> c_int {
        let Some(parts) = ruby::helper(vm, "sequence_parts", &[value]).as_array() else { return Ok(0) };
        // SAFETY: the fourth word is a C integer.
        let is_exclusive = unsafe { Value::from_foreign_word(parts.get(3).truthy().into()) };
        memory::store(place, [parts.get(0), parts.get(1), parts.get(2), is_exclusive]);
        Ok(1)
    }
}
