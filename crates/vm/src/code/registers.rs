//! The registers of the machine: what the interpreter's loop reads and writes at every step.
//!
//! They stand together in one block whose order is fixed, the hottest first, so that they share few lines of the
//! processor's cache, and compiled code can find them.
//!
//! ```text
//!   0      8     16      24            32             40
//!   +------+-----+-------+-------------+--------------+-- -
//!   |  pc  | frame | fiber | stack base | stack limit | ...
//!   +------+-----+-------+-------------+--------------+-- -
//! ```

use std::mem::offset_of;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rutile_bytecode::Instruction;
use rutile_heap::Cell;

use crate::code::stack::FrameRef;
use crate::object::records::FiberRef;
use crate::value::Value;

#[repr(C)]
pub struct Registers {
    /// The next instruction of the running frame, while the loop is not in a fast path.
    pub pc: *const Instruction,
    /// The running frame.
    pub frame: FrameRef,
    /// The running fiber.
    pub fiber: FiberRef,
    pub(crate) stack_base: *mut Value,
    pub(crate) stack_limit: *mut Value,
    /// Set when there is an interrupt to service: signals, timers, memory; every safepoint reads it.
    pub(crate) interrupt: Arc<AtomicBool>,
    /// Words above the frame's registers that a call being set up has filled.
    pub window_words: usize,
    /// The method whose arguments are being bound.
    pub(crate) callee: Value,
    /// The Array that a block of the core's packed several arguments into last: see `arguments::takes_apart`.
    pub(crate) packed: Value,
    /// The instruction at which the body begins whose arguments were bound last.
    pub(crate) bound_entry: usize,
    /// The running stack's cell.
    pub(crate) stack: Cell,
    pub(crate) stack_empty: bool,
    /// The stack's reserve is in use, by what handles its overflow.
    pub(crate) overflowing: bool,
    /// The number of cache lines that the last large stack left out: see `stack`.
    pub(crate) stack_colour: usize,
    /// Set when an exit makes the loop's entry frame return.
    pub(crate) entry_value: Option<Value>,
    /// The exception raised last, until a frame is blamed for it.
    pub fresh_exception: Value,
    /// The lexical scope made last, until the next collection: see `scope_in`.
    pub(crate) last_scope: Value,
}

/// The offsets in the drawing.
const _: () = assert!(offset_of!(Registers, pc) == 0 && offset_of!(Registers, frame) == 8 && offset_of!(Registers, fiber) == 16);
const _: () = assert!(offset_of!(Registers, stack_base) == 24 && offset_of!(Registers, stack_limit) == 32);

impl Registers {
    /// Those of a machine without a stack, whose references all name `nothing`.
    pub(crate) fn new(nothing: Cell) -> Registers {
        Registers {
            pc: std::ptr::null(),
            frame: FrameRef(std::ptr::null_mut()),
            fiber: FiberRef(nothing),
            stack_base: std::ptr::null_mut(),
            stack_limit: std::ptr::null_mut(),
            interrupt: Arc::new(AtomicBool::new(false)),
            window_words: 0,
            callee: Value::NIL,
            packed: Value::NIL,
            bound_entry: 0,
            stack: nothing,
            stack_empty: true,
            overflowing: false,
            stack_colour: 0,
            entry_value: None,
            fresh_exception: Value::NIL,
            last_scope: Value::NIL,
        }
    }
}
