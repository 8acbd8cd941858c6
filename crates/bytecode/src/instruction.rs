//! The instruction table: every instruction on one line, with its operands and
//! its effect. Read this file and you know the machine.
//!
//! An instruction is eight bytes: an operation, a small immediate `n`, and three
//! 16-bit operands `a`, `b`, `c`. Where an operand needs 32 bits, `b` and `c`
//! together hold it (`bc`).
//!
//! Notation: `r[x]` register x of the frame; `names[x]` a symbol of the
//! function's name table; `literals[x]`; `env(depth)[slot]` a captured variable;
//! `call(site)` a method call whose arguments stand at `r[b + HEADER]` and up.
//!
//! An instruction that may call Ruby code always has its result in `r[a]`
//! (that is where a return delivers), or discards it (`IndexSet`).

/// The meaning of an operand field: the verifier checks it, the disassembler prints it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandKind {
    /// Not used; must be zero.
    None,
    /// A register that is read.
    In,
    /// A register that is written.
    Out,
    /// A register that is read and written in place.
    InOut,
    /// The first of several registers that are read (count in another field).
    First,
    /// The first register of a call window.
    Window,
    /// An index into the names table.
    Name,
    /// An index into the call sites; its upper bits stand in `n`, beside those of [`sending`].
    Site,
    /// An index into the nested functions.
    Function,
    /// An index into the feedback slots.
    Feedback,
    /// An unsigned number.
    Number,
    /// A signed 16-bit number.
    Signed,
    /// With the next field: an index into the literals.
    Literal,
    /// With the next field: a signed 32-bit number.
    Integer,
    /// With the next field: a signed distance from the following instruction.
    Jump,
    /// Second half of a 32-bit operand.
    Half,
}

