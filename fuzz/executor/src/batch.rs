//! A batch of programs: children are forked for it until all of its programs have run.

use std::fmt;
use std::time::{Duration, Instant};

use rutile_vm::vm::Vm;

use crate::child;
use crate::crashes;
use crate::findings::Findings;
use crate::shared::{Counts, Shared};

/// How long a child may go without beginning another program.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long it may sleep: there is nothing that could come.
const IDLE_PATIENCE: Duration = Duration::from_millis(700);

/// How a child ended.
#[derive(Clone, PartialEq, Eq)]
pub enum End {
    Clean,
    /// It stands at one program for too long.
    Hung(String),
    /// It waits for what never comes, as such a program should.
    Waiting,
    Signal(i32, String),
    /// It left by itself, which no program should be able to bring about.
    Status(i32, String),
}

impl End {
    pub fn is_clean(&self) -> bool {
        *self == End::Clean
    }

    /// What findings are told apart by.
    pub fn key(&self) -> String {
        match self {
            End::Clean => "clean".to_string(),
            End::Hung(words) => format!("hung {}", words.lines().take(2).collect::<String>()),
            End::Waiting => "waiting".to_string(),
            End::Signal(signal, words) if words.is_empty() => format!("signal {signal}"),
            End::Status(status, words) if words.is_empty() => format!("status {status}"),
            End::Signal(_, words) | End::Status(_, words) => words.lines().next().unwrap_or_default().to_string(),
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Clean => write!(f, "clean"),
            End::Hung(words) => write!(f, "did not go on for {} s {words}", PATIENCE.as_secs()),
            End::Waiting => write!(f, "waits"),
            End::Signal(signal, words) => write!(f, "signal {signal} {words}"),
            End::Status(status, words) => write!(f, "status {status} {words}"),
        }
    }
}

/// Runs all of a batch, notes what breaks, and goes on behind it.
pub fn run(vm: &mut Vm, shared: &Shared, programs: &[Vec<u8>], steps: u64, findings: &mut Findings) -> Counts {
    let mut counts = Counts::default();
    let mut next = 0;
    while next < programs.len() {
        let end = attempt(vm, shared, &programs[next..], steps, false);
        counts.add(&shared.counts());
        if end.is_clean() {
            break;
        }
        let broken = next + shared.at();
        counts.executions += 1;
        if end == End::Waiting {
            counts.waiting += 1;
            next = broken + 1;
            continue;
        }
        note(vm, shared, &programs[next..=broken], steps, &end, findings);
        next = broken + 1;
    }
    counts
}

/// Keeps the program that broke a child, with those before it only where it takes them.
fn note(vm: &mut Vm, shared: &Shared, programs: &[Vec<u8>], steps: u64, end: &End, findings: &mut Findings) {
    if findings.is_known(end) {
        return;
    }
    let alone = &programs[programs.len() - 1..];
    let again = attempt(vm, shared, alone, steps, false);
    if again.is_clean() {
        findings.keep(end, programs);
    } else {
        findings.keep(&again, alone);
    }
}

/// Runs programs in one child.
pub fn attempt(vm: &mut Vm, shared: &Shared, programs: &[Vec<u8>], steps: u64, loud: bool) -> End {
    shared.clear();
    // SAFETY: this process has one thread; the child only runs the machine and leaves by `_exit`.
    match unsafe { libc::fork() } {
        -1 => panic!("no child: {}", std::io::Error::last_os_error()),
        0 => child::run(vm, shared, programs, steps, loud),
        pid => wait(pid, shared),
    }
}

fn wait(pid: libc::pid_t, shared: &Shared) -> End {
    let (mut at, mut since) = (usize::MAX, Instant::now());
    let mut nap = Duration::from_micros(200);
    loop {
        let mut status = 0;
        // SAFETY: waits for our own child.
        if unsafe { libc::waitpid(pid, &mut status, libc::WNOHANG) } == pid {
            return end_of(status, shared);
        }
        if shared.at() != at {
            (at, since) = (shared.at(), Instant::now());
        } else if since.elapsed() > PATIENCE {
            ask_where(pid);
            kill(pid);
            return End::Hung(shared.words());
        } else if since.elapsed() > IDLE_PATIENCE && is_asleep(pid) {
            kill(pid);
            return End::Waiting;
        }
        std::thread::sleep(nap);
        nap = (nap * 2).min(Duration::from_millis(5));
    }
}

/// A child that hangs says where, if it still can.
fn ask_where(pid: libc::pid_t) {
    // SAFETY: as in `kill`.
    unsafe { libc::kill(pid, crashes::WHERE) };
    std::thread::sleep(Duration::from_millis(400));
}

fn kill(pid: libc::pid_t) {
    let mut status = 0;
    // SAFETY: the child has not been waited for, so the number is still its own.
    unsafe {
        libc::kill(pid, libc::SIGKILL);
        libc::waitpid(pid, &mut status, 0);
    }
}

/// Whether a process waits, and went on waiting for a moment.
fn is_asleep(pid: libc::pid_t) -> bool {
    let state = || {
        let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        text.rsplit(')').next().and_then(|rest| rest.trim().chars().next())
    };
    (0..5).all(|_| {
        std::thread::sleep(Duration::from_millis(2));
        state() == Some('S')
    })
}

fn end_of(status: i32, shared: &Shared) -> End {
    let words = shared.words();
    if libc::WIFSIGNALED(status) {
        return End::Signal(libc::WTERMSIG(status), words);
    }
    match libc::WEXITSTATUS(status) {
        child::CLEAN => End::Clean,
        status => End::Status(status, words),
    }
}
