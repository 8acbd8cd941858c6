//! Calls: finding the method, and opening its frame or running its native.

use rutile_bytecode::{CallFlags, Instruction, frame};

pub use crate::code::call::Call;
use super::call_sites::{self, fill_cache, fill_super_cache};
use super::{Step, arguments, blocks};
use crate::calls::assumptions::Assumption;
use crate::calls::method::{MethodKind, Visibility};
use crate::code::{CallCache, Code, Site, CallTarget};
use crate::code::argument_layout::ArgumentLayout;
use crate::code::native::{Arguments, Exit, NativeNumber};
use crate::code::frame_flags;
use crate::code::stack::FrameRef;
use crate::object::array::ArrayRef;
use crate::object::class::{ClassRef, state};
use crate::object::records::{MethodRef, ScopeRef};
use crate::value::Value;
use crate::value::kind::Kind;
use crate::value::symbol::{Standing, Symbol};
use crate::vm::Vm;

/// The identity of a frame, beside its code and its self.
pub struct Identity {
    pub block: Value,
    pub method: Value,
    pub environment: Value,
}

/// Opens the frame of a call whose arguments need no more than a count, for the loop to go on at the beginning
/// of `callee`. The window's receiver is set.
#[inline(always)]
pub fn open_frame(vm: &mut Vm, frame: FrameRef, pc: *const Instruction, window: FrameRef, callee: &Code, flags: u64, identity: Identity) {
    frame.save(pc);
    window.set_link(flags, window.distance_from(frame));
    window.set_code(callee.cell.get());
    window.set_environment(identity.environment);
    window.set_block(identity.block);
    window.set_method(identity.method);
    vm.registers.frame = window;
}

/// Puts the elements of the Array that a window holds as its last argument where it stands, as the arguments of a callee with so many
/// required parameters. False: nothing was done, this call needs the general way.
#[inline(always)]
pub fn spread_array(vm: &Vm, window: FrameRef, site: &Site, callee: &Code) -> bool {
    let before = site.arguments as usize - 1;
    let Some(array) = ArrayRef::from_value(window.register(before)) else { return false };
    let values = array.values();
    if before + values.len() != callee.simple_arguments as usize || !vm.has_room(window, callee.registers as usize) {
        return false;
    }
    // A Hash at the end may be one of keywords.
    if values.last().is_some_and(|last| last.is_kind(Kind::Hash)) {
        return false;
    }
    for (index, value) in values.iter().enumerate() {
        window.set_register(before + index, *value);
    }
    true
}

/// `Send` outside the fast path.
pub fn send(vm: &mut Vm, i: Instruction) -> Step {
    let code = vm.code();
    let site = code.site(i.site());
    if site.plain {
        return super::plain_calls::send(vm, i, code, site);
    }
    let Some(mut call) = lay_out(vm, site, i.b)? else { return Ok(()) };
    let receiver = call.receiver();
    let cache = code.cache(i.site());
    let shape = vm.shape_of(receiver);
    if let Some((_, method)) = call_sites::look_up(vm, cache, shape) {
        call.method = Some(method);
        return invoke(vm, &call, method);
    }
    let class = vm.class_of(receiver);
    match find_for_site(vm, class, &call) {
        Some((found, method)) => {
            vm.meet_block(&call, method);
            fill_cache(vm, cache, site, code, shape, found);
            invoke(vm, &call, method)
        }
        None => method_missing(vm, &call),
    }
}

/// The `initialize` of a class, and how it takes what a site passes.
type Constructor = (Assumption, Option<ArgumentLayout>);

