//! What machine code looks like, and hints to the processor.

/// Whether the instruction before an address can be a call: `bl`, or `blr` with or without authentication.
/// `word_at` reads eight bytes of code, where they are there.
pub fn follows_call(word_at: impl Fn(usize) -> Option<u64>, address: usize) -> bool {
    let Some(word) = address.checked_sub(8).and_then(word_at) else { return false };
    let instruction = (word >> 32) as u32;
    let is_relative = instruction & 0xfc00_0000 == 0x9400_0000;
    let is_through_register = instruction & 0xfeff_f000 == 0xd63f_0000;
    address.is_multiple_of(4) && (is_relative || is_through_register)
}

/// Fetches the memory at an address into the nearest cache.
#[inline(always)]
pub fn prefetch(address: u64) {
    // SAFETY: prefetching has no effect on memory, wherever it is.
    unsafe { std::arch::asm!("prfm pldl1keep, [{}]", in(reg) address, options(nostack, preserves_flags, readonly)) };
}

/// Bits of an address; above them a return address may carry its signature.
const ADDRESS_BITS: u32 = 48;

/// The address that a word on the stack names, if a call put it there.
pub fn return_address(word: usize) -> usize {
    word & ((1 << ADDRESS_BITS) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_told_from_other_instructions() {
        let before = |instruction: u32| follows_call(|_| Some(u64::from(instruction) << 32), 0x1000);
        assert!(before(0x97ff_fffe)); // bl, backwards
        assert!(before(0xd63f_0120)); // blr x9
        assert!(before(0xd73f_0921)); // blraa x9, x1
        assert!(!before(0xd503_201f)); // nop
        assert!(!before(0xd61f_0120)); // br x9
        assert!(!follows_call(|_| None, 0x1000));
    }

    #[test]
    fn a_signature_is_no_part_of_an_address() {
        assert_eq!(return_address(0x003f_ffff_1234_5678), 0xffff_1234_5678);
    }
}
