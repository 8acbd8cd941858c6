//! Arrays.
//!
//! ```text
//!   embedded                         with a payload
//!   +--------+--------------------+  +--------+--------+---------+--------+
//!   | header | values ...         |  | header | length | payload | start  |
//!   +--------+--------------------+  +--------+--------+---------+--------+
//!   aux: length
//! ```
//!
//! A 32-byte cell embeds three values. The payload is a `Values` cell (header,
//! then values); `start` is where the array begins in it, so that `shift` moves
//! nothing. Words of a payload outside the array hold zero.
//!
//! A long slice shares the payload of the array it was taken from. Whoever is SHARED copies its values before it changes:
//! all that have such a payload are, but a frozen one that it was made for. Small arrays of small integers have a form
//! of their own (see `narrow`).

use rutile_heap::Cell;

use super::narrow::{self, Elements};
use crate::value::Value;
use crate::value::fields::{Fields, Store};
use crate::value::kind::{Header, Kind, flags, header};
use crate::vm::Vm;

const LENGTH: usize = 1;
const PAYLOAD: usize = 2;
const START: usize = 3;
/// Values that any embedded array has room for.
const EMBEDDED_LEAST: usize = 3;
/// Longest array that is embedded at creation.
const EMBEDDED_MAX: usize = 15;
/// Fewer values are copied ...
const SHARED_LEAST: usize = 64;
/// ... and so is a smaller part of a payload, which it would keep.
const SHARED_PART: usize = 4;
/// Most values an array can have: 2^40 words is beyond any memory here.
pub const LENGTH_MAX: usize = 1 << 40;

crate::cell_view! {
    /// A cell of kind Array.
    ArrayRef Array
}

/// The traced words of an array.
pub fn traced_words(cell: Cell) -> (usize, usize) {
    match cell.flags() & (flags::EMBEDDED | flags::NARROW) {
        0 => (PAYLOAD, PAYLOAD + 1),
        flags::EMBEDDED => (1, 1 + cell.aux() as usize),
        _ => (1, 1),
    }
}

impl ArrayRef {
    #[inline(always)]
    fn is_embedded(self) -> bool {
        self.0.has_flag(flags::EMBEDDED)
    }

    /// Whether others have its payload, too.
    #[inline(always)]
    fn is_shared(self) -> bool {
        self.0.has_flag(flags::SHARED)
    }

    /// Whether it has the form of small integers.
    #[inline(always)]
    pub fn is_narrow(self) -> bool {
        self.0.has_flag(flags::NARROW)
    }

    #[inline(always)]
    pub fn len(self) -> usize {
        if self.0.has_flag(flags::EMBEDDED | flags::NARROW) { self.0.aux() as usize } else { self.0.field(LENGTH) as usize }
    }

    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The cell that holds the values, and the word of the first, unless it is narrow.
    #[inline(always)]
    pub(super) fn storage(self) -> (Cell, usize) {
        debug_assert!(!self.is_narrow());
        if self.is_embedded() {
            return (self.0, 1);
        }
        match self.0.cell_at(PAYLOAD) {
            Some(payload) => (payload, 1 + self.0.field(START) as usize),
            None => (self.0, 1),
        }
    }

    #[inline(always)]
    fn data(self) -> *mut Value {
        let (cell, first) = self.storage();
        cell.byte_pointer(first * 8) as *mut Value
    }

    /// The values, unless it is narrow.
    #[inline(always)]
    fn words<'a>(self) -> &'a mut [Value] {
        // SAFETY: `data` and `len` describe initialised words of a live cell.
        unsafe { std::slice::from_raw_parts_mut(self.data(), self.len()) }
    }

    /// The values. They stay good until the array is next changed (see `StringRef::bytes`).
    #[inline(always)]
    pub fn values<'a>(self) -> Elements<'a> {
        if self.is_narrow() { narrow::elements(self.0) } else { Elements::Words(self.words()) }
    }

    /// The value at `index`, nil beyond the end.
    #[inline(always)]
    pub fn get(self, index: usize) -> Value {
        if self.is_narrow() {
            return narrow::get(self.0, index);
        }
        self.words().get(index).copied().unwrap_or(Value::NIL)
    }

    #[inline(always)]
    pub fn is_frozen(self) -> bool {
        self.0.has_flag(flags::FROZEN)
    }

    /// The cell that its values are in, if that is another.
    pub fn payload(self) -> Option<Cell> {
        if self.0.has_flag(flags::EMBEDDED | flags::NARROW) { None } else { self.0.cell_at(PAYLOAD) }
    }

