//! Message authentication by HMAC, and what derives keys with it.
//!
//! | primitive | does |
//! |---|---|
//! | `hmac_new(digest, key)`, `hmac_update(state, text)`, `hmac_value(state)`, `hmac_copy(state)` | a code under way, in a Resource cell |
//! | `derive_pbkdf2(digest, password, salt, iterations, length)` | bytes |
//! | `derive_hkdf(digest, material, salt, info, length)` | bytes; nil where they are too many |
//! | `derive_scrypt(password, salt, logarithm, r, p, length)` | bytes; nil where the parameters are refused |
//! | `bytes_equal_in_constant_time(one, other)` | whether Strings of one length are the same |

use rutile_core::arguments::{bytes, integer, position};
use rutile_vm::prelude::*;
use subtle::ConstantTimeEq;

use super::binary;
use crate::algorithm::{Algorithm, Code};
use crate::resource::owned;

/// A code under way, in a cell of its own.
struct Hmac(Box<dyn Code>);

fn algorithm(vm: &mut Vm, args: Arguments) -> Result<&'static Algorithm, Exit> {
    let name = bytes(vm, args, 0)?;
    Algorithm::named(name).ok_or_else(|| vm.argument_error("unknown digest".to_string()))
}

fn hmac(vm: &mut Vm, args: Arguments) -> Result<&mut Hmac, Exit> {
    owned(vm, args, 0, "an HMAC's state")
}

fn hmac_new(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (algorithm, key) = (algorithm(vm, args)?, bytes(vm, args, 1)?);
    Ok(vm.keep_resource(Hmac((algorithm.code)(key))))
}

fn hmac_update(vm: &mut Vm, args: Arguments) -> NativeResult {
    let text = bytes(vm, args, 1)?;
    hmac(vm, args)?.0.update(text);
    Ok(Value::NIL)
}

fn hmac_value(vm: &mut Vm, args: Arguments) -> NativeResult {
    let value = hmac(vm, args)?.0.value();
    Ok(vm.new_string(&value, Encoding::BINARY).value())
}

fn hmac_copy(vm: &mut Vm, args: Arguments) -> NativeResult {
    let copy = hmac(vm, args)?.0.copy();
    Ok(vm.keep_resource(Hmac(copy)))
}

fn derive_pbkdf2(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (algorithm, password, salt) = (algorithm(vm, args)?, bytes(vm, args, 1)?, bytes(vm, args, 2)?);
    let (iterations, length) = (integer(vm, args, 3)?, position(vm, args, 4)?);
    let Ok(iterations @ 1..) = u32::try_from(iterations) else {
        return Err(vm.argument_error("iterations are counted from 1".to_string()));
    };
    vm.check_allocation(length)?;
    let mut key = vec![0; length];
    (algorithm.pbkdf2)(password, salt, iterations, &mut key);
    Ok(vm.new_string(&key, Encoding::BINARY).value())
}

fn derive_hkdf(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (algorithm, material) = (algorithm(vm, args)?, bytes(vm, args, 1)?);
    let (salt, info, length) = (bytes(vm, args, 2)?, bytes(vm, args, 3)?, position(vm, args, 4)?);
    vm.check_allocation(length)?;
    let mut key = vec![0; length];
    let fits = (algorithm.hkdf)(material, salt, info, &mut key);
    binary(vm, fits.then_some(&key[..]))
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
    ("derive_hkdf", derive_hkdf),
    ("derive_scrypt", derive_scrypt),
    ("bytes_equal_in_constant_time", bytes_equal_in_constant_time),
];
