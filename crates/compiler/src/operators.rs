//! Calls that have an instruction of their own.

use ruby_prism::*;
use rutile_bytecode::{Op, operating};

use crate::compiler::{Compiler, Destination};
use crate::error::Result;
use crate::scope::Register;

/// The instruction of a binary operator.
pub fn binary_operator(name: &[u8]) -> Option<Op> {
    Some(match name {
        b"+" => Op::Add,
        b"-" => Op::Subtract,
        b"*" => Op::Multiply,
        b"/" => Op::Divide,
        b"%" => Op::Modulo,
        b"**" => Op::Power,
        b"<<" => Op::ShiftLeft,
        b">>" => Op::ShiftRight,
        b"&" => Op::BitAnd,
        b"|" => Op::BitOr,
        b"^" => Op::BitXor,
        b"==" => Op::Equal,
        b"!=" => Op::NotEqual,
        b"<" => Op::Less,
        b"<=" => Op::LessEqual,
        b">" => Op::Greater,
        b">=" => Op::GreaterEqual,
        b"<=>" => Op::Compare,
        b"===" => Op::CaseEqual,
        b"=~" => Op::Match,
        b"[]" => Op::Index,
        _ => return None,
    })
}

fn unary_operator(name: &[u8]) -> Option<Op> {
    match name {
        b"!" => Some(Op::Not),
        b"nil?" => Some(Op::IsNil),
        b"-@" => Some(Op::Negate),
        _ => None,
    }
}

/// The instruction of an operator for the small Integer that the node on its right is, and that.
pub(crate) fn of_small_integer(op: Op, right: &Node<'_>) -> Option<(Op, i16)> {
    let value: i32 = right.as_integer_node()?.value().try_into().ok()?;
    Some((op.of_integer()?, i16::try_from(value).ok()?))
}

/// The only argument of a call, if it is a plain one.
pub(crate) fn single_argument<'pr>(call: &CallNode<'pr>) -> Option<Node<'pr>> {
    single_of(call.arguments().as_ref())
}

/// The only argument of a list, if it is a plain one.
pub(crate) fn single_of<'pr>(arguments: Option<&ArgumentsNode<'pr>>) -> Option<Node<'pr>> {
    let list = arguments?.arguments();
    let first = list.first()?;
    let plain = !matches!(
        first,
        Node::SplatNode { .. } | Node::KeywordHashNode { .. } | Node::ForwardingArgumentsNode { .. }
    );
    (list.len() == 1 && plain).then_some(first)
}

impl<'pr> Compiler<'pr> {
    /// Compiles a call as an operator instruction if it is one, with these bits of `operating`.
    pub(crate) fn compile_operator(
        &mut self, call: &CallNode<'pr>, destination: Destination, bits: u8,
    ) -> Result<Option<Register>> {
        if call.is_safe_navigation() || call.is_attribute_write() || call.block().is_some() {
            return Ok(None);
        }
        let Some(receiver) = call.receiver() else { return Ok(None) };
        let name = call.name();
        // What is asked of `self`, by that word, may be private.
        let own = if matches!(receiver, Node::SelfNode { .. }) { operating::OWN } else { 0 };
        if call.arguments().is_none() {
            let Some(op) = unary_operator(name.as_slice()) else { return Ok(None) };
            let mark = self.mark();
            let operand = self.compile(&receiver, Destination::Any)?;
            self.at_call(call);
            self.release(mark);
            let to = self.place(destination)?;
            self.emit_n(op, own | bits, to, operand, 0);
            return Ok(Some(to));
        }
        let Some(argument) = single_argument(call) else { return Ok(None) };
        let Some(op) = binary_operator(name.as_slice()) else { return Ok(None) };
        let mark = self.mark();
        let left = self.compile_operand(&receiver, &[&argument])?;
        let (op, right) = match of_small_integer(op, &argument) {
            Some((op, value)) => (op, value as u16),
            None => (op, self.compile(&argument, Destination::Any)?),
        };
        self.at_call(call);
        self.release(mark);
        let to = self.place(destination)?;
        self.emit_n(op, own | bits, to, left, right);
        Ok(Some(to))
    }
}
