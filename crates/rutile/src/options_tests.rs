//! How command lines are read.

use super::*;
use crate::settings::{FEATURES, Features};

fn read(line: &str) -> Settings {
    attempt(line).unwrap_or_else(|failure| panic!("{line}: {failure}"))
}

fn attempt(line: &str) -> Result<Settings, Failure> {
    parse(std::iter::once("rutile").chain(line.split_whitespace()).map(|word| word.as_bytes().to_vec()).collect())
}

fn refusal(line: &str) -> String {
    attempt(line).map_or_else(|failure| failure.to_string(), |_| panic!("{line} was taken"))
}

#[test]
fn letters_are_bundled() {
    let settings = read("-lane code a b");
    assert!(settings.lines.chomp && settings.lines.split && settings.lines.each_line);
    assert_eq!(settings.code, Some(b"code\n".to_vec()));
    assert_eq!(settings.arguments, [b"a", b"b"]);
}

#[test]
fn a_value_is_the_rest_of_the_word_or_the_next() {
    for line in ["-Ia:b -rset file", "-I a:b -r set file"] {
        let settings = read(line);
        assert_eq!(settings.load_path, [b"a", b"b"]);
        assert_eq!(settings.libraries, [b"set"]);
        assert_eq!(settings.script, Some(b"file".to_vec()));
    }
}

#[test]
fn options_end_at_the_program() {
    let settings = read("-w file -w --version");
    assert_eq!(settings.task, Task::Run);
    assert_eq!(settings.arguments.len(), 2);
    assert_eq!(read("-e 1 -- -x").arguments, [b"-x"]);
    assert_eq!(read("- -x").script, Some(b"-".to_vec()));
}

#[test]
fn several_texts_make_lines() {
    assert_eq!(read("-e 1 -e2").code, Some(b"1\n2\n".to_vec()));
}

#[test]
fn record_separators_are_octal() {
    let record = |line: &str| read(line).lines.record;
    assert_eq!(record("-0"), Some(Record::Byte(0)));
    assert_eq!(record("-00"), Some(Record::Paragraph));
    assert_eq!(record("-054"), Some(Record::Byte(b',')));
    assert_eq!(record("-0777"), Some(Record::Whole));
    let settings = read("-0054l -e 1");
    assert_eq!(settings.lines.output_record, Some(Record::Byte(b',')));
}

#[test]
fn warning_levels_and_categories() {
    assert_eq!(read("-W0").verbosity, Some(Verbosity::Silent));
    assert_eq!(read("-W1").verbosity, Some(Verbosity::Normal));
    assert_eq!(read("-W").verbosity, Some(Verbosity::Verbose));
    assert_eq!(read("-w -W:no-deprecated").warning_categories, [("deprecated", true), ("experimental", true), ("deprecated", false)]);
    assert_eq!(read("-W:none").notes, ["warning: unknown warning category: 'none'"]);
}

#[test]
fn encodings() {
    let settings = read("-E utf-8:euc-jp");
    assert_eq!(settings.encodings.external, Some(Encoding::UTF_8));
    assert_eq!(settings.encodings.internal, Encoding::find("EUC-JP"));
    assert_eq!(read("--encoding=utf-8").encodings.external, Some(Encoding::UTF_8));
    assert_eq!(read("--internal-encoding utf-8").encodings.internal, Some(Encoding::UTF_8));
    assert_eq!(refusal("-E nope"), "unknown encoding name - nope (RuntimeError)");
    assert_eq!(refusal("-Eutf-8 -Eeuc-jp"), "default_external already set to UTF-8 (RuntimeError)");
}

#[test]
fn features_may_be_cut_short_and_written_either_way() {
    assert_eq!(read("--disable=gems,did_you").features, Features { gems: Some(false), did_you_mean: Some(false), ..Features::default() });
    assert_eq!(read("--enable-frozen-string-literal").features.frozen_string_literal, Some(true));
    assert_eq!(read("--enable frozen_string_literal").features.frozen_string_literal, Some(true));
    let notes = read("--enable=foo").notes;
    assert_eq!(notes[0], "warning: unknown argument for --enable: 'foo'");
    assert!(notes[1].contains(FEATURES[0]));
}

#[test]
fn refusals() {
    assert_eq!(refusal("-Z"), "invalid option -Z  (-h will show valid options) (RuntimeError)");
    assert_eq!(refusal("--nope=1"), "invalid option --nope=1  (-h will show valid options) (RuntimeError)");
    assert_eq!(refusal("-e"), "no code specified for -e (RuntimeError)");
    assert_eq!(refusal("-C"), "Can't chdir (fatal)");
    assert_eq!(refusal("--parser=x"), "unknown parser x (RuntimeError)");
    assert_eq!(refusal("--backtrace-limit=x"), "wrong limit for backtrace length (RuntimeError)");
    assert_eq!(refusal("--backtrace-limit"), "missing argument for --backtrace-limit (RuntimeError)");
    assert_eq!(refusal("--backtrace-limit="), "missing argument for --backtrace-limit (RuntimeError)");
}

#[test]
fn levels_of_warnings() {
    assert_eq!(read("-Wx").verbosity, Some(Verbosity::Verbose));
    assert_eq!(read("-w -W1").warning_categories.last(), Some(&("deprecated", false)));
    assert!(read("-W0 -w").warning_categories.ends_with(&[("deprecated", true), ("experimental", true)]));
}

#[test]
fn the_environment_says_less() {
    let settings = parse_environment(b" w -rset -W:no-experimental").unwrap();
    assert_eq!(settings.verbosity, Some(Verbosity::Verbose));
    assert_eq!(settings.libraries, [b"set"]);
    assert_eq!(parse_environment(b"-e1").unwrap_err().message, "invalid switch in RUBYOPT: -e");
    assert!(parse_environment(b"--version").is_err());
}

#[test]
fn the_command_line_wins_over_the_environment() {
    let mut settings = read("-W0 --disable=gems -ra");
    settings.complete_with(parse_environment(b"-w --enable=gems -rb").unwrap());
    assert_eq!(settings.verbosity, Some(Verbosity::Silent));
    assert_eq!(settings.features.gems, Some(false));
    assert_eq!(settings.libraries, [b"a", b"b"]);
}

#[test]
fn values_in_the_environment_may_stand_apart() {
    let settings = parse_environment(b"W0 -r /a/file -I /lib w").unwrap();
    assert_eq!(settings.libraries, [b"/a/file"]);
    assert_eq!(settings.load_path, [b"/lib"]);
    assert_eq!(settings.verbosity, Some(Verbosity::Silent));
    assert_eq!(parse_environment(b"-- w").unwrap().verbosity, Some(Verbosity::Verbose));
    assert_eq!(parse_environment(b"- w").unwrap().verbosity, None);
}

#[test]
fn folders_of_the_first_line_are_kept_apart() {
    let mut settings = read("-Ia file");
    add_shebang(&mut settings, b" -Ib").unwrap();
    assert_eq!((settings.load_path, settings.last_load_path), (vec![b"a".to_vec()], vec![b"b".to_vec()]));
}

#[test]
fn a_program_adds_options_in_its_first_line() {
    let mut settings = read("file");
    add_shebang(&mut settings, b" -w -l").unwrap();
    assert_eq!(settings.verbosity, Some(Verbosity::Verbose));
    assert!(settings.lines.chomp);
    assert!(add_shebang(&mut settings, b" -Z").is_err());
    assert_eq!(settings.script, Some(b"file".to_vec()));
}
