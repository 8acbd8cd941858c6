//! Symbols: names interned once for the life of the machine.

use std::collections::HashMap;

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
pub struct SymbolTable {
    names: Vec<Box<[u8]>>,
    encodings: Vec<Encoding>,
    index: HashMap<Box<[u8]>, u32>,
    /// Names that are not ASCII and not UTF-8 are told apart by encoding too.
    foreign: HashMap<(Box<[u8]>, Encoding), u32>,
}

impl SymbolTable {
    pub fn new() -> SymbolTable {
        let mut table = SymbolTable {
            names: Vec::new(),
            encodings: Vec::new(),
            index: HashMap::new(),
            foreign: HashMap::new(),
        };
        for name in WELL_KNOWN {
            table.intern(name.as_bytes());
        }
        table
    }

    /// The symbol of this UTF-8 (or plain ASCII) name.
    pub fn intern(&mut self, name: &[u8]) -> Symbol {
        if let Some(&id) = self.index.get(name) {
            return Symbol(id);
        }
        let encoding = if name.is_ascii() { Encoding::US_ASCII } else { Encoding::UTF_8 };
        let id = self.add(name, encoding);
        self.index.insert(name.into(), id);
        Symbol(id)
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
        self.names.push(name.into());
        self.encodings.push(encoding);
        (self.names.len() - 1) as u32
    }

    /// The symbol of this name if there is one already.
    pub fn find(&self, name: &[u8]) -> Option<Symbol> {
        self.index.get(name).map(|&id| Symbol(id))
    }

    pub fn bytes(&self, symbol: Symbol) -> &[u8] {
        &self.names[symbol.0 as usize]
    }

    pub fn encoding(&self, symbol: Symbol) -> Encoding {
        self.encodings[symbol.0 as usize]
    }

    pub fn text(&self, symbol: Symbol) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(self.bytes(symbol))
    }

    /// Makes room for as many as a child may need: growing the tables there would copy them whole.
    pub fn make_room(&mut self) {
        let room = self.names.len() / 4 + CHILD_ROOM;
        self.names.reserve(room);
        self.encodings.reserve(room);
        self.index.reserve(room);
    }

    pub fn len(&self) -> usize {
        self.names.len()
    }

    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

impl Default for SymbolTable {
    fn default() -> Self {
        SymbolTable::new()
    }
}
