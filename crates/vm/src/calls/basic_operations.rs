//! Basic operations: which operators of built-in classes still mean what the core library says.
//!
//! The loop answers `1 + 2` or `array[0]` itself. That is right as long as the built-in class finds the core library's
//! own method; whatever changes that (a definition, a module prepended or included, a removal, a refinement)
//! sets the class's bit for that operator, and taking it back clears it. A fast path reads the bits of its own operator for the
//! classes it answers for: `Array#<<` redefined leaves `Integer#<<` and `Array#[]` fast.
//!
//! The core library, being Ruby, calls operators too. There they mean what they meant at boot, whatever a program does to them: it
//! could not count its way through an Array otherwise.

use crate::object::array::ArrayRef;
use crate::object::class::{ClassRef, state};
use crate::object::records::MethodRef;
use crate::value::Value;
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// Built-in classes whose operators have fast paths, one bit each.
pub mod of {
    pub const INTEGER: u16 = 1;
    pub const FLOAT: u16 = 1 << 1;
    pub const STRING: u16 = 1 << 2;
    pub const ARRAY: u16 = 1 << 3;
    pub const HASH: u16 = 1 << 4;
    pub const SYMBOL: u16 = 1 << 5;
    pub const NIL: u16 = 1 << 6;
    pub const TRUE: u16 = 1 << 7;
    pub const FALSE: u16 = 1 << 8;
    /// Any other class.
    pub const OTHERS: u16 = 1 << 9;
    pub const NUMBERS: u16 = INTEGER | FLOAT;
    pub const BUILT_IN: u16 = OTHERS - 1;
    pub const ANY: u16 = !0;
}

/// The operators, and `nil?`, `to_proc` and `to_s`.
const OPERATORS: [Symbol; COUNT] = [
    Symbol::ADD, Symbol::SUBTRACT, Symbol::MULTIPLY, Symbol::DIVIDE, Symbol::MODULO, Symbol::POWER, Symbol::SHIFT_LEFT, Symbol::SHIFT_RIGHT,
    Symbol::BIT_AND, Symbol::BIT_OR, Symbol::BIT_XOR, Symbol::EQUAL, Symbol::NOT_EQUAL, Symbol::LESS, Symbol::LESS_EQUAL, Symbol::GREATER,
    Symbol::GREATER_EQUAL, Symbol::COMPARE, Symbol::CASE_EQUAL, Symbol::MATCH, Symbol::INDEX, Symbol::INDEX_SET, Symbol::NOT, Symbol::NEGATE,
    Symbol::NIL_TEST, Symbol::TO_PROC, Symbol::TO_S,
];
const COUNT: usize = 27;

/// The places of the operators, by the numbers of their symbols; `COUNT` for all others.
const PLACES: [u8; PLACES_END] = {
    let mut places = [COUNT as u8; PLACES_END];
    let mut place = 0;
    while place < COUNT {
        places[OPERATORS[place].0 as usize] = place as u8;
        place += 1;
    }
    places
};
const PLACES_END: usize = Symbol::TO_S.0 as usize + 1;

fn place_of(name: Symbol) -> Option<usize> {
    PLACES.get(name.0 as usize).map(|&place| place as usize).filter(|&place| place < COUNT)
}

/// How many classes have fast paths.
const CLASSES: usize = 9;

/// For each operator the classes that a program has changed it for.
pub struct BasicOperations {
    changed: [u16; COUNT],
    /// Classes for which a refinement changes it, wherever that is in use; others that have, or had, one of their own.
    lasting: [u16; COUNT],
    /// The methods that the classes found at boot, an Array: for each class those of all operators in turn.
    originals: Value,
}

impl Default for BasicOperations {
    fn default() -> Self {
        BasicOperations { changed: [0; COUNT], lasting: [0; COUNT], originals: Value::NIL }
    }
}

impl BasicOperations {
    /// Whether an operator means what the core library says for all these classes. For a constant name the place read is one too.
    #[inline(always)]
    pub fn holds(&self, operator: Symbol, classes: u16) -> bool {
        self.changed[PLACES[operator.0 as usize] as usize] & classes == 0
    }

    /// For the collector.
    pub(crate) fn originals_slot(&mut self) -> &mut Value {
        &mut self.originals
    }
}

impl Vm {
    /// Whether an operator of these built-in classes (`basic_operations::of`) means what the core library says.
    #[inline(always)]
    pub fn is_basic(&self, operator: Symbol, classes: u16) -> bool {
        self.basic_operations.holds(operator, classes)
    }

    fn operator_classes(&self) -> [(ClassRef, u16); CLASSES] {
        let classes = &self.classes;
        [
            (classes.integer, of::INTEGER), (classes.float, of::FLOAT), (classes.string, of::STRING), (classes.array, of::ARRAY),
            (classes.hash, of::HASH), (classes.symbol, of::SYMBOL), (classes.nil, of::NIL), (classes.true_class, of::TRUE),
            (classes.false_class, of::FALSE),
        ]
    }

    /// The core library stands: what operators mean now is what they are to mean.
    pub(crate) fn note_basic_operations(&mut self) {
        let originals = self.array_with_capacity(COUNT * CLASSES);
        for (class, _) in self.operator_classes() {
            for operator in OPERATORS {
                let found = self.search_method(class, operator).map(|(method, _)| method.value());
                self.array_push(originals, found.unwrap_or(Value::NIL));
            }
        }
        self.basic_operations.originals = originals.value();
    }

    fn original_at(&self, row: usize, place: usize) -> Option<MethodRef> {
        ArrayRef::from_value(self.basic_operations.originals).and_then(|all| MethodRef::from_value(all.get(row * COUNT + place)))
    }

    /// Whether a built-in class with operators may find methods in this class or module.
    pub(crate) fn concerns_operators(&self, class: ClassRef) -> bool {
        class.is_module() || self.operator_classes().iter().any(|(built_in, _)| built_in.inherits(class))
    }

    /// A method of this name has changed somewhere, or can be found where it could not.
    pub(crate) fn recheck_operator(&mut self, name: Symbol) {
        let Some(place) = place_of(name).filter(|_| !self.phase.booting) else { return };
        let mut changed = self.basic_operations.lasting[place];
        for (row, (class, bit)) in self.operator_classes().into_iter().enumerate() {
            if self.search_method(class, name).map(|(method, _)| method) != self.original_at(row, place) {
                changed |= bit;
            }
        }
        if self.basic_operations.changed[place] != changed {
            self.basic_operations.changed[place] = changed;
        }
    }

    pub(crate) fn recheck_operators(&mut self) {
        OPERATORS.into_iter().for_each(|operator| self.recheck_operator(operator));
    }

    /// A program has changed the method of this name in a class or module of its own, or in a refinement: that holds for
    /// all that inherit from what it refines.
    pub(crate) fn operator_changed(&mut self, class: ClassRef, name: Symbol) {
        let Some(place) = place_of(name).filter(|_| !self.phase.booting) else { return };
        let refined = class.has_state(state::REFINEMENT).then(|| ClassRef::from_module(class.attached())).flatten();
        let classes = self.operator_classes();
        let lasting = match refined {
            Some(refined) => classes.iter().filter(|(class, _)| class.inherits(refined)).fold(of::OTHERS, |bits, (_, bit)| bits | bit),
            None if classes.iter().any(|(built_in, _)| *built_in == class) => 0,
            None => of::OTHERS,
        };
        self.basic_operations.lasting[place] |= lasting;
        self.recheck_operator(name);
    }
}
