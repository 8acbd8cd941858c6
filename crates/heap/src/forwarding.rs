//! Forwarding: where cells went, kept beside the heap while a compaction runs.
//!
//! A block that cells leave gets a table of one 32-bit entry a slot, which counts granules from the start of the region;
//! its info row says which. What the cells left behind stays as it was, so nothing is written
//! to pages that are about to be given back.
//!
//! ```text
//! info row of a block: link = 3 --> tables[2] = [ 0, 0, new place of slot 2, 0, ... ]
//!                                                 0: did not move
//! ```

use crate::cell::{Cell, Word, looks_like_reference};
use crate::sizes;
use crate::tables::{self, BLOCK_BYTES, GRANULE_SHIFT, Use};

pub(crate) struct Forwarding {
    base: u64,
    tables: Vec<Box<[u32]>>,
    blocks: Vec<u64>,
}

impl Forwarding {
    pub fn new(base: u64) -> Forwarding {
        Forwarding { base, tables: Vec::new(), blocks: Vec::new() }
    }

    /// The blocks that cells left.
    pub fn blocks(&self) -> &[u64] {
        &self.blocks
    }

    pub fn insert(&mut self, from: u64, to: u64) {
        let block = from & !(BLOCK_BYTES - 1);
        let info = tables::info_at(block);
        if info.link == 0 {
            self.tables.push(vec![0; sizes::of_quanta(info.slot_quanta).slots as usize].into_boxed_slice());
            self.blocks.push(block);
            info.link = self.tables.len() as u32;
        }
        self.tables[info.link as usize - 1][sizes::slot_number(from, info.slot_quanta) as usize] =
            ((to - self.base) >> GRANULE_SHIFT) as u32;
    }

    /// The cell that begins in the granule that an entry counts.
    #[inline]
    fn place(&self, entry: u32) -> u64 {
        let granule = self.base + ((entry as u64) << GRANULE_SHIFT);
        let block = granule & !(BLOCK_BYTES - 1);
        sizes::slot_of_granule(block, ((granule - block) >> GRANULE_SHIFT) as u32, tables::info_at(block).slot_quanta)
    }

    /// The new place of the cell that was at `address`, if it moved.
    #[inline]
    pub fn get(&self, address: u64) -> Option<u64> {
        let info = *tables::info_at(address);
        if info.usage != Use::Slots || info.link == 0 {
            return None;
        }
        let slot = sizes::slot_number(address, info.slot_quanta);
        let entry = self.tables[info.link as usize - 1][slot as usize];
        (entry != 0).then(|| self.place(entry))
    }

    /// Replaces a reference to a cell that moved.
    #[inline]
    pub fn update(&self, slot: &mut Word) {
        if looks_like_reference(*slot)
            && tables::in_span(self.base, *slot)
            && let Some(place) = self.get(*slot)
        {
            *slot = place;
        }
    }

    /// Calls `visit` with the new place of each cell that moved.
    pub fn each_place(&self, visit: &mut dyn FnMut(Cell)) {
        for &entry in self.tables.iter().flat_map(|table| table.iter()).filter(|&&entry| entry != 0) {
            let place = self.place(entry);
            // SAFETY: the place of a moved cell, which is live.
            visit(unsafe { Cell::from_address_unchecked(place) });
        }
    }

    pub fn update_cells(&self, cells: &mut [Cell]) {
        for cell in cells {
            if let Some(place) = self.get(cell.address()) {
                // SAFETY: the place of a moved cell, which is live.
                *cell = unsafe { Cell::from_address_unchecked(place) };
            }
        }
    }
}

impl Drop for Forwarding {
    fn drop(&mut self) {
        for &block in &self.blocks {
            tables::info_at(block).link = 0;
        }
    }
}
