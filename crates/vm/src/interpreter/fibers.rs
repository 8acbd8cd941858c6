//! Fibers: switching from one stack to another.
//!
//! A switch parks the running stack and goes on in another: no system call, no
//! copying, whatever the depth. The plain `resume` and `yield` are made inside the
//! interpreter's loop (`resume_at_once`, `yield_at_once`), all others by their specials. A fiber that has not
//! started has no stack; one that has ended gives its stack back to the heap.
//!
//! Who resumed a fiber waits for it, and the two know each other: the one in its `resumer`, the other in its state.
//! A fiber that hands over by `transfer` waits for nobody, and no one waits for it because of that.

use rutile_bytecode::Instruction;
use rutile_heap::Cell;

use super::calls::{self, Call};
use super::exits::NonLocalExitKind;
use super::{Step, arguments, blocks, threads};
use crate::code::Code;
use crate::code::native::Exit;
use crate::code::frame_flags;
use crate::code::stack::FrameRef;
use crate::concurrency::fiber::{FiberState, traits};
use crate::object::array::ArrayRef;
use crate::object::records::{NonLocalExitRef, FiberRef, MethodRef};
use crate::value::Value;
use crate::value::fields::Fields;
use crate::value::kind::{Header, Kind};
use crate::vm::Vm;

/// How many fibers may wait for one another.
const DEEPEST_NESTING: u16 = 50_000;

/// How the running fiber is left for another.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leaving {
    Waiting,
    Transferring,
}

/// Starts or continues a fiber; its next `yield` (or its end) delivers the value of the running call.
pub fn resume(vm: &mut Vm, fiber: FiberRef, call: &Call) -> Step {
    check_resumable(vm, fiber)?;
    check_thread(vm, fiber)?;
    go_on(vm, fiber, call, Leaving::Waiting)
}

/// Hands over to a fiber without waiting for it: `Fiber#transfer`.
pub fn transfer(vm: &mut Vm, fiber: FiberRef, call: &Call) -> Step {
    check_transferable(vm, fiber)?;
    if fiber == vm.registers.fiber {
        let value = passed_value(vm, call);
        vm.deliver(value);
        return Ok(());
    }
    check_thread(vm, fiber)?;
    if fiber.fiber_state() == FiberState::Terminated {
        return Err(vm.fiber_error("dead fiber called"));
    }
    go_on(vm, fiber, call, Leaving::Transferring)
}

/// Enters a fiber that may run, with the call's arguments.
fn go_on(vm: &mut Vm, fiber: FiberRef, call: &Call, leaving: Leaving) -> Step {
    if fiber.fiber_state() == FiberState::Created {
        if fiber.body().is_nil() {
            return Err(vm.fiber_error("uninitialized fiber"));
        }
        if call.count == 1 && !call.has_keywords() && wants_elements(vm, fiber, call.argument(0)) {
            let transfers = Value::boolean(matches!(leaving, Leaving::Transferring));
            return calls::helper(vm, "begin_with_elements", &[fiber.value(), call.argument(0), transfers], call.frame_flags);
        }
        return start(vm, fiber, call, leaving);
    }
    let value = passed_value(vm, call);
    leave_for(vm, fiber, leaving);
    switch(vm, fiber);
    arrive(vm, value)
}

/// Whether the block of a fiber that has not begun takes a lone value apart which is no Array, but may have elements.
fn wants_elements(vm: &mut Vm, fiber: FiberRef, value: Value) -> bool {
    let splats = blocks::target(vm, fiber.body()).is_some_and(|target| !target.lambda && target.code.parameters().auto_splat);
    splats && value.as_cell().is_some() && !value.is_kind(Kind::Array) && blocks::may_have_elements(vm, value)
}

/// The entered fiber gets a value, unless it was killed while it did not run.
fn arrive(vm: &mut Vm, value: Value) -> Step {
    if vm.registers.fiber.is_killed() {
        return Err(vm.new_exit(NonLocalExitKind::Kill, Value::NIL, Value::NIL));
    }
    vm.deliver(value);
    Ok(())
}

