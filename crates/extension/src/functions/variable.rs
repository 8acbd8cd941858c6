//! Variables of objects and classes, and constants.

use std::ffi::{c_char, c_int};
use std::mem::transmute;

use rutile_vm::prelude::*;

use crate::define::functions;
use crate::id::Id;
use crate::state::state;
use crate::{memory, ruby};
use super::hash::verdict;
use super::object::module_of;

/// The name that a variable is kept under whose own no program can write: extensions use such names for what is theirs alone.
fn variable_name(vm: &mut Vm, name: &[u8]) -> Symbol {
    if name.starts_with(b"@") { vm.intern(name) } else { vm.intern(&[&b"@ "[..], name].concat()) }
}

/// The same where there is such a name: asking makes none.
fn existing_variable(vm: &Vm, name: &[u8]) -> Option<Symbol> {
    if name.starts_with(b"@") { vm.symbols.find(name) } else { vm.symbols.find(&[&b"@ "[..], name].concat()) }
}

fn variable_of(vm: &mut Vm, id: Id) -> Symbol {
    let symbol = id.symbol();
    if vm.symbol_bytes(symbol).starts_with(b"@") { symbol } else { vm.symbols.hidden_variable(symbol) }
}

/// What an exception keeps in variables without an `@` in the reference, where libraries that write objects down look for it.
#[derive(Clone, Copy)]
enum OfException {
    Message,
    Backtrace,
}

impl OfException {
    /// Each with its name, in order.
    const ALL: [(&str, OfException); 2] = [("mesg", OfException::Message), ("bt", OfException::Backtrace)];

    fn named(vm: &Vm, object: Value, id: Id) -> Option<OfException> {
        let (_, part) = OfException::ALL.into_iter().find(|(name, _)| id.is_named(vm, name.as_bytes()))?;
        vm.is_a(object, vm.classes.exception).then_some(part)
    }

    fn of_text(vm: &Vm, object: Value, text: &[u8]) -> Option<OfException> {
        let (_, part) = OfException::ALL.into_iter().find(|(name, _)| name.as_bytes() == text)?;
        vm.is_a(object, vm.classes.exception).then_some(part)
    }

    fn get(self, vm: &mut Vm, exception: Value) -> Value {
        match self {
            OfException::Message => vm.get_variable(exception, Symbol::MESSAGE),
            OfException::Backtrace => ruby::helper(vm, "own_backtrace", &[exception]),
        }
    }

    fn set(self, vm: &mut Vm, exception: Value, value: Value) -> Result<Value, Exit> {
        match self {
            OfException::Message => set(vm, exception, Symbol::MESSAGE, value),
            OfException::Backtrace => Ok(ruby::helper(vm, "set_own_backtrace", &[exception, value])),
        }
    }
}

/// The value of a variable, as C code names it.
fn get_of(vm: &mut Vm, object: Value, id: Id) -> Value {
    if let Some(part) = OfException::named(vm, object, id) {
        return part.get(vm, object);
    }
    let name = variable_of(vm, id);
    get(vm, object, name)
}

/// Its own class variables and constants are not meant: what `instance_variable_get` gives of any object.
fn get(vm: &mut Vm, object: Value, name: Symbol) -> Value {
    vm.get_variable(object, name)
}

fn set(vm: &mut Vm, object: Value, name: Symbol, value: Value) -> Result<Value, Exit> {
    vm.check_frozen(object)?;
    vm.set_variable(object, name, value);
    Ok(value)
}

