//! A stream: an open descriptor with what has been read ahead and not yet been written.
//!
//! An IO object is a cell that owns a stream in the machine's resource table; when the cell
//! dies, the stream writes out what it holds and closes its descriptor. Everything here works
//! on the buffers; only `drop` makes a system call. What blocks is in `io_transfer.rs`.
//!
//! ```text
//!   input   [ consumed | unread ............ ]     output  [ not yet written ...... ]
//!             ^ taken    ^ next byte to read                 ^ next byte for the descriptor
//! ```

use rutile_vm::object::resource::{self, Resources};
use rutile_vm::prelude::*;

use crate::io::attempt::{Nature, Target};
use rutile_platform as system;

/// The abilities of a stream; the same bits in `core/io/io.rb`.
pub mod mode {
    pub const READABLE: u32 = 1;
    pub const WRITABLE: u32 = 2;
    pub const APPEND: u32 = 4;
    /// Nothing stays in the output buffer.
    pub const SYNC: u32 = 8;
    /// A terminal: nothing waits there either.
    pub const TERMINAL: u32 = 16;
    pub const BINARY: u32 = 32;
    /// The descriptor belongs to someone else.
    pub const KEEP_OPEN: u32 = 64;
    /// `\r\n` and `\r` are read as `\n`.
    pub const UNIVERSAL_NEWLINE: u32 = 128;
    /// `\n` is written as `\r\n`.
    pub const WRITE_CRLF: u32 = 256;
    /// `\n` is written as `\r`.
    pub const WRITE_CR: u32 = 4096;
    /// Reading and writing go to two descriptors.
    pub const DUPLEX: u32 = 512;
    /// A `\r` ended the last piece read: a `\n` after it belongs to it.
    pub const AFTER_RETURN: u32 = 1024;
    /// The stream has a timeout: no attempt to read or write waits.
    pub const TIMED: u32 = 2048;
}

/// How much output waits before it is written.
pub const OUTPUT_CAPACITY: usize = 64 << 10;
/// How much is asked for when the input runs out.
pub const INPUT_CAPACITY: usize = 16 << 10;
/// No descriptor: closed.
pub const CLOSED: i32 = -1;

pub struct Stream {
    pub descriptor: i32,
    /// Where a duplex stream writes.
    pub writer: i32,
    pub mode: u32,
    input: Vec<u8>,
    consumed: usize,
    pub output: Vec<u8>,
    pub line_number: i64,
    /// Lines that ARGF read before this stream: `$.` counts on from them.
    pub line_base: i64,
    pub external: Option<Encoding>,
    pub internal: Option<Encoding>,
    /// The process at the other end, of `popen`.
    pub process: i32,
    /// The natures of the two descriptors, once somebody asked.
    natures: [Option<Nature>; 2],
}

impl Stream {
    pub fn new(descriptor: i32, mode: u32) -> Stream {
        Stream {
            descriptor,
            writer: CLOSED,
            mode,
            input: Vec::new(),
            consumed: 0,
            output: Vec::new(),
            line_number: 0,
            line_base: 0,
            external: None,
            internal: None,
            process: 0,
            natures: [None; 2],
        }
    }

    pub fn is(&self, bits: u32) -> bool {
        self.mode & bits != 0
    }

    pub fn is_closed(&self) -> bool {
        self.descriptor == CLOSED && self.writer == CLOSED
    }

    /// The descriptor that output goes to.
    pub fn output_descriptor(&self) -> i32 {
        if self.is(mode::DUPLEX) { self.writer } else { self.descriptor }
    }

    /// Where input comes from.
    pub fn source(&mut self, may_wait: bool) -> Target {
        self.target(self.descriptor, 0, may_wait)
    }

    /// Where output goes.
    fn sink(&mut self, may_wait: bool) -> Target {
        self.target(self.output_descriptor(), self.is(mode::DUPLEX) as usize, may_wait)
    }

    fn target(&mut self, descriptor: i32, place: usize, may_wait: bool) -> Target {
        let nature = *self.natures[place].get_or_insert_with(|| Nature::of(descriptor));
        Target { descriptor, nature, may_wait: may_wait && !self.is(mode::TIMED) }
    }

    /// The descriptors came to stand for something else.
    pub fn forget_natures(&mut self) {
        self.natures = [None; 2];
    }

    /// The bytes that have been read ahead.
    pub fn unread(&self) -> &[u8] {
        &self.input[self.consumed..]
    }

    pub fn consume(&mut self, count: usize) {
        self.consumed = (self.consumed + count).min(self.input.len());
        if self.consumed == self.input.len() {
            self.input.clear();
            self.consumed = 0;
        }
    }

    /// Puts bytes before what has been read ahead.
    pub fn push_back(&mut self, bytes: &[u8]) {
        if bytes.len() <= self.consumed {
            self.consumed -= bytes.len();
            self.input[self.consumed..self.consumed + bytes.len()].copy_from_slice(bytes);
        } else {
            let consumed = self.consumed;
            self.input.splice(..consumed, bytes.iter().copied());
            self.consumed = 0;
        }
    }

    pub fn forget_input(&mut self) {
        self.input.clear();
        self.consumed = 0;
        self.mode &= !mode::AFTER_RETURN;
    }

    /// Appends what was read from the descriptor, newlines made plain where that is asked for.
    pub fn receive(&mut self, bytes: &[u8]) {
        if self.consumed > 0 {
            self.input.drain(..self.consumed);
            self.consumed = 0;
        }
        if self.is(mode::UNIVERSAL_NEWLINE) {
            self.receive_text(bytes);
        } else {
            self.input.extend_from_slice(bytes);
        }
    }

