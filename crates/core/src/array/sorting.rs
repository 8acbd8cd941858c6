//! Sorting that can be left off.
//!
//! The standard library's sort can't be stopped halfway. So it sorts pieces of some milliseconds each, and others are attended to
//! between two. Small Integers are cut at their median before (a tenth more work); what has to stay as it stood, where it is
//! equal, is merged behind.

use std::cmp::Ordering;

use rutile_vm::prelude::*;

/// Small Integers that are sorted at once.
const INTEGERS: usize = 1 << 18;
/// Other elements that are: to compare two may take long.
const PIECE: usize = 1 << 16;
/// What sorting or merging an element costs, in steps of `Attention`.
const ELEMENT: usize = 4;

/// Sorts small Integers. An error is the native's answer; what was to be sorted is in no order then.
pub(super) fn sort_integers(vm: &Vm, integers: &mut [Value]) -> Result<(), LeftOff> {
    cut(vm, integers, &mut Attention::default())
}

fn cut(vm: &Vm, integers: &mut [Value], attention: &mut Attention) -> Result<(), LeftOff> {
    attention.step(vm, integers.len() * ELEMENT)?;
    let key = |value: &Value| value.as_fixnum();
    if integers.len() <= INTEGERS {
        integers.sort_unstable_by_key(key);
        return Ok(());
    }
    let (smaller, _, larger) = integers.select_nth_unstable_by_key(integers.len() / 2, key);
    cut(vm, smaller, attention)?;
    cut(vm, larger, attention)
}

/// Sorts, equal elements as they stood. An error is the native's answer; what was to be sorted is in no order then.
pub(super) fn sort<T: Copy>(vm: &Vm, elements: &mut [T], compare: impl Fn(&T, &T) -> Ordering) -> Result<(), LeftOff> {
    if elements.len() <= PIECE {
        elements.sort_by(compare);
        return Ok(());
    }
    let mut attention = Attention::default();
    for piece in elements.chunks_mut(PIECE) {
        piece.sort_by(&compare);
        attention.step(vm, piece.len() * ELEMENT)?;
    }
    let mut merged = Vec::with_capacity(elements.len());
    let mut size = PIECE;
    while size < elements.len() {
        merged.clear();
        for pair in elements.chunks(2 * size) {
            let (before, after) = pair.split_at(size.min(pair.len()));
            merge(vm, before, after, &mut merged, &compare, &mut attention)?;
        }
        elements.copy_from_slice(&merged);
        size *= 2;
    }
    Ok(())
}

/// Two pieces in order, as one behind what is merged already.
fn merge<T: Copy>(
    vm: &Vm, mut before: &[T], mut after: &[T], merged: &mut Vec<T>, compare: &impl Fn(&T, &T) -> Ordering, attention: &mut Attention,
) -> Result<(), LeftOff> {
    while let (Some(one), Some(other)) = (before.first(), after.first()) {
        attention.step(vm, ELEMENT)?;
        if compare(one, other).is_le() {
            merged.push(*one);
            before = &before[1..];
        } else {
            merged.push(*other);
            after = &after[1..];
        }
    }
    merged.extend_from_slice(before);
    merged.extend_from_slice(after);
    Ok(())
}
