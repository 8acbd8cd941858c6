//! Writing instructions: registers, labels, names, literals, lines.
//!
//! Every method here works on the innermost scope. Temporaries are a stack: take
//! a [`Compiler::mark`], allocate, and [`Compiler::release`] back to the mark.

use std::borrow::Cow;
use std::collections::HashMap;

use rutile_bytecode::{CallSite, Function, Instruction, LineEntry, Literal, Nested, Op, frame, fused, sending};

use crate::compiler::{Compiler, Destination};
use crate::error::{CompileError, Result};
use crate::scope::{Label, LiteralKey, Register, Scope};

/// Registers a function may have: some room is left below the 16-bit limit for windows.
const REGISTER_LIMIT: u32 = 65_000;

/// How many jumps that lead to one another are followed: a circle of them has no end.
const FOLLOWED_JUMPS: usize = 8;

/// A call site as an instruction names it.
#[derive(Clone, Copy)]
pub struct SiteIndex(usize);

impl<'pr> Compiler<'pr> {
    /// The scope being compiled.
    pub fn scope(&self) -> &Scope<'pr> {
        &self.scopes[self.scopes.len() - 1]
    }

    /// The scope being compiled, to be changed.
    pub fn scope_mut(&mut self) -> &mut Scope<'pr> {
        let last = self.scopes.len() - 1;
        &mut self.scopes[last]
    }

    // --- Registers ---

    /// The next register that would be allocated: a point to release back to.
    pub fn mark(&self) -> Register {
        self.scope().next
    }

    /// The first register that holds no parameter and no variable.
    pub fn first_temporary(&self) -> Register {
        self.scope().first_temporary
    }

    /// Declares that all registers taken so far belong to parameters and variables.
    pub(crate) fn end_of_variables(&mut self) {
        let mark = self.mark();
        self.scope_mut().first_temporary = mark;
    }

    /// Gives back all temporaries from `mark` on.
    pub fn release(&mut self, mark: Register) {
        self.scope_mut().next = mark;
    }

    /// Takes `count` registers in a row and answers the first.
    pub fn allocate_many(&mut self, count: usize) -> Result<Register> {
        let first = self.scope().next;
        self.reserve_to(first as u32 + count as u32)?;
        Ok(first)
    }

    /// Takes one register.
    pub fn allocate(&mut self) -> Result<Register> {
        self.allocate_many(1)
    }

    /// Makes `next` the first free register; used where registers are reserved in an order of their own.
    pub fn reserve_to(&mut self, next: u32) -> Result<()> {
        self.touch(next)?;
        self.scope_mut().next = next as Register;
        Ok(())
    }

    /// Makes sure the frame has at least `count` registers.
    pub fn touch(&mut self, count: u32) -> Result<()> {
        if count > REGISTER_LIMIT {
            return Err(CompileError::Limit("too many registers in one scope"));
        }
        let function = &mut self.scope_mut().function;
        function.registers = function.registers.max(count as u16);
        Ok(())
    }

    /// The register in which a value is to be left: the one asked for, or a new temporary.
    pub fn place(&mut self, destination: Destination) -> Result<Register> {
        match destination {
            Destination::Into(register) => Ok(register),
            Destination::Any | Destination::Discard => self.allocate(),
        }
    }

    // --- Instructions ---

    /// Index of the next instruction.
    pub fn here(&self) -> u32 {
        self.scope().function.instructions.len() as u32
    }

    /// Sets the line that the following instructions belong to.
    pub fn set_line(&mut self, line: u32) {
        self.scope_mut().line = line;
    }

    fn push(&mut self, instruction: Instruction) {
        let (pc, positions, nodes) = (self.here(), self.options.positions, self.options.nodes);
        let scope = self.scope_mut();
        if positions {
            scope.function.positions.push(scope.position);
        }
        if nodes && scope.function.nodes.last().is_none_or(|entry| entry.line != scope.node) {
            scope.function.nodes.push(LineEntry { pc, line: scope.node });
        }
        let line = scope.line;
        let function = &mut scope.function;
        if function.lines.last().is_none_or(|entry| entry.line != line) {
            match function.lines.last_mut() {
                Some(entry) if entry.pc == pc => entry.line = line,
                _ => function.lines.push(LineEntry { pc, line }),
            }
        }
        function.instructions.push(instruction);
    }

    /// Appends an instruction.
    pub fn emit(&mut self, op: Op, a: u16, b: u16, c: u16) {
        self.push(Instruction::new(op, 0, a, b, c));
    }

    /// Appends an instruction with its small immediate.
    pub fn emit_n(&mut self, op: Op, n: u8, a: u16, b: u16, c: u16) {
        self.push(Instruction::new(op, n, a, b, c));
    }

    /// Appends an instruction with one 32-bit operand.
    pub fn emit_wide(&mut self, op: Op, n: u8, a: u16, bc: i32) {
        self.push(Instruction::wide(op, n, a, bc));
    }

    /// `r[to] = r[from]`, unless they are the same.
    pub fn emit_move(&mut self, to: Register, from: Register) {
        if to != from {
            self.emit(Op::Move, to, from, 0);
        }
    }

    // --- Labels ---

    pub fn new_label(&mut self) -> Label {
        let labels = &mut self.scope_mut().labels;
        labels.push(None);
        Label(labels.len() - 1)
    }

    /// Makes `label` mean the next instruction.
    pub fn bind(&mut self, label: Label) {
        let here = self.here();
        self.scope_mut().labels[label.0] = Some(here);
    }

    /// A label that is bound here at once.
    pub fn bind_new_label(&mut self) -> Label {
        let label = self.new_label();
        self.bind(label);
        label
    }

    pub fn jump(&mut self, label: Label) {
        self.branch(Op::Jump, 0, label);
    }

    /// A conditional jump (or `Jump`, `LoopBack`) on register `a`.
    pub fn branch(&mut self, op: Op, a: Register, label: Label) {
        let pc = self.here();
        self.emit_wide(op, 0, a, 0);
        self.scope_mut().fixups.push((pc, label));
    }

    /// A `JumpIf` or `JumpUnless` on a register that nobody reads after it, unless it is a variable's: what computed it
    /// just before, if it can, takes the jump as well.
    pub fn decide(&mut self, op: Op, a: Register, label: Label) {
        let first = self.first_temporary();
        if let Some(last) = self.scope_mut().function.instructions.last_mut().filter(|last| last.a == a && a >= first && last.op.computes_truth()) {
            last.n |= match op {
                Op::JumpIf => fused::JUMP_IF,
                Op::JumpUnless => fused::JUMP_UNLESS,
                _ => 0,
            };
        }
        self.branch(op, a, label);
    }

    /// Fills in the distances of all jumps. One that leads to another goes where that leads, unless a statement begins
    /// there, which those who watch the program are told of.
    pub(crate) fn patch_jumps(&mut self) -> Result<()> {
        let scope = self.scope_mut();
        let fixups = std::mem::take(&mut scope.fixups);
        let jumps: HashMap<u32, Label> = fixups.iter().copied().filter(|(pc, _)| scope.function.instructions[*pc as usize].op == Op::Jump).collect();
        for (pc, label) in fixups {
            let mut target = scope.labels[label.0].ok_or(CompileError::Limit("a jump without a target"))?;
            for _ in 0..FOLLOWED_JUMPS {
                let begins_statement = scope.function.statements.binary_search_by_key(&target, |entry| entry.pc).is_ok();
                match jumps.get(&target).filter(|_| !begins_statement) {
                    Some(next) => target = scope.labels[next.0].ok_or(CompileError::Limit("a jump without a target"))?,
                    None => break,
                }
            }
            let instruction = &mut scope.function.instructions[pc as usize];
            *instruction =
                Instruction::wide(instruction.op, instruction.n, instruction.a, target as i32 - pc as i32 - 1);
        }
        Ok(())
    }

    // --- Tables ---

    /// Index of a name in the function's name table, for an instruction's operand.
    pub fn name(&mut self, name: &str) -> Result<u16> {
        u16::try_from(self.site_name(name)).map_err(|_| CompileError::Limit("too many names in one scope"))
    }

    /// The same for a call site, which has room for any.
    pub fn site_name(&mut self, name: &str) -> u32 {
        let name = &*self.internal_name(name);
        let scope = self.scope_mut();
        if let Some(&index) = scope.name_index.get(name) {
            return index;
        }
        let index = scope.function.names.len() as u32;
        scope.function.names.push(name.to_string());
        scope.name_index.insert(name.to_string(), index);
        index
    }

    /// The core library's own instance variables and methods, `@__name` and `__name`, have names that no program
    /// can write: `@ name` and `_ name`. (Ruby's own, as `__send__`, end with underscores too.)
    pub fn internal_name<'name>(&self, name: &'name str) -> Cow<'name, str> {
        if !self.options.core || name.ends_with("__") {
            return Cow::Borrowed(name);
        }
        match (name.strip_prefix("@__"), name.strip_prefix("__")) {
            (Some(variable), _) => Cow::Owned(format!("@ {variable}")),
            (_, Some(method)) => Cow::Owned(format!("_ {method}")),
            _ => Cow::Borrowed(name),
        }
    }

    /// Index of a literal in the function's literal table.
    pub fn literal(&mut self, literal: Literal) -> u32 {
        let scope = self.scope_mut();
        let key = LiteralKey::of(&literal);
        if let Some(&index) = key.as_ref().and_then(|key| scope.literal_index.get(key)) {
            return index;
        }
        let index = scope.function.literals.len() as u32;
        scope.function.literals.push(literal);
        if let Some(key) = key {
            scope.literal_index.insert(key, index);
        }
        index
    }

    /// `r[to] = literal`
    pub fn load_literal(&mut self, to: Register, literal: Literal) {
        if let Literal::Integer(value) = literal
            && let Ok(small) = i32::try_from(value)
        {
            return self.emit_wide(Op::LoadInteger, 0, to, small);
        }
        let index = self.literal(literal);
        self.emit_wide(Op::LoadLiteral, 0, to, index as i32);
    }

    /// `r[to] = :name`
    pub fn load_symbol(&mut self, to: Register, name: &str) {
        let literal = self.symbol_literal(name.as_bytes());
        self.load_literal(to, literal);
    }

    /// A slot of feedback for an instruction that caches.
    pub fn feedback(&mut self) -> Result<u16> {
        let function = &mut self.scope_mut().function;
        let slot = function.feedback_slots;
        function.feedback_slots =
            slot.checked_add(1).ok_or(CompileError::Limit("too many cached accesses in one scope"))?;
        Ok(slot)
    }

    /// Adds a nested function.
    pub fn add_function(&mut self, function: Function) -> Result<u16> {
        let functions = &mut self.scope_mut().function.functions;
        let index =
            u16::try_from(functions.len()).map_err(|_| CompileError::Limit("too many scopes within one scope"))?;
        functions.push(Nested::packed(function));
        Ok(index)
    }

    /// Adds a place of call.
    pub fn add_call_site(&mut self, site: CallSite) -> Result<SiteIndex> {
        let sites = &mut self.scope_mut().function.call_sites;
        let index = sites.len();
        if index >> 16 > sending::INDEX as usize {
            return Err(CompileError::Limit("too many calls in one scope"));
        }
        sites.push(site);
        Ok(SiteIndex(index))
    }

    /// Appends a call by a site.
    pub fn emit_site(&mut self, op: Op, to: Register, window: Register, site: SiteIndex) {
        let SiteIndex(index) = site;
        let said = if op == Op::Send { self.scope().function.call_sites[index].sending() } else { 0 };
        self.emit_n(op, said | (index >> 16) as u8, to, window, index as u16);
    }

    /// `r[to] = Rutile.name(r[first], .. r[first + count - 1])`
    pub fn emit_helper(&mut self, to: Register, name: &str, first: Register, count: u8) -> Result<()> {
        let name = self.name(name)?;
        self.emit_n(Op::CallHelper, count, to, first, name);
        Ok(())
    }

    /// Reserves a call window on top of the temporaries: arguments go from `window + HEADER` on.
    pub fn open_window(&mut self) -> Result<Register> {
        self.allocate_many(frame::HEADER as usize)
    }
}
