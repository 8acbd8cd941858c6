//! From source to tree to function: the one entry into the compiler.

use std::borrow::Cow;

use ruby_prism::{
    CommandLineFlag, Location, Options as ParserOptions, ParseResult, Scope, ScopeForwardingFlag, Version,
};
use rutile_bytecode::FunctionKind;
use rutile_fiber::on_deep_stack;

use crate::captures;
use crate::compiler::{Compiler, Lines};
use crate::coverage::Recorder;
use crate::encoding;
use crate::error::CompileError;
use crate::options::Options;
use crate::shebang;
use crate::syntax_error::{Diagnostic, SyntaxError};
use crate::Compiled;

/// Sources up to this many bytes cannot nest deeply enough to need a stack of their own.
const SHALLOW_SOURCE: usize = 1024;

/// Compiles Ruby source. A source that is not valid is answered with what Ruby would print for it.
pub fn compile(source: &[u8], options: &Options) -> Result<Compiled, SyntaxError> {
    if source.len() <= SHALLOW_SOURCE { compile_here(source, options) } else { on_deep_stack(|| compile_here(source, options)) }
}

fn compile_here(source: &[u8], options: &Options) -> Result<Compiled, SyntaxError> {
    let parser_options = parser_options(options).build();
    let shown = if options.main { shebang::for_parser(source, options.command_line.extract) } else { Cow::Borrowed(source) };
    let parsed = ruby_prism::parse_with_options(&shown, &parser_options);
    let errors = parsed.errors().map(|error| Diagnostic::of_parser(&error, &parsed));
    let (captures, errors): (Vec<Diagnostic>, Vec<Diagnostic>) = errors.partition(Diagnostic::is_capture_in_alternative);
    let mut warnings: Vec<Diagnostic> = parsed.warnings().map(|warning| Diagnostic::of_parser(&warning, &parsed)).collect();
    if !errors.is_empty() {
        return Err(SyntaxError { warnings, ..SyntaxError::new(&options.file, &parsed, options.first_line(), errors) });
    }
    if !captures.is_empty() {
        return Err(SyntaxError { warnings, ..SyntaxError::of_captures(&options.file, parsed.source(), captures) });
    }
    let data_offset = data_offset(&parsed, source);
    let root = parsed.node();
    let Some(program) = root.as_program_node() else {
        return Err(failure(CompileError::Unsupported("a source without a program"), &parsed, options));
    };
    let mut compiler = Compiler {
        options,
        encoding: encoding::of_source(&root),
        facts: captures::collect(&root, options.kind == FunctionKind::Eval),
        scopes: Vec::new(),
        nesting: 0,
        sharing: None,
        lines: Lines::new(parsed.line_offsets(), &root.location()),
        coverage: options.coverage.and_then(|request| Some(Recorder::new(request, line_count(source, options)?))),
        vain_returns: 0,
    };
    let function = compiler.compile_program(&program).map_err(|error| failure(error, &parsed, options))?;
    let coverage = compiler.coverage.take().map(Recorder::finish);
    warnings.extend((0..compiler.vain_returns).map(|_| Diagnostic::of_file("argument of top-level return is ignored")));
    Ok(Compiled { function, warnings, data_offset, coverage })
}

/// How many lines the reference takes a text to have: the last counts if it ends. None if the text begins too far
/// above the first line to have any.
fn line_count(source: &[u8], options: &Options) -> Option<u32> {
    let ends = source.iter().filter(|&&byte| byte == b'\n').count() as i64;
    u32::try_from(ends + options.first_line() as i64 - 1).ok()
}

impl Options {
    pub(crate) fn first_line(&self) -> i32 {
        self.line.unwrap_or(1)
    }
}

/// A compiler's refusal in the form of a syntax error.
fn failure(error: CompileError, parsed: &ParseResult<'_>, options: &Options) -> SyntaxError {
    match error {
        CompileError::Syntax { start, end, message } => {
            let diagnostic = Diagnostic::at(start, end, message, parsed, options.first_line());
            SyntaxError::new(&options.file, parsed, options.first_line(), vec![diagnostic])
        }
        CompileError::Plain { line, message } => SyntaxError::plain(&options.file, line, message),
        CompileError::Limit(what) => SyntaxError::plain(&options.file, options.first_line(), what),
        CompileError::Unsupported(what) => {
            SyntaxError::plain(&options.file, options.first_line(), &format!("{what} is not supported"))
        }
    }
}

fn parser_options(options: &Options) -> ParserOptions {
    let mut parser = ParserOptions::default()
        .filepath(&options.file.replace('\0', ""))
        .line(options.first_line())
        .frozen_string_literal(options.frozen_string_literal)
        .version(Version::CRuby3_4)
        .main_script(options.main)
        .command_line(command_line(options));
    if let Some(encoding) = &options.encoding {
        parser = parser.encoding(&encoding.replace('\0', ""));
    }
    if options.kind == FunctionKind::Eval {
        parser = parser.scopes(eval_scopes(options));
    }
    parser
}

fn command_line(options: &Options) -> Vec<CommandLineFlag> {
    let given = options.command_line;
    [
        (given.each_line || given.print, CommandLineFlag::N),
        (given.print, CommandLineFlag::P),
        (given.chomp, CommandLineFlag::L),
        (given.split, CommandLineFlag::A),
        (given.inline, CommandLineFlag::E),
        (given.extract, CommandLineFlag::X),
    ]
    .into_iter()
    .filter_map(|(set, flag)| set.then_some(flag))
    .collect()
}

/// The scopes around an `eval`, outermost first, and an empty one for its own variables.
fn eval_scopes(options: &Options) -> Vec<Scope> {
    let outer = options.eval_scopes.iter().rev().map(|scope| {
        let names = || scope.names.iter().filter(|name| !name.is_empty());
        let forwarding = [
            (captures::ANONYMOUS_REST, ScopeForwardingFlag::Positionals),
            (captures::ANONYMOUS_KEYWORDS, ScopeForwardingFlag::Keywords),
            (captures::ANONYMOUS_BLOCK, ScopeForwardingFlag::Block),
        ];
        let has = |name: &str| names().any(|known| known == name);
        let mut flags: Vec<ScopeForwardingFlag> =
            forwarding.iter().filter(|(name, _)| has(name)).map(|(_, flag)| *flag).collect();
        if flags.len() == forwarding.len() {
            flags.push(ScopeForwardingFlag::All);
        }
        Scope::default().locals(names().map(|name| name.clone().into_bytes()).collect()).forwarding(flags)
    });
    outer.chain(std::iter::once(Scope::default())).collect()
}

/// The offset behind the `__END__` line.
fn data_offset(parsed: &ParseResult<'_>, source: &[u8]) -> Option<usize> {
    let marker = parsed.data_loc()?.start() as usize;
    let line_end = source[marker..].iter().position(|&byte| byte == b'\n');
    Some(line_end.map_or(source.len(), |length| marker + length + 1))
}

/// The byte range of a location, for diagnostics.
pub(crate) fn range(location: &Location<'_>) -> (u32, u32) {
    (location.start(), location.end())
}
