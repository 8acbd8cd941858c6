//! Side tables: everything the heap knows about a cell, kept away from it.
//!
//! Each table is declared once, below, by what a row of it covers. A table is an
//! array at a constant offset from the span's base, indexed by address bits, so
//! that finding an entry is a mask, a shift and an add and needs no heap in hand.
//!
//! ```text
//! address  [ span base | block (21 bits) | granule (11) | byte (5) ]
//!                 |           |                |
//!  info   = base + INFO + block * 16           |      one row a block
//!  a bit  = base + TABLE + (block * 2048 + granule) bits: one bit every 32 bytes
//!
//!  block of 128-byte slots:   |slot 0         |slot 1         |slot 2   ...
//!  its bits in every table:    x . . .         x . . .         x . . .
//!
//!  row:  | use | unswept | young | permanent | dirty | inherited | slot quanta | link  | count |
//!          1     1         1       1           1       1           2               4       4 bytes
//! ```
//!
//! The bit of a cell is the bit of its first granule; the bits between stay
//! zero whatever the slot size. Writing in a table dirties 1/256th of the memory
//! it is about.
//!
//! # The invariant behind the safe face
//! An address handed to this module lies in the block part of a span that a
//! living `Region` maps, so every entry computed from it is mapped memory; a
//! span belongs to one heap, which one thread uses at a time.

/// Small under miri, which keeps books on every byte of it.
pub(crate) const SPAN_BYTES: u64 = if cfg!(miri) { 1 << 26 } else { 1 << 37 };
const SPAN_MASK: u64 = SPAN_BYTES - 1;
/// Where blocks begin in a span; side tables fill what is before.
pub(crate) const BLOCKS_OFFSET: u64 = SPAN_BYTES / 128 * 5;

pub(crate) const BLOCK_SHIFT: u32 = 16;
pub(crate) const BLOCK_BYTES: u64 = 1 << BLOCK_SHIFT;
pub(crate) const GRANULE_SHIFT: u32 = 5;
/// Words of a granule table that describe one block.
pub(crate) const BLOCK_BIT_WORDS: usize = (BLOCK_BYTES >> GRANULE_SHIFT >> 6) as usize;
pub(crate) const GRANULES_PER_BLOCK: u32 = (BLOCK_BYTES >> GRANULE_SHIFT) as u32;
/// Blocks whose rows of a granule table fill one page.
pub(crate) const BLOCKS_OF_A_TABLE_PAGE: u32 = (PAGE_BYTES / (BLOCK_BIT_WORDS as u64 * 8)) as u32;
/// log2 of the bytes covered by a card.
pub(crate) const CARD_SHIFT: u32 = 9;
pub(crate) const CARD_BYTES: u64 = 1 << CARD_SHIFT;
pub(crate) const PAGE_BYTES: u64 = 4096;

/// One table: where it is in the span and how many span bytes an entry covers.
#[derive(Copy, Clone)]
pub(crate) struct Table {
    offset: u64,
    /// log2 of span bytes covered by one byte of the table.
    cover_shift: u32,
}

const GRANULE_COVER: u32 = GRANULE_SHIFT + 3;
const GRANULE_TABLE_BYTES: u64 = SPAN_BYTES >> GRANULE_COVER;
const INFO_COVER: u32 = BLOCK_SHIFT - INFO_SHIFT;

const fn granule_table(number: u64) -> Table {
    Table { offset: number * GRANULE_TABLE_BYTES, cover_shift: GRANULE_COVER }
}

