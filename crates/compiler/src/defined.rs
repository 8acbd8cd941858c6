//! `defined?` of everything.
//!
//! An expression is defined if all that it would look up is there. The code checks
//! from the inside out and jumps away at the first thing that is missing; receivers
//! are evaluated on the way (once each), with any exception taken for an answer of nil.
//! What is only syntax is known to be there and costs nothing.

use ruby_prism::*;
use rutile_bytecode::instruction::defined;
use rutile_bytecode::{CallFlags, HandlerKind, Literal, Op, frame};

use crate::compiler::{Compiler, Destination};
use crate::control::RegionKind;
use crate::encoding::US_ASCII;
use crate::error::Result;
use crate::scope::{Label, Register};
use crate::text;

/// The answer of `defined?` for an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Description {
    Fixed(&'static str),
    /// An instruction has left it in the result.
    Found,
}

/// A check that is being compiled.
#[derive(Clone, Copy)]
struct Check {
    result: Register,
    /// Where to go with an undefined expression.
    undefined: Label,
}

impl<'pr> Compiler<'pr> {
    pub(crate) fn compile_defined(&mut self, node: &DefinedNode<'pr>, destination: Destination) -> Result<Register> {
        // Nobody asks for the answer: neither is the receiver of a call in it asked for anything.
        if matches!(destination, Destination::Discard) {
            return Ok(0);
        }
        let result = self.place(destination)?;
        let value = node.value();
        if let Some(known) = described_by_form(&value) {
            self.load_description(result, known);
            return Ok(result);
        }
        if evaluates_code(&value) {
            self.compile_guarded(&value, result)?;
        } else {
            self.compile_unguarded(&value, result)?;
        }
        Ok(result)
    }

    /// Every jump to `undefined` is taken on a result that is nil already.
    fn compile_unguarded(&mut self, value: &Node<'pr>, result: Register) -> Result<()> {
        let undefined = self.new_label();
        let description = self.check_defined(value, Check { result, undefined })?;
        self.finish_description(result, description);
        self.bind(undefined);
        Ok(())
    }

    /// The same with every exception caught, and `$!` as it was.
    fn compile_guarded(&mut self, value: &Node<'pr>, result: Register) -> Result<()> {
        let saved = self.allocate()?;
        let exception = self.allocate()?;
        self.emit(Op::GetErrorInfo, saved, 0, 0);
        let (undefined, raised) = (self.new_label(), self.new_label());
        let start = self.here();
        self.enter_region(RegionKind::Rescued);
        let description = self.check_defined(value, Check { result, undefined })?;
        let stop = self.here();
        let gaps = self.leave_region().map(|region| region.gaps).unwrap_or_default();
        self.finish_description(result, description);
        self.jump(undefined);
        self.bind(raised);
        self.emit(Op::SetErrorInfo, saved, 0, 0);
        self.emit(Op::LoadNil, result, 0, 0);
        self.bind(undefined);
        self.add_handlers(start, stop, &gaps, raised, exception, HandlerKind::Rescue)
    }

    fn finish_description(&mut self, result: Register, description: Description) {
        if let Description::Fixed(words) = description {
            self.load_description(result, words);
        }
    }

    fn load_description(&mut self, result: Register, words: &str) {
        let literal = Literal::String { bytes: words.as_bytes().to_vec(), encoding: US_ASCII.into() };
        self.load_literal(result, literal);
    }

    /// Goes on if the expression is defined.
    fn check_defined(&mut self, node: &Node<'pr>, check: Check) -> Result<Description> {
        if let Some(known) = described_by_form(node) {
            return Ok(Description::Fixed(known));
        }
        self.at_node(node);
        if let Some(inner) = only_expression(node) {
            return self.check_defined(&inner, check);
        }
        if let Some(call) = node.as_call_node() {
            self.check_call(&call, check)?;
            return Ok(Description::Found);
        }
        if let Some(parts) = parts(node) {
            parts.iter().try_for_each(|part| self.check_defined(part, check).map(|_| ()))?;
            return Ok(Description::Fixed("expression"));
        }
        if let Some(path) = node.as_constant_path_node() {
            return self.check_constant_path(&path, check);
        }
        self.check_variable(node, check)
    }

