//! The attention of natives that work for long.
//!
//! A native is a leaf: nobody else runs until it returns. One whose work grows with what it is given counts its steps
//! here. Where a signal is due or a thread's time to wake has come, it leaves off: it declines, having changed nothing,
//! and its body attends to them (`declined_primitive` where a primitive is asked for again). What it had done is lost,
//! so who begins again is left alone for twice as long as before: most of the time is never spent on lost work.
//!
//! ```text
//!   step, step, ... every 16,384: is anyone waited for? --no--> go on
//!                                        | yes
//!              worked for less than its patience? --yes--> go on
//!                                        | no
//!                    twice as much patience the next time, `LeftOff`
//! ```
//!
//! Work that can't be left off halfway, since a library does it, is for a helper of the reactor (`work_aside`). The native
//! declines in the same way; it is asked for again, and finds what the work came to, when the helper is through.

use std::time::{Duration, Instant};

use rutile_reactor::{Outcome, Request};

use crate::concurrency::signals;
use crate::value::exit::Exit;
use crate::vm::Vm;

/// Steps between two looks: each stands for some nanoseconds of work.
const STEPS: usize = 1 << 14;
/// What an element costs of those that take an allocation, a look into a Hash or a text of their own.
const ELEMENT: usize = 16;
/// What is done before is not worth leaving off. It is a fifth of the time that a signal may wait.
const PATIENCE: Duration = Duration::from_millis(20);

/// Texts of so many bytes take some ten milliseconds to be parsed.
pub const LONG_TEXT: usize = 64 << 10;

/// The key of work aside: a thread does one piece at a time, and it changes nothing, so that it may be taken whenever its asker comes back.
const ASIDE: i64 = i64::MIN;

/// The native is to decline, so that others are attended to.
pub struct LeftOff;

impl From<LeftOff> for Exit {
    fn from(_: LeftOff) -> Exit {
        Exit::Fallback
    }
}

/// Counts the steps of one native.
pub struct Attention {
    left: usize,
    /// When the first look was, and how long the work is left alone from then on.
    began: Option<(Instant, Duration)>,
}

impl Default for Attention {
    fn default() -> Attention {
        Attention { left: STEPS, began: None }
    }
}

impl Attention {
    /// Counts a step that does the work of `steps` small ones. An error is to become the native's answer.
    #[inline(always)]
    pub fn step(&mut self, vm: &Vm, steps: usize) -> Result<(), LeftOff> {
        if self.left > steps {
            self.left -= steps;
            return Ok(());
        }
        self.look(vm)
    }

    /// Counts an element of a collection, or a part of a text.
    #[inline(always)]
    pub fn element(&mut self, vm: &Vm) -> Result<(), LeftOff> {
        self.step(vm, ELEMENT)
    }

    #[cold]
    fn look(&mut self, vm: &Vm) -> Result<(), LeftOff> {
        self.left = STEPS;
        let (began, patience) = *self.began.get_or_insert_with(|| {
            let given = vm.threads.facts.get(vm.threads.current as usize).map(|fact| fact.patience.take());
            (Instant::now(), given.unwrap_or_default().max(PATIENCE))
        });
        if !vm.is_attention_due() {
            return Ok(());
        }
        let worked = began.elapsed();
        if worked < patience {
            return Ok(());
        }
        vm.threads.facts[vm.threads.current as usize].patience.set(worked * 2);
        vm.threads.left_off.set(true);
        Err(LeftOff)
    }
}

impl Vm {
    /// Whether a native that came to no end did so for `LeftOff`, where what it has as an error doesn't tell.
    pub fn has_left_off(&self) -> bool {
        self.threads.left_off.get()
    }

    /// Has a helper do work on what it owns, while others run and signals are delivered. The error is to become the native's answer; who
    /// asks for the same again has what it came to. Where there is no helper it is done at once.
    pub fn work_aside<K, T>(&mut self, subject: K, work: fn(&K) -> T) -> Result<T, Exit>
    where
        K: PartialEq + Clone + Send + 'static,
        T: Send + 'static,
    {
        let made = self.take_outcome(ASIDE).and_then(|outcome| outcome.made);
        if let Some(Ok(done)) = made.map(|made| made.downcast::<(K, T)>())
            && done.0 == subject
        {
            return Ok(done.1);
        }
        let own = subject.clone();
        let work_on = move || {
            let result = work(&own);
            Outcome::made((own, result))
        };
        let request = Request::Other { work: Box::new(work_on), may_last: true };
        if self.threads.preemption_disabled || self.submit(ASIDE, request, None).is_err() {
            return Ok(work(&subject));
        }
        self.threads.awaits_work.set(true);
        Err(Exit::Fallback)
    }

    /// The helper of the internal module that lets others have their turn before a native which has declined is asked for again.
    pub(crate) fn take_attendant(&self) -> Option<&'static str> {
        let (left_off, awaits_work) = (self.threads.left_off.take(), self.threads.awaits_work.take());
        if awaits_work { Some("await_work") } else { left_off.then_some("attend") }
    }

    /// Whether a signal or a thread's time to wake waits for the running native's end.
    fn is_attention_due(&self) -> bool {
        let is_late = || self.threads.scheduler.next_deadline().is_some_and(|deadline| deadline <= self.now());
        !self.threads.preemption_disabled && (signals::is_due() || is_late())
    }
}
