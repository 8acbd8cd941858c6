//! Prints the functions that a program calls, one symbol a line, in the order of their first calls; an empty line
//! where it hands the pages of its file back, and all over again what it calls after that.
//!
//! `script/link-ordered` makes the list for the linker of it, which lays these functions side by side. The system maps a
//! program's text in windows of 64 KiB around what is touched: where the functions of a start lie scattered, a start
//! maps nearly all text there is, and each process pays for it in resident memory and page faults.
//!
//! The program runs under `ptrace` with a breakpoint on each function; the first hit notes the function and takes
//! the breakpoint away, so a run costs two switches a function and nothing after that.
//!
//! Usage: `rutile-startup-order PROGRAM [ARGUMENT...]`. The program's output goes nowhere. Fails where the program
//! fails, has no symbols, or may not be traced.
//!
//! `rutile-startup-order --constants OBJECT... < FUNCTIONS` prints a script for the linker that lays what the functions
//! refer to side by side (`constants.rs`).

mod constants;
mod elf;
mod object;
mod symbols;
mod trace;

use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    let result = match words.split_first() {
        Some((mode, objects)) if mode == "--constants" => constants_of(objects),
        _ => first_calls(&words),
    };
    match result {
        Ok(names) => {
            print!("{names}");
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("rutile-startup-order: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn constants_of(objects: &[OsString]) -> Result<String, String> {
    constants_in(&std::io::read_to_string(std::io::stdin()).map_err(|error| error.to_string())?, objects)
}

fn constants_in(functions: &str, objects: &[OsString]) -> Result<String, String> {
    let read = |file: &OsString| std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()));
    Ok(constants::script(functions, &objects.iter().map(read).collect::<Result<Vec<_>, _>>()?))
}

fn first_calls(words: &[OsString]) -> Result<String, String> {
    let program = words.first().ok_or("usage: rutile-startup-order PROGRAM [ARGUMENT...]")?;
    let file = std::fs::read(program).map_err(|error| format!("{}: {error}", program.display()))?;
    let symbols = symbols::read(&file).ok_or("not a 64-bit ELF program with symbols")?;
    let phases = trace::first_calls(words, &symbols).map_err(|error| format!("{}: {error}", program.display()))?;
    let names = |phase: &Vec<u64>| -> String { phase.iter().flat_map(|address| symbols.names_at(*address)).map(|name| format!("{name}\n")).collect() };
    Ok(phases.iter().map(names).collect::<Vec<_>>().join("\n"))
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use std::sync::{Mutex, MutexGuard, PoisonError};

    /// Held by each test that has a child process: the tracer waits for any of its process.
    fn alone() -> MutexGuard<'static, ()> {
        static ALONE: Mutex<()> = Mutex::new(());
        ALONE.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[test]
    fn functions_stand_in_the_order_of_their_first_calls() {
        let _alone = alone();
        let program = std::env::current_exe().unwrap();
        let names = super::first_calls(&[program.clone().into(), "--list".into()]).unwrap();
        let place = |wanted| names.lines().position(|name| name == wanted).unwrap_or_else(|| panic!("{wanted} is not called"));
        assert!(place("_start") < place("main"));
        assert!(!names.contains("functions_stand_in_the_order"), "a test that is only listed is not called");
        assert!(super::first_calls(&[program.into(), "--no-such-option".into()]).is_err(), "a program that fails");
        assert!(super::first_calls(&["/etc/passwd".into()]).is_err(), "no program");
        assert!(super::first_calls(&[]).is_err());
    }

    /// Where `order.awk` puts what programs call: at their start only, then and later, later by many and by few.
    #[test]
    fn functions_stand_by_when_and_by_how_many_programs_they_are_called() {
        let _alone = alone();
        let folder = std::env::temp_dir().join(format!("startup-order-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let traces = ["begin\nboth\n\nboth\nmany\nrare\n", "begin\nboth\n\nmany\n\nboth\nmany\n", "begin\n\nmany\nother\n"];
        let files: Vec<_> = (0..traces.len()).map(|index| folder.join(format!("{index}"))).collect();
        files.iter().zip(traces).for_each(|(file, trace)| std::fs::write(file, trace).unwrap());
        let output = std::process::Command::new("awk").args(["-f", concat!(env!("CARGO_MANIFEST_DIR"), "/order.awk")]).args(&files).output();
        std::fs::remove_dir_all(&folder).unwrap();
        let mut lines: Vec<String> = String::from_utf8(output.unwrap().stdout).unwrap().lines().map(str::to_owned).collect();
        lines.sort();
        let names: Vec<&str> = lines.iter().filter_map(|line| line.split(' ').nth(3)).collect();
        assert_eq!(names, ["begin", "both", "many", "rare", "other"]);
    }

    /// The constants of a function, and what a table of the same names.
    #[test]
    fn constants_are_found_by_the_functions_that_refer_to_them() {
        let _alone = alone();
        let folder = std::env::temp_dir().join(format!("startup-constants-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (source, object) = (folder.join("a.c"), folder.join("a.o"));
        let text = "static const int used[5] = {1, 2}; static const int unused[5] = {3};
            static const int far[5] = {4}; static const int *const table[3] = {far, used};
            int f(int i) { return used[i] + table[i][0]; } int g(int i) { return unused[i]; }";
        std::fs::write(&source, text).unwrap();
        let made = std::process::Command::new("clang").args(["-O1", "-fPIC", "-ffunction-sections", "-fdata-sections", "-c", "-o"]).args([&object, &source]).status();
        assert!(made.unwrap().success());
        let script = super::constants_in("f\nabsent\n", &[object.into()]).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(script.contains("*(.rodata.used)") && script.contains("*(.rodata.far)"), "{script}");
        assert!(!script.contains("unused"), "{script}");
    }
}
