//! Multiple assignment: `a, (b, *c), d.e = f`, and the taking apart of parameters and `for` variables.
//!
//! The order is CRuby's: receivers and index arguments of all targets from left to right,
//! then the right side, then the assignments from left to right. Where the right side is
//! a list of known length its elements go to their targets without an Array between
//! (`a, b = b, a` takes three moves); an Array is made only if the expression's value is wanted.

use ruby_prism::*;
use rutile_bytecode::Op;

use crate::assignable::Assignable;
use crate::compiler::{Compiler, Destination};
use crate::error::{CompileError, Result};
use crate::scope::{Register, Variable};
use crate::text;

mod expand;

/// One prepared place on the left side.
pub(crate) enum Target {
    Single(Assignable),
    Nested(Targets),
}

/// The prepared left side of an assignment, or a nested part of it.
pub(crate) struct Targets {
    before: Vec<Target>,
    rest: Rest,
    after: Vec<Target>,
}

/// The target of the elements that no other one takes.
enum Rest {
    /// There is no `*`.
    None,
    /// `*` without a name.
    Dropped,
    Kept(Box<Target>),
}

impl<'pr> Compiler<'pr> {
    pub(crate) fn compile_multi_write(
        &mut self, node: &MultiWriteNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        let result = match destination {
            Destination::Discard => None,
            _ => Some(self.place(destination)?),
        };
        let targets = self.prepare_targets(node.lefts(), node.rest(), node.rights())?;
        let value = node.value();
        match value.as_array_node() {
            Some(array) if is_plain_list(&array) => self.assign_list(&targets, &array, result)?,
            _ => self.assign_value(&targets, &value, result)?,
        }
        Ok(result.unwrap_or(0))
    }

    /// Takes the value in a register apart into nested targets.
    pub(crate) fn compile_multi_target(&mut self, node: &MultiTargetNode<'pr>, value: Register) -> Result<()> {
        let mark = self.mark();
        let targets = self.prepare_targets(node.lefts(), node.rest(), node.rights())?;
        self.expand_value(&targets, value)?;
        self.release(mark);
        Ok(())
    }

    fn prepare_targets(
        &mut self, lefts: NodeList<'pr>, rest: Option<Node<'pr>>, rights: NodeList<'pr>,
    ) -> Result<Targets> {
        let before = lefts.iter().map(|node| self.prepare_any(&node)).collect::<Result<Vec<_>>>()?;
        let rest = match rest {
            None => Rest::None,
            Some(rest) => match rest.as_splat_node().and_then(|splat| splat.expression()) {
                None => Rest::Dropped,
                Some(node) => Rest::Kept(Box::new(self.prepare_any(&node)?)),
            },
        };
        let after = rights.iter().map(|node| self.prepare_any(&node)).collect::<Result<Vec<_>>>()?;
        Ok(Targets { before, rest, after })
    }

    /// Evaluates the parts of a target, nested or not.
    pub(crate) fn prepare_any(&mut self, node: &Node<'pr>) -> Result<Target> {
        if let Some(nested) = node.as_multi_target_node() {
            return Ok(Target::Nested(self.prepare_targets(nested.lefts(), nested.rest(), nested.rights())?));
        }
        // `*(a, b) = ..` and `*a` within parameters.
        if let Some(inner) = node.as_splat_node().and_then(|splat| splat.expression()) {
            return self.prepare_any(&inner);
        }
        Ok(Target::Single(self.prepare_target(node)?))
    }

    pub(crate) fn write_target(&mut self, target: &Target, value: Register) -> Result<()> {
        match target {
            Target::Single(assignable) => self.write_assignable(assignable, value),
            Target::Nested(targets) => self.expand_value(targets, value),
        }
    }

    /// The right side is a list whose length is known.
    fn assign_list(&mut self, targets: &Targets, array: &ArrayNode<'pr>, result: Option<Register>) -> Result<()> {
        let elements: Vec<Node<'pr>> = array.elements().iter().collect();
        let side_by_side = result.is_some() || !matches!(targets.rest, Rest::None);
        let mut values = Vec::with_capacity(elements.len());
        for (index, element) in elements.iter().enumerate() {
            let direct = if side_by_side { None } else { self.direct_element(targets, &elements, index)? };
            values.push(match direct {
                Some(register) => register,
                None => self.compile_push(element)?,
            });
        }
        if let Some(result) = result {
            let first = values.first().copied().unwrap_or(0);
            self.emit(Op::NewArray, result, first, values.len() as u16);
        }
        self.distribute(targets, &values)
    }

    /// The register of a local variable that can be read when its turn comes, since nothing changes it before.
    fn direct_element(
        &mut self, targets: &Targets, elements: &[Node<'pr>], index: usize,
    ) -> Result<Option<Register>> {
        let Some(read) = elements[index].as_local_variable_read_node() else { return Ok(None) };
        let name = text(&read.name());
        if self.is_forwarded_block(&name, read.depth()) {
            return Ok(None);
        }
        let Variable::Register(register) = self.resolve(&name, read.depth())? else { return Ok(None) };
        let changed_by_elements = elements[index + 1..].iter().any(|element| self.may_assign_locals(element));
        let changed_by_targets = targets.before[..index.min(targets.before.len())].iter().any(|target| match target {
            Target::Single(Assignable::Local(Variable::Register(written))) => *written == register,
            Target::Single(_) => false,
            Target::Nested(_) => true,
        });
        Ok((!changed_by_elements && !changed_by_targets).then_some(register))
    }

    /// Assigns values that stand in registers, nil where there are too few. With a rest they stand side by side.
    fn distribute(&mut self, targets: &Targets, values: &[Register]) -> Result<()> {
        let (before, after) = (targets.before.len(), targets.after.len());
        let mark = self.mark();
        let nil = if values.len() < before + after {
            let nil = self.allocate()?;
            self.emit(Op::LoadNil, nil, 0, 0);
            nil
        } else {
            0
        };
        for (index, target) in targets.before.iter().enumerate() {
            self.write_target(target, values.get(index).copied().unwrap_or(nil))?;
        }
        let rest_end = values.len().saturating_sub(after).max(before.min(values.len()));
        if let Rest::Kept(target) = &targets.rest {
            let middle = values.get(before..rest_end).unwrap_or_default();
            let rest = self.allocate()?;
            self.emit(Op::NewArray, rest, middle.first().copied().unwrap_or(0), middle.len() as u16);
            self.write_target(target, rest)?;
        }
        for (index, target) in targets.after.iter().enumerate() {
            self.write_target(target, values.get(rest_end + index).copied().unwrap_or(nil))?;
        }
        self.release(mark);
        Ok(())
    }

    /// The right side is one value, or a list with a splat in it.
    fn assign_value(&mut self, targets: &Targets, node: &Node<'pr>, result: Option<Register>) -> Result<()> {
        let mark = self.mark();
        let value = match result {
            Some(result) => self.compile(node, Destination::Into(result))?,
            None => self.compile(node, Destination::Any)?,
        };
        self.at_node(node);
        // Nothing else refers to an Array that a list with a splat has made.
        if node.as_array_node().is_some() {
            self.expand_array(targets, value)?;
        } else {
            self.expand_value(targets, value)?;
        }
        self.release(mark);
        Ok(())
    }
}

/// A list whose elements can be assigned one by one.
fn is_plain_list(array: &ArrayNode<'_>) -> bool {
    !array.is_contains_splat()
        && array.elements().len() <= crate::literals::ARRAY_CHUNK
        && array.elements().iter().all(|element| !matches!(element, Node::SplatNode { .. } | Node::KeywordHashNode { .. }))
}
