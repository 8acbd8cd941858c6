//! Names: Symbols and `ID`s.

use std::ffi::{c_char, c_int, c_long};
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

/// A Symbol that is there already, by its name.
fn existing(vm: &mut Vm, value: Value) -> Option<Symbol> {
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
        let value = memory::load(place);
        let symbol = existing(vm, value);
        Ok(symbol.map_or(Id::NONE, |symbol| Id::of(vm, symbol)))
    }

    fn rb_check_id_cstr(vm, name: *const c_char, length: c_long, _encoding: usize) -> Id {
        let symbol = vm.symbols.find(memory::bytes(name, length));
        Ok(symbol.map_or(Id::NONE, |symbol| Id::of(vm, symbol)))
    }

    fn rb_check_symbol(vm, place: *mut Value) -> Value {
        let value = memory::load(place);
        Ok(existing(vm, value).map_or(Value::NIL, Value::symbol))
    }

    fn rb_check_symbol_cstr(vm, name: *const c_char, length: c_long, _encoding: usize) -> Value {
        Ok(vm.symbols.find(memory::bytes(name, length)).map_or(Value::NIL, Value::symbol))
    }

    fn rb_sym_all_symbols(vm) -> Value {
        Ok(ruby::helper(vm, "all_symbols", &[]))
    }

    fn rb_is_const_id(vm, id: Id) -> c_int {
        let symbol = id.symbol(vm);
        Ok(vm.symbol_bytes(symbol).first().is_some_and(u8::is_ascii_uppercase).into())
    }

    fn rb_is_instance_id(vm, id: Id) -> c_int {
        let symbol = id.symbol(vm);
        let bytes = vm.symbol_bytes(symbol);
        Ok((bytes.starts_with(b"@") && !bytes.starts_with(b"@@")).into())
    }

    fn rb_is_class_id(vm, id: Id) -> c_int {
        let symbol = id.symbol(vm);
        Ok(vm.symbol_bytes(symbol).starts_with(b"@@").into())
    }

    fn rb_is_local_id(vm, id: Id) -> c_int {
        let symbol = id.symbol(vm);
        Ok(vm.symbol_bytes(symbol).first().is_some_and(|first| first.is_ascii_lowercase() || *first == b'_').into())
    }

    fn rb_is_attrset_id(vm, id: Id) -> c_int {
        let symbol = id.symbol(vm);
        let bytes = vm.symbol_bytes(symbol);
        Ok((bytes.len() > 1 && bytes.ends_with(b"=") && bytes[0].is_ascii_alphabetic()).into())
    }

    fn rb_id_attrset(vm, id: Id) -> Id {
        let symbol = id.symbol(vm);
        let mut name = vm.symbol_bytes(symbol).to_vec();
        name.push(b'=');
        Ok(intern(vm, &name))
    }

    fn rb_enc_symname_p(vm, name: *const c_char, _encoding: usize) -> c_int {
        let first = memory::text(name).first();
        Ok(first.is_some_and(|first| first.is_ascii_alphabetic() || *first == b'_').into())
    }

    fn rb_symname_p(vm, name: *const c_char) -> c_int {
        let name = vm.string(&String::from_utf8_lossy(memory::text(name)));
        Ok(ruby::helper(vm, "is_plain_name", &[name]).truthy().into())
    }
}
