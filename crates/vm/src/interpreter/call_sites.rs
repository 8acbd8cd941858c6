//! The memory of a call site: the method that it found for receivers of a shape, and how the loop calls that.
//!
//! A site's own cache holds the first shape; what it calls for others `polymorphic` keeps.

use rutile_bytecode::CallFlags;

use crate::code::argument_layout::ArgumentLayout;
use super::{blocks, specials};
use crate::calls::assumptions::Assumption;
use crate::calls::method::{MethodKind, Visibility};
use crate::code::{CallCache, Code, Site, CallTarget};
use crate::code::native::NativeNumber;
use crate::object::class::ClassRef;
use crate::object::records::MethodRef;
use crate::value::Value;
use crate::value::kind::Kind;
use crate::vm::Vm;

/// The site passes a block that is not written there.
const PASSED_BLOCK: u16 = CallFlags::BLOCK_ARGUMENT | CallFlags::FORWARD_BLOCK;

/// The entry and the method of a site with this cache for receivers of a shape. None: they are not known.
#[inline(always)]
pub fn look_up<'a>(vm: &'a Vm, cache: &'a CallCache, shape: u32) -> Option<(&'a CallCache, MethodRef)> {
    let found = vm.polymorphic.find(cache, shape, &vm.assumptions)?;
    Some((found, MethodRef::from_value(method_of(vm, found))?))
}

/// The same of the few shapes that the site itself has entries for, and no call: what the loop asks. The entry is of this shape.
#[inline(always)]
pub fn own_entry(cache: &CallCache, shape: u32) -> Option<&CallCache> {
    let mut entry = cache;
    while entry.shape.get() != shape {
        entry = entry.next.get()?;
    }
    Some(entry)
}

/// The method that a cache names, or undefined where it does not hold.
#[inline(always)]
pub fn method_of(vm: &Vm, cache: &CallCache) -> Value {
    vm.assumptions.answer(cache.assumption.get())
}

/// Remembers what a site calls for receivers of a shape. None where that may not be relied on.
pub(crate) fn fill_cache(vm: &mut Vm, cache: &CallCache, site: &Site, code: &Code, shape: u32, assumption: Assumption) -> Option<CallTarget> {
    let method = MethodRef::from_value(vm.assumptions.answer(assumption))?;
    let may_refuse = method.visibility() == Visibility::Protected && site.flags & CallFlags::SELF_CALL == 0;
    if may_refuse || !vm.calls_are_cached(code) {
        return None;
    }
    let target = if site.plain { plain_target(vm, site, shape, method) } else { other_target(vm, site, shape, method) };
    vm.polymorphic.keep(cache, shape, assumption, target, &vm.assumptions);
    vm.polymorphic.misses.calls += 1;
    Some(target)
}

/// How a plain site calls a method from now on.
fn plain_target(vm: &mut Vm, site: &Site, shape: u32, method: MethodRef) -> CallTarget {
    match method.kind() {
        MethodKind::Code if method.method_native().is_some_and(|native| !native.takes(site.arguments as usize)) => CallTarget::General,
        MethodKind::Code => match method.method_native().map(|native| native.number) {
            Some(NativeNumber::Leaf(number)) => CallTarget::Leaf(site.arguments, vm.natives.leaf(number)),
            Some(NativeNumber::Special(specials::CLASS_NEW)) => CallTarget::New(Assumption::NONE, None),
            Some(NativeNumber::Special(specials::PROC_CALL)) => CallTarget::Call,
            Some(NativeNumber::Special(specials::FIBER_RESUME)) if site.arguments <= 1 && makes_fibers(vm, shape) => CallTarget::Resume,
            Some(NativeNumber::Special(specials::FIBER_YIELD)) if site.arguments <= 1 => CallTarget::FiberYield,
            Some(NativeNumber::Special(number)) => CallTarget::Special(vm.natives.special(number)),
            None => body_target(vm, site, method),
        },
        MethodKind::Block => match blocks::method_block(method) {
            Some((_, callee)) if callee.simple_arguments == site.arguments => CallTarget::MethodBlock(callee as *const Code),
            _ => CallTarget::General,
        },
        MethodKind::Extension => CallTarget::Special(vm.natives.extension()),
        MethodKind::Reader if site.arguments == 0 => match (variable_place(vm, shape, method), method.body().as_symbol()) {
            (Some(place), _) => CallTarget::Reader(place),
            (None, Some(name)) => CallTarget::FarReader(name),
            (None, None) => CallTarget::General,
        },
        _ => CallTarget::General,
    }
}

/// Whether whatever has a shape is a Fiber.
fn makes_fibers(vm: &Vm, shape: u32) -> bool {
    ClassRef::from_module(vm.shapes.class(shape)).is_some_and(|class| class.instance_kind() == Kind::Fiber)
}

