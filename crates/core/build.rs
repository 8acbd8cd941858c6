//! Compiles `core/*.rb` into one bytecode image that the library includes.
//!
//! A file that doesn't compile, or that the list names and the folder lacks,
//! fails the build with the words Ruby would use.

use std::path::{Path, PathBuf};

use rutile_bytecode::Function;
use rutile_bytecode::serialize::Image;
use rutile_compiler::Options;

#[path = "src/load_order.rs"]
mod load_order;

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../core");
    println!("cargo:rerun-if-changed={}", folder.display());
    println!("cargo:rerun-if-changed=src/load_order.rs");
    println!("cargo:rerun-if-changed=startup.list");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let compiled: Vec<(&str, Function)> = load_order::FILES.iter().map(|name| (*name, compile(&folder, name))).collect();
    let parts: Vec<(&str, &Function)> = compiled.iter().map(|(name, function)| (*name, function)).collect();
    let early = include_str!("startup.list").lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>();
    let image = out.join("core.image");
    if let Err(error) = std::fs::write(&image, Image::write(&parts, &early)) {
        fail(&format!("{}: {error}", image.display()));
    }
}

/// One file's function.
fn compile(folder: &Path, name: &str) -> Function {
    let path = folder.join(format!("{name}.rb"));
    let source = match std::fs::read(&path) {
        Ok(source) => source,
        Err(error) => fail(&format!("{}: {error} (named in crates/core/src/load_order.rs)", path.display())),
    };
    let options = Options { file: load_order::label(name), core: true, ..Options::default() };
    match rutile_compiler::compile(&source, &options) {
        Ok(compiled) => match rutile_bytecode::verify::verify(&compiled.function) {
            Ok(()) => compiled.function,
            Err(error) => fail(&error.to_string()),
        },
        Err(error) => fail(&format!("core/{name}.rb:{}: {error}", error.line)),
    }
}

fn fail(message: &str) -> ! {
    eprintln!("{message}");
    std::process::exit(1)
}
