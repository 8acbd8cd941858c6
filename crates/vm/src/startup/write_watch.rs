//! Watching the permanent generation: after a warm-up its pages and those of the code are made read-only, and
//! whoever writes there is named on the standard error; then the page is writable and the program goes on.
//!
//! For those who work on what a child shares (`RUTILE_GC_PROTECT=1`). A system call that is to write there fails
//! with EFAULT instead.
//!
//! A signal handler gets no argument of ours, so what is watched stands in one static pointer: the ranges of the
//! machine that warmed up last.

use std::backtrace::Backtrace;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

use rutile_platform::pages::{page_bytes, whole_pages};

use crate::value::kind::Kind;
use crate::vm::Vm;

/// Callers named in a report.
const CALLERS: usize = 8;

struct Watched {
    cells: Vec<Range<u64>>,
    code: [Range<u64>; 2],
}

static WATCHED: AtomicPtr<Watched> = AtomicPtr::new(std::ptr::null_mut());
/// The action on a fault before ours.
static BEFORE: OnceLock<libc::sigaction> = OnceLock::new();

impl Vm {
    /// Makes all that is permanent read-only.
    pub(crate) fn watch_permanent(&mut self) {
        let watched = Watched { cells: self.heap.permanent_ranges(), code: self.code_space.code_ranges() };
        for range in watched.cells.iter().chain(&watched.code) {
            let pages = whole_pages(range.clone(), page_bytes());
            protect(pages.start, pages.end - pages.start, libc::PROT_READ);
        }
        // The one before may be in a handler's hands: it is kept for the life of the process.
        WATCHED.store(Box::into_raw(Box::new(watched)), Ordering::Release);
        BEFORE.get_or_init(install);
    }
}

fn install() -> libc::sigaction {
    // SAFETY: plain data, filled before it is handed to the system.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        let mut before: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = fault as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_NODEFER;
        libc::sigaction(libc::SIGSEGV, &action, &mut before);
        before
    }
}

fn protect(start: u64, bytes: u64, rights: libc::c_int) {
    // SAFETY: whole pages of the heap's or the code's own ranges.
    unsafe { libc::mprotect(start as *mut _, bytes as usize, rights) };
}

extern "C" fn fault(signal: libc::c_int, information: *mut libc::siginfo_t, _: *mut libc::c_void) {
    // SAFETY: the system passes the facts of the fault; what was watched last is never freed.
    let (address, watched) = unsafe { ((*information).si_addr() as u64, WATCHED.load(Ordering::Acquire).as_ref()) };
    let Some(watched) = watched else { return give_up(signal) };
    let is_code = watched.code.iter().any(|range| range.contains(&address));
    if !is_code && !watched.cells.iter().any(|range| range.contains(&address)) {
        return give_up(signal);
    }
    // Writable first: the report itself may touch the page.
    let page = page_bytes();
    protect(address / page * page, page, libc::PROT_READ | libc::PROT_WRITE);
    report(address, is_code);
}

fn report(address: u64, is_code: bool) {
    let what = match rutile_heap::permanent_cell_at(address).filter(|_| !is_code) {
        // A fiber that runs writes its own stack.
        Some(cell) if matches!(Kind::of(cell), Kind::Stack | Kind::Fiber) => return,
        Some(cell) => format!("{:?} {:#x}, byte {}", Kind::of(cell), cell.address(), address - cell.address()),
        None => format!("code at {address:#x}"),
    };
    let trace = Backtrace::force_capture().to_string();
    let callers: Vec<&str> = trace.lines()
        .filter_map(|line| line.find("crates/").map(|at| &line[at..]))
        .filter(|place| !place.contains("/protect.rs"))
        .take(CALLERS)
        .collect();
    eprintln!("write to permanent {what}\n    by {}", callers.join("\n    from "));
}

/// A fault of another kind: what was set before decides, when the instruction is tried again.
fn give_up(signal: libc::c_int) {
    if let Some(before) = BEFORE.get() {
        // SAFETY: an action that the system gave us.
        unsafe { libc::sigaction(signal, before, std::ptr::null_mut()) };
    }
}
