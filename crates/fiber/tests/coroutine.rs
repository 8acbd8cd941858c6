//! Coroutines, from the plain case to the strange ones.

use rutile_fiber::{
    Coroutine, Fault, Policy, PoolError, Release, StackLimit, StackPool, Step, SuspendError,
    for_each_running_stack, suspend,
};
use std::cell::{Cell, RefCell};
use std::hint::black_box;
use std::ops::Range;
use std::rc::Rc;

fn pool() -> StackPool {
    StackPool::default()
}

/// Sets a flag when dropped.
struct Flag(Rc<Cell<bool>>);

impl Drop for Flag {
    fn drop(&mut self) {
        self.0.set(true);
    }
}

fn flag() -> (Flag, Rc<Cell<bool>>) {
    let seen = Rc::new(Cell::new(false));
    (Flag(Rc::clone(&seen)), seen)
}

#[test]
fn a_body_that_returns_has_its_word_returned() {
    let pool = pool();
    let mut twice = Coroutine::new(&pool, |word| word * 2).unwrap();
    assert!(!twice.is_finished());
    assert_eq!(twice.resume(21), Ok(Step::Returned(42)));
    assert!(twice.is_finished());
    assert_eq!(twice.resume(0), Err(Fault::Finished));
    assert_eq!(twice.cancel(), Err(Fault::Finished));
}

#[test]
fn words_go_each_way() {
    let pool = pool();
    let mut echo = Coroutine::new(&pool, |mut word| {
        for _ in 0..3 {
            word = suspend(word + 1).unwrap();
        }
        word
    })
    .unwrap();
    assert_eq!(echo.resume(10), Ok(Step::Suspended(11)));
    assert_eq!(echo.resume(20), Ok(Step::Suspended(21)));
    assert_eq!(echo.resume(usize::MAX - 1), Ok(Step::Suspended(usize::MAX)));
    assert_eq!(echo.resume(40), Ok(Step::Returned(40)));
}

#[test]
fn what_lives_across_a_switch_stays_as_it_was() {
    let pool = pool();
    let mut body = Coroutine::new(&pool, |seed| {
        let words: [usize; 8] = std::array::from_fn(|place| black_box(seed * (place + 1)));
        let fractions: [f64; 8] = std::array::from_fn(|place| black_box(place as f64 / 3.0));
        suspend(0).unwrap();
        let same = fractions
            .iter()
            .enumerate()
            .all(|(place, &got)| got == place as f64 / 3.0);
        if same { words.iter().sum() } else { 0 }
    })
    .unwrap();
    let mine: [usize; 8] = std::array::from_fn(|place| black_box(place * 7));
    let half = black_box(0.5_f64);
    body.resume(3).unwrap();
    assert_eq!(body.resume(0), Ok(Step::Returned(3 * 36)));
    assert_eq!((mine.iter().sum::<usize>(), half), (7 * 28, 0.5));
}

#[test]
fn frames_are_aligned_as_the_calling_convention_says() {
    #[repr(align(64))]
    struct Aligned([u8; 64]);
    let pool = pool();
    let mut body = Coroutine::new(&pool, |_| {
        let value = black_box(Aligned([1; 64]));
        let text = format!("{:.3} {}", black_box(1.0_f64) / 3.0, value.0.len());
        assert_eq!(text, "0.333 64");
        (&raw const value) as usize % 64
    })
    .unwrap();
    assert_eq!(body.resume(0), Ok(Step::Returned(0)));
}

#[test]
fn a_body_may_own_much() {
    #[repr(align(8192))]
    struct Page([u8; 8192]);
    let pool = pool();
    let large = [5_u8; 100_000];
    let mut sum = Coroutine::new(&pool, move |_| {
        large.iter().map(|&byte| byte as usize).sum()
    });
    assert_eq!(sum.as_mut().unwrap().resume(0), Ok(Step::Returned(500_000)));
    let page = Page([1; 8192]);
    let mut aligned = Coroutine::new(&pool, move |_| {
        (&raw const page) as usize % 8192 + page.0[9] as usize
    });
    assert_eq!(aligned.as_mut().unwrap().resume(0), Ok(Step::Returned(1)));
}

