//! Parameters that the reference's core methods name: those of its methods that are written in Ruby. All others there are functions in C,
//! which name none. Programs ask: a library looks whether `Kernel#warn` takes `category:` before it adds it.
//!
//! `named_parameters.list` has a line for each method: `Owner#name` or `Owner.name`, then its parameters, of which `[n]` may be left out.

use rutile_vm::prelude::*;

static LIST: &str = include_str!("named_parameters.list");

/// Kind and name of a parameter.
pub type Parameter = (&'static str, &'static str);

/// The parameters of a core method, if the reference names them.
pub fn of_core_method(vm: &Vm, method: MethodRef) -> Option<Vec<Parameter>> {
    let owner = method.owner_class()?;
    let label = match ClassRef::from_module(owner.attached()).filter(|_| owner.is_singleton()) {
        Some(object) => format!("{}.{} ", vm.class_name(object), vm.symbol_text(method.symbol())),
        None => format!("{}#{} ", vm.class_name(owner), vm.symbol_text(method.symbol())),
    };
    let parameters = LIST.lines().find_map(|line| line.strip_prefix(&label))?;
    Some(parameters.split(' ').map(parameter).collect())
}

fn parameter(text: &'static str) -> Parameter {
    if let Some(name) = text.strip_suffix(':') {
        return ("key", name);
    }
    if let Some(name) = text.strip_prefix('[') {
        return ("opt", name.trim_end_matches(']'));
    }
    match text.strip_prefix('*') {
        Some(name) => ("rest", name),
        None => text.strip_prefix('&').map_or(("req", text), |name| ("block", name)),
    }
}

/// Their `arity`.
pub fn arity(parameters: &[Parameter]) -> i64 {
    let required = parameters.iter().filter(|(kind, _)| *kind == "req").count() as i64;
    let is_open = parameters.iter().any(|(kind, _)| matches!(*kind, "opt" | "rest" | "key"));
    if is_open { -required - 1 } else { required }
}
