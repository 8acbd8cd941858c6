//! A whole request, as it leaves the server for the application.

use std::time::Instant;

use crate::body::Body;
use crate::head::{Head, Version, authority_of};

#[derive(Debug)]
pub struct Request {
    bytes: Vec<u8>,
    head: Head,
    pub(crate) body: Option<Body>,
    /// When its first byte was read.
    pub began: Instant,
}

/// What a response has to know of its request.
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

    /// Gives the body away.
    pub fn take_body(&mut self) -> Option<Body> {
        self.body.take()
    }

    pub fn exchange(&self) -> Exchange {
        Exchange { version: self.head.version, is_head: self.method() == b"HEAD", keep_alive: self.head.keep_alive }
    }
}
