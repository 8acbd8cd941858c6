//! Numbers that do not fit a word: floats with large exponents, and integers
//! beyond 63 bits.
//!
//! ```text
//!   float                   big integer: limbs of 64 bits, least significant first
//!   +--------+---------+    +--------+----------+-------+---------+---------+--- -
//!   | header | 64 bits |    | header | negative | limbs | limb 0  | limb 1  | ...
//!   +--------+---------+    +--------+----------+-------+---------+---------+--- -
//! ```

use std::cmp::Ordering;

use num_bigint::{BigInt, Sign};

use crate::value::Value;
use crate::value::fields::Fields;
use crate::value::kind::{Kind, header};
use crate::vm::Vm;
use rutile_heap::Cell;

/// Limbs an integer may have before memory is declared to be out: 2^32 bits.
const LIMBS_MAX: usize = 1 << 26;

impl Vm {
    /// A float.
    #[inline(always)]
    pub fn float(&mut self, float: f64) -> Value {
        match Value::try_flonum(float) {
            Some(value) => value,
            None => self.heap_float(float),
        }
    }

    #[inline(never)]
    fn heap_float(&mut self, float: f64) -> Value {
        let shape = self.shapes.of_class(self.classes.float);
        let cell = self.allocate(16, header(Kind::Float, shape, crate::value::kind::flags::FROZEN, 0));
        cell.set_field_raw(1, float.to_bits());
        Value::cell(cell)
    }

    /// An integer of any size that 128 bits hold.
    #[inline(always)]
    pub fn integer(&mut self, integer: i128) -> Value {
        if integer >= crate::value::FIXNUM_MIN as i128 && integer <= crate::value::FIXNUM_MAX as i128 {
            return Value::fixnum(integer as i64);
        }
        self.big_integer(BigInt::from(integer))
    }

    /// An integer of any size; small ones become immediate.
    #[inline(never)]
    pub fn big_integer(&mut self, integer: BigInt) -> Value {
        if let Ok(small) = i64::try_from(&integer) {
            if let Some(value) = Value::try_fixnum(small) {
                return value;
            }
        }
        let shape = self.shapes.of_class(self.classes.integer);
        let limbs: Vec<u64> = integer.iter_u64_digits().collect();
        let words = 3 + limbs.len();
        let cell = self.allocate(words * 8, header(Kind::BigInteger, shape, crate::value::kind::flags::FROZEN, 0));
        cell.set_field_raw(1, (integer.sign() == Sign::Minus) as u64);
        cell.set_field_raw(2, limbs.len() as u64);
        for (index, limb) in limbs.iter().enumerate() {
            cell.set_field_raw(3 + index, *limb);
        }
        Value::cell(cell)
    }

    /// The integer in a value, immediate or not.
    pub fn as_big_integer(&self, value: Value) -> Option<BigInt> {
        if let Some(small) = value.as_fixnum() {
            return Some(BigInt::from(small));
        }
        value.as_kind(Kind::BigInteger).map(big_integer_of)
    }

    /// The low 64 bits of an integer, as two's complement.
    pub fn low_bits(&self, value: Value) -> Option<u64> {
        if let Some(small) = value.as_fixnum() {
            return Some(small as u64);
        }
        let cell = value.as_kind(Kind::BigInteger)?;
        let low = if cell.field(2) == 0 { 0 } else { cell.field(3) };
        Some(if cell.field(1) != 0 { low.wrapping_neg() } else { low })
    }

    /// Whether an integer of this many bits can be made at all.
    pub fn integer_fits(&self, bits: u64) -> bool {
        bits / 64 < LIMBS_MAX as u64
    }
}

/// The order of two integers, at least one of them large, without reading them out; `None` where one is no integer.
pub fn order_of_large(left: Value, right: Value) -> Option<Ordering> {
    let is_negative = |value: Value| match value.as_fixnum() {
        Some(small) => Some(small < 0),
        None => value.as_kind(Kind::BigInteger).map(|cell| cell.field(1) != 0),
    };
    let (left_negative, right_negative) = (is_negative(left)?, is_negative(right)?);
    if left_negative != right_negative {
        return Some(right_negative.cmp(&left_negative));
    }
    let magnitudes = match (left.as_kind(Kind::BigInteger), right.as_kind(Kind::BigInteger)) {
        (Some(left), Some(right)) => {
            let limbs = left.field(2);
            let mut orders = (3..3 + limbs as usize).rev().map(|word| left.field(word).cmp(&right.field(word)));
            limbs.cmp(&right.field(2)).then_with(|| orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal))
        }
        (left, right) => left.is_some().cmp(&right.is_some()),
    };
    Some(if left_negative { magnitudes.reverse() } else { magnitudes })
}

/// The integer that a cell of kind BigInteger holds.
pub fn big_integer_of(cell: Cell) -> BigInt {
    let count = cell.field(2) as usize;
    let mut digits = Vec::with_capacity(count * 2);
    for index in 0..count {
        let limb = cell.field(3 + index);
        digits.push(limb as u32);
        digits.push((limb >> 32) as u32);
    }
    BigInt::from_slice(if cell.field(1) != 0 { Sign::Minus } else { Sign::Plus }, &digits)
}
