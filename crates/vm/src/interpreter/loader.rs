//! From functions to code, and running it.

use std::collections::HashMap;
use std::path::PathBuf;

use rutile_bytecode::serialize::{FormatError, FunctionRecord, FunctionSource, ImageFile};
use rutile_bytecode::{CallSite, Function, FunctionFlags, FunctionKind, Literal, Nested, Op, Packed};

use crate::code::Code;
use crate::code::native::{Exit, MethodNative};
use crate::code::frame_flags;
use crate::memory::c_heap;
use crate::memory::mapped_files;
use crate::object::records::{BindingRef, MethodRef};
use crate::value::Value;
use crate::value::encoding::Encoding;
use crate::value::fields::Fields;
use crate::value::kind::{Kind, flags, header};
use crate::value::symbol::{Standing, Symbol};
use crate::vm::Vm;

/// Our own files of the standard library, which are compiled as the core library is.
#[derive(Default)]
pub struct Library {
    /// Where they are, or would be if they did not come from an image.
    pub folder: String,
    /// The files of the image by their names, counted from the folder; none where they are read from the folder.
    pub files: HashMap<&'static str, ImageFile<'static>>,
}

impl Library {
    /// The name of a file of the library, counted from its folder.
    pub fn name_of<'a>(&self, path: &'a str) -> Option<&'a str> {
        if self.folder.is_empty() {
            return None;
        }
        path.strip_prefix(self.folder.as_str())?.strip_prefix('/')
    }

    /// The file of the image at a path.
    pub fn image_of(&self, path: &str) -> Option<ImageFile<'static>> {
        self.files.get(self.name_of(path)?).copied()
    }
}

/// How files are compiled and where they come from.
#[derive(Default)]
pub struct Loader {
    pub library: Library,
    pub compiler_options: rutile_compiler::Options,
    /// Where the text after `__END__` begins in the file compiled last.
    pub data_offset: Option<usize>,
    /// The parser's warnings of the text compiled last, until they are told.
    pub warnings: Vec<String>,
    /// Bytes of files' text compiled since pages were handed back.
    compiled_bytes: usize,
    /// The same since the C heap was trimmed.
    untrimmed_bytes: usize,
    /// The same until pages were handed back.
    settled_bytes: usize,
    /// Whether files were compiled since the last collection, and since the last major one.
    compiled_since_collection: bool,
    compiled_since_major: bool,
    /// Where folders lead to, known from one file of theirs to the next while files are loaded.
    pub real_folders: HashMap<PathBuf, PathBuf>,
    /// The function of an image that was opened last: its methods are defined, or called first, in a row.
    opened: Option<FunctionRecord<'static>>,
    /// The path whose number was asked for last, by its place, and the number.
    file_asked: (usize, u32),
    /// Code that an `eval` compiles keeps the lines of its text (`RubyVM.keep_script_lines`).
    pub keeps_lines: bool,
}

/// Packed methods of so many bytes are much code, which the parser took some ten times as much for.
const MUCH_CODE: usize = 256 << 10;

/// Texts of so many bytes leave all of the parser's pages mapped.
const MUCH_TEXT: usize = 32 << 10;

/// Texts of so many bytes leave some ten times as much of the C heap free, below what the compiler leaves: it is trimmed after so many
/// where the Ruby heap is small, and after more where it is large, since it takes the longer the larger the C heap is.
const LEAST_UNTRIMMED: u64 = 32 << 10;
const MOST_UNTRIMMED: u64 = 1 << 20;
/// Of the old bytes of the Ruby heap.
const UNTRIMMED_SHARE: u64 = 32;

/// From so many on it is worth handing them back when loading has come to an end.
const SOME_TEXT: usize = 4 << 10;

/// A large program hands them back after this share of what it has loaded: they are wanted again with the next file.
const SHARE_OF_TEXT: usize = 8;

impl Loader {
    /// Hands back what compiling files read, now and then: a program that loads a lot does not hold it meanwhile.
    pub fn note_compiled(&mut self, bytes: usize) {
        self.compiled_bytes += bytes;
        self.untrimmed_bytes += bytes;
        self.compiled_since_collection = true;
        self.compiled_since_major = true;
        self.hand_back_from(MUCH_TEXT.max(self.settled_bytes / SHARE_OF_TEXT));
    }