    /// Checks a variable or constant that is looked up by its name alone.
    fn check_variable(&mut self, node: &Node<'pr>, check: Check) -> Result<Description> {
        if let Some(variable) = node.as_instance_variable_read_node() {
            return self.ask(defined::INSTANCE_VARIABLE, 0, &text(&variable.name()), check);
        }
        if let Some(variable) = node.as_class_variable_read_node() {
            return self.ask(defined::CLASS_VARIABLE, 0, &text(&variable.name()), check);
        }
        if let Some(constant) = node.as_constant_read_node() {
            return self.ask(defined::CONSTANT, 0, &text(&constant.name()), check);
        }
        if let Some(variable) = node.as_global_variable_read_node() {
            let name = text(&variable.name());
            return match name.as_str() {
                "$~" | "$_" => Ok(Description::Fixed("global-variable")),
                _ => self.ask(defined::GLOBAL, 0, &name, check),
            };
        }
        if matches!(node, Node::NumberedReferenceReadNode { .. } | Node::BackReferenceReadNode { .. }) {
            self.compile(node, Destination::Into(check.result))?;
            self.branch(Op::JumpIfNil, check.result, check.undefined);
            return Ok(Description::Fixed("global-variable"));
        }
        if matches!(node, Node::YieldNode { .. }) {
            self.uses_block();
            return self.ask(defined::YIELD, 0, "yield", check);
        }
        if matches!(node, Node::SuperNode { .. } | Node::ForwardingSuperNode { .. }) {
            self.mark_method(rutile_bytecode::FunctionFlags::USES_SUPER);
            return self.ask(defined::SUPER, 0, "super", check);
        }
        Ok(Description::Fixed("expression"))
    }

    /// Asks the machine; it leaves a description or nil.
    fn ask(&mut self, kind: u8, subject: Register, name: &str, check: Check) -> Result<Description> {
        let name = self.name(name)?;
        self.emit_n(Op::Defined, kind, check.result, subject, name);
        self.branch(Op::JumpIfNil, check.result, check.undefined);
        Ok(Description::Found)
    }

    fn check_constant_path(&mut self, path: &ConstantPathNode<'pr>, check: Check) -> Result<Description> {
        let name = path.name().map(|name| text(&name)).unwrap_or_default();
        let Some(parent) = path.parent() else { return self.ask(defined::TOP_CONSTANT, 0, &name, check) };
        let mark = self.mark();
        self.check_defined(&parent, check)?;
        let scope = self.compile(&parent, Destination::Any)?;
        let description = self.ask(defined::CONSTANT_FROM, scope, &name, check);
        self.release(mark);
        description
    }

    /// A method call is defined if its arguments and its receiver are and the receiver has the method. The answer
    /// is the register of the receiver, if one is written.
    fn check_call(&mut self, call: &CallNode<'pr>, check: Check) -> Result<Option<Register>> {
        for argument in call.arguments().iter().flat_map(|arguments| arguments.arguments().iter()) {
            self.check_defined(&argument, check)?;
        }
        let name = text(&call.name());
        let Some(receiver) = call.receiver() else {
            self.ask(defined::SELF_METHOD, 0, &name, check)?;
            return Ok(None);
        };
        let register = self.allocate()?;
        self.check_receiver(&receiver, register, check)?;
        self.ask(defined::METHOD, register, &name, check)?;
        Ok(Some(register))
    }

