//! The machine's records of its threads, beside the scheduler's bookkeeping.
//!
//! A thread is an ordinary object (`core/concurrency/thread.rb`) and a fiber that runs its
//! block. While it does not run, the fiber it was in stands in `fibers` under its
//! number; an Array of the heap, so that a collection need not visit every thread.

use std::cell::Cell;
use std::time::Duration;

use rutile_reactor::{Armed, Outcome, Reactor, Report, Request, Undo};

use crate::concurrency::fiber::traits;
use crate::concurrency::scheduler::{Line, Number, Reason, Scheduler, State};
use crate::concurrency::scheduler::ticker::Ticker;
use crate::object::array::ArrayRef;
use crate::object::hash::HashRef;
use crate::object::records::FiberRef;
use crate::value::Value;
use crate::value::kind::Kind;
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// The exceptions and wakes to be delivered to a thread.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Pending {
    #[default]
    Nothing,
    /// When it next waits for something.
    WhenItWaits,
    /// At its next safepoint.
    Now,
    /// As `Now`; it came while the thread was waiting.
    NowInWait,
}

/// The waits of a thread for something outside the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Waits {
    #[default]
    Nothing,
    Descriptors,
    /// Work that it has submitted to the reactor.
    Work,
    /// Another thread's `wakeup`: it is in `Thread.stop`.
    Waking,
}

/// The machine's facts of a thread, by its number.
#[derive(Clone, Default)]
pub struct Facts {
    pub pending: Pending,
    /// It parked in a call that wants to be told why it went on.
    pub in_call: bool,
    /// The wait that it parked for, where that decides what its call is told.
    pub waits: Waits,
    /// The events that its descriptor was ready for.
    pub events: u32,
    pub priority: i8,
    /// Ticks that it has run for since it was chosen.
    pub ticks: u8,
    /// The safepoint at which the stress mode took the processor from it.
    pub gave_way_at: usize,
    /// For how long its next long native is not to be left off, where the one before was.
    pub(crate) patience: Cell<Duration>,
    /// It belongs to another Ractor than the main one.
    pub in_ractor: bool,
}

/// How many safepoints a run may still pass, where someone set a limit (`limit_steps`).
#[derive(Clone, Copy, Default)]
pub struct StepLimit {
    pub(crate) left: Option<u64>,
    /// Nothing is rescued and no `ensure` runs any more.
    pub(crate) reached: bool,
}

pub struct Threads {
    /// The first fiber, which the program begins in; none until the machine has booted.
    pub(crate) main_fiber: Option<FiberRef>,
    /// A thread is being started: no frame stands for what is done.
    pub(crate) starting: bool,
    pub(crate) step_limit: StepLimit,
    /// A native declined to have others attended to, and no primitive has declined since: one that does is asked once more.
    pub(crate) left_off: Cell<bool>,
    /// It declined to wait for work that a helper does.
    pub(crate) awaits_work: Cell<bool>,
    pub scheduler: Scheduler,
    pub reactor: Reactor,
    pub ticker: Ticker,
    pub current: Number,
    pub main: Number,
    pub facts: Vec<Facts>,
    /// The stress mode `RUTILE_SWITCH_STRESS`: every safepoint switches threads.
    pub switches_always: bool,
    /// Ticks that the running thread goes on for, because it called an extension.
    pub outside: u32,
    /// Safepoints attend to nothing for now.
    pub preemption_disabled: bool,
    /// The fiber that a signal's handler runs in, or nil: it must not wait for what it may hold itself.
    pub trapped: Value,
    /// There were Ractors beside the main one.
    pub has_ractors: bool,
    /// `Thread.ignore_deadlock`: waiting for ever is not an error.
    pub ignore_deadlock: bool,
    /// The fiber of each thread that does not run: an Array.
    pub fibers: Value,
    /// Keeps the scheduler of fibers that a thread's object has: the variable's name, once there was one.
    pub scheduler_name: Option<Symbol>,
    /// Keeps the number of their objects: the variable's name, once there are threads.
    pub number_name: Option<Symbol>,
}

