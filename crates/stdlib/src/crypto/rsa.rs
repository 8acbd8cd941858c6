//! RSA: the primitives.
//!
//! The numbers are in `rsa_numbers.rs`, the encodings around them in `rsa_padding.rs`.
//!
//! The crate `rsa` is not used. RUSTSEC-2023-0071 (secrets show in its time) names no release of it that is safe, so the
//! check of advisories would refuse it; the next one, a candidate still, stands on another generation of the RustCrypto
//! crates than the curves, and refuses keys that OpenSSL takes: of less than 1024 bits, or whose public exponent is wider
//! than 33. Its paddings want digests known when they are compiled, where a program gives names.
//!
//! | primitive | does |
//! |---|---|
//! | `rsa_public(modulus, exponent, bytes)` | bytes as long as the modulus; nil where the number given isn't below it |
//! | `rsa_private(numbers, bytes)` | the same with `[n, e, d, p, q, dp, dq, q's inverse]`, of which the last five may be nil |
//! | `modular_power(base, exponent, modulus)` | bytes as long as the modulus, which is odd, in a time that doesn't tell the exponent |
//! | `rsa_unpad_encrypted(block, secret, ciphertext)` | PKCS #1's message; another, made from `secret`, where it is malformed |
//! | `rsa_oaep(digest, mask, label, message, size)`, `rsa_oaep_open(digest, mask, label, block)` | OAEP; nil where it doesn't fit |
//! | `rsa_pss(digest, mask, hash, salt, bits)` | PSS; nil where it doesn't fit |
//! | `rsa_pss_matches(digest, mask, hash, block, bits, salt_length)` | whether it is right; any length of salt for -1 |

use crypto_bigint::BoxedUint;
use num_bigint::BigUint;
use rutile_core::arguments::{array, bytes, integer, position};
use rutile_vm::prelude::*;

use super::binary;
use super::rsa_numbers::{Key, Modulus, boxed};
use super::rsa_padding::{matches_pss, open_oaep, open_pkcs1, seal_oaep, seal_pss};
use crate::digest::algorithm;

fn natural(vm: &mut Vm, value: Value) -> Result<BigUint, Exit> {
    let number = vm.as_big_integer(value).and_then(|number| number.to_biguint());
    number.ok_or_else(|| vm.argument_error("a primitive expects a natural number".to_string()))
}

fn size(modulus: &BigUint) -> usize {
    modulus.bits().div_ceil(8) as usize
}

/// The bytes of a number below the modulus, as many as the modulus has.
fn whole(number: &BoxedUint, modulus: &BigUint) -> Vec<u8> {
    let bytes = number.to_be_bytes();
    bytes[bytes.len().saturating_sub(size(modulus))..].to_vec()
}

fn rsa_public(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (n, e) = (natural(vm, args.get(0))?, natural(vm, args.get(1))?);
    let number = BigUint::from_bytes_be(bytes(vm, args, 2)?);
    if number >= n {
        return Ok(Value::NIL);
    }
    let bytes = number.modpow(&e, &n).to_bytes_be();
    let mut whole = vec![0; size(&n).saturating_sub(bytes.len())];
    whole.extend_from_slice(&bytes);
    binary(vm, Some(&whole))
}

fn rsa_private(vm: &mut Vm, args: Arguments) -> NativeResult {
    let numbers = array(vm, args, 0)?;
    let input = BigUint::from_bytes_be(bytes(vm, args, 1)?);
    let mut all = Vec::new();
    for index in 0..8 {
        let value = numbers.get(index);
        if value.is_nil() {
            break;
        }
        all.push(natural(vm, value)?);
    }
    let [n, e, d, factors @ ..] = &all[..] else {
        return Err(vm.argument_error("a private key has at least three numbers".to_string()));
    };
    if input >= *n {
        return Ok(Value::NIL);
    }
    let result = Key::new(n, e, d, factors).and_then(|key| key.apply(&boxed(&input)));
    let bytes = result.map(|number| whole(&number, n));
    binary(vm, bytes.as_deref())
}

fn modular_power(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (base, exponent, modulus) = (natural(vm, args.get(0))?, natural(vm, args.get(1))?, natural(vm, args.get(2))?);
    let power = Modulus::public(&modulus).map(|ring| ring.power(&boxed(&base), &boxed(&exponent)).retrieve());
    let bytes = power.map(|number| whole(&number, &modulus));
    binary(vm, bytes.as_deref())
}

fn rsa_unpad_encrypted(vm: &mut Vm, args: Arguments) -> NativeResult {
    let message = open_pkcs1(bytes(vm, args, 0)?, bytes(vm, args, 1)?, bytes(vm, args, 2)?);
    binary(vm, message.as_deref())
}

fn rsa_oaep(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (digest, mask) = (algorithm(vm, args, 0)?, algorithm(vm, args, 1)?);
    let (label, message, size) = (bytes(vm, args, 2)?, bytes(vm, args, 3)?, position(vm, args, 4)?);
    let bytes = seal_oaep(&digest, &mask, label, message, size);
    binary(vm, bytes.as_deref())
}

fn rsa_oaep_open(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (digest, mask) = (algorithm(vm, args, 0)?, algorithm(vm, args, 1)?);
    let message = open_oaep(&digest, &mask, bytes(vm, args, 2)?, bytes(vm, args, 3)?);
    binary(vm, message.as_deref())
}

fn rsa_pss(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (digest, mask) = (algorithm(vm, args, 0)?, algorithm(vm, args, 1)?);
    let (hash, salt, bits) = (bytes(vm, args, 2)?, bytes(vm, args, 3)?, position(vm, args, 4)?);
    let bytes = seal_pss(&digest, &mask, hash, salt, bits);
    binary(vm, bytes.as_deref())
}

fn rsa_pss_matches(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (digest, mask) = (algorithm(vm, args, 0)?, algorithm(vm, args, 1)?);
    let (hash, block) = (bytes(vm, args, 2)?, bytes(vm, args, 3)?);
    let (bits, salt) = (position(vm, args, 4)?, integer(vm, args, 5)?);
    Ok(Value::boolean(matches_pss(&digest, &mask, hash, block, bits, salt)))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("rsa_public", rsa_public),
    ("rsa_private", rsa_private),
    ("modular_power", modular_power),
    ("rsa_unpad_encrypted", rsa_unpad_encrypted),
    ("rsa_oaep", rsa_oaep),
    ("rsa_oaep_open", rsa_oaep_open),
    ("rsa_pss", rsa_pss),
    ("rsa_pss_matches", rsa_pss_matches),
];
