//! `rutile heap`: runs a program and reports on its heap at the end.
//!
//! Its own options stand before those of the program's command line, which follows as ever.

use crate::failure::Failure;
use crate::settings::HeapReport;

pub const USAGE: &str = "Usage: rutile heap [--format text|json|html] [-o FILE] [options] [--] [filepath] [arguments]
  --format=FORMAT  text (the default), json, or html: one page that needs nothing else
  -o FILE          Write the report there, not to standard error.
";

const FORMATS: [&[u8]; 3] = [b"text", b"json", b"html"];

/// Takes the options of the report off the words behind `heap`; None where help is asked for.
pub fn parse(words: &mut Vec<Vec<u8>>) -> Result<Option<HeapReport>, Failure> {
    let mut report = HeapReport { format: b"text".to_vec(), output: None };
    while let Some(word) = words.get(1).cloned() {
        let (name, given) = match word.iter().position(|&byte| byte == b'=') {
            Some(at) if word.starts_with(b"--") => (word[..at].to_vec(), Some(word[at + 1..].to_vec())),
            _ => (word.clone(), None),
        };
        match name.as_slice() {
            b"--help" | b"-h" => return Ok(None),
            b"--format" | b"-o" | b"--output" => {
                words.remove(1);
                let value = match given {
                    Some(value) => value,
                    None if words.len() > 1 => words.remove(1),
                    None => return Err(Failure::fatal(format!("missing argument for {}", String::from_utf8_lossy(&name)))),
                };
                if name == b"--format" { report.format = value } else { report.output = Some(value) }
            }
            _ => break,
        }
    }
    if !FORMATS.contains(&report.format.as_slice()) {
        return Err(Failure::fatal(format!("unknown format: {} (text, json or html)", String::from_utf8_lossy(&report.format))));
    }
    Ok(Some(report))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(words: &[&str]) -> (Option<HeapReport>, Vec<Vec<u8>>) {
        let mut words: Vec<Vec<u8>> = words.iter().map(|word| word.as_bytes().to_vec()).collect();
        (parse(&mut words).ok().flatten(), words)
    }

    #[test]
    fn its_options_come_first_and_the_rest_is_the_programs() {
        let (report, rest) = parsed(&["rutile", "--format=html", "-o", "out", "-W0", "a.rb", "--format", "x"]);
        assert_eq!(report, Some(HeapReport { format: b"html".to_vec(), output: Some(b"out".to_vec()) }));
        assert_eq!(rest, ["rutile", "-W0", "a.rb", "--format", "x"].map(|word| word.as_bytes().to_vec()));
    }

    #[test]
    fn an_unknown_format_is_refused() {
        assert_eq!(parsed(&["rutile", "--format", "pdf", "a.rb"]).0, None);
    }
}
