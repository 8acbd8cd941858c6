//! The two engines behind one face: our own, which reads UTF-8 and single bytes, and the library for all other
//! encodings.
//!
//! A [`Program`] is one pattern compiled for one encoding. A [`Scratch`] is what a search writes its groups into, kept
//! so that searching allocates nothing.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use rutile_regexp::{Machine, Outcome};

use super::{anchors, library, options, translate};
use crate::value::encoding::{Encoding, Scheme};

/// Why a search ended without an answer.
#[derive(Debug)]
pub enum SearchError {
    /// It took longer than it may.
    Limit,
    /// Something else has to be attended to; the same search goes on where this one stopped.
    Suspended,
    Message(String),
}

/// The library's words for a refused allocation.
pub const OUT_OF_MEMORY: &str = "fail to memory allocation";

/// A compiled pattern.
pub enum Program {
    Own(rutile_regexp::Compiled),
    Library(library::Program),
}

/// The facts learnt of a pattern on compiling it for the first time.
pub struct Facts {
    /// The encoding that the pattern's characters demand.
    pub fixed: Option<Encoding>,
    /// The encoding of the strings that the program compiled first is for, if not that of the pattern.
    pub serves: Option<Encoding>,
    /// Names of groups, each with its numbers.
    pub names: Vec<(Vec<u8>, Vec<usize>)>,
    pub warnings: Vec<rutile_regexp::Warning>,
}

/// How our own engine reads strings of an encoding, if it does.
fn own_encoding(encoding: Encoding) -> Option<rutile_regexp::Encoding> {
    match encoding {
        Encoding::BINARY | Encoding::US_ASCII => Some(rutile_regexp::Encoding::Bytes),
        _ if encoding.scheme() == Scheme::Utf8 => Some(rutile_regexp::Encoding::Utf8),
        _ => None,
    }
}

impl Program {
    /// Compiles a pattern whose source is read as `source_encoding`, for strings of `encoding`; `None` as the latter
    /// stands for the encoding that the pattern is for.
    pub fn compile(source: &[u8], source_encoding: Encoding, encoding: Option<Encoding>, given: u8) -> Result<(Program, Facts), String> {
        let ours = own_encoding(source_encoding).filter(|_| encoding.is_none_or(|encoding| own_encoding(encoding).is_some()));
        match ours {
            Some(read_as) => compile_own(source, source_encoding, read_as, encoding, given),
            None => compile_in_library(source, source_encoding, encoding, given),
        }
    }
}

fn compile_own(
    source: &[u8], source_encoding: Encoding, read_as: rutile_regexp::Encoding, encoding: Option<Encoding>, given: u8,
) -> Result<(Program, Facts), String> {
    let given = own_options(given);
    let unicode_source = read_as == rutile_regexp::Encoding::Utf8;
    let compile = |encoding| rutile_regexp::compile(source, encoding, unicode_source, given).map_err(|error| error.0);
    if encoding.is_none() && source_encoding == Encoding::US_ASCII && names_bytes(source) {
        // In ASCII escaped bytes are left as they stand, and say nothing of the encoding: they mean characters of each
        // string's own encoding.
        let compiled = compile(rutile_regexp::Encoding::Bytes)?;
        if compiled.demand == Some(rutile_regexp::Demand::Source) {
            return Ok(with_facts(compiled, None, Some(Encoding::US_ASCII)));
        }
    }
    let wanted = match encoding.and_then(own_encoding) {
        Some(wanted) => wanted,
        // A pattern in ASCII is for Unicode before all others.
        None if source_encoding == Encoding::US_ASCII && source.is_ascii() => rutile_regexp::Encoding::Utf8,
        None => read_as,
    };
    let mut compiled = compile(wanted)?;
    let fixed = match compiled.demand {
        Some(rutile_regexp::Demand::Unicode) => Some(Encoding::UTF_8),
        Some(rutile_regexp::Demand::Source) => Some(source_encoding),
        None => compiled.has_property.then_some(source_encoding),
    };
    if compiled.has_property && fixed == Some(Encoding::US_ASCII) {
        // ASCII has properties of its own, and not those of Unicode.
        compiled = compile(rutile_regexp::Encoding::Bytes)?;
    }
    // What names nothing of its source's encoding stands for the characters of any, also where it was read as bytes.
    if encoding.is_none() && fixed.is_none() && wanted == rutile_regexp::Encoding::Bytes {
        compiled = compile(rutile_regexp::Encoding::Utf8)?;
    }
    Ok(with_facts(compiled, fixed, None))
}

