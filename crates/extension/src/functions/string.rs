//! Strings: their bytes, and changing them.

use std::ffi::{c_char, c_int, c_long};

use rutile_vm::prelude::*;

use crate::define::{functions, methods};
use crate::state::state;
use crate::{memory, ruby};

pub fn string(vm: &mut Vm, value: Value) -> Result<StringRef, Exit> {
    match value.as_string() {
        Some(string) => Ok(string),
        None => {
            let given = super::object::described(vm, value);
            Err(vm.type_error(format!("wrong argument type {given} (expected String)")))
        }
    }
}

/// A String that may be changed, for C code to write its bytes.
fn writable(vm: &mut Vm, value: Value) -> Result<StringRef, Exit> {
    let string = string(vm, value)?;
    vm.string_modify(string)?;
    string.forget_code_range();
    Ok(string)
}

/// Makes a String one that C code fills: a zero byte stands behind its bytes now, and no other is put there when it asks where they are,
/// since it may have written beyond the length that it has yet to set.
fn as_buffer(vm: &mut Vm, string: StringRef) {
    vm.string_zero_ended(string);
    state(vm).note_buffer(string.value());
}

/// Where the bytes stand, a zero byte behind them. C code may write there: what was known of them is forgotten.
pub fn pointer(vm: &mut Vm, string: StringRef) -> *mut c_char {
    if !string.is_frozen() {
        string.forget_code_range();
    }
    if state(vm).is_buffer(string.value()) {
        return string.bytes().as_ptr().cast_mut().cast();
    }
    if rutile_vm::value::characters::min_len(string.encoding()) > 1 {
        return ended(vm, string);
    }
    vm.string_zero_ended(string).cast()
}

/// A value as a String: itself, or what `to_str` gives.
pub fn to_string(vm: &mut Vm, value: Value) -> Result<StringRef, Exit> {
    let converted = if value.is_kind(Kind::String) { value } else { ruby::helper(vm, "to_string", &[value]) };
    string(vm, converted)
}

/// Whether a String has a character that is zero, at which C code would take it for ended.
fn has_null(string: StringRef) -> bool {
    let width = rutile_vm::value::characters::min_len(string.encoding());
    string.bytes().chunks_exact(width).any(|character| character.iter().all(|byte| *byte == 0))
}

/// Appends bytes as they are.
pub(super) fn append(vm: &mut Vm, value: Value, bytes: &[u8]) -> Result<Value, Exit> {
    let string = string(vm, value)?;
    vm.string_modify(string)?;
    vm.string_append(string, bytes);
    Ok(value)
}

/// A text from outside: no text of its encoding, where that has none such, and as the program wants it inside.
fn external(vm: &mut Vm, value: Value) -> Result<Value, Exit> {
    let encoding = value.as_string().map(StringRef::encoding).filter(|&encoding| encoding != Encoding::US_ASCII);
    if encoding.is_some_and(|encoding| vm.settings.default_internal.is_none_or(|internal| internal == encoding)) {
        return Ok(value);
    }
    Ok(ruby::helper(vm, "external_text", &[value]))
}

/// Its bytes, with as many zeros behind them as the smallest character has: C code may have written there.
fn ended(vm: &mut Vm, string: StringRef) -> *mut c_char {
    let width = rutile_vm::value::characters::min_len(string.encoding()).max(1);
    if string.capacity() < string.len() + width || width > 1 && string.cell().has_flag(flags::SHARED) {
        vm.string_reserve(string, string.len() + width);
    }
    let start: *mut c_char = vm.string_zero_ended(string).cast();
    for place in (0..width).map(|index| start.wrapping_add(string.len() + index)) {
        if memory::load(place) != 0 {
            memory::store(place, 0);
        }
    }
    start
}

