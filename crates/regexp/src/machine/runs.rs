//! Runs: many characters of one set, of which some may be given back, or more taken.

use super::characters::{one_before, step_run, step_set};
use super::{Entry, Machine};
use crate::encoding;
use crate::program::{Beyond, NONE, Program, Run, RunOf, Step};

impl Machine {
    /// Takes as many characters as there are.
    #[inline]
    pub(super) fn begin_run<const UTF8: bool>(&mut self, program: &Program, run: &Run, pc: usize, text: &[u8], at: usize) -> Option<usize> {
        let remembers = self.memo.is_on() && run.memo != NONE && !run.possessive;
        let (floor, end) = match remembers {
            true if run.high == NONE => self.fresh_run::<UTF8>(program, run, text, at)?,
            true if !self.enter(program, run.memo, at) => return None,
            _ => scan::<UTF8>(program, run, text, at)?,
        };
        if run.possessive || floor == end {
            self.walked += end - at;
            return Some(end);
        }
        // Where what follows can't begin here, it is no use to try.
        self.walked += end - at;
        let end = retreat::<UTF8>(run, text, floor, end)?;
        if end > floor {
            self.stack.push(Entry::Run { pc: pc as u32, floor: floor as u32, at: end as u32 });
        }
        Some(end)
    }

    /// A run without limit up to the first place that was left in vain already: all behind it have been, too. The places
    /// before it are noted.
    pub(super) fn fresh_run<const UTF8: bool>(&mut self, program: &Program, run: &Run, text: &[u8], at: usize) -> Option<(usize, usize)> {
        let mut floor = at;
        for _ in 0..run.low {
            floor = step_run::<UTF8>(program, run.of, text, floor)?;
        }
        let number = self.memo_number(program, run.memo);
        if self.memo.is_marked(number, floor) {
            return None;
        }
        let deferred = program.memo_points[run.memo as usize].deferred;
        if deferred {
            self.stack.push(Entry::Memo { number, at: floor as u32 });
        }
        let mut end = floor;
        loop {
            if !deferred {
                self.memo.mark(number, end);
            }
            match step_run::<UTF8>(program, run.of, text, end).filter(|&next| !self.memo.is_marked(number, next)) {
                Some(next) => end = next,
                None => return Some((floor, end)),
            }
        }
    }

    pub(super) fn give_back<const UTF8: bool>(&mut self, program: &Program, text: &[u8], pc: u32, floor: u32, at: usize) -> Option<(usize, usize)> {
        let (run, next) = match program.steps[pc as usize] {
            Step::Run(index) => (Some(&program.runs[index as usize]), pc as usize + 1),
            Step::AbsentStart { next, .. } => (None, next as usize),
            _ => return None,
        };
        let floor = floor as usize;
        let mut at = one_before::<UTF8>(text, at);
        if let Some(run) = run {
            at = retreat::<UTF8>(run, text, floor, at)?;
        }
        if at > floor {
            self.stack.push(Entry::Run { pc, floor: floor as u32, at: at as u32 });
        }
        Some((next, at))
    }

    /// Takes as few characters as may be.
    pub(super) fn begin_lazy<const UTF8: bool>(&mut self, program: &Program, run: &Run, pc: usize, text: &[u8], at: usize) -> Option<usize> {
        if run.high != NONE && !self.enter(program, run.memo, at) {
            return None;
        }
        let mut at = at;
        for _ in 0..run.low {
            at = step_run::<UTF8>(program, run.of, text, at)?;
        }
        let (at, count) = self.advance::<UTF8>(program, run, text, at, run.low)?;
        self.wait_lazy(program, run, pc as u32, at, count)
    }

