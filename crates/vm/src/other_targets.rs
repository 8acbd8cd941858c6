//! What is called for receivers that the place of a call has no room for.
//!
//! A call site's own cache holds one shape. Where receivers of several come in turns, each that displaces
//! another leaves that here, and finds its own again: nothing is looked up and no cache is written as long as
//! they stay the same. An operator's instruction has no cache at all; what it calls where the loop can't
//! answer it stands here only.
//!
//! An entry is told by where the call stands (a site's cache, or an instruction) and the receiver's shape.
//! The table keeps nothing alive and follows nothing that moves: every collection empties it, so that an entry's
//! place is never that of code which has gone. It is one for the machine, so that a child of a fork writes
//! to these pages and not to those of its caches.

use std::cell::Cell as Slot;

use rutile_bytecode::Instruction;

use crate::code::CallCache;

/// log2 of how many entries there are, once there is one.
const BITS: u32 = 9;

#[derive(Default)]
struct Entry {
    place: Slot<usize>,
    found: CallCache,
}

/// Where a call stands.
#[derive(Clone, Copy)]
pub struct Place(usize);

impl Place {
    #[inline(always)]
    pub fn of_site(cache: &CallCache) -> Place {
        Place(cache as *const CallCache as usize)
    }

    /// The instruction that a counter stands behind.
    #[inline(always)]
    pub fn of_instruction(behind: *const Instruction) -> Place {
        Place(behind as usize)
    }
}

/// The entries, which are there from the first that is kept on.
#[derive(Default)]
pub struct OtherTargets {
    entries: Option<Box<[Entry]>>,
    is_used: bool,
}

impl OtherTargets {
    /// Multiplying spreads both over the upper bits.
    #[inline(always)]
    fn index(place: Place, shape: u32) -> usize {
        let key = place.0 as u64 ^ (shape as u64) << 32;
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - BITS)) as usize
    }

    /// What a call at a place makes for receivers of a shape, if it is known. It may be emptied by a collection.
    #[inline]
    pub fn find<'a>(&self, place: Place, shape: u32, epoch: u32) -> Option<&'a CallCache> {
        let entry = self.entries.as_ref()?.get(Self::index(place, shape))?;
        if entry.place.get() != place.0 || !entry.found.holds(shape, epoch) {
            return None;
        }
        // SAFETY: once there, the entries stay where they are as long as the machine, and nobody outlives that who runs code.
        // Only slots are changed in them.
        Some(unsafe { &*(&entry.found as *const CallCache) })
    }

    /// Keeps what was found at a place.
    pub fn keep(&mut self, place: Place, found: &CallCache) {
        self.is_used = true;
        let entries = self.entries.get_or_insert_with(|| std::iter::repeat_with(Entry::default).take(1 << BITS).collect());
        let entry = &entries[Self::index(place, found.shape.get())];
        entry.place.set(place.0);
        entry.found.copy_from(found);
    }

    /// Nothing is known any more. Written is only what changes.
    pub fn forget(&mut self) {
        if !std::mem::take(&mut self.is_used) {
            return;
        }
        for entry in self.entries.iter().flatten().filter(|entry| entry.place.get() != 0) {
            entry.place.set(0);
            entry.found.copy_from(&CallCache::new());
        }
    }
}
