//! Integers as words in memory: `rb_integer_pack` and `rb_integer_unpack`.

use std::ffi::{c_int, c_long, c_ulong, c_void};

use num_bigint::{BigInt, Sign};
use rutile_vm::prelude::*;

use crate::define::functions;
use crate::functions::number::{big, to_integer};

mod flags {
    pub const MOST_WORD_FIRST: i32 = 0x01;
    pub const LEAST_WORD_FIRST: i32 = 0x02;
    pub const MOST_BYTE_FIRST: i32 = 0x10;
    pub const LEAST_BYTE_FIRST: i32 = 0x20;
    pub const NATIVE_BYTE_ORDER: i32 = 0x40;
    pub const TWO_COMPLEMENT: i32 = 0x80;
    pub const FORCE_BIGNUM: i32 = 0x100;
    pub const NEGATIVE: i32 = 0x200;
    pub const FORCE_GENERIC: i32 = 0x400;
}

/// How `rb_big_pack` lays words out: whole ones, the lowest first, each as the machine has it.
const LONGS: i32 = flags::TWO_COMPLEMENT | flags::LEAST_WORD_FIRST | flags::NATIVE_BYTE_ORDER;

/// So many words of so many bytes, in each of which so many bits, the highest, are not used.
#[derive(Clone, Copy)]
struct Words {
    count: usize,
    size: usize,
    nails: usize,
    flags: c_int,
}

impl Words {
    /// The fault in them, if there is one.
    fn complaint(self, known: c_int) -> Option<&'static str> {
        let words = self.flags & (flags::MOST_WORD_FIRST | flags::LEAST_WORD_FIRST);
        let bytes = self.flags & (flags::MOST_BYTE_FIRST | flags::LEAST_BYTE_FIRST | flags::NATIVE_BYTE_ORDER);
        let always = flags::MOST_WORD_FIRST | flags::LEAST_WORD_FIRST | flags::MOST_BYTE_FIRST | flags::LEAST_BYTE_FIRST | flags::NATIVE_BYTE_ORDER;
        Some(match () {
            () if self.flags & !(known | always) != 0 => "unsupported flags specified",
            () if words == 0 && self.count > 1 => "word order not specified",
            () if words.count_ones() > 1 => "unexpected word order",
            () if bytes == 0 => "byte order not specified",
            () if bytes.count_ones() > 1 => "unexpected byte order",
            () if self.size == 0 => "invalid wordsize",
            () if self.size > isize::MAX as usize => "too big wordsize",
            () if self.size <= self.nails / 8 => "too big nails",
            () if self.count.checked_mul(self.size).is_none() => "too big numwords * wordsize",
            () => return None,
        })
    }

    /// Bits of a word that are used.
    fn word_bits(self) -> usize {
        self.size * 8 - self.nails
    }

    fn bits(self) -> usize {
        self.count * self.word_bits()
    }

    /// Where a byte stands, both counted from the least.
    fn place(self, word: usize, byte: usize) -> usize {
        let word = if self.flags & flags::MOST_WORD_FIRST != 0 { self.count - 1 - word } else { word };
        let byte = if self.flags & flags::MOST_BYTE_FIRST != 0 { self.size - 1 - byte } else { byte };
        word * self.size + byte
    }

    /// Where a byte's bits begin among those of the number, and a mask of those that are used.
    fn share(self, word: usize, byte: usize) -> (usize, u8) {
        let used = self.word_bits().saturating_sub(byte * 8).min(8);
        (word * self.word_bits() + byte * 8, (0xff_u16 >> (8 - used)) as u8)
    }

    /// Stores a number; gives its sign, doubled where it did not fit.
    fn pack(self, number: &BigInt, target: &mut [u8]) -> c_int {
        let limit = BigInt::from(1) << self.bits();
        let complements = self.flags & flags::TWO_COMPLEMENT != 0;
        let magnitude = BigInt::from(number.magnitude().clone());
        let (bits, overflows) = match number.sign() {
            Sign::Minus if complements => (((number % &limit) + &limit) % &limit, magnitude > limit),
            _ => (&magnitude % &limit, magnitude >= limit),
        };
        let bytes = bits.magnitude().to_bytes_le();
        for (word, byte) in self.each_byte() {
            let (at, mask) = self.share(word, byte);
            target[self.place(word, byte)] = eight_bits(&bytes, at) & mask;
        }
        let sign = match number.sign() {
            Sign::Minus => -1,
            Sign::NoSign => 0,
            Sign::Plus => 1,
        };
        if overflows { sign * 2 } else { sign }
    }

    fn unpack(self, source: &[u8]) -> BigInt {
        let mut bytes = vec![0; self.bits().div_ceil(8) + 1];
        for (word, byte) in self.each_byte() {
            let (at, mask) = self.share(word, byte);
            let bits = u16::from(source[self.place(word, byte)] & mask) << (at % 8);
            bytes[at / 8] |= bits as u8;
            if bits > 0xff {
                bytes[at / 8 + 1] |= (bits >> 8) as u8;
            }
        }
        let number = BigInt::from_bytes_le(Sign::Plus, &bytes);
        let negative = self.flags & flags::NEGATIVE != 0;
        if self.flags & flags::TWO_COMPLEMENT == 0 {
            return if negative { -number } else { number };
        }
        let is_below = negative || self.bits() > 0 && number.bit(self.bits() as u64 - 1);
        if is_below { number - (BigInt::from(1) << self.bits()) } else { number }
    }

    /// Those that hold a part of the number or of its nails, by word and byte, from the least.
    fn each_byte(self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.count).flat_map(move |word| (0..self.size).map(move |byte| (word, byte)))
    }
}

