//! Which objects with data a collection asks what they refer to.
//!
//! A minor collection asks those that may refer to a young cell. One whose type has write barriers (`RUBY_TYPED_WB_PROTECTED`) is asked until
//! it and all that it refers to are old, and again when a barrier tells of a store. Those without barriers are asked in each collection, and those
//! that can't refer to anything are not listed.
//!
//! ```text
//!   new --> young --both old--> settled     with barriers: asked by major collections
//!             |                    |
//!             |                    +-a barrier--> written: asked as the young are, until old again
//!             +-------old-------> unprotected   without: asked by all
//! ```
//!
//! How often one is still to be asked is in its note, 0 for what settled, and whether an extension has taken its barriers away.

use rutile_heap::{Liveness, RootVisitor};
use rutile_vm::object::data::DataRef;

use crate::data;

/// So many collections find what was stored before them old, if the object itself is: one to survive, and one that makes it old.
const LOOKS: u16 = 2;
/// In a note: no barrier tells of what is stored in this object, whatever its type says.
const UNPROTECTED: u16 = 1 << 15;

#[derive(Default)]
pub struct Objects {
    young: Vec<DataRef>,
    /// Old, and written since they settled: they are among those as well.
    written: Vec<DataRef>,
    settled: Vec<DataRef>,
    unprotected: Vec<DataRef>,
    /// Those that the collection under way has not found to live, if it has begun to ask.
    pending: Option<Vec<DataRef>>,
}

impl Objects {
    /// Lists a new object.
    pub fn note(&mut self, object: DataRef) {
        if data::concerns_collections(object) {
            object.set_note(LOOKS);
            self.young.push(object);
        }
    }

    /// Something was stored in an object's data.
    pub fn note_store(&mut self, object: DataRef) {
        let note = object.note();
        if note == 0 {
            self.written.push(object);
        }
        object.set_note(note & UNPROTECTED | LOOKS);
    }

    /// Nothing will be told any more of what is stored in an object's data.
    pub fn unprotect(&mut self, object: DataRef) {
        if object.note() == 0 {
            self.unprotected.push(object);
        }
        object.set_note(UNPROTECTED | LOOKS);
    }

    /// A trace begins.
    pub fn begin(&mut self) {
        self.pending = None;
    }

    /// Shows what the objects that were found to live refer to, each once.
    pub fn visit(&mut self, liveness: &Liveness, visitor: &mut dyn RootVisitor) {
        let mut pending = match self.pending.take() {
            Some(pending) => pending,
            None if liveness.is_minor() => self.young.iter().chain(&self.written).chain(&self.unprotected).copied().collect(),
            None => self.young.iter().chain(&self.settled).chain(&self.unprotected).copied().collect(),
        };
        pending.retain(|object| {
            let lives = liveness.is_live(object.cell());
            if lives {
                data::mark(*object, visitor);
            }
            !lives
        });
        self.pending = Some(pending);
    }

    /// Forgets those that died, and lists the others by what the collection has made old.
    pub fn after_mark(&mut self, liveness: &Liveness) {
        self.pending = None;
        follow_cells(&mut self.young, liveness);
        if !liveness.is_minor() {
            for list in [&mut self.written, &mut self.settled, &mut self.unprotected] {
                follow_cells(list, liveness);
            }
            for list in [&self.young, &self.settled, &self.unprotected] {
                data::follow_all(list, liveness);
            }
        }
        let Objects { young, written, settled, unprotected, .. } = self;
        written.retain(|object| needs_another_look(*object));
        young.retain(|object| {
            let stays = !liveness.is_old(object.cell()) || needs_another_look(*object);
            if !stays {
                let has_barriers = data::has_barriers(*object) && object.note() & UNPROTECTED == 0;
                let list = if has_barriers { &mut *settled } else { &mut *unprotected };
                object.set_note(if has_barriers { 0 } else { UNPROTECTED });
                list.push(*object);
            }
            stays
        });
    }
}

fn follow_cells(list: &mut Vec<DataRef>, liveness: &Liveness) {
    list.retain_mut(|object| match object.resolved(liveness) {
        Some(moved) => {
            *object = moved;
            true
        }
        None => false,
    });
}

/// Counts a collection that has asked an old object.
fn needs_another_look(object: DataRef) -> bool {
    let note = object.note();
    let left = (note & !UNPROTECTED).saturating_sub(1);
    object.set_note(note & UNPROTECTED | left);
    left > 0
}
