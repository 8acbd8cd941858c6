//! `Dir.glob`: which files there are of those that a pattern means.
//!
//! A pattern is a list of parts. The walk stands in one folder with the set of
//! parts that its entries may match next, so that every folder is read once and
//! names come out in order, a folder before what it holds.

use std::borrow::Cow;

use rutile_vm::prelude::*;

use crate::file::matching::{self, flags};
use rutile_platform::directory::Directory;
use rutile_platform::files;

enum Part<'a> {
    /// A name without wildcards, and how many slashes stand before it.
    Plain(Cow<'a, [u8]>, usize),
    Magic(&'a [u8], usize),
    /// `**/`, with so many slashes before it.
    Recursive(usize),
    /// So many slashes at the end: a folder is wanted.
    FolderOnly(usize),
}

struct Walk<'a> {
    parts: Vec<Part<'a>>,
    /// Bytes of the pattern: no path by names alone is longer.
    pattern_length: usize,
    /// The folder that paths are relative to, with a slash at its end; empty for the working folder.
    base: &'a [u8],
    flags: i64,
    sorted: bool,
    found: Vec<Vec<u8>>,
    /// A folder that can't be read because the process lacks something, and what: the answer would not be whole.
    trouble: &'a mut Option<(Vec<u8>, i32)>,
}

fn is_magic(name: &[u8], flags: i64) -> bool {
    if !name.iter().any(|byte| matches!(byte, b'*' | b'?' | b'[')) {
        return false;
    }
    let escapes = flags & flags::NO_ESCAPE == 0;
    let mut bytes = name.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'*' | b'?' | b'[' => return true,
            b'\\' if escapes => {
                bytes.next();
            }
            _ => {}
        }
    }
    false
}

fn without_escapes(name: &[u8], flags: i64) -> Cow<'_, [u8]> {
    if flags & flags::NO_ESCAPE != 0 || !name.contains(&b'\\') {
        return Cow::Borrowed(name);
    }
    let mut plain = Vec::with_capacity(name.len());
    let mut escaped = false;
    for &byte in name {
        if byte == b'\\' && !escaped {
            escaped = true;
            continue;
        }
        plain.push(byte);
        escaped = false;
    }
    Cow::Owned(plain)
}

/// The names that slashes part, but for slashes within brackets.
fn split_names(pattern: &[u8], flags: i64) -> impl Iterator<Item = &[u8]> {
    let (mut in_brackets, mut escaped) = (false, false);
    pattern.split(move |&byte| {
        let plain = !std::mem::take(&mut escaped);
        match byte {
            b'\\' => escaped = plain && flags & flags::NO_ESCAPE == 0,
            b'[' if plain => in_brackets = true,
            b']' if plain => in_brackets = false,
            _ => {}
        }
        byte == b'/' && !in_brackets
    })
}

fn parse(pattern: &[u8], flags: i64) -> Vec<Part<'_>> {
    let mut parts = Vec::with_capacity(1 + pattern.iter().filter(|byte| **byte == b'/').count());
    let mut names = split_names(pattern, flags).peekable();
    let mut slashes = 1;
    let mut is_first = true;
    while let Some(name) = names.next() {
        let is_last = names.peek().is_none();
        match name {
            b"" if is_last && !is_first => parts.push(Part::FolderOnly(slashes)),
            b"" => {
                slashes += 1;
                is_first = false;
                continue;
            }
            b"**" if !is_last => {
                if !matches!(parts.last(), Some(Part::Recursive(_))) {
                    parts.push(Part::Recursive(slashes));
                }
            }
            _ if is_magic(name, flags) => parts.push(Part::Magic(name, slashes)),
            _ => parts.push(Part::Plain(without_escapes(name, flags), slashes)),
        }
        slashes = 1;
        is_first = false;
    }
    parts
}

/// The entries of most folders find room in so many without growth.
const ENTRIES_AT_FIRST: usize = 16;

/// An entry of a folder.
struct Entry {
    name: Vec<u8>,
    /// Whether it is a folder itself and no link to one.
    is_folder: bool,
}

