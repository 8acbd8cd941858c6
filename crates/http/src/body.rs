//! Bodies of requests: taken off their framing, kept in memory while they are small, in a file without a name beyond.

use std::fs::File;
use std::io::Write;

use crate::chunk_extension::ChunkExtension;
use crate::head::Framing;
use crate::limits::Limits;
use crate::refusal::Refusal;

/// Bytes of the extensions of all chunks, and of all trailers: nobody here reads them.
const OVERHEAD_MAX: usize = 16 << 10;
/// Hexadecimal digits of a chunk's size.
const SIZE_DIGITS_MAX: u32 = 15;

/// The framing of a body.
#[derive(Debug)]
pub enum Body {
    Memory(Vec<u8>),
    /// And its length.
    File(File, u64),
}

impl Body {
    pub fn len(&self) -> u64 {
        match self {
            Body::Memory(bytes) => bytes.len() as u64,
            Body::File(_, length) => *length,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(crate) fn add(&mut self, bytes: &[u8], limits: &Limits) -> Result<(), Refusal> {
        let full = |_| Refusal::new(507, "no room for a body");
        if let Body::Memory(kept) = self {
            if kept.len() + bytes.len() <= limits.body_in_memory {
                kept.extend_from_slice(bytes);
                return Ok(());
            }
            let mut file = nameless_file().map_err(full)?;
            file.write_all(kept).map_err(full)?;
            *self = Body::File(file, kept.len() as u64);
        }
        if let Body::File(file, length) = self {
            file.write_all(bytes).map_err(full)?;
            *length += bytes.len() as u64;
        }
        Ok(())
    }
}

/// A file that is gone when it is closed.
fn nameless_file() -> std::io::Result<File> {
    use rustix::fs::{Mode, OFlags, open};
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
    Ok(File::from(open(std::env::temp_dir(), flags, Mode::RUSR | Mode::WUSR)?))
}

/// Where the bytes of a chunked body stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Chunked {
    Size { value: u64, digits: u32 },
    Extension(ChunkExtension),
    SizeEnd,
    Data(u64),
    DataReturn,
    DataEnd,
    /// In a line behind the last chunk, of so many bytes so far.
    Trailer(usize),
    TrailerEnd(usize),
}

#[derive(Clone, Copy, Debug)]
enum Progress {
    Length(u64),
    Chunked(Chunked),
}

/// A body on its way.
#[derive(Debug)]
pub struct Reader {
    progress: Progress,
    /// That of the chunk under way.
    size: u64,
    overhead: usize,
    body: Body,
}

impl Reader {
    /// None where there is no body; refused where it says that it will be too long.
    pub fn new(framing: Framing, limits: &Limits) -> Result<Option<Reader>, Refusal> {
        let progress = match framing {
            Framing::None => return Ok(None),
            Framing::Length(length) if length > limits.body => return Err(too_long()),
            Framing::Length(length) => Progress::Length(length),
            Framing::Chunked => Progress::Chunked(Chunked::Size { value: 0, digits: 0 }),
        };
        Ok(Some(Reader { progress, size: 0, overhead: 0, body: Body::Memory(Vec::new()) }))
    }

    /// Takes from `input` what belongs to the body; how many bytes that were, and whether it is whole now.
    pub fn take(&mut self, input: &[u8], limits: &Limits) -> Result<(usize, bool), Refusal> {
        match self.progress {
            Progress::Length(left) => {
                let left_here = usize::try_from(left).unwrap_or(usize::MAX);
                let taken = input.len().min(left_here);
                if let Body::Memory(kept) = &mut self.body
                    && kept.is_empty()
                {
                    kept.reserve_exact(left_here.min(limits.body_in_memory));
                }
                self.body.add(&input[..taken], limits)?;
                self.progress = Progress::Length(left - taken as u64);
                Ok((taken, left == taken as u64))
            }
            Progress::Chunked(mut state) => {
                let result = self.take_chunks(&mut state, input, limits);
                self.progress = Progress::Chunked(state);
                result
            }
        }
    }

    pub fn into_body(self) -> Body {
        self.body
    }

    fn take_chunks(&mut self, state: &mut Chunked, input: &[u8], limits: &Limits) -> Result<(usize, bool), Refusal> {
        let mut at = 0;
        while at < input.len() {
            if let Chunked::Data(left) = *state {
                let taken = (input.len() - at).min(usize::try_from(left).unwrap_or(usize::MAX));
                if self.body.len() + taken as u64 > limits.body {
                    return Err(too_long());
                }
                self.body.add(&input[at..at + taken], limits)?;
                at += taken;
                *state = if left == taken as u64 { Chunked::DataReturn } else { Chunked::Data(left - taken as u64) };
                continue;
            }
            let byte = input[at];
            at += 1;
            *state = match self.step(*state, byte)? {
                Some(next) => next,
                None => return Ok((at, true)),
            };
        }
        Ok((at, false))
    }

