//! The machine: everything a running Ruby has, hanging from one value.
//!
//! There is no process-wide state: two machines in one process know nothing of
//! each other. Each field is a part with operations of its own, in the room of its subject; what needs several of them
//! is an operation of the machine (`impl Vm`), also in that room.

use std::collections::HashSet;
use std::sync::atomic::Ordering;

pub use rutile_heap::CollectionKind;
use rutile_heap::{Cell, Config, Heap, RootVisitor};

use crate::calls::ancestry::Ancestry;
use crate::calls::assumptions::Assumptions;
use crate::calls::basic_operations::BasicOperations;
use crate::calls::global_cache::GlobalCache;
use crate::calls::polymorphic::Polymorphic;
use crate::code::Code;
use crate::code::native::NativeTable;
use crate::code::registers::Registers;
use crate::code::space::CodeSpace;
use crate::collector::{Collector, Finalizers};
use crate::collector::allocation_sites::AllocationSites;
use crate::collector::holder::Holder;
use crate::collector::layouts::LAYOUTS;
use crate::collector::weak::WeakTables;
use crate::concurrency::threads::Threads;
use crate::interpreter::FreeEnvironments;
use crate::interpreter::coverage::Coverage;
use crate::interpreter::loader::Loader;
use crate::interpreter::tracing::Tracing;
use crate::interpreter::unused_blocks::UnusedBlocks;
use crate::memory::c_heap::Retired;
use crate::memory::exhaustion::AddressBudget;
use crate::memory::object_ids::ObjectIds;
use crate::object::class::ClassRef;
use crate::object::globals::Globals;
use crate::object::side_variables::SideVariables;
use crate::object::records::{BufferRef, MethodRef};
use crate::object::resource::Resources;
use crate::object::shape::{ShapeTable, immediate};
use crate::regexp::cache::Regexps;
use crate::startup::boot::Classes;
use crate::value::Value;
use crate::value::encoding::Encoding;
use crate::value::fields::Fields;
use crate::value::kind::{Header, Kind};
use crate::value::symbol::{Symbol, SymbolTable};

/// How a machine is set up.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub heap: Config,
    /// A collection with verification at every allocation, from the end of the start on.
    pub stress: bool,
    /// A limit on the heap, in bytes, from the end of booting on.
    pub heap_limit: Option<u64>,
    /// The notices about settings of the environment, where someone listens.
    pub notices: Vec<String>,
    /// And already while the core library is loaded, which takes long.
    pub stress_start: bool,
    /// Whatever is compiled is checked by the bytecode verifier before it runs, which panics where it complains.
    pub verify_bytecode: bool,
    /// The path of each method of an image is told when it is loaded (`script/startup-methods`).
    pub tell_loads: bool,
    /// A switch of threads at every safepoint.
    pub switch_stress: bool,
    /// After a warm-up, whoever writes to what is permanent is reported.
    pub protect: bool,
    /// Settings of the pool of machine stacks.
    pub machine_stacks: rutile_fiber::Policy,
}

pub struct Vm {
    /// The registers that the interpreter's loop touches at every step.
    pub registers: Registers,

    // --- what caches rely on ---
    pub assumptions: Assumptions,
    pub basic_operations: BasicOperations,
    pub polymorphic: Polymorphic,
    pub global_cache: GlobalCache,
    pub ancestry: Ancestry,

    // --- memory ---
    pub heap: Heap,
    pub collector: Collector,
    pub finalizers: Finalizers,
    pub weak: WeakTables,
    /// The references of C extensions, once there are any.
    pub holder: Option<Box<dyn Holder>>,
    pub sites: AllocationSites,
    pub object_ids: ObjectIds,
    pub resources: Resources,
    pub(crate) free_environments: FreeEnvironments,

    // --- objects ---
    pub symbols: SymbolTable,
    pub shapes: ShapeTable,
    pub classes: Classes,
    pub globals: Globals,
    pub(crate) variables: SideVariables,
    /// The secret with which keys are hashed.
    pub hash_seed: u64,

    // --- code ---
    pub code_space: CodeSpace,
    pub natives: NativeTable,
    pub loader: Loader,
    pub tracing: Tracing,
    pub coverage: Coverage,
    pub regexps: Regexps,

    // --- concurrency ---
    pub threads: Threads,
    pub(crate) machine_stacks: Option<rutile_fiber::StackPool>,

    // --- the program ---
    pub program: Program,
    pub phase: Phase,
    pub options: Options,
    pub settings: Settings,
}

