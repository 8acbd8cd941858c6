//! The border to the operating system, for processes: making them, waiting for them,
//! signals, clocks, limits. As in `system`, each function is safe to call and answers
//! the system's error number where it failed.

use std::ffi::{CString, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::OnceLock;

use crate::signals::interruptible_call;

use crate::{SystemResult, accounts, c_string, last_error, once};

/// Makes a copy of this process: 0 in the copy, its number in the original.
///
/// The machine runs on one system thread. Its helpers share nothing with it but what the copy leaves behind
/// (`Reactor::forget`), so that no lock is waited for that nobody releases.
pub fn fork() -> SystemResult<i32> {
    // SAFETY: see above.
    let process = unsafe { libc::fork() };
    if process >= 0 { Ok(process) } else { Err(last_error()) }
}

/// The number of this process. Asked of the system once in each: whatever forks, a foreign function too, has the copy ask anew.
pub fn id() -> u32 {
    static KNOWN: AtomicU32 = AtomicU32::new(0);
    static FORGETS: OnceLock<bool> = OnceLock::new();
    extern "C" fn forget() {
        KNOWN.store(0, Ordering::Relaxed);
    }
    let known = KNOWN.load(Ordering::Relaxed);
    if known != 0 {
        return known;
    }
    let id = std::process::id();
    // SAFETY: the handler stores a number.
    if *FORGETS.get_or_init(|| unsafe { libc::pthread_atfork(None, None, Some(forget)) } == 0) {
        KNOWN.store(id, Ordering::Relaxed);
    }
    id
}

/// Runs another program in place of this one, under limits (resource, soft, hard). Answers only if it
/// can't: the call that was refused, and why.
pub fn execute(
    program: &CString,
    arguments: &[CString],
    environment: &[CString],
    limits: &[(u32, u64, u64)],
) -> (Option<&'static str>, i32) {
    let mut argv: Vec<*const libc::c_char> = arguments.iter().map(|text| text.as_ptr()).collect();
    argv.push(std::ptr::null());
    let mut envp: Vec<*const libc::c_char> = environment.iter().map(|text| text.as_ptr()).collect();
    envp.push(std::ptr::null());
    // Last of all: nothing is allocated under limits that are meant for the program.
    for &(resource, soft, hard) in limits {
        if let Err(number) = set_resource_limit(resource, soft, hard) {
            return (Some("setrlimit"), number);
        }
    }
    crate::heir::dismiss();
    // SAFETY: both arrays end with null and their strings outlive the call.
    unsafe { libc::execve(program.as_ptr(), argv.as_ptr(), envp.as_ptr()) };
    (None, last_error())
}

/// Ends the process without running anything more.
pub fn exit_at_once(status: i32) -> ! {
    // SAFETY: _exit touches no memory.
    unsafe { libc::_exit(status) }
}

/// Waits for a child: its number and raw status; 0 where `WNOHANG` found none.
pub fn wait(process: i32, flags: i32) -> SystemResult<(i32, i32)> {
    let mut status = 0i32;
    // SAFETY: `status` outlives the call, and no usage is asked for.
    let found = unsafe { interruptible_call(libc::SYS_wait4, [process as u64, &raw mut status as u64, flags as u64, 0]) };
    if found >= 0 { Ok((found as i32, status)) } else { Err(-found as i32) }
}

/// A descriptor that is readable once a process has ended, closed by `exec`.
pub fn watch(process: i32) -> SystemResult<i32> {
    // SAFETY: takes no memory of ours.
    once(unsafe { libc::syscall(libc::SYS_pidfd_open, process, 0) }).map(|descriptor| descriptor as i32)
}

pub fn kill(process: i32, signal: i32) -> SystemResult<()> {
    // SAFETY: kill touches no memory.
    if unsafe { libc::kill(process, signal) } == 0 { Ok(()) } else { Err(last_error()) }
}

/// The ways to treat a signal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Disposition {
    Default,
    Ignore,
    /// It is noted and delivered at a safepoint.
    Note,
    /// Do nothing, and leave it as it was to programs that are started.
    Pass,
}

