//! All connections of a process, and the requests of theirs that are whole.
//!
//! The kernel reports edges: a connection is registered once for reading and writing, and remembers that there may be more.
//! A request costs one `recv` and one `send`, and whoever answers it reads the next request of the same connection at once, if it
//! is there. `descriptor` can itself be waited for: it is readable while there is something to `poll`.

use std::collections::VecDeque;
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::time::{Duration, Instant};

use rustix::event::epoll::{self, EventData, EventFlags};
use rustix::io::Errno;
use rustix::net::{AddressFamily, Shutdown, SocketAddrAny, SocketFlags};

use crate::connection::{Connection, Phase, Progress};
use crate::limits::Limits;
use crate::output::Sent;
use crate::refusal::Refusal;
use crate::request::Request;
use crate::response::{self, Content, Framing, InvalidField};
use crate::statistics::Statistics;

/// Bytes read at once.
const SCRATCH: usize = 64 << 10;
/// Connections accepted before others are looked after.
const ACCEPTED_AT_ONCE: usize = 64;
/// Reports taken from the kernel at once.
const EVENTS: usize = 256;
/// A writer waits above this many bytes, until the client has taken half of them.
const WAITING_MAX: usize = 256 << 10;
/// How long connections that wait for a request are kept where no more are accepted.
const FAREWELL: Duration = Duration::from_secs(1);
/// How long a client may go on sending after its last response.
const LINGER: Duration = Duration::from_secs(2);
/// Marks the listeners among the kernel's reports.
const LISTENER: u64 = 1 << 63;

/// Names a connection; one that is gone is not mistaken for its successor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Number(pub u64);

impl Number {
    fn new(index: usize, generation: u32) -> Number {
        Number(index as u64 | u64::from(generation & 0x3fff_ffff) << 32)
    }

    fn index(self) -> usize {
        self.0 as u32 as usize
    }
}

#[derive(Default)]
struct Place {
    generation: u32,
    connection: Option<Connection>,
}

/// Something that the log should say.
#[derive(Clone, Debug)]
pub struct Notice {
    pub peer: Box<str>,
    pub refusal: Refusal,
}

struct Listener {
    socket: OwnedFd,
    is_tcp: bool,
}

pub struct Server {
    kernel: OwnedFd,
    listeners: Vec<Listener>,
    places: Vec<Place>,
    free: Vec<usize>,
    ready: VecDeque<Number>,
    /// Connections whose writers may go on.
    writable: Vec<Number>,
    notices: Vec<Notice>,
    scratch: Vec<u8>,
    events: Vec<epoll::Event>,
    limits: Limits,
    accepting: bool,
    started: Instant,
    /// The second at which connections were last looked through.
    swept: u32,
    /// Accepting failed for want of descriptors: again at the next sweep.
    starved: bool,
    /// Makes the descriptor readable once, for whoever waits for it when the server is stopped.
    wake: Option<OwnedFd>,
    pub statistics: Statistics,
}

/// What writing came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Done,
    /// The client takes it slowly: wait until `take_writable` names the connection.
    Wait,
    /// The client is gone.
    Gone,
}

impl Server {
    pub fn new(limits: Limits) -> io::Result<Server> {
        Ok(Server {
            kernel: epoll::create(epoll::CreateFlags::CLOEXEC)?,
            listeners: Vec::new(),
            places: Vec::new(),
            free: Vec::new(),
            ready: VecDeque::new(),
            writable: Vec::new(),
            notices: Vec::new(),
            scratch: vec![0; SCRATCH],
            events: Vec::with_capacity(EVENTS),
            limits,
            accepting: true,
            started: Instant::now(),
            swept: 0,
            starved: false,
            wake: None,
            statistics: Statistics::default(),
        })
    }

    /// Readable while there is something to poll.
    pub fn descriptor(&self) -> RawFd {
        self.kernel.as_raw_fd()
    }

    /// Accepts from a listening socket. Processes that share one are woken one at a time.
    pub fn listen(&mut self, socket: OwnedFd) -> io::Result<()> {
        rustix::io::ioctl_fionbio(&socket, true)?;
        let is_tcp = rustix::net::getsockname(&socket)?.address_family() != AddressFamily::UNIX;
        let data = EventData::new_u64(LISTENER | self.listeners.len() as u64);
        epoll::add(&self.kernel, &socket, data, EventFlags::IN | EventFlags::EXCLUSIVE)?;
        self.listeners.push(Listener { socket, is_tcp });
        Ok(())
    }

