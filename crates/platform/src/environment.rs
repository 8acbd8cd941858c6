//! The border to the operating system: environment variables.
//!
//! The C library's table is the truth, so that child processes and time zones see
//! changes. Reads copy. Rutile changes it from the thread that runs Ruby only.

use std::ffi::CStr;

use crate::{SystemResult, c_string, check};

unsafe extern "C" {
    // SAFETY: POSIX: an array of texts that ends with a null pointer, or null.
    static mut environ: *const *const libc::c_char;
}

pub fn get(name: &[u8]) -> Option<Vec<u8>> {
    let name = c_string(name).ok()?;
    // SAFETY: the name ends with a null byte; the value is copied before anything can change it.
    unsafe {
        let value = libc::getenv(name.as_ptr());
        if value.is_null() { None } else { Some(CStr::from_ptr(value).to_bytes().to_vec()) }
    }
}

pub fn set(name: &[u8], value: &[u8]) -> SystemResult<()> {
    let (name, value) = (c_string(name)?, c_string(value)?);
    // SAFETY: both end with null bytes and are copied by the call.
    check(|| unsafe { libc::setenv(name.as_ptr(), value.as_ptr(), 1) as i64 }).map(|_| ())
}

pub fn unset(name: &[u8]) -> SystemResult<()> {
    let name = c_string(name)?;
    // SAFETY: the name ends with a null byte.
    check(|| unsafe { libc::unsetenv(name.as_ptr()) as i64 }).map(|_| ())
}

/// Every variable, in the table's order.
pub fn all() -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut variables = Vec::new();
    // SAFETY: as the declaration says; nothing changes the table while it is read.
    unsafe {
        let mut entry = environ;
        while !entry.is_null() && !(*entry).is_null() {
            let text = CStr::from_ptr(*entry).to_bytes();
            if let Some(at) = text.iter().position(|byte| *byte == b'=') {
                variables.push((text[..at].to_vec(), text[at + 1..].to_vec()));
            }
            entry = entry.add(1);
        }
    }
    variables
}