/// The program's top level, and the features that it turned out to use.
pub struct Program {
    pub main_object: Value,
    /// The internal module `Rutile`, home of the core library's helpers.
    pub helpers: ClassRef,
    pub top_scope: Value,
    pub top_method: MethodRef,
    /// Procs to run at exit.
    pub at_exit: Value,
    /// The weak table of `object/shared_strings.rs`, once there is one.
    pub(crate) shared_strings: Value,
    /// The Procs that Symbols had last, each at its Symbol's place, once there is one.
    pub(crate) symbol_procs: Value,
    pub started: std::time::Instant,
    /// The name and kind of the call that went to a program's `method_missing` last: what its `super` says of it.
    pub missed_call: Option<(Symbol, u16)>,
    /// Answers of `defined?`, one frozen String each.
    pub(crate) descriptions: Vec<(&'static str, Value)>,
    /// Names of methods of which some class changed the inherited visibility.
    pub(crate) inherited_names: HashSet<Symbol>,
    /// Procs are asked for their bindings: see `interpreter/activations.rs`.
    pub(crate) uses_bindings: bool,
    /// Where literals were changed that will be frozen one day, and where they were made if that is known, to be told at the next safepoint.
    pub(crate) changed_literals: Vec<(String, Option<String>)>,
    /// Warnings that are due at the next safepoint.
    pub(crate) due_warnings: Vec<String>,
    pub(crate) unused_blocks: UnusedBlocks,
    /// Some scope has refinements in use.
    pub uses_refinements: bool,
    /// Names of methods that it put in the place of the core library's: see `calls/replaced`.
    pub(crate) replaced_names: HashSet<Symbol>,
}

/// Where the machine stands in its life.
pub struct Phase {
    pub booting: bool,
    pub(crate) forked: bool,
    /// Bytes of code there were when caches were last filled ahead.
    pub(crate) filled_code: u64,
    /// What of the C heap is out of use since the last fork or warm-up.
    pub(crate) retired: Retired,
}

/// Settings that a program may change.
pub struct Settings {
    /// The name of the locale's encoding as the system has it.
    pub locale_codeset: String,
    /// That encoding: what words of the command line, of the environment and of a program without a file have.
    pub locale: Encoding,
    /// The encoding of text from outside that says nothing of its own.
    pub default_external: Encoding,
    /// The encoding that such text is converted to, where a program has asked for one.
    pub default_internal: Option<Encoding>,
    /// `-w`, `-W`: 0 silent, 1 normal, 2 verbose.
    pub warning_level: u8,
    /// Whether what is about to go is warned of: `Warning[:deprecated]`.
    pub warns_of_deprecated: bool,
    /// Whether to tell of changes that make programs slower.
    pub warns_of_performance: bool,
    /// Whether to tell of all blocks without use: `Warning[:strict_unused_block]`.
    pub warns_of_unused_blocks: bool,
}

impl Settings {
    /// The encoding of text from outside that is said to be of `encoding`: bytes that US-ASCII has not make it BINARY.
    pub fn encoding_from_outside(&self, bytes: &[u8], encoding: Encoding) -> Encoding {
        if encoding == Encoding::US_ASCII && !bytes.is_ascii() { Encoding::BINARY } else { encoding }
    }

    /// Whether text from outside that says nothing of its own is converted.
    pub fn converts_text(&self) -> bool {
        self.default_internal.is_some_and(|internal| internal != self.default_external)
    }
}

impl Vm {
    // --- memory ---

    /// A new cell, zero after its header. It may collect first: values must be on
    /// a stack, or otherwise reachable. Where memory is out the cell comes from
    /// the last reserve and a NoMemoryError is raised at the next safepoint.
    #[inline(always)]
    pub fn allocate(&mut self, bytes: usize, header: u64) -> Cell {
        match self.heap.try_allocate(bytes, header) {
            Some(cell) => cell,
            None => self.allocate_slowly(bytes, header),
        }
    }

    /// Keeps a value for the life of the machine.
    pub fn keep(&mut self, value: Value) -> Value {
        self.collector.kept.push(value);
        value
    }

    // --- symbols ---

    pub fn intern(&mut self, name: &[u8]) -> Symbol {
        self.symbols.intern(name)
    }

    pub fn symbol_bytes(&self, symbol: Symbol) -> &[u8] {
        self.symbols.bytes(symbol)
    }

    /// A symbol's name for messages.
    pub fn symbol_text(&self, symbol: Symbol) -> String {
        self.symbols.text(symbol).into_owned()
    }

    // --- classes ---

