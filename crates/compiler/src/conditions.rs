//! `if`, `unless`, `and`, `or`, `not`, `case ... when`, flip-flops.
//!
//! A condition is compiled to jumps; no boolean is made where only the way matters.

use ruby_prism::*;
use rutile_bytecode::{Literal, Op, operating};

use crate::captures::flip_flop_name;
use crate::compiler::{Compiler, Destination};
use crate::coverage::span;
use crate::error::{CompileError, Result};
use crate::scope::{Label, Register};

/// So many literals are found in a table faster than by asking each, a string counted twice.
const FEWEST_LITERALS: usize = 8;
/// The most clauses of a `case` that a table has.
const MOST_CLAUSES: usize = 10_000;

impl<'pr> Compiler<'pr> {
    /// Jumps to `target` if the truth of `node` is `wanted`; goes on behind otherwise.
    pub fn compile_condition(&mut self, node: &Node<'pr>, wanted: bool, target: Label) -> Result<()> {
        self.nesting += 1;
        if self.nesting > crate::compiler::NESTING_LIMIT {
            return Err(CompileError::Limit("nesting too deep"));
        }
        let mark = self.mark();
        self.compile_condition_kind(node, wanted, target)?;
        self.release(mark);
        self.nesting -= 1;
        Ok(())
    }

    fn compile_condition_kind(&mut self, node: &Node<'pr>, wanted: bool, target: Label) -> Result<()> {
        match node {
            Node::TrueNode { .. } | Node::IntegerNode { .. } | Node::SymbolNode { .. } | Node::LambdaNode { .. } => {
                if wanted {
                    self.jump(target);
                }
                return Ok(());
            }
            Node::FalseNode { .. } | Node::NilNode { .. } => {
                if !wanted {
                    self.jump(target);
                }
                return Ok(());
            }
            Node::ParenthesesNode { .. } => {
                // In parentheses the reference makes a lambda, if only to forget it: its body is counted.
                let inner = node.as_parentheses_node().and_then(|node| single_statement(&node)).filter(|inner| inner.as_lambda_node().is_none());
                if let Some(inner) = inner {
                    self.cover_line(&inner, false);
                    return self.compile_condition(&inner, wanted, target);
                }
            }
            Node::AndNode { .. } => {
                if let Some(and) = node.as_and_node() {
                    return self.compile_both(&and.left(), &and.right(), wanted, target);
                }
            }
            Node::OrNode { .. } => {
                if let Some(or) = node.as_or_node() {
                    return self.compile_either(&or.left(), &or.right(), wanted, target);
                }
            }
            Node::LocalVariableReadNode { .. } => {
                if let Some(read) = node.as_local_variable_read_node()
                    && self.is_forwarded_block(&crate::text(&read.name()), read.depth())
                {
                    self.uses_block();
                    let given = self.allocate()?;
                    self.emit(Op::BlockGiven, given, 0, 0);
                    self.decide(if wanted { Op::JumpIf } else { Op::JumpUnless }, given, target);
                    return Ok(());
                }
            }
            Node::CallNode { .. } => {
                if let Some(operand) = node.as_call_node().and_then(|call| negated(&call))
                    && has_plain_truth(&operand)
                {
                    return self.compile_condition(&operand, !wanted, target);
                }
            }
            _ => {}
        }
        let value = self.compile(node, Destination::Any)?;
        self.decide(if wanted { Op::JumpIf } else { Op::JumpUnless }, value, target);
        Ok(())
    }

    /// `left && right`
    fn compile_both(&mut self, left: &Node<'pr>, right: &Node<'pr>, wanted: bool, target: Label) -> Result<()> {
        if !wanted {
            self.compile_condition(left, false, target)?;
            return self.compile_condition(right, false, target);
        }
        let past = self.new_label();
        self.compile_condition(left, false, past)?;
        self.compile_condition(right, true, target)?;
        self.bind(past);
        Ok(())
    }

