//! The heir of a server's process: it answers the clients that a process leaves behind when it dies.
//!
//! A connection ends with the process that has it, whoever killed that process. So a server has an heir: a process that shares
//! its table of descriptors (`CLONE_FILES`, see clone(2)) and sleeps. The system tells it when the server has died
//! (`PR_SET_PDEATHSIG`); the sockets are still open then, since the heir has them too. It answers those whose clients wait,
//! closes all, and ends.
//!
//! ```text
//!   server ---- descriptors ---- heir            the ledger, memory of both:
//!      |   \______ ledger ______/  | sleeps         highest | one byte a descriptor
//!      X dies                      | wakes: 502, 503, ends
//! ```
//!
//! The ledger says how each socket stands. Only sockets of plain HTTP/1.1 are in it: nobody else can go on with the state of a
//! session of TLS. A store in it is all that an heir costs a request.

use std::ptr::NonNull;
use std::sync::atomic::{AtomicI32, AtomicPtr, AtomicU8, AtomicU32, Ordering};

use crate::{SystemResult, last_error};

/// How a socket stands with its client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Standing {
    /// It has no client that could be answered: there is no such socket, or a response has begun.
    None,
    /// The client owes a request, or has its response as soon as that is sent; where there are unread bytes of a request, it waits.
    Open,
    /// The client waits, and no application has seen its request.
    Waiting,
    /// The client waits for an application.
    Served,
    /// The heir has answered.
    Answered,
}

/// Of a request that may be sent again.
const UNSEEN: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 0\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
/// Of a request that an application was at.
const BROKEN: &[u8] = b"HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
/// Descriptors that a ledger has room for, where the process may have so many.
const MOST: usize = 1 << 20;
/// Tells the heir that the server is gone.
const DEATH: i32 = libc::SIGUSR1;
/// Tells the heir that there is nothing to wait for.
const DISMISSAL: i32 = libc::SIGUSR2;
/// How often, and for how long each time, an heir waits for its clients to send what they owe and to end their connections.
const LINGER_TURNS: u32 = 100;
const LINGER_NANOSECONDS: i64 = 10_000_000;

/// The standing of each socket of a process, in memory that it shares with its heir.
pub struct Ledger {
    /// One above the highest descriptor that was noted.
    end: &'static AtomicU32,
    standings: &'static [AtomicU8],
}

impl Ledger {
    /// A ledger that is never given back: what has a reference to one may outlive the process's role.
    fn new() -> SystemResult<&'static Ledger> {
        const HEADER: usize = size_of::<AtomicU32>();
        let most = crate::process::resource_limit(libc::RLIMIT_NOFILE as u32)?.0.min(MOST as u64) as usize;
        let (access, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE);
        // SAFETY: a new mapping, which nobody else has.
        let address = unsafe { libc::mmap(std::ptr::null_mut(), HEADER + most, access, kind, -1, 0) };
        let Some(address) = NonNull::new(address).filter(|address| address.as_ptr() != libc::MAP_FAILED) else { return Err(last_error()) };
        // SAFETY: the mapping is that long, zero, never unmapped, and changed by atomic operations only.
        let (end, standings) = unsafe { (address.cast().as_ref(), std::slice::from_raw_parts(address.cast().add(HEADER).as_ptr(), most)) };
        Ok(Box::leak(Box::new(Ledger { end, standings })))
    }

    pub fn note(&self, descriptor: i32, standing: Standing) {
        let Some(entry) = self.standings.get(descriptor as usize) else { return };
        entry.store(standing as u8, Ordering::Release);
        if descriptor as u32 >= self.end.load(Ordering::Relaxed) {
            self.end.store(descriptor as u32 + 1, Ordering::Relaxed);
        }
    }

    fn is(&self, descriptor: i32, standing: Standing) -> bool {
        self.standings.get(descriptor as usize).is_some_and(|entry| entry.load(Ordering::Acquire) == standing as u8)
    }

    fn descriptors(&self) -> std::ops::Range<i32> {
        0..self.end.load(Ordering::Acquire) as i32
    }
}

static LEDGER: AtomicPtr<Ledger> = AtomicPtr::new(std::ptr::null_mut());
/// Whose ledger it is, and who reads it: a copy of the process has both numbers too.
static OWNER: AtomicI32 = AtomicI32::new(0);
static HEIR: AtomicI32 = AtomicI32::new(0);

fn this_process() -> i32 {
    // SAFETY: touches no memory.
    unsafe { libc::getpid() }
}

/// The ledger of this process, if it has an heir.
pub fn ledger() -> Option<&'static Ledger> {
    if OWNER.load(Ordering::Relaxed) != this_process() {
        return None;
    }
    // SAFETY: null, or a ledger, which is never given back.
    unsafe { LEDGER.load(Ordering::Relaxed).as_ref() }
}

/// Gives this process an heir. It is best made early: the pages that both have then stay as long as one of them needs them.
pub fn appoint() -> SystemResult<()> {
    let ledger = Ledger::new()?;
    let owner = this_process();
    let before = block_signals()?;
    // SAFETY: a copy of the process, as `fork` makes, which ends in `inherit` and calls nothing there but the system.
    let made = unsafe { libc::syscall(libc::SYS_clone, libc::CLONE_FILES as u64, 0u64, 0u64, 0u64, 0u64) };
    if made == 0 {
        inherit(owner, ledger);
    }
    let error = last_error();
    // SAFETY: the set is the one that was in force.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &before, std::ptr::null_mut()) };
    if made < 0 {
        return Err(error);
    }
    LEDGER.store(std::ptr::from_ref(ledger).cast_mut(), Ordering::Relaxed);
    HEIR.store(made as i32, Ordering::Relaxed);
    OWNER.store(owner, Ordering::Relaxed);
    Ok(())
}

