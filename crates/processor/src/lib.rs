//! What differs between processors, behind one folder for each. To bring Rutile to another one, write its folder.
//!
//! | room | what it has |
//! |---|---|
//! | `switch` | putting a machine stack to rest and continuing another |
//! | `registers` | what registers hold that only the processor's own words can name |
//! | `context` | the registers that a signal interrupted, to be read and edited by its handler |
//! | `guarded` | two pieces of code whose places are known, so that a handler can move the program out of them |
//! | `code` | what machine code looks like, and hints to the processor |
//!
//! None of it makes a system call but `guarded::call`, and none of it knows what it is for.

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod x86_64;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
pub use x86_64::*;

#[cfg(all(target_arch = "aarch64", target_os = "linux"))]
mod aarch64;
#[cfg(all(target_arch = "aarch64", target_os = "linux"))]
pub use aarch64::*;

#[cfg(not(all(any(target_arch = "x86_64", target_arch = "aarch64"), target_os = "linux")))]
compile_error!("rutile-processor has no folder for this processor: Linux on x86-64 and arm64 are known");

/// Three places in a piece of code: while the program stands from `begin` to before `end`, it may be moved to `left`.
#[derive(Clone, Copy)]
pub struct Places {
    pub begin: usize,
    pub end: usize,
    pub left: usize,
}

impl Places {
    /// Moves the program that a signal interrupted out of the piece, if it stands in it; answers whether.
    ///
    /// # Safety
    /// `context` is what the kernel handed to the running signal handler.
    pub unsafe fn leave(self, context: *mut libc::ucontext_t) -> bool {
        // SAFETY: by the condition; `left` is a place in the same piece, with the same stack.
        unsafe {
            let is_inside = (self.begin..self.end).contains(&context::counter(context));
            if is_inside {
                context::set_counter(context, self.left);
            }
            is_inside
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_whole() {
        for length in [0, 1, 7, 8, 9, 4095, 100_000] {
            let source: Vec<u8> = (0..length).map(|index| index as u8).collect();
            let mut target = vec![0u8; length];
            // SAFETY: both have the length.
            assert_eq!(unsafe { guarded::copy(target.as_mut_ptr(), source.as_ptr(), length) }, 0);
            assert_eq!(target, source);
        }
    }

    #[test]
    fn a_due_signal_ends_a_call_before_it_is_made() {
        let (due, none) = (1u64, 0u64);
        // SAFETY: the call takes no memory.
        unsafe {
            assert_eq!(guarded::call(libc::SYS_getpid, [0; 4], &due), -(libc::EINTR as i64));
            assert_eq!(guarded::call(libc::SYS_getpid, [0; 4], &none), std::process::id() as i64);
        }
    }
}
