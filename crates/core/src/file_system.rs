//! Files and folders by their names.

use std::ffi::OsStr;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use rustix::io::Errno;
use rutile_vm::prelude::*;

use crate::system::{calls, descriptor, error};
use crate::{arguments, stream};

fn bytes(value: Value) -> Vec<u8> {
    StringRef::from_value(value).map_or(Vec::new(), |string| string.bytes().to_vec())
}

fn path(bytes: &[u8]) -> &Path {
    Path::new(OsStr::from_bytes(bytes))
}

fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The error of a call of `function` about one path.
fn failed(vm: &mut Vm, error: &std::io::Error, function: &str, path: &[u8]) -> Exit {
    let errno = Errno::from_raw_os_error(error.raw_os_error().unwrap_or(libc::EINVAL));
    error::raise_in(vm, errno, function, &shown(path))
}

fn done(vm: &mut Vm, result: std::io::Result<()>, function: &str, path: &[u8]) -> NativeResult {
    match result {
        Ok(()) => Ok(Value::NIL),
        Err(error) => Err(failed(vm, &error, function, path)),
    }
}

/// The error of a call about two paths.
fn done_both(vm: &mut Vm, result: std::io::Result<()>, function: &str, from: &[u8], to: &[u8]) -> NativeResult {
    let pair = format!("({}, {})", shown(from), shown(to));
    done(vm, result, function, pair.as_bytes())
}

// --- What a file is ---

/// Fields of a stat: dev, ino, mode, nlink, uid, gid, rdev, size, blksize, blocks, then
/// seconds and nanoseconds of atime, mtime, ctime, birth.
fn fields(vm: &mut Vm, data: &std::fs::Metadata) -> Value {
    let birth = data.created().ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok()).unwrap_or_default();
    let numbers = [
        data.dev() as i64, data.ino() as i64, data.mode() as i64, data.nlink() as i64, data.uid() as i64, data.gid() as i64,
        data.rdev() as i64, data.size() as i64, data.blksize() as i64, data.blocks() as i64,
        data.atime(), data.atime_nsec(), data.mtime(), data.mtime_nsec(), data.ctime(), data.ctime_nsec(),
        birth.as_secs() as i64, birth.subsec_nanos() as i64,
    ];
    let list = vm.array_with_capacity(numbers.len());
    for number in numbers {
        let number = vm.integer(number as i128);
        vm.array_push(list, number);
    }
    list.value()
}

/// `file_fields(path, follow, strict)`: an Array, or nil where there is no such file (unless strict).
fn file_fields(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = bytes(args.get(0));
    let follow = args.get(1).truthy();
    let data = if follow { std::fs::metadata(path(&name)) } else { std::fs::symlink_metadata(path(&name)) };
    match data {
        Ok(data) => Ok(fields(vm, &data)),
        Err(error) if args.get(2).truthy() => {
            let function = if follow { "rb_file_s_stat" } else { "rb_file_lstat" };
            Err(failed(vm, &error, function, &name))
        }
        Err(_) => Ok(Value::NIL),
    }
}

fn stream_fields(vm: &mut Vm, args: Arguments) -> NativeResult {
    let stream = stream::at(vm, args, 0)?;
    let _ = stream.flush();
    let fd = stream.fd;
    let result = match rustix::io::dup(descriptor::borrow(fd)) {
        Ok(copy) => std::fs::File::from(copy).metadata(),
        Err(errno) => Err(errno.into()),
    };
    match result {
        Ok(data) => Ok(fields(vm, &data)),
        Err(error) => Err(error::raise_io(vm, &error, "")),
    }
}

/// The bits of a file's mode, or nil: all that most questions need.
fn file_mode(vm: &mut Vm, args: Arguments) -> NativeResult {
    let _ = vm;
    let name = bytes(args.get(0));
    let data = if args.get(1).truthy() { std::fs::metadata(path(&name)) } else { std::fs::symlink_metadata(path(&name)) };
    Ok(data.map_or(Value::NIL, |data| Value::fixnum(data.mode() as i64)))
}

