//! Hashes: entries in order of insertion, found by position.
//!
//! ```text
//!   +--------+------+---------+------+---------+----------------
//!   | header | size | entries | used | default | small entries
//!   +--------+------+---------+------+---------+----------------
//!                        |              +---------+
//!                        +--- or nil    |  index  |  where it has a cell of entries
//!                                       +---------+
//!
//!   aux:     flags
//!   entries: hash, key, value, hash, key, value, ...
//!   index:   a cell that finds positions by hash code (see `hash_index`)
//! ```
//!
//! A small hash keeps its entries in its own cell (a 96-byte cell holds two);
//! a larger one in a `Values` cell. Up to eight entries are searched in order,
//! more through the index. A deleted entry keeps its place, its key `undefined`,
//! until the hash is rebuilt. Only what is found by position is here: which key
//! equals which is for natives (`simple_eql`) or Ruby (`eql?`) to say.

use rutile_heap::Cell;

use crate::value::Value;
use crate::value::fields::{Fields, Store};
use crate::value::kind::{Header, Kind, flags, header};
use crate::value::symbol::Symbol;
use crate::vm::Vm;

const SIZE: usize = 1;
pub(super) const ENTRIES: usize = 2;
const USED: usize = 3;
const DEFAULT: usize = 4;
const SMALL: usize = 5;
/// Of a hash with a cell of entries, which leaves the place of small ones free.
pub(super) const INDEX: usize = SMALL;
/// So many entries that it is made with stand in the cell.
const SMALL_MAX: usize = 5;
pub(super) const LINEAR_MAX: usize = 8;

// Flags.
const IDENTITY: u16 = 1;
const DEFAULT_PROC: u16 = 2;
const RUBY2_KEYWORDS: u16 = 4;
/// The entries are in a payload of kind Weak: see `collector::weak`.
const WEAK_KEYS: u16 = 8;
const WEAK_VALUES: u16 = 16;
/// `size` also holds how many iterations are under way.
const LEVEL_SHIFT: u32 = 31;
const SIZE_MASK: i64 = (1 << LEVEL_SHIFT) - 1;
/// `used` also holds the position of the first entry that may be live.
const FIRST_SHIFT: u32 = 31;
const USED_MASK: i64 = (1 << FIRST_SHIFT) - 1;

crate::cell_view! {
    /// A cell of kind Hash.
    HashRef Hash
}

impl HashRef {
    fn number(self, field: usize) -> i64 {
        self.0.value_at(field).as_fixnum().unwrap_or(0)
    }

    fn set_number(self, field: usize, number: i64) {
        self.0.set_field_raw(field, Value::fixnum(number).word());
    }

    /// Adds one to the lower half of a field that holds two numbers.
    #[inline(always)]
    fn count_up(self, field: usize) {
        self.0.set_field_raw(field, self.0.field(field) + (Value::fixnum(1).word() - Value::fixnum(0).word()));
    }

    /// Live entries.
    #[inline(always)]
    pub fn len(self) -> usize {
        (self.number(SIZE) & SIZE_MASK) as usize
    }

    pub(super) fn set_len(self, length: usize) {
        self.set_number(SIZE, self.number(SIZE) & !SIZE_MASK | length as i64);
    }

    fn has(self, flag: u16) -> bool {
        self.0.aux() & flag != 0
    }

    fn set(self, flag: u16, on: bool) {
        let others = self.0.aux() & !flag;
        self.0.set_aux(if on { others | flag } else { others });
    }

    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Positions used so far, deleted ones included: iterate over `0 .. used()`.
    #[inline(always)]
    pub fn used(self) -> usize {
        (self.number(USED) & USED_MASK) as usize
    }

    /// The first position that may hold a live entry.
    pub fn first(self) -> usize {
        (self.number(USED) >> FIRST_SHIFT) as usize
    }

    pub(super) fn set_used(self, used: usize, first: usize) {
        self.set_number(USED, used as i64 | (first as i64) << FIRST_SHIFT);
    }

    /// The cell that holds the entries and the word of the first.
    #[inline(always)]
    pub(super) fn storage(self) -> (Cell, usize) {
        // Nil, or the payload: Values, or Weak.
        match self.0.value_at(ENTRIES).as_cell() {
            Some(entries) => (entries, 1),
            None => (self.0, SMALL),
        }
    }

