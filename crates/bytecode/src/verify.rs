//! The bytecode verifier: what it accepts, the interpreter can run without
//! checking an index.
//!
//! For every function it holds that each operand means something: registers
//! lie below the frame's count (call windows and register ranges included),
//! names, literals, call sites, nested functions, feedback slots and captured
//! variables exist, jumps and handlers stay inside, and no path runs off the
//! end. The machine clears registers when a frame opens, so that reading one
//! before writing it gives nil and needs no check here.
//!
//! Run over all that is compiled in development builds, and over images that
//! did not come from this program's own build.

use crate::frame;
use crate::function::{CallFlags, CallSite, Function, FunctionFlags, FunctionKind, HandlerKind, VariableLocation};
use crate::instruction::{Instruction, Op, OperandKind, class_flags, counting, defined, fused, sending};

mod flow;
mod registers;
#[cfg(test)]
mod tests;

pub use flow::jump_target;
pub use registers::{is_ignored, window_size};

/// A broken rule, and where it is broken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    /// Names of the function and those around it, outermost first, with `/` between.
    pub function: String,
    /// The instruction, or none where a table is wrong.
    pub pc: Option<u32>,
    pub message: String,
}

impl std::fmt::Display for VerifyError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.pc {
            Some(pc) => write!(formatter, "{} at {pc}: {}", self.function, self.message),
            None => write!(formatter, "{}: {}", self.function, self.message),
        }
    }
}

impl std::error::Error for VerifyError {}

/// Checks a function and everything nested in it.
pub fn verify(function: &Function) -> Result<(), VerifyError> {
    verify_within(function, &Environments { sizes: Vec::new(), open_ended: true }, "")
}

/// Sizes of the environments that a function's code can reach, innermost first.
struct Environments {
    sizes: Vec<u16>,
    /// Beyond them stand others that aren't known here: those of a binding.
    open_ended: bool,
}

impl Environments {
    fn inside(&self, function: &Function) -> Environments {
        let own = (!function.environment.is_empty()).then_some(function.environment.len() as u16);
        let (outer, open_ended): (&[u16], bool) = match function.kind {
            FunctionKind::Block | FunctionKind::Lambda => (&self.sizes, self.open_ended),
            FunctionKind::Eval => (&[], true),
            _ => (&[], false),
        };
        Environments { sizes: own.into_iter().chain(outer.iter().copied()).collect(), open_ended }
    }

    fn has(&self, slot: u16, depth: u16) -> bool {
        self.sizes.get(depth as usize).map_or(self.open_ended, |size| slot < *size)
    }
}

fn verify_within(function: &Function, outer: &Environments, path: &str) -> Result<(), VerifyError> {
    let path = if path.is_empty() { function.name.clone() } else { format!("{path}/{}", function.name) };
    let environments = outer.inside(function);
    let checker = Checker { function, environments: &environments };
    let failed = |pc, message| VerifyError { function: path.clone(), pc, message };
    checker.tables().map_err(|message| failed(None, message))?;
    for (pc, instruction) in function.instructions.iter().enumerate() {
        checker.instruction(pc, *instruction).map_err(|message| failed(Some(pc as u32), message))?;
    }
    flow::check(function).map_err(|(pc, message)| failed(Some(pc), message))?;
    function.functions.iter().try_for_each(|nested| verify_within(nested, &environments, &path))
}

type Check = Result<(), String>;

/// An error with this text unless the condition holds.
macro_rules! ensure {
    ($condition:expr, $($message:tt)*) => {
        if !$condition {
            return Err(format!($($message)*));
        }
    };
}

struct Checker<'a> {
    function: &'a Function,
    environments: &'a Environments,
}

