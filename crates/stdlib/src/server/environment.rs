//! The environment of a request, as Rack 3 wants it: CGI names for the fields, values of bytes.

use std::os::fd::IntoRawFd;
use std::time::SystemTime;

use rutile_http::body::Body;
use rutile_http::head::Version;
use rutile_http::request::Request;
use rutile_vm::prelude::*;

use super::{number, server};

/// Names that requests often have: the field's, and its key in the environment. The keys are made once, in this order.
const NAMES: &[(&str, &str)] = &[
    ("host", "HTTP_HOST"),
    ("user-agent", "HTTP_USER_AGENT"),
    ("accept", "HTTP_ACCEPT"),
    ("accept-encoding", "HTTP_ACCEPT_ENCODING"),
    ("accept-language", "HTTP_ACCEPT_LANGUAGE"),
    ("accept-charset", "HTTP_ACCEPT_CHARSET"),
    ("cookie", "HTTP_COOKIE"),
    ("connection", "HTTP_CONNECTION"),
    ("content-type", "CONTENT_TYPE"),
    ("content-length", "CONTENT_LENGTH"),
    ("cache-control", "HTTP_CACHE_CONTROL"),
    ("authorization", "HTTP_AUTHORIZATION"),
    ("referer", "HTTP_REFERER"),
    ("origin", "HTTP_ORIGIN"),
    ("if-none-match", "HTTP_IF_NONE_MATCH"),
    ("if-modified-since", "HTTP_IF_MODIFIED_SINCE"),
    ("range", "HTTP_RANGE"),
    ("transfer-encoding", "HTTP_TRANSFER_ENCODING"),
    ("upgrade", "HTTP_UPGRADE"),
    ("upgrade-insecure-requests", "HTTP_UPGRADE_INSECURE_REQUESTS"),
    ("x-csrf-token", "HTTP_X_CSRF_TOKEN"),
    ("x-forwarded-for", "HTTP_X_FORWARDED_FOR"),
    ("x-forwarded-host", "HTTP_X_FORWARDED_HOST"),
    ("x-forwarded-port", "HTTP_X_FORWARDED_PORT"),
    ("x-forwarded-proto", "HTTP_X_FORWARDED_PROTO"),
    ("x-real-ip", "HTTP_X_REAL_IP"),
    ("x-request-id", "HTTP_X_REQUEST_ID"),
    ("x-request-start", "HTTP_X_REQUEST_START"),
    ("x-requested-with", "HTTP_X_REQUESTED_WITH"),
    ("", "REQUEST_METHOD"),
    ("", "PATH_INFO"),
    ("", "QUERY_STRING"),
    ("", "REQUEST_URI"),
    ("", "SERVER_NAME"),
    ("", "SERVER_PORT"),
    ("", "SERVER_PROTOCOL"),
    ("", "REMOTE_ADDR"),
    ("", "rack.url_scheme"),
    ("", "HTTPS"),
    ("", "rack.hijack?"),
];

/// The keys that are made once, in the order of `NAMES`: an Array that `server_environment` is given back.
pub fn server_names(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let keys = vm.array_with_capacity(NAMES.len());
    for (_, key) in NAMES {
        let key = vm.frozen_string(key.as_bytes(), Encoding::UTF_8);
        vm.array_push(keys, key.value());
    }
    Ok(keys.value())
}

/// Entries that there is room for beside those of the template and the fields.
const ROOM: usize = 20;

/// An environment that is being filled.
struct Filling {
    hash: HashRef,
    keys: ArrayRef,
}

impl Filling {
    /// A new Hash with the entries of the template.
    fn new(vm: &mut Vm, template: HashRef, keys: ArrayRef, fields: usize) -> Filling {
        let hash = vm.new_hash(template.used() + fields + ROOM);
        for position in 0..template.used() {
            vm.hash_append(hash, template.hash_at(position), template.key_at(position), template.value_at(position));
        }
        Filling { hash, keys }
    }

    /// Sets a known key, which the template may have.
    fn set(&self, vm: &mut Vm, index: usize, value: &[u8]) {
        let value = vm.new_string(value, Encoding::BINARY).value();
        vm.hash_set(self.hash, self.keys.get(index), value);
    }

