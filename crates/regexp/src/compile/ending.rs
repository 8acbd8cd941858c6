//! The last steps of compiling: the groups that are called, and what the text ahead says.

use super::Compiler;
use crate::program::*;
use crate::tree::Node;

impl Compiler<'_> {
    /// The groups that are called, each once more.
    pub(super) fn subroutines(&mut self) {
        let mut places: Vec<(usize, u32)> = Vec::new();
        // Writing one may add calls of others.
        let mut next = 0;
        while next < self.calls.len() {
            let (group, at) = self.calls[next];
            next += 1;
            let place = match places.iter().find(|(known, _)| *known == group) {
                Some(&(_, place)) => place,
                None => {
                    let place = self.here();
                    places.push((group, place));
                    self.subroutine(group, self.bodies[group].unwrap_or(&Node::Empty));
                    place
                }
            };
            self.program.steps[at] = Step::Call(place);
        }
    }

    pub(super) fn subroutine(&mut self, group: usize, body: &Node) {
        match group {
            0 => self.node(body),
            _ => self.capture(group, body),
        }
        self.emit(Step::Return);
    }

    /// Gives each step that chooses what it can know of the text ahead.
    pub(super) fn look_ahead(&mut self) {
        let alternatives = std::mem::take(&mut self.alternatives);
        let ahead: Vec<Vec<Peek>> =
            alternatives.iter().map(|table| table.starts.iter().map(|&start| crate::first::of(&self.program, start as usize)).collect()).collect();
        for at in 0..self.program.steps.len() {
            match self.program.steps[at] {
                Step::Run(index) => self.foresee_run(at, index as usize),
                Step::Split { first, second, memo, .. } => {
                    let pair = (crate::first::of(&self.program, first as usize), crate::first::of(&self.program, second as usize));
                    if pair != (Peek::ANYTHING, Peek::ANYTHING) {
                        self.program.peeks.push(pair);
                        let peek = self.program.peeks.len() as u32 - 1;
                        self.program.steps[at] = Step::Split { first, second, peek, memo };
                    }
                }
                _ => {}
            }
        }
        for (table, (of, ahead)) in alternatives.iter().zip(&ahead).enumerate() {
            self.fill_table(table, &of.starts, ahead, of.memo);
        }
    }

    pub(super) fn foresee_run(&mut self, at: usize, index: usize) {
        let next = crate::first::of(&self.program, at + 1);
        let own = crate::first::bytes_of(&self.program, self.program.runs[index].of);
        let run = &mut self.program.runs[index];
        run.next = next;
        run.next_byte = if next.end || next.bytes.len() != 1 { None } else { next.bytes.members().next() };
        if !run.lazy && next.bytes.is_disjoint(&own) {
            run.possessive = true;
        }
    }

    /// For each byte the alternatives that it may begin, as a list of splits or the only one itself.
    pub(super) fn fill_table(&mut self, table: usize, starts: &[u32], ahead: &[Peek], memo: Option<(bool, u32)>) {
        const END: usize = 256;
        let mut lists: Vec<(Vec<u32>, u32)> = Vec::new();
        let mut places = Vec::with_capacity(END + 1);
        for byte in 0..=END {
            let allows = |peek: &&Peek| if byte == END { peek.end } else { peek.bytes.contains(byte as u8) };
            let list: Vec<u32> = ahead.iter().zip(starts).filter(|(peek, _)| allows(peek)).map(|(_, &start)| start).collect();
            let place = match lists.iter().find(|(known, _)| *known == list) {
                Some(&(_, place)) => place,
                None => {
                    let place = self.list(&list, memo);
                    lists.push((list, place));
                    place
                }
            };
            places.push(place);
        }
        self.program.tables[table] = places;
    }

    pub(super) fn list(&mut self, starts: &[u32], memo: Option<(bool, u32)>) -> u32 {
        match starts {
            [] => self.emit(Step::Fail),
            [only] => *only,
            [first, rest @ ..] => {
                let second = self.list(rest, memo);
                let memo = match memo {
                    None => NONE,
                    Some((deferred, counted)) => self.memo_point_at(deferred, counted),
                };
                self.emit(Step::Split { first: *first, second, peek: NONE, memo })
            }
        }
    }
}
