//! The page that a child shares with its parent: how far it got, and its last words.

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};

const WORDS_BYTES: usize = 3000;

#[repr(C)]
struct Page {
    /// The program that runs.
    at: AtomicUsize,
    ended: AtomicUsize,
    raised: AtomicUsize,
    refused: AtomicUsize,
    stopped: AtomicUsize,
    words_length: AtomicUsize,
    words: [u8; WORDS_BYTES],
}

/// The page. It lives as long as the process and is mapped in both.
#[derive(Clone, Copy)]
pub struct Shared(*mut Page);

/// How programs ended.
#[derive(Clone, Copy, Default)]
pub struct Counts {
    pub executions: usize,
    pub ended: usize,
    pub raised: usize,
    pub refused: usize,
    pub stopped: usize,
    pub waiting: usize,
}

pub enum Outcome {
    Ended,
    Raised,
    /// It did not compile.
    Refused,
    /// It reached the limit of steps.
    Stopped,
}

impl Shared {
    pub fn new() -> Shared {
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: a fresh mapping, larger than the page's type, zeroed by the system.
        let page = unsafe {
            libc::mmap(std::ptr::null_mut(), size_of::<Page>(), protection, libc::MAP_SHARED | libc::MAP_ANONYMOUS, -1, 0)
        };
        assert_ne!(page, libc::MAP_FAILED, "no shared page");
        Shared(page as *mut Page)
    }

    fn page(&self) -> &Page {
        // SAFETY: the mapping is never taken away; its counters are atomic.
        unsafe { &*self.0 }
    }

    /// Before a child starts.
    pub fn clear(&self) {
        let page = self.page();
        for counter in [&page.at, &page.ended, &page.raised, &page.refused, &page.stopped, &page.words_length] {
            counter.store(0, Ordering::SeqCst);
        }
    }

    pub fn begin(&self, index: usize) {
        self.page().at.store(index, Ordering::SeqCst);
    }

    pub fn at(&self) -> usize {
        self.page().at.load(Ordering::SeqCst)
    }

    pub fn count(&self, outcome: Outcome) {
        let page = self.page();
        let counter = match outcome {
            Outcome::Ended => &page.ended,
            Outcome::Raised => &page.raised,
            Outcome::Refused => &page.refused,
            Outcome::Stopped => &page.stopped,
        };
        counter.fetch_add(1, Ordering::SeqCst);
    }

    pub fn counts(&self) -> Counts {
        let page = self.page();
        let [ended, raised, refused, stopped] =
            [&page.ended, &page.raised, &page.refused, &page.stopped].map(|counter| counter.load(Ordering::SeqCst));
        Counts { executions: ended + raised + refused + stopped, ended, raised, refused, stopped, waiting: 0 }
    }

    /// Why the child is about to die.
    pub fn leave_words(&self, text: &str) {
        let page = self.0;
        let length = text.len().min(WORDS_BYTES);
        // SAFETY: the text fits; the parent reads only after the child is gone.
        unsafe { std::ptr::copy_nonoverlapping(text.as_ptr(), (&raw mut (*page).words) as *mut u8, length) };
        self.page().words_length.store(length, Ordering::SeqCst);
    }

    pub fn words(&self) -> String {
        let page = self.page();
        let length = page.words_length.load(Ordering::SeqCst).min(WORDS_BYTES);
        String::from_utf8_lossy(&page.words[..length]).into_owned()
    }
}

impl Counts {
    pub fn add(&mut self, other: &Counts) {
        self.executions += other.executions;
        self.ended += other.ended;
        self.raised += other.raised;
        self.refused += other.refused;
        self.stopped += other.stopped;
        self.waiting += other.waiting;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts { executions, ended, raised, refused, stopped, waiting } = self;
        write!(f, "{executions} executions: {ended} ended, {raised} raised, {refused} did not compile, {stopped} stopped, {waiting} waited")
    }
}