/// Makes the instance that `new` is to return and opens the frame of its `initialize`, which the site knows of the class that
/// came last; where its body begins. None: nothing was done, this call needs the general way.
#[inline(always)]
pub fn open_constructor(vm: &mut Vm, frame: FrameRef, code: &Code, i: &Instruction, cache: &CallCache, known: Constructor) -> Option<i32> {
    let (window, site) = (frame.window(i.b as usize), code.site(i.site()));
    let class = ClassRef::from_module(window.receiver())?;
    let (mut found, mut layout) = known;
    if vm.assumptions.subject(found) != class.value() || !vm.assumptions.holds(found) {
        (found, layout) = find_constructor(vm, class, site)?;
        cache.target.set(CallTarget::New(found, layout));
    }
    let layout = layout?;
    let initialize = MethodRef::from_value(vm.assumptions.answer(found))?;
    let callee = vm.method_code(initialize)?;
    if !vm.has_room(window, callee.registers as usize) {
        return None;
    }
    let block = blocks::passed_by(vm, frame, code, i);
    let object = match class.instance_kind() {
        Kind::Object => vm.new_object(class),
        _ => vm.allocate_instance(class).ok()?,
    };
    window.set_receiver(object);
    layout.apply(window, site, callee);
    let identity = Identity { block, method: initialize.value(), environment: Value::NIL };
    open_frame(vm, frame, vm.registers.pc, window, callee, frame_flags::CONSTRUCT, identity);
    Some(layout.entry() as i32)
}

/// The `initialize` that `new` of a site calls for instances of a class of one of the kinds that most have.
#[inline(never)]
fn find_constructor(vm: &mut Vm, class: ClassRef, site: &Site) -> Option<Constructor> {
    let is_common = matches!(class.instance_kind(), Kind::Object | Kind::String | Kind::Array | Kind::Hash);
    if !is_common || class.has_state(state::SINGLETON | state::NO_ALLOCATOR) {
        return None;
    }
    let found = vm.assume_method(class, Symbol::INITIALIZE);
    let initialize = MethodRef::from_value(vm.assumptions.answer(found)).filter(|method| method.kind() == MethodKind::Code && method.method_native().is_none());
    let callee = initialize.and_then(|initialize| vm.method_code(initialize)).filter(|callee| !callee.parameters().block);
    Some((found, callee.and_then(|callee| ArgumentLayout::of(site, callee))))
}

/// The method of a call that stands in the running code, checked for visibility, and that it is the one.
pub(super) fn find_for_site(vm: &mut Vm, class: ClassRef, call: &Call) -> Option<(Assumption, MethodRef)> {
    match vm.assume_for_core(vm.registers.frame.code(), class, call.name, call.flags & CallFlags::SELF_CALL != 0) {
        Some(found) => if_callable(vm, found, call),
        None => find_for_name(vm, class, call),
    }
}

/// The same of a call whose name came as a value.
pub(super) fn find_for_name(vm: &mut Vm, class: ClassRef, call: &Call) -> Option<(Assumption, MethodRef)> {
    let found = assume_in_scope(vm, class, call.name);
    if_callable(vm, found, call)
}

fn if_callable(vm: &Vm, found: Assumption, call: &Call) -> Option<(Assumption, MethodRef)> {
    let method = MethodRef::from_value(vm.assumptions.answer(found))?;
    (call.flags & CallFlags::SELF_CALL != 0 || is_callable(vm, method)).then_some((found, method))
}

/// Looks a method up as the running frame's scope sees it.
pub fn find_with_refinements(vm: &mut Vm, class: ClassRef, name: Symbol) -> Option<MethodRef> {
    let found = assume_in_scope(vm, class, name);
    MethodRef::from_value(vm.assumptions.answer(found))
}

/// The method that a class finds for a name as the running frame's scope sees it.
pub(super) fn assume_in_scope(vm: &mut Vm, class: ClassRef, name: Symbol) -> Assumption {
    if !vm.program.uses_refinements {
        return vm.assume_method(class, name);
    }
    match scope_of(vm.registers.frame).map(|scope| scope.refinements()).filter(|refinements| !refinements.is_nil()) {
        Some(refinements) => vm.assume_refined_method(class, name, refinements),
        None => vm.assume_method(class, name),
    }
}

/// Whether a method may be called with an explicit receiver from the running frame.
pub(super) fn is_callable(vm: &Vm, method: MethodRef) -> bool {
    match method.visibility() {
        Visibility::Public => true,
        Visibility::Private => false,
        Visibility::Protected => match method.owner_class() {
            Some(owner) => vm.is_a(vm.registers.frame.receiver(), owner.receiving_class()),
            None => true,
        },
    }
}

