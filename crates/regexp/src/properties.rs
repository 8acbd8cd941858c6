//! The properties of characters: the POSIX classes and those of Unicode, by the names that Ruby gives them.
//!
//! The tables are those of `regex-syntax`; Ruby 3.4 is at Unicode 15, so what was assigned later is left out.

use std::sync::OnceLock;

use regex_syntax::hir::{Class, HirKind};

use crate::blocks::BLOCKS;
use crate::charset::{CharSet, LAST_UNICODE};
use crate::versions;

/// A class of characters that has a name in POSIX brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Posix {
    Alnum,
    Alpha,
    Ascii,
    Blank,
    Cntrl,
    Digit,
    Graph,
    Lower,
    Print,
    Punct,
    Space,
    Upper,
    XDigit,
    Word,
}

pub const POSIX_NAMES: &[(&str, Posix)] = &[
    ("alnum", Posix::Alnum),
    ("alpha", Posix::Alpha),
    ("blank", Posix::Blank),
    ("cntrl", Posix::Cntrl),
    ("digit", Posix::Digit),
    ("graph", Posix::Graph),
    ("lower", Posix::Lower),
    ("print", Posix::Print),
    ("punct", Posix::Punct),
    ("space", Posix::Space),
    ("upper", Posix::Upper),
    ("xdigit", Posix::XDigit),
    ("ascii", Posix::Ascii),
    ("word", Posix::Word),
];

/// A class in ASCII.
pub fn ascii(class: Posix) -> CharSet {
    let ranges: &[(char, char)] = match class {
        Posix::Alnum => &[('0', '9'), ('A', 'Z'), ('a', 'z')],
        Posix::Alpha => &[('A', 'Z'), ('a', 'z')],
        Posix::Ascii => &[('\0', '\x7f')],
        Posix::Blank => &[('\t', '\t'), (' ', ' ')],
        Posix::Cntrl => &[('\0', '\x1f'), ('\x7f', '\x7f')],
        Posix::Digit => &[('0', '9')],
        Posix::Graph => &[('!', '~')],
        Posix::Lower => &[('a', 'z')],
        Posix::Print => &[(' ', '~')],
        Posix::Punct => &[('!', '/'), (':', '@'), ('[', '`'), ('{', '~')],
        Posix::Space => &[('\t', '\r'), (' ', ' ')],
        Posix::Upper => &[('A', 'Z')],
        Posix::XDigit => &[('0', '9'), ('A', 'F'), ('a', 'f')],
        Posix::Word => &[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')],
    };
    CharSet::of(ranges.iter().map(|&(low, high)| (low as u32, high as u32)))
}

/// A class in Unicode. What most patterns ask for is worked out once for the process: it is constant, and takes a
/// thousand ranges to be put together.
pub fn unicode(class: Posix) -> CharSet {
    static WORD: OnceLock<CharSet> = OnceLock::new();
    static ALPHA: OnceLock<CharSet> = OnceLock::new();
    match class {
        Posix::Word => WORD.get_or_init(|| any_of(&["Alphabetic", "M", "Nd", "Pc", "Join_Control"])).clone(),
        Posix::Alpha => ALPHA.get_or_init(|| any_of(&["Alphabetic"])).clone(),
        Posix::Alnum => any_of(&["Alphabetic", "Nd"]),
        Posix::Ascii | Posix::XDigit => ascii(class),
        Posix::Blank => any_of(&["Zs"]).union(&ascii(class)),
        Posix::Cntrl => any_of(&["Cc"]),
        Posix::Digit => any_of(&["Nd"]),
        Posix::Lower => any_of(&["Lowercase"]),
        Posix::Upper => any_of(&["Uppercase"]),
        Posix::Punct => any_of(&["P"]).union(&ascii(class)),
        Posix::Space => any_of(&["White_Space"]),
        Posix::Graph => visible(),
        Posix::Print => visible().union(&any_of(&["Zs"])),
    }
}

/// Everything assigned that is neither space nor control.
fn visible() -> CharSet {
    assigned().difference(&any_of(&["White_Space", "Cc", "Cs"]))
}

fn any_of(names: &[&str]) -> CharSet {
    names.iter().filter_map(|name| table(name)).fold(CharSet::new(), |all, one| all.union(&one))
}

/// The characters of Unicode 15. An age is told of code points that never become characters, too.
fn assigned() -> &'static CharSet {
    static ASSIGNED: OnceLock<CharSet> = OnceLock::new();
    ASSIGNED.get_or_init(|| {
        let planes = (0..=LAST_UNICODE >> 16).map(|plane| (plane << 16 | 0xfffe, plane << 16 | 0xffff));
        let never = CharSet::of(planes.chain([(0xfdd0, 0xfdef)]));
        raw_table("age:15.0").unwrap_or_default().difference(&never)
    })
}

/// Whether Unicode 15 has a character.
pub fn is_assigned(character: char) -> bool {
    assigned().contains(character as u32)
}

/// A property by a name that the tables know, as Unicode 15 has it.
fn table(name: &str) -> Option<CharSet> {
    let known = raw_table(name)?;
    let name = plain_name(name.as_bytes())?;
    if KEPT_FREE.contains(&name.as_str()) {
        return Some(known);
    }
    Some(versions::before(&name, known.intersection(assigned())))
}

