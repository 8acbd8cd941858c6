//! HTTP/2 (RFC 9113), by the crate `h2`: its frames, compression, flow control and states, over two buffers in place of a socket.
//!
//! Nothing here waits and no waker is kept: whoever added bytes or took some calls `drive`, which asks for all that may have happened. A
//! connection's streams are whole requests like those of HTTP/1 before the application learns of them.
//!
//! The attacks that a client cannot make, and who prevents each:
//!
//! | flood | bound |
//! |---|---|
//! | streams opened at once | `STREAMS_MAX`, told in our settings |
//! | streams opened and reset at once (CVE-2023-44487) | `h2`: 20 that were not accepted yet; here: `RESETS_MAX`, where they are more than half of what was answered |
//! | streams that we reset for their errors | `h2`: 1024 |
//! | CONTINUATION without end (CVE-2024-27316) | `h2`: `limits.head`, then an answer with 431 or the end of the connection |
//! | SETTINGS and PING without reading the answers | `h2` holds one answer of each, and the wire 64 KB: then nothing more is read |
//! | DATA frames that are small or empty | `h2`: a budget in bytes |
//! | a window of zero for ever | `limits.pause`, then the stream is reset |

mod heads;
mod stream;
#[cfg(test)]
mod tests;
mod wire;

use std::collections::BTreeMap;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use bytes::Bytes;
use h2::server::{Builder, Connection, Handshake, SendResponse};
use h2::{Reason, RecvStream};
use http::Request;

use crate::limits::Limits;
use crate::refusal::Refusal;
use stream::{Step, Stream};
use wire::Wire;

/// The bytes that every connection begins with.
pub const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/// Streams of a connection at once.
const STREAMS_MAX: u32 = 128;
/// Bytes that a client may send of a body before it is read, and of all bodies together.
const STREAM_WINDOW: u32 = 256 << 10;
const CONNECTION_WINDOW: u32 = 1 << 20;
/// Requests that a client may take back, whatever it lets us answer.
const RESETS_MAX: u32 = 200;
/// Bytes that were read and that `h2` does not take, before no more are read.
const UNREAD_MAX: usize = 64 << 10;

enum State {
    Handshake(Handshake<Wire, Bytes>),
    Open(Connection<Wire, Bytes>),
    Over,
}

/// The events of a stream that the server has to know of, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Happening {
    Ready(u32),
    /// It ended; in the middle, where true. Its place is free.
    Ended(usize, bool),
    /// A writer that waited may go on, at this place.
    Writable(usize),
    Refused(Refusal),
}

pub struct Multiplexer {
    wire: Wire,
    state: State,
    streams: BTreeMap<u32, Stream>,
    happenings: Vec<Happening>,
    answered: u32,
    resets: u32,
    leaving: bool,
}

impl Multiplexer {
    pub fn new(limits: &Limits) -> Multiplexer {
        let wire = Wire::default();
        let handshake = Builder::new()
            .max_concurrent_streams(STREAMS_MAX)
            .initial_window_size(STREAM_WINDOW)
            .initial_connection_window_size(CONNECTION_WINDOW)
            .max_header_list_size(u32::try_from(limits.head).unwrap_or(u32::MAX))
            .handshake(wire.clone());
        Multiplexer { wire, state: State::Handshake(handshake), streams: BTreeMap::new(), happenings: Vec::new(), answered: 0, resets: 0, leaving: false }
    }

    /// Adds what was read.
    pub fn add(&mut self, bytes: &[u8]) {
        self.wire.add(bytes);
    }

    /// The client sends no more.
    pub fn end_input(&mut self) {
        self.wire.end();
    }

    /// Whether more is to be read.
    pub fn wants_more(&self) -> bool {
        self.wire.unread() < UNREAD_MAX && !matches!(self.state, State::Over)
    }

    pub fn take_unsent(&mut self) -> Vec<u8> {
        self.wire.take_unsent()
    }

    pub fn take_happenings(&mut self) -> Vec<Happening> {
        std::mem::take(&mut self.happenings)
    }

    pub fn stream(&mut self, id: u32) -> Option<&mut Stream> {
        self.streams.get_mut(&id)
    }

    pub fn streams(&self) -> usize {
        self.streams.len()
    }

    /// The places of all streams that have one.
    pub fn places(&self) -> Vec<usize> {
        self.streams.values().filter_map(|stream| stream.place).collect()
    }

    /// Nothing more comes from here.
    pub fn is_over(&self) -> bool {
        matches!(self.state, State::Over)
    }

