//! The large character sets of East Asia: the library's tables, cut to what each encoding has.
//!
//! `encoding_rs` knows the sets as the Web uses them, which are those of Windows with extensions.
//! The standards that the encodings are named after have fewer characters, and in places others.

use std::collections::HashMap;
use std::sync::OnceLock;

use rutile_vm::value::characters;
use rutile_vm::prelude::*;

use crate::encoding::transcode::memo::{self, Memos};
use crate::encoding::transcode::rows;

/// The library's table.
fn table(encoding: Encoding) -> Option<&'static encoding_rs::Encoding> {
    Some(match encoding {
        Encoding::EUC_JP | Encoding::STATELESS_ISO_2022_JP | Encoding::CP51932 | Encoding::EUC_JIS_2004 | Encoding::EUCJP_MS => encoding_rs::EUC_JP,
        Encoding::SHIFT_JIS | Encoding::WINDOWS_31J => encoding_rs::SHIFT_JIS,
        Encoding::EUC_KR | Encoding::CP949 => encoding_rs::EUC_KR,
        Encoding::BIG5 | Encoding::BIG5_HKSCS | Encoding::CP950 => encoding_rs::BIG5,
        Encoding::GBK | Encoding::GB2312 => encoding_rs::GBK,
        Encoding::GB18030 => encoding_rs::GB18030,
        _ => return None,
    })
}

pub fn is_known(encoding: Encoding) -> bool {
    table(encoding).is_some()
}

/// Where the JIS encodings and those of Windows name different characters.
const JIS_DIFFERENCES: &[(char, char)] = &[
    ('\u{2015}', '\u{2014}'),
    ('\u{ff5e}', '\u{301c}'),
    ('\u{2225}', '\u{2016}'),
    ('\u{ff0d}', '\u{2212}'),
    ('\u{ffe0}', '\u{a2}'),
    ('\u{ffe1}', '\u{a3}'),
    ('\u{ffe2}', '\u{ac}'),
];

fn is_jis(encoding: Encoding) -> bool {
    matches!(encoding, Encoding::EUC_JP | Encoding::SHIFT_JIS | Encoding::EUC_JIS_2004)
}

/// Parts of the rows that GB 2312 fills: lead byte, first and last trail byte.
const GB2312_ROWS: &[(u8, u8, u8)] = &[
    (0xa1, 0xa1, 0xfe), (0xa2, 0xb1, 0xe2), (0xa2, 0xe5, 0xee), (0xa2, 0xf1, 0xfc), (0xa3, 0xa1, 0xfe), (0xa4, 0xa1, 0xf3),
    (0xa5, 0xa1, 0xf6), (0xa6, 0xa1, 0xb8), (0xa6, 0xc1, 0xd8), (0xa7, 0xa1, 0xc1), (0xa7, 0xd1, 0xf1), (0xa8, 0xa1, 0xba),
    (0xa8, 0xc5, 0xe9), (0xa9, 0xa4, 0xef), (0xd7, 0xa1, 0xf9),
];

/// Whether an encoding has these two bytes; the library's table may have more.
fn is_within(lead: u8, trail: u8, encoding: Encoding) -> bool {
    let in_gb2312 = || {
        matches!(lead, 0xb0..=0xd6 | 0xd8..=0xf7) || GB2312_ROWS.iter().any(|&(row, first, last)| row == lead && (first..=last).contains(&trail))
    };
    match encoding {
        // The rows that NEC and IBM added.
        Encoding::EUC_JP => !matches!(lead, 0xad | 0xf9..=0xfc),
        Encoding::SHIFT_JIS => !matches!(lead, 0x87 | 0xed..=0xfc),
        Encoding::GB2312 => in_gb2312(),
        Encoding::GBK => {
            let newer = match lead {
                0xa2 => trail == 0xe3,
                0xa3 => trail == 0xa0,
                0xa6 => matches!(trail, 0xd9..=0xdf | 0xec | 0xed | 0xf3),
                0xa8 => matches!(trail, 0xbc | 0xbf),
                0xa9 => matches!(trail, 0x89..=0x95),
                _ => lead == 0xfe && trail >= 0x50,
            };
            !newer
        }
        // What ETEN and Hong Kong added, but the characters and lines of ETEN behind the others.
        Encoding::BIG5 | Encoding::CP950 => match lead {
            0xa3 => !matches!(trail, 0xc0..=0xe0),
            0xc6 => trail < 0xa1,
            0xc7 | 0xc8 => false,
            _ => lead < 0xfa,
        },
        Encoding::EUCJP_MS => lead < 0xf5,
        // What the Web added, and second places of characters.
        Encoding::BIG5_HKSCS => match lead {
            0x87 => trail < 0x7a,
            0xa2 => !matches!(trail, 0xcc | 0xce),
            0xa3 => !matches!(trail, 0xc0..=0xe1),
            0xc6 => !matches!(trail, 0xcf | 0xd3 | 0xd5 | 0xd7 | 0xde | 0xdf),
            0xf9 => !matches!(trail, 0xe9..=0xeb | 0xf9..=0xfd),
            _ => true,
        },
        _ => true,
    }
}

fn is_private(character: char) -> bool {
    matches!(character, '\u{e000}'..='\u{f8ff}')
}

static DECODED: Memos = memo::memos();
static ENCODED: Memos = memo::memos();
/// The answer that there is none. No encoding has a character of this byte that is asked for here, and the character is ASCII.
const NONE: u32 = 1;

