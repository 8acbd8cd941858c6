//! The questions that the heap asks of its owner during a collection.

use crate::cell::{Cell, Word};
use crate::forwarding::Forwarding;
use crate::tables;

/// The owner's side of a collection.
pub trait Roots {
    /// Hands every root to `visitor`. Called again after cells moved, to have
    /// exact slots updated; both calls must show the same roots.
    fn visit(&mut self, visitor: &mut dyn RootVisitor);

    /// The cells that shapes stand for (see `shapes`), references or immediates, from the shape of a number on; what those
    /// before it stand for is permanent, or nothing. The table stays as it is while the collection traces. A minor
    /// collection needs none if all of the cells are old.
    fn shapes(&self, _minor: bool) -> (u32, &[Word]) {
        (0, &[])
    }

    /// Tracing has come to its end, for now: shows the cells that live because others were
    /// found to live (the values of ephemerons), pinned or in slots that `after_mark` will
    /// revise. Called again until nothing new is shown.
    fn visit_reachable(&mut self, _liveness: &Liveness, _visitor: &mut dyn RootVisitor) {}

    /// All that is reachable is known and where it should be: weak tables drop
    /// the entries whose cells died, and take the new place of the others.
    fn after_mark(&mut self, liveness: &Liveness);

    /// The bytes of the slot that a cell about to be moved should have, if it outgrew its own.
    fn wanted_bytes(&mut self, _cell: Cell) -> Option<usize> {
        None
    }

    /// A cell stands in a slot as large as was wanted, zero behind what it was, and its references are right again.
    fn extended(&mut self, _cell: Cell) {}

    /// A registered cell died. Its words, and the cells they refer to, may still
    /// be read; nothing may be allocated or kept.
    fn finalize(&mut self, cell: Cell);
}

/// The heap's side: takes roots of each kind.
pub trait RootVisitor {
    /// An exact slot: an immediate or a reference, updated if its cell moves.
    fn slot(&mut self, slot: &mut Word);

    /// Whether cells that `Liveness::is_old` knows as old need not be shown: a minor collection takes them for live.
    fn is_minor(&self) -> bool {
        false
    }

    /// A run of exact slots.
    fn slots(&mut self, slots: &mut [Word]) {
        for slot in slots {
            self.slot(slot);
        }
    }

    /// A word that may be anything, an interior pointer included. The cell it
    /// falls in, if any, lives and stays where it is.
    fn pin(&mut self, word: Word);

    /// The same of many words, most of which name nothing: asked in one go, so that those cost a comparison.
    fn pin_all(&mut self, words: &[Word]) {
        words.iter().for_each(|word| self.pin(*word));
    }

    /// A cell held in a place that can't be updated: it lives and stays.
    fn cell(&mut self, cell: Cell);
}

/// The findings of a collection, for weak tables. They are asked by the addresses
/// the cells had before the collection.
pub struct Liveness<'heap> {
    pub(crate) base: u64,
    pub(crate) forwarding: Option<&'heap Forwarding>,
    pub(crate) minor: bool,
}

impl Liveness<'_> {
    /// True when the collection reached the cell.
    #[inline]
    pub fn is_live(&self, cell: Cell) -> bool {
        tables::MARK.get(cell.address())
    }

    /// True when only young cells were looked at: none that `is_old` died, and none moved.
    pub fn is_minor(&self) -> bool {
        self.minor
    }

    /// True when minor collections take the cell for live from now on. Asked by its new address.
    pub fn is_old(&self, cell: Cell) -> bool {
        tables::OLD.get(cell.address())
    }

    /// The word to keep in place of `word`: itself for immediates and cells that
    /// stayed, the new reference for cells that moved, `None` for the dead.
    #[inline]
    pub fn resolve(&self, word: Word) -> Option<Word> {
        // SAFETY: used only where the word lies in the heap; a root's word refers to a cell there.
        match unsafe { Cell::from_word(word) } {
            Some(cell) if tables::in_span(self.base, word) => self.resolve_cell(cell).map(Cell::address),
            _ => Some(word),
        }
    }

    /// The new place of each cell that moved.
    pub fn each_moved(&self, visit: &mut dyn FnMut(Cell)) {
        if let Some(forwarding) = self.forwarding {
            forwarding.each_place(visit);
        }
    }

    /// As `resolve`, for a cell.
    #[inline]
    pub fn resolve_cell(&self, cell: Cell) -> Option<Cell> {
        if !self.is_live(cell) {
            return None;
        }
        let place = self.forwarding.and_then(|forwarding| forwarding.get(cell.address()));
        // SAFETY: the place of a moved cell, which is live.
        Some(place.map_or(cell, |place| unsafe { Cell::from_address_unchecked(place) }))
    }
}
