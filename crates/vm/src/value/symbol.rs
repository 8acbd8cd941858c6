//! Symbols: names interned once for the life of the machine.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher};

use foldhash::fast::FixedState;

use crate::value::encoding::Encoding;
use crate::value::hashing::random_seed;

/// An interned name, by its number. Names of one ASCII character have that character's: C code writes `'+'` where it means the name, and
/// takes the number in a Symbol's value for its `ID`. Zero is none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Symbol(pub u32);

/// The number of the first name that is no ASCII character.
const CHARACTERS: u32 = 128;

macro_rules! characters {
    ($($constant:ident = $character:literal),* $(,)?) => {
        impl Symbol { $(pub const $constant: Symbol = Symbol($character as u32);)* }
        const WELL_KNOWN_CHARACTERS: &[Symbol] = &[$(Symbol::$constant),*];
    };
}

characters! {
    ADD = b'+', SUBTRACT = b'-', MULTIPLY = b'*', DIVIDE = b'/', MODULO = b'%', BIT_AND = b'&', BIT_OR = b'|', BIT_XOR = b'^', LESS = b'<',
    GREATER = b'>', NOT = b'!',
}

/// What a name is to the program. `NameError#name` and extensions tell: a Symbol that nobody was given is as good as not there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Standing {
    /// Something was asked by it, as `const_get("Foo")` asks.
    Asked,
    /// The program has the Symbol.
    Known,
    /// Code has it, or something is called so.
    Used,
}

macro_rules! well_known {
    ($($constant:ident = $text:literal),* $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Position { $($constant),* }
        impl Symbol { $(pub const $constant: Symbol = Symbol(CHARACTERS + Position::$constant as u32);)* }
        const WELL_KNOWN: &[&str] = &[$($text),*];
    };
}

