//! Raising: exception objects, backtraces, and the words of errors.
//!
//! A backtrace is kept raw, as (code, method, pc) for each frame, and put into
//! words only when it is asked for. Frames of the core library show as the
//! method that was called, at the place of the program's call. `last_words` shows
//! the frames of a process that a fault ends, `naming` has messages that name a module,
//! `unframed` adds the methods that have no frame of their own.

mod last_words;
mod naming;
mod unframed;

use rutile_bytecode::{CallFlags, FunctionFlags, FunctionKind};

use naming::Naming;

use crate::calls::method::{MethodKind, Visibility};
use crate::code::Code;
use crate::code::call::Call;
use crate::code::native::Exit;
use crate::code::stack::{FrameRef, frame_flags};
use crate::interpreter::keywords_as_hash;
use crate::object::array::ArrayRef;
use crate::object::class::ClassRef;
use crate::object::records::{NonLocalExitRef, FiberRef, MethodRef};
use crate::object::string::StringRef;
use crate::value::Value;
use crate::value::kind::{Header, Kind, flags};
use crate::value::symbol::{Standing, Symbol};
use crate::vm::Vm;

/// One line of a backtrace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    pub path: String,
    pub line: u32,
    /// As printed: `block in Foo#bar`.
    pub label: String,
    /// The method's own name: `bar`.
    pub base_label: String,
    /// Which of the raw backtrace's frames it is.
    pub at: usize,
    /// Which of them has its place: of a core method, the program's that called it.
    pub standing: usize,
}

/// Where a frame stands whose first instruction has not run: a class body while the hooks of its definition run over it.
/// Below the running frame it is none of the calls that led there.
const NOT_BEGUN: usize = 0;

impl std::fmt::Display for Location {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:in '{}'", self.path, self.line, self.label)
    }
}

impl Vm {
    /// An exception of a class with a message, its backtrace captured.
    pub fn raise(&mut self, class: ClassRef, message: String) -> Exit {
        let exception = self.new_exception(class, &message);
        self.capture_backtrace(exception, None, false);
        Exit::Raise(exception)
    }

    pub fn new_exception(&mut self, class: ClassRef, message: &str) -> Value {
        let exception = self.new_object(class);
        let text = self.string(message);
        self.set_variable(exception, Symbol::MESSAGE, text);
        let cause = self.registers.fiber.error_info();
        self.set_cause(exception, cause);
        exception
    }

    /// Notes why an exception is raised. Where that is nothing it may still be noted when it is raised again. One that is a cause
    /// keeps what it has, be it none: so causes never lead back to where they began.
    pub fn set_cause(&mut self, exception: Value, cause: Value) {
        if cause.is_nil() || cause == exception {
            return;
        }
        self.set_variable(exception, Symbol::CAUSE, cause);
        if self.variable(cause, Symbol::CAUSE).is_none() {
            self.set_variable(cause, Symbol::CAUSE, Value::NIL);
        }
    }

    /// The cause of an exception without one is what is rescued here.
    pub fn set_current_cause(&mut self, exception: Value) {
        let cause = self.registers.fiber.error_info();
        let mut reached = cause;
        while !reached.is_nil() && reached != exception {
            reached = self.get_variable(reached, Symbol::CAUSE);
        }
        if reached.is_nil() && self.variable(exception, Symbol::CAUSE).is_none() {
            self.set_cause(exception, cause);
        }
    }

    /// Records where an exception was raised; `callee` is a function that refused its arguments, perhaps those of `new`.
    pub fn capture_backtrace(&mut self, exception: Value, callee: Option<(Value, Value)>, constructs: bool) {
        let raw = self.raw_backtrace(callee, constructs);
        self.set_variable(exception, Symbol::BACKTRACE, raw);
        self.registers.fresh_exception = exception;
    }

