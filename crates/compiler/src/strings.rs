//! Strings, symbols, regular expressions, commands, and what is interpolated into them.

use ruby_prism::*;
use rutile_bytecode::{CallFlags, EncodingName, Literal, Op};

use crate::compiler::{Compiler, Destination, lone_statement};
use crate::encoding::{BINARY, US_ASCII, UTF_8};
use crate::error::{CompileError, Result};
use crate::scope::Register;

/// A piece of an interpolated literal: text known now, or an expression.
enum Part<'pr> {
    Text { bytes: Vec<u8>, encoding: EncodingName },
    Value(Node<'pr>),
}

/// Whether a string literal may be changed, as the magic comment or the command line says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Freezing {
    Frozen,
    Mutable,
    /// Nothing is said: changing it warns.
    Chilled,
}

/// Bits of a regular expression's options, as `Regexp#options` has them.
pub(crate) mod regexp_options {
    pub const IGNORE_CASE: u8 = 1;
    pub const EXTENDED: u8 = 2;
    pub const MULTI_LINE: u8 = 4;
    pub const FIXED_ENCODING: u8 = 16;
    pub const NO_ENCODING: u8 = 32;
}

/// The flags that all kinds of regular expression nodes have.
struct RegexpFlags {
    options: u8,
    once: bool,
    /// The encoding that a flag letter or the content fixes.
    encoding: Option<&'static str>,
}

/// The bits that tell `Rutile.new_regexp` of the letters `e` and `s`; UTF-8 is what is fixed otherwise.
fn letter_bit(encoding: Option<&str>) -> u8 {
    match encoding {
        Some("EUC-JP") => 64,
        Some("Windows-31J") => 128,
        _ => 0,
    }
}

/// Whether a regexp has escapes of bytes, whose meaning depends on the source's encoding.
fn names_bytes(source: &[u8]) -> bool {
    source.windows(2).any(|pair| pair[0] == b'\\' && matches!(pair[1], b'x' | b'0'..=b'7' | b'M' | b'C' | b'c'))
}

macro_rules! regexp_flags {
    ($node:expr) => {{
        let node = $node;
        let mut options = 0;
        options |= if node.is_ignore_case() { regexp_options::IGNORE_CASE } else { 0 };
        options |= if node.is_extended() { regexp_options::EXTENDED } else { 0 };
        options |= if node.is_multi_line() { regexp_options::MULTI_LINE } else { 0 };
        options |= if node.is_ascii_8bit() { regexp_options::NO_ENCODING } else { 0 };
        let lettered = node.is_euc_jp() || node.is_windows_31j() || node.is_utf_8();
        options |= if lettered { regexp_options::FIXED_ENCODING } else { 0 };
        let encoding = if node.is_euc_jp() {
            Some("EUC-JP")
        } else if node.is_windows_31j() {
            Some("Windows-31J")
        } else if node.is_utf_8() {
            Some(UTF_8)
        } else if node.is_forced_utf8_encoding() {
            options |= regexp_options::FIXED_ENCODING;
            Some(UTF_8)
        } else if node.is_forced_binary_encoding() {
            Some(BINARY)
        } else {
            None
        };
        RegexpFlags { options, once: node.is_once(), encoding }
    }};
}

/// Who joins the parts of a text.
#[derive(Clone, Copy, PartialEq)]
enum Joined {
    /// `ConcatStrings`, which writes the text of small values itself.
    Here,
    Elsewhere,
}

impl<'pr> Compiler<'pr> {
    // --- Strings ---

    /// The literal of a string node.
    pub(crate) fn string_literal(&self, node: &StringNode<'pr>) -> Literal {
        let encoding = self.literal_encoding(node.is_forced_utf8_encoding(), node.is_forced_binary_encoding());
        Literal::String { bytes: node.unescaped().to_vec(), encoding }
    }

    pub(crate) fn compile_string(&mut self, node: &StringNode<'pr>, destination: Destination) -> Result<Register> {
        let literal = self.string_literal(node);
        self.compile_string_literal(literal, freezing(node.is_frozen(), node.is_mutable()), &node.location(), destination)
    }

    /// A string literal of its own at each evaluation, or one and the same.
    fn compile_string_literal(
        &mut self, literal: Literal, freezing: Freezing, location: &Location<'pr>, destination: Destination,
    ) -> Result<Register> {
        if destination == Destination::Discard {
            return Ok(0);
        }
        let to = self.place(destination)?;
        if self.options.traced_literals && !self.options.core && freezing != Freezing::Mutable {
            self.compile_traced_literal(to, literal, freezing, location)?;
        } else if freezing == Freezing::Frozen {
            self.load_literal(to, literal);
        } else {
            let chilled = freezing == Freezing::Chilled && !self.options.core;
            let index = self.literal(literal);
            self.emit_wide(Op::NewString, chilled as u8, to, index as i32);
        }
        Ok(to)
    }

