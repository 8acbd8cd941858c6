//! The machine that matches: it tries, and goes back to where it could have gone on otherwise.
//!
//! All that it knows stands in a [`Machine`]: where it is, and a stack of places to go back to and of values to put back
//! on the way. So a match can be left off after so many steps and taken up again, and nothing is allocated once the
//! stack has grown to what patterns need.

mod characters;
mod places;
mod recall;
mod runs;
mod trail;

use crate::encoding::Encoding;
use crate::memo::Memo;
use crate::program::{NONE, Program, Step};
use crate::tail;

use characters::{is_boundary, step_any, step_back, step_set};
use recall::Turn;

/// Where no group matched.
pub const UNSET: u32 = u32::MAX;
/// Entries of the stack at most.
const DEEPEST: usize = 1 << 27;
/// A text of so many bytes has places that no entry can hold.
const LONGEST_TEXT: usize = (u32::MAX - 1) as usize;
/// A run over so many bytes costs what a step does.
const BYTES_A_STEP: usize = 64;

/// Something to go back to, or to put back on the way.
#[derive(Debug, Clone, Copy)]
enum Entry {
    Branch { pc: u32, at: u32 },
    /// A run that may give back characters down to `floor`.
    Run { pc: u32, floor: u32, at: u32 },
    /// A lazy run that took `count` characters.
    LazyRun { pc: u32, at: u32, count: u32 },
    Absent { pc: u32 },
    Save { slot: u32, old: u32 },
    /// A group was opened; before it began and ended so.
    Opened { group: u32, start: u32, end: u32 },
    /// A turn of a loop began; the register before said so.
    Turn { index: u32, old: u32, at: u32 },
    Register { index: u32, old: u32 },
    /// A call was made; before it the innermost was `old`.
    Called { old: u32 },
    Returned { old: u32 },
    /// When all behind it is tried, the place has failed.
    Memo { number: u32, at: u32 },
}

/// A call that has not returned.
#[derive(Debug, Clone, Copy)]
struct Frame {
    back: u32,
    outer: u32,
    /// Where the registers stand that it must not change for its caller.
    registers: u32,
}

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Found,
    NotFound,
    /// The steps it was given are used up; it can be taken up again.
    Suspended,
    /// The stack would grow beyond all measure.
    TooLarge,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ended {
    Found,
    Failed,
    Suspended,
    TooLarge,
}

/// Which places a search tries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Places {
    Forward { last: usize },
    Backward,
    Here,
}

/// The state of a search, kept from one to the next for its memory.
#[derive(Debug)]
pub struct Machine {
    groups: Vec<u32>,
    stack: Vec<Entry>,
    registers: Vec<u32>,
    frames: Vec<Frame>,
    saved: Vec<u32>,
    frame: u32,
    memo: Memo,
    /// Bytes that runs went over, not yet taken off the steps that the search was given.
    walked: usize,
    places: Places,
    /// Where the search started.
    search_start: usize,
    /// Where what every match contains was last found ahead.
    required_at: Option<usize>,
    /// The place from which on it does not stand.
    lacking_from: Option<usize>,
    /// The place that is being tried, or comes next.
    start: usize,
    pc: usize,
    at: usize,
    /// It was left off within a match: going on, or going back.
    midway: bool,
    going_back: bool,
}

impl Default for Machine {
    fn default() -> Machine {
        Machine::new()
    }
}

impl Machine {
    pub fn new() -> Machine {
        Machine {
            groups: Vec::new(),
            stack: Vec::new(),
            registers: Vec::new(),
            frames: Vec::new(),
            saved: Vec::new(),
            frame: NONE,
            memo: Memo::default(),
            walked: 0,
            places: Places::Here,
            search_start: 0,
            required_at: None,
            lacking_from: None,
            start: 0,
            pc: 0,
            at: 0,
            midway: false,
            going_back: false,
        }
    }

