//! Random's natives: a generator whose state is a Ruby array.
//!
//! ```text
//!   [ word 0, word 1, ... word 623, position ]
//! ```
//!
//! Kept in the heap like any array, the state is copied by `dup`, collected with
//! its generator and shared with a forked child until either draws from it.

use num_traits::{Signed, ToPrimitive};
use rutile_vm::prelude::*;

use crate::arguments;
use crate::number::big_integer;
use crate::number::integer::{fixnum_of, integer_of};
use crate::number::mersenne_twister::{self as twister, STATE_WORDS, Source};

/// Draws that are made before elements are moved by them.
const DRAWN_AT_ONCE: usize = 64;

/// A generator in an array, while it is drawn from.
pub struct Generator<'a> {
    words: &'a mut [Value],
    position: usize,
}

impl Source for Generator<'_> {
    #[inline]
    fn next_word(&mut self) -> u32 {
        if self.position >= STATE_WORDS {
            self.twist();
        }
        self.position += 1;
        twister::temper(word(self.words[self.position - 1]))
    }
}

fn word(value: Value) -> u32 {
    value.as_fixnum().unwrap_or(0) as u32
}

impl Generator<'_> {
    /// Lets `draw` draw from a state, whose position is then where it stopped; `None` where the Array is no state.
    pub fn of<T>(vm: &mut Vm, state: ArrayRef, draw: impl FnOnce(&mut Generator<'_>) -> T) -> Option<T> {
        if state.len() != STATE_WORDS + 1 {
            return None;
        }
        let mut drawn = None;
        vm.array_change_numbers(state, |words| {
            let (words, last) = words.split_at_mut(STATE_WORDS);
            let mut generator = Generator { words, position: word(last[0]) as usize };
            drawn = Some(draw(&mut generator));
            last[0] = Value::fixnum(generator.position as i64);
        });
        drawn
    }

    #[cold]
    fn twist(&mut self) {
        let mut words = [0; STATE_WORDS];
        words.iter_mut().zip(self.words.iter()).for_each(|(copy, value)| *copy = word(*value));
        twister::twist(&mut words);
        self.words.iter_mut().zip(words).for_each(|(value, word)| *value = Value::fixnum(word.into()));
        self.position = 0;
    }
}

