//! Processes, signals and clocks as Ruby sees them. What fails answers the system's
//! error number, negative.

pub mod env;
pub mod identity;
pub mod redirect;

use std::ffi::{CString, OsStr};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

use rutile_vm::prelude::*;

use crate::arguments;
use rutile_platform::{self as system, SystemResult};
use rutile_platform::process as calls;

fn bytes(value: Value) -> Vec<u8> {
    StringRef::from_value(value).map_or(Vec::new(), |string| string.bytes().to_vec())
}

/// The system's error number, as Ruby is told of it: negative.
fn refused(number: i32) -> Value {
    Value::fixnum(-(number as i64))
}

fn c_string(value: Value) -> CString {
    CString::new(bytes(value)).unwrap_or_default()
}

fn c_strings(list: ArrayRef) -> Vec<CString> {
    list.values().iter().map(|value| c_string(*value)).collect()
}

// --- Processes ---

fn process_id(_vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(Value::fixnum(calls::id() as i64))
}

fn parent_process_id(_vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(Value::fixnum(std::os::unix::process::parent_id() as i64))
}

/// Writes what the standard streams have gathered, so that a copy of this process does not write it again.
fn flush_standard_streams(vm: &mut Vm) {
    for resource in vm.resources.iter_mut() {
        if let Some(stream) = resource.downcast_mut::<crate::io::stream::Stream>() {
            if matches!(stream.descriptor, libc::STDOUT_FILENO | libc::STDERR_FILENO) {
                let _ = stream.write_out();
            }
        }
    }
}

fn process_fork(vm: &mut Vm, _args: Arguments) -> NativeResult {
    flush_standard_streams(vm);
    vm.prepare_fork();
    copy_process(vm)
}

/// A copy that is to become another program at once: it shares the heap for so short a time that nothing is made of it before.
fn process_fork_for_program(vm: &mut Vm, _args: Arguments) -> NativeResult {
    flush_standard_streams(vm);
    copy_process(vm)
}

fn copy_process(vm: &mut Vm) -> NativeResult {
    match calls::fork() {
        Ok(0) => {
            vm.forget_other_threads();
            vm.heap.forked();
            Ok(Value::NIL)
        }
        Ok(process) => Ok(Value::fixnum(process as i64)),
        Err(number) => Ok(refused(number)),
    }
}

/// `process_answer(descriptor)`: all that a child says before it becomes a program. No other thread runs and nothing is
/// delivered meanwhile, as in CRuby: a thread that starts a program is not one that waits.
fn process_answer(vm: &mut Vm, args: Arguments) -> NativeResult {
    let descriptor = arguments::integer(vm, args, 0)? as i32;
    let mut answer = Vec::new();
    let mut piece = [0; 1024];
    loop {
        match rutile_platform::read(descriptor, &mut piece) {
            Ok(0) => break,
            Ok(length) => answer.extend_from_slice(&piece[..length]),
            Err(number) => return Ok(refused(number)),
        }
    }
    Ok(vm.new_string(&answer, Encoding::BINARY).value())
}

/// The file that a command's name stands for, in the folders of `path` or of `PATH`.
fn find_program(name: &[u8], path: Option<Vec<u8>>) -> Option<Vec<u8>> {
    if name.contains(&b'/') {
        return Some(name.to_vec());
    }
    let path = path.or_else(|| std::env::var_os("PATH").map(OsStringExt::into_vec));
    let path = path.unwrap_or_else(|| b"/usr/local/bin:/usr/bin:/bin".to_vec());
    for folder in path.split(|byte| *byte == b':') {
        let folder: &[u8] = if folder.is_empty() { b"." } else { folder };
        let candidate = [folder, b"/", name].concat();
        let file = std::path::Path::new(OsStr::from_bytes(&candidate));
        if rutile_platform::files::access(&candidate, libc::X_OK, true).is_ok() && file.is_file() {
            return Some(candidate);
        }
    }
    None
}

