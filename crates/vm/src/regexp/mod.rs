//! Regexps: cells, their compiled form, and searching with them.
//!
//! A Regexp cell names its [`Compiled`] form in the machine's resource table. A
//! literal is compiled when it is first used, what a program builds at once,
//! since it may be wrong. One pattern may be needed for strings of several
//! encodings: a program for each is kept beside the first.
//!
//! Natives search through a [`Matcher`], which holds on to the compiled form and
//! borrows nothing of the machine.

mod anchors;
pub(crate) mod cache;
pub mod engine;
pub mod last_match;
mod library;
pub mod literals;
mod names;
pub mod prepared;
mod shown;
mod translate;

use std::cell::{RefCell, RefMut};
use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::code::native::Exit;
use crate::memory::counted::Counted;
use crate::object::class::ClassRef;
use crate::object::records::{MatchRef, RegexpRef};
use crate::object::string::{CodeRange, StringRef};
use crate::value::Value;
use crate::value::encoding::Encoding;
use crate::value::fields::Fields;
use crate::value::kind::{Kind, flags, header};
use crate::vm::Vm;

pub use engine::{Places, SearchError};
use engine::{Bounds, OUT_OF_MEMORY, Program, Scratch};
pub use shown::{expression, expression_in, warning_words};

/// The bits of `Regexp#options`.
pub mod options {
    pub const IGNORE_CASE: u8 = 1;
    pub const EXTENDED: u8 = 2;
    pub const MULTI_LINE: u8 = 4;
    /// Its characters say which encoding it is for.
    pub const FIXED_ENCODING: u8 = 16;
    /// `/n`
    pub const NO_ENCODING: u8 = 32;
}

/// The place of the program that was compiled first.
const FIRST: usize = 0;

/// A Regexp's compiled form.
pub struct Compiled {
    pub encoding: Encoding,
    /// The encoding that the program compiled first is for; strings of nothing but ASCII are searched by it, unless the
    /// pattern has an encoding of its own.
    first: Encoding,
    pub options: u8,
    /// Group names, each with its numbers, in order.
    pub names: Vec<(Vec<u8>, Vec<usize>)>,
    /// The warnings for it.
    pub warnings: Vec<rutile_regexp::Warning>,
    source: Vec<u8>,
    /// The program that was compiled first.
    program: Rc<Program>,
    /// Those for strings of other encodings.
    others: RefCell<Vec<(Encoding, Rc<Program>)>>,
    /// Its programs as code outside of the machine names them.
    prepared: RefCell<Vec<Box<prepared::Prepared>>>,
    /// Seconds a match may take.
    pub timeout: Option<f64>,
}

impl Compiled {
    pub fn is_fixed(&self) -> bool {
        self.options & options::FIXED_ENCODING != 0
    }

    /// Whether the reference matches it in time proportional to the text.
    pub fn is_linear(&self) -> bool {
        engine::is_linear(&self.source, self.encoding, self.options)
    }

    /// Numbers of the groups of a name.
    pub fn numbers_of(&self, name: &[u8]) -> Option<&[usize]> {
        self.names.iter().find(|(known, _)| known == name).map(|(_, numbers)| numbers.as_slice())
    }

    /// The place of the program for an encoding among all. A match by the first borrows nothing and counts no references: it would
    /// write in a page that forked processes share.
    fn place_of_program(&self, encoding: Encoding) -> Result<usize, String> {
        if encoding == self.first {
            return Ok(FIRST);
        }
        if let Some(place) = self.others.borrow().iter().position(|(known, _)| *known == encoding) {
            return Ok(place + 1);
        }
        let read_as = if self.is_fixed() { self.encoding } else { encoding };
        let (program, _) = Program::compile(&self.source, read_as, Some(encoding), self.options)?;
        let mut others = self.others.borrow_mut();
        others.push((encoding, Rc::new(program)));
        Ok(others.len())
    }

    fn with_program<R>(&self, place: usize, act: impl FnOnce(&Rc<Program>) -> R) -> R {
        match place.checked_sub(1) {
            None => act(&self.program),
            Some(other) => act(&self.others.borrow()[other].1),
        }
    }
}

/// A compiled regexp about to be used on a string.
pub struct Matcher {
    pub compiled: Counted<Compiled>,
    program: usize,
    scratch: Rc<RefCell<Scratch>>,
}

impl Matcher {
    /// Searches `bytes` for a match that begins at `start ..= last`.
    #[inline]
    pub fn search(&self, vm: &mut Vm, bytes: &[u8], start: usize, last: usize) -> Result<bool, Exit> {
        self.look(vm, bytes, Places::Forward { start, last })
    }

