//! Streams as the core library uses them: reading, writing, positions.

use rustix::event::{PollFd, PollFlags};
use rustix::fs::SeekFrom;
use rustix::io::Errno;
use rutile_vm::prelude::*;

use crate::arguments;
use crate::stream::{self, Pause, Stream, WOULD_BLOCK, answer};
use crate::system::{calls, descriptor, error};

fn text(value: Value) -> Vec<u8> {
    StringRef::from_value(value).map_or(Vec::new(), |string| string.bytes().to_vec())
}

fn failed(vm: &mut Vm, errno: Errno) -> Exit {
    error::raise(vm, errno, "")
}

/// A path for messages.
fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

// --- Opening and closing ---

/// `stream_open(path, flags, permissions)`
fn stream_open(vm: &mut Vm, args: Arguments) -> NativeResult {
    let path = text(args.get(0));
    let (flags, mode) = (arguments::integer(vm, args, 1)?, arguments::integer(vm, args, 2)?);
    let flags = rustix::fs::OFlags::from_bits_retain(flags as u32) | rustix::fs::OFlags::CLOEXEC;
    let mode = rustix::fs::Mode::from_raw_mode(mode as u32);
    match rustix::fs::open(&path[..], flags, mode) {
        Ok(fd) => {
            let stream = Stream::new(descriptor::release(fd), true);
            Ok(stream::new_cell(vm, stream))
        }
        Err(errno) => Err(error::raise_in(vm, errno, "rb_sysopen", &shown(&path))),
    }
}

/// `stream_adopt(fd, owned)`
fn stream_adopt(vm: &mut Vm, args: Arguments) -> NativeResult {
    let fd = arguments::integer(vm, args, 0)? as i32;
    if let Err(errno) = calls::control(fd, libc::F_GETFD, 0) {
        return Err(failed(vm, errno));
    }
    let stream = Stream::new(fd, args.get(1).truthy());
    Ok(stream::new_cell(vm, stream))
}

/// Two streams: what is written to the second is read from the first.
fn stream_pipe(vm: &mut Vm, _args: Arguments) -> NativeResult {
    match rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC) {
        Ok((reader, writer)) => {
            let reader = stream::new_cell(vm, Stream::new(descriptor::release(reader), true));
            let mut writing = Stream::new(descriptor::release(writer), true);
            writing.sync = true;
            let writer = stream::new_cell(vm, writing);
            Ok(vm.new_array(&[reader, writer]).value())
        }
        Err(errno) => Err(failed(vm, errno)),
    }
}

fn stream_close(vm: &mut Vm, args: Arguments) -> NativeResult {
    let result = stream::at(vm, args, 0)?.close();
    if let Some(cell) = ResourceRef::from_value(args.get(0)) {
        if let Some(index) = cell.index().as_fixnum() {
            cell.set_index(vm, Value::NIL);
            vm.remove_resource(index as usize);
        }
    }
    match result {
        Ok(()) => Ok(Value::NIL),
        Err(errno) => Err(failed(vm, errno)),
    }
}

fn stream_is_open(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(stream::of_value(vm, args.get(0)).is_some()))
}

fn stream_fd(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::fixnum(stream::at(vm, args, 0)?.fd as i64))
}

fn stream_owned(vm: &mut Vm, args: Arguments) -> NativeResult {
    let owned = args.get(1);
    let stream = stream::at(vm, args, 0)?;
    if !owned.is_undefined() {
        stream.owned = owned.truthy();
    }
    Ok(Value::boolean(stream.owned))
}

fn stream_sync(vm: &mut Vm, args: Arguments) -> NativeResult {
    let sync = args.get(1);
    let stream = stream::at(vm, args, 0)?;
    if !sync.is_undefined() {
        stream.sync = sync.truthy();
    }
    Ok(Value::boolean(stream.sync))
}

