//! Hashes that are made of the elements of something else.
//!
//! They decline where a key takes Ruby to be found, having changed nothing but a Hash nobody sees. `gather_counts` and `gather_once`
//! begin blocks of `core/enumerable/gathering.rb`: the receiver is the Hash, the argument one element.
//! `Primitive.add_once(hash, key, value)` stands for `Rutile.add_once`.

use rutile_vm::prelude::*;

use super::is_plain_key;
use super::keys::{find, key_code};
use crate::array::collection::is_core_method;
use crate::range;

/// Counts an element.
fn count(vm: &mut Vm, counts: HashRef, element: Value) -> Result<(), Exit> {
    let Some(found) = find(vm, counts, element)? else { return append(vm, counts, element, Value::fixnum(1)) };
    let count = counts.value_at(found).as_fixnum().and_then(|count| Value::try_fixnum(count + 1)).ok_or(Exit::Fallback)?;
    vm.hash_set_value_at(counts, found, count);
    Ok(())
}

/// Adds an entry under a key that is in none, and stays the object that it is.
fn append(vm: &mut Vm, hash: HashRef, key: Value, value: Value) -> Result<(), Exit> {
    let code = match vm.hash_code_for(hash, key) {
        Some(code) => code,
        None => key_code(vm, key)?,
    };
    vm.hash_append(hash, code, key, value);
    Ok(())
}

/// `tally` of an Array, or of a Range of small Integers: how often each element is there.
fn tally(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = vm.class_of(args.receiver());
    if args.count() != 0 || !is_core_method(vm, class, Symbol::EACH) {
        return Err(Exit::Fallback);
    }
    let counts = vm.new_hash(0);
    let mut attention = Attention::default();
    if let Some((first, last)) = range::integers(vm, args.receiver()) {
        for integer in first..=last {
            attention.element(vm)?;
            count(vm, counts, Value::fixnum(integer))?;
        }
        return Ok(counts.value());
    }
    let array = args.receiver().as_array().ok_or(Exit::Fallback)?;
    for index in 0..array.len() {
        attention.element(vm)?;
        count(vm, counts, array.get(index))?;
    }
    Ok(counts.value())
}

/// The Hash that gathers, if an entry may be added to it.
fn gatherer(vm: &Vm, args: Arguments) -> Result<HashRef, Exit> {
    let hash = args.receiver().as_hash().ok_or(Exit::Fallback)?;
    let is_open = !hash.is_frozen() && hash.iteration_level() == 0 && vm.class_of(hash.value()) == vm.classes.hash;
    if is_open { Ok(hash) } else { Err(Exit::Fallback) }
}

fn gather_counts(vm: &mut Vm, args: Arguments) -> NativeResult {
    let counts = gatherer(vm, args)?;
    count(vm, counts, args.get(0))?;
    Ok(Value::NIL)
}

fn gather_once(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (seen, element) = (gatherer(vm, args)?, args.get(0));
    if find(vm, seen, element)?.is_none() {
        append(vm, seen, element, element)?;
    }
    Ok(Value::NIL)
}

/// Keeps a value under a key, unless the key is there.
fn add_once(vm: &mut Vm, args: Arguments) -> NativeResult {
    let table = args.get(0).as_hash().ok_or(Exit::Fallback)?;
    if find(vm, table, args.get(1))?.is_none() {
        append(vm, table, args.get(1), args.get(2))?;
    }
    Ok(Value::NIL)
}

/// `to_h` of an Array of Arrays of two, without a block.
fn array_to_h(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = args.receiver().as_array().filter(|_| args.count() == 0 && !args.has_block()).ok_or(Exit::Fallback)?;
    let hash = vm.new_hash(array.len());
    let mut attention = Attention::default();
    for index in 0..array.len() {
        attention.element(vm)?;
        let pair = array.get(index).as_array().filter(|pair| pair.len() == 2).ok_or(Exit::Fallback)?;
        let (key, value) = (pair.get(0), pair.get(1));
        if !is_plain_key(vm, key) || !vm.hash_set(hash, key, value) {
            return Err(Exit::Fallback);
        }
    }
    Ok(hash.value())
}

pub const NATIVES: &[(&str, Native)] = &[
    ("tally", tally),
    ("gather_counts", gather_counts),
    ("gather_once", gather_once),
    ("add_once", add_once),
    ("array_to_h", array_to_h),
];
