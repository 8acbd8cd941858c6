//! When the machine collects, and what it remembers of it for `GC`.
//!
//! An allocation that the heap declines comes here: it collects what is due. What happens where memory
//! is out is in `reserve`.

pub mod allocation_sites;
pub mod holder;
pub mod layouts;
mod reserve;
pub mod weak;

use rutile_heap::{Cell, CollectionKind, Heap, Liveness, RootVisitor, header_shape};

use crate::code::Code;
use crate::collector::holder::CollectionPhase;
use crate::memory::weak_table::{Keeps, WeakTable};
use crate::object::array::ArrayRef;
use crate::object::hash::HashRef;
use crate::value::Value;
use crate::value::fields::Fields;
use crate::value::kind::{Header, Kind, header};
use crate::vm::Vm;

/// Side variables are followed from object to object this often in a collection.
const MOST_ROUNDS: u32 = 64;

/// Procs to call for objects that died.
#[derive(Default)]
pub struct Finalizers {
    /// By the object's word.
    pub by_object: WeakTable<Value>,
    /// To be called at the next safepoint: the object's id, and its procs.
    pub due: Vec<(i64, Value)>,
}

/// Why a collection is made.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    Allocation,
    Stress,
    Method,
    OutOfMemory,
}

/// A collection as `GC::Profiler` reports it.
#[derive(Clone, Debug)]
pub struct ProfileRecord {
    /// Seconds since the profile was begun.
    pub at: f64,
    pub seconds: f64,
    pub used_bytes: u64,
    pub total_bytes: u64,
    pub objects: u64,
    pub moved: u64,
    pub latest: Latest,
}

/// The answer of `GC.latest_gc_info`.
#[derive(Copy, Clone, Debug, Default)]
pub struct Latest {
    /// Why all was collected, if it was.
    pub major_by: Option<&'static str>,
    pub by: Option<&'static str>,
    pub immediate_sweep: bool,
    pub had_finalizers: bool,
}

/// The machine's settings and memory of collections.
#[derive(Default)]
pub struct Collector {
    /// So many reasons forbid a collection now.
    pub disabled: u32,
    /// Memory ran out: a NoMemoryError is due at the next safepoint.
    pub(crate) out_of_memory: bool,
    /// Safepoints until a handler is told of that (see `reserve`).
    pub(crate) respite: u8,
    /// Shape of the cell that is being allocated while a collection makes room for it; 0: none.
    pub(crate) allocating: u32,
    /// The highest address of the machine stack of the thread that the machine runs on.
    pub machine_stack_base: usize,
    /// Values kept for the life of the machine.
    pub(crate) kept: Vec<Value>,
    /// `GC.stress`.
    pub stress: bool,
    /// Major collections that are due move cells.
    pub auto_compact: bool,
    /// Only minor collections are made unless asked for or out of memory.
    pub minor_only: bool,
    /// Time spent in collections is not counted.
    pub unmeasured: bool,
    /// Nanoseconds that were not to be counted.
    pub uncounted: u64,
    pub latest: Latest,
    /// When profiling began.
    pub profile_start: Option<std::time::Instant>,
    pub profile: Vec<ProfileRecord>,
    /// Cells that the last compaction moved, by the number of their kind.
    pub moved: Vec<(u8, u64)>,
    /// How often the collection under way has asked for what lives because something else does.
    rounds: u32,
    /// There may be many shapes that no object has.
    prunes_shapes: bool,
    /// Objects that the last compaction moved to a larger cell.
    pub extended: u64,
    /// The limit on the heap, in bytes: a program that reaches it gets a NoMemoryError.
    pub limit: u64,
    /// Bytes of memory that the machine has: a single request beyond it is a mistake.
    pub installed: u64,
}

impl Collector {
    /// That of a machine on this thread, which does not collect until it has booted.
    pub(crate) fn of_booting_machine() -> Collector {
        Collector { disabled: 1, machine_stack_base: rutile_fiber::thread_top(), ..Default::default() }
    }
}

impl Vm {
    /// Collects garbage now, because a program asks for it.
    pub fn collect(&mut self, kind: CollectionKind) {
        crate::memory::roots::clear_dead_stack();
        self.collect_for(kind, Cause::Method);
    }

    /// `GC.compact`: moves cells together, or all there are, and gives back what that freed and what it took itself.
    pub fn compact(&mut self, everything: bool) {
        let before = self.heap.set_move_everything(everything || self.options.heap.move_everything);
        self.collect(CollectionKind::Compact);
        self.heap.set_move_everything(before);
        crate::memory::c_heap::trim();
    }

