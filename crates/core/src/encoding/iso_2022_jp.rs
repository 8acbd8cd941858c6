//! The 7-bit encodings of Japanese that switch character sets: ISO-2022-JP, CP50220 and CP50221.
//!
//! Their text is that of another encoding, which doesn't switch, with the eighth bit off and an escape sequence
//! where the set changes: of stateless-ISO-2022-JP, or of CP51932 as Windows has it. A conversion goes on where the
//! one before it stopped: the set that is on is an argument and a part of the answer.
//!
//! ```text
//!   ESC ( B   ASCII     0     ESC $ B   JIS X 0208 (1983)       1     ESC ( I   katakana of half width     3
//!   ESC ( J   Latin     0     ESC $ @   JIS X 0208 (1978)       2     SO, SI    the same, and back
//! ```

use rutile_vm::prelude::*;

use crate::string::text;

const ESCAPE: u8 = 0x1b;
/// The byte that EUC-JP puts before a katakana of half width.
const SINGLE_SHIFT: u8 = 0x8e;

#[derive(Clone, Copy, PartialEq)]
enum Set {
    Latin = 0,
    Wide = 1,
    OldWide = 2,
    Katakana = 3,
}

impl Set {
    fn of_number(number: i64) -> Set {
        [Set::Latin, Set::Wide, Set::OldWide].get(number as usize).copied().unwrap_or(Set::Katakana)
    }

    fn sequence(self) -> &'static [u8; 3] {
        match self {
            Set::Latin => b"\x1b(B",
            Set::Wide => b"\x1b$B",
            Set::OldWide => b"\x1b$@",
            Set::Katakana => b"\x1b(I",
        }
    }

    /// The byte that stateless-ISO-2022-JP puts before a wide character.
    fn lead(self) -> u8 {
        if self == Set::OldWide { 0x90 } else { 0x92 }
    }
}

/// One piece of the source.
enum Step {
    /// So many bytes that mean these.
    Text(usize, [u8; 4], usize),
    Switch(usize, Set),
    /// Bytes that are wrong, and how many behind them showed it.
    Invalid(usize, usize),
    Incomplete,
    /// A character that the target hasn't got.
    Undefined(usize),
}

/// Text of up to four bytes.
fn written(length: usize, bytes: &[u8]) -> Step {
    let mut room = [0; 4];
    room[..bytes.len()].copy_from_slice(bytes);
    Step::Text(length, room, bytes.len())
}

fn decode_step(rest: &[u8], set: Set, katakana: bool) -> Step {
    match rest {
        [ESCAPE, ..] => escape(rest, katakana),
        [0x0e, ..] if katakana => Step::Switch(1, Set::Katakana),
        [0x0f, ..] if katakana => Step::Switch(1, Set::Latin),
        &[byte @ 0..=0x7f, ..] if set == Set::Latin => written(1, &[byte]),
        &[byte @ 0x21..=0x5f, ..] if set == Set::Katakana => written(1, &[SINGLE_SHIFT, byte | 0x80]),
        &[byte @ 0xa1..=0xdf, ..] if katakana && matches!(set, Set::Latin | Set::Katakana) => written(1, &[SINGLE_SHIFT, byte]),
        // What no set has is left to the next to complain about.
        &[byte @ 0x80..=0x92, ..] if katakana && set == Set::Latin => written(1, &[byte]),
        [0x21..=0x7e, ..] if matches!(set, Set::Wide | Set::OldWide) => wide(rest, set, katakana),
        _ => Step::Invalid(1, 0),
    }
}

fn wide(rest: &[u8], set: Set, katakana: bool) -> Step {
    match *rest {
        [lead, trail @ 0x21..=0x7e, ..] if katakana => written(2, &[lead | 0x80, trail | 0x80]),
        [lead, trail @ 0x21..=0x7e, ..] => written(2, &[set.lead(), lead | 0x80, trail | 0x80]),
        [_] => Step::Incomplete,
        _ => Step::Invalid(1, 1),
    }
}

