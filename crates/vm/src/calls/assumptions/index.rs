//! The index of the assumptions: where each stands, by the hash of what it is about.
//!
//! Open addressing with linear probing over 32-bit numbers; at most half of the places are taken. What is
//! removed leaves no mark: whatever stands behind it and could stand in its place moves there.

/// A place that holds nothing. Assumption 0 is never entered.
const FREE: u32 = 0;
const FIRST_PLACES: usize = 1 << 9;

#[derive(Default)]
pub(super) struct Index {
    /// As many as a power of two, or none.
    places: Vec<u32>,
    taken: usize,
}

impl Index {
    /// The number under a hash for which `is_wanted` is true.
    #[inline]
    pub(super) fn find(&self, hash: u64, is_wanted: impl Fn(u32) -> bool) -> Option<u32> {
        let mask = self.places.len().wrapping_sub(1);
        let mut place = home(hash, mask);
        loop {
            match *self.places.get(place)? {
                FREE => return None,
                number if is_wanted(number) => return Some(number),
                _ => place = (place + 1) & mask,
            }
        }
    }

    /// Enters a number that is not there yet; `hash_of` tells the hash of any number entered before.
    pub(super) fn enter(&mut self, number: u32, hash: u64, hash_of: impl Fn(u32) -> u64) {
        if self.taken * 2 >= self.places.len() {
            self.grow(hash_of);
        }
        self.taken += 1;
        self.put(number, hash);
    }

    fn put(&mut self, number: u32, hash: u64) {
        let mask = self.places.len() - 1;
        let mut place = home(hash, mask);
        while self.places[place] != FREE {
            place = (place + 1) & mask;
        }
        self.places[place] = number;
    }

    fn grow(&mut self, hash_of: impl Fn(u32) -> u64) {
        let wider = vec![FREE; (self.places.len() * 2).max(FIRST_PLACES)];
        for number in std::mem::replace(&mut self.places, wider).into_iter().filter(|&number| number != FREE) {
            self.put(number, hash_of(number));
        }
    }

    /// Takes a number out that was entered under a hash; false where it is not there.
    pub(super) fn remove(&mut self, number: u32, hash: u64, hash_of: impl Fn(u32) -> u64) -> bool {
        let mask = self.places.len().wrapping_sub(1);
        let mut gap = home(hash, mask);
        loop {
            match self.places.get(gap) {
                Some(&found) if found == number => break,
                None | Some(&FREE) => return false,
                Some(_) => gap = (gap + 1) & mask,
            }
        }
        let mut place = gap;
        loop {
            place = (place + 1) & mask;
            let other = self.places[place];
            if other == FREE {
                break;
            }
            // It may move only where its own search would pass.
            let distance = place.wrapping_sub(home(hash_of(other), mask)) & mask;
            if distance >= place.wrapping_sub(gap) & mask {
                self.places[gap] = other;
                gap = place;
            }
        }
        self.places[gap] = FREE;
        self.taken -= 1;
        true
    }
}

#[inline(always)]
fn home(hash: u64, mask: usize) -> usize {
    (hash >> 32) as usize & mask
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Few homes, so that runs of neighbours form, end at the last place and go on at the first.
    fn hash_of(number: u32) -> u64 {
        ((number as u64 * 7919) % 61 + 1000) << 32
    }

    #[test]
    fn what_is_entered_is_found_until_it_is_removed() {
        let mut index = Index::default();
        let mut model = HashSet::new();
        let mut state = 1u64;
        for _ in 0..20_000 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let number = (state >> 33) as u32 % 300 + 1;
            if model.insert(number) {
                index.enter(number, hash_of(number), hash_of);
            } else {
                model.remove(&number);
                assert!(index.remove(number, hash_of(number), hash_of));
                assert!(!index.remove(number, hash_of(number), hash_of));
            }
            let asked = (state >> 40) as u32 % 300 + 1;
            let found = index.find(hash_of(asked), |other| other == asked);
            assert_eq!(found.is_some(), model.contains(&asked));
        }
        assert_eq!(index.taken, model.len());
    }
}
