//! Methods of every object: identity, class, copies, freezing, instance variables.

use rutile_bytecode::FunctionFlags;
use rutile_vm::interpreter::ractors;
use rutile_vm::calls::basic_operations::of;
use rutile_vm::calls::method::is_not_implemented;
use rutile_vm::prelude::*;

use crate::arguments;
use crate::hash::keys::identity_hash;

/// Whether a name is one that Ruby code must not see: of a variable that the core library writes `@__message`.
pub fn is_internal(vm: &Vm, name: Symbol) -> bool {
    vm.symbol_bytes(name).starts_with(b"@ ")
}

fn answer_nil(_vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.count() == 0 { Ok(Value::NIL) } else { Err(Exit::Fallback) }
}

fn answer_true(_vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.count() == 0 { Ok(Value::TRUE) } else { Err(Exit::Fallback) }
}

fn answer_false(_vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.count() == 0 { Ok(Value::FALSE) } else { Err(Exit::Fallback) }
}

fn object_not(_vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.count() == 0 { Ok(Value::boolean(!args.receiver().truthy())) } else { Err(Exit::Fallback) }
}

fn object_identical(_vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.count() != 1 {
        return Err(Exit::Fallback);
    }
    Ok(Value::boolean(args.receiver() == args.get(0)))
}

/// `===` of nil, true and false, whose `==` a program may have changed; clauses in the core library's code don't ask that.
fn special_case_equal(vm: &mut Vm, args: Arguments) -> NativeResult {
    let identical = args.receiver() == args.get(0);
    let is_plain = |vm: &Vm| vm.is_basic(Symbol::EQUAL, of::NIL | of::TRUE | of::FALSE) || vm.code().has(FunctionFlags::CORE);
    if args.count() == 1 && (identical || is_plain(vm)) {
        return Ok(Value::boolean(identical));
    }
    Err(Exit::Fallback)
}

fn object_itself(_vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.count() == 0 { Ok(args.receiver()) } else { Err(Exit::Fallback) }
}

/// `Rutile.to_int` of what is an Integer already.
fn integer_itself(_vm: &mut Vm, args: Arguments) -> NativeResult {
    let value = args.get(0);
    if value.is_fixnum() || value.is_kind(Kind::BigInteger) { Ok(value) } else { Err(Exit::Fallback) }
}

fn real_class(vm: &Vm, value: Value) -> Value {
    vm.class_of(value).real_class().value()
}

fn object_class(vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.count() == 0 { Ok(real_class(vm, args.receiver())) } else { Err(Exit::Fallback) }
}

fn class_of(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(real_class(vm, args.get(0)))
}

/// The class that look-up begins at: the singleton class where there is one.
fn lookup_class(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(vm.class_of(args.get(0)).value())
}

fn object_singleton_class(vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.count() == 0 { Ok(vm.singleton_class(args.receiver())?.value()) } else { Err(Exit::Fallback) }
}

fn singleton_class(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(vm.singleton_class(args.get(0))?.value())
}

fn object_id(vm: &mut Vm, args: Arguments) -> NativeResult {
    let object = if args.count() == 0 { args.receiver() } else { args.get(0) };
    let id = vm.id_of(object);
    Ok(vm.integer(id as i128))
}

fn object_hash(vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.count() == 0 { Ok(Value::fixnum(identity_hash(vm, args.receiver()))) } else { Err(Exit::Fallback) }
}

fn object_is_a(vm: &mut Vm, args: Arguments) -> NativeResult {
    match ClassRef::from_module(args.get(0)) {
        Some(class) if args.count() == 1 => Ok(Value::boolean(vm.is_a(args.receiver(), class))),
        _ => Err(Exit::Fallback),
    }
}

fn is_a(vm: &mut Vm, args: Arguments) -> NativeResult {
    match ClassRef::from_module(args.get(1)) {
        Some(class) => Ok(Value::boolean(vm.is_a(args.get(0), class))),
        None => Ok(Value::FALSE),
    }
}

fn any_to_s(vm: &mut Vm, args: Arguments) -> NativeResult {
    let text = vm.any_to_s(args.get(0));
    Ok(vm.string(&text))
}

fn object_to_s(vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.count() != 0 {
        return Err(Exit::Fallback);
    }
    let text = vm.any_to_s(args.receiver());
    Ok(vm.string(&text))
}

