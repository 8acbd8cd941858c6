//! Patterns against texts: what matches, and where the groups are.

use rutile_regexp::{Encoding, Machine, Options, Outcome, Program, compile};

/// Searches from a place on, for so many steps at first.
fn search(machine: &mut Machine, program: &Program, text: &[u8], start: usize, fuel: u32) -> Outcome {
    machine.begin(program, text, start, text.len()).unwrap_or_else(|| machine.resume(program, text, fuel))
}

/// The groups of the first match, as texts.
fn groups(pattern: &str, text: &str) -> Option<Vec<Option<String>>> {
    let compiled = compile(pattern.as_bytes(), Encoding::Utf8, true, Options::default()).unwrap_or_else(|error| panic!("{pattern}: {error}"));
    let mut machine = Machine::new();
    match search(&mut machine, &compiled.program, text.as_bytes(), 0, u32::MAX) {
        Outcome::Found => Some((0..machine.group_count()).map(|number| machine.group(number).map(|(start, end)| text[start..end].to_string())).collect()),
        Outcome::NotFound => None,
        other => panic!("{pattern}: {other:?}"),
    }
}

fn whole(pattern: &str, text: &str) -> Option<String> {
    groups(pattern, text)?.swap_remove(0)
}

fn error(pattern: &str) -> String {
    compile(pattern.as_bytes(), Encoding::Utf8, true, Options::default()).map_or_else(|error| error.0, |_| String::new())
}

macro_rules! matches {
    ($($pattern:literal, $text:literal => $found:literal;)*) => {
        $(assert_eq!(Some($found.to_string()), whole($pattern, $text), "{}", $pattern);)*
    };
}

#[test]
fn plain_patterns() {
    matches! {
        "b+", "abbbc" => "bbb";
        "a|bc", "xbc" => "bc";
        "[a-c&&[^b]]+", "bbcab" => "ca";
        r"\d{2,3}", "1 12 1234" => "12";
        r"\bfoo\b", "afoo foo" => "foo";
        "^b$", "a\nb\nc" => "b";
        r"\Aé.", "éa" => "éa";
        r"\p{Greek}+", "abγδ" => "γδ";
        "(?i)STRASSE", "straße" => "straße";
        "a.*?c", "abcabc" => "abc";
        "a.*c", "abcabc" => "abcabc";
        "(?m:a.b)", "a\nb" => "a\nb";
        "(?~abc)", "xxabcxx" => "xxab";
        r"foo\Kbar", "foobar" => "bar";
        r"\X", "e\u{301}x" => "e\u{301}";
        r"\R", "\r\n" => "\r\n";
        "(?<=a)b", "bab" => "b";
        "(?<!a)b", "abb" => "b";
    }
}

#[test]
fn texts_and_bytes_are_found_where_they_stand() {
    matches! {
        "b", "abc" => "b";
        "bc", "abbc" => "bc";
        "é", "e\u{301}aé" => "é";
        "[,;]", "a;b,c" => ";";
        "[0-9]", "éa7" => "7";
        r"\s", "a\u{85} b" => " ";
        "[^a]", "aaé" => "é";
        "[é,]", "aé," => "é";
    }
    assert_eq!(None, whole("bc", "ab"));
    assert_eq!(None, whole("[,;]", "é"));
    let places = |pattern: &str, text: &str| {
        let program = compile(pattern.as_bytes(), Encoding::Utf8, true, Options::default()).unwrap().program;
        let mut machine = Machine::new();
        let (mut at, mut found) = (0, Vec::new());
        loop {
            if search(&mut machine, &program, text.as_bytes(), at, u32::MAX) != Outcome::Found {
                machine.begin_backward(&program, text.len());
                let last = machine.resume(&program, text.as_bytes(), u32::MAX) == Outcome::Found;
                return (found, last.then(|| machine.group(0)).flatten());
            }
            found.push(machine.group(0).unwrap());
            at = machine.group(0).unwrap().1;
        }
    };
    assert_eq!((vec![(1, 2), (4, 5), (5, 6)], Some((5, 6))), places(",", "a,é,,"));
    assert_eq!((vec![(0, 2), (2, 4)], Some((3, 5))), places("aa", "aaaaa"));
    assert_eq!((vec![(2, 3)], Some((2, 3))), places("[,;]", "é;"));
}

#[test]
fn groups_and_references() {
    assert_eq!(Some(vec![Some("abab".into()), Some("ab".into())]), groups(r"(ab)\1", "ababab"));
    assert_eq!(Some(vec![Some("b".into()), None, Some("b".into())]), groups("(a)|(b)", "b"));
    assert_eq!(Some(vec![Some("aa".into()), Some("a".into())]), groups(r"(?<x>a)\k<x>", "baa"));
    assert_eq!(Some("((()))".to_string()), whole(r"(?<p>\(\g<p>*\))", "x((()))"));
    assert_eq!(Some("(ab)".to_string()), whole(r"(\()?ab(?(1)\))", "(ab)"));
    assert_eq!(Some("ab".to_string()), whole(r"(\()?ab(?(1)\))", "ab)"));
}

#[test]
fn errors_are_those_of_ruby() {
    for (pattern, message) in [
        ("[a", "premature end of char-class"),
        ("[]", "empty char-class"),
        ("(a", "end pattern with unmatched parenthesis"),
        ("a)", "unmatched close parenthesis"),
        ("*", "target of repeat operator is not specified"),
        ("[z-a]", "empty range in char class"),
        ("(?<=a+)b", "invalid pattern in look-behind"),
        (r"\k<x>", "undefined name <x> reference"),
        (r"\g<x>", "undefined name <x> reference"),
        (r"(?<a>x)\1", "numbered backref/call is not allowed. (use name)"),
        (r"(?<a>\g<a>)", "never ending recursion"),
        (r"\p{foo}", "invalid character property name {foo}"),
        ("(?z)", "undefined group option"),
        ("a{2,1}", "upper is smaller than lower in repeat range"),
    ] {
        assert_eq!(message, error(pattern), "{pattern}");
    }
}

#[test]
fn what_failed_is_not_tried_again() {
    let text = format!("{}!", "a".repeat(20_000));
    let counted = compile(b"^([a-z]*){1,256}$", Encoding::Utf8, true, Options::default()).unwrap();
    let mut machine = Machine::new();
    assert_eq!(Outcome::NotFound, search(&mut machine, &counted.program, &text.as_bytes()[text.len() - 30..], 0, 1_000_000));
    for pattern in ["^(a+)+$", "^(a|aa)+$", "^(?:a*)*$", "^(a+a+)+$", "(?:a|a)*b"] {
        let compiled = compile(pattern.as_bytes(), Encoding::Utf8, true, Options::default()).unwrap();
        let mut machine = Machine::new();
        assert_eq!(Outcome::NotFound, search(&mut machine, &compiled.program, text.as_bytes(), 0, 10_000_000), "{pattern}");
    }
}

#[test]
fn a_match_is_taken_up_where_it_was_left() {
    let compiled = compile(b"(?:(a)|b|c)*(.)\\2", Encoding::Utf8, true, Options::default()).unwrap();
    let text = "abcabcabcabcddx";
    let mut machine = Machine::new();
    assert_eq!(None, machine.begin(&compiled.program, text.as_bytes(), 0, text.len()));
    let mut parts = 0;
    while machine.resume(&compiled.program, text.as_bytes(), 3) == Outcome::Suspended {
        parts += 1;
    }
    assert!(parts > 2);
    assert_eq!(Some((0, 14)), machine.group(0));
    assert_eq!(Some((12, 13)), machine.group(2));
}