    pub fn match_at(&self, vm: &mut Vm, bytes: &[u8], at: usize) -> Result<bool, Exit> {
        self.look(vm, bytes, Places::At(at))
    }

    /// Searches as asked. A search that is left off since something else has to be attended to declines for the native,
    /// whose body asks for the same again.
    pub fn look(&self, vm: &mut Vm, bytes: &[u8], places: Places) -> Result<bool, Exit> {
        self.attempt(vm, bytes, places).map_err(|error| vm.search_error(error))
    }

    fn attempt(&self, vm: &mut Vm, bytes: &[u8], places: Places) -> Result<bool, SearchError> {
        self.compiled.with_program(self.program, |program| search(vm, program, self.compiled.timeout, bytes, places))
    }

    /// The groups of the search before.
    pub fn groups(&self) -> RefMut<'_, Scratch> {
        self.scratch.borrow_mut()
    }

    /// Where the whole match of the search before lies.
    #[inline]
    pub fn whole(&self) -> (usize, usize) {
        self.scratch.borrow().group(0).unwrap_or((0, 0))
    }

    /// Where the match of the search before began; `\K` leaves that out of the whole match.
    #[inline]
    pub fn place(&self) -> usize {
        self.scratch.borrow().place()
    }
}

/// Searches by a program; a match may take so many seconds.
fn search(vm: &mut Vm, program: &Rc<Program>, timeout: Option<f64>, bytes: &[u8], places: Places) -> Result<bool, SearchError> {
    let seconds = timeout.or(vm.regexps.timeout);
    let deadline = seconds.and_then(|seconds| Instant::now().checked_add(Duration::try_from_secs_f64(seconds).ok()?));
    let bounds = Bounds { deadline, seconds, interrupt: &vm.registers.interrupt, suspended: &mut vm.regexps.suspended };
    vm.regexps.scratch.borrow_mut().search(program, bytes, places, bounds)
}

fn compile(source: &[u8], encoding: Encoding, given: u8) -> Result<Compiled, String> {
    let mut encoding = encoding;
    let mut given = given;
    if given & options::NO_ENCODING != 0 && encoding != Encoding::BINARY {
        if !source.is_ascii() {
            return Err("/.../n has a non escaped non ASCII character in non ASCII-8BIT script".to_string());
        }
        encoding = Encoding::BINARY;
    }
    if encoding == Encoding::US_ASCII && !source.is_ascii() {
        return Err("invalid multibyte character".to_string());
    }
    let (program, facts) = Program::compile(source, encoding, None, given)?;
    match facts.fixed {
        Some(fixed) => {
            let clash = fixed != encoding && given & options::FIXED_ENCODING != 0;
            if clash || fixed != Encoding::BINARY && given & options::NO_ENCODING != 0 {
                return Err("incompatible character encoding".to_string());
            }
            given |= options::FIXED_ENCODING;
            encoding = fixed;
        }
        None if given & options::FIXED_ENCODING == 0 => encoding = Encoding::US_ASCII,
        None => {}
    }
    let first = match (facts.serves, facts.fixed, encoding) {
        (Some(serves), ..) => serves,
        (None, None, Encoding::US_ASCII) => Encoding::UTF_8,
        _ => encoding,
    };
    Ok(Compiled {
        encoding,
        first,
        options: given,
        names: facts.names,
        warnings: facts.warnings,
        source: source.to_vec(),
        program: Rc::new(program),
        others: RefCell::default(),
        prepared: RefCell::default(),
        timeout: None,
    })
}

/// What is wrong with a pattern, and the pattern with its options.
fn described(reason: &str, source: &[u8], encoding: Encoding, given: u8, outer: Encoding) -> String {
    let shown = expression_in(source, encoding, outer);
    let letters = [(options::MULTI_LINE, "m"), (options::IGNORE_CASE, "i"), (options::EXTENDED, "x"), (options::NO_ENCODING, "n")];
    let letters: String = letters.iter().filter(|(bit, _)| given & bit != 0).map(|(_, letter)| *letter).collect();
    format!("{reason}: /{}/{letters}", String::from_utf8_lossy(&shown))
}

impl Vm {
    /// A Regexp cell before it is initialised.
    pub fn new_regexp_cell(&mut self) -> RegexpRef {
        let shape = self.shapes.of_class(self.classes.regexp);
        let cell = self.allocate(RegexpRef::WORDS * 8, header(Kind::Regexp, shape, 0, 0));
        for index in 1..RegexpRef::WORDS {
            cell.set_field_raw(index, Value::NIL.word());
        }
        self.heap.register_finalizer(cell);
        RegexpRef(cell)
    }

