//! RSA: the two operations on numbers, and the encodings around them that hide or mix.
//!
//! What uses a secret exponent is blinded, done by Montgomery multiplication in constant time, by the Chinese remainder
//! theorem where both primes are known, and its result is checked by the public operation before anyone sees it.
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

use crypto_bigint::modular::{BoxedMontyForm, BoxedMontyParams};
use crypto_bigint::{BoxedUint, Odd};
use hmac::{Hmac, Mac};
use num_bigint::BigUint;
use rutile_core::arguments::{array, bytes, integer, position};
use rutile_vm::prelude::*;
use sha2::{Digest, Sha256};
use subtle::{ConditionallySelectable, ConstantTimeEq, ConstantTimeGreater, ConstantTimeLess};

use super::binary;
use crate::digest::{State, algorithm};

/// `base ** exponent % modulus`, in a time that tells only their lengths. The modulus is odd.
fn power(base: &BigUint, exponent: &BigUint, modulus: &BigUint) -> Option<BigUint> {
    let width = (modulus.bits().max(exponent.bits()) as u32).next_multiple_of(64);
    let boxed = |number: &BigUint| {
        let bytes = number.to_bytes_be();
        let mut whole = vec![0; (width as usize / 8).checked_sub(bytes.len())?];
        whole.extend_from_slice(&bytes);
        BoxedUint::from_be_slice(&whole, width).ok()
    };
    let parameters = BoxedMontyParams::new(Option::<Odd<BoxedUint>>::from(Odd::new(boxed(modulus)?))?);
    let form = BoxedMontyForm::new(boxed(&(base % modulus))?, parameters);
    Some(BigUint::from_bytes_be(&form.pow(&boxed(exponent)?).retrieve().to_be_bytes()))
}

struct Key {
    n: BigUint,
    e: BigUint,
    d: BigUint,
    /// p, q, d mod (p - 1), d mod (q - 1), the inverse of q modulo p
    factors: Option<[BigUint; 5]>,
}

impl Key {
    fn apply(&self, number: &BigUint) -> Option<BigUint> {
        let (factor, back) = self.blind()?;
        let blinded = number * factor % &self.n;
        let result = match &self.factors {
            Some([p, q, dp, dq, inverse]) => {
                let (first, second) = (power(&blinded, dp, p)?, power(&blinded, dq, q)?);
                let difference = (first + p - &second % p) % p;
                second + difference * inverse % p * q
            }
            None => power(&blinded, &self.d, &self.n)?,
        };
        let result = result * back % &self.n;
        (result.modpow(&self.e, &self.n) == *number).then_some(result)
    }

    /// A random number's public power, and that number's inverse.
    fn blind(&self) -> Option<(BigUint, BigUint)> {
        let mut random = vec![0; self.n.bits() as usize / 8 + 8];
        loop {
            getrandom::fill(&mut random).ok()?;
            let factor = BigUint::from_bytes_be(&random) % &self.n;
            if let Some(back) = factor.modinv(&self.n) {
                return Some((factor.modpow(&self.e, &self.n), back));
            }
        }
    }
}

fn size(modulus: &BigUint) -> usize {
    modulus.bits().div_ceil(8) as usize
}

/// The number's bytes, filled up with zeros in front.
fn wide(number: &BigUint, width: usize) -> Vec<u8> {
    let bytes = number.to_bytes_be();
    let mut whole = vec![0; width.saturating_sub(bytes.len())];
    whole.extend_from_slice(&bytes);
    whole
}

fn xor_mask(text: &mut [u8], digest: &State, seed: &[u8]) {
    for (number, piece) in text.chunks_mut(digest.length()).enumerate() {
        let mask = digest.of(&[seed, &(number as u32).to_be_bytes()]);
        piece.iter_mut().zip(&mask).for_each(|(byte, mask)| *byte ^= mask);
    }
}

// --- PKCS #1 ---

/// SHA-256's code of the pieces.
fn code(key: &[u8], pieces: &[&[u8]]) -> Vec<u8> {
    let mut code = <Hmac<Sha256> as Mac>::new_from_slice(key).expect("HMAC takes keys of any length");
    pieces.iter().for_each(|piece| code.update(piece));
    code.finalize().into_bytes().to_vec()
}

/// Bytes that follow from the key alone, as many as asked.
fn expand(key: &[u8], label: &[u8], count: usize) -> Vec<u8> {
    let bits = (count * 8) as u16;
    let mut out = Vec::with_capacity(count + 32);
    let mut number = 0u16;
    while out.len() < count {
        out.extend(code(key, &[&number.to_be_bytes(), label, &bits.to_be_bytes()]));
        number = number.wrapping_add(1);
    }
    out.truncate(count);
    out
}

/// The message in the block. One that is malformed gives a message too, always the same for a ciphertext, so that nobody
/// learns from the answer whether it was.
fn open_pkcs1(block: &[u8], secret: &[u8], ciphertext: &[u8]) -> Option<Vec<u8>> {
    let size = block.len();
    if size < 11 {
        return None;
    }
    let key = code(&Sha256::digest(secret), &[ciphertext]);
    let other = expand(&key, b"message", size);
    let longest = (size - 10) as u32;
    let mask = longest.next_power_of_two().saturating_mul(2).saturating_sub(1) >> 1;
    let mut other_length = 0u32;
    for pair in expand(&key, b"length", 256).chunks_exact(2) {
        let candidate = u32::from(u16::from_be_bytes([pair[0], pair[1]])) & mask;
        other_length.conditional_assign(&candidate, candidate.ct_lt(&longest));
    }
    let mut end = 0u32;
    let mut found = 0u8.ct_eq(&1);
    for (index, byte) in block.iter().enumerate().skip(2) {
        let here = byte.ct_eq(&0) & !found;
        end.conditional_assign(&(index as u32), here);
        found |= here;
    }
    let good = block[0].ct_eq(&0) & block[1].ct_eq(&2) & found & end.ct_gt(&9);
    let mut start = size as u32 - other_length;
    start.conditional_assign(&(end + 1), good);
    let chosen: Vec<u8> = block.iter().zip(&other).map(|(byte, other)| u8::conditional_select(other, byte, good)).collect();
    Some(chosen[start as usize..].to_vec())
}

