//! The entries of call sites and operators for receivers of more than one shape.
//!
//! A call site's own cache holds the first shape that came. Up to three more stand here, in a chain that the cache
//! begins; what a site calls beyond those it finds in the megamorphic cache, one small table for all. An
//! operator's instruction has no cache of its own: all that it calls where the loop can't answer it stands here,
//! by the address of the instruction, with the kinds of the operands that it saw. Nothing of this stands in
//! the code, a collection leaves it alone, and it is gone with the code (`Vm::release_code`).
//!
//! ```text
//!   call cache of the site        entries
//!   +----------------+------+     +-------+------------+--------+------+     +- -
//!   | ...            | next |---->| shape | assumption | target | next |---->|
//!   +----------------+------+     +-------+------------+--------+------+     +- -
//! ```

use std::cell::Cell as Slot;
use std::collections::HashMap;
use std::ops::RangeInclusive;

use foldhash::fast::FixedState;
use rutile_bytecode::Instruction;

use crate::calls::assumptions::{Assumption, Assumptions};
use crate::code::{CallCache, CallTarget};

/// Receivers of so many shapes a site has entries for; V8's inline caches and CRuby's profiles keep four too.
const MOST_SHAPES: usize = 4;
/// Entries of a slab.
const SLAB: usize = 128;
/// log2 of how many pairs of entries the megamorphic cache begins with, and of how many it grows to: a page of an application
/// with many models calls some 3,000 pairs of a site and a shape again and again.
const MEGAMORPHIC_BITS: RangeInclusive<u32> = 8..=13;

/// How often a cache did not know the answer, since the start.
#[derive(Default)]
pub struct CacheMisses {
    pub calls: u64,
    pub operators: u64,
    pub constants: u64,
}

/// The entries of an operator's instruction, and the operands that it saw.
#[derive(Default)]
pub struct OperatorSite {
    first: CallCache,
    /// The kinds of operands that did not stay in the loop, a bit each by `basic_operations::of`.
    pub operands: u16,
}

/// The entries of all sites, and what operators call.
#[derive(Default)]
pub struct Polymorphic {
    pub misses: CacheMisses,
    slabs: Vec<Box<[CallCache; SLAB]>>,
    /// Entries that no site has.
    free: Vec<&'static CallCache>,
    operators: HashMap<usize, Box<OperatorSite>, FixedState>,
    megamorphic: Megamorphic,
}

impl Polymorphic {
    /// The entry of a site for receivers of a shape, where the site's own cache is `first`.
    #[inline]
    pub fn find<'a>(&'a self, first: &'a CallCache, shape: u32, assumptions: &Assumptions) -> Option<&'a CallCache> {
        let mut next = Some(first);
        while let Some(entry) = next {
            if entry.holds(shape, assumptions) {
                return Some(entry);
            }
            next = entry.next.get();
        }
        self.megamorphic.find(first, shape, assumptions)
    }

    /// Keeps what a site calls for receivers of a shape: in place of what does not hold any more, else in an entry of its own, else
    /// in the megamorphic cache.
    pub fn keep(&mut self, first: &CallCache, shape: u32, assumption: Assumption, target: CallTarget, assumptions: &Assumptions) {
        let is_replaced = |entry: &CallCache| entry.shape.get() == shape || !assumptions.holds(entry.assumption.get());
        let (mut entry, mut count) = (first, 1);
        loop {
            if is_replaced(entry) {
                return entry.fill(shape, assumption, target);
            }
            match entry.next.get() {
                None => break,
                Some(next) => entry = next,
            }
            count += 1;
        }
        if count == MOST_SHAPES {
            return self.megamorphic.keep(first, shape, assumption, target);
        }
        let added = self.take();
        added.fill(shape, assumption, target);
        entry.next.set(Some(added));
    }

