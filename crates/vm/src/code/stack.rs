//! VM stacks and the frames on them.
//!
//! A fiber's stack is one heap cell that starts small and is replaced by a larger
//! one when it is full; everything that refers to a place on it does so by offset.
//!
//! ```text
//!   stack cell; the header has its size in units of 64 words (aux) and the words that are left out (shape)
//!   +--------+--------+----------+-----------------+-----------------+-------- - -
//!   | header | parked | left out | frame           | frame           | free
//!   +--------+--------+----------+-----------------+-----------------+-------- - -
//!
//!   left out: none in a small cell. Large cells begin at whole pages, so that the same depth of many fibers
//!   would share few sets of the processor's caches; each begins its frames at another line instead.
//!
//!   parked, while its fiber does not run; 0 while it does
//!   +-------------------------------------------------------------+---+
//!   | where the words in use end, in bytes of the cell            | L |  L: the free words may hold leftovers
//!   +-------------------------------------------------------------+---+
//!
//!   frame                                   flags (15 bits), distance (16), next instruction (32)
//!   +------+------+------+-----+-------+--------+------+------+---- -
//!   | link | code | self | env | block | method | r[0] | r[1] |
//!   +------+------+------+-----+-------+--------+------+------+---- -
//!                                               ^ a FrameRef points here
//! ```
//!
//! Invariant: every word between the first frame and the top is a valid value,
//! also those that no live register uses (they hold what was there before, which
//! was valid since the last collection; a collection clears what is above the top,
//! of a parked stack the first one that comes by).

use rutile_bytecode::{Instruction, frame as layout};
use rutile_heap::{Cell, Heap, Word};

use crate::code::Code;
use crate::code::native::Exit;
use crate::code::space;
use crate::object::records::FiberRef;
use crate::value::Value;
use crate::value::fields::Fields;
use crate::value::kind::{Header, Kind, header};
use crate::vm::Vm;

const HEADER: usize = layout::HEADER as usize;
/// Words of a stack cell before its first frame.
const PREFIX: usize = 2;
const PARKED: usize = 1;
/// Words of a new fiber's stack cell: one small frame or two.
const FIRST_WORDS: usize = 64;
/// The unit of a stack's capacity: the least size of its cell.
const CAPACITY_UNIT: usize = FIRST_WORDS;
/// Of the word of a parked stack: what is free may hold leftovers of frames that were left.
const LEFTOVERS: u64 = 1;
/// Most words a stack may have (16 MiB): a list of arguments is as long, then SystemStackError.
const WORDS_MAX: usize = 2 << 20;
/// Most words below a call (4 MiB): some 70,000 calls deep, six times as deep as CRuby. Who meets an endless recursion reads or
/// filters its backtrace, line by line.
const DEPTH_MAX: usize = WORDS_MAX / 4;
const _: () = assert!(WORDS_MAX + RESERVE < 1 << crate::value::FRAME_OFFSET_BITS);
/// Words from which on the length of a list of arguments counts: some 5,000 calls.
const DEEP: usize = 100_000;
/// Most that the words of a deep stack, times the length of a list that is passed there, may be.
const LISTED_MAX: usize = 700_000_000;
/// Stacks of so many words leave some out (see the drawing): a page's worth and above.
const COLOURED_WORDS: usize = 1024;
/// In how many ways.
const COLOURS: usize = 64;
/// Words of a cache line.
const LINE_WORDS: usize = 8;
const _: () = assert!(COLOURS <= u8::MAX as usize);
/// Words kept free above any frame, for operands of operators and helpers.
pub const MARGIN: usize = 32;
/// The part of the margin that an overflowing stack may use to report the overflow.
const RESERVE: usize = 4096;

