//! The kind of name that an `ID` is: the seven kinds that CRuby's parser knows.

use std::ffi::{c_char, c_int};

use rutile_core::kernel::object::is_word;
use rutile_core::module::is_constant_word;
use rutile_vm::prelude::*;

use crate::define::functions;
use crate::id::Id;
use crate::memory;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Constant,
    Local,
    Instance,
    Class,
    Global,
    /// It ends with `=`, which follows a name.
    Assignment,
    /// A name that ends with `?` or `!`, or is no name at all.
    Junk,
    Operator,
}

const OPERATORS: [&[u8]; 28] = [
    b"+", b"-", b"*", b"/", b"%", b"**", b"==", b"!=", b"<", b"<=", b">", b">=", b"<=>", b"===", b"=~", b"!~", b"!", b"~", b"<<", b">>", b"&",
    b"|", b"^", b"[]", b"[]=", b"+@", b"-@", b"`",
];

/// Globals whose name is one mark.
const MARKS: &[u8] = b"~*$?!@/\\;,.=:<>\"&`'+0123456789_";

fn kind(name: &[u8]) -> Kind {
    if OPERATORS.contains(&name) {
        return if name == b"[]=" { Kind::Assignment } else { Kind::Operator };
    }
    match name {
        [rest @ .., b'='] if is_assignable(rest) => Kind::Assignment,
        [b'$', rest @ ..] if is_global(rest) => Kind::Global,
        [b'@', b'@', rest @ ..] if is_word(rest) => Kind::Class,
        [b'@', rest @ ..] if is_word(rest) => Kind::Instance,
        _ if is_constant_word(name) => Kind::Constant,
        _ if is_word(name) => Kind::Local,
        _ => Kind::Junk,
    }
}

fn is_global(rest: &[u8]) -> bool {
    match rest {
        [mark] if MARKS.contains(mark) => true,
        [b'-', letter] => is_word(&[b'_', *letter]),
        [b'1'..=b'9', digits @ ..] => digits.iter().all(u8::is_ascii_digit),
        _ => is_word(rest),
    }
}

/// Whether a `=` makes a name of what is before it.
fn is_assignable(name: &[u8]) -> bool {
    let plain = name.strip_suffix(b"?").or_else(|| name.strip_suffix(b"!")).filter(|plain| is_word(plain));
    is_word(plain.unwrap_or(name)) || !matches!(kind_of_variable(name), Kind::Junk)
}

fn kind_of_variable(name: &[u8]) -> Kind {
    if name.ends_with(b"=") || !name.starts_with(b"@") && !name.starts_with(b"$") { Kind::Junk } else { kind(name) }
}

/// A name that is written without quotes: `=` stands behind a method's name only.
fn is_plain(name: &[u8]) -> bool {
    match kind(name) {
        Kind::Junk => name.strip_suffix(b"?").or_else(|| name.strip_suffix(b"!")).is_some_and(is_word),
        Kind::Assignment => name == b"[]=" || is_word(&name[..name.len() - 1]),
        _ => true,
    }
}

pub fn is_assignment(name: &[u8]) -> bool {
    kind(name) == Kind::Assignment
}

fn is_of(vm: &mut Vm, id: Id, wanted: Kind) -> c_int {
    if id == Id::NONE {
        return 0;
    }
    let symbol = id.symbol();
    (kind(vm.symbol_bytes(symbol)) == wanted).into()
}

functions! {
    fn rb_is_const_id(vm, id: Id) -> c_int {
        Ok(is_of(vm, id, Kind::Constant))
    }

    fn rb_is_local_id(vm, id: Id) -> c_int {
        Ok(is_of(vm, id, Kind::Local))
    }

    fn rb_is_instance_id(vm, id: Id) -> c_int {
        Ok(is_of(vm, id, Kind::Instance))
    }

    fn rb_is_class_id(vm, id: Id) -> c_int {
        Ok(is_of(vm, id, Kind::Class))
    }

    fn rb_is_global_id(vm, id: Id) -> c_int {
        Ok(is_of(vm, id, Kind::Global))
    }

    fn rb_is_attrset_id(vm, id: Id) -> c_int {
        Ok(is_of(vm, id, Kind::Assignment))
    }

    fn rb_is_junk_id(vm, id: Id) -> c_int {
        Ok(is_of(vm, id, Kind::Junk))
    }

    fn rb_symname_p(vm, name: *const c_char) -> c_int {
        Ok(is_plain(memory::text(name)).into())
    }

    fn rb_enc_symname_p(vm, name: *const c_char, _encoding: usize) -> c_int {
        Ok(is_plain(memory::text(name)).into())
    }

    fn rb_enc_symname2_p(vm, name: *const c_char, length: libc::c_long, _encoding: usize) -> c_int {
        Ok(is_plain(memory::bytes(name, length)).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_of_one_kind() {
        for (kinds, names) in [
            (Kind::Constant, &["Foo", "É"][..]),
            (Kind::Local, &["foo", "_a1", "é"]),
            (Kind::Instance, &["@foo"]),
            (Kind::Class, &["@@foo"]),
            (Kind::Global, &["$foo", "$$", "$1", "$-w", "$10"]),
            (Kind::Assignment, &["foo=", "Foo=", "@foo=", "@@foo=", "$foo=", "foo?=", "foo!=", "[]="]),
            (Kind::Junk, &["foo?", "foo!", "F!", "@", "@@", "@1", "$", "$()", "0=", "@=", "[foo]", "[foo]=", "", "foo==", "[]?"]),
            (Kind::Operator, &["[]", "==", "!", "<=>"]),
        ] {
            names.iter().for_each(|name| assert_eq!(kind(name.as_bytes()), kinds, "{name}"));
        }
    }
}
