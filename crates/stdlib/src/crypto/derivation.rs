//! Message authentication by HMAC, and what derives keys with it.
//!
//! | primitive | does |
//! |---|---|
//! | `hmac_new(digest, key)`, `hmac_update(state, text)`, `hmac_value(state)`, `hmac_copy(state)` | a code under way, in a Resource cell |
//! | `derive_pbkdf2(digest, password, salt, iterations, length)` | bytes |
//! | `derive_scrypt(password, salt, logarithm, r, p, length)` | bytes; nil where the parameters are refused |
//! | `bytes_equal_in_constant_time(one, other)` | whether Strings of one length are the same |

use rutile_core::arguments::{bytes, integer, position};
use rutile_vm::prelude::*;
use subtle::ConstantTimeEq;

use crate::digest::{State, algorithm};
use crate::resource::owned;

#[derive(Clone)]
pub struct Hmac {
    inner: State,
    outer: State,
}

impl Hmac {
    pub fn new(digest: &State, key: &[u8]) -> Hmac {
        let mut block = if key.len() > digest.block { digest.of(&[key]) } else { key.to_vec() };
        block.resize(digest.block, 0);
        let padded = |pad: u8| {
            let mut state = digest.clone();
            state.update(&block.iter().map(|byte| byte ^ pad).collect::<Vec<u8>>());
            state
        };
        Hmac { inner: padded(0x36), outer: padded(0x5c) }
    }

    fn value(&self) -> Vec<u8> {
        let mut outer = self.outer.clone();
        outer.update(&self.inner.value());
        outer.value()
    }

    pub fn of(&self, pieces: &[&[u8]]) -> Vec<u8> {
        let mut fresh = self.clone();
        for piece in pieces {
            fresh.inner.update(piece);
        }
        fresh.value()
    }
}

fn pbkdf2(digest: &State, password: &[u8], salt: &[u8], iterations: i64, length: usize) -> Vec<u8> {
    let keyed = Hmac::new(digest, password);
    let mut out = Vec::with_capacity(length + digest.length());
    let mut number = 0u32;
    while out.len() < length {
        number = number.wrapping_add(1);
        let mut last = keyed.of(&[salt, &number.to_be_bytes()]);
        let mut sum = last.clone();
        for _ in 1..iterations {
            last = keyed.of(&[&last]);
            sum.iter_mut().zip(&last).for_each(|(byte, other)| *byte ^= other);
        }
        out.extend_from_slice(&sum);
    }
    out.truncate(length);
    out
}

fn hmac(vm: &mut Vm, args: Arguments) -> Result<&mut Hmac, Exit> {
    owned(vm, args, 0, "an HMAC's state")
}

fn hmac_new(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (digest, key) = (algorithm(vm, args, 0)?, bytes(vm, args, 1)?);
    Ok(vm.keep_resource(Hmac::new(&digest, key)))
}

fn hmac_update(vm: &mut Vm, args: Arguments) -> NativeResult {
    let text = bytes(vm, args, 1)?;
    hmac(vm, args)?.inner.update(text);
    Ok(Value::NIL)
}

fn hmac_value(vm: &mut Vm, args: Arguments) -> NativeResult {
    let value = hmac(vm, args)?.value();
    Ok(vm.new_string(&value, Encoding::BINARY).value())
}

fn hmac_copy(vm: &mut Vm, args: Arguments) -> NativeResult {
    let copy = hmac(vm, args)?.clone();
    Ok(vm.keep_resource(copy))
}

fn derive_pbkdf2(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (digest, password, salt) = (algorithm(vm, args, 0)?, bytes(vm, args, 1)?, bytes(vm, args, 2)?);
    let (iterations, length) = (integer(vm, args, 3)?, position(vm, args, 4)?);
    vm.check_allocation(length)?;
    let derived = pbkdf2(&digest, password, salt, iterations, length);
    Ok(vm.new_string(&derived, Encoding::BINARY).value())
}

fn derive_scrypt(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (password, salt) = (bytes(vm, args, 0)?, bytes(vm, args, 1)?);
    let [logarithm, r, p] = [integer(vm, args, 2)?, integer(vm, args, 3)?, integer(vm, args, 4)?];
    let length = position(vm, args, 5)?;
    let (Ok(logarithm), Ok(r), Ok(p)) = (u8::try_from(logarithm), u32::try_from(r), u32::try_from(p)) else {
        return Ok(Value::NIL);
    };
    // The parameters' own length is not used by the function: any that it accepts will do.
    let Ok(parameters) = scrypt::Params::new(logarithm, r, p, 32) else { return Ok(Value::NIL) };
    vm.check_allocation(length.saturating_add(128usize.saturating_mul(r as usize) << logarithm.min(40)))?;
    let mut derived = vec![0; length];
    match scrypt::scrypt(password, salt, &parameters, &mut derived) {
        Ok(()) => Ok(vm.new_string(&derived, Encoding::BINARY).value()),
        Err(_) => Ok(Value::NIL),
    }
}

fn bytes_equal_in_constant_time(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (one, other) = (bytes(vm, args, 0)?, bytes(vm, args, 1)?);
    Ok(Value::boolean(one.ct_eq(other).into()))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("hmac_new", hmac_new),
    ("hmac_update", hmac_update),
    ("hmac_value", hmac_value),
    ("hmac_copy", hmac_copy),
    ("derive_pbkdf2", derive_pbkdf2),
    ("derive_scrypt", derive_scrypt),
    ("bytes_equal_in_constant_time", bytes_equal_in_constant_time),
];
