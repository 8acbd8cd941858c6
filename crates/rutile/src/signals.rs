//! Signals as a process that runs Ruby takes them.
//!
//! Those that ask a program to end are noted and raised in it as exceptions, so
//! that `ensure` and `at_exit` run. A broken pipe is an error of the write, not a
//! signal; it is caught, rather than ignored, since ignoring is inherited by the
//! programs that a process starts.

use rutile_vm::vm::Vm;

/// Signals that are raised in the program.
const RAISED: [i32; 7] =
    [libc::SIGINT, libc::SIGHUP, libc::SIGTERM, libc::SIGQUIT, libc::SIGALRM, libc::SIGUSR1, libc::SIGUSR2];

type Handler = unsafe extern "C" fn(i32, *mut libc::siginfo_t, *mut libc::c_void);

/// From now on signals reach this machine.
pub fn take(vm: &Vm) {
    vm.take_signals();
    install();
}

/// Sets the handlers of this process.
pub fn install() {
    for signal in RAISED {
        if !is_ignored(signal) {
            handle(signal, rutile_platform::signals::note);
        }
    }
    handle(libc::SIGPIPE, rutile_platform::signals::pass);
}

/// Ends this process as the signal would have, had nobody handled it.
pub fn die_of(signal: i32) -> ! {
    // SAFETY: both calls only change what this process does with the signal.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        libc::raise(signal);
    }
    // What does not end a process leaves the status a shell would show.
    std::process::exit(128 + signal)
}

/// Whether nobody reads standard output any more.
pub fn is_output_broken() -> bool {
    let mut output = libc::pollfd { fd: libc::STDOUT_FILENO, events: libc::POLLOUT, revents: 0 };
    // SAFETY: one entry is passed, and there is one.
    unsafe { libc::poll(&mut output, 1, 0) == 1 && output.revents & libc::POLLERR != 0 }
}

/// Whether whoever started this process asked for a signal to be ignored (`nohup`).
fn is_ignored(signal: i32) -> bool {
    // SAFETY: an action of zeroes is a valid place for the answer; nothing is changed.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        libc::sigaction(signal, std::ptr::null(), &mut action) == 0 && action.sa_sigaction == libc::SIG_IGN
    }
}

/// System calls are interrupted, not restarted: whoever waits has to look for signals.
fn handle(signal: i32, handler: Handler) {
    // SAFETY: both handlers do only what is safe in one.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = handler as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO;
        libc::sigemptyset(&mut action.sa_mask);
        libc::sigaction(signal, &action, std::ptr::null_mut());
    }
}