well_known! {
    INITIALIZE = "initialize", NEW = "new", ALLOCATE = "allocate", METHOD_MISSING = "method_missing",
    RESPOND_TO_MISSING = "respond_to_missing?", RESPOND_TO = "respond_to?", TO_A = "to_a", TO_ARY = "to_ary",
    TO_STR = "to_str", COERCE = "coerce", TO_HASH = "to_hash", TO_SYM = "to_sym", INSPECT = "inspect", HASH = "hash", EQL = "eql?",
    CALL = "call", BIND_CALL = "bind_call", PUBLIC_SEND = "public_send", EACH = "each", INHERITED = "inherited", INCLUDED = "included", EXTENDED = "extended", EXTEND_OBJECT = "extend_object",
    PREPENDED = "prepended", METHOD_ADDED = "method_added", SINGLETON_METHOD_ADDED = "singleton_method_added",
    METHOD_REMOVED = "method_removed", METHOD_UNDEFINED = "method_undefined",
    SINGLETON_METHOD_REMOVED = "singleton_method_removed", SINGLETON_METHOD_UNDEFINED = "singleton_method_undefined",
    CONST_MISSING = "const_missing", CONST_ADDED = "const_added", INITIALIZE_COPY = "initialize_copy",
    INITIALIZE_DUP = "initialize_dup", INITIALIZE_CLONE = "initialize_clone",
    ASKED_NAME = "name", ASKED_BACKTRACE = "backtrace", SET_BACKTRACE = "set_backtrace",
    POWER = "**", SHIFT_LEFT = "<<", SHIFT_RIGHT = ">>", EQUAL = "==", NOT_EQUAL = "!=", LESS_EQUAL = "<=",
    GREATER_EQUAL = ">=", COMPARE = "<=>", CASE_EQUAL = "===", MATCH = "=~", INDEX = "[]", INDEX_SET = "[]=",
    INSTANCE_EXEC = "instance_exec", INSTANCE_EVAL = "instance_eval", CLASS_EXEC = "class_exec", MODULE_EXEC = "module_exec",
    CLASS_EVAL = "class_eval", MODULE_EVAL = "module_eval",
    NEGATE = "-@", NIL_TEST = "nil?", TO_PROC = "to_proc", TO_S = "to_s", SEND = "send", MESSAGE = "@ message", BACKTRACE = "@ backtrace", TRACE_MEMORY = "@ trace_memory", CAUSE = "@ cause",
    FIRST = "@ first", LAST = "@ last", EXCLUSIVE = "@ exclusive", NAME = "@ name", RECEIVER = "@ receiver",
    TEXT_OF_NIL = "@ text_of_nil", TEXT_OF_TRUE = "@ text_of_true", TEXT_OF_FALSE = "@ text_of_false",
    LOCAL_TIME_ZONE = "@local_time_zone", LOCAL_TIME_ZONE_NAME = "@local_time_zone_name",
    LOCATION_CLASS = "@location_class", LINE = "@ line", LABEL = "@ label", CODE = "@ code", COUNTER = "@ counter", OF_CORE = "@ of_core", BASE_LABEL = "@ base_label",
    LOCATIONS = "@ locations", ARGUMENTS = "@ args", KEY = "@ key", REASON = "@ reason", PRIVATE_CALL = "@ private_call", EXIT_VALUE = "@ exit_value",
    STATUS = "@ status", OWN_METHOD = "@ method", OWN_ARGUMENTS = "@ arguments", OWN_KEYWORDS = "@ keywords", OWN_SIZE = "@ size",
    NUMERATOR = "@ numerator", DENOMINATOR = "@ denominator", REAL = "@ real", IMAGINARY = "@ imaginary",
    RESULT = "@ result", DETAILS = "@ details", MADE_AT = "@ made_at", PATH = "@ path", OBJECT = "Object", DEFAULT_KEY = "default",
    STANDARD_OUTPUT = "$stdout", FIELD_SEPARATOR = "$,", RECORD_SEPARATOR = "$\\", WRITE = "write", PUTS = "puts", AUTOLOADS = "@ autoloads",
    INPUT_SEPARATOR = "$/", LINE_NUMBER = "$.", ARGUMENT_STREAM = "$ ARGF", SOURCE = "@ source",
    SOURCE_STRING = "@string", SOURCE_POSITION = "@position", SOURCE_LINES = "@lineno", SOURCE_ENCODING = "@encoding",
    STREAM_WRITABLE = "@ writable", STREAM_APPENDS = "@ append", TAKES_PLAIN_OPTIONS = "@ takes_plain_options",
    MEMBERS = "@ members", KEYWORD_INIT = "@ keyword_init", DATA = "Data", SYMBOL_NAMES = "SYMBOL_NAMES",
    TIME = "Time", SECONDS = "@ seconds", NANOSECONDS = "@ nanoseconds", MODE = "@ mode", OFFSET = "@ offset", ZONE = "@ zone",
    DST = "@ dst", CIVIL = "@ civil", UTC = "utc", LOCAL = "local", FIXED_OFFSET = "fixed",
    DATE = "Date", DAY = "@ day", FRACTION = "@ fraction", START = "@ start",
    SCANNED = "@ string", FIXED = "@ fixed", POSITION = "@ position", PREVIOUS = "@ previous", OFFSETS = "@ offsets",
    PATTERN = "@ pattern", RUTILE = "Rutile", CORE_CONSTANTS = "@ core_constants", OWN_MATCHES = "@ own_matches", OWN_MATCH = "@ own_match", OWN_LINE = "@ own_line", DEFAULT_RANDOM = "@default_random", STATE = "@ state", DIG = "dig",
    ITEMS = "@ items", CLOSED = "@ closed", WAITERS = "@ waiters",
    DECIMAL_KIND = "@ kind", SIGN = "@ sign", DIGITS = "@ digits", PLACE = "@ place", MODES_CHANGED = "@ modes_changed", EXCEPTION_OF = "exception",
    TOTAL = "@ value", CORRECTION = "@ correction", COMPENSATED = "@ compensated", NUMBER = "@ number",
}

/// Bytes of a name, where it isn't known.
const USUAL_LENGTH: usize = 16;
/// Symbols there is room for, at least, after a warm-up.
const CHILD_ROOM: usize = 1024;

/// A place of the index that names no symbol.
const FREE: u32 = u32::MAX;
/// Places of a new index: room for the core library's names.
const FIRST_PLACES: usize = 1 << 13;

/// All symbols of a machine. Their names stand in one piece of text, so that thousands of them take few pages.
pub struct SymbolTable {
    text: Vec<u8>,
    /// Where each name ends in the text; it begins where the one before ends.
    ends: Vec<u32>,
    encodings: Vec<Encoding>,
    standings: Vec<Standing>,
    /// The symbols by the hash of their names: as many places as a power of two, at most three of four taken;
    /// a name that finds its place taken goes to the next.
    index: Vec<u32>,
    /// A secret, so that nobody can choose names that collide.
    seed: u64,
    /// Names that are not ASCII and not UTF-8 are told apart by encoding too.
    foreign: HashMap<(Box<[u8]>, Encoding), u32>,
    /// The hidden variable of each name that is a member of some Struct.
    hidden: HashMap<Symbol, Symbol, FixedState>,
}

