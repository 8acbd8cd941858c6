//! Reading.

use std::ffi::CStr;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

use unsafe_libyaml::*;

use crate::event::{Collection, Event, Scalar};

/// A place in a text; both numbers begin with zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    pub line: u64,
    pub column: u64,
}

/// Why a text can't be read any further.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    pub problem: String,
    /// What was being read, and where that began; the beginning of the text where libyaml doesn't say.
    pub context: Option<String>,
    pub place: Mark,
    /// The byte that is no text, where that is the problem.
    pub offset: u64,
}

/// The events of a text.
pub struct Parser<'a> {
    /// Invariant: from a box, initialised, and reads a text that outlives it. It knows its own address.
    parser: *mut yaml_parser_t,
    text: PhantomData<&'a [u8]>,
}

impl<'a> Parser<'a> {
    pub fn new(text: &'a [u8]) -> Parser<'a> {
        let parser = Box::into_raw(Box::<yaml_parser_t>::new_uninit()).cast::<yaml_parser_t>();
        // SAFETY: the first call initialises it, or is out of memory and comes no further; the text outlives the parser.
        unsafe {
            assert!(yaml_parser_initialize(parser).ok, "no memory for a parser of YAML");
            yaml_parser_set_input_string(parser, text.as_ptr(), text.len() as u64);
        }
        Parser { parser, text: PhantomData }
    }

    /// The next event; none behind the end of the stream. After a problem nothing is to be read any more.
    pub fn parse(&mut self) -> Result<Parsed, Problem> {
        let mut event = MaybeUninit::<yaml_event_t>::uninit();
        // SAFETY: the parser is initialised; where it succeeds, so is the event.
        unsafe {
            if yaml_parser_parse(self.parser, event.as_mut_ptr()).ok {
                return Ok(Parsed(event.assume_init()));
            }
        }
        Err(self.problem())
    }

    fn problem(&self) -> Problem {
        // SAFETY: libyaml's words are constants that end with a zero, or null.
        let text = |words: *const i8| unsafe { (!words.is_null()).then(|| CStr::from_ptr(words.cast()).to_string_lossy().into_owned()) };
        // SAFETY: initialised.
        let at = unsafe { &*self.parser };
        Problem { problem: text(at.problem).unwrap_or_default(), context: text(at.context), place: Mark::of(at.context_mark), offset: at.problem_offset }
    }
}

impl Drop for Parser<'_> {
    fn drop(&mut self) {
        // SAFETY: initialised, from a box, and deleted here alone.
        unsafe {
            yaml_parser_delete(self.parser);
            drop(Box::from_raw(self.parser.cast::<MaybeUninit<yaml_parser_t>>()));
        }
    }
}

impl Mark {
    fn of(mark: yaml_mark_t) -> Mark {
        Mark { line: mark.line, column: mark.column }
    }
}

/// An event that was read. It owns its texts.
///
/// Invariant: the event is one that the parser made; the fields of its kind are set, and its texts end with a zero.
pub struct Parsed(yaml_event_t);

impl Parsed {
    pub fn start(&self) -> Mark {
        Mark::of(self.0.start_mark)
    }

    pub fn end(&self) -> Mark {
        Mark::of(self.0.end_mark)
    }

