//! Blocks and procs.
//!
//! A block passed to a call is, until something asks for it as an object, only
//! the frame that passed it: its code stands at that frame's call site, its self,
//! environment and method are that frame's. `as_proc` makes a Proc of it.
//!
//! The block word of a *block's* frame says what it runs as: the frame that made
//! it, or the Proc. From there `yield`, `return` and `break` find their way.

use rutile_bytecode::{FunctionFlags, FunctionKind, Instruction, Op, sending};

use super::calls::{self, Call, Identity};
use super::{Step, activations, arguments};
use crate::calls::basic_operations::of;
use crate::calls::method::Visibility;
use crate::code::{Code, Site};
use crate::code::native::{Arguments, Exit, NativeNumber, NativeResult};
use crate::code::frame_flags;
use crate::code::stack::FrameRef;
use crate::object::array::ArrayRef;
use crate::object::class::state;
use crate::object::records::{MethodObjectRef, MethodRef, ProcRef};
use crate::value::Value;
use crate::value::fields::Fields;
use crate::value::kind::{Header, Kind, header};
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// Bits of a Proc's flags.
pub mod proc_flags {
    pub const LAMBDA: i64 = 1;
    pub const FROM_METHOD: i64 = 2;
    pub const RUBY2_KEYWORDS: i64 = 4;
    /// Its variables are its own: it may be shared between Ractors.
    pub const SHAREABLE: i64 = 8;
}

impl ProcRef {
    pub fn has(self, flag: i64) -> bool {
        self.flags().as_fixnum().unwrap_or(0) & flag != 0
    }

    pub fn is_lambda(self) -> bool {
        self.has(proc_flags::LAMBDA)
    }
}

/// The facts that are needed to open a block's frame.
#[derive(Clone, Copy)]
pub struct BlockTarget<'a> {
    pub code: &'a Code,
    pub receiver: Value,
    pub environment: Value,
    /// The block word of the new frame.
    pub identity: Value,
    pub method: Value,
    pub lambda: bool,
}

/// The index of the instruction after the call under way in a frame.
fn call_counter(vm: &Vm, frame: FrameRef) -> usize {
    if frame == vm.registers.frame { vm.pc_index() } else { frame.pc() }
}

/// The block word of a call from a site that passes no block argument: the literal block, if there is one.
#[inline(always)]
pub fn passed_at(vm: &Vm, frame: FrameRef, code: &Code, site: &Site) -> Value {
    if !site.has_block {
        return Value::NIL;
    }
    let place = match code.loaded_function(site.block) {
        Some(block) if block.kind == FunctionKind::Block => vm.code_space.place_of(block),
        _ => 0,
    };
    Value::frame_block(vm.offset_of(frame), place)
}

/// The same of a `Send`, which says itself whether there is one.
#[inline(always)]
pub fn passed_by(vm: &Vm, frame: FrameRef, code: &Code, i: &Instruction) -> Value {
    if i.n & sending::BLOCK == 0 { Value::NIL } else { passed_at(vm, frame, code, code.site(i.site())) }
}

/// The code that a frame block names. `None`: the call under way in its frame tells.
#[inline(always)]
fn named_code<'a>(vm: &Vm, block: Value) -> Option<&'a Code> {
    match block.frame_block_code() {
        0 => None,
        // SAFETY: the code of the frame that passed the block, which is still there, holds that of the block.
        place => Some(unsafe { vm.code_space.code_at(place) }),
    }
}

/// The code of the block that a frame passes at its call under way.
fn passed_block<'a>(vm: &Vm, creator: FrameRef) -> Option<&'a Code> {
    let code: &'a Code = creator.code();
    let call = code.instructions()[call_counter(vm, creator) - 1];
    if !matches!(call.op, Op::Send | Op::Super | Op::Yield) {
        return None;
    }
    let index = code.sites[call.site()].block()?;
    Code::of_value(vm.nested_code(code, index))
}

