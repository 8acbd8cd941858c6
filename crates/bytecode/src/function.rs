//! A compiled scope and its tables.

use crate::instruction::{Instruction, Op, sending};
use crate::literal::Literal;
use crate::nested::Nested;

/// The kind of scope that a function was compiled from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum FunctionKind {
    /// A file that is run or required.
    File,
    /// A string given to `eval`; its environment's parent is the binding's.
    Eval,
    Method,
    Class,
    Module,
    SingletonClass,
    // The last two, so that one comparison tells who stands in another function.
    /// A block: arguments as a proc takes them.
    Block,
    /// A `->` literal: arguments as a method takes them.
    Lambda,
}

/// Facts about a function that the machine asks for (a set of bits).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FunctionFlags(pub u16);

impl FunctionFlags {
    /// Part of the core library: left out of backtraces, and natives that set `$~` look past it.
    pub const CORE: u16 = 1;
    /// Contains `super` without arguments or with, so it needs its method's owner.
    pub const USES_SUPER: u16 = 2;
    /// Contains `yield`, `&block`, `...`, `block_given?` or a `super` that passes the method's own block on.
    pub const USES_BLOCK: u16 = 4;
    /// The first statement was `primitive :name`: see [`Function::primitive`].
    pub const HAS_PRIMITIVE: u16 = 8;
    /// A `Proc` made of a block in it may outlive the frame and hold `break` or `return`.
    pub const HAS_NONLOCAL_EXIT: u16 = 16;
    /// `ruby2_keywords`-like forwarding (`...`).
    pub const FORWARDS_ALL: u16 = 32;
    /// A block of the core library whose only parameter is all that it is given: nil, the value, or an Array of several.
    pub const PACKS: u16 = 64;
    /// The register behind that parameter tells whether it is an Array of several, which is empty where nothing is given.
    pub const TELLS_SEVERAL: u16 = 128;

    pub fn has(self, flag: u16) -> bool {
        self.0 & flag != 0
    }

    pub fn set(&mut self, flag: u16) {
        self.0 |= flag;
    }
}

/// Where a variable of a scope is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum VariableLocation {
    /// The scope has no such variable.
    #[default]
    None,
    Register(u16),
    /// Slot `slot` of the environment `depth` levels out, counted from the
    /// frame's environment once its own (if any) is open.
    Environment { slot: u16, depth: u16 },
}

/// One scope, compiled.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Function {
    /// The method's name; for other kinds the base label: `<main>`, `<top (required)>`, `<class:A>`,
    /// `<module:A>`, `singleton class`; for a block the label of the scope around it (`foo`), printed as "block in".
    pub name: String,
    pub kind: FunctionKind,
    pub flags: FunctionFlags,
    /// Native that is tried before the body (`primitive :name`), if any.
    pub primitive: Option<String>,
    pub parameters: Parameters,
    /// Registers a frame needs, call windows included.
    pub registers: u16,
    pub instructions: Vec<Instruction>,
    pub literals: Vec<Literal>,
    /// Symbols that instructions and call sites name; those of instance, class and global variables with their sigils.
    pub names: Vec<String>,
    pub call_sites: Vec<CallSite>,
    /// Nested scopes.
    pub functions: Vec<Nested>,
    /// In the order to be searched: inner before outer.
    pub handlers: Vec<Handler>,
    /// Sorted by `pc`: the line from that instruction on.
    pub lines: Vec<LineEntry>,
    /// Instructions at which statements begin, for those who watch the program line by line. Sorted; the core library
    /// has none.
    pub statements: Vec<LineEntry>,
    /// Where that was asked for: the number of the node of the parser's tree that the instructions from one on come from,
    /// in place of a line.
    pub nodes: Vec<LineEntry>,
    /// Where that was asked for: for each instruction the offsets between which the text stands that it comes from.
    /// Not part of the binary form.
    pub positions: Vec<(u32, u32)>,
    pub feedback_slots: u16,
    /// Names of the captured variables, by environment slot; empty: opens no environment. Those that begin with
    /// neither a letter nor `_` are hidden from the program (`$~`, `*`, `(it)`).
    pub environment: Vec<String>,
    /// Names of the variables kept in registers (not captured), for bindings that are asked for unforeseen. A block
    /// parameter that is only passed on stands in none: `FRAME_BLOCK`. The core library's are left out.
    pub locals: Vec<(String, u16)>,
    /// Where `$~` is kept for this frame: the method-level scope's variable, if anything in it can read it.
    pub last_match: VariableLocation,
    /// Where `$_` is kept, likewise.
    pub last_line: VariableLocation,
    /// Line on which the scope begins.
    pub line: u32,
    /// Path as `__FILE__` and backtraces show it.
    pub file: String,
}

