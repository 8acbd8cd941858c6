//! Compiled functions as the machine runs them.
//!
//! A `Code` is made of a `Function` when it is first needed (`builder`), in one piece of the
//! machine's `space`. It is never written again but for what stands apart from it in an area of
//! its own: call caches (one a call site) and feedback slots for constants, instance variables and values
//! computed once.
//!
//! A code cell on the heap owns the `Code`; frames refer to the cell.
//!
//! ```text
//!   +--------+---------+------+---------------+   waiting for its first call: the pointer is null, and its function stands
//!   | header | pointer | body | file | length |   at the address `body` of an image, `length` bytes long
//!   +--------+---------+------+---------------+   or in a cell, packed (`packed`), with the scope that it was defined in
//!   | header | pointer | cell |     scope     |
//!   +--------+---------+------+---------------+
//!                 |
//!                 v
//!            +----------+-----------+--------------+-------+
//!     rare … | literals |   Code    | instructions | lines |
//!            +----------+-----------+--------------+-------+
//!                 |                                         in the area of code
//!                 +--> +-------------+----------+
//!                      | call caches | feedback |           in the area of feedback
//!                      +-------------+----------+
//! ```
//!
//! What a call and the first instructions read stands side by side: the end of `Code`, then the instructions. A program has more
//! code than the processor's first cache holds, and each line of it that a call touches is fetched anew.

pub(crate) mod argument_layout;
pub(crate) mod builder;
pub mod call;
pub mod frame_flags;
pub mod inline_cache;
pub(crate) mod line_table;
pub mod native;
mod packed;
pub mod registers;
pub mod space;
pub mod stack;

use std::cell::Cell as Slot;

use rutile_bytecode::serialize::FunctionSource;
use rutile_bytecode::{Function, FunctionKind, Handler, Instruction, KeywordRest, Op, VariableLocation};
use rutile_heap::{Cell, Word};

pub use crate::code::inline_cache::{CallCache, CallTarget, Feedback};
use crate::code::native::{MethodNative, NativeNumber};
use crate::memory::relative::{OwnerRelative, CountedSlice, RelativePointer, RelativeSlice};
use crate::object::records::ScopeRef;
use crate::value::Value;
use crate::value::fields::Fields;
use crate::value::kind::{Header, flags};
use crate::value::symbol::Symbol;
use crate::vm::Vm;

// Words of a code cell: of one that waits for its first call the last two, of one that was loaded the pointer.
const POINTER: usize = 1;
const BODY: usize = 2;
const EXTENT: usize = 3;
/// In place of the extent, where the body is packed.
const SCOPE: usize = EXTENT;

/// A flag of a code cell.
const RUNS_IN_SEVERAL_SCOPES: u8 = flags::SPECIAL;

/// A function, ready to run. In the order from what is read least to what each call reads; the instructions stand right behind it.
#[repr(C)]
pub struct Code {
    /// The code that a block stands in, or that an eval's variables are seen from; of a method or the body of a class the scope
    /// that it ran in first, or nil.
    pub parent: Slot<Value>,
    /// Bytes of the piece before this.
    pub(crate) before: u32,
    pub(crate) file: CountedSlice<u8>,
    /// Line on which it begins.
    pub line: u32,
    /// The symbol of the method or scope: see [`rutile_bytecode::Function::name`].
    pub name: Symbol,
    pub primitive: Option<NativeNumber>,
    pub(crate) instruction_count: u32,
    /// Right behind them stand the primitives of the same names, where an instruction calls one.
    pub names: RelativeSlice<Symbol>,
    /// Code cells of the nested functions.
    pub functions: RelativeSlice<Slot<Value>>,
    pub sites: RelativeSlice<Site>,
    /// The parts that most functions do without.
    pub(crate) rare: RelativePointer<Rare>,
    /// `FunctionFlags`.
    pub flags: u16,
    pub kind: FunctionKind,
    /// `return` or `break` out of a block stands in it or in a block nested in it.
    pub has_exits: Slot<bool>,
    pub literals: RelativeSlice<Slot<Value>>,
    pub feedback: RelativeSlice<Feedback>,
    /// The first of the call caches, as many as there are sites.
    pub(crate) first_cache: OwnerRelative<CallCache>,
    pub registers: u16,
    /// Only required parameters, and how many (`u16::MAX` when not simple).
    pub simple_arguments: u16,
    /// This code's own cell.
    pub cell: Slot<Value>,
}

/// Nothing is lost between the parts, nor before the instructions.
const _: () = assert!(size_of::<Code>() == 96 && align_of::<Instruction>() == 8);