    /// The state behind a byte outside of data; none behind the whole body.
    fn step(&mut self, state: Chunked, byte: u8) -> Result<Option<Chunked>, Refusal> {
        let malformed = Err(Refusal::bad_request("a chunk is malformed"));
        Ok(Some(match (state, byte) {
            (Chunked::Size { value, digits }, byte) if byte.is_ascii_hexdigit() && digits < SIZE_DIGITS_MAX => {
                Chunked::Size { value: value << 4 | u64::from((byte as char).to_digit(16).unwrap_or(0)), digits: digits + 1 }
            }
            (Chunked::Size { value, digits: 1.. }, b'\r' | b';') => {
                self.size = value;
                if byte == b'\r' { Chunked::SizeEnd } else { Chunked::Extension(ChunkExtension::Start) }
            }
            (Chunked::Extension(extension), b'\r') if extension.may_end() => Chunked::SizeEnd,
            (Chunked::Extension(extension), byte) => {
                self.count_overhead(400)?;
                let Some(next) = extension.step(byte) else { return malformed };
                Chunked::Extension(next)
            }
            (Chunked::SizeEnd, b'\n') if self.size == 0 => Chunked::Trailer(0),
            (Chunked::SizeEnd, b'\n') => Chunked::Data(self.size),
            (Chunked::DataReturn, b'\r') => Chunked::DataEnd,
            (Chunked::DataEnd, b'\n') => Chunked::Size { value: 0, digits: 0 },
            (Chunked::Trailer(length), b'\r') => Chunked::TrailerEnd(length),
            (Chunked::Trailer(length), byte) if byte != b'\n' && (byte >= b' ' || byte == b'\t') => {
                self.count_overhead(431)?;
                Chunked::Trailer(length + 1)
            }
            (Chunked::TrailerEnd(0), b'\n') => return Ok(None),
            (Chunked::TrailerEnd(_), b'\n') => Chunked::Trailer(0),
            _ => return malformed,
        }))
    }

    fn count_overhead(&mut self, status: u16) -> Result<(), Refusal> {
        self.overhead += 1;
        if self.overhead > OVERHEAD_MAX { Err(Refusal::new(status, "extensions or trailers are too long")) } else { Ok(()) }
    }
}

pub(crate) fn too_long() -> Refusal {
    Refusal::new(413, "the body is too long")
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Seek, SeekFrom};

    use super::*;

    fn bytes_of(body: Body) -> Vec<u8> {
        match body {
            Body::Memory(bytes) => bytes,
            Body::File(mut file, _) => {
                let mut bytes = Vec::new();
                file.seek(SeekFrom::Start(0)).unwrap();
                file.read_to_end(&mut bytes).unwrap();
                bytes
            }
        }
    }

    /// The body and what is left over, or the status of the refusal, fed in pieces of so many bytes.
    fn read(framing: Framing, input: &[u8], piece: usize, limits: &Limits) -> Result<(Vec<u8>, usize), u16> {
        let mut reader = Reader::new(framing, limits).map_err(|refusal| refusal.status)?.unwrap();
        let mut at = 0;
        for part in input.chunks(piece) {
            let (taken, whole) = reader.take(part, limits).map_err(|refusal| refusal.status)?;
            at += taken;
            if whole {
                return Ok((bytes_of(reader.into_body()), input.len() - at));
            }
            assert_eq!(taken, part.len());
        }
        Err(0)
    }

    #[test]
    fn a_body_is_the_same_in_whatever_pieces_it_comes() {
        let chunked = b"5\r\nhello\r\n6;a=\"b\"\r\n world\r\n0\r\nX: y\r\n\r\nGET";
        let limits = Limits { body_in_memory: 8, ..Limits::default() };
        for piece in 1..=chunked.len() {
            let (body, left) = read(Framing::Chunked, chunked, piece, &limits).unwrap();
            assert_eq!((&body[..], left <= 3), (&b"hello world"[..], true), "{piece}");
            let (body, _) = read(Framing::Length(11), b"hello worldGET", piece, &limits).unwrap();
            assert_eq!(body, b"hello world");
        }
    }

    #[test]
    fn chunks_are_read_to_the_letter() {
        let limits = Limits { body: 100, ..Limits::default() };
        let status = |text: &str| read(Framing::Chunked, text.as_bytes(), 3, &limits).err();
        for text in ["5\nhello\r\n0\r\n\r\n", "5\r\nhello0\r\n\r\n", "\r\n", "0x5\r\nhello\r\n", "5 \r\nhello\r\n", "-1\r\n", "5\r\nhelloX\r\n", "0\r\n\n",
            "0\r\na\nb\r\n\r\n", "5;a\nb\r\n", "5;\r\nhello\r\n", "5;[a]\r\nhello\r\n", "1234567890123456\r\n", "5\r\r\nhello"] {
            assert_eq!(status(text), Some(400), "{text:?}");
        }
        assert_eq!(status("ffff\r\n"), Some(0));
        assert_eq!(status(&format!("ff\r\n{}", "a".repeat(200))), Some(413));
        assert_eq!(status(&format!("1;{}\r\n", "a".repeat(OVERHEAD_MAX + 1))), Some(400));
        assert_eq!(status(&format!("0\r\nA: {}\r\n", "a".repeat(OVERHEAD_MAX))), Some(431));
        assert_eq!(Reader::new(Framing::Length(101), &limits).err().map(|refusal| refusal.status), Some(413));
    }
}