    /// Readies a search for a match that begins at `start ..= last`. Many searches end here: no match can begin at any of the places, or
    /// the first of them tells the whole match. The outcome is the answer then, and there is nothing to resume.
    pub fn begin(&mut self, program: &Program, text: &[u8], start: usize, last: usize) -> Option<Outcome> {
        if text.len() >= LONGEST_TEXT {
            return Some(Outcome::TooLarge);
        }
        self.aim(start, Places::Forward { last });
        if let Some(longest) = program.tail {
            self.start = tail::first_place(text, start, longest, program.encoding);
        }
        let Some(place) = self.next_place(program, text) else { return Some(Outcome::NotFound) };
        self.required_at = None;
        if self.lacks_required(program, text, place) {
            return Some(Outcome::NotFound);
        }
        self.clear(program);
        self.enter_place(program, place).then_some(Outcome::Found)
    }

    /// Readies a search for the last match that begins at `start` or before it.
    pub fn begin_backward(&mut self, program: &Program, start: usize) {
        self.aim(start, Places::Backward);
        self.required_at = None;
        self.lacking_from = None;
        self.clear(program);
    }

    /// Readies a match at one place.
    pub fn begin_at(&mut self, program: &Program, at: usize) {
        self.aim(at, Places::Here);
        self.clear(program);
    }

    fn aim(&mut self, start: usize, places: Places) {
        self.places = places;
        self.search_start = start;
        self.start = start;
    }

    /// Forgets what the last search left, for this program. It costs more than a search that finds no place to begin at.
    fn clear(&mut self, program: &Program) {
        self.groups.clear();
        self.groups.resize(program.groups * 2, UNSET);
        self.registers.clear();
        self.registers.resize(program.registers, 0);
        self.stack.clear();
        self.frames.clear();
        self.saved.clear();
        self.frame = NONE;
        self.memo.reset();
        self.walked = 0;
        self.midway = false;
    }

    /// Groups, the whole match included.
    pub fn group_count(&self) -> usize {
        self.groups.len() / 2
    }

    /// Where a group matched.
    #[inline]
    pub fn group(&self, number: usize) -> Option<(usize, usize)> {
        match (self.groups.get(number * 2), self.groups.get(number * 2 + 1)) {
            (Some(&start), Some(&end)) if start != UNSET && end != UNSET => Some((start as usize, end as usize)),
            _ => None,
        }
    }

    /// The place where the match was found; `\K` leaves it out of the whole match.
    #[inline]
    pub fn place(&self) -> usize {
        self.start
    }

    /// Goes on with the search for so many steps.
    pub fn resume(&mut self, program: &Program, text: &[u8], fuel: u32) -> Outcome {
        if text.len() >= LONGEST_TEXT {
            return Outcome::TooLarge;
        }
        let mut fuel = fuel;
        loop {
            if !self.midway {
                let Some(start) = self.next_place(program, text) else { return Outcome::NotFound };
                if self.lacks_required(program, text, start) {
                    if self.places != Places::Backward || !self.leave_place(program, text) {
                        return Outcome::NotFound;
                    }
                    fuel = fuel.saturating_sub(1);
                    if fuel == 0 {
                        return Outcome::Suspended;
                    }
                    continue;
                }
                if self.enter_place(program, start) {
                    return Outcome::Found;
                }
            }
            let ended = match program.encoding {
                Encoding::Utf8 => self.run::<true>(program, text, &mut fuel),
                Encoding::Bytes => self.run::<false>(program, text, &mut fuel),
            };
            match ended {
                Ended::Found => return Outcome::Found,
                Ended::Suspended => return Outcome::Suspended,
                Ended::TooLarge => return Outcome::TooLarge,
                Ended::Failed => {
                    self.midway = false;
                    if !self.leave_place(program, text) {
                        return Outcome::NotFound;
                    }
                    fuel = fuel.saturating_sub(1);
                    if fuel == 0 {
                        return Outcome::Suspended;
                    }
                }
            }
        }
    }

