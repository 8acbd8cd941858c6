//! Layouts: which words of a cell are references.
//!
//! The owner hands the heap one table of 256 layouts, indexed by the type byte
//! of a cell's header. Tracing, verifying and updating after a move all walk
//! cells through `each_slot` below, so that a type is described once.

use crate::cell::{Cell, Word};

/// The traced words of every type.
pub type Layouts = &'static [Layout; 256];

/// Calls its second argument with each slot of a cell that may hold a reference:
/// the slots themselves, not copies of them.
pub type Trace = fn(Cell, &mut dyn FnMut(&mut Word));

/// Which words of a cell may hold references.
#[derive(Copy, Clone)]
pub enum Layout {
    /// No references.
    Raw,
    /// No references, and its owner reads only what it wrote: a large cell may start with what others left there.
    Text,
    /// Every word after the header, to the slot's end.
    Words,
    /// Every word from `first` to the slot's end.
    WordsFrom { first: usize },
    /// `count` words from `first` on.
    Range { first: usize, count: usize },
    /// Word `count_in_word` holds a plain number n; the n words after it are traced.
    Prefix { count_in_word: usize },
    /// The words that the function, which looks at the header only, answers: the first, and the one behind the last.
    Span(fn(Cell) -> (usize, usize)),
    /// The function knows.
    Custom(Trace),
}

impl Layout {
    /// True when cells of this layout hold no references at all.
    #[inline(always)]
    pub fn is_raw(&self) -> bool {
        matches!(self, Layout::Raw | Layout::Text)
    }

    /// The traced words as a range of indexes, unless a function finds them.
    #[inline(always)]
    pub(crate) fn range(&self, cell: Cell) -> Option<(usize, usize)> {
        match *self {
            Layout::Raw | Layout::Text => Some((1, 1)),
            Layout::Words => Some((1, cell.slot_words())),
            Layout::WordsFrom { first } => Some((first, cell.slot_words())),
            Layout::Range { first, count } => Some((first, first + count)),
            Layout::Prefix { count_in_word } => {
                let first = count_in_word + 1;
                let room = cell.slot_words().saturating_sub(first);
                // SAFETY: a cell of this layout has its count there.
                let count = unsafe { cell.word(count_in_word) };
                Some((first, first + room.min(count as usize)))
            }
            Layout::Span(range) => Some(range(cell)),
            Layout::Custom(_) => None,
        }
    }
}

/// Calls `visit` with every slot of `cell` that may hold a reference.
#[inline(always)]
pub(crate) fn each_slot(layouts: Layouts, cell: Cell, mut visit: impl FnMut(&mut Word)) {
    let layout = &layouts[cell.kind() as usize];
    if let Some((first, end)) = layout.range(cell) {
        for index in first..end {
            // SAFETY: the layout's range lies inside the live cell's slot.
            visit(unsafe { &mut *cell.words().add(index) });
        }
    } else if let Layout::Custom(trace) = layout {
        trace(cell, &mut visit);
    }
}
