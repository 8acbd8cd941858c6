//! Rows of the large character sets that `encoding_rs` has not: those left to users, which stand for the private use
//! area, and those in which encodings of one family differ.

use std::collections::HashMap;
use std::sync::OnceLock;

use rutile_vm::prelude::*;

/// A stretch of characters in the order of their bytes that is one of code points, too.
struct Stretch {
    encoding: Encoding,
    /// The byte before the two, if there is one.
    prefix: Option<u8>,
    first: [u8; 2],
    last: [u8; 2],
    from: u32,
    /// The trail bytes of a row.
    columns: &'static [(u8, u8)],
}

const BIG5_COLUMNS: &[(u8, u8)] = &[(0x40, 0x7e), (0xa1, 0xfe)];
const SHIFT_JIS_COLUMNS: &[(u8, u8)] = &[(0x40, 0x7e), (0x80, 0xfc)];
const EUC_COLUMNS: &[(u8, u8)] = &[(0xa1, 0xfe)];

const fn stretch(encoding: Encoding, first: [u8; 2], last: [u8; 2], from: u32, columns: &'static [(u8, u8)]) -> Stretch {
    Stretch { encoding, prefix: None, first, last, from, columns }
}

const STRETCHES: &[Stretch] = &[
    stretch(Encoding::BIG5, [0xc6, 0xa1], [0xc8, 0xfe], 0xf6b1, BIG5_COLUMNS),
    stretch(Encoding::CP950, [0xfa, 0x40], [0xfe, 0xfe], 0xe000, BIG5_COLUMNS),
    stretch(Encoding::CP950, [0x8e, 0x40], [0xa0, 0xfe], 0xe311, BIG5_COLUMNS),
    stretch(Encoding::CP950, [0x81, 0x40], [0x8d, 0xfe], 0xeeb8, BIG5_COLUMNS),
    stretch(Encoding::CP950, [0xc6, 0xa1], [0xc8, 0xfe], 0xf6b1, BIG5_COLUMNS),
    stretch(Encoding::WINDOWS_31J, [0xf0, 0x40], [0xf9, 0xfc], 0xe000, SHIFT_JIS_COLUMNS),
    stretch(Encoding::EUCJP_MS, [0xf5, 0xa1], [0xfe, 0xfe], 0xe000, EUC_COLUMNS),
    Stretch { prefix: Some(0x8f), ..stretch(Encoding::EUCJP_MS, [0xf5, 0xa1], [0xfe, 0xfe], 0xe3ac, EUC_COLUMNS) },
];

impl Stretch {
    fn width(&self) -> u32 {
        self.columns.iter().map(|&(first, last)| (last - first) as u32 + 1).sum()
    }

    /// The number of a trail byte in its row.
    fn column(&self, trail: u8) -> Option<u32> {
        let mut before = 0;
        for &(first, last) in self.columns {
            if (first..=last).contains(&trail) {
                return Some(before + (trail - first) as u32);
            }
            before += (last - first) as u32 + 1;
        }
        None
    }

    /// How far two bytes are from the first of the stretch.
    fn place(&self, lead: u8, trail: u8) -> Option<u32> {
        let rows = (lead as u32).checked_sub(self.first[0] as u32)?;
        (rows * self.width() + self.column(trail)?).checked_sub(self.column(self.first[1])?)
    }

    fn decode(&self, piece: &[u8]) -> Option<char> {
        let pair = match (self.prefix, piece) {
            (None, &[lead, trail]) => [lead, trail],
            (Some(prefix), &[first, lead, trail]) if first == prefix => [lead, trail],
            _ => return None,
        };
        let (place, last) = (self.place(pair[0], pair[1])?, self.place(self.last[0], self.last[1])?);
        char::from_u32(self.from + place).filter(|_| place <= last)
    }