/// Values of named keywords that step aside without memory of their own while an array is splatted before them.
const KEYWORDS_AT_HAND: usize = 16;

/// Lays the call of a site out in its window: splats opened, block and keywords found.
/// `None`: a conversion runs first, after which the instruction runs again.
pub fn lay_out<'a>(vm: &mut Vm, site: &'a Site, base: u16) -> Result<Option<Call<'a>>, Exit> {
    let current = vm.registers.frame;
    let mut window = current.window(base as usize);
    if site.flags & CallFlags::SELF_CALL != 0 {
        window.set_receiver(current.receiver());
    }
    let mut call = Call {
        window,
        name: site.name,
        count: site.arguments as usize,
        keywords: &site.keywords,
        keyword_hash: Value::NIL,
        block: Value::NIL,
        flags: site.flags,
        frame_flags: if site.flags & CallFlags::ASSIGNMENT != 0 { frame_flags::DISCARD } else { 0 },
        method: None,
    };
    if site.plain {
        call.block = blocks::passed_at(vm, current, current.code(), site);
        return Ok(Some(call));
    }
    let mut next = call.count + site.keywords.len();
    if site.flags & CallFlags::KEYWORD_HASH != 0 {
        call.keyword_hash = window.register(next);
        if let Some(hash) = crate::object::hash::HashRef::from_value(call.keyword_hash) {
            if hash.len() == 0 {
                call.keyword_hash = Value::NIL;
            }
        }
        next += 1;
    }
    if site.flags & CallFlags::BLOCK_ARGUMENT != 0 {
        let register = base as usize + frame::HEADER as usize + next;
        match blocks::block_argument(vm, window.register(next), register)? {
            Some(block) => call.block = block,
            None => return Ok(None),
        }
    } else if site.flags & CallFlags::FORWARD_BLOCK != 0 {
        call.block = blocks::forwarded_block(vm, current);
    } else {
        call.block = blocks::passed_at(vm, current, current.code(), site);
    }
    if site.flags & CallFlags::SPLAT != 0 {
        let before = call.count - 1;
        if let Some(array) = ArrayRef::from_value(window.register(before)) {
            let count = before + array.len();
            // Values of named keywords stand behind the array, and make room for its elements.
            let mut aside = [Value::NIL; KEYWORDS_AT_HAND];
            match aside.get_mut(..site.keywords.len()) {
                Some(values) => values.iter_mut().enumerate().for_each(|(index, value)| *value = window.register(before + 1 + index)),
                None => {
                    call.keyword_hash = arguments::keywords_as_hash(vm, &call).value();
                    call.keywords = &[];
                }
            }
            vm.registers.window_words = vm.registers.window_words.max(window.distance_from(vm.registers.frame) + before + 8);
            window = vm.make_room(window, count + call.keywords.len() + 8)?;
            for (index, value) in array.values().iter().enumerate() {
                window.set_register(before + index, *value);
            }
            for (index, value) in aside[..call.keywords.len()].iter().enumerate() {
                window.set_register(count + index, *value);
            }
            call.window = window;
            call.count = count;
            vm.protect_window(&call);
            if site.flags & CallFlags::KEYWORD_HASH == 0 {
                take_ruby2_keywords(vm, &mut call);
            }
        }
    }
    Ok(Some(call))
}

/// A last argument that `ruby2_keywords` flagged is taken as keywords again, unless the call says its keywords itself.
fn take_ruby2_keywords(vm: &mut Vm, call: &mut Call) {
    if call.count == 0 || call.has_keywords() {
        return;
    }
    if let Some(hash) = crate::object::hash::HashRef::from_value(call.window.register(call.count - 1)) {
        if hash.is_ruby2_keywords() {
            call.count -= 1;
            call.keyword_hash = if hash.len() == 0 { Value::NIL } else { vm.hash_dup(hash).value() };
        }
    }
}

