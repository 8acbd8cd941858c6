//! Ripper's native half: a source read into the scanner's events and a program that makes the parser's.
//!
//! Nothing here calls a handler. Prism's tokens become the scanner's events (`tokens`); a walk over Prism's tree writes
//! a program for a small stack machine (`program`) in the order in which a parser from left to right reduces; the
//! Ruby part (`lib/rutile/ripper`) runs it, hands over the tokens up to where each event stands, and calls the `on_`
//! methods, whose results are the operands of later ones.

mod dedent;
mod faults;
mod notices;
mod parser_events;
mod places;
mod prism_lexer;
mod program;
mod scanner_events;
mod states;
mod tokens;
mod walk;

use rutile_core::arguments::string;
use rutile_vm::prelude::*;

use faults::Fault;
use parser_events::PARSER_EVENTS;
use program::Program;
use scanner_events::SCANNER_NAMES;
use crate::prism::in_time;
use crate::prism::library::on_deep_stack;
use tokens::Token;

/// The source as Ripper reads it.
struct Reading {
    encoding: String,
    tokens: Vec<Token>,
    program: Program,
    /// Messages and where they stand.
    errors: Vec<(usize, String)>,
    warnings: Vec<String>,
    faults: Vec<Fault>,
}

fn read(source: &[u8], encoding: &str) -> Reading {
    let (prism_tokens, encoding_name) = prism_lexer::lex(source, encoding);
    let options = ruby_prism::Options::default().version(ruby_prism::Version::CRuby3_4).encoding(encoding);
    let built = options.build();
    let parsed = ruby_prism::parse_with_options(source, &built);
    let (tokens, faults) = tokens::scan(source, &prism_tokens, &states::states(source, &parsed.node()));
    let mut errors = errors(&parsed);
    let is_whole = errors.iter().all(|(position, message)| walk::is_read_on(source, *position, message) || faults::is_read_on(message));
    faults::remove_told(&faults, &mut errors);
    let program = if is_whole { walk::walk(source, &tokens, &faults, &parsed, &errors) } else { Program::of_tokens(source, &tokens, &faults) };
    let warnings = parsed.warnings().map(|warning| String::from_utf8_lossy(warning.message()).into_owned()).collect();
    Reading { encoding: encoding_name, tokens, program, errors, warnings, faults }
}

/// The errors that Prism finds, without those that in the reference its compiler finds and not its parser.
fn errors(parsed: &ruby_prism::ParseResult<'_>) -> Vec<(usize, String)> {
    let errors = parsed.errors().map(|error| (error.location().start() as usize, String::from_utf8_lossy(error.message()).into_owned()));
    errors.filter(|(_, message)| message != "variable capture in alternative pattern").collect()
}

/// `Primitive.ripper_read(source)`: the name of the source's encoding; eight numbers a token (event, start, length, line,
/// column, state, line and column behind it); two numbers an instruction; errors as a position and a message each;
/// the messages of warnings; of each complaint of the lexer start, length, words and whether it is one of `compile_error`.
fn ripper_read(vm: &mut Vm, args: Arguments) -> NativeResult {
    let text = string(vm, args, 0)?;
    let subject = (text.bytes().to_vec(), text.encoding().name());
    let source = &subject.0;
    let reading = in_time(vm, &subject, |(source, encoding)| on_deep_stack(source, || read(source, encoding)))?;
    let tokens = numbers(vm, &token_numbers(source, &reading.tokens));
    let program = numbers(vm, &reading.program.code);
    let errors = vm.array_with_capacity(reading.errors.len() * 2);
    for (position, message) in &reading.errors {
        vm.array_push(errors, Value::fixnum(*position as i64));
        let message = vm.new_string(message.as_bytes(), Encoding::UTF_8).value();
        vm.array_push(errors, message);
    }
    let warnings = vm.array_with_capacity(reading.warnings.len());
    for message in &reading.warnings {
        let message = vm.new_string(message.as_bytes(), Encoding::UTF_8).value();
        vm.array_push(warnings, message);
    }
    let encoding = vm.new_string(reading.encoding.as_bytes(), Encoding::US_ASCII).value();
    let faults = fault_list(vm, &reading.faults);
    let result = vm.array_with_capacity(6);
    for part in [encoding, tokens.value(), program.value(), errors.value(), warnings.value(), faults] {
        vm.array_push(result, part);
    }
    Ok(result.value())
}

fn fault_list(vm: &mut Vm, faults: &[Fault]) -> Value {
    let list = vm.array_with_capacity(faults.len() * 4);
    for fault in faults {
        let words = vm.new_string(fault.words.as_bytes(), Encoding::UTF_8).value();
        for part in [Value::fixnum(fault.start as i64), Value::fixnum((fault.end - fault.start) as i64), words, Value::boolean(fault.compile)] {
            vm.array_push(list, part);
        }
    }
    list.value()
}

fn numbers(vm: &mut Vm, list: &[i64]) -> ArrayRef {
    let array = vm.array_with_capacity(list.len());
    for number in list {
        vm.array_push(array, Value::fixnum(*number));
    }
    array
}

fn token_numbers(source: &[u8], tokens: &[Token]) -> Vec<i64> {
    let mut list = Vec::with_capacity(tokens.len() * 8);
    for (token, (begin, behind)) in tokens.iter().zip(places::places(source, tokens)) {
        let numbers = [token.event as usize, token.start, token.end - token.start, begin.0, begin.1, token.state as usize, behind.0, behind.1];
        list.extend(numbers.map(|number| number as i64));
    }
    list
}

/// `Primitive.ripper_parser_events`: names and numbers of arguments in turn. `ripper_scanner_events`: names.
fn ripper_parser_events(vm: &mut Vm, _: Arguments) -> NativeResult {
    let list = vm.array_with_capacity(PARSER_EVENTS.len() * 2);
    for (name, arity) in PARSER_EVENTS {
        let name = Value::symbol(vm.intern(name.as_bytes()));
        vm.array_push(list, name);
        vm.array_push(list, Value::fixnum(i64::from(*arity)));
    }
    Ok(list.value())
}

fn symbols(vm: &mut Vm, names: &[&str]) -> Value {
    let list = vm.array_with_capacity(names.len());
    for name in names {
        let name = Value::symbol(vm.intern(name.as_bytes()));
        vm.array_push(list, name);
    }
    list.value()
}

fn ripper_scanner_events(vm: &mut Vm, _: Arguments) -> NativeResult {
    Ok(symbols(vm, SCANNER_NAMES))
}

/// `Primitive.ripper_names`: symbols that are operands and stand nowhere in a source.
fn ripper_names(vm: &mut Vm, _: Arguments) -> NativeResult {
    Ok(symbols(vm, program::NAMES))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("ripper_read", ripper_read),
    ("ripper_parser_events", ripper_parser_events),
    ("ripper_scanner_events", ripper_scanner_events),
    ("ripper_names", ripper_names),
];