impl Function {
    /// Instead of the register of a local: it is the block that the frame was given.
    pub const FRAME_BLOCK: u16 = u16::MAX;

    /// Whether code of the program calls `binding` on something, which may be a Proc, or names it.
    pub fn asks_for_bindings(&self) -> bool {
        const NAME: &str = "binding";
        let calls = |site: &CallSite| !site.flags.has(CallFlags::SELF_CALL) && self.names.get(site.name as usize).is_some_and(|name| name == NAME);
        let names = |literal: &Literal| matches!(literal, Literal::Symbol { bytes, .. } if bytes == NAME.as_bytes());
        !self.flags.has(FunctionFlags::CORE) && (self.call_sites.iter().any(calls) || self.literals.iter().any(names))
    }

    /// The instance variables that it and the blocks in it set, by the names that instructions have for them.
    pub fn each_variable_set<'a>(&'a self, visit: &mut dyn FnMut(&'a str)) {
        let sets = self.instructions.iter().filter(|instruction| instruction.op == Op::SetInstanceVariable);
        sets.filter_map(|instruction| self.names.get(instruction.b as usize)).for_each(|name| visit(name));
        for block in self.functions.iter().filter(|nested| matches!(nested.kind(), FunctionKind::Block | FunctionKind::Lambda)) {
            block.each_variable_set(visit);
        }
    }

    /// Bytes of the functions in it that are packed.
    pub fn packed_bytes(&self) -> usize {
        self.functions.iter().map(Nested::packed_bytes).sum()
    }
}

impl Default for FunctionKind {
    fn default() -> Self {
        FunctionKind::File
    }
}

/// How a function takes its arguments. They stand in the first registers in this order:
/// required, optional, rest, post, keywords, keyword rest, block; each group only as wide as it is.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Parameters {
    /// Leading required parameters. A destructured one (`(a, b)`) counts as one and has an empty name.
    pub required: u16,
    pub optional: u16,
    pub rest: bool,
    /// Required parameters after the rest.
    pub post: u16,
    pub keywords: Vec<Keyword>,
    pub keyword_rest: KeywordRest,
    pub block: bool,
    /// Where to start when `k` optional arguments were passed: `optional + 1` entries, or none where `optional` is 0 (start at 0).
    pub optional_entries: Vec<u32>,
    /// A lone Array argument is taken apart (blocks with more than one parameter and the like).
    pub auto_splat: bool,
    /// A trailing comma (`|a,|`) stands after the only parameter.
    pub excess_comma: bool,
    /// Names in register order, without keywords; empty for destructured and anonymous ones
    /// (anonymous rest `*`, `**` and `&` are named so). A block that is only passed on stands last although it has
    /// no register (`block` is false).
    pub names: Vec<String>,
    /// For a block with `_1` .. `_9`: how many; with `it`: see `implicit_it`.
    pub numbered: u8,
    pub implicit_it: bool,
}

impl Parameters {
    /// Only required parameters: the call needs no more than a count.
    pub fn is_simple(&self) -> bool {
        self.optional == 0 && !self.rest && self.post == 0 && self.keywords.is_empty()
            && self.keyword_rest == KeywordRest::None && !self.block
    }

    /// Whether any keyword is taken by name or by `**`.
    pub fn accepts_keywords(&self) -> bool {
        !self.keywords.is_empty() || self.keyword_rest == KeywordRest::Collected
    }

