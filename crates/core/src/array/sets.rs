//! Array: set operations, products, flattening and transposing, where all elements are plain.
//!
//! Natives of methods. The set operations put the elements into a Hash as keys and
//! decline where one of them is not plain (`simple_hash`), having changed nothing
//! but a Hash nobody sees.

use rutile_vm::prelude::*;

/// Deepest nesting that is flattened here.
const DEPTH_MAX: usize = 64;

fn receiver(args: Arguments) -> Result<ArrayRef, Exit> {
    args.receiver().as_array().ok_or(Exit::Fallback)
}

/// The receiver and the one other Array of a binary operation.
fn operands(args: Arguments) -> Result<(ArrayRef, ArrayRef), Exit> {
    match args.get(0).as_array() {
        Some(other) if args.count() == 1 => Ok((receiver(args)?, other)),
        _ => Err(Exit::Fallback),
    }
}

/// The position of a plain value among the keys, and its hash code.
fn find(vm: &Vm, keys: HashRef, value: Value) -> Result<(i64, Option<usize>), Exit> {
    let code = vm.simple_hash(value).ok_or(Exit::Fallback)?;
    Ok((code, keys.find(code, |key| vm.simple_eql(value, key))))
}

/// Adds the elements to the keys, each once; the first of equal ones stays.
fn add_keys(vm: &mut Vm, keys: HashRef, array: ArrayRef) -> Result<(), Exit> {
    let mut attention = Attention::default();
    for index in 0..array.len() {
        attention.element(vm)?;
        let value = array.get(index);
        let (code, position) = find(vm, keys, value)?;
        if position.is_none() {
            vm.hash_append(keys, code, value, Value::TRUE);
        }
    }
    Ok(())
}

fn keys_array(vm: &mut Vm, keys: HashRef) -> Value {
    vm.array_collected(keys.len(), keys.entries().map(|(key, _)| key)).value()
}

/// The longest list of tuples that is made at once.
const PRODUCT_MAX: usize = 1 << 20;

/// All tuples of an element of the receiver and one of each other Array.
fn array_product(vm: &mut Vm, args: Arguments) -> NativeResult {
    // Asked for anew each time: an allocation may move them.
    let pool = |index: usize| if index == 0 { args.receiver() } else { args.get(index - 1) }.as_array();
    let count = args.count() + 1;
    let mut total = 1usize;
    for index in 0..count {
        total = total.checked_mul(pool(index).ok_or(Exit::Fallback)?.len()).ok_or(Exit::Fallback)?;
    }
    if total > PRODUCT_MAX || args.has_block() {
        return Err(Exit::Fallback);
    }
    let tuples = vm.array_with_capacity(total);
    for number in 0..total {
        let tuple = vm.array_with_capacity(count);
        vm.array_push(tuples, tuple.value());
        // The last pool turns fastest: so many tuples have the same element of this one.
        let mut same = total;
        for pool in (0..count).filter_map(pool) {
            same /= pool.len();
            vm.array_push(tuple, pool.get(number / same % pool.len()));
        }
    }
    Ok(tuples.value())
}

fn array_uniq(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = receiver(args)?;
    if args.count() != 0 || args.has_block() {
        return Err(Exit::Fallback);
    }
    let keys = vm.new_hash(array.len());
    add_keys(vm, keys, array)?;
    Ok(keys_array(vm, keys))
}

fn array_uniq_in_place(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = receiver(args)?;
    if args.count() != 0 || args.has_block() {
        return Err(Exit::Fallback);
    }
    vm.check_frozen(array.value())?;
    if array.len() <= 1 {
        return Ok(Value::NIL);
    }
    let keys = vm.new_hash(array.len());
    add_keys(vm, keys, array)?;
    if keys.len() == array.len() {
        return Ok(Value::NIL);
    }
    let kept = vm.array_collected(keys.len(), keys.entries().map(|(key, _)| key));
    vm.array_splice(array, 0, array.len(), &kept.values());
    Ok(array.value())
}

fn array_or(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (array, other) = operands(args)?;
    let keys = vm.new_hash(array.len() + other.len());
    add_keys(vm, keys, array)?;
    add_keys(vm, keys, other)?;
    Ok(keys_array(vm, keys))
}

/// Arrays up to so long are looked through; of longer ones a Hash is made.
const FEW: usize = 8;

