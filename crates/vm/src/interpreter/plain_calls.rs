//! Calls of plain sites outside the loop's own ways: positional arguments only, so that the window holds all there is.
//!
//! A site that meets a receiver of another shape is told how to call its method, and the loop
//! makes the call again: what is common to most calls stands in the loop only.

use rutile_bytecode::{CallFlags, Instruction};

use super::calls::{self, Call};
use super::{Step, blocks};
use crate::code::{Code, Site, Target};
use crate::native::{Exit, Special};
use crate::object::records::MethodRef;
use crate::vm::Vm;

/// The call of a plain site, whose window holds it all; the receiver is set.
#[inline(always)]
fn plain_call<'a>(vm: &Vm, i: Instruction, site: &Site, method: Option<MethodRef>) -> Call<'a> {
    Call {
        block: blocks::passed_at(vm, vm.frame, vm.code(), site),
        flags: site.flags,
        method,
        ..Call::plain(vm.frame.window(i.b as usize), site.name, site.arguments as usize)
    }
}

/// `Send` of a plain site: one whose cache is of another shape, or whose method takes more than a count.
pub fn send(vm: &mut Vm, i: Instruction, code: &Code, site: &Site) -> Step {
    let window = vm.frame.window(i.b as usize);
    if site.flags & CallFlags::SELF_CALL != 0 {
        window.set_receiver(vm.frame.receiver());
    }
    let cache = code.cache(i.site());
    let shape = vm.shape_of(window.receiver());
    if cache.holds(shape, vm.method_epoch) {
        if let Some(method) = MethodRef::from_value(cache.method.get()) {
            return calls::invoke(vm, &plain_call(vm, i, site, Some(method)), method);
        }
    }
    let class = vm.class_of(window.receiver());
    let Some(method) = calls::find_for_site(vm, class, &plain_call(vm, i, site, None))? else {
        return calls::method_missing(vm, &plain_call(vm, i, site, None));
    };
    calls::fill_cache(vm, cache, site, code, shape, method);
    let is_quick = cache.holds(shape, vm.method_epoch) && !matches!(cache.target.get(), Target::General | Target::None);
    if is_quick && vm.tracing.wanted == 0 {
        // The loop makes the call itself, now that the site knows how.
        vm.set_counter(vm.counter() - 1);
        return Ok(());
    }
    calls::invoke(vm, &plain_call(vm, i, site, Some(method)), method)
}

/// A plain site's call of a special that its cache knows.
pub fn call_special(vm: &mut Vm, i: Instruction, special: Special) -> Step {
    let code = vm.code();
    let call = plain_call(vm, i, code.site(i.site()), MethodRef::from_value(code.cache(i.site()).method.get()));
    match special(vm, &call) {
        Err(Exit::Fallback) => calls::send(vm, i),
        done => done,
    }
}