/// The parts that few functions have.
#[derive(Default)]
pub struct Rare {
    pub parameters: ParameterTable,
    /// Names of the captured variables, by slot.
    pub environment: RelativeSlice<Symbol>,
    /// Variables that stand in registers.
    pub locals: RelativeSlice<Local>,
    pub handlers: RelativeSlice<Handler>,
    pub last_match: VariableLocation,
    pub last_line: VariableLocation,
    /// Where the function stands, if it comes from an image that has functions in it to be loaded later.
    pub(crate) unloaded: Option<Box<FunctionSource<'static>>>,
}

/// A variable that stands in a register: see [`rutile_bytecode::Function::locals`].
#[derive(Clone, Copy)]
pub struct Local {
    pub name: Symbol,
    pub register: u16,
}

impl Local {
    /// It stands in no register but is the block that the frame was given.
    pub fn is_block(self) -> bool {
        self.register == Function::FRAME_BLOCK
    }
}

/// How a function takes its arguments: see [`rutile_bytecode::Parameters`].
#[derive(Default)]
pub struct ParameterTable {
    pub required: u16,
    pub optional: u16,
    pub post: u16,
    pub rest: bool,
    pub block: bool,
    pub auto_splat: bool,
    pub implicit_it: bool,
    pub numbered: u8,
    pub keyword_rest: KeywordRest,
    /// The rest of the keywords has no name: it can only be passed on, and need not be a Hash of its own.
    pub keywords_pass_on: bool,
    pub keywords: RelativeSlice<Keyword>,
    pub optional_entries: RelativeSlice<u32>,
    pub names: RelativeSlice<Symbol>,
}

/// A keyword parameter.
pub struct Keyword {
    pub name: Symbol,
    pub required: bool,
}

impl ParameterTable {
    /// Whether no value is worked out before the body begins.
    pub fn has_no_defaults(&self) -> bool {
        self.optional == 0 && self.keywords.is_empty()
    }

    /// Whether any keyword is taken by name or by `**`.
    pub fn accepts_keywords(&self) -> bool {
        !self.keywords.is_empty() || self.keyword_rest == KeywordRest::Collected
    }

    /// Whether one of the keywords has this name.
    pub fn has_keyword(&self, name: Symbol) -> bool {
        self.keywords.iter().any(|keyword| keyword.name == name)
    }
}

/// A call site, its names resolved.
pub struct Site {
    pub name: Symbol,
    pub arguments: u16,
    /// `CallFlags`.
    pub flags: u16,
    pub keywords: CountedSlice<Symbol>,
    /// Of the block that it passes, if it does.
    pub(crate) block: u16,
    pub has_block: bool,
    /// Positional arguments only and no block argument: the common case.
    pub plain: bool,
}

impl Site {
    /// The index of the block that it passes.
    pub fn block(&self) -> Option<u16> {
        self.has_block.then_some(self.block)
    }
}

const _: () = assert!(align_of::<Site>() <= align_of::<Code>() && size_of::<Site>() % 8 == 0);

impl Code {
    /// The code that a frame's code word refers to.
    ///
    /// # Safety
    /// The word is a code cell that is loaded, and lives as long as what is given: as a frame's does while the frame lives.
    #[inline(always)]
    pub(crate) unsafe fn of_frame_word<'a>(word: Value) -> &'a Code {
        // SAFETY: such a cell owns its Code.
        unsafe { &*(*(word.word() as *const u64).add(POINTER) as *const Code) }
    }

    /// The code that a code cell owns; `None` for other values and where it is not loaded yet.
    pub fn of_value<'a>(value: Value) -> Option<&'a Code> {
        let cell = value.as_kind(crate::value::kind::Kind::Code)?;
        // SAFETY: a code cell that is loaded; whoever has its value keeps it where the collector finds it.
        (cell.field(POINTER) != 0).then(|| unsafe { Code::of_frame_word(value) })
    }

    /// Whether a code cell waits for its first call to be loaded (see `loader`).
    pub fn is_pending(value: Value) -> bool {
        value.as_kind(crate::value::kind::Kind::Code).is_some_and(|cell| cell.field(POINTER) == 0)
    }

    /// Whether it waits so for a body of an image: that of one of the library's own methods.
    pub fn is_in_image(value: Value) -> bool {
        Code::is_pending(value) && !Code::is_packed(value)
    }

    /// Makes a code cell wait for its first call: for a body that stands in an image, of a file with a number. The code around
    /// it is not held: it runs once.
    pub(crate) fn await_call(cell: Cell, body: &'static [u8], file: u32) {
        cell.set_field_raw(BODY, Value::fixnum(body.as_ptr() as i64).word());
        cell.set_field_raw(EXTENT, (file as u64) << 32 | body.len() as u64);
    }

