//! `st_table`: C code's own tables from words to words. They know nothing of the heap; they keep the order of insertion.

use std::ffi::{c_char, c_int, c_void};

use rutile_vm::prelude::Value;

use crate::define::Export;
use crate::memory;
use super::hash::verdict;
use super::hash_table;

/// How keys are told apart: `struct st_hash_type`.
#[repr(C)]
pub struct KeyType {
    pub compare: extern "C" fn(usize, usize) -> c_int,
    pub hash: extern "C" fn(usize) -> usize,
}

// SAFETY: never written.
unsafe impl Sync for KeyType {}

/// A table as C code sees it, `struct st_table`: it reads the type and the number of entries.
#[repr(C)]
pub struct Table {
    powers: [u8; 3],
    rebuilds: u32,
    kind: *const KeyType,
    num_entries: usize,
    bins: *mut c_void,
    start: usize,
    bound: usize,
    contents: *mut Contents,
}

#[derive(Clone, Copy)]
struct Entry {
    hash: usize,
    key: usize,
    value: usize,
    is_live: bool,
}

/// The entries in order, and places of them by hash.
#[derive(Clone, Default)]
struct Contents {
    entries: Vec<Entry>,
    /// As many as a power of two; `FREE`, or the place of an entry.
    bins: Vec<u32>,
    /// How often entries have moved together.
    moves: u32,
    /// The Hash that the table is a picture of, which is changed with it.
    mirror: Option<Value>,
}

const FREE: u32 = u32::MAX;
/// A larger table shows C code that it has bins.
const MOST_PACKED: usize = 16;

impl Table {
    fn contents(&mut self) -> &mut Contents {
        // SAFETY: made with the table, and freed with it.
        unsafe { &mut *self.contents }
    }

    fn hash(&self, key: usize) -> usize {
        // SAFETY: a table's type lives as long as the table.
        let hash = unsafe { ((*self.kind).hash)(key) };
        hash.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32)
    }

    fn are_equal(&self, one: usize, other: usize) -> bool {
        // SAFETY: as above.
        one == other || unsafe { ((*self.kind).compare)(one, other) == 0 }
    }

    /// The place of a key's entry. The functions that compare may ask Ruby, so nothing is borrowed meanwhile.
    fn find(&mut self, hash: usize, key: usize) -> Option<usize> {
        let count = self.contents().bins.len();
        if count == 0 {
            return None;
        }
        let mut bin = hash & (count - 1);
        for _ in 0..count {
            let place = *self.contents().bins.get(bin)?;
            if place == FREE {
                return None;
            }
            let entry = *self.contents().entries.get(place as usize)?;
            if entry.is_live && entry.hash == hash && self.are_equal(entry.key, key) {
                return Some(place as usize);
            }
            bin = (bin + 1) & (count - 1);
        }
        None
    }

    /// Gives a key that is there, or one as good, its value.
    fn store(&mut self, place: usize, key: usize, value: usize) {
        if let Some(entry) = self.contents().entries.get_mut(place) {
            (entry.key, entry.value) = (key, value);
        }
        if let Some(mirror) = self.contents().mirror {
            hash_table::stored(mirror, key, value);
        }
    }

    fn add(&mut self, hash: usize, key: usize, value: usize) {
        self.place(hash, key, value);
        if let Some(mirror) = self.contents().mirror {
            hash_table::stored(mirror, key, value);
        }
    }

    fn place(&mut self, hash: usize, key: usize, value: usize) {
        let contents = self.contents();
        if (contents.entries.len() + 1) * 2 > contents.bins.len() {
            contents.rebuild();
        }
        contents.entries.push(Entry { hash, key, value, is_live: true });
        contents.place_last();
        let bins = contents.bins.as_mut_ptr();
        self.num_entries += 1;
        if self.num_entries > MOST_PACKED {
            self.bins = bins.cast();
        }
    }

    fn remove(&mut self, place: usize) {
        let mirror = self.contents().mirror;
        if let Some(entry) = self.contents().entries.get_mut(place).filter(|entry| entry.is_live) {
            entry.is_live = false;
            let key = entry.key;
            self.num_entries -= 1;
            if let Some(mirror) = mirror {
                hash_table::removed(mirror, key);
            }
        }
        if self.num_entries == 0 {
            self.empty();
        }
    }

    fn empty(&mut self) {
        let (moves, mirror) = (self.contents().moves.wrapping_add(1), self.contents().mirror);
        *self.contents() = Contents { moves, mirror, ..Contents::default() };
        self.num_entries = 0;
    }

    /// A picture is drawn anew: without a word to its Hash.
    pub fn begin_drawing(&mut self) {
        self.empty();
    }

    pub fn draw(&mut self, key: usize, value: usize) {
        let hash = self.hash(key);
        self.place(hash, key, value);
    }

    /// Keys and values.
    pub fn each_word(&mut self, mut visit: impl FnMut(usize)) {
        for entry in self.contents().entries.iter().filter(|entry| entry.is_live) {
            visit(entry.key);
            visit(entry.value);
        }
    }
}

