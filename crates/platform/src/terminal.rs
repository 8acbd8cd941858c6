//! Terminals: their size, mode and queues.

use std::mem::{MaybeUninit, size_of};

use crate::{SystemResult, once};

/// Rows and columns.
pub fn size(descriptor: i32) -> SystemResult<(u16, u16)> {
    let mut size = MaybeUninit::<libc::winsize>::zeroed();
    // SAFETY: the request fills a winsize.
    once(unsafe { libc::ioctl(descriptor, libc::TIOCGWINSZ, size.as_mut_ptr()) } as i64)?;
    // SAFETY: it was filled.
    let size = unsafe { size.assume_init() };
    Ok((size.ws_row, size.ws_col))
}

pub fn set_size(descriptor: i32, size: &libc::winsize) -> SystemResult<()> {
    // SAFETY: the request reads a winsize.
    once(unsafe { libc::ioctl(descriptor, libc::TIOCSWINSZ, size) } as i64).map(|_| ())
}

pub fn mode(descriptor: i32) -> SystemResult<libc::termios> {
    let mut mode = MaybeUninit::<libc::termios>::zeroed();
    // SAFETY: the call fills a termios.
    once(unsafe { libc::tcgetattr(descriptor, mode.as_mut_ptr()) } as i64)?;
    // SAFETY: it was filled.
    Ok(unsafe { mode.assume_init() })
}

/// Sets a mode once what was written is shown.
pub fn set_mode(descriptor: i32, mode: &libc::termios) -> SystemResult<()> {
    // SAFETY: the call reads a termios.
    once(unsafe { libc::tcsetattr(descriptor, libc::TCSADRAIN, mode) } as i64).map(|_| ())
}

/// The bytes of a mode; `mode_of_bytes` undoes it.
pub fn mode_bytes(mode: &libc::termios) -> Vec<u8> {
    // SAFETY: a termios is plain numbers without gaps between them, so each of its bytes can be read.
    unsafe { std::slice::from_raw_parts(std::ptr::from_ref(mode).cast::<u8>(), size_of::<libc::termios>()) }.to_vec()
}

/// None where there are too many bytes or too few.
pub fn mode_of_bytes(bytes: &[u8]) -> Option<libc::termios> {
    // SAFETY: there are as many bytes as a termios has, and any bytes are one.
    (bytes.len() == size_of::<libc::termios>()).then(|| unsafe { std::ptr::read_unaligned(bytes.as_ptr().cast()) })
}

/// Changes the mode to one where bytes pass as they are.
pub fn make_raw(mode: &mut libc::termios) {
    // SAFETY: the call changes the termios given.
    unsafe { libc::cfmakeraw(mode) }
}

/// Forgets what waits in a queue.
pub fn flush(descriptor: i32, queue: i32) -> SystemResult<()> {
    // SAFETY: any descriptor may be given.
    once(unsafe { libc::tcflush(descriptor, queue) } as i64).map(|_| ())
}

/// How many bytes wait to be read.
pub fn unread(descriptor: i32) -> SystemResult<i32> {
    let mut count: libc::c_int = 0;
    // SAFETY: the request fills an int.
    once(unsafe { libc::ioctl(descriptor, libc::FIONREAD, &mut count) } as i64)?;
    Ok(count)
}