pub fn set_signal(signal: i32, disposition: Disposition) -> SystemResult<()> {
    // SAFETY: the action is fully set before the call; `note` does only what a handler may.
    let result = unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = match disposition {
            Disposition::Default => libc::SIG_DFL,
            Disposition::Ignore => libc::SIG_IGN,
            Disposition::Pass => crate::signals::pass as *const () as libc::sighandler_t,
            Disposition::Note => crate::signals::note as *const () as libc::sighandler_t,
        };
        if matches!(disposition, Disposition::Note | Disposition::Pass) {
            action.sa_flags = libc::SA_SIGINFO;
        }
        libc::sigemptyset(&mut action.sa_mask);
        libc::sigaction(signal, &action, std::ptr::null_mut())
    };
    if result == 0 { Ok(()) } else { Err(last_error()) }
}

/// User and system seconds of this process and of its ended children.
pub fn times() -> [f64; 4] {
    // SAFETY: `times` fills the record.
    let mut record: libc::tms = unsafe { std::mem::zeroed() };
    // SAFETY: the record outlives the call.
    unsafe { libc::times(&mut record) };
    // SAFETY: sysconf touches no memory.
    let ticks = unsafe { libc::sysconf(libc::_SC_CLK_TCK) }.max(1) as f64;
    [record.tms_utime, record.tms_stime, record.tms_cutime, record.tms_cstime].map(|time| time as f64 / ticks)
}

/// Real or effective user or group: `kind` is 0 uid, 1 euid, 2 gid, 3 egid.
pub fn identity(kind: i64) -> u32 {
    // SAFETY: these calls touch no memory and can't fail.
    unsafe {
        match kind {
            0 => libc::getuid(),
            1 => libc::geteuid(),
            2 => libc::getgid(),
            _ => libc::getegid(),
        }
    }
}

/// Saved user or group: what an effective one may go back to.
pub fn saved_identity(group: bool) -> u32 {
    let (mut real, mut effective, mut saved) = (0, 0, 0);
    // SAFETY: the three numbers outlive the call.
    unsafe {
        match group {
            false => libc::getresuid(&mut real, &mut effective, &mut saved),
            true => libc::getresgid(&mut real, &mut effective, &mut saved),
        }
    };
    saved
}

/// Sets the real, effective and saved user or group; those that are `u32::MAX` stay.
pub fn set_identities(group: bool, [real, effective, saved]: [u32; 3]) -> SystemResult<()> {
    // SAFETY: these calls touch no memory.
    let result = unsafe { if group { libc::setresgid(real, effective, saved) } else { libc::setresuid(real, effective, saved) } };
    once(result.into()).map(|_| ())
}

/// Sets the real and the effective user or group; the system decides about the saved one.
pub fn set_real_and_effective(group: bool, real: u32, effective: u32) -> SystemResult<()> {
    // SAFETY: these calls touch no memory.
    let result = unsafe { if group { libc::setregid(real, effective) } else { libc::setreuid(real, effective) } };
    once(result.into()).map(|_| ())
}

/// Becomes a user or group: all three where the process is privileged, else the effective one.
pub fn set_identity(group: bool, number: u32) -> SystemResult<()> {
    // SAFETY: these calls touch no memory.
    let result = unsafe { if group { libc::setgid(number) } else { libc::setuid(number) } };
    once(result.into()).map(|_| ())
}

/// The number of a user or of a group that has a name.
pub fn find_identity(name: &[u8], group: bool) -> Option<u32> {
    if group { accounts::group_named(name).map(|group| group.number) } else { accounts::user_named(name).map(|user| user.number) }
}

/// How much a process, group or user gives way to others.
pub fn priority(kind: u32, number: u32) -> SystemResult<i32> {
    // SAFETY: the first call answers where this thread's error number stands; the second touches no memory.
    let priority = unsafe {
        *libc::__errno_location() = 0;
        libc::getpriority(kind as _, number)
    };
    // -1 is a priority too.
    if priority == -1 && last_error() != 0 { Err(last_error()) } else { Ok(priority) }
}

pub fn set_priority(kind: u32, number: u32, priority: i32) -> SystemResult<()> {
    // SAFETY: setpriority touches no memory.
    once(unsafe { libc::setpriority(kind as _, number, priority) as i64 }).map(|_| ())
}

/// The groups of the process, besides its own one.
pub fn set_groups(groups: &[u32]) -> SystemResult<()> {
    // SAFETY: the list is readable for its length.
    once(unsafe { libc::setgroups(groups.len(), groups.as_ptr()) as i64 }).map(|_| ())
}