impl Contents {
    fn rebuild(&mut self) {
        self.moves = self.moves.wrapping_add(1);
        self.entries.retain(|entry| entry.is_live);
        let count = ((self.entries.len() + 1) * 4).next_power_of_two().max(16);
        self.bins = vec![FREE; count];
        for place in 0..self.entries.len() {
            self.place(place);
        }
    }

    fn place_last(&mut self) {
        self.place(self.entries.len() - 1);
    }

    fn place(&mut self, place: usize) {
        let mask = self.bins.len() - 1;
        let mut bin = self.entries[place].hash & mask;
        while self.bins[bin] != FREE {
            bin = (bin + 1) & mask;
        }
        self.bins[bin] = place as u32;
    }
}

fn table<'a>(table: *mut Table) -> &'a mut Table {
    // SAFETY: by the API it came from here, and has not been freed.
    unsafe { &mut *table }
}

fn new_table(kind: *const KeyType) -> *mut Table {
    table_with(kind, Contents::default())
}

/// The table that pictures a Hash.
pub fn new_mirror(kind: *const KeyType, hash: Value) -> *mut Table {
    table_with(kind, Contents { mirror: Some(hash), ..Contents::default() })
}

fn table_with(kind: *const KeyType, contents: Contents) -> *mut Table {
    let contents = Box::into_raw(Box::new(contents));
    Box::into_raw(Box::new(Table {
        powers: [0; 3],
        rebuilds: 0,
        kind,
        num_entries: 0,
        bins: std::ptr::null_mut(),
        start: 0,
        bound: 0,
        contents,
    }))
}

extern "C" fn compare_numbers(one: usize, other: usize) -> c_int {
    (one != other).into()
}

extern "C" fn hash_number(number: usize) -> usize {
    number
}

extern "C" fn compare_texts(one: usize, other: usize) -> c_int {
    (memory::text(one as *const c_char) != memory::text(other as *const c_char)).into()
}

extern "C" fn hash_text(text: usize) -> usize {
    hash_bytes(memory::text(text as *const c_char).iter().copied())
}

extern "C" fn compare_cases(one: usize, other: usize) -> c_int {
    (!memory::text(one as *const c_char).eq_ignore_ascii_case(memory::text(other as *const c_char))).into()
}

extern "C" fn hash_case(text: usize) -> usize {
    hash_bytes(memory::text(text as *const c_char).iter().map(u8::to_ascii_lowercase))
}

/// FNV-1a.
fn hash_bytes(bytes: impl Iterator<Item = u8>) -> usize {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash: usize, byte| (hash ^ byte as usize).wrapping_mul(0x0100_0000_01b3))
}

static NUMBERS: KeyType = KeyType { compare: compare_numbers, hash: hash_number };
static TEXTS: KeyType = KeyType { compare: compare_texts, hash: hash_text };
static CASES: KeyType = KeyType { compare: compare_cases, hash: hash_case };

type Visit = extern "C" fn(usize, usize, usize) -> c_int;
type VisitChecking = extern "C" fn(usize, usize, usize, c_int) -> c_int;
type Update = extern "C" fn(*mut usize, *mut usize, usize, c_int) -> c_int;

/// Visits the entries in order, also those that are added meanwhile. Where the one that was visited is gone when the others have moved
/// together, `lost` is told, and stops the visit if it says so.
fn each(table: &mut Table, mut visit: impl FnMut(&mut Table, usize, Entry) -> c_int, mut lost: impl FnMut() -> bool) -> c_int {
    let mut place = 0;
    while let Some(entry) = table.contents().entries.get(place).copied() {
        if entry.is_live {
            let before = table.contents().moves;
            let answer = visit(table, place, entry);
            if table.contents().moves != before {
                match table.find(entry.hash, entry.key) {
                    Some(moved) => place = moved,
                    None if table.num_entries == 0 => return 0,
                    None if lost() => return 1,
                    None => continue,
                }
            }
            match answer {
                verdict::STOP => return 1,
                verdict::DELETE => table.remove(place),
                _ => {}
            }
        }
        place += 1;
    }
    0
}

macro_rules! table_functions {
    ($(fn $name:ident($($argument:ident: $type:ty),* $(,)?) $(-> $result:ty)? $body:block)*) => {
        $(
            #[unsafe(no_mangle)]
            pub(crate) extern "C" fn $name($($argument: $type),*) $(-> $result)? $body
        )*

        pub const FUNCTIONS: &[Export] = &[$(Export { name: stringify!($name), address: $name as *const () }),*];
    };
}

