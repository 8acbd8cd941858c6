//! Control data of messages: several pieces, each of a level, a type and bytes.
//!
//! ```text
//!   | length (8) | level (4) | type (4) | bytes ... | room up to the next 8 | length ...
//! ```
//! The length counts its own 16 bytes of header, and not the room.

const HEADER: usize = 16;

pub struct Piece {
    pub level: i32,
    pub kind: i32,
    pub bytes: Vec<u8>,
}

/// The pieces laid out in words, and how many bytes of those count.
pub fn lay_out(pieces: &[Piece]) -> (Vec<u64>, usize) {
    let mut bytes = Vec::new();
    for piece in pieces {
        bytes.extend_from_slice(&(HEADER + piece.bytes.len()).to_ne_bytes());
        bytes.extend_from_slice(&piece.level.to_ne_bytes());
        bytes.extend_from_slice(&piece.kind.to_ne_bytes());
        bytes.extend_from_slice(&piece.bytes);
        bytes.resize(bytes.len().next_multiple_of(8), 0);
    }
    let words = bytes.chunks_exact(8).map(|word| u64::from_ne_bytes(word.try_into().unwrap_or_default())).collect();
    (words, bytes.len())
}

/// The pieces that stand in the first `size` bytes of the words.
pub fn read(words: &[u64], size: usize) -> Vec<Piece> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).take(size).collect();
    let mut pieces = Vec::new();
    let mut rest = &bytes[..];
    while let Some((header, _)) = rest.split_at_checked(HEADER) {
        let length = u64::from_ne_bytes(header[..8].try_into().unwrap_or_default()) as usize;
        if length < HEADER {
            break;
        }
        pieces.push(Piece {
            level: i32::from_ne_bytes(header[8..12].try_into().unwrap_or_default()),
            kind: i32::from_ne_bytes(header[12..].try_into().unwrap_or_default()),
            bytes: rest[HEADER..length.min(rest.len())].to_vec(),
        });
        rest = rest.get(length.next_multiple_of(8)..).unwrap_or_default();
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_laid_out_is_read_again() {
        let pieces = [Piece { level: 1, kind: 2, bytes: vec![1, 2, 3] }, Piece { level: 3, kind: 4, bytes: vec![] }];
        let (words, size) = lay_out(&pieces);
        assert_eq!(size, 24 + 16);
        let again = read(&words, size);
        assert_eq!(again.len(), 2);
        assert_eq!((again[0].level, again[0].kind, &again[0].bytes[..]), (1, 2, &[1, 2, 3][..]));
        assert_eq!((again[1].level, again[1].kind, again[1].bytes.len()), (3, 4, 0));
    }

    #[test]
    fn damaged_lengths_end_the_reading() {
        assert!(read(&[3, 0], 16).is_empty());
        assert_eq!(read(&[u64::MAX >> 1, 0], 16).len(), 1);
        assert!(read(&[16], 8).is_empty());
    }
}
