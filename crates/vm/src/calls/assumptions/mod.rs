//! Assumptions: what inline caches, warm-up and compiled code rely on, each declared once.
//!
//! An assumption is about what a *subject* finds for a *name*: the method of a class, the method that `super` goes on to,
//! a method as a scope's refinements show it, a constant as a scope or a module sees it. It remembers the *answer*.
//! Whoever relies on it keeps its number and reads the answer, which is undefined once the assumption holds no more. A change to a
//! class, a module or a constant asks the assumptions of the changed name, and only those whose subject sees the change, for
//! their answer again; one that would answer otherwise holds no more, for good. So nothing that
//! relies on an assumption is written when it falls, nor is anything else spoilt. The nearest relative
//! is ZJIT's `Invariant`; here the interpreter relies on them too.
//!
//! ```text
//!   inline cache               answers                   records
//!   +-------+------------+     +--------+-----------+-   +------+---------+---------+------+------+
//!   | shape | assumption | --> | method | undefined | .  | kind | subject | context | name | next |
//!   +-------+------------+     +--------+-----------+-   +------+---------+---------+------+------+
//!                               by number                 by number; those of one name form a chain
//! ```
//!
//! Where they are found, by what they are about and by name, is kept in two layers: one of all there were at the last warm-up or before
//! the first fork, which children share, and a small one of those that came since.
//!
//! The table keeps nothing alive: an assumption about the dead falls. Its number is used again, and it leaves its chain, only once
//! no cache can name it any more (`Vm::clean_caches`). What operators mean is `basic_operators`' part.

mod index;

use std::cell::Cell as Slot;
use std::collections::HashMap;

use foldhash::fast::FixedState;
use rutile_heap::Liveness;

use self::index::Index;
pub use crate::code::inline_cache::Assumption;
use crate::code::{CallCache, Code};
use crate::object::class::{ClassRef, state};
use crate::object::id_table::IdTable;
use crate::object::records::{MethodRef, ScopeRef};
use crate::value::Value;
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// The subject matter of an assumption.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The method that instances of the class `subject` answer `name` with; nil: none.
    Method,
    /// The same as a scope with the refinements `context`, an Array, sees it.
    RefinedMethod,
    /// The same as the core library's code sees it.
    CoreMethod,
    /// The method that `super` out of the method `context` goes on to, for instances of the class `subject`.
    SuperMethod,
    /// The constant `name` that the lexical scope `subject` sees.
    LexicalConstant,
    /// The constant `subject::name` of a class or module.
    QualifiedConstant,
    /// The class or module that has the class variable `name` which the lexical scope `subject` sees.
    ClassVariable,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Fact {
    kind: Kind,
    name: Symbol,
    subject: Value,
    context: Value,
}

