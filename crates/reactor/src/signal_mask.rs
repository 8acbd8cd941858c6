//! Which signals the system thread that calls takes.

/// Holds all signals off this system thread (and those it starts) until they are restored.
pub fn block_signals() -> libc::sigset_t {
    // SAFETY: both sets are locals that the calls fill in.
    unsafe {
        let mut all: libc::sigset_t = std::mem::zeroed();
        let mut previous: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&mut all);
        libc::pthread_sigmask(libc::SIG_SETMASK, &all, &mut previous);
        previous
    }
}

pub fn restore_signals(previous: &libc::sigset_t) {
    // SAFETY: the set came from `block_signals`.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, previous, std::ptr::null_mut()) };
}
