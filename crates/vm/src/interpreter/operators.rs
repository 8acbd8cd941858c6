//! Operators: the fast paths of fixnums and the calls behind them.

use rutile_bytecode::{CallFlags, FunctionFlags, Instruction, Op, operating};

use super::calls::{self, Call};
use super::{Step, call_sites, exits};
use crate::calls::basic_operations::of;
use crate::calls::method::{MethodKind, Visibility};
use crate::code::{Code, CallTarget};
use crate::code::native::{Arguments, Exit, NativeNumber};
use crate::code::frame_flags;
use crate::code::stack::FrameRef;
use crate::object::array::ArrayRef;
use crate::object::class::ClassRef;
use crate::object::hash::HashRef;
use crate::object::records::MethodRef;
use crate::object::string::StringRef;
use crate::value::Value;
use crate::value::kind::{Header, Kind, flags};
use crate::value::symbol::Symbol;
use crate::vm::Vm;

#[inline(always)]
pub fn add_fixnums(x: Value, y: Value) -> Option<Value> {
    (x.word() as i64).checked_add(y.word() as i64 - 1).map(|word| Value::from_word(word as u64))
}

#[inline(always)]
pub fn subtract_fixnums(x: Value, y: Value) -> Option<Value> {
    (x.word() as i64).checked_sub(y.word() as i64 - 1).map(|word| Value::from_word(word as u64))
}

#[inline(always)]
pub fn multiply_fixnums(x: Value, y: Value) -> Option<Value> {
    let product = x.fixnum_value().checked_mul(y.word() as i64 - 1)?;
    product.checked_add(1).map(|word| Value::from_word(word as u64))
}

/// A number as arithmetic with a float takes it.
#[inline]
pub fn as_float(value: Value) -> Option<f64> {
    if value.is_fixnum() { Some(value.fixnum_value() as f64) } else { value.as_float() }
}

/// A number that a float equals exactly, so that comparing floats compares numbers.
#[inline]
pub fn as_exact_float(value: Value) -> Option<f64> {
    if value.is_fixnum() && value.fixnum_value().unsigned_abs() > 1 << f64::MANTISSA_DIGITS {
        return None;
    }
    as_float(value)
}

/// Division rounds down.
#[inline(always)]
pub fn divide_fixnums(x: Value, y: Value) -> Option<Value> {
    let (x, y) = (x.fixnum_value(), y.fixnum_value());
    if y == 0 {
        return None;
    }
    let quotient = x / y;
    let down = if x % y != 0 && (x < 0) != (y < 0) { quotient - 1 } else { quotient };
    Value::try_fixnum(down)
}

/// The remainder has the sign of the divisor.
#[inline(always)]
pub fn modulo_fixnums(x: Value, y: Value) -> Option<Value> {
    let (x, y) = (x.fixnum_value(), y.fixnum_value());
    if y == 0 {
        return None;
    }
    let remainder = x % y;
    Some(Value::fixnum(if remainder != 0 && (remainder < 0) != (y < 0) { remainder + y } else { remainder }))
}

#[inline(always)]
pub fn shift_left_fixnums(x: Value, y: Value) -> Option<Value> {
    let (x, y) = (x.as_fixnum()?, y.as_fixnum()?);
    if !(0..62).contains(&y) {
        return None;
    }
    let shifted = x << y;
    if shifted >> y == x { Value::try_fixnum(shifted) } else { None }
}

#[inline(always)]
pub fn shift_right_fixnums(x: Value, y: Value) -> Option<Value> {
    let (x, y) = (x.as_fixnum()?, y.as_fixnum()?);
    if y < 0 {
        return None;
    }
    Some(Value::fixnum(x >> y.min(63)))
}

#[inline(always)]
pub fn and_fixnums(x: Value, y: Value) -> Option<Value> {
    Some(Value::from_word(x.word() & y.word()))
}

