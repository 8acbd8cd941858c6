//! Which part of an expression is evaluated first: the line of its first instruction in the reference.

use ruby_prism::*;

/// A part of an expression that has an instruction.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub line: u32,
    /// It tells leaves apart.
    pub offset: u32,
    /// It stands in a `begin` that may be tried again, with it.
    pub retried: bool,
}

type Leaf = Option<Place>;

/// The line on which a statement begins: of a `begin` that holds only `rescue`, that of its clause.
pub(super) fn begins_at(node: &Node<'_>) -> u32 {
    let clause = node.as_begin_node().filter(|begin| begin.statements().is_none()).and_then(|begin| begin.rescue_clause());
    line(&clause.map_or(node.location(), |clause| clause.location()))
}

fn line(location: &Location<'_>) -> u32 {
    location.start_line().max(0) as u32
}

fn at(location: &Location<'_>) -> Leaf {
    Some(Place { line: line(location), offset: location.start(), retried: false })
}

/// The first of the nodes, or the place itself.
fn first_of(nodes: Option<Node<'_>>, location: &Location<'_>) -> Leaf {
    match nodes {
        Some(node) => of(&node, false).or_else(|| at(location)),
        None => at(location),
    }
}

fn of_statements(statements: Option<StatementsNode<'_>>, popped: bool) -> Leaf {
    let body: Vec<Node<'_>> = statements.iter().flat_map(|statements| statements.body().iter()).collect();
    let (last, before) = body.split_last()?;
    before.iter().find_map(|node| of(node, true)).or_else(|| of(last, popped))
}

/// The leaf of an expression; none where it has no instruction, since nobody wants its value.
pub(super) fn of(node: &Node<'_>, popped: bool) -> Leaf {
    let here = node.location();
    macro_rules! value_first {
        ($($kind:ident $cast:ident $part:ident),*) => {
            match node {
                $(Node::$kind { .. } => if let Some(node) = node.$cast() {
                    return of(&node.$part(), false).or_else(|| at(&here));
                })*
                _ => {}
            }
        };
    }
    value_first!(
        LocalVariableWriteNode as_local_variable_write_node value, InstanceVariableWriteNode as_instance_variable_write_node value,
        GlobalVariableWriteNode as_global_variable_write_node value, ClassVariableWriteNode as_class_variable_write_node value,
        ConstantWriteNode as_constant_write_node value, AndNode as_and_node left, OrNode as_or_node left,
        MatchPredicateNode as_match_predicate_node value, SingletonClassNode as_singleton_class_node expression,
        ForNode as_for_node collection
    );
    match node {
        Node::NilNode { .. } | Node::TrueNode { .. } | Node::FalseNode { .. } | Node::SelfNode { .. } | Node::IntegerNode { .. }
        | Node::FloatNode { .. } | Node::RationalNode { .. } | Node::ImaginaryNode { .. } | Node::SymbolNode { .. }
        | Node::StringNode { .. } | Node::RegularExpressionNode { .. } | Node::SourceFileNode { .. } | Node::SourceLineNode { .. }
        | Node::SourceEncodingNode { .. } | Node::LocalVariableReadNode { .. } | Node::InstanceVariableReadNode { .. }
        | Node::ItLocalVariableReadNode { .. } | Node::BackReferenceReadNode { .. } | Node::NumberedReferenceReadNode { .. }
        | Node::DefinedNode { .. } if popped => None,
        Node::CallNode { .. } => of_call(&node.as_call_node()?),
        Node::CallOperatorWriteNode { .. } => first_of(node.as_call_operator_write_node()?.receiver(), &here),
        Node::CallAndWriteNode { .. } => first_of(node.as_call_and_write_node()?.receiver(), &here),
        Node::CallOrWriteNode { .. } => first_of(node.as_call_or_write_node()?.receiver(), &here),
        Node::IndexOperatorWriteNode { .. } => first_of(node.as_index_operator_write_node()?.receiver(), &here),
        Node::IndexAndWriteNode { .. } => first_of(node.as_index_and_write_node()?.receiver(), &here),
        Node::IndexOrWriteNode { .. } => first_of(node.as_index_or_write_node()?.receiver(), &here),
        Node::DefNode { .. } => first_of(node.as_def_node()?.receiver(), &here),
        Node::IfNode { .. } | Node::UnlessNode { .. } => of_condition(node, popped),
        Node::CaseNode { .. } => of_case(&node.as_case_node()?),
        Node::PreExecutionNode { .. } => None,
        Node::ReturnNode { .. } => of_arguments(node.as_return_node()?.arguments(), &here),
        Node::BreakNode { .. } => of_arguments(node.as_break_node()?.arguments(), &here),
        Node::NextNode { .. } => of_arguments(node.as_next_node()?.arguments(), &here),
        Node::YieldNode { .. } => of_arguments(node.as_yield_node()?.arguments(), &here),
        Node::BeginNode { .. } => of_begin(&node.as_begin_node()?, popped),
        Node::ParenthesesNode { .. } => match node.as_parentheses_node()?.body() {
            Some(body) => of(&body, popped),
            None => if popped { None } else { at(&here) },
        },
        Node::StatementsNode { .. } => of_statements(node.as_statements_node(), popped),
        Node::RescueModifierNode { .. } => of(&node.as_rescue_modifier_node()?.expression(), popped).or_else(|| at(&here)),
        Node::InterpolatedStringNode { .. } => of_parts(node.as_interpolated_string_node()?.parts(), &here),
        Node::InterpolatedSymbolNode { .. } => of_parts(node.as_interpolated_symbol_node()?.parts(), &here),
        Node::MatchWriteNode { .. } => of_call(&node.as_match_write_node()?.call()),
        Node::ArrayNode { .. } => of_array(&node.as_array_node()?, popped),
        Node::HashNode { .. } => of_hash(&node.as_hash_node()?, popped),
        Node::RangeNode { .. } => of_range(&node.as_range_node()?, popped),
        Node::MultiWriteNode { .. } => of_multiple(&node.as_multi_write_node()?),
        _ => at(&here),
    }
}