/// A fiber can be resumed before it started and while it yields.
fn check_resumable(vm: &mut Vm, fiber: FiberRef) -> Step {
    let refusal = match fiber.fiber_state() {
        FiberState::Created | FiberState::Suspended => return Ok(()),
        FiberState::Terminated => "attempt to resume a terminated fiber",
        FiberState::Running if fiber == vm.registers.fiber => "attempt to resume the current fiber",
        _ if !fiber.resumer().is_nil() => "attempt to resume a resumed fiber (double resume)",
        FiberState::Resuming => "attempt to resume a resuming fiber",
        FiberState::Running | FiberState::Transferred => "attempt to resume a transferring fiber",
    };
    Err(vm.fiber_error(refusal))
}

fn check_transferable(vm: &mut Vm, fiber: FiberRef) -> Step {
    match fiber.fiber_state() {
        FiberState::Resuming => Err(vm.fiber_error("attempt to transfer to a resuming fiber")),
        FiberState::Suspended => Err(vm.fiber_error("attempt to transfer to a yielding fiber")),
        _ => Ok(()),
    }
}

/// A fiber runs in the thread that made it and in no other.
fn check_thread(vm: &mut Vm, fiber: FiberRef) -> Step {
    if fiber.thread() != vm.registers.fiber.thread() {
        return Err(vm.fiber_error("fiber called across threads"));
    }
    Ok(())
}

/// The value that arguments of `resume`, `yield` and `transfer` arrive as.
pub fn passed_value(vm: &mut Vm, call: &Call) -> Value {
    if call.has_keywords() {
        let keywords = arguments::keywords_as_hash(vm, call).value();
        let positional = call.positional();
        if positional.is_empty() {
            return keywords;
        }
        let values = vm.array_with_capacity(positional.len() + 1);
        call.positional().iter().for_each(|value| vm.array_push(values, *value));
        vm.array_push(values, keywords);
        return values.value();
    }
    match call.count {
        0 => Value::NIL,
        1 => call.argument(0),
        _ => vm.new_array(call.positional()).value(),
    }
}

/// `fiber.resume` of a suspended fiber, from a plain site whose argument is then to be delivered to the frame
/// that runs now. `None`: nothing was done, this call needs the general way. The receiver is a Fiber.
///
/// A switch is no safepoint and allocates nothing, and what it stores it stores as it is: the heap knows of both
/// fibers already.
#[inline(always)]
pub fn resume_at_once(vm: &mut Vm, frame: FrameRef, code: &Code, pc: *const Instruction, receiver: Value) -> Option<FrameRef> {
    debug_assert!(FiberRef::from_value(receiver).is_some());
    // SAFETY: the call site has found that its receiver is a Fiber.
    let fiber = FiberRef(unsafe { receiver.certain_cell() });
    let from = vm.registers.fiber;
    let may_go = fiber.state() == FiberState::Suspended.value() && fiber.thread() == from.thread() && !fiber.is_killed();
    if !may_go || !is_known(vm, fiber) || !is_known(vm, from) {
        return None;
    }
    fiber.0.set_field_raw(FiberRef::RESUMER, from.value().word());
    from.0.set_field_raw(FiberRef::STATE, fiber.value().word());
    Some(change_at_call(vm, from, fiber, frame, code, pc))
}

/// `Fiber.yield`, on the same terms.
#[inline(always)]
pub fn yield_at_once(vm: &mut Vm, frame: FrameRef, code: &Code, pc: *const Instruction) -> Option<FrameRef> {
    let fiber = vm.registers.fiber;
    let resumer = fiber.waiting_resumer()?;
    if resumer.is_killed() || !is_known(vm, fiber) {
        return None;
    }
    suspend(fiber);
    Some(change_at_call(vm, fiber, resumer, frame, code, pc))
}

/// Whether the heap knows that a fiber and its stack are written, so that no store in them needs a barrier.
#[inline(always)]
fn is_known(vm: &Vm, fiber: FiberRef) -> bool {
    fiber.0.field(FiberRef::KNOWN) == vm.heap.period()
}