    /// Gives back what parsing left free in the C heap and mapped, when a major collection gives back what the program did.
    pub fn trim_after_loading(&mut self, old_bytes: u64) {
        self.hand_back_from(1);
        if self.untrimmed_bytes as u64 >= (old_bytes / UNTRIMMED_SHARE).clamp(LEAST_UNTRIMMED, MOST_UNTRIMMED) {
            self.untrimmed_bytes = 0;
            c_heap::trim();
        }
    }

    /// A file that the program required is loaded, with all that it requires itself.
    pub fn note_settled(&mut self) {
        self.real_folders = HashMap::new();
        self.hand_back_from(SOME_TEXT.max(self.settled_bytes / SHARE_OF_TEXT));
    }

    fn hand_back_from(&mut self, bytes: usize) {
        if self.compiled_bytes >= bytes {
            self.settled_bytes += self.compiled_bytes;
            self.compiled_bytes = 0;
            mapped_files::hand_back();
        }
    }

    /// A collection begins: where no file was compiled since the one before, loading has come to rest.
    pub fn note_collection(&mut self) {
        if !std::mem::take(&mut self.compiled_since_collection) {
            self.hand_back_from(SOME_TEXT);
        }
    }

    /// Whether files were compiled since a major collection last asked.
    pub fn take_loading(&mut self) -> bool {
        std::mem::take(&mut self.compiled_since_major)
    }

    /// The function that stands there, as its parts.
    fn open(&mut self, source: FunctionSource<'static>) -> Option<&FunctionRecord<'static>> {
        if !self.opened.as_ref().is_some_and(|opened| opened.source().is_same(&source)) {
            self.opened = Some(source.parse().ok()?);
        }
        self.opened.as_ref()
    }
}

impl Vm {
    /// Makes a function runnable, with the blocks in it. Returns its code cell.
    pub fn load_function(&mut self, function: Function, parent: Value) -> Value {
        if self.options.verify_bytecode {
            self.verify_bytecode(&function);
        }
        if function.packed_bytes() < MUCH_CODE {
            return self.load_verified(function, parent);
        }
        // What the parser and the compiler took is free, but lies below what they leave, and would stay beside the code.
        c_heap::trim();
        let code = self.load_verified(function, parent);
        c_heap::trim();
        code
    }

    #[cold]
    fn verify_bytecode(&self, function: &Function) {
        if let Err(error) = rutile_bytecode::verify::verify(function) {
            panic!("the bytecode of {} is not sound: {error}", function.file);
        }
    }

    /// As for what is compiled, for a file of an image.
    pub fn check_image(&self, record: &FunctionRecord) -> Result<(), FormatError> {
        if self.options.verify_bytecode {
            self.verify_bytecode(&record.decode()?);
        }
        Ok(())
    }

    /// Keeps the lines of a text with the code that it became, in the side table of variables: most code has none.
    pub fn keep_lines(&mut self, code: &Code, text: &[u8], encoding: Encoding) {
        let lines = self.array_with_capacity(1);
        for line in text.split_inclusive(|byte| *byte == b'\n') {
            let line = self.new_string(line, encoding).value();
            self.freeze(line);
            self.array_push(lines, line);
        }
        // Behind the last end of a line there is one more.
        if text.last().is_none_or(|byte| *byte == b'\n') {
            let line = self.new_string(b"", encoding).value();
            self.freeze(line);
            self.array_push(lines, line);
        }
        self.freeze(lines.value());
        let name = self.intern(b"lines");
        self.set_lines(code, name, lines.value());
    }

    fn set_lines(&mut self, code: &Code, name: Symbol, lines: Value) {
        self.set_variable(code.cell.get(), name, lines);
        for inner in code.functions.iter().filter_map(|inner| Code::of_value(inner.get())) {
            self.set_lines(inner, name, lines);
        }
    }

    /// The lines that code keeps, or nil.
    pub fn lines_of(&mut self, code: &Code) -> Value {
        let name = self.intern(b"lines");
        self.get_variable(code.cell.get(), name)
    }

    fn load_verified(&mut self, function: Function, parent: Value) -> Value {
        let cell = self.allocate(32, header(Kind::Code, 0, 0, 0));
        self.fill_from_function(cell, function, parent);
        Value::cell(cell)
    }