fn of_call(call: &CallNode<'_>) -> Leaf {
    let own = call.message_loc().filter(|_| call.name().as_slice() != b"call").unwrap_or_else(|| call.location());
    match call.receiver() {
        Some(Node::StringNode { .. }) if call.arguments().is_none() && matches!(call.name().as_slice(), b"freeze" | b"-@") => at(&own),
        Some(receiver) => of(&receiver, false).or_else(|| at(&own)),
        None => at(&own),
    }
}

/// Without a subject the first condition comes first.
fn of_case(case: &CaseNode<'_>) -> Leaf {
    let condition = case.conditions().iter().next().and_then(|clause| clause.as_when_node()?.conditions().iter().next());
    let predicate = case.predicate().or(condition);
    predicate.and_then(|node| of(&node, false)).or_else(|| at(&case.location()))
}

fn of_parts(parts: NodeList<'_>, here: &Location<'_>) -> Leaf {
    let first = parts.first().and_then(|part| part.as_embedded_statements_node());
    first.and_then(|embedded| of_statements(embedded.statements(), false)).or_else(|| at(here))
}

fn of_arguments(arguments: Option<ArgumentsNode<'_>>, here: &Location<'_>) -> Leaf {
    let list: Vec<Node<'_>> = arguments.iter().flat_map(|arguments| arguments.arguments().iter()).collect();
    match list.as_slice() {
        [] => at(here),
        [single] => of(single, false).or_else(|| at(here)),
        several if several.iter().all(is_static) => at(&several[0].location()),
        several => of(&several[0], false),
    }
}

fn of_begin(begin: &BeginNode<'_>, popped: bool) -> Leaf {
    let body_popped = popped && begin.rescue_clause().is_none();
    match of_statements(begin.statements(), body_popped) {
        Some(leaf) => Some(Place { retried: leaf.retried || begin.rescue_clause().is_some(), ..leaf }),
        None if begin.rescue_clause().is_some() || begin.ensure_clause().is_some() => {
            Some(Place { line: begins_at(&begin.as_node()), offset: begin.location().start(), retried: false })
        }
        None if popped => None,
        None => at(&begin.location()),
    }
}

