//! A stream of HTTP/2: its request on the way to the application, its response on the way to the client.

use std::fs::File;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use bytes::Bytes;
use h2::server::SendResponse;
use h2::{Reason, RecvStream, SendStream};

use super::heads;
use crate::answer::{Answer, Outcome, WAITING_MAX};
use crate::body::{Body, too_long};
use crate::limits::Limits;
use crate::output::Output;
use crate::refusal::Refusal;
use crate::request::{Exchange, Request};
use crate::response::{Content, Field, Framing, InvalidField};

/// Bytes that are given to `h2` at once.
const PIECE_MAX: usize = 64 << 10;

/// The phases of a stream.
enum Phase {
    Body(Box<Request>, Body),
    /// A whole request, which waits for the application or is with it.
    Application(Box<Request>),
    Streaming(Framing),
    /// The application has written all.
    Draining,
    /// Nothing more is to be done.
    Done,
}

pub struct Stream {
    /// Its place among the server's, once its request is whole.
    pub place: Option<usize>,
    respond: SendResponse<Bytes>,
    send: Option<SendStream<Bytes>>,
    receive: RecvStream,
    phase: Phase,
    exchange: Exchange,
    began: Instant,
    /// When the application began with the request.
    taken: Instant,
    status: u16,
    output: Output,
    pub writer_waits: bool,
    /// When its client last did something that it was waited for.
    moved: Instant,
}

/// The outcome of looking after a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Nothing that others have to know.
    None,
    /// It gave `h2` something to send.
    Moved,
    /// Its request is whole.
    Ready,
    /// It was reset, or broke: before its response began, where true.
    Broken(bool),
    /// Its response is given to `h2`.
    Done,
    Refused(Refusal),
}

impl Stream {
    pub fn new(request: Request, receive: RecvStream, respond: SendResponse<Bytes>) -> Stream {
        let (exchange, began) = (request.exchange(), request.began);
        let phase = Phase::Body(Box::new(request), Body::Memory(Vec::new()));
        Stream {
            place: None, respond, send: None, receive, phase, exchange, began, taken: began, status: 0, output: Output::default(), writer_waits: false,
            moved: began,
        }
    }

    /// The client is told to send the body, where it waits for that.
    pub fn ask_for_body(&mut self) {
        if let Ok(response) = heads::informational(100, &[]) {
            let _ = self.respond.send_informational(response);
        }
    }

    pub fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Done)
    }

    /// It is in the middle of a request or a response that the application began.
    pub fn is_with_application(&self) -> bool {
        matches!(self.phase, Phase::Application(_) | Phase::Streaming(_))
    }

    /// For how long the client has not sent, or not taken, what it should.
    pub fn idle(&self) -> Option<Duration> {
        let waits = matches!(self.phase, Phase::Body(..)) || self.output.next() > 0;
        waits.then(|| self.moved.elapsed())
    }

    /// Does what can be done without waiting.
    pub fn advance(&mut self, context: &mut Context, limits: &Limits) -> Step {
        match &mut self.phase {
            Phase::Body(..) => return self.take_body(context, limits),
            Phase::Application(_) => {
                if let Poll::Ready(_) = self.respond.poll_reset(context) {
                    self.phase = Phase::Done;
                    return Step::Broken(true);
                }
                return Step::None;
            }
            Phase::Done => return Step::None,
            Phase::Streaming(_) | Phase::Draining => {}
        }
        if let Some(send) = &mut self.send
            && let Poll::Ready(_) = send.poll_reset(context)
        {
            self.phase = Phase::Done;
            return Step::Broken(false);
        }
        self.give(context)
    }

    fn take_body(&mut self, context: &mut Context, limits: &Limits) -> Step {
        let Phase::Body(_, body) = &mut self.phase else { return Step::None };
        loop {
            match self.receive.poll_data(context) {
                Poll::Pending => return Step::None,
                Poll::Ready(Some(Ok(bytes))) => {
                    self.moved = Instant::now();
                    let result = if body.len() + bytes.len() as u64 > limits.body { Err(too_long()) } else { body.add(&bytes, limits) };
                    if let Err(refusal) = result {
                        return Step::Refused(refusal);
                    }
                    let _ = self.receive.flow_control().release_capacity(bytes.len());
                }
                Poll::Ready(Some(Err(_))) => {
                    self.phase = Phase::Done;
                    return Step::Broken(true);
                }
                Poll::Ready(None) => break,
            }
        }
        if let Phase::Body(mut request, body) = std::mem::replace(&mut self.phase, Phase::Done) {
            request.body = (!body.is_empty()).then_some(body);
            self.phase = Phase::Application(request);
        }
        Step::Ready
    }

    /// Gives `h2` as much as the client has room for.
    fn give(&mut self, context: &mut Context) -> Step {
        let is_last = matches!(self.phase, Phase::Draining);
        let Some(send) = &mut self.send else {
            return if is_last { self.finish() } else { Step::None };
        };
        let mut step = Step::None;
        loop {
            let wanted = self.output.next().min(PIECE_MAX);
            if wanted == 0 {
                break;
            }
            send.reserve_capacity(wanted);
            let _ = send.poll_capacity(context);
            let room = send.capacity().min(wanted);
            if room == 0 {
                return step;
            }
            let Ok(bytes) = self.output.take(room) else { return self.break_off(Reason::INTERNAL_ERROR) };
            let ends = is_last && self.output.is_empty();
            self.moved = Instant::now();
            if send.send_data(Bytes::from(bytes), ends).is_err() {
                self.phase = Phase::Done;
                return Step::Broken(false);
            }
            if ends {
                return self.finish();
            }
            step = Step::Moved;
        }
        if is_last {
            let _ = send.send_data(Bytes::new(), true);
            return self.finish();
        }
        step
    }

    fn finish(&mut self) -> Step {
        self.phase = Phase::Done;
        Step::Done
    }

    /// Tells the client that this stream ends here.
    pub fn break_off(&mut self, reason: Reason) -> Step {
        match &mut self.send {
            Some(send) => send.send_reset(reason),
            None => self.respond.send_reset(reason),
        }
        self.phase = Phase::Done;
        Step::Broken(false)
    }

    /// Answers in the application's place.
    pub fn refuse(&mut self, refusal: Refusal) {
        let text = format!("{}\n", refusal.reason);
        if let Phase::Body(request, _) = std::mem::replace(&mut self.phase, Phase::Done) {
            self.phase = Phase::Application(request);
        }
        let fields: [Field; 1] = [(b"content-type", b"text/plain")];
        if matches!(self.begin(refusal.status, &fields, Content::Length(text.len() as u64), true), Ok(Outcome::Done)) {
            self.write(text.as_bytes());
            self.end();
        }
    }

    /// Whether a writer that waits may go on now.
    pub fn release_writer(&mut self) -> bool {
        self.output.waiting() <= WAITING_MAX / 2 && std::mem::take(&mut self.writer_waits)
    }
}

