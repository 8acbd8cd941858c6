//! Copies of hashes.

use super::hash::HashRef;
use crate::value::kind::{Header, flags};
use crate::vm::Vm;

impl Vm {
    /// A new hash with the same entries (and neither default nor flags but identity).
    pub fn hash_copy(&mut self, hash: HashRef) -> HashRef {
        self.hash_copy_with_room(hash, 0)
    }

    /// The same with room for `more` entries.
    pub fn hash_copy_with_room(&mut self, hash: HashRef, more: usize) -> HashRef {
        let copy = self.new_hash(hash.len() + more);
        copy.set_compares_by_identity(hash.compares_by_identity());
        self.hash_take_entries(copy, hash);
        copy
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
