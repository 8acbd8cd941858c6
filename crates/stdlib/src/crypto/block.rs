//! Block ciphers behind one face, so that each mode of operation is written once.

use std::sync::Arc;

use aes::cipher::inout::InOutBuf;
use aes::cipher::typenum::{U8, U16};
use aes::cipher::{BlockDecrypt, BlockEncrypt, KeyInit};

/// A keyed block cipher. Both methods take whole blocks.
pub trait Block: Send + Sync {
    fn size(&self) -> usize;
    fn encrypt(&self, blocks: &mut [u8]);
    fn decrypt(&self, blocks: &mut [u8]);
}

macro_rules! block {
    ($cipher:ty, $length:ty, $bytes:literal) => {
        impl Block for $cipher {
            fn size(&self) -> usize {
                $bytes
            }

            fn encrypt(&self, blocks: &mut [u8]) {
                let (blocks, _) = InOutBuf::from(blocks).into_chunks::<$length>();
                self.encrypt_blocks_inout(blocks);
            }

            fn decrypt(&self, blocks: &mut [u8]) {
                let (blocks, _) = InOutBuf::from(blocks).into_chunks::<$length>();
                self.decrypt_blocks_inout(blocks);
            }
        }
    };
}

block!(aes::Aes128, U16, 16);
block!(aes::Aes192, U16, 16);
block!(aes::Aes256, U16, 16);
block!(des::TdesEde3, U8, 8);

/// The cipher of the name; `None` where there is none or the key isn't of its length.
pub fn keyed(name: &[u8], key: &[u8]) -> Option<Arc<dyn Block>> {
    fn boxed<C: Block + KeyInit + 'static>(key: &[u8]) -> Option<Arc<dyn Block>> {
        C::new_from_slice(key).ok().map(|cipher| Arc::new(cipher) as Arc<dyn Block>)
    }
    match (name, key.len()) {
        (b"AES", 16) => boxed::<aes::Aes128>(key),
        (b"AES", 24) => boxed::<aes::Aes192>(key),
        (b"AES", 32) => boxed::<aes::Aes256>(key),
        (b"DES-EDE3", _) => boxed::<des::TdesEde3>(key),
        _ => None,
    }
}
