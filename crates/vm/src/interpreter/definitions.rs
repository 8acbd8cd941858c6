//! Defining methods, classes and modules.

use rutile_bytecode::instruction::class_flags;
use rutile_bytecode::{FunctionFlags, FunctionKind, Instruction};

use super::constants::{constant_bits, constant_flags, constant_scope, private_constant};
use super::{Step, calls};
use crate::calls::method::{MethodKind, Visibility};
use crate::calls::risky_definitions::Change;
use crate::code::Code;
use crate::code::native::Exit;
use crate::code::frame_flags;
use crate::object::class::ClassRef;
use crate::object::records::{MethodRef, ProcRef};
use crate::value::Value;
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// `DefineMethod`.
pub fn define_method(vm: &mut Vm, i: Instruction) -> Step {
    let (body, name, native) = vm.method_body(vm.code(), i.c);
    let frame_method = MethodRef::from_value(vm.registers.frame.method());
    let Some(definee) = vm.current_definee()? else {
        return Err(vm.type_error("no class/module to add method".to_string()));
    };
    vm.check_modifiable(definee)?;
    if let Some(discarded) = discarded_by_program(vm, definee, name) {
        return tell_of_discarded(vm, discarded, name);
    }
    let module_function = frame_method.is_some_and(|method| method.has_default_visibility() && method.makes_module_functions());
    let singleton = if module_function { Some(vm.singleton_class(definee.value())?) } else { None };
    if let Some(discarded) = singleton.and_then(|singleton| discarded_by_program(vm, singleton, name)) {
        return tell_of_discarded(vm, discarded, name);
    }
    let scope = frame_method.map_or(Value::NIL, |method| method.scope());
    vm.bind_to_scope(body, scope);
    let method = vm.new_method(MethodKind::Code, definee.value(), name, body, scope);
    method.set_method_native(vm, native);
    // A `def` within it defines where this one does.
    if method.scope_ref().is_none_or(|scope| scope.module() != definee.value()) {
        method.set_definee(vm, definee.value());
    }
    // Only a frame that is itself a class body, file or eval has a default visibility.
    let frame_default = frame_method.filter(|method| method.has_default_visibility());
    let mut visibility = frame_default.map_or(Visibility::Public, |method| method.default_visibility());
    if is_always_private(vm, name) {
        visibility = Visibility::Private;
    }
    let method = vm.method_with_visibility(method, visibility);
    vm.deliver(Value::symbol(name));
    warn_of_change(vm, definee, name, Change::Definition)?;
    vm.add_method(definee, name, method);
    if let Some(singleton) = singleton {
        let copy = vm.copy_method(method);
        copy.set_owner(vm, singleton.value());
        let public = vm.method_with_visibility(copy, Visibility::Public);
        vm.add_method(singleton, name, public);
        // Its frame lies below that of the module's own hook, which is told first.
        method_added(vm, singleton, name)?;
    }
    method_added(vm, definee, name)
}

/// Warns of a definition that the program discards, not one in the library's own files.
fn discarded_by_program(vm: &mut Vm, class: ClassRef, name: Symbol) -> Option<MethodRef> {
    if vm.code().has(FunctionFlags::CORE) { None } else { vm.discarded_method(class, name) }
}

/// Warns, then runs the definition under way again.
fn tell_of_discarded(vm: &mut Vm, discarded: MethodRef, name: Symbol) -> Step {
    let position = vm.definition_position(discarded);
    calls::helper(vm, "method_discarded", &[Value::symbol(name), position], frame_flags::RETRY)
}

/// Warns of a change that is about to be made, before hooks are told of it.
fn warn_of_change(vm: &mut Vm, class: ClassRef, name: Symbol, change: Change) -> Step {
    if vm.code().has(FunctionFlags::CORE) {
        return Ok(());
    }
    // The frame that is made last runs first.
    for (words, about_speed) in vm.risks_of_change(class, name, change).into_iter().rev() {
        let words = vm.string(&words);
        calls::helper(vm, "warn_of_change", &[words, Value::boolean(about_speed)], frame_flags::DISCARD)?;
    }
    Ok(())
}

fn is_always_private(vm: &Vm, name: Symbol) -> bool {
    matches!(name, Symbol::INITIALIZE | Symbol::INITIALIZE_COPY | Symbol::RESPOND_TO_MISSING)
        || matches!(vm.symbol_bytes(name), b"initialize_dup" | b"initialize_clone")
}