/// `stream_reopen(stream, other)`: the first goes on as what the second is.
fn stream_reopen(vm: &mut Vm, args: Arguments) -> NativeResult {
    let other = stream::at(vm, args, 1)?;
    let _ = other.flush();
    other.forget_input();
    let from = other.fd;
    let stream = stream::at(vm, args, 0)?;
    let _ = stream.flush();
    stream.forget_input();
    let to = stream.fd;
    match descriptor::duplicate_onto(from, to) {
        Ok(()) => Ok(Value::NIL),
        Err(errno) => Err(failed(vm, errno)),
    }
}

/// Another descriptor for the same open file.
fn stream_duplicate(vm: &mut Vm, args: Arguments) -> NativeResult {
    let stream = stream::at(vm, args, 0)?;
    let _ = stream.flush();
    let (fd, sync) = (stream.fd, stream.sync);
    match calls::control(fd, libc::F_DUPFD_CLOEXEC, 3) {
        Ok(copy) => {
            let mut copy = Stream::new(copy, true);
            copy.sync = sync;
            Ok(stream::new_cell(vm, copy))
        }
        Err(errno) => Err(failed(vm, errno)),
    }
}

/// In a new child process: what the parent had gathered is the parent's to write.
pub fn after_fork(vm: &mut Vm) {
    for resource in vm.resources.iter_mut().flatten() {
        if let Some(stream) = resource.downcast_mut::<Stream>() {
            stream.after_fork();
        }
    }
}

/// Writes what every stream has gathered.
pub fn flush_all(vm: &mut Vm) {
    for resource in vm.resources.iter_mut().flatten() {
        if let Some(stream) = resource.downcast_mut::<Stream>() {
            let _ = stream.flush();
        }
    }
}

fn stream_flush_all(vm: &mut Vm, _args: Arguments) -> NativeResult {
    flush_all(vm);
    Ok(Value::NIL)
}

// --- Reading ---

/// `stream_read(stream, count)`: that many bytes, fewer at the end, nil where nothing is left.
fn stream_read(vm: &mut Vm, args: Arguments) -> NativeResult {
    let count = arguments::position(vm, args, 1)?;
    let stream = stream::at(vm, args, 0)?;
    let result = stream.fill_to(count).map(|()| {
        let taken = stream.take(count);
        if taken.is_empty() && count > 0 { None } else { Some(taken) }
    });
    answer(vm, result)
}

/// Everything up to the end.
fn stream_read_all(vm: &mut Vm, args: Arguments) -> NativeResult {
    let stream = stream::at(vm, args, 0)?;
    let result = stream.fill_to(usize::MAX).map(|()| Some(stream.take(usize::MAX - (1 << 62))));
    answer(vm, result)
}

/// `stream_read_some(stream, count)`: what is there, at most `count` bytes; nil at the end.
fn stream_read_some(vm: &mut Vm, args: Arguments) -> NativeResult {
    let count = arguments::position(vm, args, 1)?;
    let stream = stream::at(vm, args, 0)?;
    let result = if stream.pending().is_empty() && count > 0 { stream.fill() } else { Ok(true) };
    let result = result.map(|more| if more { Some(stream.take(count)) } else { None });
    answer(vm, result)
}

/// `stream_read_system(stream, count)`: past the buffer.
fn stream_read_system(vm: &mut Vm, args: Arguments) -> NativeResult {
    let count = arguments::position(vm, args, 1)?;
    let stream = stream::at(vm, args, 0)?;
    let mut buffer = vec![0; count];
    let result = match rustix::io::read(descriptor::borrow(stream.fd), &mut buffer) {
        Ok(0) if count > 0 => Ok(None),
        Ok(read) => {
            buffer.truncate(read);
            Ok(Some(buffer))
        }
        Err(Errno::AGAIN) => Err(Pause::Wait(WOULD_BLOCK)),
        Err(Errno::INTR) => Err(Pause::Wait(stream::INTERRUPTED)),
        Err(errno) => Err(Pause::Failed(errno)),
    };
    answer(vm, result)
}

/// Finds the end of a line among pending bytes: how many belong to it.
fn line_end(pending: &[u8], separator: &[u8], from: usize) -> Option<usize> {
    let start = from.saturating_sub(separator.len());
    if let [only] = separator {
        return pending[start..].iter().position(|byte| byte == only).map(|at| start + at + 1);
    }
    pending[start..].windows(separator.len()).position(|window| window == separator).map(|at| start + at + separator.len())
}

