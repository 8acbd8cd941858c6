//! Slot sizes: which there are, and where the slots of each lie in a block.
//!
//! Every size is a number of granules, and slots lie side by side from the start of a block, so a cell's bit
//! in the side tables is that of its first granule whatever the size:
//!
//! ```text
//! block of 96-byte slots:  | slot 0    | slot 1    | slot 2    | ...    | slot 681  | 64 bytes left over |
//! its granules:            | 0   1   2 | 3   4   5 | 6   7   8 | ...                 never used
//! the row of starts:         1   0   0   1   0   0   1   0   0   ...      1   0   0   0   0
//! ```
//!
//! Powers of two alone would waste a quarter of the memory on average and half at worst; with one size or more
//! between each two of them it is a third at worst. What a program has most of are small cells of a few
//! sizes, so the steps are finest there.

use crate::tables::{BLOCK_BIT_WORDS, BLOCK_BYTES, GRANULE_BYTES, GRANULE_SHIFT, GRANULES_PER_BLOCK};

/// The sizes, smallest first; what is larger than the last has blocks of its own.
const BYTES: [u32; POOLS] = [
    32, 64, 96, 128, 160, 192, 256, 320, 384, 512, 640, 768, 1024, 1280, 1536, 2048, 3072, 4096, 6144, 8192, 12288, 16384,
];
/// How many sizes there are.
pub(crate) const POOLS: usize = 22;
/// The largest size.
pub(crate) const LARGEST: usize = BYTES[POOLS - 1] as usize;

/// One size.
pub(crate) struct SlotSize {
    /// Its place among the sizes.
    pub class: usize,
    pub bytes: u64,
    pub granules: u32,
    /// How many slots a block has.
    pub slots: u32,
    /// A bit for the first granule of each slot of a block.
    pub starts: [u64; BLOCK_BIT_WORDS],
}

/// All sizes, by class.
pub(crate) static SIZES: [SlotSize; POOLS] = {
    let mut sizes = [const { SlotSize::new(0) }; POOLS];
    let mut class = 0;
    while class < POOLS {
        sizes[class] = SlotSize::new(class);
        class += 1;
    }
    sizes
};

/// The class of a request, by the granules it needs.
const CLASSES: [u8; (LARGEST >> GRANULE_SHIFT) + 1] = {
    let mut classes = [0; (LARGEST >> GRANULE_SHIFT) + 1];
    let mut granules = 1;
    let mut class = 0;
    while granules < classes.len() {
        if granules as u32 * GRANULE_BYTES as u32 > BYTES[class] {
            class += 1;
        }
        classes[granules] = class as u8;
        granules += 1;
    }
    classes
};

impl SlotSize {
    const fn new(class: usize) -> SlotSize {
        let granules = BYTES[class] >> GRANULE_SHIFT;
        let slots = GRANULES_PER_BLOCK / granules;
        let mut starts = [0; BLOCK_BIT_WORDS];
        let mut slot = 0;
        while slot < slots {
            let granule = slot * granules;
            starts[granule as usize / 64] |= 1 << (granule % 64);
            slot += 1;
        }
        SlotSize { class, bytes: BYTES[class] as u64, granules, slots, starts }
    }

    /// Bytes of a block that its slots take.
    pub fn block_bytes(&self) -> u64 {
        self.slots as u64 * self.bytes
    }

    /// The first granule behind a block's slots.
    pub fn end_granule(&self) -> u32 {
        self.slots * self.granules
    }
}

/// The class a request lands in; `POOLS` for large cells.
#[inline(always)]
pub(crate) fn class_of(bytes: usize) -> usize {
    if bytes > LARGEST {
        return POOLS;
    }
    CLASSES[(bytes + GRANULE_BYTES as usize - 1) >> GRANULE_SHIFT] as usize
}

/// The bytes of a class's slots.
#[inline(always)]
pub(crate) fn bytes_of(class: usize) -> u64 {
    BYTES[class] as u64
}

/// The size that has slots of so many granules.
pub(crate) fn of_granules(granules: u16) -> &'static SlotSize {
    &SIZES[CLASSES[granules as usize] as usize]
}

/// The number of the slot that an address in a block lies in. (Conservative roots and compaction ask; a
/// 32-bit division is nothing beside what else they do.)
#[inline(always)]
pub(crate) fn slot_number(address: u64, granules: u16) -> u32 {
    ((address & (BLOCK_BYTES - 1)) >> GRANULE_SHIFT) as u32 / granules as u32
}

/// The first byte of the slot that an address in a block lies in. Where it lies behind the last slot, that is
/// the place of a slot that isn't there.
#[inline(always)]
pub(crate) fn slot_start(address: u64, granules: u16) -> u64 {
    let offset = (slot_number(address, granules) as u64 * granules as u64) << GRANULE_SHIFT;
    (address & !(BLOCK_BYTES - 1)) + offset
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_grow_by_a_half_at_most_from_96_bytes_on() {
        assert!(BYTES.windows(2).all(|pair| pair[0] < pair[1] && pair[1] <= pair[0] * 2));
        assert!(BYTES.windows(2).skip(1).all(|pair| pair[1] * 2 <= pair[0] * 3));
        assert!(BYTES.iter().all(|bytes| *bytes as u64 % GRANULE_BYTES == 0));
    }

    #[test]
    fn a_request_lands_in_the_smallest_size_that_holds_it() {
        for bytes in 0..=LARGEST {
            let class = class_of(bytes);
            assert!(bytes as u64 <= SIZES[class].bytes);
            assert!(class == 0 || bytes as u64 > SIZES[class - 1].bytes);
        }
        assert_eq!(class_of(LARGEST + 1), POOLS);
    }

    #[test]
    fn slots_lie_side_by_side_and_nowhere_else() {
        for size in &SIZES {
            assert_eq!(of_granules(size.granules as u16).class, size.class);
            assert!(size.block_bytes() <= BLOCK_BYTES && BLOCK_BYTES - size.block_bytes() < size.bytes);
            let starts = size.starts.iter().map(|word| word.count_ones()).sum::<u32>();
            assert_eq!(starts, size.slots);
            for offset in (0..size.block_bytes()).step_by(8) {
                let slot = offset / size.bytes;
                assert_eq!(slot_number(offset, size.granules as u16) as u64, slot);
                assert_eq!(slot_start(BLOCK_BYTES + offset, size.granules as u16), BLOCK_BYTES + slot * size.bytes);
                let granule = offset >> GRANULE_SHIFT;
                let starts_here = size.starts[granule as usize / 64] >> (granule % 64) & 1 == 1;
                assert_eq!(starts_here, granule % size.granules as u64 == 0);
            }
        }
    }
}
