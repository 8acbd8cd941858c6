//! The modes of operation: how texts of any length go through a cipher.
//!
//! A `Mode` is given whole units (blocks of ECB and CBC, else bytes) and changes them where they stand.
//! What waits for a block to be full, and padding, is in `cipher.rs`.

use std::sync::Arc;

use chacha20::ChaCha20;
use chacha20::cipher::{KeyIvInit, StreamCipher, StreamCipherSeek};
use ghash::GHash;
use ghash::universal_hash::KeyInit as _;
use poly1305::Poly1305;

use super::block::{Block, keyed};
use super::universal_hash::PaddedHash;

/// How many bytes of keystream are made at once.
const STRIDE: usize = 128;

#[derive(Clone)]
pub enum Mode {
    Ecb(Arc<dyn Block>),
    Cbc { block: Arc<dyn Block>, last: Vec<u8> },
    /// Cipher feedback by whole blocks or by bytes, and output feedback: the register, and how much of it is used up.
    Feedback { block: Arc<dyn Block>, register: Vec<u8>, used: usize, kind: Feedback },
    Ctr(Counter),
    Gcm { counter: Counter, hash: PaddedHash<GHash>, mask: [u8; 16] },
    ChaCha { stream: KeyStream, hash: Option<PaddedHash<Poly1305>> },
}

#[derive(Clone, Copy, PartialEq)]
pub enum Feedback {
    Cipher,
    CipherByBytes,
    Output,
}

impl Mode {
    /// The mode of the name over the cipher; `None` where there is none such, or lengths are wrong.
    pub fn named(cipher: &[u8], mode: &[u8], key: &[u8], iv: &[u8]) -> Option<Mode> {
        if cipher == b"ChaCha20" {
            return Mode::chacha(mode, key, iv);
        }
        let block = keyed(cipher, key)?;
        let size = block.size();
        if mode == b"GCM" {
            return (size == 16).then(|| Mode::gcm(block, iv));
        }
        if mode != b"ECB" && iv.len() != size {
            return None;
        }
        let register = iv.to_vec();
        let feedback = |kind| Some(Mode::Feedback { block: keyed(cipher, key)?, register: iv.to_vec(), used: size, kind });
        match mode {
            b"ECB" => Some(Mode::Ecb(block)),
            b"CBC" => Some(Mode::Cbc { block, last: register }),
            b"CTR" => Some(Mode::Ctr(Counter::new(block, register, size))),
            b"CFB" => feedback(Feedback::Cipher),
            b"CFB8" => feedback(Feedback::CipherByBytes),
            b"OFB" => feedback(Feedback::Output),
            _ => None,
        }
    }

    fn gcm(block: Arc<dyn Block>, iv: &[u8]) -> Mode {
        let mut key = [0; 16];
        block.encrypt(&mut key);
        let hash = PaddedHash::new(GHash::new(&key.into()));
        let mut start = vec![0; 16];
        if iv.len() == 12 {
            start[..12].copy_from_slice(iv);
            start[15] = 1;
        } else {
            let mut hash = hash.clone();
            hash.update(iv);
            hash.pad();
            hash.update(&[0; 8]);
            hash.update(&(iv.len() as u64 * 8).to_be_bytes());
            start.copy_from_slice(&hash.value());
        }
        let mut counter = Counter::new(block, start, 4);
        let mut mask = [0; 16];
        counter.apply(&mut mask);
        Mode::Gcm { counter, hash, mask }
    }

    fn chacha(mode: &[u8], key: &[u8], iv: &[u8]) -> Option<Mode> {
        if mode == b"POLY1305" {
            let mut stream = KeyStream::new(key, iv, 0)?;
            let mut first = [0; 64];
            stream.0.try_apply_keystream(&mut first).ok()?;
            let hash = Poly1305::new_from_slice(&first[..32]).ok()?;
            return Some(Mode::ChaCha { stream, hash: Some(PaddedHash::new(hash)) });
        }
        // The first four bytes of the vector are the counter.
        let (start, nonce) = iv.split_first_chunk::<4>()?;
        let stream = KeyStream::new(key, nonce, u64::from(u32::from_le_bytes(*start)) * 64)?;
        Some(Mode::ChaCha { stream, hash: None })
    }

    /// Bytes that must come together; 1 where a text of any length will do.
    pub fn unit(&self) -> usize {
        match self {
            Mode::Ecb(block) | Mode::Cbc { block, .. } => block.size(),
            _ => 1,
        }
    }

    /// Takes in data that is only authenticated. False where the mode doesn't authenticate.
    pub fn authenticate(&mut self, data: &[u8]) -> bool {
        match self {
            Mode::Gcm { hash, .. } => hash.update(data),
            Mode::ChaCha { hash: Some(hash), .. } => hash.update(data),
            _ => return false,
        }
        true
    }

