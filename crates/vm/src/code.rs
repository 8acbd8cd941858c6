//! Compiled functions as the machine runs them.
//!
//! A `Code` is made of a `Function` when it is first needed. It is immutable but
//! for two kinds of feedback, which are boxes of their own so that the pages of
//! the code stay clean: call caches (one a call site) and slots for constants,
//! instance variables and values computed once.
//!
//! A code cell on the heap owns the `Code`; frames refer to the cell.
//!
//! ```text
//!   +--------+---------+----------+
//!   | header |  index  | pointer  | ---> Code (outside the heap)
//!   +--------+---------+----------+
//! ```

use std::cell::Cell as Slot;
use std::sync::Arc;

use rutile_bytecode::serialize::FunctionRecord;
use rutile_bytecode::{Function, FunctionKind, Handler, Instruction, Op, Parameters, VariableLocation};
use rutile_heap::{Cell, Word};

use crate::native::{Native, NativeNumber, Special};
use crate::symbol::Symbol;
use crate::value::Value;

const POINTER: usize = 2;

/// A function, ready to run.
pub struct Code {
    pub instructions: Box<[Instruction]>,
    pub registers: u16,
    pub kind: FunctionKind,
    /// `FunctionFlags`.
    pub flags: u16,
    /// Only required parameters, and how many (`u16::MAX` when not simple).
    pub simple_arguments: u16,
    pub literals: Box<[Slot<Value>]>,
    pub names: Box<[Symbol]>,
    pub sites: Box<[Site]>,
    pub caches: Box<[CallCache]>,
    pub feedback: Box<[Feedback]>,
    pub keywords: Box<[Symbol]>,
    /// Nested functions of an image that are not loaded yet.
    pub records: Box<[Option<FunctionRecord<'static>>]>,
    /// Code cells of the nested functions.
    pub functions: Box<[Slot<Value>]>,
    /// `return` or `break` out of a block stands in it or in a block nested in it.
    pub has_exits: Slot<bool>,
    pub primitive: Option<NativeNumber>,
    pub natives: Box<[Option<Native>]>,
    /// The symbol of the method or scope.
    pub name: Symbol,
    /// The code its text stands in; nil for files and evals.
    pub parent: Slot<Value>,
    /// This code's own cell.
    pub cell: Slot<Value>,
    pub function: Arc<Function>,
}

/// A call site, its names resolved.
pub struct Site {
    pub name: Symbol,
    pub arguments: u16,
    /// `CallFlags`.
    pub flags: u16,
    pub block: Option<u16>,
    pub keywords: Box<[Symbol]>,
    /// Positional arguments only and no block argument: the common case.
    pub plain: bool,
}

/// What a call site found last.
pub struct CallCache {
    /// Shape of the receiver it was found for; 0: nothing yet.
    pub shape: Slot<u32>,
    pub epoch: Slot<u32>,
    pub target: Slot<Target>,
    /// The method found.
    pub method: Slot<Value>,
    /// Of a `super`: the method that it was found from.
    pub origin: Slot<Value>,
}

impl CallCache {
    pub fn new() -> CallCache {
        CallCache {
            shape: Slot::new(0),
            epoch: Slot::new(0),
            target: Slot::new(Target::None),
            method: Slot::new(Value::NIL),
            origin: Slot::new(Value::NIL),
        }
    }

    /// Whether what was found holds for receivers of this shape.
    #[inline(always)]
    pub fn holds(&self, shape: u32, epoch: u32) -> bool {
        self.shape.get() == shape && self.epoch.get() == epoch
    }
}

impl Default for CallCache {
    fn default() -> Self {
        CallCache::new()
    }
}

/// How a cached call is made. All but `Writer` and `General` are of plain sites only.
#[derive(Clone, Copy)]
pub enum Target {
    None,
    /// Code with only required parameters, as many as are passed.
    Simple(*const Code),
    /// A leaf, tried before `Simple` or `General`.
    Leaf(Native),
    /// An instance variable's reader: the variable's place in this shape.
    Reader(u32),
    /// An instance variable's writer, called by an assignment.
    Writer(u32),
    /// `Class#new` of a class whose instances are plain objects.
    New,
    /// `Proc#call`.
    Call,
    /// `Fiber#resume` with at most one argument.
    Resume,
    /// `Fiber.yield` with at most one argument.
    FiberYield,
    /// A native that goes on with a call in its place.
    Special(Special),
    /// Anything else: the general path, with the method known.
    General,
}

/// One feedback slot.
pub struct Feedback {
    /// Shape (instance variables) or constant epoch.
    pub key: Slot<u32>,
    /// Where an instance variable is kept: see `ShapeTable::place`.
    pub place: Slot<u32>,
    /// Constant or value computed once.
    pub value: Slot<Value>,
}

impl Code {
    /// The code that a frame's code word refers to.
    #[inline(always)]
    pub fn of_frame_word<'a>(word: Value) -> &'a Code {
        // SAFETY: the code word of a frame is a code cell, which owns its Code while the frame lives.
        unsafe { &*(*(word.word() as *const u64).add(POINTER) as *const Code) }
    }

