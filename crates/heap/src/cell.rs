//! Words and cells: what a reference is, and the way to read and write one.
//!
//! A `Word` is 64 bits. It is a reference when its low three bits are clear, it
//! is not zero and it lies in the heap's region; any other word is an immediate
//! the heap never looks into. A `Cell` is a word known to be a reference to the
//! start of a live cell.
//!
//! ```text
//!   word 0 (header)                                    word 1 .. slot end
//!  63             32 31        16 15       8 7       0
//! +----------------+------------+----------+---------+------------------ ...
//! | shape          | aux        | flags    | type    | payload, zero when new
//! +----------------+------------+----------+---------+------------------ ...
//! ```
//!
//! `type` selects the cell's `Layout`; `shape` may stand for another cell (see
//! `shapes`). The rest means nothing to the heap.
//!
//! # The invariant behind the safe face
//! A `Cell` in hand is live: it is reachable from an exact root, or it stands on
//! the machine stack that the owner scans conservatively. Who makes one of a word, or
//! reads and writes its words, vouches for what the heap can't know, in unsafe
//! functions. Debug builds assert both as far as the side tables tell.

use std::num::NonZeroU64;

use crate::tables;

/// A tagged 64-bit word: a heap reference or an immediate.
pub type Word = u64;

/// The number of bytes in a word.
pub const WORD_BYTES: usize = 8;

/// The bits a reference has clear.
const TAG_MASK: u64 = 7;

/// The address of a live cell.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
#[repr(transparent)]
pub struct Cell(NonZeroU64);

/// True when the tag bits of `word` are those of a reference.
#[inline(always)]
pub fn looks_like_reference(word: Word) -> bool {
    word & TAG_MASK == 0 && word != 0
}

/// Tells the compiler that a branch is seldom taken.
#[cold]
#[inline(always)]
fn rare() {}

impl Cell {
    /// The address as a number, which is also the reference to this cell.
    #[inline(always)]
    pub fn address(self) -> u64 {
        self.0.get()
    }

    /// The cell a word refers to, by its tag bits alone.
    ///
    /// # Safety
    /// The word is an immediate, or a reference to a live cell.
    #[inline(always)]
    pub unsafe fn from_word(word: Word) -> Option<Cell> {
        if word & TAG_MASK != 0 {
            return None;
        }
        if word == 0 {
            rare(); // two predictable branches are cheaper than one on both conditions computed
            return None;
        }
        NonZeroU64::new(word).map(Cell)
    }

    /// # Safety
    /// `address` is the start of a live cell.
    #[inline(always)]
    pub unsafe fn from_address_unchecked(address: u64) -> Cell {
        debug_assert!(looks_like_reference(address));
        // SAFETY: the caller vouches for a cell's address, which is never zero.
        Cell(unsafe { NonZeroU64::new_unchecked(address) })
    }

    /// The header word.
    #[inline(always)]
    pub fn header(self) -> u64 {
        // SAFETY: a cell in hand is live, and every slot has a header.
        unsafe { *(self.address() as *const u64) }
    }

    /// Replaces the header word.
    ///
    /// # Safety
    /// Its type describes the payload as it is.
    #[inline(always)]
    pub unsafe fn set_header(self, header: u64) {
        // SAFETY: as `header`.
        unsafe { *(self.address() as *mut u64) = header }
    }

    /// The type byte of the header.
    #[inline(always)]
    pub fn kind(self) -> u8 {
        header_kind(self.header())
    }

    /// The word at `index`; word 0 is the header.
    ///
    /// # Safety
    /// The index lies inside the cell's slot.
    #[inline(always)]
    pub unsafe fn word(self, index: usize) -> Word {
        debug_assert!(index < self.slot_words(), "word {index} is outside its cell");
        // SAFETY: the cell is live (module invariant), and the caller vouches for the index.
        unsafe { *self.words().add(index) }
    }

    /// Stores without a write barrier: for immediates, raw data, and any word of
    /// a cell allocated since the last safepoint.
    ///
    /// # Safety
    /// The index lies inside the cell's slot, and its layout allows for such a word there.
    #[inline(always)]
    pub unsafe fn set_word_raw(self, index: usize, word: Word) {
        debug_assert!(index < self.slot_words(), "word {index} is outside its cell");
        // SAFETY: as `word`.
        unsafe { *self.words().add(index) = word }
    }

    /// A pointer to word 0.
    #[inline(always)]
    pub fn words(self) -> *mut Word {
        self.address() as *mut Word
    }

    /// A pointer to the byte at `offset` from the cell's start.
    #[inline(always)]
    pub fn byte_pointer(self, offset: usize) -> *mut u8 {
        debug_assert!(offset <= self.slot_words() * WORD_BYTES);
        (self.address() as usize + offset) as *mut u8
    }

    /// The bytes `offset .. offset + length` as a raw slice.
    #[inline(always)]
    pub fn bytes(self, offset: usize, length: usize) -> *const [u8] {
        debug_assert!(offset + length <= self.slot_words() * WORD_BYTES);
        std::ptr::slice_from_raw_parts(self.byte_pointer(offset), length)
    }

    /// The bytes `offset .. offset + length` as a raw mutable slice.
    #[inline(always)]
    pub fn bytes_mut(self, offset: usize, length: usize) -> *mut [u8] {
        debug_assert!(offset + length <= self.slot_words() * WORD_BYTES);
        std::ptr::slice_from_raw_parts_mut(self.byte_pointer(offset), length)
    }

    /// The slot's capacity in words, header included, of pool and large cells alike.
    #[inline]
    pub fn slot_words(self) -> usize {
        tables::slot_bytes_at(self.address()) / WORD_BYTES
    }
}

/// The shape in a header word.
#[inline(always)]
pub fn header_shape(header: u64) -> u32 {
    (header >> 32) as u32
}

/// The type byte of a header word.
#[inline(always)]
pub fn header_kind(header: u64) -> u8 {
    header as u8
}
