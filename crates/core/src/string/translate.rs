//! Character sets as `tr`, `delete`, `squeeze` and `count` take them: `"a-z"`, `"^aeiou"`.

use rutile_vm::value::characters;
use rutile_vm::value::encoding::Scheme;
use rutile_vm::prelude::*;

use crate::string::text;

/// A set's ranges, in order, and whether it is turned around.
struct Set {
    ranges: Vec<(u32, u32)>,
    negated: bool,
    /// Membership of ASCII, looked up at once.
    ascii: [bool; 128],
}

/// One member of a set: its number, with broken bytes kept apart from characters.
fn number_at(bytes: &[u8], at: usize, encoding: Encoding) -> (u32, usize) {
    match characters::codepoint(bytes, at, encoding) {
        Some(found) => found,
        None => (0x8000_0000 | bytes[at] as u32, characters::step(bytes, at, encoding)),
    }
}

/// Text and sets have to be whole, where a character can be more than a byte.
pub fn check_whole(vm: &mut Vm, string: StringRef) -> Result<(), Exit> {
    if !characters::is_single_byte(string.encoding()) && string.code_range() == CodeRange::Broken {
        return Err(crate::string::invalid_bytes(vm, string));
    }
    Ok(())
}

/// Adds a range without the numbers that are no characters: where a character is of two bytes, not all that lie between two are some.
fn push_characters(ranges: &mut Vec<(u32, u32)>, first: u32, last: u32, encoding: Encoding) {
    let has_gaps = matches!(encoding.scheme(), Scheme::EucJp | Scheme::ShiftJis | Scheme::DoubleByte);
    if !has_gaps || !(0x80..=0xffff).contains(&last) {
        ranges.push((first, last));
        return;
    }
    let mut open = None;
    for number in first..=last {
        match (characters::encode(number, encoding).is_some(), open) {
            (true, None) => open = Some(number),
            (false, Some(start)) => {
                ranges.push((start, number - 1));
                open = None;
            }
            _ => {}
        }
    }
    ranges.extend(open.map(|start| (start, last)));
}

/// The error of a range that ends before it begins; characters that are not ASCII are not shown.
fn invalid_range(vm: &mut Vm, first: u32, last: u32) -> Exit {
    let shown = match (u8::try_from(first), u8::try_from(last)) {
        (Ok(first), Ok(last)) if first.is_ascii() && last.is_ascii() => format!(" \"{}-{}\"", first as char, last as char),
        _ => String::new(),
    };
    vm.argument_error(format!("invalid range{shown} in string transliteration"))
}

fn parse(vm: &mut Vm, set: StringRef) -> Result<Set, Exit> {
    check_whole(vm, set)?;
    let (bytes, encoding) = (set.bytes(), set.encoding());
    let mut numbers: Vec<(u32, bool)> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let (number, length) = number_at(bytes, at, encoding);
        at += length;
        if number == b'\\' as u32 && at < bytes.len() {
            let (escaped, length) = number_at(bytes, at, encoding);
            at += length;
            numbers.push((escaped, true));
        } else {
            numbers.push((number, false));
        }
    }
    let negated = numbers.len() > 1 && numbers[0] == (b'^' as u32, false);
    let members = &numbers[negated as usize..];
    let mut ranges = Vec::new();
    let mut index = 0;
    while index < members.len() {
        let first = members[index].0;
        if index + 2 < members.len() && members[index + 1] == (b'-' as u32, false) {
            let last = members[index + 2].0;
            if first > last {
                return Err(invalid_range(vm, first, last));
            }
            push_characters(&mut ranges, first, last, encoding);
            index += 3;
        } else {
            ranges.push((first, first));
            index += 1;
        }
    }
    let mut ascii = [negated; 128];
    for &(first, last) in ranges.iter().filter(|&&(first, _)| first < 128) {
        ascii[first as usize..=last.min(127) as usize].fill(!negated);
    }
    Ok(Set { ranges, negated, ascii })
}

impl Set {
    #[inline]
    fn contains(&self, number: u32) -> bool {
        if number < 128 {
            return self.ascii[number as usize];
        }
        self.ranges.iter().any(|&(first, last)| (first..=last).contains(&number)) != self.negated
    }

    /// The place of a number among the members.
    fn position(&self, number: u32) -> Option<usize> {
        let mut before = 0;
        let mut found = None;
        for &(first, last) in &self.ranges {
            if (first..=last).contains(&number) {
                found = Some(before + (number - first) as usize);
            }
            before += (last - first) as usize + 1;
        }
        found
    }

