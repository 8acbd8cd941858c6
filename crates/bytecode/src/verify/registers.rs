//! Which registers an instruction uses beyond those its operand fields name.

use std::ops::Range;

use super::*;

/// Registers of a call window: the header, then what the site passes.
pub fn window_size(site: &CallSite) -> u32 {
    let keywords =
        if site.flags.has(CallFlags::KEYWORD_HASH) { 1 } else { site.keywords.len() as u32 };
    let block = site.flags.has(CallFlags::BLOCK_ARGUMENT) as u32;
    frame::HEADER as u32 + site.arguments as u32 + keywords + block
}

/// The register ranges of an instruction. A call site that isn't there has none.
pub fn ranges(instruction: Instruction, sites: &[CallSite]) -> Vec<Range<u32>> {
    let Instruction { op, n, a, b, c } = instruction;
    let from = |first: u16, count: u32| first as u32..first as u32 + count;
    let range = match op {
        Op::LoadNils => from(a, b as u32),
        Op::NewArray | Op::ConcatStrings | Op::NewRegexp => from(b, c as u32),
        Op::ExpandArray => from(a, (c & 255) as u32 + n as u32 + (c >> 8) as u32),
        Op::CallPrimitive | Op::CallHelper => from(b, n as u32),
        Op::Send | Op::Super | Op::Yield => match sites.get(instruction.site()) {
            Some(site) => from(b, window_size(site)),
            None => return Vec::new(),
        },
        Op::OpenClass => {
            let scope = (n & class_flags::SCOPED != 0).then(|| from(b, 1));
            let superclass = (n & class_flags::SUPERCLASS != 0).then(|| from(b, 2).end - 1..from(b, 2).end);
            return scope.into_iter().chain(superclass).collect();
        }
        _ => return Vec::new(),
    };
    // An empty range stands anywhere.
    if range.is_empty() { Vec::new() } else { vec![range] }
}

/// Whether the operand at `position` (0 for `a`) is not used by this form of the operation.
pub fn is_ignored(instruction: Instruction, position: usize) -> bool {
    let Instruction { op, n, b, .. } = instruction;
    match (op, position) {
        (Op::LoadNils, 0) => b == 0,
        (Op::GetConstantFrom, 1) => n == 1,
        (Op::SetConstant, 1) => n > 0,
        (Op::Defined, 1) => n != defined::CONSTANT_FROM && n != defined::METHOD,
        (Op::Defined, 2) => n == defined::YIELD || n == defined::SUPER,
        // With nothing to take apart into, only the source counts.
        (Op::ExpandArray, 0) => n == 0 && instruction.c == 0,
        _ => false,
    }
}
