//! Strings.
//!
//! ```text
//!   embedded                         with a payload
//!   +--------+--------------------+  +--------+--------+---------+--------+
//!   | header | bytes ...          |  | header | length | payload | start  |
//!   +--------+--------------------+  +--------+--------+---------+--------+
//!   aux: encoding << 9 | length      aux: encoding << 9 
//! ```
//!
//! A 32-byte cell embeds 24 bytes. The payload is a `Bytes` cell (header, then
//! bytes); several strings may share one (flag `SHARED`), each with its own start
//! and length, until one of them is written.

use rutile_heap::Cell;

use crate::value::Value;
use crate::value::encoding::Encoding;
use crate::value::exit::Exit;
use crate::value::fields::{Fields, Store};
use crate::value::kind::{Header, Kind, flags, header};
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// Bytes that any embedded string has room for.
const EMBEDDED_LEAST: usize = 24;
/// Longest string that is embedded: a 512-byte cell less its header.
const EMBEDDED_MAX: usize = 504;
const LENGTH_MASK: u16 = 0x1ff;
/// The header's bits from here on are the encoding.
const ENCODING_SHIFT: u32 = 9;
const LENGTH: usize = 1;
const PAYLOAD: usize = 2;
const START: usize = 3;
/// Bytes of room that are not taken before they are needed.
const MUCH: usize = 16 << 10;

crate::cell_view! {
    /// A cell of kind String.
    StringRef String
}

/// The knowledge of a string's bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CodeRange {
    Unknown,
    /// Only ASCII.
    Ascii,
    /// Valid in its encoding, not only ASCII.
    Valid,
    Broken,
}

impl CodeRange {
    /// Whether it is true as well when ASCII follows: in some encodings an ASCII byte ends a character that was cut off.
    pub fn outlasts_ascii(self) -> bool {
        matches!(self, CodeRange::Ascii | CodeRange::Valid)
    }
}

/// The traced words of a string: a string without the embedded flag has a payload word.
pub fn traced_words(cell: Cell) -> (usize, usize) {
    if cell.has_flag(flags::EMBEDDED) { (1, 1) } else { (PAYLOAD, PAYLOAD + 1) }
}

impl StringRef {
    #[inline(always)]
    fn is_embedded(self) -> bool {
        self.0.has_flag(flags::EMBEDDED)
    }

    /// Length in bytes.
    #[inline(always)]
    pub fn len(self) -> usize {
        if self.is_embedded() { (self.0.aux() & LENGTH_MASK) as usize } else { self.0.field(LENGTH) as usize }
    }

    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    #[inline(always)]
    fn data(self) -> *mut u8 {
        if self.is_embedded() {
            return self.0.byte_pointer(8);
        }
        match self.0.cell_at(PAYLOAD) {
            Some(payload) => payload.byte_pointer(8 + self.0.field(START) as usize),
            None => self.0.byte_pointer(8),
        }
    }

    /// The bytes. The slice stays good until the string is next changed: whoever
    /// holds it keeps the string on the machine stack, where the collector finds
    /// (and pins) it and its payload.
    #[inline(always)]
    pub fn bytes<'a>(self) -> &'a [u8] {
        // SAFETY: `data` and `len` describe initialised bytes of a live cell (see above).
        unsafe { std::slice::from_raw_parts(self.data(), self.len()) }
    }

    /// The bytes, to be changed in place, of a string that is its own to change. Others have [`Vm::change_bytes`].
    #[inline(always)]
    fn bytes_mut<'a>(self) -> &'a mut [u8] {
        // SAFETY: as `bytes`; the payload is not shared (see above).
        unsafe { std::slice::from_raw_parts_mut(self.data(), self.len()) }
    }

    /// Where the bytes stand, for code that vouches itself for what it does there.
    pub fn pointer_to_bytes(self) -> *mut u8 {
        self.data()
    }

    /// Whether it has bytes that are another's, too; whom others may have them from is frozen.
    pub fn shares_payload(self) -> bool {
        !self.is_embedded() && !self.is_frozen() && self.0.has_flag(flags::SHARED)
    }

    /// The cell that its bytes are in, if that is another.
    pub fn payload(self) -> Option<Cell> {
        if self.is_embedded() { None } else { self.0.cell_at(PAYLOAD) }
    }