    /// `left || right`
    fn compile_either(&mut self, left: &Node<'pr>, right: &Node<'pr>, wanted: bool, target: Label) -> Result<()> {
        if wanted {
            self.compile_condition(left, true, target)?;
            return self.compile_condition(right, true, target);
        }
        let past = self.new_label();
        self.compile_condition(left, true, past)?;
        self.compile_condition(right, false, target)?;
        self.bind(past);
        Ok(())
    }

    pub(crate) fn compile_and(&mut self, node: &AndNode<'pr>, destination: Destination) -> Result<Register> {
        self.compile_short_circuit(&node.left(), &node.right(), false, destination)
    }

    pub(crate) fn compile_or(&mut self, node: &OrNode<'pr>, destination: Destination) -> Result<Register> {
        self.compile_short_circuit(&node.left(), &node.right(), true, destination)
    }

    /// The left value if its truth is `settles`, else the right one.
    fn compile_short_circuit(
        &mut self, left: &Node<'pr>, right: &Node<'pr>, settles: bool, destination: Destination,
    ) -> Result<Register> {
        let end = self.new_label();
        if destination == Destination::Discard {
            self.compile_condition(left, settles, end)?;
            self.compile_effect(right)?;
            self.bind(end);
            return Ok(0);
        }
        let to = self.place(destination)?;
        self.compile(left, Destination::Into(to))?;
        self.branch(if settles { Op::JumpIf } else { Op::JumpUnless }, to, end);
        self.compile(right, Destination::Into(to))?;
        self.bind(end);
        Ok(to)
    }

    pub(crate) fn compile_if(&mut self, node: &IfNode<'pr>, destination: Destination) -> Result<Register> {
        let then = node.statements();
        let other = node.subsequent();
        self.compile_branches(&node.as_node(), &node.predicate(), true, then, other, destination)
    }

    pub(crate) fn compile_unless(&mut self, node: &UnlessNode<'pr>, destination: Destination) -> Result<Register> {
        let other = node.else_clause().map(|clause| clause.as_node());
        self.compile_branches(&node.as_node(), &node.predicate(), false, node.statements(), other, destination)
    }

    /// `then` is run if the truth of the predicate is `wanted`, else `other`.
    fn compile_branches(
        &mut self, node: &Node<'pr>, predicate: &Node<'pr>, wanted: bool, then: Option<StatementsNode<'pr>>,
        other: Option<Node<'pr>>, destination: Destination,
    ) -> Result<Register> {
        let to = self.result_place(destination)?;
        self.cover_line(node, destination == Destination::Discard);
        let (otherwise, end) = (self.new_label(), self.new_label());
        self.compile_condition(predicate, !wanted, otherwise)?;
        let settled = self.settled(predicate);
        let counters = if settled.is_none() { self.cover_condition(node) } else { [None, None] };
        let [then_counter, other_counter] = if wanted { counters } else { [counters[1], counters[0]] };
        self.uncounted(settled == Some(!wanted), |compiler| {
            compiler.count_branch(then_counter, 0);
            compiler.compile_statements(then.as_ref(), to)
        })?;
        if settled.is_none() && (other.is_some() || other_counter.is_some()) {
            self.cover_jump(Some(node.location().start_line().max(0) as u32));
        }
        if to == Destination::Discard && other.is_none() && other_counter.is_none() {
            self.bind(otherwise);
            return Ok(0);
        }
        self.jump(end);
        self.bind(otherwise);
        self.uncounted(settled == Some(wanted), |compiler| {
            compiler.count_branch(other_counter, 0);
            compiler.compile_else(other.as_ref(), to)
        })?;
        self.bind(end);
        Ok(register_of(to))
    }

