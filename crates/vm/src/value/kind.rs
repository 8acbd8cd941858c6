//! The kinds of cell, and which words of each are references.
//!
//! One table declares them; the collector, the heap dump and the type tests all
//! read it. A cell's first word is its header:
//!
//! ```text
//!   63                            32 31          16 15      8 7       0
//!   +------------------------------+--------------+---------+---------+
//!   |            shape             |     aux      |  flags  |  kind   |
//!   +------------------------------+--------------+---------+---------+
//! ```
//!
//! `shape` names the class and, for plain objects, which instance variable
//! stands in which slot. `aux` belongs to the kind (an embedded length, for example).
//!
//! Code of extensions in Rust reads a header as CRuby's `RBasic.flags`: a type in its lowest five bits, and in bit 11 whether the
//! object is frozen. So the numbers of kinds have the type that C code takes them for in these bits (`enum ruby_value_type`;
//! `T_DATA` for what wraps data there, `T_IMEMO` and `T_NODE` for what no program sees), and the upper three tell them apart.

use rutile_heap::Cell;

macro_rules! kinds {
    ($($(#[doc = $doc:literal])* $name:ident = $number:literal $tracing:ident),* $(,)?) => {
        /// The kinds of cells and immediates.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        #[repr(u8)]
        pub enum Kind { $($(#[doc = $doc])* $name = $number),* }

        /// By number; `Free` where no kind has it.
        pub const BY_NUMBER: [Kind; 256] = {
            let mut kinds = [Kind::Free; 256];
            $(kinds[$number] = Kind::$name;)*
            kinds
        };
        /// How the collector traces each, by number.
        pub const TRACING: [Tracing; 256] = {
            let mut tracing = [Tracing::Raw; 256];
            $(tracing[$number] = Tracing::$tracing;)*
            tracing
        };
    };
}

/// Which words of a cell are references.
#[derive(Clone, Copy)]
pub enum Tracing {
    /// None.
    Raw,
    /// All behind the header.
    Words,
    /// None, and only what was written is ever read.
    Text,
    /// Those that a function of the kind's own tells: see `collector::layouts`.
    Own,
}

kinds! {
    /// Not a cell.
    Free = 0 Raw,
    /// See `object::number`.
    Float = 4 Raw,
    /// See `object::number`.
    BigInteger = 10 Raw,
    /// See `object::string`.
    String = 5 Own,
    /// See `object::array`.
    Array = 7 Own,
    /// See `object::hash`.
    Hash = 8 Words,
    /// A plain object: instance variables by shape.
    Object = 1 Words,
    /// See `object::class`.
    Class = 2 Words,
    Module = 3 Words,
    /// The parts that many classes do without: see `object::class`.
    ClassRest = 26 Words,
    /// A module's place in an ancestor chain.
    IncludedModule = 28 Words,
    /// See `object::records`.
    Method = 58 Words,
    /// See `object::records`.
    Proc = 44 Words,
    /// Captured variables: parent, then slots.
    Environment = 90 Words,
    /// Compiled code: word 1 is the index in the code table.
    Code = 122 Own,
    /// Symbol-keyed table, see `object::id_table`.
    IdTable = 154 Words,
    /// Payload of raw bytes.
    Bytes = 186 Raw,
    /// Payload of a string: only what the string has written is ever read.
    Text = 218 Text,
    /// Payload of values.
    Values = 250 Words,
    /// See `object::records`.
    Fiber = 140 Words,
    /// Payload: a VM stack; word 1 is how many words are in use.
    Stack = 27 Own,
    /// A lexical scope: module, parent, refinements.
    Scope = 59 Words,
    /// See `object::records`.
    Regexp = 6 Words,
    MatchData = 13 Words,
    /// See `object::records`.
    Binding = 108 Words,
    /// A method taken out as an object (also unbound): see `object::records`.
    MethodObject = 76 Words,
    /// An exit on its way (break, return, throw): see `object::records`.
    NonLocalExit = 91 Words,
    /// Whether a frame that made procs is still there: see `object::records`.
    Activation = 123 Words,
    /// Payload of values that it does not keep alive: see `collector::weak`.
    Weak = 155 Raw,
    /// Owner of something outside the heap: word 1 is its index in the machine's resource table.
    Resource = 11 Words,
    /// A view of raw memory (`IO::Buffer`): see `object::records`.
    Buffer = 172 Words,
    /// An object of a C extension: see `object::data`.
    Data = 12 Raw,
    // Immediates: no cell has these.
    Fixnum = 21 Raw,
    Symbol = 20 Raw,
    Nil = 17 Raw,
    True = 18 Raw,
    False = 19 Raw,
}

impl Kind {
    #[inline(always)]
    pub fn of(cell: Cell) -> Kind {
        Kind::from_number(cell.kind())
    }

    #[inline(always)]
    pub fn from_number(number: u8) -> Kind {
        BY_NUMBER[number as usize]
    }
}

/// Flag bits of a header that every kind shares, and those of strings.
pub mod flags {
    /// The bit that C code knows as `FL_FREEZE`.
    pub const FROZEN: u8 = 8;
    /// The payload is in the cell itself.
    pub const EMBEDDED: u8 = 2;
    /// The payload belongs to several cells: copy before writing.
    pub const SHARED: u8 = 4;
    /// A string literal that warns when it is changed.
    pub const CHILLED: u8 = 1;
    /// Two bits: what is known of a string's bytes.
    pub const ASCII_ONLY: u8 = 16;
    /// Of an array, in the same place: small integers in the cell itself (see `object::narrow`).
    pub const NARROW: u8 = 16;
    pub const VALID: u8 = 32;
    /// Instance variables are kept in the machine's side table (kinds other than Object).
    pub const HAS_VARIABLES: u8 = 64;
    /// Kind's own use (hash: compares by identity; string: lent to a buffer; array, module ...).
    pub const SPECIAL: u8 = 128;
}

/// Composes a header word.
pub fn header(kind: Kind, shape: u32, flags: u8, aux: u16) -> u64 {
    (shape as u64) << 32 | (aux as u64) << 16 | (flags as u64) << 8 | kind as u64
}

/// Reading the parts of a cell's header.
pub trait Header {
    fn shape(self) -> u32;
    fn flags(self) -> u8;
    fn has_flag(self, flag: u8) -> bool;
    fn aux(self) -> u16;
}

impl Header for Cell {
    #[inline(always)]
    fn shape(self) -> u32 {
        (self.header() >> 32) as u32
    }

    #[inline(always)]
    fn flags(self) -> u8 {
        (self.header() >> 8) as u8
    }

    #[inline(always)]
    fn has_flag(self, flag: u8) -> bool {
        self.flags() & flag != 0
    }

    #[inline(always)]
    fn aux(self) -> u16 {
        (self.header() >> 16) as u16
    }
}
