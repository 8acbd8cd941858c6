//! Runs programs by the thousand in one machine and keeps those that break it.
//!
//! A machine boots once. Programs come in batches; each batch runs in a child forked
//! from that machine, one program after the other, under a limit of steps, a limit of
//! heap and a filter of system calls (`sandbox`). A child that panics, dies of a
//! signal, fails a check of its heap or does not end is a finding: the program it was at
//! is run again by itself, and what is needed to see it once more is kept.
//!
//! ```text
//! rutile-fuzz [--keep FOLDER] [--steps N] < programs      each as `length newline text`
//! rutile-fuzz FILE...                                     runs them in one child and shows all it says
//! ```

mod batch;
mod child;
mod crashes;
mod findings;
mod sandbox;
mod shared;

use std::io::BufRead;
use std::path::PathBuf;
use std::process::ExitCode;

use rutile_core::about::Revision;
use rutile_vm::vm::{Options, Vm};

/// Programs in a child: enough that a fork costs little beside them.
const BATCH: usize = 64;
/// What a machine may hold: a program that asks for more gets a NoMemoryError. Little enough that checking all of it
/// after each collection takes no part of the time that a program has, whatever those before it left behind.
const HEAP_BYTES: u64 = 64 << 20;

struct Settings {
    keep: PathBuf,
    steps: u64,
    files: Vec<PathBuf>,
}

fn main() -> ExitCode {
    let Some(settings) = settings() else {
        eprintln!("usage: rutile-fuzz [--keep FOLDER] [--steps N] [FILE...]");
        return ExitCode::from(2);
    };
    let mut vm = machine();
    let shared = shared::Shared::new();
    if !settings.files.is_empty() {
        return show(&mut vm, &shared, &settings);
    }
    let mut findings = findings::Findings::new(settings.keep);
    let mut input = std::io::stdin().lock();
    let mut totals = shared::Counts::default();
    loop {
        let programs: Vec<Vec<u8>> = std::iter::from_fn(|| next_program(&mut input)).take(BATCH).collect();
        if programs.is_empty() {
            break;
        }
        totals.add(&batch::run(&mut vm, &shared, &programs, settings.steps, &mut findings));
        if totals.executions % (BATCH * 256) < BATCH {
            eprintln!("{totals}, {} findings", findings.count());
        }
    }
    println!("{totals}, {} findings", findings.count());
    ExitCode::from(u8::from(findings.count() > 0))
}

fn settings() -> Option<Settings> {
    let mut settings = Settings { keep: PathBuf::from("build/fuzz"), steps: 20_000, files: Vec::new() };
    let mut words = std::env::args_os().skip(1);
    while let Some(word) = words.next() {
        match word.to_str() {
            Some("--keep") => settings.keep = words.next()?.into(),
            Some("--steps") => settings.steps = words.next()?.to_str()?.parse().ok()?,
            Some(option) if option.starts_with("--") => return None,
            _ => settings.files.push(word.into()),
        }
    }
    Some(settings)
}

/// A machine as the command has it, but with a small heap that is verified after each collection.
fn machine() -> Box<Vm> {
    let mut options = Options::from_environment();
    options.verify_bytecode = true;
    options.heap.region_bytes = 1 << 30;
    options.heap.max_bytes = Some(HEAP_BYTES);
    options.heap.verify_every = 1;
    let mut vm = Vm::new(options).expect("the system grants a heap");
    let built = Revision { hash: "", day: "" };
    if rutile_core::install(&mut vm, &built).is_err() {
        panic!("the core library does not load");
    }
    rutile_stdlib::install(&mut vm);
    child::prepare(&mut vm);
    vm
}

/// The next program of the input: its length, a newline, its text.
fn next_program(input: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut line = String::new();
    input.read_line(&mut line).ok()?;
    let length: usize = line.trim().parse().ok()?;
    let mut program = vec![0; length];
    input.read_exact(&mut program).ok()?;
    Some(program)
}

/// Runs kept programs again, for someone to look at.
fn show(vm: &mut Vm, shared: &shared::Shared, settings: &Settings) -> ExitCode {
    let mut programs = Vec::new();
    for file in &settings.files {
        match std::fs::read(file) {
            Ok(text) => programs.push(text),
            Err(error) => {
                eprintln!("{}: {error}", file.display());
                return ExitCode::from(2);
            }
        }
    }
    let end = batch::attempt(vm, shared, &programs, settings.steps, true);
    println!("{}: {end}", shared.counts());
    ExitCode::from(u8::from(!end.is_clean()))
}