/// `process_find_program(name, path or nil)`: the file to run, or nil.
fn process_find_program(vm: &mut Vm, args: Arguments) -> NativeResult {
    let path = StringRef::from_value(args.get(1)).map(|path| path.bytes().to_vec());
    Ok(match find_program(&bytes(args.get(0)), path) {
        Some(file) => vm.new_string(&file, Encoding::UTF_8).value(),
        None => Value::NIL,
    })
}

/// The environment that a program starts with: this one's or none, and the changes.
fn environment_of(changes: ArrayRef, clear: bool) -> Vec<CString> {
    let mut variables: Vec<(Vec<u8>, Vec<u8>)> =
        if clear { Vec::new() } else { std::env::vars_os().map(|(name, value)| (name.into_vec(), value.into_vec())).collect() };
    for pair in changes.values().chunks_exact(2) {
        let name = bytes(pair[0]);
        variables.retain(|(known, _)| *known != name);
        if !pair[1].is_nil() {
            variables.push((name, bytes(pair[1])));
        }
    }
    variables.into_iter().filter_map(|(name, value)| CString::new([&name[..], b"=", &value[..]].concat()).ok()).collect()
}

/// `process_redirect(pairs, close others)`: gives the next program its descriptors; pairs of which and from
/// which (-1: closed), flat. Answers an error's number, or nil.
fn process_redirect(vm: &mut Vm, args: Arguments) -> NativeResult {
    let pairs = arguments::array(vm, args, 0)?;
    let number = |value: Value| value.as_fixnum().and_then(|number| i32::try_from(number).ok()).unwrap_or(i32::MAX);
    let pairs: Vec<(i32, i32)> = pairs.values().chunks_exact(2).map(|pair| (number(pair[0]), number(pair[1]))).collect();
    let others = if args.get(1).truthy() { redirect::keep_no_others() } else { Ok(()) };
    Ok(match others.and_then(|()| redirect::put(&pairs)) {
        Ok(()) => Value::NIL,
        Err(number) => Value::fixnum(number as i64),
    })
}

/// `process_execute(file, words, environment, clear, limits)`: runs a program in place of this one; answers the
/// number of the error and which call was refused, if it isn't the program. `environment` is a flat Array
/// of pairs, `limits` one of resource, soft and hard limit.
fn process_execute(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (words, environment) = (arguments::array(vm, args, 1)?, arguments::array(vm, args, 2)?);
    let variables = environment_of(environment, args.get(3).truthy());
    restore_signals();
    // Few programs can deal with standard streams that don't wait, as sockets of ours don't.
    for descriptor in 0..3 {
        let _ = system::set_blocking(descriptor, true);
    }
    let limits = arguments::array(vm, args, 4)?;
    let limits: Vec<(u32, u64, u64)> = limits.values().chunks_exact(3)
        .map(|limit| (limit[0].as_fixnum().unwrap_or(0) as u32, limit_of(limit[1]), limit_of(limit[2])))
        .collect();
    let (call, number) = calls::execute(&c_string(args.get(0)), &c_strings(words), &variables, &limits);
    let call = call.map_or(Value::NIL, |call| vm.new_string(call.as_bytes(), Encoding::UTF_8).value());
    Ok(vm.new_array(&[Value::fixnum(number as i64), call]).value())
}

/// A program starts with the signals that this one handles at their defaults.
fn restore_signals() {
    let _ = calls::set_signal(libc::SIGPIPE, calls::Disposition::Default);
}

/// `process_wait(process, flags)`: `[process, raw status]`, nil where none is ready and the flags say not to
/// wait, an error's number negated. Beside other threads what would wait is `EAGAIN` for one child, which
/// `process_watch` helps to wait for; any of several is waited for by a helper.
fn process_wait(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (process, flags) = (arguments::integer(vm, args, 0)? as i32, arguments::integer(vm, args, 1)? as i32);
    let patient = flags & libc::WNOHANG == 0;
    let now = if patient && !vm.may_wait_in_call() { libc::WNOHANG } else { 0 };
    match calls::wait(process, flags | now) {
        Ok((0, _)) if patient && process > 0 && flags == 0 => Ok(refused(libc::EAGAIN)),
        Ok((0, _)) if patient => match crate::concurrency::blocking::await_child(vm, process, flags) {
            // It has ended since, or another has taken it: whichever, this is to be asked again.
            Ok(_) => Ok(refused(libc::EINTR)),
            Err(number) => Ok(refused(number)),
        },
        Ok((0, _)) => Ok(Value::NIL),
        Ok((process, status)) => Ok(vm.new_array(&[Value::fixnum(process as i64), Value::fixnum(status as i64)]).value()),
        Err(number) => Ok(refused(number)),
    }
}

