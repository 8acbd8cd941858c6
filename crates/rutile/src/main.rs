//! The command `rutile`: options, program, end.

mod boot;
mod command;
mod failure;
mod heap_command;
mod help;
mod libraries;
mod long_options;
mod options;
mod program;
mod repl;
mod run;
mod settings;
mod signals;
mod termination;

use std::os::unix::ffi::OsStringExt;

fn main() {
    let words = std::env::args_os().map(OsStringExt::into_vec).collect();
    let end = command::run(words);
    end.leave()
}
