//! `break`, `next` and `redo` out of the body of a class, to the loop or block around it.
//!
//! A body is a frame of its own, so what leaves it is *told* to whoever defines the class, who goes on with it: a
//! body that can be left so gives an Array, of which the definer's code takes the value or the jump.
//!
//! ```text
//!   [told, value, by next, by break, by redo]        told: whether the body was left by a jump
//! ```

use ruby_prism::*;
use rutile_bytecode::Op;

use crate::compiler::{Compiler, Destination};
use crate::control::Jump;
use crate::error::Result;
use crate::scope::Register;

const JUMPS: [Jump; 3] = [Jump::Next, Jump::Break, Jump::Redo];

/// The first element that says which jump it was.
const FIRST_JUMP: Register = 2;

/// The jumps by which the body of a class is left.
pub fn escapes(body: Option<&Node<'_>>) -> Vec<Jump> {
    let mut finder = Finder::default();
    if let Some(body) = body {
        finder.visit(body);
    }
    finder.found
}

#[derive(Default)]
struct Finder {
    found: Vec<Jump>,
}

impl Finder {
    fn found(&mut self, jump: Jump) {
        if !self.found.contains(&jump) {
            self.found.push(jump);
        }
    }
}

impl<'pr> Visit<'pr> for Finder {
    fn visit_next_node(&mut self, node: &NextNode<'pr>) {
        self.found(Jump::Next);
        visit_next_node(self, node);
    }

    fn visit_break_node(&mut self, node: &BreakNode<'pr>) {
        self.found(Jump::Break);
        visit_break_node(self, node);
    }

    fn visit_redo_node(&mut self, _node: &RedoNode<'pr>) {
        self.found(Jump::Redo);
    }

    // Jumps within these stay within.
    fn visit_while_node(&mut self, _node: &WhileNode<'pr>) {}
    fn visit_until_node(&mut self, _node: &UntilNode<'pr>) {}
    fn visit_block_node(&mut self, _node: &BlockNode<'pr>) {}
    fn visit_lambda_node(&mut self, _node: &LambdaNode<'pr>) {}
    fn visit_def_node(&mut self, _node: &DefNode<'pr>) {}
    fn visit_post_execution_node(&mut self, _node: &PostExecutionNode<'pr>) {}

    fn visit_for_node(&mut self, node: &ForNode<'pr>) {
        self.visit(&node.collection());
    }
}

impl<'pr> Compiler<'pr> {
    /// Ends the body of a class: with a value, or to be left by a jump of the definer's.
    pub(crate) fn tell_definer(&mut self, jump: Option<Jump>, value: Register) -> Result<()> {
        let mark = self.mark();
        let size = FIRST_JUMP + JUMPS.len() as Register;
        let first = self.allocate_many(size as usize)?;
        self.emit_flag(first, jump.is_some());
        self.emit_move(first + 1, value);
        for (place, kind) in JUMPS.iter().enumerate() {
            self.emit_flag(first + FIRST_JUMP + place as Register, jump == Some(*kind));
        }
        self.emit(Op::NewArray, first, first, size);
        self.emit_return(first);
        self.release(mark);
        Ok(())
    }

    fn emit_flag(&mut self, to: Register, flag: bool) {
        self.emit(if flag { Op::LoadTrue } else { Op::LoadFalse }, to, 0, 0);
    }

    /// Emits the definition of a class by `define` into the register it is given: its value, or a jump of the body's.
    pub(crate) fn define_with_escapes(
        &mut self, escapes: &[Jump], location: &Location<'pr>, destination: Destination, define: impl FnOnce(&mut Self, Register),
    ) -> Result<Register> {
        if escapes.is_empty() {
            let to = self.place(destination)?;
            define(self, to);
            return Ok(to);
        }
        let mark = self.mark();
        let (told, flag, value) = (self.allocate()?, self.allocate()?, self.allocate()?);
        define(self, told);
        let defined = self.new_label();
        self.emit(Op::ArrayAt, value, told, 1);
        self.emit(Op::ArrayAt, flag, told, 0);
        self.branch(Op::JumpUnless, flag, defined);
        for (place, jump) in JUMPS.iter().enumerate().filter(|(_, jump)| escapes.contains(jump)) {
            let other = self.new_label();
            self.emit(Op::ArrayAt, flag, told, FIRST_JUMP + place as Register);
            self.branch(Op::JumpUnless, flag, other);
            self.jump_away(*jump, value, location)?;
            self.bind(other);
        }
        self.bind(defined);
        self.release(mark);
        let to = self.place(destination)?;
        self.emit_move(to, value);
        Ok(to)
    }
}
