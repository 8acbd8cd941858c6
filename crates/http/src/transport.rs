//! The bytes of a connection: a socket, and where its listener has TLS a session between it and the rest.

use std::fs::File;
use std::io::{self, IoSlice, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::io::Errno;
use rustix::net::{RecvFlags, SendAncillaryBuffer, SendFlags, Shutdown};

use crate::tls::Session;

/// Bytes of a file that one call may send.
const FILE_PIECE: usize = 1 << 20;
/// Bytes of a file that are read to be sealed.
const SEALED_FILE_PIECE: usize = 64 << 10;
/// Bytes that are read to be unsealed; a record is not longer by much.
const SEALED_PIECE: usize = 16 << 10;

pub struct Transport {
    socket: OwnedFd,
    session: Option<Box<Session>>,
    /// The session's other side has said goodbye.
    ended: bool,
}

/// The outcome of reading.
pub enum Received {
    /// So many bytes, none where they were the session's own; and whether there may be more.
    Bytes(usize, bool),
    /// The client sends no more.
    End,
}

/// Why reading did not go on.
pub enum Failure {
    /// Nothing is there at the moment.
    Later,
    /// The client is gone.
    Gone,
    /// The client sent no TLS that we accept.
    Session(String),
}

impl Transport {
    pub fn new(socket: OwnedFd, session: Option<Session>) -> Transport {
        Transport { socket, session: session.map(Box::new), ended: false }
    }

    pub fn socket(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }

    /// The socket itself, where nothing stands between it and the rest.
    pub fn into_socket(self) -> OwnedFd {
        self.socket
    }

    pub fn is_secure(&self) -> bool {
        self.session.is_some()
    }

    /// Both sides said that they speak HTTP/2, before the first request.
    pub fn agreed_on_http2(&self) -> bool {
        self.session.as_ref().is_some_and(|session| session.protocol() == Some(b"h2"))
    }

    /// Reads once. `buffer` has room for twice what a sealed piece may hold.
    pub fn receive(&mut self, buffer: &mut [u8]) -> Result<Received, Failure> {
        let Some(session) = &mut self.session else {
            return match receive_some(self.socket.as_fd(), buffer)? {
                0 => Ok(Received::End),
                count => Ok(Received::Bytes(count, count == buffer.len())),
            };
        };
        if self.ended {
            return Ok(Received::End);
        }
        let mut sealed = [0; SEALED_PIECE];
        let count = receive_some(self.socket.as_fd(), &mut sealed)?;
        if count == 0 {
            return Ok(Received::End);
        }
        let mut plain = Vec::new();
        let result = session.take(&sealed[..count], &mut plain);
        // What the session answers: its part of the handshake, or what it has against the client.
        let _ = self.flush();
        self.ended = result.map_err(Failure::Session)?;
        buffer[..plain.len()].copy_from_slice(&plain);
        Ok(Received::Bytes(plain.len(), count == SEALED_PIECE || self.ended))
    }

    /// Sends what goes without waiting.
    pub fn send(&mut self, bytes: &[u8]) -> Result<usize, Errno> {
        if self.session.is_none() {
            return send_bytes(self.socket.as_fd(), bytes);
        }
        self.flush()?;
        let Some(session) = &mut self.session else { return Err(Errno::IO) };
        let count = session.seal(bytes).map_err(|_| Errno::IO)?;
        match self.flush() {
            Ok(()) | Err(Errno::AGAIN) => Ok(count),
            Err(error) => Err(error),
        }
    }

    /// Sends what goes without waiting of bytes that follow each other; at least one byte is there.
    pub fn send_joined(&mut self, slices: &[IoSlice]) -> Result<usize, Errno> {
        if self.session.is_some() || slices.len() == 1 {
            return self.send(slices.first().map_or(&[], |slice| slice));
        }
        loop {
            match rustix::net::sendmsg(&self.socket, slices, &mut SendAncillaryBuffer::default(), SendFlags::NOSIGNAL) {
                Err(Errno::INTR) => {}
                other => return other,
            }
        }
    }

    /// Sends a part of a file; 0 where it has become shorter.
    pub fn send_file(&mut self, file: &File, offset: &mut u64, most: u64) -> Result<usize, Errno> {
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        if self.session.is_none() {
            return rustix::fs::sendfile(&self.socket, file, Some(offset), most.min(FILE_PIECE));
        }
        let mut piece = vec![0; most.min(SEALED_FILE_PIECE)];
        let count = rustix::io::pread(file, &mut piece[..], *offset)?;
        if count == 0 {
            return Ok(0);
        }
        let sent = self.send(&piece[..count])?;
        *offset += sent as u64;
        Ok(sent)
    }

    /// Sends what the session has sealed; `Errno::AGAIN` where not all of it went.
    pub fn flush(&mut self) -> Result<(), Errno> {
        let Some(session) = &mut self.session else { return Ok(()) };
        while session.has_unsent() {
            session.write_to(&mut Sink(self.socket.as_fd())).map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::IO))?;
        }
        Ok(())
    }

    pub fn has_unsent(&self) -> bool {
        self.session.as_ref().is_some_and(|session| session.has_unsent())
    }

    /// Nothing more comes from here.
    pub fn end_sending(&mut self) {
        if let Some(session) = &mut self.session {
            session.say_goodbye();
            let _ = self.flush();
        }
        let _ = rustix::net::shutdown(&self.socket, Shutdown::Write);
    }

    /// Ends the connection for every process that has its socket.
    pub fn end(&mut self) {
        let _ = rustix::net::shutdown(&self.socket, Shutdown::Both);
    }
}

/// A socket as rustls writes to it.
struct Sink<'a>(BorrowedFd<'a>);

impl Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(send_bytes(self.0, bytes)?)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn receive_some(socket: BorrowedFd, buffer: &mut [u8]) -> Result<usize, Failure> {
    loop {
        match rustix::net::recv(socket, &mut *buffer, RecvFlags::empty()) {
            Ok((count, _)) => return Ok(count),
            Err(Errno::INTR) => {}
            Err(Errno::AGAIN) => return Err(Failure::Later),
            Err(_) => return Err(Failure::Gone),
        }
    }
}

/// One attempt to send bytes, without a signal where the client is gone.
pub fn send_bytes(socket: BorrowedFd, bytes: &[u8]) -> Result<usize, Errno> {
    loop {
        match rustix::net::send(socket, bytes, SendFlags::NOSIGNAL) {
            Err(Errno::INTR) => {}
            other => return other,
        }
    }
}
