//! Draws from a generator of random numbers where all about them is plain: `rand`, `Random.rand`, `Random#rand`, `Array#sample`. What
//! takes conversions or checks is said in `core/number/random.rb`, whose methods begin with these primitives.

use rutile_vm::prelude::*;

use crate::array::collection::is_core_method;
use crate::number::mersenne_twister::{float_exclusive, limited};
use crate::number::random::Generator;

/// Positions that are drawn one by one; of more a shuffled copy is taken.
const FEW: usize = 10;

/// Draws from the process's generator, if it has been asked for before.
fn draw_by_default<T>(vm: &mut Vm, draw: impl FnOnce(&mut Generator<'_>) -> T) -> Result<T, Exit> {
    let module = vm.program.helpers.value();
    let random = vm.get_variable(module, Symbol::DEFAULT_RANDOM);
    draw_from(vm, random, draw)
}

/// Draws from the one that an object has.
fn draw_from<T>(vm: &mut Vm, random: Value, draw: impl FnOnce(&mut Generator<'_>) -> T) -> Result<T, Exit> {
    if !random.is_kind(Kind::Object) {
        return Err(Exit::Fallback);
    }
    let state = vm.get_variable(random, Symbol::STATE).as_array().ok_or(Exit::Fallback)?;
    Generator::of(vm, state, draw).ok_or(Exit::Fallback)
}

/// The kinds of numbers that a generator is asked for.
enum Wish {
    Float,
    FloatBelow(f64),
    /// So much and a number up to this one.
    Integer(i64, u64),
}

/// Up to and including or excluding a positive number, or in a range of Integers.
fn wish(vm: &mut Vm, args: Arguments) -> Option<Wish> {
    if args.count() == 0 {
        return Some(Wish::Float);
    }
    let limit = args.get(0);
    if let Some(limit) = limit.as_fixnum() {
        return (limit > 0).then(|| Wish::Integer(0, limit as u64 - 1));
    }
    if vm.get_variable(limit, Symbol::FIRST).is_nil() {
        return None;
    }
    let (first, last, exclusive) = crate::string::text::integer_range(vm, limit)?;
    let last = last?.checked_sub(exclusive.into())?;
    let is_plain = is_core_method(vm, vm.classes.integer, Symbol::SUBTRACT) && is_core_method(vm, vm.classes.integer, Symbol::ADD);
    let span = last.checked_sub(first).filter(|span| is_plain && *span >= 0)?;
    Some(Wish::Integer(first, span as u64))
}

fn draw(generator: &mut Generator<'_>, wish: Wish) -> Drawn {
    match wish {
        Wish::Float => Drawn::Float(float_exclusive(generator)),
        Wish::FloatBelow(limit) => Drawn::Float(float_exclusive(generator) * limit),
        Wish::Integer(first, most) => Drawn::Integer(i128::from(first) + i128::from(limited(generator, most))),
    }
}

enum Drawn {
    Float(f64),
    Integer(i128),
}

impl Drawn {
    fn value(self, vm: &mut Vm) -> Value {
        match self {
            Drawn::Float(float) => vm.float(float),
            Drawn::Integer(integer) => vm.integer(integer),
        }
    }
}

/// `Kernel#rand`: nil asks for a Float, and so do numbers that are left to Ruby.
fn kernel_rand(vm: &mut Vm, args: Arguments) -> NativeResult {
    let wish = if args.get(0).is_nil() { Wish::Float } else { wish(vm, args).ok_or(Exit::Fallback)? };
    let drawn = draw_by_default(vm, |generator| draw(generator, wish))?;
    Ok(drawn.value(vm))
}

/// The same for a generator, which is asked for Floats up to a Float.
fn wish_of_generator(vm: &mut Vm, args: Arguments) -> Result<Wish, Exit> {
    match args.get(0).as_float() {
        Some(limit) if limit > 0.0 && limit.is_finite() => Ok(Wish::FloatBelow(limit)),
        _ => wish(vm, args).ok_or(Exit::Fallback),
    }
}

/// `Random.rand`.
fn random_default_rand(vm: &mut Vm, args: Arguments) -> NativeResult {
    let wish = wish_of_generator(vm, args)?;
    let drawn = draw_by_default(vm, |generator| draw(generator, wish))?;
    Ok(drawn.value(vm))
}

/// `Random#rand`.
fn random_rand(vm: &mut Vm, args: Arguments) -> NativeResult {
    let wish = wish_of_generator(vm, args)?;
    let drawn = draw_from(vm, args.receiver(), |generator| draw(generator, wish))?;
    Ok(drawn.value(vm))
}

/// `Array#sample` from the process's generator.
fn array_sample(vm: &mut Vm, args: Arguments) -> NativeResult {
    let array = args.receiver().as_array().ok_or(Exit::Fallback)?;
    let size = array.len();
    if args.count() > 0 {
        let count = args.get(0).as_fixnum().and_then(|count| usize::try_from(count).ok()).ok_or(Exit::Fallback)?;
        return sample_few(vm, array, count.min(size));
    }
    if size <= 1 {
        return Ok(if size == 0 { Value::NIL } else { array.get(0) });
    }
    let chosen = draw_by_default(vm, |generator| limited(generator, size as u64 - 1))?;
    Ok(array.get(chosen as usize))
}

/// Draws each position among those that are left, then moves it past the ones taken.
fn sample_few(vm: &mut Vm, array: ArrayRef, count: usize) -> NativeResult {
    if count > FEW {
        return Err(Exit::Fallback);
    }
    let mut positions = [0; FEW];
    let positions = &mut positions[..count];
    draw_by_default(vm, |generator| {
        for (index, position) in positions.iter_mut().enumerate() {
            *position = limited(generator, (array.len() - index) as u64 - 1) as usize;
        }
    })?;
    let (mut taken, picked) = ([0; FEW], vm.array_with_capacity(count));
    for (index, &mut mut position) in positions.iter_mut().enumerate() {
        let place = taken[..index].iter().position(|&other| {
            let is_free = position < other;
            position += usize::from(!is_free);
            is_free
        });
        let place = place.unwrap_or(index);
        taken.copy_within(place..index, place + 1);
        taken[place] = position;
        vm.array_push(picked, array.get(position));
    }
    Ok(picked.value())
}

pub const NATIVES: &[(&str, Native)] = &[
    ("kernel_rand", kernel_rand),
    ("random_default_rand", random_default_rand),
    ("random_rand", random_rand),
    ("array_sample", array_sample),
];
