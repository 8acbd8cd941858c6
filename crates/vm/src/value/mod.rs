//! Tagged values: one 64-bit word that is an immediate or refers to a heap cell.
//!
//! ```text
//!   ...xxx1   fixnum: 63-bit signed integer, shifted left by one
//!   ...xx10   flonum: a float whose exponent is near zero, rotated
//!   ...x000   reference to a heap cell (never zero)
//!   0x00 false   0x04 nil   0x14 true   0x24 undefined
//!   id << 8 | 0x0c   symbol
//!   code << 32 | offset << 8 | 0x2c   frame block (only inside frames, see `code::stack`)
//! ```
//!
//! The scheme is CRuby's, so that `object_id` of immediates and the range of
//! fixnums agree with it. The heap's only knowledge of it is that a word with
//! its low three bits zero is a reference.

pub mod characters;
pub mod decimal;
pub mod encoding;
pub mod exit;
pub(crate) mod fields;
pub mod hashing;
pub mod kind;
pub(crate) mod name_set;
pub mod symbol;

use rutile_heap::{Cell, Word};

use crate::value::fields::Fields;
use crate::value::kind::Kind;
use crate::value::symbol::Symbol;

/// A Ruby value.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Value(pub(crate) Word);

/// Largest and smallest integers that are immediate.
pub const FIXNUM_MAX: i64 = i64::MAX >> 1;
pub const FIXNUM_MIN: i64 = i64::MIN >> 1;

const SYMBOL_TAG: u64 = 0x0c;
const FRAME_BLOCK_TAG: u64 = 0x2c;
/// Of a frame block: where the place of its code stands, and how many bits the offset of its frame has.
const BLOCK_CODE_SHIFT: u32 = 32;
pub(crate) const FRAME_OFFSET_BITS: u32 = BLOCK_CODE_SHIFT - 8;

impl Value {
    pub const FALSE: Value = Value(0x00);
    pub const NIL: Value = Value(0x04);
    pub const TRUE: Value = Value(0x14);
    /// The mark of what was not passed or not set; no Ruby code ever sees it.
    pub const UNDEFINED: Value = Value(0x24);

    #[inline(always)]
    pub fn word(self) -> Word {
        self.0
    }

    /// Of a word of a cell, a root or a table of the machine.
    #[inline(always)]
    pub(crate) fn from_word(word: Word) -> Value {
        Value(word)
    }

    /// The value that foreign code hands over as a word.
    ///
    /// # Safety
    /// The word was given out by [`Value::word`], and its cell, if it refers to one, lives.
    #[inline(always)]
    pub unsafe fn from_foreign_word(word: Word) -> Value {
        Value(word)
    }

    #[inline(always)]
    pub fn boolean(truth: bool) -> Value {
        if truth { Value::TRUE } else { Value::FALSE }
    }

    #[inline(always)]
    pub fn truthy(self) -> bool {
        self.0 & !0x04 != 0
    }

    #[inline(always)]
    pub fn is_nil(self) -> bool {
        self == Value::NIL
    }

    #[inline(always)]
    pub fn is_undefined(self) -> bool {
        self == Value::UNDEFINED
    }

    /// `None` where nil or undefined: an argument that was left out.
    #[inline(always)]
    pub fn given(self) -> Option<Value> {
        if self.is_nil() || self.is_undefined() { None } else { Some(self) }
    }

    // --- Integers ---

    /// An immediate integer; the caller knows that it fits (see [`Value::try_fixnum`]).
    #[inline(always)]
    pub fn fixnum(integer: i64) -> Value {
        debug_assert!((FIXNUM_MIN..=FIXNUM_MAX).contains(&integer));
        Value(((integer as u64) << 1) | 1)
    }

    #[inline(always)]
    pub fn try_fixnum(integer: i64) -> Option<Value> {
        if (FIXNUM_MIN..=FIXNUM_MAX).contains(&integer) { Some(Value::fixnum(integer)) } else { None }
    }

    #[inline(always)]
    pub fn is_fixnum(self) -> bool {
        self.0 & 1 != 0
    }

    #[inline(always)]
    pub fn as_fixnum(self) -> Option<i64> {
        if self.is_fixnum() { Some((self.0 as i64) >> 1) } else { None }
    }

    /// The integer of a value known to be a fixnum.
    #[inline(always)]
    pub fn fixnum_value(self) -> i64 {
        debug_assert!(self.is_fixnum());
        (self.0 as i64) >> 1
    }

    // --- Floats ---

    /// The immediate form of a float, if it has one.
    #[inline(always)]
    pub fn try_flonum(float: f64) -> Option<Value> {
        let bits = float.to_bits();
        let exponent_top = (bits >> 60) & 7;
        if bits != 0x3000_0000_0000_0000 && (exponent_top == 3 || exponent_top == 4) {
            return Some(Value((bits.rotate_left(3) & !3) | 2));
        }
        if bits == 0 { Some(Value(0x8000_0000_0000_0002)) } else { None }
    }

    #[inline(always)]
    pub fn is_flonum(self) -> bool {
        self.0 & 3 == 2
    }

    #[inline(always)]
    pub fn flonum_value(self) -> f64 {
        if self.0 == 0x8000_0000_0000_0002 {
            return 0.0;
        }
        let top = self.0 >> 63;
        f64::from_bits(((2 - top) | (self.0 & !3)).rotate_right(3))
    }