    fn take(&mut self) -> &'static CallCache {
        if let Some(entry) = self.free.pop() {
            return entry;
        }
        self.slabs.push(Box::new(std::array::from_fn(|_| CallCache::default())));
        let slab: *const [CallCache; SLAB] = &raw const *self.slabs[self.slabs.len() - 1];
        // SAFETY: slabs are neither moved nor freed before the machine is, and with it all code that names an entry.
        let entries = unsafe { &*slab };
        self.free.extend(entries[1..].iter().rev());
        &entries[0]
    }

    /// Frees the entries behind a cache that is about to go.
    pub fn release(&mut self, first: &CallCache) {
        let (mut next, mut count) = (first.next.take(), 1);
        while let Some(entry) = next {
            self.free.push(entry);
            entry.empty();
            next = entry.next.take();
            count += 1;
        }
        if count == MOST_SHAPES {
            self.megamorphic.forget(|owner| owner == first as *const CallCache as usize);
        }
    }

    /// Empties those entries of a site, the first included, that name dead shapes or rely on what does not hold any more.
    pub fn clean(&self, first: &CallCache, assumptions: &Assumptions, is_dead: &impl Fn(u32) -> bool) {
        let mut next = Some(first);
        while let Some(entry) = next {
            let inner = match entry.target.get() {
                CallTarget::New(initialize, _) => assumptions.holds(initialize),
                CallTarget::Adder(_, shape) => !is_dead(shape),
                _ => true,
            };
            if is_dead(entry.shape.get()) || !inner || !assumptions.holds(entry.assumption.get()) {
                entry.empty();
            }
            next = entry.next.get();
        }
    }

    // --- operators ---

    /// The site of the operator behind which an instruction pointer stands.
    #[inline]
    pub fn operator(&self, behind: *const Instruction) -> Option<&OperatorSite> {
        self.operators.get(&(behind as usize)).map(|site| &**site)
    }

    /// The entry of the operator's instruction for receivers of a shape.
    #[inline]
    pub fn find_operator<'a>(&'a self, behind: *const Instruction, shape: u32, assumptions: &Assumptions) -> Option<&'a CallCache> {
        self.find(&self.operator(behind)?.first, shape, assumptions)
    }

    /// Keeps what it calls, and the kinds of its operands.
    pub fn keep_operator(&mut self, behind: *const Instruction, shape: u32, found: (Assumption, CallTarget), operands: u16, assumptions: &Assumptions) {
        let site = self.operators.entry(behind as usize).or_default();
        site.operands |= operands;
        let first: *const CallCache = &site.first;
        // SAFETY: the site is boxed, and stays until its code is gone.
        self.keep(unsafe { &*first }, shape, found.0, found.1, assumptions);
    }

    /// Forgets the operators of instructions that are gone.
    pub fn release_operators(&mut self, instructions: &[Instruction]) {
        if self.operators.is_empty() {
            return;
        }
        let behind = instructions.as_ptr_range();
        let gone = |place: usize| place > behind.start as usize && place <= behind.end as usize;
        if instructions.len() > self.operators.len() {
            let places: Vec<usize> = self.operators.keys().copied().filter(|&place| gone(place)).collect();
            places.into_iter().for_each(|place| self.release_operator(place));
        } else {
            instructions.iter().for_each(|instruction| self.release_operator(instruction as *const Instruction as usize + size_of::<Instruction>()));
        }
    }

    fn release_operator(&mut self, place: usize) {
        if let Some(site) = self.operators.remove(&place) {
            self.release(&site.first);
        }
    }

    /// The same as `clean`, for all operators; the megamorphic cache is emptied.
    pub fn clean_operators(&self, assumptions: &Assumptions, is_dead: &impl Fn(u32) -> bool) {
        self.operators.values().for_each(|site| self.clean(&site.first, assumptions, is_dead));
        self.megamorphic.forget(|_| true);
    }

    /// Counts anew what the megamorphic cache gives up.
    pub fn after_major(&mut self) {
        self.megamorphic.given_up = 0;
    }

    /// Gives up the megamorphic cache, which has the size that booting asked for: each forked child would fill a few entries in
    /// each of its pages.
    pub fn settle(&mut self) {
        self.megamorphic = Megamorphic::default();
    }
}

/// An entry of the megamorphic cache, and the own cache of the site that it is of: 0 where it is of none.
type OwnedEntry = (Slot<usize>, CallCache);

/// The entries of sites that have as many of their own as they may have. An entry is told by the site's own cache and the
/// receiver's shape; it stands in either place of the pair that these hash to, the newer in the first. The cache doubles when
/// between two major collections entries in use were given up as often as it has pairs: what it gives up now and then costs less
/// than the memory.
#[derive(Default)]
struct Megamorphic {
    pairs: Box<[[OwnedEntry; 2]]>,
    given_up: usize,
}

impl Megamorphic {
    /// Mixed twice, as by splitmix64: multiplied once, the shapes of each site stood at the same distances, and two sites that met once
    /// met at many places.
    #[inline(always)]
    fn place(&self, owner: usize, shape: u32) -> usize {
        let mixed = (owner as u64 ^ (shape as u64) << 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 32) as usize & (self.pairs.len() - 1)
    }

    #[inline]
    fn find(&self, site: &CallCache, shape: u32, assumptions: &Assumptions) -> Option<&CallCache> {
        if self.pairs.is_empty() {
            return None;
        }
        let owner = site as *const CallCache as usize;
        let pair = &self.pairs[self.place(owner, shape)];
        pair.iter().find(|(of, found)| of.get() == owner && found.holds(shape, assumptions)).map(|(_, found)| found)
    }

    fn keep(&mut self, site: &CallCache, shape: u32, assumption: Assumption, target: CallTarget) {
        if self.pairs.is_empty() {
            self.pairs = Self::with_pairs(1 << MEGAMORPHIC_BITS.start());
        } else if self.given_up >= self.pairs.len() && self.pairs.len() < 1 << MEGAMORPHIC_BITS.end() {
            self.grow();
        }
        self.insert(site as *const CallCache as usize, shape, assumption, target);
    }

    fn insert(&mut self, owner: usize, shape: u32, assumption: Assumption, target: CallTarget) {
        let place = self.place(owner, shape);
        let [first, second] = &self.pairs[place];
        let is_same = |entry: &OwnedEntry| entry.0.get() == owner && entry.1.shape.get() == shape;
        if !is_same(first) && first.0.get() != 0 {
            if !is_same(second) && second.0.get() != 0 {
                self.given_up += 1;
            }
            second.0.set(first.0.get());
            second.1.fill(first.1.shape.get(), first.1.assumption.get(), first.1.target.get());
        }
        first.0.set(owner);
        first.1.fill(shape, assumption, target);
    }

    fn with_pairs(count: usize) -> Box<[[OwnedEntry; 2]]> {
        std::iter::repeat_with(Default::default).take(count).collect()
    }

    fn grow(&mut self) {
        let grown = Self::with_pairs(self.pairs.len() * 2);
        let before = std::mem::replace(&mut self.pairs, grown);
        for (owner, found) in before.iter().flatten().rev().filter(|(owner, _)| owner.get() != 0) {
            self.insert(owner.get(), found.shape.get(), found.assumption.get(), found.target.get());
        }
        self.given_up = 0;
    }

    /// Empties the entries of some sites. Written is only what changes.
    fn forget(&self, is_meant: impl Fn(usize) -> bool) {
        for (owner, found) in self.pairs.iter().flatten().filter(|(owner, _)| owner.get() != 0 && is_meant(owner.get())) {
            owner.set(0);
            found.empty();
        }
    }
}
