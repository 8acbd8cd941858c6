//! The registers that a signal interrupted, as the kernel hands them to the handler and takes them back from it.

const WORD: usize = size_of::<usize>();

/// Where the program was interrupted.
///
/// # Safety
/// `context` is what the kernel handed to the running signal handler.
pub unsafe fn counter(context: *const libc::ucontext_t) -> usize {
    // SAFETY: by the condition.
    unsafe { (*context).uc_mcontext.gregs[libc::REG_RIP as usize] as usize }
}

/// Has the program go on elsewhere when the handler returns.
///
/// # Safety
/// As for [`counter`]; the program can go on there with the registers it has.
pub unsafe fn set_counter(context: *mut libc::ucontext_t, place: usize) {
    // SAFETY: by the condition.
    unsafe { (*context).uc_mcontext.gregs[libc::REG_RIP as usize] = place as libc::greg_t };
}

/// The stack pointer that a signal interrupted.
///
/// # Safety
/// As for [`counter`].
pub unsafe fn stack_pointer(context: *const libc::ucontext_t) -> usize {
    // SAFETY: by the condition.
    unsafe { (*context).uc_mcontext.gregs[libc::REG_RSP as usize] as usize }
}

/// The bit of the flags that has the processor stop after each instruction.
const TRAP_FLAG: libc::greg_t = 0x100;

/// Has the thread get a `SIGTRAP` after each instruction from here on, or no more.
///
/// # Safety
/// As for [`counter`]; the process handles the signal.
pub unsafe fn set_stepping(context: *mut libc::ucontext_t, steps: bool) {
    // SAFETY: by the condition.
    let flags = unsafe { &mut (*context).uc_mcontext.gregs[libc::REG_EFL as usize] };
    *flags = if steps { *flags | TRAP_FLAG } else { *flags & !TRAP_FLAG };
}

/// Whether the thread gets a `SIGTRAP` after each instruction.
///
/// # Safety
/// As for [`counter`].
pub unsafe fn is_stepping(context: *const libc::ucontext_t) -> bool {
    // SAFETY: by the condition.
    unsafe { (*context).uc_mcontext.gregs[libc::REG_EFL as usize] & TRAP_FLAG != 0 }
}

/// Edits the registers that a signal handler returns to, so that the thread
/// continues the stack at rest at `target` as though switched to with `word`.
///
/// # Safety
/// As for [`counter`]; `target` as for [`leave`](super::switch::leave).
pub unsafe fn redirect(context: *mut libc::ucontext_t, target: *mut u8, word: usize) {
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