#[test]
fn coroutines_nest() {
    let pool = pool();
    let inner_pool = pool.clone();
    let mut outer = Coroutine::new(&pool, move |_| {
        let mut inner = Coroutine::new(&inner_pool, |_| {
            suspend(1).unwrap();
            2
        })
        .unwrap();
        assert_eq!(inner.resume(0), Ok(Step::Suspended(1)));
        suspend(10).unwrap();
        assert_eq!(inner.resume(0), Ok(Step::Returned(2)));
        20
    })
    .unwrap();
    assert_eq!(outer.resume(0), Ok(Step::Suspended(10)));
    assert_eq!(outer.resume(0), Ok(Step::Returned(20)));
}

#[test]
fn a_coroutine_can_be_resumed_from_another_than_before() {
    let pool = pool();
    let shared = Rc::new(RefCell::new(
        Coroutine::new(&pool, |_| {
            suspend(1).unwrap();
            suspend(2).unwrap();
            3
        })
        .unwrap(),
    ));
    assert_eq!(shared.borrow_mut().resume(0), Ok(Step::Suspended(1)));
    let lent = Rc::clone(&shared);
    let mut other = Coroutine::new(&pool, move |_| match lent.borrow_mut().resume(0) {
        Ok(Step::Suspended(word)) => word * 100,
        _ => 0,
    })
    .unwrap();
    assert_eq!(other.resume(0), Ok(Step::Returned(200)));
    assert_eq!(shared.borrow_mut().resume(0), Ok(Step::Returned(3)));
}

#[test]
fn many_wait_at_once() {
    let pool = StackPool::new(Policy {
        stack_size: 16 << 10,
        ..Policy::default()
    });
    let mut all: Vec<_> = (0..2000)
        .map(|number| {
            Coroutine::new(&pool, move |word| number + word + suspend(number).unwrap()).unwrap()
        })
        .collect();
    for (number, coroutine) in all.iter_mut().enumerate() {
        assert_eq!(coroutine.resume(1), Ok(Step::Suspended(number)));
    }
    for (number, coroutine) in all.iter_mut().enumerate().rev() {
        assert_eq!(coroutine.resume(2), Ok(Step::Returned(number + 3)));
    }
    assert_eq!(pool.statistics().used, 0);
}

#[test]
fn outside_there_is_nothing_to_suspend() {
    assert_eq!(suspend(1), Err(SuspendError::Outside));
}

#[test]
fn a_panic_is_a_value_for_the_resumer() {
    let pool = pool();
    let (mine, dropped) = flag();
    let mut body = Coroutine::new(&pool, move |_| {
        let _mine = mine;
        suspend(1).unwrap();
        panic!("number {}", 7)
    })
    .unwrap();
    body.resume(0).unwrap();
    let Err(fault) = body.resume(0) else {
        panic!("no fault")
    };
    assert_eq!(fault.to_string(), "coroutine panicked: number 7");
    assert!(dropped.get(), "the body was unwound");
    assert!(body.is_finished());
    assert_eq!(pool.statistics().used, 0);
    assert!(!std::thread::panicking());
}

#[test]
fn nothing_suspends_while_it_unwinds() {
    struct Suspends(Rc<Cell<Option<SuspendError>>>);
    impl Drop for Suspends {
        fn drop(&mut self) {
            self.0.set(suspend(1).err());
        }
    }
    let pool = pool();
    let got = Rc::new(Cell::new(None));
    let guard = Suspends(Rc::clone(&got));
    let mut body = Coroutine::new(&pool, move |_| {
        let _guard = guard;
        panic!("go")
    })
    .unwrap();
    assert!(matches!(body.resume(0), Err(Fault::Panic(_))));
    assert_eq!(got.get(), Some(SuspendError::Unwinding));
}

#[test]
fn dropped_before_its_start_a_body_is_dropped_unrun() {
    let pool = pool();
    let (mine, dropped) = flag();
    let ran = Rc::new(Cell::new(false));
    let runs = Rc::clone(&ran);
    let body = Coroutine::new(&pool, move |_| {
        let _mine = mine;
        runs.set(true);
        0
    })
    .unwrap();
    drop(body);
    assert!(dropped.get() && !ran.get());
    assert_eq!(pool.statistics().used, 0);
}

