//! Sorting that can be left off: pieces, and merges of them.
//!
//! The standard library's sort can't be stopped halfway. So it sorts pieces of some milliseconds each, which are merged then,
//! two neighbours at a time; between pieces and within merges others are attended to.

use std::cmp::Ordering;

use rutile_vm::prelude::*;

/// Elements that are sorted at once.
const PIECE: usize = 1 << 16;
/// What sorting or merging an element costs, in steps of `Attention`.
const ELEMENT: usize = 4;

/// Sorts, equal elements as they stood. An error is the native's answer; what was to be sorted is in no order then.
pub(super) fn sort<T: Copy>(vm: &Vm, elements: &mut [T], compare: impl Fn(&T, &T) -> Ordering) -> Result<(), Exit> {
    sort_pieces(vm, elements, |piece| piece.sort_by(&compare), &compare)
}

/// The same with a sort of one's own for the pieces.
pub(super) fn sort_pieces<T: Copy>(
    vm: &Vm, elements: &mut [T], sort_piece: impl Fn(&mut [T]), compare: impl Fn(&T, &T) -> Ordering,
) -> Result<(), Exit> {
    if elements.len() <= PIECE {
        sort_piece(elements);
        return Ok(());
    }
    let mut attention = Attention::default();
    for piece in elements.chunks_mut(PIECE) {
        sort_piece(piece);
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
) -> Result<(), Exit> {
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