/// The traced words of a parked stack. Its leftovers may name cells that this collection
/// frees: they go now, before a frame of the resumed fiber can come to lie over them.
pub fn trace(cell: Cell, visit: &mut dyn FnMut(&mut Word)) {
    let parked = cell.field(PARKED);
    let end = parked as usize / 8;
    for index in first_word(cell)..end {
        // SAFETY: the used words of a stack lie in its cell.
        visit(unsafe { &mut *cell.words().add(index) });
    }
    if parked & LEFTOVERS != 0 {
        for index in (end..cell.slot_words()).filter(|&index| cell.field(index) != 0) {
            cell.set_field_raw(index, 0);
        }
        cell.set_field_raw(PARKED, parked & !LEFTOVERS);
    }
}

/// Where a stack's frames lie in its cell, in bytes from the cell's beginning. A fiber keeps it beside where it goes
/// on, since the heads of large cells share few sets of the processor's caches: reading them at each switch would
/// cost more than all the rest.
///
/// ```text
///   +---------------------------------------+---------------------------------+
///   | limit of the frames' registers, 32    | what offsets count from, 31 | 1 |   an integer
///   +---------------------------------------+---------------------------------+
/// ```
#[derive(Clone, Copy)]
struct Bounds(u64);

impl Bounds {
    fn of_stack(stack: Cell) -> Bounds {
        let end = (stack.aux() as usize * CAPACITY_UNIT - MARGIN) * 8;
        Bounds((end as u64) << 32 | first_word(stack) as u64 * 8 | 1)
    }

    #[inline(always)]
    fn of_fiber(fiber: FiberRef) -> Bounds {
        Bounds(fiber.bounds().word())
    }

    #[inline(always)]
    fn base(self) -> usize {
        self.0 as u32 as usize - 1
    }

    /// It lies inside the cell, which is larger than the margin.
    #[inline(always)]
    fn limit(self) -> usize {
        (self.0 >> 32) as usize
    }
}

impl FiberRef {
    /// Gives it a stack, its first or one in place of a smaller one.
    pub(crate) fn give_stack(self, vm: &mut Vm, stack: Cell) {
        self.set_stack(vm, Value::cell(stack));
        let bounds = Bounds::of_stack(stack);
        self.set_bounds(vm, Value::from_word(bounds.0));
        self.set_parked_frame(vm, Value::from_word(bounds.base() as u64 | 1));
    }

    /// Gives it a stack that is parked in a frame (an offset), with so many words in use.
    pub(crate) fn give_parked_stack(self, vm: &mut Vm, stack: Cell, words: usize, frame: usize) {
        self.give_stack(vm, stack);
        let base = Bounds::of_stack(stack).base();
        self.set_parked_frame(vm, Value::from_word((base + frame * 8) as u64 | 1));
        stack.set_field_raw(PARKED, (base + words * 8) as u64 | LEFTOVERS);
    }

    /// Words in use on its stack, which is parked.
    pub(crate) fn parked_words(self) -> usize {
        self.stack_cell().map_or(0, |stack| stack.field(PARKED) as usize / 8 - first_word(stack))
    }

    /// The offset of the frame that it was left in; its stack tells whether it has one.
    pub(crate) fn parked_offset(self) -> usize {
        (self.parked_byte() - Bounds::of_fiber(self).base()) / 8
    }

    /// The byte of its stack's cell where the frame that it was left in is.
    #[inline(always)]
    fn parked_byte(self) -> usize {
        self.parked_frame().word() as usize - 1
    }
}

/// Words of a stack cell that frames can have.
#[inline(always)]
fn capacity(stack: Cell) -> usize {
    stack.aux() as usize * CAPACITY_UNIT - first_word(stack)
}

/// The word of a stack cell that offsets count from.
#[inline(always)]
fn first_word(stack: Cell) -> usize {
    PREFIX + stack.flags() as usize * LINE_WORDS
}

/// The header of a stack cell of so many bytes at least, of which so many words, whole lines, are left out.
fn stack_header(bytes: usize, left_out: usize) -> u64 {
    header(Kind::Stack, 0, (left_out / LINE_WORDS) as u8, (Heap::slot_bytes(bytes) / 8 / CAPACITY_UNIT) as u16)
}

/// A frame, by the address of its first register. Good until the stack is
/// replaced: hold an offset across anything that can push a frame.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub struct FrameRef(pub(crate) *mut Value);