#[test]
fn dropped_while_suspended_a_body_comes_to_its_end() {
    let pool = pool();
    let (mine, dropped) = flag();
    let errors = Rc::new(RefCell::new(Vec::new()));
    let seen = Rc::clone(&errors);
    let mut body = Coroutine::new(&pool, move |_| {
        let _mine = mine;
        for _ in 0..3 {
            if let Err(error) = suspend(0) {
                seen.borrow_mut().push(error);
            }
        }
        0
    })
    .unwrap();
    body.resume(0).unwrap();
    drop(body);
    assert!(dropped.get());
    assert_eq!(*errors.borrow(), [SuspendError::Cancelled; 3]);
    assert_eq!(pool.statistics().used, 0);
}

#[test]
fn a_cancelled_body_says_what_it_came_to() {
    let pool = pool();
    let mut body = Coroutine::new(&pool, |_| match suspend(1) {
        Err(SuspendError::Cancelled) => 99,
        _ => 0,
    })
    .unwrap();
    body.resume(0).unwrap();
    assert_eq!(body.cancel(), Ok(Some(99)));
    assert!(body.is_finished());
    assert_eq!(Coroutine::new(&pool, |_| 0).unwrap().cancel(), Ok(None));
}

#[test]
fn an_abandoned_body_does_not_run_on() {
    let pool = pool();
    let ran = std::rc::Rc::new(std::cell::Cell::new(0));
    let seen = std::rc::Rc::downgrade(&ran);
    for resumed in [true, false] {
        let seen = seen.clone();
        let mut body = Coroutine::new(&pool, move |_| {
            let _ = suspend(0);
            seen.upgrade().map_or(0, |ran| ran.replace(1))
        })
        .unwrap();
        if resumed {
            body.resume(0).unwrap();
        }
        // SAFETY: the frames own a weak count alone, which may stay.
        unsafe { body.abandon() };
        assert!(body.is_finished());
        assert_eq!(body.resume(0), Err(Fault::Finished));
    }
    assert_eq!((ran.get(), pool.statistics().used), (0, 0));
}

#[test]
fn a_cancelled_body_may_use_coroutines() {
    let pool = pool();
    let inner_pool = pool.clone();
    let mut outer = Coroutine::new(&pool, move |_| {
        let _ = suspend(0);
        let mut inner = Coroutine::new(&inner_pool, |_| suspend(5).unwrap()).unwrap();
        assert_eq!(inner.resume(0), Ok(Step::Suspended(5)));
        match inner.resume(6) {
            Ok(Step::Returned(word)) => word,
            _ => 0,
        }
    })
    .unwrap();
    outer.resume(0).unwrap();
    assert_eq!(outer.cancel(), Ok(Some(6)));
}

#[test]
fn a_panic_while_dropped_goes_nowhere() {
    let pool = pool();
    let mut body = Coroutine::new(&pool, |_| suspend(1).unwrap()).unwrap();
    body.resume(0).unwrap();
    drop(body);
    assert_eq!(pool.statistics().used, 0);
}

#[test]
fn dropped_by_a_panic_a_body_comes_to_its_end() {
    let pool = pool();
    let (mine, dropped) = flag();
    let mut body = Coroutine::new(&pool, move |_| {
        let _mine = mine;
        suspend(1).map_or(0, |word| word)
    })
    .unwrap();
    body.resume(0).unwrap();
    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(move || {
        let _body = body;
        panic!("out")
    }));
    assert!(caught.is_err() && dropped.get());
}

#[test]
fn the_stack_goes_back_at_the_end_not_at_the_drop() {
    let pool = StackPool::new(Policy {
        max_stacks: 1,
        ..Policy::default()
    });
    let mut first = Coroutine::new(&pool, |_| 0).unwrap();
    assert_eq!(
        Coroutine::new(&pool, |_| 0).err(),
        Some(PoolError::TooManyStacks { limit: 1 })
    );
    first.resume(0).unwrap();
    assert!(Coroutine::new(&pool, |_| 0).is_ok());
}

#[test]
fn each_release_policy_runs_coroutines() {
    for text in ["unmap", "free", "keep", "idle:1ms"] {
        let pool = StackPool::new(Policy::parse(text).unwrap());
        for round in 0..200 {
            let mut body = Coroutine::new(&pool, |word| word + suspend(0).unwrap()).unwrap();
            body.resume(round).unwrap();
            assert_eq!(body.resume(1), Ok(Step::Returned(round + 1)));
        }
        assert_eq!(pool.statistics().used, 0);
        let unmaps = pool.policy().release == Release::Unmap;
        assert_eq!(unmaps, pool.statistics().unmapped == 200, "{text}");
    }
}

