//! Signals as the machine sees them: noted by a handler, delivered at a safepoint.

pub use rutile_platform::signals::{NUDGE, is_due, settle_nudge};

use crate::vm::Vm;

impl Vm {
    /// From now on signals interrupt this machine.
    pub fn take_signals(&self) {
        rutile_platform::signals::set_flag(self.registers.interrupt.clone());
    }

    /// The next signal to be delivered.
    pub(crate) fn take_signal(&mut self) -> Option<u32> {
        rutile_platform::signals::take()
    }
}
