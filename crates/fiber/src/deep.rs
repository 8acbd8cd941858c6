//! Work that recurses as deeply as its input does: parsing, and walking a tree.
//!
//! It runs on a stack much larger than the thread's, and on the same thread: what it allocates and frees is the thread's own, and
//! nothing waits for another one to wake.

use crate::pool::memory::{PAGES_ASKED, is_any_in_memory, page_size};
use crate::{Coroutine, Fault, GuardChoice, Policy, Release, StackPool, Step};
use std::panic::resume_unwind;

/// Bytes of a deep stack. Only what is touched is ever backed by memory.
const SIZE: usize = 512 << 20;
/// Pages of a stack that most work finds enough: they stay for the next. Work that went deeper gives its stack back.
const KEPT_PAGES: usize = 64;
/// Deep stacks of one thread: work within work.
const MOST: usize = 8;

thread_local! {
    static STACKS: StackPool = StackPool::new(Policy {
        release: Release::Keep,
        stack_size: SIZE,
        guard: GuardChoice::Auto,
        max_stacks: MOST,
        first_allocation: 1,
        largest_allocation: 1,
        ..Policy::default()
    });
}

/// The work, then what came of it.
struct Place<F, R> {
    work: Option<F>,
    result: Option<R>,
}

/// # Safety
/// At the address is a `Place` of these types, which nobody else touches meanwhile.
unsafe fn run_at<F: FnOnce() -> R, R>(address: usize) {
    // SAFETY: by the condition.
    let place = unsafe { &mut *(address as *mut Place<F, R>) };
    place.result = place.work.take().map(|work| work());
}

/// Does the work on a deep stack, or where the system has no room for one on the stack that runs. A panic goes on to the caller;
/// work that is too deep even so ends the process, as it does on a thread's own stack.
pub fn on_deep_stack<F: FnOnce() -> R, R>(work: F) -> R {
    let Ok(stack) = STACKS.with(StackPool::acquire) else { return work() };
    let top = stack.top() as usize;
    let mut place = Place { work: Some(work), result: None };
    let (run, address): (unsafe fn(usize), usize) = (run_at::<F, R>, &raw mut place as usize);
    let mut coroutine = Coroutine::on(stack, move |_| {
        // SAFETY: the place is of these types, and waits below for this body to end.
        unsafe { run(address) };
        0
    });
    let step = coroutine.resume(0);
    let went_deep = has_gone_deep(top);
    drop(coroutine);
    if went_deep {
        STACKS.with(StackPool::trim);
    }
    match step {
        Ok(Step::Returned(_)) => place.result.unwrap_or_else(|| unreachable!("work that has ended has a result")),
        Ok(Step::Suspended(_)) => unreachable!("deep work suspended a stack that is not its own"),
        Err(Fault::Panic(payload)) => resume_unwind(payload),
        Err(fault) => {
            eprintln!("rutile: {fault} on a stack of {SIZE} bytes");
            std::process::abort()
        }
    }
}

/// Whether work went below the pages that stay. It touches each stretch of so many as are asked for: no frame is as large.
fn has_gone_deep(top: usize) -> bool {
    let end = top - KEPT_PAGES * page_size();
    // SAFETY: the stack is mapped, and longer.
    unsafe { is_any_in_memory(end - PAGES_ASKED * page_size()..end) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hint::black_box;

    fn descend(depth: usize) -> usize {
        let frame = black_box([depth; 64]);
        if depth == 0 { 0 } else { descend(depth - 1) + frame[1] / depth }
    }

    #[test]
    fn work_may_be_deeper_than_a_thread() {
        assert_eq!(on_deep_stack(|| descend(100_000)), 100_000);
    }

    #[test]
    fn a_stack_that_was_shallow_stays_and_one_that_was_deep_goes() {
        let mapped = || STACKS.with(StackPool::statistics).stacks;
        on_deep_stack(|| descend(10));
        assert_eq!(mapped(), 1);
        on_deep_stack(|| descend(100_000));
        assert_eq!(mapped(), 0);
    }

    #[test]
    fn it_borrows_and_gives_what_it_likes() {
        let words = vec!["a".to_string(), "b".to_string()];
        let first: &str = on_deep_stack(|| words[0].as_str());
        assert_eq!(first, "a");
    }

    #[test]
    fn work_within_work_has_a_stack_of_its_own() {
        assert_eq!(on_deep_stack(|| on_deep_stack(|| descend(1000)) + 1), 1001);
    }

    #[test]
    fn a_panic_goes_on_to_the_caller() {
        let caught = std::panic::catch_unwind(|| on_deep_stack(|| panic!("too much")));
        assert_eq!(caught.unwrap_err().downcast_ref::<&str>(), Some(&"too much"));
    }
}