impl FrameRef {
    /// The frame at an offset of a stack that doesn't run.
    pub(crate) fn on_stack(stack: Cell, offset: usize) -> FrameRef {
        FrameRef(stack.byte_pointer((first_word(stack) + offset) * 8) as *mut Value)
    }

    #[inline(always)]
    fn head(self, index: u16) -> *mut Value {
        // SAFETY: a frame's registers follow its header on the same stack.
        unsafe { self.0.sub(HEADER).add(index as usize) }
    }

    #[inline(always)]
    fn read(self, index: u16) -> Value {
        // SAFETY: as `head`.
        unsafe { *self.head(index) }
    }

    #[inline(always)]
    fn write(self, index: u16, value: Value) {
        // SAFETY: as `head`.
        unsafe { *self.head(index) = value }
    }

    #[inline(always)]
    pub(crate) fn register(self, index: usize) -> Value {
        // SAFETY: the bytecode verifier bounds registers; the frame's window was reserved.
        unsafe { *self.0.add(index) }
    }

    /// The same for code beyond this crate; `None` where its code has no such register.
    pub fn known_register(self, index: usize) -> Option<Value> {
        (index < self.code().registers as usize).then(|| self.register(index))
    }

    #[inline(always)]
    pub(crate) fn set_register(self, index: usize, value: Value) {
        // SAFETY: as `register`.
        unsafe { *self.0.add(index) = value }
    }

    /// Sets `count` registers from `first` on to nil, four at a time: the locals of long methods.
    #[inline(always)]
    pub(crate) fn set_nils(self, first: usize, count: usize) {
        let (mut at, end) = (first, first + count);
        while at + 4 <= end {
            for index in at..at + 4 {
                self.set_register(index, Value::NIL);
            }
            at += 4;
        }
        for index in at..end {
            self.set_register(index, Value::NIL);
        }
    }

    /// The first `count` registers, as long as the stack stays where it is.
    pub(crate) fn registers<'a>(self, count: usize) -> &'a [Value] {
        // SAFETY: as `register`.
        unsafe { std::slice::from_raw_parts(self.0, count) }
    }

    /// Half of the link word: 0 the tag, flags and distance, 1 the pc. A load of the whole word would have to wait
    /// for a store to its other half; calls store the pc and returns read the rest.
    #[inline(always)]
    fn link_half(self, half: usize) -> *mut u32 {
        let half = if cfg!(target_endian = "little") { half } else { 1 - half };
        // SAFETY: the halves of a word of the header.
        unsafe { (self.head(layout::LINK) as *mut u32).add(half) }
    }

    /// The lower half of the link word.
    #[inline(always)]
    fn link(self) -> u32 {
        // SAFETY: as `link_half`.
        unsafe { *self.link_half(0) }
    }

    #[inline(always)]
    pub(crate) fn set_link(self, flags: u64, distance: usize) {
        self.write(layout::LINK, Value::from_word(1 | flags << 1 | (distance as u64) << 16));
    }

    #[inline(always)]
    pub fn flags(self) -> u64 {
        (self.link() as u64 >> 1) & 0x7fff
    }

    /// Whether any of some flags is set.
    #[inline(always)]
    pub fn has_flags(self, flags: u64) -> bool {
        self.link() & ((flags & 0x7fff) << 1) as u32 != 0
    }

    pub(crate) fn add_flags(self, flags: u64) {
        // SAFETY: as `link_half`.
        unsafe { *self.link_half(0) |= (flags << 1) as u32 }
    }

    pub(crate) fn clear_flags(self, flags: u64) {
        // SAFETY: as `link_half`.
        unsafe { *self.link_half(0) &= !((flags << 1) as u32) }
    }

    /// Index of the instruction after the one under way; 0 also where none was saved yet.
    pub fn pc(self) -> usize {
        match self.saved() {
            0 => 0,
            saved => saved.wrapping_sub(space::low_address(self.code().instruction_at(0))) as usize,
        }
    }