/// Tells the heap that a fiber and its stack are written, which holds for a period. A stack that takes the
/// place of another is made known by whoever puts it there.
fn make_known(vm: &mut Vm, fiber: FiberRef) {
    if is_known(vm, fiber) {
        return;
    }
    vm.heap.barrier(fiber.0);
    if let Some(stack) = fiber.stack_cell() {
        vm.heap.barrier(stack);
    }
    fiber.0.set_field_raw(FiberRef::KNOWN, vm.heap.period());
}

/// Parks the running fiber and makes another the running one, at the frame it was left in.
pub fn switch(vm: &mut Vm, fiber: FiberRef) {
    park(vm);
    enter(vm, fiber);
}

/// Leaves the running fiber where it stands, so that it can go on there.
pub fn park(vm: &mut Vm) {
    vm.save_pc();
    let (frame, top) = (vm.registers.frame, vm.stack_top());
    let fiber = vm.registers.fiber;
    vm.park_stack(fiber, frame, top.saturating_sub(vm.offset_of(frame)));
    make_known(vm, fiber);
}

/// As `switch`, from a fiber that is known, at a plain call: nothing is laid out above the frame's registers. The
/// frame that then runs.
#[inline(always)]
fn change_at_call(vm: &mut Vm, from: FiberRef, to: FiberRef, frame: FrameRef, code: &Code, pc: *const Instruction) -> FrameRef {
    frame.save(pc);
    vm.park_stack(from, frame, code.registers as usize + crate::code::stack::MARGIN);
    vm.registers.fiber = to;
    set_state(to, FiberState::Running);
    // SAFETY: who yielded or waits has a stack.
    let stack = unsafe { to.stack().certain_cell() };
    vm.enter_parked_stack(stack, to);
    vm.registers.frame
}

/// Goes on in a parked fiber.
pub fn enter(vm: &mut Vm, fiber: FiberRef) {
    vm.registers.fiber = fiber;
    set_state(fiber, FiberState::Running);
    if let Some(stack) = fiber.stack_cell() {
        vm.enter_parked_stack(stack, fiber);
    }
    vm.registers.pc = vm.saved_pc(vm.registers.frame);
}

/// The running fiber resumes another: each knows of the other.
fn wait_for(vm: &mut Vm, fiber: FiberRef) {
    let from = vm.registers.fiber;
    fiber.set_resumer(vm, from.value());
    from.set_state(vm, fiber.value());
}

fn leave_for(vm: &mut Vm, fiber: FiberRef, leaving: Leaving) {
    match leaving {
        Leaving::Waiting => wait_for(vm, fiber),
        Leaving::Transferring => set_state(vm.registers.fiber, FiberState::Transferred),
    }
}

/// A state is no reference, so it is stored as it is.
#[inline(always)]
fn set_state(fiber: FiberRef, state: FiberState) {
    fiber.0.set_field_raw(FiberRef::STATE, state.value().word());
}

#[inline(always)]
fn suspend(fiber: FiberRef) {
    fiber.0.set_field_raw(FiberRef::RESUMER, Value::NIL.word());
    set_state(fiber, FiberState::Suspended);
}

/// Refuses a fiber that would be the innermost of too many: recursion through `resume` ends as any other does.
///
/// A fiber's aux is how deep it was when it started. Where it was resumed from elsewhere since, that is
/// too much, so that the resumers are counted before anything is refused.
fn nest(vm: &mut Vm, fiber: FiberRef) -> Step {
    let mut depth = vm.registers.fiber.0.aux();
    if depth == DEEPEST_NESTING {
        depth = std::iter::successors(Some(vm.registers.fiber), |fiber| FiberRef::from_value(fiber.resumer())).take(depth as usize).count() as u16;
        vm.registers.fiber.0.set_aux(depth);
    }
    if depth == DEEPEST_NESTING {
        return Err(vm.stack_overflow());
    }
    fiber.0.set_aux(depth + 1);
    Ok(())
}

