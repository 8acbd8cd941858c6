//! Whoever has a request and is given its response: a connection of HTTP/1, or a stream of HTTP/2.

use std::fs::File;
use std::time::{Duration, Instant};

use crate::connection::{Connection, Phase};
use crate::head::Version;
use crate::request::Request;
use crate::response::{self, Content, Field, Framing, InvalidField};

/// A writer waits above this many bytes, until the client has taken half of them.
pub const WAITING_MAX: usize = 256 << 10;

/// The outcome of writing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Done,
    /// The client takes it slowly: wait until `take_writable` names the connection.
    Wait,
    /// The client is gone.
    Gone,
}

pub trait Answer {
    /// The request that the application has.
    fn request(&mut self) -> Option<&mut Request>;

    /// The application begins with the request.
    fn take(&mut self);

    /// Since when the application is at the request; none where it is answered.
    fn taken(&self) -> Option<Instant>;

    /// Adds an informational response.
    fn inform(&mut self, status: u16, fields: &[Field]) -> Result<(), InvalidField>;

    /// Adds the head of the response, once for each request. `may_stay`: the connection may serve another.
    fn begin(&mut self, status: u16, fields: &[Field], body: Content, may_stay: bool) -> Result<Outcome, InvalidField>;

    /// Adds a part of the body. It is dropped where the response has none.
    fn write(&mut self, bytes: &[u8]) -> Outcome;

    /// Adds a part of a file.
    fn write_file(&mut self, file: File, offset: u64, length: u64) -> Outcome;

    /// Ends the response: its status, and how long it took; none where it has not begun. A body that is shorter than its length breaks it
    /// off: the client must not take it for whole.
    fn end(&mut self) -> Option<(u16, Duration)>;

    /// Whether there is so much to send that a writer is to wait; it is told when there is less.
    fn make_writer_wait(&mut self) -> bool;
}

impl Answer for Connection {
    fn request(&mut self) -> Option<&mut Request> {
        match &mut self.phase {
            Phase::Application(request) => Some(request),
            _ => None,
        }
    }

    fn take(&mut self) {
        self.taken = Instant::now();
    }

    fn taken(&self) -> Option<Instant> {
        matches!(self.phase, Phase::Application(_) | Phase::Streaming(_)).then_some(self.taken)
    }

    fn inform(&mut self, status: u16, fields: &[Field]) -> Result<(), InvalidField> {
        if self.exchange.version == Version::Http10 {
            return Ok(());
        }
        let mut text = format!("HTTP/1.1 {status} {}\r\n", response::reason(status)).into_bytes();
        for (name, value) in fields {
            response::check_field(name, value)?;
            text.extend([name, &b": "[..], value, b"\r\n"].concat());
        }
        text.extend_from_slice(b"\r\n");
        self.output.add(&text);
        Ok(())
    }

    fn begin(&mut self, status: u16, fields: &[Field], body: Content, may_stay: bool) -> Result<Outcome, InvalidField> {
        if !matches!(self.phase, Phase::Application(_)) {
            return Ok(Outcome::Gone);
        }
        self.exchange.keep_alive &= may_stay;
        let mut head = Vec::with_capacity(512);
        let written = response::write_head(&mut head, self.exchange, status, fields, body)?;
        self.output.add(&head);
        self.begin_response(status, written);
        Ok(Outcome::Done)
    }

    fn write(&mut self, bytes: &[u8]) -> Outcome {
        let Phase::Streaming(framing) = &mut self.phase else { return Outcome::Gone };
        match framing {
            Framing::None => return Outcome::Done,
            Framing::Chunked if bytes.is_empty() => return Outcome::Done,
            Framing::Chunked => {
                let mut size = Vec::with_capacity(10);
                response::write_chunk_size(&mut size, bytes.len());
                self.output.add(&size);
                self.output.add_sending(bytes, &mut self.transport);
                self.output.add(b"\r\n");
            }
            Framing::Length(left) => {
                let taken = bytes.len().min(usize::try_from(*left).unwrap_or(usize::MAX));
                *left -= taken as u64;
                self.output.add_sending(&bytes[..taken], &mut self.transport);
            }
            Framing::Own | Framing::UntilClose => self.output.add_sending(bytes, &mut self.transport),
        }
        Outcome::Done
    }

    fn write_file(&mut self, file: File, offset: u64, length: u64) -> Outcome {
        let Phase::Streaming(framing) = &mut self.phase else { return Outcome::Gone };
        match framing {
            Framing::Length(left) => {
                let length = length.min(*left);
                *left -= length;
                self.output.add_file(file, offset, length);
            }
            Framing::Own | Framing::UntilClose => self.output.add_file(file, offset, length),
            Framing::None | Framing::Chunked => {}
        }
        Outcome::Done
    }

    fn end(&mut self) -> Option<(u16, Duration)> {
        let Phase::Streaming(framing) = self.phase else { return None };
        match framing {
            Framing::Chunked => self.output.add(b"0\r\n\r\n"),
            Framing::Length(1..) => self.keep_alive = false,
            _ => {}
        }
        self.phase = Phase::Draining;
        Some((self.status, self.began.elapsed()))
    }

    fn make_writer_wait(&mut self) -> bool {
        self.writer_waits = self.output.waiting() > WAITING_MAX;
        self.writer_waits
    }
}
