//! Repetition: written out, as a loop, or as a loop that counts.

use super::{Compiler, one_character};
use super::folded::folded;
use crate::charset::CharSet;
use crate::fold;
use crate::encoding::Encoding;
use crate::program::*;
use crate::references::may_be_nothing;
use crate::tree::{Greed, Node};

/// A repetition is written out as long as that makes no more steps than these; a longer one counts its turns.
const MOST_WRITTEN_OUT: usize = 400;

impl Compiler<'_> {
    pub(super) fn repeat(&mut self, body: &Node, low: u32, high: Option<u32>, lazy: bool) {
        if high == Some(0) {
            return;
        }
        if let (Node::Text { characters, fold: true }, 2..) = (body, low) {
            if self.run_of(body).is_none() || self.repeats_to_special(characters) {
                return self.repeat_text(characters, low, high, lazy);
            }
        }
        if let Some(of) = self.run_of(body) {
            return self.run(of, low, high, lazy);
        }
        if self.may_be_nothing(body) {
            return self.repeat_nothing(body, low, high, lazy);
        }
        let cost = cost(body);
        let turns = high.unwrap_or(low.max(1)) as usize;
        if turns > 1 && cost.saturating_mul(turns) > MOST_WRITTEN_OUT {
            return self.counted(body, low, high, lazy);
        }
        match high {
            Some(high) => {
                (0..low).for_each(|_| self.node(body));
                self.optional(body, high - low, lazy);
            }
            None if low > 0 => {
                (1..low).for_each(|_| self.node(body));
                self.once_or_more(body, lazy);
            }
            None => self.any_number(body, lazy),
        }
    }

    /// Turns that may match nothing. Where they open groups, one may come to the places of the one before and go on otherwise: these are not
    /// hopeless until all is tried.
    fn repeat_nothing(&mut self, body: &Node, low: u32, high: Option<u32>, lazy: bool) {
        let captures = self.captures(body);
        self.enclosed += captures as usize;
        self.repeat_as_long(body, low, high, lazy, captures);
        self.enclosed -= captures as usize;
    }

    /// Only turns of loops are looked at for matching nothing, not those that are written out: so it is by how long a pattern is for Ruby's
    /// own engine which of them can come out otherwise than the ones before.
    fn repeat_as_long(&mut self, body: &Node, low: u32, high: Option<u32>, lazy: bool, captures: bool) {
        let greed = if lazy { Greed::Lazy } else { Greed::Greedy };
        if self.judge.counts(body, low, high, greed) {
            return self.counted(body, low, high, lazy);
        }
        // Without groups all turns from one place are alike.
        if low == 1 && high.is_none() && !(captures && self.judge.writes_first(body)) {
            return self.once_or_more(body, lazy);
        }
        (0..low).for_each(|_| self.node(body));
        match high {
            Some(high) => self.optional(body, high - low, lazy),
            None => self.any_number(body, lazy),
        }
    }

    fn once_or_more(&mut self, body: &Node, lazy: bool) {
        let turn = self.here();
        let end = self.turn(body);
        let split = self.split();
        let after = self.here();
        let (one, two) = if lazy { (after, turn) } else { (turn, after) };
        self.set_split(split, one, two);
        self.end_turn(end, after);
    }

    fn any_number(&mut self, body: &Node, lazy: bool) {
        let split = self.split();
        let end = self.turn(body);
        self.emit(Step::Jump(split));
        let after = self.here();
        let (one, two) = if lazy { (after, split + 1) } else { (split + 1, after) };
        self.set_split(split, one, two);
        self.end_turn(end, after);
    }

    /// Whether a text that is repeated holds what one character may stand for in another case.
    pub(super) fn repeats_to_special(&self, characters: &[u32]) -> bool {
        let twice = [characters, characters].concat();
        self.encoding == Encoding::Utf8 && (0..twice.len()).any(|at| !fold::specials_at(&twice[at..]).is_empty())
    }

    /// A text in any case, repeated: as often as it must be it is one text, in which several characters may be one.
    pub(super) fn repeat_text(&mut self, characters: &[u32], low: u32, high: Option<u32>, lazy: bool) {
        const LONGEST: usize = 100;
        let times = (low as usize).min((LONGEST / characters.len()).max(1));
        let all: Vec<u32> = characters.iter().copied().cycle().take(characters.len() * times).collect();
        self.node(&Node::Text { characters: all, fold: true });
        let rest = low - times as u32;
        let body = Node::Text { characters: characters.to_vec(), fold: true };
        match high.map(|high| high - times as u32) {
            Some(0) => {}
            high if rest > 1 => self.counted(&body, rest, high, lazy),
            high => self.repeat(&body, rest, high, lazy),
        }
    }

    /// So many turns that may be left out.
    pub(super) fn optional(&mut self, body: &Node, turns: u32, lazy: bool) {
        let mut splits = Vec::new();
        for _ in 0..turns {
            splits.push(self.split());
            self.node(body);
        }
        let after = self.here();
        for split in splits {
            let (one, two) = if lazy { (after, split + 1) } else { (split + 1, after) };
            self.set_split(split, one, two);
        }
    }

    /// One turn of a loop; where it may match nothing, the step that sees to it.
    pub(super) fn turn(&mut self, body: &Node) -> Option<u32> {
        if !self.may_be_nothing(body) {
            self.node(body);
            return None;
        }
        let register = self.register(1);
        self.emit(Step::TurnStart { register });
        self.node(body);
        let captures = self.captures(body);
        Some(self.emit(Step::TurnEnd { register, exit: NONE, captures }))
    }

    pub(super) fn end_turn(&mut self, end: Option<u32>, after: u32) {
        if let Some(Step::TurnEnd { exit, .. }) = end.map(|end| &mut self.program.steps[end as usize]) {
            *exit = after;
        }
    }

    /// Whether a turn of a loop may open groups that it is told by, but for those within look-arounds.
    fn captures(&self, node: &Node) -> bool {
        match node {
            Node::Capture { number, .. } if self.groups.put_back[*number] => true,
            Node::Call(_) => true,
            Node::Look(..) | Node::Repeat { high: Some(0), .. } => false,
            node => node.children().into_iter().any(|child| self.captures(child)),
        }
    }

    fn may_be_nothing(&self, node: &Node) -> bool {
        may_be_nothing(node, &self.bodies, 0)
    }

    pub(super) fn counted(&mut self, body: &Node, low: u32, high: Option<u32>, lazy: bool) {
        let register = self.register(1);
        let index = self.program.counted.len() as u32;
        self.program.counted.push(Counted { register, low, high: high.unwrap_or(NONE), lazy, body: NONE, exit: NONE, memo: NONE });
        self.emit(Step::CountStart { register });
        let head = self.emit(Step::Count(index));
        // A lazy loop comes back to the step behind its head for another turn.
        self.emit(Step::CountLazy(index));
        self.program.counted[index as usize].body = self.here();
        self.counting.push(index);
        let memo = self.memo_point();
        self.program.counted[index as usize].memo = memo;
        let end = self.turn(body);
        self.counting.pop();
        self.emit(Step::Jump(head));
        let after = self.here();
        self.program.counted[index as usize].exit = after;
        self.end_turn(end, after);
    }

    /// The run that a repeated node is, where it is one character.
    pub(super) fn run_of(&mut self, body: &Node) -> Option<RunOf> {
        let set = match body {
            Node::Any { newline: true } => return Some(RunOf::AnyOrNewline),
            Node::Any { newline: false } => return Some(RunOf::Any),
            Node::Set(set, _) => set.clone(),
            Node::Text { characters, fold: false } if characters.len() == 1 => CharSet::of([(characters[0], characters[0])]),
            Node::Text { characters, fold: true } if characters.len() == 1 => match folded(characters, self.encoding) {
                Node::Set(set, _) => set,
                Node::Text { characters, .. } if characters.len() == 1 => CharSet::of([(characters[0], characters[0])]),
                _ => return None,
            },
            Node::Choice(choices) => one_character(choices)?,
            Node::Sequence(nodes) if nodes.len() == 1 => return self.run_of(&nodes[0]),
            _ => return None,
        };
        (!set.is_empty()).then(|| RunOf::Set(self.set(&set)))
    }

    pub(super) fn run(&mut self, of: RunOf, low: u32, high: Option<u32>, lazy: bool) {
        let memo = self.memo_point();
        let run = Run { of, low, high: high.unwrap_or(NONE), lazy, possessive: high == Some(low), next: Peek::ANYTHING, next_byte: None, memo };
        self.program.runs.push(run);
        self.emit(Step::Run(self.program.runs.len() as u32 - 1));
    }
}

/// Roughly how many steps a node makes.
fn cost(node: &Node) -> usize {
    let below = || node.children().into_iter().map(cost).fold(0, usize::saturating_add);
    match node {
        Node::Text { characters, fold: true } => characters.len(),
        Node::Repeat { body, low, high, .. } => cost(body).saturating_mul(high.unwrap_or(*low).max(1) as usize).min(MOST_WRITTEN_OUT + 1).saturating_add(2),
        _ => below().saturating_add(2),
    }
}
