//! Warm-up: filling ahead what running would fill, before a server forks its workers. A first fork does so too, for
//! those who ask for no warm-up.
//!
//! A cache that a worker fills is a page it no longer shares. So what can be told
//! without running is filled in the parent: constants by the scope of the method
//! that names them, calls and instance variables by the receiver that `self` will
//! most likely be, string facts by looking at every string, the first shapes of classes that have no instance yet. What is guessed wrong costs
//! nothing but the guess: a cache is always checked before it is used.
//!
//! Then everything is sealed (`rutile_heap`, `permanent`).

use std::collections::{HashMap, HashSet};

use rutile_bytecode::Op;
use rutile_heap::{Cell, CollectionKind, Heap};

use crate::calls::assumptions::Assumption;
use crate::calls::method::MethodKind;
use crate::code::{Code, each_within};
use crate::interpreter::fill_cache;
use crate::memory::c_heap;
use crate::memory::mapped_files;
use crate::object::class::{ClassRef, state};
use crate::object::records::{MethodRef, ProcRef, ScopeRef};
use crate::object::string::StringRef;
use crate::value::Value;
use crate::value::kind::{Header, Kind, flags};
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// Rounds of loading what the code loaded last names.
const LOADING_ROUNDS: usize = 8;

/// From how many bytes of heap on a process is taken for a server that is about to fork its workers.
const LARGE_HEAP: u64 = 4 << 20;

/// The live objects, found by one walk over the heap.
#[derive(Default)]
struct Census {
    /// Code that is loaded, what runs now included.
    codes: Vec<&'static Code>,
    methods: Vec<MethodRef>,
    procs: Vec<ProcRef>,
    /// Classes and modules that have methods, whose names programs ask for.
    classes: Vec<ClassRef>,
    /// How many plain objects there are of each shape.
    shapes: HashMap<u32, usize>,
}

/// The context that code is taken to run in.
#[derive(Clone, Copy)]
struct Context {
    scope: ScopeRef,
    /// The likely shape of `self`.
    shape: Option<u32>,
}

impl Vm {
    /// Fills caches, then makes all that lives permanent and gives back what is unused.
    pub fn warm_up(&mut self) {
        self.collect(CollectionKind::Major);
        self.shrink_payloads();
        self.disable_collections(Vm::fill_ahead);
        self.seal();
        self.trim_machine_stacks();
        self.give_back_free_stack();
        self.settle_c_heap();
        mapped_files::hand_back();
        if self.options.protect {
            self.watch_permanent();
        }
    }

    /// Prepares a fork of a process that has loaded a lot, warmed up or not: caches of code that came since they
    /// were last filled are worth it once that is a quarter more. Like a warm-up it collects though
    /// `GC.disable` is in force, which holds the collections that allocating makes.
    pub fn prepare_fork(&mut self) {
        if self.heap.used_bytes() >= LARGE_HEAP {
            self.prepare_large_heap();
        }
        self.heap.leave_pages_apart();
        self.code_space.leave_pages_apart();
    }

    fn prepare_large_heap(&mut self) {
        let much_code = self.code_space.used().0 > self.phase.filled_code + self.phase.filled_code / 4;
        let due = if much_code {
            self.disable_collections(Vm::fill_ahead);
            Some(CollectionKind::Major) // of what loaded methods stood for before
        } else {
            self.heap.due_before_fork()
        };
        if let Some(kind) = due {
            self.collect(kind);
            self.heap.make_old();
            self.assumptions.settle();
            self.settle_c_heap();
        }
        if !std::mem::replace(&mut self.phase.forked, true) {
            mapped_files::hand_back();
        }
    }

    fn seal(&mut self) {
        self.symbols.make_room();
        self.shapes.make_room();
        crate::memory::roots::with_machine_registers(|top| {
            let mut heap = std::mem::replace(&mut self.heap, Heap::placeholder());
            heap.seal(is_mutable, &mut crate::memory::roots::MachineRoots { vm: self, stack_top: top });
            self.heap = heap;
        });
        self.recode_identities();
        self.shapes.settle();
        self.weak.settle();
        self.assumptions.settle();
        self.code_space.settle();
        self.polymorphic.settle();
        self.object_ids.settle();
        self.variables.by_cell.settle();
        self.finalizers.by_object.settle();
    }