// --- Instance variables ---

fn instance_variable_names(vm: &mut Vm, args: Arguments) -> NativeResult {
    let names = vm.variable_names(args.get(0));
    let list = vm.array_with_capacity(names.len());
    for name in names {
        if !is_internal(vm, name) {
            vm.array_push(list, Value::symbol(name));
        }
    }
    Ok(list.value())
}

fn get_variable(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = arguments::symbol(vm, args, 1)?;
    Ok(vm.get_variable(args.get(0), name))
}

fn has_variable(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = arguments::symbol(vm, args, 1)?;
    Ok(Value::boolean(vm.variable(args.get(0), name).is_some()))
}

fn set_variable(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = arguments::symbol(vm, args, 1)?;
    vm.set_variable(args.get(0), name, args.get(2));
    Ok(args.get(2))
}

fn remove_variable(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = arguments::symbol(vm, args, 1)?;
    Ok(vm.remove_variable(args.get(0), name).unwrap_or(Value::NIL))
}

/// Whether bytes are a name: a letter or underscore, then word characters.
pub fn is_word(bytes: &[u8]) -> bool {
    match bytes.first() {
        Some(first) if first.is_ascii_digit() => false,
        Some(_) => bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80),
        None => false,
    }
}

fn is_variable_word(bytes: &[u8]) -> bool {
    bytes.first() == Some(&b'@') && is_word(&bytes[1..])
}

fn is_variable_name(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = arguments::symbol(vm, args, 0)?;
    Ok(Value::boolean(is_variable_word(vm.symbol_bytes(name)) && !is_internal(vm, name)))
}

fn plain_variable(vm: &Vm, name: Value) -> Result<Symbol, Exit> {
    match name.as_symbol() {
        Some(symbol) if is_variable_word(vm.symbol_bytes(symbol)) && !is_internal(vm, symbol) => Ok(symbol),
        _ => Err(Exit::Fallback),
    }
}

fn object_variable_defined(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = plain_variable(vm, args.get(0))?;
    if args.count() == 1 { Ok(Value::boolean(vm.variable(args.receiver(), name).is_some())) } else { Err(Exit::Fallback) }
}

fn object_variable_get(vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.count() != 1 {
        return Err(Exit::Fallback);
    }
    let name = plain_variable(vm, args.get(0))?;
    ractors::check_variables(vm, args.receiver())?;
    Ok(vm.get_variable(args.receiver(), name))
}

fn object_variable_set(vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.count() != 2 {
        return Err(Exit::Fallback);
    }
    let name = plain_variable(vm, args.get(0))?;
    vm.check_frozen(args.receiver())?;
    ractors::check_variables(vm, args.receiver())?;
    vm.set_variable(args.receiver(), name, args.get(1));
    Ok(args.get(1))
}

fn copy_variables(vm: &mut Vm, args: Arguments) -> NativeResult {
    vm.copy_variables(args.get(0), args.get(1));
    Ok(args.get(1))
}

// --- Freezing and copying ---

/// A string that is lent to a buffer can't be frozen either.
fn check_freezable(vm: &mut Vm, value: Value) -> Result<(), Exit> {
    match value.as_string() {
        Some(string) if string.is_locked() && !string.is_frozen() => vm.check_frozen(value),
        _ => Ok(()),
    }
}

fn freeze(vm: &mut Vm, args: Arguments) -> NativeResult {
    check_freezable(vm, args.get(0))?;
    vm.freeze_with_methods(args.get(0));
    Ok(args.get(0))
}

fn object_freeze(vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.count() != 0 {
        return Err(Exit::Fallback);
    }
    check_freezable(vm, args.receiver())?;
    vm.freeze_with_methods(args.receiver());
    Ok(args.receiver())
}

fn object_is_frozen(vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.count() == 0 { Ok(Value::boolean(vm.is_frozen(args.receiver()))) } else { Err(Exit::Fallback) }
}

fn is_frozen(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(vm.is_frozen(args.get(0))))
}

/// Values that are no cells.
fn is_immediate(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(args.get(0).is_immediate()))
}

