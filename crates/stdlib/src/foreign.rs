//! Fiddle's natives: foreign functions, closures, libraries and memory.
//!
//! | primitive | does |
//! |---|---|
//! | `foreign_open(name or nil, flags)`, `foreign_close(library)` | a library's handle, or the system's words in a String; whether it was open |
//! | `foreign_symbol(library, name)`, `foreign_file_name(library)` | an address or nil; a path or nil |
//! | `foreign_allocate(bytes)`, `foreign_reallocate(address, bytes)`, `foreign_free(address)` | an address, zero where there is no memory |
//! | `foreign_read(address, bytes)`, `foreign_write(address, string)`, `foreign_length(address)` | memory; up to a zero byte |
//! | `foreign_signature(types, fixed or nil, result)` | a signature; nil where there is no way to call such a function |
//! | `foreign_begin(signature, address, values)` | the result, or a call that waits for an answer |
//! | `foreign_answer(call, value)`, `foreign_abandon(call)` | the same; ends it where it is |
//! | `foreign_request(call)` | `[number of the closure, values...]` of what it waits for; nil of any other value |
//! | `foreign_error_number(signature)` | `errno` after the last call by it |
//! | `foreign_closure(signature, number)`, `foreign_address(closure)`, `foreign_release(closure)` | code that calls back |
//!
//! Values are Integers of 64 bits and Floats, by their types; what they mean is said in `lib/fiddle.so.rb`.

use std::ffi::CString;
use std::rc::Rc;

use rutile_core::arguments::{array, bytes, bytes_or_nil, integer, position};
use rutile_fiber::{Fault, PoolError};
use rutile_vm::prelude::*;

use crate::foreign_call::{Call, ForeignClosure, ForeignType, NoStack, Progress, Signature};
use crate::foreign_memory as memory;

/// The 64 bits of an Integer, as two's complement.
fn low_bits(vm: &mut Vm, value: Value) -> Result<u64, Exit> {
    if let Some(small) = value.as_fixnum() {
        return Ok(small as u64);
    }
    let Some(big) = vm.as_big_integer(value) else { return Err(vm.argument_error("an Integer was expected".to_string())) };
    let low = big.magnitude().iter_u64_digits().next().unwrap_or(0);
    Ok(if big.sign() == num_bigint::Sign::Minus { low.wrapping_neg() } else { low })
}

fn address(vm: &mut Vm, args: Arguments, index: usize) -> Result<usize, Exit> {
    Ok(low_bits(vm, args.get(index))? as usize)
}

fn unsigned(vm: &mut Vm, word: u64) -> Value {
    match i64::try_from(word).ok().and_then(Value::try_fixnum) {
        Some(small) => small,
        None => vm.big_integer(word.into()),
    }
}

fn signed(vm: &mut Vm, word: i64) -> Value {
    Value::try_fixnum(word).unwrap_or_else(|| vm.big_integer(word.into()))
}

/// A value as the word that a foreign function takes.
fn to_word(vm: &mut Vm, kind: ForeignType, value: Value) -> Result<u64, Exit> {
    let float = value.as_float().or_else(|| value.as_fixnum().map(|small| small as f64));
    match (kind, float) {
        (ForeignType::Float, Some(float)) => Ok((float as f32).to_bits().into()),
        (ForeignType::Double, Some(float)) => Ok(float.to_bits()),
        (ForeignType::Float | ForeignType::Double, None) => Err(vm.argument_error("a Float was expected".to_string())),
        (ForeignType::Void, _) => Ok(0),
        (ForeignType::Pointer | ForeignType::Integer(..), _) => low_bits(vm, value),
    }
}

fn from_word(vm: &mut Vm, kind: ForeignType, word: u64) -> Value {
    match kind {
        ForeignType::Void => Value::NIL,
        ForeignType::Pointer | ForeignType::Integer(_, false) => unsigned(vm, word),
        ForeignType::Integer(_, true) => signed(vm, word as i64),
        ForeignType::Float => vm.float(f32::from_bits(word as u32).into()),
        ForeignType::Double => vm.float(f64::from_bits(word)),
    }
}

// --- libraries and memory ---

fn zero_ended(vm: &mut Vm, text: &[u8]) -> Result<CString, Exit> {
    CString::new(text).map_err(|_| vm.argument_error("string contains null byte".to_string()))
}

fn foreign_open(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (name, flags) = (bytes_or_nil(vm, args, 0)?, integer(vm, args, 1)? as i32);
    let name = name.map(|name| zero_ended(vm, name)).transpose()?;
    match memory::open(name.as_deref(), flags) {
        Ok(handle) => Ok(unsigned(vm, handle as u64)),
        Err(words) => Ok(vm.string(&String::from_utf8_lossy(&words))),
    }
}

