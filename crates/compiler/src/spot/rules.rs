//! The piece to underline for each kind of node.
//!
//! ```text
//!   x.foo(1)   x + 1   x[1]    x.foo = 1   Foo::Bar   x.foo += 1
//!    ^^^^        ^      ^^^     ^^^^^^^       ^^^^^    ^^^^^        the name
//!         ^        ^     ^              ^                        ^  the arguments
//! ```

use ruby_prism::*;

use super::{Point, Range};

fn range(start: u32, end: u32) -> Option<Range> {
    Some(Range { start: start as usize, end: end as usize, one_line: false })
}

/// All of a piece.
pub(super) fn whole(location: &Location<'_>) -> Option<Range> {
    range(location.start(), location.end())
}

/// An operator of assignment without its `=`.
fn operator(location: &Location<'_>) -> Option<Range> {
    range(location.start(), location.end() - 1)
}

/// Up to the `=` that follows on the line where a piece ends.
fn with_equals(source: &Node<'_>, piece: Range) -> Option<Range> {
    let whole = source.location();
    let text = whole.as_slice().get(piece.end - whole.start() as usize..)?;
    let line = text.split(|byte| *byte == b'\n').next()?;
    let equals = line.iter().position(|byte| *byte == b'=')?;
    Some(Range { end: piece.end + equals + 1, ..piece })
}

pub(super) fn of_call(call: &CallNode<'_>, point: Point, _name: Option<&str>) -> Option<Range> {
    // `x.()` has no name.
    if call.name().as_slice() == b"call" && call.message_loc().is_none() {
        return None;
    }
    match point {
        Point::Name => of_call_name(call),
        Point::Arguments => {
            let arguments = call.arguments()?;
            let start = match call.opening_loc().filter(|opening| opening.as_slice() == b"[") {
                Some(opening) if call.name().as_slice() == b"[]=" && arguments.arguments().len() == 1 => opening.start() + 1,
                _ => arguments.location().start(),
            };
            range(start, arguments.location().end())
        }
    }
}

fn of_call_name(call: &CallNode<'_>) -> Option<Range> {
    let name = call.name();
    let name = name.as_slice();
    let message = call.message_loc().or_else(|| call.call_operator_loc()).unwrap_or_else(|| call.location());
    let start = match call.call_operator_loc().filter(|dot| dot.start_line() == message.start_line()) {
        Some(dot) => dot.start(),
        None => message.start(),
    };
    let mut piece = range(start, message.end())?;
    let assigns = name.ends_with(b"=");
    if assigns && !message.as_slice().ends_with(b"=") {
        piece = with_equals(&call.as_node(), piece)?;
    }
    piece.one_line = !assigns && !name.iter().any(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80 || matches!(byte, b'_' | b'['));
    Some(piece)
}

pub(super) fn of_local_write(node: &LocalVariableOperatorWriteNode<'_>, point: Point, _name: Option<&str>) -> Option<Range> {
    match point {
        Point::Name => operator(&node.binary_operator_loc()),
        Point::Arguments => whole(&node.value().location()),
    }
}

fn is_word(name: &str) -> bool {
    name.starts_with(|letter: char| letter.is_alphabetic() || letter == '_')
}

pub(super) fn of_call_write(node: &CallOperatorWriteNode<'_>, point: Point, name: Option<&str>) -> Option<Range> {
    if point == Point::Arguments {
        return whole(&node.value().location());
    }
    let Some(name) = name.filter(|name| is_word(name)) else { return operator(&node.binary_operator_loc()) };
    let message = node.message_loc()?;
    let dot = node.call_operator_loc().filter(|dot| dot.start_line() == message.start_line());
    let piece = range(dot.map_or(message.start(), |dot| dot.start()), message.end())?;
    if name.ends_with('=') { with_equals(&node.as_node(), piece) } else { Some(piece) }
}

pub(super) fn of_index_write(node: &IndexOperatorWriteNode<'_>, point: Point, name: Option<&str>) -> Option<Range> {
    if point == Point::Arguments {
        let start = node.arguments().map_or(node.opening_loc().start() + 1, |arguments| arguments.location().start());
        return range(start, node.value().location().end());
    }
    let brackets = range(node.opening_loc().start(), node.closing_loc().end())?;
    match name {
        Some("[]") => Some(brackets),
        Some("[]=") => with_equals(&node.as_node(), brackets),
        _ if node.binary_operator_loc().start_line() != node.opening_loc().start_line() => None,
        _ => operator(&node.binary_operator_loc()),
    }
}

pub(super) fn of_path(node: &ConstantPathNode<'_>) -> Option<Range> {
    let (delimiter, name) = (node.delimiter_loc(), node.name_loc());
    let together = match node.parent() {
        Some(parent) if parent.location().end_line() == node.location().end_line() => true,
        _ => delimiter.end_line() == name.start_line(),
    };
    range(if together { delimiter.start() } else { name.start() }, name.end())
}

pub(super) fn of_path_write(node: &ConstantPathOperatorWriteNode<'_>, _point: Point, name: Option<&str>) -> Option<Range> {
    let target = node.target();
    let own = target.name().map(|own| crate::text(&own));
    if own.as_deref() == name {
        return range(target.delimiter_loc().start(), target.name_loc().end());
    }
    operator(&node.binary_operator_loc())
}

/// Whether one constant of a path that starts with a constant has the name: else it isn't known which is meant.
pub(super) fn is_only(path: &ConstantPathNode<'_>, name: Option<&str>) -> bool {
    let mut count = 0;
    let mut node = Some(path.as_node());
    while let Some(path) = node.as_ref().and_then(|node| node.as_constant_path_node()) {
        count += usize::from(path.name().map(|own| crate::text(&own)).as_deref() == name);
        node = path.parent();
    }
    match node.map(|node| node.as_constant_read_node()) {
        Some(Some(first)) => count += usize::from(Some(crate::text(&first.name()).as_str()) == name),
        Some(None) => return true,
        None => {}
    }
    count == 1
}
