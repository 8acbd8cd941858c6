//! Variables: locals and hidden locals, instance, class and global variables, match data.
//!
//! Names of instance, class and global variables stand in the name tables with their sigils (`@a`, `@@a`, `$a`).

use ruby_prism::*;
use rutile_bytecode::{FunctionKind, Op, VariableLocation};

use crate::captures::{IMPLICIT_IT, LAST_LINE, LAST_MATCH};
use crate::compiler::{Compiler, Destination};
use crate::error::{CompileError, Result};
use crate::scope::{Place, Register, Variable};
use crate::text;

impl<'pr> Compiler<'pr> {
    /// Adds a variable to the innermost scope. A captured one gets a slot in the environment; another keeps
    /// `register`, or takes a new one. The first of several with one name wins.
    pub(crate) fn define_variable(&mut self, name: &str, captured: bool, register: Option<Register>) -> Result<()> {
        if self.scope().places.contains_key(name) {
            return Ok(());
        }
        let place = if captured {
            let environment = &mut self.scope_mut().function.environment;
            let slot = u16::try_from(environment.len())
                .map_err(|_| CompileError::Limit("too many captured variables in one scope"))?;
            environment.push(name.to_string());
            Place::Slot(slot)
        } else {
            let register = match register {
                Some(register) => register,
                None => self.allocate()?,
            };
            self.list_local(name, register);
            Place::Register(register)
        };
        self.scope_mut().places.insert(name.to_string(), place);
        Ok(())
    }

    /// Tells the machine of a variable that it finds in a register, should a binding be asked for it.
    pub(crate) fn list_local(&mut self, name: &str, register: Register) {
        if is_visible(name) && !self.options.core {
            self.scope_mut().function.locals.push((name.to_string(), register));
        }
    }

    /// Finds the variable that the parser placed `depth` scopes out.
    pub fn resolve(&self, name: &str, depth: u32) -> Result<Variable> {
        let missing = CompileError::Limit("a variable without a place");
        let mut environments = 0;
        let mut remaining = depth;
        for scope in self.scopes.iter().rev() {
            if !scope.transparent && remaining == 0 {
                return located(scope.places.get(name), environments).ok_or(missing);
            }
            environments += scope.has_environment() as u16;
            if !scope.transparent {
                remaining -= 1;
            }
            if !scope.is_block() {
                break;
            }
        }
        self.resolve_outside(name, remaining as usize, environments).ok_or(missing)
    }

    /// A variable of the binding that an `eval` runs in.
    fn resolve_outside(&self, name: &str, level: usize, environments: u16) -> Option<Variable> {
        let scopes = &self.options.eval_scopes;
        let found = |level: usize| {
            let scope = scopes.get(level)?;
            let slot = scope.names.iter().position(|variable| variable == name)? as u16;
            let depth = environments + level as u16;
            Some(if scope.of_frame { Variable::Frame { slot, depth } } else { Variable::Environment { slot, depth } })
        };
        found(level).or_else(|| (0..scopes.len()).find_map(found))
    }

    /// Finds a hidden variable of the nearest scope that has it, up to the method or the file.
    pub fn resolve_hidden(&self, name: &str) -> Option<Variable> {
        let mut environments = 0;
        for scope in self.scopes.iter().rev() {
            if let Some(place) = scope.places.get(name) {
                return located(Some(place), environments);
            }
            environments += scope.has_environment() as u16;
            if !scope.is_block() {
                return match scope.kind {
                    FunctionKind::Eval => self.resolve_outside(name, 0, environments),
                    _ => None,
                };
            }
        }
        None
    }

    /// Whether a hidden variable is of a scope around the one being compiled.
    fn is_around(&self, name: &str) -> bool {
        self.scopes.last().is_none_or(|scope| !scope.places.contains_key(name))
    }

    /// The location of a hidden variable for the function's tables.
    pub(crate) fn hidden_location(&self, name: &str) -> VariableLocation {
        match self.resolve_hidden(name) {
            None | Some(Variable::Frame { .. }) => VariableLocation::None,
            Some(Variable::Register(register)) => VariableLocation::Register(register),
            Some(Variable::Environment { slot, depth }) => VariableLocation::Environment { slot, depth },
        }
    }

