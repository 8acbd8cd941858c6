//! From the words of a command line to the end of a process.

use std::ffi::OsStr;
use std::io::IsTerminal;
use std::os::unix::ffi::{OsStrExt, OsStringExt};

use rutile_vm::memory::exhaustion::guard_start;

use crate::failure::Failure;
use crate::program::{Origin, Program};
use crate::run::print;
use crate::settings::{Settings, Task};
use crate::termination::End;
use crate::{heap_command, help, options, repl, run};

/// Runs the command.
pub fn run(words: Vec<Vec<u8>>) -> End {
    let command = words.first().map_or_else(String::new, |name| String::from_utf8_lossy(name).into_owned());
    let done = guard_start(|| match words.get(1).map(Vec::as_slice) {
        Some(b"heap") => report_heap(words),
        Some(b"serve") => run_library(words, SERVE),
        Some(b"status") => run_library(words, STATUS),
        _ => read_settings(words).and_then(follow),
    });
    match done.unwrap_or_else(|| Err(Failure::new("NoMemoryError", "failed to allocate memory"))) {
        Ok(end) => end,
        Err(failure) => {
            say!("{}: {failure}", failure.subject.as_ref().unwrap_or(&command));
            End::FAILURE
        }
    }
}

/// `rutile heap`
fn report_heap(mut words: Vec<Vec<u8>>) -> Result<End, Failure> {
    words.remove(1);
    let Some(report) = heap_command::parse(&mut words)? else {
        print(heap_command::USAGE);
        return Ok(End::SUCCESS);
    };
    let mut settings = read_settings(words)?;
    settings.heap_report = Some(report);
    follow(settings)
}

/// `rutile serve`, `rutile status`: programs of the standard library.
const SERVE: &str = "require \"rutile/server/command\"\nRutile::Server::Command.run(ARGV)\n";
const STATUS: &str = "require \"rutile/server/status_table\"\nRutile::Server::StatusTable.run(ARGV)\n";

/// Runs a program of the standard library, whose own all words behind its name are.
fn run_library(mut words: Vec<Vec<u8>>, source: &str) -> Result<End, Failure> {
    let arguments = words.split_off(2);
    let name = format!("rutile {}", words.pop().map_or_else(String::new, |word| String::from_utf8_lossy(&word).into_owned()));
    let mut settings = read_settings(words)?;
    settings.arguments = arguments;
    run::run(&settings, &Program { name: name.into_bytes(), source: source.as_bytes().to_vec(), origin: Origin::Inline })
}

/// The command line's settings, and those of `RUBYOPT` behind them.
fn read_settings(words: Vec<Vec<u8>>) -> Result<Settings, Failure> {
    let mut settings = options::parse(words)?;
    if settings.features.rubyopt != Some(false) {
        if let Some(text) = std::env::var_os("RUBYOPT") {
            settings.complete_with(options::parse_environment(&text.into_vec())?);
        }
    }
    Ok(settings)
}

fn follow(mut settings: Settings) -> Result<End, Failure> {
    for note in &settings.notes {
        say!("{}: {note}", settings.command);
    }
    if let Some(text) = answer(&settings) {
        print(&text);
        return Ok(End::SUCCESS);
    }
    let has_program = settings.code.is_some() || settings.script.is_some();
    if settings.show_version {
        print(&format!("{}\n", rutile_core::about::description(&crate::boot::BUILT)));
    }
    if !has_program && (settings.show_version || settings.no_input) {
        return Ok(End::SUCCESS);
    }
    change_folders(&settings.folders)?;
    // Where the answers would go elsewhere, what is typed is a program as what comes from a file is.
    let at_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if !has_program && settings.task == Task::Run && at_terminal {
        return repl::run(&settings);
    }
    let program = Program::read(&settings)?;
    if let Some(line) = rutile_compiler::shebang(&program.source, settings.lines.extract) {
        options::add_shebang(&mut settings, line).map_err(|failure| failure.about(program.name_text()))?;
    }
    run::run(&settings, &program)
}

/// The answer to options that need no machine.
fn answer(settings: &Settings) -> Option<String> {
    match settings.task {
        Task::Version => Some(format!("{}\n", rutile_core::about::description(&crate::boot::BUILT))),
        Task::Copyright => Some(format!("{}\n", rutile_core::about::COPYRIGHT)),
        Task::Usage => Some(help::usage(&settings.command)),
        Task::Help => Some(help::help(&settings.command)),
        Task::Run | Task::CheckSyntax | Task::Disassemble => None,
    }
}

fn change_folders(folders: &[Vec<u8>]) -> Result<(), Failure> {
    for folder in folders {
        let path = OsStr::from_bytes(folder);
        std::env::set_current_dir(path).map_err(|_| Failure::fatal(format!("Can't chdir to {}", path.display())))?;
    }
    Ok(())
}
