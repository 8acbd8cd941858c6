//! Registers that only the processor's own words can name.

use std::arch::asm;

/// The stack pointer of the caller.
#[inline(always)]
pub fn stack_pointer() -> usize {
    let pointer: usize;
    // SAFETY: reads one register.
    unsafe { asm!("mov {}, sp", out(reg) pointer, options(nomem, nostack, preserves_flags)) };
    pointer
}

/// What the registers hold that a called function must preserve: a value of
/// the caller's callers can be there and nowhere else.
#[inline(always)]
pub fn preserved_registers() -> [usize; 19] {
    let mut registers = [0; 19];
    // SAFETY: stores eleven registers and the preserved halves of eight more into the 19 words.
    unsafe {
        asm!(
            "stp x19, x20, [{at}]",
            "stp x21, x22, [{at}, #16]",
            "stp x23, x24, [{at}, #32]",
            "stp x25, x26, [{at}, #48]",
            "stp x27, x28, [{at}, #64]",
            "str x29, [{at}, #80]",
            "stp d8, d9, [{at}, #88]",
            "stp d10, d11, [{at}, #104]",
            "stp d12, d13, [{at}, #120]",
            "stp d14, d15, [{at}, #136]",
            at = in(reg) registers.as_mut_ptr(),
            options(nostack, preserves_flags),
        );
    }
    registers
}
