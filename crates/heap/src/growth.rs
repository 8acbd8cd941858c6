//! When to collect: an allowance to spend between two collections.

use crate::config::Config;
use crate::tables::BLOCK_SHIFT;

/// Growth over the live bytes before the next major collection, in percent:
/// generous while the heap is small, when memory is cheap and live bytes vary
/// most, tighter the larger it is.
const GROWTH_STEPS: [(u64, u64); 4] = [(64 << 20, 180), (256 << 20, 140), (1 << 30, 110), (u64::MAX, 100)];

pub(crate) struct Growth {
    nursery_bytes: u64,
    minimum_heap_bytes: u64,
    allowance: i64,
}

impl Growth {
    pub fn new(config: &Config) -> Growth {
        let allowance = config.minimum_heap_bytes.max(config.nursery_bytes) as i64;
        Growth { nursery_bytes: config.nursery_bytes, minimum_heap_bytes: config.minimum_heap_bytes, allowance }
    }

    #[inline(always)]
    pub fn collection_due(&self) -> bool {
        self.allowance <= 0
    }

    pub fn spend(&mut self, bytes: u64) {
        self.allowance -= bytes as i64;
    }

    /// Free blocks worth keeping: what will be allocated before the next collection.
    pub fn blocks_to_keep(&self) -> u32 {
        (self.allowance.max(0) >> BLOCK_SHIFT) as u32
    }

    /// Sets the next allowance after a collection that found `live_bytes`.
    pub fn collected(&mut self, live_bytes: u64) {
        let percent = GROWTH_STEPS.iter().find(|&&(below, _)| live_bytes < below).map_or(100, |&(_, percent)| percent);
        let grown = live_bytes / 100 * percent;
        self.allowance = grown.max(self.nursery_bytes).max(self.minimum_heap_bytes.saturating_sub(live_bytes)) as i64;
    }
}
