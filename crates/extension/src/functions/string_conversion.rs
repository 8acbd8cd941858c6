//! Strings in another encoding.

use std::ffi::c_int;

use rutile_vm::prelude::*;

use super::encoding::{self, CEncoding};
use crate::define::functions;
use crate::ruby;

functions! {
    fn rb_str_encode(vm, value: Value, to: Value, flags: c_int, options: Value) -> Value {
        Ok(ruby::helper(vm, "encode_text", &[value, to, Value::fixnum(flags.into()), options]))
    }

    fn rb_str_conv_enc(vm, value: Value, from: *const CEncoding, to: *const CEncoding) -> Value {
        convert(vm, value, from, to)
    }

    fn rb_str_conv_enc_opts(
        vm, value: Value, from: *const CEncoding, to: *const CEncoding, _flags: c_int, _options: Value,
    ) -> Value {
        convert(vm, value, from, to)
    }

    fn rb_str_export_to_enc(vm, value: Value, to: *const CEncoding) -> Value {
        convert(vm, value, std::ptr::null(), to)
    }

    fn rb_str_encode_ospath(vm, value: Value) -> Value {
        Ok(value)
    }

    fn rb_str_export(vm, value: Value) -> Value {
        Ok(ruby::helper(vm, "export_text", &[value]))
    }

    fn rb_str_export_locale(vm, value: Value) -> Value {
        Ok(value)
    }
}

/// A text said to be of one encoding (none: its own) in another. Text that has it already is given back as it is: a driver asks this of
/// each value of a row.
fn convert(vm: &mut Vm, value: Value, from: *const CEncoding, to: *const CEncoding) -> Result<Value, Exit> {
    if to.is_null() {
        return Ok(value);
    }
    let own = value.as_string().map(StringRef::encoding);
    if own == Some(encoding::of(to)) && (from.is_null() || encoding::of(from) == encoding::of(to)) {
        return Ok(value);
    }
    let from = if from.is_null() { Value::NIL } else { encoding::value_of(vm, from) };
    let to = encoding::value_of(vm, to);
    Ok(ruby::helper(vm, "convert_text", &[value, from, to]))
}
