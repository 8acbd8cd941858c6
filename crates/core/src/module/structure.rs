//! Struct and Data: members as hidden instance variables.
//!
//! The member `name` is kept in the variable `@ name`, whose accessors are plain
//! attribute methods. Called as `Primitive.name(...)`; none checks for frozen objects:
//!
//! | primitive | does |
//! |---|---|
//! | `struct_define_members(class, members, writable)` | defines readers (and writers) of the members |
//! | `struct_get(object, member)`, `struct_set(object, member, value)` | one member |
//! | `struct_fill(object, members, values)` | all members; nil where there are too few values |
//! | `struct_fill_named(object, members, values)` | all members from a Hash that has them and no more; whether it has |
//! | `struct_initialize_named(object, values)` | members by name, where no other name is there and the class takes them |
//! | `data_construct_named(class, values)` | a Data from a Hash that has all members and no more, or nil |
//! | `data_changed(object, changes)` | a copy with other values of some members, or nil |
//! | `struct_values(object, members)` | their values as an Array |
//!
//! Natives of methods: `struct_initialize` (positional values of a class that does
//! not ask for keywords), `struct_equal`, `struct_eql`, `struct_index` and others, and `data_construct` (`new` with a value for each member,
//! where nobody has redefined `initialize`).

use rutile_vm::calls::basic_operations::of;
use rutile_vm::prelude::*;
use rutile_vm::value::symbol::Standing;

use crate::arguments::{array, hash, symbol};
use crate::array::compare::{NESTED_MAX, plain_equal};
use crate::hash::keys::{self, Walk};
use crate::hash::lookup::dig_further;
use crate::module::members::{member, members_of, variable_of};

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
            let setter = setter_of(vm, member);
            define(vm, class, MethodKind::Writer, setter, variable);
        }
    }
    vm.reserve_slots(class, members.len());
    Ok(Value::NIL)
}

/// `name=` of a name, in its encoding.
pub fn setter_of(vm: &mut Vm, name: Symbol) -> Symbol {
    let setter = [vm.symbol_bytes(name), b"="].concat();
    let encoding = vm.symbols.encoding(name);
    vm.symbols.intern_encoded(&setter, encoding, Standing::Used)
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
    if let Some(shape) = filled_shape(vm, object, members) {
        return vm.set_first_variables(object, shape, members.len(), value_at);
    }
    for index in 0..members.len() {
        if let Some(member) = members.get(index).as_symbol() {
            let variable = variable_of(vm, member);
            let value = value_at(vm, index);
            vm.set_variable(object, variable, value);
        }
    }
}

/// The shape that an object without variables has once its members are set, if its own slots hold them.
fn filled_shape(vm: &mut Vm, object: Value, members: ArrayRef) -> Option<u32> {
    let cell = object.as_cell().filter(|cell| Kind::of(*cell) == Kind::Object)?;
    let bare = vm.shapes.get(cell.shape());
    if bare.count > 0 || (bare.capacity as usize) < members.len() {
        return None;
    }
    let mut shape = cell.shape();
    for index in 0..members.len() {
        let variable = variable_of(vm, members.get(index).as_symbol()?);
        shape = vm.shapes.with_variable(shape, variable);
    }
    Some(shape)
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
    Ok(values_of(vm, args.get(0), members).value())
}

fn values_of(vm: &mut Vm, object: Value, members: ArrayRef) -> ArrayRef {
    let values = vm.array_with_capacity(members.len());
    for index in 0..members.len() {
        if let Some(member) = members.get(index).as_symbol() {
            let variable = variable_of(vm, member);
            let value = vm.get_variable(object, variable);
            vm.array_push(values, value);
        }
    }
    values
}

fn struct_initialize(vm: &mut Vm, args: Arguments) -> NativeResult {
    let object = args.receiver();
    let class = vm.class_of(object);
    let (home, members) = members_of(vm, class).ok_or(Exit::Fallback)?;
    if args.count() > members.len() || vm.get_variable(home.value(), Symbol::KEYWORD_INIT).truthy() || vm.is_frozen(object) {
        return Err(Exit::Fallback);
    }
    fill(vm, object, members, |_, index| args.get(index).given().unwrap_or(Value::NIL));
    Ok(Value::NIL)
}

/// `struct_initialize_named(object, values)`: fills the members of a class that takes keywords; whether all names are members.
fn struct_initialize_named(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (object, values) = (args.get(0), hash(vm, args, 1)?);
    let class = vm.class_of(object);
    let Some((home, members)) = members_of(vm, class) else { return Ok(Value::FALSE) };
    let positional = vm.get_variable(home.value(), Symbol::KEYWORD_INIT) == Value::FALSE;
    if positional || values.is_empty() || !values.entries().all(|(name, _)| members.values().contains(&name)) {
        return Ok(Value::FALSE);
    }
    fill(vm, object, members, |vm, index| vm.hash_get(values, members.get(index)).unwrap_or(Value::NIL));
    Ok(Value::TRUE)
}