    /// An exception made elsewhere is raised where the running fiber stands, in a call of the native `method`
    /// (nil: in none): what it lacks of place and cause it gets here.
    pub(crate) fn place_exception(&mut self, exception: Value, method: Value) {
        if NonLocalExitRef::from_value(exception).is_some() {
            return;
        }
        let trace = self.intern(b"@ trace");
        if self.get_variable(exception, trace).is_nil() && self.get_variable(exception, Symbol::BACKTRACE).is_nil() {
            let callee = (!method.is_nil()).then_some((Value::NIL, method));
            self.capture_backtrace(exception, callee, false);
            self.registers.fresh_exception = Value::NIL;
        }
        self.set_current_cause(exception);
    }

    /// The frames from the running one down, raw.
    pub fn raw_backtrace(&mut self, callee: Option<(Value, Value)>, constructs: bool) -> Value {
        let raw = self.array_with_capacity(24);
        if let Some((code, method)) = callee {
            for value in [code, method, Value::fixnum(0)] {
                self.array_push(raw, value);
            }
        }
        if constructs {
            self.push_class_new(raw);
        }
        if self.registers.stack_empty {
            return raw.value();
        }
        self.push_frames(raw, usize::MAX);
        raw.value()
    }

    /// The frames from the running one down to the program's frame of this number, raw.
    pub fn nearest_frames(&mut self, most: usize) -> Value {
        let raw = self.array_with_capacity(24);
        if !self.registers.stack_empty {
            self.push_frames(raw, most);
        }
        raw.value()
    }

    /// Each frame of the program's makes a line of a backtrace, and those of the core library at most one with it: so many are enough.
    fn push_frames(&mut self, raw: ArrayRef, most: usize) {
        let mut left = most.max(1);
        let mut pc = self.pc_index();
        let running = self.offset_of(self.registers.frame);
        let traced = self.traced_line();
        let mut offset = Some(running);
        while let Some(at) = offset {
            let frame = self.frame_at(at);
            let (code, method) = (frame.code_value(), frame.method());
            let flags = frame.flags();
            let caller = frame.caller();
            let counter = std::mem::replace(&mut pc, caller.map_or(0, |caller| caller.pc()));
            offset = caller.map(|caller| self.offset_of(caller));
            if counter == NOT_BEGUN && at != running {
                continue;
            }
            let place = traced.filter(|(traced, _)| *traced == at).map_or(counter as i64, |(_, line)| -line);
            for value in [code, method, Value::fixnum(place)] {
                self.array_push(raw, value);
            }
            self.push_unframed(raw, flags, method);
            if Code::of_value(code).is_some_and(|code| !code.has(FunctionFlags::CORE)) {
                left -= 1;
                if left == 0 {
                    return;
                }
            }
        }
    }

    /// The frames of a fiber that doesn't run, raw; none where it has not started or has ended.
    pub fn parked_backtrace(&mut self, fiber: FiberRef) -> Value {
        let raw = self.array_with_capacity(24);
        if let Some(method) = crate::interpreter::fibers::parking_method(self, fiber) {
            [Value::NIL, method.value(), Value::fixnum(0)].into_iter().for_each(|value| self.array_push(raw, value));
        }
        let mut offset = fiber.stack_cell().map(|_| fiber.parked_offset());
        while let (Some(at), Some(stack)) = (offset, fiber.stack_cell()) {
            // Found anew each time: what an array allocates may move the stack.
            let frame = FrameRef::on_stack(stack, at);
            let (code, method, pc) = (frame.code_value(), frame.method(), frame.pc());
            let flags = frame.flags();
            offset = frame.caller().map(|caller| at - frame.distance_from(caller));
            if pc == NOT_BEGUN && at != fiber.parked_offset() {
                continue;
            }
            for value in [code, method, Value::fixnum(pc as i64)] {
                self.array_push(raw, value);
            }
            self.push_unframed(raw, flags, method);
        }
        raw.value()
    }

    /// Notes the native method that raised an exception just now: it shows as the innermost frame.
    pub fn blame_native(&mut self, exit: Exit, method: Value) -> Exit {
        self.blame_natives(exit, &[method])
    }

