//! The settings of TLS connections: versions, suites, protocols, a certificate of one's own.
//!
//! Certificates of the other side are only collected here; whether they are believed is decided in Ruby, before
//! anything that answers them is sent (`lib/rutile/openssl/ssl_verification.rb`). That the other side has the key of
//! its certificate is checked here.
//!
//! | primitive | does |
//! |---|---|
//! | `tls_client_config(identities, versions, suites, groups, protocols)` | a configuration, in a Resource cell; a String says what is wrong |
//! | `tls_server_config(identities, versions, suites, groups, asks, must, authorities, cache, tickets)` | the same; `asks` for a certificate of the client, who `must` send one; the `authorities` it is told are names' DER |
//!
//! An identity is an Array of certificates and a private key's DER; `versions` has bit 0 for TLS 1.2, bit 1 for TLS 1.3; suites go
//! by the names of the standard, groups by OpenSSL's. Sessions are remembered in the `cache`, if there is one, or by `tickets`.

use std::sync::{Arc, LazyLock};

use rustls::client::ResolvesClientCert;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, WebPkiSupportedAlgorithms, ring};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::server::danger::{ClientCertVerified, ClientCertVerifier};
use rustls::server::{ClientHello, NoServerSessionStorage, ResolvesServerCert};
use rustls::sign::{CertifiedKey, SingleCertAndKey};
use rustls::{
    CipherSuite, ClientConfig, DigitallySignedStruct, DistinguishedName, Error, ServerConfig, SignatureAlgorithm,
    SignatureScheme, SupportedProtocolVersion,
};
use rutile_core::arguments::{array, integer};
use rutile_vm::prelude::*;

use super::certificate_key::{self, verify_newer, verify_older};
use super::tls_groups::group;
use super::tls_sessions::Cache;
use crate::resource::owned;

/// Takes any certificate, and checks signatures made with its key.
#[derive(Debug)]
struct Collector {
    algorithms: WebPkiSupportedAlgorithms,
    /// Whether a client has to show one.
    mandatory: bool,
    /// The authorities whose certificates a client is asked for.
    authorities: Vec<DistinguishedName>,
}

/// The one of all clients, and what stands for no certificate: a session is taken up again only where both are the same objects.
static CLIENT_COLLECTOR: LazyLock<Arc<Collector>> = LazyLock::new(|| {
    let algorithms = ring::default_provider().signature_verification_algorithms;
    Arc::new(Collector { algorithms, mandatory: true, authorities: Vec::new() })
});
static NOBODY: LazyLock<Arc<Nobody>> = LazyLock::new(|| Arc::new(Nobody));

/// The identity of a client that has none.
#[derive(Debug)]
struct Nobody;

impl ResolvesClientCert for Nobody {
    fn resolve(&self, _: &[&[u8]], _: &[SignatureScheme]) -> Option<Arc<CertifiedKey>> {
        None
    }

    fn has_certs(&self) -> bool {
        false
    }
}

/// The identities of a server: the first one whose key can sign as the client wants.
#[derive(Debug)]
struct Identities {
    identities: Vec<Arc<CertifiedKey>>,
    suites: Vec<CipherSuite>,
}

/// Whether a suite goes with keys of that kind. Those of TLS 1.3 go with all.
fn goes_with(suite: CipherSuite, kind: SignatureAlgorithm) -> bool {
    let name = suite_name(suite);
    let names_it = match kind {
        SignatureAlgorithm::RSA => name.contains("_RSA_"),
        _ => name.contains("_ECDSA_"),
    };
    names_it || u16::from(suite) >> 8 == 0x13
}

impl ResolvesServerCert for Identities {
    fn resolve(&self, hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let schemes = hello.signature_schemes();
        let suites: Vec<_> = hello.cipher_suites().iter().filter(|suite| self.suites.contains(suite)).collect();
        let fitting = self.identities.iter().find(|identity| {
            let kind = identity.key.algorithm();
            identity.key.choose_scheme(schemes).is_some() && suites.iter().any(|suite| goes_with(**suite, kind))
        });
        fitting.or(self.identities.first()).cloned()
    }
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
        &self.authorities
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

/// Certificates, the first of them one's own, and its key.
type Identity = (Vec<CertificateDer<'static>>, PrivateKeyDer<'static>);

/// The arguments, as rustls has them.
struct Settings {
    provider: Arc<CryptoProvider>,
    versions: Vec<&'static SupportedProtocolVersion>,
    identities: Vec<Identity>,
}

/// What a server asks of its clients and remembers of them.
struct Demands {
    asks: bool,
    must: bool,
    authorities: Vec<DistinguishedName>,
    cache: Option<Arc<Cache>>,
    tickets: bool,
}

impl Settings {
    /// The certificates with their keys, for either side. Each key has to be its certificate's.
    fn identities(&mut self) -> Result<Vec<CertifiedKey>, Error> {
        let mut certified = Vec::new();
        for (certificates, key) in std::mem::take(&mut self.identities) {
            let key = self.provider.key_provider.load_private_key(key)?;
            let own = certificates.first().and_then(|certificate| certificate_key::public_key(certificate));
            if key.public_key().is_some_and(|key| own.is_none_or(|own| own != key.as_ref())) {
                return Err(Error::General("key values mismatch".to_string()));
            }
            certified.push(CertifiedKey::new(certificates, key));
        }
        Ok(certified)
    }

