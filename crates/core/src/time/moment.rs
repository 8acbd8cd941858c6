//! Times made, moved and compared where all about them is plain: whole seconds and nanoseconds that are small
//! Integers, in UTC or in the zone of the process. Everything else is said in `core/time/time.rb`, whose methods begin with
//! these primitives.

use std::cmp::Ordering;

use rutile_vm::prelude::*;

use crate::array::collection::finds_core_method;
use crate::array::compare::{combine, seed};
use crate::number::big_integer::decompose;
use crate::number::rational::{make_rational, reduce_small, small_fraction};
use crate::time::text::{self, offset_of};
use crate::time::{calendar, clock, zone};

const BILLION: i128 = 1_000_000_000;
const MILLION: i64 = 1_000_000;

/// The variables that `Time#__set` sets, in order.
pub(super) static VARIABLES: [Symbol; 7] =
    [Symbol::SECONDS, Symbol::NANOSECONDS, Symbol::MODE, Symbol::OFFSET, Symbol::ZONE, Symbol::DST, Symbol::CIVIL];

/// Those of a Time that has been set.
pub(super) fn variables_of(vm: &mut Vm, value: Value) -> Option<FirstVariables> {
    let variables = vm.first_variables(value, &VARIABLES)?;
    let time = time_class(vm)?;
    vm.is_a(value, time).then_some(variables)
}

/// The variables of a Time, in the order in which `Time#__set` sets them.
pub(super) struct Moment {
    pub seconds: i64,
    pub nanoseconds: i64,
    /// `:utc`, `:local` or `:fixed`.
    pub mode: Value,
    /// Seconds from UTC, nil in the zone of the process until somebody asks.
    pub offset: Value,
}

impl Moment {
    /// That of a Time; `None` where it isn't plain, or none at all.
    pub fn of(vm: &mut Vm, value: Value) -> Option<Moment> {
        let variables = variables_of(vm, value)?;
        Some(Moment {
            seconds: variables.get(0).as_fixnum()?,
            nanoseconds: variables.get(1).as_fixnum()?,
            mode: variables.get(2),
            offset: variables.get(3),
        })
    }

    fn total(&self) -> i128 {
        i128::from(self.seconds) * BILLION + i128::from(self.nanoseconds)
    }

    /// The same moment `offset` seconds from UTC, or in UTC where that is no number.
    pub fn read_in(self, offset: Value) -> Moment {
        match offset.is_fixnum() {
            true => Moment { mode: Value::symbol(Symbol::FIXED_OFFSET), offset, ..self },
            false => Moment { mode: Value::symbol(Symbol::UTC), offset: Value::fixnum(0), ..self },
        }
    }

    /// Sets the variables of a Time.
    pub fn set_in(&self, vm: &mut Vm, time: Value) {
        vm.set_variables(time, &self.variables(Value::fixnum(self.nanoseconds)));
    }

    pub fn is_local(&self) -> bool {
        self.mode == Value::symbol(Symbol::LOCAL)
    }

    pub fn is_utc(&self) -> bool {
        self.mode == Value::symbol(Symbol::UTC)
    }

    pub fn make(&self, vm: &mut Vm, class: ClassRef) -> Value {
        self.make_with(vm, class, Value::fixnum(self.nanoseconds))
    }

    /// With nanoseconds that may be a Rational.
    fn make_with(&self, vm: &mut Vm, class: ClassRef, nanoseconds: Value) -> Value {
        vm.new_object_with(class, &self.variables(nanoseconds))
    }

    fn variables(&self, nanoseconds: Value) -> [(Symbol, Value); 7] {
        [
            (Symbol::SECONDS, Value::fixnum(self.seconds)),
            (Symbol::NANOSECONDS, nanoseconds),
            (Symbol::MODE, self.mode),
            (Symbol::OFFSET, self.offset),
            (Symbol::ZONE, Value::NIL),
            (Symbol::DST, Value::FALSE),
            (Symbol::CIVIL, Value::NIL),
        ]
    }
}

