//! `dup` and `clone` in one step, where `initialize_dup`, `initialize_clone` and `initialize_copy` are the core library's own.

use rutile_vm::prelude::*;

use crate::hash::copy_object;
use crate::memory::object_space::copy_finalizers;

fn object_dup(vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.count() != 0 {
        return Err(Exit::Fallback);
    }
    copied(vm, args.receiver(), Symbol::INITIALIZE_DUP)
}

/// A copy that is frozen where the original is. One with methods of its own is left to Ruby.
fn object_clone(vm: &mut Vm, args: Arguments) -> NativeResult {
    let original = args.receiver();
    if args.count() != 0 || vm.class_of(original).is_singleton() {
        return Err(Exit::Fallback);
    }
    let copy = copied(vm, original, Symbol::INITIALIZE_CLONE)?;
    if vm.is_frozen(original) {
        vm.freeze_with_methods(copy);
    }
    Ok(copy)
}

fn copied(vm: &mut Vm, original: Value, hook: Symbol) -> NativeResult {
    let Some(cell) = original.as_cell() else { return Ok(original) };
    let lookup = vm.class_of(original);
    let class = lookup.real_class();
    let (owner, has_variables) = match Kind::of(cell) {
        Kind::Float | Kind::BigInteger => return Ok(original),
        Kind::Hash => (vm.classes.hash, false),
        Kind::String => (vm.classes.string, cell.has_flag(flags::HAS_VARIABLES)),
        Kind::Array => (vm.classes.array, cell.has_flag(flags::HAS_VARIABLES)),
        // A copy has the shape of what it is a copy of, which says that it has no singleton class.
        Kind::Object if lookup == class => (vm.classes.kernel, false),
        _ => return Err(Exit::Fallback),
    };
    let copies = plain_copies(vm, class, owner, hook).ok_or(Exit::Fallback)?;
    // What has no variables yet was not initialized, which Ruby tells.
    if copies.copies_variables() && vm.shapes.get(cell.shape()).count == 0 {
        return Err(Exit::Fallback);
    }
    let copy = copy_of(vm, original, class).ok_or(Exit::Fallback)?;
    if has_variables {
        vm.copy_variables(original, copy);
    }
    copy_finalizers(vm, original, copy);
    Ok(copy)
}

/// The `initialize_copy` of a class, if it is that of a core class or copies variables alone, and is reached by the core
/// library's `initialize_dup` or `initialize_clone`.
fn plain_copies(vm: &mut Vm, class: ClassRef, owner: ClassRef, hook: Symbol) -> Option<MethodRef> {
    let copies = vm.find_method(class, Symbol::INITIALIZE_COPY)?;
    let is_plain = copies.copies_variables() || vm.is_core_method(copies) && copies.owner() == owner.value();
    (is_plain && vm.find_method(class, hook).is_some_and(|method| vm.is_core_method(method))).then_some(copies)
}

fn copy_of(vm: &mut Vm, original: Value, class: ClassRef) -> Option<Value> {
    if let Some(hash) = HashRef::from_value(original) {
        return Some(copy_object(vm, hash, 0).value());
    }
    let copy = match (StringRef::from_value(original), ArrayRef::from_value(original)) {
        (Some(string), _) => vm.string_copy(string).value(),
        (_, Some(array)) => vm.array_slice(array, 0, array.len()).value(),
        _ => return vm.copy_plain(original.as_cell()?),
    };
    if class != vm.classes.string && class != vm.classes.array {
        vm.set_class(copy, class);
    }
    Some(copy)
}

pub const NATIVES: &[(&str, Native)] = &[("object_dup", object_dup), ("object_clone", object_clone)];
