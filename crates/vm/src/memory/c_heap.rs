//! The heap of the C library, in which Rust's own data lie.

/// Gives free pages of the C heap back to the system, wherever in it they lie.
pub(crate) fn trim() {
    // SAFETY: nothing in use is touched.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Keeps up to so many freed bytes at its end instead of giving them back at once, and takes from the system alone only what is larger
/// than an eighth of them: for who needs and frees as much again and again, and would have the system clear the same pages each time.
#[cfg(target_env = "gnu")]
pub fn keep_freed(bytes: i32) {
    // SAFETY: sets numbers of the allocator's, which it reads at its next call.
    unsafe {
        libc::mallopt(libc::M_TRIM_THRESHOLD, bytes);
        libc::mallopt(libc::M_MMAP_THRESHOLD, bytes / 8);
    }
}

/// Other C libraries keep what they see fit.
#[cfg(not(target_env = "gnu"))]
pub fn keep_freed(_bytes: i32) {}
