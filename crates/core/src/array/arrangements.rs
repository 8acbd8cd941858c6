//! `Primitive.next_arrangement(positions, used, count)`: steps the first `count` positions to the next arrangement in order; false
//! after the last one. `used` tells of each position whether it is among them.

use rutile_vm::prelude::*;

use crate::arguments::{array, position};

fn next_arrangement(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (positions, used, count) = (array(vm, args, 0)?, array(vm, args, 1)?, position(vm, args, 2)?);
    for slot in (0..count).rev() {
        let place = positions.get(slot).as_fixnum().ok_or(Exit::Fallback)? as usize;
        vm.array_store(used, place, Value::FALSE);
        if let Some(next) = next_free(used, place + 1) {
            take(vm, positions, used, slot, next);
            fill(vm, positions, used, slot + 1, count);
            return Ok(Value::TRUE);
        }
    }
    Ok(Value::FALSE)
}

/// The first position from `start` on that is not used.
fn next_free(used: ArrayRef, start: usize) -> Option<usize> {
    (start..used.len()).find(|&place| !used.get(place).truthy())
}

fn take(vm: &mut Vm, positions: ArrayRef, used: ArrayRef, slot: usize, place: usize) {
    vm.array_store(positions, slot, Value::fixnum(place as i64));
    vm.array_store(used, place, Value::TRUE);
}

/// Gives the places from `slot` on the smallest positions that are free.
fn fill(vm: &mut Vm, positions: ArrayRef, used: ArrayRef, slot: usize, count: usize) {
    let mut start = 0;
    for slot in slot..count {
        let Some(place) = next_free(used, start) else { return };
        take(vm, positions, used, slot, place);
        start = place + 1;
    }
}

pub const NATIVES: &[(&str, Native)] = &[("next_arrangement", next_arrangement)];