// --- OAEP ---

fn seal_oaep(digest: &State, mask: &State, label: &[u8], message: &[u8], size: usize) -> Option<Vec<u8>> {
    let length = digest.length();
    let room = size.checked_sub(2 * length + 2)?.checked_sub(message.len())?;
    let mut block = vec![0; size];
    let (seed, data) = block[1..].split_at_mut(length);
    getrandom::fill(seed).ok()?;
    data[..length].copy_from_slice(&digest.of(&[label]));
    data[length + room] = 1;
    data[length + room + 1..].copy_from_slice(message);
    xor_mask(data, mask, seed);
    xor_mask(seed, mask, data);
    Some(block)
}

fn open_oaep(digest: &State, mask: &State, label: &[u8], block: &[u8]) -> Option<Vec<u8>> {
    let length = digest.length();
    if block.len() < 2 * length + 2 {
        return None;
    }
    let mut block = block.to_vec();
    let (first, rest) = block.split_at_mut(1);
    let (seed, data) = rest.split_at_mut(length);
    xor_mask(seed, mask, data);
    xor_mask(data, mask, seed);
    let mut good = first[0].ct_eq(&0) & data[..length].ct_eq(&digest.of(&[label]));
    let mut found = 0u8.ct_eq(&1);
    let mut start = 0u32;
    for (index, byte) in data.iter().enumerate().skip(length) {
        let here = byte.ct_eq(&1) & !found;
        start.conditional_assign(&(index as u32 + 1), here);
        good &= found | here | byte.ct_eq(&0);
        found |= here;
    }
    bool::from(good & found).then(|| data[start as usize..].to_vec())
}

// --- PSS ---

fn seal_pss(digest: &State, mask: &State, hash: &[u8], salt: &[u8], bits: usize) -> Option<Vec<u8>> {
    let (size, length) = (bits.div_ceil(8), digest.length());
    let room = size.checked_sub(length + salt.len() + 2)?;
    let tag = digest.of(&[&[0; 8], hash, salt]);
    let mut block = vec![0; room];
    block.push(1);
    block.extend_from_slice(salt);
    xor_mask(&mut block, mask, &tag);
    block[0] &= 0xff >> (size * 8 - bits);
    block.extend_from_slice(&tag);
    block.push(0xbc);
    Some(block)
}

fn matches_pss(digest: &State, mask: &State, hash: &[u8], block: &[u8], bits: usize, salt: i64) -> bool {
    let (size, length) = (bits.div_ceil(8), digest.length());
    // A number of less bits than whole bytes has leading zeros, which are not part of the block.
    let Some(extra) = block.len().checked_sub(size) else { return false };
    let (zeros, block) = block.split_at(extra);
    if zeros.iter().any(|&byte| byte != 0) || block.len() < length + 2 || block.last() != Some(&0xbc) {
        return false;
    }
    let (masked, rest) = block.split_at(block.len() - length - 1);
    let tag = &rest[..length];
    let spare = size * 8 - bits;
    if masked[0] & !(0xff >> spare) as u8 != 0 {
        return false;
    }
    let mut data = masked.to_vec();
    xor_mask(&mut data, mask, tag);
    data[0] &= 0xff >> spare;
    let Some(start) = data.iter().position(|&byte| byte != 0) else { return false };
    let found = &data[start + 1..];
    data[start] == 1 && (salt < 0 || found.len() as i64 == salt) && digest.of(&[&[0; 8], hash, found]) == tag
}

// --- Primitives ---

fn natural(vm: &mut Vm, value: Value) -> Result<BigUint, Exit> {
    let number = vm.as_big_integer(value).and_then(|number| number.to_biguint());
    number.ok_or_else(|| vm.argument_error("a primitive expects a natural number".to_string()))
}

fn rsa_public(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (modulus, exponent) = (natural(vm, args.get(0))?, natural(vm, args.get(1))?);
    let number = BigUint::from_bytes_be(bytes(vm, args, 2)?);
    let fits = number < modulus;
    let bytes = fits.then(|| wide(&number.modpow(&exponent, &modulus), size(&modulus)));
    binary(vm, bytes.as_deref())
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
    let mut all = all.into_iter();
    let (Some(n), Some(e), Some(d)) = (all.next(), all.next(), all.next()) else {
        return Err(vm.argument_error("a private key has at least three numbers".to_string()));
    };
    let factors: Option<[BigUint; 5]> = all.collect::<Vec<_>>().try_into().ok();
    let key = Key { n, e, d, factors };
    if input >= key.n {
        return Ok(Value::NIL);
    }
    let bytes = key.apply(&input).map(|number| wide(&number, size(&key.n)));
    binary(vm, bytes.as_deref())
}

fn modular_power(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (base, exponent, modulus) = (natural(vm, args.get(0))?, natural(vm, args.get(1))?, natural(vm, args.get(2))?);
    let bytes = power(&base, &exponent, &modulus).map(|number| wide(&number, size(&modulus)));
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
