//! The outside variables of a Proc's code: a Ractor's block takes none, a shareable Proc has variables of its own.
//!
//! `$~` and `$_` are kept outside, too, with those of the method. No program takes them there, so they are no outer
//! variables; but a shareable Proc needs a place of its own for them.

use rutile_bytecode::{Op, VariableLocation};

use crate::code::Code;
use crate::object::records::{EnvironmentRef, ProcRef};
use crate::value::Value;
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// A variable of a scope around a Proc that its code names.
pub struct OuterVariable {
    pub name: Symbol,
    pub value: Value,
    /// Whether the code assigns it somewhere.
    pub assigned: bool,
    address: LexicalAddress,
}

/// Where a variable stands: in a slot of the environment so many levels out from the Proc's own.
#[derive(Clone, Copy, PartialEq)]
struct LexicalAddress {
    depth: usize,
    slot: usize,
    /// Whether that environment is a view of a frame's locals.
    of_frame: bool,
}

/// The uses that are found in a Proc's code and in the blocks in it.
#[derive(Default)]
struct Uses {
    addresses: Vec<(LexicalAddress, bool)>,
    /// Where `$~` and `$_` are kept.
    matches: Vec<LexicalAddress>,
    yields: bool,
}

impl Vm {
    /// The outer variables that a Proc names, in the order in which it does, and whether it says `yield`.
    pub fn outer_variables(&mut self, closure: ProcRef, code: &Code) -> (Vec<OuterVariable>, bool) {
        let mut uses = Uses::default();
        uses.find(code, 0);
        let binding = self.binding_of_proc(closure, code);
        let levels = self.binding_levels(binding);
        let mut variables = Vec::with_capacity(uses.addresses.len());
        for (address, assigned) in uses.addresses {
            let Some(environment) = closure.outer_environment(address.depth) else { continue };
            let level = levels.iter().find(|level| level.environment.value() == environment.value());
            let name = level.and_then(|level| level.names.get(address.slot).copied().flatten());
            let value = match environment.view() {
                Some(activation) => activation.local(self, address.slot),
                None => environment.slot(address.slot),
            };
            variables.extend(name.map(|name| OuterVariable { name, value, assigned, address }));
        }
        (variables, uses.yields)
    }

    /// Gives a Proc copies of the outer variables that it names, which nobody else sees; false where they are
    /// locals that a binding shows, which have no copies.
    pub fn separate_variables(&mut self, closure: ProcRef, variables: &[OuterVariable]) -> bool {
        if variables.iter().any(|variable| variable.address.of_frame) {
            return false;
        }
        let mut uses = Uses::default();
        if let Some(code) = Code::of_value(closure.code()) {
            uses.find(code, 0);
        }
        let addresses = || variables.iter().map(|variable| variable.address).chain(uses.matches.iter().copied());
        self.disable_collections(|vm| {
            let levels = addresses().map(|address| address.depth + 1).max().unwrap_or(0);
            let mut parent = Value::NIL;
            for depth in (0..levels).rev() {
                let here = || variables.iter().filter(|variable| variable.address.depth == depth);
                let slots = addresses().filter(|address| address.depth == depth).map(|address| address.slot + 1).max().unwrap_or(0);
                let environment = vm.new_environment(parent, slots, 0);
                here().for_each(|variable| environment.set_slot(vm, variable.address.slot, variable.value));
                parent = environment.value();
            }
            closure.set_environment(vm, parent);
        });
        true
    }
}

impl Uses {
    /// Looks through code that stands within so many environments of the Proc's own.
    fn find(&mut self, code: &Code, around: usize) {
        let opened = around + usize::from(!code.environment().is_empty());
        for instruction in code.instructions().iter() {
            let assigns = matches!(instruction.op, Op::SetEnvironment | Op::SetFrameVariable);
            match instruction.op {
                Op::GetEnvironment | Op::SetEnvironment | Op::GetFrameVariable | Op::SetFrameVariable if instruction.c as usize >= opened => {
                    let of_frame = matches!(instruction.op, Op::GetFrameVariable | Op::SetFrameVariable);
                    self.note(LexicalAddress { depth: instruction.c as usize - opened, slot: instruction.b as usize, of_frame }, assigns);
                }
                Op::Yield => self.yields = true,
                _ => {}
            }
        }
        for location in [code.last_match(), code.last_line()] {
            if let VariableLocation::Environment { slot, depth } = location
                && depth as usize >= opened
            {
                self.matches.push(LexicalAddress { depth: depth as usize - opened, slot: slot as usize, of_frame: false });
            }
        }
        for inner in code.functions.iter().filter_map(|inner| Code::of_value(inner.get())).filter(|inner| inner.is_block()) {
            self.find(inner, opened);
        }
    }

    fn note(&mut self, address: LexicalAddress, assigns: bool) {
        match self.addresses.iter_mut().find(|(known, _)| *known == address) {
            Some((_, assigned)) => *assigned |= assigns,
            None => self.addresses.push((address, assigns)),
        }
    }
}

impl ProcRef {
    /// The environment so many levels out from the Proc's own.
    pub(crate) fn outer_environment(self, depth: usize) -> Option<EnvironmentRef> {
        let own = EnvironmentRef::from_value(self.environment());
        (0..depth).fold(own, |environment, _| EnvironmentRef::from_value(environment?.parent()))
    }
}
