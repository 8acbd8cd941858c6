//! The heap: allocation, the write barrier, and looking cells up.

use crate::blocks::{self, BlockSpace};
use crate::cell::{Cell, Word, header_kind};
use crate::collect::CollectionKind;
use crate::config::{Config, HeapError};
use crate::finalizers::Finalizers;
use crate::growth::Growth;
use crate::huge_pages::HugePages;
use crate::incremental::Cycle;
use crate::large::{self, LargeSpace};
use crate::layout::{Layout, Layouts};
use crate::permanent;
use crate::pool::Pool;
use crate::region::{self, Region};
use crate::roots::Roots;
use crate::shapes::SeenShapes;
use crate::sizes::{self, POOLS};
use crate::statistics::{PoolStatistics, Statistics, Tally, Totals};
use crate::tables::{self, BLOCK_BYTES, BitTable, GRANULE_SHIFT, LIVE, MARK, OLD, Use};

/// A managed heap in a reserved region. It is used by one thread at a time.
pub struct Heap {
    pub(crate) pools: [Pool; POOLS],
    pub(crate) base: u64,
    pub(crate) layouts: Layouts,
    pub(crate) space: BlockSpace,
    pub(crate) large: LargeSpace,
    pub(crate) growth: Growth,
    pub(crate) huge_pages: HugePages,
    pub(crate) finalizers: Finalizers,
    pub(crate) mark_stack: Vec<Cell>,
    pub(crate) remembered: Vec<Cell>,
    pub(crate) cycle: Cycle,
    /// The shapes that a cycle at its end hands over to the collection that closes it.
    pub(crate) seen_shapes: SeenShapes,
    /// The shapes before this one stand for what never dies, or nothing.
    pub(crate) lasting_shapes: u32,
    pub(crate) pinned: Vec<Cell>,
    pub(crate) counts: Statistics,
    pub(crate) period: u64,
    pub(crate) verify_every: u32,
    /// Collections until one is verified.
    pub(crate) until_verified: u32,
    pub(crate) tally: Option<Tally>,
    pub(crate) permanent_bytes: u64,
    /// Blocks that may yet be taken although others of their pool have free slots here and there.
    pub(crate) fresh_blocks: u64,
    pub(crate) move_everything: bool,
    /// While sealing: which cells are to be kept apart from the others.
    pub(crate) apart: Option<fn(Cell) -> bool>,
    pub(crate) incremental: bool,
    /// A parent or child has the same pages.
    pub(crate) shares_pages: bool,
    /// The bytes of this process's own blocks when cells were last moved together.
    pub(crate) own_bytes_when_moved: u64,
    /// The room among cells after that (`Heap::is_scattered`).
    pub(crate) room_when_moved: u64,
    pub(crate) trace_pace: u64,
    pub(crate) stress: bool,
    /// Unmapped last.
    pub(crate) region: Region,
}

/// Blocks that the list of a pool has room for from the start. The lists of all pools lie side by side then, so that a collection in a child,
/// which writes in each, writes few pages of what it shares.
const LISTED_BLOCKS: usize = 16;

impl Heap {
    /// Reserves a region and makes an empty heap in it. `layouts` says, for each
    /// type, which words of its cells are references.
    pub fn new(config: Config, layouts: Layouts) -> Result<Heap, HeapError> {
        let region = Region::reserve(config.region_bytes)?;
        region::prefer_huge_pages(&region, config.huge_pages_from.next_multiple_of(BLOCK_BYTES), true);
        let mut heap = Heap::in_region(config, layouts, region);
        heap.pools.iter_mut().for_each(|pool| pool.blocks.reserve(LISTED_BLOCKS));
        Ok(heap)
    }

    fn in_region(config: Config, layouts: Layouts, region: Region) -> Heap {
        Heap {
            pools: std::array::from_fn(Pool::new),
            base: region.base,
            layouts,
            space: BlockSpace::new(&region, config.max_bytes),
            large: LargeSpace::default(),
            growth: Growth::new(&config),
            huge_pages: HugePages::new(config.huge_pages_from),
            finalizers: Finalizers::default(),
            mark_stack: Vec::new(),
            remembered: Vec::new(),
            cycle: Cycle::default(),
            seen_shapes: SeenShapes::default(),
            lasting_shapes: 1,
            pinned: Vec::new(),
            counts: Statistics::default(),
            period: 1,
            verify_every: config.verify_every,
            until_verified: config.verify_every,
            tally: None,
            permanent_bytes: 0,
            fresh_blocks: 0,
            move_everything: config.move_everything,
            apart: None,
            incremental: config.incremental,
            shares_pages: false,
            own_bytes_when_moved: 0,
            room_when_moved: 0,
            trace_pace: config.trace_pace,
            stress: config.stress,
            region,
        }
    }

