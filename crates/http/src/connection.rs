//! One connection: what was read and not yet parsed, the request under way, what is still to be sent.

use std::time::{Duration, Instant};

use rustix::io::Errno;

use crate::body::Reader;
use crate::head::{self, Parsed, Version};
use crate::http2::{self, Multiplexer};
use crate::limits::Limits;
use crate::output::{Output, Sent};
use crate::refusal::Refusal;
use crate::relay::Relay;
use crate::request::{Exchange, Request};
use crate::response::{self, Content, Field, Framing, InvalidField, Written};
use crate::statistics::Statistics;
use crate::transport::{Failure, Received, Transport};

const CONTINUE: &[u8] = b"HTTP/1.1 100 Continue\r\n\r\n";

/// The phases of a connection.
pub enum Phase {
    /// A head is to come; the time of its first byte, once that is there.
    Head(Option<Instant>),
    Body(Box<Request>, Reader),
    /// A whole request, which waits for the application or is with it; its response has not begun.
    Application(Box<Request>),
    /// The application sends a response piece by piece.
    Streaming(Framing),
    /// The rest of the response is sent, then the next head is read.
    Draining,
    /// The response is sent, then nothing more comes from here. What the client still sends is dropped.
    Lingering,
    /// The application has it, by a pair of sockets.
    Relay(Box<Relay>),
    /// It carries several requests at once.
    Multiplexed(Box<Multiplexer>),
}

pub struct Connection {
    pub transport: Transport,
    /// The client's address in numbers, without its port.
    pub peer: Box<str>,
    pub phase: Phase,
    /// Bytes behind the request under way.
    pub input: Vec<u8>,
    pub output: Output,
    /// There may be something to read: the kernel reports an edge only.
    pub readable: bool,
    /// The client sends no more: the kernel has said so once, perhaps together with its last bytes.
    pub hung_up: bool,
    /// Another request may follow the response under way.
    pub keep_alive: bool,
    pub exchange: Exchange,
    pub status: u16,
    pub began: Instant,
    /// When the application began with the request.
    pub taken: Instant,
    pub served: u32,
    /// The second at which it has taken too long.
    pub deadline: u32,
    /// A writer waits for room in the output.
    pub writer_waits: bool,
}

/// The outcome of reading.
pub enum Progress {
    /// Nothing to do until the client does something.
    Waiting,
    /// A request is whole.
    Ready,
    /// The client is gone.
    Gone,
    Refused(Refusal),
    /// There is no TLS with it: why.
    Unsecured(String),
    /// It speaks HTTP/2.
    Multiplexed,
}

/// The outcome of looking after a connection of HTTP/2.
pub enum Multiplexed {
    Going(Sent),
    /// Nothing more comes from here, and all is sent.
    Over,
    /// The client is gone.
    Gone,
    Unsecured(String),
}

impl Connection {
    pub fn new(transport: Transport, peer: Box<str>, now: Instant) -> Connection {
        Connection {
            transport,
            peer,
            phase: Phase::Head(None),
            input: Vec::new(),
            output: Output::default(),
            readable: true,
            hung_up: false,
            keep_alive: true,
            exchange: Exchange { version: Version::Http11, is_head: false, keep_alive: false },
            status: 0,
            began: now,
            taken: now,
            served: 0,
            deadline: u32::MAX,
            writer_waits: false,
        }
    }

    /// Reads as far as the request under way needs, and parses it.
    pub fn advance(&mut self, scratch: &mut [u8], limits: &Limits, statistics: &mut Statistics) -> Progress {
        if !self.input.is_empty() {
            let input = std::mem::take(&mut self.input);
            match self.parse(&input, limits, statistics) {
                Progress::Waiting => {}
                other => return other,
            }
        }
        while self.readable && matches!(self.phase, Phase::Head(_) | Phase::Body(..) | Phase::Lingering) {
            match self.transport.receive(scratch) {
                Ok(Received::End) => return Progress::Gone,
                Ok(Received::Bytes(count, more)) => {
                    statistics.bytes_read += count as u64;
                    self.readable = more || self.hung_up;
                    if count > 0 {
                        match self.parse_more(&scratch[..count], limits, statistics) {
                            Progress::Waiting => {}
                            other => return other,
                        }
                    }
                }
                Err(Failure::Later) => self.readable = false,
                Err(Failure::Gone) => return Progress::Gone,
                Err(Failure::Session(reason)) => return Progress::Unsecured(reason),
            }
        }
        Progress::Waiting
    }

    /// Parses what came behind what is kept.
    fn parse_more(&mut self, bytes: &[u8], limits: &Limits, statistics: &mut Statistics) -> Progress {
        if self.input.is_empty() {
            return self.parse(bytes, limits, statistics);
        }
        let mut input = std::mem::take(&mut self.input);
        input.extend_from_slice(bytes);
        self.parse(&input, limits, statistics)
    }