    /// The arguments of [`Code::await_call`], of a cell that waits.
    pub(crate) fn awaited_call(waiting: Value) -> Option<(Cell, &'static [u8], u32)> {
        let cell = waiting.as_kind(crate::value::kind::Kind::Code).filter(|cell| cell.field(POINTER) == 0)?;
        let (start, extent) = (cell.value_at(BODY).as_fixnum()?, cell.field(EXTENT));
        // SAFETY: a waiting cell's words are the address and the length of bytes that last as long as the process.
        let body = unsafe { std::slice::from_raw_parts(start as *const u8, extent as u32 as usize) };
        Some((cell, body, (extent >> 32) as u32))
    }

    /// Makes `cell` the owner of a code.
    pub(crate) fn install(cell: Cell, code: *mut Code) {
        cell.set_field_raw(POINTER, code as u64);
        cell.set_field_raw(BODY, 0);
        cell.set_field_raw(EXTENT, 0);
    }

    /// The code of a cell that died, which is left as it is: its page may be shared.
    pub(crate) fn of_dead(cell: Cell) -> Option<*mut Code> {
        let pointer = cell.field(POINTER) as *mut Code;
        (!pointer.is_null()).then_some(pointer)
    }

    // What instructions of this code name, by operands that the bytecode verifier bounds.

    #[inline(always)]
    pub fn site(&self, index: usize) -> &Site {
        debug_assert!(index < self.sites.len());
        // SAFETY: the operand of a verified instruction.
        unsafe { self.sites.get_unchecked(index) }
    }

    #[inline(always)]
    pub fn instructions(&self) -> &[Instruction] {
        // SAFETY: the builder put so many behind this.
        unsafe { std::slice::from_raw_parts(self.first_instruction(), self.instruction_count as usize) }
    }

    #[inline(always)]
    pub(crate) fn first_instruction(&self) -> *const Instruction {
        (self as *const Code).wrapping_add(1) as *const Instruction
    }

    #[inline(always)]
    pub fn cache(&self, index: usize) -> &CallCache {
        debug_assert!(index < self.sites.len());
        // SAFETY: as `site`; there is a cache for every site.
        unsafe { &*self.first_cache().add(index) }
    }

    /// The caches of all call sites.
    pub fn caches(&self) -> &[CallCache] {
        if self.first_cache.is_none() {
            return &[];
        }
        // SAFETY: there is a cache for every site.
        unsafe { std::slice::from_raw_parts(self.first_cache(), self.sites.len()) }
    }

    /// The first of the call caches: of no use where there is none.
    #[inline(always)]
    fn first_cache(&self) -> *const CallCache {
        self.first_cache.seen_from(self)
    }

    #[inline(always)]
    pub fn literal(&self, index: usize) -> Value {
        debug_assert!(index < self.literals.len());
        // SAFETY: as `site`.
        unsafe { self.literals.get_unchecked(index).get() }
    }

    #[inline(always)]
    pub fn feedback_at(&self, operand: u16) -> &Feedback {
        debug_assert!((operand as usize) < self.feedback.len());
        // SAFETY: as `site`.
        unsafe { self.feedback.get_unchecked(operand as usize) }
    }

    /// The code of a nested function, where it is loaded already.
    #[inline(always)]
    pub fn loaded_function(&self, index: u16) -> Option<&Code> {
        let cell = self.functions.get(index as usize)?.get().as_cell()?;
        debug_assert!(crate::value::kind::Kind::of(cell) == crate::value::kind::Kind::Code);
        // SAFETY: the functions are code cells, which own their Code or hold a null pointer.
        unsafe { (cell.field(POINTER) as *const Code).as_ref() }
    }

    /// Where the instruction at an index stands; the index was saved by the loop, or is a jump's.
    #[inline(always)]
    pub fn instruction_at(&self, at: usize) -> *const Instruction {
        debug_assert!(at <= self.instruction_count as usize);
        self.first_instruction().wrapping_add(at)
    }

    /// The index of the instruction that stands somewhere in this code.
    #[inline(always)]
    pub fn index_of(&self, instruction: *const Instruction) -> usize {
        (instruction as usize - self.first_instruction() as usize) / std::mem::size_of::<Instruction>()
    }

    /// Calls `visit` with the slots of the constants that the code names.
    pub(crate) fn each_constant_slot(&self, mut visit: impl FnMut(&Feedback)) {
        for instruction in self.instructions().iter().filter(|instruction| instruction.op == Op::GetConstant) {
            visit(&self.feedback[instruction.c as usize]);
        }
    }

