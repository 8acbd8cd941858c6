//! The functions of an ELF file, by their addresses.

use std::collections::BTreeMap;

/// Where the fields are that are read here, in bytes, as the ELF specification lays them out for 64 bits.
mod layout {
    pub const ENTRY: usize = 24;
    pub const SECTIONS: usize = 40;
    pub const SECTION_COUNT: usize = 60;
    pub const SECTION_SIZE: usize = 64;
    pub const SYMBOL_SIZE: usize = 24;
    pub const SYMBOL_TABLE: u32 = 2;
    pub const FUNCTION: u8 = 2;
}

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
    if file.get(..5)? != b"\x7fELF\x02" {
        return None;
    }
    let mut functions: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    let table = sections(file)?.into_iter().find(|section| section.kind == layout::SYMBOL_TABLE)?;
    let names = sections(file)?.into_iter().nth(table.link as usize)?;
    let names = bytes_of(file, &names)?;
    for symbol in bytes_of(file, &table)?.chunks_exact(layout::SYMBOL_SIZE) {
        let (name, kind, section) = (u32_at(symbol, 0)?, symbol[4] & 15, u16_at(symbol, 6)?);
        let (address, size) = (u64_at(symbol, 8)?, u64_at(symbol, 16)?);
        if kind == layout::FUNCTION && section != 0 && size > 0 {
            functions.entry(address).or_default().push(text_at(names, name as usize)?);
        }
    }
    let entry = u64_at(file, layout::ENTRY)?;
    (!functions.is_empty()).then_some(Symbols { entry, functions })
}

struct Section {
    kind: u32,
    link: u32,
    offset: u64,
    size: u64,
}

fn sections(file: &[u8]) -> Option<Vec<Section>> {
    let start = u64_at(file, layout::SECTIONS)? as usize;
    let count = u16_at(file, layout::SECTION_COUNT)? as usize;
    let headers = file.get(start..start + count * layout::SECTION_SIZE)?;
    let read = |header: &[u8]| {
        let (kind, link) = (u32_at(header, 4)?, u32_at(header, 40)?);
        Some(Section { kind, link, offset: u64_at(header, 24)?, size: u64_at(header, 32)? })
    };
    headers.chunks_exact(layout::SECTION_SIZE).map(read).collect()
}

fn bytes_of<'a>(file: &'a [u8], section: &Section) -> Option<&'a [u8]> {
    file.get(section.offset as usize..(section.offset + section.size) as usize)
}

fn text_at(names: &[u8], start: usize) -> Option<String> {
    let bytes = names.get(start..)?.split(|byte| *byte == 0).next()?;
    Some(String::from_utf8_lossy(bytes).into_owned())
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?))
}
