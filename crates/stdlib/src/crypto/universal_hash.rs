//! The one-time hashes behind the tags of GCM and ChaCha20-Poly1305: first data that is only authenticated, then the
//! text, each filled up to whole blocks with zeros, then both lengths.

use ghash::universal_hash::consts::U16;
use ghash::universal_hash::crypto_common::BlockSizeUser;
use ghash::universal_hash::{Block, UniversalHash};

#[derive(Clone)]
pub struct PaddedHash<H: UniversalHash + BlockSizeUser<BlockSize = U16> + Clone> {
    hash: H,
    waiting: Vec<u8>,
    /// Bytes of what came before the text, and of the text.
    lengths: [u64; 2],
    in_text: bool,
}

impl<H: UniversalHash + BlockSizeUser<BlockSize = U16> + Clone> PaddedHash<H> {
    pub fn new(hash: H) -> PaddedHash<H> {
        PaddedHash { hash, waiting: Vec::with_capacity(16), lengths: [0; 2], in_text: false }
    }

    pub fn update(&mut self, mut bytes: &[u8]) {
        self.lengths[usize::from(self.in_text)] += bytes.len() as u64;
        if !self.waiting.is_empty() {
            let count = bytes.len().min(16 - self.waiting.len());
            self.waiting.extend_from_slice(&bytes[..count]);
            bytes = &bytes[count..];
            if self.waiting.len() < 16 {
                return;
            }
            self.pad();
        }
        let (blocks, rest) = bytes.as_chunks::<16>();
        for block in blocks {
            self.hash.update(&[Block::<H>::from(*block)]);
        }
        self.waiting.extend_from_slice(rest);
    }

    /// Fills the last block up.
    pub fn pad(&mut self) {
        if !self.waiting.is_empty() {
            self.hash.update_padded(&self.waiting);
            self.waiting.clear();
        }
    }

    /// Begins the text.
    pub fn begin_text(&mut self) {
        if !self.in_text {
            self.pad();
            self.in_text = true;
        }
    }

    pub fn value(mut self) -> [u8; 16] {
        self.pad();
        self.hash.finalize().into()
    }

    /// The hash of all so far and of both lengths, which `write` makes bytes of.
    pub fn with_lengths(&self, write: impl Fn(u64) -> [u8; 8]) -> [u8; 16] {
        let mut hash = self.clone();
        hash.pad();
        let [before, text] = self.lengths;
        hash.update(&write(before));
        hash.update(&write(text));
        hash.value()
    }
}