    /// A heap without a region, that stands in for one which is being collected:
    /// its owner's roots are visited while the heap itself is borrowed.
    pub fn placeholder() -> Heap {
        static NO_LAYOUTS: [Layout; 256] = {
            const RAW: Layout = Layout::Raw;
            [RAW; 256]
        };
        Heap::in_region(Config::default(), &NO_LAYOUTS, Region { base: 0, bytes: 0 })
    }

    /// The bytes of the slot that a request of `bytes` gets, header included.
    #[inline]
    pub fn slot_bytes(bytes: usize) -> usize {
        match sizes::class_of(bytes) {
            POOLS => large::rounded(bytes).map_or(usize::MAX, |rounded| rounded as usize),
            class => sizes::bytes_of(class) as usize,
        }
    }

    /// Turns stress on or off: with it on, every allocation asks for a collection.
    pub fn set_stress(&mut self, stress: bool) {
        self.stress = stress;
        self.close_runs();
    }

    /// A new cell of at least `bytes`, header included, each other word of which holds `word`, if there is room at hand.
    #[inline(always)]
    pub fn allocate_filled(&mut self, bytes: usize, header: u64, word: Word) -> Option<Cell> {
        let class = sizes::class_of(bytes);
        if class >= POOLS {
            return None;
        }
        let pool = &mut self.pools[class];
        let (address, size) = (pool.cursor, sizes::bytes_of(class));
        if size > pool.limit - address {
            return None;
        }
        pool.cursor = address + size;
        // SAFETY: as `new_cell`.
        unsafe {
            let words = address as *mut u64;
            *words = header;
            // No slot is smaller.
            (1..4).for_each(|index| *words.add(index) = word);
            (4..size as usize / 8).for_each(|index| *words.add(index) = word);
            Some(Cell::from_address_unchecked(address))
        }
    }

    /// A new cell of at least `bytes`, header included, zero after the header.
    /// `None` when a collection is due or memory is out: get to a safepoint, then
    /// call `collect_and_allocate`.
    #[inline(always)]
    pub fn try_allocate(&mut self, bytes: usize, header: u64) -> Option<Cell> {
        let class = sizes::class_of(bytes);
        if class < POOLS {
            let pool = &mut self.pools[class];
            let address = pool.cursor;
            let size = sizes::bytes_of(class);
            if size <= pool.limit - address {
                pool.cursor = address + size;
                return Some(new_cell(address, size, header));
            }
        }
        self.allocate_slowly(bytes, header)
    }

    #[cold]
    #[inline(never)]
    fn allocate_slowly(&mut self, bytes: usize, header: u64) -> Option<Cell> {
        if self.stress || self.is_collection_due_before(bytes) {
            return None;
        }
        let cell = self.allocate_now(bytes, header);
        if cell.is_none() {
            self.growth.ran_out();
        }
        cell
    }

    /// Whether enough was allocated for a collection before a cell of so many bytes is.
    pub fn is_collection_due_before(&self, bytes: usize) -> bool {
        if sizes::class_of(bytes) < POOLS {
            self.growth.collection_due(|| self.unused_bytes())
        } else {
            self.growth.collection_due_before(bytes as u64, self.unused_bytes())
        }
    }

    /// What the open runs have left.
    fn unused_bytes(&self) -> u64 {
        self.pools.iter().map(|pool| pool.limit - pool.cursor).sum()
    }

    /// A new cell, growing the heap if it must and never asking for a collection.
    pub fn allocate_after_collection(&mut self, bytes: usize, header: u64) -> Result<Cell, HeapError> {
        self.allocate_now(bytes, header).ok_or(HeapError::OutOfMemory { requested: bytes })
    }