/// `==` or `===` of values whose kinds say it all, and for whose classes the operator means what it should.
#[inline(always)]
pub fn equal_values(vm: &Vm, operator: Symbol, x: Value, y: Value) -> Option<bool> {
    if x.is_fixnum() && y.is_fixnum() {
        return vm.is_basic(operator, of::INTEGER).then_some(x == y);
    }
    if x.is_flonum() && y.is_flonum() {
        return vm.is_basic(operator, of::FLOAT).then(|| x.flonum_value() == y.flonum_value());
    }
    if x.is_symbol() || x.is_nil() || x == Value::TRUE || x == Value::FALSE {
        // `===` of nil, true and false asks `==`.
        let specials = of::SYMBOL | of::NIL | of::TRUE | of::FALSE;
        return (vm.is_basic(operator, specials) && vm.is_basic(Symbol::EQUAL, specials)).then_some(x == y);
    }
    if let (Some(a), Some(b)) = (StringRef::from_value(x), StringRef::from_value(y)) {
        if a.0.shape() == vm.shapes.plain.string && vm.is_basic(operator, of::STRING) {
            return Some(a == b || crate::object::key::strings_equal(a, b));
        }
    }
    None
}

/// `!=` of the same, where that is `==` negated.
#[inline(always)]
pub fn unequal_values(vm: &Vm, x: Value, y: Value) -> Option<bool> {
    let equal = equal_values(vm, Symbol::EQUAL, x, y)?;
    vm.is_basic(Symbol::NOT_EQUAL, of::BUILT_IN).then_some(!equal)
}

/// `array[integer]`.
#[inline(always)]
pub fn array_index(vm: &Vm, x: Value, y: Value) -> Option<Value> {
    let array = ArrayRef::from_value(x).filter(|array| array.0.shape() == vm.shapes.plain.array && vm.is_basic(Symbol::INDEX, of::ARRAY))?;
    let index = y.as_fixnum()?;
    let index = if index < 0 { index + array.len() as i64 } else { index };
    Some(array.get(index as usize))
}

/// Whether `!` of a value is what it is for any object.
#[inline(always)]
pub fn has_plain_not(vm: &mut Vm, behind: *const Instruction, value: Value) -> bool {
    let classes = if value.is_immediate() { of::BUILT_IN } else { of::ANY };
    vm.is_basic(Symbol::NOT, classes) || finds_original(vm, behind, value, Symbol::NOT)
}

/// Whether `nil?` of a value is true of nil and of nothing else. A plain object may be one that has no such method.
#[inline(always)]
pub fn has_plain_nil_test(vm: &mut Vm, behind: *const Instruction, value: Value) -> bool {
    let Some(cell) = value.as_cell() else { return vm.is_basic(Symbol::NIL_TEST, of::BUILT_IN) || finds_original(vm, behind, value, Symbol::NIL_TEST) };
    Kind::of(cell) != Kind::Object && vm.is_basic(Symbol::NIL_TEST, of::ANY) || finds_original(vm, behind, value, Symbol::NIL_TEST)
}

/// The core library's method of an operator of a built-in class, for code of its own, where a program has changed such an operator.
fn core_operation(vm: &Vm, class: ClassRef, operator: Symbol) -> Option<MethodRef> {
    if vm.code().has(FunctionFlags::CORE) { vm.replaced_operation(class, operator) } else { None }
}

/// Whether a value answers an operator by the core library's method; code of the core itself always finds that for built-in classes.
#[inline(never)]
fn finds_original(vm: &mut Vm, behind: *const Instruction, value: Value, operator: Symbol) -> bool {
    let shape = vm.shape_of(value);
    match vm.global_cache.find(behind, shape) {
        Some(found) if matches!(found.target.get(), CallTarget::None) && vm.assumptions.holds(found.assumption()) => true,
        _ => find_original(vm, behind, value, operator),
    }
}

#[inline(never)]
fn find_original(vm: &mut Vm, behind: *const Instruction, value: Value, operator: Symbol) -> bool {
    let class = vm.class_of(value);
    if core_operation(vm, class, operator).is_some() {
        return true;
    }
    let found = calls::assume_in_scope(vm, class, operator);
    let is_original = MethodRef::from_value(vm.assumptions.answer(found)).is_some_and(|method| vm.is_core_method(method));
    if is_original && vm.calls_are_cached(vm.code()) {
        vm.global_cache.keep(behind, vm.shape_of(value), found.0, CallTarget::None);
    }
    is_original
}

