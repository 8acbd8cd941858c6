//! The format strings of `Array#pack` and `String#unpack`, read into directives.

/// How often a directive applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// None was written.
    Once,
    Number(usize),
    /// `*`
    All,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Directive {
    pub kind: u8,
    pub count: Count,
    /// `_` or `!`: the size that C has on this machine.
    pub native: bool,
    pub big_endian: bool,
}

impl Directive {
    /// The number given, 1 where none was, `all` for `*`.
    pub fn times(&self, all: usize) -> usize {
        match self.count {
            Count::Once => 1,
            Count::Number(number) => number,
            Count::All => all,
        }
    }

    /// Bytes of an integer, and whether it has a sign.
    pub fn integer(&self) -> Option<(usize, bool)> {
        Some(match self.kind {
            b'c' => (1, true),
            b'C' => (1, false),
            b's' => (2, true),
            b'S' | b'n' | b'v' => (2, false),
            b'i' => (4, true),
            b'I' | b'N' | b'V' => (4, false),
            b'l' => (if self.native { 8 } else { 4 }, true),
            b'L' => (if self.native { 8 } else { 4 }, false),
            b'q' | b'j' => (8, true),
            b'Q' | b'J' => (8, false),
            _ => return None,
        })
    }

    /// Bytes of a float and whether the most significant comes first.
    pub fn float(&self) -> Option<(usize, bool)> {
        Some(match self.kind {
            b'd' | b'D' | b'E' => (8, false),
            b'f' | b'F' | b'e' => (4, false),
            b'G' => (8, true),
            b'g' => (4, true),
            _ => return None,
        })
    }
}

const KINDS: &[u8] = b"aAZbBhHuMmCcSsLlQqJjIiNnVvUwDdFfEeGgxX@pP";

/// A format as a message shows it: what cannot be printed is escaped.
fn printable(format: &[u8]) -> String {
    let shown = |character: char| match character {
        '\0' => "\\0".to_string(),
        other if other.is_control() => format!("\\u{:04X}", other as u32),
        other => other.to_string(),
    };
    String::from_utf8_lossy(format).chars().map(shown).collect()
}

/// Reads a format; the error is an ArgumentError's message, or a RangeError's where it begins with `!`.
pub fn parse(format: &[u8], purpose: &str) -> Result<Vec<Directive>, String> {
    let mut directives = Vec::new();
    parse_into(&mut directives, format, purpose)?;
    Ok(directives)
}

/// The same, which leaves those that stand before an error.
pub fn parse_into(directives: &mut Vec<Directive>, format: &[u8], purpose: &str) -> Result<(), String> {
    let mut at = 0;
    while at < format.len() {
        let kind = format[at];
        at += 1;
        match kind {
            b' ' | b'\t'..=b'\r' => continue,
            b'#' => {
                at += format[at..].iter().position(|&byte| byte == b'\n').map_or(format.len() - at, |line| line + 1);
                continue;
            }
            _ => {}
        }
        if !KINDS.contains(&kind) {
            let shown = if (0x20..0x7f).contains(&kind) { (kind as char).to_string() } else { format!("\\x{kind:02x}") };
            return Err(format!("unknown {purpose} directive '{shown}' in '{}'", printable(format)));
        }
        let mut directive = Directive { kind, count: Count::Once, native: false, big_endian: matches!(kind, b'n' | b'N') };
        let mut has_order = false;
        while let Some(&modifier) = format.get(at).filter(|byte| b"_!<>".contains(byte)) {
            let allowed = b"sSiIlLqQjJ";
            if !allowed.contains(&kind) {
                return Err(format!("'{}' allowed only after types sSiIlLqQjJ", modifier as char));
            }
            if matches!(modifier, b'<' | b'>') && std::mem::replace(&mut has_order, true) {
                return Err("!Can't use both '<' and '>'".to_string());
            }
            match modifier {
                b'>' => directive.big_endian = true,
                b'<' => directive.big_endian = false,
                _ => directive.native = true,
            }
            at += 1;
        }
        match format.get(at) {
            Some(b'*') => {
                directive.count = Count::All;
                at += 1;
            }
            Some(b'0'..=b'9') => {
                let digits = format[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                let number = std::str::from_utf8(&format[at..at + digits]).ok().and_then(|text| text.parse::<usize>().ok());
                match number.filter(|&number| number <= i64::MAX as usize) {
                    Some(number) => directive.count = Count::Number(number),
                    None => return Err("!pack length too big".to_string()),
                }
                at += digits;
            }
            _ => {}
        }
        directives.push(directive);
    }
    Ok(())
}
