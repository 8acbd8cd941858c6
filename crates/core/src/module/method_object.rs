//! Method and UnboundMethod: methods taken out as objects.

use rutile_vm::calls::method::is_not_implemented;
use rutile_vm::prelude::*;

use crate::arguments;
use crate::module::module_at;
use crate::module::parameters;

/// Makes a Method, or an UnboundMethod where the receiver is undefined.
fn new_object(vm: &mut Vm, receiver: Value, method: MethodRef, name: Symbol, origin: ClassRef, found_in: Value) -> Value {
    let class = if receiver.is_undefined() { vm.classes.unbound_method } else { vm.classes.method };
    let object = vm.new_method_object(class);
    object.set_receiver(vm, receiver);
    object.set_method(vm, method.value());
    object.set_name(vm, Value::symbol(name));
    object.set_origin(vm, origin.value());
    object.set_found_in(vm, found_in);
    object.value()
}

fn object_at(vm: &mut Vm, args: Arguments, index: usize) -> Result<(MethodObjectRef, MethodRef), Exit> {
    let object = MethodObjectRef::from_value(args.get(index));
    match object.and_then(|object| MethodRef::from_value(object.method()).map(|method| (object, method))) {
        Some((object, method)) => Ok((object, method)),
        None => Err(vm.argument_error("a primitive expects a Method".to_string())),
    }
}

/// `method_object(object, name, public_only)`: nil where there is none.
fn method_object(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = arguments::symbol(vm, args, 1)?;
    let class = vm.class_of(args.get(0));
    let Some(method) = vm.find_method_for_program(class, name) else { return Ok(Value::NIL) };
    if args.get(2).truthy() && method.visibility() != Visibility::Public {
        return Ok(Value::NIL);
    }
    let found_in = place_of(vm, class, name, method);
    Ok(new_object(vm, args.get(0), method, name, class, found_in))
}

fn singleton_method_object(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = arguments::symbol(vm, args, 1)?;
    let class = vm.class_of(args.get(0));
    // A class without a singleton class of its own has that of its superclass.
    if !class.is_singleton() || class.attached() != args.get(0) {
        return Ok(Value::NIL);
    }
    let found = vm.search_method(class, name).filter(|(method, _)| method.kind() != MethodKind::Undefined);
    // What the object was extended with counts, what its class has does not.
    let Some((method, cell)) = found.filter(|(_, cell)| stands_before_class(class, *cell)) else { return Ok(Value::NIL) };
    Ok(new_object(vm, args.get(0), method, name, class, cell.value()))
}

/// Whether a cell of a singleton class's chain comes before the class that it inherits from.
fn stands_before_class(class: ClassRef, cell: ClassRef) -> bool {
    class.chain().take_while(|before| !before.is_class() || *before == class).any(|before| before == cell)
}

/// `unbound_method(class, name, public_only)`: nil where there is none.
fn unbound_method(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = module_at(vm, args, 0)?;
    let name = arguments::symbol(vm, args, 1)?;
    let Some(method) = vm.find_method_for_program(class, name) else { return Ok(Value::NIL) };
    if args.get(2).truthy() && method.visibility() != Visibility::Public {
        return Ok(Value::NIL);
    }
    let found_in = place_of(vm, class, name, method);
    Ok(new_object(vm, Value::UNDEFINED, method, name, class, found_in))
}

/// The chain cell that a method was found at; nil where a refinement has it.
fn place_of(vm: &Vm, class: ClassRef, name: Symbol, method: MethodRef) -> Value {
    match vm.search_method(class, name) {
        Some((found, cell)) if found == method => cell.value(),
        _ => Value::NIL,
    }
}

/// Whether `method_missing` would answer a name, rather than a method.
fn method_name_is_missing(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = arguments::symbol(vm, args, 1)?;
    let class = vm.class_of(args.get(0));
    Ok(Value::boolean(vm.find_method(class, name).is_none()))
}

/// A Method for a name that `method_missing` answers.
fn missing_method_object(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = arguments::symbol(vm, args, 1)?;
    let class = vm.class_of(args.get(0));
    let owner = class.real_class();
    let method = vm.new_method(MethodKind::Undefined, owner.value(), name, Value::NIL, Value::NIL);
    Ok(new_object(vm, args.get(0), method, name, class, class.value()))
}

fn method_receiver(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(object_at(vm, args, 0)?.0.receiver())
}

fn method_name(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(object_at(vm, args, 0)?.0.name())
}

fn method_original_name(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::symbol(object_at(vm, args, 0)?.1.symbol()))
}

fn method_owner(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (object, method) = object_at(vm, args, 0)?;
    // A method whose visibility a subclass changed belongs to the subclass.
    let found = ClassRef::from_chain(object.found_in()).or(method.owner_class());
    Ok(found.map_or(object.origin(), |owner| owner.represented_owner().value()))
}

/// Where the method's body was written, whoever has it under another name or visibility.
fn method_definer(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (object, method) = object_at(vm, args, 0)?;
    Ok(method.owner_class().map_or(object.origin(), |owner| owner.represented_owner().value()))
}

