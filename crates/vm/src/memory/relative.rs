//! Slices that know where they are by their distance from themselves.
//!
//! A piece of code is one stretch of memory: a fixed part, then arrays. A `RelativeSlice` in
//! it refers to one of its arrays in eight bytes, half of what a pointer and a length would
//! take.
//!
//! The invariant: a `RelativeSlice` that was pointed at something never moves, and what it was pointed at stays
//! as long as it does. Only `code::builder` makes such slices, in the code space, where nothing moves.

use std::marker::PhantomData;
use std::ops::Deref;

/// So many `T` at a distance from this very place. Aligned so that an empty slice is at an aligned address, too.
#[repr(C, align(8))]
pub struct RelativeSlice<T> {
    offset: i32,
    length: u32,
    of: PhantomData<T>,
}

impl<T> RelativeSlice<T> {
    /// An empty slice, which may stand anywhere.
    pub const NONE: RelativeSlice<T> = RelativeSlice { offset: 0, length: 0, of: PhantomData };

    /// Points the slice at `place` to `length` values from `target` on.
    ///
    /// # Safety
    /// `place` is valid for writes and for good; so are the values for reads as long as it is. The two are
    /// less than 2 GiB apart.
    pub(crate) unsafe fn point(place: *mut RelativeSlice<T>, target: *const T, length: usize) {
        let offset = (target as i64 - place as i64) as i32;
        // SAFETY: by the caller's word.
        unsafe { place.write(RelativeSlice { offset, length: length as u32, of: PhantomData }) };
    }
}

/// One `T`, or none, at a distance from this very place: half a `RelativeSlice`, where the number is known otherwise.
#[repr(transparent)]
pub struct RelativePointer<T> {
    offset: i32,
    of: PhantomData<T>,
}

impl<T> RelativePointer<T> {
    pub const NONE: RelativePointer<T> = RelativePointer { offset: 0, of: PhantomData };

    /// Points what stands at `place` to `target`.
    ///
    /// # Safety
    /// As `RelativeSlice::point`, for one value.
    pub(crate) unsafe fn point(place: *mut RelativePointer<T>, target: *const T) {
        let offset = (target as i64 - place as i64) as i32;
        // SAFETY: by the caller's word.
        unsafe { place.write(RelativePointer { offset, of: PhantomData }) };
    }

    /// The place pointed at: of no use where there is none.
    #[inline(always)]
    pub(crate) fn as_ptr(&self) -> *const T {
        (self as *const RelativePointer<T> as *const u8).wrapping_offset(self.offset as isize) as *const T
    }

    #[inline(always)]
    pub fn get(&self) -> Option<&T> {
        // SAFETY: module invariant.
        (self.offset != 0).then(|| unsafe { &*self.as_ptr() })
    }
}

/// One `T`, or none, at a distance from what this is a field of: as `RelativePointer`, with an addition less on the way there.
#[repr(transparent)]
pub struct OwnerRelative<T> {
    offset: i32,
    of: PhantomData<T>,
}

impl<T> OwnerRelative<T> {
    pub const NONE: OwnerRelative<T> = OwnerRelative { offset: 0, of: PhantomData };

    /// Points what stands at `place`, in what begins at `start`, to `target`.
    ///
    /// # Safety
    /// As `RelativeSlice::point`, for one value.
    pub(crate) unsafe fn point<S>(place: *mut OwnerRelative<T>, start: *const S, target: *const T) {
        let offset = (target as i64 - start as i64) as i32;
        // SAFETY: by the caller's word.
        unsafe { place.write(OwnerRelative { offset, of: PhantomData }) };
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
pub struct CountedSlice<T>(RelativePointer<u32>, PhantomData<T>);

impl<T> CountedSlice<T> {
    pub const NONE: CountedSlice<T> = CountedSlice(RelativePointer::NONE, PhantomData);

    /// Points what stands at `place` to the number at `target`.
    ///
    /// # Safety
    /// As `RelativeSlice::point`, for the number and the values behind it.
    pub(crate) unsafe fn point(place: *mut CountedSlice<T>, target: *const u32) {
        // SAFETY: by the caller's word; the two are laid out alike.
        unsafe { RelativePointer::point(place as *mut RelativePointer<u32>, target) };
    }
}

impl<T> Deref for CountedSlice<T> {
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

impl<T> Default for RelativeSlice<T> {
    fn default() -> Self {
        RelativeSlice::NONE
    }
}

impl<T> Deref for RelativeSlice<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        const { assert!(align_of::<T>() <= 8) };
        // SAFETY: module invariant; an empty slice names its own aligned address, and no value there.
        unsafe {
            let place = (self as *const RelativeSlice<T> as *const u8).offset(self.offset as isize);
            std::slice::from_raw_parts(place as *const T, self.length as usize)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slice_reads_what_it_was_pointed_at() {
        struct Piece {
            slice: RelativeSlice<u64>,
            other: RelativeSlice<u8>,
            values: [u64; 4],
        }
        let mut piece = Box::new(Piece { slice: RelativeSlice::NONE, other: RelativeSlice::NONE, values: [1, 2, 3, 4] });
        let target = &raw const piece.values[1];
        // SAFETY: the box keeps both in place.
        unsafe { RelativeSlice::point(&raw mut piece.slice, target, 2) };
        assert_eq!(&*piece.slice, [2, 3]);
        assert!(piece.other.is_empty());
    }

    #[test]
    fn what_is_near_may_be_nothing() {
        struct Piece {
            one: RelativePointer<u64>,
            several: CountedSlice<u16>,
            none: CountedSlice<u16>,
            value: u64,
            numbers: [u32; 2],
        }
        let mut piece = Box::new(Piece { one: RelativePointer::NONE, several: CountedSlice::NONE, none: CountedSlice::NONE, value: 7, numbers: [2, 5 | 6 << 16] });
        assert!(piece.one.get().is_none() && piece.several.is_empty());
        let (value, numbers) = (&raw const piece.value, &raw const piece.numbers as *const u32);
        // SAFETY: the box keeps all in place.
        unsafe {
            RelativePointer::point(&raw mut piece.one, value);
            CountedSlice::point(&raw mut piece.several, numbers);
        }
        assert_eq!((piece.one.get(), &*piece.several, piece.none.len()), (Some(&7), &[5u16, 6][..], 0));
    }
}
