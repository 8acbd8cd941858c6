//! Compaction: what moves, what stays, and who is told.

mod world;

use rutile_heap::*;
use world::*;

/// A list of nodes of which one in `stride` stays reachable, in order.
fn sparse(world: &mut World, cells: usize, bytes: usize, stride: usize) {
    let kept: Vec<usize> = (0..cells).filter(|index| index % stride == 0).collect();
    let holder = world.allocate(NODE, (kept.len() + 2) * 8);
    let root = world.root(holder);
    for index in 0..cells {
        let cell = world.allocate(NODE, bytes);
        if index % stride == 0 {
            let holder = world.rooted(root).unwrap();
            world.link(holder, index / stride, Some(cell));
        }
    }
}

#[test]
fn sparse_blocks_are_emptied() {
    let mut world = World::new(Config { nursery_bytes: 16 << 20, ..small_config() });
    sparse(&mut world, 50_000, 64, 100);
    world.collect(CollectionKind::Major);
    let before = world.heap.statistics().pools[2].blocks;
    world.collect(CollectionKind::Compact);
    let after = world.heap.statistics();
    assert!(before >= 40 && after.pools[2].blocks == 1, "{before} blocks became {}", after.pools[2].blocks);
    assert!(after.moved_cells > 400);
    assert_eq!(world.check(), 501);
}

#[test]
fn pinned_cells_stay() {
    let mut world = World::new(Config { move_everything: true, ..small_config() });
    sparse(&mut world, 5_000, 64, 50);
    let pinned = world.allocate(NODE, 64);
    let root = world.root(pinned);
    world.anchors.pinned.push(pinned.address() + 17);
    let free = world.allocate(NODE, 64);
    let other = world.root(free);
    world.collect(CollectionKind::Compact);
    assert_eq!(world.rooted(root), Some(pinned));
    assert_ne!(world.rooted(other), Some(free));
    assert_eq!(world.check(), 103);
}

#[test]
fn weak_tables_learn_who_died_and_who_moved() {
    let mut world = World::new(Config { move_everything: true, ..small_config() });
    let (kept, lost) = (world.allocate(NODE, 64), world.allocate(NODE, 64));
    let root = world.root(kept);
    world.anchors.weak.extend([lost.address(), kept.address()]);
    world.collect(CollectionKind::Compact);
    assert_ne!(world.rooted(root), Some(kept));
    assert_eq!(world.anchors.weak, [world.anchors.exact[root]]);
}

#[test]
fn a_dead_weak_entry_is_not_revived_by_a_cell_that_moves_into_its_slot() {
    let mut world = World::new(Config { nursery_bytes: 16 << 20, ..small_config() });
    let mut cells = Vec::new();
    for index in 0..20_000 {
        let cell = world.allocate(NODE, 64);
        cells.push(cell.address());
        if index % 3 == 0 {
            world.root(cell);
        }
    }
    world.anchors.weak = cells;
    let expected = world.anchors.exact.len();
    world.collect(CollectionKind::Compact);
    assert_eq!(world.anchors.weak.len(), expected);
    assert!(world.heap.statistics().moved_cells > 1000);
    let mut exact = world.anchors.exact.clone();
    exact.sort();
    world.anchors.weak.sort();
    assert_eq!(world.anchors.weak, exact);
}

#[test]
fn remembered_and_finalizable_cells_move_along() {
    let mut world = World::new(Config { move_everything: true, ..small_config() });
    let old = world.allocate(NODE, 64);
    let root = world.root(old);
    world.heap.register_finalizer(old);
    world.collect(CollectionKind::Minor);
    world.collect(CollectionKind::Compact);
    let old = world.rooted(root).unwrap();
    let young = world.allocate(NODE, 64);
    world.link(old, 0, Some(young));
    let id = number(old);
    world.collect(CollectionKind::Compact);
    world.collect(CollectionKind::Minor);
    assert_eq!(world.check(), 2);
    world.anchors.exact.clear();
    world.collect(CollectionKind::Compact);
    assert_eq!(world.anchors.finalized, [id]);
    assert_eq!(world.count_cells(), 0);
}

#[test]
fn cells_get_larger_slots_where_their_owner_wants_them() {
    for everything in [false, true] {
        let mut world = World::new(Config { move_everything: everything, ..small_config() });
        let table = world.allocate(NODE, 16 + 1_000 * 8);
        let root = world.root(table);
        for index in 0..1_000 {
            let cell = world.allocate(NODE, 32);
            let number = number(cell);
            world.link(world.rooted(root).unwrap(), index, Some(cell));
            world.anchors.wanted.insert(number, 100 + index * 4);
        }
        let pinned = Cell::of_word(world.rooted(root).unwrap().field(7)).unwrap();
        world.anchors.pinned.push(pinned.address());
        world.collect(CollectionKind::Minor);
        world.collect(CollectionKind::Compact);
        assert_eq!(world.anchors.extended.len(), 999);
        assert_eq!(world.check(), 1_001);
        assert_eq!(pinned.slot_words() * 8, 32);
        let sizes = (0..1_000).map(|index| Cell::of_word(world.rooted(root).unwrap().field(index + 2)).unwrap().slot_words() * 8);
        assert!(sizes.enumerate().all(|(index, bytes)| index == 5 || bytes >= 100 + index * 4));
        let young = world.allocate(NODE, 64);
        world.link(Cell::of_word(world.rooted(root).unwrap().field(2)).unwrap(), 0, Some(young));
        world.collect(CollectionKind::Minor);
        assert_eq!(world.check(), 1_002);
        world.anchors.extended.clear();
        world.collect(CollectionKind::Compact);
        assert_eq!((world.anchors.extended.len(), world.check()), (0, 1_002));
    }
}