/// The block that `yield` in a frame goes to: nil, a Proc, a Symbol or a frame block.
#[inline]
pub fn block_of(vm: &Vm, frame: FrameRef) -> Value {
    block_of_frame(vm, frame, frame.code())
}

impl Vm {
    /// Gives the running frame another block.
    pub fn set_running_block(&mut self, block: Value) {
        self.registers.frame.set_block(block);
    }
}

/// As `block_of`, of a frame whose code is known.
#[inline(always)]
fn block_of_frame(vm: &Vm, frame: FrameRef, code: &Code) -> Value {
    if code.is_block() { block_around(vm, frame) } else { frame.block() }
}

/// The block that `yield` in a block goes to.
fn block_around(vm: &Vm, frame: FrameRef) -> Value {
    let mut frame = frame;
    while frame.code().is_block() {
        let identity = frame.block();
        match identity.as_frame_block() {
            Some(offset) => frame = vm.frame_at(offset),
            None => return ProcRef::from_value(identity).map_or(Value::NIL, |closure| closure.block()),
        }
    }
    frame.block()
}

/// Gives a block that takes only required parameters, more than it is given, as many arguments as it has parameters:
/// one plain Array for several is taken apart, what is missing is nil. What is too much would be left where it is.
/// What packs its arguments (`FunctionFlags::PACKS`) takes one as it is. False: not for this.
#[inline(never)]
fn fit(vm: &Vm, window: FrameRef, callee: &Code, given: u16) -> bool {
    let wanted = callee.simple_arguments;
    if wanted == u16::MAX {
        let packs_one = given == 1 && callee.has(FunctionFlags::PACKS);
        if packs_one && callee.has(FunctionFlags::TELLS_SEVERAL) {
            window.set_register(1, Value::FALSE);
        }
        return packs_one;
    }
    let mut filled = given as usize;
    if given == 1 && wanted > 1 {
        let only = window.register(0);
        if let Some(array) = ArrayRef::from_value(only).filter(|array| array.0.shape() == vm.shapes.plain.array) {
            filled = array.len().min(wanted as usize);
            for (index, value) in array.values()[..filled].iter().enumerate() {
                window.set_register(index, *value);
            }
        } else if only.as_cell().is_some() {
            return false; // it may convert to an Array
        }
    }
    for index in filled..wanted as usize {
        window.set_register(index, Value::NIL);
    }
    true
}

/// Opens the frame of the block that `yield` in a frame goes to, where its parameters are required ones, and no native is to be
/// tried before.
#[inline(always)]
pub fn open_yield<'a>(vm: &mut Vm, frame: FrameRef, code: &Code, pc: *const Instruction, window: FrameRef, count: u16) -> Option<&'a Code> {
    let block = block_of_frame(vm, frame, code);
    let Some(offset) = block.as_frame_block() else {
        return open_proc(vm, frame, pc, window, ProcRef::from_value(block)?, count);
    };
    let callee: &'a Code = named_code(vm, block)?;
    if !vm.has_room(window, callee.registers as usize) {
        return None;
    }
    if callee.simple_arguments > count && (callee.has(FunctionFlags::HAS_PRIMITIVE) || !fit(vm, window, callee, count)) {
        return None;
    }
    let creator = vm.frame_at(offset);
    window.set_receiver(creator.receiver());
    let identity = Identity { block, method: creator.method(), environment: creator.environment() };
    calls::open_frame(vm, frame, pc, window, callee, 0, identity);
    Some(callee)
}

/// What the native says with which a block of the core's begins, of the one value that `yield` in a frame gives it. `None`: there is no
/// such native, or it declines. It finds what it works on as its receiver, the self of the block.
#[inline(never)]
pub fn answer_yield(vm: &mut Vm, frame: FrameRef, code: &Code, pc: *const Instruction, window: FrameRef) -> Option<NativeResult> {
    let block = block_of_frame(vm, frame, code);
    let creator = vm.frame_at(block.as_frame_block()?);
    let NativeNumber::Leaf(number) = named_code(vm, block)?.primitive? else { return None };
    vm.registers.pc = pc;
    window.set_receiver(creator.receiver());
    window.set_block(Value::NIL);
    match vm.natives.leaf(number)(vm, Arguments::new(window.arguments_pointer(), 1)) {
        Err(Exit::Fallback) => None,
        answer => Some(answer),
    }
}