    /// The code that a code cell owns; `None` for other values and where it is not loaded yet.
    pub fn of_value<'a>(value: Value) -> Option<&'a Code> {
        let cell = value.as_kind(crate::kind::Kind::Code)?;
        if cell.word(POINTER) == 0 { None } else { Some(Code::of_frame_word(value)) }
    }

    /// Whether a code cell waits for its first call to be loaded (see `loader`).
    pub fn is_pending(value: Value) -> bool {
        value.as_kind(crate::kind::Kind::Code).is_some_and(|cell| cell.word(POINTER) == 0)
    }

    /// Makes `cell` the owner of a code.
    pub(crate) fn install(cell: Cell, code: Box<Code>) {
        cell.set_word_raw(POINTER, Box::into_raw(code) as u64);
    }

    /// Frees the code of a cell that died.
    pub(crate) fn release(cell: Cell) {
        let pointer = cell.word(POINTER) as *mut Code;
        if !pointer.is_null() {
            cell.set_word_raw(POINTER, 0);
            // SAFETY: the cell was the only owner, and no frame refers to it any more.
            drop(unsafe { Box::from_raw(pointer) });
        }
    }

    /// Empties the inline caches that hold for a shape of which `is_dead` is true.
    pub fn forget_shapes(&self, is_dead: impl Fn(u32) -> bool) {
        for cache in self.caches.iter().filter(|cache| is_dead(cache.shape.get())) {
            cache.shape.set(0);
        }
        let variables = |op: Op| matches!(op, Op::GetInstanceVariable | Op::SetInstanceVariable);
        for instruction in self.instructions.iter().filter(|instruction| variables(instruction.op)) {
            let feedback = &self.feedback[instruction.c as usize];
            if is_dead(feedback.key.get()) {
                feedback.key.set(0);
            }
            let transition = feedback.value.get();
            if transition.is_fixnum() && [transition.fixnum_value() >> 32, transition.fixnum_value()].iter().any(|&shape| is_dead(shape as u32)) {
                feedback.value.set(Value::UNDEFINED);
            }
        }
    }

    #[inline(always)]
    pub fn has(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }

    pub fn is_block(&self) -> bool {
        matches!(self.kind, FunctionKind::Block | FunctionKind::Lambda)
    }

    pub fn parameters(&self) -> &Parameters {
        &self.function.parameters
    }

    pub fn handlers(&self) -> &[Handler] {
        &self.function.handlers
    }

    pub fn last_match(&self) -> VariableLocation {
        self.function.last_match
    }

    /// The line of the instruction before `pc` (a return address).
    pub fn line_at(&self, pc: usize) -> u32 {
        let at = pc.saturating_sub(1) as u32;
        let lines = &self.function.lines;
        match lines.partition_point(|entry| entry.pc <= at) {
            0 => self.function.line,
            position => lines[position - 1].line,
        }
    }

    /// The method-level code its text stands in.
    pub fn home<'a>(&'a self) -> &'a Code {
        let mut code = self;
        while code.is_block() {
            match Code::of_value(code.parent.get()) {
                Some(parent) => code = parent,
                None => break,
            }
        }
        code
    }
}

/// The traced words of a code cell.
pub fn trace(cell: Cell, visit: &mut dyn FnMut(&mut Word)) {
    let pointer = cell.word(POINTER) as *const Code;
    if pointer.is_null() {
        return;
    }
    // SAFETY: a live code cell owns its Code.
    let code = unsafe { &*pointer };
    // SAFETY: a Slot<Value> is one word, and nobody else looks at it during a collection.
    let mut slot = |value: &Slot<Value>| visit(unsafe { &mut *(value.as_ptr() as *mut Word) });
    for literal in &code.literals {
        slot(literal);
    }
    for cache in &code.caches {
        slot(&cache.method);
        slot(&cache.origin);
    }
    for feedback in &code.feedback {
        slot(&feedback.value);
    }
    slot(&code.parent);
    slot(&code.cell);
    for function in &code.functions {
        slot(function);
    }
}