impl SymbolTable {
    pub fn new() -> SymbolTable {
        let mut table = SymbolTable {
            text: Vec::new(),
            ends: Vec::new(),
            encodings: Vec::new(),
            standings: Vec::new(),
            index: vec![FREE; FIRST_PLACES],
            seed: random_seed(),
            foreign: HashMap::new(),
            hidden: HashMap::with_hasher(FixedState::with_seed(random_seed())),
        };
        table.add(b"", Encoding::US_ASCII, Standing::Asked);
        for character in 1..CHARACTERS as u8 {
            table.intern_plain(&[character], Standing::Asked);
        }
        for symbol in WELL_KNOWN_CHARACTERS {
            table.raise(*symbol, Standing::Used);
        }
        for (number, name) in (CHARACTERS..).zip(WELL_KNOWN) {
            let symbol = table.intern(name.as_bytes());
            debug_assert_eq!(symbol.0, number, "{name} is well known under two names");
        }
        table
    }

    /// The symbol of this UTF-8 (or plain ASCII) name, of which something is made.
    pub fn intern(&mut self, name: &[u8]) -> Symbol {
        self.intern_plain(name, Standing::Used)
    }

    fn intern_plain(&mut self, name: &[u8], standing: Standing) -> Symbol {
        let place = match self.look_up(name) {
            Ok(id) => {
                self.raise(Symbol(id), standing);
                return Symbol(id);
            }
            Err(place) => place,
        };
        let encoding = if name.is_ascii() { Encoding::US_ASCII } else { Encoding::UTF_8 };
        let id = self.add(name, encoding, standing);
        self.index[place] = id;
        if self.len() * 4 > self.index.len() * 3 {
            self.grow_index();
        }
        Symbol(id)
    }

    /// The symbol of a name in the index, or the place that it would take there.
    fn look_up(&self, name: &[u8]) -> Result<u32, usize> {
        let mut place = self.first_place(name);
        loop {
            match self.index[place] {
                FREE => return Err(place),
                id if self.bytes(Symbol(id)) == name => return Ok(id),
                _ => place = (place + 1) & (self.index.len() - 1),
            }
        }
    }

    fn first_place(&self, name: &[u8]) -> usize {
        let mut hasher = FixedState::with_seed(self.seed).build_hasher();
        hasher.write(name);
        hasher.finish() as usize & (self.index.len() - 1)
    }

    #[cold]
    fn grow_index(&mut self) {
        let old = std::mem::take(&mut self.index);
        self.index = vec![FREE; old.len() * 2];
        for id in old.into_iter().filter(|&id| id != FREE) {
            let mut place = self.first_place(self.bytes(Symbol(id)));
            while self.index[place] != FREE {
                place = (place + 1) & (self.index.len() - 1);
            }
            self.index[place] = id;
        }
    }

    /// The symbol of a name in some encoding; ASCII names are the same symbol in all that ASCII is a part of.
    pub fn intern_encoded(&mut self, name: &[u8], encoding: Encoding, standing: Standing) -> Symbol {
        if is_plain(name, encoding) {
            return self.intern_plain(name, standing);
        }
        let key = (Box::from(name), encoding);
        if let Some(&id) = self.foreign.get(&key) {
            self.raise(Symbol(id), standing);
            return Symbol(id);
        }
        let id = self.add(name, encoding, standing);
        self.foreign.insert(key, id);
        Symbol(id)
    }

    /// The instance variable `@ name`, in which a Struct keeps the member `name`.
    pub fn hidden_variable(&mut self, name: Symbol) -> Symbol {
        if let Some(&variable) = self.hidden.get(&name) {
            return variable;
        }
        let mut bytes = b"@ ".to_vec();
        bytes.extend_from_slice(self.bytes(name));
        let variable = self.intern_encoded(&bytes, self.encoding(name), Standing::Used);
        self.raise(name, Standing::Used);
        self.hidden.insert(name, variable);
        variable
    }

    /// Whether a name of so many bytes can be added.
    pub fn has_room_for(&mut self, bytes: usize) -> bool {
        self.text.try_reserve(bytes).is_ok()
    }

    fn add(&mut self, name: &[u8], encoding: Encoding, standing: Standing) -> u32 {
        self.text.extend_from_slice(name);
        assert!(self.text.len() <= u32::MAX as usize, "too many symbols");
        self.ends.push(self.text.len() as u32);
        self.encodings.push(encoding);
        self.standings.push(standing);
        (self.ends.len() - 1) as u32
    }

    /// The symbol of this name if there is one already.
    pub fn find(&self, name: &[u8]) -> Option<Symbol> {
        self.look_up(name).ok().map(Symbol)
    }

