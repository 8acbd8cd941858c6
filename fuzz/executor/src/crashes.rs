//! Where a child was when a signal came that it did not ask for: a look at its machine stack, left
//! on the shared page. What a handler does here is not safe in general; the process is lost anyway.

use std::sync::OnceLock;

use crate::shared::Shared;

/// The parent's question to a child that hangs.
pub const WHERE: i32 = libc::SIGXCPU;

const STACK_BYTES: usize = 256 << 10;

struct Page(Shared);
// SAFETY: the page is written just before the process ends.
unsafe impl Send for Page {}
// SAFETY: as above.
unsafe impl Sync for Page {}

/// The handler can be given nothing; each process of this program has one page.
static PAGE: OnceLock<Page> = OnceLock::new();

/// Handles the signals of crashes on a stack of their own, since overflow is one of them.
pub fn take_down(shared: Shared) {
    let _ = PAGE.set(Page(shared));
    let stack = Box::leak(vec![0u8; STACK_BYTES].into_boxed_slice());
    // SAFETY: the stack is never freed; the action is a local that the call copies.
    unsafe {
        let stack = libc::stack_t { ss_sp: stack.as_mut_ptr().cast(), ss_flags: 0, ss_size: STACK_BYTES };
        libc::sigaltstack(&stack, std::ptr::null_mut());
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = handle as *const () as usize;
        action.sa_flags = libc::SA_ONSTACK | libc::SA_RESETHAND;
        for signal in [libc::SIGSEGV, libc::SIGBUS, libc::SIGILL, libc::SIGFPE, WHERE] {
            libc::sigaction(signal, &action, std::ptr::null_mut());
        }
    }
}

extern "C" fn handle(signal: i32) {
    if let Some(page) = PAGE.get() {
        page.0.leave_words(&format!("signal {signal} in {}", frames()));
    }
    // SAFETY: the action was reset, so that this ends the process.
    unsafe { libc::raise(signal) };
}

/// The frames of our own code on this stack, innermost first.
pub fn frames() -> String {
    let trace = std::backtrace::Backtrace::force_capture().to_string();
    let ours = |line: &&str| line.contains("rutile") && !line.contains("rutile_fuzz") && !line.contains(" at ");
    trace.lines().filter(ours).map(str::trim).collect::<Vec<_>>().join("\n")
}
