//! The system's names, and its limits by number.

use std::ffi::c_char;
use std::mem::MaybeUninit;

use crate::SystemResult;
use crate::room::copied;

/// System, node, release, version, machine.
pub fn system_names() -> [Vec<u8>; 5] {
    let mut names = MaybeUninit::<libc::utsname>::zeroed();
    // SAFETY: the call fills the structure; zeroes are C strings as well, should it fail.
    let names = unsafe {
        libc::uname(names.as_mut_ptr());
        names.assume_init()
    };
    // SAFETY: C strings in a local.
    [&names.sysname, &names.nodename, &names.release, &names.version, &names.machine]
        .map(|field| unsafe { copied(field.as_ptr()) }.unwrap_or_default())
}

/// A limit; none where there is no limit.
fn limit(ask: impl Fn() -> i64) -> SystemResult<Option<i64>> {
    // SAFETY: the location of errno is the thread's own.
    unsafe { *libc::__errno_location() = 0 };
    match (ask(), std::io::Error::last_os_error().raw_os_error()) {
        (-1, Some(0) | None) => Ok(None),
        (-1, Some(number)) => Err(number),
        (value, _) => Ok(Some(value)),
    }
}

pub fn system_limit(name: i32) -> SystemResult<Option<i64>> {
    // SAFETY: any number may be asked for.
    limit(|| unsafe { libc::sysconf(name) })
}

pub fn file_limit(descriptor: i32, name: i32) -> SystemResult<Option<i64>> {
    // SAFETY: any descriptor and number may be asked for.
    limit(|| unsafe { libc::fpathconf(descriptor, name) })
}

/// A setting that is a text; nothing where it has no value.
pub fn setting(name: i32) -> Result<Option<Vec<u8>>, i32> {
    // SAFETY: the calling thread's own number of the last error; a null room of no length asks for the length alone.
    let length = unsafe {
        *libc::__errno_location() = 0;
        libc::confstr(name, std::ptr::null_mut(), 0)
    };
    if length == 0 {
        return match std::io::Error::last_os_error().raw_os_error() {
            Some(number) if number != 0 => Err(number),
            _ => Ok(None),
        };
    }
    let mut room = vec![0 as c_char; length];
    // SAFETY: the length is the room's, which the call fills with a C string.
    unsafe {
        libc::confstr(name, room.as_mut_ptr(), room.len());
        Ok(copied(room.as_ptr()))
    }
}