/// `process_watch(process)`: a descriptor that is readable once a child has ended.
fn process_watch(vm: &mut Vm, args: Arguments) -> NativeResult {
    let process = arguments::integer(vm, args, 0)? as i32;
    Ok(match calls::watch(process) {
        Ok(descriptor) => Value::fixnum(descriptor as i64),
        Err(number) => refused(number),
    })
}

fn process_kill(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (process, signal) = (arguments::integer(vm, args, 0)?, arguments::integer(vm, args, 1)?);
    match calls::kill(process as i32, signal as i32) {
        Ok(()) => Ok(Value::fixnum(1)),
        Err(number) => Ok(refused(number)),
    }
}

/// Ends a child process at once.
fn process_exit_at_once(vm: &mut Vm, args: Arguments) -> NativeResult {
    let status = arguments::integer(vm, args, 0)?;
    calls::exit_at_once(status as i32)
}

fn process_times(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let list = vm.array_with_capacity(4);
    for time in calls::times() {
        let time = vm.float(time);
        vm.array_push(list, time);
    }
    Ok(list.value())
}

fn process_set_session(_vm: &mut Vm, _args: Arguments) -> NativeResult {
    match calls::set_session() {
        Ok(session) => Ok(Value::fixnum(session as i64)),
        Err(number) => Ok(refused(number)),
    }
}

fn process_group(vm: &mut Vm, args: Arguments) -> NativeResult {
    let process = arguments::integer(vm, args, 0)?;
    match calls::group_of(process as i32) {
        Ok(group) => Ok(Value::fixnum(group as i64)),
        Err(number) => Ok(refused(number)),
    }
}

fn process_set_group(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (process, group) = (arguments::integer(vm, args, 0)?, arguments::integer(vm, args, 1)?);
    match calls::set_group(process as i32, group as i32) {
        Ok(()) => Ok(Value::fixnum(0)),
        Err(number) => Ok(refused(number)),
    }
}

fn process_limit(vm: &mut Vm, args: Arguments) -> NativeResult {
    let resource = arguments::integer(vm, args, 0)?;
    match calls::resource_limit(resource as u32) {
        Ok((soft, hard)) => {
            let (soft, hard) = (vm.integer(soft as i128), vm.integer(hard as i128));
            Ok(vm.new_array(&[soft, hard]).value())
        }
        Err(number) => Ok(refused(number)),
    }
}

/// The limit that a value sets; beyond a fixnum there is none.
fn limit_of(value: Value) -> u64 {
    value.as_fixnum().map_or(u64::MAX, |number| number as u64)
}

fn process_set_limit(vm: &mut Vm, args: Arguments) -> NativeResult {
    let resource = arguments::integer(vm, args, 0)?;
    match calls::set_resource_limit(resource as u32, limit_of(args.get(1)), limit_of(args.get(2))) {
        Ok(()) => Ok(Value::NIL),
        Err(number) => Ok(refused(number)),
    }
}

/// `clock(id, unit)`: unit 0 Float seconds, else how many units a second has, as an Integer.
fn clock(vm: &mut Vm, args: Arguments) -> NativeResult {
    clock_value(vm, args, calls::clock)
}

