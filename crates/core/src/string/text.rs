//! Helpers of the natives of strings: reading arguments, positions of characters,
//! and which encoding two strings have together.
//!
//! A native of text can be called in two ways: as the `primitive` of a method, with
//! its receiver, or as `Primitive.name(string, ...)` from a Ruby body that has
//! converted the arguments first. [`Call`] makes the two look alike.

use rutile_vm::value::characters;
use rutile_vm::value::encoding::Scheme;
use rutile_vm::prelude::*;

/// A native's arguments, the subject apart from the others.
#[derive(Clone, Copy)]
pub struct Call {
    args: Arguments,
    shift: usize,
}

impl Call {
    pub fn of(args: Arguments) -> Call {
        Call { args, shift: args.receiver().is_nil() as usize }
    }

    /// A call with exactly so many arguments beside the subject; the Ruby body says what is wrong with others.
    pub fn taking(args: Arguments, count: usize) -> Result<Call, Exit> {
        let call = Call::of(args);
        if call.count() == count { Ok(call) } else { Err(Exit::Fallback) }
    }

    /// Whether it is `Primitive.name(...)`, not the method itself.
    pub fn is_direct(self) -> bool {
        self.shift == 1
    }

    pub fn subject(self) -> Value {
        if self.shift == 0 { self.args.receiver() } else { self.args.get(0) }
    }

    pub fn get(self, index: usize) -> Value {
        self.args.get(index + self.shift)
    }

    pub fn count(self) -> usize {
        self.args.count().saturating_sub(self.shift)
    }

    pub fn rest<'a>(self) -> &'a [Value] {
        &self.args.as_slice()[self.shift..]
    }

    pub fn has_block(self) -> bool {
        self.args.has_block()
    }

    pub fn string(self) -> Result<StringRef, Exit> {
        StringRef::from_value(self.subject()).ok_or(Exit::Fallback)
    }

    pub fn text(self, index: usize) -> Result<StringRef, Exit> {
        StringRef::from_value(self.get(index)).ok_or(Exit::Fallback)
    }

    pub fn integer(self, index: usize) -> Result<i64, Exit> {
        self.get(index).as_fixnum().ok_or(Exit::Fallback)
    }

    /// The subject, made ready to be changed.
    pub fn writable(self, vm: &mut Vm) -> Result<StringRef, Exit> {
        let string = self.string()?;
        vm.string_modify(string)?;
        Ok(string)
    }

    pub fn position(self, index: usize) -> Result<usize, Exit> {
        usize::try_from(self.integer(index)?).map_err(|_| Exit::Fallback)
    }
}

/// Whether characters of a string are bytes.
pub fn is_bytewise(string: StringRef) -> bool {
    characters::is_single_byte(string.encoding()) || string.is_ascii_only()
}

/// Characters in a string.
pub fn char_count(string: StringRef) -> usize {
    if is_bytewise(string) {
        return string.len();
    }
    if is_valid_utf8(string) {
        return characters::count_valid_utf8(string.bytes());
    }
    characters::count(string.bytes(), string.encoding())
}

pub fn is_valid_utf8(string: StringRef) -> bool {
    string.encoding().scheme() == Scheme::Utf8 && string.code_range() != CodeRange::Broken
}

/// The byte at which a character begins; the end of the string counts.
pub fn byte_offset(string: StringRef, index: usize) -> Option<usize> {
    if is_bytewise(string) {
        return if index <= string.len() { Some(index) } else { None };
    }
    if is_valid_utf8(string) {
        return characters::offset_of_valid_utf8(string.bytes(), index);
    }
    characters::offset_of(string.bytes(), index, string.encoding())
}

/// How many characters stand before a byte.
pub fn char_index(string: StringRef, offset: usize) -> usize {
    if is_bytewise(string) {
        return offset;
    }
    let before = &string.bytes()[..offset.min(string.len())];
    if is_valid_utf8(string) { characters::count_valid_utf8(before) } else { characters::count(before, string.encoding()) }
}

