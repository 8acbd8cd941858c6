//! Weak references: what may be looked at without being kept alive.
//!
//! A *weak hash* is a Hash whose entries stand in a payload of kind `Weak`, which the
//! collector doesn't look into; keys are weak, values too or alive with their key (an
//! ephemeron). A *singleton class* of an object lives as long as its object, though the
//! only reference to it is the shape in the object's header.
//!
//! ```text
//!   tracing      roots ----> map          key <---- anyone
//!                             :            |
//!                             : (weak)     | found alive, so ...
//!                             v            v
//!                           [ hash | key | value ]   ... the value is shown to the collector
//! ```
//!
//! After each collection entries of the dead are taken out, and addresses of what moved
//! are put right. Written is only what changes.

use rutile_heap::{Liveness, RootVisitor};

use crate::object::array::ArrayRef;
use crate::object::class::ClassRef;
use crate::object::hash::HashRef;
use crate::value::Value;
use crate::vm::Vm;

/// What of the machine is weak.
#[derive(Default)]
pub struct WeakTables {
    /// The weak hashes that live, as of the last collection.
    hashes: Vec<HashRef>,
    /// Objects other than classes, each with its singleton class.
    singletons: Vec<(Value, ClassRef)>,
    /// Entries of weak hashes after the last collection, and those it has taken out.
    pub references: u64,
    pub retained: u64,
}

impl WeakTables {
    pub(crate) fn note_hash(&mut self, hash: HashRef) {
        self.hashes.push(hash);
    }

    pub(crate) fn note_singleton(&mut self, object: Value, singleton: ClassRef) {
        self.singletons.push((object, singleton));
    }

    /// Every cell became permanent: objects with their singleton classes.
    pub(crate) fn settle(&mut self) {
        self.singletons = Vec::new();
    }

    /// Shows the collector what lives because something else does.
    pub(crate) fn visit_reachable(&mut self, liveness: &Liveness, visitor: &mut dyn RootVisitor) {
        for &(object, singleton) in &self.singletons {
            if object.as_cell().is_some_and(|cell| liveness.is_live(cell)) {
                visitor.cell(singleton.0);
            }
        }
        for &hash in self.hashes.iter().filter(|hash| liveness.is_live(hash.0) && !hash.has_weak_values()) {
            for (key, value) in hash.entries() {
                if is_live(liveness, key) {
                    let mut word = value.word();
                    visitor.slot(&mut word);
                }
            }
        }
    }

    /// Forgets the dead; answers the singleton classes among them.
    pub(crate) fn after_mark(&mut self, vm: &mut Vm, liveness: &Liveness) -> Vec<ClassRef> {
        (self.references, self.retained) = (0, 0);
        let hashes = std::mem::take(&mut self.hashes);
        self.hashes = hashes.into_iter().filter_map(|hash| liveness.resolve_cell(hash.0).map(HashRef)).collect();
        for &hash in &self.hashes {
            self.references += hash.len() as u64;
            revise(vm, hash, liveness);
            self.retained += hash.len() as u64;
        }
        let mut dead = Vec::new();
        self.singletons.retain_mut(|(object, singleton)| {
            let place = liveness.resolve(object.word());
            match place {
                Some(word) => *object = Value::from_word(word),
                None => dead.push(*singleton),
            }
            place.is_some()
        });
        dead
    }
}

fn is_live(liveness: &Liveness, value: Value) -> bool {
    liveness.resolve(value.word()).is_some()
}

/// Takes out the entries whose key or value is gone, and follows those that moved.
fn revise(vm: &mut Vm, hash: HashRef, liveness: &Liveness) {
    for position in hash.first()..hash.used() {
        let (key, value) = (hash.key_at(position), hash.value_at(position));
        if key.is_undefined() {
            continue;
        }
        match (liveness.resolve(key.word()), liveness.resolve(value.word())) {
            (Some(new_key), Some(new_value)) => {
                hash.replace_words(position, Value::from_word(new_key), Value::from_word(new_value));
            }
            _ => vm.hash_delete_at(hash, position),
        }
    }
}

impl Vm {
    /// Whether the singleton class of an object is to live only as long as the object.
    /// That of a class lives with the class.
    pub(crate) fn is_weak_singleton(class: ClassRef) -> bool {
        class.is_singleton() && class.attached().as_cell().is_some_and(|cell| !ClassRef(cell).is_class())
    }

    /// What must follow changes of a class or module, in a list of its own.
    pub fn dependents_of(&mut self, class: ClassRef) -> ArrayRef {
        let Some(dependents) = HashRef::from_value(class.dependents()) else { return self.array_with_capacity(0) };
        let list = self.array_with_capacity(dependents.len());
        for position in 0..dependents.used() {
            let dependent = dependents.key_at(position);
            if !dependent.is_undefined() {
                self.array_push(list, dependent);
            }
        }
        list
    }

    /// Notes that `dependent` must follow changes of `class`, as long as it lives.
    pub fn add_dependent(&mut self, class: ClassRef, dependent: ClassRef) {
        let table = match HashRef::from_value(class.dependents()) {
            Some(table) => table,
            None => {
                let table = self.new_weak_hash(true, true);
                class.set_dependents(self, table.value());
                table
            }
        };
        if let Some(code) = self.hash_code_for(table, dependent.value()) {
            self.hash_append(table, code, dependent.value(), Value::TRUE);
        }
    }
}
