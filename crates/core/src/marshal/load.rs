//! Marshal.load of what `marshal_dump.rs` writes, from a String, with nobody watching.
//!
//! Anything else, a broken dump too, ends it before any of the program's code has run:
//! `core/marshal/load.rb` then reads from the beginning, and says what is wrong.

use num_bigint::{BigInt, Sign};
use rutile_vm::prelude::*;

use crate::marshal::{Names, member_variable, members_of};

const DEEPEST: usize = 200;

/// Something that only Ruby's reader can read.
struct Unusual;

struct Reader<'vm> {
    vm: &'vm mut Vm,
    names: Names,
    source: StringRef,
    at: usize,
    symbols: Vec<Symbol>,
    /// The objects that have been read, in order: a Ruby Array, which the collector sees.
    objects: ArrayRef,
}

/// `Primitive.marshal_load_plain(string)`: `[value]`, or nil where it takes Ruby to read it.
pub fn load_plain(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(source) = StringRef::from_value(args.get(0)) else { return Ok(Value::NIL) };
    if !source.bytes().starts_with(&[4, 8]) {
        return Ok(Value::NIL);
    }
    let names = Names::of(vm);
    let objects = vm.array_with_capacity(16);
    let mut reader = Reader { vm, names, source, at: 2, symbols: Vec::new(), objects };
    match reader.value(0) {
        Ok(value) => Ok(vm.new_array(&[value]).value()),
        Err(Unusual) => Ok(Value::NIL),
    }
}

