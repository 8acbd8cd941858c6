//! The scanner's events: their names, in the order that numbers them, and which one each of Prism's tokens is.

macro_rules! scanner_events {
    ($($variant:ident $name:literal)*) => {
        // `ignored_sp` is one that only handlers make.
        #[allow(dead_code)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Scanner { $($variant),* }
        pub const SCANNER_NAMES: &[&str] = &[$($name),*];
    };
}

scanner_events! {
    Char "CHAR" End "__end__" Backref "backref" Backtick "backtick" Comma "comma" Comment "comment" Const "const"
    Cvar "cvar" Embdoc "embdoc" EmbdocBeg "embdoc_beg" EmbdocEnd "embdoc_end" EmbexprBeg "embexpr_beg"
    EmbexprEnd "embexpr_end" Embvar "embvar" Float "float" Gvar "gvar" HeredocBeg "heredoc_beg"
    HeredocEnd "heredoc_end" Ident "ident" IgnoredNl "ignored_nl" Imaginary "imaginary" Int "int" Ivar "ivar" Kw "kw"
    Label "label" LabelEnd "label_end" Lbrace "lbrace" Lbracket "lbracket" Lparen "lparen" Nl "nl" Op "op"
    Period "period" QsymbolsBeg "qsymbols_beg" QwordsBeg "qwords_beg" Rational "rational" Rbrace "rbrace"
    Rbracket "rbracket" RegexpBeg "regexp_beg" RegexpEnd "regexp_end" Rparen "rparen" Semicolon "semicolon" Sp "sp"
    Symbeg "symbeg" SymbolsBeg "symbols_beg" Tlambda "tlambda" Tlambeg "tlambeg" TstringBeg "tstring_beg"
    TstringContent "tstring_content" TstringEnd "tstring_end" WordsBeg "words_beg" WordsSep "words_sep"
    IgnoredSp "ignored_sp"
}

/// Numbers of Prism's token types, as its `pm_token_type` counts them.
pub mod prism {
    pub const EOF: u32 = 1;
    pub const BRACE_RIGHT: u32 = 2;
    pub const EMBEXPR_END: u32 = 4;
    pub const LESS_LESS: u32 = 122;
    pub const NEWLINE: u32 = 14;
    pub const NEWLINE_TERMINATOR: u32 = 15;
    pub const BACKTICK: u32 = 24;
    pub const CHARACTER_LITERAL: u32 = 39;
    pub const COMMENT: u32 = 43;
    pub const EMBDOC_BEGIN: u32 = 48;
    pub const EMBDOC_LINE: u32 = 50;
    pub const EMBEXPR_BEGIN: u32 = 51;
    pub const EMBVAR: u32 = 52;
    pub const HEREDOC_END: u32 = 67;
    pub const HEREDOC_START: u32 = 68;
    pub const IGNORED_NEWLINE: u32 = 70;
    pub const LABEL_END: u32 = 117;
    pub const PERCENT_LOWER_I: u32 = 134;
    pub const PERCENT_LOWER_W: u32 = 135;
    pub const PERCENT_LOWER_X: u32 = 136;
    pub const PERCENT_UPPER_I: u32 = 137;
    pub const PERCENT_UPPER_W: u32 = 138;
    pub const REGEXP_BEGIN: u32 = 145;
    pub const REGEXP_END: u32 = 146;
    pub const STRING_BEGIN: u32 = 153;
    pub const STRING_CONTENT: u32 = 154;
    pub const STRING_END: u32 = 155;
    pub const SYMBOL_BEGIN: u32 = 156;
    pub const WORDS_SEP: u32 = 167;
    pub const WORDS_SEP_IMPLICIT: u32 = 168;
    pub const XSTRING_BEGIN: u32 = 169;
    pub const END_MARKER: u32 = 170;
}

/// The event of a token of Prism's; operators are what is left.
pub fn event_of(kind: u32) -> Scanner {
    use Scanner::*;
    match kind {
        prism::BRACE_RIGHT => Rbrace,
        3 => Comma,
        prism::EMBEXPR_END => EmbexprEnd,
        5..=13 | 76..=115 => Kw,
        prism::NEWLINE | prism::NEWLINE_TERMINATOR => Nl,
        16 => Rparen,
        18 => Semicolon,
        prism::BACKTICK | prism::PERCENT_LOWER_X | prism::XSTRING_BEGIN => Backtick,
        25 | 128 => Backref,
        29..=31 => Lbrace,
        32 | 33 => Lbracket,
        36 => Rbracket,
        prism::CHARACTER_LITERAL => Char,
        40 => Cvar,
        prism::COMMENT => Comment,
        44 => Const,
        45 => Period,
        prism::EMBDOC_BEGIN => EmbdocBeg,
        49 => EmbdocEnd,
        prism::EMBDOC_LINE => Embdoc,
        prism::EMBEXPR_BEGIN => EmbexprBeg,
        prism::EMBVAR => Embvar,
        58 => Float,
        59 | 61 | 73 | 75 => Imaginary,
        60 | 74 => Rational,
        62 => Gvar,
        prism::HEREDOC_END => HeredocEnd,
        prism::HEREDOC_START => HeredocBeg,
        69 | 124 => Ident,
        prism::IGNORED_NEWLINE => IgnoredNl,
        71 => Ivar,
        72 => Int,
        116 => Label,
        prism::LABEL_END => LabelEnd,
        118 => Tlambeg,
        127 => Tlambda,
        129..=131 => Lparen,
        prism::PERCENT_LOWER_I => QsymbolsBeg,
        prism::PERCENT_LOWER_W => QwordsBeg,
        prism::PERCENT_UPPER_I => SymbolsBeg,
        prism::PERCENT_UPPER_W => WordsBeg,
        prism::REGEXP_BEGIN => RegexpBeg,
        prism::REGEXP_END => RegexpEnd,
        prism::STRING_BEGIN => TstringBeg,
        prism::STRING_CONTENT => TstringContent,
        prism::STRING_END => TstringEnd,
        prism::SYMBOL_BEGIN => Symbeg,
        prism::WORDS_SEP | prism::WORDS_SEP_IMPLICIT => WordsSep,
        prism::END_MARKER => End,
        _ => Op,
    }
}
