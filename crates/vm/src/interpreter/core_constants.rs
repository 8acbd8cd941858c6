//! What code of the core library means by a constant of Object: what it was at the end of boot, also where a program
//! has put something else in its place (as libraries do that fake files or time).

use rutile_bytecode::FunctionFlags;

use crate::code::Code;
use crate::object::id_table::IdTable;
use crate::object::records::ScopeRef;
use crate::value::Value;
use crate::value::symbol::Symbol;
use crate::vm::Vm;

impl Vm {
    /// Notes what the constants of Object are.
    pub(super) fn keep_core_constants(&mut self) {
        let mut kept = None;
        let Some(constants) = IdTable::from_value(self.classes.object.constants()) else { return };
        let entries: Vec<_> = constants.entries().collect();
        for (name, value) in entries {
            if !value.is_undefined() {
                kept = Some(self.id_table_set(kept, name, value));
            }
        }
        if let Some(kept) = kept {
            self.set_variable(self.program.helpers.value(), Symbol::CORE_CONSTANTS, kept.value());
        }
    }

    /// What a constant was at boot, if the code that names it is the core's, finds it in Object, and a program has changed it.
    pub(crate) fn replaced_constant(&self, code: &Code, scope: Option<ScopeRef>, name: Symbol) -> Option<Value> {
        if !code.has(FunctionFlags::CORE) {
            return None;
        }
        let kept = IdTable::from_value(self.get_variable(self.program.helpers.value(), Symbol::CORE_CONSTANTS))?;
        let (value, object) = (kept.get(name)?, self.classes.object);
        if self.own_constant(object, name) == Some(value) {
            return None;
        }
        let found = scope.and_then(|scope| self.find_lexical_constant(scope, name));
        found.is_none_or(|(_, owner)| owner == object).then_some(value)
    }
}
