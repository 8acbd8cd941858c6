//! Constants: looked up by scope, cached while what was found holds, loaded on demand.

use rutile_bytecode::Instruction;

use super::{Step, calls, ractors};
use crate::calls::assumptions::Assumption;
use crate::calls::global_cache::GlobalCache;
use crate::code::CallTarget;
use crate::code::frame_flags;
use crate::object::class::{ClassRef, ClassRest, state};
use crate::object::id_table::IdTable;
use crate::object::records::{MethodRef, ScopeRef};
use crate::value::Value;
use crate::value::exit::Exit;
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// Bits kept in a class's `details` for a constant.
pub mod constant_flags {
    pub const PRIVATE: i64 = 1;
    pub const DEPRECATED: i64 = 2;
    /// What is in it can't change: every Ractor may see it.
    pub const SHAREABLE: i64 = 4;
}

/// `GetConstant`.
pub fn get_constant(vm: &mut Vm, i: Instruction) -> Step {
    let name = vm.operand_name(i.b);
    let Some(scope) = calls::scope_of(vm.registers.frame) else {
        return Err(vm.internal_error("a frame without a scope"));
    };
    if let Some(value) = vm.replaced_constant(vm.code(), Some(scope), name) {
        vm.deliver(value);
        return Ok(());
    }
    if let Some(found) = vm.assume_lexical_constant(scope, name) {
        remember(vm, i, found);
        vm.deliver(vm.assumptions.answer(found));
        return Ok(());
    }
    match vm.find_lexical_constant(scope, name) {
        Some((value, owner)) if value.is_undefined() => autoload(vm, owner, name),
        Some((value, owner)) => deliver_constant(vm, owner, name, value),
        None => missing(vm, scope.module(), name),
    }
}

/// Delivers a constant that is not relied on: it is deprecated, or of another Ractor, or another thread is loading it.
fn deliver_constant(vm: &mut Vm, owner: ClassRef, name: Symbol, value: Value) -> Step {
    let bits = constant_bits(owner, name);
    if bits & constant_flags::DEPRECATED != 0 {
        return calls::helper(vm, "deprecated_constant", &[owner.value(), Value::symbol(name), value], 0);
    }
    if bits & constant_flags::SHAREABLE == 0 && let Some(refused) = ractors::refuse_constant(vm, owner, name, value) {
        return refused;
    }
    vm.deliver(value);
    Ok(())
}

/// Keeps what a constant is assumed to be with the instruction that names it, unless its code runs in several scopes.
fn remember(vm: &mut Vm, i: Instruction, found: Assumption) {
    let code = vm.code();
    vm.polymorphic.misses.constants += 1;
    if !code.home().runs_in_several_scopes() {
        code.feedback[i.c as usize].key.set(found.0);
    }
}

/// Loads the file that a constant was promised in; then the instruction looks again, and further where there is none.
pub fn autoload(vm: &mut Vm, owner: ClassRef, name: Symbol) -> Step {
    calls::helper(vm, "load_promised_constant", &[owner.value(), Value::symbol(name)], frame_flags::RETRY)
}

fn missing(vm: &mut Vm, module: Value, name: Symbol) -> Step {
    calls::call_from_scratch(vm, module, Symbol::CONST_MISSING, &[Value::symbol(name)], 0)
}

/// A private constant named from outside: what `const_missing` of a program says, else a NameError.
pub fn private_constant(vm: &mut Vm, module: ClassRef, owner: ClassRef, name: Symbol) -> Step {
    let meta = vm.class_of(module.value());
    match vm.find_method(meta, Symbol::CONST_MISSING) {
        Some(method) if !vm.is_core_method(method) => missing(vm, module.value(), name),
        _ => Err(vm.private_constant_error(owner, name)),
    }
}

/// The bits of a constant.
pub fn constant_bits(owner: ClassRef, name: Symbol) -> i64 {
    IdTable::from_value(owner.details()).and_then(|table| table.get(name)).and_then(|bits| bits.as_fixnum()).unwrap_or(0)
}

/// `GetConstantFrom`.
pub fn get_constant_from(vm: &mut Vm, i: Instruction) -> Step {
    let base = if i.n == 1 { vm.classes.object.value() } else { vm.registers.frame.register(i.b as usize) };
    if let Some(found) = vm.global_cache.find(vm.registers.pc, GlobalCache::key_of(base)) {
        let value = vm.assumptions.answer(found.assumption());
        if !value.is_undefined() && vm.assumptions.subject(found.assumption()) == base {
            vm.deliver(value);
            return Ok(());
        }
    }
    find_constant_from(vm, i, base)
}