fn foreign_close(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(memory::close(address(vm, args, 0)?)))
}

fn foreign_symbol(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (library, name) = (address(vm, args, 0)?, bytes(vm, args, 1)?);
    let name = zero_ended(vm, name)?;
    Ok(memory::symbol(library, &name).map_or(Value::NIL, |address| unsigned(vm, address as u64)))
}

fn foreign_file_name(vm: &mut Vm, args: Arguments) -> NativeResult {
    let library = address(vm, args, 0)?;
    Ok(memory::file_name(library).map_or(Value::NIL, |name| vm.string(&name.to_string_lossy())))
}

fn foreign_allocate(vm: &mut Vm, args: Arguments) -> NativeResult {
    let size = position(vm, args, 0)?;
    Ok(unsigned(vm, memory::allocate(size) as u64))
}

fn foreign_reallocate(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (block, size) = (address(vm, args, 0)?, position(vm, args, 1)?);
    Ok(unsigned(vm, memory::reallocate(block, size) as u64))
}

fn foreign_free(vm: &mut Vm, args: Arguments) -> NativeResult {
    memory::release(address(vm, args, 0)?);
    Ok(Value::NIL)
}

fn foreign_read(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (from, count) = (address(vm, args, 0)?, position(vm, args, 1)?);
    vm.check_allocation(count)?;
    let mut copy = vec![0; count];
    memory::read(from, &mut copy);
    Ok(vm.new_string(&copy, Encoding::BINARY).value())
}

fn foreign_write(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (to, text) = (address(vm, args, 0)?, bytes(vm, args, 1)?);
    memory::write(to, text);
    Ok(Value::NIL)
}

fn foreign_length(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::fixnum(memory::length(address(vm, args, 0)?) as i64))
}

// --- functions ---

fn keep<T: 'static>(vm: &mut Vm, resource: T) -> Value {
    let cell = vm.new_resource_cell();
    let index = vm.add_resource(Box::new(resource));
    cell.set_index(vm, Value::fixnum(index as i64));
    cell.value()
}

fn index_of(value: Value) -> Option<usize> {
    ResourceRef::from_value(value)?.index().as_fixnum().map(|index| index as usize)
}

fn resource<T: 'static>(vm: &mut Vm, value: Value) -> Option<&mut T> {
    vm.resources.get_mut(index_of(value)?)?.as_mut()?.downcast_mut::<T>()
}

/// Drops what a cell owns before its end.
fn discard<T: 'static>(vm: &mut Vm, value: Value) {
    if resource::<T>(vm, value).is_some()
        && let Some(index) = index_of(value)
    {
        vm.resources[index] = None;
    }
}

fn signature(vm: &mut Vm, args: Arguments) -> Result<Rc<Signature>, Exit> {
    match resource::<Rc<Signature>>(vm, args.get(0)) {
        Some(signature) => Ok(signature.clone()),
        None => Err(vm.type_error("a signature was expected".to_string())),
    }
}

fn foreign_type(vm: &mut Vm, number: Value) -> Result<ForeignType, Exit> {
    match number.as_fixnum().and_then(ForeignType::of_number) {
        Some(kind) => Ok(kind),
        None => Err(vm.argument_error("unknown type".to_string())),
    }
}

fn foreign_signature(vm: &mut Vm, args: Arguments) -> NativeResult {
    let numbers = array(vm, args, 0)?;
    let mut types = Vec::with_capacity(numbers.len());
    for index in 0..numbers.len() {
        types.push(foreign_type(vm, numbers.get(index))?);
    }
    let fixed = if args.get(1) == Value::NIL { None } else { Some(position(vm, args, 1)?) };
    let result = foreign_type(vm, args.get(2))?;
    match Signature::new(types, fixed, result) {
        Some(signature) => Ok(keep(vm, Rc::new(signature))),
        None => Ok(Value::NIL),
    }
}

fn foreign_begin(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (signature, function, values) = (signature(vm, args)?, address(vm, args, 1)?, array(vm, args, 2)?);
    let mut words = Vec::with_capacity(values.len());
    for (index, kind) in signature.arguments().iter().enumerate() {
        words.push(to_word(vm, *kind, values.get(index))?);
    }
    let pool = vm.machine_stacks().clone();
    // SAFETY: the program says what stands at the address; there is a word for every argument.
    let call = unsafe { Call::new(&pool, signature, function, words) };
    match call {
        Ok(call) => proceed(vm, call, None, 0),
        Err(error) => Err(no_stack(vm, error)),
    }
}

