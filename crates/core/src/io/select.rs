//! `IO.select` of plain streams of which one is ready: the common turn of an event loop.
//!
//! Whatever needs conversion, waiting, or an exception is left to `core/io/select.rb`.

use rutile_vm::prelude::*;

use crate::io::stream::{self as streams, Stream};
use rutile_platform as system;

/// An entry of the poll: which of the three lists it is of, and the element.
struct Wanted {
    list: usize,
    object: Value,
    /// It has been read ahead: ready whatever the system says.
    ready: bool,
}

/// The events that each list waits for, and those that answer it.
const EVENTS: [(i16, i16); 3] = [
    (libc::POLLIN, libc::POLLIN | libc::POLLHUP | libc::POLLERR),
    (libc::POLLOUT, libc::POLLOUT | libc::POLLERR),
    (libc::POLLPRI, libc::POLLPRI),
];

/// The descriptor of a plain stream that can be asked about without further ado.
fn descriptor(stream: &Stream, list: usize) -> Option<(i32, bool)> {
    match list {
        _ if stream.is_closed() => None,
        0 => Some((stream.descriptor, !stream.unread().is_empty())),
        1 if stream.output.is_empty() => Some((stream.output_descriptor(), false)),
        2 => Some((stream.descriptor, false)),
        _ => None,
    }
}

/// `io_select_now(readers, writers, others, timeout)`: the streams that are ready, as three Arrays, or
/// false where it takes more to say; nil where none is, and there is no time to wait.
fn io_select_now(vm: &mut Vm, args: Arguments) -> NativeResult {
    let timeout = args.get(3);
    if !(timeout.is_nil() || timeout.as_fixnum().is_some_and(|seconds| seconds >= 0) || timeout.as_float().is_some_and(|seconds| seconds >= 0.0)) {
        return Ok(Value::FALSE);
    }
    let mut wanted = Vec::new();
    let mut entries = Vec::new();
    for list in 0..3 {
        if args.get(list).is_nil() {
            continue;
        }
        let Some(objects) = args.get(list).as_array() else { return Ok(Value::FALSE) };
        for object in objects.values().iter() {
            let found = streams::find(&mut vm.resources, *object).and_then(|stream| descriptor(stream, list));
            let Some((descriptor, ready)) = found else { return Ok(Value::FALSE) };
            entries.push(system::poll_entry(descriptor, EVENTS[list].0));
            wanted.push(Wanted { list, object: *object, ready });
        }
    }
    let known = wanted.iter().any(|wanted| wanted.ready);
    let Ok(count) = system::poll(&mut entries, 0) else { return Ok(Value::FALSE) };
    if count == 0 && !known {
        let has_no_time = timeout == Value::fixnum(0) || timeout.as_float() == Some(0.0);
        return Ok(if has_no_time { Value::NIL } else { Value::FALSE });
    }
    if entries.iter().any(|entry| entry.revents & libc::POLLNVAL != 0) {
        return Ok(Value::FALSE);
    }
    let picked = |list: usize| -> Vec<Value> {
        wanted.iter().zip(&entries)
            .filter(|(wanted, entry)| wanted.list == list && (wanted.ready || entry.revents & EVENTS[list].1 != 0))
            .map(|(wanted, _)| wanted.object)
            .collect()
    };
    vm.disable_collections(|vm| {
        let ready = [0, 1, 2].map(|list| vm.new_array(&picked(list)).value());
        Ok(vm.new_array(&ready).value())
    })
}

pub const NATIVES: &[(&str, Native)] = &[("io_select_now", io_select_now)];
