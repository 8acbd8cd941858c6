//! Streams: descriptors with buffers, under every IO object.
//!
//! An IO object holds a resource cell; its first word is the number of a [`Stream`]
//! among the machine's resources, so that a stream nobody refers to any more is
//! closed by the collector.
//!
//! A read that can't go on answers an Integer instead of a String, and Ruby decides
//! what to do: [`WOULD_BLOCK`], wait until the descriptor is readable; [`INTERRUPTED`],
//! let signal handlers run and try again. What was read so far stays in the buffer.
//!
//! ```text
//!   input:   +----------------+------------------+
//!            | taken          | to be read       |        `position` bytes taken
//!            +----------------+------------------+
//!   output:  +----------------+
//!            | to be written  |   flushed when full, at a line's end on a terminal, on `flush`
//!            +----------------+
//! ```

use std::os::fd::RawFd;

use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;
use rutile_vm::prelude::*;

use crate::system::{descriptor, error};

pub const WOULD_BLOCK: i64 = 0;
pub const INTERRUPTED: i64 = 1;

/// Bytes asked of the system at once.
const CHUNK: usize = 16 * 1024;
/// Bytes gathered before they are written.
const OUTPUT_MAX: usize = 64 * 1024;

/// One open descriptor.
pub struct Stream {
    pub fd: RawFd,
    /// Closed with the stream.
    pub owned: bool,
    input: Vec<u8>,
    position: usize,
    output: Vec<u8>,
    pub sync: bool,
    /// A terminal: lines are written at once.
    line_wise: bool,
    /// The process that made the stream: a child must not write its parent's buffer.
    process: u32,
}

/// Why bytes did not come.
pub enum Pause {
    Wait(i64),
    Failed(Errno),
}

impl Stream {
    pub fn new(fd: RawFd, owned: bool) -> Stream {
        let line_wise = rustix::termios::isatty(descriptor::borrow(fd));
        Stream { fd, owned, input: Vec::new(), position: 0, output: Vec::new(), sync: false, line_wise, process: std::process::id() }
    }

    /// Bytes read from the system and not yet taken.
    pub fn pending(&self) -> &[u8] {
        &self.input[self.position..]
    }

    /// Reads once more from the system; false at the end.
    pub fn fill(&mut self) -> Result<bool, Pause> {
        self.flush().map_err(Pause::Failed)?;
        if self.position > 0 {
            self.input.drain(..self.position);
            self.position = 0;
        }
        let used = self.input.len();
        self.input.resize(used + CHUNK, 0);
        let result = rustix::io::read(descriptor::borrow(self.fd), &mut self.input[used..]);
        let count = *result.as_ref().unwrap_or(&0);
        self.input.truncate(used + count);
        match result {
            Ok(count) => Ok(count > 0),
            Err(Errno::AGAIN) => Err(Pause::Wait(WOULD_BLOCK)),
            Err(Errno::INTR) => Err(Pause::Wait(INTERRUPTED)),
            Err(errno) => Err(Pause::Failed(errno)),
        }
    }

    /// Has at least `count` bytes pending, unless the end comes first.
    pub fn fill_to(&mut self, count: usize) -> Result<(), Pause> {
        while self.pending().len() < count {
            if !self.fill()? {
                break;
            }
        }
        Ok(())
    }

    /// Takes pending bytes.
    pub fn take(&mut self, count: usize) -> Vec<u8> {
        let end = (self.position + count).min(self.input.len());
        let taken = self.input[self.position..end].to_vec();
        self.position = end;
        if self.position == self.input.len() {
            self.input.clear();
            self.position = 0;
        }
        taken
    }

    /// Puts bytes back in front of what is pending.
    pub fn put_back(&mut self, bytes: &[u8]) {
        let position = self.position;
        self.input.splice(..position, bytes.iter().copied());
        self.position = 0;
    }

