//! The pass before compiling: which variables must outlive their frame's registers.
//!
//! A variable that only its own scope uses lives in a register. One that an inner
//! scope uses, or that `binding` and its kin could show to somebody, lives in the
//! scope's environment. This pass walks the whole tree once and leaves, for each
//! scope, what it found. Scopes are known by the offset of their first token,
//! which no two scopes share.

use std::collections::HashSet;
use std::rc::Rc;

use hashbrown::HashMap;
use ruby_prism::*;

use crate::parameters::parameter_names;
use crate::text;

/// The key of the program itself.
pub const PROGRAM: u32 = u32::MAX;
/// Hidden variable that holds the last match, as `$~`.
pub const LAST_MATCH: &str = "$~";
/// Hidden variable that holds the last line read, as `$_`.
pub const LAST_LINE: &str = "$_";
/// Hidden variable of a block's implicit `it`.
pub const IMPLICIT_IT: &str = "(it)";
/// Names of anonymous parameters.
pub const ANONYMOUS_REST: &str = "*";
pub const ANONYMOUS_KEYWORDS: &str = "**";
pub const ANONYMOUS_BLOCK: &str = "&";

/// The facts of a scope that are known before it is compiled.
#[derive(Default, PartialEq, Debug)]
pub struct ScopeFacts {
    /// Variables that inner scopes use.
    pub captured: HashSet<String>,
    /// All variables count as captured.
    pub captures_all: bool,
    /// Hidden variables the scope has besides those that are written in it, in order of discovery.
    pub hidden: Vec<String>,
    /// The named block parameter is used otherwise than to be passed on, or to ask whether there is a block.
    pub block_escapes: bool,
    /// Scopes within pass the block on, or ask whether there is one.
    pub block_passed_within: bool,
    /// There are scopes within that share the variables of this one.
    pub has_inner_blocks: bool,
}

impl ScopeFacts {
    pub fn is_captured(&self, name: &str) -> bool {
        self.captures_all || self.captured.contains(name)
    }

    fn hide(&mut self, name: &str) {
        if !self.hidden.iter().any(|hidden| hidden == name) {
            self.hidden.push(name.to_string());
        }
    }
}

/// The name of the hidden variable that keeps the state of the flip-flop at `offset`.
pub fn flip_flop_name(offset: u32) -> String {
    format!("(flip-flop {offset})")
}

/// Finds the facts of all scopes of a program.
pub fn collect(program: &Node<'_>, eval: bool) -> HashMap<u32, Rc<ScopeFacts>> {
    let mut collector = Collector { open: Vec::new(), done: HashMap::new(), eval };
    collector.visit(program);
    collector.done
}

struct OpenScope {
    key: u32,
    /// Shares variables with the scope around it without adding a level to the parser's depths.
    transparent: bool,
    /// Sees no variables of the scope around it.
    boundary: bool,
    parameters: Vec<String>,
    block_parameter: Option<String>,
    facts: ScopeFacts,
}

struct Collector {
    open: Vec<OpenScope>,
    done: HashMap<u32, Rc<ScopeFacts>>,
    eval: bool,
}

impl Collector {
    fn enter(&mut self, key: u32, boundary: bool, transparent: bool, parameters: Option<&ParametersNode<'_>>) {
        if !boundary {
            self.owner().has_inner_blocks = true;
            let last = self.open.len() - 1;
            self.open[last].facts.has_inner_blocks = true;
        }
        let block_parameter = parameters
            .and_then(|parameters| parameters.block())
            .and_then(|block| block.as_block_parameter_node())
            .and_then(|block| block.name())
            .map(|name| text(&name));
        self.open.push(OpenScope {
            key,
            transparent,
            boundary,
            parameters: parameters.map(parameter_names).unwrap_or_default(),
            block_parameter,
            facts: ScopeFacts::default(),
        });
    }

    fn leave(&mut self) {
        if let Some(scope) = self.open.pop() {
            // Of most scopes there is nothing to tell.
            if scope.facts != ScopeFacts::default() {
                self.done.insert(scope.key, Rc::new(scope.facts));
            }
        }
    }

    fn innermost(&mut self) -> &mut OpenScope {
        let last = self.open.len() - 1;
        &mut self.open[last]
    }

    /// The method, class or file that the current scope stands in.
    fn owner_index(&self) -> usize {
        self.open.iter().rposition(|scope| scope.boundary).unwrap_or(0)
    }

    fn owner(&mut self) -> &mut ScopeFacts {
        let index = self.owner_index();
        &mut self.open[index].facts
    }

