//! Writing.

use std::ffi::{CStr, CString, c_void};
use std::mem::MaybeUninit;
use std::ptr;

use unsafe_libyaml::*;

use crate::event::{Collection, Event, Scalar};

/// Writes what events say.
pub struct Emitter {
    /// Invariant: both are from boxes; the first is initialised and writes to the second. It knows its own address.
    emitter: *mut yaml_emitter_t,
    written: *mut Vec<u8>,
}

impl Emitter {
    /// One that writes characters beyond ASCII as they are.
    pub fn new() -> Emitter {
        let emitter = Box::into_raw(Box::<yaml_emitter_t>::new_uninit()).cast::<yaml_emitter_t>();
        let written = Box::into_raw(Box::<Vec<u8>>::default());
        // SAFETY: the first call initialises it, or is out of memory and comes no further; what is written to lives as long.
        unsafe {
            assert!(yaml_emitter_initialize(emitter).ok, "no memory for an emitter of YAML");
            yaml_emitter_set_output(emitter, append, written.cast());
            yaml_emitter_set_unicode(emitter, true);
        }
        Emitter { emitter, written }
    }

    /// How the text is to look: the columns of a step to the right, and those of a line; as many as a line has where it is negative.
    pub fn set_style(&mut self, canonical: bool, indentation: i32, width: i32) {
        // SAFETY: initialised.
        unsafe {
            yaml_emitter_set_canonical(self.emitter, canonical);
            yaml_emitter_set_indent(self.emitter, indentation);
            yaml_emitter_set_width(self.emitter, width);
        }
    }

    /// Takes an event; what is wrong with it in libyaml's words.
    pub fn emit(&mut self, event: &Event<'_>) -> Result<(), String> {
        let mut made = MaybeUninit::<yaml_event_t>::uninit();
        // SAFETY: an event that was made is initialised, and the emitter takes it, whatever becomes of it.
        let is_taken = unsafe {
            if !make(made.as_mut_ptr(), event)? {
                return Err("invalid UTF-8 in an event".to_string());
            }
            yaml_emitter_emit(self.emitter, made.as_mut_ptr()).ok
        };
        if is_taken { Ok(()) } else { Err(self.problem()) }
    }

    /// What has been written since it was asked last: whole documents, and parts of long ones.
    pub fn take_written(&mut self) -> Vec<u8> {
        // SAFETY: nobody writes to it but the emitter, while it takes an event.
        unsafe { std::mem::take(&mut *self.written) }
    }

    fn problem(&self) -> String {
        // SAFETY: initialised; libyaml's words are constants that end with a zero, or null.
        unsafe {
            let problem = (&*self.emitter).problem;
            if problem.is_null() { String::new() } else { CStr::from_ptr(problem.cast()).to_string_lossy().into_owned() }
        }
    }
}

impl Default for Emitter {
    fn default() -> Emitter {
        Emitter::new()
    }
}

impl Drop for Emitter {
    fn drop(&mut self) {
        // SAFETY: initialised, from boxes, and deleted here alone.
        unsafe {
            yaml_emitter_delete(self.emitter);
            drop(Box::from_raw(self.emitter.cast::<MaybeUninit<yaml_emitter_t>>()));
            drop(Box::from_raw(self.written));
        }
    }
}

/// # Safety
/// `written` is the Vec that the emitter was given, and there are `size` bytes.
unsafe fn append(written: *mut c_void, bytes: *mut u8, size: u64) -> i32 {
    // SAFETY: by the condition.
    unsafe { (*written.cast::<Vec<u8>>()).extend_from_slice(std::slice::from_raw_parts(bytes, size as usize)) };
    1
}

/// A text that ends with a zero; one that has a zero in it is none.
fn ended(text: &[u8]) -> Result<CString, String> {
    CString::new(text).map_err(|_| "string contains null byte".to_string())
}

fn ended_if_any(text: Option<&[u8]>) -> Result<Option<CString>, String> {
    text.map(ended).transpose()
}

fn start_of(text: &Option<CString>) -> *const u8 {
    text.as_ref().map_or(ptr::null(), |text| text.as_ptr().cast())
}

/// Whether the event could be made: its texts are UTF-8.
///
/// # Safety
/// There is room for an event.
unsafe fn make(place: *mut yaml_event_t, event: &Event<'_>) -> Result<bool, String> {
    // SAFETY: by the condition; texts end with a zero, or have the length that is given, and libyaml copies them.
    let success = unsafe {
        match event {
            Event::StreamStart { encoding } => yaml_stream_start_event_initialize(place, encoding_of(*encoding)),
            Event::StreamEnd => yaml_stream_end_event_initialize(place),
            Event::DocumentStart { version, tags, implicit } => return make_document_start(place, *version, tags, *implicit),
            Event::DocumentEnd { implicit } => yaml_document_end_event_initialize(place, *implicit),
            Event::Alias { anchor } => yaml_alias_event_initialize(place, ended(anchor)?.as_ptr().cast()),
            Event::Scalar(scalar) => return make_scalar(place, scalar),
            Event::SequenceStart(Collection { anchor, tag, implicit, style }) => {
                let (anchor, tag) = (ended_if_any(*anchor)?, ended_if_any(*tag)?);
                let style = [YAML_ANY_SEQUENCE_STYLE, YAML_BLOCK_SEQUENCE_STYLE, YAML_FLOW_SEQUENCE_STYLE][known(*style, 2)];
                yaml_sequence_start_event_initialize(place, start_of(&anchor), start_of(&tag), *implicit, style)
            }
            Event::SequenceEnd => yaml_sequence_end_event_initialize(place),
            Event::MappingStart(Collection { anchor, tag, implicit, style }) => {
                let (anchor, tag) = (ended_if_any(*anchor)?, ended_if_any(*tag)?);
                let style = [YAML_ANY_MAPPING_STYLE, YAML_BLOCK_MAPPING_STYLE, YAML_FLOW_MAPPING_STYLE][known(*style, 2)];
                yaml_mapping_start_event_initialize(place, start_of(&anchor), start_of(&tag), *implicit, style)
            }
            Event::MappingEnd => yaml_mapping_end_event_initialize(place),
        }
    };
    Ok(success.ok)
}

