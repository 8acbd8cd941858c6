//! Natives that look up hosts, services and interfaces.
//!
//! A native that fails answers a number: the system's error negated, or the resolver's code beyond
//! `RESOLVER_CODES`, below all of those. Where a name server may be asked, the answer can be
//! `EINPROGRESS` as well: `Rutile.blocking` asks again once it is there.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::IpAddr;

use rutile_core::arguments::{bytes, bytes_or_nil, integer};
use rutile_reactor::{Outcome, Request};
use rutile_vm::prelude::*;

use rutile_platform::name_service::{self as names, Address, Hints, LookupError};

/// The bound below which the resolver's codes stand, so that none is taken for an error of the system.
const RESOLVER_CODES: i64 = 1000;

fn binary(vm: &mut Vm, bytes: &[u8]) -> Value {
    vm.new_string(bytes, Encoding::BINARY).value()
}

fn binary_or_nil(vm: &mut Vm, bytes: &Option<Vec<u8>>) -> Value {
    bytes.as_ref().map_or(Value::NIL, |bytes| binary(vm, bytes))
}

fn failed(error: LookupError) -> i64 {
    match error {
        LookupError::Resolver(code) => i64::from(code) - RESOLVER_CODES,
        LookupError::System(number) => -i64::from(number),
    }
}

// --- Waiting for an answer ---

/// Makes a look-up: plainly where the thread may wait in it or it asks nobody, else by one of the reactor's
/// helpers, as `core/src/concurrency/blocking.rs` does it. `Err` is the number to answer.
fn look_up(
    vm: &mut Vm,
    key: i64,
    at_once: bool,
    work: impl FnOnce() -> Result<Vec<Vec<u8>>, LookupError> + Send + 'static,
) -> Result<Vec<Vec<u8>>, i64> {
    if let Some(outcome) = vm.take_outcome(key) {
        return if outcome.value < 0 { Err(outcome.value) } else { Ok(unframed(&outcome.bytes)) };
    }
    if at_once || vm.may_wait_in_call() {
        return work().map_err(failed);
    }
    let work = move || match work() {
        Ok(pieces) => Outcome::bytes(0, framed(&pieces)),
        Err(error) => Outcome::value(failed(error)),
    };
    // A name server that is silent holds up no other look-up, also one whose thread is gone.
    let request = Request::Other { work: Box::new(work), may_last: true };
    vm.submit(key, request, None).map_err(|number| -i64::from(number))?;
    Err(-i64::from(libc::EINPROGRESS))
}

/// The name by which a look-up's outcome is known: of what is looked up, apart from all other work.
fn key(subject: impl Hash) -> i64 {
    let mut hasher = DefaultHasher::new();
    subject.hash(&mut hasher);
    1 << 48 | hasher.finish() as u32 as i64
}

/// Pieces one behind the other, each after its length.
fn framed(pieces: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for piece in pieces {
        bytes.extend_from_slice(&(piece.len() as u32).to_ne_bytes());
        bytes.extend_from_slice(piece);
    }
    bytes
}

fn unframed(mut bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut pieces = Vec::new();
    while let Some((length, rest)) = bytes.split_first_chunk::<4>() {
        let (piece, rest) = rest.split_at((u32::from_ne_bytes(*length) as usize).min(rest.len()));
        pieces.push(piece.to_vec());
        bytes = rest;
    }
    pieces
}

// --- Look-ups that may wait ---

/// `names_of_host(host or nil, service or nil, family, type, protocol, flags)`: an Array of
/// `[address, family, type, protocol, canonical name or nil]`.
fn names_of_host(vm: &mut Vm, args: Arguments) -> NativeResult {
    let host = bytes_or_nil(vm, args, 0)?.map(<[u8]>::to_vec);
    let service = bytes_or_nil(vm, args, 1)?.map(<[u8]>::to_vec);
    let hints = Hints {
        family: integer(vm, args, 2)? as i32,
        kind: integer(vm, args, 3)? as i32,
        protocol: integer(vm, args, 4)? as i32,
        flags: integer(vm, args, 5)? as i32,
    };
    let is_number = |host: &[u8]| std::str::from_utf8(host).is_ok_and(|host| host.parse::<IpAddr>().is_ok());
    let at_once = hints.flags & libc::AI_NUMERICHOST != 0 || host.as_ref().is_none_or(|host| is_number(host));
    let key = key((&host, &service, hints.family, hints.kind, hints.protocol, hints.flags));
    let find = move || names::find_addresses(host.as_deref(), service.as_deref(), hints).map(|found| found.into_iter().flat_map(address_pieces).collect());
    let pieces: Vec<Vec<u8>> = match look_up(vm, key, at_once, find) {
        Ok(pieces) => pieces,
        Err(number) => return Ok(Value::fixnum(number)),
    };
    let list = vm.array_with_capacity(pieces.len() / ADDRESS_PIECES);
    for found in pieces.chunks_exact(ADDRESS_PIECES) {
        let (address, name) = (binary(vm, &found[0]), binary(vm, &found[4]));
        let name = if found[4].is_empty() { Value::NIL } else { name };
        let [family, kind, protocol] = [&found[1], &found[2], &found[3]].map(|piece| number_of(piece));
        let fields = vm.new_array(&[address, family, kind, protocol, name]);
        vm.array_push(list, fields.value());
    }
    Ok(list.value())
}

/// How many pieces tell of one address.
const ADDRESS_PIECES: usize = 5;

