//! Calls of plain sites outside the loop's own ways: positional arguments only, so that the window holds all there is.
//!
//! A site that meets a receiver of another shape is told how to call its method, and the loop
//! makes the call again: what is common to most calls stands in the loop only.

use rutile_bytecode::{CallFlags, Instruction};

use crate::code::argument_layout::ArgumentLayout;
use super::calls::{self, Call};
use super::{Step, blocks, call_sites};
use crate::code::{CallCache, Code, Site, CallTarget};
use crate::code::native::{Arguments, Exit, Special};
use crate::code::frame_flags;
use crate::code::stack::FrameRef;
use crate::object::class::{ClassRef, state};
use crate::object::records::MethodRef;
use crate::value::Value;
use crate::value::kind::Kind;
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// The call of a plain site, whose window holds it all; the receiver is set.
#[inline(always)]
fn plain_call<'a>(vm: &Vm, i: Instruction, site: &Site, method: Option<MethodRef>) -> Call<'a> {
    Call {
        block: blocks::passed_at(vm, vm.registers.frame, vm.code(), site),
        flags: site.flags,
        method,
        ..Call::plain(vm.registers.frame.window(i.b as usize), site.name, site.arguments as usize)
    }
}

/// `Send` of a plain site: one whose cache is of another shape, or whose method takes more than a count.
pub fn send(vm: &mut Vm, i: Instruction, code: &Code, site: &Site) -> Step {
    let window = vm.registers.frame.window(i.b as usize);
    if site.flags & CallFlags::SELF_CALL != 0 {
        window.set_receiver(vm.registers.frame.receiver());
    }
    let cache = code.cache(i.site());
    let shape = vm.shape_of(window.receiver());
    let known = call_sites::look_up(vm, cache, shape).map(|(entry, method)| (entry.target.get(), method));
    if let Some((target, method)) = known {
        return call_known(vm, i, site, target, method);
    }
    let class = vm.class_of(window.receiver());
    let Some((found, method)) = calls::find_for_site(vm, class, &plain_call(vm, i, site, None)) else {
        return calls::method_missing(vm, &plain_call(vm, i, site, None));
    };
    vm.meet_block(&plain_call(vm, i, site, None), method);
    let target = call_sites::fill_cache(vm, cache, site, code, shape, found);
    let is_quick = !matches!(target, None | Some(CallTarget::General | CallTarget::None));
    if is_quick && !vm.tracing.watching {
        // The loop makes the call itself, now that the site knows how.
        vm.set_pc(vm.pc_index() - 1);
        return Ok(());
    }
    calls::invoke(vm, &plain_call(vm, i, site, Some(method)), method)
}

/// The call of a method that a plain site knows, but for which the loop has no entry or no way.
fn call_known(vm: &mut Vm, i: Instruction, site: &Site, target: CallTarget, method: MethodRef) -> Step {
    let call = plain_call(vm, i, site, Some(method));
    match target {
        CallTarget::Simple(callee) => {
            // SAFETY: a cached code is kept alive by the method that it is of.
            let callee = unsafe { &*callee };
            if vm.has_room(call.window, callee.registers as usize) {
                calls::push_frame(vm, call.window, callee, 0, call.block, method.value(), Value::NIL, 0);
                return Ok(());
            }
        }
        CallTarget::Leaf(count, native) => {
            call.window.set_block(call.block);
            return match native(vm, Arguments::new(call.window.arguments_pointer(), count as usize)) {
                Ok(value) => {
                    vm.deliver(value);
                    Ok(())
                }
                Err(Exit::Fallback) => call_body(vm, i),
                Err(exit) => Err(vm.blame_native(exit, method.value())),
            };
        }
        _ => {}
    }
    calls::invoke(vm, &call, method)
}

/// `new` of a site that passes nothing but positional arguments and named keywords, where `initialize` takes binding:
/// an instance, then its initialisation in a frame that delivers it, or by a leaf.
pub fn call_new(vm: &mut Vm, i: Instruction) -> Step {
    let code = vm.code();
    let site = code.site(i.site());
    let window = vm.registers.frame.window(i.b as usize);
    let class = ClassRef::from_module(window.receiver())
        .filter(|class| matches!(class.instance_kind(), Kind::Object | Kind::String | Kind::Array | Kind::Hash))
        .filter(|class| !class.has_state(state::SINGLETON | state::NO_ALLOCATOR));
    let Some((class, initialize)) = class.and_then(|class| Some((class, vm.find_method(class, Symbol::INITIALIZE)?))) else {
        return calls::send(vm, i);
    };
    let takes_nothing = initialize.owner() == vm.classes.basic_object.value();
    if !site.plain || takes_nothing && site.arguments > 0 {
        return calls::send(vm, i);
    }
    let object = vm.allocate_instance(class)?;
    if takes_nothing {
        vm.deliver(object);
        return Ok(());
    }
    window.set_receiver(object);
    let constructed = Call { name: Symbol::INITIALIZE, frame_flags: frame_flags::CONSTRUCT, ..plain_call(vm, i, site, None) };
    calls::invoke(vm, &constructed, initialize)
}

