//! Natives of sockets: each one attempt that does not wait.
//!
//! A native that fails answers the error's number, negated; `lib/rutile/socket/waiting.rb` is where a
//! program waits and tries again. Addresses are Strings with the bytes of a `sockaddr`.

pub mod constants;
pub mod message;
pub mod names;

use rutile_core::arguments::{bytes, bytes_or_nil, integer, position};
use rutile_platform::SystemResult;
use rutile_vm::prelude::*;

use crate::socket::constants::CONSTANTS;
use crate::socket::message::Piece;
use rutile_platform::sockets;

/// More bytes than any option's value has.
const OPTION_ROOM_MAX: usize = 1 << 20;

fn failed(number: i32) -> NativeResult {
    Ok(Value::fixnum(-(number as i64)))
}

fn answer(result: SystemResult<i64>) -> NativeResult {
    result.map_or_else(failed, |number| Ok(Value::fixnum(number)))
}

fn number(vm: &mut Vm, args: Arguments, index: usize) -> Result<i32, Exit> {
    let number = integer(vm, args, index)?;
    i32::try_from(number).map_err(|_| vm.range_error(format!("integer {number} too big to convert to 'int'")))
}

fn binary(vm: &mut Vm, bytes: &[u8]) -> Value {
    vm.new_string(bytes, Encoding::BINARY).value()
}

/// All constants: pairs of a name and a number.
fn socket_constants(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let list = vm.array_with_capacity(CONSTANTS.len());
    for (name, number) in CONSTANTS {
        let name = Value::symbol(vm.intern(name.as_bytes()));
        let number = vm.integer((*number).into());
        let pair = vm.new_array(&[name, number]);
        vm.array_push(list, pair.value());
    }
    Ok(list.value())
}

/// `socket_create(family, type, protocol)`: a descriptor.
fn socket_create(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (family, kind, protocol) = (number(vm, args, 0)?, number(vm, args, 1)?, number(vm, args, 2)?);
    answer(sockets::create(family, kind, protocol).map(i64::from))
}

/// `socket_create_pair(family, type, protocol)`: two descriptors.
fn socket_create_pair(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (family, kind, protocol) = (number(vm, args, 0)?, number(vm, args, 1)?, number(vm, args, 2)?);
    match sockets::create_pair(family, kind, protocol) {
        Ok((one, other)) => Ok(vm.new_array(&[Value::fixnum(one.into()), Value::fixnum(other.into())]).value()),
        Err(number) => failed(number),
    }
}

/// `socket_bind(descriptor, address)`.
fn socket_bind(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (descriptor, address) = (number(vm, args, 0)?, bytes(vm, args, 1)?);
    answer(sockets::bind(descriptor, address).map(|()| 0))
}

/// `socket_connect(descriptor, address)`: an attempt, which goes on by itself after `EINPROGRESS`.
fn socket_connect(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (descriptor, address) = (number(vm, args, 0)?, bytes(vm, args, 1)?);
    let result = rutile_platform::set_blocking(descriptor, false).and_then(|()| sockets::connect(descriptor, address));
    answer(result.map(|()| 0))
}

/// `socket_listen(descriptor, backlog)`.
fn socket_listen(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (descriptor, backlog) = (number(vm, args, 0)?, number(vm, args, 1)?);
    answer(sockets::listen(descriptor, backlog).map(|()| 0))
}

/// `socket_accept(descriptor)`: the connection's descriptor and the other end's address.
fn socket_accept(vm: &mut Vm, args: Arguments) -> NativeResult {
    let descriptor = number(vm, args, 0)?;
    match rutile_platform::set_blocking(descriptor, false).and_then(|()| sockets::accept(descriptor)) {
        Ok((accepted, address)) => {
            let address = binary(vm, &address);
            Ok(vm.new_array(&[Value::fixnum(accepted.into()), address]).value())
        }
        Err(number) => failed(number),
    }
}

fn address_answer(vm: &mut Vm, result: SystemResult<Vec<u8>>) -> NativeResult {
    match result {
        Ok(address) => Ok(binary(vm, &address)),
        Err(number) => failed(number),
    }
}

/// The address that a socket is bound to.
fn socket_local_address(vm: &mut Vm, args: Arguments) -> NativeResult {
    let descriptor = number(vm, args, 0)?;
    address_answer(vm, sockets::local_address(descriptor))
}

/// The address that a socket is connected to.
fn socket_peer_address(vm: &mut Vm, args: Arguments) -> NativeResult {
    let descriptor = number(vm, args, 0)?;
    address_answer(vm, sockets::peer_address(descriptor))
}

/// `socket_option(descriptor, level, name, size)`: the bytes of the value, at most so many.
fn socket_option(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (descriptor, level, name) = (number(vm, args, 0)?, number(vm, args, 1)?, number(vm, args, 2)?);
    let mut room = vec![0; position(vm, args, 3)?.min(OPTION_ROOM_MAX)];
    match sockets::option(descriptor, level, name, &mut room) {
        Ok(length) => Ok(binary(vm, &room[..length])),
        Err(number) => failed(number),
    }
}

