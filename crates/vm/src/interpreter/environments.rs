//! Environments: the captured variables of a frame.
//!
//! A frame whose blocks share variables with it opens an environment with its first instruction. Until a Proc or a
//! Binding is made of one of these blocks, or of a block within, only frames refer to it: the frame's own and those above it.
//! So it is free again when its frame returns, and the next one of that size takes its place. What outlives frames *keeps*
//! its environments first (`Vm::kept`), which a flag in them says.

use crate::code::stack::FrameRef;
use crate::object::records::EnvironmentRef;
use crate::value::Value;
use crate::value::fields::{Fields, Store};
use crate::value::kind::{Header, Kind, flags, header};
use crate::vm::Vm;

/// Word of an environment's first slot.
const FIRST_SLOT: usize = 2;

/// Those with more variables are left to the collector.
const MOST_SLOTS: usize = 8;

/// Something other than frames refers to the environment.
const KEPT: u8 = flags::SHARED;

/// Environments that are free, by their numbers of slots, each list linked through the parents. The collector knows
/// nothing of them: it takes them for garbage, so the lists hold for a period of the heap only.
pub struct FreeEnvironments {
    period: u64,
    first: [Value; MOST_SLOTS + 1],
}

impl FreeEnvironments {
    #[inline(always)]
    fn of_period(&mut self, period: u64) -> &mut [Value; MOST_SLOTS + 1] {
        if self.period != period {
            *self = FreeEnvironments { period, ..FreeEnvironments::default() };
        }
        &mut self.first
    }
}

impl Default for FreeEnvironments {
    /// None, of a time before the heap.
    fn default() -> FreeEnvironments {
        FreeEnvironments { period: 0, first: [Value::NIL; MOST_SLOTS + 1] }
    }
}

/// `NewEnvironment`: opens a frame's environment.
#[inline(always)]
pub fn open(vm: &mut Vm, frame: FrameRef, slots: usize) {
    let environment = take_free(vm, frame.environment(), slots).unwrap_or_else(|| vm.new_environment(frame.environment(), slots, 0));
    frame.set_environment(environment.value());
}

#[inline(always)]
fn take_free(vm: &mut Vm, parent: Value, slots: usize) -> Option<EnvironmentRef> {
    let period = vm.heap.period();
    let first = vm.free_environments.of_period(period).get_mut(slots)?;
    // SAFETY: the lists hold environments, which end with nil.
    let environment = unsafe { first.cell_unless_nil() }?;
    *first = environment.value_at(1);
    // It is young, so nothing that it refers to needs a barrier.
    environment.set_field_raw(1, parent.word());
    (FIRST_SLOT..FIRST_SLOT + slots).for_each(|word| environment.set_field_raw(word, Value::NIL.word()));
    Some(EnvironmentRef(environment))
}

/// `Return` of a frame that opened an environment of `slots`: it is free again, unless something else refers to it.
#[inline(always)]
pub fn close(vm: &mut Vm, frame: FrameRef, slots: usize) {
    // SAFETY: a frame has an environment or none, which is nil.
    let Some(environment) = (unsafe { frame.environment().cell_unless_nil() }) else { return };
    if environment.header() != header(Kind::Environment, 0, 0, slots as u16) || vm.heap.is_old(environment) {
        return;
    }
    let period = vm.heap.period();
    let Some(first) = vm.free_environments.of_period(period).get_mut(slots) else { return };
    environment.set_field_raw(1, first.word());
    *first = Value::cell(environment);
    if cfg!(debug_assertions) {
        // Who still read it would not read on unnoticed.
        (FIRST_SLOT..FIRST_SLOT + slots).for_each(|word| environment.set_field_raw(word, Value::UNDEFINED.word()));
    }
}

impl Vm {
    /// An environment within another, its slots nil.
    #[inline(always)]
    pub(crate) fn new_environment(&mut self, parent: Value, slots: usize, flags: u8) -> EnvironmentRef {
        let (bytes, header) = ((FIRST_SLOT + slots) * 8, header(Kind::Environment, 0, flags, slots as u16));
        let environment = match self.heap.allocate_filled(bytes, header, Value::NIL.word()) {
            Some(environment) => environment,
            None => {
                let environment = self.allocate(bytes, header);
                (0..slots).for_each(|slot| environment.set_field_raw(FIRST_SLOT + slot, Value::NIL.word()));
                environment
            }
        };
        environment.set_field_raw(1, parent.word());
        EnvironmentRef(environment)
    }

    /// The environment of a frame, which something is to refer to that may outlive the frame; those around it with it.
    pub(crate) fn kept(&mut self, environment: Value) -> Value {
        let mut next = environment.as_cell();
        while let Some(cell) = next.filter(|cell| !cell.has_flag(KEPT)) {
            // The old stay where they are as it is, and their pages unwritten.
            if !self.heap.is_old(cell) {
                cell.set_flag(KEPT);
            }
            next = EnvironmentRef(cell).parent().as_cell();
        }
        environment
    }
}

#[inline(always)]
pub(super) fn environment_at(frame: FrameRef, depth: u16) -> Option<rutile_heap::Cell> {
    // SAFETY: an environment has another around it or none, a frame has one or none; none is nil.
    let mut environment = unsafe { frame.environment().cell_unless_nil() }?;
    for _ in 0..depth {
        // SAFETY: as above.
        environment = unsafe { environment.value_at(1).cell_unless_nil() }?;
    }
    Some(environment)
}

#[inline(always)]
pub fn get_environment(frame: FrameRef, slot: u16, depth: u16) -> Value {
    match environment_at(frame, depth) {
        Some(cell) => cell.value_at(FIRST_SLOT + slot as usize),
        None => Value::NIL,
    }
}

#[inline(always)]
pub fn set_environment(vm: &mut Vm, frame: FrameRef, slot: u16, depth: u16, value: Value) {
    if let Some(cell) = environment_at(frame, depth) {
        vm.heap.store(cell, FIRST_SLOT + slot as usize, value.word());
    }
}

impl EnvironmentRef {
    pub fn slots(self) -> usize {
        self.0.aux() as usize
    }

    pub fn slot(self, index: usize) -> Value {
        self.0.value_at(FIRST_SLOT + index)
    }

    pub fn set_slot(self, vm: &mut Vm, index: usize, value: Value) {
        vm.heap.store(self.0, FIRST_SLOT + index, value.word());
    }
}
