//! The border to Oniguruma, which serves the encodings that our own engine doesn't read: compile a pattern, search in bytes.
//!
//! Oniguruma is a C library; everything unsafe about it is here. A [`Program`] is
//! one pattern compiled for one encoding. A [`Scratch`] is what a search writes
//! its groups into, kept so that searching allocates nothing.
//!
//! Invariants: a `Program` owns its `raw` from `onig_new` to `onig_free`; a
//! `Scratch` owns its region and parameters; offsets are checked against the
//! length of the bytes before pointers are made of them, and strings are shorter
//! than the 2^31 bytes that Oniguruma's offsets can tell.

use std::os::raw::c_int;

use super::engine::{Places, SearchError};
use crate::value::characters;
use crate::value::encoding::{Encoding, Scheme};

/// A compiled pattern.
pub struct Program {
    raw: onig_sys::OnigRegex,
    encoding: Encoding,
}

/// Backtracking steps that are taken for a second of matching.
const STEPS_PER_SECOND: f64 = 20e6;

/// Groups of the last search, and its limits.
pub struct Scratch {
    region: *mut onig_sys::OnigRegion,
    parameters: *mut onig_sys::OnigMatchParam,
}

fn onig_encoding(encoding: Encoding) -> onig_sys::OnigEncoding {
    macro_rules! named {
        ($name:ident) => {
            &raw mut onig_sys::$name
        };
    }
    match encoding {
        Encoding::ISO_8859_1 | Encoding::WINDOWS_1252 => named!(OnigEncodingISO_8859_1),
        Encoding::ISO_8859_2 | Encoding::WINDOWS_1250 => named!(OnigEncodingISO_8859_2),
        Encoding::ISO_8859_3 => named!(OnigEncodingISO_8859_3),
        Encoding::ISO_8859_4 => named!(OnigEncodingISO_8859_4),
        Encoding::ISO_8859_5 => named!(OnigEncodingISO_8859_5),
        Encoding::ISO_8859_6 => named!(OnigEncodingISO_8859_6),
        Encoding::ISO_8859_7 | Encoding::WINDOWS_1253 => named!(OnigEncodingISO_8859_7),
        Encoding::ISO_8859_8 => named!(OnigEncodingISO_8859_8),
        Encoding::ISO_8859_9 | Encoding::WINDOWS_1254 => named!(OnigEncodingISO_8859_9),
        Encoding::ISO_8859_10 => named!(OnigEncodingISO_8859_10),
        Encoding::ISO_8859_11 | Encoding::TIS_620 | Encoding::WINDOWS_874 => named!(OnigEncodingISO_8859_11),
        Encoding::ISO_8859_13 | Encoding::WINDOWS_1257 => named!(OnigEncodingISO_8859_13),
        Encoding::ISO_8859_14 => named!(OnigEncodingISO_8859_14),
        Encoding::ISO_8859_15 => named!(OnigEncodingISO_8859_15),
        Encoding::ISO_8859_16 => named!(OnigEncodingISO_8859_16),
        Encoding::KOI8_R | Encoding::KOI8_U => named!(OnigEncodingKOI8_R),
        Encoding::WINDOWS_1251 => named!(OnigEncodingCP1251),
        Encoding::BIG5 | Encoding::BIG5_HKSCS => named!(OnigEncodingBIG5),
        Encoding::EUC_KR => named!(OnigEncodingEUC_KR),
        Encoding::GB2312 => named!(OnigEncodingEUC_CN),
        Encoding::EUC_TW => named!(OnigEncodingEUC_TW),
        _ => match encoding.scheme() {
            Scheme::Utf8 | Scheme::Cesu8 => named!(OnigEncodingUTF8),
            Scheme::Utf16(true) => named!(OnigEncodingUTF16_BE),
            Scheme::Utf16(false) => named!(OnigEncodingUTF16_LE),
            Scheme::Utf32(true) => named!(OnigEncodingUTF32_BE),
            Scheme::Utf32(false) => named!(OnigEncodingUTF32_LE),
            Scheme::EucJp => euc_jp(),
            Scheme::ShiftJis => named!(OnigEncodingSJIS),
            Scheme::DoubleByte | Scheme::Gb18030 | Scheme::EmacsMule => named!(OnigEncodingGB18030),
            Scheme::SingleByte | Scheme::Dummy => named!(OnigEncodingASCII),
        },
    }
}

