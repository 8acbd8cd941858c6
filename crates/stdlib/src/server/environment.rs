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
    ("", "SERVER_PROTOCOL"),
    ("", "SERVER_NAME"),
    ("", "SERVER_PORT"),
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

/// The names that each environment has first, as positions in `NAMES`: their values are set by their place.
const FIRST: std::ops::Range<usize> = REQUEST_METHOD..REMOTE_ADDR + 1;
/// Entries that there is room for beside those of the template: fields, and what the server sets in Ruby.
const ROOM: usize = 11;

/// `server_template(hash, names)`: what each environment is a copy of. It has the names that all have, then the entries of a Hash, and the
/// room that a copy gets, so that the copy's index is the same.
pub fn server_template(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (given, keys) = (rutile_core::arguments::hash(vm, args, 0)?, rutile_core::arguments::array(vm, args, 1)?);
    let template = vm.new_hash(FIRST.len() + given.len() + ROOM);
    for index in FIRST {
        vm.hash_set(template, keys.get(index), Value::NIL);
    }
    for position in 0..given.used() {
        if given.is_live(position) {
            vm.hash_set(template, given.key_at(position), given.value_at(position));
        }
    }
    Ok(template.value())
}

/// An environment that is being filled.
struct Filling {
    hash: HashRef,
    keys: ArrayRef,
    /// A bit for each name of the table that is a field's and has been set.
    known: u64,
}

const _: () = assert!(NAMES.len() <= u64::BITS as usize);

impl Filling {
    /// Sets what the template has first.
    fn set_first(&self, vm: &mut Vm, index: usize, value: &[u8]) {
        let value = vm.new_string(value, Encoding::BINARY).value();
        vm.hash_set_value_at(self.hash, index - FIRST.start, value);
    }

    /// Sets a known key.
    fn set(&self, vm: &mut Vm, index: usize, value: &[u8]) {
        let value = vm.new_string(value, Encoding::BINARY).value();
        vm.hash_set(self.hash, self.keys.get(index), value);
    }

    /// A field. Several of one name are one, with commas, or as cookies have it.
    fn add_field(&mut self, vm: &mut Vm, name: &[u8], value: &[u8]) {
        let Some(index) = NAMES.iter().position(|(other, _)| name.eq_ignore_ascii_case(other.as_bytes())) else { return self.add_other(vm, name, value) };
        if index == TRANSFER_ENCODING {
            return;
        }
        if self.known & 1 << index == 0 {
            self.known |= 1 << index;
            return self.set(vm, index, value);
        }
        let joined = joined(vm.hash_get(self.hash, self.keys.get(index)), if index == COOKIE { b"; " } else { b", " }, value);
        self.set(vm, index, &joined);
    }

    /// A field whose name is not in the table.
    fn add_other(&self, vm: &mut Vm, name: &[u8], value: &[u8]) {
        let mut key = Vec::with_capacity(name.len() + 5);
        key.extend_from_slice(b"HTTP_");
        key.extend(name.iter().map(|byte| if *byte == b'-' { b'_' } else { byte.to_ascii_uppercase() }));
        // Until both are in the hash, this frame of the machine's stack names them.
        let key = vm.frozen_string(&key, Encoding::UTF_8).value();
        let value = match vm.hash_get(self.hash, key) {
            None => vm.new_string(value, Encoding::BINARY).value(),
            earlier => vm.new_string(&joined(earlier, b", ", value), Encoding::BINARY).value(),
        };
        vm.hash_set(self.hash, key, value);
    }

    fn fill(&mut self, vm: &mut Vm, request: &Request, peer: &str) {
        let (path, query) = request.path_and_query();
        self.set_first(vm, REQUEST_METHOD, request.method());
        self.set_first(vm, PATH_INFO, if path.is_empty() { b"/" } else { path });
        self.set_first(vm, QUERY_STRING, query);
        self.set_first(vm, REQUEST_URI, request.target());
        self.set_first(vm, SERVER_PROTOCOL, protocol(request.version()));
        self.set_first(vm, REMOTE_ADDR, peer.as_bytes());
        if request.version() == Version::Http2 {
            vm.hash_set(self.hash, self.keys.get(HAS_HIJACK), Value::FALSE);
        }
        let mut host = request.authority();
        if let Some(authority) = host {
            self.known |= 1 << HOST;
            self.set(vm, HOST, authority);
        }
        for (name, value) in request.fields() {
            // A name with an underscore would get the key of one with a hyphen; and an authority stands above the Host field.
            let is_host = name.eq_ignore_ascii_case(b"host");
            if name.contains(&b'_') || is_host && host.is_some() {
                continue;
            }
            if is_host {
                host = Some(value);
            }
            self.add_field(vm, name, value);
        }
        if let Some(body) = request.body() {
            self.set(vm, CONTENT_LENGTH, body.len().to_string().as_bytes());
        }
        let (name, port) = host.filter(|host| !host.is_empty()).map_or((&b"localhost"[..], None), name_and_port);
        self.set_first(vm, SERVER_NAME, name);
        if let Some(port) = port {
            self.set_first(vm, SERVER_PORT, port);
        }
    }
}

fn protocol(version: Version) -> &'static [u8] {
    match version {
        Version::Http10 => b"HTTP/1.0",
        Version::Http11 => b"HTTP/1.1",
        Version::Http2 => b"HTTP/2",
    }
}

/// What a field was before, and another value behind it.
fn joined(earlier: Option<Value>, between: &[u8], value: &[u8]) -> Vec<u8> {
    let earlier = earlier.and_then(Value::as_string);
    [earlier.as_ref().map_or(&b""[..], |text| text.bytes()), between, value].concat()
}

/// `server_environment(server, number, template, names)`: `[env, body]`, or nil where the client is gone.
pub fn server_environment(vm: &mut Vm, args: Arguments) -> NativeResult {
    let number = number(vm, args)?;
    let (template, keys) = (rutile_core::arguments::hash(vm, args, 2)?, rutile_core::arguments::array(vm, args, 3)?);
    let server = server(vm, args)?;
    let (peer, is_secure) = server.peer(number).map_or_else(Default::default, |(peer, is_secure)| (peer.to_string(), is_secure));
    let Some(request) = server.take_request(number) else { return Ok(Value::NIL) };
    if let Some(time) = request.queued(SystemTime::now()) {
        server.statistics.note_queue(time);
    }
    let hash = vm.hash_copy_with_room(template, ROOM);
    let answer = vm.new_array(&[hash.value(), Value::NIL]);
    let mut filling = Filling { hash, keys, known: 0 };
    filling.fill(vm, &request, &peer);
    if is_secure {
        filling.set(vm, URL_SCHEME, b"https");
        filling.set(vm, HTTPS, b"on");
    }
    let body = match request.into_body() {
        None => Value::NIL,
        Some(Body::Memory(bytes)) => vm.new_string(&bytes, Encoding::BINARY).value(),
        Some(Body::File(file, _)) => Value::fixnum(file.into_raw_fd().into()),
    };
    vm.array_set(answer, 1, body);
    Ok(answer.value())
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
