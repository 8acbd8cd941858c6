//! The events that a `TracePoint` sees.
//!
//! While none is enabled the machine runs a loop that knows nothing of this, also where only beginnings of texts and
//! threads and exceptions are wanted. Enabling one for anything else changes to a loop that asks [`observe`] before each instruction of the program. Where something is to be told, a frame of the internal
//! module's `tell_trace` is opened as a conversion would be: when it is left the same instruction comes again, and
//! the place that the fiber remembers says that it has been told.
//!
//! The core library is not watched: its methods are seen from where the program calls them.

use rutile_bytecode::{FunctionFlags, FunctionKind, Instruction, Op};

use super::{Call, Step, calls, operators};
use crate::code::Code;
use crate::code::native::Exit;
use crate::code::frame_flags;
use crate::code::stack::FrameRef;
use crate::object::array::ArrayRef;
use crate::object::class::ClassRef;
use crate::object::records::{NonLocalExitRef, MethodRef};
use crate::value::Value;
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// Events, as `core/module/trace_point.rb` numbers them.
pub mod event {
    pub const LINE: u32 = 1;
    pub const CALL: u32 = 1 << 1;
    pub const RETURN: u32 = 1 << 2;
    pub const C_CALL: u32 = 1 << 3;
    pub const C_RETURN: u32 = 1 << 4;
    pub const RAISE: u32 = 1 << 5;
    pub const B_CALL: u32 = 1 << 6;
    pub const B_RETURN: u32 = 1 << 7;
    pub const CLASS: u32 = 1 << 8;
    pub const END: u32 = 1 << 9;
    pub const RESCUE: u32 = 1 << 10;
    const THREAD_BEGIN: u32 = 1 << 11;
    const THREAD_END: u32 = 1 << 12;
    pub const FIBER_SWITCH: u32 = 1 << 13;
    pub const SCRIPT_COMPILED: u32 = 1 << 14;
    /// The events that are told where they happen, and take no loop that watches.
    const TOLD_THERE: u32 = SCRIPT_COMPILED | THREAD_BEGIN | THREAD_END | RAISE;
    /// Whether any of some events takes a loop that watches.
    pub fn take_watching(events: u32) -> bool {
        events & !TOLD_THERE != 0
    }
    /// The events that the end of a frame is told as.
    pub const LEAVING: u32 = RETURN | B_RETURN | END;
}

/// Which events some enabled `TracePoint` wants.
#[derive(Default)]
pub struct Tracing {
    pub wanted: u32,
    /// Whether the loop that asks before each instruction runs.
    pub watching: bool,
    /// How often switches of fibers began to be wanted: what threads remember from before counts for nothing.
    pub switches_wanted: i64,
    /// How many fibers remember at most what they were told of, to meet it once more.
    remembered: usize,
}

/// The memory of a fiber while it is watched: an Array.
/// `[inside a hook, frame told of, instruction told of, exception told of, frame of the hook, where a loop goes back to, line shown,
/// then offset, counter, name, owner and assigned value of each core method under way]`
#[derive(Clone, Copy)]
struct Memory(ArrayRef);

const INSIDE: usize = 0;
const FRAME: usize = 1;
const COUNTER: usize = 2;
const RAISED: usize = 3;
/// The frame that the hook under way, if any, is told of.
const WATCHED: usize = 4;
/// The instruction to which a loop has just gone back: no statement begins there anew.
const LOOPED: usize = 5;
/// The line on which the hook's frame is shown, where its instruction belongs to another; or nil.
const SHOWN_LINE: usize = 6;
const FIRST_CALL: usize = 7;
const CALL_WORDS: usize = 5;
/// In place of an instruction: the frame's end was told.
const LEFT: i64 = -1;

impl Memory {
    fn of_fiber(vm: &mut Vm) -> Memory {
        if let Some(array) = vm.trace_memory() {
            return Memory(array);
        }
        let array = vm.new_array(&[Value::NIL; FIRST_CALL]);
        let fiber = vm.registers.fiber;
        vm.set_variable(fiber.value(), Symbol::TRACE_MEMORY, array.value());
        Memory(array)
    }

