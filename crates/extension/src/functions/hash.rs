//! Hashes.

use std::ffi::{c_int, c_long};
use std::mem::transmute;

use rutile_vm::prelude::*;

use crate::define::{functions, methods};
use crate::{memory, ruby};
use super::table::Table;

fn hash(vm: &mut Vm, value: Value) -> Result<HashRef, Exit> {
    match value.as_hash() {
        Some(hash) => Ok(hash),
        None => {
            let given = super::object::described(vm, value);
            Err(vm.type_error(format!("wrong argument type {given} (expected Hash)")))
        }
    }
}

/// The answers of `rb_hash_foreach`'s function and those of tables.
pub mod verdict {
    pub const CONTINUE: i32 = 0;
    pub const STOP: i32 = 1;
    pub const DELETE: i32 = 2;
    pub const CHECK: i32 = 3;
}

/// The value of a key, where neither the key nor a default needs Ruby code; else nothing.
fn look_up(vm: &mut Vm, hash: HashRef, key: Value) -> Option<Option<Value>> {
    let position = vm.hash_position(hash, key)?;
    Some(position.map(|position| hash.value_at(position)))
}

functions! {
    fn rutile_hash_size(vm, value: Value) -> usize {
        Ok(hash(vm, value)?.len())
    }

    fn rb_hash_size_num(vm, value: Value) -> usize {
        Ok(hash(vm, value)?.len())
    }

    fn rb_hash_size(vm, value: Value) -> Value {
        Ok(Value::fixnum(hash(vm, value)?.len() as i64))
    }

    fn rb_hash_new(vm) -> Value {
        Ok(vm.new_hash(0).value())
    }

    fn rb_hash_delete_if(vm, hash: Value) -> Value {
        Ok(ruby::helper_with_block(vm, "delete_from", &[hash]))
    }

    fn rb_hash_new_capa(vm, capacity: c_long) -> Value {
        if capacity < 0 {
            return Err(vm.runtime_error("st_table too big".to_string()));
        }
        Ok(vm.new_hash(capacity.clamp(0, 1 << 20) as usize).value())
    }

    fn rb_ident_hash_new(vm) -> Value {
        let hash = vm.new_hash(0);
        hash.set_compares_by_identity(true);
        Ok(hash.value())
    }

    fn rb_hash_aref(vm, value: Value, key: Value) -> Value {
        if let Some(hash) = value.as_hash()
            && let Some(Some(found)) = look_up(vm, hash, key)
        {
            return Ok(found);
        }
        Ok(ruby::call(vm, value, "[]", &[key]))
    }

    fn rb_hash_lookup(vm, value: Value, key: Value) -> Value {
        Ok(lookup(vm, value, key, Value::NIL))
    }

    fn rb_hash_lookup2(vm, value: Value, key: Value, default: Value) -> Value {
        Ok(lookup(vm, value, key, default))
    }

    fn rb_hash_aset(vm, value: Value, key: Value, element: Value) -> Value {
        vm.check_frozen(value)?;
        let hash = hash(vm, value)?;
        let is_plain = !key.is_kind(Kind::String) && hash.iteration_level() == 0;
        if !(is_plain && vm.hash_set(hash, key, element)) {
            ruby::helper(vm, "hash_store", &[value, key, element]);
        }
        Ok(element)
    }

    fn rb_hash_foreach(vm, value: Value, function: usize, argument: usize) {
        let hash = hash(vm, value)?;
        // SAFETY: by the API it is such a function.
        let visit: extern "C" fn(Value, Value, usize) -> c_int = unsafe { transmute(function) };
        let mut position = hash.first();
        while position < hash.used() {
            let (key, element) = (hash.key_at(position), hash.value_at(position));
            position += 1;
            if key.is_undefined() {
                continue;
            }
            match visit(key, element, argument) {
                verdict::STOP => break,
                verdict::DELETE => vm.hash_delete_at(hash, position - 1),
                _ => {}
            }
        }
        Ok(())
    }

    fn rb_hash_bulk_insert(vm, count: c_long, pairs: *const Value, value: Value) {
        let pairs = memory::values(pairs, count as c_int);
        for pair in pairs.chunks_exact(2) {
            ruby::helper(vm, "hash_store", &[value, pair[0], pair[1]]);
        }
        Ok(())
    }

    fn rb_hash_set_ifnone(vm, value: Value, default: Value) -> Value {
        let hash = hash(vm, value)?;
        vm.hash_set_default(hash, default, false);
        Ok(value)
    }

    fn rb_check_hash_type(vm, value: Value) -> Value {
        if value.is_kind(Kind::Hash) {
            return Ok(value);
        }
        Ok(ruby::helper(vm, "hash_or_nil", &[value]))
    }

    fn rb_hash_tbl(vm, value: Value, _file: usize, _line: c_int) -> *mut Table {
        let hash = hash(vm, value)?;
        Ok(super::hash_table::table_of(vm, hash))
    }

    fn rb_hash_update_by(vm, value: Value, other: Value, function: usize) -> Value {
        let [function] = ruby::words(vm, [function]);
        Ok(ruby::helper(vm, "hash_update", &[value, other, function]))
    }

    fn rb_env_clear(vm) -> Value {
        Ok(ruby::helper(vm, "clear_environment", &[]))
    }

    fn rutile_hash_default(vm, value: Value) -> Value {
        Ok(ruby::helper(vm, "hash_default", &[value]))
    }
}

fn lookup(vm: &mut Vm, value: Value, key: Value, default: Value) -> Value {
    if let Some(hash) = value.as_hash()
        && let Some(found) = look_up(vm, hash, key)
    {
        return found.unwrap_or(default);
    }
    // The default may be the mark of what is not there, which no Ruby code may see.
    match ruby::call(vm, value, "key?", &[key]).truthy() {
        true => ruby::call(vm, value, "[]", &[key]),
        false => default,
    }
}

pub mod calls {
    use super::*;

    methods! {
        hash:
        rb_hash_fetch(hash, key) => "fetch";
        rb_hash_delete(hash, key) => "delete";
        rb_hash_keys(hash) => "keys";
        rb_hash_values(hash) => "values";
        rb_hash_has_key(hash, key) => "key?";
        rb_hash_clear(hash) => "clear";
        rb_hash_dup(hash) => "dup";
        rb_hash_freeze(hash) => "freeze";
        rb_hash_set_default_proc(hash, proc) => "default_proc=";
    }
}
