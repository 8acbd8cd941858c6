//! The crates form layers, and a layer knows only those below it. This test reads every crate's manifest and
//! fails when one names a layer above its own, or when a crate has no place in the order. Development and build
//! dependencies count as well: a test that reaches up ties the layers together as much as the code would.

use std::fs;
use std::path::{Path, PathBuf};

/// From the bottom to the top. A layer may depend on any that stands before it.
const LAYERS: [&str; 15] = [
    "processor", "platform", "heap", "fiber", "reactor", "http", "regexp", "yaml", "bytecode", "compiler", "vm", "core", "stdlib", "extension", "rutile",
];

#[test]
fn no_layer_depends_on_one_above_it() {
    let mut problems = Vec::new();
    for folder in crate_folders() {
        let layer = folder.file_name().unwrap().to_string_lossy().into_owned();
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        problems.extend(problems_of(&layer, &manifest));
    }
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

#[test]
fn an_upward_dependency_is_noticed_however_it_is_written() {
    let written = [
        "[dependencies]\nrutile-vm.workspace = true",
        "[dependencies]\nrutile-vm = { path = \"../vm\" }",
        "[dependencies]\nmachine = { package = \"rutile-vm\", path = \"../vm\" }",
        "[dev-dependencies]\nrutile-vm = { workspace = true }",
        "[dependencies.rutile-vm]\npath = \"../vm\"",
        "[target.'cfg(unix)'.dependencies]\n\"rutile-vm\" = { path = \"../vm\" }",
    ];
    for manifest in written {
        assert_eq!(problems_of("heap", manifest).len(), 1, "{manifest}");
        assert_eq!(problems_of("core", manifest).len(), 0, "{manifest}");
    }
}

#[test]
fn what_is_not_a_dependency_is_left_alone() {
    let manifest = "[package]\nname = \"rutile-vm\"\n[dependencies]\n# rutile-core is above\nruby-prism = \"2\"";
    assert!(problems_of("vm", manifest).is_empty());
}

#[test]
fn a_crate_without_a_place_is_noticed() {
    assert_eq!(problems_of("utilities", "[dependencies]").len(), 1);
}

fn crate_folders() -> Vec<PathBuf> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut folders: Vec<PathBuf> = fs::read_dir(crates)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.join("Cargo.toml").exists())
        .collect();
    folders.sort();
    assert!(!folders.is_empty(), "no crates in {}", crates.display());
    folders
}

fn problems_of(layer: &str, manifest: &str) -> Vec<String> {
    let Some(place) = position(layer) else {
        return vec![format!(
            "crates/{layer} has no place in LAYERS: give it one"
        )];
    };
    dependencies(manifest)
        .into_iter()
        .filter_map(|dependency| match position(&dependency) {
            Some(other) if other < place => None,
            Some(_) => Some(format!(
                "crates/{layer} depends on {dependency}, which is not below it"
            )),
            None => Some(format!(
                "crates/{layer} depends on {dependency}, which has no place in LAYERS"
            )),
        })
        .collect()
}

fn position(layer: &str) -> Option<usize> {
    LAYERS.iter().position(|name| *name == layer)
}

/// The layers a manifest names in any of its dependency tables, without `rutile-`.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut inside = false;
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('#') {
            continue;
        }
        if line.starts_with('[') {
            inside = line.contains("dependencies");
        }
        if inside {
            found.extend(layer_named_in(line));
        }
    }
    found
}

/// The layer one line of a dependency table names: `rutile-vm = ...` is `vm`, `rutile = ...` the command itself.
fn layer_named_in(line: &str) -> Option<String> {
    let word = line
        .split(|character: char| {
            !(character.is_ascii_alphanumeric() || matches!(character, '-' | '_'))
        })
        .find(|word| *word == "rutile" || word.starts_with("rutile-"))?;
    Some(word.strip_prefix("rutile-").unwrap_or(word).to_string())
}