    /// The same of several, the innermost first.
    pub fn blame_natives(&mut self, exit: Exit, methods: &[Value]) -> Exit {
        if let Exit::Raise(exception) = exit {
            if exception == self.registers.fresh_exception {
                self.registers.fresh_exception = Value::NIL;
                if let Some(raw) = ArrayRef::from_value(self.get_variable(exception, Symbol::BACKTRACE)) {
                    for method in methods.iter().rev() {
                        self.array_splice(raw, 0, 0, &[Value::NIL, *method, Value::fixnum(0)]);
                    }
                }
            }
        }
        exit
    }

    /// The lines of a raw backtrace, core frames merged into the calls that made them.
    pub fn locations(&self, raw: Value) -> Vec<Location> {
        self.locations_between(raw, 0, usize::MAX)
    }

    /// The first of them, `most` or a few more, of which those before `start` have no words: who asks for its caller
    /// pays neither for a deep stack nor for itself.
    pub fn locations_between(&self, raw: Value, start: usize, most: usize) -> Vec<Location> {
        let Some(raw) = ArrayRef::from_value(raw) else { return Vec::new() };
        let mut locations: Vec<Location> = Vec::new();
        let mut waiting: Vec<(String, String, usize)> = Vec::new();
        let frames = raw.values();
        let mut frames = frames.chunks_exact(3).enumerate().peekable();
        let mut called: Option<MethodRef> = None;
        while let Some((at, frame)) = frames.next() {
            if locations.len() >= most {
                break;
            }
            let method = MethodRef::from_value(frame[1]);
            let inner = std::mem::replace(&mut called, method);
            match Code::of_value(frame[0]) {
                Some(code) if !code.has(FunctionFlags::CORE) && waiting.is_empty() && locations.len() < start => {
                    locations.push(Location { path: String::new(), line: 0, label: String::new(), base_label: String::new(), at, standing: at });
                }
                Some(code) if !code.has(FunctionFlags::CORE) => {
                    let path = code.file().to_string();
                    let line = match frame[2].as_fixnum().unwrap_or(0) {
                        0 => code.line,
                        // A line itself: see `traced_line`.
                        line @ ..0 => -line as u32,
                        counter => code.line_at(counter as usize),
                    };
                    for (label, base_label, core) in waiting.drain(..) {
                        locations.push(Location { path: path.clone(), line, label, base_label, at: core, standing: at });
                    }
                    let (mut label, base_label) = self.frame_label(code, method);
                    // A method that refused its arguments shows by its own name alone.
                    if frame[2] == Value::fixnum(0) && !code.is_block() {
                        label.clone_from(&base_label);
                    }
                    locations.push(Location { path, line, label, base_label, at, standing: at });
                }
                Some(code) if code.is_block() || !self.shows_in_backtrace(method) => {}
                _ => {
                    let caller = frames.peek().map(|(_, caller)| (caller[0], caller[1]));
                    let method = method.filter(|method| self.shows_in_backtrace(Some(*method)) && !self.is_detail(*method, inner, caller));
                    if let Some(method) = method {
                        let (label, base_label) = (self.method_label(method), self.symbol_text(method.symbol()));
                        if waiting.last().is_none_or(|last| last.0 != label || last.1 != base_label) {
                            waiting.push((label, base_label, at));
                        }
                    }
                }
            }
        }
        locations
    }

    fn shows_in_backtrace(&self, method: Option<MethodRef>) -> bool {
        let Some(method) = method.filter(|method| method.kind() != MethodKind::Frame) else { return false };
        let name = self.symbol_bytes(method.symbol());
        if name.starts_with(b"_ ") || name == b"raise" || name == b"fail" || name == b"method_missing" || name == b"const_missing" {
            return false;
        }
        method.owner_class().is_none_or(|owner| !(owner.is_singleton() && owner.attached() == self.program.helpers.value()))
    }