/// Calls `method_added` (or `singleton_method_added`) where a program defines it.
pub fn method_added(vm: &mut Vm, class: ClassRef, name: Symbol) -> Step {
    let (receiver, hook) = if class.is_singleton() {
        (class.attached(), Symbol::SINGLETON_METHOD_ADDED)
    } else {
        (class.value(), Symbol::METHOD_ADDED)
    };
    call_hook(vm, receiver, hook, Value::symbol(name))
}

/// Calls a hook unless it is the core library's empty one.
pub fn call_hook(vm: &mut Vm, receiver: Value, hook: Symbol, argument: Value) -> Step {
    let class = vm.class_of(receiver);
    match vm.find_method(class, hook) {
        // Only Numeric's means anything in the core library.
        Some(method) if !vm.is_core_method(method) || hook == Symbol::SINGLETON_METHOD_ADDED && method.owner() != vm.classes.basic_object.value() => {
            calls::call_from_scratch(vm, receiver, hook, &[argument], frame_flags::DISCARD)
        }
        // Who has undefined it is asked all the same.
        None if !vm.phase.booting => calls::call_from_scratch(vm, receiver, hook, &[argument], frame_flags::DISCARD),
        _ => Ok(()),
    }
}

/// `DefineSingletonMethod`.
pub fn define_singleton_method(vm: &mut Vm, i: Instruction) -> Step {
    let (body, name, native) = vm.method_body(vm.code(), i.c);
    let object = vm.registers.frame.register(i.b as usize);
    if object.is_fixnum() || object.is_float() || object.is_symbol() || object.is_kind(crate::value::kind::Kind::BigInteger) {
        return Err(vm.type_error("can't define singleton".to_string()));
    }
    let singleton = vm.singleton_class(object)?;
    vm.check_modifiable(singleton)?;
    if let Some(discarded) = discarded_by_program(vm, singleton, name) {
        return tell_of_discarded(vm, discarded, name);
    }
    let scope = MethodRef::from_value(vm.registers.frame.method()).map_or(Value::NIL, |method| method.scope());
    vm.bind_to_scope(body, scope);
    let method = vm.new_method(MethodKind::Code, singleton.value(), name, body, scope);
    method.set_method_native(vm, native);
    vm.deliver(Value::symbol(name));
    warn_of_change(vm, singleton, name, Change::Definition)?;
    vm.add_method(singleton, name, method);
    method_added(vm, singleton, name)
}

fn nested<'a>(vm: &mut Vm, index: u16) -> Result<&'a Code, Exit> {
    let code = vm.nested_function(vm.code(), index);
    match Code::of_value(code) {
        Some(code) => Ok(code),
        None => Err(vm.internal_error("a function that is not there")),
    }
}

/// `OpenClass`.
pub fn open_class(vm: &mut Vm, i: Instruction) -> Step {
    let code = nested(vm, i.c)?;
    let frame = vm.registers.frame;
    let base = if i.n & class_flags::TOP != 0 {
        vm.classes.object.value()
    } else if i.n & class_flags::SCOPED != 0 {
        frame.register(i.b as usize)
    } else {
        constant_scope(vm)?
    };
    let Some(outer) = ClassRef::from_module(base) else {
        return calls::helper(vm, "not_a_module", &[base], 0);
    };
    let superclass = if i.n & class_flags::SUPERCLASS != 0 { Some(frame.register(i.b as usize + 1)) } else { None };
    let name = definition_name(vm, code);
    let existing = vm.own_constant(outer, name);
    if existing.is_some_and(|value| value.is_undefined()) {
        return super::constants::autoload(vm, outer, name);
    }
    let scoped = i.n & (class_flags::SCOPED | class_flags::TOP) != 0;
    if existing.is_some() && scoped && constant_bits(outer, name) & constant_flags::PRIVATE != 0 {
        return private_constant(vm, outer, outer, name);
    }
    if i.n & class_flags::MODULE != 0 {
        return open_module(vm, code, outer, name, existing);
    }
    open_named_class(vm, code, outer, name, existing, superclass)
}

/// The constant that a class body's function defines: its name is `<class:Name>` or `<module:Name>`.
fn definition_name(vm: &mut Vm, code: &Code) -> Symbol {
    let label = vm.symbol_text(code.name);
    let name = label.strip_prefix("<class:").or_else(|| label.strip_prefix("<module:")).unwrap_or(&label);
    let name = name.strip_suffix('>').unwrap_or(name).to_string();
    vm.intern(name.as_bytes())
}

