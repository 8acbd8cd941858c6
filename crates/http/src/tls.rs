//! TLS for the connections of a listener, by rustls: a certificate with its key, read anew when their files change, and a session for
//! each connection, which turns bytes into bytes and knows no socket.

use std::fs;
use std::io::{self, Read, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, RwLock};

use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use rustls::{ServerConfig, ServerConnection};

/// Protocols that are agreed on (ALPN), the one we like best first.
const PROTOCOLS: [&[u8]; 2] = [b"h2", b"http/1.1"];

/// The facts of a file that change when it is another one, or was written to.
type Stamp = (u64, u64, i64, i64, u64);

/// The certificate in service. Sessions under way keep theirs.
#[derive(Debug)]
struct Current(RwLock<Arc<CertifiedKey>>);

impl ResolvesServerCert for Current {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        self.0.read().ok().map(|key| Arc::clone(&key))
    }
}

/// The TLS of one listener.
pub struct Tls {
    certificate: PathBuf,
    key: PathBuf,
    current: Arc<Current>,
    config: Arc<ServerConfig>,
    /// Of the files that were read last.
    loaded: Option<[Stamp; 2]>,
    /// Of the files when they were last looked at.
    seen: Option<[Stamp; 2]>,
}

impl Tls {
    /// From a certificate with those that vouch for it, and its private key, both in PEM. What is wrong is told with the file's name.
    pub fn new(certificate: &Path, key: &Path) -> Result<Tls, String> {
        let provider = Arc::new(ring::default_provider());
        let stamps = stamps_of(certificate, key);
        let current = Arc::new(Current(RwLock::new(load(certificate, key, &provider)?)));
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| error.to_string())?
            .with_no_client_auth()
            .with_cert_resolver(current.clone());
        config.alpn_protocols = PROTOCOLS.map(<[u8]>::to_vec).to_vec();
        Ok(Tls { certificate: certificate.into(), key: key.into(), current, config: Arc::new(config), loaded: stamps, seen: stamps })
    }

    pub fn session(&self) -> Option<Session> {
        ServerConnection::new(self.config.clone()).ok().map(Session)
    }

    /// Reads files that have changed, and have been left alone since the last look: the two are seldom written in the same moment.
    /// None where there was nothing to do; where what was read is no good, what was in service stays.
    pub fn renew(&mut self) -> Option<Result<(), String>> {
        let stamps = stamps_of(&self.certificate, &self.key);
        let is_settled = stamps == self.seen;
        self.seen = stamps;
        if stamps.is_none() || stamps == self.loaded || !is_settled {
            return None;
        }
        self.loaded = stamps;
        Some(load(&self.certificate, &self.key, self.config.crypto_provider()).map(|key| {
            if let Ok(mut current) = self.current.0.write() {
                *current = key;
            }
        }))
    }

    pub fn certificate(&self) -> &Path {
        &self.certificate
    }
}

/// None where a file is not there.
fn stamps_of(certificate: &Path, key: &Path) -> Option<[Stamp; 2]> {
    let stamp = |path| fs::metadata(path).ok().map(|data| (data.dev(), data.ino(), data.mtime(), data.mtime_nsec(), data.size()));
    Some([stamp(certificate)?, stamp(key)?])
}

fn load(certificate: &Path, key: &Path, provider: &CryptoProvider) -> Result<Arc<CertifiedKey>, String> {
    let text = read(certificate)?;
    let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&text).collect();
    let chain = chain.map_err(|error| wrong(certificate, &pem_words(&error, "a certificate")))?;
    if chain.is_empty() {
        return Err(wrong(certificate, "there is no certificate in it"));
    }
    let secret = PrivateKeyDer::from_pem_slice(&read(key)?).map_err(|error| wrong(key, &pem_words(&error, "a private key")))?;
    let secret = provider.key_provider.load_private_key(secret).map_err(|_| wrong(key, "its private key cannot be used"))?;
    let pair = CertifiedKey::new(chain, secret);
    match pair.keys_match() {
        Ok(()) | Err(rustls::Error::InconsistentKeys(rustls::InconsistentKeys::Unknown)) => Ok(Arc::new(pair)),
        Err(rustls::Error::InconsistentKeys(_)) => Err(wrong(key, &format!("it is not the key of {}", certificate.display()))),
        Err(_) => Err(wrong(certificate, "its certificate cannot be read")),
    }
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| {
        let words = error.to_string();
        wrong(path, words.split(" (os error").next().unwrap_or_default())
    })
}

fn wrong(path: &Path, words: &str) -> String {
    format!("{}: {words}", path.display())
}

fn pem_words(error: &pem::Error, what: &str) -> String {
    match error {
        pem::Error::NoItemsFound => format!("there is not {what} in it that can be read (an encrypted one cannot)"),
        _ => "it is not PEM".to_string(),
    }
}

/// One side's bytes in, the other's out.
pub struct Session(ServerConnection);

impl Session {
    /// Takes what the client sent. The plain bytes in it are appended to `plain`; true where the client will send no more.
    pub fn take(&mut self, mut sealed: &[u8], plain: &mut Vec<u8>) -> Result<bool, String> {
        while !sealed.is_empty() {
            if self.0.read_tls(&mut sealed).map_err(|error| error.to_string())? == 0 {
                return Ok(true);
            }
            let state = self.0.process_new_packets().map_err(|error| error.to_string())?;
            let ready = state.plaintext_bytes_to_read();
            if ready > 0 {
                let start = plain.len();
                plain.resize(start + ready, 0);
                self.0.reader().read_exact(&mut plain[start..]).map_err(|error| error.to_string())?;
            }
            if state.peer_has_closed() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The protocol that was agreed on (ALPN).
    pub fn protocol(&self) -> Option<&[u8]> {
        self.0.alpn_protocol()
    }

    /// Seals bytes; how many there was room for.
    pub fn seal(&mut self, plain: &[u8]) -> io::Result<usize> {
        self.0.writer().write(plain)
    }

    /// The last thing that is said.
    pub fn say_goodbye(&mut self) {
        self.0.send_close_notify();
    }

    pub fn has_unsent(&self) -> bool {
        self.0.wants_write()
    }

    /// Passes sealed bytes on.
    pub fn write_to(&mut self, sink: &mut dyn Write) -> io::Result<usize> {
        self.0.write_tls(sink)
    }
}
