//! The sum of a command line's options.

use rutile_vm::value::encoding::Encoding;

/// Everything that a start needs to know. Paths and texts are bytes: the system promises no encoding.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The command as it was called, for messages.
    pub command: String,
    pub task: Task,
    /// `-e`, joined by newlines.
    pub code: Option<Vec<u8>>,
    /// The path of the program; None or `-` for standard input.
    pub script: Option<Vec<u8>>,
    /// The program's `ARGV`.
    pub arguments: Vec<Vec<u8>>,
    /// `-I`
    pub load_path: Vec<Vec<u8>>,
    /// `-I` in the program's `#!` line.
    pub last_load_path: Vec<Vec<u8>>,
    /// `-r`
    pub libraries: Vec<Vec<u8>>,
    /// `-C`, `-X` and `-x`: folders to change to, in this order.
    pub folders: Vec<Vec<u8>>,
    /// `-w`, `-W`, `-v`; None where nothing was said.
    pub verbosity: Option<Verbosity>,
    /// `-W:category` and `-W:no-category`.
    pub warning_categories: Vec<(&'static str, bool)>,
    /// `-v`: the version is printed first.
    pub show_version: bool,
    /// `--verbose`: without a program there is nothing to do.
    pub no_input: bool,
    /// `-d`
    pub debug: bool,
    /// String literals know where they were made.
    pub traced_literals: bool,
    /// `-s`: switches behind the program's path become globals.
    pub switches: bool,
    /// `-S`: the program is looked for in `PATH`.
    pub search_path: bool,
    pub lines: LineOptions,
    pub encodings: Encodings,
    pub features: Features,
    pub backtrace_limit: Option<i64>,
    /// `rutile heap`: what to report when the program is done.
    pub heap_report: Option<HeapReport>,
    /// The notes for standard error before starting.
    pub notes: Vec<String>,
}

/// A report on the heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapReport {
    /// `text`, `json` or `html`.
    pub format: Vec<u8>,
    /// The file it goes to; standard error without.
    pub output: Option<Vec<u8>>,
}

/// The tasks of the command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Task {
    #[default]
    Run,
    /// `-c`
    CheckSyntax,
    /// `--dump=insns`
    Disassemble,
    /// `--version`
    Version,
    Copyright,
    /// `-h`
    Usage,
    /// `--help`
    Help,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verbosity {
    Silent,
    Normal,
    Verbose,
}

/// The options that make a program of `awk`'s kind.
#[derive(Clone, Debug, Default)]
pub struct LineOptions {
    /// `-n`
    pub each_line: bool,
    /// `-p`
    pub print: bool,
    /// `-l`
    pub chomp: bool,
    /// `-a`
    pub split: bool,
    /// `-x`
    pub extract: bool,
    /// `-0`: `$/`
    pub record: Option<Record>,
    /// `-l`: `$\`, which is what `$/` was when the option was read.
    pub output_record: Option<Record>,
    /// `-F`
    pub field_pattern: Option<Vec<u8>>,
    /// `-i`: the ending of backups, which may be empty.
    pub in_place: Option<Vec<u8>>,
}

/// A record separator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Record {
    Newline,
    Byte(u8),
    /// Separated by empty lines.
    Paragraph,
    /// All input is one.
    Whole,
}

#[derive(Clone, Debug, Default)]
pub struct Encodings {
    pub external: Option<Encoding>,
    pub internal: Option<Encoding>,
    /// `-K`: of sources that don't tell.
    pub source: Option<Encoding>,
}

/// `--enable` and `--disable`; None is as usual.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Features {
    pub gems: Option<bool>,
    pub error_highlight: Option<bool>,
    pub did_you_mean: Option<bool>,
    pub syntax_suggest: Option<bool>,
    pub rubyopt: Option<bool>,
    pub frozen_string_literal: Option<bool>,
    /// There is no just-in-time compiler to enable.
    pub jit: Option<bool>,
}

impl Settings {
    /// Takes what `RUBYOPT` says where the command line says nothing.
    pub fn complete_with(&mut self, environment: Settings) {
        self.load_path.extend(environment.load_path);
        self.libraries.extend(environment.libraries);
        self.verbosity = self.verbosity.or(environment.verbosity);
        self.show_version |= environment.show_version;
        self.debug |= environment.debug;
        self.traced_literals |= environment.traced_literals;
        self.no_input |= environment.no_input;
        self.backtrace_limit = self.backtrace_limit.or(environment.backtrace_limit);
        self.notes.extend(environment.notes);
        let said: Vec<&str> = self.warning_categories.iter().map(|(name, _)| *name).collect();
        let more = environment.warning_categories.into_iter().filter(|(name, _)| !said.contains(name));
        let more: Vec<_> = more.collect();
        self.warning_categories.extend(more);
        self.encodings.complete_with(environment.encodings);
        self.features.complete_with(environment.features);
    }
}

impl Encodings {
    fn complete_with(&mut self, other: Encodings) {
        self.external = self.external.or(other.external);
        self.internal = self.internal.or(other.internal);
        self.source = self.source.or(other.source);
    }
}

impl Features {
    fn complete_with(&mut self, other: Features) {
        for (mine, theirs) in self.all_mut().into_iter().zip(other.all()) {
            *mine = mine.or(theirs);
        }
    }

    fn all(&self) -> [Option<bool>; 7] {
        let Features { gems, error_highlight, did_you_mean, syntax_suggest, rubyopt, frozen_string_literal, jit } = *self;
        [gems, error_highlight, did_you_mean, syntax_suggest, rubyopt, frozen_string_literal, jit]
    }

    fn all_mut(&mut self) -> [&mut Option<bool>; 7] {
        let Features { gems, error_highlight, did_you_mean, syntax_suggest, rubyopt, frozen_string_literal, jit } = self;
        [gems, error_highlight, did_you_mean, syntax_suggest, rubyopt, frozen_string_literal, jit]
    }

    /// Sets the feature of a name, written with `-` or `_` and cut short as far as it stays clear.
    /// `all` is every one but the compiler.
    pub fn set(&mut self, name: &str, on: bool) -> Result<(), FeatureError> {
        let wanted = name.replace('-', "_");
        if wanted == "all" {
            let jit = self.jit;
            self.all_mut().into_iter().for_each(|feature| *feature = Some(on));
            self.jit = jit;
            return Ok(());
        }
        if matches!(wanted.as_str(), "yjit" | "rjit") {
            self.jit = Some(on);
            return Ok(());
        }
        let starting = |each: &&&str| !wanted.is_empty() && each.starts_with(&wanted);
        let mut fitting = FEATURES.iter().enumerate().filter(|(_, each)| starting(each));
        match (fitting.next(), fitting.next()) {
            (Some((index, _)), None) => {
                *self.all_mut()[index] = Some(on);
                Ok(())
            }
            (Some(_), Some(_)) => Err(FeatureError::Ambiguous),
            (None, _) => Err(FeatureError::Unknown),
        }
    }
}

/// The names of [`Features`], in the order of its fields.
pub const FEATURES: [&str; 7] =
    ["gems", "error_highlight", "did_you_mean", "syntax_suggest", "rubyopt", "frozen_string_literal", "jit"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeatureError {
    Unknown,
    Ambiguous,
}
