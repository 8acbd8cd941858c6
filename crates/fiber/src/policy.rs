//! The settings of a pool, as a value and as one line of text.
//!
//! A policy is the part of a pool that an operator may want to change without
//! building anything: how large stacks are, how many there may be, and what
//! happens to a stack that nobody uses any more. Its text is a list of
//! settings between commas, meant for an environment variable or a flag:
//!
//! ```text
//! idle:30s,stacks=20000,stack=128k,guard=marker,guard_size=16k,growth=8..1024
//! ```
//!
//! Every setting has a default, `Policy::parse("")` is `Policy::default()`, and
//! what `Display` prints is read back as the same policy.

use std::fmt;
use std::time::Duration;

/// The fate of a stack when its user gives it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Release {
    /// An allocation without a used stack is unmapped at once. Least address
    /// space and memory; the dearest for a load that comes and goes.
    Unmap,
    /// The stack's pages are offered to the system at once (`MADV_FREE`), which
    /// takes them when it is short of memory. The address space stays.
    Free,
    /// Nothing: pages and address space stay until [`trim`] is called.
    ///
    /// [`trim`]: crate::StackPool::trim
    Keep,
    /// As `Keep` for this long; a stack unused for longer gives its pages back,
    /// and an allocation whose stacks all did is unmapped.
    Idle(Duration),
}

/// How the low end of a stack is protected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuardChoice {
    /// The best the system has room for: marker, else protected, else software.
    Auto,
    /// Marker where the kernel has it, else software.
    Marker,
    /// Protected pages within the map limit, else software.
    Protected,
    /// Never any help from the hardware.
    Software,
}

/// The settings of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// The fate of a stack that is given back.
    pub release: Release,
    /// Bytes that code may use on a stack.
    pub stack_size: usize,
    /// Bytes below each stack that nothing may touch.
    pub guard_size: usize,
    /// How that guard is made.
    pub guard: GuardChoice,
    /// The most stacks that exist at a time, used and vacant.
    pub max_stacks: usize,
    /// Stacks in the first allocation.
    pub first_allocation: usize,
    /// The most stacks in one allocation.
    pub largest_allocation: usize,
}

/// The smallest stack: a panic with a backtrace needs about this much.
pub const SMALLEST_STACK: usize = 16 << 10;
/// The largest stack; a larger one is a mistake in the setting.
pub const LARGEST_STACK: usize = 1 << 30;
/// The most stacks that one allocation can be told to hold.
pub const LARGEST_ALLOCATION: usize = 1 << 16;
/// The most stacks of one pool; a side table entry exists for each.
pub const MOST_STACKS: usize = 1 << 24;

impl Default for Policy {
    fn default() -> Policy {
        Policy {
            release: Release::Keep,
            // What the first thread of a process has, and what libraries that
            // recurse as deeply as their input reckon with; only touched pages
            // cost memory.
            stack_size: 8 << 20,
            // Wider than the frames of foreign code that doesn't probe its
            // pages, with pages to open (see `overflow`).
            guard_size: 64 << 10,
            guard: GuardChoice::Auto,
            max_stacks: 1 << 20,
            first_allocation: 8,
            largest_allocation: 64,
        }
    }
}

impl Policy {
    /// Reads a policy from text. Unknown names and values out of range are
    /// errors that say which part of the text they mean.
    pub fn parse(text: &str) -> Result<Policy, PolicyError> {
        let mut policy = Policy::default();
        for part in text
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty())
        {
            policy.apply(part).map_err(|reason| PolicyError {
                part: part.to_owned(),
                reason,
            })?;
        }
        Ok(policy)
    }

    fn apply(&mut self, part: &str) -> Result<(), Reason> {
        let Some((name, value)) = part.split_once('=') else {
            self.release = parse_release(part)?;
            return Ok(());
        };
        let value = value.trim();
        match name.trim() {
            "release" => self.release = parse_release(value)?,
            "stack" => {
                self.stack_size = within(parse_bytes(value)?, SMALLEST_STACK, LARGEST_STACK)?
            }
            "guard_size" => self.guard_size = within(parse_bytes(value)?, 1, LARGEST_STACK)?,
            "guard" => self.guard = parse_guard(value)?,
            "stacks" => self.max_stacks = within(parse_count(value)?, 1, MOST_STACKS)?,
            "growth" => (self.first_allocation, self.largest_allocation) = parse_growth(value)?,
            _ => return Err(Reason::UnknownSetting),
        }
        Ok(())
    }

    /// The policy with each setting moved into the range it can have and sizes
    /// rounded up to whole pages.
    pub(crate) fn normalised(mut self, page: usize) -> Policy {
        self.stack_size = self
            .stack_size
            .clamp(SMALLEST_STACK, LARGEST_STACK)
            .next_multiple_of(page);
        self.guard_size = self
            .guard_size
            .clamp(1, LARGEST_STACK)
            .next_multiple_of(page);
        self.max_stacks = self.max_stacks.clamp(1, MOST_STACKS);
        self.first_allocation = self.first_allocation.clamp(1, LARGEST_ALLOCATION);
        self.largest_allocation = self
            .largest_allocation
            .clamp(self.first_allocation, LARGEST_ALLOCATION);
        self
    }
}

