//! Methods that a definition takes the place of: a program that asked for warnings is told, once for each.

use crate::calls::method::MethodKind;
use crate::object::class::ClassRef;
use crate::object::id_table::IdTable;
use crate::object::records::MethodRef;
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// The level that `-w` sets `$VERBOSE` to.
const VERBOSE: u8 = 2;

impl Vm {
    /// The method of a class's own that a definition is about to discard, where the program is to be told so. A method with a second name is
    /// not lost; it and what has been told of are silent.
    pub fn discarded_method(&mut self, class: ClassRef, name: Symbol) -> Option<MethodRef> {
        if self.settings.warning_level < VERBOSE || self.phase.booting {
            return None;
        }
        let table = IdTable::from_value(class.definitions().methods())?;
        let method = MethodRef::from_value(table.get(name)?)?;
        let is_own = method.owner_class() == Some(class) && !matches!(method.kind(), MethodKind::Undefined | MethodKind::Refined);
        if !is_own || method.is_discarded_silently() {
            return None;
        }
        method.discard_silently(self);
        Some(method)
    }
}