/// Values that are their own copies.
fn is_special(_vm: &mut Vm, args: Arguments) -> NativeResult {
    let value = args.get(0);
    Ok(Value::boolean(value.is_immediate() || matches!(value.kind(), Kind::Float | Kind::BigInteger)))
}

/// `shallow_copy(object, with_singleton)`: an instance of the same class with the same
/// variables; what else it holds is for `initialize_copy`.
fn shallow_copy(vm: &mut Vm, args: Arguments) -> NativeResult {
    let original = args.get(0);
    let lookup = vm.class_of(original);
    let class = lookup.real_class();
    let copy = copy_of_kind(vm, original, class)?;
    copy_what_it_has(vm, original, copy, args.get(1).truthy())?;
    Ok(copy)
}

/// `become_instance(object, class)`: makes an object an instance of another class, whose instances have the same layout.
fn become_instance(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (object, class) = (args.get(0), ClassRef::from_module(args.get(1)));
    match class.filter(|class| object.as_cell().is_some_and(|cell| Kind::of(cell) == class.instance_kind())) {
        Some(class) => {
            vm.set_class(object, class);
            Ok(object)
        }
        None => Err(vm.type_error("a class of instances with the same layout was expected".to_string())),
    }
}

/// `copy_state(original, copy, with_singleton)`: the variables of an object, and its own methods.
fn copy_state(vm: &mut Vm, args: Arguments) -> NativeResult {
    copy_what_it_has(vm, args.get(0), args.get(1), args.get(2).truthy())?;
    Ok(args.get(1))
}

fn copy_what_it_has(vm: &mut Vm, original: Value, copy: Value, with_singleton: bool) -> Result<(), Exit> {
    vm.copy_variables(original, copy);
    crate::memory::object_space::copy_finalizers(vm, original, copy);
    let lookup = vm.class_of(original);
    if with_singleton && lookup.is_singleton() && ClassRef::from_module(original).is_none() {
        let singleton = vm.singleton_class(copy)?;
        crate::module::copy_definitions(vm, lookup, singleton);
        let next = lookup.definitions().superclass();
        singleton.set_superclass(vm, next);
        vm.recheck_names_of(singleton, singleton);
        copy_classes_of_singletons(vm, lookup, singleton)?;
    }
    Ok(())
}

/// What a singleton class can do by itself, as far as somebody asked for its own singleton class.
fn copy_classes_of_singletons(vm: &mut Vm, original: ClassRef, copy: ClassRef) -> Result<(), Exit> {
    let (mut original, mut copy) = (original, copy);
    loop {
        let class = vm.class_of(original.value());
        if !class.is_singleton() || class.attached() != original.value() {
            return Ok(());
        }
        copy = vm.singleton_class(copy.value())?;
        crate::module::copy_definitions(vm, class, copy);
        vm.recheck_names_of(copy, copy);
        original = class;
    }
}

/// Kinds without an allocator are copied word for word.
fn copy_of_kind(vm: &mut Vm, original: Value, class: ClassRef) -> NativeResult {
    match original.kind() {
        Kind::MatchData => {
            let cell = original.as_cell().map_or(0, |cell| cell.slot_words());
            vm.copy_record(original, cell)
        }
        Kind::MethodObject => vm.copy_record(original, MethodObjectRef::WORDS),
        _ => vm.allocate_instance(class),
    }
}

// --- What an object responds to ---

/// Whether a public (or, with `all`, any) method of that name is there. `None`: ask `respond_to_missing?`.
fn responds(vm: &mut Vm, object: Value, name: Symbol, all: bool) -> Option<bool> {
    let class = vm.class_of(object);
    if let Some(method) = vm.find_method_for_program(class, name) {
        if is_not_implemented(method) {
            return Some(false);
        }
        if all || method.visibility() == Visibility::Public {
            return Some(true);
        }
    }
    let missing = vm.find_method(class, Symbol::RESPOND_TO_MISSING);
    match missing {
        Some(method) if !vm.is_core_method(method) => None,
        _ => Some(false),
    }
}

fn responds_to(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = arguments::symbol(vm, args, 1)?;
    Ok(responds(vm, args.get(0), name, args.get(2).truthy()).map_or(Value::NIL, Value::boolean))
}

