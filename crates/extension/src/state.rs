//! The state of a machine's C extensions: calls that wait, addresses that they registered, objects with data of theirs.

use std::any::Any;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use rutile_heap::{Cell, Liveness, RootVisitor};
use rutile_vm::collector::holder::{CollectionPhase, Holder, ThreadEvent};
use rutile_vm::memory::roots::pin_words;
use rutile_vm::object::data::DataRef;
use rutile_vm::prelude::*;

use crate::functions::{converter, engine};
use crate::data::{self, Remains};
use crate::invocation::Invocation;
use crate::collection_hooks::{self, CollectionHook};
use crate::functions::hash_table::Pictures;
use crate::functions::head;
use crate::thread_hooks::ThreadHook;
use crate::jobs;
use crate::machine;
use crate::objects::Objects;
use crate::work::Work;

/// A call whose function waits for an answer.
pub struct Waiting {
    pub invocation: Box<Invocation>,
    /// The cell by which its driver names it. It dies with it.
    handle: Option<Cell>,
}

/// How many stacks wait for a call at most: about as many as calls stand within each other.
const MOST_RESTED: usize = 8;

pub struct State {
    /// The machine that this is a part of.
    machine: *mut Vm,
    waiting: Vec<Option<Waiting>>,
    free: Vec<usize>,
    /// Stacks whose calls have ended.
    rested: Vec<Box<Invocation>>,
    /// Where the stack lies that was suspended last, while any is; else 0.
    suspended: usize,
    /// Where in the memory of extensions values stand.
    addresses: Vec<*const Value>,
    /// Values that they keep for good.
    kept: Vec<Value>,
    /// Those of them that are classes and modules: they are kept once.
    kept_modules: HashSet<u64>,
    /// Objects with data that may refer to others.
    pub objects: Objects,
    /// The data of dead objects.
    remains: Vec<Remains>,
    /// The exception that `rb_protect` stopped last, or a function of `rb_rescue` or `rb_ensure` runs for.
    pub error: Value,
    /// The exit that it stopped last.
    pub exit: Value,
    /// `Rutile::CExtensions`, which does what is easier said in Ruby.
    pub helpers: Value,
    /// The classes that the global names of the C API stand for are known.
    pub constants_are_set: bool,
    /// Keys of what C code keeps for each Ractor, how many; and what is kept, by key and Ractor.
    pub local_keys: usize,
    pub local_values: HashMap<(usize, i64), Value>,
    pub local_words: HashMap<(usize, i64), usize>,
    /// The match that C code made last.
    pub last_match: Value,
    /// What stands in the last picture of a String for the one that it shares its bytes with.
    pub string_root: Value,
    /// The words that C code reads `$VERBOSE` and `$DEBUG` from.
    pub verbose: Value,
    pub debug: Value,
    /// Strings that C code fills beyond their length, which it sets afterwards.
    buffers: HashSet<u64>,
    /// Arrays that C code may write to without telling: what is stored there is looked for in each collection.
    written: Vec<Value>,
    /// Global variables that stand in the memory of extensions, or are answered by their functions.
    pub globals: HashMap<Symbol, crate::functions::global::CGlobal>,
    /// Where C code reads global variables that the machine has.
    pub global_places: HashMap<Symbol, Box<Value>>,
    /// Work without Ruby that is not over, by its number; and how many there were.
    pub works: HashMap<i64, Arc<Work>>,
    pub works_begun: i64,
    /// The structures of encodings that C code was given, by number.
    pub encodings: Vec<Option<Box<crate::functions::encoding::CEncoding>>>,
    /// Postponed jobs are being done.
    pub does_jobs: bool,
    /// Who wants to be told of collections.
    pub collection_hooks: Vec<CollectionHook>,
    pub thread_hooks: Vec<Box<ThreadHook>>,
    /// Words that extensions keep of each thread (`rb_internal_thread_specific_set`): how many kinds there are.
    pub thread_words: i32,
    /// Names that C code was given: they live as long as the machine.
    pub names: HashMap<Symbol, Box<[u8]>>,
    /// How objects of classes show their memory (`rb_memory_view_register`), by the class's word.
    pub memory_views: HashMap<u64, usize>,
    /// Converters that were opened, by the address that C code has.
    pub converters: HashMap<usize, Box<converter::Handle>>,
    /// Hashes that C code has as tables.
    pub hash_pictures: Pictures,
    /// Heads of objects that C code was shown.
    pub heads: head::Pictures,
    /// Registers of matches that C code was shown.
    pub registers: engine::Registers,
}

/// The state of a machine's extensions; made when it is first asked for.
#[inline]
pub fn state(vm: &mut Vm) -> &mut State {
    if vm.holder.is_none() {
        begin(vm);
    }
    let Some(holder) = &mut vm.holder else { unreachable!("it was made a moment ago") };
    let holder = holder.as_mut();
    debug_assert!((holder as &dyn Any).is::<State>());
    // SAFETY: only `begin` gives a machine its holder.
    unsafe { &mut *std::ptr::from_mut(holder).cast::<State>() }
}