    /// Reads a variable; with `Destination::Any` one in a register is answered where it is.
    pub fn read_variable(&mut self, variable: Variable, destination: Destination) -> Result<Register> {
        match (variable, destination) {
            (_, Destination::Discard) => Ok(0),
            (Variable::Register(register), Destination::Any) => Ok(register),
            (Variable::Register(register), Destination::Into(to)) => {
                self.emit_move(to, register);
                Ok(to)
            }
            (Variable::Environment { slot, depth }, _) => {
                let to = self.place(destination)?;
                self.emit(Op::GetEnvironment, to, slot, depth);
                Ok(to)
            }
            (Variable::Frame { slot, depth }, _) => {
                let to = self.place(destination)?;
                self.emit(Op::GetFrameVariable, to, slot, depth);
                Ok(to)
            }
        }
    }

    /// Assigns the value in a register to a variable.
    pub fn write_variable(&mut self, variable: Variable, value: Register) {
        match variable {
            Variable::Register(register) => self.emit_move(register, value),
            Variable::Environment { slot, depth } => self.emit(Op::SetEnvironment, value, slot, depth),
            Variable::Frame { slot, depth } => self.emit(Op::SetFrameVariable, value, slot, depth),
        }
    }

    // --- Locals ---

    pub(crate) fn compile_local_read(
        &mut self, node: &LocalVariableReadNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        let name = text(&node.name());
        if self.is_forwarded_block(&name, node.depth()) {
            self.uses_block();
            let to = self.place(destination)?;
            self.emit(Op::GetBlock, to, 0, 0);
            return Ok(to);
        }
        let variable = self.resolve(&name, node.depth())?;
        self.read_variable(variable, destination)
    }

    /// Whether the variable, `depth` scopes out, is a block parameter that has no register since it is only passed on.
    pub(crate) fn is_forwarded_block(&self, name: &str, depth: u32) -> bool {
        let mut remaining = depth;
        for scope in self.scopes.iter().rev().filter(|scope| !scope.transparent) {
            if remaining == 0 {
                return scope.forwarded_block.as_deref() == Some(name);
            }
            if !scope.is_block() {
                return false;
            }
            remaining -= 1;
        }
        false
    }

    pub(crate) fn compile_it_read(
        &mut self, _node: &ItLocalVariableReadNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        let variable = self.resolve(IMPLICIT_IT, 0)?;
        self.read_variable(variable, destination)
    }

    pub(crate) fn compile_local_write(
        &mut self, node: &LocalVariableWriteNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        let variable = self.resolve(&text(&node.name()), node.depth())?;
        self.assign_variable(variable, &node.value(), destination)
    }

    /// Evaluates `value` and assigns it to `variable`.
    pub fn assign_variable(
        &mut self, variable: Variable, value: &Node<'pr>, destination: Destination,
    ) -> Result<Register> {
        if let Variable::Register(register) = variable
            && self.writes_last(value)
        {
            self.compile(value, Destination::Into(register))?;
            if let Destination::Into(to) = destination {
                self.emit_move(to, register);
                return Ok(to);
            }
            return Ok(register);
        }
        let value = match destination {
            Destination::Into(register) => self.compile(value, Destination::Into(register))?,
            _ => self.compile(value, Destination::Any)?,
        };
        self.write_variable(variable, value);
        Ok(value)
    }

    // --- Instance, class and global variables ---

    pub(crate) fn compile_instance_variable_read(
        &mut self, node: &InstanceVariableReadNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        let to = self.place(destination)?;
        self.read_instance_variable(&text(&node.name()), to)?;
        Ok(to)
    }

    pub fn read_instance_variable(&mut self, name: &str, to: Register) -> Result<()> {
        let name = self.name(name)?;
        let slot = self.feedback()?;
        self.emit(Op::GetInstanceVariable, to, name, slot);
        Ok(())
    }

    pub fn write_instance_variable(&mut self, name: &str, value: Register) -> Result<()> {
        let name = self.name(name)?;
        let slot = self.feedback()?;
        self.emit(Op::SetInstanceVariable, value, name, slot);
        Ok(())
    }

    pub(crate) fn compile_instance_variable_write(
        &mut self, node: &InstanceVariableWriteNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        let value = self.compile_value(&node.value(), destination)?;
        self.write_instance_variable(&text(&node.name()), value)?;
        Ok(value)
    }

    pub(crate) fn compile_class_variable_read(
        &mut self, node: &ClassVariableReadNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        let to = self.place(destination)?;
        let name = self.name(&text(&node.name()))?;
        self.emit(Op::GetClassVariable, to, name, 0);
        Ok(to)
    }

