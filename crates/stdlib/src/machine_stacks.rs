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
    let counts = vm.used_machine_stacks().map(|pool| pool.statistics()).unwrap_or_default();
    let named = [
        ("allocations", counts.allocations as u64),
        ("stacks", counts.stacks as u64),
        ("used", counts.used as u64),
        ("vacant", counts.vacant as u64),
        ("warm", counts.warm as u64),
        ("bytes", counts.bytes as u64),
        ("peak", counts.peak as u64),
        ("acquired", counts.acquired),
        ("mapped", counts.mapped),
        ("unmapped", counts.unmapped),
        ("guarded_by_marker", counts.guards.marker as u64),
        ("guarded_by_protection", counts.guards.protected as u64),
        ("guarded_by_software", counts.guards.software as u64),
    ];
    let flat = vm.array_with_capacity(named.len() * 2);
    for (name, count) in named {
        let name = vm.intern(name.as_bytes());
        vm.array_push(flat, Value::symbol(name));
        vm.array_push(flat, Value::fixnum(count as i64));
    }
    Ok(flat.value())
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
