//! The stack pool: a handle that hands out stacks, and the stacks.
//!
//! `memory` asks the system, `guard` protects, `ledger` decides what to ask
//! for, `list` is what its side tables are strung on. This file is the face:
//! reference-counted, so that a stack finds its way back by being dropped, and
//! the memory of a pool outlives every stack of it whatever is dropped first.

pub(crate) mod guard;
mod ledger;
mod list;
pub(crate) mod memory;

use crate::policy::{Policy, Release};
use guard::GuardMaker;
use ledger::{Lease, Ledger, Refusal};
use memory::SystemMemory;
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

pub use ledger::{GuardKind, Guards, Statistics, Trimmed};

pub(crate) use memory::page_size;

/// A pool of machine stacks for one thread. Cloning it makes another handle to
/// the same pool.
///
/// The pool starts without any memory. Its allocations hold 8, 8, 16, 32, ...
/// stacks: each as many as there are already, up to the policy's cap.
#[derive(Clone)]
pub struct StackPool {
    ledger: Rc<RefCell<Ledger<SystemMemory>>>,
}

impl StackPool {
    /// A pool with these settings. Sizes are rounded up to whole pages, and a
    /// setting out of its range is moved to the end it is nearest to; what came
    /// of it is in [`policy`](Self::policy).
    pub fn new(policy: Policy) -> StackPool {
        let policy = policy.normalised(page_size());
        StackPool::with_guards(policy, GuardMaker::new(policy.guard))
    }

    fn with_guards(policy: Policy, guards: GuardMaker) -> StackPool {
        let ledger = Ledger::new(SystemMemory::new(guards), policy);
        StackPool {
            ledger: Rc::new(RefCell::new(ledger)),
        }
    }

    /// The settings in force.
    pub fn policy(&self) -> Policy {
        *self.ledger.borrow().policy()
    }

    /// Changes what happens to stacks that are given back from now on.
    pub fn set_release(&self, release: Release) {
        self.ledger.borrow_mut().set_release(release);
    }

    /// A stack, given back by dropping it.
    #[inline]
    pub fn acquire(&self) -> Result<PooledStack, PoolError> {
        let mut ledger = self.ledger.borrow_mut();
        match ledger.acquire() {
            Ok(lease) => {
                let size = ledger.policy().stack_size;
                Ok(PooledStack {
                    lease,
                    size,
                    pool: self.clone(),
                })
            }
            Err(Refusal::Limit) => Err(PoolError::TooManyStacks {
                limit: ledger.policy().max_stacks,
            }),
            Err(Refusal::System(errno)) => Err(PoolError::NoMemory { errno }),
        }
    }

    /// Gives back what nobody uses: allocations whole where no stack of them is
    /// used, else the pages of their vacant stacks. For a host's "compact".
    pub fn trim(&self) -> Trimmed {
        self.ledger.borrow_mut().trim()
    }

    /// Under [`Release::Idle`], gives back what was vacant for longer than the
    /// time it names; otherwise does nothing. Each release does a part of this;
    /// a host calls it now and then so that it also happens when none comes.
    pub fn trim_idle(&self) -> Trimmed {
        let mut ledger = self.ledger.borrow_mut();
        ledger.expire(memory::coarse_now(), usize::MAX)
    }

    /// The counts of the pool.
    pub fn statistics(&self) -> Statistics {
        self.ledger.borrow().statistics()
    }
}

impl Default for StackPool {
    fn default() -> StackPool {
        StackPool::new(Policy::default())
    }
}

impl fmt::Debug for StackPool {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("StackPool")
            .field("statistics", &self.statistics())
            .finish()
    }
}

/// Memory to run on, or to keep a stack of any kind in: from
/// [`bottom`](Self::bottom) up to [`top`](Self::top), both multiples of the
/// page size, readable and writable. What it holds at first is unspecified.
pub struct PooledStack {
    lease: Lease,
    size: usize,
    pool: StackPool,
}

impl PooledStack {
    /// The lowest address of the stack; the guard is below.
    pub fn bottom(&self) -> *mut u8 {
        self.lease.bottom as *mut u8
    }

    /// The address just above the stack, where one that grows down begins.
    pub fn top(&self) -> *mut u8 {
        (self.lease.bottom + self.size) as *mut u8
    }

    /// Bytes from bottom to top.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The protection of the low end.
    pub fn guard_kind(&self) -> GuardKind {
        self.pool.ledger.borrow_mut().guard_kind(self.lease.id)
    }

    /// The addresses of the guard.
    pub fn guard(&self) -> std::ops::Range<usize> {
        let size = self.pool.ledger.borrow().policy().guard_size;
        self.lease.bottom - size..self.lease.bottom
    }

    /// Protects again what was opened of the guard.
    ///
    /// # Safety
    /// The range is whole pages of the guard, and nothing in it is in use.
    #[cold]
    pub(crate) unsafe fn close_guard(&self, range: std::ops::Range<usize>) {
        // SAFETY: by the condition.
        unsafe { guard::close(self.guard_kind(), range) };
    }

    /// Gives back the whole pages below an address; their content is lost.
    ///
    /// # Safety
    /// Nothing on the stack below the address is in use.
    pub(crate) unsafe fn discard_below(&self, address: usize) {
        let end = address.min(self.lease.bottom + self.size) & !(page_size() - 1);
        if end > self.lease.bottom {
            // SAFETY: by the condition; the range is within the stack.
            unsafe { memory::discard_now(self.lease.bottom..end) };
        }
    }
}

impl Drop for PooledStack {
    #[inline]
    fn drop(&mut self) {
        let mut ledger = self.pool.ledger.borrow_mut();
        let now = match ledger.policy().release {
            Release::Idle(_) => memory::coarse_now(),
            Release::Unmap | Release::Free | Release::Keep => 0,
        };
        // SAFETY: the lease is used from its creation to this drop, and the
        // memory is reached through this value only.
        unsafe { ledger.release(self.lease.id, now) };
    }
}

impl fmt::Debug for PooledStack {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "PooledStack({:?}..{:?}, {:?})",
            self.bottom(),
            self.top(),
            self.guard_kind()
        )
    }
}

/// Why a pool has no stack to give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoolError {
    /// As many are used as the policy allows.
    TooManyStacks {
        /// That many.
        limit: usize,
    },
    /// The system has no memory, or no memory maps, for another.
    NoMemory {
        /// The system's error number.
        errno: i32,
    },
}

impl fmt::Display for PoolError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PoolError::TooManyStacks { limit } => {
                write!(
                    out,
                    "can't set up another machine stack: all {limit} are in use"
                )
            }
            PoolError::NoMemory { errno } => {
                let reason = std::io::Error::from_raw_os_error(*errno);
                write!(out, "can't set up another machine stack: {reason}")
            }
        }
    }
}

impl std::error::Error for PoolError {}

#[cfg(test)]
mod tests;
