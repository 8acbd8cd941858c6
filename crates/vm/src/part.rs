//! Slices that know where they are by their distance from themselves.
//!
//! A piece of code is one stretch of memory: a fixed part, then arrays. A `Part` in
//! it refers to one of its arrays in eight bytes, half of what a pointer and a length would
//! take.
//!
//! The invariant: a `Part` that was pointed at something never moves, and what it was pointed at stays
//! as long as it does. Only `code_builder` makes such parts, in the code space, where nothing moves.

use std::marker::PhantomData;
use std::ops::Deref;

/// So many `T` at a distance from this very place. Aligned so that a part of nothing is an aligned place, too.
#[repr(C, align(8))]
pub struct Part<T> {
    offset: i32,
    length: u32,
    of: PhantomData<T>,
}

impl<T> Part<T> {
    /// A part of nothing, which may stand anywhere.
    pub const NONE: Part<T> = Part { offset: 0, length: 0, of: PhantomData };

    /// Points the part at `place` to `length` values from `target` on.
    ///
    /// # Safety
    /// `place` is valid for writes and for good; so are the values for reads as long as it is. The two are
    /// less than 2 GiB apart.
    pub(crate) unsafe fn point(place: *mut Part<T>, target: *const T, length: usize) {
        let offset = (target as i64 - place as i64) as i32;
        // SAFETY: by the caller's word.
        unsafe { place.write(Part { offset, length: length as u32, of: PhantomData }) };
    }
}

impl<T> Default for Part<T> {
    fn default() -> Self {
        Part::NONE
    }
}

impl<T> Deref for Part<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        const { assert!(align_of::<T>() <= 8) };
        // SAFETY: module invariant; a part of nothing names its own aligned place, and no value there.
        unsafe {
            let place = (self as *const Part<T> as *const u8).offset(self.offset as isize);
            std::slice::from_raw_parts(place as *const T, self.length as usize)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_reads_what_it_was_pointed_at() {
        struct Piece {
            part: Part<u64>,
            other: Part<u8>,
            values: [u64; 4],
        }
        let mut piece = Box::new(Piece { part: Part::NONE, other: Part::NONE, values: [1, 2, 3, 4] });
        let target = &raw const piece.values[1];
        // SAFETY: the box keeps both in place.
        unsafe { Part::point(&raw mut piece.part, target, 2) };
        assert_eq!(&*piece.part, [2, 3]);
        assert!(piece.other.is_empty());
    }
}