fn with_facts(mut compiled: rutile_regexp::Compiled, fixed: Option<Encoding>, serves: Option<Encoding>) -> (Program, Facts) {
    let facts = Facts { fixed, serves, names: std::mem::take(&mut compiled.names), warnings: std::mem::take(&mut compiled.warnings) };
    (Program::Own(compiled), facts)
}

/// Whether a pattern in ASCII may have escapes of bytes above ASCII.
fn names_bytes(source: &[u8]) -> bool {
    source.is_ascii() && source.windows(2).any(|pair| pair[0] == b'\\' && matches!(pair[1], b'x' | b'2'..=b'3' | b'M' | b'C' | b'c'))
}

fn own_options(given: u8) -> rutile_regexp::Options {
    rutile_regexp::Options {
        ignore_case: given & options::IGNORE_CASE != 0,
        extended: given & options::EXTENDED != 0,
        multi_line: given & options::MULTI_LINE != 0,
        ..Default::default()
    }
}

/// Whether the reference matches a pattern in time proportional to the text.
pub fn is_linear(source: &[u8], encoding: Encoding, given: u8) -> bool {
    let read_as = own_encoding(encoding).unwrap_or(rutile_regexp::Encoding::Bytes);
    rutile_regexp::is_linear(source, read_as, given & options::FIXED_ENCODING == 0, own_options(given)).unwrap_or(false)
}

fn compile_in_library(source: &[u8], source_encoding: Encoding, encoding: Option<Encoding>, given: u8) -> Result<(Program, Facts), String> {
    let translation = translate::translate(source, source_encoding, given as u32)?;
    let wanted = encoding.or(translation.fixed).unwrap_or(match source_encoding {
        _ if given & options::FIXED_ENCODING != 0 => source_encoding,
        // A pattern in ASCII is for Unicode before all others.
        _ => Encoding::UTF_8,
    });
    let program = match library::Program::compile(&translation.pattern, wanted, given as u32) {
        Err(reason) if reason == anchors::REFUSAL => library::Program::compile(&anchors::enclose(&translation.pattern), wanted, given as u32)?,
        outcome => outcome?,
    };
    let mut names: Vec<(Vec<u8>, Vec<usize>)> = Vec::new();
    for (index, name) in translation.names.into_iter().enumerate() {
        match names.iter_mut().find(|(known, _)| *known == name) {
            Some((_, numbers)) => numbers.push(index + 1),
            None => names.push((name, vec![index + 1])),
        }
    }
    let facts = Facts { fixed: translation.fixed, serves: None, names, warnings: Vec::new() };
    Ok((Program::Library(program), facts))
}

/// A search: from where, to where, in which direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Places {
    /// A match that begins at `start ..= last`.
    Forward { start: usize, last: usize },
    /// The last one that begins at `start` or before it.
    Backward { start: usize },
    At(usize),
}

/// Groups of the last search.
#[derive(Default)]
pub struct Scratch {
    machine: Machine,
    /// Where the library writes; the last search was its.
    library: Option<library::Scratch>,
}

/// A search that was left off, until the same is asked for again.
pub struct Suspended {
    program: Rc<Program>,
    places: Places,
    /// The bytes searched, as they were.
    length: usize,
    digest: u64,
    machine: Machine,
    deadline: Option<Instant>,
}

/// The bounds of a search: how long it may take, and when it is to be left off for a while.
pub struct Bounds<'a> {
    pub deadline: Option<Instant>,
    pub seconds: Option<f64>,
    /// Somebody asked for attention.
    pub interrupt: &'a Arc<AtomicBool>,
    /// Searches that were left off.
    pub suspended: &'a mut Vec<Suspended>,
}

