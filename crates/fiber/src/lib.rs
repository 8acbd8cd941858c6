//! Machine stacks from a pool, and the switch between them.
//!
//! Most code of a virtual machine needs no stack of its own: its frames are data.
//! What is left is native code that has to be suspended half way, because it
//! called back into something that suspends. That code runs as a [`Coroutine`] on
//! a stack from a [`StackPool`], taken when it starts and given back when it
//! ends. This crate is those two things and knows nothing of any language.
//!
//! It promises:
//! - **Stacks cost what is touched.** They come many at a time, in allocations
//!   that double; a stack given back is used again first, and what isn't used
//!   goes back to the system as the [`Policy`] says.
//! - **The end of a stack is a value.** Code asks [`StackLimit`] and gets
//!   [`Overflow`]; code that doesn't ask meets a guard, and its resumer gets
//!   [`Fault::Overflow`] (see [`recover_from_overflow`]).
//! - **Running out is a value.** No memory, no maps, no stacks: [`PoolError`].
//! - **A switch is a few instructions** and no system call, whatever the depth.
//! - **Nothing is process-wide** but what the system makes so: the fault
//!   handler, and the count of memory maps.
//!
//! # An allocation
//!
//! One map of address space, cut into equal slots. Stacks grow down, so that a
//! slot's guard is at its low end, and each stack ends above its own guard and
//! begins below its neighbour's.
//!
//! ```text
//!  low                                                              high
//!  +-------+----------------------+-------+----------------------+--- - -
//!  | guard | stack              0 | guard | stack              1 | guard
//!  +-------+----------------------+-------+----------------------+--- - -
//!  |       ^ bottom           top ^       |
//!  |<------------ slot ------------------>|
//!
//!  record:  used 5 | warm 2 | fresh from slot 7    (on the side, not in here)
//! ```
//!
//! # A stack at rest, and running
//!
//! ```text
//!            at rest                            running
//!  top  +----------------------+      +----------------------+
//!       | body (what it owns)  |      | body (moved out)     |
//!       | control block        |      | control block        |
//!       |   at_rest  ----+     |      |   resumer -----------+--> the stack
//!       +----------------|-----+      +----------------------+    that waits
//!       | frames         |     |      | frames               |
//!       |  ...           |     |      |  ...                 |
//!       | rbp            |     |      |  ...                 |
//!       | rbx            |     |      |  ...                 |
//!       | where to go on <-----+      |  ...        <- rsp   |
//!       +----------------------+      |     |                |
//!       | (can be discarded)   |      |     v  grows         |
//! bottom+----------------------+      +----------------------+
//!       | guard                |      | guard                |
//!       +----------------------+      +----------------------+
//! ```
//!
//! # Where things are
//!
//! `policy` is what can be set; `pool` the stacks (`pool::ledger` which there
//! are, `pool::memory` and `pool::guard` the system calls); `coroutine` and
//! `control` what runs on a stack; `question` who asks there; `deep` work that wants a large one; `limit`
//! and `overflow` the two lines of defence at its end.

#![deny(missing_docs)]

mod control;
mod coroutine;
mod deep;
mod limit;
mod overflow;
mod policy;
mod pool;
mod question;

pub use coroutine::{Coroutine, Fault, Step, SuspendError, for_each_running_stack, for_each_running_stack_above, suspend};
pub use deep::on_deep_stack;
pub use limit::{Overflow, StackLimit, thread_top};
pub use overflow::recover_from_overflow;
pub use policy::{
    GuardChoice, LARGEST_ALLOCATION, LARGEST_STACK, MOST_STACKS, Policy, PolicyError, Release,
    SMALLEST_STACK,
};
pub use pool::{GuardKind, Guards, PoolError, PooledStack, StackPool, Statistics, Trimmed};
pub use question::Question;