/// Runs a new fiber's block on a stack of its own. The arguments are taken from the resumer's stack.
fn start(vm: &mut Vm, fiber: FiberRef, call: &Call, leaving: Leaving) -> Step {
    if leaving == Leaving::Waiting {
        nest(vm, fiber)?;
    }
    vm.protect_window(call);
    let keywords = if call.has_keywords() { arguments::keywords_as_hash(vm, call).value() } else { Value::NIL };
    let stack = stack_for(vm, fiber, call.count);
    leave_for(vm, fiber, leaving);
    park(vm);
    vm.registers.window_words = 0;
    open_fiber(vm, fiber, stack, call.positional(), keywords)
}

/// Enters a new fiber: its block gets `values`, an Array. Whatever ran before was parked, or has ended.
pub fn start_fresh(vm: &mut Vm, fiber: FiberRef, values: Value) -> Step {
    let values = ArrayRef::from_value(values).map(ArrayRef::values).unwrap_or_default();
    vm.threads.starting = true;
    let stack = stack_for(vm, fiber, values.len());
    open_fiber(vm, fiber, stack, &values, Value::NIL)
}

/// A stack on which a fiber's block can begin with so many values: nothing is left to fail once it is entered.
fn stack_for(vm: &mut Vm, fiber: FiberRef, values: usize) -> Cell {
    let registers = blocks::target(vm, fiber.body()).map_or(0, |target| target.code.registers as usize);
    vm.new_stack(first_words(registers, values))
}

/// Words that the first frame of a block wants with so many values.
fn first_words(registers: usize, values: usize) -> usize {
    registers.max(values) + 8
}

/// Enters a fiber at the beginning of its block, on an empty stack. `values` may stand on the stack that was left:
/// the reference to them keeps it in place.
fn open_fiber(vm: &mut Vm, fiber: FiberRef, stack: Cell, values: &[Value], keywords: Value) -> Step {
    let Some(target) = blocks::target(vm, fiber.body()) else {
        return Err(vm.fiber_error("uninitialized fiber"));
    };
    fiber.give_stack(vm, stack);
    vm.registers.fiber = fiber;
    set_state(fiber, FiberState::Running);
    vm.enter_stack(stack, 0);
    vm.registers.frame = vm.first_frame();
    vm.registers.stack_empty = true;
    let first = vm.registers.frame;
    open_first_frame(vm, first, &target, values, keywords)
}

/// Opens the frame of a fiber's block: the first of its stack.
fn open_first_frame(vm: &mut Vm, window: FrameRef, target: &blocks::BlockTarget, values: &[Value], keywords: Value) -> Step {
    let window = vm.make_room(window, first_words(target.code.registers as usize, values.len()))?;
    lay_first_header(window, target);
    vm.registers.frame = window;
    vm.threads.starting = false;
    for (index, value) in values.iter().enumerate() {
        window.set_register(index, *value);
    }
    vm.registers.stack_empty = false;
    let mut entry = 0;
    if target.code.simple_arguments as usize != values.len() || !keywords.is_nil() {
        vm.registers.window_words = values.len();
        let mut call = Call { keyword_hash: keywords, ..Call::plain(window, crate::value::symbol::Symbol::CALL, values.len()) };
        if !target.lambda && target.code.parameters().auto_splat && call.count == 1 && !call.has_keywords() {
            if let Some(array) = ArrayRef::from_value(values[0]) {
                arguments::auto_splat(vm, &mut call, array)?;
            }
        }
        vm.registers.frame = arguments::bind(vm, &call, target.code, target.lambda)?;
        entry = std::mem::take(&mut vm.registers.bound_entry);
        lay_first_header(vm.registers.frame, target);
    }
    vm.set_pc(entry);
    Ok(())
}

fn lay_first_header(window: FrameRef, target: &blocks::BlockTarget) {
    let lambda = if target.lambda { frame_flags::LAMBDA } else { 0 };
    window.set_link(frame_flags::FIBER | lambda, 0);
    window.set_code(target.code.cell.get());
    window.set_receiver(target.receiver);
    window.set_environment(target.environment);
    window.set_block(target.identity);
    window.set_method(target.method);
}

