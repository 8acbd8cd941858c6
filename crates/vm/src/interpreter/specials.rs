//! Specials: core methods that go on with a call in their place.
//!
//! They stand as primitives of ordinary core methods, whose bodies take over when
//! a special declines (an argument to be converted first, for example).

use super::calls::{self, Call};
use super::{Step, arguments, blocks, continuations, evaluation, fibers, threads, tracing};
use rutile_bytecode::FunctionKind;
use rutile_bytecode::serialize::{FormatError, ImageFile};

use crate::calls::method::Visibility;
use crate::concurrency::attention::LONG_TEXT;
use crate::code::Code;
use crate::code::native::{Exit, Special};
use crate::code::frame_flags;
use crate::object::class::{ClassRef, state};
use crate::object::records::{BindingRef, FiberRef, MethodObjectRef, MethodRef, ProcRef};
use crate::object::string::StringRef;
use crate::value::Value;
use crate::value::encoding::Encoding;
use crate::value::kind::Kind;
use crate::value::symbol::{Standing, Symbol};
use crate::vm::Vm;

/// Every special, by the name that `primitive` gives.
/// The first four are known to call sites by their numbers.
pub(crate) const SPECIALS: &[(&str, Special)] = &[
    ("class_new", class_new),
    ("proc_call", proc_call),
    ("fiber_resume", fiber_resume),
    ("fiber_yield", fiber_yield),
    ("kernel_send", send),
    ("kernel_public_send", public_send),
    ("method_call", method_call),
    ("method_bind_call", method_bind_call),
    ("instance_exec", instance_exec),
    ("instance_eval_block", instance_eval_block),
    ("class_exec", class_exec),
    ("class_eval_block", class_eval_block),
    ("fiber_transfer", fiber_transfer),
    ("fiber_raise_into", fiber_raise_into),
    ("thread_park", threads::park_plainly),
    ("thread_park_at", threads::park_in_line),
    ("thread_park_for", threads::park_for_descriptors),
    ("thread_park_for_work", threads::park_for_work),
    ("thread_pass", threads::pass),
    ("thread_run", threads::run),
    ("thread_stop", threads::stop),
    ("kernel_lambda", lambda),
    ("kernel_proc", make_proc),
    ("eval_in_binding", eval_in_binding),
    ("run_source", run_source),
    ("run_sequence", run_sequence),
    ("run_library", run_library),
    ("trace_events", tracing::set_events),
    ("continuation_capture", continuations::capture),
    ("continuation_go_on", continuations::go_on),
    ("class_new_without_block", class_new_without_block),
];

/// Numbers of specials that call sites know: places in the table.
pub(crate) const CLASS_NEW: u16 = 0;
pub(crate) const PROC_CALL: u16 = 1;
pub(crate) const FIBER_RESUME: u16 = 2;
pub(crate) const FIBER_YIELD: u16 = 3;

/// A method name given as a symbol or a string.
fn name_argument(vm: &mut Vm, value: Value) -> Result<Symbol, Exit> {
    if let Some(symbol) = value.as_symbol() {
        return Ok(symbol);
    }
    match StringRef::from_value(value) {
        Some(string) => vm.string_symbol(string, Standing::Asked),
        None => Err(Exit::Fallback),
    }
}

fn drop_first<'a>(call: &Call<'a>) -> Call<'a> {
    for index in 1..call.words() {
        call.window.set_register(index - 1, call.window.register(index));
    }
    Call { count: call.count - 1, method: None, ..*call }
}

fn send(vm: &mut Vm, call: &Call) -> Step {
    if call.count == 0 {
        return Err(vm.argument_error("no method name given".to_string()));
    }
    let name = name_argument(vm, call.argument(0))?;
    let sent = Call { name, flags: rutile_bytecode::CallFlags::SELF_CALL, ..drop_first(call) };
    calls::dispatch(vm, &sent)
}

fn public_send(vm: &mut Vm, call: &Call) -> Step {
    if call.count == 0 {
        let refused = vm.argument_error("no method name given".to_string());
        return Err(vm.blame_unframed(refused, call.method));
    }
    let name = name_argument(vm, call.argument(0))?;
    if call.frame_flags & frame_flags::IN_PLACE != 0 {
        // Called by another that has no frame of its own: the body has one, so that a backtrace shows both.
        return Err(Exit::Fallback);
    }
    let sent = Call { name, flags: 0, ..drop_first(call) };
    let class = vm.class_of(sent.receiver());
    let method = calls::find_with_refinements(vm, class, name).filter(|method| method.visibility() == Visibility::Public);
    go_on(vm, call, &sent, method)
}

