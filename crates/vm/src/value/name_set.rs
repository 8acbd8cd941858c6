//! A set of names, one bit each.

use crate::value::symbol::Symbol;

/// Empty at first; it only grows.
#[derive(Default)]
pub struct NameSet {
    words: Vec<u64>,
}

impl NameSet {
    pub fn note(&mut self, name: Symbol) {
        let word = name.0 as usize / 64;
        if word >= self.words.len() {
            self.words.resize(word + 64, 0);
        }
        // Only a change is stored, to leave shared pages shared.
        if !self.has(name) {
            self.words[word] |= 1 << (name.0 % 64);
        }
    }

    pub fn has(&self, name: Symbol) -> bool {
        self.words.get(name.0 as usize / 64).is_some_and(|word| word & 1 << (name.0 % 64) != 0)
    }
}
