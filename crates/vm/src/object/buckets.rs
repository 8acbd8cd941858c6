//! Open-addressed indexes: where in a list of entries each hash is.
//!
//! ```text
//!   +--------+-------+----------------------------
//!   | header | count | bucket, bucket, bucket, ...     a Bytes cell; 32 bits a bucket
//!   +--------+-------+----------------------------
//! ```
//!
//! A bucket is zero, or a position and one. `count` is a power of two.

use rutile_heap::Cell;

use crate::value::fields::Fields;
use crate::value::kind::{Kind, header};
use crate::vm::Vm;

/// An index.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Buckets(pub Cell);

impl Buckets {
    pub fn len(self) -> usize {
        self.0.field(1) as usize
    }

    #[inline(always)]
    pub fn all<'a>(self) -> &'a mut [u32] {
        // SAFETY: an index cell holds its bucket count in word 1 and that many 32-bit buckets from word 2 on.
        unsafe { std::slice::from_raw_parts_mut(self.0.byte_pointer(16) as *mut u32, self.len()) }
    }

    pub fn insert(self, hash: usize, position: usize) {
        let buckets = self.all();
        let mask = buckets.len() - 1;
        let mut bucket = hash & mask;
        while buckets[bucket] != 0 {
            bucket = (bucket + 1) & mask;
        }
        buckets[bucket] = position as u32 + 1;
    }

    /// The positions that may have a hash.
    #[inline(always)]
    pub fn probe<'a>(self, hash: usize) -> Probe<'a> {
        let buckets = self.all();
        Probe { bucket: hash & (buckets.len() - 1), buckets }
    }
}

pub(super) struct Probe<'a> {
    buckets: &'a [u32],
    bucket: usize,
}

impl Probe<'_> {
    /// What comes behind a position that was found.
    pub fn behind(mut self, found: Option<usize>) -> Self {
        if found.is_some() {
            self.by_ref().find(|&position| Some(position) == found);
        }
        self
    }
}

impl Iterator for Probe<'_> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let position = (self.buckets[self.bucket] as usize).checked_sub(1)?;
        self.bucket = (self.bucket + 1) & (self.buckets.len() - 1);
        Some(position)
    }
}

impl Vm {
    /// An empty index of so many buckets.
    pub(super) fn new_buckets(&mut self, count: usize) -> Buckets {
        let index = self.allocate(16 + count * 4, header(Kind::Bytes, 0, 0, 0));
        index.set_field_raw(1, count as u64);
        Buckets(index)
    }
}