    /// Takes its bytes, which fit, into the cell; no one else has the payload.
    pub(crate) fn embed(self) {
        let bytes = self.bytes();
        // SAFETY: the payload is another cell, and the bytes fit this one.
        unsafe { (&mut *self.0.bytes_mut(8, bytes.len())).copy_from_slice(bytes) };
        self.0.set_flag(flags::EMBEDDED);
        self.0.set_aux(self.0.aux() & !LENGTH_MASK | bytes.len() as u16);
    }

    /// As text, with what is not UTF-8 replaced: for messages.
    pub fn text<'a>(self) -> std::borrow::Cow<'a, str> {
        String::from_utf8_lossy(self.bytes())
    }

    #[inline(always)]
    pub fn encoding(self) -> Encoding {
        Encoding((self.0.aux() >> ENCODING_SHIFT) as u8)
    }

    /// Declares the bytes to be in another encoding.
    pub fn set_encoding(self, encoding: Encoding) {
        let aux = self.0.aux() & LENGTH_MASK | (encoding.0 as u16) << ENCODING_SHIFT;
        self.0.set_aux(aux);
        self.forget_code_range();
    }

    #[inline(always)]
    pub fn is_frozen(self) -> bool {
        self.0.has_flag(flags::FROZEN)
    }

    /// Whether its bytes are lent to a buffer, and nobody else may change them. A locked string is marked
    /// as chilled too, so that whoever is about to change one looks twice.
    #[inline(always)]
    pub fn is_locked(self) -> bool {
        self.0.has_flag(flags::SPECIAL)
    }

    /// Whether it is a literal that will be frozen one day, unchanged so far.
    pub fn is_chilled(self) -> bool {
        self.0.has_flag(flags::CHILLED) && !self.is_locked()
    }

    pub fn set_locked(self, locked: bool) {
        if locked {
            self.0.set_flag(flags::SPECIAL | flags::CHILLED);
        } else {
            self.0.clear_flag(flags::SPECIAL | flags::CHILLED);
        }
    }

    pub fn known_code_range(self) -> CodeRange {
        match (self.0.has_flag(flags::ASCII_ONLY), self.0.has_flag(flags::VALID)) {
            (false, false) => CodeRange::Unknown,
            (true, true) => CodeRange::Ascii,
            (false, true) => CodeRange::Valid,
            (true, false) => CodeRange::Broken,
        }
    }

    pub fn set_code_range(self, range: CodeRange) {
        self.forget_code_range();
        match range {
            CodeRange::Unknown => {}
            CodeRange::Ascii => self.0.set_flag(flags::ASCII_ONLY | flags::VALID),
            CodeRange::Valid => self.0.set_flag(flags::VALID),
            CodeRange::Broken => self.0.set_flag(flags::ASCII_ONLY),
        }
    }

    #[inline(always)]
    pub fn forget_code_range(self) {
        if self.0.flags() & (flags::ASCII_ONLY | flags::VALID) != 0 {
            self.0.clear_flag(flags::ASCII_ONLY | flags::VALID);
        }
    }

    /// The code range of the bytes, found once: recorded unless the string is shared with
    /// the page of a parent process (frozen strings are recorded at creation).
    pub fn code_range(self) -> CodeRange {
        let known = self.known_code_range();
        if known != CodeRange::Unknown {
            return known;
        }
        let range = scan(self.bytes(), self.encoding());
        self.set_code_range(range);
        range
    }

    pub fn is_ascii_only(self) -> bool {
        self.code_range() == CodeRange::Ascii
    }

    /// Bytes that fit without a new payload.
    pub fn capacity(self) -> usize {
        if self.is_embedded() {
            return (self.0.slot_words() * 8 - 8).min(EMBEDDED_MAX);
        }
        match self.0.cell_at(PAYLOAD) {
            Some(payload) => payload.slot_words() * 8 - 8 - self.0.field(START) as usize,
            None => 0,
        }
    }

    /// The room that was asked for and not yet taken, see `string_expect`.
    fn expected_room(self) -> usize {
        let has_bytes = self.is_embedded() || self.0.field(PAYLOAD) != 0;
        if has_bytes { 0 } else { self.0.field(START) as usize }
    }

