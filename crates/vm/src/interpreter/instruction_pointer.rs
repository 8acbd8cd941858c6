//! Where execution stands: the loop's own pointer, and the machine's, by which the loop and the steps
//! outside it hand over to one another.

use rutile_bytecode::{Instruction, Op, fused};

use crate::calls::basic_operations::of;
use crate::code::stack::FrameRef;
use crate::value::Value;
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// The instruction pointer of the loop.
#[derive(Clone, Copy)]
pub(super) struct InstructionPointer(pub(super) *const Instruction);

impl InstructionPointer {
    /// The next instruction, which lasts as long as the code that runs; moves past it.
    #[inline(always)]
    pub(super) fn next<'a>(&mut self) -> &'a Instruction {
        // SAFETY: the bytecode verifier ensures that control never runs past a function's end.
        let instruction = unsafe { &*self.0 };
        // SAFETY: at most behind the last instruction.
        self.0 = unsafe { self.0.add(1) };
        instruction
    }

    /// The next instruction; stays before it. Not for the last of a function.
    #[inline(always)]
    pub(super) fn peek<'a>(self) -> &'a Instruction {
        // SAFETY: as `next`.
        unsafe { &*self.0 }
    }

    /// The instruction that it stands behind: not for the beginning of a function.
    #[inline(always)]
    pub(super) fn before<'a>(self) -> &'a Instruction {
        // SAFETY: as `next`.
        unsafe { &*self.0.sub(1) }
    }

    #[inline(always)]
    pub(super) fn jump(&mut self, distance: i32) {
        // SAFETY: jump targets are verified.
        self.0 = unsafe { self.0.offset(distance as isize) };
    }

    /// After a step by a fixnum: goes back at once where that is all the loop has left
    /// to do, and nothing else is to be done there.
    #[inline(always)]
    pub(super) fn take_back_edge(&mut self, vm: &Vm, frame: FrameRef) {
        // SAFETY: an addition is never the last instruction.
        let next = unsafe { &*self.0 };
        if next.op != Op::LoopBack || vm.is_interrupted() {
            return;
        }
        // SAFETY: as `next`.
        self.0 = unsafe { self.0.add(1) };
        self.jump(next.bc());
        // Most loops go on while what was added to is less than something.
        // SAFETY: a jump leads to an instruction.
        let condition = unsafe { &*self.0 };
        if condition.head() == const { Instruction::head_of(Op::Less, fused::JUMP_UNLESS) } {
            let (x, y) = (frame.register(condition.b as usize), frame.register(condition.c as usize));
            if x.is_fixnum() && y.is_fixnum() && vm.is_basic(Symbol::LESS, of::INTEGER) {
                // SAFETY: as `next`.
                self.0 = unsafe { self.0.add(1) };
                self.branch((x.word() as i64) < (y.word() as i64), false);
            }
        }
    }

    /// Delivers the truth that an instruction computed; takes the jump that it decides at once, unless each instruction is
    /// watched.
    #[inline(always)]
    pub(super) fn deliver_truth<const WATCHED: bool>(&mut self, frame: FrameRef, i: &Instruction, truth: bool) {
        if WATCHED || i.n & fused::ANY == 0 {
            frame.set_register(i.a as usize, Value::boolean(truth));
        } else {
            self.branch(truth, i.n & fused::JUMP_IF != 0);
        }
    }

    /// Jumps as the instruction here says, if a truth is the one that it wants; goes on behind it otherwise.
    #[inline(always)]
    fn branch(&mut self, truth: bool, wanted: bool) {
        let jump = self.next();
        if truth == wanted {
            self.jump(jump.bc());
        }
    }
}

impl Vm {
    /// The symbol that operand `index` of the running function names.
    #[inline(always)]
    pub(crate) fn operand_name(&self, index: u16) -> Symbol {
        self.code().names[index as usize]
    }

    /// Stores the value of the instruction under way.
    #[inline(always)]
    pub(crate) fn deliver(&mut self, value: Value) {
        // SAFETY: the counter stands behind the instruction under way.
        let call = unsafe { &*self.registers.pc.sub(1) };
        self.registers.frame.set_register(call.a as usize, value);
    }

    /// Index of the next instruction of the running frame.
    #[inline(always)]
    pub(crate) fn pc_index(&self) -> usize {
        self.code().index_of(self.registers.pc)
    }

    /// Saves where the running frame is, so that another can run.
    #[inline(always)]
    pub(crate) fn save_pc(&mut self) {
        self.registers.frame.save(self.registers.pc);
    }

    /// Where a suspended frame is to go on.
    #[inline(always)]
    pub(crate) fn saved_pc(&self, frame: FrameRef) -> *const Instruction {
        self.code_space.instruction_with(frame.saved())
    }

    /// Makes a suspended frame the running one.
    pub(crate) fn resume_frame(&mut self, frame: FrameRef) {
        self.registers.frame = frame;
        self.registers.pc = self.saved_pc(frame);
    }

    /// Continues the running frame at an instruction.
    pub(crate) fn set_pc(&mut self, at: usize) {
        self.registers.pc = self.registers.frame.code().instruction_at(at);
    }
}
