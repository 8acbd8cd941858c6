//! The libraries that a process loaded as extensions, noted so that a handler finds the one that an address lies in.
//!
//! A list that only grows, whose entries are never freed: a handler reads it without a lock.

use std::ffi::{CStr, CString};
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

static FIRST: AtomicPtr<Library> = AtomicPtr::new(ptr::null_mut());

pub struct Library {
    /// The number that is added to the addresses in its file.
    pub base: usize,
    code: std::ops::Range<usize>,
    path: CString,
    next: *const Library,
}

/// Notes a library that was just loaded by this path; nothing where it is noted already, or not found.
pub fn note(path: &CStr) {
    let mut found = Library { base: 0, code: 0..0, path: path.to_owned(), next: ptr::null() };
    // SAFETY: the system calls back during the call only, with `found` as its data.
    unsafe { libc::dl_iterate_phdr(Some(look_at), (&raw mut found).cast()) };
    if found.code.is_empty() || Library::at(found.code.start).is_some() {
        return;
    }
    let new = Box::into_raw(Box::new(found));
    let mut first = FIRST.load(Ordering::Acquire);
    loop {
        // SAFETY: nobody else has it yet.
        unsafe { (*new).next = first };
        match FIRST.compare_exchange(first, new, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => return,
            Err(other) => first = other,
        }
    }
}

/// Takes over where the code of the library lies that has the wanted path.
unsafe extern "C" fn look_at(information: *mut libc::dl_phdr_info, _size: usize, data: *mut libc::c_void) -> i32 {
    // SAFETY: the system describes a library that is loaded; the data is `note`'s.
    unsafe {
        let (information, found) = (&*information, &mut *data.cast::<Library>());
        if information.dlpi_name.is_null() || CStr::from_ptr(information.dlpi_name) != found.path.as_c_str() {
            return 0;
        }
        found.base = information.dlpi_addr as usize;
        for header in std::slice::from_raw_parts(information.dlpi_phdr, information.dlpi_phnum as usize) {
            if header.p_type == libc::PT_LOAD && header.p_flags & libc::PF_X != 0 {
                let start = found.base + header.p_vaddr as usize;
                let end = start + header.p_memsz as usize;
                found.code = if found.code.is_empty() { start..end } else { found.code.start.min(start)..found.code.end.max(end) };
            }
        }
        1
    }
}

impl Library {
    /// The one whose code is at an address.
    pub fn at(address: usize) -> Option<&'static Library> {
        // SAFETY: entries are whole before they are in the list, and are never freed.
        let mut next = unsafe { FIRST.load(Ordering::Acquire).cast_const().as_ref() };
        while let Some(library) = next {
            if library.code.contains(&address) {
                return Some(library);
            }
            // SAFETY: as above.
            next = unsafe { library.next.as_ref() };
        }
        None
    }

    pub fn path(&self) -> &CStr {
        &self.path
    }

    /// Its file's name, without what says that it is a library.
    pub fn name(&self) -> &[u8] {
        let path = self.path.to_bytes();
        let name = path.rsplit(|&byte| byte == b'/').next().unwrap_or(path);
        name.strip_suffix(b".so").unwrap_or(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_leads_to_the_library_that_was_noted() {
        // SAFETY: a function of the system's library, which is loaded.
        let (address, path) = unsafe {
            let mut about: libc::Dl_info = std::mem::zeroed();
            libc::dladdr(libc::getpid as *const libc::c_void, &mut about);
            (libc::dlsym(libc::RTLD_DEFAULT, c"getpid".as_ptr()) as usize, CStr::from_ptr(about.dli_fname).to_owned())
        };
        note(&path);
        note(c"/no/such/library.so");
        let Some(library) = Library::at(address) else { return };
        assert_eq!((library.path(), library.name().is_empty()), (path.as_c_str(), false));
        assert!(Library::at(0).is_none());
    }
}
