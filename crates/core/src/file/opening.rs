//! Opening regular files with the words for a mode that most programs use: `File.new(path, "w")` in one step.
//!
//! As in `whole`, the Ruby body begins again wherever something else is asked for, or fails.

use rutile_platform as system;
use rutile_vm::prelude::*;

use super::whole::{plain_path, regular_file};
use crate::io::stream::{self as streams, Stream, mode};

const PERMISSIONS: u32 = 0o666;

/// What a word for a mode asks of the system, and the bits of the stream.
fn known_mode(word: &[u8]) -> Option<(i32, u32)> {
    let binary = if word.get(1) == Some(&b'b') { mode::BINARY } else { 0 };
    let (flags, bits) = match word {
        b"r" | b"rb" => (libc::O_RDONLY, mode::READABLE),
        b"w" | b"wb" => (libc::O_WRONLY | libc::O_CREAT | libc::O_TRUNC, mode::WRITABLE),
        b"a" | b"ab" => (libc::O_WRONLY | libc::O_CREAT | libc::O_APPEND, mode::WRITABLE | mode::APPEND),
        b"r+" | b"rb+" => (libc::O_RDWR, mode::READABLE | mode::WRITABLE),
        b"w+" | b"wb+" => (libc::O_RDWR | libc::O_CREAT | libc::O_TRUNC, mode::READABLE | mode::WRITABLE),
        _ => return None,
    };
    Some((flags, bits | binary))
}

/// Opens a regular file, or one that is made now, at a descriptor that no program takes for a standard one.
fn open(path: &[u8], flags: i32) -> Result<i32, Exit> {
    if regular_file(path)?.is_none() && flags & libc::O_CREAT == 0 {
        return Err(Exit::Fallback);
    }
    let path = system::c_string(path).map_err(|_| Exit::Fallback)?;
    let descriptor = system::open_once(&path, flags, PERMISSIONS).map_err(|_| Exit::Fallback)? as i32;
    if descriptor <= 2 {
        _ = system::close(descriptor);
        return Err(Exit::Fallback);
    }
    Ok(descriptor)
}

/// `File#initialize(path, mode)`.
fn file_initialize(vm: &mut Vm, args: Arguments) -> NativeResult {
    let cell = ResourceRef::from_value(args.receiver()).ok_or(Exit::Fallback)?;
    let word: &[u8] = match args.count() {
        1 => b"r",
        2 if args.get(1).is_nil() => b"r",
        2 => args.get(1).as_string().ok_or(Exit::Fallback)?.bytes(),
        _ => return Err(Exit::Fallback),
    };
    let (flags, bits) = known_mode(word).ok_or(Exit::Fallback)?;
    let is_new = streams::find(&mut vm.resources, args.receiver()).is_none();
    if !is_new || vm.settings.converts_text() || vm.is_frozen(args.receiver()) {
        return Err(Exit::Fallback);
    }
    let path = plain_path(vm, args)?;
    let descriptor = open(path, flags)?;
    let mut stream = Stream::new(descriptor, bits);
    // Beside an internal encoding the external one stays that of now.
    stream.external = if bits & mode::BINARY != 0 { Some(Encoding::BINARY) } else { vm.settings.default_internal };
    vm.give_resource(cell, stream);
    if let Some(path) = args.get(0).as_string() {
        let path = vm.string_copy(path).value();
        vm.freeze(path);
        cell.set_first(vm, path);
    }
    Ok(args.receiver())
}

pub const NATIVES: &[(&str, Native)] = &[("file_initialize", file_initialize)];
