//! Numbers, nil and the like, arrays, hashes, ranges.

use ruby_prism::*;
use rutile_bytecode::{Literal, Op};

use crate::compiler::{Compiler, Destination};
use crate::error::Result;
use crate::scope::Register;

/// Elements of an Array literal that are gathered in registers before they are stored.
pub(crate) const ARRAY_CHUNK: usize = 128;

/// An integer of the tree as a literal.
pub(crate) fn integer(value: &Integer<'_>) -> Literal {
    let (negative, digits) = value.to_u32_digits();
    of_digits(negative, digits)
}

/// The integer of little-endian digits.
fn of_digits(negative: bool, digits: &[u32]) -> Literal {
    let used = digits.iter().rposition(|&digit| digit != 0).map_or(0, |last| last + 1);
    if used <= 2 {
        let low = digits.first().copied().unwrap_or(0) as u64;
        let high = if used == 2 { digits[1] as u64 } else { 0 };
        let magnitude = (high << 32 | low) as i128;
        if let Ok(small) = i64::try_from(if negative { -magnitude } else { magnitude }) {
            return Literal::Integer(small);
        }
    }
    Literal::BigInteger { negative, digits: digits[..used].to_vec() }
}

/// From so many elements on, an Array of literals is copied from one rather than made of each.
const COPIED_ARRAY: usize = 4;

/// The literal that a number is.
fn number(node: &Node<'_>) -> Option<Literal> {
    match node {
        Node::IntegerNode { .. } => node.as_integer_node().map(|node| integer(&node.value())),
        Node::FloatNode { .. } => node.as_float_node().map(|node| Literal::Float(node.value())),
        Node::RationalNode { .. } => node.as_rational_node().map(|node| rational(&node)),
        Node::ImaginaryNode { .. } => {
            let numeric = number(&node.as_imaginary_node()?.numeric())?;
            Some(Literal::Imaginary(Box::new(numeric)))
        }
        _ => None,
    }
}

/// A fraction in its lowest terms. The denominator is a power of ten, and the parser reduces small ones only.
fn rational(node: &RationalNode<'_>) -> Literal {
    let (numerator, denominator) = (node.numerator(), node.denominator());
    let (negative, digits) = numerator.to_u32_digits();
    let (mut over, mut under) = (digits.to_vec(), denominator.to_u32_digits().1.to_vec());
    for prime in [2, 5] {
        while let (Some(less), Some(fewer)) = (divided(&over, prime), divided(&under, prime)) {
            (over, under) = (less, fewer);
        }
    }
    Literal::Rational { numerator: Box::new(of_digits(negative, &over)), denominator: Box::new(of_digits(false, &under)) }
}

/// Little-endian digits of a number divided by a small one; `None` where something is left over, or nothing is there.
fn divided(digits: &[u32], divisor: u32) -> Option<Vec<u32>> {
    let mut quotient = digits.to_vec();
    let mut rest = 0;
    for digit in quotient.iter_mut().rev() {
        let value = rest << 32 | u64::from(*digit);
        *digit = (value / u64::from(divisor)) as u32;
        rest = value % u64::from(divisor);
    }
    if rest == 0 && digits.iter().any(|&digit| digit != 0) { Some(quotient) } else { None }
}

impl<'pr> Compiler<'pr> {
    /// Leaves a literal in the destination.
    pub fn compile_literal(&mut self, literal: Literal, destination: Destination) -> Result<Register> {
        if destination == Destination::Discard {
            return Ok(0);
        }
        let to = self.place(destination)?;
        self.load_literal(to, literal);
        Ok(to)
    }

    pub(crate) fn compile_nil(&mut self, _node: &NilNode<'pr>, destination: Destination) -> Result<Register> {
        self.load_simple(Op::LoadNil, destination)
    }

    pub(crate) fn compile_true(&mut self, _node: &TrueNode<'pr>, destination: Destination) -> Result<Register> {
        self.load_simple(Op::LoadTrue, destination)
    }

    pub(crate) fn compile_false(&mut self, _node: &FalseNode<'pr>, destination: Destination) -> Result<Register> {
        self.load_simple(Op::LoadFalse, destination)
    }

    pub(crate) fn compile_self(&mut self, _node: &SelfNode<'pr>, destination: Destination) -> Result<Register> {
        self.load_simple(Op::LoadSelf, destination)
    }

    pub(crate) fn compile_integer(&mut self, node: &IntegerNode<'pr>, destination: Destination) -> Result<Register> {
        self.compile_literal(integer(&node.value()), destination)
    }

    pub(crate) fn compile_float(&mut self, node: &FloatNode<'pr>, destination: Destination) -> Result<Register> {
        self.compile_literal(Literal::Float(node.value()), destination)
    }

    pub(crate) fn compile_rational(&mut self, node: &RationalNode<'pr>, destination: Destination) -> Result<Register> {
        self.compile_literal(rational(node), destination)
    }

    pub(crate) fn compile_imaginary(
        &mut self, node: &ImaginaryNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        match number(&node.as_node()) {
            Some(literal) => self.compile_literal(literal, destination),
            None => self.load_nil(destination),
        }
    }

