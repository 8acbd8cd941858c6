//! Who runs next: threads, the lines they wait in, and the timers that wake them.
//!
//! This is bookkeeping and nothing else: it knows threads by number, time as
//! nanoseconds that callers pass, and neither Ruby nor the operating system. The
//! machine asks it what to do and switches stacks itself (`interpreter/threads.rs`).
//!
//! A thread is in exactly one place:
//!
//! ```text
//!            add              next                remove
//!   (free) -------> ready ------------> running ---------> (free)
//!                    ^ ^     pass         |
//!                    | +------------------+
//!                    |                    | park: with a line, a deadline, both or neither
//!                    +------ parked <-----+
//!                     wake, expire
//! ```
//!
//! No operation looks at all threads: the run queue and the lines are linked
//! through the threads' own entries, timers are a heap with known positions, and
//! what deadlock detection asks is counted as it changes.

pub mod journal;
pub mod ticker;
mod timers;
#[cfg(test)]
mod protocol;
#[cfg(test)]
mod tests;

use crate::collector::holder::ThreadEvent;
use journal::Journal;
use timers::Timers;

/// The number of a thread, reused after its end.
pub type Number = u32;

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    Free,
    Ready,
    Running,
    Parked,
}

/// Why a parked thread goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Somebody woke it.
    Woken,
    /// Its deadline passed.
    Expired,
    /// Something is to be delivered to it: an exception, a kill, a signal.
    Interrupted,
    /// The descriptor it waits for is ready.
    Descriptor,
}

/// The wait of a thread.
#[derive(Clone, Copy, Default, Debug)]
pub struct Park {
    /// It wakes by itself at this time.
    pub deadline: Option<u64>,
    /// Only another thread can wake it: if that holds for all of them, nobody ever will.
    pub depends: bool,
    /// The line it stands in.
    pub line: Option<Line>,
}

/// A line of waiting threads. It exists while somebody stands in it; a name that
/// outlived its line is recognised, so that owners need not be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    index: u32,
    generation: u32,
}

impl Line {
    /// As a number that a Ruby object can hold.
    pub fn to_bits(self) -> i64 {
        (self.generation as i64) << 32 | self.index as i64
    }

    pub fn from_bits(bits: i64) -> Line {
        Line { index: bits as u32, generation: (bits >> 32) as u32 }
    }
}

/// Generations wrap before a line's bits leave a fixnum.
const GENERATIONS: u32 = 1 << 28;

#[cfg_attr(test, derive(Clone))]
struct Entry {
    state: State,
    /// Neighbours in the run queue or in a line.
    previous: u32,
    next: u32,
    /// Index of the line it stands in.
    line: u32,
    /// Where its deadline stands in the heap of timers.
    timer: u32,
    depends: bool,
    reason: Reason,
}

#[derive(Clone, Copy)]
struct Queue {
    first: u32,
    last: u32,
    length: u32,
}

impl Queue {
    const EMPTY: Queue = Queue { first: NONE, last: NONE, length: 0 };
}

#[cfg_attr(test, derive(Clone))]
struct LineEntry {
    queue: Queue,
    generation: u32,
}

#[cfg_attr(test, derive(Clone))]
#[derive(Default)]
pub struct Scheduler {
    entries: Vec<Entry>,
    free: Vec<Number>,
    ready: Option<Queue>,
    lines: Vec<LineEntry>,
    free_lines: Vec<u32>,
    timers: Timers,
    alive: usize,
    depending: usize,
    pub journal: Journal,
}

impl Scheduler {
    // --- threads ---

    /// A new thread, last in the run queue.
    pub fn add(&mut self) -> Number {
        let entry = Entry { state: State::Free, previous: NONE, next: NONE, line: NONE, timer: NONE, depends: false, reason: Reason::Woken };
        let number = match self.free.pop() {
            Some(number) => {
                self.entries[number as usize] = entry;
                number
            }
            None => {
                self.entries.push(entry);
                self.entries.len() as u32 - 1
            }
        };
        self.alive += 1;
        self.journal.note(number, ThreadEvent::Started);
        self.journal.note(number, ThreadEvent::Ready);
        self.make_ready(number, false);
        number
    }

