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
//! | `hash_copy_object(hash)` | the same of its class, with its default and variables |
//! | `hash_new_alike(hash)` | an empty Hash that compares keys the same way |
//! | `hash_merge_plain(hash, other, index)` | adds and replaces entries from `index` on; where it stopped: before a key that takes Ruby or a pause, nil at the end |
//! | `hash_reserve(hash, capacity)` | makes room (only of an empty Hash) |
//! | `hash_default(hash)`, `hash_default_proc(hash)` | the one that is set, else nil |
//! | `hash_set_default(hash, value)`, `hash_set_default_proc(hash, block)` | set it, and unset the other |
//! | `hash_by_identity(hash)`, `hash_set_by_identity(hash)` | whether keys are compared by identity |
//! | `hash_iterating(hash)`, `hash_enter(hash)`, `hash_leave(hash)` | iterations under way |
//!
//! The others are natives of methods. Plain keys are those whose hash code the
//! machine knows (`simple_hash`): numbers, Strings, Symbols, nil, true, false.

pub mod gathering;
pub mod lookup;

use rutile_vm::calls::basic_operations::of;
use rutile_vm::prelude::*;

use crate::arguments::{hash, position};
use self::lookup::{find, identity_code, plain_find};
use crate::array::compare::{NESTED_MAX, combine, element_code, folded_bits, mix_unordered, plain_equal, seed};

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
    Ok(copy_object(vm, source).value())
}

pub fn copy_object(vm: &mut Vm, source: HashRef) -> HashRef {
    let copy = vm.hash_copy(source);
    vm.hash_become_like(copy, source);
    copy
}

fn hash_new_alike(vm: &mut Vm, args: Arguments) -> NativeResult {
    let source = hash(vm, args, 0)?;
    let table = vm.new_hash(0);
    table.set_compares_by_identity(source.compares_by_identity());
    Ok(table.value())
}

/// Entries that are taken over before others have their turn: some ten milliseconds of work.
const PORTION: usize = 1 << 16;

fn hash_merge_plain(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (target, source, start) = (hash(vm, args, 0)?, hash(vm, args, 1)?, position(vm, args, 2)?);
    if target == source {
        return Ok(Value::NIL);
    }
    let is_open = target.iteration_level() == 0 && target.compares_by_identity() == source.compares_by_identity();
    let stop = if is_open { merge_in(vm, target, source, start) } else { source.next_live(start) };
    Ok(index_value(stop))
}

/// Takes entries over from `start` on, while they are no more than a portion and their keys need no Ruby to be found. Where it stopped before the end.
fn merge_in(vm: &mut Vm, target: HashRef, source: HashRef, start: usize) -> Option<usize> {
    let by_identity = target.compares_by_identity();
    let mut next = source.next_live(start);
    while let Some(index) = next {
        let key = source.key_at(index);
        if index - start == PORTION || !by_identity && !vm.has_simple_hash(key) {
            return next;
        }
        vm.hash_set_coded(target, source.hash_at(index), key, source.value_at(index));
        next = source.next_live(index + 1);
    }
    None
}

/// `merge` of one Hash, without a block.
fn hash_merge(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (hash, other) = mergeable(vm, args)?;
    let copy = vm.hash_copy_with_room(hash, other.len());
    vm.hash_become_like(copy, hash);
    merge_in(vm, copy, other, 0);
    Ok(copy.value())
}

/// `update` with one Hash, without a block.
fn hash_update(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (hash, other) = mergeable(vm, args)?;
    if hash.is_frozen() || hash.iteration_level() > 0 {
        return Err(Exit::Fallback);
    }
    merge_in(vm, hash, other, 0);
    Ok(hash.value())
}

/// Both, where all entries are taken over at once and without Ruby: the keys are compared the same way, and need none to be found.
fn mergeable(vm: &Vm, args: Arguments) -> Result<(HashRef, HashRef), Exit> {
    let is_alone = args.count() == 1 && !args.has_block();
    let other = HashRef::from_value(args.get(0)).filter(|other| is_alone && other.used() <= PORTION).ok_or(Exit::Fallback)?;
    let (hash, by_identity) = (receiver(args)?, other.compares_by_identity());
    let is_plain = by_identity || other.entries().all(|(key, _)| vm.has_simple_hash(key));
    if hash.compares_by_identity() == by_identity && is_plain { Ok((hash, other)) } else { Err(Exit::Fallback) }
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
        let code = identity_code(vm, key)?;
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
    Ok(vm.array_collected(hash.len(), hash.entries().map(|(key, _)| key)).value())
}

