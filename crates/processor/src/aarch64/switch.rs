//! The switch between machine stacks.
//!
//! A stack at rest holds four words at its stack pointer, which is a multiple of
//! 16 as the processor wants it; everything else a function must preserve (`x20`
//! to `x28`, the low halves of `v8` to `v15`) is declared as overwritten by the
//! inline assembly, so the compiler saves what is live and nothing more:
//!
//! ```text
//!        |  frames of the code that    |
//!        |  switched away              |
//!        +-----------------------------+
//!        |  x29                        |
//!        |  x19                        |
//!        |  0: padding                 |
//!  sp -> |  where to continue          |
//!        +-----------------------------+
//! ```
//!
//! A stack that has never run looks the same to the switch. "Where to
//! continue" is `rutile_fiber_start`, and above it lies what that needs:
//!
//! ```text
//!        +-----------------------------+  multiple of 16
//!        |  entry                      |
//!        |  argument of the entry      |
//!        |  0: padding                 |
//!  sp -> |  rutile_fiber_start         |
//!        +-----------------------------+
//! ```
//!
//! The destination is reached by `br`, not by `ret`: the processor predicts a
//! return by the call it saw last, which is on the other stack.

use std::arch::{asm, global_asm};

/// What runs first on a stack: its argument, and the word of the first switch.
pub type Entry = unsafe extern "C" fn(argument: *mut u8, word: usize) -> !;

// Called by nobody, jumped to by the first switch: `x2` has the word, the
// argument and the entry are on the stack. The caller is declared undefined, so that a
// backtrace taken on this stack ends here.
global_asm!(
    ".pushsection .text.rutile_fiber_start,\"ax\",@progbits",
    ".balign 16",
    ".hidden rutile_fiber_start",
    ".globl rutile_fiber_start",
    ".type rutile_fiber_start, @function",
    "rutile_fiber_start:",
    ".cfi_startproc",
    ".cfi_undefined x30",
    "ldp x0, x9, [sp, #16]",
    "add sp, sp, #32",
    "mov x1, x2",
    "mov x29, xzr",
    "blr x9",
    "brk #1",
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
/// `top` is a multiple of 16 and the four words below it are writable, unused
/// memory.
pub unsafe fn prepare(top: *mut u8, entry: Entry, argument: *mut u8) -> *mut u8 {
    let frame = [
        rutile_fiber_start as *const () as usize,
        0,
        argument as usize,
        entry as usize,
    ];
    // SAFETY: the frame is four words, which the caller vouches for.
    unsafe {
        let at_rest = top.sub(size_of_val(&frame));
        at_rest.cast::<[usize; 4]>().write(frame);
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
    // SAFETY: sp, x29 and x19 have the values on exit that they had on entry,
    // because the switch back finds them on this stack; all other registers
    // are declared as overwritten.
    unsafe {
        asm!(
            "adr x9, 2f",
            "stp x9, xzr, [sp, #-32]!",
            "stp x19, x29, [sp, #16]",
            "mov x9, sp",
            "str x9, [x0]",
            "ldr x9, [x1]",
            "mov sp, x1",
            "br x9",
            "2:",
            "ldp x19, x29, [sp, #16]",
            "add sp, sp, #32",
            inlateout("x0") save => _,
            inlateout("x1") target => _,
            inlateout("x2") word => received,
            lateout("x20") _,
            lateout("x21") _,
            lateout("x22") _,
            lateout("x23") _,
            lateout("x24") _,
            lateout("x25") _,
            lateout("x26") _,
            lateout("x27") _,
            lateout("x28") _,
            clobber_abi("C"),
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
            "ldr x9, [x1]",
            "mov sp, x1",
            "br x9",
            in("x1") target,
            in("x2") word,
            options(noreturn),
        );
    }
}
