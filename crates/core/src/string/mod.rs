//! Strings: measuring, comparing, joining, and what their bytes mean.

pub mod ascii_sets;
pub mod case;
pub mod change;
pub mod index;
pub mod inspect;
pub(crate) mod source;
pub mod split;
pub mod substitute;
pub mod successor;
pub mod text;
pub mod translate;

use std::ffi::CString;

use rutile_vm::value::characters;
use rutile_vm::object::key::strings_equal;
use rutile_vm::prelude::*;
use rutile_vm::value::hashing::answer_of_code;

use crate::arguments::bytes;
use crate::string::text::Call;

fn length(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(text::position(text::char_count(Call::taking(args, 0)?.string()?)))
}

fn bytesize(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(text::position(Call::taking(args, 0)?.string()?.len()))
}

fn is_empty(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(Call::taking(args, 0)?.string()?.is_empty()))
}

fn equal(_vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::taking(args, 1)?;
    let string = call.string()?;
    if call.get(0).is_immediate() {
        return Ok(Value::FALSE);
    }
    Ok(Value::boolean(strings_equal(string, call.text(0)?)))
}

fn is_eql(_vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::taking(args, 1)?;
    let string = call.string()?;
    Ok(Value::boolean(StringRef::from_value(call.get(0)).is_some_and(|other| strings_equal(string, other))))
}

/// `<=>` of two strings; the same bytes in encodings that don't compare are ordered by encoding.
pub fn order(a: StringRef, b: StringRef) -> std::cmp::Ordering {
    a.bytes().cmp(b.bytes()).then_with(|| {
        if strings_equal(a, b) { std::cmp::Ordering::Equal } else { a.encoding().0.cmp(&b.encoding().0) }
    })
}

fn compare(_vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::taking(args, 1)?;
    Ok(Value::fixnum(order(call.string()?, call.text(0)?) as i64))
}

fn hash(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = Call::taking(args, 0)?.string()?;
    Ok(Value::fixnum(answer_of_code(vm.text_hash(string.bytes(), string.encoding()))))
}

fn plus(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::taking(args, 1)?;
    let (a, b) = (call.string()?, call.text(0)?);
    let encoding = text::common_encoding(vm, a, b)?;
    vm.check_allocation(a.len() + b.len())?;
    let result = vm.string_with_capacity(a.len() + b.len(), encoding);
    let ascii = a.known_code_range() == CodeRange::Ascii && b.known_code_range() == CodeRange::Ascii;
    vm.string_append(result, a.bytes());
    vm.string_append(result, b.bytes());
    if ascii {
        result.set_code_range(CodeRange::Ascii);
    }
    Ok(result.value())
}

/// Appends a string to one that was made writable.
pub fn append_string(vm: &mut Vm, string: StringRef, other: StringRef) -> Result<(), Exit> {
    let encoding = text::common_encoding(vm, string, other)?;
    let known = string.known_code_range();
    let ascii = other.known_code_range() == CodeRange::Ascii;
    vm.check_allocation(string.len() + other.len())?;
    vm.string_append(string, other.bytes());
    if encoding != string.encoding() {
        string.set_encoding(encoding);
    }
    if ascii && known.outlasts_ascii() {
        string.set_code_range(known);
    }
    Ok(())
}

fn append(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::taking(args, 1)?;
    let string = call.string()?;
    let value = call.get(0);
    if let Some(other) = StringRef::from_value(value) {
        let known = string.known_code_range();
        vm.string_modify(string)?;
        string.set_code_range(known);
        append_string(vm, string, other)?;
        return Ok(string.value());
    }
    match value.as_fixnum() {
        Some(number) => append_codepoint(vm, string, number),
        None => Err(Exit::Fallback),
    }
}

