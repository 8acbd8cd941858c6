//! All connections of a process, and the requests of theirs that are whole.
//!
//! The kernel reports edges: a connection is registered once for reading and writing, and remembers that there may be more.
//! A request costs one `recv` and one `send`, and whoever answers it reads the next request of the same connection at once, if it
//! is there. `descriptor` can itself be waited for: it is readable while there is something to `poll`.

mod answering;
mod multiplexing;

use std::collections::VecDeque;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::time::{Duration, Instant};

use rustix::event::epoll::{self, EventData, EventFlags};
use rustix::io::Errno;
use rustix::net::{AddressFamily, SocketAddrAny, SocketFlags};
use rutile_platform::heir::{self, Ledger, Standing};

use crate::answer::WAITING_MAX;
use crate::connection::{Connection, Phase, Progress};
use crate::limits::Limits;
use crate::output::Sent;
use crate::refusal::Refusal;
use crate::relay::Carried;
use crate::response;
use crate::statistics::Statistics;
use crate::tls::Tls;
use crate::transport::Transport;

pub use crate::answer::Outcome;
pub use answering::Hijacked;

/// Bytes read at once.
const SCRATCH: usize = 64 << 10;
/// Connections accepted before others are looked after.
const ACCEPTED_AT_ONCE: usize = 64;
/// Reports taken from the kernel at once.
const EVENTS: usize = 256;
/// How long connections that wait for a request are kept where no more are accepted.
const FAREWELL: Duration = Duration::from_secs(1);
/// How long a client may go on sending after its last response.
const LINGER: Duration = Duration::from_secs(2);
/// Seconds between two looks at the files of certificates.
const RENEWAL: u32 = 2;
/// Marks the listeners among the kernel's reports.
const LISTENER: u64 = 1 << 63;
/// Marks the application's end of a connection that it took over.
const PIPE: u64 = 1 << 62;
/// The events that the kernel reports of a connection.
const WATCHED: EventFlags = EventFlags::IN.union(EventFlags::OUT).union(EventFlags::RDHUP).union(EventFlags::ET);

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

/// A number stands for a place: that of a connection, or of a stream within one.
#[derive(Default)]
struct Place {
    generation: u32,
    connection: Option<Connection>,
    stream: Option<StreamPlace>,
}

/// The place of a stream's connection, and its number there.
#[derive(Clone, Copy)]
struct StreamPlace {
    connection: usize,
    stream: u32,
}

/// Something that the log should say.
#[derive(Clone, Debug)]
pub enum Event {
    /// A request of this client was not served.
    Refused(Box<str>, Refusal),
    /// There was no TLS with this client.
    Unsecured(Box<str>, String),
    /// Something else.
    Told(String),
}

struct Listener {
    socket: OwnedFd,
    is_tcp: bool,
    tls: Option<Tls>,
}

pub struct Server {
    kernel: OwnedFd,
    listeners: Vec<Listener>,
    places: Vec<Place>,
    free: Vec<usize>,
    /// Places that are streams'.
    streams: usize,
    ready: VecDeque<Number>,
    /// Connections whose writers may go on.
    writable: Vec<Number>,
    news: Vec<Event>,
    scratch: Vec<u8>,
    /// For a response that is sent as a whole.
    buffer: Vec<u8>,
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
    /// Tells the process's heir how its sockets stand.
    ledger: Option<&'static Ledger>,
    pub statistics: Statistics,
}

impl Server {
    pub fn new(limits: Limits) -> io::Result<Server> {
        Ok(Server {
            kernel: epoll::create(epoll::CreateFlags::CLOEXEC)?,
            listeners: Vec::new(),
            places: Vec::new(),
            free: Vec::new(),
            streams: 0,
            ready: VecDeque::new(),
            writable: Vec::new(),
            news: Vec::new(),
            scratch: vec![0; SCRATCH],
            buffer: Vec::new(),
            events: Vec::with_capacity(EVENTS),
            limits,
            accepting: true,
            started: Instant::now(),
            swept: 0,
            starved: false,
            wake: None,
            ledger: heir::ledger(),
            statistics: Statistics::default(),
        })
    }

    /// Readable while there is something to poll.
    pub fn descriptor(&self) -> RawFd {
        self.kernel.as_raw_fd()
    }

    /// Accepts from a listening socket. Processes that share one are woken one at a time.
    pub fn listen(&mut self, socket: OwnedFd, tls: Option<Tls>) -> io::Result<()> {
        rustix::io::ioctl_fionbio(&socket, true)?;
        let is_tcp = rustix::net::getsockname(&socket)?.address_family() != AddressFamily::UNIX;
        let data = EventData::new_u64(LISTENER | self.listeners.len() as u64);
        epoll::add(&self.kernel, &socket, data, EventFlags::IN | EventFlags::EXCLUSIVE)?;
        self.listeners.push(Listener { socket, is_tcp, tls });
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
        self.leave_multiplexed();
    }

