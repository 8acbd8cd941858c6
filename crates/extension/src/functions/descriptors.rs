//! Sets of descriptors, and waiting for them.

use std::ffi::{c_int, c_void};
use std::mem::size_of;

use rutile_vm::prelude::*;

use crate::define::functions;
use crate::{memory, ruby};

/// `rb_fdset_t`: bits as `fd_set` has them, as many as needed.
#[repr(C)]
pub struct Descriptors {
    most: c_int,
    bits: *mut u64,
}

/// Words of the smallest set: an `fd_set`'s.
const LEAST_WORDS: usize = size_of::<libc::fd_set>() / 8;

fn words(most: c_int) -> usize {
    (most.max(0) as usize).div_ceil(64).max(LEAST_WORDS)
}

fn set<'a>(place: *mut Descriptors) -> &'a mut Descriptors {
    // SAFETY: by the API it is a set.
    unsafe { &mut *place }
}

impl Descriptors {
    fn slice(&mut self) -> &mut [u64] {
        if self.bits.is_null() {
            return &mut [];
        }
        // SAFETY: it was allocated for so many.
        unsafe { std::slice::from_raw_parts_mut(self.bits, words(self.most)) }
    }

    fn grow(&mut self, most: c_int) {
        if self.bits.is_null() || words(most) > words(self.most) {
            let old: Vec<u64> = self.slice().to_vec();
            // SAFETY: the bits came from the C heap, if there were any.
            unsafe {
                libc::free(self.bits.cast());
                self.bits = libc::calloc(words(most), 8).cast();
            }
            self.most = self.most.max(most);
            for (new, old) in self.slice().iter_mut().zip(old) {
                *new = old;
            }
        }
        self.most = self.most.max(most);
    }

    fn has(&mut self, number: usize) -> bool {
        self.slice().get(number / 64).is_some_and(|word| word >> (number % 64) & 1 != 0)
    }
}

/// Those of a set, in a list; nil where there is no set.
fn list(vm: &mut Vm, place: *mut Descriptors, limit: c_int) -> Value {
    if place.is_null() {
        return Value::NIL;
    }
    let list = vm.array_with_capacity(4);
    for number in 0..limit.max(0) as usize {
        if set(place).has(number) {
            vm.array_push(list, Value::fixnum(number as i64));
        }
    }
    list.value()
}

/// Leaves in a set those of a list.
fn keep(place: *mut Descriptors, ready: Value) -> c_int {
    if place.is_null() {
        return 0;
    }
    set(place).slice().fill(0);
    let Some(ready) = ready.as_array() else { return 0 };
    for index in 0..ready.len() {
        let number = ready.get(index).as_fixnum().unwrap_or(0) as usize;
        set(place).slice()[number / 64] |= 1 << (number % 64);
    }
    ready.len() as c_int
}

functions! {
    fn rb_fd_init(vm, place: *mut Descriptors) {
        memory::store(place, Descriptors { most: 0, bits: std::ptr::null_mut() });
        set(place).grow(1);
        set(place).most = 0;
        Ok(())
    }

    fn rb_fd_term(vm, place: *mut Descriptors) {
        // SAFETY: the bits came from the C heap.
        unsafe { libc::free(set(place).bits.cast::<c_void>()) };
        memory::store(place, Descriptors { most: 0, bits: std::ptr::null_mut() });
        Ok(())
    }

    fn rb_fd_zero(vm, place: *mut Descriptors) {
        set(place).slice().fill(0);
        Ok(())
    }

    fn rb_fd_set(vm, number: c_int, place: *mut Descriptors) {
        set(place).grow(number + 1);
        set(place).slice()[number as usize / 64] |= 1 << (number % 64);
        Ok(())
    }

    fn rb_fd_clr(vm, number: c_int, place: *mut Descriptors) {
        if let Some(word) = set(place).slice().get_mut(number as usize / 64) {
            *word &= !(1 << (number % 64));
        }
        Ok(())
    }

    fn rb_fd_isset(vm, number: c_int, place: *mut Descriptors) -> c_int {
        Ok(set(place).has(number.max(0) as usize).into())
    }

    fn rb_fd_copy(vm, place: *mut Descriptors, source: *const u64, most: c_int) {
        set(place).grow(most);
        for (index, word) in set(place).slice().iter_mut().enumerate().take(words(most)) {
            *word = memory::load(source.wrapping_add(index));
        }
        set(place).most = most;
        Ok(())
    }

    fn rb_fd_dup(vm, place: *mut Descriptors, source: *mut Descriptors) {
        set(place).grow(set(source).most);
        set(place).slice().fill(0);
        for (word, other) in set(place).slice().iter_mut().zip(set(source).slice().iter()) {
            *word = *other;
        }
        Ok(())
    }

    fn rb_thread_fd_select(
        vm, limit: c_int, read: *mut Descriptors, write: *mut Descriptors, except: *mut Descriptors, time: *const libc::timeval,
    ) -> c_int {
        let timeout = if time.is_null() {
            Value::NIL
        } else {
            let time = memory::load(time);
            vm.float(time.tv_sec as f64 + time.tv_usec as f64 / 1e6)
        };
        let lists = [list(vm, read, limit), list(vm, write, limit), list(vm, except, limit), timeout];
        let ready = ruby::helper(vm, "select_descriptors", &lists).as_array();
        let part = |index| ready.map_or(Value::NIL, |ready| ready.get(index));
        Ok(keep(read, part(0)) + keep(write, part(1)) + keep(except, part(2)))
    }
}
