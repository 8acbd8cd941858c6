//! The native halves of the standard library, and the Ruby of `lib/` over them.
//!
//! The standard library's pure-Ruby files are the community's, used as they are. Where
//! the reference has a C extension, `lib/` has a file of the same feature name (a
//! feature `name.so` is `lib/name.so.rb`), which may use the natives here.
//!
//! `RUTILE_LIB` names the folder to read those files from (an empty one asks for the image); a debug build reads its own
//! source folder while that is there; else they come compiled, from an image in the
//! binary, under the path of the folder in which an installation would have them.

#![deny(unsafe_code)]

mod algorithm;
pub mod bytes;
pub mod console;
pub mod coverage;
pub mod crypto;
mod decimal;
pub mod digest;
pub mod escape;
mod etc;
#[expect(unsafe_code)]
mod foreign;
mod heap;
mod json;
pub mod platform;
pub mod prism;
pub mod resource;
pub mod ripper;
pub mod scanner;
mod server;
mod sha256;
mod socket;
mod statistics;
pub mod yaml;
mod zlib;

use std::path::{Path, PathBuf};

use rutile_bytecode::serialize::Image;
use rutile_vm::code::native::Native;
use rutile_vm::vm::Vm;

/// `lib/` as it was when this binary was built.
static IMAGE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/library.image"));

/// The folder in which this binary's sources stood when it was built.
const BUILT_FROM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../lib");
/// Where an installation has the folder, counted from above the executable's folder.
const INSTALLED: &str = "lib/rutile/lib";

const TABLES: &[&[(&str, Native)]] = &[
    bytes::NATIVES,
    console::NATIVES,
    coverage::NATIVES,
    crypto::cipher::NATIVES,
    crypto::curves::NATIVES,
    crypto::der::NATIVES,
    crypto::derivation::NATIVES,
    crypto::primes::NATIVES,
    crypto::rsa::NATIVES,
    crypto::tls::NATIVES,
    crypto::tls_config::NATIVES,
    crypto::tls_sessions::NATIVES,
    decimal::NATIVES,
    digest::NATIVES,
    escape::NATIVES,
    etc::NATIVES,
    foreign::NATIVES,
    json::generate::NATIVES,
    json::parse::NATIVES,
    statistics::caches::NATIVES,
    statistics::machine_stacks::NATIVES,
    socket::names::NATIVES,
    heap::report::NATIVES,
    heap::objspace::NATIVES,
    platform::NATIVES,
    prism::NATIVES,
    ripper::NATIVES,
    scanner::NATIVES,
    server::NATIVES,
    socket::NATIVES,
    zlib::NATIVES,
    yaml::NATIVES,
];

/// Gives a machine the natives of the standard library, and says where its files are.
pub fn install(vm: &mut Vm) {
    for table in TABLES {
        vm.natives.register(table);
    }
    match source_folder() {
        Some(folder) => vm.loader.library.folder = folder.to_string_lossy().into_owned(),
        None => offer_image(vm),
    }
}

/// The folder to read from, if not the image.
fn source_folder() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("RUTILE_LIB") {
        return std::path::absolute(named).ok();
    }
    let sources = Path::new(BUILT_FROM);
    (cfg!(debug_assertions) && sources.is_dir()).then(|| std::fs::canonicalize(sources).ok()).flatten()
}

fn offer_image(vm: &mut Vm) {
    let executable = std::fs::canonicalize(rutile_platform::process::executable()).unwrap_or_default();
    let home = executable.ancestors().nth(2).unwrap_or(Path::new("/"));
    vm.loader.library.folder = home.join(INSTALLED).to_string_lossy().into_owned();
    // The image is this binary's own: it can be read unless the binary is damaged, and then the files are missing.
    let Ok(image) = Image::read(IMAGE) else { return };
    vm.loader.library.files = image.files().collect();
}
