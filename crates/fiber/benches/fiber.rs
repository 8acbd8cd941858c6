//! The cost of stacks and switches, beside corosensei in the same run.
//!
//! - `allocate`: a coroutine made, run to its end and dropped, with nothing kept
//!   from the one before: each side asks the system for its stack.
//! - `count`: many coroutines that exist at a time, each suspended once; then
//!   all end. The cost of one of them.
//! - `reuse`: a coroutine made, run and dropped where the last one has just
//!   given its stack back.
//! - `switch`: into a suspended coroutine and back, shallow and from below a
//!   hundred frames.
//!
//! At the end, the ratios: below 1 is faster than corosensei.

use corosensei::stack::DefaultStack;
use corosensei::{Coroutine as Corosensei, CoroutineResult, Yielder};
use criterion::{Bencher, Criterion};
use rutile_fiber::{Coroutine, GuardChoice, Policy, Release, StackPool, Step, suspend};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

const STACK: usize = 256 << 10;
const MANY: usize = 10_000;
const DEPTH: usize = 100;

/// The best time of each measurement, in nanoseconds.
type Results = RefCell<BTreeMap<(&'static str, &'static str), f64>>;

fn policy(release: Release) -> Policy {
    Policy {
        release,
        stack_size: STACK,
        ..Policy::default()
    }
}

struct Bench<'a> {
    criterion: &'a mut Criterion,
    results: &'a Results,
}

impl Bench<'_> {
    /// Measures `run`, which is told how often and says how long it took.
    fn measure(&mut self, what: &'static str, who: &'static str, run: impl Fn(u64) -> Duration) {
        let results = self.results;
        let body = |bencher: &mut Bencher<'_>| {
            bencher.iter_custom(|times| {
                let taken = run(times);
                let each = taken.as_nanos() as f64 / times as f64;
                let mut results = results.borrow_mut();
                let best = results.entry((what, who)).or_insert(each);
                *best = best.min(each);
                taken
            })
        };
        self.criterion
            .bench_function(&format!("{what}/{who}"), body);
    }
}

fn timed(mut run: impl FnMut()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}

fn run_one(pool: &StackPool) {
    let mut coroutine = Coroutine::new(pool, |word| word + 1).expect("a stack");
    assert!(matches!(
        coroutine.resume(black_box(1)),
        Ok(Step::Returned(2))
    ));
}

fn run_theirs(stack: DefaultStack) -> DefaultStack {
    let mut coroutine = Corosensei::with_stack(stack, |_: &Yielder<usize, usize>, word| word + 1);
    assert!(matches!(
        coroutine.resume(black_box(1)),
        CoroutineResult::Return(2)
    ));
    coroutine.into_stack()
}

fn their_stack() -> DefaultStack {
    DefaultStack::new(STACK).expect("a stack")
}

fn allocate(bench: &mut Bench<'_>) {
    bench.measure("allocate", "rutile", |times| {
        let pool = StackPool::new(policy(Release::Unmap));
        timed(|| (0..times).for_each(|_| run_one(&pool)))
    });
    bench.measure("allocate", "corosensei", |times| {
        timed(|| (0..times).for_each(|_| drop(run_theirs(their_stack()))))
    });
}

fn count_with(guard: GuardChoice, times: u64) -> Duration {
    let pool = StackPool::new(Policy {
        guard,
        ..policy(Release::Unmap)
    });
    let mut all = Vec::with_capacity(MANY);
    let round = |all: &mut Vec<Coroutine>| {
        for number in 0..MANY {
            let body = |word| suspend(word).unwrap_or(0);
            let mut coroutine = Coroutine::new(&pool, body).expect("a stack");
            let _ = black_box(coroutine.resume(number));
            all.push(coroutine);
        }
        all.iter_mut()
            .for_each(|coroutine| _ = black_box(coroutine.resume(1)));
        all.clear();
    };
    timed(|| (0..times).for_each(|_| round(&mut all))) / MANY as u32
}

