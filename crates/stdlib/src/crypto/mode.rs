//! The modes of operation: how texts of any length go through a cipher.
//!
//! The RustCrypto crates have each mode for a cipher known when they are compiled; here names become those types.
//! A `Mode` is given whole units (blocks of ECB and CBC, else bytes) and changes them where they stand. What waits for
//! a block to be full, and padding, is in `cipher.rs`. GCM and ChaCha20-Poly1305 are put together here of their streams
//! and hashes: the crates `aes-gcm` and `chacha20poly1305` want a whole text at once.

use aes::cipher::inout::InOutBuf;
use aes::cipher::typenum::{IsLess, Le, NonZero, U16, U256};
use aes::cipher::{BlockCipher, BlockDecrypt, BlockDecryptMut, BlockEncrypt, BlockEncryptMut, BlockSizeUser};
use aes::cipher::{KeyInit, KeyIvInit, StreamCipher, StreamCipherError, StreamCipherSeek};
use chacha20::ChaCha20;
use ghash::GHash;
use ghash::universal_hash::UniversalHash;
use poly1305::Poly1305;

use super::universal_hash::PaddedHash;

/// A cipher in a mode, at some place of a text.
pub trait Mode {
    /// Bytes that must come together; 1 where a text of any length will do.
    fn unit(&self) -> usize {
        1
    }

    /// Changes whole units. False where the stream has come to its end.
    fn apply(&mut self, text: &mut [u8]) -> bool;

    /// Takes in data that is only authenticated. False where the mode doesn't authenticate.
    fn authenticate(&mut self, _data: &[u8]) -> bool {
        false
    }

    /// The tag over everything taken in so far, if the mode authenticates.
    fn tag(&self) -> Option<[u8; 16]> {
        None
    }

    fn copy(&self) -> Box<dyn Mode>;
}

/// The mode of the name over the cipher; `None` where there is none such, or lengths are wrong.
pub fn named(cipher: &[u8], mode: &[u8], key: &[u8], iv: &[u8], encrypting: bool) -> Option<Box<dyn Mode>> {
    match (cipher, key.len()) {
        (b"AES", 16) => of_wide_blocks::<aes::Aes128>(mode, key, iv, encrypting),
        (b"AES", 24) => of_wide_blocks::<aes::Aes192>(mode, key, iv, encrypting),
        (b"AES", 32) => of_wide_blocks::<aes::Aes256>(mode, key, iv, encrypting),
        (b"DES-EDE3", _) => of_blocks::<des::TdesEde3>(mode, key, iv, encrypting),
        (b"ChaCha20", _) => chacha(mode, key, iv, encrypting),
        _ => None,
    }
}

/// The modes that any block cipher can have.
fn of_blocks<C>(mode: &[u8], key: &[u8], iv: &[u8], encrypting: bool) -> Option<Box<dyn Mode>>
where
    C: BlockCipher + BlockEncrypt + BlockDecrypt + KeyInit + Clone + 'static,
    C::BlockSize: IsLess<U256>,
    Le<C::BlockSize, U256>: NonZero,
{
    fn start<M: KeyIvInit>(key: &[u8], iv: &[u8]) -> Option<M> {
        M::new_from_slices(key, iv).ok()
    }
    Some(match (mode, encrypting) {
        (b"ECB", true) => Box::new(Encrypting(C::new_from_slice(key).ok()?)),
        (b"ECB", false) => Box::new(Decrypting(C::new_from_slice(key).ok()?)),
        (b"CBC", true) => Box::new(Encrypting(start::<cbc::Encryptor<C>>(key, iv)?)),
        (b"CBC", false) => Box::new(Decrypting(start::<cbc::Decryptor<C>>(key, iv)?)),
        (b"CFB8", true) => Box::new(Encrypting(start::<cfb8::Encryptor<C>>(key, iv)?)),
        (b"CFB8", false) => Box::new(Decrypting(start::<cfb8::Decryptor<C>>(key, iv)?)),
        (b"CFB", true) => Box::new(EncryptingFeedback(start::<cfb_mode::BufEncryptor<C>>(key, iv)?)),
        (b"CFB", false) => Box::new(DecryptingFeedback(start::<cfb_mode::BufDecryptor<C>>(key, iv)?)),
        (b"OFB", _) => Box::new(Stream(start::<ofb::Ofb<C>>(key, iv)?)),
        _ => return None,
    })
}

/// Those and the modes that count blocks of 16 bytes.
fn of_wide_blocks<C>(mode: &[u8], key: &[u8], iv: &[u8], encrypting: bool) -> Option<Box<dyn Mode>>
where
    C: BlockCipher + BlockEncrypt + BlockDecrypt + BlockSizeUser<BlockSize = U16> + KeyInit + Clone + 'static,
{
    match mode {
        b"CTR" => Some(Box::new(Stream(ctr::Ctr128BE::<C>::new_from_slices(key, iv).ok()?))),
        b"GCM" => gcm::<C>(key, iv, encrypting),
        _ => of_blocks::<C>(mode, key, iv, encrypting),
    }
}

// --- Blocks ---

#[derive(Clone)]
struct Encrypting<C>(C);

impl<C: BlockEncryptMut + Clone + 'static> Mode for Encrypting<C> {
    fn unit(&self) -> usize {
        C::block_size()
    }

    fn apply(&mut self, text: &mut [u8]) -> bool {
        let (blocks, _) = InOutBuf::from(text).into_chunks();
        self.0.encrypt_blocks_inout_mut(blocks);
        true
    }

    fn copy(&self) -> Box<dyn Mode> {
        Box::new(self.clone())
    }
}

#[derive(Clone)]
struct Decrypting<C>(C);