/// The method that an operator's instruction calls.
pub fn operator_symbol(op: Op) -> Symbol {
    match op {
        Op::Add | Op::AddInteger => Symbol::ADD,
        Op::Subtract | Op::SubtractInteger => Symbol::SUBTRACT,
        Op::Multiply => Symbol::MULTIPLY,
        Op::Divide => Symbol::DIVIDE,
        Op::Modulo => Symbol::MODULO,
        Op::Power => Symbol::POWER,
        Op::ShiftLeft => Symbol::SHIFT_LEFT,
        Op::ShiftRight | Op::ShiftRightInteger => Symbol::SHIFT_RIGHT,
        Op::BitAnd | Op::BitAndInteger => Symbol::BIT_AND,
        Op::BitOr => Symbol::BIT_OR,
        Op::BitXor => Symbol::BIT_XOR,
        Op::Equal | Op::EqualInteger => Symbol::EQUAL,
        Op::NotEqual => Symbol::NOT_EQUAL,
        Op::Less | Op::LessInteger => Symbol::LESS,
        Op::LessEqual | Op::LessEqualInteger => Symbol::LESS_EQUAL,
        Op::Greater | Op::GreaterInteger => Symbol::GREATER,
        Op::GreaterEqual | Op::GreaterEqualInteger => Symbol::GREATER_EQUAL,
        Op::Compare => Symbol::COMPARE,
        Op::CaseEqual => Symbol::CASE_EQUAL,
        Op::Match => Symbol::MATCH,
        Op::Index | Op::IndexInteger => Symbol::INDEX,
        Op::IndexSet => Symbol::INDEX_SET,
        Op::Not => Symbol::NOT,
        Op::IsNil => Symbol::NIL_TEST,
        _ => Symbol::NEGATE,
    }
}

/// A binary operator as a method call with what is on its right.
pub fn binary(vm: &mut Vm, i: Instruction, y: Value) -> Step {
    let frame = vm.registers.frame;
    let x = frame.register(i.b as usize);
    if let Some(found) = vm.global_cache.find(vm.registers.pc, vm.shape_of(x))
        && let CallTarget::Leaf(_, native) = found.target.get()
        && vm.assumptions.holds(found.assumption())
    {
        let window = frame.scratch_window();
        window.set_receiver(x);
        window.set_register(0, y);
        window.set_block(Value::NIL);
        return match native(vm, Arguments::new(window.arguments_pointer(), 1)) {
            Ok(value) => {
                vm.deliver(value);
                Ok(())
            }
            Err(exit) => leaf_left(vm, i, exit),
        };
    }
    call_binary(vm, i, x, y)
}

/// The leaf of a binary operator has no answer: its body has, unless it raised.
#[inline(never)]
fn leaf_left(vm: &mut Vm, i: Instruction, exit: Exit) -> Step {
    let window = vm.registers.frame.scratch_window();
    let name = operator_symbol(i.op);
    let Some((_, method)) = find_operator(vm, name, window.receiver(), &[window.register(0)], i.n) else { return Err(exit) };
    match exit {
        Exit::Fallback => {
            let body = vm.method_code(method).and_then(|code| enter_body(vm, method, code, 1, window, 0));
            body.unwrap_or_else(|| calls::invoke_body(vm, &Call::plain(window, name, 1), method))
        }
        exit => Err(vm.blame_native(exit, method.value())),
    }
}

#[inline(never)]
fn call_binary(vm: &mut Vm, i: Instruction, x: Value, y: Value) -> Step {
    call_operator_as(vm, operator_symbol(i.op), x, [y], 0, i.n)
}

pub fn unary(vm: &mut Vm, i: Instruction) -> Step {
    let x = vm.registers.frame.register(i.b as usize);
    call_operator_as(vm, operator_symbol(i.op), x, [], 0, i.n)
}

fn call_operator<const COUNT: usize>(vm: &mut Vm, name: Symbol, receiver: Value, values: [Value; COUNT], flags: u64) -> Step {
    call_operator_as(vm, name, receiver, values, flags, 0)
}

