//! Compiles a program and runs it to its end.

use rutile_compiler::{CommandLine, Compiled, ErrorKind, Options, SyntaxError};
use rutile_vm::object::records::BindingRef;
use rutile_vm::object::class::ClassRef;
use rutile_vm::value::Value;
use rutile_vm::value::encoding::Encoding;
use rutile_vm::vm::Vm;

use crate::boot::{self, string, strings, words};
use crate::failure::Failure;
use crate::program::{Origin, Program};
use crate::settings::{Settings, Task};
use crate::termination::{self, End};

/// Does with a program what the settings ask for.
pub fn run(settings: &Settings, program: &Program) -> Result<End, Failure> {
    let mut vm = boot::machine()?;
    let error = start(&mut vm, settings, program).err();
    Ok(termination::finish(&mut vm, error))
}

fn start(vm: &mut Vm, settings: &Settings, program: &Program) -> Result<(), Value> {
    boot::prepare(vm, settings, program)?;
    let options = compiler_options(vm, settings, program);
    let compiled = match rutile_compiler::compile(&program.source, &options) {
        Ok(compiled) => compiled,
        Err(error) => return Err(program_error(vm, &error, settings, program)?),
    };
    let level = vm.settings.warning_level;
    let name = program.name_text();
    let mut warnings: Vec<String> = compiled.warnings.iter().filter_map(|warning| warning.told(&name, level)).collect();
    let complaint = rutile_vm::regexp::literals::complaint(&compiled.function, level, &mut warnings);
    tell_warnings(vm, warnings)?;
    if let Some(complaint) = complaint {
        return Err(syntax_error(vm, vm.classes.syntax_error, &complaint, settings, program)?);
    }
    match settings.task {
        Task::CheckSyntax => print("Syntax OK\n"),
        Task::Disassemble => print(&rutile_bytecode::disassemble::disassemble(&compiled.function)),
        _ => {
            vm.cover(&options, &compiled);
            execute(vm, compiled, program)?
        }
    }
    Ok(())
}

fn execute(vm: &mut Vm, compiled: Compiled, program: &Program) -> Result<(), Value> {
    if let Some(offset) = compiled.data_offset {
        define_data(vm, program, offset)?;
    }
    let code = vm.load_function(compiled.function, Value::NIL);
    // What read the options, the core library and the program's text is not wanted any more.
    rutile_vm::memory::mapped_files::hand_back();
    let (method, receiver) = (vm.program.top_method, vm.program.main_object);
    match top_binding(vm) {
        Some(binding) => vm.execute_program(code, binding).map(|_| ()),
        None => vm.execute(code, method, receiver).map(|_| ()),
    }
}

/// `TOPLEVEL_BINDING`, unless something required before the program replaced it.
fn top_binding(vm: &mut Vm) -> Option<BindingRef> {
    let name = vm.intern(b"TOPLEVEL_BINDING");
    vm.own_constant(vm.classes.object, name).and_then(BindingRef::from_value)
}

fn compiler_options(vm: &Vm, settings: &Settings, program: &Program) -> Options {
    let lines = &settings.lines;
    Options {
        coverage: vm.coverage_request(&program.name_text(), false),
        file: program.name_text(),
        main: true,
        frozen_string_literal: settings.features.frozen_string_literal,
        traced_literals: settings.traced_literals,
        encoding: source_encoding(vm, settings, program).map(|encoding| encoding.name().to_string()),
        command_line: CommandLine {
            each_line: lines.each_line,
            print: lines.print,
            chomp: lines.chomp,
            split: lines.split,
            inline: program.origin == Origin::Inline,
            extract: lines.extract,
        },
        ..Options::default()
    }
}

/// The encoding of a program that says nothing of its own, unless it is UTF-8: what is not read from a file has the locale's.
fn source_encoding(vm: &Vm, settings: &Settings, program: &Program) -> Option<Encoding> {
    let locale = Some(vm.settings.locale).filter(|locale| program.origin != Origin::File && *locale != Encoding::UTF_8);
    settings.encodings.source.or(locale.filter(|locale| locale.is_ascii_compatible()))
}

/// `DATA`: the text behind `__END__`. That of `-e` is nobody's.
fn define_data(vm: &mut Vm, program: &Program, offset: usize) -> Result<(), Value> {
    match program.origin {
        Origin::Inline => Ok(()),
        Origin::File => {
            let values = [string(vm, &program.name), Value::fixnum(offset as i64)];
            vm.call_helper("open_data", &values).map(|_| ())
        }
        Origin::Input => {
            let rest = [string(vm, &program.source[offset.min(program.source.len())..])];
            vm.call_helper("return_data", &rest).map(|_| ())
        }
    }
}

/// The exception that a program which doesn't compile ends with, told of by what the parser warned of.
fn program_error(vm: &mut Vm, error: &SyntaxError, settings: &Settings, program: &Program) -> Result<Value, Value> {
    let (level, name) = (vm.settings.warning_level, program.name_text());
    tell_warnings(vm, error.warnings.iter().filter_map(|warning| warning.told(&name, level)).collect())?;
    let class = match error.kind {
        ErrorKind::SyntaxError => vm.classes.syntax_error,
        ErrorKind::ArgumentError => vm.classes.argument_error,
        ErrorKind::LoadError => vm.classes.load_error,
    };
    syntax_error(vm, class, &error.message, settings, program)
}

fn syntax_error(vm: &mut Vm, class: ClassRef, message: &str, settings: &Settings, program: &Program) -> Result<Value, Value> {
    // A program that is only checked never gets as far as to be what runs: the command speaks.
    let speaker = if settings.task == Task::CheckSyntax { settings.command.as_bytes() } else { program.name.as_slice() };
    let values = [class.value(), words(vm, message), string(vm, speaker), string(vm, &program.name)];
    vm.call_helper("program_error", &values)
}

/// Warnings of the parser: some are given always, some only with `-w`, none with `-W0`.
fn tell_warnings(vm: &mut Vm, warnings: Vec<String>) -> Result<(), Value> {
    let lines: Vec<Vec<u8>> = warnings.into_iter().map(String::into_bytes).collect();
    if lines.is_empty() {
        return Ok(());
    }
    let lines = [strings(vm, &lines)];
    vm.call_helper("tell_warnings", &lines).map(|_| ())
}

/// Writes to standard output; who doesn't want to read on is not an error.
pub fn print(text: &str) {
    use std::io::Write;
    let mut output = std::io::stdout().lock();
    let _ = output.write_all(text.as_bytes()).and_then(|()| output.flush());
}
