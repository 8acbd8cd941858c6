//! What a call site remembers: the method that it found for receivers of a shape, and how the loop calls that.
//!
//! A site's own cache holds the shape that came last; what it displaces is kept aside (`other_targets`).

use rutile_bytecode::CallFlags;

use super::arrangement::Arrangement;
use super::{blocks, specials};
use crate::code::{CallCache, Code, Site, Target};
use crate::kind::Kind;
use crate::method::{MethodKind, Visibility};
use crate::native::NativeNumber;
use crate::object::class::ClassRef;
use crate::object::records::MethodRef;
use crate::other_targets::Place;
use crate::vm::Vm;

/// Whether it is known what a site calls for receivers of a shape; if so, `cache` is where that stands from now on.
#[inline(always)]
pub fn recall(vm: &Vm, cache: &mut &CallCache, shape: u32) -> bool {
    cache.holds(shape, vm.method_epoch) || recall_other(vm, cache, shape)
}

#[inline(never)]
fn recall_other(vm: &Vm, cache: &mut &CallCache, shape: u32) -> bool {
    match vm.other_targets.find(Place::of_site(cache), shape, vm.method_epoch) {
        Some(other) => {
            *cache = other;
            true
        }
        None => false,
    }
}

/// Remembers what a site calls for receivers of a shape; what it calls for those of another makes room, but is not forgotten.
pub(crate) fn fill_cache(vm: &mut Vm, cache: &CallCache, site: &Site, code: &Code, shape: u32, method: MethodRef) {
    if method.visibility() == Visibility::Protected {
        return;
    }
    if cache.shape.get() != 0 && cache.epoch.get() == vm.method_epoch && cache.shape.get() != shape {
        vm.other_targets.keep(Place::of_site(cache), cache);
    }
    let target = if site.plain { plain_target(vm, site, shape, method) } else { other_target(vm, site, shape, method) };
    cache.shape.set(shape);
    cache.epoch.set(vm.method_epoch);
    cache.target.set(target);
    cache.method.set(method.value());
    if let Some(cell) = code.cell.get().as_cell() {
        vm.heap.wrote_outside(cell, method.value().word());
    }
}

/// How a plain site calls a method from now on.
fn plain_target(vm: &mut Vm, site: &Site, shape: u32, method: MethodRef) -> Target {
    match method.kind() {
        MethodKind::Code if method.method_native().is_some_and(|native| !native.takes(site.arguments as usize)) => Target::General,
        MethodKind::Code => match method.method_native().map(|native| native.number) {
            Some(NativeNumber::Leaf(number)) => Target::Leaf(vm.natives.leaf(number)),
            Some(NativeNumber::Special(specials::CLASS_NEW)) => Target::New,
            Some(NativeNumber::Special(specials::PROC_CALL)) => Target::Call,
            Some(NativeNumber::Special(specials::FIBER_RESUME)) if site.arguments <= 1 && makes_fibers(vm, shape) => Target::Resume,
            Some(NativeNumber::Special(specials::FIBER_YIELD)) if site.arguments <= 1 => Target::FiberYield,
            Some(NativeNumber::Special(number)) => Target::Special(vm.natives.special(number)),
            None => body_target(vm, site, method),
        },
        MethodKind::Block => match blocks::method_block(method) {
            Some((_, callee)) if callee.simple_arguments == site.arguments => Target::MethodBlock(callee as *const Code),
            _ => Target::General,
        },
        MethodKind::Reader if site.arguments == 0 => variable_place(vm, shape, method).map_or(Target::General, Target::Reader),
        _ => Target::General,
    }
}

/// Whether whatever has a shape is a Fiber.
fn makes_fibers(vm: &Vm, shape: u32) -> bool {
    ClassRef::from_module(vm.shapes.class(shape)).is_some_and(|class| class.instance_kind() == Kind::Fiber)
}

/// How a plain site calls a method of Ruby code, its primitive not tried.
pub(super) fn body_target(vm: &mut Vm, site: &Site, method: MethodRef) -> Target {
    match vm.method_code(method) {
        Some(callee) if callee.simple_arguments == site.arguments => Target::Simple(callee as *const Code),
        Some(callee) => arranged_target(site, callee),
        None => Target::General,
    }
}

fn arranged_target(site: &Site, callee: &Code) -> Target {
    Arrangement::of(site, callee).map_or(Target::General, |arrangement| Target::Arranged(arrangement, callee as *const Code))
}

/// How a site that is not plain does: keywords may be named in it, and `object.name = value` may store at once.
fn other_target(vm: &mut Vm, site: &Site, shape: u32, method: MethodRef) -> Target {
    if !site.keywords.is_empty() {
        return match (method.kind(), method.method_native().map(|native| native.number)) {
            (MethodKind::Code, None) => vm.method_code(method).map_or(Target::General, |callee| arranged_target(site, callee)),
            (MethodKind::Code, Some(NativeNumber::Special(specials::CLASS_NEW))) if site.flags & !CallFlags::SELF_CALL == 0 => Target::New,
            _ => Target::General,
        };
    }
    if site.flags & !CallFlags::SELF_CALL == CallFlags::SPLAT {
        return spread_target(vm, method);
    }
    if method.kind() != MethodKind::Writer || site.flags & !CallFlags::SELF_CALL != CallFlags::ASSIGNMENT {
        return Target::General;
    }
    if site.arguments != 1 || site.has_block {
        return Target::General;
    }
    variable_place(vm, shape, method).map_or(Target::General, Target::Writer)
}

/// How a site calls a method with the elements of an Array.
fn spread_target(vm: &mut Vm, method: MethodRef) -> Target {
    match (method.kind(), method.method_native()) {
        (MethodKind::Code, None) => match vm.method_code(method) {
            Some(callee) if callee.simple_arguments != u16::MAX => Target::Spread(callee as *const Code),
            _ => Target::General,
        },
        _ => Target::General,
    }
}

/// Where a plain object of a shape keeps the variable of an accessor.
fn variable_place(vm: &Vm, shape: u32, accessor: MethodRef) -> Option<u32> {
    let position = vm.shapes.position(shape, accessor.body().as_symbol()?)?;
    Some(vm.shapes.place(shape, position))
}

/// Remembers what `super` from a method calls for receivers of a shape.
pub(super) fn fill_super_cache(vm: &mut Vm, cache: &CallCache, site: &Site, code: &Code, shape: u32, origin: MethodRef, next: MethodRef) {
    let is_simple = site.plain
        && (next.kind(), next.method_native()) == (MethodKind::Code, None)
        && vm.method_code(next).is_some_and(|callee| callee.simple_arguments == site.arguments);
    let target = if is_simple { Target::SuperSimple(origin.value()) } else { Target::Super(origin.value()) };
    cache.shape.set(shape);
    cache.epoch.set(vm.method_epoch);
    cache.target.set(target);
    cache.method.set(next.value());
    if let Some(cell) = code.cell.get().as_cell() {
        vm.heap.barrier(cell);
    }
}
