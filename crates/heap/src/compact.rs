//! Compaction: cells leave sparse blocks for the free slots of dense ones.
//!
//! In each pool the blocks are put in order, those with pinned cells first, then
//! from dense to sparse, the equally full by their addresses, so that the far end of the
//! region empties with its rows in the side tables. Cells move from the far end to the near one until the
//! two meet, which empties as many blocks as can be emptied:
//!
//! ```text
//!   pinned    dense                            sparse
//! | X..X.X | XXXX.X | XX.XXX | XX..X. | .X.... | X..... |
//!    ^ free slots are filled ------>     <------ cells leave
//! ```
//!
//! It runs after a major trace, on swept blocks. A moved cell takes its LIVE,
//! AGED, OLD, POINTER_FREE and REMEMBERED bits along. MARK keeps telling what the trace reached,
//! by old addresses, until weak tables have asked; then it is AGED's copy again.
//! Large cells don't move, nor do permanent ones. Before a seal, and where a test wants
//! everything to move, all cells go to new blocks instead (`renew`).

use crate::blocks::BlockSpace;
use crate::cell::{Cell, Word};
use crate::forwarding::Forwarding;
use crate::generations;
use crate::heap::{Heap, each_live};
use crate::layout;
use crate::permanent;
use crate::pool::{self, Pool};
use crate::roots::{RootVisitor, Roots};
use crate::sizes::{self, SlotSize};
use crate::tables::{self, AGED, GRANULE_SHIFT, GRANULES_PER_BLOCK, POINTER_FREE, LIVE, OLD, PINNED, REMEMBERED};

/// Steps in which it is told how full a block is.
const FULLNESSES: u32 = 4;

/// A heap of fewer live bytes is traced and moved together in some milliseconds, and its process should be small.
const SMALL: u64 = 8 << 20;
/// Room among its cells that is left alone, beside a part of what lives.
const LITTLE_ROOM: u64 = 1 << 18;
const ROOM_SHARE: u64 = 8;

impl Heap {
    /// Whether the cells of a small heap have come to lie further apart since they were last moved together: its process is larger than what
    /// lives asks for. Loading a program leaves its heap so, since most of what it takes dies between what stays.
    pub fn is_scattered(&self) -> bool {
        let live = self.growth.live_bytes();
        !self.shares_pages && live < SMALL && self.room_among_cells() > self.room_when_moved + live / ROOM_SHARE + LITTLE_ROOM
    }

    /// Bytes of slots in blocks that are in use, without those that live cells have and those allocated since the last collection.
    pub(crate) fn room_among_cells(&self) -> u64 {
        self.own_bytes().saturating_sub(self.growth.live_slot_bytes() + self.growth.spent())
    }

    /// Moves cells together, and notes where they went.
    pub(crate) fn move_cells(&mut self, forwarding: &mut Forwarding) {
        for pool in &mut self.pools {
            let mover = Mover { forwarding, space: &mut self.space, size: pool.size };
            self.counts.moved_cells += match self.apart {
                Some(is_apart) => mover.renew(pool, |_| true, is_apart),
                None if self.move_everything => mover.renew(pool, |_| true, |_| false),
                // The parent's blocks are left alone; its own are few, and each page of them counts.
                None if self.shares_pages => mover.renew(pool, |block| !tables::info_at(block).inherited, |_| false),
                None => mover.densify(pool),
            };
        }
        for cell in self.pinned.drain(..) {
            PINNED.clear(cell.address());
        }
    }

    /// Updates every reference to what moved that the heap and `roots` know.
    pub(crate) fn update_references(&mut self, forwarding: &Forwarding, roots: &mut dyn Roots) {
        if forwarding.blocks().is_empty() {
            return;
        }
        let layouts = self.layouts;
        let mut update = |cell| layout::each_slot(layouts, cell, |slot| forwarding.update(slot));
        for pool in &self.pools {
            pool.blocks.iter().for_each(|&block| each_live(block, &mut update));
        }
        self.large.cells().for_each(|address| each_live(address, &mut update));
        self.remembered.iter().filter(|&&cell| permanent::is_permanent(cell)).for_each(|&cell| update(cell));
        forwarding.update_cells(&mut self.remembered);
        self.finalizers.lists_mut().for_each(|cells| forwarding.update_cells(cells));
        roots.visit(&mut Updater { forwarding });
    }

    /// Ends a compaction: marks are told by new addresses, and emptied blocks are free.
    pub(crate) fn end_move(&mut self, forwarding: Forwarding) {
        drop(forwarding);
        for pool in &mut self.pools {
            let space = &mut self.space;
            let (mut index, walked) = (0, pool.walked);
            pool.blocks.retain(|&block| {
                let keep = generations::copy_ages_to_marks(block) > 0;
                index += 1;
                if !keep {
                    pool.walked -= (index <= walked) as usize;
                    space.give(tables::block_number(block), 1);
                }
                keep
            });
            pool.crowded_from = pool.blocks.len();
        }
    }
}

