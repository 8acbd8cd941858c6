//! When to collect: an allowance to spend between two collections.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use crate::config::Config;
use crate::generations::LiveBytes;
use crate::tables::BLOCK_SHIFT;

/// Growth over the live bytes before the next major collection, in percent: a fifth keeps the peak of memory down. It becomes more where
/// much of what is allocated grows old, so that major collections would trace more than the program allocates.
const GROWTH: RangeInclusive<u64> = 20..=50;
/// A major collection that found so much alive, in percent of what was allocated since the last, asks for more growth ...
const DEAR: u64 = 50;
/// ... and one that found less than this for less.
const LITTLE_TRACED: u64 = 12;
/// Heaps of fewer live bytes keep to the least growth: their processes should be small, and are traced in a few milliseconds.
const GROWS_MORE_FROM: u64 = 8 << 20;

/// The share of the live bytes that may be allocated before a minor collection,
/// so that large heaps don't collect more often than small ones.
const NURSERY_SHARE: u64 = 32;
/// The same up to `CACHED_NURSERY`, which a processor's own caches hold: of a Rails page's heap of 8 MiB, twice the usual nursery serves six
/// pages in a hundred more and, as less is old before it dies, with a little less memory; four times as much serves fewer again.
const CACHED_NURSERY_SHARE: u64 = 8;
const CACHED_NURSERY: u64 = 1 << 20;

/// So many large cells of the size of the last are to fit between two collections, if most of what is allocated are such: of a few, the one
/// in use at one collection still is at the next, is old then for no good reason, and soon asks for a major collection ...
const LARGE_CELLS: u64 = 32;
/// ... within so many of the usual nurseries.
const NURSERIES_FOR_LARGE_CELLS: u64 = 4;

/// The most that a major collection keeps for what the old will grow by until the next one.
const KEPT_FOR_GROWTH: u64 = 4 << 20;

/// A minor collection that takes more than this part of the time since the last asks for a larger nursery ...
const COSTLY: u32 = 32;
/// ... and one that takes less than this part for a smaller one.
const CHEAP: u32 = 400;
/// A nursery of which so many bytes survive, whose collection takes some three milliseconds, grows only while collecting takes
/// most of the time. The clock would not do: it also runs while the machine does something else, and faster for a program that is
/// being measured.
const MUCH_SURVIVES: u64 = 2 << 20;
const MOST: u32 = 2;

/// Where the last minor collection found this part to live of what was allocated in slots, in percent, the next is hasty (see
/// `generations`).
const HASTY: u64 = 75;

pub(crate) struct Growth {
    smallest_nursery: u64,
    usual_nursery: u64,
    /// The bytes that programs of small cells are allowed now.
    nursery: u64,
    /// The bytes that were allowed at the last collection.
    granted: u64,
    last_collection: Instant,
    minimum_heap_bytes: u64,
    first_allowance: u64,
    allowance: i64,
    old_bytes: u64,
    /// Live bytes at the last collection, and those of them in slots.
    live_bytes: u64,
    live_slot_bytes: u64,
    /// Bytes of large cells since then: those that the allowance paid for, and those of cells that it was too small for.
    paid_large: u64,
    unpaid_large: u64,
    /// How many large cells that were.
    large_cells: u64,
    hasty: bool,
    /// Old bytes from which on a major collection is due.
    major_threshold: u64,
    out_of_room: bool,
    /// Growth before the next major collection, in percent, and where the owner has chosen it.
    percent: u64,
    chosen_percent: Option<u64>,
    /// Bytes allocated since the last major collection, up to the last collection.
    since_major: u64,
    largest_nursery: u64,
}

impl Growth {
    pub fn new(config: &Config) -> Growth {
        let first_allowance = config.smallest_nursery_bytes.min(config.nursery_bytes).max(config.initial_bytes);
        Growth {
            smallest_nursery: config.smallest_nursery_bytes.min(config.nursery_bytes),
            usual_nursery: config.nursery_bytes,
            nursery: config.smallest_nursery_bytes.min(config.nursery_bytes),
            granted: first_allowance,
            last_collection: Instant::now(),
            minimum_heap_bytes: config.minimum_heap_bytes,
            first_allowance,
            allowance: first_allowance as i64,
            old_bytes: 0,
            live_bytes: 0,
            live_slot_bytes: 0,
            paid_large: 0,
            unpaid_large: 0,
            large_cells: 0,
            hasty: false,
            major_threshold: config.minimum_heap_bytes,
            out_of_room: false,
            percent: *GROWTH.start(),
            chosen_percent: config.growth_percent,
            since_major: 0,
            largest_nursery: config.largest_nursery_bytes,
        }
    }