/// Whether a value is among few; all of them plain.
#[inline]
fn is_among(vm: &Vm, few: &[Value], value: Value) -> bool {
    // Of a small Integer or a Symbol there is one word.
    if value.is_fixnum() || value.as_symbol().is_some() {
        return few.contains(&value);
    }
    few.iter().any(|&other| vm.simple_eql(value, other))
}

/// The values, if they are few and plain.
fn few_of(vm: &Vm, array: ArrayRef) -> Option<([Value; FEW], usize)> {
    let (mut few, count) = ([Value::NIL; FEW], array.len());
    if count > FEW || check_plain(vm, array).is_err() {
        return None;
    }
    few.iter_mut().zip(array.values().iter()).for_each(|(place, &value)| *place = value);
    Some((few, count))
}

fn check_plain(vm: &Vm, array: ArrayRef) -> Result<(), Exit> {
    let plain = array.values().iter().all(|&value| vm.has_simple_hash(value));
    if plain { Ok(()) } else { Err(Exit::Fallback) }
}

fn array_minus(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (array, other) = operands(args)?;
    if let Some((few, count)) = few_of(vm, other) {
        check_plain(vm, array)?;
        let result = vm.array_with_capacity(0);
        for index in 0..array.len() {
            let value = array.get(index);
            if !is_among(vm, &few[..count], value) {
                vm.array_push(result, value);
            }
        }
        return Ok(result.value());
    }
    let keys = vm.new_hash(other.len());
    add_keys(vm, keys, other)?;
    let result = vm.array_with_capacity(0);
    let mut attention = Attention::default();
    for index in 0..array.len() {
        attention.element(vm)?;
        let value = array.get(index);
        if find(vm, keys, value)?.1.is_none() {
            vm.array_push(result, value);
        }
    }
    Ok(result.value())
}

fn array_and(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (array, other) = operands(args)?;
    if let Some((few, count)) = few_of(vm, other) {
        check_plain(vm, array)?;
        let result = vm.array_with_capacity(count);
        for index in 0..array.len() {
            let value = array.get(index);
            if is_among(vm, &few[..count], value) && !result.values().iter().any(|&known| vm.simple_eql(value, known)) {
                vm.array_push(result, value);
            }
        }
        return Ok(result.value());
    }
    let keys = vm.new_hash(other.len());
    add_keys(vm, keys, other)?;
    let result = vm.array_with_capacity(0);
    let mut attention = Attention::default();
    for index in 0..array.len() {
        attention.element(vm)?;
        let value = array.get(index);
        let Some(position) = find(vm, keys, value)?.1 else { continue };
        if keys.value_at(position) == Value::TRUE {
            vm.hash_set_value_at(keys, position, Value::FALSE);
            vm.array_push(result, value);
        }
    }
    Ok(result.value())
}

/// Whether the two have an element in common.
fn array_intersects(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (array, other) = operands(args)?;
    let (shorter, longer) = if array.len() < other.len() { (array, other) } else { (other, array) };
    if let Some((few, count)) = few_of(vm, shorter) {
        check_plain(vm, longer)?;
        return Ok(Value::boolean(longer.values().iter().any(|&value| is_among(vm, &few[..count], value))));
    }
    let keys = vm.new_hash(shorter.len());
    add_keys(vm, keys, shorter)?;
    let mut attention = Attention::default();
    for index in 0..longer.len() {
        attention.element(vm)?;
        if find(vm, keys, longer.get(index))?.1.is_some() {
            return Ok(Value::TRUE);
        }
    }
    Ok(Value::FALSE)
}

// --- Flattening -----------------------------------------------------------------------

/// Whether a value can only be an element: no Array, and nothing that may define `to_ary`.
fn is_element(value: Value) -> bool {
    matches!(value.kind(), Kind::Fixnum | Kind::Float | Kind::BigInteger | Kind::Symbol | Kind::Nil | Kind::True | Kind::False | Kind::String)
}

/// Whether all elements down to a depth are plain, and no Array on the way (`path`) holds itself.
fn can_flatten(array: ArrayRef, path: &mut Vec<ArrayRef>, depth: usize) -> bool {
    if depth == 0 {
        return true; // its elements stay what they are
    }
    if path.len() >= DEPTH_MAX || path.contains(&array) {
        return false;
    }
    path.push(array);
    let plain = array.values().iter().all(|&value| match value.as_array() {
        Some(inner) => can_flatten(inner, path, depth - 1),
        None => is_element(value),
    });
    path.pop();
    plain
}