    fn encode(&self, character: char) -> Option<Vec<u8>> {
        let place = (character as u32).checked_sub(self.from)?;
        if place > self.place(self.last[0], self.last[1])? {
            return None;
        }
        let place = place + self.column(self.first[1])?;
        let (row, mut column) = (place / self.width(), place % self.width());
        let mut bytes: Vec<u8> = self.prefix.into_iter().collect();
        bytes.push(self.first[0] + row as u8);
        for &(first, last) in self.columns {
            let count = (last - first) as u32 + 1;
            if column < count {
                bytes.push(first + column as u8);
                return Some(bytes);
            }
            column -= count;
        }
        None
    }
}

/// Single characters in which an encoding is not what the library's table for its family says. A direction that
/// isn't said is as the table has it.
struct Difference {
    encoding: Encoding,
    bytes: &'static [u8],
    character: char,
    decoded: bool,
    encoded: bool,
}

const fn both(encoding: Encoding, bytes: &'static [u8], character: char) -> Difference {
    Difference { encoding, bytes, character, decoded: true, encoded: true }
}

const fn decoded(encoding: Encoding, bytes: &'static [u8], character: char) -> Difference {
    Difference { encoded: false, ..both(encoding, bytes, character) }
}

const fn encoded(encoding: Encoding, bytes: &'static [u8], character: char) -> Difference {
    Difference { decoded: false, ..both(encoding, bytes, character) }
}

const DIFFERENCES: &[Difference] = &[
    encoded(Encoding::SHIFT_JIS, b"\x81\x5c", '\u{2015}'),
    encoded(Encoding::EUC_JP, b"\xa1\xbd", '\u{2015}'),
    decoded(Encoding::EUC_JP, b"\x8f\xa2\xb7", '~'),
    encoded(Encoding::GB2312, b"\xa1\xaa", '\u{2015}'),
    encoded(Encoding::GB2312, b"\xa1\xa4", '\u{30fb}'),
    both(Encoding::EUCJP_MS, b"\x8f\xa2\xc3", '\u{ffe4}'),
    both(Encoding::CP950, b"\xf9\xfe", '\u{2593}'),
    both(Encoding::BIG5, b"\xf9\xfe", '\u{2593}'),
    encoded(Encoding::BIG5, b"\xa2\xa4", '\u{2550}'),
    encoded(Encoding::BIG5, b"\xa2\xa5", '\u{255e}'),
    encoded(Encoding::BIG5, b"\xa2\xa7", '\u{2561}'),
    encoded(Encoding::BIG5, b"\xa2\xa6", '\u{256a}'),
    encoded(Encoding::BIG5, b"\xc9\x69", '\u{4edd}'),
    encoded(Encoding::CP950, b"\xc9\x69", '\u{4edd}'),
    decoded(Encoding::BIG5_HKSCS, b"\xa1\x45", '\u{2022}'),
    decoded(Encoding::BIG5_HKSCS, b"\xa1\x4e", '\u{ff64}'),
    decoded(Encoding::BIG5_HKSCS, b"\xa1\xc2", '\u{203e}'),
    decoded(Encoding::BIG5_HKSCS, b"\xa1\xe3", '\u{223c}'),
    decoded(Encoding::BIG5_HKSCS, b"\xa1\xf2", '\u{2641}'),
    decoded(Encoding::BIG5_HKSCS, b"\xa1\xf3", '\u{2609}'),
    decoded(Encoding::BIG5_HKSCS, b"\xa2\x41", '\u{ff0f}'),
    decoded(Encoding::BIG5_HKSCS, b"\xa2\x42", '\u{ff3c}'),
    decoded(Encoding::BIG5_HKSCS, b"\xa2\x44", '\u{a5}'),
    decoded(Encoding::BIG5_HKSCS, b"\xa2\x46", '\u{a2}'),
    decoded(Encoding::BIG5_HKSCS, b"\xa2\x47", '\u{a3}'),
];