    /// Where the instruction after the one under way stands, as `space` puts it together again.
    #[inline(always)]
    pub(crate) fn saved(self) -> u32 {
        // SAFETY: as `link_half`.
        unsafe { *self.link_half(1) }
    }

    /// Saves where this frame is to go on.
    #[inline(always)]
    pub(crate) fn save(self, next: *const Instruction) {
        // SAFETY: as `link_half`.
        unsafe { *self.link_half(1) = space::low_address(next) }
    }

    /// The frame below, of one that is not the first of its stack.
    #[inline(always)]
    pub(crate) fn certain_caller(self) -> FrameRef {
        debug_assert!(self.caller().is_some());
        // SAFETY: as `caller`.
        FrameRef(unsafe { self.0.sub((self.link() >> 16) as usize) })
    }

    /// The frame below, unless this is the first of its stack.
    #[inline(always)]
    pub fn caller(self) -> Option<FrameRef> {
        let distance = (self.link() >> 16) as usize;
        if distance == 0 {
            return None;
        }
        // SAFETY: the distance leads to the frame below on the same stack.
        Some(FrameRef(unsafe { self.0.sub(distance) }))
    }

    #[inline(always)]
    pub fn code<'a>(self) -> &'a Code {
        // SAFETY: the code word of a frame that lives.
        unsafe { Code::of_frame_word(self.read(layout::CODE)) }
    }

    #[inline(always)]
    pub fn code_value(self) -> Value {
        self.read(layout::CODE)
    }

    #[inline(always)]
    pub(crate) fn set_code(self, code: Value) {
        self.write(layout::CODE, code);
    }

    #[inline(always)]
    pub fn receiver(self) -> Value {
        self.read(layout::RECEIVER)
    }

    #[inline(always)]
    pub(crate) fn set_receiver(self, value: Value) {
        self.write(layout::RECEIVER, value);
    }

    #[inline(always)]
    pub fn environment(self) -> Value {
        self.read(layout::ENVIRONMENT)
    }

    #[inline(always)]
    pub(crate) fn set_environment(self, value: Value) {
        self.write(layout::ENVIRONMENT, value);
    }

    /// A method's frame: the block it was given (nil, Proc, Symbol or frame block).
    /// A block's frame: what it runs as (the Proc, or the frame block of its creator).
    #[inline(always)]
    pub fn block(self) -> Value {
        self.read(layout::BLOCK)
    }

    #[inline(always)]
    pub(crate) fn set_block(self, value: Value) {
        self.write(layout::BLOCK, value);
    }

    #[inline(always)]
    pub fn method(self) -> Value {
        self.read(layout::METHOD)
    }

    #[inline(always)]
    pub(crate) fn set_method(self, value: Value) {
        self.write(layout::METHOD, value);
    }

    /// The window at register `base`: where a call from this frame is laid out.
    #[inline(always)]
    pub fn window(self, base: usize) -> FrameRef {
        // SAFETY: windows lie inside the registers or the margin above them.
        FrameRef(unsafe { self.0.add(base + HEADER) })
    }

    /// The window above all registers, for calls that compiled code did not lay out.
    #[inline(always)]
    pub fn scratch_window(self) -> FrameRef {
        self.window(self.code().registers as usize)
    }

    /// The start of this frame as natives see it.
    #[inline(always)]
    pub fn arguments_pointer(self) -> *const Value {
        self.head(0)
    }

    /// Words from another frame's start to this one's.
    #[inline(always)]
    pub fn distance_from(self, other: FrameRef) -> usize {
        (self.0 as usize - other.0 as usize) / 8
    }
}

impl Vm {
    /// A new stack cell on which the first frame may have so many registers.
    pub(crate) fn new_stack(&mut self, registers: usize) -> Cell {
        let fits = HEADER + registers + MARGIN <= FIRST_WORDS - PREFIX;
        let words = if fits { FIRST_WORDS } else { (PREFIX + HEADER + registers + 2 * MARGIN).max(FIRST_WORDS * 2) };
        self.allocate(words * 8, stack_header(words * 8, 0))
    }