    fn wake_waiter(&mut self) {
        let Ok(wake) = rustix::event::eventfd(1, rustix::event::EventfdFlags::CLOEXEC) else { return };
        // No listener has the number, so the report means nothing more.
        let _ = epoll::add(&self.kernel, &wake, EventData::new_u64(LISTENER | u64::from(u32::MAX)), EventFlags::IN | EventFlags::ONESHOT);
        self.wake = Some(wake);
    }

    /// Connections that are there.
    pub fn connections(&self) -> usize {
        self.places.len() - self.free.len() - self.streams
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
        let number = Number(data & !PIPE);
        let index = number.index();
        let Some(connection) = self.find(number) else { return };
        let may_read = flags.intersects(EventFlags::IN | EventFlags::RDHUP | EventFlags::HUP | EventFlags::ERR);
        if let Phase::Relay(relay) = &mut connection.phase {
            if data & PIPE == 0 {
                connection.readable |= may_read;
            } else {
                relay.pipe_readable |= may_read;
                relay.pipe_closed |= flags.contains(EventFlags::HUP);
            }
            return self.relay(index);
        }
        connection.readable |= may_read;
        connection.hung_up |= flags.intersects(EventFlags::RDHUP | EventFlags::HUP | EventFlags::ERR);
        if matches!(connection.phase, Phase::Multiplexed(_)) {
            return self.multiplex(index);
        }
        if flags.contains(EventFlags::OUT) && (!connection.output.is_empty() || connection.transport.has_unsent()) {
            self.flush(index);
        }
        if self.places[index].connection.as_ref().is_some_and(|connection| connection.readable) {
            self.advance(index);
        }
    }