fn of_condition(node: &Node<'_>, popped: bool) -> Leaf {
    let predicate = node.as_if_node().map(|branch| branch.predicate()).or_else(|| Some(node.as_unless_node()?.predicate()))?;
    let taken = match truth(&predicate) {
        None => return of_predicate(&predicate),
        Some(truth) => truth,
    };
    let body = match (node.as_if_node(), node.as_unless_node()) {
        (Some(branch), _) if taken => branch.statements().map(|body| body.as_node()),
        (Some(branch), _) => match branch.subsequent() {
            Some(Node::ElseNode { .. }) => branch.subsequent()?.as_else_node()?.statements().map(|body| body.as_node()),
            other => other,
        },
        (_, Some(branch)) if !taken => branch.statements().map(|body| body.as_node()),
        (_, Some(branch)) => branch.else_clause().and_then(|clause| clause.statements()).map(|body| body.as_node()),
        _ => None,
    };
    match body {
        Some(body) => of(&body, popped),
        None if popped => None,
        None => at(&node.location()),
    }
}

/// A condition: what is settled beforehand in `and` and `or` is left out.
fn of_predicate(node: &Node<'_>) -> Leaf {
    let (left, right) = match node {
        Node::AndNode { .. } => (node.as_and_node()?.left(), node.as_and_node()?.right()),
        Node::OrNode { .. } => (node.as_or_node()?.left(), node.as_or_node()?.right()),
        _ => return of(node, false),
    };
    if truth(&left).is_some() { of_predicate(&right) } else { of_predicate(&left) }
}

fn of_array(array: &ArrayNode<'_>, popped: bool) -> Leaf {
    let elements: Vec<Node<'_>> = array.elements().iter().collect();
    if elements.iter().all(is_static) {
        return if popped { None } else { at(&array.location()) };
    }
    match elements.first() {
        Some(Node::SplatNode { .. }) => {
            let value = elements[0].as_splat_node().and_then(|splat| splat.expression());
            value.and_then(|value| of(&value, false)).or_else(|| at(&array.location()))
        }
        // A run of literals at the beginning is one.
        Some(first) if is_static(first) => if popped { elements.iter().find_map(|element| of(element, true)) } else { at(&first.location()) },
        Some(first) => of(first, popped),
        None => at(&array.location()),
    }
}

fn of_hash(hash: &HashNode<'_>, popped: bool) -> Leaf {
    let elements: Vec<Node<'_>> = hash.elements().iter().collect();
    if elements.iter().all(is_static) {
        return if popped { None } else { at(&hash.location()) };
    }
    let Some(pair) = elements.first().and_then(|first| first.as_assoc_node()) else { return at(&hash.location()) };
    if popped {
        return elements.iter().filter_map(|element| element.as_assoc_node()).find_map(|pair| of(&pair.key(), true).or_else(|| of(&pair.value(), true)));
    }
    // A run of literals at the beginning is one.
    if is_static(&elements[0]) { at(&hash.location()) } else { of(&pair.key(), false) }
}

fn of_range(range: &RangeNode<'_>, popped: bool) -> Leaf {
    let ends = [range.left(), range.right()];
    let plain = ends.iter().flatten().all(|end| matches!(end, Node::IntegerNode { .. } | Node::NilNode { .. }));
    match ends.into_iter().flatten().next().filter(|_| !plain) {
        Some(first) => of(&first, popped),
        None if popped => None,
        None => at(&range.location()),
    }
}

/// Receivers of targets come first, then the values.
fn of_multiple(node: &MultiWriteNode<'_>) -> Leaf {
    let rest = node.rest().and_then(|rest| rest.as_splat_node()?.expression());
    let targets = node.lefts().iter().chain(rest).chain(node.rights().iter());
    let receiver = targets.into_iter().find_map(|target| match target {
        Node::CallTargetNode { .. } => of(&target.as_call_target_node()?.receiver(), false),
        Node::IndexTargetNode { .. } => of(&target.as_index_target_node()?.receiver(), false),
        Node::ConstantPathTargetNode { .. } => of(&target.as_constant_path_target_node()?.parent()?, false),
        _ => None,
    });
    if receiver.is_some() {
        return receiver;
    }
    let value = node.value();
    match value.as_array_node().filter(|array| array.opening_loc().is_none()) {
        Some(list) => list.elements().iter().next().and_then(|first| of(&first, false)).or_else(|| at(&value.location())),
        None => of(&value, false),
    }
}

