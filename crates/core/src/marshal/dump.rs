//! Marshal.dump of what nearly every dump is made of: numbers, strings, symbols, lists, tables, structs and
//! plain objects whose classes leave the writing to us.
//!
//! Anything else ends it, with nothing done: `core/marshal/dump.rb` then writes the whole dump.

use std::collections::HashMap;

use num_bigint::Sign;
use rutile_vm::prelude::*;

use crate::marshal::{Names, member_variable, members_of};

/// Values within values; what is deeper is left to Ruby, whose frames are not the machine's stack.
const DEEPEST: usize = 200;
/// Integers that are written in the short form.
const SMALL: std::ops::Range<i64> = -(1 << 30)..1 << 30;

/// Something that only Ruby's writer can write.
struct Unusual;

type Written = Result<(), Unusual>;

struct Writer<'vm> {
    vm: &'vm mut Vm,
    names: Names,
    out: Vec<u8>,
    symbols: HashMap<Symbol, i64>,
    /// The objects that have been written, by their words: nothing moves while this runs.
    objects: HashMap<u64, i64>,
    /// How instances of a class are written.
    classes: HashMap<u64, Form>,
}

#[derive(Clone, Copy)]
enum Form {
    Object(Symbol),
    Struct(Symbol, ArrayRef),
}

/// `Primitive.marshal_dump_plain(object)`: the dump, or nil where it takes Ruby to write it.
pub fn dump_plain(vm: &mut Vm, args: Arguments) -> NativeResult {
    let names = Names::of(vm);
    let mut writer =
        Writer { vm, names, out: vec![4, 8], symbols: HashMap::new(), objects: HashMap::new(), classes: HashMap::new() };
    match writer.value(args.get(0), 0) {
        Ok(()) => {
            let out = std::mem::take(&mut writer.out);
            crate::string::text::make(vm, &out, Encoding::BINARY)
        }
        Err(Unusual) => Ok(Value::NIL),
    }
}

