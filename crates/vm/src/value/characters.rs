//! Where characters begin and end in the bytes of each encoding.
//!
//! Everything that walks text asks here: how long the character at some byte is,
//! whether bytes are valid, how many characters there are, what number a
//! character has. ASCII and UTF-8 have paths of their own, since nearly all text
//! is theirs; the other encodings go through [`piece`], which knows each scheme.
//!
//! Bytes that are no character count as CRuby counts them: as one unit of the
//! encoding when text is walked ([`char_len`]), as the longest beginning of a
//! character when text is repaired ([`broken_len`]).

use crate::value::encoding::{Encoding, Scheme};

/// The piece at the beginning of some bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// A character of so many bytes.
    Character(usize),
    /// Nothing that could ever be a character.
    Invalid,
    /// The beginning of a character that the end of the bytes cuts off.
    Truncated,
}

use Piece::*;

/// Bytes of the shortest character.
pub fn min_len(encoding: Encoding) -> usize {
    match encoding.scheme() {
        Scheme::Utf16(_) => 2,
        Scheme::Utf32(_) => 4,
        _ => 1,
    }
}

/// Bytes of the longest character.
pub fn max_len(encoding: Encoding) -> usize {
    match encoding.scheme() {
        Scheme::SingleByte | Scheme::Dummy => 1,
        Scheme::Utf8 | Scheme::Utf16(_) | Scheme::Utf32(_) | Scheme::Gb18030 | Scheme::EmacsMule => 4,
        Scheme::Cesu8 => 6,
        Scheme::EucJp => 3,
        Scheme::DoubleByte if encoding == Encoding::EUC_TW => 4,
        Scheme::ShiftJis | Scheme::DoubleByte => 2,
    }
}

/// Whether every character is one byte.
pub fn is_single_byte(encoding: Encoding) -> bool {
    matches!(encoding.scheme(), Scheme::SingleByte | Scheme::Dummy)
}

/// The piece that `bytes` begin with; they are not empty.
pub fn piece(bytes: &[u8], encoding: Encoding) -> Piece {
    match encoding.scheme() {
        Scheme::SingleByte if encoding == Encoding::US_ASCII && bytes[0] >= 0x80 => Invalid,
        Scheme::SingleByte | Scheme::Dummy => Character(1),
        Scheme::Utf8 => utf8_piece(bytes),
        Scheme::Utf16(big) => utf16_piece(bytes, big),
        Scheme::Utf32(big) => utf32_piece(bytes, big),
        Scheme::EucJp => euc_jp_piece(bytes),
        Scheme::ShiftJis => match bytes[0] {
            0..=0x7f | 0xa1..=0xdf => Character(1),
            0x81..=0x9f | 0xe0..=0xfc => with_trail(bytes, |trail| matches!(trail, 0x40..=0x7e | 0x80..=0xfc)),
            _ => Invalid,
        },
        Scheme::DoubleByte => double_byte_piece(bytes, encoding),
        Scheme::Gb18030 => gb18030_piece(bytes),
        Scheme::Cesu8 => cesu8_piece(bytes),
        Scheme::EmacsMule => emacs_mule_piece(bytes),
    }
}

fn with_trail(bytes: &[u8], is_trail: impl Fn(u8) -> bool) -> Piece {
    match bytes.get(1) {
        None => Truncated,
        Some(&trail) if is_trail(trail) => Character(2),
        Some(_) => Invalid,
    }
}

