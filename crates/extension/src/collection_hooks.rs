//! C functions that are told of collections (`RUBY_INTERNAL_EVENT_GC_START` and the like), as a collection goes on: they may neither allocate nor
//! ask for Ruby.

use std::cell::Cell;
use std::mem::transmute;
use std::sync::atomic::{AtomicBool, Ordering};

use rutile_heap::RootVisitor;
use rutile_vm::collector::holder::CollectionPhase;
use rutile_vm::prelude::*;

/// Events of a collection, as the API numbers them.
mod event {
    pub const START: u32 = 0x0040_0000;
    pub const END_MARK: u32 = 0x0080_0000;
    pub const END_SWEEP: u32 = 0x0100_0000;
    pub const ENTER: u32 = 0x0200_0000;
    pub const EXIT: u32 = 0x0400_0000;
}

/// All of them.
pub const EVENTS: u32 = event::START | event::END_MARK | event::END_SWEEP | event::ENTER | event::EXIT;

/// A function, and the TracePoint that enabled it.
pub struct CollectionHook {
    pub point: Value,
    pub events: u32,
    pub function: usize,
    pub data: usize,
}

/// A collection is under way, for handlers of signals too.
static COLLECTING: AtomicBool = AtomicBool::new(false);

/// Notes whether a collection is under way.
pub fn note(phase: CollectionPhase) {
    COLLECTING.store(phase == CollectionPhase::Begins, Ordering::Relaxed);
}

pub fn is_collecting() -> bool {
    COLLECTING.load(Ordering::Relaxed)
}

thread_local! {
    /// The event that a function is being told of; 0: none.
    static TOLD: Cell<u32> = const { Cell::new(0) };
}

/// The TracePoint's argument for C code that is told of a collection: nothing but the event can be asked.
static ARGUMENT: u8 = 0;

pub fn argument() -> usize {
    &raw const ARGUMENT as usize
}

/// The event that is being told; 0: none.
pub fn told() -> u32 {
    TOLD.get()
}

impl CollectionHook {
    /// Marking and sweeping are one step here, so the ends of both are told when all is over.
    pub fn tell(&self, phase: CollectionPhase) {
        let events = match phase {
            CollectionPhase::Begins => &[event::ENTER, event::START][..],
            CollectionPhase::Ended => &[event::END_MARK, event::END_SWEEP, event::EXIT][..],
        };
        for &event in events.iter().filter(|event| self.events & **event != 0) {
            TOLD.set(event);
            // SAFETY: by the API the function of a TracePoint for such events is one, and does what may be done in a collection.
            unsafe { transmute::<usize, extern "C" fn(Value, usize)>(self.function)(self.point, self.data) };
        }
        TOLD.set(0);
    }

    /// Its data may be a value.
    pub fn visit(&self, visitor: &mut dyn RootVisitor) {
        visitor.pin(self.point.word());
        visitor.pin(self.data as u64);
    }
}