/// The block of a call whose callee may have a parameter for it, and all arguments put in order. None: nothing was done, this call needs
/// the general way.
#[inline(never)]
pub fn pass_block(vm: &mut Vm, window: FrameRef, site: &Site, layout: ArgumentLayout, callee: &Code) -> Option<Value> {
    if !vm.has_room(window, callee.registers as usize) {
        return None;
    }
    let frame = vm.registers.frame;
    let block = if site.flags & CallFlags::BLOCK_ARGUMENT != 0 {
        let argument = window.register(site.arguments as usize + site.keywords.len());
        Some(argument).filter(|argument| argument.is_nil() || argument.is_kind(Kind::Proc))?
    } else if site.flags & CallFlags::FORWARD_BLOCK != 0 {
        blocks::forwarded_block(vm, frame)
    } else {
        blocks::passed_at(vm, frame, frame.code(), site)
    };
    if !callee.parameters().block {
        layout.apply(window, site, callee);
        return Some(block);
    }
    let closure = if block.is_nil() { block } else { blocks::as_proc(vm, block) };
    layout.apply(window, site, callee);
    window.set_register(layout.behind(site), closure);
    Some(block)
}

/// The entry of the call that a plain site is about to make, if nothing has made it forget.
fn known<'a>(vm: &'a Vm, code: &'a Code, i: Instruction) -> Option<(&'a CallCache, MethodRef)> {
    call_sites::look_up(vm, code.cache(i.site()), vm.shape_of(vm.registers.frame.window(i.b as usize).receiver()))
}

/// Names the method in what its leaf raised.
#[cold]
pub fn blame(vm: &mut Vm, i: Instruction, exit: Exit) -> Exit {
    let code = vm.code();
    let method = match known(vm, code, i) {
        Some((_, method)) => Some(method),
        None => {
            let class = vm.class_of(vm.registers.frame.window(i.b as usize).receiver());
            calls::find_with_refinements(vm, class, code.site(i.site()).name)
        }
    };
    vm.blame_native(exit, method.map_or(Value::NIL, |method| method.value()))
}

/// A plain site's call of a method whose leaf has declined: its body.
pub fn call_body(vm: &mut Vm, i: Instruction) -> Step {
    let code = vm.code();
    let site = code.site(i.site());
    let Some((_, method)) = known(vm, code, i) else { return calls::send(vm, i) };
    let window = vm.registers.frame.window(i.b as usize);
    if site.has_block {
        // A leaf that declines here does so because of the block, and would again.
        let target = call_sites::body_target(vm, site, method);
        if let Some((cache, _)) = known(vm, code, i) {
            cache.target.set(target);
        }
    }
    if let Some(callee) = vm.method_code(method).filter(|callee| vm.has_room(window, callee.registers as usize)) {
        if let Some(entry) = arrange(window, site, callee) {
            let block = blocks::passed_at(vm, vm.registers.frame, code, site);
            calls::push_frame(vm, window, callee, 0, block, method.value(), Value::NIL, entry);
            return calls::attend_at_beginning(vm);
        }
    }
    calls::invoke_body(vm, &plain_call(vm, i, site, Some(method)), method)
}

/// Puts the arguments of a site in order for a callee, if that takes no binding; where its body begins.
fn arrange(window: FrameRef, site: &Site, callee: &Code) -> Option<usize> {
    if callee.simple_arguments == site.arguments {
        return Some(0);
    }
    let layout = ArgumentLayout::of(site, callee).filter(|_| !callee.parameters().block)?;
    layout.apply(window, site, callee);
    Some(layout.entry())
}

/// A plain site's call of a special, which is this method's, as its cache knows.
pub fn call_special(vm: &mut Vm, i: Instruction, method: Value, special: Special) -> Step {
    let call = plain_call(vm, i, vm.code().site(i.site()), MethodRef::from_value(method));
    match special(vm, &call) {
        Err(Exit::Fallback) => calls::send(vm, i),
        done => done,
    }
}