    /// Gives free pages of the C heap back, and puts free pieces between what lives out of use.
    fn settle_c_heap(&mut self) {
        c_heap::trim();
        self.phase.retired.retire();
    }

    fn take_census(&mut self) -> Census {
        let mut census = Census::default();
        self.heap.each_cell(&mut |cell| match Kind::of(cell) {
            Kind::Code => census.codes.extend(Code::of_value(Value::cell(cell))),
            Kind::Method => census.methods.push(MethodRef(cell)),
            Kind::Proc => census.procs.push(ProcRef(cell)),
            Kind::Class | Kind::Module if !ClassRef(cell).methods().is_nil() => census.classes.push(ClassRef(cell)),
            Kind::Object => *census.shapes.entry(cell.shape()).or_insert(0) += 1,
            Kind::String => {
                StringRef(cell).code_range();
            }
            _ => {}
        });
        census
    }

    /// Loads methods, fills caches and names classes, by what there is: the census keeps it where no collection looks.
    fn fill_ahead(&mut self) {
        let mut census = self.take_census();
        for _ in 0..LOADING_ROUNDS {
            if self.load_named_methods(&census) == 0 {
                break;
            }
            census = self.take_census();
        }
        for &class in census.classes.iter().filter(|&&class| makes_plain_objects(class)) {
            self.settle_instances(class);
        }
        self.fill_caches(&census);
        census.classes.iter().for_each(|&class| {
            self.name_of_class(class);
        });
        self.phase.filled_code = self.code_space.used().0;
    }

    // --- loading ---

    /// Loads the pending methods of the core library that loaded code names; answers how many. A program's own are left: in a Rails
    /// application of which workers call few, their names find these no better than chance.
    fn load_named_methods(&mut self, census: &Census) -> usize {
        let named: HashSet<Symbol> = census.codes.iter().flat_map(|code| code.sites.iter().map(|site| site.name)).collect();
        let pending: Vec<MethodRef> = census.methods.iter().copied()
            .filter(|method| Code::is_in_image(method.body()) && named.contains(&method.symbol()))
            .collect();
        pending.iter().filter(|method| self.method_code(**method).is_some()).count()
    }

    // --- caches ---

    fn fill_caches(&mut self, census: &Census) {
        let shapes = self.likely_shapes(census);
        for &method in &census.methods {
            let (Some(code), Some(scope)) = (Code::of_value(method.body()), method.scope_ref()) else { continue };
            if method.kind() != MethodKind::Code || !scope.refinements().is_nil() {
                continue;
            }
            let shape = method.owner_class().and_then(|owner| self.shape_of_receivers(owner, &shapes));
            let context = Context { scope, shape };
            each_within(code, &mut |code| self.fill_code(code, context));
            if method.symbol() == Symbol::INITIALIZE {
                self.fill_constructor(method, code);
            }
        }
        for &procedure in &census.procs {
            let method = MethodRef::from_value(procedure.method());
            let (Some(code), Some(scope)) = (Code::of_value(procedure.code()), method.and_then(|method| method.scope_ref())) else { continue };
            if scope.refinements().is_nil() {
                each_within(code, &mut |code| self.fill_code(code, Context { scope, shape: None }));
            }
        }
    }

    /// The shape that most living instances of each class have.
    fn likely_shapes(&self, census: &Census) -> HashMap<u64, u32> {
        let mut most: HashMap<u64, (usize, u32)> = HashMap::new();
        for (&shape, &count) in &census.shapes {
            let best = most.entry(self.shapes.class(shape).word()).or_insert((0, shape));
            if (count, shape) > *best {
                *best = (count, shape);
            }
        }
        most.into_iter().map(|(class, (_, shape))| (class, shape)).collect()
    }

    /// The shape that `self` will have in a method of `owner`.
    fn shape_of_receivers(&self, owner: ClassRef, shapes: &HashMap<u64, u32>) -> Option<u32> {
        let owner = owner.represented_owner();
        if owner.is_singleton() {
            return owner.attached().as_cell().map(|cell| cell.shape());
        }
        shapes.get(&owner.value().word()).copied()
    }

