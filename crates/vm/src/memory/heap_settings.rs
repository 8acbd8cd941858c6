//! Settings of the heap from the environment.
//!
//! The names and the treatment of bad values are CRuby's where a setting of CRuby's has a
//! counterpart here (`docs/GC.md` lists them); what has none is not read. `RUTILE_` names
//! are ours: the limit, and the stress modes of the specs.

use crate::vm::Options;

const MIB: u64 = 1 << 20;
/// Under stress a verification of the whole heap costs far more than the collection before it: damage that
/// one leaves is found a few allocations later as well. `RUTILE_GC_VERIFY` finds the very one.
const VERIFY_STRESS_EVERY: u32 = 16;

type Read<'a> = &'a dyn Fn(&str) -> Option<String>;

impl Options {
    pub fn from_environment() -> Options {
        Options::from_settings(&|name| std::env::var_os(name).map(|value| value.to_string_lossy().into_owned()))
    }

    /// The same of any source of settings.
    pub fn from_settings(read: Read) -> Options {
        let mut options = Options::default();
        options.read_modes(read);
        options.read_sizes(read);
        options.read_growth(read);
        options.read_machine_stacks(read);
        options
    }

    /// `RUTILE_GC_STRESS` collects at every allocation (`RUTILE_GC_STRESS=start` also while the core
    /// library is loaded), `RUTILE_GC_MOVE` moves every movable cell at each collection,
    /// `RUTILE_GC_VERIFY` verifies the heap after each, not only after some under stress,
    /// `RUTILE_SWITCH_STRESS` switches threads at every safepoint, `RUTILE_GC_PROTECT` reports writes
    /// to what a warm-up made permanent, `RUTILE_TELL_LOADS` tells which methods of an image are loaded.
    fn read_modes(&mut self, read: Read) {
        let asked = |name: &str| read(name).is_some_and(|value| value != "0" && !value.is_empty());
        self.stress = asked("RUTILE_GC_STRESS");
        self.stress_start = read("RUTILE_GC_STRESS").is_some_and(|value| value == "start");
        self.protect = asked("RUTILE_GC_PROTECT");
        self.tell_loads = asked("RUTILE_TELL_LOADS");
        self.switch_stress = asked("RUTILE_SWITCH_STRESS");
        self.heap.move_everything = asked("RUTILE_GC_MOVE");
        self.heap.verify_every = if asked("RUTILE_GC_VERIFY") { 1 } else if self.stress { VERIFY_STRESS_EVERY } else { 0 };
        self.verify_bytecode = cfg!(debug_assertions) || self.heap.verify_every > 0;
    }

    fn read_sizes(&mut self, read: Read) {
        self.heap_limit = self.size(read, "RUTILE_HEAP_LIMIT", 0).filter(|&bytes| bytes > 0);
        if let Some(bytes) = self.size(read, "RUBY_GC_MALLOC_LIMIT", self.heap.nursery_bytes) {
            self.heap.nursery_bytes = bytes;
        }
        if let Some(bytes) = self.size(read, "RUBY_GC_MALLOC_LIMIT_MAX", self.heap.largest_nursery_bytes) {
            self.heap.largest_nursery_bytes = bytes;
        }
        if let Some(bytes) = self.size(read, "RUBY_GC_OLDMALLOC_LIMIT", self.heap.minimum_heap_bytes) {
            self.heap.minimum_heap_bytes = bytes;
        }
        for pool in 0..10 {
            if let Some(slots) = self.size(read, &format!("RUBY_GC_HEAP_{pool}_INIT_SLOTS"), 0) {
                let bytes = slots.saturating_mul(32 << pool);
                self.heap.initial_bytes = self.heap.initial_bytes.saturating_add(bytes).min(self.heap.region_bytes);
            }
        }
        self.heap.nursery_bytes = self.heap.nursery_bytes.clamp(MIB / 4, self.heap.region_bytes);
        self.heap.largest_nursery_bytes = self.heap.largest_nursery_bytes.clamp(self.heap.nursery_bytes, self.heap.region_bytes);
    }

    fn read_growth(&mut self, read: Read) {
        if let Some(factor) = self.factor(read, "RUBY_GC_HEAP_OLDOBJECT_LIMIT_FACTOR", 2.0, 0.0) {
            self.heap.growth_percent = Some(((factor - 1.0) * 100.0).clamp(0.0, 1e9) as u64);
        }
    }

