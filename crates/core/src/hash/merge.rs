//! Merging: taking over the entries of other Hashes.

use rutile_vm::prelude::*;

use super::{index_value, is_plain_key, receiver};
use crate::arguments::{array, hash, position};

/// Entries that are taken over before others have their turn: some ten milliseconds of work.
const PORTION: usize = 1 << 16;

/// What becomes of an entry whose key is there already.
#[derive(Clone, Copy, PartialEq)]
enum Present {
    Replace,
    Stop,
}

fn hash_merge_plain(vm: &mut Vm, args: Arguments) -> NativeResult {
    merge_from(vm, args, Present::Replace)
}

fn hash_merge_absent(vm: &mut Vm, args: Arguments) -> NativeResult {
    merge_from(vm, args, Present::Stop)
}

fn merge_from(vm: &mut Vm, args: Arguments, present: Present) -> NativeResult {
    let (target, source, start) = (hash(vm, args, 0)?, hash(vm, args, 1)?, position(vm, args, 2)?);
    if target == source && present == Present::Replace {
        return Ok(Value::NIL);
    }
    let is_open = target != source && target.iteration_level() == 0 && target.compares_by_identity() == source.compares_by_identity();
    let stop = if is_open { merge_in(vm, target, source, start, present) } else { source.next_live(start) };
    Ok(index_value(stop))
}

/// Takes entries over from `start` on, while they are no more than a portion and their keys need no Ruby to be found. Where it stopped before the end.
fn merge_in(vm: &mut Vm, target: HashRef, source: HashRef, start: usize, present: Present) -> Option<usize> {
    let by_identity = target.compares_by_identity();
    let mut next = source.next_live(start);
    while let Some(index) = next {
        let key = source.key_at(index);
        if index - start == PORTION || !by_identity && !vm.has_simple_hash(key) {
            return next;
        }
        if present == Present::Stop && vm.hash_position(target, key).flatten().is_some() {
            return next;
        }
        vm.hash_set_coded(target, source.hash_at(index), key, source.value_at(index));
        next = source.next_live(index + 1);
    }
    None
}

/// Takes over the pairs of an Array from an index on, while they are Arrays of a key and a value, and keys that need no Ruby to be kept
/// and found. Where it stopped before the end.
fn hash_store_pairs(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (hash, pairs, start) = (hash(vm, args, 0)?, array(vm, args, 1)?, position(vm, args, 2)?);
    if start == 0 && hash.is_empty() {
        vm.hash_reserve(hash, pairs.len().min(PORTION));
    }
    let end = pairs.len().min(start + PORTION);
    for index in start..end {
        let pair = pairs.get(index).as_array().filter(|pair| pair.len() == 2);
        let is_stored = pair.is_some_and(|pair| is_plain_key(vm, pair.get(0)) && vm.hash_set(hash, pair.get(0), pair.get(1)));
        if !is_stored {
            return Ok(index_value(Some(index)));
        }
    }
    Ok(index_value((end < pairs.len()).then_some(end)))
}

/// `merge` without a block.
fn hash_merge(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (hash, more) = mergeable(vm, args)?;
    let copy = vm.hash_copy_with_room(hash, more);
    vm.hash_become_like(copy, hash);
    merge_all(vm, copy, args);
    Ok(copy.value())
}

/// `update` without a block.
fn hash_update(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (hash, _) = mergeable(vm, args)?;
    if hash.is_frozen() || hash.iteration_level() > 0 {
        return Err(Exit::Fallback);
    }
    merge_all(vm, hash, args);
    Ok(hash.value())
}

fn merge_all(vm: &mut Vm, target: HashRef, args: Arguments) {
    for other in args.as_slice().iter().filter_map(|&other| HashRef::from_value(other)) {
        merge_in(vm, target, other, 0, Present::Replace);
    }
}

/// The receiver and how many entries the arguments have, where all of them are taken over at once and without Ruby: the keys are compared
/// the same way, and need none to be found.
fn mergeable(vm: &Vm, args: Arguments) -> Result<(HashRef, usize), Exit> {
    let hash = receiver(args)?;
    let (by_identity, mut more) = (hash.compares_by_identity(), 0);
    if args.count() == 0 || args.has_block() {
        return Err(Exit::Fallback);
    }
    for &other in args.as_slice() {
        let other = HashRef::from_value(other).filter(|other| *other != hash && other.compares_by_identity() == by_identity).ok_or(Exit::Fallback)?;
        if !by_identity && !other.entries().all(|(key, _)| vm.has_simple_hash(key)) {
            return Err(Exit::Fallback);
        }
        more += other.used();
    }
    if more <= PORTION { Ok((hash, more)) } else { Err(Exit::Fallback) }
}

pub const NATIVES: &[(&str, Native)] = &[
    ("hash_merge_plain", hash_merge_plain),
    ("hash_merge_absent", hash_merge_absent),
    ("hash_store_pairs", hash_store_pairs),
    ("hash_merge", hash_merge),
    ("hash_update", hash_update),
];
