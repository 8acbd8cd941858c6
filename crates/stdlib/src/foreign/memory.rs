//! The border to foreign memory and to shared libraries.
//!
//! Memory at addresses that only the program can know: reading and writing are as safe as the address it gives.

use std::ffi::{CStr, CString, c_void};

fn last_message() -> Vec<u8> {
    // SAFETY: the text is copied before anything else can change it.
    unsafe {
        let text = libc::dlerror();
        if text.is_null() { b"unknown error".to_vec() } else { CStr::from_ptr(text).to_bytes().to_vec() }
    }
}

/// Opens a library, or the program itself. `Err`: the system's words.
pub fn open(name: Option<&CStr>, flags: i32) -> Result<usize, Vec<u8>> {
    // SAFETY: a text that ends with a zero byte, or none. What a library does when it is loaded is its own concern.
    let handle = unsafe { libc::dlopen(name.map_or(std::ptr::null(), CStr::as_ptr), flags) };
    if handle.is_null() { Err(last_message()) } else { Ok(handle as usize) }
}

pub fn close(handle: usize) -> bool {
    // SAFETY: a handle that `open` gave; the system refuses others.
    unsafe { libc::dlclose(handle as *mut c_void) == 0 }
}

/// The address of a name; `None` where the library has no such name.
pub fn symbol(handle: usize, name: &CStr) -> Option<usize> {
    // SAFETY: as `close`; zero and minus one stand for the default search and the next library.
    let address = unsafe { libc::dlsym(handle as *mut c_void, name.as_ptr()) };
    if address.is_null() { None } else { Some(address as usize) }
}

/// The file that a library was loaded from.
pub fn file_name(handle: usize) -> Option<CString> {
    /// The first fields of the system's `struct link_map`.
    #[repr(C)]
    struct LinkMap {
        base: usize,
        name: *const libc::c_char,
    }
    let mut map: *const LinkMap = std::ptr::null();
    // SAFETY: as `close`; the map belongs to the open library.
    unsafe {
        let found = libc::dlinfo(handle as *mut c_void, libc::RTLD_DI_LINKMAP, (&raw mut map).cast());
        (found == 0 && !map.is_null()).then(|| CStr::from_ptr((*map).name).to_owned())
    }
}

pub fn allocate(bytes: usize) -> usize {
    // SAFETY: any size may be asked for; zero says that there is none.
    unsafe { libc::malloc(bytes) as usize }
}

pub fn reallocate(address: usize, bytes: usize) -> usize {
    // SAFETY: the caller's address is one of `allocate`.
    unsafe { libc::realloc(address as *mut c_void, bytes) as usize }
}

pub fn release(address: usize) {
    // SAFETY: as `reallocate`, and nobody uses it any more.
    unsafe { libc::free(address as *mut c_void) }
}

/// Copies the bytes at an address.
pub fn read(address: usize, into: &mut [u8]) {
    // SAFETY: the caller says that there are as many.
    unsafe { std::ptr::copy_nonoverlapping(address as *const u8, into.as_mut_ptr(), into.len()) }
}

pub fn write(address: usize, bytes: &[u8]) {
    // SAFETY: the caller says that there is room.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), address as *mut u8, bytes.len()) }
}

/// Bytes before the first zero byte.
pub fn length(address: usize) -> usize {
    // SAFETY: the caller says that there is one.
    unsafe { libc::strlen(address as *const libc::c_char) }
}
