//! The machine: everything a running Ruby has, hanging from one value.
//!
//! There is no process-wide state: two machines in one process know nothing of
//! each other. The fields in the first group are the interpreter's registers.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;

use rutile_bytecode::Instruction;
pub use rutile_heap::CollectionKind;
use rutile_heap::{Cell, Config, Heap, RootVisitor};

use crate::code::Code;
use crate::code::native::NativeTable;
use crate::code::stack::FrameRef;
use crate::memory::weak_table::WeakTable;
use crate::object::class::ClassRef;
use crate::object::records::{FiberRef, MethodRef};
use crate::object::shape::{ShapeTable, immediate};
use crate::startup::boot::Classes;
use crate::value::Value;
use crate::value::kind::{Header, Kind};
use crate::value::symbol::{Symbol, SymbolTable};

/// Something outside the heap that a cell owns.
pub use crate::object::resource::Resource;

/// How a machine is set up.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub heap: Config,
    /// A collection with verification at every allocation, from the end of the start on.
    pub stress: bool,
    /// A limit on the heap, in bytes, from the end of booting on.
    pub heap_limit: Option<u64>,
    /// What there is to say about settings of the environment, where someone listens.
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
    // --- the interpreter's registers ---
    /// The running frame.
    pub frame: FrameRef,
    /// The next instruction of the running frame, while the loop is not in a fast path.
    pub pc: *const Instruction,
    pub stack: Cell,
    pub stack_base: *mut Value,
    pub stack_limit: *mut Value,
    /// Which lines the last large stack left out: see `stack`.
    pub(crate) stack_colour: usize,
    /// The running fiber.
    pub fiber: FiberRef,
    /// Words above the frame's registers that a call being set up has filled.
    pub window_words: usize,
    pub stack_empty: bool,
    pub overflowing: bool,
    /// Where the body begins whose arguments were bound last.
    pub bound_entry: usize,
    /// Set when an exit makes the loop's entry frame return.
    pub entry_value: Option<Value>,
    /// The method whose arguments are being bound.
    pub callee: Value,
    /// The lexical scope made last, until the next collection: see `scope_in`.
    pub(crate) last_scope: Value,
    /// The exception raised last, until someone is blamed for it.
    pub fresh_exception: Value,
    /// Asked for attention: signals, timers, memory; looked at by every safepoint.
    pub interrupt: Arc<AtomicBool>,
    /// What caches rely on.
    pub assumptions: crate::calls::assumptions::Assumptions,
    pub basic_operations: crate::calls::basic_operations::BasicOperations,
    pub(crate) polymorphic: crate::calls::polymorphic::Polymorphic,
    pub cache_misses: crate::calls::polymorphic::CacheMisses,
    /// The program asks Procs for their bindings: see `interpreter/activations.rs`.
    pub(crate) procs_keep_locals: bool,
    /// Shapes of plain Arrays, Hashes and Strings: the fast paths are theirs alone.
    pub array_shape: u32,
    pub hash_shape: u32,
    pub string_shape: u32,
    /// Answers of `defined?`, one frozen String each.
    pub descriptions: HashMap<&'static str, Value>,

    // --- what there is ---
    pub heap: Heap,
    pub code_space: crate::code::space::CodeSpace,
    pub symbols: SymbolTable,
    pub shapes: ShapeTable,
    pub classes: Classes,
    pub natives: NativeTable,
    pub globals: crate::object::globals::Globals,
    pub resources: Vec<Option<Resource>>,
    pub(crate) machine_stacks: Option<rutile_fiber::StackPool>,
    pub(crate) free_resources: Vec<usize>,
    /// Where what a descriptor gives is put before it is copied where it belongs.
    pub read_buffer: Vec<u8>,
    /// The name and kind of the call that went to a program's `method_missing` last: what its `super` says of it.
    pub missed_call: Option<(Symbol, u16)>,
    /// Instance variables of cells that have no slots for them, by address.
    pub side_variables: WeakTable<Value>,
    pub object_ids: crate::memory::object_ids::ObjectIds,
    /// The shape and the names for which `first_variables` found last that they agree: until a shape's number is used again.
    pub(crate) recent_layout: std::cell::Cell<(u32, usize, usize)>,
    pub loader: crate::interpreter::loader::Loader,
    pub main_fiber: FiberRef,
    pub threads: crate::concurrency::threads::Threads,
    pub tracing: crate::interpreter::tracing::Tracing,
    pub coverage: crate::interpreter::coverage::Coverage,
    pub main_object: Value,
    /// The internal module `Rutile`, home of the core library's helpers.
    pub helpers: ClassRef,
    pub top_scope: Value,
    pub top_method: MethodRef,
    /// Values kept for the life of the machine.
    pub permanent: Vec<Value>,
    /// Procs to run at exit.
    pub at_exit: Value,
    /// Finalizers to run at the next safepoint: (object id, procs).
    pub due_finalizers: Vec<(i64, Value)>,
    pub finalizers: WeakTable<Value>,
    pub hash_seed: u64,
    /// Seconds that a regexp without a limit of its own may match for.
    pub regexp_timeout: Option<f64>,
    /// No frame stands for what is done: a thread is being started.
    pub(crate) frameless: bool,
    pub recent_regexps: crate::regexp::cache::Recent,
    /// Memory ran out: a NoMemoryError is due at the next safepoint.
    pub out_of_memory: bool,
    /// End of the machine stack (its highest address) of the thread that the machine runs on.
    pub native_stack_base: usize,
    pub collections_held: u32,
    /// Shape of the cell that is being allocated while a collection makes room for it; 0: none.
    pub(crate) allocating: u32,
    pub collector: crate::collector::Collector,
    pub weak: crate::collector::weak::WeakTables,
    pub sites: crate::collector::allocation_sites::AllocationSites,
    pub booting: bool,
    /// This process has forked.
    pub forks: bool,
    /// Bytes of code there were when caches were last filled ahead.
    pub filled_code: u64,
    /// An exception about to be raised gets this frame's line prepended (argument errors name the callee).
    pub options: Options,
    /// The encoding of text from outside that says nothing of its own.
    pub default_external: crate::value::encoding::Encoding,
    /// `-w`, `-W`: 0 silent, 1 normal, 2 verbose.
    pub warning_level: u8,
    /// How many safepoints a run may still pass, where someone set a limit (`limit_steps`).
    pub(crate) steps_left: Option<u64>,
    /// Some scope has refinements in use.
    pub refinements_used: bool,
    /// The limit was reached: nothing is rescued and no `ensure` runs any more.
    pub(crate) stopping: bool,
    pub started: std::time::Instant,
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
        self.permanent.push(value);
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
    pub fn is_a(&self, value: Value, class: ClassRef) -> bool {
        self.class_of(value).inherits(class)
    }

    /// Asks for attention at the next safepoint.
    pub fn request_interrupt(&self) {
        self.interrupt.store(true, Ordering::Relaxed);
    }

    #[inline(always)]
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    /// The code of the running frame.
    #[inline(always)]
    pub fn code<'a>(&self) -> &'a Code {
        self.frame.code()
    }

    pub(crate) fn visit_roots(&mut self, visitor: &mut dyn RootVisitor) {
        visitor.pin(self.shapes.class(self.allocating).word());
        self.classes.visit(&mut |cell| visitor.cell(cell));
        self.globals.visit(visitor);
        for value in self.descriptions.values_mut() {
            visitor.slot(&mut value.0);
        }
        for value in self.permanent.iter_mut() {
            visitor.slot(&mut value.0);
        }
        for cell in [self.stack, self.fiber.0, self.main_fiber.0, self.helpers.0, self.top_method.0] {
            visitor.cell(cell);
        }
        for value in [&mut self.callee, &mut self.fresh_exception, &mut self.main_object, &mut self.top_scope, &mut self.at_exit, &mut self.threads.fibers, &mut self.threads.trapped, &mut self.coverage.files, self.basic_operations.originals_slot()] {
            visitor.slot(&mut value.0);
        }
        for (_, procs) in self.due_finalizers.iter_mut() {
            visitor.slot(&mut procs.0);
        }
        visitor.slots(self.stack_words());
    }

    pub(crate) fn finalize(&mut self, cell: Cell) {
        match Kind::of(cell) {
            Kind::Code => self.release_code(cell),
            Kind::Regexp => self.release_resource(cell, 3),
            Kind::Resource => self.release_resource(cell, 1),
            _ => {}
        }
    }

    fn release_resource(&mut self, cell: Cell, field: usize) {
        if let Some(index) = Value::from_word(cell.word(field)).as_fixnum() {
            self.remove_resource(index as usize);
        }
    }

    pub fn new_heap(options: &Options, budget: &crate::memory::exhaustion::AddressBudget) -> Result<Heap, rutile_heap::HeapError> {
        let mut config = options.heap.clone();
        config.region_bytes = config.region_bytes.min(budget.heap);
        config.stress |= options.stress_start;
        Heap::new(config, &crate::collector::layouts::LAYOUTS)
    }
}

impl Vm {
    /// A buffer without memory.
    pub fn new_buffer(&mut self) -> crate::object::records::BufferRef {
        use crate::object::records::BufferRef;
        let shape = self.shapes.of_class(self.classes.object);
        let cell = self.allocate(BufferRef::WORDS * 8, crate::value::kind::header(Kind::Buffer, shape, 0, 0));
        for (index, value) in [(1, Value::NIL), (2, Value::fixnum(0)), (3, Value::fixnum(0)), (4, Value::fixnum(0)), (5, Value::NIL)] {
            cell.set_word_raw(index, value.word());
        }
        BufferRef(cell)
    }
}
