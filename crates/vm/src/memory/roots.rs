//! The machine's side of a collection: its roots.
//!
//! Ruby's frames are scanned exactly. The one piece of machine stack that can
//! hold values, from where the interpreter was entered to the running native, is
//! scanned conservatively: what it names stays alive and in place.

use rutile_heap::{Cell, Liveness, RootVisitor, Roots, Word};

use crate::vm::Vm;

pub struct MachineRoots<'a> {
    pub vm: &'a mut Vm,
    /// Lowest live address of the machine stack.
    pub stack_top: usize,
}

impl Roots for MachineRoots<'_> {
    fn visit(&mut self, visitor: &mut dyn RootVisitor) {
        self.vm.visit_roots(visitor);
        rutile_fiber::for_each_running_stack_above(self.stack_top, &mut |range| pin_words(range, visitor));
    }

    fn shapes(&self, minor: bool) -> (u32, &[Word]) {
        self.vm.shapes.referents(minor)
    }

    fn visit_reachable(&mut self, liveness: &Liveness, visitor: &mut dyn RootVisitor) {
        self.vm.visit_reachable(liveness, visitor);
    }

    fn after_mark(&mut self, liveness: &Liveness) {
        self.vm.after_mark(liveness);
    }

    fn wanted_bytes(&mut self, cell: Cell) -> Option<usize> {
        self.vm.wanted_bytes(cell)
    }

    fn extended(&mut self, cell: Cell) {
        self.vm.embed_variables(cell);
    }

    fn finalize(&mut self, cell: Cell) {
        self.vm.finalize(cell);
    }
}

/// Shows all words of a piece of machine stack.
pub fn pin_words(range: std::ops::Range<usize>, visitor: &mut dyn RootVisitor) {
    // SAFETY: the range is a piece of a machine stack that is in use, and nothing writes to it until it has been shown.
    visitor.pin_all(unsafe { std::slice::from_raw_parts(range.start as *const Word, range.len() / size_of::<Word>()) });
}

/// Words that calls which are over have left below the stack pointer, as deep as a collection's own frames reach.
const DEAD_WORDS: usize = 512;

/// Overwrites them: frames leave some of their words unwritten, and would name in a collection what nothing holds any more.
#[inline(never)]
pub fn clear_dead_stack() {
    let mut dead = [0_u64; DEAD_WORDS];
    std::hint::black_box(&mut dead);
}

/// Calls `f` with the address of the machine stack's top, with what the
/// preserved registers hold above it.
#[inline(never)]
pub fn with_machine_registers(f: impl FnOnce(usize)) {
    let registers = rutile_processor::registers::preserved_registers();
    let top = std::hint::black_box(&registers) as *const _ as usize;
    f(top);
    std::hint::black_box(&registers);
}

/// Takes down what it is shown.
struct Listing<'a> {
    heap: &'a rutile_heap::Heap,
    cells: Vec<Cell>,
}

impl RootVisitor for Listing<'_> {
    fn slot(&mut self, slot: &mut Word) {
        self.cells.extend(self.heap.cell_at(*slot));
    }

    fn pin(&mut self, word: Word) {
        self.cells.extend(self.heap.contains(word));
    }

    fn cell(&mut self, cell: Cell) {
        self.cells.push(cell);
    }
}

impl Vm {
    /// The cells that keep things alive, by the names of who refers to them.
    pub fn root_cells(&mut self) -> Vec<(&'static str, Vec<Cell>)> {
        let heap = std::mem::replace(&mut self.heap, rutile_heap::Heap::placeholder());
        let mut globals = Listing { heap: &heap, cells: Vec::new() };
        self.globals.visit(&mut globals);
        let globals = globals.cells;
        let mut machine = Listing { heap: &heap, cells: Vec::new() };
        self.visit_roots(&mut machine);
        let mut machine = machine.cells;
        self.heap = heap;
        let of_globals: std::collections::HashSet<Cell> = globals.iter().copied().collect();
        machine.retain(|cell| !of_globals.contains(cell));
        vec![("vm", machine), ("global_tbl", globals)]
    }
}
