//! Requests that are not served: the status of the answer, and why, for the log.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refusal {
    pub status: u16,
    pub reason: &'static str,
}

impl Refusal {
    pub const fn new(status: u16, reason: &'static str) -> Refusal {
        Refusal { status, reason }
    }

    pub const fn bad_request(reason: &'static str) -> Refusal {
        Refusal::new(400, reason)
    }
}
