//! Methods of the core library that a program replaces: the core library's own calls find what it had.
//!
//! The reference's core is C, where one method calls another mostly as a function: who replaces `Array#empty?` changes nothing of
//! `Array#dig`. Here the core is Ruby. So a built-in class keeps the methods in whose place a program puts its own, by definition, removal, or a
//! module that is included or prepended, and calls that stand in the core library's code find those. What C calls by name too
//! (`DISPATCHED`) is the program's for everyone.

use rutile_bytecode::FunctionFlags;

use super::assumptions::Assumption;
use super::method::MethodKind;
use crate::code::Code;
use crate::object::class::{ClassRef, ClassRest, state};
use crate::object::id_table::IdTable;
use crate::object::records::MethodRef;
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// What the reference's core calls by name, also of built-in classes, so that a program's methods of these names are called.
const DISPATCHED: &[&str] = &[
    // What stands for an object: its text, its identity as a key, its order, its parts.
    "to_s", "inspect", "hash", "eql?", "each_entry", "succ", "begin", "end", "next", "rewind", "default", "dig", "call", "match",
    // Conversions.
    "to_str", "to_ary", "to_a", "to_hash", "to_h", "to_proc", "to_sym", "to_i", "to_r", "to_c", "to_path", "to_io", "to_json", "coerce",
    // Numbers: what those of other classes are computed by.
    "div", "fdiv", "floor", "zero?",
    // Objects and classes.
    "allocate", "respond_to?", "respond_to_missing?", "method_missing", "const_missing", "append_features", "prepend_features",
    "extend_object", "inherited", "included", "extended", "prepended", "method_added", "method_removed", "method_undefined",
    "singleton_method_added", "singleton_method_removed", "singleton_method_undefined", "const_added", "initialize", "initialize_copy",
    "initialize_dup", "initialize_clone", "marshal_dump", "marshal_load", "_dump", "_load", "_dump_data", "_load_data",
    // Exceptions.
    "exception", "message", "full_message", "detailed_message", "backtrace", "set_backtrace", "warn",
    // Processes, streams, threads and loading.
    "_fork", "write", "read", "readpartial", "gets", "getc", "getbyte", "ungetc", "puts", "putc", "close", "binmode", "tty?", "sleep", "lock", "unlock", "require",
    // What is Ruby in the reference's core as well; the first two call what they load.
    "pp", "irb", "fetch", "max", "min", "sort_by", "each_with_index", "rand", "bytes", "random_number",
];

/// What the modules that a class includes, as Enumerable, call of it by name: of themselves, that is. Elsewhere the core calls the methods
/// of these names as its own.
const OF_SELF: &[&str] = &["each", "size"];

/// Whether a name is that of an operator. In code of the core its instruction means what it did at boot; where the reference asks the
/// program's, the core says `Primitive.dispatch(a == b)`, which is a call.
fn is_operator(name: &[u8]) -> bool {
    !name.first().is_some_and(|first| first.is_ascii_lowercase() || *first == b'_') && name != b"+@"
}

/// Whether the reference's core calls a method of this name as any program does.
fn is_dispatched(name: &[u8]) -> bool {
    DISPATCHED.iter().any(|dispatched| dispatched.as_bytes() == name)
}

impl Vm {
    /// Keeps what a built-in class finds for a name, where it is the core library's and a program's method, or none, is about to take its place.
    pub(crate) fn keep_replaced(&mut self, class: ClassRef, name: Symbol, by: Option<MethodRef>) {
        if self.phase.booting || !class.has_state(state::BUILT_IN) || by.is_some_and(|method| self.is_core_method(method)) {
            return;
        }
        let found = self.search_method(class, name).map(|(method, _)| method).filter(|method| self.is_core_method(*method));
        let Some(method) = found.filter(|_| !is_dispatched(self.symbol_bytes(name))) else { return };
        let rest = self.class_rest(class);
        self.table_set(rest.0, ClassRest::REPLACED, name, method.value());
        self.program.replaced_names.insert(name);
    }

    /// The same for all names that a module and what it includes define, before it comes to stand in the chain of a class.
    pub(crate) fn keep_replaced_by(&mut self, class: ClassRef, module: ClassRef) {
        if self.phase.booting || !class.has_state(state::BUILT_IN) {
            return;
        }
        for cell in module.chain() {
            for (name, method) in cell.method_table().into_iter().flat_map(|table| table.entries()) {
                self.keep_replaced(class, name, MethodRef::from_value(method));
            }
        }
    }

    /// The method that a call which stands in the core library's code finds.
    pub(crate) fn search_core_method(&self, class: ClassRef, name: Symbol) -> Option<MethodRef> {
        let kept = class.chain().find_map(|cell| {
            let table = IdTable::from_value(cell.represented().replaced());
            let kept = table.and_then(|table| table.get(name));
            kept.or_else(|| cell.method_table().and_then(|table| table.get(name)))
        });
        kept.and_then(MethodRef::from_value).filter(|method| method.kind() != MethodKind::Undefined)
    }

    /// The method of an operator of a built-in class for the core's instructions, where a program has replaced such an operator.
    pub(crate) fn replaced_operation(&self, class: ClassRef, name: Symbol) -> Option<MethodRef> {
        let is_concerned = class.has_state(state::BUILT_IN) && self.program.replaced_names.contains(&name);
        is_concerned.then(|| self.search_core_method(class, name)).flatten()
    }

    /// What a class finds for a name where the call, of self or not, stands in this code, which is none of a scope with refinements; none
    /// where that is what everyone finds.
    pub(crate) fn assume_for_core(&mut self, code: &Code, class: ClassRef, name: Symbol, of_self: bool) -> Option<Assumption> {
        if !code.has(FunctionFlags::CORE) || !self.program.replaced_names.contains(&name) || is_operator(self.symbol_bytes(name)) {
            return None;
        }
        let is_asked = of_self && OF_SELF.iter().any(|asked| asked.as_bytes() == self.symbol_bytes(name));
        (!is_asked).then(|| self.assume_core_method(class, name))
    }
}

#[cfg(test)]
mod tests {
    use super::{is_dispatched, is_operator};

    #[test]
    fn protocols_are_dispatched() {
        for name in ["hash", "to_s", "to_str"] {
            assert!(is_dispatched(name.as_bytes()), "{name}");
        }
        for name in ["empty?", "map", "__id__"] {
            assert!(!is_dispatched(name.as_bytes()), "{name}");
        }
    }

    #[test]
    fn operators_are_what_has_an_instruction() {
        for name in ["<=>", "[]", "!", "-@"] {
            assert!(is_operator(name.as_bytes()), "{name}");
        }
        for name in ["+@", "map", "__id__"] {
            assert!(!is_operator(name.as_bytes()), "{name}");
        }
    }
}
