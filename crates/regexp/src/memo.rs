//! Places of a pattern and a text that are known to lead nowhere.
//!
//! A pattern whose steps depend on nothing but where they stand fails again where it failed once. Once a match has gone
//! back more often than the text has bytes for each point, each place that matching comes to is noted, and not tried a second time: the
//! work is then at most the number of places (J. Davis, F. Servant and D. Lee, "Using selective memoization to defeat
//! regular expression denial of service", 2021).

/// Tables of more bits than these are not made; the match goes on without one.
const MOST_BITS: u64 = 1 << 32;

/// More points than these don't put it off any longer.
const MOST_POINTS: usize = 16;

#[derive(Debug, Default)]
pub struct Memo {
    bits: Vec<u64>,
    /// Bits for each number of a point: one for each place in the text and one for its end.
    stride: u64,
    failures: u64,
    given_up: bool,
}

impl Memo {
    /// Readies it for another search.
    pub fn reset(&mut self) {
        self.failures = 0;
        self.given_up = false;
        if self.is_on() {
            self.bits = Vec::new();
        }
    }

    #[inline(always)]
    pub fn is_on(&self) -> bool {
        !self.bits.is_empty()
    }

    /// Counts a step back; the table is made when there were many, for each of the points that remember.
    #[inline(always)]
    pub fn failed(&mut self, numbers: usize, length: usize, points: usize) {
        self.failures += 1;
        if self.failures > (length * points.min(MOST_POINTS)) as u64 && !self.is_on() && !self.given_up {
            self.begin(numbers, length);
        }
    }

    #[cold]
    fn begin(&mut self, numbers: usize, length: usize) {
        self.stride = length as u64 + 1;
        let bits = self.stride.saturating_mul(numbers as u64);
        if bits == 0 || bits > MOST_BITS {
            self.given_up = true;
            return;
        }
        self.bits = vec![0; bits.div_ceil(64) as usize];
    }

    fn index(&self, number: u32, at: usize) -> u64 {
        number as u64 * self.stride + at as u64
    }

    #[inline]
    pub fn is_marked(&self, number: u32, at: usize) -> bool {
        let index = self.index(number, at);
        self.bits[(index >> 6) as usize] >> (index & 63) & 1 != 0
    }

    #[inline]
    pub fn mark(&mut self, number: u32, at: usize) {
        let index = self.index(number, at);
        self.bits[(index >> 6) as usize] |= 1 << (index & 63);
    }
}
