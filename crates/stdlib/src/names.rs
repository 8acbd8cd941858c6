//! Natives that look up hosts, services and interfaces.
//!
//! What fails answers a number: the resolver's code, which is negative, or the system's error.

use rutile_core::arguments::integer;
use rutile_vm::prelude::*;

use crate::name_system::{self as names, Hints, LookupError};

fn bytes<'a>(vm: &mut Vm, args: Arguments, index: usize) -> Result<&'a [u8], Exit> {
    match args.get(index).as_string() {
        Some(string) => Ok(string.bytes()),
        None => Err(vm.argument_error(format!("a primitive expects a String as argument {index}"))),
    }
}

fn bytes_or_nil<'a>(vm: &mut Vm, args: Arguments, index: usize) -> Result<Option<&'a [u8]>, Exit> {
    if args.get(index) == Value::NIL { Ok(None) } else { bytes(vm, args, index).map(Some) }
}

fn binary(vm: &mut Vm, bytes: &[u8]) -> Value {
    vm.new_string(bytes, Encoding::BINARY).value()
}

fn binary_or_nil(vm: &mut Vm, bytes: &Option<Vec<u8>>) -> Value {
    bytes.as_ref().map_or(Value::NIL, |bytes| binary(vm, bytes))
}

fn failed(error: LookupError) -> NativeResult {
    Ok(Value::fixnum(match error {
        LookupError::Resolver(code) => code.into(),
        LookupError::System(number) => number.into(),
    }))
}

/// `names_of_host(host or nil, service or nil, family, type, protocol, flags)`: an Array of
/// `[address, family, type, protocol, canonical name or nil]`.
fn names_of_host(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (host, service) = (bytes_or_nil(vm, args, 0)?, bytes_or_nil(vm, args, 1)?);
    let hints = Hints {
        family: integer(vm, args, 2)? as i32,
        kind: integer(vm, args, 3)? as i32,
        protocol: integer(vm, args, 4)? as i32,
        flags: integer(vm, args, 5)? as i32,
    };
    let addresses = match names::find_addresses(host, service, hints) {
        Ok(addresses) => addresses,
        Err(error) => return failed(error),
    };
    let list = vm.array_with_capacity(addresses.len());
    for found in addresses {
        let (address, name) = (binary(vm, &found.address), binary_or_nil(vm, &found.canonical_name));
        let [family, kind, protocol] = [found.family, found.kind, found.protocol].map(|number| Value::fixnum(number.into()));
        let fields = vm.new_array(&[address, family, kind, protocol, name]);
        vm.array_push(list, fields.value());
    }
    Ok(list.value())
}

/// `names_of_address(address, flags)`: the host's name and the service's.
fn names_of_address(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (address, flags) = (bytes(vm, args, 0)?, integer(vm, args, 1)? as i32);
    match names::find_names(address, flags) {
        Ok((host, service)) => {
            let (host, service) = (binary(vm, &host), binary(vm, &service));
            Ok(vm.new_array(&[host, service]).value())
        }
        Err(error) => failed(error),
    }
}

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

/// `names_host_at(address, family)`: name, aliases, family and addresses; else the words for what is wrong.
fn names_host_at(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (address, family) = (bytes(vm, args, 0)?, integer(vm, args, 1)? as i32);
    let host = match names::host_at(address, family) {
        Ok(host) => host,
        Err(code) => return Ok(vm.string(&names::host_error_text(code))),
    };
    let name = binary(vm, &host.name);
    let (aliases, addresses) = (texts(vm, &host.aliases), texts(vm, &host.addresses));
    Ok(vm.new_array(&[name, aliases, Value::fixnum(host.family.into()), addresses]).value())
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
        Err(number) => return failed(LookupError::System(number)),
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
        Err(number) => failed(LookupError::System(number)),
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
