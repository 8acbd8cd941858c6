//! Allocation: size classes, zero fill, reuse of freed slots, limits.

mod world;

use rutile_heap::*;
use world::*;

#[test]
fn a_request_gets_the_smallest_slot_that_holds_it() {
    for (bytes, slot) in [(8, 32), (32, 32), (33, 48), (49, 64), (72, 80), (81, 96), (1024, 1024), (1025, 1280), (16384, 16384), (16385, 20480)] {
        assert_eq!(Heap::slot_bytes(bytes), slot);
        let mut world = World::new(small_config());
        assert_eq!(world.allocate(NODE, bytes).slot_words() * 8, slot);
    }
}

#[test]
fn freed_slots_are_used_again() {
    let mut world = World::new(small_config());
    for _ in 0..200_000 {
        world.allocate(TEXT, 64);
    }
    let statistics = world.heap.statistics();
    assert!(statistics.used_bytes < 4 << 20, "{} bytes in use", statistics.used_bytes);
    assert_eq!(statistics.pools[2].allocated, 200_000);
}

#[test]
fn freed_large_cells_are_used_again() {
    let mut world = World::new(small_config());
    for _ in 0..300 {
        world.allocate(TEXT, 200_000);
    }
    let statistics = world.heap.statistics();
    assert!(statistics.used_bytes < 8 << 20, "{} bytes in use", statistics.used_bytes);
    assert_eq!(statistics.large_allocated, 300);
}

#[test]
fn a_limit_ends_in_an_error_and_the_heap_goes_on() {
    let mut world = World::new(Config { max_bytes: Some(1 << 20), ..small_config() });
    let kept = world.allocate(NODE, 64);
    world.root(kept);
    assert!(matches!(
        world.heap.allocate_after_collection(2 << 20, header(TEXT)),
        Err(HeapError::OutOfMemory { requested }) if requested == 2 << 20
    ));
    assert!(world.heap.allocate_after_collection(usize::MAX, header(TEXT)).is_err());
    world.allocate(NODE, 64);
    assert_eq!(world.check(), 1);
}

#[test]
fn at_the_limit_old_garbage_makes_room() {
    let mut world = World::new(Config { max_bytes: Some(4 << 20), minimum_heap_bytes: 1 << 30, ..small_config() });
    for _ in 0..10 {
        let table = world.allocate(NODE, 2 << 20);
        world.anchors.exact = vec![table.address()];
        world.collect(CollectionKind::Minor);
        world.collect(CollectionKind::Minor); // now it is old, and next round it is garbage
    }
    assert_eq!(world.check(), 1);
}

#[test]
fn two_heaps_live_side_by_side() {
    let mut one = World::new(small_config());
    let mut two = World::new(small_config());
    let (first, second) = (one.allocate(NODE, 32), two.allocate(NODE, 32));
    assert!(one.heap.contains(second.address()).is_none());
    assert_eq!(one.heap.contains(first.address() + 31), Some(first));
}

#[test]
fn a_word_finds_the_cell_it_points_into() {
    let mut world = World::new(small_config());
    let (small, large) = (world.allocate(NODE, 100), world.allocate(TEXT, 200_000));
    assert_eq!(world.heap.contains(small.address() + 127), Some(small));
    assert_eq!(world.heap.contains(small.address() + 128), None, "a free slot");
    assert_eq!(world.heap.contains(large.address() + 199_999), Some(large));
    assert_eq!(world.heap.contains(large.address() + 204_800), None, "past the end of a large cell");
    for word in [0, 1, 7, u64::MAX, small.address() ^ 1 << 45] {
        assert_eq!(world.heap.contains(word), None);
    }
}

#[test]
fn a_dead_cell_is_finalized_once_and_weak_entries_go() {
    let mut world = World::new(small_config());
    let (kept, lost) = (world.allocate(NODE, 64), world.allocate(NODE, 64));
    world.root(kept);
    for cell in [kept, lost] {
        world.heap.register_finalizer(cell);
        world.anchors.weak.push(cell.address());
    }
    world.anchors.weak.push(8);
    let lost = number(lost);
    world.collect(CollectionKind::Major);
    world.collect(CollectionKind::Major);
    assert_eq!(world.anchors.finalized, [lost]);
    assert_eq!(world.anchors.weak, [kept.address(), 8]);
}

#[test]
fn a_copy_of_a_large_cell_has_its_words_and_is_zero_behind_them() {
    let mut world = World::new(small_config());
    for _ in 0..50 {
        // What was there before is not to be seen.
        world.allocate(TEXT, 150_000);
    }
    world.collect(CollectionKind::Major);
    let source = world.allocate(TEXT, 150_000);
    for words in [1, 8_000, 18_000] {
        let copy = world.heap.try_allocate_copy(160_000, header(TEXT), source, words).expect("room");
        assert!((1..=words).all(|index| copy.field(index) == source.field(index)));
        assert!((words + 1..copy.slot_words()).all(|index| copy.field(index) == 0), "zero behind {words} words");
        assert_ne!(copy, source);
    }
    assert!(world.heap.try_allocate_copy(16_384, header(TEXT), source, 10).is_none(), "no large cell");
}

#[test]
fn a_program_of_large_cells_has_room_for_many_between_collections() {
    let (nursery, bytes) = (1 << 20, 100_000);
    let mut world = World::new(Config { nursery_bytes: nursery, ..small_config() });
    let collections = |world: &World| world.heap.statistics().minor_collections + world.heap.statistics().major_collections;
    for _ in 0..100 {
        world.allocate(TEXT, bytes);
    }
    let before = collections(&world);
    for _ in 0..320 {
        world.allocate(TEXT, bytes);
    }
    assert!(collections(&world) - before <= 11, "{} collections", collections(&world) - before);
    for _ in 0..40_000 {
        world.allocate(TEXT, 1024);
    }
    assert!(collections(&world) - before >= 40, "small cells have the usual nursery");
}
