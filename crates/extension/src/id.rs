//! `ID`: names as C code has them. Operators of one character are that character, as C code writes them; others are the number of
//! their symbol, above those.

use rutile_vm::prelude::*;

/// An `ID`; 0 is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub struct Id(pub usize);

const FIRST: usize = 1 << 10;

impl Id {
    pub const NONE: Id = Id(0);

    pub fn of(vm: &Vm, symbol: Symbol) -> Id {
        match vm.symbol_bytes(symbol) {
            [character] if character.is_ascii_punctuation() && *character != b'_' => Id(*character as usize),
            _ => Id(symbol.0 as usize + FIRST),
        }
    }

    /// Whether it is the name with these bytes, which are more than one.
    pub fn is_named(self, vm: &Vm, name: &[u8]) -> bool {
        self.0.checked_sub(FIRST).is_some_and(|number| vm.symbol_bytes(Symbol(number as u32)) == name)
    }

    pub fn symbol(self, vm: &mut Vm) -> Symbol {
        match self.0.checked_sub(FIRST) {
            Some(number) => Symbol(number as u32),
            None => vm.intern(&[self.0 as u8]),
        }
    }
}
