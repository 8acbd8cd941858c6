//! Objects with data of an extension's: asking it what they refer to, and freeing what they had.
//!
//! What it shows is pinned, since few extensions follow what moves; so `rb_gc_mark_movable` is `rb_gc_mark`. What an extension
//! knows of without marking it may move, and `rb_gc_location` says where to.

use std::cell::Cell as Slot;
use std::ffi::{c_char, c_void};
use std::mem::transmute;

use rutile_heap::{Cell, Liveness, RootVisitor};
use rutile_vm::object::data::DataRef;
use rutile_vm::prelude::*;

use crate::{functions, machine};

/// `rb_data_type_t`.
#[repr(C)]
pub struct DataType {
    pub name: *const c_char,
    pub mark: usize,
    pub free: usize,
    pub size: Option<extern "C" fn(*const c_void) -> usize>,
    pub compact: usize,
    pub reserved: [*const c_void; 1],
    pub parent: *const DataType,
    pub data: *const c_void,
    pub flags: usize,
}

/// `RUBY_TYPED_DECL_MARKING`: the word for marking is a list of places of values in the data.
const DECLARED_MARKING: usize = 1 << 14;
/// How such a list ends.
const LAST_PLACE: usize = usize::MAX;
/// `RUBY_DEFAULT_FREE`.
pub const DEFAULT_FREE: usize = usize::MAX;
/// `RUBY_NEVER_FREE`.
const NEVER_FREE: usize = 0;

/// The type of typed data.
pub fn type_of<'a>(object: DataRef) -> Option<&'a DataType> {
    // SAFETY: an extension's types live as long as their objects, which is as long as the extension.
    object.data_type().and_then(|address| unsafe { (address as *const DataType).as_ref() })
}