#[inline]
fn utf8_piece(bytes: &[u8]) -> Piece {
    let (length, low, high) = match bytes[0] {
        0..=0x7f => return Character(1),
        0xc2..=0xdf => (2, 0x80, 0xbf),
        0xe0 => (3, 0xa0, 0xbf),
        0xed => (3, 0x80, 0x9f),
        0xe1..=0xef => (3, 0x80, 0xbf),
        0xf0 => (4, 0x90, 0xbf),
        0xf1..=0xf3 => (4, 0x80, 0xbf),
        0xf4 => (4, 0x80, 0x8f),
        _ => return Invalid,
    };
    match bytes.get(1) {
        None => return Truncated,
        Some(&second) if second < low || second > high => return Invalid,
        Some(_) => {}
    }
    for index in 2..length {
        match bytes.get(index) {
            None => return Truncated,
            Some(&byte) if byte & 0xc0 != 0x80 => return Invalid,
            Some(_) => {}
        }
    }
    Character(length)
}

fn unit16(bytes: &[u8], at: usize, big: bool) -> Option<u16> {
    let pair = [*bytes.get(at)?, *bytes.get(at + 1)?];
    Some(if big { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) })
}

fn unit32(bytes: &[u8], big: bool) -> Option<u32> {
    let four = [*bytes.first()?, *bytes.get(1)?, *bytes.get(2)?, *bytes.get(3)?];
    Some(if big { u32::from_be_bytes(four) } else { u32::from_le_bytes(four) })
}

fn utf16_piece(bytes: &[u8], big: bool) -> Piece {
    match unit16(bytes, 0, big) {
        None => Truncated,
        Some(0xdc00..=0xdfff) => Invalid,
        Some(0xd800..=0xdbff) => match unit16(bytes, 2, big) {
            Some(0xdc00..=0xdfff) => Character(4),
            Some(_) => Invalid,
            None if big && bytes.get(2).is_some_and(|byte| !matches!(byte, 0xdc..=0xdf)) => Invalid,
            None => Truncated,
        },
        Some(_) => Character(2),
    }
}

fn utf32_piece(bytes: &[u8], big: bool) -> Piece {
    match unit32(bytes, big) {
        None => Truncated,
        Some(number) if char::from_u32(number).is_some() => Character(4),
        Some(_) => Invalid,
    }
}

fn euc_jp_piece(bytes: &[u8]) -> Piece {
    let is_trail = |byte: u8| matches!(byte, 0xa1..=0xfe);
    match bytes[0] {
        0..=0x7f => Character(1),
        0x8e | 0xa1..=0xfe => with_trail(bytes, is_trail),
        0x8f => match (bytes.get(1), bytes.get(2)) {
            (Some(&second), _) if !is_trail(second) => Invalid,
            (_, Some(&third)) => if is_trail(third) { Character(3) } else { Invalid },
            _ => Truncated,
        },
        _ => Invalid,
    }
}

fn double_byte_piece(bytes: &[u8], encoding: Encoding) -> Piece {
    let lead = bytes[0];
    if lead < 0x80 {
        return Character(1);
    }
    match encoding {
        Encoding::CP949 | Encoding::GBK => match lead {
            0x80 => Character(1),
            0xff => Invalid,
            _ if encoding == Encoding::GBK => with_trail(bytes, |trail| matches!(trail, 0x40..=0x7e | 0x80..=0xfe)),
            _ => with_trail(bytes, |trail| matches!(trail, 0x41..=0x5a | 0x61..=0x7a | 0x81..=0xfe)),
        },
        Encoding::EUC_TW if lead == 0x8e => euc_tw_plane(bytes),
        _ if !matches!(lead, 0xa1..=0xfe) => Invalid,
        Encoding::BIG5 | Encoding::CP950 | Encoding::BIG5_HKSCS | Encoding::BIG5_UAO | Encoding::CP951 => with_trail(bytes, |trail| matches!(trail, 0x40..=0x7e | 0xa1..=0xfe)),
        _ => with_trail(bytes, |trail| matches!(trail, 0xa1..=0xfe)),
    }
}

/// `8e`, the plane, and two bytes more.
fn euc_tw_plane(bytes: &[u8]) -> Piece {
    for (index, &byte) in bytes.iter().enumerate().take(4).skip(1) {
        let good = if index == 1 { matches!(byte, 0xa1..=0xb0) } else { matches!(byte, 0xa1..=0xfe) };
        if !good {
            return Invalid;
        }
    }
    if bytes.len() < 4 { Truncated } else { Character(4) }
}

