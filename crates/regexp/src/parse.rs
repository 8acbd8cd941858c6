//! From a pattern's text to its tree.
//!
//! The parser reads tokens one ahead, as the grammar of Ruby's own engine is written; what it accepts, refuses and
//! warns of is that engine's.

use crate::encoding::{self, Encoding};
use crate::error::{Error, Result, Warning};
use crate::expand::expanded;
use crate::fold;
use crate::charset::CharSet;
use crate::properties::{self, Posix};
use crate::token::Token;
use crate::tree::{Form, Greed, GroupName, Node, Options, Range};

/// The parts of a pattern that say which encoding it is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Demand {
    /// Characters as they stand in the source.
    Source,
    /// `\u....`
    Unicode,
}

/// The facts learnt of a pattern on reading it.
#[derive(Debug)]
pub struct Parsed {
    pub root: Node,
    /// The names of groups, each with its numbers.
    pub names: Vec<(Vec<u8>, Vec<usize>)>,
    /// Groups without the whole match.
    pub group_count: usize,
    pub demand: Option<Demand>,
    pub has_property: bool,
    pub warnings: Vec<Warning>,
}

pub struct Parser<'a> {
    pub source: &'a [u8],
    pub at: usize,
    pub encoding: Encoding,
    /// The source is UTF-8 itself, so that both demands are the same.
    unicode_source: bool,
    pub options: Options,
    /// Where the token read last begins.
    pub token_start: usize,
    pub token: Token,
    /// Characters that were read ahead, the next last.
    pub pending: Vec<u32>,
    pub names: Vec<(Vec<u8>, Vec<usize>)>,
    pub group_count: usize,
    /// The groups that have no name.
    pub unnamed: Vec<usize>,
    /// A group is referred to by its number.
    pub numbered_use: bool,
    demanded: Option<Demand>,
    pub has_property: bool,
    pub warnings: Vec<Warning>,
    depth: usize,
    /// It stands in a look-behind.
    pub behind: bool,
}

/// How deep groups may be nested.
const DEEPEST: usize = 4096;

/// Reads a pattern whose characters are those of `encoding`.
pub fn parse(source: &[u8], encoding: Encoding, unicode_source: bool, options: Options) -> Result<Parsed> {
    let mut parser = Parser::new(source, encoding, unicode_source, options);
    let root = parser.whole()?;
    crate::references::resolve(parser, root)
}

impl<'a> Parser<'a> {
    pub fn new(source: &'a [u8], encoding: Encoding, unicode_source: bool, options: Options) -> Parser<'a> {
        Parser {
            source,
            at: 0,
            encoding,
            unicode_source,
            options,
            token_start: 0,
            token: Token::End,
            pending: Vec::new(),
            names: Vec::new(),
            group_count: 0,
            unnamed: Vec::new(),
            numbered_use: false,
            demanded: None,
            has_property: false,
            warnings: Vec::new(),
            depth: 0,
            behind: false,
        }
    }

    pub fn whole(&mut self) -> Result<Node> {
        self.advance()?;
        let root = self.alternatives(false)?;
        match self.token {
            Token::End => Ok(root),
            _ => Err(Error::new("unmatched close parenthesis")),
        }
    }

    pub fn demanded(&self) -> Option<Demand> {
        self.demanded
    }

    // --- bytes ---

    pub fn peek(&self) -> Option<u8> {
        self.source.get(self.at).copied()
    }

    pub fn peek_at(&self, ahead: usize) -> Option<u8> {
        self.source.get(self.at + ahead).copied()
    }

    pub fn rest(&self) -> &[u8] {
        &self.source[self.at..]
    }

    pub fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += found as usize;
        found
    }

    /// The character at a place, and its length.
    pub fn character_at(&self, at: usize) -> Result<(u32, usize)> {
        match self.encoding {
            Encoding::Bytes => Ok((self.source[at] as u32, 1)),
            Encoding::Utf8 => match encoding::decode(&self.source[at..]) {
                (encoding::INVALID, _) => Err(Error::new("invalid multibyte character")),
                found => Ok(found),
            },
        }
    }