    pub(super) fn take_more<const UTF8: bool>(&mut self, program: &Program, text: &[u8], pc: u32, at: usize, count: u32) -> Option<(usize, usize)> {
        let Step::Run(index) = program.steps[pc as usize] else { return None };
        let run = &program.runs[index as usize];
        if count >= run.high {
            return None;
        }
        let next = step_run::<UTF8>(program, run.of, text, at)?;
        let (at, count) = self.advance::<UTF8>(program, run, text, next, count + 1)?;
        self.wait_lazy(program, run, pc, at, count).map(|at| (pc as usize + 1, at))
    }

    pub(super) fn wait_lazy(&mut self, program: &Program, run: &Run, pc: u32, at: usize, count: u32) -> Option<usize> {
        if !self.enter(program, if run.high == NONE { run.memo } else { NONE }, at) {
            return None;
        }
        if count < run.high {
            self.stack.push(Entry::LazyRun { pc, at: at as u32, count });
        }
        Some(at)
    }

    /// The first place from here on where what follows a lazy run can begin, and how many characters it has taken then.
    #[inline]
    fn advance<const UTF8: bool>(&mut self, program: &Program, run: &Run, text: &[u8], from: usize, count: u32) -> Option<(usize, u32)> {
        let (mut at, mut count) = (from, count);
        let found = loop {
            if run.next.allows(text.get(at)) {
                break Some((at, count));
            }
            if count >= run.high {
                break None;
            }
            match step_run::<UTF8>(program, run.of, text, at) {
                Some(next) => at = next,
                None => break None,
            }
            count += 1;
        };
        self.walked += at - from;
        found
    }
}

/// Where a run may end at the earliest and at the latest; `None` if it is too short.
#[inline]
fn scan<const UTF8: bool>(program: &Program, run: &Run, text: &[u8], at: usize) -> Option<(usize, usize)> {
    if run.high == NONE && run.low <= 1 {
        let end = scan_all::<UTF8>(program, run.of, text, at);
        return match run.low {
            0 => Some((at, end)),
            _ if end == at => None,
            _ => Some((if UTF8 { at + encoding::decode(&text[at..]).1 } else { at + 1 }, end)),
        };
    }
    let (mut floor, mut end) = (at, at);
    let mut count = 0;
    while count < run.high {
        let Some(next) = step_run::<UTF8>(program, run.of, text, end) else { break };
        end = next;
        count += 1;
        if count == run.low {
            floor = end;
        }
    }
    (count >= run.low).then_some((floor, end))
}

/// The end of all characters of a set from here on.
#[inline]
fn scan_all<const UTF8: bool>(program: &Program, of: RunOf, text: &[u8], at: usize) -> usize {
    match of {
        RunOf::AnyOrNewline => text.len(),
        RunOf::Any => memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |offset| at + offset),
        RunOf::Set(set) => {
            let set = &program.sets[set as usize];
            let mut end = at;
            loop {
                let rest = &text[end..];
                if !UTF8 || set.beyond != Beyond::Some {
                    let all = UTF8 && set.beyond == Beyond::All;
                    let length = rest.iter().position(|&byte| !(set.single.contains(byte) || all && byte >= 0x80));
                    return end + length.unwrap_or(rest.len());
                }
                end += rest.iter().position(|&byte| !set.single.contains(byte)).unwrap_or(rest.len());
                match step_set::<UTF8>(set, text, end) {
                    Some(next) => end = next,
                    None => return end,
                }
            }
        }
    }
}

/// The last place from `end` back to `floor` where what follows can begin.
#[inline]
fn retreat<const UTF8: bool>(run: &Run, text: &[u8], floor: usize, end: usize) -> Option<usize> {
    if let Some(byte) = run.next_byte.filter(|byte| !UTF8 || *byte < 0x80) {
        let upto = (end + 1).min(text.len());
        return memchr::memrchr(byte, text.get(floor..upto)?).map(|offset| floor + offset);
    }
    let mut at = end;
    while !run.next.allows(text.get(at)) {
        if at <= floor {
            return None;
        }
        at = one_before::<UTF8>(text, at);
    }
    (at >= floor).then_some(at)
}
