//! The border to zlib: a stream that compresses or the reverse, as a safe type.
//!
//! Each call hands zlib borrowed input and room for output, and takes both back when it returns:
//! between calls a stream points to nothing but zlib's own state.

use std::cell::RefCell;
use std::ffi::{CStr, c_int};
use std::mem::{ManuallyDrop, MaybeUninit};

use libz_sys as z;

/// Room that each turn of a stream gets for its output.
const TURN: usize = 16 << 10;
/// Input that each turn is given.
const BITE: usize = 256 << 10;
/// Input or output after which a run pauses: some ten milliseconds of work.
const PORTION: usize = 1 << 20;
/// The code of a run that has paused: none of zlib's.
const PAUSED: i32 = 100;

pub struct Stream {
    state: ManuallyDrop<State>,
    deflates: bool,
    /// It keeps bytes as they are: where its blocks end hangs on what input a turn is given.
    stores: bool,
    /// `None` where it goes on in another way, and once its state was copied.
    form: Option<Form>,
}

/// What zlib has set up.
struct State {
    /// Boxed, since zlib's own part points back to it.
    inner: Box<z::z_stream>,
    deflates: bool,
}

/// How a stream was set up: level, window, memory and strategy, or the window alone.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Deflating(i32, i32, i32, i32),
    Inflating(i32),
}

thread_local! {
    /// The last stream in either direction that ended. zlib's state is some hundred kilobytes, which the system would give and clear
    /// anew for each short text.
    static IDLE: RefCell<[Option<(Form, State)>; 2]> = const { RefCell::new([None, None]) };
}

/// The state of a stream that ended, as that of a new one.
fn take_idle(form: Form) -> Option<State> {
    let place = usize::from(matches!(form, Form::Deflating(..)));
    let (_, mut state) = IDLE.try_with(|idle| idle.borrow_mut()[place].take_if(|(of, _)| *of == form)).ok()??;
    (state.reset() == z::Z_OK).then_some(state)
}

impl State {
    fn reset(&mut self) -> i32 {
        // SAFETY: zlib has set up the state, and it has not ended.
        unsafe { if self.deflates { z::deflateReset(&mut *self.inner) } else { z::inflateReset(&mut *self.inner) } }
    }
}

impl Drop for State {
    fn drop(&mut self) {
        // SAFETY: zlib has set up the state, and it is not used after this.
        unsafe {
            if self.deflates { z::deflateEnd(&mut *self.inner) } else { z::inflateEnd(&mut *self.inner) };
        }
    }
}

/// The facts that zlib tells of a stream.
pub struct About {
    pub taken: u64,
    pub given: u64,
    pub checksum: u64,
    pub kind: i32,
}

/// A stream that zlib sets up: zeroed, so that it puts in its own functions for memory.
fn blank() -> Box<MaybeUninit<z::z_stream>> {
    Box::new(MaybeUninit::zeroed())
}

/// The stream, if the code says that zlib has set it up.
fn set_up(stream: Box<MaybeUninit<z::z_stream>>, code: c_int, deflates: bool) -> Result<State, i32> {
    match code {
        // SAFETY: after success all fields are valid, the functions for memory among them.
        z::Z_OK => Ok(State { inner: unsafe { stream.assume_init() }, deflates }),
        code => Err(code),
    }
}

fn stream_size() -> c_int {
    size_of::<z::z_stream>() as c_int
}

impl Stream {
    fn of(state: State, stores: bool, form: Option<Form>) -> Stream {
        let deflates = state.deflates;
        Stream { state: ManuallyDrop::new(state), deflates, stores, form }
    }

    pub fn deflating(level: i32, window: i32, memory: i32, strategy: i32) -> Result<Stream, i32> {
        let (form, stores) = (Form::Deflating(level, window, memory, strategy), level == z::Z_NO_COMPRESSION);
        if let Some(state) = take_idle(form) {
            return Ok(Stream::of(state, stores, Some(form)));
        }
        let mut inner = blank();
        // SAFETY: the stream is zeroed and stays where it is; version and size are this library's own.
        let code = unsafe { z::deflateInit2_(inner.as_mut_ptr(), level, z::Z_DEFLATED, window, memory, strategy, z::zlibVersion(), stream_size()) };
        Ok(Stream::of(set_up(inner, code, true)?, stores, Some(form)))
    }

    pub fn inflating(window: i32) -> Result<Stream, i32> {
        let form = Form::Inflating(window);
        if let Some(state) = take_idle(form) {
            return Ok(Stream::of(state, false, Some(form)));
        }
        let mut inner = blank();
        // SAFETY: as above.
        let code = unsafe { z::inflateInit2_(inner.as_mut_ptr(), window, z::zlibVersion(), stream_size()) };
        Ok(Stream::of(set_up(inner, code, false)?, false, Some(form)))
    }