/// A style's number; that of any style where there is none of it.
fn known(style: u32, most: u32) -> usize {
    if style <= most { style as usize } else { 0 }
}

fn encoding_of(number: u32) -> yaml_encoding_t {
    [YAML_ANY_ENCODING, YAML_UTF8_ENCODING, YAML_UTF16LE_ENCODING, YAML_UTF16BE_ENCODING][known(number, 3)]
}

/// # Safety
/// As of [`make`].
unsafe fn make_scalar(place: *mut yaml_event_t, scalar: &Scalar<'_>) -> Result<bool, String> {
    const STYLES: [yaml_scalar_style_t; 6] = [
        YAML_ANY_SCALAR_STYLE, YAML_PLAIN_SCALAR_STYLE, YAML_SINGLE_QUOTED_SCALAR_STYLE, YAML_DOUBLE_QUOTED_SCALAR_STYLE,
        YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE,
    ];
    let (anchor, tag) = (ended_if_any(scalar.anchor)?, ended_if_any(scalar.tag)?);
    let length = i32::try_from(scalar.value.len()).map_err(|_| "a scalar is too long".to_string())?;
    let (value, style) = (scalar.value.as_ptr(), STYLES[known(scalar.style, 5)]);
    // SAFETY: by the condition; the value is as long as is said.
    let success = unsafe {
        yaml_scalar_event_initialize(place, start_of(&anchor), start_of(&tag), value, length, scalar.plain_implicit, scalar.quoted_implicit, style)
    };
    Ok(success.ok)
}

/// # Safety
/// As of [`make`].
unsafe fn make_document_start(place: *mut yaml_event_t, version: Option<(i32, i32)>, tags: &[(&[u8], &[u8])], implicit: bool) -> Result<bool, String> {
    let texts = tags.iter().map(|(handle, prefix)| Ok((ended(handle)?, ended(prefix)?))).collect::<Result<Vec<_>, String>>()?;
    // SAFETY: by the condition; both structures are plain, so that zeros are one. libyaml copies what it is given.
    unsafe {
        let mut directives: Vec<yaml_tag_directive_t> = texts.iter().map(|(handle, prefix)| {
            let mut directive: yaml_tag_directive_t = MaybeUninit::zeroed().assume_init();
            directive.handle = handle.as_ptr().cast_mut().cast();
            directive.prefix = prefix.as_ptr().cast_mut().cast();
            directive
        }).collect();
        let mut directive: yaml_version_directive_t = MaybeUninit::zeroed().assume_init();
        (directive.major, directive.minor) = version.unwrap_or_default();
        let version = if version.is_some() { &raw mut directive } else { ptr::null_mut() };
        let tags = directives.as_mut_ptr_range();
        Ok(yaml_document_start_event_initialize(place, version, tags.start, tags.end, implicit).ok)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scalar(value: &[u8]) -> Event<'_> {
        Event::Scalar(Scalar { anchor: None, tag: None, value, plain_implicit: true, quoted_implicit: true, style: 0 })
    }

    #[test]
    fn events_are_written_document_by_document() {
        let mut emitter = Emitter::new();
        let sequence = Event::SequenceStart(Collection { anchor: None, tag: None, implicit: true, style: 1 });
        let start = Event::DocumentStart { version: None, tags: Vec::new(), implicit: false };
        for event in [&Event::StreamStart { encoding: 1 }, &start, &sequence, &scalar("é".as_bytes()), &scalar(b"b c"), &Event::SequenceEnd] {
            emitter.emit(event).unwrap();
        }
        assert!(emitter.take_written().is_empty());
        emitter.emit(&Event::DocumentEnd { implicit: true }).unwrap();
        assert_eq!(emitter.take_written(), "---\n- é\n- b c\n".as_bytes());
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let mut emitter = Emitter::new();
        assert_eq!(emitter.emit(&scalar(b"a")), Err("expected STREAM-START".to_string()));
        let mut emitter = Emitter::new();
        emitter.emit(&Event::StreamStart { encoding: 1 }).unwrap();
        emitter.emit(&Event::DocumentStart { version: None, tags: vec![(b"!a!", b"tag:b:")], implicit: false }).unwrap();
        assert_eq!(emitter.emit(&Event::Alias { anchor: b"a\0" }), Err("string contains null byte".to_string()));
        assert!(emitter.emit(&Event::Alias { anchor: b"\xff" }).is_err());
    }
}
