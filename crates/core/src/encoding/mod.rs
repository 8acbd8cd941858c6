//! Encodings as numbers: what the class Encoding asks of the machine's table.

pub(crate) mod iso_2022_jp;
pub mod transcode;

use rutile_vm::value::characters;
use rutile_vm::value::encoding::TABLE;
use rutile_vm::prelude::*;

use self::transcode::Replacements;
use crate::string::text::{self, Call};

fn encoding_at(vm: &mut Vm, value: Value) -> Result<Encoding, Exit> {
    match value.as_fixnum() {
        Some(index) if (0..TABLE.len() as i64).contains(&index) => Ok(Encoding(index as u8)),
        _ => Err(vm.argument_error("unknown encoding number".to_string())),
    }
}

/// `[[name, alias, ...], ...]` of every encoding.
fn table(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let list = vm.array_with_capacity(TABLE.len());
    for entry in TABLE {
        let names = vm.array_with_capacity(1 + entry.aliases.len());
        for name in std::iter::once(&entry.name).chain(entry.aliases) {
            let text = vm.frozen_string(name.as_bytes(), Encoding::US_ASCII);
            vm.array_push(names, text.value());
        }
        vm.array_push(list, names.value());
    }
    Ok(list.value())
}

fn find(_vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = StringRef::from_value(args.get(0)).ok_or(Exit::Fallback)?;
    Ok(Encoding::find(&name.text()).map_or(Value::NIL, |encoding| Value::fixnum(encoding.0 as i64)))
}

fn is_dummy(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(encoding_at(vm, args.get(0))?.is_dummy()))
}

fn is_single_byte(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(characters::is_single_byte(encoding_at(vm, args.get(0))?)))
}

fn is_ascii_compatible(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(encoding_at(vm, args.get(0))?.is_ascii_compatible()))
}

fn of_string(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::fixnum(Call::taking(args, 0)?.string()?.encoding().0 as i64))
}

/// `Primitive.string_force_encoding(string, number)`
fn force(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = StringRef::from_value(args.get(0)).ok_or(Exit::Fallback)?;
    let encoding = encoding_at(vm, args.get(1))?;
    set_encoding(vm, string, encoding)
}

fn set_encoding(vm: &mut Vm, string: StringRef, encoding: Encoding) -> NativeResult {
    // The bytes stay, and who shares them has an encoding of its own.
    vm.check_frozen(string.value())?;
    if encoding != string.encoding() {
        string.forget_code_range();
        string.set_encoding(encoding);
    }
    Ok(string.value())
}

/// `String#force_encoding`
fn force_named(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = StringRef::from_value(args.receiver()).filter(|_| args.count() == 1).ok_or(Exit::Fallback)?;
    let encoding = named_encoding(vm, args.get(0)).ok_or(Exit::Fallback)?;
    set_encoding(vm, string, encoding)
}

/// The encoding that an argument names, or is.
fn named_encoding(vm: &Vm, value: Value) -> Option<Encoding> {
    if let Some(name) = StringRef::from_value(value) {
        return Encoding::find(&name.text());
    }
    if !value.is_kind(Kind::Object) || vm.class_of(value) != vm.classes.encoding {
        return None;
    }
    let number = vm.get_variable(value, Symbol::NUMBER).as_fixnum()?;
    u8::try_from(number).ok().filter(|number| usize::from(*number) < TABLE.len()).map(Encoding)
}

/// `encode(encoding)` of a String that has this encoding, or has ASCII alone, which is the same in both: a copy. Of others
/// where nothing stands in the way of a conversion.
fn encode_plainly(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = StringRef::from_value(args.receiver()).filter(|_| args.count() == 1).ok_or(Exit::Fallback)?;
    let to = named_encoding(vm, args.get(0)).filter(|_| vm.class_of(string.value()) == vm.classes.string).ok_or(Exit::Fallback)?;
    if to == string.encoding() {
        return Ok(copy_in(vm, string, to));
    }
    encoded(vm, string, string.encoding(), to, &Replacements::default())
}

fn copy_in(vm: &mut Vm, string: StringRef, encoding: Encoding) -> Value {
    let copy = vm.string_copy(string);
    copy.set_encoding(encoding);
    copy.value()
}