    /// Parses all that was read; what belongs to no request yet is kept.
    fn parse(&mut self, mut bytes: &[u8], limits: &Limits, statistics: &mut Statistics) -> Progress {
        loop {
            match &mut self.phase {
                Phase::Head(began) => {
                    if bytes.is_empty() {
                        return Progress::Waiting;
                    }
                    let began = *began.get_or_insert_with(Instant::now);
                    let common = bytes.len().min(http2::PREFACE.len());
                    if self.served == 0 && (bytes[..common] == http2::PREFACE[..common] || self.transport.agreed_on_http2()) {
                        return self.begin_multiplexing(bytes, limits);
                    }
                    match head::parse(bytes, limits) {
                        Ok(Parsed::Incomplete) => {
                            self.input = bytes.to_vec();
                            return Progress::Waiting;
                        }
                        Ok(Parsed::Whole(head, length)) => {
                            let expects_continue = head.expects_continue;
                            let framing = head.framing;
                            let request = Box::new(Request::new(bytes[..length].to_vec(), head, began));
                            bytes = &bytes[length..];
                            match Reader::new(framing, limits) {
                                Ok(None) => return self.finish(request, bytes),
                                Ok(Some(reader)) => self.phase = Phase::Body(request, reader),
                                Err(refusal) => return Progress::Refused(refusal),
                            }
                            if expects_continue && bytes.is_empty() {
                                self.output.add(CONTINUE);
                                return if self.send(statistics).is_err() { Progress::Gone } else { Progress::Waiting };
                            }
                        }
                        Err(refusal) => return Progress::Refused(refusal),
                    }
                }
                Phase::Body(_, reader) => {
                    let (taken, whole) = match reader.take(bytes, limits) {
                        Ok(found) => found,
                        Err(refusal) => return Progress::Refused(refusal),
                    };
                    if !whole {
                        return Progress::Waiting;
                    }
                    let Phase::Body(mut request, reader) = std::mem::replace(&mut self.phase, Phase::Draining) else { return Progress::Gone };
                    request.body = Some(reader.into_body());
                    return self.finish(request, &bytes[taken..]);
                }
                Phase::Lingering => return Progress::Waiting,
                _ => {
                    self.input = bytes.to_vec();
                    return Progress::Waiting;
                }
            }
        }
    }

    /// Where the preface of HTTP/2 is whole, what follows is not ours to parse.
    fn begin_multiplexing(&mut self, bytes: &[u8], limits: &Limits) -> Progress {
        if bytes.len() < http2::PREFACE.len() && !self.transport.agreed_on_http2() {
            self.input = bytes.to_vec();
            return Progress::Waiting;
        }
        let mut multiplexer = Multiplexer::new(limits);
        multiplexer.add(bytes);
        self.phase = Phase::Multiplexed(Box::new(multiplexer));
        Progress::Multiplexed
    }

    /// Reads, answers and sends, until nothing more can be done without waiting.
    pub fn multiplex(&mut self, scratch: &mut [u8], limits: &Limits, statistics: &mut Statistics) -> Multiplexed {
        let Connection { transport, phase: Phase::Multiplexed(multiplexer), readable, hung_up, output, .. } = self else { return Multiplexed::Gone };
        loop {
            while *readable && multiplexer.wants_more() {
                match transport.receive(scratch) {
                    Ok(Received::End) => {
                        *readable = false;
                        multiplexer.end_input();
                    }
                    Ok(Received::Bytes(count, more)) => {
                        statistics.bytes_read += count as u64;
                        *readable = more || *hung_up;
                        multiplexer.add(&scratch[..count]);
                        multiplexer.drive(limits);
                    }
                    Err(Failure::Later) => *readable = false,
                    Err(Failure::Gone) => return Multiplexed::Gone,
                    Err(Failure::Session(reason)) => return Multiplexed::Unsecured(reason),
                }
            }
            multiplexer.drive(limits);
            let unsent = multiplexer.take_unsent();
            output.add(&unsent);
            match output.send(transport, &mut statistics.bytes_written) {
                Err(_) => return Multiplexed::Gone,
                Ok(Sent::Some) => return Multiplexed::Going(Sent::Some),
                Ok(Sent::All) if !unsent.is_empty() || *readable && multiplexer.wants_more() => {}
                Ok(Sent::All) => break,
            }
        }
        if multiplexer.is_over() { Multiplexed::Over } else { Multiplexed::Going(Sent::All) }
    }

    fn finish(&mut self, request: Box<Request>, rest: &[u8]) -> Progress {
        self.input = rest.to_vec();
        self.exchange = request.exchange();
        self.began = request.began;
        self.served = self.served.saturating_add(1);
        self.phase = Phase::Application(request);
        Progress::Ready
    }

    /// Writes a whole response to `buffer`; how long it took since the request, none where it was begun or answered before.
    pub fn respond<'a>(
        &mut self, buffer: &mut Vec<u8>, status: u16, fields: &[Field], length: u64, parts: impl Iterator<Item = &'a [u8]>, may_stay: bool,
    ) -> Result<Option<Duration>, InvalidField> {
        if !matches!(self.phase, Phase::Application(_)) {
            return Ok(None);
        }
        self.exchange.keep_alive &= may_stay;
        let written = response::write_head(buffer, self.exchange, status, fields, Content::Length(length))?;
        self.status = status;
        self.keep_alive = written.keep_alive;
        let start = buffer.len();
        if written.framing != Framing::None {
            parts.for_each(|part| buffer.extend_from_slice(part));
        }
        if let Framing::Length(announced) = written.framing {
            let added = (buffer.len() - start) as u64;
            buffer.truncate(start + added.min(announced) as usize);
            // The client must not take a body for whole that is shorter than was said.
            self.keep_alive &= added >= announced;
        }
        self.phase = Phase::Draining;
        Ok(Some(self.began.elapsed()))
    }

    /// Notes the head that was written: the body follows, or nothing.
    pub fn begin_response(&mut self, status: u16, written: Written) {
        self.status = status;
        self.keep_alive = written.keep_alive;
        self.phase = Phase::Streaming(written.framing);
    }

    pub fn send(&mut self, statistics: &mut Statistics) -> Result<Sent, Errno> {
        self.output.send(&mut self.transport, &mut statistics.bytes_written)
    }
}
