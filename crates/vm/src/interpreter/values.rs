//! Instructions that make values: strings, arrays, hashes, ranges, regexps.

use rutile_bytecode::{Instruction, Op};

use super::{Step, calls};
use crate::calls::basic_operations::of;
use crate::code::Code;
use crate::code::frame_flags;
use crate::code::stack::FrameRef;
use crate::object::array::ArrayRef;
use crate::object::hash::HashRef;
use crate::object::string::{CodeRange, StringRef};
use crate::value::fields::Fields;
use crate::value::{Value, decimal};
use crate::value::encoding::Encoding;
use crate::value::kind::{Kind, flags};
use crate::value::kind::Header;
use crate::value::symbol::{Standing, Symbol};
use crate::vm::Vm;

/// `NewString`: a fresh copy of the literal; the literal itself where all that comes is to look it up in a Hash.
pub fn new_string(vm: &mut Vm, frame: FrameRef, code: &Code, i: Instruction, next: Instruction) -> Value {
    match StringRef::from_value(code.literals[i.bc() as u32 as usize].get()) {
        Some(literal) if next.op == Op::Index && next.c == i.a && finds_by_text(vm, frame.register(next.b as usize)) => literal.value(),
        Some(literal) => {
            let string = vm.string_copy(literal);
            if i.n == 1 {
                string.0.set_flag(flags::CHILLED);
            }
            string.value()
        }
        None => Value::NIL,
    }
}

/// Whether `object[text]` asks a plain Hash that compares what keys say, and shows the key to no block.
#[inline(always)]
fn finds_by_text(vm: &Vm, object: Value) -> bool {
    vm.is_basic(Symbol::INDEX, of::HASH) && HashRef::from_value(object).is_some_and(|hash| hash.0.shape() == vm.shapes.plain.hash && !hash.compares_by_identity() && !hash.has_default_proc())
}

pub fn new_array(vm: &mut Vm, frame: FrameRef, i: Instruction) -> Value {
    let (first, count) = (i.b as usize, i.c as usize);
    vm.new_array(&frame.registers(first + count)[first..]).value()
}

/// `CopyHash`.
pub fn copy_hash(vm: &mut Vm, literal: Value) -> Value {
    HashRef::from_value(literal).map_or(Value::NIL, |literal| vm.hash_copy(literal).value())
}

/// `HashStore`: by position where the key needs no Ruby, else through a helper.
pub fn hash_store(vm: &mut Vm, i: Instruction) -> Step {
    let frame = vm.registers.frame;
    let (hash, key, value) = (frame.register(i.a as usize), frame.register(i.b as usize), frame.register(i.c as usize));
    if let Some(table) = HashRef::from_value(hash) {
        if vm.hash_set(table, key, value) {
            return Ok(());
        }
    }
    calls::helper(vm, "hash_store", &[hash, key, value], frame_flags::DISCARD)
}

pub fn hash_merge(vm: &mut Vm, i: Instruction) -> Step {
    let (hash, other) = (vm.registers.frame.register(i.a as usize), vm.registers.frame.register(i.b as usize));
    if other.is_nil() {
        return Ok(());
    }
    if let (Some(table), Some(source)) = (HashRef::from_value(hash), HashRef::from_value(other)) {
        let simple = source.entries().all(|(key, _)| table.compares_by_identity() || vm.has_simple_hash(key));
        if simple && table.is_empty() && table.compares_by_identity() == source.compares_by_identity() {
            vm.hash_take_entries(table, source);
            return Ok(());
        }
        if simple {
            for position in 0..source.used() {
                let key = source.key_at(position);
                if !key.is_undefined() {
                    vm.hash_set(table, key, source.value_at(position));
                }
            }
            return Ok(());
        }
    }
    calls::helper(vm, "hash_merge", &[hash, other], frame_flags::DISCARD)
}

/// `NewRange`: ends of kinds that compare need no check.
pub fn new_range(vm: &mut Vm, i: Instruction) -> Step {
    let (first, last) = (vm.registers.frame.register(i.b as usize), vm.registers.frame.register(i.c as usize));
    let is_ordered = vm.is_basic(Symbol::COMPARE, of::STRING | of::FLOAT);
    let plain = |value: Value| value.is_nil() || value.is_fixnum() || is_ordered && value.as_float().is_some_and(|float| !float.is_nan());
    let strings = is_ordered && first.is_kind(Kind::String) && last.is_kind(Kind::String);
    if plain(first) && plain(last) || strings {
        let range = vm.new_range(first, last, i.n == 1);
        vm.deliver(range);
        return Ok(());
    }
    calls::helper(vm, "new_range", &[first, last, Value::boolean(i.n == 1)], 0)
}

pub fn array_concat(vm: &mut Vm, i: Instruction) -> Step {
    let (array, value) = (vm.registers.frame.register(i.a as usize), vm.registers.frame.register(i.b as usize));
    if let (Some(array), Some(other)) = (ArrayRef::from_value(array), ArrayRef::from_value(value)) {
        vm.array_append(array, other);
        return Ok(());
    }
    calls::helper(vm, "array_concat", &[array, value], frame_flags::DISCARD)
}

