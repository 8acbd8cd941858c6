//! The border to the operating system: its calls as safe functions.
//!
//! Each does one call, tries again when a signal interrupted it, and answers the
//! system's error number where it failed. Nothing here knows of Ruby.
//!
//! The natives above are safe Rust: what they want of the system stands here.

pub mod accounts;
pub mod configuration;
pub mod crash;
pub mod directory;
pub mod environment;
pub mod files;
pub mod heir;
pub mod interruptible;
pub mod locale;
pub mod mapped_memory;
pub mod mathematics;
pub mod name_service;
pub mod pages;
pub mod password;
pub mod process;
mod room;
pub mod signals;
pub mod sockets;
pub mod terminal;
pub mod title;

use std::ffi::{CStr, CString};
use std::os::fd::{BorrowedFd, FromRawFd, OwnedFd};

use crate::signals::interruptible_call;

/// The result of a system call: its value, or the error's number.
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

/// The same for calls of `rustix`.
pub(crate) fn again<T>(call: impl FnMut() -> rustix::io::Result<T>) -> SystemResult<T> {
    rustix::io::retry_on_intr(call).map_err(rustix::io::Errno::raw_os_error)
}

/// A descriptor as `rustix` takes it, for one call.
pub(crate) fn borrow(descriptor: i32) -> SystemResult<BorrowedFd<'static>> {
    // SAFETY: programs have descriptors as numbers; that one may stand for another file by now is theirs to know.
    if descriptor < 0 { Err(libc::EBADF) } else { Ok(unsafe { BorrowedFd::borrow_raw(descriptor) }) }
}

/// The outcome of a call that is not tried again: a signal ends it with `EINTR`.
pub fn once(result: i64) -> SystemResult<i64> {
    if result >= 0 { Ok(result) } else { Err(last_error()) }
}

/// A path as the system takes it.
pub fn c_string(path: &[u8]) -> SystemResult<CString> {
    CString::new(path).map_err(|_| libc::EINVAL)
}

pub fn open(path: &[u8], flags: i32, permissions: u32) -> SystemResult<i32> {
    let path = c_string(path)?;
    check(|| try_open(&path, flags, permissions)).map(|fd| fd as i32)
}

/// One attempt to open a file; the result as [`once`] takes it.
pub fn try_open(path: &CStr, flags: i32, permissions: u32) -> i64 {
    // SAFETY: the path ends with a null byte and outlives the call.
    unsafe { libc::open(path.as_ptr(), flags | libc::O_CLOEXEC, permissions) as i64 }
}

