//! Which part of a line an error is about: what `ErrorHighlight` underlines.
//!
//! No place narrower than a line is kept while a program of files runs. When an error is shown its file is compiled once more,
//! noting for each instruction the piece of text that it comes from; the function in which the error was raised is
//! found again by its name, its line and its instructions, and the piece says which node of the tree is meant.

mod rules;

use ruby_prism::*;
use rutile_bytecode::{Function, FunctionKind, Instruction, Op};

use crate::options::Options;

/// The piece of the source that an error points at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Point {
    /// The name that was called.
    Name,
    /// The arguments of the call.
    Arguments,
}

/// Where the machine stood.
pub struct Standing<'a> {
    pub kind: FunctionKind,
    pub name: &'a str,
    /// Line on which the function begins.
    pub line: u32,
    pub instructions: &'a [Instruction],
    /// The names that it uses.
    pub names: &'a [String],
    /// The one among the instructions.
    pub at: usize,
}

/// A piece of one line or more; columns are counted in bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spot {
    pub first_line: u32,
    pub first_column: u32,
    pub last_line: u32,
    pub last_column: u32,
    /// The lines that it stands in.
    pub snippet: String,
}

/// Finds the piece, if the source is still what was run and the piece is one that can be shown.
pub fn spot(source: &[u8], options: &Options, standing: &Standing<'_>, point: Point, name: Option<&str>) -> Option<Spot> {
    let options = Options { positions: true, coverage: None, ..options.clone() };
    let compiled = crate::compile(source, &options).ok()?;
    let piece = *find_function(&compiled.function, standing)?.positions.get(standing.at)?;
    spot_of(source, Sought::Piece(piece), point, name)
}

/// The piece of a node, given by its number, if it is one that can be shown.
pub fn spot_of_node(source: &[u8], number: u32, point: Point, name: Option<&str>) -> Option<Spot> {
    spot_of(source, Sought::Number(number), point, name)
}

/// The number of the node at which the machine stood, if the source is still what was run.
pub fn node(source: &[u8], options: &Options, standing: &Standing<'_>) -> Option<u32> {
    let options = Options { positions: true, nodes: true, coverage: None, ..options.clone() };
    let compiled = crate::compile(source, &options).ok()?;
    let nodes = &find_function(&compiled.function, standing)?.nodes;
    nodes.iter().take_while(|entry| entry.pc as usize <= standing.at).last().map(|entry| entry.line)
}

fn spot_of(source: &[u8], sought: Sought, point: Point, name: Option<&str>) -> Option<Spot> {
    let parsed = parse(source);
    let mut finder = Finder { sought, name, path: Vec::new(), found: None, point };
    finder.visit(&parsed.node());
    let range = finder.found?;
    Lines::of(source).spot(range)
}

/// The function where the machine stood, if that is known: of several that do the same on one line, the one that does it
/// with the same operands.
fn find_function<'a>(whole: &'a Function, standing: &Standing<'_>) -> Option<&'a Function> {
    let mut functions = Vec::new();
    find_functions(whole, standing, &mut functions);
    let same: Vec<&Function> = functions.iter().copied().filter(|function| function.instructions == standing.instructions).collect();
    let functions = if same.is_empty() { functions } else { same };
    let [function] = functions[..] else { return None };
    Some(function)
}

/// The functions that could be the one where the machine stood.
fn find_functions<'a>(function: &'a Function, standing: &Standing<'_>, found: &mut Vec<&'a Function>) {
    let operations = |instructions: &[Instruction]| -> Vec<Op> { instructions.iter().map(|instruction| instruction.op).collect() };
    let same = function.kind == standing.kind && function.line == standing.line && function.name == standing.name;
    if same && function.names == standing.names && operations(&function.instructions) == operations(standing.instructions) {
        found.push(function);
    }
    function.functions.iter().for_each(|nested| find_functions(nested, standing, found));
}

/// A piece of text by its offsets, and whether it ends with the line that it begins on, wherever its columns say that it ends.
#[derive(Clone, Copy)]
pub(crate) struct Range {
    start: usize,
    end: usize,
    one_line: bool,
}

/// How the node is known that is looked for.
enum Sought {
    /// By the offsets of its text.
    Piece((u32, u32)),
    Number(u32),
}

/// Looks for a node.
struct Finder<'a, 'pr> {
    sought: Sought,
    name: Option<&'a str>,
    point: Point,
    /// The constants' paths around the node being looked at, outermost first.
    path: Vec<ConstantPathNode<'pr>>,
    found: Option<Range>,
}

impl Finder<'_, '_> {
    fn is_sought(&self, node: &Node<'_>) -> bool {
        match self.sought {
            Sought::Piece(piece) => (node.location().start(), node.location().end()) == piece,
            Sought::Number(number) => crate::parser_questions::number_of(node) == number,
        }
    }
}

macro_rules! look {
    ($($method:ident $kind:ident $rule:path),*) => {
        $(fn $method(&mut self, node: &$kind<'pr>) {
            if self.found.is_none() && self.is_sought(&node.as_node()) {
                self.found = $rule(node, self.point, self.name);
            }
            ruby_prism::$method(self, node);
        })*
    };
}

impl<'pr> Visit<'pr> for Finder<'_, 'pr> {
    look!(
        visit_call_node CallNode rules::of_call,
        visit_local_variable_operator_write_node LocalVariableOperatorWriteNode rules::of_local_write,
        visit_call_operator_write_node CallOperatorWriteNode rules::of_call_write,
        visit_index_operator_write_node IndexOperatorWriteNode rules::of_index_write,
        visit_constant_path_operator_write_node ConstantPathOperatorWriteNode rules::of_path_write
    );

    fn visit_constant_read_node(&mut self, node: &ConstantReadNode<'pr>) {
        if self.found.is_none() && self.is_sought(&node.as_node()) && self.path.first().is_none_or(|path| rules::is_only(path, self.name)) {
            self.found = rules::whole(&node.location());
        }
    }

    fn visit_constant_path_node(&mut self, node: &ConstantPathNode<'pr>) {
        let Some(path) = node.as_node().as_constant_path_node() else { return };
        self.path.push(path);
        if self.found.is_none() && self.is_sought(&node.as_node()) && self.path.first().is_none_or(|path| rules::is_only(path, self.name)) {
            self.found = rules::of_path(node);
        }
        ruby_prism::visit_constant_path_node(self, node);
        self.path.pop();
    }
}

/// A source with the beginnings of its lines.
struct Lines<'a> {
    source: &'a [u8],
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn of(source: &'a [u8]) -> Lines<'a> {
        let ends = source.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
        Lines { source, starts: std::iter::once(0).chain(ends).collect() }
    }

    fn line_of(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset) - 1
    }

    /// None where there is nothing to underline, or more than plain letters.
    fn spot(&self, range: Range) -> Option<Spot> {
        let (first, last) = (self.line_of(range.start), self.line_of(range.end));
        let (first_column, last_column) = (range.start - self.starts[first], range.end - self.starts[last]);
        let last = if range.one_line { first } else { last };
        let end = self.starts.get(last + 1).copied().unwrap_or(self.source.len());
        let mut snippet = String::from_utf8(self.source.get(self.starts[first]..end)?.to_vec()).ok()?;
        if !snippet.ends_with('\n') {
            snippet.push('\n');
        }
        (snippet.is_ascii() && first_column < last_column).then_some(Spot {
            first_line: first as u32 + 1,
            first_column: first_column as u32,
            last_line: last as u32 + 1,
            last_column: last_column as u32,
            snippet,
        })
    }
}
