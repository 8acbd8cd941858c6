//! The switch between machine stacks.
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
pub type Entry = unsafe extern "C" fn(argument: *mut u8, word: usize) -> !;

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

/// Writes the first frame below `top` and returns the stack pointer at rest.
///
/// # Safety
/// `top` is a multiple of 16 and the five words below it are writable, unused
/// memory.
pub unsafe fn prepare(top: *mut u8, entry: Entry, argument: *mut u8) -> *mut u8 {
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
pub unsafe fn switch(save: *mut *mut u8, target: *mut u8, word: usize) -> usize {
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
pub unsafe fn leave(target: *mut u8, word: usize) -> ! {
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
