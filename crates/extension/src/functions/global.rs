//! Global variables: those that stand in the memory of extensions, and those that their functions answer.

use std::ffi::c_char;
use std::mem::transmute;

use rutile_heap::{Cell, RootVisitor};
use rutile_vm::prelude::*;

use crate::data;
use crate::define::functions;
use crate::state::state;
use crate::{memory, ruby};

/// A global variable of an extension's.
pub struct CGlobal {
    /// Where its value stands; null if only functions know.
    place: *mut Value,
    get: usize,
    set: usize,
    is_readonly: bool,
    /// Without a function to read it, it is false: nothing stands anywhere.
    is_virtual: bool,
}

impl CGlobal {
    /// As a registered address: what stands there may be no value.
    pub fn visit(&self, visitor: &mut dyn RootVisitor, neighbour: Cell) {
        if !self.place.is_null() {
            data::pin_word(visitor, neighbour, memory::load(self.place).word());
        }
    }
}

/// A variable's name with its sign: extensions leave it out.
fn named(vm: &mut Vm, name: *const c_char) -> Symbol {
    let name = memory::text(name);
    if name.starts_with(b"$") { vm.intern(name) } else { vm.intern(&[&b"$"[..], name].concat()) }
}

fn define(vm: &mut Vm, name: *const c_char, global: CGlobal) {
    let name = named(vm, name);
    state(vm).globals.insert(name, global);
    ruby::helper(vm, "hook_global", &[Value::symbol(name)]);
}

functions! {
    fn rb_define_variable(vm, name: *const c_char, place: *mut Value) {
        define(vm, name, CGlobal { place, get: 0, set: 0, is_readonly: false, is_virtual: false });
        Ok(())
    }

    fn rb_define_readonly_variable(vm, name: *const c_char, place: *mut Value) {
        define(vm, name, CGlobal { place, get: 0, set: 0, is_readonly: true, is_virtual: false });
        Ok(())
    }

    fn rb_define_hooked_variable(vm, name: *const c_char, place: *mut Value, get: usize, set: usize) {
        define(vm, name, CGlobal { place, get, set, is_readonly: false, is_virtual: false });
        Ok(())
    }

    fn rb_define_virtual_variable(vm, name: *const c_char, get: usize, set: usize) {
        define(vm, name, CGlobal { place: std::ptr::null_mut(), get, set, is_readonly: set == 0, is_virtual: true });
        Ok(())
    }

    /// The value of a variable: asked by the helper that stands for it, within a call of C code.
    fn rutile_global_get(vm, name: Value) -> Value {
        let symbol = name.as_symbol().unwrap_or(Symbol::TO_S);
        let Some(global) = state(vm).globals.get(&symbol) else { return Ok(Value::NIL) };
        let (place, get, is_virtual) = (global.place, global.get, global.is_virtual);
        if get == 0 {
            return Ok(if is_virtual { Value::FALSE } else if place.is_null() { Value::NIL } else { memory::load(place) });
        }
        let id = crate::id::Id::of(symbol);
        // SAFETY: by the API it is such a function.
        let get: extern "C" fn(crate::id::Id, *mut Value) -> Value = unsafe { transmute(get) };
        Ok(get(id, place))
    }

    fn rutile_global_set(vm, name: Value, value: Value) -> Value {
        let symbol = name.as_symbol().unwrap_or(Symbol::TO_S);
        let Some(global) = state(vm).globals.get(&symbol) else { return Ok(Value::NIL) };
        let (place, set, is_readonly) = (global.place, global.set, global.is_readonly);
        if is_readonly {
            let text = vm.symbol_text(symbol);
            return Err(vm.name_error(format!("{text} is a read-only variable"), symbol, Value::NIL));
        }
        if set == 0 {
            memory::store(place, value);
            return Ok(value);
        }
        let id = crate::id::Id::of(symbol);
        // SAFETY: by the API it is such a function.
        let set: extern "C" fn(Value, crate::id::Id, *mut Value) = unsafe { transmute(set) };
        set(value, id, place);
        Ok(value)
    }

    fn rutile_global_place(vm, name: *const c_char) -> *mut Value {
        let name = named(vm, name);
        let value = ruby::helper(vm, "global", &[Value::symbol(name)]);
        let place = state(vm).global_places.entry(name).or_insert_with(|| Box::new(Value::NIL));
        **place = value;
        Ok(&raw mut **place)
    }

    fn rb_gv_get(vm, name: *const c_char) -> Value {
        let name = named(vm, name);
        Ok(ruby::helper(vm, "global", &[Value::symbol(name)]))
    }

    fn rb_gv_set(vm, name: *const c_char, value: Value) -> Value {
        let name = named(vm, name);
        Ok(ruby::helper(vm, "set_global", &[Value::symbol(name), value]))
    }

    fn rb_gvar_readonly_setter(vm, _value: Value, name: crate::id::Id, _place: *mut Value) {
        let symbol = name.symbol();
        let text = vm.symbol_text(symbol);
        Err(vm.name_error(format!("{text} is a read-only variable"), symbol, Value::NIL))
    }

    fn rb_gvar_var_getter(vm, _name: crate::id::Id, place: *mut Value) -> Value {
        Ok(if place.is_null() { Value::NIL } else { memory::load(place) })
    }

    fn rb_gvar_var_setter(vm, value: Value, _name: crate::id::Id, place: *mut Value) {
        memory::store(place, value);
        Ok(())
    }

    fn rb_gvar_undef_getter(vm, _name: crate::id::Id, _place: *mut Value) -> Value {
        Ok(Value::NIL)
    }

    fn rb_alias_variable(vm, new: crate::id::Id, old: crate::id::Id) {
        let names = [Value::symbol(new.symbol()), Value::symbol(old.symbol())];
        ruby::helper(vm, "alias_global", &names);
        Ok(())
    }

    fn rb_f_global_variables(vm) -> Value {
        Ok(ruby::helper(vm, "global_names", &[]))
    }
}
