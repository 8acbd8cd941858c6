//! A whole request, as it leaves the server for the application.

use std::mem;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::body::Body;
use crate::head::{Head, Version, authority_of};

/// A longer time in a queue is a clock that goes wrong.
const QUEUE_MAX: Duration = Duration::from_secs(3600);

#[derive(Debug)]
pub struct Request {
    bytes: Vec<u8>,
    head: Head,
    pub(crate) body: Option<Body>,
    /// When its first byte was read.
    pub began: Instant,
}

/// The facts of a request that its response has to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exchange {
    pub version: Version,
    pub is_head: bool,
    pub keep_alive: bool,
}

impl Request {
    pub(crate) fn new(bytes: Vec<u8>, head: Head, began: Instant) -> Request {
        Request { bytes, head, body: None, began }
    }

    pub fn method(&self) -> &[u8] {
        &self.bytes[self.head.method.clone()]
    }

    /// The target as it was sent.
    pub fn target(&self) -> &[u8] {
        &self.bytes[self.head.target.clone()]
    }

    /// The path and the query of the target; the query is empty where there is none.
    pub fn path_and_query(&self) -> (&[u8], &[u8]) {
        let target = self.target();
        let origin = match authority_of(target) {
            Some(authority) => &target[authority.end..],
            None => target,
        };
        match memchr::memchr(b'?', origin) {
            Some(at) => (&origin[..at], &origin[at + 1..]),
            None => (origin, &[]),
        }
    }

    /// The authority of a target in absolute form, which stands above the Host field.
    pub fn authority(&self) -> Option<&[u8]> {
        authority_of(self.target()).map(|authority| &self.target()[authority])
    }

    pub fn version(&self) -> Version {
        self.head.version
    }

    pub(crate) fn expects_continue(&self) -> bool {
        self.head.expects_continue
    }

    /// Names and values of the fields, in their order.
    pub fn fields(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.head.fields.iter().map(|(name, value)| (&self.bytes[name.clone()], &self.bytes[value.clone()]))
    }

    /// How long ago a proxy had it, by its field X-Request-Start: a number of seconds, milliseconds or microseconds since 1970, perhaps
    /// behind `t=`. None where there is no such field, or it tells of another time.
    pub fn queued(&self, now: SystemTime) -> Option<Duration> {
        let (_, value) = self.fields().find(|(name, _)| name.eq_ignore_ascii_case(b"x-request-start"))?;
        let value = std::str::from_utf8(value).ok()?.trim();
        let number: f64 = value.strip_prefix("t=").unwrap_or(value).parse().ok().filter(|number: &f64| number.is_finite())?;
        let unit = match number {
            1e14.. => 1e6,
            1e11.. => 1e3,
            _ => 1.0,
        };
        let now = now.duration_since(UNIX_EPOCH).ok()?.as_secs_f64();
        Duration::try_from_secs_f64((now - number / unit).max(0.0)).ok().filter(|time| *time < QUEUE_MAX)
    }

    /// Gives all of it away: what stays has neither fields nor a body.
    pub fn take(&mut self) -> Request {
        let Head { method, target, version, fields, framing, keep_alive, expects_continue } = &mut self.head;
        let (method, target, fields) = (mem::take(method), mem::take(target), mem::take(fields));
        let head = Head { method, target, version: *version, fields, framing: *framing, keep_alive: *keep_alive, expects_continue: *expects_continue };
        Request { bytes: mem::take(&mut self.bytes), head, body: self.body.take(), began: self.began }
    }

    pub fn body(&self) -> Option<&Body> {
        self.body.as_ref()
    }

    pub fn into_body(self) -> Option<Body> {
        self.body
    }

    pub fn exchange(&self) -> Exchange {
        Exchange { version: self.head.version, is_head: self.method() == b"HEAD", keep_alive: self.head.keep_alive }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::head::{self, Parsed};
    use crate::limits::Limits;

    #[test]
    fn proxies_tell_when_they_had_a_request() {
        let queued = |value: &str| {
            let text = format!("GET / HTTP/1.1\r\nHost: a\r\nX-Request-Start: {value}\r\n\r\n");
            let Ok(Parsed::Whole(head, _)) = head::parse(text.as_bytes(), &Limits::default()) else { panic!("not whole") };
            let request = Request::new(text.into_bytes(), head, Instant::now());
            request.queued(UNIX_EPOCH + Duration::from_secs(1_800_000_001)).map(|time| time.as_millis())
        };
        assert_eq!(queued("t=1800000000.750"), Some(250));
        assert_eq!(queued("1800000000750"), Some(250));
        assert_eq!(queued("t=1800000000750000"), Some(250));
        assert_eq!(queued("1800000005"), Some(0));
        assert_eq!((queued("yesterday"), queued("12"), queued("NaN"), queued("-inf")), (None, None, None, None));
    }
}
