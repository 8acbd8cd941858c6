//! Hash codes and equality of the kinds of key that need no Ruby method for them.
//!
//! Strings are hashed with a secret of the process (foldhash), so that a client
//! cannot choose keys that collide.

use std::hash::{BuildHasher, Hasher};

use rutile_heap::Cell;

use crate::object::array::ArrayRef;
use crate::object::string::StringRef;
use crate::value::Value;
use crate::value::encoding::Encoding;
use crate::value::fields::Fields;
use crate::value::hashing::{mix, narrow};
use crate::value::kind::{Header, Kind};
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// The float 0.0.
const ZERO: Value = Value(0x8000_0000_0000_0002);

impl Vm {
    /// The hash of bytes under this machine's secret.
    pub fn hash_bytes(&self, bytes: &[u8]) -> u64 {
        let mut hasher = foldhash::fast::FixedState::with_seed(self.hash_seed).build_hasher();
        hasher.write(bytes);
        hasher.finish()
    }

    /// The hash code of a String of these bytes, as a Hash keeps it.
    #[inline]
    pub fn text_hash(&self, bytes: &[u8], encoding: Encoding) -> i64 {
        let hash = self.hash_bytes(bytes);
        // Strings of ASCII alone, or without bytes, are equal in all encodings that have it; others in one.
        if encoding == Encoding::UTF_8 || bytes.is_empty() || (encoding.is_ascii_compatible() && bytes.is_ascii()) {
            return narrow(hash);
        }
        narrow(mix(hash ^ encoding.0 as u64, self.hash_seed))
    }

    /// The hash code of a key whose class needs no Ruby for it, as a Hash keeps it.
    #[inline]
    pub fn simple_hash(&self, key: Value) -> Option<i64> {
        if key.is_immediate() {
            return Some(narrow(mix(key.word(), self.hash_seed)));
        }
        let cell = key.as_cell()?;
        let hash = match Kind::of(cell) {
            Kind::String => {
                if !self.is_compared_by_text(cell) {
                    return None;
                }
                let string = StringRef(cell);
                return Some(self.text_hash(string.bytes(), string.encoding()));
            }
            // Only -0.0 is equal to another float of other bits: the immediate 0.0.
            Kind::Float if f64::from_bits(cell.field(1)) == 0.0 => mix(ZERO.word(), self.hash_seed),
            Kind::Float => mix(cell.field(1), self.hash_seed),
            Kind::BigInteger => {
                let mut hash = mix(cell.field(1), self.hash_seed);
                for index in 0..cell.field(2) as usize {
                    hash = mix(hash ^ cell.field(3 + index), self.hash_seed);
                }
                hash
            }
            Kind::Array => return self.array_key_code(ArrayRef(cell)),
            _ => return None,
        };
        Some(narrow(hash))
    }

    /// Whether `simple_hash` answers for a key that is no Array.
    #[inline]
    pub fn has_simple_hash(&self, key: Value) -> bool {
        let Some(cell) = key.as_cell() else { return true };
        match Kind::of(cell) {
            Kind::String => self.is_compared_by_text(cell),
            Kind::Float | Kind::BigInteger => true,
            _ => false,
        }
    }

    /// Whether `eql?` of this String is the core library's: of a class of the program's it may be another.
    #[inline]
    fn is_compared_by_text(&self, string: Cell) -> bool {
        string.shape() == self.shapes.plain.string || self.has_core_eql(string)
    }

    #[inline(never)]
    fn has_core_eql(&self, string: Cell) -> bool {
        self.has_core_method(StringRef(string).value(), Symbol::EQL)
    }

    /// `eql?` of a key that `simple_hash` answers for and any other.
    #[inline]
    pub fn simple_eql(&self, key: Value, other: Value) -> bool {
        if key == other {
            return true;
        }
        let (Some(a), Some(b)) = (key.as_cell(), other.as_cell()) else {
            return key.as_float() == Some(0.0) && other.as_float() == Some(0.0);
        };
        match (Kind::of(a), Kind::of(b)) {
            (Kind::String, Kind::String) => strings_equal(StringRef(a), StringRef(b)),
            (Kind::Float, Kind::Float) => a.field(1) == b.field(1),
            (Kind::Array, Kind::Array) => self.array_keys_eql(ArrayRef(a), ArrayRef(b)),
            (Kind::BigInteger, Kind::BigInteger) => {
                a.field(1) == b.field(1) && a.field(2) == b.field(2)
                    && (0..a.field(2) as usize).all(|index| a.field(3 + index) == b.field(3 + index))
            }
            _ => false,
        }
    }
}

/// Whether two strings are equal: the same bytes, in encodings that can be compared.
pub fn strings_equal(a: StringRef, b: StringRef) -> bool {
    a.bytes() == b.bytes() && (a.encoding() == b.encoding() || comparable(a, b))
}

fn comparable(a: StringRef, b: StringRef) -> bool {
    a.is_empty() || (a.encoding().is_ascii_compatible() && b.encoding().is_ascii_compatible() && a.is_ascii_only() && b.is_ascii_only())
}