/// Draws from the state in the first argument: an array of the right length.
fn draw<T>(vm: &mut Vm, args: Arguments, draw: impl FnOnce(&mut Generator<'_>) -> T) -> Result<T, Exit> {
    let drawn = args.get(0).as_array().and_then(|state| Generator::of(vm, state, draw));
    drawn.ok_or_else(|| vm.type_error("wrong state of a random number generator".to_string()))
}

/// `seed(integer)`: a new state. The sign of the seed doesn't matter.
fn random_seeded(vm: &mut Vm, args: Arguments) -> NativeResult {
    let seed = integer_of(vm, args.get(0))?;
    let words = twister::seed(&big_integer::words(&seed));
    let state = vm.array_with_capacity(STATE_WORDS + 1);
    for word in words {
        vm.array_push(state, Value::fixnum(word as i64));
    }
    vm.array_push(state, Value::fixnum(STATE_WORDS as i64));
    Ok(state.value())
}

/// `float(state)`: from 0 up to and not including 1.
fn random_float(vm: &mut Vm, args: Arguments) -> NativeResult {
    let float = draw(vm, args, |generator| twister::float_exclusive(generator))?;
    Ok(vm.float(float))
}

/// `float_inclusive(state)`: from 0 up to and including 1.
fn random_float_inclusive(vm: &mut Vm, args: Arguments) -> NativeResult {
    let float = draw(vm, args, |generator| twister::float_inclusive(generator))?;
    Ok(vm.float(float))
}

/// `integer(state, limit)`: from 0 up to and including the limit, which isn't negative.
fn random_integer(vm: &mut Vm, args: Arguments) -> NativeResult {
    if let Some(limit) = args.get(1).as_fixnum() {
        let number = draw(vm, args, |generator| twister::limited(generator, limit.max(0) as u64))?;
        return Ok(vm.integer(number as i128));
    }
    let limit = integer_of(vm, args.get(1))?;
    let number = draw(vm, args, |generator| twister::limited_big(generator, &limit))?;
    Ok(vm.big_integer(number))
}

/// Elements that are shuffled at once: a few milliseconds' work.
const SHUFFLED_AT_ONCE: usize = 1 << 18;

/// `shuffle(state, array, left)`: changes the order of the first `left` elements, or of the last of them if they are many; answers how
/// many are left then.
fn random_shuffle(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = arguments::array(vm, args, 1)?;
    let mut left = array.len().min(arguments::position(vm, args, 2)?);
    let end = left.saturating_sub(SHUFFLED_AT_ONCE);
    while left > end {
        let mut drawn = [0; DRAWN_AT_ONCE];
        let drawn = &mut drawn[..(left - end).min(DRAWN_AT_ONCE)];
        draw(vm, args, |generator| {
            for (index, chosen) in drawn.iter_mut().enumerate() {
                *chosen = twister::limited(generator, (left - 1 - index) as u64) as usize;
            }
        })?;
        vm.array_permute(array, |_, values| drawn.iter().enumerate().for_each(|(index, &chosen)| values.swap(left - 1 - index, chosen)));
        left -= drawn.len();
    }
    Ok(Value::fixnum(left as i64))
}

fn byte_count(vm: &mut Vm, value: Value) -> Result<usize, Exit> {
    match fixnum_of(value)? {
        count @ 0.. => {
            vm.check_allocation(count as usize)?;
            vm.check_buffer(count as usize)?;
            Ok(count as usize)
        }
        _ => Err(vm.argument_error("negative string size (or size too big)".to_string())),
    }
}

/// `bytes(state, count)`.
fn random_bytes(vm: &mut Vm, args: Arguments) -> NativeResult {
    let count = byte_count(vm, args.get(1))?;
    let bytes = draw(vm, args, |generator| twister::bytes(generator, count))?;
    Ok(vm.new_string(&bytes, Encoding::BINARY).value())
}

/// `system_bytes(count)`: from the system's source.
fn random_system_bytes(vm: &mut Vm, args: Arguments) -> NativeResult {
    let count = byte_count(vm, args.get(0))?;
    let mut bytes = vec![0; count];
    fill_from_system(vm, &mut bytes)?;
    Ok(vm.new_string(&bytes, Encoding::BINARY).value())
}

fn fill_from_system(vm: &mut Vm, bytes: &mut [u8]) -> Result<(), Exit> {
    match getrandom::fill(bytes) {
        Ok(()) => Ok(()),
        Err(_) => Err(vm.raise(vm.classes.runtime_error, "failed to get urandom".to_string())),
    }
}

/// `new_seed`: 128 bits from the system's source.
fn random_new_seed(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let mut bytes = [0; 16];
    fill_from_system(vm, &mut bytes)?;
    let words: Vec<u32> = bytes.chunks(4).map(|chunk| chunk.iter().rev().fold(0, |word, byte| word << 8 | *byte as u32)).collect();
    Ok(vm.big_integer(big_integer::from_words(&words)))
}

/// `packed(state)`: the words as one integer, as the reference dumps them.
fn random_packed_state(vm: &mut Vm, args: Arguments) -> NativeResult {
    let words: Vec<u32> = draw(vm, args, |generator| generator.words.iter().map(|value| word(*value)).collect())?;
    Ok(vm.big_integer(big_integer::from_words(&words)))
}

/// `unpacked(integer, left)`: the state of such an integer with that many words left to give.
fn random_unpacked_state(vm: &mut Vm, args: Arguments) -> NativeResult {
    let packed = integer_of(vm, args.get(0))?;
    let left = args.get(1).as_fixnum().unwrap_or(0);
    let words = big_integer::words(&packed);
    if packed.is_negative() || words.len() > STATE_WORDS || !(1..=STATE_WORDS as i64 + 1).contains(&left) {
        return Err(vm.argument_error("wrong value".to_string()));
    }
    let state = vm.array_with_capacity(STATE_WORDS + 1);
    for index in 0..STATE_WORDS {
        vm.array_push(state, Value::fixnum(words.get(index).copied().unwrap_or(0) as i64));
    }
    let position = (STATE_WORDS as i64 + 1 - left).to_u16().unwrap_or(0) as i64;
    vm.array_push(state, Value::fixnum(if left == 1 { STATE_WORDS as i64 } else { position }));
    Ok(state.value())
}

/// The float that two draws of 32 bits give, with 1.0 or without.
pub fn float_of_pair(first: u32, second: u32, exclusive: bool) -> f64 {
    struct Pair(Vec<u32>);
    impl Source for Pair {
        fn next_word(&mut self) -> u32 {
            self.0.pop().unwrap_or(0)
        }
    }
    let mut words = Pair(vec![second, first]);
    if exclusive { twister::float_exclusive(&mut words) } else { twister::float_inclusive(&mut words) }
}

/// `pair_to_float(high, low, exclusive)`: the float that two 32-bit numbers give.
fn random_pair_to_float(vm: &mut Vm, args: Arguments) -> NativeResult {
    let float = float_of_pair(fixnum_of(args.get(0))? as u32, fixnum_of(args.get(1))? as u32, args.get(2).truthy());
    Ok(vm.float(float))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("random_seeded", random_seeded),
    ("random_float", random_float),
    ("random_float_inclusive", random_float_inclusive),
    ("random_integer", random_integer),
    ("random_shuffle", random_shuffle),
    ("random_bytes", random_bytes),
    ("random_system_bytes", random_system_bytes),
    ("random_new_seed", random_new_seed),
    ("random_packed_state", random_packed_state),
    ("random_unpacked_state", random_unpacked_state),
    ("random_pair_to_float", random_pair_to_float),
];