    pub fn write_class_variable(&mut self, name: &str, value: Register) -> Result<()> {
        let name = self.name(name)?;
        self.emit(Op::SetClassVariable, value, name, 0);
        Ok(())
    }

    pub(crate) fn compile_class_variable_write(
        &mut self, node: &ClassVariableWriteNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        let value = self.compile_value(&node.value(), destination)?;
        self.write_class_variable(&text(&node.name()), value)?;
        Ok(value)
    }

    pub(crate) fn compile_global_read(
        &mut self, node: &GlobalVariableReadNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        self.read_global(&text(&node.name()), destination)
    }

    /// Reads a global variable; `$~` and `$_` are variables of the method.
    pub fn read_global(&mut self, name: &str, destination: Destination) -> Result<Register> {
        if let Some(variable) = self.method_global(name) {
            return self.read_variable(variable, destination);
        }
        let to = self.place(destination)?;
        let name = self.name(name)?;
        self.emit(Op::GetGlobal, to, name, 0);
        Ok(to)
    }

    /// Assigns a global variable. `$~` is checked to be a MatchData or nil by a helper.
    pub fn write_global(&mut self, name: &str, value: Register) -> Result<()> {
        if let Some(variable) = self.method_global(name) {
            if name == LAST_MATCH {
                let scratch = self.allocate()?;
                self.emit_helper(scratch, "check_match", value, 1)?;
                self.release(scratch);
            }
            self.write_variable(variable, value);
            return Ok(());
        }
        // Of a method around a block too: a fiber may have one of its own.
        let name = self.name(name)?;
        self.emit(Op::SetGlobal, value, name, 0);
        Ok(())
    }

    /// A global that is a variable of the method whose body this is.
    fn method_global(&self, name: &str) -> Option<Variable> {
        let hidden = matches!(name, LAST_MATCH | LAST_LINE).then(|| self.resolve_hidden(name)).flatten();
        hidden.filter(|_| !self.is_around(name))
    }

    pub(crate) fn compile_global_write(
        &mut self, node: &GlobalVariableWriteNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        let value = self.compile_value(&node.value(), destination)?;
        self.write_global(&text(&node.name()), value)?;
        Ok(value)
    }

    // --- What the last match said ---

    pub(crate) fn compile_numbered_reference(
        &mut self, node: &NumberedReferenceReadNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        // A number too big to be a group reads as group 0xffff, which no pattern has.
        let number = match node.number() {
            0 => u16::MAX,
            number => u16::try_from(number).unwrap_or(u16::MAX),
        };
        self.back_reference(0, number, destination)
    }

    pub(crate) fn compile_back_reference(
        &mut self, node: &BackReferenceReadNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        let kind = node.name().as_slice().get(1).copied().unwrap_or(b'&');
        self.back_reference(kind, 0, destination)
    }

    fn back_reference(&mut self, kind: u8, group: u16, destination: Destination) -> Result<Register> {
        // A text that nobody takes is not made.
        if destination == Destination::Discard {
            return Ok(0);
        }
        let to = self.place(destination)?;
        let data = self.read_last_match(Destination::Any)?;
        self.emit_n(Op::GetBackReference, kind, to, data, group);
        Ok(to)
    }

    /// The MatchData of the last match, or nil.
    pub fn read_last_match(&mut self, destination: Destination) -> Result<Register> {
        match self.resolve_hidden(LAST_MATCH) {
            Some(_) if self.is_around(LAST_MATCH) => {
                let to = self.place(destination)?;
                self.emit(Op::GetLastMatch, to, 0, 0);
                Ok(to)
            }
            Some(variable) => self.read_variable(variable, destination),
            None => {
                let to = self.place(destination)?;
                self.emit(Op::LoadNil, to, 0, 0);
                Ok(to)
            }
        }
    }
}

/// Whether a program could have written the name: hidden variables and anonymous parameters have others.
fn is_visible(name: &str) -> bool {
    name.chars().next().is_some_and(|first| first == '_' || first.is_alphabetic() || !first.is_ascii())
}

pub(crate) fn located(place: Option<&Place>, depth: u16) -> Option<Variable> {
    match *place? {
        Place::Slot(slot) => Some(Variable::Environment { slot, depth }),
        Place::Register(register) => Some(Variable::Register(register)),
    }
}