/// EUC-JP as the library has it, but for its check of a pattern's text: that knows JIS X 0201's half of the second bytes only, where Ruby's
/// strings may have all. Who compiles has checked the text.
fn euc_jp() -> onig_sys::OnigEncoding {
    static TOLERANT: std::sync::OnceLock<usize> = std::sync::OnceLock::new();
    unsafe extern "C" fn is_valid(_start: *const u8, _end: *const u8) -> c_int {
        1
    }
    *TOLERANT.get_or_init(|| {
        // SAFETY: the library's description is constant; the copy lives as long as the process.
        let mut copy = unsafe { std::ptr::read(&raw const onig_sys::OnigEncodingEUC_JP) };
        copy.is_valid_mbc_string = Some(is_valid);
        Box::into_raw(Box::new(copy)) as usize
    }) as onig_sys::OnigEncoding
}

/// The library's tables are set up once for the process; they are constant from then on.
static SET_UP: std::sync::Once = std::sync::Once::new();
/// Compiling touches the library's shared tables of properties.
static COMPILING: std::sync::Mutex<()> = std::sync::Mutex::new(());

impl Program {
    /// Compiles a pattern already put into the library's dialect; the error is its message.
    pub fn compile(pattern: &[u8], encoding: Encoding, options: u32) -> Result<Program, String> {
        // SAFETY: called once, before any other use of the library.
        SET_UP.call_once(|| unsafe {
            onig_sys::onig_initialize(std::ptr::null_mut(), 0);
        });
        let _guard = COMPILING.lock();
        let mut raw: onig_sys::OnigRegex = std::ptr::null_mut();
        let mut info = onig_sys::OnigErrorInfo {
            enc: std::ptr::null_mut(),
            par: std::ptr::null_mut(),
            par_end: std::ptr::null_mut(),
        };
        let range = pattern.as_ptr_range();
        // SAFETY: the pattern's bytes outlive the call; `raw` and `info` are written by it.
        let code = unsafe {
            onig_sys::onig_new(
                &mut raw,
                range.start,
                range.end,
                options & 7,
                onig_encoding(encoding),
                &raw mut onig_sys::OnigSyntaxRuby,
                &mut info,
            )
        };
        if code == onig_sys::ONIG_NORMAL as c_int {
            return Ok(Program { raw, encoding });
        }
        Err(error_text(code, Some(&mut info)))
    }

    /// Searches as asked. The library's own search backward will not let a match reach beyond where the search starts, so
    /// each place is tried.
    pub fn search_places(&self, bytes: &[u8], places: Places, scratch: &mut Scratch) -> Result<bool, SearchError> {
        match places {
            Places::Forward { start, last } => self.search(bytes, start, last, scratch),
            Places::At(at) => self.match_at(bytes, at, scratch),
            Places::Backward { start } => {
                let mut at = start;
                while !self.match_at(bytes, at, scratch)? {
                    if at == 0 {
                        return Ok(false);
                    }
                    at = characters::previous(bytes, at, self.encoding);
                }
                Ok(true)
            }
        }
    }

    /// Searches for a match that begins at `start .. range`, backward if `range` is below `start`.
    fn search(&self, bytes: &[u8], start: usize, range: usize, scratch: &mut Scratch) -> Result<bool, SearchError> {
        if bytes.len() > c_int::MAX as usize || start > bytes.len() || range > bytes.len() {
            return Err(SearchError::Message("string is too long to be matched".to_string()));
        }
        let base = bytes.as_ptr();
        // SAFETY: all three offsets lie within `bytes`, which outlive the call.
        let code = unsafe {
            onig_sys::onig_search_with_param(
                self.raw,
                base,
                base.add(bytes.len()),
                base.add(start),
                base.add(range),
                scratch.region,
                0,
                scratch.parameters,
            )
        };
        found(code)
    }