/// The flags of the frame of what runs in the place of a method that was called.
fn flags_in_place(call: &Call) -> u64 {
    call.method.map_or(call.frame_flags, |method| frame_flags::in_place_of(method.symbol(), call.frame_flags))
}

/// Makes the call that a method of ours without a frame was asked for.
fn go_on(vm: &mut Vm, call: &Call, sent: &Call, method: Option<MethodRef>) -> Step {
    let sent = Call { frame_flags: flags_in_place(call), method: None, ..*sent };
    let step = match method {
        Some(method) => calls::invoke(vm, &sent, method),
        None => calls::method_missing(vm, &sent),
    };
    step.map_err(|exit| vm.blame_unframed(exit, call.method))
}

/// `Class#new`: an instance, then `initialize` in a frame that delivers the instance.
fn class_new(vm: &mut Vm, call: &Call) -> Step {
    let Some(class) = ClassRef::from_module(call.receiver()) else { return Err(Exit::Fallback) };
    vm.protect_window(call);
    let object = vm.allocate_instance(class)?;
    let class = vm.class_of(object);
    let Some(initialize) = vm.find_method(class, Symbol::INITIALIZE) else { return Err(Exit::Fallback) };
    call.window.set_receiver(object);
    if initialize.owner() == vm.classes.basic_object.value() {
        return match arguments::check_count(vm, call, 0) {
            Ok(()) => calls::finish(vm, call, object),
            Err(refused) => Err(vm.blame_call(refused, initialize, call.frame_flags | frame_flags::CONSTRUCT)),
        };
    }
    let constructed = Call { name: Symbol::INITIALIZE, frame_flags: call.frame_flags | frame_flags::CONSTRUCT, method: None, ..*call };
    calls::invoke(vm, &constructed, initialize)
}

/// The same for a class that has to say something where a block is given.
fn class_new_without_block(vm: &mut Vm, call: &Call) -> Step {
    if !call.block.is_nil() { Err(Exit::Fallback) } else { class_new(vm, call) }
}

impl Vm {
    /// A new instance of a class, uninitialised.
    pub fn allocate_instance(&mut self, class: ClassRef) -> Result<Value, Exit> {
        if class.has_state(state::SINGLETON) {
            return Err(self.type_error("can't create instance of singleton class".to_string()));
        }
        if class.has_state(state::NO_ALLOCATOR) {
            let name = self.class_name(class);
            return Err(self.type_error(format!("allocator undefined for {name}")));
        }
        if class.has_state(state::UNINITIALIZED) {
            return Err(self.type_error("can't instantiate uninitialized class".to_string()));
        }
        let value = match class.instance_kind() {
            Kind::Object => return Ok(self.new_object(class)),
            // The class says how, in C.
            Kind::Data => return Err(Exit::Fallback),
            Kind::String => self.string_with_capacity(0, crate::value::encoding::Encoding::BINARY).value(),
            Kind::Array => self.array_with_capacity(0).value(),
            Kind::Hash => self.new_hash(0).value(),
            Kind::Class => {
                let object = self.classes.object;
                let class = self.new_class(object);
                self.set_class_state(class, state::UNINITIALIZED);
                class.value()
            }
            Kind::Module => self.new_module().value(),
            Kind::Fiber => self.new_fiber(Value::NIL).value(),
            Kind::Regexp => self.new_regexp_cell().value(),
            Kind::Resource => self.new_resource_cell().value(),
            Kind::Buffer => self.new_buffer().value(),
            _ => {
                let name = self.class_name(class);
                return Err(self.type_error(format!("allocator undefined for {name}")));
            }
        };
        if let Some(cell) = value.as_cell() {
            self.reshape_to_class(cell, class);
        }
        Ok(value)
    }
}

fn proc_call(vm: &mut Vm, call: &Call) -> Step {
    blocks::invoke_block(vm, call, call.receiver())
}

fn method_call(vm: &mut Vm, call: &Call) -> Step {
    let Some(object) = MethodObjectRef::from_value(call.receiver()) else { return Err(Exit::Fallback) };
    let Some(method) = MethodRef::from_value(object.method()) else { return Err(Exit::Fallback) };
    call.window.set_receiver(object.receiver());
    let named = Call { name: object.name().as_symbol().unwrap_or(call.name), ..*call };
    go_on(vm, call, &named, Some(method))
}

