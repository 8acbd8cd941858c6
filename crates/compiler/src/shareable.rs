//! `# shareable_constant_value:`: what is assigned to a constant is made so that Ractors may share it.

use ruby_prism::*;
use rutile_bytecode::Literal;

use crate::compiler::{Compiler, Destination, Sharing};
use crate::constants::path_name;
use crate::encoding::UTF_8;
use crate::error::Result;
use crate::scope::Register;
use crate::text;

impl<'pr> Compiler<'pr> {
    pub(crate) fn compile_shareable_constant(
        &mut self, node: &ShareableConstantNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        let mut mode = match (node.is_experimental_everything(), node.is_experimental_copy()) {
            (true, _) => "everything".to_string(),
            (_, true) => "copy".to_string(),
            _ => "literal ".to_string(),
        };
        let write = node.write();
        let (name, value) = target(&write);
        if let Some(value) = value.filter(|_| mode == "literal ") {
            form(&value, &mut mode);
        }
        let outer = self.sharing.replace(Sharing { mode, name });
        let result = self.compile(&write, destination);
        self.sharing = outer;
        result
    }

    /// What is to be assigned to a constant in place of a value: itself, or what a comment asks to be made of it.
    pub(crate) fn shared(&mut self, value: Register) -> Result<Register> {
        let Some(Sharing { mode, name }) = self.sharing.take() else { return Ok(value) };
        let to = self.allocate()?;
        let mark = self.mark();
        let first = self.allocate()?;
        self.emit_move(first, value);
        for words in [&mode, &name] {
            let word = self.allocate()?;
            self.load_literal(word, Literal::String { bytes: words.as_bytes().to_vec(), encoding: UTF_8.into() });
        }
        self.emit_helper(to, "shareable_value", first, 3)?;
        self.release(mark);
        self.sharing = Some(Sharing { mode, name });
        Ok(to)
    }
}

/// What is assigned, and to which constant.
fn target<'pr>(write: &Node<'pr>) -> (String, Option<Node<'pr>>) {
    macro_rules! plain {
        ($($cast:ident)*) => { $(if let Some(node) = write.$cast() { return (text(&node.name()), Some(node.value())); })* };
    }
    macro_rules! path {
        ($($cast:ident)*) => { $(if let Some(node) = write.$cast() { return (named(&node.target()), Some(node.value())); })* };
    }
    plain!(as_constant_write_node as_constant_or_write_node as_constant_and_write_node as_constant_operator_write_node);
    path!(as_constant_path_write_node as_constant_path_or_write_node as_constant_path_and_write_node as_constant_path_operator_write_node);
    (String::new(), None)
}

/// A path as messages show it: `...` stands for what is no constant.
fn named(path: &ConstantPathNode<'_>) -> String {
    let parent = match path.parent() {
        None => String::new(),
        Some(parent) => match (parent.as_constant_path_node(), parent.as_constant_read_node()) {
            (Some(path), _) => named(&path),
            (_, Some(read)) => text(&read.name()),
            _ => "...".to_string(),
        },
    };
    format!("{parent}::{}", path_name(path).unwrap_or_default())
}

/// Writes which parts of a value are literals (`.`) and which are expressions (`e`); `[` and `]` stand around an Array's
/// elements, `{` and `}` around the keys and values of a Hash.
fn form(value: &Node<'_>, out: &mut String) {
    let elements: Option<(char, Vec<Node<'_>>, char)> = match (value.as_array_node(), value.as_hash_node()) {
        (Some(array), _) => Some(('[', array.elements().iter().collect(), ']')),
        (_, Some(hash)) => Some(('{', hash.elements().iter().flat_map(parts).collect(), '}')),
        _ => None,
    };
    match elements {
        Some((_, elements, _)) if elements.iter().any(|element| element.as_splat_node().is_some() || element.as_assoc_splat_node().is_some()) => {
            out.push('e');
        }
        Some((open, elements, close)) => {
            out.push(open);
            elements.iter().for_each(|element| form(element, out));
            out.push(close);
        }
        None => out.push(if is_literal(value) { '.' } else { 'e' }),
    }
}

/// The key and value of a pair; `**` is alone.
fn parts<'a>(element: Node<'a>) -> Vec<Node<'a>> {
    match element.as_assoc_node() {
        Some(pair) => vec![pair.key(), pair.value()],
        None => vec![element],
    }
}

fn is_literal(value: &Node<'_>) -> bool {
    matches!(
        value,
        Node::IntegerNode { .. } | Node::FloatNode { .. } | Node::RationalNode { .. } | Node::ImaginaryNode { .. } | Node::SymbolNode { .. }
            | Node::StringNode { .. } | Node::InterpolatedStringNode { .. } | Node::InterpolatedSymbolNode { .. } | Node::NilNode { .. }
            | Node::TrueNode { .. } | Node::FalseNode { .. } | Node::RegularExpressionNode { .. } | Node::SourceFileNode { .. }
            | Node::SourceLineNode { .. } | Node::SourceEncodingNode { .. }
    )
}
