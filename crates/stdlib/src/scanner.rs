//! StringScanner's matching.

use rutile_core::arguments::position;
use rutile_vm::prelude::*;
use rutile_vm::regexp::Matcher;

/// `Primitive.scanner_match(regexp, string, at, ahead, fixed)`: the offsets of a match that begins at `at` (`ahead`: or
/// anywhere behind it) as [start, end, start of group 1 ...], -1 for a group that took no part; nil where there is none.
/// Unless `fixed`, the string begins at `at` for the regexp.
fn scanner_match(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (Some(pattern), Some(string)) = (RegexpRef::from_value(args.get(0)), args.get(1).as_string()) else {
        return Err(vm.type_error("scanner_match expects a Regexp and a String".to_string()));
    };
    let at = position(vm, args, 2)?.min(string.len());
    let matcher = vm.matcher(pattern, string)?;
    let (bytes, start, shift) = if args.get(4).truthy() { (string.bytes(), at, 0) } else { (&string.bytes()[at..], 0, at) };
    let found = if args.get(3).truthy() {
        matcher.search(bytes, start, bytes.len())
    } else {
        matcher.match_at(bytes, start)
    };
    match found {
        Ok(true) => Ok(offsets(vm, &matcher, shift)),
        Ok(false) => Ok(Value::NIL),
        Err(error) => Err(vm.search_error(error)),
    }
}

fn offsets(vm: &mut Vm, matcher: &Matcher, shift: usize) -> Value {
    let count = matcher.groups().group_count();
    let list = vm.array_with_capacity(count * 2);
    for number in 0..count {
        let group = matcher.groups().group(number);
        let (start, end) = group.map_or((-1, -1), |(start, end)| ((start + shift) as i64, (end + shift) as i64));
        vm.array_push(list, Value::fixnum(start));
        vm.array_push(list, Value::fixnum(end));
    }
    list.value()
}

pub const NATIVES: &[(&str, Native)] = &[("scanner_match", scanner_match)];
