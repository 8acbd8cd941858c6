//! Roots of the examples: a stack of words.

use rutile_heap::{Cell, Liveness, RootVisitor, Roots, Word};

pub struct Stack(pub Vec<Word>);

impl Roots for Stack {
    fn visit(&mut self, visitor: &mut dyn RootVisitor) {
        visitor.slots(&mut self.0);
    }
    fn after_mark(&mut self, _: &Liveness) {}
    fn finalize(&mut self, _: Cell) {}
}