/// The character of some bytes that are one in the encoding.
pub fn decode(piece: &[u8], encoding: Encoding) -> Option<char> {
    let &[lead, trail] = piece else { return find_character(piece, encoding) };
    let key = u16::from_be_bytes([lead, trail]);
    let found = memo::of(&DECODED, encoding).get(key, || find_character(piece, encoding).map_or(NONE, u32::from));
    char::from_u32(found).filter(|_| found != NONE)
}

/// Writes the character in the encoding's bytes; false where it hasn't got it.
pub fn encode(out: &mut Vec<u8>, character: char, encoding: Encoding) -> bool {
    let Ok(key) = u16::try_from(u32::from(character)) else {
        let bytes = find_bytes(character, encoding);
        out.extend_from_slice(bytes.as_deref().unwrap_or_default());
        return bytes.is_some();
    };
    let found = memo::of(&ENCODED, encoding).get(key, || find_bytes(character, encoding).map_or(NONE, |bytes| packed(&bytes)));
    let first = found.leading_zeros() as usize / 8;
    if found != NONE {
        out.extend_from_slice(&found.to_be_bytes()[first..]);
    }
    found != NONE
}

/// The bytes as a number; the first of them is none of ASCII's.
fn packed(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0, |number, byte| number << 8 | u32::from(*byte))
}

fn find_character(piece: &[u8], encoding: Encoding) -> Option<char> {
    if encoding == Encoding::STATELESS_ISO_2022_JP {
        // A byte for the edition of the standard, then the two of EUC-JP.
        return if matches!(piece, [0x90 | 0x92, _, _]) { decode(&piece[1..], Encoding::EUC_JP) } else { None };
    }
    if let Some(character) = rows::decode(piece, encoding) {
        return Some(character);
    }
    if let &[lead, trail] = piece && !is_within(lead, trail, encoding) {
        return None;
    }
    let text = table(encoding)?.decode_without_bom_handling_and_without_replacement(piece)?;
    let mut letters = text.chars();
    let character = letters.next()?;
    if letters.next().is_some() || encoding == Encoding::GBK && is_private(character) {
        return None;
    }
    // Hong Kong's second places of what plain Big5 has are not read.
    if encoding == Encoding::BIG5_HKSCS && !matches!(piece, [0xa1..=0xf9, _]) && rows::hong_kong().get(&character).is_none_or(|own| own != piece) {
        return None;
    }
    let jis = JIS_DIFFERENCES.iter().find(|&&(windows, _)| windows == character).filter(|_| is_jis(encoding));
    Some(jis.map_or(character, |&(_, jis)| jis))
}

/// The character in the encoding's bytes; `None` where it hasn't got it.
fn find_bytes(character: char, encoding: Encoding) -> Option<Vec<u8>> {
    let table = table(encoding)?;
    if encoding == Encoding::STATELESS_ISO_2022_JP {
        let wide = find_bytes(character, Encoding::EUC_JP).filter(|bytes| matches!(**bytes, [0xa1..=0xfe, _]))?;
        return Some([&[0x92], &*wide].concat());
    }
    if let Some(bytes) = rows::encode(character, encoding) {
        return Some(bytes);
    }
    match encoding {
        // The library has for these what is only like them.
        Encoding::WINDOWS_31J | Encoding::CP51932 | Encoding::EUCJP_MS if matches!(character, '\u{a5}' | '\u{203e}' | '\u{2212}') => return None,
        Encoding::EUCJP_MS if character == '\u{a6}' => return None,
        Encoding::BIG5_HKSCS => {
            return rows::hong_kong().get(&character).filter(|pair| !matches!(pair, [0xa3, 0xc0..=0xe0])).map(|pair| pair.to_vec());
        }
        _ => {}
    }
    let mut wanted = character;
    if is_jis(encoding) {
        if JIS_DIFFERENCES.iter().any(|&(windows, _)| windows == character) || matches!(character, '\u{a5}' | '\u{203e}') {
            return None;
        }
        wanted = JIS_DIFFERENCES.iter().find(|&&(_, jis)| jis == character).map_or(character, |&(windows, _)| windows);
    }
    let mut buffer = [0; 4];
    let (bytes, _, failed) = table.encode(wanted.encode_utf8(&mut buffer));
    let has_supplement = matches!(encoding, Encoding::EUC_JP | Encoding::EUC_JIS_2004 | Encoding::EUCJP_MS);
    if has_supplement && (failed || matches!(*bytes, [lead, trail] if !is_within(lead, trail, encoding))) {
        let ibm = if encoding == Encoding::EUCJP_MS { rows::encode_ibm(wanted) } else { None };
        return ibm.or_else(|| supplement().get(&wanted).copied()).map(|bytes| bytes.to_vec());
    }
    if failed || characters::piece(&bytes, encoding) != characters::Piece::Character(bytes.len()) {
        return None;
    }
    match *bytes {
        [lead, trail] if !is_within(lead, trail, encoding) => None,
        _ if encoding == Encoding::GBK && is_private(character) => None,
        _ => Some(bytes.into_owned()),
    }
}

/// JIS X 0212, which EUC-JP has in three bytes: the library reads it but doesn't write it. The table is
/// turned around once in a process; it never changes.
pub fn supplement() -> &'static HashMap<char, [u8; 3]> {
    static SUPPLEMENT: OnceLock<HashMap<char, [u8; 3]>> = OnceLock::new();
    SUPPLEMENT.get_or_init(|| {
        let places = (0xa1..=0xfe_u8).flat_map(|row| (0xa1..=0xfe_u8).map(move |column| [0x8f, row, column]));
        places
            .filter_map(|bytes| {
                let text = encoding_rs::EUC_JP.decode_without_bom_handling_and_without_replacement(&bytes)?;
                Some((text.chars().next()?, bytes))
            })
            .collect()
    })
}
