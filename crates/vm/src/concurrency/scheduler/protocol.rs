//! The protocol of parking and waking, as core/concurrency/mutex.rb and core/concurrency/queue.rb use it, played to its end in every order.
//!
//! Threads run little programs whose steps are what lies between two safepoints. After each step the running
//! thread may be preempted (a few times in one play), and at any moment one waiting thread may be interrupted,
//! after which it gives up as an exception would make it. In every play everybody has to come to the end:
//! who parks for good was told nothing of a mutex that is free or an item that is there.

use super::*;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Step {
    Lock,
    Unlock,
    Push,
    Pop,
    End,
}

#[derive(Clone)]
struct Play {
    scheduler: Scheduler,
    programs: Vec<Vec<Step>>,
    /// Where each thread stands in its program, and whether an exception is to be delivered to it.
    at: Vec<usize>,
    interrupted: Vec<bool>,
    running: Option<Number>,
    owner: Option<Number>,
    items: usize,
    mutex_line: Option<Line>,
    queue_line: Option<Line>,
    preemptions: usize,
    interrupts: usize,
    plays: usize,
}

impl Play {
    fn new(programs: &[&[Step]], preemptions: usize, interrupts: usize) -> Play {
        let mut scheduler = Scheduler::default();
        programs.iter().for_each(|_| {
            scheduler.add();
        });
        Play {
            scheduler,
            programs: programs.iter().map(|program| program.iter().copied().chain([Step::End]).collect()).collect(),
            at: vec![0; programs.len()],
            interrupted: vec![false; programs.len()],
            running: None,
            owner: None,
            items: 0,
            mutex_line: None,
            queue_line: None,
            preemptions,
            interrupts,
            plays: 0,
        }
    }

    fn park(&mut self, number: Number, known: Option<Line>) -> Line {
        let line = self.scheduler.line(known);
        self.scheduler.park(number, Park { line: Some(line), depends: true, deadline: None });
        self.running = None;
        line
    }

    fn wake_first(&mut self, line: Option<Line>) {
        line.and_then(|line| self.scheduler.wake_first(line));
    }

    /// One step of the running thread between two safepoints.
    fn step(&mut self) {
        let Some(number) = self.running else {
            self.running = self.scheduler.next();
            return;
        };
        let thread = number as usize;
        if std::mem::take(&mut self.interrupted[thread]) {
            self.give_up(thread);
            return;
        }
        match self.programs[thread][self.at[thread]] {
            Step::Lock if self.owner.is_some() => {
                self.mutex_line = Some(self.park(number, self.mutex_line));
                return;
            }
            Step::Lock => self.owner = Some(number),
            Step::Unlock => {
                self.owner = None;
                self.wake_first(self.mutex_line);
            }
            Step::Push => {
                self.items += 1;
                self.wake_first(self.queue_line);
            }
            Step::Pop if self.items == 0 => {
                self.queue_line = Some(self.park(number, self.queue_line));
                return;
            }
            Step::Pop => self.items -= 1,
            Step::End => {
                self.scheduler.remove(number);
                self.running = None;
                return;
            }
        }
        self.at[thread] += 1;
    }

    /// The ensure clauses of a thread that an exception leaves: a wake-up that it got is the next one's.
    fn give_up(&mut self, thread: usize) {
        match self.programs[thread][self.at[thread]] {
            Step::Lock if self.owner.is_none() => self.wake_first(self.mutex_line),
            Step::Pop if self.items > 0 => self.wake_first(self.queue_line),
            _ => {}
        }
        if self.owner == Some(thread as Number) {
            self.owner = None;
            self.wake_first(self.mutex_line);
        }
        self.at[thread] = self.programs[thread].len() - 1;
    }

    /// Plays on in every way there is.
    fn explore(&mut self) {
        if self.running.is_none() && !self.scheduler.is_anyone_ready() {
            self.plays += 1;
            assert!(self.is_settled(), "threads wait for what is there: at {:?} of {:?}, owner {:?}, {} items", self.at, self.programs, self.owner, self.items);
            return;
        }
        let mut plays = 0;
        for mut next in self.branches() {
            next.plays = 0;
            next.explore();
            plays += next.plays;
        }
        self.plays += plays;
    }

    fn branches(&self) -> Vec<Play> {
        let mut branches = Vec::new();
        let mut plain = self.clone();
        plain.step();
        branches.push(plain);
        if let Some(number) = self.running.filter(|_| self.preemptions > 0 && self.scheduler.is_anyone_ready()) {
            let mut preempted = self.clone();
            preempted.preemptions -= 1;
            preempted.scheduler.pass(number);
            preempted.running = preempted.scheduler.next();
            branches.push(preempted);
        }
        for number in 0..self.at.len() as Number {
            let waits = matches!(self.programs[number as usize][self.at[number as usize]], Step::Lock | Step::Pop);
            if self.interrupts > 0 && waits && self.scheduler.state(number) != State::Free {
                let mut interrupted = self.clone();
                interrupted.interrupts -= 1;
                interrupted.scheduler.wake(number, Reason::Interrupted);
                interrupted.interrupted[number as usize] = true;
                branches.push(interrupted);
            }
        }
        branches
    }

    /// Nobody waits for a mutex that is free or an item that is there.
    fn is_settled(&self) -> bool {
        (0..self.at.len()).all(|thread| {
            self.scheduler.state(thread as Number) == State::Free
                || match self.programs[thread][self.at[thread]] {
                    Step::Lock => self.owner.is_some(),
                    Step::Pop => self.items == 0,
                    _ => false,
                }
        })
    }
}

fn play(programs: &[&[Step]], preemptions: usize, interrupts: usize) -> usize {
    let mut play = Play::new(programs, preemptions, interrupts);
    play.explore();
    play.plays
}

use Step::*;

#[test]
fn a_mutex_is_handed_on_in_every_order() {
    let twice: &[Step] = &[Lock, Unlock, Lock, Unlock];
    assert!(play(&[twice, twice, twice], 4, 0) > 100);
    assert!(play(&[&[Lock, Unlock], &[Lock, Unlock], &[Lock, Unlock]], 3, 2) > 100);
}

#[test]
fn an_item_reaches_somebody_in_every_order() {
    assert!(play(&[&[Pop, Pop], &[Pop], &[Push, Push, Push]], 4, 0) > 50);
    assert!(play(&[&[Pop], &[Pop], &[Push, Push]], 3, 2) > 100);
}

#[test]
fn both_together() {
    assert!(play(&[&[Lock, Pop, Unlock], &[Push, Lock, Unlock], &[Lock, Push, Unlock]], 3, 1) > 100);
}
