//! Calling C functions: the bodies of methods, and the natives that the driver's frame is made of.
//!
//! | primitive | does |
//! |---|---|
//! | `extension_perform(call)` | what the function that waits asks for; gives its value |
//! | `extension_resume(call, value)` | answers it; true where it asks for more |
//! | `extension_result(call)` | what it gave in the end |
//! | `extension_end(call)` | the call is over, or left |
//! | `extension_invoke(address, words, block)` | calls a function with words, Integers; see `Rutile.drive_extension` |
//! | `extension_break(value)` | leaves the innermost block as `break` does |
//! | `extension_set_error(error)` | makes it the one that `rb_errinfo` gives; gives the one before |

use rutile_vm::code::call::Call;
use rutile_vm::code::native::Special;
use rutile_vm::code::stack::FrameRef;
use rutile_vm::interpreter::{self, Step};
use rutile_vm::object::data::{DataRef, function_arity, function_body};
use rutile_vm::prelude::*;

use rutile_bytecode::FunctionFlags;
use rutile_core::concurrency::blocking;

use crate::data;
use crate::function::Function;
use crate::invocation::{Invocation, Progress};
use crate::machine::{self, Context};
use crate::request::Request;
use crate::state::state;
use crate::work::{self, Event, Work};

/// The helper whose code drives a function that asks for Ruby.
const DRIVER: &str = "drive_extension";

/// Calls a method that is a C function.
pub fn call_method(vm: &mut Vm, call: &Call) -> Step {
    vm.note_outside();
    let Some(method) = call.method else { return Err(Exit::Fallback) };
    let Some(body) = method.body().as_fixnum() else { return Err(Exit::Fallback) };
    if call.has_keywords() {
        let (call, has_keywords) = vm.with_keywords_last(call)?;
        return call_body(vm, &call, method, body, has_keywords);
    }
    call_body(vm, call, method, body, false)
}

/// Calls it with arguments that stand in the window, the last of which may be a Hash of keywords.
#[inline]
fn call_body(vm: &mut Vm, call: &Call, method: MethodRef, body: i64, has_keywords: bool) -> Step {
    let arity = function_arity(body);
    if arity >= 0 && call.count != arity as usize {
        let exit = vm.argument_error(format!("wrong number of arguments (given {}, expected {arity})", call.count));
        return Err(vm.blame_call(exit, method, call.frame_flags));
    }
    let context = Context { receiver: call.receiver(), block: call.block, method: method.value(), has_keywords };
    begin(vm, call, Function::Method(body), method, context, call.positional())
}

/// Begins a call; where its function waits, the driver's frame takes the call over.
#[inline]
fn begin(vm: &mut Vm, call: &Call, function: Function, method: MethodRef, context: Context, words: &[Value]) -> Step {
    let mut invocation = Invocation::acquire(vm)?;
    vm.protect_window(call);
    // SAFETY: an extension gave the function for so many words.
    let progress = unsafe { invocation.begin(vm, function, &context, words) };
    vm.release_window();
    match progress {
        Ok(Progress::Ended(value)) => {
            state(vm).rest(invocation);
            interpreter::finish(vm, call, value)
        }
        Ok(Progress::Asked) => drive(vm, call, method, context, invocation),
        Err(exit) => {
            state(vm).rest_left(invocation);
            Err(vm.blame_call(exit, method, call.frame_flags))
        }
    }
}

/// Has the driver's frame take over a call whose function waits.
#[inline(never)]
fn drive(vm: &mut Vm, call: &Call, method: MethodRef, context: Context, invocation: Box<Invocation>) -> Step {
    vm.protect_window(call);
    let number = state(vm).suspend(invocation);
    let handle = vm.new_resource_cell();
    handle.set_first(vm, Value::fixnum(number as i64));
    handle.set_second(vm, Value::boolean(context.has_keywords));
    state(vm).set_handle(number, handle.cell());
    let call = Call { block: context.block, ..*call };
    call.set_receiver(context.receiver);
    interpreter::take_over(vm, &call, method, DRIVER, handle.value())
}

/// The number of the call that a driver's frame names.
fn number(vm: &mut Vm, value: Value) -> Result<usize, Exit> {
    let number = ResourceRef::from_value(value).and_then(|handle| handle.first().as_fixnum());
    number.map(|number| number as usize).ok_or_else(|| vm.argument_error("a call of an extension was expected".to_string()))
}