/// `socket_set_option(descriptor, level, name, value)`.
fn socket_set_option(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (descriptor, level, name) = (number(vm, args, 0)?, number(vm, args, 1)?, number(vm, args, 2)?);
    let value = bytes(vm, args, 3)?;
    answer(sockets::set_option(descriptor, level, name, value).map(|()| 0))
}

/// `socket_shut_down(descriptor, how)`.
fn socket_shut_down(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (descriptor, how) = (number(vm, args, 0)?, number(vm, args, 1)?);
    answer(sockets::shut_down(descriptor, how).map(|()| 0))
}

/// `socket_send(descriptor, string, flags, address or nil)`: how many bytes went.
fn socket_send(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (descriptor, text, flags) = (number(vm, args, 0)?, bytes(vm, args, 1)?, number(vm, args, 2)?);
    let address = bytes_or_nil(vm, args, 3)?;
    answer(sockets::send(descriptor, text, flags, address).map(|count| count as i64))
}

/// `socket_receive(descriptor, string, size, flags)`: puts what arrived into the string; the sender's address.
fn socket_receive(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (descriptor, size, flags) = (number(vm, args, 0)?, position(vm, args, 2)?, number(vm, args, 3)?);
    let Some(string) = args.get(1).as_string() else { return Err(vm.argument_error("not a String".to_string())) };
    vm.check_allocation(size)?;
    let start = string.len();
    vm.string_resize(string, start + size);
    let result = vm.change_bytes(string, |_, bytes| sockets::receive(descriptor, &mut bytes[start..], flags))?;
    let count = result.as_ref().map_or(0, |(count, _)| *count);
    vm.string_resize(string, start + count);
    string.forget_code_range();
    address_answer(vm, result.map(|(_, address)| address))
}

/// The pieces of an Array of `[level, type, bytes]`.
fn pieces_of(vm: &mut Vm, list: Value) -> Result<Vec<Piece>, Exit> {
    let mut pieces = Vec::new();
    for entry in list.as_array().map(|list| list.values().to_vec()).unwrap_or_default() {
        let fields = entry.as_array().map(|fields| fields.values().to_vec()).unwrap_or_default();
        let [level, kind, data] = fields[..] else { return Err(vm.argument_error("not control data".to_string())) };
        match (level.as_fixnum(), kind.as_fixnum(), data.as_string()) {
            (Some(level), Some(kind), Some(data)) => {
                pieces.push(Piece { level: level as i32, kind: kind as i32, bytes: data.bytes().to_vec() });
            }
            _ => return Err(vm.argument_error("not control data".to_string())),
        }
    }
    Ok(pieces)
}

/// `socket_send_message(descriptor, string, flags, address or nil, controls)`: how many bytes went.
fn socket_send_message(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (descriptor, text, flags) = (number(vm, args, 0)?, bytes(vm, args, 1)?, number(vm, args, 2)?);
    let address = bytes_or_nil(vm, args, 3)?;
    let (mut control, size) = message::lay_out(&pieces_of(vm, args.get(4))?);
    answer(sockets::send_message(descriptor, text, &mut control, size, flags, address).map(|count| count as i64))
}

/// `socket_receive_message(descriptor, size, flags, control_size)`: text, sender's address, flags, and pieces of
/// control data.
fn socket_receive_message(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (descriptor, size) = (number(vm, args, 0)?, position(vm, args, 1)?);
    let (flags, control_size) = (number(vm, args, 2)?, position(vm, args, 3)?);
    vm.check_allocation(size)?;
    vm.check_allocation(control_size)?;
    let (mut buffer, mut control) = (vec![0; size], vec![0; control_size.div_ceil(8)]);
    let received = match sockets::receive_message(descriptor, &mut buffer, &mut control, flags) {
        Ok(received) => received,
        Err(number) => return failed(number),
    };
    let pieces = vm.array_with_capacity(1);
    for piece in message::read(&control, received.control) {
        let data = binary(vm, &piece.bytes);
        let fields = vm.new_array(&[Value::fixnum(piece.level.into()), Value::fixnum(piece.kind.into()), data]);
        vm.array_push(pieces, fields.value());
    }
    let (text, address) = (binary(vm, &buffer[..received.count]), binary(vm, &received.address));
    Ok(vm.new_array(&[text, address, Value::fixnum(received.flags.into()), pieces.value()]).value())
}

pub const NATIVES: &[(&str, Native)] = &[
    ("socket_constants", socket_constants),
    ("socket_create", socket_create),
    ("socket_create_pair", socket_create_pair),
    ("socket_bind", socket_bind),
    ("socket_connect", socket_connect),
    ("socket_listen", socket_listen),
    ("socket_accept", socket_accept),
    ("socket_local_address", socket_local_address),
    ("socket_peer_address", socket_peer_address),
    ("socket_option", socket_option),
    ("socket_set_option", socket_set_option),
    ("socket_shut_down", socket_shut_down),
    ("socket_send", socket_send),
    ("socket_receive", socket_receive),
    ("socket_send_message", socket_send_message),
    ("socket_receive_message", socket_receive_message),
];
