//! Whether an entry can be evaluated or goes on in the next line, and what stands before the cursor.

use rutile_bytecode::FunctionKind;
use rutile_compiler::{Options, SyntaxError};

/// Whether the parser ran out of text: more lines may make the entry valid.
pub fn is_incomplete(text: &str) -> bool {
    let options = Options { kind: FunctionKind::Eval, file: "(rutile)".to_string(), ..Options::default() };
    match rutile_compiler::compile(text.as_bytes(), &options) {
        Ok(_) => false,
        Err(error) => ran_out(&error, text.trim_end().len()),
    }
}

fn ran_out(error: &SyntaxError, end: usize) -> bool {
    let found = &error.diagnostics;
    found.iter().any(|found| found.start >= end || found.message.starts_with("unterminated"))
        || found.iter().all(|found| found.message.contains(" to close the "))
}

/// The text before the cursor: `receiver`, `separator`, and the beginning of a name.
#[derive(Debug, PartialEq, Eq)]
pub struct Word<'a> {
    pub receiver: Option<&'a str>,
    pub separator: &'a str,
    pub start: &'a str,
}

impl<'a> Word<'a> {
    /// The word that ends at the end of `text`; None where completing it would have to run code.
    pub fn last(text: &'a str) -> Option<Word<'a>> {
        let chained = tail(text, |letter| is_name(letter) || ".:&@$".contains(letter));
        let start = tail(chained, |letter| is_name(letter) || "@$".contains(letter));
        let before = &chained[..chained.len() - start.len()];
        let Some(separator) = ["&.", "::", "."].into_iter().find(|separator| before.ends_with(separator)) else {
            let whole = before.is_empty() && !start.is_empty();
            return whole.then_some(Word { receiver: None, separator: "", start });
        };
        let receiver = &before[..before.len() - separator.len()];
        is_plain(receiver).then_some(Word { receiver: Some(receiver), separator, start })
    }
}

fn is_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_' || letter == '?' || letter == '!'
}

/// The longest end of `text` made of such letters.
fn tail(text: &str, belongs: impl Fn(char) -> bool) -> &str {
    let start = text.char_indices().rev().take_while(|(_, letter)| belongs(*letter)).last();
    start.map_or("", |(start, _)| &text[start..])
}

/// A variable, a number, or a path of constants: looking at its value runs nothing.
fn is_plain(receiver: &str) -> bool {
    let name = receiver.trim_start_matches(['@', '$']);
    let single = |name: &str| !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    let constant = |name: &str| single(name) && name.starts_with(|letter: char| letter.is_ascii_uppercase());
    single(name) || receiver.split("::").all(constant)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_open_construct_goes_on() {
        for text in ["def a", "foo(", "[1,", "1 +", "\"abc", "if x", "a = {b: 1", "%w[a", "class A\n def b\n end", "x.each do |y|", "<<~A\n text"] {
            assert!(is_incomplete(text), "{text}");
        }
    }

    #[test]
    fn what_is_valid_or_beyond_repair_does_not() {
        for text in ["1 + 1", "def a = 1", "foo(1)", "x = 1; x", ")", "1 = 2 + 3", "puts 'a'", "_ + 1"] {
            assert!(!is_incomplete(text), "{text}");
        }
    }

    #[test]
    fn the_word_before_the_cursor() {
        let word = |text| Word::last(text).map(|word| (word.receiver, word.separator, word.start));
        assert_eq!(word("put"), Some((None, "", "put")));
        assert_eq!(word("x = foo.ba"), Some((Some("foo"), ".", "ba")));
        assert_eq!(word("foo&.b"), Some((Some("foo"), "&.", "b")));
        assert_eq!(word("File::Sta"), Some((Some("File"), "::", "Sta")));
        assert_eq!(word("A::B."), Some((Some("A::B"), ".", "")));
        assert_eq!(word("@na"), Some((None, "", "@na")));
        assert_eq!(word("@name.si"), Some((Some("@name"), ".", "si")));
    }

    #[test]
    fn nothing_is_called_to_complete() {
        assert_eq!(Word::last("a.b.c"), None);
        assert_eq!(Word::last("exit().fo"), None);
        assert_eq!(Word::last("1 + "), None);
    }
}
