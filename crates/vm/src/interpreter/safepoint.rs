//! Safepoints: what has to be attended to between two instructions.
//!
//! Signals, due finalizers, exhausted memory, deliveries to threads and the end of a quantum set the interrupt flag; loops and
//! calls look at it. Handlers are Ruby methods of the internal module, run in a
//! frame of their own whose value is dropped.

use std::sync::atomic::Ordering;

use super::{Step, calls, threads};
use crate::signals;
use crate::stack::frame_flags;
use crate::value::Value;
use crate::vm::Vm;

/// Attends to one reason; the flag stays up while there are others.
pub fn attend(vm: &mut Vm) -> Step {
    vm.interrupt.store(false, Ordering::Relaxed);
    if vm.out_of_memory {
        vm.out_of_memory = false;
        return Err(vm.raise(vm.classes.no_memory_error, "failed to allocate memory".to_string()));
    }
    if let Some((id, procs)) = vm.due_finalizers.pop() {
        if !vm.due_finalizers.is_empty() {
            vm.request_interrupt();
        }
        return calls::helper(vm, "run_finalizers", &[Value::fixnum(id), procs], frame_flags::DISCARD);
    }
    if signals::is_due() {
        if vm.threads.current != vm.threads.main {
            vm.request_interrupt();
            return threads::hurry_main(vm);
        }
        if let Some(signal) = vm.take_signal() {
            vm.abandon_work();
            vm.request_interrupt();
            return calls::helper(vm, "deliver_signal", &[Value::fixnum(signal as i64)], frame_flags::DISCARD);
        }
    }
    threads::attend(vm)
}
