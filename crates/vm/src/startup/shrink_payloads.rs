//! Giving back what strings and arrays have beyond their need, before cells are moved together.
//!
//! What outgrew its cell has a payload, and keeps it when it shrinks again. Here it gets into its cell again if it
//! fits by now, and else a smaller payload if that halves it:
//!
//! ```text
//!   +--------+--------+---------+--------+        +--------+--------------------+
//!   | header | length | payload | start  |  --->  | header | bytes or values    |
//!   +--------+--------+---------+--------+        +--------+--------------------+
//! ```
//!
//! No native may be under way: one holds slices of the payloads that are let go. So only what a program asks for,
//! `GC.compact` and `Process.warmup`, does this, and no collection that an allocation makes.

use rutile_heap::{Cell, Heap};

use crate::object::array::ArrayRef;
use crate::object::string::StringRef;
use crate::value::kind::{Header, Kind, flags};
use crate::vm::Vm;

/// The remedies for a cell.
#[derive(Clone, Copy)]
enum Remedy {
    Embed,
    Shrink,
}

/// Bytes of machine stack that shrinking may have used.
const USED_STACK: usize = 8192;

/// Overwrites the free machine stack below: what was let go must not be kept by what is left of its addresses.
#[inline(never)]
fn forget_stack() {
    std::hint::black_box(&mut [0u8; USED_STACK]);
}

impl Vm {
    /// Shrinks the payloads of all strings and arrays that are worth it.
    pub(crate) fn shrink_payloads(&mut self) {
        self.disable_collections(Vm::shrink_cells);
        forget_stack();
    }

    #[inline(never)]
    fn shrink_cells(&mut self) {
        // Near the limit there may be no room for the copies.
        let may_allocate = self.heap.used_bytes() < self.collector.limit / 2;
        let mut loose = Vec::new();
        self.heap.each_cell(&mut |cell| {
            if let Some(remedy) = remedy(cell) {
                loose.push((cell, remedy));
            }
        });
        loose.retain(|(cell, _)| !self.heap.is_permanent(*cell));
        for (cell, remedy) in loose {
            match (remedy, Kind::of(cell)) {
                (Remedy::Embed, Kind::String) => StringRef(cell).embed(),
                (Remedy::Embed, _) => {
                    ArrayRef(cell).embed();
                    self.heap.barrier(cell);
                }
                (Remedy::Shrink, Kind::String) if may_allocate => self.shrink_string(StringRef(cell)),
                (Remedy::Shrink, Kind::Array) if may_allocate => self.shrink_array(ArrayRef(cell)),
                _ => {}
            }
        }
    }
}

fn remedy(cell: Cell) -> Option<Remedy> {
    if cell.has_flag(flags::EMBEDDED | flags::SHARED) {
        return None;
    }
    let (payload, bytes) = match Kind::of(cell) {
        Kind::String if !StringRef(cell).is_locked() => (StringRef(cell).payload()?, StringRef(cell).len()),
        Kind::Array => (ArrayRef(cell).payload()?, ArrayRef(cell).len() * 8),
        _ => return None,
    };
    if 8 + bytes <= cell.slot_words() * 8 {
        return Some(Remedy::Embed);
    }
    (Heap::slot_bytes(8 + bytes) * 2 <= payload.slot_words() * 8).then_some(Remedy::Shrink)
}