/// The same, ended by a signal, even one that comes just before.
pub fn open_once(path: &CStr, flags: i32, permissions: u32) -> SystemResult<i64> {
    let arguments = [libc::AT_FDCWD as u64, path.as_ptr() as u64, (flags | libc::O_CLOEXEC) as u64, permissions as u64];
    // SAFETY: the path ends with a null byte and outlives the call.
    let result = unsafe { interruptible_call(libc::SYS_openat, arguments) };
    if result >= 0 { Ok(result) } else { Err(-result as i32) }
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

/// One read that a signal may end.
pub fn read_once(descriptor: i32, buffer: &mut [u8]) -> SystemResult<usize> {
    // SAFETY: the buffer is writable for its length.
    let result = unsafe { interruptible_call(libc::SYS_read, [descriptor as u64, buffer.as_mut_ptr() as u64, buffer.len() as u64, 0]) };
    if result >= 0 { Ok(result as usize) } else { Err(-result as i32) }
}

/// One write that a signal may end.
pub fn write_once(descriptor: i32, bytes: &[u8]) -> SystemResult<usize> {
    // SAFETY: the bytes are readable for their length.
    let result = unsafe { interruptible_call(libc::SYS_write, [descriptor as u64, bytes.as_ptr() as u64, bytes.len() as u64, 0]) };
    if result >= 0 { Ok(result as usize) } else { Err(-result as i32) }
}

/// Reads what is there without waiting, whatever the descriptor's own mode is.
pub fn read_without_waiting(descriptor: i32, buffer: &mut [u8]) -> SystemResult<usize> {
    let vector = libc::iovec { iov_base: buffer.as_mut_ptr().cast(), iov_len: buffer.len() };
    // SAFETY: the vector stands for the buffer, which is writable for its length; -1: at the descriptor's position.
    check(|| unsafe { libc::preadv2(descriptor, &vector, 1, -1, libc::RWF_NOWAIT) as i64 }).map(|count| count as usize)
}

/// The same at a place of a file.
pub fn read_at_without_waiting(descriptor: i32, buffer: &mut [u8], offset: i64) -> SystemResult<usize> {
    let vector = libc::iovec { iov_base: buffer.as_mut_ptr().cast(), iov_len: buffer.len() };
    // SAFETY: the vector stands for the buffer, which is writable for its length.
    check(|| unsafe { libc::preadv2(descriptor, &vector, 1, offset, libc::RWF_NOWAIT) as i64 }).map(|count| count as usize)
}

/// Writes what fits without waiting, whatever the descriptor's own mode is.
pub fn write_without_waiting(descriptor: i32, bytes: &[u8]) -> SystemResult<usize> {
    let vector = libc::iovec { iov_base: bytes.as_ptr().cast_mut().cast(), iov_len: bytes.len() };
    // SAFETY: the vector stands for the bytes, which the call only reads.
    check(|| unsafe { libc::pwritev2(descriptor, &vector, 1, -1, libc::RWF_NOWAIT) as i64 }).map(|count| count as usize)
}

pub fn receive_without_waiting(socket: i32, buffer: &mut [u8]) -> SystemResult<usize> {
    // SAFETY: the buffer is writable for its length.
    check(|| unsafe { libc::recv(socket, buffer.as_mut_ptr().cast(), buffer.len(), libc::MSG_DONTWAIT) as i64 }).map(|count| count as usize)
}

pub fn send_without_waiting(socket: i32, bytes: &[u8]) -> SystemResult<usize> {
    let flags = libc::MSG_DONTWAIT | libc::MSG_NOSIGNAL;
    // SAFETY: the bytes are readable for their length.
    check(|| unsafe { libc::send(socket, bytes.as_ptr().cast(), bytes.len(), flags) as i64 }).map(|count| count as usize)
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

/// Moves the position of a descriptor.
pub fn seek(descriptor: i32, offset: i64, whence: i32) -> SystemResult<i64> {
    // SAFETY: takes no memory of ours.
    check(|| unsafe { libc::lseek(descriptor, offset, whence) })
}

pub fn read_at(descriptor: i32, buffer: &mut [u8], offset: i64) -> SystemResult<usize> {
    // SAFETY: the buffer is writable for its length.
    check(|| unsafe { libc::pread(descriptor, buffer.as_mut_ptr().cast(), buffer.len(), offset) as i64 }).map(|count| count as usize)
}

pub fn write_at(descriptor: i32, bytes: &[u8], offset: i64) -> SystemResult<usize> {
    // SAFETY: the bytes are readable for their length.
    check(|| unsafe { libc::pwrite(descriptor, bytes.as_ptr().cast(), bytes.len(), offset) as i64 }).map(|count| count as usize)
}

/// A pipe: the end to read from and the end to write to, both closed by `exec`.
pub fn pipe() -> SystemResult<(i32, i32)> {
    let mut ends = [0; 2];
    // SAFETY: the array has room for two descriptors.
    check(|| unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) as i64 })?;
    Ok((ends[0], ends[1]))
}

/// A new descriptor for the same file, closed by `exec`.
pub fn duplicate(descriptor: i32) -> SystemResult<i32> {
    control(descriptor, libc::F_DUPFD_CLOEXEC, 3)
}

/// The same, owned.
pub fn duplicate_owned(descriptor: i32) -> SystemResult<OwnedFd> {
    // SAFETY: the descriptor was made just now, and is nobody else's.
    duplicate(descriptor).map(|own| unsafe { OwnedFd::from_raw_fd(own) })
}

/// Makes `target` a descriptor for what `descriptor` stands for; the standard three survive `exec`.
pub fn duplicate_to(descriptor: i32, target: i32) -> SystemResult<i32> {
    let flags = if target > 2 { libc::O_CLOEXEC } else { 0 };
    if descriptor == target {
        return Ok(target);
    }
    // SAFETY: takes no memory of ours.
    check(|| unsafe { libc::dup3(descriptor, target, flags) as i64 }).map(|fd| fd as i32)
}

