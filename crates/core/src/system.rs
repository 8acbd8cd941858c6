//! The border to the operating system: its calls as safe functions.
//!
//! Each does one call, tries again when a signal interrupted it, and answers the
//! system's error number where it failed. Nothing here knows of Ruby.

use std::ffi::{CStr, CString};

/// What a system call gives: its value, or the error's number.
pub type SystemResult<T> = Result<T, i32>;

/// The number of the error that the last call set.
pub fn last_error() -> i32 {
    std::io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO)
}

/// Runs a call that answers -1 on failure, again while it is interrupted.
pub fn check(mut call: impl FnMut() -> i64) -> SystemResult<i64> {
    loop {
        let result = call();
        if result >= 0 {
            return Ok(result);
        }
        match last_error() {
            libc::EINTR => {}
            number => return Err(number),
        }
    }
}

/// A path as the system takes it.
pub fn c_string(path: &[u8]) -> SystemResult<CString> {
    CString::new(path).map_err(|_| libc::EINVAL)
}

pub fn open(path: &[u8], flags: i32, permissions: u32) -> SystemResult<i32> {
    let path = c_string(path)?;
    // SAFETY: the path ends with a null byte and outlives the call.
    check(|| unsafe { libc::open(path.as_ptr(), flags | libc::O_CLOEXEC, permissions) as i64 }).map(|fd| fd as i32)
}

/// Closing is never tried again: the descriptor is gone whatever the answer.
pub fn close(descriptor: i32) -> SystemResult<()> {
    // SAFETY: takes no memory of ours.
    let result = unsafe { libc::close(descriptor) };
    if result == 0 || last_error() == libc::EINTR { Ok(()) } else { Err(last_error()) }
}

pub fn read(descriptor: i32, buffer: &mut [u8]) -> SystemResult<usize> {
    // SAFETY: the buffer is writable for its length.
    check(|| unsafe { libc::read(descriptor, buffer.as_mut_ptr().cast(), buffer.len()) as i64 }).map(|count| count as usize)
}

pub fn write(descriptor: i32, bytes: &[u8]) -> SystemResult<usize> {
    // SAFETY: the bytes are readable for their length.
    check(|| unsafe { libc::write(descriptor, bytes.as_ptr().cast(), bytes.len()) as i64 }).map(|count| count as usize)
}

/// Writes everything, waiting where the descriptor would not.
pub fn write_all(descriptor: i32, bytes: &[u8]) -> SystemResult<()> {
    let mut rest = bytes;
    while !rest.is_empty() {
        match write(descriptor, rest) {
            Ok(count) => rest = &rest[count..],
            Err(libc::EAGAIN) => {
                poll(&mut [poll_entry(descriptor, libc::POLLOUT)], -1)?;
            }
            Err(number) => return Err(number),
        }
    }
    Ok(())
}

pub fn poll_entry(descriptor: i32, events: i16) -> libc::pollfd {
    libc::pollfd { fd: descriptor, events, revents: 0 }
}

/// Waits for one of the descriptors; how many are ready. An interrupted wait answers 0.
pub fn poll(entries: &mut [libc::pollfd], milliseconds: i32) -> SystemResult<usize> {
    // SAFETY: the entries are writable for their count.
    let result = unsafe { libc::poll(entries.as_mut_ptr(), entries.len() as libc::nfds_t, milliseconds) };
    match result {
        -1 if last_error() == libc::EINTR => Ok(0),
        -1 => Err(last_error()),
        count => Ok(count as usize),
    }
}

pub fn is_terminal(descriptor: i32) -> bool {
    // SAFETY: takes no memory of ours.
    unsafe { libc::isatty(descriptor) == 1 }
}

/// The system's words for an error.
pub fn error_text(number: i32) -> String {
    // SAFETY: strerror answers a string that lasts until the next call on this thread.
    unsafe { CStr::from_ptr(libc::strerror(number)).to_string_lossy().into_owned() }
}
