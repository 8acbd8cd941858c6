//! The core library: natives in Rust, and the Ruby of `core/*.rb` over them.
//!
//! Each file of natives declares its own in one table; `install` registers them
//! and runs the Ruby files in the order of [`files::FILES`].

pub mod arguments;
pub mod array;
pub mod array_compare;
pub mod array_order;
pub mod big_integer;
pub mod c_math;
pub mod calendar;
pub mod collection;
pub mod files;
pub mod float;
pub mod float_format;
pub mod float_round;
pub mod format_directive;
pub mod format_number;
pub mod hash;
pub mod integer;
pub mod integer_bits;
pub mod integer_text;
pub mod math;
pub mod mersenne_twister;
pub mod number_parse;
pub mod number_text;
pub mod random;
pub mod rational;
pub mod source;
pub mod sprintf;
pub mod strftime;
pub mod structure;
pub mod time;
pub mod time_zone;

use rutile_vm::native::Native;
use rutile_vm::vm::Vm;

/// The tables of natives, one a file.
const TABLES: &[&[(&str, Native)]] = &[
    array::NATIVES,
    array_compare::NATIVES,
    array_order::NATIVES,
    collection::NATIVES,
    float::NATIVES,
    hash::NATIVES,
    integer::NATIVES,
    integer_bits::NATIVES,
    math::NATIVES[0], math::NATIVES[1],
    number_text::NATIVES,
    random::NATIVES,
    rational::NATIVES,
    sprintf::NATIVES,
    structure::NATIVES,
    time::NATIVES,
    time_zone::NATIVES,
];

/// Gives a new machine its core library. An error is the exception that loading raised.
pub fn install(vm: &mut Vm) -> Result<(), rutile_vm::value::Value> {
    for table in TABLES {
        vm.natives.register(table);
    }
    source::load(vm)?;
    vm.finish_boot();
    Ok(())
}
