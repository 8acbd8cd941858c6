//! TLS connections as machines that turn bytes into bytes: what came from the other side goes in by `tls_feed`, what is
//! to be sent comes out by `tls_output`. Who reads and writes the socket, and waits for it, is Ruby.
//!
//! | primitive | does |
//! |---|---|
//! | `tls_connect(config, host, session, log)` | a client's connection; without a host's name, none is told; with a `session` of another one, if any, to take up; `log` keeps its secrets |
//! | `tls_accept` | a server's, which needs a configuration when the client has spoken |
//! | `tls_hello(state)` | `[host asked for or nil, protocols offered, session offered]` once the client has spoken, and until it is answered |
//! | `tls_answer(state, config, protocol, log)` | answers it |
//! | `tls_feed(state, bytes)` | takes bytes in; nil, or what is wrong: an alert's number or words |
//! | `tls_output(state)` | the bytes to send |
//! | `tls_read(state, most)` | plain bytes; nil where more must come; false at the end of the connection |
//! | `tls_write(state, bytes, from, most)` | takes plain bytes to send in, and tells how many |
//! | `tls_close(state)` | tells the other side that no more will come |
//! | `tls_about(state)` | `[handshaking, version, suite, protocol, host, plain bytes that wait]` |
//! | `tls_certificates(state)` | those of the other side; nil where it sent none (yet) |
//! | `tls_resumed(state)` | whether a session was taken up again |
//! | `tls_session_id(state)` | what the server called the session; of use in TLS 1.2 only |
//! | `tls_sessions(state)` | the sessions that a client was given since this was asked last, each in a Resource cell |
//! | `tls_secrets(state)` | the lines of secrets since this was asked last |
//! | `tls_peer_key(state)` | `[group's number, key]` of the other side in the key exchange; nil before it |
//! | `tls_export(state, length, label, context)` | bytes that only both sides know; nil where there can be none |

use std::io::{ErrorKind, Read, Write};
use std::sync::Arc;

use rustls::client::Resumption;
use rustls::pki_types::{IpAddr, Ipv4Addr, ServerName};
use rustls::server::Acceptor;
use rustls::{
    ClientConfig, ClientConnection, Connection, Error, HandshakeKind, InvalidMessage, PeerIncompatible, ProtocolVersion,
    ServerConfig,
};
use rutile_core::arguments::{bytes, bytes_or_nil, position};
use rutile_vm::prelude::*;

use super::binary;
use super::tls_config::suite_name;
use super::tls_groups::{PeerKey, noted_key};
use super::tls_sessions::{Secrets, Session, Sessions};
use crate::resource::owned;

enum Phase {
    /// A server's that waits for the client's first message.
    Listening(Acceptor),
    /// It has come.
    Greeted(rustls::server::Accepted),
    Open(Connection),
    Failed,
}

pub struct State {
    phase: Phase,
    /// The bytes that came in before the connection could take them.
    waiting: Vec<u8>,
    /// The bytes to be sent that aren't the connection's own.
    output: Vec<u8>,
    /// The first bytes from the other side and from this one, which nobody has enciphered.
    beginnings: [Vec<u8>; 2],
    /// The other side's key in the key exchange.
    peer_key: Option<PeerKey>,
    /// A client's sessions.
    sessions: Arc<Sessions>,
    secrets: Option<Arc<Secrets>>,
}

/// How much of a greeting is kept: it holds the session's number.
const BEGINNING: usize = 80;
const CLIENT_HELLO: u8 = 1;
const SERVER_HELLO: u8 = 2;

fn begin(beginning: &mut Vec<u8>, bytes: &[u8]) {
    let room = BEGINNING.saturating_sub(beginning.len());
    beginning.extend_from_slice(&bytes[..bytes.len().min(room)]);
}

