//! Bindings, and what the running program can ask of its own frame.

use rutile_bytecode::FunctionKind;
use rutile_vm::interpreter::{block_of, scope_of};
use rutile_vm::prelude::*;

use crate::arguments;

fn binding_at(vm: &mut Vm, args: Arguments, index: usize) -> Result<BindingRef, Exit> {
    match BindingRef::from_value(args.get(index)) {
        Some(binding) => Ok(binding),
        None => Err(vm.argument_error("a primitive expects a Binding".to_string())),
    }
}

/// The Binding of the program's running frame.
fn current(vm: &mut Vm) -> BindingRef {
    let frame = vm.program_frame().map_or(vm.registers.frame, |(frame, _)| frame);
    vm.new_binding(frame)
}

fn program_binding(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let caller = vm.registers.frame.caller().and_then(|frame| MethodRef::from_value(frame.method()));
    if caller.is_some_and(|method| method.kind() == MethodKind::Extension) {
        return Err(vm.runtime_error("Cannot create Binding object for non-Ruby caller".to_string()));
    }
    Ok(current(vm).value())
}

/// Where text given to `eval` runs: what `eval` was called on is its self. `private` and `using` in it end with it, as
/// they don't in text given to a Binding.
fn eval_binding(vm: &mut Vm, args: Arguments) -> NativeResult {
    let binding = current(vm);
    if let Some(method) = MethodRef::from_value(binding.method()).filter(|method| method.kind() == MethodKind::Frame) {
        let copy = vm.copy_method(method);
        copy.set_body(vm, method.value());
        binding.set_method(vm, copy.value());
    }
    binding.set_receiver(vm, args.get(0));
    Ok(binding.value())
}

/// Where text given to `instance_eval` runs: `def` in it defines singleton methods, and constants are found in the
/// receiver's singleton class, or its class where it can't have one.
fn instance_binding(vm: &mut Vm, args: Arguments) -> NativeResult {
    let binding = current(vm);
    let receiver = args.get(0);
    binding.set_receiver(vm, receiver);
    if let Some(method) = MethodRef::from_value(binding.method()) {
        // One that is there; else it is made when something is defined in it, and the class is looked in until then.
        let class = vm.class_of(receiver);
        let has_one = class.is_singleton() && class.attached() == receiver || ClassRef::from_module(receiver).is_some();
        let singleton = if has_one { vm.singleton_class(receiver).ok() } else { None };
        let scope = match singleton {
            Some(class) => vm.scope_in(class.value(), method.scope()),
            None => {
                let class = vm.class_of(receiver);
                let scope = vm.new_scope(class.value(), method.scope());
                scope.hide_class_variables();
                scope
            }
        };
        let copy = vm.copy_method(method);
        copy.set_scope(vm, scope.value());
        copy.evaluate_in(vm, if singleton.is_some() { MethodRef::IN_SINGLETON } else { MethodRef::IN_NO_SINGLETON });
        binding.set_method(vm, copy.value());
    }
    Ok(binding.value())
}

/// Where text given to `class_eval` runs: the module is its lexical scope too, and the method stays the one that it is called in.
fn module_binding(vm: &mut Vm, args: Arguments) -> NativeResult {
    let binding = current(vm);
    let module = args.get(0);
    binding.set_receiver(vm, module);
    let around = MethodRef::from_value(binding.method());
    let scope = vm.scope_in(module, around.map_or(vm.program.top_scope, |method| method.scope()));
    let method = match around {
        Some(around) => {
            let copy = vm.copy_method(around);
            copy.set_scope(vm, scope.value());
            copy.evaluate_in(vm, module);
            copy
        }
        None => vm.new_frame_method(module, scope, Visibility::Public),
    };
    binding.set_method(vm, method.value());
    Ok(binding.value())
}

/// One variable of a binding.
struct Place {
    environment: EnvironmentRef,
    slot: usize,
}