fn read_line(stream: &mut Stream, separator: &[u8], limit: usize) -> Result<Option<Vec<u8>>, Pause> {
    let mut searched = 0;
    loop {
        let end = if separator.is_empty() { None } else { line_end(stream.pending(), separator, searched) };
        if let Some(end) = end {
            return Ok(Some(stream.take(end.min(limit))));
        }
        searched = stream.pending().len();
        if searched >= limit {
            return Ok(Some(stream.take(limit)));
        }
        if !stream.fill()? {
            let rest = stream.take(limit);
            return Ok(if rest.is_empty() { None } else { Some(rest) });
        }
    }
}

/// `stream_gets(stream, separator, limit)`: a line with its separator; nil at the end. An
/// empty separator: up to the end. A negative limit: none.
fn stream_gets(vm: &mut Vm, args: Arguments) -> NativeResult {
    let separator = text(args.get(1));
    let limit = arguments::position(vm, args, 2)?;
    let stream = stream::at(vm, args, 0)?;
    let result = read_line(stream, &separator, limit.min(usize::MAX >> 2));
    answer(vm, result)
}

/// Takes line ends off the front, as paragraph mode does.
fn stream_skip_newlines(vm: &mut Vm, args: Arguments) -> NativeResult {
    let stream = stream::at(vm, args, 0)?;
    loop {
        match stream.pending().first() {
            Some(b'\n') => {
                stream.take(1);
            }
            Some(_) => return Ok(Value::NIL),
            None => match stream.fill() {
                Ok(true) => {}
                Ok(false) => return Ok(Value::NIL),
                Err(pause) => return answer(vm, Err(pause)),
            },
        }
    }
}

/// `stream_getc(stream, encoding index)`: the bytes of one character; nil at the end.
fn stream_getc(vm: &mut Vm, args: Arguments) -> NativeResult {
    let encoding = Encoding(arguments::integer(vm, args, 1)? as u8);
    let most = rutile_vm::characters::max_len(encoding).max(1);
    let stream = stream::at(vm, args, 0)?;
    let mut result = Ok(());
    while stream.pending().len() < most {
        let pending = stream.pending();
        if !pending.is_empty() && rutile_vm::characters::char_len(pending, 0, encoding).is_ok() {
            break;
        }
        match stream.fill() {
            Ok(true) => {}
            Ok(false) => break,
            Err(pause) => {
                result = Err(pause);
                break;
            }
        }
    }
    let result = result.map(|()| {
        let pending = stream.pending();
        if pending.is_empty() {
            return None;
        }
        let length = rutile_vm::characters::char_len(pending, 0, encoding).unwrap_or(1).max(1);
        Some(stream.take(length))
    });
    answer(vm, result)
}

/// Whether the end is reached, reading ahead to know.
fn stream_at_end(vm: &mut Vm, args: Arguments) -> NativeResult {
    let stream = stream::at(vm, args, 0)?;
    if !stream.pending().is_empty() {
        return Ok(Value::FALSE);
    }
    match stream.fill() {
        Ok(more) => Ok(Value::boolean(!more)),
        Err(pause) => answer(vm, Err(pause)),
    }
}

fn stream_put_back(vm: &mut Vm, args: Arguments) -> NativeResult {
    let bytes = text(args.get(1));
    stream::at(vm, args, 0)?.put_back(&bytes);
    Ok(Value::NIL)
}

/// Bytes that can be read without asking the system.
fn stream_pending(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::fixnum(stream::at(vm, args, 0)?.pending().len() as i64))
}

// --- Writing ---

/// `stream_write(stream, string)`: how many bytes.
fn stream_write(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(string) = StringRef::from_value(args.get(1)) else { return Ok(Value::fixnum(0)) };
    let bytes = string.bytes();
    match stream::at(vm, args, 0)?.write(bytes) {
        Ok(()) => Ok(Value::fixnum(bytes.len() as i64)),
        Err(errno) => Err(failed(vm, errno)),
    }
}

