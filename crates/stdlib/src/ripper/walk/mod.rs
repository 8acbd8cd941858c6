//! The walk over Prism's tree that writes the program of the parser's events.
//!
//! The tree of the reference's parser differs from Prism's where its grammar has rules for forms that mean the same:
//! calls with and without parentheses, lists that grow from the left, blocks as arguments. What Ripper tells of is the
//! grammar, so each method here answers for one of Prism's nodes which of these forms its text has. Visiting a node
//! leaves one value on the machine's stack.

mod arguments;
mod assignments;
mod calls;
mod conditions;
mod definitions;
mod literals;
mod loops;
mod parameters;
mod patterns;
mod position;
mod statements;
mod strings;
mod targets;

use std::collections::{HashMap, HashSet};

use ruby_prism::*;

use super::faults::Fault;
use super::parser_events::Event;
use super::program::Program;
use super::tokens::Token;

/// What is said of an assignment to a constant in a method.
pub const DYNAMIC_CONSTANT: &str = "dynamic constant assignment";
/// What is said of a class whose name is none.
const NO_CONSTANT: &str = "class/module name must be CONSTANT";
/// What is said of another name for what a match set.
const NUMBERED_ALIAS: &str = "can't make alias for the number variables";

/// Whether a source is read all the same that has such an error: an event of its own tells of it, or it is told of at the end.
pub fn is_read_on(source: &[u8], position: usize, message: &str) -> bool {
    if message.ends_with(NO_CONSTANT) {
        return source.get(position).is_some_and(|byte| byte.is_ascii_lowercase() || *byte == b'_');
    }
    let begins = ["Can't assign to ", "Can't change the value of self", "Can't set variable ", "Invalid retry", "Invalid redo",
        "Invalid yield", "Invalid break", "Invalid next", "Invalid return"];
    let ends = [NUMBERED_ALIAS, "setter method cannot be defined in an endless method definition"];
    message == DYNAMIC_CONSTANT || begins.iter().any(|begin| message.starts_with(begin)) || ends.iter().any(|end| message.ends_with(end))
        || message.contains("formal argument cannot be ") || message.starts_with("identifier ") && is_odd_label(&source[position..])
}

/// Whether a text begins with a label whose name no variable has: `a?:`.
fn is_odd_label(text: &[u8]) -> bool {
    let name = text.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_' || !byte.is_ascii()).count();
    matches!(text.get(name..name + 2), Some(b"?:" | b"!:"))
}

/// `refused`: where targets stand that are not assigned to, and why.
pub fn walk(source: &[u8], tokens: &[Token], faults: &[Fault], parsed: &ParseResult<'_>, refused: &[(usize, String)]) -> Program {
    let mut walk = Walk::new(source, tokens);
    walk.refused = refused.iter().filter(|(_, message)| message == DYNAMIC_CONSTANT).map(|(position, _)| *position).collect();
    walk.program.announce(super::notices::notices(source, tokens, faults, parsed));
    let root = parsed.node();
    if let Some(program) = root.as_program_node() {
        walk.sequence_behind(0, Some(&program.statements()));
        walk.program.finish(tokens.len());
        walk.program.event(Event::Program, 1);
    }
    walk.program
}

struct Walk<'a> {
    tokens: &'a [Token],
    program: Program,
    /// Numbers of tokens by where they begin, and by where they end.
    starts: HashMap<usize, usize>,
    ends: HashMap<usize, usize>,
    /// The indentation that heredocs lose, by the number of the token that ends them.
    dedents: HashMap<usize, usize>,
    /// Where targets begin that are not assigned to.
    refused: HashSet<usize>,
}

/// Calls for a node the method for its kind.
macro_rules! visit_by_kind {
    ($self:ident, $node:ident, { $($variant:ident $cast:ident $method:ident)* }) => {
        match $node {
            $(Node::$variant { .. } => if let Some(node) = $node.$cast() { $self.$method(&node) },)*
            _ => $self.visit_plain($node),
        }
    };
}

impl Walk<'_> {
    fn visit(&mut self, node: &Node<'_>) {
        visit_by_kind!(self, node, {
            AliasGlobalVariableNode as_alias_global_variable_node alias_global_variable
            AliasMethodNode as_alias_method_node alias_method
            AndNode as_and_node and
            ArrayNode as_array_node array
            BeginNode as_begin_node begin
            BreakNode as_break_node break_
            CallNode as_call_node call
            CaseMatchNode as_case_match_node case_match
            CaseNode as_case_node case
            ClassNode as_class_node class
            ConstantPathNode as_constant_path_node constant_path
            DefNode as_def_node definition
            DefinedNode as_defined_node defined
            FlipFlopNode as_flip_flop_node flip_flop
            ForNode as_for_node for_
            ForwardingSuperNode as_forwarding_super_node forwarding_super
            HashNode as_hash_node hash
            IfNode as_if_node if_
            ImplicitNode as_implicit_node implicit
            InterpolatedMatchLastLineNode as_interpolated_match_last_line_node interpolated_match_last_line
            InterpolatedRegularExpressionNode as_interpolated_regular_expression_node interpolated_regexp
            InterpolatedStringNode as_interpolated_string_node interpolated_string
            InterpolatedSymbolNode as_interpolated_symbol_node interpolated_symbol
            InterpolatedXStringNode as_interpolated_x_string_node interpolated_command
            LambdaNode as_lambda_node lambda
            MatchPredicateNode as_match_predicate_node match_predicate
            MatchRequiredNode as_match_required_node match_required
            MatchWriteNode as_match_write_node match_write
            ModuleNode as_module_node module
            MultiWriteNode as_multi_write_node multiple_assignment
            NextNode as_next_node next
            OrNode as_or_node or
            ParenthesesNode as_parentheses_node parentheses
            PostExecutionNode as_post_execution_node post_execution
            PreExecutionNode as_pre_execution_node pre_execution
            RangeNode as_range_node range
            RescueModifierNode as_rescue_modifier_node rescue_modifier
            ReturnNode as_return_node return_
            ShareableConstantNode as_shareable_constant_node shareable_constant
            SingletonClassNode as_singleton_class_node singleton_class
            StatementsNode as_statements_node single_statement
            StringNode as_string_node string
            SuperNode as_super_node super_
            SymbolNode as_symbol_node symbol
            UndefNode as_undef_node undef
            UnlessNode as_unless_node unless
            UntilNode as_until_node until
            WhileNode as_while_node while_
            XStringNode as_x_string_node command
            YieldNode as_yield_node yield_
        });
    }

    /// Visits nodes without children of their own kind: variables, numbers, keywords, assignments.
    fn visit_plain(&mut self, node: &Node<'_>) {
        if !self.literal(node) && !self.assignment(node) {
            self.program.advance(self.behind(node.location().end() as usize));
            self.program.nil();
        }
    }

    fn shareable_constant(&mut self, node: &ShareableConstantNode<'_>) {
        self.visit(&node.write());
    }

    fn single_statement(&mut self, node: &StatementsNode<'_>) {
        match node.body().iter().next() {
            Some(only) => self.visit(&only),
            None => self.program.nil(),
        }
    }

    fn match_write(&mut self, node: &MatchWriteNode<'_>) {
        self.call(&node.call());
    }
}
