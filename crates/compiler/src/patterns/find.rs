//! Find patterns: `[*before, a, b, *after]`.
//!
//! A loop tries the middle at each position from the front; the first where all of it matches is taken.

use super::*;

impl<'pr> Compiler<'pr> {
    pub(super) fn compile_find_pattern(
        &mut self, node: &FindPatternNode<'pr>, value: Register, attempt: Attempt,
    ) -> Result<()> {
        self.compile_pattern_constant(node.constant(), value, attempt)?;
        let parts = self.deconstruct(value, attempt)?;
        let attempt = attempt.within();
        let count = node.requireds().len();
        let length = self.allocate()?;
        self.call_method(length, parts, "length", &[])?;
        self.check_length(Op::GreaterEqual, length, count, parts, attempt)?;

        let (position, last) = (self.allocate()?, self.allocate()?);
        self.load_count(position, 0);
        self.load_count(last, count);
        self.emit(Op::Subtract, last, length, last);
        let (again, next, found) = (self.new_label(), self.new_label(), self.new_label());
        self.bind(again);
        self.compile_middle(node, parts, position, attempt.otherwise(next))?;
        self.jump(found);

        self.bind(next);
        self.emit(Op::AddInteger, position, position, 1);
        let mark = self.mark();
        let beyond = self.allocate()?;
        self.emit(Op::LessEqual, beyond, position, last);
        let exhausted = self.new_label();
        self.decide(Op::JumpUnless, beyond, exhausted);
        self.branch(Op::LoopBack, 0, again);
        self.release(mark);
        self.bind(exhausted);
        if let Some(explanation) = attempt.explanation {
            self.explain(explanation, Reason { name: "find", subject: Some(parts), detail: Detail::None });
        }
        self.jump(attempt.fail);

        self.bind(found);
        self.compile_surroundings(node, parts, (position, length), attempt)
    }

    /// The patterns of the middle, from `position` on.
    fn compile_middle(
        &mut self, node: &FindPatternNode<'pr>, parts: Register, position: Register, attempt: Attempt,
    ) -> Result<()> {
        for (offset, pattern) in node.requireds().iter().enumerate() {
            let mark = self.mark();
            let element = self.allocate()?;
            self.load_count(element, offset);
            self.emit(Op::Add, element, position, element);
            self.emit(Op::Index, element, parts, element);
            self.compile_pattern(&pattern, element, attempt)?;
            self.release(mark);
        }
        Ok(())
    }

    /// Compiles the parts before the middle and after it.
    fn compile_surroundings(
        &mut self, node: &FindPatternNode<'pr>, parts: Register, (position, length): (Register, Register),
        attempt: Attempt,
    ) -> Result<()> {
        let mark = self.mark();
        let slice = self.allocate()?;
        let bounds = self.allocate_many(2)?;
        if let Some(pattern) = node.left().expression() {
            self.load_count(bounds, 0);
            self.call_method(slice, parts, "[]", &[bounds, position])?;
            self.compile_pattern(&pattern, slice, attempt)?;
        }
        let right = node.right().expression();
        if let Some(pattern) = right {
            self.load_count(bounds, node.requireds().len());
            self.emit(Op::Add, bounds, position, bounds);
            self.emit(Op::Subtract, bounds + 1, length, bounds);
            self.call_method(slice, parts, "[]", &[bounds, bounds + 1])?;
            self.compile_pattern(&pattern, slice, attempt)?;
        }
        self.release(mark);
        Ok(())
    }
}
