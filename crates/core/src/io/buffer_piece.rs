//! The memory that an `IO::Buffer` looks at, and a piece of it for the native at work.
//!
//! Invariant: a piece is made only of memory that is there (`is_valid`), keeps its store on the machine stack, and is
//! gone before anything is allocated, since memory of the heap moves.

use std::borrow::Cow;

use rutile_platform::mapped_memory::Mapping;
use rutile_vm::prelude::*;

/// The properties of a buffer; the same bits in `core/io/buffer.rb`.
pub mod bits {
    pub const EXTERNAL: i64 = 1;
    pub const INTERNAL: i64 = 2;
    pub const MAPPED: i64 = 4;
    pub const SHARED: i64 = 8;
    pub const PRIVATE: i64 = 64;
    pub const READONLY: i64 = 128;
    pub const FILE: i64 = 256;
}

/// Mappings live in the machine's resource table.
pub fn mapping(vm: &mut Vm, store: Value) -> Option<&mut Mapping> {
    vm.resource(store)
}

/// How many bytes a store has.
#[inline]
pub fn store_size(vm: &mut Vm, store: Value) -> usize {
    match store.kind() {
        Kind::String => store.as_string().map_or(0, StringRef::len),
        Kind::Bytes => store.as_cell().map_or(0, |cell| cell.slot_words() * 8 - 8),
        Kind::Resource => mapping(vm, store).map_or(0, |mapping| mapping.len()),
        _ => 0,
    }
}

pub fn size(buffer: BufferRef) -> usize {
    buffer.size().as_fixnum().unwrap_or(0) as usize
}

pub fn start(buffer: BufferRef) -> usize {
    buffer.start().as_fixnum().unwrap_or(0) as usize
}

pub fn has(buffer: BufferRef, bits: i64) -> bool {
    buffer.flags().as_fixnum().unwrap_or(0) & bits != 0
}

/// Whether what a buffer is a piece of is still there and reaches as far.
#[inline]
pub fn is_valid(vm: &mut Vm, buffer: BufferRef) -> bool {
    let (start, end) = (start(buffer), start(buffer) + size(buffer));
    let fits = match BufferRef::from_value(buffer.source()) {
        Some(source) => {
            let begin = source.start().as_fixnum().unwrap_or(0) as usize;
            !source.store().is_nil() && source.store() == buffer.store() && begin <= start && end <= begin + size(source)
        }
        None => buffer.source().is_nil() || buffer.store().is_kind(Kind::String),
    };
    fits && (buffer.store().is_nil() || end <= store_size(vm, buffer.store()))
}

/// A piece of a buffer's memory that the native at work may use: `start` is a place in its store.
pub struct Piece {
    store: Value,
    start: usize,
    length: usize,
}

impl Piece {
    /// `length` bytes at `offset`; `None` where there is no such memory, or it may not be written.
    #[inline]
    pub fn of(vm: &mut Vm, buffer: BufferRef, offset: usize, length: usize, writable: bool) -> Option<Piece> {
        let in_range = offset.checked_add(length).is_some_and(|end| end <= size(buffer));
        if !in_range || (writable && has(buffer, bits::READONLY)) || !is_valid(vm, buffer) {
            return None;
        }
        let piece = Piece { store: buffer.store(), start: start(buffer) + offset, length };
        if let (true, Some(string)) = (writable, piece.store.as_string()) {
            if string.is_frozen() {
                return None;
            }
            // The lock keeps the program from changing the string, not the buffer it was lent to.
            vm.string_reserve(string, string.len());
            string.forget_code_range();
        }
        Some(piece)
    }

    /// Memory of the heap, until the next allocation.
    #[inline]
    fn heap_bytes(&self) -> Option<*mut [u8]> {
        match self.store.kind() {
            Kind::Bytes => self.store.as_cell().map(|cell| cell.bytes_mut(8 + self.start, self.length)),
            Kind::String => self.store.as_string().map(|string| {
                assert!(self.start + self.length <= string.len());
                std::ptr::slice_from_raw_parts_mut(string.pointer_to_bytes().wrapping_add(self.start), self.length)
            }),
            _ => None,
        }
    }

    /// Where the memory is now, for a call of the system's.
    fn address(&self, vm: &mut Vm) -> *mut u8 {
        match self.heap_bytes() {
            Some(bytes) => bytes.cast(),
            None => mapping(vm, self.store).map_or(std::ptr::null_mut(), |mapping| mapping.address().wrapping_add(self.start)),
        }
    }

    pub fn len(&self) -> usize {
        self.length
    }

    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The bytes: those of the heap as they are, good until the next allocation, mapped ones as a copy.
    /// `None`: the file that is mapped does not reach so far.
    #[inline]
    pub fn bytes(&self, vm: &mut Vm) -> Option<Cow<'_, [u8]>> {
        if let Some(bytes) = self.heap_bytes() {
            // SAFETY: in a live cell (`is_valid` has compared with its size) that this piece keeps on the machine stack.
            return Some(Cow::Borrowed(unsafe { &*bytes }));
        }
        let mut bytes = vec![0; self.length];
        match mapping(vm, self.store) {
            Some(mapping) => mapping.read(self.start, &mut bytes).then_some(Cow::Owned(bytes)),
            None => (self.length == 0).then_some(Cow::Owned(bytes)),
        }
    }

    /// What `read` makes of the bytes; `None`: the file that is mapped does not reach so far.
    #[inline]
    pub fn read<Answer>(&self, vm: &mut Vm, read: impl FnOnce(&[u8]) -> Answer) -> Option<Answer> {
        match self.heap_bytes() {
            // SAFETY: as `bytes`; `read` has no machine to allocate with.
            Some(bytes) => Some(read(unsafe { &*bytes })),
            None => self.bytes(vm).map(|bytes| read(&bytes)),
        }
    }

    /// Copies what is in the heap into a new store, which has room for it.
    pub fn copy_to(&self, vm: &mut Vm, store: Value) {
        let bytes = self.heap_bytes().and_then(|_| self.bytes(vm));
        if let Some(bytes) = bytes {
            Piece { store: store, start: 0, length: self.length }.store(vm, &bytes);
        }
    }

    /// The memory as the system's calls take it.
    ///
    /// Callers pass it to one call of the system's and keep nothing: mapped memory may be changed by others.
    pub fn memory<'a>(&self, vm: &mut Vm) -> &'a mut [u8] {
        let address = self.address(vm);
        if address.is_null() {
            return &mut [];
        }
        // SAFETY: the piece's bytes are in live memory (`Piece::of`), which only the system touches during the call.
        unsafe { std::slice::from_raw_parts_mut(address, self.length) }
    }

    /// Stores bytes at the beginning of the piece, which may be where they come from.
    pub fn store(&self, vm: &mut Vm, bytes: &[u8]) -> bool {
        assert!(bytes.len() <= self.length);
        if let Some(target) = self.heap_bytes() {
            // SAFETY: as `bytes`; `copy` allows the ranges to overlap.
            unsafe { std::ptr::copy(bytes.as_ptr(), target.cast::<u8>(), bytes.len()) };
            return true;
        }
        match mapping(vm, self.store) {
            Some(mapping) => mapping.write(self.start, bytes),
            None => bytes.is_empty(),
        }
    }
}