    fn at(&self, position: usize) -> Option<u32> {
        let mut left = position;
        for &(first, last) in &self.ranges {
            let size = (last - first) as usize + 1;
            if left < size {
                return Some(first + left as u32);
            }
            left -= size;
        }
        self.ranges.last().map(|&(_, last)| last)
    }
}

/// The sets given as arguments; a character counts if all contain it.
fn sets(vm: &mut Vm, string: StringRef, values: &[Value]) -> Result<Members, Exit> {
    let mut sets = Vec::with_capacity(values.len());
    for &value in values {
        let set = StringRef::from_value(value).ok_or(Exit::Fallback)?;
        text::common_encoding(vm, string, set)?;
        sets.push(parse(vm, set)?);
    }
    check_whole(vm, string)?;
    Ok(Members::of(sets))
}

/// The characters that all sets contain, with ASCII looked up at once.
struct Members {
    sets: Vec<Set>,
    ascii: [bool; 128],
}

impl Members {
    fn of(sets: Vec<Set>) -> Members {
        let mut ascii = [true; 128];
        for set in &sets {
            for (member, contained) in ascii.iter_mut().zip(set.ascii) {
                *member &= contained;
            }
        }
        Members { sets, ascii }
    }

    #[inline]
    fn contain(&self, number: u32) -> bool {
        match self.ascii.get(number as usize) {
            Some(&member) => member,
            None => self.sets.iter().all(|set| set.contains(number)),
        }
    }
}

/// [`number_at`], with ASCII at hand.
#[inline]
fn next(bytes: &[u8], at: usize, encoding: Encoding, plain: bool) -> (u32, usize) {
    if plain && bytes[at] < 0x80 { (bytes[at] as u32, 1) } else { number_at(bytes, at, encoding) }
}

/// `Primitive.string_count_in(string, sets)`
fn count_in_list(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (string, list) = list_arguments(args)?;
    count_in(vm, string, &list.values())
}

/// The string and the Array of sets that `Primitive` calls pass.
fn list_arguments(args: Arguments) -> Result<(StringRef, ArrayRef), Exit> {
    Ok((StringRef::from_value(args.get(0)).ok_or(Exit::Fallback)?, ArrayRef::from_value(args.get(1)).ok_or(Exit::Fallback)?))
}

/// The one character of ASCII that a list of sets is.
fn single_byte(values: &[Value]) -> Option<u8> {
    match values {
        [set] => match StringRef::from_value(*set)?.bytes() {
            &[byte] if byte.is_ascii() => Some(byte),
            _ => None,
        },
        _ => None,
    }
}

fn count_in(vm: &mut Vm, string: StringRef, values: &[Value]) -> NativeResult {
    let (bytes, encoding) = (string.bytes(), string.encoding());
    if let Some(byte) = single_byte(values)
        && (text::is_bytewise(string) || text::is_valid_utf8(string))
    {
        return Ok(text::position(bytes.iter().filter(|&&other| other == byte).count()));
    }
    let sets = sets(vm, string, values)?;
    if text::is_bytewise(string) {
        let total = bytes.iter().filter(|&&byte| sets.contain(byte as u32)).count();
        return Ok(text::position(total));
    }
    let plain = encoding.is_ascii_compatible();
    let (mut at, mut total, mut attention) = (0, 0, Attention::default());
    while at < bytes.len() {
        attention.step(vm, 1)?;
        let (number, length) = next(bytes, at, encoding, plain);
        total += sets.contain(number) as i64;
        at += length;
    }
    Ok(Value::fixnum(total))
}

/// A copy without the members of all sets, nil where there are none.
fn delete(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (string, list) = list_arguments(args)?;
    if string.is_empty() {
        return Ok(Value::NIL);
    }
    let sets = sets(vm, string, &list.values())?;
    let (bytes, encoding) = (string.bytes(), string.encoding());
    let mut out = Vec::with_capacity(bytes.len());
    let plain = encoding.is_ascii_compatible();
    // Behind what stays, from `kept` to `at`, stands what goes.
    let (mut at, mut kept, mut attention) = (0, 0, Attention::default());
    while at < bytes.len() {
        attention.step(vm, 1)?;
        let (number, length) = next(bytes, at, encoding, plain);
        if sets.contain(number) {
            out.extend_from_slice(&bytes[kept..at]);
            kept = at + length;
        }
        at += length;
    }
    out.extend_from_slice(&bytes[kept..]);
    changed(vm, string, &out)
}

