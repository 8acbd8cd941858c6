//! How a heap is set up, and how asking it for something can fail.

use std::fmt;

const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;

/// The settings of a heap, fixed when it is made.
#[derive(Clone, Debug)]
pub struct Config {
    /// Bytes of address space to reserve; nothing is touched until it is used.
    /// A reservation the system refuses is tried again at half the size.
    pub region_bytes: u64,
    /// The bytes that may be allocated between two minor collections at first, and again in a child.
    pub smallest_nursery_bytes: u64,
    /// The most of them while the heap is small. Half a MiB keeps garbage in the caches and small
    /// programs small; four times as much gains no program of the benchmarks a twentieth of its time.
    pub nursery_bytes: u64,
    /// The most that may be allocated before a minor collection, however large the heap: what is
    /// allocated over and over should not push everything else out of the caches.
    pub largest_nursery_bytes: u64,
    /// The bytes that may be allocated before the first collection, if more than the nursery: what a program begins with
    /// mostly lives on.
    pub initial_bytes: u64,
    /// Growth over the live bytes before the next major collection, in percent; `growth` chooses where it is `None`.
    pub growth_percent: Option<u64>,
    /// How far into the region small pages are used; beyond it the system is asked for huge ones. These make random access in a large
    /// heap a sixth faster, but are in memory as a whole for one cell in them: a heap of 50 MB that comes and goes took 200.
    pub huge_pages_from: u64,
    /// Live bytes below which a major collection is never due.
    pub minimum_heap_bytes: u64,
    /// Major collections are done in steps between minor ones, as far as they can.
    pub incremental: bool,
    /// Bytes such a step traces for each byte allocated. At sixteen, what is allocated from the start of a cycle to its
    /// end, all of which is kept until then, is a sixteenth of the old cells.
    pub trace_pace: u64,
    /// A limit on the bytes held by blocks; allocation beyond it fails.
    pub max_bytes: Option<u64>,
    /// Every allocation asks for a collection first.
    pub stress: bool,
    /// Every collection that is due is a compaction that moves every unpinned cell,
    /// instead of the few that let it free blocks.
    pub move_everything: bool,
    /// Every so-manieth collection ends with `Heap::verify`, and panics where it complains; 0: none. If not each
    /// does, fewer do where much is alive.
    pub verify_every: u32,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            region_bytes: 64 * GIB,
            smallest_nursery_bytes: MIB / 4,
            nursery_bytes: MIB / 2,
            largest_nursery_bytes: 64 * MIB,
            initial_bytes: MIB,
            growth_percent: None,
            huge_pages_from: 256 * MIB,
            minimum_heap_bytes: 5 * MIB / 4,
            incremental: true,
            trace_pace: 16,
            max_bytes: None,
            stress: false,
            move_everything: false,
            verify_every: 0,
        }
    }
}

/// Why a heap could not do what it was asked.
#[derive(Debug)]
pub enum HeapError {
    /// The system refused the address space.
    Reservation(std::io::Error),
    /// The region, the system or `Config::max_bytes` has no room for the request.
    OutOfMemory { requested: usize },
}

impl fmt::Display for HeapError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HeapError::Reservation(error) => write!(formatter, "cannot reserve the heap's address range: {error}"),
            HeapError::OutOfMemory { requested } => write!(formatter, "the heap has no room for {requested} bytes"),
        }
    }
}

impl std::error::Error for HeapError {}