    /// Checks a receiver and evaluates it. The receiver of a receiver is not evaluated again.
    fn check_receiver(&mut self, node: &Node<'pr>, to: Register, check: Check) -> Result<()> {
        let mark = self.mark();
        match node.as_call_node() {
            Some(call) if described_by_form(node).is_none() && !call.is_attribute_write() => {
                match self.check_call(&call, check)? {
                    Some(receiver) => self.call_checked(&call, receiver, to)?,
                    None => {
                        self.compile(node, Destination::Into(to))?;
                    }
                }
            }
            _ => {
                self.check_defined(node, check)?;
                self.compile(node, Destination::Into(to))?;
            }
        }
        self.release(mark);
        Ok(())
    }

    /// Makes a call whose receiver has been evaluated.
    fn call_checked(&mut self, call: &CallNode<'pr>, receiver: Register, to: Register) -> Result<()> {
        let end = self.new_label();
        if call.is_safe_navigation() {
            self.emit_move(to, receiver);
            self.branch(Op::JumpIfNil, receiver, end);
        }
        let window = self.open_window()?;
        self.emit_move(window + frame::RECEIVER, receiver);
        let mut site = self.compile_arguments(call.arguments().as_ref(), call.block().as_ref())?;
        site.name = self.site_name(&text(&call.name()));
        if matches!(call.receiver(), Some(Node::SelfNode { .. })) {
            site.flags.set(CallFlags::SELF_CALL);
        }
        self.at_call(call);
        self.emit_call(Op::Send, window, site, Destination::Into(to))?;
        self.bind(end);
        Ok(())
    }
}

