//! The permanent generation: what a seal keeps, and what it is spared.

mod world;

use rutile_heap::*;
use world::*;

#[test]
fn sealed_cells_survive_without_roots_and_hold_what_is_written_to_them() {
    for bytes in [64, 100_000] {
        let mut world = World::new(small_config());
        let holder = world.allocate(NODE, bytes);
        let root = world.root(holder);
        world.heap.seal(|_| false, &mut world.anchors);
        let holder = world.rooted(root).unwrap();
        let young = world.allocate(NODE, 64);
        world.link(holder, 1, Some(young));
        for kind in [CollectionKind::Minor, CollectionKind::Minor, CollectionKind::Major, CollectionKind::Compact] {
            world.collect(kind);
            assert_eq!(world.check(), 2, "{kind:?}");
            assert_eq!(world.heap.statistics().remembered_cells, 1);
        }
        world.link(holder, 1, None);
        world.collect(CollectionKind::Major);
        assert_eq!(world.heap.statistics().remembered_cells, 0);
        assert_eq!(world.count_cells(), 1);
        assert_eq!(world.check(), 1);
    }
}

#[test]
fn an_old_cell_written_to_a_sealed_one_is_kept_by_it() {
    let mut world = World::new(small_config());
    let holder = world.allocate(NODE, 64);
    let root = world.root(holder);
    world.heap.seal(|_| false, &mut world.anchors);
    let old = world.allocate(NODE, 64);
    let other = world.root(old);
    world.collect(CollectionKind::Minor);
    world.collect(CollectionKind::Minor);
    world.link(world.rooted(root).unwrap(), 0, world.rooted(other));
    world.anchors.exact.truncate(1);
    world.collect(CollectionKind::Major);
    assert_eq!(world.check(), 2);
}

#[test]
fn a_second_seal_adds_to_the_first() {
    let mut world = World::new(small_config());
    let first = world.allocate(NODE, 64);
    let root = world.root(first);
    world.heap.seal(|_| false, &mut world.anchors);
    let once = world.heap.statistics().permanent_bytes;
    let second = world.allocate(NODE, 64);
    world.link(world.rooted(root).unwrap(), 0, Some(second));
    world.heap.seal(|_| false, &mut world.anchors);
    assert_eq!(world.heap.statistics().permanent_bytes, 2 * once);
    world.collect(CollectionKind::Major);
    assert_eq!(world.check(), 2);
}

#[test]
fn after_a_fork_new_cells_share_no_block_with_old_ones() {
    let mut world = World::new(small_config());
    let block_of = |cell: Cell| cell.address() >> 16;
    let kept: Vec<Cell> = (0..100).map(|_| world.allocate(NODE, 64)).collect();
    kept.iter().for_each(|&cell| {
        world.root(cell);
    });
    for kind in [CollectionKind::Minor, CollectionKind::Major, CollectionKind::Compact, CollectionKind::Minor] {
        world.heap.forked();
        let young: Vec<Cell> = (0..3000).map(|_| world.allocate(NODE, 64)).collect();
        assert!(kind == CollectionKind::Minor || young.iter().all(|young| kept.iter().all(|&old| block_of(old) != block_of(*young))));
        world.collect(kind);
        assert_eq!(world.check(), 100, "{kind:?}");
        (0..3000).for_each(|_| {
            world.allocate(NODE, 64);
        });
        world.collect(kind);
    }
    world.heap.seal(|_| false, &mut world.anchors);
    assert_eq!(world.check(), 100);
}
