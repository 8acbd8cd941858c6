//! The frames and windows of calls of C extensions' functions.

use super::calls::{self, Call, invoke, push_frame};
use super::{Step, arguments};
use crate::code::native::Exit;
use crate::code::stack::FrameRef;
use crate::object::class::{ClassRef, state};
use crate::object::hash::HashRef;
use crate::object::records::MethodRef;
use crate::value::Value;
use crate::value::kind::Kind;
use crate::vm::Vm;

/// Calls what stands behind a method of the same name among the ancestors of the receiver.
pub fn invoke_super(vm: &mut Vm, call: &Call, method: MethodRef) -> Step {
    let class = vm.class_of(call.receiver());
    let found = vm.assume_super_method(class, method);
    let call = Call { name: method.symbol(), ..*call };
    match MethodRef::from_value(vm.assumptions.answer(found)) {
        Some(next) => invoke(vm, &Call { method: Some(next), ..call }, next),
        None => calls::super_missing(vm, &call),
    }
}

/// Opens the frame of a helper's code in place of a call: with its self, block and method, and one argument.
pub fn take_over(vm: &mut Vm, call: &Call, method: MethodRef, helper: &str, argument: Value) -> Step {
    let name = vm.intern(helper.as_bytes());
    let class = vm.class_of(vm.program.helpers.value());
    let code = vm.find_method(class, name).and_then(|helper| vm.method_code(helper));
    let Some(code) = code else { return Err(vm.missing_primitive(name)) };
    let receiver = call.receiver();
    let window = vm.make_room(call.window, code.registers as usize)?;
    window.set_receiver(receiver);
    window.set_register(0, argument);
    for register in 1..code.registers as usize {
        window.set_register(register, Value::NIL);
    }
    push_frame(vm, window, code, call.frame_flags, call.block, method.value(), Value::NIL, 0);
    Ok(())
}

impl Vm {
    /// A call that has keywords with a Hash of them behind the other arguments, and whether there are any.
    pub fn with_keywords_last<'a>(&mut self, call: &Call<'a>) -> Result<(Call<'a>, bool), Exit> {
        self.protect_window(call);
        let hash = arguments::keywords_as_hash(self, call);
        if hash.len() == 0 {
            return Ok((Call { keywords: &[], keyword_hash: Value::NIL, ..*call }, false));
        }
        let window = self.make_room(call.window, call.count + 1)?;
        window.set_register(call.count, hash.value());
        Ok((Call { window, count: call.count + 1, keywords: &[], keyword_hash: Value::NIL, ..*call }, true))
    }

    /// A function of an extension is called: the thread goes on for some ticks behind it, see `threads::service_interrupts`.
    #[inline]
    pub fn note_outside(&mut self) {
        const TICKS_BEHIND: u32 = 5;
        self.threads.outside = TICKS_BEHIND;
    }

    /// The values of a call's window live while no frame has it. Whatever may allocate before the arguments are bound, be it that the method
    /// is looked up or its code is made, would clear what lies beyond the words in use.
    #[inline(always)]
    pub fn protect_window(&mut self, call: &Call) {
        self.registers.window_words = call.window.distance_from(self.registers.frame) + call.words();
    }

    /// `$!`
    pub fn current_error(&self) -> Value {
        self.registers.fiber.error_info()
    }

    pub fn release_window(&mut self) {
        self.registers.window_words = 0;
    }

    /// Puts a receiver and arguments into the window of a call, for another one to be made in its place.
    pub fn fill_window(&mut self, call: &Call, receiver: Value, values: &[Value]) -> Result<FrameRef, Exit> {
        let window = self.make_room(call.window, values.len() + 8)?;
        window.set_receiver(receiver);
        for (index, value) in values.iter().enumerate() {
            window.set_register(index, *value);
        }
        self.protect_window(&Call { window, count: values.len(), ..*call });
        Ok(window)
    }

    /// The instances of a class, and of the classes below it that say nothing else, are made by a C function.
    pub fn allocate_by_extension(&mut self, class: ClassRef) {
        let others = class.state() & !(0xff << state::KIND_SHIFT | state::NO_ALLOCATOR);
        class.set_state(others | (Kind::Data as i64) << state::KIND_SHIFT);
        let below = HashRef::from_value(class.dependents());
        for position in below.map_or(0..0, |below| below.first()..below.used()) {
            let dependent = below.and_then(|below| ClassRef::from_module(below.key_at(position)));
            if let Some(dependent) = dependent.filter(|dependent| dependent.is_class() && dependent.instance_kind() == Kind::Object) {
                self.allocate_by_extension(dependent);
            }
        }
    }
}
