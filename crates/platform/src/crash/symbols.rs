//! Names of functions in the file of a library: also of those that it keeps to itself, as most of an extension's are.
//!
//! The file is what it is: every number in it is taken for wrong until it leads to something.

use std::ffi::CStr;

/// A file, mapped to be read.
pub struct File {
    address: *mut libc::c_void,
    length: usize,
}

impl File {
    pub fn open(path: &CStr) -> Option<File> {
        // SAFETY: plain calls; the map is read only and of the length that the system told.
        unsafe {
            let descriptor = libc::open(path.as_ptr(), libc::O_RDONLY | libc::O_CLOEXEC);
            if descriptor < 0 {
                return None;
            }
            let mut facts: libc::stat = std::mem::zeroed();
            let length = if libc::fstat(descriptor, &mut facts) == 0 { facts.st_size as usize } else { 0 };
            let address = match length {
                0 => libc::MAP_FAILED,
                _ => libc::mmap(std::ptr::null_mut(), length, libc::PROT_READ, libc::MAP_PRIVATE, descriptor, 0),
            };
            libc::close(descriptor);
            (address != libc::MAP_FAILED).then_some(File { address, length })
        }
    }

    pub fn bytes(&self) -> &[u8] {
        // SAFETY: mapped until this is dropped. Who makes the file shorter meanwhile ends a process that is ending.
        unsafe { std::slice::from_raw_parts(self.address.cast(), self.length) }
    }
}

impl Drop for File {
    fn drop(&mut self) {
        // SAFETY: mapped by `open`.
        unsafe { libc::munmap(self.address, self.length) };
    }
}

/// Tables of symbols: the whole one, and the one of what others may link to, which is left when a file is stripped.
const TABLES: [u32; 2] = [2, 11];
const SECTION_BYTES: usize = 64;
const SYMBOL_BYTES: usize = 24;
const FUNCTION: u8 = 2;

/// The function of an ELF file of 64 bits whose code is at an address.
pub fn function_at(file: &[u8], address: u64) -> Option<&[u8]> {
    if file.get(..6)? != b"\x7fELF\x02\x01" {
        return None;
    }
    let sections = Sections { file, start: number(file, 40, 8)? as usize, count: number(file, 60, 2)? as usize };
    TABLES.into_iter().find_map(|kind| (0..sections.count).find_map(|index| sections.function(index, kind, address)))
}

struct Sections<'a> {
    file: &'a [u8],
    start: usize,
    count: usize,
}

impl<'a> Sections<'a> {
    fn header(&self, index: usize) -> Option<&'a [u8]> {
        self.file.get(self.start.checked_add(index * SECTION_BYTES)?..)?.get(..SECTION_BYTES)
    }

    fn contents(&self, header: &[u8]) -> Option<&'a [u8]> {
        self.file.get(number(header, 24, 8)? as usize..)?.get(..number(header, 32, 8)? as usize)
    }

    /// Searches a table of a kind.
    fn function(&self, index: usize, kind: u32, address: u64) -> Option<&'a [u8]> {
        let header = self.header(index)?;
        if number(header, 4, 4)? != u64::from(kind) {
            return None;
        }
        let names = self.contents(self.header(number(header, 40, 4)? as usize)?)?;
        let symbol = self.contents(header)?.chunks_exact(SYMBOL_BYTES).find(|symbol| covers(symbol, address))?;
        let name = names.get(number(symbol, 0, 4)? as usize..)?;
        name.split(|&byte| byte == 0).next()
    }
}

fn covers(symbol: &[u8], address: u64) -> bool {
    let (Some(start), Some(length)) = (number(symbol, 8, 8), number(symbol, 16, 8)) else { return false };
    symbol[4] & 15 == FUNCTION && address >= start && address - start < length
}

/// A number of so many bytes, the lowest first.
fn number(bytes: &[u8], at: usize, length: usize) -> Option<u64> {
    let bytes = bytes.get(at..)?.get(..length)?;
    Some(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_library_has_no_functions() {
        assert_eq!(function_at(b"", 0), None);
        assert_eq!(function_at(b"\x7fELF\x02\x01", 0), None);
        let mut file = b"\x7fELF\x02\x01".to_vec();
        file.resize(256, 0xff);
        assert_eq!(function_at(&file, 4), None);
    }

    #[test]
    fn a_function_is_found_by_an_address_in_it() {
        // SAFETY: asks where this function's program lies.
        let about = unsafe {
            let mut about: libc::Dl_info = std::mem::zeroed();
            libc::dladdr(covers as *const libc::c_void, &mut about);
            about
        };
        let Some(file) = File::open(c"/proc/self/exe") else { return };
        let found = function_at(file.bytes(), (covers as *const () as usize - about.dli_fbase as usize) as u64);
        assert!(found.is_some_and(|name| name.windows(6).any(|part| part == b"covers")), "{found:?}");
    }
}
