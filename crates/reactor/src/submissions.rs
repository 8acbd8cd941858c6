//! Submissions: work that goes on while who asked for it waits.
//!
//! Whoever waits has at most one submission at a time. It is named by a key as well,
//! so that an outcome which came too late for the call that asked is not taken for
//! that of the next; what nobody takes is undone (a lock given back, a descriptor
//! closed).
//!
//! ```text
//!   submit --> under way --> finished --> take
//!                  |             |
//!               abandon       abandon --> undo
//!                  |
//!                  +--> finished --> undo
//! ```

use std::collections::HashMap;

use crate::Outcome;
use crate::helpers::{Helpers, Work};
use crate::readiness::Token;
use crate::ring::Ring;

/// Takes back what work that nobody waited for has done.
pub type Undo = Box<dyn FnOnce(Outcome) + Send>;

/// A piece of work, and who does it.
pub enum Request {
    /// Reads at most `length` bytes of a file; its descriptor stays where it stands.
    Read { descriptor: i32, length: usize, offset: u64 },
    /// Brings a file to its device.
    Sync { descriptor: i32, data_only: bool },
    /// Whatever blocks. `may_last`: until somebody else does something.
    Other { work: Work, may_last: bool },
}

struct Waiting {
    job: u64,
    key: i64,
    outcome: Option<Outcome>,
}

#[derive(Default)]
enum Completion {
    #[default]
    Untried,
    Absent,
    Present(Ring),
}

#[derive(Default)]
pub struct Submissions {
    helpers: Helpers,
    completion: Completion,
    next_job: u64,
    waiting: HashMap<Token, Waiting>,
    /// Who waits for a job that is under way, if still somebody does, and how it is undone.
    under_way: HashMap<u64, (Option<Token>, Option<Undo>)>,
    /// How what is finished is undone.
    undo: HashMap<Token, Undo>,
}

impl Submissions {
    /// From now on helper threads do all work.
    pub fn forbid_completion(&mut self) {
        self.completion = Completion::Absent;
    }

    /// Whether anything is under way.
    pub fn is_idle(&self) -> bool {
        self.under_way.is_empty()
    }

    /// Begins work for somebody. `Err`: the system's error number; nothing was begun.
    pub fn submit(&mut self, token: Token, key: i64, request: Request, undo: Option<Undo>) -> Result<(), i32> {
        self.abandon(token);
        self.next_job += 1;
        let job = self.next_job;
        self.start(job, request)?;
        self.under_way.insert(job, (Some(token), undo));
        self.waiting.insert(token, Waiting { job, key, outcome: None });
        Ok(())
    }

    fn start(&mut self, job: u64, request: Request) -> Result<(), i32> {
        let (work, may_last): (Work, bool) = match request {
            Request::Other { work, may_last } => (work, may_last),
            Request::Read { descriptor, length, offset } => {
                if self.ring().is_some_and(|ring| ring.read(job, descriptor, length, offset)) {
                    return Ok(());
                }
                (Box::new(move || read(descriptor, length, offset)), false)
            }
            Request::Sync { descriptor, data_only } => {
                if self.ring().is_some_and(|ring| ring.sync(job, descriptor, data_only)) {
                    return Ok(());
                }
                (Box::new(move || sync(descriptor, data_only)), false)
            }
        };
        self.helpers.submit(job, work, may_last)
    }

    fn ring(&mut self) -> Option<&mut Ring> {
        if matches!(self.completion, Completion::Untried) {
            self.completion = Ring::open().map_or(Completion::Absent, Completion::Present);
        }
        match &mut self.completion {
            Completion::Present(ring) => Some(ring),
            _ => None,
        }
    }

    /// Descriptors that are readable when something was finished.
    pub fn bells(&mut self) -> Vec<i32> {
        let mut bells: Vec<i32> = self.helpers.bell().into_iter().collect();
        if let Completion::Present(ring) = &self.completion {
            bells.push(ring.descriptor());
        }
        bells
    }

    /// Those whose work was finished.
    pub fn collect(&mut self) -> Vec<Token> {
        let mut finished = self.helpers.collect();
        if let Completion::Present(ring) = &mut self.completion {
            finished.extend(ring.collect());
        }
        let mut tokens = Vec::new();
        for (job, outcome) in finished {
            match self.under_way.remove(&job) {
                Some((Some(token), undo)) => {
                    if let Some(waiting) = self.waiting.get_mut(&token).filter(|waiting| waiting.job == job) {
                        waiting.outcome = Some(outcome);
                        tokens.push(token);
                        undo.into_iter().for_each(|undo| { self.undo.insert(token, undo); });
                    }
                }
                Some((None, Some(undo))) => undo(outcome),
                Some((None, None)) | None => {}
            }
        }
        tokens
    }

