//! The clock of preemption: a small system thread that raises the interrupt flag
//! every few milliseconds while the running thread has company.
//!
//! It starts when it is first needed, rests while it is not, and does not exist
//! in a forked child until that needs one itself. It touches nothing but three
//! atomic flags.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rutile_reactor::signal_mask::{block_signals, restore_signals};

/// How long a thread runs while others could. A thread that becomes able to run
/// beside one that never pauses waits no longer than this and what the system's timer is late by;
/// together they are to stay below 5 ms. A tick costs some microseconds.
pub const QUANTUM: Duration = Duration::from_millis(2);

struct Flags {
    wanted: AtomicBool,
    ticked: AtomicBool,
    interrupt: Arc<AtomicBool>,
}

struct Running {
    flags: Arc<Flags>,
    thread: std::thread::Thread,
}

#[derive(Default)]
pub struct Ticker {
    running: Option<Running>,
    /// Whether it was asked to tick, known without a look at what the system thread shares.
    on: bool,
}

impl Ticker {
    /// Ticks from now on. Where the system grants no thread, nothing preempts and everything else works.
    #[inline(always)]
    pub fn want(&mut self, interrupt: &Arc<AtomicBool>) {
        if !self.on {
            self.begin(interrupt);
        }
    }

    #[cold]
    fn begin(&mut self, interrupt: &Arc<AtomicBool>) {
        self.on = true;
        match &self.running {
            Some(running) => {
                if !running.flags.wanted.swap(true, Ordering::Relaxed) {
                    running.thread.unpark();
                }
            }
            None => self.running = start(interrupt.clone()),
        }
    }

    /// No ticks are needed for now.
    pub fn rest(&mut self) {
        self.on = false;
        if let Some(running) = &self.running {
            running.flags.wanted.store(false, Ordering::Relaxed);
        }
    }

    /// Whether a tick passed since this was asked last.
    pub fn take_tick(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.flags.ticked.load(Ordering::Relaxed) && running.flags.ticked.swap(false, Ordering::Relaxed))
    }

    /// The system thread is not in this process: it was in the one that forked it.
    pub fn forget(&mut self) {
        self.running = None;
        self.on = false;
    }
}

fn start(interrupt: Arc<AtomicBool>) -> Option<Running> {
    let flags = Arc::new(Flags { wanted: AtomicBool::new(true), ticked: AtomicBool::new(false), interrupt });
    let shared = flags.clone();
    let previous = block_signals();
    let spawned = std::thread::Builder::new().name("ticker".to_string()).stack_size(64 << 10).spawn(move || tick(&shared));
    restore_signals(&previous);
    Some(Running { flags, thread: spawned.ok()?.thread().clone() })
}

fn tick(flags: &Flags) {
    loop {
        if flags.wanted.load(Ordering::Relaxed) {
            std::thread::sleep(QUANTUM);
            flags.ticked.store(true, Ordering::Relaxed);
            flags.interrupt.store(true, Ordering::Release);
        } else {
            std::thread::park();
        }
    }
}
