//! Inside a crate, too, imports form an order. The machine's folders are floors: each names only those below it, and this
//! test fails when one names a floor above. All of them know the machine itself (`vm.rs`), which is made of their parts; it is the
//! one circle that is meant.
//!
//! In the other crates some files import each other in circles. Their number is held here, and it only falls.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The floors of `crates/vm/src`, from the bottom to the top.
const FLOORS: [&str; 11] = [
    "value", "memory", "object", "code", "calls", "collector", "concurrency", "regexp", "interpreter", "exceptions", "startup",
];

/// The files beside the floors: the machine, of which every floor has a part, and the names that natives import at once.
const BESIDE: [&str; 2] = ["vm", "prelude"];

/// How many files of a crate lie in circles of imports.
const CIRCLES: [(&str, usize); 9] =
    [("heap", 12), ("fiber", 4), ("reactor", 0), ("http", 0), ("bytecode", 3), ("compiler", 10), ("core", 10), ("stdlib", 0), ("rutile", 2)];

#[test]
fn no_floor_of_the_machine_names_one_above_it() {
    let mut problems = Vec::new();
    for file in Source::of_crate("vm") {
        problems.extend(file.climbs());
    }
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

#[test]
fn a_climb_is_noticed_however_it_is_written() {
    for text in ["use crate::code::Code;", "fn f(code: &crate::code::Code) {}", "use crate::{code::Code, value::Value};"] {
        let file = Source { module: vec!["value".into(), "kind".into()], text: text.into() };
        assert_eq!(file.climbs().len(), 1, "{text}");
        let file = Source { module: vec!["startup".into()], text: text.into() };
        assert!(file.climbs().is_empty(), "{text}");
    }
    let file = Source { module: vec!["value".into()], text: "// see `crate::code`\nuse crate::vm::Vm;".into() };
    assert!(file.climbs().is_empty());
}

#[test]
fn circles_of_imports_do_not_grow() {
    let mut problems = Vec::new();
    for (name, most) in CIRCLES {
        let found = circular_files(&Source::of_crate(name));
        if found.len() != most {
            problems.push(format!("{name}: {} files in circles, {most} expected: {found:?}", found.len()));
        }
    }
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

#[test]
fn a_circle_is_noticed() {
    let file = |module: &str, text: &str| Source { module: module.split("::").map(String::from).collect(), text: text.into() };
    let files = [
        file("a", "use crate::b::x;"),
        file("b", "use crate::c::{y, z};"),
        file("c", "fn f() { crate::a::w() }"),
        file("d", "use crate::a;"),
    ];
    assert_eq!(circular_files(&files), ["a", "b", "c"]);
}

/// A file of Rust, by the path of its module.
struct Source {
    module: Vec<String>,
    text: String,
}

impl Source {
    fn of_crate(name: &str) -> Vec<Source> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join(name).join("src");
        let mut files = Vec::new();
        let mut folders = vec![root.clone()];
        while let Some(folder) = folders.pop() {
            for path in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    files.extend(Source::read(&root, &path));
                }
            }
        }
        assert!(!files.is_empty(), "no sources in {}", root.display());
        files.sort_by(|a, b| a.module.cmp(&b.module));
        files
    }

    /// None for the root of a crate, which names everything.
    fn read(root: &Path, path: &Path) -> Option<Source> {
        let relative: PathBuf = path.strip_prefix(root).unwrap().with_extension("");
        let mut module: Vec<String> = relative.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        if module.last().is_some_and(|last| last == "mod") {
            module.pop();
        }
        let is_root = module.len() == 1 && matches!(module[0].as_str(), "lib" | "main");
        (!is_root).then(|| Source { module, text: fs::read_to_string(path).unwrap() })
    }

    fn name(&self) -> String {
        self.module.join("::")
    }

    /// The floors above its own that it names.
    fn climbs(&self) -> Vec<String> {
        let floor = |name: &str| FLOORS.iter().position(|floor| *floor == name);
        if BESIDE.contains(&self.module[0].as_str()) {
            return Vec::new();
        }
        let Some(own) = floor(&self.module[0]) else {
            return vec![format!("{} has no place in FLOORS: give it one", self.name())];
        };
        let named: BTreeSet<String> = self.paths().into_iter().map(|path| path[0].clone()).collect();
        named
            .iter()
            .filter(|name| floor(name).is_some_and(|other| other > own))
            .map(|name| format!("{} names {name}, which is above it", self.name()))
            .collect()
    }

    /// The paths that begin with `crate::`, outside of comments and tests: of braces the first name of each item.
    fn paths(&self) -> Vec<Vec<String>> {
        let code: String = self
            .text
            .split("#[cfg(test)]\nmod ")
            .next()
            .unwrap()
            .lines()
            .map(|line| line.split("//").next().unwrap())
            .collect::<Vec<_>>()
            .join("\n");
        let mut found = Vec::new();
        for (at, prefix) in code.match_indices("crate::") {
            if at > 0 && code[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_' || before == '$') {
                continue;
            }
            expand(&code[at + prefix.len()..], &mut Vec::new(), &mut found);
        }
        found
    }
}

/// Adds the paths that `text` begins with, after `before`: one, or those of a list in braces. Answers the rest.
fn expand<'a>(text: &'a str, before: &mut Vec<String>, found: &mut Vec<Vec<String>>) -> &'a str {
    let mut text = text.trim_start();
    let depth = before.len();
    loop {
        if let Some(mut inner) = text.strip_prefix('{') {
            loop {
                inner = expand(inner, before, found).trim_start();
                match inner.strip_prefix(',') {
                    Some(rest) => inner = rest,
                    None => break,
                }
            }
            before.truncate(depth);
            return inner.strip_prefix('}').unwrap_or(inner);
        }
        let end = text.find(|character: char| !(character.is_alphanumeric() || character == '_')).unwrap_or(text.len());
        if end > 0 {
            before.push(text[..end].to_string());
        }
        text = &text[end..];
        match text.strip_prefix("::") {
            Some(rest) if end > 0 => text = rest.trim_start(),
            _ => break,
        }
    }
    if !before.is_empty() {
        found.push(before.clone());
    }
    before.truncate(depth);
    text.trim_start().strip_prefix("as ").map_or(text, |alias| {
        let alias = alias.trim_start();
        &alias[alias.find(|character: char| !(character.is_alphanumeric() || character == '_')).unwrap_or(alias.len())..]
    })
}

/// The files from which imports lead back to themselves.
fn circular_files(files: &[Source]) -> Vec<String> {
    let numbers: BTreeMap<&[String], usize> = files.iter().enumerate().map(|(number, file)| (&file.module[..], number)).collect();
    let imports: Vec<BTreeSet<usize>> = files
        .iter()
        .enumerate()
        .map(|(own, file)| {
            let found = |path: &Vec<String>| (1..=path.len()).rev().find_map(|length| numbers.get(&path[..length]).copied());
            file.paths().iter().filter_map(found).filter(|other| *other != own).collect()
        })
        .collect();
    (0..files.len()).filter(|&start| leads_back(start, &imports)).map(|number| files[number].name()).collect()
}

fn leads_back(start: usize, imports: &[BTreeSet<usize>]) -> bool {
    let mut seen = BTreeSet::new();
    let mut waiting: Vec<usize> = imports[start].iter().copied().collect();
    while let Some(number) = waiting.pop() {
        if number == start {
            return true;
        }
        if seen.insert(number) {
            waiting.extend(&imports[number]);
        }
    }
    false
}
