//! Weak references: what may be looked at without being kept alive.
//!
//! A *weak hash* is a Hash whose entries stand in a payload of kind `Weak`, which the
//! collector doesn't look into; keys are weak, values too or alive with their key (an
//! ephemeron). A class lives as long as its objects, though only the shapes in their headers lead to it: the
//! collector follows those of what it traces. What it does not trace are the old in a minor collection, and the permanent;
//! where one of them gets a class that is younger (a *singleton class*, most often), the pair is listed here.
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
//! are put right. Written is only what changes. A minor collection looks only at what may be young, which is
//! listed as it comes, so that large tables cost it nothing.

use rutile_heap::{Cell, Heap, Liveness, RootVisitor};

use crate::object::array::ArrayRef;
use crate::object::class::ClassRef;
use crate::object::hash::HashRef;
use crate::value::Value;
use crate::vm::Vm;

/// The weak tables of the machine. Young entries stand in lists of their own until they are old.
#[derive(Default)]
pub struct WeakTables {
    /// The weak hashes that lived at the last collection or came since.
    hashes: Vec<HashRef>,
    young_hashes: Vec<HashRef>,
    /// Positions of entries whose key or value may be young. Some are there no more, or name another entry by now.
    young_entries: Vec<(HashRef, usize)>,
    /// Objects, each with the class that it was given while that was young.
    young_classes: Vec<(Cell, ClassRef)>,
    /// Permanent objects, each with a class that is not.
    own_classes: Vec<(Cell, ClassRef)>,
    /// Entries of weak hashes that the last collection looked at, and those it left.
    pub references: u64,
    pub retained: u64,
}

impl WeakTables {
    pub(crate) fn note_hash(&mut self, hash: HashRef) {
        self.young_hashes.push(hash);
    }

    pub(crate) fn note_entry(&mut self, hash: HashRef, position: usize) {
        self.young_entries.push((hash, position));
    }

    /// An object that is there already was given a class.
    pub(crate) fn note_class(&mut self, heap: &Heap, object: Cell, class: ClassRef) {
        if !heap.is_old(class.0) {
            self.young_classes.push((object, class));
        }
        if heap.is_permanent(object) && !heap.is_permanent(class.0) {
            self.own_classes.push((object, class));
        }
    }

    /// Every cell became permanent: objects with their classes.
    pub(crate) fn settle(&mut self) {
        self.hashes.append(&mut self.young_hashes);
        self.young_entries = Vec::new();
        self.young_classes = Vec::new();
        self.own_classes = Vec::new();
    }

    /// Entries of all weak hashes.
    pub fn entries(&self) -> u64 {
        self.all_hashes().map(|hash| hash.len() as u64).sum()
    }

    fn all_hashes(&self) -> impl Iterator<Item = HashRef> {
        self.hashes.iter().chain(&self.young_hashes).copied()
    }

    /// Shows the collector what lives because something else does.
    pub(crate) fn visit_reachable(&mut self, liveness: &Liveness, visitor: &mut dyn RootVisitor) {
        let others = if liveness.is_minor() { [].iter() } else { self.own_classes.iter() };
        for &(object, class) in self.young_classes.iter().chain(others) {
            if liveness.is_live(object) {
                visitor.cell(class.0);
            }
        }
        let has_ephemerons = |hash: HashRef| liveness.is_live(hash.0) && !hash.has_weak_values();
        if liveness.is_minor() {
            for &(hash, position) in self.young_entries.iter().filter(|(hash, _)| has_ephemerons(*hash)) {
                show_value(liveness, visitor, hash, position);
            }
        } else {
            for hash in self.all_hashes().filter(|&hash| has_ephemerons(hash)) {
                (hash.first()..hash.used()).for_each(|position| show_value(liveness, visitor, hash, position));
            }
        }
    }

    /// Forgets the dead.
    pub(crate) fn after_mark(&mut self, vm: &mut Vm, liveness: &Liveness) {
        (self.references, self.retained) = (0, 0);
        if liveness.is_minor() {
            self.revise_young(vm, liveness);
        } else {
            self.revise_all(vm, liveness);
        }
        revise_pairs(liveness, &mut self.young_classes, |class| !liveness.is_old(class.0));
        if !liveness.is_minor() {
            revise_pairs(liveness, &mut self.own_classes, |_| true);
        }
    }