/// Calls a method that was found.
pub fn invoke(vm: &mut Vm, call: &Call, method: MethodRef) -> Step {
    match method.kind() {
        MethodKind::Code => invoke_code(vm, call, method),
        MethodKind::Reader => {
            arguments::check_count(vm, call, 0)?;
            let name = method.body().as_symbol().unwrap_or(call.name);
            let value = vm.get_variable(call.receiver(), name);
            finish(vm, call, value)
        }
        MethodKind::Writer => {
            arguments::check_count(vm, call, 1)?;
            let name = method.body().as_symbol().unwrap_or(call.name);
            let value = call.argument(0);
            vm.check_frozen(call.receiver())?;
            vm.set_variable(call.receiver(), name, value);
            finish(vm, call, value)
        }
        MethodKind::Block => blocks::invoke_method_block(vm, call, method),
        MethodKind::Object => {
            let Some(object) = crate::object::records::MethodObjectRef::from_value(method.body()) else { return method_missing(vm, call) };
            match MethodRef::from_value(object.method()) {
                Some(inner) => invoke(vm, call, inner),
                None => method_missing(vm, call),
            }
        }
        MethodKind::Extension => {
            let named = Call { method: Some(method), ..*call };
            vm.natives.extension()(vm, &named)
        }
        MethodKind::Undefined | MethodKind::Frame | MethodKind::Refined => method_missing(vm, call),
    }
}

fn invoke_code(vm: &mut Vm, call: &Call, method: MethodRef) -> Step {
    let folded;
    let call = match method.method_native() {
        Some(native) if call.has_keywords() && matches!(native.number, NativeNumber::Leaf(_)) => {
            folded = arguments::folded_for_native(vm, call, method);
            folded.as_ref().unwrap_or(call)
        }
        _ => call,
    };
    match method.native_taking(call.count) {
        Some(NativeNumber::Leaf(number)) if !call.has_keywords() => {
            let native = vm.natives.leaf(number);
            call.window.set_block(call.block);
            vm.protect_window(call);
            let result = native(vm, Arguments::new(call.window.arguments_pointer(), call.count));
            vm.registers.window_words = 0;
            match result {
                Ok(value) => return finish(vm, call, value),
                Err(Exit::Fallback) => {}
                Err(exit) => return Err(vm.blame_call(exit, method, call.frame_flags)),
            }
        }
        Some(NativeNumber::Special(number)) => {
            let special = vm.natives.special(number);
            let named = Call { method: Some(method), ..*call };
            match special(vm, &named) {
                Err(Exit::Fallback) => {}
                done => return done,
            }
        }
        _ => {}
    }
    invoke_body(vm, call, method)
}

/// Calls a method of Ruby code; a primitive that it begins with is not tried.
pub fn invoke_body(vm: &mut Vm, call: &Call, method: MethodRef) -> Step {
    vm.protect_window(call);
    let Some(code) = vm.method_code(method) else { return method_missing(vm, call) };
    vm.registers.callee = method.value();
    let named;
    let call = if call.method == Some(method) {
        call
    } else {
        named = Call { method: Some(method), ..*call };
        &named
    };
    let window = arguments::bind(vm, call, code, true)?;
    let entry = std::mem::take(&mut vm.registers.bound_entry);
    push_frame(vm, window, code, call.frame_flags, call.block, method.value(), Value::NIL, entry);
    attend_at_beginning(vm)
}

/// Others have their turn at the beginning of a body whose native has left off: it may begin by asking for the same again.
pub fn attend_at_beginning(vm: &mut Vm) -> Step {
    vm.take_attendant().map_or(Ok(()), |name| helper(vm, name, &[], frame_flags::DISCARD))
}

/// Makes a window the running frame.
#[allow(clippy::too_many_arguments)]
pub fn push_frame(vm: &mut Vm, window: FrameRef, code: &Code, flags: u64, block: Value, method: Value, environment: Value, entry: usize) {
    vm.save_pc();
    vm.registers.window_words = 0;
    window.set_link(flags, window.distance_from(vm.registers.frame));
    window.set_code(code.cell.get());
    window.set_environment(environment);
    window.set_block(block);
    window.set_method(method);
    vm.registers.frame = window;
    vm.set_pc(entry);
}