    fn accept(&mut self, listener: usize) {
        for _ in 0..ACCEPTED_AT_ONCE {
            let Some(Listener { socket, is_tcp, tls }) = self.listeners.get(listener) else { return };
            let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
            match rustix::net::acceptfrom_with(socket, flags) {
                Ok((accepted, peer)) => {
                    if *is_tcp {
                        let _ = rustix::net::sockopt::set_tcp_nodelay(&accepted, true);
                    }
                    let session = tls.as_ref().and_then(Tls::session);
                    if tls.is_some() && session.is_none() {
                        continue;
                    }
                    self.add(Transport::new(accepted, session), peer.as_ref());
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
            self.news.push(Event::Refused("-".into(), Refusal::new(503, "no descriptor is left for a connection")));
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

    fn add(&mut self, transport: Transport, peer: Option<&SocketAddrAny>) {
        self.statistics.accepted += 1;
        let peer = peer.map_or_else(|| "".into(), address_text);
        let mut connection = Connection::new(transport, peer, Instant::now());
        connection.deadline = self.deadline(self.limits.head_time);
        let index = self.free_place();
        let place = &mut self.places[index];
        let data = EventData::new_u64(Number::new(index, place.generation).0);
        if epoll::add(&self.kernel, connection.transport.socket(), data, WATCHED).is_err() {
            self.free.push(index);
            return;
        }
        place.connection = Some(connection);
        self.note(index, Standing::Open);
        self.advance(index);
    }

    /// A place with a generation of its own.
    fn free_place(&mut self) -> usize {
        let index = self.free.pop().unwrap_or_else(|| {
            self.places.push(Place::default());
            self.places.len() - 1
        });
        self.places[index].generation = self.places[index].generation.wrapping_add(1);
        index
    }

    fn number(&self, index: usize) -> Number {
        Number::new(index, self.places[index].generation)
    }

    fn find(&mut self, number: Number) -> Option<&mut Connection> {
        let place = self.places.get_mut(number.index())?;
        if Number::new(number.index(), place.generation) == number { place.connection.as_mut() } else { None }
    }

    /// Notes how a socket stands, for the heir. One whose bytes are sealed has nobody else who could answer on it.
    fn note(&self, index: usize, standing: Standing) {
        let (Some(ledger), Some(connection)) = (self.ledger, &self.places[index].connection) else { return };
        if !connection.transport.is_secure() {
            ledger.note(connection.transport.socket().as_raw_fd(), standing);
        }
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
                self.note(index, Standing::Waiting);
            }
            Progress::Ready => {
                connection.deadline = u32::MAX;
                self.note(index, Standing::Waiting);
                let number = self.number(index);
                self.ready.push_back(number);
            }
            Progress::Gone => self.lose(index),
            Progress::Refused(refusal) => self.refuse(index, refusal),
            Progress::Unsecured(reason) => self.refuse_session(index, reason),
            Progress::Multiplexed => {
                self.note(index, Standing::None);
                self.multiplex(index);
            }
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
            Phase::Application(_) | Phase::Streaming(_) | Phase::Relay(_) | Phase::Multiplexed(_) => {}
        }
    }

    fn refuse_session(&mut self, index: usize, reason: String) {
        let Some(connection) = &self.places[index].connection else { return };
        self.statistics.refused += 1;
        self.news.push(Event::Unsecured(connection.peer.clone(), reason));
        self.close(index);
    }

    fn refuse(&mut self, index: usize, refusal: Refusal) {
        let Some(connection) = &mut self.places[index].connection else { return };
        self.statistics.refused += 1;
        self.news.push(Event::Refused(connection.peer.clone(), refusal));
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
        self.note(index, Standing::None);
        self.flush(index);
    }

    /// Sends what there is; behind the last byte of a response its connection goes on, or ends.
    fn flush(&mut self, index: usize) {
        let Server { places, started, limits, writable, statistics, .. } = self;
        let Place { generation, connection: Some(connection), .. } = &mut places[index] else { return };
        if matches!(connection.phase, Phase::Multiplexed(_)) {
            return self.multiplex(index);
        }
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
                } else if matches!(connection.phase, Phase::Application(_) | Phase::Streaming(_)) {
                    connection.deadline = u32::MAX;
                }
            }
            Err(_) => self.break_off(index),
        }
    }

    /// Nothing more can be sent.
    fn break_off(&mut self, index: usize) {
        self.statistics.broken += 1;
        let Place { generation, connection: Some(connection), .. } = &mut self.places[index] else { return };
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
            self.note(index, Standing::Open);
            return self.advance(index);
        }
        self.end_connection(index);
    }

    /// All is sent, and nothing more will be.
    fn end_connection(&mut self, index: usize) {
        self.note(index, Standing::None);
        let Some(connection) = &mut self.places[index].connection else { return };
        // Closing at once would reset a connection whose client still sends, and take the response from it.
        connection.transport.end_sending();
        connection.input = Vec::new();
        connection.phase = Phase::Lingering;
        connection.deadline = deadline(self.started, LINGER);
        self.advance(index);
    }

    fn close(&mut self, index: usize) {
        self.free_streams(index);
        self.note(index, Standing::None);
        if let Some(mut connection) = self.places[index].connection.take() {
            // A process forked meanwhile may hold the socket too: the client would not see its end, and the kernel would go on reporting it.
            connection.transport.end();
            let _ = epoll::delete(&self.kernel, connection.transport.socket());
            if let Phase::Relay(relay) = &connection.phase {
                let _ = epoll::delete(&self.kernel, relay.pipe());
            }
            self.free.push(index);
        }
    }

    /// Carries what there is between a client and the application that took its connection over.
    fn relay(&mut self, index: usize) {
        let Server { places, scratch, statistics, started, limits, .. } = self;
        let Some(connection) = &mut places[index].connection else { return };
        let Connection { transport, phase: Phase::Relay(relay), readable, output, .. } = connection else { return };
        match relay.carry(transport, readable, output, scratch, statistics) {
            Ok(Carried::All) => {}
            Ok(Carried::Ending) => connection.deadline = deadline(*started, limits.pause),
            Ok(Carried::End) | Err(_) => self.close(index),
        }
    }

    fn renew_certificates(&mut self) {
        for tls in self.listeners.iter_mut().filter_map(|listener| listener.tls.as_mut()) {
            match tls.renew() {
                None => {}
                Some(Ok(())) => self.news.push(Event::Told(format!("{}: the certificate is read anew", tls.certificate().display()))),
                Some(Err(reason)) => self.news.push(Event::Told(format!("{reason}; the certificate in service stays"))),
            }
        }
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
        if now % RENEWAL == 0 {
            self.renew_certificates();
        }
        for index in 0..self.places.len() {
            let Some(connection) = &self.places[index].connection else { continue };
            let is_late = connection.deadline <= now;
            if matches!(connection.phase, Phase::Multiplexed(_)) {
                self.sweep_multiplexed(index, is_late);
                continue;
            }
            if !is_late {
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

    /// Seconds after which `poll` has something to do though nothing happens; none while there is no connection.
    pub fn next_sweep(&self) -> Option<f64> {
        (self.connections() > 0 || self.starved || self.listeners.iter().any(|listener| listener.tls.is_some())).then_some(1.0)
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
