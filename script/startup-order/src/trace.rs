//! Runs a program with a breakpoint on each function and notes which are hit, in order.
//!
//! The breakpoints lie in copies of the text's pages. A program that hands back pages of its file (`vm/memory/mapped_files.rs`)
//! would lose them and be seen no further, so that call of the system is left out. It ends a phase: what is called
//! from there on has to be mapped again, so all breakpoints are set anew.
//!
//! `unsafe` here is calls of the system on a process that this one started; no memory of ours is shared with it.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs::File;
use std::io::{Error, ErrorKind, Result};
use std::os::unix::fs::FileExt;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

use crate::symbols::Symbols;

#[cfg(not(target_arch = "x86_64"))]
pub fn first_calls(_: &[OsString], _: &Symbols) -> Result<Vec<Vec<u64>>> {
    Err(Error::new(ErrorKind::Unsupported, "breakpoints are only known for x86-64"))
}

/// The addresses of the functions called in each phase, as the file has them.
#[cfg(target_arch = "x86_64")]
pub fn first_calls(words: &[OsString], symbols: &Symbols) -> Result<Vec<Vec<u64>>> {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).stdin(Stdio::null()).stdout(Stdio::null());
    // SAFETY: between fork and exec this only makes one system call, which allocates nothing.
    unsafe { command.pre_exec(|| check(libc::ptrace(libc::PTRACE_TRACEME, 0, 0, 0)).map(drop)) };
    let child = command.spawn()?;
    let process = child.id() as libc::pid_t;
    let result = Tracer::attach(process, symbols).and_then(Tracer::follow);
    if result.is_err() {
        // SAFETY: the process is our child and has not been waited for to its end, or the call fails.
        unsafe { libc::kill(process, libc::SIGKILL) };
    }
    result
}

#[cfg(target_arch = "x86_64")]
struct Tracer {
    process: libc::pid_t,
    memory: File,
    breakpoints: HashMap<u64, Breakpoint>,
    /// How far the running program lies from where its file says.
    distance: u64,
    phases: Vec<Vec<u64>>,
}

/// At an address in the running program.
#[cfg(target_arch = "x86_64")]
struct Breakpoint {
    /// What stands under it.
    byte: u8,
    is_set: bool,
}

#[cfg(target_arch = "x86_64")]
impl Tracer {
    const BREAKPOINT: u8 = 0xcc;

    /// The process stands at its first instruction.
    fn attach(process: libc::pid_t, symbols: &Symbols) -> Result<Tracer> {
        wait(process)?;
        let children = libc::PTRACE_O_TRACECLONE | libc::PTRACE_O_TRACEFORK | libc::PTRACE_O_TRACEVFORK | libc::PTRACE_O_TRACEEXEC;
        let options = children | libc::PTRACE_O_EXITKILL | libc::PTRACE_O_TRACESYSGOOD;
        // SAFETY: the process is a stopped child that asked to be traced.
        check(unsafe { libc::ptrace(libc::PTRACE_SETOPTIONS, process, 0, options) })?;
        let memory = File::options().read(true).write(true).open(format!("/proc/{process}/mem"))?;
        let distance = entry_of(process)?.wrapping_sub(symbols.entry);
        let mut breakpoints = HashMap::new();
        for address in symbols.addresses().map(|address| address.wrapping_add(distance)) {
            let mut byte = [0];
            memory.read_exact_at(&mut byte, address)?;
            breakpoints.insert(address, Breakpoint { byte: byte[0], is_set: false });
        }
        let mut tracer = Tracer { process, memory, breakpoints, distance, phases: Vec::new() };
        tracer.begin_phase()?;
        Ok(tracer)
    }

    fn begin_phase(&mut self) -> Result<()> {
        for (&address, breakpoint) in self.breakpoints.iter_mut().filter(|(_, breakpoint)| !breakpoint.is_set) {
            self.memory.write_all_at(&[Self::BREAKPOINT], address)?;
            breakpoint.is_set = true;
        }
        self.phases.push(Vec::new());
        Ok(())
    }

    /// Runs the process to its end.
    fn follow(mut self) -> Result<Vec<Vec<u64>>> {
        resume(self.process, 0)?;
        loop {
            let (thread, status) = wait(-1)?;
            if libc::WIFSTOPPED(status) {
                match self.stopped(thread, status)? {
                    Some(signal) => resume(thread, signal)?,
                    None => detach(thread)?,
                }
            } else if thread == self.process {
                let ended_well = libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 0;
                return if ended_well { Ok(self.phases) } else { Err(Error::other(format!("ended with status {status:#x}"))) };
            }
        }
    }