impl Writer<'_> {
    fn value(&mut self, value: Value, depth: usize) -> Written {
        match value {
            Value::NIL => self.out.push(b'0'),
            Value::TRUE => self.out.push(b'T'),
            Value::FALSE => self.out.push(b'F'),
            _ => {
                if let Some(integer) = value.as_fixnum() {
                    return self.integer(integer, value);
                }
                if let Some(symbol) = value.as_symbol() {
                    return self.symbol(symbol);
                }
                return self.object(value, depth + 1);
            }
        }
        Ok(())
    }

    fn integer(&mut self, integer: i64, value: Value) -> Written {
        if SMALL.contains(&integer) {
            self.out.push(b'i');
            self.long(integer);
        } else if !self.link(value) {
            self.out.extend([b'l', if integer < 0 { b'-' } else { b'+' }]);
            let bytes = integer.unsigned_abs().to_le_bytes();
            let halves = bytes.len() / 2 - bytes.rchunks(2).take_while(|half| *half == [0, 0]).count();
            self.long(halves as i64);
            self.out.extend_from_slice(&bytes[..halves * 2]);
        }
        Ok(())
    }

    fn big_integer(&mut self, value: Value) -> Written {
        let integer = self.vm.as_big_integer(value).ok_or(Unusual)?;
        if self.link(value) {
            return Ok(());
        }
        let mut bytes = integer.magnitude().to_bytes_le();
        bytes.resize(bytes.len().next_multiple_of(2), 0);
        self.out.extend([b'l', if integer.sign() == Sign::Minus { b'-' } else { b'+' }]);
        self.long(bytes.len() as i64 / 2);
        self.out.extend_from_slice(&bytes);
        Ok(())
    }

    /// A number of up to 32 bits: its length, then its bytes; very small ones in one byte.
    fn long(&mut self, number: i64) {
        match number {
            0 => self.out.push(0),
            1..=122 => self.out.push(number as u8 + 5),
            -123..=-1 => self.out.push((number - 5) as u8),
            _ => {
                let end = if number < 0 { -1 } else { 0 };
                let length = (1..4).find(|&length| number >> (8 * length) == end).unwrap_or(4);
                self.out.push(if number < 0 { 256 - length } else { length } as u8);
                self.out.extend_from_slice(&number.to_le_bytes()[..length]);
            }
        }
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.long(bytes.len() as i64);
        self.out.extend_from_slice(bytes);
    }

    fn symbol(&mut self, symbol: Symbol) -> Written {
        if let Some(&known) = self.symbols.get(&symbol) {
            self.out.push(b';');
            self.long(known);
            return Ok(());
        }
        let name = self.vm.symbol_bytes(symbol).to_vec();
        let encoded = !name.is_ascii();
        if encoded && self.vm.symbols.encoding(symbol) != Encoding::UTF_8 {
            return Err(Unusual);
        }
        if encoded {
            self.out.push(b'I');
        }
        self.out.push(b':');
        self.bytes(&name);
        self.symbols.insert(symbol, self.symbols.len() as i64);
        if encoded {
            self.encoding(Encoding::UTF_8)?;
        }
        Ok(())
    }

    /// The one "variable" that says in which encoding a text is.
    fn encoding(&mut self, encoding: Encoding) -> Written {
        self.long(1);
        self.symbol(self.names.encoding)?;
        self.out.push(if encoding == Encoding::UTF_8 { b'T' } else { b'F' });
        Ok(())
    }

    /// Whether a value was written before, and is now linked to; else it's remembered.
    fn link(&mut self, value: Value) -> bool {
        let next = self.objects.len() as i64;
        match self.objects.entry(value.word()) {
            std::collections::hash_map::Entry::Occupied(known) => {
                let known = *known.get();
                self.out.push(b'@');
                self.long(known);
                true
            }
            std::collections::hash_map::Entry::Vacant(place) => {
                place.insert(next);
                false
            }
        }
    }

    fn object(&mut self, value: Value, depth: usize) -> Written {
        if depth > DEEPEST || value.as_cell().is_some_and(|cell| Kind::of(cell) != Kind::Object && cell.has_flag(flags::HAS_VARIABLES)) {
            return Err(Unusual);
        }
        let class = self.vm.class_of(value);
        if let Some(float) = value.as_float() {
            if !self.link(value) {
                self.out.push(b'f');
                let text = float_text(float);
                self.bytes(text.as_bytes());
            }
            return Ok(());
        }
        if value.is_kind(Kind::BigInteger) {
            return self.big_integer(value);
        }
        if let Some(string) = StringRef::from_value(value) {
            return if class == self.vm.classes.string { self.string(string) } else { Err(Unusual) };
        }
        if let Some(array) = ArrayRef::from_value(value) {
            return if class == self.vm.classes.array { self.array(array, depth) } else { Err(Unusual) };
        }
        if let Some(hash) = HashRef::from_value(value) {
            return if class == self.vm.classes.hash { self.hash(hash, depth) } else { Err(Unusual) };
        }
        if value.as_kind(Kind::Object).is_none() {
            return Err(Unusual);
        }
        match self.form(class)? {
            _ if self.link(value) => Ok(()),
            Form::Object(path) => self.plain(value, path, depth),
            Form::Struct(path, members) => self.structure(value, path, members, depth),
        }
    }

    fn string(&mut self, string: StringRef) -> Written {
        let encoding = string.encoding();
        if !matches!(encoding, Encoding::UTF_8 | Encoding::US_ASCII | Encoding::BINARY) {
            return Err(Unusual);
        }
        if self.link(string.value()) {
            return Ok(());
        }
        if encoding == Encoding::BINARY {
            self.out.push(b'"');
            self.bytes(string.bytes());
            return Ok(());
        }
        self.out.extend([b'I', b'"']);
        self.bytes(string.bytes());
        self.encoding(encoding)
    }

    fn array(&mut self, array: ArrayRef, depth: usize) -> Written {
        if self.link(array.value()) {
            return Ok(());
        }
        self.out.push(b'[');
        self.long(array.len() as i64);
        for index in 0..array.len() {
            self.value(array.get(index), depth)?;
        }
        Ok(())
    }

    fn hash(&mut self, hash: HashRef, depth: usize) -> Written {
        if hash.has_default_proc() || hash.compares_by_identity() || hash.is_ruby2_keywords() {
            return Err(Unusual);
        }
        if self.link(hash.value()) {
            return Ok(());
        }
        let default = hash.default();
        self.out.push(if default.is_nil() { b'{' } else { b'}' });
        self.long(hash.len() as i64);
        for (key, value) in hash.entries() {
            self.value(key, depth)?;
            self.value(value, depth)?;
        }
        if default.is_nil() { Ok(()) } else { self.value(default, depth) }
    }

    /// How instances of a class are written, if that's ours to do.
    fn form(&mut self, class: ClassRef) -> Result<Form, Unusual> {
        let key = class.value().word();
        if let Some(&known) = self.classes.get(&key) {
            return Ok(known);
        }
        let path = self.names.path_of(self.vm, class).ok_or(Unusual)?;
        let form = if self.names.is_structure(class) {
            Form::Struct(path, members_of(self.vm, class).ok_or(Unusual)?)
        } else {
            Form::Object(path)
        };
        self.classes.insert(key, form);
        Ok(form)
    }

    fn plain(&mut self, object: Value, path: Symbol, depth: usize) -> Written {
        let variables = self.vm.variable_names(object);
        if variables.is_empty() || variables.iter().any(|&name| crate::kernel::object::is_internal(self.vm, name)) {
            return Err(Unusual);
        }
        self.out.push(b'o');
        self.symbol(path)?;
        self.long(variables.len() as i64);
        for name in variables {
            self.symbol(name)?;
            self.value(self.vm.get_variable(object, name), depth)?;
        }
        Ok(())
    }

    fn structure(&mut self, object: Value, path: Symbol, members: ArrayRef, depth: usize) -> Written {
        if self.vm.variable_names(object).len() > members.len() {
            return Err(Unusual);
        }
        self.out.push(b'S');
        self.symbol(path)?;
        self.long(members.len() as i64);
        for index in 0..members.len() {
            let member = members.get(index).as_symbol().ok_or(Unusual)?;
            self.symbol(member)?;
            let variable = member_variable(self.vm, member);
            self.value(self.vm.get_variable(object, variable), depth)?;
        }
        Ok(())
    }
}

/// The shortest digits that give the Float back, in C's `%g` style.
fn float_text(float: f64) -> String {
    if float.is_nan() {
        return "nan".to_string();
    }
    let sign = if float.is_sign_negative() { "-" } else { "" };
    if float.is_infinite() {
        return format!("{sign}inf");
    }
    if float == 0.0 {
        return format!("{sign}0");
    }
    let scientific = format!("{:e}", float.abs());
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let digits = mantissa.replace('.', "");
    let point = exponent.parse::<i32>().unwrap_or(0) + 1;
    let size = digits.len() as i32;
    if point < -3 || point > size {
        let (first, rest) = digits.split_at(1);
        let mark = if rest.is_empty() { "" } else { "." };
        return format!("{sign}{first}{mark}{rest}e{}", point - 1);
    }
    if point <= 0 {
        return format!("{sign}0.{}{digits}", "0".repeat(-point as usize));
    }
    let (whole, fraction) = digits.split_at(point as usize);
    let mark = if fraction.is_empty() { "" } else { "." };
    format!("{sign}{whole}{mark}{fraction}")
}