    fn receive_text(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            let after_return = self.is(mode::AFTER_RETURN);
            self.mode &= !mode::AFTER_RETURN;
            match byte {
                b'\n' if after_return => {}
                b'\r' => {
                    self.input.push(b'\n');
                    self.mode |= mode::AFTER_RETURN;
                }
                _ => self.input.push(byte),
            }
        }
    }

    /// Lends the input, so that a string can be made of it while the machine is borrowed.
    pub fn lend_input(&mut self) -> (Vec<u8>, usize) {
        (std::mem::take(&mut self.input), self.consumed)
    }

    /// Takes the input back with so many bytes more consumed.
    pub fn return_input(&mut self, input: Vec<u8>, taken: usize) {
        self.input = input;
        self.consume(taken);
    }

    /// Writes all output that waits, and waits for it. What a stream that keeps nothing has still is the rest of a write that
    /// a thread did not come to the end of.
    pub fn write_out(&mut self) -> system::SystemResult<()> {
        let output = std::mem::take(&mut self.output);
        if output.is_empty() || self.is(mode::SYNC) {
            return Ok(());
        }
        system::write_all(self.output_descriptor(), &output)
    }

    pub fn append(&mut self, bytes: &[u8]) {
        if !self.is(mode::WRITE_CRLF | mode::WRITE_CR) {
            self.output.extend_from_slice(bytes);
            return;
        }
        let keeps = self.is(mode::WRITE_CRLF);
        for &byte in bytes {
            if byte == b'\n' {
                self.output.push(b'\r');
            }
            if byte != b'\n' || keeps {
                self.output.push(byte);
            }
        }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        if self.is_closed() {
            return;
        }
        // An object that nobody holds has nobody to tell of an error.
        let _ = self.write_out();
        if self.is(mode::KEEP_OPEN) {
            return;
        }
        for descriptor in [self.descriptor, self.writer] {
            if descriptor > 2 {
                let _ = system::close(descriptor);
            }
        }
    }
}

/// The stream of an IO object; none where it has not been opened.
pub fn find(resources: &mut Resources, value: Value) -> Option<&mut Stream> {
    resource::find(resources, value)
}

/// Writes out what every stream still holds: at the end of the program, and before a fork.
pub fn flush_all(vm: &mut Vm) {
    for resource in vm.resources.iter_mut() {
        if let Some(stream) = resource.downcast_mut::<Stream>() {
            // Standard error may be gone too: there is no one left to tell.
            let _ = stream.write_out();
        }
    }
}

/// Whether the object is an open IO, without raising.
pub fn is_open(vm: &mut Vm, value: Value) -> bool {
    find(&mut vm.resources, value).is_some_and(|stream| !stream.is_closed())
}

fn io_error(vm: &mut Vm, message: &str) -> Exit {
    let class = vm.classes.io_error;
    vm.raise(class, message.to_string())
}

/// The stream of an IO, closed or not.
pub fn any(vm: &mut Vm, value: Value) -> Result<&mut Stream, Exit> {
    if find(&mut vm.resources, value).is_none() {
        return Err(io_error(vm, "uninitialized stream"));
    }
    find(&mut vm.resources, value).ok_or(Exit::Fallback)
}

/// The stream of an open IO that is not frozen, or an exception.
pub fn open(vm: &mut Vm, value: Value) -> Result<&mut Stream, Exit> {
    vm.check_frozen(value)?;
    open_to_drain(vm, value)
}

/// The stream of an open IO that may be frozen: what it holds is still written out.
fn open_to_drain(vm: &mut Vm, value: Value) -> Result<&mut Stream, Exit> {
    if any(vm, value)?.is_closed() {
        return Err(io_error(vm, "closed stream"));
    }
    any(vm, value)
}

/// The same, open for reading.
pub fn readable(vm: &mut Vm, value: Value) -> Result<&mut Stream, Exit> {
    if !open(vm, value)?.is(mode::READABLE) {
        return Err(io_error(vm, "not opened for reading"));
    }
    any(vm, value)
}

/// The same, open for writing.
pub fn writable(vm: &mut Vm, value: Value) -> Result<&mut Stream, Exit> {
    if !open(vm, value)?.is(mode::WRITABLE) {
        return Err(io_error(vm, "not opened for writing"));
    }
    any(vm, value)
}

/// Where an IO that is open for reading reads from, for the running thread.
pub fn source(vm: &mut Vm, value: Value) -> Result<Target, Exit> {
    let may_wait = vm.may_wait_in_call();
    Ok(readable(vm, value)?.source(may_wait))
}

/// The stream of an open IO that holds output, with where that goes to; none where it holds nothing.
pub fn to_drain(vm: &mut Vm, value: Value) -> Result<Option<(&mut Stream, Target)>, Exit> {
    let may_wait = vm.may_wait_in_call();
    let stream = open_to_drain(vm, value)?;
    if stream.output.is_empty() {
        return Ok(None);
    }
    let target = stream.sink(may_wait);
    Ok(Some((stream, target)))
}

/// Where an IO that is open for writing writes to, for the running thread.
pub fn sink(vm: &mut Vm, value: Value) -> Result<Target, Exit> {
    let may_wait = vm.may_wait_in_call();
    Ok(writable(vm, value)?.sink(may_wait))
}