functions! {
    fn rutile_string_length(vm, value: Value) -> c_long {
        Ok(string(vm, value)?.len() as c_long)
    }

    fn rutile_string_pointer(vm, value: Value) -> *mut c_char {
        let string = string(vm, value)?;
        Ok(pointer(vm, string))
    }

    fn rb_string_value(vm, place: *mut Value) -> Value {
        let converted = to_string(vm, memory::load(place))?.value();
        memory::store(place, converted);
        Ok(converted)
    }

    fn rb_string_value_ptr(vm, place: *mut Value) -> *mut c_char {
        let string = to_string(vm, memory::load(place))?;
        memory::store(place, string.value());
        Ok(pointer(vm, string))
    }

    fn rb_string_value_cstr(vm, place: *mut Value) -> *mut c_char {
        let string = to_string(vm, memory::load(place))?;
        memory::store(place, string.value());
        if has_null(string) {
            return Err(vm.argument_error("string contains null byte".to_string()));
        }
        Ok(ended(vm, string))
    }

    fn rb_str_to_cstr(vm, value: Value) -> *mut c_char {
        let string = string(vm, value)?;
        if has_null(string) {
            return Err(vm.argument_error("string contains null byte".to_string()));
        }
        Ok(ended(vm, string))
    }

    fn rb_str2cstr(vm, value: Value, length: *mut c_long) -> *mut c_char {
        let string = to_string(vm, value)?;
        memory::store(length, string.len() as c_long);
        Ok(pointer(vm, string))
    }

    fn rb_must_not_null(vm, start: *const c_char) {
        if start.is_null() {
            return Err(vm.argument_error("NULL pointer given".to_string()));
        }
        Ok(())
    }

    fn rb_check_string_type(vm, value: Value) -> Value {
        if value.is_kind(Kind::String) {
            return Ok(value);
        }
        Ok(ruby::helper(vm, "string_or_nil", &[value]))
    }

    fn rb_str_to_str(vm, value: Value) -> Value {
        Ok(to_string(vm, value)?.value())
    }

    fn rb_obj_as_string(vm, value: Value) -> Value {
        if value.is_kind(Kind::String) {
            return Ok(value);
        }
        Ok(ruby::helper(vm, "text_of", &[value]))
    }

    fn rb_str_length(vm, value: Value) -> Value {
        Ok(ruby::call(vm, value, "length", &[]))
    }

    fn rb_str_strlen(vm, value: Value) -> c_long {
        let string = string(vm, value)?;
        if string.is_ascii_only() {
            return Ok(string.len() as c_long);
        }
        Ok(ruby::call(vm, value, "length", &[]).as_fixnum().unwrap_or(0))
    }

    fn rb_str_offset(vm, value: Value, position: c_long) -> c_long {
        Ok(ruby::helper(vm, "bytes_before", &[value, Value::fixnum(position)]).as_fixnum().unwrap_or(0))
    }

    fn rb_str_capacity(vm, value: Value) -> usize {
        let string = string(vm, value)?;
        // What is frozen has room for no more.
        Ok(if string.is_frozen() { string.len() } else { string.capacity() })
    }

    /// The String that has the bytes which another one shares: one that stands for it, as it is none of the program's.
    fn rutile_string_root(vm, value: Value) -> Value {
        let string = string(vm, value)?;
        // The bytes may move while there is room made for others.
        let bytes = string.bytes().to_vec();
        let root = vm.new_string(&bytes, string.encoding()).value();
        vm.freeze(root);
        state(vm).string_root = root;
        Ok(root)
    }

    fn rb_str_cat(vm, value: Value, start: *const c_char, length: c_long) -> Value {
        if length < 0 {
            return Err(vm.argument_error("negative string size (or size too big)".to_string()));
        }
        append(vm, value, memory::bytes(start, length))
    }

    fn rb_str_cat_cstr(vm, value: Value, start: *const c_char) -> Value {
        append(vm, value, memory::text(start))
    }

    fn rb_str_cat2(vm, value: Value, start: *const c_char) -> Value {
        append(vm, value, memory::text(start))
    }

    fn rb_str_buf_cat(vm, value: Value, start: *const c_char, length: c_long) -> Value {
        append(vm, value, memory::bytes(start, length))
    }

    fn rb_str_buf_cat2(vm, value: Value, start: *const c_char) -> Value {
        append(vm, value, memory::text(start))
    }

    fn rb_enc_str_buf_cat(vm, value: Value, start: *const c_char, length: c_long, encoding: *const super::encoding::CEncoding) -> Value {
        let other = vm.new_string(memory::bytes(start, length), super::encoding::of(encoding)).value();
        let was_known = string(vm, value)?.known_code_range() != CodeRange::Unknown;
        let joined = ruby::call(vm, value, "<<", &[other]);
        // What was known of the text stays known.
        if was_known {
            string(vm, joined)?.code_range();
        }
        Ok(joined)
    }

    fn rb_str_modify(vm, value: Value) {
        let string = writable(vm, value)?;
        if !state(vm).is_buffer(value) {
            as_buffer(vm, string);
        }
        Ok(())
    }

    fn rb_str_modify_expand(vm, value: Value, more: c_long) {
        let string = writable(vm, value)?;
        if more < 0 {
            return Err(vm.argument_error(format!("negative expanding string size")));
        }
        if more > c_long::MAX - string.len() as c_long - 1 {
            return Err(vm.argument_error("string size too big".to_string()));
        }
        vm.check_allocation(string.len() + more as usize)?;
        vm.string_reserve(string, string.len() + more as usize + 1);
        as_buffer(vm, string);
        Ok(())
    }

    fn rb_str_set_len(vm, value: Value, length: c_long) {
        let string = writable(vm, value)?;
        if length < 0 || length as usize > string.capacity() {
            return Err(vm.runtime_error(format!("probable buffer overflow: {length} for {}", string.capacity())));
        }
        vm.string_take_length(string, length as usize);
        if rutile_vm::value::characters::min_len(string.encoding()) > 1 {
            ended(vm, string);
        }
        as_buffer(vm, string);
        Ok(())
    }

    fn rb_str_resize(vm, value: Value, length: c_long) -> Value {
        if length < 0 {
            return Err(vm.argument_error("negative string size (or size too big)".to_string()));
        }
        let string = writable(vm, value)?;
        vm.check_allocation(length as usize)?;
        vm.string_reserve(string, length as usize + 1);
        vm.string_take_length(string, length as usize);
        as_buffer(vm, string);
        Ok(value)
    }

    fn rb_str_dup(vm, value: Value) -> Value {
        let string = string(vm, value)?;
        Ok(vm.string_copy(string).value())
    }

    fn rb_str_resurrect(vm, value: Value) -> Value {
        let string = string(vm, value)?;
        Ok(vm.string_copy(string).value())
    }

    fn rb_str_new_frozen(vm, value: Value) -> Value {
        let string = string(vm, value)?;
        if string.is_frozen() {
            return Ok(value);
        }
        let copy = vm.string_copy(string).value();
        vm.freeze(copy);
        Ok(copy)
    }

    fn rb_str_substr(vm, value: Value, start: c_long, length: c_long) -> Value {
        Ok(ruby::call(vm, value, "[]", &[Value::fixnum(start), Value::fixnum(length)]))
    }

    fn rb_str_subseq(vm, value: Value, start: c_long, length: c_long) -> Value {
        let string = string(vm, value)?;
        let start = (start.max(0) as usize).min(string.len());
        let length = (length.max(0) as usize).min(string.len() - start);
        Ok(vm.string_slice(string, start, length).value())
    }

    fn rb_str_cmp(vm, one: Value, other: Value) -> c_int {
        Ok(ruby::call(vm, one, "<=>", &[other]).as_fixnum().unwrap_or(0) as c_int)
    }

    fn rb_str_equal(vm, one: Value, other: Value) -> Value {
        Ok(ruby::call(vm, one, "==", &[other]))
    }

    fn rb_str_hash(vm, value: Value) -> u64 {
        Ok(ruby::call(vm, value, "hash", &[]).as_fixnum().unwrap_or(0) as u64)
    }

    fn rb_str_hash_cmp(vm, one: Value, other: Value) -> c_int {
        Ok((!ruby::call(vm, one, "eql?", &[other]).truthy()).into())
    }

    fn rb_str_locktmp(vm, value: Value) -> Value {
        let string = string(vm, value)?;
        if string.is_locked() {
            return Err(vm.runtime_error("temporal locking already locked string".to_string()));
        }
        string.set_locked(true);
        Ok(value)
    }

    fn rb_str_unlocktmp(vm, value: Value) -> Value {
        let string = string(vm, value)?;
        if !string.is_locked() {
            return Err(vm.runtime_error("temporal unlocking already unlocked string".to_string()));
        }
        string.set_locked(false);
        Ok(value)
    }

    fn rb_str_drop_bytes(vm, value: Value, length: c_long) -> Value {
        let string = writable(vm, value)?;
        let dropped = (length.max(0) as usize).min(string.len());
        vm.string_splice(string, 0, dropped, &[]);
        Ok(value)
    }

    fn rb_str_update(vm, value: Value, start: c_long, length: c_long, other: Value) {
        ruby::call(vm, value, "[]=", &[Value::fixnum(start), Value::fixnum(length), other]);
        Ok(())
    }

    fn rb_str_split(vm, value: Value, separator: *const c_char) -> Value {
        let separator = vm.new_string(memory::text(separator), Encoding::UTF_8).value();
        Ok(ruby::call(vm, value, "split", &[separator]))
    }

    fn rb_str_format(vm, count: c_int, arguments: *const Value, format: Value) -> Value {
        let list = vm.new_array(memory::values(arguments, count)).value();
        Ok(ruby::helper(vm, "format_text", &[format, list]))
    }

    fn rb_str_ellipsize(vm, value: Value, length: c_long) -> Value {
        if length < 0 {
            return Err(vm.raise(vm.classes.index_error, format!("negative length {length}")));
        }
        Ok(ruby::helper(vm, "shorten", &[value, Value::fixnum(length)]))
    }

    fn rb_str_intern(vm, value: Value) -> Value {
        let string = string(vm, value)?;
        Ok(Value::symbol(vm.string_symbol(string, Standing::Known)?))
    }

    fn rb_str_append(vm, value: Value, other: Value) -> Value {
        Ok(ruby::helper(vm, "append_text", &[value, other]))
    }

    fn rb_get_path(vm, value: Value) -> Value {
        Ok(ruby::helper(vm, "to_path", &[value]))
    }

    fn rb_get_path_no_checksafe(vm, value: Value) -> Value {
        Ok(ruby::helper(vm, "to_path", &[value]))
    }

    fn rb_str_free(vm, _value: Value) {
        Ok(())
    }

    fn rb_str_shared_replace(vm, value: Value, other: Value) {
        ruby::call(vm, value, "replace", &[other]);
        Ok(())
    }

    fn rb_str_coderange_scan_restartable(vm, start: *const c_char, end: *const c_char, _encoding: usize, range: *mut c_int) -> c_long {
        memory::store(range, 0);
        Ok(end as c_long - start as c_long)
    }

    fn rb_memcicmp(vm, one: *const c_char, other: *const c_char, length: c_long) -> c_int {
        let (one, other) = (memory::bytes(one, length), memory::bytes(other, length));
        let lower = |bytes: &[u8], index: usize| c_int::from(bytes[index].to_ascii_lowercase());
        let unequal = (0..one.len()).find(|&index| lower(one, index) != lower(other, index));
        Ok(unequal.map_or(0, |index| lower(one, index) - lower(other, index)))
    }
}

