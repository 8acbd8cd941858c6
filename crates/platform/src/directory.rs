//! The border to the operating system: reading folders.
//!
//! Invariant: `handle` is an open directory stream, owned by this value alone, until `close`.

use std::ffi::CStr;

use crate::{SystemResult, c_string, last_error};

pub struct Directory {
    handle: *mut libc::DIR,
}

impl Directory {
    pub fn open(path: &[u8]) -> SystemResult<Directory> {
        let path = c_string(path)?;
        // SAFETY: the path ends with a null byte and outlives the call.
        Directory::from_handle(unsafe { libc::opendir(path.as_ptr()) })
    }

    /// Takes over an open descriptor.
    pub fn from_descriptor(descriptor: i32) -> SystemResult<Directory> {
        // SAFETY: takes no memory of ours.
        Directory::from_handle(unsafe { libc::fdopendir(descriptor) })
    }

    fn from_handle(handle: *mut libc::DIR) -> SystemResult<Directory> {
        if handle.is_null() { Err(last_error()) } else { Ok(Directory { handle }) }
    }

    /// The next entry, `.` and `..` among them, and its type where the file system tells it.
    pub fn next(&mut self) -> Option<(Vec<u8>, u8)> {
        // SAFETY: the invariant; an entry lasts until the next read, and is copied at once.
        unsafe {
            let entry = libc::readdir(self.handle);
            if entry.is_null() {
                return None;
            }
            Some((CStr::from_ptr((*entry).d_name.as_ptr()).to_bytes().to_vec(), (*entry).d_type))
        }
    }

    pub fn position(&self) -> i64 {
        // SAFETY: the invariant.
        unsafe { libc::telldir(self.handle) }
    }

    pub fn seek(&mut self, position: i64) {
        // SAFETY: the invariant; a wrong position reads nothing or something, never elsewhere.
        unsafe { libc::seekdir(self.handle, position) }
    }

    pub fn rewind(&mut self) {
        // SAFETY: the invariant.
        unsafe { libc::rewinddir(self.handle) }
    }

    /// Closes it; what the system says of that.
    pub fn close(self) -> SystemResult<()> {
        let handle = std::mem::ManuallyDrop::new(self).handle;
        // SAFETY: the invariant: closed here, once, since nothing is dropped.
        if unsafe { libc::closedir(handle) } == 0 { Ok(()) } else { Err(last_error()) }
    }

    pub fn descriptor(&self) -> i32 {
        // SAFETY: the invariant.
        unsafe { libc::dirfd(self.handle) }
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        // SAFETY: the invariant: closed here, once.
        unsafe {
            libc::closedir(self.handle);
        }
    }
}

// SAFETY: a directory stream is not bound to the thread that opened it.
unsafe impl Send for Directory {}
