//! Waiting for descriptors to be ready: epoll, and the sleep of a process in which
//! nobody can run.
//!
//! Each wait arms its descriptor for one report (`EPOLLONESHOT`), so nothing has to
//! be undone when somebody stops waiting, closed descriptors need no farewell, and
//! a descriptor that several wait for is armed for what all of them want. The kernel
//! knows only descriptors; who waits for one is kept here, in two lists that run
//! through one table:
//!
//! ```text
//!   by_descriptor[fd] --> wait --> wait            next_of_descriptor
//!   by_token[token]   --> wait --> wait            next_of_token
//! ```

use std::time::Duration;

use crate::last_error;
use crate::signal_mask::{block_signals, restore_signals};

/// Who waits: a small number that the owner of this structure chose.
pub type Token = u32;

/// The names that `poll` and `epoll` share.
pub const READABLE: u32 = libc::EPOLLIN as u32;
pub const PRIORITY: u32 = libc::EPOLLPRI as u32;
pub const WRITABLE: u32 = libc::EPOLLOUT as u32;
const TROUBLE: u32 = (libc::EPOLLERR | libc::EPOLLHUP) as u32;
/// Reports taken from the kernel at once.
const BATCH: usize = 256;
const NONE: u32 = u32::MAX;
/// The number that the kernel reports for a descriptor that somebody watches all the time.
const WATCHED: u64 = u64::MAX;

#[derive(Clone, Copy)]
struct Wait {
    token: Token,
    descriptor: i32,
    events: u32,
    next_of_descriptor: u32,
    next_of_token: u32,
}

#[derive(Default)]
pub struct Readiness {
    /// The epoll descriptor, once there was a wait.
    kernel: Option<i32>,
    waits: Vec<Wait>,
    free: Vec<u32>,
    by_descriptor: Vec<u32>,
    by_token: Vec<u32>,
    /// Descriptors that end a sleep whoever waits.
    watched: Vec<i32>,
}

/// The outcome of arming a descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Armed {
    /// The wait will be reported.
    Yes,
    /// The system has no waiting for such a file: it is always ready.
    AlwaysReady,
    /// The system's error number.
    Failed(i32),
}

fn head(list: &[u32], index: usize) -> u32 {
    list.get(index).copied().unwrap_or(NONE)
}

fn set_head(list: &mut Vec<u32>, index: usize, wait: u32) {
    if list.len() <= index {
        list.resize(index + 1, NONE);
    }
    list[index] = wait;
}

impl Readiness {
    /// Whether nobody waits.
    pub fn is_empty(&self) -> bool {
        self.waits.len() == self.free.len()
    }

    /// From now on somebody waits for a descriptor.
    pub fn add(&mut self, token: Token, descriptor: i32, events: u32) -> Armed {
        if descriptor < 0 {
            return Armed::Failed(libc::EBADF);
        }
        let wait = Wait {
            token,
            descriptor,
            events,
            next_of_descriptor: head(&self.by_descriptor, descriptor as usize),
            next_of_token: head(&self.by_token, token as usize),
        };
        let index = match self.free.pop() {
            Some(index) => {
                self.waits[index as usize] = wait;
                index
            }
            None => {
                self.waits.push(wait);
                self.waits.len() as u32 - 1
            }
        };
        set_head(&mut self.by_descriptor, descriptor as usize, index);
        set_head(&mut self.by_token, token as usize, index);
        let armed = self.arm(descriptor);
        if armed != Armed::Yes {
            self.remove(token);
        }
        armed
    }

    /// Somebody waits for nothing any more.
    pub fn remove(&mut self, token: Token) {
        let mut index = head(&self.by_token, token as usize);
        if index == NONE {
            return;
        }
        self.by_token[token as usize] = NONE;
        while index != NONE {
            let wait = self.waits[index as usize];
            self.unlink_from_descriptor(wait.descriptor, index);
            self.free.push(index);
            index = wait.next_of_token;
        }
    }

    fn unlink_from_descriptor(&mut self, descriptor: i32, index: u32) {
        let next = self.waits[index as usize].next_of_descriptor;
        let first = self.by_descriptor[descriptor as usize];
        if first == index {
            self.by_descriptor[descriptor as usize] = next;
            return;
        }
        let mut before = first;
        while self.waits[before as usize].next_of_descriptor != index {
            before = self.waits[before as usize].next_of_descriptor;
        }
        self.waits[before as usize].next_of_descriptor = next;
    }

    fn waits_for(&self, descriptor: i32) -> impl Iterator<Item = &Wait> {
        let mut index = head(&self.by_descriptor, descriptor as usize);
        std::iter::from_fn(move || {
            let wait = self.waits.get(index as usize)?;
            index = wait.next_of_descriptor;
            Some(wait)
        })
    }