#[inline(never)]
fn find_constant_from(vm: &mut Vm, i: Instruction, base: Value) -> Step {
    let name = vm.operand_name(i.c);
    let Some(module) = ClassRef::from_module(base) else {
        return calls::helper(vm, "not_a_module", &[base], 0);
    };
    if module == vm.classes.object && let Some(value) = vm.replaced_constant(vm.code(), None, name) {
        vm.deliver(value);
        return Ok(());
    }
    if let Some(found) = vm.assume_qualified_constant(module, name) {
        vm.global_cache.keep(vm.registers.pc, GlobalCache::key_of(base), found.0, CallTarget::None);
        vm.deliver(vm.assumptions.answer(found));
        return Ok(());
    }
    match vm.find_qualified_constant(module, name) {
        Some((value, owner)) if value.is_undefined() => autoload(vm, owner, name),
        Some((value, owner)) => {
            if constant_bits(owner, name) & constant_flags::PRIVATE != 0 {
                return private_constant(vm, module, owner, name);
            }
            deliver_constant(vm, owner, name, value)
        }
        None => missing(vm, base, name),
    }
}

/// `SetConstant`.
pub fn set_constant(vm: &mut Vm, i: Instruction) -> Step {
    let name = vm.operand_name(i.c);
    let value = vm.registers.frame.register(i.a as usize);
    let base = match i.n {
        1 => constant_scope(vm)?,
        2 => vm.classes.object.value(),
        _ => vm.registers.frame.register(i.b as usize),
    };
    let Some(module) = ClassRef::from_module(base) else {
        return calls::helper(vm, "not_a_module", &[base], frame_flags::DISCARD);
    };
    define_constant(vm, module, name, value)
}

/// The class or module in which the running code defines constants. Text evaluated for what has no singleton class
/// sees the constants of its class, and defines none there: the singleton class is made for that.
pub fn constant_scope(vm: &mut Vm) -> Result<Value, Exit> {
    if let Some(singleton) = vm.singleton_of_text()? {
        return Ok(singleton.value());
    }
    Ok(calls::scope_of(vm.registers.frame).map_or(Value::NIL, |scope| scope.module()))
}

/// Sets a constant as an assignment does: names what is anonymous, warns where one was set, calls `const_added`.
pub fn define_constant(vm: &mut Vm, module: ClassRef, name: Symbol, value: Value) -> Step {
    vm.check_frozen(module.value())?;
    if let Some(refused) = ractors::refuse_constant_value(vm, module, name, value) {
        return refused;
    }
    let again = vm.is_set_again(module, name);
    if let Some(class) = ClassRef::from_module(value) {
        vm.name_by_constant(class, module, name);
    }
    vm.set_constant(module, name, value);
    if again && vm.settings.warning_level > 0 {
        return calls::helper(vm, "constant_set_again", &[module.value(), Value::symbol(name)], frame_flags::DISCARD);
    }
    let meta = vm.class_of(module.value());
    match vm.find_method(meta, Symbol::CONST_ADDED) {
        Some(method) if !vm.is_core_method(method) => {
            calls::call_from_scratch(vm, module.value(), Symbol::CONST_ADDED, &[Value::symbol(name)], frame_flags::DISCARD)
        }
        _ => Ok(()),
    }
}

impl Vm {
    /// The singleton class of what text is evaluated for that began without one. It is made now, and from here on the text sees
    /// its constants in place of those of the class.
    pub(super) fn singleton_of_text(&mut self) -> Result<Option<ClassRef>, Exit> {
        let frame = self.registers.frame;
        let begins_without = MethodRef::from_value(frame.method()).is_some_and(|method| method.definee() == MethodRef::IN_NO_SINGLETON);
        let Some(scope) = calls::scope_of(frame).filter(|_| begins_without) else { return Ok(None) };
        let receiver = frame.receiver();
        let class = self.class_of(receiver);
        if scope.module() != class.value() && scope.module() != class.real_class().value() {
            return Ok(None);
        }
        let singleton = self.singleton_class(receiver)?;
        scope.set_module(self, singleton.value());
        Ok(Some(singleton))
    }

    /// A constant that a scope sees where all who look see the same, at once and without a word; else undefined.
    pub(crate) fn reliable_lexical_constant(&self, scope: Value, name: Symbol) -> Value {
        let found = ScopeRef::from_value(scope).and_then(|scope| self.find_lexical_constant(scope, name));
        self.reliable(found, name, constant_flags::DEPRECATED)
    }

    /// The same of a constant of a class or module.
    pub(crate) fn reliable_qualified_constant(&self, module: ClassRef, name: Symbol) -> Value {
        let found = self.find_qualified_constant(module, name);
        self.reliable(found, name, constant_flags::DEPRECATED | constant_flags::PRIVATE)
    }