fn address_pieces(found: Address) -> [Vec<u8>; ADDRESS_PIECES] {
    let [family, kind, protocol] = [found.family, found.kind, found.protocol].map(|number| number.to_ne_bytes().to_vec());
    [found.address, family, kind, protocol, found.canonical_name.unwrap_or_default()]
}

fn number_of(piece: &[u8]) -> Value {
    Value::fixnum(i32::from_ne_bytes(piece.try_into().unwrap_or_default()).into())
}

/// `names_of_address(address, flags)`: the host's name and the service's.
fn names_of_address(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (address, flags) = (bytes(vm, args, 0)?.to_vec(), integer(vm, args, 1)? as i32);
    let at_once = flags & libc::NI_NUMERICHOST != 0;
    let key = key((&address, flags));
    match look_up(vm, key, at_once, move || names::find_names(&address, flags).map(|(host, service)| vec![host, service])) {
        Ok(pieces) => Ok(texts(vm, &pieces)),
        Err(number) => Ok(Value::fixnum(number)),
    }
}

/// `names_host_at(address, family)`: name, aliases, family and addresses.
fn names_host_at(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (address, family) = (bytes(vm, args, 0)?.to_vec(), integer(vm, args, 1)? as i32);
    let key = key((&address, family, "host"));
    let pieces = look_up(vm, key, false, move || names::host_at(&address, family).map(host_pieces).map_err(|_| LookupError::Resolver(libc::EAI_NONAME)));
    let pieces = match pieces {
        Ok(pieces) => pieces,
        Err(number) => return Ok(Value::fixnum(number)),
    };
    let [name, family, count, rest @ ..] = &pieces[..] else { return Ok(Value::fixnum(failed(LookupError::Resolver(libc::EAI_FAIL)))) };
    let count = number_of(count).as_fixnum().unwrap_or(0) as usize;
    let (aliases, addresses) = rest.split_at(count.min(rest.len()));
    let name = binary(vm, name);
    let (aliases, addresses) = (texts(vm, aliases), texts(vm, addresses));
    Ok(vm.new_array(&[name, aliases, number_of(family), addresses]).value())
}

/// Name, family, how many aliases, the aliases, and then the addresses.
fn host_pieces(host: names::Host) -> Vec<Vec<u8>> {
    let mut pieces = vec![host.name, host.family.to_ne_bytes().to_vec(), (host.aliases.len() as i32).to_ne_bytes().to_vec()];
    pieces.extend(host.aliases);
    pieces.extend(host.addresses);
    pieces
}

// --- What is answered at once ---

/// The words for a resolver's code.
fn names_error_text(vm: &mut Vm, args: Arguments) -> NativeResult {
    let text = names::lookup_error_text(integer(vm, args, 0)? as i32);
    Ok(vm.string(&text))
}

/// `names_service_port(name, protocol)`: nil where there is none.
fn names_service_port(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (name, protocol) = (bytes(vm, args, 0)?, bytes(vm, args, 1)?);
    Ok(names::service_named(name, protocol).map_or(Value::NIL, |port| Value::fixnum(port.into())))
}

/// `names_service_name(port, protocol)`: nil where there is none.
fn names_service_name(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (port, protocol) = (integer(vm, args, 0)? as u16, bytes(vm, args, 1)?);
    Ok(binary_or_nil(vm, &names::service_at(port, protocol)))
}

fn texts(vm: &mut Vm, texts: &[Vec<u8>]) -> Value {
    let list = vm.array_with_capacity(texts.len());
    for text in texts {
        let text = binary(vm, text);
        vm.array_push(list, text);
    }
    list.value()
}

/// All interfaces: `[name, flags, number, address, mask, other address]`.
fn names_interfaces(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let interfaces = match names::interfaces() {
        Ok(interfaces) => interfaces,
        Err(number) => return Ok(Value::fixnum(failed(LookupError::System(number)))),
    };
    let list = vm.array_with_capacity(interfaces.len());
    for interface in interfaces {
        let number = Value::fixnum(names::interface_number(&interface.name).into());
        let (name, address) = (binary(vm, &interface.name), binary_or_nil(vm, &interface.address));
        let (mask, other) = (binary_or_nil(vm, &interface.mask), binary_or_nil(vm, &interface.other));
        let fields = vm.new_array(&[name, Value::fixnum(interface.flags.into()), number, address, mask, other]);
        vm.array_push(list, fields.value());
    }
    Ok(list.value())
}

/// The name of the interface with a number, or nil.
fn names_interface(vm: &mut Vm, args: Arguments) -> NativeResult {
    let number = integer(vm, args, 0)? as u32;
    Ok(binary_or_nil(vm, &names::interface_name(number)))
}

fn names_own_host(vm: &mut Vm, _args: Arguments) -> NativeResult {
    match names::host_name() {
        Ok(name) => Ok(binary(vm, &name)),
        Err(number) => Ok(Value::fixnum(failed(LookupError::System(number)))),
    }
}

pub const NATIVES: &[(&str, Native)] = &[
    ("names_of_host", names_of_host),
    ("names_of_address", names_of_address),
    ("names_error_text", names_error_text),
    ("names_service_port", names_service_port),
    ("names_service_name", names_service_name),
    ("names_host_at", names_host_at),
    ("names_interfaces", names_interfaces),
    ("names_interface", names_interface),
    ("names_own_host", names_own_host),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_come_back() {
        let pieces = vec![b"one".to_vec(), Vec::new(), vec![0; 300]];
        assert_eq!(unframed(&framed(&pieces)), pieces);
        assert_eq!(unframed(&[9, 0, 0, 0, 1]), [[1]]);
        assert!(unframed(&[1, 2]).is_empty());
    }
}