/// `<<` of an integer: the character of that number.
fn append_codepoint(vm: &mut Vm, string: StringRef, number: i64) -> NativeResult {
    let known = string.known_code_range();
    vm.string_modify(string)?;
    let encoding = string.encoding();
    if (0..128).contains(&number) && encoding.is_ascii_compatible() {
        vm.string_append(string, &[number as u8]);
        if known.outlasts_ascii() {
            string.set_code_range(known);
        }
        return Ok(string.value());
    }
    if encoding == Encoding::US_ASCII && (128..256).contains(&number) {
        string.set_encoding(Encoding::BINARY);
        vm.string_append(string, &[number as u8]);
        return Ok(string.value());
    }
    let character = character_of(vm, number, encoding)?;
    vm.string_append(string, character.bytes());
    Ok(string.value())
}

/// The character of a number in an encoding, or the RangeError that there is none.
pub fn character_of(vm: &mut Vm, number: i64, encoding: Encoding) -> Result<characters::Character, Exit> {
    let Ok(code) = u32::try_from(number) else {
        return Err(vm.range_error(format!("{number} out of char range")));
    };
    if characters::is_single_byte(encoding) && code > 0xff || characters::min_len(encoding) > 1 && code > 0x10ffff {
        return Err(vm.range_error(format!("{number} out of char range")));
    }
    match characters::encode(code, encoding) {
        Some(character) => Ok(character),
        None if encoding == Encoding::UTF_8 && code > 0x10ffff => Err(vm.range_error(format!("{number} out of char range"))),
        None => Err(vm.range_error(format!("invalid codepoint 0x{code:X} in {}", encoding.name()))),
    }
}

fn integer_chr(vm: &mut Vm, args: Arguments) -> NativeResult {
    let number = args.receiver().as_fixnum().ok_or(Exit::Fallback)?;
    if args.count() != 0 || !(0..256).contains(&number) {
        return Err(Exit::Fallback);
    }
    let encoding = if number < 128 { Encoding::US_ASCII } else { Encoding::BINARY };
    text::make(vm, &[number as u8], encoding)
}

fn codepoint_string(vm: &mut Vm, args: Arguments) -> NativeResult {
    let number = args.get(0).as_fixnum().ok_or(Exit::Fallback)?;
    let encoding = Encoding(args.get(1).as_fixnum().ok_or(Exit::Fallback)? as u8);
    let character = character_of(vm, number, encoding)?;
    text::make(vm, character.bytes(), encoding)
}

/// Fills bytes with some of them again and again.
fn repeat(unit: &[u8], bytes: &mut [u8]) {
    bytes[..unit.len()].copy_from_slice(unit);
    let mut filled = unit.len();
    while filled < bytes.len() {
        let more = filled.min(bytes.len() - filled);
        bytes.copy_within(..more, filled);
        filled += more;
    }
}

fn multiply(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::taking(args, 1)?;
    let string = call.string()?;
    let times = call.integer(0)?;
    if times < 0 {
        return Err(vm.argument_error("negative argument".to_string()));
    }
    let length = (string.len() as i128) * times as i128;
    if length > i64::MAX as i128 {
        return Err(vm.argument_error("argument too big".to_string()));
    }
    vm.check_allocation(length as usize)?;
    let result = vm.string_with_capacity(length as usize, string.encoding());
    vm.string_resize(result, length as usize);
    if length > 0 {
        vm.change_bytes(result, |_, bytes| repeat(string.bytes(), bytes))?;
    }
    // What is broken may be whole beside itself, and nothing is ASCII.
    if let range @ (CodeRange::Ascii | CodeRange::Valid) = string.code_range()
        && length > 0
    {
        result.set_code_range(range);
    }
    Ok(result.value())
}

fn replace(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::taking(args, 1)?;
    let (string, other) = (call.string()?, call.text(0)?);
    vm.string_modify(string)?;
    if string != other {
        vm.string_replace(string, other.bytes());
        string.set_encoding(other.encoding());
        string.set_code_range(other.known_code_range());
    }
    Ok(string.value())
}

fn clear(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = Call::taking(args, 0)?.writable(vm)?;
    vm.string_resize(string, 0);
    Ok(string.value())
}

