//! Methods of a backtrace that have no frame of their own: those that go on with a call in their place.
//! The frame of that call keeps which it was (`frame_flags::IN_PLACE`); `Class#new`, which may stand between, by a flag of its own.

use crate::code::native::Exit;
use crate::code::frame_flags::{self, EVALUATORS, UNFRAMED};
use crate::object::array::ArrayRef;
use crate::object::class::ClassRef;
use crate::object::records::MethodRef;
use crate::value::Value;
use crate::value::symbol::Symbol;
use crate::vm::Vm;

impl Vm {
    /// The methods without frames that called what a frame with these flags runs as, the innermost first.
    pub(super) fn push_unframed(&mut self, raw: ArrayRef, flags: u64) {
        for method in self.unframed(flags).into_iter().flatten() {
            [Value::NIL, method.value(), Value::fixnum(0)].into_iter().for_each(|value| self.array_push(raw, value));
        }
    }

    /// Notes the native that raised an exception just now, and what called it without a frame.
    pub fn blame_call(&mut self, exit: Exit, method: MethodRef, flags: u64) -> Exit {
        let [new, caller] = self.unframed(flags).map(|method| method.map_or(Value::NIL, MethodRef::value));
        self.blame_natives(exit, &[method.value(), new, caller])
    }

    /// Notes the method in whose place a call was refused before it had a frame.
    pub(crate) fn blame_unframed(&mut self, exit: Exit, method: Option<MethodRef>) -> Exit {
        match method.filter(|method| UNFRAMED.contains(&method.symbol())) {
            Some(method) => self.blame_native(exit, method.value()),
            None => exit,
        }
    }

    fn unframed(&mut self, flags: u64) -> [Option<MethodRef>; 2] {
        let new = if flags & frame_flags::CONSTRUCT != 0 { self.find_method(self.classes.class, Symbol::NEW) } else { None };
        let in_place = frame_flags::unframed(flags).and_then(|name| self.find_method(self.owner_of_unframed(name), name));
        [new, in_place]
    }

    fn owner_of_unframed(&self, name: Symbol) -> ClassRef {
        match name {
            Symbol::PUBLIC_SEND => self.classes.kernel,
            Symbol::BIND_CALL => self.classes.unbound_method,
            Symbol::INSTANCE_EXEC | Symbol::INSTANCE_EVAL => self.classes.basic_object,
            Symbol::CLASS_EXEC | Symbol::MODULE_EXEC | Symbol::CLASS_EVAL | Symbol::MODULE_EVAL => self.classes.module,
            _ => self.classes.method,
        }
    }

    /// Whether a method goes on with what it was asked to call: where the core library calls it, that is no line of a backtrace.
    pub(super) fn goes_on(&self, method: MethodRef) -> bool {
        let name = method.symbol();
        UNFRAMED[..EVALUATORS].contains(&name) && method.owner_class() == Some(self.owner_of_unframed(name))
    }

    /// Whether a method is the core library's own of those that run blocks with another self.
    pub(super) fn is_core_evaluator(&self, method: MethodRef) -> bool {
        let is_evaluator = UNFRAMED[EVALUATORS..].contains(&method.symbol());
        is_evaluator && method.owner_class().is_some_and(|owner| owner == self.classes.basic_object || owner == self.classes.module)
    }
}
