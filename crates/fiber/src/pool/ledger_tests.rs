//! The ledger on memory that isn't there, against a plain model of what a pool
//! promises.

use super::*;
use proptest::prelude::*;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Duration;

const STACK: usize = 16 << 10;
const GUARD: usize = 4 << 10;
const STRIDE: usize = STACK + GUARD;

/// The pretended system: its maps, and which stacks are in use.
#[derive(Default)]
struct World {
    next: usize,
    maps: BTreeMap<usize, usize>,
    used: BTreeSet<usize>,
    guarded: BTreeSet<usize>,
    discards: usize,
    refuse_above: Option<usize>,
}

#[derive(Clone, Default)]
struct Pretended(Rc<RefCell<World>>);

struct PretendedMap {
    base: usize,
    world: Rc<RefCell<World>>,
}

impl Memory for Pretended {
    type Mapping = PretendedMap;

    fn map(&mut self, bytes: usize) -> Result<PretendedMap, i32> {
        let mut world = self.0.borrow_mut();
        if world.refuse_above.is_some_and(|most| bytes > most) {
            return Err(libc::ENOMEM);
        }
        world.next += 1 << 40;
        let base = world.next;
        world.maps.insert(base, bytes);
        Ok(PretendedMap {
            base,
            world: Rc::clone(&self.0),
        })
    }
}

impl World {
    fn assert_unused(&self, range: Range<usize>) {
        assert_eq!(
            self.used.range(range).next(),
            None,
            "a stack in use was touched"
        );
    }
}

impl Mapping for PretendedMap {
    fn base(&self) -> usize {
        self.base
    }

    unsafe fn discard(&mut self, range: Range<usize>, _when: Discard) {
        let mut world = self.world.borrow_mut();
        assert!(range.end <= world.maps[&self.base]);
        assert_eq!(
            (range.start % STRIDE, range.len()),
            (GUARD, STACK),
            "not a stack"
        );
        world.assert_unused(self.base + range.start..self.base + range.end);
        world.discards += 1;
    }

    unsafe fn protect(&mut self, range: Range<usize>) -> GuardKind {
        let mut world = self.world.borrow_mut();
        assert!(range.end <= world.maps[&self.base]);
        assert_eq!(
            (range.start % STRIDE, range.len()),
            (0, GUARD),
            "not a guard"
        );
        assert!(
            world.guarded.insert(self.base + range.start),
            "guarded twice"
        );
        GuardKind::Marker
    }
}

impl Drop for PretendedMap {
    fn drop(&mut self) {
        let mut world = self.world.borrow_mut();
        let bytes = world.maps.remove(&self.base).expect("unmapped twice");
        world.assert_unused(self.base..self.base + bytes);
    }
}

fn policy(release: Release) -> Policy {
    Policy {
        release,
        stack_size: STACK,
        guard_size: GUARD,
        max_stacks: 1000,
        first_allocation: 8,
        largest_allocation: 64,
        ..Policy::default()
    }
}

/// A ledger beside its users.
struct Pool {
    ledger: Ledger<Pretended>,
    world: Pretended,
    held: Vec<Lease>,
    now: u64,
}

impl Pool {
    fn new(policy: Policy) -> Pool {
        let world = Pretended::default();
        Pool {
            ledger: Ledger::new(world.clone(), policy),
            world,
            held: Vec::new(),
            now: 0,
        }
    }

    fn acquire(&mut self) -> Result<(), Refusal> {
        let lease = self.ledger.acquire()?;
        let mut world = self.world.0.borrow_mut();
        assert!(
            world.guarded.contains(&(lease.bottom - GUARD)),
            "handed out without a guard"
        );
        assert!(world.used.insert(lease.bottom), "handed out twice");
        drop(world);
        self.held.push(lease);
        Ok(())
    }

    fn release(&mut self, place: usize) -> Lease {
        let lease = self.held.remove(place);
        self.world.0.borrow_mut().used.remove(&lease.bottom);
        // SAFETY: the lease was held until now, and nothing stands on its stack.
        unsafe { self.ledger.release(lease.id, self.now) };
        lease
    }

    /// Checks all that holds after every step.
    fn check(&mut self) {
        let statistics = self.ledger.statistics();
        assert_eq!(statistics.used, self.held.len());
        assert_eq!(statistics.used + statistics.vacant, statistics.stacks);
        assert!(statistics.stacks <= self.ledger.policy().max_stacks);
        let world = self.world.0.borrow();
        assert_eq!(statistics.bytes, world.maps.values().sum::<usize>());
        assert_eq!(statistics.allocations, world.maps.len());
        assert_eq!(
            statistics.mapped - statistics.unmapped,
            world.maps.len() as u64
        );
        drop(world);
        self.check_lists(statistics);
        if self.ledger.policy().release == Release::Unmap {
            self.check_none_is_empty();
        }
    }