/// A cell starts here: it was allocated, and no sweep has found it dead since.
pub(crate) const LIVE: BitTable<GRANULE_SHIFT> = BitTable(granule_table(0));
/// The last collection reached the cell.
pub(crate) const MARK: BitTable<GRANULE_SHIFT> = BitTable(granule_table(1));
/// The cell has survived a collection. Outside of collections: of what the one before the last reached.
pub(crate) const AGED: BitTable<GRANULE_SHIFT> = BitTable(granule_table(2));
/// The cell has survived two: minor collections take it for live.
pub(crate) const OLD: BitTable<GRANULE_SHIFT> = BitTable(granule_table(3));
/// The old cell stands in the remembered set.
pub(crate) const REMEMBERED: BitTable<GRANULE_SHIFT> = BitTable(granule_table(4));
/// A root that can't be updated names the cell. Set during a compaction only.
pub(crate) const PINNED: BitTable<GRANULE_SHIFT> = BitTable(granule_table(5));
/// The incremental cycle under way reached the old cell; the permanent always are.
pub(crate) const REACHED: BitTable<GRANULE_SHIFT> = BitTable(granule_table(6));
/// The old cell refers to no cell, and its shape to none that could die: reaching it is marking it.
pub(crate) const POINTER_FREE: BitTable<GRANULE_SHIFT> = BitTable(granule_table(7));
/// One row of `BlockInfo` a block.
pub(crate) const INFO: Table = Table { offset: 8 * GRANULE_TABLE_BYTES, cover_shift: INFO_COVER };
/// A stretch of a remembered large cell that may refer to young cells.
pub(crate) const CARD: BitTable<CARD_SHIFT> =
    BitTable(Table { offset: INFO.offset + (SPAN_BYTES >> INFO_COVER), cover_shift: CARD_SHIFT + 3 });

/// Every table, for whoever maps them.
pub(crate) const TABLES: [Table; 10] =
    [LIVE.0, MARK.0, AGED.0, OLD.0, REMEMBERED.0, PINNED.0, REACHED.0, POINTER_FREE.0, INFO, CARD.0];

impl Table {
    /// Start and length of the part that serves a region of `region_bytes`: rows of what lies before
    /// the blocks are not mapped.
    pub fn extent(self, base: u64, region_bytes: u64) -> (u64, u64) {
        let start = self.offset + (BLOCKS_OFFSET >> self.cover_shift);
        (base + start, (region_bytes >> self.cover_shift).next_multiple_of(PAGE_BYTES))
    }
}

/// A table of one bit every `1 << SHIFT` bytes.
#[derive(Copy, Clone)]
pub(crate) struct BitTable<const SHIFT: u32>(Table);

impl<const SHIFT: u32> BitTable<SHIFT> {
    #[inline(always)]
    fn place(self, address: u64) -> (*mut u64, u64) {
        let bit = (address & SPAN_MASK) >> SHIFT;
        let word = (address & !SPAN_MASK) + self.0.offset + (bit >> 6) * 8;
        (word as *mut u64, 1 << (bit & 63))
    }

    #[inline(always)]
    pub fn get(self, address: u64) -> bool {
        let (word, mask) = self.place(address);
        // SAFETY: module invariant.
        unsafe { *word & mask != 0 }
    }

    #[inline(always)]
    pub fn set(self, address: u64) {
        let (word, mask) = self.place(address);
        // SAFETY: module invariant.
        unsafe { *word |= mask }
    }

    #[inline(always)]
    pub fn clear(self, address: u64) {
        let (word, mask) = self.place(address);
        // SAFETY: module invariant.
        unsafe { *word &= !mask }
    }

    /// Clears the bit. Writes only when it was set.
    #[inline(always)]
    pub fn clear_set(self, address: u64) {
        if self.get(address) {
            self.clear(address);
        }
    }

    /// Sets the bit; answers whether it was clear. Writes only when it was.
    #[inline(always)]
    pub fn set_first(self, address: u64) -> bool {
        let (word, mask) = self.place(address);
        // SAFETY: module invariant.
        unsafe {
            let old = *word;
            if old & mask != 0 {
                return false;
            }
            *word = old | mask;
        }
        true
    }

    /// The words that describe a block, from the block's first byte.
    #[inline(always)]
    pub fn block_words<'a>(self, block_address: u64) -> &'a mut [u64; BLOCK_BIT_WORDS] {
        const { assert!(SHIFT == GRANULE_SHIFT) };
        let (word, _) = self.place(block_address);
        // SAFETY: module invariant; callers hold at most one row of a table.
        unsafe { &mut *word.cast() }
    }