/// Delivers the value of a call that needed no frame, as its frame's flags say.
pub fn finish(vm: &mut Vm, call: &Call, value: Value) -> Step {
    if call.frame_flags == 0 {
        vm.deliver(value);
        return Ok(());
    }
    super::exits::deliver_flagged(vm, call.frame_flags, call.receiver(), value)
}

/// Calls `method_missing`, or raises what it raises by default.
#[cold]
pub fn method_missing(vm: &mut Vm, call: &Call) -> Step {
    let class = vm.class_of(call.receiver());
    let handler = vm.find_method(class, Symbol::METHOD_MISSING);
    match handler {
        Some(handler) if !vm.is_default_method_missing(handler) && call.name != Symbol::METHOD_MISSING => {
            let room = call.words() + 2;
            vm.protect_window(call);
            let window = vm.make_room(call.window, room)?;
            for index in (0..call.words()).rev() {
                window.set_register(index + 1, window.register(index));
            }
            vm.symbols.raise(call.name, Standing::Known);
            window.set_register(0, Value::symbol(call.name));
            vm.program.missed_call = Some((call.name, call.flags & (CallFlags::VARIABLE_CALL | CallFlags::SELF_CALL)));
            let forwarded = Call { window, name: Symbol::METHOD_MISSING, count: call.count + 1, flags: CallFlags::SELF_CALL, ..*call };
            invoke(vm, &forwarded, handler)
        }
        _ => Err(vm.failed_call_error(call)),
    }
}

/// Calls a method that was found, without arguments, with a window of its own.
pub fn invoke_from_scratch(vm: &mut Vm, receiver: Value, name: Symbol, method: MethodRef) -> Step {
    let window = vm.make_room(vm.registers.frame.scratch_window(), 8)?;
    window.set_receiver(receiver);
    let call = Call::plain(window, name, 0);
    vm.protect_window(&call);
    invoke(vm, &call, method)
}

/// Calls a method by name with arguments from Rust values, above all registers of
/// the running frame; the value goes where the frame flags say.
pub fn call_from_scratch(vm: &mut Vm, receiver: Value, name: Symbol, values: &[Value], flags: u64) -> Step {
    let window = vm.make_room(vm.registers.frame.scratch_window(), values.len() + 8)?;
    window.set_receiver(receiver);
    for (index, value) in values.iter().enumerate() {
        window.set_register(index, *value);
    }
    let call = Call { frame_flags: flags, ..Call::plain(window, name, values.len()) };
    dispatch(vm, &call)
}

/// Finds the method of a call and makes it.
pub fn dispatch(vm: &mut Vm, call: &Call) -> Step {
    vm.protect_window(call);
    let class = vm.class_of(call.receiver());
    match find_for_name(vm, class, call) {
        Some((_, method)) => invoke(vm, call, method),
        None => method_missing(vm, call),
    }
}

/// `CallHelper`: a method of the internal module.
pub fn call_helper(vm: &mut Vm, i: Instruction) -> Step {
    let frame = vm.registers.frame;
    let name = vm.operand_name(i.c);
    let window = vm.make_room(frame.scratch_window(), i.n as usize + 8)?;
    let frame = vm.registers.frame;
    window.set_receiver(vm.program.helpers.value());
    for index in 0..i.n as usize {
        window.set_register(index, frame.register(i.b as usize + index));
    }
    dispatch(vm, &Call::plain(window, name, i.n as usize))
}

/// Calls a helper of the internal module from Rust.
pub fn helper(vm: &mut Vm, name: &str, values: &[Value], flags: u64) -> Step {
    let name = vm.intern(name.as_bytes());
    call_from_scratch(vm, vm.program.helpers.value(), name, values, flags)
}

