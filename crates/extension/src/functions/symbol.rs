//! Names: Symbols and `ID`s.

use std::ffi::{c_char, c_long};
use std::ptr;

use rutile_vm::prelude::*;

use crate::define::functions;
use crate::id::Id;
use crate::functions::encoding::CEncoding;
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
        Some(string) => vm.string_symbol(string, Standing::Known),
        None => Ok(ruby::helper(vm, "to_name", &[value]).as_symbol().unwrap_or(Symbol::TO_S)),
    }
}

/// The same as an `ID`, which is used for good.
fn named_id(vm: &mut Vm, value: Value) -> Result<Id, Exit> {
    let symbol = named(vm, value)?;
    vm.symbols.raise(symbol, Standing::Used);
    Ok(Id::of(symbol))
}

fn intern(vm: &mut Vm, name: &[u8]) -> Id {
    let symbol = vm.intern(name);
    Id::of(symbol)
}

/// A Symbol that is there already and stands at least so, by its name. What is neither Symbol nor String is converted, where it
/// stands too, and a Symbol that does not stand so becomes its String.
fn existing(vm: &mut Vm, place: *mut Value, standing: Standing) -> Option<Symbol> {
    let mut value = memory::load(place);
    if let Some(symbol) = value.as_symbol() {
        if vm.symbols.standing(symbol) >= standing {
            return Some(symbol);
        }
        let name = ruby::call(vm, value, "name", &[]);
        memory::store(place, name);
        return None;
    }
    if value.as_string().is_none() {
        value = ruby::helper(vm, "to_name_text", &[value]);
        memory::store(place, value);
    }
    let string = value.as_string()?;
    standing_name(vm, string.bytes(), string.encoding(), standing)
}

fn standing_name(vm: &Vm, name: &[u8], encoding: Encoding, standing: Standing) -> Option<Symbol> {
    vm.symbols.find_encoded(name, encoding).filter(|symbol| vm.symbols.standing(*symbol) >= standing)
}

functions! {
    fn rb_intern(vm, name: *const c_char) -> Id {
        Ok(intern(vm, memory::text(name)))
    }

    fn rb_intern2(vm, name: *const c_char, length: c_long) -> Id {
        Ok(intern(vm, memory::bytes(name, length)))
    }

    fn rb_intern3(vm, name: *const c_char, length: c_long, encoding: *const CEncoding) -> Id {
        let symbol = vm.symbols.intern_encoded(memory::bytes(name, length), super::encoding::of(encoding), Standing::Used);
        Ok(Id::of(symbol))
    }

    fn rb_intern_str(vm, value: Value) -> Id {
        named_id(vm, value)
    }

    fn rb_id2name(vm, id: Id) -> *const c_char {
        if id == Id::NONE {
            return Ok(std::ptr::null());
        }
        let symbol = id.symbol();
        Ok(zero_ended(vm, symbol))
    }

    fn rb_id2str(vm, id: Id) -> Value {
        if id == Id::NONE {
            return Ok(Value::FALSE);
        }
        let symbol = id.symbol();
        Ok(ruby::call(vm, Value::symbol(symbol), "name", &[]))
    }

    fn rb_id2sym(vm, id: Id) -> Value {
        Ok(Value::symbol(id.symbol()))
    }

    fn rb_sym2id(vm, value: Value) -> Id {
        named_id(vm, value)
    }

    fn rb_to_id(vm, value: Value) -> Id {
        named_id(vm, value)
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
        let symbol = existing(vm, place, Standing::Used);
        Ok(symbol.map_or(Id::NONE, |symbol| Id::of(symbol)))
    }

    fn rb_check_id_cstr(vm, name: *const c_char, length: c_long, encoding: *const CEncoding) -> Id {
        let symbol = standing_name(vm, memory::bytes(name, length), super::encoding::of(encoding), Standing::Used);
        Ok(symbol.map_or(Id::NONE, |symbol| Id::of(symbol)))
    }

    fn rb_check_symbol(vm, place: *mut Value) -> Value {
        Ok(existing(vm, place, Standing::Known).map_or(Value::NIL, Value::symbol))
    }

    fn rb_check_symbol_cstr(vm, name: *const c_char, length: c_long, encoding: *const CEncoding) -> Value {
        Ok(standing_name(vm, memory::bytes(name, length), super::encoding::of(encoding), Standing::Known).map_or(Value::NIL, Value::symbol))
    }

    fn rb_sym_all_symbols(vm) -> Value {
        Ok(ruby::helper(vm, "all_symbols", &[]))
    }

    fn rb_id_attrset(vm, id: Id) -> Id {
        let symbol = id.symbol();
        if super::name::is_assignment(vm.symbol_bytes(symbol)) {
            return Ok(id);
        }
        let mut name = vm.symbol_bytes(symbol).to_vec();
        name.push(b'=');
        Ok(intern(vm, &name))
    }
}
