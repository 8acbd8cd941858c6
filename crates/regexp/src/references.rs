//! Checks that need a whole pattern: the numbers of groups, calls of groups, and
//! what may stand in a look-behind.

use crate::error::{Error, Result};
use crate::parse::{Parsed, Parser};
use crate::tree::{Anchor, GroupName, Look, Node};

/// Settles a pattern's references.
pub fn resolve(parser: Parser<'_>, mut root: Node) -> Result<Parsed> {
    let demand = parser.demanded();
    let (mut names, mut group_count) = (parser.names, parser.group_count);
    if !names.is_empty() {
        if parser.numbered_use {
            return Err(Error::new("numbered backref/call is not allowed. (use name)"));
        }
        group_count = drop_unnamed(&mut root, &mut names, group_count, &parser.unnamed);
    }
    let mut failure = None;
    root.change(&mut |node| {
        if let Err(error) = check(node, &names, group_count) {
            failure.get_or_insert(error);
        }
    });
    if let Some(error) = failure {
        return Err(error);
    }
    check_recursion(&root, group_count)?;
    look_behinds(&mut root)?;
    Ok(Parsed { root, names, group_count, demand, has_property: parser.has_property, warnings: parser.warnings })
}

/// Where groups have names, those without one only group. The rest is numbered anew.
fn drop_unnamed(root: &mut Node, names: &mut [(Vec<u8>, Vec<usize>)], count: usize, unnamed: &[usize]) -> usize {
    let mut numbers = vec![0; count + 1];
    let mut next = 0;
    for (number, new) in numbers.iter_mut().enumerate().skip(1) {
        if unnamed.binary_search(&number).is_err() {
            next += 1;
            *new = next;
        }
    }
    for (_, of_name) in names.iter_mut() {
        of_name.iter_mut().for_each(|number| *number = numbers[*number]);
    }
    root.change(&mut |node| match node {
        Node::Capture { number, body } => match numbers[*number] {
            0 => *node = std::mem::replace(body, Node::Empty),
            new => *number = new,
        },
        Node::Reference { groups, .. } => groups.iter_mut().for_each(|group| *group = numbers[*group]),
        Node::Condition { group, .. } => *group = numbers[*group],
        _ => {}
    });
    next
}

fn check(node: &mut Node, names: &[(Vec<u8>, Vec<usize>)], count: usize) -> Result<()> {
    match node {
        Node::Reference { groups, .. } if groups.iter().any(|&group| group > count) => Err(Error::new("invalid backref number/name")),
        Node::Condition { group, .. } if *group > count => Err(Error::new("invalid backref number/name")),
        Node::Call(GroupName::Number(number)) if *number > count => {
            Err(Error::about("undefined group <", number.to_string().as_bytes(), "> reference"))
        }
        Node::Call(target @ GroupName::Name(_)) => {
            let GroupName::Name(name) = &*target else { return Ok(()) };
            let numbers = names.iter().find(|(known, _)| known == name).map(|(_, numbers)| numbers.as_slice());
            match numbers {
                None => Err(Error::about("undefined name <", name, "> reference")),
                Some([number]) => {
                    *target = GroupName::Number(*number);
                    Ok(())
                }
                Some(_) => Err(Error::about("multiplex definition name <", name, "> call")),
            }
        }
        _ => Ok(()),
    }
}

// --- recursion ---

/// The bodies of groups by number; 0 is the whole.
pub fn bodies(root: &Node, count: usize) -> Vec<Option<&Node>> {
    fn collect<'a>(node: &'a Node, found: &mut Vec<Option<&'a Node>>) {
        if let Node::Capture { number, body } = node {
            found[*number] = Some(body);
        }
        node.children().into_iter().for_each(|child| collect(child, found));
    }
    let mut found = vec![None; count + 1];
    found[0] = Some(root);
    collect(root, &mut found);
    found
}

