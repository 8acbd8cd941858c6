//! The entries that the C library's tables answer with, in a room of ours, made of C strings.

use std::ffi::{CStr, c_char};
use std::mem::MaybeUninit;

/// Room that the re-entrant calls are first given, and beyond which they are not believed.
const ROOM: usize = 1024;
const ROOM_MAX: usize = 1 << 20;

/// Calls with more and more room until it is enough; what the entry says, if one was found.
pub fn with_room<T, R>(mut call: impl FnMut(*mut T, &mut [c_char], *mut *mut T) -> i32, read: impl Fn(&T) -> R) -> Option<R> {
    let mut room = vec![0 as c_char; ROOM];
    loop {
        let mut entry = MaybeUninit::<T>::zeroed();
        let mut found: *mut T = std::ptr::null_mut();
        match call(entry.as_mut_ptr(), &mut room, &mut found) {
            libc::ERANGE if room.len() < ROOM_MAX => room.resize(room.len() * 2, 0),
            // SAFETY: an entry that was found is the one given, filled, with what it points to in the room.
            0 => return unsafe { found.as_ref() }.map(&read),
            _ => return None,
        }
    }
}

/// The bytes of a C string; none where there is no string.
///
/// # Safety
/// The pointer is null or points to a string that ends with a null byte and is not changed meanwhile.
pub unsafe fn copied(pointer: *const c_char) -> Option<Vec<u8>> {
    // SAFETY: as the function asks.
    (!pointer.is_null()).then(|| unsafe { CStr::from_ptr(pointer) }.to_bytes().to_vec())
}

/// A list of such strings.
///
/// # Safety
/// The pointer is null or points to pointers as `copied` wants them, the last of them null.
pub unsafe fn texts(list: *const *mut c_char) -> Vec<Vec<u8>> {
    let mut texts = Vec::new();
    let mut position = list;
    // SAFETY: as the function asks; the pointer moves no further than the null.
    unsafe {
        while !position.is_null() && !(*position).is_null() {
            texts.extend(copied(*position));
            position = position.add(1);
        }
    }
    texts
}
