//! The output of a connection that is still to be sent: bytes and parts of files, in order.

use std::collections::VecDeque;
use std::fs::File;
use std::io::IoSlice;

use rustix::io::Errno;

use crate::transport::Transport;

/// Bytes that are copied together.
const JOINED_MAX: usize = 16 << 10;
/// Pieces that go together into one call.
const PIECES_MAX: usize = 16;
/// So many bytes are rather sent at once, as far as the client takes them, than copied to be sent later.
const SENT_AT_ONCE: usize = 8 << 10;

enum Piece {
    Bytes { bytes: Vec<u8>, sent: usize },
    File { file: File, offset: u64, left: u64 },
}

#[derive(Default)]
pub struct Output {
    pieces: VecDeque<Piece>,
    /// Bytes not sent yet, those of files left out.
    waiting: usize,
    /// Bytes sent at once that no count knows of.
    uncounted: u64,
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

    /// Adds bytes, and sends them where they are many and nothing but bytes stands before them. What keeps them from being sent shows
    /// again when the rest is.
    pub fn add_sending(&mut self, bytes: &[u8], transport: &mut Transport) {
        let may_send = bytes.len() >= SENT_AT_ONCE && self.pieces.len() < PIECES_MAX && !transport.is_secure();
        if !may_send || self.pieces.iter().any(|piece| matches!(piece, Piece::File { .. })) {
            return self.add(bytes);
        }
        let count = self.send_joined(transport, bytes).unwrap_or(0);
        self.uncounted += count as u64;
        let behind = count.saturating_sub(self.waiting);
        self.advance(count - behind);
        self.add(&bytes[behind..]);
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
        *written += std::mem::take(&mut self.uncounted);
        while let Some(piece) = self.pieces.front_mut() {
            match piece {
                Piece::Bytes { .. } => match self.send_joined(transport, &[]) {
                    Ok(count) => {
                        self.advance(count);
                        *written += count as u64;
                    }
                    Err(Errno::AGAIN) => return Ok(Sent::Some),
                    Err(error) => return Err(error),
                },
                Piece::File { file, offset, left } => match transport.send_file(file, offset, *left) {
                    Ok(0) => return Err(Errno::IO),
                    Ok(count) => {
                        *left -= count as u64;
                        *written += count as u64;
                        if *left == 0 {
                            self.pieces.pop_front();
                        }
                    }
                    Err(Errno::INTR) => {}
                    Err(Errno::AGAIN) => return Ok(Sent::Some),
                    Err(error) => return Err(error),
                },
            }
        }
        self.pieces = VecDeque::new();
        match transport.flush() {
            Ok(()) => Ok(Sent::All),
            Err(Errno::AGAIN) => Ok(Sent::Some),
            Err(error) => Err(error),
        }
    }

    /// Sends the bytes that come next, and these behind them, in one call; how many went.
    fn send_joined(&mut self, transport: &mut Transport, behind: &[u8]) -> Result<usize, Errno> {
        let pending = self.pieces.iter().take(PIECES_MAX).map_while(|piece| match piece {
            Piece::Bytes { bytes, sent } => Some(&bytes[*sent..]),
            Piece::File { .. } => None,
        });
        let mut slices = [IoSlice::new(&[]); PIECES_MAX + 1];
        let mut count = 0;
        for bytes in pending.chain(Some(behind).filter(|bytes| !bytes.is_empty())) {
            slices[count] = IoSlice::new(bytes);
            count += 1;
        }
        transport.send_joined(&slices[..count])
    }

    /// Drops what was sent of the bytes that come next.
    fn advance(&mut self, mut count: usize) {
        self.waiting -= count;
        while let Some(Piece::Bytes { bytes, sent }) = self.pieces.front_mut() {
            let left = bytes.len() - *sent;
            if count < left {
                *sent += count;
                return;
            }
            count -= left;
            self.pieces.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Seek, Write};
    use std::os::unix::net::UnixStream;

    use super::*;

    /// Sends pieces of these lengths, a file among them, to a reader that is slow at first; what came, and what was counted.
    fn sent(lengths: &[usize]) -> (Vec<u8>, Vec<u8>, u64) {
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        ours.set_nonblocking(true).unwrap();
        let mut transport = Transport::new(ours.into(), None);
        let (mut output, mut all, mut written) = (Output::default(), Vec::new(), 0);
        for (index, &length) in lengths.iter().enumerate() {
            let bytes: Vec<u8> = (0..length).map(|at| (at * 7 + index) as u8).collect();
            if index == 3 {
                let mut file = tempfile(&bytes);
                file.rewind().unwrap();
                output.add_file(file, 0, length as u64);
            } else {
                output.add_sending(&bytes, &mut transport);
            }
            all.extend(bytes);
        }
        let reader = std::thread::spawn(move || {
            let mut came = Vec::new();
            theirs.read_to_end(&mut came).unwrap();
            came
        });
        while output.send(&mut transport, &mut written).unwrap() == Sent::Some {
            std::thread::yield_now();
        }
        assert_eq!((output.waiting(), output.is_empty()), (0, true));
        drop(transport);
        (all, reader.join().unwrap(), written)
    }

    fn tempfile(bytes: &[u8]) -> File {
        use rustix::fs::{Mode, OFlags, open};
        let mut file = File::from(open(std::env::temp_dir(), OFlags::TMPFILE | OFlags::RDWR, Mode::RUSR | Mode::WUSR).unwrap());
        file.write_all(bytes).unwrap();
        file
    }

    #[test]
    fn all_that_was_added_comes_once_and_in_its_order() {
        for lengths in [&[5][..], &[100, 9_000, 3, 70_000, 20, 500_000, 1], &[1_000_000, 2_000_000, 10, 8, 8_192], &[40; 100], &[8_192; 60]] {
            let (all, came, written) = sent(lengths);
            assert!(all == came, "{lengths:?}");
            assert_eq!(written, all.len() as u64);
        }
    }
}
