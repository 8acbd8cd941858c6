//! Assigning a value that is at hand to a target of any form.

use ruby_prism::*;

use crate::compiler::Compiler;
use crate::error::Result;
use crate::scope::Register;

impl<'pr> Compiler<'pr> {
    /// Assigns the value in a register: to the variable of a `for`, the reference of a `rescue`. The parts of the
    /// target are evaluated now.
    pub(crate) fn compile_target(&mut self, node: &Node<'pr>, value: Register) -> Result<()> {
        let mark = self.mark();
        let target = self.prepare_any(node)?;
        self.write_target(&target, value)?;
        self.release(mark);
        Ok(())
    }
}