fn gb18030_piece(bytes: &[u8]) -> Piece {
    match bytes[0] {
        0..=0x7f => return Character(1),
        0x80 | 0xff => return Invalid,
        _ => {}
    }
    match bytes.get(1) {
        None => Truncated,
        Some(0x40..=0x7e | 0x80..=0xfe) => Character(2),
        Some(0x30..=0x39) => match (bytes.get(2), bytes.get(3)) {
            (None, _) => Truncated,
            (Some(0x81..=0xfe), None) => Truncated,
            (Some(0x81..=0xfe), Some(0x30..=0x39)) => Character(4),
            _ => Invalid,
        },
        Some(_) => Invalid,
    }
}

/// Up to three bytes as in UTF-8, where surrogates must come in pairs: six bytes, one character.
fn cesu8_piece(bytes: &[u8]) -> Piece {
    match bytes {
        [0xed, 0xa0..=0xaf, rest @ ..] => {
            let pair: [fn(u8) -> bool; 4] =
                [|byte| byte & 0xc0 == 0x80, |byte| byte == 0xed, |byte| matches!(byte, 0xb0..=0xbf), |byte| byte & 0xc0 == 0x80];
            match rest.iter().zip(pair).all(|(&byte, fits)| fits(byte)) {
                true if rest.len() >= 4 => Character(6),
                true => Truncated,
                false => Invalid,
            }
        }
        [0xed, 0xb0..=0xbf, ..] | [0xf0..=0xf4, ..] => Invalid,
        _ => utf8_piece(bytes),
    }
}

/// Character sets of Emacs: official ones have one or two bytes behind the lead, private ones name the set first.
fn emacs_mule_piece(bytes: &[u8]) -> Piece {
    let (length, sets) = match bytes[0] {
        0..=0x7f => return Character(1),
        0x81..=0x8f => (2, 0xa0..=0xff),
        0x90..=0x99 => (3, 0xa0..=0xff),
        0x9a | 0x9b => (3, 0xe0..=0xef),
        0x9c => (4, 0xf0..=0xf4),
        0x9d => (4, 0xf5..=0xfe),
        _ => return Invalid,
    };
    let is_known = bytes.get(1).is_none_or(|second| sets.contains(second));
    match is_known && bytes[1..].iter().take(length - 1).all(|&byte| byte >= 0xa0) {
        true if bytes.len() >= length => Character(length),
        true => Truncated,
        false => Invalid,
    }
}

/// Length of the character at `at`, or (as the error) of the piece that stands for a broken one.
#[inline]
pub fn char_len(bytes: &[u8], at: usize, encoding: Encoding) -> Result<usize, usize> {
    let rest = &bytes[at..];
    if rest[0] < 0x80 && encoding.is_ascii_compatible() {
        return Ok(1);
    }
    match piece(rest, encoding) {
        Character(length) => Ok(length),
        _ => Err(min_len(encoding).min(rest.len())),
    }
}

/// Length of what is at `at`, character or not.
#[inline]
pub fn step(bytes: &[u8], at: usize, encoding: Encoding) -> usize {
    match char_len(bytes, at, encoding) {
        Ok(length) | Err(length) => length,
    }
}

/// Whether bytes end with a character of which some are missing.
pub fn ends_unfinished(bytes: &[u8], encoding: Encoding) -> bool {
    let Some(last) = bytes.len().checked_sub(1).filter(|_| !is_single_byte(encoding)) else { return false };
    let start = match encoding.scheme() {
        Scheme::Utf8 => (last.saturating_sub(3)..=last).rev().find(|at| bytes[*at] & 0xc0 != 0x80).unwrap_or(last),
        _ => start_of(bytes, last, encoding),
    };
    piece(&bytes[start..], encoding) == Truncated
}

