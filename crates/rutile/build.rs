//! Notes which revision of the source the command is built from, and which of its functions others may call.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rustc-env=RUTILE_REVISION={}", git(&["rev-parse", "HEAD"]));
    println!("cargo:rustc-env=RUTILE_REVISION_DAY={}", git(&["log", "-1", "--format=%cs"]));
    let log = git(&["rev-parse", "--path-format=absolute", "--git-path", "logs/HEAD"]);
    if Path::new(&log).exists() {
        println!("cargo:rerun-if-changed={log}");
    }
    println!("cargo:rerun-if-changed=build.rs");
    // C extensions find these in the program.
    for names in ["rb_*", "ruby_*", "rutile_*", "RUBY_*"] {
        println!("cargo:rustc-link-arg-bins=-Wl,--export-dynamic-symbol={names}");
    }
}

/// The output of git; nothing outside a repository.
fn git(arguments: &[&str]) -> String {
    let output = Command::new("git").args(arguments).output();
    let text = output.ok().filter(|output| output.status.success()).map(|output| output.stdout).unwrap_or_default();
    String::from_utf8_lossy(&text).trim().to_string()
}
