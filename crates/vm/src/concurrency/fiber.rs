//! Fibers as cells: their states and how they are made.

use rutile_heap::Cell;

use crate::object::records::FiberRef;
use crate::value::Value;
use crate::value::fields::Fields;
use crate::value::kind::{Kind, header};
use crate::vm::Vm;

/// Where a fiber stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum FiberState {
    Created,
    Running,
    /// It resumed another and waits for it: its state is that fiber.
    Resuming,
    /// It yielded.
    Suspended,
    Terminated,
    /// It transferred to another: only a transfer brings it back.
    Transferred,
}

/// The traits of a fiber beside its state, in bits.
pub mod traits {
    /// A wait in it blocks its thread, whether there is a scheduler or not.
    pub const BLOCKING: i64 = 1;
    /// It is to end: wherever it goes on, it leaves its frames.
    pub const KILLED: i64 = 2;
    /// The first of its thread, which ends with it.
    pub const ROOT: i64 = 4;
}

impl FiberState {
    pub fn value(self) -> Value {
        Value::fixnum(self as i64)
    }
}

impl FiberRef {
    pub fn fiber_state(self) -> FiberState {
        match self.state().as_fixnum() {
            Some(0) => FiberState::Created,
            Some(1) => FiberState::Running,
            Some(3) => FiberState::Suspended,
            Some(4) => FiberState::Terminated,
            Some(5) => FiberState::Transferred,
            _ => FiberState::Resuming,
        }
    }

    /// The fiber that it resumed and waits for.
    pub fn resumed(self) -> Option<FiberRef> {
        FiberRef::from_value(self.state())
    }

    pub fn has_trait(self, bit: i64) -> bool {
        self.traits().as_fixnum().unwrap_or(0) & bit != 0
    }

    #[inline(always)]
    pub(crate) fn stack_cell(self) -> Option<Cell> {
        // SAFETY: its stack or nil.
        unsafe { self.stack().cell_unless_nil() }
    }

    /// The fiber that waits for it, having resumed it.
    #[inline(always)]
    pub(crate) fn waiting_resumer(self) -> Option<FiberRef> {
        // SAFETY: a fiber or nil.
        unsafe { self.resumer().cell_unless_nil() }.map(FiberRef)
    }

    /// Whether it is to end wherever it goes on.
    #[inline(always)]
    pub fn is_killed(self) -> bool {
        self.traits().word() & Value::fixnum(traits::KILLED).word() & !1 != 0
    }

    pub fn set_trait(self, vm: &mut Vm, bit: i64, on: bool) {
        let others = self.traits().as_fixnum().unwrap_or(0) & !bit;
        self.set_traits(vm, Value::fixnum(if on { others | bit } else { others }));
    }
}

impl Vm {
    /// A fiber that will run a Proc (nil: not yet said which).
    pub fn new_fiber(&mut self, body: Value) -> FiberRef {
        let shape = self.shapes.of_class(self.classes.fiber);
        let fiber = FiberRef(self.allocate(FiberRef::WORDS * 8, header(Kind::Fiber, shape, 0, 0)));
        for index in 1..FiberRef::WORDS {
            fiber.0.set_field_raw(index, Value::NIL.word());
        }
        fiber.set_state(self, FiberState::Created.value());
        fiber.set_body(self, body);
        fiber.set_traits(self, Value::fixnum(0));
        // The first fiber is made before there is one to ask.
        if Kind::of(self.registers.fiber.0) == Kind::Fiber {
            let thread = self.registers.fiber.thread();
            fiber.set_thread(self, thread);
        }
        fiber
    }
}