pub(super) fn time_class(vm: &mut Vm) -> Option<ClassRef> {
    vm.own_constant(vm.classes.object, Symbol::TIME).and_then(ClassRef::from_module)
}

pub(super) fn local(seconds: i64, nanoseconds: i64) -> Moment {
    Moment { seconds, nanoseconds, mode: Value::symbol(Symbol::LOCAL), offset: Value::NIL }
}

/// A Time in the zone of the process.
pub fn local_time(vm: &mut Vm, seconds: i64, nanoseconds: i64) -> Option<Value> {
    let class = time_class(vm)?;
    Some(local(seconds, nanoseconds).make(vm, class))
}

/// A Time of UTC.
pub fn utc_time(vm: &mut Vm, seconds: i64, nanoseconds: i64) -> Option<Value> {
    let class = time_class(vm).filter(|class| class.instance_kind() == Kind::Object)?;
    Some(Moment { seconds, nanoseconds, mode: Value::symbol(Symbol::UTC), offset: Value::fixnum(0) }.make(vm, class))
}

/// What a dump of a Time tells of it.
pub struct Told {
    pub seconds: i64,
    pub nanoseconds: i64,
    /// Seconds from UTC, `None` of UTC itself.
    pub offset: Option<i64>,
    /// A String or nil; of UTC none is kept.
    pub zone: Value,
}

/// What a dump of a Time tells, where nobody has to be asked for its zone and its `_dump` is not a program's own.
pub fn told(vm: &mut Vm, time: Value) -> Option<Told> {
    let class = time_class(vm)?;
    if vm.class_of(time) != class {
        return None;
    }
    let moment = Moment::of(vm, time)?;
    let zone = vm.first_variables(time, &VARIABLES)?.get(4);
    let offset = if moment.is_utc() { None } else { Some(moment.offset.as_fixnum()?) };
    let dump = vm.intern(b"_dump");
    let own = vm.find_method(class, dump).is_none_or(|method| !vm.is_core_method(method));
    let plain = !own && vm.variable_names(time).len() == VARIABLES.len() && (zone.is_nil() || zone.is_kind(Kind::String));
    plain.then_some(Told { seconds: moment.seconds, nanoseconds: moment.nanoseconds, offset, zone })
}

/// Whether `Time._load` is not a program's own.
pub fn loads_times(vm: &mut Vm) -> bool {
    let load = vm.intern(b"_load");
    let Some(class) = time_class(vm).map(|class| vm.class_of(class.value())) else { return false };
    vm.find_method(class, load).is_some_and(|method| vm.is_core_method(method))
}

/// The class that makes a Time, if its instances are plain objects.
fn maker(args: Arguments) -> Result<ClassRef, Exit> {
    ClassRef::from_module(args.receiver()).filter(|class| class.instance_kind() == Kind::Object).ok_or(Exit::Fallback)
}

/// `Time.now`.
fn time_here(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = maker(args)?;
    let now = clock();
    let (seconds, nanoseconds) = (now.div_euclid(BILLION), now.rem_euclid(BILLION));
    Ok(local(seconds as i64, nanoseconds as i64).make(vm, class))
}

/// How many nanoseconds a unit of `Time.at` has.
fn unit_nanoseconds(vm: &Vm, unit: Value) -> Option<i64> {
    match vm.symbol_bytes(unit.as_symbol()?) {
        b"millisecond" => Some(MILLION),
        b"microsecond" | b"usec" => Some(1000),
        b"nanosecond" | b"nsec" => Some(1),
        _ => None,
    }
}

/// A Time of this class that stands for the same moment in the same zone.
pub(super) fn same_moment(vm: &mut Vm, class: ClassRef, time: Value) -> Option<Value> {
    Moment::of(vm, time)?;
    let variables = vm.first_variables(time, &VARIABLES)?;
    let copied: [(Symbol, Value); 7] = std::array::from_fn(|index| (VARIABLES[index], variables.get(index)));
    Some(vm.new_object_with(class, &copied))
}