/// `UnboundMethod#bind_call` on an object that the method is for; its body refuses others.
fn method_bind_call(vm: &mut Vm, call: &Call) -> Step {
    let Some(object) = MethodObjectRef::from_value(call.receiver()).filter(|_| call.count > 0) else { return Err(Exit::Fallback) };
    let Some(method) = MethodRef::from_value(object.method()) else { return Err(Exit::Fallback) };
    // A method whose visibility a subclass changed belongs to the subclass.
    let found_in = ClassRef::from_chain(object.found_in()).or(method.owner_class());
    let Some(owner) = found_in.map(ClassRef::receiving_class) else { return Err(Exit::Fallback) };
    let receiver = call.argument(0);
    if owner.is_class() && !vm.is_a(receiver, owner) {
        return Err(Exit::Fallback);
    }
    let named = Call { name: object.name().as_symbol().unwrap_or(call.name), ..drop_first(call) };
    named.window.set_receiver(receiver);
    go_on(vm, call, &named, Some(method))
}

/// Calls a block with another self; `definee` is where `def` in it defines.
fn execute(vm: &mut Vm, call: &Call, receiver: Value, definee: Value) -> Step {
    if call.block.is_nil() {
        let error = vm.local_jump_error("no block given", "noreason", Value::NIL);
        return Err(call.method.map_or(error, |method| vm.blame_native(error, method.value())));
    }
    // What runs is the block, and it was given none.
    let unblocked = Call { block: Value::NIL, frame_flags: flags_in_place(call), ..*call };
    let Some(target) = blocks::target(vm, call.block) else {
        return blocks::invoke_block(vm, &unblocked, call.block).map_err(|exit| vm.blame_unframed(exit, call.method));
    };
    let method = match MethodRef::from_value(target.method) {
        Some(method) => {
            let copy = vm.copy_method(method);
            copy.evaluate_in(vm, definee);
            copy.value()
        }
        None => target.method,
    };
    let target = blocks::BlockTarget { receiver, method, ..target };
    blocks::invoke_target(vm, &unblocked, &target, frame_flags::EVALUATED)
}

fn instance_exec(vm: &mut Vm, call: &Call) -> Step {
    execute(vm, call, call.receiver(), MethodRef::IN_SINGLETON)
}

fn instance_eval_block(vm: &mut Vm, call: &Call) -> Step {
    evaluate(vm, call, MethodRef::IN_SINGLETON)
}

fn class_eval_block(vm: &mut Vm, call: &Call) -> Step {
    evaluate(vm, call, call.receiver())
}

/// Runs a block with the receiver as its self and as its argument.
fn evaluate(vm: &mut Vm, call: &Call, definee: Value) -> Step {
    if call.block.is_nil() || call.count > 0 {
        return Err(Exit::Fallback);
    }
    call.window.set_register(0, call.receiver());
    execute(vm, &Call { count: 1, ..*call }, call.receiver(), definee)
}

fn class_exec(vm: &mut Vm, call: &Call) -> Step {
    if call.block.is_nil() {
        return Err(Exit::Fallback);
    }
    execute(vm, call, call.receiver(), call.receiver())
}

fn fiber_resume(vm: &mut Vm, call: &Call) -> Step {
    match FiberRef::from_value(call.receiver()) {
        Some(fiber) => fibers::resume(vm, fiber, call),
        None => Err(Exit::Fallback),
    }
}

fn fiber_transfer(vm: &mut Vm, call: &Call) -> Step {
    match FiberRef::from_value(call.receiver()) {
        Some(fiber) => fibers::transfer(vm, fiber, call),
        None => Err(Exit::Fallback),
    }
}

fn fiber_yield(vm: &mut Vm, call: &Call) -> Step {
    fibers::yield_fiber(vm, call)
}

/// Resumes a fiber with an exception (argument 0) raised where it stands.
fn fiber_raise_into(vm: &mut Vm, call: &Call) -> Step {
    let Some(fiber) = FiberRef::from_value(call.receiver()) else { return Err(Exit::Fallback) };
    fibers::raise_into(vm, fiber, call.argument(0))
}