/// New Strings.
pub mod making {
    use super::*;
    use crate::functions::encoding::{self, CEncoding};

    /// A String of C code's bytes; where it points at none, one of so many zeros for C code to fill.
    pub fn make(vm: &mut Vm, start: *const c_char, length: c_long, encoding: Encoding) -> Result<Value, Exit> {
        if length < 0 {
            return Err(vm.argument_error("negative string size (or size too big)".to_string()));
        }
        vm.check_allocation(length as usize)?;
        if !start.is_null() {
            return Ok(vm.new_string(memory::bytes(start, length), encoding).value());
        }
        let string = vm.string_with_capacity(length as usize + 1, encoding);
        vm.string_stretch(string, length as usize);
        as_buffer(vm, string);
        Ok(string.value())
    }

    fn text(vm: &mut Vm, start: *const c_char, encoding: Encoding) -> Result<Value, Exit> {
        if start.is_null() {
            return Err(vm.argument_error("NULL pointer given".to_string()));
        }
        Ok(vm.new_string(memory::text(start), encoding).value())
    }

    fn interned(vm: &mut Vm, bytes: &[u8], encoding: Encoding) -> Value {
        let text = vm.new_string(bytes, encoding).value();
        ruby::call(vm, text, "-@", &[])
    }

    functions! {
        fn rb_str_new(vm, start: *const c_char, length: c_long) -> Value {
            make(vm, start, length, Encoding::BINARY)
        }

        fn rb_str_new_static(vm, start: *const c_char, length: c_long) -> Value {
            make(vm, start, length, Encoding::BINARY)
        }

        fn rb_str_new_cstr(vm, start: *const c_char) -> Value {
            text(vm, start, Encoding::BINARY)
        }

        fn rb_usascii_str_new(vm, start: *const c_char, length: c_long) -> Value {
            make(vm, start, length, Encoding::US_ASCII)
        }

        fn rb_usascii_str_new_static(vm, start: *const c_char, length: c_long) -> Value {
            make(vm, start, length, Encoding::US_ASCII)
        }

        fn rb_usascii_str_new_cstr(vm, start: *const c_char) -> Value {
            text(vm, start, Encoding::US_ASCII)
        }

        fn rb_utf8_str_new(vm, start: *const c_char, length: c_long) -> Value {
            make(vm, start, length, Encoding::UTF_8)
        }

        fn rb_utf8_str_new_static(vm, start: *const c_char, length: c_long) -> Value {
            make(vm, start, length, Encoding::UTF_8)
        }

        fn rb_utf8_str_new_cstr(vm, start: *const c_char) -> Value {
            text(vm, start, Encoding::UTF_8)
        }

        fn rb_enc_str_new(vm, start: *const c_char, length: c_long, named: *const CEncoding) -> Value {
            make(vm, start, length, encoding::of(named))
        }

        fn rb_enc_str_new_static(vm, start: *const c_char, length: c_long, named: *const CEncoding) -> Value {
            make(vm, start, length, encoding::of(named))
        }

        fn rb_enc_str_new_cstr(vm, start: *const c_char, named: *const CEncoding) -> Value {
            text(vm, start, encoding::of(named))
        }

        fn rb_external_str_new(vm, start: *const c_char, length: c_long) -> Value {
            let made = make(vm, start, length, vm.settings.default_external)?;
            external(vm, made)
        }

        fn rb_external_str_new_cstr(vm, start: *const c_char) -> Value {
            let made = text(vm, start, vm.settings.default_external)?;
            external(vm, made)
        }

        fn rb_external_str_new_with_enc(vm, start: *const c_char, length: c_long, named: *const CEncoding) -> Value {
            let made = make(vm, start, length, encoding::of(named))?;
            external(vm, made)
        }

        fn rb_locale_str_new(vm, start: *const c_char, length: c_long) -> Value {
            make(vm, start, length, vm.settings.locale)
        }

        fn rb_locale_str_new_cstr(vm, start: *const c_char) -> Value {
            text(vm, start, vm.settings.locale)
        }

        fn rb_filesystem_str_new(vm, start: *const c_char, length: c_long) -> Value {
            make(vm, start, length, vm.settings.default_external)
        }

        fn rb_filesystem_str_new_cstr(vm, start: *const c_char) -> Value {
            text(vm, start, vm.settings.default_external)
        }

        fn rb_str_buf_new(vm, capacity: c_long) -> Value {
            vm.check_allocation(capacity.max(0) as usize)?;
            let string = vm.string_with_capacity(capacity.max(0) as usize + 1, Encoding::BINARY);
            as_buffer(vm, string);
            Ok(string.value())
        }

        fn rb_str_buf_new_cstr(vm, start: *const c_char) -> Value {
            text(vm, start, Encoding::BINARY)
        }

        fn rb_str_tmp_new(vm, length: c_long) -> Value {
            make(vm, std::ptr::null(), length, Encoding::BINARY)
        }

        fn rb_str_new_with_class(vm, model: Value, start: *const c_char, length: c_long) -> Value {
            let encoding = string(vm, model)?.encoding();
            let made = make(vm, start, length, encoding)?;
            let class = vm.class_of(model).real_class();
            if let Some(cell) = made.as_cell() {
                vm.reshape_to_class(cell, class);
            }
            Ok(made)
        }

        fn rb_str_new_shared(vm, value: Value) -> Value {
            let string = string(vm, value)?;
            Ok(vm.string_copy(string).value())
        }

        fn rb_interned_str(vm, start: *const c_char, length: c_long) -> Value {
            Ok(interned(vm, memory::bytes(start, length), Encoding::US_ASCII))
        }

        fn rb_interned_str_cstr(vm, start: *const c_char) -> Value {
            Ok(interned(vm, memory::text(start), Encoding::US_ASCII))
        }

        fn rb_enc_interned_str(vm, start: *const c_char, length: c_long, named: *const CEncoding) -> Value {
            let encoding = if named.is_null() { Encoding::BINARY } else { encoding::of(named) };
            Ok(interned(vm, memory::bytes(start, length), encoding))
        }

        fn rb_enc_interned_str_cstr(vm, start: *const c_char, named: *const CEncoding) -> Value {
            let encoding = if named.is_null() { Encoding::BINARY } else { encoding::of(named) };
            Ok(interned(vm, memory::text(start), encoding))
        }
    }
}

pub mod calls {
    use super::*;

    methods! {
        string:
        rb_str_plus(string, other) => "+";
        rb_str_times(string, count) => "*";
        rb_str_buf_append(string, other) => "<<";
        rb_str_concat(string, other) => "<<";
        rb_str_freeze(string) => "freeze";
        rb_str_inspect(string) => "inspect";
        rb_str_dump(string) => "dump";
        rb_str_replace(string, other) => "replace";
        rb_str_succ(string) => "succ";
        rb_str_scrub(string, replacement) => "scrub";
        rb_str_to_interned_str(string) => "-@";
        rb_fstring(string) => "-@";
        rb_str_sum(string) => "sum";
    }
}
