//! The things of a Ractor. All of C code runs in the machine's one thread; where it keeps something per Ractor, it is kept under
//! the Ractor that runs.

use std::ffi::c_int;

use rutile_vm::prelude::*;

use crate::define::functions;
use crate::state::state;
use crate::{memory, ruby};

/// A key: its number, from one on, as C code has it in a pointer.
type Key = usize;

fn current(vm: &mut Vm) -> Value {
    ruby::helper(vm, "ractor_number", &[])
}

fn place(vm: &mut Vm, key: Key) -> (Key, i64) {
    let number = current(vm).as_fixnum().unwrap_or(0);
    (key, number)
}

fn new_key(vm: &mut Vm) -> Key {
    let state = state(vm);
    state.local_keys += 1;
    state.local_keys
}

functions! {
    fn rb_ractor_local_storage_value_newkey(vm) -> Key {
        Ok(new_key(vm))
    }

    fn rb_ractor_local_storage_ptr_newkey(vm, _kind: usize) -> Key {
        Ok(new_key(vm))
    }

    fn rb_ractor_local_storage_value(vm, key: Key) -> Value {
        let place = place(vm, key);
        Ok(state(vm).local_values.get(&place).copied().unwrap_or(Value::NIL))
    }

    fn rb_ractor_local_storage_value_lookup(vm, key: Key, result: *mut Value) -> c_int {
        let place = place(vm, key);
        match state(vm).local_values.get(&place).copied() {
            Some(value) => {
                memory::store(result, value);
                Ok(1)
            }
            None => Ok(0),
        }
    }

    fn rb_ractor_local_storage_value_set(vm, key: Key, value: Value) {
        let place = place(vm, key);
        state(vm).local_values.insert(place, value);
        Ok(())
    }

    fn rb_ractor_local_storage_ptr(vm, key: Key) -> usize {
        let place = place(vm, key);
        Ok(state(vm).local_words.get(&place).copied().unwrap_or(0))
    }

    fn rb_ractor_local_storage_ptr_set(vm, key: Key, word: usize) {
        let place = place(vm, key);
        state(vm).local_words.insert(place, word);
        Ok(())
    }

    fn rb_ractor_stdin(vm) -> Value {
        Ok(ruby::helper(vm, "standard_input", &[]))
    }

    fn rb_ractor_stdout(vm) -> Value {
        Ok(ruby::helper(vm, "standard_output", &[]))
    }

    fn rb_ractor_stderr(vm) -> Value {
        Ok(ruby::helper(vm, "standard_error", &[]))
    }

    fn rutile_shareable_p(vm, value: Value) -> c_int {
        Ok(ruby::helper(vm, "is_shareable", &[value]).truthy().into())
    }

    fn rb_ractor_make_shareable(vm, value: Value) -> Value {
        Ok(ruby::helper(vm, "make_shareable", &[value]))
    }

    fn rb_ractor_make_shareable_copy(vm, value: Value) -> Value {
        Ok(ruby::helper(vm, "make_shareable_copy", &[value]))
    }
}