/// An operator call laid out above the frame's registers; a leaf that answers opens no frame. `bits` are those of `operating`.
fn call_operator_as<const COUNT: usize>(vm: &mut Vm, name: Symbol, receiver: Value, values: [Value; COUNT], flags: u64, bits: u8) -> Step {
    let window = vm.registers.frame.scratch_window();
    window.set_receiver(receiver);
    values.into_iter().enumerate().for_each(|(index, value)| window.set_register(index, value));
    let Some((target, method)) = find_operator(vm, name, receiver, &values, bits) else {
        let call = Call { frame_flags: flags, flags: 0, ..Call::plain(window, name, values.len()) };
        return calls::method_missing(vm, &call);
    };
    match target {
        CallTarget::Leaf(_, native) => {
            window.set_block(Value::NIL);
            match native(vm, Arguments::new(window.arguments_pointer(), values.len())) {
                Ok(value) if flags == 0 => {
                    vm.deliver(value);
                    return Ok(());
                }
                Ok(value) => return exits::deliver_flagged(vm, flags, receiver, value),
                Err(Exit::Fallback) => {}
                Err(exit) => return Err(vm.blame_native(exit, method.value())),
            }
            let Some(code) = vm.method_code(method) else { return Ok(()) };
            if let Some(step) = enter_body(vm, method, code, values.len(), window, flags) {
                return step;
            }
        }
        CallTarget::Simple(callee) => {
            // SAFETY: what was found for the receiver's class is alive, and its code with it.
            let callee = unsafe { &*callee };
            if let Some(step) = enter_body(vm, method, callee, values.len(), window, flags) {
                return step;
            }
        }
        _ => {}
    }
    let own = if bits & operating::OWN != 0 { CallFlags::SELF_CALL } else { 0 };
    let call = Call { frame_flags: flags, flags: own, ..Call::plain(window, name, values.len()) };
    match method.visibility() {
        Visibility::Public => calls::invoke(vm, &call, method),
        _ => calls::dispatch(vm, &call),
    }
}

/// The method that the operator's instruction under way calls for a receiver.
#[inline]
fn find_operator(vm: &mut Vm, name: Symbol, receiver: Value, values: &[Value], bits: u8) -> Option<(CallTarget, MethodRef)> {
    let shape = vm.shape_of(receiver);
    if let Some(found) = vm.global_cache.find(vm.registers.pc, shape)
        && let Some(method) = MethodRef::from_value(vm.assumptions.answer(found.assumption()))
        && vm.assumptions.name(found.assumption()) == name
    {
        return Some((found.target.get(), method));
    }
    find_operator_at_length(vm, name, receiver, shape, values, bits)
}

#[inline(never)]
fn find_operator_at_length(vm: &mut Vm, name: Symbol, receiver: Value, shape: u32, values: &[Value], bits: u8) -> Option<(CallTarget, MethodRef)> {
    // `!=` may call either of two.
    let known = vm.polymorphic.find_operator(vm.registers.pc, shape, &vm.assumptions);
    if let Some(known) = known.filter(|known| vm.assumptions.name(known.assumption.get()) == name) {
        let (number, target) = (known.assumption.get().0, known.target.get());
        let method = MethodRef::from_value(call_sites::method_of(vm, known))?;
        vm.global_cache.keep(vm.registers.pc, shape, number, target);
        return Some((target, method));
    }
    let class = vm.class_of(receiver);
    if bits & operating::DISPATCHED == 0
        && let Some(original) = core_operation(vm, class, name)
    {
        return Some((operator_target(vm, original, values.len()), original));
    }
    let found = calls::assume_in_scope(vm, class, name);
    let method = MethodRef::from_value(vm.assumptions.answer(found))?;
    let target = operator_target(vm, method, values.len());
    if vm.calls_are_cached(vm.code()) {
        let operands = values.iter().fold(class_bit(receiver), |bits, value| bits | class_bit(*value));
        vm.polymorphic.keep_operator(vm.registers.pc, shape, (found, target), operands, &vm.assumptions);
        vm.global_cache.keep(vm.registers.pc, shape, found.0, target);
        vm.polymorphic.misses.operators += 1;
    }
    Some((target, method))
}

