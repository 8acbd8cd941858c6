//! Finding entries.

use rutile_vm::prelude::*;

use super::keys::find;
use super::{index_value, receiver};
use crate::array::collection::is_core_method;

/// The entry of a plain key.
pub fn plain_find(vm: &Vm, hash: HashRef, key: Value) -> Result<Option<usize>, Exit> {
    vm.hash_position(hash, key).ok_or(Exit::Fallback)
}

/// Whether nothing is found under a key that has no entry but the default which is set.
fn has_plain_default(vm: &mut Vm, hash: HashRef) -> bool {
    !hash.has_default_proc() && defaults_as_the_core(vm, hash)
}

fn defaults_as_the_core(vm: &mut Vm, hash: HashRef) -> bool {
    let class = vm.class_of(hash.value());
    class == vm.classes.hash || vm.find_method(class, Symbol::DEFAULT_KEY).is_some_and(|method| vm.is_core_method(method))
}

/// `hash_block_for_missing(hash, key)`: the block that says what stands under a key that has no entry; nil where there is none, or
/// where it takes Ruby to know.
fn hash_block_for_missing(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(hash) = HashRef::from_value(args.get(0)).filter(|hash| hash.has_default_proc()) else { return Ok(Value::NIL) };
    let is_missing = matches!(find(vm, hash, args.get(1)), Ok(None)) && defaults_as_the_core(vm, hash);
    Ok(if is_missing { hash.default() } else { Value::NIL })
}

/// `__find(key)`
fn hash_place(vm: &mut Vm, args: Arguments) -> NativeResult {
    let hash = receiver(args)?;
    find(vm, hash, args.get(0)).map(index_value)
}

fn hash_aref(vm: &mut Vm, args: Arguments) -> NativeResult {
    let hash = receiver(args)?;
    if args.count() != 1 {
        return Err(Exit::Fallback);
    }
    if let Some(index) = find(vm, hash, args.get(0))? {
        return Ok(hash.value_at(index));
    }
    if has_plain_default(vm, hash) { Ok(hash.default()) } else { Err(Exit::Fallback) }
}

fn hash_fetch(vm: &mut Vm, args: Arguments) -> NativeResult {
    let hash = receiver(args)?;
    let has_default = args.count() == 2 && !args.has_block();
    if args.count() != 1 && !has_default {
        return Err(Exit::Fallback);
    }
    let found = find(vm, hash, args.get(0))?.map(|index| hash.value_at(index));
    found.or(has_default.then(|| args.get(1))).ok_or(Exit::Fallback)
}

fn hash_has_key(vm: &mut Vm, args: Arguments) -> NativeResult {
    let hash = receiver(args)?;
    if args.count() != 1 {
        return Err(Exit::Fallback);
    }
    Ok(Value::boolean(find(vm, hash, args.get(0))?.is_some()))
}

/// `dig` through plain Hashes and Arrays whose `dig` is the core's own.
pub fn dig(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (first, others) = args.as_slice().split_first().ok_or(Exit::Fallback)?;
    let value = element(vm, args.receiver(), *first)?;
    dig_further(vm, value, others)
}

/// The same from a value that `dig` found.
pub fn dig_further(vm: &mut Vm, value: Value, keys: &[Value]) -> NativeResult {
    let mut value = value;
    for &key in keys {
        if value.is_nil() {
            return Ok(Value::NIL);
        }
        let class = vm.class_of(value);
        let is_plain = class == vm.classes.hash || class == vm.classes.array;
        if !is_plain || !is_core_method(vm, class, Symbol::DIG) {
            return Err(Exit::Fallback);
        }
        value = element(vm, value, key)?;
    }
    Ok(value)
}

fn element(vm: &mut Vm, value: Value, key: Value) -> NativeResult {
    if let Some(array) = value.as_array() {
        let index = key.as_fixnum().ok_or(Exit::Fallback)?;
        let index = if index < 0 { index + array.len() as i64 } else { index };
        return Ok(usize::try_from(index).ok().filter(|&index| index < array.len()).map_or(Value::NIL, |index| array.get(index)));
    }
    let hash = value.as_hash().ok_or(Exit::Fallback)?;
    match find(vm, hash, key)? {
        Some(index) => Ok(hash.value_at(index)),
        None if has_plain_default(vm, hash) => Ok(hash.default()),
        None => Err(Exit::Fallback),
    }
}

pub const NATIVES: &[(&str, Native)] = &[
    ("hash_place", hash_place),
    ("hash_aref", hash_aref),
    ("hash_block_for_missing", hash_block_for_missing),
    ("hash_fetch", hash_fetch),
    ("hash_has_key", hash_has_key),
    ("hash_dig", dig),
    ("array_dig", dig),
];