    /// Each touched vacant stack is in the list of its state, once.
    fn check_lists(&mut self, statistics: Statistics) {
        let (mut states, mut fresh) = (BTreeMap::new(), 0);
        let table = &mut self.ledger.table;
        for (index, allocation) in table.allocations.iter().enumerate() {
            let Some(allocation) = allocation else {
                continue;
            };
            let count = |state| {
                allocation
                    .slots
                    .iter()
                    .filter(|slot| slot.state == state)
                    .count()
            };
            assert_eq!(allocation.used as usize, count(State::Used));
            assert_eq!(allocation.warm as usize, count(State::Warm));
            fresh += count(State::Fresh);
            for (slot, record) in allocation.slots.iter().enumerate() {
                states.insert((index as u32, slot as u32), record.state);
            }
        }
        for (list, state) in [
            (&self.ledger.warm, State::Warm),
            (&self.ledger.cold, State::Cold),
        ] {
            let mut next = list.first();
            let mut length = 0;
            while let Some(id) = next {
                assert_eq!(
                    states.remove(&(id.allocation, id.slot)),
                    Some(state),
                    "listed wrongly"
                );
                length += 1;
                next = list.after(table, id);
            }
            assert_eq!(length, list.len());
        }
        assert_eq!(
            self.ledger.warm.len() + self.ledger.cold.len() + fresh,
            statistics.vacant
        );
    }

    fn check_none_is_empty(&self) {
        for allocation in self.ledger.table.allocations.iter().flatten() {
            assert!(
                allocation.used > 0,
                "an allocation without a used stack stayed"
            );
        }
    }
}

impl Drop for Pool {
    /// The users are gone with the pool.
    fn drop(&mut self) {
        self.world.0.borrow_mut().used.clear();
    }
}

#[test]
fn allocations_double_what_there_is() {
    let mut pool = Pool::new(policy(Release::Keep));
    let mut sizes = Vec::new();
    for _ in 0..200 {
        let before = pool.ledger.statistics();
        pool.acquire().unwrap();
        let after = pool.ledger.statistics();
        if after.allocations > before.allocations {
            sizes.push(after.stacks - before.stacks);
        }
    }
    assert_eq!(sizes, [8, 8, 16, 32, 64, 64, 64]);
}

#[test]
fn the_cap_is_an_error_and_the_last_allocation_fits_it() {
    let mut pool = Pool::new(Policy {
        max_stacks: 19,
        ..policy(Release::Keep)
    });
    for _ in 0..19 {
        pool.acquire().unwrap();
    }
    assert_eq!(pool.acquire(), Err(Refusal::Limit));
    pool.release(3);
    pool.acquire().unwrap();
    pool.check();
}

#[test]
fn where_memory_is_short_fewer_are_asked_for() {
    let mut pool = Pool::new(policy(Release::Keep));
    pool.world.0.borrow_mut().refuse_above = Some(3 * STRIDE);
    for _ in 0..6 {
        pool.acquire().unwrap();
    }
    assert_eq!(pool.ledger.statistics().allocations, 3, "two stacks each");
    pool.world.0.borrow_mut().refuse_above = Some(0);
    assert_eq!(pool.acquire(), Err(Refusal::System(libc::ENOMEM)));
    pool.check();
}

#[test]
fn the_stack_given_back_last_is_used_first() {
    let mut pool = Pool::new(policy(Release::Keep));
    for _ in 0..5 {
        pool.acquire().unwrap();
    }
    pool.release(0);
    let last = pool.release(2);
    pool.acquire().unwrap();
    assert_eq!(pool.held.last().map(|lease| lease.id), Some(last.id));
}

#[test]
fn unmap_returns_an_allocation_from_the_middle() {
    let mut pool = Pool::new(policy(Release::Unmap));
    for _ in 0..32 {
        pool.acquire().unwrap();
    }
    for _ in 0..8 {
        pool.release(8);
    }
    let statistics = pool.ledger.statistics();
    assert_eq!((statistics.allocations, statistics.stacks), (2, 24));
    pool.check();
    while !pool.held.is_empty() {
        pool.release(0);
    }
    assert_eq!(pool.ledger.statistics().bytes, 0);
}

#[test]
fn free_discards_each_stack_as_it_comes_back() {
    let mut pool = Pool::new(policy(Release::Free));
    pool.acquire().unwrap();
    pool.release(0);
    assert_eq!(pool.world.0.borrow().discards, 1);
    assert_eq!(pool.ledger.statistics().allocations, 1);
    pool.acquire().unwrap();
    assert_eq!(pool.ledger.statistics().stacks, 8);
    pool.check();
}

