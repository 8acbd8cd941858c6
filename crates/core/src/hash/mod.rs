//! Hash: entries by position, and the natives for plain keys.
//!
//! Called as `Primitive.name(...)`. An index is an entry's position; positions stay
//! while the Hash is iterated. None checks for frozen Hashes.
//!
//! | primitive | does |
//! |---|---|
//! | `hash_size(hash)` | the number of entries |
//! | `hash_next_index(hash, index)` | the first entry at or after `index`, nil beyond the last |
//! | `hash_key_at(hash, index)`, `hash_value_at(hash, index)` | its parts, nil if it was removed |
//! | `hash_set_value_at(hash, index, value)` | changes the value |
//! | `hash_delete_at(hash, index)` | removes the entry |
//! | `hash_find(hash, code, after)` | the next entry with this hash code; `after` is nil or the last one found |
//! | `hash_find_identical(hash, key)` | the entry of this very object (Hashes that compare by identity) |
//! | `hash_own_key(key)` | the key as a Hash keeps it: a String is copied and frozen |
//! | `hash_append(hash, code, key, value)` | adds an entry whose key is not there |
//! | `hash_append_identical(hash, key, value)` | the same where keys are compared by identity |
//! | `hash_append_entry(hash, other, index)` | adds an entry of another Hash, code and all |
//! | `hash_clear(hash)`, `hash_replace(hash, other)` | removes all entries; takes over those of `other` |
//! | `hash_copy(hash)` | a plain Hash of the same entries |
//! | `hash_copy_object(hash, more)` | the same of its class, with its default and variables, and room for so many entries more |
//! | `hash_new_alike(hash)` | an empty Hash that compares keys the same way |
//! | `hash_merge_plain(hash, other, index)` | adds and replaces entries from `index` on; where it stopped: before a key that takes Ruby or a pause, nil at the end |
//! | `hash_merge_absent(hash, other, index)` | the same, but it stops also before a key that is there already |
//! | `hash_store_pairs(hash, pairs, index)` | adds the pairs of an Array from `index` on; where it stopped, as above |
//! | `hash_reserve(hash, capacity)` | makes room (only of an empty Hash) |
//! | `hash_default(hash)`, `hash_default_proc(hash)` | the one that is set, else nil |
//! | `hash_set_default(hash, value)`, `hash_set_default_proc(hash, block)` | set it, and unset the other |
//! | `hash_by_identity(hash)`, `hash_set_by_identity(hash)` | whether keys are compared by identity |
//! | `hash_iterating(hash)`, `hash_enter(hash)`, `hash_leave(hash)` | iterations under way |
//!
//! The others are natives of methods. Plain keys are those whose hash code the
//! machine knows (`simple_hash`): numbers, Strings, Symbols, nil, true, false.

pub mod compare;
pub mod gathering;
pub mod keys;
pub mod lookup;
pub mod merge;

use rutile_vm::prelude::*;

use crate::arguments::{hash, position};
use self::keys::{find, key_code};
use self::lookup::plain_find;
use crate::array::compare::folded_bits;

pub(crate) fn receiver(args: Arguments) -> Result<HashRef, Exit> {
    args.receiver().as_hash().ok_or(Exit::Fallback)
}

/// An index as Ruby sees it.
pub(crate) fn index_value(index: Option<usize>) -> Value {
    index.map_or(Value::NIL, |index| Value::fixnum(index as i64))
}

// --- Entries --------------------------------------------------------------------------

fn hash_size(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::fixnum(hash(vm, args, 0)?.len() as i64))
}

/// `to_a`: an Array for each entry.
fn hash_to_a(vm: &mut Vm, args: Arguments) -> NativeResult {
    let hash = receiver(args)?;
    if args.count() != 0 {
        return Err(Exit::Fallback);
    }
    let pairs = vm.array_with_capacity(hash.len());
    let mut attention = Attention::default();
    for index in 0..hash.used() {
        attention.element(vm)?;
        if hash.is_live(index) {
            let pair = vm.new_array(&[hash.key_at(index), hash.value_at(index)]);
            vm.array_push(pairs, pair.value());
        }
    }
    Ok(pairs.value())
}

fn hash_set_value_at(vm: &mut Vm, args: Arguments) -> NativeResult {
    let hash = hash(vm, args, 0)?;
    let index = position(vm, args, 1)?;
    if hash.is_live(index) {
        vm.hash_set_value_at(hash, index, args.get(2));
    }
    Ok(args.get(2))
}

fn hash_delete_at(vm: &mut Vm, args: Arguments) -> NativeResult {
    let hash = hash(vm, args, 0)?;
    let index = position(vm, args, 1)?;
    if hash.is_live(index) {
        vm.hash_delete_at(hash, index);
    }
    Ok(Value::NIL)
}