/// Eight bits of a number from one on.
fn eight_bits(bytes: &[u8], at: usize) -> u8 {
    let byte = |index: usize| u16::from(bytes.get(index).copied().unwrap_or(0));
    ((byte(at / 8) | byte(at / 8 + 1) << 8) >> (at % 8)) as u8
}

fn store(vm: &mut Vm, value: Value, place: *mut c_void, words: Words) -> c_int {
    let number = to_integer(vm, value);
    let number = big(vm, number);
    // SAFETY: by the API there are so many words of that size.
    let target = if words.count == 0 { &mut [] } else { unsafe { std::slice::from_raw_parts_mut(place.cast(), words.count * words.size) } };
    words.pack(&number, target)
}

fn load(vm: &mut Vm, place: *const c_void, words: Words) -> Value {
    // SAFETY: by the API there are so many words of that size.
    let source = if words.count == 0 { &[] } else { unsafe { std::slice::from_raw_parts(place.cast(), words.count * words.size) } };
    let number = words.unpack(source);
    vm.big_integer(number)
}

functions! {
    fn rb_integer_pack(vm, value: Value, place: *mut c_void, count: usize, size: usize, nails: usize, flags: c_int) -> c_int {
        let words = Words { count, size, nails, flags };
        if let Some(complaint) = words.complaint(flags::TWO_COMPLEMENT | flags::FORCE_GENERIC) {
            return Err(vm.argument_error(complaint.to_string()));
        }
        Ok(store(vm, value, place, words))
    }

    fn rb_integer_unpack(vm, place: *const c_void, count: usize, size: usize, nails: usize, flags: c_int) -> Value {
        let words = Words { count, size, nails, flags };
        let known = flags::TWO_COMPLEMENT | flags::FORCE_BIGNUM | flags::NEGATIVE | flags::FORCE_GENERIC;
        if let Some(complaint) = words.complaint(known) {
            return Err(vm.argument_error(complaint.to_string()));
        }
        Ok(load(vm, place, words))
    }

    fn rb_big_pack(vm, value: Value, place: *mut c_ulong, count: c_long) {
        store(vm, value, place.cast(), Words { count: count as usize, size: 8, nails: 0, flags: LONGS });
        Ok(())
    }

    fn rb_big_unpack(vm, place: *const c_ulong, count: c_long) -> Value {
        Ok(load(vm, place.cast(), Words { count: count as usize, size: 8, nails: 0, flags: LONGS }))
    }
}
