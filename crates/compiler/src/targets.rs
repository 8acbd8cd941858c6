//! Assigning a value that is at hand to a target of any form.

use ruby_prism::*;
use rutile_bytecode::Op;

use crate::assignable::{Assignable, Receiver};
use crate::compiler::Compiler;
use crate::error::Result;
use crate::multiple_assignment::Target;
use crate::scope::Register;
use crate::text;

impl<'pr> Compiler<'pr> {
    /// Assigns the value in a register: to the variable of a `for`, the reference of a `rescue`. The parts of the
    /// target are evaluated now.
    pub(crate) fn compile_target(&mut self, node: &Node<'pr>, value: Register) -> Result<()> {
        let mark = self.mark();
        let skip = self.new_label();
        let target = match node.as_call_target_node() {
            Some(call) if call.is_safe_navigation() => {
                let receiver = self.compile_push(&call.receiver())?;
                self.branch(Op::JumpIfNil, receiver, skip);
                let (receiver, writer) = (Receiver::Value(receiver), text(&call.name()));
                Target::Single(Assignable::Attribute { receiver, reader: String::new(), writer })
            }
            _ => self.prepare_any(node)?,
        };
        self.write_target(&target, value)?;
        self.bind(skip);
        self.release(mark);
        Ok(())
    }
}