    /// Whether a core method is only how another one does its work: the machinery in `Rutile`, a function of a module or
    /// class, and a core method going through an array or a hash, unless that is what iterating over the receiver means.
    fn is_detail(&self, method: MethodRef, inner: Option<MethodRef>, caller: Option<(Value, Value)>) -> bool {
        let Some(owner) = method.owner_class() else { return false };
        if self.is_machinery(owner) || self.serves_extensions(owner) {
            return true;
        }
        if method.symbol() == Symbol::NEW && inner.and_then(MethodRef::owner_class).is_some_and(|owner| self.is_machinery(owner)) {
            return true;
        }
        let Some((code, caller)) = caller else { return false };
        if !Code::of_value(code).is_some_and(|code| code.has(FunctionFlags::CORE)) {
            return false;
        }
        let caller = MethodRef::from_value(caller);
        // A core method that has a block run with another self shows by itself.
        if self.is_core_evaluator(method) && (Code::of_value(code).is_some_and(Code::is_block) || self.shows_in_backtrace(caller)) {
            return true;
        }
        // What C code calls it calls as a program does.
        if caller.is_some_and(|caller| caller.kind() == MethodKind::Extension) {
            return false;
        }
        let caller = caller.and_then(|caller| caller.owner_class());
        if caller.is_some_and(|owner| self.serves_extensions(owner)) {
            return false;
        }
        if method.symbol() == Symbol::NEW {
            return caller.is_some_and(|caller| caller.is_singleton());
        }
        if owner != self.classes.array && owner != self.classes.hash {
            return owner.is_singleton();
        }
        let caller = caller.map(|owner| self.class_name(owner.represented()));
        !caller.is_some_and(|name| name == "Enumerable" || name.starts_with("Enumerator"))
    }

    /// Whether a class is one that only the core library works with.
    fn is_machinery(&self, class: ClassRef) -> bool {
        self.class_name(class.represented()).starts_with("Rutile::")
    }

    /// Whether methods of a class do what C code asks for.
    fn serves_extensions(&self, owner: ClassRef) -> bool {
        let attached = if owner.is_singleton() { ClassRef::from_module(owner.attached()) } else { None };
        attached.is_some_and(|module| self.class_name(module) == "Rutile::CExtensions")
    }

    /// `Foo#bar`, `Foo.bar`, or the bare name where the owner has none that lasts.
    pub fn method_label(&self, method: MethodRef) -> String {
        self.owned_label(method, self.symbol_text(method.symbol()))
    }

    /// The same of another name: that of the method in whose text the block stands that a method was defined by.
    fn owned_label(&self, method: MethodRef, name: String) -> String {
        let Some(owner) = method.owner_class() else { return name };
        let owner = owner.represented();
        if owner.is_singleton() {
            return match ClassRef::from_module(owner.attached()) {
                Some(class) if class.has_lasting_name() => format!("{}.{name}", self.class_name(class)),
                _ => name,
            };
        }
        if owner.has_lasting_name() { format!("{}#{name}", self.class_name(owner)) } else { name }
    }

    /// The name of code that belongs to no method: `<main>`, `block in <main>`.
    pub fn code_label(&self, code: &Code) -> String {
        self.code_labels(code).0
    }

    /// The same, and the name of the method or text that it stands in.
    pub fn code_labels(&self, code: &Code) -> (String, String) {
        self.frame_label(code, None)
    }

    fn frame_label(&self, code: &Code, method: Option<MethodRef>) -> (String, String) {
        let mut levels = 0;
        let mut home = code;
        // A text that was evaluated goes by the name of what it was evaluated in.
        while home.is_block() || home.kind == FunctionKind::Eval {
            let Some(parent) = Code::of_value(home.parent.get()) else { break };
            levels += usize::from(home.is_block());
            home = parent;
        }
        let base = match method.filter(|method| method.kind() != MethodKind::Frame && home.kind == FunctionKind::Method) {
            Some(method) if levels == 0 => self.method_label(method),
            Some(method) => self.owned_label(method, self.symbol_text(home.name)),
            None => self.symbol_text(home.name),
        };
        let base_label = self.symbol_text(home.name);
        let label = match levels {
            0 => base,
            1 => format!("block in {base}"),
            _ => format!("block ({levels} levels) in {base}"),
        };
        (label, base_label)
    }