/// `initialize` with nothing but a string, or nothing.
fn initialize(vm: &mut Vm, args: Arguments) -> NativeResult {
    match args.count() {
        0 => Ok(args.receiver()),
        1 => replace(vm, args),
        _ => Err(Exit::Fallback),
    }
}

/// A String as it is; of another class a copy of class String.
fn to_s(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = Call::taking(args, 0)?.string()?;
    let is_plain = vm.class_of(string.value()).real_class() == vm.classes.string;
    Ok(if is_plain { string.value() } else { vm.string_copy(string).value() })
}

/// `set_string_made_at(string, place, frozen)`: a literal knows where it was made, and is frozen.
fn set_made_at(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = args.get(0);
    vm.set_variable(string, Symbol::MADE_AT, args.get(1));
    if args.get(2).truthy() {
        vm.freeze(string);
    }
    Ok(string)
}

/// Where a String was made, of a literal that knows; else nil.
fn made_at(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(args.get(0).as_string().map_or(Value::NIL, |string| vm.get_variable(string.value(), Symbol::MADE_AT)))
}

/// The string, or a copy, of the same class, of one that is frozen or counts as such.
fn unfrozen(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = Call::taking(args, 0)?.string()?;
    if !string.is_frozen() && !string.is_chilled() {
        return Ok(string.value());
    }
    let class = vm.class_of(string.value()).real_class();
    let copy = vm.string_copy(string).value();
    if class != vm.classes.string {
        vm.set_class(copy, class);
    }
    Ok(copy)
}

/// A copy of class String.
fn copy(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = Call::taking(args, 0)?.string()?;
    Ok(vm.string_copy(string).value())
}

/// An empty string of class String with room for so many bytes.
fn with_capacity(vm: &mut Vm, args: Arguments) -> NativeResult {
    let capacity = args.get(0).as_fixnum().ok_or(Exit::Fallback)?.max(0) as usize;
    vm.check_allocation(capacity)?;
    let encoding = args.get(1).as_fixnum().unwrap_or(Encoding::BINARY.0 as i64);
    Ok(vm.string_with_capacity(capacity, Encoding(encoding as u8)).value())
}

fn reserve(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::of(args);
    let string = call.writable(vm)?;
    let capacity = call.position(0)?;
    vm.check_allocation(capacity)?;
    vm.string_expect(string, capacity);
    Ok(string.value())
}

fn binary(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = Call::taking(args, 0)?.string()?;
    let copy = vm.string_copy(string);
    copy.set_encoding(Encoding::BINARY);
    Ok(copy.value())
}

fn is_valid(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(Call::taking(args, 0)?.string()?.code_range() != CodeRange::Broken))
}

/// `scrub` of what is whole.
fn copy_of_valid(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = args.receiver().as_string().filter(|string| string.code_range() != CodeRange::Broken);
    let string = string.filter(|_| args.count() == 0 || args.count() == 1 && !args.has_block()).ok_or(Exit::Fallback)?;
    Ok(vm.string_copy(string).value())
}

fn is_ascii_only(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(Call::taking(args, 0)?.string()?.is_ascii_only()))
}

fn to_symbol(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = Call::taking(args, 0)?.string()?;
    vm.string_symbol(string, Standing::Known).map(Value::symbol)
}

/// The Symbol of a String that something is asked by.
fn to_asked_symbol(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = Call::taking(args, 0)?.string()?;
    vm.string_symbol(string, Standing::Asked).map(Value::symbol)
}

fn ord(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = Call::taking(args, 0)?.string()?;
    if string.is_empty() {
        return Err(vm.argument_error("empty string".to_string()));
    }
    match characters::codepoint(string.bytes(), 0, string.encoding()) {
        Some((number, _)) => Ok(Value::fixnum(number as i64)),
        None => Err(invalid_bytes(vm, string)),
    }
}

