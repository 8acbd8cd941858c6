//! Access to the words of cells, for the views of them that this crate makes.
//!
//! The heap lends it as unsafe functions, since a word beyond a cell's slot, or a header of another kind, breaks memory. The
//! proof is the same for all who use it here, so it stands once: a view (`StringRef`, `ArrayRef`, a record …) is made of a cell
//! whose kind was asked, its constants name words within the layout of that kind, and an index beside them was compared with
//! a count that the cell holds. Debug builds check each index against the slot. Other crates do not see this: they have the views.

use rutile_heap::{Cell, Heap, Word};

use crate::value::Value;

pub(crate) trait Fields: Copy {
    /// The cell that a word refers to, of a word of a cell, a root or a table.
    fn of_word(word: Word) -> Option<Cell>;
    /// The word at `index`; word 0 is the header.
    fn field(self, index: usize) -> Word;
    /// The same, of a word that holds a value.
    fn value_at(self, index: usize) -> Value;
    /// The cell that the word at `index` refers to.
    fn cell_at(self, index: usize) -> Option<Cell>;
    /// Stores without a write barrier: for immediates, raw data, and any word of a cell allocated since the last safepoint.
    fn set_field_raw(self, index: usize, word: Word);
    fn set_shape(self, shape: u32);
    fn set_flag(self, flag: u8);
    fn clear_flag(self, flag: u8);
    fn set_aux(self, aux: u16);
}

impl Fields for Cell {
    #[inline(always)]
    fn of_word(word: Word) -> Option<Cell> {
        // SAFETY: words of cells, roots and tables are immediates or refer to live cells.
        unsafe { Cell::from_word(word) }
    }

    #[inline(always)]
    fn field(self, index: usize) -> Word {
        // SAFETY: the index is within the layout of the cell's kind (see above).
        unsafe { self.word(index) }
    }

    #[inline(always)]
    fn value_at(self, index: usize) -> Value {
        Value::from_word(self.field(index))
    }

    #[inline(always)]
    fn cell_at(self, index: usize) -> Option<Cell> {
        Cell::of_word(self.field(index))
    }

    #[inline(always)]
    fn set_field_raw(self, index: usize, word: Word) {
        // SAFETY: as `field`.
        unsafe { self.set_word_raw(index, word) }
    }

    #[inline(always)]
    fn set_shape(self, shape: u32) {
        // SAFETY: the kind stays.
        unsafe { self.set_header(self.header() & 0xffff_ffff | (shape as u64) << 32) }
    }

    #[inline(always)]
    fn set_flag(self, flag: u8) {
        // SAFETY: the kind stays.
        unsafe { self.set_header(self.header() | (flag as u64) << 8) }
    }

    #[inline(always)]
    fn clear_flag(self, flag: u8) {
        // SAFETY: the kind stays.
        unsafe { self.set_header(self.header() & !((flag as u64) << 8)) }
    }

    #[inline(always)]
    fn set_aux(self, aux: u16) {
        // SAFETY: the kind stays.
        unsafe { self.set_header(self.header() & !0xffff_0000 | (aux as u64) << 16) }
    }
}

/// Stores with the write barrier.
pub(crate) trait Store {
    fn store(&mut self, cell: Cell, index: usize, value: Word);
    fn store_pair(&mut self, cell: Cell, index: usize, values: [Word; 2]);
}

impl Store for Heap {
    #[inline(always)]
    fn store(&mut self, cell: Cell, index: usize, value: Word) {
        // SAFETY: as `Fields::field`; what is stored is a value in hand.
        unsafe { self.write(cell, index, value) }
    }

    #[inline(always)]
    fn store_pair(&mut self, cell: Cell, index: usize, values: [Word; 2]) {
        // SAFETY: as `store`.
        unsafe { self.write_pair(cell, index, values) }
    }
}
