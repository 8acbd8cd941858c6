//! Ciphers at work. One is owned by a Resource cell.
//!
//! | primitive | does |
//! |---|---|
//! | `cipher_new(cipher, mode, key, iv, encrypting)` | a cipher at the start of a text; nil where there is none such |
//! | `cipher_copy(state)` | one that stands at the same place of a text of its own |
//! | `cipher_authenticate(state, data)` | takes in data that is only authenticated; whether that can be |
//! | `cipher_update(state, text, padded)` | the bytes that are ready; nil at the end of a stream |
//! | `cipher_final(state, padded)` | the last bytes; `:length` or `:padding` where they are wrong |
//! | `cipher_tag(state)` | the tag, or nil |

use rutile_core::arguments::bytes;
use rutile_vm::prelude::*;
use subtle::{Choice, ConstantTimeEq, ConstantTimeGreater};

use super::binary;
use super::mode::{self, Mode};
use crate::resource::owned;

struct State {
    mode: Box<dyn Mode>,
    encrypting: bool,
    /// The bytes that do not fill a unit yet; decrypting with padding, also a last full one.
    waiting: Vec<u8>,
}

/// Why a text can't end here.
enum Unfinished {
    Length,
    Padding,
}

impl State {
    fn update(&mut self, text: &[u8], padded: bool) -> Option<Vec<u8>> {
        let unit = self.mode.unit();
        let mut ready = std::mem::take(&mut self.waiting);
        ready.extend_from_slice(text);
        let mut rest = ready.len() % unit;
        if rest == 0 && padded && !self.encrypting && unit > 1 && !ready.is_empty() {
            rest = unit;
        }
        self.waiting = ready.split_off(ready.len() - rest);
        self.mode.apply(&mut ready).then_some(ready)
    }

    fn finish(&mut self, padded: bool) -> Result<Vec<u8>, Unfinished> {
        let unit = self.mode.unit();
        let mut last = std::mem::take(&mut self.waiting);
        if unit == 1 || (!padded && last.is_empty()) {
            return Ok(Vec::new());
        }
        if !padded || (!self.encrypting && last.len() != unit) {
            return Err(Unfinished::Length);
        }
        if self.encrypting {
            let fill = unit - last.len();
            last.resize(unit, fill as u8);
            self.mode.apply(&mut last);
            return Ok(last);
        }
        self.mode.apply(&mut last);
        let fill = padding(&last).ok_or(Unfinished::Padding)?;
        last.truncate(unit - fill);
        Ok(last)
    }
}

/// How many bytes of padding end the block, looked at in the same time whatever they are.
fn padding(block: &[u8]) -> Option<usize> {
    let fill = *block.last()?;
    let size = block.len() as u8;
    let mut wrong = fill.ct_eq(&0) | fill.ct_gt(&size);
    for (index, byte) in block.iter().rev().enumerate() {
        let inside: Choice = fill.ct_gt(&(index as u8));
        wrong |= inside & !byte.ct_eq(&fill);
    }
    (!bool::from(wrong)).then_some(usize::from(fill))
}

fn state(vm: &mut Vm, args: Arguments) -> Result<&mut State, Exit> {
    owned(vm, args, 0, "a cipher's state")
}

fn cipher_new(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (cipher, mode) = (bytes(vm, args, 0)?, bytes(vm, args, 1)?);
    let (key, iv) = (bytes(vm, args, 2)?, bytes(vm, args, 3)?);
    let encrypting = args.get(4).truthy();
    match mode::named(cipher, mode, key, iv, encrypting) {
        Some(mode) => Ok(vm.keep_resource(State { mode, encrypting, waiting: Vec::new() })),
        None => Ok(Value::NIL),
    }
}

fn cipher_copy(vm: &mut Vm, args: Arguments) -> NativeResult {
    let state = state(vm, args)?;
    let copy = State { mode: state.mode.copy(), encrypting: state.encrypting, waiting: state.waiting.clone() };
    Ok(vm.keep_resource(copy))
}

fn cipher_authenticate(vm: &mut Vm, args: Arguments) -> NativeResult {
    let data = bytes(vm, args, 1)?;
    Ok(Value::boolean(state(vm, args)?.mode.authenticate(data)))
}

fn cipher_update(vm: &mut Vm, args: Arguments) -> NativeResult {
    let text = bytes(vm, args, 1)?;
    vm.check_allocation(text.len())?;
    let padded = args.get(2).truthy();
    let ready = state(vm, args)?.update(text, padded);
    binary(vm, ready.as_deref())
}

fn cipher_final(vm: &mut Vm, args: Arguments) -> NativeResult {
    let padded = args.get(1).truthy();
    match state(vm, args)?.finish(padded) {
        Ok(last) => binary(vm, Some(&last)),
        Err(Unfinished::Length) => Ok(Value::symbol(vm.intern(b"length"))),
        Err(Unfinished::Padding) => Ok(Value::symbol(vm.intern(b"padding"))),
    }
}

fn cipher_tag(vm: &mut Vm, args: Arguments) -> NativeResult {
    let tag = state(vm, args)?.mode.tag();
    binary(vm, tag.as_ref().map(|tag| &tag[..]))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("cipher_new", cipher_new),
    ("cipher_copy", cipher_copy),
    ("cipher_authenticate", cipher_authenticate),
    ("cipher_update", cipher_update),
    ("cipher_final", cipher_final),
    ("cipher_tag", cipher_tag),
];
