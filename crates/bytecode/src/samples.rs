//! Made-up functions for tests: a repeatable source of chance, and functions drawn from it.

use crate::function::*;
use crate::instruction::{Instruction, Op};
use crate::literal::Literal;

/// A small repeatable generator (xorshift).
pub struct Chance(pub u64);

impl Chance {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    pub fn coin(&mut self) -> bool {
        self.next() & 1 == 0
    }

    /// A number that is often small and sometimes as large as can be.
    pub fn number(&mut self) -> u64 {
        let shift = self.below(64);
        self.next() >> shift
    }

    fn list<T>(&mut self, most: usize, mut one: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(most + 1)).map(|_| one(self)).collect()
    }

    pub fn word(&mut self) -> String {
        let words = ["", "a", "each_with_index", "größe", "日本", "<main>", "[]=", "@x"];
        words[self.below(words.len())].to_string()
    }

    fn bytes(&mut self) -> Vec<u8> {
        self.list(200, |chance| chance.next() as u8)
    }

    fn literal(&mut self, depth: usize) -> Literal {
        match self.below(if depth > 2 { 6 } else { 13 }) {
            0 => Literal::Integer(self.number() as i64),
            1 => Literal::BigInteger { negative: self.coin(), digits: self.list(5, |chance| chance.next() as u32) },
            2 => Literal::Float(self.number() as f64 / 3.0),
            3 => Literal::String { bytes: self.bytes(), encoding: "UTF-8".into() },
            4 => Literal::Symbol { bytes: self.bytes(), encoding: "Big5".into() },
            5 => Literal::Regexp { source: self.bytes(), encoding: "UTF-8".into(), options: self.next() as u8 },
            6 => Literal::Rational {
                numerator: Box::new(self.literal(depth + 1)),
                denominator: Box::new(self.literal(depth + 1)),
            },
            7 => Literal::Imaginary(Box::new(self.literal(depth + 1))),
            8 => Literal::Array(self.list(3, |chance| chance.literal(3))),
            9 => Literal::Clauses(self.list(3, |chance| (chance.literal(3), chance.number() as u16))),
            10 => Literal::Hash(self.list(3, |chance| (chance.literal(3), chance.literal(3)))),
            11 => [Literal::Nil, Literal::True, Literal::False][self.below(3) as usize].clone(),
            _ => Literal::Range {
                first: if self.coin() { Some(Box::new(self.literal(depth + 1))) } else { None },
                last: if self.coin() { Some(Box::new(self.literal(depth + 1))) } else { None },
                exclusive: self.coin(),
            },
        }
    }

    fn location(&mut self) -> VariableLocation {
        match self.below(3) {
            0 => VariableLocation::None,
            1 => VariableLocation::Register(self.number() as u16),
            _ => VariableLocation::Environment { slot: self.number() as u16, depth: self.number() as u16 },
        }
    }

    fn parameters(&mut self) -> Parameters {
        let rests = [KeywordRest::None, KeywordRest::Collected, KeywordRest::Forbidden];
        Parameters {
            required: self.number() as u16,
            optional: self.number() as u16,
            rest: self.coin(),
            post: self.number() as u16,
            keywords: self.list(3, |chance| Keyword { name: chance.word(), required: chance.coin() }),
            keyword_rest: rests[self.below(3)],
            block: self.coin(),
            optional_entries: self.list(3, |chance| chance.number() as u32),
            auto_splat: self.coin(),
            excess_comma: self.coin(),
            names: self.list(4, |chance| chance.word()),
            numbered: self.next() as u8,
            implicit_it: self.coin(),
        }
    }

    /// A function of any shape, sound or not.
    pub fn function(&mut self, depth: usize) -> Function {
        use FunctionKind::*;
        let kinds = [File, Eval, Method, Block, Lambda, Class, Module, SingletonClass];
        Function {
            name: self.word(),
            kind: kinds[self.below(kinds.len())],
            flags: FunctionFlags(self.next() as u16),
            primitive: if self.coin() { Some(self.word()) } else { None },
            parameters: self.parameters(),
            registers: self.number() as u16,
            instructions: self.list(40, |chance| {
                let op = Op::ALL[chance.below(Op::ALL.len())];
                let number = |chance: &mut Chance| chance.number() as u16;
                Instruction::new(op, number(chance) as u8, number(chance), number(chance), number(chance))
            }),
            literals: self.list(6, |chance| chance.literal(0)),
            names: self.list(6, |chance| chance.word()),
            call_sites: self.list(5, |chance| CallSite {
                name: chance.number() as u32,
                arguments: chance.number() as u16,
                flags: CallFlags(chance.next() as u16),
                keywords: chance.list(3, |chance| chance.number() as u32),
                block: if chance.coin() { Some(chance.number() as u16) } else { None },
            }),
            functions: if depth < 3 { self.list(3, |chance| chance.function(depth + 1).into()) } else { Vec::new() },
            handlers: self.list(3, |chance| Handler {
                start: chance.number() as u32,
                end: chance.number() as u32,
                target: chance.number() as u32,
                register: chance.number() as u16,
                kind: [HandlerKind::Rescue, HandlerKind::Ensure, HandlerKind::Clause][chance.below(3)],
            }),
            lines: self.list(9, |chance| LineEntry { pc: chance.number() as u32, line: chance.number() as u32 }),
            statements: self.list(5, |chance| LineEntry { pc: chance.number() as u32, line: chance.number() as u32 }),
            nodes: self.list(5, |chance| LineEntry { pc: chance.number() as u32, line: chance.number() as u32 }),
            positions: Vec::new(),
            feedback_slots: self.number() as u16,
            environment: self.list(3, |chance| chance.word()),
            locals: self.list(3, |chance| (chance.word(), chance.number() as u16)),
            last_match: self.location(),
            last_line: self.location(),
            line: self.number() as u32,
            file: self.word(),
        }
    }
}

/// A sound function of no parameters that does `instructions`.
pub fn simple(registers: u16, instructions: Vec<Instruction>) -> Function {
    Function {
        name: "sample".into(),
        kind: FunctionKind::Method,
        registers,
        instructions,
        line: 1,
        file: "sample.rb".into(),
        lines: vec![LineEntry { pc: 0, line: 1 }],
        ..Function::default()
    }
}
