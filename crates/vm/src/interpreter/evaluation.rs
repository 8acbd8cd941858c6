//! `defined?`, and running code given as text or as a loaded file.

use rutile_bytecode::instruction::defined as kinds;
use rutile_bytecode::{Instruction, Op};

use super::{Step, calls, tracing};
use crate::code::Code;
use crate::code::frame_flags;
use crate::code::stack::FrameRef;
use crate::object::class::ClassRef;
use crate::object::records::{BindingRef, MethodRef};
use crate::value::Value;
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// `Defined`.
pub fn defined(vm: &mut Vm, i: Instruction) -> Step {
    let name = vm.operand_name(i.c);
    let frame = vm.registers.frame;
    let description = match i.n {
        kinds::GLOBAL => vm.globals.get(name).is_some().then_some("global-variable"),
        kinds::INSTANCE_VARIABLE => vm.variable(frame.receiver(), name).is_some().then_some("instance-variable"),
        kinds::CLASS_VARIABLE => super::variables::class_variable_defined(vm, name).then_some("class variable"),
        kinds::CONSTANT => {
            let scope = calls::scope_of(frame);
            return defined_constant(vm, scope.and_then(|scope| vm.find_lexical_constant(scope, name)), name);
        }
        kinds::TOP_CONSTANT => {
            let found = public_constant(vm, vm.classes.object, name);
            return defined_constant(vm, found, name);
        }
        kinds::CONSTANT_FROM => {
            let base = ClassRef::from_module(frame.register(i.b as usize));
            let found = base.and_then(|module| public_constant(vm, module, name));
            return defined_constant(vm, found, name);
        }
        kinds::METHOD => return defined_method(vm, frame.register(i.b as usize), name, false),
        kinds::SELF_METHOD => return defined_method(vm, frame.receiver(), name, true),
        kinds::YIELD => super::blocks::is_given(vm, frame).then_some("yield"),
        _ => super_is_defined(vm).then_some("super"),
    };
    let value = match description {
        Some(text) => vm.description(text),
        None => Value::NIL,
    };
    vm.deliver(value);
    Ok(())
}

/// A constant that a module gives to everybody, and its owner.
fn public_constant(vm: &Vm, module: ClassRef, name: Symbol) -> Option<(Value, ClassRef)> {
    let found = vm.find_qualified_constant(module, name)?;
    let private = super::constants::constant_bits(found.1, name) & super::constants::constant_flags::PRIVATE != 0;
    (!private).then_some(found)
}

/// `"constant"` of a constant that was found; of a promised one, `Rutile` says.
fn defined_constant(vm: &mut Vm, found: Option<(Value, ClassRef)>, name: Symbol) -> Step {
    let value = match found {
        Some((value, owner)) if value.is_undefined() => {
            return calls::helper(vm, "promise_description", &[owner.value(), Value::symbol(name)], 0);
        }
        Some(_) => vm.description("constant"),
        None => Value::NIL,
    };
    vm.deliver(value);
    Ok(())
}

impl Vm {
    /// An answer of `defined?`: one frozen String for each.
    pub(crate) fn description(&mut self, text: &'static str) -> Value {
        if let Some((_, value)) = self.program.descriptions.iter().find(|(known, _)| *known == text) {
            return *value;
        }
        let value = self.frozen_string(text.as_bytes(), crate::value::encoding::Encoding::US_ASCII).value();
        self.program.descriptions.push((text, value));
        value
    }
}

fn super_is_defined(vm: &mut Vm) -> bool {
    let Some(method) = MethodRef::from_value(vm.registers.frame.method()) else { return false };
    let Some(place) = method.place() else { return false };
    if method.name().is_nil() {
        return false;
    }
    let class = vm.class_of(vm.registers.frame.receiver());
    vm.find_super_method(class, place, method.symbol()).is_some()
}

fn defined_method(vm: &mut Vm, receiver: Value, name: Symbol, own: bool) -> Step {
    let class = vm.class_of(receiver);
    let says_itself = vm.find_method(class, Symbol::RESPOND_TO).is_some_and(|method| !vm.is_core_method(method));
    if own && says_itself {
        return calls::helper(vm, "says_to_respond", &[receiver, Value::symbol(name), Value::TRUE], frame_flags::DEFINED);
    }
    if let Some(method) = calls::find_with_refinements(vm, class, name) {
        let value = if own || calls::is_callable(vm, method) { vm.description("method") } else { Value::NIL };
        vm.deliver(value);
        return Ok(());
    }
    if says_itself {
        return calls::helper(vm, "says_to_have", &[receiver, Value::symbol(name)], frame_flags::DEFINED);
    }
    match vm.find_method(class, Symbol::RESPOND_TO_MISSING) {
        Some(method) if !vm.is_core_method(method) => {
            let arguments = [Value::symbol(name), Value::boolean(own)];
            calls::call_from_scratch(vm, receiver, Symbol::RESPOND_TO_MISSING, &arguments, frame_flags::DEFINED)
        }
        _ => {
            vm.deliver(Value::NIL);
            Ok(())
        }
    }
}

/// Opens the frame of a file's code: `require`, `load`, the program itself.
pub fn run_file(vm: &mut Vm, code: &Code, method: MethodRef, receiver: Value, flags: u64) -> Step {
    open_file(vm, code, method, receiver, flags)?;
    tracing::tell_script(vm)
}

/// The same for code that was compiled before, of which nobody is told.
pub fn open_file(vm: &mut Vm, code: &Code, method: MethodRef, receiver: Value, flags: u64) -> Step {
    vm.registers.callee = code.cell.get();
    let window = vm.make_room(vm.registers.frame.scratch_window(), code.registers as usize)?;
    window.set_receiver(receiver);
    calls::push_frame(vm, window, code, flags, Value::NIL, method.value(), Value::NIL, 0);
    Ok(())
}

/// If code begins with making an environment: makes it in the frame, within the binding's, and the binding
/// keeps it. Answers whether that instruction is done.
pub fn open_binding_environment(vm: &mut Vm, frame: FrameRef, code: &Code, binding: BindingRef) -> bool {
    let Some(first) = code.instructions().first().filter(|first| first.op == Op::NewEnvironment) else { return false };
    super::environments::open(vm, frame, first.a as usize);
    let environment = vm.kept(frame.environment());
    binding.set_environment(vm, environment);
    binding.set_code(vm, code.cell.get());
    true
}

/// Opens the frame of code evaluated in a binding. Variables that the code makes live in an
/// environment that the binding keeps, so that the next evaluation sees them.
pub fn run_in_binding(vm: &mut Vm, code: &Code, binding: BindingRef, frame_flags: u64) -> Step {
    // Nothing else holds the code until it has a frame, and a collection may come before.
    vm.registers.callee = code.cell.get();
    code.parent.set(binding.code());
    if let Some(cell) = vm.registers.callee.as_cell() {
        vm.heap.barrier(cell);
    }
    let window = vm.make_room(vm.registers.frame.scratch_window(), code.registers as usize)?;
    window.set_receiver(binding.receiver());
    window.set_environment(binding.environment());
    let entry = usize::from(open_binding_environment(vm, window, code, binding));
    let (block, method, environment) = (binding.block(), binding.method(), window.environment());
    calls::push_frame(vm, window, code, frame_flags, block, method, environment, entry);
    tracing::tell_script(vm)
}
