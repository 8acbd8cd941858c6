//! A doubly linked list over a table.
//!
//! The pool keeps its lists of allocations and of vacancies in side tables, not
//! in the memory they describe: linking a vacant stack touches no page of it.
//! An element is named by a key; the table says where the links of a key are.
//! Any element can leave in constant time, which is what lets an allocation
//! take its vacancies along when it goes.

/// A key's neighbours in the one list it is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Links<K> {
    previous: Option<K>,
    next: Option<K>,
}

impl<K> Links<K> {
    pub(crate) const fn alone() -> Links<K> {
        Links {
            previous: None,
            next: None,
        }
    }
}

/// A table that has links for each key.
pub(crate) trait Linked<K> {
    fn links(&mut self, key: K) -> &mut Links<K>;
}

/// The ends of a list.
#[derive(Debug)]
pub(crate) struct List<K> {
    first: Option<K>,
    last: Option<K>,
    length: usize,
}

impl<K: Copy + Eq> List<K> {
    pub(crate) const fn new() -> List<K> {
        List {
            first: None,
            last: None,
            length: 0,
        }
    }

    pub(crate) fn first(&self) -> Option<K> {
        self.first
    }

    pub(crate) fn last(&self) -> Option<K> {
        self.last
    }

    pub(crate) fn len(&self) -> usize {
        self.length
    }

    /// Puts a key that is in no list in front.
    #[inline]
    pub(crate) fn push_front(&mut self, table: &mut impl Linked<K>, key: K) {
        *table.links(key) = Links {
            previous: None,
            next: self.first,
        };
        match self.first {
            Some(old) => table.links(old).previous = Some(key),
            None => self.last = Some(key),
        }
        self.first = Some(key);
        self.length += 1;
    }

    /// Takes a key out of this list, which it is in.
    #[inline]
    pub(crate) fn remove(&mut self, table: &mut impl Linked<K>, key: K) {
        let Links { previous, next } = std::mem::replace(table.links(key), Links::alone());
        match previous {
            Some(previous) => table.links(previous).next = next,
            None => {
                debug_assert!(self.first == Some(key), "removed from a list it isn't in");
                self.first = next;
            }
        }
        match next {
            Some(next) => table.links(next).previous = previous,
            None => self.last = previous,
        }
        self.length -= 1;
    }

    /// The key after this one.
    pub(crate) fn after(&self, table: &mut impl Linked<K>, key: K) -> Option<K> {
        table.links(key).next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Linked<usize> for Vec<Links<usize>> {
        fn links(&mut self, key: usize) -> &mut Links<usize> {
            &mut self[key]
        }
    }

    /// A list beside the plain vector it should equal.
    struct Pair {
        table: Vec<Links<usize>>,
        list: List<usize>,
        model: Vec<usize>,
    }

    impl Pair {
        fn replay(keys: usize, steps: &[usize]) -> Pair {
            let table = vec![Links::alone(); keys];
            let mut pair = Pair {
                table,
                list: List::new(),
                model: Vec::new(),
            };
            for &key in steps {
                pair.toggle(key);
                pair.check(steps);
            }
            pair
        }

        /// A key in the list leaves; one that isn't comes in front.
        fn toggle(&mut self, key: usize) {
            match self.model.iter().position(|&other| other == key) {
                Some(place) => {
                    self.model.remove(place);
                    self.list.remove(&mut self.table, key);
                }
                None => {
                    self.model.insert(0, key);
                    self.list.push_front(&mut self.table, key);
                }
            }
        }

        fn check(&mut self, steps: &[usize]) {
            let forward = self.walk(self.list.first, |links| links.next);
            let mut backward = self.walk(self.list.last, |links| links.previous);
            backward.reverse();
            assert_eq!(forward, self.model, "forward after {steps:?}");
            assert_eq!(backward, self.model, "backward after {steps:?}");
            assert_eq!(self.list.len(), self.model.len(), "length after {steps:?}");
        }

        fn walk(
            &self,
            from: Option<usize>,
            step: impl Fn(&Links<usize>) -> Option<usize>,
        ) -> Vec<usize> {
            let keys = std::iter::successors(from, |&key| step(&self.table[key]));
            keys.take(self.table.len() + 1).collect()
        }
    }

    /// Every sequence of seven steps over four keys, which reaches every order
    /// of every subset and every way in and out of it.
    #[test]
    fn exhaustive_over_four_keys() {
        const KEYS: usize = 4;
        const STEPS: u32 = 7;
        for number in 0..KEYS.pow(STEPS) {
            let steps: Vec<usize> = (0..STEPS)
                .map(|place| number / KEYS.pow(place) % KEYS)
                .collect();
            Pair::replay(KEYS, &steps);
        }
    }
}