    fn is_inside(self) -> bool {
        self.0.get(INSIDE).truthy()
    }

    fn remember(self, vm: &mut Vm, frame: FrameRef, counter: i64) {
        vm.tracing.remembered += usize::from(self.0.get(FRAME).is_nil());
        let offset = Value::fixnum(vm.offset_of(frame) as i64);
        vm.array_set(self.0, FRAME, offset);
        vm.array_set(self.0, COUNTER, Value::fixnum(counter));
    }

    fn enter_hook(self, vm: &mut Vm, frame: FrameRef, line: Option<u32>) {
        let offset = Value::fixnum(vm.offset_of(frame) as i64);
        vm.array_set(self.0, INSIDE, Value::TRUE);
        vm.array_set(self.0, WATCHED, offset);
        vm.array_set(self.0, SHOWN_LINE, line.map_or(Value::NIL, |line| Value::fixnum(line.into())));
    }

    /// Whether this was told just now; it is forgotten.
    fn was_told(self, vm: &mut Vm, frame: FrameRef, counter: i64) -> bool {
        let offset = Value::fixnum(vm.offset_of(frame) as i64);
        let told = self.0.get(FRAME) == offset && self.0.get(COUNTER) == Value::fixnum(counter);
        if told {
            vm.array_set(self.0, FRAME, Value::NIL);
            vm.tracing.remembered = vm.tracing.remembered.saturating_sub(1);
        }
        told
    }

    /// Name, owner and assigned value of the core method whose call has ended before this instruction.
    fn ended_call(self, vm: &mut Vm, frame: FrameRef, counter: usize) -> Option<(Value, Value, Value)> {
        let offset = vm.offset_of(frame) as i64;
        loop {
            let last = self.0.len().checked_sub(CALL_WORDS).filter(|last| *last >= FIRST_CALL)?;
            let (at, after) = (self.0.get(last).as_fixnum()?, self.0.get(last + 1).as_fixnum()?);
            if at < offset {
                return None;
            }
            let ended = (at == offset && after == counter as i64).then(|| (self.0.get(last + 2), self.0.get(last + 3), self.0.get(last + 4)));
            vm.array_resize(self.0, last);
            if ended.is_some() {
                return ended;
            }
        }
    }

    fn begin_call(self, vm: &mut Vm, frame: FrameRef, after: usize, method: (Value, Value), assigned: Value) {
        let offset = Value::fixnum(vm.offset_of(frame) as i64);
        for value in [offset, Value::fixnum(after as i64), method.0, method.1, assigned] {
            vm.array_push(self.0, value);
        }
    }
}

/// The events at one place: `[event, line, name, owner, value, ...]`, to be told in this order.
struct Happenings<'a> {
    list: ArrayRef,
    wanted: u32,
    code: &'a Code,
    counter: usize,
}