    /// Leaves the listening sockets to others. Each connection is closed behind its next response; one whose client asks for nothing
    /// more, after a moment, since its next request may be on its way.
    pub fn stop_accepting(&mut self) {
        self.accepting = false;
        for listener in &self.listeners {
            let _ = epoll::delete(&self.kernel, &listener.socket);
        }
        self.listeners.clear();
        self.wake_waiter();
        let deadline = self.deadline(FAREWELL);
        for connection in self.places.iter_mut().filter_map(|place| place.connection.as_mut()) {
            if matches!(connection.phase, Phase::Head(None)) {
                connection.deadline = deadline;
            }
        }
    }

    fn wake_waiter(&mut self) {
        let Ok(wake) = rustix::event::eventfd(1, rustix::event::EventfdFlags::CLOEXEC) else { return };
        // No listener has the number, so the report means nothing more.
        let _ = epoll::add(&self.kernel, &wake, EventData::new_u64(LISTENER | u64::from(u32::MAX)), EventFlags::IN | EventFlags::ONESHOT);
        self.wake = Some(wake);
    }

    /// Connections that are there.
    pub fn connections(&self) -> usize {
        self.places.len() - self.free.len()
    }

    /// Whole requests that wait for the application.
    pub fn waiting(&self) -> usize {
        self.ready.len()
    }

    /// Does all that can be done without waiting: accepts, reads, sends, and ends what has taken too long.
    pub fn poll(&mut self) -> io::Result<()> {
        loop {
            let mut events = std::mem::take(&mut self.events);
            events.clear();
            let none = rustix::event::Timespec { tv_sec: 0, tv_nsec: 0 };
            let result = epoll::wait(&self.kernel, rustix::buffer::spare_capacity(&mut events), Some(&none));
            let count = match result {
                Ok(count) => count,
                Err(Errno::INTR) => 0,
                Err(error) => return Err(error.into()),
            };
            for event in &events {
                self.handle(event.data.u64(), event.flags);
            }
            self.events = events;
            if count < EVENTS {
                break;
            }
        }
        self.sweep();
        Ok(())
    }

    fn handle(&mut self, data: u64, flags: EventFlags) {
        if data & LISTENER != 0 {
            return self.accept((data & !LISTENER) as usize);
        }
        let index = Number(data).index();
        let Some(place) = self.places.get_mut(index) else { return };
        if Number::new(index, place.generation) != Number(data) {
            return;
        }
        let Some(connection) = &mut place.connection else { return };
        if flags.intersects(EventFlags::IN | EventFlags::RDHUP | EventFlags::HUP | EventFlags::ERR) {
            connection.readable = true;
        }
        if flags.contains(EventFlags::OUT) && !connection.output.is_empty() {
            self.flush(index);
        }
        if self.places[index].connection.as_ref().is_some_and(|connection| connection.readable) {
            self.advance(index);
        }
    }

    fn accept(&mut self, listener: usize) {
        for _ in 0..ACCEPTED_AT_ONCE {
            let Some(Listener { socket, is_tcp }) = self.listeners.get(listener) else { return };
            let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
            match rustix::net::acceptfrom_with(socket, flags) {
                Ok((accepted, peer)) => {
                    if *is_tcp {
                        let _ = rustix::net::sockopt::set_tcp_nodelay(&accepted, true);
                    }
                    self.add(accepted, peer.as_ref(), listener as u16);
                }
                Err(Errno::INTR | Errno::CONNABORTED) => {}
                Err(Errno::MFILE | Errno::NFILE | Errno::NOBUFS | Errno::NOMEM) => {
                    self.starve();
                    return;
                }
                Err(_) => return,
            }
        }
    }

    /// No descriptor is left: others look after the listeners until the next sweep.
    fn starve(&mut self) {
        if !self.starved {
            self.starved = true;
            self.notices.push(Notice { peer: "-".into(), refusal: Refusal::new(503, "no descriptor is left for a connection") });
            for listener in &self.listeners {
                let _ = epoll::delete(&self.kernel, &listener.socket);
            }
        }
    }

    fn recover(&mut self) {
        self.starved = false;
        for (number, listener) in self.listeners.iter().enumerate() {
            let data = EventData::new_u64(LISTENER | number as u64);
            let _ = epoll::add(&self.kernel, &listener.socket, data, EventFlags::IN | EventFlags::EXCLUSIVE);
        }
    }

