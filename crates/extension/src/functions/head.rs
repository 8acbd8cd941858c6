//! The heads of objects, as C code sees them: flags and class.
//!
//! An object with data of the extension's keeps the extension's flags in a word of its cell, until its head is asked for by address (`RBASIC`). From then on
//! they stand in a head of its own, outside of the heap, where C code may write them; it goes with the object.
//!
//! ```text
//!   cell: | header | flags | type | 1 | data |         flags, of which the lowest bit is clear
//!   cell: | header |   *---+-|-----                    or the address of a head with that bit set
//!                      +--> | flags | class |
//! ```

use std::ffi::c_int;

use rutile_vm::object::data::DataRef;
use rutile_vm::prelude::*;

use crate::define::functions;
use crate::state::state;

/// `struct RBasic`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Basic {
    flags: u64,
    class: Value,
}

/// Heads of other objects that C code may have at one time.
const MOST_PICTURES: usize = 8;

/// Pictures of heads, drawn over in turns.
pub struct Pictures {
    heads: Box<[Basic; MOST_PICTURES]>,
    next: usize,
}

impl Default for Pictures {
    fn default() -> Pictures {
        Pictures { heads: Box::new([Basic { flags: 0, class: Value::NIL }; MOST_PICTURES]), next: 0 }
    }
}

impl Pictures {
    fn draw(&mut self, head: Basic) -> *mut Basic {
        let place = &mut self.heads[self.next];
        self.next = (self.next + 1) % MOST_PICTURES;
        *place = head;
        place
    }
}

/// In the word of flags: the rest is the address of a head.
const ELSEWHERE: u64 = 1;

/// The head of an object, once it has one.
fn head_of(object: DataRef) -> Option<*mut Basic> {
    let word = object.flags();
    (word & ELSEWHERE != 0).then_some((word & !ELSEWHERE) as *mut Basic)
}

/// The flags that are the extension's.
fn user_flags(object: DataRef) -> u64 {
    match head_of(object) {
        // SAFETY: it lives as long as the object.
        Some(head) => unsafe { (*head).flags & USER_FLAGS },
        None => object.flags(),
    }
}

fn set_user_flags(object: DataRef, flags: u64) {
    match head_of(object) {
        // SAFETY: as above; the other flags are drawn when they are asked for.
        Some(head) => unsafe { (*head).flags = flags & USER_FLAGS },
        None => object.set_flags(flags & USER_FLAGS),
    }
}

/// The head that an object has from now on, for C code to write its flags there.
fn own_head(object: DataRef) -> *mut Basic {
    if let Some(head) = head_of(object) {
        return head;
    }
    let head = Box::into_raw(Box::new(Basic { flags: object.flags(), class: Value::NIL }));
    object.set_flags(head as u64 | ELSEWHERE);
    head
}

/// Gives the head of a dead object back.
pub fn free(object: DataRef) {
    if let Some(head) = head_of(object) {
        // SAFETY: `own_head` made it, and the object is read no more.
        drop(unsafe { Box::from_raw(head) });
    }
}

functions! {
    fn rutile_flags(vm, value: Value) -> usize {
        let kind = super::object::type_of(vm, value) as usize;
        let user = DataRef::from_value(value).map_or(0, |object| user_flags(object) as usize);
        Ok(kind | user | own_flags(vm, value) | if vm.is_frozen(value) { FROZEN } else { 0 })
    }

    fn rutile_basic(vm, value: Value) -> *mut Basic {
        let drawn = Basic { flags: rutile_flags(value) as u64, class: super::object::rb_class_of(value) };
        let Some(object) = DataRef::from_value(value) else { return Ok(state(vm).heads.draw(drawn)) };
        let head = own_head(object);
        // SAFETY: the object's own.
        unsafe { *head = drawn };
        Ok(head)
    }

    fn rutile_flags_set(vm, value: Value, flags: usize) {
        if flags & FROZEN != 0 {
            vm.freeze(value);
        }
        if let Some(object) = DataRef::from_value(value) {
            set_user_flags(object, user_flags(object) | flags as u64 & USER_FLAGS);
        }
        if let Some(hash) = value.as_hash().filter(|_| flags & DEFAULT_IS_PROC != 0) {
            vm.hash_set_default(hash, hash.default(), true);
        }
        Ok(())
    }

    /// As `rutile_flags_set`, but those that are not among the flags are not the object's any more. What was frozen stays so.
    fn rutile_flags_assign(vm, value: Value, flags: usize) {
        if let Some(object) = DataRef::from_value(value) {
            set_user_flags(object, 0);
        }
        rutile_flags_set(value, flags);
        Ok(())
    }

    fn rutile_flags_unset(vm, value: Value, flags: usize) {
        if let Some(object) = DataRef::from_value(value) {
            set_user_flags(object, user_flags(object) & !(flags as u64));
        }
        Ok(())
    }

    fn rutile_frozen_p(vm, value: Value) -> c_int {
        Ok(vm.is_frozen(value).into())
    }
}

/// `RUBY_FL_FREEZE`
const FROZEN: usize = 1 << 11;

/// `FL_USER0` to `FL_USER19`: an extension's own, of objects that have its data.
const USER_FLAGS: u64 = 0xffff_f000;

/// `FL_USER2`, of a Hash: its default is a Proc that is to be called (CRuby's `RHASH_PROC_DEFAULT`, which extensions define for themselves).
const DEFAULT_IS_PROC: usize = 1 << 14;
/// `RUBY_FL_USER0`: of a String, that it shares its bytes.
const USER0: usize = 1 << 12;
/// `RUBY_FL_USER1`: of an Integer with a cell of its own, that it is not negative; of a String, that its bytes are not shown in its structure;
/// of a class, that it is a singleton class (`FL_SINGLETON`).
const USER1: usize = 1 << 13;

/// The flags that a kind of object has of its own.
fn own_flags(vm: &mut Vm, value: Value) -> usize {
    let shared = if value.as_string().is_some_and(StringRef::shares_payload) { USER0 } else { 0 };
    let is_set = match value.as_cell() {
        None => false,
        Some(_) if value.is_kind(Kind::String) => true,
        Some(_) if value.is_kind(Kind::Class) => ClassRef::from_module(value).is_some_and(ClassRef::is_singleton),
        Some(_) => value.is_kind(Kind::BigInteger) && super::number::is_positive(vm, value),
    };
    shared | if is_set { USER1 } else { 0 }
}