/// Opens the frame of a Proc's code under the same condition; a lambda must get what it takes.
#[inline(always)]
pub fn open_proc<'a>(vm: &mut Vm, frame: FrameRef, pc: *const Instruction, window: FrameRef, closure: ProcRef, count: u16) -> Option<&'a Code> {
    let callee = Code::of_value(closure.code())?;
    if !vm.has_room(window, callee.registers as usize) {
        return None;
    }
    let wanted = callee.simple_arguments;
    if wanted != count && (closure.is_lambda() || wanted > count && !fit(vm, window, callee, count)) {
        return None;
    }
    let flags = if closure.is_lambda() { frame_flags::LAMBDA } else { 0 };
    window.set_receiver(closure.receiver());
    let identity = Identity { block: closure.value(), method: closure.method(), environment: closure.environment() };
    calls::open_frame(vm, frame, pc, window, callee, flags, identity);
    Some(callee)
}

/// The target that a block value runs; `None` for nil, symbols and method procs.
pub fn target<'a>(vm: &Vm, block: Value) -> Option<BlockTarget<'a>> {
    if let Some(offset) = block.as_frame_block() {
        let creator = vm.frame_at(offset);
        let code = match named_code(vm, block) {
            Some(code) => code,
            None => passed_block(vm, creator)?,
        };
        return Some(BlockTarget {
            code,
            receiver: creator.receiver(),
            environment: creator.environment(),
            identity: block,
            method: creator.method(),
            lambda: code.kind == FunctionKind::Lambda,
        });
    }
    let closure = ProcRef::from_value(block)?;
    let code = Code::of_value(closure.code())?;
    Some(BlockTarget {
        code,
        receiver: closure.receiver(),
        environment: closure.environment(),
        identity: block,
        method: closure.method(),
        lambda: closure.is_lambda(),
    })
}

impl Vm {
    /// The code of the block that the running method was given, and whether it is a lambda.
    pub fn given_block_code(&self) -> Option<(&Code, bool)> {
        let target = target(self, block_of(self, self.registers.frame))?;
        Some((target.code, target.lambda))
    }
}

/// `Yield` outside the fast path.
pub fn call_yield(vm: &mut Vm, i: Instruction) -> Step {
    let site = &vm.code().sites[i.site()];
    let Some(call) = calls::lay_out(vm, site, i.b)? else { return Ok(()) };
    let block = block_of(vm, vm.registers.frame);
    if block.is_nil() {
        return Err(vm.local_jump_error("no block given (yield)", "noreason", Value::NIL));
    }
    invoke_block(vm, &call, block)
}

/// Calls a block (nil excepted) with the arguments of a call; the receiver of the window is ignored.
pub fn invoke_block(vm: &mut Vm, call: &Call, block: Value) -> Step {
    match target(vm, block) {
        Some(target) => invoke_target(vm, call, &target, 0),
        None => invoke_callable(vm, call, block),
    }
}

/// Calls a block that is no code: a symbol, or a method's proc.
fn invoke_callable(vm: &mut Vm, call: &Call, block: Value) -> Step {
    let callable = ProcRef::from_value(block).map_or(block, |closure| closure.code());
    if let Some(name) = callable.as_symbol() {
        return invoke_symbol(vm, call, name);
    }
    if let Some(object) = MethodObjectRef::from_value(callable) {
        if let Some(method) = MethodRef::from_value(object.method()) {
            call.window.set_receiver(object.receiver());
            let named = Call { name: object.name().as_symbol().unwrap_or(call.name), ..*call };
            return calls::invoke(vm, &named, method);
        }
    }
    Err(vm.type_error("not a block".to_string()))
}

