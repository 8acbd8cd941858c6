//! BigDecimals of few digits, to and from text.

use rutile_vm::prelude::*;

/// Digits that a small Integer holds in any case.
const SMALL: usize = 18;

/// Sign, digits without zeros behind them, and the power of ten that they stand at.
fn parts(text: &[u8]) -> Option<[i64; 3]> {
    let (sign, text) = match text.split_first()? {
        (b'-', rest) => (-1, rest),
        (b'+', rest) => (1, rest),
        _ => (1, text),
    };
    let point = text.iter().position(|byte| *byte == b'.');
    let (whole, fraction) = match point {
        Some(point) => (&text[..point], &text[point + 1..]),
        None => (text, &[][..]),
    };
    let are_missing = whole.is_empty() || point.is_some() && fraction.is_empty();
    if are_missing || whole.len() + fraction.len() > SMALL || !whole.iter().chain(fraction).all(u8::is_ascii_digit) {
        return None;
    }
    let mut digits = whole.iter().chain(fraction).fold(0, |digits, byte| digits * 10 + i64::from(byte - b'0'));
    let mut place = -(fraction.len() as i64);
    while digits != 0 && digits % 10 == 0 {
        digits /= 10;
        place += 1;
    }
    Some([sign, digits, if digits == 0 { 0 } else { place }])
}

/// `decimal_parts(text)`: [sign, digits, place] of `123.45`; nil of what has more digits, or is written in another way.
fn decimal_parts(vm: &mut Vm, args: Arguments) -> NativeResult {
    let text = args.get(0).as_string().filter(|text| text.encoding().is_ascii_compatible());
    let Some(parts) = text.and_then(|text| parts(text.bytes())) else { return Ok(Value::NIL) };
    Ok(vm.new_array(&parts.map(Value::fixnum)).value())
}

/// `decimal_text(sign, digits, place)`: `0.12345e3`; nil where the digits aren't a small Integer above zero.
fn decimal_text(vm: &mut Vm, args: Arguments) -> NativeResult {
    let numbers = (args.get(0).as_fixnum(), args.get(1).as_fixnum(), args.get(2).as_fixnum());
    let (Some(sign), Some(digits @ 1..), Some(place)) = numbers else { return Ok(Value::NIL) };
    let digits = digits.to_string();
    let sign = if sign < 0 { "-" } else { "" };
    let text = format!("{sign}0.{digits}e{}", digits.len() as i64 + place);
    Ok(vm.new_string(text.as_bytes(), Encoding::US_ASCII).value())
}

pub const NATIVES: &[(&str, Native)] = &[("decimal_parts", decimal_parts), ("decimal_text", decimal_text)];