fn escape(rest: &[u8], katakana: bool) -> Step {
    match rest {
        [_, b'(', b'B' | b'J', ..] => Step::Switch(3, Set::Latin),
        [_, b'$', b'B', ..] => Step::Switch(3, Set::Wide),
        [_, b'$', b'@', ..] => Step::Switch(3, Set::OldWide),
        [_, b'(', b'I', ..] if katakana => Step::Switch(3, Set::Katakana),
        [_] | [_, b'(' | b'$'] => Step::Incomplete,
        [_, b'(' | b'$', ..] => Step::Invalid(2, 1),
        _ => Step::Invalid(1, 1),
    }
}

/// A character for the target, and the set it is in.
fn encode_step(rest: &[u8], target: Encoding, last: bool) -> (Set, Step) {
    match *rest {
        // What switches sets can't be text.
        [ESCAPE | 0x0e | 0x0f, ..] if target == Encoding::ISO_2022_JP => (Set::Latin, Step::Invalid(1, 0)),
        [ESCAPE | 0x0e | 0x0f, ..] => (Set::Latin, Step::Undefined(1)),
        [byte @ 0..=0x7f, ..] => (Set::Latin, written(1, &[byte])),
        [0x90, lead, trail, ..] if target == Encoding::ISO_2022_JP => (Set::OldWide, written(3, &[lead & 0x7f, trail & 0x7f])),
        [0x92, lead, trail, ..] if target == Encoding::ISO_2022_JP => (Set::Wide, written(3, &[lead & 0x7f, trail & 0x7f])),
        [SINGLE_SHIFT, kana, ..] if target == Encoding::CP50220 => (Set::Wide, full_width(kana, &rest[2..], last)),
        [SINGLE_SHIFT, kana, ..] if target == Encoding::CP50221 => (Set::Katakana, written(2, &[kana & 0x7f])),
        [0x8f, _, _, ..] => (Set::Latin, Step::Undefined(3)),
        [lead @ 0xa1..=0xfe, trail, ..] if target != Encoding::ISO_2022_JP => (Set::Wide, written(2, &[lead & 0x7f, trail & 0x7f])),
        [0x80..=0xff, ..] if rest.len() < 3 && !last => (Set::Latin, Step::Incomplete),
        _ => (Set::Latin, Step::Invalid(1, 0)),
    }
}

/// The katakana of full width, in the order of those of half width, which begins at 0xa1.
const FULL_WIDTH: &[u8; 126] = b"\
    \x21\x23\x21\x56\x21\x57\x21\x22\x21\x26\x25\x72\x25\x21\x25\x23\x25\x25\x25\x27\x25\x29\x25\x63\x25\x65\x25\x67\x25\x43\
    \x21\x3c\x25\x22\x25\x24\x25\x26\x25\x28\x25\x2a\x25\x2b\x25\x2d\x25\x2f\x25\x31\x25\x33\x25\x35\x25\x37\x25\x39\x25\x3b\
    \x25\x3d\x25\x3f\x25\x41\x25\x44\x25\x46\x25\x48\x25\x4a\x25\x4b\x25\x4c\x25\x4d\x25\x4e\x25\x4f\x25\x52\x25\x55\x25\x58\
    \x25\x5b\x25\x5e\x25\x5f\x25\x60\x25\x61\x25\x62\x25\x64\x25\x66\x25\x68\x25\x69\x25\x6a\x25\x6b\x25\x6c\x25\x6d\x25\x6f\
    \x25\x73\x21\x2b\x21\x2c";
const VOICED: u8 = 0xde;
const HALF_VOICED: u8 = 0xdf;

/// A katakana of half width in full width, where it is one character with the mark behind it.
fn full_width(kana: u8, following: &[u8], last: bool) -> Step {
    let Some(place) = kana.checked_sub(0xa1).map(|place| place as usize * 2).filter(|&place| place < FULL_WIDTH.len()) else {
        return Step::Invalid(2, 0);
    };
    let (row, column) = (FULL_WIDTH[place], FULL_WIDTH[place + 1]);
    let takes_half = matches!(kana, 0xca..=0xce);
    let takes_mark = takes_half || matches!(kana, 0xb6..=0xc4 | 0xb3);
    match following {
        [] | [SINGLE_SHIFT] if takes_mark && !last => Step::Incomplete,
        [SINGLE_SHIFT, VOICED, ..] if kana == 0xb3 => written(4, &[0x25, 0x74]),
        [SINGLE_SHIFT, VOICED, ..] if takes_mark => written(4, &[row, column + 1]),
        [SINGLE_SHIFT, HALF_VOICED, ..] if takes_half => written(4, &[row, column + 2]),
        _ => written(2, &[row, column]),
    }
}

