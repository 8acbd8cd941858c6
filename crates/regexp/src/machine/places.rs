//! The places that a search tries, one after the other.

use super::{Machine, Places};
use crate::encoding::{self, Encoding};
use crate::program::Program;
use crate::required::Required;
use crate::search::Strategy;

impl Machine {
    #[inline]
    pub(super) fn next_place(&self, program: &Program, text: &[u8]) -> Option<usize> {
        match self.places {
            Places::Forward { last } if self.start <= last => {
                program.strategy.next(text, self.start, last, self.search_start, program.encoding)
            }
            Places::Forward { .. } => None,
            Places::Backward | Places::Here => Some(self.start),
        }
    }

    /// Whether what every match contains stands nowhere from a place on.
    #[inline(always)]
    pub(super) fn lacks_required(&mut self, program: &Program, text: &[u8], place: usize) -> bool {
        match &program.required {
            None => false,
            Some(required) => self.required_at.is_none_or(|at| at < place) && self.seek_required(required, text, place),
        }
    }

    /// Looks for what every match contains where it is not known to stand; true if it is not there.
    fn seek_required(&mut self, required: &Required, text: &[u8], place: usize) -> bool {
        let upto = match self.places {
            Places::Forward { .. } => text.len(),
            // Backward it is sought in what the place before did not have.
            Places::Backward if self.required_at.is_none() => self.lacking_from.map_or(text.len(), |from| text.len().min(from + required.longest() - 1)),
            _ => return false,
        };
        self.required_at = required.find(&text[place..upto]).map(|offset| place + offset);
        self.lacking_from = Some(place);
        self.required_at.is_none()
    }

    /// Moves from a place where nothing matched to the one after it.
    pub(super) fn leave_place(&mut self, program: &Program, text: &[u8]) -> bool {
        match self.places {
            Places::Here => return false,
            Places::Backward => {
                if self.start == 0 || matches!(program.strategy, Strategy::Once | Strategy::Twice) {
                    return false;
                }
                self.start = match program.encoding {
                    Encoding::Utf8 => encoding::before(text, self.start),
                    Encoding::Bytes => self.start - 1,
                };
            }
            Places::Forward { .. } => {
                self.start += match program.encoding {
                    Encoding::Utf8 if self.start < text.len() => encoding::decode(&text[self.start..]).1,
                    _ => 1,
                };
            }
        }
        true
    }
}
