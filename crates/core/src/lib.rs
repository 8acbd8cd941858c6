//! The core library: natives in Rust, and the Ruby of `core/` over them, both in folders by subject.
//!
//! Each file of natives declares its own in one table; `install` registers them
//! and runs the Ruby files in the order of [`load_order::FILES`].

#![deny(unsafe_code)]

pub mod about;
pub mod arguments;
pub mod array;
pub mod concurrency;
pub mod encoding;
pub mod exception;
pub mod file;
pub mod hash;
pub mod io;
pub mod kernel;
pub mod load_order;
pub mod marshal;
pub mod memory;
pub mod module;
pub mod number;
pub mod pack;
pub mod process;
pub mod range;
pub mod regexp;
pub mod source;
pub mod sprintf;
pub mod string;
pub mod symbol;
pub mod time;

use rutile_vm::code::native::Native;
use rutile_vm::vm::Vm;

/// The tables of natives, one a file.
const TABLES: &[&[(&str, Native)]] = &[
    array::NATIVES,
    array::compare::NATIVES,
    array::merging::NATIVES,
    array::gathering::NATIVES,
    array::arrangements::NATIVES,
    array::order::NATIVES,
    array::parting::NATIVES,
    array::sets::NATIVES,
    array::inspect::NATIVES,
    array::collection::NATIVES,
    memory::gc::NATIVES,
    number::float::NATIVES,
    kernel::dup::NATIVES,
    kernel::enumerator::NATIVES,
    kernel::globals::NATIVES,
    hash::NATIVES,
    hash::compare::NATIVES,
    hash::gathering::NATIVES,
    hash::lookup::NATIVES,
    hash::merge::NATIVES,
    number::integer::NATIVES,
    number::aside::NATIVES,
    number::integer_bits::NATIVES,
    time::date::NATIVES,
    time::date::arithmetic::NATIVES,
    time::date::construction::NATIVES,
    time::date::conversion::NATIVES,
    time::date::parts::NATIVES,
    time::date::text::NATIVES,
    file::dir::NATIVES,
    process::env::NATIVES,
    file::NATIVES,
    file::matching::NATIVES,
    file::path::NATIVES,
    file::opening::NATIVES,
    file::whole::NATIVES,
    file::glob::NATIVES,
    kernel::load::NATIVES,
    number::math::NATIVES,
    io::NATIVES,
    io::buffer::NATIVES,
    io::buffer_data::NATIVES,
    io::buffer_transfer::NATIVES,
    io::descriptor::NATIVES,
    io::lines::NATIVES,
    string::source::NATIVES,
    io::print::NATIVES,
    io::transfer::NATIVES,
    io::select::NATIVES,
    number::text::NATIVES,
    concurrency::ractor::NATIVES,
    concurrency::queue::NATIVES,
    number::random::NATIVES,
    number::draw::NATIVES,
    number::complex::NATIVES,
    range::NATIVES,
    number::rational::NATIVES,
    sprintf::NATIVES,
    sprintf::plain::NATIVES,
    module::binding::NATIVES,
    module::constant::NATIVES,
    exception::error_location::NATIVES,
    exception::locations::NATIVES,
    exception::raise::NATIVES,
    exception::NATIVES,
    concurrency::fiber::NATIVES,
    module::method_object::NATIVES,
    module::NATIVES,
    module::methods::NATIVES,
    kernel::object::NATIVES,
    memory::object_space::NATIVES,
    module::procedure::NATIVES,
    process::NATIVES,
    process::identity::NATIVES,
    encoding::NATIVES,
    regexp::match_data::NATIVES,
    regexp::NATIVES,
    string::NATIVES,
    string::case::NATIVES,
    string::change::NATIVES,
    string::successor::NATIVES,
    string::index::NATIVES,
    string::inspect::NATIVES,
    string::split::NATIVES,
    string::substitute::NATIVES,
    string::ascii_sets::NATIVES,
    string::translate::NATIVES,
    symbol::NATIVES,
    concurrency::thread::NATIVES,
    encoding::iso_2022_jp::NATIVES,
    encoding::transcode::NATIVES,
    pack::NATIVES,
    pack::unpack::NATIVES,
    module::structure::NATIVES,
    marshal::NATIVES,
    time::NATIVES,
    time::forms::NATIVES,
    time::moment::NATIVES,
    time::strptime::NATIVES,
    time::text::NATIVES,
    time::written::NATIVES,
    time::zone::NATIVES,
    time::zoned::NATIVES,
    module::trace_point::NATIVES,
    module::instruction_sequence::NATIVES,
    module::sequence_binary::NATIVES,
    kernel::verbosity::NATIVES,
];

/// Gives a new machine its core library. An error is the exception that loading raised.
pub fn install(vm: &mut Vm, built: &about::Revision) -> Result<(), rutile_vm::value::Value> {
    for table in TABLES {
        vm.natives.register(table);
    }
    source::load(vm)?;
    about::define(vm, built);
    vm.finish_boot();
    Ok(())
}