/// Properties that code points have before there are characters, or without there ever being any, by all their names.
const KEPT_FREE: [&str; 10] = [
    "extendedpictographic",
    "extpict",
    "defaultignorablecodepoint",
    "di",
    "otherdefaultignorablecodepoint",
    "odi",
    "patternsyntax",
    "patsyn",
    "noncharactercodepoint",
    "nchar",
];

fn raw_table(name: &str) -> Option<CharSet> {
    let parsed = regex_syntax::parse(&format!("\\p{{{name}}}")).ok()?;
    match parsed.kind() {
        HirKind::Class(Class::Unicode(class)) => {
            Some(CharSet::of(class.ranges().iter().map(|range| (range.start() as u32, range.end() as u32))))
        }
        HirKind::Literal(literal) => {
            let text = std::str::from_utf8(&literal.0).ok()?;
            Some(CharSet::of(text.chars().map(|character| (character as u32, character as u32))))
        }
        _ => None,
    }
}

const SURROGATES: (u32, u32) = (0xd800, 0xdfff);

/// The set that `\p{name}` stands for in a Unicode encoding; `None` where there is no such property.
pub fn property(name: &[u8]) -> Option<CharSet> {
    let name = plain_name(name)?;
    if let Some(value) = name.strip_prefix("age=") {
        let known = ["1.1", "2.0", "2.1", "3.0", "3.1", "3.2", "4.0", "4.1", "5.0", "5.1", "5.2", "6.0", "6.1", "6.2", "6.3"]
            .iter()
            .chain(&["7.0", "8.0", "9.0", "10.0", "11.0", "12.0", "12.1", "13.0", "14.0", "15.0"]);
        known.clone().find(|known| **known == value)?;
        return raw_table(&format!("age:{value}"));
    }
    if let Some(value) = name.strip_prefix("graphemeclusterbreak=") {
        return grapheme_break(value);
    }
    if name.starts_with("in") {
        if let Some(&(_, low, high)) = BLOCKS.iter().find(|(known, _, _)| *known == name) {
            return Some(CharSet::of([(low, high)]));
        }
        if name == "innoblock" {
            return Some(CharSet::of(BLOCKS.iter().map(|&(_, low, high)| (low, high))).complement(LAST_UNICODE));
        }
    }
    if let Some((_, class)) = POSIX_NAMES.iter().find(|(known, _)| *known == name) {
        return Some(match class {
            Posix::Punct => table("P")?,
            _ => unicode(*class),
        });
    }
    special(&name).or_else(|| if is_foreign(&name) { None } else { table(&name) })
}

/// Without case, spaces, hyphens and underscores.
fn plain_name(name: &[u8]) -> Option<String> {
    let letters = name.iter().filter(|byte| !matches!(byte, b' ' | b'-' | b'_'));
    let plain: String = letters.map(|byte| byte.to_ascii_lowercase() as char).collect();
    (plain.is_ascii() && !plain.is_empty()).then_some(plain)
}

/// The properties that the tables have in another way or not at all.
fn special(name: &str) -> Option<CharSet> {
    Some(match name {
        "any" => CharSet::of([(0, LAST_UNICODE)]),
        "assigned" => {
            let mut all = assigned().clone();
            all.add(SURROGATES.0, SURROGATES.1);
            all
        }
        "cn" | "unassigned" => {
            let mut all = assigned().clone();
            all.add(SURROGATES.0, SURROGATES.1);
            all.complement(LAST_UNICODE)
        }
        "cs" | "surrogate" => CharSet::of([SURROGATES]),
        "c" | "other" => {
            let control = any_of(&["Cc", "Cf", "Co"]);
            control.union(&special("cn")?).union(&CharSet::of([SURROGATES]))
        }
        "xposixpunct" => unicode(Posix::Punct),
        "unknown" | "zzzz" => any_of(&["Co"]).union(&special("cn")?).union(&CharSet::of([SURROGATES])),
        _ => return None,
    })
}

/// Names that the tables take and Ruby doesn't.
fn is_foreign(name: &str) -> bool {
    name.starts_with("is") || name.contains([':', '=', '.', '^', '}']) || matches!(name, "l&" | "lc&")
}

fn grapheme_break(value: &str) -> Option<CharSet> {
    let known = [
        "prepend", "cr", "lf", "control", "extend", "spacingmark", "l", "v", "t", "lv", "lvt", "zwj", "regionalindicator",
    ];
    known.iter().find(|known| **known == value)?;
    let mut set = match value {
        "zwj" => CharSet::of([(0x200d, 0x200d)]),
        "cr" => CharSet::of([(13, 13)]),
        "lf" => CharSet::of([(10, 10)]),
        "control" => raw_table("gcb:control")?,
        _ => table(&format!("gcb:{value}"))?,
    };
    if value == "control" {
        set.add(SURROGATES.0, SURROGATES.1);
    }
    Some(set)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_are_found_by_loose_names() {
        assert!(property(b"Hira gana").is_some_and(|set| set.contains(0x3042)));
        assert!(property(b"letter").is_some_and(|set| set.contains('x' as u32)));
        assert!(property(b"In_Basic_Latin").is_some_and(|set| set.len() == 128));
        assert!(property(b"Age=6.0").is_some());
        assert!(property(b"Nonsense").is_none());
        assert!(property(b"isgreek").is_none());
    }
}
