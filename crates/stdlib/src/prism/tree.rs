//! The nodes of Prism's binary form, found again below each other.
//!
//! Each is written behind its children, in the order of their fields, a zero for one that isn't there:
//!
//! ```text
//!   foo + 1     foo's record   ArgumentsNode's child, its record   0 (no block)   CallNode's record
//! ```

use super::nodes::{Form, Plans};
use super::reader::{Outcome, Reader, Trouble};

/// Before the children of a node of which some need not be read; their lengths follow.
const LAZY: u8 = 255;
const LAZY_LENGTHS: usize = 8;

pub struct Record {
    /// Index of its plan.
    pub kind: usize,
    /// Where its fields begin.
    pub at: usize,
    first_child: usize,
    children: usize,
}

pub struct Tree {
    pub records: Vec<Record>,
    children: Vec<Option<usize>>,
    pub root: Option<usize>,
}

impl Tree {
    /// The tree from a place on to the end.
    pub fn read(input: &[u8], at: usize, plans: &Plans) -> Outcome<Tree> {
        let mut reader = Reader { input, at };
        let mut tree = Tree { records: Vec::new(), children: Vec::new(), root: None };
        let mut waiting: Vec<Option<usize>> = Vec::new();
        while reader.at < input.len() {
            match reader.byte()? {
                0 => waiting.push(None),
                LAZY => reader.take(LAZY_LENGTHS).map(|_| ())?,
                kind => {
                    let kind = usize::from(kind) - 1;
                    let at = reader.at;
                    let count = skip(&mut reader, kind, plans)?;
                    let first = waiting.len().checked_sub(count).ok_or(Trouble::Malformed)?;
                    let first_child = tree.children.len();
                    tree.children.extend(waiting.drain(first..));
                    waiting.push(Some(tree.records.len()));
                    tree.records.push(Record { kind, at, first_child, children: count });
                }
            }
        }
        tree.root = waiting.pop().flatten();
        if tree.root.is_some() && waiting.is_empty() { Ok(tree) } else { Err(Trouble::Malformed) }
    }

    pub fn children_of(&self, record: &Record) -> &[Option<usize>] {
        &self.children[record.first_child..record.first_child + record.children]
    }
}

/// Passes a record; how many children stand before it.
fn skip(reader: &mut Reader<'_>, kind: usize, plans: &Plans) -> Outcome<usize> {
    let plan = plans.nodes.get(kind).ok_or(Trouble::Malformed)?;
    reader.number()?;
    reader.location()?;
    reader.number()?;
    let mut children = 0;
    for (form, _) in &plan.fields {
        match form {
            Form::Node | Form::OptionalNode => children += 1,
            Form::Nodes => children += reader.number()? as usize,
            Form::Number => reader.number().map(|_| ())?,
            Form::Numbers => reader.numbers()?,
            Form::Location => reader.location()?,
            Form::OptionalLocation => {
                if reader.byte()? != 0 {
                    reader.location()?;
                }
            }
            Form::Text => {
                let length = reader.number()?;
                reader.take(length as usize)?;
            }
            Form::Integer => {
                reader.byte()?;
                reader.numbers()?;
            }
            Form::Double => reader.take(8).map(|_| ())?,
            Form::Byte => reader.byte().map(|_| ())?,
        }
    }
    Ok(children)
}