    /// An `else` clause, the next `elsif`, or nothing.
    fn compile_else(&mut self, node: Option<&Node<'pr>>, destination: Destination) -> Result<Register> {
        match node.map(|node| (node, node.as_else_node())) {
            None => self.load_nil(destination),
            Some((_, Some(clause))) => self.compile_statements(clause.statements().as_ref(), destination),
            Some((node, None)) => self.compile(node, destination),
        }
    }

    /// The same destination for several branches: a register, or none.
    pub fn result_place(&mut self, destination: Destination) -> Result<Destination> {
        match destination {
            Destination::Any => Ok(Destination::Into(self.allocate()?)),
            other => Ok(other),
        }
    }

    // --- case ... when ---

    pub(crate) fn compile_case(&mut self, node: &CaseNode<'pr>, destination: Destination) -> Result<Register> {
        let to = self.result_place(destination)?;
        let end = self.new_label();
        self.compile_clauses_of(node, |compiler, statements, is_last, line| {
            compiler.compile_statements(statements, to)?;
            compiler.cover_jump(line);
            if !is_last {
                compiler.jump(end);
            }
            Ok(())
        })?;
        self.bind(end);
        Ok(register_of(to))
    }

    /// A `case` that ends a scope: each branch returns.
    pub(crate) fn compile_tail_case(&mut self, node: &CaseNode<'pr>) -> Result<()> {
        self.compile_clauses_of(node, |compiler, statements, _, _| {
            compiler.compile_tail(statements.map(|statements| statements.as_node()).as_ref())
        })
    }

