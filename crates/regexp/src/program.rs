//! The compiled form of a pattern.

use crate::charset::CharSet;
use crate::encoding::{self, Encoding};
use crate::ranges::{self, Ranges};
use crate::required::Required;
use crate::search::Strategy;

/// A number that stands for none.
pub const NONE: u32 = u32::MAX;

/// One step of matching. Unless it says otherwise, the next one follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// One byte.
    Byte(u8),
    /// Bytes of `Program::text`.
    Text { start: u32, length: u32 },
    /// A character of a set.
    Set(u32),
    /// Any character but a newline.
    Any,
    AnyOrNewline,
    /// As many characters of one set as there are, or as few.
    Run(u32),
    /// Goes on at `first`, and if that fails at `second`.
    Split { first: u32, second: u32, peek: u32, memo: u32 },
    /// Goes on where a table says for the next byte.
    Dispatch(u32),
    Jump(u32),
    /// Notes the position, which is put back on the way back.
    Save(u32),
    /// Opens a group: it begins here, and has no end. Both are put back as they were.
    Open { group: u32 },
    /// The same of a group that no turn of a loop is told by.
    OpenUnseen { group: u32 },
    /// Opens a group that nothing goes back over but to try another place.
    OpenForGood { group: u32 },
    /// Closes a group. Its end is put back with its beginning only: within the group it stays.
    /// With `asked` what is within the group asks where it ended, if it was closed before and another way is tried.
    Close { group: u32, asked: bool },
    /// Notes the position in a register.
    Note { register: u32 },
    /// Notes for a group's beginning what a register says.
    SaveAgain { slot: u32, register: u32 },
    LineStart,
    LineEnd,
    TextStart,
    TextEnd,
    LastLineEnd,
    SearchStart,
    WordBoundary { set: u32, negated: bool },
    /// What a group matched. Where that was nothing, a register notes the position, unless it is `NONE`.
    Reference { index: u32, echo: u32 },
    /// Before an anchor that looks at the character before it. Where a reference matched nothing, Ruby's own engine looks at the one behind
    /// in its place.
    AnchorInEcho { register: u32 },
    /// Begins what won't be gone back into.
    AtomicStart { register: u32 },
    AtomicEnd { register: u32 },
    /// The steps up to `LookEnd` must match here; then goes on here. Two registers.
    LookStart { register: u32, after: u32 },
    LookEnd { register: u32 },
    /// The steps up to `NotLookEnd` must not match here; then goes on at `after`.
    NotLookStart { register: u32, after: u32 },
    NotLookEnd { register: u32 },
    /// Goes back by characters. What is looked for there ends before `after`.
    Back { count: u32, after: u32 },
    /// Notes where a turn of a loop begins.
    TurnStart { register: u32 },
    /// A turn that matched nothing ends its loop: goes on at `exit`. With `captures` a turn that opened groups may be more.
    TurnEnd { register: u32, exit: u32, captures: bool },
    CountStart { register: u32 },
    /// Another turn at the next step, or on at `exit`, by the number of turns.
    Count(u32),
    /// The turn that a lazy loop takes when going on failed.
    CountLazy(u32),
    Call(u32),
    Return,
    /// Goes on at `otherwise` unless the group matched.
    Condition { group: u32, otherwise: u32 },
    /// Goes on at `next` behind a text that has no match of what follows. Three registers.
    AbsentStart { register: u32, next: u32 },
    AbsentEnd { register: u32 },
    Fail,
    Match,
}

/// A set of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ByteSet([u64; 4]);

impl ByteSet {
    pub const ALL: ByteSet = ByteSet([u64::MAX; 4]);

    pub fn add(&mut self, byte: u8) {
        self.0[byte as usize >> 6] |= 1 << (byte & 63);
    }

    #[inline(always)]
    pub fn contains(&self, byte: u8) -> bool {
        self.0[byte as usize >> 6] >> (byte & 63) & 1 != 0
    }

    pub fn union(&self, other: &ByteSet) -> ByteSet {
        ByteSet(std::array::from_fn(|index| self.0[index] | other.0[index]))
    }

    pub fn is_disjoint(&self, other: &ByteSet) -> bool {
        (0..4).all(|index| self.0[index] & other.0[index] == 0)
    }

    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub fn members(&self) -> impl Iterator<Item = u8> + '_ {
        (0..=255).filter(|&byte| self.contains(byte))
    }
}

/// The characters of more than one byte in a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beyond {
    None,
    All,
    Some,
}

/// A set of characters ready to be asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Set {
    /// The characters that are one byte.
    pub single: ByteSet,
    pub beyond: Beyond,
    /// The ranges of the others.
    ranges: Ranges,
    /// The bytes that members begin with.
    pub first: ByteSet,
}

