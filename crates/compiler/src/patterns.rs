//! Pattern matching: `case`/`in`, `value => pattern`, `value in pattern`.
//!
//! A pattern is compiled to code that goes on with the next instruction where the
//! value matches and jumps to a label where it doesn't. The value stands in a
//! temporary that the pattern can't change. What an Array pattern takes apart is
//! kept for the other patterns of the same `case`, so that `deconstruct` is called once.
//!
//! Where there is a single pattern and nothing to do on failure but to raise, the
//! error says which part did not match. Three registers then hold the *explanation*:
//! a Symbol for the reason and two values it is about, written only on the way to failure.
//!
//! Helpers of the internal module `Rutile`, called by `CallHelper`
//! (their Ruby stands in `core/rutile/patterns.rb`):
//!
//! * `deconstructed(parts)`: what `deconstruct` has answered; raises TypeError if that isn't an Array.
//! * `deconstructed_keys(pairs)`: what `deconstruct_keys` has answered, which must be a Hash.
//! * `no_matching_pattern(value)`: raises NoMatchingPatternError.
//! * `no_matching_single_pattern(value, reason, subject, detail)`: raises NoMatchingPatternError, or
//!   NoMatchingPatternKeyError for the reason `:key`, in the words of [`Reason`].
//!
//! All else is ordinary calls out of the program's own code, as CRuby makes them, so that they see the refinements it uses:
//! `respond_to?`, `deconstruct` and `deconstruct_keys` of the value, `length` and `[]` of the Array, `key?`, `[]`, `dup`,
//! `delete` and `empty?` of the Hash.

use ruby_prism::*;
use rutile_bytecode::Op;

use crate::compiler::{Compiler, Destination, NESTING_LIMIT};
use crate::coverage::span;
use crate::error::{CompileError, Result};
use crate::scope::{Label, Register, Variable};
use crate::text;

mod array;
mod find;
mod hash;

/// Where matching goes when it fails, and what it leaves behind.
#[derive(Clone, Copy)]
pub(crate) struct Attempt {
    /// Where to go if the pattern doesn't match.
    fail: Label,
    /// The first of the three registers that say why.
    explanation: Option<Register>,
    /// The value's deconstruction: undefined until it has been asked, nil if it can't be.
    deconstructed: Option<Register>,
}

impl Attempt {
    /// For a part of the value.
    fn within(self) -> Attempt {
        Attempt { deconstructed: None, ..self }
    }

    /// The same with another way out, that doesn't ask why.
    fn otherwise(self, fail: Label) -> Attempt {
        Attempt { fail, explanation: None, ..self }
    }
}

/// Why a pattern did not match: a name that the helpers know, and what it is about.
pub(crate) struct Reason {
    name: &'static str,
    subject: Option<Register>,
    detail: Detail,
}

pub(crate) enum Detail {
    None,
    Value(Register),
    Count(usize),
}

impl<'pr> Compiler<'pr> {
    /// `case value; in pattern ..; else ..; end`
    pub(crate) fn compile_case_match(
        &mut self, node: &CaseMatchNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        let result = match destination {
            Destination::Any => Destination::Into(self.allocate()?),
            other => other,
        };
        let branches: Vec<InNode<'pr>> =
            node.conditions().iter().filter_map(|condition| condition.as_in_node()).collect();
        let value = self.allocate()?;
        let counter = self.cover_case_match(node, &branches);
        let predicate_bases = self.bases_so_far();
        self.compile_optional(node.predicate().as_ref(), Destination::Into(value))?;
        let clause_bases = self.bases_so_far();
        let attempt = self.prepare_case(node, &branches)?;
        let end = self.new_label();
        for (branch, index) in branches.iter().zip(0..) {
            let next = self.new_label();
            let pattern_bases = self.bases_so_far();
            self.compile_branch_pattern(&branch.pattern(), value, Attempt { fail: next, ..attempt })?;
            let body_bases = self.bases_so_far();
            self.count_branch(counter, index);
            self.compile_statements(branch.statements().as_ref(), result)?;
            self.compiled_later(pattern_bases, body_bases);
            let line = branch.location().start_line().max(0) as u32;
            self.cover_jump(Some(line).filter(|_| index + 1 < branches.len() as u32));
            self.jump(end);
            self.bind(next);
        }
        self.compiled_later(predicate_bases, clause_bases);
        self.count_branch(counter, branches.len() as u32);
        let pending = self.set_pending(false);
        match node.else_clause() {
            Some(clause) => {
                self.compile_statements(clause.statements().as_ref(), result)?;
            }
            None => {
                self.at_node(&node.as_node());
                self.raise_no_match(value, attempt.explanation)?;
            }
        }
        self.set_pending(pending);
        self.bind(end);
        Ok(match result {
            Destination::Into(register) => register,
            _ => 0,
        })
    }

