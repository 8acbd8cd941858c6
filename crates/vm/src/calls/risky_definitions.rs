//! What a program is warned of when it defines, removes or undefines methods that others rely on.

use super::method::MethodKind;
use crate::object::class::ClassRef;
use crate::object::id_table::IdTable;
use crate::object::records::MethodRef;
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// What happens to a method.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Change {
    Definition,
    Removal,
    Undefinition,
}

/// Methods that the reference's interpreter answers for itself, and of which classes. (Rutile's choice is its own, in `basic_operations`;
/// programs are told the same.)
const OPTIMIZED: &[(&str, &[&str])] = &[
    ("Integer", &["+", "-", "*", "/", "%", "==", "===", "<", "<=", ">", ">=", "[]", "succ", "&", "|", "<=>"]),
    ("Float", &["+", "-", "*", "/", "%", "==", "===", "<", "<=", ">", ">=", "<=>"]),
    ("String", &["+", "==", "===", "<<", "length", "size", "empty?", "succ", "=~", "freeze", "-@", "<=>"]),
    ("Array", &["+", "<<", "[]", "[]=", "length", "size", "empty?", "freeze", "max", "min", "hash", "include?"]),
    ("Hash", &["[]", "[]=", "length", "size", "empty?", "freeze", "default"]),
    ("Symbol", &["==", "==="]),
    ("NilClass", &["===", "nil?"]),
    ("TrueClass", &["==="]),
    ("FalseClass", &["==="]),
    ("Regexp", &["=~"]),
    ("Proc", &["call"]),
];

impl Vm {
    /// The words of warning for a change that is about to be made, and whether they are about speed.
    pub fn risks_of_change(&mut self, class: ClassRef, name: Symbol, change: Change) -> Vec<(String, bool)> {
        let mut risks = Vec::new();
        if self.phase.booting || self.settings.warning_level == 0 {
            return risks;
        }
        let text = self.symbol_text(name);
        let vital = matches!(text.as_str(), "object_id" | "__id__" | "__send__");
        match change {
            Change::Removal if vital || name == Symbol::INITIALIZE => risks.push((format!("removing '{text}' may cause serious problems"), false)),
            Change::Undefinition if vital || name == Symbol::INITIALIZE => {
                risks.push((format!("undefining '{text}' may cause serious problems"), false));
            }
            _ => {}
        }
        if change == Change::Removal {
            return risks;
        }
        // To undefine a method is to define one that isn't there.
        if self.settings.warns_of_performance && self.is_optimized(class, name, &text) {
            let class = self.class_name(class);
            risks.push((format!("Redefining '{class}#{text}' disables interpreter and JIT optimizations"), true));
        }
        if vital && self.search_method(class, name).is_some() {
            risks.push((format!("redefining '{text}' may cause serious problems"), false));
        }
        let asked = matches!(text.as_str(), "initialize" | "respond_to_missing?" | "method_missing" | "respond_to?");
        if asked && class == self.classes.object {
            risks.push((format!("redefining Object#{text} may cause infinite loop"), false));
        }
        risks
    }

    fn is_optimized(&mut self, class: ClassRef, name: Symbol, text: &str) -> bool {
        let Some(table) = IdTable::from_value(class.definitions().methods()) else { return false };
        let Some(method) = table.get(name).and_then(MethodRef::from_value) else { return false };
        if method.kind() == MethodKind::Undefined || !self.is_core_method(method) {
            return false;
        }
        let class = self.class_name(class);
        OPTIMIZED.iter().any(|(owner, names)| *owner == class && names.contains(&text))
    }
}
