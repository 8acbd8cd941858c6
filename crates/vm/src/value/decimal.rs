//! The decimal digits of an integer.

/// Digits of the longest integer with its sign.
pub const LONGEST: usize = 20;

/// Writes an integer at the end of a buffer; the part that it takes.
pub fn write(integer: i64, buffer: &mut [u8; LONGEST]) -> &[u8] {
    let (mut at, mut rest) = (LONGEST, integer.unsigned_abs());
    loop {
        at -= 1;
        buffer[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if integer < 0 {
        at -= 1;
        buffer[at] = b'-';
    }
    &buffer[at..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_of_all_lengths_are_written() {
        for integer in [0, 7, -7, 10, 1_234_567_890, i64::MAX, i64::MIN] {
            assert_eq!(write(integer, &mut [0; LONGEST]), integer.to_string().as_bytes());
        }
    }
}