/// Goes on with a call: its result, or the call itself, in a cell of its own or in the one that it has.
fn proceed(vm: &mut Vm, mut call: Call, cell: Option<(Value, usize)>, answer: u64) -> NativeResult {
    let progress = match call.resume(answer) {
        Ok(progress) => progress,
        Err(Fault::Overflow(_)) => return Err(vm.raise(vm.classes.system_stack_error, "stack level too deep".to_string())),
        Err(fault) => return Err(vm.runtime_error(fault.to_string())),
    };
    match (progress, cell) {
        (Progress::Ended(word), _) => Ok(from_word(vm, call.result(), word)),
        (Progress::Asked, None) => Ok(keep(vm, call)),
        (Progress::Asked, Some((cell, index))) => {
            vm.resources[index] = Some(Box::new(call));
            Ok(cell)
        }
    }
}

fn no_stack(vm: &mut Vm, error: NoStack) -> Exit {
    match error {
        NoStack::Unguarded => vm.fiber_error("can't set up another machine stack: no guard for foreign code"),
        NoStack::Refused(error @ PoolError::TooManyStacks { .. }) => vm.fiber_error(&error.to_string()),
        NoStack::Refused(error @ PoolError::NoMemory { .. }) => vm.raise(vm.classes.no_memory_error, error.to_string()),
    }
}

fn foreign_request(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(request) = resource::<Call>(vm, args.get(0)).and_then(|call| call.request()) else { return Ok(Value::NIL) };
    let (closure, words, types) = (request.closure, request.words.clone(), request.types.clone());
    let values = vm.new_array(&[Value::fixnum(closure as i64)]);
    for (word, kind) in words.into_iter().zip(types) {
        let value = from_word(vm, kind, word);
        vm.array_push(values, value);
    }
    Ok(values.value())
}

fn foreign_answer(vm: &mut Vm, args: Arguments) -> NativeResult {
    let cell = args.get(0);
    let wanted = resource::<Call>(vm, cell).and_then(|call| call.request()).map(|request| request.result);
    let (Some(wanted), Some(index)) = (wanted, index_of(cell)) else {
        return Err(vm.argument_error("a call that waits for an answer was expected".to_string()));
    };
    let answer = to_word(vm, wanted, args.get(1))?;
    // Out of the table while it runs: an empty place there belongs to the cell still.
    match vm.resources[index].take().and_then(|resource| resource.downcast::<Call>().ok()) {
        Some(call) => proceed(vm, *call, Some((cell, index)), answer),
        None => Ok(Value::NIL),
    }
}

fn foreign_abandon(vm: &mut Vm, args: Arguments) -> NativeResult {
    discard::<Call>(vm, args.get(0));
    Ok(Value::NIL)
}

fn foreign_error_number(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::fixnum(signature(vm, args)?.error_number.get().into()))
}

// --- closures ---

fn foreign_closure(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (signature, number) = (signature(vm, args)?, position(vm, args, 1)?);
    match ForeignClosure::new(&signature, number) {
        Some(closure) => Ok(keep(vm, closure)),
        None => Ok(Value::NIL),
    }
}

fn foreign_address(vm: &mut Vm, args: Arguments) -> NativeResult {
    let address = resource::<ForeignClosure>(vm, args.get(0)).map_or(0, |closure| closure.address());
    Ok(unsigned(vm, address as u64))
}

fn foreign_release(vm: &mut Vm, args: Arguments) -> NativeResult {
    discard::<ForeignClosure>(vm, args.get(0));
    Ok(Value::NIL)
}

pub const NATIVES: &[(&str, Native)] = &[
    ("foreign_open", foreign_open),
    ("foreign_close", foreign_close),
    ("foreign_symbol", foreign_symbol),
    ("foreign_file_name", foreign_file_name),
    ("foreign_allocate", foreign_allocate),
    ("foreign_reallocate", foreign_reallocate),
    ("foreign_free", foreign_free),
    ("foreign_read", foreign_read),
    ("foreign_write", foreign_write),
    ("foreign_length", foreign_length),
    ("foreign_signature", foreign_signature),
    ("foreign_begin", foreign_begin),
    ("foreign_request", foreign_request),
    ("foreign_answer", foreign_answer),
    ("foreign_abandon", foreign_abandon),
    ("foreign_error_number", foreign_error_number),
    ("foreign_closure", foreign_closure),
    ("foreign_address", foreign_address),
    ("foreign_release", foreign_release),
];