fn extension_resume(vm: &mut Vm, args: Arguments) -> NativeResult {
    let number = number(vm, args.get(0))?;
    let Some(mut waiting) = state(vm).take(number) else { return Ok(Value::FALSE) };
    let frame = vm.registers.frame;
    let has_keywords = ResourceRef::from_value(args.get(0)).is_some_and(|handle| handle.second().truthy());
    let block = interpreter::block_of(vm, frame);
    let context = Context { receiver: frame.receiver(), block, method: frame.method(), has_keywords };
    match waiting.invocation.resume(vm, &context, args.get(1)) {
        Ok(Progress::Asked) => {
            state(vm).put_back(number, waiting);
            Ok(Value::TRUE)
        }
        Ok(Progress::Ended(value)) => {
            if let Some(handle) = ResourceRef::from_value(args.get(0)) {
                handle.set_second(vm, value);
            }
            let state = state(vm);
            state.rest(waiting.invocation);
            state.forget(number);
            Ok(Value::FALSE)
        }
        Err(exit) => {
            let state = state(vm);
            state.rest_left(waiting.invocation);
            state.forget(number);
            Err(exit)
        }
    }
}

fn extension_result(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(ResourceRef::from_value(args.get(0)).map_or(Value::NIL, |handle| handle.second()))
}

fn extension_end(vm: &mut Vm, args: Arguments) -> NativeResult {
    let number = number(vm, args.get(0))?;
    if state(vm).waiting(number).is_some() {
        state(vm).forget(number);
    }
    Ok(Value::NIL)
}

/// Does what a function waits for, in frames above the driver's.
fn extension_perform(vm: &mut Vm, call: &Call) -> Step {
    let number = number(vm, call.argument(0))?;
    let request = state(vm).waiting(number).and_then(|waiting| waiting.invocation.request());
    let driver = vm.registers.frame;
    let (receiver, name, list, block) = match request {
        Some(Request::Call { receiver, name, arguments, block } | Request::CallPublic { receiver, name, arguments, block }) => {
            (receiver, name, arguments, block)
        }
        Some(Request::CallMethod { receiver, method, arguments }) => (receiver, method.symbol(), arguments, Value::NIL),
        Some(Request::Super { arguments }) => (driver.receiver(), call.name, arguments, interpreter::block_of(vm, driver)),
        Some(Request::Yield { arguments }) => (driver.receiver(), call.name, arguments, Value::NIL),
        Some(Request::BlockProc) => {
            let block = interpreter::block_of(vm, driver);
            let block = if block.is_nil() { block } else { interpreter::as_proc(vm, block) };
            vm.set_running_block(block);
            return interpreter::finish(vm, call, block);
        }
        Some(Request::Leave(_) | Request::Return(_)) | None => return Err(vm.runtime_error("a call of an extension that waits for nothing".to_string())),
    };
    // SAFETY: the function waits until it is resumed.
    let values = unsafe { list.values() };
    let window = vm.fill_window(call, receiver, values)?;
    let mut made = Call { block, ..Call::plain(window, name, values.len()) };
    if list.has_keywords {
        made.count -= 1;
        made.keyword_hash = values[values.len() - 1];
    }
    match request {
        Some(Request::Super { .. }) => match MethodRef::from_value(driver.method()) {
            Some(method) if matches!(method.kind(), MethodKind::Extension | MethodKind::Block) => interpreter::invoke_super(vm, &made, method),
            _ => Err(vm.runtime_error("super called outside of method".to_string())),
        },
        Some(Request::Yield { .. }) => {
            let block = interpreter::block_of(vm, driver);
            if block.is_nil() {
                return Err(vm.local_jump_error("no block given", "noreason", Value::NIL));
            }
            interpreter::invoke_block(vm, &made, block)
        }
        Some(Request::CallMethod { method, .. }) => interpreter::invoke(vm, &made, method),
        Some(Request::CallPublic { .. }) => interpreter::dispatch(vm, &Call { flags: 0, ..made }),
        _ => interpreter::dispatch(vm, &made),
    }
}

/// Calls a function with words.
fn extension_invoke(vm: &mut Vm, call: &Call) -> Step {
    let address = vm.low_bits(call.argument(0)).unwrap_or(0) as usize;
    let Some(list) = call.argument(1).as_array() else { return Err(Exit::Fallback) };
    let mut words = [Value::NIL; 8];
    let count = list.len().min(words.len());
    for (index, word) in words[..count].iter_mut().enumerate() {
        *word = match list.get(index).as_array() {
            Some(value) => value.get(0),
            // SAFETY: the function alone looks at it.
            None => unsafe { Value::from_foreign_word(vm.low_bits(list.get(index)).unwrap_or(0)) },
        };
    }
    begin_helping(vm, call, Function::Plain(address), call.argument(2), &words[..count])
}