/// How a plain site calls a method of Ruby code, its primitive not tried.
pub(super) fn body_target(vm: &mut Vm, site: &Site, method: MethodRef) -> CallTarget {
    match vm.method_code(method) {
        Some(callee) if callee.simple_arguments == site.arguments => CallTarget::Simple(callee as *const Code),
        Some(callee) => arranged_target(site, callee),
        None => CallTarget::General,
    }
}

fn arranged_target(site: &Site, callee: &Code) -> CallTarget {
    let callee_pointer = callee as *const Code;
    match ArgumentLayout::of(site, callee) {
        Some(layout) if callee.parameters().block || site.flags & PASSED_BLOCK != 0 => CallTarget::Passing(layout, callee_pointer),
        Some(layout) => CallTarget::Adapted(layout, callee_pointer),
        None => CallTarget::General,
    }
}

/// How a site that is not plain does: keywords may be named in it, and `object.name = value` may store at once.
fn other_target(vm: &mut Vm, site: &Site, shape: u32, method: MethodRef) -> CallTarget {
    if !site.keywords.is_empty() {
        return match (method.kind(), method.method_native().map(|native| native.number)) {
            // No leaf takes keywords: the body does.
            (MethodKind::Code, None | Some(NativeNumber::Leaf(_))) => vm.method_code(method).map_or(CallTarget::General, |callee| arranged_target(site, callee)),
            (MethodKind::Code, Some(NativeNumber::Special(specials::CLASS_NEW))) if site.flags & !CallFlags::SELF_CALL == 0 => CallTarget::New(Assumption::NONE, None),
            _ => CallTarget::General,
        };
    }
    if site.flags & !CallFlags::SELF_CALL == CallFlags::SPLAT {
        return spread_target(vm, method);
    }
    if (method.kind(), method.method_native()) == (MethodKind::Code, None) {
        // The register of an assignment's result is scratch.
        return match vm.method_code(method) {
            Some(callee) if callee.simple_arguments == site.arguments && site.flags & !CallFlags::SELF_CALL == CallFlags::ASSIGNMENT => {
                CallTarget::Simple(callee as *const Code)
            }
            Some(callee) => arranged_target(site, callee),
            None => CallTarget::General,
        };
    }
    if method.kind() != MethodKind::Writer || site.flags & !CallFlags::SELF_CALL != CallFlags::ASSIGNMENT {
        return CallTarget::General;
    }
    if site.arguments != 1 || site.has_block {
        return CallTarget::General;
    }
    match variable_place(vm, shape, method) {
        Some(place) => CallTarget::Writer(place),
        None => adder(vm, shape, method).unwrap_or(CallTarget::General),
    }
}

/// How a writer adds its variable to plain objects of a shape; none where they have no room for it.
fn adder(vm: &mut Vm, shape: u32, writer: MethodRef) -> Option<CallTarget> {
    let class = ClassRef::from_module(vm.shapes.class(shape))?;
    let (name, before) = (writer.body().as_symbol()?, vm.shapes.get(shape));
    if class.instance_kind() != Kind::Object || before.count >= before.capacity {
        return None;
    }
    let after = vm.shapes.with_variable(shape, name);
    let position = vm.shapes.position(after, name)?;
    Some(CallTarget::Adder(vm.shapes.location(after, position), after))
}

/// How a site calls a method with the elements of an Array.
fn spread_target(vm: &mut Vm, method: MethodRef) -> CallTarget {
    match (method.kind(), method.method_native()) {
        (MethodKind::Code, None) => match vm.method_code(method) {
            Some(callee) if callee.simple_arguments != u16::MAX => CallTarget::Spread(callee as *const Code),
            _ => CallTarget::General,
        },
        _ => CallTarget::General,
    }
}

/// Where a plain object of a shape keeps the variable of an accessor.
fn variable_place(vm: &Vm, shape: u32, accessor: MethodRef) -> Option<u32> {
    let position = vm.shapes.position(shape, accessor.body().as_symbol()?)?;
    Some(vm.shapes.location(shape, position))
}

/// Remembers what `super` calls for receivers of a shape.
pub(super) fn fill_super_cache(vm: &mut Vm, cache: &CallCache, site: &Site, shape: u32, assumption: Assumption) {
    let Some(next) = MethodRef::from_value(vm.assumptions.answer(assumption)) else { return };
    let target = match (next.kind(), next.method_native()) {
        (MethodKind::Code, None) if site.plain => match vm.method_code(next).filter(|callee| callee.simple_arguments == site.arguments) {
            Some(callee) => CallTarget::SuperSimple(callee as *const Code),
            None => CallTarget::Super,
        },
        (MethodKind::Code, Some(native)) if site.plain && native.takes(site.arguments as usize) => match native.number {
            NativeNumber::Leaf(number) => CallTarget::SuperLeaf(vm.natives.leaf(number)),
            NativeNumber::Special(_) => CallTarget::Super,
        },
        _ => CallTarget::Super,
    };
    vm.polymorphic.keep(cache, shape, assumption, target, &vm.assumptions);
    vm.polymorphic.misses.calls += 1;
}
