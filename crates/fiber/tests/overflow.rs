//! The end of a stack, with each kind of guard.
//!
//! These tests are a program of their own: the recovery is in force for a whole
//! process, and only bodies made to be abandoned may overflow under it.

use rutile_fiber::{
    Coroutine, Fault, GuardChoice, GuardKind, Overflow, Policy, StackLimit, StackPool, Step,
    recover_from_overflow, suspend,
};
use std::hint::black_box;

fn pool(guard: GuardChoice) -> StackPool {
    // SAFETY: the bodies that overflow in these tests hold nothing and call
    // nothing but themselves.
    unsafe { recover_from_overflow().unwrap() };
    StackPool::new(Policy {
        guard,
        stack_size: 64 << 10,
        ..Policy::default()
    })
}

/// Goes deeper until the stack ends.
#[inline(never)]
#[expect(unconditional_recursion)]
fn endless(depth: usize) -> usize {
    let frame = black_box([depth; 8]);
    endless(depth + 1) + black_box(frame)[7]
}

/// As `endless`, with frames of several pages.
#[inline(never)]
#[expect(unconditional_recursion)]
fn endless_wide(depth: usize) -> usize {
    let frame = black_box([depth; 3000]);
    endless_wide(depth + 1) + black_box(frame)[7]
}

/// Goes deeper as long as there is room, as code is meant to.
#[inline(never)]
fn careful(limit: StackLimit, depth: usize) -> Result<usize, Overflow> {
    limit.check(4096)?;
    let frame = black_box([depth; 8]);
    let deeper = careful(limit, depth + 1)?;
    Ok(deeper + black_box(frame)[7])
}

fn overflows_and_lives_on(pool: &StackPool) {
    for round in 0..50 {
        let body = if round % 2 == 0 {
            endless
        } else {
            endless_wide
        };
        let mut doomed = Coroutine::new(pool, body).unwrap();
        assert_eq!(doomed.resume(0), Err(Fault::Overflow(Overflow)));
        assert!(doomed.is_finished());
        // The same stack, used again.
        let mut sound = Coroutine::new(pool, |word| suspend(word).unwrap()).unwrap();
        assert_eq!(sound.resume(round), Ok(Step::Suspended(round)));
        assert_eq!(sound.resume(7), Ok(Step::Returned(7)));
    }
    assert_eq!((pool.statistics().used, pool.statistics().peak), (0, 1));
}

#[test]
fn a_marker_guard_makes_it_a_value() {
    let pool = pool(GuardChoice::Marker);
    if pool.acquire().unwrap().guard_kind() != GuardKind::Marker {
        eprintln!("this kernel has no marker guards");
        return;
    }
    overflows_and_lives_on(&pool);
}

#[test]
fn a_protected_guard_makes_it_a_value() {
    let pool = pool(GuardChoice::Protected);
    assert_eq!(pool.acquire().unwrap().guard_kind(), GuardKind::Protected);
    overflows_and_lives_on(&pool);
}

#[test]
fn asking_makes_it_a_value_with_any_guard() {
    for guard in [
        GuardChoice::Software,
        GuardChoice::Protected,
        GuardChoice::Auto,
    ] {
        let pool = pool(guard);
        let neighbours: Vec<_> = (0..7).map(|_| pool.acquire().unwrap()).collect();
        for neighbour in &neighbours {
            // SAFETY: the stack is writable and ours.
            unsafe { neighbour.bottom().write_bytes(0xab, neighbour.size()) };
        }
        let mut body = Coroutine::new(&pool, |_| match careful(StackLimit::current(), 0) {
            Err(Overflow) => 1,
            Ok(_) => 0,
        })
        .unwrap();
        assert_eq!(body.resume(0), Ok(Step::Returned(1)));
        for neighbour in &neighbours {
            // SAFETY: as above.
            let bytes = unsafe { std::slice::from_raw_parts(neighbour.bottom(), neighbour.size()) };
            assert!(
                bytes.iter().all(|&byte| byte == 0xab),
                "{guard}: a neighbour was written to"
            );
        }
    }
}

#[test]
fn asking_works_on_the_threads_own_stack() {
    assert_eq!(careful(StackLimit::current(), 0), Err(Overflow));
}

#[test]
fn it_reaches_the_resumer_and_no_further() {
    let pool = pool(GuardChoice::Auto);
    let inner_pool = pool.clone();
    let mut outer = Coroutine::new(&pool, move |_| {
        let mut inner = Coroutine::new(&inner_pool, endless).unwrap();
        let overflowed = inner.resume(0) == Err(Fault::Overflow(Overflow));
        suspend(overflowed as usize).unwrap()
    })
    .unwrap();
    assert_eq!(outer.resume(0), Ok(Step::Suspended(1)));
    assert_eq!(outer.resume(5), Ok(Step::Returned(5)));
}

#[test]
fn after_a_suspension_and_while_cancelled() {
    let pool = pool(GuardChoice::Auto);
    let deep_after = |_| {
        let _ = suspend(0);
        endless(0)
    };
    let mut resumed = Coroutine::new(&pool, deep_after).unwrap();
    resumed.resume(0).unwrap();
    assert_eq!(resumed.resume(0), Err(Fault::Overflow(Overflow)));
    let mut cancelled = Coroutine::new(&pool, deep_after).unwrap();
    cancelled.resume(0).unwrap();
    assert_eq!(cancelled.cancel(), Err(Fault::Overflow(Overflow)));
}

