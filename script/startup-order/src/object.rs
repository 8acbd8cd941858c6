//! What the linker is given: objects, alone or in archives, with their symbols and relocations.

use std::collections::HashMap;

use crate::elf::{Section, bytes_of, layout, names_of_sections, sections, text_at, u16_at, u32_at, u64_at};

/// The objects in a file: itself, or the members of an archive.
pub fn objects(file: &[u8]) -> Vec<&[u8]> {
    const MAGIC: &[u8] = b"!<arch>\n";
    const HEADER: usize = 60;
    let mut members = Vec::new();
    let Some(mut rest) = file.strip_prefix(MAGIC) else { return vec![file] };
    while let Some(header) = rest.get(..HEADER) {
        let size = std::str::from_utf8(&header[48..58]).ok().and_then(|size| size.trim().parse::<usize>().ok());
        let Some(member) = size.and_then(|size| rest.get(HEADER..HEADER + size)) else { break };
        members.push(member);
        rest = rest.get(HEADER + member.len().next_multiple_of(2)..).unwrap_or_default();
    }
    members
}

/// Where a relocation leads.
#[derive(Clone, Copy)]
pub enum Target<'a> {
    /// To a section of the same object.
    Here(usize),
    /// To what another object calls so.
    Named(&'a str),
}

pub struct Object<'a> {
    file: &'a [u8],
    sections: Vec<Section>,
    names: Vec<&'a str>,
    /// The name of each symbol and the section it stands in; 0: another object has it.
    symbols: Vec<(&'a str, usize)>,
    /// The relocations of each section that has some.
    relocations: HashMap<usize, usize>,
}

impl<'a> Object<'a> {
    /// None where the bytes are no object.
    pub fn read(file: &'a [u8]) -> Option<Object<'a>> {
        let sections = sections(file)?;
        let names = names_of_sections(file, &sections)?;
        let table = sections.iter().find(|section| section.kind == layout::SYMBOL_TABLE)?;
        let texts = bytes_of(file, sections.get(table.link as usize)?)?;
        let symbol = |symbol: &[u8]| Some((text_at(texts, u32_at(symbol, 0)? as usize)?, u16_at(symbol, 6)? as usize));
        let symbols = bytes_of(file, table)?.chunks_exact(layout::SYMBOL_SIZE).map(symbol).collect::<Option<_>>()?;
        let relocations = sections.iter().enumerate().filter(|(_, section)| section.kind == layout::RELOCATIONS);
        let relocations = relocations.map(|(number, section)| (section.info as usize, number)).collect();
        Some(Object { file, sections, names, symbols, relocations })
    }

    /// What the object calls by a name, with the section it stands in.
    pub fn definitions(&self) -> impl Iterator<Item = (&'a str, usize)> {
        self.symbols.iter().copied().filter(|(name, section)| !name.is_empty() && (1..self.sections.len()).contains(section))
    }

    /// The name of a section and its bytes.
    pub fn section(&self, number: usize) -> (&'a str, u64) {
        (self.names[number], self.sections[number].size)
    }

    /// Where a section's relocations lead, in their order.
    pub fn references(&self, section: usize) -> Vec<Target<'a>> {
        let relocations = self.relocations.get(&section).and_then(|number| bytes_of(self.file, &self.sections[*number])).unwrap_or_default();
        let target = |relocation: &[u8]| match self.symbols.get((u64_at(relocation, 8)? >> 32) as usize)? {
            (name, 0) => Some(Target::Named(name)),
            (_, section) => (*section < self.sections.len()).then_some(Target::Here(*section)),
        };
        relocations.chunks_exact(layout::RELOCATION_SIZE).filter_map(target).collect()
    }
}
