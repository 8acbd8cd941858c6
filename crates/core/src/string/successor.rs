//! `String#succ`: the rightmost letter or digit goes up, and carries to those on its left.
//!
//! In Unicode letters and digits go up among their neighbours: from the last of a run the carry goes on, and the first
//! takes its place (the rule of CRuby's `str_succ`).

use std::sync::OnceLock;

use rutile_regexp::charset::CharSet;
use rutile_regexp::properties::{Posix, unicode};
use rutile_vm::prelude::*;
use rutile_vm::value::characters::{self, Piece};
use rutile_vm::value::encoding::Scheme;

use crate::string::text::{self, Call};

/// What became of a character that was to go up.
enum Step {
    /// It is neither letter nor digit.
    Other,
    Done,
    /// The first of its run stands there now; these bytes are put before it if nothing takes the carry.
    Carried(Vec<u8>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Letter,
    Digit,
}

fn successor(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = Call::taking(args, 0)?.string()?;
    let encoding = string.encoding();
    let mut bytes = string.bytes().to_vec();
    let (mut end, mut carried, mut passed_other) = (bytes.len(), None, false);
    while end > 0 {
        let start = characters::previous(&bytes, end, encoding);
        if let (true, Some((last, _))) = (passed_other, &carried)
            && parts(bytes[*last], bytes[start])
        {
            break;
        }
        if characters::piece(&bytes[start..end], encoding) == Piece::Character(end - start) {
            match raise(&mut bytes[start..end], encoding) {
                Step::Done => return text::make(vm, &bytes, encoding),
                Step::Carried(carry) => (carried, passed_other) = (Some((start, carry)), false),
                Step::Other => passed_other = true,
            }
        }
        end = start;
    }
    match carried {
        Some((start, carry)) => drop(bytes.splice(start..start, carry)),
        None => bytes = raise_any(&bytes, encoding),
    }
    text::make(vm, &bytes, encoding)
}

/// Across other characters a carry goes from letters to letters and from digits to digits.
fn parts(last: u8, next: u8) -> bool {
    (last.is_ascii_alphabetic() && next.is_ascii_digit()) || (last.is_ascii_digit() && next.is_ascii_alphabetic())
}

fn is_unicode(encoding: Encoding) -> bool {
    matches!(encoding.scheme(), Scheme::Utf8 | Scheme::Cesu8 | Scheme::Utf16(_) | Scheme::Utf32(_))
}

fn raise(piece: &mut [u8], encoding: Encoding) -> Step {
    if let [byte] = piece
        && byte.is_ascii()
    {
        return raise_ascii(byte);
    }
    match characters::codepoint(piece, 0, encoding) {
        Some((number, _)) if is_unicode(encoding) => raise_unicode(piece, number, encoding),
        _ => Step::Other,
    }
}

fn raise_ascii(byte: &mut u8) -> Step {
    let (next, carry) = match *byte {
        b'z' => (b'a', Some(b'a')),
        b'Z' => (b'A', Some(b'A')),
        b'9' => (b'0', Some(b'1')),
        other if other.is_ascii_alphanumeric() => (other + 1, None),
        _ => return Step::Other,
    };
    *byte = next;
    carry.map_or(Step::Done, |carry| Step::Carried(vec![carry]))
}

fn raise_unicode(piece: &mut [u8], number: u32, encoding: Encoding) -> Step {
    /// Characters that may stand between two neighbours, as one does between the Greek capitals.
    const GAP: u32 = 1;
    let Some(class) = class_of(number) else { return Step::Other };
    let neighbour = |number: u32| encoded(number, piece.len(), encoding).filter(|_| class_of(number) == Some(class));
    if let Some(next) = (1..=GAP + 1).find_map(|distance| neighbour(above(number, distance))) {
        piece.copy_from_slice(&next);
        return Step::Done;
    }
    let mut first = number;
    while first > 0 && neighbour(below(first)).is_some() {
        first = below(first);
    }
    let (Some(start), true) = (neighbour(first), first != number) else { return Step::Other };
    let carry = if class == Class::Digit { neighbour(above(first, 1)) } else { Some(start.clone()) };
    piece.copy_from_slice(&start);
    Step::Carried(carry.unwrap_or(start))
}

fn encoded(number: u32, length: usize, encoding: Encoding) -> Option<Vec<u8>> {
    characters::encode(number, encoding).map(|character| character.bytes().to_vec()).filter(|bytes| bytes.len() == length)
}

/// The numbers around one, over those that are no characters.
fn above(number: u32, distance: u32) -> u32 {
    let next = number + distance;
    if number < 0xd800 && next >= 0xd800 { next + 0x800 } else { next }
}

fn below(number: u32) -> u32 {
    if number == 0xe000 { 0xd7ff } else { number - 1 }
}

fn class_of(number: u32) -> Option<Class> {
    static LETTERS: OnceLock<CharSet> = OnceLock::new();
    static DIGITS: OnceLock<CharSet> = OnceLock::new();
    if DIGITS.get_or_init(|| unicode(Posix::Digit)).contains(number) {
        return Some(Class::Digit);
    }
    LETTERS.get_or_init(|| unicode(Posix::Alpha)).contains(number).then_some(Class::Letter)
}

/// Without letters or digits the last character itself goes up.
fn raise_any(bytes: &[u8], encoding: Encoding) -> Vec<u8> {
    let mut pieces: Vec<Vec<u8>> = characters::characters(bytes, encoding).map(<[u8]>::to_vec).collect();
    if !pieces.is_empty() {
        increment_any(&mut pieces, encoding);
    }
    pieces.concat()
}

/// The last character goes up, and carries to those before it; what is no character stays as it is.
fn increment_any(pieces: &mut Vec<Vec<u8>>, encoding: Encoding) {
    let mut carried_to = 0;
    for index in (0..pieces.len()).rev() {
        if characters::piece(&pieces[index], encoding) != Piece::Character(pieces[index].len()) {
            continue;
        }
        if increment_bytes(&mut pieces[index], encoding) {
            return;
        }
        carried_to = index;
    }
    let first = characters::encode(1, encoding).map_or_else(|| vec![1], |character| character.bytes().to_vec());
    pieces.insert(carried_to, first);
}

/// The next character of the same length; after the last comes the first, and false.
fn increment_bytes(piece: &mut [u8], encoding: Encoding) -> bool {
    let number = characters::codepoint(piece, 0, encoding).map(|(number, _)| number).filter(|_| is_unicode(encoding));
    match number {
        Some(number) => increment_unicode(piece, number, encoding),
        None => increment_counting(piece, encoding),
    }
}

fn increment_unicode(piece: &mut [u8], number: u32, encoding: Encoding) -> bool {
    if let Some(next) = encoded(above(number, 1), piece.len(), encoding) {
        piece.copy_from_slice(&next);
        return true;
    }
    if let Some(first) = [0, 0x80, 0x800, 0x10000].into_iter().find_map(|number| encoded(number, piece.len(), encoding)) {
        piece.copy_from_slice(&first);
    }
    false
}

/// Counts up as if the bytes were one number, over what is no character; behind the last comes the first.
fn increment_counting(piece: &mut [u8], encoding: Encoding) -> bool {
    if count_up(piece, encoding) {
        return true;
    }
    if characters::piece(piece, encoding) != Piece::Character(piece.len()) {
        count_up(piece, encoding);
    }
    false
}

/// False where all bytes went back to zero. Where no byte behind a place can make a character of what stands before it, the
/// place itself counts up next.
fn count_up(piece: &mut [u8], encoding: Encoding) -> bool {
    let length = piece.len();
    loop {
        let Some(place) = piece.iter().rposition(|byte| *byte != 0xff) else {
            piece.fill(0);
            return false;
        };
        piece[place + 1..].fill(0);
        piece[place] += 1;
        match characters::piece(piece, encoding) {
            Piece::Character(found) if found == length => return true,
            Piece::Character(found) => piece[found..].fill(0xff),
            Piece::Invalid if place + 1 < length => {
                let possible = (1..length).rev().find(|end| characters::piece(&piece[..*end], encoding) != Piece::Invalid);
                piece[possible.unwrap_or(0) + 1..].fill(0xff);
            }
            Piece::Invalid | Piece::Truncated => {}
        }
    }
}

pub const NATIVES: &[(&str, Native)] = &[("string_succ", successor)];
