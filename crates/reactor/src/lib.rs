//! Where a process waits: for descriptors to be ready, for work that others do, for
//! signals, and for time to pass.
//!
//! This crate knows the operating system and nothing of Ruby. Whoever waits is a
//! small number (`Token`) that its owner chose. Everything hangs from a structure
//! that the owner holds; what the kernel keeps for it is left to the parent when a
//! process is forked (`forget`).

use std::any::Any;

pub mod helpers;
pub mod readiness;
pub mod ring;
pub mod signal_mask;
pub mod submissions;

pub use readiness::{Armed, PRIORITY, READABLE, Readiness, Token, WRITABLE, wait_directly};
pub use submissions::{Request, Submissions, Undo, again};

/// The outcome of a piece of work: a number, an error's negated, and bytes or anything else where it gives some.
#[derive(Debug, Default)]
pub struct Outcome {
    pub value: i64,
    pub bytes: Vec<u8>,
    pub made: Option<Box<dyn Any + Send>>,
}

impl Outcome {
    pub fn value(value: i64) -> Outcome {
        Outcome { value, ..Outcome::default() }
    }

    pub fn bytes(value: i64, bytes: Vec<u8>) -> Outcome {
        Outcome { value, bytes, made: None }
    }

    pub fn made(thing: impl Any + Send) -> Outcome {
        Outcome { made: Some(Box::new(thing)), ..Outcome::default() }
    }
}

/// Why somebody goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Report {
    /// A descriptor is ready for these events.
    Ready(Token, u32),
    /// Their work is done.
    Finished(Token),
}

#[derive(Default)]
pub struct Reactor {
    pub readiness: Readiness,
    pub submissions: Submissions,
}

impl Reactor {
    /// Whether there is nothing to wait for.
    pub fn is_idle(&self) -> bool {
        self.readiness.is_empty() && self.submissions.is_idle()
    }

    /// Begins work for somebody, who is told by a `Report` when it is done.
    pub fn submit(&mut self, token: Token, key: i64, request: Request, undo: Option<Undo>) -> Result<(), i32> {
        self.submissions.submit(token, key, request, undo)?;
        for bell in self.submissions.bells() {
            self.readiness.watch(bell)?;
        }
        Ok(())
    }

    /// Those who can go on now. Takes no time.
    pub fn collect(&mut self) -> Vec<Report> {
        let mut reports: Vec<Report> = self.readiness.collect().into_iter().map(|(token, events)| Report::Ready(token, events)).collect();
        if !self.submissions.is_idle() {
            reports.extend(self.submissions.collect().into_iter().map(Report::Finished));
        }
        reports
    }

    /// Sleeps until somebody can go on, `nanoseconds` have passed or a signal comes. A signal for
    /// which `is_due` already holds is seen before the sleep, whenever it arrives.
    pub fn sleep(&mut self, nanoseconds: Option<u64>, is_due: impl Fn() -> bool) {
        let mut entry = libc::pollfd { fd: self.readiness.descriptor(), events: libc::POLLIN, revents: 0 };
        let count = if self.is_idle() { 0 } else { 1 };
        // The caller looks around afterwards, whatever the sleep came to.
        let _ = wait_directly(std::slice::from_mut(&mut entry).get_mut(..count).unwrap_or_default(), nanoseconds, is_due);
    }

    /// Somebody waits for nothing any more.
    pub fn remove(&mut self, token: Token) {
        self.readiness.remove(token);
        self.submissions.abandon(token);
    }

    /// The process was forked: all that was waited for is the parent's.
    pub fn forget(&mut self) {
        self.readiness.forget();
        self.submissions.forget();
    }
}

pub(crate) fn last_error() -> i32 {
    std::io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleep_ends_when_work_is_done() {
        let mut reactor = Reactor::default();
        let work = Box::new(|| Outcome::value(5));
        reactor.submit(4, 1, Request::Other { work, may_last: false }, None).unwrap();
        let mut reports = Vec::new();
        while reports.is_empty() {
            reactor.sleep(None, || false);
            reports = reactor.collect();
        }
        assert_eq!(reports, [Report::Finished(4)]);
        assert_eq!(reactor.submissions.take(4, 1).unwrap().value, 5);
        assert!(reactor.is_idle());
    }

    #[test]
    fn what_is_forgotten_can_be_used_again() {
        let mut reactor = Reactor::default();
        for round in 0..3 {
            reactor.submit(0, round, Request::Other { work: Box::new(|| Outcome::value(1)), may_last: false }, None).unwrap();
            while !reactor.submissions.is_finished(0) {
                reactor.sleep(None, || false);
                reactor.collect();
            }
            reactor.forget();
            assert!(reactor.is_idle());
        }
    }
}