fn parse_release(text: &str) -> Result<Release, Reason> {
    match text {
        "unmap" => Ok(Release::Unmap),
        "free" => Ok(Release::Free),
        "keep" => Ok(Release::Keep),
        "idle" => Ok(Release::Idle(DEFAULT_IDLE)),
        _ => match text.strip_prefix("idle:") {
            Some(time) => Ok(Release::Idle(parse_time(time)?)),
            None => Err(Reason::UnknownRelease),
        },
    }
}

/// How long `idle` alone waits: longer than the pauses within a busy minute,
/// shorter than the quiet between two of them.
const DEFAULT_IDLE: Duration = Duration::from_secs(10);

fn parse_guard(text: &str) -> Result<GuardChoice, Reason> {
    match text {
        "auto" => Ok(GuardChoice::Auto),
        "marker" => Ok(GuardChoice::Marker),
        "protected" => Ok(GuardChoice::Protected),
        "software" => Ok(GuardChoice::Software),
        _ => Err(Reason::UnknownGuard),
    }
}

fn parse_growth(text: &str) -> Result<(usize, usize), Reason> {
    let (first, largest) = text.split_once("..").ok_or(Reason::NotARange)?;
    let first = within(parse_count(first)?, 1, LARGEST_ALLOCATION)?;
    let largest = within(parse_count(largest)?, first, LARGEST_ALLOCATION)?;
    Ok((first, largest))
}

fn parse_count(text: &str) -> Result<usize, Reason> {
    text.trim().parse().map_err(|_| Reason::NotANumber)
}

/// A number of bytes, with `k`, `m` or `g` for powers of 1024.
fn parse_bytes(text: &str) -> Result<usize, Reason> {
    let (digits, shift) = match text.as_bytes().last() {
        Some(b'k' | b'K') => (&text[..text.len() - 1], 10),
        Some(b'm' | b'M') => (&text[..text.len() - 1], 20),
        Some(b'g' | b'G') => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    parse_count(digits)?
        .checked_mul(1 << shift)
        .ok_or(Reason::OutOfRange)
}

/// A time in `ms`, `s` or `m`; a bare number is seconds.
fn parse_time(text: &str) -> Result<Duration, Reason> {
    let (digits, milliseconds) = if let Some(digits) = text.strip_suffix("ms") {
        (digits, 1)
    } else if let Some(digits) = text.strip_suffix('s') {
        (digits, 1000)
    } else if let Some(digits) = text.strip_suffix('m') {
        (digits, 60_000)
    } else {
        (text, 1000)
    };
    let total = parse_count(digits)?
        .checked_mul(milliseconds)
        .ok_or(Reason::OutOfRange)?;
    Ok(Duration::from_millis(total as u64))
}

fn within(value: usize, low: usize, high: usize) -> Result<usize, Reason> {
    if (low..=high).contains(&value) {
        Ok(value)
    } else {
        Err(Reason::OutOfRange)
    }
}

impl fmt::Display for Release {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Release::Unmap => out.write_str("unmap"),
            Release::Free => out.write_str("free"),
            Release::Keep => out.write_str("keep"),
            Release::Idle(time) => write!(out, "idle:{}ms", time.as_millis()),
        }
    }
}

impl fmt::Display for GuardChoice {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            GuardChoice::Auto => "auto",
            GuardChoice::Marker => "marker",
            GuardChoice::Protected => "protected",
            GuardChoice::Software => "software",
        })
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "{},stacks={},stack={},guard={},guard_size={},growth={}..{}",
            self.release,
            self.max_stacks,
            self.stack_size,
            self.guard,
            self.guard_size,
            self.first_allocation,
            self.largest_allocation,
        )
    }
}