    /// Begins to try a place; true where the whole match is known by it.
    #[inline]
    fn enter_place(&mut self, program: &Program, start: usize) -> bool {
        self.start = start;
        self.pc = 0;
        self.at = start;
        self.going_back = false;
        self.groups.fill(UNSET);
        self.groups[0] = start as u32;
        self.midway = true;
        match (program.exact, self.places) {
            (Some(length), Places::Forward { .. }) => {
                self.groups[1] = (start + length) as u32;
                true
            }
            _ => false,
        }
    }

    fn run<const UTF8: bool>(&mut self, program: &Program, text: &[u8], fuel: &mut u32) -> Ended {
        let mut pc = self.pc;
        let mut at = self.at;
        let mut going_back = self.going_back;
        loop {
            if going_back {
                if *fuel == 0 {
                    self.going_back = true;
                    return Ended::Suspended;
                }
                *fuel = (*fuel - 1).saturating_sub((self.walked / BYTES_A_STEP) as u32);
                self.walked %= BYTES_A_STEP;
                match self.back::<UTF8>(program, text) {
                    Some((back_to, place)) => (pc, at) = (back_to, place),
                    None => return Ended::Failed,
                }
            }
            going_back = true;
            // Steps until one fails.
            loop {
                match program.steps[pc] {
                    Step::Byte(byte) => {
                        if text.get(at) != Some(&byte) {
                            break;
                        }
                        at += 1;
                    }
                    Step::Text { start, length } => {
                        let wanted = &program.text[start as usize..start as usize + length as usize];
                        if !text[at..].starts_with(wanted) {
                            break;
                        }
                        at += wanted.len();
                    }
                    Step::Set(set) => match step_set::<UTF8>(&program.sets[set as usize], text, at) {
                        Some(next) => at = next,
                        None => break,
                    },
                    Step::Any => match step_any::<UTF8>(text, at) {
                        Some(next) if text[at] != b'\n' => at = next,
                        _ => break,
                    },
                    Step::AnyOrNewline => match step_any::<UTF8>(text, at) {
                        Some(next) => at = next,
                        None => break,
                    },
                    Step::Run(index) => {
                        let run = &program.runs[index as usize];
                        let next = if run.lazy { self.begin_lazy::<UTF8>(program, run, pc, text, at) } else { self.begin_run::<UTF8>(program, run, pc, text, at) };
                        match next {
                            Some(next) => at = next,
                            None => break,
                        }
                    }
                    Step::Split { first, second, peek, memo } => {
                        let (one, two) = match program.peeks.get(peek as usize) {
                            None => (true, true),
                            Some((one, two)) => (one.allows(text.get(at)), two.allows(text.get(at))),
                        };
                        match (one, two) {
                            (false, false) => break,
                            (true, false) => pc = first as usize,
                            (false, true) => pc = second as usize,
                            (true, true) => {
                                if !self.enter(program, memo, at) {
                                    break;
                                }
                                if self.stack.len() >= DEEPEST {
                                    return Ended::TooLarge;
                                }
                                self.stack.push(Entry::Branch { pc: second, at: at as u32 });
                                pc = first as usize;
                            }
                        }
                        if *fuel == 0 {
                            (self.pc, self.at, self.going_back) = (pc, at, false);
                            return Ended::Suspended;
                        }
                        *fuel -= 1;
                        continue;
                    }
                    Step::Dispatch(table) => {
                        const END: usize = 256;
                        let next = text.get(at).map_or(END, |&byte| byte as usize);
                        pc = program.tables[table as usize][next] as usize;
                        continue;
                    }
                    Step::Jump(to) => {
                        pc = to as usize;
                        continue;
                    }
                    Step::Save(slot) => self.set_group(slot, at),
                    Step::Open { group } => self.open_group(group, at),
                    Step::OpenUnseen { group } => {
                        self.set_group(group * 2, at);
                        self.set_group(group * 2 + 1, UNSET as usize);
                    }
                    Step::OpenForGood { group } => {
                        self.groups[group as usize * 2] = at as u32;
                        self.groups[group as usize * 2 + 1] = UNSET;
                    }
                    Step::Close { group, .. } => self.groups[group as usize * 2 + 1] = at as u32,
                    Step::Note { register } => self.set_register(register, at as u32),
                    Step::SaveAgain { slot, register } => self.set_group(slot, self.registers[register as usize] as usize),
                    Step::LineStart => {
                        if at != 0 && (text[at - 1] != b'\n' || at == text.len()) {
                            break;
                        }
                    }
                    Step::LineEnd => {
                        if at != text.len() && text[at] != b'\n' {
                            break;
                        }
                    }
                    Step::TextStart => {
                        if at != 0 {
                            break;
                        }
                    }
                    Step::TextEnd => {
                        if at != text.len() {
                            break;
                        }
                    }
                    Step::LastLineEnd => {
                        if at != text.len() && !(at + 1 == text.len() && text[at] == b'\n') {
                            break;
                        }
                    }
                    Step::SearchStart => {
                        if at != self.search_start {
                            break;
                        }
                    }
                    Step::WordBoundary { set, negated } => {
                        if is_boundary::<UTF8>(&program.sets[set as usize], text, at) == negated {
                            break;
                        }
                    }
                    Step::Reference { index, echo } => match self.reference::<UTF8>(program, index as usize, text, at) {
                        Some(next) => {
                            if next == at && echo != NONE {
                                self.set_register(echo, at as u32 + 1);
                            }
                            at = next;
                        }
                        None => break,
                    },
                    Step::AnchorInEcho { register } => match self.anchor_in_echo(program, register, pc, text, at) {
                        Some(true) => pc += 1,
                        Some(false) => break,
                        None => {}
                    },
                    Step::AtomicStart { register } => {
                        let height = self.stack.len() as u32 + 1;
                        self.set_register(register, height);
                    }
                    Step::AtomicEnd { register } => self.cut(self.registers[register as usize] as usize),
                    Step::LookStart { register, .. } => {
                        let height = self.stack.len() as u32 + 2;
                        self.set_register(register, height);
                        self.set_register(register + 1, at as u32);
                    }
                    Step::LookEnd { register } => {
                        self.cut(self.registers[register as usize] as usize);
                        at = self.registers[register as usize + 1] as usize;
                    }
                    Step::NotLookStart { register, after } => {
                        let height = self.stack.len() as u32 + 1;
                        self.set_register(register, height);
                        self.stack.push(Entry::Branch { pc: after, at: at as u32 });
                    }
                    Step::NotLookEnd { register } => {
                        self.unwind(self.registers[register as usize] as usize);
                        break;
                    }
                    Step::Back { count, .. } => match step_back::<UTF8>(text, at, count) {
                        Some(place) => at = place,
                        None => break,
                    },
                    Step::TurnStart { register } => self.begin_turn(register, at),
                    Step::TurnEnd { register, exit, captures } => match self.turn(register, captures, at) {
                        Turn::Something => {}
                        Turn::Nothing => {
                            pc = exit as usize;
                            continue;
                        }
                        Turn::Wrong => break,
                    },
                    Step::CountStart { register } => self.set_register(register, 0),
                    Step::Count(index) => {
                        let counted = &program.counted[index as usize];
                        if !self.enter(program, counted.memo, at) {
                            break;
                        }
                        let turns = self.registers[counted.register as usize];
                        if turns < counted.low {
                            self.set_register(counted.register, turns + 1);
                            pc = counted.body as usize;
                        } else if turns >= counted.high {
                            pc = counted.exit as usize;
                        } else if counted.lazy {
                            self.stack.push(Entry::Branch { pc: pc as u32 + 1, at: at as u32 });
                            pc = counted.exit as usize;
                        } else {
                            self.stack.push(Entry::Branch { pc: counted.exit, at: at as u32 });
                            self.set_register(counted.register, turns.saturating_add(1));
                            pc = counted.body as usize;
                        }
                        if *fuel == 0 {
                            (self.pc, self.at, self.going_back) = (pc, at, false);
                            return if self.stack.len() >= DEEPEST { Ended::TooLarge } else { Ended::Suspended };
                        }
                        *fuel -= 1;
                        continue;
                    }
                    Step::CountLazy(index) => {
                        let counted = &program.counted[index as usize];
                        let turns = self.registers[counted.register as usize];
                        self.set_register(counted.register, turns.saturating_add(1));
                        pc = counted.body as usize;
                        continue;
                    }
                    Step::Call(place) => {
                        if self.stack.len() >= DEEPEST {
                            return Ended::TooLarge;
                        }
                        self.stack.push(Entry::Called { old: self.frame });
                        let frame = Frame { back: pc as u32 + 1, outer: self.frame, registers: self.saved.len() as u32 };
                        self.saved.extend_from_slice(&self.registers);
                        self.frames.push(frame);
                        self.frame = self.frames.len() as u32 - 1;
                        pc = place as usize;
                        if *fuel == 0 {
                            (self.pc, self.at, self.going_back) = (pc, at, false);
                            return Ended::Suspended;
                        }
                        *fuel -= 1;
                        continue;
                    }
                    Step::Return => {
                        pc = self.leave_call();
                        continue;
                    }
                    Step::Condition { group, otherwise } => {
                        if self.group(group as usize).is_none() {
                            pc = otherwise as usize;
                            continue;
                        }
                    }
                    Step::AbsentStart { next, .. } if at == text.len() => {
                        pc = next as usize;
                        continue;
                    }
                    Step::AbsentStart { register, .. } => {
                        self.set_register(register, text.len() as u32 + 1);
                        self.set_register(register + 1, at as u32);
                        self.set_register(register + 2, at as u32);
                        self.stack.push(Entry::Absent { pc: pc as u32 });
                    }
                    Step::AbsentEnd { register } => {
                        let bound = &mut self.registers[register as usize];
                        *bound = (*bound).min(at as u32);
                        break;
                    }
                    Step::Fail => break,
                    Step::Match => {
                        if at < self.start {
                            // A look-behind that took fewer characters than it stepped back over: Ruby's own engine tries no more here.
                            self.unwind(0);
                            return Ended::Failed;
                        }
                        self.groups[1] = at as u32;
                        self.groups[0] = self.groups[0].min(at as u32);
                        return Ended::Found;
                    }
                }
                pc += 1;
            }
        }
    }

    /// Goes back to the last place where there is another way; `None` if there is none.
    #[inline]
    fn back<const UTF8: bool>(&mut self, program: &Program, text: &[u8]) -> Option<(usize, usize)> {
        self.memo.failed(program.memo_numbers, text.len(), program.memo_points.len());
        loop {
            let entry = self.stack.pop()?;
            match entry {
                Entry::Branch { pc, at } => return Some((pc as usize, at as usize)),
                Entry::Run { pc, floor, at } => {
                    if let Some(found) = self.give_back::<UTF8>(program, text, pc, floor, at as usize) {
                        return Some(found);
                    }
                }
                Entry::LazyRun { pc, at, count } => {
                    if let Some(found) = self.take_more::<UTF8>(program, text, pc, at as usize, count) {
                        return Some(found);
                    }
                }
                Entry::Absent { pc } => {
                    if let Some(found) = self.absent_next::<UTF8>(program, text, pc) {
                        return Some(found);
                    }
                }
                Entry::Memo { number, at } => {
                    if self.memo.is_on() {
                        self.memo.mark(number, at as usize);
                    }
                }
                other => self.undo(other),
            }
        }
    }
}
