//! Assumptions: what inline caches, warm-up and compiled code rely on, each declared once.
//!
//! An assumption is about what a *subject* finds for a *name*: the method of a class, the method that `super` goes on to,
//! a method as a scope's refinements show it, a constant as a scope or a module sees it. It remembers the *answer*.
//! Whoever relies on it keeps its number and asks whether it holds: one byte, read. A change to a class, a module or a
//! constant asks the assumptions of the changed name, and only those whose subject sees the change, for
//! their answer again; one that would answer otherwise holds no more, for good. So nothing that
//! relies on an assumption is written when it falls, nor is anything else spoilt. The nearest relative
//! is ZJIT's `Invariant`; here the interpreter relies on them too.
//!
//! ```text
//!   inline cache            holds                    records
//!   +-------+------------+  +---+---+---+---+- -     +------+---------+---------+------+--------+----------+------+
//!   | shape | assumption |->| 0 | 1 | 1 | 0 |        | kind | subject | context | name | answer | previous | next |
//!   +-------+------------+  +---+---+---+---+- -     +------+---------+---------+------+--------+----------+------+
//!                            bytes, by number         by number; those of one name form a chain
//! ```
//!
//! The table keeps nothing alive: an assumption about the dead falls. Its number is used again only once no
//! cache can name it any more (`Vm::clean_caches`). What operators mean is `basic_operators`' part.

mod index;

use rutile_heap::Liveness;

use self::index::Index;
use crate::object::class::ClassRef;
use crate::object::records::{MethodRef, ScopeRef};
use crate::symbol::Symbol;
use crate::value::Value;
use crate::vm::Vm;

/// The number of an assumption. `NONE` never holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Assumption(pub(crate) u32);

impl Assumption {
    pub const NONE: Assumption = Assumption(0);
}

/// What an assumption is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The method that instances of the class `subject` answer `name` with; nil: none.
    Method,
    /// The same as a scope with the refinements `context`, an Array, sees it.
    RefinedMethod,
    /// The method that `super` out of the method `context` goes on to, for instances of the class `subject`.
    SuperMethod,
    /// The constant `name` that the lexical scope `subject` sees.
    LexicalConstant,
    /// The constant `subject::name` of a class or module.
    QualifiedConstant,
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

/// An assumption, and its neighbours in the chain of its name.
#[derive(Clone, Copy)]
struct Record {
    fact: Fact,
    answer: Value,
    previous: u32,
    next: u32,
}

/// Fallen assumptions are worth a walk through the caches from this many on, if they are more than those that hold.
const FALLEN_MIN: usize = 2048;
/// Assumptions there is room for, at least, after a warm-up.
const CHILD_ROOM: usize = 1024;

/// All assumptions of a machine.
pub struct Assumptions {
    /// Whether each holds. Apart from the records: this is what is read all the time, and all that a fall writes beside its chain.
    holds: Vec<bool>,
    records: Vec<Record>,
    index: Index,
    /// The first of each name, by its number; 0: none.
    chains: Vec<u32>,
    /// Numbers of the fallen, which caches may still name.
    fallen: Vec<u32>,
    /// Numbers to use again.
    free: Vec<u32>,
    /// Those that name what may be young.
    young: Vec<u32>,
    /// How many fell because of a change, since the start.
    pub changes: u64,
}

impl Default for Assumptions {
    fn default() -> Assumptions {
        let nothing = Fact { kind: Kind::Method, name: Symbol(0), subject: Value::NIL, context: Value::NIL };
        Assumptions {
            holds: vec![false],
            records: vec![Record { fact: nothing, answer: Value::NIL, previous: 0, next: 0 }],
            index: Index::default(),
            chains: Vec::new(),
            fallen: Vec::new(),
            free: Vec::new(),
            young: Vec::new(),
            changes: 0,
        }
    }
}

impl Assumptions {
    #[inline(always)]
    pub fn holds(&self, assumption: Assumption) -> bool {
        debug_assert!((assumption.0 as usize) < self.holds.len());
        // SAFETY: numbers are given out by this table only, which never shrinks.
        unsafe { *self.holds.get_unchecked(assumption.0 as usize) }
    }

