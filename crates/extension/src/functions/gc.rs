//! Memory and the collector.

use std::ffi::{c_char, c_int, c_long, c_void};

use rutile_vm::object::data::DataRef;
use rutile_core::memory::gc::collect_all;
use rutile_vm::prelude::*;

use crate::define::{functions, plain_functions};
use crate::state::state;
use crate::{collection_hooks, data, machine, ruby};

/// Memory, or where there is none an exception, if a machine runs.
fn needed(place: *mut c_void, size: usize) -> *mut c_void {
    if !place.is_null() || size == 0 && !machine::is_inside() {
        return place;
    }
    if !machine::is_inside() {
        eprintln!("rutile: a C extension is out of memory");
        std::process::abort();
    }
    // SAFETY: C code calls it, which was lent a machine.
    let vm = unsafe { machine::machine() };
    let exit = vm.raise(vm.classes.no_memory_error, "failed to allocate memory".to_string());
    crate::request::leave(vm, exit)
}

/// A product of sizes; one that is too large is more than there is.
fn product(count: usize, size: usize) -> usize {
    count.checked_mul(size).unwrap_or(usize::MAX)
}

plain_functions! {
    fn ruby_xmalloc(size: usize) -> *mut c_void {
        // SAFETY: asks for memory.
        needed(unsafe { libc::malloc(size.max(1)) }, size)
    }

    fn ruby_xmalloc2(count: usize, size: usize) -> *mut c_void {
        // SAFETY: asks for memory.
        needed(unsafe { libc::malloc(product(count, size).max(1)) }, size)
    }

    fn ruby_xcalloc(count: usize, size: usize) -> *mut c_void {
        // SAFETY: asks for memory.
        needed(unsafe { libc::calloc(count.max(1), size.max(1)) }, size)
    }

    fn ruby_xrealloc(place: *mut c_void, size: usize) -> *mut c_void {
        // SAFETY: by the API it came from here.
        needed(unsafe { libc::realloc(place, size.max(1)) }, size)
    }

    fn ruby_xrealloc2(place: *mut c_void, count: usize, size: usize) -> *mut c_void {
        // SAFETY: by the API it came from here.
        needed(unsafe { libc::realloc(place, product(count, size).max(1)) }, size)
    }

    fn ruby_xfree(place: *mut c_void) {
        // SAFETY: by the API it came from here, and is given back once.
        unsafe { libc::free(place) };
    }

    fn ruby_strdup(text: *const c_char) -> *mut c_char {
        // SAFETY: by the API it ends with a zero byte.
        needed(unsafe { libc::strdup(text) }.cast(), 1).cast()
    }

    fn rb_gc_mark(value: Value) {
        data::mark_value(value);
    }

    fn rb_gc_mark_movable(value: Value) {
        data::mark_value(value);
    }

    fn rb_gc_mark_maybe(word: u64) {
        data::mark_word(word);
    }

    fn rb_gc_mark_locations(start: *const Value, end: *const Value) {
        let mut place = start;
        while place < end {
            // SAFETY: by the API values stand between both.
            unsafe {
                data::mark_word((*place).word());
                place = place.add(1);
            }
        }
    }

    fn rb_gc_location(value: Value) -> Value {
        data::location(value)
    }

    fn rb_gc_update_tbl_refs(_table: *mut c_void) {}

    fn rb_gc_adjust_memory_usage(_difference: isize) {}

    fn rb_mem_clear(start: *mut Value, count: c_long) {
        for index in 0..count.max(0) as usize {
            // SAFETY: by the API there are so many.
            unsafe { start.add(index).write(Value::NIL) };
        }
    }

    fn rb_alloc_tmp_buffer(place: *mut Value, size: c_long) -> *mut c_void {
        temporary(place, size.max(0) as usize)
    }

    fn rb_alloc_tmp_buffer_with_count(place: *mut Value, size: usize, _count: usize) -> *mut c_void {
        temporary(place, size)
    }

    fn rb_free_tmp_buffer(place: *mut Value) {
        // SAFETY: by the API a value stands there.
        if let Some(object) = DataRef::from_value(unsafe { *place }) {
            super::data::empty_buffer(object);
        }
        crate::memory::store(place, Value::FALSE);
    }

    fn ruby_native_thread_p() -> c_int {
        machine::runs_ruby().into()
    }

    fn rb_during_gc() -> c_int {
        collection_hooks::is_collecting().into()
    }

    /// Nil where no machine can be asked.
    fn rb_gc_latest_gc_info(key: Value) -> Value {
        // SAFETY: C code calls it, which was lent a machine.
        unsafe { machine::reachable() }.map_or(Value::NIL, |vm| ruby::helper(vm, "latest_collection", &[key]))
    }

    fn ruby_thread_has_gvl_p() -> c_int {
        machine::is_inside().into()
    }

    fn ruby_stack_check() -> c_int {
        0
    }
}