/// Why a policy's text was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyError {
    part: String,
    reason: Reason,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    UnknownSetting,
    UnknownRelease,
    UnknownGuard,
    NotANumber,
    NotARange,
    OutOfRange,
}

impl fmt::Display for PolicyError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = match self.reason {
            Reason::UnknownSetting => {
                "no such setting (known: release, stacks, stack, guard, guard_size, growth)"
            }
            Reason::UnknownRelease => "no such release (known: unmap, free, keep, idle, idle:TIME)",
            Reason::UnknownGuard => "no such guard (known: auto, marker, protected, software)",
            Reason::NotANumber => "not a number",
            Reason::NotARange => "not a range (FIRST..LARGEST)",
            Reason::OutOfRange => "out of range",
        };
        write!(out, "stack pool policy `{}`: {reason}", self.part)
    }
}

impl std::error::Error for PolicyError {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn nothing_said_is_the_default() {
        assert_eq!(Policy::parse(""), Ok(Policy::default()));
        assert_eq!(Policy::parse(" , "), Ok(Policy::default()));
    }

    #[test]
    fn a_release_may_stand_alone() {
        assert_eq!(
            Policy::parse("unmap").map(|policy| policy.release),
            Ok(Release::Unmap)
        );
        assert_eq!(
            Policy::parse("release=free").map(|policy| policy.release),
            Ok(Release::Free)
        );
        for (text, milliseconds) in [
            ("idle", 10_000),
            ("idle:5", 5_000),
            ("idle:250ms", 250),
            ("idle:2m", 120_000),
        ] {
            let expected = Release::Idle(Duration::from_millis(milliseconds));
            assert_eq!(
                Policy::parse(text).map(|policy| policy.release),
                Ok(expected),
                "{text}"
            );
        }
    }

    #[test]
    fn every_setting_is_read() {
        let text = "keep, stacks=7, stack=64k, guard=software, guard_size=4096, growth=2..16";
        let expected = Policy {
            release: Release::Keep,
            stack_size: 64 << 10,
            guard_size: 4096,
            guard: GuardChoice::Software,
            max_stacks: 7,
            first_allocation: 2,
            largest_allocation: 16,
        };
        assert_eq!(Policy::parse(text), Ok(expected));
    }

    #[test]
    fn errors_name_the_part_they_mean() {
        for (text, says) in [
            ("keep,depth=3", "`depth=3`: no such setting"),
            ("sometimes", "`sometimes`: no such release"),
            ("guard=steel", "`guard=steel`: no such guard"),
            ("stacks=many", "`stacks=many`: not a number"),
            ("stacks=0", "`stacks=0`: out of range"),
            ("stack=1k", "`stack=1k`: out of range"),
            (
                "stack=99999999999999999g",
                "`stack=99999999999999999g`: out of range",
            ),
            ("growth=8", "`growth=8`: not a range"),
            ("growth=8..4", "`growth=8..4`: out of range"),
            ("idle:soon", "`idle:soon`: not a number"),
        ] {
            let message = Policy::parse(text).unwrap_err().to_string();
            assert!(message.contains(says), "{text}: {message}");
        }
    }

    proptest! {
        #[test]
        fn text_is_never_a_panic(text in "\\PC{0,40}") {
            let _ = Policy::parse(&text);
        }

        #[test]
        fn what_is_printed_is_read_back(
            kind in 0..4, time in 0u64..1 << 40, stacks in 1..=MOST_STACKS,
            stack in SMALLEST_STACK..=LARGEST_STACK, guard_size in 1..=LARGEST_STACK,
            first in 1usize..100, more in 0usize..100,
        ) {
            let policy = Policy {
                release: [Release::Unmap, Release::Free, Release::Keep,
                    Release::Idle(Duration::from_millis(time))][kind as usize],
                guard: [GuardChoice::Auto, GuardChoice::Marker, GuardChoice::Protected,
                    GuardChoice::Software][kind as usize],
                stack_size: stack, guard_size, max_stacks: stacks,
                first_allocation: first, largest_allocation: first + more,
            };
            prop_assert_eq!(Policy::parse(&policy.to_string()), Ok(policy));
        }
    }
}
