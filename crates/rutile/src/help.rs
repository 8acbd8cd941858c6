//! The texts of `-h` and `--help`.
//!
//! One table holds each option with its short and its long explanation.

/// An option as it is written, what `-h` says of it (empty: not there), what `--help` says.
struct Entry {
    option: &'static str,
    short: &'static str,
    long: &'static str,
}

const fn entry(option: &'static str, short: &'static str, long: &'static str) -> Entry {
    Entry { option, short, long }
}

const OPTIONS: &[Entry] = &[
    entry("-0[octal]", "Records end in this byte ($/)", "Records end in this byte ($/): -0 for \\0, -00 for paragraphs, -0777 for all input at once."),
    entry("-a", "Split each line ($_) into $F", "With -n or -p: split each line ($_) into $F."),
    entry("-c", "Check the syntax, run nothing", "Check the syntax, run nothing."),
    entry("-Cfolder", "Change to a folder first", "Change to a folder first."),
    entry("-d", "Set $DEBUG", "Set $DEBUG; also --debug."),
    entry("-e 'code'", "Run this code; may be repeated", "Run this code; several make lines of one program."),
    entry("-Eex[:in]", "Set the default encodings", "Set the default external and internal encodings; also --encoding=ex[:in]."),
    entry("-Fpattern", "Set the field separator ($;)", "With -a: fields are separated by this pattern ($;)."),
    entry("-i[ending]", "Edit the input files in place", "Edit the input files in place, with a copy of each where an ending is given."),
    entry("-Ifolder", "Look here for libraries first", "Look here for libraries first ($LOAD_PATH); may be repeated."),
    entry("-l", "Take off line ends, print with them", "With -n or -p: take off line ends; print with them ($\\ is $/)."),
    entry("-n", "Run the program for each line", "Run the program for each line of input."),
    entry("-p", "Like -n, and print each line", "Like -n, and print $_ after each line."),
    entry("-rlibrary", "Require a library first", "Require a library first; may be repeated."),
    entry("-s", "Switches behind the program set globals", "Switches behind the program's path set global variables."),
    entry("-S", "Look for the program in PATH", "Look for the program in RUBYPATH and PATH."),
    entry("-v", "Print the version, set $VERBOSE", "Print the version and set $VERBOSE."),
    entry("-w", "Set $VERBOSE", "Set $VERBOSE: all warnings."),
    entry("-W[level|:category]", "Choose warnings", "Choose warnings: 0 none, 1 the usual, 2 all; or one category, :no-category for none of it."),
    entry("-x[folder]", "Skip to the #!ruby line", "Skip to the #!ruby line; change to a folder first."),
    entry("-h", "Print this help; --help for more", "Print a shorter help."),
    entry("--backtrace-limit=number", "", "Show this many lines of a backtrace."),
    entry("--copyright", "", "Print the copyright."),
    entry("--disable=features", "", "Go without features (see below)."),
    entry("--dump=items", "", "Print and run nothing: insns, syntax, version, copyright, usage, help."),
    entry("--enable=features", "", "Have features (see below)."),
    entry("--external-encoding=name", "", "Set the default external encoding."),
    entry("--internal-encoding=name", "", "Set the default internal encoding."),
    entry("--verbose", "", "Set $VERBOSE; without a program do nothing."),
    entry("--version", "", "Print the version."),
];

const FEATURES: &[(&str, &str)] = &[
    ("gems", "RubyGems, loaded when first used (on)."),
    ("did_you_mean", "Guesses behind the messages of misspelt names (on)."),
    ("error_highlight", "The failing part of the line in error messages (on)."),
    ("syntax_suggest", "Hints on where an end is missing (on)."),
    ("rubyopt", "The options in RUBYOPT (on)."),
    ("frozen-string-literal", "String literals are frozen (off)."),
];

const CATEGORIES: &[(&str, &str)] = &[
    ("deprecated", "Features that will go."),
    ("experimental", "Features that may change."),
    ("performance", "What is slower than it looks."),
    ("strict_unused_block", "Blocks given to methods that use none."),
];

const WIDTH: usize = 18;

/// The text of `-h`.
pub fn usage(command: &str) -> String {
    let mut text = heading(command);
    for each in OPTIONS.iter().filter(|each| !each.short.is_empty()) {
        line(&mut text, each.option, each.short);
    }
    text
}

/// The text of `--help`.
pub fn help(command: &str) -> String {
    let mut text = heading(command);
    for each in OPTIONS {
        line(&mut text, each.option, each.long);
    }
    for (title, entries) in [("Features:", FEATURES), ("Warning categories:", CATEGORIES)] {
        text.push_str(title);
        text.push('\n');
        for (name, explanation) in entries {
            line(&mut text, name, explanation);
        }
    }
    text
}

fn heading(command: &str) -> String {
    format!("Usage: {command} [options] [--] [filepath] [arguments]\n")
}

/// The explanation stands in its column; a name too long for that has a line of its own.
fn line(text: &mut String, name: &str, explanation: &str) {
    if name.len() < WIDTH - 2 {
        text.push_str(&format!("  {name:<16}{explanation}\n"));
    } else {
        text.push_str(&format!("  {name}\n{:WIDTH$}{explanation}\n", ""));
    }
}