    /// Tries to match at exactly one place.
    fn match_at(&self, bytes: &[u8], at: usize, scratch: &mut Scratch) -> Result<bool, SearchError> {
        if bytes.len() > c_int::MAX as usize || at > bytes.len() {
            return Err(SearchError::Message("string is too long to be matched".to_string()));
        }
        let base = bytes.as_ptr();
        // SAFETY: as in `search`.
        let code = unsafe {
            onig_sys::onig_match_with_param(
                self.raw,
                base,
                base.add(bytes.len()),
                base.add(at),
                scratch.region,
                0,
                scratch.parameters,
            )
        };
        found(code)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // SAFETY: `raw` came from `onig_new` and is freed once.
        unsafe { onig_sys::onig_free(self.raw) }
    }
}

fn found(code: c_int) -> Result<bool, SearchError> {
    const RETRY_LIMIT_IN_MATCH: c_int = -17;
    const RETRY_LIMIT_IN_SEARCH: c_int = -18;
    match code {
        0.. => Ok(true),
        -1 => Ok(false),
        RETRY_LIMIT_IN_MATCH | RETRY_LIMIT_IN_SEARCH => Err(SearchError::Limit),
        _ => Err(SearchError::Message(error_text(code, None))),
    }
}

/// The library's words for an error.
fn error_text(code: c_int, info: Option<&mut onig_sys::OnigErrorInfo>) -> String {
    let mut buffer = [0u8; 256];
    // SAFETY: the library writes at most 90 bytes; codes that take a parameter come with `info`.
    let length = unsafe {
        match info {
            Some(info) => onig_sys::onig_error_code_to_str(buffer.as_mut_ptr(), code, info as *mut onig_sys::OnigErrorInfo),
            None => onig_sys::onig_error_code_to_str(buffer.as_mut_ptr(), code),
        }
    };
    String::from_utf8_lossy(&buffer[..(length.max(0) as usize).min(buffer.len())]).into_owned()
}

impl Scratch {
    pub fn new() -> Scratch {
        // SAFETY: both are owned by the scratch and freed with it.
        unsafe {
            let parameters = onig_sys::onig_new_match_param();
            onig_sys::onig_initialize_match_param(parameters);
            Scratch { region: onig_sys::onig_region_new(), parameters }
        }
    }

    /// How long a match may take: the library counts how often it goes back.
    pub fn set_retry_limit(&mut self, seconds: Option<f64>) {
        let limit = seconds.map_or(0, |seconds| (seconds * STEPS_PER_SECOND).max(1.0) as u64);
        // SAFETY: `parameters` is valid while the scratch is.
        unsafe {
            onig_sys::onig_set_retry_limit_in_match_of_match_param(self.parameters, limit as _);
        }
    }

    /// Groups, the whole match included.
    pub fn group_count(&self) -> usize {
        // SAFETY: the region is valid while the scratch is.
        unsafe { (*self.region).num_regs.max(0) as usize }
    }

    /// Where a group matched.
    #[inline]
    pub fn group(&self, number: usize) -> Option<(usize, usize)> {
        if number >= self.group_count() {
            return None;
        }
        // SAFETY: the region has `num_regs` beginnings and ends.
        let (start, end) = unsafe { (*(*self.region).beg.add(number), *(*self.region).end.add(number)) };
        if start < 0 { None } else { Some((start as usize, end as usize)) }
    }
}

impl Default for Scratch {
    fn default() -> Self {
        Scratch::new()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // SAFETY: both were made by `new`; the region itself is freed too (1).
        unsafe {
            onig_sys::onig_region_free(self.region, 1);
            onig_sys::onig_free_match_param(self.parameters);
        }
    }
}