    /// Whether its entries stand in its own cell.
    #[inline(always)]
    pub(super) fn is_small(self) -> bool {
        self.0.field(ENTRIES) == Value::NIL.word()
    }

    pub(super) fn capacity(self) -> usize {
        let (cell, first) = self.storage();
        (cell.slot_words() - first) / 3
    }

    #[inline(always)]
    fn part_at(self, position: usize, part: usize) -> Value {
        let (cell, first) = self.storage();
        cell.value_at(first + position * 3 + part)
    }

    /// The hash code at a position.
    #[inline(always)]
    pub fn hash_at(self, position: usize) -> i64 {
        self.part_at(position, 0).as_fixnum().unwrap_or(0)
    }

    /// The key at a position; undefined where the entry was deleted.
    #[inline(always)]
    pub fn key_at(self, position: usize) -> Value {
        self.part_at(position, 1)
    }

    #[inline(always)]
    pub fn value_at(self, position: usize) -> Value {
        self.part_at(position, 2)
    }

    /// The next position from `start` on with a live entry.
    #[inline]
    pub fn next_live(self, start: usize) -> Option<usize> {
        (start.max(self.first())..self.used()).find(|&position| !self.key_at(position).is_undefined())
    }

    /// Whether there is a live entry at a position.
    #[inline]
    pub fn is_live(self, position: usize) -> bool {
        position < self.used() && !self.key_at(position).is_undefined()
    }

    /// Live entries in order. The hash must not change meanwhile; it may be allocated in between (see `IdTable::entries`).
    pub fn entries(self) -> impl Iterator<Item = (Value, Value)> {
        let (cell, first) = self.storage();
        (self.first()..self.used()).filter_map(move |position| {
            let (cell, place) = (std::hint::black_box(cell), first + position * 3);
            let key = cell.value_at(place + 1);
            if key.is_undefined() { None } else { Some((key, cell.value_at(place + 2))) }
        })
    }

    /// The value for a missing key, or the default proc.
    pub fn default(self) -> Value {
        self.0.value_at(DEFAULT)
    }

    pub fn has_default_proc(self) -> bool {
        self.has(DEFAULT_PROC)
    }

    pub fn compares_by_identity(self) -> bool {
        self.has(IDENTITY)
    }

    pub fn set_compares_by_identity(self, on: bool) {
        self.set(IDENTITY, on);
    }

    pub fn is_ruby2_keywords(self) -> bool {
        self.has(RUBY2_KEYWORDS)
    }

    pub fn set_ruby2_keywords(self, on: bool) {
        self.set(RUBY2_KEYWORDS, on);
    }

    /// How many iterations are under way: keys must not be added meanwhile.
    pub fn iteration_level(self) -> i64 {
        self.number(SIZE) >> LEVEL_SHIFT
    }

    pub fn change_iteration_level(self, by: i64) {
        self.set_number(SIZE, self.number(SIZE) + (by << LEVEL_SHIFT));
    }

    /// Whether keys are weak.
    pub fn is_weak(self) -> bool {
        self.has(WEAK_KEYS)
    }

    pub fn has_weak_values(self) -> bool {
        self.has(WEAK_VALUES)
    }

    /// Puts key and value in an entry's place, without a barrier: the payload is weak.
    pub(crate) fn replace_words(self, position: usize, key: Value, value: Value) {
        let (cell, first) = self.storage();
        for (part, word) in [(1, key.word()), (2, value.word())] {
            if cell.field(first + position * 3 + part) != word {
                cell.set_field_raw(first + position * 3 + part, word);
            }
        }
    }

    pub fn is_frozen(self) -> bool {
        self.0.has_flag(flags::FROZEN)
    }