    /// A regexp literal: frozen, compiled when it is first used.
    pub fn new_regexp_literal(&mut self, source: &[u8], encoding: Encoding, options: u8) -> Result<Value, Exit> {
        let regexp = self.new_regexp_cell();
        let source = self.frozen_string(source, encoding);
        regexp.set_source(self, source.value());
        regexp.set_options(self, Value::fixnum(options as i64));
        regexp.0.set_flag(flags::FROZEN);
        Ok(regexp.value())
    }

    /// Gives a new Regexp its source and compiles it; a match may take `timeout` seconds.
    pub fn initialize_regexp(
        &mut self, regexp: RegexpRef, source: &[u8], encoding: Encoding, options: u8, timeout: Option<f64>,
    ) -> Result<(), Exit> {
        let compiled = match timeout {
            None => self.regexps.cache.compiled(source, encoding, options),
            // A limit of its own is what this one shares with no other.
            limited => compile(source, encoding, options).map(|compiled| Counted::new(Compiled { timeout: limited, ..compiled })),
        };
        let compiled = compiled.map_err(|reason| self.pattern_error(&reason, source, encoding, options))?;
        let text = self.frozen_string(source, compiled.encoding);
        self.settle_regexp(regexp, text.value(), compiled);
        Ok(())
    }

    /// Makes a Regexp what another is, with one compiled form for both.
    pub fn share_regexp(&mut self, regexp: RegexpRef, other: RegexpRef) -> Result<(), Exit> {
        let compiled = self.compiled_regexp(other)?;
        self.settle_regexp(regexp, other.source(), compiled);
        Ok(())
    }

    fn settle_regexp(&mut self, regexp: RegexpRef, source: Value, compiled: Counted<Compiled>) {
        regexp.set_source(self, source);
        regexp.set_options(self, Value::fixnum(compiled.options as i64));
        let index = self.add_resource(Box::new(compiled));
        regexp.set_compiled(self, Value::fixnum(index as i64));
    }

    pub fn regexp_error(&mut self, reason: &str, source: &[u8], encoding: Encoding) -> Exit {
        self.pattern_error(reason, source, encoding, 0)
    }

    /// The error for a pattern, shown with its options.
    fn pattern_error(&mut self, reason: &str, source: &[u8], encoding: Encoding, given: u8) -> Exit {
        if reason == OUT_OF_MEMORY {
            return self.out_of_memory_error();
        }
        let outer = self.settings.default_internal.unwrap_or(self.settings.default_external);
        self.raise(self.classes.regexp_error, described(reason, source, encoding, given, outer))
    }

    /// The compiled form of a regexp.
    pub fn compiled_regexp(&mut self, regexp: RegexpRef) -> Result<Counted<Compiled>, Exit> {
        if let Some(index) = regexp.compiled().as_fixnum() {
            let resource = self.resources.get(index as usize);
            if let Some(compiled) = resource.and_then(|resource| resource.downcast_ref::<Counted<Compiled>>()) {
                return Ok(compiled.clone());
            }
        }
        let Some(source) = StringRef::from_value(regexp.source()) else {
            return Err(self.type_error("uninitialized Regexp".to_string()));
        };
        let given = regexp.options().as_fixnum().unwrap_or(0) as u8;
        self.initialize_regexp(regexp, source.bytes(), source.encoding(), given, None)?;
        self.compiled_regexp(regexp)
    }

    /// Readies a regexp for a string: checks their encodings and finds the program for it.
    pub fn matcher(&mut self, regexp: RegexpRef, string: StringRef) -> Result<Matcher, Exit> {
        let compiled = self.compiled_regexp(regexp)?;
        let range = string.code_range();
        let encoding = string.encoding();
        if range == CodeRange::Broken {
            return Err(self.argument_error(format!("invalid byte sequence in {}", encoding.name())));
        }
        let ascii = range == CodeRange::Ascii;
        if compiled.options & options::NO_ENCODING != 0 && !compiled.is_fixed() {
            self.foresee_historical(regexp, encoding, ascii)?;
        }
        if !encoding.is_ascii_compatible() && encoding != compiled.encoding
            || compiled.is_fixed() && compiled.encoding != encoding && (!compiled.encoding.is_ascii_compatible() || !ascii)
        {
            return Err(self.incompatible_regexp(compiled.encoding, encoding));
        }
        let wanted = if compiled.is_fixed() {
            compiled.encoding
        } else if compiled.encoding == Encoding::BINARY {
            Encoding::BINARY
        } else if ascii && !(compiled.options & options::IGNORE_CASE != 0 && matches!(encoding, Encoding::BINARY | Encoding::US_ASCII)) {
            compiled.first
        } else {
            // Without case bytes are not the characters of Unicode that fold to them.
            encoding
        };
        match compiled.place_of_program(wanted) {
            Ok(program) => Ok(Matcher { compiled, program, scratch: self.regexps.scratch.clone() }),
            // Bytes that a pattern in ASCII names may be no characters of the string's encoding.
            Err(reason) if reason.ends_with("escaped multibyte character") || reason == "invalid multibyte escape" => {
                Err(self.argument_error(format!("regexp preprocess failed: {reason}")))
            }
            Err(reason) => {
                let source = compiled.source.clone();
                Err(self.regexp_error(&reason, &source, wanted))
            }
        }
    }

