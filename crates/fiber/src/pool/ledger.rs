//! The bookkeeping of a pool: which stacks there are and what each is doing.
//!
//! The ledger decides; it reaches memory only through [`Memory`], so that its
//! tests run on memory that isn't there. All of it is side tables: a record for
//! each allocation, in it a record for each stack, and lists through them.
//!
//! ```text
//!  allocations  -> [ #2: 16 stacks ] <-> [ #1: 8 stacks ] <-> [ #0: 8 stacks ]
//!                    |used|warm|cold|fresh ...|
//!  warm         -> #2.1 <-> #0.5 <-> #0.2      vacant, pages as they were left
//!  cold         -> #1.0 <-> #2.2               vacant, pages given back
//! ```
//!
//! A stack is *fresh* until it is used for the first time (its guard is made
//! then, so an allocation costs one system call whatever its size), *used*
//! while somebody has it, and afterwards *warm* or *cold*. Whoever asks gets
//! the stack that was given back last, whose pages are likeliest in the cache.

use super::list::{Linked, Links, List};
use crate::policy::{Policy, Release};
use std::ops::Range;

/// Where stacks come from.
pub(crate) trait Memory {
    type Mapping: Mapping;

    /// A new mapping of this many bytes, or the system's error number.
    fn map(&mut self, bytes: usize) -> Result<Self::Mapping, i32>;
}

/// A range of address space, unmapped when dropped.
pub(crate) trait Mapping {
    fn base(&self) -> usize;

    /// Gives the pages of a range of offsets back; their content is lost.
    ///
    /// # Safety
    /// Nothing in the range is in use.
    unsafe fn discard(&mut self, range: Range<usize>, when: Discard);

    /// Protects a range of offsets as well as it can.
    ///
    /// # Safety
    /// Nothing in the range is in use.
    unsafe fn protect(&mut self, range: Range<usize>) -> GuardKind;
}

/// When discarded pages go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Discard {
    /// When the system wants them.
    Lazily,
    /// Now.
    Now,
}

/// The protection of a stack's low end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuardKind {
    /// Entries in the page table (`MADV_GUARD_INSTALL`): no memory map.
    Marker,
    /// Pages without access (`mprotect`): up to two memory maps.
    Protected,
    /// Ordinary memory that code stays out of by asking [`StackLimit`].
    ///
    /// [`StackLimit`]: crate::StackLimit
    Software,
}

/// The name of a stack in its pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StackId {
    allocation: u32,
    slot: u32,
}

/// A stack as its user gets it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lease {
    pub(crate) id: StackId,
    /// The lowest address of the stack; the guard is below it.
    pub(crate) bottom: usize,
}

/// Why there is no stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    Limit,
    System(i32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Fresh,
    Used,
    Warm,
    Cold,
}

struct Slot {
    links: Links<StackId>,
    state: State,
    guard: Option<GuardKind>,
    /// When it became warm, by the clock of the caller.
    since: u64,
}

struct Allocation<M> {
    links: Links<u32>,
    mapping: M,
    slots: Box<[Slot]>,
    /// Slots from here on are fresh.
    fresh: u32,
    used: u32,
    warm: u32,
}

/// The tables the lists run through.
struct Table<M> {
    allocations: Vec<Option<Allocation<M>>>,
    /// Places in `allocations` without one.
    free: Vec<u32>,
}

impl<M> Table<M> {
    #[inline]
    fn allocation(&mut self, index: u32) -> &mut Allocation<M> {
        self.allocations[index as usize]
            .as_mut()
            .expect("a listed allocation exists")
    }

    #[inline]
    fn slot(&mut self, id: StackId) -> &mut Slot {
        &mut self.allocation(id.allocation).slots[id.slot as usize]
    }
}

impl<M> Linked<u32> for Table<M> {
    #[inline]
    fn links(&mut self, key: u32) -> &mut Links<u32> {
        &mut self.allocation(key).links
    }
}