    fn fill_from_function(&mut self, cell: rutile_heap::Cell, mut function: Function, parent: Value) {
        let nested = std::mem::take(&mut function.functions);
        self.note_use_of_block(&function.name, function.kind, function.flags);
        let has_exits = has_exits(&function, &nested);
        self.program.uses_bindings |= function.asks_for_bindings();
        let code = self.build_code(&function, nested.len(), parent, has_exits, None);
        let value = self.install_code(cell, code, &function);
        // SAFETY: just installed.
        let code = unsafe { Code::of_frame_word(value) };
        for (index, nested) in nested.into_iter().enumerate() {
            let inner = match nested.packed_form().filter(|_| !function.flags.has(FunctionFlags::CORE) && !self.loader.keeps_lines) {
                Some(packed) => self.load_packed_later(packed),
                None => self.load_verified(nested.into_function(), value),
            };
            code.functions[index].set(inner);
            self.heap.barrier(cell);
        }
    }

    /// A program's method that is loaded when it is called first.
    fn load_packed_later(&mut self, packed: &Packed) -> Value {
        self.program.uses_bindings |= packed.asks_for_bindings;
        let waiting = self.keep_packed(packed);
        if let Some(method) = Code::packed_method(waiting) {
            self.note_use_of_block(method.name, FunctionKind::Method, method.flags);
        }
        waiting
    }

    /// Makes a cell the owner of a code and gives the code its literals.
    fn install_code(&mut self, cell: rutile_heap::Cell, code: *mut Code, function: &Function) -> Value {
        Code::install(cell, code);
        self.heap.register_finalizer(cell);
        self.heap.barrier(cell);
        let value = Value::cell(cell);
        // SAFETY: just installed.
        let code = unsafe { Code::of_frame_word(value) };
        code.cell.set(value);
        let file = function.file.as_bytes();
        let outer = self.begin_literals(file);
        for (index, literal) in function.literals.iter().enumerate() {
            let is_core = function.flags.has(FunctionFlags::CORE);
            let value = if is_core { self.literal(literal) } else { self.program_literal(literal) };
            code.literals[index].set(value);
            self.heap.barrier(cell);
        }
        self.sites.set_loading(outer);
        value
    }

    /// Makes a function of an image runnable. Blocks in it are loaded with it; methods
    /// and class bodies only when they are first needed.
    pub fn load_record(&mut self, record: &FunctionRecord<'static>, parent: Value) -> Result<Value, FormatError> {
        let cell = self.allocate(32, header(Kind::Code, 0, 0, 0));
        self.fill_from_record(cell, record, parent)?;
        Ok(Value::cell(cell))
    }

    fn fill_from_record(&mut self, cell: rutile_heap::Cell, record: &FunctionRecord<'static>, parent: Value) -> Result<(), FormatError> {
        let function = record.decode_own()?;
        let count = record.heads().len();
        let exits = exits_itself(&function);
        let is_block = |kind| matches!(kind, FunctionKind::Block | FunctionKind::Lambda);
        let mut blocks = Vec::new();
        for (index, _) in record.heads().enumerate().filter(|(_, head)| is_block(head.kind)) {
            blocks.extend(record.nested(index).transpose()?.map(|block| (index, block)));
        }
        let unloaded = (blocks.len() < count).then(|| Box::new(record.source()));
        let code = self.build_code(&function, count, parent, exits, unloaded);
        let value = self.install_code(cell, code, &function);
        for (index, block) in blocks {
            let inner = self.load_record(&block, value)?;
            // SAFETY: just installed.
            let code = unsafe { Code::of_frame_word(value) };
            // SAFETY: just loaded.
            let inner_code = unsafe { Code::of_frame_word(inner) };
            code.has_exits.set(code.has_exits.get() || inner_code.has_exits.get());
            code.functions[index].set(inner);
            self.heap.barrier(cell);
        }
        Ok(())
    }

