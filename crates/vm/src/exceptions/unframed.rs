//! Methods of a backtrace that have no frame of their own: those that go on with a call in their place.

use crate::code::stack::frame_flags;
use crate::object::array::ArrayRef;
use crate::object::class::ClassRef;
use crate::object::records::MethodRef;
use crate::value::Value;
use crate::value::symbol::Symbol;
use crate::vm::Vm;

impl Vm {
    /// The method without a frame of its own that called what a frame with these flags runs as.
    pub(super) fn push_unframed(&mut self, raw: ArrayRef, flags: u64, method: Value) {
        if flags & frame_flags::CONSTRUCT != 0 {
            self.push_class_new(raw);
        }
        let name = MethodRef::from_value(method).filter(|_| flags & frame_flags::EVALUATED != 0).and_then(MethodRef::evaluator);
        let Some(name) = name else { return };
        let owner = if matches!(name, Symbol::INSTANCE_EXEC | Symbol::INSTANCE_EVAL) { self.classes.basic_object } else { self.classes.module };
        self.push_method_without_place(raw, owner, name);
    }

    /// `Class#new` has no frame of its own: it is shown behind the `initialize` that it goes on with.
    pub(super) fn push_class_new(&mut self, raw: ArrayRef) {
        self.push_method_without_place(raw, self.classes.class, Symbol::NEW);
    }

    /// The method that a class finds, shown where what called it stands.
    fn push_method_without_place(&mut self, raw: ArrayRef, class: ClassRef, name: Symbol) {
        if let Some(method) = self.find_method(class, name) {
            [Value::NIL, method.value(), Value::fixnum(0)].into_iter().for_each(|value| self.array_push(raw, value));
        }
    }

    /// Whether a method is the core library's own of those that run blocks with another self.
    pub(super) fn is_core_evaluator(&self, method: MethodRef) -> bool {
        method.is_evaluator() && method.owner_class().is_some_and(|owner| owner == self.classes.basic_object || owner == self.classes.module)
    }
}
