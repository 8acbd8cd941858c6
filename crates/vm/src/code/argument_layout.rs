//! Arguments that come to stand where the parameters want them without anything being allocated: where optional
//! parameters or keywords are left out, and where keywords are passed by their names. A block's parameter stands behind them.
//!
//! What is to be done depends on the site and on the callee only, so that a site remembers it beside its callee
//! (`CallTarget::Adapted`) and the loop makes the call.
//!
//! ```text
//!   +-----------+-----------------+---------------+--------------------------+
//!   | reordered | keywords that   | optional ones | instruction at which the |
//!   |     1     | are missing, 7  | missing, 8    | body begins, 16          |
//!   +-----------+-----------------+---------------+--------------------------+
//! ```

use rutile_bytecode::{CallFlags, FunctionFlags, KeywordRest};

use crate::code::{Code, Site};
use crate::code::stack::FrameRef;
use crate::value::Value;

/// The moves of a site's arguments before the body of its callee begins.
#[derive(Clone, Copy)]
pub struct ArgumentLayout(u32);

const ENTRY_BITS: u32 = 16;
const OPTIONAL_BITS: u32 = 8;
const KEYWORD_BITS: u32 = 7;
const REORDERED: u32 = 1 << 31;
/// Keywords that are put in order by looking each one up.
const REORDERED_MOST: usize = 16;

impl ArgumentLayout {
    /// `None`: this call takes binding (or an error).
    pub fn of(site: &Site, callee: &Code) -> Option<ArgumentLayout> {
        const SPECIAL: u16 = CallFlags::SPLAT | CallFlags::KEYWORD_HASH | CallFlags::ASSIGNMENT;
        let parameters = callee.parameters();
        let takes_more = parameters.rest || parameters.post > 0 || parameters.keyword_rest != KeywordRest::None;
        if site.flags & SPECIAL != 0 || takes_more || callee.has(FunctionFlags::PACKS) {
            return None;
        }
        let given = site.arguments.checked_sub(parameters.required)?;
        let left_out = parameters.optional.checked_sub(given)? as u32;
        let missing = Self::missing_keywords(site, callee)?;
        let stands = site.keywords.iter().zip(parameters.keywords.iter()).all(|(name, keyword)| *name == keyword.name);
        let in_place = site.keywords.is_empty() || stands && left_out == 0;
        if !in_place && parameters.keywords.len() > REORDERED_MOST {
            return None;
        }
        let entry = parameters.optional_entries.get(given as usize).copied().unwrap_or(0);
        if entry >> ENTRY_BITS != 0 || left_out >> OPTIONAL_BITS != 0 || missing >> KEYWORD_BITS != 0 {
            return None;
        }
        let counts = missing << (ENTRY_BITS + OPTIONAL_BITS) | left_out << ENTRY_BITS;
        Some(ArgumentLayout(if in_place { 0 } else { REORDERED } | counts | entry))
    }

    /// How many keywords of the callee the site leaves out. `None`: it names others, or not all that it must.
    fn missing_keywords(site: &Site, callee: &Code) -> Option<u32> {
        let parameters = callee.parameters();
        let mut found = 0;
        for keyword in parameters.keywords.iter() {
            match site.keywords.iter().filter(|name| **name == keyword.name).count() {
                0 if keyword.required => return None,
                0 => {}
                1 => found += 1,
                _ => return None,
            }
        }
        (found == site.keywords.len()).then(|| (parameters.keywords.len() - found) as u32)
    }

    /// The instruction at which the body begins.
    #[inline(always)]
    pub fn entry(self) -> usize {
        self.0 as usize & ((1 << ENTRY_BITS) - 1)
    }

    /// Puts the arguments in a window, in which there is room for the callee's registers, where its body wants them.
    #[inline(always)]
    pub fn apply(self, window: FrameRef, site: &Site, callee: &Code) {
        if self.0 & REORDERED != 0 {
            return self.reorder(window, site, callee);
        }
        let mut register = site.arguments as usize + site.keywords.len();
        for _ in 0..self.left_out() {
            window.set_register(register, Value::NIL);
            register += 1;
        }
        for _ in 0..self.0 >> (ENTRY_BITS + OPTIONAL_BITS) {
            window.set_register(register, Value::UNDEFINED);
            register += 1;
        }
    }

    /// The register behind all parameters but that of the block.
    pub fn behind(self, site: &Site) -> usize {
        let missing = self.0 >> (ENTRY_BITS + OPTIONAL_BITS) & ((1 << KEYWORD_BITS) - 1);
        site.arguments as usize + self.left_out() + site.keywords.len() + missing as usize
    }

    fn left_out(self) -> usize {
        (self.0 >> ENTRY_BITS) as usize & ((1 << OPTIONAL_BITS) - 1)
    }

    #[inline(never)]
    fn reorder(self, window: FrameRef, site: &Site, callee: &Code) {
        let first = site.arguments as usize;
        let keywords = &callee.parameters().keywords;
        let mut values = [Value::UNDEFINED; REORDERED_MOST];
        for (value, keyword) in values.iter_mut().zip(keywords.iter()) {
            if let Some(index) = site.keywords.iter().position(|name| *name == keyword.name) {
                *value = window.register(first + index);
            }
        }
        let after = first + self.left_out();
        (first..after).for_each(|register| window.set_register(register, Value::NIL));
        for (index, value) in values[..keywords.len()].iter().enumerate() {
            window.set_register(after + index, *value);
        }
    }
}