fn hash_values(vm: &mut Vm, args: Arguments) -> NativeResult {
    let hash = receiver(args)?;
    if args.count() != 0 {
        return Err(Exit::Fallback);
    }
    Ok(vm.array_collected(hash.len(), hash.entries().map(|(_, value)| value)).value())
}

/// Whether a Hash keeps a copy of a key in its class's own way.
fn is_plain_key(vm: &Vm, key: Value) -> bool {
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
    let copy = copy_object(vm, hash);
    for index in 0..copy.used() {
        if copy.is_live(index) && copy.value_at(index).is_nil() {
            vm.hash_delete_at(copy, index);
        }
    }
    Ok(copy.value())
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

/// The receiver and the argument where both are Hashes whose keys are compared as usual.
fn comparable(vm: &Vm, args: Arguments) -> Result<(HashRef, HashRef), Exit> {
    let hash = receiver(args)?;
    let other = args.get(0).as_hash().ok_or(Exit::Fallback)?;
    let identity = hash.compares_by_identity() || other.compares_by_identity();
    if args.count() != 1 || !vm.is_basic(Symbol::EQUAL, of::BUILT_IN) || identity {
        return Err(Exit::Fallback);
    }
    Ok((hash, other))
}

fn hash_equal(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (hash, other) = comparable(vm, args)?;
    if hash.len() != other.len() {
        return Ok(Value::FALSE);
    }
    all_in(vm, hash, other)
}

/// Whether another Hash has all entries of one.
fn all_in(vm: &Vm, hash: HashRef, other: HashRef) -> NativeResult {
    let (mut budget, mut attention) = (NESTED_MAX, Attention::default());
    for (key, value) in hash.entries() {
        attention.element(vm)?;
        let Some(index) = plain_find(vm, other, key)? else { return Ok(Value::FALSE) };
        match plain_equal(vm, value, other.value_at(index), &mut budget) {
            Some(true) => {}
            Some(false) => return Ok(Value::FALSE),
            None => return Err(Exit::Fallback),
        }
    }
    Ok(Value::TRUE)
}

/// `<=`: whether all our entries are in another Hash.
fn hash_within(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (hash, other) = comparable(vm, args)?;
    if hash.len() > other.len() {
        return Ok(Value::FALSE);
    }
    all_in(vm, hash, other)
}

/// Hash codes of keys and values, in any order: as `Hash#hash` makes it of those that only Ruby has codes for.
fn hash_hash(vm: &mut Vm, args: Arguments) -> NativeResult {
    let hash = receiver(args)?;
    if args.count() != 0 {
        return Err(Exit::Fallback);
    }
    let (mut budget, mut attention) = (NESTED_MAX, Attention::default());
    let mut code = seed(hash.len() as i64);
    for (key, value) in hash.entries() {
        attention.element(vm)?;
        let pair = combine(plain_code(vm, key, &mut budget)?, plain_code(vm, value, &mut budget)?);
        code = mix_unordered(code, pair);
    }
    Ok(Value::fixnum(code))
}

fn plain_code(vm: &Vm, value: Value, budget: &mut usize) -> Result<i64, Exit> {
    element_code(vm, value, budget).ok_or(Exit::Fallback)
}

pub const NATIVES: &[(&str, Native)] = &[
    ("hash_within", hash_within),
    ("hash_hash", hash_hash),
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
    ("hash_merge_plain", hash_merge_plain),
    ("hash_merge", hash_merge),
    ("hash_update", hash_update),
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
    ("hash_values_at", hash_values_at),
    ("hash_invert", hash_invert),
    ("hash_keys", hash_keys),
    ("hash_values", hash_values),
    ("hash_equal", hash_equal),
];