fn object_responds(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (Some(name), 1 | 2) = (args.get(0).as_symbol(), args.count()) else { return Err(Exit::Fallback) };
    let all = args.count() == 2 && args.get(1).truthy();
    if !all && let Some(answer) = vm.known_response(args.receiver(), name) {
        return Ok(Value::boolean(answer));
    }
    let answer = responds(vm, args.receiver(), name, all);
    if !all && let Some(answer) = answer {
        vm.keep_response(args.receiver(), name, answer);
    }
    answer.map(Value::boolean).ok_or(Exit::Fallback)
}

/// Raises the error of the default `method_missing`.
fn no_method(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = arguments::symbol(vm, args, 1)?;
    let flags = vm.program.missed_call.take().filter(|(missed, _)| *missed == name).map_or(0, |(_, flags)| flags);
    let exit = vm.no_method_error(args.get(0), name, flags);
    Err(vm.describe(exit, &[(Symbol::ARGUMENTS, args.get(2))]))
}

fn nil_to_s(vm: &mut Vm, args: Arguments) -> NativeResult {
    text_of_singleton(vm, args, Symbol::TEXT_OF_NIL, b"")
}

fn nil_inspect(vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.count() != 0 {
        return Err(Exit::Fallback);
    }
    Ok(vm.new_string(b"nil", Encoding::US_ASCII).value())
}

fn true_to_s(vm: &mut Vm, args: Arguments) -> NativeResult {
    text_of_singleton(vm, args, Symbol::TEXT_OF_TRUE, b"true")
}

fn false_to_s(vm: &mut Vm, args: Arguments) -> NativeResult {
    text_of_singleton(vm, args, Symbol::TEXT_OF_FALSE, b"false")
}

fn text_of_singleton(vm: &mut Vm, args: Arguments, name: Symbol, text: &[u8]) -> NativeResult {
    if args.count() != 0 {
        return Err(Exit::Fallback);
    }
    let helpers = vm.program.helpers.value();
    if let Some(known) = vm.variable(helpers, name) {
        return Ok(known);
    }
    let made = vm.frozen_string(text, Encoding::US_ASCII).value();
    vm.set_variable(helpers, name, made);
    Ok(made)
}

fn string_has_null(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(StringRef::from_value(args.get(0)).is_some_and(|string| string.bytes().contains(&0))))
}

fn main_object(vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(vm.program.main_object)
}

pub const NATIVES: &[(&str, Native)] = &[
    ("answer_nil", answer_nil),
    ("answer_true", answer_true),
    ("answer_false", answer_false),
    ("object_not", object_not),
    ("object_identical", object_identical),
    ("special_case_equal", special_case_equal),
    ("object_itself", object_itself),
    ("integer_itself", integer_itself),
    ("object_class", object_class),
    ("class_of", class_of),
    ("lookup_class", lookup_class),
    ("object_singleton_class", object_singleton_class),
    ("singleton_class", singleton_class),
    ("object_id", object_id),
    ("identity_hash", |vm, args| Ok(Value::fixnum(identity_hash(vm, args.get(0))))),
    ("object_hash", object_hash),
    ("object_is_a", object_is_a),
    ("is_a", is_a),
    ("any_to_s", any_to_s),
    ("object_to_s", object_to_s),
    ("instance_variable_names", instance_variable_names),
    ("get_variable", get_variable),
    ("has_variable", has_variable),
    ("object_variable_defined", object_variable_defined),
    ("set_variable", set_variable),
    ("remove_variable", remove_variable),
    ("is_variable_name", is_variable_name),
    ("object_variable_get", object_variable_get),
    ("object_variable_set", object_variable_set),
    ("copy_variables", copy_variables),
    ("freeze", freeze),
    ("object_freeze", object_freeze),
    ("object_is_frozen", object_is_frozen),
    ("is_frozen", is_frozen),
    ("is_special", is_special),
    ("is_immediate", is_immediate),
    ("shallow_copy", shallow_copy),
    ("become_instance", become_instance),
    ("copy_state", copy_state),
    ("responds_to", responds_to),
    ("object_responds", object_responds),
    ("no_method", no_method),
    ("nil_to_s", nil_to_s),
    ("nil_inspect", nil_inspect),
    ("true_to_s", true_to_s),
    ("false_to_s", false_to_s),
    ("string_has_null", string_has_null),
    ("main_object", main_object),
];
