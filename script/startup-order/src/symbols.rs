//! The functions of an ELF file, by their addresses.

use std::collections::BTreeMap;

use crate::elf::{bytes_of, layout, sections, text_at, u16_at, u32_at, u64_at};

pub struct Symbols {
    /// Where the program starts: tells where a running one was loaded.
    pub entry: u64,
    functions: BTreeMap<u64, Vec<String>>,
}

impl Symbols {
    pub fn addresses(&self) -> impl Iterator<Item = u64> {
        self.functions.keys().copied()
    }

    /// More than one where the linker has folded equal functions into one.
    pub fn names_at(&self, address: u64) -> &[String] {
        self.functions.get(&address).map_or(&[], Vec::as_slice)
    }
}

/// None where the bytes are no such file, or one without symbols.
pub fn read(file: &[u8]) -> Option<Symbols> {
    let mut functions: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    let table = sections(file)?.into_iter().find(|section| section.kind == layout::SYMBOL_TABLE)?;
    let names = sections(file)?.into_iter().nth(table.link as usize)?;
    let names = bytes_of(file, &names)?;
    for symbol in bytes_of(file, &table)?.chunks_exact(layout::SYMBOL_SIZE) {
        let (name, kind, section) = (u32_at(symbol, 0)?, symbol[4] & 15, u16_at(symbol, 6)?);
        let (address, size) = (u64_at(symbol, 8)?, u64_at(symbol, 16)?);
        if kind == layout::FUNCTION && section != 0 && size > 0 {
            functions.entry(address).or_default().push(text_at(names, name as usize)?.to_owned());
        }
    }
    let entry = u64_at(file, layout::ENTRY)?;
    (!functions.is_empty()).then_some(Symbols { entry, functions })
}