    /// A field whose name is not in the table.
    fn set_other(&self, vm: &mut Vm, name: &[u8], value: &[u8]) {
        let mut key = Vec::with_capacity(name.len() + 5);
        key.extend_from_slice(b"HTTP_");
        key.extend(name.iter().map(|byte| if *byte == b'-' { b'_' } else { byte.to_ascii_uppercase() }));
        // Until both are in the hash, this frame of the machine's stack names them.
        let key = vm.frozen_string(&key, Encoding::UTF_8).value();
        let value = vm.new_string(value, Encoding::BINARY).value();
        vm.hash_set(self.hash, key, value);
    }
}

/// `server_environment(server, number, template, names)`: `[env, body]`, or nil where the client is gone.
pub fn server_environment(vm: &mut Vm, args: Arguments) -> NativeResult {
    let number = number(vm, args)?;
    let (template, keys) = (rutile_core::arguments::hash(vm, args, 2)?, rutile_core::arguments::array(vm, args, 3)?);
    let server = server(vm, args)?;
    let (peer, is_secure) = server.peer(number).map_or_else(Default::default, |(peer, is_secure)| (peer.to_string(), is_secure));
    let Some(request) = server.request(number) else { return Ok(Value::NIL) };
    let body = request.take_body();
    let facts = Facts::of(request, body.as_ref());
    if let Some(time) = request.queued(SystemTime::now()) {
        server.statistics.note_queue(time);
    }
    let filling = Filling::new(vm, template, keys, facts.fields.len());
    let answer = vm.new_array(&[filling.hash.value(), Value::NIL]);
    facts.fill(vm, &filling);
    filling.set(vm, REMOTE_ADDR, peer.as_bytes());
    if is_secure {
        filling.set(vm, URL_SCHEME, b"https");
        filling.set(vm, HTTPS, b"on");
    }
    let body = match body {
        None => Value::NIL,
        Some(Body::Memory(bytes)) => vm.new_string(&bytes, Encoding::BINARY).value(),
        Some(Body::File(file, _)) => Value::fixnum(file.into_raw_fd().into()),
    };
    vm.array_set(answer, 1, body);
    Ok(answer.value())
}

/// A request's own copy of what the environment says, since the server cannot be read while the heap is written to.
struct Facts {
    method: Vec<u8>,
    target: Vec<u8>,
    path: Vec<u8>,
    query: Vec<u8>,
    host: Option<Vec<u8>>,
    protocol: &'static str,
    /// The application may take the connection over.
    has_socket: bool,
    /// By position in `NAMES`, or the field's own name.
    fields: Vec<(Result<usize, Vec<u8>>, Vec<u8>)>,
}

impl Facts {
    fn of(request: &Request, body: Option<&Body>) -> Facts {
        let (path, query) = request.path_and_query();
        let mut fields: Vec<(Result<usize, Vec<u8>>, Vec<u8>)> = Vec::with_capacity(16);
        for (name, value) in request.fields() {
            // A name with an underscore would get the key of one with a hyphen.
            if name.contains(&b'_') {
                continue;
            }
            let known = NAMES.iter().position(|(other, _)| name.eq_ignore_ascii_case(other.as_bytes()));
            let name = known.ok_or_else(|| name.to_ascii_lowercase());
            match fields.iter_mut().find(|(other, _)| *other == name) {
                Some((_, values)) => {
                    values.extend_from_slice(if name == Ok(COOKIE) { b"; " } else { b", " });
                    values.extend_from_slice(value);
                }
                None => fields.push((name, value.to_vec())),
            }
        }
        if let Some(body) = body {
            fields.retain(|(name, _)| *name != Ok(CONTENT_LENGTH));
            fields.push((Ok(CONTENT_LENGTH), body.len().to_string().into_bytes()));
        }
        let host = request.authority().map(<[u8]>::to_vec);
        Facts {
            method: request.method().to_vec(),
            target: request.target().to_vec(),
            path: path.to_vec(),
            query: query.to_vec(),
            host,
            protocol: match request.version() {
                Version::Http10 => "HTTP/1.0",
                Version::Http11 => "HTTP/1.1",
                Version::Http2 => "HTTP/2",
            },
            has_socket: request.version() != Version::Http2,
            fields,
        }
    }

