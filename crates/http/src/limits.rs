//! The limits of a client: how much it may ask for, and how long it may take.

use std::time::Duration;

#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of a request line.
    pub line: usize,
    /// Bytes of a whole head.
    pub head: usize,
    /// Header fields of a head.
    pub fields: usize,
    /// Bytes of a body.
    pub body: u64,
    /// Bytes of a body that are kept in memory; a longer one goes to a file that has no name.
    pub body_in_memory: usize,
    /// From the first byte of a request to the end of its head, and from the connection to that first byte.
    pub head_time: Duration,
    /// Between two pieces of a body, and between two pieces of a response that the client takes.
    pub pause: Duration,
    /// Between a response and the next request.
    pub idle: Duration,
    /// Requests of one connection.
    pub requests: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            line: 12 << 10,
            head: 80 << 10,
            fields: 100,
            body: 1 << 30,
            body_in_memory: 112 << 10,
            head_time: Duration::from_secs(30),
            pause: Duration::from_secs(30),
            idle: Duration::from_secs(65),
            requests: u32::MAX,
        }
    }
}
