//! Constants: reading, writing, paths.

use ruby_prism::*;
use rutile_bytecode::Op;

use crate::compiler::{Compiler, Destination};
use crate::error::{CompileError, Result};
use crate::scope::Register;
use crate::text;

impl<'pr> Compiler<'pr> {
    pub(crate) fn compile_constant_read(
        &mut self, node: &ConstantReadNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        let to = self.place(destination)?;
        self.read_constant(&text(&node.name()), to)?;
        Ok(to)
    }

    /// `r[to] = name`, looked up from where the code stands.
    pub fn read_constant(&mut self, name: &str, to: Register) -> Result<()> {
        let name = self.name(name)?;
        let slot = self.feedback()?;
        self.emit(Op::GetConstant, to, name, slot);
        Ok(())
    }

    pub(crate) fn compile_constant_path(
        &mut self, node: &ConstantPathNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        let name = path_name(node)?;
        let mark = self.mark();
        let parent = match node.parent() {
            Some(parent) => Some(self.compile(&parent, Destination::Any)?),
            None => None,
        };
        self.at_node(&node.as_node());
        self.release(mark);
        let to = self.place(destination)?;
        self.read_constant_from(parent, &name, to)?;
        Ok(to)
    }

    /// `r[to] = parent::name`; without a parent `::name`.
    pub fn read_constant_from(&mut self, parent: Option<Register>, name: &str, to: Register) -> Result<()> {
        let name = self.name(name)?;
        self.emit_n(Op::GetConstantFrom, parent.is_none() as u8, to, parent.unwrap_or(0), name);
        Ok(())
    }

    pub(crate) fn compile_constant_write(
        &mut self, node: &ConstantWriteNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        let value = self.compile_value(&node.value(), destination)?;
        self.write_constant(&text(&node.name()), value)?;
        Ok(value)
    }

    /// `name = r[value]` in the scope the code stands in.
    pub fn write_constant(&mut self, name: &str, value: Register) -> Result<()> {
        let value = self.shared(value)?;
        let name = self.name(name)?;
        self.emit_n(Op::SetConstant, 1, value, 0, name);
        Ok(())
    }

    /// `parent::name = r[value]`; without a parent `::name`.
    pub fn write_constant_to(&mut self, parent: Option<Register>, name: &str, value: Register) -> Result<()> {
        let value = self.shared(value)?;
        let name = self.name(name)?;
        let kind = if parent.is_none() { 2 } else { 0 };
        self.emit_n(Op::SetConstant, kind, value, parent.unwrap_or(0), name);
        Ok(())
    }

    pub(crate) fn compile_constant_path_write(
        &mut self, node: &ConstantPathWriteNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        let target = node.target();
        let value_node = node.value();
        let to = match destination {
            Destination::Any => Some(self.allocate()?),
            _ => None,
        };
        let parent = match target.parent() {
            Some(parent) => Some(self.compile_operand(&parent, &[&value_node])?),
            None => None,
        };
        let value = match to {
            Some(to) => self.compile(&value_node, Destination::Into(to))?,
            None => self.compile_value(&value_node, destination)?,
        };
        self.at_node(&node.as_node());
        self.write_constant_to(parent, &path_name(&target)?, value)?;
        Ok(value)
    }
}

/// The last name of a path.
pub(crate) fn path_name(node: &ConstantPathNode<'_>) -> Result<String> {
    node.name().map(|name| text(&name)).ok_or(CompileError::Unsupported("a constant path without a name"))
}
