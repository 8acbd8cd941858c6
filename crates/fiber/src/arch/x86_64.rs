//! The switch for x86_64 with the System V calling convention.
//!
//! A stack at rest holds three words at its stack pointer; everything else a
//! function must preserve (`r12` to `r15`) is declared as overwritten by the
//! inline assembly, so the compiler saves what is live and nothing more:
//!
//! ```text
//!        |  frames of the code that    |
//!        |  switched away              |
//!        +-----------------------------+
//!        |  rbp                        |
//!        |  rbx                        |
//!  sp -> |  where to continue          |
//!        +-----------------------------+
//! ```
//!
//! A stack that has never run looks the same to the switch. "Where to
//! continue" is `rutile_fiber_start`, and above it lies what that needs:
//!
//! ```text
//!        +-----------------------------+  multiple of 16
//!        |  0: padding                 |
//!        |  0: the outermost caller    |
//!        |  entry                      |
//!        |  argument of the entry      |
//!  sp -> |  rutile_fiber_start         |
//!        +-----------------------------+
//! ```
//!
//! The destination is reached by an indirect jump, not by `ret`: the processor
//! predicts a return by the call it saw last, which is on the other stack.

use std::arch::{asm, global_asm};

/// What runs first on a stack: its argument, and the word of the first switch.
pub(crate) type Entry = unsafe extern "C" fn(argument: *mut u8, word: usize) -> !;

// Called by nobody, jumped to by the first switch: `rdx` has the word, the
// argument and the entry are on top of the stack. The caller is declared undefined, so that a
// backtrace taken on this stack ends here.
global_asm!(
    ".pushsection .text.rutile_fiber_start,\"ax\",@progbits",
    ".balign 16",
    ".hidden rutile_fiber_start",
    ".globl rutile_fiber_start",
    ".type rutile_fiber_start, @function",
    "rutile_fiber_start:",
    ".cfi_startproc",
    ".cfi_undefined rip",
    "pop rdi",
    "pop rax",
    "mov rsi, rdx",
    "xor ebp, ebp",
    "call rax",
    "ud2",
    ".cfi_endproc",
    ".size rutile_fiber_start, . - rutile_fiber_start",
    ".popsection",
);

unsafe extern "C" {
    fn rutile_fiber_start();
}

const WORD: usize = size_of::<usize>();

/// Writes the first frame below `top` and returns the stack pointer at rest.
///
/// # Safety
/// `top` is a multiple of 16 and the five words below it are writable, unused
/// memory.
pub(crate) unsafe fn prepare(top: *mut u8, entry: Entry, argument: *mut u8) -> *mut u8 {
    let frame = [
        rutile_fiber_start as *const () as usize,
        argument as usize,
        entry as usize,
        0,
        0,
    ];
    // SAFETY: the frame is five words, which the caller vouches for.
    unsafe {
        let at_rest = top.sub(size_of_val(&frame));
        at_rest.cast::<[usize; 5]>().write(frame);
        at_rest
    }
}

/// Puts the running stack to rest, noting where in `save`, and continues the
/// stack at rest at `target` with `word`. Returns the word that a later switch
/// back brings along.
///
/// # Safety
/// `target` is a stack pointer at rest (from `prepare`, or noted by an earlier
/// switch and not continued since). `save` is writable and outlives the rest.
#[inline(always)]
pub(crate) unsafe fn switch(save: *mut *mut u8, target: *mut u8, word: usize) -> usize {
    let received: usize;
    // SAFETY: rsp, rbp and rbx have the values on exit that they had on entry,
    // because the switch back finds them on this stack; all other registers
    // are declared as overwritten.
    unsafe {
        asm!(
            "lea rax, [rip + 2f]",
            "push rbp",
            "push rbx",
            "push rax",
            "mov [rdi], rsp",
            "mov rsp, rsi",
            "pop rax",
            "jmp rax",
            "2:",
            "pop rbx",
            "pop rbp",
            inlateout("rdi") save => _,
            inlateout("rsi") target => _,
            inlateout("rdx") word => received,
            lateout("r12") _,
            lateout("r13") _,
            lateout("r14") _,
            lateout("r15") _,
            clobber_abi("sysv64"),
        );
    }
    received
}

/// Continues the stack at rest at `target` with `word` and never comes back.
///
/// # Safety
/// As for [`switch`]; moreover nothing on the running stack is needed again.
#[inline(always)]
pub(crate) unsafe fn leave(target: *mut u8, word: usize) -> ! {
    // SAFETY: the caller vouches for `target`; this stack is not returned to.
    unsafe {
        asm!(
            "mov rsp, rsi",
            "pop rax",
            "jmp rax",
            in("rsi") target,
            in("rdx") word,
            options(noreturn),
        );
    }
}

/// Edits the registers that a signal handler returns to, so that the thread
/// continues the stack at rest at `target` as though switched to with `word`.
///
/// # Safety
/// `context` is what the kernel handed to the running signal handler; `target`
/// as for [`leave`].
pub(crate) unsafe fn redirect(context: *mut libc::ucontext_t, target: *mut u8, word: usize) {
    const DIRECTION_FLAG: libc::greg_t = 0x400;
    // SAFETY: a stack at rest starts with the address to continue at; the
    // context is ours to edit until the handler returns.
    unsafe {
        let registers = &mut (*context).uc_mcontext.gregs;
        registers[libc::REG_RIP as usize] = target.cast::<libc::greg_t>().read();
        registers[libc::REG_RSP as usize] = target.add(WORD) as libc::greg_t;
        registers[libc::REG_RDX as usize] = word as libc::greg_t;
        registers[libc::REG_EFL as usize] &= !DIRECTION_FLAG;
    }
}

/// The stack pointer that a signal interrupted.
///
/// # Safety
/// `context` is what the kernel handed to the running signal handler.
pub(crate) unsafe fn interrupted_stack_pointer(context: *const libc::ucontext_t) -> usize {
    // SAFETY: by the condition above.
    unsafe { (*context).uc_mcontext.gregs[libc::REG_RSP as usize] as usize }
}

/// The stack pointer of the caller.
#[inline(always)]
pub(crate) fn stack_pointer() -> usize {
    let pointer: usize;
    // SAFETY: reads one register.
    unsafe { asm!("mov {}, rsp", out(reg) pointer, options(nomem, nostack, preserves_flags)) };
    pointer
}

/// What the registers hold that a called function must preserve: a value of
/// the caller's callers can be there and nowhere else.
#[inline(always)]
pub(crate) fn preserved_registers() -> [usize; 6] {
    let mut registers = [0; 6];
    // SAFETY: stores six registers into the six words.
    unsafe {
        asm!(
            "mov [{at}], rbx",
            "mov [{at} + 8], rbp",
            "mov [{at} + 16], r12",
            "mov [{at} + 24], r13",
            "mov [{at} + 32], r14",
            "mov [{at} + 40], r15",
            at = in(reg) registers.as_mut_ptr(),
            options(nostack, preserves_flags),
        );
    }
    registers
}
