//! Options that are words: `--version`, `--enable=gems`, `--encoding utf-8` ...

use crate::failure::Failure;
use crate::options::{Origin, Words};
use crate::settings::{FEATURES, FeatureError, Task, Verbosity};

/// Long options that `RUBYOPT` may hold; others mean nothing there.
const ENVIRONMENT: [&str; 13] = [
    "enable", "disable", "debug", "encoding", "external-encoding", "internal-encoding", "jit", "rjit", "yjit",
    "backtrace-limit", "verbose", "parser", "crash-report",
];
/// The words that `--dump` takes.
const DUMPS: &str = "version, copyright, usage, help, syntax, insns";

/// Reads one long option, given without its dashes.
pub fn read(words: &mut Words, option: &[u8]) -> Result<(), Failure> {
    let text = String::from_utf8_lossy(option).into_owned();
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (text.as_str(), None),
    };
    let (name, value) = split_feature(name, value);
    if words.origin == Origin::Environment && !ENVIRONMENT.contains(&name) {
        return Err(words.invalid(&format!("--{text}")));
    }
    if value.is_some() && takes_no_value(name) {
        return Err(words.invalid(&format!("--{text}")));
    }
    match name {
        "copyright" => words.settings.task = Task::Copyright,
        "help" => words.settings.task = Task::Help,
        "version" => words.settings.task = Task::Version,
        "debug" => debug(words, value.unwrap_or_default()),
        "verbose" => (words.settings.verbosity, words.settings.no_input) = (Some(Verbosity::Verbose), true),
        "yydebug" => {}
        "enable" | "disable" => features(words, name, value)?,
        "encoding" => {
            let names = required(words, name, value)?;
            words.encodings("--encoding", names.as_bytes())?;
        }
        "external-encoding" => {
            let encoding = required(words, name, value)?;
            words.external_encoding(&encoding)?;
        }
        "internal-encoding" => {
            let encoding = required(words, name, value)?;
            words.internal_encoding(&encoding)?;
        }
        "dump" => dump(words, value)?,
        "parser" => parser(value)?,
        "backtrace-limit" => words.settings.backtrace_limit = Some(limit(&required(words, name, value)?)?),
        "crash-report" => {
            required(words, name, value)?;
        }
        _ if is_compiler_option(name) => words.note(format!("Rutile has no just-in-time compiler: --{text} changes nothing")),
        _ => return Err(words.invalid(&format!("--{text}"))),
    }
    Ok(())
}

/// `--disable-gems` is `--disable=gems`.
fn split_feature<'a>(name: &'a str, value: Option<&'a str>) -> (&'a str, Option<&'a str>) {
    for prefix in ["enable", "disable", "debug"] {
        if let Some(feature) = name.strip_prefix(prefix).and_then(|rest| rest.strip_prefix('-')) {
            return (&name[..prefix.len()], Some(feature));
        }
    }
    (name, value)
}

fn takes_no_value(name: &str) -> bool {
    matches!(name, "copyright" | "help" | "version" | "verbose" | "yydebug")
}

fn is_compiler_option(name: &str) -> bool {
    ["jit", "rjit", "yjit"].iter().any(|compiler| name.strip_prefix(compiler).is_some_and(|rest| rest.is_empty() || rest.starts_with('-')))
}

/// The value behind `=`, or the next word.
fn required(words: &mut Words, name: &str, value: Option<&str>) -> Result<String, Failure> {
    let value = match value {
        Some(value) => Some(value.to_string()),
        None => words.next_word().map(|word| String::from_utf8_lossy(&word).into_owned()),
    };
    value.filter(|value| !value.is_empty()).ok_or_else(|| Failure::runtime(format!("missing argument for --{name}")))
}

fn features(words: &mut Words, option: &str, value: Option<&str>) -> Result<(), Failure> {
    let names = required(words, option, value)?;
    for name in names.split(',') {
        match words.settings.features.set(name, option == "enable") {
            Ok(()) => {}
            Err(FeatureError::Ambiguous) => words.note(format!("ambiguous feature: '{name}'")),
            Err(FeatureError::Unknown) => {
                words.note(format!("unknown argument for --{option}: '{name}'"));
                words.note(format!("features are [{}].", FEATURES.join(", ")));
            }
        }
    }
    Ok(())
}

/// `--debug`, or one of what it stands for.
fn debug(words: &mut Words, names: &str) {
    if names.is_empty() {
        (words.settings.debug, words.settings.verbosity) = (true, Some(Verbosity::Verbose));
        words.settings.traced_literals = true;
        return;
    }
    for name in names.split(',') {
        match name {
            "frozen-string-literal" | "frozen_string_literal" => words.settings.traced_literals = true,
            _ => {
                words.note(format!("unknown argument for --debug: '{name}'"));
                words.note("debug features are [frozen_string_literal].".to_string());
            }
        }
    }
}

fn dump(words: &mut Words, value: Option<&str>) -> Result<(), Failure> {
    let items = required(words, "dump", value)?;
    for item in items.split(',') {
        words.settings.task = match item {
            "version" => Task::Version,
            "copyright" => Task::Copyright,
            "usage" => Task::Usage,
            "help" => Task::Help,
            "syntax" => Task::CheckSyntax,
            "insns" => Task::Disassemble,
            _ => {
                words.note(format!("don't know how to dump '{item}',"));
                words.note(format!("but only [{DUMPS}]."));
                continue;
            }
        };
    }
    Ok(())
}

fn parser(value: Option<&str>) -> Result<(), Failure> {
    match value {
        Some("prism") => Ok(()),
        Some("parse.y") => Err(Failure::runtime("Rutile has no parser but prism")),
        Some(other) => Err(Failure::runtime(format!("unknown parser {other}"))),
        None => Err(Failure::runtime("missing argument for --parser")),
    }
}

fn limit(value: &str) -> Result<i64, Failure> {
    let wrong = || Failure::runtime("wrong limit for backtrace length");
    value.parse().ok().filter(|limit| *limit >= -1).ok_or_else(wrong)
}
