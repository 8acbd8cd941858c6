//! `begin` with `rescue`, `else`, `ensure`, and the `rescue` modifier.
//!
//! ```text
//!           saved = $!
//!   start:  body                        <- handler: rescued
//!           else body
//!           jump done
//!   rescued:                            (the exception is in a register)
//!           match each class: jump clause
//!           rethrow
//!   clause: body;  $! = saved
//!   done:
//! ```
//! With `ensure` all of it stands in a second range whose handler runs the
//! `ensure` body and goes on with what it caught; the plain way out runs a copy.

use ruby_prism::*;
use rutile_bytecode::{HandlerKind, Op};

use crate::compiler::{Compiler, Destination};
use crate::conditions::register_of;
use crate::control::RegionKind;
use crate::error::Result;
use crate::scope::{Label, Register};

impl<'pr> Compiler<'pr> {
    pub(crate) fn compile_begin(&mut self, node: &BeginNode<'pr>, destination: Destination) -> Result<Register> {
        let to = self.result_place(destination)?;
        match node.ensure_clause() {
            Some(ensure) => self.compile_ensure(node, &ensure, to)?,
            None => self.compile_protected(node, to)?,
        }
        Ok(register_of(to))
    }

    /// A `begin` without its `ensure`.
    fn compile_protected(&mut self, node: &BeginNode<'pr>, to: Destination) -> Result<()> {
        let Some(rescue) = node.rescue_clause() else {
            match node.else_clause() {
                None => {
                    self.compile_statements(node.statements().as_ref(), to)?;
                }
                Some(clause) => {
                    self.compile_statements(node.statements().as_ref(), Destination::Discard)?;
                    self.compile_statements(clause.statements().as_ref(), to)?;
                }
            }
            return Ok(());
        };
        let saved = self.allocate()?;
        self.emit(Op::GetErrorInfo, saved, 0, 0);
        let (handler, done) = (self.new_label(), self.new_label());
        let retry = self.bind_new_label();
        let start = self.here();
        self.enter_region(RegionKind::Rescued);
        let body_place = if node.else_clause().is_some() { Destination::Discard } else { to };
        self.compile_valued(node.statements().as_ref(), body_place)?;
        let end = self.here();
        let gaps = self.leave_region().map(|region| region.gaps).unwrap_or_default();
        if let Some(clause) = node.else_clause() {
            self.compile_statements(clause.statements().as_ref(), to)?;
        }
        self.jump(done);
        let exception = self.allocate()?;
        self.bind(handler);
        self.add_handlers(start, end, &gaps, handler, exception, HandlerKind::Rescue)?;
        self.compile_clauses(&rescue, exception, saved, retry, done, to)?;
        self.bind(done);
        Ok(())
    }

    fn compile_clauses(
        &mut self, first: &RescueNode<'pr>, exception: Register, saved: Register, retry: Label, done: Label,
        to: Destination,
    ) -> Result<()> {
        let mut clause = first.as_node().as_rescue_node();
        while let Some(rescue) = clause {
            let outside = self.enter_body();
            let (body, next) = (self.new_label(), self.new_label());
            let entered = self.here();
            self.enter_region(RegionKind::Clause { saved, start: Some(retry) });
            self.compile_matches(&rescue, exception, body)?;
            self.jump(next);
            self.bind(body);
            if let Some(reference) = rescue.reference() {
                self.at_node(&reference);
                self.compile_target(&reference, exception)?;
            }
            self.compile_valued(rescue.statements().as_ref(), to)?;
            self.leave_body(outside);
            self.leave_clause(entered, saved);
            self.emit(Op::SetErrorInfo, saved, 0, 0);
            self.jump(done);
            self.bind(next);
            clause = rescue.subsequent();
        }
        self.emit(Op::Rethrow, exception, 0, 0);
        Ok(())
    }

