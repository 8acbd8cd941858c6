//! The backtrace of a machine whose process a fault ends.
//!
//! It is told from the handler of a signal, at any instruction and perhaps of a heap that was written over: nothing is allocated,
//! every address is looked up before it is read, and a frame that can't be one ends the list.

use rutile_bytecode::FunctionFlags;
use rutile_platform::crash::Report;

use crate::calls::method::MethodKind;
use crate::code::Code;
use crate::code::stack::FrameRef;
use crate::object::class::ClassRef;
use crate::object::records::MethodRef;
use crate::object::string::StringRef;
use crate::value::Value;
use crate::value::kind::Kind;
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// Lines that are told of, at most.
const MOST: usize = 100;
/// Modules around a class whose names are told, at most.
const NESTED: usize = 16;

impl Vm {
    /// Tells the running fiber's frames, the innermost first: that of the function `native` first of all, if one runs.
    pub fn tell_frames(&self, report: &mut Report, native: Value) {
        if self.registers.stack_empty {
            return;
        }
        let mut native = self.known(native, Kind::Method).and_then(MethodRef::from_value);
        let mut next = self.sound_frame(self.registers.frame);
        let mut counter = self.running_counter();
        let mut lines = 0;
        while let (Some(frame), true) = (next, lines < MOST) {
            let Some(code) = self.known(frame.code_value(), Kind::Code).and_then(Code::of_value) else { break };
            if !code.has(FunctionFlags::CORE) {
                let line = if (1..=code.instructions().len()).contains(&counter) { code.line_at(counter) } else { code.line };
                if let Some(method) = native.take() {
                    self.tell_line(report, code, line, |report| self.tell_method(report, method));
                }
                self.tell_line(report, code, line, |report| self.tell_code(report, frame, code));
                lines += 1;
            }
            next = frame.caller().and_then(|caller| self.sound_frame(caller));
            counter = next.map_or(0, FrameRef::pc);
        }
        report.flush();
    }

    /// A frame that lies on the running stack.
    fn sound_frame(&self, frame: FrameRef) -> Option<FrameRef> {
        let (base, limit) = (self.registers.stack_base as usize, self.registers.stack_limit as usize);
        let place = frame.0 as usize;
        (place.is_multiple_of(8) && place > base && place <= limit).then_some(frame)
    }

    /// A value that is a live cell of a kind.
    fn known(&self, value: Value, kind: Kind) -> Option<Value> {
        let word = value.as_cell()?.address();
        // The heap is elsewhere during a collection.
        let cell = self.heap.contains(word).or_else(|| rutile_heap::live_cell_at(self.classes.object.0, word))?;
        (cell.address() == value.word() && Kind::of(cell) == kind).then_some(value)
    }

    /// Where the running frame is; 0 where that can't be said.
    fn running_counter(&self) -> usize {
        let Some(frame) = self.sound_frame(self.registers.frame) else { return 0 };
        let Some(code) = self.known(frame.code_value(), Kind::Code).and_then(Code::of_value) else { return 0 };
        if code.instructions().as_ptr_range().contains(&self.registers.pc) { code.index_of(self.registers.pc) } else { 0 }
    }

    fn tell_line(&self, report: &mut Report, code: &Code, line: u32, tell_label: impl FnOnce(&mut Report)) {
        report.text("\tfrom ");
        report.text(code.file());
        report.text(":");
        report.number(line.into());
        report.text(":in '");
        tell_label(report);
        report.text("'\n");
    }

    fn tell_code(&self, report: &mut Report, frame: FrameRef, code: &Code) {
        if code.is_block() {
            report.text("block in ");
        }
        let home = code.home();
        let method = self.known(frame.method(), Kind::Method).and_then(MethodRef::from_value);
        match method.filter(|method| method.kind() != MethodKind::Frame && home.kind == rutile_bytecode::FunctionKind::Method) {
            Some(method) => self.tell_method(report, method),
            None => self.tell_symbol(report, home.name),
        }
    }

    fn tell_method(&self, report: &mut Report, method: MethodRef) {
        if let Some(owner) = method.owner_class().map(ClassRef::represented) {
            let singleton = ClassRef::from_module(owner.attached()).filter(|_| owner.is_singleton());
            if self.tell_class(report, singleton.unwrap_or(owner)) {
                report.text(if singleton.is_some() { "." } else { "#" });
            }
        }
        self.tell_symbol(report, method.symbol());
    }

    /// Whether the class has a name.
    fn tell_class(&self, report: &mut Report, class: ClassRef) -> bool {
        if let Some(name) = StringRef::from_value(class.name()) {
            report.bytes(name.bytes());
            return true;
        }
        let mut path = [class; NESTED];
        let mut length = 0;
        let mut next = Some(class);
        while let Some(class) = next.filter(|class| *class != self.classes.object && length < NESTED) {
            if class.name().as_symbol().is_none() {
                break;
            }
            path[length] = class;
            length += 1;
            next = ClassRef::from_module(class.lexical_parent());
        }
        for (index, class) in path[..length].iter().rev().enumerate() {
            if index > 0 {
                report.text("::");
            }
            class.name().as_symbol().into_iter().for_each(|name| self.tell_symbol(report, name));
        }
        length > 0
    }

    fn tell_symbol(&self, report: &mut Report, symbol: Symbol) {
        if (symbol.0 as usize) < self.symbols.len() {
            report.bytes(self.symbols.bytes(symbol));
        }
    }
}