    fn reliable(&self, found: Option<(Value, ClassRef)>, name: Symbol, refused: i64) -> Value {
        match found {
            Some((value, owner)) if self.is_reliable(value, constant_bits(owner, name), refused) && !self.is_hidden(owner, name) => value,
            _ => Value::UNDEFINED,
        }
    }

    /// A constant was set: what is in it now may change.
    pub(crate) fn forget_shareable(&mut self, class: ClassRef, name: Symbol) {
        let bits = constant_bits(class, name);
        if bits & constant_flags::SHAREABLE != 0 {
            let rest = self.class_rest(class);
            self.table_set(rest.0, ClassRest::DETAILS, name, Value::fixnum(bits & !constant_flags::SHAREABLE));
        }
    }

    fn is_reliable(&self, value: Value, bits: i64, refused: i64) -> bool {
        bits & refused == 0 && (!self.threads.has_ractors || bits & constant_flags::SHAREABLE != 0 || !ractors::may_change(value))
    }

    /// `module::name`: the ancestors, and Object's constants only for Object itself.
    pub fn find_qualified_constant(&self, module: ClassRef, name: Symbol) -> Option<(Value, ClassRef)> {
        let object = self.classes.object;
        for cell in module.constant_chain() {
            let owner = cell.represented_owner();
            let entry = cell.constant_table().and_then(|table| table.get(name));
            if let Some(value) = entry.and_then(|entry| self.constant_seen(owner, name, entry)) {
                let is_global = owner == object && module != object && module.is_class();
                return (!is_global).then_some((value, owner));
            }
        }
        None
    }

    /// Gives a class or module without a permanent name the name of its first constant. A constant of a module that has
    /// no permanent name itself names only what has none at all.
    pub fn name_by_constant(&mut self, class: ClassRef, module: ClassRef, name: Symbol) {
        if !class.name().is_nil() && (!class.has_state(state::TEMPORARY_NAME) || self.names_for_now(module)) {
            return;
        }
        self.name_within(class, module, name);
        if !class.has_state(state::TEMPORARY_NAME) {
            self.name_inner_constants(class);
        }
    }

    /// Whether what a module's constants name has no permanent name from them.
    fn names_for_now(&self, module: ClassRef) -> bool {
        module != self.classes.object && (module.name().is_nil() || module.has_state(state::TEMPORARY_NAME))
    }

    fn name_within(&mut self, class: ClassRef, module: ClassRef, name: Symbol) {
        let temporary = self.names_for_now(module);
        let bits = class.state() & !state::TEMPORARY_NAME;
        class.set_state(if temporary { bits | state::TEMPORARY_NAME } else { bits });
        if class.lexical_parent().is_nil() {
            class.set_lexical_parent(self, module.value());
        }
        if !temporary && class.lexical_parent() == module.value() {
            class.set_name(self, Value::symbol(name));
        } else {
            let full = self.path_in(module.value(), name);
            let text = self.frozen_string(full.as_bytes(), crate::value::encoding::Encoding::UTF_8);
            class.set_name(self, text.value());
        }
    }

    /// Gives the modules without a permanent name that stand in a module's constants names that begin with its own.
    fn name_inner_constants(&mut self, class: ClassRef) {
        let Some(table) = IdTable::from_value(class.constants()) else { return };
        // Read as they are named: a collection moves classes, and knows nothing of a list of ours.
        for (name, value) in table.entries() {
            if let Some(inner) = ClassRef::from_module(value).filter(|inner| inner.has_state(state::TEMPORARY_NAME)) {
                self.name_by_constant(inner, class, name);
            }
        }
    }

    /// Does the same after a module's name for now was `before` and is another: for those whose names began with it or with no name.
    pub fn rename_inner_constants(&mut self, class: ClassRef, before: &str) {
        let Some(table) = IdTable::from_value(class.constants()) else { return };
        for (name, value) in table.entries() {
            let Some(inner) = ClassRef::from_module(value).filter(|inner| inner.has_state(state::TEMPORARY_NAME)) else { continue };
            let inner_before = self.class_name(inner);
            let is_nameless = inner_before.starts_with("#<") && !self.class_name(class).starts_with("#<");
            if is_nameless || inner_before == format!("{before}::{}", self.symbol_text(name)) {
                if class.name().is_nil() {
                    // A name that was taken away takes those with it that began with it.
                    inner.set_name(self, Value::NIL);
                } else {
                    self.name_within(inner, class, name);
                }
                self.rename_inner_constants(inner, &inner_before);
            }
        }
    }
}
