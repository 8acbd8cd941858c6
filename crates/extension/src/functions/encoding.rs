//! Encodings.

use std::ffi::{c_char, c_int, c_long, c_uint};
use std::ptr;

use rutile_vm::prelude::*;
use rutile_vm::value::characters::{self, Piece};
use rutile_vm::value::encoding::{Scheme, TABLE};

use crate::define::functions;
use crate::state::state;
use crate::{memory, ruby};

/// `rb_encoding`: what C code may read of one.
#[repr(C)]
pub struct CEncoding {
    name: *const c_char,
    min_length: c_int,
    max_length: c_int,
    index: c_int,
    is_newline: extern "C" fn(*const c_char, *const c_char, *const CEncoding) -> c_int,
    is_code_of_kind: extern "C" fn(c_uint, c_uint, *const CEncoding) -> c_int,
    /// The name with its zero byte.
    text: Box<[u8]>,
}

extern "C" fn is_newline(at: *const c_char, end: *const c_char, _encoding: *const CEncoding) -> c_int {
    memory::bytes(at, end as c_long - at as c_long).starts_with(b"\n").into()
}

extern "C" fn is_code_of_kind(code: c_uint, kind: c_uint, _encoding: *const CEncoding) -> c_int {
    is_of_kind(code, kind).into()
}

const COUNT: usize = TABLE.len();

/// Bits of what is known of a String, as the API has them.
mod code_range {
    pub const UNKNOWN: i32 = 0;
    pub const ASCII: i32 = 1 << 20;
    pub const VALID: i32 = 1 << 21;
    pub const BROKEN: i32 = ASCII | VALID;
}

/// The encoding that C code names; BINARY where it names none.
pub(crate) fn of(named: *const CEncoding) -> Encoding {
    // SAFETY: it is null, or was given to C code by `for_c`.
    unsafe { named.as_ref() }.map_or(Encoding::BINARY, |encoding| Encoding(encoding.index as u8))
}

/// An encoding for C code, the same place each time.
pub fn for_c(vm: &mut Vm, encoding: Encoding) -> *const CEncoding {
    let known = &mut state(vm).encodings;
    let index = encoding.0 as usize;
    if known.len() <= index {
        known.resize_with(index + 1, || None);
    }
    let entry = known[index].get_or_insert_with(|| {
        let text: Box<[u8]> = [encoding.name().as_bytes(), b"\0"].concat().into();
        let (min_length, max_length) = (characters::min_len(encoding), characters::max_len(encoding));
        Box::new(CEncoding {
            name: text.as_ptr().cast(),
            min_length: min_length as c_int,
            max_length: max_length as c_int,
            index: index as c_int,
            is_newline,
            is_code_of_kind,
            text,
        })
    });
    debug_assert_eq!(entry.name, entry.text.as_ptr().cast());
    &raw const **entry
}

/// The Encoding object of what C code names; nil for none.
pub fn value_of(vm: &mut Vm, named: *const CEncoding) -> Value {
    if named.is_null() { Value::NIL } else { object_of(vm, of(named)) }
}

fn object_of(vm: &mut Vm, encoding: Encoding) -> Value {
    let name = vm.string(encoding.name());
    ruby::helper(vm, "encoding_named", &[name])
}

/// The encoding of a value that has one.
fn encoding_of(vm: &mut Vm, value: Value) -> Option<Encoding> {
    if let Some(string) = value.as_string() {
        return Some(string.encoding());
    }
    if let Some(symbol) = value.as_symbol() {
        return Some(vm.symbols.encoding(symbol));
    }
    if value.is_immediate() {
        return None;
    }
    let name = ruby::helper(vm, "encoding_name_of", &[value]);
    name.as_string().and_then(|name| Encoding::find(&name.text()))
}

fn length_at(bytes: &[u8], encoding: Encoding) -> usize {
    if bytes.is_empty() { 0 } else { characters::step(bytes, 0, encoding).clamp(1, bytes.len()) }
}

/// How many bytes of a character are still to come behind its beginning.
fn missing(bytes: &[u8], encoding: Encoding) -> usize {
    let whole = match encoding.scheme() {
        Scheme::Utf8 => bytes[0].leading_ones() as usize,
        Scheme::Utf16(_) => bytes.len().next_multiple_of(2).max(if bytes.len() < 2 { 2 } else { 4 }),
        Scheme::Utf32(_) => 4,
        _ => bytes.len() + 1,
    };
    whole - bytes.len()
}

pub(super) fn between<'a>(start: *const c_char, end: *const c_char) -> &'a [u8] {
    memory::bytes(start, (end as c_long).wrapping_sub(start as c_long))
}

