//! Reading JSON into Ruby's values.
//!
//! The reader keeps no Rust stack: what was read of containers that are still open stands in a Ruby Array, where the
//! collector finds it, and a container is made of its part when it is closed, as large as it is to be. So a document may
//! nest as deep as memory allows, and nothing grows while it is filled.
//!
//! ```text
//!   [1, {"a": 2, "b": [3        values:  1 | "a" | 2 | "b" | 3
//!                               open:    ^ Array, ^ Hash     ^ Array
//! ```
//!
//! The same keys come again and again: each is the shared string of its text, as a literal of a program is.

use std::borrow::Cow;

use rutile_core::arguments::integer;
use rutile_vm::prelude::*;

use crate::json::text::{Broken, end_of_string, unescape};

/// The options that a program chose.
struct Options {
    max_nesting: usize,
    allow_nan: bool,
    symbolize_names: bool,
    freeze: bool,
    /// Numbers with a fraction are given as Symbols of their text, for the caller to make them.
    decimals_as_symbols: bool,
    leniency: u32,
}

/// The leniencies that a document may be granted beyond the grammar.
mod leniency {
    pub const COMMENTS: u32 = 1;
    pub const TRAILING_COMMAS: u32 = 1 << 1;
    pub const DUPLICATE_KEYS: u32 = 1 << 2;
    /// The comment of a line may end with the text.
    pub const OPEN_LINES: u32 = 1 << 3;
}

/// Why there is no value.
enum Refusal {
    /// Unexpected from here on.
    Unexpected(usize),
    Surrogate(usize),
    TooDeep(usize),
    /// A key of the object that begins here came before.
    Duplicate(usize),
    /// Nothing is wrong: others are to be attended to.
    LeftOff,
}

/// The tokens that may come next.
#[derive(Clone, Copy, PartialEq)]
enum Expected {
    Value,
    /// A value or the end of the Array that was just opened.
    FirstElement,
    /// A key or the end of the Hash that was just opened.
    FirstKey,
    Key,
    /// A comma or an end.
    More,
    End,
}

struct Reader<'a> {
    vm: &'a mut Vm,
    text: &'a [u8],
    position: usize,
    options: Options,
    /// Elements, keys and values of open containers; in the end the result.
    values: ArrayRef,
    open: Vec<Open>,
    /// Hash codes of the keys among the values.
    codes: Vec<i64>,
    attention: Attention,
}

/// A container that is being read.
struct Open {
    /// Where it begins in the text.
    start: usize,
    /// Where what was read of it begins among the values.
    first: usize,
    is_hash: bool,
}

impl<'a> Reader<'a> {
    fn read(&mut self) -> Result<Value, Refusal> {
        let mut expected = Expected::Value;
        while expected != Expected::End {
            self.attention.element(self.vm).map_err(|_| Refusal::LeftOff)?;
            self.skip_space()?;
            expected = self.step(expected)?;
        }
        self.skip_space()?;
        if self.position < self.text.len() { Err(Refusal::Unexpected(self.position)) } else { Ok(self.values.get(0)) }
    }

    fn allows(&self, what: u32) -> bool {
        self.options.leniency & what != 0
    }

    fn peek(&self) -> u8 {
        self.text.get(self.position).copied().unwrap_or(0)
    }

    fn step(&mut self, expected: Expected) -> Result<Expected, Refusal> {
        match (expected, self.peek()) {
            (Expected::FirstElement, b']') | (Expected::FirstKey, b'}') => self.close(),
            (Expected::Value | Expected::FirstElement, _) => self.value(),
            (Expected::FirstKey | Expected::Key, b'"') => self.key(),
            (Expected::More, b',') => {
                self.position += 1;
                if self.allows(leniency::TRAILING_COMMAS) {
                    return Ok(if self.in_hash() { Expected::FirstKey } else { Expected::FirstElement });
                }
                Ok(if self.in_hash() { Expected::Key } else { Expected::Value })
            }
            (Expected::More, b']') if !self.in_hash() => self.close(),
            (Expected::More, b'}') if self.in_hash() => self.close(),
            _ => Err(self.unexpected()),
        }
    }

