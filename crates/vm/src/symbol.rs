//! Symbols: names interned once for the life of the machine.

use std::collections::HashMap;
use std::hash::BuildHasher;

use crate::encoding::Encoding;

/// An interned name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Symbol(pub u32);

macro_rules! well_known {
    ($($constant:ident = $text:literal),* $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Position { $($constant),* }
        impl Symbol { $(pub const $constant: Symbol = Symbol(Position::$constant as u32);)* }
        const WELL_KNOWN: &[&str] = &[$($text),*];
    };
}

well_known! {
    INITIALIZE = "initialize", NEW = "new", ALLOCATE = "allocate", METHOD_MISSING = "method_missing",
    RESPOND_TO_MISSING = "respond_to_missing?", RESPOND_TO = "respond_to?", TO_S = "to_s", TO_A = "to_a", TO_ARY = "to_ary",
    TO_STR = "to_str", TO_HASH = "to_hash", TO_PROC = "to_proc", TO_SYM = "to_sym", INSPECT = "inspect", HASH = "hash", EQL = "eql?",
    CALL = "call", EACH = "each", INHERITED = "inherited", INCLUDED = "included", EXTENDED = "extended",
    PREPENDED = "prepended", METHOD_ADDED = "method_added", SINGLETON_METHOD_ADDED = "singleton_method_added",
    METHOD_REMOVED = "method_removed", METHOD_UNDEFINED = "method_undefined",
    SINGLETON_METHOD_REMOVED = "singleton_method_removed", SINGLETON_METHOD_UNDEFINED = "singleton_method_undefined",
    CONST_MISSING = "const_missing", CONST_ADDED = "const_added", INITIALIZE_COPY = "initialize_copy",
    ADD = "+", SUBTRACT = "-", MULTIPLY = "*", DIVIDE = "/", MODULO = "%", POWER = "**", SHIFT_LEFT = "<<", SHIFT_RIGHT = ">>",
    BIT_AND = "&", BIT_OR = "|", BIT_XOR = "^", EQUAL = "==", NOT_EQUAL = "!=", LESS = "<", LESS_EQUAL = "<=", GREATER = ">",
    GREATER_EQUAL = ">=", COMPARE = "<=>", CASE_EQUAL = "===", MATCH = "=~", INDEX = "[]", INDEX_SET = "[]=", NOT = "!",
    NEGATE = "-@", SEND = "send", MESSAGE = "@__message", BACKTRACE = "@__backtrace", CAUSE = "@__cause",
    FIRST = "@__first", LAST = "@__last", EXCLUSIVE = "@__exclusive", NAME = "@__name", RECEIVER = "@__receiver",
    LOCATIONS = "@__locations", ARGUMENTS = "@__args", KEY = "@__key", REASON = "@__reason", EXIT_VALUE = "@__exit_value",
    STATUS = "@__status", NUMERATOR = "@__numerator", DENOMINATOR = "@__denominator", REAL = "@__real", IMAGINARY = "@__imaginary",
    RESULT = "@__result", DETAILS = "@__details", OBJECT = "Object", DEFAULT_KEY = "default",
    STANDARD_OUTPUT = "$stdout", FIELD_SEPARATOR = "$,", RECORD_SEPARATOR = "$\\", WRITE = "write",
    INPUT_SEPARATOR = "$/", LINE_NUMBER = "$.", ARGUMENT_STREAM = "$ ARGF",
}

/// Symbols there is room for, at least, after a warm-up.
const CHILD_ROOM: usize = 1024;

/// All symbols of a machine.
///
/// ```text
///   index   [ 0, 3, 0, 1, 2, ... ]      open-addressed by the hash of the name: number + 1
///   places  [ 0..10, 10..13, 13..21 ]   where each name stands
///   text    "initializenewallocate..."
/// ```
pub struct SymbolTable {
    text: Vec<u8>,
    places: Vec<Place>,
    encodings: Vec<Encoding>,
    /// A power of two, at most three quarters full.
    index: Vec<u32>,
    hasher: foldhash::fast::FixedState,
    /// Names that are not ASCII and not UTF-8 are told apart by encoding too.
    foreign: HashMap<(Box<[u8]>, Encoding), u32>,
}

#[derive(Clone, Copy)]
struct Place {
    start: u32,
    length: u32,
}

