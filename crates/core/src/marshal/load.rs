//! Marshal.load of what `marshal_dump.rs` writes, from a String, with nobody watching.
//!
//! Anything else, a broken dump too, ends it before any of the program's code has run:
//! `core/marshal/load.rb` then reads from the beginning, and says what is wrong. It gives each value within
//! to `load_part` in its turn, so that a dump in which one object has code of its own is read here but for that one.

use num_bigint::{BigInt, Sign};
use rutile_vm::prelude::*;

use crate::marshal::{Names, Unusual, unusual};
use crate::module::members::{members_of, variable_of};
use crate::time::{calendar, moment};

const DEEPEST: usize = 200;

const BILLION: i64 = 1_000_000_000;

struct Reader<'vm> {
    vm: &'vm mut Vm,
    names: Names,
    source: StringRef,
    at: usize,
    /// The symbols and objects that have been read, in order: Ruby Arrays, which the collector sees.
    symbols: ArrayRef,
    objects: ArrayRef,
    /// Stands among the objects for one that is not made yet.
    pending: Value,
    attention: Attention,
}

/// `Primitive.marshal_load_plain(string)`: `[value]`, or nil where it takes Ruby to read it.
pub fn load_plain(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(source) = StringRef::from_value(args.get(0)) else { return Ok(Value::NIL) };
    if !source.bytes().starts_with(&[4, 8]) {
        return Ok(Value::NIL);
    }
    let names = Names::of(vm);
    let (symbols, objects) = (vm.array_with_capacity(16), vm.array_with_capacity(16));
    let mut reader = Reader { vm, names, source, at: 2, symbols, objects, pending: Value::NIL, attention: Attention::default() };
    match reader.value(0) {
        Ok(value) => Ok(vm.new_array(&[value]).value()),
        Err(Unusual) => unusual(vm),
    }
}

/// `Primitive.marshal_load_part(string, symbols, objects, place)`: the value at `place[0]`, which moves behind it; `place` itself where
/// it takes Ruby to read it, and then nothing has changed. `place[1]` stands among the objects for one that is not made yet.
pub fn load_part(vm: &mut Vm, args: Arguments) -> NativeResult {
    let [symbols, objects, place] = [1, 2, 3].map(|index| ArrayRef::from_value(args.get(index)));
    let (Some(source), Some(symbols), Some(objects), Some(place)) = (StringRef::from_value(args.get(0)), symbols, objects, place) else {
        return Ok(args.get(3));
    };
    let Some(at) = place.get(0).as_fixnum().and_then(|at| usize::try_from(at).ok()) else { return Ok(place.value()) };
    if !begins_plainly(source.bytes().get(at..).unwrap_or_default()) {
        return Ok(place.value());
    }
    let (known_symbols, known_objects) = (symbols.len(), objects.len());
    let names = Names::of(vm);
    let mut reader = Reader { vm, names, source, at, symbols, objects, pending: place.get(1), attention: Attention::default() };
    match reader.value(0) {
        Ok(value) => {
            let end = Value::fixnum(reader.at as i64);
            vm.array_set(place, 0, end);
            Ok(value)
        }
        Err(Unusual) => {
            vm.array_resize(symbols, known_symbols);
            vm.array_resize(objects, known_objects);
            if vm.has_left_off() { Err(Exit::Fallback) } else { Ok(place.value()) }
        }
    }
}

/// Whether a value may be one that can be read here, by its type.
fn begins_plainly(bytes: &[u8]) -> bool {
    match bytes {
        [b'I', kind, ..] => matches!(kind, b'"' | b':' | b'u'),
        [kind, ..] => b"0TFi:;@\"fl[{}oS".contains(kind),
        [] => false,
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
        self.attention.element(self.vm)?;
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
                let object = self.objects.get(index);
                if object == self.pending && !object.is_nil() {
                    return Err(Unusual);
                }
                object
            }
            b'I' => match self.byte()? {
                b'"' => self.encoded_string()?,
                b':' => Value::symbol(self.new_symbol(true)?),
                b'u' => self.utc_time(depth)?,
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
        if index >= self.symbols.len() {
            return Err(Unusual);
        }
        self.symbols.get(index).as_symbol().ok_or(Unusual)
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
        self.vm.array_push(self.symbols, Value::symbol(symbol));
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
        let sign = match self.byte()? {
            b'-' => Sign::Minus,
            b'+' => Sign::Plus,
            _ => return Err(Unusual),
        };
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

    /// A Time of UTC as `core/time/marshal.rb` writes it: two words, and what is finer than a microsecond in variables.
    fn utc_time(&mut self, depth: usize) -> Result<Value, Unusual> {
        if self.symbol()? != Symbol::TIME || !moment::loads_times(self.vm) {
            return Err(Unusual);
        }
        let words = <[u8; 8]>::try_from(self.bytes()?).map_err(|_| Unusual)?;
        let word = |at: usize| u32::from_le_bytes([words[at], words[at + 1], words[at + 2], words[at + 3]]) as i64;
        let (day, rest) = (word(0), word(4));
        // The highest bit says that it is written so at all, the next that it is of UTC.
        if day >> 30 != 3 {
            return Err(Unusual);
        }
        let nanoseconds = (rest & 0xfffff) * 1000 + self.below_microseconds(depth)?;
        let month = day >> 10 & 0xf;
        let year = (day >> 14 & 0xffff) + 1900 + month / 12;
        let start = calendar::seconds_of(year as i128, month % 12 + 1, 1, 0, 0, 0) as i64;
        let seconds = start + ((day >> 5 & 0x1f) - 1) * 86400 + (day & 0x1f) * 3600 + (rest >> 26 & 0x3f) * 60 + (rest >> 20 & 0x3f);
        let time = moment::utc_time(self.vm, seconds + nanoseconds / BILLION, nanoseconds % BILLION).ok_or(Unusual)?;
        Ok(self.enter(time))
    }

    /// The nanoseconds of a Time that its variables tell of, where these are whole and say nothing else.
    fn below_microseconds(&mut self, depth: usize) -> Result<i64, Unusual> {
        let mut nanoseconds = 0;
        for _ in 0..self.length()? {
            let name = self.symbol()?;
            let value = self.value(depth + 1)?;
            match (self.vm.symbol_bytes(name), value.as_fixnum()) {
                (b"zone" | b"submicro", None) | (b"nano_den", Some(1)) => {}
                (b"nano_num", Some(number)) if (0..1000).contains(&number) => nanoseconds = number,
                _ => return Err(Unusual),
            }
        }
        Ok(nanoseconds)
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
        let members = if self.names.is_structure(class) { members_of(self.vm, class).ok_or(Unusual)?.1 } else { return Err(Unusual) };
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
            let variable = variable_of(self.vm, member);
            self.vm.set_variable(object, variable, value);
        }
        if self.names.is_data(class) {
            self.vm.freeze(object);
        }
        Ok(object)
    }
}
