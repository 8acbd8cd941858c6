//! The order of Symbols, and of Arrays whose columns are plain: what `sort_by { [a, b] }` sorts by.
//!
//! All of a column compare with each other: they are plain numbers, Strings, Symbols, one and the same of nil, true and
//! false, or Arrays of such columns. So nothing is compared that a program could have a word in, or that has no order.

use std::cmp::Ordering;

use rutile_vm::calls::basic_operations::of;
use rutile_vm::prelude::*;

use super::compare::plain_order;
use super::order::{Sort, compare, sort_of};
use super::sorting;

/// Arrays within Arrays are looked into this far.
const DEPTH: usize = 3;
/// Longer Arrays are left to Ruby, which compares no further than they are the same.
const COLUMNS: usize = 8;

/// The positions of the values in their order, equal ones as they stood; `None` where that is for Ruby to say.
pub(super) fn positions_in_order(vm: &Vm, values: &[Value]) -> Result<Option<Vec<usize>>, Exit> {
    if !vm.is_basic(Symbol::COMPARE, of::BUILT_IN) {
        return Ok(None);
    }
    let mut positions: Vec<usize> = (0..values.len()).collect();
    match sort_of(vm, values) {
        Some(sort) => sorting::sort(vm, &mut positions, |&a, &b| compare(sort, values[a], values[b]))?,
        None if are_comparable(vm, values, DEPTH) => sorting::sort(vm, &mut positions, |&a, &b| order(vm, values[a], values[b]))?,
        None => return Ok(None),
    }
    Ok(Some(positions))
}

fn are_comparable(vm: &Vm, values: &[Value], depth: usize) -> bool {
    let Some(&first) = values.first() else { return true };
    if first.is_kind(Kind::Array) {
        return depth > 0 && are_comparable_rows(vm, values, depth - 1);
    }
    if first.as_symbol().is_some() {
        return values.iter().all(|value| value.as_symbol().is_some());
    }
    let is_single = first.is_nil() || first == Value::TRUE || first == Value::FALSE;
    is_single && values.iter().all(|&value| value == first)
}

fn are_comparable_rows(vm: &Vm, rows: &[Value], depth: usize) -> bool {
    let plain_row = |&row: &Value| row.as_array().filter(|_| vm.class_of(row) == vm.classes.array);
    let Some(rows) = rows.iter().map(plain_row).collect::<Option<Vec<ArrayRef>>>() else { return false };
    let longest = rows.iter().map(|row| row.len()).max().unwrap_or(0);
    longest <= COLUMNS
        && (0..longest).all(|column| {
            let values: Vec<Value> = rows.iter().filter(|row| row.len() > column).map(|row| row.get(column)).collect();
            sort_of(vm, &values).is_some() || are_comparable(vm, &values, depth)
        })
}

fn order(vm: &Vm, a: Value, b: Value) -> Ordering {
    if let (Some(a), Some(b)) = (a.as_array(), b.as_array()) {
        let (one, other) = (a.values(), b.values());
        let decided = one.iter().zip(other.iter()).map(|(&a, &b)| order(vm, a, b)).find(|order| order.is_ne());
        return decided.unwrap_or_else(|| one.len().cmp(&other.len()));
    }
    if let (Some(a), Some(b)) = (a.as_symbol(), b.as_symbol()) {
        return vm.symbol_bytes(a).cmp(vm.symbol_bytes(b));
    }
    if a == b { Ordering::Equal } else { plain_order(a, b).unwrap_or_else(|| compare(Sort::Floats, a, b)) }
}
