//! Reading ELF files of 64 bits: their sections and the numbers and texts in them.

/// Where the fields are that are read here, in bytes, as the ELF specification lays them out for 64 bits.
pub mod layout {
    pub const ENTRY: usize = 24;
    pub const SECTIONS: usize = 40;
    pub const SECTION_COUNT: usize = 60;
    pub const SECTION_NAMES: usize = 62;
    pub const SECTION_SIZE: usize = 64;
    pub const SYMBOL_SIZE: usize = 24;
    pub const RELOCATION_SIZE: usize = 24;
    pub const SYMBOL_TABLE: u32 = 2;
    pub const RELOCATIONS: u32 = 4;
    pub const FUNCTION: u8 = 2;
}

pub struct Section {
    pub kind: u32,
    pub link: u32,
    /// Of relocations: the section that they are of.
    pub info: u32,
    pub size: u64,
    name: u32,
    offset: u64,
}

/// None where the bytes are no such file.
pub fn sections(file: &[u8]) -> Option<Vec<Section>> {
    if file.get(..5)? != b"\x7fELF\x02" {
        return None;
    }
    let start = u64_at(file, layout::SECTIONS)? as usize;
    let read = |header: &[u8]| {
        let (name, kind, link, info) = (u32_at(header, 0)?, u32_at(header, 4)?, u32_at(header, 40)?, u32_at(header, 44)?);
        Some(Section { kind, link, info, size: u64_at(header, 32)?, name, offset: u64_at(header, 24)? })
    };
    let first = read(file.get(start..start + layout::SECTION_SIZE)?)?;
    // Too many for the field stand in the first section's header.
    let count = Some(u16_at(file, layout::SECTION_COUNT)? as usize).filter(|count| *count > 0).unwrap_or(first.size as usize);
    let headers = file.get(start..start + count * layout::SECTION_SIZE)?;
    headers.chunks_exact(layout::SECTION_SIZE).map(read).collect()
}

pub fn names_of_sections<'a>(file: &'a [u8], sections: &[Section]) -> Option<Vec<&'a str>> {
    let number = u16_at(file, layout::SECTION_NAMES)? as usize;
    let number = if number == 0xffff { sections.first()?.link as usize } else { number };
    let names = bytes_of(file, sections.get(number)?)?;
    sections.iter().map(|section| text_at(names, section.name as usize)).collect()
}

pub fn bytes_of<'a>(file: &'a [u8], section: &Section) -> Option<&'a [u8]> {
    file.get(section.offset as usize..(section.offset + section.size) as usize)
}

pub fn text_at(names: &[u8], start: usize) -> Option<&str> {
    std::str::from_utf8(names.get(start..)?.split(|byte| *byte == 0).next()?).ok()
}

pub fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

pub fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

pub fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?))
}