    /// The end of a thread that is running.
    pub fn remove(&mut self, number: Number) {
        debug_assert_eq!(self.state(number), State::Running);
        self.journal.note(number, ThreadEvent::Suspended);
        self.journal.note(number, ThreadEvent::Exited);
        self.entries[number as usize].state = State::Free;
        self.free.push(number);
        self.alive -= 1;
    }

    /// The end of all threads but one, whatever they do.
    pub fn keep_only(&mut self, kept: Number) {
        for number in 0..self.entries.len() as u32 {
            if number == kept {
                continue;
            }
            match self.state(number) {
                State::Free => continue,
                State::Parked => {
                    self.wake(number, Reason::Woken);
                }
                State::Ready | State::Running => {}
            }
            if self.state(number) == State::Ready {
                self.unqueue(number);
            }
            self.entries[number as usize].state = State::Running;
            self.remove(number);
        }
    }

    pub fn state(&self, number: Number) -> State {
        self.entries.get(number as usize).map_or(State::Free, |entry| entry.state)
    }

    pub fn reason(&self, number: Number) -> Reason {
        self.entries[number as usize].reason
    }

    /// Whether a parked thread can only be woken by another.
    pub fn depends(&self, number: Number) -> bool {
        self.state(number) == State::Parked && self.entries[number as usize].depends
    }

    /// Threads that have not ended.
    pub fn alive(&self) -> usize {
        self.alive
    }

    /// One more than the highest number in use.
    pub fn numbers(&self) -> u32 {
        self.entries.len() as u32
    }

    // --- running ---

    /// Takes the first thread of the run queue: it runs now.
    pub fn next(&mut self) -> Option<Number> {
        let number = self.queue().first;
        if number == NONE {
            return None;
        }
        self.unqueue(number);
        self.entries[number as usize].state = State::Running;
        self.journal.note_next(number);
        Some(number)
    }

    /// The running thread lets others go first.
    pub fn pass(&mut self, number: Number) {
        debug_assert_eq!(self.state(number), State::Running);
        self.journal.note_pass(number, !self.is_anyone_ready());
        self.make_ready(number, false);
    }

    pub fn is_anyone_ready(&self) -> bool {
        self.queue().length > 0
    }

    /// A ready thread goes to the head of the run queue.
    pub fn prioritize(&mut self, number: Number) {
        if self.state(number) == State::Ready {
            self.unqueue(number);
            self.make_ready(number, true);
        }
    }

    // --- parking ---

    /// The running thread waits.
    pub fn park(&mut self, number: Number, park: Park) {
        debug_assert_eq!(self.state(number), State::Running);
        self.journal.note(number, ThreadEvent::Suspended);
        let entry = &mut self.entries[number as usize];
        entry.state = State::Parked;
        entry.depends = park.depends && park.deadline.is_none();
        self.depending += entry.depends as usize;
        if let Some(line) = park.line {
            self.join_line(number, line);
        }
        if let Some(deadline) = park.deadline {
            self.timers.insert(number, deadline, &mut |moved, position| self.entries[moved as usize].timer = position);
        }
    }

    /// Makes a parked thread ready; false where it is not parked.
    pub fn wake(&mut self, number: Number, reason: Reason) -> bool {
        if self.state(number) != State::Parked {
            return false;
        }
        let entry = &mut self.entries[number as usize];
        entry.reason = reason;
        self.depending -= std::mem::take(&mut entry.depends) as usize;
        let (line, timer) = (entry.line, std::mem::replace(&mut entry.timer, NONE));
        if line != NONE {
            self.leave_line(number, line);
        }
        if timer != NONE {
            self.timers.remove(timer, &mut |moved, position| self.entries[moved as usize].timer = position);
        }
        self.journal.note(number, ThreadEvent::Ready);
        self.make_ready(number, false);
        true
    }

