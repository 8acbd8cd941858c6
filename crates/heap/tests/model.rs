//! Random programs against a model: what is reachable keeps its contents, what
//! is not is freed, and freed memory is used again.

mod world;

use proptest::prelude::*;
use rutile_heap::*;
use world::*;

#[derive(Clone, Debug)]
enum Step {
    Allocate { kind: u8, bytes: usize },
    Link { from: usize, index: usize, to: usize },
    Unlink { from: usize, index: usize },
    Drop { root: usize },
    Follow { root: usize, index: usize },
    Pin { root: usize, offset: u64 },
    Unpin,
    Collect(CollectionKind),
}

fn step() -> impl Strategy<Value = Step> {
    let sizes = prop_oneof![8 => 16usize..200, 3 => 200usize..2_000, 1 => 2_000usize..20_000, 1 => 20_000usize..300_000];
    let kinds = prop_oneof![3 => Just(NODE), 1 => Just(TEXT)];
    prop_oneof![
        30 => (kinds, sizes).prop_map(|(kind, bytes)| Step::Allocate { kind, bytes: bytes & !7 }),
        30 => any::<(usize, usize, usize)>().prop_map(|(from, index, to)| Step::Link { from, index, to }),
        5 => any::<(usize, usize)>().prop_map(|(from, index)| Step::Unlink { from, index }),
        15 => any::<usize>().prop_map(|root| Step::Drop { root }),
        5 => any::<(usize, usize)>().prop_map(|(root, index)| Step::Follow { root, index }),
        2 => any::<(usize, u64)>().prop_map(|(root, offset)| Step::Pin { root, offset }),
        1 => Just(Step::Unpin),
        3 => Just(Step::Collect(CollectionKind::Minor)),
        2 => Just(Step::Collect(CollectionKind::Major)),
        2 => Just(Step::Collect(CollectionKind::Compact)),
    ]
}

fn run(world: &mut World, step: &Step) {
    let roots = world.anchors.exact.len();
    if roots == 0 && !matches!(step, Step::Allocate { .. } | Step::Collect(_) | Step::Unpin) {
        return;
    }
    match *step {
        Step::Allocate { kind, bytes } => {
            let cell = world.allocate(kind, bytes);
            world.root(cell);
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
                && let Some(target) = Cell::from_word(cell.word(2 + index % links))
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
            assert_eq!(world.count_cells(), reachable, "a major collection leaves what is reachable");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, max_shrink_iters: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_random_program_keeps_what_it_reaches(steps in prop::collection::vec(step(), 1..400), verify: bool) {
        let mut world = World::new(Config { verify_collections: verify, ..small_config() });
        steps.iter().for_each(|step| run(&mut world, step));
        world.check();
    }

    #[test]
    fn a_random_program_survives_stress(steps in prop::collection::vec(step(), 1..100)) {
        let mut world = World::new(Config { stress: true, ..small_config() });
        steps.iter().for_each(|step| run(&mut world, step));
        world.check();
    }
}
