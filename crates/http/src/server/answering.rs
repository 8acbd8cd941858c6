//! What the application asks of a server: the next whole request, and the parts of its response.

use std::fs::File;
use std::os::fd::OwnedFd;
use std::time::Duration;

use rustix::event::epoll::{self, EventData};

use super::{Event, Number, Outcome, PIPE, Server, WAITING_MAX, WATCHED};
use crate::connection::Phase;
use crate::relay::Relay;
use crate::request::Request;
use crate::response::{self, Content, Framing, InvalidField};

impl Server {
    /// The next whole request.
    pub fn take(&mut self) -> Option<Number> {
        self.ready.pop_front()
    }

    /// Whether there is something for `take_writable` or `take_events`.
    pub fn has_news(&self) -> bool {
        !self.writable.is_empty() || !self.news.is_empty()
    }

    /// How long ago the first byte came of the request that a connection serves.
    pub fn age(&mut self, number: Number) -> Option<Duration> {
        let connection = self.find(number)?;
        matches!(connection.phase, Phase::Application(_) | Phase::Streaming(_)).then(|| connection.began.elapsed())
    }

    /// Connections whose writers may go on since the last time.
    pub fn take_writable(&mut self) -> Vec<Number> {
        std::mem::take(&mut self.writable)
    }

    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.news)
    }

    pub fn request(&mut self, number: Number) -> Option<&mut Request> {
        self.find(number)?.request_mut()
    }

    /// The client's address, and whether nobody between reads what it sends.
    pub fn peer(&mut self, number: Number) -> Option<(&str, bool)> {
        let connection = self.find(number)?;
        Some((&connection.peer, connection.transport.is_secure()))
    }

    /// Sends an informational response (103) before the response itself.
    pub fn inform<'a>(&mut self, number: Number, status: u16, fields: impl Iterator<Item = (&'a [u8], &'a [u8])>) -> Result<(), InvalidField> {
        let Some(connection) = self.find(number) else { return Ok(()) };
        if connection.exchange.minor_version == 0 {
            return Ok(());
        }
        let mut text = format!("HTTP/1.1 {status} {}\r\n", response::reason(status)).into_bytes();
        for (name, value) in fields {
            response::check_field(name, value)?;
            text.extend([name, b": ", value, b"\r\n"].concat());
        }
        text.extend_from_slice(b"\r\n");
        connection.output.add(&text);
        self.flush(number.index());
        Ok(())
    }

    /// Begins a response, once for each request.
    pub fn begin<'a>(
        &mut self,
        number: Number,
        status: u16,
        fields: impl Iterator<Item = (&'a [u8], &'a [u8])>,
        body: Content,
    ) -> Result<Outcome, InvalidField> {
        let accepting = self.accepting;
        let Some(connection) = self.find(number) else { return Ok(Outcome::Gone) };
        if !matches!(connection.phase, Phase::Application(_)) {
            return Ok(Outcome::Gone);
        }
        connection.exchange.keep_alive &= accepting;
        let mut head = Vec::with_capacity(512);
        let written = response::write_head(&mut head, connection.exchange, status, fields, body)?;
        connection.output.add(&head);
        connection.begin_response(status, written);
        Ok(Outcome::Done)
    }

    /// Adds a part of the body. It is dropped where the response has none.
    pub fn write(&mut self, number: Number, bytes: &[u8]) -> Outcome {
        let Some(connection) = self.find(number) else { return Outcome::Gone };
        let Phase::Streaming(framing) = &mut connection.phase else { return Outcome::Gone };
        match framing {
            Framing::None => return Outcome::Done,
            Framing::Chunked if bytes.is_empty() => return Outcome::Done,
            Framing::Chunked => {
                let mut size = Vec::with_capacity(10);
                response::write_chunk_size(&mut size, bytes.len());
                connection.output.add(&size);
                connection.output.add(bytes);
                connection.output.add(b"\r\n");
            }
            Framing::Length(left) => {
                let taken = bytes.len().min(usize::try_from(*left).unwrap_or(usize::MAX));
                *left -= taken as u64;
                connection.output.add(&bytes[..taken]);
            }
            Framing::Own | Framing::UntilClose => connection.output.add(bytes),
        }
        Outcome::Done
    }

    /// Adds a part of a file, which is sent by the kernel.
    pub fn write_file(&mut self, number: Number, file: File, offset: u64, length: u64) -> Outcome {
        let Some(connection) = self.find(number) else { return Outcome::Gone };
        let Phase::Streaming(framing) = &mut connection.phase else { return Outcome::Gone };
        match framing {
            Framing::Length(left) => {
                let length = length.min(*left);
                *left -= length;
                connection.output.add_file(file, offset, length);
            }
            Framing::Own | Framing::UntilClose => connection.output.add_file(file, offset, length),
            Framing::None | Framing::Chunked => {}
        }
        Outcome::Done
    }

    /// Sends what was added, and says whether the writer may go on.
    pub fn send(&mut self, number: Number) -> Outcome {
        if self.find(number).is_none() {
            return Outcome::Gone;
        }
        self.flush(number.index());
        let Some(connection) = self.find(number) else { return Outcome::Gone };
        connection.writer_waits = connection.output.waiting() > WAITING_MAX;
        if connection.writer_waits { Outcome::Wait } else { Outcome::Done }
    }

    /// Ends a response. A body that is shorter than its length breaks the connection: the client must not take it for whole.
    pub fn end(&mut self, number: Number) -> Outcome {
        let Some(connection) = self.find(number) else { return Outcome::Gone };
        let Phase::Streaming(framing) = connection.phase else { return Outcome::Gone };
        let (status, duration) = (connection.status, connection.began.elapsed());
        match framing {
            Framing::Chunked => connection.output.add(b"0\r\n\r\n"),
            Framing::Length(1..) => connection.keep_alive = false,
            _ => {}
        }
        connection.phase = Phase::Draining;
        self.statistics.note_response(status, duration);
        self.flush(number.index());
        Outcome::Done
    }

    /// Breaks a response off: the application failed in its middle.
    pub fn abort(&mut self, number: Number) {
        if self.find(number).is_some() {
            self.break_off(number.index());
        }
    }

    /// Gives the connection away: a socket, what was read behind the request, and what is not sent yet. Where there is a session between
    /// socket and bytes the application gets one end of a pair, and what comes and goes is carried on.
    pub fn hijack(&mut self, number: Number) -> Option<(OwnedFd, Vec<u8>, Vec<u8>)> {
        self.find(number)?;
        let index = number.index();
        if self.places[index].connection.as_ref()?.transport.is_secure() {
            return self.start_relay(index).map(|socket| (socket, Vec::new(), Vec::new()));
        }
        let connection = self.places[index].connection.take()?;
        let _ = epoll::delete(&self.kernel, connection.transport.socket());
        self.free.push(index);
        Some((connection.transport.into_socket(), connection.input, connection.output.into_bytes()))
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
