//! Range: `Primitive.new_range(first, last, exclusive)` makes one whose ends are known to compare.
//!
//! `range_to_a`, `range_inspect` and what counts answer for Integers, `range_holds` (`include?`) for numbers, `range_lies_over`
//! (`===`, `cover?`) for numbers, Strings and Times, `range_overlaps` for numbers and Strings, `range_equal`, `range_eql` and
//! `range_hash` for ends that are plain values.

use std::cmp::Ordering;

use rutile_vm::calls::basic_operations::of;
use rutile_vm::prelude::*;

use crate::arguments::integer;
use crate::array::collection::{finds_core_method, is_core_method};
use crate::array::compare::{NESTED_MAX, combine, has_no_order, plain_equal, plain_order, seed};
use crate::array::order::plain_float;
use crate::hash::keys::{self, Walk};
use crate::string::text;
use crate::time::moment;

/// Longer ranges are gone through in Ruby, which can be interrupted.
const LISTED_MAX: i64 = 1 << 20;

fn new_range(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(vm.new_range(args.get(0), args.get(1), args.get(2).truthy()))
}

fn to_array(vm: &mut Vm, args: Arguments) -> NativeResult {
    let range = args.receiver();
    let (first, last) = (vm.get_variable(range, Symbol::FIRST), vm.get_variable(range, Symbol::LAST));
    let exclusive = vm.get_variable(range, Symbol::EXCLUSIVE).truthy();
    let class = vm.class_of(range);
    if args.count() > 0 || !is_core_method(vm, class, Symbol::EACH) {
        return Err(Exit::Fallback);
    }
    if let (Some(first), Some(last)) = (first.as_fixnum(), last.as_fixnum()) {
        let end = if exclusive { last } else { last + 1 };
        let count = end.saturating_sub(first).max(0);
        return if count > LISTED_MAX { Err(Exit::Fallback) } else { Ok(vm.array_of_integers(first, count as usize).value()) };
    }
    let encoding = first.as_string().map(StringRef::encoding).ok_or(Exit::Fallback)?;
    let first = letter(vm, first).ok_or(Exit::Fallback)?;
    let end = letter(vm, last).ok_or(Exit::Fallback)? + u8::from(!exclusive);
    let letters = vm.array_with_capacity(end.saturating_sub(first) as usize);
    for letter in first..end {
        let letter = text::make(vm, &[letter], encoding)?;
        vm.array_push(letters, letter);
    }
    Ok(letters.value())
}

/// The character of a String of one, in ASCII.
fn letter(vm: &Vm, value: Value) -> Option<u8> {
    let string = value.as_string().filter(|string| string.is_ascii_only() && string.encoding().is_ascii_compatible())?;
    match string.bytes() {
        &[letter] if vm.class_of(value) == vm.classes.string => Some(letter),
        _ => None,
    }
}

/// The ends of a range as they stand.
#[derive(Clone, Copy)]
struct Ends {
    first: Value,
    last: Value,
    exclusive: bool,
}

fn ends_of(vm: &Vm, range: Value) -> Option<Ends> {
    let variables = vm.first_variables(range, &[Symbol::FIRST, Symbol::LAST, Symbol::EXCLUSIVE])?;
    Some(Ends { first: variables.get(0), last: variables.get(1), exclusive: variables.get(2).truthy() })
}

/// The ends of a range whose class is Range itself.
fn plain_ends_of(vm: &Vm, range: Value) -> Option<Ends> {
    if range.is_kind(Kind::Object) && vm.class_of(range) == vm.classes.range { ends_of(vm, range) } else { None }
}

/// `a <=> b` of numbers that a word holds.
fn number_order(a: Value, b: Value) -> Option<Ordering> {
    match (a.as_fixnum(), b.as_fixnum()) {
        (Some(a), Some(b)) => Some(a.cmp(&b)),
        _ => plain_float(a)?.partial_cmp(&plain_float(b)?),
    }
}

/// The same of two Strings as well.
fn order_of(vm: &Vm, a: Value, b: Value) -> Option<Ordering> {
    match a.as_string() {
        Some(_) if vm.has_core_method(a, Symbol::COMPARE) && vm.has_core_method(b, Symbol::COMPARE) => plain_order(a, b),
        Some(_) => None,
        None => number_order(a, b),
    }
}