/// `ONIGERR_INVALID_CODE_POINT_VALUE` and `ONIGERR_TOO_BIG_WIDE_CHAR_VALUE`.
const INVALID_CODE_POINT: c_int = -400;
const TOO_LARGE_CODE_POINT: c_int = -401;

/// What CRuby takes for the length of a character that an encoding has not: it tells where no byte can begin one.
fn length_of_none(code: u32, encoding: Encoding) -> c_int {
    match (encoding.scheme(), characters::min_len(encoding)) {
        (_, 4) => 4,
        (_, 2) if code > 0xffff => 4,
        (_, 2) => 2,
        _ if characters::max_len(encoding) == 1 => 1,
        (Scheme::Utf8, _) if (0xd800..0xe000).contains(&code) => 3,
        (Scheme::Utf8, _) if code > 0xffff_fffd => 1,
        (scheme, _) if code > 0xffff || scheme == Scheme::Utf8 => TOO_LARGE_CODE_POINT,
        _ => INVALID_CODE_POINT,
    }
}

functions! {
    fn rb_utf8_encoding(vm) -> *const CEncoding {
        Ok(for_c(vm, Encoding::UTF_8))
    }

    fn rb_ascii8bit_encoding(vm) -> *const CEncoding {
        Ok(for_c(vm, Encoding::BINARY))
    }

    fn rb_usascii_encoding(vm) -> *const CEncoding {
        Ok(for_c(vm, Encoding::US_ASCII))
    }

    fn rb_locale_encoding(vm) -> *const CEncoding {
        let encoding = vm.settings.locale;
        Ok(for_c(vm, encoding))
    }

    fn rb_filesystem_encoding(vm) -> *const CEncoding {
        let encoding = vm.settings.default_external;
        Ok(for_c(vm, encoding))
    }

    fn rb_default_external_encoding(vm) -> *const CEncoding {
        let encoding = vm.settings.default_external;
        Ok(for_c(vm, encoding))
    }

    fn rb_default_internal_encoding(vm) -> *const CEncoding {
        match vm.settings.default_internal {
            Some(encoding) => Ok(for_c(vm, encoding)),
            None => Ok(ptr::null()),
        }
    }

    fn rb_utf8_encindex(vm) -> c_int {
        Ok(Encoding::UTF_8.0.into())
    }

    fn rb_ascii8bit_encindex(vm) -> c_int {
        Ok(Encoding::BINARY.0.into())
    }

    fn rb_usascii_encindex(vm) -> c_int {
        Ok(Encoding::US_ASCII.0.into())
    }

    fn rb_locale_encindex(vm) -> c_int {
        Ok(vm.settings.locale.0.into())
    }

    fn rb_filesystem_encindex(vm) -> c_int {
        Ok(vm.settings.default_external.0.into())
    }

    fn rb_enc_find(vm, name: *const c_char) -> *const CEncoding {
        match Encoding::find(&String::from_utf8_lossy(memory::text(name))) {
            Some(encoding) => Ok(for_c(vm, encoding)),
            None => Ok(ptr::null()),
        }
    }

    fn rb_enc_find_index(vm, name: *const c_char) -> c_int {
        Ok(Encoding::find(&String::from_utf8_lossy(memory::text(name))).map_or(-1, |encoding| encoding.0.into()))
    }

    fn rb_enc_from_index(vm, index: c_int) -> *const CEncoding {
        match u8::try_from(index) {
            Ok(index) if (index as usize) < COUNT => Ok(for_c(vm, Encoding(index))),
            _ => Ok(ptr::null()),
        }
    }

    fn rb_enc_to_index(vm, named: *const CEncoding) -> c_int {
        Ok(if named.is_null() { 0 } else { of(named).0.into() })
    }

    fn rb_enc_get(vm, value: Value) -> *const CEncoding {
        match encoding_of(vm, value) {
            Some(encoding) => Ok(for_c(vm, encoding)),
            None => Ok(ptr::null()),
        }
    }

    fn rb_enc_get_index(vm, value: Value) -> c_int {
        Ok(encoding_of(vm, value).map_or(-1, |encoding| encoding.0.into()))
    }

    fn rb_enc_associate(vm, value: Value, named: *const CEncoding) -> Value {
        associate(vm, value, of(named))
    }

    fn rb_enc_associate_index(vm, value: Value, index: c_int) -> Value {
        associate(vm, value, Encoding(index as u8))
    }

    fn rb_enc_set_index(vm, value: Value, index: c_int) {
        associate(vm, value, Encoding(index as u8)).map(|_| ())
    }

    fn rb_enc_copy(vm, to: Value, from: Value) {
        let encoding = encoding_of(vm, from).unwrap_or(Encoding::BINARY);
        associate(vm, to, encoding).map(|_| ())
    }

    fn rb_enc_from_encoding(vm, named: *const CEncoding) -> Value {
        Ok(value_of(vm, named))
    }

    fn rb_to_encoding(vm, value: Value) -> *const CEncoding {
        let name = ruby::helper(vm, "name_of_encoding", &[value]);
        match name.as_string().and_then(|name| Encoding::find(&name.text())) {
            Some(encoding) => Ok(for_c(vm, encoding)),
            None => Ok(ptr::null()),
        }
    }

    fn rb_to_encoding_index(vm, value: Value) -> c_int {
        let name = ruby::helper(vm, "name_of_encoding_or_nil", &[value]);
        Ok(name.as_string().and_then(|name| Encoding::find(&name.text())).map_or(-1, |encoding| encoding.0.into()))
    }

    fn rb_obj_encoding(vm, value: Value) -> Value {
        Ok(ruby::call(vm, value, "encoding", &[]))
    }

    fn rb_enc_default_external(vm) -> Value {
        let encoding = vm.settings.default_external;
        Ok(object_of(vm, encoding))
    }

    fn rb_enc_default_internal(vm) -> Value {
        match vm.settings.default_internal {
            Some(encoding) => Ok(object_of(vm, encoding)),
            None => Ok(Value::NIL),
        }
    }

    fn rb_enc_set_default_external(vm, value: Value) {
        ruby::helper(vm, "default_external=", &[value]);
        Ok(())
    }

    fn rb_enc_set_default_internal(vm, value: Value) {
        ruby::helper(vm, "default_internal=", &[value]);
        Ok(())
    }

    fn rb_enc_dummy_p(vm, named: *const CEncoding) -> c_int {
        Ok(of(named).is_dummy().into())
    }

    fn rutile_encoding_is_ascii_compatible(vm, named: *const CEncoding) -> c_int {
        Ok(of(named).is_ascii_compatible().into())
    }

    fn rb_enc_str_asciicompat_p(vm, value: Value) -> c_int {
        Ok(encoding_of(vm, value).is_some_and(Encoding::is_ascii_compatible).into())
    }

    fn rb_enc_str_asciionly_p(vm, value: Value) -> c_int {
        Ok(super::string::string(vm, value)?.is_ascii_only().into())
    }

    fn rb_enc_str_coderange(vm, value: Value) -> c_int {
        Ok(match super::string::string(vm, value)?.code_range() {
            CodeRange::Unknown => code_range::UNKNOWN,
            CodeRange::Ascii => code_range::ASCII,
            CodeRange::Valid => code_range::VALID,
            CodeRange::Broken => code_range::BROKEN,
        })
    }

    fn rb_enc_compatible(vm, one: Value, other: Value) -> *const CEncoding {
        let name = ruby::helper(vm, "compatible_encoding", &[one, other]);
        match name.as_string().and_then(|name| Encoding::find(&name.text())) {
            Some(encoding) => Ok(for_c(vm, encoding)),
            None => Ok(ptr::null()),
        }
    }

    fn rb_enc_check(vm, one: Value, other: Value) -> *const CEncoding {
        let name = ruby::helper(vm, "checked_encoding", &[one, other]);
        match name.as_string().and_then(|name| Encoding::find(&name.text())) {
            Some(encoding) => Ok(for_c(vm, encoding)),
            None => Ok(ptr::null()),
        }
    }

    fn rb_enc_mbclen(vm, start: *const c_char, end: *const c_char, named: *const CEncoding) -> c_int {
        Ok(length_at(between(start, end), of(named)) as c_int)
    }

    fn rb_enc_fast_mbclen(vm, start: *const c_char, end: *const c_char, named: *const CEncoding) -> c_int {
        Ok(length_at(between(start, end), of(named)) as c_int)
    }

    fn rb_enc_precise_mbclen(vm, start: *const c_char, end: *const c_char, named: *const CEncoding) -> c_int {
        let (bytes, encoding) = (between(start, end), of(named));
        if bytes.is_empty() {
            return Ok(-2);
        }
        Ok(match characters::piece(bytes, encoding) {
            Piece::Character(length) => length as c_int,
            Piece::Invalid => -1,
            Piece::Truncated => -1 - missing(bytes, encoding) as c_int,
        })
    }

    fn rb_enc_ascget(vm, start: *const c_char, end: *const c_char, length: *mut c_int, named: *const CEncoding) -> c_int {
        match between(start, end).first() {
            Some(byte) if byte.is_ascii() && of(named).is_ascii_compatible() => {
                memory::store(length, 1);
                Ok((*byte).into())
            }
            _ => Ok(-1),
        }
    }

    fn rb_enc_codepoint_len(vm, start: *const c_char, end: *const c_char, length: *mut c_int, named: *const CEncoding) -> c_uint {
        let (bytes, encoding) = (between(start, end), of(named));
        if bytes.is_empty() {
            return Err(vm.argument_error("empty string".to_string()));
        }
        match characters::codepoint(bytes, 0, encoding) {
            Some((code, size)) => {
                memory::store(length, size as c_int);
                Ok(code)
            }
            None => Err(vm.argument_error(format!("invalid byte sequence in {}", encoding.name()))),
        }
    }

    fn rb_enc_codepoint(vm, start: *const c_char, end: *const c_char, named: *const CEncoding) -> c_uint {
        let (bytes, encoding) = (between(start, end), of(named));
        if bytes.is_empty() {
            return Err(vm.argument_error("empty string".to_string()));
        }
        match characters::codepoint(bytes, 0, encoding) {
            Some((code, _)) => Ok(code),
            None => Err(vm.argument_error(format!("invalid byte sequence in {}", encoding.name()))),
        }
    }

    fn rb_enc_codelen(vm, code: c_int, named: *const CEncoding) -> c_int {
        let encoding = of(named);
        match characters::encode(code as u32, encoding) {
            Some(character) => Ok(character.bytes().len() as c_int),
            None => Ok(length_of_none(code as u32, encoding)),
        }
    }

    fn rb_enc_uint_chr(vm, code: c_uint, named: *const CEncoding) -> Value {
        let encoding = object_of(vm, of(named));
        Ok(ruby::call(vm, Value::fixnum(code.into()), "chr", &[encoding]))
    }

    fn rutile_put_code_point(vm, code: c_uint, place: *mut c_char, named: *const CEncoding) -> c_int {
        let character = characters::encode(code, of(named));
        let bytes = character.as_ref().map_or(&[][..], |character| character.bytes());
        for (index, byte) in bytes.iter().enumerate() {
            memory::store(place.wrapping_add(index), *byte as c_char);
        }
        Ok(bytes.len() as c_int)
    }

    fn rb_enc_nth(vm, start: *const c_char, end: *const c_char, count: c_long, named: *const CEncoding) -> *const c_char {
        let (bytes, encoding) = (between(start, end), of(named));
        let mut place = 0;
        for _ in 0..count {
            if place >= bytes.len() {
                break;
            }
            place += length_at(&bytes[place..], encoding);
        }
        Ok(start.wrapping_add(place))
    }

    fn rb_enc_strlen(vm, start: *const c_char, end: *const c_char, named: *const CEncoding) -> c_long {
        let (bytes, encoding) = (between(start, end), of(named));
        let (mut place, mut count) = (0, 0);
        while place < bytes.len() {
            place += length_at(&bytes[place..], encoding);
            count += 1;
        }
        Ok(count)
    }

    fn rb_enc_toupper(vm, code: c_int, _encoding: *const CEncoding) -> c_int {
        Ok(u8::try_from(code).map_or(code, |byte| byte.to_ascii_uppercase().into()))
    }

    fn rb_enc_tolower(vm, code: c_int, _encoding: *const CEncoding) -> c_int {
        Ok(u8::try_from(code).map_or(code, |byte| byte.to_ascii_lowercase().into()))
    }

    fn rutile_is_space(vm, code: c_uint, _encoding: *const CEncoding) -> c_int {
        Ok(matches!(code, 9..=13 | 32).into())
    }

    fn rb_enc_capable(vm, value: Value) -> c_int {
        Ok((value.is_kind(Kind::String) || value.is_symbol() || value.is_kind(Kind::Regexp)).into())
    }

    fn rb_enc_alias(vm, alias: *const c_char, name: *const c_char) -> c_int {
        let [alias, name] = [alias, name].map(|text| String::from_utf8_lossy(memory::text(text)).into_owned());
        Err(vm.raise(vm.classes.not_implemented, format!("rb_enc_alias: encodings can't be given other names ({alias} for {name})")))
    }

    /// Writes a character without the difference between large and small letters, and goes behind it; how many bytes were written.
    fn rutile_fold_character(
        vm, _flags: c_uint, place: *mut *const c_char, end: *const c_char, named: *const CEncoding, target: *mut c_char,
    ) -> c_int {
        let (start, encoding) = (memory::load(place), of(named));
        let bytes = between(start, end);
        let length = length_at(bytes, encoding);
        memory::store(place, start.wrapping_add(length));
        let character = std::str::from_utf8(&bytes[..length]).ok().filter(|_| encoding == Encoding::UTF_8 || bytes[..length].is_ascii());
        let folded = character.map_or_else(|| bytes[..length].to_vec(), |character| character.to_lowercase().into_bytes());
        for (index, byte) in folded.iter().enumerate() {
            memory::store(target.wrapping_add(index), *byte as c_char);
        }
        Ok(folded.len() as c_int)
    }

    fn rb_define_dummy_encoding(vm, name: *const c_char) -> c_int {
        let name = String::from_utf8_lossy(memory::text(name)).into_owned();
        Err(vm.raise(vm.classes.not_implemented, format!("encodings can't be added ({name})")))
    }

    fn rb_char_to_option_kcode(vm, _code: c_int, _option: *mut c_int, _encoding: *mut c_int) -> c_int {
        Ok(0)
    }

    fn rb_enc_unicode_p(vm, named: *const CEncoding) -> c_int {
        Ok(of(named).name().starts_with("UTF").into())
    }

    fn rb_enc_mbcput(vm, code: u32, place: *mut c_char, named: *const CEncoding) -> c_int {
        Ok(rutile_put_code_point(code, place, named))
    }

    fn rb_enc_mbc_to_codepoint(vm, start: *const c_char, end: *const c_char, named: *const CEncoding) -> u32 {
        // As the encodings' own tables tell it: no error, 0 at the end, a byte that begins no character for itself.
        let bytes = memory::bytes(start, end as c_long - start as c_long);
        let Some(first) = bytes.first() else { return Ok(0) };
        Ok(characters::codepoint(bytes, 0, of(named)).map_or(u32::from(*first), |(code, _)| code))
    }

    fn rb_enc_code_to_mbclen(vm, code: c_int, named: *const CEncoding) -> c_int {
        Ok(rb_enc_codelen(code, named))
    }

    fn rb_enc_left_char_head(
        vm, start: *const c_char, at: *const c_char, end: *const c_char, named: *const CEncoding,
    ) -> *const c_char {
        let (bytes, encoding) = (between(start, end), of(named));
        let offset = at as usize - start as usize;
        // Each byte is a character, wherever it stands.
        if characters::max_len(encoding) == 1 || offset >= bytes.len() {
            return Ok(at);
        }
        Ok(start.wrapping_add(characters::start_of(bytes, offset, encoding)))
    }

    fn rb_enc_prev_char(
        vm, start: *const c_char, at: *const c_char, end: *const c_char, named: *const CEncoding,
    ) -> *const c_char {
        if at <= start {
            return Ok(std::ptr::null());
        }
        let bytes = memory::bytes(start, end as c_long - start as c_long);
        let at = at as usize - start as usize;
        Ok(start.wrapping_add(characters::start_of(bytes, at - 1, of(named))))
    }

    fn rb_enc_isctype(vm, code: u32, kind: u32, _encoding: usize) -> c_int {
        Ok(is_of_kind(code, kind).into())
    }
}

