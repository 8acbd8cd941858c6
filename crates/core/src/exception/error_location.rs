//! Where in its file an exception was raised, narrower than a line: for `ErrorHighlight`; what could be named there: for
//! `DidYouMean`.

use rutile_compiler::{Options, Point, Standing};
use rutile_bytecode::{FunctionFlags, FunctionKind, Instruction, Op};
use rutile_vm::prelude::*;

use crate::arguments;

/// `error_file(exception, path, line)`: the path of the program's code that raised it, or of the call of its backtrace
/// at a path and line; nil where it has none that is known.
fn error_file(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(match standing_code(vm, args, 1) {
        Some((code, _)) => vm.string(code.file()),
        None => Value::NIL,
    })
}

/// `error_location(exception, source, points_at_arguments, name, path, line)`: first line, first column, last line, last
/// column and those lines of the text; nil where it isn't known.
fn error_location(vm: &mut Vm, args: Arguments) -> NativeResult {
    let source = arguments::bytes(vm, args, 1)?.to_vec();
    let point = if args.get(2).truthy() { Point::Arguments } else { Point::Name };
    let name = args.get(3).as_symbol().map(|name| vm.symbol_text(name));
    let Some((code, pc)) = standing_code(vm, args, 4) else { return Ok(Value::NIL) };
    let Some(at) = pc.checked_sub(1) else { return Ok(Value::NIL) };
    let counts = code.instructions[..at].iter().filter(|instruction| instruction.op == Op::Count).count();
    let instructions: Vec<Instruction> = code.instructions.iter().copied().filter(|instruction| instruction.op != Op::Count).collect();
    let names: Vec<String> = code.names.iter().map(|name| vm.symbol_text(*name)).collect();
    let label = vm.symbol_text(code.name);
    let standing = Standing { kind: code.kind, name: &label, line: code.line, instructions: &instructions, names: &names, at: at - counts };
    let options = Options { file: code.file().to_string(), line: Some(1), main: label == "<main>", ..vm.loader.compiler_options.clone() };
    let Some(spot) = rutile_compiler::spot(&source, &options, &standing, point, name.as_deref()) else { return Ok(Value::NIL) };
    let numbers = [spot.first_line, spot.first_column, spot.last_line, spot.last_column].map(|number| Value::fixnum(number as i64));
    let place = vm.new_array(&numbers);
    let snippet = vm.string(&spot.snippet);
    vm.array_push(place, snippet);
    Ok(place.value())
}

/// `error_local_names(exception)`: the names of the local variables that the code which raised it sees.
fn error_local_names(vm: &mut Vm, args: Arguments) -> NativeResult {
    let mut names: Vec<Symbol> = Vec::new();
    let mut next = standing_code(vm, args, 1).map(|(code, _)| code);
    while let Some(code) = next {
        names.extend(code.environment().iter().copied());
        names.extend(code.locals().iter().map(|local| local.name));
        let sees_more = code.is_block() || code.kind == FunctionKind::Eval;
        next = Code::of_value(code.parent.get()).filter(|_| sees_more);
    }
    let list = vm.array_with_capacity(names.len());
    for name in names {
        let value = Value::symbol(name);
        if crate::kernel::object::is_word(vm.symbol_bytes(name)) && !list.values().contains(&value) {
            vm.array_push(list, value);
        }
    }
    Ok(list.value())
}

/// The program's code that raised an exception and how far it had come: the innermost, or that at the path and line
/// given from the argument `from` on.
fn standing_code<'a>(vm: &Vm, args: Arguments, from: usize) -> Option<(&'a Code, usize)> {
    let raw = ArrayRef::from_value(vm.get_variable(args.get(0), Symbol::BACKTRACE))?;
    let path = StringRef::from_value(args.get(from)).map(|path| path.text().into_owned());
    raw.values().chunks_exact(3).find_map(|frame| {
        let code = Code::of_value(frame[0]).filter(|code| !code.has(FunctionFlags::CORE))?;
        let pc = frame[2].as_fixnum()? as usize;
        let asked = match &path {
            Some(path) => code.file() == path && args.get(from + 1) == Value::fixnum(code.line_at(pc) as i64),
            None => true,
        };
        asked.then_some((code, pc))
    })
}

pub const NATIVES: &[(&str, Native)] = &[
    ("error_file", error_file),
    ("error_location", error_location),
    ("error_local_names", error_local_names),
];