    /// A `/n` is for bytes, but takes what strings of any encoding have. Where the strings' encoding is another than before
    /// it has to be warned of: the native declines, and `warn_of_historical` is called before it is asked again.
    #[cold]
    fn foresee_historical(&mut self, regexp: RegexpRef, encoding: Encoding, ascii: bool) -> Result<(), Exit> {
        let bits = regexp.options().as_fixnum().unwrap_or(0);
        let before = bits >> 8;
        // Before the first match it stands for ASCII.
        if before == encoding.0 as i64 + 1 || ascii && before == 0 {
            return Ok(());
        }
        if !ascii && encoding != Encoding::BINARY && self.settings.warning_level > 0 {
            self.regexps.historical = Some(encoding);
            return Err(Exit::Fallback);
        }
        self.note_last_encoding(regexp, encoding);
        Ok(())
    }

    fn note_last_encoding(&mut self, regexp: RegexpRef, encoding: Encoding) {
        let bits = regexp.options().as_fixnum().unwrap_or(0) & 0xff;
        regexp.set_options(self, Value::fixnum((encoding.0 as i64 + 1) << 8 | bits));
    }

    /// The name of the encoding to be warned of, where a primitive that was given these values declined for that.
    pub fn take_historical(&mut self, values: &[Value]) -> Option<&'static str> {
        let encoding = self.regexps.historical.take()?;
        let regexp = values.iter().find_map(|value| RegexpRef::from_value(*value))?;
        self.note_last_encoding(regexp, encoding);
        Some(encoding.name())
    }

    fn incompatible_regexp(&mut self, regexp: Encoding, string: Encoding) -> Exit {
        let class = self.compatibility_error_class();
        self.raise(class, format!("incompatible encoding regexp match ({} regexp with {} string)", regexp.label(), string.label()))
    }

    /// A search that went wrong, as an exception.
    pub fn search_error(&mut self, error: SearchError) -> Exit {
        match error {
            SearchError::Limit => {
                let name = self.intern(b"TimeoutError");
                let found = self.own_constant(self.classes.regexp, name).and_then(ClassRef::from_module);
                let class = found.unwrap_or(self.classes.regexp_error);
                self.raise(class, "regexp match timeout".to_string())
            }
            SearchError::Suspended => {
                self.threads.left_off.set(true);
                Exit::Fallback
            }
            SearchError::Message(message) if message == OUT_OF_MEMORY => self.out_of_memory_error(),
            SearchError::Message(message) => {
                let class = self.classes.regexp_error;
                self.raise(class, message)
            }
        }
    }

    /// The MatchData of a matcher's search; `string` is frozen.
    pub fn new_match(&mut self, regexp: Value, string: StringRef, matcher: &Matcher) -> MatchRef {
        let count = matcher.groups().group_count();
        let offsets = self.array_with_capacity(count * 2);
        for number in 0..count {
            let group = matcher.groups().group(number);
            let (start, end) = group.map_or((-1, -1), |(start, end)| (start as i64, end as i64));
            self.array_push(offsets, Value::fixnum(start));
            self.array_push(offsets, Value::fixnum(end));
        }
        self.match_of(regexp, string, offsets.value())
    }

    /// A MatchData with these offsets.
    pub fn match_of(&mut self, regexp: Value, string: StringRef, offsets: Value) -> MatchRef {
        let shape = self.shapes.of_class(self.classes.match_data);
        let cell = self.allocate(MatchRef::WORDS * 8, header(Kind::MatchData, shape, 0, 0));
        let found = MatchRef(cell);
        found.set_regexp(self, regexp);
        found.set_string(self, string.value());
        found.set_offsets(self, offsets);
        found
    }

    /// A frozen string with the bytes of another, itself where it is frozen.
    pub fn frozen_copy(&mut self, string: StringRef) -> StringRef {
        let plain = self.class_of(string.value()) == self.classes.string;
        if string.is_frozen() && plain {
            return string;
        }
        let copy = self.string_copy(string);
        copy.code_range();
        copy.0.set_flag(flags::FROZEN);
        copy
    }
}
