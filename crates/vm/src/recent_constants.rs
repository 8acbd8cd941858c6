//! Constants found lately where no inline cache can hold them: of `A::B`, and in what may run for several singleton classes.
//!
//! What was found is known by where it was looked for, a module or a scope, and by the name; it holds as long as
//! inline caches do (`constant_epoch`), and until the next collection, which may move or free any of it.

use crate::symbol::Symbol;
use crate::value::Value;

const PLACES: usize = 256;

#[derive(Clone, Copy)]
struct Found {
    base: Value,
    name: Symbol,
    epoch: u32,
    value: Value,
}

/// One place for each of so many pairs of base and name.
pub struct RecentConstants {
    places: Box<[Found; PLACES]>,
    is_used: bool,
}

impl RecentConstants {
    pub fn new() -> RecentConstants {
        RecentConstants { places: Box::new([Found { base: Value::NIL, name: Symbol(0), epoch: 0, value: Value::NIL }; PLACES]), is_used: false }
    }

    fn place(base: Value, name: Symbol) -> usize {
        let key = (base.word() >> 4) ^ (name.0 as u64) << 2;
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as usize % PLACES
    }

    /// What `name` was found to be from `base`, a cell.
    pub fn find(&self, base: Value, name: Symbol, epoch: u32) -> Option<Value> {
        let found = &self.places[Self::place(base, name)];
        (found.base == base && found.name == name && found.epoch == epoch).then_some(found.value)
    }

    pub fn remember(&mut self, base: Value, name: Symbol, epoch: u32, value: Value) {
        self.places[Self::place(base, name)] = Found { base, name, epoch, value };
        self.is_used = true;
    }

    /// Nothing that was found is known any more.
    pub fn forget(&mut self) {
        if std::mem::take(&mut self.is_used) {
            self.places.iter_mut().for_each(|found| found.base = Value::NIL);
        }
    }
}

impl Default for RecentConstants {
    fn default() -> Self {
        RecentConstants::new()
    }
}
