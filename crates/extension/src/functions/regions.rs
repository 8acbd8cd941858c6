//! `struct re_registers`: where a match and its groups lie, in memory of C code.

use std::ffi::c_int;

use crate::define::plain_functions;

/// A place in a text; -1 where a group took no part.
pub type Place = isize;

/// `ONIG_REGION_NOTPOS`
const NOWHERE: Place = -1;
const OUT_OF_MEMORY: c_int = -5;
const INVALID_ARGUMENT: c_int = -30;

#[repr(C)]
pub struct Region {
    allocated: c_int,
    count: c_int,
    begins: *mut Place,
    ends: *mut Place,
}

impl Region {
    fn resize(&mut self, count: usize) -> bool {
        if count > self.allocated as usize || self.begins.is_null() {
            let bytes = count.max(10).saturating_mul(size_of::<Place>());
            // A region that has none may hold anything there.
            let [begins, ends] = if self.allocated > 0 { [self.begins, self.ends] } else { [std::ptr::null_mut(); 2] };
            // SAFETY: what a region has was allocated here.
            let [begins, ends] = [begins, ends].map(|old| unsafe { libc::realloc(old.cast(), bytes) }.cast::<Place>());
            // What was made larger may have moved, also where the other could not be.
            if !begins.is_null() {
                self.begins = begins;
            }
            if !ends.is_null() {
                self.ends = ends;
            }
            if begins.is_null() || ends.is_null() {
                return false;
            }
            self.allocated = count.max(10) as c_int;
        }
        self.count = count as c_int;
        true
    }

    fn set(&mut self, index: usize, begin: Place, end: Place) {
        // SAFETY: a region has so many places.
        unsafe {
            self.begins.add(index).write(begin);
            self.ends.add(index).write(end);
        }
    }

    fn get(&self, index: usize) -> (Place, Place) {
        // SAFETY: as above.
        unsafe { (self.begins.add(index).read(), self.ends.add(index).read()) }
    }

    /// Whether a group took part.
    pub fn has(&self, group: usize) -> bool {
        group < self.count.max(0) as usize && self.get(group).0 != NOWHERE
    }

    /// Makes it those groups; `false` where there is no memory for them.
    pub fn fill(&mut self, groups: &[Option<(usize, usize)>]) -> bool {
        if !self.resize(groups.len()) {
            return false;
        }
        for (index, group) in groups.iter().enumerate() {
            let (begin, end) = group.map_or((NOWHERE, NOWHERE), |(begin, end)| (begin as Place, end as Place));
            self.set(index, begin, end);
        }
        true
    }
}

/// A region that C code names, if it names one.
pub(super) fn region_at<'a>(region: *mut Region) -> Option<&'a mut Region> {
    // SAFETY: by the API it is none, or one that nobody else uses meanwhile.
    unsafe { region.as_mut() }
}

plain_functions! {
    fn rutile_onig_region_new() -> *mut Region {
        Box::into_raw(Box::new(Region { allocated: 0, count: 0, begins: std::ptr::null_mut(), ends: std::ptr::null_mut() }))
    }

    fn rutile_onig_region_init(region: *mut Region) {
        crate::memory::store(region, Region { allocated: 0, count: 0, begins: std::ptr::null_mut(), ends: std::ptr::null_mut() });
    }

    fn rutile_onig_region_free(region: *mut Region, with_itself: c_int) {
        let Some(known) = region_at(region) else { return };
        if known.allocated > 0 {
            // SAFETY: `resize` allocated them.
            unsafe {
                libc::free(known.begins.cast());
                libc::free(known.ends.cast());
            }
        }
        rutile_onig_region_init(region);
        if with_itself != 0 {
            // SAFETY: by the API `rutile_onig_region_new` made it.
            drop(unsafe { Box::from_raw(region) });
        }
    }

    fn rutile_onig_region_clear(region: *mut Region) {
        let Some(region) = region_at(region) else { return };
        (0..region.count.max(0) as usize).for_each(|index| region.set(index, NOWHERE, NOWHERE));
    }

    fn rutile_onig_region_resize(region: *mut Region, count: c_int) -> c_int {
        let is_done = region_at(region).is_none_or(|region| region.resize(count.max(0) as usize));
        if is_done { 0 } else { OUT_OF_MEMORY }
    }

    fn rutile_onig_region_set(region: *mut Region, at: c_int, begin: c_int, end: c_int) -> c_int {
        if at < 0 {
            return INVALID_ARGUMENT;
        }
        let Some(region) = region_at(region) else { return 0 };
        let at = at as usize;
        // Where there is room for it, the region's own count is left alone.
        if at >= region.allocated.max(0) as usize {
            let before = region.count.max(0) as usize;
            if !region.resize(at + 1) {
                return OUT_OF_MEMORY;
            }
            (before..at).for_each(|index| region.set(index, NOWHERE, NOWHERE));
        }
        region.set(at, begin as Place, end as Place);
        0
    }

    fn rutile_onig_region_copy(target: *mut Region, source: *const Region) {
        let (Some(target), Some(source)) = (region_at(target), region_at(source.cast_mut())) else { return };
        let count = source.count.max(0) as usize;
        if !std::ptr::eq(target, source) && target.resize(count) {
            for index in 0..count {
                let (begin, end) = source.get(index);
                target.set(index, begin, end);
            }
        }
    }

    /// Gives 0 when it is done.
    fn rb_reg_region_copy(target: *mut Region, source: *const Region) -> c_int {
        rutile_onig_region_copy(target, source);
        if region_at(target).is_some_and(|region| region.allocated > 0) { 0 } else { OUT_OF_MEMORY }
    }

    fn rutile_onig_region_memsize(region: *const Region) -> usize {
        region_at(region.cast_mut()).map_or(0, |region| region.allocated.max(0) as usize * 2 * size_of::<Place>())
    }
}
