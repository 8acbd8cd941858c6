//! The generator behind `Random`: MT19937, with the exact sequences of the reference.
//!
//! ```text
//!   state: 624 words      position: words already given out of this state
//!   seed --> state --> (twist every 624 words) --> temper --> 32-bit numbers
//! ```
//!
//! Numbers of any range come from 32-bit words by masking to the width of the
//! limit and trying again while above it; floats take 53 bits of two words.
//! The state can live anywhere that implements [`Source`]. The crates that have this generator keep their state to
//! themselves; here it is an Array, which `Marshal`, `==` and `dup` need to see and forked processes share.

use num_bigint::BigInt;

/// Words in the state.
pub const STATE_WORDS: usize = 624;
const MIDDLE: usize = 397;

/// A source of 32-bit random numbers.
pub trait Source {
    fn next_word(&mut self) -> u32;
}

/// The state of a generator seeded by the words of an integer, least significant first.
/// A topmost word of one counts as the guard that generated seeds carry, not as part of the seed.
pub fn seed(key: &[u32]) -> [u32; STATE_WORDS] {
    match key {
        [] => seed_by_word(0),
        [word] => seed_by_word(*word),
        [words @ .., 1] | words => seed_by_words(words),
    }
}

fn seed_by_word(word: u32) -> [u32; STATE_WORDS] {
    let mut state = [0; STATE_WORDS];
    state[0] = word;
    for index in 1..STATE_WORDS {
        let previous = state[index - 1];
        state[index] = 1812433253u32.wrapping_mul(previous ^ previous >> 30).wrapping_add(index as u32);
    }
    state
}

fn seed_by_words(key: &[u32]) -> [u32; STATE_WORDS] {
    let mut state = seed_by_word(19650218);
    let (mut index, mut key_index) = (1, 0);
    for _ in 0..STATE_WORDS.max(key.len()) {
        let previous = state[index - 1];
        state[index] = (state[index] ^ (previous ^ previous >> 30).wrapping_mul(1664525))
            .wrapping_add(key[key_index])
            .wrapping_add(key_index as u32);
        index += 1;
        if index == STATE_WORDS {
            state[0] = state[STATE_WORDS - 1];
            index = 1;
        }
        key_index = (key_index + 1) % key.len();
    }
    for _ in 1..STATE_WORDS {
        let previous = state[index - 1];
        state[index] = (state[index] ^ (previous ^ previous >> 30).wrapping_mul(1566083941)).wrapping_sub(index as u32);
        index += 1;
        if index == STATE_WORDS {
            state[0] = state[STATE_WORDS - 1];
            index = 1;
        }
    }
    state[0] = 0x8000_0000;
    state
}

/// The next state after all words of this one were given out.
pub fn twist(state: &mut [u32; STATE_WORDS]) {
    let mixed = |upper: u32, lower: u32| (upper & 0x8000_0000 | lower & 0x7fff_ffff) >> 1 ^ if lower & 1 != 0 { 0x9908_b0df } else { 0 };
    for index in 0..STATE_WORDS - MIDDLE {
        state[index] = state[index + MIDDLE] ^ mixed(state[index], state[index + 1]);
    }
    for index in STATE_WORDS - MIDDLE..STATE_WORDS - 1 {
        state[index] = state[index + MIDDLE - STATE_WORDS] ^ mixed(state[index], state[index + 1]);
    }
    state[STATE_WORDS - 1] = state[MIDDLE - 1] ^ mixed(state[STATE_WORDS - 1], state[0]);
}

/// The random number of one word of the state.
pub fn temper(word: u32) -> u32 {
    let mut word = word;
    word ^= word >> 11;
    word ^= word << 7 & 0x9d2c_5680;
    word ^= word << 15 & 0xefc6_0000;
    word ^ word >> 18
}

/// A float from 0 up to and not including 1.
pub fn float_exclusive(source: &mut impl Source) -> f64 {
    let high = (source.next_word() >> 5) as f64;
    let low = (source.next_word() >> 6) as f64;
    (high * 67108864.0 + low) * (1.0 / 9007199254740992.0)
}