// --- Finding --------------------------------------------------------------------------

fn hash_find(vm: &mut Vm, args: Arguments) -> NativeResult {
    let hash = hash(vm, args, 0)?;
    let code = folded_bits(vm, args.get(1));
    let after = args.get(2).as_fixnum().map(|index| index as usize);
    Ok(index_value(hash.find_candidate(code, after)))
}

fn hash_find_identical(vm: &mut Vm, args: Arguments) -> NativeResult {
    let hash = hash(vm, args, 0)?;
    Ok(index_value(vm.hash_position(hash, args.get(1)).flatten()))
}

// --- Adding ---------------------------------------------------------------------------

fn hash_own_key(vm: &mut Vm, args: Arguments) -> NativeResult {
    let key = args.get(0);
    let Some(string) = StringRef::from_value(key) else { return Ok(key) };
    let code = vm.text_hash(string.bytes(), string.encoding());
    let table = vm.new_hash(0);
    Ok(vm.hash_key(table, code, key))
}

fn hash_append(vm: &mut Vm, args: Arguments) -> NativeResult {
    let hash = hash(vm, args, 0)?;
    let code = folded_bits(vm, args.get(1));
    vm.hash_append(hash, code, args.get(2), args.get(3));
    Ok(Value::NIL)
}

fn hash_append_identical(vm: &mut Vm, args: Arguments) -> NativeResult {
    let hash = hash(vm, args, 0)?;
    if let Some(code) = vm.hash_code_for(hash, args.get(1)) {
        vm.hash_append(hash, code, args.get(1), args.get(2));
    }
    Ok(Value::NIL)
}

fn hash_append_entry(vm: &mut Vm, args: Arguments) -> NativeResult {
    let target = hash(vm, args, 0)?;
    let source = hash(vm, args, 1)?;
    let index = position(vm, args, 2)?;
    if source.is_live(index) {
        vm.hash_append_entry(target, source, index);
    }
    Ok(Value::NIL)
}

fn hash_clear(vm: &mut Vm, args: Arguments) -> NativeResult {
    let hash = hash(vm, args, 0)?;
    vm.hash_clear(hash);
    Ok(hash.value())
}

fn hash_replace(vm: &mut Vm, args: Arguments) -> NativeResult {
    let target = hash(vm, args, 0)?;
    let source = hash(vm, args, 1)?;
    if target == source {
        return Ok(target.value());
    }
    vm.hash_clear(target);
    target.set_compares_by_identity(source.compares_by_identity());
    vm.hash_take_entries(target, source);
    Ok(target.value())
}

/// `rehash` where all keys have codes that take no Ruby.
fn hash_rehash(vm: &mut Vm, args: Arguments) -> NativeResult {
    let hash = receiver(args)?;
    let is_plain = args.count() == 0 && !hash.is_frozen() && hash.iteration_level() == 0 && !hash.is_weak();
    if !is_plain || hash.compares_by_identity() {
        return Err(Exit::Fallback);
    }
    let (anew, mut attention) = (vm.new_hash(hash.len()), Attention::default());
    for index in 0..hash.used() {
        attention.element(vm)?;
        if hash.is_live(index) {
            let (key, value) = (hash.key_at(index), hash.value_at(index));
            let code = vm.simple_hash(key).ok_or(Exit::Fallback)?;
            match anew.find(code, |known| vm.simple_eql(key, known)) {
                Some(position) => vm.hash_set_value_at(anew, position, value),
                None => vm.hash_append(anew, code, key, value),
            }
        }
    }
    vm.hash_clear(hash);
    vm.hash_take_entries(hash, anew);
    Ok(hash.value())
}

fn hash_copy(vm: &mut Vm, args: Arguments) -> NativeResult {
    let source = hash(vm, args, 0)?;
    Ok(vm.hash_copy(source).value())
}

fn hash_copy_object(vm: &mut Vm, args: Arguments) -> NativeResult {
    let source = hash(vm, args, 0)?;
    let more = if args.count() > 1 { position(vm, args, 1)? } else { 0 };
    Ok(copy_object(vm, source, more).value())
}

pub fn copy_object(vm: &mut Vm, source: HashRef, more: usize) -> HashRef {
    let copy = vm.hash_copy_with_room(source, more);
    vm.hash_become_like(copy, source);
    copy
}

fn hash_new_alike(vm: &mut Vm, args: Arguments) -> NativeResult {
    let source = hash(vm, args, 0)?;
    let table = vm.new_hash(0);
    table.set_compares_by_identity(source.compares_by_identity());
    Ok(table.value())
}

fn hash_reserve(vm: &mut Vm, args: Arguments) -> NativeResult {
    let hash = hash(vm, args, 0)?;
    let wanted = position(vm, args, 1)?;
    vm.check_allocation(wanted.saturating_mul(32))?;
    let capacity = wanted.min(1 << 20);
    if hash.is_empty() {
        vm.hash_reserve(hash, capacity);
    }
    Ok(Value::NIL)
}

