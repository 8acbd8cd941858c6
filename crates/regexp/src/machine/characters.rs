//! Characters of a text, one at a time and in both directions.

use crate::encoding;
use crate::program::{Beyond, Program, RunOf, Set};

#[inline(always)]
pub fn step_set<const UTF8: bool>(set: &Set, text: &[u8], at: usize) -> Option<usize> {
    let &byte = text.get(at)?;
    if !UTF8 || byte < 0x80 {
        return set.single.contains(byte).then_some(at + 1);
    }
    if set.beyond == Beyond::None {
        return None;
    }
    let (code, length) = encoding::decode(&text[at..]);
    set.has_beyond(code).then_some(at + length)
}

#[inline(always)]
pub fn step_any<const UTF8: bool>(text: &[u8], at: usize) -> Option<usize> {
    let &byte = text.get(at)?;
    if !UTF8 || byte < 0x80 {
        return Some(at + 1);
    }
    Some(at + encoding::decode(&text[at..]).1)
}

#[inline(always)]
pub fn step_run<const UTF8: bool>(program: &Program, of: RunOf, text: &[u8], at: usize) -> Option<usize> {
    match of {
        RunOf::Set(set) => step_set::<UTF8>(&program.sets[set as usize], text, at),
        RunOf::Any => step_any::<UTF8>(text, at).filter(|_| text[at] != b'\n'),
        RunOf::AnyOrNewline => step_any::<UTF8>(text, at),
    }
}

#[inline(always)]
pub fn one_before<const UTF8: bool>(text: &[u8], at: usize) -> usize {
    if UTF8 { encoding::before(text, at) } else { at - 1 }
}

pub fn step_back<const UTF8: bool>(text: &[u8], at: usize, count: u32) -> Option<usize> {
    let mut at = at;
    for _ in 0..count {
        if at == 0 {
            return None;
        }
        at = one_before::<UTF8>(text, at);
    }
    Some(at)
}

pub fn is_boundary<const UTF8: bool>(word: &Set, text: &[u8], at: usize) -> bool {
    let after = step_set::<UTF8>(word, text, at).is_some();
    let before = at > 0 && step_set::<UTF8>(word, text, one_before::<UTF8>(text, at)).is_some();
    before != after
}