/// Past the buffer, once: how many bytes the system took.
fn stream_write_system(vm: &mut Vm, args: Arguments) -> NativeResult {
    let bytes = text(args.get(1));
    let stream = stream::at(vm, args, 0)?;
    if let Err(errno) = stream.flush() {
        return Err(failed(vm, errno));
    }
    let fd = stream.fd;
    match rustix::io::write(descriptor::borrow(fd), &bytes) {
        Ok(count) => Ok(Value::fixnum(count as i64)),
        Err(Errno::AGAIN) => Ok(Value::NIL),
        Err(errno) => Err(failed(vm, errno)),
    }
}

fn stream_flush(vm: &mut Vm, args: Arguments) -> NativeResult {
    match stream::at(vm, args, 0)?.flush() {
        Ok(()) => Ok(Value::NIL),
        Err(errno) => Err(failed(vm, errno)),
    }
}

/// `stream_store(stream, only_data)`: fsync or fdatasync.
fn stream_store(vm: &mut Vm, args: Arguments) -> NativeResult {
    let stream = stream::at(vm, args, 0)?;
    let _ = stream.flush();
    let fd = descriptor::borrow(stream.fd);
    let result = if args.get(1).truthy() { rustix::fs::fdatasync(fd) } else { rustix::fs::fsync(fd) };
    match result {
        Ok(()) => Ok(Value::fixnum(0)),
        Err(errno) => Err(failed(vm, errno)),
    }
}

// --- Positions ---

/// `stream_seek(stream, offset, whence)`: 0 from the start, 1 from here, 2 from the end.
fn stream_seek(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (offset, whence) = (arguments::integer(vm, args, 1)?, arguments::integer(vm, args, 2)?);
    let stream = stream::at(vm, args, 0)?;
    let flushed = stream.flush();
    stream.forget_input();
    let place = match whence {
        0 if offset >= 0 => SeekFrom::Start(offset as u64),
        1 => SeekFrom::Current(offset),
        2 => SeekFrom::End(offset),
        3 => SeekFrom::Data(offset as u64),
        4 => SeekFrom::Hole(offset as u64),
        _ => return Err(failed(vm, Errno::INVAL)),
    };
    let fd = stream.fd;
    match flushed.and_then(|()| rustix::fs::seek(descriptor::borrow(fd), place)) {
        Ok(position) => Ok(Value::fixnum(position as i64)),
        Err(errno) => Err(failed(vm, errno)),
    }
}

fn stream_tell(vm: &mut Vm, args: Arguments) -> NativeResult {
    let stream = stream::at(vm, args, 0)?;
    let _ = stream.flush();
    let ahead = stream.pending().len() as i64;
    match rustix::fs::tell(descriptor::borrow(stream.fd)) {
        Ok(position) => Ok(Value::fixnum(position as i64 - ahead)),
        Err(errno) => Err(failed(vm, errno)),
    }
}

/// `stream_read_at(stream, count, offset)`
fn stream_read_at(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (count, offset) = (arguments::position(vm, args, 1)?, arguments::integer(vm, args, 2)?);
    let stream = stream::at(vm, args, 0)?;
    let _ = stream.flush();
    let mut buffer = vec![0; count];
    match rustix::io::pread(descriptor::borrow(stream.fd), &mut buffer, offset as u64) {
        Ok(0) if count > 0 => Ok(Value::NIL),
        Ok(read) => Ok(vm.new_string(&buffer[..read], Encoding::BINARY).value()),
        Err(errno) => Err(failed(vm, errno)),
    }
}

/// `stream_write_at(stream, string, offset)`
fn stream_write_at(vm: &mut Vm, args: Arguments) -> NativeResult {
    let bytes = text(args.get(1));
    let offset = arguments::integer(vm, args, 2)?;
    let stream = stream::at(vm, args, 0)?;
    let _ = stream.flush();
    match rustix::io::pwrite(descriptor::borrow(stream.fd), &bytes, offset as u64) {
        Ok(count) => Ok(Value::fixnum(count as i64)),
        Err(errno) => Err(failed(vm, errno)),
    }
}

