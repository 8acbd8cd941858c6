//! Array patterns: `[a, *rest, b]`, `Constant(a, b)`.

use super::*;

impl<'pr> Compiler<'pr> {
    pub(super) fn compile_array_pattern(
        &mut self, node: &ArrayPatternNode<'pr>, value: Register, attempt: Attempt,
    ) -> Result<()> {
        self.compile_pattern_constant(node.constant(), value, attempt)?;
        let parts = self.deconstruct(value, attempt)?;
        let attempt = attempt.within();
        let (before, after) = (node.requireds().len(), node.posts().len());
        let length = self.allocate()?;
        self.call_method(length, parts, "length", &[])?;
        match node.rest() {
            None => self.check_length(Op::Equal, length, before, parts, attempt)?,
            Some(_) => self.check_length(Op::GreaterEqual, length, before + after, parts, attempt)?,
        }
        for (index, pattern) in node.requireds().iter().enumerate() {
            self.compile_element_pattern(&pattern, parts, index as i64, attempt)?;
        }
        let rest = node.rest().and_then(|rest| rest.as_splat_node()).and_then(|splat| splat.expression());
        if let Some(pattern) = rest {
            self.compile_rest_pattern(&pattern, parts, length, (before, after), attempt)?;
        }
        for (index, pattern) in node.posts().iter().enumerate() {
            self.compile_element_pattern(&pattern, parts, index as i64 - after as i64, attempt)?;
        }
        Ok(())
    }

    /// The Array that the value deconstructs to, or failure.
    pub(super) fn deconstruct(&mut self, value: Register, attempt: Attempt) -> Result<Register> {
        let parts = match attempt.deconstructed {
            None => {
                let parts = self.allocate()?;
                self.take_apart(parts, value, "deconstruct", None)?;
                parts
            }
            Some(kept) => {
                let known = self.new_label();
                self.branch(Op::JumpIfDefined, kept, known);
                self.take_apart(kept, value, "deconstruct", None)?;
                self.bind(known);
                kept
            }
        };
        let reason = Reason { name: "deconstruct", subject: Some(value), detail: Detail::None };
        self.fail(Op::JumpUnlessNil, parts, attempt, reason)?;
        Ok(parts)
    }

    /// Compares the length with a count, by `==` or `>=`.
    pub(super) fn check_length(
        &mut self, comparison: Op, length: Register, count: usize, parts: Register, attempt: Attempt,
    ) -> Result<()> {
        let mark = self.mark();
        let condition = self.allocate()?;
        self.load_count(condition, count);
        self.emit(comparison, condition, length, condition);
        let name = if comparison == Op::Equal { "length" } else { "minimum_length" };
        let reason = Reason { name, subject: Some(parts), detail: Detail::Count(count) };
        self.fail(Op::JumpIf, condition, attempt, reason)?;
        self.release(mark);
        Ok(())
    }

    /// A pattern for the element at `index`, counted from the end if it is negative.
    fn compile_element_pattern(
        &mut self, pattern: &Node<'pr>, parts: Register, index: i64, attempt: Attempt,
    ) -> Result<()> {
        let mark = self.mark();
        let named = self.register_named_by(pattern)?;
        let element = match named {
            Some(register) => register,
            None => self.allocate()?,
        };
        match u16::try_from(index) {
            Ok(position) => self.emit(Op::ArrayAt, element, parts, position),
            Err(_) => {
                let position = self.allocate()?;
                self.load_literal(position, rutile_bytecode::Literal::Integer(index));
                self.emit(Op::Index, element, parts, position);
            }
        }
        if named.is_none() {
            self.compile_pattern(pattern, element, attempt)?;
        }
        self.release(mark);
        Ok(())
    }

    /// The elements between the leading and the trailing ones.
    fn compile_rest_pattern(
        &mut self, pattern: &Node<'pr>, parts: Register, length: Register, (before, after): (usize, usize),
        attempt: Attempt,
    ) -> Result<()> {
        let mark = self.mark();
        let rest = self.allocate()?;
        let bounds = self.allocate_many(2)?;
        self.load_count(bounds, before);
        self.load_count(bounds + 1, before + after);
        self.emit(Op::Subtract, bounds + 1, length, bounds + 1);
        self.call_method(rest, parts, "[]", &[bounds, bounds + 1])?;
        self.compile_pattern(pattern, rest, attempt)?;
        self.release(mark);
        Ok(())
    }
}
