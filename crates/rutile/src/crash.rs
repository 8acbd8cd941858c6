//! The last words of a process that a fault ends: where in which extension, and the frames of Ruby that led there.
//!
//! The handler of a signal gets no argument of ours, so the machine of a thread is noted in a thread-local. It is read on the thread
//! that the fault stopped, and on no other: a machine that goes on can't be looked at.

use std::cell::Cell;
use std::ptr;

use rutile_platform::crash::{self, Report};
use rutile_vm::vm::Vm;

thread_local! {
    /// The machine that runs on this thread, which lives as long as the process.
    static MACHINE: Cell<*const Vm> = const { Cell::new(ptr::null()) };
}

/// From now on a fault tells what this machine was doing.
pub fn watch(vm: &Vm) {
    MACHINE.set(vm);
    crash::tell_faults(tell);
}

/// Before a machine goes.
pub fn unwatch() {
    MACHINE.set(ptr::null());
}

fn tell(report: &mut Report) {
    // SAFETY: noted by `watch`, and forgotten by `unwatch`. Its thread is in this handler: nobody changes it meanwhile.
    let Some(vm) = (unsafe { MACHINE.get().as_ref() }) else { return };
    vm.tell_frames(report, rutile_extension::machine::running_method());
}