    /// The nested function at `index`, loaded now if it was not.
    pub fn nested_function(&mut self, code: &Code, index: u16) -> Value {
        let value = self.nested_code(code, index);
        if !value.is_nil() {
            return value;
        }
        let record = code.unloaded().and_then(|source| self.loader.open(source)?.nested(index as usize)?.ok());
        let Some(record) = record else { return Value::NIL };
        match self.load_record(&record, code.cell.get()) {
            Ok(value) => {
                code.functions[index as usize].set(value);
                if let Some(cell) = code.cell.get().as_cell() {
                    self.heap.barrier(cell);
                }
                value
            }
            Err(_) => Value::NIL,
        }
    }

    /// The code cell of a method's body: of an image, one that is loaded by its first call.
    pub fn method_body(&mut self, code: &Code, index: u16) -> (Value, Symbol, Option<MethodNative>) {
        let record = code.unloaded().and_then(|source| self.loader.open(source));
        let found = record.and_then(|record| Some((record.head(index as usize)?, record.body(index as usize)?)));
        if let Some((head, body)) = found {
            let cell = self.allocate(32, header(Kind::Code, 0, 0, 0));
            Code::await_call(cell, body, self.number_of_file(code));
            let number = head.primitive.and_then(|name| self.natives.find(name));
            let native = number.map(|number| MethodNative::new(number, head.most_arguments));
            return (Value::cell(cell), self.intern(head.name.as_bytes()), native);
        }
        let value = self.nested_function(code, index);
        if let Some(packed) = Code::packed_method(value) {
            return (value, self.symbols.intern(packed.name.as_bytes()), None);
        }
        match Code::of_value(value) {
            Some(code) => (value, code.name, code.method_native()),
            None => (value, Symbol::TO_S, None),
        }
    }

    /// The number of a code's file, which methods ask for in a row.
    fn number_of_file(&mut self, code: &Code) -> u32 {
        let path = code.file();
        if self.loader.file_asked.0 != path.as_ptr() as usize {
            self.loader.file_asked = (path.as_ptr() as usize, self.code_space.file_number(path));
        }
        self.loader.file_asked.1
    }

    /// The code of a method, loaded now if this is its first use.
    #[inline]
    pub fn method_code<'a>(&mut self, method: MethodRef) -> Option<&'a Code> {
        let body = method.body();
        if Code::is_pending(body) {
            self.load_pending(body);
        }
        Code::of_value(body)
    }

    /// Loads a body that is packed, for who looks at methods that may never have been called.
    pub fn load_packed(&mut self, body: Value) {
        if let Some((cell, function, scope)) = self.unpack(body) {
            self.fill_from_function(cell, function, scope);
        }
    }

    /// The same for all that stand in a code.
    pub fn load_packed_within(&mut self, code: &Code) {
        for function in code.functions.iter() {
            self.load_packed(function.get());
            if let Some(inner) = Code::of_value(function.get()) {
                self.load_packed_within(inner);
            }
        }
    }

    #[cold]
    fn load_pending(&mut self, body: Value) {
        if Code::is_packed(body) {
            return self.load_packed(body);
        }
        let Some((cell, body, file)) = Code::awaited_call(body) else { return };
        // The image is the binary's own and was verified when it was built.
        let Ok((record, outer)) = FunctionRecord::parse_body(body, self.code_space.lasting_file(file)) else { return };
        // Told by the path that `Image::write` takes (`script/startup-methods`).
        if self.options.tell_loads {
            eprintln!("load: {}/{outer}/{}", record.file(), record.name());
        }
        let _ = self.fill_from_record(cell, &record, Value::NIL);
    }

    /// The code of a nested function.
    #[inline]
    pub fn nested_code(&self, code: &Code, index: u16) -> Value {
        code.functions.get(index as usize).map_or(Value::NIL, |function| function.get())
    }

