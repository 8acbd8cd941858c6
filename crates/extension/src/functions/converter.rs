//! Converters of encodings as C code has them: a handle stands for an `Encoding::Converter`, which lives until it is closed. What is
//! done with it is said in Ruby (`lib/rutile/c_extensions/converters.rb`); buffers of C code are read and filled here.

use std::ffi::{c_char, c_int, c_long, c_uchar};
use std::ptr;

use rutile_vm::prelude::*;

use crate::define::functions;
use crate::functions::symbol::zero_ended;
use crate::state::state;
use crate::{memory, ruby};

/// What `rb_econv_t` points at.
#[repr(transparent)]
pub struct Handle(Value);

impl Handle {
    pub fn converter(&self) -> Value {
        self.0
    }
}

/// The converter of a handle: what was never opened, or is closed, is refused.
fn converter(vm: &mut Vm, handle: *const Handle) -> Result<Value, Exit> {
    match state(vm).converters.get(&(handle as usize)) {
        Some(handle) => Ok(handle.converter()),
        None => Err(vm.argument_error("a converter that is not open".to_string())),
    }
}

fn open(vm: &mut Vm, converter: Value) -> *const Handle {
    if converter.is_nil() {
        return ptr::null();
    }
    let handle = Box::new(Handle(converter));
    let place: *const Handle = &raw const *handle;
    state(vm).converters.insert(place as usize, handle);
    place
}

fn text(vm: &mut Vm, name: *const c_char) -> Value {
    vm.new_string(memory::text(name), Encoding::UTF_8).value()
}

fn bytes(vm: &mut Vm, start: *const c_uchar, length: usize) -> Value {
    vm.new_string(memory::bytes(start.cast(), length as c_long), Encoding::BINARY).value()
}

/// The name that a helper gave as a Symbol, for good; null for nil.
fn name_for_c(vm: &mut Vm, name: Value) -> *const c_char {
    name.as_symbol().map_or(ptr::null(), |name| zero_ended(vm, name))
}

/// 0 where a helper says that it was done, else -1.
fn done(result: Value) -> c_int {
    if result.truthy() { 0 } else { -1 }
}

fn flags(flags: c_int) -> Value {
    Value::fixnum(flags.into())
}

