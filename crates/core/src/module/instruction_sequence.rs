//! Facts of code, as `RubyVM::InstructionSequence` tells them.
//!
//! | primitive | answers |
//! |---|---|
//! | `code_of(body)` | the code of a Proc, Method or UnboundMethod; nil where it has none in Ruby |
//! | `code_of_traced()` | the code that a `TracePoint`'s hook is told of, or nil |
//! | `code_list()` | the code of all that the program has loaded |
//! | `code_instructions(code)` | a text with a line for each instruction |
//! | `code_facts(code)` | path, first and last line, label, label of the method around it, what it is of |
//! | `code_children(code)` | the code that stands in it |
//! | `code_events(code)` | line, event, line, event and so on, in the order of the text; events as `TracePoint` numbers them |
//! | `code_variables(code)` | the names of its local variables |
//! | `code_parameters(code)` | its parameters, as `Method#parameters` has them |
//! | `code_lines(code)` | the lines of its text, if it keeps them, or nil |
//! | `code_keep_lines(code, text)` | nothing: it keeps those of this text |
//! | `keep_eval_lines(whether)` | nothing: code that `eval` compiles keeps them from now on, or doesn't |
//! | `code_extent(source, kind, line)` | first line, first column, last line and last column of the method, block or lambda that begins in a line, if only one of its kind does |

use std::fmt::Write;

use rutile_bytecode::{FunctionFlags, FunctionKind, Op};
use rutile_vm::interpreter::tracing::event;
use rutile_vm::prelude::*;

use crate::module::{parameters, trace_point};

fn code_at<'a>(vm: &mut Vm, args: Arguments) -> Result<&'a Code, Exit> {
    let Some(code) = Code::of_value(args.get(0)) else { return Err(vm.argument_error("a primitive expects code".to_string())) };
    vm.load_packed_within(code);
    Ok(code)
}

fn code_of(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(trace_point::target_code(vm, args.get(0)).unwrap_or(Value::NIL))
}

fn code_of_traced(vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(vm.traced_frame().map_or(Value::NIL, |frame| frame.code().cell.get()))
}

fn code_list(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let packed = vm.live_values(|_, value| Code::is_packed(value));
    (0..packed.len()).for_each(|index| vm.load_packed(packed.get(index)));
    let list = vm.live_values(|_, value| Code::of_value(value).is_some_and(|code| !code.has(FunctionFlags::CORE)));
    Ok(list.value())
}

/// What code is of, by the reference's names; the program's own file is told from others by its label.
fn kind_name(code: &Code) -> &'static str {
    match code.kind {
        FunctionKind::File => "top",
        FunctionKind::Eval => "eval",
        FunctionKind::Method => "method",
        FunctionKind::Class | FunctionKind::Module | FunctionKind::SingletonClass => "class",
        FunctionKind::Block | FunctionKind::Lambda => "block",
    }
}

fn children(code: &Code) -> impl Iterator<Item = &Code> {
    code.functions.iter().filter_map(|inner| Code::of_value(inner.get()))
}

/// The last line that an instruction of a code or of the code in it belongs to.
fn last_line(code: &Code) -> u32 {
    let own = (1..=code.instructions().len()).map(|after| code.line_at(after)).max();
    children(code).map(last_line).chain(own).fold(code.line, u32::max)
}

fn code_facts(vm: &mut Vm, args: Arguments) -> NativeResult {
    let code = code_at(vm, args)?;
    let (label, base_label) = vm.code_labels(code);
    let kind = Value::symbol(vm.intern(kind_name(code).as_bytes()));
    let first = if code.kind == FunctionKind::File { 0 } else { code.line };
    let (path, last) = (code.file().to_string(), last_line(code));
    vm.disable_collections(|vm| {
        let [path, label, base_label] = [&path, &label, &base_label].map(|text| vm.string(text));
        Ok(vm.new_array(&[path, Value::fixnum(first.into()), Value::fixnum(last.into()), label, base_label, kind]).value())
    })
}

fn code_children(vm: &mut Vm, args: Arguments) -> NativeResult {
    let code = code_at(vm, args)?;
    // The list names cells, which no collection would follow.
    vm.disable_collections(|vm| {
        let cells: Vec<Value> = children(code).map(|inner| inner.cell.get()).collect();
        Ok(vm.new_array(&cells).value())
    })
}

