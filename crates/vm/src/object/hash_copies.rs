//! Copies of hashes.

use super::array::ArrayRef;
use super::hash::{ENTRIES, HashRef, INDEX};
use crate::value::Value;
use crate::value::fields::{Fields, Store};
use crate::value::kind::{Header, Kind, flags};
use crate::vm::Vm;

impl Vm {
    /// A new hash with the same entries (and neither default nor flags but identity).
    pub fn hash_copy(&mut self, hash: HashRef) -> HashRef {
        self.hash_copy_with_room(hash, 0)
    }

    /// The same with room for `more` entries.
    pub fn hash_copy_with_room(&mut self, hash: HashRef, more: usize) -> HashRef {
        if let Some(copy) = self.hash_copy_cells(hash, more) {
            return copy;
        }
        let copy = self.new_hash(hash.len() + more);
        copy.set_compares_by_identity(hash.compares_by_identity());
        self.hash_take_entries(copy, hash);
        copy
    }

    /// The same of a hash with an index: its cells are copied as they are, so that no entry's place is looked for. `None` where there is
    /// none, where little of the room is used, or too much.
    fn hash_copy_cells(&mut self, hash: HashRef, more: usize) -> Option<HashRef> {
        let index = hash.index().filter(|_| !hash.is_weak())?;
        let (used, entries) = (hash.used(), hash.storage().0);
        if hash.capacity() < used + more || hash.capacity() > (hash.len() + more) * 2 {
            return None;
        }
        let copy = self.new_hash(0);
        copy.set_compares_by_identity(hash.compares_by_identity());
        copy.0.set_field_raw(INDEX, Value::NIL.word());
        let entries = self.allocate_copy(Kind::Values, entries, used * 3);
        self.heap.store(copy.0, ENTRIES, entries.address());
        let index = self.allocate_copy(Kind::Bytes, index.0, index.0.slot_words() - 1);
        self.heap.store(copy.0, INDEX, index.address());
        copy.set_len(hash.len());
        copy.set_used(used, hash.first());
        Some(copy)
    }

    pub fn hash_keys(&mut self, hash: HashRef) -> ArrayRef {
        self.hash_column(hash, 1)
    }

    pub fn hash_values(&mut self, hash: HashRef) -> ArrayRef {
        self.hash_column(hash, 2)
    }

    /// One of the three parts of all live entries.
    fn hash_column(&mut self, hash: HashRef, part: usize) -> ArrayRef {
        let array = self.array_with_capacity(hash.len());
        let ((entries, first), (target, to)) = (hash.storage(), array.storage());
        let (mut word, mut length) = (first + hash.first() * 3, 0);
        while length < hash.len() {
            // What is dead is written over by the next.
            target.set_field_raw(to + length, entries.field(word + part));
            length += !entries.value_at(word + 1).is_undefined() as usize;
            word += 3;
        }
        array.set_len(length);
        self.heap.barrier(target);
        array
    }

    /// A copy of the same class, with the default and the instance variables, as `dup` makes it of a hash whose class has no
    /// `initialize_copy` of its own.
    pub fn hash_dup(&mut self, hash: HashRef) -> HashRef {
        let copy = self.hash_copy(hash);
        let class = self.class_of(hash.value());
        if class != self.classes.hash || !hash.default().is_nil() || hash.0.has_flag(flags::HAS_VARIABLES) {
            self.hash_become_like(copy, hash);
        }
        copy
    }

    /// Gives a copy the class, the default and the instance variables of what it is a copy of.
    pub fn hash_become_like(&mut self, copy: HashRef, original: HashRef) {
        let class = self.class_of(original.value()).real_class();
        if class != self.classes.hash {
            self.set_class(copy.value(), class);
        }
        self.hash_set_default(copy, original.default(), original.has_default_proc());
        if original.0.has_flag(flags::HAS_VARIABLES) {
            self.copy_variables(original.value(), copy.value());
        }
    }
}
