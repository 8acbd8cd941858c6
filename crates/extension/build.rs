//! Compiles the functions that take any number of arguments, which Rust can't define.

fn main() {
    let files = ["c/calls.c", "c/errors.c", "c/format.c", "c/arguments.c"];
    for file in files.iter().chain(["c/api.h"].iter()) {
        println!("cargo:rerun-if-changed={file}");
    }
    cc::Build::new().files(files).include("c").flag("-std=gnu11").warnings(true).compile("rutile_variadic");
}
