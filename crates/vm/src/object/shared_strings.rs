//! Shared strings: one frozen String for all that say the same in the same encoding.
//!
//! The table of shared strings. What `-text` gives and string literals of a program stand in one weak table, so that two literals of the same
//! text are one object, wherever they are written. The core library's own literals are not in it: programs never see
//! most of them, and a start would pay for each.

use crate::object::hash::HashRef;
use crate::object::string::StringRef;
use crate::value::Value;
use crate::value::encoding::Encoding;
use crate::vm::Vm;

impl Vm {
    /// The shared string of these bytes, if there is one.
    fn known_string(&self, table: HashRef, code: i64, bytes: &[u8], encoding: Encoding) -> Option<StringRef> {
        let mut found = table.find_candidate(code, None);
        while let Some(position) = found {
            let known = StringRef::from_value(table.key_at(position)).filter(|known| known.encoding() == encoding && known.bytes() == bytes);
            if known.is_some() {
                return known;
            }
            found = table.find_candidate(code, Some(position));
        }
        None
    }

    fn shared_strings(&mut self) -> HashRef {
        match HashRef::from_value(self.program.shared_strings) {
            Some(table) => table,
            None => {
                let table = self.new_weak_hash(false, false);
                self.program.shared_strings = table.value();
                table
            }
        }
    }

    /// Enters a string that the table has not.
    fn share(&mut self, own: StringRef, code: i64) -> StringRef {
        let table = self.shared_strings();
        self.hash_append(table, code, own.value(), Value::TRUE);
        own
    }

    /// The shared string of a literal.
    pub(crate) fn shared_literal(&mut self, bytes: &[u8], encoding: Encoding) -> StringRef {
        let code = self.text_hash(bytes, encoding);
        self.shared_text(bytes, encoding, code)
    }

    /// The shared string of these bytes, whose hash code (`text_hash`) is known.
    pub fn shared_text(&mut self, bytes: &[u8], encoding: Encoding, code: i64) -> StringRef {
        let table = self.shared_strings();
        if let Some(known) = self.known_string(table, code, bytes, encoding) {
            return known;
        }
        let own = self.frozen_string(bytes, encoding);
        self.share(own, code)
    }

    /// The shared string that says what a string says, whose hash code is known, where there is one already.
    pub(crate) fn shared_before(&self, string: StringRef, code: i64) -> Option<StringRef> {
        let table = HashRef::from_value(self.program.shared_strings)?;
        self.known_string(table, code, string.bytes(), string.encoding())
    }

    /// Whether this very string is the shared one of its text.
    pub fn is_shared(&self, string: StringRef) -> bool {
        string.is_frozen() && self.shared_before(string, self.text_hash(string.bytes(), string.encoding())) == Some(string)
    }

    /// The shared string that says what a plain string says: itself, if it is frozen and the first.
    pub fn shared_string(&mut self, string: StringRef) -> StringRef {
        let table = self.shared_strings();
        let code = self.text_hash(string.bytes(), string.encoding());
        if let Some(known) = self.known_string(table, code, string.bytes(), string.encoding()) {
            return known;
        }
        let own = self.frozen_copy(string);
        self.share(own, code)
    }
}
