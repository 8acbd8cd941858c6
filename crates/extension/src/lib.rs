//! The C API: what C extensions, compiled against the headers in `include/`, find in this program.
//!
//! `calls` calls their functions, each on a machine stack of its own (`invocation`), and Ruby from there (`ruby`). The functions
//! of the API stand in `functions/`, by subject, declared by the macros of `define`; those that take any number of arguments are
//! written in C (`c/`). `state` is what extensions hold of the heap, `data` what their objects do.
//!
//! The whole crate is a border: what C code passes is taken for what the API says it is, as CRuby does (`memory` states it).

pub mod calls;
pub mod data;
mod define;
pub mod functions;
pub mod id;
pub mod invocation;
mod library;
pub mod machine;
mod memory;
mod ruby;
pub mod state;
mod work;

use rutile_vm::vm::Vm;

/// Lets a machine load C extensions.
pub fn install(vm: &mut Vm) {
    vm.natives.register(calls::NATIVES);
    vm.natives.register(library::NATIVES);
    vm.natives.register_specials(calls::SPECIALS);
    vm.natives.register_extensions(calls::call_method);
}

/// Has extensions free what they own: the machine ends.
pub fn end(vm: &mut Vm) {
    if vm.holder.is_some() {
        state::state(vm).end();
    }
}

/// The names of all functions and variables that C code finds.
pub fn names() -> impl Iterator<Item = &'static str> {
    functions::TABLES.iter().flat_map(|table| table.iter()).map(|export| export.name)
}