    /// The same of a name in some encoding.
    pub fn find_encoded(&self, name: &[u8], encoding: Encoding) -> Option<Symbol> {
        if is_plain(name, encoding) {
            return self.find(name);
        }
        self.foreign.get(&(Box::from(name), encoding)).map(|&id| Symbol(id))
    }

    pub fn standing(&self, symbol: Symbol) -> Standing {
        self.standings[symbol.0 as usize]
    }

    /// The name is at least that from now on.
    pub fn raise(&mut self, symbol: Symbol, standing: Standing) {
        let current = &mut self.standings[symbol.0 as usize];
        if *current < standing {
            *current = standing;
        }
    }

    pub fn bytes(&self, symbol: Symbol) -> &[u8] {
        let number = symbol.0 as usize;
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.text[start as usize..self.ends[number] as usize]
    }

    pub fn encoding(&self, symbol: Symbol) -> Encoding {
        self.encodings[symbol.0 as usize]
    }

    pub fn text(&self, symbol: Symbol) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(self.bytes(symbol))
    }

    /// Makes room for as many as a child may need: growing the tables there would copy them whole.
    pub fn make_room(&mut self) {
        let room = self.len() / 4 + CHILD_ROOM;
        self.text.reserve(room * USUAL_LENGTH);
        self.ends.reserve(room);
        self.encodings.reserve(room);
        self.standings.reserve(room);
        while (self.len() + room) * 4 > self.index.len() * 3 {
            self.grow_index();
        }
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

/// Whether a name stands in the index, which tells no encodings apart.
fn is_plain(name: &[u8], encoding: Encoding) -> bool {
    name.is_ascii() && encoding.is_ascii_compatible() || encoding == Encoding::UTF_8
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
    fn a_name_is_one_symbol_however_many_there_are() {
        let mut table = SymbolTable::new();
        let names: Vec<String> = (0..20_000).map(|number| format!("name_{number}")).collect();
        let symbols: Vec<Symbol> = names.iter().map(|name| table.intern(name.as_bytes())).collect();
        for (name, &symbol) in names.iter().zip(&symbols) {
            assert_eq!(table.intern(name.as_bytes()), symbol);
            assert_eq!(table.find(name.as_bytes()), Some(symbol));
            assert_eq!(table.bytes(symbol), name.as_bytes());
        }
        assert_eq!(table.find(b"name_20000"), None);
        assert_eq!(table.intern(b"initialize"), Symbol::INITIALIZE);
        (CHARACTERS..).zip(WELL_KNOWN).for_each(|(number, name)| assert_eq!(table.intern(name.as_bytes()), Symbol(number), "{name}"));
        assert_eq!([table.intern(b"+"), table.intern(b"a")], [Symbol::ADD, Symbol(97)]);
        assert_ne!(table.intern(b"\0"), Symbol(0));
        assert_eq!(table.intern(b""), table.intern(b""));
    }

    #[test]
    fn names_in_foreign_encodings_are_symbols_of_their_own() {
        let mut table = SymbolTable::new();
        let bytes = "\u{e9}".as_bytes();
        let here = table.intern(bytes);
        let there = table.intern_encoded(bytes, Encoding::BINARY, Standing::Known);
        assert_ne!(here, there);
        assert_eq!(table.intern_encoded(bytes, Encoding::BINARY, Standing::Known), there);
        assert_eq!(table.intern_encoded(bytes, Encoding::UTF_8, Standing::Known), here);
        assert_eq!(table.intern_encoded(b"plain", Encoding::BINARY, Standing::Known), table.intern(b"plain"));
        assert_eq!((table.encoding(here), table.encoding(there)), (Encoding::UTF_8, Encoding::BINARY));
    }

    #[test]
    fn what_is_only_asked_for_is_told_from_what_is_used() {
        let mut table = SymbolTable::new();
        let symbol = table.intern_encoded(b"some_name", Encoding::UTF_8, Standing::Asked);
        assert_eq!(table.standing(symbol), Standing::Asked);
        table.intern_encoded(b"some_name", Encoding::UTF_8, Standing::Known);
        table.intern_encoded(b"some_name", Encoding::UTF_8, Standing::Asked);
        assert_eq!(table.standing(symbol), Standing::Known);
        table.intern(b"some_name");
        assert_eq!(table.standing(symbol), Standing::Used);
        assert_eq!(table.find_encoded(b"some_name", Encoding::US_ASCII), Some(symbol));
        assert_eq!(table.find_encoded(b"\xe9", Encoding::ISO_8859_1), None);
    }
}
