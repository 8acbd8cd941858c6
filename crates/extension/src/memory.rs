//! Memory of C code as Rust sees it.
//!
//! Invariant: what C code passes is what the C API says of the parameter. Nothing here checks it; nothing could.

use std::ffi::{CStr, c_char, c_long};

use rutile_vm::prelude::*;

/// Text that ends with a zero byte, without it.
pub fn text<'a>(start: *const c_char) -> &'a [u8] {
    if start.is_null() {
        return &[];
    }
    // SAFETY: by the invariant.
    unsafe { CStr::from_ptr(start) }.to_bytes()
}

/// So many bytes.
pub fn bytes<'a>(start: *const c_char, length: c_long) -> &'a [u8] {
    if start.is_null() || length <= 0 {
        return &[];
    }
    // SAFETY: by the invariant.
    unsafe { std::slice::from_raw_parts(start.cast(), length as usize) }
}

/// So many values.
pub fn values<'a>(start: *const Value, count: libc::c_int) -> &'a [Value] {
    if start.is_null() || count <= 0 {
        return &[];
    }
    // SAFETY: by the invariant.
    unsafe { std::slice::from_raw_parts(start, count as usize) }
}

/// Stores a result where C code wants it, if it wants it.
pub fn store<T>(place: *mut T, value: T) {
    if !place.is_null() {
        // SAFETY: by the invariant.
        unsafe { place.write(value) };
    }
}

/// Reads what C code points at.
pub fn load<T: Copy>(place: *const T) -> T {
    // SAFETY: by the invariant.
    unsafe { place.read() }
}