    pub fn event(&self) -> Event<'_> {
        // SAFETY: the kind says which part of the union is set; by the invariant its texts live as long as the event.
        unsafe {
            match self.0.type_ {
                YAML_STREAM_START_EVENT => Event::StreamStart { encoding: self.0.data.stream_start.encoding as u32 },
                YAML_DOCUMENT_START_EVENT => self.document_start(),
                YAML_DOCUMENT_END_EVENT => Event::DocumentEnd { implicit: self.0.data.document_end.implicit },
                YAML_ALIAS_EVENT => Event::Alias { anchor: text(self.0.data.alias.anchor).unwrap_or_default() },
                YAML_SCALAR_EVENT => {
                    let scalar = &self.0.data.scalar;
                    Event::Scalar(Scalar {
                        anchor: text(scalar.anchor),
                        tag: text(scalar.tag),
                        value: std::slice::from_raw_parts(scalar.value, scalar.length as usize),
                        plain_implicit: scalar.plain_implicit,
                        quoted_implicit: scalar.quoted_implicit,
                        style: scalar.style as u32,
                    })
                }
                YAML_SEQUENCE_START_EVENT => {
                    let start = &self.0.data.sequence_start;
                    Event::SequenceStart(Collection { anchor: text(start.anchor), tag: text(start.tag), implicit: start.implicit, style: start.style as u32 })
                }
                YAML_SEQUENCE_END_EVENT => Event::SequenceEnd,
                YAML_MAPPING_START_EVENT => {
                    let start = &self.0.data.mapping_start;
                    Event::MappingStart(Collection { anchor: text(start.anchor), tag: text(start.tag), implicit: start.implicit, style: start.style as u32 })
                }
                YAML_MAPPING_END_EVENT => Event::MappingEnd,
                // What is asked for behind the end of the stream is no event.
                _ => Event::StreamEnd,
            }
        }
    }

    /// # Safety
    /// It is the start of a document.
    unsafe fn document_start(&self) -> Event<'_> {
        // SAFETY: by the condition; the directives stand one after the other.
        unsafe {
            let start = &self.0.data.document_start;
            let version = start.version_directive.as_ref().map(|version| (version.major, version.minor));
            let (mut tag, mut tags) = (start.tag_directives.start, Vec::new());
            while tag != start.tag_directives.end {
                tags.push((text((*tag).handle).unwrap_or_default(), text((*tag).prefix).unwrap_or_default()));
                tag = tag.add(1);
            }
            Event::DocumentStart { version, tags, implicit: start.implicit }
        }
    }
}

impl Drop for Parsed {
    fn drop(&mut self) {
        // SAFETY: the parser made it, and it is deleted here alone.
        unsafe { yaml_event_delete(&raw mut self.0) };
    }
}

/// # Safety
/// The text ends with a zero and lives as long as is said, or the pointer is null.
unsafe fn text<'a>(start: *const u8) -> Option<&'a [u8]> {
    // SAFETY: by the condition.
    (!start.is_null()).then(|| unsafe { CStr::from_ptr(start.cast()).to_bytes() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<String> {
        let mut parser = Parser::new(text.as_bytes());
        let mut kinds = Vec::new();
        loop {
            match parser.parse() {
                Ok(parsed) => {
                    let shown = match parsed.event() {
                        Event::Scalar(scalar) => String::from_utf8_lossy(scalar.value).into_owned(),
                        event => format!("{event:?}").split(['(', ' ']).next().unwrap_or_default().to_string(),
                    };
                    kinds.push(shown.clone());
                    if shown == "StreamEnd" {
                        return kinds;
                    }
                }
                Err(problem) => {
                    kinds.push(problem.problem);
                    return kinds;
                }
            }
        }
    }

    #[test]
    fn a_text_is_its_events() {
        let expected = ["StreamStart", "DocumentStart", "MappingStart", "a", "SequenceStart", "1", "b", "SequenceEnd", "MappingEnd", "DocumentEnd", "StreamEnd"];
        assert_eq!(kinds("a: [1, b]\n"), expected);
    }

    #[test]
    fn a_block_that_the_text_ends_in_is_read() {
        assert_eq!(kinds("- |\n  text")[3..4], ["text"]);
        assert_eq!(kinds("a: ''|\n 0").last().unwrap(), "did not find expected key");
    }

    #[test]
    fn a_problem_says_what_was_read_and_where() {
        let mut parser = Parser::new(b"a:\n  - [b\n");
        let problem = loop {
            match parser.parse() {
                Ok(_) => continue,
                Err(problem) => break problem,
            }
        };
        assert_eq!((problem.context.as_deref(), problem.place), (Some("while parsing a flow sequence"), Mark { line: 1, column: 4 }));
    }
}
