//! The application's side of a server: the next whole request, and the parts of its response.

use std::fs::File;
use std::os::fd::OwnedFd;
use std::time::Duration;

use rustix::event::epoll::{self, EventData};
use rutile_platform::heir::Standing;

use super::{Event, Number, PIPE, Server, WATCHED};
use crate::answer::{Answer, Outcome};
use crate::connection::Phase;
use crate::relay::Relay;
use crate::request::Request;
use crate::response::{Content, Field, InvalidField};

/// Bytes of a body that are copied behind their head.
const SHORT_MAX: u64 = 8 << 10;

/// The parts that an application gets that takes a connection over.
pub enum Hijacked {
    /// A socket, what was read behind the request, and what is not sent yet.
    Socket(OwnedFd, Vec<u8>, Vec<u8>),
    /// Nothing: a stream of HTTP/2 has no socket of its own.
    Stream,
}

impl Server {
    /// The next whole request.
    pub fn take(&mut self) -> Option<Number> {
        let number = self.ready.pop_front()?;
        if let Some((answerer, _)) = self.answerer(number) {
            answerer.take();
        }
        self.note_of(number, Standing::Served);
        Some(number)
    }

    /// Notes how the socket of a request stands; a stream of HTTP/2 has none of its own.
    fn note_of(&mut self, number: Number, standing: Standing) {
        if self.find(number).is_some() {
            self.note(number.index(), standing);
        }
    }

    /// Whether there is something for `take_writable` or `take_events`.
    pub fn has_news(&self) -> bool {
        !self.writable.is_empty() || !self.news.is_empty()
    }

