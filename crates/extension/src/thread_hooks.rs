//! C functions that are told what becomes of threads (`rb_internal_thread_add_event_hook`), between two of them: they can't ask for Ruby.

use std::mem::transmute;

use rutile_vm::collector::holder::ThreadEvent;
use rutile_vm::prelude::*;

/// A function, and what it wants to know of.
pub struct ThreadHook {
    pub function: usize,
    pub events: u32,
    pub data: usize,
}

/// `rb_internal_thread_event_data_t`
#[repr(C)]
struct Told {
    thread: Value,
}

/// The event as the API numbers it.
fn bit(event: ThreadEvent) -> u32 {
    match event {
        ThreadEvent::Started => 1,
        ThreadEvent::Ready => 2,
        ThreadEvent::Resumed => 4,
        ThreadEvent::Suspended => 8,
        ThreadEvent::Exited => 16,
    }
}

impl ThreadHook {
    pub fn tell(&self, thread: Value, event: ThreadEvent) {
        if self.events & bit(event) == 0 {
            return;
        }
        // SAFETY: by the API it is such a function.
        let function: extern "C" fn(u32, *const Told, usize) = unsafe { transmute(self.function) };
        function(bit(event), &Told { thread }, self.data);
    }
}
