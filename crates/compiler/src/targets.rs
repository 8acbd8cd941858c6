//! Targets that a value at hand is assigned to: `rescue => x`, `for x in`, parts of a multiple assignment.

use ruby_prism::*;
use rutile_bytecode::{CallFlags, Op};

use crate::compiler::{Compiler, Destination};
use crate::error::{CompileError, Result};
use crate::scope::Register;
use crate::text;

impl<'pr> Compiler<'pr> {
    /// Assigns `r[value]` to a target; what the target's own expressions need is evaluated here.
    pub fn compile_target(&mut self, target: &Node<'pr>, value: Register) -> Result<()> {
        let mark = self.mark();
        self.compile_target_kind(target, value)?;
        self.release(mark);
        Ok(())
    }

    fn compile_target_kind(&mut self, target: &Node<'pr>, value: Register) -> Result<()> {
        if let Some(local) = target.as_local_variable_target_node() {
            let variable = self.resolve(&text(&local.name()), local.depth())?;
            self.write_variable(variable, value);
        } else if let Some(variable) = target.as_instance_variable_target_node() {
            self.write_instance_variable(&text(&variable.name()), value)?;
        } else if let Some(variable) = target.as_class_variable_target_node() {
            self.write_class_variable(&text(&variable.name()), value)?;
        } else if let Some(variable) = target.as_global_variable_target_node() {
            self.write_global(&text(&variable.name()), value)?;
        } else if let Some(constant) = target.as_constant_target_node() {
            self.write_constant(&text(&constant.name()), value)?;
        } else if let Some(path) = target.as_constant_path_target_node() {
            let parent = match path.parent() {
                Some(parent) => Some(self.compile(&parent, Destination::Any)?),
                None => None,
            };
            let name = path.name().ok_or(CompileError::Unsupported("a constant path without a name"))?;
            self.write_constant_to(parent, &text(&name), value)?;
        } else if let Some(call) = target.as_call_target_node() {
            self.compile_call_target(&call, value)?;
        } else if let Some(index) = target.as_index_target_node() {
            self.compile_index_target(&index, value)?;
        } else if let Some(targets) = target.as_multi_target_node() {
            self.compile_multi_target(&targets, value)?;
        } else if let Some(splat) = target.as_splat_node() {
            if let Some(target) = splat.expression() {
                let array = self.allocate()?;
                self.emit_n(Op::SplatArray, 1, array, value, 0);
                self.compile_target(&target, array)?;
            }
        } else {
            return Err(CompileError::Syntax {
                start: target.location().start(),
                end: target.location().end(),
                message: "unexpected target of an assignment".to_string(),
            });
        }
        Ok(())
    }

    fn compile_call_target(&mut self, call: &CallTargetNode<'pr>, value: Register) -> Result<()> {
        let receiver = call.receiver();
        let (window, skip) = self.open_call(Some(&receiver), call.is_safe_navigation())?;
        let argument = self.allocate()?;
        self.emit_move(argument, value);
        let name = self.name(&text(&call.name()))?;
        let mut site = rutile_bytecode::CallSite { name, arguments: 1, ..Default::default() };
        site.flags.set(CallFlags::ASSIGNMENT);
        if matches!(receiver, Node::SelfNode { .. }) {
            site.flags.set(CallFlags::SELF_CALL);
        }
        self.at(&call.message_loc());
        self.emit_call(Op::Send, window, site, Destination::Discard)?;
        self.close_call(skip, window, Destination::Discard);
        Ok(())
    }

    fn compile_index_target(&mut self, index: &IndexTargetNode<'pr>, value: Register) -> Result<()> {
        let receiver = index.receiver();
        let (window, _) = self.open_call(Some(&receiver), false)?;
        let mut site = self.compile_arguments_before(index.arguments().as_ref(), index.block().as_ref(), true)?;
        if site.flags.has(CallFlags::SPLAT) {
            let array = window + rutile_bytecode::frame::HEADER;
            self.emit(Op::ArrayPush, array, value, 0);
        } else {
            let argument = self.allocate()?;
            self.emit_move(argument, value);
            site.arguments += 1;
        }
        site.name = self.name("[]=")?;
        site.flags.set(CallFlags::ASSIGNMENT);
        if matches!(receiver, Node::SelfNode { .. }) {
            site.flags.set(CallFlags::SELF_CALL);
        }
        self.at(&index.location());
        self.emit_call(Op::Send, window, site, Destination::Discard)?;
        Ok(())
    }
}
