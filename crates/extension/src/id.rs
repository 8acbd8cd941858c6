//! `ID`: names as C code has them, by the numbers of their Symbols.

use rutile_vm::prelude::*;

/// An `ID`; 0 is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub struct Id(pub usize);

impl Id {
    pub const NONE: Id = Id(0);

    pub fn of(symbol: Symbol) -> Id {
        Id(symbol.0 as usize)
    }

    /// Whether it is the name with these bytes.
    pub fn is_named(self, vm: &Vm, name: &[u8]) -> bool {
        self != Id::NONE && vm.symbol_bytes(self.symbol()) == name
    }

    pub fn symbol(self) -> Symbol {
        Symbol(self.0 as u32)
    }
}