    fn revise_young(&mut self, vm: &mut Vm, liveness: &Liveness) {
        let mut entries = std::mem::take(&mut self.young_entries);
        entries.retain(|&(hash, position)| {
            liveness.is_live(hash.0) && position < hash.used() && self.revise_entry(vm, liveness, hash, position)
        });
        self.young_entries = entries;
        let hashes = &mut self.hashes;
        self.young_hashes.retain(|&hash| {
            let stays_young = liveness.is_live(hash.0) && !liveness.is_old(hash.0);
            if liveness.is_live(hash.0) && !stays_young {
                hashes.push(hash);
            }
            stays_young
        });
    }

    fn revise_all(&mut self, vm: &mut Vm, liveness: &Liveness) {
        self.young_entries.clear();
        let mut all = std::mem::take(&mut self.hashes);
        all.append(&mut self.young_hashes);
        all.retain_mut(|hash| {
            let Some(place) = liveness.resolve_cell(hash.0) else { return false };
            if place != hash.0 {
                *hash = HashRef(place);
            }
            for position in hash.first()..hash.used() {
                if self.revise_entry(vm, liveness, *hash, position) {
                    self.young_entries.push((*hash, position));
                }
            }
            if !liveness.is_old(hash.0) {
                self.young_hashes.push(*hash);
            }
            liveness.is_old(hash.0)
        });
        self.hashes = all;
    }

    /// Takes an entry out whose key or value is gone, or follows both where they moved; answers whether one of
    /// them is young.
    fn revise_entry(&mut self, vm: &mut Vm, liveness: &Liveness, hash: HashRef, position: usize) -> bool {
        let (key, value) = (hash.key_at(position), hash.value_at(position));
        if key.is_undefined() {
            return false;
        }
        self.references += 1;
        let (Some(key), Some(value)) = (liveness.resolve(key.word()), liveness.resolve(value.word())) else {
            vm.hash_delete_at(hash, position);
            return false;
        };
        self.retained += 1;
        let (key, value) = (Value::from_word(key), Value::from_word(value));
        hash.replace_words(position, key, value);
        is_young(liveness, key) || is_young(liveness, value)
    }
}

/// Forgets the pairs whose object died, follows what moved, and keeps those that are wanted.
fn revise_pairs(liveness: &Liveness, pairs: &mut Vec<(Cell, ClassRef)>, is_wanted: impl Fn(ClassRef) -> bool) {
    pairs.retain_mut(|(object, class)| {
        let (Some(object_now), Some(class_now)) = (liveness.resolve_cell(*object), liveness.resolve_cell(class.0)) else { return false };
        (*object, *class) = (object_now, ClassRef(class_now));
        is_wanted(*class)
    });
}

fn is_young(liveness: &Liveness, value: Value) -> bool {
    value.as_cell().is_some_and(|cell| !liveness.is_old(cell))
}

/// Shows the collector the value of an ephemeron whose key is known to live.
fn show_value(liveness: &Liveness, visitor: &mut dyn RootVisitor, hash: HashRef, position: usize) {
    let is_there = position < hash.used() && !hash.key_at(position).is_undefined();
    if is_there && liveness.resolve(hash.key_at(position).word()).is_some() {
        let mut word = hash.value_at(position).word();
        visitor.slot(&mut word);
    }
}

impl Vm {
    /// Lists an entry of a weak hash for the next minor collection, if its key or value is young.
    #[cold]
    #[inline(never)]
    pub(crate) fn note_weak_entry(&mut self, hash: HashRef, position: usize) {
        let is_young = |value: Value| value.as_cell().is_some_and(|cell| !self.heap.is_old(cell));
        if is_young(hash.key_at(position)) || is_young(hash.value_at(position)) {
            self.weak.note_entry(hash, position);
        }
    }

    /// The modules that must follow changes of a class or module, in a list of their own.
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