    /// A character above ASCII as it stands in the source.
    pub fn raw_character(&mut self) -> Result<u32> {
        let (code, length) = self.character_at(self.at)?;
        self.demand(Demand::Source, "non ASCII character in UTF-8 regexp")?;
        self.at += length;
        Ok(code)
    }

    /// Notes what the pattern's encoding must be; `clash` says that it can't be both.
    pub fn demand(&mut self, demand: Demand, clash: &str) -> Result<()> {
        match self.demanded {
            Some(other) if other != demand && !self.unicode_source => Err(Error::new(clash)),
            Some(_) => Ok(()),
            None => {
                self.demanded = Some(demand);
                Ok(())
            }
        }
    }

    pub fn warn(&mut self, message: &str, only_verbose: bool) {
        let known = self.warnings.iter().any(|warning| warning.message == message);
        if !known || !only_verbose {
            self.warnings.push(Warning { message: message.to_string(), only_verbose });
        }
    }

    // --- the grammar ---

    pub fn advance(&mut self) -> Result<()> {
        self.token = self.next_token()?;
        Ok(())
    }

    /// Alternatives up to the end of a group or of the pattern, which is the token then.
    pub fn alternatives(&mut self, in_group: bool) -> Result<Node> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Error::new("parse depth limit over"));
        }
        let mut choices = vec![self.sequence(in_group)?];
        while self.token == Token::Alternative {
            self.advance()?;
            choices.push(self.sequence(in_group)?);
        }
        self.depth -= 1;
        if in_group && self.token != Token::Close {
            return Err(Error::new("end pattern with unmatched parenthesis"));
        }
        Ok(if choices.len() == 1 { choices.swap_remove(0) } else { Node::Choice(choices) })
    }

    fn sequence(&mut self, in_group: bool) -> Result<Node> {
        let mut nodes = Vec::new();
        // What the first piece is made of stays together.
        let mut begins = true;
        loop {
            match self.token {
                Token::End | Token::Alternative => break,
                Token::Close if in_group => break,
                Token::Close => return Err(Error::new("unmatched close parenthesis")),
                _ => {
                    self.piece(in_group, &mut nodes)?;
                    if begins && nodes.len() > 1 {
                        nodes = vec![Node::Sequence(nodes)];
                    }
                    begins = false;
                }
            }
        }
        Ok(match nodes.len() {
            0 => Node::Empty,
            1 => nodes.swap_remove(0),
            _ => Node::Sequence(nodes),
        })
    }

    /// One piece with its quantifiers.
    fn piece(&mut self, in_group: bool, nodes: &mut Vec<Node>) -> Result<()> {
        let token = std::mem::replace(&mut self.token, Token::End);
        let ascii = self.options.range != Range::Unicode;
        // What is in a group is repeated whole.
        let mut grouped = false;
        let node = match token {
            Token::Open => match self.group(in_group)? {
                Group::Plain(node) => {
                    grouped = true;
                    self.advance()?;
                    match node {
                        // Without quantifiers its pieces are those of what stands around it.
                        Node::Sequence(pieces) if !matches!(self.token, Token::Repeat { .. }) && !nodes.is_empty() => {
                            nodes.extend(pieces);
                            return Ok(());
                        }
                        node => node,
                    }
                }
                Group::Closed(node) => {
                    grouped = true;
                    self.advance()?;
                    node
                }
                Group::OptionsToEnd(node) => {
                    nodes.push(node);
                    return Ok(());
                }
            },
            Token::Character(code) => self.text(code)?,
            Token::Raw(code) => {
                self.advance()?;
                Node::Text { characters: vec![code], fold: self.options.ignore_case }
            }
            Token::ClassOpen => {
                let class = self.class()?;
                match class.members.single().filter(|_| !class.negated) {
                    Some(code) => self.text(code)?,
                    None => {
                        self.advance()?;
                        self.class_node(class)
                    }
                }
            }
            other => {
                self.advance()?;
                self.simple_piece(other, ascii)?
            }
        };
        self.quantify(node, grouped, nodes)
    }

    fn simple_piece(&mut self, token: Token, ascii: bool) -> Result<Node> {
        Ok(match token {
            Token::Any => Node::Any { newline: self.options.multi_line },
            Token::Type { class: Posix::Word, negated } => Node::Set(self.type_set(Posix::Word, negated, ascii), Form::Word),
            Token::Type { class, negated } => Node::Set(self.type_set(class, negated, ascii), Form::Class),
            Token::Property { set, negated } => {
                let folds = self.options.ignore_case && set != properties::ascii(Posix::Ascii);
                match (folds, negated) {
                    (true, _) => self.folded_class(set.clone(), &set, negated),
                    (false, true) => Node::Set(set.complement(self.encoding.last()), Form::Class),
                    (false, false) => Node::Set(set, Form::Class),
                }
            }
            Token::Anchor(anchor) => Node::Anchor(anchor),
            Token::Keep => Node::Anchor(crate::tree::Anchor::Keep),
            Token::Reference { groups, level } => Node::Reference { groups, fold: self.options.ignore_case, level },
            Token::Call(name) => Node::Call(name),
            Token::LineBreak => self.line_break(),
            Token::Cluster => self.cluster()?,
            Token::Repeat { .. } => return Err(Error::new("target of repeat operator is not specified")),
            _ => return Err(Error::new("internal parser error (bug)")),
        })
    }

    /// A text that begins with a character, as far as it goes.
    fn text(&mut self, first: u32) -> Result<Node> {
        let mut characters = vec![first];
        loop {
            self.advance()?;
            match self.token {
                Token::Character(code) => characters.push(code),
                _ => return Ok(Node::Text { characters, fold: self.options.ignore_case }),
            }
        }
    }

    /// `\w` and its like.
    pub fn type_set(&self, class: Posix, negated: bool, ascii: bool) -> CharSet {
        let set = if ascii || self.encoding == Encoding::Bytes { properties::ascii(class) } else { properties::unicode(class) };
        if negated { set.complement(self.encoding.last()) } else { set }
    }

    /// The node of a class under `i`.
    pub fn folded_class(&self, members: CharSet, crossing: &CharSet, negated: bool) -> Node {
        let mut closed = fold::close(&members, crossing, self.encoding);
        let mut form = Form::Class;
        if self.encoding == Encoding::Utf8 {
            let latin = CharSet::of([(0x80, 0xff)]);
            if closed.intersection(&latin).members().any(|code| fold::variants(code, self.encoding).members().any(|other| other != code && members.contains(other))) {
                form = Form::FoldedClass;
            }
            // Ruby's engine adds those of Latin-1 where only single bytes are looked for, so that they are lost.
            closed = closed.difference(&latin.difference(&members));
        }
        if negated {
            return Node::Set(closed.complement(self.encoding.last()), form);
        }
        let mut choices = vec![Node::Set(closed, form)];
        if self.encoding == Encoding::Utf8 {
            let several = crate::special_folds::SPECIAL_FOLDS.iter().filter(|(code, _)| members.contains(*code));
            choices.extend(several.map(|(_, characters)| Node::Text { characters: characters.to_vec(), fold: true }));
        }
        if choices.len() == 1 { choices.swap_remove(0) } else { Node::Choice(choices) }
    }

    /// `\R`
    fn line_break(&self) -> Node {
        let mut single = vec![(0x0a, 0x0d)];
        if self.encoding == Encoding::Utf8 {
            single.extend([(0x85, 0x85), (0x2028, 0x2029)]);
        }
        let both = Node::Text { characters: vec![0x0d, 0x0a], fold: false };
        Node::Atomic(Box::new(Node::Choice(vec![both, Node::Set(CharSet::of(single), Form::Class)])))
    }

    /// `\X`: a grapheme cluster, by the rules of Unicode's annex 29.
    fn cluster(&self) -> Result<Node> {
        let pattern: &str = match self.encoding {
            Encoding::Utf8 => concat!(
                r"(?>\r\n|\p{Grapheme_Cluster_Break=Control}|\p{Grapheme_Cluster_Break=Prepend}*",
                r"(?:\p{Grapheme_Cluster_Break=L}*(?:\p{Grapheme_Cluster_Break=V}+",
                r"|\p{Grapheme_Cluster_Break=LV}\p{Grapheme_Cluster_Break=V}*|\p{Grapheme_Cluster_Break=LVT})\p{Grapheme_Cluster_Break=T}*",
                r"|\p{Grapheme_Cluster_Break=L}+|\p{Grapheme_Cluster_Break=T}+|\p{Regional_Indicator}{2}",
                r"|\p{Extended_Pictographic}(?:\p{Grapheme_Cluster_Break=Extend}*\x{200D}\p{Extended_Pictographic})*",
                r"|[^\p{Grapheme_Cluster_Break=Control}\r\n])",
                r"[\p{Grapheme_Cluster_Break=Extend}\p{Grapheme_Cluster_Break=SpacingMark}\u200D]*|(?m:.))"
            ),
            Encoding::Bytes => r"(?>\r\n|(?m:.))",
        };
        let pattern = pattern.replace(r"\x{200D}", r"\u200D");
        Parser::new(pattern.as_bytes(), self.encoding, true, Options::default()).whole()
    }

    // --- quantifiers ---

    /// Applies the quantifiers that follow a node and appends the outcome.
    fn quantify(&mut self, node: Node, grouped: bool, nodes: &mut Vec<Node>) -> Result<()> {
        let mut target = node;
        // What a group holds is written out already.
        let mut as_read = !grouped;
        while let Token::Repeat { low, high, greed, possessive } = self.token {
            if (low, high) != (1, Some(1)) {
                if let Node::Text { characters, fold } = &mut target {
                    if as_read && characters.len() > 1 {
                        let last = characters.split_off(characters.len() - 1);
                        let fold = *fold;
                        let before = std::mem::replace(&mut target, Node::Text { characters: last, fold });
                        nodes.push(self.written_out(before));
                    }
                }
                target = if std::mem::take(&mut as_read) { self.written_out(target) } else { target };
                target = self.repeat_node(target, low, high, greed);
            }
            if possessive {
                target = if std::mem::take(&mut as_read) { self.written_out(target) } else { target };
                target = Node::Atomic(Box::new(target));
            }
            self.advance()?;
        }
        if as_read {
            target = self.written_out(target);
        }
        if target != Node::Empty {
            nodes.push(target);
        }
        Ok(())
    }

    /// What was read, where it is a text in any case in the form that it is matched in.
    fn written_out(&self, node: Node) -> Node {
        match node {
            Node::Text { characters, fold: true } => expanded(&characters, self.encoding, self.behind),
            node => node,
        }
    }

    /// A repetition; of a repetition, both are made one where that means the same to Ruby's engine.
    fn repeat_node(&mut self, target: Node, low: u32, high: Option<u32>, greed: Greed) -> Node {
        let plain = |body: Box<Node>, low, high, greed| Node::Repeat { body, low, high, greed };
        let Node::Repeat { body, low: inner_low, high: inner_high, greed: inner_greed } = target else {
            return plain(Box::new(target), low, high, greed);
        };
        let inner = popular(inner_low, inner_high, inner_greed);
        let outer = popular(low, high, greed);
        let (Some(inner), Some(outer)) = (inner, outer) else {
            let runs_on = matches!(inner, Some(1 | 2)) && greed == Greed::Greedy;
            let high = match high {
                Some(2..) if runs_on => Some(low.max(1)),
                other => other,
            };
            return plain(Box::new(plain(body, inner_low, inner_high, inner_greed)), low, high, greed);
        };
        let reduction = REDUCTIONS[inner][outer];
        match reduction {
            Reduction::AsIs => {}
            Reduction::Inner => {
                self.warn(&format!("regular expression has redundant nested repeat operator '{}'", SPELT[inner]), false);
            }
            _ => {
                let words = format!("nested repeat operator '{}' and '{}' was replaced with '{}' in regular expression", SPELT[inner], SPELT[outer], reduction.spelt());
                self.warn(&words, false);
            }
        }
        match reduction {
            Reduction::AsIs => plain(Box::new(plain(body, inner_low, inner_high, inner_greed)), low, high, greed),
            Reduction::Inner => plain(body, inner_low, inner_high, inner_greed),
            Reduction::Star => plain(body, 0, None, Greed::Greedy),
            Reduction::LazyStar => plain(body, 0, None, Greed::Lazy),
            Reduction::LazyOptional => plain(body, 0, Some(1), Greed::Lazy),
            Reduction::PlusLazyOptional => plain(Box::new(plain(body, 1, None, Greed::Greedy)), 0, Some(1), Greed::Lazy),
        }
    }

    pub fn add_name(&mut self, name: &[u8], number: usize) {
        match self.names.iter_mut().find(|(known, _)| known == name) {
            Some((_, numbers)) => numbers.push(number),
            None => self.names.push((name.to_vec(), vec![number])),
        }
    }

    /// Whether a call's name is that of a group, by now.
    pub fn numbers_of(&self, name: &[u8]) -> Option<&[usize]> {
        self.names.iter().find(|(known, _)| known == name).map(|(_, numbers)| numbers.as_slice())
    }

    pub fn group_name(&self, number: usize) -> GroupName {
        GroupName::Number(number)
    }
}