impl Place {
    fn value(&self, vm: &Vm) -> Value {
        match self.environment.view() {
            Some(activation) => activation.local(vm, self.slot),
            None => self.environment.slot(self.slot),
        }
    }

    fn assign(&self, vm: &mut Vm, value: Value) -> Result<(), Exit> {
        match self.environment.view() {
            Some(activation) => vm.set_shown_local(activation, self.slot, value),
            None => {
                self.environment.set_slot(vm, self.slot, value);
                Ok(())
            }
        }
    }
}

/// Every named variable of a binding, innermost first.
fn variables(vm: &Vm, binding: BindingRef) -> Vec<(Symbol, Place)> {
    let mut levels = vm.binding_levels(binding);
    levels.sort_by_key(|level| level.distance);
    let mut found = Vec::new();
    for level in levels {
        let is_view = level.environment.view().is_some();
        for (slot, name) in level.names.into_iter().enumerate() {
            let Some(name) = name else { continue };
            if crate::kernel::object::is_word(vm.symbol_bytes(name)) && (is_view || slot < level.environment.slots()) {
                found.push((name, Place { environment: level.environment, slot }));
            }
        }
    }
    found
}

fn find(vm: &Vm, binding: BindingRef, name: Symbol) -> Option<Place> {
    if !crate::kernel::object::is_word(vm.symbol_bytes(name)) {
        return None;
    }
    vm.binding_place(binding, name).map(|(environment, slot)| Place { environment, slot })
}

fn binding_variable_names(vm: &mut Vm, args: Arguments) -> NativeResult {
    let binding = binding_at(vm, args, 0)?;
    let list = vm.array_with_capacity(8);
    for (name, _) in variables(vm, binding) {
        let name = Value::symbol(name);
        if !list.values().contains(&name) {
            vm.array_push(list, name);
        }
    }
    Ok(list.value())
}

/// `binding_variable_get(binding, name, absent)`
fn binding_variable_get(vm: &mut Vm, args: Arguments) -> NativeResult {
    let binding = binding_at(vm, args, 0)?;
    let name = arguments::symbol(vm, args, 1)?;
    Ok(find(vm, binding, name).map_or(args.get(2), |place| place.value(vm)))
}

/// `Binding#local_variable_get` of a variable that is there, by a Symbol.
fn binding_local(vm: &mut Vm, args: Arguments) -> NativeResult {
    let binding = BindingRef::from_value(args.receiver()).filter(|_| args.count() == 1).ok_or(Exit::Fallback)?;
    let name = args.get(0).as_symbol().ok_or(Exit::Fallback)?;
    find(vm, binding, name).map(|place| place.value(vm)).ok_or(Exit::Fallback)
}

/// Whether there was such a variable to set.
fn binding_variable_set(vm: &mut Vm, args: Arguments) -> NativeResult {
    let binding = binding_at(vm, args, 0)?;
    let name = arguments::symbol(vm, args, 1)?;
    match find(vm, binding, name) {
        Some(place) => {
            place.assign(vm, args.get(2))?;
            Ok(Value::TRUE)
        }
        None => Ok(Value::FALSE),
    }
}

fn binding_receiver(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(binding_at(vm, args, 0)?.receiver())
}

fn binding_location(vm: &mut Vm, args: Arguments) -> NativeResult {
    let binding = binding_at(vm, args, 0)?;
    if binding.line().is_nil() {
        let top = ("<main>".to_string(), 0);
        return Ok(vm.position_array(&top));
    }
    let path = Code::of_value(binding.place()).map_or(String::new(), |code| code.file().to_string());
    let place = (path, binding.line().as_fixnum().unwrap_or(0) as u32);
    Ok(vm.position_array(&place))
}

fn binding_copy(vm: &mut Vm, args: Arguments) -> NativeResult {
    let binding = binding_at(vm, args, 0)?;
    vm.copy_record(binding.value(), BindingRef::WORDS)
}

