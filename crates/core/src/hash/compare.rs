//! Comparing: equality, inclusion, hash codes, and entries found by their values. The natives answer where keys and values are plain.

use rutile_vm::calls::basic_operations::of;
use rutile_vm::prelude::*;

use super::keys::{self, Walk};
use super::lookup::plain_find;
use super::receiver;
use crate::array::compare::{NESTED_MAX, plain_equal};

/// The receiver and the argument where both are Hashes whose keys are compared as usual.
fn comparable(args: Arguments) -> Result<(HashRef, HashRef), Exit> {
    let hash = receiver(args)?;
    let other = args.get(0).as_hash().ok_or(Exit::Fallback)?;
    let identity = hash.compares_by_identity() || other.compares_by_identity();
    if args.count() == 1 && !identity { Ok((hash, other)) } else { Err(Exit::Fallback) }
}

fn check_equality(vm: &Vm) -> Result<(), Exit> {
    if vm.is_basic(Symbol::EQUAL, of::BUILT_IN) { Ok(()) } else { Err(Exit::Fallback) }
}

fn hash_equal(vm: &mut Vm, args: Arguments) -> NativeResult {
    check_equality(vm)?;
    let (hash, other) = comparable(args)?;
    if hash.len() == other.len() { all_in(vm, hash, other) } else { Ok(Value::FALSE) }
}

fn hash_eql(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (hash, other) = comparable(args)?;
    keys::same_entries(vm, hash, other, &mut Walk::default()).map(Value::boolean)
}

/// Whether another Hash has all entries of one.
fn all_in(vm: &Vm, hash: HashRef, other: HashRef) -> NativeResult {
    let (mut budget, mut attention) = (NESTED_MAX, Attention::default());
    for (key, value) in hash.entries() {
        attention.element(vm)?;
        let Some(index) = plain_find(vm, other, key)? else { return Ok(Value::FALSE) };
        let other = other.value_at(index);
        if value != other && !plain_equal(vm, value, other, &mut budget).ok_or(Exit::Fallback)? {
            return Ok(Value::FALSE);
        }
    }
    Ok(Value::TRUE)
}

/// `<=`: whether all our entries are in another Hash.
fn hash_within(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (hash, other) = comparable(args)?;
    within(vm, hash, other, 0)
}

fn hash_within_more(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (hash, other) = comparable(args)?;
    within(vm, hash, other, 1)
}

fn hash_has_within(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (hash, other) = comparable(args)?;
    within(vm, other, hash, 0)
}

fn hash_has_more_within(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (hash, other) = comparable(args)?;
    within(vm, other, hash, 1)
}

/// Whether all entries of `part` are in `whole`, which has at least so many more.
fn within(vm: &Vm, part: HashRef, whole: HashRef, more: usize) -> NativeResult {
    check_equality(vm)?;
    if part.len() + more <= whole.len() { all_in(vm, part, whole) } else { Ok(Value::FALSE) }
}

fn hash_hash(vm: &mut Vm, args: Arguments) -> NativeResult {
    let hash = receiver(args)?;
    if args.count() != 0 {
        return Err(Exit::Fallback);
    }
    keys::hash_code(vm, hash, &mut Walk::default()).map(Value::fixnum)
}

/// The first entry of which a part equals the argument.
fn entry_with(vm: &Vm, args: Arguments, part: fn((Value, Value)) -> Value) -> Result<Option<(Value, Value)>, Exit> {
    let hash = receiver(args)?;
    check_equality(vm)?;
    if args.count() != 1 {
        return Err(Exit::Fallback);
    }
    let (wanted, mut attention) = (args.get(0), Attention::default());
    for entry in hash.entries() {
        attention.element(vm)?;
        if plain_equal(vm, part(entry), wanted, &mut { NESTED_MAX }).ok_or(Exit::Fallback)? {
            return Ok(Some(entry));
        }
    }
    Ok(None)
}

fn hash_has_value(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(entry_with(vm, args, |(_, value)| value)?.is_some()))
}

/// `key(value)`
fn hash_key_of(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(entry_with(vm, args, |(_, value)| value)?.map_or(Value::NIL, |(key, _)| key))
}

fn hash_assoc(vm: &mut Vm, args: Arguments) -> NativeResult {
    let found = entry_with(vm, args, |(key, _)| key)?;
    Ok(found.map_or(Value::NIL, |(key, value)| vm.new_array(&[key, value]).value()))
}

fn hash_rassoc(vm: &mut Vm, args: Arguments) -> NativeResult {
    let found = entry_with(vm, args, |(_, value)| value)?;
    Ok(found.map_or(Value::NIL, |(key, value)| vm.new_array(&[key, value]).value()))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("hash_equal", hash_equal),
    ("hash_eql", hash_eql),
    ("hash_within", hash_within),
    ("hash_within_more", hash_within_more),
    ("hash_has_within", hash_has_within),
    ("hash_has_more_within", hash_has_more_within),
    ("hash_hash", hash_hash),
    ("hash_has_value", hash_has_value),
    ("hash_key_of", hash_key_of),
    ("hash_assoc", hash_assoc),
    ("hash_rassoc", hash_rassoc),
];
