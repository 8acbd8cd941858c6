//! `IO::Buffer`s.

use std::ffi::{c_int, c_uint, c_void};
use std::sync::atomic::{AtomicU64, Ordering};

use rutile_core::io::buffer::lend;
use rutile_core::io::buffer_piece::{Piece, bits, size};
use rutile_platform::mapped_memory::Mapping;
use rutile_vm::prelude::*;

use crate::define::{Export, functions};
use crate::{memory, ruby};

#[unsafe(no_mangle)]
pub static RUBY_IO_BUFFER_PAGE_SIZE: AtomicU64 = AtomicU64::new(4096);
#[unsafe(no_mangle)]
pub static RUBY_IO_BUFFER_DEFAULT_SIZE: AtomicU64 = AtomicU64::new(65536);

/// Tells C code of the system's pages.
pub fn note_page_size() {
    RUBY_IO_BUFFER_PAGE_SIZE.store(rutile_platform::pages::page_bytes(), Ordering::Relaxed);
}

pub const VARIABLES: &[Export] = &[
    Export { name: "RUBY_IO_BUFFER_PAGE_SIZE", address: &raw const RUBY_IO_BUFFER_PAGE_SIZE as *const () },
    Export { name: "RUBY_IO_BUFFER_DEFAULT_SIZE", address: &raw const RUBY_IO_BUFFER_DEFAULT_SIZE as *const () },
];

fn buffer(vm: &mut Vm, value: Value) -> Result<BufferRef, Exit> {
    match BufferRef::from_value(value) {
        Some(buffer) => Ok(buffer),
        None => Err(vm.type_error(format!("wrong argument type {} (expected IO::Buffer)", super::object::described(vm, value)))),
    }
}

/// Where the memory is. What is of the heap stays there as long as the C stack names the address.
fn memory_of(vm: &mut Vm, buffer: BufferRef, writable: bool) -> Option<*mut c_void> {
    let piece = Piece::of(vm, buffer, 0, size(buffer), writable)?;
    let bytes = piece.memory(vm).as_mut_ptr();
    (!buffer.store().is_nil()).then_some(bytes.cast())
}

/// As `memory_of`; what cannot be used says why.
fn usable_memory(vm: &mut Vm, value: Value, writable: bool) -> Result<(*mut c_void, usize), Exit> {
    let buffer = buffer(vm, value)?;
    match memory_of(vm, buffer, writable) {
        Some(place) => Ok((place, size(buffer))),
        None => {
            let writes = if writable { Value::TRUE } else { Value::FALSE };
            ruby::helper(vm, "refuse_buffer", &[value, writes]);
            Ok((std::ptr::null_mut(), 0))
        }
    }
}

/// Calls a method with sizes and offsets.
fn call(vm: &mut Vm, value: Value, name: &str, first: Option<Value>, sizes: &[usize]) -> Value {
    let mut arguments = [Value::NIL; 4];
    let begin = first.map_or(0, |first| {
        arguments[0] = first;
        1
    });
    for (place, size) in arguments[begin..].iter_mut().zip(sizes) {
        *place = vm.integer(*size as i128);
    }
    ruby::call(vm, value, name, &arguments[..begin + sizes.len()])
}

functions! {
    fn rb_io_buffer_new(vm, base: *mut c_void, size: usize, flags: c_uint) -> Value {
        if base.is_null() {
            let [size] = ruby::words(vm, [size]);
            return Ok(ruby::helper(vm, "fresh_buffer", &[size, Value::fixnum(flags.into())]));
        }
        let made = ruby::helper(vm, "empty_buffer", &[]);
        let empty = buffer(vm, made)?;
        // SAFETY: the caller says that there is memory, until the buffer is freed.
        let mapping = unsafe { Mapping::foreign(base.cast(), size) };
        lend(vm, empty, mapping, i64::from(flags) | bits::EXTERNAL);
        Ok(made)
    }

    fn rb_io_buffer_map(vm, io: Value, size: usize, offset: libc::off_t, flags: c_uint) -> Value {
        let [size] = ruby::words(vm, [size]);
        let offset = vm.integer(offset.into());
        Ok(ruby::helper(vm, "map_buffer", &[io, size, offset, Value::fixnum(flags.into())]))
    }

    fn rb_io_buffer_lock(vm, value: Value) -> Value {
        Ok(ruby::helper(vm, "lock_buffer", &[value]))
    }

    fn rb_io_buffer_unlock(vm, value: Value) -> Value {
        Ok(ruby::helper(vm, "unlock_buffer", &[value]))
    }

    fn rb_io_buffer_try_unlock(vm, value: Value) -> c_int {
        if ruby::call(vm, value, "locked?", &[]).truthy() {
            ruby::helper(vm, "unlock_buffer", &[value]);
            return Ok(1);
        }
        Ok(0)
    }

    fn rb_io_buffer_free(vm, value: Value) -> Value {
        Ok(ruby::call(vm, value, "free", &[]))
    }

    fn rb_io_buffer_free_locked(vm, value: Value) -> Value {
        ruby::helper(vm, "unlock_buffer", &[value]);
        Ok(ruby::call(vm, value, "free", &[]))
    }

    fn rb_io_buffer_get_bytes(vm, value: Value, base: *mut *mut c_void, length: *mut usize) -> c_uint {
        let buffer = buffer(vm, value)?;
        let found = memory_of(vm, buffer, false);
        memory::store(base, found.unwrap_or(std::ptr::null_mut()));
        memory::store(length, if found.is_some() { size(buffer) } else { 0 });
        Ok(if found.is_some() { buffer.flags().as_fixnum().unwrap_or(0) as c_uint } else { 0 })
    }

    fn rb_io_buffer_get_bytes_for_reading(vm, value: Value, base: *mut *mut c_void, length: *mut usize) {
        let (place, size) = usable_memory(vm, value, false)?;
        memory::store(base, place);
        memory::store(length, size);
        Ok(())
    }

    fn rb_io_buffer_get_bytes_for_writing(vm, value: Value, base: *mut *mut c_void, length: *mut usize) {
        let (place, size) = usable_memory(vm, value, true)?;
        memory::store(base, place);
        memory::store(length, size);
        Ok(())
    }

    fn rb_io_buffer_transfer(vm, value: Value) -> Value {
        Ok(ruby::call(vm, value, "transfer", &[]))
    }

    fn rb_io_buffer_resize(vm, value: Value, size: usize) {
        call(vm, value, "resize", None, &[size]);
        Ok(())
    }

    fn rb_io_buffer_clear(vm, value: Value, byte: u8, offset: usize, length: usize) {
        call(vm, value, "clear", Some(Value::fixnum(byte.into())), &[offset, length]);
        Ok(())
    }

    fn rb_io_buffer_read(vm, value: Value, io: Value, length: usize, offset: usize) -> Value {
        Ok(call(vm, value, "read", Some(io), &[length, offset]))
    }

    fn rb_io_buffer_pread(vm, value: Value, io: Value, from: libc::off_t, length: usize, offset: usize) -> Value {
        Ok(call(vm, value, "pread", Some(io), &[from as usize, length, offset]))
    }

    fn rb_io_buffer_write(vm, value: Value, io: Value, length: usize, offset: usize) -> Value {
        Ok(call(vm, value, "write", Some(io), &[length, offset]))
    }

    fn rb_io_buffer_pwrite(vm, value: Value, io: Value, from: libc::off_t, length: usize, offset: usize) -> Value {
        Ok(call(vm, value, "pwrite", Some(io), &[from as usize, length, offset]))
    }
}