#[test]
fn trim_returns_whole_allocations_and_single_pages_once() {
    let mut pool = Pool::new(policy(Release::Keep));
    for _ in 0..16 {
        pool.acquire().unwrap();
    }
    for _ in 0..11 {
        pool.release(5);
    }
    let trimmed = pool.ledger.trim();
    let expected = Trimmed {
        allocations: 1,
        stacks: 8,
        cooled: 3,
        bytes: 8 * STRIDE,
    };
    assert_eq!(trimmed, expected);
    assert_eq!(
        pool.ledger.trim(),
        Trimmed::default(),
        "nothing is left to give back"
    );
    pool.check();
}

#[test]
fn idle_stacks_go_by_age() {
    let mut pool = Pool::new(policy(Release::Idle(Duration::from_millis(100))));
    for _ in 0..9 {
        pool.acquire().unwrap();
    }
    pool.release(8);
    pool.now = 60;
    pool.release(0);
    assert_eq!(pool.ledger.expire(99, usize::MAX), Trimmed::default());
    let first = pool.ledger.expire(100, usize::MAX);
    let expected = Trimmed {
        allocations: 1,
        stacks: 8,
        cooled: 0,
        bytes: 8 * STRIDE,
    };
    assert_eq!(first, expected, "the second allocation");
    let second = pool.ledger.expire(160, usize::MAX);
    assert_eq!(
        (second.allocations, second.cooled),
        (0, 1),
        "one stack of the first"
    );
    pool.check();
}

#[test]
fn idle_stacks_go_with_later_releases_too() {
    let mut pool = Pool::new(policy(Release::Idle(Duration::from_millis(100))));
    for _ in 0..8 {
        pool.acquire().unwrap();
    }
    for _ in 0..4 {
        pool.release(0);
    }
    pool.now = 1000;
    pool.release(0);
    assert_eq!(pool.ledger.statistics().warm, 1);
    pool.check();
}

/// Does one thing to a pool, by its number: acquire, trim, expire, or release
/// the stack held in some place.
fn step(pool: &mut Pool, action: usize) {
    match action {
        0 => {
            let room = pool.held.len() < pool.ledger.policy().max_stacks;
            assert_eq!(pool.acquire().is_ok(), room);
        }
        1 => {
            pool.ledger.trim();
        }
        2 => {
            pool.now += 60;
            pool.ledger.expire(pool.now, usize::MAX);
        }
        _ if action - 3 < pool.held.len() => {
            pool.release(action - 3);
        }
        _ => {}
    }
}

/// Every sequence of five steps on a pool of at most five stacks in allocations
/// of two, under every policy, from each number of stacks held.
#[test]
fn exhaustive_over_small_pools() {
    const ACTIONS: usize = 8;
    const STEPS: u32 = 5;
    let idle = Release::Idle(Duration::from_millis(100));
    for release in [Release::Unmap, Release::Free, Release::Keep, idle] {
        let policy = Policy {
            max_stacks: 5,
            first_allocation: 2,
            largest_allocation: 2,
            ..policy(release)
        };
        for held_at_first in 0..=5 {
            for number in 0..ACTIONS.pow(STEPS) {
                let mut pool = Pool::new(policy);
                (0..held_at_first).for_each(|_| step(&mut pool, 0));
                for place in 0..STEPS {
                    step(&mut pool, number / ACTIONS.pow(place) % ACTIONS);
                    pool.check();
                }
            }
        }
    }
}

impl PartialEq for Lease {
    fn eq(&self, other: &Lease) -> bool {
        self.id == other.id
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]
    #[test]
    fn long_lives_of_pools(
        kind in 0usize..4,
        most in 1usize..300,
        first in 1usize..10,
        steps in prop::collection::vec((0usize..6, 0usize..1000), 1..600),
    ) {
        let idle = Release::Idle(Duration::from_millis(500));
        let release = [Release::Unmap, Release::Free, Release::Keep, idle][kind];
        let mut pool = Pool::new(
            Policy { max_stacks: most, first_allocation: first, ..policy(release) });
        for (action, place) in steps {
            match action {
                0..=2 => step(&mut pool, 0),
                3 | 4 => {
                    let held = pool.held.len().max(1);
                    step(&mut pool, 3 + place % held);
                }
                _ => step(&mut pool, if place < 100 { 1 } else { 2 }),
            }
            pool.check();
        }
        while !pool.held.is_empty() {
            pool.release(0);
        }
        pool.ledger.trim();
        prop_assert_eq!(pool.ledger.statistics().bytes, 0);
    }
}
