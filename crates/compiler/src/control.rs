//! Leaving a place early: `return`, `break`, `next`, `redo`, `retry`.
//!
//! A scope keeps a list of *regions*: what surrounds the point being compiled and
//! has a say when control jumps out of it. On the way out of an `ensure` its
//! statements are compiled once more, in line; on the way out of a `rescue` clause
//! `$!` gets back its earlier value. Handlers must not cover these copies, so every
//! region that is being left records a *gap*.

use ruby_prism::*;
use rutile_bytecode::{FunctionKind, Handler, HandlerKind, Op};

use crate::compiler::{Compiler, Destination};
use crate::error::{CompileError, Result};
use crate::scope::{Label, Register};

/// Something that a jump may have to leave.
pub struct Region<'pr> {
    pub kind: RegionKind<'pr>,
    /// Code that stands within the region but is no longer in its care.
    pub gaps: Vec<(u32, u32)>,
    /// Where the gap that is being written began.
    open_gap: Option<u32>,
}

pub enum RegionKind<'pr> {
    /// A `while` or `until`: `break` leaves its value in `result` and goes to `end`.
    Loop { end: Label, next: Label, redo: Label, result: Option<Register> },
    /// The body of a `begin` with `rescue` clauses.
    Rescued,
    /// A `rescue` clause: `$!` was what `saved` holds; `retry` goes to `start`.
    Clause { saved: Register, start: Option<Label> },
    /// The body of a `begin` with `ensure`.
    Ensured { statements: Option<StatementsNode<'pr>>, line: u32 },
}

/// A jump to the innermost loop or block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Jump {
    Next,
    Break,
    Redo,
}

/// How a scope is left by `next` or `return`, or a block's call by `break`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Exit {
    /// From this very frame, so that surrounding `ensure`s are compiled in line.
    Frame,
    /// From the body of a class, whose definer goes on with the jump.
    Told(Jump),
    /// Through frames: the machine unwinds, handlers and all.
    Unwind(Op),
}

impl<'pr> Compiler<'pr> {
    pub(crate) fn enter_region(&mut self, kind: RegionKind<'pr>) -> usize {
        let regions = &mut self.scope_mut().regions;
        regions.push(Region { kind, gaps: Vec::new(), open_gap: None });
        regions.len() - 1
    }

