//! Raw backtraces in words. Frames of the core library show as the method that was called, at the place of the program's call.

use rutile_bytecode::{FunctionFlags, FunctionKind, Instruction, Op};

use crate::calls::method::MethodKind;
use crate::code::Code;
use crate::code::stack::FrameRef;
use crate::object::array::ArrayRef;
use crate::object::class::{ClassRef, state};
use crate::object::records::MethodRef;
use crate::value::Value;
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// One line of a backtrace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    pub path: String,
    pub line: u32,
    /// As printed: `block in Foo#bar`.
    pub label: String,
    /// The method's own name: `bar`.
    pub base_label: String,
    /// Which of the raw backtrace's frames it is.
    pub at: usize,
    /// Which of them has its place: of a core method, the program's that called it.
    pub standing: usize,
}

impl std::fmt::Display for Location {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:in '{}'", self.path, self.line, self.label)
    }
}

/// A call of a raw backtrace, which has no words yet: who asks for its caller does not pay for the names of all others.
#[derive(Clone, Copy)]
pub struct Call {
    /// Which of the raw backtrace's frames it is.
    pub at: usize,
    /// Which of them has its place: of a core method, the program's that called it.
    pub standing: usize,
}

/// What a call's words are made of.
pub struct CallParts<'a> {
    /// The program's code that it stands in.
    pub code: &'a Code,
    /// How far that has come.
    pub counter: Value,
    /// What runs.
    pub method: Option<MethodRef>,
    /// Whether that is a method of the core library, and `code` is its caller's.
    pub is_core: bool,
}

impl CallParts<'_> {
    pub fn line(&self) -> u32 {
        match self.counter.as_fixnum().unwrap_or(0) {
            0 => self.code.line,
            // A line itself: see `traced_line`.
            line @ ..0 => -line as u32,
            counter => self.code.line_at(counter as usize),
        }
    }
}

/// Whether the last of some instructions makes an Array of what is not literal alone.
fn is_new_array(instructions: &[Instruction]) -> bool {
    let Some((last, before)) = instructions.split_last() else { return false };
    let is_literal = |instruction: &Instruction| matches!(instruction.op, Op::LoadNil | Op::LoadTrue | Op::LoadFalse | Op::LoadInteger | Op::LoadLiteral);
    last.op == Op::NewArray && !before.iter().rev().take(last.c as usize).all(is_literal)
}

impl Vm {
    /// The lines of a raw backtrace, core frames merged into the calls that made them.
    pub fn locations(&self, raw: Value) -> Vec<Location> {
        self.calls(raw, usize::MAX).into_iter().filter_map(|call| self.location(raw, call)).collect()
    }

    /// The calls of a raw backtrace, core frames merged into those that made them: the first `most`, or a few more.
    pub fn calls(&self, raw: Value, most: usize) -> Vec<Call> {
        let Some(raw) = ArrayRef::from_value(raw) else { return Vec::new() };
        let mut calls: Vec<Call> = Vec::new();
        let mut waiting: Vec<(usize, MethodRef)> = Vec::new();
        let values = raw.values();
        let mut frames = values.chunks_exact(3).enumerate().peekable();
        let mut called: Option<MethodRef> = None;
        while let Some((at, frame)) = frames.next().filter(|_| calls.len() < most) {
            let method = MethodRef::from_value(frame[1]);
            let inner = std::mem::replace(&mut called, method);
            match Code::of_value(frame[0]) {
                Some(code) if !code.has(FunctionFlags::CORE) => {
                    let outermost = waiting.last().map(|&(core, method)| (method, values[core * 3].is_nil()));
                    if outermost.is_some_and(|(method, is_native)| self.is_part_of_operator(code, frame[2], method, is_native)) {
                        waiting.pop();
                    }
                    calls.extend(waiting.drain(..).map(|(core, _)| Call { at: core, standing: at }));
                    calls.push(Call { at, standing: at });
                }
                Some(code) if code.is_block() || !self.shows_in_backtrace(method) => {}
                _ => {
                    let caller = frames.peek().map(|(_, caller)| (caller[0], caller[1]));
                    let method = method.filter(|method| self.shows_in_backtrace(Some(*method)) && !self.is_detail(*method, inner, caller));
                    if let Some(method) = method
                        && !waiting.last().is_some_and(|(_, last)| self.has_same_words(*last, method))
                    {
                        waiting.push((at, method));
                    }
                }
            }
        }
        calls
    }