/// `CallPrimitive` of a primitive that has no value: the helper of the same name takes over, where there is one.
#[cold]
pub fn declined_primitive(vm: &mut Vm, i: Instruction, exit: Exit) -> Step {
    if let Exit::Raise(_) = exit {
        return Err(exit);
    }
    if let Some(name) = vm.take_attendant() {
        // Work was left off, or is done aside: others have their turn meanwhile, then it is asked for again.
        return helper(vm, name, &[], frame_flags::RETRY);
    }
    if vm.regexps.historical.is_some() {
        let frame = vm.registers.frame;
        let values: Vec<Value> = (0..i.n as usize).map(|index| frame.register(i.b as usize + index)).collect();
        if let Some(encoding) = vm.take_historical(&values) {
            let encoding = vm.string(encoding);
            return helper(vm, "warn_of_historical", &[encoding], frame_flags::RETRY);
        }
    }
    let name = vm.operand_name(i.c);
    let class = vm.class_of(vm.program.helpers.value());
    match vm.find_method(class, name) {
        Some(_) => call_helper(vm, i),
        None => Err(vm.unanswered_primitive(name)),
    }
}

/// `CallPrimitive` of a special.
pub fn call_special_primitive(vm: &mut Vm, i: Instruction, window: FrameRef) -> Step {
    let frame = vm.registers.frame;
    window.set_receiver(Value::NIL);
    window.set_block(Value::NIL);
    for index in 0..i.n as usize {
        window.set_register(index, frame.register(i.b as usize + index));
    }
    let name = vm.operand_name(i.c);
    let Some(NativeNumber::Special(number)) = frame.code().native(i.c) else { return Err(vm.missing_primitive(name)) };
    let call = Call::plain(window, name, i.n as usize);
    match vm.natives.special(number)(vm, &call) {
        Err(Exit::Fallback) => declined_primitive(vm, i, Exit::Fallback),
        done => done,
    }
}

/// Opens the frame of a `super` that its site knows, where that needs no more than a count.
#[inline(always)]
pub fn open_super<'a>(vm: &mut Vm, frame: FrameRef, code: &Code, pc: *const Instruction, i: Instruction) -> Option<(FrameRef, &'a Code)> {
    let receiver = frame.receiver();
    let entry = call_sites::own_entry(code.cache(i.site()), vm.shape_of(receiver))?;
    let CallTarget::SuperSimple(callee) = entry.target.get() else { return None };
    let known = entry.assumption.get();
    let next = vm.assumptions.answer(known);
    if next.is_undefined() || vm.assumptions.context(known) != frame.method() {
        return None;
    }
    // SAFETY: the code of a method that a class finds is alive.
    let callee: &'a Code = unsafe { &*callee };
    let window = frame.window(i.b as usize);
    if !vm.has_room(window, callee.registers as usize) {
        return None;
    }
    let site = code.site(i.site());
    let block = if site.has_block { blocks::passed_at(vm, frame, code, site) } else { blocks::block_of(vm, frame) };
    window.set_receiver(receiver);
    open_frame(vm, frame, pc, window, callee, 0, Identity { block, method: next, environment: Value::NIL });
    Some((window, callee))
}

/// `super` to a leaf that its site knows. None: it is not known, or has declined.
#[inline]
fn call_super_leaf(vm: &mut Vm, code: &Code, site: &Site, i: Instruction) -> Option<Step> {
    let frame = vm.registers.frame;
    let entry = call_sites::own_entry(code.cache(i.site()), vm.shape_of(frame.receiver()))?;
    let CallTarget::SuperLeaf(native) = entry.target.get() else { return None };
    let known = entry.assumption.get();
    let next = vm.assumptions.answer(known);
    let holds = !next.is_undefined() && vm.assumptions.context(known) == frame.method();
    if !holds || vm.tracing.watching {
        return None;
    }
    let window = frame.window(i.b as usize);
    window.set_receiver(frame.receiver());
    window.set_block(if site.has_block { blocks::passed_at(vm, frame, code, site) } else { blocks::block_of(vm, frame) });
    match native(vm, Arguments::new(window.arguments_pointer(), site.arguments as usize)) {
        Ok(value) => {
            vm.deliver(value);
            Some(Ok(()))
        }
        Err(Exit::Fallback) => None,
        Err(exit) => Some(Err(vm.blame_native(exit, next))),
    }
}

