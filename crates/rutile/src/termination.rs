//! How a program ends: `at_exit`, the report of what went wrong, the status.

use rutile_vm::object::array::ArrayRef;
use rutile_vm::object::string::StringRef;
use rutile_vm::value::symbol::Symbol;
use rutile_vm::value::Value;
use rutile_vm::vm::Vm;

use crate::crash;
use crate::signals;

/// The ends of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Status(i32),
    Signal(i32),
}

impl End {
    pub const SUCCESS: End = End::Status(0);
    pub const FAILURE: End = End::Status(1);

    pub fn leave(self) -> ! {
        match self {
            End::Status(status) => std::process::exit(status),
            End::Signal(signal) => signals::die_of(signal),
        }
    }
}

/// Runs what is due at the end of a program that `error` left, if anything did.
pub fn finish(vm: &mut Vm, error: Option<Value>) -> End {
    let error = error.map(|error| as_broken_pipe(vm, error));
    let outcome = vm.call_helper("finish_program", &[error.unwrap_or(Value::NIL)]);
    rutile_extension::end(vm);
    crash::unwatch();
    match outcome {
        Ok(status) => match status.as_fixnum() {
            Some(status) if status < 0 && status > -65 => End::Signal(-status as i32),
            Some(status) => End::Status((status & 0xff) as i32),
            None => End::FAILURE,
        },
        Err(failure) => {
            error.into_iter().for_each(|error| report_plainly(vm, error));
            report_plainly(vm, failure);
            End::FAILURE
        }
    }
}

/// Whoever read the output has gone away: that ends a program as SIGPIPE would, without a report.
fn as_broken_pipe(vm: &mut Vm, error: Value) -> Value {
    let class = vm.class_of(error).real_class();
    if vm.class_name(class) != "Errno::EPIPE" || !signals::is_output_broken() {
        return error;
    }
    let signal = vm.new_exception(vm.classes.signal_exception, "SIGPIPE");
    let number = vm.intern(b"@ signal");
    vm.set_variable(signal, number, Value::fixnum(libc::SIGPIPE as i64));
    signal
}

/// Tells of an exception without running any Ruby: for when the core library itself failed.
pub fn report_plainly(vm: &mut Vm, error: Value) {
    let class = vm.class_name(vm.class_of(error).real_class());
    let message = vm.get_variable(error, Symbol::MESSAGE);
    let message = StringRef::from_value(message).map(|text| text.text().into_owned()).unwrap_or_default();
    let raw = vm.get_variable(error, Symbol::BACKTRACE);
    let lines = vm.locations(raw);
    match lines.split_first() {
        Some((first, rest)) => {
            say!("{first}: {message} ({class})");
            rest.iter().for_each(|line| say!("\tfrom {line}"));
        }
        None => {
            say!("{message} ({class})");
            report_core_frames(vm, raw);
        }
    }
}

/// The frames of the core library, which a backtrace leaves out.
fn report_core_frames(vm: &Vm, raw: Value) {
    use rutile_vm::code::Code;
    let Some(raw) = ArrayRef::from_value(raw) else { return };
    for frame in raw.values().chunks_exact(3) {
        if let Some(code) = Code::of_value(frame[0]) {
            let line = code.line_at(frame[2].as_fixnum().unwrap_or(0) as usize);
            say!("\tfrom {}:{line}:in '{}'", code.file(), vm.symbol_text(code.name));
        }
    }
}
