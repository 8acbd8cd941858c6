//! Regular expressions, and what they matched.

use std::ffi::{c_char, c_int, c_long};

use rutile_vm::prelude::*;

use super::encoding;
use crate::define::functions;
use crate::state::state;
use crate::{memory, ruby};

/// Notes the match that was made; gives where it is.
fn found(vm: &mut Vm, answer: Value) -> Value {
    let Some(parts) = answer.as_array() else { return Value::NIL };
    state(vm).last_match = parts.get(1);
    vm.set_last_match(parts.get(1));
    parts.get(0)
}

functions! {
    fn rb_reg_new_str(vm, source: Value, options: c_int) -> Value {
        Ok(ruby::helper(vm, "regexp", &[source, Value::fixnum(options.into())]))
    }

    fn rb_reg_regcomp(vm, source: Value) -> Value {
        Ok(ruby::helper(vm, "regexp", &[source, Value::fixnum(0)]))
    }

    fn rb_reg_new(vm, start: *const c_char, length: c_long, options: c_int) -> Value {
        let source = vm.new_string(memory::bytes(start, length), Encoding::BINARY).value();
        Ok(ruby::helper(vm, "regexp", &[source, Value::fixnum(options.into())]))
    }

    fn rb_enc_reg_new(vm, start: *const c_char, length: c_long, named: *const encoding::CEncoding, options: c_int) -> Value {
        let source = vm.new_string(memory::bytes(start, length), encoding::of(named)).value();
        Ok(ruby::helper(vm, "regexp", &[source, Value::fixnum(options.into())]))
    }

    fn rb_reg_quote(vm, value: Value) -> Value {
        Ok(ruby::helper(vm, "quote_pattern", &[value]))
    }

    fn rb_reg_match(vm, pattern: Value, text: Value) -> Value {
        let answer = ruby::helper(vm, "match_text", &[pattern, text]);
        Ok(found(vm, answer))
    }

    fn rb_reg_search(vm, pattern: Value, text: Value, start: c_long, backwards: c_int) -> c_long {
        let answer = ruby::helper(vm, "search_text", &[pattern, text, Value::fixnum(start), Value::boolean(backwards != 0)]);
        Ok(found(vm, answer).as_fixnum().unwrap_or(-1))
    }

    fn rb_reg_options(vm, pattern: Value) -> c_int {
        Ok(ruby::call(vm, pattern, "options", &[]).as_fixnum().unwrap_or(0) as c_int)
    }

    fn rb_reg_nth_match(vm, index: c_int, found: Value) -> Value {
        Ok(if found.is_nil() { found } else { ruby::call(vm, found, "[]", &[Value::fixnum(index.into())]) })
    }

    fn rb_reg_nth_defined(vm, index: c_int, found: Value) -> Value {
        if found.is_nil() {
            return Ok(found);
        }
        let begin = ruby::call(vm, found, "begin", &[Value::fixnum(index.into())]);
        Ok(Value::boolean(!begin.is_nil()))
    }

    fn rb_reg_last_match(vm, found: Value) -> Value {
        Ok(if found.is_nil() { found } else { ruby::call(vm, found, "[]", &[Value::fixnum(0)]) })
    }

    fn rb_reg_match_pre(vm, found: Value) -> Value {
        Ok(if found.is_nil() { found } else { ruby::call(vm, found, "pre_match", &[]) })
    }

    fn rb_reg_match_post(vm, found: Value) -> Value {
        Ok(if found.is_nil() { found } else { ruby::call(vm, found, "post_match", &[]) })
    }

    fn rb_backref_get(vm) -> Value {
        // A method that never reads `$~` keeps none: then it is the one that C code made last.
        let known = vm.last_match();
        Ok(if known.is_nil() { state(vm).last_match } else { known })
    }

    fn rb_backref_set(vm, found: Value) {
        state(vm).last_match = found;
        vm.set_last_match(found);
        Ok(())
    }

    fn rutile_regexp_source(vm, value: Value) -> Value {
        Ok(ruby::call(vm, value, "source", &[]))
    }

    fn rb_reg_match2(vm, pattern: Value) -> Value {
        Ok(ruby::call(vm, pattern, "~", &[]))
    }

    fn rb_reg_match_last(vm, found: Value) -> Value {
        Ok(if found.is_nil() { found } else { ruby::helper(vm, "last_group", &[found]) })
    }
}
