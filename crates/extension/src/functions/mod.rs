//! The functions of the C API, by subject.

pub mod array;
pub mod block;
pub mod buffer;
pub mod class;
pub mod constant;
pub mod control;
pub mod conversion;
pub mod converter;
pub mod data;
pub mod descriptors;
pub mod encoding;
pub mod engine;
pub mod exception;
pub mod fiber_scheduler;
pub mod gc;
pub mod generator;
pub mod global;
pub mod hash;
pub mod hash_table;
pub mod head;
pub mod inspector;
pub mod internal;
pub mod io;
pub mod job;
pub mod letter_case;
pub mod load;
pub mod memory_format;
pub mod memory_view;
pub mod name;
pub mod integer_words;
pub mod number;
pub mod number_text;
pub mod object;
pub mod ractor;
pub mod regexp;
pub mod regions;
pub mod stream;
pub mod string;
pub mod string_conversion;
pub mod structure;
pub mod symbol;
pub mod table;
pub mod text;
pub mod thread;
pub mod thread_events;
pub mod thread_native;
pub mod time;
pub mod tracing;
pub mod variable;
pub mod variadic;

use rutile_vm::prelude::Vm;

use crate::define::Export;
use crate::state::state;

/// All of them.
pub const TABLES: &[&[Export]] = &[
    array::FUNCTIONS,
    array::calls::FUNCTIONS,
    block::FUNCTIONS,
    buffer::FUNCTIONS,
    buffer::VARIABLES,
    class::FUNCTIONS,
    class::calls::FUNCTIONS,
    constant::VARIABLES,
    control::FUNCTIONS,
    conversion::FUNCTIONS,
    converter::FUNCTIONS,
    data::FUNCTIONS,
    descriptors::FUNCTIONS,
    encoding::FUNCTIONS,
    engine::FUNCTIONS,
    exception::FUNCTIONS,
    fiber_scheduler::FUNCTIONS,
    gc::FUNCTIONS,
    gc::PLAIN_FUNCTIONS,
    generator::FUNCTIONS,
    generator::PLAIN_FUNCTIONS,
    generator::VARIABLES,
    global::FUNCTIONS,
    hash::FUNCTIONS,
    hash::calls::FUNCTIONS,
    head::FUNCTIONS,
    inspector::FUNCTIONS,
    internal::FUNCTIONS,
    internal::calls::FUNCTIONS,
    io::FUNCTIONS,
    inspector::PLAIN_FUNCTIONS,
    job::PLAIN_FUNCTIONS,
    letter_case::PLAIN_FUNCTIONS,
    load::FUNCTIONS,
    integer_words::FUNCTIONS,
    memory_view::FUNCTIONS,
    memory_view::VARIABLES,
    name::FUNCTIONS,
    number::FUNCTIONS,
    number::calls::FUNCTIONS,
    number_text::FUNCTIONS,
    object::FUNCTIONS,
    object::calls::FUNCTIONS,
    ractor::FUNCTIONS,
    regexp::FUNCTIONS,
    regions::PLAIN_FUNCTIONS,
    stream::FUNCTIONS,
    string::FUNCTIONS,
    string_conversion::FUNCTIONS,
    string::making::FUNCTIONS,
    string::calls::FUNCTIONS,
    structure::FUNCTIONS,
    symbol::FUNCTIONS,
    table::FUNCTIONS,
    text::FUNCTIONS,
    text::TABLES,
    thread::FUNCTIONS,
    thread::OUTSIDE,
    thread_events::FUNCTIONS,
    thread_native::PLAIN_FUNCTIONS,
    time::FUNCTIONS,
    tracing::FUNCTIONS,
    tracing::questions::FUNCTIONS,
    tracing::PLAIN_FUNCTIONS,
    variable::FUNCTIONS,
    variadic::FUNCTIONS,
];

/// Gives the variables their values, before the first extension is loaded.
pub fn set_variables(vm: &mut Vm) {
    if !std::mem::replace(&mut state(vm).constants_are_set, true) {
        constant::set(vm);
        memory_view::set(vm);
        generator::set();
    }
}