fn method_is_not_implemented(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(is_not_implemented(object_at(vm, args, 0)?.1)))
}

/// The class that the method was looked up in, as Ruby code sees it.
fn method_origin(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (object, _) = object_at(vm, args, 0)?;
    Ok(ClassRef::from_chain(object.origin()).map_or(Value::NIL, |origin| origin.real_class().value()))
}

fn method_arity(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (_, method) = object_at(vm, args, 0)?;
    Ok(Value::fixnum(parameters::method_arity(vm, method)))
}

fn method_parameters(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (_, method) = object_at(vm, args, 0)?;
    Ok(parameters::of_method_list(vm, method))
}

fn method_location(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (_, method) = object_at(vm, args, 0)?;
    if matches!(method.kind(), MethodKind::Reader | MethodKind::Writer) {
        return Ok(method.definee());
    }
    Ok(parameters::code_of_method(vm, method).map_or(Value::NIL, |code| parameters::location(vm, code)))
}

fn method_unbind(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (object, method) = object_at(vm, args, 0)?;
    let (name, found_in) = (object.name().as_symbol().unwrap_or(method.symbol()), object.found_in());
    let origin = ClassRef::from_chain(object.origin()).unwrap_or(vm.classes.object);
    Ok(new_object(vm, Value::UNDEFINED, method, name, origin, found_in))
}

/// `method_bind(unbound, receiver)`
fn method_bind(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (object, method) = object_at(vm, args, 0)?;
    let name = object.name().as_symbol().unwrap_or(method.symbol());
    let found_in = object.found_in();
    let class = vm.class_of(args.get(1));
    Ok(new_object(vm, args.get(1), method, name, class, found_in))
}

fn method_to_proc(vm: &mut Vm, args: Arguments) -> NativeResult {
    object_at(vm, args, 0)?;
    Ok(rutile_vm::interpreter::method_proc(vm, args.get(0)))
}

/// The body that two methods have to share to be equal: aliases do.
fn definition(method: MethodRef) -> (Value, Value, u8) {
    (method.body(), method.owner_class().map_or(Value::NIL, ClassRef::value), method.kind() as u8)
}

fn methods_equal(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (one, other) = (MethodObjectRef::from_value(args.get(0)), MethodObjectRef::from_value(args.get(1)));
    let (Some(one), Some(other)) = (one, other) else { return Ok(Value::FALSE) };
    let methods = (MethodRef::from_value(one.method()), MethodRef::from_value(other.method()));
    let (Some(first), Some(second)) = methods else { return Ok(Value::FALSE) };
    let same_class = vm.class_of(args.get(0)) == vm.class_of(args.get(1));
    // One `method_missing` stands for many methods.
    let answers_any_name = first.kind() == MethodKind::Undefined && one.name() != other.name();
    let same = one.receiver() == other.receiver() && definition(first) == definition(second);
    Ok(Value::boolean(same_class && same && !answers_any_name))
}

fn method_hash(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (object, method) = object_at(vm, args, 0)?;
    let (body, owner, _) = definition(method);
    let mut hash = 0;
    for part in [object.receiver(), body, owner] {
        let id = vm.id_of(part);
        hash = rutile_vm::value::hashing::mix(hash ^ id as u64, vm.hash_seed);
    }
    Ok(Value::fixnum(rutile_vm::value::hashing::narrow(hash)))
}

fn super_method(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (object, method) = object_at(vm, args, 0)?;
    let class = if object.receiver().is_undefined() {
        ClassRef::from_chain(object.origin()).unwrap_or(vm.classes.object)
    } else {
        vm.class_of(object.receiver())
    };
    // A module may stand more than once among the ancestors: what was found by its own place goes on from there.
    let found_in = ClassRef::from_chain(object.found_in())
        .filter(|cell| cell.represented_owner().is_module() && Some(cell.represented_owner()) == method.owner_class());
    let Some(place) = found_in.or(method.owner_class()) else { return Ok(Value::NIL) };
    let Some((next, cell)) = vm.find_super_method(class, place, method.symbol()) else { return Ok(Value::NIL) };
    let name = method.symbol();
    let is_bound = !object.receiver().is_undefined();
    let origin = next.owner_class().filter(|_| is_bound).map_or(class, |owner| owner.represented_owner());
    Ok(new_object(vm, object.receiver(), next, name, origin, cell.value()))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("method_object", method_object),
    ("singleton_method_object", singleton_method_object),
    ("unbound_method", unbound_method),
    ("method_name_is_missing", method_name_is_missing),
    ("missing_method_object", missing_method_object),
    ("method_receiver", method_receiver),
    ("method_name", method_name),
    ("method_original_name", method_original_name),
    ("method_owner", method_owner),
    ("method_definer", method_definer),
    ("method_is_not_implemented", method_is_not_implemented),
    ("method_origin", method_origin),
    ("method_arity", method_arity),
    ("method_parameters", method_parameters),
    ("method_location", method_location),
    ("method_unbind", method_unbind),
    ("method_bind", method_bind),
    ("method_to_proc", method_to_proc),
    ("methods_equal", methods_equal),
    ("method_hash", method_hash),
    ("super_method", super_method),
];