functions! {
    fn rb_ivar_get(vm, object: Value, name: Id) -> Value {
        Ok(get_of(vm, object, name))
    }

    fn rb_attr_get(vm, object: Value, name: Id) -> Value {
        Ok(get_of(vm, object, name))
    }

    fn rb_iv_get(vm, object: Value, name: *const c_char) -> Value {
        let text = memory::text(name);
        if let Some(part) = OfException::of_text(vm, object, text) {
            return Ok(part.get(vm, object));
        }
        let name = existing_variable(vm, text);
        Ok(name.map_or(Value::NIL, |name| get(vm, object, name)))
    }

    fn rb_ivar_set(vm, object: Value, name: Id, value: Value) -> Value {
        if let Some(part) = OfException::named(vm, object, name) {
            return part.set(vm, object, value);
        }
        let name = variable_of(vm, name);
        set(vm, object, name, value)
    }

    fn rb_iv_set(vm, object: Value, name: *const c_char, value: Value) -> Value {
        let text = memory::text(name);
        if let Some(part) = OfException::of_text(vm, object, text) {
            return part.set(vm, object, value);
        }
        let name = variable_name(vm, text);
        set(vm, object, name, value)
    }

    fn rb_ivar_defined(vm, object: Value, id: Id) -> Value {
        let name = variable_of(vm, id);
        Ok(Value::boolean(OfException::named(vm, object, id).is_some() || vm.variable(object, name).is_some()))
    }

    fn rb_ivar_count(vm, object: Value) -> usize {
        let parts = if vm.is_a(object, vm.classes.exception) { OfException::ALL.len() } else { 0 };
        Ok(parts + shown_names(vm, object).count())
    }

    fn rb_ivar_foreach(vm, object: Value, function: usize, argument: usize) {
        // SAFETY: by the API it is such a function.
        let visit: extern "C" fn(Id, Value, usize) -> c_int = unsafe { transmute(function) };
        if ClassRef::from_module(object).is_some()
            && let Some(pairs) = ruby::helper(vm, "class_variables_of", &[object]).as_array()
        {
            for index in (0..pairs.len()).step_by(2) {
                let Some(name) = pairs.get(index).as_symbol() else { continue };
                if visit(Id::of(name), pairs.get(index + 1), argument) == verdict::STOP {
                    return Ok(());
                }
            }
        }
        if vm.is_a(object, vm.classes.exception) {
            for (name, part) in OfException::ALL {
                let id = vm.intern(name.as_bytes());
                let (id, value) = (Id::of(id), part.get(vm, object));
                if visit(id, value, argument) == verdict::STOP {
                    return Ok(());
                }
            }
        }
        let mut index = 0;
        loop {
            let Some(name) = shown_names(vm, object).nth(index) else { break };
            index += 1;
            let (id, value) = (Id::of(name), vm.get_variable(object, name));
            if visit(id, value, argument) == verdict::STOP {
                break;
            }
        }
        Ok(())
    }

    fn rb_copy_generic_ivar(vm, copy: Value, original: Value) {
        vm.copy_variables(original, copy);
        Ok(())
    }

    fn rb_const_get(vm, module: Value, name: Id) -> Value {
        constant(vm, module, name, "constant_of", true)
    }

    fn rb_const_get_at(vm, module: Value, name: Id) -> Value {
        constant(vm, module, name, "constant_of", false)
    }

    fn rb_const_get_from(vm, module: Value, name: Id) -> Value {
        constant(vm, module, name, "constant_from", true)
    }

    fn rb_const_defined(vm, module: Value, name: Id) -> c_int {
        let name = Value::symbol(name.symbol());
        Ok(ruby::call(vm, module, "const_defined?", &[name]).truthy().into())
    }

    fn rb_const_defined_at(vm, module: Value, name: Id) -> c_int {
        let name = Value::symbol(name.symbol());
        Ok(ruby::call(vm, module, "const_defined?", &[name, Value::FALSE]).truthy().into())
    }

    fn rb_const_defined_from(vm, module: Value, name: Id) -> c_int {
        let name = Value::symbol(name.symbol());
        Ok(ruby::call(vm, module, "const_defined?", &[name]).truthy().into())
    }

    fn rb_const_set(vm, module: Value, name: Id, value: Value) {
        let name = Value::symbol(name.symbol());
        ruby::helper(vm, "set_constant", &[module, name, value]);
        Ok(())
    }

    fn rb_const_remove(vm, module: Value, name: Id) -> Value {
        let name = Value::symbol(name.symbol());
        Ok(ruby::call(vm, module, "remove_const", &[name]))
    }

    fn rb_define_const(vm, module: Value, name: *const c_char, value: Value) {
        let name = Value::symbol(vm.intern(memory::text(name)));
        // As in CRuby it stays where it is: extensions have such values in variables of their own.
        state(vm).keep(value);
        ruby::helper(vm, "define_constant", &[module, name, value]);
        Ok(())
    }

    fn rb_define_global_const(vm, name: *const c_char, value: Value) {
        let name = Value::symbol(vm.intern(memory::text(name)));
        let object = vm.classes.object.value();
        state(vm).keep(value);
        ruby::helper(vm, "define_constant", &[object, name, value]);
        Ok(())
    }

    fn rb_cvar_defined(vm, class: Value, name: Id) -> Value {
        let name = Value::symbol(name.symbol());
        Ok(ruby::helper(vm, "has_class_variable", &[class, name]))
    }

    fn rb_free_generic_ivar(vm, object: Value) {
        ruby::helper(vm, "remove_variables", &[object]);
        Ok(())
    }

    fn rb_cvar_get(vm, class: Value, name: Id) -> Value {
        let name = Value::symbol(name.symbol());
        Ok(ruby::call(vm, class, "class_variable_get", &[name]))
    }

    fn rb_cvar_set(vm, class: Value, name: Id, value: Value) {
        let name = Value::symbol(name.symbol());
        ruby::call(vm, class, "class_variable_set", &[name, value]);
        Ok(())
    }

    fn rb_cv_get(vm, class: Value, name: *const c_char) -> Value {
        let name = Value::symbol(vm.intern(memory::text(name)));
        Ok(ruby::call(vm, class, "class_variable_get", &[name]))
    }

    fn rb_cv_set(vm, class: Value, name: *const c_char, value: Value) {
        let name = Value::symbol(vm.intern(memory::text(name)));
        ruby::call(vm, class, "class_variable_set", &[name, value]);
        Ok(())
    }

    fn rb_define_class_variable(vm, class: Value, name: *const c_char, value: Value) {
        let name = Value::symbol(vm.intern(memory::text(name)));
        ruby::call(vm, class, "class_variable_set", &[name, value]);
        Ok(())
    }

    fn rb_mod_class_variables(vm, _count: c_int, _arguments: *const Value, module: Value) -> Value {
        Ok(ruby::call(vm, module, "class_variables", &[]))
    }
}

/// The variables of an object that are not hidden: what the core library keeps in one has a name that no program can write.
fn shown_names(vm: &Vm, object: Value) -> impl Iterator<Item = Symbol> {
    vm.variable_names(object).into_iter().filter(|name| !vm.symbol_bytes(*name).starts_with(b"@ "))
}

fn constant(vm: &mut Vm, module: Value, name: Id, helper: &str, inherited: bool) -> Result<Value, Exit> {
    let (class, symbol) = (module_of(vm, module)?, name.symbol());
    if let Some(found) = vm.own_constant(class, symbol)
        && !found.is_undefined()
    {
        state(vm).keep_module(found);
        return Ok(found);
    }
    Ok(super::class::kept(vm, helper, &[module, Value::symbol(symbol), Value::boolean(inherited)]))
}
