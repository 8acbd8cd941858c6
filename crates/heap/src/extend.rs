//! Larger slots for cells that outgrew theirs, given where cells move anyway.
//!
//! Cells that grow. An owner keeps what it could not put into a cell in another one beside it. When cells move together it is asked
//! of each that may move whether it wants a larger slot; such a cell goes to a block of that size, and the owner
//! then takes back into it what is kept elsewhere:
//!
//! ```text
//!   32 bytes        | header | a | b | * | --> | header | c | d | e |
//!   64 bytes        | header | a | b | c | d | e |   |   |
//! ```

use crate::blocks::BlockSpace;
use crate::cell::Cell;
use crate::compact::{Room, relocate};
use crate::forwarding::Forwarding;
use crate::heap::{Heap, each_live};
use crate::remember;
use crate::roots::Roots;
use crate::sizes::{self, POOLS, SIZES, SlotSize};
use crate::tables::{OLD, PINNED};

/// The cells that were moved to larger slots.
#[derive(Default)]
pub(crate) struct Extended {
    cells: Vec<Cell>,
    /// The blocks they are in, each with its class: no pool's yet, so that nothing moves twice.
    blocks: Vec<(usize, u64)>,
}

impl Heap {
    /// Moves cells whose owner wants them larger.
    pub(crate) fn extend_cells(&mut self, forwarding: &mut Forwarding, roots: &mut dyn Roots) -> Extended {
        let mut wishes: Vec<(usize, Cell)> = Vec::new();
        for pool in &self.pools {
            pool.blocks.iter().for_each(|&block| {
                each_live(block, &mut |cell| {
                    let class = roots.wanted_bytes(cell).map_or(0, sizes::class_of);
                    if class > pool.size.class && class < POOLS && !PINNED.get(cell.address()) {
                        wishes.push((class, cell));
                    }
                });
            });
        }
        wishes.sort_by_key(|&(class, _)| class);
        let mut extended = Extended::default();
        let mut room = Room::new(0);
        for (class, cell) in wishes {
            let Some(place) = extended.place(class, &mut room, &mut self.space) else { break };
            relocate(cell, place, forwarding);
            // SAFETY: the place of a moved cell, which is live.
            extended.cells.push(unsafe { Cell::from_address_unchecked(place) });
        }
        self.counts.moved_cells += extended.cells.len() as u64;
        extended
    }

    /// Gives the blocks of extended cells to their pools.
    pub(crate) fn add_extended_blocks(&mut self, extended: &Extended) {
        extended.blocks.iter().for_each(|&(class, block)| self.pools[class].add(block));
    }

    /// Lets the owner fill the larger cells, whose references are up to date.
    pub(crate) fn fill_extended(&mut self, extended: Extended, roots: &mut dyn Roots) {
        for cell in extended.cells {
            roots.extended(cell);
            if OLD.get(cell.address()) {
                remember::remember_all(&mut self.remembered, cell);
            }
        }
    }
}

impl Extended {
    /// A free slot of a class; they are asked for class by class. It is zero.
    fn place(&mut self, class: usize, room: &mut Room, space: &mut BlockSpace) -> Option<u64> {
        let size: &'static SlotSize = &SIZES[class];
        let same_class = self.blocks.last().is_some_and(|&(last, _)| last == class);
        let place = match room.take(size).filter(|_| same_class) {
            Some(place) => place,
            None => {
                let block = space.take_slots(size)?;
                self.blocks.push((class, block));
                *room = Room::new(block);
                room.take(size)?
            }
        };
        // SAFETY: a free slot of a block that was just taken.
        unsafe { std::ptr::write_bytes(place as *mut u8, 0, size.bytes as usize) };
        Some(place)
    }
}
