//! The cells that headers refer to by number.
//!
//! The low half of a header, the *shape*, may stand for a cell: the owner has a table of them
//! (`Roots::shapes`). A cell that is reached reaches what its shape stands for, which so lives as long as any
//! cell of the shape does, and costs no word in any of them. It may move like any other: the owner follows it in the table. Tracing looks
//! at the table once a shape:
//!
//! ```text
//!   cell                        seen   shapes
//!   +--------+------- -         +---+  +---------+
//!   | header |                  | 1 |  | cell ---|---> reached, when the first cell of shape 0 was
//!   +-----|--+------- -         +---+  +---------+
//!         +------- shape 1 ---> | 0 |  | cell ---|---> not yet
//!                               +---+  +---------+
//! ```
//!
//! Headers are written without a barrier. Who gives an old cell a shape that stands for another cell tells
//! `Heap::external_write_barrier`, and shows that cell itself while it is young, or as long as the old one is permanent:
//! those are not traced.

use crate::cell::Word;
use crate::roots::Roots;

/// The shapes seen by one collection, and what they stand for.
pub(crate) struct Shapes {
    /// The shape that the tables begin with.
    first: u32,
    /// A byte for each shape; none where there is nothing to be learnt of them.
    seen: Vec<u8>,
    referents: *const Word,
}

impl Shapes {
    /// To be dropped before `roots` are told what the collection found out.
    pub fn of(roots: &dyn Roots, minor: bool) -> Shapes {
        let (first, referents) = roots.shapes(minor);
        Shapes { first, seen: vec![0; referents.len()], referents: referents.as_ptr() }
    }

    /// The cell that a shape stands for, the first time that it is seen.
    #[inline(always)]
    pub fn see(&mut self, shape: u32) -> Option<Word> {
        // A number below the first wraps round to one beyond the last.
        let index = shape.wrapping_sub(self.first) as usize;
        let seen = self.seen.get_mut(index)?;
        if *seen != 0 {
            return None;
        }
        *seen = 1;
        // SAFETY: the table is as long as `seen`, and its owner leaves it alone while the collection traces.
        Some(unsafe { *self.referents.add(index) })
    }
}

/// The shapes seen by an incremental cycle, which lasts while shapes are made.
#[derive(Default)]
pub(crate) struct SeenShapes {
    first: u32,
    seen: Vec<u8>,
}

impl SeenShapes {
    pub fn of(roots: &dyn Roots) -> SeenShapes {
        let (first, referents) = roots.shapes(false);
        SeenShapes { first, seen: vec![0; referents.len()] }
    }

    #[inline(always)]
    pub fn note(&mut self, shape: u32) {
        let Some(index) = shape.checked_sub(self.first) else { return };
        match self.seen.get_mut(index as usize) {
            Some(seen) => *seen = 1,
            None => self.grow(index as usize),
        }
    }

    #[cold]
    fn grow(&mut self, index: usize) {
        self.seen.resize(index + 1, 0);
        self.seen[index] = 1;
    }

    pub fn each(&self, visit: &mut dyn FnMut(u32)) {
        let seen = self.seen.iter().zip(self.first..).filter(|(seen, _)| **seen != 0);
        seen.for_each(|(_, shape)| visit(shape));
    }
}
