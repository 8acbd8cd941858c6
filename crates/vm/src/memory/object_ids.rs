//! `object_id` and identity hashes: in a side table, never in the object.
//!
//! Numbers are given out in order as they are asked for; an entry goes with its
//! object, and follows it when it moves. A permanent object never moves or dies:
//! its address is its number, unless it has had another since before, and asking for
//! it writes nothing.

use std::collections::HashMap;

use rutile_heap::{Cell, Liveness};

use crate::memory::weak_table::WeakTable;
use crate::value::Value;
use crate::vm::Vm;

#[derive(Default)]
pub struct ObjectIds {
    ids: WeakTable<i64>,
    objects: HashMap<i64, u64>,
    last: i64,
    /// Ids of objects that died in the collection under way.
    dead: HashMap<u64, i64>,
}

impl Vm {
    /// The id of any value: of an immediate its word, as in CRuby, so that no two values share one.
    pub fn id_of(&mut self, value: Value) -> i64 {
        match value.as_cell() {
            Some(cell) => self.object_ids.of_cell(cell, self.heap.is_permanent(cell)),
            None => value.word() as i64,
        }
    }

    /// The last id that was given to an object that may move.
    pub fn last_object_id(&self) -> i64 {
        self.object_ids.last
    }

    /// The value with an id, if it was given out and the value lives.
    pub fn object_of_id(&self, id: i64) -> Option<Value> {
        if let Some(immediate) = self.immediate_of_id(Value::from_word(id as u64)) {
            return Some(immediate);
        }
        if let Some(&word) = self.object_ids.objects.get(&id) {
            return Some(Value::from_word(word));
        }
        let cell = self.heap.contains(id as u64).filter(|cell| cell.address() == id as u64)?;
        (self.heap.is_permanent(cell) && self.object_ids.ids.get(cell.address()).is_none()).then(|| Value::cell(cell))
    }

    fn immediate_of_id(&self, value: Value) -> Option<Value> {
        let is_constant = matches!(value, Value::NIL | Value::TRUE | Value::FALSE);
        let is_symbol = value.as_symbol().is_some_and(|symbol| (symbol.0 as usize) < self.symbols.len());
        let is_number = value.as_fixnum().is_some() || value.as_cell().is_none() && value.as_float().is_some();
        (is_constant || is_symbol || is_number).then_some(value)
    }
}

impl ObjectIds {
    fn of_cell(&mut self, cell: Cell, permanent: bool) -> i64 {
        if let Some(&id) = self.ids.get(cell.address()) {
            return id;
        }
        if permanent {
            return cell.address() as i64;
        }
        self.last += 8;
        self.ids.insert(cell.address(), self.last);
        self.objects.insert(self.last, cell.address());
        self.last
    }

    /// The id that an object, dead since the last collection, had.
    pub fn last_id_of(&self, address: u64) -> i64 {
        self.dead.get(&address).copied().unwrap_or(address as i64)
    }

    pub fn after_mark(&mut self, liveness: &Liveness) {
        let ObjectIds { ids, objects, dead, .. } = self;
        if !dead.is_empty() {
            dead.clear();
        }
        ids.after_mark(liveness, |address, place, &id| match place {
            Some(place) => {
                objects.insert(id, place);
            }
            None => {
                objects.remove(&id);
                dead.insert(address, id);
            }
        });
    }

    /// Every cell became permanent.
    pub fn settle(&mut self) {
        self.ids.settle();
        self.objects.shrink_to_fit();
    }
}
