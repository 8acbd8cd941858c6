//! The heap verifier: a second, plain tracer with a set of its own.

use crate::cell::{Cell, Word, header_shape, looks_like_reference};
use crate::heap::{Heap, each_live};
use crate::layout;
use crate::permanent;
use crate::remember;
use crate::roots::{Liveness, RootVisitor, Roots};
use crate::sizes::SlotSize;
use crate::tables::{self, AGED, BLOCK_BIT_WORDS, BLOCK_BYTES, CARD, GRANULE_SHIFT, POINTER_FREE, LIVE, MARK, OLD, REACHED, REMEMBERED, Use};

struct Verifier<'heap> {
    heap: &'heap Heap,
    seen: CellSet,
    pending: Vec<Cell>,
    /// The cells that shapes stand for, from the first on.
    shapes: (u32, Vec<Word>),
    complaint: Option<String>,
}

/// Which cells were seen: a bit a granule, block by block. It shares nothing with the tables that it checks.
#[derive(Default)]
struct CellSet {
    blocks: Vec<Option<Box<[u64; BLOCK_BIT_WORDS]>>>,
}

impl CellSet {
    /// Adds the cell; answers whether it is new.
    fn insert(&mut self, base: u64, address: u64) -> bool {
        let block = (tables::block_number(address) - tables::block_number(base + tables::BLOCKS_OFFSET)) as usize;
        if block >= self.blocks.len() {
            self.blocks.resize_with(block + 1, || None);
        }
        let granule = ((address % BLOCK_BYTES) >> GRANULE_SHIFT) as usize;
        let word = &mut self.blocks[block].get_or_insert_default()[granule / 64];
        let before = std::mem::replace(word, *word | 1 << (granule % 64));
        before != *word
    }
}

impl Heap {
    /// Traces everything anew: each reference found is the start of a live slot
    /// with a type, and the side tables agree with one another.
    pub fn verify(&mut self, roots: &mut dyn Roots) -> Result<(), String> {
        self.finish_sweep();
        self.verify_tables()?;
        let (first, shapes) = roots.shapes(false);
        let shapes = (first, shapes.to_vec());
        let mut verifier = Verifier { heap: self, seen: CellSet::default(), pending: Vec::new(), shapes, complaint: None };
        roots.visit(&mut verifier);
        roots.visit_reachable(&Liveness { base: verifier.heap.base, forwarding: None, minor: false }, &mut verifier);
        while let Some(cell) = verifier.pending.pop() {
            verifier.shape(cell);
            layout::each_slot(verifier.heap.layouts, cell, |slot| {
                verifier.reference(*slot, Some(cell));
                verifier.remembered(cell, slot);
                verifier.pointer_free(cell, *slot);
            });
        }
        verifier.complaint.map_or(Ok(()), Err)
    }

    fn verify_tables(&self) -> Result<(), String> {
        for pool in &self.pools {
            for block in pool.all_blocks() {
                let info = *tables::info_at(block);
                if info.usage != Use::Slots || info.slot_quanta != pool.size.quanta {
                    return Err(format!("block {block:#x} is not of its pool: {info:?}"));
                }
                verify_starts(block, pool.size)?;
                verify_ages(block, self.cycle.active)?;
            }
        }
        if let Some(cell) = self.remembered.iter().find(|cell| !REMEMBERED.get(cell.address())) {
            return Err(format!("listed cell {:#x} is not REMEMBERED", cell.address()));
        }
        for address in self.large.all_cells() {
            verify_ages(address, self.cycle.active)?;
            if tables::info_at(address).usage != Use::LargeHead || !LIVE.get(address) {
                return Err(format!("large cell {address:#x} is not live in the tables"));
            }
        }
        Ok(())
    }
}

/// What is remembered is old, what is old has aged and is marked, what is marked is live.
fn verify_ages(block: u64, cycle: bool) -> Result<(), String> {
    let (remembered, old, aged) = (("REMEMBERED", REMEMBERED), ("OLD", OLD), ("AGED", AGED));
    let (mark, live, pointer_free) = (("MARK", MARK), ("LIVE", LIVE), ("POINTER_FREE", POINTER_FREE));
    for [(inner_name, inner), (outer_name, outer)] in [[remembered, old], [pointer_free, old], [old, aged], [old, mark], [mark, live]] {
        let mut rows = inner.block_words(block).iter().zip(outer.block_words(block).iter());
        if rows.any(|(&inner, &outer)| inner & !outer != 0) {
            return Err(format!("block {block:#x}: a cell is {inner_name} and not {outer_name}"));
        }
    }
    let (reached, old) = (REACHED.block_words(block), OLD.block_words(block));
    if !cycle && !tables::info_at(block).permanent && reached.iter().any(|&word| word != 0) {
        return Err(format!("block {block:#x}: a cell is REACHED outside of a cycle"));
    }
    if reached.iter().zip(old.iter()).any(|(&reached, &old)| reached & !old != 0) {
        return Err(format!("block {block:#x}: a cell is REACHED and not OLD"));
    }
    if !tables::info_at(block).young && OLD.block_words(block) != LIVE.block_words(block) {
        return Err(format!("block {block:#x} has young cells unknown to its row"));
    }
    let info = *tables::info_at(block);
    let live: u32 = LIVE.block_words(block).iter().map(|word| word.count_ones()).sum();
    if info.usage == Use::Slots && !info.young && !info.permanent && info.count != live {
        return Err(format!("block {block:#x} has {live} cells, and its row says {}", info.count));
    }
    Ok(())
}