/// `Time.at(integer)`, also with an Integer of a unit, and `Time.at(time)`.
fn time_at(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = maker(args)?;
    if args.count() == 2 || args.count() == 3 {
        let unit = if args.count() == 2 { 1000 } else { unit_nanoseconds(vm, args.get(2)).ok_or(Exit::Fallback)? };
        let seconds = args.get(0).as_fixnum().ok_or(Exit::Fallback)?;
        let Some(part) = args.get(1).as_fixnum() else {
            let (part, denominator) = rational(vm, args.get(1)).ok_or(Exit::Fallback)?;
            return exact(vm, class, seconds, part * i128::from(unit), denominator).ok_or(Exit::Fallback);
        };
        let units = BILLION as i64 / unit;
        let seconds = seconds.checked_add(part.div_euclid(units)).filter(|seconds| Value::try_fixnum(*seconds).is_some());
        return Ok(local(seconds.ok_or(Exit::Fallback)?, part.rem_euclid(units) * unit).make(vm, class));
    }
    if args.count() != 1 {
        return Err(Exit::Fallback);
    }
    if let Some(seconds) = args.get(0).as_fixnum() {
        return Ok(local(seconds, 0).make(vm, class));
    }
    if args.get(0).is_kind(Kind::Object) {
        if let Some((seconds, denominator)) = rational(vm, args.get(0)) {
            let (whole, part) = (seconds.div_euclid(denominator), seconds.rem_euclid(denominator));
            return exact(vm, class, whole as i64, part * BILLION, denominator).ok_or(Exit::Fallback);
        }
        return same_moment(vm, class, args.get(0)).ok_or(Exit::Fallback);
    }
    let float = args.get(0).as_float().filter(|float| (0.0..FLOAT_END).contains(float)).ok_or(Exit::Fallback)?;
    let nanoseconds = exact_nanoseconds(vm, float.fract()).ok_or(Exit::Fallback)?;
    Ok(local(float as i64, 0).make_with(vm, class, nanoseconds))
}

/// Numerator and denominator of a Rational whose parts are small.
fn rational(vm: &Vm, value: Value) -> Option<(i128, i128)> {
    value.is_kind(Kind::Object).then(|| small_fraction(vm, value)).flatten()
}

/// A Time so many seconds and a fraction of nanoseconds after 1970, read in the zone of the process.
fn exact(vm: &mut Vm, class: ClassRef, seconds: i64, numerator: i128, denominator: i128) -> Option<Value> {
    let second = BILLION * denominator;
    let (more, rest) = (numerator.div_euclid(second), numerator.rem_euclid(second));
    let seconds = i64::try_from(more).ok()?.checked_add(seconds).filter(|seconds| Value::try_fixnum(*seconds).is_some())?;
    let nanoseconds = match rest % denominator {
        0 => Value::fixnum((rest / denominator) as i64),
        _ => reduce_small(vm, rest, denominator),
    };
    Some(local(seconds, 0).make_with(vm, class, nanoseconds))
}

/// Floats from here on have no fraction.
const FLOAT_END: f64 = (1u64 << 53) as f64;
/// Binary places of a fraction that 128 bits have room for.
const MOST_PLACES: u32 = 100;

/// Nanoseconds as a number over a power of two.
#[derive(Clone, Copy)]
struct Nanoseconds {
    numerator: i128,
    places: u32,
}

impl Nanoseconds {
    const NONE: Nanoseconds = Nanoseconds { numerator: 0, places: 0 };

    /// Those of a fraction of a second, without loss.
    fn of_fraction(fraction: f64) -> Option<Nanoseconds> {
        if fraction == 0.0 {
            return Some(Self::NONE);
        }
        let (mantissa, exponent) = decompose(fraction);
        let zeros = mantissa.trailing_zeros();
        let places = u32::try_from(-exponent).ok()?.checked_sub(zeros).filter(|places| *places <= MOST_PLACES)?;
        // A billion is 2 to the power of nine times an odd number.
        let twos = places.min(9);
        Some(Nanoseconds { numerator: (i128::from(mantissa >> zeros) * BILLION) >> twos, places: places - twos })
    }

