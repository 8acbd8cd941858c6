//! The groups of key exchanges, by OpenSSL's names for them, each telling what the other side's key was.
//!
//! rustls asks a group that is the same for all connections to complete an exchange, and keeps the secret alone. The key of
//! the other side is therefore left in a note of the thread, which the connection that just took its bytes in picks up
//! before anything else runs (`tls.rs`).

use std::cell::RefCell;

use rustls::crypto::ring::kx_group;
use rustls::crypto::{ActiveKeyExchange, SharedSecret, SupportedKxGroup};
use rustls::{Error, NamedGroup, PeerMisbehaved};

use super::curves::{largest_curve_key, largest_curve_secret};

/// A group's number in the standard, and the other side's key in its encoding.
pub type PeerKey = (u16, Vec<u8>);

thread_local! {
    static NOTE: RefCell<Option<PeerKey>> = const { RefCell::new(None) };
}

/// The key of the exchange that was completed since this was asked last.
pub fn noted_key() -> Option<PeerKey> {
    NOTE.with_borrow_mut(Option::take)
}

/// A group that notes the other side's key.
#[derive(Debug)]
struct Noting(&'static dyn SupportedKxGroup);

impl SupportedKxGroup for Noting {
    fn start(&self) -> Result<Box<dyn ActiveKeyExchange>, Error> {
        Ok(Box::new(NotingExchange(self.0.start()?)))
    }

    fn name(&self) -> NamedGroup {
        self.0.name()
    }
}

struct NotingExchange(Box<dyn ActiveKeyExchange>);

impl ActiveKeyExchange for NotingExchange {
    fn complete(self: Box<Self>, peer: &[u8]) -> Result<SharedSecret, Error> {
        let group = u16::from(self.0.group());
        let secret = self.0.complete(peer)?;
        NOTE.set(Some((group, peer.to_vec())));
        Ok(secret)
    }

    fn pub_key(&self) -> &[u8] {
        self.0.pub_key()
    }

    fn group(&self) -> NamedGroup {
        self.0.group()
    }
}

/// The largest of NIST's curves, which ring does not have.
#[derive(Debug)]
struct Secp521r1;

impl SupportedKxGroup for Secp521r1 {
    fn start(&self) -> Result<Box<dyn ActiveKeyExchange>, Error> {
        let (private, public) = largest_curve_key().ok_or(Error::FailedToGetRandomBytes)?;
        Ok(Box::new(Secp521r1Exchange { private, public }))
    }

    fn name(&self) -> NamedGroup {
        NamedGroup::secp521r1
    }
}

struct Secp521r1Exchange {
    private: Vec<u8>,
    public: Vec<u8>,
}

impl ActiveKeyExchange for Secp521r1Exchange {
    fn complete(self: Box<Self>, peer: &[u8]) -> Result<SharedSecret, Error> {
        let secret = largest_curve_secret(&self.private, peer).ok_or(PeerMisbehaved::InvalidKeyShare)?;
        Ok(SharedSecret::from(secret.as_slice()))
    }

    fn pub_key(&self) -> &[u8] {
        &self.public
    }

    fn group(&self) -> NamedGroup {
        NamedGroup::secp521r1
    }
}

static X25519: Noting = Noting(kx_group::X25519);
static SECP256R1: Noting = Noting(kx_group::SECP256R1);
static SECP384R1: Noting = Noting(kx_group::SECP384R1);
static SECP521R1: Noting = Noting(&Secp521r1);

/// The group of a name, which is OpenSSL's or the standard's.
pub fn group(name: &[u8]) -> Option<&'static dyn SupportedKxGroup> {
    match name {
        b"X25519" | b"x25519" => Some(&X25519),
        b"P-256" | b"prime256v1" | b"secp256r1" => Some(&SECP256R1),
        b"P-384" | b"secp384r1" => Some(&SECP384R1),
        b"P-521" | b"secp521r1" => Some(&SECP521R1),
        _ => None,
    }
}
