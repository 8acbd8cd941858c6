//! Memory of the system's beside the heap, and how bytes are copied from and to it.
//!
//! A mapping of a file can become shorter than it was made: where the file does not
//! reach (any more), touching it raises `SIGBUS`. So memory that the system maps is
//! touched in one place only, a copy whose code is known: a handler that finds the
//! program inside of it moves it on to where the copy answers that it failed.
//!
//! ```text
//!   begin:  the copy           (the handler moves from here ...)
//!   end:    answer 0
//!   left:   answer 1           (... to here)
//! ```
//!
//! Nobody holds a reference into mapped memory: others may change it at any time.

use std::sync::{Once, OnceLock};

use rutile_processor::guarded;

use crate::{SystemResult, last_error};

/// A signal has one handler for the whole process: it is installed before the first mapping.
static HANDLER: Once = Once::new();
/// The action of the signal before ours.
static BEFORE: OnceLock<libc::sigaction> = OnceLock::new();

extern "C" fn leave_copy(signal: i32, _info: *mut libc::siginfo_t, context: *mut libc::c_void) {
    // SAFETY: installed with SA_SIGINFO, so that `context` is a `ucontext_t`.
    unsafe {
        if guarded::places_of_copy().leave(context.cast()) {
            return;
        }
        if let Some(before) = BEFORE.get() {
            // Not ours: the instruction runs again and the signal does what it did before.
            libc::sigaction(signal, before, std::ptr::null_mut());
        }
    }
}

fn install_handler() {
    HANDLER.call_once(|| {
        // SAFETY: the action is fully set; the handler touches nothing but the context it is given.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = leave_copy as *const () as usize;
            action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
            let mut before: libc::sigaction = std::mem::zeroed();
            libc::sigaction(libc::SIGBUS, std::ptr::null(), &mut before);
            BEFORE.get_or_init(|| before);
            libc::sigaction(libc::SIGBUS, &action, std::ptr::null_mut());
        }
    });
}

/// Pages that the system has mapped for us, given back when this is dropped; or memory that is somebody else's.
pub struct Mapping {
    address: *mut u8,
    length: usize,
    is_foreign: bool,
}

/// A mapping to be made.
pub struct Request {
    pub length: usize,
    /// The file and where in it the mapping begins; none: fresh memory.
    pub file: Option<(i32, i64)>,
    pub writable: bool,
    /// Others see what is written: the file, or children of this process.
    pub shared: bool,
}

impl Mapping {
    pub fn new(request: &Request) -> SystemResult<Mapping> {
        install_handler();
        let protection = libc::PROT_READ | if request.writable { libc::PROT_WRITE } else { 0 };
        let sharing = if request.shared { libc::MAP_SHARED } else { libc::MAP_PRIVATE };
        let (kind, descriptor, offset) = match request.file {
            Some((descriptor, offset)) => (0, descriptor, offset),
            None => (libc::MAP_ANONYMOUS, -1, 0),
        };
        // SAFETY: a new mapping, wherever the system has room for it.
        let address = unsafe { libc::mmap(std::ptr::null_mut(), request.length, protection, sharing | kind, descriptor, offset) };
        if address == libc::MAP_FAILED { Err(last_error()) } else { Ok(Mapping { address: address.cast(), length: request.length, is_foreign: false }) }
    }

    /// Memory that stays its owner's.
    ///
    /// # Safety
    ///
    /// It may be read and written, by whoever has the mapping, until this is dropped.
    pub unsafe fn foreign(address: *mut u8, length: usize) -> Mapping {
        install_handler();
        Mapping { address, length, is_foreign: true }
    }

    /// Makes it longer or shorter; it may move. Foreign memory is not ours to change (`EPERM`).
    pub fn resize(&mut self, length: usize) -> SystemResult<()> {
        if self.is_foreign {
            return Err(libc::EPERM);
        }
        // SAFETY: the mapping is ours, and nobody holds a reference into it.
        let address = unsafe { libc::mremap(self.address.cast(), self.length, length, libc::MREMAP_MAYMOVE) };
        if address == libc::MAP_FAILED {
            return Err(last_error());
        }
        (self.address, self.length) = (address.cast(), length);
        Ok(())
    }

    pub fn len(&self) -> usize {
        self.length
    }

    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Where the mapping begins: for the system's calls, which report what they can't reach.
    pub fn address(&self) -> *mut u8 {
        self.address
    }

    /// Copies bytes out; false where the file does not reach so far.
    #[must_use]
    pub fn read(&self, start: usize, bytes: &mut [u8]) -> bool {
        assert!(start.checked_add(bytes.len()).is_some_and(|end| end <= self.length));
        // SAFETY: in the mapping (see above); the copy survives what is not there; the ranges can't overlap, since
        // nobody has a reference into a mapping.
        unsafe { guarded::copy(bytes.as_mut_ptr(), self.address.add(start), bytes.len()) == 0 }
    }

    /// Copies bytes in; false where the file does not reach so far. The caller knows that it may be written.
    #[must_use]
    pub fn write(&self, start: usize, bytes: &[u8]) -> bool {
        assert!(start.checked_add(bytes.len()).is_some_and(|end| end <= self.length));
        // SAFETY: as `read`.
        unsafe { guarded::copy(self.address.add(start), bytes.as_ptr(), bytes.len()) == 0 }
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        if self.is_foreign {
            return;
        }
        // SAFETY: the mapping is ours, and nobody holds a reference into it.
        unsafe { libc::munmap(self.address.cast(), self.length) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fresh(length: usize) -> Mapping {
        Mapping::new(&Request { length, file: None, writable: true, shared: false }).expect("memory")
    }

    #[test]
    fn what_is_written_is_read() {
        let mut mapping = fresh(10);
        assert!(mapping.write(3, b"abc"));
        mapping.resize(100_000).expect("room");
        let mut bytes = [9; 5];
        assert!(mapping.read(2, &mut bytes));
        assert_eq!(&bytes, b"\0abc\0");
    }

    /// A file that was cut: the copy fails, the process goes on.
    #[test]
    fn what_is_not_there_is_told() {
        let name = std::ffi::CString::new("mapped").expect("a name");
        // SAFETY: the name ends with a null byte.
        let descriptor = unsafe { libc::memfd_create(name.as_ptr(), libc::MFD_CLOEXEC) };
        // SAFETY: takes no memory of ours.
        assert_eq!(unsafe { libc::ftruncate(descriptor, 8192) }, 0);
        let mapping = Mapping::new(&Request { length: 8192, file: Some((descriptor, 0)), writable: true, shared: true }).expect("a mapping");
        let mut bytes = [1; 8];
        assert!(mapping.read(8000, &mut bytes));
        // SAFETY: takes no memory of ours.
        assert_eq!(unsafe { libc::ftruncate(descriptor, 4096) }, 0);
        assert!(!mapping.read(8000, &mut bytes));
        assert!(!mapping.write(4090, &[0; 100]));
        assert!(mapping.write(0, b"still here"));
        crate::close(descriptor).expect("closed");
    }
}