    /// A string literal of its own that knows where it was made: `string_made_at(string, path, line, frozen)` of the helpers.
    fn compile_traced_literal(&mut self, to: Register, literal: Literal, freezing: Freezing, location: &Location<'pr>) -> Result<()> {
        let mark = self.mark();
        let first = self.allocate_many(4)?;
        let index = self.literal(literal);
        self.emit_wide(Op::NewString, (freezing == Freezing::Chilled) as u8, first, index as i32);
        self.load_literal(first + 1, Literal::String { bytes: self.options.file.clone().into_bytes(), encoding: UTF_8.into() });
        let line = self.lines.line_of(location);
        self.load_literal(first + 2, Literal::Integer(line as i64));
        self.emit(if freezing == Freezing::Frozen { Op::LoadTrue } else { Op::LoadFalse }, first + 3, 0, 0);
        self.emit_helper(to, "string_made_at", first, 4)?;
        self.release(mark);
        Ok(())
    }

    /// A string literal in a place where nobody can change it: a key of a Hash literal, a condition of `when`.
    pub(crate) fn compile_fixed_string(&mut self, node: &Node<'pr>, destination: Destination) -> Result<Register> {
        match node.as_string_node() {
            Some(string) => {
                let literal = self.string_literal(&string);
                self.compile_literal(literal, destination)
            }
            None => self.compile(node, destination),
        }
    }

    pub(crate) fn compile_interpolated_string(
        &mut self, node: &InterpolatedStringNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        let mut parts = self.parts(&node.parts())?;
        // What is nothing but one value comes behind an empty text, which has the file's encoding; for the core library
        // that is but `to_s`, which leaves the encoding to the value.
        if !self.options.core && matches!(parts.as_slice(), [Part::Value(_)]) {
            parts.insert(0, Part::Text { bytes: Vec::new(), encoding: self.encoding.clone() });
        }
        let freezing = freezing(node.is_frozen(), node.is_mutable());
        let literal = match parts.as_slice() {
            [] => Literal::String { bytes: Vec::new(), encoding: self.encoding.clone() },
            [Part::Text { bytes, encoding }] => {
                Literal::String { bytes: bytes.clone(), encoding: encoding.clone() }
            }
            _ => return self.concatenate(&parts, destination),
        };
        self.compile_string_literal(literal, freezing, &node.location(), destination)
    }