    pub(super) fn literal(&mut self, literal: &Literal) -> Value {
        match literal {
            Literal::Integer(integer) => self.integer(*integer as i128),
            Literal::BigInteger { negative, digits } => {
                let sign = if *negative { num_bigint::Sign::Minus } else { num_bigint::Sign::Plus };
                self.big_integer(num_bigint::BigInt::from_slice(sign, digits))
            }
            Literal::Float(float) => self.float(*float),
            Literal::String { bytes, encoding } => {
                let encoding = Encoding::find(encoding).unwrap_or(Encoding::UTF_8);
                self.frozen_string(bytes, encoding).value()
            }
            Literal::Symbol { bytes, encoding } => {
                let encoding = Encoding::find(encoding).unwrap_or(Encoding::UTF_8);
                Value::symbol(self.symbols.intern_encoded(bytes, encoding, Standing::Used))
            }
            Literal::Regexp { source, encoding, options } => {
                let encoding = Encoding::find(encoding).unwrap_or(Encoding::UTF_8);
                match self.new_regexp_literal(source, encoding, *options) {
                    Ok(value) => value,
                    Err(_) => Value::NIL,
                }
            }
            Literal::Rational { numerator, denominator } => {
                let (numerator, denominator) = (self.literal(numerator), self.literal(denominator));
                let class = self.classes.rational;
                self.number_pair(class, (Symbol::NUMERATOR, numerator), (Symbol::DENOMINATOR, denominator))
            }
            Literal::Imaginary(part) => {
                let part = self.literal(part);
                let class = self.classes.complex;
                self.number_pair(class, (Symbol::REAL, Value::fixnum(0)), (Symbol::IMAGINARY, part))
            }
            Literal::Range { first, last, exclusive } => {
                let first = first.as_ref().map_or(Value::NIL, |first| self.literal(first));
                let last = last.as_ref().map_or(Value::NIL, |last| self.literal(last));
                self.new_range(first, last, *exclusive)
            }
            Literal::Array(elements) => {
                let array = self.array_with_capacity(elements.len());
                for element in elements {
                    let element = self.program_literal(element);
                    self.array_push(array, element);
                }
                array.0.set_flag(flags::FROZEN);
                array.value()
            }
            Literal::Hash(pairs) => {
                let hash = self.new_hash(pairs.len());
                for (key, value) in pairs {
                    let (key, value) = (self.program_literal(key), self.program_literal(value));
                    self.hash_set(hash, key, value);
                }
                hash.0.set_flag(flags::FROZEN);
                hash.value()
            }
            Literal::Nil => Value::NIL,
            Literal::True => Value::TRUE,
            Literal::False => Value::FALSE,
            Literal::Clauses(clauses) => self.clauses_literal(clauses),
        }
    }

    /// A literal of a program's, or within another: Strings are those that programs share.
    fn program_literal(&mut self, literal: &Literal) -> Value {
        match literal {
            Literal::String { bytes, encoding } => {
                self.shared_literal(bytes, Encoding::find(encoding).unwrap_or(Encoding::UTF_8)).value()
            }
            _ => self.literal(literal),
        }
    }

    fn number_pair(&mut self, class: crate::object::class::ClassRef, first: (Symbol, Value), second: (Symbol, Value)) -> Value {
        let number = self.new_object(class);
        self.set_variable(number, first.0, first.1);
        self.set_variable(number, second.0, second.1);
        if let Some(cell) = number.as_cell() {
            cell.set_flag(flags::FROZEN);
        }
        number
    }

    // --- running ---

    /// The method that a file of the core library runs as: `def` at its top level makes public methods of Object.
    pub fn new_public_frame_method(&mut self) -> MethodRef {
        let method = self.program.top_method;
        let copy = self.copy_method(method);
        copy.set_default_visibility(self, crate::calls::method::Visibility::Public, false);
        copy
    }

    /// The core library stands: from now on changes to it are a program's.
    pub fn finish_boot(&mut self) {
        self.keep_core_constants();
        self.phase.booting = false;
        self.heap.booted(self.shapes.len() as u32);
        if self.options.stress {
            self.heap.set_stress(true);
        }
        self.note_basic_operations();
    }

    /// Runs code at the top level, to its end. An error is the exception that left it.
    pub fn execute(&mut self, code: Value, method: MethodRef, receiver: Value) -> Result<Value, Value> {
        let Some(code) = Code::of_value(code) else { return Ok(Value::NIL) };
        self.enter(|vm| vm.open_top_frame(code, method, receiver))
    }

