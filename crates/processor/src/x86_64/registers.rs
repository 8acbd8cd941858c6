//! Registers that only the processor's own words can name.

use std::arch::asm;

/// The stack pointer of the caller.
#[inline(always)]
pub fn stack_pointer() -> usize {
    let pointer: usize;
    // SAFETY: reads one register.
    unsafe { asm!("mov {}, rsp", out(reg) pointer, options(nomem, nostack, preserves_flags)) };
    pointer
}

/// What the registers hold that a called function must preserve: a value of
/// the caller's callers can be there and nowhere else.
#[inline(always)]
pub fn preserved_registers() -> [usize; 6] {
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
