//! Assignment through an operator: `||=`, `&&=`, `+=` and their kin, on everything that can be assigned.
//!
//! All follow one course. The parts of the left side are evaluated once; the old value
//! is read; `||=` and `&&=` may end there; the new value is computed and assigned. What
//! `||=` may find undefined (a global, class variable or constant) is asked for first.

use ruby_prism::*;
use rutile_bytecode::instruction::defined;
use rutile_bytecode::Op;

use crate::assignable::{Assignable, Receiver};
use crate::compiler::{Compiler, Destination};
use crate::error::Result;
use crate::operators::{binary_operator, of_small_integer};
use crate::scope::{Label, Register, Variable};
use crate::text;

/// How the new value comes about.
pub(crate) enum Combination {
    And,
    Or,
    /// By calling this method of the old value.
    Operator(String),
}

/// Methods that compile the three forms of assignment to something.
macro_rules! forms {
    ($(($target:ident: $and:ident $and_node:ident, $or:ident $or_node:ident,
        $operator:ident $operator_node:ident)),* $(,)?) => {
        impl<'pr> Compiler<'pr> {
            $(
                pub(crate) fn $and(&mut self, node: &$and_node<'pr>, destination: Destination) -> Result<Register> {
                    let target = $target!(self, node);
                    self.assign_combined(target, Combination::And, &node.value(), &node.as_node(), destination)
                }

                pub(crate) fn $or(&mut self, node: &$or_node<'pr>, destination: Destination) -> Result<Register> {
                    let target = $target!(self, node);
                    self.assign_combined(target, Combination::Or, &node.value(), &node.as_node(), destination)
                }

                pub(crate) fn $operator(
                    &mut self, node: &$operator_node<'pr>, destination: Destination,
                ) -> Result<Register> {
                    let target = $target!(self, node);
                    let combination = Combination::Operator(text(&node.binary_operator()));
                    self.assign_combined(target, combination, &node.value(), &node.as_node(), destination)
                }
            )*
        }
    };
}

macro_rules! local {
    ($compiler:ident, $node:ident) => {
        Assignable::Local($compiler.resolve(&text(&$node.name()), $node.depth())?)
    };
}
macro_rules! instance {
    ($compiler:ident, $node:ident) => {
        Assignable::Instance(text(&$node.name()))
    };
}
macro_rules! global {
    ($compiler:ident, $node:ident) => {
        Assignable::Global(text(&$node.name()))
    };
}
macro_rules! class {
    ($compiler:ident, $node:ident) => {
        Assignable::Class(text(&$node.name()))
    };
}
macro_rules! constant {
    ($compiler:ident, $node:ident) => {
        Assignable::Constant(text(&$node.name()))
    };
}

forms! {
    (local: compile_local_and_write LocalVariableAndWriteNode,
        compile_local_or_write LocalVariableOrWriteNode,
        compile_local_operator_write LocalVariableOperatorWriteNode),
    (instance: compile_instance_variable_and_write InstanceVariableAndWriteNode,
        compile_instance_variable_or_write InstanceVariableOrWriteNode,
        compile_instance_variable_operator_write InstanceVariableOperatorWriteNode),
    (global: compile_global_and_write GlobalVariableAndWriteNode,
        compile_global_or_write GlobalVariableOrWriteNode,
        compile_global_operator_write GlobalVariableOperatorWriteNode),
    (class: compile_class_variable_and_write ClassVariableAndWriteNode,
        compile_class_variable_or_write ClassVariableOrWriteNode,
        compile_class_variable_operator_write ClassVariableOperatorWriteNode),
    (constant: compile_constant_and_write ConstantAndWriteNode,
        compile_constant_or_write ConstantOrWriteNode,
        compile_constant_operator_write ConstantOperatorWriteNode),
}