impl<M> Linked<StackId> for Table<M> {
    #[inline]
    fn links(&mut self, key: StackId) -> &mut Links<StackId> {
        &mut self.slot(key).links
    }
}

/// The counts of a pool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Allocations there are.
    pub allocations: usize,
    /// Stacks in them, used and vacant.
    pub stacks: usize,
    /// Stacks somebody has.
    pub used: usize,
    /// Stacks nobody has: warm, cold and never used.
    pub vacant: usize,
    /// Vacant stacks that still have the pages of their last use.
    pub warm: usize,
    /// Address space of all allocations, guards included.
    pub bytes: usize,
    /// The most stacks that were used at a time.
    pub peak: usize,
    /// Stacks handed out so far.
    pub acquired: u64,
    /// Allocations made so far.
    pub mapped: u64,
    /// Allocations returned so far.
    pub unmapped: u64,
    /// Stacks by what protects them; the rest were never used.
    pub guards: Guards,
}

/// Stacks by what protects them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Guards {
    /// By [`GuardKind::Marker`].
    pub marker: usize,
    /// By [`GuardKind::Protected`].
    pub protected: usize,
    /// By [`GuardKind::Software`].
    pub software: usize,
}

impl Guards {
    fn count(&mut self, kind: GuardKind) -> &mut usize {
        match kind {
            GuardKind::Marker => &mut self.marker,
            GuardKind::Protected => &mut self.protected,
            GuardKind::Software => &mut self.software,
        }
    }
}

/// The memory that a call to `trim` gave back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trimmed {
    /// Allocations that were unmapped.
    pub allocations: usize,
    /// Stacks in them.
    pub stacks: usize,
    /// Vacant stacks of other allocations whose pages were given back.
    pub cooled: usize,
    /// Address space that was unmapped.
    pub bytes: usize,
}

pub(crate) struct Ledger<A: Memory> {
    memory: A,
    policy: Policy,
    /// Bytes from one stack to the next.
    stride: usize,
    table: Table<A::Mapping>,
    allocations: List<u32>,
    warm: List<StackId>,
    cold: List<StackId>,
    statistics: Statistics,
}

impl<A: Memory> Ledger<A> {
    /// A pool without a stack. The policy is normalised.
    pub(crate) fn new(memory: A, policy: Policy) -> Ledger<A> {
        Ledger {
            memory,
            policy,
            stride: policy.guard_size + policy.stack_size,
            table: Table {
                allocations: Vec::new(),
                free: Vec::new(),
            },
            allocations: List::new(),
            warm: List::new(),
            cold: List::new(),
            statistics: Statistics::default(),
        }
    }

    pub(crate) fn policy(&self) -> &Policy {
        &self.policy
    }

    pub(crate) fn set_release(&mut self, release: Release) {
        self.policy.release = release;
    }

    pub(crate) fn statistics(&self) -> Statistics {
        let all = self.statistics;
        Statistics {
            vacant: all.stacks - all.used,
            warm: self.warm.len(),
            ..all
        }
    }

    /// Hands out the vacant stack that was used last, or a new one.
    #[inline]
    pub(crate) fn acquire(&mut self) -> Result<Lease, Refusal> {
        let id = match self.warm.first() {
            Some(id) => {
                self.leave_warm(id);
                id
            }
            None => self.take_other()?,
        };
        let statistics = &mut self.statistics;
        statistics.used += 1;
        statistics.acquired += 1;
        statistics.peak = statistics.peak.max(statistics.used);
        let (stride, guard_size) = (self.stride, self.policy.guard_size);
        let allocation = self.table.allocation(id.allocation);
        allocation.used += 1;
        let slot = &mut allocation.slots[id.slot as usize];
        slot.state = State::Used;
        let bottom = allocation.mapping.base() + id.slot as usize * stride + guard_size;
        if slot.guard.is_none() {
            self.protect(id);
        }
        Ok(Lease { id, bottom })
    }

    /// The protection of a stack that has been handed out.
    pub(crate) fn guard_kind(&mut self, id: StackId) -> GuardKind {
        self.table.slot(id).guard.unwrap_or(GuardKind::Software)
    }