/// The same of two Times as well.
fn order_of_any(vm: &mut Vm, a: Value, b: Value) -> Option<Ordering> {
    if a.is_kind(Kind::Object) { moment::plain_order(vm, a, b) } else { order_of(vm, a, b) }
}

/// Whether a value lies between the ends, of which none or either may be open.
fn lies_between(ends: Ends, value: Value, mut order: impl FnMut(Value, Value) -> Option<Ordering>) -> Option<bool> {
    if !ends.first.is_nil() && order(ends.first, value)? == Ordering::Greater {
        return Some(false);
    }
    if ends.last.is_nil() {
        return Some(true);
    }
    let order = order(value, ends.last)?;
    Some(order == Ordering::Less || order == Ordering::Equal && !ends.exclusive)
}

/// Whether a number lies between two.
fn holds(vm: &mut Vm, args: Arguments) -> NativeResult {
    let ends = ends_of(vm, args.receiver()).filter(|ends| !ends.first.is_nil() && !ends.last.is_nil()).ok_or(Exit::Fallback)?;
    if args.count() != 1 || !vm.is_basic(Symbol::COMPARE, of::BUILT_IN) {
        return Err(Exit::Fallback);
    }
    lies_between(ends, args.get(0), number_order).map(Value::boolean).ok_or(Exit::Fallback)
}

/// Whether a number, a String or a Time lies between two.
fn lies_over(vm: &mut Vm, args: Arguments) -> NativeResult {
    let ends = ends_of(vm, args.receiver()).ok_or(Exit::Fallback)?;
    if args.count() != 1 || !vm.is_basic(Symbol::COMPARE, of::BUILT_IN) {
        return Err(Exit::Fallback);
    }
    lies_between(ends, args.get(0), |a, b| order_of_any(vm, a, b)).map(Value::boolean).ok_or(Exit::Fallback)
}

/// The same of a value or of all that another range has.
fn covers(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(other) = plain_ends_of(vm, args.get(0)) else {
        let is_range = args.get(0).is_kind(Kind::Object) && vm.is_a(args.get(0), vm.classes.range);
        return if is_range { Err(Exit::Fallback) } else { lies_over(vm, args) };
    };
    let ends = ends_of(vm, args.receiver()).ok_or(Exit::Fallback)?;
    if args.count() != 1 || !vm.is_basic(Symbol::COMPARE, of::BUILT_IN) {
        return Err(Exit::Fallback);
    }
    covers_range(vm, ends, other).map(Value::boolean).ok_or(Exit::Fallback)
}

fn covers_range(vm: &Vm, ends: Ends, other: Ends) -> Option<bool> {
    if (other.first.is_nil() && !ends.first.is_nil()) || (other.last.is_nil() && !ends.last.is_nil()) {
        return Some(false);
    }
    if other.first.is_nil() || other.last.is_nil() || ends.last.is_nil() {
        return None;
    }
    let order = order_of(vm, other.first, other.last)?;
    if order == Ordering::Greater || order == Ordering::Equal && other.exclusive {
        return Some(false);
    }
    if !lies_between(ends, other.first, |a, b| order_of(vm, a, b))? {
        return Some(false);
    }
    match order_of(vm, ends.last, other.last)? {
        Ordering::Greater => Some(true),
        Ordering::Equal => Some(!ends.exclusive || other.exclusive),
        Ordering::Less if ends.exclusive == other.exclusive || ends.exclusive => Some(false),
        // The other ends before an Integer that it does not have.
        Ordering::Less => Some(ends.last.as_fixnum()? >= other.first.as_fixnum().and(other.last.as_fixnum())? - 1),
    }
}

// --- Comparing ------------------------------------------------------------------------

/// Whether both ends are the same by `equal`, of plain values.
fn compare_ends(vm: &mut Vm, args: Arguments, equal: impl Fn(&mut Vm, Value, Value) -> Result<bool, Exit>) -> NativeResult {
    let (range, other) = (args.receiver(), args.get(0));
    if args.count() != 1 {
        return Err(Exit::Fallback);
    }
    if range == other {
        return Ok(Value::TRUE);
    }
    let (ends, others) = (ends_of(vm, range).ok_or(Exit::Fallback)?, plain_ends_of(vm, other).ok_or(Exit::Fallback)?);
    let same = equal(vm, ends.first, others.first)? && equal(vm, ends.last, others.last)?;
    Ok(Value::boolean(same && ends.exclusive == others.exclusive))
}

