//! Merge sort step by step: a core method asks what to compare next and tells the order, so that each comparison is an
//! ordinary call.
//!
//! The halves are those of the GNU C library's `qsort_r`, which CRuby sorts by on Linux: the first has no more than the second, and both
//! are merged before the whole is. Called as `Primitive.name(...)`:
//!
//! | primitive | does |
//! |---|---|
//! | `merge_begin(array)` | what a merge sort of the Array keeps: nil where nothing is to be compared |
//! | `merge_next(array, merge, order)` | whether more is to be compared: elements 0 and 1 of `merge`, of which `order` is the last one's answer |
//!
//! `merge` holds, in this order, the two elements, where the part begins that is being merged, how many it has, how far its halves
//! have been taken, and the first half itself.

use rutile_vm::prelude::*;

use crate::arguments::array;

const BEFORE: usize = 0;
const AFTER: usize = 1;
const START: usize = 2;
const SIZE: usize = 3;
const LEFT: usize = 4;
const RIGHT: usize = 5;
const ASIDE: usize = 6;

/// Elements that stand side by side.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Part {
    start: usize,
    size: usize,
}

impl Part {
    fn half(self) -> usize {
        self.size / 2
    }

    fn halves(self) -> (Part, Part) {
        let half = self.half();
        (Part { start: self.start, size: half }, Part { start: self.start + half, size: self.size - half })
    }

    /// The part within this one that is merged first.
    fn first_merged(self) -> Part {
        let (left, right) = self.halves();
        match (left.size > 1, right.size > 1) {
            (true, _) => left.first_merged(),
            (_, true) => right.first_merged(),
            _ => self,
        }
    }

    /// The part within this one that is merged after `part`; none after this one.
    fn merged_after(self, part: Part) -> Option<Part> {
        let (left, right) = self.halves();
        if part == self || self.size < 2 {
            None
        } else if part == left {
            Some(if right.size > 1 { right.first_merged() } else { self })
        } else if part == right {
            Some(self)
        } else if part.start < right.start {
            left.merged_after(part)
        } else {
            right.merged_after(part)
        }
    }
}

fn merge_begin(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = array(vm, args, 0)?;
    let size = array.len();
    if size < 2 {
        return Ok(Value::NIL);
    }
    let merge = vm.array_with_capacity(ASIDE + size / 2);
    vm.array_resize(merge, ASIDE + size / 2);
    open(vm, array, merge, Part { start: 0, size }.first_merged());
    Ok(merge.value())
}

/// Lays the first half of a part aside; its first element and that of the second are what is compared next.
fn open(vm: &mut Vm, array: ArrayRef, merge: ArrayRef, part: Part) {
    let half = part.half();
    for index in 0..half {
        vm.array_store(merge, ASIDE + index, array.get(part.start + index));
    }
    vm.array_store(merge, BEFORE, array.get(part.start));
    vm.array_store(merge, AFTER, array.get(part.start + half));
    for (field, number) in [(START, part.start), (SIZE, part.size), (LEFT, 0), (RIGHT, half)] {
        vm.array_store(merge, field, Value::fixnum(number as i64));
    }
}

fn merge_next(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (array, merge) = (array(vm, args, 0)?, array(vm, args, 1)?);
    let order = args.get(2).as_fixnum().ok_or(Exit::Fallback)?;
    let part = part_of(array, merge).ok_or(Exit::Fallback)?;
    let (left, right) = number(merge, LEFT).zip(number(merge, RIGHT)).ok_or(Exit::Fallback)?;
    let half = part.half();
    if left >= half || right < half || right >= part.size || merge.len() < ASIDE + half {
        return Err(Exit::Fallback);
    }
    // So many of both halves have their place.
    let place = part.start + left + right - half;
    if order > 0 {
        vm.array_store(array, place, merge.get(AFTER));
        if right + 1 < part.size {
            vm.array_store(merge, AFTER, array.get(part.start + right + 1));
            vm.array_store(merge, RIGHT, Value::fixnum(right as i64 + 1));
            return Ok(Value::TRUE);
        }
        for index in left..half {
            vm.array_store(array, place + 1 + index - left, merge.get(ASIDE + index));
        }
    } else {
        vm.array_store(array, place, merge.get(BEFORE));
        if left + 1 < half {
            vm.array_store(merge, BEFORE, merge.get(ASIDE + left + 1));
            vm.array_store(merge, LEFT, Value::fixnum(left as i64 + 1));
            return Ok(Value::TRUE);
        }
    }
    let next = Part { start: 0, size: array.len() }.merged_after(part);
    if let Some(next) = next {
        open(vm, array, merge, next);
    }
    Ok(Value::boolean(next.is_some()))
}

/// The part that is being merged, if the Array has it still: a program may come upon both.
fn part_of(array: ArrayRef, merge: ArrayRef) -> Option<Part> {
    let part = Part { start: number(merge, START)?, size: number(merge, SIZE)? };
    (part.start.checked_add(part.size)? <= array.len()).then_some(part)
}

fn number(merge: ArrayRef, field: usize) -> Option<usize> {
    merge.get(field).as_fixnum().and_then(|number| usize::try_from(number).ok())
}

pub const NATIVES: &[(&str, Native)] = &[("merge_begin", merge_begin), ("merge_next", merge_next)];

#[cfg(test)]
mod tests {
    use super::Part;

    /// The parts of so many elements in the order in which a recursion would merge them.
    fn recursive(part: Part, merged: &mut Vec<(usize, usize)>) {
        if part.size > 1 {
            let (left, right) = part.halves();
            recursive(left, merged);
            recursive(right, merged);
            merged.push((part.start, part.size));
        }
    }

    #[test]
    fn parts_are_merged_in_the_order_of_the_recursion() {
        for size in 2..200 {
            let whole = Part { start: 0, size };
            let mut expected = Vec::new();
            recursive(whole, &mut expected);
            let parts = std::iter::successors(Some(whole.first_merged()), |&part| whole.merged_after(part));
            assert_eq!(expected, parts.map(|part| (part.start, part.size)).collect::<Vec<_>>());
        }
    }
}