    /// Whether a method did what an instruction of the program's does by itself in the reference, where no method shows then:
    /// `<<` of a String or an Array, `[]` of an Array or a Hash but for a String that is written there, `=~` of a Regexp, `[]=` of a Hash, or
    /// of an Array by an index, which is all that the native does, and the extremes of an Array that is written there, of what is not literal alone.
    fn is_part_of_operator(&self, code: &Code, counter: Value, method: MethodRef, is_native: bool) -> bool {
        let Some(at) = counter.as_fixnum().and_then(|counter| usize::try_from(counter - 1).ok()) else { return false };
        let Some(instruction) = code.instructions().get(at) else { return false };
        let before = &code.instructions()[..at];
        let (Some(owner), classes) = (method.owner_class(), &self.classes) else { return false };
        match (instruction.op, method.symbol()) {
            (Op::ShiftLeft, Symbol::SHIFT_LEFT) => owner == classes.string || owner == classes.array,
            (Op::Index, Symbol::INDEX) => {
                let is_written = before.last().is_some_and(|last| last.op == Op::NewString && last.a == instruction.c);
                (owner == classes.array || owner == classes.hash) && !is_written
            }
            (Op::IndexSet, Symbol::INDEX_SET) => owner == classes.hash || owner == classes.array && is_native,
            (Op::Match, Symbol::MATCH) => owner == classes.regexp,
            (Op::Send, name) => owner == classes.array && self.asks_new_array(code, instruction, before) == Some(name),
            _ => false,
        }
    }

    /// The name of a call that asks a new Array of what is not literal alone for one of its extremes.
    fn asks_new_array(&self, code: &Code, call: &Instruction, before: &[Instruction]) -> Option<Symbol> {
        let site = code.site(call.site());
        let is_extreme = site.arguments == 0 && site.block().is_none() && matches!(self.symbol_bytes(site.name), b"max" | b"min");
        (is_extreme && is_new_array(before)).then_some(site.name)
    }

    /// Whether the program's running call is such a one: the reference compares the other way round then.
    pub fn program_asks_new_array(&self) -> bool {
        let Some((frame, pc)) = self.program_frame() else { return false };
        let instructions = frame.code().instructions();
        let call = pc.checked_sub(1).and_then(|at| Some((instructions.get(at)?, &instructions[..at])));
        call.is_some_and(|(call, before)| call.op == Op::Send && self.asks_new_array(frame.code(), call, before).is_some())
    }

    fn has_same_words(&self, one: MethodRef, other: MethodRef) -> bool {
        one == other || one.symbol() == other.symbol() && self.method_label(one) == self.method_label(other)
    }

    /// A call in words.
    pub fn location(&self, raw: Value, call: Call) -> Option<Location> {
        let raw = ArrayRef::from_value(raw)?;
        let parts = CallParts {
            code: Code::of_value(raw.get(call.standing * 3))?,
            counter: raw.get(call.standing * 3 + 2),
            method: MethodRef::from_value(raw.get(call.at * 3 + 1)),
            is_core: call.at != call.standing,
        };
        let (label, base_label) = self.call_labels(&parts);
        Some(Location { path: parts.code.file().to_string(), line: parts.line(), label, base_label, at: call.at, standing: call.standing })
    }

    /// What runs in a call as it is printed, and by its own name.
    pub fn call_labels(&self, call: &CallParts) -> (String, String) {
        match call.method {
            Some(method) if call.is_core => (self.method_label(method), self.symbol_text(method.symbol())),
            method => {
                let (label, base_label) = self.frame_label(call.code, method);
                // A method that refused its arguments shows by its own name alone.
                if call.counter == Value::fixnum(0) && !call.code.is_block() { (base_label.clone(), base_label) } else { (label, base_label) }
            }
        }
    }

    fn shows_in_backtrace(&self, method: Option<MethodRef>) -> bool {
        let Some(method) = method.filter(|method| method.kind() != MethodKind::Frame) else { return false };
        let name = self.symbol_bytes(method.symbol());
        if name.starts_with(b"_ ") || name == b"raise" || name == b"fail" || name == b"method_missing" || name == b"const_missing" {
            return false;
        }
        method.owner_class().is_none_or(|owner| !(owner.is_singleton() && owner.attached() == self.program.helpers.value()))
    }

    /// Whether a core method is only how another one does its work: the machinery in `Rutile`, a function of a module or
    /// class, and a core method going through an array or a hash, unless that is what iterating over the receiver means.
    fn is_detail(&self, method: MethodRef, inner: Option<MethodRef>, caller: Option<(Value, Value)>) -> bool {
        let Some(owner) = method.owner_class() else { return false };
        if self.is_machinery(owner) || self.serves_extensions(owner) {
            return true;
        }
        if method.symbol() == Symbol::NEW && inner.and_then(MethodRef::owner_class).is_some_and(|owner| self.is_machinery(owner)) {
            return true;
        }
        let Some((code, caller)) = caller else { return false };
        if !Code::of_value(code).is_some_and(|code| code.has(FunctionFlags::CORE)) {
            return false;
        }
        let caller = MethodRef::from_value(caller);
        // A core method that has a block run with another self shows by itself.
        if self.is_core_evaluator(method) && (Code::of_value(code).is_some_and(Code::is_block) || self.shows_in_backtrace(caller)) {
            return true;
        }
        // What C code calls it calls as a program does.
        if caller.is_some_and(|caller| caller.kind() == MethodKind::Extension) {
            return false;
        }
        let called_by = caller.map(MethodRef::symbol);
        let caller = caller.and_then(|caller| caller.owner_class());
        if caller.is_some_and(|owner| self.serves_extensions(owner)) {
            return false;
        }
        if self.is_tool(method, owner, called_by, caller) {
            return true;
        }
        // The reference's core guards against endless recursion by a function.
        if self.goes_on(method) || owner == self.classes.kernel && self.symbol_bytes(method.symbol()) == b"catch" {
            return true;
        }
        if method.symbol() == Symbol::NEW {
            return caller.is_some_and(|caller| caller.is_singleton());
        }
        if owner != self.classes.array && owner != self.classes.hash {
            return owner.is_singleton();
        }
        let caller = caller.map(|owner| self.class_name(owner.represented()));
        !caller.is_some_and(|name| name == "Enumerable" || name.starts_with("Enumerator"))
    }