/// Takes the heir away, since this process is about to run another program: that one's descriptors are its own.
pub fn dismiss() {
    if OWNER.load(Ordering::Relaxed) != this_process() {
        return;
    }
    let heir = HEIR.load(Ordering::Relaxed);
    OWNER.store(0, Ordering::Relaxed);
    // SAFETY: a child of this process that nobody else waits for; no status is asked for.
    unsafe {
        libc::kill(heir, DISMISSAL);
        libc::waitpid(heir, std::ptr::null_mut(), libc::__WCLONE);
    }
}

/// All signals wait, in this thread: the set that waited before. The handlers of a server are not its heir's.
fn block_signals() -> SystemResult<libc::sigset_t> {
    // SAFETY: both sets outlive the calls, which fill them.
    unsafe {
        let (mut all, mut before): (libc::sigset_t, libc::sigset_t) = (std::mem::zeroed(), std::mem::zeroed());
        libc::sigfillset(&mut all);
        match libc::pthread_sigmask(libc::SIG_SETMASK, &all, &mut before) {
            0 => Ok(before),
            number => Err(number),
        }
    }
}

/// The life of an heir. Another thread of the copied process may have held any lock: nothing here takes one or allocates.
fn inherit(owner: i32, ledger: &Ledger) -> ! {
    wait_for_death(owner);
    for descriptor in ledger.descriptors() {
        attend(descriptor, ledger);
    }
    close(ledger.descriptors().end as u32, u32::MAX);
    linger(ledger);
    // SAFETY: _exit touches no memory.
    unsafe { libc::_exit(0) }
}

fn wait_for_death(owner: i32) {
    // SAFETY: the set outlives the calls; no description of the signal is asked for.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, DEATH, 0, 0, 0);
        libc::prctl(libc::PR_SET_NAME, c"rutile heir".as_ptr(), 0, 0, 0);
        let mut awaited: libc::sigset_t = std::mem::zeroed();
        libc::sigaddset(&mut awaited, DEATH);
        libc::sigaddset(&mut awaited, DISMISSAL);
        // Whoever has the owner's number as its parent's has it still.
        while libc::getppid() == owner {
            if libc::sigwaitinfo(&awaited, std::ptr::null_mut()) == DISMISSAL {
                libc::_exit(0);
            }
        }
    }
}

/// Answers the client of a socket that waits, or closes the socket. True: the client owes a request, and may be sending it just now.
fn attend(descriptor: i32, ledger: &Ledger) -> bool {
    let answer = if ledger.is(descriptor, Standing::Served) {
        Some(BROKEN)
    } else if ledger.is(descriptor, Standing::Waiting) {
        Some(UNSEEN)
    } else if ledger.is(descriptor, Standing::Open) {
        match first_unread(descriptor) {
            1 => Some(UNSEEN),
            -1 if last_error() == libc::EAGAIN => return true,
            _ => None,
        }
    } else {
        None
    };
    if answer.is_some_and(|answer| send(descriptor, answer)) {
        ledger.note(descriptor, Standing::Answered);
    } else {
        ledger.note(descriptor, Standing::None);
        close(descriptor as u32, descriptor as u32);
    }
    false
}

/// How many bytes there are to read, of one at most; 0 where the client has ended, -1 where it is silent or gone.
fn first_unread(descriptor: i32) -> isize {
    let mut byte = 0u8;
    // SAFETY: there is room for one byte.
    unsafe { libc::recv(descriptor, (&raw mut byte).cast(), 1, libc::MSG_PEEK | libc::MSG_DONTWAIT) }
}

/// Sends an answer and that nothing follows it.
fn send(descriptor: i32, answer: &[u8]) -> bool {
    // SAFETY: the answer is readable for its length.
    let sent = unsafe { libc::send(descriptor, answer.as_ptr().cast(), answer.len(), libc::MSG_NOSIGNAL | libc::MSG_DONTWAIT) };
    // SAFETY: takes no memory of ours.
    sent == answer.len() as isize && unsafe { libc::shutdown(descriptor, libc::SHUT_WR) } == 0
}

fn close(first: u32, last: u32) {
    // SAFETY: takes no memory of ours.
    unsafe { libc::syscall(libc::SYS_close_range, first, last, 0) };
}

/// Drops what clients still send: a socket that is closed with something unread would take the answer from them. Who has sent nothing
/// yet is answered when the request comes.
fn linger(ledger: &Ledger) {
    for _ in 0..LINGER_TURNS {
        let mut left = false;
        for descriptor in ledger.descriptors().filter(|descriptor| ledger.is(*descriptor, Standing::Open)) {
            left |= attend(descriptor, ledger);
        }
        for descriptor in ledger.descriptors().filter(|descriptor| ledger.is(*descriptor, Standing::Answered)) {
            let goes_on = drain(descriptor);
            left |= goes_on;
            if !goes_on {
                ledger.note(descriptor, Standing::None);
                close(descriptor as u32, descriptor as u32);
            }
        }
        if !left {
            return;
        }
        let pause = libc::timespec { tv_sec: 0, tv_nsec: LINGER_NANOSECONDS as _ };
        // SAFETY: the time outlives the call.
        unsafe { libc::nanosleep(&pause, std::ptr::null_mut()) };
    }
}

/// Whether the client may send more.
fn drain(descriptor: i32) -> bool {
    let mut dropped = [0u8; 4096];
    loop {
        // SAFETY: the buffer is writable for its length.
        let count = unsafe { libc::recv(descriptor, dropped.as_mut_ptr().cast(), dropped.len(), libc::MSG_DONTWAIT) };
        if count <= 0 {
            return count < 0 && last_error() == libc::EAGAIN;
        }
    }
}