/// Memory that lives as long as the value at a place on the C stack, where a word keeps it, and what stands in it with it.
fn temporary(place: *mut Value, size: usize) -> *mut c_void {
    // SAFETY: C code calls it, which was lent a machine.
    let vm = unsafe { machine::machine() };
    match super::data::buffer(vm, size) {
        Ok((object, memory)) => {
            crate::memory::store(place, object);
            memory
        }
        Err(exit) => crate::request::leave(vm, exit),
    }
}

functions! {
    fn rb_gc_writebarrier(vm, owner: Value, _value: Value) {
        if let Some(object) = DataRef::from_value(owner) {
            state(vm).objects.note_store(object);
        }
        Ok(())
    }

    fn rb_gc_writebarrier_unprotect(vm, owner: Value) {
        if let Some(object) = DataRef::from_value(owner) {
            state(vm).objects.unprotect(object);
        }
        Ok(())
    }

    fn rb_gc_register_address(vm, address: *const Value) {
        state(vm).register_address(address);
        Ok(())
    }

    fn rb_global_variable(vm, address: *const Value) {
        state(vm).register_address(address);
        Ok(())
    }

    fn rb_gc_unregister_address(vm, address: *const Value) {
        state(vm).unregister_address(address);
        Ok(())
    }

    fn rb_gc_register_mark_object(vm, value: Value) {
        state(vm).keep(value);
        Ok(())
    }

    fn rb_gc_force_recycle(vm, _value: Value) {
        Ok(())
    }

    fn rb_gc_copy_finalizer(vm, _copy: Value, _original: Value) {
        Ok(())
    }

    fn rb_gc(vm) {
        collect_all(vm);
        Ok(())
    }

    /// At once: nothing of Ruby's runs meanwhile, as no postponed job does.
    fn rb_gc_start(vm) -> Value {
        collect_all(vm);
        Ok(Value::NIL)
    }

    fn rb_gc_enable(vm) -> Value {
        Ok(ruby::helper(vm, "enable_collections", &[]))
    }

    fn rb_gc_disable(vm) -> Value {
        Ok(ruby::helper(vm, "disable_collections", &[]))
    }

    fn rb_gc_stat(vm, key: Value) -> usize {
        Ok(ruby::helper(vm, "collection_figures", &[key]).as_fixnum().unwrap_or(0) as usize)
    }

    fn rb_gc_count(vm) -> usize {
        Ok(ruby::helper(vm, "collection_count", &[]).as_fixnum().unwrap_or(0) as usize)
    }

    fn rb_define_finalizer(vm, object: Value, block: Value) -> Value {
        Ok(ruby::helper(vm, "define_finalizer", &[object, block]))
    }

    fn rb_undefine_finalizer(vm, object: Value) -> Value {
        Ok(ruby::helper(vm, "undefine_finalizer", &[object]))
    }
}