impl Checker<'_> {
    /// Checks everything but the instructions.
    fn tables(&self) -> Check {
        let function = self.function;
        let length = function.instructions.len();
        ensure!(length > 0, "no instructions");
        ensure!(length <= i32::MAX as usize, "too many instructions");
        ensure!(
            function.primitive.is_some() == function.flags.has(FunctionFlags::HAS_PRIMITIVE),
            "primitive and its flag disagree"
        );
        ensure!(function.environment.len() <= u16::MAX as usize, "too many captured variables");
        self.parameters()?;
        for (name, register) in &function.locals {
            let is_block = *register == Function::FRAME_BLOCK;
            ensure!(is_block || *register < function.registers, "local {name} in register {register} of {}", function.registers);
        }
        self.location("$~", function.last_match)?;
        self.location("$_", function.last_line)?;
        self.handlers()?;
        self.lines()?;
        function.call_sites.iter().enumerate().try_for_each(|(index, site)| self.call_site(index, site))
    }

    fn parameters(&self) -> Check {
        let parameters = &self.function.parameters;
        let width = parameters.required as usize
            + parameters.optional as usize
            + parameters.post as usize
            + parameters.keywords.len()
            + parameters.rest as usize
            + (parameters.keyword_rest == crate::KeywordRest::Collected) as usize
            + parameters.block as usize;
        ensure!(
            width <= self.function.registers as usize,
            "parameters take {width} registers of {}",
            self.function.registers
        );
        let entries = &parameters.optional_entries;
        let expected = if parameters.optional == 0 { 0 } else { parameters.optional as usize + 1 };
        ensure!(entries.len() == expected, "{} entries for {} optional parameters", entries.len(), parameters.optional);
        for entry in entries {
            ensure!((*entry as usize) < self.function.instructions.len(), "entry {entry} is outside");
        }
        // A block that is only passed on has a name but no register.
        let named = width + !parameters.block as usize;
        ensure!(parameters.names.len() <= named, "{} parameter names for {width} parameters", parameters.names.len());
        Ok(())
    }

    fn location(&self, what: &str, location: VariableLocation) -> Check {
        let there = match location {
            VariableLocation::None => true,
            VariableLocation::Register(register) => register < self.function.registers,
            VariableLocation::Environment { slot, depth } => self.environments.has(slot, depth),
        };
        ensure!(there, "{what} is kept where nothing is: {location:?}");
        Ok(())
    }

    fn handlers(&self) -> Check {
        let length = self.function.instructions.len() as u32;
        for handler in &self.function.handlers {
            ensure!(
                handler.start <= handler.end && handler.end <= length && handler.target < length,
                "handler {}..{} -> {} is outside 0..{length}",
                handler.start,
                handler.end,
                handler.target
            );
            ensure!(
                handler.kind == HandlerKind::Clause || !(handler.start..handler.end).contains(&handler.target),
                "handler {}..{} -> {} covers itself",
                handler.start,
                handler.end,
                handler.target
            );
            ensure!(handler.register < self.function.registers, "handler's register {}", handler.register);
        }
        Ok(())
    }

    fn lines(&self) -> Check {
        let lines = &self.function.lines;
        ensure!(lines.windows(2).all(|pair| pair[0].pc < pair[1].pc), "lines are not in order");
        let inside = lines.last().is_none_or(|entry| (entry.pc as usize) < self.function.instructions.len());
        ensure!(inside, "a line stands outside");
        Ok(())
    }

    fn call_site(&self, index: usize, site: &CallSite) -> Check {
        let names = self.function.names.len();
        ensure!((site.name as usize) < names || names == 0, "call site {index} names {} of {names}", site.name);
        for keyword in &site.keywords {
            ensure!((*keyword as usize) < names, "call site {index} has keyword {keyword} of {names}");
        }
        if let Some(block) = site.block {
            ensure!((block as usize) < self.function.functions.len(), "call site {index} has no block {block}");
            let kind = self.function.functions[block as usize].kind;
            ensure!(
                matches!(kind, FunctionKind::Block | FunctionKind::Lambda),
                "call site {index} has a {kind:?} for a block"
            );
        }
        let flags = site.flags;
        ensure!(
            !flags.has(CallFlags::SPLAT) || site.arguments > 0,
            "call site {index} splats no argument"
        );
        ensure!(
            !flags.has(CallFlags::KEYWORD_HASH) || site.keywords.is_empty(),
            "call site {index} has keywords by name and as a hash"
        );
        let blocks = flags.has(CallFlags::BLOCK_ARGUMENT) as u8
            + flags.has(CallFlags::FORWARD_BLOCK) as u8
            + site.block.is_some() as u8;
        ensure!(blocks <= 1, "call site {index} passes more than one block");
        Ok(())
    }

    fn instruction(&self, pc: usize, instruction: Instruction) -> Check {
        let kinds = instruction.op.operands();
        let fields = [instruction.a, instruction.b, instruction.c];
        for (position, (kind, field)) in kinds.into_iter().zip(fields).enumerate() {
            if !registers::is_ignored(instruction, position) {
                self.operand(kind, field, instruction)?;
            }
        }
        self.jump(pc, instruction)?;
        self.ranges(instruction)?;
        self.decision(pc, instruction)?;
        self.clauses(pc, instruction)?;
        self.special(instruction)
    }

    fn operand(&self, kind: OperandKind, field: u16, instruction: Instruction) -> Check {
        let function = self.function;
        let index = field as usize;
        let name = instruction.op.name();
        match kind {
            OperandKind::None => ensure!(field == 0, "{name} has {field} where nothing is meant"),
            OperandKind::In | OperandKind::Out | OperandKind::InOut => {
                ensure!(field < function.registers, "{name} uses register {field} of {}", function.registers)
            }
            OperandKind::Name => {
                ensure!(index < function.names.len(), "{name} names {field} of {}", function.names.len())
            }
            OperandKind::Site => ensure!(
                instruction.site() < function.call_sites.len(),
                "{name} calls by site {} of {}",
                instruction.site(),
                function.call_sites.len()
            ),
            OperandKind::Function => ensure!(
                index < function.functions.len(),
                "{name} uses function {field} of {}",
                function.functions.len()
            ),
            OperandKind::Feedback => ensure!(
                field < function.feedback_slots,
                "{name} uses feedback {field} of {}",
                function.feedback_slots
            ),
            OperandKind::Literal => {
                let literal = instruction.bc();
                ensure!(
                    literal >= 0 && (literal as usize) < function.literals.len(),
                    "{name} uses literal {literal} of {}",
                    function.literals.len()
                )
            }
            // Ranges and windows have lengths: see `ranges`.
            OperandKind::First | OperandKind::Window | OperandKind::Jump => {}
            OperandKind::Number | OperandKind::Signed | OperandKind::Integer | OperandKind::Half => {}
        }
        Ok(())
    }

    fn jump(&self, pc: usize, instruction: Instruction) -> Check {
        if let Some(target) = flow::jump_target(pc, instruction) {
            let length = self.function.instructions.len() as i64;
            ensure!((0..length).contains(&target), "jump to {target}, outside 0..{length}");
        }
        Ok(())
    }

    /// What goes to one of the Jumps that follow is followed by them.
    fn clauses(&self, pc: usize, instruction: Instruction) -> Check {
        if instruction.op == Op::JumpToClause {
            let jumps = flow::clause_jumps(self.function, pc);
            let length = jumps.len();
            ensure!(length > 0, "JumpToClause has no clauses");
            let found = self.function.instructions.get(jumps).unwrap_or_default();
            ensure!(length == found.len() && found.iter().all(|jump| jump.op == Op::Jump), "JumpToClause lacks some of its Jumps");
        }
        Ok(())
    }

    /// What says that it decides a jump stands before that jump.
    fn decision(&self, pc: usize, instruction: Instruction) -> Check {
        if !instruction.op.computes_truth() || instruction.n & fused::ANY == 0 {
            return Ok(());
        }
        let jump = if instruction.n & fused::ANY == fused::JUMP_IF { Op::JumpIf } else { Op::JumpUnless };
        let next = self.function.instructions.get(pc + 1);
        let stands = next.is_some_and(|next| next.op == jump && next.a == instruction.a);
        ensure!(stands, "{} decides a jump that does not follow", instruction.op.name());
        Ok(())
    }

    fn ranges(&self, instruction: Instruction) -> Check {
        for range in registers::ranges(instruction, &self.function.call_sites) {
            ensure!(
                range.end <= self.function.registers as u32,
                "{} uses registers {}..{} of {}",
                instruction.op.name(),
                range.start,
                range.end,
                self.function.registers
            );
        }
        Ok(())
    }

    /// Checks the rules of single operations.
    fn special(&self, instruction: Instruction) -> Check {
        let function = self.function;
        let Instruction { op, n, a, b, c } = instruction;
        let nested_is = |kind| function.functions[c as usize].kind == kind;
        match op {
            Op::NewEnvironment => {
                let size = function.environment.len();
                ensure!(size > 0 && a as usize == size, "opens {a} variables where {size} are captured");
            }
            Op::Return => {
                let size = function.environment.len();
                ensure!(b as usize == size, "closes {b} variables where {size} are captured");
            }
            Op::GetEnvironment | Op::SetEnvironment => {
                ensure!(self.environments.has(b, c), "no captured variable {b} at depth {c}")
            }
            Op::GetFrameVariable | Op::SetFrameVariable => ensure!(
                self.environments.open_ended && c as usize >= self.environments.sizes.len(),
                "no view of a frame at depth {c}"
            ),
            Op::Send | Op::Super => {
                let site = &function.call_sites[instruction.site()];
                ensure!((site.name as usize) < function.names.len(), "calls by a site without a name");
                let said = if instruction.op == Op::Send { site.sending() } else { 0 };
                ensure!(n & !sending::INDEX == said, "calls in way {n} by a site that says {said}");
            }
            Op::Yield => {
                let site = &function.call_sites[instruction.site()];
                let blocks = CallFlags(CallFlags::BLOCK_ARGUMENT | CallFlags::FORWARD_BLOCK);
                ensure!(site.block.is_none() && site.flags.0 & blocks.0 == 0 && n & !sending::INDEX == 0, "yields a block");
            }
            Op::Count => ensure!(n <= counting::METHOD, "counts in way {n}"),
            Op::Defined => ensure!(n <= defined::TOP_CONSTANT, "asks for a definition of kind {n}"),
            Op::GetConstantFrom => ensure!(n <= 1, "looks up a constant in way {n}"),
            Op::SetConstant => ensure!(n <= 2, "sets a constant in way {n}"),
            Op::CallPrimitive => ensure!(
                function.flags.has(FunctionFlags::CORE),
                "calls a primitive outside the core library"
            ),
            Op::DefineMethod | Op::DefineSingletonMethod => {
                ensure!(nested_is(FunctionKind::Method), "defines a method from what is none")
            }
            Op::OpenClass => {
                let kind = if n & class_flags::MODULE != 0 { FunctionKind::Module } else { FunctionKind::Class };
                ensure!(nested_is(kind), "opens what is no {kind:?}");
            }
            Op::OpenSingletonClass => {
                ensure!(nested_is(FunctionKind::SingletonClass), "opens what is no singleton class")
            }
            Op::NewLambda => ensure!(
                nested_is(FunctionKind::Lambda) || nested_is(FunctionKind::Block),
                "makes a lambda of what is none"
            ),
            Op::Break => ensure!(
                matches!(function.kind, FunctionKind::Block | FunctionKind::Lambda | FunctionKind::Class | FunctionKind::Module),
                "breaks outside a block"
            ),
            Op::ReturnFromMethod => ensure!(
                matches!(function.kind, FunctionKind::Block | FunctionKind::Lambda | FunctionKind::Eval | FunctionKind::SingletonClass),
                "returns from the method around what is no block"
            ),
            _ => {}
        }
        Ok(())
    }
}
