//! Small questions that all collections ask about values.
//!
//! Called as `Primitive.name(...)`:
//!
//! | primitive | answers |
//! |---|---|
//! | `check_frozen(object)` | nil, or raises FrozenError |
//! | `identical(a, b)` | whether both are one object |
//! | `is_fixnum(object)`, `is_array(object)`, `is_hash(object)` | the kind, subclasses included |
//! | `responds(object, name)` | whether there is such a method; nil where only the object can say |
//! | `is_core_method(object, name)` | whether a method is the core library's own, or not there at all |
//! | `single_value(values)` | yielded values as one: nil, the value, or the Array itself |
//! | `block_takes_pair(block)` | whether a block (no lambda) needs two arguments or more |
//! | `given_block_takes_pair` | the same of the block that the method was given |
//! | `given_block_takes_parts` | whether it is a lambda that needs two arguments or more |
//! | `recursion_enter(stack, object, partner, operation)` | pushes the three unless they are there; whether it did |
//! | `float_order(float)`, `float_of_order(integer)` | Floats as Integers in the same order, and back |

use rutile_vm::prelude::*;

use crate::arguments::{array, symbol};

fn check_frozen(vm: &mut Vm, args: Arguments) -> NativeResult {
    vm.check_frozen(args.get(0))?;
    Ok(Value::NIL)
}

fn identical(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(args.get(0) == args.get(1)))
}

fn is_fixnum(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(args.get(0).is_fixnum()))
}

fn is_array(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(args.get(0).is_kind(Kind::Array)))
}

fn is_hash(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(args.get(0).is_kind(Kind::Hash)))
}

/// Whether the method that values of this class answer to is the core library's own.
pub fn is_core_method(vm: &mut Vm, class: ClassRef, name: Symbol) -> bool {
    match vm.find_method(class, name) {
        Some(method) => vm.is_core_method(method),
        None => true,
    }
}

/// The same, where there must be one.
pub fn finds_core_method(vm: &mut Vm, class: ClassRef, name: Symbol) -> bool {
    vm.find_method(class, name).is_some_and(|method| vm.is_core_method(method))
}

fn responds(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = symbol(vm, args, 1)?;
    let class = vm.class_of(args.get(0));
    if vm.find_method(class, name).is_some() {
        return Ok(Value::TRUE);
    }
    Ok(if answers_plainly(vm, class) { Value::FALSE } else { Value::NIL })
}

/// Whether values of this class answer to the methods that they have, and to no more.
pub fn answers_plainly(vm: &mut Vm, class: ClassRef) -> bool {
    [Symbol::RESPOND_TO, Symbol::RESPOND_TO_MISSING, Symbol::METHOD_MISSING].into_iter().all(|name| is_core_method(vm, class, name))
}

/// Whether a value is one of the core's that is no Array, and no program has taught its class to make one.
pub fn converts_to_no_array(vm: &mut Vm, value: Value) -> bool {
    let class = vm.class_of(value);
    let is_plain = matches!(
        value.kind(),
        Kind::Fixnum | Kind::Float | Kind::BigInteger | Kind::Symbol | Kind::Nil | Kind::True | Kind::False | Kind::String
    );
    is_plain && answers_plainly(vm, class) && vm.find_method(class, Symbol::TO_ARY).is_none()
}

fn core_method(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = symbol(vm, args, 1)?;
    let class = vm.class_of(args.get(0));
    Ok(Value::boolean(is_core_method(vm, class, name)))
}

fn single_value(vm: &mut Vm, args: Arguments) -> NativeResult {
    let values = array(vm, args, 0)?;
    Ok(if values.len() > 1 { values.value() } else { values.get(0) })
}

fn block_takes_pair(_vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(block) = ProcRef::from_value(args.get(0)) else {
        return Ok(Value::FALSE);
    };
    let lambda = block.flags().as_fixnum().unwrap_or(0) & 1 != 0;
    let required = match Code::of_value(block.code()) {
        Some(code) => code.parameters().required + code.parameters().post,
        None => 0,
    };
    Ok(Value::boolean(!lambda && required > 1))
}

fn given_block_takes_pair(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let takes = vm.given_block_code().is_some_and(|(code, lambda)| !lambda && code.parameters().required + code.parameters().post > 1);
    Ok(Value::boolean(takes))
}

fn given_block_takes_parts(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let takes = vm.given_block_code().is_some_and(|(code, lambda)| lambda && code.parameters().required + code.parameters().post > 1);
    Ok(Value::boolean(takes))
}

fn recursion_enter(vm: &mut Vm, args: Arguments) -> NativeResult {
    let stack = array(vm, args, 0)?;
    let walk = [args.get(1), args.get(2), args.get(3)];
    if stack.values().chunks_exact(3).rev().any(|active| active == walk) {
        return Ok(Value::FALSE);
    }
    vm.array_concat(stack, &walk);
    Ok(Value::TRUE)
}

fn float_order(vm: &mut Vm, args: Arguments) -> NativeResult {
    let float = args.get(0).as_float().unwrap_or(0.0);
    let bits = float.to_bits() as i64;
    let order = if bits < 0 { -((bits & i64::MAX) as i128) } else { bits as i128 };
    Ok(vm.integer(order))
}

fn float_of_order(vm: &mut Vm, args: Arguments) -> NativeResult {
    let order = vm.as_big_integer(args.get(0)).and_then(|integer| i64::try_from(&integer).ok()).unwrap_or(0);
    let float = f64::from_bits(order.unsigned_abs());
    Ok(vm.float(if order < 0 { -float } else { float }))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("check_frozen", check_frozen),
    ("identical", identical),
    ("is_fixnum", is_fixnum),
    ("is_array", is_array),
    ("is_hash", is_hash),
    ("responds", responds),
    ("is_core_method", core_method),
    ("single_value", single_value),
    ("block_takes_pair", block_takes_pair),
    ("given_block_takes_pair", given_block_takes_pair),
    ("given_block_takes_parts", given_block_takes_parts),
    ("recursion_enter", recursion_enter),
    ("float_order", float_order),
    ("float_of_order", float_of_order),
];