/// Where the last so many characters of valid UTF-8 begin.
fn offset_from_end(bytes: &[u8], count: u64) -> Option<usize> {
    let starts = bytes.iter().enumerate().rev().filter(|(_, byte)| **byte & 0xc0 != 0x80);
    starts.map(|(offset, _)| offset).nth(usize::try_from(count - 1).ok()?)
}

/// Bytes of the part `start, length` in characters; negative starts count from the end.
pub fn char_range(string: StringRef, start: i64, length: i64) -> Option<(usize, usize)> {
    if length < 0 {
        return None;
    }
    let from = match start {
        0.. => byte_offset(string, start as usize)?,
        _ if !is_bytewise(string) && is_valid_utf8(string) => offset_from_end(string.bytes(), start.unsigned_abs())?,
        _ => byte_offset(string, usize::try_from(start + char_count(string) as i64).ok()?)?,
    };
    if is_bytewise(string) {
        let size = string.len() - from;
        return Some((from, size.min(length as usize)));
    }
    let rest = &string.bytes()[from..];
    let end = if is_valid_utf8(string) {
        characters::offset_of_valid_utf8(rest, length as usize)
    } else {
        characters::offset_of(rest, length as usize, string.encoding())
    };
    Some((from, end.unwrap_or(rest.len())))
}

/// The encoding that two strings have together, if they have one.
pub fn compatible(a: StringRef, b: StringRef) -> Option<Encoding> {
    let (first, second) = (a.encoding(), b.encoding());
    if first == second {
        return Some(first);
    }
    if b.is_empty() {
        return Some(first);
    }
    if a.is_empty() {
        return Some(if first.is_ascii_compatible() && b.is_ascii_only() { first } else { second });
    }
    if !first.is_ascii_compatible() || !second.is_ascii_compatible() {
        return None;
    }
    if b.is_ascii_only() {
        return Some(first);
    }
    if a.is_ascii_only() { Some(second) } else { None }
}

/// [`compatible`], or the error that says it isn't.
#[inline]
pub fn common_encoding(vm: &mut Vm, a: StringRef, b: StringRef) -> Result<Encoding, Exit> {
    if a.encoding() == b.encoding() {
        return Ok(a.encoding());
    }
    match compatible(a, b) {
        Some(encoding) => Ok(encoding),
        None => Err(incompatible(vm, a.encoding(), b.encoding())),
    }
}

/// Only encodings that ASCII is a part of can be read for digits and escapes.
pub fn check_ascii_compatible(vm: &mut Vm, string: StringRef) -> Result<(), Exit> {
    if string.encoding().is_ascii_compatible() {
        return Ok(());
    }
    let class = vm.compatibility_error_class();
    Err(vm.raise(class, format!("ASCII incompatible encoding: {}", string.encoding().name())))
}

pub fn incompatible(vm: &mut Vm, a: Encoding, b: Encoding) -> Exit {
    let class = vm.compatibility_error_class();
    vm.raise(class, format!("incompatible character encodings: {} and {}", a.label(), b.label()))
}

/// A constant under `Encoding`, as a class.
pub fn encoding_error_class(vm: &mut Vm, name: &str) -> ClassRef {
    let error = vm.intern(name.as_bytes());
    vm.own_constant(vm.classes.encoding, error).and_then(ClassRef::from_module).unwrap_or(vm.classes.encoding_error)
}

/// The encoding that `inspect` answers in.
pub fn shown_encoding(vm: &Vm) -> Encoding {
    let shown = vm.settings.default_internal.unwrap_or(vm.settings.default_external);
    if shown.is_ascii_compatible() { shown } else { Encoding::US_ASCII }
}

/// A new string.
pub fn make(vm: &mut Vm, bytes: &[u8], encoding: Encoding) -> NativeResult {
    vm.check_allocation(bytes.len())?;
    Ok(vm.new_string(bytes, encoding).value())
}

/// A part of a string, as a new String.
pub fn part(vm: &mut Vm, string: StringRef, start: usize, length: usize) -> Value {
    vm.string_slice(string, start, length).value()
}

