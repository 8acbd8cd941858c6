//! Arrays.

use std::ffi::{c_int, c_long};

use rutile_vm::prelude::*;

use crate::define::{functions, methods};
use crate::memory;
use crate::ruby;

fn array(vm: &mut Vm, value: Value) -> Result<ArrayRef, Exit> {
    match value.as_array() {
        Some(array) => Ok(array),
        None => {
            let given = super::object::described(vm, value);
            Err(vm.type_error(format!("wrong argument type {given} (expected Array)")))
        }
    }
}

fn writable(vm: &mut Vm, value: Value) -> Result<ArrayRef, Exit> {
    vm.check_frozen(value)?;
    array(vm, value)
}

/// Where the elements stand, each a word of its own.
fn elements(vm: &mut Vm, value: Value) -> Result<*mut Value, Exit> {
    let array = array(vm, value)?;
    if array.is_narrow() {
        vm.array_reserve(array, array.len().max(1));
    }
    Ok(array.values().as_ptr().cast_mut())
}

functions! {
    fn rb_ary_rotate(vm, array: Value, count: c_long) -> Value {
        Ok(ruby::call_own(vm, vm.classes.array, array, "rotate!", &[Value::fixnum(count)]))
    }

    fn rb_ary_to_ary(vm, value: Value) -> Value {
        Ok(ruby::helper(vm, "array_of", &[value]))
    }

    fn rutile_array_length(vm, value: Value) -> c_long {
        Ok(array(vm, value)?.len() as c_long)
    }

    fn rutile_array_pointer(vm, value: Value) -> *const Value {
        elements(vm, value).map(|elements| elements.cast_const())
    }

    /// What is stored through it is told to the collector when the next one begins: see `State::written`.
    fn rutile_array_writable_pointer(vm, value: Value) -> *mut Value {
        let own = array(vm, value)?;
        vm.array_own(own);
        let place = elements(vm, value)?;
        crate::state::state(vm).note_written(value);
        Ok(place)
    }

    fn rutile_array_at(vm, value: Value, index: c_long) -> Value {
        Ok(array(vm, value)?.get(index as usize))
    }

    fn rutile_array_set(vm, value: Value, index: c_long, element: Value) {
        let array = array(vm, value)?;
        vm.array_set(array, index as usize, element);
        Ok(())
    }

    fn rb_ary_new(vm) -> Value {
        Ok(vm.array_with_capacity(0).value())
    }

    fn rb_ary_new_capa(vm, capacity: c_long) -> Value {
        if capacity < 0 {
            return Err(vm.argument_error("negative array size (or size too big)".to_string()));
        }
        vm.check_allocation(capacity as usize * 8)?;
        Ok(vm.array_with_capacity(capacity as usize).value())
    }

    fn rb_ary_new_from_values(vm, count: c_long, first: *const Value) -> Value {
        if first.is_null() {
            return Ok(vm.array_with_capacity(count.max(0) as usize).value());
        }
        Ok(vm.new_array(memory::values(first, count as c_int)).value())
    }

    fn rb_ary_hidden_new(vm, capacity: c_long) -> Value {
        Ok(vm.array_with_capacity(capacity.max(0) as usize).value())
    }

    fn rb_assoc_new(vm, first: Value, second: Value) -> Value {
        Ok(vm.new_array(&[first, second]).value())
    }

    fn rb_ary_push(vm, value: Value, element: Value) -> Value {
        let array = writable(vm, value)?;
        vm.array_push(array, element);
        Ok(value)
    }

    fn rb_ary_cat(vm, value: Value, first: *const Value, count: c_long) -> Value {
        let array = writable(vm, value)?;
        vm.array_concat(array, memory::values(first, count as c_int));
        Ok(value)
    }

    fn rb_ary_pop(vm, value: Value) -> Value {
        let array = writable(vm, value)?;
        Ok(vm.array_pop(array).unwrap_or(Value::NIL))
    }

    fn rb_ary_shift(vm, value: Value) -> Value {
        let array = writable(vm, value)?;
        Ok(vm.array_shift(array).unwrap_or(Value::NIL))
    }

    fn rb_ary_unshift(vm, value: Value, element: Value) -> Value {
        let array = writable(vm, value)?;
        vm.array_splice(array, 0, 0, &[element]);
        Ok(value)
    }

    fn rb_ary_entry(vm, value: Value, index: c_long) -> Value {
        let array = array(vm, value)?;
        let index = if index < 0 { index + array.len() as c_long } else { index };
        Ok(if index < 0 { Value::NIL } else { array.get(index as usize) })
    }

    fn rb_ary_store(vm, value: Value, index: c_long, element: Value) {
        let array = writable(vm, value)?;
        let length = array.len() as c_long;
        let place = if index < 0 { index + length } else { index };
        if place < 0 {
            return Err(vm.index_error(format!("index {index} too small for array; minimum: -{length}")));
        }
        vm.check_allocation(place as usize * 8)?;
        vm.array_set(array, place as usize, element);
        Ok(())
    }

    fn rb_ary_clear(vm, value: Value) -> Value {
        let array = writable(vm, value)?;
        vm.array_resize(array, 0);
        Ok(value)
    }

    fn rb_ary_resize(vm, value: Value, length: c_long) -> Value {
        let array = writable(vm, value)?;
        vm.check_allocation(length.max(0) as usize * 8)?;
        vm.array_resize(array, length.max(0) as usize);
        Ok(value)
    }

    fn rb_ary_dup(vm, value: Value) -> Value {
        let array = array(vm, value)?;
        Ok(vm.array_slice(array, 0, array.len()).value())
    }

    fn rb_ary_subseq(vm, value: Value, start: c_long, length: c_long) -> Value {
        let array = array(vm, value)?;
        let all = array.len() as c_long;
        if start > all || start < 0 || length < 0 {
            return Ok(Value::NIL);
        }
        Ok(vm.array_slice(array, start as usize, length.min(all - start) as usize).value())
    }

    fn rb_ary_modify(vm, value: Value) {
        vm.check_frozen(value)
    }

    fn rb_ary_free(vm, _value: Value) {
        Ok(())
    }

    fn rb_ary_shared_with_p(vm, _one: Value, _other: Value) -> Value {
        Ok(Value::FALSE)
    }

    fn rb_ary_detransient(vm, _value: Value) {
        Ok(())
    }

    fn rb_ary_aref(vm, count: c_int, arguments: *const Value, value: Value) -> Value {
        Ok(ruby::call(vm, value, "[]", memory::values(arguments, count)))
    }

    fn rb_ary_cmp(vm, one: Value, other: Value) -> Value {
        Ok(ruby::call(vm, one, "<=>", &[other]))
    }

    fn rb_check_array_type(vm, value: Value) -> Value {
        if value.is_kind(Kind::Array) {
            return Ok(value);
        }
        Ok(ruby::helper(vm, "array_or_nil", &[value]))
    }

    fn rb_get_values_at(vm, value: Value, _length: c_long, count: c_int, arguments: *const Value, _get: usize) -> Value {
        Ok(ruby::call(vm, value, "values_at", memory::values(arguments, count)))
    }

    fn rb_ary_delete_at(vm, value: Value, index: c_long) -> Value {
        Ok(ruby::call(vm, value, "delete_at", &[Value::fixnum(index)]))
    }

    fn rb_ary_resurrect(vm, value: Value) -> Value {
        Ok(ruby::call(vm, value, "dup", &[]))
    }

    fn rb_ary_ptr_use_start(vm, value: Value) -> *mut Value {
        Ok(rutile_array_writable_pointer(value))
    }

    fn rb_ary_ptr_use_end(vm, _value: Value) {
        Ok(())
    }
}

pub mod calls {
    use super::*;

    methods! {
        array:
        rb_ary_concat(array, other) => "concat";
        rb_ary_plus(array, other) => "+";
        rb_ary_join(array, separator) => "join";
        rb_ary_reverse(array) => "reverse!";
        rb_ary_sort(array) => "sort";
        rb_ary_sort_bang(array) => "sort!";
        rb_ary_to_s(array) => "to_s";
        rb_ary_includes(array, element) => "include?";
        rb_ary_delete(array, element) => "delete";
        rb_ary_assoc(array, key) => "assoc";
        rb_ary_rassoc(array, value) => "rassoc";
        rb_ary_each(array) => "each";
        rb_ary_freeze(array) => "freeze";
        rb_ary_replace(array, other) => "replace";
        rb_ary_uniq(array) => "uniq";
    }
}