    /// Takes its values, which fit, into the cell; no one else has the payload. The barrier is the caller's.
    pub(crate) fn embed(self) {
        let values = self.words();
        for index in 0..self.0.slot_words() - 1 {
            self.0.set_field_raw(1 + index, values.get(index).map_or(0, |value| value.word()));
        }
        self.0.set_flag(flags::EMBEDDED);
        self.0.set_aux(values.len() as u16);
    }

    fn capacity(self) -> usize {
        let (cell, first) = self.storage();
        let room = cell.slot_words() - first;
        if self.is_embedded() { room.min(u16::MAX as usize) } else { room }
    }

    /// The cell and the word behind the last of `length` values, where there is room for one more as it is.
    #[inline(always)]
    fn place_behind(self, length: usize) -> Option<(Cell, usize)> {
        if self.0.has_flag(flags::NARROW | flags::SHARED) || length == u16::MAX as usize {
            return None;
        }
        let (cell, first) = self.storage();
        (first + length < cell.slot_words()).then_some((cell, first + length))
    }

    pub(super) fn set_len(self, length: usize) {
        if self.0.has_flag(flags::EMBEDDED | flags::NARROW) {
            self.0.set_aux(length as u16);
        } else {
            self.0.set_field_raw(LENGTH, length as u64);
        }
    }
}

impl Vm {
    /// A new array of these values.
    pub fn new_array(&mut self, values: &[Value]) -> ArrayRef {
        if narrow::fits(values) {
            return self.narrow_array(values);
        }
        let array = self.array_with_capacity(values.len());
        array.set_len(values.len());
        array.words().copy_from_slice(values);
        if !array.is_embedded() {
            self.heap.barrier(array.storage().0);
        }
        array
    }

    fn narrow_array(&mut self, values: &[Value]) -> ArrayRef {
        let shape = self.shapes.of_class(self.classes.array);
        let cell = self.allocate(32, header(Kind::Array, shape, flags::NARROW, 0));
        narrow::fill(cell, values);
        ArrayRef(cell)
    }

    /// So many consecutive fixnums.
    pub fn array_of_integers(&mut self, first: i64, count: usize) -> ArrayRef {
        if count <= EMBEDDED_MAX {
            let mut values = [Value::NIL; EMBEDDED_MAX];
            for (value, integer) in values.iter_mut().zip(first..first + count as i64) {
                *value = Value::fixnum(integer);
            }
            return self.new_array(&values[..count]);
        }
        let array = self.array_with_capacity(count);
        array.set_len(count);
        for (place, integer) in array.words().iter_mut().zip(first..) {
            *place = Value::fixnum(integer);
        }
        array
    }

    /// A new array of what an iterator, which must not allocate, has: no more than `most` values.
    pub fn array_collected(&mut self, most: usize, values: impl Iterator<Item = Value>) -> ArrayRef {
        let array = self.array_with_capacity(most);
        let (cell, first) = array.storage();
        let mut length = 0;
        for value in values.take(most) {
            cell.set_field_raw(first + length, value.word());
            length += 1;
        }
        array.set_len(length);
        if !array.is_embedded() {
            self.heap.barrier(cell);
        }
        array
    }

    /// An empty array with room for `capacity` values.
    pub fn array_with_capacity(&mut self, capacity: usize) -> ArrayRef {
        let shape = self.shapes.of_class(self.classes.array);
        let embedded = header(Kind::Array, shape, flags::EMBEDDED, 0);
        if capacity <= EMBEDDED_LEAST {
            // A size that the compiler knows is had with half the instructions.
            return ArrayRef(self.allocate(8 + EMBEDDED_LEAST * 8, embedded));
        }
        if capacity <= EMBEDDED_MAX {
            return ArrayRef(self.allocate(8 + capacity * 8, embedded));
        }
        let payload = self.allocate(8 + capacity * 8, header(Kind::Values, 0, 0, 0));
        let cell = self.allocate(32, header(Kind::Array, shape, 0, 0));
        cell.set_field_raw(PAYLOAD, payload.address());
        ArrayRef(cell)
    }

