//! PointerFree: old cells that refer to nothing and are not scanned, until one is written.

mod world;

use proptest::prelude::*;
use rutile_heap::*;
use world::*;

const CELLS: usize = 120;

/// A rooted table of cells of all sizes, none of which refers to another, all old.
fn old_leaves(config: Config) -> World {
    let mut world = World::new(config);
    let table = world.allocate(NODE, (CELLS + 2) * 8);
    let root = world.root(table);
    for index in 0..CELLS {
        let cell = world.allocate(NODE, [32, 48, 64, 96, 5000, 40_000][index % 6]);
        let table = world.rooted(root).unwrap();
        world.link(table, index, Some(cell));
    }
    (0..3).for_each(|_| world.collect(CollectionKind::Minor));
    world
}

fn target(cell: Cell, index: usize) -> Option<Cell> {
    Cell::of_word(cell.field(index + 2))
}

#[test]
fn a_leaf_that_was_written_keeps_what_it_refers_to() {
    for kind in [CollectionKind::Major, CollectionKind::MajorEnd, CollectionKind::Compact] {
        for in_bulk in [false, true] {
            let mut world = old_leaves(small_config());
            let other = world.allocate(NODE, 64);
            let passing = world.root(other);
            (0..3).for_each(|_| world.collect(CollectionKind::Minor));
            if kind == CollectionKind::MajorEnd {
                world.heap.begin_major(&mut world.anchors);
            }
            let (leaf, other) = (target(world.rooted(0).unwrap(), 2).unwrap(), world.rooted(passing).unwrap());
            if in_bulk {
                world.heap.barrier(leaf);
                leaf.set_field_raw(3, other.address());
                world.shadows.get_mut(&number(leaf)).unwrap().links[1] = Some(number(other));
            } else {
                world.link(leaf, 1, Some(other));
            }
            world.anchors.exact.pop();
            for _ in 0..3 {
                world.collect(kind);
                assert_eq!(world.check(), CELLS + 2, "{kind:?} {in_bulk}");
            }
        }
    }
}

#[test]
fn the_slot_of_a_dead_leaf_holds_any_cell() {
    for kind in [CollectionKind::Major, CollectionKind::MajorEnd, CollectionKind::Compact] {
        let mut world = old_leaves(small_config());
        let table = world.rooted(0).unwrap();
        (0..CELLS).filter(|index| index % 2 == 0).for_each(|index| world.link(table, index, None));
        world.collect(CollectionKind::Major);
        for index in (0..CELLS).filter(|index| index % 2 == 0) {
            let holder = world.allocate(NODE, 64);
            let table = world.rooted(0).unwrap();
            world.link(table, index, Some(holder));
            let held = world.allocate(NODE, 64);
            let holder = target(world.rooted(0).unwrap(), index).unwrap();
            world.link(holder, 0, Some(held));
        }
        for _ in 0..3 {
            world.collect(kind);
            assert_eq!(world.check(), 1 + CELLS + CELLS / 2, "{kind:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn leaves_come_and_go_among_collections(steps in prop::collection::vec((0u8..12, 0..CELLS, 0..CELLS, any::<bool>()), 1..120)) {
        let mut world = old_leaves(Config { nursery_bytes: 64 << 10, trace_pace: 1, ..small_config() });
        for (action, from, to, some) in steps {
            let table = world.rooted(0).unwrap();
            match action {
                0 => world.collect(CollectionKind::Minor),
                1 => world.collect(CollectionKind::Major),
                2 => world.collect(CollectionKind::MajorEnd),
                3 => world.collect(CollectionKind::Compact),
                4 => world.heap.begin_major(&mut world.anchors),
                5 => world.link(table, from, None),
                6 => {
                    let cell = world.allocate(if some { NODE } else { TEXT }, 48);
                    let table = world.rooted(0).unwrap();
                    world.link(table, from, Some(cell));
                }
                _ => {
                    let holder = target(table, from).filter(|cell| cell.kind() == NODE);
                    if let Some(holder) = holder {
                        world.link(holder, 0, target(table, to).filter(|_| some));
                    }
                }
            }
        }
        world.check();
        world.collect(CollectionKind::Major);
        world.check();
    }
}