    /// Looks at why a thread, or a child, stopped. Returns the signal that it is to get; none where it became another
    /// program.
    fn stopped(&mut self, thread: libc::pid_t, status: i32) -> Result<Option<i32>> {
        match libc::WSTOPSIG(status) {
            _ if status >> 16 == libc::PTRACE_EVENT_EXEC => Ok(None),
            // A clone, or the first stop of the thread it made.
            _ if status >> 16 != 0 => Ok(Some(0)),
            libc::SIGSTOP => Ok(Some(0)),
            SYSTEM_CALL => self.keep_breakpoints(thread).map(|()| Some(0)),
            libc::SIGTRAP => self.hit(thread).map(Some),
            signal => Ok(Some(signal)),
        }
    }

    /// The thread stands before or behind a system call: leaves out one that would drop pages with breakpoints.
    fn keep_breakpoints(&mut self, thread: libc::pid_t) -> Result<()> {
        let mut registers = registers(thread)?;
        let dropped = registers.rdi..registers.rdi.wrapping_add(registers.rsi);
        let drops = registers.orig_rax == libc::SYS_madvise as u64 && registers.rdx == libc::MADV_DONTNEED as u64;
        if !drops || !self.breakpoints.keys().any(|address| dropped.contains(address)) {
            return Ok(());
        }
        registers.orig_rax = u64::MAX;
        set_registers(thread, &registers)?;
        self.begin_phase()
    }

    /// Notes the function at whose start the thread stands, and lets it run on.
    fn hit(&mut self, thread: libc::pid_t) -> Result<i32> {
        let mut registers = registers(thread)?;
        let address = registers.rip - 1;
        let Some(breakpoint) = self.breakpoints.get_mut(&address) else { return Ok(libc::SIGTRAP) };
        // In its own memory: a forked child has a copy of the breakpoints.
        File::options().write(true).open(format!("/proc/{thread}/mem"))?.write_all_at(&[breakpoint.byte], address)?;
        if std::mem::take(&mut breakpoint.is_set) {
            let called = address.wrapping_sub(self.distance);
            self.phases.last_mut().into_iter().for_each(|phase| phase.push(called));
        }
        registers.rip = address;
        set_registers(thread, &registers).map(|()| 0)
    }
}

/// How a stop at the start or end of a system call is told from a breakpoint (`PTRACE_O_TRACESYSGOOD`).
#[cfg(target_arch = "x86_64")]
const SYSTEM_CALL: i32 = libc::SIGTRAP | 0x80;

#[cfg(target_arch = "x86_64")]
fn registers(thread: libc::pid_t) -> Result<libc::user_regs_struct> {
    // SAFETY: all registers zero is a value of the type, and the thread is stopped and ours to trace.
    let mut registers: libc::user_regs_struct = unsafe { std::mem::zeroed() };
    // SAFETY: the thread is stopped and ours to trace; the registers are a local.
    check(unsafe { libc::ptrace(libc::PTRACE_GETREGS, thread, 0, &raw mut registers) })?;
    Ok(registers)
}

#[cfg(target_arch = "x86_64")]
fn set_registers(thread: libc::pid_t, registers: &libc::user_regs_struct) -> Result<()> {
    // SAFETY: the thread is stopped and ours to trace.
    check(unsafe { libc::ptrace(libc::PTRACE_SETREGS, thread, 0, registers) }).map(drop)
}

/// The address at which a process starts, from the vector the system gave it.
#[cfg(target_arch = "x86_64")]
fn entry_of(process: libc::pid_t) -> Result<u64> {
    let vector = std::fs::read(format!("/proc/{process}/auxv"))?;
    let words: Vec<u64> = vector.chunks_exact(8).map(|word| u64::from_ne_bytes(word.try_into().unwrap())).collect();
    let entry = words.chunks_exact(2).find(|pair| pair[0] == libc::AT_ENTRY).map(|pair| pair[1]);
    entry.ok_or_else(|| Error::new(ErrorKind::NotFound, "the system does not say where the program starts"))
}

#[cfg(target_arch = "x86_64")]
fn wait(process: libc::pid_t) -> Result<(libc::pid_t, i32)> {
    let mut status = 0;
    // SAFETY: the status is written to a local.
    let thread = check(unsafe { libc::waitpid(process, &raw mut status, libc::__WALL) }.into())?;
    Ok((thread as libc::pid_t, status))
}

#[cfg(target_arch = "x86_64")]
fn resume(thread: libc::pid_t, signal: i32) -> Result<()> {
    // SAFETY: the thread is stopped and ours to trace.
    check(unsafe { libc::ptrace(libc::PTRACE_SYSCALL, thread, 0, signal) }).map(drop)
}

#[cfg(target_arch = "x86_64")]
fn detach(thread: libc::pid_t) -> Result<()> {
    // SAFETY: the thread is stopped and ours to trace.
    check(unsafe { libc::ptrace(libc::PTRACE_DETACH, thread, 0, 0) }).map(drop)
}

#[cfg(target_arch = "x86_64")]
fn check(result: libc::c_long) -> Result<libc::c_long> {
    if result == -1 { Err(Error::last_os_error()) } else { Ok(result) }
}
