//! The heap of the C library, in which Rust's own data lie.

/// Gives free pages of the C heap back to the system, wherever in it they lie.
pub(crate) fn trim() {
    // SAFETY: nothing in use is touched.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Free pieces that are kept from use: what a process allocates when it shares its pages with others would otherwise be put in the gaps
/// between what lives, and copy a page for each. The pieces are a list, each with the address of the next.
#[derive(Default)]
pub(crate) struct Retired {
    first: usize,
}

/// The largest pieces looked for. What is larger is not taken for what a process allocates by and by.
const LARGEST_PIECE: usize = 64 << 10;
const SMALLEST_PIECE: usize = 24;
/// The largest piece of which the allocator keeps some by their very size (`tcache`): each of these sizes is looked for.
const LARGEST_KEPT_BY_SIZE: usize = 1032;

/// The size to look for behind one: of large pieces an eighth less, since a larger one is split.
fn next_smaller(size: usize) -> usize {
    if size <= LARGEST_KEPT_BY_SIZE { size - 16 } else { ((size - size / 8) / 16 * 16 + 8).max(LARGEST_KEPT_BY_SIZE) }
}

impl Retired {
    /// Puts all free pieces below the end of the C heap out of use; those of the last time are looked for again.
    #[cfg(target_env = "gnu")]
    pub fn retire(&mut self) {
        self.give_back();
        // SAFETY: reads what the allocator knows of itself, and where the heap ends.
        let end = unsafe { libc::sbrk(0) as usize - libc::mallinfo().keepcost as u32 as usize };
        let mut size = LARGEST_PIECE;
        while size >= SMALLEST_PIECE {
            // SAFETY: a piece belongs to the list until `give_back`, and has room for an address.
            unsafe {
                loop {
                    let piece = libc::malloc(size) as *mut usize;
                    if piece.is_null() || piece as usize >= end {
                        libc::free(piece as *mut libc::c_void);
                        break;
                    }
                    piece.write(std::mem::replace(&mut self.first, piece as usize));
                }
            }
            size = next_smaller(size);
        }
    }

    #[cfg(not(target_env = "gnu"))]
    pub fn retire(&mut self) {}

    fn give_back(&mut self) {
        while self.first != 0 {
            let piece = self.first as *mut usize;
            // SAFETY: a piece of the list, which holds the next one's address.
            unsafe {
                self.first = piece.read();
                libc::free(piece as *mut libc::c_void);
            }
        }
    }
}

impl Drop for Retired {
    fn drop(&mut self) {
        self.give_back();
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