impl<'a> Happenings<'a> {
    fn new(vm: &mut Vm, code: &'a Code, counter: usize) -> Happenings<'a> {
        Happenings { list: vm.array_with_capacity(5), wanted: vm.tracing.wanted, code, counter }
    }

    fn line(&self) -> u32 {
        self.code.line_at(self.counter)
    }

    fn add(&self, vm: &mut Vm, event: u32, method: (Value, Value), value: Value) {
        self.add_at(vm, self.line(), event, method, value);
    }

    fn add_at(&self, vm: &mut Vm, line: u32, event: u32, method: (Value, Value), value: Value) {
        if self.wanted & event != 0 {
            for value in [Value::fixnum(event as i64), Value::fixnum(line as i64), method.0, method.1, value] {
                vm.array_push(self.list, value);
            }
        }
    }
}

/// Looks at the instruction about to be run. True: a frame that tells what happens was opened, the instruction comes again.
#[cold]
pub fn observe(vm: &mut Vm, i: Instruction) -> Result<bool, Exit> {
    let (frame, code) = (vm.registers.frame, vm.code());
    if code.has(FunctionFlags::CORE) {
        return Ok(false);
    }
    let at = vm.pc_index() - 1;
    if frame.pc() != 0 && vm.tracing.remembered == 0 && !may_happen(vm.tracing.wanted, frame, code, i, at) {
        return Ok(false);
    }
    let memory = Memory::of_fiber(vm);
    if memory.is_inside() {
        return Ok(false);
    }
    if memory.was_told(vm, frame, at as i64) {
        return Ok(false);
    }
    if frame.pc() == 0 {
        frame.add_flags(frame_flags::ENTERING);
    }
    let happenings = Happenings::new(vm, code, at + 1);
    let part = collect(vm, memory, &happenings, i, at);
    // A frame that was never seen stands at 0.
    vm.save_pc();
    if happenings.list.is_empty() {
        return Ok(false);
    }
    if part.is_none() {
        memory.remember(vm, frame, at as i64);
    }
    memory.enter_hook(vm, frame, part);
    let path = vm.string(code.file());
    calls::helper(vm, "tell_trace", &[happenings.list.value(), path, frame.receiver()], frame_flags::RETRY)?;
    Ok(true)
}

/// Whether anything that is wanted may happen at an instruction of a frame that was seen before, whatever the fiber remembers.
fn may_happen(wanted: u32, frame: FrameRef, code: &Code, i: Instruction, at: usize) -> bool {
    const ANYWHERE: u32 = event::C_CALL | event::C_RETURN | event::FIBER_SWITCH;
    let ends = match i.op {
        Op::Return => wanted & event::LEAVING != 0,
        Op::JumpIf => wanted & event::RESCUE != 0,
        Op::LoopBack => wanted & event::LINE != 0,
        _ => false,
    };
    ends || wanted & ANYWHERE != 0
        || frame.flags() & frame_flags::ENTERING != 0
        || wanted & event::LINE != 0 && code.statement_at(at).is_some()
}

/// Whether a frame of which nothing was told is open now: it has its environment, its variables and the defaults of its parameters, of
/// which a binding would show what stood there before. The body of `def name = body` is no statement: there the first call counts.
fn is_open(frame: FrameRef, code: &Code, i: Instruction, at: usize) -> bool {
    if frame.flags() & frame_flags::ENTERING == 0 {
        return false;
    }
    let calls = matches!(i.op, Op::Send | Op::Super | Op::Yield | Op::IndexSet) || is_operator(i.op);
    i.op == Op::Return || code.statement_at(at).is_some() || calls && code.has_no_statements() && code.parameters().has_no_defaults()
}

fn is_operator(op: Op) -> bool {
    (Op::Add as u8..=Op::Negate as u8).contains(&(op as u8))
}

/// Adds what happens at one instruction. A line: there is more, which is to be told by itself, and for what was added the frame is
/// shown on this line. A call has ended on its own line, and a frame that ends is shown on another one than what comes before.
fn collect(vm: &mut Vm, memory: Memory, happenings: &Happenings, i: Instruction, at: usize) -> Option<u32> {
    let (frame, code) = (vm.registers.frame, vm.code());
    if let Some((name, owner, assigned)) = memory.ended_call(vm, frame, at) {
        let result = at.checked_sub(1).map_or(Value::NIL, |call| frame.register(code.instructions()[call].a as usize));
        let value = if assigned.is_undefined() { result } else { assigned };
        let line = code.line_at(at);
        happenings.add_at(vm, line, event::C_RETURN, (name, owner), value);
        if !happenings.list.is_empty() && line != happenings.line() {
            return Some(line);
        }
    }
    if vm.tracing.wanted & event::FIBER_SWITCH != 0 {
        add_switch(vm, happenings, frame, code, at);
    }
    if is_open(frame, code, i, at) {
        frame.clear_flags(frame_flags::ENTERING);
        add_entry(vm, happenings, frame);
    }
    add_rescue(vm, happenings, frame, code, i, at);
    let looped = memory.0.get(LOOPED) == Value::fixnum(at as i64);
    let target = if i.op == Op::LoopBack { Value::fixnum(at as i64 + 1 + i.bc() as i64) } else { Value::NIL };
    vm.array_set(memory.0, LOOPED, target);
    if let Some(line) = code.statement_at(at).filter(|_| !looped) {
        happenings.add_at(vm, line, event::LINE, method_of(frame), Value::NIL);
    }
    if i.op == Op::Return {
        if !happenings.list.is_empty() {
            vm.array_set(memory.0, LOOPED, Value::fixnum(at as i64));
            // A statement of which nothing was left stands at the frame's end, and so does the beginning of an empty frame.
            return Some(code.statement_at(at).unwrap_or(code.line));
        }
        add_leaving(vm, happenings, frame, frame.register(i.a as usize));
    } else if vm.tracing.wanted & (event::C_CALL | event::C_RETURN) != 0 {
        if let Some(called) = core_method(vm, frame, code, i) {
            happenings.add(vm, event::C_CALL, called, Value::NIL);
            memory.begin_call(vm, frame, at + 1, called, assigned_value(frame, code, i));
        }
    }
    None
}

/// Name and owner of the method that a frame belongs to.
fn method_of(frame: FrameRef) -> (Value, Value) {
    match MethodRef::from_value(frame.method()) {
        Some(method) if matches!(frame.code().home().kind, FunctionKind::Method) || frame.flags() & frame_flags::METHOD_BLOCK != 0 => {
            (method.name(), method.owner_class().map_or(Value::NIL, ClassRef::value))
        }
        _ => (Value::NIL, Value::NIL),
    }
}

fn add_entry(vm: &mut Vm, happenings: &Happenings, frame: FrameRef) {
    let (method, line) = (method_of(frame), frame.code().line);
    match frame.code().kind {
        FunctionKind::Method => happenings.add_at(vm, line, event::CALL, method, Value::NIL),
        FunctionKind::Block | FunctionKind::Lambda => {
            if frame.flags() & frame_flags::METHOD_BLOCK != 0 {
                happenings.add_at(vm, line, event::CALL, method, Value::NIL);
            }
            happenings.add_at(vm, line, event::B_CALL, method, Value::NIL);
        }
        FunctionKind::Class | FunctionKind::Module | FunctionKind::SingletonClass => {
            happenings.add_at(vm, line, event::CLASS, (Value::NIL, Value::NIL), Value::NIL);
        }
        FunctionKind::File | FunctionKind::Eval => {}
    }
}

/// The file or text of the running frame is about to run: told of the call that had it compiled. The value is whether it was a
/// text, and that call's path and receiver.
pub fn tell_script(vm: &mut Vm) -> Step {
    let frame = vm.registers.frame;
    if vm.tracing.wanted & event::SCRIPT_COMPILED == 0 || frame.code().has(FunctionFlags::CORE) {
        return Ok(());
    }
    let memory = Memory::of_fiber(vm);
    if memory.is_inside() {
        return Ok(());
    }
    let (mut caller, mut called) = (frame.caller(), None);
    while let Some(core) = caller.filter(|caller| caller.code().has(FunctionFlags::CORE)) {
        (caller, called) = (core.caller(), Some(core));
    }
    // The program itself stands nowhere.
    let (program, line) = caller.map_or((frame, 0), |program| (program, program.code().line_at(program.pc())));
    let (method, receiver) = match called {
        Some(core) => (method_of(core), core.receiver()),
        None => (method_of(program), program.receiver()),
    };
    let path = vm.string(program.code().file());
    let about = vm.new_array(&[Value::boolean(frame.code().kind == FunctionKind::Eval), path, receiver]);
    let happenings = Happenings::new(vm, frame.code(), 0);
    happenings.add_at(vm, line, event::SCRIPT_COMPILED, method, about.value());
    memory.enter_hook(vm, frame, None);
    calls::helper(vm, "tell_trace", &[happenings.list.value(), path, frame.receiver()], frame_flags::DISCARD)
}

/// The thread runs another fiber than when it was last looked at: told where that one goes on. A fiber that begins
/// stands nowhere yet.
fn add_switch(vm: &mut Vm, happenings: &Happenings, frame: FrameRef, code: &Code, at: usize) {
    let [fiber_name, count_name] = ["@ traced_fiber", "@ traced_switches"].map(|name| vm.intern(name.as_bytes()));
    let (thread, fiber, wanted) = (vm.registers.fiber.thread(), vm.registers.fiber.value(), Value::fixnum(vm.tracing.switches_wanted));
    let before = vm.get_variable(thread, fiber_name);
    if before == fiber && vm.get_variable(thread, count_name) == wanted {
        return;
    }
    let told = !before.is_nil() && vm.get_variable(thread, count_name) == wanted;
    vm.set_variable(thread, fiber_name, fiber);
    vm.set_variable(thread, count_name, wanted);
    if !told {
        return;
    }
    if frame.flags() & frame_flags::ENTERING != 0 && frame.caller().is_none() {
        happenings.add_at(vm, 0, event::FIBER_SWITCH, (Value::NIL, Value::NIL), Value::NIL);
        return;
    }
    // What it comes back from is the call before.
    let call = at.checked_sub(1).map(|call| code.instructions()[call]).filter(|call| call.op == Op::Send);
    let method = match call {
        Some(call) => core_method(vm, frame, code, call).unwrap_or((Value::symbol(code.sites[call.site()].name), Value::NIL)),
        None => method_of(frame),
    };
    let line = code.line_at(at);
    happenings.add_at(vm, line, event::FIBER_SWITCH, method, Value::NIL);
}

/// A `rescue` clause takes the exception: the test of its classes is about to be left for its body.
fn add_rescue(vm: &mut Vm, happenings: &Happenings, frame: FrameRef, code: &Code, i: Instruction, at: usize) {
    if i.op != Op::JumpIf || !frame.register(i.a as usize).truthy() {
        return;
    }
    let tests = at.checked_sub(1).map(|test| code.instructions()[test]).is_some_and(|test| match test.op {
        Op::RescueMatch => test.a == i.a,
        Op::CallHelper => test.a == i.a && vm.symbol_bytes(vm.operand_name(test.c)) == b"rescue_splat",
        _ => false,
    });
    if tests {
        let body = (at as i64 + 1 + i.bc() as i64) as usize;
        let raised = vm.registers.fiber.error_info();
        happenings.add_at(vm, code.line_at(body + 1), event::RESCUE, method_of(frame), raised);
    }
}

fn add_leaving(vm: &mut Vm, happenings: &Happenings, frame: FrameRef, value: Value) {
    let method = method_of(frame);
    match frame.code().kind {
        FunctionKind::Method => happenings.add(vm, event::RETURN, method, value),
        FunctionKind::Block | FunctionKind::Lambda => {
            happenings.add(vm, event::B_RETURN, method, value);
            if frame.flags() & frame_flags::METHOD_BLOCK != 0 {
                happenings.add(vm, event::RETURN, method, value);
            }
        }
        FunctionKind::Class | FunctionKind::Module | FunctionKind::SingletonClass => {
            happenings.add(vm, event::END, (Value::NIL, Value::NIL), Value::NIL);
        }
        FunctionKind::File | FunctionKind::Eval => {}
    }
}

/// The method of the core library that an instruction is about to call, if it calls one.
fn core_method(vm: &mut Vm, frame: FrameRef, code: &Code, i: Instruction) -> Option<(Value, Value)> {
    let (receiver, name) = match i.op {
        Op::Send => {
            let site = &code.sites[i.site()];
            let own = site.flags & rutile_bytecode::CallFlags::SELF_CALL != 0;
            (if own { frame.receiver() } else { frame.window(i.b as usize).receiver() }, site.name)
        }
        Op::IndexSet => (frame.register(i.a as usize), crate::value::symbol::Symbol::INDEX_SET),
        op if is_operator(op) => (frame.register(i.b as usize), operators::operator_symbol(op)),
        _ => return None,
    };
    let class = vm.class_of(receiver);
    let method = calls::find_with_refinements(vm, class, name)?;
    is_core(vm, method).then(|| (Value::symbol(name), method.owner()))
}

/// The value of an assignment through a method (the register of its result is scratch), else undefined.
fn assigned_value(frame: FrameRef, code: &Code, i: Instruction) -> Value {
    match i.op {
        Op::IndexSet => frame.register(i.c as usize),
        Op::Send => match &code.sites[i.site()] {
            site if site.arguments > 0 && site.flags & rutile_bytecode::CallFlags::ASSIGNMENT != 0 => {
                frame.window(i.b as usize).register(site.arguments as usize - 1)
            }
            _ => Value::UNDEFINED,
        },
        _ => Value::UNDEFINED,
    }
}

/// Whether a method is the core library's, or a variable's reader or writer.
fn is_core(vm: &mut Vm, method: MethodRef) -> bool {
    use crate::calls::method::MethodKind;
    match method.kind() {
        MethodKind::Code => vm.method_code(method).is_some_and(|code| code.has(FunctionFlags::CORE)),
        MethodKind::Reader | MethodKind::Writer => true,
        _ => false,
    }
}

/// Told once for each time an exception is raised, before it unwinds. True: a frame that tells it was opened,
/// which raises it again when it ends.
pub fn tell_raise(vm: &mut Vm, raised: Value) -> Result<bool, Exit> {
    if vm.tracing.wanted & event::RAISE == 0 || NonLocalExitRef::from_value(raised).is_some() {
        return Ok(false);
    }
    let Some((frame, counter)) = vm.program_frame() else { return Ok(false) };
    let memory = Memory::of_fiber(vm);
    if memory.is_inside() || memory.0.get(RAISED) == raised {
        return Ok(false);
    }
    vm.array_set(memory.0, RAISED, raised);
    let happenings = Happenings::new(vm, frame.code(), counter);
    happenings.add(vm, event::RAISE, method_of(frame), raised);
    tell_and_raise(vm, memory, &happenings, frame, raised)
}

/// An exception or exit is about to leave a frame. True as for [`tell_raise`].
pub fn tell_unwinding(vm: &mut Vm, at: usize, raised: Value) -> Result<bool, Exit> {
    let frame = vm.registers.frame;
    if vm.tracing.wanted & event::LEAVING == 0 || frame.code().has(FunctionFlags::CORE) {
        return Ok(false);
    }
    let memory = Memory::of_fiber(vm);
    if memory.is_inside() || memory.was_told(vm, frame, LEFT) {
        return Ok(false);
    }
    let value = match NonLocalExitRef::from_value(raised) {
        Some(exit) if exit.exit_kind() == super::NonLocalExitKind::Return && exit.target() == Value::fixnum(vm.offset_of(frame) as i64) => exit.result(),
        _ => Value::NIL,
    };
    let happenings = Happenings::new(vm, frame.code(), at);
    add_leaving(vm, &happenings, frame, value);
    if happenings.list.is_empty() {
        return Ok(false);
    }
    vm.set_pc(at);
    memory.remember(vm, frame, LEFT);
    tell_and_raise(vm, memory, &happenings, frame, raised)
}

fn tell_and_raise(vm: &mut Vm, memory: Memory, happenings: &Happenings, frame: FrameRef, raised: Value) -> Result<bool, Exit> {
    memory.enter_hook(vm, frame, None);
    let path = vm.string(frame.code().file());
    let values = [happenings.list.value(), path, frame.receiver(), raised];
    calls::helper(vm, "tell_trace_and_raise", &values, frame_flags::DISCARD)?;
    Ok(true)
}

/// The value with which a loop is left for the other one; no program has it.
pub const CHANGE_LOOP: Value = Value::UNDEFINED;

/// `trace_events(bits)`: which events are wanted from now on.
pub fn set_events(vm: &mut Vm, call: &Call) -> Step {
    let wanted = call.argument(0).as_fixnum().unwrap_or(0) as u32;
    if wanted & !vm.tracing.wanted & event::FIBER_SWITCH != 0 {
        vm.tracing.switches_wanted += 1;
    }
    let watching = event::take_watching(wanted);
    let changes = watching != vm.tracing.watching;
    (vm.tracing.wanted, vm.tracing.watching) = (wanted, watching);
    vm.deliver(Value::NIL);
    if changes { Err(Exit::Raise(CHANGE_LOOP)) } else { Ok(()) }
}

impl Vm {
    /// An exception is raised, be it one that was raised before and rescued: that is told.
    pub fn forget_raised(&mut self) {
        if self.tracing.wanted & event::RAISE == 0 {
            return;
        }
        // What a hook raises or rescues says nothing of the exception that it is told of.
        if let Some(memory) = self.trace_memory()
            && !memory.get(INSIDE).truthy()
        {
            self.array_set(memory, RAISED, Value::NIL);
        }
    }