#[test]
fn the_limit_is_that_of_the_running_stack() {
    let pool = pool();
    let size = pool.policy().stack_size;
    let thread = StackLimit::current();
    assert_eq!(thread, StackLimit::of_thread());
    assert!(thread.check(4096).is_ok());
    let mut body = Coroutine::new(&pool, move |_| {
        let limit = StackLimit::current();
        assert_ne!(limit, thread);
        assert!(limit.check(size / 2).is_ok() && limit.check(size).is_err());
        suspend(limit.remaining()).unwrap()
    })
    .unwrap();
    let Ok(Step::Suspended(remaining)) = body.resume(0) else {
        panic!("not suspended")
    };
    assert!(
        (size - 4096..size).contains(&remaining),
        "{remaining} of {size}"
    );
    assert_eq!(StackLimit::current(), thread);
}

/// A word that no other frame has.
const MARK: usize = 0x5eed_0000_cafe_f00d;

fn holds(range: Range<usize>, word: usize) -> bool {
    let start = range.start.next_multiple_of(8);
    (start..range.end).step_by(8).any(|address| {
        // SAFETY: a live range is mapped and readable.
        unsafe { (address as *const usize).read_volatile() == word }
    })
}

#[test]
fn the_live_range_holds_what_a_suspended_body_holds() {
    let pool = pool();
    let mut body = Coroutine::new(&pool, |word| {
        let mine = black_box([word ^ 1, word]);
        suspend(1).unwrap();
        black_box(mine)[0]
    })
    .unwrap();
    body.resume(MARK).unwrap();
    let range = body.live_range().unwrap();
    assert!(range.len() < 4096);
    assert!(holds(range, MARK));
    body.resume(0).unwrap();
    assert_eq!(body.live_range(), None);
}

#[test]
fn running_stacks_are_visited_from_the_inside() {
    let pool = pool();
    let inner_pool = pool.clone();
    let local = black_box([MARK + 1]);
    let mut outer = Coroutine::new(&pool, move |_| {
        let local = black_box([MARK + 2]);
        let mut inner = Coroutine::new(&inner_pool, |_| {
            let local = black_box([MARK + 3]);
            let mut found = Vec::new();
            for_each_running_stack(&mut |range| found.push(range));
            let marks: Vec<_> = found
                .into_iter()
                .map(|range| [3, 2, 1].map(|mark| holds(range.clone(), black_box(MARK) + mark)))
                .collect();
            assert!(
                marks.len() == 3 && marks[0][0] && marks[1][1] && marks[2][2],
                "{marks:?}"
            );
            black_box(local);
            1
        })
        .unwrap();
        let result = inner.resume(0);
        black_box(local);
        result.map_or(0, |_| 1)
    })
    .unwrap();
    assert_eq!(outer.resume(0), Ok(Step::Returned(1)));
    black_box(local);
}

#[test]
fn trim_takes_what_deep_calls_left_and_no_more() {
    #[inline(never)]
    fn deep(levels: usize) -> usize {
        let frame = black_box([levels; 100]);
        if levels == 0 {
            frame[0]
        } else {
            deep(levels - 1) + black_box(frame)[99]
        }
    }
    let pool = pool();
    let mut body = Coroutine::new(&pool, |_| {
        let kept = black_box([7_usize; 64]);
        black_box(deep(60));
        suspend(0).unwrap();
        kept.iter().sum::<usize>() + deep(10)
    })
    .unwrap();
    body.resume(0).unwrap();
    body.trim();
    assert_eq!(body.resume(0), Ok(Step::Returned(7 * 64 + 55)));
}

#[test]
fn a_backtrace_ends_at_the_foot_of_the_stack() {
    let pool = pool();
    let mut body = Coroutine::new(&pool, |_| {
        std::backtrace::Backtrace::force_capture()
            .to_string()
            .lines()
            .count()
    })
    .unwrap();
    let Ok(Step::Returned(lines)) = body.resume(0) else {
        panic!("didn't return")
    };
    assert!((1..60).contains(&lines), "{lines} lines");
}