    /// Computes the codes of all keys anew.
    pub fn recode(self, code_of: impl Fn(Value) -> i64) {
        let (cell, first) = self.storage();
        let live = |position: &usize| !self.key_at(*position).is_undefined();
        if (0..self.used()).filter(live).all(|position| self.hash_at(position) == code_of(self.key_at(position))) {
            return;
        }
        self.clear_index();
        for position in 0..self.used() {
            let code = if live(&position) { code_of(self.key_at(position)) } else { self.hash_at(position) };
            cell.set_field_raw(first + position * 3, Value::fixnum(code).word());
            self.note_position(code, position);
        }
    }

    /// The position of a key that equals nothing but itself, where the entries are searched in order: no hash code is needed there. `None`:
    /// this is not such a hash or key.
    #[inline(always)]
    fn position_in_order(self, key: Value) -> Option<Option<usize>> {
        let (cell, first) = self.storage();
        if !key.equals_itself_only() || cell != self.0 && self.0.field(INDEX) != Value::NIL.word() {
            return None;
        }
        Some((self.first()..self.used()).find(|position| cell.field(first + position * 3 + 1) == key.word()))
    }

    /// The position where `equal` holds among the entries with this hash code.
    #[inline]
    pub fn find(self, code: i64, equal: impl Fn(Value) -> bool) -> Option<usize> {
        let ((cell, first), wanted) = (self.storage(), Value::fixnum(code).word());
        let is_there = |word: usize| {
            let key = cell.value_at(word + 1);
            cell.field(word) == wanted && !key.is_undefined() && equal(key)
        };
        let Some(index) = self.index() else {
            if self.used() > LINEAR_MAX {
                return self.find_in_two(code, |position| is_there(first + position * 3));
            }
            let (mut position, mut word) = (self.first(), first + self.first() * 3);
            while position < self.used() {
                if is_there(word) {
                    return Some(position);
                }
                (position, word) = (position + 1, word + 3);
            }
            return None;
        };
        index.probe(code as usize).find(|&position| is_there(first + position * 3))
    }
}

impl Vm {
    /// An empty hash with room for `capacity` entries.
    pub fn new_hash(&mut self, capacity: usize) -> HashRef {
        let shape = self.shapes.of_class(self.classes.hash);
        let small = if capacity <= SMALL_MAX { capacity } else { 0 };
        let cell = self.allocate((SMALL + small * 3) * 8, header(Kind::Hash, shape, 0, 0));
        let hash = HashRef(cell);
        for field in [SIZE, USED] {
            hash.set_number(field, 0);
        }
        for field in [ENTRIES, DEFAULT] {
            cell.set_field_raw(field, Value::NIL.word());
        }
        if capacity > SMALL_MAX {
            self.hash_rebuild(hash, capacity);
        }
        hash
    }

    /// An empty hash with weak keys, and weak values or values that live with their keys. It is the machine's own, of
    /// no class: programs see only what stands on it.
    pub fn new_weak_hash(&mut self, weak_values: bool, by_identity: bool) -> HashRef {
        let hash = self.new_hash(0);
        hash.0.set_shape(0);
        hash.set(WEAK_KEYS, true);
        hash.set(WEAK_VALUES, weak_values);
        hash.set(IDENTITY, by_identity);
        self.hash_rebuild(hash, 2);
        self.weak.note_hash(hash);
        hash
    }

    /// Gives the hash room for `capacity` entries and drops the deleted ones.
    fn hash_rebuild(&mut self, hash: HashRef, capacity: usize) {
        let kind = if hash.is_weak() { Kind::Weak } else { Kind::Values };
        // Who gives a new one its entries knows how many they are.
        let (bytes, header) = ((1 + capacity * 3) * 8, header(kind, 0, 0, 0));
        let entries = if hash.used() > 0 { self.allocate_growing(bytes, header) } else { self.allocate(bytes, header) };
        let mut live = 0;
        for position in 0..hash.used() {
            if !hash.key_at(position).is_undefined() {
                for part in 0..3 {
                    entries.set_field_raw(1 + live * 3 + part, hash.part_at(position, part).word());
                }
                live += 1;
            }
        }
        self.heap.barrier(entries);
        if hash.is_small() {
            // The index is to stand there; and what was there is not to be kept alive.
            (SMALL..hash.0.slot_words()).for_each(|word| hash.0.set_field_raw(word, Value::NIL.word()));
        }
        self.heap.store(hash.0, ENTRIES, entries.address());
        hash.set_used(live, 0);
        if hash.is_weak() {
            (0..live).for_each(|position| self.note_weak_entry(hash, position));
        }
        self.hash_reindex(hash);
    }