    /// The memory of the running fiber while a `TracePoint` watches.
    fn trace_memory(&self) -> Option<ArrayRef> {
        ArrayRef::from_value(self.get_variable(self.registers.fiber.value(), Symbol::TRACE_MEMORY))
    }

    /// The hooks of the running fiber have been told; after a failure, nothing was. But what a hook raised, and
    /// that the frame it was told of is being left, is told no more: hooks that raise would never come to an end.
    pub fn end_trace(&mut self, failed: bool) {
        let Some(memory) = self.trace_memory() else { return };
        self.array_set(memory, INSIDE, Value::NIL);
        if failed {
            let raised = self.registers.fiber.error_info();
            self.array_set(memory, RAISED, raised);
            if memory.get(COUNTER) != Value::fixnum(LEFT) {
                self.array_set(memory, FRAME, Value::NIL);
            }
        }
    }

    /// Whether the running fiber is inside a hook, which is told of no frame, from now on; answers how it was.
    pub fn set_inside_trace(&mut self, inside: bool) -> bool {
        let Some(memory) = self.trace_memory() else { return false };
        let before = memory.get(INSIDE).truthy();
        // A frame of an earlier hook may be gone.
        if !before {
            self.array_set(memory, WATCHED, Value::NIL);
        }
        self.array_set(memory, INSIDE, Value::boolean(inside));
        before
    }