    /// An error here; one inside an object is told of where the object begins.
    fn unexpected(&self) -> Refusal {
        let hash = self.open.last().filter(|open| open.is_hash);
        Refusal::Unexpected(hash.map_or(self.position, |open| open.start))
    }

    fn in_hash(&self) -> bool {
        self.open.last().is_some_and(|open| open.is_hash)
    }

    fn skip_space(&mut self) -> Result<(), Refusal> {
        loop {
            match self.peek() {
                b' ' | b'\t' | b'\n' | b'\r' => self.position += 1,
                b'/' if self.allows(leniency::COMMENTS) => self.skip_comment()?,
                _ => return Ok(()),
            }
        }
    }

    fn skip_comment(&mut self) -> Result<(), Refusal> {
        let rest = &self.text[self.position..];
        let length = match rest.get(1) {
            Some(b'/') => memchr::memchr(b'\n', rest).map(|end| end + 1).or(self.allows(leniency::OPEN_LINES).then_some(rest.len())),
            Some(b'*') => memchr::memmem::find(&rest[2..], b"*/").map(|end| end + 4),
            _ => return Err(Refusal::Unexpected(self.position + 1)),
        };
        // A comment that does not end is none.
        self.position += length.ok_or(Refusal::Unexpected(self.text.len()))?;
        Ok(())
    }

    fn value(&mut self) -> Result<Expected, Refusal> {
        match self.peek() {
            b'[' => self.open_container(Expected::FirstElement),
            b'{' => self.open_container(Expected::FirstKey),
            b'"' => {
                let text = self.string()?;
                let string = if self.options.freeze {
                    let code = self.vm.text_hash(&text, Encoding::UTF_8);
                    self.vm.shared_text(&text, Encoding::UTF_8, code)
                } else {
                    self.vm.new_string(&text, Encoding::UTF_8)
                };
                self.deliver(string.value())
            }
            b'-' | b'0'..=b'9' => self.number(),
            _ => self.word(),
        }
    }

    fn word(&mut self) -> Result<Expected, Refusal> {
        let rest = &self.text[self.position..];
        let numbers = [(&b"NaN"[..], f64::NAN), (b"Infinity", f64::INFINITY), (b"-Infinity", f64::NEG_INFINITY)];
        for (word, value) in [(&b"null"[..], Value::NIL), (b"true", Value::TRUE), (b"false", Value::FALSE)] {
            if rest.starts_with(word) {
                self.position += word.len();
                return self.deliver(value);
            }
        }
        for (word, float) in numbers {
            if self.options.allow_nan && rest.starts_with(word) {
                self.position += word.len();
                let value = self.vm.float(float);
                return self.deliver(value);
            }
        }
        Err(Refusal::Unexpected(self.position))
    }

    fn number(&mut self) -> Result<Expected, Refusal> {
        let start = self.position;
        let rest = &self.text[start..];
        let digits = |from: usize| rest[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let sign = usize::from(rest[0] == b'-');
        let whole = digits(sign);
        if whole == 0 {
            return self.word();
        }
        if whole > 1 && rest[sign] == b'0' {
            return Err(Refusal::Unexpected(start));
        }
        let mut end = sign + whole;
        let mut is_float = false;
        if rest.get(end) == Some(&b'.') {
            let fraction = digits(end + 1);
            if fraction == 0 {
                return Err(Refusal::Unexpected(start));
            }
            end += 1 + fraction;
            is_float = true;
        }
        if matches!(rest.get(end), Some(b'e' | b'E')) {
            let signed = end + 1 + usize::from(matches!(rest.get(end + 1), Some(b'+' | b'-')));
            let exponent = digits(signed.min(rest.len()));
            if exponent == 0 {
                return Err(Refusal::Unexpected(start));
            }
            end = signed + exponent;
            is_float = true;
        }
        self.position += end;
        let value = self.number_value(&self.text[start..start + end], is_float);
        self.deliver(value)
    }

    fn number_value(&mut self, digits: &[u8], is_float: bool) -> Value {
        // The digits were just checked to be ASCII.
        let text = std::str::from_utf8(digits).unwrap_or("0");
        if is_float {
            if self.options.decimals_as_symbols {
                return Value::symbol(self.vm.intern(digits));
            }
            return self.vm.float(text.parse().unwrap_or(f64::NAN));
        }
        match text.parse::<i64>() {
            Ok(small) => self.vm.integer(small.into()),
            Err(_) => match text.parse() {
                Ok(big) => self.vm.big_integer(big),
                Err(_) => Value::fixnum(0),
            },
        }
    }

    /// The bytes of the string that begins here.
    fn string(&mut self) -> Result<Cow<'a, [u8]>, Refusal> {
        let start = self.position + 1;
        let Some((end, escaped)) = end_of_string(self.text, start) else { return Err(Refusal::Unexpected(self.position)) };
        let raw = &self.text[start..end];
        let bytes = if escaped {
            Cow::Owned(unescape(raw, start).map_err(|broken| match broken {
                Broken::Unexpected => Refusal::Unexpected(self.position),
                Broken::Surrogate(at) => Refusal::Surrogate(at),
            })?)
        } else {
            Cow::Borrowed(raw)
        };
        self.position = end + 1;
        Ok(bytes)
    }

