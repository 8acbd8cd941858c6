//! Whether a class inherits from a class or module, as it was found last.
//!
//! `is_a?`, `===` of a class and `rescue` ask this all the time, and a program's classes stand under dozens of modules. The answers
//! are kept in a small table, told by both; one that stands at the place of another takes it.
//!
//! ```text
//!   +-------+---------------------+
//!   | class | module | answer, 1  |   0, 0: nothing
//!   +-------+---------------------+
//! ```
//!
//! A collection takes out what died or moved; a minor one leaves the table alone where all answers are about old cells. A change
//! to any chain of ancestors empties it. Written is only what changes: children share it with their parent.

use std::cell::{Cell as Slot, OnceCell};

use rutile_heap::{Cell, Liveness};

use crate::object::class::ClassRef;
use crate::value::fields::Fields;
use crate::vm::Vm;

/// log2 of how many answers are kept. A page of Rails asks for some 200 different ones.
const BITS: u32 = 9;
/// Of the second word: the class inherits from the module.
const INHERITS: u64 = 1;

/// The answers.
#[derive(Default)]
pub struct Ancestry {
    answers: OnceCell<Box<[(Slot<u64>, Slot<u64>)]>>,
    /// There is one.
    used: Slot<bool>,
    /// There may be one about a young cell.
    young: Slot<bool>,
}

impl Ancestry {
    /// Where the answer of a pair stands. Multiplying spreads both over the upper bits.
    #[inline(always)]
    fn place(class: ClassRef, module: ClassRef) -> usize {
        let key = class.0.address() ^ module.0.address().rotate_left(29);
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - BITS)) as usize
    }

    #[inline(always)]
    fn find(&self, class: ClassRef, module: ClassRef) -> Option<bool> {
        let (first, second) = self.answers.get()?.get(Self::place(class, module))?;
        let answer = second.get();
        (first.get() == class.0.address() && answer & !INHERITS == module.0.address()).then_some(answer & INHERITS != 0)
    }

    fn keep(&self, class: ClassRef, module: ClassRef, inherits: bool) {
        let answers = self.answers.get_or_init(|| std::iter::repeat_with(Default::default).take(1 << BITS).collect());
        let (first, second) = &answers[Self::place(class, module)];
        first.set(class.0.address());
        second.set(module.0.address() | if inherits { INHERITS } else { 0 });
        self.used.set(true);
    }

    /// Forgets all answers.
    pub(crate) fn forget(&self) {
        if self.used.replace(false) {
            self.forget_where(|_, _| true);
        }
    }

    /// Forgets the answers about what died or moved.
    pub(crate) fn after_mark(&self, liveness: &Liveness) {
        if liveness.is_minor() && !self.young.get() {
            return;
        }
        let mut young = false;
        self.forget_where(|class, module| {
            let stayed = [class, module].iter().all(|&cell| liveness.resolve(cell) == Some(cell));
            young |= stayed && [class, module].iter().any(|&word| Cell::of_word(word).is_some_and(|cell| !liveness.is_old(cell)));
            !stayed
        });
        if self.young.get() != young {
            self.young.set(young);
        }
    }

    fn forget_where(&self, mut is_meant: impl FnMut(u64, u64) -> bool) {
        for (first, second) in self.answers.get().into_iter().flatten() {
            if first.get() != 0 && is_meant(first.get(), second.get() & !INHERITS) {
                first.set(0);
            }
        }
    }
}

impl Vm {
    /// Whether a class inherits from a class or module, or is it.
    #[inline]
    pub fn inherits(&self, class: ClassRef, module: ClassRef) -> bool {
        class == module || self.ancestry.find(class, module).unwrap_or_else(|| self.find_ancestor(class, module))
    }

    #[inline(never)]
    fn find_ancestor(&self, class: ClassRef, module: ClassRef) -> bool {
        let inherits = class.inherits(module);
        self.ancestry.keep(class, module, inherits);
        let are_old = self.heap.is_old(class.0) && self.heap.is_old(module.0);
        if !are_old && !self.ancestry.young.get() {
            self.ancestry.young.set(true);
        }
        inherits
    }
}