    /// Appends a string where that needs nothing but to copy its bytes: this one is its own to change, has room for
    /// them, and is in the same encoding, or the other is known to be ASCII and no more. False: nothing was done.
    pub(crate) fn append_in_place(self, other: StringRef) -> bool {
        let (old, bytes) = (self.len(), other.bytes());
        let length = old + bytes.len();
        if length > self.capacity() || !self.takes_as_it_is(other) {
            return false;
        }
        if !(other.known_code_range() == CodeRange::Ascii && self.known_code_range().outlasts_ascii()) {
            self.forget_code_range();
        }
        self.set_len(length);
        // The source may be this string: what it had is not what is written.
        self.bytes_mut()[old..].copy_from_slice(bytes);
        true
    }

    /// Whether another's bytes may be appended as they are: this one is its own to change, and the other is in the same encoding, or
    /// known to be ASCII alone where both encodings extend that.
    #[inline(always)]
    fn takes_as_it_is(self, other: StringRef) -> bool {
        let kept = self.0.flags() & (flags::FROZEN | flags::CHILLED | flags::SHARED) != 0;
        !kept && (self.encoding() == other.encoding() || self.takes_ascii(other))
    }

    fn takes_ascii(self, other: StringRef) -> bool {
        other.known_code_range() == CodeRange::Ascii && self.encoding().is_ascii_compatible() && other.encoding().is_ascii_compatible()
    }

    /// Makes these its bytes, `length` in all, which it has room for.
    pub(crate) fn fill<'a>(self, length: usize, parts: impl Iterator<Item = &'a [u8]>) {
        let mut filling = self.fill_with(length);
        parts.for_each(|part| filling.add(part));
    }

    /// The same, part by part.
    #[inline(always)]
    pub(crate) fn fill_with<'a>(self, length: usize) -> Filling<'a> {
        self.set_len(length);
        Filling(self.bytes_mut())
    }

    fn set_len(self, length: usize) {
        if self.is_embedded() {
            self.0.set_aux(self.0.aux() & !LENGTH_MASK | length as u16);
        } else {
            self.0.set_field_raw(LENGTH, length as u64);
        }
    }
}

/// The bytes of a string that are still to come.
pub(crate) struct Filling<'a>(&'a mut [u8]);

impl Filling<'_> {
    #[inline(always)]
    pub fn add(&mut self, part: &[u8]) {
        let (place, behind) = std::mem::take(&mut self.0).split_at_mut(part.len());
        place.copy_from_slice(part);
        self.0 = behind;
    }
}

/// Looks at bytes in an encoding.
pub fn scan(bytes: &[u8], encoding: Encoding) -> CodeRange {
    use crate::value::encoding::Scheme;
    if encoding.is_ascii_compatible() && bytes.is_ascii() {
        return CodeRange::Ascii;
    }
    match encoding.scheme() {
        Scheme::Utf8 => if std::str::from_utf8(bytes).is_ok() { CodeRange::Valid } else { CodeRange::Broken },
        Scheme::SingleByte if encoding == Encoding::US_ASCII => CodeRange::Broken,
        Scheme::SingleByte | Scheme::Dummy => CodeRange::Valid,
        _ => if crate::value::characters::is_valid(bytes, encoding) { CodeRange::Valid } else { CodeRange::Broken },
    }
}

impl Vm {
    /// A new string with these bytes.
    pub fn new_string(&mut self, bytes: &[u8], encoding: Encoding) -> StringRef {
        let string = self.string_with_capacity(bytes.len(), encoding);
        string.set_len(bytes.len());
        string.bytes_mut().copy_from_slice(bytes);
        string
    }

    /// A new string with the name of a symbol.
    pub fn symbol_string(&mut self, symbol: Symbol) -> StringRef {
        let (length, encoding) = (self.symbols.bytes(symbol).len(), self.symbols.encoding(symbol));
        let string = self.string_with_capacity(length, encoding);
        string.set_len(length);
        string.bytes_mut().copy_from_slice(self.symbols.bytes(symbol));
        if encoding == Encoding::US_ASCII {
            string.set_code_range(CodeRange::Ascii);
        }
        string
    }