/// How many bytes of an invalid piece are replaced together: the longest
/// beginning of a character, all of a truncated one.
pub fn broken_len(bytes: &[u8], at: usize, encoding: Encoding) -> usize {
    let rest = &bytes[at..];
    if rest.is_empty() || piece(rest, encoding) == Truncated {
        return rest.len();
    }
    let unit = min_len(encoding);
    let mut length = max_len(encoding).min(rest.len());
    if length <= unit * 2 {
        return unit.min(rest.len());
    }
    length -= unit;
    while length > unit && piece(&rest[..length], encoding) != Truncated {
        length -= unit;
    }
    length
}

/// Whether bytes are characters of the encoding and nothing else.
pub fn is_valid(bytes: &[u8], encoding: Encoding) -> bool {
    match encoding.scheme() {
        Scheme::Utf8 => std::str::from_utf8(bytes).is_ok(),
        Scheme::SingleByte if encoding == Encoding::US_ASCII => bytes.is_ascii(),
        Scheme::SingleByte | Scheme::Dummy => true,
        _ => {
            let mut at = 0;
            while at < bytes.len() {
                match char_len(bytes, at, encoding) {
                    Ok(length) => at += length,
                    Err(_) => return false,
                }
            }
            true
        }
    }
}

/// Characters of valid UTF-8: bytes that do not continue one.
pub fn count_valid_utf8(bytes: &[u8]) -> usize {
    // So many that one byte counts them: the processor takes a row of bytes at once.
    const ROW: usize = 192;
    bytes.chunks(ROW).map(|row| usize::from(row.iter().map(|&byte| u8::from((byte as i8) >= -0x40)).sum::<u8>())).sum()
}

/// How many characters (or broken pieces) there are.
pub fn count(bytes: &[u8], encoding: Encoding) -> usize {
    if is_single_byte(encoding) {
        return bytes.len();
    }
    if encoding.scheme() == Scheme::Utf8 && std::str::from_utf8(bytes).is_ok() {
        return count_valid_utf8(bytes);
    }
    let (mut at, mut characters) = (0, 0);
    while at < bytes.len() {
        at += step(bytes, at, encoding);
        characters += 1;
    }
    characters
}

/// The byte at which character `index` begins; `None` if there are not so many. The end counts.
pub fn offset_of(bytes: &[u8], index: usize, encoding: Encoding) -> Option<usize> {
    if is_single_byte(encoding) {
        return if index <= bytes.len() { Some(index) } else { None };
    }
    let (mut at, mut left) = (0, index);
    while left > 0 {
        if at >= bytes.len() {
            return None;
        }
        at += step(bytes, at, encoding);
        left -= 1;
    }
    Some(at)
}

/// [`offset_of`] for bytes known to be valid UTF-8: whole words of text are stepped over at once.
pub fn offset_of_valid_utf8(bytes: &[u8], index: usize) -> Option<usize> {
    const CHUNK: usize = 32;
    let (mut at, mut left) = (0, index);
    while left >= CHUNK && at + CHUNK <= bytes.len() {
        left -= count_valid_utf8(&bytes[at..at + CHUNK]);
        at += CHUNK;
    }
    while at < bytes.len() {
        if (bytes[at] as i8) >= -0x40 {
            if left == 0 {
                return Some(at);
            }
            left -= 1;
        }
        at += 1;
    }
    if left == 0 { Some(at) } else { None }
}

/// Where the character that contains byte `at` begins.
pub fn start_of(bytes: &[u8], at: usize, encoding: Encoding) -> usize {
    if at >= bytes.len() {
        return bytes.len();
    }
    match encoding.scheme() {
        Scheme::SingleByte | Scheme::Dummy => at,
        Scheme::Utf8 => {
            let mut start = at;
            while start > 0 && at - start < 3 && bytes[start] & 0xc0 == 0x80 {
                start -= 1;
            }
            if start + step(bytes, start, encoding) > at { start } else { at }
        }
        Scheme::Utf16(big) => {
            let start = at & !1;
            let low = matches!(unit16(bytes, start, big), Some(0xdc00..=0xdfff));
            let paired = start >= 2 && matches!(unit16(bytes, start - 2, big), Some(0xd800..=0xdbff));
            if low && paired { start - 2 } else { start }
        }
        Scheme::Utf32(_) => at & !3,
        _ => start_by_walking(bytes, at, encoding),
    }
}

