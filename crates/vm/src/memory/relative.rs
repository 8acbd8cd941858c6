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

/// One `T`, or none, at a distance from this very place: half a `Part`, where the number is known otherwise.
#[repr(transparent)]
pub struct Near<T> {
    offset: i32,
    of: PhantomData<T>,
}

impl<T> Near<T> {
    pub const NONE: Near<T> = Near { offset: 0, of: PhantomData };

    /// Points what stands at `place` to `target`.
    ///
    /// # Safety
    /// As `Part::point`, for one value.
    pub(crate) unsafe fn point(place: *mut Near<T>, target: *const T) {
        let offset = (target as i64 - place as i64) as i32;
        // SAFETY: by the caller's word.
        unsafe { place.write(Near { offset, of: PhantomData }) };
    }

    /// The place pointed at: of no use where there is none.
    #[inline(always)]
    pub(crate) fn as_ptr(&self) -> *const T {
        (self as *const Near<T> as *const u8).wrapping_offset(self.offset as isize) as *const T
    }

    #[inline(always)]
    pub fn get(&self) -> Option<&T> {
        // SAFETY: module invariant.
        (self.offset != 0).then(|| unsafe { &*self.as_ptr() })
    }
}

/// One `T`, or none, at a distance from what this is a field of: as `Near`, with an addition less on the way there.
#[repr(transparent)]
pub struct Beside<T> {
    offset: i32,
    of: PhantomData<T>,
}

impl<T> Beside<T> {
    pub const NONE: Beside<T> = Beside { offset: 0, of: PhantomData };

    /// Points what stands at `place`, in what begins at `start`, to `target`.
    ///
    /// # Safety
    /// As `Part::point`, for one value.
    pub(crate) unsafe fn point<S>(place: *mut Beside<T>, start: *const S, target: *const T) {
        let offset = (target as i64 - start as i64) as i32;
        // SAFETY: by the caller's word.
        unsafe { place.write(Beside { offset, of: PhantomData }) };
    }

    /// The place pointed at, seen from the same start: of no use where there is none.
    #[inline(always)]
    pub(crate) fn seen_from<S>(&self, start: &S) -> *const T {
        (start as *const S as *const u8).wrapping_offset(self.offset as isize) as *const T
    }

    #[inline(always)]
    pub(crate) fn is_none(&self) -> bool {
        self.offset == 0
    }
}

/// Several `T` that stand behind their number: four bytes where most have none, or share theirs.
#[repr(transparent)]
pub struct Counted<T>(Near<u32>, PhantomData<T>);

impl<T> Counted<T> {
    pub const NONE: Counted<T> = Counted(Near::NONE, PhantomData);

    /// Points what stands at `place` to the number at `target`.
    ///
    /// # Safety
    /// As `Part::point`, for the number and the values behind it.
    pub(crate) unsafe fn point(place: *mut Counted<T>, target: *const u32) {
        // SAFETY: by the caller's word; the two are laid out alike.
        unsafe { Near::point(place as *mut Near<u32>, target) };
    }
}

impl<T> Deref for Counted<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        const { assert!(align_of::<T>() <= 4) };
        match self.0.get() {
            None => &[],
            // SAFETY: module invariant: so many stand behind the number.
            Some(count) => unsafe { std::slice::from_raw_parts((count as *const u32).add(1) as *const T, *count as usize) },
        }
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

    #[test]
    fn what_is_near_may_be_nothing() {
        struct Piece {
            one: Near<u64>,
            several: Counted<u16>,
            none: Counted<u16>,
            value: u64,
            numbers: [u32; 2],
        }
        let mut piece = Box::new(Piece { one: Near::NONE, several: Counted::NONE, none: Counted::NONE, value: 7, numbers: [2, 5 | 6 << 16] });
        assert!(piece.one.get().is_none() && piece.several.is_empty());
        let (value, numbers) = (&raw const piece.value, &raw const piece.numbers as *const u32);
        // SAFETY: the box keeps all in place.
        unsafe {
            Near::point(&raw mut piece.one, value);
            Counted::point(&raw mut piece.several, numbers);
        }
        assert_eq!((piece.one.get(), &*piece.several, piece.none.len()), (Some(&7), &[5u16, 6][..], 0));
    }
}
