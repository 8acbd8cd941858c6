//! Comparing texts of C whatever the case of their ASCII letters.

use std::ffi::{c_char, c_int};

use crate::define::plain_functions;
use crate::memory;

plain_functions! {
    fn rb_st_locale_insensitive_strcasecmp(one: *const c_char, other: *const c_char) -> c_int {
        compare_folded(memory::text(one), memory::text(other))
    }

    fn rb_st_locale_insensitive_strncasecmp(one: *const c_char, other: *const c_char, most: usize) -> c_int {
        let cut = |text: &'static [u8]| &text[..text.len().min(most)];
        compare_folded(cut(memory::text(one)), cut(memory::text(other)))
    }
}

fn compare_folded(one: &[u8], other: &[u8]) -> c_int {
    let order = one.iter().map(u8::to_ascii_lowercase).cmp(other.iter().map(u8::to_ascii_lowercase));
    order as c_int
}
