//! The command `rutile`: options, program, end.

/// As `eprintln`, but a standard error that nobody reads is no reason to panic.
macro_rules! say {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($text)*);
    }};
}

mod boot;
mod command;
mod crash;
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

#[global_allocator]
static ALLOCATOR: rutile_vm::memory::ballast::Allocator = rutile_vm::memory::ballast::Allocator;

fn main() {
    // One arena for all threads: an arena of its own keeps a helper's freed memory from everyone else.
    // SAFETY: sets a number of the allocator's, before there are threads.
    unsafe { libc::mallopt(libc::M_ARENA_MAX, 1) };
    let words = std::env::args_os().map(OsStringExt::into_vec).collect();
    let end = command::run(words);
    end.leave()
}