/// A group that can't match without a call of itself never ends.
fn check_recursion(root: &Node, count: usize) -> Result<()> {
    if !root.any(&mut |node| matches!(node, Node::Call(_))) {
        return Ok(());
    }
    let bodies = bodies(root, count);
    // Groups that some text is known to match, by and by.
    let mut finite = vec![false; count + 1];
    loop {
        let before = finite.clone();
        for number in 0..=count {
            finite[number] = finite[number] || bodies[number].is_none_or(|body| can_end(body, &finite));
        }
        if finite == before {
            break;
        }
    }
    let endless = finite.iter().any(|finite| !finite);
    let left_recursive = (0..=count).any(|number| bodies[number].is_some_and(|body| calls_first(body, number, &bodies, &mut vec![false; count + 1]).0));
    if endless || left_recursive {
        return Err(Error::new("never ending recursion"));
    }
    Ok(())
}

fn can_end(node: &Node, finite: &[bool]) -> bool {
    match node {
        Node::Call(GroupName::Number(number)) => finite[*number],
        Node::Choice(choices) => choices.iter().any(|choice| can_end(choice, finite)),
        Node::Repeat { low: 0, .. } => true,
        Node::Condition { yes, no, .. } => can_end(yes, finite) || can_end(no, finite),
        _ => node.children().into_iter().all(|child| can_end(child, finite)),
    }
}

/// Whether a node may come to a call of a group before any character is matched, and whether it may match none.
fn calls_first(node: &Node, group: usize, bodies: &[Option<&Node>], seen: &mut Vec<bool>) -> (bool, bool) {
    match node {
        Node::Call(GroupName::Number(number)) if *number == group => (true, false),
        Node::Call(GroupName::Number(number)) => match bodies[*number].filter(|_| !seen[*number]) {
            None => (false, false),
            Some(body) => {
                seen[*number] = true;
                let found = calls_first(body, group, bodies, seen);
                seen[*number] = false;
                found
            }
        },
        Node::Sequence(nodes) => {
            for node in nodes {
                match calls_first(node, group, bodies, seen) {
                    (true, _) => return (true, false),
                    (false, false) => return (false, false),
                    (false, true) => {}
                }
            }
            (false, true)
        }
        Node::Choice(choices) => choices.iter().fold((false, false), |(calls, empty), choice| {
            let found = calls_first(choice, group, bodies, seen);
            (calls || found.0, empty || found.1)
        }),
        Node::Condition { yes, no, .. } => {
            let (one, two) = (calls_first(yes, group, bodies, seen), calls_first(no, group, bodies, seen));
            (one.0 || two.0, one.1 || two.1)
        }
        Node::Repeat { body, low, .. } => {
            let found = calls_first(body, group, bodies, seen);
            (found.0, found.1 || *low == 0)
        }
        Node::Look(_, body) => (calls_first(body, group, bodies, seen).0, true),
        Node::Capture { body, .. } | Node::Atomic(body) => calls_first(body, group, bodies, seen),
        Node::Absent(body) => (calls_first(body, group, bodies, seen).0, true),
        Node::Text { .. } | Node::Set(..) | Node::Any { .. } => (false, false),
        Node::Reference { groups, .. } => (false, groups.contains(&group) || may_be_nothing(node, bodies, 0)),
        Node::Empty | Node::Anchor(_) | Node::Call(_) => (false, true),
    }
}

/// Whether a match of a node can be no longer than nothing. What a reference matches is as long as its group is at least.
pub fn may_be_nothing(node: &Node, bodies: &[Option<&Node>], depth: usize) -> bool {
    /// So many groups within each other are looked into.
    const DEEPEST: usize = 4;
    let of = |node: &Node| may_be_nothing(node, bodies, depth);
    let group = |number: usize| depth >= DEEPEST || bodies[number].is_none_or(|body| may_be_nothing(body, bodies, depth + 1));
    match node {
        Node::Text { .. } | Node::Set(..) | Node::Any { .. } => false,
        Node::Sequence(nodes) => nodes.iter().all(of),
        Node::Choice(choices) => choices.iter().any(of),
        Node::Repeat { body, low, .. } => *low == 0 || of(body),
        Node::Capture { body, .. } | Node::Atomic(body) => of(body),
        Node::Condition { yes, no, .. } => of(yes) || of(no),
        Node::Call(GroupName::Number(number)) => group(*number),
        Node::Reference { groups, .. } => groups.iter().any(|&number| group(number)),
        Node::Call(_) | Node::Empty | Node::Anchor(_) | Node::Look(..) | Node::Absent(_) => true,
    }
}

