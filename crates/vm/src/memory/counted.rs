//! Values that several hold, with their counts apart from them.
//!
//! `Rc` counts beside the value: who takes hold of one for a moment writes to the page that it lies in, and a forked process copies that page. Here
//! the counts of all values lie together, so that a process copies one or two pages for all of them.
//!
//! Invariant: the count of a value is the number of `Counted` that name it, and the value lives as long as there is one. Neither leaves the
//! thread that made it.

use std::cell::{Cell, RefCell};
use std::ops::Deref;
use std::ptr::NonNull;

/// Counts that are made at once: as many as a page has room for.
const COUNTS: usize = 1024;

thread_local! {
    /// Counts that no value has. They are never given back: each value that goes leaves its own to the next.
    static FREE: RefCell<Vec<&'static Cell<u32>>> = const { RefCell::new(Vec::new()) };
}

pub struct Counted<T> {
    value: NonNull<T>,
    count: &'static Cell<u32>,
}

impl<T> Counted<T> {
    pub fn new(value: T) -> Counted<T> {
        let count = FREE.with_borrow_mut(|free| {
            if free.is_empty() {
                let made: &'static [Cell<u32>; COUNTS] = Box::leak(Box::new([const { Cell::new(0) }; COUNTS]));
                free.extend(made.iter().rev());
            }
            free.pop()
        });
        let count = count.expect("some were made");
        count.set(1);
        Counted { value: NonNull::from(Box::leak(Box::new(value))), count }
    }
}

impl<T> Clone for Counted<T> {
    #[inline]
    fn clone(&self) -> Counted<T> {
        self.count.set(self.count.get().checked_add(1).expect("fewer than 2^32 hold a value"));
        Counted { value: self.value, count: self.count }
    }
}

impl<T> Deref for Counted<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: by the invariant it lives as long as `self` does.
        unsafe { self.value.as_ref() }
    }
}

impl<T> Drop for Counted<T> {
    #[inline]
    fn drop(&mut self) {
        self.count.set(self.count.get() - 1);
        if self.count.get() == 0 {
            // SAFETY: nobody else names the value, which `new` took out of a box.
            drop(unsafe { Box::from_raw(self.value.as_ptr()) });
            // A thread that ends has no list any more.
            let _ = FREE.try_with(|free| free.borrow_mut().push(self.count));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::rc::Rc;

    #[test]
    fn a_value_goes_with_the_last_that_holds_it() {
        let witness = Rc::new(());
        let first = Counted::new(witness.clone());
        let (second, count) = (first.clone(), first.count as *const Cell<u32>);
        drop(first);
        assert_eq!(Rc::strong_count(&second), 2);
        drop(second);
        assert_eq!(Rc::strong_count(&witness), 1);
        assert_eq!(Counted::new(1).count as *const Cell<u32>, count, "its count is the next value's");
    }

    #[test]
    fn values_have_counts_of_their_own() {
        let all: Vec<Counted<usize>> = (0..3 * COUNTS).map(Counted::new).collect();
        let again = all.clone();
        drop(all);
        assert!(again.iter().enumerate().all(|(index, value)| **value == index && value.count.get() == 1));
    }
}