table_functions! {
    fn rb_st_init_table(kind: *const KeyType) -> *mut Table {
        new_table(kind)
    }

    fn rb_st_init_table_with_size(kind: *const KeyType, _size: usize) -> *mut Table {
        new_table(kind)
    }

    fn rb_st_init_numtable() -> *mut Table {
        new_table(&NUMBERS)
    }

    fn rb_st_init_numtable_with_size(_size: usize) -> *mut Table {
        new_table(&NUMBERS)
    }

    fn rb_st_init_strtable() -> *mut Table {
        new_table(&TEXTS)
    }

    fn rb_st_init_strtable_with_size(_size: usize) -> *mut Table {
        new_table(&TEXTS)
    }

    fn rb_st_init_strcasetable() -> *mut Table {
        new_table(&CASES)
    }

    fn rb_st_init_strcasetable_with_size(_size: usize) -> *mut Table {
        new_table(&CASES)
    }

    fn rb_st_free_table(place: *mut Table) {
        // SAFETY: by the API it came from here, and is freed once.
        unsafe {
            let owned = Box::from_raw(place);
            drop(Box::from_raw(owned.contents));
        }
    }

    fn rb_st_clear(place: *mut Table) {
        let table = table(place);
        table.empty();
        if let Some(mirror) = table.contents().mirror {
            hash_table::cleared(mirror);
        }
    }

    fn rb_st_cleanup_safe(_table: *mut Table, _never: usize) {}

    fn rb_st_copy(place: *mut Table) -> *mut Table {
        let original = table(place);
        let copy = new_table(original.kind);
        *table(copy).contents() = Contents { mirror: None, ..original.contents().clone() };
        table(copy).num_entries = original.num_entries;
        copy
    }

    fn rb_st_table_size(place: *mut Table) -> usize {
        table(place).num_entries
    }

    fn rb_st_memsize(place: *mut Table) -> usize {
        let contents = table(place).contents();
        size_of::<Table>() + contents.entries.capacity() * size_of::<Entry>() + contents.bins.capacity() * size_of::<u32>()
    }

    fn rb_st_insert(place: *mut Table, key: usize, value: usize) -> c_int {
        let hash = table(place).hash(key);
        match table(place).find(hash, key) {
            Some(found) => {
                let key = table(place).contents().entries[found].key;
                table(place).store(found, key, value);
                1
            }
            None => {
                table(place).add(hash, key, value);
                0
            }
        }
    }

    fn rb_st_insert2(place: *mut Table, key: usize, value: usize, prepare: extern "C" fn(usize) -> usize) -> c_int {
        let hash = table(place).hash(key);
        match table(place).find(hash, key) {
            Some(found) => {
                let key = table(place).contents().entries[found].key;
                table(place).store(found, key, value);
                1
            }
            None => {
                let key = prepare(key);
                table(place).add(hash, key, value);
                0
            }
        }
    }

    fn rb_st_add_direct(place: *mut Table, key: usize, value: usize) {
        let hash = table(place).hash(key);
        table(place).add(hash, key, value);
    }

    fn rb_st_lookup(place: *mut Table, key: usize, value: *mut usize) -> c_int {
        let hash = table(place).hash(key);
        match table(place).find(hash, key) {
            Some(found) => {
                memory::store(value, table(place).contents().entries[found].value);
                1
            }
            None => 0,
        }
    }

    fn rb_st_get_key(place: *mut Table, key: usize, result: *mut usize) -> c_int {
        let hash = table(place).hash(key);
        match table(place).find(hash, key) {
            Some(found) => {
                memory::store(result, table(place).contents().entries[found].key);
                1
            }
            None => 0,
        }
    }

    fn rb_st_delete(place: *mut Table, key: *mut usize, value: *mut usize) -> c_int {
        let wanted = memory::load(key);
        let hash = table(place).hash(wanted);
        match table(place).find(hash, wanted) {
            Some(found) => {
                let entry = table(place).contents().entries[found];
                memory::store(key, entry.key);
                memory::store(value, entry.value);
                table(place).remove(found);
                1
            }
            None => {
                memory::store(value, 0);
                0
            }
        }
    }

    fn rb_st_delete_safe(place: *mut Table, key: *mut usize, value: *mut usize, _never: usize) -> c_int {
        rb_st_delete(place, key, value)
    }

    fn rb_st_shift(place: *mut Table, key: *mut usize, value: *mut usize) -> c_int {
        match table(place).contents().entries.iter().position(|entry| entry.is_live) {
            Some(first) => {
                let entry = table(place).contents().entries[first];
                memory::store(key, entry.key);
                memory::store(value, entry.value);
                table(place).remove(first);
                1
            }
            None => {
                memory::store(value, 0);
                0
            }
        }
    }

    fn rb_st_update(place: *mut Table, key: usize, update: Update, argument: usize) -> c_int {
        let hash = table(place).hash(key);
        let found = table(place).find(hash, key);
        let entry = found.map(|found| table(place).contents().entries[found]);
        let (mut new_key, mut value) = entry.map_or((key, 0), |entry| (entry.key, entry.value));
        match (update(&mut new_key, &mut value, argument, entry.is_some().into()), found) {
            (verdict::CONTINUE, Some(found)) => table(place).store(found, new_key, value),
            (verdict::CONTINUE, None) => table(place).add(hash, new_key, value),
            (verdict::DELETE, Some(found)) => table(place).remove(found),
            _ => {}
        }
        entry.is_some().into()
    }

    fn rb_st_foreach(place: *mut Table, visit: Visit, argument: usize) -> c_int {
        // Who takes out what is being visited, and has the others moved, has ended the visit.
        each(table(place), |_, _, entry| visit(entry.key, entry.value, argument), || true)
    }

    fn rb_st_foreach_safe(place: *mut Table, visit: Visit, argument: usize) {
        each(table(place), |_, _, entry| visit(entry.key, entry.value, argument), || false);
    }

    fn rb_st_foreach_check(place: *mut Table, visit: VisitChecking, argument: usize, _never: usize) -> c_int {
        let lost = || {
            visit(0, 0, argument, 1);
            true
        };
        each(table(place), |_, _, entry| visit(entry.key, entry.value, argument, 0), lost)
    }

    fn rb_st_foreach_with_replace(place: *mut Table, visit: VisitChecking, replace: Update, argument: usize) -> c_int {
        each(table(place), |table, place, entry| {
            let answer = visit(entry.key, entry.value, argument, 0);
            if answer == 4 {
                let (mut key, mut value) = (entry.key, entry.value);
                let answer = replace(&mut key, &mut value, argument, 1);
                table.store(place, key, value);
                return answer;
            }
            answer
        }, || false)
    }

    fn rb_mark_hash(place: *mut Table) {
        each_marked(place, true);
    }

    fn rb_mark_tbl(place: *mut Table) {
        each_marked(place, false);
    }

    fn rb_mark_tbl_no_pin(place: *mut Table) {
        each_marked(place, false);
    }

    fn rb_mark_set(place: *mut Table) {
        if !place.is_null() {
            table(place).contents().entries.iter().filter(|entry| entry.is_live).for_each(|entry| crate::data::mark_word(entry.key as u64));
        }
    }

    fn rb_st_keys(place: *mut Table, keys: *mut usize, size: usize) -> usize {
        copy(table(place), keys, size, |entry| entry.key)
    }

    fn rb_st_keys_check(place: *mut Table, keys: *mut usize, size: usize, _never: usize) -> usize {
        copy(table(place), keys, size, |entry| entry.key)
    }

    fn rb_st_values(place: *mut Table, values: *mut usize, size: usize) -> usize {
        copy(table(place), values, size, |entry| entry.value)
    }

    fn rb_st_values_check(place: *mut Table, values: *mut usize, size: usize, _never: usize) -> usize {
        copy(table(place), values, size, |entry| entry.value)
    }

    fn rb_st_numcmp(one: usize, other: usize) -> c_int {
        compare_numbers(one, other)
    }

    fn rb_st_numhash(number: usize) -> usize {
        number.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn rb_st_hash(start: *const c_char, length: usize, seed: usize) -> usize {
        hash_bytes(memory::bytes(start, length as i64).iter().copied()) ^ seed
    }

    fn rb_st_hash_uint(hash: usize, number: usize) -> usize {
        (hash ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31)
    }

    fn rb_st_hash_uint32(hash: usize, number: u32) -> usize {
        rb_st_hash_uint(hash, number as usize)
    }

    fn rb_st_hash_end(hash: usize) -> usize {
        hash ^ hash >> 32
    }

    fn rb_st_hash_start(hash: usize) -> usize {
        hash
    }

    fn rb_hash_start(hash: usize) -> usize {
        hash
    }

    fn rb_memhash(start: *const c_char, length: i64) -> usize {
        hash_bytes(memory::bytes(start, length).iter().copied())
    }
}

/// Shows the collector the values of a table, and its keys.
fn each_marked(place: *mut Table, with_keys: bool) {
    if place.is_null() {
        return;
    }
    for entry in table(place).contents().entries.iter().filter(|entry| entry.is_live) {
        crate::data::mark_word(entry.value as u64);
        if with_keys {
            crate::data::mark_word(entry.key as u64);
        }
    }
}

fn copy(table: &mut Table, target: *mut usize, size: usize, part: impl Fn(&Entry) -> usize) -> usize {
    let mut count = 0;
    for entry in table.contents().entries.iter().filter(|entry| entry.is_live).take(size) {
        memory::store(target.wrapping_add(count), part(entry));
        count += 1;
    }
    count
}