functions! {
    fn rb_econv_has_convpath_p(vm, from: *const c_char, to: *const c_char) -> c_int {
        let (from, to) = (text(vm, from), text(vm, to));
        Ok(ruby::helper(vm, "has_conversion", &[from, to]).truthy().into())
    }

    fn rb_econv_prepare_options(vm, options: Value, place: *mut Value, given: c_int) -> c_int {
        let result = ruby::helper(vm, "conversion_options", &[options, flags(given)]);
        let Some(pair) = result.as_array() else { return Ok(given) };
        memory::store(place, pair.get(1));
        Ok(pair.get(0).as_fixnum().unwrap_or(0) as c_int)
    }

    fn rb_econv_prepare_opts(vm, options: Value, place: *mut Value) -> c_int {
        Ok(rb_econv_prepare_options(options, place, 0))
    }

    fn rb_econv_open(vm, from: *const c_char, to: *const c_char, given: c_int) -> *const Handle {
        let (from, to) = (text(vm, from), text(vm, to));
        let converter = ruby::helper(vm, "open_converter", &[from, to, flags(given), Value::NIL]);
        Ok(open(vm, converter))
    }

    fn rb_econv_open_opts(vm, from: *const c_char, to: *const c_char, given: c_int, options: Value) -> *const Handle {
        let (from, to) = (text(vm, from), text(vm, to));
        let converter = ruby::helper(vm, "open_converter", &[from, to, flags(given), options]);
        Ok(open(vm, converter))
    }

    fn rb_econv_open_exc(vm, from: *const c_char, to: *const c_char, given: c_int) -> Value {
        let (from, to) = (text(vm, from), text(vm, to));
        Ok(ruby::helper(vm, "no_converter_error", &[from, to, flags(given)]))
    }

    fn rb_econv_close(vm, handle: *const Handle) {
        state(vm).converters.remove(&(handle as usize));
        Ok(())
    }

    fn rb_econv_convert(
        vm, handle: *const Handle, source: *mut *const c_uchar, source_end: *const c_uchar, target: *mut *mut c_uchar, target_end: *mut c_uchar,
        given: c_int,
    ) -> c_int {
        let converter = converter(vm, handle)?;
        let (from, to) = (memory::load(source), memory::load(target));
        let piece = bytes(vm, from, (source_end as usize).saturating_sub(from as usize));
        let room = Value::fixnum((target_end as usize).saturating_sub(to as usize) as i64);
        let answer = ruby::helper(vm, "convert_piece", &[converter, piece, room, flags(given)]);
        let Some(answer) = answer.as_array() else { return Ok(0) };
        let read = answer.get(1).as_fixnum().unwrap_or(0) as usize;
        if let Some(written) = answer.get(2).as_string() {
            // SAFETY: the helper gives no more than there is room for; of the source it read no more than there is.
            unsafe {
                ptr::copy_nonoverlapping(written.bytes().as_ptr(), to, written.len());
                memory::store(target, to.add(written.len()));
                memory::store(source, from.add(read));
            }
        }
        Ok(answer.get(0).as_fixnum().unwrap_or(0) as c_int)
    }

    fn rb_econv_append(vm, handle: *const Handle, start: *const c_uchar, length: c_long, target: Value, given: c_int) -> Value {
        let converter = converter(vm, handle)?;
        let piece = bytes(vm, start, length.max(0) as usize);
        Ok(ruby::helper(vm, "convert_onto", &[converter, piece, target, flags(given)]))
    }

    fn rb_econv_str_append(vm, handle: *const Handle, source: Value, target: Value, given: c_int) -> Value {
        let converter = converter(vm, handle)?;
        Ok(ruby::helper(vm, "convert_onto", &[converter, source, target, flags(given)]))
    }

    fn rb_econv_substr_append(vm, handle: *const Handle, source: Value, start: c_long, length: c_long, target: Value, given: c_int) -> Value {
        let converter = converter(vm, handle)?;
        let words = [source, Value::fixnum(start), Value::fixnum(length)];
        let piece = ruby::helper(vm, "piece_of_bytes", &words);
        Ok(ruby::helper(vm, "convert_onto", &[converter, piece, target, flags(given)]))
    }

    fn rb_econv_str_convert(vm, handle: *const Handle, source: Value, given: c_int) -> Value {
        let converter = converter(vm, handle)?;
        Ok(ruby::helper(vm, "convert_onto", &[converter, source, Value::NIL, flags(given)]))
    }

    fn rb_econv_substr_convert(vm, handle: *const Handle, source: Value, start: c_long, length: c_long, given: c_int) -> Value {
        let converter = converter(vm, handle)?;
        let words = [source, Value::fixnum(start), Value::fixnum(length)];
        let piece = ruby::helper(vm, "piece_of_bytes", &words);
        Ok(ruby::helper(vm, "convert_onto", &[converter, piece, Value::NIL, flags(given)]))
    }

    fn rb_econv_check_error(vm, handle: *const Handle) {
        let converter = converter(vm, handle)?;
        ruby::helper(vm, "check_conversion", &[converter]);
        Ok(())
    }

    fn rb_econv_make_exception(vm, handle: *const Handle) -> Value {
        let converter = converter(vm, handle)?;
        Ok(ruby::call(vm, converter, "last_error", &[]))
    }

    fn rb_econv_putbackable(vm, handle: *const Handle) -> c_int {
        let converter = converter(vm, handle)?;
        let count = ruby::call(vm, converter, "__putbackable", &[]);
        Ok(count.as_fixnum().unwrap_or(0) as c_int)
    }

    fn rb_econv_putback(vm, handle: *const Handle, place: *mut c_uchar, count: c_int) {
        let converter = converter(vm, handle)?;
        let bytes = ruby::call(vm, converter, "putback", &[Value::fixnum(count.into())]);
        if let Some(bytes) = bytes.as_string() {
            // SAFETY: by the API there is room for so many bytes.
            unsafe { ptr::copy_nonoverlapping(bytes.bytes().as_ptr(), place, bytes.len().min(count.max(0) as usize)) };
        }
        Ok(())
    }

    fn rb_econv_insert_output(vm, handle: *const Handle, start: *const c_uchar, length: usize, encoding: *const c_char) -> c_int {
        let converter = converter(vm, handle)?;
        let (piece, encoding) = (bytes(vm, start, length), text(vm, encoding));
        Ok(done(ruby::helper(vm, "insert_output", &[converter, piece, encoding])))
    }

    fn rb_econv_set_replacement(vm, handle: *const Handle, start: *const c_uchar, length: usize, encoding: *const c_char) -> c_int {
        let converter = converter(vm, handle)?;
        let (piece, encoding) = (bytes(vm, start, length), text(vm, encoding));
        Ok(done(ruby::helper(vm, "set_replacement", &[converter, piece, encoding])))
    }

    fn rb_econv_encoding_to_insert_output(vm, handle: *const Handle) -> *const c_char {
        let converter = converter(vm, handle)?;
        let name = ruby::helper(vm, "encoding_to_insert", &[converter]);
        Ok(name_for_c(vm, name))
    }

    fn rb_econv_asciicompat_encoding(vm, name: *const c_char) -> *const c_char {
        let name = text(vm, name);
        let found = ruby::helper(vm, "ascii_compatible_encoding", &[name]);
        Ok(name_for_c(vm, found))
    }

    fn rb_econv_decorate_at_first(vm, handle: *const Handle, name: *const c_char) -> c_int {
        let converter = converter(vm, handle)?;
        let name = text(vm, name);
        Ok(done(ruby::helper(vm, "decorate", &[converter, name, Value::TRUE])))
    }

    fn rb_econv_decorate_at_last(vm, handle: *const Handle, name: *const c_char) -> c_int {
        let converter = converter(vm, handle)?;
        let name = text(vm, name);
        Ok(done(ruby::helper(vm, "decorate", &[converter, name, Value::FALSE])))
    }

    fn rb_econv_binmode(vm, handle: *const Handle) {
        let converter = converter(vm, handle)?;
        ruby::call(vm, converter, "__binmode", &[]);
        Ok(())
    }
}