pub fn splat_array(vm: &mut Vm, i: Instruction) -> Step {
    let value = vm.registers.frame.register(i.b as usize);
    if let Some(array) = ArrayRef::from_value(value) {
        let result = if i.n == 1 { vm.array_slice(array, 0, array.len()).value() } else { value };
        vm.deliver(result);
        return Ok(());
    }
    let class = vm.class_of(value);
    match vm.find_method(class, Symbol::TO_A) {
        Some(method) if value.is_nil() && vm.is_core_method(method) => {
            let empty = vm.new_array(&[]).value();
            vm.deliver(empty);
            return Ok(());
        }
        // The core's own answers an Array, and a new one. A refinement's is not asked.
        Some(method) if vm.is_core_method(method) && vm.find_method(class, Symbol::RESPOND_TO).is_some_and(|method| vm.is_core_method(method)) => {
            return calls::invoke_from_scratch(vm, value, Symbol::TO_A, method);
        }
        None if value.is_immediate() || value.is_kind(Kind::String) => {
            let single = vm.new_array(&[value]).value();
            vm.deliver(single);
            return Ok(());
        }
        _ => {}
    }
    calls::helper(vm, if i.n == 1 { "splat_copy" } else { "splat" }, &[value], 0)
}

pub fn splat_hash(vm: &mut Vm, i: Instruction) -> Step {
    let value = vm.registers.frame.register(i.b as usize);
    if value.is_nil() || value.is_kind(Kind::Hash) {
        vm.deliver(value);
        return Ok(());
    }
    calls::helper(vm, "to_hash", &[value], 0)
}

pub fn assignable_array(vm: &mut Vm, i: Instruction) -> Step {
    let value = vm.registers.frame.register(i.b as usize);
    if value.is_kind(Kind::Array) {
        vm.deliver(value);
        return Ok(());
    }
    let class = vm.class_of(value);
    if value.is_immediate() && vm.find_method(class, Symbol::TO_ARY).is_none() || value.is_kind(Kind::String) {
        let single = vm.new_array(&[value]).value();
        vm.deliver(single);
        return Ok(());
    }
    calls::helper(vm, "assignable_array", &[value], 0)
}

/// `ExpandArray`: leading registers, the rest as an Array, trailing registers.
pub fn expand_array(vm: &mut Vm, i: Instruction) -> Step {
    let frame = vm.registers.frame;
    let Some(array) = ArrayRef::from_value(frame.register(i.b as usize)) else { return Ok(()) };
    let (leading, trailing) = ((i.c & 255) as usize, (i.c >> 8) as usize);
    let has_rest = i.n == 1;
    let length = array.len();
    let rest_count = length.saturating_sub(leading + trailing);
    let rest = if has_rest {
        let start = leading.min(length);
        vm.array_slice(array, start, rest_count).value()
    } else {
        Value::NIL
    };
    let mut register = i.a as usize;
    for index in 0..leading {
        frame.set_register(register, array.get(index));
        register += 1;
    }
    if has_rest {
        frame.set_register(register, rest);
        register += 1;
    }
    let first_trailing = if has_rest { leading + rest_count } else { leading };
    for index in 0..trailing {
        frame.set_register(register, array.get(first_trailing + index));
        register += 1;
    }
    Ok(())
}

pub fn string_to_symbol(vm: &mut Vm, i: Instruction) -> Step {
    if let Some(string) = StringRef::from_value(vm.registers.frame.register(i.b as usize)) {
        let symbol = vm.string_symbol(string, Standing::Known)?;
        vm.deliver(Value::symbol(symbol));
    }
    Ok(())
}

/// `NewRegexp` from parts.
pub fn new_regexp(vm: &mut Vm, i: Instruction) -> Step {
    let parts = new_array(vm, vm.registers.frame, i);
    calls::helper(vm, "new_regexp", &[parts, Value::fixnum(i.n as i64)], 0)
}

impl Vm {
    /// A Range object: the class's own variables in fixed slots.
    pub fn new_range(&mut self, first: Value, last: Value, exclusive: bool) -> Value {
        let class = self.classes.range;
        let range = self.new_object_with(class, &[(Symbol::FIRST, first), (Symbol::LAST, last), (Symbol::EXCLUSIVE, Value::boolean(exclusive))]);
        if let Some(cell) = range.as_cell() {
            cell.set_flag(flags::FROZEN);
        }
        range
    }

    /// Decimal digits of an integer, as a US-ASCII string.
    pub fn integer_text(&mut self, integer: i64) -> Value {
        let mut buffer = [0; decimal::LONGEST];
        let string = self.new_string(decimal::write(integer, &mut buffer), Encoding::US_ASCII);
        string.set_code_range(CodeRange::Ascii);
        string.value()
    }
}

/// The Hash and the position in it that `HashNext`, `HashKey` and `HashValue` are about.
#[inline(always)]
pub fn place_in_hash(hash: Value, position: Value) -> Option<(HashRef, usize)> {
    Some((HashRef::from_value(hash)?, usize::try_from(position.as_fixnum()?).ok()?))
}

/// These of something else: the core library asks for them of Hashes only.
#[cold]
pub fn not_in_a_hash(vm: &mut Vm) -> Step {
    Err(vm.internal_error("a primitive expects a Hash and a position"))
}

/// `ArraySize` and `ArrayElement` of something else: the core library asks for them of Arrays only.
#[cold]
pub fn not_an_array(vm: &mut Vm) -> Step {
    Err(vm.internal_error("a primitive expects an Array"))
}