/// `file_access(path, mode, effective)`: 4 read, 2 write, 1 run.
fn file_access(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = bytes(args.get(0));
    let mode = rustix::fs::Access::from_bits_retain(arguments::integer(vm, args, 1)? as u32);
    let flags = if args.get(2).truthy() { rustix::fs::AtFlags::EACCESS } else { rustix::fs::AtFlags::empty() };
    let result = rustix::fs::accessat(rustix::fs::CWD, path(&name), mode, flags);
    Ok(Value::boolean(result.is_ok()))
}

// --- Changing files ---

fn file_unlink(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = bytes(args.get(0));
    let result = rustix::fs::unlink(path(&name)).map_err(Into::into);
    done(vm, result, "apply2files", &name)
}

fn file_rename(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (from, to) = (bytes(args.get(0)), bytes(args.get(1)));
    let result = std::fs::rename(path(&from), path(&to));
    done_both(vm, result, "rb_file_s_rename", &from, &to)
}

fn file_link(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (from, to) = (bytes(args.get(0)), bytes(args.get(1)));
    let result = std::fs::hard_link(path(&from), path(&to));
    done_both(vm, result, "rb_file_s_link", &from, &to)
}

fn file_symlink(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (from, to) = (bytes(args.get(0)), bytes(args.get(1)));
    let result = std::os::unix::fs::symlink(path(&from), path(&to));
    done_both(vm, result, "rb_file_s_symlink", &from, &to)
}

fn file_read_link(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = bytes(args.get(0));
    match std::fs::read_link(path(&name)) {
        Ok(target) => Ok(vm.new_string(target.as_os_str().as_bytes(), Encoding::UTF_8).value()),
        Err(error) => Err(failed(vm, &error, "rb_readlink", &name)),
    }
}

/// `file_real_path(path, strict)`: with every link resolved; the last part need not be there unless strict.
fn file_real_path(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = bytes(args.get(0));
    match std::fs::canonicalize(path(&name)) {
        Ok(real) => Ok(vm.new_string(real.as_os_str().as_bytes(), Encoding::UTF_8).value()),
        Err(error) if args.get(1).truthy() => Err(failed(vm, &error, "rb_realpath_internal", &name)),
        Err(error) => {
            let parent = path(&name).parent().map(std::fs::canonicalize);
            match (parent, path(&name).file_name()) {
                (Some(Ok(parent)), Some(last)) => {
                    let real = parent.join(last);
                    Ok(vm.new_string(real.as_os_str().as_bytes(), Encoding::UTF_8).value())
                }
                _ => Err(failed(vm, &error, "rb_realpath_internal", &name)),
            }
        }
    }
}

/// `file_chmod(path, mode, follow)`
fn file_chmod(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = bytes(args.get(0));
    let mode = arguments::integer(vm, args, 1)? as u32;
    let result = std::fs::set_permissions(path(&name), std::fs::Permissions::from_mode(mode));
    done(vm, result, "apply2files", &name)
}

/// `file_chown(path, owner, group, follow)`; -1: as it is.
fn file_chown(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = bytes(args.get(0));
    let id = |number: i64| u32::try_from(number).ok();
    let (owner, group) = (id(arguments::integer(vm, args, 1)?), id(arguments::integer(vm, args, 2)?));
    let result = if args.get(3).truthy() {
        std::os::unix::fs::chown(path(&name), owner, group)
    } else {
        std::os::unix::fs::lchown(path(&name), owner, group)
    };
    done(vm, result, "apply2files", &name)
}

fn time_at(vm: &mut Vm, args: Arguments, index: usize) -> Result<rustix::fs::Timespec, Exit> {
    let (seconds, nanoseconds) = (arguments::integer(vm, args, index)?, arguments::integer(vm, args, index + 1)?);
    Ok(rustix::fs::Timespec { tv_sec: seconds, tv_nsec: nanoseconds })
}

