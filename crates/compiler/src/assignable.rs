//! Things that can be assigned to, prepared: what their parts evaluate to is in registers.
//!
//! Ruby evaluates the receiver and the arguments of an assignment's left side once and
//! first; reading and writing come later, and for `+=` both use the same parts. An
//! [`Assignable`] is that state in between.

use ruby_prism::*;
use rutile_bytecode::{CallFlags, CallSite, Literal, Op, frame};

use crate::compiler::{Compiler, Destination};
use crate::error::{CompileError, Result};
use crate::scope::{Register, Variable};
use crate::text;

/// A left side whose receiver and arguments have been evaluated.
#[derive(Clone, Debug)]
pub(crate) enum Assignable {
    Local(Variable),
    Instance(String),
    Global(String),
    Class(String),
    /// In the lexical scope.
    Constant(String),
    /// In the module that a register holds.
    ScopedConstant { scope: Register, name: String },
    /// In Object (`::X`).
    TopConstant(String),
    Attribute { receiver: Receiver, reader: String, writer: String },
    Index { receiver: Receiver, arguments: Arguments },
}

/// Whom an attribute or index assignment goes to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Receiver {
    /// `self`, whose private methods may be called.
    Itself,
    Value(Register),
}

/// Arguments kept for later calls.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Arguments {
    /// In registers side by side.
    List { first: Register, count: u16 },
    /// In an Array of the compiler's own, since there is a splat among them.
    Array(Register),
}

impl<'pr> Compiler<'pr> {
    /// Evaluates the parts of a single target of a multiple assignment, a `for`, a `rescue => target` or a
    /// destructured parameter. Nested targets are not single.
    pub(crate) fn prepare_target(&mut self, node: &Node<'pr>) -> Result<Assignable> {
        if let Some(target) = node.as_local_variable_target_node() {
            return Ok(Assignable::Local(self.resolve(&text(&target.name()), target.depth())?));
        }
        if let Some(target) = node.as_required_parameter_node() {
            return Ok(Assignable::Local(self.resolve(&text(&target.name()), 0)?));
        }
        if let Some(target) = node.as_instance_variable_target_node() {
            return Ok(Assignable::Instance(text(&target.name())));
        }
        if let Some(target) = node.as_global_variable_target_node() {
            return Ok(Assignable::Global(text(&target.name())));
        }
        if let Some(target) = node.as_class_variable_target_node() {
            return Ok(Assignable::Class(text(&target.name())));
        }
        if let Some(target) = node.as_constant_target_node() {
            return Ok(Assignable::Constant(text(&target.name())));
        }
        if let Some(target) = node.as_constant_path_target_node() {
            return self.prepare_constant_path(target.parent(), target.name());
        }
        if let Some(target) = node.as_call_target_node() {
            let receiver = self.prepare_receiver(Some(target.receiver()))?;
            let writer = text(&target.name());
            return Ok(Assignable::Attribute { receiver, reader: String::new(), writer });
        }
        if let Some(target) = node.as_index_target_node() {
            let receiver = self.prepare_receiver(Some(target.receiver()))?;
            return self.prepare_index(receiver, target.arguments());
        }
        let location = node.location();
        let message = "unexpected assignment target".to_string();
        Err(CompileError::Syntax { start: location.start(), end: location.end(), message })
    }

    pub(crate) fn prepare_constant_path(
        &mut self, parent: Option<Node<'pr>>, name: Option<ConstantId<'pr>>,
    ) -> Result<Assignable> {
        let name = name.map(|name| text(&name)).unwrap_or_default();
        Ok(match parent {
            None => Assignable::TopConstant(name),
            Some(parent) => Assignable::ScopedConstant { scope: self.compile_push(&parent)?, name },
        })
    }

    /// Evaluates a receiver into a register of its own, so that assigning a variable doesn't change it.
    pub(crate) fn prepare_receiver(&mut self, node: Option<Node<'pr>>) -> Result<Receiver> {
        Ok(match node {
            None | Some(Node::SelfNode { .. }) => Receiver::Itself,
            Some(node) => Receiver::Value(self.compile_push(&node)?),
        })
    }

    pub(crate) fn prepare_index(
        &mut self, receiver: Receiver, arguments: Option<ArgumentsNode<'pr>>,
    ) -> Result<Assignable> {
        let nodes: Vec<Node<'pr>> =
            arguments.map(|arguments| arguments.arguments().iter().collect()).unwrap_or_default();
        let splat = nodes.iter().any(|node| matches!(node, Node::SplatNode { .. }));
        let arguments = if splat {
            let array = self.allocate()?;
            self.compile_list_into(&nodes, array)?;
            Arguments::Array(array)
        } else {
            let first = self.mark();
            for node in &nodes {
                self.compile_push(node)?;
            }
            Arguments::List { first, count: nodes.len() as u16 }
        };
        Ok(Assignable::Index { receiver, arguments })
    }