    /// Compiles the conditions of a `case`; `branch` compiles the statements of each clause, the last time those of
    /// `else`. It is told on which line the reference has the jump out of the clause, if it has one.
    fn compile_clauses_of(
        &mut self, node: &CaseNode<'pr>,
        branch: impl Fn(&mut Self, Option<&StatementsNode<'pr>>, bool, Option<u32>) -> Result<()>,
    ) -> Result<()> {
        let counter = self.cover_case(node);
        let predicate_bases = self.bases_so_far();
        let subject = match node.predicate() {
            Some(predicate) => {
                let register = self.allocate()?;
                Some(self.compile(&predicate, Destination::Into(register))?)
            }
            None => None,
        };
        let clause_bases = self.bases_so_far();
        let clauses = node.conditions().len() as u32;
        let mut known = match subject {
            Some(subject) => self.jump_to_clause(node, subject),
            None => Vec::new(),
        }
        .into_iter();
        let mut index = 0;
        for clause in node.conditions().iter().filter_map(|condition| condition.as_when_node()) {
            let condition_bases = self.bases_so_far();
            let (body, next) = known.next().unwrap_or_else(|| (self.new_label(), self.new_label()));
            let conditions: Vec<Node<'pr>> = clause.conditions().iter().collect();
            if let Some((last, before)) = conditions.split_last() {
                for condition in before {
                    self.compile_when(condition, subject, true, body)?;
                }
                self.compile_when(last, subject, false, next)?;
            }
            self.bind(body);
            let body_bases = self.bases_so_far();
            self.count_branch(counter, index);
            index += 1;
            let line = Some(clause.location().start_line().max(0) as u32).filter(|_| index < clauses);
            branch(self, clause.statements().as_ref(), false, line)?;
            self.compiled_later(condition_bases, body_bases);
            self.bind(next);
        }
        self.compiled_later(predicate_bases, clause_bases);
        self.count_branch(counter, index);
        let pending = self.set_pending(false);
        let alternative = node.else_clause().and_then(|clause| clause.statements());
        let line = alternative.as_ref().map(|body| body.location().start_line().max(0) as u32);
        branch(self, alternative.as_ref(), true, line)?;
        self.set_pending(pending);
        Ok(())
    }

    /// Jumps to the clause of a literal at once, if so many clauses begin the `case` with nothing but literals. Answers the labels
    /// of the bodies of those and of what is behind each.
    fn jump_to_clause(&mut self, node: &CaseNode<'pr>, subject: Register) -> Vec<(Label, Label)> {
        let clauses = node.conditions().iter().map_while(|clause| self.literals_of_clause(&clause.as_when_node()?));
        let clauses: Vec<Vec<Literal>> = clauses.take(MOST_CLAUSES).collect();
        let cost = |literal: &Literal| if matches!(literal, Literal::String { .. }) { 2 } else { 1 };
        if clauses.iter().flatten().map(cost).sum::<usize>() < FEWEST_LITERALS {
            return Vec::new();
        }
        let labels: Vec<(Label, Label)> = clauses.iter().map(|_| (self.new_label(), self.new_label())).collect();
        // The first two Jumps go to where clauses are asked, and behind them.
        let numbered = clauses.into_iter().zip(2..).flat_map(|(literals, jump)| literals.into_iter().map(move |literal| (literal, jump)));
        let table = self.literal(Literal::Clauses(numbered.collect()));
        self.emit_wide(Op::JumpToClause, 0, subject, table as i32);
        let ask = self.new_label();
        self.jump(ask);
        self.jump(labels[labels.len() - 1].1);
        labels.iter().for_each(|(body, _)| self.jump(*body));
        self.bind(ask);
        labels
    }

    /// The conditions of a clause, if all of them are integers, symbols and strings.
    fn literals_of_clause(&self, clause: &WhenNode<'pr>) -> Option<Vec<Literal>> {
        let conditions = clause.conditions().iter();
        conditions.map(|condition| self.literal_of(&condition).filter(|literal| matches!(literal, Literal::Integer(_) | Literal::Symbol { .. } | Literal::String { .. }))).collect()
    }

    /// The branches of a `case`: its clauses, and what is run where none holds.
    fn cover_case(&mut self, node: &CaseNode<'pr>) -> Option<u32> {
        if !self.covers_branches() {
            return None;
        }
        let clauses = node.conditions().iter().filter_map(|condition| condition.as_when_node());
        let clauses = clauses.map(|clause| ("when", clause.statements().map_or(clause.location(), |body| body.location())));
        let other = match node.else_clause() {
            Some(clause) => clause.statements().map_or(clause.location(), |body| body.location()),
            None => node.location(),
        };
        let branches: Vec<_> = clauses.chain([("else", other)]).map(|(name, location)| (name, span(&location))).collect();
        self.cover_branches("case", &node.location(), &branches)
    }

    /// Jumps to `target` if whether the condition of a `when` holds is `wanted`.
    fn compile_when(
        &mut self, condition: &Node<'pr>, subject: Option<Register>, wanted: bool, target: Label,
    ) -> Result<()> {
        let mark = self.mark();
        self.at_node(condition);
        let branch = if wanted { Op::JumpIf } else { Op::JumpUnless };
        match (condition.as_splat_node(), subject) {
            (Some(splat), Some(subject)) => {
                let first = self.allocate_many(2)?;
                self.compile_splat_value(&splat, Destination::Into(first))?;
                self.emit_n(Op::SplatArray, 0, first, first, 0);
                self.emit_move(first + 1, subject);
                self.emit_helper(first, "case_splat", first, 2)?;
                self.branch(branch, first, target);
            }
            (Some(splat), None) => {
                let list = self.allocate_many(2)?;
                self.compile_splat_value(&splat, Destination::Into(list))?;
                self.emit_n(Op::SplatArray, 0, list, list, 0);
                self.call_method(list + 1, list, "any?", &[])?;
                self.branch(branch, list + 1, target);
            }
            (None, Some(subject)) => {
                let value = self.compile_fixed_string(condition, Destination::Any)?;
                self.release(mark);
                let to = self.allocate()?;
                self.at_node(condition);
                self.emit_n(Op::CaseEqual, operating::OWN, to, value, subject);
                self.decide(branch, to, target);
            }
            (None, None) => self.compile_condition(condition, wanted, target)?,
        }
        self.release(mark);
        Ok(())
    }

    // --- Flip-flops ---

    /// `a..b` as a condition: true from when `a` holds until `b` does. With two dots `b` is asked at once.
    pub(crate) fn compile_flip_flop(&mut self, node: &FlipFlopNode<'pr>, destination: Destination) -> Result<Register> {
        let state = self
            .resolve_hidden(&flip_flop_name(node.location().start()))
            .ok_or(CompileError::Limit("a flip-flop without a place"))?;
        let to = self.place(destination)?;
        let (running, end, off) = (self.new_label(), self.new_label(), self.new_label());
        let mark = self.mark();
        let current = self.read_variable(state, Destination::Any)?;
        self.branch(Op::JumpIf, current, running);
        self.release(mark);
        self.compile_flip_flop_side(node.left().as_ref(), false, off)?;
        let flag = self.allocate()?;
        self.emit(Op::LoadTrue, flag, 0, 0);
        self.write_variable(state, flag);
        self.emit(Op::LoadTrue, to, 0, 0);
        self.release(mark);
        if node.is_exclude_end() {
            self.jump(end);
        }
        self.bind(running);
        self.emit(Op::LoadTrue, to, 0, 0);
        self.compile_flip_flop_side(node.right().as_ref(), false, end)?;
        let flag = self.allocate()?;
        self.emit(Op::LoadFalse, flag, 0, 0);
        self.write_variable(state, flag);
        self.release(mark);
        self.jump(end);
        self.bind(off);
        self.emit(Op::LoadFalse, to, 0, 0);
        self.bind(end);
        Ok(to)
    }

    /// A missing side is nil; a number is that of a line of input.
    fn compile_flip_flop_side(&mut self, node: Option<&Node<'pr>>, wanted: bool, target: Label) -> Result<()> {
        match node {
            Some(node @ Node::IntegerNode { .. }) => {
                let mark = self.mark();
                let line = self.allocate()?;
                self.read_global("$.", Destination::Into(line))?;
                let number = self.compile(node, Destination::Any)?;
                self.emit(Op::Equal, line, line, number);
                self.decide(if wanted { Op::JumpIf } else { Op::JumpUnless }, line, target);
                self.release(mark);
                Ok(())
            }
            Some(node) => self.compile_condition(node, wanted, target),
            None => {
                self.jump(target);
                Ok(())
            }
        }
    }
}

/// The register of a settled destination.
pub(crate) fn register_of(destination: Destination) -> Register {
    match destination {
        Destination::Into(register) => register,
        _ => 0,
    }
}

/// The one expression inside parentheses.
fn single_statement<'pr>(node: &ParenthesesNode<'pr>) -> Option<Node<'pr>> {
    let body = node.body()?.as_statements_node()?.body();
    if body.len() == 1 { body.first() } else { None }
}

/// The operand of `!x`.
fn negated<'pr>(call: &CallNode<'pr>) -> Option<Node<'pr>> {
    let plain = call.name().as_slice() == b"!" && call.arguments().is_none() && !call.is_safe_navigation();
    if plain { call.receiver() } else { None }
}

/// Whether the value is all but certainly one whose `!` is nobody's own, so that a jump may be turned round.
fn has_plain_truth(node: &Node<'_>) -> bool {
    match node {
        Node::AndNode { .. } | Node::OrNode { .. } | Node::DefinedNode { .. } => true,
        Node::ParenthesesNode { .. } => node
            .as_parentheses_node()
            .and_then(|node| single_statement(&node))
            .is_some_and(|inner| has_plain_truth(&inner)),
        Node::CallNode { .. } => node.as_call_node().is_some_and(|call| {
            let name = call.name();
            let name = name.as_slice();
            name.ends_with(b"?") || matches!(name, b"==" | b"!=" | b"<" | b"<=" | b">" | b">=" | b"===" | b"!")
        }),
        _ => false,
    }
}
