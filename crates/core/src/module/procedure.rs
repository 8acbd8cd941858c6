//! Procs: their facts, copies and comparison.

use rutile_bytecode::FunctionFlags;
use rutile_vm::interpreter::proc_flags;
use rutile_vm::prelude::*;

use crate::module::parameters;

/// The hidden variable of a copied Proc.
const ORIGINAL: &[u8] = b"@ original";

fn closure(vm: &mut Vm, args: Arguments) -> Result<ProcRef, Exit> {
    match ProcRef::from_value(args.get(0)) {
        Some(closure) => Ok(closure),
        None => Err(vm.argument_error("a primitive expects a Proc".to_string())),
    }
}

/// Sets a flag of a Proc.
pub fn flag(vm: &mut Vm, closure: ProcRef, bit: i64) {
    let bits = closure.flags().as_fixnum().unwrap_or(0) | bit;
    closure.set_flags(vm, Value::fixnum(bits));
}

fn proc_is_lambda(vm: &mut Vm, args: Arguments) -> NativeResult {
    let closure = closure(vm, args)?;
    Ok(Value::boolean(closure.is_lambda()))
}

fn proc_arity(vm: &mut Vm, args: Arguments) -> NativeResult {
    let closure = closure(vm, args)?;
    let arity = match Code::of_value(closure.code()) {
        // A block of the core library that takes whatever it is given.
        Some(code) if code.has(FunctionFlags::PACKS) => -1,
        Some(code) => parameters::arity(code.parameters(), args.get(1).truthy()),
        None => parameters::callable_arity(vm, closure),
    };
    Ok(Value::fixnum(arity))
}

fn proc_parameters(vm: &mut Vm, args: Arguments) -> NativeResult {
    let closure = closure(vm, args)?;
    if let Some(code) = Code::of_value(closure.code()) {
        let list = parameters::list(vm, code, args.get(1).truthy());
        return Ok(if code.has(FunctionFlags::CORE) { positional_kinds(vm, list) } else { list });
    }
    if let Some(method) = MethodObjectRef::from_value(closure.code()).and_then(|object| MethodRef::from_value(object.method())) {
        return Ok(parameters::of_method_list(vm, method));
    }
    let kind = Value::symbol(vm.intern(if args.get(1).truthy() { b"req" } else { b"opt" }));
    let rest = Value::symbol(vm.intern(b"rest"));
    let (receiver, others) = (vm.new_array(&[kind]).value(), vm.new_array(&[rest]).value());
    Ok(vm.new_array(&[receiver, others]).value())
}

/// What is shown of the parameters of a block of the core library: kinds without names, and no more than the reference's, which are
/// functions in C, have.
fn positional_kinds(vm: &mut Vm, list: Value) -> Value {
    let kinds = vm.array_with_capacity(1);
    let positional = [b"req".as_slice(), b"opt", b"rest"].map(|kind| Value::symbol(vm.intern(kind)));
    for index in 0..list.as_array().map_or(0, |list| list.len()) {
        let pair = list.as_array().and_then(|list| list.get(index).as_array());
        let Some(kind) = pair.map(|pair| pair.get(0)).filter(|kind| positional.contains(kind)) else { continue };
        let alone = vm.new_array(&[kind]);
        vm.array_push(kinds, alone.value());
    }
    kinds.value()
}

fn proc_location(vm: &mut Vm, args: Arguments) -> NativeResult {
    let closure = closure(vm, args)?;
    let code = match Code::of_value(closure.code()) {
        Some(code) => Some(code),
        None => MethodObjectRef::from_value(closure.code())
            .and_then(|object| MethodRef::from_value(object.method()))
            .and_then(|method| parameters::code_of_method(vm, method)),
    };
    Ok(code.map_or(Value::NIL, |code| parameters::location(vm, code)))
}

/// `&:name`'s name, or nil.
fn proc_symbol(vm: &mut Vm, args: Arguments) -> NativeResult {
    let closure = closure(vm, args)?;
    Ok(if closure.code().is_symbol() { closure.code() } else { Value::NIL })
}