/// The descriptors from this one on are closed by `exec`.
pub fn close_by_exec_from(first: u32) -> SystemResult<()> {
    // SAFETY: takes no memory of ours.
    once(unsafe { libc::syscall(libc::SYS_close_range, first, u32::MAX, libc::CLOSE_RANGE_CLOEXEC) }).map(|_| ())
}

/// Takes or gives up a lock on a file; the result as [`once`] takes it.
pub fn lock(descriptor: i32, operation: i32) -> i64 {
    // SAFETY: takes no memory of ours.
    unsafe { libc::flock(descriptor, operation) as i64 }
}

/// The same, ended by a signal, even one that comes just before.
pub fn lock_once(descriptor: i32, operation: i32) -> SystemResult<i64> {
    // SAFETY: takes no memory of ours.
    let result = unsafe { interruptible_call(libc::SYS_flock, [descriptor as u64, operation as u64, 0, 0]) };
    if result >= 0 { Ok(result) } else { Err(-result as i32) }
}

/// `fcntl` with a number.
pub fn control(descriptor: i32, command: i32, argument: i64) -> SystemResult<i32> {
    // SAFETY: commands that take memory are given by `control_bytes` only.
    check(|| unsafe { libc::fcntl(descriptor, command, argument) as i64 }).map(|result| result as i32)
}

/// `fcntl` with memory that the system reads and writes; callers give more than any command uses.
pub fn control_bytes(descriptor: i32, command: i32, memory: &mut [u8]) -> SystemResult<i32> {
    // SAFETY: the memory is writable; `LARGEST_CONTROL` bytes cover what commands touch.
    check(|| unsafe { libc::fcntl(descriptor, command, memory.as_mut_ptr()) as i64 }).map(|result| result as i32)
}

/// `ioctl` with a number.
pub fn device_control(descriptor: i32, request: u64, argument: i64) -> SystemResult<i32> {
    // SAFETY: as the caller's request wants a number.
    check(|| unsafe { libc::ioctl(descriptor, request as libc::Ioctl, argument) as i64 }).map(|result| result as i32)
}

/// `ioctl` with memory, as `control_bytes`.
pub fn device_control_bytes(descriptor: i32, request: u64, memory: &mut [u8]) -> SystemResult<i32> {
    // SAFETY: the memory is writable; `LARGEST_CONTROL` bytes cover what requests touch.
    check(|| unsafe { libc::ioctl(descriptor, request as libc::Ioctl, memory.as_mut_ptr()) as i64 }).map(|result| result as i32)
}

/// More memory than `fcntl` commands and the usual `ioctl` requests read or write.
pub const LARGEST_CONTROL: usize = 16 << 10;

/// Makes reads and writes of a descriptor wait, or fail where they would.
pub fn set_blocking(descriptor: i32, blocking: bool) -> SystemResult<()> {
    let flags = control(descriptor, libc::F_GETFL, 0)?;
    let wanted = if blocking { flags & !libc::O_NONBLOCK } else { flags | libc::O_NONBLOCK };
    if wanted != flags {
        control(descriptor, libc::F_SETFL, wanted as i64)?;
    }
    Ok(())
}

pub fn sync_file(descriptor: i32) -> SystemResult<()> {
    // SAFETY: takes no memory of ours.
    check(|| unsafe { libc::fsync(descriptor) as i64 }).map(|_| ())
}

pub fn sync_data(descriptor: i32) -> SystemResult<()> {
    // SAFETY: takes no memory of ours.
    check(|| unsafe { libc::fdatasync(descriptor) as i64 }).map(|_| ())
}

pub fn advise(descriptor: i32, offset: i64, length: i64, advice: i32) -> SystemResult<()> {
    // SAFETY: takes no memory of ours. The answer is the error itself.
    match unsafe { libc::posix_fadvise(descriptor, offset, length, advice) } {
        0 => Ok(()),
        number => Err(number),
    }
}

/// The system's number for the thread of the process that calls.
pub fn thread_id() -> i64 {
    // SAFETY: takes no memory of ours.
    unsafe { libc::syscall(libc::SYS_gettid) }
}
