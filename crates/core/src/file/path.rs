//! Paths as text: taking them apart, joining and expanding them. No file is looked at.

use std::os::unix::ffi::OsStrExt;

use rutile_vm::prelude::*;

use crate::arguments::string;
use rutile_platform::environment as system_environment;
use rutile_platform::files as system_files;

/// The path without slashes at its end; the root keeps one.
fn without_end_slashes(path: &[u8]) -> &[u8] {
    let end = path.iter().rposition(|byte| *byte != b'/').map_or(0, |at| at + 1);
    if end == 0 && !path.is_empty() { &path[..1] } else { &path[..end] }
}

/// The last name of a path: `/` of the root.
pub fn base_name(path: &[u8]) -> &[u8] {
    let path = without_end_slashes(path);
    if path == b"/" {
        return path;
    }
    match path.iter().rposition(|byte| *byte == b'/') {
        Some(at) => &path[at + 1..],
        None => path,
    }
}

/// Where the ending of a name begins (its dot); dots at the front of a name begin none.
fn extension_start(name: &[u8]) -> Option<usize> {
    let visible = name.iter().position(|byte| *byte != b'.')?;
    name[visible..].iter().rposition(|byte| *byte == b'.').map(|at| visible + at)
}

pub fn extension(path: &[u8]) -> &[u8] {
    let name = base_name(path);
    extension_start(name).map_or(&[], |at| &name[at..])
}

/// The name without an ending: `.*` stands for any.
fn without_suffix<'a>(name: &'a [u8], suffix: &[u8]) -> &'a [u8] {
    if suffix == b".*" {
        return extension_start(name).map_or(name, |at| &name[..at]);
    }
    match name.strip_suffix(suffix) {
        Some([]) | None => name,
        Some(stem) => stem,
    }
}

/// The path `level` names up.
pub fn folder(path: &[u8], level: usize) -> &[u8] {
    let root_length = path.iter().take_while(|byte| **byte == b'/').count();
    let root = &path[..root_length.min(1)];
    let mut end = path.len();
    for _ in 0..level {
        let rest = &path[root_length..end.max(root_length)];
        let trimmed = rest.iter().rposition(|byte| *byte != b'/').map_or(0, |at| at + 1);
        let start = rest[..trimmed].iter().rposition(|byte| *byte == b'/').map_or(0, |at| at + 1);
        end = root_length + start;
        if start == 0 {
            break;
        }
    }
    let rest = &path[root_length..end.max(root_length)];
    match rest.iter().rposition(|byte| *byte != b'/') {
        Some(at) => &path[root_length - root.len()..root_length + at + 1],
        None if root.is_empty() => b".",
        None => root,
    }
}

/// Adds a part to a path with one slash between.
fn join_part(path: &mut Vec<u8>, part: &[u8]) {
    if part.starts_with(b"/") {
        while path.last() == Some(&b'/') {
            path.pop();
        }
    } else if path.last() != Some(&b'/') {
        path.push(b'/');
    }
    path.extend_from_slice(part);
}

/// Follows the names of a path from an absolute one: `.` stays, `..` goes up.
fn follow(mut from: Vec<u8>, path: &[u8]) -> Vec<u8> {
    for name in path.split(|byte| *byte == b'/') {
        match name {
            b"" | b"." => {}
            b".." if from.iter().all(|byte| *byte == b'/') => {}
            b".." => {
                let end = from.iter().rposition(|byte| *byte == b'/').unwrap_or(0);
                from.truncate(end);
                let kept = without_end_slashes(&from).len();
                from.truncate(kept);
            }
            _ => {
                if from.last() != Some(&b'/') {
                    from.push(b'/');
                }
                from.extend_from_slice(name);
            }
        }
        if from.is_empty() {
            from.push(b'/');
        }
    }
    from
}

/// An absolute path with its dots followed; all slashes that it begins with stay.
fn absolute(path: &[u8]) -> Vec<u8> {
    let root = path.iter().take_while(|byte| **byte == b'/').count();
    follow(path[..root].to_vec(), &path[root..])
}

/// The home that `~` or `~user` begins with, or what is wrong with it.
fn home_of(user: &[u8], whole: &[u8]) -> Result<Vec<u8>, String> {
    let home = if user.is_empty() {
        match system_environment::get(b"HOME").or_else(|| system_files::home_directory(None)) {
            Some(home) => home,
            None => return Err(format!("couldn't find HOME environment -- expanding '{}'", String::from_utf8_lossy(whole))),
        }
    } else {
        match system_files::home_directory(Some(user)) {
            Some(home) => home,
            None => return Err(format!("user {} doesn't exist", String::from_utf8_lossy(user))),
        }
    };
    if !home.starts_with(b"/") {
        return Err(if user.is_empty() { "non-absolute home".to_string() } else { format!("non-absolute home of {}", String::from_utf8_lossy(user)) });
    }
    Ok(home)
}

