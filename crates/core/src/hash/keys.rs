//! Keys that take no Ruby: their hash codes, whether two are `eql?`, and the entry of one.
//!
//! Such are the values that the machine knows (`simple_hash`), those that are known by their identity alone, and Arrays, Hashes, Structs and
//! Data of such, where their class has the core library's `hash` and `eql?`. All others are left to Ruby (`Exit::Fallback`), and so is what
//! lies deeper than `NESTED_MAX`, as what holds itself does.

use rutile_vm::object::array_key::NESTED_MAX;
use rutile_vm::prelude::*;
use rutile_vm::value::hashing::{answer_of_code, code_of_answer, combine, mix, mix_unordered, narrow, seed};

use crate::array::collection::is_core_method;
use crate::module::members::{member, members_of};

/// A way through values and what they hold.
pub struct Walk {
    budget: usize,
    attention: Attention,
}

impl Default for Walk {
    fn default() -> Self {
        Walk { budget: NESTED_MAX, attention: Attention::default() }
    }
}

impl Walk {
    fn enter(&mut self) -> Result<(), Exit> {
        self.budget = self.budget.checked_sub(1).ok_or(Exit::Fallback)?;
        Ok(())
    }
}

/// The entry of a key.
pub fn find(vm: &mut Vm, hash: HashRef, key: Value) -> Result<Option<usize>, Exit> {
    find_on(vm, hash, key, &mut Walk::default())
}

fn find_on(vm: &mut Vm, hash: HashRef, key: Value, walk: &mut Walk) -> Result<Option<usize>, Exit> {
    if let Some(found) = vm.hash_position(hash, key) {
        return Ok(found);
    }
    if hash.is_empty() {
        return Ok(None);
    }
    let code = code_of(vm, key, walk)?;
    let mut candidate = hash.find_candidate(code, None);
    while let Some(index) = candidate {
        if same(vm, key, hash.key_at(index), walk)? {
            return Ok(candidate);
        }
        candidate = hash.find_candidate(code, candidate);
    }
    Ok(None)
}

/// The code under which a Hash keeps a key that it does not compare by identity.
pub fn key_code(vm: &mut Vm, key: Value) -> Result<i64, Exit> {
    code_of(vm, key, &mut Walk::default())
}

// --- Hash codes -----------------------------------------------------------------------

/// What `Rutile.hash_code` answers: of a value as a key, or as a part of an Array or a Hash.
pub fn code_of(vm: &mut Vm, value: Value, walk: &mut Walk) -> Result<i64, Exit> {
    match value.kind() {
        Kind::Array if has_core_method(vm, value, Symbol::HASH) => {
            let array = value.as_array().ok_or(Exit::Fallback)?;
            Ok(code_of_answer(array_code(vm, array, walk)?))
        }
        Kind::Hash if has_core_method(vm, value, Symbol::HASH) => {
            let hash = value.as_hash().ok_or(Exit::Fallback)?;
            Ok(code_of_answer(hash_code(vm, hash, walk)?))
        }
        Kind::Array | Kind::Hash => Err(Exit::Fallback),
        Kind::String if !vm.has_core_method(value, Symbol::HASH) => Err(Exit::Fallback),
        Kind::Object => match members_by(vm, value, Symbol::HASH)? {
            Some(members) => Ok(code_of_answer(structure_code(vm, value, members, walk)?)),
            None => identity_code(vm, value),
        },
        _ => match vm.simple_hash(value) {
            Some(code) => Ok(code),
            None => identity_code(vm, value),
        },
    }
}

/// The `hash` of any object whose class has none of its own.
pub fn identity_hash(vm: &mut Vm, object: Value) -> i64 {
    if let Some(code) = vm.simple_hash(object).filter(|_| object.is_immediate()) {
        return answer_of_code(code);
    }
    let id = vm.id_of(object);
    narrow(mix(id as u64, vm.hash_seed))
}

/// The hash code of an object whose `hash` and `eql?` are those of any object.
fn identity_code(vm: &mut Vm, value: Value) -> Result<i64, Exit> {
    for name in [Symbol::HASH, Symbol::EQL] {
        if members_by(vm, value, name)?.is_some() {
            return Err(Exit::Fallback);
        }
    }
    Ok(code_of_answer(identity_hash(vm, value)))
}

/// `Array#hash`.
pub fn array_code(vm: &mut Vm, array: ArrayRef, walk: &mut Walk) -> Result<i64, Exit> {
    walk.enter()?;
    let mut code = seed(array.len() as i64);
    for index in 0..array.len() {
        walk.attention.element(vm)?;
        code = combine(code, code_of(vm, array.get(index), walk)?);
    }
    Ok(code)
}