/// The groups that a user is a member of, and one more.
pub fn add_groups(user: &[u8], group: u32) -> SystemResult<()> {
    let user = c_string(user)?;
    // SAFETY: the name ends with a null byte and outlives the call.
    once(unsafe { libc::initgroups(user.as_ptr(), group) as i64 }).map(|_| ())
}

/// Seconds and nanoseconds of a clock.
pub fn clock(id: i32) -> SystemResult<(i64, i64)> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` outlives the call.
    if unsafe { libc::clock_gettime(id, &mut time) } == 0 { Ok((time.tv_sec, time.tv_nsec)) } else { Err(last_error()) }
}

pub fn clock_resolution(id: i32) -> SystemResult<(i64, i64)> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: as `clock`.
    if unsafe { libc::clock_getres(id, &mut time) } == 0 { Ok((time.tv_sec, time.tv_nsec)) } else { Err(last_error()) }
}

/// Soft and hard limit of a resource.
pub fn resource_limit(resource: u32) -> SystemResult<(u64, u64)> {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: `limit` outlives the call.
    if unsafe { libc::getrlimit(resource, &mut limit) } == 0 { Ok((limit.rlim_cur, limit.rlim_max)) } else { Err(last_error()) }
}

pub fn set_resource_limit(resource: u32, soft: u64, hard: u64) -> SystemResult<()> {
    let limit = libc::rlimit { rlim_cur: soft, rlim_max: hard };
    // SAFETY: `limit` outlives the call.
    if unsafe { libc::setrlimit(resource, &limit) } == 0 { Ok(()) } else { Err(last_error()) }
}

/// Moves this process into another session or group.
pub fn set_session() -> SystemResult<i32> {
    // SAFETY: setsid touches no memory.
    let session = unsafe { libc::setsid() };
    if session >= 0 { Ok(session) } else { Err(last_error()) }
}

pub fn set_group(process: i32, group: i32) -> SystemResult<()> {
    // SAFETY: setpgid touches no memory.
    if unsafe { libc::setpgid(process, group) } == 0 { Ok(()) } else { Err(last_error()) }
}

pub fn group_of(process: i32) -> SystemResult<i32> {
    // SAFETY: getpgid touches no memory.
    let group = unsafe { libc::getpgid(process) };
    if group >= 0 { Ok(group) } else { Err(last_error()) }
}

pub fn session_of(process: i32) -> SystemResult<i32> {
    // SAFETY: getsid touches no memory.
    once(unsafe { libc::getsid(process) as i64 }).map(|session| session as i32)
}

/// Waits until a child of a kind and number has ended, which stays to be asked for; the result as [`crate::once`] takes it.
pub fn await_child(kind: u32, number: u32, options: i32) -> i64 {
    // SAFETY: the record is a local that outlives the call.
    unsafe {
        let mut about: libc::siginfo_t = std::mem::zeroed();
        libc::waitid(kind, number, &mut about, options) as i64
    }
}

/// The same, ended by a signal, even one that comes just before.
pub fn await_child_once(kind: u32, number: u32, options: i32) -> SystemResult<i64> {
    // SAFETY: the record is a local that outlives the call; the fifth argument, usage, is null.
    let result = unsafe {
        let mut about: libc::siginfo_t = std::mem::zeroed();
        interruptible_call(libc::SYS_waitid, [kind as u64, number as u64, &raw mut about as u64, options as u64])
    };
    if result >= 0 { Ok(result) } else { Err(-result as i32) }
}

/// From now on processes whose parent ends become children of this one, if they descend from it.
pub fn adopt_orphans() -> SystemResult<()> {
    rustix::process::set_child_subreaper(Some(rustix::process::getpid())).map_err(rustix::io::Errno::raw_os_error)
}

/// The file that runs: what the system tells, or, where it has no `/proc`, what it was started by, which is looked at when
/// this is asked first. Empty where neither is known.
pub fn executable() -> &'static Path {
    static EXECUTABLE: OnceLock<PathBuf> = OnceLock::new();
    EXECUTABLE.get_or_init(|| {
        let started_by = || std::path::absolute(OsStr::from_bytes(rustix::param::linux_execfn().to_bytes()));
        std::env::current_exe().or_else(|_| started_by()).unwrap_or_default()
    })
}
