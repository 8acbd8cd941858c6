//! Message digests, over the RustCrypto crates.
//!
//! A digest under way is owned by a Resource cell. `Primitive`s, all of a state:
//!
//! | primitive | does |
//! |---|---|
//! | `digest_new(name)` | a fresh state of MD5, SHA1, RMD160, SHA256, SHA384 or SHA512 |
//! | `digest_update(state, string)` | takes more bytes in |
//! | `digest_value(state)` | the digest of what was taken in; the state can go on |
//! | `digest_reset(state)` | forgets what was taken in |
//! | `digest_copy(state)` | a state of its own with the same bytes behind it |
//! | `digest_lengths(state)` | [bytes of a digest, bytes of a block] |

use md5::Md5;
use ripemd::Ripemd160;
use rutile_vm::prelude::*;
use sha1::Sha1;
use sha2::{Digest, Sha256, Sha384, Sha512};

#[derive(Clone)]
enum State {
    Md5(Md5),
    Sha1(Sha1),
    Rmd160(Ripemd160),
    Sha256(Sha256),
    Sha384(Sha384),
    Sha512(Sha512),
}

/// Runs the same code on whichever digest a state is.
macro_rules! each {
    ($state:expr, $digest:ident => $body:expr) => {
        match $state {
            State::Md5($digest) => $body,
            State::Sha1($digest) => $body,
            State::Rmd160($digest) => $body,
            State::Sha256($digest) => $body,
            State::Sha384($digest) => $body,
            State::Sha512($digest) => $body,
        }
    };
}

impl State {
    fn named(name: &[u8]) -> Option<State> {
        Some(match name {
            b"MD5" => State::Md5(Md5::new()),
            b"SHA1" => State::Sha1(Sha1::new()),
            b"RMD160" => State::Rmd160(Ripemd160::new()),
            b"SHA256" => State::Sha256(Sha256::new()),
            b"SHA384" => State::Sha384(Sha384::new()),
            b"SHA512" => State::Sha512(Sha512::new()),
            _ => return None,
        })
    }

    fn value(&self) -> Vec<u8> {
        each!(self, digest => digest.clone().finalize().to_vec())
    }

    fn lengths(&self) -> (i64, i64) {
        match self {
            State::Md5(_) => (16, 64),
            State::Sha1(_) | State::Rmd160(_) => (20, 64),
            State::Sha256(_) => (32, 64),
            State::Sha384(_) => (48, 128),
            State::Sha512(_) => (64, 128),
        }
    }
}

fn keep(vm: &mut Vm, state: State) -> Value {
    let cell = vm.new_resource_cell();
    let index = vm.add_resource(Box::new(state));
    cell.set_index(vm, Value::fixnum(index as i64));
    cell.value()
}

/// The state that the Resource given first owns.
fn state(vm: &mut Vm, args: Arguments) -> Result<&mut State, Exit> {
    let index = ResourceRef::from_value(args.get(0)).and_then(|cell| cell.index().as_fixnum());
    let is_state = index.is_some_and(|index| {
        matches!(vm.resources.get(index as usize), Some(Some(resource)) if resource.is::<State>())
    });
    if !is_state {
        return Err(vm.type_error("a digest's state was expected".to_string()));
    }
    let found = index
        .and_then(|index| vm.resources.get_mut(index as usize))
        .and_then(|resource| resource.as_mut())
        .and_then(|resource| resource.downcast_mut::<State>());
    found.ok_or(Exit::Fallback)
}

fn digest_new(vm: &mut Vm, args: Arguments) -> NativeResult {
    let state = args.get(0).as_string().and_then(|name| State::named(name.bytes()));
    match state {
        Some(state) => Ok(keep(vm, state)),
        None => Err(vm.argument_error("unknown digest".to_string())),
    }
}

fn digest_update(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(string) = args.get(1).as_string() else {
        return Err(vm.type_error("a digest takes Strings".to_string()));
    };
    let bytes = string.bytes();
    each!(state(vm, args)?, digest => digest.update(bytes));
    Ok(Value::NIL)
}

fn digest_value(vm: &mut Vm, args: Arguments) -> NativeResult {
    let value = state(vm, args)?.value();
    Ok(vm.new_string(&value, Encoding::BINARY).value())
}

fn digest_reset(vm: &mut Vm, args: Arguments) -> NativeResult {
    each!(state(vm, args)?, digest => Digest::reset(digest));
    Ok(Value::NIL)
}

fn digest_copy(vm: &mut Vm, args: Arguments) -> NativeResult {
    let copy = state(vm, args)?.clone();
    Ok(keep(vm, copy))
}

fn digest_lengths(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (digest, block) = state(vm, args)?.lengths();
    Ok(vm.new_array(&[Value::fixnum(digest), Value::fixnum(block)]).value())
}

pub const NATIVES: &[(&str, Native)] = &[
    ("digest_new", digest_new),
    ("digest_update", digest_update),
    ("digest_value", digest_value),
    ("digest_reset", digest_reset),
    ("digest_copy", digest_copy),
    ("digest_lengths", digest_lengths),
];
