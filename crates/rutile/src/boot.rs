//! A machine, ready for a program: core library loaded, options told to it.
//!
//! The meaning of an option is Ruby (`core/rutile/command.rb`); this file only hands it over.

use rutile_core::about::Revision;
use rutile_vm::value::encoding::Encoding;
use rutile_vm::object::globals::Global;
use rutile_vm::memory::mapped_files;
use rutile_vm::value::Value;
use rutile_vm::vm::{Options, Vm};

use crate::crash;
use crate::failure::Failure;
use crate::libraries;
use crate::program::Program;
use crate::settings::{Record, Settings, Verbosity};
use crate::signals;

/// The revision that this binary is built from.
pub const BUILT: Revision = Revision { hash: env!("RUTILE_REVISION"), day: env!("RUTILE_REVISION_DAY") };

/// A machine with its core library. An error is what loading raised.
pub fn machine() -> Result<Box<Vm>, Failure> {
    let mut vm = Vm::new(Options::from_environment()).map_err(|error| Failure::new("NoMemoryError", error.to_string()))?;
    if let Err(error) = rutile_core::install(&mut vm, &BUILT) {
        crate::termination::report_plainly(&mut vm, error);
        return Err(Failure::load("the core library could not be loaded"));
    }
    rutile_stdlib::install(&mut vm);
    rutile_extension::install(&mut vm);
    mapped_files::hand_back();
    if let Some(bytes) = vm.options.heap_limit {
        vm.limit_heap(bytes);
    }
    signals::take(&vm);
    crash::watch(&vm);
    Ok(vm)
}

/// Tells a machine what the command line said. An error is an exception, from a library for example.
pub fn prepare(vm: &mut Vm, settings: &Settings, program: &Program) -> Result<(), Value> {
    vm.settings.locale_codeset = rutile_platform::locale::codeset();
    vm.settings.locale = Encoding::find(&vm.settings.locale_codeset).unwrap_or(Encoding::US_ASCII);
    vm.loader.compiler_options.frozen_string_literal = settings.features.frozen_string_literal;
    vm.loader.compiler_options.traced_literals = settings.traced_literals;
    let arguments = switches(vm, settings);
    let encoding = settings.encodings.external.unwrap_or(vm.settings.locale);
    let values = [string(vm, &program.name), strings_in(vm, &arguments, encoding)];
    vm.call_helper("name_program", &values)?;
    let libraries = libraries::libraries(settings, &vm.loader.library.folder);
    let values = [strings(vm, &libraries.path), string(vm, &libraries.standard), Value::boolean(libraries.has_standard)];
    vm.call_helper("place_libraries", &values)?;
    encodings(vm, settings)?;
    line_options(vm, settings)?;
    warnings(vm, settings)?;
    // What helps with messages comes with RubyGems, and stays away with it.
    let has_gems = settings.features.gems != Some(false);
    if has_gems && settings.features.error_highlight != Some(false) {
        vm.call_helper("offer_highlights", &[])?;
    }
    if has_gems && settings.features.did_you_mean != Some(false) {
        vm.call_helper("offer_suggestions", &[])?;
    }
    if has_gems && settings.features.syntax_suggest != Some(false) {
        vm.call_helper("offer_syntax_suggestions", &[])?;
    }
    if has_gems && libraries::has_gems(&libraries.path) {
        vm.call_helper("offer_gems", &[])?;
    }
    if let Some(limit) = settings.backtrace_limit {
        vm.call_helper("limit_backtraces", &[Value::fixnum(limit)])?;
    }
    if !settings.libraries.is_empty() {
        let names = [strings(vm, &settings.libraries)];
        vm.call_helper("require_libraries", &names)?;
    }
    if let Some(report) = &settings.heap_report {
        let output = report.output.as_ref().map_or(Value::NIL, |path| string(vm, path));
        let values = [string(vm, &report.format), output];
        vm.call_helper("report_heap_at_exit", &values)?;
    }
    Ok(())
}

/// Text that comes from outside.
pub fn string(vm: &mut Vm, bytes: &[u8]) -> Value {
    let encoding = vm.settings.encoding_from_outside(bytes, vm.settings.locale);
    vm.new_string(bytes, encoding).value()
}

/// Text of our own.
pub fn words(vm: &mut Vm, text: &str) -> Value {
    vm.new_string(text.as_bytes(), Encoding::UTF_8).value()
}

pub fn strings(vm: &mut Vm, texts: &[Vec<u8>]) -> Value {
    strings_in(vm, texts, vm.settings.locale)
}

fn strings_in(vm: &mut Vm, texts: &[Vec<u8>], encoding: Encoding) -> Value {
    let array = vm.array_with_capacity(texts.len());
    for text in texts {
        let encoding = vm.settings.encoding_from_outside(text, encoding);
        let text = vm.new_string(text, encoding).value();
        vm.array_push(array, text);
    }
    array.value()
}

