//! A small owner of a heap with a shadow of every cell in ordinary memory, to
//! compare the heap with.
//!
//! A node is a cell of type `NODE`: word 1 its number as an immediate, words
//! 2 and on are links. A text is a cell of type `TEXT`, all raw: word 1 its
//! number, the rest a pattern made from it that looks like references.

#![allow(dead_code)]

use std::collections::{HashMap, HashSet};

use rutile_heap::*;

mod fields;
pub use fields::Fields;

pub const NODE: u8 = 1;
pub const TEXT: u8 = 2;
pub const LAYOUTS: [Layout; 256] = {
    let mut layouts = [Layout::Raw; 256];
    layouts[NODE as usize] = Layout::Words;
    layouts
};

pub fn header(kind: u8) -> u64 {
    kind as u64 | 0x5a5a << 32
}

/// More than the shape of every cell.
const LASTING_SHAPES: u32 = 1 << 15;

pub fn small_config() -> Config {
    Config { region_bytes: 1 << 30, smallest_nursery_bytes: u64::MAX, nursery_bytes: 1 << 20, initial_bytes: 0, minimum_heap_bytes: 1 << 20, verify_every: 1, ..Config::default() }
}

#[derive(Clone)]
pub struct Shadow {
    pub kind: u8,
    pub bytes: usize,
    pub links: Vec<Option<u64>>,
}

#[derive(Default)]
pub struct Anchors {
    pub exact: Vec<Word>,
    pub pinned: Vec<Word>,
    pub weak: Vec<Word>,
    pub finalized: Vec<u64>,
    /// The bytes that cells should have from the next compaction on, by their numbers.
    pub wanted: HashMap<u64, usize>,
    pub extended: Vec<u64>,
}

impl Roots for Anchors {
    fn visit(&mut self, visitor: &mut dyn RootVisitor) {
        visitor.slots(&mut self.exact);
        self.pinned.iter().for_each(|&word| visitor.pin(word));
    }
    fn after_mark(&mut self, liveness: &Liveness) {
        self.weak = self.weak.iter().filter_map(|&word| liveness.resolve(word)).collect();
    }
    fn wanted_bytes(&mut self, cell: Cell) -> Option<usize> {
        self.wanted.get(&number(cell)).copied()
    }
    fn extended(&mut self, cell: Cell) {
        self.extended.push(number(cell));
    }
    fn finalize(&mut self, cell: Cell) {
        self.finalized.push(number(cell));
    }
}

pub fn number(cell: Cell) -> u64 {
    cell.field(1) >> 3
}

pub struct World {
    pub heap: Heap,
    pub anchors: Anchors,
    pub shadows: HashMap<u64, Shadow>,
    pub next: u64,
}

impl World {
    pub fn new(config: Config) -> World {
        let mut heap = Heap::new(config, &LAYOUTS).expect("address space");
        heap.booted(LASTING_SHAPES); // so that cells can be pointer-free
        World { heap, anchors: Anchors::default(), shadows: HashMap::new(), next: 1 }
    }

    /// Allocates the way an owner does: collects when the heap asks for it.
    pub fn allocate(&mut self, kind: u8, bytes: usize) -> Cell {
        let bytes = bytes.max(16);
        let cell = self.heap.try_allocate(bytes, header(kind)).unwrap_or_else(|| {
            self.heap.collect_and_allocate(bytes, header(kind), &mut self.anchors).expect("memory")
        });
        self.fill(cell, kind, bytes)
    }

    /// Allocates what is expected to grow; `None` where the heap has no such place.
    pub fn allocate_growing(&mut self, kind: u8, bytes: usize) -> Option<Cell> {
        let cell = self.heap.allocate_growing(bytes, header(kind))?;
        Some(self.fill(cell, kind, bytes))
    }

    /// Makes a cell longer in place, in heap and shadow; answers whether it could be done.
    pub fn grow(&mut self, cell: Cell, more: usize) -> bool {
        let shadow = self.shadows.get_mut(&number(cell)).unwrap();
        let (id, old, bytes) = (number(cell), shadow.bytes / 8, shadow.bytes + more);
        if !self.heap.grow(cell, bytes) {
            return false;
        }
        assert!((old..cell.slot_words()).all(|index| cell.field(index) == 0), "what is new is zero");
        shadow.bytes = bytes;
        match shadow.kind {
            NODE => shadow.links.resize(bytes / 8 - 2, None),
            _ => (old..bytes / 8).for_each(|index| cell.set_field_raw(index, pattern(id, index))),
        }
        true
    }

    fn fill(&mut self, cell: Cell, kind: u8, bytes: usize) -> Cell {
        assert!(cell.slot_words() * 8 >= bytes);
        assert!((1..cell.slot_words()).all(|index| cell.field(index) == 0), "a new cell is zero");
        let id = self.next;
        self.next += 1;
        cell.set_field_raw(1, id << 3 | 1);
        let words = bytes / 8;
        if kind == TEXT {
            (2..words).for_each(|index| cell.set_field_raw(index, pattern(id, index)));
        }
        let links = if kind == NODE { vec![None; words - 2] } else { Vec::new() };
        self.shadows.insert(id, Shadow { kind, bytes, links });
        cell
    }

    pub fn root(&mut self, cell: Cell) -> usize {
        self.anchors.exact.push(cell.address());
        self.anchors.exact.len() - 1
    }

    pub fn rooted(&self, root: usize) -> Option<Cell> {
        Cell::of_word(self.anchors.exact[root])
    }

    /// Links slot `index` of a node to another cell, in heap and shadow.
    pub fn link(&mut self, from: Cell, index: usize, to: Option<Cell>) {
        // SAFETY: a node has a word for each link.
        unsafe { self.heap.write(from, index + 2, to.map_or(0, Cell::address)) };
        let to = to.map(number);
        self.shadows.get_mut(&number(from)).unwrap().links[index] = to;
    }

    pub fn collect(&mut self, kind: CollectionKind) {
        self.heap.collect(kind, &mut self.anchors);
    }

    /// Walks heap and shadow side by side; answers how many cells are reachable.
    pub fn check(&mut self) -> usize {
        self.heap.verify(&mut self.anchors).unwrap();
        let mut pending: Vec<Cell> = self.anchors.exact.iter().filter_map(|&word| Cell::of_word(word)).collect();
        pending.extend(self.anchors.pinned.iter().filter_map(|&word| self.heap.contains(word)));
        let mut seen = HashSet::new();
        while let Some(cell) = pending.pop() {
            if !seen.insert(cell) {
                continue;
            }
            let id = number(cell);
            let shadow = &self.shadows[&id];
            assert_eq!(cell.header(), header(shadow.kind));
            if shadow.kind == TEXT {
                (2..shadow.bytes / 8).for_each(|index| assert_eq!(cell.field(index), pattern(id, index)));
            }
            for (index, link) in shadow.links.iter().enumerate() {
                let target = Cell::of_word(cell.field(index + 2));
                assert_eq!(target.map(number), *link, "link {index} of cell {id}");
                pending.extend(target);
            }
        }
        seen.len()
    }

    /// Every cell the heap counts as live.
    pub fn count_cells(&mut self) -> usize {
        let mut count = 0;
        self.heap.each_cell(&mut |_| count += 1);
        count
    }
}

/// Raw payload that has the tag bits of a reference.
fn pattern(id: u64, index: usize) -> u64 {
    0x1001_0000_0000 + (id * 64 + index as u64) * 32
}
