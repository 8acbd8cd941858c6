//! Functions of several subjects that are one call of Ruby's each.

use std::ffi::{c_char, c_int, c_long};

use rutile_vm::prelude::*;

use crate::define::functions;
use crate::id::Id;
use crate::invocation::List;
use crate::machine::context;
use crate::{memory, ruby};
use super::control::passes_keywords;

functions! {
    fn rb_ary_delete_at(vm, value: Value, index: c_long) -> Value {
        Ok(ruby::call(vm, value, "delete_at", &[Value::fixnum(index)]))
    }

    fn rb_ary_resurrect(vm, value: Value) -> Value {
        Ok(ruby::call(vm, value, "dup", &[]))
    }

    fn rb_ary_ptr_use_start(vm, value: Value) -> *mut Value {
        Ok(super::array::rutile_array_writable_pointer(value))
    }

    fn rb_ary_ptr_use_end(vm, _value: Value) {
        Ok(())
    }

    fn rb_str_sublen(vm, value: Value, position: c_long) -> c_long {
        Ok(ruby::helper(vm, "characters_before", &[value, Value::fixnum(position)]).as_fixnum().unwrap_or(0))
    }

    fn rb_str_dup_frozen(vm, value: Value) -> Value {
        Ok(super::string::rb_str_new_frozen(value))
    }

    fn rb_str_comparable(vm, one: Value, other: Value) -> c_int {
        Ok(ruby::helper(vm, "are_comparable", &[one, other]).truthy().into())
    }

    fn rb_must_asciicompat(vm, value: Value) {
        let encoding = super::string::string(vm, value)?.encoding();
        if encoding.is_ascii_compatible() {
            return Ok(());
        }
        ruby::helper(vm, "raise_incompatible", &[value]);
        Ok(())
    }

    fn rb_symname_p(vm, name: *const c_char) -> c_int {
        let name = vm.string(&String::from_utf8_lossy(memory::text(name)));
        Ok(ruby::helper(vm, "is_plain_name", &[name]).truthy().into())
    }

    fn rutile_hash_default(vm, value: Value) -> Value {
        Ok(ruby::helper(vm, "hash_default", &[value]))
    }

    fn rutile_regexp_source(vm, value: Value) -> Value {
        Ok(ruby::call(vm, value, "source", &[]))
    }

    fn rutile_shareable_p(vm, value: Value) -> c_int {
        Ok(ruby::helper(vm, "is_shareable", &[value]).truthy().into())
    }

    fn rb_ractor_make_shareable(vm, value: Value) -> Value {
        Ok(ruby::helper(vm, "make_shareable", &[value]))
    }

    fn rb_ractor_make_shareable_copy(vm, value: Value) -> Value {
        Ok(ruby::helper(vm, "make_shareable_copy", &[value]))
    }

    fn rb_path_to_class(vm, path: Value) -> Value {
        Ok(super::class::kept(vm, "class_at", &[path]))
    }

    fn rb_class_path_cached(vm, class: Value) -> Value {
        Ok(ruby::call(vm, class, "name", &[]))
    }

    fn rb_set_class_path_string(vm, class: Value, outer: Value, name: Value) {
        ruby::helper(vm, "name_class", &[class, outer, name]);
        Ok(())
    }

    fn rb_define_class_id(vm, _name: Id, superclass: Value) -> Value {
        Ok(super::class::kept(vm, "new_class", &[superclass]))
    }

    fn rb_define_module_id(vm, _name: Id) -> Value {
        Ok(vm.new_module().value())
    }

    fn rb_check_inheritable(vm, class: Value) {
        ruby::helper(vm, "check_inheritable", &[class]);
        Ok(())
    }

    fn rb_mod_init_copy(vm, copy: Value, original: Value) -> Value {
        Ok(ruby::call(vm, copy, "initialize_copy", &[original]))
    }

    fn rb_class_instance_methods(vm, count: c_int, arguments: *const Value, class: Value) -> Value {
        Ok(ruby::call(vm, class, "instance_methods", memory::values(arguments, count)))
    }

    fn rb_class_public_instance_methods(vm, count: c_int, arguments: *const Value, class: Value) -> Value {
        Ok(ruby::call(vm, class, "public_instance_methods", memory::values(arguments, count)))
    }

    fn rb_class_private_instance_methods(vm, count: c_int, arguments: *const Value, class: Value) -> Value {
        Ok(ruby::call(vm, class, "private_instance_methods", memory::values(arguments, count)))
    }

    fn rb_class_protected_instance_methods(vm, count: c_int, arguments: *const Value, class: Value) -> Value {
        Ok(ruby::call(vm, class, "protected_instance_methods", memory::values(arguments, count)))
    }

    fn rb_obj_singleton_methods(vm, count: c_int, arguments: *const Value, object: Value) -> Value {
        Ok(ruby::call(vm, object, "singleton_methods", memory::values(arguments, count)))
    }

    fn rb_mod_module_exec(vm, count: c_int, arguments: *const Value, module: Value) -> Value {
        let (name, block) = (vm.intern(b"module_exec"), context().block);
        Ok(ruby::send(vm, module, name, List::of(memory::values(arguments, count)), block))
    }

    fn rb_mod_constants(vm, count: c_int, arguments: *const Value, module: Value) -> Value {
        Ok(ruby::call(vm, module, "constants", memory::values(arguments, count)))
    }

    fn rb_method_basic_definition_p(vm, class: Value, name: Id) -> c_int {
        let (class, name) = (super::object::module_of(vm, class)?, name.symbol(vm));
        let method = vm.find_method(class, name);
        Ok(method.is_some_and(|method| vm.is_core_method(method)).into())
    }

    fn rb_method_call_kw(vm, count: c_int, arguments: *const Value, method: Value, keywords: c_int) -> Value {
        let list = List::of(memory::values(arguments, count)).with_keywords(passes_keywords(keywords));
        Ok(ruby::send(vm, method, Symbol::CALL, list, context().block))
    }

    fn rb_method_call_with_block_kw(vm, count: c_int, arguments: *const Value, method: Value, block: Value, keywords: c_int) -> Value {
        let list = List::of(memory::values(arguments, count)).with_keywords(passes_keywords(keywords));
        Ok(ruby::send(vm, method, Symbol::CALL, list, block))
    }

    fn rb_check_funcall_kw(vm, receiver: Value, name: Id, count: c_int, arguments: *const Value, keywords: c_int) -> Value {
        let symbol = name.symbol(vm);
        let class = vm.class_of(receiver);
        if vm.find_method(class, symbol).is_none()
            && !ruby::call(vm, receiver, "respond_to?", &[Value::symbol(symbol), Value::TRUE]).truthy()
        {
            return Ok(Value::UNDEFINED);
        }
        let list = List::of(memory::values(arguments, count)).with_keywords(passes_keywords(keywords));
        Ok(ruby::send(vm, receiver, symbol, list, Value::NIL))
    }

    fn rb_fiber_resume_kw(vm, fiber: Value, count: c_int, arguments: *const Value, _keywords: c_int) -> Value {
        Ok(ruby::call(vm, fiber, "resume", memory::values(arguments, count)))
    }

    fn rb_obj_is_fiber(vm, value: Value) -> Value {
        Ok(Value::boolean(value.is_kind(Kind::Fiber)))
    }

    fn rb_binding_new(vm) -> Value {
        Ok(ruby::helper(vm, "caller_binding", &[]))
    }

    fn rb_autoload_p(vm, module: Value, name: Id) -> Value {
        let name = Value::symbol(name.symbol(vm));
        Ok(ruby::call(vm, module, "autoload?", &[name]))
    }

    fn rb_autoload_load(vm, module: Value, name: Id) -> Value {
        let name = Value::symbol(name.symbol(vm));
        Ok(ruby::call(vm, module, "const_get", &[name]))
    }

    fn rb_eval_string_wrap(vm, text: *const c_char, place: *mut c_int) -> Value {
        Ok(super::control::rb_eval_string_protect(text, place))
    }

    fn rb_num2fix(vm, value: Value) -> Value {
        let number = super::number::rb_num2long(value);
        match Value::try_fixnum(number) {
            Some(value) => Ok(value),
            None => Err(vm.range_error(format!("integer {number} out of range of fixnum"))),
        }
    }

    fn rb_arithmetic_sequence_extract(vm, value: Value, place: *mut [Value; 4]) -> c_int {
        let Some(parts) = ruby::helper(vm, "sequence_parts", &[value]).as_array() else { return Ok(0) };
        memory::store(place, [parts.get(0), parts.get(1), parts.get(2), Value::from_word(parts.get(3).truthy().into())]);
        Ok(1)
    }

    fn rb_int_pair_to_real(vm, high: u32, low: u32, excludes: c_int) -> f64 {
        let bits = (high as u64 >> 5) << 26 | low as u64 >> 6;
        Ok(if excludes != 0 { bits as f64 / (1u64 << 53) as f64 } else { bits as f64 / ((1u64 << 53) - 1) as f64 })
    }

    fn rb_random_bytes(vm, generator: Value, count: c_long) -> Value {
        Ok(ruby::call(vm, generator, "bytes", &[Value::fixnum(count)]))
    }

    fn rb_random_ulong_limited(vm, generator: Value, limit: u64) -> u64 {
        let most = vm.integer(limit as i128 + 1);
        let number = ruby::call(vm, generator, "rand", &[most]);
        Ok(vm.low_bits(number).unwrap_or(0))
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

    fn rb_reg_match2(vm, pattern: Value) -> Value {
        Ok(ruby::call(vm, pattern, "~", &[]))
    }

    fn rb_reg_match_last(vm, found: Value) -> Value {
        Ok(if found.is_nil() { found } else { ruby::helper(vm, "last_group", &[found]) })
    }

    fn rb_lastline_set(vm, _line: Value) {
        Ok(())
    }

    fn rb_interrupt(vm) {
        ruby::helper(vm, "raise_interrupt", &[]);
        Ok(())
    }

    fn rb_write_error(vm, text: *const c_char) {
        let text = vm.string(&String::from_utf8_lossy(memory::text(text)));
        ruby::helper(vm, "write_error", &[text]);
        Ok(())
    }

    fn rb_enc_unicode_p(vm, named: *const super::encoding::CEncoding) -> c_int {
        Ok(super::encoding::of(named).name().starts_with("UTF").into())
    }

    fn rb_enc_mbcput(vm, code: u32, place: *mut c_char, named: *const super::encoding::CEncoding) -> c_int {
        Ok(super::encoding::rutile_put_code_point(code, place, named))
    }

    fn rb_enc_mbc_to_codepoint(vm, start: *const c_char, end: *const c_char, named: *const super::encoding::CEncoding) -> u32 {
        Ok(super::encoding::rb_enc_codepoint(start, end, named))
    }

    fn rb_enc_code_to_mbclen(vm, code: c_int, named: *const super::encoding::CEncoding) -> c_int {
        Ok(super::encoding::rb_enc_codelen(code, named))
    }

    fn rb_enc_left_char_head(
        vm, start: *const c_char, at: *const c_char, end: *const c_char, named: *const super::encoding::CEncoding,
    ) -> *const c_char {
        let bytes = memory::bytes(start, end as c_long - start as c_long);
        let at = at as usize - start as usize;
        Ok(start.wrapping_add(rutile_vm::value::characters::start_of(bytes, at, super::encoding::of(named))))
    }

    fn rb_enc_prev_char(
        vm, start: *const c_char, at: *const c_char, end: *const c_char, named: *const super::encoding::CEncoding,
    ) -> *const c_char {
        if at <= start {
            return Ok(std::ptr::null());
        }
        let bytes = memory::bytes(start, end as c_long - start as c_long);
        let at = at as usize - start as usize;
        Ok(start.wrapping_add(rutile_vm::value::characters::start_of(bytes, at - 1, super::encoding::of(named))))
    }

    fn rb_enc_isctype(vm, code: u32, kind: u32, _encoding: usize) -> c_int {
        Ok(is_of_kind(code, kind).into())
    }

}

/// Onigmo's kinds of characters, by number, of ASCII.
fn is_of_kind(code: u32, kind: u32) -> bool {
    let Some(character) = char::from_u32(code) else { return false };
    match kind {
        0 => character == '\n',
        1 => character.is_alphabetic(),
        2 => matches!(character, ' ' | '\t'),
        3 => character.is_control(),
        4 => character.is_ascii_digit(),
        5 => character.is_ascii_graphic() || !character.is_ascii() && !character.is_control(),
        6 => character.is_lowercase(),
        7 => !character.is_control(),
        8 => character.is_ascii_punctuation(),
        9 => character.is_whitespace(),
        10 => character.is_uppercase(),
        11 => character.is_ascii_hexdigit(),
        12 => character.is_alphanumeric() || character == '_',
        13 => character.is_alphanumeric(),
        14 => character.is_ascii(),
        _ => false,
    }
}