    /// Makes room for `capacity` entries in all.
    pub fn hash_reserve(&mut self, hash: HashRef, capacity: usize) {
        if capacity > hash.capacity() && hash.iteration_level() == 0 {
            self.hash_rebuild(hash, capacity);
        }
    }

    /// Adds an entry whose key is known to be absent. Frozen and iteration checks are the caller's.
    pub fn hash_append(&mut self, hash: HashRef, code: i64, key: Value, value: Value) {
        let (mut cell, mut first) = hash.storage();
        let mut position = hash.used();
        if first + (position + 1) * 3 > cell.slot_words() {
            if !self.hash_grow(hash) {
                self.hash_rebuild(hash, ((hash.len() + 1) * 2).max(6));
            }
            (cell, first) = hash.storage();
            position = hash.used();
        }
        let word = first + position * 3;
        cell.set_field_raw(word, Value::fixnum(code).word());
        self.heap.store_pair(cell, word + 1, [key.word(), value.word()]);
        // The other half of each stays as it is.
        hash.count_up(USED);
        hash.count_up(SIZE);
        match hash.index() {
            Some(index) => index.insert(code as usize, position),
            None if position >= LINEAR_MAX => self.hash_note_in_two(hash, code, position),
            None => {}
        }
        if hash.is_weak() {
            self.note_weak_entry(hash, position);
        }
    }

    pub fn hash_set_value_at(&mut self, hash: HashRef, position: usize, value: Value) {
        let (cell, first) = hash.storage();
        self.heap.store(cell, first + position * 3 + 2, value.word());
        if hash.is_weak() {
            self.note_weak_entry(hash, position);
        }
    }

    /// Deletes the entry at a position.
    pub fn hash_delete_at(&mut self, hash: HashRef, position: usize) {
        let (cell, first) = hash.storage();
        cell.set_field_raw(first + position * 3 + 1, Value::UNDEFINED.word());
        cell.set_field_raw(first + position * 3 + 2, Value::NIL.word());
        let live = hash.len() - 1;
        hash.set_len(live);
        if live == 0 && hash.iteration_level() == 0 {
            self.hash_clear(hash);
        } else if position == hash.first() {
            let next = hash.next_live(position).unwrap_or(hash.used());
            hash.set_used(hash.used(), next);
        }
    }

    /// Deletes every entry.
    pub fn hash_clear(&mut self, hash: HashRef) {
        if hash.iteration_level() > 0 {
            for position in 0..hash.used() {
                if !hash.key_at(position).is_undefined() {
                    self.hash_delete_at(hash, position);
                }
            }
            return;
        }
        let (cell, first) = hash.storage();
        for word in first..first + hash.used() * 3 {
            cell.set_field_raw(word, Value::NIL.word());
        }
        hash.set_len(0);
        hash.set_used(0, 0);
        hash.clear_index();
    }

    pub fn hash_set_default(&mut self, hash: HashRef, default: Value, is_proc: bool) {
        self.heap.store(hash.0, DEFAULT, default.word());
        hash.set(DEFAULT_PROC, is_proc);
    }

    /// Gives an empty hash all entries of another that compares keys the same way.
    pub fn hash_take_entries(&mut self, hash: HashRef, other: HashRef) {
        let gapless = other.used() == other.len();
        if hash.used() > 0 || hash.iteration_level() > 0 || hash.is_weak() || other.is_weak() || !gapless {
            self.hash_reserve(hash, hash.used() + other.len());
            return (0..other.used()).for_each(|position| self.hash_append_entry(hash, other, position));
        }
        // With as much room the index is the same, which spares the search for each entry's place.
        let roomy = other.index().is_some() && other.capacity() <= other.len() * 2;
        self.hash_reserve(hash, if roomy { other.capacity() } else { other.len() });
        let ((source, from), (target, to)) = (other.storage(), hash.storage());
        let count = other.len();
        for word in 0..count * 3 {
            target.set_field_raw(to + word, source.field(from + word));
        }
        self.heap.barrier(target);
        hash.set_len(count);
        hash.set_used(count, 0);
        let Some(index) = hash.index() else { return };
        match other.index().filter(|other| other.len() == index.len()) {
            Some(same) => index.all().copy_from_slice(same.all()),
            None => (0..count).for_each(|position| index.insert(hash.hash_at(position) as usize, position)),
        }
    }

