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

/// Bits of a code that a Hash keeps.
const CODE_MASK: u64 = (1 << 62) - 1;
/// An odd number near the golden ratio of the codes, and its inverse among them.
const FACTOR: u64 = 0x1e3779b97f4a7c15;
const INVERSE: u64 = 0x31de83e19937733d;

/// The code a Hash keeps for what a `hash` method answered: spread over all bits, for programs answer what they like.
/// Of the 62 bits of a code it is a permutation, so that `answer` can take it back.
pub fn code_of_answer(answer: i64) -> i64 {
    let folded = (answer as u64 ^ ((answer as u64 >> 62) * 0x5bd1_e995)) & CODE_MASK;
    let product = folded.wrapping_mul(FACTOR) & CODE_MASK;
    (product ^ product >> 31) as i64
}

/// A code of two in order.
pub fn combine(code: i64, next: i64) -> i64 {
    code_of_answer(code.rotate_left(7) ^ next)
}

/// A code with another added to it, of which the order doesn't count.
pub fn mix_unordered(code: i64, next: i64) -> i64 {
    code.wrapping_add(code_of_answer(next)) & CODE_MASK as i64
}

/// Where a code of several begins.
pub fn seed(number: i64) -> i64 {
    code_of_answer(number.wrapping_add(0x5bd1_e995))
}

/// The answer of `hash` for a key whose code the machine knows: an object that answers the same has the same code.
pub fn answer_of_code(code: i64) -> i64 {
    let product = code as u64 ^ code as u64 >> 31;
    (product.wrapping_mul(INVERSE) & CODE_MASK) as i64
}