// --- Defaults and flags ---------------------------------------------------------------

fn hash_default(vm: &mut Vm, args: Arguments) -> NativeResult {
    let hash = hash(vm, args, 0)?;
    Ok(if hash.has_default_proc() { Value::NIL } else { hash.default() })
}

fn hash_default_proc(vm: &mut Vm, args: Arguments) -> NativeResult {
    let hash = hash(vm, args, 0)?;
    Ok(if hash.has_default_proc() { hash.default() } else { Value::NIL })
}

/// `Hash#initialize` without a block.
fn hash_initialize(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(hash) = HashRef::from_value(args.receiver()).filter(|_| args.count() <= 1 && !args.has_block()) else { return Err(Exit::Fallback) };
    vm.check_frozen(hash.value())?;
    let default = if args.count() == 0 { Value::NIL } else { args.get(0) };
    vm.hash_set_default(hash, default, false);
    Ok(hash.value())
}

fn hash_set_default(vm: &mut Vm, args: Arguments) -> NativeResult {
    let hash = hash(vm, args, 0)?;
    vm.hash_set_default(hash, args.get(1), false);
    Ok(args.get(1))
}

fn hash_set_default_proc(vm: &mut Vm, args: Arguments) -> NativeResult {
    let hash = hash(vm, args, 0)?;
    vm.hash_set_default(hash, args.get(1), true);
    Ok(args.get(1))
}

fn hash_by_identity(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(hash(vm, args, 0)?.compares_by_identity()))
}

fn hash_set_by_identity(vm: &mut Vm, args: Arguments) -> NativeResult {
    hash(vm, args, 0)?.set_compares_by_identity(true);
    Ok(Value::NIL)
}

fn hash_iterating(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(hash(vm, args, 0)?.iteration_level() > 0))
}

fn hash_enter(vm: &mut Vm, args: Arguments) -> NativeResult {
    hash(vm, args, 0)?.change_iteration_level(1);
    Ok(Value::NIL)
}

fn hash_leave(vm: &mut Vm, args: Arguments) -> NativeResult {
    hash(vm, args, 0)?.change_iteration_level(-1);
    Ok(Value::NIL)
}

// --- Natives of methods ---------------------------------------------------------------

fn hash_aset(vm: &mut Vm, args: Arguments) -> NativeResult {
    let hash = receiver(args)?;
    let (key, value) = (args.get(0), args.get(1));
    if args.count() != 2 || hash.is_frozen() {
        return Err(Exit::Fallback);
    }
    if let Some(index) = find(vm, hash, key)? {
        vm.hash_set_value_at(hash, index, value);
        return Ok(value);
    }
    if hash.iteration_level() > 0 || !is_plain_key(vm, key) {
        return Err(Exit::Fallback);
    }
    if !vm.hash_set(hash, key, value) {
        let code = key_code(vm, key)?;
        vm.hash_append(hash, code, key, value);
    }
    Ok(value)
}

fn hash_delete(vm: &mut Vm, args: Arguments) -> NativeResult {
    let hash = receiver(args)?;
    if args.count() != 1 || args.has_block() || hash.is_frozen() {
        return Err(Exit::Fallback);
    }
    let Some(index) = find(vm, hash, args.get(0))? else { return Ok(Value::NIL) };
    let value = hash.value_at(index);
    vm.hash_delete_at(hash, index);
    Ok(value)
}

fn hash_length(_vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.count() != 0 {
        return Err(Exit::Fallback);
    }
    Ok(Value::fixnum(receiver(args)?.len() as i64))
}

fn hash_is_empty(_vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.count() != 0 {
        return Err(Exit::Fallback);
    }
    Ok(Value::boolean(receiver(args)?.is_empty()))
}

fn hash_keys(vm: &mut Vm, args: Arguments) -> NativeResult {
    let hash = receiver(args)?;
    if args.count() != 0 {
        return Err(Exit::Fallback);
    }
    Ok(vm.hash_keys(hash).value())
}

fn hash_values(vm: &mut Vm, args: Arguments) -> NativeResult {
    let hash = receiver(args)?;
    if args.count() != 0 {
        return Err(Exit::Fallback);
    }
    Ok(vm.hash_values(hash).value())
}

/// Whether a Hash keeps a copy of a key in its class's own way.
pub(crate) fn is_plain_key(vm: &Vm, key: Value) -> bool {
    !key.is_kind(Kind::String) || vm.class_of(key) == vm.classes.string
}