    /// A new stack cell with the first words of another's frames.
    pub(crate) fn copy_stack(&mut self, source: Cell, words: usize) -> Cell {
        let copy = self.new_stack(words);
        for index in 0..words {
            copy.set_field_raw(first_word(copy) + index, source.field(first_word(source) + index));
        }
        self.heap.barrier(copy);
        copy
    }

    /// Runs on this stack from now on, with `frame` (an offset) as the current frame.
    pub(crate) fn enter_stack(&mut self, stack: Cell, frame: usize) {
        let bounds = Bounds::of_stack(stack);
        self.enter_stack_at(stack, bounds, bounds.base() + frame * 8);
    }

    /// Runs on the stack of a parked fiber from now on, in the frame it was left in.
    #[inline(always)]
    pub(crate) fn enter_parked_stack(&mut self, stack: Cell, fiber: FiberRef) {
        self.enter_stack_at(stack, Bounds::of_fiber(fiber), fiber.parked_byte());
    }

    #[inline(always)]
    fn enter_stack_at(&mut self, stack: Cell, bounds: Bounds, frame: usize) {
        // While it runs, its words are roots and change without a barrier: the cell itself holds none.
        stack.set_field_raw(PARKED, 0);
        let start = stack.byte_pointer(0);
        self.registers.stack = stack;
        self.registers.stack_base = start.wrapping_add(bounds.base()) as *mut Value;
        self.registers.stack_limit = start.wrapping_add(bounds.limit()) as *mut Value;
        self.registers.frame = FrameRef(start.wrapping_add(frame) as *mut Value);
    }

    /// Leaves the current stack, that of `fiber`, in a frame, from which on so many words are in use, and in a state in
    /// which the collector can trace its cell; the heap is told of it by `fibers::make_known`.
    #[inline(always)]
    pub(crate) fn park_stack(&mut self, fiber: FiberRef, frame: FrameRef, words: usize) {
        let stack = self.registers.stack;
        let byte = frame.0 as usize - stack.byte_pointer(0) as usize;
        debug_assert!(byte / 8 + words <= stack.slot_words());
        fiber.0.set_field_raw(FiberRef::PARKED_FRAME, byte as u64 | 1);
        stack.set_field_raw(PARKED, (byte + words * 8) as u64 | LEFTOVERS);
    }

    /// Words in use on the current stack.
    #[inline(always)]
    pub(crate) fn stack_top(&self) -> usize {
        if self.registers.stack_empty {
            return 0;
        }
        let registers = self.registers.frame.code().registers as usize + MARGIN;
        let top = self.offset_of(self.registers.frame) + registers.max(self.registers.window_words);
        top.min(capacity(self.registers.stack))
    }

    /// The words of the current stack that are in use, for the collector; what is above is cleared. Written is only what changes.
    pub(crate) fn stack_words<'a>(&mut self) -> &'a mut [Word] {
        let top = self.stack_top();
        let all = capacity(self.registers.stack);
        // SAFETY: the words lie in the stack's cell; those above the top are dead.
        let words = unsafe { std::slice::from_raw_parts_mut(self.registers.stack_base as *mut Word, all) };
        words[top..].iter_mut().filter(|word| **word != 0).for_each(|word| *word = 0);
        &mut words[..top]
    }

    /// Hands the pages above the words in use back to the system.
    pub(crate) fn give_back_free_stack(&self) {
        let start = self.registers.stack_base as u64;
        let (top, end) = (self.stack_top() as u64 * 8, capacity(self.registers.stack) as u64 * 8);
        // SAFETY: the words lie in the stack's cell; those above the top are dead, and zero is a valid value.
        unsafe { rutile_platform::pages::discard_whole_pages(start + top..start + end) };
    }

    /// Clears what frames that were left wrote behind the current one, which could keep much alive.
    pub fn clear_leftovers(&mut self) {
        let end = self.offset_of(self.registers.frame) + self.registers.frame.code().registers as usize;
        let words = self.stack_words();
        let end = end.min(words.len());
        words[end..].fill(0);
    }