/// The ArgumentError of a string that isn't valid where it has to be.
pub fn invalid_bytes(vm: &mut Vm, string: StringRef) -> Exit {
    vm.argument_error(format!("invalid byte sequence in {}", string.encoding().name()))
}

fn sum(_vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::of(args);
    let string = call.string()?;
    let bits = call.integer(0)?;
    let total: u64 = string.bytes().iter().map(|&byte| byte as u64).sum();
    Ok(Value::fixnum(if bits > 0 && bits < 62 { total & ((1 << bits) - 1) } else { total } as i64))
}

/// `string_crypt(string, salt)`: the hash, an error's number, or nil where the system has no library for it. Neither has a zero byte
/// that counts.
fn crypt(vm: &mut Vm, args: Arguments) -> NativeResult {
    let ended = |bytes: &[u8]| CString::new(bytes.split(|&byte| byte == 0).next().unwrap_or_default()).unwrap_or_default();
    let password = ended(bytes(vm, args, 0)?);
    let salt = ended(bytes(vm, args, 1)?);
    Ok(match rutile_platform::password::crypt(&password, &salt) {
        Some(Ok(hash)) => vm.new_string(&hash, Encoding::BINARY).value(),
        Some(Err(number)) => Value::fixnum(number as i64),
        None => Value::NIL,
    })
}

fn is_chilled(_vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = Call::taking(args, 0)?.string()?;
    Ok(Value::boolean(string.is_chilled()))
}

/// Raises where the string may not be changed.
fn check_writable(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = Call::taking(args, 0)?.writable(vm)?;
    Ok(string.value())
}

/// `encode!` without arguments, where that changes nothing: there is no internal encoding, or it is in that.
fn stays_encoded(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = Call::taking(args, 0)?.writable(vm)?;
    match vm.settings.default_internal {
        Some(internal) if internal != string.encoding() => Err(Exit::Fallback),
        _ => Ok(string.value()),
    }
}

/// A frozen string of class String with the same bytes: the string itself if it is one.
fn frozen(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = Call::taking(args, 0)?.string()?;
    Ok(vm.frozen_copy(string).value())
}

/// `string_shared`: the frozen string that stands for all of these bytes in this encoding. Only for plain strings.
fn shared(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = Call::taking(args, 0)?.string()?;
    let is_plain = vm.class_of(string.value()) == vm.classes.string && vm.variable_names(string.value()).is_empty();
    if is_plain { Ok(vm.shared_string(string).value()) } else { Err(Exit::Fallback) }
}

fn has_null(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(memchr::memchr(0, Call::taking(args, 0)?.string()?.bytes()).is_some()))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("string_length", length),
    ("string_bytesize", bytesize),
    ("string_is_empty", is_empty),
    ("string_equal", equal),
    ("string_is_eql", is_eql),
    ("string_compare", compare),
    ("string_hash", hash),
    ("string_plus", plus),
    ("string_append", append),
    ("string_multiply", multiply),
    ("string_replace", replace),
    ("string_clear", clear),
    ("string_initialize", initialize),
    ("string_to_s", to_s),
    ("string_unfrozen", unfrozen),
    ("string_copy", copy),
    ("string_with_capacity", with_capacity),
    ("string_reserve", reserve),
    ("string_binary", binary),
    ("string_is_valid", is_valid),
    ("string_copy_of_valid", copy_of_valid),
    ("string_is_ascii_only", is_ascii_only),
    ("string_to_symbol", to_symbol),
    ("string_to_asked_symbol", to_asked_symbol),
    ("string_ord", ord),
    ("string_sum", sum),
    ("string_crypt", crypt),
    ("string_is_chilled", is_chilled),
    ("set_string_made_at", set_made_at),
    ("string_made_at", made_at),
    ("string_check_writable", check_writable),
    ("string_stays_encoded", stays_encoded),
    ("string_frozen", frozen),
    ("string_shared", shared),
    ("string_has_null", has_null),
    ("integer_chr", integer_chr),
    ("codepoint_string", codepoint_string),
];
