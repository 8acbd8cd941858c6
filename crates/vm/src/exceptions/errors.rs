//! The errors that natives and the interpreter raise, in the words of CRuby.

use rutile_bytecode::{CallFlags, FunctionFlags};

use super::naming::Naming;
use crate::calls::method::Visibility;
use crate::code::Code;
use crate::code::call::Call;
use crate::code::native::Exit;
use crate::interpreter::keywords_as_hash;
use crate::object::array::ArrayRef;
use crate::object::class::ClassRef;
use crate::object::records::MethodRef;
use crate::object::string::StringRef;
use crate::value::Value;
use crate::value::kind::{Header, Kind, flags};
use crate::value::symbol::{Standing, Symbol};
use crate::vm::Vm;

impl Vm {
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
        self.capture_backtrace(exception, Some(callee), flags);
        self.registers.fresh_exception = Value::NIL;
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
        Code::is_in_image(method.body()) || method.code().is_some_and(|code| code.has(FunctionFlags::CORE))
    }

    /// `Encoding::CompatibilityError`.
    pub fn compatibility_error_class(&mut self) -> ClassRef {
        let error = self.intern(b"CompatibilityError");
        self.own_constant(self.classes.encoding, error).and_then(ClassRef::from_module).unwrap_or(self.classes.encoding_error)
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
