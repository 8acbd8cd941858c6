//! Anchors that are repeated.
//!
//! Ruby repeats an anchor or a look-around (`^?`, `(?:(?=a)|b)*`); Oniguruma refuses to. In an atomic group,
//! which changes nothing for what has no width, it does not mind.

/// How Oniguruma words the refusal.
pub const REFUSAL: &str = "target of repeat operator is invalid";

/// A pattern in the engine's dialect with every anchor in a group of its own.
pub fn enclose(pattern: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(pattern.len() * 2);
    // For each group that is open: whether it was enclosed.
    let mut groups: Vec<bool> = Vec::new();
    let mut class_depth = 0;
    let mut at = 0;
    while at < pattern.len() {
        let rest = &pattern[at..];
        let length = match rest[0] {
            b'\\' => 2.min(rest.len()),
            b'(' if class_depth == 0 && is_look_around(rest) => 2,
            _ => 1,
        };
        let piece = &rest[..length];
        match piece {
            [b'['] => class_depth += 1,
            [b']'] if class_depth > 0 => class_depth -= 1,
            _ => {}
        }
        let outside = class_depth == 0;
        match piece {
            [b'\\', b'b' | b'B' | b'A' | b'z' | b'Z' | b'G'] | [b'^' | b'$'] if outside => {
                out.extend_from_slice(b"(?>");
                out.extend_from_slice(piece);
                out.push(b')');
            }
            [b'(', ..] if outside => {
                groups.push(length == 2);
                out.extend_from_slice(if length == 2 { b"(?>(?" } else { b"(" });
            }
            [b')'] if outside => out.extend_from_slice(if groups.pop() == Some(true) { b"))" } else { b")" }),
            _ => out.extend_from_slice(piece),
        }
        at += length;
    }
    out
}

fn is_look_around(rest: &[u8]) -> bool {
    [&b"(?="[..], b"(?!", b"(?<=", b"(?<!"].iter().any(|opening| rest.starts_with(opening))
}

#[cfg(test)]
mod tests {
    use super::enclose;

    #[test]
    fn anchors_and_look_arounds_are_enclosed_and_nothing_else() {
        let text = |pattern: &str| String::from_utf8(enclose(pattern.as_bytes())).unwrap();
        assert_eq!("a(?>^)?b", text("a^?b"));
        assert_eq!("(?:(?>(?=a))|a)*", text("(?:(?=a)|a)*"));
        assert_eq!("[$^]\\$(?>\\b)(x(?>$))", text("[$^]\\$\\b(x$)"));
        assert_eq!("(?>(?<!(a)))", text("(?<!(a))"));
    }
}
