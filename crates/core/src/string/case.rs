//! Upper and lower case, with Unicode's full mappings, and comparing without case.
//!
//! Options come as a number: [`ASCII`], [`TURKIC`], [`FOLD`] together.

use rutile_regexp::properties::is_assigned;
use rutile_vm::value::characters;
use rutile_vm::value::encoding::Scheme;
use rutile_vm::prelude::*;

use crate::string::invalid_bytes;
use crate::string::text::{self, Call};

const ASCII: i64 = 1;
const TURKIC: i64 = 2;
const FOLD: i64 = 4;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mapping {
    Up,
    Down,
    Swap,
    Capitalize,
}

/// `Primitive.string_up(string, options)`: a new string.
fn mapped(vm: &mut Vm, args: Arguments, mapping: Mapping) -> NativeResult {
    let call = Call::of(args);
    let string = call.string()?;
    let options = match call.count() {
        0 => 0,
        1 if call.is_direct() => call.integer(0)?,
        _ => return Err(Exit::Fallback),
    };
    let range = string.code_range();
    let bytes = map(vm, string, range, mapping, options)?;
    let result = vm.new_string(&bytes, string.encoding());
    if range == CodeRange::Ascii && options & TURKIC == 0 {
        result.set_code_range(range);
    }
    Ok(result.value())
}

fn map(vm: &mut Vm, string: StringRef, range: CodeRange, mapping: Mapping, options: i64) -> Result<Vec<u8>, Exit> {
    let unicode = matches!(string.encoding().scheme(), Scheme::Utf8 | Scheme::Cesu8 | Scheme::Utf16(_) | Scheme::Utf32(_));
    let single = string.encoding().scheme() == Scheme::SingleByte && range == CodeRange::Valid && string.encoding() != Encoding::BINARY;
    let bytewise = matches!(string.encoding().scheme(), Scheme::SingleByte | Scheme::Dummy) || range == CodeRange::Ascii;
    if !bytewise && range == CodeRange::Broken && (!unicode || options & ASCII == 0) {
        return Err(vm.argument_error("input string invalid".to_string()));
    }
    if !(unicode || single) || options & ASCII != 0 || range == CodeRange::Ascii && options & TURKIC == 0 {
        return Ok(map_ascii(string, range, mapping));
    }
    if single {
        return map_single_bytes(vm, string, mapping, options);
    }
    if string.encoding().scheme() == Scheme::Utf8 && let Ok(text) = std::str::from_utf8(string.bytes()) {
        return Ok(map_text(vm, text, mapping, options)?.into_bytes());
    }
    let text = crate::encoding::transcode::decode_unicode(string.bytes(), string.encoding());
    let result = map_text(vm, &text, mapping, options)?;
    Ok(crate::encoding::transcode::encode_unicode(&result, string.encoding()))
}

/// Letters of a single-byte encoding whose other case is in it too.
fn map_single_bytes(vm: &Vm, string: StringRef, mapping: Mapping, options: i64) -> Result<Vec<u8>, Exit> {
    let (encoding, mut attention) = (string.encoding(), Attention::default());
    let map_byte = |(index, &byte): (usize, &u8)| {
        attention.element(vm)?;
        let mapping = match mapping {
            Mapping::Capitalize if index == 0 => Mapping::Up,
            Mapping::Capitalize => Mapping::Down,
            mapping => mapping,
        };
        let Some(letter) = crate::encoding::transcode::character_of_byte(byte, encoding) else { return Ok(byte) };
        let mapped = map_text(vm, letter.encode_utf8(&mut [0; 4]), mapping, options)?;
        let mut letters = mapped.chars();
        Ok(match (letters.next(), letters.next()) {
            (Some(other), None) => crate::encoding::transcode::byte_of_character(other, encoding).unwrap_or(byte),
            _ => byte,
        })
    };
    string.bytes().iter().enumerate().map(map_byte).collect()
}

