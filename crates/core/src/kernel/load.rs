//! Finding and reading the files that `require` and `load` name.
//!
//! These work before (and without) File, so that the loading of a program does not
//! depend on classes that a program may change.
//!
//! | primitive | answers |
//! |---|---|
//! | `load_find(name, folders, endings)` | the absolute path of the first file there is, or nil |
//! | `load_real_path(path)` | with every link resolved; the path itself where that fails |
//! | `load_read(path)` | the file's bytes, or the system's error as a negative Integer; nil where others may have to write them first |
//! | `load_absolute(path, folder)` | the path, absolute and without `.` and `..` |
//! | `load_is_library(path)` | whether our own library's image has the file |
//! | `load_settled()` | tells that what was required is loaded, with what it requires itself |
//! | `load_library_folder()` | where our own library is |
//! | `load_newer_gems(defaults, folders)` | names of the gems with a specification in the one folder and in one of the others |
//! | `current_folder()` | the folder that relative paths are counted from |

use std::collections::{BTreeSet, HashSet};
use std::ffi::OsStr;
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};

use rutile_vm::prelude::*;

use crate::arguments;

fn bytes(value: Value) -> Vec<u8> {
    StringRef::from_value(value).map_or(Vec::new(), |string| string.bytes().to_vec())
}

fn path(bytes: &[u8]) -> &Path {
    Path::new(OsStr::from_bytes(bytes))
}

fn current() -> Vec<u8> {
    std::env::current_dir().map(|folder| folder.into_os_string().into_vec()).unwrap_or_else(|_| b"/".to_vec())
}

/// Replaces a leading `~` by the home folder.
fn at_home(name: &[u8]) -> Vec<u8> {
    match (name, std::env::var_os("HOME")) {
        ([b'~'], Some(home)) => home.into_vec(),
        ([b'~', b'/', rest @ ..], Some(home)) => [&home.into_vec()[..], b"/", rest].concat(),
        _ => name.to_vec(),
    }
}

/// Whether a path is absolute as it stands: no part of it is empty, `.` or `..`, or begins as those do.
fn is_absolute(path: &[u8]) -> bool {
    path.first() == Some(&b'/') && path.last() != Some(&b'/') && !path.windows(2).any(|pair| matches!(pair, b"//" | b"/."))
}

/// A path counted from a folder, without `.` and `..`.
fn absolute(folder: &[u8], name: &[u8]) -> Vec<u8> {
    if is_absolute(name) {
        return name.to_vec();
    }
    let joined = [folder, b"/", name].concat();
    if is_absolute(&joined) {
        return joined;
    }
    let mut result: Vec<u8> = Vec::new();
    let start: &[u8] = if name.first() == Some(&b'/') { b"" } else { folder };
    for part in start.split(|byte| *byte == b'/').chain(name.split(|byte| *byte == b'/')) {
        match part {
            b"" | b"." => {}
            b".." => {
                let end = result.iter().rposition(|byte| *byte == b'/').unwrap_or(0);
                result.truncate(end);
            }
            _ => {
                result.push(b'/');
                result.extend_from_slice(part);
            }
        }
    }
    if result.is_empty() { b"/".to_vec() } else { result }
}

/// Whether a name says itself where it is, so that the load path is not asked.
fn is_explicit(name: &[u8]) -> bool {
    [&b"/"[..], b"./", b"../", b"~"].iter().any(|start| name.starts_with(start))
}

/// Whether what can be loaded there is a plain file; a pipe or a device can be as well.
fn is_plain(candidate: &[u8]) -> Option<bool> {
    let kind = std::fs::metadata(path(candidate)).ok()?.file_type();
    if kind.is_file() { Some(true) } else { (kind.is_fifo() || kind.is_char_device()).then_some(false) }
}

/// Whether there is such a file, on disk or in the image of our own library.
fn exists(vm: &Vm, candidate: &[u8]) -> bool {
    is_plain(candidate).is_some() || std::str::from_utf8(candidate).is_ok_and(|path| vm.loader.library.image_of(path).is_some())
}

fn load_is_library(vm: &mut Vm, args: Arguments) -> NativeResult {
    let path = bytes(args.get(0));
    let is_image = std::str::from_utf8(&path).is_ok_and(|path| vm.loader.library.image_of(path).is_some());
    Ok(Value::boolean(is_image))
}

fn load_settled(vm: &mut Vm, _args: Arguments) -> NativeResult {
    vm.loader.note_settled();
    Ok(Value::NIL)
}

fn load_library_folder(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let folder = vm.loader.library.folder.clone();
    Ok(vm.string(&folder))
}