    #[inline(always)]
    fn record(&self, assumption: Assumption) -> &Record {
        debug_assert!((assumption.0 as usize) < self.records.len());
        // SAFETY: as `holds`.
        unsafe { self.records.get_unchecked(assumption.0 as usize) }
    }

    /// What was found: of one that holds.
    #[inline(always)]
    pub fn answer(&self, assumption: Assumption) -> Value {
        self.record(assumption).answer
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
        self.index.find(fact.hash(), |number| self.records[number as usize].fact == *fact).map(Assumption)
    }

    fn add(&mut self, fact: Fact, answer: Value) -> Assumption {
        let number = self.free.pop().unwrap_or(self.records.len() as u32);
        let next = self.first_of(fact.name);
        let record = Record { fact, answer, previous: 0, next };
        if number as usize == self.records.len() {
            self.records.push(record);
            self.holds.push(true);
        } else {
            self.records[number as usize] = record;
            self.holds[number as usize] = true;
        }
        if next != 0 {
            self.records[next as usize].previous = number;
        }
        self.set_first(fact.name, number);
        let Assumptions { index, records, .. } = self;
        index.enter(number, fact.hash(), |other| records[other as usize].fact.hash());
        self.young.push(number);
        Assumption(number)
    }

    /// The first of the chain of a name; 0: nothing was ever assumed about it.
    fn first_of(&self, name: Symbol) -> u32 {
        self.chains.get(name.0 as usize).copied().unwrap_or(0)
    }

    fn set_first(&mut self, name: Symbol, number: u32) {
        let place = name.0 as usize;
        if place >= self.chains.len() {
            self.chains.resize((place + 1).next_multiple_of(1024), 0);
        }
        self.chains[place] = number;
    }

    /// One holds no more.
    fn fell(&mut self, number: u32) {
        let hash = self.records[number as usize].fact.hash();
        let Assumptions { index, records, .. } = self;
        index.remove(number, hash, |other| records[other as usize].fact.hash());
        self.leave(number);
    }

    /// The same for one that the index has no more.
    fn leave(&mut self, number: u32) {
        let Record { fact, previous, next, .. } = self.records[number as usize];
        if previous == 0 {
            self.set_first(fact.name, next);
        } else {
            self.records[previous as usize].next = next;
        }
        if next != 0 {
            self.records[next as usize].previous = previous;
        }
        self.holds[number as usize] = false;
        self.fallen.push(number);
    }

    /// Lets those about the dead fall, and follows what moved.
    pub fn after_mark(&mut self, liveness: &Liveness) {
        let mut asked = std::mem::take(&mut self.young);
        if !liveness.is_minor() {
            asked.clear();
            asked.extend((1..self.records.len() as u32).filter(|&number| self.holds[number as usize]));
        }
        let mut dead = Vec::new();
        let mut moved = false;
        asked.retain(|&number| {
            if !self.holds[number as usize] {
                return false;
            }
            let record = &mut self.records[number as usize];
            let values = [record.fact.subject, record.fact.context, record.answer];
            let found = values.map(|value| liveness.resolve(value.word()).map(Value::from_word));
            let [Some(subject), Some(context), Some(answer)] = found else {
                dead.push(number);
                return false;
            };
            if [subject, context, answer] != values {
                moved = true;
                (record.fact.subject, record.fact.context, record.answer) = (subject, context, answer);
            }
            [subject, context, answer].iter().any(|value| value.as_cell().is_some_and(|cell| !liveness.is_old(cell)))
        });
        self.young = asked;
        if moved {
            dead.into_iter().for_each(|number| self.leave(number));
            self.enter_again();
        } else {
            dead.into_iter().for_each(|number| self.fell(number));
        }
    }

    /// Enters all anew, after their addresses changed.
    fn enter_again(&mut self) {
        self.index.clear();
        let Assumptions { index, records, holds, .. } = self;
        for number in (1..records.len() as u32).filter(|&number| holds[number as usize]) {
            index.enter(number, records[number as usize].fact.hash(), |other| records[other as usize].fact.hash());
        }
    }

    /// Whether so many fell that their numbers should be had back.
    pub fn cleaning_is_due(&self) -> bool {
        self.fallen.len() >= FALLEN_MIN && self.fallen.len() > self.records.len() / 2
    }

    /// No cache names the fallen any more.
    pub fn reuse_fallen(&mut self) {
        self.free.append(&mut self.fallen);
    }

