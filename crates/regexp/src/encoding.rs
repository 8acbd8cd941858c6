//! Characters in bytes: of UTF-8, or one a byte.
//!
//! Bytes that are no character of UTF-8 are stepped over one at a time, and are no member of any class.

/// How bytes are read as characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    Utf8,
    /// One character a byte, those above ASCII without any property.
    Bytes,
}

impl Encoding {
    /// The largest code that a character can have.
    pub fn last(self) -> u32 {
        match self {
            Encoding::Utf8 => crate::charset::LAST_UNICODE,
            Encoding::Bytes => 0xff,
        }
    }

    /// Appends a character's bytes.
    pub fn append(self, code: u32, out: &mut Vec<u8>) {
        match self {
            Encoding::Bytes => out.push(code as u8),
            Encoding::Utf8 => out.extend_from_slice(&encode(code).0[..encode(code).1]),
        }
    }
}

/// The code that a byte decodes to that belongs to no character: behind all characters.
pub const INVALID: u32 = 0x11_0000;

/// The bytes of a code point and how many they are; surrogates are encoded as any other.
pub fn encode(code: u32) -> ([u8; 4], usize) {
    let tail = |shift: u32| 0x80 | (code >> shift & 0x3f) as u8;
    match code {
        0..0x80 => ([code as u8, 0, 0, 0], 1),
        0x80..0x800 => ([0xc0 | (code >> 6) as u8, tail(0), 0, 0], 2),
        0x800..0x1_0000 => ([0xe0 | (code >> 12) as u8, tail(6), tail(0), 0], 3),
        _ => ([0xf0 | (code >> 18) as u8, tail(12), tail(6), tail(0)], 4),
    }
}

/// The character at the beginning of `bytes`, which aren't empty, and its length.
#[inline]
pub fn decode(bytes: &[u8]) -> (u32, usize) {
    let first = bytes[0];
    if first < 0x80 {
        return (first as u32, 1);
    }
    decode_long(bytes)
}

fn decode_long(bytes: &[u8]) -> (u32, usize) {
    let tail = |at: usize| bytes.get(at).filter(|byte| **byte & 0xc0 == 0x80).map(|byte| (byte & 0x3f) as u32);
    let first = bytes[0] as u32;
    let found = match first {
        0xc2..=0xdf => tail(1).map(|one| ((first & 0x1f) << 6 | one, 2)),
        0xe0..=0xef => tail(1).zip(tail(2)).map(|(one, two)| ((first & 0xf) << 12 | one << 6 | two, 3)).filter(|found| found.0 >= 0x800),
        0xf0..=0xf4 => tail(1)
            .zip(tail(2).zip(tail(3)))
            .map(|(one, (two, three))| ((first & 7) << 18 | one << 12 | two << 6 | three, 4))
            .filter(|found| (0x1_0000..INVALID).contains(&found.0)),
        _ => None,
    };
    found.unwrap_or((INVALID, 1))
}

/// Where the character before `at` begins; `at` is not 0.
#[inline]
pub fn before(bytes: &[u8], at: usize) -> usize {
    let start = at - 1;
    if bytes[start] & 0xc0 != 0x80 {
        return start;
    }
    let lowest = at.saturating_sub(4);
    let mut lead = start;
    while lead > lowest && bytes[lead] & 0xc0 == 0x80 {
        lead -= 1;
    }
    // A character that doesn't reach to `at` is not what stands before it.
    if lead + decode(&bytes[lead..at]).1 == at { lead } else { start }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_read_both_ways() {
        let text = "aé€😀".as_bytes();
        let mut at = 0;
        for character in "aé€😀".chars() {
            let (code, length) = decode(&text[at..]);
            assert_eq!(character as u32, code);
            assert_eq!(at, before(text, at + length));
            at += length;
        }
        assert_eq!((INVALID, 1), decode(b"\xff"));
        assert_eq!((INVALID, 1), decode(b"\xe2\x82"));
        assert_eq!(1, before(b"a\x80", 2));
    }
}
