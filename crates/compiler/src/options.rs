//! The options that a caller may give for a source.

use rutile_bytecode::FunctionKind;

/// How a source is to be compiled. `Options::default()` is a required file of ordinary Ruby.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// Path as `__FILE__` and backtraces show it.
    pub file: String,
    /// Number of the first line (0 is taken as 1).
    pub line: Option<i32>,
    /// `FunctionKind::File` or `FunctionKind::Eval`.
    pub kind: FunctionKind,
    /// The program that was started, labelled `<main>`; any other file is `<top (required)>`.
    pub main: bool,
    /// Part of the core library: `primitive` and `Primitive` are understood.
    pub core: bool,
    /// `--enable=frozen-string-literal` and its opposite; a magic comment in the source wins.
    pub frozen_string_literal: Option<bool>,
    /// String literals know where they were made (`--debug-frozen-string-literal`).
    pub traced_literals: bool,
    /// For `eval`: the environments around it, innermost first.
    pub eval_scopes: Vec<EvalScope>,
    /// For `eval`: the code stands inside a method, so `yield` is allowed.
    pub inside_method: bool,
    /// For `eval`: the label of the frame that it runs in.
    pub label: Option<String>,
    /// Name of the encoding of an `eval` source; files say it in a magic comment.
    pub encoding: Option<String>,
    /// Flags of the command line that wrap the program.
    pub command_line: CommandLine,
    /// Functions say for each instruction which piece of the text it comes from.
    pub positions: bool,
    /// Functions say for each instruction which node of the parser's tree it comes from: `eval` wants it, since its text
    /// is gone by the time that somebody asks.
    pub nodes: bool,
    /// The kinds of counters that are wanted.
    pub coverage: Option<crate::coverage::CoverageRequest>,
}

/// Variables that an `eval` sees.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EvalScope {
    /// By slot; empty where something nearer hides it.
    pub names: Vec<String>,
    /// The environment is a view of a frame: its variables are that frame's, by their place in its list of locals.
    pub of_frame: bool,
}

/// `-n`, `-p`, `-l`, `-a`, `-x` and `-e`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CommandLine {
    /// `-n`: run the program for every line of input.
    pub each_line: bool,
    /// `-p`: as `-n`, and print `$_` after each.
    pub print: bool,
    /// `-l`: chop the line ends.
    pub chomp: bool,
    /// `-a`: split each line into `$F`.
    pub split: bool,
    /// `-e`: the source came from the command line.
    pub inline: bool,
    /// `-x`: the program begins at its `#!ruby` line.
    pub extract: bool,
}
