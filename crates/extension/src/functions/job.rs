//! Postponed jobs, as C code asks for them.

use std::ffi::{c_int, c_uint};

use crate::define::plain_functions;
use crate::jobs;

plain_functions! {
    fn rb_postponed_job_preregister(_flags: c_uint, function: usize, data: usize) -> c_uint {
        jobs::prepare(function, data)
    }

    fn rb_postponed_job_trigger(handle: c_uint) {
        jobs::request(handle);
    }

    fn rb_postponed_job_register(_flags: c_uint, function: usize, data: usize) -> c_int {
        register(function, data)
    }

    fn rb_postponed_job_register_one(_flags: c_uint, function: usize, data: usize) -> c_int {
        register(function, data)
    }
}

/// Whether there was room.
fn register(function: usize, data: usize) -> c_int {
    let handle = jobs::prepare(function, data);
    jobs::request(handle);
    (handle != c_uint::MAX).into()
}