    /// Makes room when `try_allocate` answered `None`, at a safepoint: collects as is
    /// due, allocates, and where there still is no room collects all and tries again.
    #[cold]
    pub fn collect_and_allocate(
        &mut self,
        bytes: usize,
        header: u64,
        roots: &mut dyn Roots,
    ) -> Result<Cell, HeapError> {
        let kind = self.due();
        self.collect(kind, roots);
        self.allocate_after_collection(bytes, header).or_else(|_| {
            self.collect(CollectionKind::Major, roots);
            self.allocate_after_collection(bytes, header)
        })
    }

    #[inline(always)]
    fn allocate_now(&mut self, bytes: usize, header: u64) -> Option<Cell> {
        let class = sizes::class_of(bytes);
        if class >= POOLS {
            return self.allocate_large(bytes, header);
        }
        let size = sizes::bytes_of(class);
        if self.pools[class].limit - self.pools[class].cursor < size {
            self.open_run(class)?;
        }
        let pool = &mut self.pools[class];
        let address = pool.cursor;
        pool.cursor = address + size;
        let cell = if size <= 64 { new_short_cell(address, size, header) } else { new_cell(address, size, header) };
        if self.stress {
            self.close_runs();
        }
        Some(cell)
    }

    #[inline(always)]
    fn open_run(&mut self, class: usize) -> Option<()> {
        let length = match self.pools[class].open_next_run(self.fresh_blocks > 0) {
            Some(length) => length,
            None => self.open_elsewhere(class)?,
        };
        self.growth.spend(length);
        self.step_cycle(length);
        self.counts.allocated_bytes += length;
        Some(())
    }

    /// Opens an empty block, or a run in a crowded one where those that may be taken in place of such are used up.
    #[inline(never)]
    fn open_elsewhere(&mut self, class: usize) -> Option<u64> {
        let crowded = self.pools[class].has_crowded();
        match self.space.take_slots(self.pools[class].size) {
            Some(block) => {
                self.fresh_blocks -= crowded as u64;
                Some(self.pools[class].open_block(block))
            }
            None => self.pools[class].open_next_run(false),
        }
    }

    #[inline(never)]
    fn allocate_large(&mut self, bytes: usize, header: u64) -> Option<Cell> {
        let rounded = large::rounded(bytes)?;
        let zero = !matches!(self.layouts[header_kind(header) as usize], Layout::Text);
        let address = self.large.take(&mut self.space, self.base, rounded, zero)?;
        Some(self.new_large(address, rounded, header))
    }

    /// The cell in large blocks that were just taken.
    pub(crate) fn new_large(&mut self, address: u64, bytes: u64, header: u64) -> Cell {
        self.spend(bytes);
        // SAFETY: the blocks at `address` are ours and mapped.
        unsafe {
            *(address as *mut u64) = header;
            Cell::from_address_unchecked(address)
        }
    }

    /// Accounts for so many bytes of large cells.
    pub(crate) fn spend(&mut self, bytes: u64) {
        self.growth.spend_on_large(bytes, self.unused_bytes());
        self.step_cycle(bytes);
        self.counts.allocated_bytes += bytes;
    }

    /// The live cell that `word` is the address of, or points into.
    pub fn contains(&self, word: Word) -> Option<Cell> {
        let start = blocks::cell_start(&self.space, word)?;
        // SAFETY: the start of a slot that is allocated and not known dead.
        self.is_allocated(start).then(|| unsafe { Cell::from_address_unchecked(start) })
    }

    /// Whether the slot at `start` is taken, as of now, by a cell not found dead.
    pub(crate) fn is_allocated(&self, start: u64) -> bool {
        let info = *tables::info_at(start);
        if LIVE.get(start) && (!info.unswept || MARK.get(start)) {
            return true;
        }
        info.usage == Use::Slots && self.pools[sizes::of_quanta(info.slot_quanta).class].in_open_run(start)
    }

    /// Whether the cell was sealed: it never moves and never dies.
    #[inline]
    pub fn is_permanent(&self, cell: Cell) -> bool {
        permanent::is_permanent(cell)
    }

    /// Whether minor collections take the cell for live.
    #[inline]
    pub fn is_old(&self, cell: Cell) -> bool {
        OLD.get(cell.address())
    }

    /// Whether the last collection reached the cell; of use in `Roots::after_mark`.
    pub fn is_marked(&self, cell: Cell) -> bool {
        MARK.get(cell.address())
    }