    /// Jumps to `body` if one of the clause's classes matches.
    fn compile_matches(&mut self, rescue: &RescueNode<'pr>, exception: Register, body: Label) -> Result<()> {
        let classes: Vec<Node<'pr>> = rescue.exceptions().iter().collect();
        let mark = self.mark();
        if classes.is_empty() {
            self.match_standard_error(exception, body)?;
        }
        for class in &classes {
            self.at_node(class);
            if let Some(splat) = class.as_splat_node() {
                let first = self.allocate_many(2)?;
                self.compile_splat_value(&splat, Destination::Into(first))?;
                self.emit_n(Op::SplatArray, 0, first, first, 0);
                self.emit_move(first + 1, exception);
                self.emit_helper(first, "rescue_splat", first, 2)?;
                self.branch(Op::JumpIf, first, body);
            } else {
                let value = self.compile(class, Destination::Any)?;
                self.release(mark);
                let to = self.allocate()?;
                self.emit(Op::RescueMatch, to, exception, value);
                self.branch(Op::JumpIf, to, body);
            }
            self.release(mark);
        }
        Ok(())
    }

    fn match_standard_error(&mut self, exception: Register, body: Label) -> Result<()> {
        let mark = self.mark();
        let class = self.allocate()?;
        let name = self.name("StandardError")?;
        self.emit_n(Op::GetConstantFrom, 1, class, 0, name);
        self.emit(Op::RescueMatch, class, exception, class);
        self.branch(Op::JumpIf, class, body);
        self.release(mark);
        Ok(())
    }

    fn compile_ensure(&mut self, node: &BeginNode<'pr>, ensure: &EnsureNode<'pr>, to: Destination) -> Result<()> {
        let saved = self.allocate()?;
        self.emit(Op::GetErrorInfo, saved, 0, 0);
        let line = ensure.location().start_line().max(0) as u32;
        let (handler, done) = (self.new_label(), self.new_label());
        let start = self.here();
        self.enter_region(RegionKind::Ensured { statements: ensure.statements(), line });
        self.compile_protected(node, to)?;
        let end = self.here();
        let gaps = self.leave_region().map(|region| region.gaps).unwrap_or_default();
        self.compile_statements(ensure.statements().as_ref(), Destination::Discard)?;
        self.jump(done);
        let caught = self.allocate()?;
        self.bind(handler);
        self.add_handlers(start, end, &gaps, handler, caught, HandlerKind::Ensure)?;
        let entered = self.here();
        self.enter_region(RegionKind::Clause { saved, start: None });
        let outside = self.enter_body();
        self.compile_statements(ensure.statements().as_ref(), Destination::Discard)?;
        self.cover_jump(Some(line));
        self.leave_body(outside);
        self.leave_clause(entered, saved);
        self.emit(Op::Rethrow, caught, 0, 0);
        self.bind(done);
        Ok(())
    }

    /// `expression rescue other`
    pub(crate) fn compile_rescue_modifier(
        &mut self, node: &RescueModifierNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        let to = self.result_place(destination)?;
        let saved = self.allocate()?;
        self.emit(Op::GetErrorInfo, saved, 0, 0);
        let (handler, body, done) = (self.new_label(), self.new_label(), self.new_label());
        let retry = self.bind_new_label();
        let start = self.here();
        self.enter_region(RegionKind::Rescued);
        self.compile(&node.expression(), to)?;
        let end = self.here();
        let gaps = self.leave_region().map(|region| region.gaps).unwrap_or_default();
        self.jump(done);
        let exception = self.allocate()?;
        self.bind(handler);
        self.add_handlers(start, end, &gaps, handler, exception, HandlerKind::Rescue)?;
        self.match_standard_error(exception, body)?;
        self.emit(Op::Rethrow, exception, 0, 0);
        self.bind(body);
        let entered = self.here();
        self.enter_region(RegionKind::Clause { saved, start: Some(retry) });
        self.compile(&node.rescue_expression(), to)?;
        self.leave_clause(entered, saved);
        self.emit(Op::SetErrorInfo, saved, 0, 0);
        self.bind(done);
        Ok(register_of(to))
    }
}