    fn fill_code(&mut self, code: &'static Code, context: Context) {
        for instruction in code.instructions().iter() {
            match (instruction.op, context.shape) {
                (Op::GetConstant, _) => self.fill_constant(code, instruction.b, instruction.c, context.scope),
                (Op::Send, Some(shape)) => self.fill_call(code, instruction.site(), shape),
                (Op::GetInstanceVariable | Op::SetInstanceVariable, Some(shape)) => {
                    self.fill_variable(code, instruction.b, instruction.c, shape);
                }
                _ => {}
            }
        }
        if let Some(cell) = code.cell.get().as_cell() {
            self.heap.barrier(cell);
        }
    }

    fn fill_constant(&mut self, code: &Code, name: u16, slot: u16, scope: ScopeRef) {
        let feedback = &code.feedback[slot as usize];
        if self.assumptions.holds(Assumption(feedback.key.get())) || code.home().runs_in_several_scopes() {
            return;
        }
        let name = code.names[name as usize];
        if self.replaced_constant(code, Some(scope), name).is_some() {
            return;
        }
        if let Some(found) = self.assume_lexical_constant(scope, name) {
            feedback.key.set(found.0);
        }
    }

    /// A call of a method of `self`.
    fn fill_call(&mut self, code: &'static Code, site_index: usize, shape: u32) {
        let (site, cache) = (&code.sites[site_index], &code.caches()[site_index]);
        if site.flags & rutile_bytecode::CallFlags::SELF_CALL == 0 || self.assumptions.holds(cache.assumption.get()) {
            return;
        }
        let Some(class) = ClassRef::from_module(self.shapes.class(shape)) else { return };
        let found = self.assume_for_core(code, class, site.name, true).unwrap_or_else(|| self.assume_method(class, site.name));
        fill_cache(self, cache, site, code, shape, found);
    }

    fn fill_variable(&mut self, code: &Code, name: u16, slot: u16, shape: u32) {
        let feedback = &code.feedback[slot as usize];
        if feedback.key.get() != 0 || !feedback.value.get().is_undefined() {
            return;
        }
        if let Some(position) = self.shapes.position(shape, code.names[name as usize]) {
            feedback.key.set(shape);
            feedback.location.set(self.shapes.location(shape, position));
        }
    }

    /// The shapes that a constructor leads a new instance through, as far as it runs straight.
    fn fill_constructor(&mut self, method: MethodRef, code: &Code) {
        let Some(owner) = method.owner_class().filter(|owner| owner.is_class() && owner.instance_kind() == Kind::Object) else { return };
        let Some(mut shape) = owner.instance_shape() else { return };
        for instruction in code.instructions().iter() {
            if matches!(instruction.op, Op::JumpIf | Op::JumpUnless | Op::Jump) {
                return;
            }
            if instruction.op != Op::SetInstanceVariable {
                continue;
            }
            let (name, feedback) = (code.names[instruction.b as usize], &code.feedback[instruction.c as usize]);
            if self.shapes.position(shape, name).is_some() {
                continue;
            }
            let next = self.shapes.with_variable(shape, name);
            if self.shapes.get(next).count > self.shapes.get(next).capacity {
                return;
            }
            if feedback.key.get() == 0 && !feedback.value.get().is_fixnum() {
                let position = self.shapes.get(next).count - 1;
                feedback.value.set(Value::fixnum((shape as i64) << 32 | next as i64));
                feedback.location.set(self.shapes.location(next, position));
            }
            shape = next;
        }
    }
}

/// Whether programs may make plain objects of a class.
fn makes_plain_objects(class: ClassRef) -> bool {
    class.is_class() && !class.has_state(state::SINGLETON | state::NO_ALLOCATOR) && class.instance_kind() == Kind::Object
}

/// Whether a cell is of a kind that programs write to after they have started.
fn is_mutable(cell: Cell) -> bool {
    match Kind::of(cell) {
        Kind::String => !cell.has_flag(flags::FROZEN),
        Kind::Array | Kind::Values | Kind::Hash | Kind::Object | Kind::Class | Kind::Module | Kind::ClassRest | Kind::IdTable => true,
        Kind::Code => Code::is_pending(Value::cell(cell)),
        Kind::Environment | Kind::Fiber | Kind::Stack | Kind::Binding | Kind::Activation | Kind::Resource | Kind::Buffer => true,
        _ => false,
    }
}