fn load_find(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = at_home(&bytes(args.get(0)));
    let (folders, endings) = (arguments::array(vm, args, 1)?, arguments::array(vm, args, 2)?);
    let is_explicit = is_explicit(&name);
    let count = if is_explicit { 1 } else { folders.len() };
    for index in 0..count {
        let folder = if is_explicit { b".".to_vec() } else { at_home(&bytes(folders.get(index))) };
        let is_from_root = folder.first() == Some(&b'/') || name.first() == Some(&b'/');
        let folder = if is_from_root { folder } else { absolute(&current(), &folder) };
        let mut candidate = absolute(&folder, &name);
        let length = candidate.len();
        for ending in endings.values().iter() {
            candidate.truncate(length);
            candidate.extend_from_slice(&bytes(*ending));
            if exists(vm, &candidate) {
                return Ok(vm.new_string(&candidate, Encoding::UTF_8).value());
            }
        }
    }
    Ok(Value::NIL)
}

/// Where a path leads to. Where its folder does is known while files are loaded: they lie side by side.
fn real_path(vm: &mut Vm, name: &Path) -> io::Result<PathBuf> {
    let (Some(folder), Some(file)) = (name.parent(), name.file_name()) else { return name.canonicalize() };
    if name.is_relative() || !std::fs::symlink_metadata(name)?.is_file() {
        return name.canonicalize();
    }
    if let Some(real) = vm.loader.real_folders.get(folder) {
        return Ok(real.join(file));
    }
    let real = folder.canonicalize()?;
    let path = real.join(file);
    vm.loader.real_folders.insert(folder.to_path_buf(), real);
    Ok(path)
}

fn load_real_path(vm: &mut Vm, args: Arguments) -> NativeResult {
    match real_path(vm, path(&bytes(args.get(0)))) {
        Ok(real) => Ok(vm.new_string(real.as_os_str().as_bytes(), Encoding::UTF_8).value()),
        Err(_) => Ok(args.get(0)),
    }
}

fn load_read(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = bytes(args.get(0));
    if is_plain(&name) == Some(false) {
        return Ok(Value::NIL);
    }
    match std::fs::read(path(&name)) {
        Ok(source) => {
            let source = source.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&source);
            Ok(vm.new_string(source, Encoding::UTF_8).value())
        }
        Err(error) => Ok(Value::fixnum(-(error.raw_os_error().unwrap_or(libc::EIO) as i64))),
    }
}

fn load_absolute(vm: &mut Vm, args: Arguments) -> NativeResult {
    let folder = if args.get(1).is_nil() { current() } else { bytes(args.get(1)) };
    let result = absolute(&folder, &at_home(&bytes(args.get(0))));
    Ok(vm.new_string(&result, Encoding::UTF_8).value())
}

/// The folder of an absolute path.
fn load_folder(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = bytes(args.get(0));
    let folder = path(&name).parent().map_or(b"/".to_vec(), |parent| parent.as_os_str().as_bytes().to_vec());
    Ok(vm.new_string(&folder, Encoding::UTF_8).value())
}

fn current_folder(vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(vm.new_string(&current(), Encoding::UTF_8).value())
}

/// The name in a specification's file name: `net-http` of `net-http-0.6.0.gemspec`.
fn gem_name(file: &[u8]) -> Option<&[u8]> {
    let name = file.strip_suffix(b".gemspec")?;
    let end = name.windows(2).position(|pair| pair[0] == b'-' && pair[1].is_ascii_digit())?;
    Some(&name[..end])
}

/// Names of the gems that have a specification in a folder; none where it can't be read.
fn gem_names(folder: &[u8]) -> impl Iterator<Item = Vec<u8>> + use<> {
    let entries = std::fs::read_dir(path(folder)).into_iter().flatten().flatten();
    entries.filter_map(|entry| gem_name(entry.file_name().as_bytes()).map(<[u8]>::to_vec))
}

fn load_newer_gems(vm: &mut Vm, args: Arguments) -> NativeResult {
    let defaults: HashSet<Vec<u8>> = gem_names(&bytes(args.get(0))).collect();
    let folders = arguments::array(vm, args, 1)?;
    let found: BTreeSet<Vec<u8>> =
        folders.values().iter().flat_map(|folder| gem_names(&bytes(*folder))).filter(|name| defaults.contains(name)).collect();
    let names = vm.array_with_capacity(found.len());
    for name in found {
        let name = vm.new_string(&name, Encoding::UTF_8).value();
        vm.array_push(names, name);
    }
    Ok(names.value())
}

pub const NATIVES: &[(&str, Native)] = &[
    ("load_newer_gems", load_newer_gems),
    ("load_find", load_find),
    ("load_is_library", load_is_library),
    ("load_library_folder", load_library_folder),
    ("load_real_path", load_real_path),
    ("load_read", load_read),
    ("load_absolute", load_absolute),
    ("load_folder", load_folder),
    ("load_settled", load_settled),
    ("current_folder", current_folder),
];
