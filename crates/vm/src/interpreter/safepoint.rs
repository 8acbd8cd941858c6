//! Safepoints: what has to be attended to between two instructions.
//!
//! Signals, due finalizers, exhausted memory, shapes to be looked through, deliveries to threads and the end of a
//! quantum set the interrupt flag; loops and calls look at it. Handlers are Ruby methods of the internal module,
//! run in a frame of their own whose value is dropped.

use std::sync::atomic::Ordering;

use super::{Step, calls, threads};
use crate::code::frame_flags;
use crate::concurrency::signals;
use crate::value::Value;
use crate::vm::Vm;

/// Attends to one reason. Who raises the flag has noted its reason before (`Release`), perhaps on another thread of the system:
/// taking it down in one step (`Acquire`) shows the reason, or the flag goes up after it. The flag goes up again before any is served but the last in order, since others may be due that raised it too.
pub fn service_interrupts(vm: &mut Vm) -> Step {
    vm.registers.interrupt.swap(false, Ordering::Acquire);
    if vm.threads.preemption_disabled {
        return Ok(());
    }
    count_step(vm)?;
    vm.prune_shapes();
    if crate::memory::ballast::was_spent() || vm.must_tell_of_reserve() {
        vm.request_interrupt();
        return Err(vm.out_of_memory_error());
    }
    if let Some((id, procs)) = vm.finalizers.due.pop() {
        vm.request_interrupt();
        return calls::helper(vm, "run_due_finalizers", &[Value::fixnum(id), procs], frame_flags::DISCARD);
    }
    if vm.holder.as_mut().is_some_and(|holder| holder.take_work()) {
        signals::settle_nudge();
        vm.request_interrupt();
        return calls::helper(vm, "run_extension_jobs", &[], frame_flags::DISCARD);
    }
    if !vm.program.changed_literals.is_empty() {
        let (place, made_at) = vm.program.changed_literals.remove(0);
        let place = vm.string(&place);
        let made_at = made_at.map_or(Value::NIL, |made_at| vm.string(&made_at));
        vm.request_interrupt();
        return calls::helper(vm, "warn_of_changed_literal", &[place, made_at], frame_flags::DISCARD);
    }
    if !vm.program.due_warnings.is_empty() {
        // All at once: another safepoint is met before the first is told.
        let warnings = std::mem::take(&mut vm.program.due_warnings);
        let texts = vm.array_with_capacity(warnings.len());
        for warning in &warnings {
            let text = vm.string(warning);
            vm.array_push(texts, text);
        }
        vm.request_interrupt();
        return calls::helper(vm, "tell_due_warnings", &[texts.value()], frame_flags::DISCARD);
    }
    if signals::is_due() {
        if vm.threads.current != vm.threads.main {
            vm.request_interrupt();
            return threads::prioritize_main(vm);
        }
        if let Some(signal) = vm.take_signal() {
            vm.request_interrupt();
            if signal == signals::NUDGE {
                return Ok(());
            }
            vm.interrupt_work();
            return calls::helper(vm, "deliver_signal", &[Value::fixnum(signal as i64)], frame_flags::DISCARD);
        }
    }
    threads::service_interrupts(vm)
}

/// Under a limit the flag is always up, so that every safepoint comes here and is counted;
/// without one nothing is spent on it.
fn count_step(vm: &mut Vm) -> Step {
    let Some(left) = vm.threads.step_limit.left else { return Ok(()) };
    vm.request_interrupt();
    vm.threads.step_limit.left = Some(left.saturating_sub(1));
    if left == 0 {
        vm.threads.step_limit.reached = true;
        return Err(vm.raise(vm.classes.exception, "step limit reached".to_string()));
    }
    Ok(())
}

impl Vm {
    /// Lets what runs from now on pass so many safepoints (loops and calls). Beyond them it is
    /// unwound, past every handler, with an exception; `None` takes the limit away.
    pub fn limit_steps(&mut self, steps: Option<u64>) {
        self.threads.step_limit.left = steps;
        self.threads.step_limit.reached = false;
        self.request_interrupt();
    }

    /// Whether the limit ended what ran last.
    pub fn reached_step_limit(&self) -> bool {
        self.threads.step_limit.reached
    }
}
