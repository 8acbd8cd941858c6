//! Loading files, and processes.

use std::ffi::{c_char, c_int};

use rutile_vm::prelude::*;

use crate::define::functions;
use crate::id::Id;
use crate::{memory, ruby};

fn text(vm: &mut Vm, start: *const c_char) -> Value {
    vm.new_string(memory::text(start), Encoding::UTF_8).value()
}

functions! {
    fn rb_require(vm, name: *const c_char) -> Value {
        let name = text(vm, name);
        Ok(ruby::helper(vm, "require_feature", &[name]))
    }

    fn rb_require_string(vm, name: Value) -> Value {
        Ok(ruby::helper(vm, "require_feature", &[name]))
    }

    fn rb_f_require(vm, _receiver: Value, name: Value) -> Value {
        Ok(ruby::helper(vm, "require_feature", &[name]))
    }

    fn rb_load(vm, path: Value, wrap: c_int) {
        ruby::helper(vm, "load_file", &[path, Value::boolean(wrap != 0)]);
        Ok(())
    }

    fn rb_load_protect(vm, path: Value, wrap: c_int, place: *mut c_int) {
        let outcome = ruby::helper(vm, "load_protected", &[path, Value::boolean(wrap != 0)]);
        super::control::protected(vm, outcome, place);
        Ok(())
    }

    fn rb_provide(vm, name: *const c_char) {
        let name = text(vm, name);
        ruby::helper(vm, "provide", &[name]);
        Ok(())
    }

    fn rb_provided(vm, name: *const c_char) -> c_int {
        let name = text(vm, name);
        Ok(ruby::helper(vm, "provides", &[name]).truthy().into())
    }

    fn rb_feature_provided(vm, name: *const c_char, _loading: *mut *const c_char) -> c_int {
        let name = text(vm, name);
        Ok(ruby::helper(vm, "provides", &[name]).truthy().into())
    }

    fn rb_sourcefile(vm) -> *const c_char {
        let path = ruby::helper(vm, "source_file", &[]);
        let name = super::symbol::named(vm, path)?;
        Ok(super::symbol::zero_ended(vm, name))
    }

    fn rb_source_location_cstr(vm, line: *mut c_int) -> *const c_char {
        let position = ruby::helper(vm, "source_line", &[]);
        memory::store(line, position.as_fixnum().unwrap_or(0) as c_int);
        let path = ruby::helper(vm, "source_file", &[]);
        let name = super::symbol::named(vm, path)?;
        Ok(super::symbol::zero_ended(vm, name))
    }

    fn rb_sourceline(vm) -> c_int {
        Ok(ruby::helper(vm, "source_line", &[]).as_fixnum().unwrap_or(0) as c_int)
    }

    fn rb_last_status_get(vm) -> Value {
        Ok(ruby::helper(vm, "last_status", &[]))
    }

    fn rb_last_status_set(vm, status: c_int, process: libc::pid_t) {
        ruby::helper(vm, "set_last_status", &[Value::fixnum(process.into()), Value::fixnum(status.into())]);
        Ok(())
    }

    fn rb_waitpid(vm, process: c_int, place: *mut c_int, flags: c_int) -> c_int {
        let outcome = ruby::helper(vm, "wait_for_process", &[Value::fixnum(process.into()), Value::fixnum(flags.into())]);
        let Some(parts) = outcome.as_array() else { return Ok(0) };
        memory::store(place, parts.get(1).as_fixnum().unwrap_or(0) as c_int);
        Ok(parts.get(0).as_fixnum().unwrap_or(-1) as c_int)
    }

    fn rb_process_status_wait(vm, process: libc::pid_t, flags: c_int) -> Value {
        Ok(ruby::helper(vm, "wait_for_status", &[Value::fixnum(process.into()), Value::fixnum(flags.into())]))
    }

    fn rb_syswait(vm, process: c_int) {
        ruby::helper(vm, "wait_for_process", &[Value::fixnum(process.into()), Value::fixnum(0)]);
        Ok(())
    }

    fn rb_spawn(vm, count: c_int, arguments: *const Value) -> c_int {
        let list = vm.new_array(memory::values(arguments, count)).value();
        Ok(ruby::helper(vm, "spawn_process", &[list]).as_fixnum().unwrap_or(-1) as c_int)
    }

    fn rb_f_exec(vm, count: c_int, arguments: *const Value) -> Value {
        let list = vm.new_array(memory::values(arguments, count)).value();
        Ok(ruby::helper(vm, "exec_process", &[list]))
    }

    fn rb_detach_process(vm, process: c_int) -> Value {
        Ok(ruby::helper(vm, "detach", &[Value::fixnum(process.into())]))
    }

    fn rb_marshal_dump(vm, value: Value, io: Value) -> Value {
        Ok(ruby::helper(vm, "dump", &[value, io]))
    }

    fn rb_marshal_load(vm, source: Value) -> Value {
        Ok(ruby::helper(vm, "undump", &[source]))
    }

    fn rb_f_kill(vm, count: c_int, arguments: *const Value) -> Value {
        let list = vm.new_array(memory::values(arguments, count)).value();
        Ok(ruby::helper(vm, "kill", &[list]))
    }

    fn rb_f_sprintf(vm, count: c_int, arguments: *const Value) -> Value {
        let list = vm.new_array(memory::values(arguments, count)).value();
        let format = ruby::call(vm, list, "shift", &[]);
        Ok(ruby::helper(vm, "format_text", &[format, list]))
    }

    fn rb_f_abort(vm, count: c_int, arguments: *const Value) -> Value {
        let list = vm.new_array(memory::values(arguments, count)).value();
        Ok(ruby::helper(vm, "abort_with", &[list]))
    }

    fn rb_frozen_class_p(vm, class: Value) {
        vm.check_frozen(class)
    }

    fn rb_ext_ractor_safe(vm, _is_safe: c_int) {
        Ok(())
    }

    fn rb_ext_resolve_symbol(vm, feature: *const c_char, symbol: *const c_char) -> usize {
        let (feature, symbol) = (text(vm, feature), text(vm, symbol));
        let address = ruby::helper(vm, "resolve_symbol", &[feature, symbol]);
        Ok(vm.low_bits(address).unwrap_or(0) as usize)
    }

    fn rb_eval_cmd_kw(vm, command: Value, list: Value, keywords: c_int) -> Value {
        Ok(ruby::helper(vm, "evaluate_command", &[command, list, Value::boolean(keywords != 0)]))
    }

    fn rb_autoload_p(vm, module: Value, name: Id) -> Value {
        let name = Value::symbol(name.symbol());
        Ok(ruby::call(vm, module, "autoload?", &[name]))
    }

    fn rb_autoload_load(vm, module: Value, name: Id) -> Value {
        let name = Value::symbol(name.symbol());
        Ok(ruby::call(vm, module, "const_get", &[name]))
    }

    fn rb_get_argv(vm) -> Value {
        Ok(ruby::helper(vm, "program_arguments", &[]))
    }

    fn rb_dir_getwd(vm) -> Value {
        Ok(ruby::helper(vm, "current_folder", &[]))
    }

    fn rb_proc_times(vm, _object: Value) -> Value {
        Ok(ruby::helper(vm, "process_times", &[]))
    }

    fn rb_interrupt(vm) {
        ruby::helper(vm, "raise_interrupt", &[]);
        Ok(())
    }
}