    /// Every class and method became permanent. There is room for what a child may assume: growing there would copy the tables.
    pub fn settle(&mut self) {
        self.young = Vec::new();
        let room = self.records.len() / 4 + CHILD_ROOM;
        self.records.reserve(room);
        self.holds.reserve(room);
    }

    /// How many hold, and how many numbers wait to be used again.
    pub fn counts(&self) -> (usize, usize) {
        let idle = self.fallen.len() + self.free.len();
        (self.records.len() - 1 - idle, idle)
    }
}

/// Whether an assumption may be about what a class from which nothing inherits finds. That of the singleton class of one of its
/// instances may be, and those of constants and refinements lead through scopes.
fn is_concerned(fact: &Fact, class: ClassRef) -> bool {
    match fact.kind {
        Kind::LexicalConstant | Kind::RefinedMethod => true,
        _ => fact.subject == class.value() || ClassRef::from_chain(fact.subject).is_some_and(ClassRef::is_singleton),
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

    /// What `super` out of a method calls for instances of a class.
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

    #[inline]
    fn assume(&mut self, fact: Fact) -> Assumption {
        match self.assumptions.find(&fact) {
            Some(known) => {
                debug_assert_eq!(self.assumptions.answer(known), self.ask(&fact), "{fact:?} {}", self.symbol_text(fact.name));
                known
            }
            None => {
                let answer = self.ask(&fact);
                self.assumptions.add(fact, answer)
            }
        }
    }

    fn assume_constant(&mut self, fact: Fact) -> Option<Assumption> {
        if let Some(known) = self.assumptions.find(&fact) {
            return Some(known);
        }
        let answer = self.ask(&fact);
        (!answer.is_undefined()).then(|| self.assumptions.add(fact, answer))
    }

    /// What an assumption would answer now; of constants, undefined where it can't be relied on.
    fn ask(&self, fact: &Fact) -> Value {
        let found = |method: Option<MethodRef>| method.map_or(Value::NIL, MethodRef::value);
        match (fact.kind, ClassRef::from_chain(fact.subject)) {
            (Kind::Method, Some(class)) => found(self.search_method(class, fact.name).map(|(method, _)| method)),
            (Kind::RefinedMethod, Some(class)) => found(self.search_refined_method(class, fact.name, fact.context)),
            (Kind::SuperMethod, Some(class)) => found(self.search_super_method(class, fact.context)),
            (Kind::LexicalConstant, _) => self.reliable_lexical_constant(fact.subject, fact.name),
            (Kind::QualifiedConstant, Some(module)) => self.reliable_qualified_constant(module, fact.name),
            _ => Value::UNDEFINED,
        }
    }

    /// What `class` finds for a name, or what some class finds because of it, may have changed.
    pub fn recheck(&mut self, class: ClassRef, name: Symbol) {
        // A class from which nothing inherits changes for itself only.
        let alone = class.is_class() && class.dependents().is_nil() && !self.booting;
        let mut number = self.assumptions.first_of(name);
        while number != 0 {
            let Record { fact, answer, next, .. } = self.assumptions.records[number as usize];
            if (!alone || is_concerned(&fact, class)) && self.ask(&fact) != answer {
                self.assumptions.fell(number);
                self.assumptions.changes += 1;
            }
            number = next;
        }
    }

    /// Anything may have changed.
    pub fn recheck_all(&mut self) {
        for number in 1..self.assumptions.records.len() as u32 {
            let Record { fact, answer, .. } = self.assumptions.records[number as usize];
            if self.assumptions.holds[number as usize] && self.ask(&fact) != answer {
                self.assumptions.fell(number);
                self.assumptions.changes += 1;
            }
        }
        self.recheck_operators();
    }

    /// The same for every name that `module` and what it includes define: they stand in the chain of `class` now.
    pub fn recheck_names_of(&mut self, class: ClassRef, module: ClassRef) {
        for cell in module.chain() {
            let tables = [cell.method_table(), cell.constant_table()];
            for (name, _) in tables.into_iter().flatten().flat_map(|table| table.entries()) {
                if self.assumptions.first_of(name) != 0 {
                    self.recheck(class, name);
                }
                self.recheck_operator(name);
            }
        }
    }
}
