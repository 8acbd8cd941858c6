//! Methods of a program's files that wait for their first call in their binary form (`rutile_bytecode::Packed`).
//!
//! Of the methods that a program loads it calls one in some five. The others keep to a fifth of the memory, and nothing that they
//! name is made.
//!
//! ```text
//!   +--------+------------------------+-------
//!   | header | file << 32 | length    | bytes        a Bytes cell; the number of the path in the code space
//!   +--------+------------------------+-------
//! ```

use rutile_bytecode::serialize::PackedMethod;
use rutile_bytecode::{Function, Packed};
use rutile_heap::{Cell, Word};

use super::{BODY, Code, POINTER, RUNS_IN_SEVERAL_SCOPES, SCOPE, is_same_scope};
use crate::value::Value;
use crate::value::fields::{Fields, Store};
use crate::value::kind::{Kind, header};
use crate::vm::Vm;

/// Where the length stands, and behind it the bytes.
const LENGTH: usize = 1;
const BYTES: usize = 16;

impl Code {
    /// The cell of a packed body, of a code cell that waits for its first call.
    fn packed_cell(waiting: Value) -> Option<Cell> {
        let cell = waiting.as_kind(Kind::Code).filter(|cell| cell.field(POINTER) == 0)?;
        cell.cell_at(BODY)
    }

    /// Whether a code cell waits for its first call with a packed body: a program's method.
    pub fn is_packed(value: Value) -> bool {
        Code::packed_cell(value).is_some()
    }

    /// The packed body of a code cell, which is not to be kept across an allocation.
    pub fn packed_method(waiting: Value) -> Option<PackedMethod<'static>> {
        let cell = Code::packed_cell(waiting)?;
        // SAFETY: the cell holds as many bytes as it says; nothing writes to them, and the caller does not keep them.
        let bytes = unsafe { std::slice::from_raw_parts(cell.byte_pointer(BYTES), cell.field(LENGTH) as u32 as usize) };
        PackedMethod::parse(bytes).ok()
    }
}

impl Vm {
    /// A code cell that waits for its first call.
    pub(crate) fn keep_packed(&mut self, packed: &Packed) -> Value {
        let file = self.code_space.file_number(&packed.file) as u64;
        let body = self.allocate(BYTES + packed.bytes.len(), header(Kind::Bytes, 0, 0, 0));
        body.set_field_raw(LENGTH, file << 32 | packed.bytes.len() as u64);
        // SAFETY: the cell is new and has room for the bytes.
        unsafe { std::ptr::copy_nonoverlapping(packed.bytes.as_ptr(), body.byte_pointer(BYTES), packed.bytes.len()) };
        let cell = self.allocate(32, header(Kind::Code, 0, 0, 0));
        self.heap.store(cell, BODY, Value::cell(body).word());
        self.heap.store(cell, SCOPE, Value::NIL.word());
        Value::cell(cell)
    }

    /// The function that a code cell waits with, and the scope that it was defined in.
    pub(crate) fn unpack(&self, waiting: Value) -> Option<(Cell, Function, Value)> {
        let file = (Code::packed_cell(waiting)?.field(LENGTH) >> 32) as u32;
        let function = Code::packed_method(waiting)?.read(self.code_space.file_at(file)).ok()?;
        let cell = waiting.as_cell()?;
        Some((cell, function, cell.value_at(SCOPE)))
    }

    /// As `bind_to_scope`, of a body that has no caches yet.
    pub(super) fn bind_packed_to_scope(&mut self, body: Value, scope: Value) {
        let Some(cell) = body.as_cell() else { return };
        let before = cell.value_at(SCOPE);
        if before.is_nil() {
            self.heap.store(cell, SCOPE, scope.word());
        } else if !is_same_scope(before, scope) {
            cell.set_flag(RUNS_IN_SEVERAL_SCOPES);
        }
    }
}

/// The traced words of a code cell that is not loaded.
pub(super) fn trace(cell: Cell, visit: &mut dyn FnMut(&mut Word)) {
    if cell.cell_at(BODY).is_none() {
        return;
    }
    for index in [BODY, SCOPE] {
        // SAFETY: words of the cell, which nobody else looks at during a collection.
        visit(unsafe { &mut *cell.words().add(index) });
    }
}