/// `extension_invoke_block(address, data, values, block, outer)`: calls a function that is a block, and yields to an outer one.
fn extension_invoke_block(vm: &mut Vm, call: &Call) -> Step {
    let (address, data) = (vm.low_bits(call.argument(0)).unwrap_or(0) as usize, vm.low_bits(call.argument(1)).unwrap_or(0) as usize);
    let Some(values) = call.argument(2).as_array() else { return Err(Exit::Fallback) };
    let block = call.argument(3);
    let values = values.values();
    begin_helping(vm, call, Function::Block { address, data, block }, call.argument(4), &values)
}

/// Begins a call that a helper makes: the running frame is the helper's.
fn begin_helping(vm: &mut Vm, call: &Call, function: Function, block: Value, words: &[Value]) -> Step {
    let frame = vm.registers.frame;
    let Some(method) = MethodRef::from_value(frame.method()) else { return Err(Exit::Fallback) };
    // A block belongs to the method of C code that passed it, which waits below.
    let owner = if matches!(function, Function::Block { .. }) { waiting_method(frame) } else { None };
    let has_keywords = matches!(function, Function::Plain(_)) && asked_with_keywords(vm, frame);
    let context = Context { receiver: frame.receiver(), block, method: owner.unwrap_or(method).value(), has_keywords };
    begin(vm, call, function, method, context, words)
}

/// Whether the C function that asked for a helper was called with keywords: what it has protected or cleaned up counts as its own.
fn asked_with_keywords(vm: &mut Vm, helper: FrameRef) -> bool {
    let (name, class) = (vm.intern(DRIVER.as_bytes()), vm.class_of(vm.program.helpers.value()));
    let Some(driver) = vm.find_method(class, name).and_then(|method| method.code()) else { return false };
    let mut below = helper.caller();
    while let Some(frame) = below.filter(|frame| frame.code().has(FunctionFlags::CORE)) {
        if std::ptr::eq(frame.code(), driver) {
            // Its only argument.
            return frame.known_register(0).and_then(ResourceRef::from_value).is_some_and(|handle| handle.second().truthy());
        }
        below = frame.caller();
    }
    false
}

/// The method of the innermost C function that waits.
fn waiting_method(top: FrameRef) -> Option<MethodRef> {
    let mut below = Some(top);
    while let Some(frame) = below {
        if let Some(method) = MethodRef::from_value(frame.method()).filter(|method| method.kind() == MethodKind::Extension) {
            return Some(method);
        }
        below = frame.caller();
    }
    None
}

/// The key of outcomes of work for extensions, beside the number of the work.
const WORK: i64 = 7 << 48;

/// `extension_work_begin(function, data)`: its number; nil where the system has no thread for it.
fn extension_work_begin(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (function, data) = (vm.low_bits(args.get(0)).unwrap_or(0) as usize, vm.low_bits(args.get(1)).unwrap_or(0) as usize);
    let Some(work) = Work::begin(function, data) else { return Ok(Value::NIL) };
    let state = state(vm);
    state.works_begun += 1;
    let number = state.works_begun;
    state.works.insert(number, work);
    Ok(Value::fixnum(number))
}

/// `extension_work(number)`: nil as long as it runs; `[[result, errno]]` when it is over, `[function, data]` that it wants called.
fn extension_work(vm: &mut Vm, args: Arguments) -> NativeResult {
    let number = args.get(0).as_fixnum().unwrap_or(0);
    let Some(work) = state(vm).works.get(&number).cloned() else { return Err(Exit::Fallback) };
    if work.event().is_none() {
        // Also a thread that is alone parks: a signal's handler may have to end the function's wait.
        if vm.take_outcome(WORK | number).is_none() {
            let waiting = work.clone();
            let wait = move || {
                waiting.wait();
                0
            };
            if vm.submit(WORK | number, blocking::lasting(wait), None).is_ok() {
                return Ok(Value::NIL);
            }
            work.wait();
        }
    } else {
        // An outcome of a wait that came to nothing is not to be taken for a later one's.
        drop(vm.take_outcome(WORK | number));
    }
    match work.event() {
        Some(Event::Done(result, error)) => {
            state(vm).works.remove(&number);
            let result = vm.integer(result as i128);
            let outcome = vm.new_array(&[result, Value::fixnum(error.into())]).value();
            Ok(vm.new_array(&[outcome]).value())
        }
        Some(Event::Wanted { function, data }) => {
            let words = [vm.integer(function as i128), vm.integer(data as i128)];
            Ok(vm.new_array(&words).value())
        }
        None => Ok(Value::NIL),
    }
}