impl Default for Threads {
    /// One thread, the main one, running.
    fn default() -> Threads {
        let mut scheduler = Scheduler::default();
        let main = scheduler.add();
        scheduler.next();
        Threads {
            main_fiber: None,
            starting: false,
            step_limit: StepLimit::default(),
            scheduler,
            reactor: Reactor::default(),
            ticker: Ticker::default(),
            current: main,
            main,
            facts: vec![Facts::default()],
            switches_always: false,
            left_off: Cell::new(false),
            awaits_work: Cell::new(false),
            outside: 0,
            preemption_disabled: false,
            trapped: Value::NIL,
            has_ractors: false,
            ignore_deadlock: false,
            fibers: Value::NIL,
            scheduler_name: None,
            number_name: None,
        }
    }
}

impl Threads {
    pub fn fact(&mut self, number: Number) -> &mut Facts {
        &mut self.facts[number as usize]
    }

    /// Whether the running thread belongs to another Ractor than the main one.
    pub fn runs_in_ractor(&self) -> bool {
        self.has_ractors && self.facts[self.current as usize].in_ractor
    }

    /// Whether the running thread is the only one.
    pub fn is_alone(&self) -> bool {
        self.scheduler.alive() <= 1
    }

    /// Whether anything may have to take the processor from the running thread.
    pub fn has_company(&self) -> bool {
        self.scheduler.is_anyone_ready() || self.waits_for_events()
    }

    /// Whether some thread waits for a time or a descriptor.
    pub fn waits_for_events(&self) -> bool {
        self.scheduler.next_deadline().is_some() || !self.reactor.is_idle()
    }

    /// Wakes those whose time has come or whose descriptors are ready.
    pub fn look_around(&mut self, now: u64) {
        self.scheduler.expire(now);
        for report in self.reactor.collect() {
            match report {
                Report::Ready(number, events) => {
                    self.facts[number as usize].events |= events;
                    self.scheduler.wake(number, Reason::Descriptor);
                }
                Report::Finished(number) => {
                    if self.facts[number as usize].waits == Waits::Work {
                        self.scheduler.wake(number, Reason::Woken);
                    }
                }
            }
        }
    }
}

impl Vm {
    /// Nanoseconds since the machine started: the scheduler's time.
    pub fn now(&self) -> u64 {
        self.program.started.elapsed().as_nanos() as u64
    }

    /// Starts the clock of preemption where the state of the threads asks for it. A tick that finds nobody else
    /// stops it: threads that take turns need not start and stop it at each.
    #[inline(always)]
    pub fn watch_threads(&mut self) {
        if self.threads.has_company() {
            self.threads.ticker.want(&self.registers.interrupt);
        }
        if self.threads.scheduler.journal.has_notes() {
            self.tell_thread_events();
        }
    }

    /// Tells whoever watches threads what has become of them since it was told last.
    #[cold]
    pub fn tell_thread_events(&mut self) {
        for (number, event) in self.threads.scheduler.journal.take() {
            let Some(thread) = self.fiber_of_thread(number).map(|fiber| fiber.thread()) else { continue };
            if let Some(holder) = &mut self.holder {
                holder.note_thread(thread, event);
            }
        }
    }

    /// A new thread for an object: its fiber will call `body` with `values` (an Array).
    pub fn start_thread(&mut self, thread: Value, body: Value, values: Value) -> FiberRef {
        let fiber = self.new_fiber(body);
        fiber.set_thread(self, thread);
        if let Some(inherited) = HashRef::from_value(self.registers.fiber.storage()) {
            let storage = self.hash_copy(inherited).value();
            fiber.set_storage(self, storage);
        }
        fiber.set_traits(self, Value::fixnum(traits::ROOT | traits::BLOCKING));
        fiber.set_pending(self, values);
        let number = self.threads.scheduler.add();
        let facts = &mut self.threads.facts;
        facts.resize(facts.len().max(number as usize + 1), Facts::default());
        facts[number as usize] = Facts::default();
        self.store_fiber(number, fiber.value());
        let name = self.number_name();
        self.set_variable(thread, name, Value::fixnum(number as i64));
        self.watch_threads();
        if self.threads.switches_always {
            self.request_interrupt();
        }
        fiber
    }