/// `self == other` where all members are plain values.
fn struct_equal(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (object, other, class) = (args.receiver(), args.get(0), vm.class_of(args.receiver()));
    let (_, members) = members_of(vm, class).filter(|_| args.count() == 1).ok_or(Exit::Fallback)?;
    if object == other {
        return Ok(Value::TRUE);
    }
    if class.real_class() != vm.class_of(other).real_class() {
        return Ok(Value::FALSE);
    }
    for index in 0..members.len() {
        let (own, others) = (member(vm, object, members, index)?, member(vm, other, members, index)?);
        let equal = plain_equal(vm, own, others, &mut { NESTED_MAX }).filter(|_| vm.is_basic(Symbol::EQUAL, of::BUILT_IN));
        if !equal.ok_or(Exit::Fallback)? {
            return Ok(Value::FALSE);
        }
    }
    Ok(Value::TRUE)
}

/// `self.eql?(other)` and `hash` where the members take no Ruby for them.
fn struct_eql(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (object, other, class) = (args.receiver(), args.get(0), vm.class_of(args.receiver()));
    let (_, members) = members_of(vm, class).filter(|_| args.count() == 1).ok_or(Exit::Fallback)?;
    let same = object == other || keys::same_members(vm, object, other, members, &mut Walk::default())?;
    Ok(Value::boolean(same))
}

fn struct_hash(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = vm.class_of(args.receiver());
    let (_, members) = members_of(vm, class).filter(|_| args.count() == 0).ok_or(Exit::Fallback)?;
    keys::structure_code(vm, args.receiver(), members, &mut Walk::default()).map(Value::fixnum)
}

/// `self[name]` by a Symbol or a position that the class has.
fn struct_index(vm: &mut Vm, args: Arguments) -> NativeResult {
    let variable = member_variable(vm, args.receiver(), args.get(0))?;
    Ok(vm.get_variable(args.receiver(), variable))
}

/// `dig` of a member that the class has, and from there through plain Hashes and Arrays.
fn struct_dig(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (name, others) = args.as_slice().split_first().ok_or(Exit::Fallback)?;
    let variable = member_variable(vm, args.receiver(), *name)?;
    let value = vm.get_variable(args.receiver(), variable);
    dig_further(vm, value, others)
}

/// The members' names and values as a Hash.
fn struct_to_h(vm: &mut Vm, args: Arguments) -> NativeResult {
    let object = args.receiver();
    let class = vm.class_of(object);
    let (_, members) = members_of(vm, class).filter(|_| args.count() == 0 && !args.has_block()).ok_or(Exit::Fallback)?;
    let pairs = vm.new_hash(members.len());
    for index in 0..members.len() {
        let member = members.get(index);
        let variable = variable_of(vm, member.as_symbol().ok_or(Exit::Fallback)?);
        let value = vm.get_variable(object, variable);
        let code = vm.simple_hash(member).ok_or(Exit::Fallback)?;
        vm.hash_append(pairs, code, member, value);
    }
    Ok(pairs.value())
}

/// `deconstruct_keys` of Symbols: the members up to the first that is none.
fn struct_deconstruct_keys(vm: &mut Vm, args: Arguments) -> NativeResult {
    let object = args.receiver();
    let class = vm.class_of(object);
    let keys = args.get(0).as_array().filter(|_| args.count() == 1).ok_or(Exit::Fallback)?;
    let (_, members) = members_of(vm, class).ok_or(Exit::Fallback)?;
    let pairs = vm.new_hash(keys.len().min(members.len()));
    if keys.len() > members.len() {
        return Ok(pairs.value());
    }
    for index in 0..keys.len() {
        let key = keys.get(index).as_symbol().ok_or(Exit::Fallback)?;
        if !members.values().contains(&Value::symbol(key)) {
            break;
        }
        let variable = variable_of(vm, key);
        let value = vm.get_variable(object, variable);
        vm.hash_set_symbol(pairs, key, value);
    }
    Ok(pairs.value())
}

/// `values_at` of positions that there are.
fn struct_values_at(vm: &mut Vm, args: Arguments) -> NativeResult {
    let object = args.receiver();
    let class = vm.class_of(object);
    let (_, members) = members_of(vm, class).ok_or(Exit::Fallback)?;
    let values = vm.array_with_capacity(args.count());
    for position in args.as_slice() {
        let position = position.as_fixnum().ok_or(Exit::Fallback)?;
        let member = member_at(members, position).ok_or(Exit::Fallback)?;
        let variable = variable_of(vm, member);
        let value = vm.get_variable(object, variable);
        vm.array_push(values, value);
    }
    Ok(values.value())
}