#[test]
fn registers_of_the_resumer_survive() {
    let pool = pool(GuardChoice::Auto);
    let words: [usize; 8] = std::array::from_fn(|place| black_box(place * 3));
    let fractions: [f64; 4] = std::array::from_fn(|place| black_box(place as f64 / 7.0));
    let mut doomed = Coroutine::new(&pool, endless).unwrap();
    assert_eq!(doomed.resume(0), Err(Fault::Overflow(Overflow)));
    assert_eq!(words.iter().sum::<usize>(), 84);
    assert_eq!(fractions, std::array::from_fn(|place| place as f64 / 7.0));
}

#[test]
fn on_a_thread_that_has_no_alternate_stack() {
    let thread = std::thread::spawn(|| {
        // SAFETY: the thread makes do without.
        unsafe {
            let mut none: libc::stack_t = std::mem::zeroed();
            none.ss_flags = libc::SS_DISABLE;
            assert_eq!(libc::sigaltstack(&none, std::ptr::null_mut()), 0);
        }
        overflows_and_lives_on(&pool(GuardChoice::Auto));
    });
    thread.join().unwrap();
}

/// Runs in a forked child, which ends with the code that `run` returns; says how
/// it ended. The children use nothing that another thread may have locked.
fn in_child(run: impl FnOnce() -> i32) -> i32 {
    // SAFETY: the child runs `run` and exits without unwinding.
    unsafe {
        let child = libc::fork();
        if child == 0 {
            libc::_exit(run());
        }
        assert!(child > 0);
        let mut status = 0;
        assert_eq!(libc::waitpid(child, &mut status, 0), child);
        status
    }
}

#[test]
fn guards_of_both_kinds_hold_in_a_forked_child() {
    for guard in [GuardChoice::Auto, GuardChoice::Protected] {
        let pool = pool(guard);
        let mut made_before = Coroutine::new(&pool, endless).unwrap();
        let mut suspended = Coroutine::new(&pool, |_| {
            let _ = suspend(0);
            endless(0)
        })
        .unwrap();
        suspended.resume(0).unwrap();
        let status = in_child(|| {
            let overflow = Err(Fault::Overflow(Overflow));
            (made_before.resume(0) == overflow && suspended.resume(0) == overflow) as i32
        });
        assert!(
            libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 1,
            "{guard}: {status:x}"
        );
    }
}

/// A pointer that is never right to follow, nor known to the compiler as such.
fn wild() -> *mut u8 {
    black_box(8_usize) as *mut u8
}

#[test]
fn any_other_fault_is_still_deadly() {
    let pool = pool(GuardChoice::Auto);
    let mut wild_body = Coroutine::new(&pool, |_| {
        // SAFETY: it isn't; that is the point.
        unsafe { wild().write_volatile(1) };
        0
    })
    .unwrap();
    let status = in_child(|| {
        let _ = wild_body.resume(0);
        0
    });
    assert!(
        libc::WIFSIGNALED(status) && libc::WTERMSIG(status) == libc::SIGSEGV,
        "{status:x}"
    );
    let status = in_child(|| {
        // SAFETY: as above.
        unsafe { wild().write_volatile(1) };
        0
    });
    assert!(
        libc::WIFSIGNALED(status) && libc::WTERMSIG(status) == libc::SIGSEGV,
        "{status:x}"
    );
}

#[test]
fn the_guard_of_another_stack_is_not_an_overflow() {
    let pool = pool(GuardChoice::Auto);
    let other = pool.acquire().unwrap();
    let target = other.guard().start;
    let mut body = Coroutine::new(&pool, move |_| {
        // SAFETY: as above.
        unsafe { (target as *mut u8).write_volatile(1) };
        0
    })
    .unwrap();
    let status = in_child(|| {
        let _ = body.resume(0);
        0
    });
    assert!(libc::WIFSIGNALED(status), "{status:x}");
}

/// Goes deeper and takes memory of the C library in each frame.
#[cfg(target_arch = "x86_64")]
#[inline(never)]
#[expect(unconditional_recursion)]
fn endless_with_memory(depth: usize) -> usize {
    // SAFETY: what is taken is lost with the frames. A size of its own each time finds nothing in the caches that need no lock.
    let taken = unsafe { libc::malloc(2000 + depth * 16) };
    endless_with_memory(depth + 1) + black_box(taken) as usize
}

/// Begins so many small frames further down, so that the stack ends elsewhere.
#[cfg(target_arch = "x86_64")]
#[inline(never)]
fn begin_lower(frames: usize) -> usize {
    if black_box(frames) == 0 { endless_with_memory(0) } else { begin_lower(frames - 1) + black_box(frames) }
}

// Elsewhere the C library is not followed until it returns.
#[cfg(target_arch = "x86_64")]
#[test]
fn no_lock_of_the_c_library_is_left_held() {
    let pool = pool(GuardChoice::Auto);
    // Locks are taken only where there are several threads.
    let (done, waits) = std::sync::mpsc::channel::<()>();
    let other = std::thread::spawn(move || waits.recv());
    for round in 0..60 {
        let mut doomed = Coroutine::new(&pool, move |_| begin_lower(round)).unwrap();
        assert_eq!(doomed.resume(0), Err(Fault::Overflow(Overflow)));
        let memory = vec![round; 1000 + round];
        assert_eq!(black_box(memory)[round], round);
    }
    drop(done);
    assert!(other.join().unwrap().is_err());
    // What was opened of the guard is closed.
    overflows_and_lives_on(&pool);
}
