//! The core library: natives in Rust, and the Ruby of `core/*.rb` over them.
//!
//! Each file of natives declares its own in one table; `install` registers them
//! and runs the Ruby files in the order of [`files::FILES`].

pub mod about;
pub mod arguments;
pub mod array;
pub mod array_compare;
pub mod array_order;
pub mod array_sets;
pub mod big_integer;
pub mod binding;
pub mod blocking;
pub mod c_math;
pub mod calendar;
pub mod collection;
pub mod collector;
pub mod constant;
mod date;
pub mod dir;
pub mod env;
pub mod encoding;
pub mod error_place;
pub mod exception;
pub mod fiber;
pub mod file;
pub mod file_path;
pub mod files;
pub mod file_match;
pub mod float;
pub mod float_format;
pub mod float_round;
pub mod format_directive;
pub mod format_number;
pub mod globals;
pub mod hash;
pub mod integer;
pub mod integer_bits;
pub mod integer_text;
pub mod glob;
pub mod io;
pub mod io_attempt;
pub mod io_buffer;
pub mod io_buffer_data;
pub mod io_buffer_transfer;
pub mod io_descriptor;
pub mod io_lines;
mod line_cut;
pub mod io_print;
pub mod io_select;
pub mod io_stream;
pub mod io_transfer;
pub mod marshal;
mod marshal_dump;
mod marshal_load;
mod iso_2022_jp;
pub mod load;
pub mod match_data;
pub mod mapped_memory;
pub mod math;
pub mod mersenne_twister;
pub mod method_object;
pub mod module;
pub mod module_methods;
pub mod number_parse;
pub mod number_text;
pub mod object;
pub mod object_space;
pub mod pack;
pub mod pack_format;
pub mod parameters;
pub mod procedure;
pub mod process;
pub mod process_identity;
pub mod process_title;
pub mod ractor;
pub mod random;
pub mod range;
pub mod rational;
pub mod redirect;
pub mod regexp;
pub mod source;
pub mod sprintf;
pub mod strftime;
pub mod string;
pub mod string_case;
pub mod string_change;
pub mod string_index;
pub mod string_inspect;
pub mod string_split;
pub mod string_substitute;
pub mod string_translate;
pub mod structure;
pub mod symbol;
pub mod system;
pub mod system_process;
pub mod system_directory;
pub mod system_environment;
pub mod system_files;
pub mod trace_point;
pub mod verbosity;
pub mod text;
mod text_source;
pub mod time;
pub mod time_moment;
pub mod time_zone;
pub mod thread;
pub mod transcode;
mod transcode_code_pages;
mod transcode_large;
mod transcode_rows;
mod transcode_tables;
pub mod unpack;

use rutile_vm::native::Native;
use rutile_vm::vm::Vm;

/// The tables of natives, one a file.
const TABLES: &[&[(&str, Native)]] = &[
    array::NATIVES,
    array_compare::NATIVES,
    array_order::NATIVES,
    array_sets::NATIVES,
    collection::NATIVES,
    collector::NATIVES,
    float::NATIVES,
    globals::NATIVES,
    hash::NATIVES,
    integer::NATIVES,
    integer_bits::NATIVES,
    date::NATIVES,
    dir::NATIVES,
    env::NATIVES,
    file::NATIVES,
    file_match::NATIVES,
    file_path::NATIVES,
    glob::NATIVES,
    load::NATIVES,
    math::NATIVES,
    io::NATIVES,
    io_buffer::NATIVES,
    io_buffer_data::NATIVES,
    io_buffer_transfer::NATIVES,
    io_descriptor::NATIVES,
    io_lines::NATIVES,
    text_source::NATIVES,
    io_print::NATIVES,
    io_transfer::NATIVES,
    io_select::NATIVES,
    number_text::NATIVES,
    ractor::NATIVES,
    random::NATIVES,
    range::NATIVES,
    rational::NATIVES,
    sprintf::NATIVES,
    binding::NATIVES,
    constant::NATIVES,
    error_place::NATIVES,
    exception::NATIVES,
    fiber::NATIVES,
    method_object::NATIVES,
    module::NATIVES,
    module_methods::NATIVES,
    object::NATIVES,
    object_space::NATIVES,
    procedure::NATIVES,
    process::NATIVES,
    process_identity::NATIVES,
    process_title::NATIVES,
    encoding::NATIVES,
    match_data::NATIVES,
    regexp::NATIVES,
    string::NATIVES,
    string_case::NATIVES,
    string_change::NATIVES,
    string_index::NATIVES,
    string_inspect::NATIVES,
    string_split::NATIVES,
    string_substitute::NATIVES,
    string_translate::NATIVES,
    symbol::NATIVES,
    thread::NATIVES,
    iso_2022_jp::NATIVES,
    transcode::NATIVES,
    pack::NATIVES,
    unpack::NATIVES,
    structure::NATIVES,
    marshal::NATIVES,
    time::NATIVES,
    time_moment::NATIVES,
    time_zone::NATIVES,
    trace_point::NATIVES,
    verbosity::NATIVES,
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
