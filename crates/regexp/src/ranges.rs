//! Ranges of characters that patterns have in common.
//!
//! The word characters of Unicode are some seven hundred ranges, and a library's patterns name them a hundred times: all programs of a thread
//! that have the same ranges share one list of them, which goes with the last of these programs.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::rc::{Rc, Weak};

pub type Ranges = Rc<[(u32, u32)]>;

/// Lists whose programs are gone are looked for when there are twice as many as after the last look, and these.
const MANY: usize = 64;

#[derive(Default)]
struct Known {
    hashing: RandomState,
    lists: HashMap<u64, Weak<[(u32, u32)]>>,
    /// Lists after the last look for those that nobody has.
    kept: usize,
}

thread_local! {
    static KNOWN: RefCell<Known> = RefCell::default();
}

/// The one list of these ranges.
pub fn shared(ranges: &[(u32, u32)]) -> Ranges {
    KNOWN.with_borrow_mut(|known| known.list(ranges))
}

impl Known {
    fn list(&mut self, ranges: &[(u32, u32)]) -> Ranges {
        let code = self.hashing.hash_one(ranges);
        if let Some(list) = self.lists.get(&code).and_then(Weak::upgrade).filter(|list| **list == *ranges) {
            return list;
        }
        if self.lists.len() > self.kept * 2 + MANY {
            self.lists.retain(|_, list| list.strong_count() > 0);
            self.lists.shrink_to_fit();
            self.kept = self.lists.len();
        }
        let list: Ranges = ranges.into();
        self.lists.insert(code, Rc::downgrade(&list));
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_ranges_are_one_list() {
        let list = shared(&[(1, 2), (9, 9)]);
        assert!(Rc::ptr_eq(&list, &shared(&[(1, 2), (9, 9)])));
        assert!(!Rc::ptr_eq(&list, &shared(&[(1, 2)])));
    }

    #[test]
    fn lists_that_nobody_has_are_dropped() {
        let mut known = Known::default();
        let held = known.list(&[(0, 0)]);
        for low in 1..10_000 {
            known.list(&[(low, low)]);
        }
        assert!(known.lists.len() <= 2 * MANY + 2);
        assert!(Rc::ptr_eq(&held, &known.list(&[(0, 0)])));
    }
}