/// `&:name`: the first argument is the receiver.
fn invoke_symbol(vm: &mut Vm, call: &Call, name: Symbol) -> Step {
    if call.count == 0 {
        return Err(vm.argument_error("no receiver given".to_string()));
    }
    call.window.set_receiver(call.window.register(0));
    for index in 1..call.words() {
        call.window.set_register(index - 1, call.window.register(index));
    }
    let sent = Call { name, count: call.count - 1, flags: 0, ..*call };
    // The program's scope decides which refinements are seen, not that of the core method which yields.
    let refinements = vm.program_frame().and_then(|(frame, _)| calls::scope_of(frame)).and_then(|scope| ArrayRef::from_value(scope.refinements()));
    if let Some(refinements) = refinements {
        let class = vm.class_of(sent.receiver());
        if let Some(method) = vm.find_refined_method(class, name, refinements) {
            return calls::invoke(vm, &sent, method);
        }
    }
    let class = vm.class_of(sent.receiver());
    match calls::find_for_name(vm, class, &sent) {
        // Nobody's self calls it: what is protected is refused as what is private.
        Some((_, method)) if method.visibility() != Visibility::Protected => calls::invoke(vm, &sent, method),
        _ => calls::method_missing(vm, &sent),
    }
}

/// Opens a block's frame.
pub fn invoke_target(vm: &mut Vm, call: &Call, target: &BlockTarget, flags: u64) -> Step {
    let parameters = target.code.parameters();
    let mut call = *call;
    vm.protect_window(&call);
    let strict = target.lambda && !arguments::takes_apart(vm, &call, target.code);
    if call.count == 1 && !call.has_keywords() && (!target.lambda && parameters.auto_splat || target.lambda && !strict) {
        let only = call.window.register(0);
        if let Some(array) = ArrayRef::from_value(only) {
            arguments::auto_splat(vm, &mut call, array)?;
        } else if only.as_cell().is_some() && may_have_elements(vm, only) {
            return invoke_with_elements(vm, &call, target, flags, only);
        }
    }
    if call.has_keywords() && ProcRef::from_value(target.identity).is_some_and(|closure| closure.has(proc_flags::RUBY2_KEYWORDS)) {
        arguments::flag_keywords(vm, &mut call);
    }
    let window = arguments::bind(vm, &call, target.code, strict)?;
    let entry = std::mem::take(&mut vm.registers.bound_entry);
    window.set_receiver(target.receiver);
    let lambda = if target.lambda { frame_flags::LAMBDA } else { 0 };
    calls::push_frame(vm, window, target.code, call.frame_flags | flags | lambda, target.identity, target.method, target.environment, entry);
    Ok(())
}

/// Whether a lone argument is to be asked for its elements: it has `to_ary`, or decides itself what it answers.
pub(super) fn may_have_elements(vm: &mut Vm, value: Value) -> bool {
    let class = vm.class_of(value);
    vm.find_method(class, Symbol::TO_ARY).is_some()
        || [Symbol::METHOD_MISSING, Symbol::RESPOND_TO]
            .into_iter()
            .any(|name| vm.find_method(class, name).is_some_and(|method| !vm.is_core_method(method)))
}

/// Has Ruby ask a lone argument for its elements and call the block with them. The instruction under way can't be run
/// again with them: `send`, splats and the like have moved the argument from where it stood.
fn invoke_with_elements(vm: &mut Vm, call: &Call, target: &BlockTarget, flags: u64, value: Value) -> Step {
    let block = as_proc(vm, target.identity);
    if flags & frame_flags::EVALUATED == 0 {
        let given = as_proc(vm, call.block);
        return calls::helper(vm, "call_with_elements", &[block, value, given], call.frame_flags);
    }
    let in_class = MethodRef::from_value(target.method).is_some_and(|method| method.definee() == target.receiver);
    calls::helper(vm, "evaluate_with_elements", &[block, value, target.receiver, Value::boolean(in_class)], call.frame_flags)
}

/// Calls a helper with some values, puts what it returns into a register of the running
/// frame, and runs the instruction under way again.
fn retry_with(vm: &mut Vm, helper: &str, values: &[Value], register: usize) -> Step {
    calls::helper(vm, helper, values, frame_flags::RETRY)?;
    vm.registers.frame.set_block(Value::fixnum(register as i64));
    Ok(())
}