    /// Runs `call` with input to take and one turn's room; what it produced is added to the output.
    /// The call's code, and how much input was taken.
    fn turn(&mut self, input: &[u8], output: &mut Vec<u8>, room: usize, call: impl FnOnce(&mut z::z_stream) -> c_int) -> (i32, usize) {
        let input = &input[..input.len().min(u32::MAX as usize)];
        let mut buffer = vec![0; room.min(TURN)];
        self.state.inner.next_in = input.as_ptr().cast_mut();
        self.state.inner.avail_in = input.len() as u32;
        self.state.inner.next_out = buffer.as_mut_ptr();
        self.state.inner.avail_out = buffer.len() as u32;
        let code = call(&mut self.state.inner);
        let (left, unused) = (self.state.inner.avail_in as usize, self.state.inner.avail_out as usize);
        self.state.inner.next_in = std::ptr::null_mut();
        self.state.inner.next_out = std::ptr::null_mut();
        (self.state.inner.avail_in, self.state.inner.avail_out) = (0, 0);
        output.extend_from_slice(&buffer[..buffer.len() - unused]);
        (code, input.len() - left)
    }

    /// Takes input and adds output, until zlib has nothing more to give for it or the output has grown by
    /// `most`; much is taken in several runs, all but the last of which end by `PAUSED`. The last code, and how much input was taken.
    pub fn run(&mut self, input: &[u8], flush: i32, output: &mut Vec<u8>, most: usize) -> (i32, usize) {
        let (start, mut taken, deflates) = (output.len(), 0, self.deflates);
        loop {
            let room = (most - (output.len() - start)).min(TURN);
            let before = output.len();
            let rest = &input[taken..];
            let bite = if self.stores { rest } else { &rest[..rest.len().min(BITE)] };
            let is_last = bite.len() == rest.len();
            let flush = if is_last { flush } else { z::Z_NO_FLUSH };
            let (code, count) = self.turn(bite, output, room, |stream| {
                // SAFETY: `turn` has set input and room to memory that is valid for their lengths.
                unsafe { if deflates { z::deflate(stream, flush) } else { z::inflate(stream, flush) } }
            });
            taken += count;
            // Where the room was too small to finish in, that is no error: there is more.
            let filled = output.len() - before == room;
            let code = if filled && room > 0 && code == z::Z_BUF_ERROR { z::Z_OK } else { code };
            let is_through = is_last && !filled;
            if code != z::Z_OK || is_through || output.len() - start >= most {
                return (code, taken);
            }
            if taken.max(output.len() - start) >= PORTION {
                return (PAUSED, taken);
            }
        }
    }

    pub fn reset(&mut self) -> i32 {
        self.state.reset()
    }

    pub fn copy(&mut self) -> Result<Stream, i32> {
        let mut inner = blank();
        // SAFETY: the source was set up when this was made; the destination is filled by the call.
        let code = unsafe {
            if self.deflates { z::deflateCopy(inner.as_mut_ptr(), &mut *self.state.inner) } else { z::inflateCopy(inner.as_mut_ptr(), &mut *self.state.inner) }
        };
        Ok(Stream::of(set_up(inner, code, self.deflates)?, self.stores, None))
    }

    pub fn set_dictionary(&mut self, bytes: &[u8]) -> i32 {
        let length = bytes.len().min(u32::MAX as usize) as u32;
        // SAFETY: the bytes are readable for the length; zlib copies them.
        unsafe {
            if self.deflates {
                z::deflateSetDictionary(&mut *self.state.inner, bytes.as_ptr(), length)
            } else {
                z::inflateSetDictionary(&mut *self.state.inner, bytes.as_ptr(), length)
            }
        }
    }

    /// Goes on with another level and strategy; what was taken in is put out first.
    pub fn change(&mut self, level: i32, strategy: i32, output: &mut Vec<u8>) -> i32 {
        if !self.deflates {
            return z::Z_STREAM_ERROR;
        }
        (self.stores, self.form) = (level == z::Z_NO_COMPRESSION, None);
        loop {
            // SAFETY: as in `run`.
            let (code, _) = self.turn(&[], output, TURN, |stream| unsafe { z::deflateParams(stream, level, strategy) });
            if code != z::Z_BUF_ERROR {
                return code;
            }
        }
    }

    /// Looks for a place from which damaged input can be read again; the code, and how much was passed over.
    pub fn synchronize(&mut self, input: &[u8]) -> (i32, usize) {
        if self.deflates {
            return (z::Z_STREAM_ERROR, 0);
        }
        // SAFETY: as in `run`.
        self.turn(input, &mut Vec::new(), 0, |stream| unsafe { z::inflateSync(stream) })
    }

    pub fn about(&self) -> About {
        let inner = &self.state.inner;
        About { taken: inner.total_in as u64, given: inner.total_out as u64, checksum: inner.adler as u64, kind: inner.data_type }
    }

    /// zlib's words for what is wrong with the stream, else for the code.
    pub fn message(&self, code: i32) -> String {
        if self.state.inner.msg.is_null() {
            return words(code).to_string();
        }
        // SAFETY: zlib's messages are constants that end with a null byte.
        unsafe { CStr::from_ptr(self.state.inner.msg) }.to_string_lossy().into_owned()
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        // SAFETY: the state is not used after this.
        let state = unsafe { ManuallyDrop::take(&mut self.state) };
        if let Some(form) = self.form {
            let place = usize::from(self.deflates);
            // A thread that ends keeps none.
            let _ = IDLE.try_with(|idle| idle.borrow_mut()[place] = Some((form, state)));
        }
    }
}