    #[inline]
    fn leave_warm(&mut self, id: StackId) {
        self.warm.remove(&mut self.table, id);
        self.table.allocation(id.allocation).warm -= 1;
    }

    /// A stack that is not warm.
    #[inline(never)]
    fn take_other(&mut self) -> Result<StackId, Refusal> {
        if let Some(id) = self.take_cold().or_else(|| self.take_fresh()) {
            return Ok(id);
        }
        self.expand()?;
        Ok(self
            .take_fresh()
            .expect("a new allocation has a fresh stack"))
    }

    fn take_cold(&mut self) -> Option<StackId> {
        let id = self.cold.first()?;
        self.cold.remove(&mut self.table, id);
        Some(id)
    }

    /// Only the newest allocation can have fresh stacks: another is made when
    /// there are none.
    fn take_fresh(&mut self) -> Option<StackId> {
        let index = self.allocations.first()?;
        let allocation = self.table.allocation(index);
        let slot = allocation.fresh;
        if slot as usize == allocation.slots.len() {
            return None;
        }
        allocation.fresh += 1;
        Some(StackId {
            allocation: index,
            slot,
        })
    }

    /// Makes the guard of a stack that is handed out for the first time.
    #[inline(never)]
    fn protect(&mut self, id: StackId) {
        let start = id.slot as usize * self.stride;
        let range = start..start + self.policy.guard_size;
        let allocation = self.table.allocation(id.allocation);
        // SAFETY: the stack is fresh: nobody has used it yet.
        let kind = unsafe { allocation.mapping.protect(range) };
        allocation.slots[id.slot as usize].guard = Some(kind);
        *self.statistics.guards.count(kind) += 1;
    }

    /// Adds as many stacks as there are, within the policy's bounds. Where the
    /// system refuses that many it is asked for half, down to one.
    fn expand(&mut self) -> Result<(), Refusal> {
        let total = self.statistics.stacks;
        let room = self.policy.max_stacks.saturating_sub(total);
        if room == 0 {
            return Err(Refusal::Limit);
        }
        let growth = total.clamp(self.policy.first_allocation, self.policy.largest_allocation);
        let mut count = growth.min(room);
        loop {
            match self.memory.map(count * self.stride) {
                Ok(mapping) => break self.add(mapping, count),
                Err(error) if count == 1 => return Err(Refusal::System(error)),
                Err(_) => count /= 2,
            }
        }
        Ok(())
    }

    fn add(&mut self, mapping: A::Mapping, count: usize) {
        let slot = || Slot {
            links: Links::alone(),
            state: State::Fresh,
            guard: None,
            since: 0,
        };
        let allocation = Allocation {
            links: Links::alone(),
            mapping,
            slots: std::iter::repeat_with(slot).take(count).collect(),
            fresh: 0,
            used: 0,
            warm: 0,
        };
        let index = match self.table.free.pop() {
            Some(index) => index,
            None => {
                self.table.allocations.push(None);
                (self.table.allocations.len() - 1) as u32
            }
        };
        self.table.allocations[index as usize] = Some(allocation);
        self.allocations.push_front(&mut self.table, index);
        self.statistics.allocations += 1;
        self.statistics.mapped += 1;
        self.statistics.stacks += count;
        self.statistics.bytes += count * self.stride;
    }

    /// Takes a used stack back and does with it what the policy says.
    ///
    /// # Safety
    /// The stack is used and its user is done with it.
    #[inline]
    pub(crate) unsafe fn release(&mut self, id: StackId, now: u64) {
        self.statistics.used -= 1;
        let allocation = self.table.allocation(id.allocation);
        allocation.used -= 1;
        allocation.warm += 1;
        let unused = allocation.used == 0;
        let slot = &mut allocation.slots[id.slot as usize];
        debug_assert_eq!(slot.state, State::Used);
        slot.state = State::Warm;
        slot.since = now;
        self.warm.push_front(&mut self.table, id);
        match self.policy.release {
            Release::Keep => {}
            Release::Unmap if !unused => {}
            Release::Unmap => {
                self.unmap(id.allocation);
            }
            Release::Free => self.cool_down(id, Discard::Lazily),
            Release::Idle(_) => {
                self.expire(now, EXPIRIES_PER_RELEASE);
            }
        }
    }

