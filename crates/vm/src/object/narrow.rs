//! Small arrays of small integers, stored at two bytes each.
//!
//! ```text
//!   +--------+--------------------+
//!   | header | 16-bit integers ...|     32 bytes
//!   +--------+--------------------+
//!   aux: length
//! ```
//!
//! Of the arrays that live long, many are such: pixels of a pattern, coordinates, digits, rows of a table. As words
//! twelve of them take 112 bytes, so they are born narrow wherever all values are known at once. Storing what does
//! not fit widens an array for good (see `array`); reading never does, so a forked child that only reads writes
//! nothing.

use std::ops::Deref;

use rutile_heap::Cell;

use crate::value::Value;
use crate::value::fields::Fields;
use crate::value::kind::{Header, flags};

/// How many integers a cell holds.
const MOST: usize = 12;
/// Fewer are as small as words.
const LEAST: usize = 4;

/// The values of an array, to be read: where they lie, or taken out of a narrow one. They stay good until the array
/// is next changed (see `StringRef::bytes`).
pub enum Elements<'a> {
    Words(&'a [Value]),
    Narrow([Value; MOST], usize),
}

impl Default for Elements<'_> {
    fn default() -> Self {
        Elements::Words(&[])
    }
}

impl Deref for Elements<'_> {
    type Target = [Value];

    #[inline(always)]
    fn deref(&self) -> &[Value] {
        match self {
            Elements::Words(values) => values,
            Elements::Narrow(values, length) => &values[..*length],
        }
    }
}

/// The narrow form of a value.
#[inline(always)]
pub(super) fn narrow(value: Value) -> Option<i16> {
    value.as_fixnum().and_then(|integer| i16::try_from(integer).ok())
}

/// Whether an array of these values is born narrow.
#[inline(always)]
pub(super) fn fits(values: &[Value]) -> bool {
    (LEAST..=MOST).contains(&values.len()) && values.iter().all(|value| narrow(*value).is_some())
}

/// The integers of a narrow array.
#[inline(always)]
pub(super) fn integers<'a>(cell: Cell) -> &'a mut [i16] {
    debug_assert!(cell.has_flag(flags::NARROW) && cell.aux() as usize <= MOST);
    // SAFETY: a narrow array's cell has 24 bytes behind its header, and its length is at most 12.
    unsafe { std::slice::from_raw_parts_mut(cell.byte_pointer(8) as *mut i16, cell.aux() as usize) }
}

/// The value at `index`, nil beyond the end.
#[inline(always)]
pub(super) fn get(cell: Cell, index: usize) -> Value {
    integers(cell).get(index).map_or(Value::NIL, |&integer| Value::fixnum(integer as i64))
}

/// The values.
#[inline(never)]
pub(super) fn elements<'a>(cell: Cell) -> Elements<'a> {
    let integers = integers(cell);
    let mut values = [Value::NIL; MOST];
    for (value, &integer) in values.iter_mut().zip(integers.iter()) {
        *value = Value::fixnum(integer as i64);
    }
    Elements::Narrow(values, integers.len())
}

/// Stores integers, which fit, in a new cell.
#[inline(always)]
pub(super) fn fill(cell: Cell, values: &[Value]) {
    cell.set_aux(values.len() as u16);
    for (integer, value) in integers(cell).iter_mut().zip(values) {
        *integer = value.fixnum_value() as i16;
    }
}