    fn add(&mut self, socket: OwnedFd, peer: Option<&SocketAddrAny>, listener: u16) {
        self.statistics.accepted += 1;
        let peer = peer.map_or_else(|| "".into(), address_text);
        let mut connection = Connection::new(socket, peer, listener, Instant::now());
        connection.deadline = self.deadline(self.limits.head_time);
        let index = self.free.pop().unwrap_or_else(|| {
            self.places.push(Place::default());
            self.places.len() - 1
        });
        let place = &mut self.places[index];
        place.generation = place.generation.wrapping_add(1);
        let data = EventData::new_u64(Number::new(index, place.generation).0);
        let flags = EventFlags::IN | EventFlags::OUT | EventFlags::RDHUP | EventFlags::ET;
        if epoll::add(&self.kernel, &connection.socket, data, flags).is_err() {
            self.free.push(index);
            return;
        }
        place.connection = Some(connection);
        self.advance(index);
    }

    fn number(&self, index: usize) -> Number {
        Number::new(index, self.places[index].generation)
    }

    fn find(&mut self, number: Number) -> Option<&mut Connection> {
        let place = self.places.get_mut(number.index())?;
        if Number::new(number.index(), place.generation) == number { place.connection.as_mut() } else { None }
    }

    /// Reads and parses; a request that is whole becomes ready.
    fn advance(&mut self, index: usize) {
        let Server { places, limits, scratch, statistics, .. } = self;
        let Some(connection) = &mut places[index].connection else { return };
        let was_idle = matches!(connection.phase, Phase::Head(None));
        match connection.advance(scratch, limits, statistics) {
            Progress::Waiting => {
                let time = match connection.phase {
                    Phase::Head(Some(_)) if was_idle => limits.head_time,
                    Phase::Body(..) => limits.pause,
                    _ => return,
                };
                connection.deadline = deadline(self.started, time);
            }
            Progress::Ready => {
                connection.deadline = u32::MAX;
                let number = self.number(index);
                self.ready.push_back(number);
            }
            Progress::Gone => self.lose(index),
            Progress::Refused(refusal) => self.refuse(index, refusal),
        }
    }

    /// The client is gone; an application that writes to it learns of it.
    fn lose(&mut self, index: usize) {
        let Some(connection) = &mut self.places[index].connection else { return };
        match connection.phase {
            Phase::Head(None) | Phase::Lingering => self.close(index),
            Phase::Head(Some(_)) | Phase::Body(..) | Phase::Draining => {
                self.statistics.broken += 1;
                self.close(index);
            }
            Phase::Application(_) | Phase::Streaming(_) => {}
        }
    }

    fn refuse(&mut self, index: usize, refusal: Refusal) {
        let Some(connection) = &mut self.places[index].connection else { return };
        self.statistics.refused += 1;
        self.notices.push(Notice { peer: connection.peer.clone(), refusal });
        let reason = response::reason(refusal.status);
        let text = format!(
            "HTTP/1.1 {} {reason}\r\ncontent-type: text/plain\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{}\n",
            refusal.status,
            refusal.reason.len() + 1,
            refusal.reason
        );
        connection.output.add(text.as_bytes());
        connection.keep_alive = false;
        connection.phase = Phase::Draining;
        self.flush(index);
    }

    /// Sends what there is; behind the last byte of a response its connection goes on, or ends.
    fn flush(&mut self, index: usize) {
        let Server { places, started, limits, writable, statistics, .. } = self;
        let Place { generation, connection: Some(connection) } = &mut places[index] else { return };
        match connection.send(statistics) {
            Ok(Sent::Some) => {
                connection.deadline = deadline(*started, limits.pause);
                if connection.writer_waits && connection.output.waiting() <= WAITING_MAX / 2 {
                    connection.writer_waits = false;
                    writable.push(Number::new(index, *generation));
                }
            }
            Ok(Sent::All) => {
                if std::mem::take(&mut connection.writer_waits) {
                    writable.push(Number::new(index, *generation));
                }
                if matches!(connection.phase, Phase::Draining) {
                    self.end_response(index);
                } else if !matches!(connection.phase, Phase::Body(..)) {
                    connection.deadline = u32::MAX;
                }
            }
            Err(_) => self.break_off(index),
        }
    }

