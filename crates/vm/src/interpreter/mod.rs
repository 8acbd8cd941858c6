//! The interpreter: one loop over all frames.
//!
//! Ruby calling Ruby pushes a frame and the loop goes on; nothing here recurses.
//! Each instruction's common case stands in `run_loop`; everything else is in the
//! sibling modules, which leave the machine's registers (`frame`, `pc`)
//! where the loop is to continue.

pub(crate) mod activations;
mod arguments;
pub(crate) mod bindings;
mod blocks;
mod call_sites;
mod calls;
mod clauses;
mod constants;
mod core_constants;
mod continuations;
pub mod coverage;
mod definitions;
mod environments;
pub(crate) mod evaluation;
mod exits;
mod extensions;
pub(crate) mod fibers;
pub(crate) mod instruction_pointer;
pub mod loader;
mod operators;
mod plain_calls;
pub mod program_location;
pub mod ractors;
mod run_loop;
mod safepoint;
mod specials;
mod texts;
mod threads;
pub mod tracing;
pub(crate) mod unused_blocks;
mod unwind;
mod values;
mod variables;

use rutile_bytecode::{Instruction, Op};

use crate::code::native::Exit;
use crate::code::stack::FrameRef;
use crate::memory::exhaustion;
use crate::value::Value;
use crate::vm::Vm;
use run_loop::run_loop;

pub(crate) use arguments::keywords_as_hash;
pub use blocks::{as_proc, block_of, invoke_block, method_proc, proc_flags};
pub use calls::{Call, dispatch, find_with_refinements, finish, invoke, scope_of};
pub use extensions::{invoke_super, take_over};
pub use constants::{constant_bits, constant_flags, define_constant};
pub(crate) use call_sites::fill_cache;
pub use environments::FreeEnvironments;
pub use exits::{NonLocalExitKind, break_from_innermost_block};
pub(crate) use specials::SPECIALS;

/// The end of a step outside the loop: it continues, or the loop is left.
pub type Step = Result<(), Exit>;

/// Runs from the registers `frame` and `pc` until the frame marked as entry returns.
/// An error is the exception (or exit) that left that frame.
pub fn run(vm: &mut Vm) -> Result<Value, Value> {
    loop {
        let result = exhaustion::guard(vm, |vm| if vm.tracing.watching { run_loop::<true>(vm) } else { run_loop::<false>(vm) });
        let Ok(result) = result else {
            let exit = vm.exhausted_error();
            unwind::take(vm, exit)?;
            continue;
        };
        if result != Err(tracing::CHANGE_LOOP) {
            return result;
        }
    }
}

/// Runs an instruction that is nowhere in a hurry.
fn take_rare_step(vm: &mut Vm, i: Instruction) -> Step {
    match i.op {
        Op::HashMerge => values::hash_merge(vm, i),
        Op::NewRange => values::new_range(vm, i),
        Op::NewRegexp => values::new_regexp(vm, i),
        Op::StringToSymbol => values::string_to_symbol(vm, i),
        Op::SetClassVariable => variables::set_class_variable(vm, i),
        Op::SetConstant => constants::set_constant(vm, i),
        Op::GetBackReference => variables::get_back_reference(vm, i),
        Op::Defined => evaluation::defined(vm, i),
        Op::DefineMethod => definitions::define_method(vm, i),
        Op::DefineSingletonMethod => definitions::define_singleton_method(vm, i),
        Op::OpenClass => definitions::open_class(vm, i),
        Op::OpenSingletonClass => definitions::open_singleton_class(vm, i),
        Op::AliasMethod => definitions::alias_method(vm, i),
        Op::UndefineMethod => definitions::undefine_method(vm, i),
        Op::SetFrameVariable => variables::set_frame_variable(vm, i),
        Op::RescueMatch => exits::rescue_match(vm, i),
        Op::SetGlobal => variables::set_global(vm, i),
        Op::GetFrameVariable => {
            variables::get_frame_variable(vm, i);
            Ok(())
        }
        Op::Count => {
            crate::interpreter::coverage::count(vm, i);
            Ok(())
        }
        Op::AliasGlobal => {
            definitions::alias_global(vm, i);
            Ok(())
        }
        _ => Err(vm.internal_error("an instruction without a meaning")),
    }
}

/// Opens a frame that ends the loop when it returns.
pub(crate) fn push_entry_frame(vm: &mut Vm, window: FrameRef, code: &crate::code::Code, method: crate::object::records::MethodRef) {
    calls::push_frame(vm, window, code, crate::code::frame_flags::ENTRY, Value::NIL, method.value(), Value::NIL, 0);
}