    /// The index of the scope `depth` levels out; `None` if it is outside of the program.
    fn scope_at(&self, depth: u32) -> Option<usize> {
        let mut remaining = depth;
        for (index, scope) in self.open.iter().enumerate().rev() {
            if scope.transparent {
                continue;
            }
            if remaining == 0 {
                return Some(index);
            }
            if scope.boundary {
                return None;
            }
            remaining -= 1;
        }
        None
    }

    fn used(&mut self, name: String, depth: u32) {
        let current = self.open.len() - 1;
        let Some(index) = self.scope_at(depth) else { return };
        let scope = &mut self.open[index];
        if scope.block_parameter.as_deref() == Some(&name) {
            scope.facts.block_escapes = true;
        }
        if index != current {
            scope.facts.captured.insert(name);
        }
    }

    /// What a branch is decided by: that there is a block is told without a Proc of it.
    fn condition<'pr>(&mut self, node: &Node<'pr>) {
        match node {
            Node::AndNode { .. } => {
                if let Some(and) = node.as_and_node() {
                    self.condition(&and.left());
                    self.condition(&and.right());
                }
            }
            Node::OrNode { .. } => {
                if let Some(or) = node.as_or_node() {
                    self.condition(&or.left());
                    self.condition(&or.right());
                }
            }
            _ if node.as_local_variable_read_node().is_some_and(|read| self.is_given_block(&read)) => {}
            _ => self.visit(node),
        }
    }

    /// Whether a variable is the block that this scope was given, or, where this is a block in one, the method.
    fn is_given_block(&mut self, read: &LocalVariableReadNode<'_>) -> bool {
        let Some(index) = self.scope_at(read.depth()) else { return false };
        let (scope, within) = (&self.open[index], &self.open[index + 1..]);
        if scope.block_parameter.as_deref() != Some(&text(&read.name())) {
            return false;
        }
        if within.is_empty() {
            return true;
        }
        let shares_block = scope.boundary && !within.iter().any(|inner| inner.transparent);
        self.open[index].facts.block_passed_within |= shares_block;
        shares_block
    }

    /// A variable named by what it is for, in the nearest scope with such a parameter.
    fn used_parameter(&mut self, name: &str) {
        let current = self.open.len() - 1;
        for index in (0..self.open.len()).rev() {
            let scope = &mut self.open[index];
            if scope.parameters.iter().any(|parameter| parameter == name) {
                if index != current {
                    scope.facts.captured.insert(name.to_string());
                }
                return;
            }
            if scope.boundary {
                return;
            }
        }
    }

    /// A hidden variable of the method, captured where a block could touch it (which is settled at the end).
    fn hidden(&mut self, name: &str) {
        self.owner().hide(name);
    }

    fn capture_all(&mut self) {
        let owner = self.owner_index();
        for scope in &mut self.open[owner..] {
            scope.facts.captures_all = true;
            scope.facts.block_escapes = true;
        }
        self.hidden(LAST_MATCH);
        self.hidden(LAST_LINE);
    }

    fn global(&mut self, name: &ConstantId<'_>) {
        match name.as_slice() {
            b"$~" | b"$LAST_MATCH_INFO" | b"$MATCH" | b"$PREMATCH" | b"$POSTMATCH" | b"$LAST_PAREN_MATCH" => {
                self.hidden(LAST_MATCH)
            }
            b"$_" | b"$LAST_READ_LINE" => self.hidden(LAST_LINE),
            _ => {}
        }
    }

    /// Calls that can see or make variables by name, or that read what a match left behind.
    fn call(&mut self, node: &CallNode<'_>) {
        let first = node.arguments().and_then(|arguments| arguments.arguments().first());
        match node.name().as_slice() {
            b"send" | b"__send__" | b"public_send" => {
                if let Some(symbol) = first.as_ref().and_then(|first| first.as_symbol_node()) {
                    let name = symbol.unescaped().to_vec();
                    self.called(&name, true);
                }
            }
            name => self.called(name, first.is_some()),
        }
    }

    fn called(&mut self, name: &[u8], arguments: bool) {
        match name {
            b"binding" | b"eval" | b"local_variables" | b"irb" => self.capture_all(),
            b"instance_eval" | b"class_eval" | b"module_eval" if arguments => self.capture_all(),
            b"last_match" => self.hidden(LAST_MATCH),
            b"gets" | b"readline" => self.hidden(LAST_LINE),
            _ => {}
        }
    }

    /// Parameters of a block or lambda, whatever stands in for them.
    fn enter_block(&mut self, key: u32, parameters: Option<Node<'_>>) {
        let node = parameters.as_ref().and_then(|node| node.as_block_parameters_node());
        let list = node.and_then(|node| node.parameters());
        self.enter(key, false, false, list.as_ref());
    }

    /// A hidden variable of a method that has blocks is shared with them, and a block that is a variable all the same.
    fn settle(&mut self) {
        let scope = self.innermost();
        if scope.facts.block_passed_within && scope.facts.block_escapes {
            scope.facts.captured.extend(scope.block_parameter.clone());
        }
        if scope.boundary && scope.facts.has_inner_blocks {
            for name in scope.facts.hidden.clone() {
                scope.facts.captured.insert(name);
            }
        }
    }
}

