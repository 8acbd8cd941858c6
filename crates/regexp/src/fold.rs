//! Characters that differ in case only.
//!
//! Two kinds: single characters that stand for each other, and characters that fold to several ("ß" and "ss").

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

use crate::charset::CharSet;
use crate::encoding::Encoding;
use crate::special_folds::SPECIAL_FOLDS;

/// The two characters above ASCII that fold to a letter of ASCII.
const LONG_S: u32 = 0x17f;
const KELVIN: u32 = 0x212a;
/// Small mu, iota and sigma: of several small letters that fold to them they are not the first.
const GREEK_FOLDS: [u32; 3] = [0x3bc, 0x3b9, 0x3c3];

fn ascii_letters(set: &CharSet) -> CharSet {
    let upper = set.intersection(&CharSet::of([(b'A' as u32, b'Z' as u32)]));
    let lower = set.intersection(&CharSet::of([(b'a' as u32, b'z' as u32)]));
    let shifted = |set: &CharSet, by: i64| CharSet::of(set.ranges().iter().map(|&(low, high)| ((low as i64 + by) as u32, (high as i64 + by) as u32)));
    set.union(&shifted(&upper, 32)).union(&shifted(&lower, -32))
}

/// Characters of several folds that fold to the same.
fn same_special(set: &CharSet) -> CharSet {
    let mut all = set.clone();
    if !SPECIAL_FOLDS.iter().any(|(code, _)| set.contains(*code)) {
        return all;
    }
    for (index, &(code, fold)) in SPECIAL_FOLDS.iter().enumerate() {
        for &(other, _) in SPECIAL_FOLDS.iter().skip(index + 1).filter(|(_, other)| *other == fold) {
            match (set.contains(code), set.contains(other)) {
                (true, false) => all.add(other, other),
                (false, true) => all.add(code, code),
                _ => {}
            }
        }
    }
    all
}

/// A set with all that differs in case only from a member. Between ASCII and what isn't, only members of `crossing` are
/// folded.
pub fn close(set: &CharSet, crossing: &CharSet, encoding: Encoding) -> CharSet {
    if encoding == Encoding::Bytes {
        return ascii_letters(set);
    }
    let ranges = set.ranges().iter().filter_map(|&(low, high)| {
        // Surrogates have no case, and no place in the tables.
        let (low, high) = (char::from_u32(low).unwrap_or('\u{e000}'), char::from_u32(high).unwrap_or('\u{d7ff}'));
        (low <= high).then(|| ClassUnicodeRange::new(low, high))
    });
    let mut class = ClassUnicode::new(ranges);
    if class.try_case_fold_simple().is_err() {
        return ascii_letters(set);
    }
    let folded = CharSet::of(class.ranges().iter().map(|range| (range.start() as u32, range.end() as u32)));
    let mut folded = same_special(&folded.union(set));
    for (upper, lower, other) in [(b'S', b's', LONG_S), (b'K', b'k', KELVIN)] {
        let pair = [upper as u32, lower as u32];
        let has_pair = pair.iter().any(|&letter| set.contains(letter));
        if !set.contains(other) && has_pair && !pair.iter().any(|&letter| set.contains(letter) && crossing.contains(letter)) {
            folded = folded.difference(&CharSet::of([(other, other)]));
        }
        if !has_pair && set.contains(other) && !crossing.contains(other) {
            folded = folded.difference(&CharSet::of(pair.map(|letter| (letter, letter))));
        }
    }
    folded
}

/// All that differs in case only from a character, itself included.
pub fn variants(code: u32, encoding: Encoding) -> CharSet {
    if code < 0x80 {
        return ascii_variants(code as u8, encoding);
    }
    let set = CharSet::of([(code, code)]);
    close(&set, &set, encoding)
}

fn ascii_variants(byte: u8, encoding: Encoding) -> CharSet {
    let other = match byte.to_ascii_lowercase() {
        b's' if encoding == Encoding::Utf8 => Some(LONG_S),
        b'k' if encoding == Encoding::Utf8 => Some(KELVIN),
        _ => None,
    };
    let same = [byte.to_ascii_uppercase(), byte.to_ascii_lowercase()].map(u32::from);
    CharSet::of(same.into_iter().chain(other).map(|code| (code, code)))
}

/// The characters that a character folds to, where they are several.
pub fn special(code: u32) -> Option<&'static [u32]> {
    SPECIAL_FOLDS.binary_search_by_key(&code, |entry| entry.0).ok().map(|index| SPECIAL_FOLDS[index].1)
}

/// The other characters that fold to the same several.
pub fn same_special_as(code: u32) -> impl Iterator<Item = u32> {
    let fold = special(code);
    SPECIAL_FOLDS.iter().filter(move |entry| entry.0 != code && fold == Some(entry.1)).map(|entry| entry.0)
}

/// The characters that fold to several, which begin with what a text begins with, and how many characters of it those are.
pub fn specials_at(text: &[u32]) -> Vec<(usize, CharSet)> {
    let folded: Vec<u32> = text.iter().take(3).map(|&code| simple(code)).collect();
    let mut found = Vec::new();
    for length in 2..=folded.len() {
        let of_length = SPECIAL_FOLDS.iter().filter(|(_, fold)| *fold == &folded[..length]);
        let set = CharSet::of(of_length.map(|&(code, _)| (code, code)));
        if !set.is_empty() {
            found.push((length, set));
        }
    }
    found
}

/// The folded form of a character that folds to one.
pub fn simple(code: u32) -> u32 {
    if code < 0x80 {
        return (code as u8).to_ascii_lowercase() as u32;
    }
    let all = variants(code, Encoding::Utf8);
    if let Some(greek) = GREEK_FOLDS.iter().copied().find(|&folded| all.contains(folded)) {
        return greek;
    }
    // The folded one is the lower-case letter, of those in ASCII before others.
    let lower = |code: &u32| char::from_u32(*code).is_some_and(|character| character.is_lowercase() && character.to_uppercase().next() != Some(character));
    all.members().find(lower).unwrap_or(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_of_letters() {
        assert_eq!(&[(b'A' as u32, b'A' as u32), (b'a' as u32, b'a' as u32)], variants(b'a' as u32, Encoding::Utf8).ranges());
        assert!(variants(b's' as u32, Encoding::Utf8).contains(LONG_S));
        assert!(!variants(b's' as u32, Encoding::Bytes).contains(LONG_S));
        assert!(variants(0xdf, Encoding::Utf8).contains(0x1e9e));
        assert_eq!(Some(&[0x73, 0x73][..]), special(0xdf));
        assert_eq!(2, specials_at(&[0x73, 0x53])[0].0);
        assert_eq!(0xe9, simple(0xc9));
    }
}