    /// The branches of a `case`: its patterns, and what is run where none matches.
    fn cover_case_match(&mut self, node: &CaseMatchNode<'pr>, branches: &[InNode<'pr>]) -> Option<u32> {
        if !self.covers_branches() {
            return None;
        }
        let clauses = branches.iter().map(|branch| ("in", branch.statements().map_or(branch.location(), |body| body.location())));
        let other = match node.else_clause() {
            Some(clause) => clause.statements().map_or(clause.location(), |body| body.location()),
            None => node.location(),
        };
        let branches: Vec<_> = clauses.chain([("else", other)]).map(|(name, location)| (name, span(&location))).collect();
        self.cover_branches("case", &node.location(), &branches)
    }

    /// Reserves the registers that the branches of a `case` share. The label is replaced for each.
    fn prepare_case(&mut self, node: &CaseMatchNode<'pr>, branches: &[InNode<'pr>]) -> Result<Attempt> {
        let explained = branches.len() == 1 && node.else_clause().is_none();
        let explanation = if explained { Some(self.allocate_many(3)?) } else { None };
        let takers = branches.iter().map(|branch| deconstructions(&branch.pattern())).sum();
        let deconstructed = self.keep_deconstructed(takers)?;
        Ok(Attempt { fail: self.new_label(), explanation, deconstructed })
    }

    /// Reserves the register for what the value deconstructs to, if more than one pattern asks.
    fn keep_deconstructed(&mut self, takers: usize) -> Result<Option<Register>> {
        if takers < 2 {
            return Ok(None);
        }
        let register = self.allocate()?;
        self.emit(Op::LoadUndefined, register, 0, 0);
        Ok(Some(register))
    }

    /// A pattern with its guard, if it has one: the parser hangs it in an `if` or `unless`.
    fn compile_branch_pattern(&mut self, node: &Node<'pr>, value: Register, attempt: Attempt) -> Result<()> {
        let (statements, predicate, wanted) = if let Some(guard) = node.as_if_node() {
            (guard.statements(), guard.predicate(), true)
        } else if let Some(guard) = node.as_unless_node() {
            (guard.statements(), guard.predicate(), false)
        } else {
            return self.compile_pattern(node, value, attempt);
        };
        if let Some(pattern) = statements.and_then(|statements| statements.body().first()) {
            self.compile_pattern(&pattern, value, attempt)?;
        }
        let mark = self.mark();
        let condition = self.compile(&predicate, Destination::Any)?;
        let reason = Reason { name: "guard", subject: None, detail: Detail::None };
        self.fail(if wanted { Op::JumpIf } else { Op::JumpUnless }, condition, attempt, reason)?;
        self.release(mark);
        Ok(())
    }

    /// `value => pattern`
    pub(crate) fn compile_match_required(
        &mut self, node: &MatchRequiredNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        let mark = self.mark();
        let pattern = node.pattern();
        let value = self.allocate()?;
        self.compile(&node.value(), Destination::Into(value))?;
        if always_matches(&pattern) {
            let fail = self.new_label();
            self.compile_pattern(&pattern, value, Attempt { fail, explanation: None, deconstructed: None })?;
        } else {
            let explanation = Some(self.allocate_many(3)?);
            let deconstructed = self.keep_deconstructed(deconstructions(&pattern))?;
            let (fail, end) = (self.new_label(), self.new_label());
            self.compile_pattern(&pattern, value, Attempt { fail, explanation, deconstructed })?;
            self.jump(end);
            self.bind(fail);
            self.at_node(&node.as_node());
            self.raise_no_match(value, explanation)?;
            self.bind(end);
        }
        self.release(mark);
        self.load_nil(destination)
    }

    /// `value in pattern`
    pub(crate) fn compile_match_predicate(
        &mut self, node: &MatchPredicateNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        let result = match destination {
            Destination::Discard => None,
            _ => Some(self.place(destination)?),
        };
        let value = self.allocate()?;
        self.compile(&node.value(), Destination::Into(value))?;
        let deconstructed = self.keep_deconstructed(deconstructions(&node.pattern()))?;
        let (fail, end) = (self.new_label(), self.new_label());
        self.compile_pattern(&node.pattern(), value, Attempt { fail, explanation: None, deconstructed })?;
        match result {
            None => self.bind(fail),
            Some(to) => {
                self.emit(Op::LoadTrue, to, 0, 0);
                self.jump(end);
                self.bind(fail);
                self.emit(Op::LoadFalse, to, 0, 0);
                self.bind(end);
            }
        }
        Ok(result.unwrap_or(0))
    }

    /// What a value deconstructs to by a method, nil if it doesn't respond to that.
    fn take_apart(&mut self, to: Register, value: Register, name: &'static str, keys: Option<Register>) -> Result<()> {
        let (missing, done) = (self.new_label(), self.new_label());
        let mark = self.mark();
        let asked = self.allocate()?;
        self.load_symbol(asked, name);
        self.call_method(asked, value, "respond_to?", &[asked])?;
        self.branch(Op::JumpUnless, asked, missing);
        self.release(mark);
        self.call_method(to, value, name, keys.as_slice())?;
        self.emit_helper(to, if keys.is_some() { "deconstructed_keys" } else { "deconstructed" }, to, 1)?;
        self.jump(done);
        self.bind(missing);
        self.emit(Op::LoadNil, to, 0, 0);
        self.bind(done);
        Ok(())
    }

    /// Raises the error for a value that nothing matched.
    fn raise_no_match(&mut self, value: Register, explanation: Option<Register>) -> Result<()> {
        let mark = self.mark();
        let Some(explanation) = explanation else {
            let scratch = self.allocate()?;
            self.emit_helper(scratch, "no_matching_pattern", value, 1)?;
            self.release(mark);
            return Ok(());
        };
        let first = self.allocate_many(4)?;
        self.emit_move(first, value);
        for offset in 0..3 {
            self.emit_move(first + 1 + offset, explanation + offset);
        }
        self.emit_helper(first, "no_matching_single_pattern", first, 4)?;
        self.release(mark);
        Ok(())
    }

    /// Compiles one pattern against the value in a register that nothing else writes.
    pub(crate) fn compile_pattern(&mut self, node: &Node<'pr>, value: Register, attempt: Attempt) -> Result<()> {
        self.nesting += 1;
        if self.nesting > NESTING_LIMIT {
            return Err(CompileError::Limit("nesting too deep"));
        }
        let mark = self.mark();
        self.compile_pattern_kind(node, value, attempt)?;
        self.release(mark);
        self.nesting -= 1;
        Ok(())
    }

    fn compile_pattern_kind(&mut self, node: &Node<'pr>, value: Register, attempt: Attempt) -> Result<()> {
        self.at_node(node);
        if let Some(pattern) = node.as_array_pattern_node() {
            self.compile_array_pattern(&pattern, value, attempt)
        } else if let Some(pattern) = node.as_find_pattern_node() {
            self.compile_find_pattern(&pattern, value, attempt)
        } else if let Some(pattern) = node.as_hash_pattern_node() {
            self.compile_hash_pattern(&pattern, value, attempt)
        } else if let Some(pattern) = node.as_alternation_pattern_node() {
            self.compile_alternation(&pattern, value, attempt)
        } else if let Some(pattern) = node.as_capture_pattern_node() {
            self.compile_pattern(&pattern.value(), value, attempt)?;
            self.capture(&pattern.target(), value)
        } else if let Some(target) = node.as_local_variable_target_node() {
            self.capture(&target, value)
        } else if let Some(implicit) = node.as_implicit_node() {
            self.compile_pattern(&implicit.value(), value, attempt)
        } else if let Some(pinned) = node.as_pinned_variable_node() {
            self.compile_value_pattern(&pinned.variable(), value, attempt)
        } else if let Some(pinned) = node.as_pinned_expression_node() {
            self.compile_value_pattern(&pinned.expression(), value, attempt)
        } else if let Some(inner) = parenthesized(node) {
            self.compile_pattern(&inner, value, attempt)
        } else {
            self.compile_value_pattern(node, value, attempt)
        }
    }

    /// `first | second | third`
    fn compile_alternation(
        &mut self, node: &AlternationPatternNode<'pr>, value: Register, attempt: Attempt,
    ) -> Result<()> {
        let end = self.new_label();
        let choices = alternatives(node);
        let last = choices.len() - 1;
        for choice in &choices[..last] {
            let other = self.new_label();
            self.compile_pattern(choice, value, attempt.otherwise(other))?;
            self.jump(end);
            self.bind(other);
        }
        self.compile_pattern(&choices[last], value, attempt)?;
        self.bind(end);
        Ok(())
    }

    /// Any expression: `expression === value`.
    fn compile_value_pattern(&mut self, node: &Node<'pr>, value: Register, attempt: Attempt) -> Result<()> {
        let pattern = self.compile(node, Destination::Any)?;
        let condition = self.allocate()?;
        self.emit(Op::CaseEqual, condition, pattern, value);
        let reason = Reason { name: "case_equal", subject: Some(pattern), detail: Detail::Value(value) };
        self.fail(Op::JumpIf, condition, attempt, reason)
    }

    /// The constant of `Constant(..)`, `Constant[..]`.
    fn compile_pattern_constant(
        &mut self, constant: Option<Node<'pr>>, value: Register, attempt: Attempt,
    ) -> Result<()> {
        let mark = self.mark();
        if let Some(constant) = constant {
            self.compile_value_pattern(&constant, value, attempt)?;
        }
        self.release(mark);
        Ok(())
    }

    /// Assigns what a pattern has matched.
    fn capture(&mut self, target: &LocalVariableTargetNode<'pr>, value: Register) -> Result<()> {
        let variable = self.resolve(&text(&target.name()), target.depth())?;
        self.write_variable(variable, value);
        Ok(())
    }

    /// The register of the variable, if all that a pattern does is to name the value and the variable has one:
    /// the value may then be put there at once.
    fn register_named_by(&self, pattern: &Node<'pr>) -> Result<Option<Register>> {
        if let Some(implicit) = pattern.as_implicit_node() {
            return self.register_named_by(&implicit.value());
        }
        let Some(target) = pattern.as_local_variable_target_node() else { return Ok(None) };
        Ok(match self.resolve(&text(&target.name()), target.depth())? {
            Variable::Register(register) => Some(register),
            Variable::Environment { .. } | Variable::Frame { .. } => None,
        })
    }

    /// Goes on if `jump` would be taken on the condition, and else fails for a reason.
    fn fail(&mut self, jump: Op, condition: Register, attempt: Attempt, reason: Reason) -> Result<()> {
        let Some(explanation) = attempt.explanation else {
            self.decide(opposite(jump), condition, attempt.fail);
            return Ok(());
        };
        let matched = self.new_label();
        self.decide(jump, condition, matched);
        self.explain(explanation, reason);
        self.jump(attempt.fail);
        self.bind(matched);
        Ok(())
    }

    fn explain(&mut self, explanation: Register, reason: Reason) {
        self.load_symbol(explanation, reason.name);
        match reason.subject {
            Some(subject) => self.emit_move(explanation + 1, subject),
            None => self.emit(Op::LoadNil, explanation + 1, 0, 0),
        }
        match reason.detail {
            Detail::None => self.emit(Op::LoadNil, explanation + 2, 0, 0),
            Detail::Value(value) => self.emit_move(explanation + 2, value),
            Detail::Count(count) => self.load_count(explanation + 2, count),
        }
    }
}