impl Set {
    pub fn new(set: &CharSet, encoding: Encoding) -> Set {
        let limit = match encoding {
            Encoding::Utf8 => 0x7f,
            Encoding::Bytes => 0xff,
        };
        let mut single = ByteSet::default();
        for &(low, high) in set.ranges().iter().filter(|range| range.0 <= limit) {
            (low..=high.min(limit)).for_each(|code| single.add(code as u8));
        }
        let above = set.intersection(&CharSet::of([(limit + 1, encoding.last())]));
        let beyond = match above.ranges() {
            [] => Beyond::None,
            [(0x80, high)] if *high == encoding.last() => Beyond::All,
            _ => Beyond::Some,
        };
        let mut first = single;
        for &(low, high) in above.ranges() {
            (encoding::encode(low).0[0]..=encoding::encode(high).0[0]).for_each(|byte| first.add(byte));
        }
        if beyond == Beyond::All {
            (0x80..=0xff).for_each(|byte| first.add(byte));
        }
        Set { single, beyond, ranges: ranges::shared(above.ranges()), first }
    }

    /// Whether a character of more than one byte is in it.
    #[inline]
    pub fn has_beyond(&self, code: u32) -> bool {
        match self.beyond {
            Beyond::None => false,
            Beyond::All => code != encoding::INVALID,
            Beyond::Some => {
                let index = self.ranges.partition_point(|range| range.1 < code);
                self.ranges.get(index).is_some_and(|range| range.0 <= code)
            }
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunOf {
    Set(u32),
    Any,
    AnyOrNewline,
}

/// The continuations of a text: a byte of a set, or its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Peek {
    pub bytes: ByteSet,
    pub end: bool,
}

impl Peek {
    pub const ANYTHING: Peek = Peek { bytes: ByteSet::ALL, end: true };

    #[inline(always)]
    pub fn allows(&self, byte: Option<&u8>) -> bool {
        match byte {
            Some(&byte) => self.bytes.contains(byte),
            None => self.end,
        }
    }
}

/// A repetition of one character's set.
#[derive(Debug, Clone)]
pub struct Run {
    pub of: RunOf,
    pub low: u32,
    /// `NONE` where there is no limit.
    pub high: u32,
    pub lazy: bool,
    /// Nothing of it is given back.
    pub possessive: bool,
    /// The bytes that can follow.
    pub next: Peek,
    /// The next byte, where there is just one that can be.
    pub next_byte: Option<u8>,
    pub memo: u32,
}

/// A loop that counts its turns.
#[derive(Debug, Clone, Copy)]
pub struct Counted {
    pub register: u32,
    pub low: u32,
    pub high: u32,
    pub lazy: bool,
    pub body: u32,
    pub exit: u32,
    /// The head, which is remembered as well.
    pub memo: u32,
}

impl Counted {
    /// The number of turns beyond which all are alike.
    pub fn most(&self) -> u32 {
        if self.high == NONE { self.low } else { self.high }
    }
}

#[derive(Debug, Clone)]
pub struct Reference {
    pub groups: Vec<u32>,
    pub fold: bool,
    pub level: Option<i32>,
}

/// A place that may be remembered as hopeless.
#[derive(Debug, Clone, Copy)]
pub struct MemoPoint {
    /// It is so only when it has failed: what it stands in may succeed and be left.
    pub deferred: bool,
    /// Its first number; within a loop that counts it has one for each number of turns.
    pub first: u32,
    /// That loop, or `NONE`.
    pub counted: u32,
}

#[derive(Debug)]
pub struct Program {
    pub encoding: Encoding,
    pub steps: Vec<Step>,
    pub text: Vec<u8>,
    pub sets: Vec<Set>,
    pub runs: Vec<Run>,
    /// The bytes that both sides of a split can begin with.
    pub peeks: Vec<(Peek, Peek)>,
    /// For each byte and for the end of the text, where to go on.
    pub tables: Vec<Vec<u32>>,
    pub counted: Vec<Counted>,
    pub references: Vec<Reference>,
    pub memo_points: Vec<MemoPoint>,
    /// How many numbers those have together.
    pub memo_numbers: usize,
    pub registers: usize,
    /// Groups, the whole match included.
    pub groups: usize,
    pub strategy: Strategy,
    /// How long each match is, where a place that the strategy finds is one and nothing is left to try.
    pub exact: Option<usize>,
    /// How far before the end of the text a match can begin (see `tail`).
    pub tail: Option<usize>,
    /// What stands in every match (see `required`).
    pub required: Option<Required>,
}

impl Program {
    /// Gives back the room that lists grew by and don't need: most programs live as long as their process.
    pub fn shrink(&mut self) {
        self.steps.shrink_to_fit();
        self.text.shrink_to_fit();
        self.sets.shrink_to_fit();
        self.runs.shrink_to_fit();
        self.peeks.shrink_to_fit();
        self.tables.shrink_to_fit();
        self.counted.shrink_to_fit();
        self.references.shrink_to_fit();
        self.memo_points.shrink_to_fit();
    }
}
