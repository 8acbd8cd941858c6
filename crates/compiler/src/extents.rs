//! Where the text of each method, lambda and block begins and ends. The machine keeps no columns; who asks for them
//! (`RubyVM::InstructionSequence#to_a`) has the file looked through once more.

use ruby_prism::*;
use rutile_bytecode::FunctionKind;
use rutile_fiber::on_deep_stack;

/// Calls whose block becomes a lambda.
const LAMBDA_MAKERS: [&[u8]; 3] = [b"lambda", b"define_method", b"define_singleton_method"];

/// The text of a function; columns are counted in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// `Method`, `Block` or `Lambda`.
    pub kind: FunctionKind,
    pub first_line: u32,
    pub first_column: u32,
    pub last_line: u32,
    pub last_column: u32,
}

/// The extents in a source, in the order of their beginnings.
pub fn extents(source: &[u8]) -> Vec<Extent> {
    on_deep_stack(|| {
        let parsed = parse(source);
        let mut finder = Finder::default();
        finder.visit(&parsed.node());
        finder.found
    })
}

#[derive(Default)]
struct Finder {
    found: Vec<Extent>,
    /// Whether the block that comes next is given to a call that makes it a lambda.
    makes_lambda: bool,
}

impl Finder {
    fn found(&mut self, kind: FunctionKind, location: &Location<'_>, first_column: u32) {
        let [first_line, last_line] = [location.start_line(), location.end_line()].map(|line| line.max(0) as u32);
        self.found.push(Extent { kind, first_line, first_column, last_line, last_column: location.end_column() });
    }
}

impl<'pr> Visit<'pr> for Finder {
    fn visit_def_node(&mut self, node: &DefNode<'pr>) {
        let location = node.location();
        self.found(FunctionKind::Method, &location, location.start_column());
        visit_def_node(self, node);
    }

    fn visit_lambda_node(&mut self, node: &LambdaNode<'pr>) {
        // A lambda's code begins behind its arrow.
        self.found(FunctionKind::Lambda, &node.location(), node.operator_loc().end_column());
        visit_lambda_node(self, node);
    }

    fn visit_call_node(&mut self, node: &CallNode<'pr>) {
        self.makes_lambda = LAMBDA_MAKERS.contains(&node.name().as_slice());
        if let Some(block) = node.block() {
            self.visit(&block);
        }
        self.makes_lambda = false;
        if let Some(receiver) = node.receiver() {
            self.visit(&receiver);
        }
        if let Some(arguments) = node.arguments() {
            self.visit_arguments_node(&arguments);
        }
    }

    fn visit_block_node(&mut self, node: &BlockNode<'pr>) {
        let location = node.location();
        let kind = if std::mem::take(&mut self.makes_lambda) { FunctionKind::Lambda } else { FunctionKind::Block };
        self.found(kind, &location, location.start_column());
        visit_block_node(self, node);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_function_has_its_extent() {
        let found = extents(b"def a\n  b { 1 }\nend\nlambda { -> (x) { x } }\n");
        let shown: Vec<_> = found.iter().map(|e| (e.kind, e.first_line, e.first_column, e.last_line, e.last_column)).collect();
        let wanted = [
            (FunctionKind::Method, 1, 0, 3, 3),
            (FunctionKind::Block, 2, 4, 2, 9),
            (FunctionKind::Lambda, 4, 7, 4, 23),
            (FunctionKind::Lambda, 4, 11, 4, 21),
        ];
        assert_eq!(shown, wanted);
    }
}