/// ASCII letters alone; bytes of longer characters may look like some.
fn map_ascii(string: StringRef, range: CodeRange, mapping: Mapping) -> Vec<u8> {
    let (bytes, encoding) = (string.bytes(), string.encoding());
    let mut result = map_bytes(bytes, mapping);
    let is_double = matches!(encoding.scheme(), Scheme::EucJp | Scheme::ShiftJis | Scheme::DoubleByte | Scheme::Gb18030 | Scheme::EmacsMule);
    if range == CodeRange::Ascii || !is_double {
        return result;
    }
    let mut at = 0;
    while at < bytes.len() {
        let end = at + characters::step(bytes, at, encoding);
        if end > at + 1 {
            result[at..end].copy_from_slice(&bytes[at..end]);
        }
        at = end;
    }
    result
}

fn map_bytes(bytes: &[u8], mapping: Mapping) -> Vec<u8> {
    match mapping {
        Mapping::Up => bytes.to_ascii_uppercase(),
        Mapping::Down => bytes.to_ascii_lowercase(),
        Mapping::Swap => bytes.iter().map(|&byte| if byte.is_ascii_alphabetic() { byte ^ 0x20 } else { byte }).collect(),
        Mapping::Capitalize => {
            let mut result = bytes.to_ascii_lowercase();
            if let Some(first) = result.first_mut() {
                first.make_ascii_uppercase();
            }
            result
        }
    }
}

fn map_text(vm: &Vm, text: &str, mapping: Mapping, options: i64) -> Result<String, LeftOff> {
    match mapping {
        Mapping::Up => map_characters(vm, text, |out, character| up(out, character, options)),
        Mapping::Down if options & FOLD != 0 => map_characters(vm, text, fold),
        Mapping::Down => map_characters(vm, text, |out, character| down(out, character, options)),
        Mapping::Swap => map_characters(vm, text, |out, character| {
            if character.is_uppercase() {
                down(out, character, options);
            } else if let Some(lower) = titlecase_letter(character) {
                down(out, lower, options);
            } else {
                up(out, character, options);
            }
        }),
        Mapping::Capitalize => map_characters(vm, text, |out, character| {
            if out.is_empty() { title(out, character, options) } else { down(out, character, options) }
        }),
    }
}

fn map_characters(vm: &Vm, text: &str, map: impl Fn(&mut String, char)) -> Result<String, LeftOff> {
    let (mut result, mut attention) = (String::with_capacity(text.len() + 8), Attention::default());
    for character in text.chars() {
        attention.step(vm, 2)?;
        map(&mut result, character);
    }
    Ok(result)
}

/// What lies between two cases of letters that follow each other in both.
fn case_distance(lower: char) -> Option<u32> {
    match lower {
        'à'..='ö' | 'ø'..='þ' | 'α'..='ρ' | 'σ'..='ϋ' | 'а'..='я' => Some(32),
        'ѐ'..='џ' => Some(80),
        _ => None,
    }
}

/// The letter in the other case, where the letters around it have theirs at the same distance: found without a search in all of Unicode.
fn plain_upper(character: char) -> Option<char> {
    case_distance(character).and_then(|distance| char::from_u32(character as u32 - distance))
}

/// The same downwards.
fn plain_lower(character: char) -> Option<char> {
    let distance = if matches!(character, 'Ѐ'..='Џ') { 80 } else { 32 };
    let lower = char::from_u32(character as u32 + distance)?;
    (case_distance(lower) == Some(distance)).then_some(lower)
}

fn up(out: &mut String, character: char, options: i64) {
    match character {
        'i' if options & TURKIC != 0 => out.push('İ'),
        _ if character.is_ascii() => out.push(character.to_ascii_uppercase()),
        _ => match plain_upper(character) {
            Some(upper) => out.push(upper),
            None if plain_lower(character).is_some() => out.push(character),
            None => push_known(out, character, character.to_uppercase()),
        },
    }
}

/// Appends what a letter is mapped to, or itself where Unicode 15 has not both yet.
fn push_known(out: &mut String, character: char, mapped: impl Iterator<Item = char> + Clone) {
    if is_assigned(character) && mapped.clone().all(is_assigned) {
        out.extend(mapped);
    } else {
        out.push(character);
    }
}

fn down(out: &mut String, character: char, options: i64) {
    match character {
        'I' if options & TURKIC != 0 => out.push('ı'),
        _ if character.is_ascii() => out.push(character.to_ascii_lowercase()),
        'İ' if options & TURKIC != 0 => out.push('i'),
        _ => match plain_lower(character) {
            Some(lower) => out.push(lower),
            None if plain_upper(character).is_some() => out.push(character),
            None => push_known(out, character, character.to_lowercase()),
        },
    }
}