    pub fn number_name(&mut self) -> Symbol {
        match self.threads.number_name {
            Some(name) => name,
            None => {
                let name = self.intern(b"@ number");
                self.threads.number_name = Some(name);
                name
            }
        }
    }

    pub(crate) fn store_fiber(&mut self, number: Number, fiber: Value) {
        let fibers = match ArrayRef::from_value(self.threads.fibers) {
            Some(fibers) => fibers,
            None => {
                let fibers = self.array_with_capacity(8);
                self.threads.fibers = fibers.value();
                fibers
            }
        };
        while fibers.len() <= number as usize {
            self.array_push(fibers, Value::NIL);
        }
        // Most threads stay in one fiber.
        if fibers.get(number as usize) != fiber {
            self.array_store(fibers, number as usize, fiber);
        }
    }

    /// The fiber that a thread is in.
    pub fn fiber_of_thread(&self, number: Number) -> Option<FiberRef> {
        if number == self.threads.current {
            return Some(self.registers.fiber);
        }
        FiberRef::from_value(ArrayRef::from_value(self.threads.fibers)?.get(number as usize))
    }

    /// The number of a thread's object; none once it has ended.
    #[inline(always)]
    pub fn number_of(&mut self, thread: Value) -> Option<Number> {
        let name = self.number_name();
        let number = self.get_variable(thread, name).as_fixnum()? as Number;
        (self.threads.scheduler.state(number) != State::Free).then_some(number)
    }

    /// The objects of all threads that have not ended, by number.
    pub fn live_threads(&self) -> Vec<Value> {
        (0..self.threads.scheduler.numbers()).filter_map(|number| self.fiber_of_thread(number)).map(|fiber| fiber.thread()).collect()
    }

    /// Something is to be delivered to a thread; a waiting one is woken for it.
    pub fn interrupt_thread(&mut self, number: Number) {
        let parked = self.threads.scheduler.wake(number, Reason::Interrupted);
        let fact = self.threads.fact(number);
        fact.pending = fact.pending.max(if parked { Pending::NowInWait } else { Pending::Now });
        if number == self.threads.current {
            self.request_interrupt();
        }
        self.watch_threads();
    }

    /// Wakes a thread; false where it doesn't wait.
    pub fn wake_thread(&mut self, number: Number) -> bool {
        let woken = self.threads.scheduler.wake(number, Reason::Woken);
        self.watch_threads();
        woken
    }

    /// The first fiber of the running thread.
    pub fn root_fiber(&mut self) -> FiberRef {
        let name = self.intern(b"@ root");
        let root = self.get_variable(self.registers.fiber.thread(), name);
        FiberRef::from_value(root).or(self.threads.main_fiber).unwrap_or(self.registers.fiber)
    }

    // --- lines, as variables of the objects that own them ---

    fn line_of(&self, owner: Value, name: Symbol) -> Option<Line> {
        self.get_variable(owner, name).as_fixnum().map(Line::from_bits)
    }

    /// The line that an object keeps under a name, for the running thread to stand in.
    pub fn open_line(&mut self, owner: Value, name: Symbol) -> Line {
        let known = self.line_of(owner, name);
        let line = self.threads.scheduler.line(known);
        if known != Some(line) {
            self.set_variable(owner, name, Value::fixnum(line.to_bits()));
        }
        line
    }

    /// Wakes the first thread of an object's line.
    pub fn wake_first(&mut self, owner: Value, name: Symbol) -> bool {
        let Some(line) = self.line_of(owner, name) else { return false };
        let woken = self.threads.scheduler.wake_first(line).is_some();
        if self.threads.scheduler.waiting(line) == 0 {
            self.set_variable(owner, name, Value::NIL);
        }
        self.watch_threads();
        woken
    }

    pub fn waiting_in(&self, owner: Value, name: Symbol) -> usize {
        self.line_of(owner, name).map_or(0, |line| self.threads.scheduler.waiting(line))
    }