    /// Whether what somebody waits for was finished.
    pub fn is_finished(&self, token: Token) -> bool {
        self.waiting.get(&token).is_some_and(|waiting| waiting.outcome.is_some())
    }

    /// Whether somebody has nothing to wait for: their work was finished, or they have none.
    pub fn is_settled(&self, token: Token) -> bool {
        self.waiting.get(&token).is_none_or(|waiting| waiting.outcome.is_some())
    }

    /// The outcome of the work with this key; what was finished for another is undone.
    pub fn take(&mut self, token: Token, key: i64) -> Option<Outcome> {
        let waiting = self.waiting.get(&token)?;
        if waiting.key != key {
            self.abandon(token);
            return None;
        }
        waiting.outcome.as_ref()?;
        self.undo.remove(&token);
        self.waiting.remove(&token)?.outcome
    }

    /// Somebody is to do something else, and may ask anew: all but what has a negative key is abandoned, since that changes nothing.
    pub fn interrupt(&mut self, token: Token) {
        if self.waiting.get(&token).is_some_and(|waiting| waiting.key >= 0) {
            self.abandon(token);
        }
    }

    /// Nobody waits any more for what somebody asked for.
    pub fn abandon(&mut self, token: Token) {
        let Some(waiting) = self.waiting.remove(&token) else { return };
        match (waiting.outcome, self.undo.remove(&token)) {
            (Some(outcome), Some(undo)) => undo(outcome),
            (Some(_), None) => {}
            (None, _) => {
                if let Some((owner, _)) = self.under_way.get_mut(&waiting.job) {
                    *owner = None;
                }
            }
        }
    }

    /// The process was forked: all work goes on in the parent.
    pub fn forget(&mut self) {
        self.helpers.forget();
        if let Completion::Present(ring) = std::mem::take(&mut self.completion) {
            ring.forget();
        }
        // What would be undone is the parent's too.
        std::mem::take(&mut self.waiting);
        std::mem::take(&mut self.under_way);
        std::mem::take(&mut self.undo);
    }
}

fn read(descriptor: i32, length: usize, offset: u64) -> Outcome {
    let mut bytes = vec![0; length];
    // SAFETY: the buffer is writable for its length.
    let value = again(|| unsafe { libc::pread(descriptor, bytes.as_mut_ptr().cast(), length, offset as i64) as i64 });
    bytes.truncate(value.max(0) as usize);
    Outcome::bytes(value, bytes)
}

fn sync(descriptor: i32, data_only: bool) -> Outcome {
    // SAFETY: neither call takes memory of ours.
    Outcome::value(again(|| unsafe { if data_only { libc::fdatasync(descriptor) } else { libc::fsync(descriptor) } } as i64))
}