#[cold]
fn begin(vm: &mut Vm) {
    vm.holder = Some(Box::new(State::new(vm)));
}

impl State {
    fn new(vm: &mut Vm) -> State {
        State {
            machine: vm,
            waiting: Vec::new(),
            free: Vec::new(),
            rested: Vec::new(),
            suspended: 0,
            addresses: Vec::new(),
            kept: Vec::new(),
            kept_modules: HashSet::new(),
            objects: Objects::default(),
            remains: Vec::new(),
            error: Value::NIL,
            exit: Value::NIL,
            helpers: Value::NIL,
            constants_are_set: false,
            local_keys: 0,
            local_values: HashMap::new(),
            local_words: HashMap::new(),
            last_match: Value::NIL,
            string_root: Value::NIL,
            verbose: Value::NIL,
            debug: Value::FALSE,
            buffers: HashSet::new(),
            written: Vec::new(),
            globals: HashMap::new(),
            global_places: HashMap::new(),
            works: HashMap::new(),
            works_begun: 0,
            encodings: Vec::new(),
            does_jobs: false,
            collection_hooks: Vec::new(),
            thread_hooks: Vec::new(),
            thread_words: 0,
            names: HashMap::new(),
            memory_views: HashMap::new(),
            converters: HashMap::new(),
            hash_pictures: Pictures::default(),
            heads: head::Pictures::default(),
            registers: engine::Registers::default(),
        }
    }

    /// A stack that the next call can have.
    #[inline]
    pub fn rested(&mut self) -> Option<Box<Invocation>> {
        if self.suspended != 0 && self.rested.last().is_some_and(|last| last.address() < self.suspended) {
            if let Some(above) = self.rested.iter().rposition(|rested| rested.address() > self.suspended) {
                return Some(self.rested.remove(above));
            }
        }
        self.rested.pop()
    }

    /// Keeps a stack whose call has ended, if few are kept.
    pub fn rest(&mut self, invocation: Box<Invocation>) {
        if self.rested.len() < MOST_RESTED {
            self.rested.push(invocation);
        }
    }

    /// Keeps a stack whose function has been left.
    pub fn rest_left(&mut self, mut invocation: Box<Invocation>) {
        if invocation.leave() {
            self.rest(invocation);
        }
    }

    /// Takes a call that waits; its number.
    pub fn suspend(&mut self, invocation: Box<Invocation>) -> usize {
        self.suspended = invocation.address();
        let waiting = Some(Waiting { invocation, handle: None });
        match self.free.pop() {
            Some(number) => {
                self.waiting[number] = waiting;
                number
            }
            None => {
                self.waiting.push(waiting);
                self.waiting.len() - 1
            }
        }
    }

    pub fn set_handle(&mut self, number: usize, handle: Cell) {
        if let Some(Some(waiting)) = self.waiting.get_mut(number) {
            waiting.handle = Some(handle);
        }
    }

    pub fn waiting(&mut self, number: usize) -> Option<&mut Waiting> {
        self.waiting.get_mut(number)?.as_mut()
    }

    /// Takes it out, with its number kept.
    pub fn take(&mut self, number: usize) -> Option<Waiting> {
        self.waiting.get_mut(number)?.take()
    }

    pub fn put_back(&mut self, number: usize, waiting: Waiting) {
        self.suspended = waiting.invocation.address();
        self.waiting[number] = Some(waiting);
    }

    /// Its number may be used again.
    pub fn forget(&mut self, number: usize) {
        let Some(slot) = self.waiting.get_mut(number) else { return };
        let waiting = slot.take();
        self.free.push(number);
        if self.free.len() == self.waiting.len() {
            self.suspended = 0;
        }
        if let Some(waiting) = waiting {
            self.rest_left(waiting.invocation);
        }
    }

    pub fn register_address(&mut self, address: *const Value) {
        self.addresses.push(address);
    }

    pub fn unregister_address(&mut self, address: *const Value) {
        if let Some(index) = self.addresses.iter().rposition(|known| *known == address) {
            self.addresses.swap_remove(index);
        }
    }

    pub fn keep(&mut self, value: Value) {
        self.kept.push(value);
    }

    /// Keeps a class or module that C code was told: it stays where it is, since extensions have such values in variables of
    /// their own, as CRuby lets them.
    pub fn keep_module(&mut self, value: Value) {
        if ClassRef::from_module(value).is_some() && self.kept_modules.insert(value.word()) {
            self.kept.push(value);
        }
    }

    /// Frees what all objects have: the machine ends.
    pub fn end(&mut self) {
        self.waiting.clear();
        self.rested.clear();
        let mut remains = Vec::new();
        // SAFETY: the machine is about to end.
        unsafe {
            (*self.machine).heap.each_finalizable(&mut |cell| remains.extend(DataRef::from_value(Value::cell(cell)).and_then(Remains::of)));
            machine::enter_for_collector(self.machine, || remains.into_iter().for_each(Remains::free));
        }
    }

