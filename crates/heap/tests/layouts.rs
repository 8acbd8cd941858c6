//! Each layout: the words it names are traced and updated, the others are not.

#[path = "world/fields.rs"]
mod fields;

use fields::Fields;
use rutile_heap::*;

const WORDS_FROM: u8 = 1;
const RANGE: u8 = 2;
const PREFIX: u8 = 3;
const CUSTOM: u8 = 4;
const LEAF: u8 = 5;
const SPAN: u8 = 6;

static LAYOUTS: [Layout; 256] = {
    let mut layouts = [Layout::Raw; 256];
    layouts[WORDS_FROM as usize] = Layout::WordsFrom { first: 3 };
    layouts[RANGE as usize] = Layout::Range { first: 2, count: 2 };
    layouts[PREFIX as usize] = Layout::Prefix { count_in_word: 1 };
    layouts[SPAN as usize] = Layout::Span(|cell| if cell.header() >> 40 == 0 { (3, 6) } else { (1, 1) });
    layouts[CUSTOM as usize] = Layout::Custom(even_words);
    layouts
};

/// Traces the words of even index.
fn even_words(cell: Cell, visit: &mut dyn FnMut(&mut Word)) {
    for index in (2..cell.slot_words()).step_by(2) {
        // SAFETY: the word lies in the live cell's slot.
        visit(unsafe { &mut *cell.words().add(index) });
    }
}

struct One(Word);

impl Roots for One {
    fn visit(&mut self, visitor: &mut dyn RootVisitor) {
        visitor.slot(&mut self.0);
    }
    fn after_mark(&mut self, _: &Liveness) {}
    fn finalize(&mut self, _: Cell) {}
}

/// Links a leaf to each word of a cell, collects, and tells which leaves live
/// and are linked from the words that should know them.
fn traced_words(kind: u8, count_word: Option<u64>) -> Vec<usize> {
    let config = Config { region_bytes: 1 << 30, move_everything: true, ..Config::default() };
    let mut heap = Heap::new(config, &LAYOUTS).unwrap();
    let cell = heap.try_allocate(64, kind as u64).unwrap();
    let first = if let Some(count) = count_word {
        cell.set_field_raw(1, count);
        2
    } else {
        1
    };
    for index in first..8 {
        let leaf = heap.try_allocate(32, LEAF as u64 | (index as u64) << 32).unwrap();
        cell.set_field_raw(index, leaf.address());
    }
    let mut root = One(cell.address());
    heap.collect(CollectionKind::Compact, &mut root);
    let mut live = Vec::new();
    heap.each_cell(&mut |cell| {
        if cell.kind() == LEAF && cell.address() != root.0 {
            live.push((cell.header() >> 32) as usize);
        }
    });
    live.sort();
    let cell = Cell::of_word(root.0).unwrap();
    for &index in &live {
        let leaf = heap.contains(cell.field(index)).expect("a word that was updated");
        assert_eq!((leaf.header() >> 32) as usize, index);
    }
    live
}

#[test]
fn every_layout_traces_its_words() {
    assert_eq!(traced_words(WORDS_FROM, None), [3, 4, 5, 6, 7]);
    assert_eq!(traced_words(RANGE, None), [2, 3]);
    assert_eq!(traced_words(PREFIX, Some(3)), [2, 3, 4]);
    assert_eq!(traced_words(PREFIX, Some(u64::MAX)), [2, 3, 4, 5, 6, 7]);
    assert_eq!(traced_words(CUSTOM, None), [2, 4, 6]);
    assert_eq!(traced_words(SPAN, None), [3, 4, 5]);
    assert_eq!(traced_words(LEAF, None), [0usize; 0]);
}