/// A value passed as `&value`: as it is kept in the block word of a frame.
pub fn block_argument(vm: &mut Vm, value: Value, register: usize) -> Result<Option<Value>, Exit> {
    if value.is_nil() || value.is_kind(Kind::Proc) || value.is_symbol() && vm.is_basic(Symbol::TO_PROC, of::SYMBOL) {
        return Ok(Some(value));
    }
    if vm.program.uses_refinements && !value.is_symbol() {
        if let Some(converter) = refined_to_proc(vm, value) {
            retry_with(vm, "to_proc", &[value, converter], register)?;
            return Ok(None);
        }
    }
    if value.is_symbol() && keeps_symbol(vm, value) {
        return Ok(Some(value));
    }
    if MethodObjectRef::from_value(value).is_some_and(|object| !object.receiver().is_undefined()) {
        return Ok(Some(method_proc(vm, value)));
    }
    retry_with(vm, "to_proc", &[value], register)?;
    Ok(None)
}

/// Whether `&:name` stands for itself though a program has given `Symbol#to_proc` another meaning: for the core library, and
/// where only a refinement did so, which CRuby doesn't ask either.
#[cold]
fn keeps_symbol(vm: &mut Vm, value: Value) -> bool {
    let class = vm.class_of(value);
    vm.registers.frame.code().has(FunctionFlags::CORE) || vm.find_method(class, Symbol::TO_PROC).is_some_and(|method| vm.is_core_method(method))
}

/// What calls the `to_proc` that a refinement in use at the running code has given a value.
#[cold]
fn refined_to_proc(vm: &mut Vm, value: Value) -> Option<Value> {
    let class = vm.class_of(value);
    let method = calls::find_with_refinements(vm, class, Symbol::TO_PROC)?;
    if !method.owner_class()?.has_state(state::REFINEMENT) {
        return None;
    }
    let kind = vm.classes.method;
    let object = vm.new_method_object(kind);
    object.set_receiver(vm, value);
    object.set_method(vm, method.value());
    object.set_name(vm, Value::symbol(Symbol::TO_PROC));
    Some(method_proc(vm, object.value()))
}

/// The Proc of a Method object.
pub fn method_proc(vm: &mut Vm, object: Value) -> Value {
    let closure = allocate(vm);
    closure.set_code(vm, object);
    closure.set_flags(vm, Value::fixnum(proc_flags::LAMBDA | proc_flags::FROM_METHOD));
    closure.value()
}

/// The block of a frame, to be passed on as it is.
pub fn forwarded_block(vm: &Vm, frame: FrameRef) -> Value {
    block_of(vm, frame)
}

pub fn is_given(vm: &Vm, frame: FrameRef) -> bool {
    !block_of(vm, frame).is_nil()
}

/// The block of a frame as a Proc, or nil.
pub fn given_block(vm: &mut Vm, frame: FrameRef) -> Value {
    let block = block_of(vm, frame);
    let closure = as_proc(vm, block);
    // The method's frame refers to the Proc from now on, so that it stays the same object.
    if !frame.code().is_block() {
        frame.set_block(closure);
    }
    closure
}

fn allocate(vm: &mut Vm) -> ProcRef {
    let shape = vm.shapes.of_class(vm.classes.proc);
    let closure = ProcRef(vm.allocate(ProcRef::WORDS * 8, header(Kind::Proc, shape, 0, 0)));
    for index in 1..ProcRef::WORDS {
        closure.0.set_field_raw(index, Value::NIL.word());
    }
    closure.set_flags(vm, Value::fixnum(0));
    closure
}

/// How many Procs of Symbols are kept, a prime so that names that were made together get places of their own.
const SYMBOL_PROCS: usize = 67;