/// The kinds of groups that a parenthesis opens.
pub enum Group {
    /// `(?:)`, which only holds together.
    Plain(Node),
    /// Another group, up to the parenthesis that closes it.
    Closed(Node),
    /// `(?i)`: everything up to the end of the group around it, which is the token.
    OptionsToEnd(Node),
}

/// How a repetition of a repetition is made one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reduction {
    AsIs,
    Inner,
    Star,
    LazyStar,
    LazyOptional,
    PlusLazyOptional,
}

impl Reduction {
    fn spelt(self) -> &'static str {
        match self {
            Reduction::Star => "*",
            Reduction::LazyStar => "*?",
            Reduction::LazyOptional => "??",
            Reduction::PlusLazyOptional => "+ and ??",
            Reduction::AsIs | Reduction::Inner => "",
        }
    }
}

/// The six quantifiers in the order of the table.
const SPELT: [&str; 6] = ["?", "*", "+", "??", "*?", "+?"];

/// By the inner quantifier, then the outer one.
const REDUCTIONS: [[Reduction; 6]; 6] = {
    use Reduction::*;
    [
        [Inner, Star, Star, LazyOptional, LazyStar, AsIs],
        [Inner, Inner, Inner, PlusLazyOptional, PlusLazyOptional, Inner],
        [Star, Star, Inner, AsIs, PlusLazyOptional, Inner],
        [Inner, LazyStar, LazyStar, Inner, LazyStar, LazyStar],
        [Inner, Inner, Inner, Inner, Inner, Inner],
        [AsIs, AsIs, AsIs, LazyStar, LazyStar, Inner],
    ]
};

fn popular(low: u32, high: Option<u32>, greed: Greed) -> Option<usize> {
    let kind = match (low, high) {
        (0, Some(1)) => 0,
        (0, None) => 1,
        (1, None) => 2,
        _ => return None,
    };
    Some(if greed == Greed::Lazy { kind + 3 } else { kind })
}