/// `extension_work_interrupt(number)`: system calls of the function's end.
fn extension_work_interrupt(vm: &mut Vm, args: Arguments) -> NativeResult {
    if let Some(work) = state(vm).works.get(&args.get(0).as_fixnum().unwrap_or(0)) {
        work::interrupt(work);
    }
    Ok(Value::NIL)
}

/// `extension_work_answer(number, word)`: what the function that it wanted called has given.
fn extension_work_answer(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (number, word) = (args.get(0).as_fixnum().unwrap_or(0), vm.low_bits(args.get(1)).unwrap_or(0));
    if let Some(work) = state(vm).works.get(&number) {
        work.answer(word as usize);
    }
    Ok(Value::NIL)
}

/// `extension_invoke_word(address, word)`: calls a function that takes a word, and gives one, which is no value.
fn extension_invoke_word(vm: &mut Vm, call: &Call) -> Step {
    let (address, word) = (vm.low_bits(call.argument(0)).unwrap_or(0) as usize, vm.low_bits(call.argument(1)).unwrap_or(0));
    // SAFETY: the function alone looks at it.
    let word = unsafe { Value::from_foreign_word(word) };
    begin_helping(vm, call, Function::Word(address), Value::NIL, &[word])
}

/// Gives a class a method that is a C function.
pub fn define(vm: &mut Vm, class: ClassRef, name: Symbol, address: usize, arity: i64, visibility: Visibility) {
    let body = Value::fixnum(function_body(address, arity));
    let method = vm.new_method(MethodKind::Extension, class.value(), name, body, Value::NIL);
    let method = vm.method_with_visibility(method, visibility);
    vm.add_method(class, name, method);
}

/// `extension_awaits(thread, descriptor)`: whether the thread waits until a descriptor is ready.
fn extension_awaits(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(number) = vm.number_of(args.get(0)) else { return Ok(Value::FALSE) };
    let descriptor = args.get(1).as_fixnum().unwrap_or(-1) as i32;
    Ok(Value::boolean(vm.threads.reactor.readiness.waiters(descriptor).contains(&number)))
}

/// `extension_break(value)`: ends the call that the innermost block was given to, as `break` in that block.
fn extension_break(vm: &mut Vm, args: Arguments) -> NativeResult {
    Err(interpreter::break_from_innermost_block(vm, args.get(0)))
}

fn extension_set_error(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(std::mem::replace(&mut state(vm).error, args.get(0)))
}

/// `extension_shares(object)`: whether Ractors may share such an object with data once it is frozen, as its type says.
fn extension_shares(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(DataRef::from_value(args.get(0)).is_some_and(data::is_shareable)))
}

/// `extension_references(object)`: what an object refers to by its extension's data.
fn extension_references(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(object) = DataRef::from_value(args.get(0)) else { return Ok(vm.new_array(&[]).value()) };
    let machine: *mut Vm = vm;
    // SAFETY: the extension reads its objects only, as in a collection.
    let found = unsafe { machine::enter_for_collector(machine, || data::references(object)) };
    Ok(vm.new_array(&found).value())
}

pub const NATIVES: &[(&str, Native)] = &[
    ("extension_references", extension_references),
    ("extension_shares", extension_shares),
    ("extension_set_error", extension_set_error),
    ("extension_awaits", extension_awaits),
    ("extension_break", extension_break),
    ("extension_resume", extension_resume),
    ("extension_result", extension_result),
    ("extension_end", extension_end),
    ("extension_work_begin", extension_work_begin),
    ("extension_work", extension_work),
    ("extension_work_answer", extension_work_answer),
    ("extension_work_interrupt", extension_work_interrupt),
];

pub const SPECIALS: &[(&str, Special)] = &[("extension_perform", extension_perform), ("extension_invoke", extension_invoke), ("extension_invoke_block", extension_invoke_block), ("extension_invoke_word", extension_invoke_word)];
