//! Calls of the system that can only block: made plainly by a thread alone, and by
//! the reactor's helpers while others run.
//!
//! A native asks here twice. The first time the work is begun and `EINPROGRESS`
//! tells the Ruby above (`Rutile.blocking`) to park; the second time the outcome is
//! there. An exception delivered in between abandons the work, which is then undone.

use std::os::fd::{AsRawFd, OwnedFd};
use std::sync::Arc;

use rutile_reactor::{Outcome, Request, Undo};
use rutile_vm::prelude::*;

use rutile_platform::{self as system, SystemResult};
use rutile_platform::{files, process};

/// The kinds of work; with a descriptor or process they make the key that an outcome is known by.
#[derive(Clone, Copy)]
pub enum Errand {
    Lock = 1,
    Open,
    Sync,
    Read,
    AwaitChild,
    ReadAt,
}

pub fn key(errand: Errand, subject: i32) -> i64 {
    (errand as i64) << 32 | subject as u32 as i64
}

/// What work of the running thread came to, if it is done. Asked before anything else is done: who was one of several may be alone by now.
fn finished(vm: &mut Vm, key: i64) -> Option<SystemResult<i64>> {
    let value = vm.take_outcome(key)?.value;
    Some(if value >= 0 { Ok(value) } else { Err(-value as i32) })
}

/// Makes a call that may block. `plainly` is tried where the thread may wait in it, else `request`
/// says what is to be done meanwhile, and how it is undone where nobody takes it.
pub fn perform(
    vm: &mut Vm,
    key: i64,
    plainly: impl FnOnce() -> SystemResult<i64>,
    request: impl FnOnce() -> SystemResult<(Request, Option<Undo>)>,
) -> SystemResult<i64> {
    if let Some(result) = finished(vm, key) {
        return result;
    }
    if vm.may_wait_in_call() {
        return plainly();
    }
    let (request, undo) = request()?;
    vm.submit(key, request, undo)?;
    Err(libc::EINPROGRESS)
}

/// A request for a helper to make one call, however long it lasts.
pub fn lasting(mut call: impl FnMut() -> i64 + Send + 'static) -> Request {
    Request::Other { work: Box::new(move || Outcome::value(rutile_reactor::again(&mut call))), may_last: true }
}

/// A descriptor of the helper's own, since the program may close its one meanwhile.
fn own(descriptor: i32) -> SystemResult<Arc<OwnedFd>> {
    system::duplicate_owned(descriptor).map(Arc::new)
}

/// Takes or gives up a lock on a file; waits for it unless the operation says not to.
pub fn lock_file(vm: &mut Vm, descriptor: i32, operation: i32) -> SystemResult<i64> {
    let waits = operation & (libc::LOCK_NB | libc::LOCK_UN) == 0;
    if !waits {
        return system::check(|| system::lock(descriptor, operation));
    }
    perform(
        vm,
        key(Errand::Lock, descriptor),
        || system::lock_once(descriptor, operation),
        || {
            let own = own(descriptor)?;
            let locked = own.clone();
            let undo: Undo = Box::new(move |_| {
                let _ = system::check(|| system::lock(locked.as_raw_fd(), libc::LOCK_UN));
            });
            Ok((lasting(move || system::lock(own.as_raw_fd(), operation)), Some(undo)))
        },
    )
}

/// Brings a file to its device.
pub fn sync_file(vm: &mut Vm, descriptor: i32, data_only: bool) -> SystemResult<i64> {
    perform(
        vm,
        key(Errand::Sync, descriptor),
        || if data_only { system::sync_data(descriptor) } else { system::sync_file(descriptor) }.map(|()| 0),
        || Ok((Request::Sync { descriptor, data_only }, None)),
    )
}

/// Opens a file. A named pipe waits for whoever opens its other end.
pub fn open(vm: &mut Vm, path: &[u8], flags: i32, permissions: u32) -> SystemResult<i64> {
    let path = system::c_string(path)?;
    let open = move |path: &std::ffi::CStr| system::try_open(path, flags, permissions);
    let is_pipe = || files::status(path.to_bytes(), true).is_ok_and(|status| status.st_mode & libc::S_IFMT == libc::S_IFIFO);
    let key = key(Errand::Open, 0);
    if let Some(result) = finished(vm, key) {
        return result;
    }
    if vm.may_wait_in_call() {
        return system::open_once(&path, flags, permissions);
    }
    if flags & libc::O_NONBLOCK != 0 || !is_pipe() {
        return system::once(open(&path));
    }
    let helper_path = path.clone();
    let close: Undo = Box::new(|outcome| {
        if outcome.value >= 0 {
            let _ = system::close(outcome.value as i32);
        }
    });
    perform(vm, key, || system::once(open(&path)), || Ok((lasting(move || open(&helper_path)), Some(close))))
}

