//! `$~` and `$_`: kept in the frame of the program that called the core library.
//!
//! A function says where its `$~` is kept, or that nothing in it can read it. A
//! native that matches stores into the nearest frame that is not the core
//! library's; where nothing reads it, nothing is stored.

use rutile_bytecode::VariableLocation;

use crate::code::stack::FrameRef;
use crate::object::records::EnvironmentRef;
use crate::value::Value;
use crate::vm::Vm;

impl Vm {
    pub fn set_last_match(&mut self, value: Value) {
        if let Some((frame, _)) = self.program_frame() {
            let location = frame.code().last_match();
            self.store(frame, location, value);
        }
    }

    pub fn last_match(&self) -> Value {
        match self.program_frame() {
            Some((frame, _)) => self.fetch(frame, frame.code().last_match()),
            None => Value::NIL,
        }
    }

    pub fn set_last_line(&mut self, value: Value) {
        if let Some((frame, _)) = self.program_frame() {
            let location = frame.code().last_line();
            self.store(frame, location, value);
        }
    }

    pub fn last_line(&self) -> Value {
        match self.program_frame() {
            Some((frame, _)) => self.fetch(frame, frame.code().last_line()),
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

    fn store(&mut self, frame: FrameRef, location: VariableLocation, value: Value) {
        match location {
            VariableLocation::None => {}
            VariableLocation::Register(register) => frame.set_register(register as usize, value),
            VariableLocation::Environment { slot, depth } => {
                if let Some(environment) = Vm::environment(frame, depth) {
                    environment.set_slot(self, slot as usize, value);
                }
            }
        }
    }

    fn fetch(&self, frame: FrameRef, location: VariableLocation) -> Value {
        match location {
            VariableLocation::None => Value::NIL,
            VariableLocation::Register(register) => frame.register(register as usize),
            VariableLocation::Environment { slot, depth } => {
                Vm::environment(frame, depth).map_or(Value::NIL, |environment| environment.slot(slot as usize))
            }
        }
    }
}
