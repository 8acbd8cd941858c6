//! Writing JSON from core values.
//!
//! This is the fast path for trees of nothing but plain Hashes, Arrays, Strings, Symbols as
//! keys, numbers, true, false and nil. Whatever is not (or can't be written at all) makes the
//! primitive answer nil, and the generator in Ruby, which knows `to_json` and every error, does it.

use rutile_core::arguments::integer;
use rutile_core::number::float_format;
use rutile_vm::prelude::*;
use rutile_vm::value::decimal;

use crate::json::text::{Escapes, write_bytes, write_string};

/// Nesting beyond which the Ruby generator takes over, whatever the options: this one recurses.
const DEPTH_MAX: usize = 200;
struct Style {
    indent: Vec<u8>,
    space: Vec<u8>,
    space_before: Vec<u8>,
    object_newline: Vec<u8>,
    array_newline: Vec<u8>,
    /// Nothing stands between what belongs to the grammar.
    is_compact: bool,
    escapes: Escapes,
    max_nesting: usize,
}

struct Writer<'a> {
    vm: &'a Vm,
    style: Style,
    out: Vec<u8>,
    attention: Attention,
    /// Whether Symbols are text, once one was met.
    writes_symbols: Option<bool>,
}

/// Whether nobody but this library says how a Symbol is written.
fn symbols_are_text(vm: &Vm) -> bool {
    let class = vm.classes.symbol;
    let is_own = |name: &[u8]| vm.symbols.find(name).and_then(|name| vm.search_method(class, name)).is_some_and(|(method, _)| vm.has_core_body(method));
    is_own(b"to_json") && is_own(b"to_s")
}

/// It is not for this writer.
struct Declined;

impl From<LeftOff> for Declined {
    fn from(_: LeftOff) -> Declined {
        Declined
    }
}