    /// The offset by which a frame is known while stacks may move.
    #[inline(always)]
    pub fn offset_of(&self, frame: FrameRef) -> usize {
        (frame.0 as usize - self.registers.stack_base as usize) / 8
    }

    #[inline(always)]
    pub fn frame_at(&self, offset: usize) -> FrameRef {
        // SAFETY: offsets come from `offset_of` on this stack.
        FrameRef(unsafe { self.registers.stack_base.add(offset) })
    }

    /// The first frame's place on an empty stack.
    pub(crate) fn first_frame(&self) -> FrameRef {
        self.frame_at(HEADER)
    }

    /// Whether `words` more fit above a frame's first register without growing the stack.
    #[inline(always)]
    pub(crate) fn has_room(&self, frame: FrameRef, words: usize) -> bool {
        (frame.0 as usize).wrapping_add(words * 8) <= self.registers.stack_limit as usize
    }

    /// Makes room for `words` registers at `frame`, which is laid out above the current
    /// frame, and returns where it stands now.
    #[inline(always)]
    pub(crate) fn make_room(&mut self, frame: FrameRef, words: usize) -> Result<FrameRef, Exit> {
        if self.has_room(frame, words) {
            return Ok(frame);
        }
        self.grow_stack(frame, words)
    }

    #[cold]
    #[inline(never)]
    fn grow_stack(&mut self, frame: FrameRef, words: usize) -> Result<FrameRef, Exit> {
        let offset = self.offset_of(frame);
        let current = if self.registers.stack_empty { offset } else { self.offset_of(self.registers.frame) };
        let needed = offset + words + 2 * MARGIN;
        let reserve = if self.registers.overflowing { RESERVE } else { 0 };
        if needed > WORDS_MAX + reserve || offset > DEPTH_MAX + reserve {
            return Err(self.stack_overflow());
        }
        let old = self.registers.stack;
        let old_words = capacity(old);
        // The arguments laid out above the current frame must survive the allocation.
        self.registers.window_words = self.registers.window_words.max(offset - current + words.min(old_words.saturating_sub(offset)));
        let doubled = (old.aux() as usize * CAPACITY_UNIT * 2).min(DEPTH_MAX + RESERVE + PREFIX);
        let left_out = self.words_to_leave_out(doubled);
        let bytes = doubled.max(PREFIX + left_out + needed) * 8;
        self.check_allocation(bytes)?;
        let new = self.allocate(bytes, stack_header(bytes, left_out));
        for index in 0..old_words {
            new.set_field_raw(PREFIX + left_out + index, old.field(first_word(old) + index));
        }
        self.registers.window_words = 0;
        self.heap.barrier(new);
        self.enter_stack(new, current);
        let fiber = self.registers.fiber;
        fiber.give_stack(self, new);
        Ok(self.frame_at(offset))
    }

    /// Refuses a list of arguments that is long where the stack is deep: a recursion that passes a longer list
    /// at each level would take memory by the square of a depth that is far beyond CRuby's.
    #[inline]
    pub(crate) fn check_list_depth(&mut self, frame: FrameRef, count: usize) -> Result<(), Exit> {
        let depth = self.offset_of(frame);
        if depth > DEEP && depth.saturating_mul(count) > LISTED_MAX {
            return Err(self.stack_overflow());
        }
        Ok(())
    }

    /// Words before the frames of a new stack for so many: whole cache lines, other ones from cell to cell.
    fn words_to_leave_out(&mut self, words: usize) -> usize {
        if words < COLOURED_WORDS {
            return 0;
        }
        self.registers.stack_colour = (self.registers.stack_colour + 1) % COLOURS;
        self.registers.stack_colour * LINE_WORDS
    }

    pub(crate) fn stack_overflow(&mut self) -> Exit {
        self.registers.overflowing = true;
        let exit = self.raise(self.classes.system_stack_error, "stack level too deep".to_string());
        self.registers.overflowing = false;
        exit
    }
}
