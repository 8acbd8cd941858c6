//! The kinds of cell, and which words of each are references.
//!
//! One table declares them; the collector, the heap dump and the type tests all
//! read it. A cell's first word is its header:
//!
//! ```text
//!   63          48 47     40 39     32 31                            0
//!   +--------------+---------+---------+------------------------------+
//!   |     aux      |  flags  |  kind   |            shape             |
//!   +--------------+---------+---------+------------------------------+
//! ```
//!
//! `shape` names the class and, for plain objects, which instance variable
//! stands in which slot. `aux` belongs to the kind (an embedded length, for example).

use rutile_heap::Cell;

macro_rules! kinds {
    ($($(#[doc = $doc:literal])* $name:ident = $tracing:ident),* $(,)?) => {
        /// The kinds of cells and immediates.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        #[repr(u8)]
        pub enum Kind { $($(#[doc = $doc])* $name),* }

        /// How many kinds there are.
        pub const COUNT: usize = [$(Kind::$name),*].len();
        /// By number.
        pub const ALL: [Kind; COUNT] = [$(Kind::$name),*];
        /// How the collector traces each.
        pub const TRACING: [Tracing; COUNT] = [$(Tracing::$tracing),*];
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
    Free = Raw,
    /// See `object::number`.
    Float = Raw,
    /// See `object::number`.
    BigInteger = Raw,
    /// See `object::string`.
    String = Own,
    /// See `object::array`.
    Array = Own,
    /// See `object::hash`.
    Hash = Words,
    /// A plain object: instance variables by shape.
    Object = Words,
    /// See `object::class`.
    Class = Words,
    Module = Words,
    /// The parts that many classes do without: see `object::class`.
    ClassRest = Words,
    /// A module's place in an ancestor chain.
    IncludedModule = Words,
    /// See `object::records`.
    Method = Words,
    /// See `object::records`.
    Proc = Words,
    /// Captured variables: parent, then slots.
    Environment = Words,
    /// Compiled code: word 1 is the index in the code table.
    Code = Own,
    /// Symbol-keyed table, see `object::id_table`.
    IdTable = Words,
    /// Payload of raw bytes.
    Bytes = Raw,
    /// Payload of a string: only what the string has written is ever read.
    Text = Text,
    /// Payload of values.
    Values = Words,
    /// See `object::records`.
    Fiber = Words,
    /// Payload: a VM stack; word 1 is how many words are in use.
    Stack = Own,
    /// A lexical scope: module, parent, refinements.
    Scope = Words,
    /// See `object::records`.
    Regexp = Words,
    MatchData = Words,
    /// See `object::records`.
    Binding = Words,
    /// A method taken out as an object (also unbound): see `object::records`.
    MethodObject = Words,
    /// An exit on its way (break, return, throw): see `object::records`.
    NonLocalExit = Words,
    /// Whether a frame that made procs is still there: see `object::records`.
    Activation = Words,
    /// Payload of values that it does not keep alive: see `collector::weak`.
    Weak = Raw,
    /// Owner of something outside the heap: word 1 is its index in the machine's resource table.
    Resource = Words,
    /// A view of raw memory (`IO::Buffer`): see `object::records`.
    Buffer = Words,
    /// An object of a C extension: see `object::data`.
    Data = Raw,
    // Immediates: no cell has these.
    Fixnum = Raw,
    Symbol = Raw,
    Nil = Raw,
    True = Raw,
    False = Raw,
}

impl Kind {
    #[inline(always)]
    pub fn of(cell: Cell) -> Kind {
        Kind::from_number(cell.kind())
    }

    #[inline(always)]
    pub fn from_number(number: u8) -> Kind {
        ALL.get(number as usize).copied().unwrap_or(Kind::Free)
    }
}

/// Flag bits of a header that every kind shares, and those of strings.
pub mod flags {
    pub const FROZEN: u8 = 1;
    /// The payload is in the cell itself.
    pub const EMBEDDED: u8 = 2;
    /// The payload belongs to several cells: copy before writing.
    pub const SHARED: u8 = 4;
    /// A string literal that warns when it is changed.
    pub const CHILLED: u8 = 8;
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
    shape as u64 | (kind as u64) << 32 | (flags as u64) << 40 | (aux as u64) << 48
}

/// Reading and changing the parts of a cell's header.
pub trait Header {
    fn shape(self) -> u32;
    fn set_shape(self, shape: u32);
    fn flags(self) -> u8;
    fn has_flag(self, flag: u8) -> bool;
    fn set_flag(self, flag: u8);
    fn clear_flag(self, flag: u8);
    fn aux(self) -> u16;
    fn set_aux(self, aux: u16);
}

impl Header for Cell {
    #[inline(always)]
    fn shape(self) -> u32 {
        self.header() as u32
    }

    #[inline(always)]
    fn set_shape(self, shape: u32) {
        self.set_header(self.header() & !0xffff_ffff | shape as u64);
    }

    #[inline(always)]
    fn flags(self) -> u8 {
        (self.header() >> 40) as u8
    }

    #[inline(always)]
    fn has_flag(self, flag: u8) -> bool {
        self.flags() & flag != 0
    }

    #[inline(always)]
    fn set_flag(self, flag: u8) {
        self.set_header(self.header() | (flag as u64) << 40);
    }

    #[inline(always)]
    fn clear_flag(self, flag: u8) {
        self.set_header(self.header() & !((flag as u64) << 40));
    }

    #[inline(always)]
    fn aux(self) -> u16 {
        (self.header() >> 48) as u16
    }

    #[inline(always)]
    fn set_aux(self, aux: u16) {
        self.set_header(self.header() & 0x0000_ffff_ffff_ffff | (aux as u64) << 48);
    }
}
