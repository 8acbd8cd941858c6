//! How natives read arguments that the core library is known to pass.
//!
//! A primitive called as `Primitive.name(...)` never declines: what it is given is
//! decided by the core's own Ruby. Should that be wrong, it raises instead of
//! guessing.

use rutile_vm::prelude::*;

/// A native of a method that takes just so many arguments. With others it declines, and the method's own parameters
/// refuse them.
macro_rules! exactly {
    ($count:literal, $native:expr) => {
        |vm, args| if args.count() == $count { $native(vm, args) } else { Err(Exit::Fallback) }
    };
}
pub(crate) use exactly;

/// The Array at `index`.
pub fn array(vm: &mut Vm, args: Arguments, index: usize) -> Result<ArrayRef, Exit> {
    match args.get(index).as_array() {
        Some(array) => Ok(array),
        None => Err(misused(vm, "an Array", index)),
    }
}

/// The Hash at `index`.
pub fn hash(vm: &mut Vm, args: Arguments, index: usize) -> Result<HashRef, Exit> {
    match args.get(index).as_hash() {
        Some(hash) => Ok(hash),
        None => Err(misused(vm, "a Hash", index)),
    }
}

/// The small Integer at `index`.
pub fn integer(vm: &mut Vm, args: Arguments, index: usize) -> Result<i64, Exit> {
    match args.get(index).as_fixnum() {
        Some(integer) => Ok(integer),
        None => Err(misused(vm, "a small Integer", index)),
    }
}

/// The Integer at `index`, of any size that 128 bits hold with room for arithmetic.
pub fn integer_of_any_size(vm: &mut Vm, args: Arguments, index: usize) -> Result<i128, Exit> {
    wide_integer(vm, args.get(index), index)
}

/// The same of a value that belongs to the argument at `index`.
pub fn wide_integer(vm: &mut Vm, value: Value, index: usize) -> Result<i128, Exit> {
    if let Some(small) = value.as_fixnum() {
        return Ok(small.into());
    }
    let Some(integer) = vm.as_big_integer(value) else { return Err(misused(vm, "an Integer", index)) };
    match i128::try_from(&integer) {
        Ok(value) if value.unsigned_abs() < 1 << 100 => Ok(value),
        _ => Err(vm.range_error("bignum too big to convert into a moment".to_string())),
    }
}

/// The position at `index`: negative ones are beyond every end.
pub fn position(vm: &mut Vm, args: Arguments, index: usize) -> Result<usize, Exit> {
    Ok(usize::try_from(integer(vm, args, index)?).unwrap_or(usize::MAX))
}

/// The Symbol at `index`.
pub fn symbol(vm: &mut Vm, args: Arguments, index: usize) -> Result<Symbol, Exit> {
    match args.get(index).as_symbol() {
        Some(symbol) => Ok(symbol),
        None => Err(misused(vm, "a Symbol", index)),
    }
}

/// The String at `index`.
pub fn string(vm: &mut Vm, args: Arguments, index: usize) -> Result<StringRef, Exit> {
    match args.get(index).as_string() {
        Some(string) => Ok(string),
        None => Err(misused(vm, "a String", index)),
    }
}

/// The bytes of the String at `index`.
pub fn bytes<'a>(vm: &mut Vm, args: Arguments, index: usize) -> Result<&'a [u8], Exit> {
    string(vm, args, index).map(StringRef::bytes)
}

/// The bytes of the String at `index`, or `None` for nil.
pub fn bytes_or_nil<'a>(vm: &mut Vm, args: Arguments, index: usize) -> Result<Option<&'a [u8]>, Exit> {
    if args.get(index).is_nil() { Ok(None) } else { bytes(vm, args, index).map(Some) }
}

fn misused(vm: &mut Vm, wanted: &str, index: usize) -> Exit {
    vm.argument_error(format!("a primitive expects {wanted} as argument {index}"))
}
