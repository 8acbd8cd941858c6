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

pub mod call;
pub mod memory;

use std::ffi::CString;
use std::rc::Rc;

use rutile_core::arguments::{array, bytes, bytes_or_nil, integer, position};
use rutile_fiber::{Fault, PoolError};
use rutile_vm::prelude::*;

use crate::foreign::call::{Call, ForeignClosure, ForeignType, NoStack, Progress, Signature};
use crate::resource::owned;

fn low_bits(vm: &mut Vm, value: Value) -> Result<u64, Exit> {
    vm.low_bits(value).ok_or_else(|| vm.argument_error("an Integer was expected".to_string()))
}

fn address(vm: &mut Vm, args: Arguments, index: usize) -> Result<usize, Exit> {
    Ok(low_bits(vm, args.get(index))? as usize)
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
        ForeignType::Pointer | ForeignType::Integer(_, false) => vm.integer(word.into()),
        ForeignType::Integer(_, true) => vm.integer((word as i64).into()),
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
        Ok(handle) => Ok(vm.integer(handle as i128)),
        Err(words) => Ok(vm.string(&String::from_utf8_lossy(&words))),
    }
}

fn foreign_close(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(memory::close(address(vm, args, 0)?)))
}

fn foreign_symbol(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (library, name) = (address(vm, args, 0)?, bytes(vm, args, 1)?);
    let name = zero_ended(vm, name)?;
    Ok(memory::symbol(library, &name).map_or(Value::NIL, |address| vm.integer(address as i128)))
}

fn foreign_file_name(vm: &mut Vm, args: Arguments) -> NativeResult {
    let library = address(vm, args, 0)?;
    Ok(memory::file_name(library).map_or(Value::NIL, |name| vm.string(&name.to_string_lossy())))
}

fn foreign_allocate(vm: &mut Vm, args: Arguments) -> NativeResult {
    let size = position(vm, args, 0)?;
    Ok(vm.integer(memory::allocate(size) as i128))
}

fn foreign_reallocate(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (block, size) = (address(vm, args, 0)?, position(vm, args, 1)?);
    Ok(vm.integer(memory::reallocate(block, size) as i128))
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

fn signature(vm: &mut Vm, args: Arguments) -> Result<Rc<Signature>, Exit> {
    Ok(owned::<Rc<Signature>>(vm, args, 0, "a signature")?.clone())
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
        Some(signature) => Ok(vm.keep_resource(Rc::new(signature))),
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

/// Goes on with a call: its result, or the call itself, in a cell of its own or in the one that it was in.
fn proceed(vm: &mut Vm, mut call: Call, cell: Option<ResourceRef>, answer: u64) -> NativeResult {
    let progress = match call.resume(answer) {
        Ok(progress) => progress,
        Err(Fault::Overflow(_)) => return Err(vm.raise(vm.classes.system_stack_error, "stack level too deep".to_string())),
        Err(fault) => return Err(vm.runtime_error(fault.to_string())),
    };
    match (progress, cell) {
        (Progress::Ended(word), _) => Ok(from_word(vm, call.result(), word)),
        (Progress::Strange, _) => {
            let message = "C code of an extension that asks for Ruby within a function that Fiddle called is not implemented";
            Err(vm.raise(vm.classes.not_implemented, message.to_string()))
        }
        (Progress::Asked, None) => Ok(vm.keep_resource(call)),
        (Progress::Asked, Some(cell)) => {
            vm.give_resource(cell, call);
            Ok(cell.value())
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
    let Some(request) = vm.resource::<Call>(args.get(0)).and_then(|call| call.request()) else { return Ok(Value::NIL) };
    let (closure, words, signature) = (request.closure, request.words.clone(), request.signature.clone());
    let values = vm.new_array(&[Value::fixnum(closure as i64)]);
    for (word, kind) in words.into_iter().zip(signature.arguments()) {
        let value = from_word(vm, *kind, word);
        vm.array_push(values, value);
    }
    Ok(values.value())
}

fn foreign_answer(vm: &mut Vm, args: Arguments) -> NativeResult {
    let wanted = vm.resource::<Call>(args.get(0)).and_then(|call| call.request()).map(|request| request.signature.result);
    let (Some(wanted), Some(cell)) = (wanted, ResourceRef::from_value(args.get(0))) else {
        return Err(vm.argument_error("a call that waits for an answer was expected".to_string()));
    };
    let answer = to_word(vm, wanted, args.get(1))?;
    match vm.take_resource::<Call>(args.get(0)) {
        Some(call) => proceed(vm, *call, Some(cell), answer),
        None => Ok(Value::NIL),
    }
}

fn foreign_abandon(vm: &mut Vm, args: Arguments) -> NativeResult {
    drop(vm.take_resource::<Call>(args.get(0)));
    Ok(Value::NIL)
}

fn foreign_error_number(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::fixnum(signature(vm, args)?.error_number.get().into()))
}

// --- closures ---

fn foreign_closure(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (signature, number) = (signature(vm, args)?, position(vm, args, 1)?);
    match ForeignClosure::new(signature, number) {
        Some(closure) => Ok(vm.keep_resource(closure)),
        None => Ok(Value::NIL),
    }
}

fn foreign_address(vm: &mut Vm, args: Arguments) -> NativeResult {
    let address = vm.resource::<ForeignClosure>(args.get(0)).map_or(0, |closure| closure.address());
    Ok(vm.integer(address as i128))
}

fn foreign_release(vm: &mut Vm, args: Arguments) -> NativeResult {
    drop(vm.take_resource::<ForeignClosure>(args.get(0)));
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