/// Steps between two looks at the clock and at who asks for attention.
const STEPS: u32 = 1 << 16;
/// Searches that are kept to be taken up again; who never comes back doesn't cost for ever.
const MOST_SUSPENDED: usize = 16;

impl Scratch {
    /// Searches; what it finds stands in the scratch then.
    pub fn search(&mut self, program: &Rc<Program>, bytes: &[u8], places: Places, bounds: Bounds) -> Result<bool, SearchError> {
        match &**program {
            Program::Own(compiled) => {
                self.library = None;
                self.search_own(program, &compiled.program, bytes, places, bounds)
            }
            Program::Library(library) => {
                let scratch = self.library.get_or_insert_with(library::Scratch::new);
                scratch.set_retry_limit(bounds.seconds);
                library.search_places(bytes, places, scratch)
            }
        }
    }

    fn search_own(
        &mut self, program: &Rc<Program>, own: &rutile_regexp::Program, bytes: &[u8], places: Places, bounds: Bounds,
    ) -> Result<bool, SearchError> {
        let mut deadline = bounds.deadline;
        let waiting = bounds.suspended.iter().position(|waiting| waiting.is_for(program, places, bytes));
        match waiting {
            Some(index) => {
                let waiting = bounds.suspended.swap_remove(index);
                self.machine = waiting.machine;
                deadline = waiting.deadline.or(deadline);
            }
            None => match places {
                Places::Forward { start, last } => {
                    if let Some(outcome) = self.machine.begin(own, bytes, start, last) {
                        return ended(outcome);
                    }
                }
                Places::Backward { start } => self.machine.begin_backward(own, start),
                Places::At(at) => self.machine.begin_at(own, at),
            },
        }
        loop {
            match self.machine.resume(own, bytes, STEPS) {
                Outcome::Suspended => {}
                outcome => return ended(outcome),
            }
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Err(SearchError::Limit);
            }
            if bounds.interrupt.load(Ordering::Relaxed) {
                if bounds.suspended.len() >= MOST_SUSPENDED {
                    bounds.suspended.remove(0);
                }
                let machine = std::mem::take(&mut self.machine);
                bounds.suspended.push(Suspended { program: program.clone(), places, length: bytes.len(), digest: digest(bytes), machine, deadline });
                return Err(SearchError::Suspended);
            }
        }
    }

    /// Groups, the whole match included.
    pub fn group_count(&self) -> usize {
        match &self.library {
            Some(library) => library.group_count(),
            None => self.machine.group_count(),
        }
    }

    /// Where a group matched.
    #[inline]
    pub fn group(&self, number: usize) -> Option<(usize, usize)> {
        match &self.library {
            Some(library) => library.group(number),
            None => self.machine.group(number),
        }
    }

    /// Where the match began; the library tells no more than the whole match.
    #[inline]
    pub fn place(&self) -> usize {
        match &self.library {
            Some(library) => library.group(0).map_or(0, |(start, _)| start),
            None => self.machine.place(),
        }
    }
}

/// The answer of a search that is not left off.
fn ended(outcome: Outcome) -> Result<bool, SearchError> {
    match outcome {
        Outcome::Found => Ok(true),
        Outcome::NotFound => Ok(false),
        Outcome::Suspended => Err(SearchError::Suspended),
        Outcome::TooLarge => Err(SearchError::Message(OUT_OF_MEMORY.to_string())),
    }
}

impl Suspended {
    fn is_for(&self, program: &Rc<Program>, places: Places, bytes: &[u8]) -> bool {
        self.places == places && self.length == bytes.len() && Rc::ptr_eq(&self.program, program) && self.digest == digest(bytes)
    }
}

/// Enough of the bytes to tell that they are still the same.
fn digest(bytes: &[u8]) -> u64 {
    use std::hash::{BuildHasher, Hasher};
    let mut hasher = foldhash::fast::FixedState::default().build_hasher();
    hasher.write(bytes);
    hasher.finish()
}