    /// A whole number above zero, with `k`, `m` or `g` behind it.
    fn size(&mut self, read: Read, name: &str, default: u64) -> Option<u64> {
        let text = read(name).filter(|text| !text.is_empty())?;
        let Some(number) = parse_size(&text) else {
            self.notices.push(format!("invalid string for {name}: {text}"));
            return None;
        };
        let said = format!("{name}={number} (default value: {default})");
        let holds = number > 0;
        self.notices.push(if holds { said } else { format!("{said} is ignored because it must be greater than 0.") });
        holds.then_some(number as u64)
    }

    fn read_machine_stacks(&mut self, read: Read) {
        let Some(text) = read("RUTILE_MACHINE_STACKS").filter(|text| !text.is_empty()) else { return };
        match rutile_fiber::Policy::parse(&text) {
            Ok(policy) => {
                self.notices.push(format!("RUTILE_MACHINE_STACKS={policy}"));
                self.machine_stacks = policy;
            }
            Err(error) => self.notices.push(format!("RUTILE_MACHINE_STACKS is ignored: {error}")),
        }
    }

    /// A number above `least`.
    fn factor(&mut self, read: Read, name: &str, default: f64, least: f64) -> Option<f64> {
        let text = read(name).filter(|text| !text.is_empty())?;
        let Some(number) = text.trim_start().parse::<f64>().ok().filter(|number| !number.is_nan()) else {
            self.notices.push(format!("invalid string for {name}: {text}"));
            return None;
        };
        let said = format!("{name}={number:.6} (default value: {default:.6})");
        let holds = number > least;
        self.notices.push(if holds { said } else { format!("{said} is ignored because it must be greater than {least:.6}.") });
        holds.then_some(number)
    }
}

/// Too large a number is the largest.
fn parse_size(text: &str) -> Option<i64> {
    let text = text.trim_start();
    let (digits, unit) = match text.char_indices().last()? {
        (at, 'k' | 'K') => (&text[..at], 1 << 10),
        (at, 'm' | 'M') => (&text[..at], 1 << 20),
        (at, 'g' | 'G') => (&text[..at], 1 << 30),
        _ => (text, 1),
    };
    let unsigned = digits.strip_prefix(['-', '+']).unwrap_or(digits);
    if unsigned.is_empty() || !unsigned.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let limit = if digits.starts_with('-') { i64::MIN } else { i64::MAX };
    Some(digits.parse::<i64>().unwrap_or(limit).saturating_mul(unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(name: &'static str, value: &'static str) -> Options {
        Options::from_settings(&|asked| (asked == name).then(|| value.to_string()))
    }

    #[test]
    fn sizes_have_units_and_bad_ones_are_told_of() {
        assert_eq!(options("RUBY_GC_MALLOC_LIMIT", "64m").heap.nursery_bytes, 64 << 20);
        assert_eq!(options("RUTILE_HEAP_LIMIT", "1g").heap_limit, Some(1 << 30));
        assert_eq!(options("RUTILE_HEAP_LIMIT", "99999999999999999999999").heap_limit, Some(i64::MAX as u64));
        let bad = options("RUBY_GC_MALLOC_LIMIT", "12x");
        assert_eq!((bad.heap.nursery_bytes, bad.notices), (512 << 10, vec!["invalid string for RUBY_GC_MALLOC_LIMIT: 12x".to_string()]));
        let zero = options("RUBY_GC_MALLOC_LIMIT", "-3").notices;
        assert_eq!(zero, ["RUBY_GC_MALLOC_LIMIT=-3 (default value: 524288) is ignored because it must be greater than 0."]);
    }

    #[test]
    fn a_factor_says_how_far_the_old_may_grow() {
        assert_eq!(options("RUBY_GC_HEAP_OLDOBJECT_LIMIT_FACTOR", "1.5").heap.growth_percent, Some(50));
        assert_eq!(options("RUBY_GC_HEAP_OLDOBJECT_LIMIT_FACTOR", "-1").heap.growth_percent, None);
        assert_eq!(options("RUBY_GC_HEAP_OLDOBJECT_LIMIT_FACTOR", "nan").heap.growth_percent, None);
    }
}