fn open_module(vm: &mut Vm, code: &Code, outer: ClassRef, name: Symbol, existing: Option<Value>) -> Step {
    if let Some(value) = existing {
        return match ClassRef::from_module(value) {
            Some(module) if module.is_module() => run_body(vm, code, module),
            _ => {
                let text = vm.path_in(outer.value(), name);
                let previous = vm.previous_definition(outer, name);
                Err(vm.type_error(format!("{text} is not a module{previous}")))
            }
        };
    }
    let module = vm.new_module();
    module.set_lexical_parent(vm, outer.value());
    vm.name_by_constant(module, outer, name);
    vm.set_constant(outer, name, module.value());
    run_body(vm, code, module)?;
    call_hook(vm, outer.value(), Symbol::CONST_ADDED, Value::symbol(name))
}

fn open_named_class(vm: &mut Vm, code: &Code, outer: ClassRef, name: Symbol, existing: Option<Value>, superclass: Option<Value>) -> Step {
    let wanted = match superclass {
        Some(value) => match ClassRef::from_module(value).filter(|class| class.is_class()) {
            Some(class) => Some(class),
            None => return calls::helper(vm, "superclass_must_be_class", &[value], 0),
        },
        None => None,
    };
    if let Some(value) = existing {
        let Some(class) = ClassRef::from_module(value).filter(|class| class.is_class()) else {
            let text = vm.path_in(outer.value(), name);
            let previous = vm.previous_definition(outer, name);
            return Err(vm.type_error(format!("{text} is not a class{previous}")));
        };
        if let Some(wanted) = wanted {
            if class.real_superclass() != Some(wanted) {
                let text = vm.path_in(outer.value(), name);
                return Err(vm.type_error(format!("superclass mismatch for class {text}")));
            }
        }
        return run_body(vm, code, class);
    }
    let parent = wanted.unwrap_or(vm.classes.object);
    let class = vm.create_subclass(parent)?;
    class.set_lexical_parent(vm, outer.value());
    vm.name_by_constant(class, outer, name);
    vm.set_constant(outer, name, class.value());
    // What runs last is opened first and lies below: `const_added`, `inherited`, the body.
    run_body(vm, code, class)?;
    call_hook(vm, parent.value(), Symbol::INHERITED, class.value())?;
    call_hook(vm, outer.value(), Symbol::CONST_ADDED, Value::symbol(name))
}

impl Vm {
    /// A new class under one that may be inherited from.
    pub fn create_subclass(&mut self, parent: ClassRef) -> Result<ClassRef, Exit> {
        if parent.is_singleton() {
            return Err(self.type_error("can't make subclass of singleton class".to_string()));
        }
        if parent == self.classes.class {
            return Err(self.type_error("can't make subclass of Class".to_string()));
        }
        Ok(self.new_class(parent))
    }
}

/// Opens the frame of a class or module body.
fn run_body(vm: &mut Vm, code: &Code, class: ClassRef) -> Step {
    let parent = calls::scope_of(vm.registers.frame).map_or(Value::NIL, |scope| scope.value());
    let scope = vm.scope_in(class.value(), parent);
    vm.bind_to_scope(code.cell.get(), scope.value());
    let method = vm.new_frame_method(class.value(), scope, Visibility::Public);
    let block = if code.kind == FunctionKind::SingletonClass { super::blocks::block_of(vm, vm.registers.frame) } else { Value::NIL };
    if code.kind == FunctionKind::Class && !vm.phase.booting {
        vm.promise_slots_of_body(class, code);
    }
    let window = vm.make_room(vm.registers.frame.scratch_window(), code.registers as usize)?;
    window.set_receiver(class.value());
    calls::push_frame(vm, window, code, 0, block, method.value(), Value::NIL, 0);
    Ok(())
}

/// `OpenSingletonClass`.
pub fn open_singleton_class(vm: &mut Vm, i: Instruction) -> Step {
    let code = nested(vm, i.c)?;
    let object = vm.registers.frame.register(i.b as usize);
    let singleton = vm.singleton_class(object)?;
    run_body(vm, code, singleton)
}

/// `alias new old`.
pub fn alias_method(vm: &mut Vm, i: Instruction) -> Step {
    let (new, old) = (vm.registers.frame.register(i.a as usize), vm.registers.frame.register(i.b as usize));
    let definee = vm.current_definee()?;
    let (Some(class), Some(new), Some(old)) = (definee, new.as_symbol(), old.as_symbol()) else {
        return Err(vm.type_error("no class to make alias".to_string()));
    };
    // A second name that is the first keeps the method: so a program says that it will be defined anew.
    if let Some(discarded) = (new != old).then(|| discarded_by_program(vm, class, new)).flatten() {
        return tell_of_discarded(vm, discarded, new);
    }
    if new != old && vm.search_method(class, old).is_some() {
        warn_of_change(vm, class, new, Change::Definition)?;
    }
    vm.define_alias(class, new, old)?;
    // In the core library `alias` makes a method of its own, as the reference's core defines one function twice; where that has an
    // alias, there is `Primitive.alias_method`. The core's own names (`__find`) show nowhere.
    if vm.registers.frame.code().has(FunctionFlags::CORE)
        && !vm.symbol_bytes(new).starts_with(b"_ ")
        && let Some(method) = vm.own_method(class, new)
    {
        method.set_own_name(vm, new);
    }
    method_added(vm, class, new)
}

