//! Allocation and collection benchmarks: `cargo run --release --example alloc_bench [name]`.
//!
//! Each line is one workload: time a cell, collections of either kind, the
//! longest pause and the memory in use at the end.

use std::time::Instant;

#[path = "../tests/world/fields.rs"]
mod fields;

use fields::Fields;
use rutile_heap::*;

mod stack;
use stack::Stack;

const NODE: u8 = 1;
static LAYOUTS: [Layout; 256] = {
    let mut layouts = [Layout::Raw; 256];
    layouts[NODE as usize] = Layout::Words;
    layouts
};
const HEADER: u64 = NODE as u64;

/// A heap whose roots are a stack of words.
struct Owner {
    heap: Heap,
    stack: Stack,
}

impl Owner {
    fn new() -> Owner {
        Owner { heap: Heap::new(Config::default(), &LAYOUTS).expect("address space"), stack: Stack(Vec::new()) }
    }

    #[inline(always)]
    fn allocate(&mut self, bytes: usize) -> Cell {
        match self.heap.try_allocate(bytes, HEADER) {
            Some(cell) => cell,
            None => self.heap.collect_and_allocate(bytes, HEADER, &mut self.stack).expect("memory"),
        }
    }

    /// Pushes a full binary tree, its node allocated before its children as
    /// `Node.new(tree(d - 1), tree(d - 1))` does not, to use the barrier.
    fn push_tree(&mut self, depth: u32) {
        let place = self.stack.0.len();
        let node = self.allocate(24);
        self.stack.0.push(node.address());
        for index in 1..=2 {
            if depth > 0 {
                self.push_tree(depth - 1);
                let child = self.stack.0.pop().unwrap_or_default();
                let node = Cell::of_word(self.stack.0[place]).expect("a node");
                // SAFETY: an index of one of its own words.
                unsafe { self.heap.write(node, index, child) };
            }
        }
    }
}

fn count(tree: Cell) -> u64 {
    1 + (1..=2).filter_map(|index| Cell::of_word(tree.field(index))).map(count).sum::<u64>()
}

fn binary_trees(owner: &mut Owner, depth: u32) -> u64 {
    let mut nodes = 0;
    owner.push_tree(depth); // lives to the end
    for round in (4..=depth).step_by(4) {
        for _ in 0..1u64 << (depth - round + 4) {
            owner.push_tree(round);
            let tree = owner.stack.0.pop().and_then(Cell::of_word).expect("a tree");
            nodes += count(tree);
        }
    }
    nodes
}

/// Cells that die at once.
fn garbage(owner: &mut Owner, bytes: usize, cells: u64) -> u64 {
    for _ in 0..cells {
        std::hint::black_box(owner.allocate(bytes));
    }
    cells
}

/// A table of `kept` cells, entries of which are replaced at random.
fn replace_in_table(owner: &mut Owner, kept: usize, rounds: u64) -> u64 {
    let table = owner.allocate((kept + 1) * 8);
    let place = owner.stack.0.len();
    owner.stack.0.push(table.address());
    let mut state = 88_172_645_463_325_252u64;
    for _ in 0..rounds {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let cell = owner.allocate(40);
        let table = Cell::of_word(owner.stack.0[place]).expect("the table");
        // SAFETY: an index of one of its own words.
        unsafe { owner.heap.write(table, 1 + state as usize % kept, cell.address()) };
    }
    rounds
}

fn report(name: &str, run: impl FnOnce(&mut Owner) -> u64) {
    if std::env::args().nth(1).is_some_and(|wanted| !name.contains(&wanted)) {
        return;
    }
    let mut owner = Owner::new();
    let start = Instant::now();
    let cells = run(&mut owner);
    let seconds = start.elapsed().as_secs_f64();
    let statistics = owner.heap.statistics();
    println!(
        "{name:24} {:7.2} ns/cell  {seconds:6.2} s  gc {:3.0}%  minor {:4} major {:3}  pause {:6.2} ms  used {:5} MiB",
        seconds * 1e9 / cells as f64,
        statistics.collection_nanoseconds as f64 / 1e7 / seconds,
        statistics.minor_collections,
        statistics.major_collections,
        statistics.longest_pause_nanoseconds as f64 / 1e6,
        statistics.used_bytes >> 20,
    );
}

fn main() {
    report("garbage, 32 bytes", |owner| garbage(owner, 32, 50_000_000));
    report("garbage, 256 bytes", |owner| garbage(owner, 256, 10_000_000));
    report("garbage, 64 KiB", |owner| garbage(owner, 65_536, 50_000));
    report("binary trees, 16", |owner| binary_trees(owner, 16));
    report("binary trees, 20", |owner| binary_trees(owner, 20));
    report("table of 1,000,000", |owner| replace_in_table(owner, 1_000_000, 10_000_000));
}
