//! One attempt to read or to write, by a thread that may have company.
//!
//! A thread alone makes the plain system call and may wait in it: nobody else could
//! run meanwhile. With more threads no call may wait. Descriptors are shared with
//! other processes and keep their own mode (a terminal that a shell gets back
//! non-blocking is broken), so that each call asks for itself, in the way that the
//! file it is about knows.
//!
//! Both answer `EAGAIN` where the caller is to wait for the descriptor, and `EINTR`
//! where a signal is to be looked at; then they are to be tried again.

use rutile_platform::{self as system, SystemResult};
use rutile_platform::files;

/// A pipe that is ready to be written takes so much without waiting.
const ATOMIC_PIPE_WRITE: usize = 4096;

/// The kind of file that a descriptor stands for, as far as it decides how not to wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nature {
    Socket,
    /// Regular files, folders, disks: always ready as far as the system says.
    File,
    /// Pipes, terminals and other devices.
    Stream,
}

impl Nature {
    pub fn of(descriptor: i32) -> Nature {
        match files::status_of(descriptor).map(|status| status.st_mode & libc::S_IFMT) {
            Ok(libc::S_IFSOCK) => Nature::Socket,
            Ok(libc::S_IFREG | libc::S_IFDIR | libc::S_IFBLK) => Nature::File,
            _ => Nature::Stream,
        }
    }
}

/// A descriptor, what it stands for, and whether an attempt on it may wait.
#[derive(Clone, Copy)]
pub struct Target {
    pub descriptor: i32,
    pub nature: Nature,
    pub may_wait: bool,
}

pub fn read(target: Target, buffer: &mut [u8]) -> SystemResult<usize> {
    if target.may_wait { system::read_once(target.descriptor, buffer) } else { read_now(target.nature, target.descriptor, buffer) }
}

pub fn write(target: Target, bytes: &[u8]) -> SystemResult<usize> {
    if target.may_wait { system::write_once(target.descriptor, bytes) } else { write_now(target.nature, target.descriptor, bytes) }
}

/// Reads what is there.
pub fn read_now(nature: Nature, descriptor: i32, buffer: &mut [u8]) -> SystemResult<usize> {
    match nature {
        Nature::Socket => system::receive_without_waiting(descriptor, buffer),
        Nature::File => system::read_once(descriptor, buffer),
        Nature::Stream => match system::read_without_waiting(descriptor, buffer) {
            Err(libc::EOPNOTSUPP | libc::EINVAL | libc::ESPIPE) => {
                if !answers_by_itself(descriptor) {
                    require_ready(descriptor, libc::POLLIN)?;
                }
                system::read_once(descriptor, buffer)
            }
            result => result,
        },
    }
}

/// Writes what fits.
pub fn write_now(nature: Nature, descriptor: i32, bytes: &[u8]) -> SystemResult<usize> {
    match nature {
        Nature::Socket => system::send_without_waiting(descriptor, bytes),
        Nature::File => system::write_once(descriptor, bytes),
        Nature::Stream => match system::write_without_waiting(descriptor, bytes) {
            Err(libc::EOPNOTSUPP | libc::EINVAL | libc::ESPIPE) => {
                require_ready(descriptor, libc::POLLOUT)?;
                system::write_once(descriptor, &bytes[..bytes.len().min(ATOMIC_PIPE_WRITE)])
            }
            result => result,
        },
    }
}

/// Whether it is a terminal that was told not to wait for a character (a least number of 0): a read says by itself that none has
/// come, at once or after the terminal's own time, and it would never be ready before.
fn answers_by_itself(descriptor: i32) -> bool {
    system::terminal::mode(descriptor).is_ok_and(|mode| mode.c_lflag & libc::ICANON == 0 && mode.c_cc[libc::VMIN] == 0)
}

/// `EAGAIN` unless the descriptor is ready now.
fn require_ready(descriptor: i32, events: i16) -> SystemResult<()> {
    match system::poll(&mut [system::poll_entry(descriptor, events)], 0)? {
        0 => Err(libc::EAGAIN),
        _ => Ok(()),
    }
}
