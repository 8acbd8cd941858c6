//! The border to the system's hash of passwords, `crypt` of the library libcrypt, which is looked for when it is first asked.

use std::ffi::{CStr, c_char, c_void};
use std::sync::OnceLock;

use crate::last_error;

type CryptFunction = unsafe extern "C" fn(*const c_char, *const c_char, *mut c_void) -> *mut c_char;

/// The largest `struct crypt_data` that there is: glibc's has 131,232 bytes, libxcrypt's 32,768.
const WORKING_ROOM: usize = 256 << 10;

/// Where the system's library is under one of its names.
const LIBRARIES: [&CStr; 2] = [c"libcrypt.so.1", c"libcrypt.so.2"];

/// The hash of a password with a salt, or the system's error number; `None` where the system has no such library.
pub fn crypt(password: &CStr, salt: &CStr) -> Option<Result<Vec<u8>, i32>> {
    let function = function()?;
    let mut room = vec![0u64; WORKING_ROOM / 8];
    // SAFETY: both texts end with a zero byte, and the room is larger than any `struct crypt_data`, zeroed as its first use asks.
    // What comes back is null or a text in that room.
    unsafe {
        let hash = function(password.as_ptr(), salt.as_ptr(), room.as_mut_ptr().cast());
        Some(if hash.is_null() { Err(last_error()) } else { Ok(CStr::from_ptr(hash).to_bytes().to_vec()) })
    }
}

fn function() -> Option<CryptFunction> {
    static FUNCTION: OnceLock<Option<CryptFunction>> = OnceLock::new();
    *FUNCTION.get_or_init(|| {
        // SAFETY: the names end with a zero byte; the library does nothing when it is loaded and is never closed. `crypt_r` has
        // had this type in every version of it.
        LIBRARIES.iter().find_map(|name| unsafe {
            let handle = libc::dlopen(name.as_ptr(), libc::RTLD_NOW);
            let address = if handle.is_null() { handle } else { libc::dlsym(handle, c"crypt_r".as_ptr()) };
            (!address.is_null()).then(|| std::mem::transmute::<*mut c_void, CryptFunction>(address))
        })
    })
}