fn hash_slice(vm: &mut Vm, args: Arguments) -> NativeResult {
    let hash = receiver(args)?;
    let slice = vm.new_hash(args.count());
    slice.set_compares_by_identity(hash.compares_by_identity());
    for index in 0..args.count() {
        let key = args.get(index);
        let Some(found) = plain_find(vm, hash, key)? else { continue };
        if !is_plain_key(vm, key) {
            return Err(Exit::Fallback);
        }
        vm.hash_set(slice, key, hash.value_at(found));
    }
    Ok(slice.value())
}

fn hash_except(vm: &mut Vm, args: Arguments) -> NativeResult {
    let hash = receiver(args)?;
    let rest = vm.hash_copy(hash);
    for index in 0..args.count() {
        if let Some(found) = plain_find(vm, rest, args.get(index))? {
            vm.hash_delete_at(rest, found);
        }
    }
    Ok(rest.value())
}

fn hash_compact(vm: &mut Vm, args: Arguments) -> NativeResult {
    let hash = receiver(args)?;
    if args.count() != 0 {
        return Err(Exit::Fallback);
    }
    let copy = copy_object(vm, hash, 0);
    drop_nils(vm, copy);
    Ok(copy.value())
}

/// `compact!`
fn hash_drop_nils(vm: &mut Vm, args: Arguments) -> NativeResult {
    let hash = receiver(args)?;
    if args.count() != 0 || hash.is_frozen() {
        return Err(Exit::Fallback);
    }
    let before = hash.len();
    drop_nils(vm, hash);
    Ok(if hash.len() < before { hash.value() } else { Value::NIL })
}

fn drop_nils(vm: &mut Vm, hash: HashRef) {
    for index in hash.first()..hash.used() {
        if hash.is_live(index) && hash.value_at(index).is_nil() {
            vm.hash_delete_at(hash, index);
        }
    }
}

fn hash_values_at(vm: &mut Vm, args: Arguments) -> NativeResult {
    let hash = receiver(args)?;
    let has_plain_default = !hash.has_default_proc() && vm.class_of(hash.value()) == vm.classes.hash;
    let values = vm.array_with_capacity(args.count());
    for index in 0..args.count() {
        let value = match plain_find(vm, hash, args.get(index))? {
            Some(found) => hash.value_at(found),
            None if has_plain_default => hash.default(),
            None => return Err(Exit::Fallback),
        };
        vm.array_push(values, value);
    }
    Ok(values.value())
}

fn hash_invert(vm: &mut Vm, args: Arguments) -> NativeResult {
    let hash = receiver(args)?;
    if args.count() != 0 {
        return Err(Exit::Fallback);
    }
    let (inverse, mut attention) = (vm.new_hash(hash.len()), Attention::default());
    for index in hash.first()..hash.used() {
        attention.element(vm)?;
        if hash.is_live(index) {
            let (key, value) = (hash.key_at(index), hash.value_at(index));
            if !is_plain_key(vm, value) || !vm.hash_set(inverse, value, key) {
                return Err(Exit::Fallback);
            }
        }
    }
    Ok(inverse.value())
}

pub const NATIVES: &[(&str, Native)] = &[
    ("hash_size", hash_size),
    ("hash_to_a", hash_to_a),
    ("hash_set_value_at", hash_set_value_at),
    ("hash_delete_at", hash_delete_at),
    ("hash_find", hash_find),
    ("hash_find_identical", hash_find_identical),
    ("hash_own_key", hash_own_key),
    ("hash_append", hash_append),
    ("hash_append_identical", hash_append_identical),
    ("hash_append_entry", hash_append_entry),
    ("hash_clear", hash_clear),
    ("hash_replace", hash_replace),
    ("hash_rehash", hash_rehash),
    ("hash_copy", hash_copy),
    ("hash_copy_object", hash_copy_object),
    ("hash_new_alike", hash_new_alike),
    ("hash_reserve", hash_reserve),
    ("hash_default", hash_default),
    ("hash_default_proc", hash_default_proc),
    ("hash_initialize", hash_initialize),
    ("hash_set_default", hash_set_default),
    ("hash_set_default_proc", hash_set_default_proc),
    ("hash_by_identity", hash_by_identity),
    ("hash_set_by_identity", hash_set_by_identity),
    ("hash_iterating", hash_iterating),
    ("hash_enter", hash_enter),
    ("hash_leave", hash_leave),
    ("hash_aset", hash_aset),
    ("hash_delete", hash_delete),
    ("hash_length", hash_length),
    ("hash_is_empty", hash_is_empty),
    ("hash_slice", hash_slice),
    ("hash_except", hash_except),
    ("hash_compact", hash_compact),
    ("hash_drop_nils", hash_drop_nils),
    ("hash_values_at", hash_values_at),
    ("hash_invert", hash_invert),
    ("hash_keys", hash_keys),
    ("hash_values", hash_values),
];
