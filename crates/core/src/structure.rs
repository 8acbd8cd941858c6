//! Struct and Data: members as hidden instance variables.
//!
//! The member `name` is kept in the variable `@__name`, whose accessors are plain
//! attribute methods. Called as `Primitive.name(...)`; none checks for frozen objects:
//!
//! | primitive | does |
//! |---|---|
//! | `struct_define_members(class, members, writable)` | defines readers (and writers) of the members |
//! | `struct_get(object, member)`, `struct_set(object, member, value)` | one member |
//! | `struct_fill(object, members, values)` | all members; nil where there are too few values |
//! | `struct_fill_named(object, members, values)` | all members from a Hash that has them and no more; whether it has |
//! | `struct_values(object, members)` | their values as an Array |
//!
//! Natives of methods: `struct_initialize` (positional values of a class that does
//! not ask for keywords) and `data_construct` (`new` with a value for each member,
//! where nobody has redefined `initialize`).

use rutile_vm::prelude::*;

use crate::arguments::{array, symbol};

/// The variable that holds a member.
pub fn variable_of(vm: &mut Vm, member: Symbol) -> Symbol {
    let mut name = b"@__".to_vec();
    name.extend_from_slice(vm.symbol_bytes(member));
    vm.intern(&name)
}

fn struct_define_members(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(class) = ClassRef::from_module(args.get(0)) else {
        return Err(vm.argument_error("a primitive expects a class as argument 0".to_string()));
    };
    let members = array(vm, args, 1)?;
    for index in 0..members.len() {
        let Some(member) = members.get(index).as_symbol() else { continue };
        let variable = variable_of(vm, member);
        define(vm, class, MethodKind::Reader, member, variable);
        if args.get(2).truthy() {
            let mut setter = vm.symbol_bytes(member).to_vec();
            setter.push(b'=');
            let setter = vm.intern(&setter);
            define(vm, class, MethodKind::Writer, setter, variable);
        }
    }
    vm.reserve_slots(class, members.len());
    Ok(Value::NIL)
}

fn define(vm: &mut Vm, class: ClassRef, kind: MethodKind, name: Symbol, variable: Symbol) {
    let method = vm.new_method(kind, class.value(), name, Value::symbol(variable), Value::NIL);
    vm.add_method(class, name, method);
}

fn struct_get(vm: &mut Vm, args: Arguments) -> NativeResult {
    let member = symbol(vm, args, 1)?;
    let variable = variable_of(vm, member);
    Ok(vm.get_variable(args.get(0), variable))
}

fn struct_set(vm: &mut Vm, args: Arguments) -> NativeResult {
    let member = symbol(vm, args, 1)?;
    let variable = variable_of(vm, member);
    vm.set_variable(args.get(0), variable, args.get(2));
    Ok(args.get(2))
}

/// Sets all members of `object`, those beyond the values to nil.
fn fill(vm: &mut Vm, object: Value, members: ArrayRef, value_at: impl Fn(&Vm, usize) -> Value) {
    for index in 0..members.len() {
        if let Some(member) = members.get(index).as_symbol() {
            let variable = variable_of(vm, member);
            let value = value_at(vm, index);
            vm.set_variable(object, variable, value);
        }
    }
}

fn struct_fill(vm: &mut Vm, args: Arguments) -> NativeResult {
    let members = array(vm, args, 1)?;
    let values = array(vm, args, 2)?;
    fill(vm, args.get(0), members, |_, index| values.get(index));
    Ok(Value::NIL)
}

fn struct_fill_named(vm: &mut Vm, args: Arguments) -> NativeResult {
    let members = array(vm, args, 1)?;
    let Some(values) = args.get(2).as_hash().filter(|values| values.len() == members.len()) else {
        return Ok(Value::FALSE);
    };
    let mut complete = true;
    for index in 0..members.len() {
        complete &= vm.hash_get(values, members.get(index)).is_some();
    }
    if complete {
        fill(vm, args.get(0), members, |vm, index| vm.hash_get(values, members.get(index)).unwrap_or(Value::NIL));
    }
    Ok(Value::boolean(complete))
}

fn struct_values(vm: &mut Vm, args: Arguments) -> NativeResult {
    let members = array(vm, args, 1)?;
    let values = vm.array_with_capacity(members.len());
    for index in 0..members.len() {
        if let Some(member) = members.get(index).as_symbol() {
            let variable = variable_of(vm, member);
            let value = vm.get_variable(args.get(0), variable);
            vm.array_push(values, value);
        }
    }
    Ok(values.value())
}

/// The class that declared the members, and their list.
fn members_of(vm: &mut Vm, class: ClassRef) -> Option<(ClassRef, ArrayRef)> {
    let name = vm.intern(b"@__members");
    let mut class = class.real_class();
    loop {
        if let Some(members) = vm.get_variable(class.value(), name).as_array() {
            return Some((class, members));
        }
        class = class.real_superclass()?;
    }
}

fn struct_initialize(vm: &mut Vm, args: Arguments) -> NativeResult {
    let object = args.receiver();
    let class = vm.class_of(object);
    let (home, members) = members_of(vm, class).ok_or(Exit::Fallback)?;
    let by_keywords = vm.intern(b"@__keyword_init");
    if args.count() > members.len() || vm.get_variable(home.value(), by_keywords).truthy() || vm.is_frozen(object) {
        return Err(Exit::Fallback);
    }
    fill(vm, object, members, |_, index| args.get(index).given().unwrap_or(Value::NIL));
    Ok(Value::NIL)
}

fn data_construct(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = ClassRef::from_module(args.receiver()).ok_or(Exit::Fallback)?;
    let (_, members) = members_of(vm, class).ok_or(Exit::Fallback)?;
    if args.count() != members.len() || !keeps_initialize(vm, class) {
        return Err(Exit::Fallback);
    }
    let object = vm.new_object(class);
    fill(vm, object, members, |_, index| args.get(index));
    vm.freeze(object);
    Ok(object)
}

/// Whether instances are initialised by Data's own method.
fn keeps_initialize(vm: &mut Vm, class: ClassRef) -> bool {
    let name = vm.intern(b"Data");
    let data = vm.own_constant(vm.classes.object, name).and_then(ClassRef::from_module);
    let owner = vm.find_method(class, Symbol::INITIALIZE).and_then(|method| method.owner_class());
    data.is_some() && owner == data
}

pub const NATIVES: &[(&str, Native)] = &[
    ("struct_define_members", struct_define_members),
    ("struct_get", struct_get),
    ("struct_set", struct_set),
    ("struct_fill", struct_fill),
    ("struct_fill_named", struct_fill_named),
    ("struct_values", struct_values),
    ("struct_initialize", struct_initialize),
    ("data_construct", data_construct),
];