    #[inline(always)]
    pub fn as_float(self) -> Option<f64> {
        if self.is_flonum() {
            return Some(self.flonum_value());
        }
        match self.as_kind(Kind::Float) {
            Some(cell) => Some(f64::from_bits(cell.field(1))),
            None => None,
        }
    }

    pub fn is_float(self) -> bool {
        self.is_flonum() || self.is_kind(Kind::Float)
    }

    // --- Symbols ---

    #[inline(always)]
    pub fn symbol(symbol: Symbol) -> Value {
        Value((symbol.0 as u64) << 8 | SYMBOL_TAG)
    }

    #[inline(always)]
    pub fn is_symbol(self) -> bool {
        self.0 & 0xff == SYMBOL_TAG
    }

    #[inline(always)]
    pub fn as_symbol(self) -> Option<Symbol> {
        if self.is_symbol() { Some(Symbol((self.0 >> 8) as u32)) } else { None }
    }

    // --- Frame blocks ---

    /// A block that is still only code in the frame at word `offset` of the running stack. `code` is the place of
    /// its code, or 0 where only that frame's call tells which it is.
    #[inline(always)]
    pub(crate) fn frame_block(offset: usize, code: u32) -> Value {
        debug_assert!(offset < 1 << FRAME_OFFSET_BITS);
        Value((code as u64) << BLOCK_CODE_SHIFT | (offset as u64) << 8 | FRAME_BLOCK_TAG)
    }

    #[inline(always)]
    pub(crate) fn as_frame_block(self) -> Option<usize> {
        if self.0 as u8 as u64 == FRAME_BLOCK_TAG { Some((self.0 as u32 >> 8) as usize) } else { None }
    }

    /// The place of the code of a value known to be a frame block; 0 where it doesn't say.
    #[inline(always)]
    pub(crate) fn frame_block_code(self) -> u32 {
        (self.0 >> BLOCK_CODE_SHIFT) as u32
    }

    // --- Cells ---

    #[inline(always)]
    pub fn cell(cell: Cell) -> Value {
        Value(cell.address())
    }

    #[inline(always)]
    pub fn as_cell(self) -> Option<Cell> {
        Cell::of_word(self.0)
    }

    /// As `as_cell`, where nil is the only immediate that may stand.
    ///
    /// # Safety
    /// The value is nil or refers to a cell.
    #[inline(always)]
    pub(crate) unsafe fn cell_unless_nil(self) -> Option<Cell> {
        debug_assert!(self.is_nil() || self.as_cell().is_some());
        // SAFETY: the caller vouches for it.
        if self.is_nil() { None } else { Some(unsafe { Cell::from_address_unchecked(self.0) }) }
    }

    /// The cell that this refers to.
    ///
    /// # Safety
    /// The value refers to a cell.
    #[inline(always)]
    pub(crate) unsafe fn certain_cell(self) -> Cell {
        debug_assert!(self.as_cell().is_some());
        // SAFETY: the caller vouches for it.
        unsafe { Cell::from_address_unchecked(self.0) }
    }

    #[inline(always)]
    pub fn is_immediate(self) -> bool {
        self.as_cell().is_none()
    }

    /// Whether it is a symbol or an immediate integer: a key that no other value is equal to.
    #[inline(always)]
    pub(crate) fn equals_itself_only(self) -> bool {
        self.is_fixnum() || self.is_symbol()
    }

    /// The cell, if this refers to one of that kind.
    #[inline(always)]
    pub fn as_kind(self, kind: Kind) -> Option<Cell> {
        match self.as_cell() {
            Some(cell) if cell.kind() == kind as u8 => Some(cell),
            _ => None,
        }
    }

    #[inline(always)]
    pub fn is_kind(self, kind: Kind) -> bool {
        self.as_kind(kind).is_some()
    }

    /// The kind of this value.
    pub fn kind(self) -> Kind {
        match self.as_cell() {
            Some(cell) => Kind::of(cell),
            None if self.is_fixnum() => Kind::Fixnum,
            None if self.is_flonum() => Kind::Float,
            None if self.is_symbol() => Kind::Symbol,
            None => match self {
                Value::NIL => Kind::Nil,
                Value::TRUE => Kind::True,
                Value::FALSE => Kind::False,
                _ => Kind::Free,
            },
        }
    }
}

impl std::fmt::Debug for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}({:#x})", self.kind(), self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_survive_their_tags() {
        for float in [0.0, 1.0, -1.0, 0.5, 1e100, -1e-70, 3.25, f64::MAX, 1e-300] {
            match Value::try_flonum(float) {
                Some(value) => assert_eq!(value.flonum_value().to_bits(), float.to_bits()),
                None => assert!(float.abs() > 1e70 || float.abs() < 1e-70),
            }
        }
        assert!(Value::try_flonum(-0.0).is_none());
    }

    #[test]
    fn fixnums_are_63_bits() {
        assert_eq!(Value::fixnum(FIXNUM_MIN).as_fixnum(), Some(FIXNUM_MIN));
        assert!(Value::try_fixnum(FIXNUM_MAX + 1).is_none());
    }
}