    /// As an Integer, or a Rational.
    fn value(self, vm: &mut Vm) -> Value {
        let twos = self.numerator.trailing_zeros().min(self.places);
        let numerator = vm.integer(self.numerator >> twos);
        if twos == self.places {
            return numerator;
        }
        let denominator = vm.integer(1 << (self.places - twos));
        make_rational(vm, numerator, denominator)
    }
}

fn exact_nanoseconds(vm: &mut Vm, fraction: f64) -> Option<Value> {
    Nanoseconds::of_fraction(fraction).map(|nanoseconds| nanoseconds.value(vm))
}

/// Year, month, day, hour, minute, second.
const PARTS: usize = 6;

/// The parts of a time and its nanoseconds, where they are Integers in their ranges, the later ones nil or left out or not; the
/// second may be a Rational, as those are that applications reckon with, unless microseconds are given.
fn plain_parts(vm: &Vm, args: &[Value]) -> Option<([i64; PARTS], i64)> {
    let limits = [(i64::from(i32::MIN), i64::from(i32::MAX)), (1, 12), (1, 31), (0, 23), (0, 59), (0, 60)];
    let (mut parts, mut nanoseconds) = ([0, 1, 1, 0, 0, 0], 0);
    for (index, (part, (least, most))) in parts.iter_mut().zip(limits).take(args.len()).enumerate() {
        if index == 0 || !args[index].is_nil() {
            let number = args[index].as_fixnum().or_else(|| {
                let is_second = index == PARTS - 1 && args.get(PARTS).is_none_or(|microseconds| microseconds.is_nil());
                let (second, rest) = second_of(vm, args[index]).filter(|_| is_second)?;
                nanoseconds = rest;
                Some(second)
            });
            *part = number.filter(|part| (least..=most).contains(part))?;
        }
    }
    Some((parts, nanoseconds))
}

/// A Rational below sixty as a second and nanoseconds, where those are whole.
fn second_of(vm: &Vm, value: Value) -> Option<(i64, i64)> {
    let (numerator, denominator) = rational(vm, value)?;
    let billionths = numerator.checked_mul(BILLION).filter(|billionths| billionths % denominator == 0)? / denominator;
    (0..60 * BILLION).contains(&billionths).then(|| ((billionths / BILLION) as i64, (billionths % BILLION) as i64))
}

/// `Primitive.time_plain_parts(year, month, day, hour, minute, second, microseconds)`: the parts with nanoseconds behind
/// them; nil where they take checking, or microseconds are given.
fn time_plain_parts(vm: &mut Vm, args: Arguments) -> NativeResult {
    let plain = plain_parts(vm, args.as_slice()).filter(|_| args.get(PARTS).is_nil());
    let Some((parts, nanoseconds)) = plain else { return Ok(Value::NIL) };
    let values = vm.array_with_capacity(PARTS + 1);
    parts.into_iter().chain([nanoseconds]).for_each(|part| vm.array_push(values, Value::fixnum(part)));
    Ok(values.value())
}

/// The nanoseconds of the microseconds behind the parts, an Integer or a Rational below a million, where they are whole.
fn plain_nanoseconds(vm: &Vm, args: Arguments) -> Option<i64> {
    if args.count() <= PARTS {
        return Some(0);
    }
    let (numerator, denominator) = small_fraction(vm, args.get(PARTS))?;
    let nanoseconds = numerator.checked_mul(1000).filter(|thousands| thousands % denominator == 0)? / denominator;
    (0..BILLION).contains(&nanoseconds).then_some(nanoseconds as i64)
}

/// `Time.utc(year, month, day, hour, minute, second, microseconds)` of numbers in their ranges, the later ones left out or not.
fn time_utc(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = maker(args)?;
    if args.count() == 0 || args.count() > PARTS + 1 || (0..args.count()).any(|index| args.get(index).is_nil()) {
        return Err(Exit::Fallback);
    }
    let ([year, month, day, hour, minute, second], fraction) = plain_parts(vm, args.as_slice()).ok_or(Exit::Fallback)?;
    let nanoseconds = fraction + plain_nanoseconds(vm, args).ok_or(Exit::Fallback)?;
    let seconds = calendar::seconds_of(year.into(), month, day, hour, minute, second);
    let moment = Moment { mode: Value::symbol(Symbol::UTC), offset: Value::fixnum(0), ..local(seconds as i64, nanoseconds) };
    Ok(moment.make(vm, class))
}

