//! File's natives: one thin call each. What fails answers the error's number, negated.

pub mod dir;
pub mod glob;
pub mod matching;
pub mod opening;
pub mod path;
pub mod whole;

use rutile_vm::prelude::*;

use crate::arguments::{bytes, integer};
use rutile_platform::SystemResult;
use rutile_platform::files;

use crate::time::moment;

fn outcome(result: SystemResult<()>) -> NativeResult {
    Ok(Value::fixnum(result.err().map_or(0, |number| -(number as i64))))
}

/// A whole number of up to 64 bits.
fn wide(vm: &Vm, value: Value) -> i64 {
    match value.as_fixnum() {
        Some(number) => number,
        None => vm.as_big_integer(value).and_then(|number| i64::try_from(&number).ok()).unwrap_or(0),
    }
}

/// The answer of `stat` as an Array: device, inode, mode, links, user, group, special device, size,
/// block size, blocks, then seconds and nanoseconds of access, modification and change.
pub fn status_array(vm: &mut Vm, status: libc::stat) -> Value {
    let fields: [i128; 16] = [
        status.st_dev as i128,
        status.st_ino as i128,
        status.st_mode as i128,
        status.st_nlink as i128,
        status.st_uid as i128,
        status.st_gid as i128,
        status.st_rdev as i128,
        status.st_size as i128,
        status.st_blksize as i128,
        status.st_blocks as i128,
        status.st_atime as i128,
        status.st_atime_nsec as i128,
        status.st_mtime as i128,
        status.st_mtime_nsec as i128,
        status.st_ctime as i128,
        status.st_ctime_nsec as i128,
    ];
    let list = vm.array_with_capacity(fields.len());
    for field in fields {
        let number = vm.integer(field);
        vm.array_push(list, number);
    }
    list.value()
}

/// `file_status(path, follow)`.
fn file_status(vm: &mut Vm, args: Arguments) -> NativeResult {
    match files::status(bytes(vm, args, 0)?, args.get(1).truthy()) {
        Ok(status) => Ok(status_array(vm, status)),
        Err(number) => outcome(Err(number)),
    }
}

fn file_status_of(vm: &mut Vm, args: Arguments) -> NativeResult {
    match files::status_of(integer(vm, args, 0)? as i32) {
        Ok(status) => Ok(status_array(vm, status)),
        Err(number) => outcome(Err(number)),
    }
}

/// `file_mode(path, follow)`: only the mode, for the questions that need no more; negative on failure.
fn file_mode(vm: &mut Vm, args: Arguments) -> NativeResult {
    match files::status(bytes(vm, args, 0)?, args.get(1).truthy()) {
        Ok(status) => Ok(Value::fixnum(status.st_mode as i64)),
        Err(number) => outcome(Err(number)),
    }
}

/// The path of a question like `File.exist?(path)`: one plain string.
fn plain_path<'a>(args: Arguments) -> Result<&'a [u8], Exit> {
    if args.count() == 1 { path_text(args.get(0)) } else { Err(Exit::Fallback) }
}

/// The bytes of a path that is a plain string.
fn path_text<'a>(value: Value) -> Result<&'a [u8], Exit> {
    match value.as_string() {
        Some(string) if string.encoding().is_ascii_compatible() && !string.bytes().contains(&0) => Ok(string.bytes()),
        _ => Err(Exit::Fallback),
    }
}

fn is_regular(status: &libc::stat) -> bool {
    status.st_mode & libc::S_IFMT == libc::S_IFREG
}

fn file_exists(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(files::status(plain_path(args)?, true).is_ok()))
}

fn file_is_regular(_vm: &mut Vm, args: Arguments) -> NativeResult {
    let status = files::status(plain_path(args)?, true);
    Ok(Value::boolean(status.is_ok_and(|status| is_regular(&status))))
}