fn lambda(vm: &mut Vm, call: &Call) -> Step {
    if call.block.is_nil() {
        return Err(vm.argument_error("tried to create Proc object without a block".to_string()));
    }
    // A block that was passed on belongs to a frame further out.
    let literal = call.block.as_frame_block().is_some_and(|offset| vm.frame_at(offset) == vm.registers.frame);
    if ProcRef::from_value(call.block).is_some_and(|closure| !closure.is_lambda()) {
        return Err(vm.argument_error("the lambda method requires a literal block".to_string()));
    }
    let closure = blocks::as_proc(vm, call.block);
    if let Some(closure) = ProcRef::from_value(closure) {
        if !literal && !closure.is_lambda() {
            return Err(vm.argument_error("the lambda method requires a literal block".to_string()));
        }
        closure.set_flags(vm, Value::fixnum(closure.flags().as_fixnum().unwrap_or(0) | blocks::proc_flags::LAMBDA));
    }
    calls::finish(vm, call, closure)
}

fn make_proc(vm: &mut Vm, call: &Call) -> Step {
    if call.block.is_nil() {
        return Err(vm.argument_error("tried to create Proc object without a block".to_string()));
    }
    let closure = blocks::as_proc(vm, call.block);
    calls::finish(vm, call, closure)
}

/// `Primitive.eval_in_binding(source, binding, file, line)`.
fn eval_in_binding(vm: &mut Vm, call: &Call) -> Step {
    let (Some(source), Some(binding)) = (StringRef::from_value(call.argument(0)), BindingRef::from_value(call.argument(1))) else {
        return Err(Exit::Fallback);
    };
    let file = StringRef::from_value(call.argument(2)).map_or("(eval)".to_string(), |file| file.text().into_owned());
    let line = call.argument(3).as_fixnum().unwrap_or(1) as i32;
    let encoding = source.encoding();
    if !encoding.is_ascii_compatible() {
        return Err(vm.argument_error("invalid source encoding".to_string()));
    }
    let code = vm.compile_eval(source.bytes(), encoding, &file, line, binding)?;
    evaluation::run_in_binding(vm, code, binding, call.frame_flags)?;
    tell_warnings(vm)
}

/// Prints what the parser warned of, before the frame just opened runs: the helper's frame lies above it.
fn tell_warnings(vm: &mut Vm) -> Step {
    let warnings = std::mem::take(&mut vm.loader.warnings);
    if warnings.is_empty() {
        return Ok(());
    }
    let lines = vm.array_with_capacity(warnings.len());
    for line in &warnings {
        let line = vm.string(line);
        vm.array_push(lines, line);
    }
    calls::helper(vm, "tell_warnings", &[lines.value()], crate::code::frame_flags::DISCARD)
}

/// `Primitive.run_source(source, path, module_or_nil, its_main)`: a file's text, run at the top level.
fn run_source(vm: &mut Vm, call: &Call) -> Step {
    let (Some(source), Some(path)) = (StringRef::from_value(call.argument(0)), StringRef::from_value(call.argument(1))) else {
        return Err(Exit::Fallback);
    };
    let path = path.text().into_owned();
    let code = vm.compile_file(source.bytes(), &path, false)?;
    run_at_top_level(vm, code, call)?;
    tell_warnings(vm)
}

/// `Primitive.run_sequence(code)`: a text that was compiled before, run at the top level. A TracePoint is not told of it.
fn run_sequence(vm: &mut Vm, call: &Call) -> Step {
    let Some(code) = Code::of_value(call.argument(0)).filter(|code| code.kind == FunctionKind::File) else {
        return Err(vm.type_error("Not a toplevel InstructionSequence".to_string()));
    };
    let method = vm.program.top_method;
    let method = vm.copy_method(method);
    evaluation::open_file(vm, code, method, vm.program.main_object, call.frame_flags)
}

/// `Primitive.run_library(path, nil, module_or_nil, its_main)`: a file of our own library that comes from its image.
fn run_library(vm: &mut Vm, call: &Call) -> Step {
    let path = StringRef::from_value(call.argument(0)).map(|path| path.text().into_owned()).unwrap_or_default();
    let loaded = match vm.loader.library.image_of(&path) {
        Some(file) => load_image(vm, file).map_err(|error| error.to_string()),
        None => Err("no such file".to_string()),
    };
    let code = match loaded {
        Ok(value) => Code::of_value(value).ok_or(Exit::Fallback)?,
        Err(reason) => return Err(vm.raise(vm.classes.load_error, format!("{path}: {reason}"))),
    };
    run_at_top_level(vm, code, call)
}

fn load_image(vm: &mut Vm, file: ImageFile<'static>) -> Result<Value, FormatError> {
    let record = file.record()?;
    vm.check_image(&record)?;
    vm.load_record(&record, Value::NIL)
}

