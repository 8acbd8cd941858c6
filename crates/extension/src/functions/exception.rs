//! Exceptions and warnings. Those whose words are formatted are written in C, over these.

use std::ffi::{c_char, c_int, c_long};

use rutile_vm::prelude::*;

use crate::define::functions;
use crate::{memory, ruby};
use crate::state::state;

/// What `rb_protect` has stopped and nobody put away: the cause of what is raised next.
fn take_stopped(vm: &mut Vm) -> Value {
    std::mem::replace(&mut state(vm).error, Value::NIL)
}

functions! {
    fn rb_exc_raise(vm, error: Value) {
        let stopped = take_stopped(vm);
        ruby::helper(vm, "raise_error", &[error, stopped]);
        Ok(())
    }

    fn rb_exc_fatal(vm, error: Value) {
        state(vm).error = Value::NIL;
        ruby::helper(vm, "raise_error", &[error]);
        Ok(())
    }

    fn rb_exc_new(vm, class: Value, start: *const c_char, length: c_long) -> Value {
        let text = vm.new_string(memory::bytes(start, length), Encoding::BINARY).value();
        Ok(ruby::call(vm, class, "new", &[text]))
    }

    fn rb_exc_new_cstr(vm, class: Value, start: *const c_char) -> Value {
        let text = vm.new_string(memory::text(start), Encoding::BINARY).value();
        Ok(ruby::call(vm, class, "new", &[text]))
    }

    fn rb_exc_new_str(vm, class: Value, text: Value) -> Value {
        Ok(ruby::call(vm, class, "new", &[text]))
    }

    /// `rb_raise` and its like, their words made.
    fn rutile_raise(vm, class: Value, text: Value) {
        let stopped = take_stopped(vm);
        ruby::helper(vm, "raise_text", &[class, text, stopped]);
        Ok(())
    }

    fn rutile_raise_name_error(vm, class: Value, name: Value, receiver: Value, text: Value) {
        ruby::helper(vm, "raise_name_error", &[class, name, receiver, text]);
        Ok(())
    }

    fn rutile_raise_frozen(vm, object: Value, text: Value) {
        ruby::helper(vm, "raise_frozen", &[object, text]);
        Ok(())
    }

    /// Level 0: always but under `-W0`; 1: under `-w`.
    fn rutile_warn(vm, level: c_int, category: c_int, text: Value) {
        ruby::helper(vm, "warn_text", &[Value::fixnum(level.into()), Value::fixnum(category.into()), text]);
        Ok(())
    }

    fn rb_warning_category_enabled_p(vm, category: c_int) -> c_int {
        Ok(ruby::helper(vm, "warns_of", &[Value::fixnum(category.into())]).truthy().into())
    }

    fn rb_sys_fail(vm, text: *const c_char) {
        let number = rutile_platform::last_error();
        system_error(vm, number, text)
    }

    fn rb_sys_fail_str(vm, text: Value) {
        let number = Value::fixnum(rutile_platform::last_error().into());
        ruby::helper(vm, "raise_system_error", &[number, text]);
        Ok(())
    }

    fn rb_syserr_fail(vm, number: c_int, text: *const c_char) {
        system_error(vm, number, text)
    }

    fn rb_syserr_fail_str(vm, number: c_int, text: Value) {
        ruby::helper(vm, "raise_system_error", &[Value::fixnum(number.into()), text]);
        Ok(())
    }

    fn rb_syserr_new(vm, number: c_int, text: *const c_char) -> Value {
        let text = optional(vm, text);
        Ok(ruby::helper(vm, "system_error", &[Value::fixnum(number.into()), text]))
    }

    fn rb_syserr_new_str(vm, number: c_int, text: Value) -> Value {
        Ok(ruby::helper(vm, "system_error", &[Value::fixnum(number.into()), text]))
    }

    fn rb_mod_sys_fail(vm, module: Value, text: *const c_char) {
        let text = optional(vm, text);
        let number = Value::fixnum(rutile_platform::last_error().into());
        ruby::helper(vm, "raise_extended_system_error", &[module, number, text]);
        Ok(())
    }

    fn rb_mod_sys_fail_str(vm, module: Value, text: Value) {
        let number = Value::fixnum(rutile_platform::last_error().into());
        ruby::helper(vm, "raise_extended_system_error", &[module, number, text]);
        Ok(())
    }

    fn rb_mod_syserr_fail(vm, module: Value, number: c_int, text: *const c_char) {
        let text = optional(vm, text);
        ruby::helper(vm, "raise_extended_system_error", &[module, Value::fixnum(number.into()), text]);
        Ok(())
    }

    fn rb_mod_syserr_fail_str(vm, module: Value, number: c_int, text: Value) {
        ruby::helper(vm, "raise_extended_system_error", &[module, Value::fixnum(number.into()), text]);
        Ok(())
    }

    fn rb_readwrite_syserr_fail(vm, waits_to_write: c_int, number: c_int, text: *const c_char) {
        let text = optional(vm, text);
        ruby::helper(vm, "raise_would_wait", &[Value::boolean(waits_to_write != 0), Value::fixnum(number.into()), text]);
        Ok(())
    }

    fn rb_readwrite_sys_fail(vm, waits_to_write: c_int, text: *const c_char) {
        let number = std::io::Error::last_os_error().raw_os_error().unwrap_or(0);
        rb_readwrite_syserr_fail(waits_to_write, number, text);
        Ok(())
    }

    fn rb_check_copyable(vm, object: Value, _original: Value) {
        vm.check_frozen(object)
    }

    fn rb_make_exception(vm, count: c_int, arguments: *const Value) -> Value {
        let list = vm.new_array(memory::values(arguments, count)).value();
        Ok(ruby::helper(vm, "make_exception", &[list]))
    }

    fn rb_make_backtrace(vm) -> Value {
        Ok(ruby::helper(vm, "backtrace", &[]))
    }

    fn rb_backtrace(vm) {
        ruby::helper(vm, "print_backtrace", &[]);
        Ok(())
    }

    fn rb_error_arity(vm, given: c_int, least: c_int, most: c_int) {
        let expected = if most < 0 {
            format!("{least}+")
        } else if least == most {
            least.to_string()
        } else {
            format!("{least}..{most}")
        };
        Err(vm.argument_error(format!("wrong number of arguments (given {given}, expected {expected})")))
    }

    fn rb_notimplement(vm) {
        let name = MethodRef::from_value(crate::machine::context().method).map(|method| method.symbol());
        let name = name.map_or(String::new(), |name| vm.symbol_text(name));
        Err(vm.raise(vm.classes.not_implemented, format!("{name}() function is unimplemented on this machine")))
    }

    fn rb_f_notimplement(vm, _count: c_int, _arguments: *const Value, _receiver: Value, _marker: Value) -> Value {
        Err(vm.raise(vm.classes.not_implemented, "this function is unimplemented on this machine".to_string()))
    }

    fn rb_invalid_str(vm, text: *const c_char, kind: *const c_char) {
        let (text, kind) = (String::from_utf8_lossy(memory::text(text)), String::from_utf8_lossy(memory::text(kind)));
        let message = format!("invalid value for {kind}: {text:?}");
        drop((text, kind));
        Err(vm.argument_error(message))
    }

    fn rb_num_zerodiv(vm) {
        ruby::helper(vm, "raise_zero_division", &[]);
        Ok(())
    }

    fn rb_out_of_int(vm, number: isize) {
        let size = if number < 0 { "small" } else { "big" };
        Err(vm.range_error(format!("integer {number} too {size} to convert to 'int'")))
    }

    fn rb_eof_error(vm) {
        ruby::helper(vm, "raise_end_of_file", &[]);
        Ok(())
    }

    fn rb_undefined_alloc(vm, class: Value) {
        let class = super::object::module_of(vm, class)?;
        let name = vm.class_name(class);
        Err(vm.type_error(format!("allocator undefined for {name}")))
    }

    fn rb_memerror(vm) {
        Err(vm.raise(vm.classes.no_memory_error, "failed to allocate memory".to_string()))
    }

    fn rb_insecure_operation(vm) {
        Ok(())
    }

    /// The message of what can't go on, and its end.
    fn rutile_bug(vm, text: Value) {
        let text = text.as_string().map(|text| text.text().into_owned()).unwrap_or_default();
        eprintln!("[BUG] {text}");
        std::process::abort()
    }
}

fn optional(vm: &mut Vm, text: *const c_char) -> Value {
    if text.is_null() { Value::NIL } else { vm.new_string(memory::text(text), Encoding::UTF_8).value() }
}

fn system_error(vm: &mut Vm, number: c_int, text: *const c_char) -> Result<(), Exit> {
    let text = optional(vm, text);
    ruby::helper(vm, "raise_system_error", &[Value::fixnum(number.into()), text]);
    Ok(())
}