/// The arguments of both natives, and how far they have come.
struct Conversion<'a> {
    output: StringRef,
    bytes: &'a [u8],
    at: usize,
    set: Set,
    limit: usize,
    out: Vec<u8>,
}

impl Conversion<'_> {
    fn of(args: Arguments) -> Result<(Conversion<'static>, Encoding), Exit> {
        let output = StringRef::from_value(args.get(0)).ok_or(Exit::Fallback)?;
        let source = StringRef::from_value(args.get(1)).ok_or(Exit::Fallback)?;
        let at = args.get(2).as_fixnum().and_then(|at| usize::try_from(at).ok()).ok_or(Exit::Fallback)?;
        let encoding = args.get(3).as_fixnum().map(|number| Encoding(number as u8)).ok_or(Exit::Fallback)?;
        let set = Set::of_number(args.get(4).as_fixnum().unwrap_or(0));
        let limit = args.get(5).as_fixnum().map_or(usize::MAX, |limit| limit.max(0) as usize);
        Ok((Conversion { output, bytes: source.bytes(), at, set, limit, out: Vec::new() }, encoding))
    }

    /// Goes on until something is in the way; `step` says what stands at a place, and in which set.
    fn run(mut self, vm: &mut Vm, escapes: bool, step: impl Fn(&[u8], Set) -> (Set, Step)) -> NativeResult {
        let mut problem = None;
        while self.at < self.bytes.len() && problem.is_none() {
            let rest = &self.bytes[self.at..];
            match step(rest, self.set) {
                (_, Step::Switch(length, set)) => (self.set, self.at) = (set, self.at + length),
                (set, Step::Text(length, bytes, count)) => {
                    if escapes && set != self.set {
                        self.out.extend_from_slice(set.sequence());
                        self.set = set;
                    }
                    self.out.extend_from_slice(&bytes[..count]);
                    self.at += length;
                    if self.out.len() > self.limit {
                        problem = Some(("full", 0, 0));
                    }
                }
                (_, Step::Invalid(length, following)) => problem = Some(("invalid", length, following)),
                (_, Step::Incomplete) => problem = Some(("incomplete", rest.len(), 0)),
                (_, Step::Undefined(length)) => problem = Some(("undefined", length, 0)),
            }
        }
        vm.string_modify(self.output)?;
        vm.string_append(self.output, &self.out);
        let (kind, length, following) = problem.unwrap_or(("done", 0, 0));
        let kind = Value::symbol(vm.intern(kind.as_bytes()));
        let answer = [kind, text::position(self.at), text::position(length), text::position(following), text::position(self.set as usize)];
        Ok(vm.new_array(&answer).value())
    }
}

/// `Primitive.iso_2022_jp_decode(output, source, start, from, set, limit)`: appends what converts to `output`, until more
/// than `limit` bytes were. Answers `[kind, place, length, following, set]`, with `:done` as the kind where all did.
fn decode(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (conversion, from) = Conversion::of(args)?;
    let katakana = from != Encoding::ISO_2022_JP;
    conversion.run(vm, false, |rest, set| (set, decode_step(rest, set, katakana)))
}

/// `Primitive.iso_2022_jp_encode(output, source, start, to, set, limit, last)`: the same the other way; `last` says
/// that nothing follows the source.
fn encode(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (conversion, target) = Conversion::of(args)?;
    let last = args.get(6).truthy();
    conversion.run(vm, true, |rest, _| encode_step(rest, target, last))
}

pub const NATIVES: &[(&str, Native)] = &[("iso_2022_jp_decode", decode), ("iso_2022_jp_encode", encode)];