fn stream_truncate(vm: &mut Vm, args: Arguments) -> NativeResult {
    let length = arguments::integer(vm, args, 1)?;
    let stream = stream::at(vm, args, 0)?;
    let _ = stream.flush();
    match rustix::fs::ftruncate(descriptor::borrow(stream.fd), length as u64) {
        Ok(()) => Ok(Value::fixnum(0)),
        Err(errno) => Err(failed(vm, errno)),
    }
}

// --- What a descriptor is ---

fn stream_is_terminal(vm: &mut Vm, args: Arguments) -> NativeResult {
    let fd = stream::at(vm, args, 0)?.fd;
    Ok(Value::boolean(rustix::termios::isatty(descriptor::borrow(fd))))
}

/// `[rows, columns]` of a terminal, or nil.
fn stream_window_size(vm: &mut Vm, args: Arguments) -> NativeResult {
    let fd = stream::at(vm, args, 0)?.fd;
    match rustix::termios::tcgetwinsize(descriptor::borrow(fd)) {
        Ok(size) => Ok(vm.new_array(&[Value::fixnum(size.ws_row as i64), Value::fixnum(size.ws_col as i64)]).value()),
        Err(_) => Ok(Value::NIL),
    }
}

/// `stream_control(stream, command, argument)`: fcntl with an Integer.
fn stream_control(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (command, argument) = (arguments::integer(vm, args, 1)?, arguments::integer(vm, args, 2)?);
    let fd = stream::at(vm, args, 0)?.fd;
    match calls::control(fd, command as i32, argument) {
        Ok(result) => Ok(Value::fixnum(result as i64)),
        Err(errno) => Err(failed(vm, errno)),
    }
}

/// `stream_lock(stream, operation)`: 0, or false where it would have to wait.
fn stream_lock(vm: &mut Vm, args: Arguments) -> NativeResult {
    let operation = arguments::integer(vm, args, 1)?;
    let stream = stream::at(vm, args, 0)?;
    let _ = stream.flush();
    let fd = descriptor::borrow(stream.fd);
    use rustix::fs::FlockOperation as Lock;
    let waits = operation & libc::LOCK_NB as i64 == 0;
    let lock = match (operation & !(libc::LOCK_NB as i64), waits) {
        (1, true) => Lock::LockShared,
        (1, false) => Lock::NonBlockingLockShared,
        (2, true) => Lock::LockExclusive,
        (2, false) => Lock::NonBlockingLockExclusive,
        (_, true) => Lock::Unlock,
        (_, false) => Lock::NonBlockingUnlock,
    };
    match rustix::fs::flock(fd, lock) {
        Ok(()) => Ok(Value::fixnum(0)),
        Err(Errno::AGAIN) => Ok(Value::FALSE),
        Err(errno) => Err(failed(vm, errno)),
    }
}

/// `poll(streams, events, timeout)`: which of them are ready, an Array of event bits; nil where
/// the time was up, false where a signal came. Bits: 1 readable, 2 urgent, 4 writable.
fn poll(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (streams, wanted) = (arguments::array(vm, args, 0)?, arguments::array(vm, args, 1)?);
    let timeout = args.get(2).given().and_then(|value| value.as_float().or(value.as_fixnum().map(|seconds| seconds as f64)));
    let mut descriptors = Vec::new();
    let mut buffered = false;
    for index in 0..streams.len() {
        let events = wanted.get(index).as_fixnum().unwrap_or(0) as u16;
        match stream::of_value(vm, streams.get(index)) {
            Some(stream) => {
                let ahead = events & 1 != 0 && !stream.pending().is_empty();
                buffered |= ahead;
                descriptors.push((descriptor::borrow(stream.fd), events, ahead));
            }
            None => {
                let class = vm.classes.io_error;
                return Err(vm.raise(class, "closed stream".to_string()));
            }
        }
    }
    let mut polled: Vec<PollFd> =
        descriptors.iter().map(|(fd, events, _)| PollFd::new(fd, PollFlags::from_bits_retain(*events))).collect();
    let timeout = if buffered { Some(stream::timespec(0.0)) } else { timeout.map(stream::timespec) };
    match rustix::event::poll(&mut polled, timeout.as_ref()) {
        Ok(0) if !buffered => Ok(Value::NIL),
        Ok(_) => {
            let ready: Vec<Value> = polled.iter().zip(&descriptors)
                .map(|(one, (_, events, ahead))| Value::fixnum(ready_bits(one.revents().bits(), *events, *ahead)))
                .collect();
            Ok(vm.new_array(&ready).value())
        }
        Err(Errno::INTR) => Ok(Value::FALSE),
        Err(errno) => Err(failed(vm, errno)),
    }
}