/// The form in which letters that differ in case alone are the same.
fn fold(out: &mut String, character: char) {
    match character {
        _ if character.is_ascii() => out.push(character.to_ascii_lowercase()),
        _ => match plain_lower(character) {
            Some(lower) => out.push(lower),
            None if plain_upper(character).is_some() => out.push(character),
            None => {
                let folded = caseless::default_case_fold_str(character.encode_utf8(&mut [0; 4]));
                push_known(out, character, folded.chars());
            }
        },
    }
}

/// Letters that are one upper and one lower case letter together.
fn titlecase_letter(character: char) -> Option<char> {
    matches!(character, 'ǅ' | 'ǈ' | 'ǋ' | 'ǲ').then_some(character)
}

/// The form at the beginning of a word: digraphs and ligatures take only their first letter up.
fn title(out: &mut String, character: char, options: i64) {
    match character {
        'Ǆ' | 'ǅ' | 'ǆ' => out.push('ǅ'),
        'Ǉ' | 'ǈ' | 'ǉ' => out.push('ǈ'),
        'Ǌ' | 'ǋ' | 'ǌ' => out.push('ǋ'),
        'Ǳ' | 'ǲ' | 'ǳ' => out.push('ǲ'),
        // Greek letters with an iota below take it beside them when both are capital.
        '\u{1f80}'..='\u{1faf}' => out.extend(char::from_u32(character as u32 | 8)),
        '\u{1fb3}' | '\u{1fc3}' | '\u{1ff3}' => out.extend(char::from_u32(character as u32 + 9)),
        '\u{1fbc}' | '\u{1fcc}' | '\u{1ffc}' => out.push(character),
        '\u{10d0}'..='\u{10fa}' | '\u{10fd}'..='\u{10ff}' => out.push(character),
        _ => {
            let mut letters = String::new();
            up(&mut letters, character, options);
            let mut letters = letters.chars();
            out.extend(letters.next());
            letters.for_each(|letter| {
                if letter.is_uppercase() { out.extend(letter.to_lowercase()) } else { out.push(letter) }
            });
        }
    }
}

fn up_case(vm: &mut Vm, args: Arguments) -> NativeResult {
    mapped(vm, args, Mapping::Up)
}

fn down_case(vm: &mut Vm, args: Arguments) -> NativeResult {
    mapped(vm, args, Mapping::Down)
}

fn swap_case(vm: &mut Vm, args: Arguments) -> NativeResult {
    mapped(vm, args, Mapping::Swap)
}

fn capitalize(vm: &mut Vm, args: Arguments) -> NativeResult {
    mapped(vm, args, Mapping::Capitalize)
}

/// `upcase!` and its like of ASCII alone; nil where nothing changed.
fn mapped_in_place(vm: &mut Vm, args: Arguments, mapping: Mapping) -> NativeResult {
    let string = Call::taking(args, 0)?.string()?;
    if string.code_range() != CodeRange::Ascii || !string.encoding().is_ascii_compatible() {
        return Err(Exit::Fallback);
    }
    let changed = vm.change_bytes(string, |_, bytes| map_letters(bytes, mapping))?;
    Ok(if changed { string.value() } else { Value::NIL })
}

/// Whether any letter changed.
fn map_letters(bytes: &mut [u8], mapping: Mapping) -> bool {
    let mut changed = false;
    for (index, byte) in bytes.iter_mut().enumerate() {
        let goes_up = match mapping {
            Mapping::Up => true,
            Mapping::Down => false,
            Mapping::Swap => byte.is_ascii_lowercase(),
            Mapping::Capitalize => index == 0,
        };
        let new = if goes_up { byte.to_ascii_uppercase() } else { byte.to_ascii_lowercase() };
        changed |= new != *byte;
        *byte = new;
    }
    changed
}

/// How many bytes of whole pieces two texts have in common, but for the case of their letters.
fn same_pieces(a: &[u8], b: &[u8]) -> usize {
    const PIECE: usize = 32;
    let pieces = a.chunks_exact(PIECE).zip(b.chunks_exact(PIECE));
    pieces.take_while(|(a, b)| a == b || a.eq_ignore_ascii_case(b)).count() * PIECE
}