    /// Whether the core library calls a method for what it does, where the reference calls a function: the same of another class,
    /// which is no `super` of Enumerable's, and some that are tools wherever no Enumerator was asked for them.
    fn is_tool(&self, method: MethodRef, owner: ClassRef, called_by: Option<Symbol>, caller: Option<ClassRef>) -> bool {
        const TOOLS: [&[u8]; 12] =
            [b"each_with_index", b"encode", b"first", b"gcd", b"map!", b"remove_method", b"replace", b"set_encoding", b"singleton_class", b"to_a", b"to_i", b"upto"];
        let name = self.symbol_bytes(method.symbol());
        let built_in = |class: ClassRef| class.has_state(state::BUILT_IN) && class != self.classes.enumerable;
        let Some(caller) = caller.filter(|_| built_in(owner) || owner == self.classes.enumerable) else { return false };
        let is_same = called_by == Some(method.symbol()) && !name.starts_with(b"each") && name.first().is_some_and(u8::is_ascii_lowercase) && built_in(owner) && built_in(caller);
        is_same || TOOLS.contains(&name) && !self.class_name(caller.represented()).starts_with("Enumerator")
    }

    /// Whether a class is one that only the core library works with.
    fn is_machinery(&self, class: ClassRef) -> bool {
        self.class_name(class.represented()).starts_with("Rutile::")
    }

    /// Whether methods of a class do what C code asks for.
    fn serves_extensions(&self, owner: ClassRef) -> bool {
        let attached = if owner.is_singleton() { ClassRef::from_module(owner.attached()) } else { None };
        attached.is_some_and(|module| self.class_name(module) == "Rutile::CExtensions")
    }

    /// `Foo#bar`, `Foo.bar`, or the bare name where the owner has none that lasts.
    pub fn method_label(&self, method: MethodRef) -> String {
        self.owned_label(method, self.symbol_text(method.symbol()))
    }

    /// The same of another name: that of the method in whose text the block stands that a method was defined by.
    fn owned_label(&self, method: MethodRef, name: String) -> String {
        let Some(owner) = method.owner_class() else { return name };
        let owner = owner.represented();
        if owner.is_singleton() {
            return match ClassRef::from_module(owner.attached()) {
                Some(class) if class.has_lasting_name() => format!("{}.{name}", self.class_name(class)),
                _ => name,
            };
        }
        if owner.has_lasting_name() { format!("{}#{name}", self.class_name(owner)) } else { name }
    }

    /// The name of code that belongs to no method: `<main>`, `block in <main>`.
    pub fn code_label(&self, code: &Code) -> String {
        self.code_labels(code).0
    }

    /// The same, and the name of the method or text that it stands in.
    pub fn code_labels(&self, code: &Code) -> (String, String) {
        self.frame_label(code, None)
    }

    fn frame_label(&self, code: &Code, method: Option<MethodRef>) -> (String, String) {
        let mut levels = 0;
        let mut home = code;
        // A text that was evaluated goes by the name of what it was evaluated in.
        while home.is_block() || home.kind == FunctionKind::Eval {
            let Some(parent) = Code::of_value(home.parent.get()) else { break };
            levels += usize::from(home.is_block());
            home = parent;
        }
        let base = match method.filter(|method| method.kind() != MethodKind::Frame && home.kind == FunctionKind::Method) {
            Some(method) if levels == 0 => self.method_label(method),
            Some(method) => self.owned_label(method, self.symbol_text(home.name)),
            None => self.symbol_text(home.name),
        };
        let base_label = self.symbol_text(home.name);
        let label = match levels {
            0 => base,
            1 => format!("block in {base}"),
            _ => format!("block ({levels} levels) in {base}"),
        };
        (label, base_label)
    }

    /// The running program's frame: the nearest that is not of the core library.
    pub fn program_frame(&self) -> Option<(FrameRef, usize)> {
        if self.registers.stack_empty {
            return None;
        }
        let mut frame = self.registers.frame;
        let mut pc = self.pc_index();
        while frame.code().has(FunctionFlags::CORE) {
            frame = frame.caller()?;
            pc = frame.pc();
        }
        Some((frame, pc))
    }

    // --- errors by class ---
}