/// Makes a Proc of a block value; nil and Procs stay as they are.
pub fn as_proc(vm: &mut Vm, block: Value) -> Value {
    if let Some(symbol) = block.as_symbol() {
        return symbol_proc(vm, symbol);
    }
    let Some(target) = target(vm, block).filter(|_| block.as_frame_block().is_some()) else { return block };
    let creator = block.as_frame_block().map(|offset| vm.frame_at(offset)).unwrap_or(vm.registers.frame);
    let closure = make_closure(vm, creator, target.code);
    if target.lambda {
        closure.set_flags(vm, Value::fixnum(proc_flags::LAMBDA));
    }
    closure.value()
}

/// The Proc of a Symbol: the one that it had last, as long as no other Symbol wanted its place in the table.
fn symbol_proc(vm: &mut Vm, symbol: Symbol) -> Value {
    let place = symbol.0 as usize % SYMBOL_PROCS;
    let table = match ArrayRef::from_value(vm.program.symbol_procs) {
        Some(table) => table,
        None => {
            let table = vm.new_array(&[Value::NIL; SYMBOL_PROCS]);
            vm.program.symbol_procs = table.value();
            table
        }
    };
    let known = if place < table.len() { table.get(place) } else { Value::NIL };
    if ProcRef::from_value(known).is_some_and(|known| known.code() == Value::symbol(symbol)) {
        return known;
    }
    let closure = allocate(vm);
    closure.set_code(vm, Value::symbol(symbol));
    closure.set_flags(vm, Value::fixnum(proc_flags::LAMBDA));
    vm.array_set(table, place, closure.value());
    closure.value()
}

/// A closure of code over a frame.
fn make_closure(vm: &mut Vm, creator: FrameRef, code: &Code) -> ProcRef {
    let closure = allocate(vm);
    closure.set_code(vm, code.cell.get());
    closure.set_receiver(vm, creator.receiver());
    let environment = vm.kept(creator.environment());
    closure.set_environment(vm, environment);
    closure.set_method(vm, creator.method());
    let outer = block_of(vm, creator);
    let outer = if outer.as_frame_block().is_some() { as_proc(vm, outer) } else { outer };
    if !creator.code().is_block() && creator.block().as_frame_block().is_some() {
        creator.set_block(outer);
    }
    closure.set_block(vm, outer);
    if code.has_exits.get() || vm.program.uses_bindings {
        let activation = activations::of_creator(vm, creator);
        closure.set_activation(vm, activation.value());
    }
    closure
}

/// `NewLambda`.
pub fn new_lambda(vm: &mut Vm, frame: FrameRef, i: Instruction) -> Value {
    match Code::of_value(vm.nested_code(frame.code(), i.c)) {
        Some(code) => {
            let closure = make_closure(vm, frame, code);
            closure.set_flags(vm, Value::fixnum(proc_flags::LAMBDA));
            closure.value()
        }
        None => Value::NIL,
    }
}

/// The closure of a method made by `define_method` from a block, and its code.
#[inline(always)]
pub fn method_block<'a>(method: MethodRef) -> Option<(ProcRef, &'a Code)> {
    let closure = ProcRef::from_value(method.body())?;
    Some((closure, Code::of_value(closure.code())?))
}

/// A method made by `define_method`.
pub fn invoke_method_block(vm: &mut Vm, call: &Call, method: MethodRef) -> Step {
    let Some(target) = target(vm, method.body()) else {
        // A symbol's or a method's proc has a self of its own, or takes it from the arguments.
        return invoke_callable(vm, call, method.body());
    };
    let target = BlockTarget { receiver: call.receiver(), method: method.value(), lambda: true, ..target };
    invoke_target(vm, call, &target, frame_flags::METHOD_BLOCK)
}

/// Whether a frame is (or stands in) a block that runs as a method.
pub fn runs_in_method_block(vm: &Vm, frame: FrameRef) -> bool {
    let mut frame = frame;
    while frame.code().is_block() {
        if frame.flags() & frame_flags::METHOD_BLOCK != 0 {
            return true;
        }
        match frame.block().as_frame_block() {
            Some(offset) => frame = vm.frame_at(offset),
            None => return false,
        }
    }
    false
}
