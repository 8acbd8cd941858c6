//! What the properties of Unicode 15's characters were before Unicode 16 changed its mind of them.
//!
//! The tables of `regex-syntax` are those of Unicode 16. Its new characters are taken out by their age; here is what changed
//! of the old ones. Names are plain: without case, spaces and underscores.

use crate::charset::CharSet;

type Ranges = &'static [(u32, u32)];

/// Properties, by all their names, and the ranges that the newer tables have too many and too few.
struct Change {
    names: &'static [&'static str],
    too_many: Ranges,
    too_few: Ranges,
}

/// Letters that got capitals.
const CAPITALIZED: Ranges = &[(0x19b, 0x19b), (0x264, 0x264)];

/// Small letters above others.
const LETTERS_ABOVE: Ranges = &[(0x363, 0x36f), (0x1dd3, 0x1de6)];

/// A vowel sign that no longer stands above its letter.
const VOWEL_SIGN: Ranges = &[(0x1171e, 0x1171e)];

/// Spacing marks that became part of what stands before them.
const MARKS: Ranges = &[
    (0xcc0, 0xcc0),
    (0xcc7, 0xcc8),
    (0xcca, 0xccb),
    (0x1715, 0x1715),
    (0x1734, 0x1734),
    (0x1b3b, 0x1b3b),
    (0x1b3d, 0x1b3d),
    (0x1b43, 0x1b44),
    (0x1baa, 0x1baa),
    (0x1bf2, 0x1bf3),
    (0xa953, 0xa953),
    (0xa9c0, 0xa9c0),
    (0x111c0, 0x111c0),
    (0x11235, 0x11235),
    (0x1134d, 0x1134d),
    (0x116b6, 0x116b6),
    (0x1193d, 0x1193d),
    (0x11f41, 0x11f41),
    (0x16ff0, 0x16ff1),
    (0x1d166, 0x1d166),
    (0x1d16d, 0x1d16d),
];

const DIACRITICS: Ranges = &[
    (0xe3a, 0xe3a),
    (0x1734, 0x1734),
    (0x1a60, 0x1a60),
    (0x1be6, 0x1be6),
    (0x1bf2, 0x1bf3),
    (0xa806, 0xa806),
    (0xa82c, 0xa82c),
    (0x10a38, 0x10a3a),
    (0x10a3f, 0x10a3f),
    (0x1133b, 0x1133b),
    (0x11f41, 0x11f42),
];

const EXTENDERS: Ranges = &[(0xa71, 0xa71), (0xafb, 0xafb), (0x11237, 0x11237)];
const JOINERS_AND_DOTS: Ranges = &[(0x200c, 0x200d), (0x30fb, 0x30fb), (0xff65, 0xff65)];
const ENDS_OF_SENTENCES: Ranges = &[(0x17d4, 0x17d5), (0x2024, 0x2024), (0x2cf9, 0x2cfb), (0xfe12, 0xfe12), (0xfe15, 0xfe16)];
const ENDS_OF_TERMS: Ranges = &[(0x2024, 0x2024), (0x2cf9, 0x2cfb), (0xfe12, 0xfe12), (0xfe15, 0xfe16)];

const NONE: Ranges = &[];

const CHANGES: &[Change] = &[
    Change { names: &["changeswhencasemapped", "cwcm", "changeswhentitlecased", "cwt"], too_many: CAPITALIZED, too_few: NONE },
    Change { names: &["changeswhenuppercased", "cwu"], too_many: CAPITALIZED, too_few: NONE },
    Change { names: &["alphabetic", "alpha", "otheralphabetic", "oalpha"], too_many: LETTERS_ABOVE, too_few: NONE },
    Change { names: &["caseignorable", "ci", "nonspacingmark", "mn"], too_many: NONE, too_few: VOWEL_SIGN },
    Change { names: &["graphemeextend", "grext"], too_many: MARKS, too_few: VOWEL_SIGN },
    Change { names: &["graphemebase", "grbase"], too_many: VOWEL_SIGN, too_few: MARKS },
    Change { names: &["spacingmark", "mc"], too_many: VOWEL_SIGN, too_few: NONE },
    Change { names: &["othergraphemeextend", "ogrext"], too_many: MARKS, too_few: NONE },
    Change { names: &["gcb:extend"], too_many: MARKS, too_few: VOWEL_SIGN },
    Change { names: &["gcb:spacingmark"], too_many: VOWEL_SIGN, too_few: MARKS },
    Change { names: &["diacritic", "dia"], too_many: DIACRITICS, too_few: NONE },
    Change { names: &["extender", "ext"], too_many: EXTENDERS, too_few: NONE },
    Change { names: &["idcontinue", "idc", "otheridcontinue", "oidc"], too_many: JOINERS_AND_DOTS, too_few: NONE },
    Change { names: &["xidcontinue", "xidc"], too_many: JOINERS_AND_DOTS, too_few: NONE },
    Change { names: &["sentenceterminal", "sterm"], too_many: ENDS_OF_SENTENCES, too_few: NONE },
    Change { names: &["terminalpunctuation", "term"], too_many: ENDS_OF_TERMS, too_few: &[(0x836, 0x836)] },
];

/// The set of a property as Unicode 15 has it, of what the newer tables say of its characters.
pub fn before(name: &str, set: CharSet) -> CharSet {
    match CHANGES.iter().find(|change| change.names.contains(&name)) {
        Some(change) => {
            let fewer = set.difference(&CharSet::of(change.too_many.iter().copied()));
            fewer.union(&CharSet::of(change.too_few.iter().copied()))
        }
        None => set,
    }
}