/// The session's number in a greeting of that type: behind the headers of the record and of the message, the version and
/// the random bytes.
fn session_id(greeting: &[u8], kind: u8) -> Option<&[u8]> {
    const HANDSHAKE: u8 = 22;
    const PLACE: usize = 5 + 4 + 2 + 32;
    if greeting.first() != Some(&HANDSHAKE) || greeting.get(5) != Some(&kind) {
        return None;
    }
    let length = usize::from(*greeting.get(PLACE)?);
    greeting.get(PLACE + 1..PLACE + 1 + length)
}

/// The kinds of failure.
enum Problem {
    Alert(u8),
    Words(String),
}

fn problem(error: Error) -> Problem {
    match error {
        Error::AlertReceived(alert) => Problem::Alert(u8::from(alert)),
        Error::InvalidMessage(InvalidMessage::InvalidContentType | InvalidMessage::UnknownProtocolVersion) => {
            Problem::Words("wrong version number".to_string())
        }
        Error::PeerIncompatible(
            PeerIncompatible::NoCipherSuitesInCommon
            | PeerIncompatible::NoKxGroupsInCommon
            | PeerIncompatible::NoSignatureSchemesInCommon,
        ) => Problem::Words("no shared cipher".to_string()),
        Error::PeerIncompatible(
            PeerIncompatible::ServerDoesNotSupportTls12Or13
            | PeerIncompatible::ServerTlsVersionIsDisabledByOurConfig
            | PeerIncompatible::SupportedVersionsExtensionRequired
            | PeerIncompatible::Tls12NotOffered
            | PeerIncompatible::Tls12NotOfferedOrEnabled
            | PeerIncompatible::Tls13RequiredForQuic,
        ) => Problem::Words("unsupported protocol".to_string()),
        Error::NoCertificatesPresented => Problem::Words("peer did not return a certificate".to_string()),
        Error::NoApplicationProtocol => Problem::Words("no application protocol".to_string()),
        Error::DecryptError => Problem::Words("decryption failed or bad record mac".to_string()),
        other => Problem::Words(other.to_string()),
    }
}

impl State {
    fn new(phase: Phase) -> State {
        State {
            phase,
            waiting: Vec::new(),
            output: Vec::new(),
            beginnings: Default::default(),
            peer_key: None,
            sessions: Arc::default(),
            secrets: None,
        }
    }

    fn feed(&mut self, bytes: &[u8]) -> Result<(), Problem> {
        begin(&mut self.beginnings[0], bytes);
        self.waiting.extend_from_slice(bytes);
        self.advance()
    }

    fn advance(&mut self) -> Result<(), Problem> {
        if let Phase::Listening(acceptor) = &mut self.phase {
            let mut rest = self.waiting.as_slice();
            let mut found = None;
            while !rest.is_empty() && found.is_none() {
                match acceptor.read_tls(&mut rest) {
                    Ok(0) | Err(_) => break,
                    Ok(_) => found = acceptor.accept().transpose(),
                }
            }
            self.waiting = rest.to_vec();
            match found {
                Some(Ok(accepted)) => self.phase = Phase::Greeted(accepted),
                Some(Err((error, mut alert))) => {
                    self.phase = Phase::Failed;
                    // A Vec takes all that is written.
                    let _ = alert.write_all(&mut self.output);
                    return Err(problem(error));
                }
                None => {}
            }
        }
        let Phase::Open(connection) = &mut self.phase else {
            return Ok(());
        };
        let mut rest = self.waiting.as_slice();
        let mut result = Ok(());
        while !rest.is_empty() && result.is_ok() {
            // It takes no more while plain bytes wait to be read.
            match connection.read_tls(&mut rest) {
                Ok(0) | Err(_) => break,
                Ok(_) => result = connection.process_new_packets().map(|_| ()),
            }
        }
        self.waiting = rest.to_vec();
        if let Some(key) = noted_key() {
            self.peer_key = Some(key);
        }
        result.map_err(problem)
    }

