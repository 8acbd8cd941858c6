//! Objects of C extensions: a pointer to what the extension allocated, and what is to be done with it.
//!
//! ```text
//!   +--------+-------+----------------+----------------+------+
//!   | header | flags | type or marker | 1 or releaser  | data |
//!   +--------+-------+----------------+----------------+------+
//! ```
//!
//! The layout is that of `struct RTypedData` and `struct RData` in the C API, where the third word is 1 for typed data; the flags are those
//! that the extension keeps for itself (`FL_USER`). None of the
//! words is a reference. The collector asks the extension what such an object refers to: see `collector::holder`.

use rutile_heap::Liveness;

use crate::object::class::ClassRef;
use crate::value::fields::Fields;
use crate::value::kind::{Header, Kind, header};
use crate::vm::Vm;

const FLAGS: usize = 1;
const KIND: usize = 2;
const RELEASER: usize = 3;
const DATA: usize = 4;
const WORDS: usize = 5;
/// The third word of typed data.
const TYPED: u64 = 1;

crate::cell_view! {
    /// A cell of kind Data.
    DataRef Data
}

impl DataRef {
    /// What whoever follows such objects through collections notes of one, in its header.
    pub fn note(self) -> u16 {
        self.0.aux()
    }

    pub fn set_note(self, note: u16) {
        self.0.set_aux(note);
    }

    /// Where it is after a collection, if it lives.
    pub fn resolved(self, liveness: &Liveness) -> Option<DataRef> {
        liveness.resolve_cell(self.0).map(DataRef)
    }

    pub fn is_typed(self) -> bool {
        self.0.field(RELEASER) == TYPED
    }

    /// The address of its type, of typed data.
    pub fn data_type(self) -> Option<usize> {
        self.is_typed().then(|| self.0.field(KIND) as usize)
    }

    /// The address of the function that marks, of data without a type.
    pub fn marker(self) -> usize {
        self.0.field(KIND) as usize
    }

    /// The address of the function that frees, of data without a type.
    pub fn releaser(self) -> usize {
        self.0.field(RELEASER) as usize
    }

    /// The notes of the extension on the object itself, a bit each.
    pub fn flags(self) -> u64 {
        self.0.field(FLAGS)
    }

    pub fn set_flags(self, flags: u64) {
        self.0.set_field_raw(FLAGS, flags);
    }

    /// The address of the extension's own.
    pub fn data(self) -> usize {
        self.0.field(DATA) as usize
    }

    pub fn set_data(self, data: usize) {
        self.0.set_field_raw(DATA, data as u64);
    }
}

impl Vm {
    /// A new object that has typed data.
    pub fn new_typed_data(&mut self, class: ClassRef, kind: usize, data: usize) -> DataRef {
        self.new_data_cell(class, [kind as u64, TYPED, data as u64])
    }

    /// A new object that has data without a type: with the functions that mark and free it, or zeros.
    pub fn new_data(&mut self, class: ClassRef, marker: usize, releaser: usize, data: usize) -> DataRef {
        self.new_data_cell(class, [marker as u64, releaser as u64, data as u64])
    }

    fn new_data_cell(&mut self, class: ClassRef, words: [u64; 3]) -> DataRef {
        let shape = self.shapes.of_class(class);
        let cell = self.allocate(WORDS * 8, header(Kind::Data, shape, 0, 0));
        cell.set_field_raw(FLAGS, 0);
        for (index, word) in words.into_iter().enumerate() {
            cell.set_field_raw(KIND + index, word);
        }
        self.heap.register_finalizer(cell);
        DataRef(cell)
    }
}

/// The body of a method that is a function of an extension: its address and its arity, from -2 on, in one integer.
const ARITY_BITS: u32 = 6;
const ARITY_OFFSET: i64 = 2;

/// The body of such a method.
pub fn function_body(address: usize, arity: i64) -> i64 {
    (address as i64) << ARITY_BITS | (arity + ARITY_OFFSET)
}

pub fn function_address(body: i64) -> usize {
    (body >> ARITY_BITS) as usize
}

/// How many arguments it takes; -1: their number and where they are, -2: an Array.
pub fn function_arity(body: i64) -> i64 {
    (body & ((1 << ARITY_BITS) - 1)) - ARITY_OFFSET
}
