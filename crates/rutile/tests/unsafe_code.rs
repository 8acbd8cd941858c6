//! Which layers have unsafe code, and where those have it that should have none. The compiler refuses it in their other
//! files (`deny(unsafe_code)`); the list of exceptions is held here, so that it gets shorter and no longer.

use std::fs;
use std::path::{Path, PathBuf};

/// Layers of safe Rust.
const SAFE: [&str; 5] = ["http", "bytecode", "compiler", "core", "stdlib"];

/// The files that are excepted: what needs the memory of a buffer itself, and what calls libraries in C. Never add one.
const EXCEPTED: [&str; 7] = [
    "compiler/src/parser_questions.rs",
    "core/src/io/buffer_piece.rs",
    "stdlib/src/foreign/call.rs",
    "stdlib/src/foreign/memory.rs",
    "stdlib/src/foreign/mod.rs",
    "stdlib/src/prism/library.rs",
    "stdlib/src/zlib/system.rs",
];

#[test]
fn unsafe_code_stands_where_it_may() {
    let mut found = Vec::new();
    for layer in SAFE {
        for file in sources(&crates().join(layer).join("src")) {
            if has_unsafe_code(&fs::read_to_string(&file).unwrap()) {
                found.push(file.strip_prefix(crates()).unwrap().to_string_lossy().into_owned());
            }
        }
    }
    found.sort();
    assert_eq!(found, EXCEPTED, "found on the left, excepted on the right");
}

#[test]
fn the_compiler_refuses_it_elsewhere() {
    for layer in SAFE {
        let root = fs::read_to_string(crates().join(layer).join("src/lib.rs")).unwrap();
        let wanted = if matches!(layer, "http" | "bytecode") { "#![forbid(unsafe_code)]" } else { "#![deny(unsafe_code)]" };
        assert!(root.lines().any(|line| line == wanted), "{layer}/src/lib.rs does not say {wanted}");
        for file in sources(&crates().join(layer).join("src")) {
            let text = fs::read_to_string(&file).unwrap();
            assert!(!text.contains("allow(unsafe_code)"), "{}: say `expect`, which ends with its reason", file.display());
        }
    }
}

#[test]
fn words_in_comments_are_no_code() {
    assert!(has_unsafe_code("    let x = unsafe { y };"));
    assert!(has_unsafe_code("unsafe extern \"C\" {"));
    assert!(!has_unsafe_code("// unsafe { }\n#[expect(unsafe_code)]\nlet unsafely = 1; // unsafe"));
}

fn has_unsafe_code(text: &str) -> bool {
    let code = text.lines().map(|line| line.split("//").next().unwrap_or(""));
    code.flat_map(|line| line.split(|character: char| !character.is_alphanumeric() && character != '_')).any(|word| word == "unsafe")
}

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}
