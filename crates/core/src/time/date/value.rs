//! What a Date is made of.

use std::ops::RangeInclusive;

use rutile_vm::prelude::*;

use super::{FIRST, LAST};

/// Seconds of a day.
pub const DAY: i64 = 86_400;
/// Nanoseconds of a second.
pub const BILLION: i64 = 1_000_000_000;
/// `Date::ITALY`.
const ITALY: i64 = 2_299_161;

/// The variables that `Date#__set` sets, in order.
static VARIABLES: [Symbol; 6] = [Symbol::DAY, Symbol::SECONDS, Symbol::FRACTION, Symbol::OFFSET, Symbol::START, Symbol::CIVIL];

/// A small Integer in its range.
fn within(value: Value, range: RangeInclusive<i64>) -> Option<i64> {
    value.as_fixnum().filter(|number| range.contains(number))
}

/// The variables of a Date but for those that are found when somebody asks.
pub struct Parts {
    pub day: i64,
    /// Of the day, in UTC.
    pub seconds: i64,
    pub nanoseconds: i64,
    /// Seconds east of Greenwich.
    pub offset: i64,
    /// The day with which the Gregorian calendar begins.
    pub start: Value,
}

impl Parts {
    /// Those of a Date; `None` where they aren't small Integers, or of what is no Date: nothing else has such variables. A dump may
    /// hold numbers that no Date has.
    pub fn of(vm: &Vm, value: Value) -> Option<Parts> {
        let variables = vm.first_variables(value, &VARIABLES)?;
        Some(Parts {
            day: variables.get(0).as_fixnum()?,
            seconds: within(variables.get(1), 0..=DAY - 1)?,
            nanoseconds: within(variables.get(2), 0..=BILLION - 1)?,
            offset: within(variables.get(3), -DAY..=DAY)?,
            start: variables.get(4),
        })
    }

    /// Day, seconds and nanoseconds of a Date on the same terms: what Dates are compared by.
    pub fn moment_of(vm: &Vm, value: Value) -> Option<[i64; 3]> {
        let variables = vm.first_variables(value, &VARIABLES)?;
        Some([variables.get(0).as_fixnum()?, variables.get(1).as_fixnum()?, variables.get(2).as_fixnum()?])
    }

    /// Those of the object of which a method is called, without arguments.
    pub fn of_asked(vm: &Vm, args: Arguments) -> Option<Parts> {
        if args.count() == 0 { Parts::of(vm, args.receiver()) } else { None }
    }

    /// Those of a Date of nothing but a day.
    pub fn of_day(day: i64) -> Parts {
        Parts { day, seconds: 0, nanoseconds: 0, offset: 0, start: Value::fixnum(ITALY) }
    }

    /// The day where the offset is in force.
    pub fn local_day(&self) -> i64 {
        self.day.saturating_add((self.seconds + self.offset).div_euclid(DAY))
    }

    /// The seconds of that day.
    pub fn local_seconds(&self) -> i64 {
        (self.seconds + self.offset).rem_euclid(DAY)
    }

    /// The local day, where this folder speaks of it and the Gregorian calendar has begun before it.
    pub fn gregorian_day(&self) -> Option<i64> {
        let day = self.local_day();
        (self.starts_early() && (FIRST..=LAST).contains(&day)).then_some(day)
    }

    /// Whether the Gregorian calendar begins before the years of which this folder speaks.
    fn starts_early(&self) -> bool {
        match self.start.as_fixnum() {
            Some(start) => start <= FIRST,
            None => self.start.as_float().is_some_and(|start| start <= FIRST as f64),
        }
    }

    /// The variables and their values; `None` where the day is out of reach.
    fn variables(&self) -> Option<[(Symbol, Value); 6]> {
        let numbers = [self.seconds, self.nanoseconds, self.offset].map(Value::fixnum);
        let values = [Value::try_fixnum(self.day)?, numbers[0], numbers[1], numbers[2], self.start, Value::NIL];
        Some(std::array::from_fn(|index| (VARIABLES[index], values[index])))
    }

    /// Sets the variables of an object.
    pub fn store(&self, vm: &mut Vm, object: Value) -> Option<()> {
        for (name, value) in self.variables()? {
            vm.set_variable(object, name, value);
        }
        Some(())
    }

    /// A Date of a class whose instances are plain objects; `None` where the day is out of reach.
    pub fn make(&self, vm: &mut Vm, class: ClassRef) -> Option<Value> {
        let variables = self.variables().filter(|_| class.instance_kind() == Kind::Object)?;
        Some(vm.new_object_with(class, &variables))
    }

    /// A Date of the class that another one has.
    pub fn make_like(&self, vm: &mut Vm, other: Value) -> Option<Value> {
        let class = vm.class_of(other).real_class();
        self.make(vm, class)
    }
}

/// The class `Date`.
pub fn date_class(vm: &Vm) -> Option<ClassRef> {
    vm.own_constant(vm.classes.object, Symbol::DATE).and_then(ClassRef::from_module)
}
