//! A scope while it is being compiled: its function, its registers, its labels.
//!
//! Registers of a function, from the bottom:
//!
//! ```text
//!   r[0] ..      parameters, in the order of `Parameters`
//!   ..           variables that no inner scope captures
//!   ..           temporaries, a stack: call windows stand on its top
//! ```

use hashbrown::HashMap;

use rutile_bytecode::{EncodingName, Function, FunctionFlags, FunctionKind, Literal};

use crate::control::Region;
use crate::coverage::LineMemory;
use crate::parameters::Role;

/// The number of a register.
pub type Register = u16;

/// A place in the code that jumps lead to, known once it is bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label(pub usize);

/// Where a scope keeps one of its own variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    Register(Register),
    Slot(u16),
}

/// Where a variable stands seen from the scope that uses it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variable {
    Register(Register),
    Environment { slot: u16, depth: u16 },
    /// Seen by an `eval`: a local of the frame that an environment is a view of.
    Frame { slot: u16, depth: u16 },
}

/// One scope being compiled.
pub struct Scope<'pr> {
    pub kind: FunctionKind,
    /// A function of its own that shares the variables of the scope around it (`for`, `END`).
    pub transparent: bool,
    pub function: Function,
    /// Own variables by name; hidden ones have names that no Ruby variable can have.
    pub places: HashMap<String, Place>,
    /// The regions that a jump out of the current point would leave, outermost first.
    pub regions: Vec<Region<'pr>>,
    /// Where `redo` in a block goes.
    pub body_start: Option<Label>,
    /// The body of a class that is left by `break`, `next` or `redo`.
    pub tells_definer: bool,
    /// The named block parameter that was left without a register since it is only passed on.
    pub forwarded_block: Option<String>,
    /// Parameters in the order of registers, for `super` without arguments.
    pub arrivals: Vec<(String, Role)>,
    /// Registers below hold parameters and variables.
    pub first_temporary: Register,
    /// First free register.
    pub next: Register,
    pub labels: Vec<Option<u32>>,
    /// Jumps to be patched: instruction and label.
    pub fixups: Vec<(u32, Label)>,
    pub name_index: HashMap<String, u32>,
    pub literal_index: HashMap<LiteralKey, u32>,
    /// Line of what is being compiled.
    pub line: u32,
    /// Offsets of what is being compiled.
    pub position: (u32, u32),
    /// The number of the node that is being compiled.
    pub node: u32,
    /// Line of the statement that was marked last.
    pub statement_line: u32,
    /// The lines counted last.
    pub covered: LineMemory,
    /// Line of its `end`: where a watcher sees it return.
    pub last_line: u32,
}

/// Literals that are kept once per function.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum LiteralKey {
    Integer(i64),
    String(Vec<u8>, EncodingName),
    Symbol(Vec<u8>, EncodingName),
}

impl LiteralKey {
    /// The key of a literal, for the kinds worth sharing.
    pub fn of(literal: &Literal) -> Option<LiteralKey> {
        Some(match literal {
            Literal::Integer(value) => LiteralKey::Integer(*value),
            Literal::String { bytes, encoding } => LiteralKey::String(bytes.clone(), encoding.clone()),
            Literal::Symbol { bytes, encoding } => LiteralKey::Symbol(bytes.clone(), encoding.clone()),
            _ => return None,
        })
    }
}

impl<'pr> Scope<'pr> {
    pub fn new(kind: FunctionKind, name: String, file: String, line: u32, core: bool) -> Scope<'pr> {
        let mut flags = FunctionFlags::default();
        if core {
            flags.set(FunctionFlags::CORE);
        }
        Scope {
            kind,
            transparent: false,
            function: Function { name, kind, flags, line, file, ..Function::default() },
            places: HashMap::new(),
            regions: Vec::new(),
            body_start: None,
            tells_definer: false,
            forwarded_block: None,
            arrivals: Vec::new(),
            first_temporary: 0,
            next: 0,
            labels: Vec::new(),
            fixups: Vec::new(),
            name_index: HashMap::new(),
            literal_index: HashMap::new(),
            line,
            position: (0, 0),
            node: 0,
            statement_line: 0,
            covered: LineMemory::default(),
            last_line: line,
        }
    }

    /// Whether this scope sees the variables of the one around it.
    pub fn is_block(&self) -> bool {
        matches!(self.kind, FunctionKind::Block | FunctionKind::Lambda)
    }

    pub fn has_environment(&self) -> bool {
        !self.function.environment.is_empty()
    }
}
