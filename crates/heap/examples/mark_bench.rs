//! The cost of marking: `cargo run --release --example mark_bench [name]`, in time of the processor.
//!
//! Each line is one graph of some 75 MB: nanoseconds a cell of a whole collection, then of replacing half of it over
//! and over (what a cell that is allocated costs in all), with the longest time an allocation took.

#[path = "../tests/world/fields.rs"]
mod fields;

use fields::Fields;
use rutile_heap::*;

mod stack;
use stack::Stack;

const NODE: u8 = 1;
const LIST: u8 = 2;
const TEXT: u8 = 3;
const EMBEDDED: u64 = 2 << 8;

static LAYOUTS: [Layout; 256] = {
    let mut layouts = [Layout::Raw; 256];
    layouts[NODE as usize] = Layout::Words;
    layouts[LIST as usize] = Layout::Span(words_of_list);
    layouts[TEXT as usize] = Layout::Span(words_of_text);
    layouts
};

fn words_of_list(cell: Cell) -> (usize, usize) {
    let header = cell.header();
    if header & EMBEDDED != 0 { (1, 1 + (header >> 48) as usize) } else { (2, 3) }
}

fn words_of_text(cell: Cell) -> (usize, usize) {
    if cell.header() & EMBEDDED != 0 { (1, 1) } else { (2, 3) }
}

struct Owner {
    heap: Heap,
    stack: Stack,
    cells: u64,
    longest: f64,
    state: u64,
}

fn processor_seconds() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the clock is there and the place is ours.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

impl Owner {
    fn new() -> Owner {
        let heap = Heap::new(Config::default(), &LAYOUTS).expect("address space");
        Owner { heap, stack: Stack(Vec::new()), cells: 0, longest: 0.0, state: 88_172_645_463_325_252 }
    }

    fn random(&mut self, limit: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state as usize % limit
    }

    fn allocate(&mut self, bytes: usize, header: u64) -> Cell {
        self.cells += 1;
        if let Some(cell) = self.heap.try_allocate(bytes, header) {
            return cell;
        }
        let start = processor_seconds();
        let cell = self.heap.collect_and_allocate(bytes, header, &mut self.stack).expect("memory");
        self.longest = self.longest.max(processor_seconds() - start);
        cell
    }

    /// Pushes what a tree of benchmarks holds: nodes over leaves, each a node with a list of numbers and a text.
    fn push_payload(&mut self, depth: u32) {
        let place = self.stack.0.len();
        if depth > 0 {
            self.push_payload(depth - 1);
            self.push_payload(depth - 1);
        } else {
            let list = self.allocate(88, LIST as u64 | EMBEDDED | 10 << 16);
            (1..11).for_each(|index| list.set_field_raw(index, (index * 2 + 1) as u64));
            self.stack.0.push(list.address());
            let text = self.allocate(48, TEXT as u64 | EMBEDDED);
            self.stack.0.push(text.address());
        }
        let node = self.allocate(if depth > 0 { 32 } else { 64 }, NODE as u64);
        for (index, child) in self.stack.0.drain(place..).enumerate() {
            node.set_field_raw(1 + index, child);
        }
        self.stack.0.push(node.address());
    }

    fn replace(&mut self, kept: usize, index: usize) {
        self.push_payload(5);
        let (table, payload) = (self.stack.0[0], self.stack.0.pop().unwrap_or_default());
        let table = Cell::of_word(table).expect("the table");
        // Its elements are cells of their own, so that what is written is not one large cell.
        let holder = Cell::of_word(table.field(1 + index % kept)).expect("a holder");
        // SAFETY: an index of one of its own words.
        unsafe { self.heap.write(holder, 1, payload) };
    }
}

fn report(name: &str, kept: usize, in_order: bool) {
    if std::env::args().nth(1).is_some_and(|wanted| !name.contains(&wanted)) {
        return;
    }
    let mut owner = Owner::new();
    let table = owner.allocate((kept + 1) * 8, NODE as u64);
    owner.stack.0.push(table.address());
    for index in 0..kept {
        let holder = owner.allocate(32, NODE as u64);
        let table = Cell::of_word(owner.stack.0[0]).expect("the table");
        // SAFETY: an index of one of its own words.
        unsafe { owner.heap.write(table, 1 + index, holder.address()) };
    }
    for index in 0..kept {
        owner.replace(kept, index);
    }
    let measure_all = |owner: &mut Owner| {
        let start = processor_seconds();
        for _ in 0..5 {
            owner.heap.collect(CollectionKind::Major, &mut owner.stack);
        }
        let cells: u64 = owner.heap.statistics().pools.iter().map(|pool| pool.live_slots).sum();
        (processor_seconds() - start) * 1e9 / 5.0 / cells as f64
    };
    let fresh = measure_all(&mut owner);
    (owner.cells, owner.longest) = (0, 0.0);
    let before = owner.heap.statistics();
    let start = processor_seconds();
    for round in 0..kept * 3 {
        let index = if in_order { round } else { owner.random(kept) };
        owner.replace(kept, index);
    }
    let seconds = processor_seconds() - start;
    let (cells, longest) = (owner.cells, owner.longest);
    let after = owner.heap.statistics();
    let mixed = measure_all(&mut owner);
    println!(
        "{name:12} whole, fresh {fresh:5.1} ns/cell, mixed {mixed:5.1}; replacing {:6.1} ns/cell  minor {:4} major {:3}  longest {:6.2} ms  live {} used {} MiB",
        seconds * 1e9 / cells as f64,
        after.minor_collections - before.minor_collections,
        after.major_collections - before.major_collections,
        longest * 1e3,
        after.live_bytes_after_collection >> 20,
        after.used_bytes >> 20,
    );
}

fn main() {
    report("by chance", 8000, false);
    report("in order", 8000, true);
}