    // --- Arrays ---

    pub(crate) fn compile_array(&mut self, node: &ArrayNode<'pr>, destination: Destination) -> Result<Register> {
        let elements: Vec<Node<'pr>> = node.elements().iter().collect();
        if destination == Destination::Discard {
            let plain = |element: &Node<'pr>| !matches!(element, Node::SplatNode { .. } | Node::KeywordHashNode { .. });
            if elements.iter().all(plain) {
                for element in &elements {
                    self.compile_effect(element)?;
                }
                return Ok(0);
            }
        }
        if elements.len() >= COPIED_ARRAY
            && let Some(literals) = elements.iter().map(|element| self.lasting(element)).collect()
        {
            let to = self.place(destination)?;
            self.load_literal(to, Literal::Array(literals));
            self.emit_n(Op::SplatArray, 1, to, to, 0);
            return Ok(to);
        }
        self.compile_list(&elements, destination)
    }

    /// The literal that a number, a symbol or a string without parts is.
    pub(crate) fn literal_of(&self, node: &Node<'pr>) -> Option<Literal> {
        match node {
            Node::StringNode { .. } => node.as_string_node().map(|node| self.string_literal(&node)),
            _ => self.lasting(node),
        }
    }

    /// The literal that an element is, if it is the same object each time.
    fn lasting(&self, node: &Node<'pr>) -> Option<Literal> {
        match node {
            Node::SymbolNode { .. } => node.as_symbol_node().map(|node| self.symbol_of(&node)),
            Node::StringNode { .. } => node.as_string_node().filter(|node| node.is_frozen()).map(|node| self.string_literal(&node)),
            Node::NilNode { .. } => Some(Literal::Nil),
            Node::TrueNode { .. } => Some(Literal::True),
            Node::FalseNode { .. } => Some(Literal::False),
            _ => number(node),
        }
    }