    /// Notes a String whose bytes C code is about to write.
    pub fn note_buffer(&mut self, string: Value) {
        self.buffers.insert(string.word());
    }

    pub fn is_buffer(&self, string: Value) -> bool {
        !self.buffers.is_empty() && self.buffers.contains(&string.word())
    }

    pub fn note_written(&mut self, array: Value) {
        if !self.written.contains(&array) {
            self.written.push(array);
        }
    }

}

impl Holder for State {
    fn visit(&mut self, visitor: &mut dyn RootVisitor) {
        self.objects.begin();
        // SAFETY: the machine collects.
        let neighbour = unsafe { (*self.machine).classes.object.cell() };
        for address in &self.addresses {
            // What stands there may be no value, or not yet.
            // SAFETY: an extension registers an address until it unregisters it, or for good.
            data::pin_word(visitor, neighbour, unsafe { **address }.word());
        }
        for value in self.kept.iter().copied().chain([self.error, self.exit, self.last_match, self.string_root]).chain(self.local_values.values().copied()) {
            data::pin(visitor, value);
        }
        for hook in &self.collection_hooks {
            hook.visit(visitor);
        }
        if self.waiting.iter().all(Option::is_none) && !machine::is_inside() {
            self.hash_pictures.forget();
        }
        self.hash_pictures.visit(visitor);
        for handle in self.converters.values() {
            data::pin(visitor, handle.converter());
        }
        for waiting in self.waiting.iter().flatten().filter(|waiting| waiting.handle.is_none()) {
            show_stack(waiting, visitor);
        }
        for value in self.global_places.values() {
            data::pin(visitor, **value);
        }
        for (_, global) in &self.globals {
            global.visit(visitor, neighbour);
        }
    }

    fn visit_reachable(&mut self, liveness: &Liveness, visitor: &mut dyn RootVisitor) {
        for waiting in self.waiting.iter().flatten() {
            if waiting.handle.is_some_and(|handle| liveness.is_live(handle)) {
                show_stack(waiting, visitor);
            }
        }
        // SAFETY: the machine collects.
        unsafe {
            machine::enter_for_collector(self.machine, || self.objects.visit(liveness, visitor));
        }
        for array in self.written.iter().filter_map(|array| array.as_array()).filter(|array| liveness.is_live(array.cell())) {
            array.values().iter().for_each(|value| data::pin(visitor, *value));
        }
    }

    fn after_mark(&mut self, liveness: &Liveness) {
        for number in 0..self.waiting.len() {
            let Some(waiting) = &mut self.waiting[number] else { continue };
            let Some(handle) = waiting.handle else { continue };
            match liveness.resolve_cell(handle) {
                Some(handle) => waiting.handle = Some(handle),
                None => self.forget(number),
            }
        }
        self.buffers = std::mem::take(&mut self.buffers).into_iter().filter_map(|word| liveness.resolve(word)).collect();
        self.written.retain_mut(|array| match liveness.resolve(array.word()) {
            Some(word) => {
                // SAFETY: the collector says where the value is.
                *array = unsafe { Value::from_foreign_word(word) };
                true
            }
            None => false,
        });
        // SAFETY: the machine collects.
        unsafe { machine::enter_for_collector(self.machine, || self.objects.after_mark(liveness)) };
    }

    fn note_collection(&mut self, phase: CollectionPhase) {
        collection_hooks::note(phase);
        if !self.collection_hooks.is_empty() {
            // SAFETY: the machine collects.
            unsafe { machine::enter_for_collector(self.machine, || self.collection_hooks.iter().for_each(|hook| hook.tell(phase))) };
        }
    }

    fn note_thread(&mut self, thread: Value, event: ThreadEvent) {
        // SAFETY: the machine is between two threads, where hooks do no more than in a collection.
        unsafe { machine::enter_for_collector(self.machine, || self.thread_hooks.iter().for_each(|hook| hook.tell(thread, event))) };
    }

    fn take_work(&mut self) -> bool {
        let begins = !self.does_jobs && jobs::are_due();
        self.does_jobs |= begins;
        begins
    }

    fn bytes_of(&self, object: DataRef) -> usize {
        // SAFETY: the machine asks.
        unsafe { machine::enter_for_collector(self.machine, || data::size(object)) }
    }

    fn finalize(&mut self, object: DataRef) {
        self.remains.extend(Remains::of(object));
        head::free(object);
    }

    fn release(&mut self) {
        let remains = std::mem::take(&mut self.remains);
        if !remains.is_empty() {
            // SAFETY: the machine collects.
            unsafe { machine::enter_for_collector(self.machine, || remains.into_iter().for_each(Remains::free)) };
        }
    }
}

fn show_stack(waiting: &Waiting, visitor: &mut dyn RootVisitor) {
    if let Some(range) = waiting.invocation.live_range() {
        pin_words(range, visitor);
    }
}
