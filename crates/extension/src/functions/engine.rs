//! The engine of regular expressions as C code calls it. Its `regex_t` is the machine's form of a pattern (`Prepared`), which belongs to a Regexp.

use std::ffi::{c_char, c_int, c_void};

use rutile_vm::object::records::{MatchRef, RegexpRef};
use rutile_vm::prelude::*;
use rutile_vm::regexp::prepared::{Found, Prepared};
use rutile_vm::regexp::{Places, SearchError, engine};

use super::encoding::{self, CEncoding};
use super::regions::{Region, rutile_onig_region_clear, rutile_onig_region_free, rutile_onig_region_new, region_at};
use crate::define::functions;
use crate::state::state;
use crate::{memory, ruby};

const MISMATCH: isize = -1;
const OUT_OF_MEMORY: isize = -5;
const TIMED_OUT: isize = -23;
const UNDEFINED_NAME: c_int = -217;

/// What a function that looks through names does with one.
type NameVisitor = extern "C" fn(*const u8, *const u8, c_int, *const c_int, *const Prepared, *mut c_void) -> c_int;
/// What `rb_reg_onig_match` has done with a pattern.
type Matching = extern "C" fn(*const Prepared, Value, *mut Region, *mut c_void) -> isize;

/// A pattern that C code names: it does so as long as the Regexp lives.
fn pattern_at<'a>(pattern: *const Prepared) -> &'a Prepared {
    // SAFETY: by the API it was given to C code here, and belongs to a living Regexp.
    unsafe { &*pattern }
}

fn regexp_of(vm: &mut Vm, value: Value) -> Result<RegexpRef, Exit> {
    match RegexpRef::from_value(value) {
        Some(regexp) => Ok(regexp),
        None => Err(not_a(vm, value, "Regexp")),
    }
}

fn not_a(vm: &mut Vm, value: Value, wanted: &str) -> Exit {
    let given = super::object::described(vm, value);
    vm.type_error(format!("wrong argument type {given} (expected {wanted})"))
}

/// The pattern of a Regexp for a String.
fn prepare(vm: &mut Vm, regexp: Value, text: Value) -> Result<*const Prepared, Exit> {
    let (known, string) = (regexp_of(vm, regexp)?, super::string::string(vm, text)?);
    match vm.prepared_for(known, string) {
        Err(Exit::Fallback) => {
            // A `/n` is about to be matched against text of another encoding.
            if let Some(name) = vm.take_historical(&[regexp]) {
                let name = vm.new_string(name.as_bytes(), Encoding::US_ASCII).value();
                ruby::helper(vm, "warn_of_historical", &[name]);
            }
            vm.prepared_for(known, string)
        }
        outcome => outcome,
    }
}

/// Bytes from one address to another.
fn between<'a>(start: *const u8, end: *const u8) -> &'a [u8] {
    encoding::between(start.cast::<c_char>(), end.cast())
}

/// Searches, and lets others have their turn meanwhile. The region gets what is found, else places that are none.
fn search(vm: &mut Vm, pattern: *const Prepared, bytes: &[u8], places: Places, region: *mut Region) -> Result<Result<Found, isize>, Exit> {
    rutile_onig_region_clear(region);
    loop {
        match pattern_at(pattern).search(vm, bytes, places) {
            Ok(Some(found)) => {
                let is_full = region_at(region).is_none_or(|region| region.fill(&found.groups));
                return Ok(if is_full { Ok(found) } else { Err(OUT_OF_MEMORY) });
            }
            Ok(None) => return Ok(Err(MISMATCH)),
            Err(SearchError::Limit) => return Ok(Err(TIMED_OUT)),
            Err(SearchError::Suspended) => {
                ruby::helper(vm, "attend", &[]);
            }
            Err(error) => return Err(vm.search_error(error)),
        }
    }
}

/// The numbers of the groups of a name.
fn numbers_of<'a>(pattern: *const Prepared, start: *const u8, end: *const u8) -> Option<&'a [c_int]> {
    let name = between(start, end);
    let found = pattern_at(pattern).names.iter().find(|(known, _)| known == name);
    found.map(|(_, numbers)| numbers.as_slice())
}

/// Matches that C code may have the registers of at one time.
const MOST_PICTURES: usize = 8;

/// The registers of the matches that C code asked for last.
#[derive(Default)]
pub struct Registers(Vec<OwnRegion>);

struct OwnRegion(*mut Region);

impl Drop for OwnRegion {
    fn drop(&mut self) {
        rutile_onig_region_free(self.0, 1);
    }
}

impl Registers {
    fn draw(&mut self, groups: &[Option<(usize, usize)>]) -> *mut Region {
        let picture = if self.0.len() < MOST_PICTURES { OwnRegion(rutile_onig_region_new()) } else { self.0.remove(0) };
        let region = picture.0;
        self.0.push(picture);
        region_at(region).is_some_and(|region| region.fill(groups)).then_some(region).unwrap_or(std::ptr::null_mut())
    }
}

