//! Natives of `Coverage`.
//!
//! | primitive | does |
//! |---|---|
//! | `coverage_set_up(lines, once, branches, methods, eval)` | files that are loaded from now on are compiled so as to count |
//! | `coverage_run(on)` | goes on counting, or pauses |
//! | `coverage_end` | forgets everything |
//! | `coverage_files` | what is counted, as `vm/interpreter/coverage.rs` draws it |
//! | `coverage_methods` | the methods that count themselves: numbers of file and body, owner and name, flat |
//! | `coverage_lines(source, path)` | the lines of a text that would be counted |

use rutile_bytecode::Op;
use rutile_bytecode::instruction::counting;
use rutile_compiler::{CoverageRequest, Options};
use rutile_core::arguments::bytes;
use rutile_core::module::parameters::code_of_method;
use rutile_vm::prelude::*;
use rutile_vm::vm::CollectionKind;

fn coverage_set_up(vm: &mut Vm, args: Arguments) -> NativeResult {
    let [lines, once, branches, methods, of_eval] = [0, 1, 2, 3, 4].map(|index| args.get(index).truthy());
    vm.coverage.request = Some(CoverageRequest { lines, once, branches, methods, ..CoverageRequest::default() });
    vm.coverage.of_eval = of_eval;
    vm.coverage.files = vm.array_with_capacity(16).value();
    Ok(Value::NIL)
}

fn coverage_run(vm: &mut Vm, args: Arguments) -> NativeResult {
    vm.coverage.running = args.get(0).truthy();
    Ok(Value::NIL)
}

fn coverage_end(vm: &mut Vm, _args: Arguments) -> NativeResult {
    vm.coverage = Default::default();
    Ok(Value::NIL)
}

fn coverage_files(vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(vm.coverage.files)
}

/// Where a method counts itself: file, body, owner and name.
fn counted(vm: &mut Vm, method: MethodRef) -> Option<[Value; 4]> {
    if !matches!(method.kind(), MethodKind::Code | MethodKind::Block) {
        return None;
    }
    let code = code_of_method(vm, method)?;
    let count = code.instructions().iter().find(|i| i.op == Op::Count && i.n == counting::METHOD)?;
    let name = if method.kind() == MethodKind::Code { Value::symbol(code.name) } else { method.name() };
    Some([Value::fixnum(count.a as i64), Value::fixnum(count.bc() as i64), method.owner(), name])
}

fn coverage_methods(vm: &mut Vm, _args: Arguments) -> NativeResult {
    vm.collect(CollectionKind::Major);
    let methods = vm.live_values(|_, value| value.is_kind(Kind::Method));
    let list = vm.array_with_capacity(64);
    for method in methods.values().iter().copied().filter_map(MethodRef::from_value) {
        for value in counted(vm, method).into_iter().flatten() {
            vm.array_push(list, value);
        }
    }
    Ok(list.value())
}

fn coverage_lines(vm: &mut Vm, args: Arguments) -> NativeResult {
    let source = bytes(vm, args, 0)?.to_vec();
    let file = String::from_utf8_lossy(bytes(vm, args, 1)?).into_owned();
    let coverage = Some(CoverageRequest { lines: true, ..CoverageRequest::default() });
    let options = Options { file, line: Some(1), coverage, ..vm.loader.compiler_options.clone() };
    let compiled = match rutile_compiler::compile(&source, &options) {
        Ok(compiled) => compiled,
        Err(error) => return Err(vm.raise(vm.classes.syntax_error, error.to_string())),
    };
    let lines: Vec<Value> =
        compiled.coverage.iter().flat_map(|table| &table.lines).map(|&line| Value::fixnum(line as i64)).collect();
    Ok(vm.new_array(&lines).value())
}

pub const NATIVES: &[(&str, Native)] = &[
    ("coverage_set_up", coverage_set_up),
    ("coverage_run", coverage_run),
    ("coverage_end", coverage_end),
    ("coverage_files", coverage_files),
    ("coverage_methods", coverage_methods),
    ("coverage_lines", coverage_lines),
];
