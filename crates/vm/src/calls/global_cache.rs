//! The global cache: what instructions without a cache of their own found last, and those whose cache holds one answer when they see several.
//!
//! A small table for all of them. An entry is told by where its instruction stands and by a key: the shape of what the instruction was given,
//! or the scope or module that it looked in. One that comes to stand at the place of another takes it, and that moves to the place
//! beside it: two that run in turns and want one place would else push each other out for ever. Whoever finds nothing here asks what
//! lies behind.
//!
//! ```text
//!   +-------------+-----+--------+--------+
//!   | instruction | key | number | target |
//!   +-------------+-----+--------+--------+
//!    8 bytes       4     4        16
//! ```
//!
//! | instruction | key | number | target |
//! |---|---|---|---|
//! | an operator | shape of the receiver | assumption: what that finds | how it is called |
//! | `A::B` | the module | assumption: its constant | |
//! | `@@a` | the scope | assumption: whose variable it is | |
//! | `@a` | shape of the object | the shape that it has then | the variable's place |
//! | a call of `respond_to?` | shape of the receiver | assumption: the public method that it asked for, or that there is none | whose `respond_to_missing?` said so |

use std::cell::Cell as Slot;

use rutile_bytecode::Instruction;

use crate::calls::assumptions::Assumption;
use crate::code::CallTarget;
use crate::value::Value;
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// log2 of how many entries there are at first, and at most.
const FIRST_BITS: u32 = 5;
const MOST_BITS: u32 = 10;
/// The table is doubled when each of its entries was written so often on average. So what runs for long gets a large one, and a process that
/// is forked for a moment writes little.
const WRITES_AN_ENTRY: u32 = 8;

/// One answer.
#[derive(Default)]
pub struct Found {
    instruction: Slot<usize>,
    key: Slot<u32>,
    pub number: Slot<u32>,
    pub target: Slot<CallTarget>,
}

impl Found {
    #[inline(always)]
    fn is_of(&self, instruction: usize, key: u32) -> bool {
        self.instruction.get() == instruction && self.key.get() == key
    }

    /// The assumption that it rests on, of one that does.
    #[inline(always)]
    pub fn assumption(&self) -> Assumption {
        Assumption(self.number.get())
    }
}

/// The table.
#[derive(Default)]
pub struct GlobalCache {
    /// A power of two of them, or none before the first is kept.
    entries: Box<[Found]>,
    /// 64 less log2 of how many there are.
    shift: u32,
    /// How often an entry was written since the table was made.
    writes: u32,
    /// It holds something.
    used: bool,
}

impl GlobalCache {
    /// The key of a scope or module. Others may have the same: the assumption tells.
    #[inline(always)]
    pub fn key_of(value: Value) -> u32 {
        (value.word() >> 3) as u32
    }

    /// Multiplying spreads both over the upper bits.
    #[inline(always)]
    fn place(&self, instruction: usize, key: u32) -> usize {
        let mixed = instruction as u64 ^ (key as u64) << 32;
        (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    /// The entry of an instruction for a key. The instruction is named by the place behind it.
    #[inline(always)]
    pub fn find(&self, behind: *const Instruction, key: u32) -> Option<&Found> {
        let place = self.place(behind as usize, key);
        let found = self.entries.get(place)?;
        if found.is_of(behind as usize, key) { Some(found) } else { self.find_beside(place, behind, key) }
    }

    #[inline(always)]
    fn find_beside(&self, place: usize, behind: *const Instruction, key: u32) -> Option<&Found> {
        self.entries.get(place ^ 1).filter(|found| found.is_of(behind as usize, key))
    }

    #[inline(never)]
    pub fn keep(&mut self, behind: *const Instruction, key: u32, number: u32, target: CallTarget) {
        self.writes += 1;
        if self.writes as usize > self.entries.len() * WRITES_AN_ENTRY as usize && self.entries.len() < 1 << MOST_BITS {
            self.grow();
        }
        let place = self.place(behind as usize, key);
        let found = &self.entries[place];
        if found.instruction.get() != 0 && !found.is_of(behind as usize, key) {
            let beside = &self.entries[place ^ 1];
            beside.instruction.set(found.instruction.get());
            beside.key.set(found.key.get());
            beside.number.set(found.number.get());
            beside.target.set(found.target.get());
        }
        found.instruction.set(behind as usize);
        found.key.set(key);
        found.number.set(number);
        found.target.set(target);
        self.used = true;
    }

    /// A larger table, empty again.
    fn grow(&mut self) {
        let count = (self.entries.len() * 2).max(1 << FIRST_BITS);
        self.entries = std::iter::repeat_with(Found::default).take(count).collect();
        self.shift = 64 - count.trailing_zeros();
        self.writes = 0;
    }

    /// Forgets everything: instructions are gone, or numbers of shapes or assumptions are used again. Written is only what changes.
    pub fn clear(&mut self) {
        if std::mem::take(&mut self.used) {
            self.entries.iter().filter(|found| found.instruction.get() != 0).for_each(|found| found.instruction.set(0));
        }
    }
}

impl Vm {
    /// The answer of the call of `respond_to?` under way, where it gave that before: whether a receiver has a public method of this name.
    pub fn known_response(&self, receiver: Value, name: Symbol) -> Option<bool> {
        let found = self.global_cache.find(self.registers.pc, self.shape_of(receiver))?;
        let known = found.assumption();
        if self.program.uses_refinements || !self.assumptions.holds(known) || self.assumptions.name(known) != name {
            return None;
        }
        match found.target.get() {
            CallTarget::None => Some(true),
            CallTarget::NoResponse(missing) if self.assumptions.holds(missing) => Some(false),
            _ => None,
        }
    }

    /// Keeps that for the next time, unless refinements have a say. That there is no such method is known as long as the class finds
    /// the `respond_to_missing?` that it finds now, which is the core library's.
    pub fn keep_response(&mut self, receiver: Value, name: Symbol, answer: bool) {
        if !self.program.uses_refinements {
            let class = self.class_of(receiver);
            let found = self.assume_method(class, name);
            let target = if answer { CallTarget::None } else { CallTarget::NoResponse(self.assume_method(class, Symbol::RESPOND_TO_MISSING)) };
            let shape = self.shape_of(receiver);
            self.global_cache.keep(self.registers.pc, shape, found.0, target);
        }
    }
}
