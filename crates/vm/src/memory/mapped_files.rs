//! The pages of the program's file and of its libraries that are mapped here.
//!
//! The system maps sixteen pages of a file at each fault, wanted or not, and what boot read stays mapped: of a
//! small program's resident memory that is the larger part. So when a phase ends, its pages are handed back; what is
//! wanted again comes from the system's cache, shared with every other process as ever.

use std::ffi::{c_int, c_void};

use rutile_platform::pages::page_bytes;

/// Lets go of all pages of programs and libraries that cannot be written.
pub fn hand_back() {
    // SAFETY: the visitor only looks at what it is given.
    unsafe { libc::dl_iterate_phdr(Some(hand_back_segments), std::ptr::null_mut()) };
}

unsafe extern "C" fn hand_back_segments(file: *mut libc::dl_phdr_info, _bytes: usize, _context: *mut c_void) -> c_int {
    // SAFETY: the loader describes a file that stays loaded during the visit, by so many program headers.
    let (base, headers) = unsafe { ((*file).dlpi_addr, std::slice::from_raw_parts((*file).dlpi_phdr, (*file).dlpi_phnum as usize)) };
    for header in headers.iter().filter(|header| header.p_type == libc::PT_LOAD && header.p_flags & libc::PF_W == 0) {
        let start = (base + header.p_vaddr) & !(page_bytes() - 1);
        let end = base + header.p_vaddr + header.p_memsz;
        // SAFETY: a segment that may not be written was never written, so its pages are those of the file: they are
        // read again. (What is relocated when it is loaded lies in segments that may be written.)
        unsafe { libc::madvise(start as *mut c_void, (end - start) as usize, libc::MADV_DONTNEED) };
    }
    0
}