/// `binding_take_variables(binding, other)`: it sees from now on what one within it does.
fn binding_take_variables(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (binding, within) = (binding_at(vm, args, 0)?, binding_at(vm, args, 1)?);
    binding.set_environment(vm, within.environment());
    binding.set_code(vm, within.code());
    Ok(Value::NIL)
}

// --- The program's frame ---

fn is_block_given(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let given = vm.program_frame().is_some_and(|(frame, _)| !block_of(vm, frame).is_nil());
    Ok(Value::boolean(given))
}

fn program_method(vm: &Vm) -> Option<MethodRef> {
    let (frame, _) = vm.program_frame()?;
    MethodRef::from_value(frame.method()).filter(|method| method.kind() != MethodKind::Frame && !method.name().is_nil())
}

/// `current_method(as_called)`: the name of the method that the program is in, or nil.
fn current_method(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(method) = program_method(vm) else { return Ok(Value::NIL) };
    match vm.program_frame() {
        Some((frame, _)) if args.get(0).truthy() => Ok(called_name(vm, method, frame.receiver())),
        _ => Ok(method.name()),
    }
}

/// What a method was called by: an alias is a copy of the method, and stands under that name.
pub(super) fn called_name(vm: &Vm, method: MethodRef, receiver: Value) -> Value {
    let owners = method.owner_class().into_iter().chain([vm.class_of(receiver)]);
    for table in owners.flat_map(|owner| owner.chain()).filter_map(|cell| cell.method_table()) {
        if let Some((name, _)) = table.entries().find(|(_, entry)| *entry == method.value()) {
            return Value::symbol(name);
        }
    }
    method.name()
}

fn is_in_method(vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(Value::boolean(program_method(vm).is_some()))
}

fn program_self(vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(vm.program_frame().map_or(Value::NIL, |(frame, _)| frame.receiver()))
}

/// Whether the program's running code is a method's own body: not a block in it, nor text that it evaluates.
fn is_method_body(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let kind = vm.program_frame().map(|(frame, _)| frame.code().kind);
    Ok(Value::boolean(kind == Some(FunctionKind::Method)))
}

fn program_path(vm: &mut Vm, _args: Arguments) -> NativeResult {
    match vm.program_position() {
        Some((path, _)) => Ok(vm.string(&path)),
        None => Ok(Value::NIL),
    }
}

/// The class or module that the program's running code stands in.
fn program_module(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let scope = vm.program_frame().and_then(|(frame, _)| scope_of(frame));
    Ok(scope.map_or(vm.classes.object.value(), |scope| scope.module()))
}

/// The Binding of the top level: what is evaluated in it keeps its variables there.
fn top_binding(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let binding = vm.empty_binding();
    let (receiver, method) = (vm.program.main_object, vm.program.top_method);
    binding.set_receiver(vm, receiver);
    binding.set_method(vm, method.value());
    Ok(binding.value())
}

fn platform(vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(vm.string(&format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS)))
}

fn engine_version(vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(vm.string(env!("CARGO_PKG_VERSION")))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("program_binding", program_binding),
    ("eval_binding", eval_binding),
    ("instance_binding", instance_binding),
    ("module_binding", module_binding),
    ("binding_variable_names", binding_variable_names),
    ("binding_variable_get", binding_variable_get),
    ("binding_local", binding_local),
    ("binding_variable_set", binding_variable_set),
    ("binding_receiver", binding_receiver),
    ("binding_location", binding_location),
    ("binding_copy", binding_copy),
    ("binding_take_variables", binding_take_variables),
    ("is_block_given", is_block_given),
    ("current_method", current_method),
    ("is_in_method", is_in_method),
    ("program_self", program_self),
    ("is_method_body", is_method_body),
    ("program_path", program_path),
    ("program_module", program_module),
    ("top_binding", top_binding),
    ("platform", platform),
    ("engine_version", engine_version),
];