/// The words for a code.
pub fn words(code: i32) -> &'static str {
    match code {
        z::Z_NEED_DICT => "need dictionary",
        z::Z_STREAM_END => "stream end",
        z::Z_STREAM_ERROR => "stream error",
        z::Z_DATA_ERROR => "data error",
        z::Z_MEM_ERROR => "insufficient memory",
        z::Z_BUF_ERROR => "buffer error",
        z::Z_VERSION_ERROR => "incompatible version",
        _ => "",
    }
}

pub fn crc32(start: u32, bytes: &[u8]) -> u32 {
    // SAFETY: each piece is readable for its length.
    bytes.chunks(1 << 30).fold(start, |sum, piece| unsafe { z::crc32(sum.into(), piece.as_ptr(), piece.len() as u32) } as u32)
}

pub fn adler32(start: u32, bytes: &[u8]) -> u32 {
    // SAFETY: as above.
    bytes.chunks(1 << 30).fold(start, |sum, piece| unsafe { z::adler32(sum.into(), piece.as_ptr(), piece.len() as u32) } as u32)
}

pub fn crc32_combine(first: u32, second: u32, length: i64) -> u32 {
    // SAFETY: takes no memory of ours.
    unsafe { z::crc32_combine(first.into(), second.into(), length as z::z_off_t) as u32 }
}

pub fn adler32_combine(first: u32, second: u32, length: i64) -> u32 {
    // SAFETY: takes no memory of ours.
    unsafe { z::adler32_combine(first.into(), second.into(), length as z::z_off_t) as u32 }
}

pub fn version() -> String {
    // SAFETY: the answer is a constant that ends with a null byte.
    unsafe { CStr::from_ptr(z::zlibVersion()) }.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_compressed_comes_back() {
        let text: Vec<u8> = (0..200_000u32).map(|number| (number / 7) as u8).collect();
        let mut packed = Vec::new();
        let mut deflate = Stream::deflating(6, 15, 8, 0).unwrap();
        assert_eq!(deflate.run(&text, z::Z_FINISH, &mut packed, usize::MAX).0, z::Z_STREAM_END);
        let mut plain = Vec::new();
        let mut inflate = Stream::inflating(15).unwrap();
        let (code, taken) = inflate.run(&packed, z::Z_SYNC_FLUSH, &mut plain, usize::MAX);
        assert_eq!((code, taken), (z::Z_STREAM_END, packed.len()));
        assert!(plain == text);
    }

    #[test]
    fn a_stream_begins_anew_with_the_state_of_another() {
        let pack = |level: i32, text: &[u8], dictionary: Option<&[u8]>| {
            let (mut stream, mut packed) = (Stream::deflating(level, 15, 8, 0).unwrap(), Vec::new());
            dictionary.map(|bytes| stream.set_dictionary(bytes));
            stream.run(text, z::Z_FINISH, &mut packed, usize::MAX);
            packed
        };
        let (first, other) = (pack(6, b"text text text", None), pack(9, b"text text text", None));
        pack(6, b"text text", Some(b"text"));
        let mut broken = Stream::deflating(6, 15, 8, 0).unwrap();
        broken.run(b"left in the middle", z::Z_NO_FLUSH, &mut Vec::new(), usize::MAX);
        assert_eq!(broken.change(1, 0, &mut Vec::new()), z::Z_OK);
        drop(broken);
        assert_eq!((pack(6, b"text text text", None), pack(9, b"text text text", None)), (first.clone(), other));
        for _ in 0..3 {
            let (mut inflate, mut plain) = (Stream::inflating(15).unwrap(), Vec::new());
            assert_eq!(inflate.run(b"no such stream", z::Z_SYNC_FLUSH, &mut plain, usize::MAX).0, z::Z_DATA_ERROR);
            drop(inflate);
            let mut inflate = Stream::inflating(15).unwrap();
            assert_eq!((inflate.run(&first, z::Z_SYNC_FLUSH, &mut plain, usize::MAX).0, &plain[..]), (z::Z_STREAM_END, &b"text text text"[..]));
        }
    }

    #[test]
    fn output_is_limited() {
        let mut packed = Vec::new();
        Stream::deflating(6, 15, 8, 0).unwrap().run(&[0; 100_000], z::Z_FINISH, &mut packed, usize::MAX);
        let (mut inflate, mut plain) = (Stream::inflating(15).unwrap(), Vec::new());
        let (code, taken) = inflate.run(&packed, z::Z_SYNC_FLUSH, &mut plain, 1000);
        assert_eq!((code, plain.len()), (z::Z_OK, 1000));
        assert_eq!(inflate.run(&packed[taken..], z::Z_SYNC_FLUSH, &mut plain, usize::MAX).0, z::Z_STREAM_END);
        assert_eq!(plain.len(), 100_000);
    }
}