    /// Wakes everybody whose deadline has passed.
    pub fn expire(&mut self, now: u64) {
        while let Some((deadline, number)) = self.timers.first() {
            if deadline > now {
                break;
            }
            self.wake(number, Reason::Expired);
        }
    }

    pub fn next_deadline(&self) -> Option<u64> {
        self.timers.first().map(|(deadline, _)| deadline)
    }

    /// Whether every thread waits for another one.
    pub fn is_deadlocked(&self) -> bool {
        self.alive > 0 && self.depending == self.alive
    }

    // --- lines ---

    /// A line to stand in: the given one while it exists, else a new one. The caller parks in it next.
    pub fn line(&mut self, known: Option<Line>) -> Line {
        if let Some(line) = known.filter(|line| self.exists(*line)) {
            return line;
        }
        let index = match self.free_lines.pop() {
            Some(index) => index,
            None => {
                self.lines.push(LineEntry { queue: Queue::EMPTY, generation: 0 });
                self.lines.len() as u32 - 1
            }
        };
        Line { index, generation: self.lines[index as usize].generation }
    }

    fn exists(&self, line: Line) -> bool {
        self.lines.get(line.index as usize).is_some_and(|entry| entry.generation == line.generation && entry.queue.length > 0)
    }

    /// How many stand in a line.
    pub fn waiting(&self, line: Line) -> usize {
        if self.exists(line) { self.lines[line.index as usize].queue.length as usize } else { 0 }
    }

    /// Wakes whoever stands first in a line.
    pub fn wake_first(&mut self, line: Line) -> Option<Number> {
        if !self.exists(line) {
            return None;
        }
        let number = self.lines[line.index as usize].queue.first;
        self.wake(number, Reason::Woken);
        Some(number)
    }

    fn join_line(&mut self, number: Number, line: Line) {
        let mut queue = self.lines[line.index as usize].queue;
        self.append(&mut queue, number, false);
        self.lines[line.index as usize].queue = queue;
        self.entries[number as usize].line = line.index;
    }

    fn leave_line(&mut self, number: Number, index: u32) {
        let mut queue = self.lines[index as usize].queue;
        self.unlink(&mut queue, number);
        let entry = &mut self.lines[index as usize];
        entry.queue = queue;
        if queue.length == 0 {
            entry.generation = (entry.generation + 1) % GENERATIONS;
            self.free_lines.push(index);
        }
        self.entries[number as usize].line = NONE;
    }

    // --- links ---

    fn queue(&self) -> Queue {
        self.ready.unwrap_or(Queue::EMPTY)
    }

    fn make_ready(&mut self, number: Number, first: bool) {
        self.entries[number as usize].state = State::Ready;
        let mut queue = self.queue();
        self.append(&mut queue, number, first);
        self.ready = Some(queue);
    }

    fn unqueue(&mut self, number: Number) {
        let mut queue = self.queue();
        self.unlink(&mut queue, number);
        self.ready = Some(queue);
    }

    fn append(&mut self, queue: &mut Queue, number: Number, first: bool) {
        let (previous, next) = if first { (NONE, queue.first) } else { (queue.last, NONE) };
        let entry = &mut self.entries[number as usize];
        (entry.previous, entry.next) = (previous, next);
        self.connect(queue, previous, number);
        self.connect(queue, number, next);
        queue.length += 1;
    }

    fn unlink(&mut self, queue: &mut Queue, number: Number) {
        let entry = &mut self.entries[number as usize];
        let (previous, next) = (std::mem::replace(&mut entry.previous, NONE), std::mem::replace(&mut entry.next, NONE));
        self.connect(queue, previous, next);
        queue.length -= 1;
    }

    /// Makes two neighbours; nobody on one side means an end of the queue.
    fn connect(&mut self, queue: &mut Queue, left: u32, right: u32) {
        match left {
            NONE => queue.first = right,
            _ => self.entries[left as usize].next = right,
        }
        match right {
            NONE => queue.last = left,
            _ => self.entries[right as usize].previous = left,
        }
    }
}