/// `file_set_times(path, access seconds, nanoseconds, change seconds, nanoseconds, follow)`
fn file_set_times(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = bytes(args.get(0));
    let times = rustix::fs::Timestamps { last_access: time_at(vm, args, 1)?, last_modification: time_at(vm, args, 3)? };
    let flags = if args.get(5).truthy() { rustix::fs::AtFlags::empty() } else { rustix::fs::AtFlags::SYMLINK_NOFOLLOW };
    let result = rustix::fs::utimensat(rustix::fs::CWD, path(&name), &times, flags);
    done(vm, result.map_err(Into::into), "apply2files", &name)
}

fn file_truncate(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = bytes(args.get(0));
    let length = arguments::integer(vm, args, 1)?;
    let result = std::fs::OpenOptions::new().write(true).open(path(&name)).and_then(|file| file.set_len(length as u64));
    done(vm, result, "rb_file_s_truncate", &name)
}

fn file_make_fifo(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = bytes(args.get(0));
    let mode = rustix::fs::Mode::from_raw_mode(arguments::integer(vm, args, 1)? as u32);
    let result = rustix::fs::mknodat(rustix::fs::CWD, path(&name), rustix::fs::FileType::Fifo, mode, 0);
    done(vm, result.map_err(Into::into), "rb_file_s_mkfifo", &name)
}

fn file_umask(vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.get(0).is_nil() {
        let mask = calls::set_umask(0);
        calls::set_umask(mask);
        return Ok(Value::fixnum(mask as i64));
    }
    let mask = arguments::integer(vm, args, 0)?;
    Ok(Value::fixnum(calls::set_umask(mask as u32) as i64))
}

// --- Folders ---

fn folder_make(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = bytes(args.get(0));
    let mode = rustix::fs::Mode::from_raw_mode(arguments::integer(vm, args, 1)? as u32);
    let result = rustix::fs::mkdir(path(&name), mode);
    done(vm, result.map_err(Into::into), "dir_s_mkdir", &name)
}

fn folder_remove(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = bytes(args.get(0));
    let result = std::fs::remove_dir(path(&name));
    done(vm, result, "dir_s_rmdir", &name)
}

fn folder_current(vm: &mut Vm, _args: Arguments) -> NativeResult {
    match std::env::current_dir() {
        Ok(folder) => Ok(vm.new_string(&folder.into_os_string().into_vec(), Encoding::UTF_8).value()),
        Err(error) => Err(error::raise_io(vm, &error, "getcwd")),
    }
}

fn folder_change(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = bytes(args.get(0));
    let result = std::env::set_current_dir(path(&name));
    done(vm, result, "dir_chdir0", &name)
}

/// `folder_entries(path, strict)`: the names in a folder as the system lists them, `.` and `..` first;
/// nil where it can't be read (unless strict).
fn folder_entries(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = bytes(args.get(0));
    let entries = match std::fs::read_dir(path(&name)) {
        Ok(entries) => entries,
        Err(error) if args.get(1).truthy() => return Err(failed(vm, &error, "dir_initialize", &name)),
        Err(_) => return Ok(Value::NIL),
    };
    let list = vm.array_with_capacity(16);
    for name in [&b"."[..], b".."] {
        let name = vm.new_string(name, Encoding::UTF_8);
        vm.array_push(list, name.value());
    }
    for entry in entries.flatten() {
        let name = vm.new_string(entry.file_name().as_bytes(), Encoding::UTF_8);
        vm.array_push(list, name.value());
    }
    Ok(list.value())
}

pub const NATIVES: &[(&str, Native)] = &[
    ("file_fields", file_fields),
    ("stream_fields", stream_fields),
    ("file_mode", file_mode),
    ("file_access", file_access),
    ("file_unlink", file_unlink),
    ("file_rename", file_rename),
    ("file_link", file_link),
    ("file_symlink", file_symlink),
    ("file_read_link", file_read_link),
    ("file_real_path", file_real_path),
    ("file_chmod", file_chmod),
    ("file_chown", file_chown),
    ("file_set_times", file_set_times),
    ("file_truncate", file_truncate),
    ("file_make_fifo", file_make_fifo),
    ("file_umask", file_umask),
    ("folder_make", folder_make),
    ("folder_remove", folder_remove),
    ("folder_current", folder_current),
    ("folder_change", folder_change),
    ("folder_entries", folder_entries),
];
