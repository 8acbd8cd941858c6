//! From a pattern's tree to the steps of a program.

mod ending;
mod folded;
mod groups;
mod repeat;

use crate::charset::CharSet;
use crate::encoding::Encoding;
use crate::linear::Judge;
use crate::program::*;
use crate::properties::{self, Posix};
use crate::search::Strategy;
use crate::tree::{Anchor, Greed, GroupName, Look, Node};

pub use folded::folded;
use groups::Groups;

/// From so many alternatives on, a table says which are worth trying.
const FEWEST_FOR_TABLE: usize = 3;
/// How many of the sets before it a set is compared with, to be one with its like.
const RECENT_SETS: usize = 64;

struct Compiler<'a> {
    encoding: Encoding,
    program: Program,
    /// Groups that are called, with the places that call them.
    calls: Vec<(usize, usize)>,
    has_calls: bool,
    groups: Groups,
    judge: Judge,
    /// The bodies of groups by number.
    bodies: Vec<Option<&'a Node>>,
    /// Nothing says that a state fails again where it failed once.
    memo_off: bool,
    /// Notes where a reference matched nothing last.
    echo: Option<u32>,
    /// The loops that count around here, and how many pieces that are left at once.
    counting: Vec<u32>,
    enclosed: usize,
    /// Beginnings of alternatives, by table.
    alternatives: Vec<Alternatives>,
}

/// The parts of a table.
#[derive(Default)]
struct Alternatives {
    starts: Vec<u32>,
    /// How its splits may be remembered.
    memo: Option<(bool, u32)>,
}

/// Compiles a tree.
pub fn compile(root: &Node, group_count: usize, encoding: Encoding) -> Program {
    let memo_off = root.any(&mut |node| matches!(node, Node::Reference { .. } | Node::Call(_) | Node::Condition { .. } | Node::Absent(_)));
    let program = Program {
        encoding,
        steps: Vec::new(),
        text: Vec::new(),
        sets: Vec::new(),
        runs: Vec::new(),
        peeks: Vec::new(),
        tables: Vec::new(),
        counted: Vec::new(),
        references: Vec::new(),
        memo_points: Vec::new(),
        memo_numbers: 0,
        registers: 0,
        groups: group_count + 1,
        strategy: Strategy::Everywhere,
        exact: None,
        tail: crate::tail::longest(root, encoding),
        required: crate::required::of(root, encoding),
    };
    let mut compiler = Compiler {
        encoding,
        program,
        calls: Vec::new(),
        has_calls: root.any(&mut |node| matches!(node, Node::Call(_))),
        groups: Groups::of(root, group_count),
        judge: Judge::of(root, encoding),
        bodies: crate::references::bodies(root, group_count),
        memo_off,
        echo: None,
        counting: Vec::new(),
        enclosed: 0,
        alternatives: Vec::new(),
    };
    let anchored = root.any(&mut |node| matches!(node, Node::Anchor(Anchor::LineStart | Anchor::WordBoundary { .. } | Anchor::NotWordBoundary { .. })));
    if anchored && root.any(&mut |node| matches!(node, Node::Reference { .. })) {
        compiler.echo = Some(compiler.register(1));
    }
    compiler.node(root);
    compiler.emit(Step::Match);
    compiler.subroutines();
    compiler.look_ahead();
    let mut program = compiler.program;
    program.strategy = strategy(root, &program);
    program.exact = program.strategy.exact(&program);
    program.shrink();
    program
}

