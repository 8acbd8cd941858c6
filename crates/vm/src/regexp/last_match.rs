//! `$~` and `$_`: kept in the frame of the program that called the core library.
//!
//! A function says where its `$~` is kept, or that nothing in it can read it. A
//! native that matches stores into the frame of the program that called the core
//! library; where nothing reads it, nothing is stored.
//!
//! Blocks have those of their method, whoever calls them. But the block that a fiber begins with runs beside its
//! method: there the fiber has variables of its own instead, so that matches of several fibers don't mix. Its locals
//! say of which environment it has its own (`OWN_MATCHES`), and keep them.

use rutile_bytecode::{FunctionFlags, VariableLocation};

use crate::code::stack::FrameRef;
use crate::object::id_table::IdTable;
use crate::object::records::{EnvironmentRef, FiberRef, ProcRef};
use crate::value::symbol::Symbol;
use crate::value::Value;
use crate::vm::Vm;

impl Vm {
    /// The frame whose `$~` the running core method sets: that of who called it. A block of the core's that a program's
    /// `each` calls belongs to the method that it stands in.
    fn matching_frame(&self) -> Option<FrameRef> {
        if self.registers.stack_empty {
            return None;
        }
        let mut frame = self.registers.frame;
        while frame.code().has(FunctionFlags::CORE) {
            let creator = if frame.code().is_block() { frame.block().as_frame_block() } else { None };
            frame = match creator {
                Some(offset) => self.frame_at(offset),
                None => frame.caller()?,
            };
        }
        Some(frame)
    }

    pub fn set_last_match(&mut self, value: Value) {
        if let Some(frame) = self.matching_frame() {
            let location = frame.code().last_match();
            self.store(frame, location, Symbol::OWN_MATCH, value);
        }
    }

    pub fn last_match(&self) -> Value {
        match self.matching_frame() {
            Some(frame) => self.last_match_of(frame),
            None => Value::NIL,
        }
    }

    pub fn last_match_of(&self, frame: FrameRef) -> Value {
        self.fetch(frame, frame.code().last_match(), Symbol::OWN_MATCH)
    }

    pub fn set_last_line(&mut self, value: Value) {
        if let Some((frame, _)) = self.program_frame() {
            let location = frame.code().last_line();
            self.store(frame, location, Symbol::OWN_LINE, value);
        }
    }

    pub fn last_line(&self) -> Value {
        match self.program_frame() {
            Some((frame, _)) => self.fetch(frame, frame.code().last_line(), Symbol::OWN_LINE),
            None => Value::NIL,
        }
    }

    fn environment(frame: FrameRef, depth: u16) -> Option<EnvironmentRef> {
        let mut environment = EnvironmentRef::from_value(frame.environment());
        for _ in 0..depth {
            environment = environment.and_then(|inner| EnvironmentRef::from_value(inner.parent()));
        }
        environment
    }

    /// Gives a fiber a `$~` and `$_` of its own in place of those of the method whose block it begins with.
    pub fn separate_matches(&mut self, fiber: FiberRef, block: Value) {
        let Some(block) = ProcRef::from_value(block) else { return };
        let Some(code) = crate::code::Code::of_value(block.code()) else { return };
        let own = u16::from(!code.environment().is_empty());
        for location in [code.last_match(), code.last_line()] {
            if let VariableLocation::Environment { depth, .. } = location
                && let Some(around) = depth.checked_sub(own).and_then(|depth| block.outer_environment(depth as usize))
            {
                return self.table_set(fiber.0, FiberRef::LOCALS, Symbol::OWN_MATCHES, around.value());
            }
        }
    }

    /// The running fiber's locals where it has matches of its own for an environment.
    fn own_matches(&self, environment: EnvironmentRef) -> Option<IdTable> {
        let locals = IdTable::from_value(self.registers.fiber.locals())?;
        (locals.get(Symbol::OWN_MATCHES) == Some(environment.value())).then_some(locals)
    }

    fn store(&mut self, frame: FrameRef, location: VariableLocation, own: Symbol, value: Value) {
        match location {
            VariableLocation::None => {}
            VariableLocation::Register(register) => frame.set_register(register as usize, value),
            VariableLocation::Environment { slot, depth } => {
                let Some(environment) = Vm::environment(frame, depth) else { return };
                match self.own_matches(environment).is_some() {
                    true => self.table_set(self.registers.fiber.0, FiberRef::LOCALS, own, value),
                    false => environment.set_slot(self, slot as usize, value),
                }
            }
        }
    }

    fn fetch(&self, frame: FrameRef, location: VariableLocation, own: Symbol) -> Value {
        match location {
            VariableLocation::None => Value::NIL,
            VariableLocation::Register(register) => frame.register(register as usize),
            VariableLocation::Environment { slot, depth } => {
                let Some(environment) = Vm::environment(frame, depth) else { return Value::NIL };
                match self.own_matches(environment) {
                    Some(locals) => locals.get(own).unwrap_or(Value::NIL),
                    None => environment.slot(slot as usize),
                }
            }
        }
    }
}
