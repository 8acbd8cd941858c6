//! The socket that the crate `h2` sees: two buffers. It takes from one what was read, and leaves in the other what is to be
//! sent; where the second is full it is told to wait, and so takes no more from the first.

use std::cell::RefCell;
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Bytes to be sent at which no more are taken from `h2`.
const UNSENT_MAX: usize = 64 << 10;

#[derive(Default)]
pub struct Buffers {
    read: Vec<u8>,
    /// How much of it was taken.
    taken: usize,
    /// Nothing more will be read.
    ended: bool,
    unsent: Vec<u8>,
}

#[derive(Clone, Default)]
pub struct Wire(Rc<RefCell<Buffers>>);

impl Wire {
    pub fn add(&self, bytes: &[u8]) {
        let mut buffers = self.0.borrow_mut();
        let taken = std::mem::take(&mut buffers.taken);
        buffers.read.drain(..taken);
        buffers.read.extend_from_slice(bytes);
    }

    pub fn end(&self) {
        self.0.borrow_mut().ended = true;
    }

    /// Bytes that `h2` has not taken yet.
    pub fn unread(&self) -> usize {
        let buffers = self.0.borrow();
        buffers.read.len() - buffers.taken
    }

    pub fn take_unsent(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.borrow_mut().unsent)
    }
}

// No waker is kept: whoever adds or takes bytes asks `h2` to go on.
impl AsyncRead for Wire {
    fn poll_read(self: Pin<&mut Self>, _: &mut Context<'_>, target: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let mut buffers = self.0.borrow_mut();
        let count = target.remaining().min(buffers.read.len() - buffers.taken);
        if count == 0 {
            if buffers.taken > 0 {
                (buffers.read, buffers.taken) = (Vec::new(), 0);
            }
            return if buffers.ended { Poll::Ready(Ok(())) } else { Poll::Pending };
        }
        let start = buffers.taken;
        target.put_slice(&buffers.read[start..start + count]);
        buffers.taken += count;
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Wire {
    fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let mut buffers = self.0.borrow_mut();
        if buffers.unsent.len() >= UNSENT_MAX {
            return Poll::Pending;
        }
        buffers.unsent.extend_from_slice(bytes);
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
