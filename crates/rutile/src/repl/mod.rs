//! The interactive session: reads entries, evaluates them, prints values.
//!
//! Editing, history and completion are rustyline's; whether an entry is complete is
//! the parser's answer; evaluating and finding names is Ruby (`core/rutile/repl.rb`). An
//! error is printed and the session goes on; Ctrl-C drops the entry, Ctrl-D ends.

mod completion;
mod entry;
mod history;

use std::cell::RefCell;
use std::rc::Rc;

use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{CompletionType, Config, Editor};
use rutile_compiler::Options;
use rutile_vm::value::Value;
use rutile_vm::vm::Vm;

use crate::boot::{self, string};
use crate::failure::Failure;
use crate::program::{Origin, Program};
use crate::settings::Settings;
use crate::signals;
use crate::termination::{self, End};
use completion::SessionHelper;

/// `$0` in a session.
const NAME: &str = "rutile";
/// The expression that gives the session its variables and its self.
const SCOPE: &str = "binding\n";

/// Runs a session until it is ended.
pub fn run(settings: &Settings) -> Result<End, Failure> {
    let mut vm = boot::machine()?;
    let program = Program { name: NAME.into(), source: SCOPE.into(), origin: Origin::Input };
    if let Err(error) = begin(&mut vm, settings, &program) {
        return Ok(termination::finish(&mut vm, Some(error)));
    }
    let vm = Rc::new(RefCell::new(vm));
    let mut editor = editor(&vm).map_err(|error| Failure::new("IOError", error.to_string()))?;
    // The editor reads Ctrl-C as a key and would keep the signal for itself.
    signals::install();
    let history = history::load(&mut editor);
    let error = converse(&vm, &mut editor, history.as_deref());
    drop(editor);
    let mut vm = vm.borrow_mut();
    Ok(termination::finish(&mut vm, error))
}

fn begin(vm: &mut Vm, settings: &Settings, program: &Program) -> Result<(), Value> {
    boot::prepare(vm, settings, program)?;
    let options = Options { file: NAME.to_string(), main: true, ..Options::default() };
    let Ok(compiled) = rutile_compiler::compile(&program.source, &options) else { return Ok(()) };
    let code = vm.load_function(compiled.function, Value::NIL);
    let (method, receiver) = (vm.program.top_method, vm.program.main_object);
    let scope = vm.execute(code, method, receiver)?;
    vm.call_helper("begin_session", &[scope]).map(|_| ())
}

type SessionEditor = Editor<SessionHelper, FileHistory>;

fn editor(vm: &Rc<RefCell<Box<Vm>>>) -> rustyline::Result<SessionEditor> {
    let config = Config::builder()
        .completion_type(CompletionType::List)
        .max_history_size(history::ENTRIES)?
        .history_ignore_dups(true)?
        .history_ignore_space(true)
        .auto_add_history(false)
        .build();
    let mut editor = Editor::with_config(config)?;
    editor.set_helper(Some(SessionHelper { vm: vm.clone() }));
    Ok(editor)
}

/// Reads and evaluates until the end of input. The answer is the exception that ended the session.
fn converse(vm: &Rc<RefCell<Box<Vm>>>, editor: &mut SessionEditor, history: Option<&std::path::Path>) -> Option<Value> {
    let mut line = 1;
    loop {
        let entered = match editor.readline(&format!("{NAME}:{line}> ")) {
            Ok(entered) => entered,
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => return None,
            Err(error) => {
                say!("{NAME}: {error}");
                return None;
            }
        };
        if entered.trim().is_empty() {
            continue;
        }
        history::add(editor, history, &entered);
        if let Some(end) = evaluate(&mut vm.borrow_mut(), &entered, line) {
            return Some(end);
        }
        line += entered.lines().count().max(1) as i64;
    }
}

fn evaluate(vm: &mut Vm, entered: &str, line: i64) -> Option<Value> {
    let quiet = Value::boolean(entered.trim_end().ends_with(';'));
    let values = [string(vm, entered.as_bytes()), Value::fixnum(line), quiet];
    match vm.call_helper("evaluate_entry", &values) {
        Ok(Value::NIL) => None,
        Ok(end) => Some(end),
        Err(error) => {
            termination::report_plainly(vm, error);
            None
        }
    }
}