    /// A new UTF-8 string.
    pub fn string(&mut self, text: &str) -> Value {
        self.new_string(text.as_bytes(), Encoding::UTF_8).value()
    }

    /// A new US-ASCII string of what is nothing but ASCII, as number formatting gives.
    pub fn ascii_string(&mut self, text: impl AsRef<[u8]>) -> Value {
        let string = self.new_string(text.as_ref(), Encoding::US_ASCII);
        string.set_code_range(CodeRange::Ascii);
        string.value()
    }

    /// A new string of so many bytes of ASCII, which come one after the other.
    pub fn string_of_ascii(&mut self, length: usize, encoding: Encoding, bytes: impl Iterator<Item = u8>) -> StringRef {
        let string = self.string_written(length, encoding, |out| out.iter_mut().zip(bytes).for_each(|(to, byte)| *to = byte));
        string.set_code_range(CodeRange::Ascii);
        string
    }

    /// A new string of so many bytes, which `write` puts where they are to stand.
    pub fn string_written(&mut self, length: usize, encoding: Encoding, write: impl FnOnce(&mut [u8])) -> StringRef {
        let string = self.string_with_capacity(length, encoding);
        string.set_len(length);
        write(string.bytes_mut());
        string
    }

    /// A new frozen string whose facts are known.
    pub fn frozen_string(&mut self, bytes: &[u8], encoding: Encoding) -> StringRef {
        let string = self.new_string(bytes, encoding);
        string.code_range();
        string.0.set_flag(flags::FROZEN);
        string
    }

    /// An empty string with room for `capacity` bytes.
    pub fn string_with_capacity(&mut self, capacity: usize, encoding: Encoding) -> StringRef {
        let shape = self.shapes.of_class(self.classes.string);
        let aux = (encoding.0 as u16) << ENCODING_SHIFT;
        let embedded = header(Kind::String, shape, flags::EMBEDDED, aux);
        if capacity <= EMBEDDED_LEAST {
            // A size that the compiler knows is had with half the instructions.
            return StringRef(self.allocate(8 + EMBEDDED_LEAST, embedded));
        }
        if capacity <= EMBEDDED_MAX {
            return StringRef(self.allocate(8 + capacity, embedded));
        }
        let payload = self.allocate(8 + capacity, header(Kind::Text, 0, 0, 0));
        let cell = self.allocate(32, header(Kind::String, shape, 0, aux));
        cell.set_field_raw(PAYLOAD, payload.address());
        StringRef(cell)
    }

    /// Where the bytes of a string stand, with a zero byte behind the last: as C code wants them.
    pub fn string_zero_ended(&mut self, string: StringRef) -> *mut u8 {
        let length = string.len();
        let has_room = string.capacity() > length;
        // SAFETY: the byte lies in the room that the string has.
        if has_room && unsafe { *string.data().add(length) } == 0 {
            return string.data();
        }
        if !has_room || string.0.has_flag(flags::SHARED) {
            self.string_reserve(string, length + 1);
        }
        // SAFETY: as above; the payload is the string's own.
        unsafe { *string.data().add(length) = 0 };
        string.data()
    }

    /// Takes the first `length` bytes of its room, which C code has written, for those of a string.
    pub fn string_take_length(&mut self, string: StringRef, length: usize) {
        debug_assert!(length <= string.capacity());
        string.set_len(length);
        string.forget_code_range();
    }

    /// Makes the bytes of a string its own, with room for `capacity` of them. Checks nothing: see [`Vm::string_modify`].
    pub fn string_reserve(&mut self, string: StringRef, capacity: usize) {
        let shared = string.0.has_flag(flags::SHARED);
        if !shared && string.capacity() >= capacity {
            return;
        }
        let length = string.len();
        if let Some(payload) = string.payload().filter(|_| !shared) {
            let start = string.0.field(START) as usize;
            if start <= length / 2 && self.grow(payload, 8 + start + capacity.max(length + length / 8)) {
                return;
            }
        }
        let expected = Some(string.expected_room()).filter(|room| self.heap.has_room(8 + room));
        let room = if shared { capacity.max(length) } else { capacity.max(length + length / 2).max(expected.unwrap_or(0)).max(56) };
        let text = header(Kind::Text, 0, 0, 0);
        let payload = if length > 0 { self.allocate_growing(8 + room, text) } else { self.allocate(8 + room, text) };
        // SAFETY: the payload is new, with room for `length` bytes, and not the string's own.
        unsafe { (&mut *payload.bytes_mut(8, length)).copy_from_slice(string.bytes()) };
        let aux = string.0.aux() & !LENGTH_MASK;
        string.0.clear_flag(flags::EMBEDDED | flags::SHARED);
        string.0.set_aux(aux);
        string.0.set_field_raw(LENGTH, length as u64);
        string.0.set_field_raw(START, 0);
        self.heap.store(string.0, PAYLOAD, payload.address());
    }