/// `Hash#hash`: of the entries in any order.
pub fn hash_code(vm: &mut Vm, hash: HashRef, walk: &mut Walk) -> Result<i64, Exit> {
    walk.enter()?;
    let mut code = seed(hash.len() as i64);
    for index in 0..hash.used() {
        walk.attention.element(vm)?;
        if hash.is_live(index) {
            let pair = combine(code_of(vm, hash.key_at(index), walk)?, code_of(vm, hash.value_at(index), walk)?);
            code = mix_unordered(code, pair);
        }
    }
    Ok(code)
}

/// `hash` of a Struct or a Data: as of its members in an Array, with its class.
pub fn structure_code(vm: &mut Vm, object: Value, members: ArrayRef, walk: &mut Walk) -> Result<i64, Exit> {
    walk.enter()?;
    let mut code = seed(members.len() as i64);
    for index in 0..members.len() {
        let value = member(vm, object, members, index)?;
        code = combine(code, code_of(vm, value, walk)?);
    }
    let class = vm.class_of(object).real_class();
    Ok(combine(identity_code(vm, class.value())?, code))
}

// --- eql? -----------------------------------------------------------------------------

/// `one.eql?(other)`, of values that are the same if they are one object.
pub fn same(vm: &mut Vm, one: Value, other: Value, walk: &mut Walk) -> Result<bool, Exit> {
    if one == other {
        return Ok(true);
    }
    match one.kind() {
        Kind::Array if has_core_method(vm, one, Symbol::EQL) => match (one.as_array(), other.as_array()) {
            (Some(one), Some(other)) => same_elements(vm, one, other, walk),
            _ => Ok(false),
        },
        Kind::Hash if has_core_method(vm, one, Symbol::EQL) => match (one.as_hash(), other.as_hash()) {
            (Some(one), Some(other)) => same_entries(vm, one, other, walk),
            _ => Ok(false),
        },
        Kind::Array | Kind::Hash => Err(Exit::Fallback),
        _ if vm.has_simple_hash(one) => Ok(vm.simple_eql(one, other)),
        _ => match members_by(vm, one, Symbol::EQL)? {
            Some(members) => same_members(vm, one, other, members, walk),
            None => Ok(false), // known by its identity
        },
    }
}

/// `Array#eql?`.
pub fn same_elements(vm: &mut Vm, one: ArrayRef, other: ArrayRef, walk: &mut Walk) -> Result<bool, Exit> {
    if one.len() != other.len() {
        return Ok(false);
    }
    walk.enter()?;
    for index in 0..one.len() {
        let (own, others) = (one.get(index), other.get(index));
        if own == others {
            continue;
        }
        walk.attention.element(vm)?;
        if !same(vm, own, others, walk)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// `Hash#eql?`.
pub fn same_entries(vm: &mut Vm, one: HashRef, other: HashRef, walk: &mut Walk) -> Result<bool, Exit> {
    if one.compares_by_identity() || other.compares_by_identity() {
        return Err(Exit::Fallback);
    }
    if one.len() != other.len() {
        return Ok(false);
    }
    walk.enter()?;
    for index in 0..one.used() {
        walk.attention.element(vm)?;
        if one.is_live(index) {
            let Some(found) = find_on(vm, other, one.key_at(index), walk)? else { return Ok(false) };
            if !same(vm, one.value_at(index), other.value_at(found), walk)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// `eql?` of a Struct or a Data: of another of its class with the same members.
pub fn same_members(vm: &mut Vm, one: Value, other: Value, members: ArrayRef, walk: &mut Walk) -> Result<bool, Exit> {
    if vm.class_of(one).real_class() != vm.class_of(other).real_class() {
        return Ok(false);
    }
    walk.enter()?;
    for index in 0..members.len() {
        let (own, others) = (member(vm, one, members, index)?, member(vm, other, members, index)?);
        if !same(vm, own, others, walk)? {
            return Ok(false);
        }
    }
    Ok(true)
}

// --- Whose method answers -------------------------------------------------------------

fn has_core_method(vm: &mut Vm, value: Value, name: Symbol) -> bool {
    let class = vm.class_of(value);
    is_core_method(vm, class, name)
}

/// The members by which the core library's method answers for a Struct or a Data; none where it answers for any object by its identity.
fn members_by(vm: &mut Vm, value: Value, name: Symbol) -> Result<Option<ArrayRef>, Exit> {
    let class = vm.class_of(value);
    let method = vm.find_method(class, name).filter(|method| vm.is_core_method(*method)).ok_or(Exit::Fallback)?;
    let owner = method.owner();
    if owner == vm.classes.kernel.value() || owner == vm.classes.module.value() {
        return Ok(None);
    }
    let (home, members) = members_of(vm, class).ok_or(Exit::Fallback)?;
    if owner == below_object(vm, home).value() { Ok(Some(members)) } else { Err(Exit::Fallback) }
}

/// Struct or Data: the ancestor of a class that stands just below Object.
fn below_object(vm: &Vm, mut class: ClassRef) -> ClassRef {
    while let Some(superclass) = class.real_superclass().filter(|superclass| *superclass != vm.classes.object) {
        class = superclass;
    }
    class
}
