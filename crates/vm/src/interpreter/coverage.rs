//! The counters of `Coverage`: files that were loaded while it was set up have `Count` instructions.
//!
//! Everything counted stands in Ruby Arrays, one for each file, in the order of their loading:
//!
//! ```text
//!   [path, counters, lines run once, number of lines, bases, bodies, calls]
//!     counters: a number each; of a line that is told once, its number until it was run
//!     bases:    [kind, first line, column, last line, column, [[branch, first line, .., counter], ...]]
//!     bodies:   [first line, column, last line, column] of methods and blocks
//!     calls:    [body, owner, name, count, ...]
//! ```

use rutile_bytecode::instruction::counting;
use rutile_bytecode::{FunctionKind, Instruction};
use rutile_compiler::{Added, Compiled, CoverageRequest, CoverageTable, Options, Span};

use crate::code::frame_flags;
use crate::object::array::ArrayRef;
use crate::object::class::ClassRef;
use crate::object::records::MethodRef;
use crate::object::string::StringRef;
use crate::value::Value;
use crate::vm::Vm;

/// The state of `Coverage`.
pub struct Coverage {
    /// The request that files loaded now are compiled with.
    pub request: Option<CoverageRequest>,
    /// Texts given to `eval` too.
    pub of_eval: bool,
    /// Counting is on.
    pub running: bool,
    /// The files: an Array, or nil.
    pub files: Value,
}

impl Default for Coverage {
    fn default() -> Self {
        Coverage { request: None, of_eval: false, running: false, files: Value::NIL }
    }
}

const COUNTERS: usize = 1;
const RUN_LINES: usize = 2;
const LINE_COUNT: usize = 3;
const BASES: usize = 4;
const BODIES: usize = 5;
const CALLS: usize = 6;
/// Words of a method in the list of calls.
const CALL_WORDS: usize = 4;

fn length(value: Value) -> usize {
    ArrayRef::from_value(value).map_or(0, |array| array.len())
}

/// Whether a file of the list has a path.
fn is_at(file: Value, path: &str) -> bool {
    let text = ArrayRef::from_value(file).and_then(|file| StringRef::from_value(file.get(0)));
    text.is_some_and(|text| text.bytes() == path.as_bytes())
}

/// `Count`
#[cold]
pub(crate) fn count(vm: &mut Vm, i: Instruction) {
    if !vm.coverage.running {
        return;
    }
    let file = ArrayRef::from_value(vm.coverage.files).filter(|files| (i.a as usize) < files.len());
    let Some(file) = file.and_then(|files| ArrayRef::from_value(files.get(i.a as usize))) else { return };
    let index = i.bc() as usize;
    if i.n == counting::METHOD {
        return count_call(vm, file, index);
    }
    let Some(counters) = ArrayRef::from_value(file.get(COUNTERS)).filter(|counters| index < counters.len()) else { return };
    let Some(number) = counters.get(index).as_fixnum() else { return };
    if i.n == counting::EACH {
        vm.array_set(counters, index, Value::fixnum(number + 1));
    } else if let Some(lines) = ArrayRef::from_value(file.get(RUN_LINES)) {
        vm.array_set(counters, index, Value::NIL);
        vm.array_push(lines, Value::fixnum(number));
    }
}

/// The frame's method has been called, if the frame is one of a method.
fn count_call(vm: &mut Vm, file: ArrayRef, body: usize) {
    let (frame, code) = (vm.registers.frame, vm.code());
    let is_method = code.kind == FunctionKind::Method || frame.flags() & frame_flags::METHOD_BLOCK != 0;
    let Some(method) = MethodRef::from_value(frame.method()).filter(|_| is_method) else { return };
    let name = if code.kind == FunctionKind::Method { Value::symbol(code.name) } else { method.name() };
    let (body, owner) = (Value::fixnum(body as i64), method.owner_class().map_or(Value::NIL, ClassRef::value));
    let Some(calls) = ArrayRef::from_value(file.get(CALLS)) else { return };
    let known = (0..calls.len()).step_by(CALL_WORDS).find(|&at| [body, owner, name] == [calls.get(at), calls.get(at + 1), calls.get(at + 2)]);
    match known {
        Some(at) => {
            let number = calls.get(at + 3).as_fixnum().unwrap_or(0) + 1;
            vm.array_set(calls, at + 3, Value::fixnum(number));
        }
        None => {
            for value in [body, owner, name, Value::fixnum(1)] {
                vm.array_push(calls, value);
            }
        }
    }
}