/// Hang-ups and errors make a descriptor ready for whatever was asked.
fn ready_bits(found: u16, wanted: u16, ahead: bool) -> i64 {
    let broken = PollFlags::from_bits_retain(found).intersects(PollFlags::HUP | PollFlags::ERR);
    let bits = if broken { wanted & (1 | 4) } else { found & wanted };
    (bits | ahead as u16) as i64
}

/// Sleeps; false where a signal ended it early.
fn sleep_for(vm: &mut Vm, args: Arguments) -> NativeResult {
    let seconds = args.get(0).given().and_then(|value| value.as_float().or(value.as_fixnum().map(|seconds| seconds as f64)));
    let timeout = seconds.map(stream::timespec);
    match rustix::event::poll(&mut [], timeout.as_ref()) {
        Ok(_) => Ok(Value::TRUE),
        Err(Errno::INTR) => Ok(Value::FALSE),
        Err(errno) => Err(failed(vm, errno)),
    }
}

fn encoding_index(_vm: &mut Vm, args: Arguments) -> NativeResult {
    let encoding = StringRef::from_value(args.get(0)).and_then(|name| Encoding::find(&name.text())).unwrap_or(Encoding::BINARY);
    Ok(Value::fixnum(encoding.0 as i64))
}

/// `tag_string(string, encoding index)`: declares fresh bytes to be in an encoding.
fn tag_string(vm: &mut Vm, args: Arguments) -> NativeResult {
    let encoding = Encoding(arguments::integer(vm, args, 1)? as u8);
    if let Some(string) = StringRef::from_value(args.get(0)) {
        string.set_encoding(encoding);
    }
    Ok(args.get(0))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("stream_open", stream_open),
    ("stream_adopt", stream_adopt),
    ("stream_pipe", stream_pipe),
    ("stream_close", stream_close),
    ("stream_is_open", stream_is_open),
    ("stream_fd", stream_fd),
    ("stream_owned", stream_owned),
    ("stream_sync", stream_sync),
    ("stream_reopen", stream_reopen),
    ("stream_duplicate", stream_duplicate),
    ("stream_flush_all", stream_flush_all),
    ("stream_read", stream_read),
    ("stream_read_all", stream_read_all),
    ("stream_read_some", stream_read_some),
    ("stream_read_system", stream_read_system),
    ("stream_gets", stream_gets),
    ("stream_skip_newlines", stream_skip_newlines),
    ("stream_getc", stream_getc),
    ("stream_at_end", stream_at_end),
    ("stream_put_back", stream_put_back),
    ("stream_pending", stream_pending),
    ("stream_write", stream_write),
    ("stream_write_system", stream_write_system),
    ("stream_flush", stream_flush),
    ("stream_store", stream_store),
    ("stream_seek", stream_seek),
    ("stream_tell", stream_tell),
    ("stream_read_at", stream_read_at),
    ("stream_write_at", stream_write_at),
    ("stream_truncate", stream_truncate),
    ("stream_is_terminal", stream_is_terminal),
    ("stream_window_size", stream_window_size),
    ("stream_control", stream_control),
    ("stream_lock", stream_lock),
    ("poll", poll),
    ("sleep_for", sleep_for),
    ("encoding_index", encoding_index),
    ("tag_string", tag_string),
];
