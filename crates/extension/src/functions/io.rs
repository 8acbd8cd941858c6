//! Streams and descriptors.

use std::ffi::{c_char, c_int};

use rutile_vm::prelude::*;

use crate::define::functions;
use crate::{memory, ruby};

fn descriptor(vm: &mut Vm, io: Value) -> c_int {
    ruby::helper(vm, "descriptor", &[io]).as_fixnum().unwrap_or(-1) as c_int
}

const READABLE: i64 = 1;
const WRITABLE: i64 = 4;

/// The events that came after a call of the system's ended with that error; 0 where it is none to wait for.
fn maybe_wait(vm: &mut Vm, error: c_int, io: Value, events: i64, timeout: Value) -> Result<c_int, Exit> {
    let ready = ruby::helper(vm, "maybe_wait", &[Value::fixnum(error.into()), io, Value::fixnum(events), timeout]);
    if ready == Value::FALSE {
        ruby::helper(vm, "raise_timed_out", &[Value::boolean(events == WRITABLE)]);
    }
    Ok(ready.as_fixnum().unwrap_or(0) as c_int)
}

/// As `maybe_wait` for a bare descriptor, by the error that C code's last call has left.
fn wait_after_error(vm: &mut Vm, number: c_int, events: i64) -> c_int {
    let error = std::io::Error::last_os_error().raw_os_error().unwrap_or(0);
    let words = [error.into(), number.into(), events].map(Value::fixnum);
    ruby::helper(vm, "wait_after_error", &words).truthy().into()
}

