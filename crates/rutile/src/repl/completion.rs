//! The editor's questions about an entry: whether it is complete, and how a name may end.

use std::cell::RefCell;
use std::rc::Rc;

use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Helper};
use rutile_vm::object::array::ArrayRef;
use rutile_vm::object::string::StringRef;
use rutile_vm::value::Value;
use rutile_vm::vm::Vm;

use super::entry::{Word, is_incomplete};
use crate::boot::string;

/// The machine, asked between two evaluations.
pub struct SessionHelper {
    pub vm: Rc<RefCell<Box<Vm>>>,
}

impl Validator for SessionHelper {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        Ok(if is_incomplete(context.input()) { ValidationResult::Incomplete } else { ValidationResult::Valid(None) })
    }
}

impl Completer for SessionHelper {
    type Candidate = String;

    fn complete(&self, line: &str, position: usize, _context: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let Some(word) = Word::last(&line[..position]) else { return Ok((position, Vec::new())) };
        let names = names(&mut self.vm.borrow_mut(), &word);
        Ok((position - word.start.len(), names))
    }
}

fn names(vm: &mut Vm, word: &Word<'_>) -> Vec<String> {
    let receiver = word.receiver.map_or(Value::NIL, |receiver| string(vm, receiver.as_bytes()));
    let values = [receiver, string(vm, word.separator.as_bytes()), string(vm, word.start.as_bytes())];
    let Ok(found) = vm.call_helper("completions", &values) else { return Vec::new() };
    let found = ArrayRef::from_value(found).map_or(Vec::new(), |found| found.values().to_vec());
    found.into_iter().filter_map(StringRef::from_value).map(|name| name.text().into_owned()).collect()
}

impl Hinter for SessionHelper {
    type Hint = String;
}

impl Highlighter for SessionHelper {}

impl Helper for SessionHelper {}
