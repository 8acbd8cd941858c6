//! Marshal.dump of what nearly every dump is made of: numbers, strings, symbols, lists, tables, structs, plain objects,
//! and what the hooks of objects answered, which `core/marshal/marshal.rb` asks.
//!
//! Anything else ends it, with nothing done: `core/marshal/dump.rb` then writes the whole dump.

use std::collections::HashMap;

use num_bigint::Sign;
use rutile_vm::prelude::*;

use crate::marshal::{Hook, Names, Unusual, unusual};
use crate::module::members::{members_of, variable_of};
use crate::time::moment;

/// Values within values; what is deeper is left to Ruby, whose frames are not the machine's stack.
const DEEPEST: usize = 200;
/// Integers that are written in the short form.
const SMALL: std::ops::Range<i64> = -(1 << 30)..1 << 30;

type Table<Key, Found> = HashMap<Key, Found, foldhash::fast::RandomState>;

pub type Written = Result<(), Unusual>;

pub struct Writer<'vm> {
    pub vm: &'vm mut Vm,
    names: Names,
    pub out: Vec<u8>,
    symbols: Table<Symbol, i64>,
    /// The objects that have been written, by their words: nothing moves while this runs.
    objects: Table<u64, i64>,
    /// How many objects have been written.
    count: i64,
    /// The names of zones that Times were written with.
    pub zones: Table<Vec<u8>, i64>,
    /// How instances of a class are written.
    classes: Table<u64, Form>,
    /// What hooks answered, by the object.
    answers: Option<HashRef>,
    /// How many objects have hooks that are to be asked, and twice how many things these stand in.
    found: [usize; 2],
    /// Where they are put: the objects, and what they stand in, each followed by its size.
    lists: Option<[ArrayRef; 2]>,
    /// Objects that `_dump` is being written of, which may not stand within themselves.
    dumping: Vec<Value>,
    attention: Attention,
}

#[derive(Clone, Copy)]
enum Form {
    Object(Symbol),
    Struct(Symbol, ArrayRef),
    /// By what its `marshal_dump` or `_dump` answered.
    Hook(Symbol, Hook),
}

/// `Primitive.marshal_dump_plain(object, answers)`: the dump, or nil where it takes Ruby to write it.
///
/// `answers` has what hooks answered, by the object: the value of `marshal_dump`, of `_dump` an Array of its String
/// and of variables that are not the String's (nil for none). Objects whose hooks have not been asked are given back, in the
/// order in which a dump comes to them, in an Array with a second one: of each Array or object that has one within it,
/// and of how many elements or variables it has, which the hooks may not change.
pub fn dump_plain(vm: &mut Vm, args: Arguments) -> NativeResult {
    let object = args.get(0);
    let answers = args.get(1).as_hash();
    let mut writer = Writer::new(vm, answers, None);
    if writer.value(object, 0).is_err() {
        return unusual(vm);
    }
    let Writer { out, found: [unasked, watched], .. } = writer;
    if unasked == 0 {
        return crate::string::text::make(vm, &out, Encoding::BINARY);
    }
    // What is found is counted, then put into lists that have the room: nothing moves while objects are known by their words.
    let lists = [unasked, watched].map(|size| vm.array_with_capacity(size));
    let answer = vm.new_array(&lists.map(ArrayRef::value));
    let mut writer = Writer::new(vm, answers, Some(lists));
    match writer.value(object, 0) {
        Err(_) if vm.has_left_off() => Err(Exit::Fallback),
        _ => Ok(answer.value()),
    }
}

