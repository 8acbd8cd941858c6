//! Generations: what a minor collection frees, what it keeps, what it remembers.

mod world;

use rutile_heap::*;
use world::*;

fn minor(world: &mut World, times: usize) {
    (0..times).for_each(|_| world.collect(CollectionKind::Minor));
}

/// A rooted node that has survived two collections.
fn old_node(world: &mut World, bytes: usize) -> Cell {
    let cell = world.allocate(NODE, bytes);
    let root = world.root(cell);
    minor(world, 2);
    world.rooted(root).unwrap()
}

#[test]
fn a_minor_collection_frees_the_young() {
    let mut world = World::new(small_config());
    let old = old_node(&mut world, 64);
    (0..1000).for_each(|_| _ = world.allocate(NODE, 64));
    minor(&mut world, 1);
    assert_eq!(world.count_cells(), 1);
    assert_eq!(world.check(), 1);
    assert_eq!(world.heap.statistics().old_bytes, old.slot_words() as u64 * 8);
}

#[test]
fn a_minor_collection_keeps_dead_old_cells_and_a_major_one_frees_them() {
    let mut world = World::new(small_config());
    old_node(&mut world, 64);
    world.anchors.exact.clear();
    minor(&mut world, 2);
    assert_eq!(world.count_cells(), 1);
    world.collect(CollectionKind::Major);
    assert_eq!(world.count_cells(), 0);
}

#[test]
fn an_old_cell_keeps_the_young_cell_written_into_it() {
    for bytes in [64, 4096, 100_000] {
        let mut world = World::new(small_config());
        let old = old_node(&mut world, bytes);
        let last = world.shadows[&number(old)].links.len() - 1;
        let young = world.allocate(NODE, 64);
        world.link(old, last, Some(young));
        assert_eq!(world.heap.statistics().remembered_cells, 1);
        minor(&mut world, 1);
        assert_eq!(world.check(), 2, "{bytes}");
        minor(&mut world, 1);
        assert_eq!(world.heap.statistics().remembered_cells, 0, "nothing young is left to remember");
        assert_eq!(world.check(), 2);
    }
}

#[test]
fn a_promoted_cell_remembers_the_younger_cells_it_refers_to() {
    for bytes in [64, 100_000] {
        let mut world = World::new(small_config());
        let holder = world.allocate(NODE, bytes);
        world.root(holder);
        minor(&mut world, 1);
        let young = world.allocate(NODE, 64);
        world.link(holder, 3, Some(young)); // the holder is not old: no barrier takes note
        assert_eq!(world.heap.statistics().remembered_cells, 0);
        minor(&mut world, 1);
        assert_eq!(world.heap.statistics().remembered_cells, 1);
        minor(&mut world, 1);
        assert_eq!(world.check(), 2);
    }
}

#[test]
fn a_bulk_write_is_remembered_whole() {
    for bytes in [512, 100_000] {
        let mut world = World::new(small_config());
        let old = old_node(&mut world, bytes);
        let links = world.shadows[&number(old)].links.len();
        let young: Vec<Cell> = (0..links).map(|_| world.allocate(NODE, 32)).collect();
        world.heap.barrier(old);
        for (index, cell) in young.iter().enumerate() {
            old.set_field_raw(index + 2, cell.address());
            world.shadows.get_mut(&number(old)).unwrap().links[index] = Some(number(*cell));
        }
        minor(&mut world, 1);
        assert_eq!(world.check(), 1 + links);
    }
}

#[test]
fn a_dead_remembered_cell_leaves_nothing_behind() {
    let mut world = World::new(small_config());
    for bytes in [64, 100_000] {
        let old = old_node(&mut world, bytes);
        let young = world.allocate(NODE, 64);
        world.link(old, 0, Some(young));
        world.anchors.exact.clear();
        world.collect(CollectionKind::Major);
        assert_eq!(world.heap.statistics().remembered_cells, 0);
        let again = world.allocate(NODE, bytes);
        world.root(again);
        minor(&mut world, 3);
        assert_eq!(world.check(), 1);
        world.anchors.exact.clear();
    }
}

/// As a program that makes a large string again and again: the bytes first, then what names them, in place of the last.
#[test]
fn large_cells_that_are_replaced_do_not_grow_old() {
    let mut world = World::new(Config { verify_every: 0, ..small_config() });
    let mut place = None;
    for _ in 0..20 {
        let bytes = world.allocate(TEXT, 8 << 20);
        world.anchors.pinned = vec![bytes.address()];
        let name = world.allocate(NODE, 64);
        world.link(name, 0, Some(bytes));
        world.anchors.pinned.clear();
        match place {
            None => place = Some(world.root(name)),
            Some(place) => world.anchors.exact[place] = name.address(),
        }
        let statistics = world.heap.statistics();
        assert!(statistics.large_cells <= 2, "{} large cells", statistics.large_cells);
        assert_eq!(statistics.old_bytes, 0);
    }
    assert_eq!(world.heap.statistics().major_collections, 0);
}

#[test]
fn any_large_cell_grows_while_what_lies_behind_it_is_free() {
    let mut world = World::new(small_config());
    let first = world.allocate(NODE, 100_000);
    world.root(first);
    assert!(world.grow(first, 200_000), "behind it nothing was used yet");
    let second = world.allocate(NODE, 100_000);
    world.root(second);
    assert!(!world.grow(first, 200_000), "the second stands there");
    assert!(world.grow(second, 70_000));
    world.anchors.exact.swap_remove(1);
    world.collect(CollectionKind::Minor);
    assert!(world.grow(first, 200_000), "the second is gone");
    assert_eq!(world.check(), 1);
}

#[test]
fn a_cell_that_grows_stays_where_it_is_and_as_old() {
    let mut world = World::new(small_config());
    let cells: Vec<Cell> = (0..20).map(|_| world.allocate_growing(NODE, GROWING_BYTES).unwrap()).collect();
    cells.iter().for_each(|&cell| _ = world.root(cell));
    minor(&mut world, 2);
    for turn in 0..8 {
        for &cell in &cells {
            let places = world.shadows[&number(cell)].links.len();
            assert!(world.grow(cell, 100_000 << (turn % 3)));
            assert!(world.heap.is_old(cell));
            let young = world.allocate(NODE, 64);
            world.link(cell, places + turn, Some(young));
        }
        minor(&mut world, 1);
        assert_eq!(world.check(), 20 + 20 * (turn + 1));
    }
    minor(&mut world, 1);
    let bytes: usize = cells.iter().map(|cell| cell.slot_words() * 8).sum();
    assert_eq!(world.heap.statistics().large_bytes, bytes as u64);
    assert_eq!(world.heap.statistics().old_bytes, bytes as u64 + 20 * 8 * 64);
    world.anchors.exact.clear();
    world.collect(CollectionKind::Major);
    assert_eq!(world.heap.statistics().used_bytes, 0);
}