/// A float from 0 up to and including 1: 64 random bits scaled onto 2 ** 53 + 1 points.
pub fn float_inclusive(source: &mut impl Source) -> f64 {
    let bits = (source.next_word() as u128) << 32 | source.next_word() as u128;
    let points = (1u128 << 53) | 1;
    let point = (bits * points >> 64) as u64;
    point as f64 * (1.0 / 9007199254740992.0)
}

/// A number from 0 up to and including `limit`.
pub fn limited(source: &mut impl Source, limit: u64) -> u64 {
    if limit == 0 {
        return 0;
    }
    let mask = u64::MAX >> limit.leading_zeros();
    'again: loop {
        let mut value = 0u64;
        for half in [1, 0] {
            if (mask >> (half * 32)) & 0xffff_ffff != 0 {
                value |= (source.next_word() as u64) << (half * 32);
                value &= mask;
                if limit < value {
                    continue 'again;
                }
            }
        }
        return value;
    }
}

/// As [`limited`], for limits that don't fit a machine word.
pub fn limited_big(source: &mut impl Source, limit: &BigInt) -> BigInt {
    let limit_words = crate::number::big_integer::words(limit);
    let mut words = vec![0u32; limit_words.len()];
    'again: loop {
        let mut mask = 0u32;
        let mut on_border = true;
        for index in (0..limit_words.len()).rev() {
            let limit_word = limit_words[index];
            mask = if mask != 0 { u32::MAX } else { smear(limit_word) };
            words[index] = 0;
            if mask != 0 {
                let word = source.next_word() & mask;
                if on_border {
                    if word > limit_word {
                        continue 'again;
                    }
                    on_border = word == limit_word;
                }
                words[index] = word;
            }
        }
        return crate::number::big_integer::from_words(&words);
    }
}

/// All bits up to the highest one set.
fn smear(word: u32) -> u32 {
    if word == 0 { 0 } else { u32::MAX >> word.leading_zeros() }
}

/// `count` random bytes: each word gives four, least significant first.
pub fn bytes(source: &mut impl Source, count: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(count + 3);
    while bytes.len() < count {
        bytes.extend_from_slice(&source.next_word().to_le_bytes());
    }
    bytes.truncate(count);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Plain {
        state: [u32; STATE_WORDS],
        position: usize,
    }

    impl Plain {
        fn new(key: &[u32]) -> Plain {
            Plain { state: seed(key), position: STATE_WORDS }
        }
    }

    impl Source for Plain {
        fn next_word(&mut self) -> u32 {
            if self.position == STATE_WORDS {
                twist(&mut self.state);
                self.position = 0;
            }
            self.position += 1;
            temper(self.state[self.position - 1])
        }
    }

    #[test]
    fn the_published_sequence() {
        // The first outputs the algorithm's authors publish for init_by_array.
        let mut generator = Plain::new(&[0x123, 0x234, 0x345, 0x456]);
        let first: Vec<u32> = (0..5).map(|_| generator.next_word()).collect();
        assert_eq!(first, [1067595299, 955945823, 477289528, 4107218783, 4228976476]);
    }

    #[test]
    fn numbers_as_the_reference_gives_them() {
        let mut generator = Plain::new(&[42]);
        let first: Vec<u64> = (0..5).map(|_| limited(&mut generator, 99)).collect();
        assert_eq!(first, [51, 92, 14, 71, 60]);
        let mut generator = Plain::new(&[42]);
        assert_eq!(float_exclusive(&mut generator), 0.3745401188473625);
    }

    #[test]
    fn limits_hold() {
        let mut generator = Plain::new(&[7]);
        let limit = BigInt::from(3) << 100u32;
        for _ in 0..200 {
            assert!(limited_big(&mut generator, &limit) <= limit);
            assert!(limited(&mut generator, 5_000_000_000) <= 5_000_000_000);
            assert!((0.0..=1.0).contains(&float_inclusive(&mut generator)));
        }
        assert_eq!(bytes(&mut generator, 7).len(), 7);
    }
}
