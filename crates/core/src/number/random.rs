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

/// A generator in an array. The position is written back when it is let go.
pub struct Generator<'a> {
    vm: &'a mut Vm,
    state: ArrayRef,
    position: usize,
}

impl Source for Generator<'_> {
    fn next_word(&mut self) -> u32 {
        if self.position >= STATE_WORDS {
            self.twist();
            self.position = 0;
        }
        self.position += 1;
        twister::temper(self.word(self.position - 1))
    }
}

impl Drop for Generator<'_> {
    fn drop(&mut self) {
        self.vm.array_set(self.state, STATE_WORDS, Value::fixnum(self.position as i64));
    }
}

impl<'a> Generator<'a> {
    /// The one of a state; `None` where the Array is none.
    pub fn of(vm: &'a mut Vm, state: ArrayRef) -> Option<Generator<'a>> {
        let position = if state.len() == STATE_WORDS + 1 { state.get(STATE_WORDS).as_fixnum() } else { None };
        position.map(|position| Generator { vm, state, position: position as u32 as usize })
    }

    fn word(&self, index: usize) -> u32 {
        self.state.get(index).as_fixnum().unwrap_or(0) as u32
    }

    fn twist(&mut self) {
        let mut words = [0; STATE_WORDS];
        for (index, word) in words.iter_mut().enumerate() {
            *word = self.word(index);
        }
        twister::twist(&mut words);
        for (index, word) in words.iter().enumerate() {
            self.vm.array_set(self.state, index, Value::fixnum(*word as i64));
        }
    }
}

/// The generator in an argument: an array of the right length.
fn generator<'a>(vm: &'a mut Vm, args: Arguments) -> Result<Generator<'a>, Exit> {
    match args.get(0).as_array() {
        Some(state) if state.len() == STATE_WORDS + 1 => {
            let position = state.get(STATE_WORDS).as_fixnum().unwrap_or(0) as u32 as usize;
            Ok(Generator { vm, state, position })
        }
        _ => Err(vm.type_error("wrong state of a random number generator".to_string())),
    }
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
    let float = twister::float_exclusive(&mut generator(vm, args)?);
    Ok(vm.float(float))
}

/// `float_inclusive(state)`: from 0 up to and including 1.
fn random_float_inclusive(vm: &mut Vm, args: Arguments) -> NativeResult {
    let float = twister::float_inclusive(&mut generator(vm, args)?);
    Ok(vm.float(float))
}

/// `integer(state, limit)`: from 0 up to and including the limit, which isn't negative.
fn random_integer(vm: &mut Vm, args: Arguments) -> NativeResult {
    if let Some(limit) = args.get(1).as_fixnum() {
        let number = twister::limited(&mut generator(vm, args)?, limit.max(0) as u64);
        return Ok(vm.integer(number as i128));
    }
    let limit = integer_of(vm, args.get(1))?;
    let number = twister::limited_big(&mut generator(vm, args)?, &limit);
    Ok(vm.big_integer(number))
}

/// `shuffle(state, array)`: changes the order of the elements.
fn random_shuffle(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = arguments::array(vm, args, 1)?;
    let mut left = array.len();
    while left > 0 {
        let mut drawn = [0; DRAWN_AT_ONCE];
        let drawn = &mut drawn[..left.min(DRAWN_AT_ONCE)];
        let mut generator = generator(vm, args)?;
        for (index, chosen) in drawn.iter_mut().enumerate() {
            *chosen = twister::limited(&mut generator, (left - 1 - index) as u64) as usize;
        }
        drop(generator);
        vm.array_permute(array, |values| drawn.iter().enumerate().for_each(|(index, &chosen)| values.swap(left - 1 - index, chosen)));
        left -= drawn.len();
    }
    Ok(array.value())
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
    let bytes = twister::bytes(&mut generator(vm, args)?, count);
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
    let generator = generator(vm, args)?;
    let words: Vec<u32> = (0..STATE_WORDS).map(|index| generator.word(index)).collect();
    drop(generator);
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
