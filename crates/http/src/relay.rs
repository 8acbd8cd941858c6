//! A connection that the application took over while a session stands between its socket and the bytes: what comes from the client goes
//! into a pair of sockets, whose other end the application has, and the other way round.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::io::Errno;
use rustix::net::{RecvFlags, Shutdown};

use crate::output::{Output, Sent};
use crate::statistics::Statistics;
use crate::transport::{Failure, Received, Transport, send_bytes};

/// Bytes that wait for the client before no more are taken from the application.
const WAITING_MAX: usize = 64 << 10;

pub struct Relay {
    /// Our end of the pair.
    pipe: OwnedFd,
    /// Bytes for the application that it has not taken.
    unread: Vec<u8>,
    /// There may be something to read from the application: the kernel reports an edge only.
    pub pipe_readable: bool,
    /// The application has closed its end altogether.
    pub pipe_closed: bool,
    /// The application writes no more.
    pipe_ended: bool,
    /// The client sends no more.
    client_ended: bool,
    /// The client was told that no more comes.
    farewell: bool,
}

/// The outcome of carrying.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Carried {
    /// Until something happens at either end.
    All,
    /// The application has written all, and the client not taken it yet.
    Ending,
    /// Nothing more will come.
    End,
}

impl Relay {
    /// And the application's end. `rest` was read behind the request.
    pub fn new(rest: Vec<u8>) -> Result<(Relay, OwnedFd), Errno> {
        use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};
        let (ours, theirs) = socketpair(AddressFamily::UNIX, SocketType::STREAM, SocketFlags::CLOEXEC, None)?;
        rustix::io::ioctl_fionbio(&ours, true)?;
        Ok((Relay { pipe: ours, unread: rest, pipe_readable: true, pipe_closed: false, pipe_ended: false, client_ended: false, farewell: false }, theirs))
    }

    pub fn pipe(&self) -> BorrowedFd<'_> {
        self.pipe.as_fd()
    }

    /// Carries what can be carried without waiting.
    pub fn carry(
        &mut self, transport: &mut Transport, readable: &mut bool, output: &mut Output, scratch: &mut [u8], statistics: &mut Statistics,
    ) -> Result<Carried, Errno> {
        self.to_application(transport, readable, scratch, statistics)?;
        loop {
            let sent = output.send(transport, &mut statistics.bytes_written)?;
            if sent == Sent::Some && output.waiting() > WAITING_MAX || !self.pipe_readable || self.pipe_ended {
                break;
            }
            match rustix::net::recv(&self.pipe, &mut *scratch, RecvFlags::empty()) {
                Ok((0, _)) => self.pipe_ended = true,
                Ok((count, _)) => output.add(&scratch[..count]),
                Err(Errno::AGAIN) => self.pipe_readable = false,
                Err(Errno::INTR) => {}
                Err(_) => (self.pipe_ended, self.pipe_closed) = (true, true),
            }
        }
        if !self.pipe_ended {
            return Ok(Carried::All);
        }
        if !output.is_empty() || transport.has_unsent() {
            return Ok(Carried::Ending);
        }
        if !std::mem::replace(&mut self.farewell, true) {
            transport.end_sending();
        }
        Ok(if self.client_ended || self.pipe_closed { Carried::End } else { Carried::All })
    }

    fn to_application(
        &mut self, transport: &mut Transport, readable: &mut bool, scratch: &mut [u8], statistics: &mut Statistics,
    ) -> Result<(), Errno> {
        loop {
            while !self.unread.is_empty() {
                match send_bytes(self.pipe.as_fd(), &self.unread) {
                    Ok(count) => drop(self.unread.drain(..count)),
                    Err(Errno::AGAIN) => return Ok(()),
                    // It reads no more: what the client sends is dropped.
                    Err(_) => self.unread.clear(),
                }
            }
            if !*readable || self.client_ended {
                return Ok(());
            }
            match transport.receive(scratch) {
                Ok(Received::Bytes(count, more)) => {
                    statistics.bytes_read += count as u64;
                    *readable = more;
                    self.unread.extend_from_slice(&scratch[..count]);
                }
                Ok(Received::End) => {
                    self.client_ended = true;
                    let _ = rustix::net::shutdown(&self.pipe, Shutdown::Write);
                }
                Err(Failure::Later) => *readable = false,
                Err(_) => return Err(Errno::CONNRESET),
            }
        }
    }
}