    /// The number inline caches compare: the shape of a cell, or the mark of an immediate's class.
    #[inline(always)]
    pub fn shape_of(&self, value: Value) -> u32 {
        if let Some(cell) = value.as_cell() {
            return cell.shape();
        }
        if value.is_fixnum() {
            immediate::FIXNUM
        } else if value.is_flonum() {
            immediate::FLONUM
        } else if value.is_symbol() {
            immediate::SYMBOL
        } else if value == Value::NIL {
            immediate::NIL
        } else if value == Value::TRUE {
            immediate::TRUE
        } else {
            immediate::FALSE
        }
    }

    /// The class whose methods a value answers to: its singleton class where it has one.
    #[inline(always)]
    pub fn class_of(&self, value: Value) -> ClassRef {
        let class = self.shapes.class(self.shape_of(value));
        match class.as_cell() {
            Some(cell) => ClassRef(cell),
            None => self.classes.object,
        }
    }

    /// Whether a value is an instance of a class or module.
    #[inline]
    pub fn is_a(&self, value: Value, class: ClassRef) -> bool {
        self.inherits(self.class_of(value), class)
    }

    /// Asks for attention at the next safepoint.
    pub fn request_interrupt(&self) {
        self.registers.interrupt.store(true, Ordering::Release);
    }

    #[inline(always)]
    pub fn is_interrupted(&self) -> bool {
        self.registers.interrupt.load(Ordering::Relaxed)
    }

    /// The code of the running frame.
    #[inline(always)]
    pub fn code<'a>(&self) -> &'a Code {
        self.registers.frame.code()
    }

    pub(crate) fn visit_roots(&mut self, visitor: &mut dyn RootVisitor) {
        visitor.pin(self.shapes.class(self.collector.allocating).word());
        self.classes.visit(&mut |cell| visitor.cell(cell));
        self.globals.visit(visitor);
        for (_, value) in &mut self.program.descriptions {
            visitor.slot(&mut value.0);
        }
        for value in self.collector.kept.iter_mut() {
            visitor.slot(&mut value.0);
        }
        let fibers = [Some(self.registers.fiber), self.threads.main_fiber].into_iter().flatten().map(|fiber| fiber.0);
        for cell in fibers.chain([self.registers.stack, self.program.helpers.0, self.program.top_method.0]) {
            visitor.cell(cell);
        }
        for value in [&mut self.registers.callee, &mut self.registers.packed, &mut self.registers.fresh_exception, &mut self.program.main_object, &mut self.program.top_scope, &mut self.program.at_exit, &mut self.program.shared_strings, &mut self.program.symbol_procs, &mut self.threads.fibers, &mut self.threads.trapped, &mut self.coverage.files, self.basic_operations.originals_slot()] {
            visitor.slot(&mut value.0);
        }
        if let Some(holder) = &mut self.holder {
            holder.visit(visitor);
        }
        for (_, procs) in self.finalizers.due.iter_mut() {
            visitor.slot(&mut procs.0);
        }
        visitor.slots(self.stack_words());
    }

    pub(crate) fn finalize(&mut self, cell: Cell) {
        match Kind::of(cell) {
            Kind::Code => self.release_code(cell),
            Kind::Regexp => self.release_resource(cell, 3),
            Kind::Resource => self.release_resource(cell, 1),
            Kind::Data => {
                if let Some(holder) = &mut self.holder {
                    holder.finalize(crate::object::data::DataRef(cell));
                }
            }
            _ => {}
        }
    }

    fn release_resource(&mut self, cell: Cell, field: usize) {
        if let Some(index) = cell.value_at(field).as_fixnum() {
            self.remove_resource(index as usize);
        }
    }

    pub fn new_heap(options: &Options, budget: &AddressBudget) -> Result<Heap, rutile_heap::HeapError> {
        let mut config = options.heap.clone();
        config.region_bytes = config.region_bytes.min(budget.heap);
        config.stress |= options.stress_start;
        Heap::new(config, &LAYOUTS)
    }
}

impl Vm {
    /// A buffer without memory.
    pub fn new_buffer(&mut self) -> BufferRef {
        let shape = self.shapes.of_class(self.classes.object);
        let cell = self.allocate(BufferRef::WORDS * 8, crate::value::kind::header(Kind::Buffer, shape, 0, 0));
        for (index, value) in [(1, Value::NIL), (2, Value::fixnum(0)), (3, Value::fixnum(0)), (4, Value::fixnum(0)), (5, Value::NIL)] {
            cell.set_field_raw(index, value.word());
        }
        BufferRef(cell)
    }
}
