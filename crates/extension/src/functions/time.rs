//! Times.

use std::ffi::{c_int, c_long};

use rutile_vm::prelude::*;

use crate::define::functions;
use crate::{memory, ruby};

fn parts(vm: &mut Vm, helper: &str, value: Value) -> libc::timespec {
    let parts = ruby::helper(vm, helper, &[value]).as_array();
    let part = |index| parts.and_then(|parts| parts.get(index).as_fixnum()).unwrap_or(0);
    libc::timespec { tv_sec: part(0), tv_nsec: part(1) }
}

fn micro(time: libc::timespec) -> libc::timeval {
    libc::timeval { tv_sec: time.tv_sec, tv_usec: time.tv_nsec / 1000 }
}

functions! {
    fn rb_time_new(vm, seconds: c_long, microseconds: c_long) -> Value {
        let (whole, rest) = (microseconds.div_euclid(1_000_000), microseconds.rem_euclid(1_000_000));
        let seconds = vm.integer(seconds as i128 + whole as i128);
        Ok(ruby::helper(vm, "time_at", &[seconds, Value::fixnum(rest * 1000), Value::NIL]))
    }

    fn rb_time_nano_new(vm, seconds: c_long, nanoseconds: c_long) -> Value {
        Ok(ruby::helper(vm, "time_at", &[Value::fixnum(seconds), Value::fixnum(nanoseconds), Value::NIL]))
    }

    fn rb_time_timespec_new(vm, time: *const libc::timespec, offset: c_int) -> Value {
        let time = memory::load(time);
        Ok(ruby::helper(vm, "time_at", &[Value::fixnum(time.tv_sec), Value::fixnum(time.tv_nsec), Value::fixnum(offset.into())]))
    }

    fn rb_time_num_new(vm, seconds: Value, offset: Value) -> Value {
        Ok(ruby::helper(vm, "time_at", &[seconds, Value::fixnum(0), offset]))
    }

    fn rb_time_interval(vm, value: Value) -> libc::timeval {
        Ok(micro(parts(vm, "interval_parts", value)))
    }

    fn rb_time_timeval(vm, value: Value) -> libc::timeval {
        Ok(micro(parts(vm, "time_parts", value)))
    }

    fn rb_time_timespec(vm, value: Value) -> libc::timespec {
        Ok(parts(vm, "time_parts", value))
    }

    fn rb_time_timespec_interval(vm, value: Value) -> libc::timespec {
        Ok(parts(vm, "interval_parts", value))
    }

    fn rb_time_utc_offset(vm, value: Value) -> Value {
        Ok(ruby::call(vm, value, "utc_offset", &[]))
    }

    fn rb_time_succ(vm, value: Value) -> Value {
        Ok(ruby::call(vm, value, "+", &[Value::fixnum(1)]))
    }

    fn rb_timespec_now(vm, place: *mut libc::timespec) {
        let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: writes the time to its place.
        unsafe { libc::clock_gettime(libc::CLOCK_REALTIME, &mut now) };
        memory::store(place, now);
        Ok(())
    }
}