/// The jump on the opposite condition.
fn opposite(jump: Op) -> Op {
    match jump {
        Op::JumpIf => Op::JumpUnless,
        Op::JumpUnless => Op::JumpIf,
        Op::JumpIfNil => Op::JumpUnlessNil,
        _ => Op::JumpIfNil,
    }
}

/// The pattern inside parentheses.
fn parenthesized<'pr>(node: &Node<'pr>) -> Option<Node<'pr>> {
    let body = node.as_parentheses_node()?.body()?;
    match body.as_statements_node() {
        Some(statements) => statements.body().first(),
        None => Some(body),
    }
}

/// The choices of an alternation from left to right; the tree has them nested on its left.
fn alternatives<'pr>(node: &AlternationPatternNode<'pr>) -> Vec<Node<'pr>> {
    let mut choices = vec![node.right()];
    let mut left = node.left();
    while let Some(inner) = left.as_alternation_pattern_node() {
        choices.push(inner.right());
        left = inner.left();
    }
    choices.push(left);
    choices.reverse();
    choices
}

/// How often a pattern takes apart the value itself (not a part of it) as an Array.
fn deconstructions(node: &Node<'_>) -> usize {
    let guarded = node
        .as_if_node()
        .map(|guard| guard.statements())
        .or_else(|| node.as_unless_node().map(|guard| guard.statements()));
    if let Some(statements) = guarded {
        return statements.and_then(|statements| statements.body().first()).map_or(0, |node| deconstructions(&node));
    }
    if let Some(alternation) = node.as_alternation_pattern_node() {
        return alternatives(&alternation).iter().map(deconstructions).sum();
    }
    if let Some(capture) = node.as_capture_pattern_node() {
        return deconstructions(&capture.value());
    }
    if let Some(inner) = parenthesized(node) {
        return deconstructions(&inner);
    }
    (node.as_array_pattern_node().is_some() || node.as_find_pattern_node().is_some()) as usize
}

/// Whether a pattern only gives the value a name.
fn always_matches(node: &Node<'_>) -> bool {
    match (node.as_capture_pattern_node(), parenthesized(node)) {
        (Some(capture), _) => always_matches(&capture.value()),
        (None, Some(inner)) => always_matches(&inner),
        (None, None) => node.as_local_variable_target_node().is_some(),
    }
}