fn equal(vm: &mut Vm, args: Arguments) -> NativeResult {
    let is_basic = vm.is_basic(Symbol::EQUAL, of::BUILT_IN);
    compare_ends(vm, args, |vm, a, b| plain_equal(vm, a, b, &mut { NESTED_MAX }).filter(|_| is_basic).ok_or(Exit::Fallback))
}

fn eql(vm: &mut Vm, args: Arguments) -> NativeResult {
    compare_ends(vm, args, |vm, a, b| keys::same(vm, a, b, &mut Walk::default()))
}

fn hash(vm: &mut Vm, args: Arguments) -> NativeResult {
    let ends = ends_of(vm, args.receiver()).filter(|_| args.count() == 0).ok_or(Exit::Fallback)?;
    let (first, last) = (keys::key_code(vm, ends.first)?, keys::key_code(vm, ends.last)?);
    Ok(Value::fixnum(combine(combine(seed(ends.exclusive.into()), first), last)))
}

/// First and last Integer of a range; `None` where its ends are no small Integers.
pub fn integers(vm: &Vm, range: Value) -> Option<(i64, i64)> {
    let variables = vm.first_variables(range, &[Symbol::FIRST, Symbol::LAST, Symbol::EXCLUSIVE])?;
    let last = variables.get(1).as_fixnum()?;
    Some((variables.get(0).as_fixnum()?, if variables.get(2).truthy() { last - 1 } else { last }))
}

/// The same of the receiver of a method without arguments and block.
fn own_integers(vm: &Vm, args: Arguments) -> Result<(i64, i64), Exit> {
    if args.count() > 0 || args.has_block() { Err(Exit::Fallback) } else { integers(vm, args.receiver()).ok_or(Exit::Fallback) }
}

/// `Enumerable#sum` of a Range.
fn sum(vm: &mut Vm, args: Arguments) -> NativeResult {
    if !vm.is_a(args.receiver(), vm.classes.range) {
        return Err(Exit::Fallback);
    }
    let (first, last) = own_integers(vm, args)?;
    let (first, last) = (i128::from(first), i128::from(last));
    let total = if last < first { Some(0) } else { (last - first + 1).checked_mul(last + first).map(|twice| twice / 2) };
    Ok(vm.integer(total.ok_or(Exit::Fallback)?))
}

/// `count`, also of a small Integer, which is there once or not at all.
fn count(vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.count() == 1 && !args.has_block() {
        let (first, last) = integers(vm, args.receiver()).ok_or(Exit::Fallback)?;
        let (wanted, class) = (args.get(0).as_fixnum().ok_or(Exit::Fallback)?, vm.class_of(args.receiver()));
        if !vm.is_basic(Symbol::EQUAL, of::BUILT_IN) || !is_core_method(vm, class, Symbol::EACH) {
            return Err(Exit::Fallback);
        }
        return Ok(Value::fixnum((first..=last).contains(&wanted).into()));
    }
    size(vm, args)
}

/// How many Integers there are.
fn size(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (first, last) = own_integers(vm, args)?;
    Ok(vm.integer((i128::from(last) - i128::from(first) + 1).max(0)))
}

/// The last so many Integers.
fn last(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (first, last) = integers(vm, args.receiver()).ok_or(Exit::Fallback)?;
    let count = args.get(0).as_fixnum().filter(|count| (0..=LISTED_MAX).contains(count) && args.count() == 1).ok_or(Exit::Fallback)?;
    let class = vm.class_of(args.receiver());
    if !is_core_method(vm, class, Symbol::EACH) {
        return Err(Exit::Fallback);
    }
    let start = first.max(last + 1 - count);
    Ok(vm.array_of_integers(start, (last + 1 - start).max(0) as usize).value())
}

/// `range_part(range, index, length)`: so many Integers of a range of them, or those that are left; nil where there are none, and where they are
/// not for here.
fn part(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (index, length) = (integer(vm, args, 1)?, integer(vm, args, 2)?);
    let Some((first, last)) = integers(vm, args.get(0)) else { return Ok(Value::NIL) };
    let left = (last - first + 1).saturating_sub(index);
    match left.min(length) {
        count @ 1..=LISTED_MAX => Ok(vm.array_of_integers(first + index, count as usize).value()),
        _ => Ok(Value::NIL),
    }
}