macro_rules! instructions {
    ($($(#[doc = $doc:literal])* $name:ident $a:ident $b:ident $c:ident),* $(,)?) => {
        /// The operations.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub enum Op { $($(#[doc = $doc])* $name),* }

        impl Op {
            /// Every operation, in order.
            pub const ALL: &'static [Op] = &[$(Op::$name),*];

            /// The name as the disassembler prints it.
            pub const fn name(self) -> &'static str {
                match self { $(Op::$name => stringify!($name)),* }
            }

            /// The meaning of `a`, `b` and `c`.
            pub const fn operands(self) -> [OperandKind; 3] {
                match self { $(Op::$name => [OperandKind::$a, OperandKind::$b, OperandKind::$c]),* }
            }

            /// The operation with this number, if there is one.
            pub fn from_number(number: u8) -> Option<Op> {
                Op::ALL.get(number as usize).copied()
            }
        }
    };
}

instructions! {
    // --- Values -------------------------------------------------- a      b       c
    /// `r[a] = r[b]`
    Move                                                             Out    In      None,
    /// `r[a] = nil`
    LoadNil                                                          Out    None    None,
    /// `r[a .. a+b] = nil`
    LoadNils                                                         Out    Number  None,
    /// `r[a] = true`
    LoadTrue                                                         Out    None    None,
    /// `r[a] = false`
    LoadFalse                                                        Out    None    None,
    /// `r[a] = undefined`: the mark of an argument that was not passed
    LoadUndefined                                                    Out    None    None,
    /// `r[a] = bc` as an Integer
    LoadInteger                                                      Out    Integer Half,
    /// `r[a] = literals[bc]` (immutable: number, symbol, frozen string, regexp)
    LoadLiteral                                                      Out    Literal Half,
    /// `r[a] = self`
    LoadSelf                                                         Out    None    None,
    /// `r[a] =` a new String with the bytes of `literals[bc]`; `n = 1`: chilled
    NewString                                                        Out    Literal Half,
    /// `r[a] = [r[b], .. r[b+c-1]]`
    NewArray                                                         Out    First   Number,
    /// `r[a] = {}` with room for `c` pairs
    NewHash                                                          Out    None    Number,
    /// `r[a] =` a new Hash with the pairs of the Hash literal `r[b]`
    CopyHash                                                         Out    In      None,
    /// `r[a][r[b]] = r[c]` on a Hash literal being built (not a method call; string keys are frozen copies)
    HashStore                                                        In     In      In,
    /// merge `**r[b]` (nil or through `to_hash`) into the Hash `r[a]`; `r[a]` stays
    HashMerge                                                        InOut  In      None,
    /// `r[a] = (r[b]..r[c])`; `n = 1`: end excluded
    NewRange                                                         Out    In      In,
    /// append `r[b]` to the Array `r[a]`
    ArrayPush                                                        In     In      None,
    /// append `*r[b]` (through `to_a`) to the Array `r[a]`; `r[a]` stays
    ArrayConcat                                                      InOut  In      None,
    /// `r[a] = [*r[b]]` (through `to_a`); `n = 1`: always a new Array, else an Array may be taken as it is
    SplatArray                                                       Out    In      None,
    /// `r[a] =` the Hash that `**r[b]` passes as all keywords of a call: itself or what its `to_hash` gives; nil for nil.
    /// Whoever keeps keywords copies them
    SplatHash                                                        Out    In      None,
    /// `r[a] = r[b]` converted for multiple assignment (through `to_ary`), else `[r[b]]`
    AssignableArray                                                  Out    In      None,
    /// `r[a], ... = *r[b]`: takes the Array `r[b]` apart into `c & 255` leading registers, then (if `n = 1`)
    /// one register for the rest as an Array, then `c >> 8` trailing registers; nil where it is too short
    ExpandArray                                                      Out    In      Number,
    /// `r[a] = r[b][c]` for an Array, by position, nil beyond its end (not a method call)
    ArrayAt                                                          Out    In      Number,
    /// `r[a] = r[b].size` for an Array (not a method call)
    ArraySize                                                        Out    In      None,
    /// `r[a] = r[b][r[c]]` for an Array and a small Integer that counts from its beginning (not a method call)
    ArrayElement                                                     Out    In      In,
    /// `r[a] =` the position of the next entry of the Hash `r[b]` from the position `r[c]` on, or nil (not a method call)
    HashNext                                                         Out    In      In,
    /// `r[a] =` the key at the position `r[c]` of the Hash `r[b]`, nil where there is none any more
    HashKey                                                          Out    In      In,
    /// `r[a] =` the value there
    HashValue                                                        Out    In      In,
    /// `r[a] = r[b]` as a String for interpolation (through `to_s`); with `n` = 1 a small Integer, a Symbol or nil may stay
    InterpolatedString                                               Out    In      None,
    /// `r[a] =` the Strings `r[b] .. r[b+c-1]` (or what `InterpolatedString` let stay) joined into a new String
    ConcatStrings                                                    Out    First   Number,
    /// `r[a] = r[b].to_sym` for a String (not a method call)
    StringToSymbol                                                   Out    In      None,
    /// `r[a] =` a Regexp of the Strings `r[b] .. r[b+c-1]` joined; options in `n` (as in `Literal::Regexp`)
    NewRegexp                                                        Out    First   Number,

    // --- Variables ----------------------------------------------- a      b       c
    /// open this frame's environment with `a` slots, all nil; its parent is the frame's environment so far
    NewEnvironment                                                   Number None    None,
    /// `r[a] = env(c)[b]`
    GetEnvironment                                                   Out    Number  Number,
    /// `env(c)[b] = r[a]`
    SetEnvironment                                                   In     Number  Number,
    /// `r[a] =` local `b` of the frame that `env(c)` is a view of, which keeps it in a register or has ended
    GetFrameVariable                                                 Out    Number  Number,
    /// local `b` of the frame that `env(c)` is a view of `= r[a]`
    SetFrameVariable                                                 In     Number  Number,
    /// `r[a] = $~`, as the frame's fiber sees it: of a method around the frame's block
    GetLastMatch                                                     Out    None    None,
    /// `r[a] = @names[b]`
    GetInstanceVariable                                              Out    Name    Feedback,
    /// `@names[b] = r[a]`
    SetInstanceVariable                                              In     Name    Feedback,
    /// `r[a] = $names[b]`
    GetGlobal                                                        Out    Name    None,
    /// `$names[b] = r[a]`
    SetGlobal                                                        In     Name    None,
    /// `r[a] = @@names[b]`
    GetClassVariable                                                 Out    Name    None,
    /// `@@names[b] = r[a]`
    SetClassVariable                                                 In     Name    None,
    /// `r[a] = names[b]`, looked up lexically, then in the ancestors; may autoload or call `const_missing`
    GetConstant                                                      Out    Name    Feedback,
    /// `r[a] = r[b]::names[c]`; `n = 1`: `r[b]` is not used and Object is searched (`::X`)
    GetConstantFrom                                                  Out    In      Name,
    /// `r[b]::names[c] = r[a]`; `n = 1`: in the lexical scope, `r[b]` not used; `n = 2`: in Object
    SetConstant                                                      In     In      Name,
    /// `r[a] =` what `$~`-derived variable `n` (0: group number `c`, else the character code of `&`, `` ` ``, `'`, `+`) says of the MatchData or nil in `r[b]`
    GetBackReference                                                 Out    In      Number,
    /// `r[a] =` a description or nil: `defined?` of kind `n` (see [`defined`]), receiver or scope `r[b]`, `names[c]`
    Defined                                                          Out    In      Name,
    /// `r[a] =` what `SetOnce` stored in feedback slot `b`, else undefined
    GetOnce                                                          Out    Feedback None,
    /// keep `r[a]` in feedback slot `b`
    SetOnce                                                          In     Feedback None,

    // --- Control ------------------------------------------------- a      b       c
    /// `pc += bc`
    Jump                                                             None   Jump    Half,
    /// `pc += bc`, and a safepoint: every loop goes through one
    LoopBack                                                         None   Jump    Half,
    /// if `r[a]` is truthy: `pc += bc`
    JumpIf                                                           In     Jump    Half,
    /// if `r[a]` is nil or false: `pc += bc`
    JumpUnless                                                       In     Jump    Half,
    /// if `r[a]` is nil: `pc += bc`
    JumpIfNil                                                        In     Jump    Half,
    /// if `r[a]` is not nil: `pc += bc`
    JumpUnlessNil                                                    In     Jump    Half,
    /// if `r[a]` is not undefined: `pc += bc`
    JumpIfDefined                                                    In     Jump    Half,
    /// goes to one of the Jumps that follow: what the clauses `literals[bc]` have for `r[a]`, the second where they have
    /// nothing, and the first where only `===` can tell
    JumpToClause                                                     In     Literal Half,

    // --- Operators: a fast path for common kinds, else `r[a] = r[b].op(r[c])` ---
    /// `r[a] = r[b] + r[c]`
    Add                                                              Out    In      In,
    /// `r[a] = r[b] - r[c]`
    Subtract                                                         Out    In      In,
    /// `r[a] = r[b] * r[c]`
    Multiply                                                         Out    In      In,
    /// `r[a] = r[b] / r[c]`
    Divide                                                           Out    In      In,
    /// `r[a] = r[b] % r[c]`
    Modulo                                                           Out    In      In,
    /// `r[a] = r[b] ** r[c]`
    Power                                                            Out    In      In,
    /// `r[a] = r[b] << r[c]`
    ShiftLeft                                                        Out    In      In,
    /// `r[a] = r[b] >> r[c]`
    ShiftRight                                                       Out    In      In,
    /// `r[a] = r[b] & r[c]`
    BitAnd                                                           Out    In      In,
    /// `r[a] = r[b] | r[c]`
    BitOr                                                            Out    In      In,
    /// `r[a] = r[b] ^ r[c]`
    BitXor                                                           Out    In      In,
    /// `r[a] = r[b] == r[c]`
    Equal                                                            Out    In      In,
    /// `r[a] = r[b] != r[c]`
    NotEqual                                                         Out    In      In,
    /// `r[a] = r[b] < r[c]`
    Less                                                             Out    In      In,
    /// `r[a] = r[b] <= r[c]`
    LessEqual                                                        Out    In      In,
    /// `r[a] = r[b] > r[c]`
    Greater                                                          Out    In      In,
    /// `r[a] = r[b] >= r[c]`
    GreaterEqual                                                     Out    In      In,
    /// `r[a] = r[b] <=> r[c]`
    Compare                                                          Out    In      In,
    /// `r[a] = r[b] === r[c]`
    CaseEqual                                                        Out    In      In,
    /// `r[a] = r[b] =~ r[c]`
    Match                                                            Out    In      In,
    /// `r[a] = r[b][r[c]]`
    Index                                                            Out    In      In,
    /// `r[a][r[b]] = r[c]`, the result discarded
    IndexSet                                                         In     In      In,
    /// `r[a] = r[b] + c` for a small literal; the others that follow in the same way
    AddInteger                                                       Out    In      Signed,
    SubtractInteger                                                  Out    In      Signed,
    ShiftRightInteger                                                Out    In      Signed,
    BitAndInteger                                                    Out    In      Signed,
    EqualInteger                                                     Out    In      Signed,
    LessInteger                                                      Out    In      Signed,
    LessEqualInteger                                                 Out    In      Signed,
    GreaterInteger                                                   Out    In      Signed,
    GreaterEqualInteger                                              Out    In      Signed,
    IndexInteger                                                     Out    In      Signed,
    /// `r[a] = !r[b]`
    Not                                                              Out    In      None,
    /// `r[a] = r[b].nil?`
    IsNil                                                            Out    In      None,
    /// `r[a] = -r[b]`
    Negate                                                           Out    In      None,

    // --- Calls --------------------------------------------------- a      b       c
    /// `r[a] = call(c)` with the window at `b`; the receiver in `r[b + RECEIVER]` unless `n` says that it is self (see [`sending`])
    Send                                                             Out    Window  Site,
    /// `r[a] = super` by call site `c`; `self` is the receiver; the frame's own block is passed where the site has none
    Super                                                            Out    Window  Site,
    /// `r[a] = yield` by call site `c`
    Yield                                                            Out    Window  Site,
    /// `r[a] =` the named primitive `names[c]` of the `n` values at `r[b]` (core library only)
    CallPrimitive                                                    Out    First   Name,
    /// `r[a] =` the method `names[c]` of the internal module `Rutile` of the `n` values at `r[b]`
    CallHelper                                                       Out    First   Name,
    /// leave this frame, which opened `b` captured variables, with `r[a]`
    Return                                                           In     Number  None,
    /// leave the method in which this block stands with `r[a]` (running `ensure`s on the way)
    ReturnFromMethod                                                 In     None    None,
    /// leave the call that this block was given to with `r[a]`
    Break                                                            In     None    None,
    /// `r[a] =` whether this method was given a block
    BlockGiven                                                       Out    None    None,
    /// `r[a] =` this method's block as a Proc, or nil
    GetBlock                                                         Out    None    None,
    /// `r[a] =` a lambda of function `c`
    NewLambda                                                        Out    None    Function,

    // --- Definitions --------------------------------------------- a      b       c
    /// define function `c` as an instance method of the current definee; `r[a] =` its name
    DefineMethod                                                     Out    None    Function,
    /// define function `c` as a singleton method of `r[b]`; `r[a] =` its name
    DefineSingletonMethod                                            Out    In      Function,
    /// open the class or module named by function `c` and run its body; `r[a] =` the body's value.
    /// `r[b]` is the scope and `r[b+1]` the superclass; `n` is a set of [`class_flags`]
    OpenClass                                                        Out    First   Function,
    /// open the singleton class of `r[b]` and run function `c` as its body; `r[a] =` the body's value
    OpenSingletonClass                                               Out    In      Function,
    /// `alias r[a] r[b]` (symbols)
    AliasMethod                                                      In     In      None,
    /// `alias $names[a] $names[b]`
    AliasGlobal                                                      Name   Name    None,
    /// `undef r[a]` (a symbol)
    UndefineMethod                                                   In     None    None,

    // --- Exceptions ---------------------------------------------- a      b       c
    /// go on with what a handler caught: an exception, or an exit on its way through `ensure`
    Rethrow                                                          In     None    None,
    /// `r[a] = r[c] === r[b]`, for the exception `r[b]` and the class or module `r[c]` of a `rescue`
    RescueMatch                                                      Out    In      In,
    /// `r[a] = $!`
    GetErrorInfo                                                     Out    None    None,
    /// `$! = r[a]`
    SetErrorInfo                                                     In     None    None,

    // --- Coverage ------------------------------------------------ a      b       c
    /// count in file `a` the counter `bc`, in the way `n` (see [`counting`]); stands only where coverage was asked for
    Count                                                            Number Integer Half,
}

/// The kinds of `Defined` (operand `n`). All but `EXPRESSION`-like constant answers
/// are decided at run time; the compiler answers the others itself.
pub mod defined {
    pub const GLOBAL: u8 = 0;
    pub const INSTANCE_VARIABLE: u8 = 1;
    pub const CLASS_VARIABLE: u8 = 2;
    /// Lexical constant `names[c]`.
    pub const CONSTANT: u8 = 3;
    /// Constant `names[c]` of `r[b]`.
    pub const CONSTANT_FROM: u8 = 4;
    /// Public method `names[c]` of `r[b]`.
    pub const METHOD: u8 = 5;
    /// Any method `names[c]` of self.
    pub const SELF_METHOD: u8 = 6;
    pub const YIELD: u8 = 7;
    pub const SUPER: u8 = 8;
    /// Constant `names[c]` of Object.
    pub const TOP_CONSTANT: u8 = 9;
}

/// The ways of `Count` (operand `n`).
pub mod counting {
    /// Every time.
    pub const EACH: u8 = 0;
    /// The first time, as a line.
    pub const ONCE: u8 = 1;
    /// The frame's method, if it has just been called; `bc` says where its body stands.
    pub const METHOD: u8 = 2;
}

/// The flags of `OpenClass` (operand `n`).
pub mod class_flags {
    /// A superclass expression stands in `r[b+1]`.
    pub const SUPERCLASS: u8 = 1;
    /// A scope stands in `r[b]` (`class A::B`); otherwise the lexical scope is meant.
    pub const SCOPED: u8 = 2;
    /// A module, not a class.
    pub const MODULE: u8 = 4;
    /// The scope is Object (`class ::A`).
    pub const TOP: u8 = 8;
}

/// Bits of `n` of what computes a truth (a comparison, `Not`, `IsNil`, `BlockGiven`): the next instruction is the conditional
/// jump on `r[a]`, which nothing else reads, so that both may be done at once.
pub mod fused {
    /// Before a `JumpIf`.
    pub const JUMP_IF: u8 = 0x40;
    /// Before a `JumpUnless`.
    pub const JUMP_UNLESS: u8 = 0x80;
    pub const ANY: u8 = JUMP_IF | JUMP_UNLESS;
}

/// Bits of `n` of an operator's instruction.
pub mod operating {
    /// The method may be private: `case` asks whatever the visibility, and so does what is asked of `self` by that word.
    pub const OWN: u8 = 1;
    /// In code of the core library: the method is a program's, where a program has redefined the operator.
    pub const DISPATCHED: u8 = 2;
}

/// Bits of `n` of a `Send`: what the loop asks of its site before anything else. The rest are the upper bits of the site's index.
pub mod sending {
    /// The receiver is self: the machine fills it in.
    pub const SELF_CALL: u8 = 0x80;
    /// The site passes a literal block.
    pub const BLOCK: u8 = 0x40;
    /// The upper bits of the index.
    pub const INDEX: u8 = BLOCK - 1;
}

/// One instruction. Aligned to its size, so that a frame can keep where it is to go on in half a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(8))]
pub struct Instruction {
    pub op: Op,
    pub n: u8,
    pub a: u16,
    pub b: u16,
    pub c: u16,
}

impl Instruction {
    pub fn new(op: Op, n: u8, a: u16, b: u16, c: u16) -> Instruction {
        Instruction { op, n, a, b, c }
    }

    /// An instruction whose `b` and `c` hold one 32-bit operand.
    pub fn wide(op: Op, n: u8, a: u16, bc: i32) -> Instruction {
        Instruction { op, n, a, b: bc as u16, c: (bc >> 16) as u16 }
    }

    /// The operation and `n`, to be compared in one.
    #[inline(always)]
    pub fn head(self) -> u16 {
        Instruction::head_of(self.op, self.n)
    }

    #[inline(always)]
    pub const fn head_of(op: Op, n: u8) -> u16 {
        u16::from_ne_bytes([op as u8, n])
    }

    /// The call site that `Send`, `Super` and `Yield` name: `c`, and above it bits of `n`.
    #[inline(always)]
    pub fn site(self) -> usize {
        self.c as usize | ((self.n & sending::INDEX) as usize) << 16
    }

    /// The 32-bit operand of `b` and `c` together.
    #[inline(always)]
    pub fn bc(self) -> i32 {
        (self.b as u32 | (self.c as u32) << 16) as i32
    }
}

impl Op {
    /// Whether `n` may say that it decides a jump.
    pub fn computes_truth(self) -> bool {
        use Op::*;
        let compares_integer = matches!(self, LessInteger | LessEqualInteger | GreaterInteger | GreaterEqualInteger | EqualInteger);
        compares_integer || matches!(self, Less | LessEqual | Greater | GreaterEqual | Equal | NotEqual | CaseEqual | Not | IsNil | BlockGiven)
    }

    /// The same operator for a small literal on its right, where there is such an instruction.
    pub fn of_integer(self) -> Option<Op> {
        Some(match self {
            Op::Add => Op::AddInteger,
            Op::Subtract => Op::SubtractInteger,
            Op::ShiftRight => Op::ShiftRightInteger,
            Op::BitAnd => Op::BitAndInteger,
            Op::Equal => Op::EqualInteger,
            Op::Less => Op::LessInteger,
            Op::LessEqual => Op::LessEqualInteger,
            Op::Greater => Op::GreaterInteger,
            Op::GreaterEqual => Op::GreaterEqualInteger,
            Op::Index => Op::IndexInteger,
            _ => return None,
        })
    }

    /// The method an operator instruction stands for, called when its fast path does not apply.
    pub fn operator(self) -> Option<&'static str> {
        Some(match self {
            Op::Add | Op::AddInteger => "+",
            Op::Subtract | Op::SubtractInteger => "-",
            Op::Multiply => "*",
            Op::Divide => "/",
            Op::Modulo => "%",
            Op::Power => "**",
            Op::ShiftLeft => "<<",
            Op::ShiftRight | Op::ShiftRightInteger => ">>",
            Op::BitAnd | Op::BitAndInteger => "&",
            Op::BitOr => "|",
            Op::BitXor => "^",
            Op::Equal | Op::EqualInteger => "==",
            Op::NotEqual => "!=",
            Op::Less | Op::LessInteger => "<",
            Op::LessEqual | Op::LessEqualInteger => "<=",
            Op::Greater | Op::GreaterInteger => ">",
            Op::GreaterEqual | Op::GreaterEqualInteger => ">=",
            Op::Compare => "<=>",
            Op::CaseEqual => "===",
            Op::Match => "=~",
            Op::Index | Op::IndexInteger => "[]",
            Op::IndexSet => "[]=",
            Op::Not => "!",
            Op::IsNil => "nil?",
            Op::Negate => "-@",
            _ => return None,
        })
    }
}