fn strategy(root: &Node, program: &Program) -> Strategy {
    let found = Strategy::of(program);
    let mut first = Some(root);
    while let Some(Node::Sequence(nodes)) = first {
        first = nodes.first();
    }
    let star = |node: &Node| matches!(node, Node::Repeat { body, low: 0, high: None, greed: Greed::Greedy } if **body == Node::Any { newline: false });
    let looks_about = root.any(&mut |node| matches!(node, Node::Look(..) | Node::Reference { .. } | Node::Condition { .. } | Node::Call(_)));
    // Where it must reach the end of the text, Ruby's own engine goes by that.
    let takes = if crate::tail::ends_the_text(root) { Takes::Other } else { takes_everything(root, root) };
    match takes {
        Takes::All => return Strategy::Once,
        // What is looked at before says where it can be at all, or nothing does.
        Takes::AllBehindNothing if crate::first::of(program, 0) == Peek::ANYTHING => return Strategy::Twice,
        Takes::AllBehindNothing => return Strategy::Once,
        Takes::Other | Takes::TextStart | Takes::Nothing => {}
    }
    if begins_with_anything(root) && !looks_about {
        return Strategy::FirstPlace;
    }
    match (&found, first) {
        (Strategy::Everywhere, Some(node)) if star(node) && !root.any(&mut |node| matches!(node, Node::Look(..) | Node::Anchor(Anchor::Keep) | Node::Reference { .. })) => {
            Strategy::AfterLine
        }
        _ => found,
    }
}

/// Whether what a pattern begins with takes as much of the text as there is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    All,
    /// It does behind what matches nothing.
    AllBehindNothing,
    /// It matches nothing itself.
    Nothing,
    /// It stands at the beginning of the text, which comes before all this.
    TextStart,
    Other,
}

/// How a pattern begins: with as many of any characters as there are, in groups or not? Ruby's own engine tries such a pattern at one
/// place only, unless a reference asks what such a group matched; backward too, where another place might do.
fn takes_everything(node: &Node, root: &Node) -> Takes {
    match node {
        Node::Sequence(nodes) => {
            let mut before = false;
            for node in nodes {
                match takes_everything(node, root) {
                    Takes::Nothing => before = true,
                    Takes::All if before => return Takes::AllBehindNothing,
                    takes => return takes,
                }
            }
            Takes::Nothing
        }
        Node::Choice(choices) => {
            let first = choices.first().map_or(Takes::Nothing, |choice| takes_everything(choice, root));
            if choices.iter().all(|choice| takes_everything(choice, root) == first) { first } else { Takes::Other }
        }
        Node::Capture { number, body } => {
            let is_referred = root.any(&mut |node| matches!(node, Node::Reference { groups, .. } if groups.contains(number)));
            match takes_everything(body, root) {
                Takes::All | Takes::AllBehindNothing if is_referred => Takes::Other,
                takes => takes,
            }
        }
        Node::Atomic(body) => takes_everything(body, root),
        Node::Repeat { body, high: None, greed: Greed::Greedy, .. } if **body == Node::Any { newline: true } => Takes::All,
        Node::Repeat { high: Some(0), .. } => Takes::Nothing,
        Node::Repeat { body, low, high, .. } => match takes_everything(body, root) {
            Takes::TextStart if *low == 0 => Takes::Nothing,
            Takes::All | Takes::AllBehindNothing if *low == 0 || high.is_none() => Takes::Other,
            takes => takes,
        },
        Node::Anchor(Anchor::TextStart) => Takes::TextStart,
        Node::Empty | Node::Anchor(_) | Node::Look(Look::Ahead | Look::NotAhead | Look::NotBehind, _) => Takes::Nothing,
        _ => Takes::Other,
    }
}

/// Whether a match from one place is one from any place before it, too: it begins with any characters, in groups or not, as
/// many or as few as may be.
fn begins_with_anything(node: &Node) -> bool {
    match node {
        Node::Sequence(nodes) => nodes.first().is_some_and(begins_with_anything),
        Node::Choice(choices) => choices.iter().all(begins_with_anything),
        Node::Capture { body, .. } => begins_with_anything(body),
        Node::Repeat { body, high: None, .. } => match &**body {
            Node::Any { newline } => *newline,
            Node::Sequence(nodes) => nodes[..] == [Node::Any { newline: true }],
            _ => false,
        },
        _ => false,
    }
}

