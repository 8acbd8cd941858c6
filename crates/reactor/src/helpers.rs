//! Helper threads of the system, for what it can only do blocking: a lock on a
//! file, the opening of a pipe, a name to be resolved.
//!
//! They start when there is work and end when there has been none for a while.
//! Work that ends by itself shares a few of them; work that may last (until another
//! process gives up a lock, say) always gets one of its own, since who waits in a
//! line behind it could be the one it waits for.
//!
//! ```text
//!   submit --> queue --> helper thread --> finished --> bell (an eventfd) --> collect
//! ```

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

use crate::Outcome;
use crate::signal_mask::{block_signals, restore_signals};

/// The work of a helper: one piece, told by its number.
pub type Work = Box<dyn FnOnce() -> Outcome + Send>;

/// Helpers that work on what ends by itself.
const FEW: usize = 8;
/// How long a helper waits for more work.
const PATIENCE: Duration = Duration::from_secs(10);
const STACK: usize = 256 << 10;

struct Job {
    number: u64,
    work: Work,
}

#[derive(Default)]
struct State {
    brief: VecDeque<Job>,
    lasting: VecDeque<Job>,
    finished: Vec<(u64, Outcome)>,
    helpers: usize,
    idle: usize,
    /// Helpers at work on what ends by itself.
    briefly: usize,
    closed: bool,
}

impl State {
    fn next(&mut self) -> Option<(Job, bool)> {
        if let Some(job) = self.lasting.pop_front() {
            return Some((job, false));
        }
        if self.briefly >= FEW {
            return None;
        }
        self.briefly += 1;
        match self.brief.pop_front() {
            Some(job) => Some((job, true)),
            None => {
                self.briefly -= 1;
                None
            }
        }
    }

    /// Whether the work that waits is more than the idle helpers can take.
    fn needs_helper(&self) -> bool {
        let brief = self.brief.len().min(FEW.saturating_sub(self.briefly));
        self.lasting.len() + brief > self.idle
    }
}

struct Shared {
    state: Mutex<State>,
    work: Condvar,
    bell: i32,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        // SAFETY: the bell is this structure's own, and nobody is left to ring it.
        unsafe { libc::close(self.bell) };
    }
}

#[derive(Default)]
pub struct Helpers {
    shared: Option<Arc<Shared>>,
}

impl Helpers {
    /// Has a piece of work done. `Err`: the system's error number; nothing was begun.
    pub fn submit(&mut self, number: u64, work: Work, may_last: bool) -> Result<(), i32> {
        let shared = self.shared()?;
        let mut state = shared.lock();
        let job = Job { number, work };
        if may_last { state.lasting.push_back(job) } else { state.brief.push_back(job) }
        if !state.needs_helper() {
            shared.work.notify_one();
            return Ok(());
        }
        // One that is starting is as good as one that waits for work.
        state.helpers += 1;
        state.idle += 1;
        let helpers = state.helpers;
        drop(state);
        match start(&shared) {
            Ok(()) => Ok(()),
            Err(error) => {
                let mut state = shared.lock();
                state.helpers -= 1;
                state.idle -= 1;
                if helpers > 1 && !may_last {
                    return Ok(());
                }
                state.lasting.retain(|job| job.number != number);
                state.brief.retain(|job| job.number != number);
                Err(error)
            }
        }
    }

    /// A descriptor that is readable when work was finished.
    pub fn bell(&mut self) -> Result<i32, i32> {
        Ok(self.shared()?.bell)
    }

    /// The work that was finished since this was asked last.
    pub fn collect(&mut self) -> Vec<(u64, Outcome)> {
        let Some(shared) = &self.shared else { return Vec::new() };
        let mut count = 0u64;
        // SAFETY: the counter is eight writable bytes; the bell doesn't block.
        unsafe { libc::read(shared.bell, (&raw mut count).cast(), 8) };
        std::mem::take(&mut shared.lock().finished)
    }

    /// The process was forked: its helpers are in the parent. What they share may be locked for
    /// ever in this copy, so that it is left behind as it is.
    pub fn forget(&mut self) {
        if let Some(shared) = self.shared.take() {
            // SAFETY: the bell is this process's copy; nobody here rings it.
            unsafe { libc::close(shared.bell) };
            std::mem::forget(shared);
        }
    }

