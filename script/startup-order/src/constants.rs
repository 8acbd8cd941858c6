//! The constants that functions refer to, as a script for the linker that lays them side by side.
//!
//! The linker takes a list of symbols for functions, but most constants have none: they are found by the relocations of
//! the functions in the objects that are linked, and named by their sections, of which each has its own. What is as
//! large as the images of the Ruby code is left where it is: of that a process reads a little here and there.
//!
//! Tables of addresses (`.data.rel.ro`) are seen through: the names in a table of functions are read with it.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use crate::object::{Object, Target, objects};

/// Constants of so many bytes are left where they are.
const LARGE: u64 = 64 << 10;
/// As are those of so many that a table leads to: of many such, one is read.
const LARGE_OF_TABLE: u64 = 256;
/// Tables of tables are followed so far.
const DEPTH: u32 = 3;

/// The script, for functions in the order in which they are to stand.
pub fn script(functions: &str, files: &[Vec<u8>]) -> String {
    let objects: Vec<Object> = files.iter().flat_map(|file| objects(file)).filter_map(Object::read).collect();
    let mut homes: HashMap<&str, Place> = HashMap::new();
    for (number, object) in objects.iter().enumerate() {
        for (name, section) in object.definitions() {
            homes.entry(name).or_insert((number, section));
        }
    }
    let mut search = Search { objects: &objects, homes: &homes, seen: HashSet::new(), found: Vec::new() };
    for &place in functions.lines().filter_map(|name| homes.get(name)) {
        search.follow(place, DEPTH);
    }
    let mut names = HashSet::new();
    let mut script = "SECTIONS {\n  .rodata.early : {\n".to_string();
    // Equal ones of all objects are merged, by these names.
    script.push_str("    *(.rodata.cst4 .rodata.cst8 .rodata.cst16 .rodata.cst32 .rodata.str1.1 .rodata.str1.8)\n");
    for name in search.found.into_iter().filter(|name| names.insert(*name)) {
        let _ = writeln!(script, "    *({name})");
    }
    script.push_str("  }\n} INSERT BEFORE .rodata;\n");
    script
}

/// An object and a section of it, by their numbers.
type Place = (usize, usize);

struct Search<'a> {
    objects: &'a [Object<'a>],
    /// Where what has a name stands.
    homes: &'a HashMap<&'a str, Place>,
    seen: HashSet<Place>,
    /// Sections of constants, in the order in which they were found.
    found: Vec<&'a str>,
}

impl Search<'_> {
    /// Looks at what a section refers to.
    fn follow(&mut self, (object, section): Place, depth: u32) {
        for target in self.objects[object].references(section) {
            let place = match target {
                Target::Here(section) => (object, section),
                Target::Named(name) => match self.homes.get(name) {
                    Some(place) => *place,
                    None => continue,
                },
            };
            self.look(place, depth);
        }
    }

    fn look(&mut self, place: Place, depth: u32) {
        let (name, bytes) = self.objects[place.0].section(place.1);
        let is_constant = name.starts_with(".rodata.") && !name.starts_with(".rodata.cst") && !name.starts_with(".rodata.str");
        if !is_constant && !name.starts_with(".data.rel.ro") || !self.seen.insert(place) {
            return;
        }
        let large = if depth == DEPTH { LARGE } else { LARGE_OF_TABLE };
        if is_constant && bytes < large {
            self.found.push(name);
        }
        if depth > 0 {
            self.follow(place, depth - 1);
        }
    }
}
