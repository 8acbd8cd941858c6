//! Messages that name a module: `undefined method 'x' for an instance of Foo`.
//!
//! Where a program gave the module a `name` of its own, only Ruby can say it. Then the exception carries what stands before and
//! after, and `NameError#to_s` completes the message when it is first asked for.

use crate::code::native::Exit;
use crate::object::class::ClassRef;
use crate::value::Value;
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// A message around the name of a module, or without one.
pub(super) struct Naming {
    before: String,
    module: Option<ClassRef>,
    after: String,
}

impl Naming {
    pub(super) fn around(before: String, module: ClassRef, after: &str) -> Naming {
        Naming { before, module: Some(module), after: after.to_string() }
    }

    fn plain(text: String) -> Naming {
        Naming { before: text, module: None, after: String::new() }
    }
}

impl Vm {
    /// Names a receiver behind some words: `nil`, `an instance of Foo`, `class Foo`, `main`, `#<Foo:0x1>` if it has methods of its own.
    pub(super) fn naming_receiver(&self, before: &str, receiver: Value) -> Naming {
        let word = match receiver {
            Value::NIL => Some("nil"),
            Value::TRUE => Some("true"),
            Value::FALSE => Some("false"),
            _ if receiver == self.program.main_object => Some("main"),
            _ => None,
        };
        if let Some(word) = word {
            return Naming::plain(format!("{before}{word}"));
        }
        match ClassRef::from_module(receiver) {
            Some(class) if class.is_class() => Naming::around(format!("{before}class "), class, ""),
            Some(module) => Naming::around(format!("{before}module "), module, ""),
            None if self.class_of(receiver).is_singleton() => Naming::plain(format!("{before}{}", self.any_to_s(receiver))),
            None => Naming::around(format!("{before}an instance of "), self.class_of(receiver).real_class(), ""),
        }
    }

    fn text_of(&self, naming: &Naming) -> String {
        let name = naming.module.map(|module| self.class_name(module)).unwrap_or_default();
        format!("{}{name}{}", naming.before, naming.after)
    }

    /// A class variable that a class has not.
    pub fn class_variable_error(&mut self, class: ClassRef, name: Symbol) -> Exit {
        let before = format!("uninitialized class variable {} in ", self.symbol_text(name));
        self.raise_naming(self.classes.name_error, Naming::around(before, class, ""), name, class.value())
    }

    /// A private constant that is named from outside.
    pub fn private_constant_error(&mut self, owner: ClassRef, name: Symbol) -> Exit {
        let after = format!("::{} referenced", self.symbol_text(name));
        let naming = Naming::around("private constant ".to_string(), owner, &after);
        self.raise_naming(self.classes.name_error, naming, name, owner.value())
    }

    /// A method that a module does not define itself.
    pub fn method_not_defined_error(&mut self, module: ClassRef, name: Symbol) -> Exit {
        let before = format!("method '{}' not defined in ", self.symbol_text(name));
        self.raise_naming(self.classes.name_error, Naming::around(before, module, ""), name, module.value())
    }

    /// Raises NameError or a class below it.
    pub(super) fn raise_naming(&mut self, class: ClassRef, naming: Naming, name: Symbol, receiver: Value) -> Exit {
        let exit = self.raise(class, self.text_of(&naming));
        let exit = self.describe(exit, &[(Symbol::NAME, Value::symbol(name)), (Symbol::RECEIVER, receiver)]);
        let Some(module) = naming.module.filter(|module| self.names_itself(*module)) else { return exit };
        let (before, after) = (self.string(&naming.before), self.string(&naming.after));
        let parts = self.new_array(&[before, module.value(), after]);
        self.describe(exit, &[(Symbol::DETAILS, parts.value())])
    }

    /// Whether a program says what a module is called.
    fn names_itself(&mut self, module: ClassRef) -> bool {
        let class = self.class_of(module.value());
        let asked = if module.has_lasting_name() { &[Symbol::ASKED_NAME][..] } else { &[Symbol::ASKED_NAME, Symbol::INSPECT] };
        asked.iter().any(|name| self.find_method(class, *name).is_some_and(|method| !self.is_core_method(method)))
    }
}
