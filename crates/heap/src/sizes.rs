//! Slot sizes: which there are, and where the slots of each lie in a block.
//!
//! Every size is a number of quanta of 16 bytes, and slots lie side by side from the start of a block. The side
//! tables have a bit for each granule of 32 bytes; a cell's bit is that of the granule its first byte lies in.
//! No size is smaller than a granule, so no two cells share a bit, and the granule and the size tell the cell:
//!
//! ```text
//! block of 80-byte slots:  | slot 0      | slot 1      | slot 2      | ...    | slot 818    | 16 bytes left over |
//! its granules:            | 0   1   2   3   4   5   6   7 ...                 never used
//! the row of starts:         1   0   1   0   0   1   0   1   0   0   ...
//! ```
//!
//! Powers of two alone would waste a quarter of the memory on average and half at worst; with one size or more
//! between each two of them it is a third at worst. What a program has most of are small cells of a few
//! sizes, so the steps are finest there.

use crate::tables::{BLOCK_BIT_WORDS, BLOCK_BYTES, GRANULE_SHIFT};

/// The sizes, smallest first; what is larger than the last has blocks of its own.
const BYTES: [u32; POOLS] = [
    32, 48, 64, 80, 96, 128, 160, 192, 256, 320, 384, 512, 640, 768, 1024, 1280, 1536, 2048, 3072, 4096, 6144, 8192, 12288, 16384,
];
/// How many sizes there are.
pub(crate) const POOLS: usize = 24;
/// The largest size.
pub(crate) const LARGEST: usize = BYTES[POOLS - 1] as usize;

/// The quantum: every size is a multiple of it, and cells are aligned to it.
const QUANTUM_SHIFT: u32 = 4;
const QUANTUM_BYTES: u32 = 1 << QUANTUM_SHIFT;

/// One size.
pub(crate) struct SlotSize {
    /// Its place among the sizes.
    pub class: usize,
    pub bytes: u64,
    /// Bytes in quanta.
    pub quanta: u16,
    /// How many slots a block has.
    pub slots: u32,
    /// 2³² by the quanta, rounded up: to divide by them.
    inverse: u32,
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

/// The class of a request, by the quanta it needs.
const CLASSES: [u8; (LARGEST >> QUANTUM_SHIFT) + 1] = {
    let mut classes = [0; (LARGEST >> QUANTUM_SHIFT) + 1];
    let mut quanta = 1;
    let mut class = 0;
    while quanta < classes.len() {
        if quanta as u32 * QUANTUM_BYTES > BYTES[class] {
            class += 1;
        }
        classes[quanta] = class as u8;
        quanta += 1;
    }
    classes
};

impl SlotSize {
    const fn new(class: usize) -> SlotSize {
        let bytes = BYTES[class];
        let slots = BLOCK_BYTES as u32 / bytes;
        let mut starts = [0; BLOCK_BIT_WORDS];
        let mut slot = 0;
        while slot < slots {
            let granule = (slot * bytes) >> GRANULE_SHIFT;
            starts[granule as usize / 64] |= 1 << (granule % 64);
            slot += 1;
        }
        let quanta = bytes >> QUANTUM_SHIFT;
        let inverse = ((1u64 << 32) / quanta as u64 + 1) as u32;
        SlotSize { class, bytes: bytes as u64, quanta: quanta as u16, slots, inverse, starts }
    }

    /// How many slots lie in so many bytes of a block, which is a whole number of them. No division, for it is asked at each run: a
    /// block has few enough quanta for the product to be exact.
    #[inline(always)]
    pub fn slots_in(&self, bytes: u64) -> u64 {
        ((bytes >> QUANTUM_SHIFT) * self.inverse as u64) >> 32
    }

    /// Bytes of a block that its slots take.
    pub fn block_bytes(&self) -> u64 {
        self.slots as u64 * self.bytes
    }

