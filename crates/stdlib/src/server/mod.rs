//! Natives of `rutile serve`: the connections of `rutile-http` as Ruby sees them.
//!
//! A server is owned by a Resource cell. A connection with a request goes by a number, which means nothing any more once
//! it is gone. None of these waits.
//!
//! | primitive | does |
//! |---|---|
//! | `server_new(limits)` | a server; the limits are those of `limits::Limits`, in its order |
//! | `server_descriptor(server)` | readable while there is something to poll |
//! | `server_listen(server, descriptor, certificate, key)` | accepts from a listening socket, with TLS where the paths are no nil; the error's number, negative, or what is wrong with the files |
//! | `server_tls_problem(certificate, key)` | what is wrong with the files, or nil |
//! | `server_poll(server)` | accepts, reads and sends; how many requests are whole, and in a bit whether there is news for `writable` and `events` |
//! | `server_waiting(server)` | how many requests are whole |
//! | `server_take(server)` | the number of the next whole request, or nil |
//! | `server_names()`, `server_template(hash, names)` | the names of an environment, and what each begins with |
//! | `server_environment(server, number, template, names)` | `[env, body]`; the body is nil, a String or a descriptor |
//! | `server_respond(server, number, status, fields, parts)` | sends a whole response |
//! | `server_begin(server, number, status, fields, length)` (nil: unknown, negative: the socket will be taken), `server_write(…, string)`, `server_write_file(…, descriptor, offset, length)`, `server_end(…)` | the same in pieces |
//! | `server_age(server, number)` | seconds since the request was taken |
//! | `server_inform(server, number, status, fields)` | sends an informational response |
//! | `server_abort(server, number)`, `server_hijack(server, number)` | breaks a response off; gives the socket away |
//! | `server_writable(server)`, `server_events(server)`, `server_next_sweep(server)` | what happened, and when to poll |
//! | `server_adopt_orphans()` | makes processes without a parent this one's children |
//! | `server_appoint_heir()` | gives the process an heir, which servers made after it report to; the error's number, negative, where the system refuses |
//! | `server_stop(server)`, `server_statistics(server)` | takes no more; what it counted |
//!
//! A native that writes answers 0; 1 where the client takes it slowly and the writer has to wait; 2 where the client is gone.

mod environment;
mod fields;

use std::ffi::OsStr;
use std::fs::File;
use std::os::fd::IntoRawFd;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::Duration;

use rutile_core::arguments::{bytes, integer};
use rutile_http::limits::Limits;
use rutile_http::response::{Content, InvalidField};
use rutile_http::server::{Event, Hijacked, Number, Outcome, Server};
use rutile_http::statistics::{BOUNDS, Statistics};
use rutile_http::tls::Tls;
use rutile_platform::{duplicate_owned, heir, process};
use rutile_vm::memory::c_heap;
use rutile_vm::prelude::*;

use crate::resource::owned;

/// The memory that the bodies of requests that come together may take before the system gets it back.
const KEPT_FOR_BODIES: i32 = 8 << 20;

fn server(vm: &mut Vm, args: Arguments) -> Result<&mut Server, Exit> {
    owned(vm, args, 0, "a server")
}

fn number(vm: &mut Vm, args: Arguments) -> Result<Number, Exit> {
    Ok(Number(integer(vm, args, 1)? as u64))
}

fn status(vm: &mut Vm, args: Arguments) -> Result<u16, Exit> {
    match integer(vm, args, 2)? {
        status @ 100..=999 => Ok(status as u16),
        status => Err(vm.argument_error(format!("a status is a number of three digits: {status}"))),
    }
}

fn outcome(outcome: Outcome) -> Value {
    Value::fixnum(match outcome {
        Outcome::Done => 0,
        Outcome::Wait => 1,
        Outcome::Gone => 2,
    })
}