impl<C: BlockDecryptMut + Clone + 'static> Mode for Decrypting<C> {
    fn unit(&self) -> usize {
        C::block_size()
    }

    fn apply(&mut self, text: &mut [u8]) -> bool {
        let (blocks, _) = InOutBuf::from(text).into_chunks();
        self.0.decrypt_blocks_inout_mut(blocks);
        true
    }

    fn copy(&self) -> Box<dyn Mode> {
        Box::new(self.clone())
    }
}

// --- Streams ---

#[derive(Clone)]
struct Stream<S>(S);

impl<S: StreamCipher + Clone + 'static> Mode for Stream<S> {
    fn apply(&mut self, text: &mut [u8]) -> bool {
        self.0.try_apply_keystream(text).is_ok()
    }

    fn copy(&self) -> Box<dyn Mode> {
        Box::new(self.clone())
    }
}

#[derive(Clone)]
struct EncryptingFeedback<C: BlockCipher + BlockEncryptMut>(cfb_mode::BufEncryptor<C>);

impl<C: BlockCipher + BlockEncryptMut + Clone + 'static> Mode for EncryptingFeedback<C> {
    fn apply(&mut self, text: &mut [u8]) -> bool {
        self.0.encrypt(text);
        true
    }

    fn copy(&self) -> Box<dyn Mode> {
        Box::new(self.clone())
    }
}

#[derive(Clone)]
struct DecryptingFeedback<C: BlockCipher + BlockEncryptMut>(cfb_mode::BufDecryptor<C>);

impl<C: BlockCipher + BlockEncryptMut + Clone + 'static> Mode for DecryptingFeedback<C> {
    fn apply(&mut self, text: &mut [u8]) -> bool {
        self.0.decrypt(text);
        true
    }

    fn copy(&self) -> Box<dyn Mode> {
        Box::new(self.clone())
    }
}

// --- Authenticated streams ---

/// A stream and the hash of what is encrypted with it; the tag is that hash behind a mask.
#[derive(Clone)]
struct Authenticated<S, H: UniversalHash + BlockSizeUser<BlockSize = U16> + Clone> {
    stream: S,
    hash: PaddedHash<H>,
    /// How the lengths, in bytes, are hashed.
    length: fn(u64) -> [u8; 8],
    mask: [u8; 16],
    encrypting: bool,
}

impl<S, H> Mode for Authenticated<S, H>
where
    S: StreamCipher + Clone + 'static,
    H: UniversalHash + BlockSizeUser<BlockSize = U16> + Clone + 'static,
{
    fn apply(&mut self, text: &mut [u8]) -> bool {
        self.hash.begin_text();
        if !self.encrypting {
            self.hash.update(text);
        }
        if self.stream.try_apply_keystream(text).is_err() {
            return false;
        }
        if self.encrypting {
            self.hash.update(text);
        }
        true
    }

    fn authenticate(&mut self, data: &[u8]) -> bool {
        self.hash.update(data);
        true
    }

    fn tag(&self) -> Option<[u8; 16]> {
        let mut tag = self.hash.with_lengths(self.length);
        tag.iter_mut().zip(&self.mask).for_each(|(byte, mask)| *byte ^= mask);
        Some(tag)
    }

    fn copy(&self) -> Box<dyn Mode> {
        Box::new(self.clone())
    }
}

fn gcm<C>(key: &[u8], iv: &[u8], encrypting: bool) -> Option<Box<dyn Mode>>
where
    C: BlockCipher + BlockEncrypt + BlockSizeUser<BlockSize = U16> + KeyInit + Clone + 'static,
{
    let cipher = C::new_from_slice(key).ok()?;
    let mut hash_key = [0; 16].into();
    cipher.encrypt_block(&mut hash_key);
    let hash = PaddedHash::new(GHash::new(&hash_key));
    let mut start = [0; 16];
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
    let mut stream = ctr::Ctr32BE::<C>::new_from_slices(key, &start).ok()?;
    let mut mask = [0; 16];
    stream.try_apply_keystream(&mut mask).ok()?;
    Some(Box::new(Authenticated { stream, hash, length: |bytes| (bytes * 8).to_be_bytes(), mask, encrypting }))
}

fn chacha(mode: &[u8], key: &[u8], iv: &[u8], encrypting: bool) -> Option<Box<dyn Mode>> {
    if mode == b"POLY1305" {
        let mut stream = KeyStream::new(key, iv, 0)?;
        let mut first = [0; 64];
        stream.try_apply_keystream(&mut first).ok()?;
        let hash = PaddedHash::new(Poly1305::new_from_slice(&first[..32]).ok()?);
        return Some(Box::new(Authenticated { stream, hash, length: u64::to_le_bytes, mask: [0; 16], encrypting }));
    }
    // The first four bytes of the vector are the counter.
    let (start, nonce) = iv.split_first_chunk::<4>()?;
    Some(Box::new(Stream(KeyStream::new(key, nonce, u64::from(u32::from_le_bytes(*start)) * 64)?)))
}

/// ChaCha20's keystream at some place; with what it was made from, for copies.
struct KeyStream(ChaCha20, [u8; 32], [u8; 12]);

impl KeyStream {
    fn new(key: &[u8], nonce: &[u8], at: u64) -> Option<KeyStream> {
        let (key, nonce) = (key.try_into().ok()?, nonce.try_into().ok()?);
        let mut stream = ChaCha20::new(&<[u8; 32]>::into(key), &<[u8; 12]>::into(nonce));
        stream.try_seek(at).ok()?;
        Some(KeyStream(stream, key, nonce))
    }
}

impl StreamCipher for KeyStream {
    fn try_apply_keystream_inout(&mut self, text: InOutBuf<'_, '_, u8>) -> Result<(), StreamCipherError> {
        self.0.try_apply_keystream_inout(text)
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
