//! What machine code looks like, and hints to the processor.

/// Whether the instruction before an address can be a call: a relative one, or one through a register or memory.
/// `word_at` reads eight bytes of code, where they are there.
pub fn follows_call(word_at: impl Fn(usize) -> Option<u64>, address: usize) -> bool {
    let Some(word) = address.checked_sub(8).and_then(word_at) else { return false };
    let bytes = word.to_le_bytes();
    let indirect = |length: usize| bytes[8 - length] == 0xff && bytes[9 - length] >> 3 & 7 == 2;
    bytes[3] == 0xe8 || [2, 3, 4, 6, 7].into_iter().any(indirect)
}

/// Fetches the memory at an address into the nearest cache.
#[inline(always)]
pub fn prefetch(address: u64) {
    // SAFETY: prefetching has no effect on memory, wherever it is.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(address as *const i8)
    };
}

/// The address that a word on the stack names, if a call put it there.
pub fn return_address(word: usize) -> usize {
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_told_from_other_instructions() {
        let before = |bytes: [u8; 8]| follows_call(|_| Some(u64::from_le_bytes(bytes)), 0x1000);
        assert!(before([0x90, 0x90, 0x90, 0xe8, 1, 2, 3, 4]));
        assert!(before([0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0xff, 0xd0]));
        assert!(before([0x90, 0x90, 0xff, 0x15, 1, 2, 3, 4]));
        assert!(!before([0x90; 8]));
        assert!(!follows_call(|_| None, 0x1000));
    }
}