    /// Lets hooks run inside the running fiber's hook; answers what it remembered until then, nil outside of a hook.
    pub fn allow_reentry(&mut self) -> Value {
        let Some(memory) = self.trace_memory() else { return Value::NIL };
        if !memory.get(INSIDE).truthy() {
            return Value::NIL;
        }
        let kept = self.new_array(&memory.values());
        self.array_set(memory, INSIDE, Value::FALSE);
        kept.value()
    }

    /// The fiber's hook goes on as if nothing had been told inside it.
    pub fn end_reentry(&mut self, kept: Value) {
        let (Some(memory), Some(kept)) = (self.trace_memory(), ArrayRef::from_value(kept)) else { return };
        for (index, value) in kept.values().iter().enumerate() {
            self.array_set(memory, index, *value);
        }
    }

    /// Where the frame that the running fiber's hook is told of stands, and the line on which it is shown, where its instruction
    /// belongs to another.
    pub fn traced_line(&self) -> Option<(usize, i64)> {
        let memory = if self.tracing.wanted == 0 { None } else { self.trace_memory() }?;
        let line = memory.get(SHOWN_LINE).as_fixnum()?;
        memory.get(INSIDE).truthy().then(|| memory.get(WATCHED).as_fixnum().map(|offset| (offset as usize, line)))?
    }

    /// The frame that the running fiber's hook is told of.
    pub fn traced_frame(&self) -> Option<FrameRef> {
        let memory = self.trace_memory()?;
        let offset = memory.get(WATCHED).as_fixnum()?;
        memory.get(INSIDE).truthy().then(|| self.frame_at(offset as usize))
    }
}
