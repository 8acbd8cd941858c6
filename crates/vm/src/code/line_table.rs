//! Which line each instruction belongs to, in about two bytes an entry.
//!
//! For each entry what is added to the instruction's index and what is added to the line (zigzag: the sign
//! in the lowest bit), as numbers of seven bits a byte, the low ones first.

use rutile_bytecode::LineEntry;

/// The lines, the statements and the nodes of a function one behind the other, before them the bytes that each takes.
pub fn encode_all(tables: [&[LineEntry]; 3]) -> Vec<u8> {
    let tables = tables.map(encode);
    let mut bytes = Vec::new();
    tables.iter().for_each(|table| put_number(&mut bytes, table.len() as u64));
    bytes.extend(tables.concat());
    bytes
}

/// The tables that `encode_all` made.
///
/// # Safety
/// They stand at `place`, and stay.
pub unsafe fn all<'a>(place: *const u8) -> [&'a [u8]; 3] {
    let mut next = place;
    // SAFETY: by the caller's word: a number says itself where it ends.
    let mut bytes = std::iter::from_fn(|| unsafe {
        let byte = &*next;
        next = next.add(1);
        Some(byte)
    });
    let lengths = [(); 3].map(|()| number(&mut bytes).unwrap_or(0) as usize);
    lengths.map(|length| {
        let table = next;
        // SAFETY: by the caller's word.
        unsafe {
            next = next.add(length);
            std::slice::from_raw_parts(table, length)
        }
    })
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
        let together = encode_all([&given, &given[1..3], &given[2..]]);
        // SAFETY: the vector outlives what is read.
        let tables = unsafe { all(together.as_ptr()) };
        assert_eq!(tables.map(|table| entries(table).collect::<Vec<_>>()), [given.clone(), given[1..3].to_vec(), given[2..].to_vec()]);
        assert_eq!(tables[2].as_ptr_range().end, together.as_ptr_range().end);
    }
}