/// Literals that the reference folds with those around them.
fn is_static(node: &Node<'_>) -> bool {
    match node {
        Node::NilNode { .. } | Node::TrueNode { .. } | Node::FalseNode { .. } | Node::IntegerNode { .. } | Node::FloatNode { .. }
        | Node::RationalNode { .. } | Node::ImaginaryNode { .. } | Node::SymbolNode { .. } | Node::RegularExpressionNode { .. }
        | Node::SourceLineNode { .. } | Node::SourceEncodingNode { .. } => true,
        Node::StringNode { .. } => node.as_string_node().is_some_and(|string| string.is_frozen()),
        Node::AssocNode { .. } => node.as_assoc_node().is_some_and(|pair| is_static(&pair.key()) && is_static(&pair.value())),
        _ => false,
    }
}

/// The truth value that a condition always has: the reference has no instructions for the other way in the end.
pub(super) fn truth(node: &Node<'_>) -> Option<bool> {
    match node {
        Node::TrueNode { .. } | Node::IntegerNode { .. } | Node::FloatNode { .. } | Node::ImaginaryNode { .. } | Node::RationalNode { .. }
        | Node::SymbolNode { .. } | Node::StringNode { .. } | Node::RegularExpressionNode { .. } | Node::LambdaNode { .. }
        | Node::SourceLineNode { .. } | Node::SourceEncodingNode { .. } => Some(true),
        Node::FalseNode { .. } | Node::NilNode { .. } => Some(false),
        Node::AndNode { .. } => {
            let and = node.as_and_node()?;
            match truth(&and.left()) {
                Some(true) => truth(&and.right()),
                left => left,
            }
        }
        Node::OrNode { .. } => {
            let or = node.as_or_node()?;
            match truth(&or.left()) {
                Some(false) => truth(&or.right()),
                left => left,
            }
        }
        Node::ParenthesesNode { .. } => {
            let last = node.as_parentheses_node()?.body()?.as_statements_node()?.body().last()?;
            if last.as_nil_node().is_some() { Some(false) } else { settled(node) }
        }
        _ => None,
    }
}

/// The only way that the reference has out of a condition while it compiles it, where it has but one: it counts no branches
/// then. What stands in parentheses it takes for any other expression, and knows its truth only if there is nothing but
/// one value to put there.
pub(super) fn settled(node: &Node<'_>) -> Option<bool> {
    match node {
        Node::StringNode { .. } | Node::RegularExpressionNode { .. } | Node::LambdaNode { .. } => Some(true),
        Node::NilNode { .. } => Some(false),
        Node::AndNode { .. } => {
            let and = node.as_and_node()?;
            match (settled(&and.left()), settled(&and.right())) {
                (Some(true), right) => right,
                (_, right) => right.filter(|&holds| !holds),
            }
        }
        Node::OrNode { .. } => {
            let or = node.as_or_node()?;
            match (settled(&or.left()), settled(&or.right())) {
                (Some(false), right) => right,
                (_, right) => right.filter(|&holds| holds),
            }
        }
        _ => truth_of_value(node),
    }
}

/// The truth of an expression that is but one object, put there as it is.
fn truth_of_value(node: &Node<'_>) -> Option<bool> {
    match node {
        Node::FalseNode { .. } => Some(false),
        Node::NilNode { .. } => None,
        Node::RangeNode { .. } => {
            let range = node.as_range_node()?;
            [range.left(), range.right()].iter().flatten().all(|end| matches!(end, Node::IntegerNode { .. } | Node::NilNode { .. })).then_some(true)
        }
        Node::ParenthesesNode { .. } => {
            let body = node.as_parentheses_node()?.body()?.as_statements_node()?.body();
            let (before, last) = (body.len().checked_sub(1)?, body.last()?);
            if body.iter().take(before).all(|statement| is_silent(&statement)) { truth_of_value(&last) } else { None }
        }
        other => is_static(other).then_some(true),
    }
}

/// Whether a statement whose value nobody wants has no instruction; an array that is not all literals is made all the same.
fn is_silent(node: &Node<'_>) -> bool {
    match node {
        Node::ArrayNode { .. } => node.as_array_node().is_some_and(|array| array.elements().iter().all(|element| is_static(&element))),
        _ => of(node, true).is_none(),
    }
}
