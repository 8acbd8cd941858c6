//! File descriptors as plain numbers.
//!
//! Ruby hands descriptors around as Integers (`IO.for_fd(7)`), so the typed,
//! owning descriptors of the system library can't be kept. The invariant here is
//! weaker: a call on a number that is no open descriptor answers EBADF and touches
//! no memory. Who closes a descriptor is decided by the stream that owns it.

use std::os::fd::{BorrowedFd, IntoRawFd, OwnedFd, RawFd};

/// The descriptor for one call.
pub fn borrow(fd: RawFd) -> BorrowedFd<'static> {
    // SAFETY: used for single system calls, which answer EBADF where nothing is open; -1 is
    // the only number that a BorrowedFd must not hold.
    unsafe { BorrowedFd::borrow_raw(if fd < 0 { i32::MAX } else { fd }) }
}

/// Takes a descriptor out of its owner; somebody has to close it.
pub fn release(fd: OwnedFd) -> RawFd {
    fd.into_raw_fd()
}

/// Closes a descriptor that a stream owns.
pub fn close(fd: RawFd) -> Result<(), rustix::io::Errno> {
    // SAFETY: the stream that owns the number forgets it with this call.
    let result = unsafe { libc::close(fd) };
    if result == 0 { Ok(()) } else { Err(last_error()) }
}

/// Makes `to` another name for `from`; closed when another program is run.
pub fn duplicate_onto(from: RawFd, to: RawFd) -> Result<(), rustix::io::Errno> {
    let flags = if to > 2 { libc::O_CLOEXEC } else { 0 };
    if from == to {
        return Ok(());
    }
    // SAFETY: dup3 touches no memory.
    let result = unsafe { libc::dup3(from, to, flags) };
    if result >= 0 { Ok(()) } else { Err(last_error()) }
}

/// The error of the call just made.
pub fn last_error() -> rustix::io::Errno {
    let number = std::io::Error::last_os_error().raw_os_error().unwrap_or(0);
    rustix::io::Errno::from_raw_os_error(number)
}
