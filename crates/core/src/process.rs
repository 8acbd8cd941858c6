//! Processes, signals, clocks, the environment, and the heap as programs see it.

use std::collections::HashMap;
use std::ffi::{CString, OsStr};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

use rutile_heap::CollectionKind;
use rutile_vm::prelude::*;

use crate::stream_natives;
use crate::system::{calls, descriptor, error};
use crate::{arguments, stream};

fn bytes(value: Value) -> Vec<u8> {
    StringRef::from_value(value).map_or(Vec::new(), |string| string.bytes().to_vec())
}

fn c_string(value: Value) -> CString {
    CString::new(bytes(value)).unwrap_or_default()
}

fn c_strings(list: ArrayRef) -> Vec<CString> {
    list.as_slice().iter().map(|value| c_string(*value)).collect()
}

// --- Processes ---

fn process_id(_vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(Value::fixnum(std::process::id() as i64))
}

fn parent_process_id(_vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(Value::fixnum(std::os::unix::process::parent_id() as i64))
}

fn process_fork(vm: &mut Vm, _args: Arguments) -> NativeResult {
    stream_natives::flush_all(vm);
    match calls::fork() {
        Ok(0) => {
            stream_natives::after_fork(vm);
            Ok(Value::NIL)
        }
        Ok(process) => Ok(Value::fixnum(process as i64)),
        Err(errno) => Err(error::raise(vm, errno, "fork(2)")),
    }
}

/// The file that a command's name stands for, by `PATH`.
fn find_program(name: &[u8]) -> Option<Vec<u8>> {
    if name.contains(&b'/') {
        return Some(name.to_vec());
    }
    let path = std::env::var_os("PATH").unwrap_or_else(|| "/usr/local/bin:/usr/bin:/bin".into()).into_vec();
    for folder in path.split(|byte| *byte == b':') {
        let folder: &[u8] = if folder.is_empty() { b"." } else { folder };
        let candidate = [folder, b"/", name].concat();
        let file = std::path::Path::new(OsStr::from_bytes(&candidate));
        if file.is_file() && rustix::fs::access(file, rustix::fs::Access::EXEC_OK).is_ok() {
            return Some(candidate);
        }
    }
    None
}

/// `process_execute(arguments, environment, unsettings, redirections, folder, program)`: runs a program in
/// place of this one; answers the number of the error. `environment` and `redirections` are flat
/// Arrays of pairs; a redirection is from which descriptor (-1: close) to which.
fn process_execute(vm: &mut Vm, args: Arguments) -> NativeResult {
    stream_natives::flush_all(vm);
    let (words, environment) = (arguments::array(vm, args, 0)?, arguments::array(vm, args, 1)?);
    let clear = args.get(2).truthy();
    let redirections = arguments::array(vm, args, 3)?;
    let program = bytes(args.get(5));
    for pair in redirections.as_slice().chunks_exact(2) {
        let (to, from) = (pair[0].as_fixnum().unwrap_or(-1) as i32, pair[1].as_fixnum().unwrap_or(-1) as i32);
        let result = if from < 0 { descriptor::close(to) } else { descriptor::duplicate_onto(from, to) };
        if let Err(errno) = result {
            return Ok(Value::fixnum(errno.raw_os_error() as i64));
        }
        if from == to && from > 2 {
            let _ = calls::control(to, libc::F_SETFD, 0);
        } else if from >= 0 && to > 2 {
            let _ = calls::control(to, libc::F_SETFD, 0);
        }
    }
    if let Some(folder) = StringRef::from_value(args.get(4)) {
        if let Err(error) = std::env::set_current_dir(OsStr::from_bytes(folder.bytes())) {
            return Ok(Value::fixnum(error.raw_os_error().unwrap_or(libc::ENOENT) as i64));
        }
    }
    let mut variables: Vec<(Vec<u8>, Vec<u8>)> =
        if clear { Vec::new() } else { std::env::vars_os().map(|(name, value)| (name.into_vec(), value.into_vec())).collect() };
    for pair in environment.as_slice().chunks_exact(2) {
        let name = bytes(pair[0]);
        variables.retain(|(known, _)| *known != name);
        if !pair[1].is_nil() {
            variables.push((name, bytes(pair[1])));
        }
    }
    let variables: Vec<CString> =
        variables.into_iter().filter_map(|(name, value)| CString::new([&name[..], b"=", &value[..]].concat()).ok()).collect();
    let Some(file) = find_program(&program) else { return Ok(Value::fixnum(libc::ENOENT as i64)) };
    restore_signals();
    let errno = calls::execute(&CString::new(file).unwrap_or_default(), &c_strings(words), &variables);
    Ok(Value::fixnum(errno.raw_os_error() as i64))
}