/// The text of a range between Integers, whose own text is the core's.
fn text_of(vm: &mut Vm, args: Arguments, method: Symbol) -> NativeResult {
    let ends = ends_of(vm, args.receiver()).filter(|_| args.count() == 0).ok_or(Exit::Fallback)?;
    let (Some(first), Some(last)) = (ends.first.as_fixnum(), ends.last.as_fixnum()) else { return Err(Exit::Fallback) };
    if !finds_core_method(vm, vm.classes.integer, method) {
        return Err(Exit::Fallback);
    }
    let dots = if ends.exclusive { "..." } else { ".." };
    Ok(vm.new_string(format!("{first}{dots}{last}").as_bytes(), Encoding::US_ASCII).value())
}

fn inspect(vm: &mut Vm, args: Arguments) -> NativeResult {
    text_of(vm, args, Symbol::INSPECT)
}

fn to_s(vm: &mut Vm, args: Arguments) -> NativeResult {
    text_of(vm, args, Symbol::TO_S)
}

fn min(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (first, last) = own_integers(vm, args)?;
    if !vm.is_basic(Symbol::COMPARE, of::BUILT_IN) {
        return Err(Exit::Fallback);
    }
    Ok(if last < first { Value::NIL } else { Value::fixnum(first) })
}

fn max(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (first, last) = own_integers(vm, args)?;
    if !vm.is_basic(Symbol::COMPARE, of::BUILT_IN) {
        return Err(Exit::Fallback);
    }
    Ok(if last < first { Value::NIL } else { Value::fixnum(last) })
}

/// Whether what begins at `from` begins before `to`, where another ends, or there; open ends reach everything.
fn reaches(vm: &Vm, from: Value, to: Value, exclusive: bool) -> Option<bool> {
    if from.is_nil() || to.is_nil() {
        return Some(true);
    }
    let order = order_of(vm, from, to)?;
    Some(order == Ordering::Less || order == Ordering::Equal && !exclusive)
}

/// Whether one range is of numbers and the other of Strings, which no program taught to compare with numbers.
fn have_no_order(vm: &mut Vm, one: Ends, other: Ends) -> bool {
    let is_number = |value: Value| plain_float(value).is_some();
    let is_string = |vm: &Vm, value: Value| value.is_kind(Kind::String) && vm.class_of(value) == vm.classes.string;
    let (numbers, strings) = if is_number(one.first) { (one, other) } else { (other, one) };
    is_number(numbers.last)
        && is_string(vm, strings.first)
        && is_string(vm, strings.last)
        && vm.is_basic(Symbol::COMPARE, of::BUILT_IN)
        && has_no_order(vm, numbers.first, strings.first)
}

/// Whether two ranges of numbers or Strings have a value in common, or one between their values.
fn overlaps(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (ends, other) = (ends_of(vm, args.receiver()).ok_or(Exit::Fallback)?, plain_ends_of(vm, args.get(0)).ok_or(Exit::Fallback)?);
    if args.count() != 1 {
        return Err(Exit::Fallback);
    }
    if have_no_order(vm, ends, other) {
        return Ok(Value::FALSE);
    }
    // Two that both begin nowhere are compared by their ends.
    let comparable = match (ends.first.is_nil(), other.first.is_nil()) {
        (true, true) => order_of(vm, ends.last, other.last).is_some(),
        (false, false) => order_of(vm, ends.first, other.first).is_some(),
        _ => true,
    };
    if !comparable || !vm.is_basic(Symbol::COMPARE, of::BUILT_IN) {
        return Err(Exit::Fallback);
    }
    let all_reach = [(ends.first, ends), (other.first, other), (other.first, ends), (ends.first, other)]
        .into_iter()
        .try_fold(true, |all, (from, to)| Some(all && reaches(vm, from, to.last, to.exclusive)?));
    all_reach.map(Value::boolean).ok_or(Exit::Fallback)
}

pub const NATIVES: &[(&str, Native)] = &[
    ("new_range", new_range),
    ("range_to_a", to_array),
    ("range_holds", holds),
    ("range_lies_over", lies_over),
    ("range_covers", covers),
    ("range_equal", equal),
    ("range_eql", eql),
    ("range_hash", hash),
    ("range_sum", sum),
    ("range_count", count),
    ("range_size", size),
    ("range_last", last),
    ("range_part", part),
    ("range_inspect", inspect),
    ("range_to_s", to_s),
    ("range_min", min),
    ("range_max", max),
    ("range_overlaps", overlaps),
];