fn refused(vm: &mut Vm, invalid: InvalidField) -> Exit {
    vm.argument_error(format!("header {:?} {}", String::from_utf8_lossy(&invalid.name), invalid.reason))
}

/// `server_new([line, head, fields, body, body in memory, and in seconds: head, pause, idle])`.
fn server_new(vm: &mut Vm, args: Arguments) -> NativeResult {
    let given = rutile_core::arguments::array(vm, args, 0)?;
    let number = |index: usize| given.get(index).as_fixnum().unwrap_or(0).max(0) as u64;
    let seconds = |index: usize| Duration::from_secs(number(index));
    let limits = Limits {
        line: number(0) as usize,
        head: number(1) as usize,
        fields: number(2) as usize,
        body: number(3),
        body_in_memory: number(4) as usize,
        head_time: seconds(5),
        pause: seconds(6),
        idle: seconds(7),
        ..Limits::default()
    };
    c_heap::keep_freed(KEPT_FOR_BODIES);
    match Server::new(limits) {
        Ok(server) => Ok(vm.keep_resource(server)),
        Err(error) => Ok(failure(&error)),
    }
}

/// The bit of `server_poll` for news: requests are fewer.
const NEWS: i64 = 1 << 32;

fn failure(error: &std::io::Error) -> Value {
    Value::fixnum(-i64::from(error.raw_os_error().unwrap_or(libc::EIO)))
}

fn server_descriptor(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::fixnum(server(vm, args)?.descriptor().into()))
}

/// The TLS that the paths at two places ask for, if they do; what is wrong with it.
fn tls(vm: &mut Vm, args: Arguments, index: usize) -> Result<Result<Option<Tls>, String>, Exit> {
    if args.get(index).is_nil() {
        return Ok(Ok(None));
    }
    let (certificate, key) = (bytes(vm, args, index)?, bytes(vm, args, index + 1)?);
    let path = |bytes| Path::new(OsStr::from_bytes(bytes));
    Ok(Tls::new(path(certificate), path(key)).map(Some))
}

fn server_tls_problem(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(match tls(vm, args, 0)? {
        Ok(_) => Value::NIL,
        Err(problem) => vm.string(&problem),
    })
}

fn server_listen(vm: &mut Vm, args: Arguments) -> NativeResult {
    let descriptor = integer(vm, args, 1)? as i32;
    let tls = match tls(vm, args, 2)? {
        Ok(tls) => tls,
        Err(problem) => return Ok(vm.string(&problem)),
    };
    let socket = match duplicate_owned(descriptor) {
        Ok(socket) => socket,
        Err(error) => return Ok(Value::fixnum(-i64::from(error))),
    };
    Ok(server(vm, args)?.listen(socket, tls).map_or_else(|error| failure(&error), |()| Value::fixnum(0)))
}

fn server_poll(vm: &mut Vm, args: Arguments) -> NativeResult {
    let server = server(vm, args)?;
    if let Err(error) = server.poll() {
        return Ok(failure(&error));
    }
    Ok(Value::fixnum(server.waiting() as i64 | if server.has_news() { NEWS } else { 0 }))
}

fn server_waiting(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::fixnum(server(vm, args)?.waiting() as i64))
}

/// Seconds since a request was taken; nil where it is answered.
fn server_age(vm: &mut Vm, args: Arguments) -> NativeResult {
    let number = number(vm, args)?;
    let age = server(vm, args)?.age(number);
    Ok(age.map_or(Value::NIL, |age| vm.float(age.as_secs_f64())))
}

fn server_take(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(server(vm, args)?.take().map_or(Value::NIL, |number| Value::fixnum(number.0 as i64)))
}