    /// Prepares a string for `capacity` bytes to come. Much room is taken when the first of them do: until then the
    /// string has no payload, and the word that tells where in it the string starts tells the room.
    pub fn string_expect(&mut self, string: StringRef, capacity: usize) {
        if capacity < MUCH || !string.is_empty() || string.0.has_flag(flags::SHARED) || string.capacity() >= capacity {
            return self.string_reserve(string, capacity);
        }
        string.0.clear_flag(flags::EMBEDDED);
        string.0.set_field_raw(LENGTH, 0);
        string.0.set_field_raw(PAYLOAD, 0);
        string.0.set_field_raw(START, capacity as u64);
    }

    /// Gives a string a payload of the size of its bytes.
    pub(crate) fn shrink_string(&mut self, string: StringRef) {
        let bytes = string.bytes();
        if let Some(payload) = string.payload().filter(|_| string.0.field(START) == 0)
            && self.heap.cut_large(payload, 8 + bytes.len())
        {
            return;
        }
        let payload = self.allocate(8 + bytes.len(), header(Kind::Text, 0, 0, 0));
        // SAFETY: the payload is new, with room for the bytes.
        unsafe { (&mut *payload.bytes_mut(8, bytes.len())).copy_from_slice(bytes) };
        string.0.set_field_raw(START, 0);
        self.heap.store(string.0, PAYLOAD, payload.address());
    }

    /// A literal is changed that will be frozen one day: who wants to know is told so at the next safepoint.
    #[cold]
    pub(crate) fn change_literal(&mut self, string: StringRef) {
        string.0.clear_flag(flags::CHILLED);
        if !self.settings.warns_of_deprecated || self.settings.warning_level == 0 {
            return;
        }
        if let Some((path, line)) = self.program_position() {
            let made_at = self.get_variable(string.value(), Symbol::MADE_AT).as_string().map(|place| place.text().into_owned());
            self.program.changed_literals.push((format!("{path}:{line}"), made_at));
            self.request_interrupt();
        }
    }

    /// Checks that a string may be changed and makes its bytes its own.
    pub fn string_modify(&mut self, string: StringRef) -> Result<(), Exit> {
        if string.0.flags() & (flags::FROZEN | flags::CHILLED) != 0 {
            self.check_frozen(string.value())?;
        }
        if string.0.has_flag(flags::SHARED) {
            self.string_reserve(string, string.len());
        }
        string.forget_code_range();
        Ok(())
    }

    /// Changes the bytes of a string in place, unless it may not be changed. What is done meanwhile leaves the string as long as it
    /// is, and where it is.
    pub fn change_bytes<T>(&mut self, string: StringRef, change: impl FnOnce(&mut Vm, &mut [u8]) -> T) -> Result<T, Exit> {
        self.string_modify(string)?;
        let bytes = string.bytes_mut();
        let range = bytes.as_ptr_range();
        let result = change(self, bytes);
        debug_assert_eq!(string.bytes().as_ptr_range(), range, "a string was changed while its bytes were");
        Ok(result)
    }

    /// Makes room for what is appended to a string that is its own to change; false where something else is in the way of
    /// `append_in_place`.
    pub(crate) fn make_room_to_append(&mut self, string: StringRef, other: StringRef) -> bool {
        let length = string.len() + other.len();
        let grows = length > string.capacity() && string.takes_as_it_is(other) && self.check_allocation(length).is_ok();
        if grows {
            self.string_reserve(string, length);
        }
        grows
    }

