//! `case` by literals: the clause is found in a Hash, not by asking one after the other.

use rutile_bytecode::Literal;

use crate::calls::basic_operations::of;
use crate::object::hash::HashRef;
use crate::value::Value;
use crate::value::kind::Kind;
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// The number of the Jump to where clauses are asked by `===`, and of that to what stands behind them all.
const ASK: i32 = 0;
const NONE: i32 = 1;

/// The number of the Jump for the subject of a `case`.
#[inline(never)]
pub fn jump_for(vm: &Vm, clauses: Value, subject: Value) -> i32 {
    // Of these no literal's `===` calls a method: Floats equal integers, and what has a `to_str` strings.
    let plain = subject.is_fixnum() || subject.as_symbol().is_some() || subject.is_nil() || subject.is_kind(Kind::String);
    if !plain || !vm.is_basic(Symbol::CASE_EQUAL, of::BUILT_IN) {
        return ASK;
    }
    let Some(clauses) = HashRef::from_value(clauses) else { return ASK };
    match vm.hash_position(clauses, subject) {
        Some(Some(position)) => clauses.value_at(position).as_fixnum().map_or(ASK, |jump| jump as i32),
        Some(None) => NONE,
        None => ASK,
    }
}

impl Vm {
    /// The Hash of the clauses; the first of equal ones counts.
    pub(super) fn clauses_literal(&mut self, clauses: &[(Literal, u16)]) -> Value {
        let hash = self.new_hash(clauses.len());
        for (key, jump) in clauses {
            let key = self.literal(key);
            if self.hash_get(hash, key).is_none() {
                self.hash_set(hash, key, Value::fixnum(*jump as i64));
            }
        }
        hash.value()
    }
}
