//! Introsort (Musser 1997) of pairs of a number and a position: in what order `sort_by` leaves elements of equal keys.
//!
//! A program's output hangs on that order, so the parameters are those of CRuby 3.4 (`enum.c`): nothing is done where
//! the keys stand in order; 16 pairs and fewer are inserted; a part is split around the median of its first, middle and
//! last key, from both ends; a part that is twice as deep as its halving would be is sorted by a heap.

/// A key, and the position that it was found at.
pub type Keyed<T> = (T, usize);

const INSERTED: usize = 16;

/// Sorts. `step` is told how many pairs were looked at; its error is the sort's.
pub fn sort<T: PartialOrd + Copy, E>(pairs: &mut [Keyed<T>], step: &mut impl FnMut(usize) -> Result<(), E>) -> Result<(), E> {
    if !pairs.is_sorted_by(|one, next| one.0 <= next.0) {
        let depth = 2 * pairs.len().ilog2();
        split(pairs, depth, step)?;
    }
    Ok(())
}

fn split<T: PartialOrd + Copy, E>(pairs: &mut [Keyed<T>], depth: u32, step: &mut impl FnMut(usize) -> Result<(), E>) -> Result<(), E> {
    step(pairs.len())?;
    if pairs.len() <= INSERTED {
        insert(pairs);
        return Ok(());
    }
    if depth == 0 {
        sort_by_heap(pairs);
        return Ok(());
    }
    let (smaller, larger) = partition(pairs);
    split(&mut pairs[larger..], depth - 1, step)?;
    split(&mut pairs[..smaller], depth - 1, step)
}

/// Up to where pairs are no larger than the median, and from where on they are no smaller.
fn partition<T: PartialOrd + Copy>(pairs: &mut [Keyed<T>]) -> (usize, usize) {
    let last = pairs.len() - 1;
    let pivot = median(pairs[0].0, pairs[pairs.len() / 2].0, pairs[last].0);
    // `right` is one more than the place it stands for.
    let (mut left, mut right) = (0, pairs.len());
    while left < right {
        while pairs[left].0 < pivot {
            left += 1;
        }
        while pivot < pairs[right - 1].0 {
            right -= 1;
        }
        if left < right {
            pairs.swap(left, right - 1);
            left += 1;
            right -= 1;
        }
    }
    (left, right)
}

fn median<T: PartialOrd>(a: T, b: T, c: T) -> T {
    match (a < b, b < c, a < c) {
        (true, true, _) | (false, false, _) => b,
        (true, false, true) | (false, true, false) => c,
        _ => a,
    }
}

fn insert<T: PartialOrd + Copy>(pairs: &mut [Keyed<T>]) {
    for index in 1..pairs.len() {
        let pair = pairs[index];
        let place = pairs[..index].iter().rposition(|other| pair.0 >= other.0).map_or(0, |before| before + 1);
        pairs.copy_within(place..index, place + 1);
        pairs[place] = pair;
    }
}

fn sort_by_heap<T: PartialOrd + Copy>(pairs: &mut [Keyed<T>]) {
    for root in (0..pairs.len() / 2).rev() {
        sift_down(pairs, root);
    }
    for last in (1..pairs.len()).rev() {
        pairs.swap(0, last);
        sift_down(&mut pairs[..last], 0);
    }
}

fn sift_down<T: PartialOrd + Copy>(heap: &mut [Keyed<T>], root: usize) {
    let (pair, mut place) = (heap[root], root);
    loop {
        let mut child = 2 * place + 1;
        if child + 1 < heap.len() && heap[child].0 < heap[child + 1].0 {
            child += 1;
        }
        if child >= heap.len() || pair.0 >= heap[child].0 {
            break;
        }
        heap[place] = heap[child];
        place = child;
    }
    heap[place] = pair;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers below `limit`, the same in each run.
    fn numbers(count: usize, limit: u64) -> Vec<Keyed<u64>> {
        let mut state = 88172645463325252u64;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state % limit
        };
        (0..count).map(|position| (next(), position)).collect()
    }

    fn assert_sorted(pairs: &[Keyed<u64>], before: &[Keyed<u64>]) {
        assert!(pairs.is_sorted_by(|one, next| one.0 <= next.0));
        let ordered = |pairs: &[Keyed<u64>]| {
            let mut pairs = pairs.to_vec();
            pairs.sort();
            pairs
        };
        assert_eq!(ordered(pairs), ordered(before));
    }

    #[test]
    fn sorts_whatever_there_is() {
        for count in 0..200 {
            for limit in [1, 2, 7, 1000] {
                let before = numbers(count, limit);
                let mut pairs = before.clone();
                let _ = sort(&mut pairs, &mut |_| Ok::<(), ()>(()));
                assert_sorted(&pairs, &before);
                let mut pairs = before.clone();
                sort_by_heap(&mut pairs);
                assert_sorted(&pairs, &before);
            }
        }
    }

    #[test]
    fn few_pairs_of_one_key_keep_their_order() {
        let mut pairs = vec![(2, 0), (1, 1), (2, 2), (1, 3)];
        let _ = sort(&mut pairs, &mut |_| Ok::<(), ()>(()));
        assert_eq!(pairs, [(1, 1), (1, 3), (2, 0), (2, 2)]);
    }
}
