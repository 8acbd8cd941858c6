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
//! Code of the C library and of the loader may hold a lock where it runs out, as
//! an allocator does, and the next to want that lock would wait for ever. So a
//! fault in there opens pages of the guard and lets it go on, one instruction at
//! a time where the processor can (`SIGTRAP` after each), until it has returned
//! to its caller, who overflows in its stead. Only the last page is never opened.
//!
//! The handlers read two thread-locals without destructor and the statics here,
//! and write to the control block and the saved registers. They allocate nothing,
//! lock nothing and ask the system only to open a page and, for a signal that
//! isn't theirs, for `sigaction`. Every such signal goes to the handler that was
//! there before.

use crate::control::{self, Control, State};
use crate::pool::{guard, page_size};
use rutile_processor::context;
use std::cell::Cell;
use std::ffi::{CStr, c_int, c_void};
use std::io;
use std::ops::Range;
use std::ptr;
use std::sync::{Mutex, OnceLock};
use std::sync::atomic::{AtomicPtr, Ordering};

type Handler = extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void);

/// A signal that is ours, and what was done with it before; null until then. A
/// signal's handler belongs to the process, and so does this.
struct Signal {
    number: c_int,
    previous: AtomicPtr<libc::sigaction>,
}

static FAULT: Signal = Signal { number: libc::SIGSEGV, previous: AtomicPtr::new(ptr::null_mut()) };
static TRAP: Signal = Signal { number: libc::SIGTRAP, previous: AtomicPtr::new(ptr::null_mut()) };

/// The code that may hold a lock, and the size of a page; known before the handler can run.
static SURROUNDINGS: OnceLock<Surroundings> = OnceLock::new();

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
    SURROUNDINGS.get_or_init(Surroundings::find);
    FAULT.handle_by(on_fault)?;
    TRAP.handle_by(on_trap)
}

impl Signal {
    fn handle_by(&self, handler: Handler) -> io::Result<()> {
        if !self.previous.load(Ordering::Acquire).is_null() {
            return Ok(());
        }
        // SAFETY: plain calls with valid arguments. The previous action is known
        // before the handler that reads it can run, and is never freed.
        unsafe {
            let mut previous: libc::sigaction = std::mem::zeroed();
            if libc::sigaction(self.number, ptr::null(), &mut previous) != 0 {
                return Err(io::Error::last_os_error());
            }
            let kept = Box::into_raw(Box::new(previous));
            self.previous.store(kept, Ordering::Release);
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = handler as *const () as usize;
            action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
            libc::sigemptyset(&mut action.sa_mask);
            if libc::sigaction(self.number, &action, ptr::null_mut()) != 0 {
                let error = io::Error::last_os_error();
                self.previous.store(ptr::null_mut(), Ordering::Release);
                drop(Box::from_raw(kept));
                return Err(error);
            }
        }
        Ok(())
    }

    /// Does with the signal what would have been done without us.
    ///
    /// # Safety
    /// To be called by its handler with what the kernel gave it.
    unsafe fn pass_on(&self, info: *mut libc::siginfo_t, context: *mut c_void) {
        // SAFETY: the previous action is valid and immutable; its handler gets what
        // the kernel would have given it.
        unsafe {
            let previous = self.previous.load(Ordering::Acquire);
            let handler = (*previous).sa_sigaction;
            if handler == libc::SIG_DFL || handler == libc::SIG_IGN {
                // The faulting instruction is run again, and nobody is there.
                let mut default: libc::sigaction = std::mem::zeroed();
                default.sa_sigaction = libc::SIG_DFL;
                libc::sigaction(self.number, &default, ptr::null_mut());
            } else if (*previous).sa_flags & libc::SA_SIGINFO != 0 {
                std::mem::transmute::<usize, Handler>(handler)(self.number, info, context);
            } else {
                std::mem::transmute::<usize, extern "C" fn(c_int)>(handler)(self.number);
            }
        }
    }
}

extern "C" fn on_fault(_signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    // SAFETY: the kernel's arguments are valid while the handler runs. The
    // current control block, if any, is that of the interrupted stack.
    unsafe {
        let registers = context.cast::<libc::ucontext_t>();
        let address = (*info).si_addr() as usize;
        match running(registers) {
            Some(control) if (*control).guard().contains(&address) => {
                if let_go_on(control, address, registers) || abandon(control, registers) {
                    return;
                }
            }
            _ => {}
        }
        FAULT.pass_on(info, context);
    }
}