    /// Bytes that may yet be allocated before a collection is due, and old bytes with
    /// their number from which on a major one is.
    pub fn limits(&self) -> (i64, u64, u64) {
        (self.allowance, self.old_bytes, self.major_threshold)
    }

    /// Whether the allowance is spent, `unused` bytes of which were paid ahead for what the pools' open runs have left. A run may be a whole
    /// block: without these, a program with cells of many sizes would be collected after a seventh of its allowance.
    #[inline(always)]
    pub fn collection_due(&self, unused: impl Fn() -> u64) -> bool {
        self.allowance <= 0 && self.allowance + unused() as i64 <= 0
    }

    /// Whether a large cell of so many bytes waits for a collection: one that the allowance is too small for, unless little was allocated
    /// since the last. So it is collected before large cells are made and not while they are: what they take the place of
    /// lives until then, and would be old once it survived the next two.
    pub fn collection_due_before(&self, bytes: u64, unused: u64) -> bool {
        let allowance = self.allowance + unused as i64;
        let allocated = self.spent().saturating_sub(unused) + self.unpaid_large;
        allowance <= 0 || bytes as i64 > allowance && allocated >= self.granted / 2
    }

    /// Whether what the next minor collection reaches is to be old at once.
    pub fn is_hasty(&self) -> bool {
        self.hasty
    }

    /// Whether the old have grown enough to be collected.
    pub fn major_due(&self) -> bool {
        self.old_bytes >= self.major_threshold
    }

    /// Whether a major collection can't wait for an incremental one to be done.
    pub fn major_overdue(&self) -> bool {
        self.old_bytes >= self.major_threshold.saturating_add(self.major_threshold / 2)
    }

    /// Whether an allocation failed though the allowance was not spent.
    pub fn is_out_of_room(&self) -> bool {
        self.out_of_room
    }

    /// Bytes found alive by the last collection.
    pub fn live_bytes(&self) -> u64 {
        self.live_bytes
    }

    /// Those of them in slots.
    pub fn live_slot_bytes(&self) -> u64 {
        self.live_slot_bytes
    }

    /// Bytes that the allowance has paid for since the last collection.
    pub fn spent(&self) -> u64 {
        (self.granted as i64 - self.allowance).max(0) as u64
    }

    pub fn spend(&mut self, bytes: u64) {
        self.allowance -= bytes as i64;
    }

    /// Pays for bytes of a large cell, where `unused` were paid ahead.
    pub fn spend_on_large(&mut self, bytes: u64, unused: u64) {
        self.large_cells += 1;
        if bytes as i64 > self.allowance + unused as i64 {
            self.unpaid_large += bytes;
        } else {
            self.paid_large += bytes;
            self.spend(bytes);
        }
    }

    pub fn refund(&mut self, bytes: u64) {
        self.allowance += bytes as i64;
    }

    pub fn ran_out(&mut self) {
        self.out_of_room = true;
    }

    /// Free blocks worth keeping: what will be allocated before the next collection, and what the old will grow by until the
    /// next major one. The system would clear pages that it has back only to give them out again. One process of many, whose old
    /// are mostly shared with the others, keeps nothing for their growth.
    pub fn blocks_to_keep(&self, is_one_of_many: bool) -> u32 {
        let growth = self.major_threshold.saturating_sub(self.live_bytes).min(KEPT_FOR_GROWTH);
        let growth = if is_one_of_many { 0 } else { growth };
        ((self.allowance.max(0) as u64 + growth) >> BLOCK_SHIFT) as u32
    }

