//! Message digests, over the RustCrypto crates.
//!
//! A digest under way is owned by a Resource cell. `Primitive`s, all of a state:
//!
//! | primitive | does |
//! |---|---|
//! | `digest_new(name)` | a fresh state of the algorithm (the names are in `algorithm.rs`); nil where there is none |
//! | `digest_update(state, string)` | takes more bytes in |
//! | `digest_value(state)` | the digest of what was taken in; the state can go on |
//! | `digest_reset(state)` | forgets what was taken in |
//! | `digest_copy(state)` | a state of its own with the same bytes behind it |
//! | `digest_lengths(state)` | [bytes of a digest, bytes of a block] |

use rutile_core::arguments::bytes;
use rutile_core::array::collection::finds_core_method;
use rutile_vm::prelude::*;
use sha2::digest::DynDigest;

use crate::algorithm::Algorithm;
use crate::resource::owned;

/// A digest under way, and how many bytes its algorithm takes at once.
#[derive(Clone)]
pub struct State {
    digest: Box<dyn DynDigest>,
    block: usize,
}

impl State {
    pub fn named(name: &[u8]) -> Option<State> {
        let algorithm = Algorithm::named(name)?;
        Some(State { digest: (algorithm.digest)(), block: (algorithm.block)() })
    }

    pub fn update(&mut self, bytes: &[u8]) {
        self.digest.update(bytes);
    }

    /// The digest of what was taken in.
    pub fn value(&self) -> Vec<u8> {
        self.digest.box_clone().finalize().into_vec()
    }

    pub fn reset(&mut self) {
        self.digest.reset();
    }

    pub fn length(&self) -> usize {
        self.digest.output_size()
    }

    /// The digest of these bytes alone.
    pub fn of(&self, pieces: &[&[u8]]) -> Vec<u8> {
        let mut fresh = self.clone();
        fresh.reset();
        for piece in pieces {
            fresh.update(piece);
        }
        fresh.value()
    }
}

/// The state that the Resource given first owns.
fn state(vm: &mut Vm, args: Arguments) -> Result<&mut State, Exit> {
    owned(vm, args, 0, "a digest's state")
}

/// A fresh state of the algorithm whose name is the String at `index`.
pub fn algorithm(vm: &mut Vm, args: Arguments, index: usize) -> Result<State, Exit> {
    let name = bytes(vm, args, index)?;
    State::named(name).ok_or_else(|| vm.argument_error("unknown digest".to_string()))
}

fn digest_new(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = bytes(vm, args, 0)?;
    match State::named(name) {
        Some(state) => Ok(vm.keep_resource(state)),
        None => Ok(Value::NIL),
    }
}

fn digest_update(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(string) = args.get(1).as_string() else {
        return Err(vm.type_error("a digest takes Strings".to_string()));
    };
    let bytes = string.bytes();
    state(vm, args)?.update(bytes);
    Ok(Value::NIL)
}

fn digest_value(vm: &mut Vm, args: Arguments) -> NativeResult {
    let value = state(vm, args)?.value();
    Ok(vm.new_string(&value, Encoding::BINARY).value())
}

fn digest_reset(vm: &mut Vm, args: Arguments) -> NativeResult {
    state(vm, args)?.reset();
    Ok(Value::NIL)
}

fn digest_copy(vm: &mut Vm, args: Arguments) -> NativeResult {
    let copy = state(vm, args)?.clone();
    Ok(vm.keep_resource(copy))
}

fn digest_lengths(vm: &mut Vm, args: Arguments) -> NativeResult {
    let state = state(vm, args)?;
    let (digest, block) = (state.length() as i64, state.block as i64);
    Ok(vm.new_array(&[Value::fixnum(digest), Value::fixnum(block)]).value())
}

/// Longer texts are taken a piece at a time (`DigestState.take`).
const PIECE: usize = 1 << 22;

/// The digest of the only argument, where the class that is asked does all in the way of the library's own.
fn at_once(vm: &mut Vm, args: Arguments) -> Result<Vec<u8>, Exit> {
    const OF_INSTANCES: [&[u8]; 5] = [b"initialize", b"digest", b"update", b"finish", b"reset"];
    let class = ClassRef::from_module(args.receiver()).ok_or(Exit::Fallback)?;
    let text = args.get(0).as_string().filter(|text| args.count() == 1 && text.len() <= PIECE).ok_or(Exit::Fallback)?;
    let names_algorithm = vm.intern(b"ALGORITHM");
    let (name, _) = vm.find_constant(class, names_algorithm, false).ok_or(Exit::Fallback)?;
    let mut is_plain = |class, name: &[u8]| {
        let name = vm.intern(name);
        finds_core_method(vm, class, name)
    };
    if !OF_INSTANCES.iter().all(|name| is_plain(class, name)) {
        return Err(Exit::Fallback);
    }
    let makers = vm.class_of(class.value());
    if !finds_core_method(vm, makers, Symbol::NEW) {
        return Err(Exit::Fallback);
    }
    let mut state = name.as_string().and_then(|name| State::named(name.bytes())).ok_or(Exit::Fallback)?;
    state.update(text.bytes());
    Ok(state.digest.finalize().into_vec())
}

/// `Digest::SHA256.digest(text)`
fn digest_of_class(vm: &mut Vm, args: Arguments) -> NativeResult {
    let digest = at_once(vm, args)?;
    Ok(vm.new_string(&digest, Encoding::BINARY).value())
}

/// `Digest::SHA256.hexdigest(text)`
fn hexdigest_of_class(vm: &mut Vm, args: Arguments) -> NativeResult {
    let makers = vm.class_of(args.receiver());
    let digest = vm.intern(b"digest");
    if !finds_core_method(vm, makers, digest) {
        return Err(Exit::Fallback);
    }
    let digest = at_once(vm, args)?;
    Ok(vm.ascii_string(hexadecimal(&digest)))
}

fn hexadecimal(bytes: &[u8]) -> Vec<u8> {
    let digits = b"0123456789abcdef";
    bytes.iter().flat_map(|byte| [digits[usize::from(byte >> 4)], digits[usize::from(byte & 15)]]).collect()
}

/// `Digest.hexencode(text)`.
fn digest_hexencode(vm: &mut Vm, args: Arguments) -> NativeResult {
    let text = args.get(0).as_string().filter(|_| args.count() == 1).ok_or(Exit::Fallback)?;
    Ok(vm.ascii_string(hexadecimal(text.bytes())))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("digest_hexencode", digest_hexencode),
    ("digest_of_class", digest_of_class),
    ("hexdigest_of_class", hexdigest_of_class),
    ("digest_new", digest_new),
    ("digest_update", digest_update),
    ("digest_value", digest_value),
    ("digest_reset", digest_reset),
    ("digest_copy", digest_copy),
    ("digest_lengths", digest_lengths),
];
