//! Where in the entries of a large hash each hash code is.
//!
//! An index (see `buckets`) that is full is not built anew at once where the hash is so large that it grows in place. The two stand side by side then,
//! and additions move what is in the old one, a stretch of its buckets at a time:
//!
//! ```text
//!   hash --> | header | new index | old index | moved |
//!
//!   old:   0 ............. moved ............. length
//!   new:   0 .... moved .......... length .... moved + length .......... 2 * length
//! ```
//!
//! What comes from neighbouring buckets goes to neighbouring ones, so that not all pages of the new index are wanted at
//! the first step. What was moved stays in the old one, too.

use rutile_heap::Cell;

use super::buckets::Buckets;
use super::hash::{HashRef, INDEX, LINEAR_MAX};
use crate::value::Value;
use crate::value::fields::{Fields, Store};
use crate::value::kind::{Kind, header};
use crate::vm::Vm;

/// So many additions move so many buckets at once. Each waits for memory, and many of them wait together; while there are
/// two indexes, whoever adds searches both.
const ADDITIONS: usize = 16;
const MOVED_BUCKETS: usize = 1024;

/// A growing hash's two indexes.
#[derive(Clone, Copy)]
pub(super) struct Succession(Cell);

impl Succession {
    const NEW: usize = 1;
    const OLD: usize = 2;
    const MOVED: usize = 3;

    fn index_at(self, word: usize) -> Option<Buckets> {
        self.0.value_at(word).as_cell().map(Buckets)
    }

    /// The buckets of the old index that were moved.
    fn moved(self) -> usize {
        self.0.value_at(Self::MOVED).as_fixnum().unwrap_or(0) as usize
    }

    fn set_moved(self, moved: usize) {
        self.0.set_field_raw(Self::MOVED, Value::fixnum(moved as i64).word());
    }
}

impl HashRef {
    fn index_word(self) -> Value {
        if self.is_small() { Value::NIL } else { self.0.value_at(INDEX) }
    }

    /// The index, where there is one alone.
    #[inline(always)]
    pub(super) fn index(self) -> Option<Buckets> {
        self.index_word().as_kind(Kind::Bytes).map(Buckets)
    }

    fn succession(self) -> Option<Succession> {
        self.index_word().as_kind(Kind::Values).map(Succession)
    }

    /// The index that new entries stand in.
    fn newest_index(self) -> Option<Buckets> {
        self.index().or_else(|| self.succession()?.index_at(Succession::NEW))
    }

    /// The first position for which `wanted` holds, in probing order, where there are two indexes or none.
    #[inline(never)]
    pub(super) fn find_in_two(self, code: i64, wanted: impl Fn(usize) -> bool) -> Option<usize> {
        let two = self.succession()?;
        let mut found = None;
        for index in [Succession::NEW, Succession::OLD].into_iter().filter_map(|word| two.index_at(word)) {
            found = found.or_else(|| index.probe(code as usize).find(|&position| wanted(position)));
        }
        found
    }

    /// The next position, in probing order after `after`, whose hash code is `code`.
    pub fn find_candidate(self, code: i64, after: Option<usize>) -> Option<usize> {
        let is_candidate = |position: &usize| self.hash_at(*position) == code && !self.key_at(*position).is_undefined();
        if let Some(index) = self.index() {
            return index.probe(code as usize).behind(after).find(is_candidate);
        }
        let Some(two) = self.succession() else {
            let start = after.map_or(self.first(), |position| position + 1);
            return (start..self.used()).find(is_candidate);
        };
        let (new, old) = (two.index_at(Succession::NEW)?, two.index_at(Succession::OLD)?);
        let is_left = |position: &usize| !new.probe(code as usize).any(|other| other == *position);
        if after.as_ref().is_some_and(is_left) {
            return old.probe(code as usize).behind(after).filter(is_left).find(is_candidate);
        }
        let next = new.probe(code as usize).behind(after).find(is_candidate);
        next.or_else(|| old.probe(code as usize).filter(is_left).find(is_candidate))
    }

    /// Empties the index.
    pub(super) fn clear_index(self) {
        if let Some(index) = self.newest_index() {
            // Of two only the new one stays: a reference to what the hash refers to already needs no barrier.
            self.0.set_field_raw(INDEX, Value::cell(index.0).word());
            index.all().fill(0);
        }
    }

    /// Notes a position in the index, if there is one.
    pub(super) fn note_position(self, code: i64, position: usize) {
        if let Some(index) = self.newest_index() {
            index.insert(code as usize, position);
        }
    }
}

impl Vm {
    pub(super) fn hash_reindex(&mut self, hash: HashRef) {
        let capacity = hash.capacity();
        if capacity <= LINEAR_MAX {
            hash.0.set_field_raw(INDEX, Value::NIL.word());
            return;
        }
        let index = self.new_buckets((capacity * 3 / 2).next_power_of_two());
        for position in 0..hash.used() {
            index.insert(hash.hash_at(position) as usize, position);
        }
        self.heap.store(hash.0, INDEX, index.0.address());
    }

    /// Makes room for more entries in place: false where the hash is too small for that, or has many deleted entries.
    pub(super) fn hash_grow(&mut self, hash: HashRef) -> bool {
        let (entries, used) = (hash.storage().0, hash.used());
        if hash.is_small() || hash.is_weak() || hash.len() < used - used / 4 {
            return false;
        }
        let capacity = used + used / 8;
        if !self.grow(entries, (1 + capacity * 3) * 8) {
            return false;
        }
        if let Some(index) = hash.newest_index()
            && index.len() / 4 * 3 < hash.capacity()
        {
            self.hash_move_buckets(hash, usize::MAX);
            self.begin_succession(hash, index);
        }
        true
    }

    fn begin_succession(&mut self, hash: HashRef, old: Buckets) {
        let new = self.new_buckets(old.len() * 2);
        let two = self.allocate(32, header(Kind::Values, 0, 0, 0));
        two.set_field_raw(Succession::NEW, Value::cell(new.0).word());
        two.set_field_raw(Succession::OLD, Value::cell(old.0).word());
        Succession(two).set_moved(0);
        self.heap.barrier(two);
        self.heap.store(hash.0, INDEX, two.address());
    }

    /// Notes a position in the newer of two indexes, and moves some of the older one.
    #[inline(never)]
    pub(super) fn hash_note_in_two(&mut self, hash: HashRef, code: i64, position: usize) {
        hash.note_position(code, position);
        if position.is_multiple_of(ADDITIONS) {
            self.hash_move_buckets(hash, MOVED_BUCKETS);
        }
    }

    fn hash_move_buckets(&mut self, hash: HashRef, most: usize) {
        let Some(two) = hash.succession() else { return };
        let (Some(new), Some(old)) = (two.index_at(Succession::NEW), two.index_at(Succession::OLD)) else { return };
        let (old, moved) = (old.all(), two.moved());
        let next = moved.saturating_add(most).min(old.len());
        for position in old[moved..next].iter().filter_map(|&bucket| (bucket as usize).checked_sub(1)) {
            new.insert(hash.hash_at(position) as usize, position);
        }
        two.set_moved(next);
        if next == old.len() {
            self.heap.store(hash.0, INDEX, new.0.address());
        }
    }
}