thread_local! {
    /// Who takes what is marked, while an extension marks.
    static VISITOR: Slot<Option<*mut (dyn RootVisitor + 'static)>> = const { Slot::new(None) };
}

/// Shows a value, and the cell that its bytes or elements are in: C code may have a pointer there.
pub fn pin(visitor: &mut dyn RootVisitor, value: Value) {
    if value.as_cell().is_none() {
        return;
    }
    visitor.pin(value.word());
    let payload = match value.kind() {
        Kind::String => value.as_string().and_then(StringRef::payload),
        Kind::Array => value.as_array().and_then(ArrayRef::payload),
        _ => None,
    };
    if let Some(payload) = payload {
        visitor.pin(payload.address());
    }
}

/// `rb_gc_mark`: outside of marking nothing.
pub fn mark_value(value: Value) {
    if let Some(visitor) = VISITOR.get() {
        // SAFETY: `mark` lends the visitor for as long as it is noted.
        pin(unsafe { &mut *visitor }, value);
    }
}

/// The same of a word that may be anything. Another cell says whose heap it would be in.
pub fn pin_word(visitor: &mut dyn RootVisitor, neighbour: Cell, word: u64) {
    if let Some(cell) = rutile_heap::live_cell_at(neighbour, word) {
        pin(visitor, Value::cell(cell));
    }
}

/// `rb_gc_mark_maybe`: any word.
pub fn mark_word(word: u64) {
    if let Some(visitor) = VISITOR.get() {
        // SAFETY: as above; a machine collects where a visitor is noted.
        unsafe { pin_word(&mut *visitor, machine::machine().classes.object.cell(), word) };
    }
}

/// `RUBY_TYPED_WB_PROTECTED`: the extension tells of each value that it stores in such data.
const WRITE_BARRIERS: usize = 1 << 5;

/// Whether an object's extension tells of what it stores there.
pub fn has_barriers(object: DataRef) -> bool {
    type_of(object).is_some_and(|kind| kind.flags & WRITE_BARRIERS != 0)
}

/// `RUBY_TYPED_FROZEN_SHAREABLE`
const FROZEN_SHAREABLE: usize = 1 << 8;

/// Whether Ractors may share an object once it is frozen.
pub fn is_shareable(object: DataRef) -> bool {
    type_of(object).is_some_and(|kind| kind.flags & FROZEN_SHAREABLE != 0)
}

/// Whether collections have to know of an object: it may refer to others, or wants to be told when they move. What marks data without a type
/// may be assigned later.
pub fn concerns_collections(object: DataRef) -> bool {
    functions::data::is_holder(object) || functions::data::buffer_words(object).is_some() || type_of(object).is_none_or(|kind| kind.mark != 0 || kind.compact != 0)
}

/// Has an object's extension show what it refers to.
pub fn mark(object: DataRef, visitor: &mut dyn RootVisitor) {
    let data = object.data();
    if functions::data::is_holder(object) {
        visitor.pin(data as u64);
        return;
    }
    if let Some((words, count)) = functions::data::buffer_words(object) {
        // SAFETY: the object has so many.
        (0..count).for_each(|index| visitor.pin(unsafe { *words.add(index) }));
        return;
    }
    let (marker, is_declared) = match type_of(object) {
        Some(kind) => (kind.mark, kind.flags & DECLARED_MARKING != 0),
        None => (object.marker(), false),
    };
    if data == 0 || marker == 0 {
        return;
    }
    if is_declared {
        mark_declared(data, marker, visitor);
        return;
    }
    // SAFETY: only the lifetime goes; it is taken back before this returns.
    let visitor = unsafe { transmute::<*mut (dyn RootVisitor + '_), *mut (dyn RootVisitor + 'static)>(visitor) };
    let outer = VISITOR.replace(Some(visitor));
    // SAFETY: the extension says that this function marks such data.
    unsafe { transmute::<usize, extern "C" fn(usize)>(marker)(data) };
    VISITOR.set(outer);
}

/// Collects what an object refers to.
#[derive(Default)]
struct References(Vec<Value>);

impl RootVisitor for References {
    fn slot(&mut self, slot: &mut u64) {
        self.pin(*slot);
    }

    fn pin(&mut self, word: u64) {
        // SAFETY: extensions mark values, and `pin_word` shows cells.
        let value = unsafe { Value::from_foreign_word(word) };
        // What holds the bytes of a String and the elements of an Array is none.
        if value.as_cell().is_some() && !matches!(value.kind(), Kind::Bytes | Kind::Text | Kind::Values) {
            self.0.push(value);
        }
    }

    fn cell(&mut self, cell: Cell) {
        self.0.push(Value::cell(cell));
    }
}

/// The objects that an object of a program's refers to by its data; for as long as it does so.
pub fn references(object: DataRef) -> Vec<Value> {
    let mut references = References::default();
    // What is C code's memory holds any words.
    if !functions::data::is_holder(object) && functions::data::buffer_words(object).is_none() {
        mark(object, &mut references);
    }
    references.0
}

/// Shows the values whose places a list tells.
fn mark_declared(data: usize, places: usize, visitor: &mut dyn RootVisitor) {
    let mut place = places as *const usize;
    // SAFETY: by the flag, this is such a list, which ends with the last place; at each stands a value.
    unsafe {
        while *place != LAST_PLACE {
            pin(visitor, *((data + *place) as *const Value));
            place = place.add(1);
        }
    }
}

thread_local! {
    /// Who knows where cells went, while extensions follow them.
    static MOVED: Slot<Option<*const Liveness<'static>>> = const { Slot::new(None) };
}

/// Lets extensions follow cells that moved.
pub fn follow_all(objects: &[DataRef], liveness: &Liveness) {
    // SAFETY: only the lifetime goes; it is taken back before this returns.
    let known = unsafe { transmute::<*const Liveness<'_>, *const Liveness<'static>>(liveness) };
    let outer = MOVED.replace(Some(known));
    objects.iter().for_each(|object| follow(*object));
    MOVED.set(outer);
}

/// `rb_gc_location`: where a value is now.
pub fn location(value: Value) -> Value {
    // SAFETY: `follow_all` lends it for as long as it is noted.
    let resolved = MOVED.get().and_then(|liveness| unsafe { (*liveness).resolve(value.word()) });
    // SAFETY: the collector says where the value is.
    resolved.map_or(value, |word| unsafe { Value::from_foreign_word(word) })
}

fn follow(object: DataRef) {
    if let Some(kind) = type_of(object)
        && kind.compact != 0
        && object.data() != 0
    {
        // SAFETY: the extension says that this function follows what moved.
        unsafe { transmute::<usize, extern "C" fn(usize)>(kind.compact)(object.data()) };
    }
}

/// The data that a dead object had.
pub struct Remains {
    data: usize,
    releaser: usize,
}

impl Remains {
    pub fn of(object: DataRef) -> Option<Remains> {
        let releaser = type_of(object).map_or_else(|| object.releaser(), |kind| kind.free);
        let data = object.data();
        (data != 0 && releaser != NEVER_FREE).then_some(Remains { data, releaser })
    }

    pub fn free(self) {
        // SAFETY: the extension says how it is freed; nobody else has it.
        unsafe {
            match self.releaser {
                DEFAULT_FREE => libc::free(self.data as *mut c_void),
                releaser => transmute::<usize, extern "C" fn(usize)>(releaser)(self.data),
            }
        }
    }
}

/// Bytes of what an object has, as its extension counts them.
pub fn size(object: DataRef) -> usize {
    let size = type_of(object).and_then(|kind| kind.size).filter(|_| object.data() != 0);
    size.map_or(0, |size| size(object.data() as *const c_void))
}