    /// Appends an entry of another hash that compares keys the same way and has one more key.
    pub fn hash_append_entry(&mut self, hash: HashRef, other: HashRef, position: usize) {
        let key = other.key_at(position);
        if key.is_undefined() {
            return;
        }
        let value = other.value_at(position);
        let by_identity = if hash.compares_by_identity() { self.hash_code_for(hash, key) } else { None };
        self.hash_append(hash, by_identity.unwrap_or(other.hash_at(position)), key, value);
    }

    /// The hash code that this hash would use for a key that needs no Ruby; `None` for others.
    pub fn hash_code_for(&self, hash: HashRef, key: Value) -> Option<i64> {
        if hash.compares_by_identity() {
            return Some(crate::value::hashing::identity(key, self.hash_seed));
        }
        self.simple_hash(key)
    }

    /// The position of a key that needs no Ruby to be found; the outer `None` says that it does.
    #[inline]
    pub fn hash_position(&self, hash: HashRef, key: Value) -> Option<Option<usize>> {
        if let Some(position) = hash.position_in_order(key) {
            return Some(position);
        }
        let code = self.hash_code_for(hash, key)?;
        Some(self.hash_position_of(hash, code, key))
    }

    /// The same of a key with that hash code.
    #[inline]
    fn hash_position_of(&self, hash: HashRef, code: i64, key: Value) -> Option<usize> {
        if hash.compares_by_identity() {
            return hash.find(code, |other| other == key);
        }
        hash.find(code, |other| other == key || self.simple_eql(key, other))
    }

    /// The value under a key that needs no Ruby to be found.
    pub fn hash_get(&self, hash: HashRef, key: Value) -> Option<Value> {
        let position = self.hash_position(hash, key)??;
        Some(hash.value_at(position))
    }

    pub fn hash_get_symbol(&self, hash: HashRef, name: Symbol) -> Option<Value> {
        self.hash_get(hash, Value::symbol(name))
    }

    /// Stores under a key that needs no Ruby to be found; false where it does. A string key is copied and frozen.
    pub fn hash_set(&mut self, hash: HashRef, key: Value, value: Value) -> bool {
        let known = hash.position_in_order(key);
        if let Some(Some(position)) = known {
            self.hash_set_value_at(hash, position, value);
            return true;
        }
        let Some(code) = self.hash_code_for(hash, key) else { return false };
        match known {
            // It was looked for already, and such a key is kept as it is.
            Some(_) => self.hash_append(hash, code, key, value),
            None => self.hash_set_coded(hash, code, key, value),
        }
        true
    }

    /// The same of a key with that hash code, which needs none.
    pub fn hash_set_coded(&mut self, hash: HashRef, code: i64, key: Value, value: Value) {
        match self.hash_position_of(hash, code, key) {
            Some(position) => self.hash_set_value_at(hash, position, value),
            None => {
                let key = self.hash_key(hash, code, key);
                self.hash_append(hash, code, key, value);
            }
        }
    }

    pub fn hash_set_symbol(&mut self, hash: HashRef, name: Symbol, value: Value) {
        self.hash_set(hash, Value::symbol(name), value);
    }

    /// A key, of this hash code, as a hash keeps it: of an unfrozen string the shared one of its text, or a frozen copy.
    pub fn hash_key(&mut self, hash: HashRef, code: i64, key: Value) -> Value {
        match crate::object::string::StringRef::from_value(key) {
            Some(string) if !string.is_frozen() && !hash.compares_by_identity() && self.class_of(key).real_class() == self.classes.string => {
                if let Some(shared) = self.shared_before(string, code) {
                    return shared.value();
                }
                let copy = self.string_copy(string);
                copy.0.set_flag(flags::FROZEN);
                copy.value()
            }
            _ => key,
        }
    }
}
