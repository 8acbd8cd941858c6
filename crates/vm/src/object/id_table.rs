//! Tables from symbols to values, in order of insertion: methods, constants,
//! class variables, the variables of objects that are not plain.
//!
//! ```text
//!   +--------+------+-------+-----+-------+-----+-------+ ...
//!   | header | used | index | key | value | key | value | ...
//!   +--------+------+-------+-----+-------+-----+-------+ ...
//! ```
//!
//! Up to eight entries are searched in order; beyond that `index` finds them by
//! symbol number (see `buckets`). A removed entry keeps its place with the key
//! `undefined`.

use rutile_heap::Cell;

use super::buckets::Buckets;
use crate::value::Value;
use crate::value::fields::{Fields, Store};
use crate::value::kind::{Kind, header};
use crate::value::symbol::{Standing, Symbol};
use crate::vm::Vm;

const USED: usize = 1;
const INDEX: usize = 2;
const FIRST: usize = 3;
const LINEAR_MAX: usize = 8;

crate::cell_view! {
    /// A cell of kind IdTable.
    IdTable IdTable
}

impl IdTable {
    fn used(self) -> usize {
        self.0.value_at(USED).as_fixnum().unwrap_or(0) as usize
    }

    fn capacity(self) -> usize {
        (self.0.slot_words() - FIRST) / 2
    }

    #[inline(always)]
    fn key(self, position: usize) -> u64 {
        self.0.field(FIRST + position * 2)
    }

    #[inline(always)]
    fn at(self, position: usize) -> Value {
        self.0.value_at(FIRST + position * 2 + 1)
    }

    #[inline(always)]
    fn index(self) -> Option<Buckets> {
        self.0.value_at(INDEX).as_kind(Kind::Bytes).map(Buckets)
    }

    fn position(self, key: Symbol) -> Option<usize> {
        let wanted = Value::symbol(key).word();
        match self.index() {
            Some(index) => index.probe(spread(key)).find(|&position| self.key(position) == wanted),
            None => (0..self.used()).find(|&position| self.key(position) == wanted),
        }
    }

    /// The value under `key`.
    #[inline]
    pub fn get(self, key: Symbol) -> Option<Value> {
        self.position(key).map(|position| self.at(position))
    }

    /// The value under `key`, and where it stands: looked for at a place first where it may be.
    #[inline(always)]
    pub fn get_near(self, key: Symbol, place: u32) -> Option<(Value, u32)> {
        let place = place as usize;
        if place < self.used() && self.key(place) == Value::symbol(key).word() {
            return Some((self.at(place), place as u32));
        }
        self.position(key).map(|position| (self.at(position), position as u32))
    }

    /// Every entry, in order of insertion. Who allocates between two of them relies on the table's own address standing on the machine stack:
    /// a compiler that sees through the loop keeps one some words before it instead, and the collector would move the table.
    pub fn entries(self) -> impl Iterator<Item = (Symbol, Value)> {
        (0..self.used()).filter_map(move |position| {
            let table = std::hint::black_box(self);
            Value::from_word(table.key(position)).as_symbol().map(|symbol| (symbol, table.at(position)))
        })
    }

    /// Takes a key out; what it had.
    pub fn remove(self, key: Symbol) -> Option<Value> {
        let position = self.position(key)?;
        let value = self.at(position);
        self.0.set_field_raw(FIRST + position * 2, Value::UNDEFINED.word());
        self.0.set_field_raw(FIRST + position * 2 + 1, Value::NIL.word());
        Some(value)
    }

    pub fn is_empty(self) -> bool {
        self.entries().next().is_none()
    }
}

fn spread(key: Symbol) -> usize {
    (key.0.wrapping_mul(0x9e37_79b1) >> 7) as usize
}

impl Vm {
    pub fn new_id_table(&mut self, capacity: usize) -> IdTable {
        let cell = self.allocate((FIRST + capacity * 2) * 8, header(Kind::IdTable, 0, 0, 0));
        cell.set_field_raw(USED, Value::fixnum(0).word());
        cell.set_field_raw(INDEX, Value::NIL.word());
        IdTable(cell)
    }

    /// Stores `key` in the table that word `field` of `owner` refers to (nil: none yet).
    pub fn table_set(&mut self, owner: Cell, field: usize, key: Symbol, value: Value) {
        let before = IdTable::from_value(owner.value_at(field));
        let table = self.id_table_set(before, key, value);
        if before != Some(table) {
            self.heap.store(owner, field, table.0.address());
        }
    }

    /// Stores `key` in a table, or in a new one; the table that has it now, which takes the other's place.
    pub fn id_table_set(&mut self, table: Option<IdTable>, key: Symbol, value: Value) -> IdTable {
        let mut table = table.unwrap_or_else(|| self.new_id_table(2));
        if let Some(position) = table.position(key) {
            self.heap.store(table.0, FIRST + position * 2 + 1, value.word());
            return table;
        }
        if table.used() == table.capacity() {
            table = self.grow_id_table(table);
        }
        self.id_table_append(table, key, value);
        table
    }

    fn id_table_append(&mut self, table: IdTable, key: Symbol, value: Value) {
        self.symbols.raise(key, Standing::Used);
        let position = table.used();
        table.0.set_field_raw(FIRST + position * 2, Value::symbol(key).word());
        self.heap.store(table.0, FIRST + position * 2 + 1, value.word());
        table.0.set_field_raw(USED, Value::fixnum(position as i64 + 1).word());
        self.index_id_table(table, key, position);
    }

    fn index_id_table(&mut self, table: IdTable, key: Symbol, position: usize) {
        if position < LINEAR_MAX {
            return;
        }
        match table.index() {
            Some(index) if index.len() > (position + 1) * 3 / 2 => index.insert(spread(key), position),
            _ => {
                let index = self.new_buckets(((position + 1) * 2).next_power_of_two());
                for position in 0..table.used() {
                    if let Some(symbol) = Value::from_word(table.key(position)).as_symbol() {
                        index.insert(spread(symbol), position);
                    }
                }
                self.heap.store(table.0, INDEX, index.0.address());
            }
        }
    }

    fn grow_id_table(&mut self, table: IdTable) -> IdTable {
        let live: usize = table.entries().count();
        let grown = self.new_id_table((live + 1).max(live * 2));
        for (key, value) in table.entries() {
            self.id_table_append(grown, key, value);
        }
        grown
    }

    /// Removes `key`, returning what stood there.
    pub fn table_remove(&mut self, owner: Cell, field: usize, key: Symbol) -> Option<Value> {
        IdTable::from_value(owner.value_at(field))?.remove(key)
    }
}
