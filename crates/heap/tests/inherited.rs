//! A heap that is shared with a forked process: what is made old before, and how the child collects.

mod world;

use proptest::prelude::*;
use rutile_heap::*;
use world::*;

fn prepare(world: &mut World) {
    if let Some(kind) = world.heap.due_before_fork() {
        world.collect(kind);
    }
    world.heap.make_old();
}

#[test]
fn little_is_forked_as_it_is() {
    let mut world = World::new(small_config());
    world.allocate(NODE, 64);
    assert_eq!(world.heap.due_before_fork(), None);
    for _ in 0..30_000 {
        let cell = world.allocate(NODE, 64);
        world.root(cell);
    }
    assert!(world.heap.due_before_fork().is_some());
    prepare(&mut world);
    assert_eq!(world.heap.due_before_fork(), None);
}

#[test]
fn what_was_made_old_is_remembered_when_it_is_written() {
    let mut world = World::new(small_config());
    let holder = world.allocate(NODE, 64);
    let root = world.root(holder);
    prepare(&mut world);
    let young = world.allocate(NODE, 64);
    world.link(world.rooted(root).unwrap(), 0, Some(young));
    world.collect(CollectionKind::Minor);
    assert_eq!(world.check(), 2);
}

#[test]
fn a_child_frees_what_it_inherited_and_lost() {
    let mut world = World::new(small_config());
    for _ in 0..10_000 {
        let cell = world.allocate(NODE, 64);
        world.root(cell);
    }
    prepare(&mut world);
    world.heap.forked();
    world.collect(CollectionKind::Major);
    assert_eq!(world.count_cells(), 10_000);
    world.anchors.exact.truncate(5_000);
    world.collect(CollectionKind::Major);
    assert_eq!((world.count_cells(), world.check()), (5_000, 5_000));
}

#[test]
fn a_child_moves_cells_together_where_its_own_blocks_are_mostly_empty() {
    let mut world = World::new(small_config());
    prepare(&mut world);
    assert!(!world.heap.is_sparse_worker(false));
    world.heap.forked();
    let mut kept = Vec::new();
    for index in 0..60_000 {
        let cell = world.allocate(NODE, 64);
        let root = world.root(cell);
        if index % 40 == 0 {
            kept.push(world.rooted(root).unwrap());
        }
    }
    world.collect(CollectionKind::Major);
    assert!(!world.heap.is_sparse_worker(false), "all blocks are full");
    world.anchors.exact.clear();
    kept.into_iter().for_each(|cell| {
        world.root(cell);
    });
    world.collect(CollectionKind::Major);
    assert!(world.heap.is_sparse_worker(false));
    world.collect(CollectionKind::Compact);
    assert!(!world.heap.is_sparse_worker(false));
    assert_eq!((world.count_cells(), world.check()), (1_500, 1_500));
    // Cells come to pages that were given back.
    for _ in 0..1_500 {
        let cell = world.allocate(NODE, 64);
        world.root(cell);
    }
    assert_eq!(world.check(), 3_000);
    world.anchors.exact.truncate(100);
    world.collect(CollectionKind::Major);
    assert!(!world.heap.is_sparse_worker(false) && world.heap.is_sparse_worker(true), "a few empty blocks");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30, failure_persistence: None, ..ProptestConfig::default() })]

    /// Generation after generation forks, links what it inherited anew and collects; all is verified each time.
    #[test]
    fn generations_of_children_lose_nothing(moves in prop::collection::vec((any::<u32>(), any::<u32>(), 0usize..6, 0u8..12), 200..1000), sealed: bool) {
        const CELLS: usize = 1_000;
        let mut world = World::new(Config { verify_every: 1, ..small_config() });
        let table = world.allocate(NODE, (CELLS + 2) * 8);
        let root = world.root(table);
        for index in 0..CELLS {
            let cell = world.allocate(NODE, 64);
            world.link(world.rooted(root).unwrap(), index, Some(cell));
        }
        if sealed {
            world.heap.seal(|_| false, &mut world.anchors);
        }
        for (from, to, slot, action) in moves {
            let table = world.rooted(root).unwrap();
            let at = |number: u32| Cell::of_word(table.field(number as usize % CELLS + 2));
            match action {
                0 => prepare(&mut world),
                1 => world.heap.forked(),
                2 => world.collect(CollectionKind::Major),
                3 => world.collect(CollectionKind::Minor),
                4 => world.collect(CollectionKind::Compact),
                5 => world.heap.begin_major(&mut world.anchors),
                6 => world.heap.adopt(),
                7 => world.link(table, from as usize % CELLS, None),
                8 => {
                    let fresh = world.allocate(NODE, 64);
                    world.link(world.rooted(root).unwrap(), from as usize % CELLS, Some(fresh));
                }
                _ => {
                    if let (Some(from), to) = (at(from), at(to)) {
                        world.link(from, slot, to);
                    }
                }
            }
        }
        world.collect(CollectionKind::Major);
        world.check();
    }
}