    /// The running program's frame: the nearest that is not of the core library.
    pub fn program_frame(&self) -> Option<(FrameRef, usize)> {
        if self.registers.stack_empty {
            return None;
        }
        let mut frame = self.registers.frame;
        let mut pc = self.pc_index();
        while frame.code().has(FunctionFlags::CORE) {
            frame = frame.caller()?;
            pc = frame.pc();
        }
        Some((frame, pc))
    }

    // --- errors by class ---

    pub fn type_error(&mut self, message: String) -> Exit {
        self.raise(self.classes.type_error, message)
    }

    pub fn argument_error(&mut self, message: String) -> Exit {
        self.raise(self.classes.argument_error, message)
    }

    pub fn range_error(&mut self, message: String) -> Exit {
        self.raise(self.classes.range_error, message)
    }

    pub fn index_error(&mut self, message: String) -> Exit {
        self.raise(self.classes.index_error, message)
    }

    pub fn runtime_error(&mut self, message: String) -> Exit {
        self.raise(self.classes.runtime_error, message)
    }

    pub fn fiber_error(&mut self, message: &str) -> Exit {
        self.raise(self.classes.fiber_error, message.to_string())
    }

    pub fn zero_division(&mut self) -> Exit {
        self.raise(self.classes.zero_division_error, "divided by 0".to_string())
    }

    /// A fault of Rutile itself, told as an exception instead of a crash.
    pub fn internal_error(&mut self, message: &str) -> Exit {
        self.raise(self.classes.exception, format!("internal error: {message}"))
    }

    pub fn not_implemented(&mut self, what: &str) -> Exit {
        self.raise(self.classes.not_implemented, format!("{what} is not implemented"))
    }

    pub fn unanswered_primitive(&mut self, name: Symbol) -> Exit {
        let name = self.symbol_text(name);
        self.raise(self.classes.type_error, format!("primitive {name} was given arguments it does not take"))
    }

    pub fn missing_primitive(&mut self, name: Symbol) -> Exit {
        let name = self.symbol_text(name);
        self.raise(self.classes.not_implemented, format!("primitive {name} is not implemented"))
    }

    /// An argument error that names the function which refused its arguments; the flags are those its frame was to have.
    pub fn callee_error(&mut self, code: &Code, flags: u64, message: String) -> Exit {
        let exception = self.new_exception(self.classes.argument_error, &message);
        let callee = (code.cell.get(), self.registers.callee);
        self.capture_backtrace(exception, Some(callee), flags & frame_flags::CONSTRUCT != 0);
        Exit::Raise(exception)
    }

    pub fn name_error(&mut self, message: String, name: Symbol, receiver: Value) -> Exit {
        let exit = self.raise(self.classes.name_error, message);
        self.describe(exit, &[(Symbol::NAME, Value::symbol(name)), (Symbol::RECEIVER, receiver)])
    }

    /// Sets variables of an exception being raised.
    pub fn describe(&mut self, exit: Exit, variables: &[(Symbol, Value)]) -> Exit {
        if let Exit::Raise(exception) = exit {
            for (name, value) in variables {
                self.set_variable(exception, *name, *value);
            }
        }
        exit
    }

    pub fn local_jump_error(&mut self, message: &str, reason: &str, value: Value) -> Exit {
        let exit = self.raise(self.classes.local_jump_error, message.to_string());
        let reason = self.intern(reason.as_bytes());
        self.describe(exit, &[(Symbol::REASON, Value::symbol(reason)), (Symbol::EXIT_VALUE, value)])
    }