/// The events of a frame's beginning and end.
fn entry_and_end(kind: FunctionKind) -> (u32, u32) {
    match kind {
        FunctionKind::Method => (event::CALL, event::RETURN),
        FunctionKind::Block | FunctionKind::Lambda => (event::B_CALL, event::B_RETURN),
        FunctionKind::Class | FunctionKind::Module | FunctionKind::SingletonClass => (event::CLASS, event::END),
        FunctionKind::File | FunctionKind::Eval => (0, 0),
    }
}

fn code_events(vm: &mut Vm, args: Arguments) -> NativeResult {
    let code = code_at(vm, args)?;
    let (entry, end) = entry_and_end(code.kind);
    let mut events = vec![(code.line, entry)];
    for at in 0..code.instructions().len() {
        events.extend(code.statement_at(at).map(|line| (line, event::LINE)));
        if code.instructions()[at].op == Op::Return {
            events.push((code.line_at(at + 1), end));
        }
    }
    events.dedup();
    let told = events.into_iter().filter(|(_, event)| *event != 0);
    let values: Vec<Value> = told.flat_map(|(line, event)| [line, event].map(|number| Value::fixnum(number.into()))).collect();
    Ok(vm.new_array(&values).value())
}

/// A line for each instruction: where it stands, its name and operands, and the line of the program where another one begins.
fn code_instructions(vm: &mut Vm, args: Arguments) -> NativeResult {
    let code = code_at(vm, args)?;
    let mut text = String::new();
    let mut line = 0;
    for (at, instruction) in code.instructions().iter().enumerate() {
        let operands = format!("{}, {}, {}, {}", instruction.a, instruction.b, instruction.c, instruction.n);
        let row = format!("{at:04} {:<20} {operands}", instruction.op.name());
        let next = code.line_at(at + 1);
        // Writing to a String cannot fail.
        let _ = if next == line { writeln!(text, "{row}") } else { writeln!(text, "{row:<50}({next:4})") };
        line = next;
    }
    Ok(vm.string(&text))
}

fn code_variables(vm: &mut Vm, args: Arguments) -> NativeResult {
    let code = code_at(vm, args)?;
    let names = code.locals().iter().map(|local| local.name).chain(code.environment().iter().copied());
    let names: Vec<Value> = names.map(Value::symbol).collect();
    Ok(vm.new_array(&names).value())
}

fn code_parameters(vm: &mut Vm, args: Arguments) -> NativeResult {
    let code = code_at(vm, args)?;
    Ok(parameters::list(vm, code, code.kind != FunctionKind::Block))
}

fn code_extent(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (Some(source), Some(kind), Some(line)) = (args.get(0).as_string(), args.get(1).as_symbol(), args.get(2).as_fixnum()) else {
        return Err(vm.argument_error("a primitive expects a String, a Symbol and an Integer".to_string()));
    };
    let kind = match vm.symbol_bytes(kind) {
        b"method" => FunctionKind::Method,
        b"lambda" => FunctionKind::Lambda,
        _ => FunctionKind::Block,
    };
    let found = rutile_compiler::extents(source.bytes());
    let mut there = found.iter().filter(|extent| extent.kind == kind && i64::from(extent.first_line) == line);
    let (Some(extent), None) = (there.next(), there.next()) else { return Ok(Value::NIL) };
    let numbers = [extent.first_line, extent.first_column, extent.last_line, extent.last_column];
    Ok(vm.new_array(&numbers.map(|number| Value::fixnum(number.into()))).value())
}

fn code_lines(vm: &mut Vm, args: Arguments) -> NativeResult {
    let code = code_at(vm, args)?;
    Ok(vm.lines_of(code))
}

fn code_keep_lines(vm: &mut Vm, args: Arguments) -> NativeResult {
    let code = code_at(vm, args)?;
    let text = args.get(1).as_string().ok_or(Exit::Fallback)?;
    vm.keep_lines(code, text.bytes(), text.encoding());
    Ok(Value::NIL)
}

fn keep_eval_lines(vm: &mut Vm, args: Arguments) -> NativeResult {
    vm.loader.keeps_lines = args.get(0).truthy();
    Ok(Value::NIL)
}

pub const NATIVES: &[(&str, Native)] = &[
    ("code_of", code_of),
    ("code_of_traced", code_of_traced),
    ("code_list", code_list),
    ("code_facts", code_facts),
    ("code_children", code_children),
    ("code_events", code_events),
    ("code_instructions", code_instructions),
    ("code_variables", code_variables),
    ("code_parameters", code_parameters),
    ("code_extent", code_extent),
    ("code_lines", code_lines),
    ("code_keep_lines", code_keep_lines),
    ("keep_eval_lines", keep_eval_lines),
];