fn count_theirs(times: u64) -> Duration {
    let mut all = Vec::with_capacity(MANY);
    let mut round = || {
        for number in 0..MANY {
            let body = |yielder: &Yielder<usize, usize>, word| yielder.suspend(word);
            let mut coroutine = Corosensei::with_stack(their_stack(), body);
            black_box(coroutine.resume(number));
            all.push(coroutine);
        }
        all.iter_mut()
            .for_each(|coroutine| _ = black_box(coroutine.resume(1)));
        all.clear();
    };
    timed(|| (0..times).for_each(|_| round())) / MANY as u32
}

fn count(bench: &mut Bench<'_>) {
    bench.measure("count", "rutile", |times| {
        count_with(GuardChoice::Auto, times)
    });
    bench.measure("count", "rutile, software guards", |times| {
        count_with(GuardChoice::Software, times)
    });
    bench.measure("count", "corosensei", count_theirs);
}

fn reuse_with(release: Release, times: u64) -> Duration {
    let pool = StackPool::new(policy(release));
    let _one_stays = pool.acquire().expect("a stack");
    timed(|| (0..times).for_each(|_| run_one(&pool)))
}

fn reuse(bench: &mut Bench<'_>) {
    bench.measure("reuse", "rutile", |times| reuse_with(Release::Keep, times));
    bench.measure("reuse", "rutile, unmap", |times| {
        reuse_with(Release::Unmap, times)
    });
    bench.measure("reuse", "rutile, free", |times| {
        reuse_with(Release::Free, times)
    });
    let idle = Release::Idle(Duration::from_secs(10));
    bench.measure("reuse", "rutile, idle", |times| reuse_with(idle, times));
    bench.measure("reuse", "corosensei", |times| {
        let mut stack = Some(their_stack());
        timed(|| (0..times).for_each(|_| stack = stack.take().map(run_theirs)))
    });
}

/// Suspends for ever from below this many frames.
#[inline(never)]
fn suspend_below(depth: usize) -> usize {
    if depth == 0 {
        while suspend(1).is_ok() {}
        return 0;
    }
    suspend_below(depth - 1) + black_box(1)
}

#[inline(never)]
fn suspend_theirs_below(depth: usize, yielder: &Yielder<usize, usize>) -> usize {
    if depth == 0 {
        loop {
            yielder.suspend(1);
        }
    }
    suspend_theirs_below(depth - 1, yielder) + black_box(1)
}

fn switch_at(depth: usize, times: u64) -> Duration {
    let pool = StackPool::new(policy(Release::Keep));
    let mut coroutine = Coroutine::new(&pool, move |_| suspend_below(depth)).expect("a stack");
    let _ = coroutine.resume(0);
    timed(|| {
        for word in 0..times {
            let _ = black_box(coroutine.resume(word as usize));
        }
    })
}

fn switch_theirs_at(depth: usize, times: u64) -> Duration {
    let mut coroutine =
        Corosensei::with_stack(their_stack(), move |yielder: &Yielder<usize, usize>, _| {
            suspend_theirs_below(depth, yielder)
        });
    coroutine.resume(0);
    timed(|| {
        for word in 0..times {
            black_box(coroutine.resume(word as usize));
        }
    })
}

fn switch(bench: &mut Bench<'_>) {
    bench.measure("switch", "rutile", |times| switch_at(0, times));
    bench.measure("switch", "corosensei", |times| switch_theirs_at(0, times));
    bench.measure("switch at depth 100", "rutile", |times| {
        switch_at(DEPTH, times)
    });
    bench.measure("switch at depth 100", "corosensei", |times| {
        switch_theirs_at(DEPTH, times)
    });
}

fn print_ratios(results: &Results) {
    println!("\n{:<22}{:<26}{:>12}{:>10}", "", "", "best ns", "ratio");
    let results = results.borrow();
    for (&(what, who), best) in results.iter() {
        let ratio = match results.get(&(what, "corosensei")) {
            Some(theirs) => format!("{:.2}", best / theirs),
            None => "-".to_owned(),
        };
        println!("{what:<22}{who:<26}{best:>12.1}{ratio:>10}");
    }
}

fn main() {
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .sample_size(20)
        .configure_from_args();
    let results = Results::default();
    let mut bench = Bench {
        criterion: &mut criterion,
        results: &results,
    };
    allocate(&mut bench);
    count(&mut bench);
    reuse(&mut bench);
    switch(&mut bench);
    print_ratios(&results);
}