/// `proc_of_class(proc, class, always_copy)`
fn proc_of_class(vm: &mut Vm, args: Arguments) -> NativeResult {
    let original = closure(vm, args)?;
    let class = crate::module::module_at(vm, args, 1)?;
    let same = vm.class_of(original.value()).real_class() == class;
    if same && !args.get(2).truthy() || args.get(2).is_undefined() && same {
        return Ok(original.value());
    }
    let copy = vm.copy_record(original.value(), ProcRef::WORDS)?;
    if let Some(cell) = copy.as_cell() {
        vm.reshape_to_class(cell, class);
    }
    let (name, first) = (vm.intern(ORIGINAL), self::original(vm, original));
    vm.set_variable(copy, name, first);
    Ok(copy)
}

/// The Proc that this one was copied from, in the end, or itself.
fn original(vm: &mut Vm, closure: ProcRef) -> Value {
    let name = vm.intern(ORIGINAL);
    vm.variable(closure.value(), name).unwrap_or(closure.value())
}

/// Copies are equal, and what was made of the same text in the same frame.
fn procs_equal(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (Some(one), Some(other)) = (ProcRef::from_value(args.get(0)), ProcRef::from_value(args.get(1))) else {
        return Ok(Value::FALSE);
    };
    let same = one.code() == other.code()
        && one.receiver() == other.receiver()
        && one.environment() == other.environment()
        && one.activation() == other.activation()
        && one.is_lambda() == other.is_lambda()
        && one.block() == other.block();
    let placed = !one.activation().is_nil() || Code::of_value(one.code()).is_none();
    Ok(Value::boolean(same && (placed || original(vm, one) == original(vm, other))))
}

fn proc_hash(vm: &mut Vm, args: Arguments) -> NativeResult {
    let closure = closure(vm, args)?;
    let placed = !closure.activation().is_nil() || Code::of_value(closure.code()).is_none();
    let last = if placed { closure.activation() } else { original(vm, closure) };
    let parts = [closure.code(), closure.receiver(), closure.environment(), last];
    let mut hash = closure.is_lambda() as u64;
    for part in parts {
        let id = vm.id_of(part);
        hash = rutile_vm::value::hashing::mix(hash ^ id as u64, vm.hash_seed);
    }
    Ok(Value::fixnum(rutile_vm::value::hashing::narrow(hash)))
}

fn proc_set_ruby2_keywords(vm: &mut Vm, args: Arguments) -> NativeResult {
    let closure = closure(vm, args)?;
    flag(vm, closure, proc_flags::RUBY2_KEYWORDS);
    Ok(Value::NIL)
}

/// The Binding in which a Proc was made, or nil where it is no code.
fn proc_binding(vm: &mut Vm, args: Arguments) -> NativeResult {
    let closure = closure(vm, args)?;
    if let Some(object) = MethodObjectRef::from_value(closure.code()) {
        // That of a Method knows its receiver and no variables.
        let binding = vm.empty_binding();
        binding.set_receiver(vm, object.receiver());
        let method = vm.program.top_method;
        let method = vm.copy_method(method);
        binding.set_method(vm, method.value());
        return Ok(binding.value());
    }
    let Some(code) = Code::of_value(closure.code()).filter(|code| !code.has(FunctionFlags::CORE)) else { return Ok(Value::NIL) };
    Ok(vm.binding_of_proc(closure, code).value())
}

/// Whether a Hash is one that `ruby2_keywords` collected.
fn hash_is_keywords(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(HashRef::from_value(args.get(0)).is_some_and(|hash| hash.is_ruby2_keywords())))
}

/// Has a Hash taken as keywords where it is splatted.
fn hash_as_keywords(_vm: &mut Vm, args: Arguments) -> NativeResult {
    if let Some(hash) = HashRef::from_value(args.get(0)) {
        hash.set_ruby2_keywords(true);
    }
    Ok(args.get(0))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("proc_is_lambda", proc_is_lambda),
    ("proc_arity", proc_arity),
    ("proc_parameters", proc_parameters),
    ("proc_location", proc_location),
    ("proc_symbol", proc_symbol),
    ("proc_of_class", proc_of_class),
    ("procs_equal", procs_equal),
    ("proc_hash", proc_hash),
    ("proc_set_ruby2_keywords", proc_set_ruby2_keywords),
    ("proc_binding", proc_binding),
    ("hash_is_keywords", hash_is_keywords),
    ("hash_as_keywords", hash_as_keywords),
];
