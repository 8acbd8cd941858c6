//! Figures of the machine as Ruby takes them: names and numbers in turn, in one Array.

use rutile_vm::prelude::*;

pub fn flat(vm: &mut Vm, counts: &[(&str, u64)]) -> Value {
    let flat = vm.array_with_capacity(counts.len() * 2);
    for (name, count) in counts {
        let name = vm.intern(name.as_bytes());
        vm.array_push(flat, Value::symbol(name));
        vm.array_push(flat, Value::fixnum(*count as i64));
    }
    flat.value()
}
