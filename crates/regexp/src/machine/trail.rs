//! The trail of a match: what is put on the stack to be put back, and how that is done.

use super::{Entry, Machine, UNSET};
use crate::program::{NONE, Program};

impl Machine {
    pub(super) fn set_group(&mut self, slot: u32, at: usize) {
        let old = std::mem::replace(&mut self.groups[slot as usize], at as u32);
        self.stack.push(Entry::Save { slot, old });
    }

    pub(super) fn open_group(&mut self, group: u32, at: usize) {
        let slot = group as usize * 2;
        self.stack.push(Entry::Opened { group, start: self.groups[slot], end: self.groups[slot + 1] });
        self.groups[slot] = at as u32;
        self.groups[slot + 1] = UNSET;
    }

    pub(super) fn set_register(&mut self, index: u32, value: u32) {
        let old = std::mem::replace(&mut self.registers[index as usize], value);
        self.stack.push(Entry::Register { index, old });
    }

    /// Puts back what an entry says, where it is one of those.
    pub(super) fn undo(&mut self, entry: Entry) {
        match entry {
            Entry::Save { slot, old } => self.groups[slot as usize] = old,
            Entry::Opened { group, start, end } => {
                self.groups[group as usize * 2] = start;
                self.groups[group as usize * 2 + 1] = end;
            }
            Entry::Register { index, old } | Entry::Turn { index, old, .. } => self.registers[index as usize] = old,
            Entry::Called { old } => {
                self.frame = old;
                if let Some(frame) = self.frames.pop() {
                    self.saved.truncate(frame.registers as usize);
                }
            }
            Entry::Returned { old } => self.frame = old,
            Entry::Branch { .. } | Entry::Run { .. } | Entry::LazyRun { .. } | Entry::Absent { .. } | Entry::Memo { .. } => {}
        }
    }

    /// Forgets the places to go back to above a height; what is to be put back stays.
    pub(super) fn cut(&mut self, height: usize) {
        let mut kept = height;
        for at in height..self.stack.len() {
            let chooses = matches!(self.stack[at], Entry::Branch { .. } | Entry::Run { .. } | Entry::LazyRun { .. } | Entry::Absent { .. } | Entry::Memo { .. });
            if !chooses {
                self.stack[kept] = self.stack[at];
                kept += 1;
            }
        }
        self.stack.truncate(kept);
    }

    /// Puts everything back to what it was at a height.
    pub(super) fn unwind(&mut self, height: usize) {
        while self.stack.len() > height {
            if let Some(entry) = self.stack.pop() {
                self.undo(entry);
            }
        }
    }

    /// The number of a point, by the turns that the loop around it has made.
    pub(super) fn memo_number(&self, program: &Program, point: u32) -> u32 {
        let point = &program.memo_points[point as usize];
        match program.counted.get(point.counted as usize) {
            None => point.first,
            Some(counted) => point.first + self.registers[counted.register as usize].min(counted.most()),
        }
    }

    /// Notes a place before it is tried; false if it was tried before in vain.
    #[inline]
    pub(super) fn enter(&mut self, program: &Program, point: u32, at: usize) -> bool {
        if !self.memo.is_on() || point == NONE {
            return true;
        }
        let number = self.memo_number(program, point);
        if self.memo.is_marked(number, at) {
            return false;
        }
        if program.memo_points[point as usize].deferred {
            self.stack.push(Entry::Memo { number, at: at as u32 });
        } else {
            self.memo.mark(number, at);
        }
        true
    }
}
