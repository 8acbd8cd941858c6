//! Completion: reads and syncs of files that the kernel does while others run (io_uring).
//!
//! Many systems forbid it, so `open` may answer nothing; helper threads do the same
//! work then. The buffers of what is under way belong to the kernel until it is
//! finished: they are kept here, and left behind where the ring goes first.

use std::collections::HashMap;
use std::os::fd::AsRawFd;

use io_uring::{IoUring, Probe, opcode, squeue, types};

use crate::Outcome;

const ENTRIES: u32 = 64;

pub struct Ring {
    kernel: IoUring,
    /// By job.
    buffers: HashMap<u64, Vec<u8>>,
}

impl Ring {
    /// A ring, where the system has and allows one.
    pub fn open() -> Option<Ring> {
        let kernel = IoUring::new(ENTRIES).ok()?;
        let mut probe = Probe::new();
        kernel.submitter().register_probe(&mut probe).ok()?;
        let usable = probe.is_supported(opcode::Read::CODE) && probe.is_supported(opcode::Fsync::CODE);
        usable.then(|| Ring { kernel, buffers: HashMap::new() })
    }

    /// A descriptor that is readable when something was finished.
    pub fn descriptor(&self) -> i32 {
        self.kernel.as_raw_fd()
    }

    /// Begins to read at most `length` bytes at an offset. False where there is no room now.
    pub fn read(&mut self, job: u64, descriptor: i32, length: usize, offset: u64) -> bool {
        let length = length.min(1 << 30);
        let mut buffer = vec![0; length];
        let entry = opcode::Read::new(types::Fd(descriptor), buffer.as_mut_ptr(), length as u32).offset(offset).build();
        // The caller has seen that the system has it not at hand: workers of the kernel's go for it at once.
        let entry = entry.flags(squeue::Flags::ASYNC);
        self.push(job, entry, buffer)
    }

    /// Begins to bring a file to its device.
    pub fn sync(&mut self, job: u64, descriptor: i32, data_only: bool) -> bool {
        let flags = if data_only { types::FsyncFlags::DATASYNC } else { types::FsyncFlags::empty() };
        self.push(job, opcode::Fsync::new(types::Fd(descriptor)).flags(flags).build(), Vec::new())
    }

    fn push(&mut self, job: u64, entry: io_uring::squeue::Entry, buffer: Vec<u8>) -> bool {
        // More under way than the kernel has places to answer in would have to wait there.
        if self.buffers.len() >= ENTRIES as usize {
            return false;
        }
        let entry = entry.user_data(job);
        // SAFETY: what the entry points to is kept in `buffers` until the kernel has finished.
        if unsafe { self.kernel.submission().push(&entry) }.is_err() {
            return false;
        }
        self.buffers.insert(job, buffer);
        while let Err(error) = self.kernel.submit() {
            if error.raw_os_error() != Some(libc::EINTR) {
                // It stays in the queue, and goes to the kernel with the next.
                break;
            }
        }
        true
    }

    /// The work that was finished since this was asked last.
    pub fn collect(&mut self) -> Vec<(u64, Outcome)> {
        let mut finished = Vec::new();
        for entry in self.kernel.completion() {
            let mut bytes = self.buffers.remove(&entry.user_data()).unwrap_or_default();
            bytes.truncate(entry.result().max(0) as usize);
            finished.push((entry.user_data(), Outcome::bytes(entry.result() as i64, bytes)));
        }
        finished
    }

    /// The process was forked: the ring is the parent's, and so is the memory that it writes to.
    pub fn forget(self) {
        // SAFETY: the descriptor is this process's copy, and is not closed again.
        unsafe { libc::close(self.kernel.as_raw_fd()) };
        std::mem::forget(self);
    }
}

impl Drop for Ring {
    fn drop(&mut self) {
        // The kernel may still write to them.
        self.buffers.drain().for_each(|(_, buffer)| std::mem::forget(buffer));
    }
}
