//! Steps that go by what was matched before: references to groups, calls and their ends, turns of loops, absent texts.

use super::characters::{one_before, step_any};
use super::{Entry, Machine, UNSET};
use crate::encoding;
use crate::fold;
use crate::program::{Program, Step};

impl Machine {
    /// Leaves a call; gives where to go on.
    pub(super) fn leave_call(&mut self) -> usize {
        let frame = self.frames[self.frame as usize];
        for index in 0..self.registers.len() {
            let before = self.saved[frame.registers as usize + index];
            if self.registers[index] != before {
                self.set_register(index as u32, before);
            }
        }
        self.stack.push(Entry::Returned { old: self.frame });
        self.frame = frame.outer;
        frame.back as usize
    }

    /// The place behind what a group matched, where that stands here.
    pub(super) fn reference<const UTF8: bool>(&self, program: &Program, index: usize, text: &[u8], at: usize) -> Option<usize> {
        let reference = &program.references[index];
        reference.groups.iter().find_map(|&group| {
            let (start, end) = match reference.level {
                None => (self.groups[group as usize * 2], self.groups[group as usize * 2 + 1]),
                Some(level) => self.group_at_level(group, level)?,
            };
            if start == UNSET || end == UNSET {
                return None;
            }
            let wanted = text.get(start as usize..end as usize)?;
            if !reference.fold {
                return text[at..].starts_with(wanted).then_some(at + wanted.len());
            }
            same_folded::<UTF8>(wanted, &text[at..]).map(|length| at + length)
        })
    }

    /// The text that a group matched at a level of recursion relative to here: the trail is walked back, with the values that were
    /// replaced on it.
    pub(super) fn group_at_level(&self, group: u32, wanted: i32) -> Option<(u32, u32)> {
        let mut level = 0;
        let (mut start, mut end) = (self.groups[group as usize * 2], self.groups[group as usize * 2 + 1]);
        let mut found_end = None;
        for entry in self.stack.iter().rev() {
            match *entry {
                Entry::Called { .. } => level -= 1,
                Entry::Returned { .. } => level += 1,
                Entry::Opened { group: opened, start: before, end: before_end } if opened == group => {
                    if let Some(found) = found_end.filter(|_| level == wanted) {
                        return Some((start, found));
                    }
                    (start, end) = (before, before_end);
                }
                Entry::Save { slot, old } if slot == group * 2 => start = old,
                Entry::Save { slot, old } if slot == group * 2 + 1 => {
                    if level == wanted {
                        found_end = found_end.or(Some(end));
                    }
                    end = old;
                }
                _ => {}
            }
        }
        None
    }

    /// Whether the anchor behind a step holds where a reference has matched nothing: the character here is taken for the one before. `None`
    /// where none has.
    pub(super) fn anchor_in_echo(&self, program: &Program, register: u32, pc: usize, text: &[u8], at: usize) -> Option<bool> {
        if at == 0 || self.registers[register as usize] as usize != at + 1 {
            return None;
        }
        match program.steps[pc + 1] {
            Step::LineStart => Some(text.get(at) == Some(&b'\n')),
            Step::WordBoundary { negated, .. } => Some(negated),
            _ => None,
        }
    }

    /// Notes where on the stack a turn of a loop begins.
    #[inline]
    pub(super) fn begin_turn(&mut self, register: u32, at: usize) {
        let height = self.stack.len() as u32;
        let old = std::mem::replace(&mut self.registers[register as usize], height);
        self.stack.push(Entry::Turn { index: register, old, at: at as u32 });
    }

    /// The kind of a turn, by where it began and by the groups that it opened.
    #[inline]
    pub(super) fn turn(&self, register: u32, captures: bool, at: usize) -> Turn {
        let height = self.registers[register as usize] as usize;
        let Some(Entry::Turn { at: began, .. }) = self.stack.get(height) else { return Turn::Something };
        if *began as usize != at {
            return Turn::Something;
        }
        if captures { self.empty_turn(height, at) } else { Turn::Nothing }
    }

    /// The kind of a turn that moved nowhere, by what the groups that it opened had matched before.
    fn empty_turn(&self, height: usize, at: usize) -> Turn {
        let mut turn = Turn::Nothing;
        for entry in &self.stack[height..] {
            let Entry::Opened { start, end, .. } = *entry else { continue };
            if end == UNSET || end != start {
                return if self.changed_groups(height) { Turn::Something } else { Turn::Nothing };
            }
            if end as usize != at {
                turn = Turn::Wrong;
            }
        }
        turn
    }

    /// Whether a group that was opened since a height of the stack has matched otherwise than before. A turn after which all is as it was
    /// before would be made for ever, which Ruby's own engine does until no memory is left.
    fn changed_groups(&self, height: usize) -> bool {
        let entries = &self.stack[height..];
        let mut opened = entries.iter().enumerate().filter_map(|(index, entry)| match *entry {
            Entry::Opened { group, start, end } => Some((index, group, (start, end))),
            _ => None,
        });
        let is_first = |index: usize, group: u32| !entries[..index].iter().any(|entry| matches!(*entry, Entry::Opened { group: other, .. } if other == group));
        let now = |group: u32| (self.groups[group as usize * 2], self.groups[group as usize * 2 + 1]);
        opened.any(|(index, group, before)| now(group) != before && is_first(index, group))
    }

    /// Tries the body of an absent operator at the next place, or goes on behind it.
    pub(super) fn absent_next<const UTF8: bool>(&mut self, program: &Program, text: &[u8], pc: u32) -> Option<(usize, usize)> {
        let Step::AbsentStart { register, next } = program.steps[pc as usize] else { return None };
        let register = register as usize;
        let (bound, origin) = (self.registers[register] as usize, self.registers[register + 1] as usize);
        let here = self.registers[register + 2] as usize;
        if bound <= origin {
            return None;
        }
        // Where it must end, the body isn't tried any more: not at the end of the text either.
        let end = if bound > text.len() { text.len() } else { one_before::<UTF8>(text, bound) };
        if let Some(place) = step_any::<UTF8>(text, here).filter(|&place| place < end) {
            self.registers[register + 2] = place as u32;
            self.stack.push(Entry::Absent { pc });
            return Some((pc as usize + 1, place));
        }
        if end > origin {
            self.stack.push(Entry::Run { pc, floor: origin as u32, at: end as u32 });
        }
        Some((next as usize, end))
    }
}

/// The kinds of turns of a loop: those that go on, those that end it, and those that must not have been.
pub enum Turn {
    Nothing,
    Something,
    Wrong,
}

/// The length of what a text begins with, where each character of that differs from another's in case only. Ruby's own engine doesn't look
/// at a text that has fewer bytes than the other.
fn same_folded<const UTF8: bool>(wanted: &[u8], text: &[u8]) -> Option<usize> {
    let found = text.get(..wanted.len())?;
    if !UTF8 {
        return found.eq_ignore_ascii_case(wanted).then_some(found.len());
    }
    let (mut of_wanted, mut at) = (0, 0);
    while of_wanted < wanted.len() {
        let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
        let (one, length) = encoding::decode(&wanted[of_wanted..]);
        let (two, other_length) = encoding::decode(rest);
        let same = match (fold::special(one), fold::special(two)) {
            _ if one == encoding::INVALID || two == encoding::INVALID => wanted[of_wanted..of_wanted + length] == rest[..other_length],
            (None, None) => one == two || fold::simple(one) == fold::simple(two),
            (one, two) => one == two,
        };
        if !same {
            return None;
        }
        of_wanted += length;
        at += other_length;
    }
    Some(at)
}