impl<'vm> Writer<'vm> {
    fn new(vm: &'vm mut Vm, answers: Option<HashRef>, lists: Option<[ArrayRef; 2]>) -> Writer<'vm> {
        let names = Names::of(vm);
        Writer {
            vm,
            names,
            out: vec![4, 8],
            symbols: Table::default(),
            objects: Table::default(),
            count: 0,
            zones: Table::default(),
            classes: Table::default(),
            answers,
            found: [0; 2],
            lists,
            dumping: Vec::new(),
            attention: Attention::default(),
        }
    }

    /// Puts something into the list of that number.
    fn find(&mut self, list: usize, values: &[Value]) {
        self.found[list] += values.len();
        if let Some(lists) = self.lists {
            for &value in values {
                self.vm.array_push(lists[list], value);
            }
        }
    }

    fn value(&mut self, value: Value, depth: usize) -> Written {
        self.attention.element(self.vm)?;
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

    pub fn integer(&mut self, integer: i64, value: Value) -> Written {
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
    pub fn long(&mut self, number: i64) {
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

    pub fn bytes(&mut self, bytes: &[u8]) {
        self.long(bytes.len() as i64);
        self.out.extend_from_slice(bytes);
    }

    pub fn symbol(&mut self, symbol: Symbol) -> Written {
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
            self.long(1);
            self.encoding(Encoding::UTF_8)?;
        }
        Ok(())
    }

    /// The "variable" that says in which encoding a text is.
    pub fn encoding(&mut self, encoding: Encoding) -> Written {
        self.symbol(self.names.encoding)?;
        self.out.push(if encoding == Encoding::UTF_8 { b'T' } else { b'F' });
        Ok(())
    }

    /// Whether a value was written before, and is now linked to; else it's remembered.
    pub fn link(&mut self, value: Value) -> bool {
        match self.objects.entry(value.word()) {
            std::collections::hash_map::Entry::Occupied(known) => {
                let known = *known.get();
                self.out.push(b'@');
                self.long(known);
                true
            }
            std::collections::hash_map::Entry::Vacant(place) => {
                place.insert(self.count);
                self.count += 1;
                false
            }
        }
    }

    /// Takes a number for an object that stands nowhere else.
    pub fn remember_unseen(&mut self) -> i64 {
        self.count += 1;
        self.count - 1
    }

    fn object(&mut self, value: Value, depth: usize) -> Written {
        if depth > DEEPEST {
            return Err(Unusual);
        }
        if let Some(float) = value.as_float() {
            if !self.link(value) {
                self.out.push(b'f');
                let text = float_text(float);
                self.bytes(text.as_bytes());
            }
            return Ok(());
        }
        let cell = value.as_cell().ok_or(Unusual)?;
        let kind = Kind::of(cell);
        if kind == Kind::BigInteger {
            return self.big_integer(value);
        }
        let class = self.vm.class_of(value);
        let built_in = match kind {
            Kind::String => Some(self.vm.classes.string),
            Kind::Array => Some(self.vm.classes.array),
            Kind::Hash => Some(self.vm.classes.hash),
            Kind::Object => None,
            _ => return Err(Unusual),
        };
        if built_in == Some(class) {
            return self.built_in(value, None, depth);
        }
        match self.form(class)? {
            Form::Hook(path, hook) => self.answered(value, path, hook, depth),
            Form::Object(path) if built_in.is_some() => self.built_in(value, Some(path), depth),
            _ if built_in.is_some() => Err(Unusual),
            _ if self.link(value) => Ok(()),
            Form::Object(path) => self.plain(value, path, depth),
            Form::Struct(path, members) => self.structure(value, path, members, depth),
        }
    }

    /// A String, an Array or a Hash, or an instance of a subclass, which is named; behind it what variables it has.
    fn built_in(&mut self, value: Value, subclass: Option<Symbol>, depth: usize) -> Written {
        if self.link(value) {
            return Ok(());
        }
        let variables = self.variables_of(value)?;
        let encoding = match StringRef::from_value(value) {
            Some(string) => encoding_of(string)?,
            None => None,
        };
        let count = variables.len() + encoding.is_some() as usize;
        if count > 0 {
            self.out.push(b'I');
        }
        if let Some(path) = subclass {
            self.out.push(b'C');
            self.symbol(path)?;
        }
        if let Some(string) = StringRef::from_value(value) {
            self.out.push(b'"');
            self.bytes(string.bytes());
        } else if let Some(array) = ArrayRef::from_value(value) {
            self.array(array, depth)?;
        } else if let Some(hash) = HashRef::from_value(value) {
            self.hash(hash, depth)?;
        }
        if count > 0 {
            self.long(count as i64);
            if let Some(encoding) = encoding {
                self.encoding(encoding)?;
            }
            self.variables(value, variables, depth)?;
        }
        Ok(())
    }

    /// The names of the variables that a program gave an object; what the core library keeps in some is Ruby's to write.
    fn variables_of(&self, object: Value) -> Result<Vec<Symbol>, Unusual> {
        let cell = object.as_cell().ok_or(Unusual)?;
        if Kind::of(cell) != Kind::Object && !cell.has_flag(flags::HAS_VARIABLES) {
            return Ok(Vec::new());
        }
        let variables = self.vm.variable_names(object);
        if variables.iter().any(|&name| crate::kernel::object::is_internal(self.vm, name)) { Err(Unusual) } else { Ok(variables) }
    }

    fn variables(&mut self, object: Value, names: Vec<Symbol>, depth: usize) -> Written {
        let (unasked, count) = (self.found[0], names.len());
        for name in names {
            self.symbol(name)?;
            self.value(self.vm.get_variable(object, name), depth)?;
        }
        self.watch(object, count, unasked);
        Ok(())
    }

    /// Has the size of something looked at again where hooks are to be asked that came up within it.
    fn watch(&mut self, object: Value, size: usize, unasked_before: usize) {
        if self.found[0] > unasked_before {
            self.find(1, &[object, Value::fixnum(size as i64)]);
        }
    }

    fn array(&mut self, array: ArrayRef, depth: usize) -> Written {
        let (unasked, size) = (self.found[0], array.len());
        self.out.push(b'[');
        self.long(size as i64);
        for index in 0..size {
            self.value(array.get(index), depth)?;
        }
        self.watch(array.value(), size, unasked);
        Ok(())
    }

    fn hash(&mut self, hash: HashRef, depth: usize) -> Written {
        if hash.has_default_proc() || hash.compares_by_identity() || hash.is_ruby2_keywords() {
            return Err(Unusual);
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

    /// An object by what its hook answered.
    fn answered(&mut self, object: Value, path: Symbol, hook: Hook, depth: usize) -> Written {
        if self.objects.contains_key(&object.word()) {
            self.link(object);
            return Ok(());
        }
        if let Some(told) = moment::told(self.vm, object) {
            return self.time(object, &told);
        }
        let Some(answer) = self.answers.and_then(|answers| self.vm.hash_get(answers, object)) else {
            self.find(0, &[object]);
            self.link(object);
            return Ok(());
        };
        match hook {
            Hook::MarshalDump => {
                self.link(object);
                self.out.push(b'U');
                self.symbol(path)?;
                self.value(answer, depth)
            }
            Hook::Dump => {
                let answer = ArrayRef::from_value(answer).ok_or(Unusual)?;
                let text = StringRef::from_value(answer.get(0)).ok_or(Unusual)?;
                self.dumped(object, path, text, answer.get(1).as_hash(), depth)
            }
        }
    }

    /// An object by the text that its `_dump` answered; `parts` of it are no variables here, but are written as such,
    /// and then its own variables are written in place of the text's.
    fn dumped(&mut self, object: Value, path: Symbol, text: StringRef, parts: Option<HashRef>, depth: usize) -> Written {
        if self.dumping.contains(&object) {
            return Err(Unusual);
        }
        self.dumping.push(object);
        let encoding = encoding_of(text)?;
        let owner = if parts.is_some() { object } else { text.value() };
        let mut variables = self.vm.variable_names(owner);
        variables.retain(|&name| !crate::kernel::object::is_internal(self.vm, name));
        let count = variables.len() + parts.map_or(0, HashRef::len) + encoding.is_some() as usize;
        if count > 0 {
            self.out.push(b'I');
        }
        self.out.push(b'u');
        self.symbol(path)?;
        self.bytes(text.bytes());
        if count > 0 {
            self.long(count as i64);
            if let Some(encoding) = encoding {
                self.encoding(encoding)?;
            }
            self.variables(owner, variables, depth)?;
            for (name, part) in parts.iter().flat_map(|parts| parts.entries()) {
                self.symbol(name.as_symbol().ok_or(Unusual)?)?;
                self.value(part, depth)?;
            }
        }
        self.dumping.pop();
        self.link(object);
        Ok(())
    }

    /// How instances of a class are written, if that's ours to do.
    fn form(&mut self, class: ClassRef) -> Result<Form, Unusual> {
        let key = class.value().word();
        if let Some(&known) = self.classes.get(&key) {
            return Ok(known);
        }
        let path = self.names.path_of(self.vm, class).ok_or(Unusual)?;
        let form = match self.names.hook_of(self.vm, class) {
            Some(hook) => Form::Hook(path, hook),
            None if class.inherits(self.vm.classes.exception) => return Err(Unusual),
            None if self.names.is_structure(class) => Form::Struct(path, members_of(self.vm, class).ok_or(Unusual)?.1),
            None => Form::Object(path),
        };
        self.classes.insert(key, form);
        Ok(form)
    }

    fn plain(&mut self, object: Value, path: Symbol, depth: usize) -> Written {
        let variables = self.variables_of(object)?;
        if variables.is_empty() {
            return Err(Unusual);
        }
        self.out.push(b'o');
        self.symbol(path)?;
        self.long(variables.len() as i64);
        self.variables(object, variables, depth)
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
            let variable = variable_of(self.vm, member);
            self.value(self.vm.get_variable(object, variable), depth)?;
        }
        Ok(())
    }
}

/// The encoding that is written behind a text: none for bytes.
fn encoding_of(string: StringRef) -> Result<Option<Encoding>, Unusual> {
    match string.encoding() {
        Encoding::BINARY => Ok(None),
        encoding @ (Encoding::UTF_8 | Encoding::US_ASCII) => Ok(Some(encoding)),
        _ => Err(Unusual),
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