    /// The running thread will wait for descriptors: (descriptor, events) pairs. `false`: one of
    /// them is always ready.
    pub fn poll_for(&mut self, wanted: &[(i32, u32)]) -> Result<bool, i32> {
        let number = self.threads.current;
        self.threads.fact(number).events = 0;
        for (descriptor, events) in wanted {
            match self.threads.reactor.readiness.add(number, *descriptor, *events) {
                Armed::Yes => self.threads.fact(number).waits = Waits::Descriptors,
                Armed::AlwaysReady => {
                    self.threads.reactor.readiness.remove(number);
                    self.threads.fact(number).events = *events;
                    return Ok(false);
                }
                Armed::Failed(error) => {
                    self.threads.reactor.readiness.remove(number);
                    return Err(error);
                }
            }
        }
        Ok(true)
    }

    /// Those who wait for a descriptor go on: it is about to be closed, or to stand for something else.
    pub fn wake_waiters(&mut self, descriptor: i32) {
        for number in self.threads.reactor.readiness.take_waiters(descriptor) {
            self.wake_thread(number);
        }
    }

    /// Whether the running thread may wait in a system call: nobody else could run meanwhile.
    pub fn may_wait_in_call(&self) -> bool {
        self.threads.is_alone() && self.fiber_scheduler().is_nil()
    }

    /// The scheduler that the running fiber honours, or nil: blocking fibers, a thread's first among them, honour none.
    pub fn fiber_scheduler(&self) -> Value {
        match self.threads.scheduler_name {
            Some(name) if !self.registers.fiber.has_trait(traits::BLOCKING) => self.get_variable(self.registers.fiber.thread(), name),
            _ => Value::NIL,
        }
    }

    /// From now on threads may have schedulers of fibers.
    pub fn honour_schedulers(&mut self) {
        self.threads.scheduler_name = Some(self.intern(b"@ scheduler"));
    }

    /// Whether fibers stand in an object's line, which only the core library can wake.
    pub fn is_mixed_line(&self, owner: Value, name: Symbol) -> bool {
        self.threads.scheduler_name.is_some() && self.get_variable(owner, name).as_cell().is_some_and(|cell| Kind::of(cell) == Kind::Object)
    }

    /// Has work done for the running thread, which parks for it next. `Err`: the system's error number.
    pub fn submit(&mut self, key: i64, request: Request, undo: Option<Undo>) -> Result<(), i32> {
        let current = self.threads.current;
        self.threads.reactor.submit(current, key, request, undo)
    }

    /// The outcome of the work that the running thread has submitted under this key.
    pub fn take_outcome(&mut self, key: i64) -> Option<Outcome> {
        let current = self.threads.current;
        self.threads.reactor.submissions.take(current, key)
    }

    /// The running thread is about to do something else than to take the outcome of its work.
    pub(crate) fn interrupt_work(&mut self) {
        let current = self.threads.current;
        self.threads.reactor.submissions.interrupt(current);
    }

    /// After a fork only the calling thread is left, and it is the main one.
    pub fn forget_other_threads(&mut self) {
        self.threads.ticker.forget();
        self.threads.reactor.forget();
        let current = self.threads.current;
        let name = self.number_name();
        for number in 0..self.threads.scheduler.numbers() {
            if number == current {
                continue;
            }
            if let Some(fiber) = self.fiber_of_thread(number) {
                self.set_variable(fiber.thread(), name, Value::NIL);
                let mut ended = Some(fiber);
                while let Some(fiber) = ended {
                    ended = FiberRef::from_value(fiber.resumer());
                    self.end_fiber(fiber);
                }
                self.store_fiber(number, Value::NIL);
            }
        }
        self.threads.scheduler.keep_only(current);
        self.threads.main = current;
    }

    /// Marks a fiber as ended and gives back what only a live one needs.
    pub(crate) fn end_fiber(&mut self, fiber: FiberRef) {
        fiber.set_state(self, crate::concurrency::fiber::FiberState::Terminated.value());
        for clear in [FiberRef::set_resumer, FiberRef::set_stack, FiberRef::set_bounds, FiberRef::set_activations, FiberRef::set_catch_tags, FiberRef::set_pending] {
            clear(fiber, self, Value::NIL);
        }
    }
}
