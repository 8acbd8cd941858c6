//! Incremental major collections: a graph that changes while it is traced.

mod world;

use proptest::prelude::*;
use rutile_heap::*;
use world::*;

fn config() -> Config {
    Config { nursery_bytes: 64 << 10, minimum_heap_bytes: 256 << 10, trace_pace: 1, verify_every: 1, ..small_config() }
}

/// Cells kept in one rooted table, and old.
fn old_table(world: &mut World, cells: usize) -> usize {
    let table = world.allocate(NODE, (cells + 2) * 8);
    let root = world.root(table);
    for index in 0..cells {
        let cell = world.allocate(NODE, 96);
        let table = world.rooted(root).unwrap();
        world.link(table, index, Some(cell));
    }
    root
}

fn target(cell: Cell, index: usize) -> Option<Cell> {
    Cell::of_word(cell.field(index + 2))
}

#[test]
fn the_dead_old_are_freed_without_a_full_collection() {
    let mut world = World::new(config());
    let root = old_table(&mut world, 10_000);
    let table = world.rooted(root).unwrap();
    (0..10_000).filter(|index| index % 2 == 0).for_each(|index| world.link(table, index, None));
    world.heap.begin_major(&mut world.anchors);
    let live = |world: &World| world.heap.statistics().pools[2].live_slots;
    let mut lowest = live(&world);
    for _ in 0..60_000 {
        world.allocate(TEXT, 64);
        lowest = lowest.min(live(&world));
    }
    assert!(lowest < 6_000, "{lowest} cells of 10,000 live");
    assert!(world.heap.statistics().major_collections > 0);
    assert_eq!(world.check(), 5_001);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30, failure_persistence: None, ..ProptestConfig::default() })]

    /// Links move from cell to cell, with and without the root as a stop between,
    /// by single stores and in bulk, told once a period or each time, while steps and minor collections go on.
    #[test]
    fn a_graph_that_changes_under_the_trace_loses_nothing(moves in prop::collection::vec((any::<u32>(), any::<u32>(), 0usize..8, 0u8..6), 300..2000), starts in 20usize..200) {
        const CELLS: usize = 3_000;
        let mut world = World::new(config());
        let root = old_table(&mut world, CELLS);
        let mut told = std::collections::HashMap::new();
        for (step, (from, to, slot, action)) in moves.into_iter().enumerate() {
            if step % starts == 0 {
                world.heap.begin_major(&mut world.anchors);
            }
            let table = world.rooted(root).unwrap();
            let (from, to) = (from as usize % CELLS, to as usize % CELLS);
            let (Some(holder), other) = (target(table, from), target(table, to)) else { continue };
            match action {
                0 => world.link(holder, slot, other),
                1 => {
                    world.link(holder, slot, other);
                    world.link(table, to, None);
                }
                2 => {
                    let hidden = target(holder, slot);
                    world.link(holder, slot, None);
                    world.link(table, to, hidden);
                }
                3 => {
                    let cell = world.allocate(NODE, 96);
                    world.link(cell, slot, world.rooted(root).and_then(|table| target(table, from)));
                    let table = world.rooted(root).unwrap();
                    world.link(table, from, Some(cell));
                }
                _ => {
                    let period = world.heap.period();
                    if action == 4 || told.insert(number(holder), period) != Some(period) {
                        world.heap.barrier(holder);
                    }
                    holder.set_field_raw(slot + 2, other.map_or(0, Cell::address));
                    world.shadows.get_mut(&number(holder)).unwrap().links[slot] = other.map(number);
                    world.link(table, to, None);
                }
            }
            (0..20).for_each(|_| _ = world.allocate(TEXT, 128));
        }
        world.check();
    }
}