impl<'pr> Visit<'pr> for Collector {
    fn visit_program_node(&mut self, node: &ProgramNode<'pr>) {
        self.enter(PROGRAM, true, false, None);
        if self.eval {
            self.innermost().facts.captures_all = true;
        }
        visit_program_node(self, node);
        self.settle();
        self.leave();
    }

    fn visit_def_node(&mut self, node: &DefNode<'pr>) {
        if let Some(receiver) = node.receiver() {
            self.visit(&receiver);
        }
        let parameters = node.parameters();
        self.enter(node.location().start(), true, false, parameters.as_ref());
        if let Some(parameters) = parameters {
            self.visit_parameters_node(&parameters);
        }
        if let Some(body) = node.body() {
            self.visit(&body);
        }
        self.settle();
        self.leave();
    }

    fn visit_class_node(&mut self, node: &ClassNode<'pr>) {
        self.visit(&node.constant_path());
        if let Some(superclass) = node.superclass() {
            self.visit(&superclass);
        }
        self.body(node.location().start(), node.body());
    }

    fn visit_module_node(&mut self, node: &ModuleNode<'pr>) {
        self.visit(&node.constant_path());
        self.body(node.location().start(), node.body());
    }

    fn visit_singleton_class_node(&mut self, node: &SingletonClassNode<'pr>) {
        self.visit(&node.expression());
        self.body(node.location().start(), node.body());
    }

    fn visit_block_node(&mut self, node: &BlockNode<'pr>) {
        self.enter_block(node.location().start(), node.parameters());
        visit_block_node(self, node);
        self.leave();
    }

    fn visit_lambda_node(&mut self, node: &LambdaNode<'pr>) {
        self.enter_block(node.location().start(), node.parameters());
        visit_lambda_node(self, node);
        self.leave();
    }

    fn visit_for_node(&mut self, node: &ForNode<'pr>) {
        self.visit(&node.collection());
        self.enter(node.location().start(), false, true, None);
        self.visit(&node.index());
        if let Some(statements) = node.statements() {
            self.visit_statements_node(&statements);
        }
        self.leave();
    }

    fn visit_post_execution_node(&mut self, node: &PostExecutionNode<'pr>) {
        self.enter(node.location().start(), false, true, None);
        visit_post_execution_node(self, node);
        self.leave();
    }

    fn visit_if_node(&mut self, node: &IfNode<'pr>) {
        self.condition(&node.predicate());
        if let Some(statements) = node.statements() {
            self.visit_statements_node(&statements);
        }
        if let Some(subsequent) = node.subsequent() {
            self.visit(&subsequent);
        }
    }

    fn visit_unless_node(&mut self, node: &UnlessNode<'pr>) {
        self.condition(&node.predicate());
        if let Some(statements) = node.statements() {
            self.visit_statements_node(&statements);
        }
        if let Some(other) = node.else_clause() {
            self.visit_else_node(&other);
        }
    }

    fn visit_local_variable_read_node(&mut self, node: &LocalVariableReadNode<'pr>) {
        self.used(text(&node.name()), node.depth());
    }

    fn visit_local_variable_write_node(&mut self, node: &LocalVariableWriteNode<'pr>) {
        self.used(text(&node.name()), node.depth());
        visit_local_variable_write_node(self, node);
    }

    fn visit_local_variable_target_node(&mut self, node: &LocalVariableTargetNode<'pr>) {
        self.used(text(&node.name()), node.depth());
    }

    fn visit_local_variable_and_write_node(&mut self, node: &LocalVariableAndWriteNode<'pr>) {
        self.used(text(&node.name()), node.depth());
        visit_local_variable_and_write_node(self, node);
    }

    fn visit_local_variable_or_write_node(&mut self, node: &LocalVariableOrWriteNode<'pr>) {
        self.used(text(&node.name()), node.depth());
        visit_local_variable_or_write_node(self, node);
    }

