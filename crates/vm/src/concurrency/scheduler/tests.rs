//! The scheduler against a plain model: every sequence of operations up to a length.
//!
//! The model keeps lists and scans them; after each operation both must agree on
//! every thread's state, on who runs next, on lines, deadlines and deadlock.

use super::*;

const THREADS: usize = 3;
const LINES: usize = 2;

#[derive(Clone, Copy, Debug)]
enum Operation {
    Run,
    Pass,
    Park { line: Option<usize>, deadline: Option<u64>, depends: bool },
    Wake(usize),
    WakeFirst(usize),
    Expire(u64),
    Prioritize(usize),
    End,
}

fn operations() -> Vec<Operation> {
    use Operation::*;
    let mut all = vec![Run, Pass, End, WakeFirst(0), WakeFirst(1), Expire(1), Expire(2), Wake(0), Wake(1), Wake(2), Prioritize(2)];
    for line in [None, Some(0), Some(1)] {
        for deadline in [None, Some(1), Some(2)] {
            all.push(Park { line, deadline, depends: line.is_some() });
        }
    }
    all
}

#[derive(Clone, Default)]
struct Model {
    states: Vec<State>,
    ready: Vec<usize>,
    running: Option<usize>,
    lines: Vec<Vec<usize>>,
    /// (deadline, thread) in order of arrival.
    timers: Vec<(u64, usize)>,
    depends: Vec<usize>,
}

impl Model {
    fn new() -> Model {
        Model { states: vec![State::Ready; THREADS], ready: (0..THREADS).collect(), lines: vec![Vec::new(); LINES], ..Model::default() }
    }

    fn wake(&mut self, thread: usize) {
        if self.states[thread] != State::Parked {
            return;
        }
        self.lines.iter_mut().for_each(|line| line.retain(|other| *other != thread));
        self.timers.retain(|(_, other)| *other != thread);
        self.depends.retain(|other| *other != thread);
        self.states[thread] = State::Ready;
        self.ready.push(thread);
    }

    fn apply(&mut self, operation: Operation) {
        match operation {
            Operation::Run if self.running.is_none() && !self.ready.is_empty() => {
                let thread = self.ready.remove(0);
                self.states[thread] = State::Running;
                self.running = Some(thread);
            }
            Operation::Run => {}
            Operation::Pass => {
                if let Some(thread) = self.running.take() {
                    self.states[thread] = State::Ready;
                    self.ready.push(thread);
                }
            }
            Operation::Park { line, deadline, depends } => {
                if let Some(thread) = self.running.take() {
                    self.states[thread] = State::Parked;
                    line.into_iter().for_each(|line| self.lines[line].push(thread));
                    deadline.into_iter().for_each(|deadline| self.timers.push((deadline, thread)));
                    if depends && deadline.is_none() {
                        self.depends.push(thread);
                    }
                }
            }
            Operation::Wake(thread) => self.wake(thread),
            Operation::WakeFirst(line) => {
                if let Some(thread) = self.lines[line].first().copied() {
                    self.wake(thread);
                }
            }
            Operation::Expire(now) => {
                let mut due: Vec<(u64, usize)> = self.timers.iter().copied().filter(|(deadline, _)| *deadline <= now).collect();
                due.sort_by_key(|(deadline, _)| *deadline);
                due.into_iter().for_each(|(_, thread)| self.wake(thread));
            }
            Operation::Prioritize(thread) => {
                if self.states[thread] == State::Ready {
                    self.ready.retain(|other| *other != thread);
                    self.ready.insert(0, thread);
                }
            }
            Operation::End => {
                if let Some(thread) = self.running.take() {
                    self.states[thread] = State::Free;
                }
            }
        }
    }
}

/// The scheduler with what its user keeps: the names of lines, and who runs.
struct Real {
    scheduler: Scheduler,
    lines: [Option<Line>; LINES],
    running: Option<Number>,
}

impl Real {
    fn new() -> Real {
        let mut scheduler = Scheduler::default();
        (0..THREADS).for_each(|_| {
            scheduler.add();
        });
        Real { scheduler, lines: [None; LINES], running: None }
    }