/// Runs a file's code in the module that is the call's third argument, if it is one; its self is then the fourth.
fn run_at_top_level(vm: &mut Vm, code: &Code, call: &Call) -> Step {
    // Nothing but this stack holds the code until it has a frame.
    let held = code.cell.get();
    let (method, receiver) = match ClassRef::from_module(call.argument(2)) {
        Some(module) => (wrapped(vm, module), call.argument(3)),
        None => {
            let method = vm.program.top_method;
            (vm.copy_method(method), vm.program.main_object)
        }
    };
    let step = evaluation::run_file(vm, code, method, receiver, call.frame_flags);
    std::hint::black_box(held);
    step
}

/// The method of a file loaded into a module.
fn wrapped(vm: &mut Vm, module: ClassRef) -> MethodRef {
    let parent = vm.program.top_scope;
    let scope = vm.new_scope(module.value(), parent);
    vm.new_frame_method(module.value(), scope, Visibility::Private)
}

impl Vm {
    /// Compiles the text of an `eval`, which is in the encoding of its string unless a comment in it names another.
    fn compile_eval<'a>(
        &mut self,
        source: &[u8],
        encoding: Encoding,
        file: &str,
        line: i32,
        binding: BindingRef,
    ) -> Result<&'a Code, Exit> {
        let options = rutile_compiler::Options {
            file: file.to_string(),
            line: Some(line),
            kind: FunctionKind::Eval,
            eval_scopes: self.binding_scopes(binding),
            inside_method: MethodRef::from_value(binding.method()).is_some_and(|method| !method.has_default_visibility()),
            encoding: (encoding != Encoding::UTF_8).then(|| encoding.name().to_string()),
            coverage: self.coverage_request(file, true),
            nodes: true,
            ..self.loader.compiler_options.clone()
        };
        let code = self.compile(source, &options)?;
        if self.loader.keeps_lines {
            let held = code.cell.get();
            self.keep_lines(code, source, encoding);
            std::hint::black_box(held);
        }
        Ok(code)
    }

    /// Compiles a file's text.
    pub fn compile_file<'a>(&mut self, source: &[u8], path: &str, main: bool) -> Result<&'a Code, Exit> {
        let mut options = rutile_compiler::Options { file: path.to_string(), line: Some(1), main, ..self.loader.compiler_options.clone() };
        // What was not read from a file can't be read again.
        options.nodes = main && matches!(path, "-e" | "-");
        options.core |= self.loader.library.name_of(path).is_some();
        options.coverage = self.coverage_request(path, false).filter(|_| !options.core);
        let code = self.compile(source, &options)?;
        self.loader.note_compiled(source.len());
        Ok(code)
    }

    /// Compiles, or raises SyntaxError. A long text is for a helper to compile.
    pub fn compile<'a>(&mut self, source: &[u8], options: &rutile_compiler::Options) -> Result<&'a Code, Exit> {
        self.check_room_for_parsing(source.len())?;
        let compiled = if source.len() < LONG_TEXT {
            rutile_compiler::compile(source, options)
        } else {
            self.work_aside((source.to_vec(), options.clone()), |(source, options)| rutile_compiler::compile(source, options))?
        };
        match compiled {
            Ok(compiled) => {
                let level = self.settings.warning_level;
                let mut warnings = compiled.warnings.iter().filter_map(|warning| warning.told(&options.file, level)).collect();
                if let Some(complaint) = crate::regexp::literals::complaint(&compiled.function, level, &mut warnings) {
                    return Err(self.syntax_error(complaint, &options.file));
                }
                self.loader.data_offset = compiled.data_offset;
                self.loader.warnings = warnings;
                self.cover(options, &compiled);
                let code = self.load_function(compiled.function, Value::NIL);
                Code::of_value(code).ok_or(Exit::Fallback)
            }
            Err(error) if error.kind == rutile_compiler::ErrorKind::ArgumentError => Err(self.argument_error(error.to_string())),
            Err(error) => {
                let level = self.settings.warning_level;
                let warnings = &mut self.program.due_warnings;
                warnings.extend(error.warnings.iter().filter_map(|warning| warning.told(&options.file, level)));
                if !warnings.is_empty() {
                    self.request_interrupt();
                }
                Err(self.syntax_error(error.to_string(), &options.file))
            }
        }
    }

    fn syntax_error(&mut self, message: String, file: &str) -> Exit {
        let exit = self.raise(self.classes.syntax_error, message);
        let path = self.string(file);
        self.describe(exit, &[(Symbol::PATH, path)])
    }
}
