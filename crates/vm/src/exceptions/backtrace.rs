//! Backtraces as they are captured: three words for each frame, its code, its method and where it stands.

use rutile_bytecode::FunctionFlags;

use crate::code::Code;
use crate::code::stack::FrameRef;
use crate::object::array::ArrayRef;
use crate::object::records::FiberRef;
use crate::value::Value;
use crate::vm::Vm;

/// Where a frame stands whose first instruction has not run: a class body while the hooks of its definition run over it.
/// Below the running frame it is none of the calls that led there.
const NOT_BEGUN: usize = 0;

impl Vm {
    /// The frames from the running one down, raw.
    pub fn raw_backtrace(&mut self, callee: Option<(Value, Value)>, flags: u64) -> Value {
        let raw = self.array_with_capacity(24);
        if let Some((code, method)) = callee {
            for value in [code, method, Value::fixnum(0)] {
                self.array_push(raw, value);
            }
        }
        self.push_unframed(raw, flags);
        if self.registers.stack_empty {
            return raw.value();
        }
        self.push_frames(raw, usize::MAX, true);
        raw.value()
    }

    /// The program's running frame and those below it, raw, as many of them as make so many lines of a backtrace, or more:
    /// who asks for its caller does not pay for a deep stack.
    pub fn nearest_program_frames(&mut self, most: usize) -> Value {
        let raw = self.array_with_capacity(most.clamp(1, 4) * 6);
        if !self.registers.stack_empty {
            self.push_frames(raw, most, false);
        }
        raw.value()
    }

    /// Each frame of the program's makes a line of a backtrace, and those of the core library at most one with it: so many are enough.
    /// The frames of the core library that run now are left out unless they are asked for.
    fn push_frames(&mut self, raw: ArrayRef, most: usize, mut with_core: bool) {
        let mut left = most.max(1);
        let mut pc = self.pc_index();
        let running = self.offset_of(self.registers.frame);
        let traced = self.traced_line();
        let mut offset = Some(running);
        while let Some(at) = offset {
            let frame = self.frame_at(at);
            let (code, method, flags) = (frame.code_value(), frame.method(), frame.flags());
            let caller = frame.caller();
            let counter = std::mem::replace(&mut pc, caller.map_or(0, |caller| caller.pc()));
            offset = caller.map(|caller| self.offset_of(caller));
            let is_program = Code::of_value(code).is_some_and(|code| !code.has(FunctionFlags::CORE));
            if counter == NOT_BEGUN && at != running {
                continue;
            }
            with_core |= is_program;
            if !with_core {
                continue;
            }
            let place = traced.filter(|(traced, _)| *traced == at).map_or(counter as i64, |(_, line)| -line);
            for value in [code, method, Value::fixnum(place)] {
                self.array_push(raw, value);
            }
            self.push_unframed(raw, flags);
            if is_program {
                left -= 1;
                if left == 0 {
                    return;
                }
            }
        }
    }

    /// The frames of a fiber that doesn't run, raw; none where it has not started or has ended.
    pub fn parked_backtrace(&mut self, fiber: FiberRef) -> Value {
        let raw = self.array_with_capacity(24);
        if let Some(method) = crate::interpreter::fibers::parking_method(self, fiber) {
            [Value::NIL, method.value(), Value::fixnum(0)].into_iter().for_each(|value| self.array_push(raw, value));
        }
        let mut offset = fiber.stack_cell().map(|_| fiber.parked_offset());
        while let (Some(at), Some(stack)) = (offset, fiber.stack_cell()) {
            // Found anew each time: what an array allocates may move the stack.
            let frame = FrameRef::on_stack(stack, at);
            let (code, method, pc) = (frame.code_value(), frame.method(), frame.pc());
            let flags = frame.flags();
            offset = frame.caller().map(|caller| at - frame.distance_from(caller));
            if pc == NOT_BEGUN && at != fiber.parked_offset() {
                continue;
            }
            for value in [code, method, Value::fixnum(pc as i64)] {
                self.array_push(raw, value);
            }
            self.push_unframed(raw, flags);
        }
        raw.value()
    }
}
