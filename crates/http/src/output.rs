//! What a connection still has to send: bytes and parts of files, in order.

use std::collections::VecDeque;
use std::fs::File;

use rustix::io::Errno;

use crate::transport::Transport;

/// Bytes that go together into one call.
const JOINED_MAX: usize = 64 << 10;

enum Piece {
    Bytes { bytes: Vec<u8>, sent: usize },
    File { file: File, offset: u64, left: u64 },
}

#[derive(Default)]
pub struct Output {
    pieces: VecDeque<Piece>,
    /// Bytes not sent yet, those of files left out.
    waiting: usize,
}

/// How far sending came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sent {
    All,
    /// The client takes no more at the moment.
    Some,
}

impl Output {
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Bytes that are kept in memory.
    pub fn waiting(&self) -> usize {
        self.waiting
    }

    pub fn add(&mut self, bytes: &[u8]) {
        self.waiting += bytes.len();
        if let Some(Piece::Bytes { bytes: last, .. }) = self.pieces.back_mut()
            && last.len() + bytes.len() <= JOINED_MAX
        {
            return last.extend_from_slice(bytes);
        }
        if !bytes.is_empty() {
            self.pieces.push_back(Piece::Bytes { bytes: bytes.to_vec(), sent: 0 });
        }
    }

    pub fn add_file(&mut self, file: File, offset: u64, length: u64) {
        if length > 0 {
            self.pieces.push_back(Piece::File { file, offset, left: length });
        }
    }

    /// The bytes that are not sent yet. Parts of files are left out.
    pub fn into_bytes(self) -> Vec<u8> {
        let mut all = Vec::with_capacity(self.waiting);
        for piece in &self.pieces {
            if let Piece::Bytes { bytes, sent } = piece {
                all.extend_from_slice(&bytes[*sent..]);
            }
        }
        all
    }

    /// How many bytes come next, of one piece.
    pub fn next(&self) -> usize {
        match self.pieces.front() {
            None => 0,
            Some(Piece::Bytes { bytes, sent }) => bytes.len() - sent,
            Some(Piece::File { left, .. }) => usize::try_from(*left).unwrap_or(usize::MAX),
        }
    }

    /// Takes the next bytes, of one piece and not more than `most`. An error means that a file cannot be read or became shorter.
    pub fn take(&mut self, most: usize) -> Result<Vec<u8>, Errno> {
        let (taken, is_done) = match self.pieces.front_mut() {
            None => return Ok(Vec::new()),
            Some(Piece::Bytes { bytes, sent }) if *sent == 0 && bytes.len() <= most => (std::mem::take(bytes), true),
            Some(Piece::Bytes { bytes, sent }) => {
                let end = bytes.len().min(sent.saturating_add(most));
                let taken = bytes[*sent..end].to_vec();
                *sent = end;
                (taken, end == bytes.len())
            }
            Some(Piece::File { file, offset, left }) => {
                let mut taken = vec![0; most.min(usize::try_from(*left).unwrap_or(usize::MAX))];
                let count = rustix::io::pread(&*file, &mut taken[..], *offset)?;
                if count == 0 && most > 0 {
                    return Err(Errno::IO);
                }
                taken.truncate(count);
                *offset += count as u64;
                *left -= count as u64;
                (taken, *left == 0)
            }
        };
        if !matches!(self.pieces.front(), Some(Piece::File { .. })) {
            self.waiting -= taken.len();
        }
        if is_done {
            self.pieces.pop_front();
        }
        Ok(taken)
    }

    /// Sends as much as goes without waiting. An error means that the client is gone, or that a file became shorter.
    /// `written` counts the bytes.
    pub fn send(&mut self, transport: &mut Transport, written: &mut u64) -> Result<Sent, Errno> {
        while let Some(piece) = self.pieces.front_mut() {
            let done = match piece {
                Piece::Bytes { bytes, sent } => match transport.send(&bytes[*sent..]) {
                    Ok(count) => {
                        *sent += count;
                        self.waiting -= count;
                        *written += count as u64;
                        *sent == bytes.len()
                    }
                    Err(Errno::AGAIN) => return Ok(Sent::Some),
                    Err(error) => return Err(error),
                },
                Piece::File { file, offset, left } => match transport.send_file(file, offset, *left) {
                    Ok(0) => return Err(Errno::IO),
                    Ok(count) => {
                        *left -= count as u64;
                        *written += count as u64;
                        *left == 0
                    }
                    Err(Errno::INTR) => false,
                    Err(Errno::AGAIN) => return Ok(Sent::Some),
                    Err(error) => return Err(error),
                },
            };
            if done {
                self.pieces.pop_front();
            }
        }
        self.pieces = VecDeque::new();
        match transport.flush() {
            Ok(()) => Ok(Sent::All),
            Err(Errno::AGAIN) => Ok(Sent::Some),
            Err(error) => Err(error),
        }
    }
}