/// `File.mtime` of a path where there is a file.
fn file_changed_at(vm: &mut Vm, args: Arguments) -> NativeResult {
    let status = files::status(plain_path(args)?, true).map_err(|_| Exit::Fallback)?;
    moment::local_time(vm, status.st_mtime, status.st_mtime_nsec).ok_or(Exit::Fallback)
}

fn file_is_directory(_vm: &mut Vm, args: Arguments) -> NativeResult {
    let status = files::status(plain_path(args)?, true);
    Ok(Value::boolean(status.is_ok_and(|status| status.st_mode & libc::S_IFMT == libc::S_IFDIR)))
}

/// `file_birth(path, descriptor or -1)`: [seconds, nanoseconds].
fn file_birth(vm: &mut Vm, args: Arguments) -> NativeResult {
    let descriptor = integer(vm, args, 1)? as i32;
    match files::birth_time(bytes(vm, args, 0)?, descriptor) {
        Ok((seconds, nanoseconds)) => {
            let seconds = vm.integer(seconds as i128);
            Ok(vm.new_array(&[seconds, Value::fixnum(nanoseconds as i64)]).value())
        }
        Err(number) => outcome(Err(number)),
    }
}

/// `file_access(path, wanted, effective)`.
fn file_access(vm: &mut Vm, args: Arguments) -> NativeResult {
    let wanted = integer(vm, args, 1)? as i32;
    outcome(files::access(bytes(vm, args, 0)?, wanted, args.get(2).truthy()))
}

fn file_change_mode(vm: &mut Vm, args: Arguments) -> NativeResult {
    let permissions = integer(vm, args, 1)? as u32;
    outcome(files::change_mode(bytes(vm, args, 0)?, permissions))
}

fn file_change_mode_of(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (descriptor, permissions) = (integer(vm, args, 0)? as i32, integer(vm, args, 1)? as u32);
    outcome(files::change_mode_of(descriptor, permissions))
}

/// `file_change_owner(path, user, group, follow)`; -1 leaves one as it is.
fn file_change_owner(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (user, group) = (integer(vm, args, 1)? as u32, integer(vm, args, 2)? as u32);
    outcome(files::change_owner(bytes(vm, args, 0)?, user, group, args.get(3).truthy()))
}

fn file_change_owner_of(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (descriptor, user, group) = (integer(vm, args, 0)? as i32, integer(vm, args, 1)? as u32, integer(vm, args, 2)? as u32);
    outcome(files::change_owner_of(descriptor, user, group))
}

fn file_rename(vm: &mut Vm, args: Arguments) -> NativeResult {
    outcome(files::rename(bytes(vm, args, 0)?, bytes(vm, args, 1)?))
}

fn file_unlink(vm: &mut Vm, args: Arguments) -> NativeResult {
    outcome(files::unlink(bytes(vm, args, 0)?))
}

fn file_link(vm: &mut Vm, args: Arguments) -> NativeResult {
    outcome(files::link(bytes(vm, args, 0)?, bytes(vm, args, 1)?))
}

fn file_symbolic_link(vm: &mut Vm, args: Arguments) -> NativeResult {
    outcome(files::symbolic_link(bytes(vm, args, 0)?, bytes(vm, args, 1)?))
}

fn path_outcome(vm: &mut Vm, result: SystemResult<Vec<u8>>) -> NativeResult {
    match result {
        Ok(path) => Ok(vm.new_string(&path, vm.settings.default_external).value()),
        Err(number) => outcome(Err(number)),
    }
}

fn file_read_link(vm: &mut Vm, args: Arguments) -> NativeResult {
    let result = files::read_link(bytes(vm, args, 0)?);
    path_outcome(vm, result)
}

fn file_real_path(vm: &mut Vm, args: Arguments) -> NativeResult {
    let result = files::real_path(bytes(vm, args, 0)?);
    path_outcome(vm, result)
}

