//! Ractors: Procs that run apart from what is around them, and objects that were given away.

use rutile_vm::interpreter::proc_flags;
use rutile_vm::concurrency::isolation::OuterVariable;
use rutile_vm::prelude::*;

use crate::module::procedure;

fn outside(vm: &mut Vm, args: Arguments) -> Option<(ProcRef, Vec<OuterVariable>, bool)> {
    let closure = ProcRef::from_value(args.get(0))?;
    let code = Code::of_value(closure.code())?;
    let (variables, yields) = vm.outer_variables(closure, code);
    Some((closure, variables, yields))
}

/// `proc_outer_variables(proc)`: an Array of name, value and whether it is assigned for each outer variable that the
/// Proc names, and whether it says `yield`; nil where it is no code.
fn proc_outer_variables(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some((_, variables, yields)) = outside(vm, args) else { return Ok(Value::NIL) };
    let all = vm.disable_collections(|vm| {
        let list = vm.array_with_capacity(variables.len());
        for variable in &variables {
            let entry = vm.new_array(&[Value::symbol(variable.name), variable.value, Value::boolean(variable.assigned)]);
            vm.array_push(list, entry.value());
        }
        list.value()
    });
    Ok(vm.new_array(&[all, Value::boolean(yields)]).value())
}

/// `proc_share(proc)`: the Proc has variables of its own from now on and may be shared.
fn proc_share(vm: &mut Vm, args: Arguments) -> NativeResult {
    if let Some((closure, variables, _)) = outside(vm, args) {
        if !vm.separate_variables(closure, &variables) {
            return Err(vm.not_implemented("sharing a Proc that names variables shown by a binding"));
        }
        procedure::flag(vm, closure, proc_flags::SHAREABLE);
    }
    Ok(args.get(0))
}

fn proc_is_shareable(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(ProcRef::from_value(args.get(0)).is_some_and(|closure| closure.has(proc_flags::SHAREABLE))))
}

/// `object_give_away(object, class)`: what was given to another Ractor is of a class that answers nothing.
fn object_give_away(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = crate::module::module_at(vm, args, 1)?;
    vm.set_class(args.get(0), class);
    Ok(Value::NIL)
}

pub const NATIVES: &[(&str, Native)] = &[
    ("proc_outer_variables", proc_outer_variables),
    ("proc_share", proc_share),
    ("proc_is_shareable", proc_is_shareable),
    ("object_give_away", object_give_away),
];
