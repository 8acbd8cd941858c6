//! Random programs against a model: what is reachable keeps its contents, what
//! is not is freed, and freed memory is used again.

mod world;

use proptest::prelude::*;
use rutile_heap::*;
use world::*;

#[derive(Clone, Debug)]
enum Step {
    Allocate { kind: u8, bytes: usize },
    AllocateGrowing { kind: u8, bytes: usize },
    Grow { root: usize, more: usize },
    Burst { cells: usize, bytes: usize, keep: usize },
    Link { from: usize, index: usize, to: usize },
    Unlink { from: usize, index: usize },
    Drop { root: usize },
    Follow { root: usize, index: usize },
    Pin { root: usize, offset: u64 },
    Unpin,
    Collect(CollectionKind),
    Seal,
}

fn step() -> impl Strategy<Value = Step> {
    let sizes = prop_oneof![8 => 16usize..200, 3 => 200usize..2_000, 1 => 2_000usize..20_000, 1 => 20_000usize..300_000];
    let kinds = || prop_oneof![3 => Just(NODE), 1 => Just(TEXT)];
    prop_oneof![
        1 => (kinds(), 0usize..400_000).prop_map(|(kind, more)| Step::AllocateGrowing { kind, bytes: (GROWING_BYTES + more) & !7 }),
        4 => (any::<usize>(), 0usize..400_000).prop_map(|(root, more)| Step::Grow { root, more: more & !7 }),
        30 => (kinds(), sizes).prop_map(|(kind, bytes)| Step::Allocate { kind, bytes: bytes & !7 }),
        3 => (1usize..2_000, 16usize..600, 1usize..60).prop_map(|(cells, bytes, keep)| Step::Burst { cells, bytes: bytes & !7, keep }),
        30 => any::<(usize, usize, usize)>().prop_map(|(from, index, to)| Step::Link { from, index, to }),
        5 => any::<(usize, usize)>().prop_map(|(from, index)| Step::Unlink { from, index }),
        15 => any::<usize>().prop_map(|root| Step::Drop { root }),
        5 => any::<(usize, usize)>().prop_map(|(root, index)| Step::Follow { root, index }),
        2 => any::<(usize, u64)>().prop_map(|(root, offset)| Step::Pin { root, offset }),
        1 => Just(Step::Unpin),
        3 => Just(Step::Collect(CollectionKind::Minor)),
        2 => Just(Step::Collect(CollectionKind::Major)),
        1 => Just(Step::Collect(CollectionKind::MajorEnd)),
        2 => Just(Step::Collect(CollectionKind::Compact)),
        1 => Just(Step::Seal),
    ]
}

fn run(world: &mut World, step: &Step) {
    let roots = world.anchors.exact.len();
    if roots == 0 && !matches!(step, Step::Allocate { .. } | Step::AllocateGrowing { .. } | Step::Burst { .. } | Step::Collect(_) | Step::Seal | Step::Unpin) {
        return;
    }
    match *step {
        Step::Allocate { kind, bytes } => {
            let cell = world.allocate(kind, bytes);
            world.root(cell);
        }
        Step::AllocateGrowing { kind, bytes } => {
            if let Some(cell) = world.allocate_growing(kind, bytes) {
                world.root(cell);
            }
        }
        Step::Grow { root, more } => {
            // One that grows, if a few turns find one.
            for index in root % roots..(root % roots + 8).min(roots) {
                let cell = world.rooted(index).unwrap();
                if world.heap.can_grow(cell) {
                    world.grow(cell, more);
                    break;
                }
            }
        }
        Step::Burst { cells, bytes, keep } => {
            for index in 0..cells {
                let cell = world.allocate(NODE, bytes);
                if index % keep == 0 {
                    let root = world.root(cell);
                    let holder = world.rooted(index * 7 % (root + 1)).unwrap();
                    if world.shadows[&number(holder)].links.len() > index % 5 {
                        world.link(holder, index % 5, Some(cell));
                    }
                }
            }
        }
        Step::Link { from, index, to } => {
            let (from, to) = (world.rooted(from % roots).unwrap(), world.rooted(to % roots).unwrap());
            let links = world.shadows[&number(from)].links.len();
            if links > 0 {
                world.link(from, index % links, Some(to));
            }
        }
        Step::Unlink { from, index } => {
            let from = world.rooted(from % roots).unwrap();
            let links = world.shadows[&number(from)].links.len();
            if links > 0 {
                world.link(from, index % links, None);
            }
        }
        Step::Drop { root } => {
            world.anchors.exact.swap_remove(root % roots);
        }
        Step::Follow { root, index } => {
            let cell = world.rooted(root % roots).unwrap();
            let links = world.shadows[&number(cell)].links.len();
            if links > 0
                && let Some(target) = Cell::of_word(cell.field(2 + index % links))
            {
                world.anchors.exact[root % roots] = target.address();
            }
        }
        Step::Pin { root, offset } => {
            let cell = world.rooted(root % roots).unwrap();
            world.anchors.pinned.push(cell.address() + offset % (cell.slot_words() as u64 * 8));
        }
        Step::Unpin => world.anchors.pinned.clear(),
        Step::Collect(kind) => {
            world.collect(kind);
            if kind == CollectionKind::Minor {
                return; // blocks stay unswept for the steps to come
            }
            let reachable = world.check();
            if kind != CollectionKind::MajorEnd && world.heap.statistics().permanent_bytes == 0 {
                assert_eq!(world.count_cells(), reachable, "a major collection leaves what is reachable");
            }
        }
        Step::Seal => {
            world.heap.seal(|_| false, &mut world.anchors);
            world.check();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, max_shrink_iters: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_random_program_keeps_what_it_reaches(steps in prop::collection::vec(step(), 1..400), verify: bool, move_everything: bool, nursery in 15..20u32, incremental: bool) {
        let (nursery_bytes, minimum_heap_bytes) = (1 << nursery, 1 << nursery);
        let config = Config { verify_every: verify as u32, move_everything, nursery_bytes, minimum_heap_bytes, incremental, ..small_config() };
        let mut world = World::new(config);
        steps.iter().for_each(|step| run(&mut world, step));
        world.check();
    }

    #[test]
    fn a_random_program_survives_stress(steps in prop::collection::vec(step(), 1..60)) {
        let steps: Vec<Step> = steps.into_iter().filter(|step| !matches!(step, Step::Burst { .. })).collect();
        let mut world = World::new(Config { stress: true, move_everything: true, ..small_config() });
        steps.iter().for_each(|step| run(&mut world, step));
        world.check();
    }
}
