//! The native half of OpenSSL: cryptography as functions from bytes to bytes.
//!
//! Pure Rust (the RustCrypto crates), but for `ring` behind TLS. What an algorithm is called, which states an object
//! goes through and what its errors say is Ruby's, in `lib/rutile/openssl/`.

mod certificate_key;
pub mod cipher;
pub mod curves;
pub mod der;
pub mod derivation;
pub mod mode;
pub mod primes;
pub mod rsa;
mod rsa_numbers;
mod rsa_padding;
pub mod tls;
pub mod tls_config;
mod tls_groups;
pub mod tls_sessions;
pub mod universal_hash;

use rutile_vm::prelude::*;

/// The bytes as a String; nil for none.
fn binary(vm: &mut Vm, bytes: Option<&[u8]>) -> NativeResult {
    let Some(bytes) = bytes else { return Ok(Value::NIL) };
    vm.check_allocation(bytes.len())?;
    Ok(vm.new_string(bytes, Encoding::BINARY).value())
}
