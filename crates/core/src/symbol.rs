//! Symbols: their names as text.

use std::convert::Infallible;

use rutile_vm::value::characters;
use rutile_vm::prelude::*;

use crate::arguments::exactly;

use crate::string::inspect::inspect_bytes;
use crate::string::text::{self, Call};

fn symbol(args: Arguments) -> Result<Symbol, Exit> {
    Call::of(args).subject().as_symbol().ok_or(Exit::Fallback)
}

fn to_string(vm: &mut Vm, args: Arguments) -> NativeResult {
    let symbol = symbol(args)?;
    Ok(vm.symbol_string(symbol).value())
}

/// The one frozen String of a symbol, once its name was asked for.
fn frozen_name(vm: &mut Vm, args: Arguments) -> NativeResult {
    let symbol = symbol(args)?;
    let names = vm.own_constant(vm.program.helpers, Symbol::SYMBOL_NAMES).and_then(Value::as_hash).ok_or(Exit::Fallback)?;
    vm.hash_get_symbol(names, symbol).ok_or(Exit::Fallback)
}

/// The lambda that calls the method of this name.
fn to_proc(vm: &mut Vm, args: Arguments) -> NativeResult {
    let symbol = symbol(args)?;
    Ok(rutile_vm::interpreter::as_proc(vm, Value::symbol(symbol)))
}

fn length(vm: &mut Vm, args: Arguments) -> NativeResult {
    let symbol = symbol(args)?;
    Ok(text::position(characters::count(vm.symbol_bytes(symbol), vm.symbols.encoding(symbol))))
}

fn compare(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (symbol, other) = (symbol(args)?, Call::of(args).get(0));
    let Some(other) = other.as_symbol() else { return Ok(Value::NIL) };
    Ok(Value::fixnum(vm.symbol_bytes(symbol).cmp(vm.symbol_bytes(other)) as i64))
}

fn inspect(vm: &mut Vm, args: Arguments) -> NativeResult {
    let mut out = Vec::new();
    let encoding = write_symbol(vm, symbol(args)?, &mut out);
    text::make(vm, &out, encoding)
}

/// `:name` or `:"na me"`, and the encoding of that text.
pub fn write_symbol(vm: &Vm, symbol: Symbol, out: &mut Vec<u8>) -> Encoding {
    let (bytes, encoding) = (vm.symbol_bytes(symbol), vm.symbols.encoding(symbol));
    out.push(b':');
    let shown = text::shown_encoding(vm);
    write_name(bytes, encoding, shown, is_shown_bare(bytes, encoding, shown), out)
}

/// A name as it is, or between quotes.
fn write_name(name: &[u8], encoding: Encoding, shown: Encoding, bare: bool, out: &mut Vec<u8>) -> Encoding {
    if bare {
        out.extend_from_slice(name);
    } else {
        let Ok(text) = inspect_bytes(name, encoding, shown, |_| Ok::<(), Infallible>(()));
        out.extend_from_slice(&text);
    }
    if bare && name.is_ascii() { Encoding::US_ASCII } else { shown }
}

/// `name: ` or `"na me": `, as a Hash shows its keys.
fn inspect_key(vm: &mut Vm, args: Arguments) -> NativeResult {
    let mut out = Vec::new();
    let encoding = write_symbol_key(vm, symbol(args)?, &mut out);
    text::make(vm, &out, encoding)
}

/// A Symbol as the key of a Hash: `name:` or `"na me":`.
pub fn write_symbol_key(vm: &Vm, symbol: Symbol, out: &mut Vec<u8>) -> Encoding {
    let (bytes, encoding) = (vm.symbol_bytes(symbol), vm.symbols.encoding(symbol));
    let shown = text::shown_encoding(vm);
    let word = is_shown_bare(bytes, encoding, shown) && !matches!(bytes[0], b'@' | b'$') && !bytes.ends_with(b"=") && is_letter(bytes[0]);
    write_name(bytes, encoding, shown, word, out);
    out.push(b':');
    if bytes.is_ascii() { Encoding::US_ASCII } else { shown }
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80
}