/// `casecmp`: ASCII letters alike, everything else by bytes.
fn compare_ascii_case(_vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::taking(args, 1)?;
    let (a, b) = (call.string()?, call.text(0)?);
    if text::compatible(a, b).is_none() {
        return Ok(Value::NIL);
    }
    if [a, b].iter().all(|string| string.encoding().scheme() == Scheme::Utf8 || string.code_range() == CodeRange::Ascii) {
        let same = same_pieces(a.bytes(), b.bytes());
        let fold = |string: StringRef| string.bytes()[same..].iter().map(u8::to_ascii_lowercase);
        return Ok(Value::fixnum(fold(a).cmp(fold(b)) as i64));
    }
    let fold = |string: StringRef| map_ascii(string, string.code_range(), Mapping::Down);
    Ok(Value::fixnum(fold(a).cmp(&fold(b)) as i64))
}

/// `casecmp?`: by Unicode's case folding.
fn equal_folded(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::taking(args, 1)?;
    let (a, b) = (call.string()?, call.text(0)?);
    if text::compatible(a, b).is_none() {
        return Ok(Value::NIL);
    }
    for string in [a, b] {
        if string.code_range() == CodeRange::Broken && string.encoding() != Encoding::US_ASCII {
            return Err(vm.argument_error("input string invalid".to_string()));
        }
    }
    let (left, right) = (map(vm, a, a.code_range(), Mapping::Down, FOLD)?, map(vm, b, b.code_range(), Mapping::Down, FOLD)?);
    Ok(Value::boolean(left == right))
}

fn collected(vm: &Vm, characters: impl Iterator<Item = char>) -> Result<String, Exit> {
    let (mut attention, mut text) = (Attention::default(), String::new());
    for character in characters {
        attention.step(vm, 1)?;
        text.push(character);
    }
    Ok(text)
}

/// `Primitive.string_normalize(string, form)`: form 0 is NFC, 1 NFD, 2 NFKC, 3 NFKD.
fn normalize(vm: &mut Vm, args: Arguments) -> NativeResult {
    use unicode_normalization::UnicodeNormalization;
    let string = StringRef::from_value(args.get(0)).ok_or(Exit::Fallback)?;
    if string.code_range() == CodeRange::Broken {
        return Err(invalid_bytes(vm, string));
    }
    let text = crate::encoding::transcode::decode_unicode(string.bytes(), string.encoding());
    let result = match args.get(1).as_fixnum() {
        Some(0) => collected(vm, text.nfc()),
        Some(1) => collected(vm, text.nfd()),
        Some(2) => collected(vm, text.nfkc()),
        _ => collected(vm, text.nfkd()),
    }?;
    let bytes = crate::encoding::transcode::encode_unicode(&result, string.encoding());
    text::make(vm, &bytes, string.encoding())
}

pub const NATIVES: &[(&str, Native)] = &[
    ("string_upcase", up_case),
    ("string_downcase", down_case),
    ("string_swapcase", swap_case),
    ("string_capitalize", capitalize),
    ("string_upcase_in_place", |vm, args| mapped_in_place(vm, args, Mapping::Up)),
    ("string_downcase_in_place", |vm, args| mapped_in_place(vm, args, Mapping::Down)),
    ("string_swapcase_in_place", |vm, args| mapped_in_place(vm, args, Mapping::Swap)),
    ("string_capitalize_in_place", |vm, args| mapped_in_place(vm, args, Mapping::Capitalize)),
    ("string_casecmp", compare_ascii_case),
    ("string_equal_folded", equal_folded),
    ("string_normalize", normalize),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_at_a_distance_are_those_of_unicode() {
        for character in '\0'..=char::MAX {
            if let Some(upper) = plain_upper(character) {
                assert_eq!(character.to_uppercase().collect::<Vec<_>>(), [upper]);
            }
            if let Some(lower) = plain_lower(character).filter(|_| !character.is_ascii()) {
                assert_eq!(character.to_lowercase().collect::<Vec<_>>(), [lower]);
            }
        }
    }
}