    /// Sets the next allowance, after a collection that began at `start` and found so much in slots and in large cells.
    pub fn collected(&mut self, minor: bool, slots: LiveBytes, large: LiveBytes, start: Instant) {
        let mut bytes = slots;
        bytes.add(large);
        let was_due = self.major_due();
        self.old_bytes = bytes.old;
        let survived = bytes.live.saturating_sub(self.live_bytes);
        if minor {
            self.hasty = self.most_slots_survived(slots);
        }
        self.live_bytes = bytes.live;
        self.live_slot_bytes = slots.live;
        self.since_major += self.spent() + self.unpaid_large;
        let for_large_cells = self.wanted_for_large_cells();
        (self.paid_large, self.unpaid_large, self.large_cells) = (0, 0, 0);
        if minor {
            let is_long = survived.max(bytes.live - bytes.old) > MUCH_SURVIVES;
            self.adapt(bytes.live, start.duration_since(self.last_collection), start.elapsed(), is_long);
        } else {
            self.adapt_growth(bytes.live, was_due);
            let percent = self.chosen_percent.unwrap_or(self.percent);
            self.major_threshold = bytes.live.saturating_add((bytes.live / 100).saturating_mul(percent)).max(self.minimum_heap_bytes);
            self.out_of_room = false;
        }
        self.last_collection = Instant::now();
        self.grant(self.nursery.max(for_large_cells));
    }

    fn grant(&mut self, bytes: u64) {
        self.granted = bytes;
        self.allowance = bytes as i64;
    }

    /// What the next large cells want, where they were most of what was allocated; else nothing.
    fn wanted_for_large_cells(&self) -> u64 {
        let bytes = self.paid_large + self.unpaid_large;
        if bytes <= (self.spent() + self.unpaid_large) / 2 {
            return 0;
        }
        let most = (self.usual_nursery * NURSERIES_FOR_LARGE_CELLS).min(self.largest_nursery);
        (bytes / self.large_cells * LARGE_CELLS).min(most)
    }

    /// Whether most of what was allocated in slots was found to live. Large cells say nothing of how long what names them will.
    fn most_slots_survived(&self, slots: LiveBytes) -> bool {
        let in_slots = self.spent().saturating_sub(self.paid_large);
        in_slots >= self.nursery / 2 && slots.live.saturating_sub(self.live_slot_bytes) / HASTY >= in_slots / 100
    }

    /// Lets more grow old before the next major collection while these trace much for what is allocated, less when they trace little. Bytes
    /// tell, not the clock, so that a program has the same collections each time. One that was asked for says nothing.
    fn adapt_growth(&mut self, live: u64, was_due: bool) {
        let allocated = std::mem::take(&mut self.since_major);
        if !was_due {
            return;
        }
        if live > allocated / 100 * DEAR && live >= GROWS_MORE_FROM {
            self.percent = (self.percent * 3 / 2).min(*GROWTH.end());
        } else if live < (allocated / 100 * LITTLE_TRACED).max(GROWS_MORE_FROM) {
            self.percent = (self.percent * 2 / 3).max(*GROWTH.start());
        }
    }

    /// Makes the nursery larger while collecting it costs much of the time, smaller when it costs next to nothing
    /// (a process that has little to do should be small) or takes too long at once.
    fn adapt(&mut self, live: u64, between: Duration, pause: Duration, is_long: bool) {
        let of_live = (live / NURSERY_SHARE).max((live / CACHED_NURSERY_SHARE).min(CACHED_NURSERY));
        let largest = of_live.min(self.largest_nursery).max(self.usual_nursery);
        if pause * if is_long { MOST } else { COSTLY } > between {
            self.nursery = (self.nursery * 2).min(largest);
        } else if is_long || pause * CHEAP < between {
            self.nursery = (self.nursery / 2).max(self.smallest_nursery);
        }
    }

    /// What was allocated so far stays for good: the first collection is as far away as in the beginning.
    pub fn start_anew(&mut self) {
        self.grant(self.first_allowance);
        self.last_collection = Instant::now();
    }

    /// Starts over in a child, or after `seal`, small.
    pub fn start_small(&mut self) {
        self.hasty = false;
        self.nursery = self.smallest_nursery;
        self.grant(self.nursery);
        self.last_collection = Instant::now();
    }

    /// After `seal`, when all that was live is no longer collected.
    pub fn sealed(&mut self) {
        self.collected(false, LiveBytes::default(), LiveBytes::default(), Instant::now());
        self.start_small();
    }
}