    fn key(&mut self) -> Result<Expected, Refusal> {
        let bytes = self.string().map_err(|refusal| match refusal {
            Refusal::Unexpected(_) => self.unexpected(),
            other => other,
        })?;
        let key = if self.options.symbolize_names {
            Value::symbol(self.vm.symbols.intern_encoded(&bytes, Encoding::UTF_8, Standing::Known))
        } else {
            let code = self.vm.text_hash(&bytes, Encoding::UTF_8);
            self.codes.push(code);
            self.vm.shared_text(&bytes, Encoding::UTF_8, code).value()
        };
        self.skip_space()?;
        if self.peek() != b':' {
            return Err(self.unexpected());
        }
        self.position += 1;
        self.skip_space()?;
        if matches!(self.peek(), b',' | b'}' | 0) {
            return Err(self.unexpected());
        }
        self.vm.array_push(self.values, key);
        Ok(Expected::Value)
    }

    fn open_container(&mut self, expected: Expected) -> Result<Expected, Refusal> {
        if self.options.max_nesting > 0 && self.open.len() >= self.options.max_nesting {
            return Err(Refusal::TooDeep(self.open.len() + 1));
        }
        self.open.push(Open { start: self.position, first: self.values.len(), is_hash: expected == Expected::FirstKey });
        self.position += 1;
        Ok(expected)
    }

    fn close(&mut self) -> Result<Expected, Refusal> {
        self.position += 1;
        let Some(open) = self.open.pop() else { return Err(Refusal::Unexpected(self.position)) };
        let container = if open.is_hash { self.hash_of(&open)? } else { self.vm.new_array(&self.values.values()[open.first..]).value() };
        self.vm.array_resize(self.values, open.first);
        if self.options.freeze {
            self.vm.freeze(container);
        }
        self.deliver(container)
    }

    /// The Hash of the keys and values that were read of it.
    fn hash_of(&mut self, open: &Open) -> Result<Value, Refusal> {
        let count = (self.values.len() - open.first) / 2;
        let hash = self.vm.new_hash(count);
        let first_code = self.codes.len().saturating_sub(count);
        for index in 0..count {
            let (key, value) = (self.values.get(open.first + 2 * index), self.values.get(open.first + 2 * index + 1));
            match self.codes.get(first_code + index) {
                Some(code) if !self.options.symbolize_names => self.vm.hash_set_coded(hash, *code, key, value),
                _ => {
                    self.vm.hash_set(hash, key, value);
                }
            }
        }
        if !self.options.symbolize_names {
            self.codes.truncate(first_code);
        }
        if hash.len() < count && !self.allows(leniency::DUPLICATE_KEYS) {
            return Err(Refusal::Duplicate(open.start));
        }
        Ok(hash.value())
    }

    /// Puts a whole value where it belongs.
    fn deliver(&mut self, value: Value) -> Result<Expected, Refusal> {
        self.vm.array_push(self.values, value);
        Ok(if self.open.is_empty() { Expected::End } else { Expected::More })
    }
}

fn read(vm: &mut Vm, text: StringRef, options: Options) -> Result<Value, Refusal> {
    let values = vm.array_with_capacity(16);
    Reader { vm, text: text.bytes(), position: 0, options, values, open: Vec::new(), codes: Vec::new(), attention: Attention::default() }.read()
}