/// The result of a call that is tried again while a signal interrupts it, or its error's number negated.
pub fn again(mut call: impl FnMut() -> i64) -> i64 {
    loop {
        let result = call();
        if result >= 0 {
            return result;
        }
        match crate::last_error() {
            libc::EINTR => {}
            number => return -(number as i64),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::os::fd::AsRawFd;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicI64, Ordering};
    use std::sync::mpsc::channel;

    fn await_token(submissions: &mut Submissions) -> Token {
        loop {
            if let Some(token) = submissions.collect().pop() {
                return token;
            }
            std::thread::yield_now();
        }
    }

    fn file_of(text: &[u8]) -> std::fs::File {
        let path = std::env::temp_dir().join(format!("rutile-reactor-{}-{:?}", std::process::id(), std::thread::current().id()));
        let mut file = std::fs::OpenOptions::new().read(true).write(true).create(true).truncate(true).open(&path).unwrap();
        file.write_all(text).unwrap();
        std::fs::remove_file(&path).unwrap();
        std::io::Seek::rewind(&mut file).unwrap();
        file
    }

    fn reads_and_syncs(mut submissions: Submissions) {
        let file = file_of(b"hello, world");
        for (key, expected) in [(0, &b"hello"[..]), (5, b", wor"), (10, b"ld"), (12, b"")] {
            submissions.submit(9, key, Request::Read { descriptor: file.as_raw_fd(), length: 5, offset: key as u64 }, None).unwrap();
            assert_eq!(await_token(&mut submissions), 9);
            assert!(submissions.is_finished(9));
            let outcome = submissions.take(9, key).unwrap();
            assert_eq!((outcome.value, &outcome.bytes[..]), (expected.len() as i64, expected));
        }
        submissions.submit(9, 5, Request::Sync { descriptor: file.as_raw_fd(), data_only: true }, None).unwrap();
        await_token(&mut submissions);
        assert_eq!(submissions.take(9, 5).unwrap().value, 0);
        submissions.submit(9, 6, Request::Read { descriptor: -1, length: 5, offset: 0 }, None).unwrap();
        await_token(&mut submissions);
        assert_eq!(submissions.take(9, 6).unwrap().value, -(libc::EBADF as i64));
        assert!(submissions.is_idle());
    }

    #[test]
    fn files_are_read_by_completion_where_it_is_allowed() {
        reads_and_syncs(Submissions::default());
    }

    #[test]
    fn files_are_read_by_helpers_where_completion_is_forbidden() {
        let mut submissions = Submissions::default();
        submissions.forbid_completion();
        reads_and_syncs(submissions);
    }

    #[test]
    fn more_than_the_ring_holds_is_read_all_the_same() {
        let mut submissions = Submissions::default();
        let files: Vec<_> = (0..200).map(|_| file_of(b"text")).collect();
        for (token, file) in files.iter().enumerate() {
            submissions.submit(token as Token, 0, Request::Read { descriptor: file.as_raw_fd(), length: 10, offset: 0 }, None).unwrap();
        }
        let mut done = 0;
        while done < 200 {
            done += submissions.collect().len();
        }
        for token in 0..200 {
            assert_eq!(submissions.take(token, 0).unwrap().bytes, b"text");
        }
    }

    fn counted() -> (Arc<AtomicI64>, Option<Undo>) {
        let count = Arc::new(AtomicI64::new(0));
        let counter = count.clone();
        (count, Some(Box::new(move |outcome| { counter.fetch_add(outcome.value, Ordering::Relaxed); })))
    }

    #[test]
    fn what_nobody_takes_is_undone_once() {
        let mut submissions = Submissions::default();
        // Abandoned when finished.
        let (count, undo) = counted();
        submissions.submit(1, 0, Request::Other { work: Box::new(|| Outcome::value(1)), may_last: false }, undo).unwrap();
        await_token(&mut submissions);
        submissions.abandon(1);
        submissions.abandon(1);
        assert_eq!(count.load(Ordering::Relaxed), 1);
        // Abandoned while under way.
        let (count, undo) = counted();
        let (sender, receiver) = channel::<()>();
        let work: Work = Box::new(move || { let _ = receiver.recv(); Outcome::value(1) });
        submissions.submit(1, 0, Request::Other { work, may_last: true }, undo).unwrap();
        submissions.abandon(1);
        assert_eq!(count.load(Ordering::Relaxed), 0);
        sender.send(()).unwrap();
        while !submissions.is_idle() {
            assert!(submissions.collect().is_empty());
        }
        assert_eq!(count.load(Ordering::Relaxed), 1);
        // Taken: not undone. Asked for with another key: undone.
        let (count, undo) = counted();
        submissions.submit(1, 0, Request::Other { work: Box::new(|| Outcome::value(1)), may_last: false }, undo).unwrap();
        await_token(&mut submissions);
        assert!(submissions.take(1, 0).is_some());
        submissions.abandon(1);
        assert_eq!(count.load(Ordering::Relaxed), 0);
        let (count, undo) = counted();
        submissions.submit(1, 7, Request::Other { work: Box::new(|| Outcome::value(1)), may_last: false }, undo).unwrap();
        await_token(&mut submissions);
        assert!(submissions.take(1, 8).is_none());
        assert_eq!(count.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn an_interrupt_leaves_work_that_changes_nothing() {
        let mut submissions = Submissions::default();
        submissions.submit(1, -1, Request::Other { work: Box::new(|| Outcome::value(5)), may_last: true }, None).unwrap();
        submissions.interrupt(1);
        await_token(&mut submissions);
        assert_eq!(submissions.take(1, -1).map(|outcome| outcome.value), Some(5));
        submissions.submit(1, 7, Request::Other { work: Box::new(|| Outcome::value(6)), may_last: false }, None).unwrap();
        submissions.interrupt(1);
        assert!(submissions.is_settled(1) && submissions.take(1, 7).is_none());
    }
}
