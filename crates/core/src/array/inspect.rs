//! Array and Hash: `inspect` of what holds nothing but plain values.
//!
//! Plain are numbers, Strings, Symbols, nil, true, false, and Arrays and Hashes of these, where no program has redefined
//! their `inspect`. What is written must stay text of the default encoding, UTF-8; whatever else there is, and what holds
//! itself, is left to Ruby.

use rutile_vm::prelude::*;

use crate::number::float_format;
use crate::string::inspect::inspect_bytes;
use crate::string::text::shown_encoding;
use crate::symbol::{write_symbol, write_symbol_key};

/// Levels of nesting that are followed.
const DEEPEST: usize = 64;
struct Text<'a> {
    vm: &'a Vm,
    out: Vec<u8>,
    /// The collections that are being written.
    walked: Vec<Value>,
    /// Classes whose `inspect` has been looked at.
    known: Vec<ClassRef>,
    attention: Attention,
}

impl Text<'_> {
    /// Writes a value and says which encoding its own text has.
    fn write(&mut self, value: Value) -> Result<Encoding, Exit> {
        self.attention.element(self.vm)?;
        let classes = &self.vm.classes;
        let (class, name) = match value.kind() {
            Kind::Fixnum => (classes.integer, Symbol::TO_S),
            Kind::Float => (classes.float, Symbol::TO_S),
            Kind::True => (classes.true_class, Symbol::TO_S),
            Kind::False => (classes.false_class, Symbol::TO_S),
            Kind::Nil => (classes.nil, Symbol::INSPECT),
            Kind::Symbol => (classes.symbol, Symbol::INSPECT),
            Kind::String => (classes.string, Symbol::INSPECT),
            Kind::Array => (classes.array, Symbol::INSPECT),
            Kind::Hash => (classes.hash, Symbol::INSPECT),
            _ => return Err(Exit::Fallback),
        };
        self.expect_core(value, class, name)?;
        if let Some(integer) = value.as_fixnum() {
            self.out.extend_from_slice(integer.to_string().as_bytes());
        } else if let Some(float) = value.as_float() {
            self.out.extend_from_slice(float_format::to_text(float).as_bytes());
        } else if let Some(string) = value.as_string() {
            let shown = shown_encoding(self.vm);
            let text = inspect_bytes(string.bytes(), string.encoding(), shown, |steps| self.attention.step(self.vm, steps))?;
            self.out.extend_from_slice(&text);
            return Ok(shown);
        } else if let Some(symbol) = value.as_symbol() {
            return Ok(write_symbol(self.vm, symbol, &mut self.out));
        } else if let Some(array) = value.as_array() {
            return self.write_array(array);
        } else if let Some(hash) = value.as_hash() {
            return self.write_hash(hash);
        } else {
            self.out.extend_from_slice(match value {
                Value::NIL => b"nil",
                Value::TRUE => b"true",
                _ => b"false",
            });
        }
        Ok(Encoding::US_ASCII)
    }

    /// Declines unless a value is of that very class and says what it is by the core's own method.
    fn expect_core(&mut self, value: Value, class: ClassRef, name: Symbol) -> Result<(), Exit> {
        if self.vm.class_of(value) != class {
            return Err(Exit::Fallback);
        }
        if self.known.contains(&class) {
            return Ok(());
        }
        match self.vm.search_method(class, Symbol::INSPECT) {
            Some((method, _)) if self.vm.is_core_method(method) && method.name() == Value::symbol(name) => {
                self.known.push(class);
                Ok(())
            }
            _ => Err(Exit::Fallback),
        }
    }

    fn enter(&mut self, collection: Value) -> Result<(), Exit> {
        if self.walked.len() == DEEPEST || self.walked.contains(&collection) {
            return Err(Exit::Fallback);
        }
        self.walked.push(collection);
        Ok(())
    }

    /// The text of a collection has the encoding of its first element's, until another needs more than ASCII.
    fn leave(&mut self, start: usize, first: Encoding) -> Encoding {
        self.walked.pop();
        if self.out[start..].is_ascii() { first } else { Encoding::UTF_8 }
    }

    fn write_array(&mut self, array: ArrayRef) -> Result<Encoding, Exit> {
        let start = self.out.len();
        self.enter(array.value())?;
        let mut first = Encoding::US_ASCII;
        self.out.push(b'[');
        for index in 0..array.len() {
            if index > 0 {
                self.out.extend_from_slice(b", ");
            }
            let encoding = self.write(array.get(index))?;
            first = if index == 0 { encoding } else { first };
        }
        self.out.push(b']');
        Ok(self.leave(start, first))
    }

    fn write_hash(&mut self, hash: HashRef) -> Result<Encoding, Exit> {
        let start = self.out.len();
        self.enter(hash.value())?;
        let mut first = None;
        self.out.push(b'{');
        for (key, value) in hash.entries() {
            if first.is_some() {
                self.out.extend_from_slice(b", ");
            }
            let encoding = match key.as_symbol() {
                Some(symbol) => {
                    let encoding = write_symbol_key(self.vm, symbol, &mut self.out);
                    self.out.push(b' ');
                    encoding
                }
                None => {
                    let encoding = self.write(key)?;
                    self.out.extend_from_slice(b" => ");
                    encoding
                }
            };
            first.get_or_insert(encoding);
            self.write(value)?;
        }
        self.out.push(b'}');
        Ok(self.leave(start, first.unwrap_or(Encoding::US_ASCII)))
    }
}

/// What `inspect` says of a plain value, and the encoding of that.
pub fn plain_inspection(vm: &Vm, value: Value) -> Option<(Vec<u8>, Encoding)> {
    if vm.settings.default_internal.unwrap_or(vm.settings.default_external) != Encoding::UTF_8 {
        return None;
    }
    let mut text = Text { vm, out: Vec::new(), walked: Vec::new(), known: Vec::new(), attention: Attention::default() };
    let encoding = text.write(value).ok()?;
    Some((text.out, encoding))
}

/// `inspect` of an Array or a Hash.
fn collection_inspect(vm: &mut Vm, args: Arguments) -> NativeResult {
    let encoding = vm.settings.default_internal.unwrap_or(vm.settings.default_external);
    if args.count() != 0 || encoding != Encoding::UTF_8 {
        return Err(Exit::Fallback);
    }
    let mut text = Text { vm, out: Vec::new(), walked: Vec::new(), known: Vec::new(), attention: Attention::default() };
    let encoding = match (args.receiver().as_array(), args.receiver().as_hash()) {
        (Some(array), _) => text.write_array(array)?,
        (_, Some(hash)) => text.write_hash(hash)?,
        _ => return Err(Exit::Fallback),
    };
    let out = text.out;
    crate::string::text::make(vm, &out, encoding)
}

pub const NATIVES: &[(&str, Native)] = &[("collection_inspect", collection_inspect)];