/// `Fiber.yield`: back to whoever resumed the running fiber.
pub fn yield_fiber(vm: &mut Vm, call: &Call) -> Step {
    let value = passed_value(vm, call);
    let fiber = vm.registers.fiber;
    let Some(resumer) = FiberRef::from_value(fiber.resumer()) else {
        return Err(vm.fiber_error("attempt to yield on a not resumed fiber"));
    };
    suspend(fiber);
    switch(vm, resumer);
    arrive(vm, value)
}

/// The running fiber's block returned.
pub fn finish(vm: &mut Vm, value: Value) -> Step {
    if vm.registers.fiber.has_trait(traits::ROOT) {
        return threads::end_current(vm);
    }
    terminate(vm);
    arrive(vm, value)
}

/// The running fiber was left by an exception or an exit: whoever goes on after it goes on with that.
pub fn fail(vm: &mut Vm, raised: Value) -> Result<(), Value> {
    if vm.registers.fiber.has_trait(traits::ROOT) {
        return raised_by(threads::end_current(vm));
    }
    terminate(vm);
    let Some(exit) = NonLocalExitRef::from_value(raised) else { return Err(raised) };
    match exit.exit_kind() {
        // The end of the thread ends the next fiber too; the end of the fiber alone does not.
        NonLocalExitKind::Kill if exit.result().truthy() => Err(raised),
        NonLocalExitKind::Kill => raised_by(arrive(vm, Value::NIL)),
        NonLocalExitKind::Throw => Err(raised),
        NonLocalExitKind::Break | NonLocalExitKind::Return => {
            let error = vm.local_jump_error("break from proc-closure", "break", exit.result());
            raised_by(Err(error))
        }
    }
}

fn raised_by(step: Step) -> Result<(), Value> {
    match step {
        Err(Exit::Raise(value)) => Err(value),
        Ok(()) | Err(Exit::Fallback) => Ok(()),
    }
}

/// Ends the running fiber and enters the one that goes on after it: its resumer, or, where it was transferred to,
/// the innermost of those that wait for each other from the thread's first on.
fn terminate(vm: &mut Vm) {
    let fiber = vm.registers.fiber;
    let next = match FiberRef::from_value(fiber.resumer()) {
        Some(resumer) => resumer,
        None => {
            let mut next = vm.root_fiber();
            while let Some(resumed) = next.resumed() {
                next = resumed;
            }
            next
        }
    };
    vm.end_fiber(fiber);
    enter(vm, next);
}

/// Goes on in a fiber with an exception (or an exit) raised where it stands.
pub fn raise_into(vm: &mut Vm, fiber: FiberRef, exception: Value) -> Step {
    if fiber == vm.registers.fiber {
        return Err(Exit::Raise(exception));
    }
    if fiber.fiber_state() == FiberState::Created {
        return Err(vm.fiber_error("cannot raise exception on unborn fiber"));
    }
    if fiber.fiber_state() == FiberState::Transferred {
        check_thread(vm, fiber)?;
        leave_for(vm, fiber, Leaving::Transferring);
    } else {
        check_resumable(vm, fiber)?;
        check_thread(vm, fiber)?;
        leave_for(vm, fiber, Leaving::Waiting);
    }
    let method = parking_method(vm, fiber);
    switch(vm, fiber);
    arrive(vm, Value::NIL)?;
    vm.place_exception(exception, method.map_or(Value::NIL, |method| method.value()));
    Err(Exit::Raise(exception))
}

/// The native method that a fiber stands in while it does not run; none where its thread was switched away from.
pub fn parking_method(vm: &mut Vm, fiber: FiberRef) -> Option<MethodRef> {
    if threads::is_stopped(vm, fiber) {
        return threads::stop_method(vm, fiber).map(|(_, method)| method);
    }
    let class = vm.classes.fiber;
    let (class, name): (_, &[u8]) = match fiber.fiber_state() {
        FiberState::Suspended => (vm.class_of(class.value()), b"yield"),
        FiberState::Transferred => (class, b"transfer"),
        FiberState::Resuming => (class, b"resume"),
        FiberState::Created | FiberState::Running | FiberState::Terminated => return None,
    };
    let name = vm.intern(name);
    vm.find_method(class, name)
}