/// The character of a piece that the library's table hasn't got, or has another for.
pub fn decode(piece: &[u8], encoding: Encoding) -> Option<char> {
    let different = DIFFERENCES.iter().find(|each| each.decoded && each.encoding == encoding && each.bytes == piece);
    if let Some(difference) = different {
        return Some(difference.character);
    }
    if encoding == Encoding::EUCJP_MS && piece.len() == 3 && let Some(&character) = ibm_rows().0.get(piece) {
        return Some(character);
    }
    STRETCHES.iter().filter(|stretch| stretch.encoding == encoding).find_map(|stretch| stretch.decode(piece))
}

/// The same the other way.
pub fn encode(character: char, encoding: Encoding) -> Option<Vec<u8>> {
    let different = DIFFERENCES.iter().find(|each| each.encoded && each.encoding == encoding && each.character == character);
    if let Some(difference) = different {
        return Some(difference.bytes.to_vec());
    }
    STRETCHES.iter().filter(|stretch| stretch.encoding == encoding).find_map(|stretch| stretch.encode(character))
}

/// How many bytes begin a character that an encoding converts, though as text it doesn't have it.
pub fn converted_length(rest: &[u8], encoding: Encoding) -> Option<usize> {
    let leads = match encoding {
        Encoding::CP950 => 0x81..=0xa0,
        Encoding::BIG5_HKSCS => 0x87..=0xa0,
        _ => return None,
    };
    match *rest {
        [lead, 0x40..=0x7e | 0xa1..=0xfe, ..] if leads.contains(&lead) => Some(2),
        _ => None,
    }
}

type Rows = (HashMap<[u8; 3], char>, HashMap<char, [u8; 3]>);

/// The kanji that IBM added, where eucJP-ms has them: behind the standards' rows, in the order of Windows, and only what
/// those lack. Made once in a process; it never changes.
fn ibm_rows() -> &'static Rows {
    static ROWS: OnceLock<Rows> = OnceLock::new();
    ROWS.get_or_init(|| {
        let places = (0xf3..=0xf4_u8).flat_map(|row| (0xa1..=0xfe_u8).map(move |column| [0x8f, row, column]));
        let places = places.skip_while(|&place| place < [0x8f, 0xf3, 0xf3]);
        let bytes = (0xfa..=0xfc_u8).flat_map(|lead| (0x40..=0xfc_u8).map(move |trail| [lead, trail]));
        let characters = bytes
            .filter_map(|pair| {
                let text = encoding_rs::SHIFT_JIS.decode_without_bom_handling_and_without_replacement(&pair)?;
                Some((pair, text.chars().next()?))
            })
            .filter(|&(pair, character)| match pair {
                // Numerals and signs, but those that other rows have.
                [0xfa, 0x40..=0x5a] => !matches!(character, '\u{ffe2}' | '\u{ffe4}'),
                _ => character != '\u{2235}' && super::large::supplement().get(&character).is_none(),
            });
        let rows: Vec<([u8; 3], char)> = places.zip(characters.map(|(_, character)| character)).collect();
        (rows.iter().copied().collect(), rows.iter().map(|&(place, character)| (character, place)).collect())
    })
}

/// The bytes of what IBM added, in eucJP-ms.
pub fn encode_ibm(character: char) -> Option<[u8; 3]> {
    ibm_rows().1.get(&character).copied()
}

/// Big5 with what Hong Kong added, which the library reads but doesn't write: its table turned around, once in a process.
pub fn hong_kong() -> &'static HashMap<char, [u8; 2]> {
    static TABLE: OnceLock<HashMap<char, [u8; 2]>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = HashMap::new();
        for lead in 0x87..=0xfe_u8 {
            for trail in (0x40..=0x7e_u8).chain(0xa1..=0xfe) {
                let pair = [lead, trail];
                let Some(text) = encoding_rs::BIG5.decode_without_bom_handling_and_without_replacement(&pair) else { continue };
                let mut letters = text.chars();
                if let (Some(character), None) = (letters.next(), letters.next()) {
                    // Where a character has several places, that of plain Big5 is its own, else the last.
                    let place = table.entry(character).or_insert(pair);
                    if !([0xa4, 0x40]..=[0xf9, 0xd5]).contains(place) {
                        *place = pair;
                    }
                }
            }
        }
        table
    })
}