impl Reader<'_> {
    fn byte(&mut self) -> Result<u8, Unusual> {
        let byte = *self.source.bytes().get(self.at).ok_or(Unusual)?;
        self.at += 1;
        Ok(byte)
    }

    fn long(&mut self) -> Result<i64, Unusual> {
        let first = self.byte()? as i8 as i64;
        match first {
            0 => Ok(0),
            5.. => Ok(first - 5),
            ..=-5 => Ok(first + 5),
            _ => {
                let length = first.unsigned_abs() as usize;
                let mut value = if first < 0 { -1_i64 << (8 * length) } else { 0 };
                for index in 0..length {
                    value |= (self.byte()? as i64) << (8 * index);
                }
                Ok(value)
            }
        }
    }

    fn length(&mut self) -> Result<usize, Unusual> {
        let length = usize::try_from(self.long()?).map_err(|_| Unusual)?;
        // Whatever is counted takes a byte at least.
        if length > self.source.len() - self.at { Err(Unusual) } else { Ok(length) }
    }

    /// Counted bytes; the source stays where it is, for it is held by the caller's frame.
    fn bytes(&mut self) -> Result<&'static [u8], Unusual> {
        let length = self.length()?;
        let bytes: &'static [u8] = &self.source.bytes()[self.at..self.at + length];
        self.at += length;
        Ok(bytes)
    }

    fn enter(&mut self, value: Value) -> Value {
        self.vm.array_push(self.objects, value);
        value
    }

    fn value(&mut self, depth: usize) -> Result<Value, Unusual> {
        if depth > DEEPEST {
            return Err(Unusual);
        }
        Ok(match self.byte()? {
            b'0' => Value::NIL,
            b'T' => Value::TRUE,
            b'F' => Value::FALSE,
            b'i' => Value::fixnum(self.long()?),
            b':' => Value::symbol(self.new_symbol(false)?),
            b';' => Value::symbol(self.known_symbol()?),
            b'@' => {
                let index = usize::try_from(self.long()?).map_err(|_| Unusual)?;
                if index >= self.objects.len() {
                    return Err(Unusual);
                }
                self.objects.get(index)
            }
            b'I' => match self.byte()? {
                b'"' => self.encoded_string()?,
                b':' => Value::symbol(self.new_symbol(true)?),
                _ => return Err(Unusual),
            },
            b'"' => self.string()?.value(),
            b'f' => self.float()?,
            b'l' => self.big()?,
            b'[' => self.array(depth)?,
            b'{' => self.hash(depth, false)?,
            b'}' => self.hash(depth, true)?,
            b'o' => self.object(depth)?,
            b'S' => self.structure(depth)?,
            _ => return Err(Unusual),
        })
    }

    // --- Symbols --------------------------------------------------------------------------

    fn symbol(&mut self) -> Result<Symbol, Unusual> {
        match self.byte()? {
            b':' => self.new_symbol(false),
            b';' => self.known_symbol(),
            b'I' if self.byte()? == b':' => self.new_symbol(true),
            _ => Err(Unusual),
        }
    }

    fn known_symbol(&mut self) -> Result<Symbol, Unusual> {
        let index = usize::try_from(self.long()?).map_err(|_| Unusual)?;
        self.symbols.get(index).copied().ok_or(Unusual)
    }

    fn new_symbol(&mut self, encoded: bool) -> Result<Symbol, Unusual> {
        let name = self.bytes()?;
        if !encoded && !name.is_ascii() {
            return Err(Unusual);
        }
        if encoded && std::str::from_utf8(name).is_err() {
            return Err(Unusual);
        }
        let symbol = self.vm.intern(name);
        self.symbols.push(symbol);
        if encoded && self.encoding()? != Encoding::UTF_8 {
            return Err(Unusual);
        }
        Ok(symbol)
    }

    /// The one variable that texts have here.
    fn encoding(&mut self) -> Result<Encoding, Unusual> {
        if self.long()? != 1 || self.symbol()? != self.names.encoding {
            return Err(Unusual);
        }
        match self.byte()? {
            b'T' => Ok(Encoding::UTF_8),
            b'F' => Ok(Encoding::US_ASCII),
            _ => Err(Unusual),
        }
    }

    // --- Values ---------------------------------------------------------------------------

    fn string(&mut self) -> Result<StringRef, Unusual> {
        let bytes = self.bytes()?;
        let string = self.vm.new_string(bytes, Encoding::BINARY);
        self.enter(string.value());
        Ok(string)
    }

    fn encoded_string(&mut self) -> Result<Value, Unusual> {
        let string = self.string()?;
        let encoding = self.encoding()?;
        string.set_encoding(encoding);
        Ok(string.value())
    }

    fn float(&mut self) -> Result<Value, Unusual> {
        let text = std::str::from_utf8(self.bytes()?).map_err(|_| Unusual)?;
        let float = match text {
            "nan" => f64::NAN,
            "inf" => f64::INFINITY,
            "-inf" => f64::NEG_INFINITY,
            _ if text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'.' | b'e' | b'+')) => text.parse().map_err(|_| Unusual)?,
            _ => return Err(Unusual),
        };
        let value = self.vm.float(float);
        Ok(self.enter(value))
    }

    fn big(&mut self) -> Result<Value, Unusual> {
        let sign = if self.byte()? == b'-' { Sign::Minus } else { Sign::Plus };
        let halves = usize::try_from(self.long()?).map_err(|_| Unusual)?;
        let digits = self.source.bytes().get(self.at..self.at + halves.checked_mul(2).ok_or(Unusual)?).ok_or(Unusual)?;
        self.at += digits.len();
        let value = self.vm.big_integer(BigInt::from_bytes_le(sign, digits));
        Ok(self.enter(value))
    }

    fn array(&mut self, depth: usize) -> Result<Value, Unusual> {
        let length = self.length()?;
        let array = self.vm.array_with_capacity(length);
        self.enter(array.value());
        for _ in 0..length {
            let element = self.value(depth + 1)?;
            self.vm.array_push(array, element);
        }
        Ok(array.value())
    }

    fn hash(&mut self, depth: usize, has_default: bool) -> Result<Value, Unusual> {
        let length = self.length()?;
        let hash = self.vm.new_hash(length);
        self.enter(hash.value());
        for _ in 0..length {
            let key = self.value(depth + 1)?;
            let value = self.value(depth + 1)?;
            if !self.vm.hash_set(hash, key, value) {
                return Err(Unusual);
            }
        }
        if has_default {
            let default = self.value(depth + 1)?;
            self.vm.hash_set_default(hash, default, false);
        }
        Ok(hash.value())
    }

    // --- Objects --------------------------------------------------------------------------

    /// A class whose instances are plain objects.
    fn class(&mut self) -> Result<ClassRef, Unusual> {
        let path = self.symbol()?;
        let class = self.names.class_at(self.vm, path).ok_or(Unusual)?;
        if class.instance_kind() != Kind::Object || class.has_state(state::SINGLETON | state::NO_ALLOCATOR) {
            return Err(Unusual);
        }
        Ok(class)
    }

    fn object(&mut self, depth: usize) -> Result<Value, Unusual> {
        let class = self.class()?;
        // Numbers were written as objects once.
        let is_number = class == self.vm.classes.rational || class == self.vm.classes.complex;
        if is_number || self.names.is_structure(class) {
            return Err(Unusual);
        }
        let object = self.vm.new_object(class);
        self.enter(object);
        for _ in 0..self.length()? {
            let name = self.symbol()?;
            if !self.vm.symbol_bytes(name).starts_with(b"@") || crate::kernel::object::is_internal(self.vm, name) {
                return Err(Unusual);
            }
            let value = self.value(depth + 1)?;
            self.vm.set_variable(object, name, value);
        }
        Ok(object)
    }

    fn structure(&mut self, depth: usize) -> Result<Value, Unusual> {
        let class = self.class()?;
        let members = if self.names.is_structure(class) { members_of(self.vm, class).ok_or(Unusual)? } else { return Err(Unusual) };
        if self.length()? != members.len() {
            return Err(Unusual);
        }
        let object = self.vm.new_object(class);
        self.enter(object);
        for index in 0..members.len() {
            let member = self.symbol()?;
            if members.get(index).as_symbol() != Some(member) {
                return Err(Unusual);
            }
            let value = self.value(depth + 1)?;
            let variable = member_variable(self.vm, member);
            self.vm.set_variable(object, variable, value);
        }
        if self.names.is_data(class) {
            self.vm.freeze(object);
        }
        Ok(object)
    }
}
