//! The settings of TLS connections: versions, suites, protocols, a certificate of one's own.
//!
//! Certificates of the other side are only collected here; whether they are believed is decided in Ruby, before
//! anything that answers them is sent (`lib/rutile/openssl/ssl_verification.rb`). That the other side has the key of
//! its certificate is checked here.
//!
//! | primitive | does |
//! |---|---|
//! | `tls_client_config(certificates, key, versions, suites, protocols)` | a configuration, in a Resource cell; a String says what is wrong |
//! | `tls_server_config(certificates, key, versions, suites, protocols, asks, must)` | the same; `asks` for a certificate of the client, who `must` send one |
//!
//! `key` is a private key's DER or nil; `versions` has bit 0 for TLS 1.2, bit 1 for TLS 1.3; suites go by the names of the
//! standard.

use std::sync::Arc;

use rustls::client::Resumption;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, WebPkiSupportedAlgorithms, ring};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::server::NoServerSessionStorage;
use rustls::server::danger::{ClientCertVerified, ClientCertVerifier};
use rustls::sign::{CertifiedKey, SingleCertAndKey};
use rustls::{ClientConfig, DigitallySignedStruct, DistinguishedName, Error, ServerConfig, SignatureScheme, SupportedProtocolVersion};
use rutile_core::arguments::{array, bytes_or_nil, integer};
use rutile_vm::prelude::*;

use super::certificate_key::{self, verify_newer, verify_older};

/// Takes any certificate, and checks signatures made with its key.
#[derive(Debug)]
struct Collector {
    algorithms: WebPkiSupportedAlgorithms,
    /// Whether a client has to show one.
    mandatory: bool,
}

/// The methods that both of rustls's traits, for servers and for clients, ask of a Collector.
macro_rules! check_signatures {
    () => {
        fn verify_tls12_signature(
            &self, message: &[u8], certificate: &CertificateDer<'_>, signature: &DigitallySignedStruct,
        ) -> Result<HandshakeSignatureValid, Error> {
            verify_older(message, certificate, signature, &self.algorithms)
        }

        fn verify_tls13_signature(
            &self, message: &[u8], certificate: &CertificateDer<'_>, signature: &DigitallySignedStruct,
        ) -> Result<HandshakeSignatureValid, Error> {
            verify_newer(message, certificate, signature, &self.algorithms)
        }

        fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
            self.algorithms.supported_schemes()
        }
    };
}

impl ServerCertVerifier for Collector {
    fn verify_server_cert(
        &self, _: &CertificateDer<'_>, _: &[CertificateDer<'_>], _: &ServerName<'_>, _: &[u8], _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    check_signatures!();
}

impl ClientCertVerifier for Collector {
    fn root_hint_subjects(&self) -> &[DistinguishedName] {
        &[]
    }

    fn client_auth_mandatory(&self) -> bool {
        self.mandatory
    }

    fn verify_client_cert(
        &self, _: &CertificateDer<'_>, _: &[CertificateDer<'_>], _: UnixTime,
    ) -> Result<ClientCertVerified, Error> {
        Ok(ClientCertVerified::assertion())
    }

    check_signatures!();
}

/// The arguments, as rustls has them.
struct Settings {
    provider: Arc<CryptoProvider>,
    versions: Vec<&'static SupportedProtocolVersion>,
    certificates: Vec<CertificateDer<'static>>,
    key: Option<PrivateKeyDer<'static>>,
    protocols: Vec<Vec<u8>>,
}

impl Settings {
    fn collector(&self, mandatory: bool) -> Arc<Collector> {
        Arc::new(Collector { algorithms: self.provider.signature_verification_algorithms, mandatory })
    }

    /// The certificate with its key, for either side. The key has to be the certificate's.
    fn identity(&mut self, key: PrivateKeyDer<'static>) -> Result<Arc<SingleCertAndKey>, Error> {
        let key = self.provider.key_provider.load_private_key(key)?;
        let certificates = std::mem::take(&mut self.certificates);
        let own = certificates.first().and_then(|certificate| certificate_key::public_key(certificate));
        if key.public_key().is_some_and(|key| own.is_none_or(|own| own != key.as_ref())) {
            return Err(Error::General("key values mismatch".to_string()));
        }
        Ok(Arc::new(CertifiedKey::new(certificates, key).into()))
    }