functions! {
    fn rb_io_descriptor(vm, io: Value) -> c_int {
        Ok(descriptor(vm, io))
    }

    fn rb_io_wait(vm, io: Value, events: Value, timeout: Value) -> Value {
        Ok(ruby::helper(vm, "wait_for_events", &[io, events, timeout]))
    }

    fn rb_io_maybe_wait(vm, error: c_int, io: Value, events: Value, timeout: Value) -> Value {
        Ok(ruby::helper(vm, "maybe_wait", &[Value::fixnum(error.into()), io, events, timeout]))
    }

    fn rb_io_maybe_wait_readable(vm, error: c_int, io: Value, timeout: Value) -> c_int {
        maybe_wait(vm, error, io, READABLE, timeout)
    }

    fn rb_io_maybe_wait_writable(vm, error: c_int, io: Value, timeout: Value) -> c_int {
        maybe_wait(vm, error, io, WRITABLE, timeout)
    }

    fn rb_io_wait_readable(vm, number: c_int) -> c_int {
        Ok(wait_after_error(vm, number, READABLE))
    }

    fn rb_io_wait_writable(vm, number: c_int) -> c_int {
        Ok(wait_after_error(vm, number, WRITABLE))
    }

    fn rb_wait_for_single_fd(vm, number: c_int, events: c_int, time: *const libc::timeval) -> c_int {
        let timeout = if time.is_null() {
            Value::NIL
        } else {
            let time = memory::load(time);
            vm.float(time.tv_sec as f64 + time.tv_usec as f64 / 1e6)
        };
        let ready = ruby::helper(vm, "wait_for_descriptor", &[Value::fixnum(number.into()), Value::fixnum(events.into()), timeout]);
        Ok(ready.as_fixnum().unwrap_or(0) as c_int)
    }

    fn rb_thread_wait_fd(vm, number: c_int) -> c_int {
        ruby::helper(vm, "wait_for_descriptor", &[Value::fixnum(number.into()), Value::fixnum(1), Value::NIL]);
        Ok(1)
    }

    fn rb_thread_fd_writable(vm, number: c_int) -> c_int {
        ruby::helper(vm, "wait_for_descriptor", &[Value::fixnum(number.into()), Value::fixnum(4), Value::NIL]);
        Ok(1)
    }

    fn rb_thread_fd_close(vm, number: c_int) {
        ruby::helper(vm, "tell_of_close", &[Value::fixnum(number.into())]);
        Ok(())
    }

    fn rb_io_check_io(vm, value: Value) -> Value {
        Ok(ruby::helper(vm, "io_or_nil", &[value]))
    }

    fn rb_io_get_io(vm, value: Value) -> Value {
        Ok(ruby::helper(vm, "to_io", &[value]))
    }

    fn rb_io_get_write_io(vm, io: Value) -> Value {
        Ok(io)
    }

    fn rb_io_set_write_io(vm, _io: Value, _other: Value) -> Value {
        Ok(Value::NIL)
    }

    fn rb_io_taint_check(vm, io: Value) -> Value {
        vm.check_frozen(io)?;
        Ok(io)
    }

    fn rutile_io_is_closed(vm, io: Value) -> c_int {
        Ok(ruby::call(vm, io, "closed?", &[]).truthy().into())
    }

    fn rb_io_closed_p(vm, io: Value) -> Value {
        Ok(ruby::call(vm, io, "closed?", &[]))
    }

    fn rb_io_path(vm, io: Value) -> Value {
        Ok(ruby::helper(vm, "path_of", &[io]))
    }

    fn rb_io_mode(vm, io: Value) -> c_int {
        Ok(ruby::helper(vm, "mode_of", &[io]).as_fixnum().unwrap_or(0) as c_int)
    }

    fn rb_io_timeout(vm, io: Value) -> Value {
        Ok(ruby::call(vm, io, "timeout", &[]))
    }

    fn rb_io_set_timeout(vm, io: Value, timeout: Value) -> Value {
        Ok(ruby::call(vm, io, "timeout=", &[timeout]))
    }

    fn rb_io_close(vm, io: Value) -> Value {
        Ok(ruby::call(vm, io, "close", &[]))
    }

    fn rb_io_binmode(vm, io: Value) -> Value {
        Ok(ruby::call(vm, io, "binmode", &[]))
    }

    fn rb_io_ascii8bit_binmode(vm, io: Value) -> Value {
        Ok(ruby::call(vm, io, "binmode", &[]))
    }

    fn rb_io_write(vm, io: Value, text: Value) -> Value {
        Ok(ruby::call(vm, io, "write", &[text]))
    }

    fn rb_io_addstr(vm, io: Value, text: Value) -> Value {
        ruby::call(vm, io, "write", &[text]);
        Ok(io)
    }

    fn rb_io_flush(vm, io: Value) -> Value {
        Ok(ruby::call(vm, io, "flush", &[]))
    }

    fn rb_io_eof(vm, io: Value) -> Value {
        Ok(ruby::call(vm, io, "eof?", &[]))
    }

    fn rb_io_gets(vm, io: Value) -> Value {
        Ok(ruby::call(vm, io, "gets", &[]))
    }

    fn rb_gets(vm) -> Value {
        Ok(ruby::helper(vm, "read_line", &[]))
    }

    fn rb_io_getbyte(vm, io: Value) -> Value {
        Ok(ruby::call(vm, io, "getbyte", &[]))
    }

    fn rb_io_ungetbyte(vm, io: Value, byte: Value) -> Value {
        Ok(ruby::call(vm, io, "ungetbyte", &[byte]))
    }

    fn rb_io_ungetc(vm, io: Value, character: Value) -> Value {
        Ok(ruby::call(vm, io, "ungetc", &[character]))
    }

    fn rb_io_print(vm, count: c_int, arguments: *const Value, io: Value) -> Value {
        let list = vm.new_array(memory::values(arguments, count)).value();
        Ok(ruby::helper(vm, "print_to", &[io, list]))
    }

    fn rb_io_puts(vm, count: c_int, arguments: *const Value, io: Value) -> Value {
        let list = vm.new_array(memory::values(arguments, count)).value();
        Ok(ruby::helper(vm, "puts_to", &[io, list]))
    }

    fn rb_io_printf(vm, count: c_int, arguments: *const Value, io: Value) -> Value {
        let list = vm.new_array(memory::values(arguments, count)).value();
        Ok(ruby::helper(vm, "printf_to", &[io, list]))
    }

    fn rb_p(vm, value: Value) {
        ruby::helper(vm, "show", &[value]);
        Ok(())
    }

    fn rb_write_error2(vm, text: *const c_char, length: i64) {
        let text = vm.new_string(memory::bytes(text, length), Encoding::UTF_8).value();
        ruby::helper(vm, "write_error", &[text]);
        Ok(())
    }

    fn rb_file_open(vm, path: *const c_char, mode: *const c_char) -> Value {
        let (path, mode) = (vm.new_string(memory::text(path), Encoding::UTF_8).value(), vm.string(&String::from_utf8_lossy(memory::text(mode))));
        Ok(ruby::helper(vm, "open_file", &[path, mode]))
    }

    fn rb_file_open_str(vm, path: Value, mode: *const c_char) -> Value {
        let mode = vm.string(&String::from_utf8_lossy(memory::text(mode)));
        Ok(ruby::helper(vm, "open_file", &[path, mode]))
    }

    fn rb_io_open_descriptor(
        vm, class: Value, number: c_int, mode: c_int, _path: Value, _timeout: Value, _encoding: usize,
    ) -> Value {
        Ok(ruby::helper(vm, "open_descriptor", &[class, Value::fixnum(number.into()), Value::fixnum(mode.into())]))
    }

    fn rb_io_fdopen(vm, number: c_int, _flags: c_int, _path: *const c_char) -> Value {
        let io = vm.classes.io.value();
        Ok(ruby::helper(vm, "open_descriptor", &[io, Value::fixnum(number.into()), Value::fixnum(0)]))
    }

    fn rb_file_directory_p(vm, _object: Value, path: Value) -> Value {
        Ok(ruby::helper(vm, "is_directory", &[path]))
    }

    fn rb_file_absolute_path(vm, path: Value, folder: Value) -> Value {
        Ok(ruby::helper(vm, "absolute_path", &[path, folder]))
    }

    fn rb_file_expand_path(vm, path: Value, folder: Value) -> Value {
        Ok(ruby::helper(vm, "expand_path", &[path, folder]))
    }

    fn rb_file_s_absolute_path(vm, count: c_int, arguments: *const Value) -> Value {
        Ok(ruby::helper(vm, "absolute_path", memory::values(arguments, count)))
    }

    fn rb_file_s_expand_path(vm, count: c_int, arguments: *const Value) -> Value {
        Ok(ruby::helper(vm, "expand_path", memory::values(arguments, count)))
    }

    fn rb_is_absolute_path(vm, path: *const c_char) -> c_int {
        Ok(memory::text(path).starts_with(b"/").into())
    }

    fn rb_file_dirname(vm, path: Value) -> Value {
        Ok(ruby::helper(vm, "folder_of", &[path]))
    }

    fn rb_file_size(vm, file: Value) -> i64 {
        Ok(ruby::call(vm, file, "size", &[]).as_fixnum().unwrap_or(-1))
    }

    fn rb_find_file(vm, name: Value) -> Value {
        Ok(ruby::helper(vm, "find_file", &[name]))
    }

    fn rb_lastline_get(vm) -> Value {
        Ok(vm.last_line())
    }

    fn rb_update_max_fd(vm, _number: c_int) {
        Ok(())
    }

    fn rb_fd_fix_cloexec(vm, number: c_int) {
        close_on_exec(number);
        Ok(())
    }

    fn rb_maygvl_fd_fix_cloexec(vm, number: c_int) {
        close_on_exec(number);
        Ok(())
    }

    fn rb_stat_new(vm, status: *const libc::stat) -> Value {
        let fields = rutile_core::file::status_array(vm, memory::load(status));
        Ok(ruby::helper(vm, "status", &[fields]))
    }

    fn rb_cloexec_open(vm, path: *const c_char, flags: c_int, mode: libc::mode_t) -> c_int {
        // SAFETY: by the API the path ends with a zero byte.
        Ok(unsafe { libc::open(path, flags | libc::O_CLOEXEC, mode as libc::c_uint) })
    }

    fn rb_cloexec_dup(vm, number: c_int) -> c_int {
        // SAFETY: makes a descriptor.
        Ok(unsafe { libc::fcntl(number, libc::F_DUPFD_CLOEXEC, 3) })
    }

    fn rb_cloexec_dup2(vm, from: c_int, to: c_int) -> c_int {
        // SAFETY: makes a descriptor.
        Ok(if from == to { to } else { unsafe { libc::dup3(from, to, libc::O_CLOEXEC) } })
    }

    fn rb_cloexec_fcntl_dupfd(vm, number: c_int, least: c_int) -> c_int {
        // SAFETY: makes a descriptor.
        Ok(unsafe { libc::fcntl(number, libc::F_DUPFD_CLOEXEC, least) })
    }

    fn rb_cloexec_pipe(vm, place: *mut c_int) -> c_int {
        // SAFETY: by the API there is room for two.
        Ok(unsafe { libc::pipe2(place, libc::O_CLOEXEC) })
    }

    fn rb_pipe(vm, place: *mut c_int) -> c_int {
        // SAFETY: by the API there is room for two.
        Ok(unsafe { libc::pipe2(place, libc::O_CLOEXEC) })
    }

    fn rb_reserved_fd_p(vm, _number: c_int) -> c_int {
        Ok(0)
    }

    fn rb_lastline_set(vm, line: Value) {
        vm.set_last_line(line);
        Ok(())
    }

    fn rb_write_error(vm, text: *const c_char) {
        let text = vm.string(&String::from_utf8_lossy(memory::text(text)));
        ruby::helper(vm, "write_error", &[text]);
        Ok(())
    }
}

fn close_on_exec(number: c_int) {
    // SAFETY: sets a flag of a descriptor.
    unsafe { libc::fcntl(number, libc::F_SETFD, libc::FD_CLOEXEC) };
}
