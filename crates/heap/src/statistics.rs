//! Figures about a heap, for reports and for `GC.stat`.

/// The figures of a heap.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// One entry a slot size, smallest first.
    pub pools: Vec<PoolStatistics>,
    pub minor_collections: u64,
    pub major_collections: u64,
    /// Major collections that moved cells, not counted as major ones.
    pub compactions: u64,
    pub moved_cells: u64,
    /// Time spent in collections.
    pub collection_nanoseconds: u64,
    /// Of that, the time spent tracing, steps included, and the time spent freeing. What is swept as space is wanted
    /// is part of allocation and of neither.
    pub marking_nanoseconds: u64,
    pub sweeping_nanoseconds: u64,
    /// The longest collection or step of one, in time of the processor.
    pub longest_pause_nanoseconds: u64,
    /// Bytes of slots and large cells handed out since the heap was made.
    pub allocated_bytes: u64,
    /// Bytes the last collection found live.
    pub live_bytes_after_collection: u64,
    /// Bytes of cells that only major collections trace.
    pub old_bytes: u64,
    /// Bytes of cells no collection traces, see `Heap::seal`.
    pub permanent_bytes: u64,
    /// Old cells listed as referring to young ones.
    pub remembered_cells: u64,
    pub large_cells: u64,
    pub large_bytes: u64,
    pub large_allocated: u64,
    pub large_freed: u64,
    /// Bytes of blocks in use.
    pub used_bytes: u64,
    /// Bytes of blocks that were used and are free.
    pub free_block_bytes: u64,
    pub finalizers: u64,
    /// Blocks taken back since the heap was made.
    pub freed_blocks: u64,
}

/// Figures that cost no walk over the heap but the first time after a collection.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Totals {
    /// Cells that no sweep has found dead.
    pub live: u64,
    pub free_slots: u64,
    pub allocated: u64,
    pub freed: u64,
    /// Blocks of the pools, and with those of large cells.
    pub pool_blocks: u64,
    pub blocks: u64,
    /// Cells that the last collection reached, permanent ones included.
    pub marked: u64,
    pub old: u64,
    pub smallest_slot_bytes: u64,
}

/// What only a walk over the blocks tells, as of a collection.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    /// Which collection: how many there were.
    pub collections: u64,
    pub marked: u64,
    pub old: u64,
}

/// The figures of one size pool.
#[derive(Clone, Debug, Default)]
pub struct PoolStatistics {
    pub slot_bytes: u64,
    pub blocks: u64,
    /// Blocks opened since the heap was made.
    pub opened_blocks: u64,
    /// Allocated slots, the dead of unswept blocks left out.
    pub live_slots: u64,
    pub free_slots: u64,
    pub allocated: u64,
    /// Slots swept so far.
    pub freed: u64,
}
