//! Questions about a tree that decide which shorter code is right.

use ruby_prism::*;

use crate::compiler::Compiler;

/// Branches that are looked into before the cautious answer is given.
const LOOK_DEPTH: usize = 16;

impl<'pr> Compiler<'pr> {
    /// Whether code for the node writes its destination only when nothing else remains to be evaluated, so that
    /// the destination may be a variable the node reads, or a register not yet taken.
    pub(crate) fn writes_last(&self, node: &Node<'pr>) -> bool {
        writes_last(node, LOOK_DEPTH)
    }

    /// Whether evaluating the node may assign a local variable of this very scope.
    pub(crate) fn may_assign_locals(&self, node: &Node<'pr>) -> bool {
        may_assign(node, LOOK_DEPTH)
    }
}

/// Whether the node is a value as it stands: nothing in it is evaluated.
fn is_leaf(node: &Node<'_>) -> bool {
    matches!(
        node,
        Node::LocalVariableReadNode { .. }
            | Node::ItLocalVariableReadNode { .. }
            | Node::InstanceVariableReadNode { .. }
            | Node::ClassVariableReadNode { .. }
            | Node::GlobalVariableReadNode { .. }
            | Node::ConstantReadNode { .. }
            | Node::IntegerNode { .. }
            | Node::FloatNode { .. }
            | Node::RationalNode { .. }
            | Node::ImaginaryNode { .. }
            | Node::StringNode { .. }
            | Node::SymbolNode { .. }
            | Node::RegularExpressionNode { .. }
            | Node::NilNode { .. }
            | Node::TrueNode { .. }
            | Node::FalseNode { .. }
            | Node::SelfNode { .. }
            | Node::LambdaNode { .. }
    )
}

/// Whether nothing of the program runs between the evaluation of a block argument and the call: the block is a literal, or stands in
/// a variable.
pub(crate) fn passes_ready_block(block: &Node<'_>) -> bool {
    match block.as_block_argument_node() {
        Some(argument) => argument.expression().is_none_or(|expression| is_leaf(&expression)),
        None => true,
    }
}

/// Whether keywords and their values are there without anything of the program being run.
pub(crate) fn are_ready(keywords: &KeywordHashNode<'_>) -> bool {
    keywords.elements().iter().all(|element| match (element.as_assoc_node(), element.as_assoc_splat_node()) {
        (Some(pair), _) => is_leaf(&pair.key()) && is_leaf(&pair.value()),
        (None, Some(splat)) => splat.value().is_none_or(|value| is_leaf(&value)),
        (None, None) => false,
    })
}

fn writes_last(node: &Node<'_>, depth: usize) -> bool {
    if depth == 0 {
        return false;
    }
    match node {
        _ if is_leaf(node) => true,
        Node::InterpolatedStringNode { .. }
        | Node::InterpolatedSymbolNode { .. }
        | Node::YieldNode { .. }
        | Node::SuperNode { .. } => true,
        Node::CallNode { .. } => node.as_call_node().is_some_and(|call| !call.is_attribute_write()),
        Node::ArrayNode { .. } => node.as_array_node().is_some_and(|array| {
            !array.is_contains_splat()
                && array.elements().len() <= crate::literals::ARRAY_CHUNK
                && array.elements().last().is_none_or(|last| !matches!(last, Node::KeywordHashNode { .. }))
        }),
        Node::ParenthesesNode { .. } => node.as_parentheses_node().is_some_and(|node| optional(node.body(), depth)),
        Node::StatementsNode { .. } => {
            node.as_statements_node().is_some_and(|node| optional(node.body().last(), depth))
        }
        Node::IfNode { .. } => node.as_if_node().is_some_and(|node| {
            statements(node.statements(), depth) && optional(node.subsequent(), depth)
        }),
        Node::ElseNode { .. } => node.as_else_node().is_some_and(|node| statements(node.statements(), depth)),
        Node::UnlessNode { .. } => node.as_unless_node().is_some_and(|node| {
            statements(node.statements(), depth)
                && node.else_clause().is_none_or(|clause| statements(clause.statements(), depth))
        }),
        _ => false,
    }
}

fn optional(node: Option<Node<'_>>, depth: usize) -> bool {
    node.is_none_or(|node| writes_last(&node, depth - 1))
}

fn statements(node: Option<StatementsNode<'_>>, depth: usize) -> bool {
    node.is_none_or(|node| optional(node.body().last(), depth))
}

fn may_assign(node: &Node<'_>, depth: usize) -> bool {
    if depth == 0 {
        return true;
    }
    let inner = |node: Option<Node<'_>>| node.is_some_and(|node| may_assign(&node, depth - 1));
    match node {
        _ if is_leaf(node) => false,
        Node::BlockNode { .. }
        | Node::NumberedReferenceReadNode { .. }
        | Node::BackReferenceReadNode { .. }
        | Node::ForwardingArgumentsNode { .. } => false,
        Node::CallNode { .. } => node.as_call_node().is_none_or(|call| {
            inner(call.receiver())
                || inner(call.block())
                || call.arguments().is_some_and(|arguments| any(&arguments.arguments(), depth))
        }),
        Node::YieldNode { .. } => node.as_yield_node().is_none_or(|node| {
            node.arguments().is_some_and(|arguments| any(&arguments.arguments(), depth))
        }),
        Node::ArrayNode { .. } => node.as_array_node().is_none_or(|array| any(&array.elements(), depth)),
        Node::HashNode { .. } => node.as_hash_node().is_none_or(|hash| any(&hash.elements(), depth)),
        Node::KeywordHashNode { .. } => {
            node.as_keyword_hash_node().is_none_or(|hash| any(&hash.elements(), depth))
        }
        Node::AssocNode { .. } => {
            node.as_assoc_node().is_none_or(|pair| inner(Some(pair.key())) || inner(Some(pair.value())))
        }
        Node::BlockArgumentNode { .. } => {
            node.as_block_argument_node().is_none_or(|block| inner(block.expression()))
        }
        Node::SplatNode { .. } => node.as_splat_node().is_none_or(|splat| inner(splat.expression())),
        Node::ParenthesesNode { .. } => node.as_parentheses_node().is_none_or(|node| inner(node.body())),
        Node::StatementsNode { .. } => node.as_statements_node().is_none_or(|node| any(&node.body(), depth)),
        Node::AndNode { .. } => {
            node.as_and_node().is_none_or(|node| inner(Some(node.left())) || inner(Some(node.right())))
        }
        Node::OrNode { .. } => {
            node.as_or_node().is_none_or(|node| inner(Some(node.left())) || inner(Some(node.right())))
        }
        _ => true,
    }
}

fn any(list: &NodeList<'_>, depth: usize) -> bool {
    list.iter().any(|node| may_assign(&node, depth - 1))
}