fn is_word(bytes: &[u8]) -> bool {
    !bytes.is_empty() && is_letter(bytes[0]) && bytes.iter().all(|&byte| is_letter(byte) || byte.is_ascii_digit())
}

const OPERATORS: &[&str] = &[
    "+", "-", "*", "/", "%", "**", "==", "!=", "<", "<=", ">", ">=", "<=>", "===", "=~", "!~", "!", "~", "<<", ">>", "&", "|", "^", "[]",
    "[]=", "+@", "-@", "`",
];

/// Whether a symbol is shown without quotes: what is not ASCII must be in the encoding of what it is shown in.
fn is_shown_bare(bytes: &[u8], encoding: Encoding, shown: Encoding) -> bool {
    is_simple(bytes, encoding) && (encoding == shown || bytes.is_ascii())
}

/// Whether a symbol is written without quotes.
pub fn is_simple(bytes: &[u8], encoding: Encoding) -> bool {
    if !encoding.is_ascii_compatible() || std::str::from_utf8(bytes).is_ok_and(|name| OPERATORS.contains(&name)) {
        return encoding.is_ascii_compatible();
    }
    if !bytes.is_ascii() {
        let mut at = 0;
        while at < bytes.len() {
            match characters::codepoint(bytes, at, encoding) {
                Some((number, length)) if crate::string::inspect::is_printable(number, encoding) => at += length,
                _ => return false,
            }
        }
    }
    match bytes {
        [b'@', b'@', rest @ ..] | [b'@', rest @ ..] => is_word(rest),
        [b'$', rest @ ..] => is_global(rest),
        [rest @ .., b'?' | b'!' | b'='] => is_word(rest),
        _ => is_word(bytes),
    }
}

fn is_global(rest: &[u8]) -> bool {
    match rest {
        [b'-', letter] => is_letter(*letter) || letter.is_ascii_digit(),
        [mark] if b"~*$?!@/\\;,.=:<>\"&`'+0_".contains(mark) => true,
        [digit, ..] if digit.is_ascii_digit() => rest.iter().all(u8::is_ascii_digit),
        _ => is_word(rest),
    }
}

fn is_empty(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(vm.symbol_bytes(symbol(args)?).is_empty()))
}

fn encoding(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::fixnum(vm.symbols.encoding(symbol(args)?).0 as i64))
}

/// `symbol_for_missing(symbol, class)`: what `const_missing` of an object of the class is called with. A program's own gets to know the Symbol.
fn for_missing(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = symbol(args)?;
    let handler = ClassRef::from_module(args.get(1)).and_then(|class| vm.find_method(class, Symbol::CONST_MISSING));
    if handler.is_some_and(|handler| !vm.is_core_method(handler)) {
        vm.symbols.raise(name, Standing::Known);
    }
    Ok(args.get(0))
}

/// `symbol_as_given(symbol)`: the Symbol; its String where the program has none of that name.
fn as_given(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = symbol(args)?;
    if vm.symbols.standing(name) == Standing::Asked { to_string(vm, args) } else { Ok(args.get(0)) }
}

/// Every symbol that the program could have.
fn all(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let count = vm.symbols.len();
    let list = vm.array_with_capacity(count);
    for symbol in (0..count).map(|index| Symbol(index as u32)) {
        if vm.symbols.standing(symbol) != Standing::Asked {
            vm.array_push(list, Value::symbol(symbol));
        }
    }
    Ok(list.value())
}

pub const NATIVES: &[(&str, Native)] = &[
    ("symbol_to_proc", exactly!(0, to_proc)),
    ("symbol_to_s", to_string),
    ("symbol_name", frozen_name),
    ("symbol_length", exactly!(0, length)),
    ("symbol_compare", exactly!(1, compare)),
    ("symbol_inspect", exactly!(0, inspect)),
    ("symbol_inspect_key", inspect_key),
    ("symbol_is_empty", exactly!(0, is_empty)),
    ("symbol_encoding", encoding),
    ("symbol_for_missing", for_missing),
    ("symbol_as_given", as_given),
    ("symbol_all", all),
];