/// Methods for the targets that have parts to evaluate.
macro_rules! forms_with_parts {
    ($(($with:ident: $and:ident $and_node:ident, $or:ident $or_node:ident,
        $operator:ident $operator_node:ident)),* $(,)?) => {
        impl<'pr> Compiler<'pr> {
            $(
                pub(crate) fn $and(&mut self, node: &$and_node<'pr>, destination: Destination) -> Result<Register> {
                    $with!(self, node, Combination::And, destination)
                }

                pub(crate) fn $or(&mut self, node: &$or_node<'pr>, destination: Destination) -> Result<Register> {
                    $with!(self, node, Combination::Or, destination)
                }

                pub(crate) fn $operator(
                    &mut self, node: &$operator_node<'pr>, destination: Destination,
                ) -> Result<Register> {
                    $with!(self, node, Combination::Operator(text(&node.binary_operator())), destination)
                }
            )*
        }
    };
}

macro_rules! constant_path {
    ($compiler:ident, $node:ident, $combination:expr, $destination:ident) => {{
        let result = $compiler.place($destination)?;
        let path = $node.target();
        let target = $compiler.prepare_constant_path(path.parent(), path.name())?;
        $compiler.combine_into(result, &target, $combination, &$node.value(), &$node.as_node())?;
        Ok(result)
    }};
}
macro_rules! attribute {
    ($compiler:ident, $node:ident, $combination:expr, $destination:ident) => {{
        let result = $compiler.place($destination)?;
        let receiver = $compiler.prepare_receiver($node.receiver())?;
        let skipped = $compiler.skip_if_nil(receiver, $node.is_safe_navigation());
        let (reader, writer) = (text(&$node.read_name()), text(&$node.write_name()));
        let target = Assignable::Attribute { receiver, reader, writer };
        $compiler.combine_into(result, &target, $combination, &$node.value(), &$node.as_node())?;
        $compiler.end_skip(skipped, result);
        Ok(result)
    }};
}
macro_rules! index {
    ($compiler:ident, $node:ident, $combination:expr, $destination:ident) => {{
        let result = $compiler.place($destination)?;
        let receiver = $compiler.prepare_receiver($node.receiver())?;
        let skipped = $compiler.skip_if_nil(receiver, $node.is_safe_navigation());
        let target = $compiler.prepare_index(receiver, $node.arguments())?;
        $compiler.combine_into(result, &target, $combination, &$node.value(), &$node.as_node())?;
        $compiler.end_skip(skipped, result);
        Ok(result)
    }};
}

forms_with_parts! {
    (constant_path: compile_constant_path_and_write ConstantPathAndWriteNode,
        compile_constant_path_or_write ConstantPathOrWriteNode,
        compile_constant_path_operator_write ConstantPathOperatorWriteNode),
    (attribute: compile_call_and_write CallAndWriteNode,
        compile_call_or_write CallOrWriteNode,
        compile_call_operator_write CallOperatorWriteNode),
    (index: compile_index_and_write IndexAndWriteNode,
        compile_index_or_write IndexOrWriteNode,
        compile_index_operator_write IndexOperatorWriteNode),
}

impl<'pr> Compiler<'pr> {
    /// Assigns to a target without parts.
    fn assign_combined(
        &mut self, target: Assignable, combination: Combination, value: &Node<'pr>, node: &Node<'pr>,
        destination: Destination,
    ) -> Result<Register> {
        if let Assignable::Local(Variable::Register(register)) = target {
            self.combine_local(register, combination, value, node)?;
            return Ok(register);
        }
        let result = self.place(destination)?;
        self.combine_into(result, &target, combination, value, node)?;
        Ok(result)
    }

    /// A variable in a register is combined in place.
    fn combine_local(
        &mut self, variable: Register, combination: Combination, value: &Node<'pr>, node: &Node<'pr>,
    ) -> Result<()> {
        let mark = self.mark();
        match combination {
            Combination::Operator(name) => {
                let mut old = variable;
                if self.may_assign_locals(value) {
                    old = self.allocate()?;
                    self.emit_move(old, variable);
                }
                self.combine_by_operator(variable, &name, old, value, node)?;
            }
            Combination::And | Combination::Or => {
                let end = self.new_label();
                self.branch(shortcut(&combination), variable, end);
                if self.writes_last(value) {
                    self.compile(value, Destination::Into(variable))?;
                } else {
                    let new = self.compile(value, Destination::Any)?;
                    self.emit_move(variable, new);
                }
                self.bind(end);
            }
        }
        self.release(mark);
        Ok(())
    }