    /// Whether the rest of the keywords has no name.
    pub fn keyword_rest_is_anonymous(&self) -> bool {
        let before = self.required + self.optional + self.rest as u16 + self.post;
        self.keyword_rest == KeywordRest::Collected && self.names.get(before as usize).is_some_and(|name| name == "**")
    }

    /// Registers that parameters take.
    pub fn registers(&self) -> u16 {
        self.required + self.optional + self.rest as u16 + self.post + self.keywords.len() as u16
            + (self.keyword_rest == KeywordRest::Collected) as u16 + self.block as u16
    }
}

/// A keyword parameter. An optional one that is not passed arrives undefined and its default is computed in the body.
#[derive(Clone, PartialEq, Debug)]
pub struct Keyword {
    pub name: String,
    pub required: bool,
}

/// The fate of keywords that no parameter names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum KeywordRest {
    /// They are an error (if the function takes keywords) or become a last Hash argument.
    #[default]
    None,
    /// `**name` or `**`.
    Collected,
    /// `**nil`.
    Forbidden,
}

/// How a call passes its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CallFlags(pub u16);

impl CallFlags {
    /// No receiver was written, or it is `self`: private methods may be called; the machine fills in self.
    pub const SELF_CALL: u16 = 1;
    /// A bare word that could have been a variable: `NameError` says so.
    pub const VARIABLE_CALL: u16 = 2;
    /// The positional arguments are one Array in the first argument register.
    pub const SPLAT: u16 = 4;
    /// One Hash register follows the positional arguments (`**h`, or mixed with named ones).
    pub const KEYWORD_HASH: u16 = 8;
    /// One register with the block argument (`&x`) stands last.
    pub const BLOCK_ARGUMENT: u16 = 16;
    /// The frame's own block is passed on as it is (`&block` of a parameter that is used in no other way, anonymous `&`); no register.
    pub const FORWARD_BLOCK: u16 = 32;
    /// `super` without arguments and parentheses.
    pub const IMPLICIT_SUPER: u16 = 64;
    /// Assignment through a method (`x.y = v`, `x[i] = v`): the register of the result is scratch.
    pub const ASSIGNMENT: u16 = 128;

    pub fn has(self, flag: u16) -> bool {
        self.0 & flag != 0
    }

    pub fn set(&mut self, flag: u16) {
        self.0 |= flag;
    }
}

/// One place of call. In the window, after the header:
/// `arguments` positional values (with `SPLAT` the last is an Array of those that follow), the values of `keywords` (or one Hash with
/// `KEYWORD_HASH`; never both), the block argument.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CallSite {
    /// Index into the names (unused by `Yield`).
    pub name: u32,
    pub arguments: u16,
    pub flags: CallFlags,
    /// Name indexes of static keywords.
    pub keywords: Vec<u32>,
    /// The literal block: index into the nested functions.
    pub block: Option<u16>,
}

impl CallSite {
    /// The bits of a `Send` by this site: see [`sending`].
    pub fn sending(&self) -> u8 {
        let of = |is_so: bool, bit: u8| if is_so { bit } else { 0 };
        of(self.flags.has(CallFlags::SELF_CALL), sending::SELF_CALL) | of(self.block.is_some(), sending::BLOCK)
    }
}

/// A range of instructions whose exceptions (or exits) go to `target`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handler {
    pub start: u32,
    /// First instruction that is no longer covered.
    pub end: u32,
    pub target: u32,
    /// Receives the exception, or the exit as an opaque value to `Rethrow`.
    pub register: u16,
    pub kind: HandlerKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum HandlerKind {
    /// Catches exceptions only (and sets `$!`).
    Rescue,
    /// Catches exceptions and every exit that crosses the frame: break, return, throw, fiber and thread ends.
    Ensure,
    /// Catches nothing: an exit that crosses the frame here gives `$!` back the value in the register.
    Clause,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineEntry {
    pub pc: u32,
    pub line: u32,
}
