//! The border to the system's hash of passwords, `crypt` of the library libcrypt, which is looked for when it is first asked.

use std::ffi::{CStr, c_char, c_void};
use std::sync::OnceLock;

use crate::last_error;

type CryptFunction = unsafe extern "C" fn(*const c_char, *const c_char, *mut c_void) -> *mut c_char;

/// The size of `struct crypt_data` in libxcrypt, and the largest that there is, glibc's, rounded up. All of it is cleared for each hash.
const NEWER_ROOM: usize = 32_768;
const LARGEST_ROOM: usize = 132 << 10;

/// The version that libxcrypt's own functions have, beside those that stand in for glibc's.
const NEWER_VERSION: &CStr = c"XCRYPT_2.0";

/// Where the system's library is under one of its names.
const LIBRARIES: [&CStr; 2] = [c"libcrypt.so.1", c"libcrypt.so.2"];

/// The hash of a password with a salt, or the system's error number; `None` where the system has no such library.
pub fn crypt(password: &CStr, salt: &CStr) -> Option<Result<Vec<u8>, i32>> {
    let (function, size) = function()?;
    let mut room = vec![0u64; size / 8];
    // SAFETY: both texts end with a zero byte, and the room is no smaller than the function's `struct crypt_data`, zeroed as its first use asks.
    // What comes back is null or a text in that room.
    unsafe {
        let hash = function(password.as_ptr(), salt.as_ptr(), room.as_mut_ptr().cast());
        Some(if hash.is_null() { Err(last_error()) } else { Ok(CStr::from_ptr(hash).to_bytes().to_vec()) })
    }
}

/// The function and the room that it works in.
fn function() -> Option<(CryptFunction, usize)> {
    static FUNCTION: OnceLock<Option<(CryptFunction, usize)>> = OnceLock::new();
    *FUNCTION.get_or_init(|| {
        // SAFETY: the names end with a zero byte; the library does nothing when it is loaded and is never closed. `crypt_r` has
        // had this type in every version of it.
        LIBRARIES.iter().find_map(|name| unsafe {
            let handle = libc::dlopen(name.as_ptr(), libc::RTLD_NOW);
            if handle.is_null() {
                return None;
            }
            let newer = libc::dlvsym(handle, c"crypt_r".as_ptr(), NEWER_VERSION.as_ptr());
            let (address, room) = if newer.is_null() { (libc::dlsym(handle, c"crypt_r".as_ptr()), LARGEST_ROOM) } else { (newer, NEWER_ROOM) };
            (!address.is_null()).then(|| (std::mem::transmute::<*mut c_void, CryptFunction>(address), room))
        })
    })
}