/// Goes back to a byte that can only be a character of its own, then forward again.
fn start_by_walking(bytes: &[u8], at: usize, encoding: Encoding) -> usize {
    let mut position = bytes[..at].iter().rposition(|&byte| byte < 0x30).map_or(0, |index| index + 1);
    loop {
        let next = position + step(bytes, position, encoding);
        if next > at {
            return position;
        }
        position = next;
    }
}

/// Where the character before byte `at` begins; `at` is not 0.
pub fn previous(bytes: &[u8], at: usize, encoding: Encoding) -> usize {
    start_of(&bytes[..at.min(bytes.len())], at - 1, encoding)
}

/// The number of the character at `at` and its length; `None` where it is broken.
pub fn codepoint(bytes: &[u8], at: usize, encoding: Encoding) -> Option<(u32, usize)> {
    let rest = &bytes[at..];
    let length = match piece(rest, encoding) {
        Character(length) => length,
        _ => return None,
    };
    let number = match encoding.scheme() {
        Scheme::Utf8 => decode_utf8(&rest[..length]),
        Scheme::Utf16(big) => {
            let first = unit16(rest, 0, big)? as u32;
            match length {
                2 => first,
                _ => 0x10000 + ((first - 0xd800) << 10) + (unit16(rest, 2, big)? as u32 - 0xdc00),
            }
        }
        Scheme::Utf32(big) => unit32(rest, big)?,
        Scheme::Cesu8 => match length {
            6 => 0x10000 + ((decode_utf8(&rest[..3]) - 0xd800) << 10) + (decode_utf8(&rest[3..6]) - 0xdc00),
            _ => decode_utf8(&rest[..length]),
        },
        _ => rest[..length].iter().fold(0, |number, &byte| number << 8 | byte as u32),
    };
    Some((number, length))
}

/// The number of one valid UTF-8 character.
#[inline]
pub fn decode_utf8(bytes: &[u8]) -> u32 {
    let low = |index: usize| (bytes[index] & 0x3f) as u32;
    match bytes.len() {
        1 => bytes[0] as u32,
        2 => (bytes[0] as u32 & 0x1f) << 6 | low(1),
        3 => (bytes[0] as u32 & 0x0f) << 12 | low(1) << 6 | low(2),
        _ => (bytes[0] as u32 & 0x07) << 18 | low(1) << 12 | low(2) << 6 | low(3),
    }
}

/// The bytes of one character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Character {
    bytes: [u8; 6],
    length: u8,
}

impl Character {
    pub fn new(bytes: &[u8]) -> Character {
        let mut all = [0; 6];
        all[..bytes.len()].copy_from_slice(bytes);
        Character { bytes: all, length: bytes.len() as u8 }
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length as usize]
    }
}

