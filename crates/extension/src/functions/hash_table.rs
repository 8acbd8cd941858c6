//! `RHASH_TBL`: a Hash as one of C's tables. What C code is given is a picture, drawn anew each time it asks; what it changes there by functions
//! is changed in the Hash as well. The last few pictures are kept, as C code may have several Hashes at hand; a collection that finds no
//! C function under way throws them away.

use std::ffi::c_int;

use rutile_heap::RootVisitor;
use rutile_vm::prelude::*;

use crate::{data, machine, ruby};
use super::table::{KeyType, Table, new_mirror, rb_st_free_table};

/// So many Hashes C code may have as tables at one time.
const MOST: usize = 8;

struct Picture {
    hash: Value,
    table: *mut Table,
}

impl Drop for Picture {
    fn drop(&mut self) {
        rb_st_free_table(self.table);
    }
}

/// The pictures that were drawn last, the newest behind.
#[derive(Default)]
pub struct Pictures(Vec<Picture>);

impl Pictures {
    /// Keys and values stay where C code saw them.
    pub fn visit(&mut self, visitor: &mut dyn RootVisitor) {
        for picture in &self.0 {
            data::pin(visitor, picture.hash);
            // SAFETY: the picture's own.
            unsafe { &mut *picture.table }.each_word(|word| data::pin(visitor, value(word)));
        }
    }

    pub fn forget(&mut self) {
        self.0.clear();
    }

    /// The table of a Hash, empty for now.
    fn draw(&mut self, hash: Value) -> *mut Table {
        if let Some(known) = self.0.iter().position(|picture| picture.hash == hash) {
            let picture = self.0.remove(known);
            let table = picture.table;
            self.0.push(picture);
            return table;
        }
        if self.0.len() == MOST {
            self.0.remove(0);
        }
        let table = new_mirror(&OBJECTS, hash);
        self.0.push(Picture { hash, table });
        table
    }
}

static OBJECTS: KeyType = KeyType { compare: compare_objects, hash: hash_object };

/// The value that stands in a table.
fn value(word: usize) -> Value {
    // SAFETY: tables of Hashes hold values, which live while they are pinned for the picture (`visit`).
    unsafe { Value::from_foreign_word(word as u64) }
}

extern "C" fn compare_objects(one: usize, other: usize) -> c_int {
    let [one, other] = [one, other].map(value);
    (super::object::rb_eql(one, other) == 0).into()
}

extern "C" fn hash_object(key: usize) -> usize {
    super::object::rb_hash(value(key)).word() as usize
}

/// The table of a Hash as it is now.
pub fn table_of(vm: &mut Vm, hash: HashRef) -> *mut Table {
    let place = crate::state::state(vm).hash_pictures.draw(hash.value());
    // SAFETY: a picture lives until others have been drawn.
    let table = unsafe { &mut *place };
    table.begin_drawing();
    let mut position = hash.first();
    while position < hash.used() {
        let (key, held) = (hash.key_at(position), hash.value_at(position));
        position += 1;
        if !key.is_undefined() {
            table.draw(key.word() as usize, held.word() as usize);
        }
    }
    place
}

/// Changes of a table, made to its Hash.
pub fn stored(hash: Value, key: usize, stored: usize) {
    // SAFETY: C code calls it, which was lent a machine.
    let vm = unsafe { machine::machine() };
    ruby::helper(vm, "hash_store", &[hash, value(key), value(stored)]);
}

pub fn removed(hash: Value, key: usize) {
    // SAFETY: as above.
    let vm = unsafe { machine::machine() };
    ruby::call(vm, hash, "delete", &[value(key)]);
}

pub fn cleared(hash: Value) {
    // SAFETY: as above.
    let vm = unsafe { machine::machine() };
    ruby::call(vm, hash, "clear", &[]);
}