    /// The granule that a slot behind a block's last would have.
    pub fn end_granule(&self) -> u32 {
        (self.block_bytes() >> GRANULE_SHIFT) as u32
    }
}

/// The class a request lands in; `POOLS` for large cells.
#[inline(always)]
pub(crate) fn class_of(bytes: usize) -> usize {
    if bytes > LARGEST {
        return POOLS;
    }
    CLASSES[bytes.div_ceil(QUANTUM_BYTES as usize)] as usize
}

/// The bytes of a class's slots.
#[inline(always)]
pub(crate) fn bytes_of(class: usize) -> u64 {
    BYTES[class] as u64
}

/// The size that has slots of so many quanta.
pub(crate) fn of_quanta(quanta: u16) -> &'static SlotSize {
    &SIZES[CLASSES[quanta as usize] as usize]
}

/// The bytes of so many quanta.
#[inline(always)]
pub(crate) fn quanta_bytes(quanta: u16) -> u64 {
    (quanta as u64) << QUANTUM_SHIFT
}

/// The number of the slot that an address in a block lies in. (Conservative roots and compaction ask; a
/// 32-bit division is nothing beside what else they do.)
#[inline(always)]
pub(crate) fn slot_number(address: u64, quanta: u16) -> u32 {
    ((address & (BLOCK_BYTES - 1)) >> QUANTUM_SHIFT) as u32 / quanta as u32
}

/// The first byte of the slot that an address in a block lies in. Where it lies behind the last slot, that is
/// the place of a slot that isn't there.
#[inline(always)]
pub(crate) fn slot_start(address: u64, quanta: u16) -> u64 {
    (address & !(BLOCK_BYTES - 1)) + slot_number(address, quanta) as u64 * quanta_bytes(quanta)
}

/// The first byte of the slot of a block that begins in a granule.
#[inline(always)]
pub(crate) fn slot_of_granule(block: u64, granule: u32, quanta: u16) -> u64 {
    let first_quantum = granule << GRANULE_SHIFT >> QUANTUM_SHIFT;
    if quanta % 2 == 0 {
        return block + quanta_bytes(first_quantum as u16); // whole granules: it begins where the granule does
    }
    // The first slot that doesn't begin before the granule: no slot is shorter, so it begins within it.
    block + first_quantum.div_ceil(quanta as u32) as u64 * quanta_bytes(quanta)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_grow_by_a_half_at_most() {
        assert!(BYTES.windows(2).all(|pair| pair[0] < pair[1] && pair[1] * 2 <= pair[0] * 3));
        assert!(BYTES.iter().all(|bytes| bytes % QUANTUM_BYTES == 0 && *bytes >= 1 << GRANULE_SHIFT));
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
            assert_eq!(of_quanta(size.quanta).class, size.class);
            assert!(size.block_bytes() <= BLOCK_BYTES && BLOCK_BYTES - size.block_bytes() < size.bytes);
            let starts = size.starts.iter().map(|word| word.count_ones()).sum::<u32>();
            assert_eq!(starts, size.slots);
            for offset in (0..size.block_bytes()).step_by(8) {
                let slot = offset / size.bytes;
                assert_eq!(slot_number(offset, size.quanta) as u64, slot);
                assert_eq!(slot_start(BLOCK_BYTES + offset, size.quanta), BLOCK_BYTES + slot * size.bytes);
            }
            for slot in 0..=size.slots as u64 {
                assert_eq!(size.slots_in(slot * size.bytes), slot);
                let granule = slot * size.bytes >> GRANULE_SHIFT;
                if slot < size.slots as u64 {
                    assert_eq!(size.starts[granule as usize / 64] >> (granule % 64) & 1, 1);
                } else {
                    assert_eq!(granule as u32, size.end_granule());
                }
                assert_eq!(slot_of_granule(BLOCK_BYTES, granule as u32, size.quanta), BLOCK_BYTES + slot * size.bytes);
            }
        }
    }
}
