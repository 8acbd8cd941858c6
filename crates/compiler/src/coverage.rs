//! Counting what a program runs, for `Coverage`.
//!
//! Where [`Options::coverage`] asks for it, a `Count` instruction stands where a line, a branch or a method begins; else
//! nothing of this leaves a trace. The reference counts a line by the first of its own instructions that comes after
//! the beginning of a statement, so the line is that of the leaf which is evaluated first (`coverage/first_leaf.rs`).
//! Counters are numbered: that of a line by the line, those of branches behind the last line.
//!
//! A *base* is what branches (`if`, `case`, `while`, `&.`); bases are told in the order in which the reference compiles
//! them, which is not always ours: see [`Compiler::compiled_later`].

mod first_leaf;

use std::collections::{BTreeSet, HashMap};

use ruby_prism::*;
use rutile_bytecode::Op;

use crate::compiler::Compiler;

/// A request to count lines, branches or methods.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CoverageRequest {
    /// The number of the file among those that are counted.
    pub file: u16,
    pub lines: bool,
    /// Of a line only whether it was run.
    pub once: bool,
    pub branches: bool,
    pub methods: bool,
    /// The text is counted with what has the same path already (`eval`).
    pub added: Option<Added>,
}

/// The sizes of a file's tables before more is added to them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Added {
    pub lines: u32,
    pub counters: u32,
    pub bodies: u32,
}

/// The ways of `Count` (its operand `n`).
pub use rutile_bytecode::instruction::counting;

/// First line, first column, last line, last column.
pub type Span = [u32; 4];

/// A branching node and its branches, each with its counter.
#[derive(Clone, Debug)]
pub struct Base {
    pub kind: &'static str,
    pub span: Span,
    pub branches: Vec<(&'static str, Span, u32)>,
}

/// The counters that were compiled in.
#[derive(Clone, Debug, Default)]
pub struct CoverageTable {
    /// Lines that are counted.
    pub lines: BTreeSet<u32>,
    pub bases: Vec<Base>,
    /// Methods and blocks, as `Count` numbers them.
    pub bodies: Vec<Span>,
    /// How many counters there are.
    pub counters: u32,
    /// The first that is not a line's.
    pub first_counter: u32,
    /// How many lines the text has.
    pub line_count: u32,
    /// Where lines are told once: counters and their lines.
    pub once: Vec<(u32, u32)>,
}

/// The table while it is being made.
pub(crate) struct Recorder {
    request: CoverageRequest,
    table: CoverageTable,
    /// Numbers of bases in the order in which they are told.
    order: Vec<usize>,
    /// Bases by where they stand: `ensure` is compiled more than once.
    known: HashMap<(u32, u32, &'static str), usize>,
    /// In code that the reference leaves out.
    muted: usize,
}

impl Recorder {
    pub(crate) fn new(request: CoverageRequest, line_count: u32) -> Recorder {
        let line_count = request.added.map_or(line_count, |added| added.lines);
        let first_counter = request.added.map_or(line_count + 1, |added| added.counters);
        let table = CoverageTable { counters: first_counter, first_counter, line_count, ..CoverageTable::default() };
        Recorder { request, table, order: Vec::new(), known: HashMap::new(), muted: 0 }
    }

    pub(crate) fn finish(self) -> CoverageTable {
        let bases = self.order.iter().map(|&base| self.table.bases[base].clone()).collect();
        CoverageTable { bases, ..self.table }
    }
}

/// The lines that a scope has counted.
#[derive(Clone, Copy, Default)]
pub struct LineMemory {
    /// Where the statement before began.
    line: u32,
    /// A statement has begun whose first instruction is still to come.
    pending: bool,
    /// The leaf counted last, by its offset.
    leaf: Option<u32>,
}

pub(crate) fn span(location: &Location<'_>) -> Span {
    [location.start_line().max(0) as u32, location.start_column(), location.end_line().max(0) as u32, location.end_column()]
}

impl<'pr> Compiler<'pr> {
    fn recorder(&mut self, wanted: impl Fn(&CoverageRequest) -> bool) -> Option<&mut Recorder> {
        self.coverage.as_mut().filter(|recorder| recorder.muted == 0 && wanted(&recorder.request))
    }

