//! The `Fiber::Scheduler` of a thread: each function calls the hook of its name. A hook that the scheduler need not have gives `Qundef`
//! where it has none.

use std::ffi::{c_int, c_void};

use rutile_vm::prelude::*;

use super::buffer::{rb_io_buffer_free_locked, rb_io_buffer_new};
use super::control::passes_keywords;
use crate::define::functions;
use crate::request::List;
use crate::{memory, ruby};

/// `RB_IO_BUFFER_LOCKED`
const LOCKED: u32 = 32;
/// `RUBY_IO_READABLE` and `RUBY_IO_WRITABLE`
const READABLE: i64 = 1;
const WRITABLE: i64 = 4;

fn optional_hook(vm: &mut Vm, scheduler: Value, name: &str, arguments: &[Value]) -> Value {
    let (class, symbol) = (vm.class_of(scheduler), vm.intern(name.as_bytes()));
    if vm.find_method(class, symbol).is_none() { Value::UNDEFINED } else { ruby::call(vm, scheduler, name, arguments) }
}

fn wait(vm: &mut Vm, scheduler: Value, io: Value, events: i64) -> Value {
    let timeout = ruby::call(vm, io, "timeout", &[]);
    ruby::call(vm, scheduler, "io_wait", &[io, Value::fixnum(events), timeout])
}

/// Passes memory of C code as a buffer that is good for one call.
fn with_memory(vm: &mut Vm, base: *mut c_void, size: usize, scheduler: Value, name: &str, arguments: impl FnOnce(Value) -> Vec<Value>) -> Value {
    let buffer = rb_io_buffer_new(base, size, LOCKED);
    let result = optional_hook(vm, scheduler, name, &arguments(buffer));
    rb_io_buffer_free_locked(buffer);
    result
}

fn size(size: usize) -> Value {
    Value::fixnum(size as i64)
}