/// The bit of what a value is, by its kind.
fn class_bit(value: Value) -> u16 {
    match value.kind() {
        Kind::Fixnum | Kind::BigInteger => of::INTEGER,
        Kind::Float => of::FLOAT,
        Kind::String => of::STRING,
        Kind::Array => of::ARRAY,
        Kind::Hash => of::HASH,
        Kind::Symbol => of::SYMBOL,
        Kind::Nil => of::NIL,
        Kind::True => of::TRUE,
        Kind::False => of::FALSE,
        _ => of::OTHERS,
    }
}

/// How an operator's instruction calls a method.
fn operator_target(vm: &mut Vm, method: MethodRef, count: usize) -> CallTarget {
    if (method.kind(), method.visibility()) != (MethodKind::Code, Visibility::Public) {
        return CallTarget::General;
    }
    match method.native_taking(count) {
        Some(NativeNumber::Leaf(number)) => CallTarget::Leaf(count as u16, vm.natives.leaf(number)),
        Some(NativeNumber::Special(_)) => CallTarget::General,
        None => match vm.method_code(method) {
            Some(callee) if callee.simple_arguments as usize == count => CallTarget::Simple(callee as *const Code),
            _ => CallTarget::General,
        },
    }
}

/// Opens the Ruby body of an operator, whose native, if it has one, has declined.
fn enter_body(vm: &mut Vm, method: MethodRef, code: &Code, count: usize, window: FrameRef, flags: u64) -> Option<Step> {
    if code.simple_arguments as usize != count {
        return None;
    }
    let window = match vm.make_room(window, code.registers as usize) {
        Ok(window) => window,
        Err(exit) => return Some(Err(exit)),
    };
    calls::push_frame(vm, window, code, flags, Value::NIL, method.value(), Value::NIL, 0);
    Some(Ok(()))
}

/// `!=`: `==` negated where the method is that of every object. One of its own is called, and one that was undefined is missed.
pub fn not_equal(vm: &mut Vm, i: Instruction) -> Step {
    let (x, y) = (vm.registers.frame.register(i.b as usize), vm.registers.frame.register(i.c as usize));
    let class = vm.class_of(x);
    match core_operation(vm, class, Symbol::NOT_EQUAL).or_else(|| vm.find_method(class, Symbol::NOT_EQUAL)) {
        Some(method) if method.owner() == vm.classes.basic_object.value() && !method.is_renamed() => {
            call_operator_as(vm, Symbol::EQUAL, x, [y], frame_flags::NEGATE, i.n)
        }
        _ => call_operator_as(vm, Symbol::NOT_EQUAL, x, [y], 0, i.n),
    }
}

/// `array << value` of plain arrays. False: not for this.
#[inline(always)]
pub fn append_to_array(vm: &mut Vm, x: Value, y: Value) -> bool {
    match ArrayRef::from_value(x) {
        Some(array) if array.0.shape() == vm.shapes.plain.array && !array.is_frozen() && vm.is_basic(Symbol::SHIFT_LEFT, of::ARRAY) => {
            vm.array_push(array, y);
            true
        }
        _ => false,
    }
}

/// `string << other` of plain strings that fit together as they are. False: not for this. It copies, so the loop does better without it.
#[inline(never)]
pub fn append_to_string(vm: &mut Vm, x: Value, y: Value) -> bool {
    match (StringRef::from_value(x), StringRef::from_value(y)) {
        (Some(string), Some(other)) if string.0.shape() == vm.shapes.plain.string && vm.is_basic(Symbol::SHIFT_LEFT, of::STRING) => {
            string.append_in_place(other) || vm.make_room_to_append(string, other) && string.append_in_place(other)
        }
        _ => false,
    }
}

