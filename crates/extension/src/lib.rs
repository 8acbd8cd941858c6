//! The C API: what C extensions, compiled against the headers in `include/`, find in this program.
//!
//! `calls` calls their functions (`function`), each on a machine stack (`invocation`) from which it asks for Ruby (`request`, `ruby`). The functions
//! of the API stand in `functions/`, by subject, declared by the macros of `define`; those that take any number of arguments are
//! written in C (`c/`). `state` is what extensions hold of the heap, `data` what their objects do.
//!
//! The whole crate is a border: what C code passes is taken for what the API says it is, as CRuby does (`memory` states it).

pub mod calls;
mod collection_hooks;
pub mod data;
mod define;
mod exits;
mod frames;
pub mod function;
pub mod functions;
pub mod id;
pub mod invocation;
mod jobs;
mod library;
pub mod machine;
mod memory;
mod objects;
pub mod request;
mod ruby;
pub mod state;
mod thread_hooks;
mod work;

use rutile_vm::vm::Vm;

/// Lets a machine load C extensions.
pub fn install(vm: &mut Vm) {
    rutile_vm::calls::method::set_not_implemented(functions::exception::rb_f_notimplement as *const () as usize);
    functions::buffer::note_page_size();
    vm.natives.register(calls::NATIVES);
    vm.natives.register(jobs::NATIVES);
    vm.natives.register(functions::generator::NATIVES);
    vm.natives.register(exits::NATIVES);
    vm.natives.register(frames::NATIVES);
    vm.natives.register(functions::tracing::NATIVES);
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