    /// Sets or clears the bits of `start .. end`; the range begins at a block.
    pub fn fill(self, start: u64, end: u64, value: bool) {
        let (word, _) = self.place(start);
        let words = (end - start).div_ceil(64 << SHIFT);
        // SAFETY: module invariant, for each block in the range; a block's bits
        // fill whole words.
        let row = unsafe { std::slice::from_raw_parts_mut(word, words as usize) };
        let wanted = if value { !0 } else { 0 };
        // Only a change is stored, to leave shared pages shared.
        row.iter_mut().filter(|word| **word != wanted).for_each(|word| *word = wanted);
    }
}

/// The use of a block.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
#[repr(u8)]
pub(crate) enum Use {
    /// In no one's hands. All zero bytes, as an untouched table reads.
    Free = 0,
    /// Slots of one size.
    Slots = 1,
    /// The first block of a large cell.
    LargeHead = 2,
    /// A later block of a large cell.
    LargeTail = 3,
}

/// A row of the info table.
#[derive(Copy, Clone, Debug)]
#[repr(C)]
pub(crate) struct BlockInfo {
    pub usage: Use,
    /// The block's live bits still include the dead of the last collection.
    pub unswept: bool,
    /// Some of its cells may not be old.
    pub young: bool,
    /// Its cells are of the permanent generation.
    pub permanent: bool,
    /// Its pages may hold other than zeros.
    pub dirty: bool,
    /// It was there before the fork that made this process: nothing is allocated in it.
    pub inherited: bool,
    /// The size of a slot in quanta (see `sizes`), for `Use::Slots`.
    pub slot_quanta: u16,
    /// Blocks of the cell (`LargeHead`), the number of its first block (`LargeTail`),
    /// or, during a compaction, where to read its cells' new places (`Slots`).
    pub link: u32,
    /// Pages of the cell (`LargeHead`), or the cells a collection last found (`Slots`).
    pub count: u32,
}

impl BlockInfo {
    /// A row no one has written yet.
    pub const FREE: BlockInfo = BlockInfo {
        usage: Use::Free,
        unswept: false,
        young: false,
        permanent: false,
        dirty: false,
        inherited: false,
        slot_quanta: 0,
        link: 0,
        count: 0,
    };

    /// Bytes of the large cell this block is the head of.
    pub fn large_bytes(&self) -> u64 {
        self.count as u64 * PAGE_BYTES
    }
}

/// log2 of the bytes of a row.
const INFO_SHIFT: u32 = 4;
const _: () = assert!(size_of::<BlockInfo>() == 1 << INFO_SHIFT);

/// The row of the block that `address` lies in.
#[inline(always)]
pub(crate) fn info_at<'a>(address: u64) -> &'a mut BlockInfo {
    let row = (address & !SPAN_MASK) + INFO.offset + (((address & SPAN_MASK) >> BLOCK_SHIFT) << INFO_SHIFT);
    // SAFETY: module invariant; a zeroed row is `Use::Free`, others were stored
    // as `BlockInfo`. Callers hold one row at a time.
    unsafe { &mut *(row as *mut BlockInfo) }
}

/// The first byte of a block, by its number in the span.
#[inline(always)]
pub(crate) fn block_address(base: u64, block: u32) -> u64 {
    base + ((block as u64) << BLOCK_SHIFT)
}

/// Hands back the pages of the granule tables that are about these free blocks only, whose rows are all zero.
pub(crate) fn discard_rows(base: u64, start: u32, count: u32) {
    let first = start.next_multiple_of(BLOCKS_OF_A_TABLE_PAGE);
    let pages = (start + count).saturating_sub(first) / BLOCKS_OF_A_TABLE_PAGE;
    if pages == 0 {
        return;
    }
    for table in [LIVE, MARK, AGED, OLD, REMEMBERED, PINNED, REACHED, POINTER_FREE] {
        let (row, _) = table.place(block_address(base, first));
        crate::region::discard(row as u64, pages as u64 * PAGE_BYTES);
    }
}

/// Hands back the page of REACHED that begins with the row of this block.
pub(crate) fn discard_reached(block: u64) {
    crate::region::discard(REACHED.place(block).0 as u64, PAGE_BYTES);
}

/// The first address of the span that an address lies in.
pub(crate) fn span_base(address: u64) -> u64 {
    address & !SPAN_MASK
}

