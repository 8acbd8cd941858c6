//! Compiles `lib/**/*.rb` into one bytecode image that the library includes.
//!
//! These files are ours and are compiled as the core library is: they may use
//! `Primitive`. One that doesn't compile fails the build with the words Ruby would use.

use std::path::{Path, PathBuf};

use rutile_bytecode::Function;
use rutile_bytecode::serialize::Image;
use rutile_compiler::Options;

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../lib");
    println!("cargo:rerun-if-changed={}", folder.display());
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let mut files = Vec::new();
    collect(&folder, &folder, &mut files);
    files.sort();
    let compiled: Vec<(String, Function)> = files.iter().map(|name| (name.clone(), compile(&folder, name))).collect();
    let parts: Vec<(&str, &Function)> = compiled.iter().map(|(name, function)| (name.as_str(), function)).collect();
    let image = out.join("library.image");
    if let Err(error) = std::fs::write(&image, Image::write(&parts, &[])) {
        fail(&format!("{}: {error}", image.display()));
    }
}

/// The names of all Ruby files under `folder`, counted from `root`.
fn collect(root: &Path, folder: &Path, files: &mut Vec<String>) {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => fail(&format!("{}: {error}", folder.display())),
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(root, &path, files);
        } else if path.extension().is_some_and(|ending| ending == "rb") {
            if let Ok(name) = path.strip_prefix(root) {
                files.push(name.to_string_lossy().into_owned());
            }
        }
    }
}

/// One file's function. Its path is completed when it's loaded.
fn compile(folder: &Path, name: &str) -> Function {
    let path = folder.join(name);
    let source = std::fs::read(&path).unwrap_or_else(|error| fail(&format!("{}: {error}", path.display())));
    let options = Options { file: format!("<library:{name}>"), core: true, ..Options::default() };
    match rutile_compiler::compile(&source, &options) {
        Ok(compiled) => match rutile_bytecode::verify::verify(&compiled.function) {
            Ok(()) => compiled.function,
            Err(error) => fail(&error.to_string()),
        },
        Err(error) => fail(&format!("lib/{name}:{}: {error}", error.line)),
    }
}

fn fail(message: &str) -> ! {
    eprintln!("{message}");
    std::process::exit(1)
}