fn file_truncate(vm: &mut Vm, args: Arguments) -> NativeResult {
    let length = wide(vm, args.get(1));
    outcome(files::truncate(bytes(vm, args, 0)?, length))
}

fn file_truncate_open(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (descriptor, length) = (integer(vm, args, 0)? as i32, wide(vm, args.get(1)));
    outcome(files::truncate_open(descriptor, length))
}

/// A time as two arguments, seconds (nil for now) and nanoseconds.
fn time_at(vm: &Vm, args: Arguments, index: usize) -> files::FileTime {
    if args.get(index).is_nil() { None } else { Some((wide(vm, args.get(index)), wide(vm, args.get(index + 1)))) }
}

/// `file_set_times(path, accessed, nanoseconds, modified, nanoseconds, follow)`.
fn file_set_times(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (accessed, modified) = (time_at(vm, args, 1), time_at(vm, args, 3));
    outcome(files::set_times(bytes(vm, args, 0)?, accessed, modified, args.get(5).truthy()))
}

fn file_make_fifo(vm: &mut Vm, args: Arguments) -> NativeResult {
    let permissions = integer(vm, args, 1)? as u32;
    outcome(files::make_fifo(bytes(vm, args, 0)?, permissions))
}

/// `file_lock(descriptor, operation)`: waits unless the operation says not to.
fn file_lock(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (descriptor, operation) = (integer(vm, args, 0)? as i32, integer(vm, args, 1)? as i32);
    outcome(crate::concurrency::blocking::lock_file(vm, descriptor, operation).map(|_| ()))
}

/// `file_mask(mask or nil)`.
fn file_mask(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::fixnum(files::permission_mask(args.get(0).as_fixnum().map(|mask| mask as u32)) as i64))
}

/// Effective user and group, real user and group, then all groups.
fn file_identities(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let list = vm.array_with_capacity(8);
    for identity in files::identities().into_iter().chain(files::groups()) {
        vm.array_push(list, Value::fixnum(identity as i64));
    }
    Ok(list.value())
}

/// The two parts of a device's number.
fn file_device_parts(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (major, minor) = files::device_parts(wide(vm, args.get(0)) as u64);
    Ok(vm.new_array(&[Value::fixnum(major as i64), Value::fixnum(minor as i64)]).value())
}

/// Whether no program may run from where a file is, nor a library be loaded.
fn file_forbids_programs(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(files::forbids_programs(bytes(vm, args, 0)?)))
}

/// Those of the numbers for opening files that processors differ in.
fn file_open_flags(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let flags = files::OPEN_FLAGS.map(|flag| Value::fixnum(flag as i64));
    Ok(vm.new_array(&flags).value())
}

pub const NATIVES: &[(&str, Native)] = &[
    ("file_forbids_programs", file_forbids_programs),
    ("file_open_flags", file_open_flags),
    ("file_status", file_status),
    ("file_status_of", file_status_of),
    ("file_mode", file_mode),
    ("file_exists", file_exists),
    ("file_is_regular", file_is_regular),
    ("file_changed_at", file_changed_at),
    ("file_is_directory", file_is_directory),
    ("file_birth", file_birth),
    ("file_access", file_access),
    ("file_change_mode", file_change_mode),
    ("file_change_mode_of", file_change_mode_of),
    ("file_change_owner", file_change_owner),
    ("file_change_owner_of", file_change_owner_of),
    ("file_rename", file_rename),
    ("file_unlink", file_unlink),
    ("file_link", file_link),
    ("file_symbolic_link", file_symbolic_link),
    ("file_read_link", file_read_link),
    ("file_real_path", file_real_path),
    ("file_truncate", file_truncate),
    ("file_truncate_open", file_truncate_open),
    ("file_set_times", file_set_times),
    ("file_make_fifo", file_make_fifo),
    ("file_lock", file_lock),
    ("file_mask", file_mask),
    ("file_identities", file_identities),
    ("file_device_parts", file_device_parts),
];
