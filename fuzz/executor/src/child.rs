//! What runs in a child: the programs of a batch, one after the other, in one machine.

use rutile_compiler::Options;
use rutile_vm::object::string::StringRef;
use rutile_vm::value::symbol::Symbol;
use rutile_vm::value::Value;
use rutile_vm::vm::{CollectionKind, Vm};

use crate::crashes;
use crate::sandbox;
use crate::shared::{Outcome, Shared};

/// The status of a child whose programs all ran.
pub const CLEAN: i32 = 77;

/// What stands in for the frameworks that the snippets come from.
const PRELUDE: &str = include_str!("../prelude.rb");

/// Before any child: the prelude, and a hook that takes down where a panic was.
pub fn prepare(vm: &mut Vm) {
    if let Err(error) = evaluate(vm, PRELUDE.as_bytes(), "prelude.rb") {
        panic!("the prelude: {}", message(vm, error));
    }
    vm.collect(CollectionKind::Major);
}

/// Runs all programs and leaves the process.
pub fn run(vm: &mut Vm, shared: &Shared, programs: &[Vec<u8>], steps: u64, loud: bool) -> ! {
    take_down_panics(*shared, loud);
    crashes::take_down(*shared);
    if !loud {
        sandbox::silence();
    }
    sandbox::enter();
    for (index, program) in programs.iter().enumerate() {
        shared.begin(index);
        vm.limit_steps(Some(steps));
        let outcome = execute(vm, program, loud);
        shared.count(outcome);
        vm.limit_steps(None);
        // The collection ends with the heap's verification, which panics.
        vm.collect(CollectionKind::Minor);
    }
    vm.collect(CollectionKind::Major);
    // SAFETY: ends this process at once; nothing of the parent's is to be flushed or dropped here.
    unsafe { libc::_exit(CLEAN) }
}

fn take_down_panics(shared: Shared, loud: bool) {
    let page = SendShared(shared);
    std::panic::set_hook(Box::new(move |panic| {
        let page = &page;
        let place = panic.location().map(|place| format!("{}:{}", place.file(), place.line())).unwrap_or_default();
        let text = words_of(panic.payload());
        let words = format!("{place} {text}\n{}", crashes::frames());
        if loud {
            eprintln!("{words}");
        }
        page.0.leave_words(&words);
        std::process::abort()
    }));
}

/// What a panic says. `PanicHookInfo::payload_as_str` is newer than the Rust that is asked for.
fn words_of(payload: &dyn std::any::Any) -> &str {
    let literal = payload.downcast_ref::<&str>().copied();
    literal.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("a panic without words")
}

/// The page's pointer, for the hook. The child has one thread that can panic.
struct SendShared(Shared);
// SAFETY: the page is written with atomics, or just before the process ends.
unsafe impl Send for SendShared {}
// SAFETY: as above.
unsafe impl Sync for SendShared {}

fn execute(vm: &mut Vm, program: &[u8], loud: bool) -> Outcome {
    match evaluate(vm, program, "fuzz.rb") {
        Ok(()) => Outcome::Ended,
        Err(_) if vm.reached_step_limit() => Outcome::Stopped,
        Err(Value::UNDEFINED) => Outcome::Refused,
        Err(error) => {
            if loud {
                eprintln!("{}", message(vm, error));
            }
            Outcome::Raised
        }
    }
}

/// Compiles and runs a text at the top level; undefined stands for a syntax error.
fn evaluate(vm: &mut Vm, text: &[u8], file: &str) -> Result<(), Value> {
    let options = Options { file: file.to_string(), line: Some(1), ..Options::default() };
    let compiled = rutile_compiler::compile(text, &options).map_err(|_| Value::UNDEFINED)?;
    let code = vm.load_function(compiled.function, Value::NIL);
    let (method, receiver) = (vm.program.top_method, vm.program.main_object);
    vm.execute(code, method, receiver).map(|_| ())
}

fn message(vm: &mut Vm, error: Value) -> String {
    if error.is_undefined() {
        return "syntax error".to_string();
    }
    let class = vm.class_name(vm.class_of(error).real_class());
    let message = vm.get_variable(error, Symbol::MESSAGE);
    let message = StringRef::from_value(message).map(|text| text.text().into_owned()).unwrap_or_default();
    format!("{class}: {message}")
}