    /// Makes room for `capacity` values of any kind in place.
    pub fn array_reserve(&mut self, array: ArrayRef, capacity: usize) {
        let (length, shared) = (array.len(), array.is_shared());
        if !array.is_narrow() && !shared && array.capacity() >= capacity {
            return;
        }
        if let Some(payload) = array.payload().filter(|_| !shared) {
            let start = array.0.field(START) as usize;
            // What was shifted off the front goes where values are copied.
            if start <= length / 2 && self.grow(payload, 8 + (start + capacity.max(length + length / 8)) * 8) {
                return;
            }
        }
        let grows = !shared || capacity > length;
        let room = if grows { capacity.max(length + length / 2).max(7) } else { length };
        self.move_values(array, 0, room);
    }

    /// Gives an array a new payload of its own with room for so many values, its own from the place `start` on.
    fn move_values(&mut self, array: ArrayRef, start: usize, room: usize) {
        let payload = self.allocate_growing(8 + room * 8, header(Kind::Values, 0, 0, 0));
        let values = array.values();
        values.iter().zip(1 + start..).for_each(|(value, place)| payload.set_field_raw(place, value.word()));
        self.heap.barrier(payload);
        array.0.clear_flag(flags::EMBEDDED | flags::NARROW | flags::SHARED);
        array.0.set_aux(0);
        array.0.set_field_raw(LENGTH, values.len() as u64);
        array.0.set_field_raw(START, start as u64);
        self.heap.store(array.0, PAYLOAD, payload.address());
    }

    /// Makes the values of an array its own to change, each a word.
    pub fn array_own(&mut self, array: ArrayRef) {
        if array.0.has_flag(flags::NARROW | flags::SHARED) {
            self.array_reserve(array, array.len());
        }
    }

    /// Gives an array a payload of the size of its values.
    pub(crate) fn shrink_array(&mut self, array: ArrayRef) {
        let values = array.words();
        if let Some(payload) = array.payload().filter(|_| array.0.field(START) == 0)
            && self.heap.cut_large(payload, 8 + values.len() * 8)
        {
            return;
        }
        self.move_values(array, 0, values.len());
    }

    /// Appends a value. Frozen checks are the caller's.
    #[inline]
    pub fn array_push(&mut self, array: ArrayRef, value: Value) {
        let length = array.len();
        if array.is_embedded() && (length < EMBEDDED_LEAST || length < array.capacity()) {
            array.0.set_aux(length as u16 + 1);
            return self.heap.store(array.0, 1 + length, value.word());
        }
        if array.0.flags() & (flags::EMBEDDED | flags::NARROW | flags::SHARED) == 0 && let Some(payload) = array.payload() {
            let place = 1 + array.0.field(START) as usize + length;
            if place < payload.slot_words() {
                array.0.set_field_raw(LENGTH, length as u64 + 1);
                return self.heap.store(payload, place, value.word());
            }
        }
        self.push_with_room(array, value);
    }

    /// Appends a value to an array whose elements have to move first, or are in its cell.
    #[inline(never)]
    fn push_with_room(&mut self, array: ArrayRef, value: Value) {
        let length = array.len();
        let (cell, place) = match array.place_behind(length) {
            Some(place) => place,
            None => {
                self.array_reserve(array, length + 1);
                let (cell, first) = array.storage();
                (cell, first + length)
            }
        };
        array.set_len(length + 1);
        self.heap.store(cell, place, value.word());
    }

    /// Appends the elements of another, which may be `array` itself.
    pub fn array_append(&mut self, array: ArrayRef, other: ArrayRef) {
        let length = other.len();
        self.array_reserve(array, array.len() + length);
        self.write_behind(array, &other.values()[..length]);
    }

    /// Appends values that stand in no Array: making room may move the elements of this one.
    pub fn array_concat(&mut self, array: ArrayRef, values: &[Value]) {
        self.array_reserve(array, array.len() + values.len());
        self.write_behind(array, values);
    }

    /// Stores values behind the last of an array that is not narrow and has room for them.
    fn write_behind(&mut self, array: ArrayRef, values: &[Value]) {
        let length = array.len();
        array.set_len(length + values.len());
        let (cell, first) = array.storage();
        self.write_values(cell, first + length, values);
    }

    /// Stores values side by side, with the write barrier.
    fn write_values(&mut self, cell: Cell, first: usize, values: &[Value]) {
        if self.heap.is_old(cell) {
            return values.iter().zip(first..).for_each(|(value, place)| self.heap.store(cell, place, value.word()));
        }
        values.iter().zip(first..).for_each(|(value, place)| cell.set_field_raw(place, value.word()));
    }

