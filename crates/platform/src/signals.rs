//! Signals of the process: noted by a handler, asked for by whoever delivers them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, Ordering};

/// Signals that arrived and were not delivered yet, a bit each. Process-wide, as signals are.
static ARRIVED: AtomicU64 = AtomicU64::new(0);
/// The bit of a nudge: no signal has this number.
pub const NUDGE: u32 = 0;
/// The flag that an arriving signal sets; a handler can reach nothing else.
static FLAG: AtomicPtr<AtomicBool> = AtomicPtr::new(std::ptr::null_mut());

/// Notes a signal: all that is safe in a handler. It is to be installed with `SA_SIGINFO`.
///
/// # Safety
/// For the system to call.
pub unsafe extern "C" fn note(signal: i32, _about: *mut libc::siginfo_t, context: *mut libc::c_void) {
    ARRIVED.fetch_or(1 << (signal & 63), Ordering::Relaxed);
    raise_flag();
    // SAFETY: the system gave the context to a handler that was installed so.
    unsafe { crate::interruptible::leave(context) };
}

/// Lets a signal pass: unlike ignoring, this is not inherited by the programs that a process starts.
///
/// # Safety
/// For the system to call.
pub unsafe extern "C" fn pass(_signal: i32, _about: *mut libc::siginfo_t, _context: *mut libc::c_void) {}

/// A system call that a signal which is due ends with `-EINTR`, whenever it comes.
///
/// # Safety
/// The arguments are what the call wants.
pub(crate) unsafe fn interruptible_call(number: i64, arguments: [u64; 4]) -> i64 {
    // SAFETY: the caller's.
    unsafe { crate::interruptible::call(number, arguments, ARRIVED.as_ptr()) }
}

/// Whether a signal waits to be delivered.
pub fn is_due() -> bool {
    ARRIVED.load(Ordering::Relaxed) != 0
}

/// Has the machine look, at its next safepoint, what is due. Safe in a handler.
pub fn raise_flag() {
    let flag = FLAG.load(Ordering::Acquire);
    if !flag.is_null() {
        // SAFETY: the flag belongs to an Arc that `set_flag` leaked.
        unsafe { (*flag).store(true, Ordering::Release) };
    }
}

/// As a signal that nobody handles: wakes who waits, so that a safepoint comes. Safe in a handler.
pub fn nudge() {
    ARRIVED.fetch_or(1 << NUDGE, Ordering::Relaxed);
    raise_flag();
}

/// What a nudge asked for is done.
pub fn settle_nudge() {
    ARRIVED.fetch_and(!(1 << NUDGE), Ordering::Relaxed);
}

/// From now on signals that arrive set this flag.
pub fn set_flag(flag: Arc<AtomicBool>) {
    FLAG.store(Arc::into_raw(flag) as *mut AtomicBool, Ordering::Release);
}

/// The next signal to be delivered, or `NUDGE`.
pub fn take() -> Option<u32> {
    let arrived = ARRIVED.load(Ordering::Relaxed);
    if arrived == 0 {
        return None;
    }
    let signal = arrived.trailing_zeros();
    ARRIVED.fetch_and(!(1 << signal), Ordering::Relaxed);
    Some(signal)
}