    /// The error of a failed call with these arguments.
    pub fn failed_call_error(&mut self, call: &Call) -> Exit {
        let values = self.arguments_of(call);
        let exit = self.no_method_error(call.receiver(), call.name, call.flags);
        self.describe(exit, &[(Symbol::ARGUMENTS, values.value())])
    }

    /// The arguments of a call, its keywords as a last Hash.
    fn arguments_of(&mut self, call: &Call) -> ArrayRef {
        self.protect_window(call);
        let values = self.new_array(call.positional());
        if call.has_keywords() {
            let keywords = keywords_as_hash(self, call);
            self.array_push(values, keywords.value());
        }
        self.release_window();
        values
    }

    /// The error of a failed call: NoMethodError, or NameError for a bare word.
    pub fn no_method_error(&mut self, receiver: Value, name: Symbol, call_flags: u16) -> Exit {
        let class = self.class_of(receiver);
        let text = self.symbol_text(name);
        let found = self.find_method(class, name);
        let variable = call_flags & CallFlags::VARIABLE_CALL != 0;
        let before = match found.map(|method| method.visibility()) {
            Some(Visibility::Private) => format!("private method '{text}' called for "),
            Some(Visibility::Protected) => format!("protected method '{text}' called for "),
            _ if variable => format!("undefined local variable or method '{text}' for "),
            _ if call_flags & CallFlags::IMPLICIT_SUPER != 0 => format!("super: no superclass method '{text}' for "),
            _ => format!("undefined method '{text}' for "),
        };
        let naming = self.naming_receiver(&before, receiver);
        let class = if variable && found.is_none() { self.classes.name_error } else { self.classes.no_method_error };
        let exit = self.raise_naming(class, naming, name, receiver);
        if call_flags & CallFlags::SELF_CALL == 0 {
            return exit;
        }
        self.describe(exit, &[(Symbol::PRIVATE_CALL, Value::TRUE)])
    }

    /// The error of a `super` that finds nothing.
    pub fn no_super_method_error(&mut self, call: &Call) -> Exit {
        let (receiver, name, values) = (call.receiver(), call.name, self.arguments_of(call));
        let naming = self.naming_receiver(&format!("super: no superclass method '{}' for ", self.symbol_text(name)), receiver);
        let exit = self.raise_naming(self.classes.no_method_error, naming, name, receiver);
        self.describe(exit, &[(Symbol::ARGUMENTS, values.value()), (Symbol::PRIVATE_CALL, Value::TRUE)])
    }

    /// For `alias`, `undef`, `instance_method` of a name that is not there.
    pub fn undefined_method_error(&mut self, class: ClassRef, name: Symbol) -> Exit {
        let kind = if class.is_class() { "class" } else { "module" };
        let before = format!("undefined method '{}' for {kind} '", self.symbol_text(name));
        self.raise_naming(self.classes.name_error, Naming::around(before, class, "'"), name, class.value())
    }

    /// Raises FrozenError where an object may not be changed; a literal that will be frozen one day is told of.
    pub fn check_frozen(&mut self, object: Value) -> Result<(), Exit> {
        if !self.is_frozen(object) {
            return match object.as_string() {
                Some(string) if string.is_locked() => {
                    Err(self.raise(self.classes.runtime_error, "can't modify string; temporarily locked".to_string()))
                }
                Some(string) if string.is_chilled() => {
                    self.change_literal(string);
                    Ok(())
                }
                _ => Ok(()),
            };
        }
        // The message is completed by Ruby: only that can say what a class calls itself and `inspect` gives of the receiver.
        let named = match ClassRef::from_module(object) {
            Some(frozen) => self.string(&format!("#<Class:{}>", self.class_name(frozen))),
            _ => self.class_of(object).value(),
        };
        let exit = self.raise(self.classes.frozen_error, "can't modify frozen ".to_string());
        Err(self.describe(exit, &[(Symbol::RECEIVER, object), (Symbol::DETAILS, named)]))
    }