    fn shared(&mut self) -> Result<Arc<Shared>, i32> {
        if let Some(shared) = &self.shared {
            return Ok(shared.clone());
        }
        // SAFETY: takes no memory of ours.
        let bell = unsafe { libc::eventfd(0, libc::EFD_CLOEXEC | libc::EFD_NONBLOCK) };
        if bell < 0 {
            return Err(crate::last_error());
        }
        let shared = Arc::new(Shared { state: Mutex::default(), work: Condvar::new(), bell });
        self.shared = Some(shared.clone());
        Ok(shared)
    }
}

impl Drop for Helpers {
    fn drop(&mut self) {
        if let Some(shared) = &self.shared {
            shared.lock().closed = true;
            shared.work.notify_all();
        }
    }
}

fn start(shared: &Arc<Shared>) -> Result<(), i32> {
    let shared = shared.clone();
    let previous = block_signals();
    let started = std::thread::Builder::new().name("helper".to_string()).stack_size(STACK).spawn(move || help(&shared));
    restore_signals(&previous);
    started.map(|_| ()).map_err(|error| error.raw_os_error().unwrap_or(libc::EAGAIN))
}

fn help(shared: &Shared) {
    let mut state = shared.lock();
    state.idle -= 1;
    loop {
        if let Some((job, brief)) = state.next() {
            drop(state);
            let outcome = (job.work)();
            state = shared.lock();
            state.briefly -= brief as usize;
            state.finished.push((job.number, outcome));
            // SAFETY: the counter is eight readable bytes.
            unsafe { libc::write(shared.bell, (&raw const ONE).cast(), 8) };
            continue;
        }
        if state.closed {
            break;
        }
        state.idle += 1;
        let (again, waited) = shared.work.wait_timeout(state, PATIENCE).unwrap_or_else(|poisoned| poisoned.into_inner());
        state = again;
        state.idle -= 1;
        if waited.timed_out() && state.lasting.is_empty() && state.brief.is_empty() {
            break;
        }
    }
    state.helpers -= 1;
}

static ONE: u64 = 1;

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    fn await_all(helpers: &mut Helpers, count: usize) -> Vec<u64> {
        let mut numbers = Vec::new();
        while numbers.len() < count {
            let mut entry = libc::pollfd { fd: helpers.bell().unwrap(), events: libc::POLLIN, revents: 0 };
            // SAFETY: one entry is passed.
            unsafe { libc::poll(&mut entry, 1, 10_000) };
            numbers.extend(helpers.collect().into_iter().map(|(number, _)| number));
        }
        numbers.sort();
        numbers
    }

    #[test]
    fn all_work_is_done_once() {
        let mut helpers = Helpers::default();
        for number in 0..200 {
            helpers.submit(number, Box::new(move || Outcome::value(number as i64)), number % 2 == 0).unwrap();
        }
        assert_eq!(await_all(&mut helpers, 200), (0..200).collect::<Vec<_>>());
        assert!(helpers.collect().is_empty());
    }

    #[test]
    fn work_that_lasts_holds_nobody_up() {
        let mut helpers = Helpers::default();
        let mut senders = Vec::new();
        for number in 0..20 {
            let (sender, receiver) = channel::<()>();
            helpers.submit(number, Box::new(move || Outcome::value(receiver.recv().is_ok() as i64)), true).unwrap();
            senders.push(sender);
        }
        helpers.submit(20, Box::new(|| Outcome::value(0)), false).unwrap();
        assert_eq!(await_all(&mut helpers, 1), [20]);
        // The last to come is the first to be let go.
        senders.into_iter().rev().for_each(|sender| sender.send(()).unwrap());
        assert_eq!(await_all(&mut helpers, 20), (0..20).collect::<Vec<_>>());
    }

    #[test]
    fn brief_work_shares_a_few_helpers() {
        let mut helpers = Helpers::default();
        for number in 0..100 {
            helpers.submit(number, Box::new(|| { std::thread::sleep(Duration::from_millis(1)); Outcome::value(0) }), false).unwrap();
        }
        assert!(helpers.shared.as_ref().unwrap().lock().helpers <= FEW);
        await_all(&mut helpers, 100);
    }
}