impl Walk<'_> {
    fn real_path<'p>(&self, path: &'p [u8]) -> Cow<'p, [u8]> {
        let path: &[u8] = if path.is_empty() { b"." } else { path };
        if path.starts_with(b"/") { Cow::Borrowed(path) } else { Cow::Owned([self.base, path].concat()) }
    }

    fn has_kind(&self, path: &[u8], follow: bool, kind: u32) -> bool {
        files::status(&self.real_path(path), follow).is_ok_and(|status| status.st_mode & libc::S_IFMT == kind)
    }

    /// Adds a part to those that apply, and what applies with it at once: what follows a `**/` may match here too.
    fn add_state(&self, states: &mut Vec<usize>, state: usize) {
        let mut state = state;
        loop {
            if !states.contains(&state) {
                states.push(state);
            }
            match self.parts.get(state) {
                Some(Part::Recursive(_)) => state += 1,
                _ => return,
            }
        }
    }

    /// Goes on at a path that one part applies to.
    fn walk_from(&mut self, path: &[u8], state: usize) {
        let mut states = Vec::new();
        self.add_state(&mut states, state);
        self.walk(path, &states, false, false);
    }

    /// `states`: the parts that apply. `known`: the path was read from a folder, and so is there. `descended`: by way of `**/`.
    fn walk(&mut self, path: &[u8], states: &[usize], known: bool, descended: bool) {
        if states.contains(&self.parts.len()) && (known || files::status(&self.real_path(path), false).is_ok()) {
            self.found.push(path.to_vec());
        }
        let wanted = states.iter().find_map(|state| match self.parts.get(*state) {
            Some(Part::FolderOnly(slashes)) => Some(*slashes),
            _ => None,
        });
        if let Some(slashes) = wanted {
            let is_root = path.ends_with(b"/");
            let named = !path.is_empty() || !self.base.is_empty();
            if is_root {
                self.found.push(path.to_vec());
            } else if named && self.has_kind(path, true, libc::S_IFDIR) {
                self.found.push([path, &b"/".repeat(slashes)].concat());
            }
        }
        let reads = states.iter().any(|state| matches!(self.parts.get(*state), Some(Part::Magic(..) | Part::Recursive(_))));
        if reads { self.walk_entries(path, states, descended) } else { self.walk_names(path, states) }
    }

    /// Goes on by name, as far as there are names, without reading the folders.
    fn walk_names(&mut self, path: &[u8], states: &[usize]) {
        for &state in states {
            let (mut child, mut next) = (Vec::with_capacity(path.len() + self.pattern_length), state);
            child.extend_from_slice(path);
            while let Some(Part::Plain(name, slashes)) = self.parts.get(next) {
                append_name(&mut child, name, *slashes);
                next += 1;
            }
            if next > state {
                self.walk_from(&child, next);
            }
        }
    }

    fn walk_entries(&mut self, path: &[u8], states: &[usize], descended: bool) {
        let mut next = Vec::new();
        let search = states.iter().find_map(|state| match self.parts.get(*state) {
            Some(Part::Recursive(slashes)) => Some(*slashes),
            _ => None,
        });
        // Slashes before `**/` stand before what is found in its own folder, not deeper.
        let first = search.filter(|_| !descended).unwrap_or(1);
        for entry in self.entries(path) {
            // The folder itself is no part of what `**/` finds in it, unless that is to see names with a dot.
            if search.is_some() && entry.name == b"." && self.flags & flags::DOT_MATCH == 0 {
                continue;
            }
            next.clear();
            let mut recursive = false;
            let mut between = first;
            for &state in states {
                match &self.parts[state.min(self.parts.len() - 1)] {
                    _ if state == self.parts.len() => {}
                    Part::Recursive(_) if self.descends_into(&entry) => {
                        self.add_state(&mut next, state);
                        recursive = true;
                    }
                    Part::Magic(pattern, slashes) if self.matches(pattern, &entry.name, descended) => {
                        self.add_state(&mut next, state + 1);
                        between = first.max(*slashes);
                    }
                    Part::Plain(name, _) if **name == *entry.name && **name != *b".." => self.add_state(&mut next, state + 1),
                    _ => {}
                }
            }
            if !next.is_empty() {
                let child = child_path(path, &entry.name, between);
                self.walk(&child, &next, true, recursive);
            }
        }
    }

    fn descends_into(&self, entry: &Entry) -> bool {
        let hidden = entry.name.starts_with(b".");
        let itself = entry.name == b"." || entry.name == b"..";
        entry.is_folder && !itself && (!hidden || self.flags & flags::DOT_MATCH != 0)
    }

    fn matches(&self, pattern: &[u8], name: &[u8], descended: bool) -> bool {
        name != b".." && !(name == b"." && descended) && matching::matches_name(pattern, name, self.flags)
    }

    fn entries(&mut self, path: &[u8]) -> Vec<Entry> {
        let real_path = self.real_path(path);
        let mut directory = match Directory::open(&real_path) {
            Ok(directory) => directory,
            Err(number) => {
                if matches!(number, libc::EMFILE | libc::ENFILE | libc::ENOMEM) {
                    self.trouble.get_or_insert((real_path.into_owned(), number));
                }
                return Vec::new();
            }
        };
        let mut entries = Vec::with_capacity(ENTRIES_AT_FIRST);
        while let Some((name, kind)) = directory.next() {
            let is_folder = match kind {
                libc::DT_DIR => true,
                libc::DT_UNKNOWN => self.has_kind(&child_path(path, &name, 1), false, libc::S_IFDIR),
                _ => false,
            };
            entries.push(Entry { name, is_folder });
        }
        if self.sorted {
            entries.sort_by(|first, second| first.name.cmp(&second.name));
        }
        entries
    }
}

