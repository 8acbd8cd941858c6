//! What becomes of threads, written down for whoever watches them (`rb_internal_thread_add_event_hook`): the scheduler notes it as it
//! happens, and the machine tells it where it knows the threads by their objects.
//!
//! ```text
//!   Started --> Ready --> Resumed --> Suspended --> Exited
//!                 ^                      |
//!                 +----------------------+
//! ```

use super::Number;
use crate::collector::holder::ThreadEvent;

#[cfg_attr(test, derive(Clone))]
#[derive(Default)]
pub struct Journal {
    /// None where nobody watches.
    notes: Option<Vec<(Number, ThreadEvent)>>,
    /// A thread let others go first, and there are none: nothing became of it.
    passes_alone: bool,
}

impl Journal {
    pub fn watch(&mut self, watched: bool) {
        self.notes = watched.then(Vec::new);
    }

    pub fn is_watched(&self) -> bool {
        self.notes.is_some()
    }

    /// Whether there is something to tell.
    #[inline(always)]
    pub fn has_notes(&self) -> bool {
        self.notes.as_ref().is_some_and(|notes| !notes.is_empty())
    }

    pub fn take(&mut self) -> Vec<(Number, ThreadEvent)> {
        self.notes.as_mut().map(std::mem::take).unwrap_or_default()
    }

    #[inline(always)]
    pub(super) fn note(&mut self, number: Number, event: ThreadEvent) {
        if let Some(notes) = &mut self.notes {
            notes.push((number, event));
        }
    }

    pub(super) fn note_pass(&mut self, number: Number, is_alone: bool) {
        self.passes_alone = is_alone;
        if !is_alone {
            self.note(number, ThreadEvent::Suspended);
            self.note(number, ThreadEvent::Ready);
        }
    }

    pub(super) fn note_next(&mut self, number: Number) {
        if !std::mem::take(&mut self.passes_alone) {
            self.note(number, ThreadEvent::Resumed);
        }
    }
}
