//! The addresses that a process may have, and how a native is left that needs more memory than there is.
//!
//! Under a limit on the process's addresses (`ulimit -v`) the heap takes three eighths of them, so that what
//! Rust and the C library allocate for the natives has as much; where that runs out, see `ballast`.
//!
//! Where the region of the heap itself is full, a native is left by unwinding to the interpreter's loop (`guard`),
//! which is all there is below it, since natives don't call back. What programs see of it is in `collector::reserve`.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use crate::vm::Vm;

/// Nothing that Rust allocates unasked is larger.
const LARGEST_BALLAST: u64 = 256 << 20;

/// The addresses that heap and code may take.
pub struct AddressBudget {
    pub heap: u64,
    pub code: u64,
    pub ballast: u64,
}

impl AddressBudget {
    /// The budget of this process, given its limits.
    pub fn of_process() -> AddressBudget {
        let most = most_addresses();
        AddressBudget { heap: most / 8 * 3, code: most / 12, ballast: (most / 5).min(LARGEST_BALLAST) }
    }
}

/// How many bytes of addresses the process may have now; `u64::MAX` where nothing limits them.
pub(crate) fn most_addresses() -> u64 {
    soft_limit(libc::RLIMIT_AS).min(soft_limit(libc::RLIMIT_DATA))
}

fn soft_limit(resource: libc::__rlimit_resource_t) -> u64 {
    let mut limits = libc::rlimit { rlim_cur: libc::RLIM_INFINITY, rlim_max: libc::RLIM_INFINITY };
    // SAFETY: fills the structure it is given; where it fails, that says there is no limit.
    unsafe { libc::getrlimit(resource, &mut limits) };
    limits.rlim_cur
}

/// The payload that unwinds a native that can't have the memory it needs.
struct Exhausted;

/// Runs the interpreter's loop; an error where memory ran out inside of it.
pub(crate) fn guard<R>(vm: &mut Vm, run: impl FnOnce(&mut Vm) -> R) -> Result<R, ()> {
    let result = catch_unwind(AssertUnwindSafe(|| run(vm)));
    result.map_err(|payload| {
        if !payload.is::<Exhausted>() {
            resume_unwind(payload);
        }
        vm.collector.disabled = 0;
        vm.heap.set_limit(u64::MAX);
    })
}

/// Leaves whatever runs for want of memory.
#[cold]
pub(crate) fn unwind() -> ! {
    resume_unwind(Box::new(Exhausted))
}

/// Runs what no machine's loop guards, the start of a machine above all; none where it ran out of memory.
pub fn guard_start<R>(run: impl FnOnce() -> R) -> Option<R> {
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(result) => Some(result),
        Err(payload) if payload.is::<Exhausted>() => None,
        Err(payload) => resume_unwind(payload),
    }
}