fn server_respond(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (number, status) = (number(vm, args)?, status(vm, args)?);
    let fields = fields::of(vm, args, 3)?;
    let parts = rutile_core::arguments::array(vm, args, 4)?;
    let mut length = 0;
    for index in 0..parts.len() {
        match parts.get(index).as_string() {
            Some(part) => length += part.len() as u64,
            None => return Err(vm.type_error("a part of a body is not a String".to_string())),
        }
    }
    let parts = (0..parts.len()).filter_map(|index| parts.get(index).as_string()).map(|part| part.bytes());
    let responded = server(vm, args)?.respond(number, status, &fields, length, parts);
    responded.map(outcome).map_err(|invalid| refused(vm, invalid))
}

fn server_begin(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (number, status) = (number(vm, args)?, status(vm, args)?);
    let fields = fields::of(vm, args, 3)?;
    let body = match args.get(4).as_fixnum() {
        None => Content::Unknown,
        Some(..0) => Content::Raw,
        Some(length) => Content::Length(length as u64),
    };
    let begun = server(vm, args)?.begin(number, status, &fields, body);
    begun.map(outcome).map_err(|invalid| refused(vm, invalid))
}

fn server_inform(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (number, status) = (number(vm, args)?, status(vm, args)?);
    let fields = fields::of(vm, args, 3)?;
    let informed = server(vm, args)?.inform(number, status, &fields);
    informed.map(|()| Value::NIL).map_err(|invalid| refused(vm, invalid))
}

fn server_write(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (number, bytes) = (number(vm, args)?, bytes(vm, args, 2)?);
    let server = server(vm, args)?;
    Ok(outcome(match server.write(number, bytes) {
        Outcome::Done => server.send(number),
        other => other,
    }))
}

fn server_write_file(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (number, descriptor) = (number(vm, args)?, integer(vm, args, 2)? as i32);
    let (offset, length) = (integer(vm, args, 3)? as u64, integer(vm, args, 4)? as u64);
    let file = match duplicate_owned(descriptor) {
        Ok(file) => File::from(file),
        Err(error) => return Ok(Value::fixnum(-i64::from(error))),
    };
    Ok(outcome(server(vm, args)?.write_file(number, file, offset, length)))
}

fn server_end(vm: &mut Vm, args: Arguments) -> NativeResult {
    let number = number(vm, args)?;
    Ok(outcome(server(vm, args)?.end(number)))
}

fn server_abort(vm: &mut Vm, args: Arguments) -> NativeResult {
    let number = number(vm, args)?;
    server(vm, args)?.abort(number);
    Ok(Value::NIL)
}

/// `[descriptor, what was read behind the request, what is not sent yet]`, nil where the client is gone, false for a stream of HTTP/2.
fn server_hijack(vm: &mut Vm, args: Arguments) -> NativeResult {
    let number = number(vm, args)?;
    let (socket, rest, unsent) = match server(vm, args)?.hijack(number) {
        None => return Ok(Value::NIL),
        Some(Hijacked::Stream) => return Ok(Value::FALSE),
        Some(Hijacked::Socket(socket, rest, unsent)) => (socket, rest, unsent),
    };
    let rest = vm.new_string(&rest, Encoding::BINARY).value();
    let unsent = vm.new_string(&unsent, Encoding::BINARY).value();
    Ok(vm.new_array(&[Value::fixnum(socket.into_raw_fd().into()), rest, unsent]).value())
}

/// The numbers of connections whose writers may go on, or nil.
fn server_writable(vm: &mut Vm, args: Arguments) -> NativeResult {
    let numbers: Vec<Value> = server(vm, args)?.take_writable().into_iter().map(|number| Value::fixnum(number.0 as i64)).collect();
    Ok(if numbers.is_empty() { Value::NIL } else { vm.new_array(&numbers).value() })
}

