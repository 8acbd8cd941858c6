//! The finalisation table: the few cells that own something outside of the heap.
//!
//! Sweeping never visits a dead cell, so those whose death matters are listed
//! here and looked up after tracing. A minor collection looks at the young only.

use crate::cell::Cell;
use crate::tables::{MARK, OLD};

#[derive(Default)]
pub(crate) struct Finalizers {
    young: Vec<Cell>,
    old: Vec<Cell>,
}

impl Finalizers {
    pub fn register(&mut self, cell: Cell) {
        self.young.push(cell);
    }

    pub fn len(&self) -> usize {
        self.young.len() + self.old.len()
    }

    /// Takes out the cells a trace did not reach.
    pub fn take_dead(&mut self, minor: bool) -> Vec<Cell> {
        let is_live = |cell: &Cell| MARK.get(cell.address());
        let mut dead = Vec::new();
        for list in [Some(&mut self.young), (!minor).then_some(&mut self.old)].into_iter().flatten() {
            let (kept, lost): (Vec<Cell>, Vec<Cell>) = list.drain(..).partition(is_live);
            *list = kept;
            dead.extend(lost);
        }
        dead
    }

    /// Lists cells that are old by now as such.
    pub fn age(&mut self) {
        let (old, young): (Vec<Cell>, Vec<Cell>) = self.young.drain(..).partition(|cell| OLD.get(cell.address()));
        self.young = young;
        self.old.extend(old);
    }

    pub fn lists_mut(&mut self) -> impl Iterator<Item = &mut [Cell]> {
        [self.young.as_mut_slice(), self.old.as_mut_slice()].into_iter()
    }
}