/// Waits until a child of a group of processes has ended; it stays to be asked for. `group` and
/// `flags` are those of `waitpid`.
pub fn await_child(vm: &mut Vm, group: i32, flags: i32) -> SystemResult<i64> {
    let (kind, id) = match group {
        -1 => (libc::P_ALL, 0),
        0 => (libc::P_PGID, 0),
        number if number > 0 => (libc::P_PID, number as libc::id_t),
        group => (libc::P_PGID, group.unsigned_abs()),
    };
    let stopped = if flags & libc::WUNTRACED != 0 { libc::WSTOPPED } else { 0 };
    let options = libc::WEXITED | libc::WNOWAIT | stopped;
    let wait = move || process::await_child(kind, id, options);
    let plainly = || process::await_child_once(kind, id, options);
    perform(vm, key(Errand::AwaitChild, group), plainly, || Ok((lasting(wait), None)))
}

/// Reads a file where its descriptor stands. What the system has at hand is copied; what it has to fetch
/// is fetched while others run. Less than asked for comes at the file's end alone.
pub fn read_file(vm: &mut Vm, descriptor: i32, buffer: &mut [u8]) -> SystemResult<usize> {
    let name = key(Errand::Read, descriptor);
    if let Some(outcome) = vm.take_outcome(name) {
        let count = fetched(outcome, buffer)?;
        system::seek(descriptor, count as i64, libc::SEEK_CUR)?;
        return Ok(count);
    }
    match at_hand(buffer, |rest, _| system::read_without_waiting(descriptor, rest)) {
        Err((libc::EAGAIN, count)) => {
            let offset = system::seek(descriptor, -(count as i64), libc::SEEK_CUR)? as u64;
            vm.submit(name, Request::Read { descriptor, length: buffer.len(), offset }, None)?;
            Err(libc::EINPROGRESS)
        }
        Err((libc::EOPNOTSUPP | libc::EINVAL, 0)) => system::read_once(descriptor, buffer),
        result => known(result),
    }
}

/// Reads a file at a place, in the same way.
pub fn read_file_at(vm: &mut Vm, descriptor: i32, buffer: &mut [u8], offset: i64) -> SystemResult<usize> {
    let name = key(Errand::ReadAt, descriptor);
    if let Some(outcome) = vm.take_outcome(name) {
        return fetched(outcome, buffer);
    }
    if vm.may_wait_in_call() || offset < 0 {
        return system::read_at(descriptor, buffer, offset);
    }
    match at_hand(buffer, |rest, count| system::read_at_without_waiting(descriptor, rest, offset + count as i64)) {
        Err((libc::EAGAIN, _)) => {
            vm.submit(name, Request::Read { descriptor, length: buffer.len(), offset: offset as u64 }, None)?;
            Err(libc::EINPROGRESS)
        }
        Err((libc::EOPNOTSUPP | libc::EINVAL, 0)) => system::read_at(descriptor, buffer, offset),
        result => known(result),
    }
}

/// Reads until the buffer is full or the file ends: the system stops before the first page that it does not have.
/// An error comes with what had been read before it.
fn at_hand(buffer: &mut [u8], mut read: impl FnMut(&mut [u8], usize) -> SystemResult<usize>) -> Result<usize, (i32, usize)> {
    let mut count = 0;
    while count < buffer.len() {
        match read(&mut buffer[count..], count) {
            Ok(0) => break,
            Ok(more) => count += more,
            Err(number) => return Err((number, count)),
        }
    }
    Ok(count)
}

/// What was read, or the error where that was nothing.
fn known(result: Result<usize, (i32, usize)>) -> SystemResult<usize> {
    match result {
        Ok(count) => Ok(count),
        Err((number, 0)) => Err(number),
        Err((_, count)) => Ok(count),
    }
}

/// Copies what a request fetched.
fn fetched(outcome: Outcome, buffer: &mut [u8]) -> SystemResult<usize> {
    if outcome.value < 0 {
        return Err(-outcome.value as i32);
    }
    let count = outcome.bytes.len().min(buffer.len());
    buffer[..count].copy_from_slice(&outcome.bytes[..count]);
    Ok(count)
}