impl Vm {
    /// Where the program defined a method, as `path:line`; nil for the library's.
    pub fn definition_position(&mut self, method: MethodRef) -> Value {
        let body = ProcRef::from_value(method.body()).map_or(method.body(), |closure| closure.code());
        self.load_packed(body);
        match Code::of_value(body).filter(|code| !code.has(FunctionFlags::CORE)) {
            Some(code) => self.string(&format!("{}:{}", code.file(), code.line)),
            None => Value::NIL,
        }
    }

    /// Gives a method a second name in a class.
    pub fn define_alias(&mut self, class: ClassRef, new: Symbol, old: Symbol) -> Result<(), Exit> {
        self.check_modifiable(class)?;
        // In a refinement, the class's own methods have names to be given too.
        let mut found = self.search_method(class, old).or_else(|| self.find_refined_super(class, old));
        if found.is_none() && class.is_module() {
            found = self.search_method(self.classes.object, old);
        }
        let Some((method, _)) = found else {
            return Err(self.undefined_method_error(class, old));
        };
        // The library's aliases are functions of their own to the reference.
        if !self.phase.booting {
            method.discard_silently(self);
        }
        // A name that has this body already keeps what was said of it since: that it is protected, for instance.
        let definition = |method: MethodRef| (method.kind() as u8, method.symbol(), method.body(), method.owner_class());
        if self.own_method(class, new).is_some_and(|known| definition(known) == definition(method)) {
            return Ok(());
        }
        let copy = self.copy_under(method, new);
        let copy = if is_always_private(self, new) { self.method_with_visibility(copy, Visibility::Private) } else { copy };
        self.add_method(class, new, copy);
        Ok(())
    }
}

/// `alias $new $old`.
pub fn alias_global(vm: &mut Vm, i: Instruction) {
    let (new, old) = (vm.operand_name(i.a), vm.operand_name(i.b));
    vm.globals.define(new, crate::object::globals::Global::Alias(old));
}

/// `undef name`.
pub fn undefine_method(vm: &mut Vm, i: Instruction) -> Step {
    let definee = vm.current_definee()?;
    let (Some(class), Some(name)) = (definee, vm.registers.frame.register(i.a as usize).as_symbol()) else {
        return Err(vm.type_error("no class to undef method".to_string()));
    };
    if vm.search_method(class, name).is_some() {
        warn_of_change(vm, class, name, Change::Undefinition)?;
    }
    vm.undefine(class, name)?;
    let (receiver, hook) = if class.is_singleton() {
        (class.attached(), Symbol::SINGLETON_METHOD_UNDEFINED)
    } else {
        (class.value(), Symbol::METHOD_UNDEFINED)
    };
    call_hook(vm, receiver, hook, Value::symbol(name))
}

impl Vm {
    /// Makes a class answer a name no more, whatever its ancestors define.
    pub fn undefine(&mut self, class: ClassRef, name: Symbol) -> Result<(), Exit> {
        self.check_modifiable(class)?;
        if self.search_method(class, name).or_else(|| self.find_refined_super(class, name)).is_none() {
            return Err(self.undefined_method_error(class, name));
        }
        let method = self.new_method(MethodKind::Undefined, class.value(), name, Value::NIL, Value::NIL);
        self.add_method(class, name, method);
        Ok(())
    }
}

impl Vm {
    /// Where `def` in the running frame defines.
    pub fn current_definee(&mut self) -> Result<Option<ClassRef>, Exit> {
        let Some(method) = MethodRef::from_value(self.registers.frame.method()) else { return Ok(None) };
        if matches!(method.definee(), MethodRef::IN_SINGLETON | MethodRef::IN_NO_SINGLETON) {
            // `instance_eval`: the singleton class, made only now that it is needed.
            if let Some(singleton) = self.singleton_of_text()? {
                return Ok(Some(singleton));
            }
            let receiver = self.registers.frame.receiver();
            return self.singleton_class(receiver).map(Some);
        }
        Ok(method.definee_class())
    }
}