/// After an instruction of code that may hold a lock and was let go on. The flag in the registers tells of it, which nobody
/// else sets: a virtual machine may lose what the kernel tells the signal's reason by.
extern "C" fn on_trap(_signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    // SAFETY: as in `on_fault`.
    unsafe {
        let registers = context.cast::<libc::ucontext_t>();
        match running(registers) {
            Some(control) if (*control).opened < (*control).bottom && context::is_stepping(registers) => {
                let surroundings = SURROUNDINGS.get();
                if surroundings.is_some_and(|it| it.may_hold_lock(context::counter(registers))) {
                    return;
                }
                context::set_stepping(registers, false);
                abandon(control, registers);
            }
            _ if context::is_stepping(registers) => context::set_stepping(registers, false),
            _ => TRAP.pass_on(info, context),
        }
    }
}

/// The coroutine whose code a signal interrupted.
///
/// # Safety
/// To be called by a signal handler with what the kernel gave it.
unsafe fn running(registers: *mut libc::ucontext_t) -> Option<*mut Control> {
    let control = control::current();
    // SAFETY: a current control block is valid.
    unsafe {
        if control.is_null() || (*control).state != State::Running {
            return None;
        }
        let pointer = context::stack_pointer(registers);
        ((*control).guard_start..(*control).top).contains(&pointer).then_some(control)
    }
}

/// Opens the touched page of the guard to code that may hold a lock, and follows where it goes.
///
/// # Safety
/// As for [`running`], of whose coroutine the guard was touched at the address.
unsafe fn let_go_on(control: *mut Control, address: usize, registers: *mut libc::ucontext_t) -> bool {
    // SAFETY: by the condition; a control block that overflows is the handler's to write. What is opened belongs to the
    // guard and borders on the stack.
    unsafe {
        let Some(surroundings) = SURROUNDINGS.get() else { return false };
        let page = address & !(surroundings.page - 1);
        if page < (*control).guard_start + surroundings.page || !surroundings.may_hold_lock(context::counter(registers)) {
            return false;
        }
        let opened = guard::open(page..(*control).opened);
        if opened {
            (*control).opened = page;
            context::set_stepping(registers, true);
        }
        opened
    }
}

/// Switches from a coroutine that overflowed to its resumer.
///
/// # Safety
/// As for [`running`].
unsafe fn abandon(control: *mut Control, registers: *mut libc::ucontext_t) -> bool {
    if std::thread::panicking() {
        return false;
    }
    // SAFETY: by the condition. While the code of a coroutine runs, its resumer is at rest in a switch to it.
    unsafe {
        (*control).state = State::Overflowed;
        context::set_stepping(registers, false);
        context::redirect(registers, (*control).resumer, 0);
    }
    true
}

/// What the handler has to know of the process.
struct Surroundings {
    page: usize,
    /// The code of the C library, and that of the loader.
    locking: [Range<usize>; 2],
}

impl Surroundings {
    fn find() -> Surroundings {
        let mut search = Search { wanted: libc::malloc as *const () as usize, found: [0..0, 0..0] };
        // SAFETY: the callback gets the search that it expects, and nobody else has it meanwhile.
        unsafe { libc::dl_iterate_phdr(Some(look_at_object), (&raw mut search).cast()) };
        Surroundings { page: page_size(), locking: search.found }
    }

    fn may_hold_lock(&self, counter: usize) -> bool {
        self.locking.iter().any(|code| code.contains(&counter))
    }
}

struct Search {
    /// A function of the C library.
    wanted: usize,
    found: [Range<usize>; 2],
}

/// Notes where the code of a loaded object is, if it is the C library or the loader.
unsafe extern "C" fn look_at_object(info: *mut libc::dl_phdr_info, _size: usize, search: *mut c_void) -> c_int {
    // SAFETY: the C library hands over an object of its list, and the search that it was given.
    unsafe {
        let (info, search) = (&*info, &mut *search.cast::<Search>());
        let is_loader = !info.dlpi_name.is_null() && CStr::from_ptr(info.dlpi_name).to_bytes().windows(4).any(|word| word == b"/ld-");
        for index in 0..info.dlpi_phnum as usize {
            let part = &*info.dlpi_phdr.add(index);
            if part.p_type != libc::PT_LOAD || part.p_flags & libc::PF_X == 0 {
                continue;
            }
            let start = (info.dlpi_addr + part.p_vaddr) as usize;
            let code = start..start + part.p_memsz as usize;
            if code.contains(&search.wanted) {
                search.found[0] = code;
            } else if is_loader {
                search.found[1] = code;
            }
        }
    }
    0
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