    fn client(mut self) -> Result<ClientConfig, Error> {
        let collector = self.collector(true);
        let identity = self.key.take().map(|key| self.identity(key)).transpose()?;
        let builder = ClientConfig::builder_with_provider(self.provider).with_protocol_versions(&self.versions)?;
        let builder = builder.dangerous().with_custom_certificate_verifier(collector);
        let mut config = match identity {
            Some(identity) => builder.with_client_cert_resolver(identity),
            None => builder.with_no_client_auth(),
        };
        config.alpn_protocols = self.protocols;
        config.resumption = Resumption::disabled();
        Ok(config)
    }

    fn server(mut self, asks: bool, must: bool) -> Result<ServerConfig, Error> {
        let collector = self.collector(must);
        let Some(key) = self.key.take() else { return Err(Error::General("no certificate assigned".to_string())) };
        let identity = self.identity(key)?;
        let builder = ServerConfig::builder_with_provider(self.provider).with_protocol_versions(&self.versions)?;
        let builder = if asks { builder.with_client_cert_verifier(collector) } else { builder.with_no_client_auth() };
        let mut config = builder.with_cert_resolver(identity);
        config.alpn_protocols = self.protocols;
        config.session_storage = Arc::new(NoServerSessionStorage {});
        config.send_tls13_tickets = 0;
        Ok(config)
    }
}

fn strings(vm: &mut Vm, args: Arguments, index: usize) -> Result<Vec<Vec<u8>>, Exit> {
    let list = array(vm, args, index)?;
    let list = list.values();
    let strings = list.iter().map(|value| value.as_string().map(|string| string.bytes().to_vec()));
    strings.collect::<Option<_>>().ok_or_else(|| vm.argument_error("a primitive expects Strings".to_string()))
}

fn settings(vm: &mut Vm, args: Arguments) -> Result<Option<Settings>, Exit> {
    let certificates = strings(vm, args, 0)?.into_iter().map(CertificateDer::from).collect();
    let key = match bytes_or_nil(vm, args, 1)? {
        Some(bytes) => match PrivateKeyDer::try_from(bytes.to_vec()) {
            Ok(key) => Some(key),
            Err(_) => return Ok(None),
        },
        None => None,
    };
    let (bits, suites) = (integer(vm, args, 2)?, strings(vm, args, 3)?);
    let versions = [(1, &rustls::version::TLS12), (2, &rustls::version::TLS13)];
    let versions = versions.into_iter().filter(|(bit, _)| bits & bit != 0).map(|(_, version)| version).collect();
    let mut provider = ring::default_provider();
    provider.cipher_suites.retain(|suite| suites.iter().any(|name| suite_name(suite.suite()).as_bytes() == name));
    Ok(Some(Settings { provider: Arc::new(provider), versions, certificates, key, protocols: strings(vm, args, 4)? }))
}

/// The standard's name of a suite.
pub fn suite_name(suite: rustls::CipherSuite) -> String {
    suite.as_str().unwrap_or("").replacen("TLS13_", "TLS_", 1)
}

fn kept<T: 'static>(vm: &mut Vm, config: Result<T, Error>) -> NativeResult {
    match config {
        Ok(config) => Ok(vm.keep_resource(Arc::new(config))),
        Err(error) => Ok(vm.string(&error.to_string())),
    }
}

fn tls_client_config(vm: &mut Vm, args: Arguments) -> NativeResult {
    match settings(vm, args)? {
        Some(settings) => kept(vm, settings.client()),
        None => Ok(vm.string("unsupported private key")),
    }
}

fn tls_server_config(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (asks, must) = (args.get(5).truthy(), args.get(6).truthy());
    match settings(vm, args)? {
        Some(settings) => kept(vm, settings.server(asks, must)),
        None => Ok(vm.string("unsupported private key")),
    }
}

pub const NATIVES: &[(&str, Native)] = &[("tls_client_config", tls_client_config), ("tls_server_config", tls_server_config)];