/// The moment at which the clocks of the process's zone show the parts in the arguments.
fn local_moment(vm: &mut Vm, args: Arguments) -> Result<Moment, Exit> {
    let plain = plain_parts(vm, args.as_slice()).filter(|_| args.count() > 0);
    let ([year, month, day, hour, minute, second], nanoseconds) = plain.ok_or(Exit::Fallback)?;
    let wall = calendar::seconds_of(year.into(), month, day, hour, minute, second);
    let seconds = zone::local_moment(vm, wall).and_then(|seconds| i64::try_from(seconds).ok());
    let seconds = seconds.filter(|seconds| Value::try_fixnum(*seconds).is_some()).ok_or(Exit::Fallback)?;
    Ok(local(seconds, nanoseconds))
}

/// `Time.local(year, month, day, hour, minute, second, microseconds)` of numbers in their ranges, the later ones left out or not.
fn time_local(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = maker(args)?;
    let nanoseconds = plain_nanoseconds(vm, args).filter(|_| args.count() <= PARTS + 1).ok_or(Exit::Fallback)?;
    let moment = local_moment(vm, args)?;
    Ok(Moment { nanoseconds: moment.nanoseconds + nanoseconds, ..moment }.make(vm, class))
}

/// The moment that a text of date and hour names, `zone` where it says none itself: in the zone of the process where neither does.
fn written_moment(vm: &mut Vm, text: StringRef, zone: Option<Value>) -> Option<Moment> {
    let ([year, month, day, hour, minute, second, nanoseconds], written) = text::moment(text)?;
    let wall = calendar::seconds_of(year.into(), month, day, hour, minute, second);
    match written.or(zone) {
        Some(zone) => Some(local(wall as i64 - zone.as_fixnum().unwrap_or(0), nanoseconds).read_in(zone)),
        None => Some(local(zone::local_moment(vm, wall).and_then(|seconds| i64::try_from(seconds).ok())?, nanoseconds)),
    }
}

/// `Time#initialize` of the same, also with the text of an offset behind them, or of a text.
fn time_initialize(vm: &mut Vm, args: Arguments) -> NativeResult {
    let receiver = args.receiver();
    if !receiver.is_kind(Kind::Object) || vm.is_frozen(receiver) || Moment::of(vm, receiver).is_some() {
        return Err(Exit::Fallback);
    }
    let text = args.as_slice().first().and_then(|first| first.as_string()).filter(|_| args.count() == 1);
    let moment = match (text, args.as_slice()) {
        (Some(text), _) => written_moment(vm, text, None).ok_or(Exit::Fallback)?,
        (None, [parts @ .., zone]) if parts.len() == PARTS => in_written_zone(vm, parts, *zone).ok_or(Exit::Fallback)?,
        (None, parts) if parts.len() > PARTS => return Err(Exit::Fallback),
        (None, _) => local_moment(vm, args)?,
    };
    moment.set_in(vm, receiver);
    Ok(receiver)
}

/// `Primitive.time_set_in_zone(time, zone, year, month, day, hour, minute, second)`: sets a new Time to what clocks show in a zone that
/// is the text of an offset; the year may be a text of all of them. False where it takes more.
fn time_set_in_zone(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (time, parts) = (args.get(0), args.as_slice().get(2..).unwrap_or_default());
    let Some(zone) = offset_of(args.get(1)) else { return Ok(Value::FALSE) };
    if !time.is_kind(Kind::Object) || vm.is_frozen(time) || Moment::of(vm, time).is_some() {
        return Ok(Value::FALSE);
    }
    let moment = match parts {
        [year, rest @ ..] if rest.iter().all(|part| part.is_nil()) && year.as_string().is_some() => {
            year.as_string().and_then(|text| written_moment(vm, text, Some(zone)))
        }
        _ => in_zone(vm, parts, zone),
    };
    if let Some(moment) = &moment {
        moment.set_in(vm, time);
    }
    Ok(Value::boolean(moment.is_some()))
}

