//! Arrays as keys: those of class Array whose elements, or those of what they hold in turn, need no Ruby to be hashed.

use super::array::ArrayRef;
use crate::value::Value;
use crate::value::hashing::{code_of_answer, combine, seed};
use crate::value::kind::Header;
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// Most nested Arrays that are followed: what holds itself would never end.
const NESTED_MAX: usize = 100;

impl Vm {
    /// The hash code of an Array as a Hash keeps it, where it takes no Ruby.
    #[inline(never)]
    pub(super) fn array_key_code(&self, array: ArrayRef) -> Option<i64> {
        let is_own = |name| self.search_method(self.classes.array, name).is_some_and(|(method, _)| self.is_core_method(method));
        if !is_own(Symbol::HASH) || !is_own(Symbol::EQL) {
            return None;
        }
        self.code_within(array, &mut { NESTED_MAX })
    }

    /// The code that stands for what `Array#hash` answers.
    fn code_within(&self, array: ArrayRef, budget: &mut usize) -> Option<i64> {
        if array.0.shape() != self.shapes.plain.array {
            return None;
        }
        *budget = budget.checked_sub(1)?;
        let mut code = seed(array.len() as i64);
        for &value in array.values().iter() {
            let element = match ArrayRef::from_value(value) {
                Some(inner) => self.code_within(inner, budget)?,
                None if value.as_string().is_some_and(|string| string.0.shape() != self.shapes.plain.string) => return None,
                None => self.simple_hash(value)?,
            };
            code = combine(code, element);
        }
        Some(code_of_answer(code))
    }

    /// `eql?` of an Array that has such a code and another.
    pub(super) fn array_keys_eql(&self, array: ArrayRef, other: ArrayRef) -> bool {
        let (values, others) = (array.values(), other.values());
        let eql = |(one, other): (&Value, &Value)| one == other || self.simple_eql(*one, *other);
        values.len() == others.len() && values.iter().zip(others.iter()).all(eql)
    }
}