impl Fact {
    fn hash(&self) -> u64 {
        let words = self.subject.word() ^ self.context.word().rotate_left(17) ^ (self.name.0 as u64) << 40 ^ self.kind as u64;
        words.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// An assumption, and the next in the chain of its name and layer.
#[derive(Clone, Copy)]
struct Record {
    fact: Fact,
    next: u32,
}

/// Fallen assumptions are worth a walk through the caches from this many on, if they are more than those that hold.
const FALLEN_MIN: usize = 2048;
/// Assumptions there is room for, at least, after a warm-up.
const CHILD_ROOM: usize = 1024;

/// How many of the assumptions that were asked for last are found at once; log2 of it.
const RECENT_BITS: u32 = 8;

/// Where assumptions are found.
#[derive(Default)]
struct Layer {
    index: Index,
    /// The first of each name.
    chains: HashMap<Symbol, u32, FixedState>,
}

impl Layer {
    fn enter(&mut self, number: u32, records: &mut [Record]) {
        let fact = records[number as usize].fact;
        records[number as usize].next = self.chains.insert(fact.name, number).unwrap_or(0);
        self.index.enter(number, fact.hash(), |other| records[other as usize].fact.hash());
    }

    fn first_of(&self, name: Symbol) -> u32 {
        self.chains.get(&name).copied().unwrap_or(0)
    }
}

/// All assumptions of a machine.
pub struct Assumptions {
    /// The answer of each, or undefined. Apart from the records: this is what is read all the time.
    answers: Vec<Value>,
    records: Vec<Record>,
    shared: Layer,
    local: Layer,
    /// The numbers of those that were asked for last, each at a place that its fact tells.
    recent: Box<[Slot<u32>; 1 << RECENT_BITS]>,
    /// Numbers of the fallen, which caches may still name.
    fallen: Vec<u32>,
    /// Numbers to use again.
    free: Vec<u32>,
    /// Those that name what may be young.
    young: Vec<u32>,
    /// How many were asked for their answer again, since the start.
    pub rechecks: u64,
    /// How many fell because of a change; those about constants, and about class variables.
    pub changes: u64,
    pub constant_changes: u64,
    pub class_variable_changes: u64,
    /// How often a constant was looked for that no cache had.
    pub constant_searches: u64,
}

impl Default for Assumptions {
    fn default() -> Assumptions {
        let nothing = Fact { kind: Kind::Method, name: Symbol(0), subject: Value::NIL, context: Value::NIL };
        Assumptions {
            answers: vec![Value::UNDEFINED],
            records: vec![Record { fact: nothing, next: 0 }],
            shared: Layer::default(),
            local: Layer::default(),
            recent: Box::new(std::array::from_fn(|_| Slot::new(0))),
            fallen: Vec::new(),
            free: Vec::new(),
            young: Vec::new(),
            changes: 0,
            rechecks: 0,
            constant_changes: 0,
            class_variable_changes: 0,
            constant_searches: 0,
        }
    }
}

impl Assumptions {
    /// The answer, or undefined where that does not hold any more.
    #[inline(always)]
    pub fn answer(&self, assumption: Assumption) -> Value {
        debug_assert!((assumption.0 as usize) < self.answers.len());
        // SAFETY: numbers are given out by this table only, which never shrinks.
        unsafe { *self.answers.get_unchecked(assumption.0 as usize) }
    }

    #[inline(always)]
    pub fn holds(&self, assumption: Assumption) -> bool {
        !self.answer(assumption).is_undefined()
    }

    #[inline(always)]
    fn record(&self, assumption: Assumption) -> &Record {
        debug_assert!((assumption.0 as usize) < self.records.len());
        // SAFETY: as `answer`.
        unsafe { self.records.get_unchecked(assumption.0 as usize) }
    }

    /// The class, scope or module that it is about.
    #[inline(always)]
    pub fn subject(&self, assumption: Assumption) -> Value {
        self.record(assumption).fact.subject
    }

    #[inline(always)]
    pub fn name(&self, assumption: Assumption) -> Symbol {
        self.record(assumption).fact.name
    }

    /// The method that a `super` stands in.
    #[inline(always)]
    pub fn context(&self, assumption: Assumption) -> Value {
        self.record(assumption).fact.context
    }

    #[inline]
    fn find(&self, fact: &Fact) -> Option<Assumption> {
        let hash = fact.hash();
        let recent = &self.recent[(hash >> (u64::BITS - RECENT_BITS)) as usize];
        let number = Assumption(recent.get());
        if self.record(number).fact == *fact && self.holds(number) {
            return Some(number);
        }
        let is_meant = |number: u32| self.records[number as usize].fact == *fact;
        let found = self.shared.index.find(hash, is_meant).or_else(|| self.local.index.find(hash, is_meant));
        if let Some(number) = found {
            recent.set(number);
        }
        found.map(Assumption)
    }

    fn add(&mut self, fact: Fact, answer: Value) -> Assumption {
        let number = self.free.pop().unwrap_or(self.records.len() as u32);
        let record = Record { fact, next: 0 };
        if number as usize == self.records.len() {
            self.records.push(record);
            self.answers.push(answer);
        } else {
            self.records[number as usize] = record;
            self.answers[number as usize] = answer;
        }
        self.local.enter(number, &mut self.records);
        self.young.push(number);
        Assumption(number)
    }

    /// Whether anything was ever assumed about a name.
    fn has_name(&self, name: Symbol) -> bool {
        self.shared.first_of(name) != 0 || self.local.first_of(name) != 0
    }

    /// One holds no more.
    fn fell(&mut self, number: u32) {
        let hash = self.records[number as usize].fact.hash();
        let Assumptions { shared, local, records, .. } = self;
        let hash_of = |other: u32| records[other as usize].fact.hash();
        if !shared.index.remove(number, hash, hash_of) {
            local.index.remove(number, hash, hash_of);
        }
        self.leave(number);
    }

    /// The same for one that the index has no more.
    fn leave(&mut self, number: u32) {
        self.answers[number as usize] = Value::UNDEFINED;
        self.fallen.push(number);
    }

    /// Lets those about the dead fall, and follows what moved. Written is only what changes.
    pub fn after_mark(&mut self, liveness: &Liveness) {
        let (young, count) = (std::mem::take(&mut self.young), self.records.len() as u32);
        let (mut dead, mut moved) = (Vec::new(), false);
        let mut revise = |number: u32| match self.revise(number, liveness) {
            Some(has_moved) => moved |= has_moved,
            None => dead.push(number),
        };
        if liveness.is_minor() {
            young.into_iter().for_each(&mut revise);
        } else {
            (1..count).for_each(&mut revise);
        }
        if moved {
            dead.into_iter().for_each(|number| self.leave(number));
            self.enter_again();
        } else {
            dead.into_iter().for_each(|number| self.fell(number));
        }
    }

    /// Answers whether anything that an assumption names has moved; none where it has died.
    fn revise(&mut self, number: u32, liveness: &Liveness) -> Option<bool> {
        if !self.holds(Assumption(number)) {
            return Some(false);
        }
        let (record, kept) = (&mut self.records[number as usize], &mut self.answers[number as usize]);
        let before = [record.fact.subject, record.fact.context, *kept];
        let mut after = before;
        for value in &mut after {
            *value = Value::from_word(liveness.resolve(value.word())?);
        }
        let moved = after != before;
        if moved {
            [record.fact.subject, record.fact.context, *kept] = after;
        }
        if after.iter().any(|value| value.as_cell().is_some_and(|cell| !liveness.is_old(cell))) {
            self.young.push(number);
        }
        Some(moved)
    }

    /// Enters all that hold anew, in the shared layer.
    fn enter_again(&mut self) {
        (self.shared, self.local) = (Layer::default(), Layer::default());
        let Assumptions { shared, records, answers, .. } = self;
        for number in (1..records.len() as u32).filter(|&number| !answers[number as usize].is_undefined()) {
            shared.enter(number, records);
        }
    }

    /// Whether so many fell that their numbers should be had back.
    pub fn cleaning_is_due(&self) -> bool {
        self.fallen.len() >= FALLEN_MIN && self.fallen.len() > self.records.len() / 2
    }

    /// No cache names the fallen any more.
    pub fn reuse_fallen(&mut self) {
        self.enter_again();
        self.free.append(&mut self.fallen);
    }

    /// Children are about to share what there is. There is room for what one may assume: growing there would copy the tables.
    pub fn settle(&mut self) {
        self.enter_again();
        let room = self.records.len() / 4 + CHILD_ROOM;
        self.records.reserve(room);
        self.answers.reserve(room);
    }

    /// How many hold, and how many numbers wait to be used again.
    pub fn counts(&self) -> (usize, usize) {
        let idle = self.fallen.len() + self.free.len();
        (self.records.len() - 1 - idle, idle)
    }
}

/// Notes in a class that something is assumed about it; of a scope, in those that its text stands in. Only in those that may be asked whether
/// they are new: others may be shared with other processes, and are not written.
fn note_subject(fact: &Fact) {
    let note = |class: ClassRef| {
        if class.has_state(state::SINGLETON | state::UNINITIALIZED) && !class.has_state(state::ASSUMED) {
            class.set_state(class.state() | state::ASSUMED);
        }
    };
    if let Some(class) = ClassRef::from_chain(fact.subject) {
        return note(class);
    }
    let mut scope = ScopeRef::from_value(fact.subject);
    while let Some(around) = scope {
        ClassRef::from_chain(around.module()).into_iter().for_each(note);
        scope = ScopeRef::from_value(around.parent());
    }
}

/// Whether an assumption may be about what a class from which nothing inherits finds. That of the singleton class of one of its
/// instances may be, and those of constants and refinements lead through scopes.
fn is_concerned(fact: &Fact, class: ClassRef) -> bool {
    match fact.kind {
        Kind::LexicalConstant | Kind::RefinedMethod | Kind::ClassVariable => true,
        _ => fact.subject == class.value() || ClassRef::from_chain(fact.subject).is_some_and(ClassRef::is_singleton),
    }
}

impl CallCache {
    /// Whether what was found holds for receivers of this shape.
    #[inline(always)]
    pub fn holds(&self, shape: u32, assumptions: &Assumptions) -> bool {
        self.shape.get() == shape && assumptions.holds(self.assumption.get())
    }
}

impl Code {
    /// Empties the slots of constants of which it no longer holds that they are what they were.
    pub(crate) fn clean_constants(&self, assumptions: &Assumptions) {
        self.each_constant_slot(|slot| {
            if slot.key.get() != 0 && !assumptions.holds(Assumption(slot.key.get())) {
                slot.key.set(0);
            }
        });
    }
}

impl Vm {
    /// That instances of a class find what they find now for a name, even if that is no method.
    #[inline]
    pub fn assume_method(&mut self, class: ClassRef, name: Symbol) -> Assumption {
        self.assume(Fact { kind: Kind::Method, name, subject: class.value(), context: Value::NIL })
    }

    /// The same as a scope sees it whose refinements are this Array.
    pub fn assume_refined_method(&mut self, class: ClassRef, name: Symbol, refinements: Value) -> Assumption {
        self.assume(Fact { kind: Kind::RefinedMethod, name, subject: class.value(), context: refinements })
    }

    /// The same as the core library's code sees it.
    pub(super) fn assume_core_method(&mut self, class: ClassRef, name: Symbol) -> Assumption {
        self.assume(Fact { kind: Kind::CoreMethod, name, subject: class.value(), context: Value::NIL })
    }

    /// The method that `super` out of a method calls for instances of a class.
    pub fn assume_super_method(&mut self, class: ClassRef, origin: MethodRef) -> Assumption {
        self.assume(Fact { kind: Kind::SuperMethod, name: origin.symbol(), subject: class.value(), context: origin.value() })
    }

    /// A constant that a scope sees; none where it can't be relied on: it is not there, or more than a look is due.
    pub fn assume_lexical_constant(&mut self, scope: ScopeRef, name: Symbol) -> Option<Assumption> {
        self.assume_constant(Fact { kind: Kind::LexicalConstant, name, subject: scope.value(), context: Value::NIL })
    }

    /// A constant of a class or module, on the same terms.
    pub fn assume_qualified_constant(&mut self, module: ClassRef, name: Symbol) -> Option<Assumption> {
        self.assume_constant(Fact { kind: Kind::QualifiedConstant, name, subject: module.value(), context: Value::NIL })
    }

    /// Whose class variable a scope sees; none where it can't be relied on: there is none, or another has overtaken it.
    pub fn assume_class_variable(&mut self, scope: ScopeRef, name: Symbol) -> Option<Assumption> {
        self.assume_constant(Fact { kind: Kind::ClassVariable, name, subject: scope.value(), context: Value::NIL })
    }

    #[inline]
    fn assume(&mut self, fact: Fact) -> Assumption {
        match self.assumptions.find(&fact) {
            Some(known) => {
                debug_assert_eq!(self.assumptions.answer(known), self.ask(&fact), "{fact:?} {}", self.symbol_text(fact.name));
                known
            }
            None => {
                let answer = self.ask(&fact);
                note_subject(&fact);
                self.assumptions.add(fact, answer)
            }
        }
    }

    /// Whether nothing was ever assumed about what a class finds, from which nothing inherits: a singleton class that is new, or a class
    /// that is to be initialised, which has no instances yet. A program that gives many objects methods of the same name, or copies many
    /// classes, is not to look through what was assumed about all of them.
    pub fn is_unobserved(&self, class: ClassRef) -> bool {
        class.has_state(state::SINGLETON | state::UNINITIALIZED) && !class.has_state(state::ASSUMED) && class.dependents().is_nil() && !self.phase.booting
    }

    fn assume_constant(&mut self, fact: Fact) -> Option<Assumption> {
        self.assumptions.constant_searches += u64::from(fact.kind != Kind::ClassVariable);
        if let Some(known) = self.assumptions.find(&fact) {
            return Some(known);
        }
        let answer = self.ask(&fact);
        (!answer.is_undefined()).then(|| {
            note_subject(&fact);
            self.assumptions.add(fact, answer)
        })
    }

    /// The answer that an assumption would give now; of constants, undefined where it can't be relied on.
    fn ask(&self, fact: &Fact) -> Value {
        let found = |method: Option<MethodRef>| method.map_or(Value::NIL, MethodRef::value);
        match (fact.kind, ClassRef::from_chain(fact.subject)) {
            (Kind::Method, Some(class)) => found(self.search_method(class, fact.name).map(|(method, _)| method)),
            (Kind::RefinedMethod, Some(class)) => found(self.search_refined_method(class, fact.name, fact.context)),
            (Kind::CoreMethod, Some(class)) => found(self.search_core_method(class, fact.name)),
            (Kind::SuperMethod, Some(class)) => found(self.search_super_method(class, fact.context)),
            (Kind::LexicalConstant, _) => self.reliable_lexical_constant(fact.subject, fact.name),
            (Kind::ClassVariable, _) => self.reliable_variable_owner(fact.subject, fact.name),
            (Kind::QualifiedConstant, Some(module)) => self.reliable_qualified_constant(module, fact.name),
            _ => Value::UNDEFINED,
        }
    }

    /// Asks again all that may answer otherwise, now that `class` may find something else for a name.
    pub fn recheck(&mut self, class: ClassRef, name: Symbol) {
        // A class from which nothing inherits changes for itself only.
        let alone = class.is_class() && class.dependents().is_nil() && !self.phase.booting;
        for first in [self.assumptions.shared.first_of(name), self.assumptions.local.first_of(name)] {
            let mut number = first;
            while number != 0 {
                let Record { fact, next, .. } = self.assumptions.records[number as usize];
                // What fell may name the dead.
                if self.assumptions.holds(Assumption(number)) && (!alone || is_concerned(&fact, class)) {
                    self.ask_again(number);
                }
                number = next;
            }
        }
    }

    /// Lets an assumption fall that would answer otherwise now.
    fn ask_again(&mut self, number: u32) {
        self.assumptions.rechecks += 1;
        let answer = self.assumptions.answer(Assumption(number));
        if !answer.is_undefined() && self.ask(&self.assumptions.records[number as usize].fact) != answer {
            let kind = self.assumptions.records[number as usize].fact.kind;
            self.assumptions.fell(number);
            self.assumptions.changes += 1;
            match kind {
                Kind::LexicalConstant | Kind::QualifiedConstant => self.assumptions.constant_changes += 1,
                Kind::ClassVariable => self.assumptions.class_variable_changes += 1,
                Kind::Method | Kind::RefinedMethod | Kind::CoreMethod | Kind::SuperMethod => {}
            }
        }
    }

    /// Anything may have changed.
    pub fn recheck_all(&mut self) {
        self.ancestry.forget();
        (1..self.assumptions.records.len() as u32).for_each(|number| self.ask_again(number));
        self.recheck_operators();
    }

    /// The same for every name that `module` and what it includes define: they stand in the chain of `class` now.
    pub fn recheck_names_of(&mut self, class: ClassRef, module: ClassRef) {
        if self.is_unobserved(class) {
            return;
        }
        let operators = self.concerns_operators(class);
        for cell in module.chain() {
            let variables = IdTable::from_value(cell.represented_owner().class_variables());
            let tables = [cell.method_table(), cell.constant_table(), variables];
            for (name, _) in tables.into_iter().flatten().flat_map(|table| table.entries()) {
                if self.assumptions.has_name(name) {
                    self.recheck(class, name);
                }
                self.follow_inherited(class, name);
                if operators {
                    self.recheck_operator(name);
                }
            }
        }
    }
}
