//! Instance variables of cells that have no slots for them: of all kinds but plain objects, classes and modules.
//!
//! A table has them by the address of the cell. A variable alone stands in the entry itself, as that of Rails' Strings which tells whether they are
//! safe in a page; several stand in an IdTable.

use rutile_heap::{Cell, Liveness};

use crate::memory::weak_table::{Held, WeakTable};
use crate::object::id_table::IdTable;
use crate::value::Value;
use crate::value::fields::Fields;
use crate::value::kind::{flags};
use crate::value::symbol::{Standing, Symbol};
use crate::vm::Vm;

/// The variables of one cell.
#[derive(Clone, Copy)]
pub(crate) struct Aside {
    /// Of the one variable that there is.
    name: Option<Symbol>,
    /// Of that variable; without a name the IdTable of several, or nil where all were removed.
    value: Value,
}

impl Aside {
    fn table(self) -> Option<IdTable> {
        if self.name.is_some() { None } else { IdTable::from_value(self.value) }
    }

    fn get(self, name: Symbol) -> Option<Value> {
        match self.name {
            Some(own) => (own == name).then_some(self.value),
            None => self.table()?.get(name),
        }
    }
}

impl Held for Aside {
    fn value(&self) -> Option<Value> {
        Some(self.value)
    }

    fn is_old(&self, liveness: &Liveness) -> bool {
        self.value.is_old(liveness)
    }

    fn revise(&mut self, liveness: &Liveness) {
        self.value.revise(liveness);
    }
}

/// Variables that no cell of theirs has slots for, and a cache of what natives ask most.
#[derive(Default)]
pub struct SideVariables {
    /// By the address of the cell whose variables they are.
    pub(crate) by_cell: WeakTable<Aside>,
    /// The shape and the names for which `first_variables` found last that they agree: until a shape's number is used again.
    pub(crate) layout_cache: std::cell::Cell<(u32, usize, usize)>,
}

impl SideVariables {
    #[inline]
    pub(super) fn get(&self, cell: Cell, name: Symbol) -> Option<Value> {
        self.by_cell.get(cell.address())?.get(name)
    }

    pub(super) fn names(&self, cell: Cell) -> Vec<Symbol> {
        let Some(aside) = self.by_cell.get(cell.address()) else { return Vec::new() };
        match aside.name {
            Some(name) => vec![name],
            None => aside.table().map_or_else(Vec::new, |table| table.entries().map(|(name, _)| name).collect()),
        }
    }
}

impl Vm {
    pub(super) fn set_side_variable(&mut self, cell: Cell, name: Symbol, value: Value) {
        let before = self.variables.by_cell.get(cell.address()).copied().unwrap_or(Aside { name: None, value: Value::NIL });
        let after = match (before.name, before.table()) {
            (Some(own), _) if own == name => Aside { value, ..before },
            (Some(own), _) => {
                let table = self.id_table_set(None, own, before.value);
                Aside { name: None, value: self.id_table_set(Some(table), name, value).value() }
            }
            (None, Some(table)) => Aside { name: None, value: self.id_table_set(Some(table), name, value).value() },
            (None, None) => {
                self.symbols.raise(name, Standing::Used);
                Aside { name: Some(name), value }
            }
        };
        if after.name.is_some() || after.value != before.value {
            self.variables.by_cell.insert(cell.address(), after);
            cell.set_flag(flags::HAS_VARIABLES);
        }
    }

    pub(super) fn remove_side_variable(&mut self, cell: Cell, name: Symbol) {
        let Some(&aside) = self.variables.by_cell.get(cell.address()) else { return };
        match aside.table() {
            Some(table) => _ = table.remove(name),
            None if aside.name == Some(name) => self.variables.by_cell.insert(cell.address(), Aside { name: None, value: Value::NIL }),
            None => {}
        }
    }
}
