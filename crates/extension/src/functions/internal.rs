//! Functions that CRuby exports for extensions of its own, and declares in no public header. Where it has a function for each way of doing a thing, they
//! all do it in the one way that there is here.

use std::ffi::{c_char, c_int, c_long};

use rutile_vm::prelude::*;

use crate::define::{functions, methods};
use crate::functions::encoding::{self, CEncoding};
use crate::{memory, ruby};

fn to_text(vm: &mut Vm, number: Value, base: c_int) -> Value {
    ruby::call(vm, number, "to_s", &[Value::fixnum(base.into())])
}

fn to_number(vm: &mut Vm, text: Value, base: c_int, is_strict: c_int) -> Value {
    ruby::helper(vm, "integer_of", &[text, Value::fixnum(base.into()), Value::boolean(is_strict != 0)])
}

functions! {
    fn rb_big_new(vm, _length: usize, _is_positive: c_int) -> Value {
        Err(vm.raise(vm.classes.not_implemented, "rb_big_new: an Integer has no digits that C code could write".to_string()))
    }

    /// Times know no leap seconds, so there is nothing to forget.
    fn ruby_reset_leap_second_info(vm) {
        Ok(())
    }

    /// The value that goes with a key; undefined where there is none.
    fn rb_hash_delete_entry(vm, hash: Value, key: Value) -> Value {
        let found = ruby::helper(vm, "delete_entry", &[hash, key]);
        Ok(found.as_array().map_or(Value::UNDEFINED, |found| found.get(0)))
    }

    /// As `rb_exec_recursive`, but it is the outermost call that is told of a recursion.
    fn rb_exec_recursive_outer(vm, function: usize, object: Value, argument: usize) -> Value {
        let [function, word] = ruby::words(vm, [function, argument]);
        let result = ruby::helper_with_block(vm, "recursively_outer", &[function, object, word]);
        std::hint::black_box(argument);
        Ok(result)
    }

    fn rb_big_sq_fast(vm, number: Value) -> Value {
        Ok(ruby::call(vm, number, "*", &[number]))
    }

    /// Quotient and remainder, both cut towards zero.
    fn rb_big_divrem_normal(vm, number: Value, divisor: Value) -> Value {
        Ok(ruby::helper(vm, "quotient_and_remainder", &[number, divisor]))
    }

    fn rb_big2str_generic(vm, number: Value, base: c_int) -> Value {
        Ok(to_text(vm, number, base))
    }

    fn rb_big2str_poweroftwo(vm, number: Value, base: c_int) -> Value {
        Ok(to_text(vm, number, base))
    }

    fn rb_str2big_normal(vm, text: Value, base: c_int, is_strict: c_int) -> Value {
        Ok(to_number(vm, text, base, is_strict))
    }

    fn rb_str2big_poweroftwo(vm, text: Value, base: c_int, is_strict: c_int) -> Value {
        Ok(to_number(vm, text, base, is_strict))
    }

    fn rb_str2big_karatsuba(vm, text: Value, base: c_int, is_strict: c_int) -> Value {
        Ok(to_number(vm, text, base, is_strict))
    }

    /// A String that lives in the caller's memory: here it is one like any other.
    fn rb_setup_fake_str(vm, _place: usize, text: *const c_char, length: c_long, named: *const CEncoding) -> Value {
        Ok(vm.new_string(memory::bytes(text, length), encoding::of(named)).value())
    }
}

pub mod calls {
    use super::*;

    methods! { any:
        rb_big_mul_normal(number, other) => "*";
        rb_big_mul_balance(number, other) => "*";
        rb_big_mul_karatsuba(number, other) => "*";
        rb_big_mul_toom3(number, other) => "*";
        rb_gcd_normal(number, other) => "gcd";
        rb_gcd(number, other) => "gcd";
    }
}