fn changed(vm: &mut Vm, string: StringRef, out: &[u8]) -> NativeResult {
    if out.len() == string.len() { Ok(Value::NIL) } else { text::make(vm, out, string.encoding()) }
}

/// A copy with runs of one character shortened to one, nil where there are none.
fn squeeze(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (string, list) = list_arguments(args)?;
    let sets = sets(vm, string, &list.values())?;
    let (bytes, encoding) = (string.bytes(), string.encoding());
    let mut out = Vec::with_capacity(bytes.len());
    let plain = encoding.is_ascii_compatible();
    let (mut at, mut kept, mut last, mut attention) = (0, 0, None, Attention::default());
    while at < bytes.len() {
        attention.step(vm, 1)?;
        let (number, length) = next(bytes, at, encoding, plain);
        if last == Some(number) && sets.contain(number) {
            out.extend_from_slice(&bytes[kept..at]);
            kept = at + length;
        }
        last = Some(number);
        at += length;
    }
    out.extend_from_slice(&bytes[kept..]);
    changed(vm, string, &out)
}

/// `Primitive.string_tr(string, from, to, squeeze)`: the translated copy, nil where nothing changed.
fn translate(vm: &mut Vm, args: Arguments) -> NativeResult {
    let string = StringRef::from_value(args.get(0)).ok_or(Exit::Fallback)?;
    let from = StringRef::from_value(args.get(1)).ok_or(Exit::Fallback)?;
    let to = StringRef::from_value(args.get(2)).ok_or(Exit::Fallback)?;
    let squeeze = args.get(3).truthy();
    if string.is_empty() {
        return Ok(Value::NIL);
    }
    let searched = text::common_encoding(vm, string, from)?;
    let mut target = text::common_encoding(vm, string, to)?;
    if searched != target {
        target = text::common_encoding(vm, from, to)?;
    }
    check_whole(vm, string)?;
    if from.is_empty() {
        return Ok(Value::NIL);
    }
    let (from, to) = (parse(vm, from)?, parse_target(vm, to)?);
    let (bytes, encoding) = (string.bytes(), string.encoding());
    let plain = encoding.is_ascii_compatible();
    let mut ascii: [Option<Fate>; 128] = [None; 128];
    let mut out = Vec::with_capacity(bytes.len());
    let (mut at, mut last, mut modified, mut attention) = (0, None, false, Attention::default());
    while at < bytes.len() {
        attention.step(vm, 1)?;
        let (number, length) = next(bytes, at, encoding, plain);
        let piece = &bytes[at..at + length];
        at += length;
        let fate = match ascii.get_mut(number as usize) {
            Some(known) => *known.get_or_insert_with(|| fate(&from, &to, number)),
            None => fate(&from, &to, number),
        };
        match fate {
            Fate::Stays => {
                last = None;
                out.extend_from_slice(piece);
            }
            Fate::Goes => modified = true,
            Fate::Becomes(new) if squeeze && last == Some(new) => modified = true,
            Fate::Becomes(new) => {
                modified |= new != number;
                last = Some(new);
                if new < 128 && target.is_ascii_compatible() {
                    out.push(new as u8);
                    continue;
                }
                match characters::encode(new, target) {
                    Some(character) => out.extend_from_slice(character.bytes()),
                    None => out.push(new as u8),
                }
            }
        }
    }
    if !modified {
        return Ok(Value::NIL);
    }
    text::make(vm, &out, target)
}

/// The fate of a character.
#[derive(Clone, Copy)]
enum Fate {
    Stays,
    Goes,
    Becomes(u32),
}

fn fate(from: &Set, to: &Set, number: u32) -> Fate {
    if !from.contains(number) {
        return Fate::Stays;
    }
    let new = if from.negated { to.ranges.last().map(|&(_, last)| last) } else { from.position(number).and_then(|position| to.at(position)) };
    new.map_or(Fate::Goes, Fate::Becomes)
}

/// Reads the characters that others become: `^` has no meaning here.
fn parse_target(vm: &mut Vm, set: StringRef) -> Result<Set, Exit> {
    if set.bytes().first() != Some(&b'^') {
        return parse(vm, set);
    }
    let escaped = [b"\\", set.bytes()].concat();
    let escaped = vm.new_string(&escaped, set.encoding());
    parse(vm, escaped)
}

pub const NATIVES: &[(&str, Native)] = &[
    ("string_count_in", count_in_list),
    ("string_delete", delete),
    ("string_squeeze", squeeze),
    ("string_tr", translate),
];
