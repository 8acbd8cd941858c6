//! Tables by the address of a cell that keep the cell neither alive nor in place.
//!
//! An entry goes with its cell and follows it when it moves. What it holds may be a value of the heap's, which lives
//! with the cell (or as long as the entry: `Keeps`). A minor collection
//! looks only at the entries of which either may be young, so that a
//! large table costs it nothing and is not written by it. What the table holds when everything is made
//! permanent stays in a part of its own that no collection looks at again.
//!
//! ```text
//!   settled   cells of the permanent generation at the last warm-up: read only
//!   entries   all others; `young` lists those that the next minor collection looks at
//! ```

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use rutile_heap::{Cell, Liveness, RootVisitor};

use crate::value::Value;
use crate::value::fields::Fields;

/// Spreads addresses; no program chooses them, so nothing more is needed.
#[derive(Default)]
pub struct AddressHasher(u64);

impl Hasher for AddressHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(*byte as u64));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = crate::value::hashing::mix(self.0 ^ number, 0);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// What an entry may hold.
pub trait Held {
    /// The value of the heap's in it.
    fn value(&self) -> Option<Value> {
        None
    }

    /// Whether minor collections have nothing to do about it.
    fn is_old(&self, _liveness: &Liveness) -> bool {
        true
    }

    /// Follows what moved.
    fn revise(&mut self, _liveness: &Liveness) {}
}

impl Held for i64 {}

impl Held for Value {
    fn value(&self) -> Option<Value> {
        Some(*self)
    }

    fn is_old(&self, liveness: &Liveness) -> bool {
        self.as_cell().is_none_or(|cell| liveness.is_old(cell))
    }

    fn revise(&mut self, liveness: &Liveness) {
        if let Some(word) = liveness.resolve(self.word())
            && word != self.word()
        {
            *self = Value::from_word(word);
        }
    }
}

/// Which values a table shows the collector.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Keeps {
    /// Those of cells that live.
    OfTheLiving,
    All,
}

type Map<T> = HashMap<u64, T, BuildHasherDefault<AddressHasher>>;

struct Entry<T> {
    held: T,
    /// It is among `young`.
    is_listed: bool,
}

pub struct WeakTable<T> {
    settled: Map<T>,
    entries: Map<Entry<T>>,
    young: Vec<u64>,
}

impl<T> Default for WeakTable<T> {
    fn default() -> Self {
        WeakTable { settled: Map::default(), entries: Map::default(), young: Vec::new() }
    }
}

impl<T: Held> WeakTable<T> {
    pub fn get(&self, address: u64) -> Option<&T> {
        self.entries.get(&address).map(|entry| &entry.held).or_else(|| self.settled.get(&address))
    }

    /// Puts in what a cell has from now on.
    pub fn insert(&mut self, address: u64, held: T) {
        if let Some(entry) = self.entries.get_mut(&address) {
            entry.held = held;
            if std::mem::replace(&mut entry.is_listed, true) {
                return;
            }
        } else {
            if !self.settled.is_empty() {
                self.settled.remove(&address);
            }
            self.entries.insert(address, Entry { held, is_listed: true });
        }
        self.young.push(address);
    }

    pub fn remove(&mut self, address: u64) -> Option<T> {
        self.entries.remove(&address).map(|entry| entry.held).or_else(|| self.settled.remove(&address))
    }

    pub fn len(&self) -> usize {
        self.entries.len() + self.settled.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes everything out.
    pub fn drain(&mut self) -> Vec<(Value, T)> {
        self.young.clear();
        let entries = self.entries.drain().map(|(address, entry)| (address, entry.held));
        entries.chain(self.settled.drain()).map(|(address, held)| (Value::from_word(address), held)).collect()
    }

    /// Revises the entries after a collection; `changed` is told of each that left its address: to where, or that it died.
    pub fn after_mark(&mut self, liveness: &Liveness, mut changed: impl FnMut(u64, Option<u64>, &T)) {
        if !liveness.is_minor() {
            return self.revise_all(liveness, &mut changed);
        }
        let mut young = std::mem::take(&mut self.young);
        young.retain(|&address| {
            if liveness.resolve(address).is_some() {
                let Some(entry) = self.entries.get_mut(&address) else { return false };
                entry.is_listed = is_young(liveness, address, &entry.held);
                return entry.is_listed;
            }
            if let Some(entry) = self.entries.remove(&address) {
                changed(address, None, &entry.held);
            }
            false
        });
        self.young = young;
    }

    fn revise_all(&mut self, liveness: &Liveness, changed: &mut dyn FnMut(u64, Option<u64>, &T)) {
        self.young.clear();
        self.entries.values_mut().for_each(|entry| entry.held.revise(liveness));
        let moved: Vec<(u64, Option<u64>)> = self.entries.keys()
            .map(|&address| (address, liveness.resolve(address)))
            .filter(|&(address, place)| place != Some(address))
            .collect();
        // All leave before any arrives: a cell may move to where another was.
        let entries: Vec<Option<Entry<T>>> = moved.iter().map(|(address, _)| self.entries.remove(address)).collect();
        for (&(address, place), entry) in moved.iter().zip(entries) {
            let Some(entry) = entry else { continue };
            changed(address, place, &entry.held);
            if let Some(place) = place {
                self.entries.insert(place, entry);
            }
        }
        for (&address, entry) in &mut self.entries {
            entry.is_listed = is_young(liveness, address, &entry.held);
            if entry.is_listed {
                self.young.push(address);
            }
        }
    }

    /// Every cell became permanent.
    pub fn settle(&mut self) {
        self.young = Vec::new();
        self.settled.extend(self.entries.drain().map(|(address, entry)| (address, entry.held)));
        self.entries = Map::default();
        self.settled.shrink_to_fit();
    }

    /// Shows the collector what the entries hold; a minor one those that may be young. What settled is permanent.
    pub fn show(&self, keeps: Keeps, liveness: &Liveness, visitor: &mut dyn RootVisitor) {
        let mut show = |address: u64, entry: &Entry<T>| {
            let Some(value) = entry.held.value().filter(|value| value.as_cell().is_some()) else { return };
            if keeps == Keeps::All || liveness.resolve(address).is_some() {
                let mut word = value.word();
                visitor.slot(&mut word);
            }
        };
        if liveness.is_minor() {
            self.young.iter().filter_map(|address| Some((*address, self.entries.get(address)?))).for_each(|(address, entry)| show(address, entry));
        } else {
            self.entries.iter().for_each(|(&address, entry)| show(address, entry));
        }
    }
}

fn is_young<T: Held>(liveness: &Liveness, address: u64, held: &T) -> bool {
    !held.is_old(liveness) || Cell::of_word(address).is_some_and(|cell| !liveness.is_old(cell))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_settled_is_found_and_changed_where_it_is() {
        let mut table: WeakTable<i64> = WeakTable::default();
        table.insert(64, 1);
        table.settle();
        table.insert(64, 2);
        table.insert(96, 3);
        assert_eq!((table.get(64), table.get(96), table.get(128)), (Some(&2), Some(&3), None));
        assert_eq!(table.len(), 2);
        assert_eq!((table.remove(64), table.remove(64)), (Some(2), None));
        assert_eq!(table.drain(), vec![(Value::from_word(96), 3)]);
        assert!(table.is_empty());
    }
}