/// `[[address, status, reason], …]` of what happened, or nil. There is no status where there was no TLS, and no address where it is
/// nobody's doing.
fn server_events(vm: &mut Vm, args: Arguments) -> NativeResult {
    let events = server(vm, args)?.take_events();
    if events.is_empty() {
        return Ok(Value::NIL);
    }
    let list = vm.array_with_capacity(events.len());
    for event in events {
        let entry = vm.array_with_capacity(3);
        vm.array_push(list, entry.value());
        let (peer, status, reason) = match &event {
            Event::Refused(peer, refusal) => (Some(peer), Some(refusal.status), refusal.reason),
            Event::Unsecured(peer, reason) => (Some(peer), None, &reason[..]),
            Event::Told(text) => (None, None, &text[..]),
        };
        let peer = peer.map_or(Value::NIL, |peer| vm.string(peer));
        vm.array_push(entry, peer);
        vm.array_push(entry, status.map_or(Value::NIL, |status| Value::fixnum(status.into())));
        let reason = vm.string(reason);
        vm.array_push(entry, reason);
    }
    Ok(list.value())
}

fn server_next_sweep(vm: &mut Vm, args: Arguments) -> NativeResult {
    let seconds = server(vm, args)?.next_sweep();
    Ok(seconds.map_or(Value::NIL, |seconds| vm.float(seconds)))
}

fn server_stop(vm: &mut Vm, args: Arguments) -> NativeResult {
    server(vm, args)?.stop_accepting();
    Ok(Value::NIL)
}

/// `[connections, waiting, accepted, refused, broken, timed out, bytes read, bytes written, microseconds of all requests and of
/// all queues, responses by class (six), durations by class, times in queues by class]`.
fn server_statistics(vm: &mut Vm, args: Arguments) -> NativeResult {
    let server = server(vm, args)?;
    let (connections, waiting) = (server.connections() as u64, server.waiting() as u64);
    let Statistics {
        accepted, responses, refused, broken, timed_out, bytes_read, bytes_written, durations, duration_sum, queues, queue_sum,
    } = server.statistics.clone();
    let (durations_sum, queues_sum) = (duration_sum.as_micros() as u64, queue_sum.as_micros() as u64);
    let mut numbers = vec![connections, waiting, accepted, refused, broken, timed_out, bytes_read, bytes_written, durations_sum, queues_sum];
    numbers.extend(responses);
    numbers.extend(durations);
    numbers.extend(queues);
    let numbers: Vec<Value> = numbers.into_iter().map(|number| Value::fixnum(number as i64)).collect();
    Ok(vm.new_array(&numbers).value())
}

/// The upper bounds of the durations' classes, in microseconds.
fn server_bounds(vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(vm.new_array(&BOUNDS.map(|bound| Value::fixnum(bound as i64))).value())
}

/// From now on processes whose parent ends are this one's children.
fn server_adopt_orphans(_vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(Value::boolean(process::adopt_orphans().is_ok()))
}

/// From now on clients that this process leaves behind are answered when it dies (`platform/heir.rs`).
fn server_appoint_heir(_vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(Value::fixnum(heir::appoint().map_or_else(|error| -i64::from(error), |()| 0)))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("server_new", server_new),
    ("server_descriptor", server_descriptor),
    ("server_listen", server_listen),
    ("server_tls_problem", server_tls_problem),
    ("server_poll", server_poll),
    ("server_take", server_take),
    ("server_waiting", server_waiting),
    ("server_age", server_age),
    ("server_names", environment::server_names),
    ("server_template", environment::server_template),
    ("server_environment", environment::server_environment),
    ("server_respond", server_respond),
    ("server_begin", server_begin),
    ("server_inform", server_inform),
    ("server_write", server_write),
    ("server_write_file", server_write_file),
    ("server_end", server_end),
    ("server_abort", server_abort),
    ("server_hijack", server_hijack),
    ("server_writable", server_writable),
    ("server_events", server_events),
    ("server_next_sweep", server_next_sweep),
    ("server_stop", server_stop),
    ("server_statistics", server_statistics),
    ("server_bounds", server_bounds),
    ("server_adopt_orphans", server_adopt_orphans),
    ("server_appoint_heir", server_appoint_heir),
];