// --- look-behinds ---

/// Checks what stands in look-behinds; alternatives of different lengths become look-behinds of their own.
fn look_behinds(root: &mut Node) -> Result<()> {
    let snapshot = root.clone();
    let count = group_count(&snapshot);
    let bodies = bodies(&snapshot, count);
    let mut failure = None;
    root.change(&mut |node| {
        if let Node::Look(look @ (Look::Behind | Look::NotBehind), body) = node {
            let (look, body) = (*look, std::mem::replace(body, Box::new(Node::Empty)));
            match look_behind(look, *body, &bodies) {
                Ok(new) => *node = new,
                Err(error) => {
                    failure.get_or_insert(error);
                }
            }
        }
    });
    failure.map_or(Ok(()), Err)
}

fn group_count(root: &Node) -> usize {
    let mut most = 0;
    root.any(&mut |node| {
        if let Node::Capture { number, .. } = node {
            most = most.max(*number);
        }
        false
    });
    most
}

fn look_behind(look: Look, body: Node, bodies: &[Option<&Node>]) -> Result<Node> {
    let invalid = || Error::new("invalid pattern in look-behind");
    let negative = look == Look::NotBehind;
    let forbidden = |node: &Node| match node {
        Node::Reference { .. } | Node::Atomic(_) | Node::Condition { .. } | Node::Absent(_) => true,
        Node::Capture { .. } => negative,
        Node::Look(Look::Ahead | Look::NotAhead, _) => true,
        Node::Anchor(Anchor::TextEnd | Anchor::LastLineEnd) => true,
        _ => false,
    };
    if body.any(&mut { forbidden }) {
        return Err(invalid());
    }
    if length(&body, bodies, 0).is_some() {
        return Ok(Node::Look(look, Box::new(body)));
    }
    let Node::Choice(choices) = body else { return Err(invalid()) };
    if choices.iter().any(|choice| length(choice, bodies, 0).is_none()) {
        return Err(invalid());
    }
    let each: Vec<Node> = choices.into_iter().map(|choice| Node::Look(look, Box::new(choice))).collect();
    Ok(if negative { Node::Sequence(each) } else { Node::Choice(each) })
}

/// How many characters a node matches, where that is always the same.
pub fn length(node: &Node, bodies: &[Option<&Node>], depth: usize) -> Option<u32> {
    const DEEPEST: usize = 100;
    if depth > DEEPEST {
        return None;
    }
    let of = |node: &Node| length(node, bodies, depth + 1);
    match node {
        Node::Empty | Node::Anchor(_) | Node::Look(..) | Node::Absent(_) => Some(0),
        Node::Set(..) | Node::Any { .. } => Some(1),
        Node::Text { characters, .. } => Some(characters.len() as u32),
        Node::Sequence(nodes) => nodes.iter().try_fold(0u32, |sum, node| sum.checked_add(of(node)?)),
        Node::Choice(choices) => {
            let first = of(choices.first()?)?;
            choices.iter().all(|choice| of(choice) == Some(first)).then_some(first)
        }
        Node::Repeat { body, low, high, .. } => (*high == Some(*low)).then(|| of(body))?.and_then(|one| one.checked_mul(*low)),
        Node::Capture { body, .. } | Node::Atomic(body) => of(body),
        Node::Condition { yes, no, .. } => of(yes).filter(|one| of(no) == Some(*one)),
        Node::Call(GroupName::Number(number)) => bodies.get(*number).copied().flatten().and_then(of),
        Node::Call(_) | Node::Reference { .. } => None,
    }
}
