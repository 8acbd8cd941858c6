//! Dir's natives: open folders, and the process's working folder.
//!
//! A Dir is a cell that owns a [`Directory`] in the machine's resource table.
//! Calls that fail answer the error's number, negated.

use rutile_vm::prelude::*;

use crate::arguments::{bytes, integer};
use rutile_platform::SystemResult;
use rutile_platform::directory::Directory;
use rutile_platform::files;

fn outcome(result: SystemResult<()>) -> NativeResult {
    Ok(Value::fixnum(result.err().map_or(0, |number| -(number as i64))))
}

fn attach(vm: &mut Vm, object: Value, directory: SystemResult<Directory>) -> NativeResult {
    let Some(cell) = ResourceRef::from_value(object) else { return Err(vm.type_error("not a Dir".to_string())) };
    match directory {
        Ok(directory) => {
            vm.give_resource(cell, directory);
            Ok(Value::fixnum(0))
        }
        Err(number) => outcome(Err(number)),
    }
}

fn directory(vm: &mut Vm, args: Arguments) -> Result<&mut Directory, Exit> {
    if vm.resource::<Directory>(args.get(0)).is_none() {
        let class = vm.classes.io_error;
        return Err(vm.raise(class, "uninitialized Dir".to_string()));
    }
    vm.resource(args.get(0)).ok_or(Exit::Fallback)
}

fn dir_open(vm: &mut Vm, args: Arguments) -> NativeResult {
    let opened = Directory::open(bytes(vm, args, 1)?);
    attach(vm, args.get(0), opened)
}

fn dir_open_descriptor(vm: &mut Vm, args: Arguments) -> NativeResult {
    let opened = Directory::from_descriptor(integer(vm, args, 1)? as i32);
    attach(vm, args.get(0), opened)
}

fn dir_close(vm: &mut Vm, args: Arguments) -> NativeResult {
    match vm.take_resource::<Directory>(args.get(0)) {
        Some(directory) => outcome(directory.close()),
        None => Ok(Value::fixnum(0)),
    }
}

fn dir_is_open(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(vm.resource::<Directory>(args.get(0)).is_some()))
}

/// The next name, or nil.
fn dir_next(vm: &mut Vm, args: Arguments) -> NativeResult {
    match directory(vm, args)?.next() {
        Some((name, _)) => Ok(vm.new_string(&name, vm.settings.default_external).value()),
        None => Ok(Value::NIL),
    }
}

fn dir_position(vm: &mut Vm, args: Arguments) -> NativeResult {
    let position = directory(vm, args)?.position();
    Ok(vm.integer(position as i128))
}

fn dir_seek(vm: &mut Vm, args: Arguments) -> NativeResult {
    let position = vm.as_big_integer(args.get(1)).and_then(|position| i64::try_from(&position).ok()).unwrap_or(0);
    directory(vm, args)?.seek(position);
    Ok(Value::NIL)
}

fn dir_rewind(vm: &mut Vm, args: Arguments) -> NativeResult {
    directory(vm, args)?.rewind();
    Ok(Value::NIL)
}

fn dir_descriptor(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::fixnum(directory(vm, args)?.descriptor() as i64))
}

fn dir_change(vm: &mut Vm, args: Arguments) -> NativeResult {
    outcome(files::change_directory(bytes(vm, args, 0)?))
}

fn dir_change_to_descriptor(vm: &mut Vm, args: Arguments) -> NativeResult {
    outcome(files::change_directory_to(integer(vm, args, 0)? as i32))
}

fn dir_change_root(vm: &mut Vm, args: Arguments) -> NativeResult {
    outcome(files::change_root(bytes(vm, args, 0)?))
}

fn dir_make(vm: &mut Vm, args: Arguments) -> NativeResult {
    let permissions = integer(vm, args, 1)? as u32;
    outcome(files::make_directory(bytes(vm, args, 0)?, permissions))
}

fn dir_remove(vm: &mut Vm, args: Arguments) -> NativeResult {
    outcome(files::remove_directory(bytes(vm, args, 0)?))
}

/// The working folder, or an error's number negated.
fn dir_working(vm: &mut Vm, _args: Arguments) -> NativeResult {
    use std::os::unix::ffi::OsStrExt;
    match std::env::current_dir() {
        Ok(path) => {
            let encoding = if vm.settings.default_external == Encoding::US_ASCII { Encoding::BINARY } else { vm.settings.default_external };
            Ok(vm.new_string(path.as_os_str().as_bytes(), encoding).value())
        }
        Err(error) => outcome(Err(error.raw_os_error().unwrap_or(libc::ENOENT))),
    }
}

/// `dir_home(user or nil)`: from the table of users; nil where it isn't there.
fn dir_home(vm: &mut Vm, args: Arguments) -> NativeResult {
    let user = args.get(0).as_string().map(|user| user.bytes());
    match files::home_directory(user) {
        Some(path) => Ok(vm.new_string(&path, vm.settings.default_external).value()),
        None => Ok(Value::NIL),
    }
}

pub const NATIVES: &[(&str, Native)] = &[
    ("dir_open", dir_open),
    ("dir_open_descriptor", dir_open_descriptor),
    ("dir_close", dir_close),
    ("dir_is_open", dir_is_open),
    ("dir_next", dir_next),
    ("dir_position", dir_position),
    ("dir_seek", dir_seek),
    ("dir_rewind", dir_rewind),
    ("dir_descriptor", dir_descriptor),
    ("dir_change", dir_change),
    ("dir_change_to_descriptor", dir_change_to_descriptor),
    ("dir_change_root", dir_change_root),
    ("dir_make", dir_make),
    ("dir_remove", dir_remove),
    ("dir_working", dir_working),
    ("dir_home", dir_home),
];