    #[inline(never)]
    pub fn collect_for(&mut self, kind: CollectionKind, cause: Cause) {
        if kind == CollectionKind::Compact && cause == Cause::Method {
            self.shrink_payloads();
        }
        let kind = self.chosen(kind, cause);
        if kind == CollectionKind::Compact {
            self.collector.extended = 0;
        }
        self.tell_holder(CollectionPhase::Begins);
        self.loader.note_collection();
        if kind != CollectionKind::Minor {
            let is_loading = self.loader.take_loading();
            self.heap.put_off_huge_pages(is_loading);
        }
        let pressed = self.heap.pressure();
        let before = self.heap.collection_nanoseconds();
        self.with_roots(|heap, roots| heap.collect(kind, roots));
        let major_by = match (kind, cause) {
            (CollectionKind::Minor, _) => None,
            (_, Cause::Method) => Some("force"),
            (_, Cause::OutOfMemory) => Some("nofree"),
            _ if pressed.old_bytes >= pressed.major_threshold => Some("oldgen"),
            _ => Some("force"),
        };
        self.note_collection(major_by, cause, before);
        if let Some(holder) = &mut self.holder {
            holder.release();
        }
        self.tell_holder(CollectionPhase::Ended);
        if kind == CollectionKind::Compact {
            self.recode_identities();
            self.trim_machine_stacks();
        }
        if kind != CollectionKind::Minor {
            self.restore_limit();
            self.trim_idle_machine_stacks();
            self.loader.trim_after_loading(self.heap.pressure().old_bytes);
            if self.heap.shares_pages() {
                self.give_back_free_stack();
            }
        }
        if self.shapes.reuse_is_due() || self.assumptions.cleaning_is_due() {
            self.clean_caches();
        }
        if kind != CollectionKind::Minor && self.shapes.pruning_is_due() {
            self.collector.prunes_shapes = true;
            self.request_interrupt();
        }
    }

    fn tell_holder(&mut self, phase: CollectionPhase) {
        if let Some(holder) = &mut self.holder {
            holder.note_collection(phase);
        }
    }

    /// Begins a major collection that is made in steps.
    pub fn begin_major(&mut self) {
        crate::memory::roots::clear_dead_stack();
        let before = self.heap.collection_nanoseconds();
        self.with_roots(|heap, roots| heap.begin_major(roots));
        self.note_collection(Some("force"), Cause::Method, before);
    }

    /// Traces everything anew and compares; the complaint, if there is one.
    pub fn verify_heap(&mut self) -> Result<(), String> {
        self.with_roots(|heap, roots| heap.verify(roots))
    }

    /// Calls `f` with the heap and the machine's roots.
    #[inline(never)]
    fn with_roots<R>(&mut self, f: impl FnOnce(&mut Heap, &mut crate::memory::roots::MachineRoots) -> R) -> R {
        let mut result = None;
        crate::memory::roots::with_machine_registers(|top| {
            let mut heap = std::mem::replace(&mut self.heap, Heap::placeholder());
            let mut roots = crate::memory::roots::MachineRoots { vm: self, stack_top: top };
            result = Some(f(&mut heap, &mut roots));
            self.heap = heap;
        });
        match result {
            Some(result) => result,
            None => unreachable!("with_machine_registers calls its block"),
        }
    }

    fn note_collection(&mut self, major_by: Option<&'static str>, cause: Cause, before: u64) {
        let spent = self.heap.collection_nanoseconds() - before;
        if self.collector.unmeasured {
            self.collector.uncounted += spent;
        }
        let by = match cause {
            Cause::Method => "method",
            Cause::Stress => "stress",
            Cause::Allocation | Cause::OutOfMemory => "newobj",
        };
        self.code_space.discard_passed();
        let had_finalizers = !self.finalizers.due.is_empty();
        self.collector.latest = Latest { major_by, by: Some(by), immediate_sweep: false, had_finalizers };
        if self.collector.profile_start.is_some() {
            self.note_profile(spent);
        }
    }

    fn note_profile(&mut self, spent: u64) {
        let figures = self.heap.statistics();
        let objects = figures.pools.iter().map(|pool| pool.live_slots).sum::<u64>() + figures.large_cells;
        let start = self.collector.profile_start.unwrap_or(self.program.started);
        let moved = self.collector.moved.iter().map(|&(_, count)| count).sum();
        self.collector.profile.push(ProfileRecord {
            at: start.elapsed().as_secs_f64(),
            seconds: spent as f64 / 1e9,
            used_bytes: figures.live_bytes_after_collection,
            total_bytes: figures.used_bytes,
            objects,
            moved,
            latest: self.collector.latest,
        });
    }

