//! Hash codes of Arrays whose elements, or those of what they hold in turn, need no Ruby to be hashed; and such Arrays as keys.

use super::array::ArrayRef;
use crate::value::Value;
use crate::value::hashing::{code_of_answer, combine, seed};
use crate::value::kind::Kind;
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// Most nested Arrays that a native follows: what holds itself would never end.
pub const NESTED_MAX: usize = 1000;

/// What has to be the core library's.
const METHODS: [Symbol; 2] = [Symbol::HASH, Symbol::EQL];

impl Vm {
    /// Whether a value answers to a method as the core library has it: a String or an Array may be of a class of the program's.
    pub fn has_core_method(&self, value: Value, name: Symbol) -> bool {
        let built_in = match value.kind() {
            Kind::String => self.classes.string,
            Kind::Array => self.classes.array,
            _ => return true,
        };
        let class = self.class_of(value);
        class == built_in || self.search_method(class, name).is_some_and(|(method, _)| self.is_core_method(method))
    }

    /// What `Array#hash` answers, where that takes no Ruby.
    fn array_code(&self, array: ArrayRef, budget: &mut usize) -> Option<i64> {
        *budget = budget.checked_sub(1)?;
        let mut code = seed(array.len() as i64);
        for &value in array.values().iter() {
            code = combine(code, self.element_code(value, budget)?);
        }
        Some(code)
    }

    /// The hash code of what stands in an Array or a Hash, on the same terms.
    fn element_code(&self, value: Value, budget: &mut usize) -> Option<i64> {
        if !METHODS.iter().all(|&name| self.has_core_method(value, name)) {
            return None;
        }
        match ArrayRef::from_value(value) {
            Some(inner) => Some(code_of_answer(self.array_code(inner, budget)?)),
            None => self.simple_hash(value),
        }
    }

    /// The hash code of an Array as a Hash keeps it, where neither that nor `eql?` takes Ruby.
    #[inline(never)]
    pub(super) fn array_key_code(&self, array: ArrayRef) -> Option<i64> {
        let is_own = |&name: &Symbol| self.search_method(self.classes.array, name).is_some_and(|(method, _)| self.is_core_method(method));
        if !METHODS.iter().all(is_own) {
            return None;
        }
        self.element_code(array.value(), &mut { NESTED_MAX })
    }

    /// `eql?` of an Array that has such a code and another.
    pub(super) fn array_keys_eql(&self, array: ArrayRef, other: ArrayRef) -> bool {
        let (values, others) = (array.values(), other.values());
        let eql = |(one, other): (&Value, &Value)| one == other || self.simple_eql(*one, *other);
        values.len() == others.len() && values.iter().zip(others.iter()).all(eql)
    }
}