/// Ends of a Range object of small integers: first (0 if nil), last, whether the last is left out.
pub fn integer_range(vm: &Vm, value: Value) -> Option<(i64, Option<i64>, bool)> {
    if !value.is_kind(Kind::Object) || vm.class_of(value) != vm.classes.range {
        return None;
    }
    let (first, last) = (vm.get_variable(value, Symbol::FIRST), vm.get_variable(value, Symbol::LAST));
    let exclusive = vm.get_variable(value, Symbol::EXCLUSIVE).truthy();
    let first = if first.is_nil() { 0 } else { first.as_fixnum()? };
    let last = if last.is_nil() { None } else { Some(last.as_fixnum()?) };
    Some((first, last, exclusive))
}

/// Start and length of a range of integers in something of `size`, as `[]` takes it.
pub fn range_in(range: (i64, Option<i64>, bool), size: usize) -> Option<(usize, usize)> {
    let size = size as i64;
    let (first, last, exclusive) = range;
    let start = if first < 0 { first + size } else { first };
    if start < 0 || start > size {
        return None;
    }
    let end = match last {
        None => size,
        Some(last) => {
            let last = if last < 0 { last + size } else { last };
            if exclusive { last } else { last.saturating_add(1) }
        }
    };
    Some((start as usize, (end.min(size) - start).max(0) as usize))
}

/// First place of bytes in others at or after `from`.
pub fn find(haystack: &[u8], needle: &[u8], from: usize) -> Option<usize> {
    if from > haystack.len() {
        return None;
    }
    memchr::memmem::find(&haystack[from..], needle).map(|found| found + from)
}

/// First place of a string in another at or after byte `from` that begins a character. What is broken is found nowhere.
pub fn find_string(string: StringRef, needle: StringRef, from: usize) -> Option<usize> {
    if needle.code_range() == CodeRange::Broken { None } else { find_bytes(string, needle, from) }
}

/// As `find_string`, of what may be broken itself.
pub fn find_bytes(string: StringRef, needle: StringRef, from: usize) -> Option<usize> {
    let bytes = string.bytes();
    let mut from = from;
    loop {
        let found = find(bytes, needle.bytes(), from)?;
        if is_bytewise(string) || is_valid_utf8(string) && needle.code_range() != CodeRange::Broken {
            return Some(found);
        }
        if characters::start_of(bytes, found, string.encoding()) == found {
            return Some(found);
        }
        from = found + 1;
    }
}

/// Where the needle's first byte is seldom it alone finds the place; `memmem` prepares itself before it searches.
fn find_bytes_backward(bytes: &[u8], needle: &[u8]) -> Option<usize> {
    const CANDIDATES: usize = 16;
    let Some(&first) = needle.first() else { return Some(bytes.len()) };
    let mut end = (bytes.len() + 1).checked_sub(needle.len())?;
    for _ in 0..CANDIDATES {
        let found = memchr::memrchr(first, &bytes[..end])?;
        if bytes[found..].starts_with(needle) {
            return Some(found);
        }
        end = found;
    }
    memchr::memmem::rfind(&bytes[..end + needle.len() - 1], needle)
}

/// Last place of a string in another that begins at or before byte `from`.
pub fn find_string_backward(string: StringRef, needle: StringRef, from: usize) -> Option<usize> {
    if needle.code_range() == CodeRange::Broken {
        return None;
    }
    let bytes = string.bytes();
    let mut end = from.saturating_add(needle.len()).min(bytes.len());
    loop {
        let found = find_bytes_backward(&bytes[..end], needle.bytes())?;
        if is_bytewise(string) || characters::start_of(bytes, found, string.encoding()) == found {
            return Some(found);
        }
        if found + needle.len() == 0 {
            return None;
        }
        end = found + needle.len() - 1;
    }
}

/// A position as a Ruby integer.
pub fn position(at: usize) -> Value {
    Value::fixnum(at as i64)
}