/// Whether no element is an Array.
fn is_flat(array: ArrayRef) -> bool {
    array.values().iter().all(|value| value.as_array().is_none())
}

fn flatten_into(vm: &mut Vm, result: ArrayRef, array: ArrayRef, depth: usize) {
    if depth == 0 || is_flat(array) {
        return vm.array_append(result, array);
    }
    for index in 0..array.len() {
        match array.get(index).as_array() {
            Some(inner) => flatten_into(vm, result, inner, depth - 1),
            None => vm.array_push(result, array.get(index)),
        }
    }
}

/// How many levels of Arrays are taken out: all, unless an argument says otherwise.
fn levels(args: Arguments) -> Result<usize, Exit> {
    if args.count() == 0 {
        return Ok(usize::MAX);
    }
    // One that is no int of C's is refused in Ruby.
    let depth = args.get(0).as_fixnum().and_then(|depth| i32::try_from(depth).ok());
    let depth = depth.filter(|_| args.count() == 1).ok_or(Exit::Fallback)?;
    Ok(usize::try_from(depth).unwrap_or(usize::MAX))
}

fn flattened(vm: &mut Vm, array: ArrayRef, levels: usize) -> Result<ArrayRef, Exit> {
    if !can_flatten(array, &mut Vec::new(), levels) {
        return Err(Exit::Fallback);
    }
    let result = vm.array_with_capacity(array.len());
    flatten_into(vm, result, array, levels);
    Ok(result)
}

fn array_flatten(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(flattened(vm, receiver(args)?, levels(args)?)?.value())
}

fn array_flatten_in_place(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (array, levels) = (receiver(args)?, levels(args)?);
    if array.is_frozen() || levels == 0 {
        return Err(Exit::Fallback);
    }
    let result = flattened(vm, array, levels)?;
    if is_flat(array) {
        return Ok(Value::NIL);
    }
    vm.array_splice(array, 0, array.len(), &result.values());
    Ok(array.value())
}

/// `zip` with Arrays.
fn array_zip(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = receiver(args)?;
    if args.has_block() || (0..args.count()).any(|index| args.get(index).as_array().is_none()) {
        return Err(Exit::Fallback);
    }
    let rows = vm.array_with_capacity(array.len());
    let mut attention = Attention::default();
    for place in 0..array.len() {
        attention.element(vm)?;
        let row = vm.array_with_capacity(args.count() + 1);
        vm.array_push(row, array.get(place));
        for index in 0..args.count() {
            let other = args.get(index).as_array().ok_or(Exit::Fallback)?;
            vm.array_push(row, if place < other.len() { other.get(place) } else { Value::NIL });
        }
        vm.array_push(rows, row.value());
    }
    Ok(rows.value())
}

/// Rows as columns, where all rows are Arrays of one length.
fn array_transpose(vm: &mut Vm, args: Arguments) -> NativeResult {
    let rows = receiver(args)?;
    let row_at = |index: usize| rows.get(index).as_array().ok_or(Exit::Fallback);
    let width = if rows.len() == 0 { 0 } else { row_at(0)?.len() };
    for index in 0..rows.len() {
        if row_at(index)?.len() != width {
            return Err(Exit::Fallback);
        }
    }
    let columns = vm.array_with_capacity(width);
    let column = vm.array_with_capacity(rows.len());
    for position in 0..width {
        for index in 0..rows.len() {
            vm.array_set(column, index, row_at(index)?.get(position));
        }
        let column = vm.new_array(&column.values());
        vm.array_push(columns, column.value());
    }
    Ok(columns.value())
}

pub const NATIVES: &[(&str, Native)] = &[
    ("array_product", array_product),
    ("array_uniq", array_uniq),
    ("array_uniq_in_place", array_uniq_in_place),
    ("array_or", array_or),
    ("array_minus", array_minus),
    ("array_and", array_and),
    ("array_intersects", array_intersects),
    ("array_flatten", array_flatten),
    ("array_flatten_in_place", array_flatten_in_place),
    ("array_zip", array_zip),
    ("array_transpose", array_transpose),
];