    fn apply(&mut self, operation: Operation) {
        let scheduler = &mut self.scheduler;
        match operation {
            Operation::Run if self.running.is_none() => self.running = scheduler.next(),
            Operation::Run => {}
            Operation::Pass => self.running.take().into_iter().for_each(|number| scheduler.pass(number)),
            Operation::Park { line, deadline, depends } => {
                if let Some(number) = self.running.take() {
                    let line = line.map(|index| {
                        let line = scheduler.line(self.lines[index]);
                        self.lines[index] = Some(line);
                        line
                    });
                    scheduler.park(number, Park { deadline, depends, line });
                }
            }
            Operation::Wake(thread) => {
                scheduler.wake(thread as u32, Reason::Woken);
            }
            Operation::WakeFirst(line) => {
                self.lines[line].and_then(|line| scheduler.wake_first(line));
            }
            Operation::Expire(now) => scheduler.expire(now),
            Operation::Prioritize(thread) => scheduler.prioritize(thread as u32),
            Operation::End => self.running.take().into_iter().for_each(|number| scheduler.remove(number)),
        }
    }

    fn ready(&self) -> Vec<usize> {
        let mut order = Vec::new();
        let mut at = self.scheduler.queue().first;
        while at != NONE {
            order.push(at as usize);
            at = self.scheduler.entries[at as usize].next;
        }
        order
    }
}

fn compare(model: &Model, real: &Real, trail: &[Operation]) {
    for (thread, state) in model.states.iter().enumerate() {
        assert_eq!(*state, real.scheduler.state(thread as u32), "state of {thread} after {trail:?}");
    }
    assert_eq!(model.ready, real.ready(), "run queue after {trail:?}");
    assert_eq!(model.running, real.running.map(|number| number as usize), "running after {trail:?}");
    for (line, members) in model.lines.iter().enumerate() {
        let waiting = real.lines[line].map_or(0, |line| real.scheduler.waiting(line));
        assert_eq!(members.len(), waiting, "line {line} after {trail:?}");
    }
    assert_eq!(model.timers.iter().map(|(deadline, _)| *deadline).min(), real.scheduler.next_deadline(), "deadline after {trail:?}");
    let alive = model.states.iter().filter(|state| **state != State::Free).count();
    assert_eq!(alive > 0 && model.depends.len() == alive, real.scheduler.is_deadlocked(), "deadlock after {trail:?}");
}

fn play(trail: &[Operation]) {
    let (mut model, mut real) = (Model::new(), Real::new());
    for operation in trail {
        model.apply(*operation);
        real.apply(*operation);
    }
    compare(&model, &real, trail);
}

fn explore(trail: &mut Vec<Operation>, choices: &[Operation], depth: usize) {
    play(trail);
    if depth == 0 {
        return;
    }
    for operation in choices {
        trail.push(*operation);
        explore(trail, choices, depth - 1);
        trail.pop();
    }
}

#[test]
fn every_short_sequence_agrees_with_the_model() {
    explore(&mut Vec::new(), &operations(), 4);
}

/// Longer ones, from states that the short ones can't reach: two or three threads parked already.
#[test]
fn every_short_sequence_after_parking_agrees_with_the_model() {
    use Operation::*;
    let park = |line, deadline| Park { line, deadline, depends: true };
    let beginnings = [
        vec![Run, park(Some(0), None), Run, park(Some(0), Some(1))],
        vec![Run, park(Some(0), Some(2)), Run, park(Some(1), Some(1)), Run, park(Some(0), Some(1))],
        vec![Run, park(Some(0), None), Run, park(Some(0), None), Run, park(Some(1), None)],
    ];
    for mut trail in beginnings {
        explore(&mut trail, &operations(), 3);
    }
}

#[test]
fn many_timers_expire_in_order() {
    let mut scheduler = Scheduler::default();
    let mut seed = 12345u64;
    let mut parked = Vec::new();
    for _ in 0..5000 {
        scheduler.add();
    }
    while let Some(number) = scheduler.next() {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let deadline = seed >> 44;
        scheduler.park(number, Park { deadline: Some(deadline), ..Park::default() });
        parked.push((deadline, number));
    }
    for (_, number) in parked.iter().step_by(3) {
        assert!(scheduler.wake(*number, Reason::Woken));
    }
    while scheduler.next().is_some() {}
    let mut expected: Vec<(u64, Number)> = parked.into_iter().enumerate().filter(|(index, _)| index % 3 != 0).map(|(_, pair)| pair).collect();
    expected.sort_by_key(|(deadline, _)| *deadline);
    scheduler.expire(u64::MAX);
    let woken: Vec<Number> = std::iter::from_fn(|| scheduler.next()).collect();
    assert_eq!(expected.len(), woken.len());
    let deadlines: std::collections::HashMap<Number, u64> = expected.iter().map(|(deadline, number)| (*number, *deadline)).collect();
    assert!(woken.windows(2).all(|pair| deadlines[&pair[0]] <= deadlines[&pair[1]]));
}