    /// Stores a value at so many places from `start` on, all inside the array.
    pub fn array_fill(&mut self, array: ArrayRef, start: usize, length: usize, value: Value) {
        if length > 0 {
            self.array_own(array);
            array.words()[start..start + length].fill(value);
            self.heap.barrier(array.storage().0);
        }
    }

    /// A new array of the values of another, so often.
    pub fn array_repeat(&mut self, array: ArrayRef, count: usize) -> ArrayRef {
        let (unit, length) = (array.len(), array.len() * count);
        let result = self.array_with_capacity(length);
        result.set_len(length);
        if length > 0 {
            let words = result.words();
            words[..unit].copy_from_slice(&array.values());
            let mut filled = unit;
            while filled < length {
                let more = filled.min(length - filled);
                words.copy_within(..more, filled);
                filled += more;
            }
            self.heap.barrier(result.storage().0);
        }
        result
    }

    /// Keeps the values for which `keeps`, which must not allocate, holds.
    pub fn array_keep(&mut self, array: ArrayRef, mut keeps: impl FnMut(Value) -> bool) {
        let mut kept = 0;
        self.array_permute(array, |_, values| {
            for index in 0..values.len() {
                let value = values[index];
                if keeps(value) {
                    values[kept] = value;
                    kept += 1;
                }
            }
        });
        self.array_resize(array, kept);
    }

    /// Stores at `index`, which is inside the array.
    #[inline(always)]
    pub fn array_store(&mut self, array: ArrayRef, index: usize, value: Value) {
        if array.0.has_flag(flags::NARROW | flags::SHARED) {
            match narrow::narrow(value).filter(|_| array.is_narrow()) {
                Some(integer) => return narrow::integers(array.0)[index] = integer,
                None => self.array_own(array),
            }
        }
        let (cell, first) = array.storage();
        self.heap.store(cell, first + index, value.word());
    }

    /// Stores at any `index`, filling up with nil.
    pub fn array_set(&mut self, array: ArrayRef, index: usize, value: Value) {
        let length = array.len();
        if index >= length {
            self.array_reserve(array, index + 1);
            self.array_resize(array, index + 1);
        }
        self.array_store(array, index, value);
    }

    /// Sets the length; new values are nil.
    pub fn array_resize(&mut self, array: ArrayRef, length: usize) {
        let old = array.len();
        if length > old {
            self.array_reserve(array, length);
            array.set_len(length);
            array.words()[old..].fill(Value::NIL);
            return;
        }
        if array.is_shared() && length == 0 {
            array.set_len(0);
            array.0.clear_flag(flags::SHARED);
            return array.embed();
        }
        if !array.0.has_flag(flags::NARROW | flags::SHARED) {
            array.words()[length..].fill(Value::FALSE);
        }
        array.set_len(length);
    }

    /// Removes and returns the last value.
    pub fn array_pop(&mut self, array: ArrayRef) -> Option<Value> {
        let length = array.len().checked_sub(1)?;
        let value = array.get(length);
        self.array_resize(array, length);
        Some(value)
    }

    /// Removes and returns the first value.
    pub fn array_shift(&mut self, array: ArrayRef) -> Option<Value> {
        let length = array.len().checked_sub(1)?;
        let value = array.get(0);
        if array.is_narrow() {
            narrow::integers(array.0).copy_within(1.., 0);
            self.array_resize(array, length);
        } else if array.is_embedded() || length < 16 && !array.is_shared() {
            array.words().copy_within(1.., 0);
            self.heap.barrier(array.storage().0);
            self.array_resize(array, length);
        } else {
            self.array_drop_front(array, 1);
        }
        Some(value)
    }

    /// Puts values, which stand in no Array, before the first.
    pub fn array_unshift(&mut self, array: ArrayRef, values: &[Value]) {
        let (length, count) = (array.len(), values.len());
        if length > EMBEDDED_MAX && array.payload().is_some() {
            self.array_reserve_before(array, count);
            array.0.set_field_raw(START, array.0.field(START) - count as u64);
            array.0.set_field_raw(LENGTH, (length + count) as u64);
        } else {
            self.array_reserve(array, length + count);
            array.set_len(length + count);
            array.words().copy_within(..length, count);
            self.heap.barrier(array.storage().0);
        }
        let (cell, first) = array.storage();
        self.write_values(cell, first, values);
    }