    /// Changes whole units. False where the stream has come to its end.
    pub fn apply(&mut self, text: &mut [u8], encrypting: bool) -> bool {
        match self {
            Mode::Ecb(block) if encrypting => block.encrypt(text),
            Mode::Ecb(block) => block.decrypt(text),
            Mode::Cbc { block, last } if encrypting => chain(block.as_ref(), last, text),
            Mode::Cbc { block, last } => unchain(block.as_ref(), last, text),
            Mode::Feedback { block, register, used, kind } => feed_back(block.as_ref(), register, used, *kind, text, encrypting),
            Mode::Ctr(counter) => counter.apply(text),
            Mode::Gcm { counter, hash, .. } => {
                hash.begin_text();
                if !encrypting {
                    hash.update(text);
                }
                counter.apply(text);
                if encrypting {
                    hash.update(text);
                }
            }
            Mode::ChaCha { stream, hash } => {
                if let Some(hash) = hash {
                    hash.begin_text();
                    if !encrypting {
                        hash.update(text);
                    }
                }
                if stream.0.try_apply_keystream(text).is_err() {
                    return false;
                }
                if let Some(hash) = hash.as_mut().filter(|_| encrypting) {
                    hash.update(text);
                }
            }
        }
        true
    }

    /// The tag over everything taken in so far, if the mode authenticates.
    pub fn tag(&self) -> Option<[u8; 16]> {
        match self {
            Mode::Gcm { hash, mask, .. } => {
                let mut tag = hash.with_lengths(|bytes| (bytes * 8).to_be_bytes());
                tag.iter_mut().zip(mask).for_each(|(byte, mask)| *byte ^= mask);
                Some(tag)
            }
            Mode::ChaCha { hash: Some(hash), .. } => Some(hash.with_lengths(u64::to_le_bytes)),
            _ => None,
        }
    }
}

fn mix(text: &mut [u8], with: &[u8]) {
    text.iter_mut().zip(with).for_each(|(byte, other)| *byte ^= other);
}

fn chain(block: &dyn Block, last: &mut Vec<u8>, text: &mut [u8]) {
    for unit in text.chunks_exact_mut(block.size()) {
        mix(unit, last);
        block.encrypt(unit);
        last.copy_from_slice(unit);
    }
}

fn unchain(block: &dyn Block, last: &mut Vec<u8>, text: &mut [u8]) {
    let size = block.size();
    for stretch in text.chunks_mut(STRIDE) {
        let mut before = std::mem::take(last);
        before.extend_from_slice(stretch);
        block.decrypt(stretch);
        mix(stretch, &before);
        last.extend_from_slice(&before[before.len() - size..]);
    }
}

fn feed_back(block: &dyn Block, register: &mut Vec<u8>, used: &mut usize, kind: Feedback, text: &mut [u8], encrypting: bool) {
    for byte in text {
        if kind == Feedback::CipherByBytes {
            let mut stream = register.clone();
            block.encrypt(&mut stream);
            let given = *byte;
            *byte ^= stream[0];
            register.rotate_left(1);
            let end = register.len() - 1;
            register[end] = if encrypting { *byte } else { given };
            continue;
        }
        if *used == block.size() {
            block.encrypt(register);
            *used = 0;
        }
        let given = *byte;
        *byte ^= register[*used];
        if kind == Feedback::Cipher {
            register[*used] = if encrypting { *byte } else { given };
        }
        *used += 1;
    }
}

/// Counter mode: the last `width` bytes of the block are counted up.
#[derive(Clone)]
pub struct Counter {
    block: Arc<dyn Block>,
    next: Vec<u8>,
    width: usize,
    stream: Vec<u8>,
    used: usize,
}

impl Counter {
    fn new(block: Arc<dyn Block>, start: Vec<u8>, width: usize) -> Counter {
        Counter { block, next: start, width, stream: Vec::new(), used: 0 }
    }

    fn refill(&mut self) {
        self.stream.clear();
        self.used = 0;
        let first = self.next.len() - self.width;
        while self.stream.len() < STRIDE {
            self.stream.extend_from_slice(&self.next);
            for byte in self.next[first..].iter_mut().rev() {
                *byte = byte.wrapping_add(1);
                if *byte != 0 {
                    break;
                }
            }
        }
        self.block.encrypt(&mut self.stream);
    }

    fn apply(&mut self, mut text: &mut [u8]) {
        while !text.is_empty() {
            if self.used == self.stream.len() {
                self.refill();
            }
            let count = text.len().min(self.stream.len() - self.used);
            let (now, rest) = text.split_at_mut(count);
            mix(now, &self.stream[self.used..self.used + count]);
            self.used += count;
            text = rest;
        }
    }
}

/// ChaCha20's keystream at some place; with what it was made from, for copies.
pub struct KeyStream(ChaCha20, [u8; 32], [u8; 12]);

impl KeyStream {
    fn new(key: &[u8], nonce: &[u8], at: u64) -> Option<KeyStream> {
        let (key, nonce) = (key.try_into().ok()?, nonce.try_into().ok()?);
        let mut stream = ChaCha20::new(&<[u8; 32]>::into(key), &<[u8; 12]>::into(nonce));
        stream.try_seek(at).ok()?;
        Some(KeyStream(stream, key, nonce))
    }
}

impl Clone for KeyStream {
    fn clone(&self) -> KeyStream {
        let mut stream = ChaCha20::new(&self.1.into(), &self.2.into());
        // A place that the stream stands at is one it can be sent to; past its end, both give nothing more.
        if let Ok(at) = self.0.try_current_pos::<u64>() {
            let _ = stream.try_seek(at);
        }
        KeyStream(stream, self.1, self.2)
    }
}
