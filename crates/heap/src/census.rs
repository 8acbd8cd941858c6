//! The places of cells: the heap as reports, dumps and `GC.stat` see it, and the few
//! settings that may be changed while it runs.
//!
//! Everything here reads side tables and headers only. A block is what the system's
//! accounting can be asked about, so a report is made block by block.

use crate::cell::{Cell, Word};
use crate::heap::{Heap, each_free, each_live};
use crate::layout;
use crate::permanent;
use crate::tables::{self, BLOCK_BYTES, BLOCK_SHIFT, LIVE, OLD, PINNED, REMEMBERED, Use};

/// The facts of a block, or of the blocks of a large cell.
#[derive(Clone, Debug)]
pub struct BlockFacts {
    pub address: u64,
    /// Bytes of address space.
    pub bytes: u64,
    /// Size of a slot; of the cell, if it is a large one.
    pub slot_bytes: u64,
    pub large: bool,
    pub permanent: bool,
    pub live_slots: u64,
    pub old_slots: u64,
}

/// The facts of a cell that are known without looking into it.
#[derive(Copy, Clone, Debug)]
pub struct CellFacts {
    pub slot_bytes: u64,
    pub old: bool,
    pub remembered: bool,
    pub pinned: bool,
    pub permanent: bool,
}

/// How near the next collections are.
#[derive(Copy, Clone, Debug)]
pub struct Pressure {
    /// Bytes that may be allocated before a collection is due.
    pub allowance: i64,
    pub old_bytes: u64,
    /// Old bytes from which on a major collection is due.
    pub major_threshold: u64,
}

impl Heap {
    /// Every block in use, by address. Sweeps what is left to sweep.
    pub fn census(&mut self) -> Vec<BlockFacts> {
        self.finish_sweep();
        let pools = self.pools.iter().flat_map(|pool| pool.all_blocks());
        let mut blocks: Vec<BlockFacts> = pools.chain(self.large.all_cells()).map(block_facts).collect();
        blocks.sort_by_key(|block| block.address);
        blocks
    }

    /// Calls `visit` with each live cell of the block at `address`; none if no block in use begins there.
    pub fn each_cell_of_block(&mut self, address: u64, visit: &mut dyn FnMut(Cell)) {
        self.finish_sweep();
        let known = self.space.contains(address) && address % BLOCK_BYTES == 0;
        if known && matches!(tables::info_at(address).usage, Use::Slots | Use::LargeHead) {
            each_live(address, visit);
        }
    }

    /// Calls `visit` with the address and the size of each slot of the block at `address` that holds no cell; none of a block for one large cell.
    pub fn each_free_slot_of_block(&mut self, address: u64, visit: &mut dyn FnMut(u64, u64)) {
        self.finish_sweep();
        let known = self.space.contains(address) && address % BLOCK_BYTES == 0;
        if known && tables::info_at(address).usage == Use::Slots {
            each_free(address, visit);
        }
    }

    /// The live cell that begins at an address, which may be any number.
    pub fn live_cell_at(&mut self, address: u64) -> Option<Cell> {
        let mut found = None;
        self.each_cell_of_block(address / BLOCK_BYTES * BLOCK_BYTES, &mut |cell| {
            found = found.or(Some(cell).filter(|cell| cell.address() == address));
        });
        found
    }

    /// Calls `visit` with each word of a cell that may refer to another.
    pub fn each_reference(&self, cell: Cell, visit: &mut dyn FnMut(Word)) {
        layout::each_slot(self.layouts, cell, |slot| visit(*slot));
    }

    /// The cell that a word is a reference to, if it is one.
    pub fn cell_at(&self, word: Word) -> Option<Cell> {
        // SAFETY: given out only where the word lies in the heap, and words of cells refer to cells there.
        let cell = unsafe { Cell::from_word(word) }?;
        tables::in_span(self.base, word).then_some(cell)
    }

    pub fn cell_facts(&self, cell: Cell) -> CellFacts {
        let address = cell.address();
        CellFacts {
            slot_bytes: tables::slot_bytes_at(address) as u64,
            old: OLD.get(address),
            remembered: REMEMBERED.get(address),
            pinned: PINNED.get(address),
            permanent: permanent::is_permanent(cell),
        }
    }

    /// Calls `visit` with each cell registered by `register_finalizer`.
    pub fn each_finalizable(&mut self, visit: &mut dyn FnMut(Cell)) {
        self.finalizers.lists_mut().for_each(|cells| cells.iter().for_each(|&cell| visit(cell)));
    }

    /// Cells that only major collections trace, permanent ones included.
    pub fn old_cells(&mut self) -> u64 {
        self.census().iter().map(|block| block.old_slots).sum()
    }

    /// Time spent in collections so far.
    pub fn collection_nanoseconds(&self) -> u64 {
        self.counts.collection_nanoseconds
    }

    /// Collections made so far, of all kinds.
    pub fn collections(&self) -> u64 {
        self.counts.minor_collections + self.counts.major_collections + self.counts.compactions
    }

    pub fn pressure(&self) -> Pressure {
        let (allowance, old_bytes, major_threshold) = self.growth.limits();
        Pressure { allowance, old_bytes, major_threshold }
    }

    /// Whether a major collection is under way in steps.
    pub fn is_marking(&self) -> bool {
        self.cycle.active
    }

    /// Sweeps all that the last collection left to be swept as it is needed.
    pub fn sweep_now(&mut self) {
        self.finish_sweep();
    }

    /// Bytes of blocks in use.
    pub fn used_bytes(&self) -> u64 {
        self.space.used_bytes()
    }

    /// The bytes that blocks could ever hold.
    pub fn capacity(&self) -> u64 {
        self.space.capacity()
    }

    /// Whether a cell of so many bytes could be had without a collection, apart from those that share a block.
    pub fn has_room(&self, bytes: usize) -> bool {
        u32::try_from(bytes.div_ceil(BLOCK_BYTES as usize)).is_ok_and(|count| self.space.has_run(count))
    }

    /// Sets the limit on the bytes held by blocks; allocation beyond it fails.
    pub fn set_limit(&mut self, bytes: u64) {
        self.space.set_limit(bytes);
    }

    /// Whether every compaction moves all that may be moved; answers what it was.
    pub fn set_move_everything(&mut self, all: bool) -> bool {
        std::mem::replace(&mut self.move_everything, all)
    }

    /// Whether collections leave small pages as they are, since the program loads.
    pub fn put_off_huge_pages(&mut self, wait: bool) {
        self.huge_pages.wait = wait;
    }
}

fn block_facts(address: u64) -> BlockFacts {
    let info = *tables::info_at(address);
    let count = |words: &[u64]| words.iter().map(|word| word.count_ones() as u64).sum();
    let large = info.usage == Use::LargeHead;
    BlockFacts {
        address,
        bytes: if large { (info.link as u64) << BLOCK_SHIFT } else { BLOCK_BYTES },
        slot_bytes: tables::slot_bytes_at(address) as u64,
        large,
        permanent: info.permanent,
        live_slots: count(LIVE.block_words(address)),
        old_slots: count(OLD.block_words(address)),
    }
}