/// The path of a name in a folder, with so many slashes between as the pattern has.
fn child_path(path: &[u8], name: &[u8], slashes: usize) -> Vec<u8> {
    let mut child = Vec::with_capacity(path.len() + slashes + name.len());
    child.extend_from_slice(path);
    append_name(&mut child, name, slashes);
    child
}

/// Makes the path of a folder that of a name in it.
fn append_name(path: &mut Vec<u8>, name: &[u8], slashes: usize) {
    if !path.is_empty() && !path.ends_with(b"/") {
        path.resize(path.len() + slashes, b'/');
    }
    path.extend_from_slice(name);
}

/// Every path that the pattern means, braces and all; or which folder can't be read, and why.
fn glob(pattern: &[u8], base: &[u8], flags: i64, sorted: bool) -> Result<Vec<Vec<u8>>, (Vec<u8>, i32)> {
    let mut trouble = None;
    let base = if base.is_empty() || base.ends_with(b"/") { base.to_vec() } else { [base, b"/"].concat() };
    let mut found = Vec::new();
    for pattern in matching::expand_braces(pattern, flags) {
        if pattern.is_empty() && base.is_empty() {
            continue;
        }
        let root = &pattern[..pattern.iter().take_while(|byte| **byte == b'/').count()];
        let parts = parse(&pattern[root.len()..], flags);
        let mut walk = Walk { parts, pattern_length: pattern.len(), base: &base, flags, sorted, found, trouble: &mut trouble };
        walk.walk_from(root, 0);
        found = walk.found;
    }
    trouble.map_or(Ok(found), Err)
}

/// `dir_glob(pattern, base, flags, sorted)`: paths, or the number of an error and the folder that it is about.
fn dir_glob(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (Some(pattern), Some(base)) = (args.get(0).as_string(), args.get(1).as_string()) else {
        return Err(vm.argument_error("not a String".to_string()));
    };
    // Case counts here whatever is asked.
    let flags = crate::arguments::integer(vm, args, 2)? & !flags::CASE_FOLD;
    let encoding = if pattern.encoding() == Encoding::US_ASCII { Encoding::UTF_8 } else { pattern.encoding() };
    let found = match glob(pattern.bytes(), base.bytes(), flags, args.get(3).truthy()) {
        Ok(found) => found,
        Err((folder, number)) => {
            let folder = vm.new_string(&folder, encoding).value();
            return Ok(vm.new_array(&[Value::fixnum(number as i64), folder]).value());
        }
    };
    let list = vm.array_with_capacity(found.len());
    for path in found {
        let path = vm.new_string(&path, encoding).value();
        vm.array_push(list, path);
    }
    Ok(list.value())
}

pub const NATIVES: &[(&str, Native)] = &[("dir_glob", dir_glob)];
