//! Where in the entries of a large hash each hash code is.
//!
//! An index is a Bytes cell of 32-bit buckets, open-addressed by hash code: zero, or a position and one. An index that
//! is full is not built anew at once where the hash is so large that it grows in place. The two stand side by side then,
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

use super::hash::{HashRef, INDEX, LINEAR_MAX};
use crate::value::Value;
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

    fn cell_at(self, word: usize) -> Option<Cell> {
        Value::from_word(self.0.word(word)).as_cell()
    }

    /// The buckets of the old index that were moved.
    fn moved(self) -> usize {
        Value::from_word(self.0.word(Self::MOVED)).as_fixnum().unwrap_or(0) as usize
    }

    fn set_moved(self, moved: usize) {
        self.0.set_word_raw(Self::MOVED, Value::fixnum(moved as i64).word());
    }
}

impl HashRef {
    fn index_word(self) -> Value {
        if self.is_small() { Value::NIL } else { Value::from_word(self.0.word(INDEX)) }
    }

    /// The index, where there is one alone.
    #[inline(always)]
    pub(super) fn index(self) -> Option<Cell> {
        self.index_word().as_kind(Kind::Bytes)
    }

    fn succession(self) -> Option<Succession> {
        self.index_word().as_kind(Kind::Values).map(Succession)
    }

    /// The index that new entries stand in.
    fn newest_index(self) -> Option<Cell> {
        self.index().or_else(|| self.succession()?.cell_at(Succession::NEW))
    }

    /// The first position for which `wanted` holds, in probing order, where there are two indexes or none.
    #[inline(never)]
    pub(super) fn find_in_two(self, code: i64, wanted: impl Fn(usize) -> bool) -> Option<usize> {
        let two = self.succession()?;
        let mut found = None;
        for index in [Succession::NEW, Succession::OLD].into_iter().filter_map(|word| two.cell_at(word)) {
            found = found.or_else(|| probe(index, code).find(|&position| wanted(position)));
        }
        found
    }

    /// The next position, in probing order after `after`, whose hash code is `code`.
    pub fn find_candidate(self, code: i64, after: Option<usize>) -> Option<usize> {
        let is_candidate = |position: &usize| self.hash_at(*position) == code && !self.key_at(*position).is_undefined();
        if let Some(index) = self.index() {
            return probe(index, code).behind(after).find(is_candidate);
        }
        let Some(two) = self.succession() else {
            let start = after.map_or(self.first(), |position| position + 1);
            return (start..self.used()).find(is_candidate);
        };
        let (new, old) = (two.cell_at(Succession::NEW)?, two.cell_at(Succession::OLD)?);
        let is_left = |position: &usize| !probe(new, code).any(|other| other == *position);
        if after.as_ref().is_some_and(is_left) {
            return probe(old, code).behind(after).filter(is_left).find(is_candidate);
        }
        let next = probe(new, code).behind(after).find(is_candidate);
        next.or_else(|| probe(old, code).filter(is_left).find(is_candidate))
    }

    /// Empties the index.
    pub(super) fn clear_index(self) {
        if let Some(index) = self.newest_index() {
            // Of two only the new one stays: a reference to what the hash refers to already needs no barrier.
            self.0.set_word_raw(INDEX, Value::cell(index).word());
            buckets(index).fill(0);
        }
    }

    /// Notes a position in the index, if there is one.
    pub(super) fn note_position(self, code: i64, position: usize) {
        if let Some(index) = self.newest_index() {
            insert_bucket(index, code, position);
        }
    }
}

/// The positions in an index that may have a hash code.
struct Probe<'a> {
    buckets: &'a [u32],
    bucket: usize,
}

fn probe<'a>(index: Cell, code: i64) -> Probe<'a> {
    let buckets = buckets(index);
    Probe { bucket: code as usize & (buckets.len() - 1), buckets }
}

impl Probe<'_> {
    /// What comes behind a position that was found.
    fn behind(mut self, found: Option<usize>) -> Self {
        if found.is_some() {
            self.by_ref().find(|&position| Some(position) == found);
        }
        self
    }
}

impl Iterator for Probe<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let position = (self.buckets[self.bucket] as usize).checked_sub(1)?;
        self.bucket = (self.bucket + 1) & (self.buckets.len() - 1);
        Some(position)
    }
}

pub(super) fn buckets<'a>(index: Cell) -> &'a mut [u32] {
    let count = index.word(1) as usize;
    // SAFETY: an index cell holds its bucket count in word 1 and that many 32-bit buckets from word 2 on.
    unsafe { std::slice::from_raw_parts_mut(index.byte_pointer(16) as *mut u32, count) }
}

pub(super) fn insert_bucket(index: Cell, code: i64, position: usize) {
    let buckets = buckets(index);
    let mask = buckets.len() - 1;
    let mut bucket = code as usize & mask;
    while buckets[bucket] != 0 {
        bucket = (bucket + 1) & mask;
    }
    buckets[bucket] = position as u32 + 1;
}

impl Vm {
    fn new_index(&mut self, count: usize) -> Cell {
        let index = self.allocate(16 + count * 4, header(Kind::Bytes, 0, 0, 0));
        index.set_word_raw(1, count as u64);
        index
    }

    pub(super) fn hash_reindex(&mut self, hash: HashRef) {
        let capacity = hash.capacity();
        if capacity <= LINEAR_MAX {
            hash.0.set_word_raw(INDEX, Value::NIL.word());
            return;
        }
        let index = self.new_index((capacity * 3 / 2).next_power_of_two());
        for position in 0..hash.used() {
            insert_bucket(index, hash.hash_at(position), position);
        }
        self.heap.write(hash.0, INDEX, index.address());
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
            && buckets(index).len() / 4 * 3 < hash.capacity()
        {
            self.hash_move_buckets(hash, usize::MAX);
            self.begin_succession(hash, index);
        }
        true
    }

    fn begin_succession(&mut self, hash: HashRef, old: Cell) {
        let new = self.new_index(buckets(old).len() * 2);
        let two = self.allocate(32, header(Kind::Values, 0, 0, 0));
        two.set_word_raw(Succession::NEW, Value::cell(new).word());
        two.set_word_raw(Succession::OLD, Value::cell(old).word());
        Succession(two).set_moved(0);
        self.heap.barrier(two);
        self.heap.write(hash.0, INDEX, two.address());
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
        let (Some(new), Some(old)) = (two.cell_at(Succession::NEW), two.cell_at(Succession::OLD)) else { return };
        let (old, moved) = (buckets(old), two.moved());
        let next = moved.saturating_add(most).min(old.len());
        for position in old[moved..next].iter().filter_map(|&bucket| (bucket as usize).checked_sub(1)) {
            insert_bucket(new, hash.hash_at(position), position);
        }
        two.set_moved(next);
        if next == old.len() {
            self.heap.write(hash.0, INDEX, new.address());
        }
    }
}
