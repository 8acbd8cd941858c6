//! The registers that a signal interrupted, as the kernel hands them to the handler and takes them back from it.

/// Where the program was interrupted.
///
/// # Safety
/// `context` is what the kernel handed to the running signal handler.
pub unsafe fn counter(context: *const libc::ucontext_t) -> usize {
    // SAFETY: by the condition.
    unsafe { (*context).uc_mcontext.pc as usize }
}

/// Has the program go on elsewhere when the handler returns.
///
/// # Safety
/// As for [`counter`]; the program can go on there with the registers it has.
pub unsafe fn set_counter(context: *mut libc::ucontext_t, place: usize) {
    // SAFETY: by the condition.
    unsafe { (*context).uc_mcontext.pc = place as u64 };
}

/// The stack pointer that a signal interrupted.
///
/// # Safety
/// As for [`counter`].
pub unsafe fn stack_pointer(context: *const libc::ucontext_t) -> usize {
    // SAFETY: by the condition.
    unsafe { (*context).uc_mcontext.sp as usize }
}

/// Nothing: only the kernel can have this processor stop after each instruction.
///
/// # Safety
/// As for [`counter`].
pub unsafe fn set_stepping(_context: *mut libc::ucontext_t, _steps: bool) {}

/// Whether the thread gets a `SIGTRAP` after each instruction: never here.
///
/// # Safety
/// As for [`counter`].
pub unsafe fn is_stepping(_context: *const libc::ucontext_t) -> bool {
    false
}

/// Edits the registers that a signal handler returns to, so that the thread
/// continues the stack at rest at `target` as though switched to with `word`.
///
/// # Safety
/// As for [`counter`]; `target` as for [`leave`](super::switch::leave).
pub unsafe fn redirect(context: *mut libc::ucontext_t, target: *mut u8, word: usize) {
    // SAFETY: a stack at rest starts with the address to continue at; the
    // context is ours to edit until the handler returns.
    unsafe {
        let registers = &mut (*context).uc_mcontext;
        registers.pc = target.cast::<u64>().read();
        registers.sp = target as u64;
        registers.regs[2] = word as u64;
    }
}
