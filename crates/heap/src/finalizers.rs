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
        let mut dead = Vec::new();
        for list in [Some(&mut self.young), (!minor).then_some(&mut self.old)].into_iter().flatten() {
            move_some(list, &mut dead, |cell| !MARK.get(cell.address()));
        }
        dead
    }

    /// Lists cells that are old by now as such.
    pub fn age(&mut self) {
        move_some(&mut self.young, &mut self.old, |cell| OLD.get(cell.address()));
    }

    pub fn lists_mut(&mut self) -> impl Iterator<Item = &mut [Cell]> {
        [self.young.as_mut_slice(), self.old.as_mut_slice()].into_iter()
    }
}

/// Moves cells from one list to another. What stays is written only to fill gaps, to leave shared pages shared.
fn move_some(from: &mut Vec<Cell>, to: &mut Vec<Cell>, is_wanted: impl Fn(Cell) -> bool) {
    let mut index = 0;
    while index < from.len() {
        if is_wanted(from[index]) {
            to.push(from.swap_remove(index));
        } else {
            index += 1;
        }
    }
}