    /// Lists the cell: when it dies, `Roots::finalize` is told.
    pub fn register_finalizer(&mut self, cell: Cell) {
        self.finalizers.register(cell);
    }

    /// Calls `visit` with every live cell. Garbage not yet collected is included.
    pub fn each_cell(&mut self, visit: &mut dyn FnMut(Cell)) {
        self.finish_sweep();
        self.pools.iter().flat_map(Pool::all_blocks).for_each(|block| each_live(block, visit));
        self.large.all_cells().for_each(|address| each_live(address, visit));
    }

    /// Makes the live bits exact: closes open runs and sweeps what is left.
    pub(crate) fn finish_sweep(&mut self) {
        self.close_runs();
        self.pools.iter_mut().for_each(Pool::sweep_rest);
    }

    /// While a machine boots: what it allocates stays for good, so collecting waits for so many bytes more.
    pub fn postpone_collection(&mut self, bytes: u64) {
        self.growth.refund(bytes);
    }

    /// The machine has booted: from here on it counts what is allocated. What the shapes before `lasting_shapes` stand
    /// for lives as long as the machine.
    pub fn booted(&mut self, lasting_shapes: u32) {
        self.lasting_shapes = lasting_shapes.max(1);
        self.close_runs();
        self.growth.start_anew();
    }

    pub(crate) fn close_runs(&mut self) {
        let rest = self.pools.iter_mut().map(Pool::close_run).sum();
        self.growth.refund(rest);
        self.counts.allocated_bytes -= rest;
    }

    /// The figures of the heap, as of now.
    pub fn statistics(&self) -> Statistics {
        let mut statistics = self.brief_statistics();
        statistics.pools = self.pools.iter().map(|pool| self.pool_statistics(pool)).collect();
        statistics
    }

    /// The same without those of each pool, for which all blocks have to be looked at.
    pub fn brief_statistics(&self) -> Statistics {
        let mut statistics = self.counts.clone();
        statistics.allocated_bytes -= self.unused_bytes();
        statistics.large_cells = self.large.all_cells().count() as u64;
        statistics.permanent_bytes = self.permanent_bytes;
        statistics.large_bytes = self.large.bytes;
        statistics.large_allocated = self.large.allocated;
        statistics.large_freed = self.large.freed;
        statistics.used_bytes = self.space.used_bytes();
        statistics.free_block_bytes = self.space.free_bytes();
        statistics.remembered_cells = self.remembered.len() as u64;
        statistics.freed_blocks = self.space.freed;
        statistics.finalizers = self.finalizers.len() as u64;
        statistics
    }

    /// The figures of all cells together.
    pub fn totals(&mut self) -> Totals {
        let (allocated, freed) = self.turnover();
        let (mut pool_blocks, mut free_slots) = (0, 0);
        for pool in &self.pools {
            let blocks = pool.all_blocks().count() as u64;
            pool_blocks += blocks;
            free_slots += blocks * pool.size.slots as u64 - (pool.allocated + pool.open_slots() - pool.freed);
        }
        let large_blocks: u64 = self.large.all_cells().map(|address| tables::info_at(address).link as u64).sum();
        let tally = self.tally();
        Totals {
            live: allocated - freed,
            free_slots,
            allocated,
            freed,
            pool_blocks,
            blocks: pool_blocks + large_blocks,
            marked: tally.marked,
            old: tally.old,
            smallest_slot_bytes: self.pools[0].size.bytes,
        }
    }

    /// Marks and ages are the same until the next collection.
    fn tally(&mut self) -> Tally {
        let collections = self.counts.minor_collections + self.counts.major_collections + self.counts.compactions;
        match self.tally.filter(|tally| tally.collections == collections) {
            Some(tally) => tally,
            None => {
                let count = |table: &BitTable<GRANULE_SHIFT>, block| table.block_words(block).iter().map(|word| word.count_ones() as u64).sum::<u64>();
                let blocks = || self.pools.iter().flat_map(Pool::all_blocks).chain(self.large.all_cells());
                let tally = Tally {
                    collections,
                    marked: blocks().map(|block| count(&MARK, block)).sum(),
                    old: blocks().map(|block| count(&OLD, block)).sum(),
                };
                self.tally = Some(tally);
                tally
            }
        }
    }

