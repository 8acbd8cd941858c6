//! Encodings of one byte a character, both ways. What `tables.rs` and `code_pages.rs` list becomes a table at its first use.

use std::sync::OnceLock;

use rutile_vm::value::encoding::{Encoding, TABLE};

use super::tables::upper_half;

/// Stands in a list for a byte that is no character.
const NONE: char = '\u{fffd}';

/// Code points of one page, which share all but their last 8 bits: the byte of each, or 0.
type Page = [u8; 256];

/// The characters of the bytes from 0x80 on, and the bytes of these characters.
pub struct SingleBytes {
    characters: [char; 128],
    /// Which of `pages` has the code points of a page; the first one is empty.
    page_of: [u8; 256],
    pages: Vec<Page>,
}

impl SingleBytes {
    /// The table of an encoding, if it is one of these.
    pub fn of(encoding: Encoding) -> Option<&'static SingleBytes> {
        static TABLES: [OnceLock<Option<SingleBytes>>; TABLE.len()] = [const { OnceLock::new() }; TABLE.len()];
        TABLES[encoding.0 as usize].get_or_init(|| upper_half(encoding).map(SingleBytes::new)).as_ref()
    }

    fn new(listed: &str) -> Self {
        let mut table = SingleBytes { characters: [NONE; 128], page_of: [0; 256], pages: vec![[0; 256]] };
        for (place, character) in listed.chars().enumerate().take(128).filter(|(_, character)| *character != NONE) {
            table.characters[place] = character;
            table.add(character, 0x80 + place as u8);
        }
        table
    }

    /// The first byte of a character is the one that it becomes.
    fn add(&mut self, character: char, byte: u8) {
        let Ok(number) = u16::try_from(character as u32) else { return };
        let [high, low] = number.to_be_bytes().map(usize::from);
        if self.page_of[high] == 0 {
            self.page_of[high] = self.pages.len() as u8;
            self.pages.push([0; 256]);
        }
        let kept = &mut self.pages[self.page_of[high] as usize][low];
        if *kept == 0 {
            *kept = byte;
        }
    }

    /// The character of a byte from 0x80 on.
    pub fn character(&self, byte: u8) -> Option<char> {
        Some(self.characters[usize::from(byte & 0x7f)]).filter(|character| *character != NONE)
    }

    /// The byte from 0x80 on of a character.
    pub fn byte(&self, character: char) -> Option<u8> {
        let [high, low] = u16::try_from(character as u32).ok()?.to_be_bytes().map(usize::from);
        Some(self.pages[self.page_of[high] as usize][low]).filter(|byte| *byte != 0)
    }
}
