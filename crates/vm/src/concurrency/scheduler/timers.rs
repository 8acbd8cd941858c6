//! Deadlines: a binary heap whose members know where they stand.
//!
//! Most deadlines are never reached (a wait with a limit usually ends before it),
//! so taking one out matters as much as putting one in: both cost O(log n), and
//! nothing of a cancelled deadline remains.

use super::Number;

/// Where each member stands is told to the owner whenever it changes.
type Moved<'a> = &'a mut dyn FnMut(Number, u32);

#[cfg_attr(test, derive(Clone))]
#[derive(Default)]
pub struct Timers {
    /// (deadline, order of arrival, thread), the least first.
    heap: Vec<(u64, u64, Number)>,
    arrivals: u64,
}

impl Timers {
    pub fn first(&self) -> Option<(u64, Number)> {
        self.heap.first().map(|(deadline, _, number)| (*deadline, *number))
    }

    pub fn insert(&mut self, number: Number, deadline: u64, moved: Moved) {
        self.arrivals += 1;
        self.heap.push((deadline, self.arrivals, number));
        self.rise(self.heap.len() - 1, moved);
    }

    pub fn remove(&mut self, position: u32, moved: Moved) {
        let position = position as usize;
        self.heap.swap_remove(position);
        if position < self.heap.len() {
            let settled = self.sink(position, moved);
            self.rise(settled, moved);
        }
    }

    fn rise(&mut self, mut at: usize, moved: Moved) {
        while at > 0 {
            let parent = (at - 1) / 2;
            if self.heap[parent] <= self.heap[at] {
                break;
            }
            self.heap.swap(parent, at);
            moved(self.heap[at].2, at as u32);
            at = parent;
        }
        moved(self.heap[at].2, at as u32);
    }

    fn sink(&mut self, mut at: usize, moved: Moved) -> usize {
        loop {
            let least = [2 * at + 1, 2 * at + 2].into_iter().filter(|child| *child < self.heap.len()).min_by_key(|child| self.heap[*child]);
            match least {
                Some(child) if self.heap[child] < self.heap[at] => {
                    self.heap.swap(child, at);
                    moved(self.heap[at].2, at as u32);
                    at = child;
                }
                _ => break,
            }
        }
        moved(self.heap[at].2, at as u32);
        at
    }
}