    /// Takes no more streams; ends when those under way are answered.
    pub fn leave(&mut self) {
        if let State::Open(connection) = &mut self.state
            && !std::mem::replace(&mut self.leaving, true)
        {
            connection.graceful_shutdown();
        }
    }

    pub fn is_leaving(&self) -> bool {
        self.leaving
    }

    /// Breaks a response off.
    pub fn abort(&mut self, id: u32) {
        if let Some(stream) = self.streams.get_mut(&id) {
            stream.break_off(Reason::INTERNAL_ERROR);
        }
    }

    /// Once a second: ends streams whose client takes too long; how many.
    pub fn sweep(&mut self, pause: Duration) -> u64 {
        let mut count = 0;
        for stream in self.streams.values_mut().filter(|stream| stream.idle().is_some_and(|time| time > pause)) {
            count += 1;
            stream.break_off(Reason::CANCEL);
        }
        count
    }

    /// Does all that can be done without waiting.
    pub fn drive(&mut self, limits: &Limits) {
        let mut context = Context::from_waker(Waker::noop());
        loop {
            self.drive_connection(&mut context, limits);
            if !self.drive_streams(&mut context, limits) {
                break;
            }
        }
    }

    fn drive_connection(&mut self, context: &mut Context, limits: &Limits) {
        if let State::Handshake(handshake) = &mut self.state {
            match std::pin::Pin::new(handshake).poll(context) {
                Poll::Pending => return,
                Poll::Ready(Ok(connection)) => self.state = State::Open(connection),
                Poll::Ready(Err(_)) => return self.state = State::Over,
            }
        }
        while let State::Open(connection) = &mut self.state {
            match connection.poll_accept(context) {
                Poll::Pending => return,
                Poll::Ready(Some(Ok((request, respond)))) => self.open(request, respond, limits),
                Poll::Ready(Some(Err(_)) | None) => self.state = State::Over,
            }
        }
    }

    fn open(&mut self, request: Request<RecvStream>, respond: SendResponse<Bytes>, limits: &Limits) {
        let id = respond.stream_id().as_u32();
        let (parts, receive) = request.into_parts();
        let made = heads::request_of(&parts, Instant::now(), limits);
        let (request, refusal) = match made {
            Ok((request, Some(length))) if length > limits.body => (request, Some(crate::body::too_long())),
            Ok((request, _)) => (request, None),
            Err(refusal) => (heads::placeholder(), Some(refusal)),
        };
        let expects_continue = request.expects_continue() && !receive.is_end_stream();
        let mut stream = Stream::new(request, receive, respond);
        match refusal {
            Some(refusal) => self.happenings.push(refuse(&mut stream, refusal)),
            None if expects_continue => stream.ask_for_body(),
            None => {}
        }
        self.streams.insert(id, stream);
    }

    /// Whether `h2` has something to do for it.
    fn drive_streams(&mut self, context: &mut Context, limits: &Limits) -> bool {
        let mut moved = false;
        for (id, stream) in &mut self.streams {
            let step = stream.advance(context, limits);
            moved |= step != Step::None;
            match step {
                Step::None | Step::Moved => {}
                Step::Ready => self.happenings.push(Happening::Ready(*id)),
                Step::Refused(refusal) => self.happenings.push(refuse(stream, refusal)),
                Step::Done => self.answered = self.answered.saturating_add(1),
                Step::Broken(unanswered) => self.resets += u32::from(unanswered),
            }
            if let Some(place) = stream.place {
                if stream.release_writer() {
                    self.happenings.push(Happening::Writable(place));
                }
                if stream.is_over() {
                    self.happenings.push(Happening::Ended(place, step != Step::Done));
                }
            }
        }
        self.streams.retain(|_, stream| !stream.is_over());
        if self.resets > RESETS_MAX && self.resets > self.answered / 2 {
            self.calm_down();
        }
        moved
    }

    /// The client takes back too much of what it asks for.
    fn calm_down(&mut self) {
        let State::Open(connection) = &mut self.state else { return };
        if !std::mem::replace(&mut self.leaving, true) {
            self.happenings.push(Happening::Refused(Refusal::new(429, "the client resets streams without end")));
        }
        self.resets = 0;
        connection.abrupt_shutdown(Reason::ENHANCE_YOUR_CALM);
    }
}

fn refuse(stream: &mut Stream, refusal: Refusal) -> Happening {
    stream.refuse(refusal);
    Happening::Refused(refusal)
}
