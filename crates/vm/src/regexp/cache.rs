//! The patterns compiled last: a program that builds the same regexp again and again (`/#{name}/` in a loop) compiles it
//! once. It forgets all of them when it is full, which only costs compiling anew.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::Compiled;
use super::engine::{Scratch, Suspended};
use crate::memory::counted::Counted;
use crate::value::encoding::Encoding;

/// Patterns kept at most.
const MOST: usize = 256;
/// Longer ones are seldom built twice.
const LONGEST: usize = 1024;

/// The machine's state for all patterns.
#[derive(Default)]
pub struct Regexps {
    /// Seconds that a regexp without a limit of its own may match for.
    pub timeout: Option<f64>,
    pub(crate) cache: RegexpCache,
    /// Where all searches work: a native makes one at a time, and reads what it found before the next.
    pub(crate) scratch: Rc<RefCell<Scratch>>,
    /// Searches that were left off and not yet taken up again.
    pub(crate) suspended: Vec<Suspended>,
    /// The native that declined last did so since a `/n` is about to be matched against a string of this encoding.
    pub(crate) historical: Option<Encoding>,
}

/// A source, its encoding and the options it was given.
type Key = (Vec<u8>, Encoding, u8);

#[derive(Default)]
pub struct RegexpCache(HashMap<Key, Counted<Compiled>>);

impl RegexpCache {
    /// The compiled form of a pattern; what is wrong with it otherwise.
    pub fn compiled(&mut self, source: &[u8], encoding: Encoding, options: u8) -> Result<Counted<Compiled>, String> {
        if source.len() > LONGEST {
            return super::compile(source, encoding, options).map(Counted::new);
        }
        let key = (source.to_vec(), encoding, options);
        if let Some(known) = self.0.get(&key) {
            return Ok(known.clone());
        }
        let compiled = Counted::new(super::compile(source, encoding, options)?);
        if self.0.len() >= MOST {
            self.0.clear();
        }
        self.0.insert(key, compiled.clone());
        Ok(compiled)
    }
}