    fn concatenate(&mut self, parts: &[Part<'pr>], destination: Destination) -> Result<Register> {
        let (first, count) = self.push_parts(parts, Joined::Here)?;
        self.release(first);
        let to = self.place(destination)?;
        self.emit(Op::ConcatStrings, to, first, count);
        Ok(to)
    }

    /// The parts of an interpolated literal, neighbouring text joined.
    fn parts(&self, nodes: &NodeList<'pr>) -> Result<Vec<Part<'pr>>> {
        let mut parts = Vec::new();
        self.gather_parts(nodes, &mut parts, 0)?;
        Ok(parts)
    }

    fn gather_parts(&self, nodes: &NodeList<'pr>, parts: &mut Vec<Part<'pr>>, level: usize) -> Result<()> {
        if level > crate::compiler::NESTING_LIMIT {
            return Err(CompileError::Limit("nesting too deep"));
        }
        for node in nodes.iter() {
            if let Some(string) = node.as_string_node() {
                let encoding =
                    self.literal_encoding(string.is_forced_utf8_encoding(), string.is_forced_binary_encoding());
                add_text(parts, string.unescaped(), encoding);
            } else if let Some(inner) = node.as_interpolated_string_node() {
                self.gather_parts(&inner.parts(), parts, level + 1)?;
            } else {
                parts.push(Part::Value(node));
            }
        }
        Ok(())
    }

    /// Pushes each part as a String; the answer is the first register and their number.
    fn push_parts(&mut self, parts: &[Part<'pr>], joined: Joined) -> Result<(Register, u16)> {
        let first = self.mark();
        self.touch(first as u32 + 1)?;
        for part in parts {
            let to = self.allocate()?;
            match part {
                Part::Text { bytes, encoding } => {
                    self.load_literal(to, Literal::String { bytes: bytes.clone(), encoding: encoding.clone() });
                }
                Part::Value(node) => self.push_interpolated(node, to, joined)?,
            }
        }
        let count = u16::try_from(parts.len()).map_err(|_| CompileError::Limit("too many parts in one string"))?;
        Ok((first, count))
    }

    /// `#{...}` or `#@variable` as a String.
    fn push_interpolated(&mut self, node: &Node<'pr>, to: Register, joined: Joined) -> Result<()> {
        let mark = self.mark();
        let value = if let Some(embedded) = node.as_embedded_statements_node() {
            let statements = embedded.statements();
            match statements.as_ref().and_then(|statements| lone_statement(statements)) {
                // Where it stands alone it is no statement to those who watch or count.
                Some(lone) => self.compile(&lone, Destination::Any)?,
                None => self.compile_statements(statements.as_ref(), Destination::Any)?,
            }
        } else if let Some(embedded) = node.as_embedded_variable_node() {
            self.compile(&embedded.variable(), Destination::Any)?
        } else {
            self.compile(node, Destination::Any)?
        };
        self.at_node(node);
        self.emit_n(Op::InterpolatedString, (joined == Joined::Here) as u8, to, value, 0);
        self.release(mark);
        Ok(())
    }

    // --- Symbols ---

    pub(crate) fn compile_symbol(&mut self, node: &SymbolNode<'pr>, destination: Destination) -> Result<Register> {
        let literal = self.symbol_of(node);
        self.compile_literal(literal, destination)
    }

    /// The Symbol that a node is.
    pub(crate) fn symbol_of(&self, node: &SymbolNode<'pr>) -> Literal {
        let bytes = node.unescaped();
        let encoding = if node.is_forced_us_ascii_encoding() || bytes.is_ascii() {
            US_ASCII.into()
        } else {
            self.literal_encoding(node.is_forced_utf8_encoding(), node.is_forced_binary_encoding())
        };
        let bytes = match std::str::from_utf8(bytes) {
            Ok(name) => self.internal_name(name).as_bytes().to_vec(),
            Err(_) => bytes.to_vec(),
        };
        Literal::Symbol { bytes, encoding }
    }

    pub(crate) fn compile_interpolated_symbol(
        &mut self, node: &InterpolatedSymbolNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        let parts = self.parts(&node.parts())?;
        if let [Part::Text { bytes, .. }] = parts.as_slice() {
            let literal = self.symbol_literal(bytes);
            return self.compile_literal(literal, destination);
        }
        let to = self.concatenate(&parts, destination)?;
        self.emit(Op::StringToSymbol, to, to, 0);
        Ok(to)
    }

    // --- Commands ---

    pub(crate) fn compile_command(&mut self, node: &XStringNode<'pr>, destination: Destination) -> Result<Register> {
        let encoding = self.literal_encoding(node.is_forced_utf8_encoding(), node.is_forced_binary_encoding());
        let part = Part::Text { bytes: node.unescaped().to_vec(), encoding };
        self.run_command(&[part], destination)
    }

    pub(crate) fn compile_interpolated_command(
        &mut self, node: &InterpolatedXStringNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        let parts = self.parts(&node.parts())?;
        self.run_command(&parts, destination)
    }

    fn run_command(&mut self, parts: &[Part<'pr>], destination: Destination) -> Result<Register> {
        let window = self.open_window()?;
        let argument = self.allocate()?;
        self.concatenate(parts, Destination::Into(argument))?;
        let mut site = rutile_bytecode::CallSite { name: self.site_name("`"), arguments: 1, ..Default::default() };
        site.flags.set(CallFlags::SELF_CALL);
        self.emit_call(Op::Send, window, site, destination)
    }

    // --- Regular expressions ---

    pub(crate) fn compile_regexp(
        &mut self, node: &RegularExpressionNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        let literal = self.regexp_literal(node.unescaped(), regexp_flags!(node));
        self.compile_literal(literal, destination)
    }

    fn regexp_literal(&self, source: &[u8], flags: RegexpFlags) -> Literal {
        let mut options = flags.options;
        let encoding = match flags.encoding {
            Some(encoding) => encoding.into(),
            None if source.is_ascii() && !names_bytes(source) => US_ASCII.into(),
            None if source.is_ascii() => self.encoding.clone(),
            None => {
                options |= regexp_options::FIXED_ENCODING;
                self.encoding.clone()
            }
        };
        Literal::Regexp { source: source.to_vec(), encoding, options }
    }

    pub(crate) fn compile_interpolated_regexp(
        &mut self, node: &InterpolatedRegularExpressionNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        self.interpolated_regexp(&node.parts(), regexp_flags!(node), destination)
    }

    fn interpolated_regexp(
        &mut self, nodes: &NodeList<'pr>, flags: RegexpFlags, destination: Destination,
    ) -> Result<Register> {
        let parts = self.parts(nodes)?;
        if let [Part::Text { bytes, .. }] = parts.as_slice() {
            let literal = self.regexp_literal(bytes, flags);
            return self.compile_literal(literal, destination);
        }
        let options = flags.options | letter_bit(flags.encoding);
        if !flags.once {
            return self.new_regexp(&parts, options, destination);
        }
        let to = self.allocate()?;
        let slot = self.feedback()?;
        let done = self.new_label();
        self.emit(Op::GetOnce, to, slot, 0);
        self.branch(Op::JumpIfDefined, to, done);
        self.new_regexp(&parts, options, Destination::Into(to))?;
        self.emit(Op::SetOnce, to, slot, 0);
        self.emit(Op::GetOnce, to, slot, 0);
        self.bind(done);
        Ok(to)
    }

    fn new_regexp(&mut self, parts: &[Part<'pr>], options: u8, destination: Destination) -> Result<Register> {
        let (first, count) = self.push_parts(parts, Joined::Elsewhere)?;
        self.release(first);
        let to = self.place(destination)?;
        self.emit_n(Op::NewRegexp, options, to, first, count);
        Ok(to)
    }

    /// A regular expression alone as a condition is matched against `$_`.
    pub(crate) fn compile_match_last_line(
        &mut self, node: &MatchLastLineNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        let literal = self.regexp_literal(node.unescaped(), regexp_flags!(node));
        let to = self.place(destination)?;
        let pattern = self.compile_literal(literal, Destination::Any)?;
        self.match_last_line(pattern, to)
    }

    pub(crate) fn compile_interpolated_match_last_line(
        &mut self, node: &InterpolatedMatchLastLineNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        let to = self.place(destination)?;
        let pattern = self.interpolated_regexp(&node.parts(), regexp_flags!(node), Destination::Any)?;
        self.match_last_line(pattern, to)
    }

    fn match_last_line(&mut self, pattern: Register, to: Register) -> Result<Register> {
        let line = self.read_global("$_", Destination::Any)?;
        self.emit(Op::Match, to, pattern, line);
        Ok(to)
    }

    /// `/(?<name>..)/ =~ string`: assigns the named groups to variables.
    pub(crate) fn compile_match_write(
        &mut self, node: &MatchWriteNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        let to = self.place(destination)?;
        self.compile(&node.call().as_node(), Destination::Into(to))?;
        for target in node.targets().iter() {
            let Some(local) = target.as_local_variable_target_node() else { continue };
            let mark = self.mark();
            let first = self.allocate_many(2)?;
            self.read_last_match(Destination::Into(first))?;
            self.load_literal(
                first + 1,
                Literal::String { bytes: local.name().as_slice().to_vec(), encoding: self.encoding.clone() },
            );
            self.emit_helper(first, "match_group", first, 2)?;
            self.compile_target(&target, first)?;
            self.release(mark);
        }
        Ok(to)
    }

    // --- What the source says of itself ---

    pub(crate) fn compile_source_file(
        &mut self, node: &SourceFileNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        let literal = Literal::String { bytes: node.filepath().to_vec(), encoding: UTF_8.into() };
        self.compile_string_literal(literal, freezing(node.is_frozen(), node.is_mutable()), &node.location(), destination)
    }

    pub(crate) fn compile_source_line(
        &mut self, node: &SourceLineNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        self.compile_literal(Literal::Integer(node.location().start_line() as i64), destination)
    }

    pub(crate) fn compile_source_encoding(
        &mut self, _node: &SourceEncodingNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        let to = self.place(destination)?;
        let name = self.allocate()?;
        self.load_literal(
            name,
            Literal::String { bytes: self.encoding.as_bytes().to_vec(), encoding: US_ASCII.into() },
        );
        self.emit_helper(to, "encoding", name, 1)?;
        Ok(to)
    }
}

fn freezing(frozen: bool, mutable: bool) -> Freezing {
    match (frozen, mutable) {
        (true, _) => Freezing::Frozen,
        (_, true) => Freezing::Mutable,
        _ => Freezing::Chilled,
    }
}

/// Appends text; it joins text before it that has the same encoding or is plain ASCII.
fn add_text(parts: &mut Vec<Part<'_>>, text: &[u8], encoding: EncodingName) {
    if let Some(Part::Text { bytes, encoding: before }) = parts.last_mut()
        && (*before == encoding || bytes.is_ascii() || text.is_ascii())
    {
        if bytes.is_ascii() && !text.is_ascii() {
            *before = encoding;
        }
        bytes.extend_from_slice(text);
        return;
    }
    parts.push(Part::Text { bytes: text.to_vec(), encoding });
}