fn in_written_zone(vm: &Vm, parts: &[Value], zone: Value) -> Option<Moment> {
    in_zone(vm, parts, offset_of(zone)?)
}

fn in_zone(vm: &Vm, parts: &[Value], zone: Value) -> Option<Moment> {
    plain_parts(vm, parts).map(|(parts, nanoseconds)| shown_in(parts, nanoseconds, zone))
}

/// The moment at which clocks in a zone show these parts.
fn shown_in([year, month, day, hour, minute, second]: [i64; PARTS], nanoseconds: i64, zone: Value) -> Moment {
    let wall = calendar::seconds_of(year.into(), month, day, hour, minute, second) as i64;
    local(wall - zone.as_fixnum().unwrap_or(0), nanoseconds).read_in(zone)
}

/// `Primitive.time_read_in(time, zone)`: has a Time be read in a zone that is the text of an offset. False where it takes more.
fn time_read_in(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (time, zone) = (args.get(0), offset_of(args.get(1)));
    match (Moment::of(vm, time), zone) {
        (Some(moment), Some(zone)) => {
            moment.read_in(zone).set_in(vm, time);
            Ok(Value::TRUE)
        }
        _ => Ok(Value::FALSE),
    }
}

/// The moment of a Time that others of the same zone are made like. Of one in the zone of the process the offset is another one later;
/// a zone with a name, or that is an object, is left to Ruby.
fn model(vm: &mut Vm, time: Value) -> Result<Moment, Exit> {
    let variables = variables_of(vm, time).ok_or(Exit::Fallback)?;
    let moment = Moment::of(vm, time).ok_or(Exit::Fallback)?;
    if moment.is_local() {
        return Ok(Moment { offset: Value::NIL, ..moment });
    }
    if moment.is_utc() || variables.get(4).is_nil() { Ok(moment) } else { Err(Exit::Fallback) }
}

/// So many seconds and nanoseconds later, in the same zone.
fn moved(vm: &mut Vm, time: Value, seconds: i64, by: Nanoseconds) -> NativeResult {
    let moment = model(vm, time)?;
    let (numerator, second) = ((i128::from(moment.nanoseconds) << by.places) + by.numerator, BILLION << by.places);
    let seconds = seconds + numerator.div_euclid(second) as i64;
    let class = time_class(vm).ok_or(Exit::Fallback)?;
    let seconds = moment.seconds.checked_add(seconds).filter(|seconds| Value::try_fixnum(*seconds).is_some()).ok_or(Exit::Fallback)?;
    let nanoseconds = Nanoseconds { numerator: numerator.rem_euclid(second), ..by }.value(vm);
    Ok(Moment { seconds, ..moment }.make_with(vm, class, nanoseconds))
}

/// The same by a Float of seconds, or by its opposite.
fn moved_by_float(vm: &mut Vm, time: Value, seconds: Value, sign: i64) -> NativeResult {
    let float = seconds.as_float().filter(|float| (0.0..FLOAT_END).contains(float)).ok_or(Exit::Fallback)?;
    let by = Nanoseconds::of_fraction(float.fract()).ok_or(Exit::Fallback)?;
    moved(vm, time, sign * float as i64, Nanoseconds { numerator: by.numerator * i128::from(sign), ..by })
}

/// `time + seconds`
fn time_add(vm: &mut Vm, args: Arguments) -> NativeResult {
    match args.get(0).as_fixnum() {
        Some(seconds) => moved(vm, args.receiver(), seconds, Nanoseconds::NONE),
        None => moved_by_float(vm, args.receiver(), args.get(0), 1),
    }
}

/// `time - seconds`, `time - time`.
fn time_subtract(vm: &mut Vm, args: Arguments) -> NativeResult {
    if let Some(seconds) = args.get(0).as_fixnum() {
        return moved(vm, args.receiver(), -seconds, Nanoseconds::NONE);
    }
    if args.get(0).as_float().is_some() {
        return moved_by_float(vm, args.receiver(), args.get(0), -1);
    }
    let (time, other) = (Moment::of(vm, args.receiver()), Moment::of(vm, args.get(0)));
    let (Some(time), Some(other)) = (time, other) else { return Err(Exit::Fallback) };
    Ok(vm.float((time.total() - other.total()) as f64 / BILLION as f64))
}

