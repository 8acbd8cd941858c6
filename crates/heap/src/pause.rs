//! How long the program was held up: in time of the processor, so that what else the machine does is no part of it.
//!
//! Asking the system for that time costs as much as a small collection's tracing, so it is asked once at the start, and
//! at the end only where the clock on the wall says that the pause may be the longest.

use std::time::Instant;

use crate::statistics::Statistics;

pub(crate) struct Pause {
    pub start: Instant,
    processor: u64,
}

impl Pause {
    pub fn start() -> Pause {
        Pause { start: Instant::now(), processor: processor_nanoseconds() }
    }

    /// Counts the pause; answers how long it was by the wall.
    pub fn end(self, counts: &mut Statistics) -> u64 {
        let nanoseconds = self.start.elapsed().as_nanos() as u64;
        counts.collection_nanoseconds += nanoseconds;
        if nanoseconds > counts.longest_pause_nanoseconds {
            let spent = processor_nanoseconds() - self.processor;
            counts.longest_pause_nanoseconds = counts.longest_pause_nanoseconds.max(spent);
        }
        nanoseconds
    }
}

/// The processor time that the running thread has had.
fn processor_nanoseconds() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the place is ours; where there is no such clock it stays as it is.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}