    /// Leaves in `result` what is assigned, or was found there by `||=` or `&&=`.
    fn combine_into(
        &mut self, result: Register, target: &Assignable, combination: Combination, value: &Node<'pr>,
        node: &Node<'pr>,
    ) -> Result<()> {
        self.at_node(node);
        match combination {
            Combination::Operator(name) => {
                let old = self.allocate()?;
                self.read_assignable(target, old)?;
                self.combine_by_operator(result, &name, old, value, node)?;
                self.write_assignable(target, result)?;
            }
            Combination::And | Combination::Or => {
                let (end, assign) = (self.new_label(), self.new_label());
                if matches!(combination, Combination::Or) && self.ask_if_defined(target, result)? {
                    self.branch(Op::JumpIfNil, result, assign);
                }
                self.read_assignable(target, result)?;
                self.branch(shortcut(&combination), result, end);
                self.bind(assign);
                self.compile(value, Destination::Into(result))?;
                self.at_node(node);
                self.write_assignable(target, result)?;
                self.bind(end);
            }
        }
        Ok(())
    }

    /// `r[result] =` a description or nil, for targets that may be undefined; the answer is whether it is one.
    fn ask_if_defined(&mut self, target: &Assignable, result: Register) -> Result<bool> {
        let (kind, scope, name) = match target {
            Assignable::Global(name) if name == "$~" || name == "$_" => return Ok(false),
            Assignable::Global(name) => (defined::GLOBAL, 0, name),
            Assignable::Class(name) => (defined::CLASS_VARIABLE, 0, name),
            Assignable::Constant(name) => (defined::CONSTANT, 0, name),
            Assignable::ScopedConstant { scope, name } => (defined::CONSTANT_FROM, *scope, name),
            Assignable::TopConstant(name) => (defined::TOP_CONSTANT, 0, name),
            _ => return Ok(false),
        };
        let name = self.name(name)?;
        self.emit_n(Op::Defined, kind, result, scope, name);
        Ok(true)
    }

    /// `r[result] = r[old].name(value)`
    fn combine_by_operator(
        &mut self, result: Register, name: &str, old: Register, value: &Node<'pr>, node: &Node<'pr>,
    ) -> Result<()> {
        let mark = self.mark();
        let operator = binary_operator(name.as_bytes());
        if let Some((op, number)) = operator.and_then(|op| of_small_integer(op, value)) {
            self.at_node(node);
            self.emit(op, result, old, number as u16);
            return Ok(());
        }
        let new = self.compile(value, Destination::Any)?;
        self.at_node(node);
        match operator {
            Some(op) => self.emit(op, result, old, new),
            None => self.call_method(result, old, name, &[new])?,
        }
        self.release(mark);
        Ok(())
    }

    /// For `receiver&.x op= y`: jumps to the answered label if the receiver is nil.
    fn skip_if_nil(&mut self, receiver: Receiver, safe: bool) -> Option<Label> {
        let Receiver::Value(register) = receiver else { return None };
        if !safe {
            return None;
        }
        let label = self.new_label();
        self.branch(Op::JumpIfNil, register, label);
        Some(label)
    }

    /// Where a skipped assignment goes on: its value is nil.
    fn end_skip(&mut self, skipped: Option<Label>, result: Register) {
        if let Some(label) = skipped {
            let end = self.new_label();
            self.jump(end);
            self.bind(label);
            self.emit(Op::LoadNil, result, 0, 0);
            self.bind(end);
        }
    }
}

/// The jump that ends `||=` or `&&=` early.
fn shortcut(combination: &Combination) -> Op {
    match combination {
        Combination::Or => Op::JumpIf,
        _ => Op::JumpUnless,
    }
}