impl Compiler<'_> {
    fn here(&self) -> u32 {
        self.program.steps.len() as u32
    }

    fn emit(&mut self, step: Step) -> u32 {
        self.program.steps.push(step);
        self.here() - 1
    }

    fn register(&mut self, count: u32) -> u32 {
        self.program.registers += count as usize;
        self.program.registers as u32 - count
    }

    fn memo_point(&mut self) -> u32 {
        match self.memo_place() {
            None => NONE,
            Some((deferred, counted)) => self.memo_point_at(deferred, counted),
        }
    }

    /// Whether a point here is deferred and which loop counts around it; `None` where no point may be. Of two loops that
    /// count the numbers of turns would be multiplied.
    fn memo_place(&self) -> Option<(bool, u32)> {
        if self.memo_off {
            return None;
        }
        match self.counting[..] {
            [] => Some((self.enclosed > 0, NONE)),
            [counted] => Some((self.enclosed > 0, counted)),
            _ => None,
        }
    }

    fn memo_point_at(&mut self, deferred: bool, counted: u32) -> u32 {
        let numbers = self.program.counted.get(counted as usize).map_or(1, |counted| counted.most() as usize + 1);
        let first = self.program.memo_numbers as u32;
        self.program.memo_numbers += numbers;
        self.program.memo_points.push(MemoPoint { deferred, first, counted });
        self.program.memo_points.len() as u32 - 1
    }

    fn set(&mut self, set: &CharSet) -> u32 {
        let (set, sets) = (Set::new(set, self.encoding), &mut self.program.sets);
        let recent = sets.len().saturating_sub(RECENT_SETS);
        if let Some(place) = sets[recent..].iter().position(|known| *known == set) {
            return (recent + place) as u32;
        }
        sets.push(set);
        sets.len() as u32 - 1
    }

    fn split(&mut self) -> u32 {
        let memo = self.memo_point();
        self.emit(Step::Split { first: NONE, second: NONE, peek: NONE, memo })
    }

    fn set_split(&mut self, at: u32, one: u32, two: u32) {
        if let Step::Split { first, second, .. } = &mut self.program.steps[at as usize] {
            (*first, *second) = (one, two);
        }
    }

    // --- nodes ---

    fn node(&mut self, node: &Node) {
        match node {
            Node::Empty => {}
            Node::Text { characters, fold: false } => self.text(characters),
            Node::Text { characters, fold: true } => {
                let node = folded(characters, self.encoding);
                match node {
                    Node::Text { characters, .. } => self.text(&characters),
                    node => self.node(&node),
                }
            }
            Node::Set(set, _) => self.one_of(set),
            Node::Any { newline } => {
                self.emit(if *newline { Step::AnyOrNewline } else { Step::Any });
            }
            Node::Anchor(anchor) => self.anchor(*anchor),
            Node::Sequence(nodes) => nodes.iter().for_each(|node| self.node(node)),
            Node::Choice(choices) => self.choice(choices),
            Node::Repeat { body, low, high, greed } => self.repeat(body, *low, *high, *greed == Greed::Lazy),
            Node::Capture { number, body } => {
                self.capture(*number, body);
            }
            Node::Atomic(body) => self.atomic(body),
            Node::Look(look, body) => self.look(*look, body),
            Node::Reference { groups, fold, level } => {
                let groups = groups.iter().map(|&group| group as u32).collect();
                self.program.references.push(Reference { groups, fold: *fold, level: *level });
                self.emit(Step::Reference { index: self.program.references.len() as u32 - 1, echo: self.echo.unwrap_or(NONE) });
            }
            Node::Call(GroupName::Number(number)) => {
                let at = self.emit(Step::Call(NONE));
                self.calls.push((*number, at as usize));
            }
            Node::Call(GroupName::Name(_)) => {
                self.emit(Step::Fail);
            }
            Node::Condition { group, yes, no } => {
                let at = self.emit(Step::Fail);
                self.node(yes);
                let jump = self.emit(Step::Jump(NONE));
                let otherwise = self.here();
                self.node(no);
                self.program.steps[at as usize] = Step::Condition { group: *group as u32, otherwise };
                self.program.steps[jump as usize] = Step::Jump(self.here());
            }
            Node::Absent(body) => {
                let register = self.register(3);
                let at = self.emit(Step::Fail);
                self.node(body);
                self.emit(Step::AbsentEnd { register });
                self.program.steps[at as usize] = Step::AbsentStart { register, next: self.here() };
            }
        }
    }

    fn capture(&mut self, number: usize, body: &Node) {
        let group = number as u32;
        self.emit(match (self.groups.reopened[number], self.groups.put_back[number]) {
            (false, _) => Step::OpenForGood { group },
            (true, true) => Step::Open { group },
            (true, false) => Step::OpenUnseen { group },
        });
        if self.has_calls {
            // A call of the group within it has a beginning of its own, which the outer one's must outlive.
            let register = self.register(1);
            self.emit(Step::Note { register });
            self.node(body);
            self.emit(Step::SaveAgain { slot: group * 2, register });
        } else {
            self.node(body);
        }
        self.emit(if self.groups.leveled[number] { Step::Save(group * 2 + 1) } else { Step::Close { group, asked: self.groups.asked_within[number] } });
    }

    fn text(&mut self, characters: &[u32]) {
        let mut bytes = Vec::new();
        characters.iter().for_each(|&code| self.encoding.append(code, &mut bytes));
        match bytes[..] {
            [] => {}
            [byte] => {
                self.emit(Step::Byte(byte));
            }
            _ => {
                let start = self.program.text.len() as u32;
                self.program.text.extend_from_slice(&bytes);
                self.emit(Step::Text { start, length: bytes.len() as u32 });
            }
        }
    }

    fn one_of(&mut self, set: &CharSet) {
        match set.single() {
            Some(code) => self.text(&[code]),
            None if set.is_empty() => {
                self.emit(Step::Fail);
            }
            None => {
                let set = self.set(set);
                self.emit(Step::Set(set));
            }
        }
    }

    fn anchor(&mut self, anchor: Anchor) {
        let step = match anchor {
            Anchor::LineStart => Step::LineStart,
            Anchor::LineEnd => Step::LineEnd,
            Anchor::TextStart => Step::TextStart,
            Anchor::TextEnd => Step::TextEnd,
            Anchor::LastLineEnd => Step::LastLineEnd,
            Anchor::SearchStart => Step::SearchStart,
            Anchor::Keep => Step::Save(0),
            Anchor::WordBoundary { ascii } => Step::WordBoundary { set: self.word_set(ascii), negated: false },
            Anchor::NotWordBoundary { ascii } => Step::WordBoundary { set: self.word_set(ascii), negated: true },
        };
        if let (Some(register), Anchor::LineStart | Anchor::WordBoundary { .. } | Anchor::NotWordBoundary { .. }) = (self.echo, anchor) {
            self.emit(Step::AnchorInEcho { register });
        }
        self.emit(step);
    }

    fn word_set(&mut self, ascii: bool) -> u32 {
        let word = if ascii || self.encoding == Encoding::Bytes { properties::ascii(Posix::Word) } else { properties::unicode(Posix::Word) };
        self.set(&word)
    }

    fn choice(&mut self, choices: &[Node]) {
        if let Some(set) = one_character(choices) {
            return self.one_of(&set);
        }
        if choices.len() >= FEWEST_FOR_TABLE {
            return self.table(choices);
        }
        let mut jumps = Vec::new();
        for (index, choice) in choices.iter().enumerate() {
            if index + 1 == choices.len() {
                self.node(choice);
                break;
            }
            let split = self.split();
            self.node(choice);
            jumps.push(self.emit(Step::Jump(NONE)));
            self.set_split(split, split + 1, self.here());
        }
        let end = self.here();
        jumps.into_iter().for_each(|jump| self.program.steps[jump as usize] = Step::Jump(end));
    }

    /// Alternatives that a table chooses from; it is filled when all that follows is known.
    fn table(&mut self, choices: &[Node]) {
        let table = self.program.tables.len();
        self.program.tables.push(Vec::new());
        let memo = self.memo_place();
        self.alternatives.push(Alternatives { starts: Vec::new(), memo });
        self.emit(Step::Dispatch(table as u32));
        let mut jumps = Vec::new();
        let mut starts = Vec::new();
        for choice in choices {
            starts.push(self.here());
            self.node(choice);
            jumps.push(self.emit(Step::Jump(NONE)));
        }
        let end = self.here();
        jumps.into_iter().for_each(|jump| self.program.steps[jump as usize] = Step::Jump(end));
        self.program.tables[table] = starts.clone();
        self.alternatives[table].starts = starts;
    }

    fn atomic(&mut self, body: &Node) {
        if let Node::Repeat { body, low, high, greed: Greed::Greedy } = body {
            if let Some(of) = self.run_of(body) {
                let run = Run { of, low: *low, high: high.unwrap_or(NONE), lazy: false, possessive: true, next: Peek::ANYTHING, next_byte: None, memo: NONE };
                self.program.runs.push(run);
                self.emit(Step::Run(self.program.runs.len() as u32 - 1));
                return;
            }
        }
        let register = self.register(1);
        self.emit(Step::AtomicStart { register });
        self.enclosed += 1;
        self.node(body);
        self.enclosed -= 1;
        self.emit(Step::AtomicEnd { register });
    }

    /// A look-around. Behind it, or within one that steps back, it is of no account where a reference matched nothing.
    fn look(&mut self, look: Look, body: &Node) {
        let outer = self.echo;
        self.echo = match look {
            Look::Behind | Look::NotBehind => None,
            Look::Ahead | Look::NotAhead if body.any(&mut |node| matches!(node, Node::Reference { .. })) => outer.map(|_| self.register(1)),
            Look::Ahead | Look::NotAhead => outer,
        };
        self.look_at(look, body);
        self.echo = outer;
    }

    fn look_at(&mut self, look: Look, body: &Node) {
        if look == Look::Behind {
            let at = self.back(body);
            self.node(body);
            let end = self.here();
            if let Some(Step::Back { after, .. }) = at.map(|at| &mut self.program.steps[at as usize]) {
                *after = end;
            }
            return;
        }
        let register = self.register(2);
        let at = self.emit(Step::Fail);
        if look == Look::NotBehind {
            self.back(body);
        }
        self.enclosed += 1;
        self.node(body);
        self.enclosed -= 1;
        if look == Look::Ahead {
            self.emit(Step::LookEnd { register });
            let after = self.here();
            self.program.steps[at as usize] = Step::LookStart { register, after };
        } else {
            self.emit(Step::NotLookEnd { register });
            let after = self.here();
            self.program.steps[at as usize] = Step::NotLookStart { register, after };
        }
    }

    fn back(&mut self, body: &Node) -> Option<u32> {
        match crate::references::length(body, &self.bodies, 0) {
            Some(0) => None,
            Some(count) => Some(self.emit(Step::Back { count, after: self.here() + 1 })),
            // The parser refuses such look-behinds.
            None => Some(self.emit(Step::Fail)),
        }
    }
}

/// The set of alternatives that are one character each.
fn one_character(choices: &[Node]) -> Option<CharSet> {
    let mut all = CharSet::new();
    for choice in choices {
        match choice {
            Node::Set(set, _) => all = all.union(set),
            Node::Text { characters, fold: false } if characters.len() == 1 => all.add(characters[0], characters[0]),
            _ => return None,
        }
    }
    Some(all)
}