impl Answer for Stream {
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
        self.is_with_application().then_some(self.taken)
    }

    fn inform(&mut self, status: u16, fields: &[Field]) -> Result<(), InvalidField> {
        let response = heads::informational(status, fields)?;
        if self.send.is_none() {
            let _ = self.respond.send_informational(response);
        }
        Ok(())
    }

    fn begin(&mut self, status: u16, fields: &[Field], body: Content, _: bool) -> Result<Outcome, InvalidField> {
        if !matches!(self.phase, Phase::Application(_)) {
            return Ok(Outcome::Gone);
        }
        let (response, framing) = heads::response_of(self.exchange, status, fields, body)?;
        let is_empty = matches!(framing, Framing::None | Framing::Length(0));
        let Ok(send) = self.respond.send_response(response, is_empty) else {
            self.phase = Phase::Done;
            return Ok(Outcome::Gone);
        };
        self.send = (!is_empty).then_some(send);
        self.status = status;
        self.moved = Instant::now();
        self.phase = Phase::Streaming(framing);
        Ok(Outcome::Done)
    }

    fn write(&mut self, bytes: &[u8]) -> Outcome {
        let Phase::Streaming(framing) = &mut self.phase else { return Outcome::Gone };
        if self.output.is_empty() {
            self.moved = Instant::now();
        }
        match framing {
            Framing::None => {}
            Framing::Length(left) => {
                let taken = bytes.len().min(usize::try_from(*left).unwrap_or(usize::MAX));
                *left -= taken as u64;
                self.output.add(&bytes[..taken]);
            }
            _ => self.output.add(bytes),
        }
        Outcome::Done
    }

    fn write_file(&mut self, file: File, offset: u64, length: u64) -> Outcome {
        let Phase::Streaming(framing) = &mut self.phase else { return Outcome::Gone };
        match framing {
            Framing::None => {}
            Framing::Length(left) => {
                let length = length.min(*left);
                *left -= length;
                self.output.add_file(file, offset, length);
            }
            _ => self.output.add_file(file, offset, length),
        }
        Outcome::Done
    }

    fn end(&mut self) -> Option<(u16, Duration)> {
        let Phase::Streaming(framing) = self.phase else { return None };
        self.phase = Phase::Draining;
        if matches!(framing, Framing::Length(1..)) {
            self.break_off(Reason::INTERNAL_ERROR);
        }
        Some((self.status, self.began.elapsed()))
    }

    fn make_writer_wait(&mut self) -> bool {
        self.writer_waits = self.output.waiting() > WAITING_MAX;
        self.writer_waits
    }
}