functions! {
    fn rb_fiber_scheduler_get(vm) -> Value {
        Ok(ruby::helper(vm, "fiber_scheduler", &[]))
    }

    fn rb_fiber_scheduler_current(vm) -> Value {
        Ok(ruby::helper(vm, "current_scheduler", &[]))
    }

    fn rb_fiber_scheduler_set(vm, scheduler: Value) -> Value {
        Ok(ruby::helper(vm, "set_scheduler", &[scheduler]))
    }

    fn rb_fiber_scheduler_make_timeout(vm, time: *const libc::timeval) -> Value {
        if time.is_null() {
            return Ok(Value::NIL);
        }
        let time = memory::load(time);
        Ok(vm.float(time.tv_sec as f64 + time.tv_usec as f64 / 1e6))
    }

    fn rb_fiber_scheduler_close(vm, scheduler: Value) -> Value {
        match optional_hook(vm, scheduler, "scheduler_close", &[]) {
            Value::UNDEFINED => {}
            result => return Ok(result),
        }
        match optional_hook(vm, scheduler, "close", &[]) {
            Value::UNDEFINED => Ok(Value::NIL),
            result => Ok(result),
        }
    }

    fn rb_fiber_scheduler_block(vm, scheduler: Value, blocker: Value, timeout: Value) -> Value {
        Ok(ruby::call(vm, scheduler, "block", &[blocker, timeout]))
    }

    fn rb_fiber_scheduler_unblock(vm, scheduler: Value, blocker: Value, fiber: Value) -> Value {
        Ok(ruby::call(vm, scheduler, "unblock", &[blocker, fiber]))
    }

    fn rb_fiber_scheduler_kernel_sleep(vm, scheduler: Value, duration: Value) -> Value {
        Ok(ruby::call(vm, scheduler, "kernel_sleep", &[duration]))
    }

    fn rb_fiber_scheduler_kernel_sleepv(vm, scheduler: Value, count: c_int, arguments: *const Value) -> Value {
        Ok(ruby::call(vm, scheduler, "kernel_sleep", memory::values(arguments, count)))
    }

    fn rb_fiber_scheduler_process_wait(vm, scheduler: Value, process: c_int, flags: c_int) -> Value {
        Ok(optional_hook(vm, scheduler, "process_wait", &[Value::fixnum(process.into()), Value::fixnum(flags.into())]))
    }

    fn rb_fiber_scheduler_io_wait(vm, scheduler: Value, io: Value, events: Value, timeout: Value) -> Value {
        Ok(ruby::call(vm, scheduler, "io_wait", &[io, events, timeout]))
    }

    fn rb_fiber_scheduler_io_wait_readable(vm, scheduler: Value, io: Value) -> Value {
        Ok(wait(vm, scheduler, io, READABLE))
    }

    fn rb_fiber_scheduler_io_wait_writable(vm, scheduler: Value, io: Value) -> Value {
        Ok(wait(vm, scheduler, io, WRITABLE))
    }

    fn rb_fiber_scheduler_io_select(vm, scheduler: Value, readable: Value, writable: Value, exceptional: Value, timeout: Value) -> Value {
        Ok(optional_hook(vm, scheduler, "io_select", &[readable, writable, exceptional, timeout]))
    }

    fn rb_fiber_scheduler_io_selectv(vm, scheduler: Value, count: c_int, arguments: *const Value) -> Value {
        Ok(optional_hook(vm, scheduler, "io_select", memory::values(arguments, count)))
    }

    fn rb_fiber_scheduler_io_read(vm, scheduler: Value, io: Value, buffer: Value, length: usize, offset: usize) -> Value {
        Ok(optional_hook(vm, scheduler, "io_read", &[io, buffer, size(length), size(offset)]))
    }

    fn rb_fiber_scheduler_io_write(vm, scheduler: Value, io: Value, buffer: Value, length: usize, offset: usize) -> Value {
        Ok(optional_hook(vm, scheduler, "io_write", &[io, buffer, size(length), size(offset)]))
    }

    fn rb_fiber_scheduler_io_pread(vm, scheduler: Value, io: Value, from: i64, buffer: Value, length: usize, offset: usize) -> Value {
        Ok(optional_hook(vm, scheduler, "io_pread", &[io, buffer, Value::fixnum(from), size(length), size(offset)]))
    }

    fn rb_fiber_scheduler_io_pwrite(vm, scheduler: Value, io: Value, from: i64, buffer: Value, length: usize, offset: usize) -> Value {
        Ok(optional_hook(vm, scheduler, "io_pwrite", &[io, buffer, Value::fixnum(from), size(length), size(offset)]))
    }

    fn rb_fiber_scheduler_io_read_memory(vm, scheduler: Value, io: Value, base: *mut c_void, room: usize, length: usize) -> Value {
        Ok(with_memory(vm, base, room, scheduler, "io_read", |buffer| vec![io, buffer, size(length), size(0)]))
    }

    fn rb_fiber_scheduler_io_write_memory(vm, scheduler: Value, io: Value, base: *mut c_void, room: usize, length: usize) -> Value {
        Ok(with_memory(vm, base, room, scheduler, "io_write", |buffer| vec![io, buffer, size(length), size(0)]))
    }

    fn rb_fiber_scheduler_io_pread_memory(vm, scheduler: Value, io: Value, from: i64, base: *mut c_void, room: usize, length: usize) -> Value {
        Ok(with_memory(vm, base, room, scheduler, "io_pread", |buffer| vec![io, buffer, Value::fixnum(from), size(length), size(0)]))
    }

    fn rb_fiber_scheduler_io_pwrite_memory(vm, scheduler: Value, io: Value, from: i64, base: *mut c_void, room: usize, length: usize) -> Value {
        Ok(with_memory(vm, base, room, scheduler, "io_pwrite", |buffer| vec![io, buffer, Value::fixnum(from), size(length), size(0)]))
    }

    fn rb_fiber_scheduler_io_close(vm, scheduler: Value, io: Value) -> Value {
        Ok(optional_hook(vm, scheduler, "io_close", &[io]))
    }

    fn rb_fiber_scheduler_address_resolve(vm, scheduler: Value, name: Value) -> Value {
        Ok(optional_hook(vm, scheduler, "address_resolve", &[name]))
    }

    fn rb_fiber_scheduler_fiber(vm, scheduler: Value, count: c_int, arguments: *const Value, keywords: c_int) -> Value {
        let name = vm.intern(b"fiber");
        let list = List::of(memory::values(arguments, count)).with_keywords(passes_keywords(keywords));
        let block = ruby::helper_with_block(vm, "block_given", &[]);
        Ok(ruby::send(vm, scheduler, name, list, block))
    }
}
