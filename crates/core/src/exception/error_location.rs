//! Where in its file an exception was raised, narrower than a line: for `ErrorHighlight`; what could be named there: for
//! `DidYouMean`.

use rutile_compiler::{Options, Point, Spot, Standing};
use rutile_bytecode::{FunctionFlags, FunctionKind, Instruction, Op};
use rutile_vm::prelude::*;

use crate::arguments;

/// `error_file(exception, location)`: the path of the program's code that raised it, or of where the location of a
/// backtrace stands; nil where it has none that is known.
fn error_file(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(match standing_code(vm, args, 1) {
        Some((code, _)) => vm.string(code.file()),
        None => Value::NIL,
    })
}

/// `error_location(exception, source, points_at_arguments, name, location)`: first line, first column, last line, last
/// column and those lines of the text; nil where it isn't known.
fn error_location(vm: &mut Vm, args: Arguments) -> NativeResult {
    let source = arguments::bytes(vm, args, 1)?.to_vec();
    let name = args.get(3).as_symbol().map(|name| vm.symbol_text(name));
    let Some((code, pc)) = standing_code(vm, args, 4) else { return Ok(Value::NIL) };
    let found = ask_standing(vm, code, pc, |standing, options| {
        rutile_compiler::spot(&source, options, standing, point(args.get(2)), name.as_deref())
    });
    Ok(place(vm, found))
}

/// `node_location(number, source, points_at_arguments, name)`: the same of a node of the parser's tree.
fn node_location(vm: &mut Vm, args: Arguments) -> NativeResult {
    let source = arguments::bytes(vm, args, 1)?.to_vec();
    let name = args.get(3).as_symbol().map(|name| vm.symbol_text(name));
    let Some(number) = args.get(0).as_fixnum().and_then(|number| u32::try_from(number).ok()) else { return Ok(Value::NIL) };
    let found = rutile_compiler::spot_of_node(&source, number, point(args.get(2)), name.as_deref());
    Ok(place(vm, found))
}

/// `location_node(location)`: the number of the parser's node at which it stands, of code that keeps them; false of other
/// code, nil where it is not known.
fn location_node(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some((code, pc)) = standing_code(vm, args, 0) else { return Ok(Value::NIL) };
    Ok(code.node_at(pc).map_or(Value::FALSE, |number| Value::fixnum(number as i64)))
}

/// `location_node_in(location, source)`: the same, found in the text that the code was compiled from.
fn location_node_in(vm: &mut Vm, args: Arguments) -> NativeResult {
    let source = arguments::bytes(vm, args, 1)?.to_vec();
    let Some((code, pc)) = standing_code(vm, args, 0) else { return Ok(Value::NIL) };
    let found = ask_standing(vm, code, pc, |standing, options| rutile_compiler::node(&source, options, standing));
    Ok(found.map_or(Value::NIL, |number| Value::fixnum(number as i64)))
}

fn point(at_arguments: Value) -> Point {
    if at_arguments.truthy() { Point::Arguments } else { Point::Name }
}

/// Asks the compiler about the place where the machine stood.
fn ask_standing<T>(vm: &Vm, code: &Code, pc: usize, ask: impl FnOnce(&Standing<'_>, &Options) -> Option<T>) -> Option<T> {
    let at = pc.checked_sub(1)?;
    let counts = code.instructions()[..at].iter().filter(|instruction| instruction.op == Op::Count).count();
    let instructions: Vec<Instruction> = code.instructions().iter().copied().filter(|instruction| instruction.op != Op::Count).collect();
    let names: Vec<String> = code.names.iter().map(|name| vm.symbol_text(*name)).collect();
    let label = vm.symbol_text(code.name);
    let standing = Standing { kind: code.kind, name: &label, line: code.line, instructions: &instructions, names: &names, at: at - counts };
    let options = Options { file: code.file().to_string(), line: Some(1), main: label == "<main>", ..vm.loader.compiler_options.clone() };
    ask(&standing, &options)
}

fn place(vm: &mut Vm, spot: Option<Spot>) -> Value {
    let Some(spot) = spot else { return Value::NIL };
    let numbers = [spot.first_line, spot.first_column, spot.last_line, spot.last_column].map(|number| Value::fixnum(number as i64));
    let place = vm.new_array(&numbers);
    let snippet = vm.string(&spot.snippet);
    vm.array_push(place, snippet);
    place.value()
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

/// The program's code in which the location given as the argument `from` stands, or the innermost that raised an
/// exception, and how far it had come.
fn standing_code<'a>(vm: &Vm, args: Arguments, from: usize) -> Option<(&'a Code, usize)> {
    let location = args.get(from);
    if !location.is_undefined() && location.truthy() {
        let pc = vm.get_variable(location, Symbol::COUNTER).as_fixnum()?;
        return Some((Code::of_value(vm.get_variable(location, Symbol::CODE))?, usize::try_from(pc).ok()?));
    }
    let raw = ArrayRef::from_value(vm.get_variable(args.get(0), Symbol::BACKTRACE))?;
    raw.values().chunks_exact(3).find_map(|frame| {
        let code = Code::of_value(frame[0]).filter(|code| !code.has(FunctionFlags::CORE))?;
        Some((code, usize::try_from(frame[2].as_fixnum()?).ok()?))
    })
}

pub const NATIVES: &[(&str, Native)] = &[
    ("error_file", error_file),
    ("error_location", error_location),
    ("node_location", node_location),
    ("location_node", location_node),
    ("location_node_in", location_node_in),
    ("error_local_names", error_local_names),
];