/// The number of the block an address lies in.
#[inline(always)]
pub(crate) fn block_number(address: u64) -> u32 {
    ((address & SPAN_MASK) >> BLOCK_SHIFT) as u32
}

/// True when `word` lies in the span at `base`.
#[inline(always)]
pub(crate) fn in_span(base: u64, word: u64) -> bool {
    word ^ base < SPAN_BYTES
}

/// The size of the slot a cell's address lies in.
#[inline(always)]
pub(crate) fn slot_bytes_at(address: u64) -> usize {
    let info = info_at(address);
    match info.usage {
        Use::Slots => crate::sizes::quanta_bytes(info.slot_quanta) as usize,
        Use::LargeHead => info.large_bytes() as usize,
        Use::Free | Use::LargeTail => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::region::Region;
    use proptest::prelude::*;

    const BLOCKS: u64 = 256;
    const GRANULE_TABLES: [BitTable<GRANULE_SHIFT>; 8] = [LIVE, MARK, AGED, OLD, REMEMBERED, PINNED, REACHED, POINTER_FREE];

    fn region() -> Region {
        Region::reserve(BLOCKS * BLOCK_BYTES).expect("address space")
    }

    #[test]
    fn tables_lie_side_by_side_before_the_blocks() {
        let mut extents: Vec<(u64, u64)> = TABLES.iter().map(|table| table.extent(0, SPAN_BYTES - BLOCKS_OFFSET)).collect();
        extents.sort();
        assert!(extents.windows(2).all(|pair| pair[0].0 + pair[0].1 <= pair[1].0));
        assert!(extents.last().is_some_and(|&(start, length)| start + length <= BLOCKS_OFFSET));
    }

    proptest! {
        #[test]
        fn a_bit_is_its_tables_and_its_granules_alone(granule in 0..BLOCKS * 2048, other in 0..BLOCKS * 2048, which in 0usize..8) {
            let region = region();
            let address = |granule: u64| region.base + BLOCKS_OFFSET + (granule << GRANULE_SHIFT);
            let table = GRANULE_TABLES[which];
            prop_assert!(table.set_first(address(granule)));
            prop_assert!(!table.set_first(address(granule) + 31));
            for (index, each) in GRANULE_TABLES.iter().enumerate() {
                prop_assert_eq!(each.get(address(granule)), index == which);
                prop_assert_eq!(each.get(address(other)), index == which && other == granule);
            }
            prop_assert!(!CARD.get(address(granule)));
            let block = block_address(region.base, block_number(address(granule)));
            prop_assert_eq!(table.block_words(block).iter().map(|word| word.count_ones()).sum::<u32>(), 1);
            prop_assert_eq!(info_at(block).usage, Use::Free);
            table.clear(address(granule));
            prop_assert!(!table.get(address(granule)));
        }

        #[test]
        fn cards_are_filled_to_the_end_of_their_word(first in 0..BLOCKS / 2 - 1, cards in 1..BLOCKS * 64) {
            let region = region();
            let start = region.base + BLOCKS_OFFSET + first * BLOCK_BYTES;
            let end = start + cards * CARD_BYTES;
            CARD.fill(start, end, true);
            let set = |address| CARD.get(address);
            prop_assert!((0..cards).all(|card| set(start + card * CARD_BYTES)));
            prop_assert!(first == 0 || !set(start - 1));
            prop_assert!(!set(end.next_multiple_of(64 * CARD_BYTES)));
            CARD.fill(start, end, false);
            prop_assert!((0..cards).all(|card| !set(start + card * CARD_BYTES)));
        }

        #[test]
        fn a_row_of_info_is_its_blocks_alone(block in 1..BLOCKS as u32 - 1, offset in 0..BLOCK_BYTES) {
            let region = region();
            let block = block_number(region.base + BLOCKS_OFFSET) + block;
            let start = block_address(region.base, block);
            *info_at(start + offset) = BlockInfo { usage: Use::LargeHead, count: 3, ..BlockInfo::FREE };
            prop_assert_eq!(slot_bytes_at(start), 3 * PAGE_BYTES as usize);
            prop_assert_eq!(info_at(start + BLOCK_BYTES).usage, Use::Free);
            prop_assert_eq!(info_at(start - 1).usage, Use::Free);
        }
    }
}