/// Live bits stand at slot starts only.
fn verify_starts(block: u64, size: &SlotSize) -> Result<(), String> {
    let mut stray = None;
    each_live(block, &mut |cell| {
        let offset = cell.address() - block;
        if offset % size.bytes != 0 || offset >= size.block_bytes() {
            stray = Some(cell);
        }
    });
    stray.map_or(Ok(()), |cell| Err(format!("live bit inside a slot: {:#x}", cell.address())))
}

impl Verifier<'_> {
    fn reference(&mut self, word: Word, from: Option<Cell>) {
        // SAFETY: the side tables are asked about it before anything of it is read.
        if let Some(cell) = unsafe { Cell::from_word(word) }
            && tables::in_span(self.heap.base, word)
        {
            self.expect(cell, from);
        }
    }

    /// A shape other than 0 stands for a cell that lives.
    fn shape(&mut self, cell: Cell) {
        let shape = header_shape(cell.header());
        let (first, shapes) = &self.shapes;
        if shape == 0 || shape < *first || shapes.is_empty() {
            return;
        }
        match shapes.get((shape - first) as usize).copied().filter(|&word| looks_like_reference(word)) {
            Some(word) => self.reference(word, Some(cell)),
            None => {
                let complaint = format!("{:#x} (type {}) has shape {shape}, which stands for nothing", cell.address(), cell.kind());
                self.complaint.get_or_insert(complaint);
            }
        }
    }

    /// The rule of the remembered set, for one slot of a reachable cell.
    fn remembered(&mut self, holder: Cell, slot: &Word) {
        let is_reference = looks_like_reference(*slot) && tables::in_span(self.heap.base, *slot);
        let is_permanent = permanent::is_permanent(holder);
        if !is_reference || !OLD.get(holder.address()) || !remember::must_remember(is_permanent, *slot, OLD) {
            return;
        }
        let listed = REMEMBERED.get(holder.address());
        if !listed || remember::is_large(holder) && !CARD.get(slot as *const Word as u64) {
            let complaint = format!("old {:#x} refers to younger {slot:#x} and is not remembered", holder.address());
            self.complaint.get_or_insert(complaint);
        }
    }

    /// A pointer-free cell refers to nothing, nor does its shape to what may die.
    fn pointer_free(&mut self, holder: Cell, slot: Word) {
        if !POINTER_FREE.get(holder.address()) {
            return;
        }
        let is_reference = looks_like_reference(slot) && tables::in_span(self.heap.base, slot);
        if is_reference {
            let complaint = format!("{:#x} (type {}) is a POINTER_FREE and refers to {slot:#x}", holder.address(), holder.kind());
            self.complaint.get_or_insert(complaint);
        }
    }

    fn expect(&mut self, cell: Cell, from: Option<Cell>) {
        if !self.seen.insert(self.heap.base, cell.address()) {
            return;
        }
        let holder = || from.map_or("a root".to_string(), |cell| format!("{:#x} (type {})", cell.address(), cell.kind()));
        if self.heap.contains(cell.address()) != Some(cell) {
            let complaint = format!("{} refers to {:#x}, which is no live slot", holder(), cell.address());
            self.complaint.get_or_insert(complaint);
        } else if cell.kind() == 0 {
            let complaint = format!("{} refers to {:#x}, which has no type", holder(), cell.address());
            self.complaint.get_or_insert(complaint);
        } else {
            self.pending.push(cell);
        }
    }
}

impl RootVisitor for Verifier<'_> {
    fn slot(&mut self, slot: &mut Word) {
        self.reference(*slot, None);
    }

    fn pin(&mut self, word: Word) {
        if let Some(cell) = self.heap.contains(word) {
            self.expect(cell, None);
        }
    }

    fn cell(&mut self, cell: Cell) {
        self.expect(cell, None);
    }
}