    /// Those who wait for a descriptor.
    pub fn waiters(&self, descriptor: i32) -> Vec<Token> {
        if descriptor < 0 { Vec::new() } else { self.waits_for(descriptor).map(|wait| wait.token).collect() }
    }

    /// Those who wait for a descriptor, taken out: it is about to be closed.
    pub fn take_waiters(&mut self, descriptor: i32) -> Vec<Token> {
        let tokens = self.waiters(descriptor);
        tokens.iter().for_each(|token| self.remove(*token));
        tokens
    }

    /// Everything is forgotten: the process was forked, and the kernel's side is the parent's.
    pub fn forget(&mut self) {
        if let Some(kernel) = self.kernel.take() {
            // SAFETY: the descriptor is this structure's own.
            unsafe { libc::close(kernel) };
        }
        *self = Readiness::default();
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
        let events = self.waits_for(descriptor).fold(0, |all, wait| all | wait.events);
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

    /// Those whose descriptors are ready now, and for what. Takes no time.
    pub fn collect(&mut self) -> Vec<(Token, u32)> {
        let mut ready = Vec::new();
        let Some(kernel) = self.kernel.filter(|_| !self.is_empty()) else { return ready };
        loop {
            let mut events = [libc::epoll_event { events: 0, u64: 0 }; BATCH];
            // SAFETY: the array is writable for its length.
            let count = unsafe { libc::epoll_wait(kernel, events.as_mut_ptr(), BATCH as i32, 0) };
            for event in events[..count.max(0) as usize].iter().filter(|event| event.u64 != WATCHED) {
                self.report(event.u64 as i32, event.events, &mut ready);
            }
            if count < BATCH as i32 {
                return ready;
            }
        }
    }

    fn report(&mut self, descriptor: i32, events: u32, ready: &mut Vec<(Token, u32)>) {
        let start = ready.len();
        ready.extend(self.waits_for(descriptor).filter(|wait| events & (wait.events | TROUBLE) != 0).map(|wait| (wait.token, events)));
        for (token, _) in &ready[start..] {
            self.remove(*token);
        }
        if head(&self.by_descriptor, descriptor as usize) != NONE {
            self.arm(descriptor);
        }
    }

    /// The descriptor that is readable when there is something to collect; -1 before the first wait.
    pub fn descriptor(&self) -> i32 {
        self.kernel.unwrap_or(-1)
    }

    /// From now on a descriptor that is readable makes this structure's own readable.
    pub fn watch(&mut self, descriptor: i32) -> Result<(), i32> {
        if self.watched.contains(&descriptor) {
            return Ok(());
        }
        let kernel = self.kernel()?;
        let mut event = libc::epoll_event { events: READABLE, u64: WATCHED };
        // SAFETY: the event is a local that outlives the call.
        if unsafe { libc::epoll_ctl(kernel, libc::EPOLL_CTL_ADD, descriptor, &mut event) } != 0 {
            return Err(last_error());
        }
        self.watched.push(descriptor);
        Ok(())
    }
}

/// Waits for one of the entries in one system call: how many are ready. A signal, come before or
/// during the wait, ends it with `EINTR`.
pub fn wait_directly(entries: &mut [libc::pollfd], nanoseconds: Option<u64>, is_due: impl Fn() -> bool) -> Result<usize, i32> {
    let timeout = nanoseconds.map(Duration::from_nanos).map(|duration| libc::timespec {
        tv_sec: duration.as_secs() as libc::time_t,
        tv_nsec: duration.subsec_nanos() as _,
    });
    let timeout = timeout.as_ref().map_or(std::ptr::null(), |timeout| timeout as *const _);
    let previous = block_signals();
    let result = if is_due() {
        Err(libc::EINTR)
    } else {
        // SAFETY: entries, timeout and mask outlive the call.
        match unsafe { libc::ppoll(entries.as_mut_ptr(), entries.len() as libc::nfds_t, timeout, &previous) } {
            -1 => Err(last_error()),
            count => Ok(count as usize),
        }
    };
    restore_signals(&previous);
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::os::fd::AsRawFd;
    use std::os::unix::net::UnixStream;

    fn collected(readiness: &mut Readiness) -> Vec<(Token, u32)> {
        let mut ready = readiness.collect();
        ready.iter_mut().for_each(|(_, events)| *events &= READABLE | WRITABLE);
        ready.sort();
        ready
    }

    #[test]
    fn whoever_waits_is_told_once() {
        let (mut left, mut right) = UnixStream::pair().unwrap();
        let mut readiness = Readiness::default();
        assert_eq!(readiness.add(3, right.as_raw_fd(), READABLE), Armed::Yes);
        assert!(collected(&mut readiness).is_empty());
        left.write_all(b"x").unwrap();
        assert_eq!(collected(&mut readiness), [(3, READABLE)]);
        assert!(readiness.is_empty());
        assert!(collected(&mut readiness).is_empty());
        right.read_exact(&mut [0]).unwrap();
    }

    #[test]
    fn several_wait_for_one_descriptor_each_for_its_own() {
        let (mut left, right) = UnixStream::pair().unwrap();
        let mut readiness = Readiness::default();
        readiness.add(1, right.as_raw_fd(), READABLE);
        readiness.add(2, right.as_raw_fd(), WRITABLE);
        assert_eq!(collected(&mut readiness), [(2, WRITABLE)]);
        left.write_all(b"x").unwrap();
        assert_eq!(collected(&mut readiness), [(1, READABLE)]);
    }

    #[test]
    fn one_waits_for_several_descriptors() {
        let (mut left, right) = UnixStream::pair().unwrap();
        let (other_left, other) = UnixStream::pair().unwrap();
        let mut readiness = Readiness::default();
        readiness.add(7, right.as_raw_fd(), READABLE);
        readiness.add(7, other.as_raw_fd(), READABLE);
        left.write_all(b"x").unwrap();
        assert_eq!(collected(&mut readiness), [(7, READABLE)]);
        assert!(readiness.is_empty());
        drop(other_left);
        assert!(collected(&mut readiness).is_empty());
    }

    #[test]
    fn a_hang_up_is_reported_to_everybody() {
        let (left, right) = UnixStream::pair().unwrap();
        let mut readiness = Readiness::default();
        readiness.add(1, right.as_raw_fd(), READABLE);
        readiness.add(2, right.as_raw_fd(), PRIORITY);
        drop(left);
        assert_eq!(collected(&mut readiness).iter().map(|(token, _)| *token).collect::<Vec<_>>(), [1, 2]);
    }

    #[test]
    fn what_is_about_to_be_closed_tells_who_waited() {
        let (_left, right) = UnixStream::pair().unwrap();
        let mut readiness = Readiness::default();
        readiness.add(1, right.as_raw_fd(), READABLE);
        readiness.add(2, right.as_raw_fd(), READABLE);
        let mut waiters = readiness.take_waiters(right.as_raw_fd());
        waiters.sort();
        assert_eq!(waiters, [1, 2]);
        assert!(readiness.is_empty());
        assert!(readiness.take_waiters(-1).is_empty());
    }

    #[test]
    fn files_are_always_ready_and_the_closed_fail() {
        let file = std::fs::File::open("/proc/self/exe").unwrap();
        let mut readiness = Readiness::default();
        assert_eq!(readiness.add(1, file.as_raw_fd(), READABLE), Armed::AlwaysReady);
        assert_eq!(readiness.add(1, 1 << 20, READABLE), Armed::Failed(libc::EBADF));
        assert_eq!(readiness.add(1, -1, READABLE), Armed::Failed(libc::EBADF));
        assert!(readiness.is_empty());
    }

    #[test]
    fn a_due_signal_ends_a_wait_before_it_begins() {
        assert_eq!(wait_directly(&mut [], None, || true), Err(libc::EINTR));
        assert_eq!(wait_directly(&mut [], Some(1), || false), Ok(0));
    }

    /// Whatever is added and removed, in whatever order, the lists agree with a plain model.
    #[test]
    fn the_lists_agree_with_a_model() {
        let pairs: Vec<(UnixStream, UnixStream)> = (0..4).map(|_| UnixStream::pair().unwrap()).collect();
        let mut readiness = Readiness::default();
        let mut model: Vec<(Token, i32)> = Vec::new();
        let mut state = 12345u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % below
        };
        for _ in 0..5000 {
            let (token, descriptor) = (random(6) as Token, pairs[random(4) as usize].0.as_raw_fd());
            match random(4) {
                0 | 1 => {
                    readiness.add(token, descriptor, READABLE);
                    model.push((token, descriptor));
                }
                2 => {
                    readiness.remove(token);
                    model.retain(|(other, _)| *other != token);
                }
                _ => {
                    let mut expected: Vec<Token> = model.iter().filter(|(_, other)| *other == descriptor).map(|(token, _)| *token).collect();
                    let mut waiters = readiness.take_waiters(descriptor);
                    model.retain(|(token, _)| !expected.contains(token));
                    (expected.sort(), waiters.sort());
                    (expected.dedup(), waiters.dedup());
                    assert_eq!(waiters, expected);
                }
            }
            assert_eq!(readiness.is_empty(), model.is_empty());
            for (_, other) in pairs.iter().map(|(left, _)| ((), left.as_raw_fd())) {
                let count = readiness.waits_for(other).count();
                assert_eq!(count, model.iter().filter(|(_, descriptor)| *descriptor == other).count());
            }
        }
    }
}
