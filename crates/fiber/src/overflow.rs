//! Surviving a stack overflow that nobody checked for.
//!
//! Touching a guard raises `SIGSEGV`. The handler runs on a stack that the
//! kernel was told of beforehand (`sigaltstack`), since the one that ran out
//! can't take a frame more. It looks whether the address is in the guard of the
//! coroutine that runs, and if so edits the registers that the kernel restores
//! when the handler returns: the thread then continues where the resumer waits,
//! as though the coroutine had switched there, with the news that it overflowed.
//! Signal mask and alternate stack are put back by the kernel, as after any
//! handler.
//!
//! ```text
//!   resumer's stack          coroutine's stack         alternate stack
//!  +---------------+        +-----------------+       +--------------+
//!  | resume()      | switch | body            |       |              |
//!  |   waits  <----+--------+- deeper         |       |              |
//!  +------^--------+        | and deeper      |       |              |
//!         |                 +--- bottom ------+       |              |
//!         |                 | guard: SIGSEGV -+-----> | handler      |
//!         |                 +-----------------+       | edits rip,rsp|
//!         +-------------------------------------------+ returns      |
//!                                                     +--------------+
//! ```
//!
//! The handler reads two thread-locals without destructor and one static, and
//! writes to the control block and the saved registers. It allocates nothing,
//! locks nothing and calls nothing of the C library but, for a fault that isn't
//! its own, `sigaction`. Every such fault goes to the handler that was there before.

use crate::control::{self, State};
use rutile_processor::context;
use std::cell::Cell;
use std::io;
use std::ptr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicPtr, Ordering};

/// The handler of `SIGSEGV` before ours; null until then. A signal's handler
/// belongs to the process, and so does this.
static PREVIOUS: AtomicPtr<libc::sigaction> = AtomicPtr::new(ptr::null_mut());

static INSTALLING: Mutex<()> = Mutex::new(());

/// Makes a coroutine that touches its guard end with [`Fault::Overflow`], in the
/// whole process and for good. Without it, the process dies as it does of any
/// stack overflow. Calling it again does nothing.
///
/// An overflow while the thread unwinds from a panic isn't survived.
///
/// # Safety
/// The frames of a coroutine that overflows are abandoned at any instruction
/// that touches the stack: no destructor runs, and what they had begun stays
/// half done. The caller promises that code in coroutines can be left like that,
/// which comes down to two things. Nothing outside relies on a frame in there
/// being returned to, or on a value in there being dropped. And code that must
/// not be left half way (it holds a lock, as an allocator does, or changes what
/// others see) is entered only after [`StackLimit::check`] found enough room.
///
/// [`Fault::Overflow`]: crate::Fault::Overflow
/// [`StackLimit::check`]: crate::StackLimit::check
pub unsafe fn recover_from_overflow() -> io::Result<()> {
    let _one_at_a_time = INSTALLING
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    if !PREVIOUS.load(Ordering::Acquire).is_null() {
        return Ok(());
    }
    // SAFETY: plain calls with valid arguments. The previous action is known
    // before the handler that reads it can run, and is never freed.
    unsafe {
        let mut previous: libc::sigaction = std::mem::zeroed();
        if libc::sigaction(libc::SIGSEGV, ptr::null(), &mut previous) != 0 {
            return Err(io::Error::last_os_error());
        }
        let kept = Box::into_raw(Box::new(previous));
        PREVIOUS.store(kept, Ordering::Release);
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = on_fault as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
        libc::sigemptyset(&mut action.sa_mask);
        if libc::sigaction(libc::SIGSEGV, &action, ptr::null_mut()) != 0 {
            let error = io::Error::last_os_error();
            PREVIOUS.store(ptr::null_mut(), Ordering::Release);
            drop(Box::from_raw(kept));
            return Err(error);
        }
    }
    Ok(())
}

extern "C" fn on_fault(
    signal: libc::c_int,
    info: *mut libc::siginfo_t,
    context: *mut libc::c_void,
) {
    // SAFETY: the kernel's arguments are valid while the handler runs. The
    // current control block, if any, is that of the interrupted stack.
    unsafe {
        let registers = context.cast::<libc::ucontext_t>();
        let address = (*info).si_addr() as usize;
        if !abandon_current(address, registers) {
            pass_on(signal, info, context);
        }
    }
}

