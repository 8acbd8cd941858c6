//! The public key in a certificate, and what was signed with its private half in a handshake.
//!
//! It is sought by its place, whatever else the certificate says: the library that reads certificates for rustls refuses
//! those of version 1, and with which extensions one is believed is asked in Ruby.

use rustls::client::danger::HandshakeSignatureValid;
use rustls::crypto::{WebPkiSupportedAlgorithms, verify_tls13_signature_with_raw_key};
use rustls::pki_types::{CertificateDer, SubjectPublicKeyInfoDer};
use rustls::{CertificateError, DigitallySignedStruct, Error};

use super::der::header;

const CONTEXT_SPECIFIC: u8 = 2;
const BIT_STRING: u64 = 3;

/// An element and what follows it.
struct Element<'a> {
    class: u8,
    tag: u64,
    whole: &'a [u8],
    content: &'a [u8],
    rest: &'a [u8],
}

fn element(bytes: &[u8]) -> Option<Element<'_>> {
    let found = header(bytes).ok()?;
    let (whole, rest) = bytes.split_at_checked(found.header + found.content?)?;
    Some(Element { class: found.class, tag: found.tag, whole, content: &whole[found.header..], rest })
}

/// The SubjectPublicKeyInfo of a certificate.
pub fn public_key(certificate: &[u8]) -> Option<&[u8]> {
    let mut fields = element(element(certificate)?.content)?.content;
    let first = element(fields)?;
    if first.class == CONTEXT_SPECIFIC {
        // The version, which the first one leaves out.
        fields = first.rest;
    }
    // The serial number, the algorithm of the signature, the issuer, the time of validity and the subject stand before it.
    for _ in 0..5 {
        fields = element(fields)?.rest;
    }
    Some(element(fields)?.whole)
}

fn encoding() -> Error {
    Error::InvalidCertificate(CertificateError::BadEncoding)
}

/// Checks a signature of TLS 1.3.
pub fn verify_newer(
    message: &[u8], certificate: &CertificateDer<'_>, signature: &DigitallySignedStruct, algorithms: &WebPkiSupportedAlgorithms,
) -> Result<HandshakeSignatureValid, Error> {
    let key = SubjectPublicKeyInfoDer::from(public_key(certificate).ok_or_else(encoding)?);
    verify_tls13_signature_with_raw_key(message, &key, signature, algorithms)
}

/// Checks a signature of TLS 1.2, whose name leaves open on which curve a key is: the first algorithm for such keys says.
pub fn verify_older(
    message: &[u8], certificate: &CertificateDer<'_>, signature: &DigitallySignedStruct, algorithms: &WebPkiSupportedAlgorithms,
) -> Result<HandshakeSignatureValid, Error> {
    let key = public_key(certificate).and_then(element).ok_or_else(encoding)?;
    let kind = element(key.content).ok_or_else(encoding)?;
    let bits = element(kind.rest).filter(|bits| bits.tag == BIT_STRING).ok_or_else(encoding)?;
    let Some((0, bits)) = bits.content.split_first() else { return Err(encoding()) };
    let possible = algorithms.mapping.iter().filter(|(scheme, _)| *scheme == signature.scheme).flat_map(|(_, found)| *found);
    let mut of_key = possible.filter(|algorithm| algorithm.public_key_alg_id().as_ref() == kind.content);
    let Some(algorithm) = of_key.next() else { return Err(CertificateError::BadSignature.into()) };
    match algorithm.verify_signature(bits, message, signature.signature()) {
        Ok(()) => Ok(HandshakeSignatureValid::assertion()),
        Err(_) => Err(CertificateError::BadSignature.into()),
    }
}