    /// Nanoseconds spent in collections while they were measured.
    pub fn measured_collection_time(&self) -> u64 {
        self.heap.collection_nanoseconds() - self.collector.uncounted
    }

    /// `GC.stress=`
    pub fn set_stress(&mut self, stress: bool) {
        self.collector.stress = stress;
        self.choose_slow_allocation();
    }

    /// The heap declines every allocation while there is something to do at each.
    pub(crate) fn choose_slow_allocation(&mut self) {
        let slow = self.is_stressed() || self.sites.is_on();
        self.heap.set_stress(slow);
    }

    fn is_stressed(&self) -> bool {
        self.options.stress && (!self.phase.booting || self.options.stress_start) || self.collector.stress
    }

    /// Does work that keeps values where no collection finds them, in a list of Rust's: none runs meanwhile.
    pub fn disable_collections<T>(&mut self, work: impl FnOnce(&mut Vm) -> T) -> T {
        let held = std::mem::replace(&mut self.collector.disabled, 1);
        let result = work(self);
        self.collector.disabled = held;
        result
    }

    /// What lives and is asked for, as an Array.
    pub fn live_values(&mut self, mut is_asked: impl FnMut(&mut Vm, Value) -> bool) -> ArrayRef {
        let mut found = Vec::new();
        self.heap.each_cell(&mut |cell| found.push(Value::cell(cell)));
        // What is alive now stays so: nothing is collected while the list is made.
        self.disable_collections(|vm| {
            found.retain(|&value| is_asked(vm, value));
            let list = vm.array_with_capacity(found.len());
            vm.array_concat(list, &found);
            list
        })
    }

    // --- allocation ---

    #[cold]
    #[inline(never)]
    pub(crate) fn allocate_slowly(&mut self, bytes: usize, header: u64) -> Cell {
        let stressed = self.is_stressed();
        let idle = self.sites.is_on() && !stressed && !self.heap.is_collection_due_before(bytes);
        // Nothing else may name the class of what is allocated.
        self.collector.allocating = header_shape(header);
        if !idle {
            self.collect_as_due(stressed);
        }
        let cell = match self.heap.allocate_after_collection(bytes, header) {
            Ok(cell) => cell,
            Err(_) => self.allocate_from_the_rest(bytes, header),
        };
        self.collector.allocating = 0;
        if self.sites.is_on() {
            self.note_allocation(cell, header);
        }
        cell
    }

    fn collect_as_due(&mut self, stressed: bool) {
        if self.collector.disabled == 0 {
            let kind = self.heap.due();
            self.collect_for(kind, if stressed { Cause::Stress } else { Cause::Allocation });
        }
    }

    /// As `allocate`, for what is expected to grow: where it is large, `grow` can make it longer in place.
    pub(crate) fn allocate_growing(&mut self, bytes: usize, header: u64) -> Cell {
        if bytes < rutile_heap::GROWING_BYTES {
            return self.allocate(bytes, header);
        }
        self.collector.allocating = header_shape(header);
        self.collect_before_growing(bytes);
        self.collector.allocating = 0;
        self.heap.allocate_growing(bytes, header).unwrap_or_else(|| self.allocate(bytes, header))
    }

    /// A new cell of this kind, as long as another of it, that begins with so many of its words; what lies behind them is zero.
    pub(crate) fn allocate_copy(&mut self, kind: Kind, source: Cell, words: usize) -> Cell {
        let (bytes, header) = (source.slot_words() * 8, header(kind, 0, 0, 0));
        if let Some(copy) = self.heap.try_allocate_copy(bytes, header, source, words) {
            return copy;
        }
        let copy = self.allocate(bytes, header);
        (1..=words).for_each(|word| copy.set_field_raw(word, source.field(word)));
        copy
    }

    /// Makes a cell of `allocate_growing` at least `bytes` long in place, zero where it is new; false where that can't be.
    pub(crate) fn grow(&mut self, cell: Cell, bytes: usize) -> bool {
        if !self.heap.can_grow(cell) {
            return false;
        }
        self.collect_before_growing(bytes.saturating_sub(cell.slot_words() * 8));
        self.heap.grow(cell, bytes)
    }

    fn collect_before_growing(&mut self, bytes: usize) {
        let stressed = self.is_stressed();
        if stressed || self.heap.is_collection_due_before(bytes) {
            self.collect_as_due(stressed);
        }
    }

    // --- after a collection ---