    /// The figures that are kept as things happen, at no cost; those that have to be counted are zero.
    pub fn counts(&self) -> &Statistics {
        &self.counts
    }

    /// Cells that were ever allocated, and those that were freed.
    pub fn turnover(&self) -> (u64, u64) {
        let allocated = self.pools.iter().map(|pool| pool.allocated + pool.open_slots()).sum::<u64>();
        let freed = self.pools.iter().map(|pool| pool.freed).sum::<u64>();
        (allocated + self.large.allocated, freed + self.large.freed)
    }

    fn pool_statistics(&self, pool: &Pool) -> PoolStatistics {
        let mut live_slots = pool.open_slots();
        for block in pool.all_blocks() {
            let unswept = tables::info_at(block).unswept;
            let rows = LIVE.block_words(block).iter().zip(MARK.block_words(block).iter());
            for (&live, &mark) in rows {
                live_slots += if unswept { live & mark } else { live }.count_ones() as u64;
            }
        }
        let blocks = pool.all_blocks().count() as u64;
        PoolStatistics {
            slot_bytes: pool.size.bytes,
            blocks,
            opened_blocks: pool.opened,
            live_slots,
            free_slots: blocks * pool.size.slots as u64 - live_slots,
            allocated: pool.allocated + pool.open_slots(),
            freed: pool.freed,
        }
    }
}

/// Writes the header and zeroes the rest of a slot that no one uses.
#[inline(always)]
fn new_cell(address: u64, size: u64, header: u64) -> Cell {
    // SAFETY: the slot lies in an open run, so it is mapped and no one's.
    unsafe {
        match size {
            // Shorter than a call.
            32 => std::ptr::write_bytes((address + 8) as *mut u8, 0, 24),
            48 => std::ptr::write_bytes((address + 8) as *mut u8, 0, 40),
            64 => std::ptr::write_bytes((address + 8) as *mut u8, 0, 56),
            80 => std::ptr::write_bytes((address + 8) as *mut u8, 0, 72),
            96 => std::ptr::write_bytes((address + 8) as *mut u8, 0, 88),
            128 => std::ptr::write_bytes((address + 8) as *mut u8, 0, 120),
            _ => std::ptr::write_bytes((address + 8) as *mut u8, 0, size as usize - 8),
        }
        *(address as *mut u64) = header;
        Cell::from_address_unchecked(address)
    }
}

/// The same of a slot of 32 to 64 bytes whose size is not known at compile time: two ends that meet or overlap.
#[inline(always)]
fn new_short_cell(address: u64, size: u64, header: u64) -> Cell {
    // SAFETY: as `new_cell`; the first 32 bytes and the last 32 lie within the slot.
    unsafe {
        std::ptr::write_bytes(address as *mut u8, 0, 32);
        std::ptr::write_bytes((address + size - 32) as *mut u8, 0, 32);
        *(address as *mut u64) = header;
        Cell::from_address_unchecked(address)
    }
}

/// Calls `visit` with the cell of each live bit in a block's row.
pub(crate) fn each_live(block: u64, visit: &mut dyn FnMut(Cell)) {
    let quanta = tables::info_at(block).slot_quanta;
    for (index, &word) in LIVE.block_words(block).iter().enumerate() {
        let mut bits = word;
        while bits != 0 {
            let granule = index as u32 * 64 + bits.trailing_zeros();
            // A large cell, which has no size, begins with its block.
            let address = sizes::slot_of_granule(block, granule, quanta);
            // SAFETY: a live bit stands for the start of a live cell.
            visit(unsafe { Cell::from_address_unchecked(address) });
            bits &= bits - 1;
        }
    }
}

/// Calls `visit` with the address and the size of each slot of a block of slots that holds no cell.
pub(crate) fn each_free(block: u64, visit: &mut dyn FnMut(u64, u64)) {
    let bytes = tables::slot_bytes_at(block) as u64;
    let mut is_live = vec![false; (tables::BLOCK_BYTES / bytes) as usize];
    each_live(block, &mut |cell| is_live[((cell.address() - block) / bytes) as usize] = true);
    let free = is_live.iter().enumerate().filter(|(_, live)| !**live);
    free.for_each(|(index, _)| visit(block + index as u64 * bytes, bytes));
}
