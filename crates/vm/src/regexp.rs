//! Regexps as cells.

use crate::encoding::Encoding;
use crate::kind::{Kind, header};
use crate::native::Exit;
use crate::object::records::RegexpRef;
use crate::value::Value;
use crate::vm::Vm;

impl Vm {
    /// A Regexp cell before it is initialised.
    pub fn new_regexp_cell(&mut self) -> RegexpRef {
        let shape = self.shapes.of_class(self.classes.regexp);
        let cell = self.allocate(RegexpRef::WORDS * 8, header(Kind::Regexp, shape, 0, 0));
        for index in 1..RegexpRef::WORDS {
            cell.set_word_raw(index, Value::NIL.word());
        }
        self.heap.register_finalizer(cell);
        RegexpRef(cell)
    }

    pub fn new_regexp_literal(&mut self, source: &[u8], encoding: Encoding, options: u8) -> Result<Value, Exit> {
        let regexp = self.new_regexp_cell();
        let source = self.frozen_string(source, encoding);
        regexp.set_source(self, source.value());
        regexp.set_options(self, Value::fixnum(options as i64));
        Ok(regexp.value())
    }
}