impl Writer<'_> {
    fn write(&mut self, value: Value, depth: usize) -> Result<(), Declined> {
        self.attention.element(self.vm)?;
        match value {
            Value::NIL => self.out.extend_from_slice(b"null"),
            Value::TRUE => self.out.extend_from_slice(b"true"),
            Value::FALSE => self.out.extend_from_slice(b"false"),
            _ => return self.write_cell(value, depth),
        }
        Ok(())
    }

    fn write_cell(&mut self, value: Value, depth: usize) -> Result<(), Declined> {
        if let Some(integer) = value.as_fixnum() {
            self.out.extend_from_slice(decimal::write(integer, &mut [0; decimal::LONGEST]));
            return Ok(());
        }
        if let Some(float) = value.as_float() {
            if !float.is_finite() {
                return Err(Declined);
            }
            self.out.extend_from_slice(float_format::to_text(float).as_bytes());
            return Ok(());
        }
        let class = self.vm.class_of(value);
        if let Some(string) = value.as_string().filter(|_| class == self.vm.classes.string) {
            return self.write_text(string);
        }
        if let Some(array) = value.as_array().filter(|_| class == self.vm.classes.array) {
            return self.write_array(array, depth + 1);
        }
        if let Some(hash) = value.as_hash().filter(|_| class == self.vm.classes.hash) {
            return self.write_hash(hash, depth + 1);
        }
        match value.kind() {
            Kind::Symbol => self.write_symbol(value),
            Kind::BigInteger => {
                let integer = self.vm.as_big_integer(value).ok_or(Declined)?;
                self.out.extend_from_slice(integer.to_string().as_bytes());
                Ok(())
            }
            _ => Err(Declined),
        }
    }

    /// A Symbol is written as its text, unless a program says otherwise.
    fn write_symbol(&mut self, value: Value) -> Result<(), Declined> {
        if !*self.writes_symbols.get_or_insert_with(|| symbols_are_text(self.vm)) {
            return Err(Declined);
        }
        match value.as_symbol().filter(|symbol| [Encoding::UTF_8, Encoding::US_ASCII].contains(&self.vm.symbols.encoding(*symbol))) {
            Some(_) => self.write_key(value),
            None => Err(Declined),
        }
    }

    fn write_text(&mut self, string: StringRef) -> Result<(), Declined> {
        let encoding = string.encoding();
        if encoding != Encoding::UTF_8 && encoding != Encoding::US_ASCII {
            return Err(Declined);
        }
        if string.code_range() == CodeRange::Broken {
            return Err(Declined);
        }
        let escapes = self.style.escapes;
        if !escapes.ascii_only && !escapes.script_safe {
            write_bytes(string.bytes(), &mut self.out);
            return Ok(());
        }
        let text = std::str::from_utf8(string.bytes()).map_err(|_| Declined)?;
        write_string(text, escapes, &mut self.out);
        Ok(())
    }

    fn check_depth(&self, depth: usize) -> Result<(), Declined> {
        let limited = self.style.max_nesting > 0 && depth > self.style.max_nesting;
        if limited || depth > DEPTH_MAX { Err(Declined) } else { Ok(()) }
    }

    fn write_array(&mut self, array: ArrayRef, depth: usize) -> Result<(), Declined> {
        self.check_depth(depth)?;
        if array.len() == 0 {
            self.out.extend_from_slice(b"[]");
            return Ok(());
        }
        self.out.push(b'[');
        for index in 0..array.len() {
            if index > 0 {
                self.out.push(b',');
            }
            if !self.style.is_compact {
                self.out.extend_from_slice(&self.style.array_newline);
                self.indent_line(depth);
            }
            self.write(array.get(index), depth)?;
        }
        if !self.style.array_newline.is_empty() {
            self.out.extend_from_slice(&self.style.array_newline);
            self.indent_line(depth - 1);
        }
        self.out.push(b']');
        Ok(())
    }

    fn write_hash(&mut self, hash: HashRef, depth: usize) -> Result<(), Declined> {
        self.check_depth(depth)?;
        if hash.is_empty() {
            self.out.extend_from_slice(b"{}");
            return Ok(());
        }
        self.out.push(b'{');
        let mut first = true;
        for (key, value) in hash.entries() {
            if !first {
                self.out.push(b',');
            }
            first = false;
            if self.style.is_compact {
                self.write_key(key)?;
                self.out.push(b':');
            } else {
                self.out.extend_from_slice(&self.style.object_newline);
                self.indent_line(depth);
                self.write_key(key)?;
                self.out.extend_from_slice(&self.style.space_before);
                self.out.push(b':');
                self.out.extend_from_slice(&self.style.space);
            }
            self.write(value, depth)?;
        }
        if !self.style.object_newline.is_empty() {
            self.out.extend_from_slice(&self.style.object_newline);
            self.indent_line(depth - 1);
        }
        self.out.push(b'}');
        Ok(())
    }

    fn write_key(&mut self, key: Value) -> Result<(), Declined> {
        if let Some(symbol) = key.as_symbol() {
            let text = std::str::from_utf8(self.vm.symbol_bytes(symbol)).map_err(|_| Declined)?;
            write_string(text, self.style.escapes, &mut self.out);
            return Ok(());
        }
        match key.as_string() {
            Some(string) if self.vm.class_of(key) == self.vm.classes.string => self.write_text(string),
            _ => Err(Declined),
        }
    }

    fn indent_line(&mut self, depth: usize) {
        for _ in 0..depth {
            self.out.extend_from_slice(&self.style.indent);
        }
    }
}

/// The bytes of the String at `index`; none for anything else.
fn bytes(args: Arguments, index: usize) -> Vec<u8> {
    args.get(index).as_string().map(|string| string.bytes().to_vec()).unwrap_or_default()
}