/// `===` of a class or module that has none but that of all: whether a value is an instance of it. None: not for this.
#[inline(never)]
pub fn module_case_equal(vm: &mut Vm, behind: *const Instruction, x: Value, y: Value) -> Option<bool> {
    let module = ClassRef::from_module(x)?;
    let known = vm.global_cache.find(behind, vm.shape_of(x)).filter(|found| vm.assumptions.holds(found.assumption()));
    let is_plain = match known {
        Some(found) => matches!(found.target.get(), CallTarget::None),
        None => finds_module_case_equal(vm, behind, x),
    };
    is_plain.then(|| vm.is_a(y, module))
}

#[inline(never)]
fn finds_module_case_equal(vm: &mut Vm, behind: *const Instruction, x: Value) -> bool {
    let class = vm.class_of(x);
    let found = calls::assume_in_scope(vm, class, Symbol::CASE_EQUAL);
    let Some(method) = MethodRef::from_value(vm.assumptions.answer(found)) else { return false };
    let is_plain = vm.is_core_method(method) && method.owner_class() == Some(vm.classes.module);
    if is_plain && vm.calls_are_cached(vm.code()) {
        vm.global_cache.keep(behind, vm.shape_of(x), found.0, CallTarget::None);
    }
    is_plain
}

/// `hash[key]` of plain hashes that have the key, or a plain default; no value where a block has to answer.
#[inline]
pub fn hash_index(vm: &mut Vm, x: Value, y: Value) -> Option<Option<Value>> {
    let hash = HashRef::from_value(x).filter(|hash| hash.0.shape() == vm.shapes.plain.hash && vm.is_basic(Symbol::INDEX, of::HASH))?;
    let position = if hash.len() == 0 { None } else { vm.hash_position(hash, y)? };
    Some(match position {
        Some(position) => Some(hash.value_at(position)),
        None if hash.has_default_proc() => None,
        None => Some(hash.default()),
    })
}

/// `hash[key]` where a block has to answer: the method's body calls it, and its native, which would look once more, is not asked.
#[inline(never)]
pub fn missing_index(vm: &mut Vm, i: Instruction, y: Value) -> Step {
    let frame = vm.registers.frame;
    let window = frame.scratch_window();
    window.set_receiver(frame.register(i.b as usize));
    window.set_register(0, y);
    window.set_block(Value::NIL);
    leaf_left(vm, i, Exit::Fallback)
}

/// `array[index] = value` inside a plain array. False: not for this.
#[inline(always)]
pub fn array_index_set(vm: &mut Vm, x: Value, y: Value, z: Value) -> bool {
    let (Some(array), Some(index)) = (ArrayRef::from_value(x), y.as_fixnum()) else { return false };
    let length = array.len() as i64;
    let index = if index < 0 { index + length } else { index };
    if !(0..length).contains(&index) || array.is_frozen() || array.0.shape() != vm.shapes.plain.array || !vm.is_basic(Symbol::INDEX_SET, of::ARRAY) {
        return false;
    }
    vm.array_store(array, index as usize, z);
    true
}

/// `hash[key] = value` of plain hashes with keys that need no Ruby. False: not for this.
#[inline]
pub fn hash_index_set(vm: &mut Vm, x: Value, y: Value, z: Value) -> bool {
    match HashRef::from_value(x) {
        Some(hash) if hash.0.shape() == vm.shapes.plain.hash && !hash.0.has_flag(flags::FROZEN) => {
            hash.iteration_level() == 0 && vm.is_basic(Symbol::INDEX_SET, of::HASH) && vm.hash_set(hash, y, z)
        }
        _ => false,
    }
}

/// `ArrayAt` of an Array whose class may have a `[]` of its own.
pub fn array_at(vm: &mut Vm, i: Instruction) -> Step {
    let array = vm.registers.frame.register(i.b as usize);
    call_operator(vm, Symbol::INDEX, array, [Value::fixnum(i.c as i64)], 0)
}

/// `x[y] = z` as a method call.
pub fn index_set(vm: &mut Vm, i: Instruction) -> Step {
    let frame = vm.registers.frame;
    let (x, y, z) = (frame.register(i.a as usize), frame.register(i.b as usize), frame.register(i.c as usize));
    call_operator(vm, Symbol::INDEX_SET, x, [y, z], frame_flags::DISCARD)
}