    /// Gives back the pages of a warm stack.
    fn cool_down(&mut self, id: StackId, when: Discard) {
        self.leave_warm(id);
        let start = id.slot as usize * self.stride + self.policy.guard_size;
        let range = start..start + self.policy.stack_size;
        // SAFETY: a warm stack is not in use.
        unsafe {
            self.table
                .allocation(id.allocation)
                .mapping
                .discard(range, when)
        };
        self.table.slot(id).state = State::Cold;
        self.cold.push_front(&mut self.table, id);
    }

    /// Returns an allocation without a used stack, its vacancies with it.
    #[inline(never)]
    fn unmap(&mut self, index: u32) -> usize {
        let fresh = self.table.allocation(index).fresh;
        for slot in 0..fresh {
            let id = StackId {
                allocation: index,
                slot,
            };
            match self.table.slot(id).state {
                State::Warm => self.warm.remove(&mut self.table, id),
                State::Cold => self.cold.remove(&mut self.table, id),
                State::Used | State::Fresh => unreachable!("unmapped with a stack in use"),
            }
            if let Some(kind) = self.table.slot(id).guard {
                *self.statistics.guards.count(kind) -= 1;
            }
        }
        self.allocations.remove(&mut self.table, index);
        let gone = self.table.allocations[index as usize].take();
        self.table.free.push(index);
        let stacks = gone.map_or(0, |allocation| allocation.slots.len());
        self.statistics.allocations -= 1;
        self.statistics.unmapped += 1;
        self.statistics.stacks -= stacks;
        self.statistics.bytes -= stacks * self.stride;
        stacks
    }

    /// Gives back all that nobody uses: allocations whole where no stack is
    /// used, else the pages of vacant stacks.
    pub(crate) fn trim(&mut self) -> Trimmed {
        let mut trimmed = Trimmed::default();
        let mut next = self.allocations.first();
        while let Some(index) = next {
            next = self.allocations.after(&mut self.table, index);
            if self.table.allocation(index).used == 0 {
                self.unmap_counted(index, &mut trimmed);
            }
        }
        while let Some(id) = self.warm.last() {
            self.cool_down(id, Discard::Now);
            trimmed.cooled += 1;
        }
        trimmed
    }

    fn unmap_counted(&mut self, index: u32, trimmed: &mut Trimmed) {
        let stacks = self.unmap(index);
        trimmed.allocations += 1;
        trimmed.stacks += stacks;
        trimmed.bytes += stacks * self.stride;
    }

    /// Under [`Release::Idle`], gives back what has been vacant for the time
    /// it names: the pages of at most `most` stacks, and each allocation that
    /// thereby has neither a used stack nor a warm one.
    pub(crate) fn expire(&mut self, now: u64, most: usize) -> Trimmed {
        let mut trimmed = Trimmed::default();
        let Release::Idle(time) = self.policy.release else {
            return trimmed;
        };
        let time = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        for _ in 0..most {
            // The list is in order of release, so that the last waited longest.
            let Some(id) = self.warm.last() else { break };
            if now.saturating_sub(self.table.slot(id).since) < time {
                break;
            }
            self.cool_down(id, Discard::Now);
            let allocation = self.table.allocation(id.allocation);
            if allocation.used == 0 && allocation.warm == 0 {
                self.unmap_counted(id.allocation, &mut trimmed);
            } else {
                trimmed.cooled += 1;
            }
        }
        trimmed
    }
}

/// Idle stacks looked at by each release, so that giving back keeps pace with
/// use without a pause; two would keep pace with a pool that only shrinks.
const EXPIRIES_PER_RELEASE: usize = 4;

#[cfg(test)]
#[path = "ledger_tests.rs"]
mod tests;