/// `-s`: takes switches off the arguments and sets their globals.
fn switches(vm: &mut Vm, settings: &Settings) -> Vec<Vec<u8>> {
    let arguments = &settings.arguments;
    if !settings.switches {
        return arguments.clone();
    }
    let mut taken = 0;
    for argument in arguments {
        match argument.as_slice() {
            b"--" => {
                taken += 1;
                break;
            }
            [b'-', switch @ ..] if !switch.is_empty() => set_switch(vm, switch),
            _ => break,
        }
        taken += 1;
    }
    arguments[taken..].to_vec()
}

/// `foo-bar=value` sets `$foo_bar`; without a value it is true.
fn set_switch(vm: &mut Vm, switch: &[u8]) {
    let end = switch.iter().position(|&byte| byte == b'=');
    let (name, value) = (&switch[..end.unwrap_or(switch.len())], end.map(|end| &switch[end + 1..]));
    let global: Vec<u8> = std::iter::once(b'$').chain(name.iter().map(|&byte| if byte == b'-' { b'_' } else { byte })).collect();
    let value = value.map_or(Value::TRUE, |value| string(vm, value));
    let name = vm.intern(&global);
    vm.globals.set(name, Global::Value(value));
}

fn encodings(vm: &mut Vm, settings: &Settings) -> Result<(), Value> {
    let locale = Some(vm.settings.locale).filter(|locale| *locale != Encoding::UTF_8);
    let (external, internal) = (settings.encodings.external.or(locale), settings.encodings.internal);
    if external.is_none() && internal.is_none() {
        return Ok(());
    }
    let names = [external, internal].map(|encoding| encoding.map_or(Value::NIL, |encoding| vm.ascii_string(encoding.name())));
    vm.call_helper("choose_encodings", &names).map(|_| ())
}

fn line_options(vm: &mut Vm, settings: &Settings) -> Result<(), Value> {
    let lines = &settings.lines;
    let given = [("$-p", lines.print), ("$-l", lines.chomp), ("$-a", lines.split)];
    let names: Vec<Value> = given.iter().filter(|(_, on)| *on).map(|(name, _)| Value::symbol(vm.intern(name.as_bytes()))).collect();
    if !names.is_empty() {
        let names = [vm.new_array(&names).value()];
        vm.call_helper("choose_line_options", &names)?;
    }
    if lines.each_line || lines.print {
        vm.call_helper("offer_line_methods", &[])?;
    }
    if lines.record.is_some() || lines.output_record.is_some() || lines.field_pattern.is_some() {
        let record = separator(vm, lines.record);
        let output = separator(vm, lines.output_record);
        let pattern = lines.field_pattern.as_ref().map_or(Value::NIL, |pattern| string(vm, pattern));
        vm.call_helper("choose_separators", &[record, output, pattern])?;
    }
    if let Some(ending) = &lines.in_place {
        let ending = [string(vm, ending)];
        vm.call_helper("edit_in_place", &ending)?;
    }
    Ok(())
}

/// A separator in a list of its own, since nil is one; nil where none was chosen.
fn separator(vm: &mut Vm, record: Option<Record>) -> Value {
    let Some(record) = record else { return Value::NIL };
    let value = match record {
        Record::Newline => string(vm, b"\n"),
        Record::Byte(byte) => string(vm, &[byte]),
        Record::Paragraph => string(vm, b""),
        Record::Whole => Value::NIL,
    };
    vm.new_array(&[value]).value()
}

fn warnings(vm: &mut Vm, settings: &Settings) -> Result<(), Value> {
    if let Some(verbosity) = settings.verbosity {
        vm.settings.warning_level = match verbosity {
            Verbosity::Silent => 0,
            Verbosity::Normal => 1,
            Verbosity::Verbose => 2,
        };
    }
    if vm.settings.warning_level == 2 {
        std::mem::take(&mut vm.options.notices).iter().for_each(|notice| eprintln!("{notice}"));
    }
    if settings.debug {
        let name = Value::symbol(vm.intern(b"$DEBUG"));
        vm.call_helper("set_debug", &[Value::TRUE, name])?;
    }
    if settings.warning_categories.is_empty() {
        return Ok(());
    }
    let pairs = vm.array_with_capacity(settings.warning_categories.len());
    for (name, on) in &settings.warning_categories {
        let name = Value::symbol(vm.intern(name.as_bytes()));
        let pair = vm.new_array(&[name, Value::boolean(*on)]);
        vm.array_push(pairs, pair.value());
    }
    vm.call_helper("choose_warnings", &[pairs.value()]).map(|_| ())
}