    fn visit_local_variable_operator_write_node(&mut self, node: &LocalVariableOperatorWriteNode<'pr>) {
        self.used(text(&node.name()), node.depth());
        visit_local_variable_operator_write_node(self, node);
    }

    fn visit_it_local_variable_read_node(&mut self, _node: &ItLocalVariableReadNode<'pr>) {
        self.used(IMPLICIT_IT.to_string(), 0);
    }

    fn visit_block_argument_node(&mut self, node: &BlockArgumentNode<'pr>) {
        match node.expression() {
            None => self.used_parameter(ANONYMOUS_BLOCK),
            Some(expression) => {
                let passed_on = expression.as_local_variable_read_node().is_some_and(|read| self.is_given_block(&read));
                if !passed_on {
                    self.visit(&expression);
                }
            }
        }
    }

    fn visit_splat_node(&mut self, node: &SplatNode<'pr>) {
        match node.expression() {
            Some(expression) => self.visit(&expression),
            None => self.used_parameter(ANONYMOUS_REST),
        }
    }

    fn visit_assoc_splat_node(&mut self, node: &AssocSplatNode<'pr>) {
        match node.value() {
            Some(value) => self.visit(&value),
            None => self.used_parameter(ANONYMOUS_KEYWORDS),
        }
    }

    fn visit_forwarding_arguments_node(&mut self, _node: &ForwardingArgumentsNode<'pr>) {
        for name in [ANONYMOUS_REST, ANONYMOUS_KEYWORDS, ANONYMOUS_BLOCK] {
            self.used_parameter(name);
        }
    }

    fn visit_forwarding_super_node(&mut self, node: &ForwardingSuperNode<'pr>) {
        let owner = self.owner_index();
        if owner + 1 != self.open.len() {
            for name in self.open[owner].parameters.clone() {
                self.open[owner].facts.captured.insert(name);
            }
        }
        visit_forwarding_super_node(self, node);
    }

    fn visit_back_reference_read_node(&mut self, _node: &BackReferenceReadNode<'pr>) {
        self.hidden(LAST_MATCH);
    }

    fn visit_numbered_reference_read_node(&mut self, _node: &NumberedReferenceReadNode<'pr>) {
        self.hidden(LAST_MATCH);
    }

    fn visit_match_write_node(&mut self, node: &MatchWriteNode<'pr>) {
        self.hidden(LAST_MATCH);
        visit_match_write_node(self, node);
    }

    fn visit_match_last_line_node(&mut self, _node: &MatchLastLineNode<'pr>) {
        self.hidden(LAST_LINE);
    }

    fn visit_interpolated_match_last_line_node(&mut self, node: &InterpolatedMatchLastLineNode<'pr>) {
        self.hidden(LAST_LINE);
        visit_interpolated_match_last_line_node(self, node);
    }

    fn visit_global_variable_read_node(&mut self, node: &GlobalVariableReadNode<'pr>) {
        self.global(&node.name());
    }

    fn visit_global_variable_target_node(&mut self, node: &GlobalVariableTargetNode<'pr>) {
        self.global(&node.name());
    }

    fn visit_global_variable_write_node(&mut self, node: &GlobalVariableWriteNode<'pr>) {
        self.global(&node.name());
        visit_global_variable_write_node(self, node);
    }

    fn visit_global_variable_and_write_node(&mut self, node: &GlobalVariableAndWriteNode<'pr>) {
        self.global(&node.name());
        visit_global_variable_and_write_node(self, node);
    }

    fn visit_global_variable_or_write_node(&mut self, node: &GlobalVariableOrWriteNode<'pr>) {
        self.global(&node.name());
        visit_global_variable_or_write_node(self, node);
    }

    fn visit_global_variable_operator_write_node(&mut self, node: &GlobalVariableOperatorWriteNode<'pr>) {
        self.global(&node.name());
        visit_global_variable_operator_write_node(self, node);
    }

    fn visit_call_node(&mut self, node: &CallNode<'pr>) {
        self.call(node);
        visit_call_node(self, node);
    }

    fn visit_flip_flop_node(&mut self, node: &FlipFlopNode<'pr>) {
        self.hidden(&flip_flop_name(node.location().start()));
        visit_flip_flop_node(self, node);
    }
}

impl Collector {
    /// The body of a class or module.
    fn body<'pr>(&mut self, key: u32, body: Option<Node<'pr>>) {
        self.enter(key, true, false, None);
        if let Some(body) = body {
            self.visit(&body);
        }
        self.settle();
        self.leave();
    }
}