    /// `r[to] =` what the target holds.
    pub(crate) fn read_assignable(&mut self, target: &Assignable, to: Register) -> Result<()> {
        match target {
            Assignable::Local(variable) => {
                self.read_variable(*variable, Destination::Into(to))?;
            }
            Assignable::Instance(name) => self.read_instance_variable(name, to)?,
            Assignable::Global(name) => {
                self.read_global(name, Destination::Into(to))?;
            }
            Assignable::Class(name) => {
                let name = self.name(name)?;
                self.emit(Op::GetClassVariable, to, name, 0);
            }
            Assignable::Constant(name) => {
                let name = self.name(name)?;
                let slot = self.feedback()?;
                self.emit(Op::GetConstant, to, name, slot);
            }
            Assignable::ScopedConstant { scope, name } => {
                let name = self.name(name)?;
                self.emit(Op::GetConstantFrom, to, *scope, name);
            }
            Assignable::TopConstant(name) => {
                let name = self.name(name)?;
                self.emit_n(Op::GetConstantFrom, 1, to, 0, name);
            }
            Assignable::Attribute { receiver, reader, .. } => {
                self.call_assignable(to, *receiver, reader, Arguments::List { first: 0, count: 0 }, None)?;
            }
            Assignable::Index { receiver: Receiver::Value(receiver), arguments: Arguments::List { first, count: 1 } } => {
                self.emit(Op::Index, to, *receiver, *first);
            }
            Assignable::Index { receiver, arguments } => {
                self.call_assignable(to, *receiver, "[]", *arguments, None)?;
            }
        }
        Ok(())
    }

    /// Assigns the value in a register.
    pub(crate) fn write_assignable(&mut self, target: &Assignable, value: Register) -> Result<()> {
        match target {
            Assignable::Local(variable) => self.write_variable(*variable, value),
            Assignable::Instance(name) => self.write_instance_variable(name, value)?,
            Assignable::Global(name) => self.write_global(name, value)?,
            Assignable::Class(name) => self.write_class_variable(name, value)?,
            Assignable::Constant(name) => self.write_constant(name, value)?,
            Assignable::ScopedConstant { scope, name } => self.write_constant_to(Some(*scope), name, value)?,
            Assignable::TopConstant(name) => self.write_constant_to(None, name, value)?,
            Assignable::Attribute { receiver, writer, .. } => {
                self.call_writer(*receiver, writer, Arguments::List { first: 0, count: 0 }, value)?;
            }
            Assignable::Index { receiver: Receiver::Value(receiver), arguments: Arguments::List { first, count: 1 } } => {
                self.emit(Op::IndexSet, *receiver, *first, value);
            }
            Assignable::Index { receiver, arguments } => {
                self.call_writer(*receiver, "[]=", *arguments, value)?;
            }
        }
        Ok(())
    }

    fn call_writer(&mut self, receiver: Receiver, name: &str, arguments: Arguments, value: Register) -> Result<()> {
        let mark = self.mark();
        let scratch = self.allocate()?;
        self.call_assignable(scratch, receiver, name, arguments, Some(value))?;
        self.release(mark);
        Ok(())
    }

    /// Calls a method with kept arguments and, for a writer, the value assigned.
    fn call_assignable(
        &mut self, to: Register, receiver: Receiver, name: &str, arguments: Arguments, assigned: Option<Register>,
    ) -> Result<()> {
        let mark = self.mark();
        let window = self.open_window()?;
        let mut flags = CallFlags::default();
        match receiver {
            Receiver::Itself => flags.set(CallFlags::SELF_CALL),
            Receiver::Value(register) => self.emit_move(window + frame::RECEIVER, register),
        }
        if assigned.is_some() {
            flags.set(CallFlags::ASSIGNMENT);
        }
        let count = match arguments {
            Arguments::List { first, count } => {
                let copies = self.allocate_many(count as usize + assigned.is_some() as usize)?;
                for index in 0..count {
                    self.emit_move(copies + index, first + index);
                }
                if let Some(value) = assigned {
                    self.emit_move(copies + count, value);
                }
                count + assigned.is_some() as u16
            }
            Arguments::Array(array) => {
                flags.set(CallFlags::SPLAT);
                let copy = self.allocate()?;
                self.emit_n(Op::SplatArray, 1, copy, array, 0);
                if let Some(value) = assigned {
                    self.emit(Op::ArrayPush, copy, value, 0);
                }
                1
            }
        };
        let name = self.site_name(name);
        let site = self.add_call_site(CallSite { name, arguments: count, flags, ..CallSite::default() })?;
        self.emit_site(Op::Send, to, window, site);
        self.release(mark);
        Ok(())
    }

    /// `r[to] = r[receiver].name(..)` for arguments that stand in registers.
    pub(crate) fn call_method(
        &mut self, to: Register, receiver: Register, name: &str, arguments: &[Register],
    ) -> Result<()> {
        let mark = self.mark();
        let window = self.open_window()?;
        self.emit_move(window + frame::RECEIVER, receiver);
        let first = self.allocate_many(arguments.len())?;
        for (index, argument) in arguments.iter().enumerate() {
            self.emit_move(first + index as u16, *argument);
        }
        let name = self.site_name(name);
        let arguments = arguments.len() as u16;
        let site = self.add_call_site(CallSite { name, arguments, ..CallSite::default() })?;
        self.emit_site(Op::Send, to, window, site);
        self.release(mark);
        Ok(())
    }

    /// `r[to] = count` as an Integer.
    pub(crate) fn load_count(&mut self, to: Register, count: usize) {
        self.load_literal(to, Literal::Integer(count as i64));
    }
}