    fn answer(&mut self, config: Arc<ServerConfig>) -> Result<(), Problem> {
        match std::mem::replace(&mut self.phase, Phase::Failed) {
            Phase::Greeted(accepted) => match accepted.into_connection(config) {
                Ok(mut connection) => {
                    connection.set_buffer_limit(None);
                    self.phase = Phase::Open(connection.into());
                    self.peer_key = noted_key();
                    self.advance()
                }
                Err((error, mut alert)) => {
                    let _ = alert.write_all(&mut self.output);
                    Err(problem(error))
                }
            },
            other => {
                self.phase = other;
                Ok(())
            }
        }
    }

    fn open(&mut self) -> Option<&mut Connection> {
        match &mut self.phase {
            Phase::Open(connection) => Some(connection),
            _ => None,
        }
    }

    fn output(&mut self) -> Vec<u8> {
        let mut output = std::mem::take(&mut self.output);
        if let Some(connection) = self.open() {
            while connection.wants_write() {
                if !matches!(connection.write_tls(&mut output), Ok(count) if count > 0) {
                    break;
                }
            }
        }
        begin(&mut self.beginnings[1], &output);
        output
    }

    /// Plain bytes; `Ok(None)` where more must come, an empty piece at the end.
    fn read(&mut self, most: usize) -> Result<Option<Vec<u8>>, Problem> {
        let mut piece = vec![0; most.min(1 << 16)];
        loop {
            let Some(connection) = self.open() else {
                return Ok(None);
            };
            match connection.reader().read(&mut piece) {
                Ok(count) => {
                    piece.truncate(count);
                    return Ok(Some(piece));
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock && !self.waiting.is_empty() => {
                    let before = self.waiting.len();
                    self.advance()?;
                    if self.waiting.len() == before {
                        return Ok(None);
                    }
                }
                Err(_) => return Ok(None),
            }
        }
    }
}

fn state(vm: &mut Vm, args: Arguments) -> Result<&mut State, Exit> {
    owned(vm, args, 0, "a TLS connection")
}

fn told(vm: &mut Vm, result: Result<(), Problem>) -> NativeResult {
    match result {
        Ok(()) => Ok(Value::NIL),
        Err(Problem::Alert(number)) => Ok(Value::fixnum(number.into())),
        Err(Problem::Words(words)) => Ok(vm.string(&words)),
    }
}

fn tls_connect(vm: &mut Vm, args: Arguments) -> NativeResult {
    let mut config = ClientConfig::clone(owned::<Arc<ClientConfig>>(vm, args, 0, "a client's configuration")?);
    let host = bytes_or_nil(vm, args, 1)?.and_then(|host| std::str::from_utf8(host).ok());
    let host = host.and_then(|host| ServerName::try_from(host.to_string()).ok());
    let session = match args.get(2) {
        Value::NIL => None,
        _ => Some(owned::<Session>(vm, args, 2, "a TLS session")?.clone()),
    };
    let sessions = Arc::new(Sessions::new(session));
    config.resumption = Resumption::store(sessions.clone());
    let secrets = args.get(3).truthy().then(Arc::<Secrets>::default);
    if let Some(secrets) = &secrets {
        config.key_log = secrets.clone();
    }
    // An address is not told to the other side.
    let nobody = ServerName::IpAddress(IpAddr::V4(Ipv4Addr::from([0, 0, 0, 0])));
    match ClientConnection::new(Arc::new(config), host.unwrap_or(nobody)) {
        Ok(mut connection) => {
            connection.set_buffer_limit(None);
            Ok(vm.keep_resource(State { sessions, secrets, ..State::new(Phase::Open(connection.into())) }))
        }
        Err(error) => Ok(vm.string(&error.to_string())),
    }
}

fn tls_accept(vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(vm.keep_resource(State::new(Phase::Listening(Acceptor::default()))))
}

fn tls_hello(vm: &mut Vm, args: Arguments) -> NativeResult {
    let state = state(vm, args)?;
    let Phase::Greeted(accepted) = &state.phase else {
        return Ok(Value::NIL);
    };
    let session = session_id(&state.beginnings[0], CLIENT_HELLO).unwrap_or(&[]).to_vec();
    let hello = accepted.client_hello();
    let host = hello.server_name().map(str::to_string);
    let protocols: Vec<Vec<u8>> = hello.alpn().map(|names| names.map(<[u8]>::to_vec).collect()).unwrap_or_default();
    let list = vm.new_array(&[]);
    for protocol in protocols {
        let name = vm.new_string(&protocol, Encoding::BINARY).value();
        vm.array_push(list, name);
    }
    let host = host.map_or(Value::NIL, |host| vm.string(&host));
    let session = vm.new_string(&session, Encoding::BINARY).value();
    Ok(vm.new_array(&[host, list.value(), session]).value())
}

fn tls_answer(vm: &mut Vm, args: Arguments) -> NativeResult {
    let mut config = ServerConfig::clone(owned::<Arc<ServerConfig>>(vm, args, 1, "a server's configuration")?);
    config.alpn_protocols = bytes_or_nil(vm, args, 2)?.map(<[u8]>::to_vec).into_iter().collect();
    let secrets = args.get(3).truthy().then(Arc::<Secrets>::default);
    if let Some(secrets) = &secrets {
        config.key_log = secrets.clone();
    }
    let state = state(vm, args)?;
    state.secrets = secrets;
    let result = state.answer(Arc::new(config));
    told(vm, result)
}

fn tls_feed(vm: &mut Vm, args: Arguments) -> NativeResult {
    let bytes = bytes(vm, args, 1)?;
    let result = state(vm, args)?.feed(bytes);
    told(vm, result)
}

fn tls_output(vm: &mut Vm, args: Arguments) -> NativeResult {
    let output = state(vm, args)?.output();
    binary(vm, Some(&output))
}

fn tls_read(vm: &mut Vm, args: Arguments) -> NativeResult {
    let most = position(vm, args, 1)?;
    match state(vm, args)?.read(most) {
        Ok(None) => Ok(Value::NIL),
        Ok(Some(piece)) if piece.is_empty() && most > 0 => Ok(Value::FALSE),
        Ok(Some(piece)) => binary(vm, Some(&piece)),
        Err(problem) => {
            let words = told(vm, Err(problem))?;
            Ok(vm.new_array(&[words]).value())
        }
    }
}

fn tls_write(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (bytes, from, most) = (bytes(vm, args, 1)?, position(vm, args, 2)?, position(vm, args, 3)?);
    let rest = bytes.get(from..).unwrap_or(&[]);
    let piece = &rest[..rest.len().min(most)];
    let count = match state(vm, args)?.open() {
        Some(connection) => connection.writer().write(piece).unwrap_or(0),
        None => 0,
    };
    Ok(Value::fixnum(count as i64))
}

fn tls_close(vm: &mut Vm, args: Arguments) -> NativeResult {
    if let Some(connection) = state(vm, args)?.open() {
        connection.send_close_notify();
    }
    Ok(Value::NIL)
}

fn tls_about(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(connection) = state(vm, args)?.open() else {
        return Ok(Value::NIL);
    };
    let handshaking = connection.is_handshaking();
    let pending = connection.process_new_packets().map_or(0, |state| state.plaintext_bytes_to_read());
    let version = connection.protocol_version().and_then(|version| version.as_str().map(str::to_string));
    let suite = connection.negotiated_cipher_suite().map(|suite| suite_name(suite.suite()));
    let protocol = connection.alpn_protocol().map(<[u8]>::to_vec);
    let host = match connection {
        Connection::Server(server) => server.server_name().map(str::to_string),
        Connection::Client(_) => None,
    };
    let version = version.map_or(Value::NIL, |text| vm.string(&text));
    let suite = suite.map_or(Value::NIL, |text| vm.string(&text));
    let protocol = protocol.map_or(Value::NIL, |name| vm.new_string(&name, Encoding::BINARY).value());
    let host = host.map_or(Value::NIL, |text| vm.string(&text));
    let parts = [Value::boolean(handshaking), version, suite, protocol, host, Value::fixnum(pending as i64)];
    Ok(vm.new_array(&parts).value())
}

fn tls_certificates(vm: &mut Vm, args: Arguments) -> NativeResult {
    let certificates = state(vm, args)?.open().and_then(|connection| connection.peer_certificates());
    let Some(certificates) = certificates.map(|list| list.iter().map(|der| der.to_vec()).collect::<Vec<_>>()) else {
        return Ok(Value::NIL);
    };
    let list = vm.new_array(&[]);
    for certificate in certificates {
        let string = vm.new_string(&certificate, Encoding::BINARY).value();
        vm.array_push(list, string);
    }
    Ok(list.value())
}

fn tls_resumed(vm: &mut Vm, args: Arguments) -> NativeResult {
    let kind = state(vm, args)?.open().and_then(|connection| connection.handshake_kind());
    Ok(Value::boolean(kind == Some(HandshakeKind::Resumed)))
}

fn tls_session_id(vm: &mut Vm, args: Arguments) -> NativeResult {
    let state = state(vm, args)?;
    let side = usize::from(matches!(state.phase, Phase::Open(Connection::Server(_))));
    let id = session_id(&state.beginnings[side], SERVER_HELLO).map(<[u8]>::to_vec);
    binary(vm, id.as_deref())
}

fn tls_sessions(vm: &mut Vm, args: Arguments) -> NativeResult {
    let sessions = state(vm, args)?.sessions.take_received();
    let list = vm.new_array(&[]);
    for session in sessions {
        let cell = vm.keep_resource(session);
        vm.array_push(list, cell);
    }
    Ok(list.value())
}

fn tls_secrets(vm: &mut Vm, args: Arguments) -> NativeResult {
    let lines = state(vm, args)?.secrets.as_ref().map(|secrets| secrets.take()).unwrap_or_default();
    let list = vm.new_array(&[]);
    for line in lines {
        let line = vm.string(&line);
        vm.array_push(list, line);
    }
    Ok(list.value())
}

fn tls_peer_key(vm: &mut Vm, args: Arguments) -> NativeResult {
    let state = state(vm, args)?;
    // As in the reference, a server of TLS 1.2 tells of none.
    if let Phase::Open(Connection::Server(server)) = &state.phase
        && server.protocol_version() == Some(ProtocolVersion::TLSv1_2)
    {
        return Ok(Value::NIL);
    }
    let Some((group, key)) = state.peer_key.clone() else {
        return Ok(Value::NIL);
    };
    let key = vm.new_string(&key, Encoding::BINARY).value();
    Ok(vm.new_array(&[Value::fixnum(group.into()), key]).value())
}

fn tls_export(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (length, label, context) = (position(vm, args, 1)?, bytes(vm, args, 2)?, bytes_or_nil(vm, args, 3)?);
    vm.check_allocation(length)?;
    let output = vec![0; length];
    let material = state(vm, args)?.open().and_then(|connection| connection.export_keying_material(output, label, context).ok());
    binary(vm, material.as_deref())
}

pub const NATIVES: &[(&str, Native)] = &[
    ("tls_connect", tls_connect),
    ("tls_accept", tls_accept),
    ("tls_hello", tls_hello),
    ("tls_answer", tls_answer),
    ("tls_feed", tls_feed),
    ("tls_output", tls_output),
    ("tls_read", tls_read),
    ("tls_write", tls_write),
    ("tls_close", tls_close),
    ("tls_about", tls_about),
    ("tls_certificates", tls_certificates),
    ("tls_resumed", tls_resumed),
    ("tls_session_id", tls_session_id),
    ("tls_sessions", tls_sessions),
    ("tls_secrets", tls_secrets),
    ("tls_peer_key", tls_peer_key),
    ("tls_export", tls_export),
];