    /// Empties the slots of instance variables that hold for a shape of which `is_dead` is true.
    pub(crate) fn clean_variables(&self, is_dead: impl Fn(u32) -> bool) {
        let variables = |op: Op| matches!(op, Op::GetInstanceVariable | Op::SetInstanceVariable);
        for instruction in self.instructions().iter().filter(|instruction| variables(instruction.op)) {
            let feedback = &self.feedback[instruction.c as usize];
            if is_dead(feedback.key.get()) {
                feedback.key.set(0);
            }
            let transition = feedback.value.get();
            if transition.is_fixnum() && [transition.fixnum_value() >> 32, transition.fixnum_value()].iter().any(|&shape| is_dead(shape as u32)) {
                feedback.value.set(Value::UNDEFINED);
            }
        }
    }

    #[inline(always)]
    pub fn has(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }

    #[inline(always)]
    pub fn is_block(&self) -> bool {
        self.kind as u8 >= FunctionKind::Block as u8
    }

    #[inline(always)]
    pub(crate) fn rare(&self) -> &Rare {
        static NOTHING: Rare = Rare::NOTHING;
        self.rare.get().unwrap_or(&NOTHING)
    }

    #[inline(always)]
    pub fn parameters(&self) -> &ParameterTable {
        &self.rare().parameters
    }

    /// The native that a method with this body tries before it.
    pub fn method_native(&self) -> Option<MethodNative> {
        let parameters = self.parameters();
        let positional = parameters.required as u64 + parameters.optional as u64 + parameters.post as u64;
        self.primitive.map(|number| MethodNative::new(number, (!parameters.rest).then_some(positional)))
    }

    pub fn handlers(&self) -> &[Handler] {
        &self.rare().handlers
    }

    /// Names of the captured variables, by slot.
    pub fn environment(&self) -> &[Symbol] {
        &self.rare().environment
    }

    /// Variables that stand in registers.
    pub fn locals(&self) -> &[Local] {
        &self.rare().locals
    }

    pub fn last_match(&self) -> VariableLocation {
        self.rare().last_match
    }

    pub fn last_line(&self) -> VariableLocation {
        self.rare().last_line
    }

    /// The path as `__FILE__` and backtraces show it.
    pub fn file(&self) -> &str {
        // SAFETY: copied from a str.
        unsafe { std::str::from_utf8_unchecked(&self.file) }
    }

    /// The native of a `CallPrimitive`, by the index of its name.
    #[inline(always)]
    pub(crate) fn native(&self, name: u16) -> Option<NativeNumber> {
        debug_assert!((name as usize) < self.names.len());
        // SAFETY: the builder put one for each name behind the names of a code that calls primitives.
        unsafe { *(self.names.as_ptr_range().end as *const Option<NativeNumber>).add(name as usize) }
    }

    /// Where the function stands in an image, if functions in it may still have to be loaded.
    pub(crate) fn unloaded(&self) -> Option<FunctionSource<'static>> {
        self.rare().unloaded.as_deref().copied()
    }

    /// From which instruction on each line is, where statements begin and which nodes they come from: see `line_table`.
    fn line_tables(&self) -> [&[u8]; 3] {
        // SAFETY: the builder puts them right behind the instructions.
        unsafe { line_table::all(self.instructions().as_ptr_range().end as *const u8) }
    }

    /// Bytes from here to the end of its piece, which is that of the line tables, and of its caches and feedback.
    pub(crate) fn bytes(&self) -> (usize, usize) {
        let end = self.line_tables()[2].as_ptr_range().end as usize;
        (end - self as *const Code as usize, size_of_val(self.caches()) + size_of_val(&*self.feedback))
    }

    /// The line of the instruction before `pc` (a return address).
    pub fn line_at(&self, pc: usize) -> u32 {
        let wanted = pc.saturating_sub(1) as u32;
        let before = line_table::entries(self.line_tables()[0]).take_while(|entry| entry.pc <= wanted);
        before.last().map_or(self.line, |entry| entry.line)
    }

    /// The number of the node that the instruction before `pc` comes from, of code that keeps them.
    pub fn node_at(&self, pc: usize) -> Option<u32> {
        let wanted = pc.checked_sub(1)? as u32;
        line_table::entries(self.line_tables()[2]).take_while(|entry| entry.pc <= wanted).last().map(|entry| entry.line)
    }

    pub fn has_no_statements(&self) -> bool {
        self.line_tables()[1].is_empty()
    }

    /// The line of the statement that begins at an instruction, if one does.
    pub fn statement_at(&self, pc: usize) -> Option<u32> {
        line_table::entries(self.line_tables()[1]).find(|entry| entry.pc as usize >= pc).filter(|entry| entry.pc as usize == pc).map(|entry| entry.line)
    }

    /// Whether it ran in scopes that see different constants: no cache may tell what one of them saw. Of a method or the body of a class.
    pub fn runs_in_several_scopes(&self) -> bool {
        self.cell.get().as_cell().is_some_and(|cell| cell.has_flag(RUNS_IN_SEVERAL_SCOPES))
    }

    /// The method-level code its text stands in.
    pub fn home<'a>(&'a self) -> &'a Code {
        let mut code = self;
        while code.is_block() {
            match Code::of_value(code.parent.get()) {
                Some(parent) => code = parent,
                None => break,
            }
        }
        code
    }
}

