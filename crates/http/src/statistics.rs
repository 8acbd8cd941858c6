//! The counts of a server.

use std::time::Duration;

/// Upper bounds of the histogram of durations, in microseconds; beyond the last is one class more.
pub const BOUNDS: [u64; 14] =
    [500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000];

#[derive(Clone, Default, Debug)]
pub struct Statistics {
    pub accepted: u64,
    /// Responses by the first digit of their status; 0 for others.
    pub responses: [u64; 6],
    /// Requests that never reached the application.
    pub refused: u64,
    /// Connections that ended in the middle of a request or a response.
    pub broken: u64,
    pub timed_out: u64,
    pub bytes_read: u64,
    pub bytes_written: u64,
    pub durations: [u64; BOUNDS.len() + 1],
    pub duration_sum: Duration,
    /// How long requests were on their way from the proxy that noted when it had them.
    pub queues: [u64; BOUNDS.len() + 1],
    pub queue_sum: Duration,
}

fn class_of(duration: Duration) -> usize {
    let micros = duration.as_micros() as u64;
    BOUNDS.partition_point(|bound| *bound < micros)
}

impl Statistics {
    pub(crate) fn note_response(&mut self, status: u16, duration: Duration) {
        let class = usize::from(status / 100);
        self.responses[if class < self.responses.len() { class } else { 0 }] += 1;
        self.durations[class_of(duration)] += 1;
        self.duration_sum += duration;
    }

    pub fn note_queue(&mut self, duration: Duration) {
        self.queues[class_of(duration)] += 1;
        self.queue_sum += duration;
    }
}
