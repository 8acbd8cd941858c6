//! Paths as text: taking them apart, making them absolute, matching them against patterns.

use rutile_vm::prelude::*;

use crate::arguments;
use crate::system::calls;

fn text(value: Value) -> Vec<u8> {
    StringRef::from_value(value).map_or(Vec::new(), |string| string.bytes().to_vec())
}

fn encoding_of(value: Value) -> Encoding {
    StringRef::from_value(value).map_or(Encoding::UTF_8, |string| string.encoding())
}

/// The path without slashes at its end; the root stays.
fn trimmed(path: &[u8]) -> &[u8] {
    let end = path.iter().rposition(|byte| *byte != b'/').map_or(0, |at| at + 1);
    &path[..end]
}

/// The last part of a path.
pub fn base_name(path: &[u8]) -> &[u8] {
    let path_trimmed = trimmed(path);
    if path_trimmed.is_empty() {
        return if path.is_empty() { path } else { &path[..1] };
    }
    let start = path_trimmed.iter().rposition(|byte| *byte == b'/').map_or(0, |at| at + 1);
    &path_trimmed[start..]
}

/// The ending of a path, from the dot on; a name that begins with its only dot has none.
fn extension(path: &[u8]) -> &[u8] {
    let base = base_name(path);
    let visible = base.iter().position(|byte| *byte != b'.').unwrap_or(base.len());
    match base[visible..].iter().rposition(|byte| *byte == b'.') {
        Some(at) => &base[visible + at..],
        None => &[],
    }
}

/// Everything before the last part.
fn folder(path: &[u8]) -> &[u8] {
    let end = trimmed(path);
    if end.is_empty() {
        return if path.is_empty() { b"." } else { b"/" };
    }
    match end.iter().rposition(|byte| *byte == b'/') {
        Some(at) => {
            let before = trimmed(&end[..at]);
            if before.is_empty() { b"/" } else { before }
        }
        None => b".",
    }
}

fn path_base_name(vm: &mut Vm, args: Arguments) -> NativeResult {
    let path = text(args.get(0));
    let ending = text(args.get(1));
    let mut base = base_name(&path);
    if ending == b".*" {
        let cut = extension(base).len();
        base = &base[..base.len() - cut];
    } else if !ending.is_empty() && base.len() > ending.len() && base.ends_with(&ending) {
        base = &base[..base.len() - ending.len()];
    }
    Ok(vm.new_string(base, encoding_of(args.get(0))).value())
}

/// `path_folder(path, levels)`
fn path_folder(vm: &mut Vm, args: Arguments) -> NativeResult {
    let path = text(args.get(0));
    let mut current = &path[..];
    for _ in 0..arguments::integer(vm, args, 1)? {
        current = folder(current);
    }
    Ok(vm.new_string(current, encoding_of(args.get(0))).value())
}

fn path_extension(vm: &mut Vm, args: Arguments) -> NativeResult {
    let path = text(args.get(0));
    Ok(vm.new_string(extension(&path), encoding_of(args.get(0))).value())
}

/// Joins an absolute path and another, resolving `.` and `..`.
pub fn absolute(base: &[u8], path: &[u8]) -> Vec<u8> {
    let mut result: Vec<u8> = Vec::new();
    let start: &[u8] = if path.first() == Some(&b'/') { b"" } else { base };
    for part in start.split(|byte| *byte == b'/').chain(path.split(|byte| *byte == b'/')) {
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

/// The folder that `~` or `~user` stands for; the error is the user that there is none of.
fn home(name: &[u8]) -> Result<Vec<u8>, String> {
    let name = String::from_utf8_lossy(name).into_owned();
    if name.is_empty() {
        return match std::env::var_os("HOME") {
            Some(home) => Ok(std::os::unix::ffi::OsStringExt::into_vec(home)),
            None => Err(String::new()),
        };
    }
    calls::home_of(&name).map(String::into_bytes).ok_or(name)
}

fn with_home(vm: &mut Vm, path: &[u8]) -> Result<Vec<u8>, Exit> {
    if path.first() != Some(&b'~') {
        return Ok(path.to_vec());
    }
    let end = path.iter().position(|byte| *byte == b'/').unwrap_or(path.len());
    match home(&path[1..end]) {
        Ok(mut home) => {
            if home.first() != Some(&b'/') {
                return Err(vm.argument_error("non-absolute home".to_string()));
            }
            home.extend_from_slice(&path[end..]);
            Ok(home)
        }
        Err(user) if user.is_empty() => Err(vm.argument_error("couldn't find HOME environment -- expanding '~'".to_string())),
        Err(user) => Err(vm.argument_error(format!("user {user} doesn't exist"))),
    }
}

/// `path_expand(path, folder or nil, tilde)`
fn path_expand(vm: &mut Vm, args: Arguments) -> NativeResult {
    let tilde = args.get(2).truthy();
    let mut path = text(args.get(0));
    if tilde {
        path = with_home(vm, &path)?;
    }
    let mut base = text(args.get(1));
    if path.first() != Some(&b'/') {
        if tilde {
            base = with_home(vm, &base)?;
        }
        if base.first() != Some(&b'/') {
            let current = std::env::current_dir().map(|path| std::os::unix::ffi::OsStringExt::into_vec(path.into_os_string())).unwrap_or_default();
            base = absolute(&current, &base);
        }
    }
    let expanded = absolute(&base, &path);
    Ok(vm.new_string(&expanded, encoding_of(args.get(0))).value())
}

// --- Patterns ---

pub const NO_ESCAPE: i64 = 1;
pub const PATH_NAME: i64 = 2;
pub const DOT_MATCH: i64 = 4;
pub const CASE_FOLD: i64 = 8;

/// One step of the pattern at a character.
fn first_character(bytes: &[u8]) -> usize {
    if bytes.is_empty() { 0 } else { rutile_vm::characters::step(bytes, 0, Encoding::UTF_8) }
}

fn same(a: &[u8], b: &[u8], flags: i64) -> bool {
    if flags & CASE_FOLD == 0 {
        return a == b;
    }
    String::from_utf8_lossy(a).to_lowercase() == String::from_utf8_lossy(b).to_lowercase()
}

/// Matches a bracket expression; the rest of the pattern, if the character is in it.
fn bracket<'a>(pattern: &'a [u8], character: &[u8], flags: i64) -> Option<&'a [u8]> {
    let escapes = flags & NO_ESCAPE == 0;
    let mut at = 0;
    let negated = matches!(pattern.first(), Some(b'!' | b'^'));
    at += negated as usize;
    let mut found = false;
    let mut first = true;
    loop {
        match pattern.get(at) {
            None => return None,
            Some(b']') if !first => break,
            _ => {}
        }
        first = false;
        let low = element(pattern, &mut at, escapes)?;
        if pattern.get(at) == Some(&b'-') && pattern.get(at + 1).is_some_and(|byte| *byte != b']') {
            at += 1;
            let high = element(pattern, &mut at, escapes)?;
            found |= in_range(character, low, high, flags);
        } else {
            found |= same(character, low, flags);
        }
    }
    if found != negated { Some(&pattern[at + 1..]) } else { None }
}