/// Calls `visit` with a code and the blocks in it.
pub(crate) fn each_within<'a>(code: &'a Code, visit: &mut dyn FnMut(&'a Code)) {
    visit(code);
    for inner in code.functions.iter() {
        if let Some(inner) = Code::of_value(inner.get()).filter(|inner| inner.is_block()) {
            each_within(inner, visit);
        }
    }
}

impl Vm {
    /// A method is defined, or the body of a class opened, in a scope. Where its code ran in another, its caches are emptied: a cache
    /// holds what one scope sees.
    pub fn bind_to_scope(&mut self, body: Value, scope: Value) {
        if Code::is_packed(body) {
            return self.bind_packed_to_scope(body, scope);
        }
        let Some(code) = Code::of_value(body) else { return };
        let (before, Some(cell)) = (code.parent.get(), body.as_cell()) else { return };
        if before.is_nil() {
            code.parent.set(scope);
            self.heap.external_write_barrier(cell, scope.word());
        } else if !is_same_scope(before, scope) && !code.runs_in_several_scopes() {
            cell.set_flag(RUNS_IN_SEVERAL_SCOPES);
            self.forget_scope(code);
        }
    }

    /// Whether what a call in a code finds is the same each time: not where its scopes may see different refinements.
    pub(crate) fn calls_are_cached(&self, code: &Code) -> bool {
        !self.program.uses_refinements || !code.home().runs_in_several_scopes()
    }

    /// Empties the caches of a code and the blocks in it: the scope that they run in has changed.
    pub fn forget_scope(&mut self, code: &Code) {
        let polymorphic = &mut self.polymorphic;
        each_within(code, &mut |code| {
            code.each_constant_slot(|slot| slot.key.set(0));
            for cache in code.caches() {
                polymorphic.release(cache);
                cache.empty();
            }
            polymorphic.release_operators(code.instructions());
        });
        self.global_cache.clear();
    }
}

/// Whether two scopes see the same.
fn is_same_scope(one: Value, other: Value) -> bool {
    match (ScopeRef::from_value(one), ScopeRef::from_value(other)) {
        (Some(a), Some(b)) => one == other || a.module() == b.module() && a.refinements() == b.refinements() && is_same_scope(a.parent(), b.parent()),
        _ => one == other,
    }
}

impl Rare {
    pub const NOTHING: Rare = Rare {
        parameters: ParameterTable {
            required: 0,
            optional: 0,
            post: 0,
            rest: false,
            block: false,
            auto_splat: false,
            implicit_it: false,
            numbered: 0,
            keyword_rest: KeywordRest::None,
            keywords_pass_on: false,
            keywords: RelativeSlice::NONE,
            optional_entries: RelativeSlice::NONE,
            names: RelativeSlice::NONE,
        },
        environment: RelativeSlice::NONE,
        locals: RelativeSlice::NONE,
        handlers: RelativeSlice::NONE,
        last_match: VariableLocation::None,
        last_line: VariableLocation::None,
        unloaded: None,
    };
}

/// The traced words of a code cell.
pub fn trace(cell: Cell, visit: &mut dyn FnMut(&mut Word)) {
    let pointer = cell.field(POINTER) as *const Code;
    if pointer.is_null() {
        return packed::trace(cell, visit);
    }
    // SAFETY: a live code cell owns its Code.
    let code = unsafe { &*pointer };
    // SAFETY: a Slot<Value> is one word, and nobody else looks at it during a collection.
    let mut slot = |value: &Slot<Value>| visit(unsafe { &mut *(value.as_ptr() as *mut Word) });
    code.literals.iter().for_each(&mut slot);
    for feedback in code.feedback.iter() {
        slot(&feedback.value);
    }
    slot(&code.parent);
    slot(&code.cell);
    code.functions.iter().for_each(&mut slot);
}
