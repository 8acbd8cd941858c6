//! The native of `Rutile::Caches`: what inline caches did, seen from the program.

use rutile_vm::prelude::*;

use crate::statistics::counts;

/// `cache_counts`: names and numbers, flat.
fn cache_counts(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let misses = &vm.polymorphic.misses;
    let named = [
        ("call_misses", misses.calls),
        ("operator_misses", misses.operators),
        ("constant_misses", misses.constants),
        ("assumptions", vm.assumptions.counts().0 as u64),
        ("rechecks", vm.assumptions.rechecks),
        ("changes", vm.assumptions.changes),
    ];
    Ok(counts::flat(vm, &named))
}

pub const NATIVES: &[(&str, Native)] = &[("cache_counts", cache_counts)];
