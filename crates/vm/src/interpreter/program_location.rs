//! Places in the program: where it is, and where constants were set.

use rutile_bytecode::{FunctionFlags, FunctionKind};

use crate::code::native::NativeResult;
use crate::code::stack::FrameRef;
use crate::object::array::ArrayRef;
use crate::object::class::ClassRef;
use crate::object::hash::HashRef;
use crate::object::records::MethodObjectRef;
use crate::value::Value;
use crate::value::fields::{Fields, Store};
use crate::value::kind::{Kind, flags, header};
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// Whether a function is the body of a file or class, which runs once and defines.
fn is_body(kind: FunctionKind) -> bool {
    matches!(kind, FunctionKind::File | FunctionKind::Class | FunctionKind::Module | FunctionKind::SingletonClass)
}

impl Vm {
    /// The nearest frame that methods can be defined in by a call: the program's, or the body
    /// of a class or file of the core library or of our own half of the standard library.
    pub fn defining_frame(&self) -> Option<FrameRef> {
        if self.registers.stack_empty {
            return None;
        }
        let mut frame = self.registers.frame;
        while frame.code().has(FunctionFlags::CORE) && !is_body(frame.code().kind) {
            frame = frame.caller()?;
        }
        Some(frame)
    }

    /// A method as the program's running scope sees it, refinements in use included.
    pub fn find_method_for_program(&mut self, class: ClassRef, name: Symbol) -> Option<crate::object::records::MethodRef> {
        if !self.program.uses_refinements {
            // Finding the program's scope takes as long as the core library's frames are deep.
            return self.find_method(class, name);
        }
        let scope = self.program_frame().and_then(|(frame, _)| crate::interpreter::scope_of(frame));
        match scope.and_then(|scope| ArrayRef::from_value(scope.refinements())) {
            Some(refinements) => self.find_refined_method(class, name, refinements),
            None => self.find_method(class, name),
        }
    }

    /// Path and line at which the program is.
    pub fn program_position(&self) -> Option<(String, u32)> {
        let (frame, pc) = self.program_frame()?;
        let code = frame.code();
        Some((code.file().to_string(), code.line_at(pc)))
    }

    /// `[path, line]`
    pub fn position_array(&mut self, place: &(String, u32)) -> Value {
        let path = self.string(&place.0);
        self.new_array(&[path, Value::fixnum(place.1 as i64)]).value()
    }

    fn place_table(&mut self, module: ClassRef, name: &[u8]) -> HashRef {
        let key = self.intern(name);
        match HashRef::from_value(self.get_variable(module.value(), key)) {
            Some(table) => table,
            None => {
                let table = self.new_hash(1);
                self.set_variable(module.value(), key, table.value());
                table
            }
        }
    }

    /// Remembers where the program sets a constant, and where it was set before.
    pub fn note_constant_location(&mut self, module: ClassRef, name: Symbol) {
        if self.phase.booting {
            return;
        }
        let Some((path, line)) = self.program_position() else { return };
        let place = Value::fixnum((self.code_space.file_number(&path) as i64) << 32 | line as i64);
        let table = self.place_table(module, b"@ places");
        if let Some(before) = self.hash_get_symbol(table, name) {
            let previous = self.place_table(module, b"@ previous_places");
            self.hash_set_symbol(previous, name, before);
        }
        self.hash_set_symbol(table, name, place);
    }

    /// `[path, line]` where a constant was set.
    pub fn constant_location(&mut self, module: ClassRef, name: Symbol) -> Option<Value> {
        let table = self.place_table(module, b"@ places");
        self.hash_get_symbol(table, name).and_then(|place| self.kept_place(place))
    }

    /// `[path, line]` of a place as it is kept: the number of the path, then the line in 32 bits.
    fn kept_place(&mut self, place: Value) -> Option<Value> {
        let place = place.as_fixnum()?;
        let path = self.code_space.file_at((place >> 32) as u32).to_string();
        Some(self.position_array(&(path, place as u32)))
    }

    /// A line that says where a constant was set, for errors; empty for those of the core library.
    pub fn previous_definition(&mut self, module: ClassRef, name: Symbol) -> String {
        let Some(place) = self.constant_location(module, name).and_then(ArrayRef::from_value) else { return String::new() };
        let path = crate::object::string::StringRef::from_value(place.get(0)).map_or(String::new(), |path| path.text().into_owned());
        format!("\n{path}:{}: previous definition of {} was here", place.get(1).as_fixnum().unwrap_or(0), self.symbol_text(name))
    }

    /// `[path, line]` where a constant stood before it was set again.
    pub fn previous_constant_location(&mut self, module: ClassRef, name: Symbol) -> Option<Value> {
        let table = self.place_table(module, b"@ previous_places");
        self.hash_get_symbol(table, name).and_then(|place| self.kept_place(place))
    }

    /// An empty Method or UnboundMethod.
    pub fn new_method_object(&mut self, class: ClassRef) -> MethodObjectRef {
        let shape = self.shapes.of_class(class);
        let cell = self.allocate(MethodObjectRef::WORDS * 8, header(Kind::MethodObject, shape, 0, 0));
        for index in 1..MethodObjectRef::WORDS {
            cell.set_field_raw(index, Value::NIL.word());
        }
        MethodObjectRef(cell)
    }

    /// A copy of a cell that is a plain record of `words` words.
    pub fn copy_record(&mut self, original: Value, words: usize) -> NativeResult {
        let Some(cell) = original.as_cell() else { return Ok(original) };
        let copy = self.allocate(words * 8, cell.header());
        for index in 1..words {
            self.heap.store(copy, index, cell.field(index));
        }
        copy.clear_flag(flags::FROZEN | flags::HAS_VARIABLES);
        let class = self.class_of(original).real_class();
        self.reshape_to_class(copy, class);
        Ok(Value::cell(copy))
    }

    /// The calls below the running code, raw, from the program's own frame on.
    pub fn program_backtrace(&mut self) -> Value {
        self.nearest_program_frames(usize::MAX)
    }
}
