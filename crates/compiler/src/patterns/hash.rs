//! Hash patterns: `{name: pattern, other:, **rest}`, `Constant(name:)`.
//!
//! All keys are looked for before any value is matched. With `**rest` or `**nil` the
//! Hash is copied and what is matched is taken out of it, so that the rest remains.

use super::*;

impl<'pr> Compiler<'pr> {
    pub(super) fn compile_hash_pattern(
        &mut self, node: &HashPatternNode<'pr>, value: Register, attempt: Attempt,
    ) -> Result<()> {
        self.compile_pattern_constant(node.constant(), value, attempt)?;
        let attempt = attempt.within();
        let elements: Vec<AssocNode<'pr>> =
            node.elements().iter().filter_map(|element| element.as_assoc_node()).collect();
        let rest = node.rest();
        // A bare `**` takes the rest and does nothing with it.
        let keeps_rest = rest.as_ref().is_some_and(|rest| {
            rest.as_assoc_splat_node().is_none_or(|splat| splat.value().is_some())
        });
        let asks_for_all = keeps_rest || rest.is_none() && elements.is_empty();
        let pairs = self.deconstruct_keys(value, (!asks_for_all).then_some(&elements), attempt)?;
        if keeps_rest {
            self.call_method(pairs, pairs, "dup", &[])?;
        }
        if elements.is_empty() && rest.is_none() {
            return self.check_empty(pairs, "not_empty", attempt);
        }
        self.check_keys(&elements, pairs, attempt)?;
        self.compile_pair_patterns(&elements, pairs, keeps_rest, attempt)?;
        match rest {
            Some(rest) if rest.as_no_keywords_parameter_node().is_some() => {
                self.check_empty(pairs, "rest_not_empty", attempt)
            }
            Some(rest) => match rest.as_assoc_splat_node().and_then(|splat| splat.value()) {
                Some(pattern) => self.compile_pattern(&pattern, pairs, attempt),
                None => Ok(()),
            },
            None => Ok(()),
        }
    }

    /// The Hash that the value deconstructs to for these keys (or all), or failure.
    fn deconstruct_keys(
        &mut self, value: Register, elements: Option<&Vec<AssocNode<'pr>>>, attempt: Attempt,
    ) -> Result<Register> {
        let pairs = self.allocate()?;
        let mark = self.mark();
        let keys = self.allocate()?;
        match elements {
            None => self.emit(Op::LoadNil, keys, 0, 0),
            Some(elements) => {
                let first = self.allocate_many(elements.len())?;
                for (index, element) in elements.iter().enumerate() {
                    self.load_key(first + index as u16, element);
                }
                self.emit(Op::NewArray, keys, first, elements.len() as u16);
            }
        }
        self.take_apart(pairs, value, "deconstruct_keys", Some(keys))?;
        self.release(mark);
        let reason = Reason { name: "deconstruct_keys", subject: Some(value), detail: Detail::None };
        self.fail(Op::JumpUnlessNil, pairs, attempt, reason)?;
        Ok(pairs)
    }

    fn load_key(&mut self, to: Register, element: &AssocNode<'pr>) {
        let name = element.key().as_symbol_node().map(|symbol| symbol.unescaped().to_vec()).unwrap_or_default();
        let literal = self.symbol_literal(&name);
        self.load_literal(to, literal);
    }

    fn check_keys(&mut self, elements: &[AssocNode<'pr>], pairs: Register, attempt: Attempt) -> Result<()> {
        for element in elements {
            let mark = self.mark();
            self.at_node(&element.as_node());
            let (key, condition) = (self.allocate()?, self.allocate()?);
            self.load_key(key, element);
            self.call_method(condition, pairs, "key?", &[key])?;
            let reason = Reason { name: "key", subject: Some(pairs), detail: Detail::Value(key) };
            self.fail(Op::JumpIf, condition, attempt, reason)?;
            self.release(mark);
        }
        Ok(())
    }

    fn compile_pair_patterns(
        &mut self, elements: &[AssocNode<'pr>], pairs: Register, keeps_rest: bool, attempt: Attempt,
    ) -> Result<()> {
        for element in elements {
            let mark = self.mark();
            self.at_node(&element.as_node());
            let key = self.allocate()?;
            self.load_key(key, element);
            let named = self.register_named_by(&element.value())?;
            let part = match named {
                Some(register) => register,
                None => self.allocate()?,
            };
            if keeps_rest {
                self.call_method(part, pairs, "delete", &[key])?;
            } else {
                self.emit(Op::Index, part, pairs, key);
            }
            if named.is_none() {
                self.compile_pattern(&element.value(), part, attempt)?;
            }
            self.release(mark);
        }
        Ok(())
    }

    fn check_empty(&mut self, pairs: Register, name: &'static str, attempt: Attempt) -> Result<()> {
        let condition = self.allocate()?;
        self.call_method(condition, pairs, "empty?", &[])?;
        let reason = Reason { name, subject: Some(pairs), detail: Detail::None };
        self.fail(Op::JumpIf, condition, attempt, reason)
    }
}