/// `clock_gettime` of a clock by its number, in a unit that the core library knows.
fn process_clock(vm: &mut Vm, args: Arguments) -> NativeResult {
    let unit = match args.count() {
        1 => None,
        2 => Some(args.get(1).as_symbol().ok_or(Exit::Fallback)?),
        _ => return Err(Exit::Fallback),
    };
    let id = args.get(0).as_fixnum().and_then(|id| i32::try_from(id).ok()).ok_or(Exit::Fallback)?;
    let (scale, factor) = match unit.map_or(&b"float_second"[..], |unit| vm.symbol_bytes(unit)) {
        b"float_second" => (0, 1.0),
        b"float_millisecond" => (0, 1e3),
        b"float_microsecond" => (0, 1e6),
        b"second" => (1, 1.0),
        b"millisecond" => (1_000, 1.0),
        b"microsecond" => (1_000_000, 1.0),
        b"nanosecond" => (1_000_000_000, 1.0),
        _ => return Err(Exit::Fallback),
    };
    let (seconds, nanoseconds) = calls::clock(id).map_err(|_| Exit::Fallback)?;
    match scale {
        0 => Ok(vm.float((seconds as f64 + nanoseconds as f64 / 1e9) * factor)),
        scale => Ok(vm.integer(seconds as i128 * scale + nanoseconds as i128 * scale / 1_000_000_000)),
    }
}

fn clock_resolution(vm: &mut Vm, args: Arguments) -> NativeResult {
    clock_value(vm, args, calls::clock_resolution)
}

fn clock_value(vm: &mut Vm, args: Arguments, read: fn(i32) -> SystemResult<(i64, i64)>) -> NativeResult {
    let (id, unit) = (arguments::integer(vm, args, 0)?, arguments::integer(vm, args, 1)?);
    match read(id as i32) {
        Ok((seconds, nanoseconds)) if unit == 0 => Ok(vm.float(seconds as f64 + nanoseconds as f64 / 1e9)),
        Ok((seconds, nanoseconds)) => {
            let whole = seconds as i128 * unit as i128 + nanoseconds as i128 * unit as i128 / 1_000_000_000;
            Ok(vm.integer(whole))
        }
        Err(number) => Ok(refused(number)),
    }
}

// --- Signals ---

/// The handlers that programs have set for signals, a Ruby Hash by number.
fn handlers(vm: &mut Vm) -> HashRef {
    let key = vm.intern(b"@ signal_handlers");
    let helpers = vm.program.helpers.value();
    match HashRef::from_value(vm.get_variable(helpers, key)) {
        Some(table) => table,
        None => {
            let table = vm.new_hash(2);
            vm.set_variable(helpers, key, table.value());
            table
        }
    }
}

fn signal_handler(vm: &mut Vm, args: Arguments) -> NativeResult {
    let table = handlers(vm);
    Ok(vm.hash_get(table, args.get(0)).unwrap_or(Value::NIL))
}

/// `set_signal_handler(number, handler, disposition)`: 0 default, 1 ignore, 2 note.
fn set_signal_handler(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (signal, how) = (arguments::integer(vm, args, 0)?, arguments::integer(vm, args, 2)?);
    let table = handlers(vm);
    vm.hash_set(table, args.get(0), args.get(1));
    if signal == 0 {
        return Ok(Value::NIL);
    }
    vm.take_signals();
    let disposition = match how {
        0 => calls::Disposition::Default,
        1 => calls::Disposition::Ignore,
        3 => calls::Disposition::Pass,
        _ => calls::Disposition::Note,
    };
    match calls::set_signal(signal as i32, disposition) {
        Ok(()) => Ok(Value::NIL),
        Err(number) => Ok(refused(number)),
    }
}

pub const NATIVES: &[(&str, Native)] = &[
    ("process_id", process_id),
    ("parent_process_id", parent_process_id),
    ("process_answer", process_answer),
    ("process_fork", process_fork),
    ("process_fork_for_program", process_fork_for_program),
    ("process_execute", process_execute),
    ("process_find_program", process_find_program),
    ("process_redirect", process_redirect),
    ("process_wait", process_wait),
    ("process_watch", process_watch),
    ("process_kill", process_kill),
    ("process_exit_at_once", process_exit_at_once),
    ("process_times", process_times),
    ("process_set_session", process_set_session),
    ("process_group", process_group),
    ("process_set_group", process_set_group),
    ("process_limit", process_limit),
    ("process_set_limit", process_set_limit),
    ("clock", clock),
    ("process_clock", process_clock),
    ("clock_resolution", clock_resolution),
    ("signal_handler", signal_handler),
    ("set_signal_handler", set_signal_handler),
];
