//! `while`, `until`, `for`.

use ruby_prism::*;
use rutile_bytecode::{CallSite, FunctionKind, Op, Parameters, frame};

use crate::compiler::{Compiler, Destination};
use crate::control::RegionKind;
use crate::coverage::span;
use crate::error::Result;
use crate::scope::Register;

impl<'pr> Compiler<'pr> {
    pub(crate) fn compile_while(&mut self, node: &WhileNode<'pr>, destination: Destination) -> Result<Register> {
        self.compile_loop(&node.as_node(), &node.predicate(), node.statements(), true, node.is_begin_modifier(), destination)
    }

    pub(crate) fn compile_until(&mut self, node: &UntilNode<'pr>, destination: Destination) -> Result<Register> {
        self.compile_loop(&node.as_node(), &node.predicate(), node.statements(), false, node.is_begin_modifier(), destination)
    }

    /// ```text
    ///   next:  unless condition: jump past
    ///   redo:  body
    ///          loop back to next
    ///   past:  result = nil
    ///   end:
    /// ```
    /// With the condition last (`begin ... end while`), the loop is entered at `redo`.
    fn compile_loop(
        &mut self, node: &Node<'pr>, predicate: &Node<'pr>, body: Option<StatementsNode<'pr>>, goes_on: bool, body_first: bool,
        destination: Destination,
    ) -> Result<Register> {
        let result = match destination {
            Destination::Discard => None,
            _ => Some(self.place(destination)?),
        };
        let (end, next, redo, past) = (self.new_label(), self.new_label(), self.new_label(), self.new_label());
        if body_first {
            self.jump(redo);
        }
        self.enter_region(RegionKind::Loop { end, next, redo, result });
        self.bind(next);
        let counted = body.as_ref().map_or(node.location(), |body| body.location());
        let kind = if goes_on { "while" } else { "until" };
        let counter = self.cover_branches(kind, &node.location(), &[("body", span(&counted))]);
        let predicate_bases = self.bases_so_far();
        let before = self.before_condition(body.as_ref());
        self.compile_condition(predicate, !goes_on, past)?;
        self.condition_covered(before);
        let body_bases = self.bases_so_far();
        self.bind(redo);
        self.count_branch(counter, 0);
        self.compile_statements(body.as_ref(), Destination::Discard)?;
        self.compiled_later(predicate_bases, body_bases);
        self.branch(Op::LoopBack, 0, next);
        self.leave_region();
        self.bind(past);
        if let Some(result) = result {
            self.emit(Op::LoadNil, result, 0, 0);
        }
        self.bind(end);
        Ok(result.unwrap_or(0))
    }

    /// `for x in list`: `each` with a block that assigns to variables of the scope around it.
    pub(crate) fn compile_for(&mut self, node: &ForNode<'pr>, destination: Destination) -> Result<Register> {
        let collection = node.collection();
        let (window, _) = self.open_call(Some(&collection), false)?;
        if matches!(collection, Node::SelfNode { .. }) {
            // A receiver like any other here: a private `each` is not called.
            self.compile(&collection, Destination::Into(window + frame::RECEIVER as Register))?;
        }
        let index = node.index();
        let targets = index.as_multi_target_node();
        let parameters = match &targets {
            None => Parameters { required: 1, names: vec![String::new()], ..Parameters::default() },
            Some(targets) => parameters_of(targets),
        };
        let block = self.shared_block(FunctionKind::Block, &node.location(), parameters, |compiler| {
            compiler.at_node(&index);
            match &targets {
                None => compiler.compile_target(&index, 0)?,
                Some(targets) => compiler.compile_for_targets(targets)?,
            }
            let start = compiler.bind_new_label();
            compiler.scope_mut().body_start = Some(start);
            compiler.compile_tail(node.statements().map(|statements| statements.as_node()).as_ref())
        })?;
        let site = CallSite { name: self.site_name("each"), block: Some(block), ..CallSite::default() };
        self.at_node(&node.as_node());
        self.emit_call(Op::Send, window, site, destination)
    }

    /// Assigns what `each` yielded: one register for each target.
    fn compile_for_targets(&mut self, targets: &MultiTargetNode<'pr>) -> Result<()> {
        let rest = targets.rest().filter(|rest| matches!(rest, Node::SplatNode { .. }));
        for (value, target) in targets.lefts().iter().chain(rest).chain(targets.rights().iter()).enumerate() {
            let mark = self.mark();
            match target.as_splat_node() {
                None => self.compile_target(&target, value as Register)?,
                Some(splat) => {
                    if let Some(target) = splat.expression() {
                        self.compile_target(&target, value as Register)?;
                    }
                }
            }
            self.release(mark);
        }
        Ok(())
    }
}

/// The parameters of a block whose values go to several targets.
fn parameters_of(targets: &MultiTargetNode<'_>) -> Parameters {
    let rest = targets.rest();
    let named_rest = matches!(rest, Some(Node::SplatNode { .. }));
    let parameters = Parameters {
        required: targets.lefts().len() as u16,
        rest: named_rest,
        post: targets.rights().len() as u16,
        excess_comma: matches!(rest, Some(Node::ImplicitRestNode { .. })),
        auto_splat: true,
        ..Parameters::default()
    };
    let names = vec![String::new(); parameters.registers() as usize];
    Parameters { names, ..parameters }
}
