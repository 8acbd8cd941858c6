//! How the items of a memory view are written: letters as `Array#pack` has them, each with a size and an end of its own. A leading `|`
//! aligns members as the C compiler does; `!` means the compiler's size, `<` and `>` an end, a number how often.

/// `rb_memory_view_item_component_t`
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Component {
    pub format: u8,
    pub is_native: bool,
    pub is_little_endian: bool,
    pub offset: usize,
    pub size: usize,
    pub repeat: usize,
}

/// A letter that says an end itself, or may be given one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Little,
    Big,
    /// It may be given one, and be of the compiler's size.
    Open,
    /// It has none to be given.
    Closed,
}

/// Size of a letter's value, and of the compiler's type.
fn letter(format: u8) -> Option<(usize, usize, End)> {
    Some(match format {
        b'c' | b'C' => (1, 1, End::Closed),
        b's' | b'S' => (2, 2, End::Open),
        b'i' | b'I' => (4, 4, End::Open),
        b'l' | b'L' => (4, 8, End::Open),
        b'q' | b'Q' | b'j' | b'J' => (8, 8, End::Open),
        b'n' => (2, 2, End::Big),
        b'v' => (2, 2, End::Little),
        b'N' => (4, 4, End::Big),
        b'V' => (4, 4, End::Little),
        b'f' => (4, 4, End::Closed),
        b'e' => (4, 4, End::Little),
        b'g' => (4, 4, End::Big),
        b'd' => (8, 8, End::Closed),
        b'E' => (8, 8, End::Little),
        b'G' => (8, 8, End::Big),
        b'x' => (1, 1, End::Closed),
        _ => return None,
    })
}


/// The members of an item and its size; else where what can't be read stands.
pub fn parse(format: &[u8]) -> Result<(Vec<Component>, usize), usize> {
    let mut at = 0;
    let is_aligned = format.first() == Some(&b'|');
    at += usize::from(is_aligned);
    let (mut members, mut size, mut widest) = (Vec::new(), 0_usize, 1_usize);
    while let Some(&name) = format.get(at) {
        if name == b' ' {
            at += 1;
            continue;
        }
        let (plain, native, end) = letter(name).ok_or(at)?;
        at += 1;
        let (mut is_native, mut is_little_endian) = (false, end != End::Big && (end == End::Little || cfg!(target_endian = "little")));
        let modifiers = format[at..].iter().take_while(|byte| end == End::Open && b"!_<>".contains(byte));
        for modifier in modifiers {
            match modifier {
                b'<' => is_little_endian = true,
                b'>' => is_little_endian = false,
                _ => is_native = true,
            }
            at += 1;
        }
        let digits = format[at..].iter().take_while(|digit| digit.is_ascii_digit()).count();
        let count = std::str::from_utf8(&format[at..at + digits]).unwrap_or_default();
        let repeat = if digits == 0 { 1 } else { count.parse().map_err(|_| at)? };
        let one = if is_native { native } else { plain };
        let whole = one.checked_mul(repeat).ok_or(at)?;
        if is_aligned && name != b'x' {
            size = size.checked_next_multiple_of(one).ok_or(at)?;
            widest = widest.max(one);
        }
        if name != b'x' {
            members.push(Component { format: name, is_native, is_little_endian, offset: size, size: one, repeat });
        }
        size = size.checked_add(whole).ok_or(at)?;
        at += digits;
    }
    if is_aligned {
        size = size.checked_next_multiple_of(widest).ok_or(at)?;
    }
    Ok((members, size))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_has_members_at_places() {
        let (members, size) = parse(b"c2f3x2d q!<").unwrap();
        let places: Vec<_> = members.iter().map(|member| (member.format, member.offset, member.size, member.repeat)).collect();
        assert_eq!(places, [(b'c', 0, 1, 2), (b'f', 2, 4, 3), (b'd', 16, 8, 1), (b'q', 24, 8, 1)]);
        assert_eq!(parse(b"c18446744073709551615q").unwrap_err(), 22);
        assert_eq!(parse(b"|c18446744073709551615q").err(), Some(23));
        assert_eq!((size, members[3].is_native, members[3].is_little_endian), (32, true, true));
    }

    #[test]
    fn a_bar_aligns() {
        let (members, size) = parse(b"|cs!l>").unwrap();
        assert_eq!(members.iter().map(|member| member.offset).collect::<Vec<_>>(), [0, 2, 4]);
        assert_eq!((size, members[2].is_little_endian), (8, false));
        assert_eq!(parse(b"|lqc").unwrap().1, 24);
    }

    #[test]
    fn what_cannot_be_read_is_pointed_at() {
        assert_eq!(parse(b"ccca"), Err(3));
        assert_eq!(parse(b"c!"), Err(1));
        assert_eq!(parse(b"c99999999999999999999"), Err(1));
        assert_eq!(parse(b""), Ok((Vec::new(), 0)));
    }
}
