//! Raising: exception objects, their causes and the places where they are raised.
//!
//! ```text
//! exceptions.rs   an exception, why it is raised, whom its backtrace blames
//! backtrace       frames, raw: as (code, method, pc) each
//! unframed        methods of a backtrace that have no frame of their own
//! locations       a raw backtrace in words, when somebody asks
//! errors          the errors that natives and the interpreter raise, with their words
//! naming          messages that name a module
//! last_words      the frames of a process that a fault ends
//! ```

mod backtrace;
mod errors;
mod last_words;
mod locations;
mod naming;
mod unframed;

pub use locations::{Call, CallParts, Location};

use crate::code::native::Exit;
use crate::object::array::ArrayRef;
use crate::object::class::ClassRef;
use crate::object::records::NonLocalExitRef;
use crate::value::Value;
use crate::value::symbol::Symbol;
use crate::vm::Vm;

impl Vm {
    /// An exception of a class with a message, its backtrace captured.
    pub fn raise(&mut self, class: ClassRef, message: String) -> Exit {
        let exception = self.new_exception(class, &message);
        self.capture_backtrace(exception, None, 0);
        Exit::Raise(exception)
    }

    pub fn new_exception(&mut self, class: ClassRef, message: &str) -> Value {
        let exception = self.new_object(class);
        let text = self.string(message);
        self.set_variable(exception, Symbol::MESSAGE, text);
        let cause = self.registers.fiber.error_info();
        self.set_cause(exception, cause);
        exception
    }

    /// Notes why an exception is raised. Where that is nothing it may still be noted when it is raised again. One that is a cause
    /// keeps what it has, be it none: so causes never lead back to where they began.
    pub fn set_cause(&mut self, exception: Value, cause: Value) {
        if cause.is_nil() || cause == exception {
            return;
        }
        self.set_variable(exception, Symbol::CAUSE, cause);
        if self.variable(cause, Symbol::CAUSE).is_none() {
            self.set_variable(cause, Symbol::CAUSE, Value::NIL);
        }
    }

    /// The cause of an exception without one is what is rescued here.
    pub fn set_current_cause(&mut self, exception: Value) {
        let cause = self.registers.fiber.error_info();
        let mut reached = cause;
        while !reached.is_nil() && reached != exception {
            reached = self.get_variable(reached, Symbol::CAUSE);
        }
        if reached.is_nil() && self.variable(exception, Symbol::CAUSE).is_none() {
            self.set_cause(exception, cause);
        }
    }

    /// Records where an exception was raised; `callee` is a function that refused its arguments, with the flags that its frame was to have.
    pub fn capture_backtrace(&mut self, exception: Value, callee: Option<(Value, Value)>, flags: u64) {
        let raw = self.raw_backtrace(callee, flags);
        self.set_variable(exception, Symbol::BACKTRACE, raw);
        self.registers.fresh_exception = exception;
    }

    /// An exception made elsewhere is raised where the running fiber stands, in a call of the native `method`
    /// (nil: in none): what it lacks of place and cause it gets here.
    pub(crate) fn place_exception(&mut self, exception: Value, method: Value) {
        if NonLocalExitRef::from_value(exception).is_some() {
            return;
        }
        let trace = self.intern(b"@ trace");
        if self.get_variable(exception, trace).is_nil() && self.get_variable(exception, Symbol::BACKTRACE).is_nil() {
            let callee = (!method.is_nil()).then_some((Value::NIL, method));
            self.capture_backtrace(exception, callee, 0);
            self.registers.fresh_exception = Value::NIL;
        }
        self.set_current_cause(exception);
    }

    /// Notes the native method that raised an exception just now: it shows as the innermost frame.
    pub fn blame_native(&mut self, exit: Exit, method: Value) -> Exit {
        self.blame_natives(exit, &[method])
    }

    /// The same of several, the innermost first; nil stands for none.
    pub fn blame_natives(&mut self, exit: Exit, methods: &[Value]) -> Exit {
        if let Exit::Raise(exception) = exit {
            if exception == self.registers.fresh_exception {
                self.registers.fresh_exception = Value::NIL;
                if let Some(raw) = ArrayRef::from_value(self.get_variable(exception, Symbol::BACKTRACE)) {
                    for method in methods.iter().rev().filter(|method| !method.is_nil()) {
                        self.array_splice(raw, 0, 0, &[Value::NIL, *method, Value::fixnum(0)]);
                    }
                }
            }
        }
        exit
    }
}
