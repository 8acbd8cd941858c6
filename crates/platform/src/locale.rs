//! The locale that the environment names, as far as it says which encoding text from outside has.

use std::ffi::CStr;

/// The name of the locale's encoding, as the system has it: `UTF-8`, `ANSI_X3.4-1968`. The process takes the locale for its characters,
/// as libraries in C expect. To be called while the process has one thread.
pub fn codeset() -> String {
    // SAFETY: the name is a C string; no other thread reads the locale meanwhile.
    unsafe { libc::setlocale(libc::LC_CTYPE, c"".as_ptr()) };
    // SAFETY: the system answers a C string of its own, which is copied before anything can change it.
    let name = unsafe { CStr::from_ptr(libc::nl_langinfo(libc::CODESET)) };
    name.to_string_lossy().into_owned()
}