    fn fill(mut self, vm: &mut Vm, filling: &Filling) {
        if let Some(authority) = self.host.take() {
            self.fields.retain(|(name, _)| *name != Ok(HOST));
            self.fields.push((Ok(HOST), authority));
        }
        filling.set(vm, REQUEST_METHOD, &self.method);
        filling.set(vm, PATH_INFO, if self.path.is_empty() { b"/" } else { &self.path });
        filling.set(vm, QUERY_STRING, &self.query);
        filling.set(vm, REQUEST_URI, &self.target);
        filling.set(vm, SERVER_PROTOCOL, self.protocol.as_bytes());
        if !self.has_socket {
            vm.hash_set(filling.hash, filling.keys.get(HAS_HIJACK), Value::FALSE);
        }
        for (name, value) in &self.fields {
            match name {
                Ok(TRANSFER_ENCODING) => {}
                Ok(index) => filling.set(vm, *index, value),
                Err(name) => filling.set_other(vm, name, value),
            }
        }
        let host = self.fields.iter().find(|(name, _)| *name == Ok(HOST)).map(|(_, value)| &value[..]);
        if let Some((name, port)) = host.filter(|host| !host.is_empty()).map(name_and_port) {
            filling.set(vm, SERVER_NAME, name);
            if let Some(port) = port {
                filling.set(vm, SERVER_PORT, port);
            }
        }
    }
}

/// The position of a name in the table: the build fails where it is not there.
const fn position(key: &str) -> usize {
    let mut index = 0;
    while index < NAMES.len() {
        let (other, key) = (NAMES[index].1.as_bytes(), key.as_bytes());
        let mut at = 0;
        while at < key.len() && at < other.len() && key[at] == other[at] {
            at += 1;
        }
        if at == key.len() && at == other.len() {
            return index;
        }
        index += 1;
    }
    panic!("a key is not in the table")
}

const HOST: usize = position("HTTP_HOST");
const COOKIE: usize = position("HTTP_COOKIE");
const CONTENT_LENGTH: usize = position("CONTENT_LENGTH");
const TRANSFER_ENCODING: usize = position("HTTP_TRANSFER_ENCODING");
const REQUEST_METHOD: usize = position("REQUEST_METHOD");
const PATH_INFO: usize = position("PATH_INFO");
const QUERY_STRING: usize = position("QUERY_STRING");
const REQUEST_URI: usize = position("REQUEST_URI");
const SERVER_NAME: usize = position("SERVER_NAME");
const SERVER_PORT: usize = position("SERVER_PORT");
const SERVER_PROTOCOL: usize = position("SERVER_PROTOCOL");
const REMOTE_ADDR: usize = position("REMOTE_ADDR");
const URL_SCHEME: usize = position("rack.url_scheme");
const HTTPS: usize = position("HTTPS");
const HAS_HIJACK: usize = position("rack.hijack?");

/// A host without its port, and the port if it has one. An address of IPv6 keeps its brackets.
fn name_and_port(host: &[u8]) -> (&[u8], Option<&[u8]>) {
    let end_of_name = host.iter().rposition(|byte| *byte == b']').map_or(0, |at| at + 1);
    match host[end_of_name..].iter().position(|byte| *byte == b':') {
        Some(at) => {
            let port = &host[end_of_name + at + 1..];
            (&host[..end_of_name + at], (!port.is_empty() && port.iter().all(u8::is_ascii_digit)).then_some(port))
        }
        None => (host, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_and_ports() {
        for (host, name, port) in [("a:80", "a", Some("80")), ("a", "a", None), ("[::1]:8080", "[::1]", Some("8080")), ("[::1]", "[::1]", None), ("a:", "a", None)] {
            assert_eq!(name_and_port(host.as_bytes()), (name.as_bytes(), port.map(str::as_bytes)));
        }
    }
}