    /// Whether branches are counted.
    pub(crate) fn covers_branches(&self) -> bool {
        self.coverage.as_ref().is_some_and(|recorder| recorder.muted == 0 && recorder.request.branches)
    }

    // --- Lines ---

    /// A statement begins here; `popped`: nobody wants its value.
    pub(crate) fn cover_line(&mut self, node: &Node<'pr>, popped: bool) {
        if self.recorder(|request| request.lines).is_none() {
            return;
        }
        let line = first_leaf::begins_at(node);
        let memory = &mut self.scope_mut().covered;
        memory.pending |= memory.line != line;
        memory.line = line;
        if !memory.pending {
            return;
        }
        // Where a `rescue` may try again, the first statement in its body counts for what is around it.
        let Some(leaf) = first_leaf::of(node, popped).filter(|leaf| !leaf.retried) else { return };
        memory.pending = false;
        if memory.leaf != Some(leaf.offset) {
            memory.leaf = Some(leaf.offset);
            self.count_line(leaf.line);
        }
    }

    fn count_line(&mut self, line: u32) {
        let Some(recorder) = self.recorder(|request| request.lines).filter(|recorder| (1..=recorder.table.line_count).contains(&line)) else { return };
        let (request, table) = (recorder.request, &mut recorder.table);
        table.lines.insert(line);
        let (mode, counter) = if request.once { (counting::ONCE, table.counters) } else { (counting::EACH, line) };
        if request.once {
            table.once.push((counter, line));
            table.counters += 1;
        }
        self.emit_wide(Op::Count, mode, request.file, counter as i32);
    }

    /// A branch ends here that the reference leaves by a jump on this line: a statement in it that has no instruction
    /// of its own is counted by that. None: there is no jump.
    pub(crate) fn cover_jump(&mut self, line: Option<u32>) {
        let Some(line) = line else { return };
        if std::mem::take(&mut self.scope_mut().covered.pending) {
            self.scope_mut().covered.leaf = None;
            self.count_line(line);
        }
    }

    /// What waits for an instruction does not wait for those of the branch that is compiled next.
    pub(crate) fn set_pending(&mut self, pending: bool) -> bool {
        std::mem::replace(&mut self.scope_mut().covered.pending, pending)
    }

    /// The reference compiles the condition of a loop behind its body: the statement before the condition is the
    /// body's last. The answer goes to `condition_covered`.
    pub(crate) fn before_condition(&mut self, body: Option<&StatementsNode<'pr>>) -> LineMemory {
        let before = self.scope().covered;
        if let Some(last) = body.and_then(|body| body.body().iter().last()) {
            self.scope_mut().covered.line = first_leaf::begins_at(&last);
        }
        before
    }

    pub(crate) fn condition_covered(&mut self, before: LineMemory) {
        self.scope_mut().covered = before;
    }

    /// What stands in a body of its own in the reference (a `rescue` clause): its first statement is counted wherever
    /// the one before it was. The answer goes to [`Compiler::leave_body`].
    pub(crate) fn enter_body(&mut self) -> LineMemory {
        std::mem::take(&mut self.scope_mut().covered)
    }

    pub(crate) fn leave_body(&mut self, outside: LineMemory) {
        self.scope_mut().covered = outside;
    }

    // --- Branches ---

    /// Declares what branches, once; the answer is the counter of its first branch, the others follow.
    pub(crate) fn cover_branches(
        &mut self, kind: &'static str, location: &Location<'pr>, branches: &[(&'static str, Span)],
    ) -> Option<u32> {
        self.cover_base(kind, (location.start(), location.end()), span(location), branches)
    }

    /// `place` tells bases of one kind apart.
    fn cover_base(
        &mut self, kind: &'static str, place: (u32, u32), whole: Span, branches: &[(&'static str, Span)],
    ) -> Option<u32> {
        let recorder = self.recorder(|request| request.branches)?;
        let key = (place.0, place.1, kind);
        if let Some(&known) = recorder.known.get(&key) {
            return recorder.table.bases[known].branches.first().map(|branch| branch.2);
        }
        let first = recorder.table.counters;
        let branches: Vec<_> = branches.iter().zip(first..).map(|(&(name, span), counter)| (name, span, counter)).collect();
        recorder.table.counters += branches.len() as u32;
        recorder.known.insert(key, recorder.table.bases.len());
        recorder.order.push(recorder.table.bases.len());
        recorder.table.bases.push(Base { kind, span: whole, branches });
        Some(first)
    }