fn element<'a>(pattern: &'a [u8], at: &mut usize, escapes: bool) -> Option<&'a [u8]> {
    if escapes && pattern.get(*at) == Some(&b'\\') {
        *at += 1;
    }
    let length = first_character(pattern.get(*at..)?);
    if length == 0 {
        return None;
    }
    let element = &pattern[*at..*at + length];
    *at += length;
    Some(element)
}

fn in_range(character: &[u8], low: &[u8], high: &[u8], flags: i64) -> bool {
    if character >= low && character <= high {
        return true;
    }
    if flags & CASE_FOLD == 0 || character.len() != 1 {
        return false;
    }
    let (lower, upper) = ([character[0].to_ascii_lowercase()], [character[0].to_ascii_uppercase()]);
    (&lower[..] >= low && &lower[..] <= high) || (&upper[..] >= low && &upper[..] <= high)
}

/// Matches one part of a path (or all of it without `FNM_PATHNAME`).
fn match_part(pattern: &[u8], name: &[u8], flags: i64, at_start: bool) -> bool {
    let path_name = flags & PATH_NAME != 0;
    let hidden = at_start && name.first() == Some(&b'.') && flags & DOT_MATCH == 0;
    match pattern.first() {
        None => name.is_empty(),
        Some(b'*') => {
            if hidden {
                return false;
            }
            let rest = &pattern[pattern.iter().position(|byte| *byte != b'*').unwrap_or(pattern.len())..];
            let mut at = 0;
            loop {
                if match_part(rest, &name[at..], flags, false) {
                    return true;
                }
                if at >= name.len() || path_name && name[at] == b'/' {
                    return false;
                }
                at += first_character(&name[at..]);
            }
        }
        Some(b'?') => {
            let length = first_character(name);
            length > 0 && !hidden && !(path_name && name[0] == b'/') && match_part(&pattern[1..], &name[length..], flags, path_name && name[0] == b'/')
        }
        Some(b'[') => {
            let length = first_character(name);
            if length == 0 || hidden || path_name && name[0] == b'/' {
                return false;
            }
            bracket(&pattern[1..], &name[..length], flags).is_some_and(|rest| match_part(rest, &name[length..], flags, false))
        }
        Some(first) => {
            let escaped = *first == b'\\' && flags & NO_ESCAPE == 0 && pattern.len() > 1;
            let pattern = if escaped { &pattern[1..] } else { pattern };
            let (wanted, length) = (first_character(pattern), first_character(name));
            if length == 0 || !same(&pattern[..wanted], &name[..length], flags) {
                return false;
            }
            let next_starts = path_name && name[0] == b'/';
            match_part(&pattern[wanted..], &name[length..], flags, next_starts)
        }
    }
}

/// Whether a path matches a pattern, `**/` included where slashes matter.
pub fn matches(pattern: &[u8], path: &[u8], flags: i64) -> bool {
    if flags & PATH_NAME == 0 {
        return match_part(pattern, path, flags, true);
    }
    if let Some(rest) = pattern.strip_prefix(b"**/") {
        let mut path = path;
        loop {
            if matches(rest, path, flags) {
                return true;
            }
            let hidden = path.first() == Some(&b'.') && flags & DOT_MATCH == 0;
            match path.iter().position(|byte| *byte == b'/') {
                Some(at) if !hidden => path = &path[at + 1..],
                _ => return false,
            }
        }
    }
    let slash = |bytes: &[u8]| bytes.iter().position(|byte| *byte == b'/');
    match (slash(pattern), slash(path)) {
        (Some(one), Some(other)) => match_part(&pattern[..one], &path[..other], flags, true) && matches(&pattern[one + 1..], &path[other + 1..], flags),
        (None, None) => match_part(pattern, path, flags, true),
        _ => false,
    }
}

/// `path_matches(pattern, path, flags)`
fn path_matches(vm: &mut Vm, args: Arguments) -> NativeResult {
    let flags = arguments::integer(vm, args, 2)?;
    let (pattern, path) = (text(args.get(0)), text(args.get(1)));
    Ok(Value::boolean(matches(&pattern, &path, flags)))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("path_base_name", path_base_name),
    ("path_folder", path_folder),
    ("path_extension", path_extension),
    ("path_expand", path_expand),
    ("path_matches", path_matches),
];