    /// Appends bytes. The caller has made the string modifiable; encodings are the caller's affair.
    pub fn string_append(&mut self, string: StringRef, bytes: &[u8]) {
        let old = string.len();
        let length = old + bytes.len();
        let known = string.known_code_range();
        // `bytes` may lie in the string itself: its payload stays alive, found on the machine stack.
        self.string_reserve(string, length);
        string.set_len(length);
        string.bytes_mut()[old..].copy_from_slice(bytes);
        if known == CodeRange::Ascii && !bytes.is_ascii() || known == CodeRange::Broken {
            string.forget_code_range();
        }
        if known == CodeRange::Valid {
            string.forget_code_range();
        }
    }

    /// Replaces all bytes (the encoding stays). The caller has made the string modifiable.
    pub fn string_replace(&mut self, string: StringRef, bytes: &[u8]) {
        self.string_reserve(string, bytes.len());
        // SAFETY: room was reserved; `copy` allows the ranges to overlap.
        unsafe { std::ptr::copy(bytes.as_ptr(), string.data(), bytes.len()) };
        string.set_len(bytes.len());
        string.forget_code_range();
    }

    /// Sets the length in bytes; new bytes are zero. The caller has made the string modifiable.
    pub fn string_resize(&mut self, string: StringRef, length: usize) {
        let old = string.len();
        if length > old {
            self.string_reserve(string, length);
        }
        string.set_len(length);
        if length > old {
            string.bytes_mut()[old..].fill(0);
        }
        string.forget_code_range();
    }

    /// Sets the length in bytes; new bytes are whatever stood there, so the caller writes them or takes them back.
    pub fn string_stretch(&mut self, string: StringRef, length: usize) {
        self.string_reserve(string, length);
        string.set_len(length);
        string.forget_code_range();
    }

    /// Replaces `removed` bytes at `start` with others. The caller has made the string modifiable.
    pub fn string_splice(&mut self, string: StringRef, start: usize, removed: usize, bytes: &[u8]) {
        let old = string.len();
        let length = old - removed + bytes.len();
        let copy;
        let bytes = if string.0.address() != 0 && overlaps(string.bytes(), bytes) {
            copy = bytes.to_vec();
            &copy[..]
        } else {
            bytes
        };
        if length > old {
            self.string_reserve(string, length);
            string.set_len(length);
        }
        let all = string.bytes_mut();
        all.copy_within(start + removed..old, start + bytes.len());
        all[start..start + bytes.len()].copy_from_slice(bytes);
        string.set_len(length);
        string.forget_code_range();
    }

    /// A new string of bytes `start .. start + length` of another, sharing its payload where that pays.
    pub fn string_slice(&mut self, string: StringRef, start: usize, length: usize) -> StringRef {
        let encoding = string.encoding();
        if length <= 120 || string.is_embedded() {
            let bytes = &string.bytes()[start..start + length];
            let piece = self.string_with_capacity(length, encoding);
            piece.set_len(length);
            piece.bytes_mut().copy_from_slice(bytes);
            if string.known_code_range() == CodeRange::Ascii {
                piece.set_code_range(CodeRange::Ascii);
            }
            return piece;
        }
        let shape = self.shapes.of_class(self.classes.string);
        let cell = self.allocate(32, header(Kind::String, shape, flags::SHARED, (encoding.0 as u16) << ENCODING_SHIFT));
        string.0.set_flag(flags::SHARED);
        cell.set_field_raw(LENGTH, length as u64);
        cell.set_field_raw(PAYLOAD, string.0.field(PAYLOAD));
        cell.set_field_raw(START, string.0.field(START) + start as u64);
        let piece = StringRef(cell);
        if string.known_code_range() == CodeRange::Ascii {
            piece.set_code_range(CodeRange::Ascii);
        }
        piece
    }

    /// A copy of class String with the same bytes, encoding and facts.
    pub fn string_copy(&mut self, string: StringRef) -> StringRef {
        let copy = self.string_slice(string, 0, string.len());
        copy.set_code_range(string.known_code_range());
        copy
    }
}

fn overlaps(whole: &[u8], part: &[u8]) -> bool {
    let (start, end) = (whole.as_ptr() as usize, whole.as_ptr() as usize + whole.len());
    let at = part.as_ptr() as usize;
    at >= start && at < end
}
