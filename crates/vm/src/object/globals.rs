//! Global variables: values by name, aliases, and those with a meaning of their own.
//!
//! The special ones (`$!`, `$0`, `$stdout` ...) are hooked: reading and writing
//! goes through methods of the internal module `Rutile` where they need more
//! than a place.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use rutile_heap::RootVisitor;

use crate::value::Value;
use crate::value::symbol::Symbol;

/// The meanings of a global's name.
#[derive(Clone, Copy, Debug)]
pub enum Global {
    Value(Value),
    /// A value that only the helper stores: what is assigned goes through it to be checked.
    Checked { value: Value, writer: Symbol },
    Alias(Symbol),
    /// Reading calls the helper; writing calls the other, or is an error where it is nil.
    Hooked { reader: Symbol, writer: Option<Symbol> },
    /// `$!` and the like: belongs to the running frame or fiber.
    ErrorInfo,
    /// `$~` and what is read off it (`&`, `'` ...), `$_`: they belong to a method's frame. Compiled code reads them
    /// directly by these names; only what comes by an alias (`$POSTMATCH`) is looked up here.
    LastMatch(u8),
    LastLine,
}

/// Spreads the numbers of symbols; no program chooses them, so nothing more is needed.
#[derive(Default)]
struct SymbolHasher(u64);

impl Hasher for SymbolHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u32(*byte as u32);
        }
    }

    fn write_u32(&mut self, number: u32) {
        self.0 = (self.0.rotate_left(5) ^ number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[derive(Default)]
pub struct Globals {
    table: HashMap<Symbol, Global, BuildHasherDefault<SymbolHasher>>,
    order: Vec<Symbol>,
}

impl Globals {
    pub fn resolve(&self, name: Symbol) -> Symbol {
        let mut name = name;
        while let Some(Global::Alias(target)) = self.table.get(&name) {
            name = *target;
        }
        name
    }

    pub fn get(&self, name: Symbol) -> Option<Global> {
        let mut name = name;
        loop {
            match self.table.get(&name) {
                Some(Global::Alias(target)) => name = *target,
                found => return found.copied(),
            }
        }
    }

    /// Whether a variable that is its own place holds nil.
    pub fn is_nil(&self, name: Symbol) -> bool {
        matches!(self.get(name), Some(Global::Checked { value, .. } | Global::Value(value)) if value.is_nil())
    }

    /// Changes the value that a checked variable holds, past its check.
    pub fn store_checked(&mut self, name: Symbol, stored: Value) {
        if let Some(Global::Checked { value, .. }) = self.table.get_mut(&name) {
            *value = stored;
        }
    }

    pub fn set(&mut self, name: Symbol, global: Global) {
        let name = self.resolve(name);
        self.define(name, global);
    }

    pub fn define(&mut self, name: Symbol, global: Global) {
        if self.table.insert(name, global).is_none() {
            self.order.push(name);
        }
    }

    pub fn names(&self) -> &[Symbol] {
        &self.order
    }

    pub fn visit(&mut self, visitor: &mut dyn RootVisitor) {
        for global in self.table.values_mut() {
            if let Global::Value(value) | Global::Checked { value, .. } = global {
                visitor.slot(&mut value.0);
            }
        }
    }
}