    /// Raises FrozenError where a class or module may not be given methods or constants.
    pub fn check_modifiable(&mut self, class: ClassRef) -> Result<(), Exit> {
        if !self.is_frozen(class.value()) {
            return Ok(());
        }
        let (kind, shown) = match class.is_singleton() {
            true => match ClassRef::from_module(class.attached()) {
                Some(attached) if attached.is_class() => ("Class", class.attached()),
                Some(_) => ("Module", class.attached()),
                None => ("object", class.attached()),
            },
            false if class.is_class() => ("class", class.value()),
            false => ("module", class.value()),
        };
        let exit = self.raise(self.classes.frozen_error, format!("can't modify frozen {kind}: "));
        Err(self.describe(exit, &[(Symbol::RECEIVER, shown), (Symbol::DETAILS, Value::TRUE)]))
    }

    pub fn is_frozen(&self, object: Value) -> bool {
        match object.as_cell() {
            Some(cell) => cell.has_flag(flags::FROZEN),
            None => true,
        }
    }

    /// `inspect` of values that need no Ruby for it, for messages; others as `#<Class>`.
    pub fn simple_inspect(&self, value: Value) -> String {
        match value.kind() {
            Kind::Symbol => format!(":{}", self.symbols.text(value.as_symbol().unwrap_or(Symbol::TO_S))),
            Kind::String => StringRef::from_value(value).map(|string| quoted(string.bytes())).unwrap_or_default(),
            Kind::Fixnum => value.as_fixnum().unwrap_or(0).to_string(),
            Kind::Nil => "nil".to_string(),
            Kind::True => "true".to_string(),
            Kind::False => "false".to_string(),
            Kind::Class | Kind::Module => ClassRef::from_module(value).map(|class| self.class_name(class)).unwrap_or_default(),
            _ => self.any_to_s(value),
        }
    }

    pub fn is_default_method_missing(&self, method: MethodRef) -> bool {
        method.owner() == self.classes.basic_object.value() && self.is_core_method(method)
    }

    /// Whether a method is the core library's own, and has the name that it has there.
    pub fn is_core_method(&self, method: MethodRef) -> bool {
        self.has_core_body(method) && !method.is_renamed()
    }

    /// Whether the core library says what a method does, whatever it is called.
    pub fn has_core_body(&self, method: MethodRef) -> bool {
        Code::is_pending(method.body()) || method.code().is_some_and(|code| code.has(FunctionFlags::CORE))
    }

    /// `Encoding::CompatibilityError`.
    pub fn compatibility_error_class(&mut self) -> ClassRef {
        let (encoding, error) = (self.intern(b"Encoding"), self.intern(b"CompatibilityError"));
        let found = self.own_constant(self.classes.object, encoding)
            .and_then(ClassRef::from_module)
            .and_then(|class| self.own_constant(class, error))
            .and_then(ClassRef::from_module);
        found.unwrap_or(self.classes.encoding_error)
    }

    /// The symbol of a string, or EncodingError where its bytes are no name.
    pub fn string_symbol(&mut self, string: StringRef, standing: Standing) -> Result<Symbol, Exit> {
        if string.code_range() == crate::object::string::CodeRange::Broken {
            let message = format!("invalid symbol in encoding {} :{}", string.encoding().name(), self.simple_inspect(string.value()));
            return Err(self.raise(self.classes.encoding_error, message));
        }
        if !self.symbols.has_room_for(string.len()) {
            return Err(self.out_of_memory_error());
        }
        Ok(self.symbols.intern_encoded(string.bytes(), string.encoding(), standing))
    }
}

/// Text in quotes, its characters as they are and what is none by the numbers of its bytes.
fn quoted(bytes: &[u8]) -> String {
    let mut quoted = String::from("\"");
    for chunk in bytes.utf8_chunks() {
        quoted.extend(chunk.valid().chars().flat_map(char::escape_debug));
        quoted.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02X}")));
    }
    quoted.push('"');
    quoted
}
