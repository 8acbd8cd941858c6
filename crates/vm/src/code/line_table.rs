//! Which line each instruction belongs to, in about two bytes an entry.
//!
//! For each entry what is added to the instruction's index and what is added to the line (zigzag: the sign
//! in the lowest bit), as numbers of seven bits a byte, the low ones first.

use rutile_bytecode::LineEntry;

/// The lines and the statements of a function one behind the other, before them the bytes that each takes.
pub fn encode_both(lines: &[LineEntry], statements: &[LineEntry]) -> Vec<u8> {
    let (lines, statements) = (encode(lines), encode(statements));
    let mut bytes = Vec::new();
    put_number(&mut bytes, lines.len() as u64);
    put_number(&mut bytes, statements.len() as u64);
    [bytes, lines, statements].concat()
}

/// The lines and the statements that `encode_both` made.
///
/// # Safety
/// They stand at `place`, and stay.
pub unsafe fn both<'a>(place: *const u8) -> [&'a [u8]; 2] {
    let mut next = place;
    // SAFETY: by the caller's word: a number says itself where it ends.
    let mut bytes = std::iter::from_fn(|| unsafe {
        let byte = &*next;
        next = next.add(1);
        Some(byte)
    });
    let lengths = [(); 2].map(|()| number(&mut bytes).unwrap_or(0) as usize);
    // SAFETY: by the caller's word.
    unsafe { [std::slice::from_raw_parts(next, lengths[0]), std::slice::from_raw_parts(next.add(lengths[0]), lengths[1])] }
}

fn encode(entries: &[LineEntry]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let (mut pc, mut line) = (0, 0i64);
    for entry in entries {
        let change = entry.line as i64 - line;
        put_number(&mut bytes, (entry.pc - pc) as u64);
        put_number(&mut bytes, ((change << 1) ^ (change >> 63)) as u64);
        (pc, line) = (entry.pc, entry.line as i64);
    }
    bytes
}

/// The entries in order.
pub fn entries(bytes: &[u8]) -> impl Iterator<Item = LineEntry> {
    let mut bytes = bytes.iter();
    let (mut pc, mut line) = (0, 0i64);
    std::iter::from_fn(move || {
        pc += number(&mut bytes)? as u32;
        let change = number(&mut bytes)?;
        line += (change >> 1) as i64 ^ -((change & 1) as i64);
        Some(LineEntry { pc, line: line as u32 })
    })
}

fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn number<'a>(bytes: &mut impl Iterator<Item = &'a u8>) -> Option<u64> {
    let (mut number, mut shift) = (0, 0);
    loop {
        let byte = *bytes.next()?;
        number |= ((byte & 0x7f) as u64) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
        shift += 7;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_encoded_is_read() {
        let given: Vec<LineEntry> = [(0, 1), (1, 200), (130, 3), (70_000, 0), (70_001, u32::MAX)]
            .map(|(pc, line)| LineEntry { pc, line })
            .to_vec();
        assert_eq!(entries(&encode(&given)).collect::<Vec<_>>(), given);
        assert_eq!(entries(&encode(&[])).count(), 0);
        let together = encode_both(&given, &given[1..3]);
        // SAFETY: the vector outlives what is read.
        let [lines, statements] = unsafe { both(together.as_ptr()) };
        assert_eq!((entries(lines).collect::<Vec<_>>(), entries(statements).collect::<Vec<_>>()), (given.clone(), given[1..3].to_vec()));
        assert_eq!(statements.as_ptr_range().end, together.as_ptr_range().end);
    }
}