impl Options {
    /// Those of a program that asks for nothing but other limits and names, or that says no to more.
    fn plain(vm: &Vm, asked: Value) -> Option<Options> {
        let leniency = leniency::COMMENTS | leniency::DUPLICATE_KEYS;
        let mut options = Options { max_nesting: 100, allow_nan: false, symbolize_names: false, freeze: false, decimals_as_symbols: false, leniency };
        if asked.is_nil() {
            return Some(options);
        }
        for (name, value) in asked.as_hash().filter(|asked| vm.class_of(asked.value()) == vm.classes.hash)?.entries() {
            match vm.symbol_bytes(name.as_symbol()?) {
                b"max_nesting" if !value.truthy() => options.max_nesting = 0,
                b"max_nesting" => options.max_nesting = usize::try_from(value.as_fixnum()?).unwrap_or(0),
                b"allow_nan" => options.allow_nan = value.truthy(),
                b"symbolize_names" => options.symbolize_names = value.truthy(),
                b"freeze" => options.freeze = value.truthy(),
                // A nil asks for additions, though not aloud.
                b"create_additions" if value == Value::FALSE => {}
                b"object_class" if value.is_nil() || value == vm.classes.hash.value() => {}
                b"array_class" if value.is_nil() || value == vm.classes.array.value() => {}
                b"decimal_class" | b"on_load" if value.is_nil() => {}
                b"allow_blank" => {}
                _ => return None,
            }
        }
        Some(options)
    }
}

/// `ParserConfig.parse(text, options)` of text that can be read, by plain options, where the gem is one that is lenient unasked.
fn json_parse_plainly(vm: &mut Vm, args: Arguments) -> NativeResult {
    let text = args.get(0).as_string().filter(|text| text.encoding() == Encoding::UTF_8 && vm.class_of(text.value()) == vm.classes.string);
    let asked = if args.count() == 2 { args.get(1) } else { Value::NIL };
    let is_lenient = args.count() <= 2 && vm.get_variable(args.receiver(), Symbol::TAKES_PLAIN_OPTIONS).truthy();
    let options = Options::plain(vm, asked).filter(|_| is_lenient);
    let (Some(text), Some(options)) = (text, options) else { return Err(Exit::Fallback) };
    read(vm, text, options).map_err(|_| Exit::Fallback)
}

/// `Primitive.json_parse(text, max nesting, allow NaN, symbolize names, freeze, decimals as Symbols, leniency)`: [value], or
/// [nil, kind, position] where `kind` is :unexpected, :surrogate, :duplicate or :nesting (then the depth stands for the
/// position). Leniency is a sum: comments 1, trailing commas 2, keys that come twice 4,
/// comments of lines that end with the text 8.
fn json_parse(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(text) = args.get(0).as_string() else {
        return Err(vm.type_error("json_parse expects a String".to_string()));
    };
    let options = Options {
        max_nesting: usize::try_from(integer(vm, args, 1)?).unwrap_or(0),
        allow_nan: args.get(2).truthy(),
        symbolize_names: args.get(3).truthy(),
        freeze: args.get(4).truthy(),
        decimals_as_symbols: args.get(5).truthy(),
        leniency: u32::try_from(integer(vm, args, 6)?).unwrap_or(0),
    };
    let (kind, at): (&[u8], usize) = match read(vm, text, options) {
        Ok(value) => return Ok(vm.new_array(&[value]).value()),
        Err(Refusal::LeftOff) => return Err(Exit::Fallback),
        Err(Refusal::Unexpected(at)) => (b"unexpected", at),
        Err(Refusal::Surrogate(at)) => (b"surrogate", at),
        Err(Refusal::TooDeep(depth)) => (b"nesting", depth),
        Err(Refusal::Duplicate(at)) => (b"duplicate", at),
    };
    let kind = Value::symbol(vm.intern(kind));
    Ok(vm.new_array(&[Value::NIL, kind, Value::fixnum(at as i64)]).value())
}

pub const NATIVES: &[(&str, Native)] = &[("json_parse", json_parse), ("json_parse_plainly", json_parse_plainly)];