fn encoded(vm: &mut Vm, string: StringRef, from: Encoding, to: Encoding, replacements: &Replacements) -> NativeResult {
    let keeps_ascii = |encoding: Encoding| encoding.is_ascii_compatible() && !encoding.is_dummy();
    if keeps_ascii(to) && keeps_ascii(from) && string.is_ascii_only() {
        return Ok(copy_in(vm, string, to));
    }
    let bytes = transcode::converted(string.bytes(), from, to, replacements).ok_or(Exit::Fallback)?;
    vm.check_allocation(bytes.len())?;
    Ok(vm.new_string(&bytes, to).value())
}

/// What options of `encode` say of characters that can't be converted; `None` where they say more than that.
fn replacements_of(vm: &Vm, options: HashRef, to: Encoding) -> Option<Replacements> {
    let (mut invalid, mut undefined, mut replacement) = (false, false, None);
    for (name, value) in options.entries() {
        let replaces = value.as_symbol().is_some_and(|symbol| vm.symbol_bytes(symbol) == b"replace");
        match vm.symbol_bytes(name.as_symbol()?) {
            b"replace" => replacement = Some(value.as_string().filter(|text| text.is_ascii_only() && to.is_ascii_compatible())?.bytes().to_vec()),
            b"invalid" | b"undef" if !replaces && !value.is_nil() => return None,
            b"invalid" => invalid = replaces,
            b"undef" => undefined = replaces,
            _ => return None,
        }
    }
    undefined |= replacement.is_some() && !invalid;
    let usual = if to.name().starts_with("UTF") { transcode::encode_unicode("\u{fffd}", to) } else { b"?".to_vec() };
    let bytes = replacement.unwrap_or(usual);
    Some(Replacements { invalid: invalid.then(|| bytes.clone()), undefined: undefined.then_some(bytes) })
}

/// `Primitive.string_encode_replacing(string, to, from or nil, options)`: nil where it takes Ruby.
fn encode_replacing(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = StringRef::from_value(args.get(0)).filter(|string| vm.class_of(string.value()) == vm.classes.string);
    let to = named_encoding(vm, args.get(1));
    let from = if args.get(2).is_nil() { string.map(|string| string.encoding()) } else { named_encoding(vm, args.get(2)) };
    let (Some(string), Some(to), Some(from), Some(options)) = (string, to, from, args.get(3).as_hash()) else { return Ok(Value::NIL) };
    let Some(replacements) = replacements_of(vm, options, to) else { return Ok(Value::NIL) };
    if from == to {
        let is_kept = string.encoding() == to && string.code_range() != CodeRange::Broken;
        return Ok(if is_kept { copy_in(vm, string, to) } else { Value::NIL });
    }
    match encoded(vm, string, from, to, &replacements) {
        Err(Exit::Fallback) => Ok(Value::NIL),
        other => other,
    }
}

/// `Primitive.encoding_compatible(a, b)` of two strings: the number of their common encoding, or nil.
fn compatible(_vm: &mut Vm, args: Arguments) -> NativeResult {
    let (a, b) = (StringRef::from_value(args.get(0)).ok_or(Exit::Fallback)?, StringRef::from_value(args.get(1)).ok_or(Exit::Fallback)?);
    Ok(text::compatible(a, b).map_or(Value::NIL, |encoding| Value::fixnum(encoding.0 as i64)))
}

/// `Primitive.encoding_check(a, b)`: as above, but raises where there is none.
fn check(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (a, b) = (StringRef::from_value(args.get(0)).ok_or(Exit::Fallback)?, StringRef::from_value(args.get(1)).ok_or(Exit::Fallback)?);
    Ok(Value::fixnum(text::common_encoding(vm, a, b)?.0 as i64))
}

/// `Primitive.encoding_locale`: the number of the locale's encoding. `encoding_locale_codeset`: its name as the system has it.
fn locale(vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(Value::fixnum(vm.settings.locale.0 as i64))
}

fn locale_codeset(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let name = vm.settings.locale_codeset.clone();
    Ok(vm.ascii_string(&name))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("encoding_locale", locale),
    ("encoding_locale_codeset", locale_codeset),
    ("encoding_table", table),
    ("encoding_find", find),
    ("encoding_is_dummy", is_dummy),
    ("encoding_is_single_byte", is_single_byte),
    ("encoding_is_ascii_compatible", is_ascii_compatible),
    ("string_encoding", of_string),
    ("string_force_encoding", force),
    ("string_force_named_encoding", force_named),
    ("string_encode_plainly", encode_plainly),
    ("string_encode_replacing", encode_replacing),
    ("encoding_compatible", compatible),
    ("encoding_check", check),
];
