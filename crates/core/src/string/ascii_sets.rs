//! `tr`, `delete`, `squeeze` and `count` where the text and the sets are ASCII alone: a set is a bit for each character. What is not
//! so is left to the methods' bodies, and to `translate`.

use rutile_vm::prelude::*;

use crate::string::text::{self, Call};

/// A bit for each character that belongs to a set.
#[derive(Clone, Copy)]
struct Members([u64; 2]);

impl Members {
    const ALL: Members = Members([u64::MAX; 2]);

    fn of(bits: u128) -> Members {
        Members([bits as u64, (bits >> 64) as u64])
    }

    fn contains(self, byte: u8) -> bool {
        self.0[(byte >> 6 & 1) as usize] >> (byte & 63) & 1 != 0
    }

    fn and(self, other: Members) -> Members {
        Members([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }
}

/// The character at a place of a set, and where the next one is. A backslash takes away what the character behind it means.
fn member(set: &[u8], at: usize) -> (u8, usize) {
    match set.get(at + 1) {
        Some(escaped) if set[at] == b'\\' => (*escaped, at + 2),
        _ => (set[at], at + 1),
    }
}

/// Visits the ranges of a set from a place on. `None`: one of them ends before it begins.
fn each_range(set: &[u8], start: usize, mut visit: impl FnMut(u8, u8)) -> Option<()> {
    let mut at = start;
    while at < set.len() {
        let (first, behind) = member(set, at);
        at = behind;
        let mut last = first;
        if set.get(at) == Some(&b'-') && at + 1 < set.len() {
            (last, at) = member(set, at + 1);
            if first > last {
                return None;
            }
        }
        visit(first, last);
    }
    Some(())
}

/// Whether a set is of all characters but those that it names.
fn is_negated(set: &[u8]) -> bool {
    set.len() > 1 && set[0] == b'^'
}

fn members(set: &[u8]) -> Option<Members> {
    let negated = is_negated(set);
    let mut named = 0;
    each_range(set, negated as usize, |first, last| named |= (u128::MAX >> (127 - (last - first))) << first)?;
    Some(Members::of(if negated { !named } else { named }))
}

fn ascii(string: StringRef) -> Result<StringRef, Exit> {
    if string.is_ascii_only() { Ok(string) } else { Err(Exit::Fallback) }
}

/// The characters that all sets of a call contain, and its text.
fn text_and_members(args: Arguments, none_given: Option<Members>) -> Result<(StringRef, Members), Exit> {
    let call = Call::of(args);
    let string = ascii(call.string()?)?;
    if call.count() == 0 {
        return Ok((string, none_given.ok_or(Exit::Fallback)?));
    }
    let mut all = Members::ALL;
    for value in call.rest() {
        let set = StringRef::from_value(*value).ok_or(Exit::Fallback)?;
        all = all.and(members(ascii(set)?.bytes()).ok_or(Exit::Fallback)?);
    }
    Ok((string, all))
}

fn count(_vm: &mut Vm, args: Arguments) -> NativeResult {
    let (string, members) = text_and_members(args, None)?;
    Ok(text::position(string.bytes().iter().filter(|byte| members.contains(**byte)).count()))
}

/// A copy of a text without the bytes of which this many go.
fn copy_without(vm: &mut Vm, string: StringRef, gone: usize, mut goes: impl FnMut(u8) -> bool) -> NativeResult {
    if gone == 0 {
        return Ok(vm.string_copy(string).value());
    }
    let length = string.len() - gone;
    vm.check_allocation(length)?;
    let kept = string.bytes().iter().copied().filter(|byte| !goes(*byte));
    Ok(vm.string_of_ascii(length, string.encoding(), kept).value())
}

fn delete(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (string, members) = text_and_members(args, None)?;
    let gone = string.bytes().iter().filter(|byte| members.contains(**byte)).count();
    copy_without(vm, string, gone, |byte| members.contains(byte))
}

/// So many bytes are looked at before it is asked whether one of them repeats the one before it.
const PIECE: usize = 32;

/// The places of bytes that repeat the one before them and are members.
fn each_repeat(bytes: &[u8], members: Members, mut visit: impl FnMut(usize)) {
    let mut start = 0;
    while start + 1 < bytes.len() {
        let end = (start + PIECE).min(bytes.len() - 1);
        let (befores, behinds) = (&bytes[start..end], &bytes[start + 1..=end]);
        if befores.iter().zip(behinds).fold(false, |any, (before, behind)| any | (before == behind)) {
            let repeats = |place: &usize| bytes[*place] == bytes[*place - 1] && members.contains(bytes[*place]);
            (start + 1..end + 1).filter(repeats).for_each(&mut visit);
        }
        start = end;
    }
}

fn squeeze(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (string, members) = text_and_members(args, Some(Members::ALL))?;
    let (bytes, mut gone) = (string.bytes(), 0);
    each_repeat(bytes, members, |_| gone += 1);
    if gone == 0 {
        return Ok(vm.string_copy(string).value());
    }
    vm.check_allocation(bytes.len() - gone)?;
    let squeezed = vm.string_written(bytes.len() - gone, string.encoding(), |out| {
        let (mut from, mut to) = (0, 0);
        let mut copy = |until: usize| {
            out[to..to + until - from].copy_from_slice(&bytes[from..until]);
            (from, to) = (until + 1, to + until - from);
        };
        each_repeat(bytes, members, &mut copy);
        copy(bytes.len());
    });
    squeezed.set_code_range(CodeRange::Ascii);
    Ok(squeezed.value())
}

/// The characters of a set in its order, ranges written out, each as often as it is named; how many there are. `None` also for more
/// than there is room for.
fn listed(set: &[u8], start: usize, list: &mut [u8; 256]) -> Option<usize> {
    let mut count = 0;
    let mut fits = true;
    each_range(set, start, |first, last| {
        for byte in first..=last {
            fits &= count < list.len();
            list[count.min(list.len() - 1)] = byte;
            count += 1;
        }
    })?;
    fits.then_some(count)
}

/// What each ASCII character becomes: itself, another, or, `GONE`, nothing.
struct Fates([u8; 128]);

const GONE: u8 = 0xff;

impl Fates {
    fn of(from: &[u8], to: &[u8]) -> Option<Fates> {
        let mut fates = [0; 128];
        (0..128).for_each(|byte| fates[byte as usize] = byte);
        let mut targets = [0; 256];
        let target_count = listed(to, 0, &mut targets)?;
        let last = target_count.checked_sub(1).map(|last| targets[last]);
        if is_negated(from) {
            let members = members(from)?;
            (0..128).filter(|byte| members.contains(*byte)).for_each(|byte| fates[byte as usize] = last.unwrap_or(GONE));
            return Some(Fates(fates));
        }
        let mut sources = [0; 256];
        let source_count = listed(from, 0, &mut sources)?;
        for (place, source) in sources[..source_count].iter().enumerate() {
            let target = if place < target_count { Some(targets[place]) } else { last };
            fates[*source as usize] = target.unwrap_or(GONE);
        }
        Some(Fates(fates))
    }
}

fn tr(vm: &mut Vm, args: Arguments) -> NativeResult {
    let call = Call::of(args);
    if call.count() != 2 {
        return Err(Exit::Fallback);
    }
    let (string, from, to) = (ascii(call.string()?)?, ascii(call.text(0)?)?, ascii(call.text(1)?)?);
    if from.encoding() != string.encoding() || to.encoding() != string.encoding() {
        return Err(Exit::Fallback);
    }
    let Fates(fates) = Fates::of(from.bytes(), to.bytes()).ok_or(Exit::Fallback)?;
    let fate = |byte: &u8| fates[*byte as usize & 127];
    if to.is_empty() {
        let gone = string.bytes().iter().filter(|byte| fate(byte) == GONE).count();
        return copy_without(vm, string, gone, |byte| fate(&byte) == GONE);
    }
    vm.check_allocation(string.len())?;
    let translated = string.bytes().iter().map(fate);
    Ok(vm.string_of_ascii(string.len(), string.encoding(), translated).value())
}

pub const NATIVES: &[(&str, Native)] = &[
    ("string_count_ascii", count),
    ("string_delete_ascii", delete),
    ("string_squeeze_ascii", squeeze),
    ("string_tr_ascii", tr),
];
