//! Sets of characters, as sorted ranges of code points that neither touch nor overlap.

/// The largest code point of Unicode.
pub const LAST_UNICODE: u32 = 0x10ffff;

/// A set of characters.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CharSet {
    ranges: Vec<(u32, u32)>,
}

impl CharSet {
    pub fn new() -> CharSet {
        CharSet::default()
    }

    /// The set of some ranges, in any order.
    pub fn of(ranges: impl IntoIterator<Item = (u32, u32)>) -> CharSet {
        let mut ranges: Vec<(u32, u32)> = ranges.into_iter().collect();
        ranges.sort_unstable();
        let mut set = CharSet { ranges: Vec::with_capacity(ranges.len()) };
        for (low, high) in ranges {
            set.push(low, high);
        }
        set
    }

    /// Appends a range that begins at or behind all others' beginnings.
    fn push(&mut self, low: u32, high: u32) {
        match self.ranges.last_mut() {
            Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
            _ => self.ranges.push((low, high)),
        }
    }

    pub fn ranges(&self) -> &[(u32, u32)] {
        &self.ranges
    }

    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    pub fn contains(&self, code: u32) -> bool {
        let index = self.ranges.partition_point(|range| range.1 < code);
        self.ranges.get(index).is_some_and(|range| range.0 <= code)
    }

    pub fn add(&mut self, low: u32, high: u32) {
        let from = self.ranges.partition_point(|range| range.1.saturating_add(1) < low);
        let to = self.ranges.partition_point(|range| range.0 <= high.saturating_add(1));
        if from >= to {
            self.ranges.insert(from, (low, high));
            return;
        }
        let merged = (low.min(self.ranges[from].0), high.max(self.ranges[to - 1].1));
        self.ranges.splice(from..to, [merged]);
    }

    pub fn union(&self, other: &CharSet) -> CharSet {
        CharSet::of(self.ranges.iter().chain(&other.ranges).copied())
    }

    pub fn intersection(&self, other: &CharSet) -> CharSet {
        let mut common = CharSet::new();
        let (mut left, mut right) = (0, 0);
        while left < self.ranges.len() && right < other.ranges.len() {
            let (one, two) = (self.ranges[left], other.ranges[right]);
            let (low, high) = (one.0.max(two.0), one.1.min(two.1));
            if low <= high {
                common.push(low, high);
            }
            if one.1 < two.1 {
                left += 1;
            } else {
                right += 1;
            }
        }
        common
    }

    /// All characters up to `last` that are not in the set.
    pub fn complement(&self, last: u32) -> CharSet {
        let mut rest = CharSet::new();
        let mut next = 0;
        for &(low, high) in &self.ranges {
            if low > next {
                rest.ranges.push((next, (low - 1).min(last)));
            }
            next = high.saturating_add(1);
            if next > last {
                return rest;
            }
        }
        if next <= last {
            rest.ranges.push((next, last));
        }
        rest
    }

    pub fn difference(&self, other: &CharSet) -> CharSet {
        self.intersection(&other.complement(u32::MAX - 1))
    }

    pub fn is_disjoint(&self, other: &CharSet) -> bool {
        self.intersection(other).is_empty()
    }

    /// The character of a set that has just one.
    pub fn single(&self) -> Option<u32> {
        match self.ranges[..] {
            [(low, high)] if low == high => Some(low),
            _ => None,
        }
    }

    pub fn members(&self) -> impl Iterator<Item = u32> + '_ {
        self.ranges.iter().flat_map(|&(low, high)| low..=high)
    }

    /// How many characters are in it.
    pub fn len(&self) -> usize {
        self.ranges.iter().map(|range| (range.1 - range.0) as usize + 1).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::CharSet;

    #[test]
    fn ranges_that_touch_become_one() {
        let mut set = CharSet::of([(5, 7), (1, 2), (3, 3)]);
        assert_eq!(&[(1, 3), (5, 7)], set.ranges());
        set.add(4, 4);
        assert_eq!(&[(1, 7)], set.ranges());
        set.add(20, 30);
        set.add(10, 12);
        set.add(0, 25);
        assert_eq!(&[(0, 30)], set.ranges());
    }

    #[test]
    fn sets_are_combined() {
        let (left, right) = (CharSet::of([(0, 9), (20, 29)]), CharSet::of([(5, 24)]));
        assert_eq!(&[(5, 9), (20, 24)], left.intersection(&right).ranges());
        assert_eq!(&[(0, 29)], left.union(&right).ranges());
        assert_eq!(&[(10, 19), (30, 40)], left.complement(40).ranges());
        assert_eq!(&[(0, 4), (25, 29)], left.difference(&right).ranges());
        assert!(left.contains(20) && !left.contains(10));
    }
}
