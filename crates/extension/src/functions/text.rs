//! Numbers in text, and other help that C code wants.

use std::ffi::{c_char, c_int, c_long, c_ulong, c_void};

use rutile_vm::prelude::*;
use rutile_vm::value::characters;

use crate::define::functions;
use crate::state::state;
use crate::{memory, ruby};

fn digits(start: *const c_char, length: usize, base: u32, used: *mut usize) -> c_ulong {
    let mut number: c_ulong = 0;
    let mut count = 0;
    for byte in memory::bytes(start, length as i64) {
        let Some(digit) = (*byte as char).to_digit(base) else { break };
        number = number.wrapping_mul(base.into()).wrapping_add(digit.into());
        count += 1;
    }
    memory::store(used, count);
    number
}

functions! {
    fn ruby_scan_hex(vm, start: *const c_char, length: usize, used: *mut usize) -> c_ulong {
        Ok(digits(start, length, 16, used))
    }

    fn ruby_scan_oct(vm, start: *const c_char, length: usize, used: *mut usize) -> c_ulong {
        Ok(digits(start, length, 8, used))
    }

    fn ruby_scan_digits(vm, start: *const c_char, length: isize, base: c_int, used: *mut usize, overflows: *mut c_int) -> c_ulong {
        let text = if length < 0 { memory::text(start) } else { memory::bytes(start, length as i64) };
        let (mut number, mut count, mut is_too_large): (c_ulong, usize, bool) = (0, 0, false);
        for byte in text {
            let Some(digit) = (*byte as char).to_digit(36).filter(|digit| (*digit as c_int) < base) else { break };
            let next = number.checked_mul(base as c_ulong).and_then(|number| number.checked_add(digit.into()));
            is_too_large |= next.is_none();
            number = next.unwrap_or(0);
            count += 1;
        }
        memory::store(used, count);
        memory::store(overflows, is_too_large.into());
        Ok(number)
    }

    fn ruby_malloc_size_overflow(vm, count: usize, size: usize) {
        Err(vm.argument_error(format!("malloc: possible integer overflow ({count}*{size})")))
    }

    fn rb_match_busy(vm, _found: Value) {
        Ok(())
    }

    fn rb_find_encoding(vm, value: Value) -> *const super::encoding::CEncoding {
        let name = ruby::helper(vm, "name_of_encoding_or_nil", &[value]);
        match name.as_string().and_then(|name| Encoding::find(&name.text())) {
            Some(encoding) => Ok(super::encoding::for_c(vm, encoding)),
            None => Ok(std::ptr::null()),
        }
    }

    fn rb_enc_right_char_head(
        vm, start: *const c_char, at: *const c_char, end: *const c_char, named: *const super::encoding::CEncoding,
    ) -> *const c_char {
        let bytes = memory::bytes(start, end as i64 - start as i64);
        let place = at as usize - start as usize;
        let encoding = super::encoding::of(named);
        let head = rutile_vm::value::characters::start_of(bytes, place, encoding);
        let next = if head < place { head + rutile_vm::value::characters::step(bytes, head, encoding) } else { head };
        Ok(start.wrapping_add(next))
    }

    fn ruby_strtod(vm, start: *const c_char, end: *mut *mut c_char) -> f64 {
        // SAFETY: by the API the text ends with a zero byte.
        Ok(unsafe { libc::strtod(start, end) })
    }

    fn ruby_strtoul(vm, start: *const c_char, end: *mut *mut c_char, base: c_int) -> c_ulong {
        // SAFETY: by the API the text ends with a zero byte.
        Ok(unsafe { libc::strtoul(start, end, base) })
    }

    fn ruby_setenv(vm, name: *const c_char, value: *const c_char) {
        // SAFETY: by the API both end with a zero byte. The machine runs on this thread alone.
        unsafe {
            if value.is_null() { libc::unsetenv(name) } else { libc::setenv(name, value, 1) };
        }
        Ok(())
    }

    fn ruby_unsetenv(vm, name: *const c_char) {
        // SAFETY: as above.
        unsafe { libc::unsetenv(name) };
        Ok(())
    }

    fn ruby_getcwd(vm) -> *mut c_char {
        // SAFETY: asks for memory with the path in it.
        Ok(unsafe { libc::getcwd(std::ptr::null_mut(), 0) })
    }

    fn ruby_signal_name(vm, number: c_int) -> *const c_char {
        let names = ruby::helper(vm, "signal_name", &[Value::fixnum(number.into())]);
        match names.as_string() {
            Some(name) => {
                let name = vm.intern(name.bytes());
                Ok(super::symbol::zero_ended(vm, name))
            }
            None => Ok(std::ptr::null()),
        }
    }

    fn rb_errno(vm) -> c_int {
        Ok(rutile_platform::last_error())
    }

    fn rb_errno_set(vm, number: c_int) {
        // SAFETY: sets the thread's number.
        unsafe { *libc::__errno_location() = number };
        Ok(())
    }

    fn rb_errno_ptr(vm) -> *mut c_int {
        // SAFETY: where the thread's number stands.
        Ok(unsafe { libc::__errno_location() })
    }

    /// Where `$VERBOSE` stands, as it is now: what C code stores there changes nothing.
    fn rb_ruby_verbose_ptr(vm) -> *mut Value {
        let level = vm.settings.warning_level;
        let place = &mut state(vm).verbose;
        *place = [Value::NIL, Value::FALSE, Value::TRUE][level.min(2) as usize];
        Ok(&raw mut *place)
    }

    fn rb_ruby_debug_ptr(vm) -> *mut Value {
        let name = vm.intern(b"$DEBUG");
        let value = match vm.globals.get(name) {
            Some(Global::Value(value)) => value,
            _ => Value::FALSE,
        };
        let place = &mut state(vm).debug;
        *place = value;
        Ok(&raw mut *place)
    }

    fn rb_uv_to_utf8(vm, target: *mut c_char, code: c_ulong) -> c_int {
        // More than Unicode has: as `pack("U")`, up to 31 bits in six bytes.
        let continued = match code {
            0..0x80 => {
                memory::store(target, code as c_char);
                return Ok(1);
            }
            0x80..0x800 => 1,
            0x800..0x1_0000 => 2,
            0x1_0000..0x20_0000 => 3,
            0x20_0000..0x400_0000 => 4,
            0x400_0000..0x8000_0000 => 5,
            _ => return Err(vm.range_error("pack(U): value out of range".to_string())),
        };
        let lead = !(0xff_u8 >> (continued + 1));
        memory::store(target, (lead | (code >> (6 * continued)) as u8) as c_char);
        for index in 1..=continued {
            let bits = code >> (6 * (continued - index)) & 0x3f;
            memory::store(target.wrapping_add(index), (0x80 | bits) as c_char);
        }
        Ok(continued as c_int + 1)
    }

    fn rb_memsearch(vm, part: *const c_void, part_length: i64, text: *const c_void, length: i64, _encoding: usize) -> i64 {
        let (part, text) = (memory::bytes(part.cast(), part_length), memory::bytes(text.cast(), length));
        if part.is_empty() {
            return Ok(0);
        }
        Ok(text.windows(part.len()).position(|window| window == part).map_or(-1, |index| index as i64))
    }

    fn rutile_string_coderange(vm, value: Value) -> c_int {
        Ok(match super::string::string(vm, value)?.known_code_range() {
            CodeRange::Unknown => 0,
            CodeRange::Ascii => 1 << 20,
            CodeRange::Valid => 1 << 21,
            CodeRange::Broken => 3 << 20,
        })
    }

    /// What C code says of the bytes is not believed: they are looked at when it matters.
    fn rutile_string_coderange_set(vm, value: Value, _range: c_int) {
        if let Some(string) = value.as_string() {
            string.forget_code_range();
        }
        Ok(())
    }

    /// A text as it is, with what can't be printed written as in a literal.
    fn rutile_quote_unprintable(vm, value: Value) -> Value {
        Ok(ruby::helper(vm, "quote_unprintable", &[value]))
    }

    fn rb_str_buf_cat_ascii(vm, value: Value, start: *const c_char) -> Value {
        let (text, encoding) = (memory::text(start), super::string::string(vm, value)?.encoding());
        if encoding.is_ascii_compatible() {
            return super::string::append(vm, value, text);
        }
        let characters = text.iter().filter_map(|byte| characters::encode((*byte).into(), encoding));
        let bytes: Vec<u8> = characters.flat_map(|character| character.bytes().to_vec()).collect();
        super::string::append(vm, value, &bytes)
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
}

/// Values of digits by their character, -1 of what is none; and the digits.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals)]
pub static ruby_digit36_to_number_table: [i8; 256] = {
    let mut table = [-1; 256];
    let mut digit = 0;
    while digit < 36 {
        if digit < 10 {
            table[b'0' as usize + digit] = digit as i8;
        } else {
            table[b'a' as usize + digit - 10] = digit as i8;
            table[b'A' as usize + digit - 10] = digit as i8;
        }
        digit += 1;
    }
    table
};

#[unsafe(no_mangle)]
#[allow(non_upper_case_globals)]
pub static ruby_hexdigits: [u8; 33] = *b"0123456789abcdef0123456789ABCDEF\0";

/// Those two.
pub const TABLES: &[crate::define::Export] = &[
    crate::define::Export { name: "ruby_digit36_to_number_table", address: &raw const ruby_digit36_to_number_table as *const () },
    crate::define::Export { name: "ruby_hexdigits", address: &raw const ruby_hexdigits as *const () },
];