    /// Runs the program itself. Its variables, as far as they are captured, are those of the top level's binding.
    pub fn execute_program(&mut self, code: Value, binding: BindingRef) -> Result<Value, Value> {
        let Some(code) = Code::of_value(code) else { return Ok(Value::NIL) };
        let (method, receiver) = (self.program.top_method, self.program.main_object);
        code.parent.set(binding.code());
        self.enter(|vm| {
            vm.open_top_frame(code, method, receiver)?;
            vm.registers.frame.set_environment(binding.environment());
            if crate::interpreter::evaluation::open_binding_environment(vm, vm.registers.frame, code, binding) {
                vm.set_pc(1);
            }
            vm.show_locals(binding);
            crate::interpreter::tracing::tell_script(vm)
        })
    }

    /// Opens a frame that a loop ends with: on an empty stack, or above what runs.
    fn open_top_frame(&mut self, code: &Code, method: MethodRef, receiver: Value) -> Result<(), Exit> {
        if self.registers.stack_empty {
            return self.open_entry_frame(code, method, receiver);
        }
        let window = self.make_room(self.registers.frame.scratch_window(), code.registers as usize)?;
        window.set_receiver(receiver);
        crate::interpreter::push_entry_frame(self, window, code, method);
        Ok(())
    }

    fn open_entry_frame(&mut self, code: &Code, method: MethodRef, receiver: Value) -> Result<(), Exit> {
        // The code's cell may be known to nothing else while the stack grows.
        self.registers.callee = code.cell.get();
        let first = self.first_frame();
        self.registers.frame = first;
        let window = self.make_room(first, code.registers as usize + 8)?;
        window.set_link(frame_flags::ENTRY, 0);
        window.set_code(code.cell.get());
        window.set_receiver(receiver);
        window.set_environment(Value::NIL);
        window.set_block(Value::NIL);
        window.set_method(method.value());
        self.registers.frame = window;
        self.set_pc(0);
        self.registers.stack_empty = false;
        Ok(())
    }

    /// Runs the loop for a frame that `open` opens as its entry.
    pub fn enter(&mut self, open: impl FnOnce(&mut Vm) -> Result<(), Exit>) -> Result<Value, Value> {
        let result = match open(self) {
            Ok(()) => crate::interpreter::run(self),
            Err(Exit::Raise(value)) => Err(value),
            Err(Exit::Fallback) => Ok(Value::NIL),
        };
        match result {
            Err(value) if self.registers.entry_value.take().is_some() => Ok(value),
            other => other,
        }
    }

    /// Calls a method of the internal module at the top level: what Rust asks of Ruby between runs.
    pub fn call_helper(&mut self, name: &str, values: &[Value]) -> Result<Value, Value> {
        let mut source = Function { name: "<internal>".to_string(), kind: FunctionKind::File, file: "<internal>".to_string(), ..Function::default() };
        source.flags.set(rutile_bytecode::FunctionFlags::CORE);
        source.names = vec![name.to_string()];
        source.registers = values.len() as u16 + 8;
        source.instructions = vec![
            rutile_bytecode::Instruction::new(Op::CallHelper, values.len() as u8, 0, 0, 0),
            rutile_bytecode::Instruction::new(Op::Return, 0, 0, 0, 0),
        ];
        // The caller may hold them where a collection doesn't look.
        let arguments = self.new_array(values);
        let code = self.load_function(source, Value::NIL);
        let (method, receiver) = (self.program.top_method, self.program.main_object);
        self.enter(|vm| {
            let code = match Code::of_value(code) {
                Some(code) => code,
                None => return Err(Exit::Fallback),
            };
            vm.open_top_frame(code, method, receiver)?;
            for (index, value) in arguments.values().iter().enumerate() {
                vm.registers.frame.set_register(index, *value);
            }
            Ok(())
        })
    }
}

/// Whether `return` or `break` out of a block stands in a function or in a block nested in it, or may stand in a text that it evaluates.
fn has_exits(function: &Function, nested: &[Nested]) -> bool {
    exits_itself(function)
        || nested.iter().any(|inner| matches!(inner.kind(), FunctionKind::Block | FunctionKind::Lambda) && has_exits(inner, &inner.functions))
}

fn exits_itself(function: &Function) -> bool {
    let evaluates = |site: &CallSite| function.names.get(site.name as usize).is_some_and(|name| name == "eval" || name == "binding");
    function.instructions.iter().any(|instruction| matches!(instruction.op, Op::ReturnFromMethod | Op::Break)) || function.call_sites.iter().any(evaluates)
}