    /// Counts a branch: the one `index` behind the first.
    pub(crate) fn count_branch(&mut self, first: Option<u32>, index: u32) {
        let Some(first) = first else { return };
        if let Some(file) = self.recorder(|_| true).map(|recorder| recorder.request.file) {
            self.emit_wide(Op::Count, counting::EACH, file, (first + index) as i32);
        }
    }

    /// A point in the order of bases.
    pub(crate) fn bases_so_far(&self) -> usize {
        self.coverage.as_ref().map_or(0, |recorder| recorder.order.len())
    }

    /// The reference compiles what stands between two points after what follows the second.
    pub(crate) fn compiled_later(&mut self, from: usize, to: usize) {
        if let Some(recorder) = &mut self.coverage {
            recorder.order[from..].rotate_left(to - from);
        }
    }

    /// Compiles what never runs, which the reference leaves out.
    pub(crate) fn uncounted<T>(&mut self, never_runs: bool, compile: impl FnOnce(&mut Self) -> T) -> T {
        let muted = usize::from(never_runs);
        if let Some(recorder) = &mut self.coverage {
            recorder.muted += muted;
        }
        let result = compile(self);
        if let Some(recorder) = &mut self.coverage {
            recorder.muted -= muted;
        }
        result
    }

    /// The truth value that a condition always has, where coverage is asked for and the reference sees it too.
    pub(crate) fn settled(&self, node: &Node<'pr>) -> Option<bool> {
        self.coverage.as_ref()?;
        first_leaf::settled(node)
    }

    /// The branches of an `if` or `unless`: counters of what is run where the condition holds, and where not.
    pub(crate) fn cover_condition(&mut self, node: &Node<'pr>) -> [Option<u32>; 2] {
        if !self.covers_branches() {
            return [None, None];
        }
        let whole = span(&node.location());
        let (kind, branches) = if let Some(branch) = node.as_if_node() {
            let end = span(&branch.predicate().location());
            let then = branch.statements().map_or([end[2], end[3], end[2], end[3]], |then| span(&then.location()));
            let other = branch.subsequent().map_or(whole, |other| match other.as_else_node() {
                Some(clause) => clause.statements().map_or(span(&clause.location()), |body| span(&body.location())),
                None => span(&other.location()),
            });
            ("if", [("then", then), ("else", other)])
        } else if let Some(branch) = node.as_unless_node() {
            let other = branch.else_clause().and_then(|clause| clause.statements()).map_or(whole, |body| span(&body.location()));
            let then = branch.statements().map_or(whole, |body| span(&body.location()));
            ("unless", [("else", other), ("then", then)])
        } else {
            return [None, None];
        };
        let first = self.cover_branches(kind, &node.location(), &branches);
        [first, first.map(|first| first + 1)]
    }

    /// The branches of `&.`; what they span ends before a literal block.
    pub(crate) fn cover_safe_navigation(&mut self, call: &CallNode<'pr>) -> Option<u32> {
        let mut place = span(&call.location());
        if matches!(call.block(), Some(Node::BlockNode { .. })) {
            let end = call.closing_loc().or_else(|| Some(call.arguments()?.location())).or_else(|| call.message_loc());
            let end = span(&end.unwrap_or_else(|| call.location()));
            [place[2], place[3]] = [end[2], end[3]];
        }
        let start = call.location().start();
        self.cover_base("&.", (start, call.location().end()), place, &[("then", place), ("else", place)])
    }

    // --- Methods ---

    /// The body of a method, or of a block that may become one, begins here.
    pub(crate) fn cover_body(&mut self, span: Span) {
        let Some(recorder) = self.recorder(|request| request.methods) else { return };
        let before = recorder.request.added.map_or(0, |added| added.bodies as usize);
        let (file, index) = (recorder.request.file, before + recorder.table.bodies.len());
        recorder.table.bodies.push(span);
        self.emit_wide(Op::Count, counting::METHOD, file, index as i32);
    }
}