/// Switches from the coroutine that runs to its resumer, if it overflowed.
///
/// # Safety
/// To be called by a signal handler with what the kernel gave it.
unsafe fn abandon_current(address: usize, registers: *mut libc::ucontext_t) -> bool {
    let control = control::current();
    // SAFETY: a current control block is valid. While its code runs, which the
    // stack pointer shows, its resumer is at rest in a switch to it.
    unsafe {
        if control.is_null() || (*control).state != State::Running {
            return false;
        }
        let pointer = context::stack_pointer(registers);
        let runs = ((*control).guard_start..(*control).top).contains(&pointer);
        if !runs || !(*control).guard().contains(&address) || std::thread::panicking() {
            return false;
        }
        (*control).state = State::Overflowed;
        context::redirect(registers, (*control).resumer, 0);
    }
    true
}

/// Does with a fault what would have been done without us.
///
/// # Safety
/// As for [`abandon_current`].
unsafe fn pass_on(signal: libc::c_int, info: *mut libc::siginfo_t, context: *mut libc::c_void) {
    // SAFETY: the previous action is valid and immutable; its handler gets what
    // the kernel would have given it.
    unsafe {
        let previous = PREVIOUS.load(Ordering::Acquire);
        let handler = (*previous).sa_sigaction;
        if handler == libc::SIG_DFL || handler == libc::SIG_IGN {
            // The faulting instruction is run again, and nobody is there.
            let mut default: libc::sigaction = std::mem::zeroed();
            default.sa_sigaction = libc::SIG_DFL;
            libc::sigaction(signal, &default, ptr::null_mut());
        } else if (*previous).sa_flags & libc::SA_SIGINFO != 0 {
            type Handler = extern "C" fn(libc::c_int, *mut libc::siginfo_t, *mut libc::c_void);
            std::mem::transmute::<usize, Handler>(handler)(signal, info, context);
        } else {
            std::mem::transmute::<usize, extern "C" fn(libc::c_int)>(handler)(signal);
        }
    }
}

thread_local! {
    /// The kernel keeps an alternate stack for each thread.
    static PREPARED: Cell<bool> = const { Cell::new(false) };
    static ALTERNATE: AlternateStack = AlternateStack::install();
}

/// Sees to it that the thread has an alternate stack.
#[inline]
pub(crate) fn prepare_thread() {
    if !PREPARED.get() {
        PREPARED.set(ALTERNATE.try_with(|_| ()).is_ok());
    }
}

/// Several times what the kernel saves on it with the widest vector registers.
const ALTERNATE_SIZE: usize = 64 << 10;

/// The alternate stack of a thread that had none, until the thread ends.
struct AlternateStack {
    memory: Option<*mut libc::c_void>,
}

impl AlternateStack {
    /// A thread that has one keeps it. Where the system refuses, an overflow
    /// on this thread kills the process, as it does without us.
    fn install() -> AlternateStack {
        // SAFETY: asks, maps, and tells the kernel of memory that stays mapped
        // until it is told otherwise.
        unsafe {
            let mut present: libc::stack_t = std::mem::zeroed();
            let known = libc::sigaltstack(ptr::null(), &mut present) == 0;
            if !known || present.ss_flags & libc::SS_DISABLE == 0 {
                return AlternateStack { memory: None };
            }
            let memory = libc::mmap(
                ptr::null_mut(),
                ALTERNATE_SIZE,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_STACK,
                -1,
                0,
            );
            if memory == libc::MAP_FAILED {
                return AlternateStack { memory: None };
            }
            let stack = libc::stack_t {
                ss_sp: memory,
                ss_flags: 0,
                ss_size: ALTERNATE_SIZE,
            };
            if libc::sigaltstack(&stack, ptr::null_mut()) != 0 {
                libc::munmap(memory, ALTERNATE_SIZE);
                return AlternateStack { memory: None };
            }
            AlternateStack {
                memory: Some(memory),
            }
        }
    }
}

impl Drop for AlternateStack {
    fn drop(&mut self) {
        let Some(memory) = self.memory else { return };
        PREPARED.set(false);
        // SAFETY: the kernel forgets the stack before it goes; if somebody
        // installed another meanwhile, that one stays.
        unsafe {
            let mut present: libc::stack_t = std::mem::zeroed();
            let known = libc::sigaltstack(ptr::null(), &mut present) == 0;
            if known && present.ss_sp == memory {
                let none = libc::stack_t {
                    ss_sp: ptr::null_mut(),
                    ss_flags: libc::SS_DISABLE,
                    ss_size: ALTERNATE_SIZE,
                };
                libc::sigaltstack(&none, ptr::null_mut());
            }
            libc::munmap(memory, ALTERNATE_SIZE);
        }
    }
}