/// `time <=> time`.
fn time_compare(vm: &mut Vm, args: Arguments) -> NativeResult {
    let order = order_of(vm, args.receiver(), args.get(0)).ok_or(Exit::Fallback)?;
    Ok(Value::fixnum(order as i64))
}

/// How two plain Times stand to each other.
fn order_of(vm: &mut Vm, time: Value, other: Value) -> Option<Ordering> {
    Some(Moment::of(vm, time)?.total().cmp(&Moment::of(vm, other)?.total()))
}

/// The same where a program has no word in how they compare.
pub fn plain_order(vm: &mut Vm, time: Value, other: Value) -> Option<Ordering> {
    let order = order_of(vm, time, other)?;
    let class = vm.class_of(time);
    finds_core_method(vm, class, Symbol::COMPARE).then_some(order)
}

/// How a rest is rounded away.
#[derive(Clone, Copy, PartialEq)]
enum Rounding {
    Near,
    Down,
    Up,
}

/// `time.round(digits)` and its like.
fn rounded(vm: &mut Vm, args: Arguments, rounding: Rounding) -> NativeResult {
    let moment = model(vm, args.receiver())?;
    let digits = if args.count() == 0 { Some(0) } else { args.get(0).as_fixnum() };
    let Some(digits @ 0..=9) = digits else { return Err(Exit::Fallback) };
    let unit = 10i64.pow(9 - digits as u32);
    let rest = moment.nanoseconds % unit;
    let up = rounding == Rounding::Near && rest * 2 >= unit || rounding == Rounding::Up && rest > 0;
    let nanoseconds = moment.nanoseconds - rest + if up { unit } else { 0 };
    let seconds = moment.seconds + nanoseconds / BILLION as i64;
    let class = time_class(vm).filter(|_| Value::try_fixnum(seconds).is_some()).ok_or(Exit::Fallback)?;
    Ok(Moment { seconds, nanoseconds: nanoseconds % BILLION as i64, ..moment }.make(vm, class))
}

/// `time.hash`, the same as the body's.
fn time_hash(vm: &mut Vm, args: Arguments) -> NativeResult {
    let moment = Moment::of(vm, args.receiver()).filter(|_| args.count() == 0).ok_or(Exit::Fallback)?;
    let parts = [Value::symbol(Symbol::TIME), vm.integer(moment.total())];
    let codes = parts.iter().try_fold(seed(2), |code, part| Some(combine(code, vm.simple_hash(*part)?)));
    codes.map(Value::fixnum).ok_or(Exit::Fallback)
}

/// `time.to_f`, the same as the body's of whole nanoseconds that an i64 can count.
fn time_to_f(vm: &mut Vm, args: Arguments) -> NativeResult {
    let moment = Moment::of(vm, args.receiver()).filter(|_| args.count() == 0).ok_or(Exit::Fallback)?;
    let total = i64::try_from(moment.total()).map_err(|_| Exit::Fallback)?;
    Ok(vm.float(total as f64 / 1e9))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("time_here", time_here),
    ("time_at", time_at),
    ("time_utc", time_utc),
    ("time_local", time_local),
    ("time_initialize", time_initialize),
    ("time_plain_parts", time_plain_parts),
    ("time_set_in_zone", time_set_in_zone),
    ("time_read_in", time_read_in),
    ("time_add", time_add),
    ("time_subtract", time_subtract),
    ("time_compare", time_compare),
    ("time_round", |vm, args| rounded(vm, args, Rounding::Near)),
    ("time_floor", |vm, args| rounded(vm, args, Rounding::Down)),
    ("time_ceil", |vm, args| rounded(vm, args, Rounding::Up)),
    ("time_hash", time_hash),
    ("time_to_f", time_to_f),
];
