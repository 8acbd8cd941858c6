//! Who asks on a machine stack: functions that Fiddle calls, through closures, and C functions of extensions.
//!
//! Each suspends the innermost stack with the place of a question that only its own side can read. C code of one kind may
//! call the other, so that the stack can be the other's: the word says whose question it is, in the lowest bit of the place.

use crate::coroutine::suspend;

/// The place of a question, which is even.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Of a closure that a foreign function has called.
    Closure(usize),
    /// Of a C function of an extension.
    Extension(usize),
}

const OF_CLOSURE: usize = 1;

impl Question {
    /// Suspends the innermost stack with it; the word of the answer, `None` where there is no stack to suspend.
    #[inline]
    pub fn ask(self) -> Option<usize> {
        let word = match self {
            Question::Closure(place) => place | OF_CLOSURE,
            Question::Extension(place) => place,
        };
        suspend(word).ok()
    }

    /// The one that a stack was suspended with.
    #[inline]
    pub fn of_word(word: usize) -> Question {
        if word & OF_CLOSURE == 0 { Question::Extension(word) } else { Question::Closure(word & !OF_CLOSURE) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_tells_whose_question_it_is() {
        let place = &raw const *Box::new(0u64) as usize;
        assert_eq!(Question::of_word(place), Question::Extension(place));
        assert_eq!(Question::of_word(place | OF_CLOSURE), Question::Closure(place));
        assert_eq!(Question::Closure(place).ask(), None);
    }
}
