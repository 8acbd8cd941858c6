//! Waiting for descriptors on behalf of parked threads: epoll, and the sleep of a
//! process in which nobody can run.
//!
//! Each wait arms its descriptor for one report (`EPOLLONESHOT`), so nothing has to
//! be undone when a thread stops waiting, closed descriptors need no farewell, and
//! a descriptor that several threads wait for is armed for what all of them want.
//! The kernel knows only descriptors; who waits for one is kept here.

use std::collections::HashMap;

use super::Number;
use super::ticker::{block_signals, restore_signals};

/// What `poll` and `epoll` both call these.
pub const READABLE: u32 = libc::EPOLLIN as u32;
pub const WRITABLE: u32 = libc::EPOLLOUT as u32;
const TROUBLE: u32 = (libc::EPOLLERR | libc::EPOLLHUP) as u32;
/// Reports taken from the kernel at once.
const BATCH: usize = 256;

#[derive(Default)]
pub struct Readiness {
    /// The epoll descriptor, once there was a wait.
    kernel: Option<i32>,
    /// Who waits for a descriptor, and for what.
    waiting: HashMap<i32, Vec<(Number, u32)>>,
    /// The descriptors that a thread waits for.
    descriptors: HashMap<Number, Vec<i32>>,
}

/// What arming a descriptor came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Armed {
    /// The wait will be reported.
    Yes,
    /// The system has no waiting for such a file: it is always ready.
    AlwaysReady,
    /// The system's error number.
    Failed(i32),
}

impl Readiness {
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// From now on a thread waits for a descriptor.
    pub fn add(&mut self, number: Number, descriptor: i32, events: u32) -> Armed {
        let waiting = self.waiting.entry(descriptor).or_default();
        waiting.push((number, events));
        self.descriptors.entry(number).or_default().push(descriptor);
        let armed = self.arm(descriptor);
        if armed != Armed::Yes {
            self.remove(number);
        }
        armed
    }

    /// A thread waits for nothing any more.
    pub fn remove(&mut self, number: Number) {
        for descriptor in self.descriptors.remove(&number).unwrap_or_default() {
            if let Some(waiting) = self.waiting.get_mut(&descriptor) {
                waiting.retain(|(other, _)| *other != number);
                if waiting.is_empty() {
                    self.waiting.remove(&descriptor);
                }
            }
        }
    }

    /// Threads that wait for a descriptor, taken out: it is about to be closed.
    pub fn take_waiters(&mut self, descriptor: i32) -> Vec<Number> {
        let numbers: Vec<Number> = self.waiting.get(&descriptor).map_or(Vec::new(), |waiting| waiting.iter().map(|(number, _)| *number).collect());
        numbers.iter().for_each(|number| self.remove(*number));
        numbers
    }

    /// Everything is forgotten: the process was forked, and the kernel's side is the parent's.
    pub fn forget(&mut self) {
        if let Some(kernel) = self.kernel.take() {
            // SAFETY: the descriptor is this structure's own.
            unsafe { libc::close(kernel) };
        }
        self.waiting.clear();
        self.descriptors.clear();
    }

    fn kernel(&mut self) -> Result<i32, i32> {
        if let Some(kernel) = self.kernel {
            return Ok(kernel);
        }
        // SAFETY: takes no memory of ours.
        let kernel = unsafe { libc::epoll_create1(libc::EPOLL_CLOEXEC) };
        if kernel < 0 {
            return Err(last_error());
        }
        self.kernel = Some(kernel);
        Ok(kernel)
    }

    /// Asks for one report of what all waiters of a descriptor want.
    fn arm(&mut self, descriptor: i32) -> Armed {
        let events = self.waiting.get(&descriptor).map_or(0, |waiting| waiting.iter().fold(0, |all, (_, events)| all | events));
        let kernel = match self.kernel() {
            Ok(kernel) => kernel,
            Err(number) => return Armed::Failed(number),
        };
        let mut event = libc::epoll_event { events: events | libc::EPOLLONESHOT as u32, u64: descriptor as u64 };
        let mut failure = 0;
        for operation in [libc::EPOLL_CTL_MOD, libc::EPOLL_CTL_ADD] {
            // SAFETY: the event is a local that outlives the call.
            if unsafe { libc::epoll_ctl(kernel, operation, descriptor, &mut event) } == 0 {
                return Armed::Yes;
            }
            failure = last_error();
            if failure != libc::ENOENT {
                break;
            }
        }
        if failure == libc::EPERM { Armed::AlwaysReady } else { Armed::Failed(failure) }
    }

    /// Threads whose descriptors are ready now, and for what. Takes no time.
    pub fn collect(&mut self) -> Vec<(Number, u32)> {
        let mut ready = Vec::new();
        let Some(kernel) = self.kernel.filter(|_| !self.waiting.is_empty()) else { return ready };
        loop {
            let mut events = [libc::epoll_event { events: 0, u64: 0 }; BATCH];
            // SAFETY: the array is writable for its length.
            let count = unsafe { libc::epoll_wait(kernel, events.as_mut_ptr(), BATCH as i32, 0) };
            for event in &events[..count.max(0) as usize] {
                self.report(event.u64 as i32, event.events, &mut ready);
            }
            if count < BATCH as i32 {
                return ready;
            }
        }
    }

    fn report(&mut self, descriptor: i32, events: u32, ready: &mut Vec<(Number, u32)>) {
        let Some(waiting) = self.waiting.get(&descriptor) else { return };
        let woken: Vec<(Number, u32)> = waiting.iter().filter(|(_, wanted)| events & (wanted | TROUBLE) != 0).map(|(number, _)| (*number, events)).collect();
        woken.iter().for_each(|(number, _)| self.remove(*number));
        if self.waiting.contains_key(&descriptor) {
            self.arm(descriptor);
        }
        ready.extend(woken);
    }

    /// Sleeps until a descriptor is ready, `nanoseconds` have passed or a signal comes. A signal
    /// for which `is_due` already holds is seen before the sleep, whenever it arrives.
    pub fn sleep(&mut self, nanoseconds: Option<u64>, is_due: impl Fn() -> bool) {
        let previous = block_signals();
        if !is_due() {
            let mut entry = libc::pollfd { fd: self.kernel.unwrap_or(-1), events: libc::POLLIN, revents: 0 };
            let count = if self.waiting.is_empty() { 0 } else { 1 };
            let timeout = nanoseconds.map(|nanoseconds| libc::timespec {
                tv_sec: (nanoseconds / 1_000_000_000) as libc::time_t,
                tv_nsec: (nanoseconds % 1_000_000_000) as _,
            });
            let timeout = timeout.as_ref().map_or(std::ptr::null(), |timeout| timeout as *const _);
            // SAFETY: entry, timeout and mask are locals that outlive the call.
            unsafe { libc::ppoll(&mut entry, count, timeout, &previous) };
        }
        restore_signals(&previous);
    }
}

fn last_error() -> i32 {
    std::io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO)
}
