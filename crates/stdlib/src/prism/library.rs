//! The C functions of Prism that the `ruby-prism` crate does not wrap: those that write what they read into a buffer.
//!
//! Options come as Prism's own bytes (`pm_options_read`); they are checked here before C code walks through them.

use std::ffi::{c_char, c_void};

// Linked by this crate; the functions below are in the library that it brings.
use ruby_prism as _;

type Serializer = unsafe extern "C" fn(*mut c_void, *const u8, usize, *const c_char);

unsafe extern "C" {
    fn pm_buffer_new() -> *mut c_void;
    fn pm_buffer_free(buffer: *mut c_void);
    fn pm_buffer_value(buffer: *const c_void) -> *const c_char;
    fn pm_buffer_length(buffer: *const c_void) -> usize;
    fn pm_serialize_parse(buffer: *mut c_void, source: *const u8, size: usize, options: *const c_char);
    fn pm_serialize_parse_comments(buffer: *mut c_void, source: *const u8, size: usize, options: *const c_char);
    fn pm_serialize_lex(buffer: *mut c_void, source: *const u8, size: usize, options: *const c_char);
    fn pm_serialize_parse_lex(buffer: *mut c_void, source: *const u8, size: usize, options: *const c_char);
    fn pm_serialize_parse_success_p(source: *const u8, size: usize, options: *const c_char) -> bool;
}

/// The parts of a source to be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    Tree,
    Comments,
    Tokens,
    TokensAndTree,
}

/// Options in Prism's binary form, complete.
#[derive(Clone, PartialEq, Eq)]
pub struct Options(Vec<u8>);

impl Options {
    /// None if they break off or something follows them.
    pub fn checked(bytes: &[u8]) -> Option<Options> {
        let mut rest = bytes;
        text(&mut rest)?; // path
        take(&mut rest, 4)?; // line
        text(&mut rest)?; // encoding
        take(&mut rest, FLAGS)?;
        for _ in 0..number(&mut rest)? {
            let locals = number(&mut rest)?;
            take(&mut rest, 1)?;
            (0..locals).try_for_each(|_| text(&mut rest))?;
        }
        rest.is_empty().then(|| Options(bytes.to_vec()))
    }

    /// Line 1 of a text in an encoding, in the syntax of a version (by Prism's number); all else as it is by default.
    pub fn plain(encoding: &str, syntax: u8) -> Options {
        let mut bytes = Vec::new();
        bytes.extend(0u32.to_ne_bytes());
        bytes.extend(1i32.to_ne_bytes());
        bytes.extend((encoding.len() as u32).to_ne_bytes());
        bytes.extend(encoding.as_bytes());
        bytes.extend([0, 0, syntax, 0, 0, 0, 0, 0]);
        bytes.extend(0u32.to_ne_bytes());
        Options(bytes)
    }
}

/// Bytes between the encoding and the scopes.
const FLAGS: usize = 8;

fn take<'a>(rest: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
    let (taken, behind) = rest.split_at_checked(length)?;
    *rest = behind;
    Some(taken)
}

fn number(rest: &mut &[u8]) -> Option<u32> {
    Some(u32::from_ne_bytes(take(rest, 4)?.try_into().ok()?))
}

fn text(rest: &mut &[u8]) -> Option<()> {
    let length = number(rest)?;
    take(rest, length as usize).map(|_| ())
}

/// The content of a source in Prism's binary form.
pub fn serialize(content: Content, source: &[u8], options: &Options) -> Vec<u8> {
    let serializer: Serializer = match content {
        Content::Tree => pm_serialize_parse,
        Content::Comments => pm_serialize_parse_comments,
        Content::Tokens => pm_serialize_lex,
        Content::TokensAndTree => pm_serialize_parse_lex,
    };
    // SAFETY: the buffer is made, read within its length and freed here; the source and the options live through the
    // call, and the options are complete as `pm_options_read` takes them.
    unsafe {
        let buffer = pm_buffer_new();
        assert!(!buffer.is_null(), "Prism found no memory for a buffer");
        serializer(buffer, source.as_ptr(), source.len(), options.0.as_ptr().cast());
        let length = pm_buffer_length(buffer);
        let bytes = if length == 0 { Vec::new() } else { std::slice::from_raw_parts(pm_buffer_value(buffer).cast::<u8>(), length).to_vec() };
        pm_buffer_free(buffer);
        bytes
    }
}

/// Whether Prism finds no error in a source.
pub fn is_right(source: &[u8], options: &Options) -> bool {
    // SAFETY: as in `serialize`, without a buffer.
    unsafe { pm_serialize_parse_success_p(source.as_ptr(), source.len(), options.0.as_ptr().cast()) }
}

/// Sources up to this many bytes cannot nest deeply enough to need a stack of their own.
const SHALLOW_SOURCE: usize = 1024;

/// Does what recurses with a source's depth where there is room for that.
pub fn on_deep_stack<R>(source: &[u8], work: impl FnOnce() -> R) -> R {
    if source.len() <= SHALLOW_SOURCE { work() } else { rutile_fiber::on_deep_stack(work) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_break_off_are_refused() {
        let whole = Options::plain("UTF-8", 2).0;
        assert!(Options::checked(&whole).is_some());
        assert!((0..whole.len()).all(|length| Options::checked(&whole[..length]).is_none()));
        assert!(Options::checked(&[&whole[..], &[0]].concat()).is_none());
    }
}
