//! The permanent generation: what a program has built when it starts to serve.
//!
//! `seal` compacts the survivors and then takes their blocks out of every walk:
//! they are not swept, aged, moved or allocated from again, and their marks stay
//! set, so that tracing stops at them without writing. What a later collection,
//! in a forked child above all, learns of them it learns from the remembered set:
//!
//! ```text
//!   roots ------> new cells ----> permanent cell   (marked: goes no further)
//!                     ^
//!                     +---------- permanent cell written since `seal`: listed,
//!                                 until it refers to permanent cells only
//! ```

use crate::cell::Cell;
use crate::collect::CollectionKind;
use crate::generations;
use crate::heap::Heap;
use crate::region;
use crate::roots::Roots;
use crate::tables;

/// Whether the cell was sealed.
#[inline(always)]
pub(crate) fn is_permanent(cell: Cell) -> bool {
    tables::info_at(cell.address()).permanent
}

impl Heap {
    /// Collects, moves the survivors together and makes them permanent; free pages
    /// go back to the system. May be called again, for what came since.
    pub fn seal(&mut self, roots: &mut dyn Roots) {
        self.collect(CollectionKind::Compact, roots);
        self.finish_sweep();
        self.forget_remembered(|_| true);
        for pool in &mut self.pools {
            let blocks = pool.seal();
            self.permanent_bytes += blocks.iter().map(|&block| seal_block(block)).sum::<u64>() << pool.slot_shift;
            pool.permanent.extend(blocks);
        }
        for address in std::mem::take(&mut self.large.cells) {
            seal_block(address);
            self.permanent_bytes += tables::slot_bytes_at(address) as u64;
            self.large.permanent.push(address);
        }
        self.growth.sealed();
        self.space.release(0);
        // A huge page put together by the system in one process would end the
        // sharing of the pages it replaces.
        region::prefer_huge_pages(&self.region, 0, false);
    }
}

/// Makes the cells of a block old for good; answers how many there are.
fn seal_block(block: u64) -> u64 {
    let info = tables::info_at(block);
    (info.young, info.permanent) = (false, true);
    generations::promote_block(block)
}