    pub(crate) fn leave_region(&mut self) -> Option<Region<'pr>> {
        self.scope_mut().regions.pop()
    }

    /// Leaves the region of a `rescue` clause, or of what `ensure` runs for an exception: exits that cross the frame
    /// from within give `$!` back what `saved` holds.
    pub(crate) fn leave_clause(&mut self, start: u32, saved: Register) {
        let end = self.here();
        self.leave_region();
        if end > start {
            let handler = Handler { start, end, target: end, register: saved, kind: HandlerKind::Clause };
            self.scope_mut().function.handlers.push(handler);
        }
    }

    /// Adds handlers for `start..end` without the gaps.
    pub(crate) fn add_handlers(
        &mut self, start: u32, end: u32, gaps: &[(u32, u32)], target: Label, register: Register, kind: HandlerKind,
    ) -> Result<()> {
        let target = self.scope().labels[target.0].ok_or(CompileError::Limit("a handler without a target"))?;
        let mut from = start;
        for &(gap_start, gap_end) in gaps.iter().chain(&[(end, end)]) {
            if gap_start > from {
                let handler = Handler { start: from, end: gap_start, target, register, kind };
                self.scope_mut().function.handlers.push(handler);
            }
            from = from.max(gap_end);
        }
        Ok(())
    }

    /// Leaves all regions from `level` on, writes the jump, and closes the gaps.
    fn leave_to(&mut self, level: usize, jump: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let mut left: Vec<Region<'pr>> = Vec::new();
        while self.scope().regions.len() > level {
            let Some(mut region) = self.leave_region() else { break };
            region.open_gap = Some(self.here());
            match &region.kind {
                RegionKind::Ensured { statements, line } => {
                    self.set_line(*line);
                    self.compile_statements(statements.as_ref(), Destination::Discard)?;
                }
                RegionKind::Clause { saved, .. } => self.emit(Op::SetErrorInfo, *saved, 0, 0),
                RegionKind::Loop { .. } | RegionKind::Rescued => {}
            }
            left.push(region);
        }
        jump(self)?;
        let end = self.here();
        for mut region in left.into_iter().rev() {
            if let Some(start) = region.open_gap.take() {
                region.gaps.push((start, end));
            }
            self.scope_mut().regions.push(region);
        }
        Ok(())
    }

    /// Leaves the frame with the value of `return` or the like, running what surrounds.
    fn exit(&mut self, exit: Exit, arguments: Option<&ArgumentsNode<'pr>>) -> Result<()> {
        let mark = self.mark();
        let value = self.compile_jump_value(arguments, Destination::Any)?;
        self.exit_with(exit, value, mark)?;
        self.release(mark);
        Ok(())
    }

    /// `mark`: where registers begin that nothing else uses.
    fn exit_with(&mut self, exit: Exit, mut value: Register, mark: Register) -> Result<()> {
        match exit {
            Exit::Frame | Exit::Told(_) => {
                let runs_code = self
                    .scope()
                    .regions
                    .iter()
                    .any(|region| matches!(region.kind, RegionKind::Ensured { .. }));
                if runs_code && value < mark {
                    let copy = self.allocate()?;
                    self.emit_move(copy, value);
                    value = copy;
                }
                match exit {
                    Exit::Told(jump) => self.leave_to(0, |compiler| compiler.tell_definer(Some(jump), value)),
                    _ => self.leave_to(0, |compiler| {
                        compiler.emit_return(value);
                        Ok(())
                    }),
                }
            }
            Exit::Unwind(op) => {
                self.leaves_frames();
                self.emit(op, value, 0, 0);
                Ok(())
            }
        }
    }

    /// The value of `return a, b`: nil, one value, or an Array.
    pub(crate) fn compile_jump_value(
        &mut self, arguments: Option<&ArgumentsNode<'pr>>, destination: Destination,
    ) -> Result<Register> {
        let nodes: Vec<Node<'pr>> = arguments.map(|node| node.arguments().iter().collect()).unwrap_or_default();
        match nodes.as_slice() {
            [] => self.load_nil(destination),
            [single] if !matches!(single, Node::SplatNode { .. }) => self.compile(single, destination),
            _ => {
                let list = self.compile_list(&nodes, destination)?;
                match destination {
                    Destination::Into(to) if to != list => self.emit_move(to, list),
                    _ => return Ok(list),
                }
                self.place(destination)
            }
        }
    }

    /// Compiles the last expression of a scope: whatever branch it ends in returns from there.
    pub(crate) fn compile_tail(&mut self, node: Option<&Node<'pr>>) -> Result<()> {
        self.nesting += 1;
        if self.nesting > crate::compiler::NESTING_LIMIT {
            return Err(CompileError::Limit("nesting too deep"));
        }
        let mark = self.mark();
        self.compile_tail_kind(node)?;
        self.release(mark);
        self.nesting -= 1;
        Ok(())
    }

    fn compile_tail_kind(&mut self, node: Option<&Node<'pr>>) -> Result<()> {
        match node {
            Some(Node::StatementsNode { .. }) => {
                let list = node.and_then(|node| node.as_statements_node());
                let body: Vec<Node<'pr>> = list.map(|list| list.body().iter().collect()).unwrap_or_default();
                let Some((last, before)) = body.split_last() else { return self.compile_tail(None) };
                for statement in before {
                    self.mark_statement(statement, true);
                    self.compile_effect(statement)?;
                }
                self.mark_statement(last, false);
                return self.compile_tail(Some(last));
            }
            Some(node @ Node::IfNode { .. }) => {
                if let Some(branch) = node.as_if_node() {
                    self.at_node(node);
                    return self.tail_branches(
                        node, &branch.predicate(), true, branch.statements(), branch.subsequent(),
                    );
                }
            }
            Some(node @ Node::UnlessNode { .. }) => {
                if let Some(branch) = node.as_unless_node() {
                    self.at_node(node);
                    let other = branch.else_clause().map(|clause| clause.as_node());
                    return self.tail_branches(node, &branch.predicate(), false, branch.statements(), other);
                }
            }
            Some(node @ Node::CaseNode { .. }) => {
                if let Some(case) = node.as_case_node() {
                    self.at_node(node);
                    return self.compile_tail_case(&case);
                }
            }
            Some(node @ Node::ElseNode { .. }) => {
                let statements = node.as_else_node().and_then(|clause| clause.statements());
                return self.compile_tail(statements.map(|statements| statements.as_node()).as_ref());
            }
            Some(node @ Node::ParenthesesNode { .. }) => {
                let body = node.as_parentheses_node().and_then(|node| node.body());
                return self.compile_tail(body.as_ref());
            }
            Some(node @ (Node::ReturnNode { .. } | Node::NextNode { .. } | Node::BreakNode { .. })) => {
                return self.compile_effect(node);
            }
            _ => {}
        }
        let value = self.compile_optional(node, Destination::Any)?;
        if !self.options.core {
            self.set_line(self.scope().last_line);
        }
        self.emit_return(value);
        Ok(())
    }

    fn tail_branches(
        &mut self, node: &Node<'pr>, predicate: &Node<'pr>, wanted: bool, then: Option<StatementsNode<'pr>>,
        other: Option<Node<'pr>>,
    ) -> Result<()> {
        self.cover_line(node, false);
        let otherwise = self.new_label();
        self.compile_condition(predicate, !wanted, otherwise)?;
        let settled = self.settled(predicate);
        let counters = if settled.is_none() { self.cover_condition(node) } else { [None, None] };
        let [then_counter, other_counter] = if wanted { counters } else { [counters[1], counters[0]] };
        let then = then.map(|then| then.as_node());
        self.uncounted(settled == Some(!wanted), |compiler| {
            compiler.count_branch(then_counter, 0);
            compiler.compile_tail(then.as_ref())
        })?;
        self.bind(otherwise);
        self.uncounted(settled == Some(wanted), |compiler| {
            compiler.count_branch(other_counter, 0);
            compiler.compile_tail(other.as_ref())
        })
    }

    /// The register named as the result of an expression that never has one.
    fn no_value(&mut self, destination: Destination) -> Result<Register> {
        match destination {
            Destination::Discard => Ok(0),
            _ => self.place(destination),
        }
    }

    pub(crate) fn compile_return(&mut self, node: &ReturnNode<'pr>, destination: Destination) -> Result<Register> {
        let exit = match self.scope().kind {
            FunctionKind::Block | FunctionKind::Eval | FunctionKind::SingletonClass => Exit::Unwind(Op::ReturnFromMethod),
            _ => Exit::Frame,
        };
        if self.scope().kind == FunctionKind::File && node.arguments().is_some() {
            self.vain_returns += 1;
        }
        self.exit(exit, node.arguments().as_ref())?;
        self.no_value(destination)
    }

    pub(crate) fn compile_next(&mut self, node: &NextNode<'pr>, destination: Destination) -> Result<Register> {
        self.compile_jump(Jump::Next, node.arguments().as_ref(), &node.location(), destination)
    }

    pub(crate) fn compile_break(&mut self, node: &BreakNode<'pr>, destination: Destination) -> Result<Register> {
        self.compile_jump(Jump::Break, node.arguments().as_ref(), &node.location(), destination)
    }

    pub(crate) fn compile_redo(&mut self, node: &RedoNode<'pr>, destination: Destination) -> Result<Register> {
        self.compile_jump(Jump::Redo, None, &node.location(), destination)
    }

    fn compile_jump(
        &mut self, jump: Jump, arguments: Option<&ArgumentsNode<'pr>>, location: &Location<'pr>, destination: Destination,
    ) -> Result<Register> {
        let mark = self.mark();
        let place = match self.innermost_loop() {
            Some((.., result)) if jump == Jump::Break => result.map_or(Destination::Discard, Destination::Into),
            Some(_) => Destination::Discard,
            None => Destination::Any,
        };
        let value = self.compile_jump_value(arguments, place)?;
        self.jump_from(jump, value, mark, location)?;
        self.release(mark);
        self.no_value(destination)
    }

    /// Goes on with a jump that the body of a class was left by.
    pub(crate) fn jump_away(&mut self, jump: Jump, value: Register, location: &Location<'pr>) -> Result<()> {
        if let (Jump::Break, Some((.., Some(result)))) = (jump, self.innermost_loop()) {
            self.emit_move(result, value);
        }
        self.jump_from(jump, value, value, location)
    }

    /// `value` stands where a loop wants it.
    fn jump_from(&mut self, jump: Jump, value: Register, mark: Register, location: &Location<'pr>) -> Result<()> {
        if let Some((level, next, end, redo, _)) = self.innermost_loop() {
            return self.leave_to(level, |compiler| {
                match jump {
                    Jump::Break => compiler.jump(end),
                    // Backwards, so it must pass a safepoint.
                    Jump::Next => compiler.branch(Op::LoopBack, 0, next),
                    Jump::Redo => compiler.branch(Op::LoopBack, 0, redo),
                }
                Ok(())
            });
        }
        let scope = self.scope();
        let exit = match (jump, scope.kind) {
            _ if scope.tells_definer => Exit::Told(jump),
            (Jump::Redo, _) => {
                let start = scope.body_start.ok_or_else(|| invalid("Invalid redo", location))?;
                return self.leave_to(0, |compiler| {
                    compiler.branch(Op::LoopBack, 0, start);
                    Ok(())
                });
            }
            (Jump::Next, FunctionKind::Eval) => return Err(invalid("Invalid next", location)),
            (Jump::Break, FunctionKind::Eval) => return Err(invalid("Invalid break", location)),
            (Jump::Break, FunctionKind::Block) => Exit::Unwind(Op::Break),
            _ => Exit::Frame,
        };
        self.exit_with(exit, value, mark)
    }

    pub(crate) fn compile_retry(&mut self, node: &RetryNode<'pr>, destination: Destination) -> Result<Register> {
        let found = self.scope().regions.iter().enumerate().rev().find_map(|(level, region)| match region.kind {
            RegionKind::Clause { start: Some(start), .. } => Some((level, start)),
            _ => None,
        });
        let Some((level, start)) = found else {
            return Err(invalid("Invalid retry without rescue", &node.location()));
        };
        self.leave_to(level, |compiler| {
            compiler.branch(Op::LoopBack, 0, start);
            Ok(())
        })?;
        self.no_value(destination)
    }

    /// The innermost `while` of this scope: its level, `next`, `end` and `redo` labels, and result register.
    #[allow(clippy::type_complexity)]
    fn innermost_loop(&self) -> Option<(usize, Label, Label, Label, Option<Register>)> {
        self.scope().regions.iter().enumerate().rev().find_map(|(level, region)| match region.kind {
            RegionKind::Loop { end, next, redo, result } => Some((level, next, end, redo, result)),
            _ => None,
        })
    }
}

fn invalid(message: &str, location: &Location<'_>) -> CompileError {
    CompileError::Syntax { start: location.start(), end: location.end(), message: message.to_string() }
}
