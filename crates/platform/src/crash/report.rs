//! Words for the standard error, written without an allocation.

/// Bytes that wait to be written; the rest follows when they are.
const ROOM: usize = 512;

pub struct Report {
    waiting: [u8; ROOM],
    length: usize,
}

impl Report {
    pub(super) fn new() -> Report {
        Report { waiting: [0; ROOM], length: 0 }
    }

    pub fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if self.length == ROOM {
                self.flush();
            }
            self.waiting[self.length] = byte;
            self.length += 1;
        }
    }

    pub fn number(&mut self, number: u64) {
        let mut digits = [0; 20];
        let mut start = digits.len();
        let mut rest = number;
        loop {
            start -= 1;
            digits[start] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        self.bytes(&digits[start..]);
    }

    pub fn flush(&mut self) {
        let mut rest = &self.waiting[..self.length];
        while !rest.is_empty() {
            // SAFETY: so many bytes are there.
            let written = unsafe { libc::write(libc::STDERR_FILENO, rest.as_ptr().cast(), rest.len()) };
            if written <= 0 {
                break;
            }
            rest = &rest[written as usize..];
        }
        self.length = 0;
    }
}