    /// Nothing more can be sent.
    fn break_off(&mut self, index: usize) {
        self.statistics.broken += 1;
        let Place { generation, connection: Some(connection) } = &mut self.places[index] else { return };
        if std::mem::take(&mut connection.writer_waits) {
            self.writable.push(Number::new(index, *generation));
        }
        self.close(index);
    }

    /// The response is sent.
    fn end_response(&mut self, index: usize) {
        let Some(connection) = &mut self.places[index].connection else { return };
        if connection.keep_alive && connection.served < self.limits.requests {
            connection.phase = Phase::Head(None);
            connection.deadline = deadline(self.started, self.limits.idle);
            return self.advance(index);
        }
        // Closing at once would reset a connection whose client still sends, and take the response from it.
        let _ = rustix::net::shutdown(&connection.socket, Shutdown::Write);
        connection.input = Vec::new();
        connection.phase = Phase::Lingering;
        connection.deadline = deadline(self.started, LINGER);
        self.advance(index);
    }

    fn close(&mut self, index: usize) {
        if let Some(connection) = self.places[index].connection.take() {
            // A process forked meanwhile may hold the socket too: the client would not see its end, and the kernel would go on reporting it.
            let _ = rustix::net::shutdown(&connection.socket, Shutdown::Both);
            let _ = epoll::delete(&self.kernel, &connection.socket);
            self.free.push(index);
        }
    }

    fn deadline(&self, time: Duration) -> u32 {
        deadline(self.started, time)
    }

    /// Once a second: ends what has taken too long.
    fn sweep(&mut self) {
        let now = self.started.elapsed().as_secs() as u32;
        if now == self.swept {
            return;
        }
        self.swept = now;
        if self.starved {
            self.recover();
        }
        for index in 0..self.places.len() {
            let Some(connection) = &self.places[index].connection else { continue };
            if connection.deadline > now {
                continue;
            }
            match connection.phase {
                Phase::Head(Some(_)) | Phase::Body(..) => {
                    self.statistics.timed_out += 1;
                    self.refuse(index, Refusal::new(408, "the request took too long"));
                }
                Phase::Head(None) | Phase::Lingering => self.close(index),
                _ => {
                    self.statistics.timed_out += 1;
                    self.break_off(index);
                }
            }
        }
    }

    // --- for the application ---

    /// The next whole request.
    pub fn take(&mut self) -> Option<Number> {
        self.ready.pop_front()
    }

    /// Whether there is something for `take_writable` or `take_notices`.
    pub fn has_news(&self) -> bool {
        !self.writable.is_empty() || !self.notices.is_empty()
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

    pub fn take_notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.notices)
    }

    pub fn request(&mut self, number: Number) -> Option<&mut Request> {
        self.find(number)?.request_mut()
    }

    /// The client's address, and which listener it came to.
    pub fn peer(&mut self, number: Number) -> Option<(&str, u16)> {
        let connection = self.find(number)?;
        Some((&connection.peer, connection.listener))
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

    /// Gives the socket away, with what was read behind the request and what is not sent yet.
    pub fn hijack(&mut self, number: Number) -> Option<(OwnedFd, Vec<u8>, Vec<u8>)> {
        self.find(number)?;
        let index = number.index();
        let connection = self.places[index].connection.take()?;
        let _ = epoll::delete(&self.kernel, &connection.socket);
        self.free.push(index);
        Some((connection.socket, connection.input, connection.output.into_bytes()))
    }

    /// Seconds after which `poll` has something to do though nothing happens; none while there is no connection.
    pub fn next_sweep(&self) -> Option<f64> {
        (self.connections() > 0 || self.starved).then_some(1.0)
    }
}

fn deadline(started: Instant, time: Duration) -> u32 {
    (started.elapsed() + time).as_secs().saturating_add(1).min(u64::from(u32::MAX - 1)) as u32
}

/// An address in numbers; empty for one without.
fn address_text(address: &SocketAddrAny) -> Box<str> {
    use std::net::{SocketAddr, SocketAddrV4, SocketAddrV6};
    match SocketAddr::try_from(address.clone()) {
        Ok(SocketAddr::V4(address)) => SocketAddrV4::ip(&address).to_string().into(),
        Ok(SocketAddr::V6(address)) => SocketAddrV6::ip(&address).to_canonical().to_string().into(),
        Err(_) => "".into(),
    }
}
