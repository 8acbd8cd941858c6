//! The pool on real memory.

use super::*;
use crate::policy::GuardChoice;
use std::time::Duration;

fn small(release: Release) -> Policy {
    Policy {
        release,
        stack_size: 64 << 10,
        ..Policy::default()
    }
}

fn fill(stack: &PooledStack, byte: u8) {
    // SAFETY: the stack is writable from bottom to top, and ours.
    unsafe { stack.bottom().write_bytes(byte, stack.size()) };
}

fn sum(stack: &PooledStack) -> usize {
    // SAFETY: as above.
    let bytes = unsafe { std::slice::from_raw_parts(stack.bottom(), stack.size()) };
    bytes.iter().map(|&byte| byte as usize).sum()
}

#[test]
fn all_of_a_stack_can_be_written_and_is_nobody_elses() {
    let pool = StackPool::new(small(Release::Keep));
    let stacks: Vec<_> = (0..20).map(|_| pool.acquire().unwrap()).collect();
    for (byte, stack) in stacks.iter().enumerate() {
        fill(stack, byte as u8);
    }
    for (byte, stack) in stacks.iter().enumerate() {
        assert_eq!(sum(stack), byte * stack.size());
    }
}

#[test]
fn sizes_are_whole_pages_at_least_the_smallest() {
    let pool = StackPool::new(Policy {
        stack_size: 1,
        guard_size: 0,
        ..Policy::default()
    });
    assert_eq!(pool.policy().stack_size, crate::SMALLEST_STACK);
    let stack = pool.acquire().unwrap();
    assert_eq!(stack.size(), crate::SMALLEST_STACK);
    assert_eq!(stack.top() as usize % page_size(), 0);
    assert_eq!(stack.guard().len(), page_size());
}

#[test]
fn a_stack_outlives_the_handle_of_its_pool() {
    let pool = StackPool::new(small(Release::Unmap));
    let stack = pool.acquire().unwrap();
    drop(pool);
    fill(&stack, 1);
}

#[test]
fn trim_gives_the_pages_back() {
    let pool = StackPool::new(small(Release::Keep));
    let kept = pool.acquire().unwrap();
    let stack = pool.acquire().unwrap();
    let bottom = stack.bottom();
    fill(&stack, 7);
    drop(stack);
    assert_eq!(pool.trim().cooled, 1);
    let again = pool.acquire().unwrap();
    assert_eq!(again.bottom(), bottom);
    assert_eq!(sum(&again), 0);
    drop(kept);
}

#[test]
fn idle_stacks_go_back_after_their_time() {
    let pool = StackPool::new(small(Release::Idle(Duration::from_millis(30))));
    drop(pool.acquire().unwrap());
    assert_eq!(pool.statistics().allocations, 1);
    std::thread::sleep(Duration::from_millis(60));
    assert_eq!(pool.trim_idle().allocations, 1);
    assert_eq!(pool.statistics().bytes, 0);
}

#[test]
fn protected_guards_stop_at_their_budget_and_give_it_back() {
    let policy = small(Release::Unmap).normalised(page_size());
    let policy = Policy {
        guard: GuardChoice::Protected,
        ..policy
    };
    // What other tests have taken meanwhile counts too: the budget is beyond it.
    let pool = StackPool::with_guards(policy, GuardMaker::with_budget(policy.guard, 20_000));
    let kinds = |count: usize| -> Vec<PooledStack> {
        (0..count).map(|_| pool.acquire().unwrap()).collect()
    };
    let stacks = kinds(11_000);
    let guards = pool.statistics().guards;
    assert_eq!(guards.protected + guards.software, 11_000);
    assert!((9_000..=10_000).contains(&guards.protected), "{guards:?}");
    assert_eq!(stacks.last().unwrap().guard_kind(), GuardKind::Software);
    drop(stacks);
    assert_eq!(pool.statistics().guards, Guards::default());
    assert_eq!(kinds(1)[0].guard_kind(), GuardKind::Protected);
}

/// More stacks than a process can have protected guards by default.
#[test]
fn marker_guards_take_no_memory_maps() {
    fn maps() -> usize {
        let text = std::fs::read("/proc/self/maps").unwrap();
        text.iter().filter(|&&byte| byte == b'\n').count()
    }
    let policy = Policy {
        stack_size: 16 << 10,
        guard: GuardChoice::Marker,
        ..Policy::default()
    };
    let pool = StackPool::new(policy);
    if pool.acquire().unwrap().guard_kind() != GuardKind::Marker {
        eprintln!("this kernel has no marker guards");
        return;
    }
    let stacks: Vec<_> = (0..40_000).map(|_| pool.acquire().unwrap()).collect();
    assert_eq!(
        pool.statistics().guards,
        Guards {
            marker: 40_000,
            ..Guards::default()
        }
    );
    // Another test protects ten thousand stacks at the same time, twice as many
    // maps; a map for each of these would show beyond them.
    assert!(maps() < 40_000, "{} maps", maps());
    drop(stacks);
}

#[test]
fn what_is_left_is_software() {
    let pool = StackPool::new(Policy {
        guard: GuardChoice::Software,
        ..Policy::default()
    });
    assert_eq!(pool.acquire().unwrap().guard_kind(), GuardKind::Software);
    assert_eq!(
        pool.statistics().guards,
        Guards {
            software: 1,
            ..Guards::default()
        }
    );
}

#[test]
fn errors_say_what_ran_out() {
    let pool = StackPool::new(Policy {
        max_stacks: 1,
        ..small(Release::Keep)
    });
    let _only = pool.acquire().unwrap();
    let error = pool.acquire().unwrap_err();
    assert_eq!(error, PoolError::TooManyStacks { limit: 1 });
    assert_eq!(
        error.to_string(),
        "can't set up another machine stack: all 1 are in use"
    );
    let error = PoolError::NoMemory {
        errno: libc::ENOMEM,
    };
    assert!(
        error.to_string().contains("Cannot allocate memory"),
        "{error}"
    );
}