    /// A new Array of expressions, some of which may be splats.
    pub fn compile_list(&mut self, elements: &[Node<'pr>], destination: Destination) -> Result<Register> {
        let plain = elements.len() <= ARRAY_CHUNK && !elements.iter().any(is_spread);
        if plain {
            let line = self.scope().line;
            let first = self.push_all(elements)?;
            self.release(first);
            let to = self.place(destination)?;
            self.set_line(line); // the Array is made where it begins, not where its last element stands
            self.emit(Op::NewArray, to, first, elements.len() as u16);
            return Ok(to);
        }
        let array = match destination {
            Destination::Into(_) => self.allocate()?,
            _ => self.place(destination)?,
        };
        self.compile_list_into(elements, array)?;
        Ok(array)
    }

    /// Leaves a new Array in a register that is taken and that no element reads.
    pub fn compile_list_into(&mut self, elements: &[Node<'pr>], array: Register) -> Result<()> {
        let mut rest = elements;
        let mut started = false;
        while !started || !rest.is_empty() {
            let mark = self.mark();
            if let Some(splat) = rest.first().and_then(|node| node.as_splat_node()) {
                let value = self.compile_splat_value(&splat, Destination::Any)?;
                if started {
                    self.emit(Op::ArrayConcat, array, value, 0);
                } else {
                    self.emit_n(Op::SplatArray, 1, array, value, 0);
                }
                rest = &rest[1..];
            } else if let Some(keywords) = rest.first().filter(|node| is_spread(node)).and_then(|node| node.as_keyword_hash_node()) {
                let hash = self.allocate()?;
                self.compile_keyword_hash(&keywords, Destination::Into(hash))?;
                self.emit_helper(hash, "keywords_as_elements", hash, 1)?;
                if started {
                    self.emit(Op::ArrayConcat, array, hash, 0);
                } else {
                    self.emit(Op::Move, array, hash, 0);
                }
                rest = &rest[1..];
            } else {
                let run = rest.iter().take(ARRAY_CHUNK).take_while(|node| !is_spread(node)).count();
                let first = self.push_all(&rest[..run])?;
                match (started, run) {
                    (true, 1) => self.emit(Op::ArrayPush, array, first, 0),
                    (true, _) => {
                        self.emit(Op::NewArray, first, first, run as u16);
                        self.emit(Op::ArrayConcat, array, first, 0);
                    }
                    (false, _) => self.emit(Op::NewArray, array, first, run as u16),
                }
                rest = &rest[run..];
            }
            started = true;
            self.release(mark);
        }
        Ok(())
    }

    /// Pushes expressions into registers in a row and answers the first.
    pub fn push_all(&mut self, nodes: &[Node<'pr>]) -> Result<Register> {
        let first = self.mark();
        self.touch(first as u32 + 1)?;
        for node in nodes {
            self.compile_push(node)?;
        }
        Ok(first)
    }

    // --- Hashes ---

    pub(crate) fn compile_hash(&mut self, node: &HashNode<'pr>, destination: Destination) -> Result<Register> {
        let elements: Vec<Node<'pr>> = node.elements().iter().collect();
        if destination == Destination::Discard && elements.iter().all(|element| matches!(element, Node::AssocNode { .. })) {
            for pair in elements.iter().filter_map(|element| element.as_assoc_node()) {
                self.compile_effect(&pair.key())?;
                self.compile_effect(&pair.value())?;
            }
            return Ok(0);
        }
        self.compile_hash_elements(&elements, destination)
    }

    /// `key: value` pairs without braces where a value is wanted, as the last element of an Array.
    pub(crate) fn compile_keyword_hash(
        &mut self, node: &KeywordHashNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        let elements: Vec<Node<'pr>> = node.elements().iter().collect();
        self.compile_hash_elements(&elements, destination)
    }

    fn compile_hash_elements(&mut self, elements: &[Node<'pr>], destination: Destination) -> Result<Register> {
        // Values may read the variable that the Hash is for: it is built elsewhere.
        let hash = match destination {
            Destination::Into(register) if register >= self.first_temporary() => register,
            Destination::Into(_) => self.allocate()?,
            _ => self.place(destination)?,
        };
        // Copying one Hash costs less than storing its first pair.
        if !elements.is_empty()
            && let Some(pairs) = elements.iter().map(|element| self.lasting_pair(element)).collect()
        {
            self.load_literal(hash, Literal::Hash(pairs));
            self.emit(Op::CopyHash, hash, hash, 0);
            return Ok(hash);
        }
        self.compile_pairs_into(elements, hash)?;
        Ok(hash)
    }

    /// The literals that a pair is made of, if both are the same objects each time and the key is found without Ruby.
    fn lasting_pair(&self, element: &Node<'pr>) -> Option<(Literal, Literal)> {
        let pair = element.as_assoc_node()?;
        let key = match pair.key() {
            Node::StringNode { .. } => self.string_literal(&pair.key().as_string_node()?),
            Node::SymbolNode { .. } | Node::IntegerNode { .. } => self.lasting(&pair.key())?,
            _ => return None,
        };
        Some((key, self.lasting(&pair.value())?))
    }

    /// Builds a Hash in a register that is taken and that no element reads.
    pub fn compile_pairs_into(&mut self, elements: &[Node<'pr>], hash: Register) -> Result<()> {
        self.emit(Op::NewHash, hash, 0, elements.len().min(u16::MAX as usize) as u16);
        for element in elements {
            let mark = self.mark();
            if let Some(pair) = element.as_assoc_node() {
                let (key, value) = (pair.key(), pair.value());
                let key = match key {
                    Node::StringNode { .. } => self.compile_fixed_string(&key, Destination::Any)?,
                    _ => self.compile_operand(&key, &[&value])?,
                };
                let value = self.compile(&value, Destination::Any)?;
                self.emit(Op::HashStore, hash, key, value);
            } else if let Some(splat) = element.as_assoc_splat_node() {
                let value = self.compile_keyword_splat(&splat)?;
                self.emit(Op::HashMerge, hash, value, 0);
            }
            self.release(mark);
        }
        Ok(())
    }

    /// Compiles the value behind a `**`: an expression, or the anonymous rest of the keywords.
    pub(crate) fn compile_keyword_splat(&mut self, splat: &AssocSplatNode<'pr>) -> Result<Register> {
        match splat.value() {
            Some(value) => self.compile(&value, Destination::Any),
            None => self.read_parameter(crate::captures::ANONYMOUS_KEYWORDS, Destination::Any),
        }
    }

    // --- Ranges ---

    pub(crate) fn compile_range(&mut self, node: &RangeNode<'pr>, destination: Destination) -> Result<Register> {
        let (left, right) = (node.left(), node.right());
        if let (Some(first), Some(last)) = (range_end(left.as_ref()), range_end(right.as_ref())) {
            let literal = Literal::Range { first, last, exclusive: node.is_exclude_end() };
            return self.compile_literal(literal, destination);
        }
        let mark = self.mark();
        let first = match (&left, &right) {
            (Some(left), Some(right)) => self.compile_operand(left, &[right])?,
            (left, _) => self.compile_optional(left.as_ref(), Destination::Any)?,
        };
        let last = self.compile_optional(right.as_ref(), Destination::Any)?;
        self.at_node(&node.as_node());
        self.release(mark);
        let to = self.place(destination)?;
        self.emit_n(Op::NewRange, node.is_exclude_end() as u8, to, first, last);
        Ok(to)
    }
}

/// The end of a range that is known now: an Integer, or nothing. The outer `None`: it isn't known.
fn range_end(node: Option<&Node<'_>>) -> Option<Option<Box<Literal>>> {
    match node {
        None | Some(Node::NilNode { .. }) => Some(None),
        Some(node) => node.as_integer_node().map(|node| Some(Box::new(integer(&node.value())))),
    }
}

/// An element that may become none or several: a splat, or keywords that are all `**hash`,
/// which make no element where they are empty.
fn is_spread(element: &Node<'_>) -> bool {
    match element {
        Node::SplatNode { .. } => true,
        Node::KeywordHashNode { .. } => element.as_keyword_hash_node().is_some_and(|hash| {
            hash.elements().iter().all(|part| matches!(part, Node::AssocSplatNode { .. }))
        }),
        _ => false,
    }
}
