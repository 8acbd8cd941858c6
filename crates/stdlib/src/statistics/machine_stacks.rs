//! Natives of `Rutile::MachineStacks`: the pool of machine stacks, seen from the program.
//!
//! | primitive | does |
//! |---|---|
//! | `machine_stack_policy`, `set_machine_stack_policy(text)` | the settings in words; nil, or what is wrong with the text |
//! | `machine_stack_counts` | names and numbers, flat |
//! | `trim_machine_stacks` | how many bytes of address space were given back |

use rutile_core::arguments::bytes;
use rutile_fiber::Policy;
use rutile_vm::prelude::*;

use crate::statistics::counts;

fn machine_stack_policy(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let policy = vm.used_machine_stacks().map_or(vm.options.machine_stacks, |pool| pool.policy());
    Ok(vm.string(&policy.to_string()))
}

fn set_machine_stack_policy(vm: &mut Vm, args: Arguments) -> NativeResult {
    let text = bytes(vm, args, 0)?;
    match Policy::parse(&String::from_utf8_lossy(text)) {
        Ok(policy) => {
            vm.set_machine_stack_policy(policy);
            Ok(Value::NIL)
        }
        Err(error) => Ok(vm.string(&error.to_string())),
    }
}

fn machine_stack_counts(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let pool = vm.used_machine_stacks().map(|pool| pool.statistics()).unwrap_or_default();
    let named = [
        ("allocations", pool.allocations as u64),
        ("stacks", pool.stacks as u64),
        ("used", pool.used as u64),
        ("vacant", pool.vacant as u64),
        ("warm", pool.warm as u64),
        ("bytes", pool.bytes as u64),
        ("peak", pool.peak as u64),
        ("acquired", pool.acquired),
        ("mapped", pool.mapped),
        ("unmapped", pool.unmapped),
        ("guarded_by_marker", pool.guards.marker as u64),
        ("guarded_by_protection", pool.guards.protected as u64),
        ("guarded_by_software", pool.guards.software as u64),
    ];
    Ok(counts::flat(vm, &named))
}

fn trim_machine_stacks(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let trimmed = vm.used_machine_stacks().map_or(0, |pool| pool.trim().bytes);
    Ok(Value::fixnum(trimmed as i64))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("machine_stack_policy", machine_stack_policy),
    ("set_machine_stack_policy", set_machine_stack_policy),
    ("machine_stack_counts", machine_stack_counts),
    ("trim_machine_stacks", trim_machine_stacks),
];
