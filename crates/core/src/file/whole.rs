//! Whole regular files, read and written at once: `File.read(path)` and `File.write(path, text)` without an IO between.
//!
//! Whatever else there is at the path (a pipe may wait, a directory has its own error), what is larger, what a fiber scheduler is to
//! hear of and each failure are the Ruby body's: it begins again.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::{ffi::OsStr, os::unix::ffi::OsStrExt};

use rutile_platform::files;
use rutile_vm::prelude::*;

use super::{is_regular, path_text};
use crate::arguments::position;

/// Larger files are read in pieces, between which other threads run.
const AT_ONCE: usize = 1 << 20;

/// The path that is the first argument. A text that begins with a bar may name a program, of which IO's own methods warn.
pub(super) fn plain_path<'a>(vm: &Vm, args: Arguments) -> Result<&'a [u8], Exit> {
    let path = path_text(args.get(0))?;
    if path.first() != Some(&b'|') && vm.fiber_scheduler().is_nil() { Ok(path) } else { Err(Exit::Fallback) }
}

/// The status of the regular file at a path, or none where there is nothing.
pub(super) fn regular_file(path: &[u8]) -> Result<Option<libc::stat>, Exit> {
    match files::status(path, true) {
        Ok(status) if is_regular(&status) => Ok(Some(status)),
        Ok(_) => Err(Exit::Fallback),
        Err(_) => Ok(None),
    }
}

/// Opens a path that a question just before said to be a regular file's or nobody's; should it be a pipe by now, nothing waits for it.
fn open(options: &mut OpenOptions, path: &[u8]) -> Result<File, Exit> {
    options.custom_flags(libc::O_NONBLOCK).open(Path::new(OsStr::from_bytes(path))).map_err(|_| Exit::Fallback)
}

fn read(vm: &mut Vm, path: &[u8], encoding: Encoding, most: usize) -> NativeResult {
    let size = regular_file(path)?.ok_or(Exit::Fallback)?.st_size as usize;
    // Files that the kernel makes up have no size.
    if size == 0 || size > most.min(AT_ONCE) {
        return Err(Exit::Fallback);
    }
    let mut file = open(OpenOptions::new().read(true), path)?;
    let mut bytes = Vec::with_capacity(size + 1);
    let mut limited = (&mut file).take(AT_ONCE as u64 + 1);
    limited.read_to_end(&mut bytes).map_err(|_| Exit::Fallback)?;
    if bytes.len() > AT_ONCE {
        return Err(Exit::Fallback);
    }
    Ok(vm.new_string(&bytes, encoding).value())
}

/// `File.read(path)`.
fn file_read(vm: &mut Vm, args: Arguments) -> NativeResult {
    let encoding = vm.settings.default_external;
    if args.count() != 1 || vm.settings.converts_text() || !encoding.is_ascii_compatible() {
        return Err(Exit::Fallback);
    }
    let path = plain_path(vm, args)?;
    read(vm, path, encoding, AT_ONCE)
}

/// `Primitive.file_text(path, most)`: the text of a plain file of no more than so many bytes, nil of others.
fn file_text(vm: &mut Vm, args: Arguments) -> NativeResult {
    let most = position(vm, args, 1)?;
    let encoding = vm.settings.default_external;
    if vm.settings.converts_text() || !encoding.is_ascii_compatible() {
        return Ok(Value::NIL);
    }
    match plain_path(vm, args).and_then(|path| read(vm, path, encoding, most)) {
        Err(Exit::Fallback) => Ok(Value::NIL),
        text => text,
    }
}

/// `File.binread(path)`.
fn file_binary_read(vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.count() != 1 {
        return Err(Exit::Fallback);
    }
    let path = plain_path(vm, args)?;
    read(vm, path, Encoding::BINARY, AT_ONCE)
}

/// `File.write(path, text)`.
fn file_write(vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.count() != 2 || vm.settings.converts_text() {
        return Err(Exit::Fallback);
    }
    let text = args.get(1).as_string().filter(|text| text.encoding().is_ascii_compatible() && text.bytes().len() <= AT_ONCE).ok_or(Exit::Fallback)?;
    // A stream with an encoding of its own converts what is written in another.
    if vm.settings.default_internal.is_some_and(|encoding| encoding != text.encoding()) && !text.bytes().is_ascii() {
        return Err(Exit::Fallback);
    }
    let path = plain_path(vm, args)?;
    regular_file(path)?;
    let mut file = open(OpenOptions::new().write(true).create(true).truncate(true), path)?;
    file.write_all(text.bytes()).map_err(|_| Exit::Fallback)?;
    Ok(Value::fixnum(text.bytes().len() as i64))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("file_read", file_read),
    ("file_text", file_text),
    ("file_binary_read", file_binary_read),
    ("file_write", file_write),
];
