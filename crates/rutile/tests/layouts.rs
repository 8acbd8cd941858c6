//! `docs/LAYOUTS.md` shows every memory layout in one place. Its drawings are those of the modules that the layouts
//! belong to, its records are the fields that the code declares, and this test fails when the page says something else:
//! `RUTILE_UPDATE_DOCS=1 cargo test -p rutile --test layouts` writes it anew.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Sections of the page: a heading, what it says first, and the files whose drawings follow.
const SECTIONS: [(&str, &str, &[&str]); 6] = [
    ("Values", "A value is one word.", &["crates/vm/src/value/mod.rs"]),
    (
        "The heap",
        "One reserved region: blocks of cells, and tables beside them that say everything about the cells.",
        &[
            "crates/heap/src/region.rs",
            "crates/heap/src/lib.rs",
            "crates/heap/src/tables.rs",
            "crates/heap/src/sizes.rs",
            "crates/heap/src/blocks.rs",
            "crates/heap/src/pool.rs",
            "crates/heap/src/large.rs",
            "crates/heap/src/growing.rs",
            "crates/heap/src/remember.rs",
            "crates/heap/src/forwarding.rs",
        ],
    ),
    (
        "Cells",
        "A cell is a header and what its kind puts behind it.",
        &[
            "crates/vm/src/value/kind.rs",
            "crates/vm/src/object/shape.rs",
            "crates/vm/src/object/string.rs",
            "crates/vm/src/object/array.rs",
            "crates/vm/src/object/narrow.rs",
            "crates/vm/src/object/hash.rs",
            "crates/vm/src/object/hash_index.rs",
            "crates/vm/src/object/buckets.rs",
            "crates/vm/src/object/class.rs",
            "crates/vm/src/object/id_table.rs",
            "crates/vm/src/object/number.rs",
            "crates/vm/src/object/data.rs",
        ],
    ),
    (
        "Stacks and code",
        "Frames of Ruby code stand on a cell of their fiber; machine stacks are for natives that would call back.",
        &[
            "crates/vm/src/code/stack.rs",
            "crates/bytecode/src/frame.rs",
            "crates/vm/src/code/mod.rs",
            "crates/vm/src/code/space.rs",
            "crates/fiber/src/lib.rs",
            "crates/fiber/src/pool/ledger.rs",
            "crates/processor/src/x86_64/switch.rs",
            "crates/processor/src/aarch64/switch.rs",
        ],
    ),
    ("Files", "The compiled core library, as it lies in the binary.", &["crates/bytecode/src/serialize.rs"]),
    ("Side tables of the machine", "What is known of a cell and not in it.", &["crates/vm/src/memory/weak_table.rs"]),
];

/// Files that declare records: cells whose words are named fields.
const RECORDS: [&str; 2] = ["crates/vm/src/object/class.rs", "crates/vm/src/object/records.rs"];

#[test]
fn the_page_of_layouts_is_what_the_code_says() {
    let page = root().join("docs/LAYOUTS.md");
    let wanted = composed();
    if std::env::var_os("RUTILE_UPDATE_DOCS").is_some() {
        fs::write(&page, &wanted).unwrap();
    }
    let found = fs::read_to_string(&page).unwrap_or_default();
    assert!(found == wanted, "docs/LAYOUTS.md is stale: RUTILE_UPDATE_DOCS=1 cargo test -p rutile --test layouts");
}

/// Every drawing of memory that a module declares under `object/` is on the page: none can be forgotten.
#[test]
fn no_object_layout_is_left_out() {
    let named: Vec<PathBuf> =
        SECTIONS.iter().flat_map(|section| section.2).chain(&RECORDS).map(|name| root().join(name)).collect();
    for entry in fs::read_dir(root().join("crates/vm/src/object")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let declares = !drawings(&text).is_empty() || text.contains("\ncell_fields! {");
        assert!(!declares || named.contains(&path), "{} declares a layout the page lacks", path.display());
    }
}

fn composed() -> String {
    let mut page = String::from(
        "# Memory layouts\n\nEvery layout, drawn. This page is made of the drawings in the source and of the records it declares; \
         a test\n(`crates/rutile/tests/layouts.rs`) keeps them the same. A word is 64 bits.\n",
    );
    for (heading, introduction, files) in SECTIONS {
        write!(page, "\n## {heading}\n\n{introduction}\n").unwrap();
        for file in files {
            let drawings = drawings(&source(file));
            assert!(!drawings.is_empty(), "{file} has no drawing");
            write!(page, "\n`{file}`:\n").unwrap();
            for drawing in drawings {
                write!(page, "\n```text\n{drawing}```\n").unwrap();
            }
        }
    }
    page.push_str("\n## Records\n\nCells that are a header, then one value a field. A field that says nothing else holds what its name says.\n");
    for file in RECORDS {
        source(file).split("\ncell_fields! {\n").skip(1).for_each(|declared| page.push_str(&record(declared)));
    }
    page
}

/// The drawings in a module's opening comment.
fn drawings(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open: Option<String> = None;
    for line in text.lines().map_while(|line| line.strip_prefix("//!")) {
        let line = line.strip_prefix(' ').unwrap_or(line);
        match (&mut open, line) {
            (None, "```text") => open = Some(String::new()),
            (Some(_), "```") => found.extend(open.take()),
            (Some(drawing), line) => {
                drawing.push_str(line);
                drawing.push('\n');
            }
            (None, _) => {}
        }
    }
    found
}

/// A record as a table, from what stands between the braces of its declaration.
fn record(declared: &str) -> String {
    let mut table = String::new();
    let mut told: Vec<&str> = Vec::new();
    for line in declared.lines().map(str::trim).take_while(|line| *line != "}") {
        if let Some(comment) = line.strip_prefix("///") {
            told.push(comment.trim());
        } else if let Some(name) = line.strip_suffix('{') {
            let kind = name.split_whitespace().last().unwrap();
            write!(table, "\n**{kind}**: {}\n\n| word | field | holds |\n|---|---|---|\n", told.join(" ")).unwrap();
            told.clear();
        } else if let Some((accessors, index)) = line.trim_end_matches(',').split_once(" = ") {
            let name = accessors.split_once(" / ").unwrap().0;
            writeln!(table, "| {index} | `{name}` | {} |", told.join(" ")).unwrap();
            told.clear();
        }
    }
    table
}

fn source(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}
