//! Names: Symbols and `ID`s.

use std::ffi::{c_char, c_long};
use std::ptr;

use rutile_vm::prelude::*;

use crate::define::functions;
use crate::id::Id;
use crate::state::state;
use crate::{memory, ruby};

/// The bytes of a name with a zero behind them, which stay where they are.
pub fn zero_ended(vm: &mut Vm, symbol: Symbol) -> *const c_char {
    if !state(vm).names.contains_key(&symbol) {
        let mut bytes = vm.symbol_bytes(symbol).to_vec();
        bytes.push(0);
        state(vm).names.insert(symbol, bytes.into_boxed_slice());
    }
    state(vm).names.get(&symbol).map_or(ptr::null(), |bytes| bytes.as_ptr().cast())
}

/// The Symbol of a name given as one or as a String.
pub fn named(vm: &mut Vm, value: Value) -> Result<Symbol, Exit> {
    if let Some(symbol) = value.as_symbol() {
        return Ok(symbol);
    }
    match value.as_string() {
        Some(string) => vm.string_symbol(string),
        None => Ok(ruby::helper(vm, "to_name", &[value]).as_symbol().unwrap_or(Symbol::TO_S)),
    }
}

fn intern(vm: &mut Vm, name: &[u8]) -> Id {
    let symbol = vm.intern(name);
    Id::of(vm, symbol)
}

/// A Symbol that is there already, by its name: what is neither Symbol nor String is converted, where it stands too.
fn existing(vm: &mut Vm, place: *mut Value) -> Option<Symbol> {
    let mut value = memory::load(place);
    if value.as_symbol().is_none() && value.as_string().is_none() {
        value = ruby::helper(vm, "to_name_text", &[value]);
        memory::store(place, value);
    }
    value.as_symbol().or_else(|| vm.symbols.find(value.as_string()?.bytes()))
}

functions! {
    fn rb_intern(vm, name: *const c_char) -> Id {
        Ok(intern(vm, memory::text(name)))
    }

    fn rb_intern2(vm, name: *const c_char, length: c_long) -> Id {
        Ok(intern(vm, memory::bytes(name, length)))
    }

    fn rb_intern3(vm, name: *const c_char, length: c_long, encoding: *const super::encoding::CEncoding) -> Id {
        let symbol = vm.symbols.intern_encoded(memory::bytes(name, length), super::encoding::of(encoding));
        Ok(Id::of(vm, symbol))
    }

    fn rb_intern_str(vm, value: Value) -> Id {
        let symbol = named(vm, value)?;
        Ok(Id::of(vm, symbol))
    }

    fn rb_id2name(vm, id: Id) -> *const c_char {
        if id == Id::NONE {
            return Ok(std::ptr::null());
        }
        let symbol = id.symbol(vm);
        Ok(zero_ended(vm, symbol))
    }

    fn rb_id2str(vm, id: Id) -> Value {
        if id == Id::NONE {
            return Ok(Value::FALSE);
        }
        let symbol = id.symbol(vm);
        Ok(ruby::call(vm, Value::symbol(symbol), "name", &[]))
    }

    fn rb_id2sym(vm, id: Id) -> Value {
        Ok(Value::symbol(id.symbol(vm)))
    }

    fn rb_sym2id(vm, value: Value) -> Id {
        let symbol = named(vm, value)?;
        Ok(Id::of(vm, symbol))
    }

    fn rb_to_id(vm, value: Value) -> Id {
        let symbol = named(vm, value)?;
        Ok(Id::of(vm, symbol))
    }

    fn rb_to_symbol(vm, value: Value) -> Value {
        Ok(Value::symbol(named(vm, value)?))
    }

    fn rb_sym2str(vm, value: Value) -> Value {
        Ok(ruby::call(vm, value, "name", &[]))
    }

    fn rb_sym_to_s(vm, value: Value) -> Value {
        Ok(ruby::call(vm, value, "to_s", &[]))
    }

    fn rb_check_id(vm, place: *mut Value) -> Id {
        let symbol = existing(vm, place);
        Ok(symbol.map_or(Id::NONE, |symbol| Id::of(vm, symbol)))
    }

    fn rb_check_id_cstr(vm, name: *const c_char, length: c_long, _encoding: usize) -> Id {
        let symbol = vm.symbols.find(memory::bytes(name, length));
        Ok(symbol.map_or(Id::NONE, |symbol| Id::of(vm, symbol)))
    }

    fn rb_check_symbol(vm, place: *mut Value) -> Value {
        Ok(existing(vm, place).map_or(Value::NIL, Value::symbol))
    }

    fn rb_check_symbol_cstr(vm, name: *const c_char, length: c_long, _encoding: usize) -> Value {
        Ok(vm.symbols.find(memory::bytes(name, length)).map_or(Value::NIL, Value::symbol))
    }

    fn rb_sym_all_symbols(vm) -> Value {
        Ok(ruby::helper(vm, "all_symbols", &[]))
    }

    fn rb_id_attrset(vm, id: Id) -> Id {
        let symbol = id.symbol(vm);
        if super::name::is_assignment(vm.symbol_bytes(symbol)) {
            return Ok(id);
        }
        let mut name = vm.symbol_bytes(symbol).to_vec();
        name.push(b'=');
        Ok(intern(vm, &name))
    }
}
