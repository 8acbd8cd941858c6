//! What differs between processors: three primitives and one entry point.
//!
//! - `switch`: put the running stack to rest, set another one running, hand it
//!   a word; comes back when somebody switches to this stack again.
//! - `leave`: the same without a way back, for a coroutine that has ended.
//! - `prepare`: write the first frame of a stack that has never run.
//! - `redirect`: edit the registers a signal handler will return to, so that
//!   the thread continues on another stack as though it had switched there.
//!
//! None of them makes a system call. Only registers that a called function
//! must preserve survive a switch; floating-point control words are a setting
//! of the thread and are not switched.

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod x86_64;

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
pub(crate) use x86_64::*;

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
compile_error!("rutile-fiber switches stacks on x86_64 Linux only");
