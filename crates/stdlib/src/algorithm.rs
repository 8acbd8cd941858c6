//! The hash algorithms by name, and what is made of each: digests, message authentication codes, keys.
//!
//! The RustCrypto crates do all of it for a type known when they are compiled. This table is where a name that a program
//! gives becomes such a type; the only one, so that a digest that works everywhere is one line.

use hkdf::{Hkdf, HmacImpl};
use hmac::digest::core_api::BlockSizeUser;
use hmac::digest::{FixedOutput, KeyInit, Output, Update};
use hmac::{Hmac, Mac, SimpleHmac};
use sha2::digest::DynDigest;

/// The parts made of one algorithm.
pub struct Algorithm {
    name: &'static str,
    pub digest: fn() -> Box<dyn DynDigest>,
    /// Bytes that it takes at once.
    pub block: fn() -> usize,
    /// A code under way, for a key.
    pub code: fn(&[u8]) -> Box<dyn Code>,
    /// Fills the last argument with a key made from a password, a salt and a number of iterations, which is not zero.
    pub pbkdf2: fn(&[u8], &[u8], u32, &mut [u8]),
    /// Fills the last argument with a key made from key material, a salt and an info. False where it is too long.
    pub hkdf: fn(&[u8], &[u8], &[u8], &mut [u8]) -> bool,
}

/// A message authentication code under way.
pub trait Code {
    fn update(&mut self, bytes: &[u8]);
    /// The code of what was taken in.
    fn value(&self) -> Vec<u8>;
    fn copy(&self) -> Box<dyn Code>;
}

impl<M: Mac + Clone + 'static> Code for M {
    fn update(&mut self, bytes: &[u8]) {
        Mac::update(self, bytes);
    }

    fn value(&self) -> Vec<u8> {
        self.clone().finalize().into_bytes().to_vec()
    }

    fn copy(&self) -> Box<dyn Code> {
        Box::new(self.clone())
    }
}

impl Algorithm {
    /// That of the name; `None` where there is none.
    pub fn named(name: &[u8]) -> Option<&'static Algorithm> {
        ALGORITHMS.iter().find(|algorithm| algorithm.name.as_bytes() == name)
    }

    const fn of<D, M>(name: &'static str) -> Algorithm
    where
        D: DynDigest + Default + FixedOutput + BlockSizeUser + 'static,
        M: Mac + KeyInit + Update + FixedOutput + HmacImpl<D> + Clone + Sync + 'static,
    {
        Algorithm { name, digest: || Box::new(D::default()), block: D::block_size, code: code::<M>, pbkdf2: pbkdf2::<M>, hkdf: hkdf::<D, M> }
    }
}

fn code<M: Mac + KeyInit + Clone + 'static>(key: &[u8]) -> Box<dyn Code> {
    Box::new(<M as KeyInit>::new_from_slice(key).expect("HMAC takes keys of any length"))
}

fn pbkdf2<M>(password: &[u8], salt: &[u8], iterations: u32, key: &mut [u8])
where
    M: KeyInit + Update + FixedOutput + Clone + Sync,
{
    pbkdf2::pbkdf2::<M>(password, salt, iterations, key).expect("HMAC takes passwords of any length");
}

fn hkdf<D: FixedOutput, M: HmacImpl<D>>(material: &[u8], salt: &[u8], info: &[u8], key: &mut [u8]) -> bool {
    let (_, expander): (Output<D>, Hkdf<D, M>) = Hkdf::extract(Some(salt), material);
    expander.expand(info, key).is_ok()
}

macro_rules! algorithms {
    // A third column names what digests alone are faster by.
    ($($name:literal $digest:ty, $code:ident $(, $faster:expr)?;)*) => {
        &[$(Algorithm { $(digest: $faster,)? ..Algorithm::of::<$digest, $code<$digest>>($name) },)*]
    };
}

// BLAKE2 keeps its last block back, which only the simpler HMAC bears.
static ALGORITHMS: &[Algorithm] = algorithms! {
    "MD4" md4::Md4, Hmac;
    "MD5" md5::Md5, Hmac;
    "SHA1" sha1::Sha1, Hmac;
    "RMD160" ripemd::Ripemd160, Hmac;
    "SHA224" sha2::Sha224, Hmac;
    "SHA256" sha2::Sha256, Hmac, || Box::<crate::sha256::Sha256>::default();
    "SHA384" sha2::Sha384, Hmac;
    "SHA512" sha2::Sha512, Hmac;
    "SHA512-224" sha2::Sha512_224, Hmac;
    "SHA512-256" sha2::Sha512_256, Hmac;
    "SHA3-224" sha3::Sha3_224, Hmac;
    "SHA3-256" sha3::Sha3_256, Hmac;
    "SHA3-384" sha3::Sha3_384, Hmac;
    "SHA3-512" sha3::Sha3_512, Hmac;
    "BLAKE2b512" blake2::Blake2b512, SimpleHmac;
    "BLAKE2s256" blake2::Blake2s256, SimpleHmac;
    "SM3" sm3::Sm3, Hmac;
};
