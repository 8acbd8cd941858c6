//! Blocks, lambdas, `yield` and what surrounds them.

use ruby_prism::*;
use rutile_bytecode::{FunctionFlags, FunctionKind, Op, Parameters};

use crate::compiler::{Compiler, Destination};
use crate::coverage::{Span, span};
use crate::error::{CompileError, Result};
use crate::scope::Register;
use crate::text;

impl<'pr> Compiler<'pr> {
    /// Compiles a literal block; the answer is its index among the nested functions.
    pub(crate) fn compile_block(&mut self, node: &BlockNode<'pr>) -> Result<u16> {
        let locals: Vec<String> = node.locals().iter().map(|name| text(&name)).collect();
        self.block_function(FunctionKind::Block, &node.location(), span(&node.location()), None, node.parameters(), &locals, node.body())
    }

    pub(crate) fn compile_lambda(&mut self, node: &LambdaNode<'pr>, destination: Destination) -> Result<Register> {
        // The reference counts it from behind its arrow.
        let (arrow, whole) = (span(&node.operator_loc()), span(&node.location()));
        let locals: Vec<String> = node.locals().iter().map(|name| text(&name)).collect();
        let line = self.lines.line_of(&node.opening_loc());
        let function = self.block_function(
            FunctionKind::Lambda, &node.location(), [arrow[2], arrow[3], whole[2], whole[3]], Some(line), node.parameters(), &locals, node.body(),
        )?;
        self.at_node(&node.as_node());
        let to = self.place(destination)?;
        self.emit(Op::NewLambda, to, 0, function);
        Ok(to)
    }

    fn block_function(
        &mut self, kind: FunctionKind, location: &Location<'pr>, counted: Span, line: Option<u32>, parameters: Option<Node<'pr>>,
        locals: &[String], body: Option<Node<'pr>>,
    ) -> Result<u16> {
        let facts = self.facts(location.start());
        self.open_block_scope(kind, location);
        // A lambda stands where its body opens.
        if let Some(line) = line {
            self.scope_mut().function.line = line;
        }
        match &parameters {
            Some(node @ (Node::NumberedParametersNode { .. } | Node::ItParametersNode { .. })) => {
                self.compile_implied_parameters(node, locals, &facts)?;
            }
            node => {
                let list = node.as_ref().and_then(|node| node.as_block_parameters_node()?.parameters());
                self.compile_prologue(list.as_ref(), locals, &facts, false)?;
                if kind == FunctionKind::Block {
                    self.settle_auto_splat();
                }
            }
        }
        self.cover_body(counted);
        self.block_body(body.as_ref())?;
        let function = self.close_scope()?;
        self.add_function(function)
    }

    fn open_block_scope(&mut self, kind: FunctionKind, location: &Location<'pr>) {
        let label = self.scope().function.name.clone();
        self.open_scope(kind, label, location);
    }

    /// A block takes a lone Array apart if it has more than one place to put its elements.
    fn settle_auto_splat(&mut self) {
        let parameters = &mut self.scope_mut().function.parameters;
        let needed = parameters.required + parameters.post;
        let alone = needed == 1 && parameters.optional == 0 && !parameters.rest && !parameters.excess_comma;
        parameters.auto_splat = (needed > 0 || parameters.optional > 1) && !alone;
    }

    fn block_body(&mut self, body: Option<&Node<'pr>>) -> Result<()> {
        let start = self.bind_new_label();
        self.scope_mut().body_start = Some(start);
        match body.and_then(|body| body.as_statements_node()) {
            Some(statements) if self.options.core => self.core_body(&statements),
            _ => self.compile_tail(body),
        }
    }

    /// A block of the compiler's own making that shares the variables of the scope around it; `write` compiles
    /// its body, with the parameters in the first registers.
    pub(crate) fn shared_block(
        &mut self, kind: FunctionKind, location: &Location<'pr>, parameters: Parameters,
        write: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<u16> {
        self.open_block_scope(kind, location);
        self.scope_mut().transparent = true;
        self.allocate_many(parameters.registers() as usize)?;
        self.end_of_variables();
        self.scope_mut().function.parameters = parameters;
        write(self)?;
        let function = self.close_scope()?;
        self.add_function(function)
    }

    /// Notes that the method uses the block it is given.
    pub(crate) fn uses_block(&mut self) {
        self.mark_method(FunctionFlags::USES_BLOCK);
    }

    /// Notes that code in a block may leave a frame further out.
    pub(crate) fn leaves_frames(&mut self) {
        self.mark_method(FunctionFlags::HAS_NONLOCAL_EXIT);
    }

    /// Sets a flag on this scope and on those around it up to the method.
    pub(crate) fn mark_method(&mut self, flag: u16) {
        for scope in self.scopes.iter_mut().rev() {
            scope.function.flags.set(flag);
            if !scope.is_block() {
                break;
            }
        }
    }

    pub(crate) fn compile_yield(&mut self, node: &YieldNode<'pr>, destination: Destination) -> Result<Register> {
        self.check_yield(node)?;
        self.uses_block();
        let window = self.open_window()?;
        let mut site = self.compile_arguments(node.arguments().as_ref(), None)?;
        site.name = 0;
        self.at_node(&node.as_node());
        self.emit_call(Op::Yield, window, site, destination)
    }

    /// `yield` needs a method around it, or an `eval` within one.
    fn check_yield(&self, node: &YieldNode<'pr>) -> Result<()> {
        let boundary = self.scopes.iter().rev().find(|scope| !scope.is_block()).map(|scope| scope.kind);
        match boundary {
            Some(FunctionKind::Method) => Ok(()),
            Some(FunctionKind::Eval) if self.options.inside_method => Ok(()),
            _ => Err(CompileError::Plain { line: node.location().start_line(), message: "Invalid yield" }),
        }
    }

    pub(crate) fn compile_splat(&mut self, node: &SplatNode<'pr>, destination: Destination) -> Result<Register> {
        let to = self.place(destination)?;
        let value = self.compile_splat_value(node, Destination::Any)?;
        self.emit_n(Op::SplatArray, 1, to, value, 0);
        Ok(to)
    }
}