/// The members' values as an Array.
fn struct_to_a(vm: &mut Vm, args: Arguments) -> NativeResult {
    let object = args.receiver();
    let class = vm.class_of(object);
    let (_, members) = members_of(vm, class).filter(|_| args.count() == 0).ok_or(Exit::Fallback)?;
    Ok(values_of(vm, object, members).value())
}

/// `self[name] = value` on the same terms.
fn struct_index_set(vm: &mut Vm, args: Arguments) -> NativeResult {
    let object = args.receiver();
    if args.count() != 2 || vm.is_frozen(object) {
        return Err(Exit::Fallback);
    }
    let variable = member_variable(vm, object, args.get(0))?;
    vm.set_variable(object, variable, args.get(1));
    Ok(args.get(1))
}

/// The variable of the member that a name or a position means.
fn member_variable(vm: &mut Vm, object: Value, key: Value) -> Result<Symbol, Exit> {
    let class = vm.class_of(object);
    let (_, members) = members_of(vm, class).ok_or(Exit::Fallback)?;
    let member = match (key.as_fixnum(), StringRef::from_value(key)) {
        (Some(position), _) => member_at(members, position),
        (_, Some(name)) => member_named(vm, members, name),
        _ => key.as_symbol().filter(|_| members.values().contains(&key)),
    };
    Ok(variable_of(vm, member.ok_or(Exit::Fallback)?))
}

/// The member at a position, which is counted from the end where it is negative.
fn member_at(members: ArrayRef, position: i64) -> Option<Symbol> {
    let position = if position < 0 { position + members.len() as i64 } else { position };
    let position = usize::try_from(position).ok().filter(|position| *position < members.len())?;
    members.get(position).as_symbol()
}

/// The member of this name, which is ASCII: of others the encoding counts, too.
fn member_named(vm: &Vm, members: ArrayRef, name: StringRef) -> Option<Symbol> {
    let members = members.values();
    let mut named = members.iter().filter_map(|member| member.as_symbol());
    named.find(|member| vm.symbol_bytes(*member) == name.bytes()).filter(|_| name.is_ascii_only())
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

/// `data_construct_named(class, values)`: an instance of these members, where they are all there are and nobody has redefined
/// `initialize`; else nil.
fn data_construct_named(vm: &mut Vm, args: Arguments) -> NativeResult {
    let values = hash(vm, args, 1)?;
    let Some(class) = ClassRef::from_module(args.get(0)) else { return Ok(Value::NIL) };
    let Some((_, members)) = members_of(vm, class) else { return Ok(Value::NIL) };
    let complete = values.len() == members.len() && values.entries().all(|(name, _)| members.values().contains(&name));
    if !complete || !keeps_initialize(vm, class) {
        return Ok(Value::NIL);
    }
    let object = vm.new_object(class);
    fill(vm, object, members, |vm, index| vm.hash_get(values, members.get(index)).unwrap_or(Value::NIL));
    vm.freeze(object);
    Ok(object)
}

/// `Primitive.data_changed(object, changes)`: a copy with other values of some members; nil where `initialize` is to see
/// them, or where a name is none of a member.
fn data_changed(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (object, changes) = (args.get(0), hash(vm, args, 1)?);
    let class = vm.class_of(object).real_class();
    let Some((_, members)) = members_of(vm, class) else { return Ok(Value::NIL) };
    let known = changes.entries().all(|(name, _)| members.values().contains(&name));
    if !known || !keeps_initialize(vm, class) {
        return Ok(Value::NIL);
    }
    let values = vm.array_with_capacity(members.len());
    for index in 0..members.len() {
        let member = members.get(index);
        let value = match (vm.hash_get(changes, member), member.as_symbol()) {
            (Some(value), _) => value,
            (None, Some(member)) => {
                let variable = variable_of(vm, member);
                vm.get_variable(object, variable)
            }
            (None, None) => Value::NIL,
        };
        vm.array_push(values, value);
    }
    let copy = vm.new_object(class);
    fill(vm, copy, members, |_, index| values.get(index));
    vm.freeze(copy);
    Ok(copy)
}

/// Whether instances are initialised by Data's own method.
fn keeps_initialize(vm: &mut Vm, class: ClassRef) -> bool {
    let data = vm.own_constant(vm.classes.object, Symbol::DATA).and_then(ClassRef::from_module);
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
    ("struct_initialize_named", struct_initialize_named),
    ("data_construct_named", data_construct_named),
    ("struct_equal", struct_equal),
    ("struct_eql", struct_eql),
    ("struct_hash", struct_hash),
    ("struct_index", struct_index),
    ("struct_dig", struct_dig),
    ("struct_to_h", struct_to_h),
    ("struct_to_a", struct_to_a),
    ("struct_deconstruct_keys", struct_deconstruct_keys),
    ("struct_values_at", struct_values_at),
    ("struct_index_set", struct_index_set),
    ("data_construct", data_construct),
    ("data_changed", data_changed),
];