/// The character with this number, if the encoding has one.
pub fn encode(number: u32, encoding: Encoding) -> Option<Character> {
    match encoding.scheme() {
        Scheme::Utf8 => {
            let mut buffer = [0; 4];
            Some(Character::new(char::from_u32(number)?.encode_utf8(&mut buffer).as_bytes()))
        }
        Scheme::Cesu8 if number > 0xffff => {
            let mut units = [0; 2];
            let mut bytes = Vec::with_capacity(6);
            for &unit in char::from_u32(number)?.encode_utf16(&mut units).iter() {
                bytes.extend([0xed, 0x80 | (unit >> 6 & 0x3f) as u8, 0x80 | (unit & 0x3f) as u8]);
            }
            Some(Character::new(&bytes))
        }
        Scheme::Cesu8 => encode(number, Encoding::UTF_8),
        Scheme::Utf16(big) => {
            let mut units = [0; 2];
            let mut buffer = Vec::with_capacity(4);
            for unit in char::from_u32(number)?.encode_utf16(&mut units) {
                buffer.extend(if big { unit.to_be_bytes() } else { unit.to_le_bytes() });
            }
            Some(Character::new(&buffer))
        }
        Scheme::Utf32(big) => {
            char::from_u32(number)?;
            Some(Character::new(&if big { number.to_be_bytes() } else { number.to_le_bytes() }))
        }
        _ => {
            let all = number.to_be_bytes();
            let skipped = (number.leading_zeros() as usize / 8).min(3);
            let bytes = &all[skipped..];
            let whole = piece(bytes, encoding) == Character(bytes.len());
            if whole { Some(Character::new(bytes)) } else { None }
        }
    }
}

/// Characters and broken pieces, one after the other.
pub struct Characters<'a> {
    bytes: &'a [u8],
    at: usize,
    encoding: Encoding,
}

/// Walks over the characters of some bytes; each item is the piece's bytes.
pub fn characters(bytes: &[u8], encoding: Encoding) -> Characters<'_> {
    Characters { bytes, at: 0, encoding }
}

impl<'a> Iterator for Characters<'a> {
    type Item = &'a [u8];

    #[inline]
    fn next(&mut self) -> Option<&'a [u8]> {
        if self.at >= self.bytes.len() {
            return None;
        }
        let start = self.at;
        self.at += step(self.bytes, start, self.encoding);
        Some(&self.bytes[start..self.at])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_utf8_counts_byte_by_byte_and_is_repaired_by_beginnings() {
        let bytes = b"a\xe3\x81b\xff\xf0\x9f\x92";
        assert_eq!(count(bytes, Encoding::UTF_8), 8);
        assert_eq!(broken_len(bytes, 1, Encoding::UTF_8), 2);
        assert_eq!(broken_len(bytes, 5, Encoding::UTF_8), 3);
    }

    #[test]
    fn every_scheme_goes_there_and_back() {
        let numbers = [
            (Encoding::UTF_8, 0x1f600),
            (Encoding::UTF_16LE, 0x1f600),
            (Encoding::UTF_16BE, 0x3042),
            (Encoding::UTF_32LE, 0x3042),
            (Encoding::EUC_JP, 0xa4a2),
            (Encoding::EUC_JP, 0x8fb0a1),
            (Encoding::SHIFT_JIS, 0x82a0),
            (Encoding::GB18030, 0x81308130),
            (Encoding::BIG5, 0xa440),
            (Encoding::ISO_8859_1, 0xe9),
        ];
        for (encoding, number) in numbers {
            let character = encode(number, encoding);
            let back = character.and_then(|character| codepoint(character.bytes(), 0, encoding));
            assert_eq!(back.map(|(number, _)| number), Some(number), "{}", encoding.name());
        }
        assert!(encode(0xd800, Encoding::UTF_8).is_none());
        assert!(encode(0x82ff, Encoding::SHIFT_JIS).is_none());
    }

    #[test]
    fn starts_are_found_from_inside_a_character() {
        let text = "aé漢😀".as_bytes();
        for (inside, start) in [(0, 0), (2, 1), (5, 3), (9, 6), (6, 6)] {
            assert_eq!(start_of(text, inside, Encoding::UTF_8), start);
        }
        assert_eq!(start_of(b"\x82\xa0\x82\xa2", 3, Encoding::SHIFT_JIS), 2);
        assert_eq!(offset_of_valid_utf8(text, 3), Some(6));
        assert_eq!(offset_of_valid_utf8(text, 4), Some(10));
        assert_eq!(offset_of_valid_utf8(text, 5), None);
    }
}