/// `Primitive.json_generate(object, indent, space, space before, object newline, array newline, ASCII only, script safe,
/// max nesting, depth)`: text, or nil.
fn json_generate(vm: &mut Vm, args: Arguments) -> NativeResult {
    let between = [bytes(args, 1), bytes(args, 2), bytes(args, 3), bytes(args, 4), bytes(args, 5)];
    let is_compact = between.iter().all(Vec::is_empty);
    let [indent, space, space_before, object_newline, array_newline] = between;
    let style = Style {
        indent,
        space,
        space_before,
        object_newline,
        array_newline,
        is_compact,
        escapes: Escapes { ascii_only: args.get(6).truthy(), script_safe: args.get(7).truthy() },
        max_nesting: usize::try_from(integer(vm, args, 8)?).unwrap_or(0),
    };
    let depth = usize::try_from(integer(vm, args, 9)?).unwrap_or(0);
    match written(vm, args.get(0), style, depth) {
        Ok(text) => Ok(text),
        Err(Declined) if vm.has_left_off() => Err(Exit::Fallback),
        Err(Declined) => Ok(Value::NIL),
    }
}

fn written(vm: &mut Vm, object: Value, style: Style, depth: usize) -> Result<Value, Declined> {
    let mut writer = Writer { vm, style, out: Vec::with_capacity(256), attention: Attention::default(), writes_symbols: None };
    writer.write(object, depth)?;
    let text = writer.out;
    Ok(vm.new_string(&text, Encoding::UTF_8).value())
}

/// The style of a program that asks for nothing between the values.
fn plain_style(vm: &Vm, asked: Value) -> Option<Style> {
    let escapes = Escapes { ascii_only: false, script_safe: false };
    let (indent, space, space_before, object_newline, array_newline) = Default::default();
    let mut style = Style { indent, space, space_before, object_newline, array_newline, is_compact: true, escapes, max_nesting: 100 };
    if asked.is_nil() {
        return Some(style);
    }
    for (name, value) in asked.as_hash().filter(|asked| vm.class_of(asked.value()) == vm.classes.hash)?.entries() {
        match vm.symbol_bytes(name.as_symbol()?) {
            b"max_nesting" if !value.truthy() => style.max_nesting = 0,
            b"max_nesting" => style.max_nesting = usize::try_from(value.as_fixnum()?).ok()?,
            b"ascii_only" => style.escapes.ascii_only = value.truthy(),
            // Numbers that are none decline.
            b"allow_nan" => {}
            _ => return None,
        }
    }
    Some(style)
}

/// `State.generate(object, options, io)` of plain options and no `io`.
fn json_generate_plainly(vm: &mut Vm, args: Arguments) -> NativeResult {
    let is_plain = args.count() == 2 || args.count() == 3 && args.get(2).is_nil();
    let style = plain_style(vm, args.get(1)).filter(|_| is_plain && vm.get_variable(args.receiver(), Symbol::TAKES_PLAIN_OPTIONS).truthy());
    written(vm, args.get(0), style.ok_or(Exit::Fallback)?, 0).map_err(|Declined| Exit::Fallback)
}

/// `Object#to_json` of a Symbol, without a state.
fn json_symbol_text(vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.count() > 0 || args.receiver().as_symbol().is_none() {
        return Err(Exit::Fallback);
    }
    let style = plain_style(vm, Value::NIL).ok_or(Exit::Fallback)?;
    written(vm, args.receiver(), style, 0).map_err(|Declined| Exit::Fallback)
}

/// `Primitive.json_string(text, ASCII only, script safe)`: a valid UTF-8 String as JSON.
fn json_string(vm: &mut Vm, args: Arguments) -> NativeResult {
    let text = args.get(0).as_string().and_then(|string| std::str::from_utf8(string.bytes()).ok());
    let Some(text) = text else { return Ok(Value::NIL) };
    let mut out = Vec::with_capacity(text.len() + 2);
    write_string(text, Escapes { ascii_only: args.get(1).truthy(), script_safe: args.get(2).truthy() }, &mut out);
    Ok(vm.new_string(&out, Encoding::UTF_8).value())
}

pub const NATIVES: &[(&str, Native)] = &[("json_generate", json_generate), ("json_generate_plainly", json_generate_plainly), ("json_symbol_text", json_symbol_text), ("json_string", json_string)];