    fn client(mut self, protocols: Vec<Vec<u8>>) -> Result<ClientConfig, Error> {
        let identity = self.identities()?.pop();
        let builder = ClientConfig::builder_with_provider(self.provider).with_protocol_versions(&self.versions)?;
        let builder = builder.dangerous().with_custom_certificate_verifier(CLIENT_COLLECTOR.clone());
        let mut config = match identity {
            Some(identity) => builder.with_client_cert_resolver(Arc::new(SingleCertAndKey::from(identity))),
            None => builder.with_client_cert_resolver(NOBODY.clone()),
        };
        config.alpn_protocols = protocols;
        Ok(config)
    }

    fn server(mut self, demands: Demands) -> Result<ServerConfig, Error> {
        let identities = self.identities()?;
        if identities.is_empty() {
            return Err(Error::General("no certificate assigned".to_string()));
        }
        let Demands { asks, must, authorities, cache, tickets } = demands;
        let suites = self.provider.cipher_suites.iter().map(|suite| suite.suite()).collect();
        let algorithms = self.provider.signature_verification_algorithms;
        let builder = ServerConfig::builder_with_provider(self.provider).with_protocol_versions(&self.versions)?;
        let builder = if asks {
            builder.with_client_cert_verifier(Arc::new(Collector { algorithms, mandatory: must, authorities }))
        } else {
            builder.with_no_client_auth()
        };
        let mut config = builder
            .with_cert_resolver(Arc::new(Identities { identities: identities.into_iter().map(Arc::new).collect(), suites }));
        if tickets {
            config.ticketer = ring::Ticketer::new()?;
        }
        config.send_tls13_tickets = if tickets || cache.is_some() { 2 } else { 0 };
        config.session_storage = match cache {
            Some(cache) => cache,
            None => Arc::new(NoServerSessionStorage {}),
        };
        Ok(config)
    }
}

fn bytes_of(value: Value) -> Option<Vec<u8>> {
    value.as_string().map(|string| string.bytes().to_vec())
}

fn strings(vm: &mut Vm, args: Arguments, index: usize) -> Result<Vec<Vec<u8>>, Exit> {
    let list = array(vm, args, index)?;
    let strings = list.values().iter().map(|value| bytes_of(*value)).collect::<Option<_>>();
    strings.ok_or_else(|| vm.argument_error("a primitive expects Strings".to_string()))
}

/// `[[certificate, ...], key]` in DER; None where the key isn't one.
fn identity(value: Value) -> Option<Identity> {
    let pair = value.as_array()?;
    let pair = pair.values();
    let mut pair = pair.iter();
    let (certificates, key) = (pair.next()?.as_array()?, pair.next()?);
    let certificates = certificates.values();
    let certificates = certificates.iter().map(|value| bytes_of(*value).map(CertificateDer::from));
    Some((certificates.collect::<Option<_>>()?, PrivateKeyDer::try_from(bytes_of(*key)?).ok()?))
}

fn settings(vm: &mut Vm, args: Arguments) -> Result<Option<Settings>, Exit> {
    let list = array(vm, args, 0)?;
    let identities = list.values().iter().map(|value| identity(*value)).collect::<Option<Vec<_>>>();
    let Some(identities) = identities else {
        return Ok(None);
    };
    let (bits, suites, groups) = (integer(vm, args, 1)?, strings(vm, args, 2)?, strings(vm, args, 3)?);
    let versions = [(1, &rustls::version::TLS12), (2, &rustls::version::TLS13)];
    let versions: Vec<_> = versions.into_iter().filter(|(bit, _)| bits & bit != 0).map(|(_, version)| version).collect();
    let mut provider = ring::default_provider();
    provider.cipher_suites.retain(|suite| {
        let named = suites.iter().any(|name| suite_name(suite.suite()).as_bytes() == name);
        named && versions.iter().any(|version| version.version == suite.version().version)
    });
    provider.kx_groups = groups.iter().filter_map(|name| group(name)).collect();
    Ok(Some(Settings { provider: Arc::new(provider), versions, identities }))
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
    let protocols = strings(vm, args, 4)?;
    match settings(vm, args)? {
        Some(settings) => kept(vm, settings.client(protocols)),
        None => Ok(vm.string("unsupported private key")),
    }
}

fn tls_server_config(vm: &mut Vm, args: Arguments) -> NativeResult {
    let authorities = strings(vm, args, 6)?.into_iter().map(DistinguishedName::from).collect();
    let cache = match args.get(7) {
        Value::NIL => None,
        _ => Some(owned::<Arc<Cache>>(vm, args, 7, "a cache of TLS sessions")?.clone()),
    };
    let (asks, must, tickets) = (args.get(4).truthy(), args.get(5).truthy(), args.get(8).truthy());
    match settings(vm, args)? {
        Some(settings) => kept(vm, settings.server(Demands { asks, must, authorities, cache, tickets })),
        None => Ok(vm.string("unsupported private key")),
    }
}

pub const NATIVES: &[(&str, Native)] = &[("tls_client_config", tls_client_config), ("tls_server_config", tls_server_config)];