impl Vm {
    /// The request that a text loaded now is compiled with. An `eval` is counted with the file whose path it says.
    pub fn coverage_request(&self, path: &str, of_eval: bool) -> Option<CoverageRequest> {
        let request = self.coverage.request.filter(|_| !of_eval || self.coverage.of_eval)?;
        let files = ArrayRef::from_value(self.coverage.files)?;
        let known = (0..files.len()).rev().filter(|_| of_eval).find(|&file| is_at(files.get(file), path));
        let added = known.and_then(|file| ArrayRef::from_value(files.get(file))).map(|file| Added {
            lines: file.get(LINE_COUNT).as_fixnum().unwrap_or(0) as u32,
            counters: length(file.get(COUNTERS)) as u32,
            bodies: length(file.get(BODIES)) as u32,
        });
        Some(CoverageRequest { file: u16::try_from(known.unwrap_or(files.len())).ok()?, added, ..request })
    }

    /// Begins to keep what a text that was just compiled counts.
    pub fn cover(&mut self, options: &Options, compiled: &Compiled) {
        if let (Some(request), Some(table)) = (options.coverage, &compiled.coverage) {
            self.add_coverage(&options.file, request, table);
        }
    }

    fn add_coverage(&mut self, path: &str, request: CoverageRequest, table: &CoverageTable) {
        let Some(files) = ArrayRef::from_value(self.coverage.files) else { return };
        let file = match request.added {
            Some(_) => ArrayRef::from_value(files.get(request.file as usize)),
            None => Some(self.add_covered_file(files, path, table)),
        };
        let Some(file) = file else { return };
        let [Some(counters), Some(bases), Some(bodies)] = [COUNTERS, BASES, BODIES].map(|part| ArrayRef::from_value(file.get(part))) else {
            return;
        };
        for &line in &table.lines {
            self.array_set(counters, line as usize, Value::fixnum(0));
        }
        for _ in table.first_counter..table.counters {
            self.array_push(counters, Value::fixnum(0));
        }
        for &(counter, line) in &table.once {
            self.array_set(counters, counter as usize, Value::fixnum(line as i64));
        }
        for base in &table.bases {
            let described = self.described(base.kind, base.span);
            self.array_push(bases, described.value());
            let branches = self.array_with_capacity(base.branches.len());
            self.array_push(described, branches.value());
            for &(name, span, counter) in &base.branches {
                let branch = self.described(name, span);
                self.array_push(branches, branch.value());
                self.array_push(branch, Value::fixnum(counter as i64));
            }
        }
        for &span in &table.bodies {
            let body = self.new_array(&span.map(|number| Value::fixnum(number as i64)));
            self.array_push(bodies, body.value());
        }
    }

    fn add_covered_file(&mut self, files: ArrayRef, path: &str, table: &CoverageTable) -> ArrayRef {
        let file = self.array_with_capacity(CALLS + 1);
        self.array_push(files, file.value());
        let path = self.string(path);
        self.array_push(file, path);
        for part in COUNTERS..=CALLS {
            let value = if part == LINE_COUNT { Value::fixnum(table.line_count as i64) } else { self.array_with_capacity(0).value() };
            self.array_push(file, value);
        }
        if let Some(counters) = ArrayRef::from_value(file.get(COUNTERS)) {
            for _ in 0..table.first_counter {
                self.array_push(counters, Value::NIL);
            }
        }
        file
    }

    fn described(&mut self, kind: &str, span: Span) -> ArrayRef {
        let name = Value::symbol(self.intern(kind.as_bytes()));
        let array = self.array_with_capacity(6);
        self.array_push(array, name);
        for number in span {
            self.array_push(array, Value::fixnum(number as i64));
        }
        array
    }
}