    /// Makes room for `count` values before the first of an array that has a payload. Half as many more find room there the
    /// next time, and what was free behind stays so: additions at either end cost the same whatever the length.
    fn array_reserve_before(&mut self, array: ArrayRef, count: usize) {
        if array.0.field(START) as usize >= count && !array.is_shared() {
            return;
        }
        let ((payload, first), length) = (array.storage(), array.len());
        let behind = (payload.slot_words() - first - length).min(length);
        let before = count + length / 2;
        self.move_values(array, before, before + length + behind);
    }

    /// Removes the first values.
    fn array_drop_front(&mut self, array: ArrayRef, count: usize) {
        let length = array.len();
        if !array.is_shared() {
            array.words()[..count].fill(Value::FALSE);
        }
        array.0.set_field_raw(START, array.0.field(START) + count as u64);
        array.0.set_field_raw(LENGTH, (length - count) as u64);
    }

    /// Replaces `removed` values at `start` (inside the array) with others.
    pub fn array_splice(&mut self, array: ArrayRef, start: usize, removed: usize, values: &[Value]) {
        let old = array.len();
        let length = old - removed + values.len();
        let own = self.new_array(values);
        if start == 0 && removed <= old / 2 && old > 2 * EMBEDDED_MAX && array.payload().is_some() {
            self.array_drop_front(array, removed);
            return self.array_unshift(array, &own.values());
        }
        self.array_reserve(array, length.max(old));
        if length > old {
            self.array_resize(array, length);
        }
        array.words().copy_within(start + removed..old, start + values.len());
        array.words()[start..start + own.len()].copy_from_slice(&own.values());
        self.heap.barrier(array.storage().0);
        if length < old {
            self.array_resize(array, length);
        }
    }

    /// A new array of `length` values from `start` on (inside the array).
    pub fn array_slice(&mut self, array: ArrayRef, start: usize, length: usize) -> ArrayRef {
        match array.payload() {
            Some(payload) if self.shares(array, payload, length) => {
                let shape = self.shapes.of_class(self.classes.array);
                let slice = ArrayRef(self.allocate(32, header(Kind::Array, shape, 0, 0)));
                slice.set_len(length);
                self.array_take_payload(slice, array, start);
                slice
            }
            _ => self.new_array(&array.values()[start..start + length]),
        }
    }

    /// Whether so many values of an array are shared by who takes them. What is permanent is not written to for that.
    fn shares(&self, array: ArrayRef, payload: Cell, length: usize) -> bool {
        let noted = array.is_shared() || array.is_frozen() || !self.heap.is_permanent(array.0);
        noted && length >= SHARED_LEAST && length * SHARED_PART >= payload.slot_words()
    }

    /// Gives an array that has no values of its own the payload of another, from the value at `start` on.
    fn array_take_payload(&mut self, array: ArrayRef, other: ArrayRef, start: usize) {
        if !other.is_frozen() {
            other.0.set_flag(flags::SHARED);
        }
        array.0.set_flag(flags::SHARED);
        array.0.set_field_raw(START, other.0.field(START) + start as u64);
        self.heap.store(array.0, PAYLOAD, other.0.field(PAYLOAD));
    }

    /// Replaces everything by the values of another.
    pub fn array_replace(&mut self, array: ArrayRef, other: ArrayRef) {
        match other.payload() {
            Some(payload) if self.shares(other, payload, other.len()) => {
                array.0.clear_flag(flags::EMBEDDED | flags::NARROW);
                array.0.set_aux(0);
                array.set_len(other.len());
                self.array_take_payload(array, other, 0);
            }
            _ => self.array_splice(array, 0, array.len(), &other.values()),
        }
    }

    /// Lets `change` write numbers over the numbers of an array: of what is immediate before and after, no barrier has to be told.
    #[inline]
    pub fn array_change_numbers(&mut self, array: ArrayRef, change: impl FnOnce(&mut [Value])) {
        self.array_own(array);
        change(array.words());
        debug_assert!(array.words().iter().all(|value| value.as_cell().is_none()), "an object among numbers");
    }

    /// Lets `permute` put the values into another order.
    pub fn array_permute<T>(&mut self, array: ArrayRef, permute: impl FnOnce(&Vm, &mut [Value]) -> T) -> T {
        if let Elements::Narrow(mut values, length) = array.values() {
            let answer = permute(self, &mut values[..length]);
            narrow::fill(array.0, &values[..length]);
            return answer;
        }
        self.array_own(array);
        let answer = permute(self, array.words());
        self.heap.barrier(array.storage().0);
        answer
    }
}
