//! The last words of a process that a fault ends: what happened, in which library and function, and what the program was doing.
//!
//! ```text
//!   fault --> handler: one line of the place  ( libraries, symbols )
//!                      what the teller knows   ( frames of Ruby )
//!                      the signal's default, and the instruction again: the process dies as it would have
//! ```
//!
//! Everything here runs in a handler of a signal, where nothing may be allocated and no lock taken: words go through a small buffer to
//! the standard error, memory that may not be there is read by a system call, files by maps. A fault meanwhile ends the process at
//! once, with what was said until then.

mod libraries;
mod report;
mod symbols;

use std::sync::atomic::{AtomicUsize, Ordering};

pub use libraries::note as note_library;
pub use report::Report;

use libraries::Library;
use rutile_processor::{code, context};

/// Tells more than the system knows. It runs in the handler: no allocation, no lock.
pub type Teller = fn(&mut Report);

/// The teller's address; 0 for none.
static TELLER: AtomicUsize = AtomicUsize::new(0);

const SIGNALS: [(i32, &str); 5] = [
    (libc::SIGSEGV, "segmentation fault"),
    (libc::SIGBUS, "bus error"),
    (libc::SIGABRT, "aborted"),
    (libc::SIGFPE, "arithmetic fault"),
    (libc::SIGILL, "illegal instruction"),
];

/// Words of a stack that are searched for the library that called.
const SEARCHED: usize = 4096;
/// Of which so many are read at once.
const PIECE: usize = 128;

/// From now on this process says what it dies of. A signal that is ignored stays so.
pub fn tell_faults(teller: Teller) {
    TELLER.store(teller as usize, Ordering::Release);
    for (signal, _) in SIGNALS {
        // SAFETY: plain data, filled before it is handed to the system.
        unsafe {
            let mut before: libc::sigaction = std::mem::zeroed();
            let ignored = libc::sigaction(signal, std::ptr::null(), &mut before) == 0 && before.sa_sigaction == libc::SIG_IGN;
            if !ignored {
                let mut action: libc::sigaction = std::mem::zeroed();
                action.sa_sigaction = handle as *const () as usize;
                action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
                libc::sigemptyset(&mut action.sa_mask);
                libc::sigaction(signal, &action, std::ptr::null_mut());
            }
        }
    }
}

extern "C" fn handle(signal: i32, information: *mut libc::siginfo_t, interrupted: *mut libc::c_void) {
    // SAFETY: the system passes both to a handler that was installed with SA_SIGINFO. First of all each signal gets its default: a
    // fault from here on ends the process.
    let (code, sender, counter, stack) = unsafe {
        SIGNALS.iter().for_each(|(signal, _)| {
            libc::signal(*signal, libc::SIG_DFL);
        });
        let registers = interrupted.cast::<libc::ucontext_t>();
        let code = (*information).si_code;
        let sender = if code == libc::SI_USER { (*information).si_pid() } else { 0 };
        (code, sender, context::counter(registers), context::stack_pointer(registers))
    };
    let mut report = Report::new();
    report.text("rutile: ");
    report.text(SIGNALS.iter().find(|known| known.0 == signal).map_or("fatal signal", |known| known.1));
    if sender != 0 {
        report.text(", by a signal of process ");
        report.number(sender as u64);
    } else {
        tell_place(&mut report, counter, stack);
    }
    report.text("\n");
    report.flush();
    let teller = TELLER.load(Ordering::Acquire);
    if teller != 0 {
        // SAFETY: only `tell_faults` stores there.
        let teller: Teller = unsafe { std::mem::transmute(teller) };
        teller(&mut report);
        report.flush();
    }
    if code <= 0 {
        // Nobody runs an instruction again that asked for the signal: it is delivered when this handler returns.
        // SAFETY: the default action is in force.
        unsafe { libc::raise(signal) };
    }
}

/// `in NAME, function NAME (PATH)`: the library whose code ran, or the nearest that called what ran.
fn tell_place(report: &mut Report, counter: usize, stack: usize) {
    if let Some(library) = Library::at(counter) {
        report.text(" in ");
        return tell_function(report, library, counter);
    }
    // A return address follows the call, which may be the last instruction of its function.
    if let Some((library, address)) = calling_library(stack) {
        report.text(" in code called by ");
        tell_function(report, library, address - 1);
    }
}

fn tell_function(report: &mut Report, library: &Library, address: usize) {
    report.bytes(library.name());
    let file = symbols::File::open(library.path());
    let function = file.as_ref().and_then(|file| symbols::function_at(file.bytes(), (address - library.base) as u64));
    if let Some(function) = function {
        report.text(", function ");
        report.bytes(function);
    }
    report.text(" (");
    report.bytes(library.path().to_bytes());
    report.text(")");
}

/// The innermost return address into a library that was noted, of those that stand on the stack.
fn calling_library(stack: usize) -> Option<(&'static Library, usize)> {
    let mut words = [0usize; PIECE];
    for piece in 0..SEARCHED / PIECE {
        let read = read_memory(stack + piece * size_of_val(&words), &mut words);
        let found = words[..read].iter().find_map(|&word| {
            let address = code::return_address(word);
            Some((Library::at(address).filter(|_| code::follows_call(read_word, address))?, address))
        });
        if found.is_some() || read < PIECE {
            return found;
        }
    }
    None
}

fn read_word(address: usize) -> Option<u64> {
    let mut word = [0usize];
    (read_memory(address, &mut word) == 1).then_some(word[0] as u64)
}

/// Reads words that may not be there: how many were.
fn read_memory(address: usize, words: &mut [usize]) -> usize {
    let local = libc::iovec { iov_base: words.as_mut_ptr().cast(), iov_len: size_of_val(words) };
    let remote = libc::iovec { iov_base: address as *mut libc::c_void, iov_len: size_of_val(words) };
    // SAFETY: the system writes no more than the words have room for, and refuses to read what is not there.
    let read = unsafe { libc::process_vm_readv(libc::getpid(), &local, 1, &remote, 1, 0) };
    read.max(0) as usize / size_of::<usize>()
}
