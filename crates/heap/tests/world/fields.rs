//! The words of the tests' own cells, whose sizes they know.

#![allow(dead_code)]

use rutile_heap::{Cell, Word};

pub trait Fields {
    fn of_word(word: Word) -> Option<Cell>;
    fn field(self, index: usize) -> Word;
    fn set_field_raw(self, index: usize, word: Word);
}

impl Fields for Cell {
    fn of_word(word: Word) -> Option<Cell> {
        // SAFETY: tests hand over what the heap gave them.
        unsafe { Cell::from_word(word) }
    }

    fn field(self, index: usize) -> Word {
        // SAFETY: debug builds, which tests are, check the index.
        unsafe { self.word(index) }
    }

    fn set_field_raw(self, index: usize, word: Word) {
        // SAFETY: as `field`.
        unsafe { self.set_word_raw(index, word) }
    }
}
