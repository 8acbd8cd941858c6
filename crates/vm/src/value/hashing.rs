//! Spreading words over hash codes.

use std::hash::{BuildHasher, Hasher};

use crate::value::Value;

/// A number that no one outside can guess.
pub fn random_seed() -> u64 {
    std::hash::RandomState::new().build_hasher().finish()
}

/// Spreads a word over all bits.
#[inline(always)]
pub fn mix(word: u64, seed: u64) -> u64 {
    let product = (word ^ seed) as u128 * 0x9e37_79b9_7f4a_7c15_u128;
    (product as u64) ^ (product >> 64) as u64
}

/// Hash codes are kept as fixnums: 62 bits.
#[inline(always)]
pub fn narrow(hash: u64) -> i64 {
    (hash >> 2) as i64
}

/// The hash code of a value by which one it is, good until it moves.
pub fn identity(value: Value, seed: u64) -> i64 {
    narrow(mix(value.word(), seed))
}
