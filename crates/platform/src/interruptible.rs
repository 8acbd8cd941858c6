//! A system call that a signal ends even when it comes just before the call.
//!
//! Whoever is about to wait in a plain call looks whether a signal is due, and then
//! calls. A signal in between would be noted by its handler and then wait as long as
//! the call does. So both steps are one piece of code whose place is known: a handler
//! that finds the program inside of it (`leave`) moves it on to where the call was
//! interrupted, as if the signal had come a moment later. The code is the processor's (`rutile_processor::guarded`).
//!
//! ```text
//!   begin:  is a signal due? ---------> interrupted: answer -EINTR
//!           (a handler moves from here to there)
//!           the system call
//!   end:    answer what it came to
//! ```

use rutile_processor::guarded;

pub use guarded::call;

/// For a handler of signals, with the third argument that it was given: should the program stand
/// just before an interruptible call, it goes on behind it.
///
/// # Safety
/// `context` is what the system gave a handler that was installed with `SA_SIGINFO`.
pub unsafe fn leave(context: *mut libc::c_void) {
    // SAFETY: the system gave a `ucontext_t`.
    unsafe { guarded::places_of_call().leave(context.cast()) };
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    static DUE: AtomicU64 = AtomicU64::new(0);
    const TURNS: u64 = 20_000;

    extern "C" fn note(_signal: i32, _info: *mut libc::siginfo_t, context: *mut libc::c_void) {
        DUE.store(1, Ordering::Relaxed);
        // SAFETY: the handler is installed with SA_SIGINFO.
        unsafe { leave(context) };
    }

    fn read(descriptor: i32) -> i64 {
        let mut byte = 0u8;
        // SAFETY: one writable byte.
        unsafe { call(libc::SYS_read, [descriptor as u64, &raw mut byte as u64, 1, 0], DUE.as_ptr()) }
    }

    /// Signals come at every moment of many reads, all of which would wait for ever: none does.
    #[test]
    fn no_signal_is_missed() {
        let mut ends = [0; 2];
        // SAFETY: room for two descriptors; the action is fully set.
        let thread = unsafe {
            assert_eq!(libc::pipe(ends.as_mut_ptr()), 0);
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = note as *const () as usize;
            action.sa_flags = libc::SA_SIGINFO;
            libc::sigaction(libc::SIGUSR2, &action, std::ptr::null_mut());
            libc::pthread_self()
        };
        let turn = std::sync::Arc::new(AtomicU64::new(0));
        let turns = turn.clone();
        // One signal a turn, a little later each time.
        let sender = std::thread::spawn(move || {
            for round in 1..=TURNS {
                while turns.load(Ordering::Acquire) < round { std::thread::yield_now() }
                for _ in 0..round % 400 { std::hint::spin_loop() }
                // SAFETY: the thread lives until it has joined this one.
                unsafe { libc::pthread_kill(thread, libc::SIGUSR2) };
            }
        });
        for round in 1..=TURNS {
            DUE.store(0, Ordering::Relaxed);
            turn.store(round, Ordering::Release);
            assert_eq!(read(ends[0]), -(libc::EINTR as i64));
        }
        sender.join().unwrap();
        // What is there is read.
        DUE.store(0, Ordering::Relaxed);
        // SAFETY: one readable byte.
        unsafe { libc::write(ends[1], b"x".as_ptr().cast(), 1) };
        assert_eq!(read(ends[0]), 1);
        assert_eq!(read(-1), -(libc::EBADF as i64));
    }
}
