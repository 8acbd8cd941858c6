//! Shapes: what headers refer to by number lives as long as a cell of the shape, and no longer.

#[path = "world/fields.rs"]
mod fields;

use fields::Fields;
use rutile_heap::*;

const NODE: u8 = 1;

static LAYOUTS: [Layout; 256] = {
    const RAW: Layout = Layout::Raw;
    let mut table = [RAW; 256];
    table[NODE as usize] = Layout::Words;
    table
};

#[derive(Default)]
struct Owner {
    roots: Vec<Word>,
    /// The cells that shapes stand for; 0 where one died.
    shapes: Vec<Word>,
    /// Cells given a younger one by their shape, each with that.
    given: Vec<(Cell, Cell)>,
}

impl Roots for Owner {
    fn visit(&mut self, visitor: &mut dyn RootVisitor) {
        visitor.slots(&mut self.roots);
    }

    fn shapes(&self, _minor: bool) -> (u32, &[Word]) {
        (0, &self.shapes)
    }

    fn visit_reachable(&mut self, liveness: &Liveness, visitor: &mut dyn RootVisitor) {
        self.given.iter().filter(|(holder, _)| liveness.is_live(*holder)).for_each(|(_, given)| visitor.cell(*given));
    }

    fn after_mark(&mut self, liveness: &Liveness) {
        self.shapes.iter_mut().for_each(|word| *word = liveness.resolve(*word).unwrap_or(0));
        self.given.clear();
    }

    fn finalize(&mut self, _: Cell) {}
}

struct World {
    heap: Heap,
    owner: Owner,
}

impl World {
    fn new(incremental: bool) -> World {
        let config = Config { region_bytes: 256 << 20, incremental, verify_every: 1, ..Config::default() };
        World { heap: Heap::new(config, &LAYOUTS).unwrap(), owner: Owner { shapes: vec![0], ..Owner::default() } }
    }

    fn cell(&mut self, shape: u32) -> Cell {
        self.heap.allocate_after_collection(64, NODE as u64 | (shape as u64) << 32).unwrap()
    }

    /// A new shape, and the cell that it stands for.
    fn shape(&mut self) -> u32 {
        let referent = self.cell(0);
        self.owner.shapes.push(referent.address());
        self.owner.shapes.len() as u32 - 1
    }

    fn root(&mut self, cell: Cell) {
        self.owner.roots.push(cell.address());
    }

    fn collect(&mut self, kind: CollectionKind, times: usize) {
        (0..times).for_each(|_| self.heap.collect(kind, &mut self.owner));
    }

    /// Which shapes stand for something that lives.
    fn living(&self) -> Vec<usize> {
        (0..self.owner.shapes.len()).filter(|&shape| self.owner.shapes[shape] != 0).collect()
    }
}

#[test]
fn the_cell_of_a_shape_lives_as_long_as_a_cell_has_the_shape() {
    for kind in [CollectionKind::Minor, CollectionKind::Major, CollectionKind::Compact] {
        let mut world = World::new(false);
        let (kept, _lost) = (world.shape(), world.shape());
        let cell = world.cell(kept);
        world.root(cell);
        world.collect(kind, 3);
        assert_eq!(world.living(), [1], "{kind:?}");
        world.owner.roots.clear();
        world.collect(CollectionKind::Major, 1);
        assert_eq!(world.living(), [0; 0], "{kind:?}");
    }
}

#[test]
fn the_cell_of_a_lasting_shape_outlives_the_cells_of_the_shape() {
    for kind in [CollectionKind::Major, CollectionKind::MajorEnd, CollectionKind::Compact] {
        let mut world = World::new(true);
        let lasting = world.shape();
        world.heap.booted(lasting + 1);
        let passing = world.shape();
        let cells = [lasting, passing].map(|shape| world.cell(shape));
        cells.into_iter().for_each(|cell| world.root(cell));
        for _ in 0..3 {
            world.heap.begin_major(&mut world.owner);
            world.collect(kind, 1);
            assert_eq!(world.living(), [1, 2], "{kind:?}");
        }
        world.owner.roots.clear();
        world.collect(kind, 2);
        assert_eq!(world.living(), [1], "{kind:?}");
    }
}

#[test]
fn one_leads_to_the_next() {
    let mut world = World::new(false);
    let first = world.shape();
    let mut last = first;
    for _ in 0..10_000 {
        let next = world.shape();
        let cell = world.cell(next);
        Cell::of_word(world.owner.shapes[last as usize]).unwrap().set_field_raw(1, cell.address());
        last = next;
    }
    let cell = world.cell(first);
    world.root(cell);
    for kind in [CollectionKind::Minor, CollectionKind::Compact, CollectionKind::Major] {
        world.collect(kind, 1);
        assert_eq!(world.living().len(), 10_001, "{kind:?}");
    }
}

#[test]
fn a_cycle_sees_shapes_that_are_made_and_given_while_it_lasts() {
    for given_before_traced in [true, false] {
        let mut world = World::new(true);
        let (old, new) = (world.shape(), world.shape());
        let cells: Vec<Cell> = (0..1000).map(|_| world.cell(old)).collect();
        cells.iter().for_each(|&cell| world.root(cell));
        let referent = Cell::of_word(world.owner.shapes[new as usize]).unwrap();
        world.root(referent);
        world.collect(CollectionKind::Minor, 2);
        world.heap.begin_major(&mut world.owner);
        if !given_before_traced {
            (0..1000).for_each(|_| _ = world.heap.allocate_after_collection(16 << 10, 0).unwrap());
        }
        let late = world.shape();
        let late_referent = Cell::of_word(world.owner.shapes[late as usize]).unwrap();
        for (cell, shape, referent) in [(cells[1], new, referent), (cells[2], late, late_referent)] {
            // SAFETY: the type stays.
            unsafe { cell.set_header(NODE as u64 | (shape as u64) << 32) };
            world.heap.external_write_barrier(cell, referent.address());
            world.owner.given.push((cell, referent));
        }
        world.owner.roots.pop();
        world.collect(CollectionKind::MajorEnd, 1);
        assert_eq!(world.living(), [1, 2, 3], "{given_before_traced}");
    }
}

#[test]
fn a_shape_that_stands_for_nothing_is_found() {
    let mut world = World::new(false);
    let shape = world.shape();
    let cell = world.cell(shape);
    world.root(cell);
    assert_eq!(world.heap.verify(&mut world.owner), Ok(()));
    world.owner.shapes[shape as usize] = 0;
    let complaint = world.heap.verify(&mut world.owner).unwrap_err();
    assert!(complaint.contains("stands for nothing"), "{complaint}");
}