functions! {
    fn rutile_regexp_pattern(vm, regexp: Value) -> *const Prepared {
        let regexp = regexp_of(vm, regexp)?;
        vm.prepared_regexp(regexp)
    }

    fn rutile_match_registers(vm, found: Value) -> *mut Region {
        let offsets = MatchRef::from_value(found).and_then(|found| found.offsets().as_array());
        let Some(offsets) = offsets else { return Err(not_a(vm, found, "MatchData")) };
        let places: Vec<Option<usize>> = offsets.values().iter().map(|place| place.as_fixnum().and_then(|place| place.try_into().ok())).collect();
        let groups: Vec<_> = places.chunks_exact(2).map(|pair| pair[0].zip(pair[1])).collect();
        Ok(state(vm).registers.draw(&groups))
    }

    fn rb_reg_prepare_re(vm, regexp: Value, text: Value) -> *const Prepared {
        prepare(vm, regexp, text)
    }

    fn rb_reg_onig_match(vm, regexp: Value, text: Value, function: Matching, argument: *mut c_void, region: *mut Region) -> isize {
        let pattern = prepare(vm, regexp, text)?;
        let result = function(pattern, text, region, argument);
        std::hint::black_box(regexp);
        if result >= 0 {
            return Ok(result);
        }
        rutile_onig_region_free(region, 0);
        match result {
            MISMATCH => Ok(result),
            TIMED_OUT => Err(vm.search_error(SearchError::Limit)),
            code => {
                let source = RegexpRef::from_value(regexp).and_then(|regexp| regexp.source().as_string());
                let (bytes, encoding) = source.map_or((Vec::new(), Encoding::BINARY), |source| (source.bytes().to_vec(), source.encoding()));
                Err(vm.regexp_error(words_for(code), &bytes, encoding))
            }
        }
    }

    /// The region is about the whole text. What C code says of the text's edges (`ONIG_OPTION_NOTBOL` ...) is not heeded.
    fn rutile_onig_match(vm, pattern: *const Prepared, start: *const u8, end: *const u8, at: *const u8, region: *mut Region, _options: u32) -> isize {
        let place = (at as usize).wrapping_sub(start as usize);
        let bytes = between(start, end);
        if place > bytes.len() {
            return Ok(MISMATCH);
        }
        let found = search(vm, pattern, bytes, Places::At(place), region)?;
        Ok(match found {
            Ok(found) => found.groups.first().copied().flatten().map_or(0, |(_, end)| end as isize - place as isize),
            Err(code) => code,
        })
    }

    /// Where the range ends before the start, the last match that begins between them.
    fn rutile_onig_search(
        vm, pattern: *const Prepared, start: *const u8, end: *const u8, from: *const u8, to: *const u8, region: *mut Region, _options: u32,
    ) -> isize {
        let bytes = between(start, end);
        let [from, to] = [from, to].map(|place| (place as usize).wrapping_sub(start as usize));
        if from > bytes.len() {
            rutile_onig_region_clear(region);
            return Ok(MISMATCH);
        }
        let places = if to >= from { Places::Forward { start: from, last: to.min(bytes.len()) } } else { Places::Backward { start: from } };
        let found = search(vm, pattern, bytes, places, region)?;
        Ok(match found {
            Ok(found) if found.place >= from.min(to) => found.place as isize,
            Ok(_) => {
                rutile_onig_region_clear(region);
                MISMATCH
            }
            Err(code) => code,
        })
    }

    /// Patterns belong to their Regexps.
    fn rutile_onig_free(vm, _pattern: *const Prepared) {
        Ok(())
    }

    fn rutile_onig_name_to_group_numbers(vm, pattern: *const Prepared, start: *const u8, end: *const u8, numbers: *mut *const c_int) -> c_int {
        let Some(known) = numbers_of(pattern, start, end) else { return Ok(UNDEFINED_NAME) };
        memory::store(numbers, known.as_ptr());
        Ok(known.len() as c_int)
    }

    /// Of several groups of a name, the last that took part.
    fn rutile_onig_name_to_backref_number(vm, pattern: *const Prepared, start: *const u8, end: *const u8, region: *const Region) -> c_int {
        let Some(known) = numbers_of(pattern, start, end) else { return Ok(UNDEFINED_NAME) };
        let region = region_at(region.cast_mut());
        let taking_part = known.iter().rev().find(|number| region.as_ref().is_some_and(|region| region.has(**number as usize)));
        Ok(taking_part.or(known.last()).copied().unwrap_or(UNDEFINED_NAME))
    }

    fn rutile_onig_foreach_name(vm, pattern: *const Prepared, function: NameVisitor, argument: *mut c_void) -> c_int {
        for (name, numbers) in &pattern_at(pattern).names {
            let bounds = name.as_ptr_range();
            let answer = function(bounds.start, bounds.end, numbers.len() as c_int, numbers.as_ptr(), pattern, argument);
            if answer != 0 {
                return Ok(answer);
            }
        }
        Ok(0)
    }

    fn rutile_onig_number_of_names(vm, pattern: *const Prepared) -> c_int {
        Ok(pattern_at(pattern).names.len() as c_int)
    }

    fn rutile_onig_get_options(vm, pattern: *const Prepared) -> u32 {
        Ok((pattern_at(pattern).options & 7).into())
    }

    fn rutile_onig_get_encoding(vm, pattern: *const Prepared) -> *const CEncoding {
        Ok(encoding::for_c(vm, pattern_at(pattern).encoding))
    }

    /// The words go to a place of `ONIG_MAX_ERROR_MESSAGE_LEN` bytes; how many there are.
    fn rutile_onig_error_code_to_str(vm, place: *mut u8, code: isize) -> c_int {
        let words = words_for(code);
        for (index, byte) in words.bytes().chain([0]).enumerate() {
            memory::store(place.wrapping_add(index), byte);
        }
        Ok(words.len() as c_int)
    }
}

fn words_for(code: isize) -> &'static str {
    match code {
        MISMATCH => "mismatch",
        OUT_OF_MEMORY => engine::OUT_OF_MEMORY,
        TIMED_OUT => "timeout",
        -15 => "match-stack limit over",
        -30 => "invalid argument",
        -217 => "undefined name reference",
        -218 => "undefined group reference",
        _ => "undefined error code",
    }
}