/// `Super`.
pub fn call_super(vm: &mut Vm, i: Instruction) -> Step {
    let code = vm.code();
    let site = &code.sites[i.site()];
    if let Some(step) = call_super_leaf(vm, code, site, i) {
        return step;
    }
    let frame = vm.registers.frame;
    let window = frame.window(i.b as usize);
    window.set_receiver(frame.receiver());
    let Some(mut call) = lay_out(vm, site, i.b)? else { return Ok(()) };
    call.flags |= CallFlags::SELF_CALL;
    let frame = vm.registers.frame;
    call.window.set_receiver(frame.receiver());
    if call.block.is_nil() && site.flags & (CallFlags::BLOCK_ARGUMENT | CallFlags::FORWARD_BLOCK) == 0 {
        call.block = blocks::forwarded_block(vm, frame);
    }
    let cache = &code.caches()[i.site()];
    let shape = vm.shape_of(frame.receiver());
    let known = vm.polymorphic.find(cache, shape, &vm.assumptions).map_or(Assumption::NONE, |entry| entry.assumption.get());
    if let Some(next) = MethodRef::from_value(vm.assumptions.answer(known)) {
        if vm.assumptions.context(known) == frame.method() {
            call.name = MethodRef::from_value(frame.method()).map_or(call.name, |method| method.symbol());
            call.method = Some(next);
            return invoke(vm, &call, next);
        }
    }
    let method = super_origin(vm, frame, site)?;
    call.name = method.symbol();
    let class = vm.class_of(frame.receiver());
    check_super_receiver(vm, frame, method)?;
    let found = vm.assume_super_method(class, method);
    let Some(next) = MethodRef::from_value(vm.assumptions.answer(found)) else { return super_missing(vm, &call) };
    if let Some(copy) = vm.method_of_later_place(class, method, next) {
        return invoke(vm, &call, copy);
    }
    fill_super_cache(vm, cache, site, shape, found);
    invoke(vm, &call, next)
}

/// The method that `super` in a frame goes on from.
fn super_origin(vm: &mut Vm, frame: FrameRef, site: &Site) -> Result<MethodRef, Exit> {
    let method = MethodRef::from_value(frame.method());
    if let Some(method) = method {
        let from_block = blocks::runs_in_method_block(vm, frame);
        if from_block && site.flags & CallFlags::IMPLICIT_SUPER != 0 {
            let text = "implicit argument passing of super from method defined by define_method() is not supported. Specify all arguments explicitly.";
            return Err(vm.raise(vm.classes.runtime_error, text.to_string()));
        }
        if method.owner_class().is_some() && method.kind() != MethodKind::Frame {
            return Ok(method);
        }
    }
    Err(vm.raise(vm.classes.runtime_error, "super called outside of method".to_string()))
}

/// In a block that was given another self: that has to be an instance of the method's class, or there is nothing above it.
/// A module's own method may be bound to any object.
fn check_super_receiver(vm: &mut Vm, frame: FrameRef, method: MethodRef) -> Step {
    let Some(owner) = method.owner_class() else { return Ok(()) };
    let bound_to_class = owner.is_class() || frame.flags() & frame_flags::EVALUATED != 0 && !owner.has_state(state::REFINEMENT);
    if !bound_to_class || vm.is_a(frame.receiver(), owner) {
        return Ok(());
    }
    let class = vm.class_of(frame.receiver()).real_class();
    let (found, expected) = (vm.class_name(class), vm.class_name(owner));
    Err(vm.type_error(format!("self has wrong type to call super in this context: {found} (expected {expected})")))
}

pub(super) fn super_missing(vm: &mut Vm, call: &Call) -> Step {
    let class = vm.class_of(call.receiver());
    match vm.find_method(class, Symbol::METHOD_MISSING) {
        Some(handler) if !vm.is_default_method_missing(handler) => method_missing(vm, call),
        _ => Err(vm.no_super_method_error(call)),
    }
}

/// The scope that a frame sees.
pub fn scope_of(frame: FrameRef) -> Option<ScopeRef> {
    MethodRef::from_value(frame.method()).and_then(|method| method.scope_ref())
}
