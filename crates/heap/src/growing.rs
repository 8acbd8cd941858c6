//! The zone of large cells that grow in place.
//!
//! ```text
//! first                                                           limit
//! v                                                               v
//! | a .......              | b ..               | c ....           |
//! ```
//!
//! A cell begins in the middle of the widest gap, so that it and its neighbour before have as much room as there is.
//! What is taken back goes to the system at once: what is free here reads as zero. Address space is all that the gaps cost,
//! and rows of the side tables that nothing touches.

use std::collections::BTreeMap;

/// Cells of fewer bytes stand among the others, and grow there while what lies behind them is free.
pub const GROWING_BYTES: usize = 2 << 20;

/// The most cells that stand here: each of them searches the gaps between the others.
const MOST_CELLS: usize = 4096;

pub(crate) struct GrowingZone {
    first: u32,
    limit: u32,
    /// A run that does not begin with the zone begins at a multiple of so many blocks, where there is room.
    step: u32,
    /// Start and length of each run in use.
    runs: BTreeMap<u32, u32>,
}

impl GrowingZone {
    pub fn new(first: u32, limit: u32, step: u32) -> GrowingZone {
        GrowingZone { first, limit, step, runs: BTreeMap::new() }
    }

    #[inline(always)]
    pub fn contains(&self, block: u32) -> bool {
        (self.first..self.limit).contains(&block)
    }

    /// The gaps between the runs, each with its end.
    fn gaps(&self) -> impl Iterator<Item = (u32, u32)> {
        let starts = std::iter::once(self.first).chain(self.runs.iter().map(|(start, count)| start + count));
        let ends = self.runs.keys().copied().chain(std::iter::once(self.limit));
        starts.zip(ends)
    }

    pub fn has_run(&self, count: u32) -> bool {
        self.gaps().any(|(start, end)| end - start >= count)
    }

    /// Takes a run in the middle of the widest gap.
    pub fn take(&mut self, count: u32) -> Option<u32> {
        if self.runs.len() >= MOST_CELLS {
            return None;
        }
        let (start, end) = self.gaps().max_by_key(|(start, end)| end - start).filter(|(start, end)| end - start >= count)?;
        let middle = (start + (end - start) / 2).next_multiple_of(self.step);
        let start = if start == self.first || middle.saturating_add(count) > end { start } else { middle };
        self.runs.insert(start, count);
        Some(start)
    }

    /// Makes the run that begins at `start` longer, if what lies behind it is free.
    pub fn extend(&mut self, start: u32, count: u32) -> bool {
        let next = self.runs.range(start + 1..).next().map_or(self.limit, |(&next, _)| next);
        match self.runs.get_mut(&start) {
            Some(length) if count <= next - start => {
                *length = count;
                true
            }
            _ => false,
        }
    }

    /// Takes back the end of a run, or the whole of it.
    pub fn give(&mut self, block: u32) {
        let Some((&start, length)) = self.runs.range_mut(..=block).next_back() else { return };
        *length = block - start;
        if block == start {
            self.runs.remove(&start);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Runs never overlap, whatever is taken, extended, shortened and given back.
        #[test]
        fn runs_are_apart(steps in prop::collection::vec((0u8..4, 1u32..60, any::<usize>()), 1..200)) {
            let mut zone = GrowingZone::new(7, 3000, 8);
            let mut taken: Vec<(u32, u32)> = Vec::new();
            for (step, count, which) in steps {
                if step == 0 || taken.is_empty() {
                    taken.extend(zone.take(count).map(|start| (start, count)));
                } else {
                    let place = which % taken.len();
                    let (start, length) = taken[place];
                    match step {
                        1 => if zone.extend(start, length + count) { taken[place].1 = length + count },
                        2 if count < length => { zone.give(start + count); taken[place].1 = count }
                        _ => { zone.give(start); taken.swap_remove(place); }
                    }
                }
                let mut sorted = taken.clone();
                sorted.sort_unstable();
                prop_assert!(sorted.windows(2).all(|pair| pair[0].0 + pair[0].1 <= pair[1].0));
                prop_assert!(sorted.iter().all(|&(start, length)| start >= 7 && start + length <= 3000));
                prop_assert_eq!(&sorted, &zone.runs.iter().map(|(&start, &length)| (start, length)).collect::<Vec<_>>());
            }
        }
    }
}
