//! RSA's encodings: what is put around a message before the operation on numbers, to hide it or to mix it.
//!
//! Looking at a block takes the same time whatever is wrong with it, where the answer could tell of a secret.

use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};
use subtle::{ConditionallySelectable, ConstantTimeEq, ConstantTimeGreater, ConstantTimeLess};

use crate::digest::State;

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
pub fn open_pkcs1(block: &[u8], secret: &[u8], ciphertext: &[u8]) -> Option<Vec<u8>> {
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

pub fn seal_oaep(digest: &State, mask: &State, label: &[u8], message: &[u8], size: usize) -> Option<Vec<u8>> {
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

pub fn open_oaep(digest: &State, mask: &State, label: &[u8], block: &[u8]) -> Option<Vec<u8>> {
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

pub fn seal_pss(digest: &State, mask: &State, hash: &[u8], salt: &[u8], bits: usize) -> Option<Vec<u8>> {
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

pub fn matches_pss(digest: &State, mask: &State, hash: &[u8], block: &[u8], bits: usize, salt: i64) -> bool {
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
