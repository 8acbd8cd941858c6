//! A system call and a copy whose places are known to handlers of signals.

use crate::Places;

std::arch::global_asm!(
    ".text",
    ".balign 4",
    ".globl rutile_interruptible_call",
    ".hidden rutile_interruptible_call",
    "rutile_interruptible_call:",
    "    mov x8, x0",
    "    mov x0, x1",
    "    mov x1, x2",
    "    mov x2, x3",
    "    mov x3, x4",
    "    mov x4, xzr",
    ".globl rutile_interruptible_begin",
    ".hidden rutile_interruptible_begin",
    "rutile_interruptible_begin:",
    "    ldr x6, [x5]",
    "    cbnz x6, 2f",
    "    svc #0",
    ".globl rutile_interruptible_end",
    ".hidden rutile_interruptible_end",
    "rutile_interruptible_end:",
    "    ret",
    ".globl rutile_interruptible_left",
    ".hidden rutile_interruptible_left",
    "rutile_interruptible_left:",
    "2:",
    "    mov x0, #-4",
    "    ret",
);

unsafe extern "C" {
    fn rutile_interruptible_call(number: i64, first: u64, second: u64, third: u64, fourth: u64, due: *const u64) -> i64;
    static rutile_interruptible_begin: u8;
    static rutile_interruptible_end: u8;
    static rutile_interruptible_left: u8;
}

/// Makes a system call with at most four arguments (a fifth is null), unless `due` is not zero: its result, an error's number
/// negated, `-EINTR` where a signal came before or during it.
///
/// # Safety
/// The arguments are what the call wants.
pub unsafe fn call(number: i64, arguments: [u64; 4], due: *const u64) -> i64 {
    let [first, second, third, fourth] = arguments;
    // SAFETY: the code above keeps the calling convention.
    unsafe { rutile_interruptible_call(number, first, second, third, fourth, due) }
}

/// From where `call` is begun to where it is made; a program that is moved out of there gets `-EINTR`.
pub fn places_of_call() -> Places {
    Places {
        begin: &raw const rutile_interruptible_begin as usize,
        end: &raw const rutile_interruptible_end as usize,
        left: &raw const rutile_interruptible_left as usize,
    }
}

// Sixteen bytes at a time, and one at a time what is left.
std::arch::global_asm!(
    ".text",
    ".balign 4",
    ".globl rutile_guarded_copy",
    ".hidden rutile_guarded_copy",
    "rutile_guarded_copy:",
    ".globl rutile_guarded_copy_begin",
    ".hidden rutile_guarded_copy_begin",
    "rutile_guarded_copy_begin:",
    "    cmp x2, #16",
    "    b.lo 2f",
    "    ldp x4, x5, [x1], #16",
    "    stp x4, x5, [x0], #16",
    "    sub x2, x2, #16",
    "    b rutile_guarded_copy_begin",
    "2:",
    "    cbz x2, 3f",
    "    ldrb w4, [x1], #1",
    "    strb w4, [x0], #1",
    "    sub x2, x2, #1",
    "    b 2b",
    ".globl rutile_guarded_copy_end",
    ".hidden rutile_guarded_copy_end",
    "rutile_guarded_copy_end:",
    "3:",
    "    mov w0, #0",
    "    ret",
    ".globl rutile_guarded_copy_left",
    ".hidden rutile_guarded_copy_left",
    "rutile_guarded_copy_left:",
    "    mov w0, #1",
    "    ret",
);

unsafe extern "C" {
    fn rutile_guarded_copy(target: *mut u8, source: *const u8, count: usize) -> i32;
    static rutile_guarded_copy_begin: u8;
    static rutile_guarded_copy_end: u8;
    static rutile_guarded_copy_left: u8;
}

/// Copies bytes: 0, or 1 where the program was moved out of it.
///
/// # Safety
/// Both are mapped for `count` bytes, though touching them may raise a signal whose handler moves the program out; nobody else
/// relies on what the target holds.
pub unsafe fn copy(target: *mut u8, source: *const u8, count: usize) -> i32 {
    // SAFETY: the code above keeps the calling convention, and touches no more.
    unsafe { rutile_guarded_copy(target, source, count) }
}

/// Where `copy` touches memory.
pub fn places_of_copy() -> Places {
    Places {
        begin: &raw const rutile_guarded_copy_begin as usize,
        end: &raw const rutile_guarded_copy_end as usize,
        left: &raw const rutile_guarded_copy_left as usize,
    }
}