impl SymbolTable {
    pub fn new() -> SymbolTable {
        let mut table = SymbolTable {
            text: Vec::new(),
            places: Vec::new(),
            encodings: Vec::new(),
            index: vec![0; 1024],
            hasher: foldhash::fast::FixedState::with_seed(crate::hashing::random_seed()),
            foreign: HashMap::new(),
        };
        for name in WELL_KNOWN {
            table.intern(name.as_bytes());
        }
        table
    }

    /// Where a name's number stands in the index, or would.
    fn bucket(&self, name: &[u8]) -> usize {
        let mask = self.index.len() - 1;
        let mut bucket = self.hasher.hash_one(name) as usize & mask;
        while let Some(id) = self.index[bucket].checked_sub(1) {
            if self.bytes(Symbol(id)) == name {
                break;
            }
            bucket = (bucket + 1) & mask;
        }
        bucket
    }

    /// The symbol of this UTF-8 (or plain ASCII) name.
    pub fn intern(&mut self, name: &[u8]) -> Symbol {
        let mut bucket = self.bucket(name);
        if let Some(id) = self.index[bucket].checked_sub(1) {
            return Symbol(id);
        }
        if (self.places.len() + 1) * 4 > self.index.len() * 3 {
            self.grow_index(self.index.len() * 2);
            bucket = self.bucket(name);
        }
        let encoding = if name.is_ascii() { Encoding::US_ASCII } else { Encoding::UTF_8 };
        let id = self.add(name, encoding);
        self.index[bucket] = id + 1;
        Symbol(id)
    }

    fn grow_index(&mut self, buckets: usize) {
        let before = std::mem::replace(&mut self.index, vec![0; buckets]);
        for entry in before.into_iter().filter(|entry| *entry != 0) {
            let bucket = self.bucket(self.bytes(Symbol(entry - 1)));
            self.index[bucket] = entry;
        }
    }

    /// The symbol of a name in some encoding; ASCII names are the same symbol in all of them.
    pub fn intern_encoded(&mut self, name: &[u8], encoding: Encoding) -> Symbol {
        if name.is_ascii() || encoding == Encoding::UTF_8 {
            return self.intern(name);
        }
        let key = (Box::from(name), encoding);
        if let Some(&id) = self.foreign.get(&key) {
            return Symbol(id);
        }
        let id = self.add(name, encoding);
        self.foreign.insert(key, id);
        Symbol(id)
    }

    fn add(&mut self, name: &[u8], encoding: Encoding) -> u32 {
        self.places.push(Place { start: self.text.len() as u32, length: name.len() as u32 });
        self.text.extend_from_slice(name);
        self.encodings.push(encoding);
        (self.places.len() - 1) as u32
    }

    /// The symbol of this name if there is one already.
    pub fn find(&self, name: &[u8]) -> Option<Symbol> {
        self.index[self.bucket(name)].checked_sub(1).map(Symbol)
    }

    pub fn bytes(&self, symbol: Symbol) -> &[u8] {
        let place = self.places[symbol.0 as usize];
        &self.text[place.start as usize..(place.start + place.length) as usize]
    }

    pub fn encoding(&self, symbol: Symbol) -> Encoding {
        self.encodings[symbol.0 as usize]
    }

    pub fn text(&self, symbol: Symbol) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(self.bytes(symbol))
    }

    /// Makes room for as many as a child may need: growing the tables there would copy them whole.
    pub fn make_room(&mut self) {
        let room = self.places.len() / 4 + CHILD_ROOM;
        self.places.reserve(room);
        self.encodings.reserve(room);
        self.text.reserve(room * 16);
        if (self.places.len() + room) * 4 > self.index.len() * 3 {
            self.grow_index(self.index.len() * 2);
        }
    }

    pub fn len(&self) -> usize {
        self.places.len()
    }

    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }
}

impl Default for SymbolTable {
    fn default() -> Self {
        SymbolTable::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_their_numbers_through_growth() {
        let mut table = SymbolTable::new();
        let name = |number: usize| format!("name {number}");
        let symbols: Vec<Symbol> = (0..20_000).map(|number| table.intern(name(number).as_bytes())).collect();
        table.make_room();
        for (number, &symbol) in symbols.iter().enumerate() {
            assert_eq!(table.bytes(symbol), name(number).as_bytes());
            assert_eq!(table.intern(name(number).as_bytes()), symbol);
        }
        assert_eq!(table.find(b"initialize"), Some(Symbol::INITIALIZE));
        assert_eq!(table.find(b"no such name"), None);
        assert_eq!(table.len(), WELL_KNOWN.len() + 20_000);
    }
}
