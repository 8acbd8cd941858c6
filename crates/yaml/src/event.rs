//! Events in terms of Rust. Styles and encodings have libyaml's numbers.

/// What a text is made of, in the order in which it stands there. Texts are in UTF-8.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event<'a> {
    StreamStart { encoding: u32 },
    StreamEnd,
    /// The pairs of `tags` are a handle and its prefix.
    DocumentStart { version: Option<(i32, i32)>, tags: Vec<(&'a [u8], &'a [u8])>, implicit: bool },
    DocumentEnd { implicit: bool },
    Alias { anchor: &'a [u8] },
    Scalar(Scalar<'a>),
    SequenceStart(Collection<'a>),
    SequenceEnd,
    MappingStart(Collection<'a>),
    MappingEnd,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scalar<'a> {
    pub anchor: Option<&'a [u8]>,
    pub tag: Option<&'a [u8]>,
    pub value: &'a [u8],
    /// Whether the tag may be left out where the style is plain, and where it is another one.
    pub plain_implicit: bool,
    pub quoted_implicit: bool,
    pub style: u32,
}

/// The beginning of a sequence or a mapping.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Collection<'a> {
    pub anchor: Option<&'a [u8]>,
    pub tag: Option<&'a [u8]>,
    pub implicit: bool,
    pub style: u32,
}