fn associate(vm: &mut Vm, value: Value, encoding: Encoding) -> Result<Value, Exit> {
    match value.as_string() {
        Some(string) if string.encoding() == encoding => vm.check_frozen(value)?,
        Some(string) => {
            vm.string_modify(string)?;
            string.set_encoding(encoding);
        }
        None => {
            let object = object_of(vm, encoding);
            ruby::helper(vm, "associate_encoding", &[value, object]);
        }
    }
    Ok(value)
}

/// Onigmo's kinds of characters, by number, of ASCII.
fn is_of_kind(code: u32, kind: u32) -> bool {
    let Some(character) = char::from_u32(code) else { return false };
    match kind {
        0 => character == '\n',
        1 => character.is_alphabetic(),
        2 => matches!(character, ' ' | '\t'),
        3 => character.is_control(),
        4 => character.is_ascii_digit(),
        5 => character.is_ascii_graphic() || !character.is_ascii() && !character.is_control(),
        6 => character.is_lowercase(),
        7 => !character.is_control(),
        8 => character.is_ascii_punctuation(),
        9 => character.is_whitespace(),
        10 => character.is_uppercase(),
        11 => character.is_ascii_hexdigit(),
        12 => character.is_alphanumeric() || character == '_',
        13 => character.is_alphanumeric(),
        14 => character.is_ascii(),
        _ => false,
    }
}