/// A program starts with the signals that this one handles at their defaults.
fn restore_signals() {
    let _ = calls::set_signal(libc::SIGPIPE, calls::Disposition::Default);
}

/// Whether a command's name stands for a program.
fn is_program(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(find_program(&bytes(args.get(0))).is_some()))
}

/// `process_wait(process, flags)`: `[process, raw status]`, nil where none is ready, false where a signal came.
fn process_wait(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (process, flags) = (arguments::integer(vm, args, 0)?, arguments::integer(vm, args, 1)?);
    match calls::wait(process as i32, flags as i32) {
        Ok((0, _)) => Ok(Value::NIL),
        Ok((process, status)) => Ok(vm.new_array(&[Value::fixnum(process as i64), Value::fixnum(status as i64)]).value()),
        Err(rustix::io::Errno::INTR) => Ok(Value::FALSE),
        Err(errno) => Err(error::raise(vm, errno, "")),
    }
}

fn process_kill(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (process, signal) = (arguments::integer(vm, args, 0)?, arguments::integer(vm, args, 1)?);
    match calls::kill(process as i32, signal as i32) {
        Ok(()) => Ok(Value::fixnum(1)),
        Err(errno) => Err(error::raise(vm, errno, "")),
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

fn process_identity(vm: &mut Vm, args: Arguments) -> NativeResult {
    let kind = arguments::integer(vm, args, 0)?;
    Ok(Value::fixnum(calls::identity(kind) as i64))
}

fn process_set_session(vm: &mut Vm, _args: Arguments) -> NativeResult {
    match calls::set_session() {
        Ok(session) => Ok(Value::fixnum(session as i64)),
        Err(errno) => Err(error::raise(vm, errno, "")),
    }
}

fn process_group(vm: &mut Vm, args: Arguments) -> NativeResult {
    let process = arguments::integer(vm, args, 0)?;
    match calls::group_of(process as i32) {
        Ok(group) => Ok(Value::fixnum(group as i64)),
        Err(errno) => Err(error::raise(vm, errno, "")),
    }
}

fn process_set_group(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (process, group) = (arguments::integer(vm, args, 0)?, arguments::integer(vm, args, 1)?);
    match calls::set_group(process as i32, group as i32) {
        Ok(()) => Ok(Value::fixnum(0)),
        Err(errno) => Err(error::raise(vm, errno, "")),
    }
}

fn process_limit(vm: &mut Vm, args: Arguments) -> NativeResult {
    let resource = arguments::integer(vm, args, 0)?;
    match calls::resource_limit(resource as u32) {
        Ok((soft, hard)) => {
            let (soft, hard) = (vm.integer(soft as i128), vm.integer(hard as i128));
            Ok(vm.new_array(&[soft, hard]).value())
        }
        Err(errno) => Err(error::raise(vm, errno, "getrlimit")),
    }
}

fn process_set_limit(vm: &mut Vm, args: Arguments) -> NativeResult {
    let resource = arguments::integer(vm, args, 0)?;
    let unlimited = |value: Value| value.as_fixnum().map_or(u64::MAX, |number| number as u64);
    match calls::set_resource_limit(resource as u32, unlimited(args.get(1)), unlimited(args.get(2))) {
        Ok(()) => Ok(Value::NIL),
        Err(errno) => Err(error::raise(vm, errno, "setrlimit")),
    }
}

/// `clock(id, unit)`: unit 0 Float seconds, else how many units a second has, as an Integer.
fn clock(vm: &mut Vm, args: Arguments) -> NativeResult {
    clock_value(vm, args, calls::clock, "clock_gettime")
}

fn clock_resolution(vm: &mut Vm, args: Arguments) -> NativeResult {
    clock_value(vm, args, calls::clock_resolution, "clock_getres")
}

fn clock_value(vm: &mut Vm, args: Arguments, read: fn(i32) -> Result<(i64, i64), rustix::io::Errno>, function: &str) -> NativeResult {
    let (id, unit) = (arguments::integer(vm, args, 0)?, arguments::integer(vm, args, 1)?);
    match read(id as i32) {
        Ok((seconds, nanoseconds)) if unit == 0 => Ok(vm.float(seconds as f64 + nanoseconds as f64 / 1e9)),
        Ok((seconds, nanoseconds)) => {
            let whole = seconds as i128 * unit as i128 + nanoseconds as i128 * unit as i128 / 1_000_000_000;
            Ok(vm.integer(whole))
        }
        Err(errno) => Err(error::raise(vm, errno, function)),
    }
}

// --- Signals ---

/// What programs have said of signals, kept as a Ruby Hash by number.
fn handlers(vm: &mut Vm) -> HashRef {
    let key = vm.intern(b"@__signal_handlers");
    let helpers = vm.helpers.value();
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
        _ => calls::Disposition::Note,
    };
    match calls::set_signal(signal as i32, disposition) {
        Ok(()) => Ok(Value::NIL),
        Err(errno) => Err(error::raise(vm, errno, "")),
    }
}

fn die_of_signal(vm: &mut Vm, args: Arguments) -> NativeResult {
    let signal = arguments::integer(vm, args, 0)?;
    calls::die_of(signal as i32)
}

// --- Environment ---

fn environment_get(vm: &mut Vm, args: Arguments) -> NativeResult {
    match std::env::var_os(OsStr::from_bytes(&bytes(args.get(0)))) {
        Some(value) => Ok(vm.frozen_string(value.as_bytes(), Encoding::UTF_8).value()),
        None => Ok(Value::NIL),
    }
}

/// `environment_set(name, value or nil)`
fn environment_set(_vm: &mut Vm, args: Arguments) -> NativeResult {
    crate::system::calls::set_variable(&bytes(args.get(0)), StringRef::from_value(args.get(1)).map(|value| value.bytes()));
    Ok(Value::NIL)
}

/// Names and values, flat.
fn environment_all(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let list = vm.array_with_capacity(64);
    for (name, value) in std::env::vars_os() {
        let name = vm.frozen_string(name.as_bytes(), Encoding::UTF_8);
        vm.array_push(list, name.value());
        let value = vm.frozen_string(value.as_bytes(), Encoding::UTF_8);
        vm.array_push(list, value.value());
    }
    Ok(list.value())
}

// --- The heap ---

/// `collect_garbage(full)`
fn collect_garbage(vm: &mut Vm, args: Arguments) -> NativeResult {
    let kind = if args.get(0).truthy() { CollectionKind::Major } else { CollectionKind::Minor };
    vm.collect(kind);
    Ok(Value::NIL)
}

/// Every live object that is a `module`, or every one where it is nil, as an Array.
fn live_objects(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = ClassRef::from_module(args.get(0));
    vm.collect(CollectionKind::Major);
    let mut found = Vec::new();
    vm.heap.each_cell(&mut |cell| found.push(cell.address()));
    let list = vm.array_with_capacity(found.len() / 8 + 1);
    for address in found {
        let value = Value::from_word(address);
        if is_visible(value) && class.is_none_or(|class| vm.is_a(value, class)) && value != list.value() {
            vm.array_push(list, value);
        }
    }
    Ok(list.value())
}

fn is_visible(value: Value) -> bool {
    match value.kind() {
        Kind::Class => ClassRef::from_module(value).is_some_and(|class| !class.is_singleton()),
        Kind::Float | Kind::BigInteger | Kind::String | Kind::Array | Kind::Hash | Kind::Object | Kind::Module | Kind::Proc
        | Kind::Fiber | Kind::Regexp | Kind::MatchData | Kind::Binding | Kind::MethodObject => true,
        _ => false,
    }
}

/// How many live cells there are of each kind: names and counts, flat.
fn live_counts(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let mut counts: HashMap<u8, i64> = HashMap::new();
    vm.heap.each_cell(&mut |cell| *counts.entry(cell.kind()).or_insert(0) += 1);
    let list = vm.array_with_capacity(counts.len() * 2);
    for (kind, count) in counts {
        let name = vm.string(&format!("{:?}", Kind::from_number(kind)));
        vm.array_push(list, name);
        vm.array_push(list, Value::fixnum(count));
    }
    Ok(list.value())
}

fn object_of_id(vm: &mut Vm, args: Arguments) -> NativeResult {
    let found = args.get(0).as_fixnum().and_then(|id| vm.object_ids.find(id));
    Ok(found.unwrap_or(args.get(1)))
}

/// `define_finalizer(object, procs)`: nil takes them away.
fn set_finalizers(vm: &mut Vm, args: Arguments) -> NativeResult {
    let object = args.get(0);
    if args.get(1).is_nil() {
        vm.finalizers.remove(&object.word());
    } else {
        vm.object_ids.id(object);
        vm.finalizers.insert(object.word(), args.get(1));
    }
    Ok(Value::NIL)
}

fn finalizers(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(vm.finalizers.get(&args.get(0).word()).copied().unwrap_or(Value::NIL))
}

/// The finalizers of everything that has one, for the end of the program: ids and Arrays, flat.
fn all_finalizers(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let list = vm.array_with_capacity(4);
    let entries: Vec<(u64, Value)> = vm.finalizers.drain().collect();
    for (word, procs) in entries {
        let id = vm.object_ids.id(Value::from_word(word));
        vm.array_push(list, Value::fixnum(id));
        vm.array_push(list, procs);
    }
    Ok(list.value())
}

/// The descriptor of a stream given to a child process, kept open across `exec`.
fn stream_descriptor(vm: &mut Vm, args: Arguments) -> NativeResult {
    let stream = stream::at(vm, args, 0)?;
    let _ = stream.flush();
    Ok(Value::fixnum(stream.fd as i64))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("process_id", process_id),
    ("parent_process_id", parent_process_id),
    ("process_fork", process_fork),
    ("process_execute", process_execute),
    ("is_program", is_program),
    ("process_wait", process_wait),
    ("process_kill", process_kill),
    ("process_exit_at_once", process_exit_at_once),
    ("process_times", process_times),
    ("process_identity", process_identity),
    ("process_set_session", process_set_session),
    ("process_group", process_group),
    ("process_set_group", process_set_group),
    ("process_limit", process_limit),
    ("process_set_limit", process_set_limit),
    ("clock", clock),
    ("clock_resolution", clock_resolution),
    ("signal_handler", signal_handler),
    ("set_signal_handler", set_signal_handler),
    ("die_of_signal", die_of_signal),
    ("environment_get", environment_get),
    ("environment_set", environment_set),
    ("environment_all", environment_all),
    ("collect_garbage", collect_garbage),
    ("live_objects", live_objects),
    ("live_counts", live_counts),
    ("object_of_id", object_of_id),
    ("set_finalizers", set_finalizers),
    ("finalizers", finalizers),
    ("all_finalizers", all_finalizers),
    ("stream_descriptor", stream_descriptor),
];