    /// Forgets what was read ahead; the system's position is where the program's is.
    pub fn forget_input(&mut self) {
        let ahead = self.pending().len();
        if ahead > 0 {
            let _ = rustix::fs::seek(descriptor::borrow(self.fd), rustix::fs::SeekFrom::Current(-(ahead as i64)));
        }
        self.input.clear();
        self.position = 0;
    }

    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Errno> {
        if !self.pending().is_empty() {
            self.forget_input();
        }
        if self.output.is_empty() && self.sync {
            return write_all(self.fd, bytes);
        }
        self.output.extend_from_slice(bytes);
        if self.sync || self.output.len() >= OUTPUT_MAX || self.line_wise && bytes.contains(&b'\n') {
            return self.flush();
        }
        Ok(())
    }

    pub fn flush(&mut self) -> Result<(), Errno> {
        if self.output.is_empty() {
            return Ok(());
        }
        let output = std::mem::take(&mut self.output);
        if self.process != std::process::id() {
            self.process = std::process::id();
            return Ok(());
        }
        write_all(self.fd, &output)
    }

    /// A child process starts with nothing to write: its parent writes what was gathered.
    pub fn after_fork(&mut self) {
        self.output.clear();
        self.process = std::process::id();
    }

    pub fn close(&mut self) -> Result<(), Errno> {
        let flushed = self.flush();
        let fd = std::mem::replace(&mut self.fd, -1);
        if fd >= 0 && self.owned {
            descriptor::close(fd)?;
        }
        flushed
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        let _ = self.close();
    }
}

/// Writes everything, waiting where the descriptor takes nothing for now.
pub fn write_all(fd: RawFd, bytes: &[u8]) -> Result<(), Errno> {
    let mut rest = bytes;
    while !rest.is_empty() {
        match rustix::io::write(descriptor::borrow(fd), rest) {
            Ok(count) => rest = &rest[count..],
            Err(Errno::INTR) => {}
            Err(Errno::AGAIN) => {
                poll(fd, PollFlags::OUT, None)?;
            }
            Err(errno) => return Err(errno),
        }
    }
    Ok(())
}

/// Waits for a descriptor; false where the time is up first.
pub fn poll(fd: RawFd, events: PollFlags, seconds: Option<f64>) -> Result<bool, Errno> {
    let borrowed = descriptor::borrow(fd);
    let mut polled = [PollFd::new(&borrowed, events)];
    let timeout = seconds.map(timespec);
    match rustix::event::poll(&mut polled, timeout.as_ref()) {
        Ok(count) => Ok(count > 0),
        Err(errno) => Err(errno),
    }
}

pub fn timespec(seconds: f64) -> Timespec {
    let seconds = seconds.clamp(0.0, 1e15);
    Timespec { tv_sec: seconds as i64, tv_nsec: ((seconds.fract()) * 1e9) as i64 }
}

/// A resource cell that owns a stream.
pub fn new_cell(vm: &mut Vm, stream: Stream) -> Value {
    let cell = vm.new_resource_cell();
    let index = vm.add_resource(Box::new(stream));
    cell.set_index(vm, Value::fixnum(index as i64));
    cell.value()
}

/// The stream of a resource cell.
pub fn of_value<'a>(vm: &'a mut Vm, value: Value) -> Option<&'a mut Stream> {
    let index = ResourceRef::from_value(value)?.index().as_fixnum()? as usize;
    vm.resources.get_mut(index)?.as_mut()?.downcast_mut::<Stream>()
}

/// The stream at an argument; IOError where there is none.
pub fn at<'a>(vm: &'a mut Vm, args: Arguments, index: usize) -> Result<&'a mut Stream, Exit> {
    let value = args.get(index);
    if of_value(vm, value).is_none() {
        let class = vm.classes.io_error;
        return Err(vm.raise(class, if value.is_nil() { "uninitialized stream" } else { "closed stream" }.to_string()));
    }
    of_value(vm, value).ok_or(Exit::Fallback)
}

/// Turns what a stream answered into what Ruby sees.
pub fn answer(vm: &mut Vm, result: Result<Option<Vec<u8>>, Pause>) -> NativeResult {
    match result {
        Ok(Some(bytes)) => Ok(vm.new_string(&bytes, Encoding::BINARY).value()),
        Ok(None) => Ok(Value::NIL),
        Err(Pause::Wait(why)) => Ok(Value::fixnum(why)),
        Err(Pause::Failed(errno)) => Err(error::raise(vm, errno, "")),
    }
}