    /// Connections whose writers may go on since the last time.
    pub fn take_writable(&mut self) -> Vec<Number> {
        std::mem::take(&mut self.writable)
    }

    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.news)
    }

    /// Whoever answers a request, and the place of its connection.
    fn answerer(&mut self, number: Number) -> Option<(&mut dyn Answer, usize)> {
        if let Some(place) = self.stream_of(number) {
            let connection = self.places[place.connection].connection.as_mut()?;
            let Phase::Multiplexed(multiplexer) = &mut connection.phase else { return None };
            return Some((multiplexer.stream(place.stream)?, place.connection));
        }
        Some((self.find(number)?, number.index()))
    }

    /// How long the application has been at the request; none where it is answered.
    pub fn age(&mut self, number: Number) -> Option<Duration> {
        self.answerer(number)?.0.taken().map(|taken| taken.elapsed())
    }

    /// The request itself, which only one can have.
    pub fn take_request(&mut self, number: Number) -> Option<Request> {
        self.answerer(number)?.0.request().map(Request::take)
    }

    /// The client's address, and whether nobody between reads what it sends.
    pub fn peer(&mut self, number: Number) -> Option<(&str, bool)> {
        let (_, index) = self.answerer(number)?;
        let connection = self.places[index].connection.as_ref()?;
        Some((&connection.peer, connection.transport.is_secure()))
    }

    /// Sends an informational response (103) before the response itself.
    pub fn inform(&mut self, number: Number, status: u16, fields: &[Field]) -> Result<(), InvalidField> {
        let Some((answerer, index)) = self.answerer(number) else { return Ok(()) };
        answerer.inform(status, fields)?;
        self.flush(index);
        Ok(())
    }

    /// Begins a response, once for each request.
    pub fn begin(&mut self, number: Number, status: u16, fields: &[Field], body: Content) -> Result<Outcome, InvalidField> {
        let accepting = self.accepting;
        let Some((answerer, _)) = self.answerer(number) else { return Ok(Outcome::Gone) };
        let begun = answerer.begin(status, fields, body, accepting)?;
        self.note_of(number, Standing::None);
        Ok(begun)
    }

    /// A whole response of so many bytes. One that is short goes out from one buffer of the server's, head and body together, where
    /// nothing is to be sent before it.
    pub fn respond<'a>(&mut self, number: Number, status: u16, fields: &[Field], length: u64, parts: impl Iterator<Item = &'a [u8]>) -> Result<Outcome, InvalidField> {
        let is_plain = self.find(number).is_some_and(|connection| connection.output.is_empty() && !connection.transport.is_secure());
        if is_plain && length <= SHORT_MAX {
            return self.respond_shortly(number, status, fields, length, parts);
        }
        match self.begin(number, status, fields, Content::Length(length))? {
            Outcome::Done => {}
            other => return Ok(other),
        }
        for part in parts {
            self.write(number, part);
        }
        Ok(self.end(number))
    }

    fn respond_shortly<'a>(&mut self, number: Number, status: u16, fields: &[Field], length: u64, parts: impl Iterator<Item = &'a [u8]>) -> Result<Outcome, InvalidField> {
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.clear();
        let accepting = self.accepting;
        let begun = match self.find(number) {
            Some(connection) => connection.respond(&mut buffer, status, fields, length, parts, accepting),
            None => Ok(None),
        };
        let outcome = begun.map(|done| match done {
            Some(duration) => {
                self.statistics.note_response(status, duration);
                // Ahead of the sending: a client that has the response may ask again before anything could be noted behind it.
                self.note_of(number, Standing::Open);
                self.send_shortly(number, &buffer);
                Outcome::Done
            }
            None => Outcome::Gone,
        });
        self.buffer = buffer;
        outcome
    }

    /// Sends what goes at once; the rest waits, as other output does.
    fn send_shortly(&mut self, number: Number, bytes: &[u8]) {
        let Server { places, statistics, .. } = self;
        let Some(connection) = &mut places[number.index()].connection else { return };
        // What keeps it from being sent shows again when the rest is.
        let count = connection.transport.send(bytes).unwrap_or(0);
        statistics.bytes_written += count as u64;
        connection.output.add(&bytes[count..]);
        if count < bytes.len() {
            self.note(number.index(), Standing::None);
        }
        self.flush(number.index());
    }

    /// Adds a part of the body.
    pub fn write(&mut self, number: Number, bytes: &[u8]) -> Outcome {
        self.answerer(number).map_or(Outcome::Gone, |(answerer, _)| answerer.write(bytes))
    }

    /// Adds a part of a file, which is sent by the kernel where nothing has to be done to it.
    pub fn write_file(&mut self, number: Number, file: File, offset: u64, length: u64) -> Outcome {
        self.answerer(number).map_or(Outcome::Gone, |(answerer, _)| answerer.write_file(file, offset, length))
    }

    /// Sends what was added, and says whether the writer may go on.
    pub fn send(&mut self, number: Number) -> Outcome {
        let Some((_, index)) = self.answerer(number) else { return Outcome::Gone };
        self.flush(index);
        let Some((answerer, _)) = self.answerer(number) else { return Outcome::Gone };
        if answerer.make_writer_wait() { Outcome::Wait } else { Outcome::Done }
    }

    /// Ends a response.
    pub fn end(&mut self, number: Number) -> Outcome {
        let Some((answerer, index)) = self.answerer(number) else { return Outcome::Gone };
        let Some((status, duration)) = answerer.end() else { return Outcome::Gone };
        self.statistics.note_response(status, duration);
        self.flush(index);
        Outcome::Done
    }

    /// Breaks a response off: the application failed in its middle.
    pub fn abort(&mut self, number: Number) {
        if let Some(place) = self.stream_of(number) {
            let Some(connection) = &mut self.places[place.connection].connection else { return };
            if let Phase::Multiplexed(multiplexer) = &mut connection.phase {
                multiplexer.abort(place.stream);
            }
            return self.flush(place.connection);
        }
        if self.find(number).is_some() {
            self.break_off(number.index());
        }
    }

    /// Gives the connection away. Where there is a session between socket and bytes the application gets one end of a pair, and what
    /// comes and goes is carried on.
    pub fn hijack(&mut self, number: Number) -> Option<Hijacked> {
        if self.stream_of(number).is_some() {
            return Some(Hijacked::Stream);
        }
        self.find(number)?;
        let index = number.index();
        if self.places[index].connection.as_ref()?.transport.is_secure() {
            return self.start_relay(index).map(|socket| Hijacked::Socket(socket, Vec::new(), Vec::new()));
        }
        self.note(index, Standing::None);
        let connection = self.places[index].connection.take()?;
        let _ = epoll::delete(&self.kernel, connection.transport.socket());
        self.free.push(index);
        Some(Hijacked::Socket(connection.transport.into_socket(), connection.input, connection.output.into_bytes()))
    }

    fn start_relay(&mut self, index: usize) -> Option<OwnedFd> {
        let connection = self.places[index].connection.as_mut()?;
        let (relay, theirs) = Relay::new(std::mem::take(&mut connection.input)).ok()?;
        let data = EventData::new_u64(PIPE | self.number(index).0);
        epoll::add(&self.kernel, relay.pipe(), data, WATCHED).ok()?;
        let connection = self.places[index].connection.as_mut()?;
        connection.phase = Phase::Relay(Box::new(relay));
        connection.deadline = u32::MAX;
        self.relay(index);
        Some(theirs)
    }
}