/// Moves the cells of one pool.
struct Mover<'heap> {
    forwarding: &'heap mut Forwarding,
    space: &'heap mut BlockSpace,
    size: &'static SlotSize,
}

impl Mover<'_> {
    /// Fills the free slots of dense blocks from sparse ones.
    fn densify(self, pool: &Pool) -> u64 {
        let mut blocks = pool.blocks.clone();
        blocks.sort_by_cached_key(|&block| {
            let pinned = PINNED.block_words(block).iter().any(|&word| word != 0);
            let live: u32 = LIVE.block_words(block).iter().map(|word| word.count_ones()).sum();
            (std::cmp::Reverse((pinned, live * FULLNESSES / self.size.slots)), block)
        });
        let mut moved = 0;
        let mut near = Room::new(0);
        let mut fill = 0;
        let mut far = blocks.len();
        while fill + 1 < far {
            far -= 1;
            for cell in movable(blocks[far]) {
                let Some(place) = near.take_from(&blocks, &mut fill, far, self.size) else {
                    return moved;
                };
                relocate(cell, place, self.forwarding);
                moved += 1;
            }
        }
        moved
    }

    /// Moves all that can be moved in some blocks to new ones, some cells apart from the others.
    fn renew(self, pool: &mut Pool, is_renewed: fn(u64) -> bool, is_apart: fn(Cell) -> bool) -> u64 {
        let mut moved = 0;
        let mut rooms = [Room::new(0), Room::new(0)];
        for block in pool.blocks.clone().into_iter().filter(|&block| is_renewed(block)) {
            for cell in movable(block) {
                let room = &mut rooms[is_apart(cell) as usize];
                let place = match room.take(self.size) {
                    Some(place) => place,
                    None => {
                        let Some(fresh) = self.space.take_slots(self.size) else { return moved };
                        pool.add(fresh);
                        *room = Room::new(fresh);
                        fresh
                    }
                };
                room.passed(place, self.size);
                relocate(cell, place, self.forwarding);
                moved += 1;
            }
        }
        moved
    }
}

/// Moves a cell to a free slot that is at least as large.
pub(crate) fn relocate(cell: Cell, place: u64, forwarding: &mut Forwarding) {
    let from = cell.address();
    // SAFETY: `place` is a free slot, not smaller than the cell's.
    unsafe { std::ptr::copy_nonoverlapping(cell.words(), place as *mut Word, cell.slot_words()) };
    for table in [LIVE, AGED, OLD, POINTER_FREE, REMEMBERED] {
        if table.get(from) {
            table.clear(from);
            table.set(place);
        }
    }
    tables::info_at(place).young |= tables::info_at(from).young;
    forwarding.insert(from, place);
}

/// The unpinned cells of a block.
fn movable(block: u64) -> Vec<Cell> {
    let mut cells = Vec::new();
    each_live(block, &mut |cell| {
        if !PINNED.get(cell.address()) {
            cells.push(cell);
        }
    });
    cells
}

/// The free slots of a block, lowest first.
pub(crate) struct Room {
    block: u64,
    granule: u32,
}

impl Room {
    pub fn new(block: u64) -> Room {
        Room { block, granule: 0 }
    }

    pub fn take(&mut self, size: &SlotSize) -> Option<u64> {
        if self.block == 0 || self.granule >= GRANULES_PER_BLOCK {
            return None;
        }
        let (start, _) = pool::free_run(self.block, self.granule, size)?;
        let place = sizes::slot_of_granule(self.block, start, size.quanta);
        self.passed(place, size);
        Some(place)
    }

    /// PointerFree the slot at `place` behind.
    fn passed(&mut self, place: u64, size: &SlotSize) {
        self.granule = ((place + size.bytes - self.block) >> GRANULE_SHIFT) as u32;
    }

    /// The next free slot among `blocks[fill .. end]`.
    fn take_from(&mut self, blocks: &[u64], fill: &mut usize, end: usize, size: &SlotSize) -> Option<u64> {
        while *fill < end {
            if self.block != blocks[*fill] {
                *self = Room::new(blocks[*fill]);
            }
            if let Some(place) = self.take(size) {
                return Some(place);
            }
            *fill += 1;
        }
        None
    }
}

/// The second visit of the roots: exact slots follow the cells that moved.
struct Updater<'heap> {
    forwarding: &'heap Forwarding,
}

impl RootVisitor for Updater<'_> {
    fn slot(&mut self, slot: &mut Word) {
        self.forwarding.update(slot);
    }

    fn pin(&mut self, _: Word) {}

    fn cell(&mut self, cell: Cell) {
        debug_assert!(self.forwarding.get(cell.address()).is_none(), "a pinned cell moved");
    }
}
