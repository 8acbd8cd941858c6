//! The program that makes the parser's events: instructions of two numbers for a stack machine.
//!
//! | instruction | what it does |
//! |---|---|
//! | `ADVANCE n` | hands over the tokens up to, and without, number n |
//! | `TOKEN n` | pushes what the handler of token n answered |
//! | `CONSTANT n` | pushes nil or false |
//! | `INTEGER n` | pushes n |
//! | `LIST n` | makes an Array of the upper n values |
//! | `POP n` | takes n values off |
//! | `SYMBOL n` | pushes the text of token n as a Symbol |
//! | `NAME n` | pushes a Symbol of `NAMES` |
//! | `STORE n`, `LOAD n` | moves the uppermost value to a numbered place, pushes what is there |
//! | `PLACE n` | the reader stands at byte n |
//! | `SLICE n`, `MAGIC_NAME n` | pushes a piece of the source (start in the upper bits, length in the lower 24); as a magic comment's name |
//! | `TEXT` | makes the uppermost value, a Symbol, a String |
//! | `UNSET n` | pushes what is said of a variable that can't be set, which stands at a piece of the source |
//! | `WARN n` | tells of warning n |
//! | `FAULT n` | tells of what the lexer complains of, by its number |
//! | `EVENT + e, n` | calls the handler of the parser's event e with the upper n values, and pushes its answer |

use super::faults::Fault;
use super::parser_events::Event;
use super::notices::{Notice, Remark};
use super::scanner_events::Scanner;
use super::tokens::Token;

pub const ADVANCE: i64 = 0;
pub const TOKEN: i64 = 1;
pub const CONSTANT: i64 = 2;
pub const INTEGER: i64 = 3;
pub const LIST: i64 = 4;
pub const POP: i64 = 5;
pub const SYMBOL: i64 = 6;
pub const NAME: i64 = 7;
pub const STORE: i64 = 8;
pub const LOAD: i64 = 9;
pub const PLACE: i64 = 10;
pub const SLICE: i64 = 11;
pub const MAGIC_NAME: i64 = 12;
pub const TEXT: i64 = 13;
pub const UNSET: i64 = 14;
pub const WARN: i64 = 15;
pub const FAULT: i64 = 16;
pub const EVENT: i64 = 17;

/// Symbols that are operands, and words of remarks.
pub const NAMES: &[&str] = &["call", "!", "not", "-@", "+@", "~", "nil", "|", "=>", "argument prefix", "here document",
    "unary operator", "regexp literal", "string literal", "dynamic constant assignment", "Can't change the value of self",
    "Can't assign to nil", "Can't assign to true", "Can't assign to false", "Can't assign to __FILE__", "Can't assign to __LINE__",
    "Can't assign to __ENCODING__", "formal argument cannot be a constant", "formal argument cannot be a class variable",
    "formal argument cannot be an instance variable", "formal argument cannot be a global variable", "formal argument must be local variable", "class/module name must be CONSTANT",
    "can't make alias for the number variables"];

#[derive(Default)]
pub struct Program {
    pub code: Vec<i64>,
    /// Tokens handed over so far.
    advanced: usize,
    places: i64,
    notices: Vec<Notice>,
}

/// Start and end of a piece of the source in one number.
fn slice((start, end): (usize, usize)) -> i64 {
    (start << 24 | (end - start).min(0xff_ffff)) as i64
}

/// Where a value waits.
#[derive(Clone, Copy)]
pub struct Place(i64);

impl Program {
    fn push(&mut self, operation: i64, operand: i64) {
        self.code.extend([operation, operand]);
    }

    /// Queues remarks, first ones first.
    pub fn announce(&mut self, notices: Vec<Notice>) {
        self.notices = notices;
        self.notices.reverse();
    }

    fn remark(&mut self, notice: &Notice) {
        if notice.token > self.advanced {
            self.advanced = notice.token;
            self.push(ADVANCE, notice.token as i64);
        }
        match notice.remark {
            Remark::Magic { name, value, place } => {
                self.push(PLACE, place as i64);
                self.push(MAGIC_NAME, slice(name));
                self.push(SLICE, slice(value));
                self.event(Event::MagicComment, 2);
            }
            Remark::Argument { start } => {
                self.push(PLACE, start as i64);
                self.push(SLICE, slice((start, start + 1)));
                self.event(Event::ArgAmbiguous, 1);
            }
            Remark::Operator { start, meaning } => {
                self.push(PLACE, start as i64);
                self.symbol(notice.token);
                self.name(meaning);
                self.push(TEXT, 0);
                self.event(Event::OperatorAmbiguous, 2);
            }
            Remark::Fault { number } => return self.push(FAULT, number as i64),
            Remark::Warning { number } => return self.push(WARN, number as i64),
        }
        self.pop();
    }

    pub fn advance(&mut self, tokens: usize) {
        while let Some(notice) = self.notices.pop_if(|notice| notice.token < tokens) {
            self.remark(&notice);
        }
        if tokens > self.advanced {
            self.advanced = tokens;
            self.push(ADVANCE, tokens as i64);
        }
    }

    /// Hands over the rest, and tells of what is behind it.
    pub fn finish(&mut self, tokens: usize) {
        self.advance(tokens);
        while let Some(notice) = self.notices.pop() {
            self.remark(&notice);
        }
    }

    /// A token that has been handed over, or is now with those before it.
    pub fn token(&mut self, index: usize) {
        self.advance(index + 1);
        self.push(TOKEN, index as i64);
    }

    pub fn symbol(&mut self, index: usize) {
        self.push(SYMBOL, index as i64);
    }

    pub fn name(&mut self, name: &str) {
        let number = NAMES.iter().position(|known| *known == name).unwrap_or(0);
        self.push(NAME, number as i64);
    }

    /// A String of `NAMES`.
    pub fn words(&mut self, words: &str) {
        self.name(words);
        self.push(TEXT, 0);
    }

    pub fn unset_variable(&mut self, place: (usize, usize)) {
        self.push(UNSET, slice(place));
    }

    pub fn nil(&mut self) {
        self.push(CONSTANT, 0);
    }

    pub fn no(&mut self) {
        self.push(CONSTANT, 1);
    }

    pub fn integer(&mut self, number: i64) {
        self.push(INTEGER, number);
    }

    pub fn list(&mut self, length: usize) {
        self.push(LIST, length as i64);
    }

    pub fn pop(&mut self) {
        self.push(POP, 1);
    }

    pub fn store(&mut self) -> Place {
        self.places += 1;
        self.push(STORE, self.places - 1);
        Place(self.places - 1)
    }

    pub fn load(&mut self, place: Place) {
        self.push(LOAD, place.0);
    }

    pub fn event(&mut self, event: Event, operands: usize) {
        self.push(EVENT + event as i64, operands as i64);
    }

    /// The tokens alone, and what heredocs lose of their indentation: for a source that does not parse.
    pub fn of_tokens(source: &[u8], tokens: &[Token], faults: &[Fault]) -> Program {
        let mut program = Program::default();
        program.announce(super::notices::of_faults(faults));
        for (index, width) in super::dedent::widths(source, tokens) {
            debug_assert_eq!(tokens[index].event, Scanner::HeredocEnd);
            if width > 0 {
                program.advance(index + 1);
                program.nil();
                program.integer(width as i64);
                program.event(Event::HeredocDedent, 2);
                program.pop();
            }
        }
        program.finish(tokens.len());
        program.nil();
        program
    }
}