/// The description of an expression whose form alone says that it is defined.
fn described_by_form(node: &Node<'_>) -> Option<&'static str> {
    Some(match node {
        Node::NilNode { .. } => "nil",
        Node::SelfNode { .. } => "self",
        Node::TrueNode { .. } => "true",
        Node::FalseNode { .. } => "false",
        Node::LocalVariableReadNode { .. } | Node::ItLocalVariableReadNode { .. } => "local-variable",
        Node::ParenthesesNode { .. } => return described_parentheses(node),
        Node::BeginNode { .. } => return described_begin(node),
        Node::CallNode { .. } => {
            let block = node.as_call_node()?.block();
            return block.filter(|block| matches!(block, Node::BlockNode { .. })).map(|_| "expression");
        }
        Node::SuperNode { .. } => {
            let block = node.as_super_node()?.block();
            return block.filter(|block| matches!(block, Node::BlockNode { .. })).map(|_| "expression");
        }
        Node::ForwardingSuperNode { .. } => {
            return node.as_forwarding_super_node()?.block().map(|_| "expression");
        }
        Node::ArrayNode { .. }
        | Node::HashNode { .. }
        | Node::KeywordHashNode { .. }
        | Node::AssocNode { .. }
        | Node::AssocSplatNode { .. }
        | Node::SplatNode { .. }
        | Node::ImplicitNode { .. }
        | Node::StatementsNode { .. }
        | Node::ConstantReadNode { .. }
        | Node::ConstantPathNode { .. }
        | Node::InstanceVariableReadNode { .. }
        | Node::ClassVariableReadNode { .. }
        | Node::GlobalVariableReadNode { .. }
        | Node::NumberedReferenceReadNode { .. }
        | Node::BackReferenceReadNode { .. }
        | Node::YieldNode { .. } => return None,
        _ if is_assignment(node) => "assignment",
        _ => "expression",
    })
}

fn described_parentheses(node: &Node<'_>) -> Option<&'static str> {
    match node.as_parentheses_node()?.body() {
        None => Some("nil"),
        Some(body) => described_body(&body),
    }
}

fn described_begin(node: &Node<'_>) -> Option<&'static str> {
    let begin = node.as_begin_node()?;
    if begin.rescue_clause().is_some() || begin.ensure_clause().is_some() || begin.else_clause().is_some() {
        return Some("expression");
    }
    match begin.statements() {
        None => Some("nil"),
        Some(statements) => described_body(&statements.as_node()),
    }
}

/// Several statements are an expression; one is what it is.
fn described_body(body: &Node<'_>) -> Option<&'static str> {
    match body.as_statements_node() {
        Some(statements) if statements.body().len() > 1 => Some("expression"),
        Some(statements) => statements.body().first().map_or(Some("nil"), |only| described_by_form(&only)),
        None => described_by_form(body),
    }
}

fn is_assignment(node: &Node<'_>) -> bool {
    matches!(
        node,
        Node::LocalVariableWriteNode { .. }
            | Node::LocalVariableAndWriteNode { .. }
            | Node::LocalVariableOrWriteNode { .. }
            | Node::LocalVariableOperatorWriteNode { .. }
            | Node::InstanceVariableWriteNode { .. }
            | Node::InstanceVariableAndWriteNode { .. }
            | Node::InstanceVariableOrWriteNode { .. }
            | Node::InstanceVariableOperatorWriteNode { .. }
            | Node::ClassVariableWriteNode { .. }
            | Node::ClassVariableAndWriteNode { .. }
            | Node::ClassVariableOrWriteNode { .. }
            | Node::ClassVariableOperatorWriteNode { .. }
            | Node::GlobalVariableWriteNode { .. }
            | Node::GlobalVariableAndWriteNode { .. }
            | Node::GlobalVariableOrWriteNode { .. }
            | Node::GlobalVariableOperatorWriteNode { .. }
            | Node::ConstantWriteNode { .. }
            | Node::ConstantAndWriteNode { .. }
            | Node::ConstantOrWriteNode { .. }
            | Node::ConstantOperatorWriteNode { .. }
            | Node::ConstantPathWriteNode { .. }
            | Node::ConstantPathAndWriteNode { .. }
            | Node::ConstantPathOrWriteNode { .. }
            | Node::ConstantPathOperatorWriteNode { .. }
            | Node::CallAndWriteNode { .. }
            | Node::CallOrWriteNode { .. }
            | Node::CallOperatorWriteNode { .. }
            | Node::IndexAndWriteNode { .. }
            | Node::IndexOrWriteNode { .. }
            | Node::IndexOperatorWriteNode { .. }
            | Node::MultiWriteNode { .. }
    )
}

/// The one expression that a pair of parentheses, a `begin` or a shorthand stands for.
fn only_expression<'pr>(node: &Node<'pr>) -> Option<Node<'pr>> {
    if let Some(parentheses) = node.as_parentheses_node() {
        return parentheses.body();
    }
    if let Some(begin) = node.as_begin_node() {
        return begin.statements()?.body().first();
    }
    if let Some(statements) = node.as_statements_node() {
        return statements.body().first();
    }
    node.as_implicit_node().map(|implicit| implicit.value())
}

/// The elements of a collection, all of which must be defined.
fn parts<'pr>(node: &Node<'pr>) -> Option<Vec<Node<'pr>>> {
    if let Some(array) = node.as_array_node() {
        return Some(array.elements().iter().collect());
    }
    if let Some(hash) = node.as_hash_node() {
        return Some(hash.elements().iter().collect());
    }
    if let Some(hash) = node.as_keyword_hash_node() {
        return Some(hash.elements().iter().collect());
    }
    if let Some(pair) = node.as_assoc_node() {
        return Some(vec![pair.key(), pair.value()]);
    }
    if let Some(splat) = node.as_assoc_splat_node() {
        return Some(splat.value().into_iter().collect());
    }
    node.as_splat_node().map(|splat| splat.expression().into_iter().collect())
}

/// Whether checking runs code that may raise: the evaluation of a receiver or of the scope of a constant.
fn evaluates_code(node: &Node<'_>) -> bool {
    if described_by_form(node).is_some() {
        return false;
    }
    if let Some(inner) = only_expression(node) {
        return evaluates_code(&inner);
    }
    if let Some(parts) = parts(node) {
        return parts.iter().any(evaluates_code);
    }
    if let Some(path) = node.as_constant_path_node() {
        return path.parent().is_some();
    }
    let Some(call) = node.as_call_node() else { return false };
    call.receiver().is_some()
        || call.arguments().is_some_and(|arguments| arguments.arguments().iter().any(|node| evaluates_code(&node)))
}