    /// Shows what lives because something else does. Side variables that lead from one to the next show themselves
    /// one each time; where that goes on for long, all are taken for reachable this time.
    pub(crate) fn visit_reachable(&mut self, liveness: &Liveness, visitor: &mut dyn RootVisitor) {
        self.collector.rounds += 1;
        let keeps = if self.collector.rounds > MOST_ROUNDS { Keeps::All } else { Keeps::OfTheLiving };
        self.variables.by_cell.show(keeps, liveness, visitor);
        self.finalizers.by_object.show(Keeps::All, liveness, visitor);
        self.weak.visit_reachable(liveness, visitor);
        if let Some(holder) = &mut self.holder {
            holder.visit_reachable(liveness, visitor);
        }
    }

    pub(crate) fn after_mark(&mut self, liveness: &Liveness) {
        self.collector.rounds = 0;
        // It is not kept alive.
        self.registers.last_scope = Value::NIL;
        // The others may ask for the classes of what they look at.
        self.shapes.after_mark(liveness);
        self.assumptions.after_mark(liveness);
        self.ancestry.after_mark(liveness);
        if !liveness.is_minor() {
            self.note_moved(liveness);
            self.polymorphic.after_major();
        }
        self.object_ids.after_mark(liveness);
        let mut weak = std::mem::take(&mut self.weak);
        weak.after_mark(self, liveness);
        self.weak = weak;
        self.sites.after_mark(liveness);
        if let Some(holder) = &mut self.holder {
            holder.after_mark(liveness);
        }
        self.variables.by_cell.after_mark(liveness, |_, _, _| {});
        let Vm { finalizers: Finalizers { by_object, due }, object_ids, registers, .. } = self;
        by_object.after_mark(liveness, |address, place, &procs| {
            if place.is_none() {
                due.push((object_ids.last_id_of(address), procs));
                registers.interrupt.store(true, std::sync::atomic::Ordering::Release);
            }
        });
    }

    /// Hashes that compare by identity find their keys again, which have moved.
    pub(crate) fn recode_identities(&mut self) {
        let seed = self.hash_seed;
        self.heap.each_cell(&mut |cell| {
            if let Some(hash) = HashRef::from_value(Value::cell(cell)).filter(|hash| hash.compares_by_identity()) {
                hash.recode(|key| crate::value::hashing::identity(key, seed));
            }
        });
    }

    fn note_moved(&mut self, liveness: &Liveness) {
        let mut counts = [0u64; 256];
        liveness.each_moved(&mut |cell| counts[cell.kind() as usize] += 1);
        let moved = counts.iter().enumerate().filter(|(_, count)| **count > 0);
        self.collector.moved = moved.map(|(kind, &count)| (kind as u8, count)).collect();
    }

    /// Lets the shapes go that no object has, after a major collection that left many. At a safepoint between two instructions, where no
    /// native holds a shape that it is about to give to an object.
    pub(crate) fn prune_shapes(&mut self) {
        if !std::mem::take(&mut self.collector.prunes_shapes) {
            return;
        }
        let Vm { heap, shapes, .. } = self;
        shapes.prune(|note| {
            heap.each_cell(&mut |cell| {
                if Kind::of(cell) == Kind::Object {
                    note(cell.shape());
                }
            });
        });
        // Objects of their classes come to places that lead to them.
        self.clean_caches();
    }

    /// Empties the inline caches that name dead shapes, or rely on what does not hold any more, so that the numbers of both can be used again.
    fn clean_caches(&mut self) {
        let Vm { heap, shapes, assumptions, polymorphic, .. } = self;
        let is_dead = |shape| shapes.is_dead(shape);
        heap.each_finalizable(&mut |cell| {
            if Kind::of(cell) == Kind::Code
                && let Some(code) = Code::of_value(Value::cell(cell))
            {
                code.caches().iter().for_each(|cache| polymorphic.clean(cache, assumptions, &is_dead));
                code.clean_constants(assumptions);
                code.clean_variables(is_dead);
            }
        });
        polymorphic.clean_operators(assumptions, &is_dead);
        self.global_cache.clear();
        self.variables.layout_cache.take();
        self.shapes.reuse_dead();
        self.assumptions.reuse_fallen();
    }
}

impl Vm {
    /// The kind of collection that is made where one is due or was asked for.
    fn chosen(&self, kind: CollectionKind, cause: Cause) -> CollectionKind {
        if !matches!(kind, CollectionKind::Major | CollectionKind::MajorEnd) {
            return kind;
        }
        let due = matches!(cause, Cause::Allocation);
        if due && self.collector.minor_only {
            CollectionKind::Minor
        } else if due && (self.collector.auto_compact || self.heap.is_scattered()) || self.heap.is_sparse_worker(cause == Cause::Method) {
            CollectionKind::Compact
        } else {
            kind
        }
    }
}