/// The absolute path that `path` means from `base` (by default the working folder).
pub fn expand(path: &[u8], base: Option<&[u8]>, tilde: bool) -> Result<Vec<u8>, String> {
    if tilde && path.first() == Some(&b'~') {
        let end = path.iter().position(|byte| *byte == b'/').unwrap_or(path.len());
        let home = home_of(&path[1..end], path)?;
        return Ok(follow(absolute(&home), &path[end..]));
    }
    if path.starts_with(b"/") {
        return Ok(absolute(path));
    }
    let from = match base {
        Some(base) => expand(base, None, tilde)?,
        None => match std::env::current_dir() {
            Ok(folder) => folder.as_os_str().as_bytes().to_vec(),
            Err(error) => return Err(error.to_string()),
        },
    };
    Ok(follow(from, path))
}

// --- Natives ---

/// A plain string as the only argument: what the core's fast paths take.
fn only_text(args: Arguments) -> Result<StringRef, Exit> {
    match args.get(0).as_string() {
        Some(string) if args.count() == 1 && string.encoding().is_ascii_compatible() && !string.bytes().contains(&0) => Ok(string),
        _ => Err(Exit::Fallback),
    }
}

fn piece(vm: &mut Vm, bytes: &[u8], encoding: Encoding) -> NativeResult {
    Ok(vm.new_string(bytes, encoding).value())
}

/// `path_base(path, suffix or nil)`.
fn path_base(vm: &mut Vm, args: Arguments) -> NativeResult {
    let path = string(vm, args, 0)?;
    let name = base_name(path.bytes());
    let name = match args.get(1).as_string() {
        Some(suffix) => without_suffix(name, suffix.bytes()),
        None => name,
    };
    piece(vm, name, path.encoding())
}

fn path_extension(vm: &mut Vm, args: Arguments) -> NativeResult {
    let path = string(vm, args, 0)?;
    piece(vm, extension(path.bytes()), path.encoding())
}

/// `path_folder(path, level)`.
fn path_folder(vm: &mut Vm, args: Arguments) -> NativeResult {
    let path = string(vm, args, 0)?;
    let level = crate::arguments::position(vm, args, 1)?;
    piece(vm, folder(path.bytes(), level), path.encoding())
}

fn file_basename(vm: &mut Vm, args: Arguments) -> NativeResult {
    let path = only_text(args)?;
    piece(vm, base_name(path.bytes()), path.encoding())
}

fn file_extname(vm: &mut Vm, args: Arguments) -> NativeResult {
    let path = only_text(args)?;
    piece(vm, extension(path.bytes()), path.encoding())
}

fn file_dirname(vm: &mut Vm, args: Arguments) -> NativeResult {
    let path = only_text(args)?;
    piece(vm, folder(path.bytes(), 1), path.encoding())
}

/// `File.join` of plain strings.
fn file_join(vm: &mut Vm, args: Arguments) -> NativeResult {
    let mut path = Vec::new();
    let mut encoding = Encoding::US_ASCII;
    for (index, value) in args.as_slice().iter().enumerate() {
        let Some(part) = value.as_string() else { return Err(Exit::Fallback) };
        if !part.encoding().is_ascii_compatible() || part.bytes().contains(&0) {
            return Err(Exit::Fallback);
        }
        match (index, part.is_ascii_only()) {
            (0, _) => encoding = part.encoding(),
            (_, false) if encoding != part.encoding() => {
                if !path.is_ascii() {
                    return Err(Exit::Fallback);
                }
                encoding = part.encoding();
            }
            _ => {}
        }
        if index == 0 { path.extend_from_slice(part.bytes()) } else { join_part(&mut path, part.bytes()) }
    }
    piece(vm, &path, encoding)
}

/// `path_expand(path, base or nil, tilde)`.
fn path_expand(vm: &mut Vm, args: Arguments) -> NativeResult {
    let path = string(vm, args, 0)?;
    let base = args.get(1).as_string().map(|base| base.bytes());
    match expand(path.bytes(), base, args.get(2).truthy()) {
        Ok(expanded) => {
            let encoding = if path.is_ascii_only() && !expanded.is_ascii() { Encoding::UTF_8 } else { path.encoding() };
            piece(vm, &expanded, encoding)
        }
        Err(message) => Err(vm.argument_error(message)),
    }
}

pub const NATIVES: &[(&str, Native)] = &[
    ("path_base", path_base),
    ("path_extension", path_extension),
    ("path_folder", path_folder),
    ("path_expand", path_expand),
    ("file_basename", file_basename),
    ("file_extname", file_extname),
    ("file_dirname", file_dirname),
    ("file_join", file_join),
];
