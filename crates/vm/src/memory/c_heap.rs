//! The heap of the C library, in which Rust's own data lie.

/// Gives free pages of the C heap back to the system, wherever in it they lie.
pub(crate) fn trim() {
    // SAFETY: nothing in use is touched.
    unsafe {
        libc::malloc_trim(0);
    }
}
